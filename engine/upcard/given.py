"""Plain data to engine values, by type: what an article or a form gives, the engine takes.

`read(value, hint, game)` follows the annotation: `Cards` from `"AS KS"`, `Seat` from `"N"`,
`list[Cards]` from `{N: "AS", S: "KS"}`, `tuple[Cards, ...]` from `"6H 7H 8H, 9C 9D 9H"`, and so
on. `show` goes the other way. Nothing is ever evaluated.
"""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from upcard.cards import Card, Cards, NotationError, Rank, Suit
from upcard.game import Game, GivenError, State
from upcard.moves import Seat, parse_seat, seat_name
from upcard.options import OptionError, require, text

Hint = Any
_YES_NO = {"yes": True, "no": False, "true": True, "false": False}


def read(value: object, hint: Hint, game: Game[Any]) -> Any:
    """Turn one plain value into what the annotation asks for.

    Raises:
        GivenError: it does not fit; the message says what is wanted.
    """
    origin: Any = typing.get_origin(hint)
    args = typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if value is None or (value == "none" and type(None) in args):
            return None
        return read(value, next(arg for arg in args if arg is not type(None)), game)
    if origin is list:
        return _per_seat(value, args[0], game)
    if origin is tuple and isinstance(value, str):
        return tuple(read(part, args[0], game) for part in value.split(",") if part.strip())
    if origin is typing.Literal:
        return _one_of(value, args)
    if hint is bool:
        return _flag(value)
    if hint is int:
        return _whole(value)
    if not isinstance(value, str):
        if isinstance(value, (Cards, Card)) or (hint is Seat and isinstance(value, int)):
            return value
        msg = f"expected text, not {value!r}"
        raise GivenError(msg)
    try:
        if hint is Cards:
            return game.deck.cards(value)
        if hint is Card:
            return game.deck.card(value)
        if hint is Suit:
            return game.deck.suit(value)
        if hint is Rank:
            return game.deck.rank(value)
        if hint is Seat:
            return parse_seat(value, game.seats)
    except NotationError as error:
        raise GivenError(str(error)) from None
    if hint is str:
        return value
    msg = f"values of type {hint} cannot be written in an article"
    raise GivenError(msg)


def _per_seat(value: object, hint: Hint, game: Game[Any]) -> list[Any]:
    if isinstance(value, list):
        return value
    if not isinstance(value, Mapping):
        msg = f"expected one entry per seat, such as {{N: ...}}, not {value!r}"
        raise GivenError(msg)
    found = [_empty(hint) for _ in range(game.seats)]
    for name, entry in value.items():
        try:
            found[parse_seat(str(name), game.seats)] = read(entry, hint, game)
        except (NotationError, GivenError) as error:
            raise GivenError(str(error), str(name), *getattr(error, "path", ())) from None
    return found


def _empty(hint: Hint) -> Any:
    if type(None) in typing.get_args(hint):
        return None
    return {int: 0, bool: False, str: "", Cards: Cards()}.get(hint)


def _one_of(value: object, allowed: tuple[Any, ...]) -> Any:
    for known in allowed:
        if value == known or str(value) == text(known):
            return known
    msg = f"{value!r} is not one of {', '.join(map(text, allowed))}"
    raise GivenError(msg)


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).lower() in _YES_NO:
        return _YES_NO[str(value).lower()]
    msg = f"expected yes or no, not {value!r}"
    raise GivenError(msg)


