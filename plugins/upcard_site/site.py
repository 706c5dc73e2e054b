"""From a folder of games to all pages of the site, as plain data that a host can keep.

This is where an adapter comes in: `build_site` loads the library, runs the examples and renders
every page. Its result holds text only, no engine object, so an adapter may drop and reload the
engine's modules between two builds.

The page of a game is kept in a cache under a key of everything it is made from: the game's files,
the sources of engine, library and site, the schema and the glossary.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from upcard_library.files import shipped
from upcard_library.images import pictures
from upcard_library.lists import Lists, read_lists
from upcard_library.load import load_library
from upcard_library.model import Fault, GameArticle, Library, Place
from upcard_library.provider import ARTICLES
from upcard_library.run import run_game
from upcard_site import api, csp, feed, indexes, redirects, runtime
from upcard_site.bibliography import sources_page
from upcard_site.book import Book, Settings
from upcard_site.excerpts import fill_examples
from upcard_site.game_page import fault_box, game_page
from upcard_site.indexes import Shelf
from upcard_site.language import ENGLISH, speaking
from upcard_site.page import Block, Page
from upcard_site.rule_words import rules_file, said_in
from upcard_site.safe import trusted
from upcard_site.score_it import data_files
from upcard_site.terms import Glossary, read_glossary, terms_in
from upcard_site.translated import in_language, mark_english
from upcard_site.wanted_page import wanted_page

SOURCES = ("upcard", "upcard_library", "upcard_site")


@dataclass(frozen=True)
class GameBuild:
    """What one game gives: its pages, its line in the indexes, data, faults, further files.

    Attributes:
        terms: ids of the glossary's terms that its page uses.
        said: the rules of each of its articles, for the find box.
        files: further files of the site, by address.
    """

    page: Page
    summary: dict[str, Any]
    data: dict[str, Any]
    faults: tuple[str, ...]
    translations: tuple[Page, ...] = ()
    terms: tuple[str, ...] = ()
    said: tuple[dict[str, Any], ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Site:
    """All pages and data files, and what is wrong, told as `path:line:column CODE message`.

    Attributes:
        copied: further files by address, each with where it lies: the pictures of articles.
    """

    pages: tuple[Page, ...]
    files: Mapping[str, str]
    games: tuple[dict[str, Any], ...]
    faults: tuple[str, ...]
    settings: Settings = field(default_factory=Settings)
    lists: Lists = field(default_factory=Lists)
    copied: Mapping[str, Path] = field(default_factory=dict)

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
        return csp.secured(page.complete(html) if page else html, live=live)


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
        cache: a folder for finished pages; nothing is kept without one.
        also: a second folder of games, such as those that come with Upcard.
        house: a folder of house rules for the games.
    """
    library = load_library(games_dir, only, also=also, house=house)
    lists = read_lists(glossary.parent) if glossary else Lists()
    if also and glossary and not glossary.is_file():
        glossary = shipped("docs") / "glossary.yml"
    terms = read_glossary(glossary) if glossary else Glossary()
    return render_site(library, settings, terms, cache, lists)


def render_site(
    library: Library,
    settings: Settings,
    glossary: Glossary,
    cache: Path | None = None,
    lists: Lists | None = None,
) -> Site:
    """Render a loaded library."""
    lists = lists or Lists()
    ARTICLES.use(library.games, library.root)
    told = [fault for fault in library.faults if fault.level == "error"]
    base = _digest(_code_key(), repr(settings), repr(glossary.terms)) if cache else ""
    builds = []
    for game in library.games.values():
        mine = [_told(f, library.root) for f in told if f.place.file.is_relative_to(game.folder)]
        builds.append(_cached(game, settings, glossary, mine, cache, base, library.root))
    broken = [_broken(folder, told, library.root) for folder in _unloaded(library)]
    builds.sort(key=lambda build: str(build.summary["title"]).casefold())
    games = tuple(build.summary for build in builds)
    pages = [*(page for build in builds for page in (build.page, *build.translations)), *broken]
    shelf = Shelf(games, settings, lists)
    pages += _indexes(shelf, glossary, builds)
    data = [build.data for build in builds]
    files = api.files(data, games, settings) | feed.files(data, settings)
    files |= redirects.files(games, settings, {page.uri for page in pages})
    files[indexes.RULES] = rules_file(build.said for build in builds)
    for build in builds:
        files |= build.files
    faults = [_told(fault, library.root) for fault in [*told, *lists.faults]]
    faults += [fault for build in builds for fault in build.faults]
    copied = {f"games/{game.id}/{name}": game.folder / name
              for game in library.games.values() for name in pictures(game)}  # fmt: skip
    return Site(tuple(pages), files, games, tuple(dict.fromkeys(faults)), settings, lists, copied)


def _indexes(shelf: Shelf, glossary: Glossary, builds: Iterable[GameBuild]) -> list[Page]:
    used = {str(build.summary["id"]): build.terms for build in builds}
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


