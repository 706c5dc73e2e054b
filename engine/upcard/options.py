"""Options of a game: one frozen dataclass, read from text, described for forms and articles.

A variant is a named set of option values and nothing else. The kind of an option follows from
its annotation: `bool` is a switch, `Literal[...]` a choice, `int` with `number(...)` a number.
Contradictions are refused in the dataclass's own `__post_init__` with `OptionError`.
"""

from __future__ import annotations

import difflib
import typing
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

Value = bool | int | str
T = TypeVar("T")


class OptionError(ValueError):
    """An option or variant that does not exist, has a wrong value or contradicts another.

    `names` are the options at fault.
    """

    def __init__(self, message: str, *names: str) -> None:
        super().__init__(message)
        self.names = names


def number(default: int, low: int, high: int) -> Any:
    """Declare a number option with its limits, both allowed."""
    return field(default=default, metadata={"low": low, "high": high})


class Option(NamedTuple):
    """One option, described.

    Attributes:
        kind: `switch`, `choice` or `number`.
        values: what is allowed, the default first; for a number its lowest and highest value.
    """

    name: str
    kind: str
    default: Value
    values: tuple[Value, ...]

    def read(self, given: object) -> Value:
        """Turn a value or its text into a value of this option.

        Raises:
            OptionError: not an allowed value; the message lists those that are.
        """
        if self.kind == "number":
            return self._read_number(given)
        for value in self.values:
            if type(given) is type(value) and given == value:
                return value
            if isinstance(given, str) and given == text(value):
                return value
        allowed = ", ".join(map(text, self.values))
        msg = f"{self.name} cannot be {text(given)!r}; it is one of {allowed}"
        raise OptionError(msg, self.name)

    def _read_number(self, given: object) -> int:
        low, high = map(int, self.values)
        digits = str(given).removeprefix("-")
        if digits.isdecimal() and len(digits) < 10 and low <= int(str(given)) <= high:
            return int(str(given))
        msg = f"{self.name} cannot be {text(given)!r}; it is a number from {low} to {high}"
        raise OptionError(msg, self.name)


def text(value: object) -> str:
    """Write a value as articles and records do: `yes` and `no` for a switch."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


_DESCRIBED: dict[type[Any], dict[str, Option]] = {}


def describe(options: type[Any]) -> dict[str, Option]:
    """Describe every option of an options dataclass, by name, in order."""
    if options not in _DESCRIBED:
        hints = typing.get_type_hints(options)
        specs = fields(options)
        _DESCRIBED[options] = {spec.name: _option(spec, hints[spec.name]) for spec in specs}
    return _DESCRIBED[options]


def _option(spec: Field[Any], hint: object) -> Option:
    default = typing.cast("Value", spec.default)
    if hint is bool:
        return Option(spec.name, "switch", default, (default, not default))
    if hint is int:
        limits = (spec.metadata["low"], spec.metadata["high"])
        return Option(spec.name, "number", default, limits)
    return Option(spec.name, "choice", default, typing.get_args(hint))


def read_options(options: type[T], given: Mapping[str, object]) -> T:
    """Build the options of a table from names and values; text is accepted for any value.

    Raises:
        OptionError: an unknown name, a value that is not allowed, or a contradiction.
    """
    known = describe(options)
    for name in given:
        require(name, known, "option")
    return options(**{name: known[name].read(value) for name, value in given.items()})


def require(name: str, known: Mapping[str, object], what: str) -> None:
    """Refuse a name that is not known, naming the nearest that is.

    Raises:
        OptionError: always when `name` is unknown.
    """
    if name in known:
        return
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    listed = ", ".join(known) or "none"
    msg = f"there is no {what} {name!r}; {hint}known: {listed}"
    raise OptionError(msg, name)


def changed(options: object) -> dict[str, Value]:
    """Return the options that differ from the base game."""
    known = describe(type(options))
    return {
        name: getattr(options, name)
        for name, option in known.items()
        if getattr(options, name) != option.default
    }


@dataclass(frozen=True)
class Condition:
    """A condition on options, as in `when="must_win=always card_points=tens|traditional"`.

    Clauses are separated by spaces or commas and must all hold; `a=x|y` means either value and
    `a!=x` any other.
    """

    clauses: tuple[tuple[str, bool, tuple[Value, ...]], ...] = ()

    def holds(self, options: object) -> bool:
        """Say whether the options satisfy every clause."""
        return all(
            (getattr(options, name) in values) == wanted for name, wanted, values in self.clauses
        )


def parse_condition(given: str, options: type[Any]) -> Condition:
    """Read a condition.

    Raises:
        OptionError: no such option or value, or the text is not `option=value`.
    """
    known = describe(options)
    clauses = []
    for clause in given.replace(",", " ").split():
        name, equals, values = clause.partition("=")
        wanted = not name.endswith("!")
        name = name.removesuffix("!")
        if not equals or not values:
            msg = f"{clause!r} is no condition; write option=value"
            raise OptionError(msg, clause)
        require(name, known, "option")
        read = tuple(known[name].read(value) for value in values.split("|"))
        clauses.append((name, wanted, read))
    return Condition(tuple(clauses))


def parse_settings(given: str, options: type[Any]) -> dict[str, Value]:
    """Read `option=value` words, as in a record's first line or an example's `per_variant` key.

    Raises:
        OptionError: no such option or value, or the text is not `option=value`.
    """
    found: dict[str, Value] = {}
    for name, wanted, values in parse_condition(given, options).clauses:
        if not wanted or len(values) != 1:
            msg = f"{name} must be set to one value"
            raise OptionError(msg, name)
        found[name] = values[0]
    return found
