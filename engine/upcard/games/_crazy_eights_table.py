"""The table of Crazy Eights: what is agreed on, what lies there, and what cards count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Cards, Deck, Suit, piles
from upcard.game import GivenError, State, Zone, zone
from upcard.moves import Seat
from upcard.score import Item
from upcard.tricks import points_by_rank

NO_CARDS = Cards()
NO_SUIT = Suit("")
TWO, EIGHT, QUEEN = "2", "8", "Q"
DRAW_TWO: Mapping[str, int] = {TWO: 2}
COUNTS: Mapping[str, int] = {
    EIGHT: 50, "K": 10, QUEEN: 10, "J": 10, "10": 10, "9": 9, "7": 7, "6": 6, "5": 5, "4": 4,
    "3": 3, TWO: 2, "A": 1,
}  # fmt: skip


@dataclass(frozen=True)
class CrazyEightsOptions:
    """What tables agree on before the deal, in the article's order."""

    players: Literal[2, 3, 4] = 2
    hand_size: Literal[7, 5, 8] = 7
    eights: Literal["wild", "own_suit", "must_match"] = "wild"
    max_draw: Literal[0, 1, 3, 5] = 0
    voluntary_draw: bool = True
    stock_end: Literal["pass", "reshuffle", "score"] = "pass"
    twos: Literal["plain", "draw_two"] = "plain"
    queens: Literal["plain", "skip"] = "plain"
    scoring: Literal["winner_collects", "penalty"] = "winner_collects"
    target: Literal[100, 50, 150, 200, 500] = 100


@dataclass(slots=True)
class Hand(State):
    """One hand; lists hold one entry per seat."""

    phase: Literal["deal", "bury", "play", "name", "reshuffle", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    stock: Cards = NO_CARDS  # face down, the top card first
    discard: Cards = NO_CARDS  # face up, the top card last
    suit: Suit = NO_SUIT  # to be followed
    drawn: int = 0  # cards drawn in this turn
    pickup: int = 0  # cards that whoever is to act must take, unless a two answers them
    passes: int = 0  # in a row, with nothing left to draw
    taker: Seat | None = None  # who is drawing while the stock is made anew
    owed: int = 0  # cards still to be drawn


def counted(side: int, hand: Cards, rule: str = "hand-score") -> list[Item]:
    """Return what the cards left in a hand count, for or against a side."""
    return [Item(side, rule, points, cards) for points, cards in points_by_rank(hand, COUNTS)]


def count(hand: Cards) -> int:
    """Return the points left in a hand."""
    return sum(COUNTS[card.rank] for card in hand)


def zones(s: Hand) -> list[Zone]:
    """Return the piles; a hand is its owner's to see."""
    hands = range(len(s.hands))
    return [
        zone(s, "stock", "stock"),
        zone(s, "discard", "discard", seen="all"),
        *(zone(s, "hand", "hands", seat, owner=seat, seen="owner") for seat in hands),
    ]


def complete(s: Hand, given: frozenset[str], deck: Deck, seats: int, first: Seat) -> None:
    """Fill in the phase, the suit, who is to act, and a stock of what is not in sight."""
    s.hands += piles(seats - len(s.hands))
    if "phase" not in given:
        s.phase = "play" if s.discard else "deal"
    if "turn" not in given and s.phase not in ("deal", "bury"):
        s.turn = first
    if "suit" not in given and s.discard:
        s.suit = Suit(s.discard[-1].suit)
    if "stock" not in given:
        seen = Counter(s.discard + (card for hand in s.hands for card in hand))
        s.stock = Cards((Counter(deck.pack) - seen).elements())
    if s.phase in ("play", "name") and not s.discard:
        raise GivenError("the position wants a discard", "discard")


def numbers(options: CrazyEightsOptions, pack: int) -> dict[str, int]:
    """Return the numbers that the article shows."""
    return {
        "pack_size": pack,
        "stock_size": pack - options.players * options.hand_size - 1,
        "two": DRAW_TWO[TWO],
        "two_twos": 2 * DRAW_TWO[TWO],
        "eight_count": COUNTS[EIGHT],
        "ten_count": COUNTS["10"],
        "ace_count": COUNTS["A"],
        "pack_count": 4 * sum(COUNTS.values()),
    }
