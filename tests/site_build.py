"""Building the site in this process, and reading what was built. Not a test."""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
GAMES = Path(os.environ.get("UPCARD_GAMES") or ROOT / "games")
VOID = {"br", "hr", "img", "input", "link", "meta", "path", "rect", "use", "circle", "source"}


class Built(NamedTuple):
    """A built site: its folder and what MkDocs complained of."""

    folder: Path
    warnings: list[str]


class _Catch(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@contextmanager
def caught() -> Iterator[list[str]]:
    """Catch the warnings of MkDocs and its plugins."""
    handler, log = _Catch(), logging.getLogger("mkdocs")
    level, log.level = log.level, logging.WARNING
    log.addHandler(handler)
    try:
        yield handler.told
    finally:
        log.removeHandler(handler)
        log.setLevel(level)


def build(out: Path, games: Path | None = None, *, cache: str = "", strict: bool = True) -> Built:
    """Build the site as `mkdocs build` does.

    Raises:
        Abort: there were warnings, and `strict` says that there may not be.
    """
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    ours = {"games_dir": str(games or GAMES), "cache": cache}
    plugins = [{"search": {"lang": ["en", "ru"]}}, {"upcard": ours}]
    with caught() as told:
        config = load_config(
            str(ROOT / "mkdocs.yml"), site_dir=str(out), plugins=plugins, strict=strict
        )
        config.plugins.run_event("startup", command="build", dirty=False)
        try:
            mkdocs_build(config)
        finally:
            config.plugins.run_event("shutdown")
            forget()
    return Built(out, told)


def save(built: Built) -> None:
    """Say beside the site's folder that it is finished, for `load`."""
    _told(built.folder).write_text(json.dumps(built.warnings), encoding="utf-8")


def load(folder: Path) -> Built | None:
    """Return the finished site in a folder, or None."""
    told = _told(folder)
    return Built(folder, json.loads(told.read_text("utf-8"))) if told.is_file() else None


def _told(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.warnings.json")


def forget() -> None:
    """Let the engine answer from the library of this checkout again, not from what was built."""
    from upcard_library.provider import ARTICLES

    ARTICLES.use({})
    ARTICLES._root = None


def copy_games(to: Path, *names: str) -> Path:
    """Copy games of the library to a folder of their own."""
    for name in names:
        shutil.copytree(GAMES / name, to / "games" / name)
    return to / "games"


class Node(NamedTuple):
    """One element: its tag, its attributes and the elements around it, innermost last."""

    tag: str
    attrs: dict[str, str | None]
    around: tuple[Node, ...]


class Reader(HTMLParser):
    """Collects the elements and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[Node] = []
        self._open: list[Node] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs), tuple(self._open))
        self.nodes.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.nodes.append(Node(tag, dict(attrs), tuple(self._open)))

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth].tag == tag:
                del self._open[depth:]
                return


def elements(html: str) -> list[Node]:
    """Return every element of a page."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader.nodes


@cache
def page_elements(path: Path) -> list[Node]:
    """Return every element of a page of a site that no longer changes, such as `library_site`."""
    return elements(path.read_text("utf-8"))


def with_id(nodes: list[Node], name: str) -> Node:
    """Return the one element with an id."""
    found = [node for node in nodes if node.attrs.get("id") == name]
    assert len(found) == 1, f"{len(found)} elements have the id {name!r}"
    return found[0]
