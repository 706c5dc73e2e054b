"""What the players of Big Two agree on before the deal, and what they see on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from upcard import climbs
from upcard.cards import Card, Cards, piles
from upcard.game import State
from upcard.moves import Seat
from upcard.options import OptionError

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = {"DCHS": ("D", "C", "H", "S"), "CDHS": ("C", "D", "H", "S"), "CSHD": ("C", "S", "H", "D")}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
HAND, PACK, DEALS_EACH = 13, 52, 4

_RUNS = climbs.runs(RANKS)  # 3 4 5 6 7 ... J Q K A 2
_WHEEL, _LOW_TWO = ("A", "2", "3", "4", "5"), ("2", "3", "4", "5", "6")
_WHEEL_BY_TWO, _SIX_BY_TWO = ("3", "4", "5", "A", "2"), ("3", "4", "5", "6", "2")
STRAIGHTS = {  # low to high; the suit of the rank named last breaks a tie
    "game_order": _RUNS,
    "no_twos": _RUNS[:-1],
    "order_and_wheel": (_WHEEL, *_RUNS),
    "poker": (_WHEEL, _LOW_TWO, *_RUNS[:-1]),
    "taiwan": (_WHEEL, *_RUNS[:-1], _SIX_BY_TWO),
    "two_high": (*_RUNS[:-1], _SIX_BY_TWO, _WHEEL_BY_TWO),
    "eleven": (_WHEEL, _LOW_TWO, *_RUNS),
}
TIERS = {"flat": (), "ten_thirteen": ((13, 3), (10, 2)), "five_ten": ((10, 3), (5, 2))}
BOMBS = (climbs.FOUR_PLUS_ONE, climbs.STRAIGHT_FLUSH)
NO_CARDS = Cards()


@dataclass(frozen=True)
class BigTwoOptions:
    """The options, in the article's order."""

    players: Literal[4, 3, 2] = 4
    suit_order: Literal["DCHS", "CDHS", "CSHD"] = "DCHS"
    hand_size: Literal["thirteen", "all"] = "thirteen"
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    triples: Literal["alone", "only_in_full_house"] = "alone"
    quads: Literal["four_or_five", "five_only"] = "four_or_five"
    straights: Literal[
        "game_order", "no_twos", "order_and_wheel", "poker", "taiwan", "two_high", "eleven"
    ] = "game_order"
    flushes: bool = True
    straight_flush: Literal["as_flush", "top"] = "as_flush"
    first_lead: Literal["dealer", "lowest_card"] = "dealer"
    next_lead: Literal["dealer", "winner", "lowest_card"] = "dealer"
    pass_rule: Literal["may_return", "out_for_round"] = "may_return"  # noqa: S105
    one_card_rule: bool = False
    five_card_answer: Literal["any_better", "same_kind"] = "any_better"
    bombs: bool = False
    straight_tie: Literal["rank_first", "suit_first"] = "rank_first"
    flush_order: Literal["suit_first", "rank_first"] = "suit_first"
    dragon: Literal["off", "wins"] = "off"
    pay: Literal["winner_gains", "losers_lose", "both"] = "winner_gains"
    tier: Literal["flat", "ten_thirteen", "five_ten"] = "flat"
    match: Literal["deals", "to_50", "to_100"] = "deals"

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.dragon == "wins" and self.cards_each > HAND:
            fault = f"with {self.cards_each} cards each, thirteen ranks in one hand are no wonder"
            raise OptionError(fault, "dragon", "hand_size", "players")
        if self.flush_order == "rank_first" and not self.flushes:
            fault = "flush_order says how flushes are compared, but flushes are not played"
            raise OptionError(fault, "flush_order", "flushes")
        if self.match != "deals" and self.pay == "both":
            fault = "gains and losses cancel out, so nobody need ever reach a target"
            raise OptionError(fault, "match", "pay")

    @property
    def cards_each(self) -> int:
        """Cards dealt to each player, the odd card apart."""
        return HAND if self.hand_size == "thirteen" else PACK // self.players

    @property
    def dealt(self) -> int:
        """Cards dealt in all."""
        return HAND * self.players if self.hand_size == "thirteen" else PACK

    @property
    def out_for_round(self) -> bool:
        """Whether a pass holds until the pile is cleared."""
        return self.pass_rule == "out_for_round"  # noqa: S105 - no password

    @property
    def kinds(self) -> tuple[str, ...]:
        """The combinations that may be played, those of five cards low to high."""
        barred = {
            climbs.TRIPLE: self.triples == "only_in_full_house",
            climbs.FOUR: self.quads == "five_only",
            climbs.FLUSH: not self.flushes,
            climbs.STRAIGHT_FLUSH: self.straight_flush == "as_flush",
        }
        return tuple(kind for kind in climbs.SIZES if not barred.get(kind))

    @property
    def order(self) -> climbs.Order:
        """How the combinations stand."""
        return climbs.Order(
            RANKS,
            SUITS[self.suit_order],
            self.kinds,
            STRAIGHTS[self.straights],
            straight_by="rank" if self.straight_tie == "rank_first" else "suit",
            flush_by="rank" if self.flush_order == "rank_first" else "suit",
            across=self.five_card_answer == "any_better",
            bombs=frozenset(BOMBS if self.bombs else ()),
        )

    @property
    def target(self) -> int:
        """Points that end the match; none where a number of deals is played."""
        return {"deals": 0, "to_50": 50, "to_100": 100}[self.match]

    @property
    def low_wins(self) -> bool:
        """Whether the points are penalties."""
        return self.pay == "losers_lose"

    def times(self, left: int) -> int:
        """How many times each card of a hand of this size counts."""
        return next((times for least, times in TIERS[self.tier] if left >= least), 1)

    @property
    def numbers(self) -> dict[str, int | str]:
        """Every figure that the article shows."""
        straights = [written(ranks) for ranks in STRAIGHTS[self.straights]]
        suits = [SUIT_NAMES[suit] for suit in SUITS[self.suit_order]]
        tiers = TIERS[self.tier] or TIERS["ten_thirteen"]
        (triple_from, triple), (double_from, double) = tiers
        sizes = {f"{kind.replace('-', '_')}_cards": size for kind, size in climbs.SIZES.items()}
        return {
            **sizes,
            "cards_each": self.cards_each, "unseen": PACK - self.dealt, "most": climbs.RUN,
            "ranks_high_to_low": " ".join(reversed(RANKS)), "ranks": len(RANKS),
            "suits_low_to_high": ", ".join(suits),
            "lowest_card": f"three of {suits[0]}", "highest_card": f"two of {suits[-1]}",
            "straight_count": len(straights), "straight_list": ", ".join(straights),
            "per_card": 1, "double_from": double_from, "double_to": triple_from - 1,
            "triple_from": triple_from, "double": double, "triple": triple,
            "deals_each": DEALS_EACH, "deals": DEALS_EACH * self.players, "target": self.target,
        }  # fmt: skip


def written(ranks: tuple[str, ...]) -> str:
    """Write a straight with the ranks in their natural order: `A-2-3-4-5`."""
    run = next(r for r in (_WHEEL, _LOW_TWO, ranks) if set(r) == set(ranks))
    return "-".join(run)


@dataclass(slots=True)
class Deal(State):
    """One deal; lists hold one entry per seat."""

    phase: Literal["deal", "play", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(4))
    pile: Cards = NO_CARDS  # the play to be beaten; none when a lead is due
    last: Seat | None = None  # who made it
    played: Cards = NO_CARDS  # what was played before it, oldest first
    passed: list[bool] = field(default_factory=lambda: [False] * 4)  # in this round
    opening: Card | None = None  # must be in the first play of the deal
    last_winner: Seat | None = None  # who won the deal before
    winner: Seat | None = None  # who won this one
    unseen: Cards = NO_CARDS  # not dealt
