"""`upcard ask` and `simulate`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import click

from upcard.api import Rules
from upcard.bots import BOTS
from upcard.cards import Card, Cards
from upcard.choices import Illegal
from upcard.drive import Endless
from upcard.given import GivenError, question_hints
from upcard.options import OptionError
from upcard.score import Item, Ruling, Score
from upcard_library.cli_common import (
    games_option,
    json_option,
    option_lines,
    pairs,
    rules_for,
    sentence_of,
    set_option,
    table,
    variant_option,
)
from upcard_library.playouts import play_matches
from upcard_library.run import plain


@click.command()
@click.argument("game")
@click.argument("question", required=False)
@click.argument("given", nargs=-1, metavar="[KEY=VALUE]...")
@variant_option
@set_option
@games_option
@json_option
def ask(
    game: str, question: str | None, given: tuple[str, ...], variant: str | None,
    settings: tuple[str, ...], root: str | None, *, as_data: bool,
) -> None:  # fmt: skip
    """Ask what something is worth or whether it is allowed.

    For example: upcard ask cribbage show hand="5H 5S 5C JD" starter=5D. Without a question the
    questions of the game are listed.
    """
    ruled = rules_for(game, variant, settings, root)
    if question is None:
        _list_questions(ruled, as_data=as_data)
        return
    arguments = pairs(given, "argument")
    head = {
        "game": ruled.id, "variant": ruled.variant, "options": option_lines(ruled),
        "question": question, "given": arguments,
    }  # fmt: skip
    try:
        answer = ruled.ask(question, **arguments)
    except (OptionError, GivenError) as error:
        raise click.UsageError(str(error)) from None
    except Illegal as error:
        facts = {name: _data(value) for name, value in error.facts.items()}
        told = {"refused": error.rule, "sentence": sentence_of(ruled, error.rule), "facts": facts}
        if as_data:
            click.echo(json.dumps(head | told, indent=2, ensure_ascii=False))
        else:
            click.echo(f"Refused by {error.rule}: {told['sentence']}")
        raise SystemExit(1) from None
    if as_data:
        click.echo(json.dumps(head | _answer(ruled, answer), indent=2, ensure_ascii=False))
    else:
        _print_answer(ruled, answer)


def _list_questions(ruled: Rules, *, as_data: bool) -> None:
    kind = type(ruled.game)
    told = {}
    for name in kind.questions:
        hints = question_hints(kind, name)
        words = (getattr(kind, name).__doc__ or "").strip().splitlines()[:1]
        told[name] = (list(hints), words[0] if words else "")
    if as_data:
        data = {n: {"arguments": a, "text": words} for n, (a, words) in told.items()}
        click.echo(json.dumps({"game": ruled.id, "questions": data}, indent=2))
        return
    rows = [(name, " ".join(f"{a}=..." for a in asked), words)
            for name, (asked, words) in told.items()]  # fmt: skip
    table(("question", "arguments", ""), rows)


def _data(value: Any) -> Any:
    if isinstance(value, (Cards, Card)):
        return str(value)
    if isinstance(value, (bool, int, str)) or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [_data(entry) for entry in value]
    return str(value)


def _answer(ruled: Rules, answer: Any) -> dict[str, Any]:
    if isinstance(answer, Score):
        items = [
            {"rule": item.rule, "points": item.points, "cards": str(item.cards),
             "sentence": sentence_of(ruled, item.rule)}
            for item in answer.items
        ]  # fmt: skip
        return {"total": answer.total, "items": items}
    if isinstance(answer, Ruling):
        return {"legal": _data(answer.legal) if isinstance(answer.legal, Cards)
                else list(answer.legal), "refused": answer.refused}  # fmt: skip
    return {"value": _data(answer.value), "rules": list(answer.rules)}


def _print_answer(ruled: Rules, answer: Any) -> None:
    deck = ruled.game.deck
    if isinstance(answer, Score):
        rows: list[tuple[str, str, str, str]] = []
        for item in answer.items:
            told = any(rule == item.rule for rule, *_ in rows)
            cards = plain(str(item.cards), deck) if item.cards else ""
            said = "" if told else sentence_of(ruled, item.rule)
            rows.append((item.rule, cards, str(item.points), said))
        if rows:
            table(("rule", "cards", "points", "as the article says"), rows, right=("points",))
        click.echo(f"Total: {answer.total}")
    elif isinstance(answer, Ruling):
        legal = answer.legal if isinstance(answer.legal, Cards) else "; ".join(answer.legal)
        click.echo(f"Legal: {plain(str(legal), deck)}")
        if answer.refused:
            reasons = [(plain(what, deck), rule, sentence_of(ruled, rule))
                       for what, rule in answer.refused.items()]  # fmt: skip
            table(("refused", "rule", "as the article says"), reasons)
    else:
        click.echo(plain(str(answer), deck))
        for rule in answer.rules:
            click.echo(f"  {rule}: {sentence_of(ruled, rule)}")


# --- simulate -------------------------------------------------------------------------------


@click.command()
@click.argument("game")
@click.option("--games", "many", type=click.IntRange(1, 100_000), default=20, show_default=True,
              help="How many matches are played.")  # fmt: skip
@games_option
@click.option("--bot", type=click.Choice(list(BOTS)), default="random", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@variant_option
@set_option
@json_option
def simulate(
    game: str, many: int, root: str | None, bot: str, seed: int, variant: str | None,
    settings: tuple[str, ...], *, as_data: bool,
) -> None:  # fmt: skip
    """Let bots play whole matches and count what happens."""
    ruled = rules_for(game, variant, settings, root)
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    hands = moves = 0
    try:
        for played in play_matches(ruled, bot, seed, many):
            for hand in played.hands:
                _add(points, hand.items)
            ended[played.outcome.rule] += 1
            wins[" and ".join(map(ruled.game.seat, played.outcome.winners))] += 1
            hands += len(played.hands)
            moves += played.moves
    except Endless as error:
        raise click.ClickException(str(error)) from None
    won = {ruled.game.seat(i): 0 for i in range(ruled.game.sides)} | wins
    told = {
        "record": ruled.header, "matches": many, "bot": bot, "seed": seed,
        "hands_per_match": round(hands / many, 2), "moves_per_match": round(moves / many, 1),
        "wins": won,
        "ended_by": dict(ended.most_common()),
        "points_per_hand": {rule: round(n / hands, 2) for rule, n in points.most_common()},
    }  # fmt: skip
    if as_data:
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    click.echo(f"{ruled.header}: {many} matches by {bot} bots, seeds from {seed}")
    click.echo(f"  {told['hands_per_match']} hands and {told['moves_per_match']} moves a match")
    click.echo("  won by " + ", ".join(f"{side} {n}" for side, n in won.items()))
    click.echo("  ended by " + ", ".join(f"{rule} {n}" for rule, n in ended.most_common()))
    rows = [(rule, f"{n / hands:.2f}") for rule, n in points.most_common()]
    table(("rule", "points a hand"), rows, right=("points a hand",))


def _add(points: Counter[str], items: Iterable[Item]) -> None:
    for item in items:
        points[item.rule] += item.points
