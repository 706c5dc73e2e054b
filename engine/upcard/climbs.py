"""Climbing: what may be played together, and which of two plays is the better.

A game says in an `Order` all on which climbing games differ: ranks, suits, the kinds of combination
and how they stand, the straights as patterns, what is looked at first, which kinds are bombs. The
rest are functions over cards. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations as choose
from itertools import product
from typing import Literal, NamedTuple

from upcard.cards import Card, Cards

SINGLE, PAIR, TRIPLE, FOUR = "single", "pair", "triple", "four"
STRAIGHT, FLUSH, FULL_HOUSE = "straight", "flush", "full-house"
FOUR_PLUS_ONE, STRAIGHT_FLUSH = "four-plus-one", "straight-flush"
SIZES = {
    SINGLE: 1, PAIR: 2, TRIPLE: 3, FOUR: 4, STRAIGHT: 5, FLUSH: 5, FULL_HOUSE: 5,
    FOUR_PLUS_ONE: 5, STRAIGHT_FLUSH: 5,
}  # fmt: skip
"""Every kind of combination, with its number of cards; those of five cards as poker ranks them."""

RUN = 5  # cards of a straight or flush
_SHAPES = {  # how many cards of a rank, fewest first
    (1,): SINGLE, (2,): PAIR, (3,): TRIPLE, (4,): FOUR, (2, 3): FULL_HOUSE, (1, 4): FOUR_PLUS_ONE,
}  # fmt: skip
By = Literal["rank", "suit", "kind", "other-kind", "bomb", "size"]
First = Literal["rank", "suit"]


@dataclass(frozen=True, eq=False)
class Order:
    """How the combinations of one table stand.

    Attributes:
        ranks, suits: low to high.
        kinds: what may be played; of kinds of one size the later is the higher.
        straights: the patterns, low to high. Each names its ranks; the one named last is the card
            whose suit breaks a tie.
        straight_by, flush_by: what is looked at first in two straights, or in the top cards of two
            flushes.
        across: whether a higher kind beats a lower kind of the same size.
        bombs: kinds that beat any combination, whatever its size, that is no bomb.
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    kinds: tuple[str, ...] = tuple(SIZES)
    straights: tuple[tuple[str, ...], ...] = ()
    straight_by: First = "rank"
    flush_by: First = "rank"
    across: bool = True
    bombs: frozenset[str] = frozenset()

    @cached_property
    def rank_place(self) -> dict[str, int]:
        """The place of each rank, the lowest 0."""
        return {rank: place for place, rank in enumerate(self.ranks)}

    @cached_property
    def suit_place(self) -> dict[str, int]:
        """The place of each suit, the lowest 0."""
        return {suit: place for place, suit in enumerate(self.suits)}

    @cached_property
    def kind_place(self) -> dict[str, int]:
        """The place of each kind, the lowest 0."""
        return {kind: place for place, kind in enumerate(self.kinds)}

    @cached_property
    def patterns(self) -> dict[frozenset[str], int]:
        """The place of each straight, by the ranks in it."""
        return {frozenset(ranks): place for place, ranks in enumerate(self.straights)}

    @cached_property
    def straight_ranks(self) -> tuple[tuple[int, ...], ...]:
        """The straights as places of their ranks."""
        return tuple(tuple(self.rank_place[rank] for rank in ranks) for ranks in self.straights)

    def place(self, card: Card) -> tuple[int, int]:
        """Return where a card stands: its rank, then its suit."""
        return self.rank_place[card.rank], self.suit_place[card.suit]


class Play(NamedTuple):
    """A combination. Two of one kind are compared by their keys, place by place."""

    kind: str
    cards: Cards
    key: tuple[int, ...]


class Verdict(NamedTuple):
    """Whether a play beats another, and what decided it."""

    better: bool
    by: By


