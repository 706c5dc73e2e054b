"""Upcard: card games whose rules run.

>>> from upcard import rules
>>> rules("cribbage").ask("show", hand="5H 5D 5C JS", starter="5S").total
29
"""

from upcard.api import Rules, library, rules, rules_of_record, use_library
from upcard.cards import Card, Cards, Deck, NotationError
from upcard.choices import Choices, Illegal
from upcard.decks import DECKS
from upcard.drive import Endless, LiveMatch, RecordError, playout
from upcard.game import COMMON_RULES, Game, State, Zone
from upcard.given import GivenError
from upcard.moves import DEALER, Move, Verb
from upcard.options import OptionError
from upcard.position import Position
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score

__all__ = [
    "COMMON_RULES", "DEALER", "DECKS", "Answer", "Card", "Cards", "Choices", "Deck", "Endless",
    "Game", "GivenError", "Illegal", "Item", "LiveMatch", "Match", "Move", "NotationError",
    "OptionError", "Outcome", "Position", "RecordError", "Rules", "Ruling", "Score", "State",
    "Verb", "Zone", "library", "playout", "rules", "rules_of_record", "use_library",
]  # fmt: skip
