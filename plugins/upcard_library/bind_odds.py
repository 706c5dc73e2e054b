"""Figures and charts of `game.yaml`: their questions, rules, variants, crosschecks and files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.game import Game
from upcard_library.bind_references import (
    bind_file,
    bind_question,
    bind_rule,
    bind_under,
    unique,
)
from upcard_library.finding import Findings
from upcard_library.model import GameArticle


def bind_odds(game: GameArticle, kind: type[Game[Any]] | None, found: Findings) -> None:
    """Refuse figures and charts that refer to what is not there."""
    unique(game, "odds", found)
    rules = kind.rules if kind else tuple(sentence.rule for sentence in game.article.sentences)
    checks = [check["id"] for check in game.crosschecks if check["kind"] == "frequency"]
    sources = [source.id for source in game.sources]
    for number, figure in enumerate(game.odds):
        path = ("odds", str(number))
        _figure(game, path, figure, rules, kind, found)
        for check in figure.get("checks", ()):
            if check not in checks:
                found.add(game.at(*path, "checks", check), "CROSSCHECK-UNKNOWN", "There is no such "
                          "crosscheck of kind `frequency`", check, known=checks)  # fmt: skip
        if figure.get("source", sources) not in (*sources, sources):
            found.add(game.value_at(*path, "source"), "SOURCE-UNKNOWN", "There is no such source",
                      figure["source"], known=sources)  # fmt: skip
    for number, chart in enumerate(game.charts):
        if kind and chart["ask"] not in kind.questions:
            bind_question(game, ("charts", str(number)), chart["ask"], kind, found)


def _figure(
    game: GameArticle, path: tuple[str, ...], figure: Any, rules: Sequence[str],
    kind: type[Game[Any]] | None, found: Findings,
) -> None:  # fmt: skip
    for number, under in enumerate(figure.get("variants", ())):
        bind_under(game, (*path, "variants", str(number)), under, kind, found)
    if "ask" in figure and kind and figure["ask"] not in kind.questions:
        bind_question(game, path, figure["ask"], kind, found)
    for number, rule in enumerate(figure.get("endings", ())):
        bind_rule(game, (*path, "endings", str(number)), rule, rules, found)
    if "counted" in figure:
        bind_file(game, game.value_at(*path, "counted"), figure["counted"], found)


__all__ = ["bind_odds"]
