"""The table of Last Card: what is agreed on, what lies there, and the numbers of the article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from upcard import sheds
from upcard.cards import Cards, Deck, Suit, piles
from upcard.game import GivenError, State, Zone, zone
from upcard.moves import DEALER, Seat, seat_names
from upcard.options import OptionError

NO_CARDS = Cards()
NO_SUIT = Suit("")
SEATS = 2
PLAYS = ("play", "call")
ACE, TWO, FIVE, TEN, JACK, JOKER = "A", "2", "5", "10", "J", "JOKER"
WILD = (ACE, JOKER)  # played on anything, and followed by the suit their player names
PICK_UP: Mapping[str, int] = {TWO: 2, FIVE: 5, JOKER: 6}
SPECIAL = (ACE, TWO, FIVE, TEN)
OF_A_RANK = 4


@dataclass(frozen=True)
class LastCardOptions:
    """What tables agree on before the deal, in the article's order."""

    jokers: bool = False
    hand_size: Literal[7, 5] = 7
    starter_effect: Literal["none", "active", "redraw"] = "none"
    target: Literal[1, 3, 5] = 1
    several_cards: bool = True
    draw_rule: Literal["one", "until_playable"] = "one"
    pickup_answer: Literal["same_rank", "none", "two_on_five", "two_on_five_suit"] = "same_rank"
    tens: Literal["one_turn", "per_ten"] = "one_turn"
    jack_again: bool = False
    call_penalty: Literal[2, 1, 5] = 2
    finish: Literal["free", "ace_in_suit", "no_pickup", "single"] = "free"

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if not self.several_cards and self.tens == "per_ten":
            msg = "only one ten can be laid at a time, so it cannot matter how many there are"
            raise OptionError(msg, "several_cards", "tens")
        if not self.several_cards and self.finish == "single":
            msg = "every play is a single card already, and so is the last"
            raise OptionError(msg, "several_cards", "finish")

    @property
    def most(self) -> int:
        """How many cards may be laid at once."""
        return OF_A_RANK if self.several_cards else 1


@dataclass(slots=True)
class Hand(State):
    """One hand; lists hold one entry per seat."""

    phase: Literal["deal", "starter", "play", "drawn", "name", "reshuffle", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(SEATS))
    pile: Cards = NO_CARDS  # face down, the top card first
    discard: Cards = NO_CARDS  # face up, the top card last
    suit: Suit = NO_SUIT  # to be followed
    pickup: int = 0  # cards that whoever is to act must take, unless the pick-up is answered
    called: list[bool] = field(default_factory=lambda: [False] * SEATS)
    drawn: Cards = NO_CARDS  # a card just drawn that can be played, beside its owner's hand
    missed: int = 0  # turns that the other player is still to miss
    passes: int = 0  # in a row, by players who could neither play nor draw
    taker: Seat | None = None  # who is taking cards, and why, while the pile is made anew
    taking: Literal["", "draw", "pickup", "penalty"] = ""
    owed: int = 0  # cards still to be taken


def take(s: Hand, seat: int, deck: Deck) -> bool:
    """Take the cards that are owed; say whether that is done or waits for a new pile."""
    cards, s.pile, s.owed = sheds.draw(s.pile, s.owed)
    if cards and s.called[seat]:
        s.called[seat] = False
        s.say("call-lapses", seat=seat_names(SEATS)[seat])
    if s.taking == "draw":
        s.drawn = cards
    else:
        s.hands[seat] = deck.sort(s.hands[seat] + cards)
    if s.owed and len(s.discard) > 1:
        s.phase, s.turn, s.taker = "reshuffle", DEALER, Seat(seat)
        return False
    if s.owed:
        s.say("short-draw", forgiven=s.owed)
    s.owed, s.taking, s.taker = 0, "", None
    s.turn, s.phase = seat, "play"
    return True


def zones(s: Hand) -> list[Zone]:
    """Return the piles; a card just drawn is its owner's to see."""
    return [
        zone(s, "pile", "pile"),
        zone(s, "discard", "discard", seen="all"),
        zone(s, "drawn", "drawn", owner=max(s.turn, 0), seen="owner"),
        *(zone(s, "hand", "hands", seat, owner=seat, seen="owner") for seat in range(SEATS)),
    ]


def complete(s: Hand, given: frozenset[str], deck: Deck, first: Seat) -> None:
    """Fill in the phase, the suit, who is to act, and a draw pile of what is not in sight."""
    if "phase" not in given:
        s.phase = "drawn" if s.drawn else "play" if s.discard else "deal"
    if "turn" not in given and s.phase not in ("deal", "starter"):
        s.turn = first
    if "suit" not in given and s.discard:
        s.suit = Suit(s.discard[-1].suit)
    if "pile" not in given:
        seen = Counter(s.discard + s.drawn + s.hands[0] + s.hands[1])
        s.pile = Cards((Counter(deck.pack) - seen).elements())
    if s.phase in ("play", "drawn", "name") and not s.discard:
        raise GivenError("the position wants a discard", "discard")


def numbers(options: LastCardOptions, pack: int) -> dict[str, int]:
    """Return the numbers that the article shows."""
    two, five = PICK_UP[TWO], PICK_UP[FIVE]
    return {
        "pack_size": pack,
        "jokers_added": 2,
        "pile_size": pack - SEATS * options.hand_size - 1,
        "two": two,
        "five": five,
        "joker": PICK_UP[JOKER],
        "two_twos": 2 * two,
        "three_fives": 3 * five,
        "all_twos": OF_A_RANK * two,
        "all_fives": OF_A_RANK * five,
        "twos_and_fives": OF_A_RANK * (two + five),
        "passes": SEATS,
    }
