"""The melds of two-handed Pinochle: which there are, when one may be laid, what it scores.

The words are the article's. A card on the table remembers the kinds of meld it has served in;
everything else follows from that.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from upcard.cards import Card, Cards
from upcard.choices import Illegal
from upcard.decks import DECKS
from upcard.games._pinochle_table import Laid, PinochleOptions
from upcard.moves import Move
from upcard.score import Item, Score

PACK = DECKS["pinochle-48"]
JACK_OF_DIAMONDS, QUEEN_OF_SPADES = Card("J", "D"), Card("Q", "S")
AROUND = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}
FAMILIES = (
    ("run", "royal-marriage"), ("marriage",), ("aces",), ("kings",), ("queens",), ("jacks",),
    ("double-pinochle", "pinochle"), ("dix",),
)  # fmt: skip
"""The kinds of meld. What has been laid of one family never bears on another."""
KINDS = tuple(itertools.chain.from_iterable(FAMILIES))
_FAMILY = {kind: at for at, family in enumerate(FAMILIES) for kind in family}
MANY = 99


class Meld(NamedTuple):
    """A meld to be laid: its cards from the hand, and those that are on the table already."""

    kind: str
    cards: Cards
    table: Cards = Cards()

    @classmethod
    def of(cls, move: Move) -> Meld:
        """Return the meld that a move lays."""
        return cls(str(move.arg), move.cards, move.group("table"))

    def move(self, seat: int) -> Move:
        """Return the move that lays it."""
        groups = (("table", self.table),) if self.table else ()
        return Move(seat, "meld", self.cards, self.kind, groups)

    def has_shape(self, trump: str) -> bool:
        """Say whether the cards are those of its kind, wherever they lie."""
        return PACK.sort(self.cards + self.table) in shapes(trump).get(self.kind, ())


class Verdict(NamedTuple):
    """What becomes of a meld: points by a rule, or no points and the rule that refuses it.

    `places` says which cards of the table serve in it.
    """

    rule: str
    points: int = 0
    places: tuple[int, ...] = ()


class Plan(NamedTuple):
    """The best way to meld: items in order, the table afterwards, the cards left in the hand."""

    items: tuple[Item, ...]
    laid: tuple[Laid, ...]
    rest: Cards

    @property
    def points(self) -> int:
        return sum(item.points for item in self.items)


@cache
def shapes(trump: str) -> dict[str, tuple[Cards, ...]]:
    """Return the cards that make each kind of meld."""
    plain = [suit for suit in PACK.suits if suit != trump]
    pinochle = [QUEEN_OF_SPADES, JACK_OF_DIAMONDS]
    around = {kind: [[Card(rank, suit) for suit in PACK.suits]] for kind, rank in AROUND.items()}
    ways = around | {
        "run": [[Card(rank, trump) for rank in ("A", "10", "K", "Q", "J")]],
        "royal-marriage": [[Card("K", trump), Card("Q", trump)]],
        "marriage": [[Card("K", suit), Card("Q", suit)] for suit in plain],
        "double-pinochle": [[*pinochle, *pinochle]],
        "pinochle": [pinochle],
        "dix": [[Card("9", trump)]],
    }
    return {kind: tuple(map(PACK.sort, ways[kind])) for kind in KINDS}


def held(trump: str, hand: Cards, table: Cards, since: int = 0) -> Iterator[Meld]:
    """Yield every meld whose cards are there, in every mixture of hand and table.

    Only families from the place `since` on are looked at.
    """
    there = {*hand, *table}
    for kind, ways in shapes(trump).items():
        for shape in ways if _FAMILY[kind] >= since else ():
            if there.issuperset(shape):
                for cards in _from_hand(Counter(shape), hand, table):
                    yield Meld(kind, cards, shape - cards)


def _from_hand(shape: Counter[Card], hand: Cards, table: Cards) -> Iterator[Cards]:
    """Yield each part of a shape that may come from the hand while the table holds the rest."""
    splits = []
    for card, many in shape.items():
        least, most = many - table.count(card), min(many, hand.count(card))
        splits.append([[card] * count for count in range(most, max(least, 0) - 1, -1)])
    for parts in itertools.product(*splits):
        yield Cards(itertools.chain(*parts))


def judge(meld: Meld, laid: tuple[Laid, ...], options: PinochleOptions) -> Verdict:
    """Say what a meld scores, or which rule refuses it.

    Where the table holds a card twice, that one serves which scores most.
    """
    verdicts = [_judge(meld, laid, places, options) for places in _places(meld.table, laid)]
    return max(verdicts, key=lambda verdict: _merit(verdict, laid))


def _merit(verdict: Verdict, laid: tuple[Laid, ...]) -> tuple[int, int]:
    return verdict.points, sum(len(laid[place].kinds) for place in verdict.places)


def _places(cards: Cards, laid: tuple[Laid, ...]) -> Iterator[tuple[int, ...]]:
    where = [[at for at, there in enumerate(laid) if there.card == card] for card in cards]
    return (places for places in itertools.product(*where) if len({*places}) == len(places))


def _judge(
    meld: Meld, laid: tuple[Laid, ...], places: tuple[int, ...], options: PinochleOptions
) -> Verdict:
    used = [laid[place] for place in places]
    rule = _objection(meld, used, options)
    return Verdict(rule) if rule else _value(meld.kind, used, laid, places, options)


def _objection(meld: Meld, used: list[Laid], options: PinochleOptions) -> str:
    """Return the rule that refuses a meld with these cards of the table, or nothing."""
    served = [there for there in used if _has_served(there, meld.kind)]
    spent = bool(served)
    if options.reuse == "any_kind":
        spent = len(served) == len(used) + len(meld.cards)
    if meld.kind == "double-pinochle" and options.double_pinochle != 300:
        return "double-pinochle"
    if meld.kind == "double-pinochle" and served:
        return "double-pinochle-adds"
    if spent and meld.kind == "dix":
        return "dix-once"
    if spent and any(meld.kind not in there.kinds for there in served):
        return "marriage-in-run"
    if spent:
        return "meld-reuse"
    if options.new_card == "needed" and not meld.cards:
        return "meld-new-card"
    return ""


def _has_served(there: Laid, kind: str) -> bool:
    """Say whether a card has been in a meld of this kind; in a run, king and queen are married."""
    also = {"royal-marriage": "run", "double-pinochle": "pinochle"}.get(kind, kind)
    return kind in there.kinds or also in there.kinds


def _value(
    kind: str,
    used: list[Laid],
    laid: tuple[Laid, ...],
    places: tuple[int, ...],
    options: PinochleOptions,
) -> Verdict:
    points = options.melds[kind]
    married = kind == "run" and any(_married(there) for there in used)
    if married and options.run_after_royal == "difference":
        less = options.melds["royal-marriage"]
        return Verdict("run-extends-royal-marriage", points - less, places)
    fresh = not any(_has_served(there, kind) for there in used)
    if kind == "pinochle" and options.double_pinochle == 300 and fresh and _stands(laid, places):
        less = points if options.second_pinochle == "difference" else 0
        return Verdict("double-pinochle-adds", options.melds["double-pinochle"] - less, places)
    return Verdict(kind, points, places)


def _married(there: Laid) -> bool:
    """Say whether a card brings into a run a royal marriage that no run has taken up yet."""
    return "royal-marriage" in there.kinds and "run" not in there.kinds


def _stands(laid: tuple[Laid, ...], places: tuple[int, ...]) -> bool:
    """Say whether another pinochle lies unbroken on the table."""
    others = [there for at, there in enumerate(laid) if at not in places]
    there = {other.card for other in others if "pinochle" in other.kinds}
    return there >= {JACK_OF_DIAMONDS, QUEEN_OF_SPADES}


def lay(meld: Meld, places: tuple[int, ...], laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """Return the table after a meld."""
    kind = "pinochle" if meld.kind == "double-pinochle" else meld.kind
    marked = (
        Laid(there.card, tuple(sorted({*there.kinds, kind}))) if at in places else there
        for at, there in enumerate(laid)
    )
    return (*marked, *(Laid(card, (kind,)) for card in meld.cards))


def best(
    trump: str,
    hand: Cards,
    laid: tuple[Laid, ...],
    options: PinochleOptions,
    *,
    tricks: int = MANY,
    whole: bool = False,
) -> Plan:
    """Return the best scoring melds, laid one after the other.

    Args:
        trump: the trump suit.
        hand: the cards that may be laid.
        laid: what lies on the table.
        options: of the table.
        tricks: how many tricks are won meanwhile, where only one meld is allowed after each.
        whole: prefer a plan that lays every card of the hand over one that scores more.
    """
    limited = options.melds_per_trick == "one"
    free = not limited and options.new_card == "not_needed"
    known: dict[object, Plan] = {}

    def search(hand: Cards, laid: tuple[Laid, ...], left: int, since: int) -> Plan:
        key = (tuple(sorted(hand)), tuple(sorted(laid)), left, since)
        if key not in known:
            plans = [Plan((), laid, hand)]
            for meld, verdict in _open(trump, hand, laid, options, since):
                after = left - (limited and meld.kind != "dix")
                if after >= 0:
                    rest, table = hand - meld.cards, lay(meld, verdict.places, laid)
                    plan = search(rest, table, after, _FAMILY[meld.kind] if free else 0)
                    item = Item(0, verdict.rule, verdict.points, PACK.sort(meld.cards + meld.table))
                    plans.append(plan._replace(items=(item, *plan.items)))
            known[key] = max(plans, key=lambda plan: (whole and not plan.rest, plan.points))
        return known[key]

    return search(hand, laid, tricks, 0)


def _open(
    trump: str, hand: Cards, laid: tuple[Laid, ...], options: PinochleOptions, since: int
) -> Iterator[tuple[Meld, Verdict]]:
    """Yield the melds that may be laid now."""
    for meld in held(trump, hand, Cards(there.card for there in laid), since):
        verdict = judge(meld, laid, options)
        if verdict.points:
            yield meld, verdict


def laid_out(trump: str, table: Cards, options: PinochleOptions) -> tuple[Laid, ...]:
    """Return a table whose cards have been melded in every way that scores most."""
    plan = best(trump, table, (), options)
    return (*plan.laid, *map(Laid, plan.rest))


def score_laying(
    trump: str, cards: Cards, table: Cards, options: PinochleOptions, tricks: int
) -> Score:
    """Return the best score of laying cards beside a table that has been melded in its fullest.

    Raises:
        Illegal: a card makes no meld, or the rules refuse it.
    """
    laid = laid_out(trump, table, options)
    plan = best(trump, cards, laid, options, tricks=tricks, whole=True)
    if cards and not plan.rest:
        return Score(plan.items)
    rest = best(trump, cards, laid, options, whole=True).rest
    rule = "melds-per-trick" if cards and not rest else _against(trump, rest, laid, options)
    raise Illegal(Move(0, "meld", cards), f"laying {plan.rest}", rule, {"table": str(table)})


def _against(trump: str, cards: Cards, laid: tuple[Laid, ...], options: PinochleOptions) -> str:
    """Return the rule that keeps cards from making another meld with the table."""
    melds = held(trump, cards, Cards(there.card for there in laid))
    new = sorted((meld for meld in melds if meld.cards), key=lambda m: len(m.cards + m.table))
    return judge(new[0], laid, options).rule if new else "meld-kinds"
