"""Teeth: every expectation must be able to fail; see `upcard.teeth`."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.examples import cases, rules_under
from upcard.teeth import toothless
from upcard_library.finding import engine_error
from upcard_library.model import CaseResult, Example, Fault, GameArticle
from upcard_library.provider import ARTICLES


def weak_claims(game: GameArticle, results: Iterable[CaseResult]) -> list[Fault]:
    """Return the expectations of passing examples that hold even when falsified."""
    found: list[Fault] = []
    passed = {(r.example.id, r.under) for r in results if r.outcome in ("passed", "disputed")}
    with ARTICLES.serving(game):
        for example in game.examples:
            found += _of_example(game, example, passed)
    return found


def _of_example(game: GameArticle, example: Example, passed: set[tuple[str, str]]) -> list[Fault]:
    found = []
    for case in cases(example.data):
        if (example.id, case.under) not in passed:
            continue
        try:
            weak = toothless(rules_under(game.id, case.under), example.data, case.then)
        except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
            found.append(engine_error(example.at(*case.path), error))
            continue
        found += [
            Fault(
                example.at(*case.path, *path), "EXAMPLE-TEETH",
                "This holds even when it is falsified: it proves nothing", ".".join(path), "",
                "expect something that can fail",
            )
            for path in weak
        ]  # fmt: skip
    return found
