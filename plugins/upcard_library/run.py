"""Running worked examples: what disagrees is told at its line, and never as a traceback."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterable, Mapping
from typing import Any

from upcard.api import Rules
from upcard.cards import Deck
from upcard.claims import ExampleError
from upcard.examples import Case, Report, cases, doctest_of, rules_under, run
from upcard.options import OptionError, text
from upcard_library.finding import engine_error
from upcard_library.model import CaseResult, Example, Fault, GameArticle
from upcard_library.provider import ARTICLES
from upcard_library.told import short

_SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RECORD_LINE = re.compile(r"line (\d+): (.*)", re.DOTALL)


def run_game(game: GameArticle, only: Iterable[str] | None = None) -> list[CaseResult]:
    """Run all examples of a game (or those named), each under every variant it names.

    The examples of an article without an engine are checked by hand; nothing runs.
    """
    if game.module is None:
        return []
    wanted = None if only is None else set(only)
    return [
        run_case(game, example, case)
        for example in game.examples
        if wanted is None or example.id in wanted
        for case in cases(example.data)
    ]


def run_case(game: GameArticle, example: Example, case: Case) -> CaseResult:
    """Run one example under one set of rules: the located check, then the real doctest."""
    with ARTICLES.serving(game):
        try:
            return _run(game, example, case)
        except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
            place = example.at(*case.path)
            return _result(example, case, "error", [engine_error(place, error)])


def _run(game: GameArticle, example: Example, case: Case) -> CaseResult:
    try:
        ruled = rules_under(game.id, case.under)
    except OptionError as error:
        path = ("variant",) if case.path == ("then",) else case.path
        fix = "name a variant of this article, or options as option=value"
        fault = Fault(example.at(*path), "EXAMPLE-VARIANT", str(error), case.under, "", fix)
        return _result(example, case, "failed", [fault])
    try:
        report = run(ruled, example.data, case.then)
    except ExampleError as error:
        return _result(example, case, "failed", [_setup_fault(example, case, error)])
    faults = _disagreements(ruled, example, case, report)
    test = doctest_of(
        ruled, example.data, case, report.subject,
        filename=str(example.place.file), line=example.place.line,
    )  # fmt: skip
    source = test.docstring or ""
    agreed = not faults
    if example.status != "gap":
        faults += _run_doctest(example, case, test, agreed=agreed)
    outcome = "passed" if not faults else "failed"
    if example.status == "gap":
        outcome, faults = _gap(example, case, agreed, faults)
    elif example.status == "disputed" and agreed:
        outcome = "disputed"
    return _result(example, case, outcome, faults, source, report)


def _result(
    example: Example, case: Case, outcome: str, faults: list[Fault], source: str = "",
    report: Report | None = None,
) -> CaseResult:  # fmt: skip
    report = report or Report()
    return CaseResult(
        example, case.under, outcome, source, tuple(map(short, faults)), frozenset(report.seen),
        tuple(report.reasoning), report.subject,
    )  # fmt: skip


def _gap(
    example: Example, case: Case, agreed: bool, faults: list[Fault]
) -> tuple[str, list[Fault]]:
    """A gap is known not to hold: under its own rules passing is an error."""
    if not agreed:
        return "gap", []
    if case.path != ("then",):
        return "passed", faults
    place = example.at("status")
    return "failed", [
        Fault(place, "EXAMPLE-GAP", "This example is marked as a gap, but it passes", "gap", "",
              "take out `status` and `note`")
    ]  # fmt: skip


def full_path(case: Case, path: tuple[str, ...]) -> tuple[str, ...]:
    """Turn a path that begins at `then` into one that begins at the example."""
    return (*case.path, *path[1:]) if path[:1] == ("then",) else path


def _setup_fault(example: Example, case: Case, error: ExampleError) -> Fault:
    path = full_path(case, error.path)
    place, told = example.at(*path), str(error)
    line = _RECORD_LINE.match(told)
    if line and path == ("record",) and int(line[1]) <= len(example.record_lines):
        place, told = example.record_lines[int(line[1]) - 1], line[2]
    found = _at(example.data if path == error.path else {"then": case.then}, error.path)
    fix = f'put it in quotes: "{found}"' if told.startswith("expected text") else (
        "write it as `upcard ask` and the tables of docs/writing-a-game.md do")  # fmt: skip
    return Fault(place, "EXAMPLE-SETUP", f"The example cannot be run: {told}", found, "", fix)


def _at(data: Mapping[str, Any], path: tuple[str, ...]) -> str:
    value: Any = data
    for part in path:
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return ""
    return text(value) if isinstance(value, (str, int, bool)) and len(str(value)) < 80 else ""


def _disagreements(ruled: Rules, example: Example, case: Case, report: Report) -> list[Fault]:
    deck = ruled.game.deck
    faults = []
    for path, want, found in report.disagreements:
        here = (*case.path, *path)
        if isinstance(want, dict) and isinstance(found, dict):
            differing = [key for key in want if found.get(key) != want[key]]
            here = (*here, differing[0]) if differing else here
        name = ".".join(path)
        message = f"`{name}` does not hold: expected {plain(want, deck)}"
        fix = "if the engine is right, write what it found; if not, mend the engine"
        faults.append(Fault(example.at(*here), "EXAMPLE-DISAGREES", message, plain(found, deck), "",
                            fix))  # fmt: skip
    return faults


def plain(value: Any, deck: Deck) -> str:
    """Show a value to people: cards with their suit signs, switches as yes and no.

    >>> from upcard.decks import DECKS
    >>> plain({"legal": "AS 10H", "over": True}, DECKS["french-52"])
    'legal A♠ 10♥, over yes'
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain(entry, deck)}" for key, entry in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(entry, deck) for entry in value) or "nothing"
    if not isinstance(value, str):
        return text(value)
    return " ".join(_sign(word, deck) for word in value.split()) or "nothing"


def _sign(word: str, deck: Deck) -> str:
    card = deck.by_code.get(word)
    if card is None or deck.kind != "french" or card.suit not in _SUIT_SIGNS:
        return word
    return card.rank + _SUIT_SIGNS[card.suit]


def _run_doctest(
    example: Example, case: Case, test: doctest.DocTest, *, agreed: bool
) -> list[Fault]:
    """Run the doctest that the page shows; it must say the same as the located check."""
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    failed = runner.run(test, out=told.append, clear_globs=True).failed
    if bool(failed) != agreed:
        return []
    words = " ".join(" ".join(told).split())[:300] if failed else "the doctest passes"
    message = "The doctest on the page and the check of this example disagree"
    fix = "this is a fault of the library, not of the article: please report it"
    return [Fault(example.at(*case.path), "EXAMPLE-DOCTEST", message, words, "", fix)]


__all__ = ["full_path", "plain", "run_case", "run_game"]
