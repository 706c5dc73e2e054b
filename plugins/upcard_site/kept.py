"""Built games in files: what is made of the same things is not made again.

A game lies in a folder named by its id and a key. The key is made from everything the game is built
from: its files, the sources of engine, library and site, the schema, the glossary, the settings,
Python and every installed package with its version. Pages and files are read from there when they
are wanted, so that a thousand games do not fill the memory.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, overload

from upcard_library.model import Place
from upcard_site.game_build import GameBuild
from upcard_site.page import Block, Page
from upcard_site.safe import trusted

SOURCES = ("upcard", "upcard_library", "upcard_site")
ABOUT = "about.json"
_KEY = "[0-9a-f]" * 32
_CONTENTS: dict[Path, tuple[object, str]] = {}
"""Digest of each game's folder, and the state of its files when it was made."""
_ABOUT: dict[Path, dict[str, Any]] = {}
"""What is kept of each game besides its texts, once it was read."""


class Wrong(NamedTuple):
    """A fault of an article, told in words, with its place to sort it by."""

    file: str
    line: int
    column: int
    told: str


@dataclass(frozen=True)
class Names:
    """What games must not have in common, with the place of each name."""

    id: str
    title: str
    aka: tuple[str, ...]
    former_ids: tuple[str, ...]
    places: Mapping[str, Place]

    def value_at(self, *path: str) -> Place:
        """Return where a name stands."""
        return self.places[".".join(path)]


class Kept(NamedTuple):
    """One game of the store: what was built, its names, and what is wrong with its article."""

    build: GameBuild
    names: Names
    wrong: tuple[Wrong, ...]


class _Blocks(Sequence[Block]):
    """The blocks of a page that lies in a file, read whenever they are wanted."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def _read(self) -> list[Block]:
        read = json.loads(self.file.read_bytes())
        return [Block(trusted(html), *rest) for html, *rest in read]

    def __len__(self) -> int:
        return len(self._read())

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | Sequence[Block]:
        return self._read()[index]

    def __iter__(self) -> Iterator[Block]:
        return iter(self._read())


@dataclass(frozen=True)
class Store:
    """The folder of built games.

    Attributes:
        folder: the cache; it need not exist.
        root: the folder of all games.
        base: the part of the key that all games share.
        used: what was taken or put, each a folder of its own.
    """

    folder: Path
    root: Path
    base: str
    used: set[Path] = field(default_factory=set, compare=False)

    def at(self, game: Path) -> Path:
        """Return where a game's folder is kept, as its files are now."""
        return self.folder / f"{game.name}-{digest(self.base, contents(game))}"

    def get(self, game: Path) -> Kept | None:
        """Return a game as it was built; nothing if it was not, or not from this."""
        place = self.at(game)
        try:
            about = self._about(place)
            return self._thawed(place, about) if about else None
        except (KeyError, TypeError, ValueError):
            return None

    def has(self, game: Path) -> bool:
        """Whether a game is kept as its files are now, as far as can be told without reading it."""
        return (self.at(game) / ABOUT).is_file()

    def put(self, game: Path, kept: Kept) -> Kept:
        """Keep a game and return it as it is kept; if that cannot be done, as it was given."""
        place = self.at(game)
        if about := self._put(place, lambda part: self._frozen(part, kept)):
            return self._thawed(place, about)
        return kept

    def pages(self, name: str, key: str, make: Callable[[], Sequence[Page]]) -> Sequence[Page]:
        """Return pages that are made from many games, as they are kept; make them if need be.

        Args:
            name: of no game.
            key: digest of all that they are made from besides `base`.
            make: what makes them.
        """
        place = self.folder / f"{name}-{digest(self.base, key)}"
        about = self._about(place)
        if about is None:
            made = make()
            about = self._put(place, lambda part: {"pages": _written(part, made)})
            if about is None:
                return made
        return [_page(place, number, told) for number, told in enumerate(about["pages"])]

    def _about(self, place: Path) -> dict[str, Any] | None:
        file = place / ABOUT
        if place not in _ABOUT or not file.is_file():
            try:
                _ABOUT[place] = json.loads(file.read_bytes())
            except (OSError, ValueError):
                return None
        self.used.add(place)
        return _ABOUT[place]

    def _put(self, place: Path, write: Callable[[Path], dict[str, Any]]) -> dict[str, Any] | None:
        """Write a folder, whole or not at all; return what its file `about.json` says."""
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        try:
            part.mkdir(parents=True)
            text = json.dumps(write(part))
            (part / ABOUT).write_text(text, encoding="utf-8")
            shutil.rmtree(place, ignore_errors=True)
            part.rename(place)
        except OSError:
            shutil.rmtree(part, ignore_errors=True)
            return None
        self.used.add(place)
        _ABOUT[place] = json.loads(text)
        return _ABOUT[place]

    def prune(self) -> None:
        """Remove what was built of the same games, or all of them, from anything else before.

        Called when all went well: until then a host may still show what there was.
        """
        names = {place.name[:-33] for place in self.used}
        for old in self.folder.glob(f"*-{_KEY}"):
            if old.name[:-33] in names and old not in self.used:
                shutil.rmtree(old, ignore_errors=True)
                _ABOUT.pop(old, None)

    def _frozen(self, part: Path, kept: Kept) -> dict[str, Any]:
        """Write the long texts into files; return the rest."""
        build, names = kept.build, kept.names
        pages, files = _written(part, build.pages), {}
        for number, (address, text) in enumerate(build.files.items()):
            files[address] = f"{number}.file"
            (part / files[address]).write_text(str(text), encoding="utf-8", newline="\n")
        places = {
            path: [place.file.relative_to(self.root).as_posix(), place.line, place.column]
            for path, place in names.places.items()
        }
        return {
            "names": {**asdict(names), "places": places}, "wrong": kept.wrong, "pages": pages,
            "files": files, **{key: getattr(build, key) for key in _PLAIN},
        }  # fmt: skip

    def _thawed(self, place: Path, about: Mapping[str, Any]) -> Kept:
        """Rebuild what `_frozen` made. It is JSON: a cache from elsewhere cannot run anything."""
        pages = tuple(_page(place, n, told) for n, told in enumerate(about["pages"]))
        files = {address: place / name for address, name in about["files"].items()}
        build = GameBuild(
            pages, about["summary"], about["news"], tuple(about["faults"]), tuple(about["terms"]),
            tuple(about["said"]), files, about["pictures"],
        )  # fmt: skip
        names = {**about["names"]}
        for key in ("aka", "former_ids"):
            names[key] = tuple(names[key])
        names["places"] = {
            path: Place(self.root / file, line, column)
            for path, (file, line, column) in names["places"].items()
        }
        return Kept(build, Names(**names), tuple(Wrong(*one) for one in about["wrong"]))


