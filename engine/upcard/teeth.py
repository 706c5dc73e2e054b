"""Teeth: a claim that still holds when it is falsified proves nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from upcard.api import Rules
from upcard.claims import ExampleError, Path, Then
from upcard.examples import disagreements, subject_of


def alterations(then: Then) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every way to falsify a `then`: each leaf changed once, with the path of the change.

    A number by one, a card or a move dropped, a rule for another, legal for refused.
    """
    for key, value in then.items():
        if key == "allowed":
            for number, move in enumerate(value):
                rest = [m for m in value if m != move]
                yield (
                    (key, str(number)),
                    {**then, key: rest, "refused": {move: "no-such-rule"}},
                )
            continue
        for path, altered in _altered(value):
            yield (key, *path), {**then, key: altered}


def _altered(value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, bool):
        yield (), not value
    elif isinstance(value, int):
        yield (), value + 1
    elif isinstance(value, str):
        yield (), _altered_text(value)
    elif isinstance(value, Mapping):
        if not value:
            yield (), {"no-such-rule": 1}
        for key, entry in value.items():
            for path, altered in _altered(entry):
                yield (key, *path), {**value, key: altered}
    elif isinstance(value, Sequence):
        for number in range(len(value)):
            yield (
                (str(number),),
                [*value[:number], *value[number + 1 :], "no-such-rule"],
            )


def _altered_text(value: str) -> str:
    words = value.split()
    if len(words) > 1:
        return " ".join(words[:-1])
    return "no-such-thing" if words else "no-such-card"


def toothless(ruled: Rules, example: Mapping[str, Any], then: Then) -> list[Path]:
    """Return the paths of claims that hold even when falsified: claims that prove nothing."""
    weak = []
    subject = subject_of(ruled, example)
    for path, altered in alterations(then):
        try:
            if not disagreements(ruled, example, subject, altered):
                weak.append(path)
        except ExampleError:
            continue
    return weak
