"""`upcard odds`: figures worked out by the engine, shown, stored and compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from upcard.api import Rules
from upcard.drive import Endless
from upcard.examples import rules_under
from upcard.given import GivenError
from upcard.options import OptionError, require
from upcard_library.cli_common import (
    games_option,
    json_option,
    rules_for,
    set_option,
    table,
    use_folder,
    variant_option,
)
from upcard_library.model import GameArticle
from upcard_library.odds import Definition, chances, unders, work_out
from upcard_library.odds_store import computed, made, read, write
from upcard_library.provider import ARTICLES
from upcard_library.tallies import Counts, bins, is_numeric, numbers, wilson

BAR = 40
"""Length of the longest bar, in characters."""


@click.command()
@click.argument("game")
@click.argument("name", required=False)
@variant_option
@set_option
@click.option("--samples", type=click.IntRange(1, 10_000_000), help="Deals or matches, if not as "
              "many as the article asks for.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="Another seed.")
@click.option("--write", "keep", is_flag=True, help="Store all results in the game's folder.")
@click.option("--verify", is_flag=True, help="Work all stored results out again and compare.")
@games_option
@json_option
def odds(
    game: str, name: str | None, variant: str | None, settings: tuple[str, ...],
    samples: int | None, seed: int | None, root: str | None, *,
    keep: bool, verify: bool, as_data: bool,
) -> None:  # fmt: skip
    """Work out the numbers worth knowing that an article defines.

    The same command always gives the same figures. Without a name all figures are worked out.
    """
    use_folder(root)
    article = _article(game, name)
    single = name or variant or settings or samples or seed is not None
    if (keep or verify) and single:
        msg = "--write and --verify take all figures of a game as they are defined"
        raise click.UsageError(msg)
    try:
        if keep or verify:
            _all(article, keep=keep)
            return
        told = []
        for figure in article.odds:
            if name in (None, figure["id"]):
                chosen = rules_for(game, variant, settings, root) if variant or settings else None
                told += list(_worked_out(article, figure, chosen, samples, seed))
    except (Endless, GivenError, OptionError) as error:
        raise click.ClickException(str(error)) from None
    if as_data:
        click.echo(json.dumps({"game": article.id, "figures": told}, indent=2, ensure_ascii=False))
        return
    for number, entry in enumerate(told):
        click.echo("\n" if number else "", nl=False)
        _show(entry)


def _article(game: str, name: str | None) -> GameArticle:
    try:
        article = ARTICLES.game(game)
        if name is not None:
            require(name, dict.fromkeys(figure["id"] for figure in article.odds), "figure")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    if not article.odds:
        raise click.UsageError(f"{article.title} defines no figures (`odds` in its game.yaml)")
    return article


def _all(article: GameArticle, *, keep: bool) -> None:
    """Work out everything, and store it or compare it with what is stored."""
    results = []
    for _, figure, under in computed(article):
        ruled = rules_under(article.id, under)
        results.append(made(article, figure, under, work_out(ruled, figure)))
    if keep:
        write(article.folder, results)
        click.echo(f"{article.id}: {len(results)} results stored")
        return
    kept, faults = read(article.folder)
    wrong = [fresh for fresh in results if fresh not in kept]
    for entry in wrong:
        click.echo(f"{article.id}: {entry.id} under {entry.under} is not what is stored")
    for fault in faults:
        click.echo(str(fault))
    spare = len(kept) - (len(results) - len(wrong))
    click.echo(f"{article.id}: {len(results) - len(wrong)} of {len(results)} results are as stored")
    raise SystemExit(1 if wrong or faults or spare else 0)


def _worked_out(
    article: GameArticle, figure: Definition, chosen: Rules | None, samples: int | None,
    seed: int | None,
) -> Iterator[dict[str, Any]]:  # fmt: skip
    head = {"id": figure["id"], "kind": figure["kind"], "title": figure["title"]}
    if figure["kind"] == "exact":
        listed = [{"label": label, "chance": str(chance), "percent": round(100 * float(chance), 3)}
                  for label, chance, _ in chances(article, figure)]  # fmt: skip
        yield head | {"result": listed}
        return
    for ruled in [chosen] if chosen else [rules_under(article.id, u) for u in unders(figure)]:
        result = work_out(ruled, figure, many=samples, seed=seed)
        yield head | {"rules": ruled.header, "result": result}


# --- as text --------------------------------------------------------------------------------


def _show(entry: dict[str, Any]) -> None:
    result = entry["result"]
    if entry["kind"] == "exact":
        click.echo(entry["title"])
        rows = [(row["label"], row["chance"], f"{row['percent']:.2f} %") for row in result]
        table(("", "chance", ""), rows, right=("chance",))
        return
    click.echo(f"{entry['title']} ({entry['rules']})")
    if entry["kind"] == "ask":
        every = "each different deal" if result.get("every") else "random deals"
        click.echo(f"  {result['samples']} samples, {every}")
        _bars(result["counts"], result["samples"])
        return
    click.echo(f"  {result['matches']} matches")
    for name, what in (("hand_moves", "moves in a hand"), ("match_hands", "hands in a match")):
        told = numbers(result[name])
        click.echo(f"  {what}: {told.mean:.1f} on average, "
                   f"eight in ten from {told.low} to {told.high}")  # fmt: skip
    for name, what in (("first_in_hand", "hands"), ("first_in_match", "matches")):
        won, level, lost = result[name]
        if won + lost:
            low, high = wilson(won, won + lost)
            click.echo(f"  {what} won by who acts first: {100 * won / (won + lost):.1f} % "
                       f"(95 %: {100 * low:.1f} to {100 * high:.1f}), {level} level")  # fmt: skip
    for name, what in (("ended", "matches"), ("hand_ended", "hands")):
        if result[name]:
            ends = ", ".join(f"{rule} {many}" for rule, many in result[name])
            click.echo(f"  {what} ended by {ends}")


def _bars(counts: Counts, many: int) -> None:
    rows: Iterable[tuple[Any, int]] = counts
    width = 1
    if is_numeric(counts):
        width, rows = bins(counts)
        told = numbers(counts)
        click.echo(f"  {told.mean:.2f} on average, standard deviation {told.deviation:.2f}")
    most = max((n for _, n in rows), default=1)
    lines = [(str(value) if width == 1 else f"{value} to {value + width - 1}",
              f"{100 * n / many:.2f} %", "█" * round(BAR * n / most))
             for value, n in rows]  # fmt: skip
    table(("", "share", ""), lines, right=("share",))


__all__ = ["odds"]
