"""Taking tricks: who wins one, and the tests behind "follow suit", "trump" and "beat".

An `Order` says which card is higher, as data: ranks lowest first, the trump suit if there is one,
and the cards that are trumps whatever suit they bear. Of identical cards the one played first
wins, since a card beats another only if it is higher. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from upcard.cards import Card, Cards
from upcard.choices import Test
from upcard.moves import Move

TEN_SECOND = ("9", "J", "Q", "K", "10", "A")
"""Ranks of the games in which the ten stands between king and ace, lowest first."""


class Order(NamedTuple):
    """Which card is higher. Without trumps, or where no card changes its suit, leave the rest out.

    Attributes:
        ranks: of every suit, lowest first.
        trump: the trump suit, `""` if there is none.
        bowers: cards that are trumps whatever suit they bear, above all others, lowest first.

    >>> clubs = Order(("9", "10", "J", "Q", "K", "A"), "C", (Card("J", "S"), Card("J", "C")))
    >>> clubs.suit_of(Card("J", "S")), clubs.suit_of(Card("A", "S"))
    ('C', 'S')
    >>> clubs.beats(Card("J", "S"), Card("A", "C"))
    True
    """

    ranks: tuple[str, ...]
    trump: str = ""
    bowers: tuple[Card, ...] = ()

    def suit_of(self, card: Card) -> str:
        """Return the suit a card belongs to in play."""
        return self.trump if card in self.bowers else card.suit

    def height(self, card: Card) -> int:
        """Return how high a card stands within its suit."""
        if card in self.bowers:
            return len(self.ranks) + self.bowers.index(card)
        return self.ranks.index(card.rank)

    def beats(self, card: Card, other: Card) -> bool:
        """Say whether a card beats one played before it."""
        suit = self.suit_of(card)
        if suit == self.suit_of(other):
            return self.height(card) > self.height(other)
        return suit == self.trump

    def winning(self, trick: Sequence[Card]) -> int:
        """Return the place of the winning card in a trick, the leader's card being at place 0.

        >>> Order(TEN_SECOND).winning([Card("K", "D"), Card("A", "S"), Card("10", "D")])
        2
        """
        best = 0
        for place, card in enumerate(trick):
            if self.beats(card, trick[best]):
                best = place
        return best

    def of_suit(self, suit: str) -> Test:
        """Return the test for a card of one suit: the suit led, or trumps."""
        return lambda move: self.suit_of(played(move)) == suit

    def takes(self, trick: Sequence[Card]) -> Test:
        """Return the test for a card that beats everything on the trick so far."""
        best = trick[self.winning(trick)]
        return lambda move: self.beats(played(move), best)


def played(move: Move) -> Card:
    """Return the card a move plays, wherever it is played from."""
    return (move.cards or move.all_cards)[0]


# --- the same for games in which every card keeps its suit, as in most -----------------------


def beats(card: Card, other: Card, ranks: Sequence[str], trump: str = "") -> bool:
    """Say whether a card beats one played before it.

    >>> beats(Card("10", "S"), Card("K", "S"), TEN_SECOND)
    True
    >>> beats(Card("9", "H"), Card("A", "S"), TEN_SECOND, trump="H")
    True
    """
    return Order(tuple(ranks), trump).beats(card, other)


def winning(trick: Sequence[Card], ranks: Sequence[str], trump: str = "") -> int:
    """Return the place of the winning card in a trick, the leader's card being at place 0.

    >>> winning([Card("A", "D"), Card("A", "D")], TEN_SECOND)
    0
    """
    return Order(tuple(ranks), trump).winning(trick)


def of_suit(suit: str) -> Test:
    """Return the test for a card of one suit: the suit led, or trumps."""
    return lambda move: played(move).suit == suit


def takes(trick: Sequence[Card], ranks: Sequence[str], trump: str = "") -> Test:
    """Return the test for a card that beats everything on the trick so far."""
    return Order(tuple(ranks), trump).takes(trick)


def points_by_rank(pile: Cards, values: Mapping[str, int]) -> list[tuple[int, Cards]]:
    """Count the cards taken in tricks, one entry for each rank that is worth something.

    >>> points_by_rank(Cards([Card("A", "S"), Card("K", "S"), Card("A", "D")]), {"A": 11, "K": 4})
    [(22, <AS AD>), (4, <KS>)]
    """
    counted = []
    for rank, value in values.items():
        cards = Cards(card for card in pile if card.rank == rank)
        if cards and value:
            counted.append((value * len(cards), cards))
    return counted


__all__ = [
    "TEN_SECOND", "Order", "beats", "of_suit", "played", "points_by_rank", "takes", "winning",
]  # fmt: skip
