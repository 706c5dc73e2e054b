"""The table of Double Solitaire: what is agreed on, and what lies before each player.

The packs differ by their backs, so every card is its owner's: a pile of the state has one entry per
seat, also where the cards of both lie on one foundation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from upcard.cards import Card, Cards, piles
from upcard.decks import DECKS
from upcard.game import GivenError, State, Zone, zone
from upcard.options import number
from upcard.patience import RANKS, Column, Patience, Side, triangle

NO_CARDS = Cards()
PACK = DECKS["french-52"]
COLUMNS = 7
SUITS = {suit: Cards(Card(rank, suit) for rank in RANKS) for suit in PACK.suits}
ORDINALS = ("first", "second")  # the fields with the first and the second pile of each suit


@dataclass(frozen=True)
class DoubleSolitaireOptions:
    """What tables agree on before the deal."""

    turn_end: Literal["turning", "unplayable"] = "turning"
    turn_cards: Literal[1, 3] = 1
    ace_duty: bool = False
    first_player: Literal["low", "high"] = "low"
    redeals: Literal["unlimited", 2, 0] = "unlimited"
    foundation_return: bool = False
    idle_limit: int = number(50, 20, 200)

    @property
    def patience(self) -> Patience:
        """What each player plays: Klondike, on foundations that both use."""
        redeals = None if self.redeals == "unlimited" else self.redeals
        return Patience(
            triangle(COLUMNS), take_back=self.foundation_return, turn=self.turn_cards,
            redeals=redeals, piles=len(ORDINALS) * len(PACK.suits),
        )  # fmt: skip


def _piles() -> list[Cards]:
    return piles(2)


@dataclass(slots=True)
class Duel(State):
    """One game; lists hold one entry per seat."""

    phase: Literal["deal", "play", "turned", "over"] = "deal"
    column1: list[Cards] = field(default_factory=_piles)  # face up, from below
    column2: list[Cards] = field(default_factory=_piles)
    column3: list[Cards] = field(default_factory=_piles)
    column4: list[Cards] = field(default_factory=_piles)
    column5: list[Cards] = field(default_factory=_piles)
    column6: list[Cards] = field(default_factory=_piles)
    column7: list[Cards] = field(default_factory=_piles)
    down1: list[Cards] = field(default_factory=_piles)  # face down under the column, from below
    down2: list[Cards] = field(default_factory=_piles)
    down3: list[Cards] = field(default_factory=_piles)
    down4: list[Cards] = field(default_factory=_piles)
    down5: list[Cards] = field(default_factory=_piles)
    down6: list[Cards] = field(default_factory=_piles)
    down7: list[Cards] = field(default_factory=_piles)
    stock: list[Cards] = field(default_factory=_piles)  # face down, the top card first
    waste: list[Cards] = field(default_factory=_piles)  # face up, the top card last
    first: list[Cards] = field(default_factory=_piles)  # on the first foundation of each suit
    second: list[Cards] = field(default_factory=_piles)  # on the second of each suit
    redealt: list[int] = field(default_factory=lambda: [0, 0])  # redeals made
    returned: list[Cards] = field(default_factory=_piles)  # taken back from a foundation
    idle: int = 0  # turns in a row without progress
    progress: bool = False  # whether this turn has brought any
    earlier: tuple[Any, ...] = ()  # arrangements of the layout left in this turn


PLACES = [(f"down{n}", f"column{n}") for n in range(1, COLUMNS + 1)]
"""What each column is called: the cards face down, and those on them."""

# --- one player's side -----------------------------------------------------------------------


def side(s: Duel, seat: int) -> Side:
    """Return what lies before one player."""
    columns = [Column(getattr(s, down)[seat], getattr(s, up)[seat]) for down, up in PLACES]
    return Side(tuple(columns), s.stock[seat], s.waste[seat], s.redealt[seat])


def put_side(s: Duel, seat: int, new: Side) -> None:
    """Lay out what lies before one player."""
    for (down, up), column in zip(PLACES, new.columns, strict=True):
        getattr(s, down)[seat] = column.down
        getattr(s, up)[seat] = column.up
    s.stock[seat], s.waste[seat], s.redealt[seat] = new.stock, new.waste, new.redealt


def arrangement(own: Side) -> tuple[Any, ...]:
    """Return all that anybody sees of a layout, to know it again within a turn."""
    columns = tuple((len(column.down), column.up) for column in own.columns)
    return (columns, len(own.stock), own.waste)


def ends(own: Side) -> str:
    """Return the ends of the columns as text, `-` for an empty one."""
    return " ".join(str(column.end or "-") for column in own.columns)


def open_cards(own: Side) -> Cards:
    """Return the cards of the columns that lie face up."""
    return Cards(card for column in own.columns for card in column.up)


# --- the foundations -------------------------------------------------------------------------


def foundation(s: Duel, suit: str, ordinal: str) -> Cards:
    """Return one foundation pile from below, whoever laid its cards."""
    north, south = getattr(s, ordinal)
    size = sum(card.suit == suit for card in (*north, *south))
    return SUITS[suit][:size]


def foundations(s: Duel) -> Iterator[tuple[str, str, Cards]]:
    """Yield every foundation that has been begun: suit, `first` or `second`, and its cards."""
    for suit in PACK.suits:
        for ordinal in ORDINALS:
            pile = foundation(s, suit, ordinal)
            if pile:
                yield suit, ordinal, pile


def tops(s: Duel) -> Cards:
    """Return the top cards of the foundations."""
    return Cards(pile[-1] for _, _, pile in foundations(s))


def wanted(s: Duel) -> dict[Card, str]:
    """Return the cards that foundations take, and on which pile of the suit: the first, if both."""
    found = {}
    for ordinal in reversed(ORDINALS):
        heights = Counter(card.suit for pile in getattr(s, ordinal) for card in pile)
        for suit, cards in SUITS.items():
            found.update(dict.fromkeys(cards[heights[suit] : heights[suit] + 1], ordinal))
    return found


def own_top(s: Duel, seat: int, card: Card) -> str | None:
    """Return on which pile of its suit a player's card lies uppermost, if it does."""
    for ordinal in ORDINALS:
        if card in getattr(s, ordinal)[seat] and foundation(s, card.suit, ordinal)[-1] == card:
            return ordinal
    return None


