"""The table of Spite and Malice: what is agreed on, what lies there, and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from upcard import stacks
from upcard.cards import Card, Cards, Deck, piles
from upcard.decks import DECKS
from upcard.options import OptionError, number
from upcard.stacks import CENTRE, DISCARDS, Ladder

PACKS, HAND, PASSES, JOKERS, BONUS = 2, 5, 2, 4, 5
LOW_TO_QUEEN = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")


@dataclass(frozen=True)
class SpiteOptions:
    """What tables agree on before the deal."""

    pay_off: int = number(20, 5, 30)
    centre_piles: Literal[3, 4] = 3
    jokers: Literal["none", "besides_kings", "instead_of_kings"] = "none"
    wild_aces: bool = True
    discards: Literal["any", "falling"] = "any"
    must_play: Literal["nothing", "aces", "aces_and_twos"] = "nothing"
    first_player: Literal["higher_card", "non_dealer", "dealer"] = "higher_card"
    spent: Literal["at_once", "when_empty"] = "at_once"
    out_of_cards: Literal["drawn", "difference"] = "drawn"
    bonus: bool = False
    play_to: Literal["one_game", "points"] = "one_game"
    target: int = number(50, 10, 500)

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.play_to == "one_game" and self.target != SpiteOptions.target:
            msg = "a single game has no target: set play_to to points as well"
            raise OptionError(msg, "target", "play_to")


@dataclass(slots=True)
class Layout(stacks.Table):
    """One game; lists hold one entry per seat."""

    own: ClassVar[str] = "payoff"

    phase: Literal["deal", "show", "play", "shuffle", "redeal", "over"] = "deal"
    payoff: list[Cards] = field(default_factory=lambda: piles(2))  # below the top card, top first


def pack(options: SpiteOptions) -> Deck:
    """Return two packs, with jokers or without."""
    return DECKS["french-104" if options.jokers == "none" else "french-108"]


def ladder(options: SpiteOptions) -> Ladder:
    """Return how centre piles are built."""
    if options.jokers == "instead_of_kings":
        return Ladder((*LOW_TO_QUEEN, "K"), ("JOKER",), options.wild_aces)
    wild = ("K",) if options.jokers == "none" else ("K", "JOKER")
    return Ladder(LOW_TO_QUEEN, wild, options.wild_aces)


def falls(card: Card, pile: Cards, order: Ladder) -> bool:
    """Say whether a card is of the same rank as the top of a discard pile, or one lower."""
    return not pile or order.height(pile[-1]) - order.height(card) in (0, 1)


def numbers(options: SpiteOptions) -> dict[str, int | str]:
    """Return the numbers that the article shows."""
    size = len(pack(options))
    full = len(ladder(options).ranks)
    return {
        "packs": PACKS,
        "pack_size": size,
        "joker_count": JOKERS,
        "hand_size": HAND,
        "draw_pile": size - 2 * (options.pay_off + HAND),
        "discard_piles": len(DISCARDS),
        "full_pile": full,
        "top_rank": "king" if full > len(LOW_TO_QUEEN) else "queen",
        "passes": PASSES,
        "win_bonus": BONUS,
    }


def centre(options: SpiteOptions) -> tuple[str, ...]:
    """Return the names of the centre piles."""
    return CENTRE[: options.centre_piles]
