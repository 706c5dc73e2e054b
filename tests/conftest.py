"""What all tests share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import browser, library_site, page, served

__all__ = ["browser", "engines", "library_site", "page", "served", "tiny"]

collect_ignore = ["fixtures"]  # the small library in there is for tests, not a test

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine find the game modules of the fixtures too."""
    import upcard.games

    monkeypatch.setattr(
        upcard.games, "__path__", [*upcard.games.__path__, str(FIXTURES / "engines")]
    )


@pytest.fixture
def tiny(tmp_path: Path, engines: None) -> Iterator[Path]:  # noqa: ARG001
    """A copy of the small library; yields the folder of its one game."""
    from upcard_library.provider import ARTICLES

    shutil.copytree(FIXTURES / "library", tmp_path / "library")
    yield tmp_path / "library" / "games" / "tiny-trick"
    ARTICLES.use({})
    ARTICLES._root = None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let slow tests take as long as they need."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured: `record_property("measured", ...)`."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(f"measured: {value}")