def out(s: Duel, seat: int) -> Cards:
    """Return a player's own cards on the foundations."""
    return s.first[seat] + s.second[seat]


# --- all of it -------------------------------------------------------------------------------


def zones(s: Duel) -> list[Zone]:
    """Return every pile; what is face down nobody sees, all the rest both do."""
    found = []
    for seat in range(2):
        for n in range(1, COLUMNS + 1):
            found.append(zone(s, f"column {n}, face down", f"down{n}", seat, owner=seat))
            found.append(zone(s, f"column {n}", f"column{n}", seat, owner=seat, seen="all"))
        found.append(zone(s, "stock", "stock", seat, owner=seat))
        found.append(zone(s, "waste", "waste", seat, owner=seat, seen="all"))
    for suit in PACK.suits:
        for ordinal in ORDINALS:
            name = f"{ordinal} foundation of {PACK.suit_names[suit]}"
            pile = foundation(s, suit, ordinal)
            found.append(Zone(name, None, pile, "all", ordinal, None))
    return found


def hidden(s: Duel, seat: int) -> Cards:
    """Return the cards of one pack that lie face down."""
    own = side(s, seat)
    return Cards(card for column in own.columns for card in column.down) + own.stock


def face_down(s: Duel, seat: int) -> int:
    """Return how many cards lie face down in the columns."""
    return sum(len(column.down) for column in side(s, seat).columns)


def require_sound(s: Duel) -> None:
    """Refuse a position that no deal leads to.

    Raises:
        GivenError: a player has a card twice, or a foundation has a gap.
    """
    for seat, name in enumerate("NS"):
        own = side(s, seat).cards + out(s, seat)
        for card in own:
            if own.count(card) > 1:
                raise GivenError(f"{name} has {card} twice, but each plays with one pack")
    for suit, ordinal, pile in foundations(s):
        north, south = getattr(s, ordinal)
        if not (north + south).holds(pile):
            fault = f"the {ordinal} foundation of {PACK.suit_names[suit]} has a gap"
            raise GivenError(fault, ordinal)


def numbers(options: DoubleSolitaireOptions) -> dict[str, int | str]:
    """Return the numbers that the article shows."""
    rules = options.patience
    return {
        "packs": 2,
        "pack_size": len(PACK),
        "all_cards": 2 * len(PACK),
        "columns": COLUMNS,
        "dealt": rules.dealt,
        "face_down": rules.dealt_down,
        "stock_size": len(PACK) - rules.dealt,
        "foundations": rules.piles,
        "piles_per_suit": len(ORDINALS),
    }
