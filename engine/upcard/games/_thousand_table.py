"""The table of two-player Thousand: what is agreed on before the deal, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Cards, Suit, piles
from upcard.decks import DECKS
from upcard.game import State
from upcard.moves import Seat
from upcard.options import OptionError

PACK = DECKS["french-24"]
HAND, TALON, OPENING, PENALTY = 10, 2, 100, 120
CARD_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
PLAIN = sum(CARD_POINTS[card.rank] for card in PACK.pack)  # what the cards are worth together
MARRIAGES = {"S": 40, "C": 60, "D": 80, "H": 100}
ACES = 200
NO_CARDS, NO_SUIT = Cards(), Suit("")
GOAL = 1000  # the target that every barrel stands before
CARRIED = ("bombs", "barrel", "bolts")  # what a deal hands on to the next


@dataclass(frozen=True)
class ThousandOptions:
    """What tables agree on before the deal, in the article's order."""

    bid_step: Literal[10, 5] = 10
    jump_bids: bool = False
    forced_bid: Literal["non_dealer_100", "none"] = "non_dealer_100"
    bid_cap: Literal["marriages", "none"] = "marriages"
    raise_after_talon: bool = True
    talon_view: Literal["open", "private"] = "open"
    dead_cards: Literal["nobody", "last_trick"] = "nobody"
    bomb: Literal["zero_120", "minus_60", "minus_half", "off"] = "zero_120"
    bomb_limit: Literal[1, 3, "none"] = 1
    must_beat: bool = True
    must_trump: bool = True
    trump_from: Literal["this_trick", "next_trick"] = "this_trick"
    first_trick_marriage: bool = False
    ace_marriage: Literal["off", 200] = "off"
    made_score: Literal["contract", "actual"] = "contract"
    round_to: Literal[10, 5, 1] = 10
    all_tricks: Literal["contract_120", "up_to_120", "off"] = "contract_120"
    barrel: Literal[880, 900, "bid_only_800", "off"] = 880
    barrel_deals: Literal[3, 1, 2, "unlimited"] = 3
    barrel_meet: Literal["last_stays", "both_stay", "both_fall"] = "last_stays"
    barrel_leap: Literal["stop", "win"] = "stop"
    bolts: Literal["off", "third", "three_running"] = "off"
    dump: Literal["off", "plus_555", "both_555"] = "off"
    redeal_nines: bool = False
    target: Literal[1000, 500, 1500] = 1000

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.barrel != "off" and self.target != GOAL:
            fault = f"the barrel stands before {GOAL}; a game to {self.target} has none"
            raise OptionError(fault, "barrel", "target")
        if self.bomb == "off" and self.bomb_limit != 1:
            raise OptionError("without bombs there is nothing to limit", "bomb", "bomb_limit")
        if self.barrel_at is None:
            for name, default in (
                ("barrel_deals", 3), ("barrel_meet", "last_stays"), ("barrel_leap", "stop"),
            ):  # fmt: skip
                if getattr(self, name) != default:
                    raise OptionError(f"{name} wants a barrel to sit on", name, "barrel")

    @property
    def barrel_at(self) -> int | None:
        """The total of a player on the barrel, if there is one."""
        return self.barrel if isinstance(self.barrel, int) else None

    @property
    def barrel_contract(self) -> int:
        """The contract that wins from the barrel."""
        return GOAL - (self.barrel_at or GOAL)

    @property
    def highest(self) -> int:
        """The most that a deal can hold: no bid is higher."""
        aces = ACES if self.ace_marriage == ACES else 0
        return PLAIN + sum(MARRIAGES.values()) + aces


@dataclass(slots=True)
class Deal(State):
    """One deal; lists hold one entry per seat."""

    phase: Literal["deal", "auction", "talon", "discard", "contract", "play", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    first_talon: Cards = NO_CARDS  # the one that is not taken stays here, unseen
    second_talon: Cards = NO_CARDS
    bid: int = 0  # the last bid, none yet
    declarer: Seat | None = None  # who made it
    passed: bool = False  # whether somebody has passed before any bid
    opened: Cards = NO_CARDS  # the talon that was turned up: in the declarer's hand since
    discards: Cards = NO_CARDS
    contract: int = 0
    number: int = 1  # of the trick
    trick: Cards = NO_CARDS  # the leader's card first
    won: list[Cards] = field(default_factory=lambda: piles(2))
    announced: list[Cards] = field(default_factory=lambda: piles(2))  # kings and queens, aces
    trump: Suit = NO_SUIT
    coming: Suit = NO_SUIT  # trumps from the next trick
    bombs: list[int] = field(default_factory=lambda: [0, 0])  # thrown in the match
    barrel: list[int] = field(default_factory=lambda: [0, 0])  # deals spent on the barrel
    bolts: list[int] = field(default_factory=lambda: [0, 0])  # deals without a trick
    champion: Seat | None = None  # who has won from the barrel


def fill_in(s: Deal, given: frozenset[str], opener: Seat) -> None:
    """Fill in what follows from a partial position: phase, declarer, contract, trick, turn."""
    if "phase" not in given:
        s.phase = "play" if any(s.hands) else "deal"
    if s.phase == "deal":
        return
    if "declarer" not in given and (s.bid or s.phase != "auction"):
        last = Seat(1 - s.turn) if s.phase == "auction" and "turn" in given else opener
        s.declarer = last
    if s.phase != "auction":
        s.bid = s.bid or s.contract or OPENING
        s.contract = s.contract or s.bid
    if s.phase == "play" and "number" not in given:
        s.number = HAND + 1 - max(map(len, s.hands))
    if "turn" not in given:
        leads = opener if s.declarer is None else s.declarer
        follows = s.trick or (s.phase == "auction" and s.bid)
        s.turn = 1 - leads if follows else leads
