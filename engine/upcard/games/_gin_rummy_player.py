"""A sensible player of Gin Rummy. Random players hardly ever knock, and no match would end."""

from __future__ import annotations

from typing import Protocol

from upcard.cards import Cards
from upcard.games._gin_rummy_score import value
from upcard.games._gin_rummy_table import Deal, with_card
from upcard.melds import Melding, Split
from upcard.moves import Move


class GinRummy(Protocol):
    """What the player asks of the game."""

    melding: Melding

    def least(self, hand: Cards) -> int:
        """Return the least deadwood that any choice of melds leaves."""

    def legal(self, s: Deal) -> list[Move]:
        """Return the legal moves."""


def sound(game: GinRummy, s: Deal) -> list[Move]:
    """Return the legal moves that a sensible player would think of."""
    legal, hand = game.legal(s), s.hands[s.turn]
    if s.phase in ("first-upcard", "draw"):
        return _fetch(game, s, legal)
    if s.phase == "discard":
        return _throw(game, hand, legal)
    table = s.melds if s.phase == "lay-off" and s.hands[1 - s.turn] else ()
    return _show(game.melding.best(hand, value, table), legal)


def _fetch(game: GinRummy, s: Deal, legal: list[Move]) -> list[Move]:
    """Take the discard if it goes into a meld, else draw, pass or give up."""
    held = game.melding.best(with_card(s.hands[s.turn], s.upcard), value)
    takes = [move for move in legal if move.verb == "take"]
    leaves = [move for move in legal if move.verb != "take"]
    return takes if takes and s.upcard not in held.rest else leaves or takes


def _throw(game: GinRummy, hand: Cards, legal: list[Move]) -> list[Move]:
    """Knock if that is allowed, and keep as little deadwood as possible."""
    moves = [move for move in legal if move.verb == "knock"] or legal
    left = {move: game.least(hand - move.cards) for move in moves}
    least = min(left.values())
    return [move for move in moves if left[move] == least]


def _show(split: Split, legal: list[Move]) -> list[Move]:
    """Show the melds of the best split, then lay off, then keep the rest."""
    melds = [m for m in legal if m.verb == "meld" and any({*m.cards} == {*p} for p in split.melds)]
    firsts = {pile[0] for _, pile in split.laid}
    lays = [m for m in legal if m.verb == "lay" and m.cards[0] in firsts]
    return melds or lays or [m for m in legal if m.verb == "done"]
