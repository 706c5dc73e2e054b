"""What an example claims, as single expressions of the public API with the values they must have.

`claims` turns a `then` into `Claim`s, so that what is checked, what the page shows and what
doctest runs are the same thing. `QUESTION_CLAIMS` and `POSITION_CLAIMS` list what may be claimed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from upcard.api import Rules
from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.given import GivenError, read, show, state_hints
from upcard.options import OptionError, require, text
from upcard.position import Position
from upcard.score import Answer, Ruling, Score

Path = tuple[str, ...]
Then = Mapping[str, Any]


class ExampleError(ValueError):
    """An example that cannot be run; `path` leads to the value at fault, from the example."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.path = path


class Claim(NamedTuple):
    """One expression and the value it must have; `path` leads to the value in the `then`."""

    source: str
    want: Any
    found: Callable[[], Any]
    path: Path


def claims(ruled: Rules, example: Mapping[str, Any], subject: Any, then: Then) -> list[Claim]:
    """Return the claims of one case.

    Raises:
        ExampleError: a key or value of `then` makes no sense here.
    """
    if not then:
        msg = "`then` is empty: an example must claim something"
        raise ExampleError(msg, "then")
    table = QUESTION_CLAIMS if "ask" in example else POSITION_CLAIMS
    found: list[Claim] = []
    for key, want in then.items():
        try:
            require(key, table, "expectation")
            found += table[key](_Context(ruled, example, subject), want)
        except ExampleError as error:
            raise ExampleError(str(error), "then", key, *error.path) from None
        except (
            GivenError,
            NotationError,
            OptionError,
            TypeError,
            AttributeError,
        ) as error:
            raise ExampleError(str(error), "then", key, *getattr(error, "path", ())) from None
    return found


class _Context(NamedTuple):
    rules: Rules
    example: Mapping[str, Any]
    subject: Any

    def answer(self, kind: type[Any]) -> Any:
        if isinstance(self.subject, Illegal):
            return None
        if not isinstance(self.subject, kind):
            msg = f"{self.example['ask']!r} does not answer with this; it gives {self.subject!r}"
            raise ExampleError(msg)
        return self.subject


def _of_answer(name: str, kind: type[Any]) -> Callable[[_Context, Any], list[Claim]]:
    """Make the claim that one attribute of an answer has a value."""

    def claim(context: _Context, want: Any) -> list[Claim]:
        answer = context.answer(kind)

        def found() -> Any:
            return getattr(answer, name) if answer else f"refused: {context.subject.rule}"

        return [Claim(f"answer.{name}", want, found, (name,))]

    return claim


def _items(context: _Context, want: Mapping[str, int]) -> list[Claim]:
    (claim,) = _of_answer("by_rule", Score)(context, dict(want))
    return [claim._replace(path=("items",))]


def _value(context: _Context, want: object) -> list[Claim]:
    answer = context.answer(Answer)
    told = text(want)
    return [Claim("str(answer)", told, lambda: str(answer or context.subject), ("value",))]


def _legal_answer(context: _Context, want: str) -> list[Claim]:
    answer = context.answer(Ruling)
    cards = context.rules.game.deck.cards(want)
    if answer is None:
        refused = f"refused: {context.subject.rule}"
        return [Claim("answer.legal", str(cards), lambda: refused, ("legal",))]
    if sorted(cards) == sorted(answer.legal):  # the order of an answer is no claim
        cards = answer.legal
    return [Claim("answer.legal", str(cards), lambda: str(answer.legal), ("legal",))]


def _refused_answer(context: _Context, want: Any) -> list[Claim]:
    if isinstance(want, str):
        ruled, question = context.rules, context.example["ask"]
        given = context.example.get("given", {})
        source = f"game.refusal({question!r}{arguments(given)})"
        return [Claim(source, want, lambda: ruled.refusal(question, **given), ("refused",))]
    answer = context.answer(Ruling)
    if answer is None:
        msg = f"the question itself is refused; write `refused: {context.subject.rule}`"
        raise ExampleError(msg)
    found = []
    for card, rule in want.items():
        code = str(context.rules.game.deck.card(card))
        get = partial(answer.refused.get, code, "legal")
        source = f"answer.refused.get({code!r}, 'legal')"
        found.append(Claim(source, rule, get, ("refused", card)))
    return found


