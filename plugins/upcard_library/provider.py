"""What the engine asks of the articles: `upcard.rules("cribbage")` ends up here.

One object serves the whole process. It reads a game's folder when the game is first asked for,
and can be told for a while to answer from games that are loaded already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from upcard import games as engines
from upcard.api import library, use_library
from upcard.options import OptionError, Value, require
from upcard_library.files import NoLibraryError, find_games
from upcard_library.load import load_game
from upcard_library.model import GameArticle
from upcard_library.sentences import sentence


class Articles:
    """The library the engine asks; see `upcard.api.Library`."""

    def __init__(self) -> None:
        self._root: Path | None = None
        self._read: dict[str, GameArticle] = {}
        self._first: list[Mapping[str, GameArticle]] = []

    def use(self, games: Mapping[str, GameArticle], root: Path | None = None) -> None:
        """Answer from these games from now on; read others from `root`."""
        self._read, self._root = dict(games), root or self._root
        use_library(self)

    @contextmanager
    def serving(self, *games: GameArticle) -> Iterator[None]:
        """Answer from these games first, for a while."""
        if library() is not self:
            use_library(self)
        self._first.append({game.id: game for game in games})
        try:
            yield
        finally:
            self._first.pop()

    def game(self, game_id: str) -> GameArticle:
        """Return an article.

        Raises:
            OptionError: there is no such game, or its article cannot be read.
        """
        for games in reversed(self._first):
            if game_id in games:
                return games[game_id]
        if game_id not in self._read:
            self._read[game_id] = self._load(game_id)
        return self._read[game_id]

    def _load(self, game_id: str) -> GameArticle:
        try:
            root = self._root or find_games()
        except NoLibraryError as error:
            raise OptionError(str(error), game_id) from None
        folders = {path.parent.name: path.parent for path in sorted(root.glob("*/game.yaml"))}
        if game_id not in folders:
            for folder in folders.values():
                known, _ = load_game(folder)
                if known and game_id in known.former_ids:
                    return known
            require(game_id, folders, "game")
        found, faults = load_game(folders[game_id])
        if found is None:
            told = next(fault for fault in faults if fault.level == "error")
            msg = f"the article of {game_id} cannot be used: {told}"
            raise OptionError(msg, game_id)
        return found

    # --- what the engine asks --------------------------------------------------------------

    def module(self, game_id: str) -> str:
        """Return the game module of an article; a module without one answers for itself."""
        try:
            found = self.game(game_id)
        except OptionError:
            if game_id.replace("-", "_") in engines.modules() and not self._has_folder(game_id):
                return game_id
            raise
        if found.module is None:
            msg = f"{found.title} has no engine: its article is prose only"
            raise OptionError(msg, game_id)
        return found.module

    def _has_folder(self, game_id: str) -> bool:
        try:
            return ((self._root or find_games()) / game_id).is_dir()
        except NoLibraryError:
            return False

    def variants(self, game_id: str) -> Mapping[str, Mapping[str, Value]]:
        """Return the named variants: option values by variant id."""
        found = self._known(game_id)
        return {variant.id: variant.settings for variant in found.variants} if found else {}

    def examples(self, game_id: str) -> Sequence[Mapping[str, Any]]:
        """Return the worked examples as plain data."""
        found = self._known(game_id)
        return [example.data for example in found.examples] if found else []

    def sentence(self, game_id: str, rule: str, options: object) -> str | None:
        """Return the article's own sentence for a rule under these options."""
        found = self._known(game_id)
        return sentence(found, rule, options) if found else None

    def _known(self, game_id: str) -> GameArticle | None:
        try:
            return self.game(game_id)
        except OptionError:
            return None


ARTICLES = Articles()
"""The one library of this process."""


def provide() -> Articles:
    """Return the articles, for the engine's entry point."""
    return ARTICLES
