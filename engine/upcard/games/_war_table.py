"""The table of War: what is agreed on, what lies there, and the order in which it is picked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Card, Cards, piles
from upcard.game import State
from upcard.moves import Seat
from upcard.options import OptionError, number
from upcard.tricks import Order

NO_CARDS = Cards()
FIRST = Seat(0)
PACK, UP, WARS = 52, 1, 3
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE_HIGH, ACE_LOW = Order((*RANKS, "A")), Order(("A", *RANKS))


@dataclass(frozen=True)
class WarOptions:
    """What tables agree on before the deal."""

    down_cards: Literal[1, 3, 4] = 1
    short_war: Literal["lose", "last_card", "equal_force"] = "lose"
    return_order: Literal["winner_first", "loser_first", "by_seat", "shuffled"] = "winner_first"
    winnings: Literal["under", "apart"] = "under"
    ace: Literal["high", "low"] = "high"
    goal: Literal["all_cards", "three_wars"] = "all_cards"
    battle_limit: int = number(5000, 100, 6000)

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.winnings == "apart" and self.return_order != "winner_first":
            msg = "winnings kept apart are shuffled: they go back in no order"
            raise OptionError(msg, "winnings", "return_order")

    @property
    def order(self) -> Order:
        """How the cards rank."""
        return ACE_HIGH if self.ace == "high" else ACE_LOW

    @property
    def by_chance(self) -> bool:
        """Whether cards are shuffled during the game, so that nothing must come back."""
        return self.winnings == "apart" or self.return_order == "shuffled"


@dataclass(slots=True)
class Campaign(State):
    """One game; lists hold one entry per seat."""

    phase: Literal["deal", "battle", "war", "over"] = "deal"
    north: Cards = NO_CARDS  # N's pile, face down, the top card first
    south: Cards = NO_CARDS
    face_up: list[Cards] = field(default_factory=lambda: piles(2))  # on the table, oldest first
    face_down: list[Cards] = field(default_factory=lambda: piles(2))
    won: list[Cards] = field(default_factory=lambda: piles(2))  # kept apart, if they are
    owes: list[bool] = field(default_factory=lambda: [False, False])  # who is still to turn
    force: int = UP  # how many cards each lays at most, the last one face up
    taker: Seat = FIRST  # who won the last battle
    battles: int = 0  # how many are finished
    wars: list[int] = field(default_factory=lambda: [0, 0])  # how many each has won
    mark_north: Cards = NO_CARDS  # the piles as they lay after `marked` battles
    mark_south: Cards = NO_CARDS
    marked: int = 0
    ended: str = ""  # the rule that ended the game

    def pile(self, seat: int) -> Cards:
        """Return a player's pile, top card first."""
        return self.south if seat else self.north

    def put(self, seat: int, cards: Cards) -> None:
        """Replace a player's pile."""
        if seat:
            self.south = cards
        else:
            self.north = cards

    def held(self, seat: int) -> int:
        """Count the cards a player has besides those on the table."""
        return len(self.pile(seat)) + len(self.won[seat])

    def laid(self, seat: int, down: int) -> Cards:
        """Return a player's cards on the table in the order they were laid.

        Only a player's last layer can have fewer than `down` cards face down.
        """
        up, below = self.face_up[seat], self.face_down[seat]
        pile: list[Card] = list(up[:1])
        for layer, card in enumerate(up[1:]):
            pile += [*below[layer * down : (layer + 1) * down], card]
        return Cards(pile)


def picked_up(laid: Sequence[Cards], winner: int, order: str) -> Cards:
    """Return the cards of a battle in the order they go under the winner's pile."""
    first = {"loser_first": 1 - winner, "by_seat": 0}.get(order, winner)
    return laid[first] + laid[1 - first]


def numbers(options: WarOptions) -> dict[str, int]:
    """Return the numbers that the article shows."""
    return {
        "pack_size": PACK,
        "pile_size": PACK // 2,
        "war_cards": options.down_cards + UP,
        "first_war": 2 * (options.down_cards + UP + UP),
        "second_war": 2 * (2 * (options.down_cards + UP) + UP),
        "wars_to_win": WARS,
    }
