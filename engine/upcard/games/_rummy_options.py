"""What the players of Rummy agree on before the deal, and the figures that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from upcard.cards import Card
from upcard.decks import DECKS
from upcard.melds import Melding
from upcard.options import OptionError, number

PACK = DECKS["french-52"]
DEALT = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}  # cards each, by the number of players
SEVEN = 7
SMALLEST, WHOLE_SET = 3, len(PACK.suits)
COURT, ACE, LOW, HIGH, HIGH_ACE = 10, 1, 5, 10, 15
FIRST_HIGH = PACK.ranks.index("10")  # from here on a card is high where cards count five or ten
EXTRA = 10
TAKE_CAP = 50
TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times",
         6: "six times", 7: "seven times", 8: "eight times", 9: "nine times"}  # fmt: skip
RUNS: dict[str, Literal["low", "both", "around"]] = {
    "low": "low", "high_or_low": "both", "around": "around",
}  # fmt: skip


@dataclass(frozen=True)
class RummyOptions:
    """The options, in the article's order."""

    players: Literal[2, 3, 4, 5, 6] = 2
    ace: Literal["low", "high_or_low", "around"] = "low"
    hand_size: Literal["by_players", "seven"] = "by_players"
    next_dealer: Literal["by_players", "passes"] = "by_players"
    melds_per_turn: Literal["any", "one"] = "any"
    lay_off: Literal["always", "after_own_meld"] = "always"
    go_out: Literal["free", "must_discard"] = "free"
    stock_end: Literal["turn_over", "shuffle", "block"] = "turn_over"
    turnovers: int = number(2, 0, 9)
    card_values: Literal["pips", "five_ten"] = "pips"
    ace_value: Literal[1, 15, 11] = 1
    rummy_bonus: Literal["double", "plus_10", "none"] = "double"
    target: Literal[100, 200, 500] = 100

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.card_values == "five_ten" and self.ace_value != ACE:
            fault = "five_ten says what an ace counts, so ace_value must stay at 1"
            raise OptionError(fault, "ace_value", "card_values")
        if self.stock_end == "block" and self.turnovers != 2:
            fault = "the discards are never turned over under block, so turnovers must stay at 2"
            raise OptionError(fault, "turnovers", "stock_end")
        if self.stock_end == "shuffle" and self.turnovers == 0:
            fault = "with no turnovers nothing is ever shuffled"
            raise OptionError(fault, "turnovers", "stock_end")

    @property
    def cards_each(self) -> int:
        """Cards dealt to each player."""
        return SEVEN if self.hand_size == "seven" else DEALT[self.players]

    @property
    def winner_deals(self) -> bool:
        """Whether the winner of a hand deals the next, instead of the next player."""
        return self.players == 2 and self.next_dealer == "by_players"

    @property
    def melding(self) -> Melding:
        """Which melds there are."""
        return Melding(PACK.ranks, RUNS[self.ace], SMALLEST, SMALLEST)

    def value(self, card: Card) -> int:
        """Return what a card counts that is left in a hand."""
        place = PACK.ranks.index(card.rank)
        if self.card_values == "five_ten":
            return HIGH_ACE if place == 0 else LOW if place < FIRST_HIGH else HIGH
        return self.ace_value if place == 0 else min(place + 1, COURT)

    @property
    def numbers(self) -> dict[str, int | str]:
        """Every figure that the article shows."""
        left = len(PACK) - self.players * self.cards_each - 1
        return {
            "pack_cards": len(PACK), "hand_cards": self.cards_each, "stock_cards": left,
            "smallest_meld": SMALLEST, "whole_set": WHOLE_SET,
            "court": COURT, "low_card": LOW, "high_card": HIGH, "high_ace": HIGH_ACE,
            "rummy_extra": EXTRA, "take_cap": TAKE_CAP,
            "turnover_times": TIMES.get(self.turnovers, "never"),
        }  # fmt: skip
