"""What one game gives the site: its pages, what the indexes and the feed tell of it, its files."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from upcard_library.images import pictures
from upcard_library.model import Fault, GameArticle, Place
from upcard_library.provider import ARTICLES
from upcard_library.run import run_game
from upcard_site import api, feed, indexes
from upcard_site.api import Text
from upcard_site.book import Book, Settings
from upcard_site.game_page import fault_box, game_page
from upcard_site.language import speaking
from upcard_site.page import Block, Page
from upcard_site.rule_words import said_in
from upcard_site.score_it import data_files
from upcard_site.terms import Glossary, terms_in
from upcard_site.translated import in_language


@dataclass(frozen=True)
class GameBuild:
    """One game, built.

    Attributes:
        pages: its page, and that of each translation.
        summary: its line in the indexes.
        news: what the feed tells of it.
        faults: what is wrong with its examples, told in words.
        terms: ids of the glossary's terms that its page uses.
        said: the rules of each of its articles as JSON, for the find box.
        files: further files of the site, by address.
        pictures: files to be copied by address, seen from the folder above the games.
    """

    pages: tuple[Page, ...]
    summary: Mapping[str, Any]
    news: Mapping[str, Any]
    faults: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    files: Mapping[str, Text] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)


def build_game(
    game: GameArticle, settings: Settings, glossary: Glossary, faults: Iterable[str], root: Path
) -> GameBuild:
    """Run one game's examples and render its pages.

    Args:
        faults: what is wrong with the article, to be shown on its page.
        root: the folder of all games.
    """
    with ARTICLES.serving(game):
        results = run_game(game) if game.module else []
        found = [told(fault, root) for result in results for fault in result.faults]
        own = game.folder.is_relative_to(root)
        folder = game.folder.relative_to(root.parent).as_posix() if own else ""
        book = Book(game, results, settings, glossary, [*faults, *found], folder)
        try:
            page = game_page(book)
        except Exception as error:  # noqa: BLE001  one game must not keep the others from the site
            found.append(_undrawable(game, error, root))
            page = fault_page(book.uri, game.title, [*faults, *found], f"{folder}/article.md")
        summary = indexes.summary_of(book)
        data = api.game_data(book, summary)
        pages, said = [page], [said_in(book)]
        files = data_files(book) | api.schema_files(game)
        for article in game.translations.values():
            with speaking(article.language):
                other = in_language(book, article)
                pages.append(game_page(other))
                said.append(said_in(other))
                files |= data_files(other)
    return GameBuild(
        tuple(pages), summary, {key: data[key] for key in feed.KEYS}, tuple(found),
        tuple(terms_in(page.html)), tuple(_dump(one) for one in said if one["rules"]),
        {**api.game_files(data), **files},
        {f"games/{game.id}/{n}": seen_from(root, game.folder / n) for n in pictures(game)},
    )  # fmt: skip


def told(fault: Fault, root: Path) -> str:
    """Tell a fault with its path as seen from the folder above the games."""
    return str(fault).replace(str(fault.place.file), seen_from(root, fault.place.file), 1)


def seen_from(root: Path, file: Path) -> str:
    """Return a path as seen from the folder above the games."""
    try:
        return file.relative_to(root.parent).as_posix()
    except ValueError:
        return str(file)


def fault_page(uri: str, title: str, faults: Iterable[str], source: str) -> Page:
    """Return the page of a game that could not be read or drawn."""
    box = Block(fault_box(faults))
    said = "This article cannot be read yet."
    return Page(uri, title, said, [box], source=source, parent=indexes.CATALOGUE)


def _undrawable(game: GameArticle, error: Exception, root: Path) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    found = f"{type(error).__name__}: {error} in {Path(at.filename).name}:{at.lineno}"
    place = Place(game.file, 1, 1)
    return told(Fault(place, "PAGE-ERROR", "The page cannot be drawn", found), root)


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
