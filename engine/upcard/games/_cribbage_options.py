"""What the players of Cribbage agree on before the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from upcard.options import OptionError

LAY_AWAY, CRIB = 2, 4  # cards each player gives to the crib, and cards in it
HIGHEST = {5: 29, 6: 29, 7: 46}  # the most a hand or crib can be worth, by cards dealt


@dataclass(frozen=True)
class CribbageOptions:
    """The options, in the article's order."""

    target: Literal[121, 61, 181] = 121
    deal_size: Literal[6, 5, 7] = 6
    one_count: bool = False
    start_bonus: Literal[0, 3] = 0
    crib_flush: Literal["five_only", "four"] = "five_only"
    muggins: bool = False
    skunk_worth: Literal["title", "1-2-3", "1-2-4", "2-3-3"] = "title"
    skunk_lines: Literal["91/61", "31/0", "151/91"] = "91/61"
    toss_fives: bool = False
    lowball: bool = False
    stinkhole: bool = False

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.lines[0] > self.target:
            fault = f"skunk_lines {self.skunk_lines} lies above the target of {self.target}"
            raise OptionError(fault, "skunk_lines", "target")
        if self.lowball and self.skunk_worth != "title":
            fault = "lowball has no skunks, so skunk_worth must be title"
            raise OptionError(fault, "lowball", "skunk_worth")
        if self.lowball and self.muggins:
            fault = "muggins does not go with lowball: nobody wants the points that were missed"
            raise OptionError(fault, "lowball", "muggins")

    @property
    def hand_size(self) -> int:
        """Cards kept to play and show."""
        return self.deal_size - LAY_AWAY

    @property
    def highest(self) -> int:
        """The highest number that can be claimed."""
        return HIGHEST[self.deal_size]

    @property
    def lines(self) -> tuple[int, int]:
        """The scores below which a loser is skunked, and doubly skunked."""
        single, double = map(int, self.skunk_lines.split("/"))
        return single, double

    @property
    def worth(self) -> tuple[int, int, int]:
        """The games that a win, a skunk and a double skunk count."""
        worth = "1-1-1" if self.skunk_worth == "title" else self.skunk_worth
        win, single, double = map(int, worth.split("-"))
        return win, single, double
