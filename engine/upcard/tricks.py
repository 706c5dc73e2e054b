"""Taking tricks: who wins one, and the tests behind "follow suit", "trump" and "beat".

Ranks are data, lowest first. Of identical cards the one played first wins, since a card beats
another only if it is higher. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from upcard.cards import Card, Cards
from upcard.choices import Test
from upcard.moves import Move

TEN_SECOND = ("9", "J", "Q", "K", "10", "A")
"""Ranks of the games in which the ten stands between king and ace, lowest first."""


def beats(card: Card, other: Card, ranks: Sequence[str], trump: str = "") -> bool:
    """Say whether a card beats one played before it.

    >>> beats(Card("10", "S"), Card("K", "S"), TEN_SECOND)
    True
    >>> beats(Card("9", "H"), Card("A", "S"), TEN_SECOND, trump="H")
    True
    """
    if card.suit == other.suit:
        return ranks.index(card.rank) > ranks.index(other.rank)
    return card.suit == trump


def winning(trick: Sequence[Card], ranks: Sequence[str], trump: str = "") -> int:
    """Return the place of the winning card in a trick, the leader's card being at place 0.

    >>> winning([Card("A", "D"), Card("A", "D")], TEN_SECOND)
    0
    """
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], ranks, trump):
            best = place
    return best


def played(move: Move) -> Card:
    """Return the card a move plays, wherever it is played from."""
    return move.all_cards[0]


def of_suit(suit: str) -> Test:
    """Return the test for a card of one suit: the suit led, or trumps."""
    return lambda move: played(move).suit == suit


def takes(trick: Sequence[Card], ranks: Sequence[str], trump: str = "") -> Test:
    """Return the test for a card that beats everything on the trick so far."""
    best = trick[winning(trick, ranks, trump)]
    return lambda move: beats(played(move), best, ranks, trump)


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
    "TEN_SECOND", "beats", "of_suit", "played", "points_by_rank", "takes", "winning",
]  # fmt: skip
