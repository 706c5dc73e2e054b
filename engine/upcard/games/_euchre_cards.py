"""The cards of two-handed Euchre: the bowers, and which card is higher."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from upcard.cards import Card, Cards
from upcard.decks import DECKS
from upcard.tricks import Order

PACK = DECKS["french-24"]
RANKS = ("9", "10", "J", "Q", "K", "A")  # of a plain suit, lowest first
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


@cache
def order(trump: str) -> Order:
    """Return which card is higher when a suit is trumps, or when none is."""
    if not trump:
        return Order(RANKS)
    return Order(RANKS, trump, (left_bower(trump), Card("J", trump)))


def left_bower(trump: str) -> Card:
    """Return the jack of the other suit of the trumps' colour.

    >>> left_bower("C")
    <JS>
    """
    return Card("J", SAME_COLOUR[trump])


def ranked(suit: str, trump: str) -> Cards:
    """Return the cards that belong to a suit in play, highest first.

    >>> ranked("H", "H"), ranked("D", "H")
    (<JH JD AH KH QH 10H 9H>, <AD KD QD 10D 9D>)
    """
    rank = order(trump)
    cards = (card for card in PACK.pack if rank.suit_of(card) == suit)
    return Cards(sorted(cards, key=rank.height, reverse=True))


def rules_of_rank(cards: Sequence[Card], trump: str) -> tuple[str, ...]:
    """Return the rules by which cards of one trick are compared."""
    suits = {order(trump).suit_of(card) for card in cards}
    rank = ("rank-trumps" if trump in suits else "rank-plain",) if len(suits) == 1 else ()
    bower = ("left-bower-suit",) if trump and left_bower(trump) in cards else ()
    return rank + bower
