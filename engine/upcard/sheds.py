"""Shedding: getting rid of cards by matching the one on top.

A card follows another of its suit or rank, a wild card lets its player name the suit, certain
ranks make the next player pick up, and a stock that runs out is made anew from the discards.
A stock is kept top card first; discards are kept oldest first, so that the last lies on top.
Nothing here knows a game or rolls dice: what is shuffled, the dealer shuffles by a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from upcard.cards import Card, Cards, Deck, Suit, combinations
from upcard.moves import Move


def fits(card: Card, top: Card, suit: str) -> bool:
    """Say whether a card matches the top card's rank or the suit to follow.

    >>> fits(Card("9", "S"), top=Card("8", "D"), suit="S")
    True
    >>> fits(Card("9", "D"), top=Card("8", "D"), suit="S")
    False
    """
    return card.rank == top.rank or card.suit == suit != ""


def plays(hand: Iterable[Card], most: int = 1) -> Iterator[Cards]:
    """Yield what may be laid at once: up to `most` cards of a rank, the one to lie on top last.

    The order of the cards beneath it changes nothing; they stay in the hand's order.

    >>> [str(cards) for cards in plays([Card("4", "C"), Card("4", "S"), Card("K", "D")], 4)]
    ['4C', '4S', '4S 4C', '4C 4S', 'KD']
    """
    ranks: dict[str, list[Card]] = {}
    for card in hand:
        ranks.setdefault(card.rank, []).append(card)
    for alike in ranks.values():
        yield from (Cards([card]) for card in dict.fromkeys(alike))
        for size in range(2, min(most, len(alike)) + 1):
            for chosen in combinations(alike, size):
                yield from (chosen - (top,) + (top,) for top in chosen.distinct())


def on_top_last(deck: Deck, laid: Cards) -> Cards:
    """Spell a play as `plays` does: the card on top last, the others in the pack's order."""
    return deck.sort(laid[:-1]) + laid[-1:]


def pick_up(laid: Iterable[Card], worth: Mapping[str, int]) -> int:
    """Add up the cards that the next player is to pick up for what was laid.

    >>> pick_up([Card("2", "S"), Card("2", "D")], {"2": 2, "5": 5})
    4
    """
    return sum(worth.get(card.rank, 0) for card in laid)


# --- dealing and drawing ---------------------------------------------------------------------


def dealt(pack: Cards, seats: int, size: int, first: int) -> tuple[list[Cards], Cards]:
    """Deal one card at a time from the top; return the hands by seat, and what is left.

    >>> dealt(Cards([Card(rank, "S") for rank in "A2345"]), seats=2, size=2, first=1)
    ([<2S 4S>, <AS 3S>], <5S>)
    """
    round_of = [pack[start : seats * size : seats] for start in range(seats)]
    return [round_of[(seat - first) % seats] for seat in range(seats)], pack[seats * size :]


class Drawn(NamedTuple):
    """What drawing brought.

    Attributes:
        cards: the cards drawn, in order.
        stock: what is left of the stock.
        owed: how many cards were wanted and are still to come.
    """

    cards: Cards
    stock: Cards
    owed: int


def draw(stock: Cards, count: int) -> Drawn:
    """Draw cards from the top of the stock, as many as there are.

    >>> draw(Cards([Card("A", "S"), Card("K", "D")]), 3)
    Drawn(cards=<AS KD>, stock=<no cards>, owed=1)
    """
    cards = stock[:count]
    return Drawn(cards, stock[count:], count - len(cards))


def turned_over(discards: Cards) -> tuple[Cards, Cards]:
    """Split the discards for a new stock: the cards to be shuffled, and the top card, which stays.

    >>> turned_over(Cards([Card("9", "C"), Card("3", "D"), Card("Q", "S")]))
    (<9C 3D>, <QS>)
    """
    return discards[:-1], discards[-1:]


# --- naming a suit ---------------------------------------------------------------------------


def names(seat: int, deck: Deck) -> list[Move]:
    """Return the moves that name a suit: `N name spades` and so on."""
    return [Move(seat, "name", arg=deck.suit_names[suit]) for suit in deck.suits]


def named(move: Move, deck: Deck) -> Suit:
    """Return the suit a move names."""
    return deck.suit(str(move.arg))


__all__ = [
    "Drawn", "dealt", "draw", "fits", "named", "names", "on_top_last", "pick_up",
    "plays", "turned_over",
]  # fmt: skip
