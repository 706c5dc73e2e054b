"""A sensible player of Rummy. Random players hardly ever go out, and no match would end."""

from __future__ import annotations

from typing import Protocol

from upcard.cards import Card, Cards
from upcard.games._rummy_options import PACK, RummyOptions
from upcard.games._rummy_table import Deal, with_card
from upcard.melds import Melding
from upcard.moves import Move

CLOSE = 2
"""Two cards of a suit this near to each other may grow into a run."""


class Rummy(Protocol):
    """What the player asks of the game."""

    melding: Melding
    options: RummyOptions

    def legal(self, s: Deal) -> list[Move]:
        """Return the legal moves."""


def sound(game: Rummy, s: Deal) -> list[Move]:
    """Return the legal moves that a sensible player would think of."""
    legal, hand = game.legal(s), s.hands[s.turn]
    if s.phase == "draw":
        takes = [move for move in legal if move.verb == "take"]
        leaves = [move for move in legal if move.verb != "take"]
        return takes if takes and _useful(game, s, hand) else leaves
    downs = [move for move in legal if move.verb != "discard"]
    throws = [move for move in legal if move.verb == "discard"]
    return _best_downs(game, s, hand, downs) or _throws(game, s, hand, throws) or legal


def _useful(game: Rummy, s: Deal, hand: Cards) -> bool:
    """Say whether the top discard would go on the table."""
    more = with_card(hand, s.upcard)
    return s.upcard not in game.melding.best(more, game.options.value, s.melds).rest


def _best_downs(game: Rummy, s: Deal, hand: Cards, downs: list[Move]) -> list[Move]:
    """Put down what the best split of the hand puts down; failing that, anything."""
    split = game.melding.best(hand, game.options.value, s.melds)
    piles = [{*pile} for pile in (*split.melds, *(pile[:1] for _, pile in split.laid))]
    return [move for move in downs if {*move.cards} in piles] or downs


def _throws(game: Rummy, s: Deal, hand: Cards, throws: list[Move]) -> list[Move]:
    """Throw a card that goes with no other, if there is one."""
    rest = game.melding.best(hand, game.options.value, s.melds).rest
    useless = [move for move in throws if move.cards[0] in rest]
    lonely = [move for move in useless if not any(_goes(move.cards[0], card) for card in hand)]
    return lonely or useless or throws


def _goes(card: Card, other: Card) -> bool:
    """Say whether two cards may grow into a meld."""
    if card == other:
        return False
    apart = abs(PACK.ranks.index(card.rank) - PACK.ranks.index(other.rank))
    return apart == 0 or (card.suit == other.suit and apart <= CLOSE)
