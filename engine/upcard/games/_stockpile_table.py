"""The table of Stockpile: what is agreed on, what lies there, and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from upcard import stacks
from upcard.cards import Cards, piles
from upcard.options import OptionError, number
from upcard.stacks import CENTRE, DISCARDS, Ladder

PACK, COPIES, WILDS = 162, 12, 18
HAND, FULL, PASSES = 5, 12, 2
GAME_POINTS, CARD_POINTS = 25, 5
LADDER = Ladder(tuple(str(rank) for rank in range(1, FULL + 1)), wild=("W",))


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
class Layout(stacks.Table):
    """One game; lists hold one entry per seat."""

    phase: Literal["deal", "show", "play", "reshuffle", "over"] = "deal"
    stock: list[Cards] = field(default_factory=lambda: piles(2))  # below the top card, top first


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
