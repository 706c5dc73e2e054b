"""The table of two-player Hearts: what is agreed on, what lies there, and what a pile counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Card, Cards, piles
from upcard.game import State
from upcard.options import OptionError
from upcard.score import Item
from upcard.tricks import Order

NO_CARDS = Cards()
PACK, HAND = 52, 13
ORDER = Order(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))
OPENING = ("C", "D", "S", "H")  # in this order a suit is looked for that settles the lead
TWO_OF_CLUBS, QUEEN, JACK = Card("2", "C"), Card("Q", "S"), Card("J", "D")
HEART_POINTS, QUEEN_POINTS, ALL_POINTS, MOON = 1, 13, 26, 26


@dataclass(frozen=True)
class HeartsOptions:
    """What tables agree on before the deal."""

    target: Literal[100, 50] = 100
    pass_cards: Literal[3, 0] = 3
    stock: Literal["draw_after_trick", "draft"] = "draw_after_trick"
    opening: Literal["low_club", "non_dealer"] = "low_club"
    opening_card: Literal["forced", "free"] = "forced"
    first_trick_points: Literal["barred", "allowed"] = "barred"
    break_by: Literal["heart", "heart_or_queen"] = "heart"
    lead_hearts: Literal["when_broken", "free"] = "when_broken"
    jack_of_diamonds: Literal[0, 10] = 0
    moon: Literal["other_plus", "shooter_minus", "shooter_chooses", "none"] = "other_plus"
    draft_moon: Literal["in_play", "all"] = "in_play"
    game_tie: Literal["play_on", "draw"] = "play_on"

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.opening == "non_dealer" and self.opening_card == "free":
            msg = "the non-dealer opens with any card: there is no opening card to be free of"
            raise OptionError(msg, "opening", "opening_card")
        if self.lead_hearts == "free" and self.break_by == "heart_or_queen":
            msg = "hearts that may be led at any time need no breaking"
            raise OptionError(msg, "lead_hearts", "break_by")
        if self.draft_moon == "all" and self.stock != "draft":
            msg = "every point is in play unless the stock is drafted"
            raise OptionError(msg, "draft_moon", "stock")
        if self.draft_moon == "all" and self.moon == "none":
            msg = "without a moon it does not matter how many points it takes"
            raise OptionError(msg, "draft_moon", "moon")

    @property
    def drafted(self) -> bool:
        """Whether the stock is drafted before the play."""
        return self.stock == "draft"

    @property
    def tricks(self) -> int:
        """Tricks in a hand."""
        return HAND if self.drafted else PACK // 2


@dataclass(slots=True)
class Deal(State):
    """One hand; lists hold one entry per seat."""

    phase: Literal["deal", "pass", "draft", "play", "moon", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    passed: list[Cards] = field(default_factory=lambda: piles(2))  # chosen for the other
    stock: Cards = NO_CARDS  # face down, the top card first
    drawn: Cards = NO_CARDS  # in the draft, what has just been drawn
    thrown: list[Cards] = field(default_factory=lambda: piles(2))  # in the draft, out of play
    trick: Cards = NO_CARDS  # the leader's card first
    won: list[Cards] = field(default_factory=lambda: piles(2))
    tricks: int = 0  # how many are finished
    broken: bool = False  # whether hearts may be led


def penalty(card: Card) -> int:
    """Return the points a card costs whoever takes it."""
    return QUEEN_POINTS if card == QUEEN else HEART_POINTS if card.suit == "H" else 0


def penalties(pile: Iterable[Card]) -> int:
    """Return the points a pile holds."""
    return sum(map(penalty, pile))


def breaks_hearts(pile: Iterable[Card], options: HeartsOptions) -> bool:
    """Say whether one of these cards, played, breaks hearts."""
    queen = options.break_by == "heart_or_queen"
    return any(card.suit == "H" or (queen and card == QUEEN) for card in pile)


def opening_key(card: Card) -> tuple[int, int]:
    """Rank cards for the right to lead: the lowest club, then diamond, then spade."""
    return OPENING.index(card.suit), ORDER.height(card)


def counted(side: int, pile: Cards) -> list[Item]:
    """Return what the hearts and the queen in a pile count."""
    hearts, queen = pile.of_suit("H"), Cards(card for card in pile if card == QUEEN)
    items = [
        Item(side, "score-hearts", HEART_POINTS * len(hearts), hearts),
        Item(side, "score-queen", QUEEN_POINTS * len(queen), queen),
    ]
    return [item for item in items if item.cards]


def jack(side: int, pile: Cards, options: HeartsOptions) -> list[Item]:
    """Return what the jack of diamonds takes off, if it counts and is there."""
    if options.jack_of_diamonds and JACK in pile:
        return [Item(side, "score-jack", -options.jack_of_diamonds, Cards([JACK]))]
    return []


def has_all(won: Sequence[Cards]) -> int | None:
    """Return who has taken every point that was taken, if there were any."""
    taken = [penalties(pile) for pile in won]
    return taken.index(sum(taken)) if any(taken) and sum(taken) in taken else None


def shooter(won: Sequence[Cards], options: HeartsOptions) -> int | None:
    """Return who has shot the moon."""
    seat = has_all(won)
    if seat is None or options.moon == "none":
        return None
    enough = options.drafted and options.draft_moon == "in_play"
    return seat if enough or penalties(won[seat]) == ALL_POINTS else None


def moon(side: int, other: int, pile: Cards, options: HeartsOptions, choice: str) -> list[Item]:
    """Return what shooting the moon scores; `choice` counts only where the shooter has one."""
    cards = Cards(card for card in pile if penalty(card))
    chosen = options.moon == "shooter_chooses" and choice == "minus"
    if options.moon == "shooter_minus" or chosen:
        return [Item(side, "shoot-moon", -MOON, cards)]
    return [Item(side, "shoot-moon", 0, cards), Item(other, "shoot-moon", MOON)]


def scored(won: Sequence[Cards], options: HeartsOptions, choice: str = "plus") -> list[Item]:
    """Return the items of a hand in which the players have taken these cards."""
    seat, sides = shooter(won, options), range(len(won))
    if seat is None:
        items = [item for side in sides for item in counted(side, won[side])]
    else:
        items = moon(seat, 1 - seat, won[seat], options, choice)
    return items + [item for side in sides for item in jack(side, won[side], options)]


def numbers(options: HeartsOptions) -> dict[str, int]:
    """Return the numbers that the article shows."""
    return {
        "pack_size": PACK,
        "hand_size": HAND,
        "stock_size": PACK - 2 * HAND,
        "tricks": options.tricks,
        "last_draw": (PACK - 2 * HAND) // 2,
        "heart_points": HEART_POINTS,
        "queen_points": QUEEN_POINTS,
        "all_points": ALL_POINTS,
        "moon_points": MOON,
    }
