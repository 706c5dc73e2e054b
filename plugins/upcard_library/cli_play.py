"""`upcard play`: a match in the terminal, against bots or among people, or for a program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from upcard.api import Rules
from upcard.bots import BOTS, STRONGEST
from upcard.cards import NotationError
from upcard.moves import parse_seat, seat_names
from upcard_library.cli_common import games_option, rules_for, set_option, variant_option
from upcard_library.sitting import Sitting


@click.command()
@click.argument("game")
@variant_option
@set_option
@click.option("--seed", type=click.IntRange(0, 999_999_999), help="Makes the deals repeatable.")
@click.option("--bot", type=click.Choice(list(BOTS)),
              help="Who plays the other seats: simple, or search with --think, unless given.",
              )  # fmt: skip
@click.option("--time", "milliseconds", type=click.IntRange(1, 60_000), metavar="MS",
              help="How long a bot may think; its own measure unless given.")  # fmt: skip
@click.option("--think", type=click.IntRange(1, 1_000_000), metavar="N",
              help="How many looks `search` takes before a move, instead of a time.")  # fmt: skip
@click.option("--seat", "seats", multiple=True, metavar="N",
              help="Your seat, the first unless given; repeat it for several people.")  # fmt: skip
@click.option("--players", type=click.Choice(["bots", "people"]), default="bots",
              show_default=True, help="With `people` every seat is a person's.")  # fmt: skip
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the record of the match to this file at the end.")  # fmt: skip
@click.option("--json", "as_data", is_flag=True,
              help="For programs: one JSON object a line, in and out.")  # fmt: skip
@games_option
def play(
    game: str, variant: str | None, settings: tuple[str, ...], seed: int | None, bot: str | None,
    milliseconds: int | None, think: int | None, seats: tuple[str, ...], players: str,
    record: Path | None, root: str | None, *, as_data: bool,
) -> None:  # fmt: skip
    """Play a match; a refused move is told with the article's own sentence.

    Type `help` for all that can be typed besides moves: advice, reasons, taking back, records.
    """
    ruled = rules_for(game, variant, settings, root)
    people = list(range(ruled.game.seats)) if players == "people" else _people(ruled, seats)
    if think and milliseconds:
        raise click.UsageError("give --think or --time, not both")
    name = bot or (STRONGEST if think else "simple")
    try:
        sitting = Sitting(ruled, people, name, seed, milliseconds, think)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        finished = _program(sitting) if as_data else _people_play(sitting, name)
    except KeyboardInterrupt:
        finished = False
        click.echo("", err=as_data)
    live = sitting.live
    if record:
        try:
            record.write_text(live.record(), encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"{record} cannot be written: {error.strerror}") from None
        click.echo(f"Record written to {record}; `upcard replay {record}` shows it.", err=as_data)
    if not finished and not as_data:
        click.echo(f"Stopped after {len(live.log)} moves.")


def _people(ruled: Rules, seats: Iterable[str]) -> list[int]:
    """Return the seats of people, the first unless some are named."""
    count = ruled.game.seats
    try:
        chosen = [int(parse_seat(seat, count)) for seat in seats] or [0]
    except NotationError as error:
        raise click.UsageError(str(error)) from None
    if min(chosen) < 0:
        raise click.UsageError(f"the seats are {' '.join(seat_names(count))}")
    return chosen


def _program(sitting: Sitting) -> bool:
    """Let a program play; `True`, since it is for the program to say when it ends."""
    from upcard_library.lines import short_line
    from upcard_library.play_json import Protocol

    Protocol(sitting, short_line, click.echo).run()
    return True


def _people_play(sitting: Sitting, bot: str) -> bool:
    """Let people play; return whether the match came to its end."""
    from upcard_library.lines import lines
    from upcard_library.play import Session
    from upcard_library.screen import Screen

    ruled = sitting.ruled
    names = seat_names(ruled.game.seats)
    yours = " and ".join(names[seat] for seat in sorted(sitting.people))
    others = ", ".join(name for at, name in enumerate(names) if at not in sitting.people)
    bots = f"; {bot} bots play {others}" if others else ""
    screen = Screen(ruled.game.deck)
    screen.say(f"{ruled.header}: you are {yours}{bots}. Seed {sitting.seed}. Type `help`.")
    session = Session(sitting, screen, lines())
    session.run()
    return session.finished
