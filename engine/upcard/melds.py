"""Sets and runs: what is a meld, the best way to split a hand, and what may be added to a meld.

A `Melding` says, as data, which melds count: the ranks, lowest first, where the ace stands, and
how many cards a meld needs at least. The best split is exact, also together with what may be laid
off on melds that lie on the table and grow. Equal cards of several packs may be held; wild cards
are unknown here. Nothing here knows a game.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from upcard.cards import Card, Cards

Value = Callable[[Card], int]
"""What a card counts against its owner when it is in no meld."""


class Split(NamedTuple):
    """A hand, split.

    Attributes:
        melds: the melds it makes; a run lowest card first.
        laid: cards laid off, by the number of the meld on the table, each pile in an order in
            which its cards can go on.
        rest: the cards that are left, in the hand's order.
        points: what these count together.
    """

    melds: tuple[Cards, ...]
    laid: tuple[tuple[int, Cards], ...]
    rest: Cards
    points: int


class _Part(NamedTuple):
    """Cards that can go together: a meld, or what is laid off on meld number `on`."""

    mask: int  # a bit for each card by its place in the hand; above these one for each table meld
    places: tuple[int, ...]
    is_set: bool = False
    on: int = -1


_Run = tuple[int, int]  # the place of its lowest rank (above the last rank: round the corner), size


@dataclass(frozen=True)
class Melding:
    """Which sets and runs count.

    Attributes:
        ranks: lowest first; the first is the one that `ace` speaks of.
        ace: `low` as in A-2-3; `high` as in Q-K-A; `both`, but K-A-2 is no run; `around`, so that
            K-A-2 is one as well.
        smallest_set, smallest_run: cards a meld has at least, two or more. A set has each suit
            once at most, a run each rank.

    >>> melding = Melding(tuple("A23456789") + ("10", "J", "Q", "K"))
    >>> hand = Cards(Card(code[:-1], code[-1]) for code in "7S 7H 7D 8S 9S KD".split())
    >>> melding.best(hand, lambda card: min(10, melding.ranks.index(card.rank) + 1))
    Split(melds=(<7S 8S 9S>,), laid=(), rest=<7H 7D KD>, points=24)
    """

    ranks: tuple[str, ...]
    ace: Literal["low", "high", "both", "around"] = "low"
    smallest_set: int = 3
    smallest_run: int = 3

    # --- single melds ------------------------------------------------------------------------

    def kind(self, cards: Sequence[Card]) -> Literal["set", "run", ""]:
        """Say what some cards are, in any order: a `set`, a `run`, or no meld."""
        suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
        if len(ranks) == 1 and len(suits) == len(cards) >= self.smallest_set:
            return "set"
        if len(suits) == 1 and len(ranks) == len(cards) >= self.smallest_run:
            return "run" if self._run(cards) else ""
        return ""

    def fits(self, meld: Sequence[Card], card: Card) -> bool:
        """Say whether a card may be added to a meld."""
        return self.kind((*meld, card)) != ""

    def arranged(self, meld: Iterable[Card]) -> Cards:
        """Put a run into its own order, such as Q-K-A; a set stays as it is."""
        cards = Cards(meld)
        if self.kind(cards) != "run":
            return cards
        low, size = self._run(cards) or (0, 0)
        by_rank = {card.rank: card for card in cards}
        return Cards(by_rank[self.ranks[at % len(self.ranks)]] for at in range(low, low + size))

    def held(self, cards: Sequence[Card]) -> list[Cards]:
        """Return every meld that a hand contains, each once: sets first, a run lowest card first.

        >>> melding = Melding(("A", "2", "3", "4", "5"))
        >>> melding.held([Card("4", "S"), Card("3", "S"), Card("2", "S"), Card("A", "S")])
        [<AS 2S 3S>, <AS 2S 3S 4S>, <2S 3S 4S>]
        """
        parts = (*self._sets(cards), *self._runs(cards))
        return list(dict.fromkeys(Cards(cards[at] for at in part.places) for part in parts))

    # --- splitting a hand --------------------------------------------------------------------

    def best(
        self, cards: Sequence[Card], value: Value, table: Sequence[Sequence[Card]] = ()
    ) -> Split:
        """Return the split of a hand that leaves the least, melds and lay-offs chosen together.

        Among equals cards go into own melds before they are laid off, into sets before runs, and
        into few melds before many.

        Args:
            cards: the hand.
            value: what a card counts that is left.
            table: melds on the table, on which cards may be laid off one after another.
        """
        parts = [*self._sets(cards), *self._runs(cards)]
        for number, meld in enumerate(table):
            parts += self._growths(number, meld, cards)
        values = [value(card) for card in cards]
        if not parts:
            return Split((), (), Cards(cards), sum(values))
        chosen = _heaviest(parts, values)
        gone = {at for part in chosen for at in part.places}
        rest = [at for at in range(len(cards)) if at not in gone]
        piles = [(part.on, Cards(cards[at] for at in part.places)) for part in chosen]
        return Split(
            tuple(pile for on, pile in piles if on < 0),
            tuple((on, pile) for on, pile in piles if on >= 0),
            Cards(cards[at] for at in rest),
            sum(values[at] for at in rest),
        )

    # --- what there is, as bits --------------------------------------------------------------

    @cached_property
    def _order(self) -> dict[str, int]:
        return {rank: at for at, rank in enumerate(self.ranks)}

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """The lowest place a run may begin at, and the place it may not pass."""
        size = len(self.ranks)
        ends = {"low": (0, size), "high": (1, size + 1), "both": (0, size + 1)}
        return ends.get(self.ace, (-size, 3 * size))

    def _allowed(self, low: int, size: int) -> bool:
        first, end = self._ends
        return first <= low and low + size <= end and size <= len(self.ranks)

    def _run(self, cards: Sequence[Card]) -> _Run | None:
        """Return where cards of one suit and of different ranks run, if they do."""
        size, there = len(self.ranks), {self._order[card.rank] for card in cards}
        if len(there) == size:
            return (1, size) if self.ace == "high" else (0, size)
        low = next(at for at in there if (at - 1) % size not in there)
        whole = all((low + step) % size in there for step in range(len(cards)))
        return (low, len(cards)) if whole and self._allowed(low, len(cards)) else None

    def _sets(self, cards: Sequence[Card]) -> Iterator[_Part]:
        by_rank: dict[str, list[int]] = {}
        for at, card in enumerate(cards):
            by_rank.setdefault(card.rank, []).append(at)
        for alike in by_rank.values():
            if len(alike) < self.smallest_set:
                continue
            for size in range(self.smallest_set, len(alike) + 1):
                for places in itertools.combinations(alike, size):
                    if len({cards[at].suit for at in places}) == size:
                        yield _Part(_bits(places), places, is_set=True)

    def _runs(self, cards: Sequence[Card]) -> Iterator[_Part]:
        by_suit: dict[str, dict[int, list[int]]] = {}
        order, ranks = self._order, len(self.ranks)
        for at, card in enumerate(cards):
            by_suit.setdefault(card.suit, {}).setdefault(order[card.rank], []).append(at)
        for there in by_suit.values():
            if len(there) >= self.smallest_run:
                for low in sorted(there):
                    if (low + 1) % ranks in there:
                        yield from self._runs_from(low, there)

    def _runs_from(self, low: int, there: dict[int, list[int]]) -> Iterator[_Part]:
        ranks, copies = len(self.ranks), [there[low]]
        while len(copies) < ranks and (low + len(copies)) % ranks in there:
            copies.append(there[(low + len(copies)) % ranks])
        for size in range(self.smallest_run, len(copies) + 1):
            if self._allowed(low, size) and (size < ranks or low == self._ends[0] % ranks):
                for places in itertools.product(*copies[:size]):
                    yield _Part(_bits(places), places)

    def _growths(self, number: int, meld: Sequence[Card], cards: Sequence[Card]) -> Iterator[_Part]:
        """Yield all that may be laid off on one meld; it can be done once, hence a bit for it."""
        own, kind = 1 << (len(cards) + number), self.kind(meld)
        ways = self._onto_set if kind == "set" else self._onto_run
        for places in ways(meld, cards) if kind else ():
            yield _Part(_bits(places) | own, places, on=number)

    def _onto_set(self, meld: Sequence[Card], cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
        suits = {card.suit for card in meld}
        alike = [
            at
            for at, card in enumerate(cards)
            if card.rank == meld[0].rank and card.suit not in suits
        ]
        for size in range(1, len(alike) + 1):
            for places in itertools.combinations(alike, size):
                if len({cards[at].suit for at in places}) == size:
                    yield places

    def _onto_run(self, meld: Sequence[Card], cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
        low, size = self._run(meld) or (0, 0)
        there: dict[int, list[int]] = {}
        for at, card in enumerate(cards):
            if card.suit == meld[0].suit:
                there.setdefault(self._order[card.rank], []).append(at)
        below = self._chain(there, low - 1, -1)
        above = self._chain(there, low + size, 1)
        for down, up in itertools.product(range(len(below) + 1), range(len(above) + 1)):
            if down + up and self._allowed(low - down, size + down + up):
                yield from itertools.product(*below[:down], *above[:up])

    def _chain(self, there: dict[int, list[int]], start: int, step: int) -> list[list[int]]:
        """Return the copies held of each rank that follows, as far as the hand goes on."""
        ranks = len(self.ranks)
        places = (start + step * count for count in range(ranks))
        held = (there.get(place % ranks, []) for place in places)
        return list(itertools.takewhile(bool, held))


def _bits(places: Iterable[int]) -> int:
    return sum(1 << at for at in places)


def _heaviest(parts: Sequence[_Part], values: Sequence[int]) -> tuple[_Part, ...]:
    """Choose parts that share no bit and take the most points out of the hand."""
    by_lowest: dict[int, list[tuple[int, _Part]]] = {}
    for part in parts:
        points = sum(values[at] for at in part.places)
        grade = 0 if part.on >= 0 else len(part.places) * (2 if part.is_set else 1)
        weight = (points << 20) + (grade << 10) - 1
        by_lowest.setdefault(min(part.places), []).append((weight, part))
    known: dict[tuple[int, int], tuple[int, tuple[_Part, ...]]] = {}

    def heaviest(at: int, used: int) -> tuple[int, tuple[_Part, ...]]:
        """Return the best choice among parts whose lowest card is at `at` or behind it."""
        while at < len(values) and at not in by_lowest:
            at += 1
        if at == len(values):
            return 0, ()
        key = (at, used >> at)
        if key not in known:
            found = heaviest(at + 1, used)
            for weight, part in by_lowest[at]:
                if not part.mask & used:
                    more, others = heaviest(at + 1, used | part.mask)
                    if weight + more > found[0]:
                        found = (weight + more, (part, *others))
            known[key] = found
        return known[key]

    return heaviest(0, 0)[1]


__all__ = ["Melding", "Split", "Value"]