def _whole(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    digits = str(value).removeprefix("-")
    if digits.isdecimal() and len(digits) < 10:
        return int(str(value))
    msg = f"expected a whole number, not {value!r}"
    raise GivenError(msg)


def show(value: object, game: Game[Any], hint: Hint = None) -> Any:
    """Turn an engine value into plain data, as an article would write it."""
    if value is None:
        return "none"
    origin: Any = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        hint = next(arg for arg in typing.get_args(hint) if arg is not type(None))
    if isinstance(value, (Cards, Card)):
        return str(value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, list):
        inner = (typing.get_args(hint) or (None,))[0]
        return {game.seat(i): _one_seat(entry, game, inner) for i, entry in enumerate(value)}
    if hint is Seat and isinstance(value, int):
        return seat_name(value, game.seats)
    if isinstance(value, (bool, int, str)):
        return value
    return str(value)


def _one_seat(value: object, game: Game[Any], hint: Hint) -> Any:
    if isinstance(value, Cards):
        return str(Cards(sorted(value, key=game.deck.order.__getitem__)))
    return show(value, game, hint)


_STATES: dict[type[Any], dict[str, Hint]] = {}


def state_hints(state: type[State]) -> dict[str, Hint]:
    """Return the fields of a state that a position may give, with their types."""
    if state not in _STATES:
        hints = typing.get_type_hints(state)
        fixed = ("match", "items", "events")
        open_to_all = [spec.name for spec in fields(state) if spec.name not in fixed]
        _STATES[state] = {name: hints[name] for name in open_to_all} | {"turn": Seat}
    return _STATES[state]


def question_hints(kind: type[Game[Any]], question: str) -> dict[str, Hint]:
    """Return the parameters of a question with their types.

    Raises:
        OptionError: the game has no such question.
    """
    require(question, dict.fromkeys(kind.questions), "question")
    hints = typing.get_type_hints(getattr(kind, question))
    return {name: hint for name, hint in hints.items() if name != "return"}


def read_question(game: Game[Any], question: str, given: Mapping[str, object]) -> dict[str, Any]:
    """Read the arguments of a question.

    Raises:
        OptionError: no such question.
        GivenError: an unknown or missing argument, or one that does not fit.
    """
    hints = question_hints(type(game), question)
    found = _read_all(game, given, hints, "argument")
    function = getattr(type(game), question)
    required = list(hints)[: len(hints) - len(function.__defaults__ or ())]
    keyword_only = function.__kwdefaults__ or {}
    missing = [name for name in required if name not in found and name not in keyword_only]
    if missing:
        msg = f"the question {question!r} also wants {', '.join(missing)}"
        raise GivenError(msg)
    return found


def read_position(game: Game[Any], given: Mapping[str, object]) -> Any:
    """Build a position from named parts: the state's fields, `scores`, `dealer`, `hands_played`.

    Raises:
        GivenError: an unknown part, or one that does not fit.
    """
    hints = state_hints(game.State) | {
        "scores": list[int],
        "dealer": Seat,
        "hands_played": int,
    }
    found = _read_all(game, given, hints, "part of a position")
    match = game.start(dealer=found.pop("dealer", game.seats - 1), scores=found.pop("scores", None))
    played = found.pop("hands_played", 0)
    match = type(match)(match.scores, match.dealer, played, match.facts)
    state = game.State(match=match, **found)
    game.complete(state, frozenset(found))
    _no_card_twice(game, state, found)
    return state


def _no_card_twice(game: Game[Any], state: Any, found: Mapping[str, Any]) -> None:
    """Refuse a position that holds more copies of a card than the pack."""
    laid = Counter(card for zone in game.table(state) for card in zone.cards)
    for card in laid - Counter(game.deck.pack):
        named = [name for name, part in found.items() if _holds(part, card)]
        raise GivenError(f"there are more {card} here than the pack holds", *named[-1:])


def _holds(part: object, card: Card) -> bool:
    if isinstance(part, list) or (isinstance(part, tuple) and not isinstance(part, (Card, Cards))):
        return any(_holds(one, card) for one in part)
    return part == card or (isinstance(part, Cards) and card in part)


def _read_all(
    game: Game[Any], given: Mapping[str, object], hints: Mapping[str, Hint], what: str
) -> dict[str, Any]:
    found = {}
    for name, value in given.items():
        try:
            require(name, hints, what)
            found[name] = read(value, hints[name], game)
        except OptionError as error:
            raise GivenError(str(error), name) from None
        except GivenError as error:
            raise GivenError(str(error), name, *error.path) from None
    return found


__all__ = [
    "GivenError", "question_hints", "read", "read_position", "read_question", "show",
    "state_hints",
]  # fmt: skip
