"""What the players of Gin Rummy agree on before the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from upcard.options import OptionError, number


@dataclass(frozen=True)
class GinRummyOptions:
    """The options, in the article's order."""

    start: Literal["upcard", "eleven"] = "upcard"
    next_dealer: Literal["alternate", "loser", "winner"] = "alternate"
    ace: Literal["low", "both"] = "low"
    knock_limit: int = number(10, 0, 10)
    oklahoma: Literal["off", "ace_gin", "ace_one"] = "off"
    big_gin_bonus: Literal[0, 31] = 0
    wall: Literal["take_or_draw", "dead", "last_knock"] = "take_or_draw"
    gin_bonus: Literal[25, 20] = 25
    undercut_bonus: Literal[25, 10, 20] = 25
    tie: Literal["undercut", "no_score"] = "undercut"
    spade_doubles: bool = False
    target: Literal[100, 150, 250] = 100
    game_bonus: Literal[0, 100] = 0
    box_bonus: Literal[0, 20, 25] = 0
    shutout: Literal["none", "double_points", "plus_100"] = "none"

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.oklahoma != "off" and self.knock_limit != 10:
            fault = "under oklahoma the first upcard sets the limit, so knock_limit must stay at 10"
            raise OptionError(fault, "oklahoma", "knock_limit")
        if self.start == "eleven" and self.oklahoma != "off":
            fault = "oklahoma wants a first upcard, and start=eleven turns none"
            raise OptionError(fault, "start", "oklahoma")
        if self.start == "eleven" and self.spade_doubles:
            fault = "spade_doubles wants a first upcard, and start=eleven turns none"
            raise OptionError(fault, "start", "spade_doubles")
