"""The table of two-handed Pinochle: what is agreed on before the deal, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from upcard.cards import Card, Cards, Suit, piles
from upcard.game import State
from upcard.moves import Seat
from upcard.options import OptionError

NO_SUIT = Suit("")
HAND, PACK, LAST_TRICK = 12, 48, 10
ROUNDED_UP = 7  # the least last digit that counts as the next ten
CARD_POINTS = {
    "traditional": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0},
    "aces_tens_10_kings_queens_5": {"A": 10, "10": 10, "K": 5, "Q": 5, "J": 0, "9": 0},
    "tens": {"A": 10, "10": 10, "K": 10, "Q": 0, "J": 0, "9": 0},
}
MELDS = {
    "run": 150, "royal-marriage": 40, "marriage": 20, "aces": 100, "kings": 80, "queens": 60,
    "jacks": 40, "double-pinochle": 300, "pinochle": 40, "dix": 10,
}  # fmt: skip


@dataclass(frozen=True)
class PinochleOptions:
    """What tables agree on before the deal."""

    target: Literal[1200, 1000, 1500] = 1200
    card_points: Literal["traditional", "aces_tens_10_kings_queens_5", "tens"] = "traditional"
    card_rounding: Literal["exact", "sevens_up"] = "exact"
    drop_zeros: bool = False
    must_win: Literal["always", "trumps_led"] = "always"
    run_after_royal: Literal["difference", "full"] = "difference"
    second_pinochle: Literal["difference", "full"] = "difference"
    reuse: Literal["other_kind", "any_kind"] = "other_kind"
    double_pinochle: Literal[300, 80] = 300
    melds_per_trick: Literal["any", "one"] = "any"
    new_card: Literal["not_needed", "needed"] = "not_needed"
    meld_timing: Literal["after_draw", "before_draw"] = "after_draw"
    last_draw: Literal["winner_chooses", "stock_shown"] = "winner_chooses"
    dealer_dix: Literal[0, 10] = 0
    dix_swap: Literal["required", "optional"] = "required"
    win_check: Literal["as_scored", "end_of_deal"] = "as_scored"

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.drop_zeros and self.card_points != "tens":
            msg = "zeros can be dropped only where every card counts ten or nothing"
            raise OptionError(msg, "drop_zeros", "card_points")
        if self.card_rounding == "sevens_up" and self.card_points != "traditional":
            msg = "only the traditional card points leave anything to round"
            raise OptionError(msg, "card_rounding", "card_points")

    @property
    def unit(self) -> int:
        """What every number of points is divided by."""
        return 10 if self.drop_zeros else 1

    @property
    def goal(self) -> int:
        """Points that win."""
        return self.target // self.unit

    @property
    def melds(self) -> dict[str, int]:
        """Points for each kind of meld."""
        return {kind: points // self.unit for kind, points in MELDS.items()}

    @property
    def cards(self) -> dict[str, int]:
        """Points for each rank taken in tricks."""
        return {rank: n // self.unit for rank, n in CARD_POINTS[self.card_points].items()}

    @property
    def last_trick(self) -> int:
        """Points for the last trick."""
        return LAST_TRICK // self.unit

    def rounding(self, points: int) -> int:
        """What rounding adds to a player's cards and last trick, or takes from them."""
        over = points % 10
        if self.card_rounding == "exact":
            return 0
        return 10 - over if over >= ROUNDED_UP else -over

    @property
    def numbers(self) -> dict[str, int]:
        """Every number that the article shows."""
        melds = {kind.replace("-", "_"): points for kind, points in self.melds.items()}
        double = melds.pop("double_pinochle")  # the name of an option
        ranks = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack"}
        cards = {f"{name}_points": self.cards[rank] for rank, name in ranks.items()}
        return melds | cards | {
            "pack_size": PACK,
            "hand_size": HAND,
            "stock_size": PACK - 2 * HAND,
            "goal": self.goal,
            "double": double,
            "two_pinochles": 2 * melds["pinochle"],
            "run_added": melds["run"] - melds["royal_marriage"],
            "pinochle_added": double - melds["pinochle"],
            "turned_dix": self.dealer_dix // self.unit,
            "last_trick": self.last_trick,
            "rounded_up": ROUNDED_UP,
            "all_points": 8 * sum(self.cards.values()) + self.last_trick,
        }  # fmt: skip


class Laid(NamedTuple):
    """A card on the table and the kinds of meld it has served in."""

    card: Card
    kinds: tuple[str, ...] = ()


@dataclass(slots=True)
class Deal(State):
    """One deal; lists hold one entry per seat."""

    phase: Literal["deal", "first-phase", "meld", "last-draw", "second-phase", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    tables: list[Cards] = field(default_factory=lambda: piles(2))  # melded, face up
    served: list[tuple[tuple[str, ...], ...]] = field(default_factory=lambda: [(), ()])
    won: list[Cards] = field(default_factory=lambda: piles(2))
    stock: Cards = Cards()  # face down, the top card first
    turn_up: Card | None = None  # lies under the stock
    trump: Suit = NO_SUIT
    trick: Cards = Cards()  # the leader's card first
    taker: Seat | None = None  # who took the last trick
    melded: bool = False  # whether the taker has laid a meld since, a dix apart
    dix_laid: bool = False  # whether a dix has been melded in this deal
    paid: list[int] = field(default_factory=lambda: [0, 0])  # nines in hand that have scored
    turn_up_paid: bool = False  # whether the turn-up is such a nine

    def laid(self, seat: int) -> tuple[Laid, ...]:
        """Return a player's table; each card knows the kinds of meld it has served in."""
        return tuple(map(Laid, self.tables[seat], self.served[seat]))

    def put(self, seat: int, laid: tuple[Laid, ...]) -> None:
        """Set a player's table."""
        self.tables[seat] = Cards(there.card for there in laid)
        self.served[seat] = tuple(there.kinds for there in laid)

    @property
    def dix(self) -> Card:
        """The nine of trumps."""
        return Card("9", self.trump)
