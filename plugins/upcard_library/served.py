"""The articles as the page is served them: a library made from JSON, standard library only.

`served_data` is written at build time; in the page `Served` answers the engine from it. With it
go only `numbers` and the engine: nothing here reads a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from upcard import bots, games, page_play, page_table, teeth
from upcard.api import use_library
from upcard.options import OptionError, Value, parse_condition, require
from upcard.page import CALLS, Args, RequestError, respond
from upcard_library.numbers import fill, numbers_of

__all__ = ["Served", "bots", "page_play", "page_table", "respond", "start", "teeth"]


class Served:
    """The library the engine asks in the page; see `upcard.api.Library`."""

    def __init__(self) -> None:
        self.games: dict[str, Mapping[str, Any]] = {}

    def add(self, args: Args) -> str:
        """Take in the article of one game.

        Raises:
            RequestError: it is not of the form that the build writes.
        """
        found = {name: args.get(name) for name in ("id", "module", "variants", "sentences")}
        kinds = {"id": str, "module": str, "variants": dict, "sentences": list}
        for name, kind in kinds.items():
            if not isinstance(found[name], kind):
                raise RequestError(f"the article's {name!r} is missing")
        known = str(found["id"])
        self.games[known] = {**found, "asked": args.get("asked") or {}}
        return known

    def _game(self, game_id: str) -> Mapping[str, Any]:
        require(game_id, self.games, "game")
        return self.games[game_id]

    def module(self, game_id: str) -> str:
        """Return the game module of an article."""
        return str(self._game(game_id)["module"])

    def variants(self, game_id: str) -> Mapping[str, Mapping[str, Value]]:
        """Return the named variants: option values by variant id."""
        found: Mapping[str, Mapping[str, Value]] = self._game(game_id)["variants"]
        return found

    def examples(self, game_id: str) -> Sequence[Mapping[str, Any]]:
        """Return, for each question that an example asks, the first one's rules."""
        asked = self._game(game_id)["asked"]
        return [{"ask": question, "rules": rules} for question, rules in asked.items()]

    def _sentence(self, game_id: str, rule: str, options: object) -> Mapping[str, str] | None:
        for sentence in self._game(game_id)["sentences"]:
            if sentence["rule"] == rule and _holds(sentence.get("when", ""), options):
                found: Mapping[str, str] = sentence
                return found
        return None

    def sentence(self, game_id: str, rule: str, options: object) -> str | None:
        """Return the article's own sentence for a rule, with the numbers of these options."""
        found = self._sentence(game_id, rule, options)
        if found is None:
            return None
        engine = games.find(self.module(game_id))(options)
        return fill(found["text"], numbers_of(engine))

    def anchor(self, game_id: str, rule: str, options: object) -> str:
        """Return where the sentence stands on the page; empty if the article has none."""
        found = self._sentence(game_id, rule, options)
        return "" if found is None else found["anchor"]


def _holds(when: str, options: object) -> bool:
    try:
        return parse_condition(when, type(options)).holds(options)
    except OptionError:
        return False


def start() -> None:
    """Import every game, and answer from articles that the page hands over by `library`."""
    for module in games.modules():
        games.find(module)
    served = Served()
    use_library(served)
    CALLS["library"] = served.add
