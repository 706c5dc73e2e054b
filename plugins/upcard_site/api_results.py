"""What each example found, as plain data: the verdict, the engine's answer, and the doctest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from upcard.choices import Illegal
from upcard.examples import cases
from upcard.game import Game
from upcard.options import text
from upcard.position import Position
from upcard.score import Answer, Item, Ruling, Score
from upcard_library.model import CaseResult, Example
from upcard_site.book import Book


def results(book: Book, example: Example) -> list[dict[str, Any]]:
    """Return what came of an example under each set of rules it names."""
    expected: dict[str, Mapping[str, Any]] = {c.under: c.then for c in cases(example.data)}
    return [
        {
            "under": result.under,
            "outcome": result.outcome,
            "expected": dict(expected.get(result.under, {})),
            "found": found(result),
            "seen": sorted(result.seen),
            "doctest": result.doctest,
        }
        for result in book.by_example.get(example.id, [])
    ]


def found(result: CaseResult) -> dict[str, Any]:
    """Return the engine's answer; its `kind` says which keys follow."""
    subject = result.subject
    if isinstance(subject, Illegal):
        return {"kind": "refusal", "rule": subject.rule, "text": str(subject)}
    if isinstance(subject, Score):
        return {"kind": "score", "total": subject.total, "items": _items(subject.items)}
    if isinstance(subject, Ruling):
        legal = [str(move) for move in subject.legal]
        return {"kind": "ruling", "legal": legal, "refused": dict(subject.refused)}
    if isinstance(subject, Answer):
        value = subject.value
        plain = value if isinstance(value, (bool, int, str)) else text(value)
        return {"kind": "answer", "value": plain, "rules": list(subject.rules)}
    if isinstance(subject, Position):
        return _position(subject)
    return {"kind": "none"}


def _position(position: Position) -> dict[str, Any]:
    game: Game[Any] = position.game
    return {
        "kind": "position",
        "phase": position.phase,
        "turn": position.turn,
        "over": position.over,
        "events": list(position.events),
        "items": _items(game.score(position.state), game),
    }


def _items(items: Iterable[Item], game: Game[Any] | None = None) -> list[dict[str, Any]]:
    """List a score; who scores is told if there is a game whose sides have names."""
    return [
        {
            **({"side": game.seat(item.side)} if game else {}),
            "rule": item.rule,
            "points": item.points,
            "cards": str(item.cards),
        }
        for item in items
    ]