def _written(part: Path, pages: Iterable[Page]) -> list[dict[str, Any]]:
    """Write the blocks of some pages into files; return the rest."""
    told = []
    for number, page in enumerate(pages):
        blocks = json.dumps([list(block) for block in page.blocks])
        (part / f"{number}.page.json").write_text(blocks, encoding="utf-8")
        told.append(asdict(replace(page, blocks=[])))
    return told


_PLAIN = ("summary", "news", "faults", "terms", "said", "pictures")


def _page(place: Path, number: int, told: Mapping[str, Any]) -> Page:
    pairs = tuple((code, url) for code, url in told["alternates"])
    lists = {name: tuple(told[name]) for name in ("hide", "keywords")}
    blocks, kept = _Blocks(place / f"{number}.page.json"), place / str(number)
    return Page(**{**told, **lists, "alternates": pairs, "blocks": blocks, "kept": kept})


# --- what a key is made from ---------------------------------------------------------------------


def contents(folder: Path) -> str:
    """Return a digest of every file of a folder; files that did not change are not read again."""
    files = sorted(_walk(str(folder)))
    state = tuple((name, s.st_mtime_ns, s.st_ctime_ns, s.st_size, s.st_ino) for name, s in files)
    known = _CONTENTS.get(folder)
    if known is None or known[0] != state:
        parts: list[str | bytes] = []
        for name, _ in files:
            parts += [name[len(str(folder)) :], Path(name).read_bytes()]
        known = _CONTENTS[folder] = (state, digest(*parts))
    return known[1]


def _walk(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _walk(entry.path)
            elif entry.is_file():
                yield entry.path, entry.stat()


def code_files() -> list[Path]:
    """Return the sources a page depends on besides its game: engine, library, site, schema."""
    found: list[Path] = []
    for name in SOURCES:
        spec = importlib.util.find_spec(name)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            base = Path(place)
            found += [*base.rglob("*.py"), *base.rglob("*.html"), *base.rglob("*.json")]
    return sorted(found)


def code_key() -> str:
    """Return a digest of all that is not a game: code, schema, Python, installed packages."""
    from upcard_library.schema import languages, schema, vocabulary

    told = json.dumps([schema(), vocabulary(), languages(), sys.version, installed()])
    return digest(*(path.read_bytes() for path in code_files()), told)


def installed() -> list[str]:
    """Return every installed package with its version; other ones may write other pages."""
    return sorted(path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))


def digest(*parts: str | bytes) -> str:
    """Return a short digest of some texts, each told apart from the next."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part if isinstance(part, bytes) else part.encode()
        made.update(len(raw).to_bytes(8, "big") + raw)
    return made.hexdigest()
