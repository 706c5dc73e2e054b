"""After a knock in Gin Rummy: what may be shown, what may be laid off, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from upcard.cards import Cards, NotationError
from upcard.choices import Choices
from upcard.game import GivenError
from upcard.games._gin_rummy_score import HAND, PACK, Showdown, broken, least, total, value
from upcard.games._gin_rummy_table import Deal, require
from upcard.melds import Melding
from upcard.moves import Move


def steps(seat: int, hand: Cards, melding: Melding, table: Sequence[Cards]) -> Iterator[Move]:
    """Yield what could be shown, laid off on the table's melds, or kept, rules apart."""
    for meld in melding.held(hand):
        yield Move(seat, "meld", PACK.sort(meld))
    for meld in table:
        for card in hand:
            yield Move(seat, "lay", Cards([card]), groups=(("on", PACK.sort(meld)),))
    yield Move(seat, "done")


def layout_choices(s: Deal, melding: Melding, limit: int) -> Choices:
    """Return what the knocker may show; all that is kept in the end must meet the limit."""
    hand, most = s.hands[s.turn], 0 if s.big_gin else limit

    def left(move: Move) -> int:
        return least(melding, hand - move.cards) if move.cards else total(hand)

    c = Choices(steps(s.turn, hand, melding, ()))
    c.only("knock-layout", lambda m: left(m) <= most, limit=most)
    _bar(c, s.turn, melding, s.melds)
    return c


def lay_off_choices(s: Deal, melding: Melding) -> Choices:
    """Return what the other player may show and lay off."""
    c = Choices(steps(s.turn, s.hands[s.turn], melding, s.melds))
    if not s.hands[1 - s.turn]:
        c.only("no-lay-off-on-gin", lambda m: m.verb != "lay")
    c.only("lay-off", lambda m: m.verb != "lay" or melding.fits(m.group("on"), m.cards[0]))
    _bar(c, s.turn, melding, s.others)
    return c


def _bar(c: Choices, seat: int, melding: Melding, shown: Sequence[Cards]) -> None:
    """Name the rule against what is no meld, a card used twice, a lay-off out of place."""
    used = {card for meld in shown for card in meld}

    def is_meld(m: Move) -> bool:
        return m.seat == seat and m.verb == "meld"

    def breaks(rule: str, m: Move) -> bool:
        return is_meld(m) and not melding.kind(m.cards) and broken(m.cards) == rule

    c.bar("one-meld", lambda m: is_meld(m) and not used.isdisjoint(m.cards))
    c.bar("set", partial(breaks, "set"))
    c.bar("run", partial(breaks, "run"))
    c.bar("lay-off", lambda m: m.seat == seat and m.verb == "lay")


def read_melds(melding: Melding, text: str, others: Cards) -> tuple[Cards, ...]:
    """Read melds that are separated by commas: "5S 6S 7S, KC KD KH".

    Raises:
        GivenError: one is no meld, or a card is there twice.
    """
    try:
        melds = tuple(map(PACK.cards, text.split(",")))
    except NotationError as error:
        raise GivenError(str(error), "melds") from None
    seen = list(others)
    for meld in melds:
        require(melding.kind(meld) != "", f"{meld} is no meld", "melds")
        seen += meld
    for card in seen:
        require(seen.count(card) == 1, f"{card} is there twice", "melds")
    return tuple(map(melding.arranged, melds))


def showdown(melding: Melding, melds: str, deadwood: Cards, hand: Cards, big_gin: bool) -> Showdown:
    """Return what is left of a knock by seat 0, and of a hand that answers it as well as it can.

    Raises:
        GivenError: these are no ten cards each; for big gin the knocker has eleven, all melded.
    """
    shown = read_melds(melding, melds, deadwood + hand)
    many = sum(map(len, shown)) + len(deadwood)
    big = big_gin and many == HAND + 1 and not deadwood
    require(many == HAND or big, f"the knocker shows {HAND} cards, not {many}", "melds")
    require(len(hand) == HAND, f"the other hand is {HAND} cards, not {len(hand)}", "hand")
    left = melding.best(hand, value, shown if deadwood else ()).rest
    return Showdown(0, deadwood, left, big)
