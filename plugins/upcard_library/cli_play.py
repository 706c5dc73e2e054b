"""`upcard play`: a match in the terminal against bots."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import click

from upcard.bots import BOTS
from upcard.cards import NotationError
from upcard.moves import parse_seat, seat_names
from upcard_library.cli_common import games_option, rules_for, set_option, variant_option


def ask(prompt: str) -> str | None:
    """Read one line from the person or the pipe; `None` at the end."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if line and not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line or None


@click.command()
@click.argument("game")
@variant_option
@set_option
@click.option("--seed", type=int, help="Makes the deals repeatable.")
@click.option("--bot", type=click.Choice(list(BOTS)), default="simple", show_default=True,
              help="Who plays against you.")  # fmt: skip
@click.option("--seat", default=None, metavar="N", help="Your seat; the first unless given.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the record of the match to this file.")  # fmt: skip
@games_option
def play(
    game: str, variant: str | None, settings: tuple[str, ...], seed: int | None, bot: str,
    seat: str | None, record: Path | None, root: str | None,
) -> None:  # fmt: skip
    """Play a match against bots; a refused move is told with the article's own sentence."""
    from upcard_library.play import Table

    ruled = rules_for(game, variant, settings, root)
    names = seat_names(ruled.game.seats)
    try:
        mine = 0 if seat is None else parse_seat(seat, ruled.game.seats)
    except NotationError as error:
        raise click.UsageError(str(error)) from None
    if not 0 <= mine < len(names):
        msg = f"the seats are {' '.join(names)}"
        raise click.UsageError(msg)
    rng = Random(seed)
    live = ruled.new_match(seed)
    others = ", ".join(name for i, name in enumerate(names) if i != mine)
    click.echo(f"{ruled.header}: you are {names[mine]}; {bot} bots play {others}. Type `help`.")
    table = Table(ruled, live, mine, [BOTS[bot]] * len(names), rng, ask, click.echo)
    finished = False
    try:
        finished = table.run()
    except KeyboardInterrupt:
        click.echo("")
    finally:
        if record:
            record.write_text(live.record(), encoding="utf-8")
            click.echo(f"Record written to {record}; `upcard replay {record}` shows it.")
    if not finished:
        click.echo(f"Stopped after {len(live.log)} moves.")