def build_game(
    game: GameArticle, settings: Settings, glossary: Glossary, faults: list[str], root: Path
) -> GameBuild:
    """Run one game's examples and render its page."""
    with ARTICLES.serving(game):
        results = run_game(game) if game.module else []
        found = [_told(fault, root) for result in results for fault in result.faults]
        own = game.folder.is_relative_to(root)
        folder = game.folder.relative_to(root.parent).as_posix() if own else ""
        book = Book(game, results, settings, glossary, [*faults, *found], folder)
        try:
            page = game_page(book)
        except Exception as error:  # noqa: BLE001  one game must not keep the others from the site
            found.append(_undrawable(game, error, root))
            page = _fault_page(book.uri, game.title, [*faults, *found], f"{folder}/article.md")
        summary = indexes.summary_of(book)
        data = api.game_data(book, summary)
        others, said, extra = [], [said_in(book)], data_files(book) | api.schema_files(game)
        for article in game.translations.values():
            with speaking(article.language):
                other = in_language(book, article)
                others.append(game_page(other))
                said.append(said_in(other))
                extra |= data_files(other)
        terms = tuple(terms_in(page.html))
        return GameBuild(
            page, summary, data, tuple(found), tuple(others), terms, tuple(said), extra
        )


def _cached(
    game: GameArticle,
    settings: Settings,
    glossary: Glossary,
    faults: list[str],
    cache: Path | None,
    base: str,
    root: Path,
) -> GameBuild:
    if cache is None:
        return build_game(game, settings, glossary, faults, root)
    file = (
        cache
        / f"{game.id}-{_digest(base, *_contents(game.folder), repr(game.variants), *faults)}.json"
    )
    try:
        return _thaw(json.loads(file.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError):
        build = build_game(game, settings, glossary, faults, root)
        _keep(file, build, game.id)
        return build


def _thaw(kept: dict[str, Any]) -> GameBuild:
    """Rebuild what `_keep` wrote. It is JSON: a cache from elsewhere cannot run anything."""
    pages = map(_thawed, [kept["page"], *kept["translations"]])
    page, *others = pages
    faults, terms, said = (tuple(kept[name]) for name in ("faults", "terms", "said"))
    return GameBuild(
        page, kept["summary"], kept["data"], faults, tuple(others), terms, said, kept["files"]
    )


def _thawed(page: dict[str, Any]) -> Page:
    blocks = [Block(trusted(html), title, slug) for html, title, slug in page.pop("blocks")]
    page |= {name: tuple(page[name]) for name in ("hide", "keywords")}
    page["alternates"] = tuple((code, url) for code, url in page["alternates"])
    return Page(blocks=blocks, **page)


def _keep(file: Path, build: GameBuild, game_id: str) -> None:
    """Write a finished page; a cache that cannot be written is no reason to fail."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        for old in file.parent.glob(f"{game_id}-{'[0-9a-f]' * 32}.json"):
            old.unlink(missing_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(asdict(build)), encoding="utf-8")
        part.replace(file)
    except OSError:
        return


def _contents(folder: Path) -> list[bytes]:
    found: list[bytes] = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found += [path.relative_to(folder).as_posix().encode(), path.read_bytes()]
    return found


def code_files() -> list[Path]:
    """Return the sources a page depends on besides its game: engine, library, site, schema."""
    found: list[Path] = []
    for name in SOURCES:
        spec = importlib.util.find_spec(name)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            base = Path(place)
            found += [*base.rglob("*.py"), *base.rglob("*.html"), *base.rglob("*.json")]
    return sorted(found)


def _code_key() -> str:
    return _digest(*(path.read_bytes() for path in code_files()), *_schema())


def _schema() -> list[bytes]:
    from upcard_library.schema import languages, schema, vocabulary

    return [json.dumps([schema(), vocabulary(), languages()]).encode()]


def _digest(*parts: str | bytes) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part if isinstance(part, bytes) else part.encode()
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


def _told(fault: Fault, root: Path) -> str:
    """Tell a fault with its path as seen from the folder above the games."""
    place = fault.place
    try:
        shown = place.file.relative_to(root.parent).as_posix()
    except ValueError:
        shown = str(place.file)
    return str(fault).replace(str(place.file), shown, 1)


def _unloaded(library: Library) -> list[Path]:
    """Return the folders of games with faults that kept them from being loaded."""
    folders = {fault.place.file.parent for fault in library.faults if fault.level == "error"}
    known = {game.folder for game in library.games.values()}
    return sorted(f for f in folders - known if f.parent == library.root)


def _broken(folder: Path, faults: Iterable[Fault], root: Path) -> Page:
    """Return a page that says what is wrong with a game that could not be loaded."""
    mine = [_told(fault, root) for fault in faults if fault.place.file.parent == folder]
    source = f"{root.name}/{folder.name}/article.md"
    return _fault_page(f"games/{folder.name}.md", folder.name, mine, source)


def _fault_page(uri: str, title: str, faults: Iterable[str], source: str) -> Page:
    box = Block(fault_box(faults))
    said = "This article cannot be read yet."
    return Page(uri, title, said, [box], source=source, parent=indexes.CATALOGUE)


def _undrawable(game: GameArticle, error: Exception, root: Path) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    found = f"{type(error).__name__}: {error} in {Path(at.filename).name}:{at.lineno}"
    place = Place(game.file, 1, 1)
    return _told(Fault(place, "PAGE-ERROR", "The page cannot be drawn", found), root)
