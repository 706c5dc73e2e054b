"""The table of two-handed Euchre: what is agreed on before the deal, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Card, Cards, Suit, piles
from upcard.game import GivenError, State
from upcard.games._euchre_cards import PACK
from upcard.moves import Seat
from upcard.options import OptionError, number
from upcard.score import Item

NO_CARDS, NO_SUIT = Cards(), Suit("")
LAYOUTS = {"3-3-5": (3, 5), "4-4-4": (4, 4)}  # cards in each layer of a row, cards held
BOOK = 6  # tricks that score nothing, where only the tricks above them count
LOWEST_BID = 7
PER_TRICK = 1


@dataclass(frozen=True)
class EuchreOptions:
    """What tables agree on before the deal."""

    layout: Literal["3-3-5", "4-4-4"] = "3-3-5"
    trump_by: Literal["turn_up", "trick_auction"] = "turn_up"
    dealer_stuck: bool = True
    score: Literal["tricks", "maker_over_six"] = "tricks"
    needed: int = number(6, 1, 11)
    per_missing: int = number(5, 1, 20)
    euchre_pay: Literal["instead", "plus_tricks"] = "instead"
    match: Literal["deals", "target"] = "deals"
    deals: int = number(8, 2, 100)
    target: int = number(10, 1, 1000)

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.layout == "4-4-4" and self.trump_by == "turn_up":
            msg = "with four, four and four no card is left to turn up; trump_by must be an auction"
            raise OptionError(msg, "layout", "trump_by")
        if self.score == "maker_over_six" and self.layout != "4-4-4":
            msg = "counting the maker's tricks above six goes with twelve tricks: layout 4-4-4"
            raise OptionError(msg, "score", "layout")
        if self.deals % 2:
            msg = f"{self.deals} deals are not even: both players must deal equally often"
            raise OptionError(msg, "deals")

    @property
    def row(self) -> int:
        """Cards in each layer of a player's row, and so places in it."""
        return LAYOUTS[self.layout][0]

    @property
    def held(self) -> int:
        """Cards dealt to the hand."""
        return LAYOUTS[self.layout][1]

    @property
    def tricks(self) -> int:
        """Tricks in a deal, as many as a player has cards."""
        return 2 * self.row + self.held

    @property
    def numbers(self) -> dict[str, int]:
        """Every number that the article shows besides the options."""
        return {
            "pack_size": len(PACK),
            "suits": len(PACK.suits),
            "row_size": self.row,
            "hand_size": self.held,
            "dealt": self.tricks,
            "left_over": len(PACK) - 2 * self.tricks,
            "held_with_turn_up": self.held + 1,
            "other_suits": len(PACK.suits) - 1,
            "all_tricks": self.tricks,
            "per_trick": PER_TRICK,
            "lowest_bid": LOWEST_BID,
            "book": BOOK,
        }

    def points(self, maker: int, took: int, rest: int) -> tuple[Item, ...]:
        """Return what a deal pays when its maker took `took` tricks and the other `rest`."""
        other = 1 - maker
        if self.score == "maker_over_six":
            found = [Item(maker, "maker-over-six", max(took - BOOK, 0) * PER_TRICK)]
        elif took >= self.needed:
            found = [
                Item(maker, "score-tricks", took * PER_TRICK),
                Item(other, "score-tricks", rest * PER_TRICK),
            ]
        else:
            found = [Item(other, "euchred", (self.needed - took) * self.per_missing)]
            if self.euchre_pay == "plus_tricks":
                found.append(Item(other, "euchred", rest * PER_TRICK))
        return tuple(item for item in found if item.points)


@dataclass(slots=True)
class Deal(State):
    """One deal; lists hold one entry per seat.

    A row is kept as two piles: the first open cards lie on the covered ones, in the same order,
    and open cards beyond those lie on nothing.
    """

    phase: Literal[
        "deal", "first-call", "discard", "second-call", "auction", "naming", "play", "over"
    ] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    rows: list[Cards] = field(default_factory=lambda: piles(2))  # open cards
    covered: list[Cards] = field(default_factory=lambda: piles(2))
    bared: list[Cards] = field(default_factory=lambda: piles(2))  # to be turned after the trick
    turn_up: Card | None = None  # known to all, even when turned down
    undealt: Cards = NO_CARDS
    discard: Cards = NO_CARDS  # the dealer's
    bids: list[int] = field(default_factory=lambda: [0, 0])  # 0 for a pass
    trump: Suit = NO_SUIT
    maker: Seat | None = None
    trick: Cards = NO_CARDS  # the leader's card first
    taker: Seat | None = None  # who took the last trick
    won: list[Cards] = field(default_factory=lambda: piles(2))

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return Seat(self.match.dealer or 0)

    @property
    def non_dealer(self) -> Seat:
        """Who calls first and leads."""
        return Seat(1 - self.dealer)

    def took(self, seat: int) -> int:
        """Return how many tricks a player has taken."""
        return len(self.won[seat]) // 2

    def covering(self, seat: int) -> Cards:
        """Return the open cards of a row that lie on covered ones."""
        return self.rows[seat][: len(self.covered[seat])]

    def take_out(self, seat: int, card: Card) -> None:
        """Take a card out of a player's hand or row; what it covered is bared."""
        if card in self.hands[seat]:
            self.hands[seat] -= (card,)
            return
        at = self.rows[seat].index(card)
        self.bared[seat] = self.covered[seat][at : at + 1]
        self.covered[seat] -= self.bared[seat]
        self.rows[seat] -= (card,)

    def opening(self) -> Seat:
        """Return who acts in a position that does not say so."""
        if self.phase == "discard":
            return self.dealer
        if self.phase == "naming":
            return Seat(self.bids.index(max(self.bids)))
        leader = self.non_dealer if self.taker is None else self.taker
        behind = bool(self.trick) or (self.phase == "auction" and any(self.bids))
        return Seat(1 - leader) if behind else leader

    def require_whole(self) -> None:
        """Refuse a position in which something is missing that its moves need.

        Raises:
            GivenError: trumps, a turn-up or an open card on a covered one.
        """
        if self.phase == "play" and not self.trump:
            msg = "in play the position wants trumps"
            raise GivenError(msg, "trump")
        if self.phase in ("first-call", "second-call") and self.turn_up is None:
            msg = "the position wants a turn-up"
            raise GivenError(msg, "turn_up")
        if any(len(self.covered[seat]) > len(self.rows[seat]) for seat in range(2)):
            msg = "every covered card wants an open one on it"
            raise GivenError(msg, "covered")
