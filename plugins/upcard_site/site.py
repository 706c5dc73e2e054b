"""From a folder of games to all pages of the site, as plain data that a host can keep.

This is where an adapter comes in: `build_site` loads the library, runs the examples and renders
every page. Its result holds text only, no engine object, so an adapter may drop and reload the
engine's modules between two builds.

With a cache, a game whose files are what they were is neither loaded nor run nor rendered again
(`kept`).
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from upcard_library import load
from upcard_library.bind import bind, bind_together
from upcard_library.files import find_games, shipped
from upcard_library.lists import Lists, read_lists
from upcard_library.model import Fault, GameArticle, Library
from upcard_library.provider import ARTICLES
from upcard_site import api, csp, feed, indexes, redirects, runtime
from upcard_site.api import Text
from upcard_site.bibliography import sources_page
from upcard_site.book import Settings
from upcard_site.excerpts import fill_examples
from upcard_site.game_build import GameBuild, build_game, fault_page, seen_from, told
from upcard_site.indexes import Shelf
from upcard_site.kept import Kept, Names, Store, Wrong, code_key, digest
from upcard_site.language import ENGLISH
from upcard_site.page import Page
from upcard_site.rule_words import rules_file
from upcard_site.side_by_side import build_ahead
from upcard_site.terms import Glossary, read_glossary
from upcard_site.translated import mark_english
from upcard_site.wanted_page import wanted_page

log = logging.getLogger(__name__)
_CODE_BLOCK = re.compile(r"(<pre\b[^>]*>(?:<span></span>)?<code\b)(?![^>]*\btabindex=)")
"""One that keys cannot scroll yet: Material sees to that only when it comes into view."""


@dataclass(frozen=True)
class Site:
    """All pages and data files, and what is wrong, told as `path:line:column CODE message`.

    Attributes:
        copied: further files by address, each with where it lies: the pictures of articles.
        base: key of what every page depends on, if pages are kept.
    """

    pages: tuple[Page, ...]
    files: Mapping[str, Text]
    games: tuple[dict[str, Any], ...]
    faults: tuple[str, ...]
    settings: Settings = field(default_factory=Settings)
    lists: Lists = field(default_factory=Lists)
    copied: Mapping[str, Path] = field(default_factory=dict)
    base: str = ""

    @cached_property
    def by_uri(self) -> dict[str, Page]:
        """The pages by virtual file name."""
        return {page.uri: page for page in self.pages}

    @property
    def changed(self) -> str:
        """The day of the latest change to any game: the date of all that shows no day of its own.

        It never is the day of building, so that the same files give the same site.
        """
        return max((game["changed"] for game in self.games), default="") or "2000-01-01"

    def others(
        self, root: Path, pyodide: str = "", tell: Callable[[str], object] = print
    ) -> Iterator[tuple[str, Any]]:
        """Yield every file besides the pages by its address: its text, or where it lies.

        Args:
            root: the folder that holds `node_modules`.
            pyodide: where the runtime comes from instead.
            tell: takes one line on what is left out.
        """
        shipped = runtime.shipped(root, pyodide)
        if shipped.note:
            tell(shipped.note)
        yield from shipped.generated(self.files)
        yield from ((name, {"abs_src_path": str(path)}) for name, path in self.copied.items())

    def fill(self, html: str, here: str) -> str:
        """Fill the markers of a hand-written page."""
        if "<!-- upcard:" not in html:
            return html
        shelf = Shelf(self.games, self.settings, self.lists)
        filled = indexes.fill_markers(html, shelf, here)
        return fill_examples(filled, self.pages, here, self.settings)

    def finish(self, html: str, page: Page | None = None, *, live: bool = False) -> str:
        """Complete what the host made of a page: its proofs, and the policy it is read under."""
        if page and page.language != ENGLISH:
            html = mark_english(html)
        html = _CODE_BLOCK.sub(r'\1 tabindex="0"', html)
        if page is None:
            return csp.secured(html, live=live)
        return csp.secured(page.complete(html), page.html, live=live)


def build_site(
    games_dir: Path,
    settings: Settings,
    *,
    glossary: Path | None = None,
    only: Iterable[str] | None = None,
    cache: Path | None = None,
    also: Path | None = None,
    house: Path | None = None,
) -> Site:
    """Load the games and render everything.

    Args:
        games_dir: the folder that holds one folder per game.
        settings: where the site and its source live.
        glossary: the file of terms; the lists of wanted and popular games stand beside it.
        only: ids of the games to build, all if not given.
        cache: a folder for finished pages; nothing is kept without one, nor with what follows.
        also: a second folder of games, such as those that come with Upcard.
        house: a folder of house rules for the games.
    """
    lists = read_lists(glossary.parent) if glossary else Lists()
    if also and glossary and not glossary.is_file():
        glossary = shipped("docs") / "glossary.yml"
    terms = read_glossary(glossary) if glossary else Glossary()
    if cache is None or also or (house and house.is_dir()):
        library = load.load_library(games_dir, only, also=also, house=house)
        return render_site(library, settings, terms, lists)
    root = find_games(games_dir)
    base = digest(code_key(), repr(settings), repr(terms.terms))
    ARTICLES.use({}, root)
    store = Store(cache, root, base)
    builds, wrong = _kept_games(store, settings, terms, only)
    site = _site(builds, wrong, root, settings, terms, lists, store)
    store.prune()
    return replace(site, base=base)


def render_site(
    library: Library, settings: Settings, glossary: Glossary, lists: Lists | None = None
) -> Site:
    """Render a loaded library, all in memory."""
    root = library.root
    ARTICLES.use(library.games, root)
    wrong = _wrong(library.faults, root)
    builds = [
        build_game(game, settings, glossary, _mine(wrong, game.folder, root), root)
        for game in library.games.values()
    ]
    return _site(builds, wrong, root, settings, glossary, lists or Lists())


# --- games one by one, kept in files --------------------------------------------------------------


def _kept_games(
    store: Store, settings: Settings, glossary: Glossary, only: Iterable[str] | None
) -> tuple[list[GameBuild], list[Wrong]]:
    """Return all games, building only those that are not in the store."""
    wanted = None if only is None else set(only)
    folders = [f for f in load.game_folders(store.root) if wanted is None or f.name in wanted]
    if broken := build_ahead(
        [folder for folder in folders if not store.has(folder)],
        partial(_build, Store(store.folder, store.root, store.base), settings, glossary),
    ):
        log.warning(broken)
    builds: dict[str, GameBuild] = {}
    names: list[Names] = []
    wrong: list[Wrong] = []
    for folder in folders:
        if (kept := store.get(folder)) is None:
            game, found = _load(folder, store.root)
            wrong += found
            if game is None:
                continue
            kept = _keep(store, game, found, settings, glossary)
        else:
            wrong += kept.wrong
        builds[kept.names.id] = kept.build
        names.append(kept.names)
    shared = _wrong(bind_together(names), store.root)
    wrong = sorted([*wrong, *shared])
    for folder in {store.root.parent / one.file for one in shared}:  # not kept: others are at fault
        game, _ = _load(folder.parent, store.root)
        if game:
            mine = _mine(wrong, game.folder, store.root)
            builds[game.id] = build_game(game, settings, glossary, mine, store.root)
    return list(builds.values()), wrong


def _load(folder: Path, root: Path) -> tuple[GameArticle | None, list[Wrong]]:
    game, faults = load.load_game(folder)
    return game, _wrong([*faults, *(bind(game) if game else ())], root)


def _build(store: Store, settings: Settings, glossary: Glossary, folder: Path) -> None:
    """Build the game of a folder into the store, if it can be loaded."""
    game, found = _load(folder, store.root)
    if game:
        _keep(store, game, found, settings, glossary)


def _keep(
    store: Store, game: GameArticle, wrong: list[Wrong], settings: Settings, glossary: Glossary
) -> Kept:
    """Build a game, keep it, and let go of its article."""
    mine = [one.told for one in wrong]
    build = build_game(game, settings, glossary, mine, store.root)
    paths: list[tuple[str, ...]] = [("title",)]
    paths += [("aka", str(number)) for number in range(len(game.aka))]
    paths += [("former_ids", str(number)) for number in range(len(game.former_ids))]
    places = {".".join(path): game.value_at(*path) for path in paths}
    names = Names(game.id, game.title, game.aka, game.former_ids, places)
    load.forget(game.folder)
    return store.put(game.folder, Kept(build, names, tuple(wrong)))


def _wrong(faults: Iterable[Fault], root: Path) -> list[Wrong]:
    """Tell the errors among some faults, in the order of files and lines."""
    return sorted(
        Wrong(seen_from(root, f.place.file), f.place.line, f.place.column, told(f, root))
        for f in faults
        if f.level == "error"
    )


def _mine(wrong: Iterable[Wrong], folder: Path, root: Path) -> list[str]:
    here = f"{seen_from(root, folder)}/"
    return [one.told for one in wrong if one.file.startswith(here)]


# --- all of them ----------------------------------------------------------------------------------


def _site(
    builds: Sequence[GameBuild], wrong: Sequence[Wrong], root: Path, settings: Settings,
    glossary: Glossary, lists: Lists, store: Store | None = None,
) -> Site:  # fmt: skip
    """Put the games together with the pages and files that are made from all of them."""
    builds = sorted(builds, key=lambda build: str(build.summary["title"]).casefold())
    games = tuple(dict(build.summary) for build in builds)
    pages = [page for build in builds for page in build.pages]
    pages += _broken(wrong, {page.source for page in pages}, root)
    shelf = Shelf(games, settings, lists)
    used = {str(build.summary["id"]): build.terms for build in builds}
    make = partial(_indexes, shelf, glossary, used)
    key = digest(json.dumps([games, used]), repr(lists)) if store else ""
    pages += store.pages("_indexes", key, make) if store else make()
    files: dict[str, Text] = {}
    for build in builds:
        files |= build.files
    files |= api.files(games, settings, files) | feed.files((b.news for b in builds), settings)
    files |= redirects.files(games, settings, {page.uri for page in pages})
    files[indexes.RULES] = rules_file(said for build in builds for said in build.said)
    faults = [*(one.told for one in wrong), *(told(fault, root) for fault in lists.faults)]
    faults += [fault for build in builds for fault in build.faults]
    copied = {at: root.parent / path for build in builds for at, path in build.pictures.items()}
    return Site(tuple(pages), files, games, tuple(dict.fromkeys(faults)), settings, lists, copied)


def _indexes(shelf: Shelf, glossary: Glossary, used: Mapping[str, Sequence[str]]) -> list[Page]:
    return [
        indexes.catalogue(shelf),
        indexes.families_page(shelf),
        indexes.players_page(shelf),
        indexes.packs_page(shelf),
        indexes.ready_page(shelf),
        wanted_page(shelf),
        sources_page(shelf),
        indexes.glossary_page(shelf, glossary, used),
    ]


def _broken(wrong: Iterable[Wrong], known: set[str], root: Path) -> Iterator[Page]:
    """Return a page for each game that could not be loaded: it says what is wrong."""
    mine: dict[str, list[str]] = {}
    for one in wrong:
        folder, _, _ = one.file.removeprefix(f"{root.name}/").partition("/")
        if f"{root.name}/{folder}/article.md" not in known:
            mine.setdefault(folder, []).append(one.told)
    for name, faults in sorted(mine.items()):
        source = f"{root.name}/{name}/article.md"
        yield fault_page(f"games/{name}.md", name, faults, source)
