"""Scores as lists of items, answers to questions, and the record of a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from upcard.cards import Cards
from upcard.options import text


class Item(NamedTuple):
    """One line of a score sheet.

    Attributes:
        side: who scores it; a side is a seat unless the game has partners.
        rule: id of the article's sentence that awards it.
        points: with the sign the article uses.
        cards: the cards it was scored with.
    """

    side: int
    rule: str
    points: int
    cards: Cards = Cards()

    def __str__(self) -> str:
        return f"{self.rule} {self.points}" + (f" ({self.cards})" if self.cards else "")


def totals(items: Iterable[Item], sides: int) -> tuple[int, ...]:
    """Add up the items, one total per side."""
    sums = [0] * sides
    for item in items:
        sums[item.side] += item.points
    return tuple(sums)


@dataclass(frozen=True)
class Score:
    """The answer to "what is it worth?": items, and their total.

    >>> Score((Item(0, "pairs", 2), Item(0, "nobs", 1))).total
    3
    """

    items: tuple[Item, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the items."""
        return sum(item.points for item in self.items)

    @property
    def by_rule(self) -> dict[str, int]:
        """Points by rule id, in the order first scored."""
        sums: dict[str, int] = {}
        for item in self.items:
            sums[item.rule] = sums.get(item.rule, 0) + item.points
        return sums

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that awarded something."""
        return tuple(self.by_rule)

    def __repr__(self) -> str:
        return f"<{self.total}: {', '.join(map(str, self.items)) or 'nothing'}>"


@dataclass(frozen=True)
class Ruling:
    """The answer to "what may I do?": what is legal and which rule refuses each of the rest.

    Attributes:
        legal: the cards (or moves, as text) that are allowed, in order.
        refused: the rule that refuses each other one, by its text.
    """

    legal: Cards | tuple[str, ...]
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that refused something."""
        return tuple(dict.fromkeys(self.refused.values()))


@dataclass(frozen=True)
class Answer:
    """The answer to any other question: a value, and the rules it rests on.

    `value` is a number, a word, a truth value, a card or cards.
    """

    value: Any
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return text(self.value)


@dataclass(frozen=True)
class Match:
    """Where a match stands between two hands.

    Attributes:
        scores: one per side.
        dealer: who deals next; `None` while that is still to be decided by cutting.
        hands: how many hands have been played.
        facts: what else is carried over (bags, a barrel), by name.
    """

    scores: tuple[int, ...]
    dealer: int | None
    hands: int = 0
    facts: dict[str, Any] = field(default_factory=dict)

    def plus(self, points: Iterable[int], dealer: int | None) -> Match:
        """Return the record after one more hand."""
        scores = tuple(a + b for a, b in zip(self.scores, points, strict=True))
        return replace(self, scores=scores, dealer=dealer, hands=self.hands + 1)


@dataclass(frozen=True)
class Outcome:
    """How a match ended.

    Attributes:
        winners: the sides that won; several if it is shared.
        rule: the rule that ended it.
        items: what the match itself is worth (games for a skunk), if anything.
        next_dealer: who deals first in the next match, where the rules say so.
    """

    winners: tuple[int, ...]
    rule: str
    items: tuple[Item, ...] = ()
    next_dealer: int | None = None


class Event(NamedTuple):
    """Something that happened in the last move, with the rule that made it happen."""

    rule: str
    facts: dict[str, Any]
