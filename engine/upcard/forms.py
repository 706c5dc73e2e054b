"""A game's questions and pack described for a form: what is asked for, of what kind, how often.

Everything is read from the questions' typed signatures, so a form needs no knowledge of a game.
"""

from __future__ import annotations

import types
import typing
from collections import Counter
from typing import Any

from upcard.cards import Card, Cards, Deck, Rank, Suit
from upcard.game import Game
from upcard.given import question_hints, show
from upcard.moves import Seat, seat_names
from upcard.options import text

_KINDS: dict[Any, str] = {
    Cards: "cards", Card: "card", Suit: "suit", Rank: "rank", Seat: "seat", bool: "switch",
    int: "number", str: "text",
}  # fmt: skip


def question_forms(game: Game[Any]) -> list[dict[str, Any]]:
    """Describe every question of a game: its name, one line about it, and its fields."""
    return [_form(game, name) for name in game.questions]


def _form(game: Game[Any], question: str) -> dict[str, Any]:
    function = getattr(type(game), question)
    hints = question_hints(type(game), question)
    positional = function.__defaults__ or ()
    defaults = dict(zip(list(hints)[len(hints) - len(positional) :], positional, strict=False))
    # keyword-only parameters come last in a signature, so those before them are counted without
    named = function.__kwdefaults__ or {}
    if named:
        plain = [name for name in hints if name not in named]
        defaults = dict(zip(plain[len(plain) - len(positional) :], positional, strict=False))
    defaults |= named
    about = " ".join((function.__doc__ or "").strip().partition("\n\n")[0].split())
    fields = [_field(game, name, hint, defaults) for name, hint in hints.items()]
    return {"name": question, "about": about, "fields": fields}


def _field(game: Game[Any], name: str, hint: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    optional = name in defaults
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        hint = next(arg for arg in typing.get_args(hint) if arg is not type(None))
    told: dict[str, Any] = {"name": name, "kind": "text", "optional": optional, "values": []}
    if typing.get_origin(hint) is list:
        told |= {"kind": "seats", "values": list(seat_names(game.seats)),
                 "of": _KINDS.get(typing.get_args(hint)[0], "text")}  # fmt: skip
    elif typing.get_origin(hint) is typing.Literal:
        told |= {"kind": "choice", "values": [text(value) for value in typing.get_args(hint)]}
    else:
        told["kind"] = _KINDS.get(hint, "text")
    if told["kind"] == "seat":
        told["values"] = list(seat_names(game.seats))
    elif told["kind"] == "suit":
        told["values"] = [suit for suit in game.deck.suits if suit]
    elif told["kind"] == "rank":
        told["values"] = list(game.deck.ranks)
    default = defaults.get(name)
    if default is not None and not (isinstance(default, Cards) and not default):
        told["default"] = text(default) if told["kind"] == "choice" else show(default, game, hint)
    return told


def deck_form(deck: Deck) -> dict[str, Any]:
    """Describe a pack: every different card with its name and how many there are of it."""
    many = Counter(deck.pack)
    return {
        "id": deck.id,
        "suits": {suit: deck.suit_names.get(suit, suit) for suit in deck.suits if suit},
        "cards": [
            {"code": str(card), "rank": card.rank, "suit": card.suit, "name": deck.name(card),
             "count": many[card]}
            for card in deck.pack.distinct()
        ],
    }  # fmt: skip
