"""What an example gives under the variants it does not name: run by the engine, not claimed.

An example that reads no option a variant sets gives there what it gives at home, so it is not run
again; which options it reads is watched while it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from upcard.api import Rules
from upcard.choices import Illegal
from upcard.claims import ExampleError
from upcard.examples import Report, cases, rules_under, run
from upcard.options import OptionError
from upcard.position import Position
from upcard.score import Ruling, Score
from upcard_library.model import CaseResult, Example, GameArticle

Then = Mapping[str, Any]


@dataclass
class Elsewhere:
    """One example under the variants it does not name.

    Attributes:
        same: variants under which all that it claims holds as well.
        cannot: variants under which its position or question cannot be set up.
        other: what it gives where that differs, as a result and in the form of a `then`.
    """

    same: list[str] = field(default_factory=list)
    cannot: list[str] = field(default_factory=list)
    other: list[tuple[CaseResult, Then]] = field(default_factory=list)


def elsewhere(game: GameArticle, example: Example) -> Elsewhere:
    """Run an example under the base game and every named variant that it says nothing about."""
    found = Elsewhere()
    told = cases(example.data)
    own = told[0]
    named = {case.under for case in told}
    unders = [u for u in ("base", *(v.id for v in game.variants)) if u not in named]
    if example.status != "agreed" or not game.module or not unders:
        return found
    home, read = _watched(rules_under(game.id, own.under))
    try:
        run(home, example.data, own.then)
    except (ExampleError, OptionError):
        return found
    for under in unders:
        ruled = rules_under(game.id, under)
        if all(getattr(ruled.options, n) == getattr(home.options, n) for n in list(read)):
            found.same.append(under)
        else:
            _run(ruled, example, under, own.then, found)
    return found


def _run(ruled: Rules, example: Example, under: str, then: Then, found: Elsewhere) -> None:
    try:
        report = run(ruled, example.data, then)
    except Exception:  # noqa: BLE001  a position that makes no sense elsewhere may raise anything
        found.cannot.append(under)
        return
    if not report.disagreements:
        found.same.append(under)
        return
    result = CaseResult(
        example, under, "passed", "", (), frozenset(report.seen), (), report.subject
    )  # fmt: skip
    found.other.append((result, _found(report, then)))


def _watched(ruled: Rules) -> tuple[Rules, set[str]]:
    """Return the same rules, and a set that fills with the options they read."""
    kind = type(ruled.game)
    read: set[str] = set()
    options = _watching(type(ruled.options))(
        **{spec.name: getattr(ruled.options, spec.name) for spec in fields(ruled.options)}
    )
    object.__setattr__(options, "_read", read)
    return Rules(ruled.id, kind(options), ruled.variant, ruled.settings), read


_WATCHING: dict[type[Any], type[Any]] = {}


def _watching(kind: type[Any]) -> type[Any]:
    """Return a kind of options that notes which of them are read."""
    if kind in _WATCHING:
        return _WATCHING[kind]
    names = frozenset(spec.name for spec in fields(kind))

    def read(self: Any, name: str) -> Any:
        if name in names:
            object.__getattribute__(self, "_read").add(name)
        return object.__getattribute__(self, name)

    members = {"_read": set(), "__getattribute__": read, "__module__": kind.__module__}
    made = type(kind.__name__, (kind,), members)
    return _WATCHING.setdefault(kind, made)


def _found(report: Report, then: Then) -> Then:
    """Write what was found in the form of a `then`."""
    subject = report.subject
    if isinstance(subject, Illegal):
        return {"refused": subject.rule}
    if isinstance(subject, Score):
        return {"total": subject.total, "items": subject.by_rule}
    if isinstance(subject, Ruling):
        return {"legal": str(subject.legal)}
    if not isinstance(subject, Position):
        return {"value": str(subject)}
    return _of_position(report, subject, then)


def _of_position(report: Report, position: Position, then: Then) -> Then:
    found: dict[str, Any] = {k: v for k, v in then.items() if k not in ("refused", "allowed")}
    verdicts = dict.fromkeys(then.get("allowed", ()), "legal") | dict(then.get("refused", {}))
    for path, _, value in report.disagreements:
        key, *rest = path
        if key == "refused":
            verdicts[rest[0]] = value
        elif key == "allowed":
            verdicts[then["allowed"][int(rest[0])]] = value
        elif key == "events":
            found["events"] = list(position.events)
        else:
            _put(found, path, value)
    if refused := {move: rule for move, rule in verdicts.items() if rule != "legal"}:
        found["refused"] = refused
    if allowed := [move for move, rule in verdicts.items() if rule == "legal"]:
        found["allowed"] = allowed
    return found


def _put(found: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Put a value at its path; dictionaries on the way are copied."""
    at = found
    for key in path[:-1]:
        at[key] = dict(at.get(key, {}))
        at = at[key]
    at[path[-1]] = value


__all__ = ["Elsewhere", "elsewhere"]
