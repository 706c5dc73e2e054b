"""The table of Stockpile: what is agreed on, what lies there, and what a centre pile needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from upcard.cards import Card, Cards, piles
from upcard.game import GivenError, State
from upcard.moves import Move, Seat
from upcard.options import OptionError, number

NO_CARDS = Cards()
FIRST = Seat(0)
PACK, COPIES, WILDS = 162, 12, 18
HAND, FULL, PASSES = 5, 12, 2
GAME_POINTS, CARD_POINTS = 25, 5
WILD = "W"
CENTRE = ("a", "b", "c", "d")
DISCARDS = ("discard1", "discard2", "discard3", "discard4")


@dataclass(frozen=True)
class StockpileOptions:
    """What tables agree on before the deal."""

    stock_size: int = number(20, 5, 60)
    first_player: Literal["higher_stock", "non_dealer"] = "higher_stock"
    must_play_stock: bool = False
    scoring: Literal["game", "points"] = "game"
    target: int = number(500, 50, 2000)
    dump: bool = False

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.scoring == "game" and self.target != StockpileOptions.target:
            msg = "a single game has no target: set scoring to points as well"
            raise OptionError(msg, "target", "scoring")


@dataclass(slots=True)
class Layout(State):
    """One game; lists hold one entry per seat."""

    phase: Literal["deal", "show", "play", "reshuffle", "over"] = "deal"
    turned: list[Cards] = field(default_factory=lambda: piles(2))  # the stock's top card, face up
    stock: list[Cards] = field(default_factory=lambda: piles(2))  # below it, face down, top first
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    discard1: list[Cards] = field(default_factory=lambda: piles(2))  # oldest card first
    discard2: list[Cards] = field(default_factory=lambda: piles(2))
    discard3: list[Cards] = field(default_factory=lambda: piles(2))
    discard4: list[Cards] = field(default_factory=lambda: piles(2))
    centre_a: Cards = NO_CARDS  # from below
    centre_b: Cards = NO_CARDS
    centre_c: Cards = NO_CARDS
    centre_d: Cards = NO_CARDS
    draw_pile: Cards = NO_CARDS  # face down, top first
    aside: Cards = NO_CARDS  # completed piles, to be shuffled for a new draw pile
    player: Seat = FIRST  # whose turn it is, also while the dealer shuffles
    played: bool = False  # whether a card has been played in this turn
    passes: int = 0  # passes in a row

    def centre(self, name: str) -> Cards:
        """Return the centre pile of that name, from below."""
        pile: Cards = getattr(self, f"centre_{name}")
        return pile

    def left(self, seat: int) -> int:
        """Return how many stock cards a player has left."""
        return len(self.turned[seat]) + len(self.stock[seat])

    def source(self, name: str, seat: int) -> Cards:
        """Return the cards that may be played from the hand, the stock or a discard pile."""
        if name == "hand":
            return self.hands[seat].distinct()
        if name == "stock":
            return self.turned[seat]
        discards: list[Cards] = getattr(self, name)
        return discards[seat][-1:]


def need(pile: Sequence[Card]) -> int:
    """Return the rank a centre pile needs: it follows from how many cards lie in it."""
    return len(pile) + 1


def fits(card: Card, pile: Sequence[Card]) -> bool:
    """Say whether a card may be laid on a centre pile."""
    return card.rank in (WILD, str(need(pile)))


def height(card: Card) -> int:
    """Rank cards for the right to begin: a wild card is above the twelve."""
    return FULL + 1 if card.rank == WILD else int(card.rank)


def beginner(north: Card, south: Card) -> Seat | None:
    """Return the player whose stock card is higher."""
    one, other = height(north), height(south)
    return None if one == other else Seat(0 if one > other else 1)


def require_in_order(pile: Cards, name: str) -> None:
    """Refuse a centre pile that cannot have come about."""
    for place, card in enumerate(pile):
        if not fits(card, pile[:place]):
            msg = f"{card} cannot lie at place {place + 1} of a centre pile"
            raise GivenError(msg, name)


# --- how a move names what it takes and where it goes ------------------------------------------


@cache
def bound_for(*names: str) -> tuple[tuple[str, Cards], ...]:
    """Name piles at the end of a move: `play 9 stock a`."""
    return tuple((name, NO_CARDS) for name in names)


def target(move: Move) -> str:
    """Return the one centre pile that a move names, or nothing."""
    named = [name for name, _ in move.groups if name in CENTRE]
    return named[0] if len(named) == 1 else ""


def source(move: Move) -> str:
    """Return where a played card comes from: `hand` unless the move says otherwise."""
    named = [name for name, _ in move.groups if name not in CENTRE]
    return named[0] if named else "hand"


def numbers(options: StockpileOptions) -> dict[str, int]:
    """Return the numbers that the article shows."""
    return {
        "pack_size": PACK,
        "copies": COPIES,
        "highest": FULL,
        "wilds": WILDS,
        "draw_pile": PACK - 2 * options.stock_size,
        "centre_piles": len(CENTRE),
        "discard_piles": len(DISCARDS),
        "hand_size": HAND,
        "full_pile": FULL,
        "game_points": GAME_POINTS,
        "card_points": CARD_POINTS,
        "passes": PASSES,
    }
