"""What an example would have to expect for the engine to agree, written where it stands.

The engine may be wrong: whatever is accepted is marked `reviewed: false` until a person has
compared it with the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from upcard.choices import Illegal
from upcard.claims import ExampleError
from upcard.examples import Case, Disagreement, Report, cases, rules_under, run
from upcard.options import OptionError, text
from upcard.position import Position
from upcard.score import Answer, Ruling, Score
from upcard_library.model import Example, GameArticle
from upcard_library.provider import ARTICLES
from upcard_library.rewrite import before_key, rewrite, without_key
from upcard_library.spans import Edit, edited, spans


class AcceptError(ValueError):
    """An expectation that cannot be written by the engine; the message says why."""


def accept(game: GameArticle, examples: Iterable[Example]) -> str:
    """Return `game.yaml` with the examples expecting what the engine says.

    Raises:
        AcceptError: an example cannot be run, or is not meant to hold.
    """
    source = _source(game)
    where = spans(source)
    assert where is not None  # noqa: S101  the game was read from this very text
    edits: list[Edit] = []
    for example in examples:
        path = ("examples", str(game.examples.index(example)))
        made = [
            edit for case in cases(example.data)
            for edit in rewrite(source, where, (*path, *case.path), case.then,
                                expected(game, example, case))
        ]  # fmt: skip
        if made and "reviewed" not in example.data:
            made.append(before_key(source, where, (*path, "then"), "reviewed: false"))
        edits += made
    return edited(source, edits)


def confirm(game: GameArticle, examples: Iterable[Example]) -> str:
    """Return `game.yaml` without the marks of examples that a person has reviewed."""
    source = _source(game)
    where = spans(source)
    assert where is not None  # noqa: S101  the game was read from this very text
    paths = [("examples", str(game.examples.index(e)), "reviewed") for e in examples
             if "reviewed" in e.data]  # fmt: skip
    return edited(source, [without_key(source, where, path) for path in paths])


def _source(game: GameArticle) -> str:
    return game.file.read_bytes().decode("utf-8-sig")


def expected(game: GameArticle, example: Example, case: Case) -> dict[str, Any]:
    """Return what an example would have to expect under one set of rules.

    Raises:
        AcceptError: it cannot be run, or is not meant to hold.
    """
    if example.status == "gap":
        msg = f"{example.id} is a gap: it is meant not to hold; take out `status` and `note` first"
        raise AcceptError(msg)
    with ARTICLES.serving(game):
        try:
            report = run(rules_under(game.id, case.under), example.data, case.then)
        except (ExampleError, OptionError) as error:
            msg = f"{example.id} cannot be run: {error}"
            raise AcceptError(msg) from None
        return _then(case.then, report)


def _then(then: Mapping[str, Any], report: Report) -> dict[str, Any]:
    subject = report.subject
    if not report.disagreements:
        return dict(then)
    if isinstance(subject, Illegal):
        return {"refused": subject.rule}
    if isinstance(then.get("refused"), str):
        return _answer(subject)
    new = deepcopy(dict(then))
    dropped: dict[str, list[int]] = {}
    for told in report.disagreements:
        _set(new, told, dropped)
    for key, numbers in dropped.items():
        new[key] = [entry for number, entry in enumerate(new[key]) if number not in numbers]
    for key in ("refused", "allowed", "events"):
        if new.get(key) in ({}, []):
            del new[key]
    if not new:
        return {"over": subject.over} if isinstance(subject, Position) else _answer(subject)
    return new


def _answer(subject: Any) -> dict[str, Any]:
    """Return all that a question was answered with."""
    if isinstance(subject, Score):
        return {"total": subject.total, "items": dict(subject.by_rule)}
    if isinstance(subject, Ruling):
        refused = {"refused": dict(subject.refused)} if subject.refused else {}
        return {"legal": str(subject.legal), **refused}
    assert isinstance(subject, Answer)  # noqa: S101  there is no fourth kind
    return {"value": str(subject)}


def _set(new: dict[str, Any], told: Disagreement, dropped: dict[str, list[int]]) -> None:
    """Put what was found in the place of what was expected."""
    key, *rest = told.path
    if key == "events":
        dropped.setdefault(key, []).append(int(rest[0]))
    elif key == "allowed":
        move = new[key][int(rest[0])]
        dropped.setdefault(key, []).append(int(rest[0]))
        new.setdefault("refused", {})[move] = told.found
    elif key == "refused" and told.found == "legal":
        del new[key][rest[0]]
        new.setdefault("allowed", []).append(rest[0])
    else:
        owner = new
        for name in told.path[:-1]:
            owner = owner[name]
        owner[told.path[-1]] = _typed(owner[told.path[-1]], told.found)


def _typed(old: Any, found: Any) -> Any:
    """Write a value as the article had it: a number stays a number, a switch a switch."""
    if isinstance(old, bool) and found in (text(True), text(False)):
        return found == text(True)
    if isinstance(old, int) and isinstance(found, str) and found.lstrip("-").isdigit():
        return int(found)
    return dict(found) if isinstance(found, Mapping) else found


__all__ = ["AcceptError", "accept", "confirm", "expected"]
