"""Teeth: every expectation must be able to fail; see `upcard.teeth`."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.examples import Case, cases, rules_under
from upcard.teeth import toothless
from upcard_library.finding import engine_error
from upcard_library.model import CaseResult, Example, Fault, GameArticle
from upcard_library.provider import ARTICLES


def weak_claims(game: GameArticle, results: Iterable[CaseResult]) -> list[Fault]:
    """Return the expectations of passing examples that hold even when falsified."""
    found: list[Fault] = []
    passed = {(r.example.id, r.under) for r in results if r.outcome in ("passed", "disputed")}
    for example in game.examples:
        for case in cases(example.data):
            if (example.id, case.under) in passed:
                found += weak_in(game, example, case)
    return found


def weak_in(game: GameArticle, example: Example, case: Case) -> list[Fault]:
    """Return the expectations of one passing case that hold even when falsified."""
    with ARTICLES.serving(game):
        try:
            weak = toothless(rules_under(game.id, case.under), example.data, case.then)
        except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
            return [engine_error(example.at(*case.path), error)]
    return [
        Fault(
            example.at(*case.path, *path), "EXAMPLE-TEETH",
            "This holds even when it is falsified: it proves nothing", ".".join(path), "",
            "expect something that can fail",
        )
        for path in weak
    ]  # fmt: skip
