"""`upcard arena`: how strong bots are."""

from __future__ import annotations

import json

import click

from upcard.bots import BOTS, Search, looking
from upcard.drive import Endless
from upcard.options import OptionError, require
from upcard_library.arena import Contender, Contest, contest
from upcard_library.cli_common import (
    games_option,
    json_option,
    rules_for,
    set_option,
    table,
    variant_option,
)

HANDS = 50


@click.command()
@click.argument("game")
@variant_option
@set_option
@click.option("--bots", default="search,random", show_default=True, metavar="A,B",
              help=f"Who plays, of {', '.join(BOTS)}; `search:50` takes 50 looks.")  # fmt: skip
@click.option("--matches", type=click.IntRange(1, 100_000), metavar="N",
              help="Deals from which whole matches are played.")  # fmt: skip
@click.option("--hands", type=click.IntRange(1, 100_000), metavar="N",
              help=f"Deals of which one hand is played; {HANDS} if neither is given.")  # fmt: skip
@click.option("--think", type=click.IntRange(1, 1_000_000), default=Search().think,
              show_default=True, help="How many looks `search` takes before a move.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True)
@games_option
@json_option
def arena(
    game: str, variant: str | None, settings: tuple[str, ...], bots: str, matches: int | None,
    hands: int | None, think: int, seed: int, root: str | None, *, as_data: bool,
) -> None:  # fmt: skip
    """Let bots play one another, every deal once for each seating.

    A bot's share of the games is shown with its 95 % interval (Wilson); a drawn game counts half.
    Where a bot holds several seats, a game is won by the bot whose seat wins it.
    """
    if matches and hands:
        raise click.UsageError("give --matches or --hands, not both")
    ruled = rules_for(game, variant, settings, root)
    contenders = [_contender(word.strip(), think) for word in bots.split(",")]
    if not 2 <= len(contenders) <= ruled.game.sides:
        msg = f"name 2 to {ruled.game.sides} bots, as in --bots search,random"
        raise click.UsageError(msg)
    deals = matches or hands or HANDS
    try:
        played = contest(ruled, contenders, deals, seed, whole=bool(matches))
    except Endless as error:
        raise click.ClickException(str(error)) from None
    one, what = ("match", "matches") if matches else ("hand", "hands")
    rows = _told(contenders, played)
    if as_data:
        head = {"record": ruled.header, "of": what, "deals": deals, "played": played.played,
                "seed": seed, "think": think}  # fmt: skip
        click.echo(json.dumps(head | {"bots": rows}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{ruled.header}: {played.played} {what}, {deals} deals from seed {seed}")
    table(
        ("bot", "won", "95 % interval", f"points a {one}", "ms a move"),
        [(str(row["bot"]), f"{row['share']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}",
          f"{row['points']:.2f}", f"{row['ms_a_move']:.1f}") for row in rows],
        right=("won", "ms a move"),
    )  # fmt: skip


def _contender(word: str, think: int) -> Contender:
    """Read `search`, `search:50` or another bot's name."""
    name, _, budget = word.partition(":")
    try:
        require(name, BOTS, "bot")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    bot = BOTS[name]
    if not isinstance(bot, Search):
        if budget:
            msg = f"{word!r}: {name} has no budget"
            raise click.UsageError(msg)
        return Contender(name, bot)
    if budget and not (budget.isascii() and budget.isdigit() and 0 < int(budget) <= 1_000_000):
        msg = f"{word!r}: a budget is a number of looks, as in search:50"
        raise click.UsageError(msg)
    return Contender(word, looking(name, int(budget or think)))


def _told(contenders: list[Contender], played: Contest) -> list[dict[str, float | str]]:
    rows: list[dict[str, float | str]] = []
    for place, (contender, tally) in enumerate(zip(contenders, played.tallies, strict=True)):
        share, low, high = played.interval(place)
        rows.append({
            "bot": contender.name, "won": tally.won, "share": round(share, 4),
            "low": round(low, 4), "high": round(high, 4),
            "points": round(tally.points / tally.sides, 2),
            "ms_a_move": round(1000 * tally.seconds / max(tally.moves, 1), 2),
        })  # fmt: skip
    return rows