def runs(ranks: Sequence[str], size: int = RUN) -> tuple[tuple[str, ...], ...]:
    """Return the straights of neighbouring ranks, the lowest first.

    >>> runs("3 4 5 6 7 8".split())
    (('3', '4', '5', '6', '7'), ('4', '5', '6', '7', '8'))
    """
    return tuple(tuple(ranks[at : at + size]) for at in range(len(ranks) - size + 1))


# --- what some cards are ---------------------------------------------------------------------


def classify(cards: Sequence[Card], order: Order) -> Play | None:
    """Return the combination that some cards are, or `None` if they are none.

    >>> order = Order(("3", "4", "5"), ("D", "S"))
    >>> classify((Card("4", "D"), Card("4", "S")), order)
    Play(kind='pair', cards=<4D 4S>, key=(1, 1))
    """
    kind = _SHAPES.get(shape(cards)) or _suit_or_straight(cards, order)
    if kind not in order.kind_place:
        return None
    return Play(kind, Cards(cards), _KEYS[kind](cards, order))


def shape(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return how many cards there are of each rank, the fewest first: a full house is `(2, 3)`."""
    ranks = [card.rank for card in cards]
    return tuple(sorted(map(ranks.count, set(ranks))))


def one_suit(cards: Sequence[Card]) -> bool:
    """Say whether all cards are of one suit."""
    return len({card.suit for card in cards}) == 1


def _suit_or_straight(cards: Sequence[Card], order: Order) -> str:
    """Return the kind of five cards of different ranks, or no name."""
    ranks = {card.rank for card in cards}
    if len(cards) != RUN or len(ranks) != RUN:
        return ""
    alike, straight = one_suit(cards), frozenset(ranks) in order.patterns
    if alike and straight and STRAIGHT_FLUSH in order.kind_place:
        return STRAIGHT_FLUSH
    if alike and FLUSH in order.kind_place:
        return FLUSH
    return STRAIGHT if straight else ""


def nearest(cards: Sequence[Card], order: Order) -> str:
    """Return the kind of combination that cards come nearest to, or no name.

    It says which rule some cards offend that are no combination: a straight round the corner, a
    full house without its pair.

    >>> nearest((Card("9", "S"), Card("4", "S")), Order(("4", "9"), ("S",)))
    'pair'
    """
    for kind, size in SIZES.items():
        if size == len(cards) < RUN:
            return kind
    if len(cards) == RUN:
        if shape(cards) in ((1, 1, 3), (2, 3)):
            return FULL_HOUSE
        if shape(cards) == (1, 4):
            return FOUR_PLUS_ONE
        if len(shape(cards)) == RUN:
            return FLUSH if one_suit(cards) else STRAIGHT if _is_round(cards, order) else ""
    return ""


def _is_round(cards: Sequence[Card], order: Order) -> bool:
    """Say whether ranks are neighbours when the lowest follows the highest."""
    places = {order.rank_place[card.rank] for card in cards}
    return any(
        all((start + step) % len(order.ranks) in places for step in range(len(places)))
        for start in places
    )


# --- keys ------------------------------------------------------------------------------------


def _top(cards: Sequence[Card], order: Order) -> tuple[int, int]:
    return max(map(order.place, cards))


def _most(cards: Sequence[Card], order: Order) -> tuple[int]:
    ranks = [card.rank for card in cards]
    return (order.rank_place[max(ranks, key=ranks.count)],)


def _run(cards: Sequence[Card], order: Order) -> tuple[int, int]:
    pattern = order.patterns[frozenset(card.rank for card in cards)]
    (tie,) = (card for card in cards if card.rank == order.straights[pattern][-1])
    return _first(order.straight_by, pattern, order.suit_place[tie.suit])


def _suit(cards: Sequence[Card], order: Order) -> tuple[int, int]:
    return _first(order.flush_by, *_top(cards, order))


def _first(by: First, rank: int, suit: int) -> tuple[int, int]:
    return (rank, suit) if by == "rank" else (suit, rank)


_KEYS: dict[str, Callable[[Sequence[Card], Order], tuple[int, ...]]] = {
    SINGLE: _top, PAIR: _top, TRIPLE: _most, FOUR: _most, STRAIGHT: _run, FLUSH: _suit,
    FULL_HOUSE: _most, FOUR_PLUS_ONE: _most, STRAIGHT_FLUSH: _run,
}  # fmt: skip


# --- which of two is the better --------------------------------------------------------------


def compare(play: Play, on: Play, order: Order) -> Verdict:
    """Say whether a play beats another, and by what it is decided.

    >>> order = Order(("4", "9"), ("D", "S"))
    >>> nine, four = (classify((Card(rank, "S"),), order) for rank in "94")
    >>> compare(nine, four, order)
    Verdict(better=True, by='rank')
    """
    verdict = _by_kind(play.kind, on.kind, order)
    if verdict is not None:
        return verdict
    suit_first = (play.kind == FLUSH and order.flush_by == "suit") or (
        play.kind in (STRAIGHT, STRAIGHT_FLUSH) and order.straight_by == "suit"
    )
    first = play.key[0] != on.key[0]
    return Verdict(play.key > on.key, "suit" if first == suit_first else "rank")


def _by_kind(kind: str, on: str, order: Order) -> Verdict | None:
    """Return what the kinds alone decide: nothing if they are the same."""
    if kind == on:
        return None
    higher = order.kind_place[kind] > order.kind_place[on]
    if SIZES[kind] != SIZES[on]:
        if kind in order.bombs:
            return Verdict(on not in order.bombs or higher, "bomb")
        return Verdict(better=False, by="size")
    if kind in order.bombs or on in order.bombs:
        return Verdict(higher, "bomb")
    return Verdict(higher, "kind") if order.across else Verdict(better=False, by="other-kind")


# --- all that a hand can play ----------------------------------------------------------------


def combinations(hand: Cards, order: Order) -> list[Play]:
    """Return every combination in a hand, each with its cards as they stand in the hand.

    >>> order = Order(("3", "4"), ("D", "S"))
    >>> [str(play.cards) for play in combinations(Cards([Card("4", "D"), Card("4", "S")]), order)]
    ['4D', '4S', '4D 4S']
    """
    held = _Held(hand, order)
    return held.distinct(play for kind in order.kinds for play in held.of_kind(kind))


def how_many(hand: Cards, order: Order, kind: str) -> int:
    """Say how many combinations of one kind a hand holds."""
    return _Held(hand, order).how_many(kind)


def beating(hand: Cards, on: Play, order: Order) -> list[Play]:
    """Return every combination in a hand that beats a given one."""
    return _Held(hand, order).beating(on)


Found = Iterator[tuple[tuple[int, ...], tuple[int, ...]]]  # the key, and places in the hand


class _Held:
    """A hand sorted out: places in the hand stand for cards."""

    def __init__(self, hand: Cards, order: Order) -> None:
        self.hand, self.order = hand, order
        self.ranks = [order.rank_place[card.rank] for card in hand]
        self.suits = [order.suit_place[card.suit] for card in hand]
        self.by_rank = _grouped(self.ranks)
        self.by_suit = [group for group in _grouped(self.suits).values() if len(group) >= RUN]
        self.finders: dict[str, Callable[[], Found]] = {
            SINGLE: self.singles, PAIR: self.pairs, TRIPLE: self.triples, FOUR: self.fours,
            STRAIGHT: self.straights, FLUSH: self.flushes, FULL_HOUSE: self.full_houses,
            FOUR_PLUS_ONE: self.fours_plus_one, STRAIGHT_FLUSH: self.straight_flushes,
        }  # fmt: skip

    def beating(self, on: Play) -> list[Play]:
        found: list[Play] = []
        for kind in self.order.kinds:
            verdict = _by_kind(kind, on.kind, self.order)
            if verdict is None or verdict.better:
                found += self.of_kind(kind, () if verdict else on.key)
        return self.distinct(found)

    def how_many(self, kind: str) -> int:
        if len(self.hand) < SIZES[kind] or len(set(self.hand)) < len(self.hand):
            return len(self.distinct(self.of_kind(kind)))
        return sum(1 for _ in self.finders[kind]())

    def distinct(self, plays: Iterable[Play]) -> list[Play]:
        """List plays once, however many copies of a card the hand holds."""
        copies = len(set(self.hand)) < len(self.hand)
        return list(dict.fromkeys(plays) if copies else plays)

    def of_kind(self, kind: str, above: tuple[int, ...] = ()) -> Iterator[Play]:
        """Yield the combinations of one kind with keys above a key."""
        if len(self.hand) >= SIZES[kind]:
            for key, places in self.finders[kind]():
                if key > above:
                    cards = Cards([self.hand[at] for at in sorted(places)])
                    yield Play(kind, cards, key)

    def alike(self, size: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        for rank, group in self.by_rank.items():
            if len(group) >= size:
                for chosen in choose(group, size):
                    yield rank, chosen

    def singles(self) -> Found:
        for at, place in enumerate(zip(self.ranks, self.suits, strict=True)):
            yield place, (at,)

    def pairs(self) -> Found:
        for rank, two in self.alike(2):
            yield (rank, max(self.suits[at] for at in two)), two

    def triples(self) -> Found:
        for rank, three in self.alike(3):
            yield (rank,), three

    def fours(self) -> Found:
        for rank, four in self.alike(4):
            yield (rank,), four

    def full_houses(self) -> Found:
        twos = list(self.alike(2))
        for rank, three in self.alike(3):
            for other, two in twos:
                if other != rank:
                    yield (rank,), three + two

    def fours_plus_one(self) -> Found:
        for rank, four in self.alike(4):
            for at, other in enumerate(self.ranks):
                if other != rank:
                    yield (rank,), (*four, at)

    def straights(self) -> Found:
        """Find the straights that are nothing higher."""
        kinds = self.order.kind_place
        if STRAIGHT_FLUSH in kinds or FLUSH in kinds:
            for key, places in self.runs(self.by_rank):
                if len({self.suits[at] for at in places}) > 1:
                    yield key, places
        else:
            yield from self.runs(self.by_rank)

    def straight_flushes(self) -> Found:
        for group in self.by_suit:
            yield from self.runs(_grouped(self.ranks, group))

    def runs(self, by_rank: Mapping[int, list[int]]) -> Found:
        for pattern, ranks in enumerate(self.order.straight_ranks):
            if all(rank in by_rank for rank in ranks):
                for places in product(*(by_rank[rank] for rank in ranks)):
                    yield _first(self.order.straight_by, pattern, self.suits[places[-1]]), places

    def flushes(self) -> Found:
        """Find the flushes that are nothing higher."""
        straights: set[frozenset[int]] = set()
        if STRAIGHT_FLUSH in self.order.kind_place:
            straights = set(map(frozenset, self.order.straight_ranks))
        for group in self.by_suit:
            suit = self.suits[group[0]]
            for places in choose(group, RUN):
                ranks = {self.ranks[at] for at in places}
                if len(ranks) == RUN and ranks not in straights:
                    yield _first(self.order.flush_by, max(ranks), suit), places


def _grouped(of: Sequence[int], places: Iterable[int] | None = None) -> dict[int, list[int]]:
    """Group places in a hand by rank or suit."""
    groups: dict[int, list[int]] = {}
    for at in range(len(of)) if places is None else places:
        groups.setdefault(of[at], []).append(at)
    return groups


__all__ = [
    "FLUSH", "FOUR", "FOUR_PLUS_ONE", "FULL_HOUSE", "PAIR", "RUN", "SINGLE", "SIZES",
    "STRAIGHT", "STRAIGHT_FLUSH", "TRIPLE", "Order", "Play", "Verdict", "beating", "classify",
    "combinations", "compare", "how_many", "nearest", "one_suit", "runs", "shape",
]  # fmt: skip
