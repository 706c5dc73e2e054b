"""The table of Gin Rummy: a hand in progress, what lies where, and positions given in part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from upcard.cards import Card, Cards, piles
from upcard.game import GivenError, State, Zone, zone
from upcard.games._gin_rummy_score import HAND, PACK, SEATS
from upcard.moves import Seat


@dataclass(slots=True)
class Deal(State):
    """One hand; lists hold one entry per seat."""

    phase: Literal["deal", "first-upcard", "draw", "discard", "knock", "lay-off", "over"] = "deal"
    hands: list[Cards] = field(default_factory=lambda: piles(SEATS))
    stock: Cards = Cards()  # the next card to be drawn first
    upcard: Card | None = None  # the top of the discard pile
    buried: Cards = Cards()  # the discards below it, newest first
    first_upcard: Card | None = None
    passed: int = 0  # how many players have passed the first upcard
    taken: Card | None = None  # what the player to act has taken from the discard pile
    takes: int = 0  # how often the discard has been taken in this hand
    knocker: Seat | None = None
    big_gin: bool = False
    melds: tuple[Cards, ...] = ()  # the knocker's, in the order shown, with what is laid off
    others: tuple[Cards, ...] = ()  # the other player's own melds
    won: list[int] = field(default_factory=lambda: [0, 0])  # hands won in this match so far


def zones(s: Deal) -> list[Zone]:
    """Return the piles. Nobody looks through the discards; a knock shows the knocker's hand."""
    found = [zone(s, "stock", "stock"), zone(s, "upcard", "upcard", seen="all")]
    found.append(zone(s, "discards", "buried"))
    for seat in range(SEATS):
        open_now = s.knocker is not None and (seat == s.knocker or s.phase == "over")
        seen: Literal["all", "owner"] = "all" if open_now else "owner"
        found.append(zone(s, "hand", "hands", seat, owner=seat, seen=seen))
    if s.knocker is not None:
        for name, owner in (("melds", s.knocker), ("others", 1 - s.knocker)):
            many = range(len(getattr(s, name)))
            found += [zone(s, "meld", name, at, owner=owner, seen="all") for at in many]
    return found


def with_card(hand: Cards, card: Card | None) -> Cards:
    """Return a hand, sorted, with one more card."""
    return hand if card is None else PACK.sort((*hand, card))


def require(fits: bool, fault: str, argument: str) -> None:
    """Refuse an argument.

    Raises:
        GivenError: if it does not fit.
    """
    if not fits:
        raise GivenError(fault, argument)


def fill(s: Deal, given: frozenset[str], non_dealer: Seat) -> None:
    """Fill in what follows from a partial position.

    Raises:
        GivenError: a hand is of a wrong size, or something is missing.
    """
    if "stock" not in given:
        seen = {s.upcard, *s.buried}.union(*s.hands)
        s.stock = Cards(card for card in PACK.pack if card not in seen)
    if "hands" not in given:
        return
    full = [seat for seat in range(SEATS) if len(s.hands[seat]) > HAND]
    if "phase" not in given:
        s.phase = "discard" if full else "draw"
    require(s.phase not in ("knock", "lay-off"), "begin before the knock", "phase")
    if "turn" not in given:
        s.turn = full[0] if full else non_dealer if s.passed % SEATS == 0 else 1 - non_dealer
    for seat, hand in enumerate(s.hands):
        size = HAND + (s.phase == "discard" and seat == s.turn)
        fits = len(hand) in (size, 0) and (hand or seat != s.turn)
        name = "NS"[seat]
        require(bool(fits), f"here {name} holds {size} cards, not {len(hand)}", "hands")
    waits = s.phase in ("first-upcard", "draw")
    require(not waits or s.upcard is not None, "an upcard is wanted here", "upcard")
    require(s.taken is None or s.taken in s.hands[s.turn], "it is not in the hand", "taken")
    if "first_upcard" not in given and "upcard" in given:
        s.first_upcard = s.buried[-1] if s.buried else s.upcard