QUESTION_CLAIMS: dict[str, Callable[[_Context, Any], list[Claim]]] = {
    "total": _of_answer("total", Score),
    "items": _items,
    "value": _value,
    "legal": _legal_answer,
    "refused": _refused_answer,
}


def _of_position(name: str) -> Callable[[_Context, Any], list[Claim]]:
    def claim(context: _Context, want: Any) -> list[Claim]:
        return [
            Claim(
                f"position.{name}",
                want,
                lambda: getattr(context.subject, name),
                (name,),
            )
        ]

    return claim


def _per_seat(name: str) -> Callable[[_Context, Any], list[Claim]]:
    def claim(context: _Context, want: Mapping[str, Any]) -> list[Claim]:
        position = context.subject
        names = dict.fromkeys(getattr(position, name))
        found = []
        for seat, value in want.items():
            require(seat, names, "seat")
            get = partial(operator.getitem, getattr(position, name), seat)
            found.append(Claim(f"position.{name}[{seat!r}]", value, get, (name, seat)))
        return found

    return claim


def _legal(context: _Context, want: Any) -> list[Claim]:
    position: Position = context.subject
    if isinstance(want, str):
        cards = sorted_cards(context.rules, want)
        return [Claim("position.playable()", cards, position.playable, ("legal",))]
    moves = sorted(_bare(position, move) for move in want)
    return [Claim("position.moves()", moves, position.moves, ("legal",))]


def _bare(position: Position, move: str) -> str:
    return position.game.text(position.read(move)).split(" ", 1)[1]


def _allowed(context: _Context, want: Sequence[str]) -> list[Claim]:
    return [
        _verdict(context.subject, move, "legal", ("allowed", str(number)))
        for number, move in enumerate(want)
    ]


def _refused(context: _Context, want: Mapping[str, str]) -> list[Claim]:
    return [_verdict(context.subject, move, rule, ("refused", move)) for move, rule in want.items()]


def _verdict(position: Position, move: str, want: str, path: Path) -> Claim:
    position.read(move)
    return Claim(f"position.verdict({move!r})", want, lambda: position.verdict(move), path)


def _events(context: _Context, want: Sequence[str]) -> list[Claim]:
    position: Position = context.subject

    def acted(rule: str) -> Callable[[], bool]:
        return lambda: rule in position.events

    return [
        Claim(f"{rule!r} in position.events", True, acted(rule), ("events", str(number)))
        for number, rule in enumerate(want)
    ]


def _state(context: _Context, want: Mapping[str, Any]) -> list[Claim]:
    position: Position = context.subject
    found = []
    for name, value in want.items():
        told = _as_shown(position, name, value)
        if isinstance(value, Mapping):
            found += [_part(position, told[seat], name, seat) for seat in value]
        else:
            found.append(_part(position, told, name))
    return found


def _part(position: Position, want: Any, *names: str) -> Claim:
    asked = ", ".join(map(repr, names))
    return Claim(f"position.part({asked})", want, lambda: position.part(*names), ("state", *names))


def _as_shown(position: Position, name: str, value: Any) -> Any:
    """Return a value as `Position.part` would show it, so that spelling does not matter."""
    position.part(name)
    hint = state_hints(position.game.State).get(name)
    if hint is None:
        return value
    try:
        return show(read(value, hint, position.game), position.game, hint)
    except GivenError as error:
        raise ExampleError(str(error), name, *error.path) from None


POSITION_CLAIMS: dict[str, Callable[[_Context, Any], list[Claim]]] = {
    "legal": _legal,
    "allowed": _allowed,
    "refused": _refused,
    "turn": _of_position("turn"),
    "phase": _of_position("phase"),
    "over": _of_position("over"),
    "winner": _of_position("winner"),
    "score": _per_seat("score"),
    "standing": _per_seat("standing"),
    "items": _per_seat("items"),
    "earned": _of_position("earned"),
    "worth": _of_position("worth"),
    "events": _events,
    "state": _state,
}


def sorted_cards(ruled: Rules, cards: Any) -> str:
    deck = ruled.game.deck
    return str(deck.sort(deck.cards(cards)))


def arguments(given: Mapping[str, Any]) -> str:
    """Write keyword arguments as they follow a first argument: `, trump='S'`."""
    return "".join(f", {name}={value!r}" for name, value in given.items())
