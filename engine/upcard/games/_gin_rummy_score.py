"""What cards, hands and matches of Gin Rummy are worth: pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from upcard.cards import Card, Cards
from upcard.decks import DECKS
from upcard.games._gin_rummy_options import GinRummyOptions
from upcard.melds import Melding, Split
from upcard.score import Item, Score

PACK = DECKS["french-52"]
SEATS, HAND, WALL, TAKE_CAP = 2, 10, 2, 50
COURT, ACE = 10, 1
SPADES = "S"
SMALLEST, WHOLE_SET = 3, len(PACK.suits)
SHUTOUT = 100
NUMBERS = {
    "hand_cards": HAND, "hand_and_one": HAND + 1, "stock_cards": len(PACK) - 2 * HAND - 1,
    "wall_cards": WALL, "take_cap": TAKE_CAP, "court": COURT, "ace_value": ACE,
    "smallest_meld": SMALLEST, "whole_set": WHOLE_SET, "shutout_bonus": SHUTOUT,
}  # fmt: skip
_VALUES = {rank: min(place, COURT) for place, rank in enumerate(PACK.ranks, ACE)}


def value(card: Card) -> int:
    """Return what a card counts as deadwood: an ace one, a court card ten."""
    return _VALUES[card.rank]


def total(cards: Iterable[Card]) -> int:
    """Return the deadwood of cards that are in no meld."""
    return sum(map(value, cards))


def melding(options: GinRummyOptions) -> Melding:
    """Return which melds there are."""
    return Melding(PACK.ranks, options.ace, SMALLEST, SMALLEST)


@lru_cache(maxsize=2048)
def least(melding: Melding, hand: Cards) -> int:
    """Return the least deadwood that any choice of melds leaves."""
    return melding.best(hand, value).points


def limit(options: GinRummyOptions, first_upcard: Card | None) -> int:
    """Return the most deadwood that a knocker may keep in this hand."""
    if options.oklahoma == "off" or first_upcard is None:
        return options.knock_limit
    if first_upcard.rank == "A" and options.oklahoma == "ace_gin":
        return 0
    return value(first_upcard)


class Showdown(NamedTuple):
    """What both players have left after the melds and lay-offs.

    Attributes:
        knocker: the seat.
        mine: deadwood of the knocker.
        other: deadwood of the other player.
        big_gin: whether all eleven cards were melded without a discard.
        first_upcard: of this hand.
    """

    knocker: int
    mine: Cards
    other: Cards
    big_gin: bool = False
    first_upcard: Card | None = None


def scored(options: GinRummyOptions, end: Showdown) -> list[Item]:
    """Return what a hand scores: all for one player, or nothing."""
    items = _gin(options, end) if not end.mine else _knock(options, end)
    doubled = end.first_upcard is not None and end.first_upcard.suit == SPADES
    if items and options.spade_doubles and doubled:
        items.append(Item(items[0].side, "spade-doubles", sum(item.points for item in items)))
    return items


def _gin(options: GinRummyOptions, end: Showdown) -> list[Item]:
    if end.big_gin:
        bonus = Item(end.knocker, "big-gin", options.big_gin_bonus)
    else:
        bonus = Item(end.knocker, "gin-score", options.gin_bonus)
    left = Item(end.knocker, "gin-score", total(end.other), end.other)
    return [bonus, left] if end.other else [bonus]


def _knock(options: GinRummyOptions, end: Showdown) -> list[Item]:
    more = total(end.other) - total(end.mine)
    if more > 0:
        return [Item(end.knocker, "knock-score", more, end.other)]
    if more == 0 and options.tie == "no_score":
        return []
    bonus = Item(1 - end.knocker, "undercut", options.undercut_bonus)
    return [bonus] + ([Item(1 - end.knocker, "undercut", -more, end.mine)] if more else [])


def settled(
    options: GinRummyOptions, points: int, hands_won: int, *, winner: bool, shutout: bool
) -> Score:
    """Return what one player ends a match with."""
    items = [Item(0, "match-end", points)]
    if winner and shutout and options.shutout != "none":
        extra = points if options.shutout == "double_points" else SHUTOUT
        items.append(Item(0, "shutout", extra))
    if winner and options.game_bonus:
        items.append(Item(0, "game-bonus", options.game_bonus))
    if hands_won and options.box_bonus:
        items.append(Item(0, "boxes", hands_won * options.box_bonus))
    return Score(tuple(items))


def added(
    options: GinRummyOptions, points: Sequence[int], won: Sequence[int], winner: int
) -> list[Item]:
    """Return what the match itself adds for both players."""
    items = []
    for side, mine in enumerate(points):
        won_it = side == winner
        shutout = won_it and points[1 - side] == 0
        score = settled(options, mine, won[side], winner=won_it, shutout=shutout)
        items += [item._replace(side=side) for item in score.items[1:]]
    return items


def itemised(split: Split, melding: Melding, thrown: Cards = Cards()) -> Score:
    """Return a split as items: melds and lay-offs count nothing, each card left its value."""
    items = [Item(0, melding.kind(meld), 0, meld) for meld in split.melds]
    items += [Item(0, "lay-off", 0, cards) for _, cards in split.laid]
    items += [Item(0, "discard", 0, thrown)] if thrown else []
    return Score((*items, *(Item(0, "values", value(c), Cards([c])) for c in split.rest)))


def broken(cards: Sequence[Card]) -> str:
    """Return which rule some cards that are no meld break."""
    return "set" if len({card.rank for card in cards}) == 1 else "run"
