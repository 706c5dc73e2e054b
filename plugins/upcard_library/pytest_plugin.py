"""Pytest collects `game.yaml` files: worked examples become tests.

Ids: `games/<id>/game.yaml::<example>[<variant>]`, and for each game `::check`, `::teeth`,
`::coverage` and `::crosscheck-<id>`. A file is ours only if an `article.md` lies beside it, so
that other projects notice nothing; all of the library is imported late for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from upcard.examples import Case
    from upcard_library.model import CaseResult, Example, Fault, GameArticle


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the game of a `game.yaml` that lies beside an `article.md`."""
    if file_path.name != "game.yaml" or not file_path.with_name("article.md").is_file():
        return None
    collected: pytest.Collector = GameFile.from_parent(parent, path=file_path)
    return collected


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Refuse to start if a folder of games holds what pytest would run or obey: games are data."""
    known = early_config.known_args_namespace.file_or_dir or early_config.getini("testpaths")
    places = {early_config.rootpath / str(word).partition("::")[0] for word in known}
    for folder in sorted(places):
        games = next((f for f in (folder, *folder.parents) if any(_games_of(f))), None)
        if games is None:
            continue
        from upcard_library.stray import may_run

        if found := may_run(games):
            listed = ", ".join(str(path.relative_to(games.parent)) for path in found[:5])
            msg = f"games hold data, nothing that runs; take out {listed}"
            raise pytest.UsageError(msg)


def _games_of(folder: Path) -> Iterator[Path]:
    """Yield the games that stand right in a folder."""
    return (path for path in folder.glob("*/game.yaml") if path.with_name("article.md").is_file())


class Found(Exception):
    """What is wrong, as lines."""


class GameFile(pytest.File):
    """One game folder."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the game's items; a game that cannot be read has only its failing `check`."""
        from upcard.examples import cases
        from upcard_library.bind import bind
        from upcard_library.load import load_game

        game, faults = load_game(self.path.parent)
        if game is not None:
            faults = [*faults, *bind(game)]
        yield FaultsItem.from_parent(self, name="check", line=1, find=lambda: faults)
        if game is None or game.module is None:
            return  # examples of an article without an engine are checked by hand
        for example in game.examples:
            for case in cases(example.data):
                yield ExampleItem.from_parent(
                    self, name=f"{example.id}[{case.under}]", game=game, example=example, case=case
                )
        yield from self._whole(game, faults)

    def _whole(self, game: GameArticle, faults: list[Fault]) -> Iterator[pytest.Item]:
        """Yield the items that look at all examples together.

        What they find is assessed once, by content: `upcard check` may have done it before.
        """
        from upcard_library.assess import Assessment, assess, cache_folder

        errors = [fault for fault in faults if fault.level == "error"]

        @cache
        def found() -> Assessment:
            return assess(game, errors, store=cache_folder(game.folder.parent))

        def crosscheck(number: int) -> Callable[[], list[Fault]]:
            return lambda: list(found().checks[number].faults)

        yield FaultsItem.from_parent(
            self, name="teeth", line=game.at("examples").line, find=lambda: found().weak
        )
        yield FaultsItem.from_parent(
            self, name="coverage", line=game.at("status").line,
            find=lambda: found().coverage.faults,
        )  # fmt: skip
        for number, check in enumerate(game.crosschecks):
            line = game.at("crosschecks", str(number)).line
            yield FaultsItem.from_parent(
                self, name=f"crosscheck-{check['id']}", line=line, find=crosscheck(number)
            )


class _Item(pytest.Item):
    """An item at a line of `game.yaml` whose failure is told in our own words."""

    line = 1

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the item stands."""
        return self.path, self.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Tell what was found without a traceback."""
        if isinstance(excinfo.value, Found):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class FaultsItem(_Item):
    """An item that fails if faults are found; hints do not count."""

    def __init__(self, *, find: Callable[[], list[Fault]], line: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.find, self.line = find, line

    def runtest(self) -> None:
        """Look for faults."""
        from upcard_library.reports import as_text

        errors = [fault for fault in self.find() if fault.level == "error"]
        if errors:
            raise Found("\n".join(map(as_text, errors)))


class ExampleItem(_Item):
    """One example under one set of rules: the located check, and the doctest of the page."""

    def __init__(self, *, game: GameArticle, example: Example, case: Case, **rest: Any) -> None:
        super().__init__(**rest)
        self.game, self.example, self.case = game, example, case
        self.line = example.at(*case.path).line

    def runtest(self) -> None:
        """Run the example."""
        from upcard_library.run import run_case

        result = run_case(self.game, self.example, self.case)
        if result.outcome in ("failed", "error"):
            raise Found(told(result))
        if result.outcome == "gap":
            pytest.xfail(self.example.note)


def told(result: CaseResult) -> str:
    """Write a failed case: each fault at its place, then the engine's account."""
    from upcard_library.reports import as_text

    lines = [as_text(fault) for fault in result.faults]
    if result.example.why:
        lines.append(f"why it is there: {result.example.why}")
    if result.reasoning:
        lines += ["the engine's account:", *(f"  {line}" for line in result.reasoning)]
    return "\n".join(lines)
