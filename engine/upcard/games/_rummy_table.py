"""The table of Rummy: a hand in progress, what lies where, and positions given in part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Card, Cards, NotationError, piles
from upcard.game import GivenError, State, Zone, zone
from upcard.games._rummy_options import DEALT, PACK, RummyOptions
from upcard.melds import Melding
from upcard.moves import Move, Seat

MOST = max(DEALT)


@dataclass(slots=True)
class Deal(State):
    """One hand; lists hold one entry per seat."""

    phase: Literal["deal", "draw", "play", "shuffle", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(MOST))
    stock: Cards = Cards()  # the next card to be drawn first
    upcard: Card | None = None  # the top of the discard pile
    buried: Cards = Cards()  # the discards below it, newest first
    melds: tuple[Cards, ...] = ()  # on the table, in the order laid, with what was laid off
    taken: Card | None = None  # what the player to act has taken from the discard pile
    takes: int = 0  # how often the discard has been taken in this hand
    turned: int = 0  # how often the discard pile has become the stock in this hand
    laid: int = 0  # melds laid in this turn
    put_down: bool = False  # whether the player to act has melded or laid off in this turn
    shown: list[bool] = field(default_factory=lambda: [False] * MOST)  # ... in an earlier turn
    opened: list[bool] = field(default_factory=lambda: [False] * MOST)  # has laid a meld
    winner: Seat | None = None  # of this hand


def zones(s: Deal) -> list[Zone]:
    """Return the piles. Nobody looks through the discards; at the end all hands are shown."""
    found = [zone(s, "stock", "stock"), zone(s, "upcard", "upcard", seen="all")]
    found.append(zone(s, "discards", "buried"))
    seen: Literal["all", "owner"] = "all" if s.phase == "over" else "owner"
    seats = range(len(s.hands))
    found += [zone(s, "hand", "hands", seat, owner=seat, seen=seen) for seat in seats]
    return found + [zone(s, "meld", "melds", at, seen="all") for at in range(len(s.melds))]


def with_card(hand: Cards, card: Card | None) -> Cards:
    """Return a hand, sorted, with one more card."""
    return hand if card is None else PACK.sort((*hand, card))


def steps(s: Deal, melding: Melding, *, may_lay: bool) -> Iterator[Move]:
    """Yield what could be melded, laid off and discarded."""
    seat, hand = s.turn, s.hands[s.turn]
    for meld in melding.held(hand):
        yield Move(seat, "meld", PACK.sort(meld))
    for meld in s.melds if may_lay else ():
        first = meld[0]
        near = [card for card in hand if first.suit == card.suit or first.rank == card.rank]
        for card in near:
            if melding.fits(meld, card):
                yield Move(seat, "lay", Cards([card]), groups=(("on", PACK.sort(meld)),))
    for card in hand:
        yield Move(seat, "discard", Cards([card]))


def require(fits: bool, fault: str, argument: str) -> None:
    """Refuse an argument.

    Raises:
        GivenError: if it does not fit.
    """
    if not fits:
        raise GivenError(fault, argument)


def read_piles(text: str, argument: str) -> tuple[Cards, ...]:
    """Read piles that are separated by commas: "8H KD, 2C".

    Raises:
        GivenError: one cannot be read, or a card is there twice.
    """
    try:
        found = tuple(PACK.cards(part) for part in text.split(",") if part.strip())
        PACK.cards(text.replace(",", " "))
    except NotationError as error:
        raise GivenError(str(error), argument) from None
    return found


def fill(s: Deal, given: frozenset[str], options: RummyOptions, first: Seat) -> None:
    """Fill in what follows from a partial position.

    Raises:
        GivenError: something does not fit, or is missing.
    """
    seats = options.players
    s.hands, s.shown, s.opened = s.hands[:seats], s.shown[:seats], s.opened[:seats]
    if "hands" not in given:
        s.stock = s.stock if "stock" in given else PACK.pack
        return
    if "phase" not in given:
        s.phase = "draw"
    if "turn" not in given:
        s.turn = first
    for meld in s.melds:
        require(options.melding.kind(meld) != "", f"{meld} is no meld", "melds")
    s.melds = tuple(map(options.melding.arranged, s.melds))
    require(bool(s.hands[s.turn]), "the player to act holds cards", "hands")
    require(s.phase != "draw" or s.upcard is not None, "an upcard is wanted here", "upcard")
    require(s.taken is None or s.taken in s.hands[s.turn], "it is not in the hand", "taken")
    if "stock" not in given:
        seen = {s.upcard, *s.buried}.union(*s.hands, *s.melds)
        s.stock = Cards(card for card in PACK.pack if card not in seen)
    if s.phase == "draw" and not s.stock:
        require(options.stock_end != "block", "this hand would have ended", "stock")
        shuffles = options.stock_end == "shuffle"
        require(bool(s.buried) or not shuffles, "there is nothing to shuffle", "buried")
