"""Loading the library: every game folder read, checked against the schema and bound."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from upcard_library.article import read_article
from upcard_library.bind import bind, bind_together, unbind
from upcard_library.build import build
from upcard_library.files import find_games
from upcard_library.house import unknown_houses, with_house
from upcard_library.model import Article, Fault, GameArticle, Library, Place
from upcard_library.schema import languages, validate
from upcard_library.stray import stray_files
from upcard_library.strict_yaml import read_yaml
from upcard_library.told import told


def load_library(
    root: Path | str | None = None,
    only: Iterable[str] | None = None,
    *,
    also: Path | None = None,
    house: Path | None = None,
) -> Library:
    """Load all games (or those named) and report everything wrong with them.

    Args:
        root: the folder `games/` or the one that holds it; found by `find_games` if not given.
        only: ids of the games to load.
        also: a second folder of games; of two with the same id the first folder's counts.
        house: a folder of house rules, `<game>.yaml`, that are added to the games.

    Raises:
        NoLibraryError: there is no folder of games.
    """
    folder = find_games(root)
    wanted = None if only is None else set(only)
    games: dict[str, GameArticle] = {}
    faults: list[Fault] = []
    folders = {path.name: path for path in game_folders(also)} if also else {}
    folders |= {path.name: path for path in game_folders(folder)}
    faults += unknown_houses(house, folders)
    for name, path in sorted(folders.items()):
        if wanted is not None and name not in wanted:
            continue
        game, found = load_game(path)
        faults += found
        if game:
            game, found = with_house(game, house)
            faults += [*found, *bind(game)]
            games[game.id] = game
    faults += bind_together(games.values())
    return Library(folder, games, told(faults))


def game_folders(root: Path) -> list[Path]:
    """Return the folders of all games, in order; names that begin with `.` or `_` are none."""
    found = sorted(path for path in root.iterdir() if not path.name.startswith((".", "_")))
    return [path for path in found if path.is_dir()]


_LOADED: dict[Path, tuple[bytes, GameArticle | None, tuple[Fault, ...]]] = {}


def load_game(folder: Path) -> tuple[GameArticle | None, list[Fault]]:
    """Read one game folder; `None` if its facts or its prose cannot be used.

    A folder whose files are what they were gives the same object again.
    """
    key = content_key(folder)
    kept = _LOADED.get(folder)
    if kept is None or kept[0] != key:
        game, faults = _load(folder)
        kept = _LOADED[folder] = (key, game, tuple(faults))
    return kept[1], list(kept[2])


def forget(folder: Path) -> None:
    """Let go of what is remembered of a game's folder."""
    _LOADED.pop(folder, None)
    unbind(folder)


def content_key(folder: Path) -> bytes:
    """Return a digest of every file of a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            raw = path.read_bytes()
        except OSError:
            continue
        digest.update(f"{path.relative_to(folder)}\0{len(raw)}\0".encode())
        digest.update(raw)
    return digest.digest()


def _load(folder: Path) -> tuple[GameArticle | None, list[Fault]]:
    raw, faults = _read(folder / "game.yaml")
    faults += stray_files(folder)
    article, more = read_prose(folder / "article.md")
    faults += more
    if raw is None:
        return None, faults
    document = read_yaml(folder / "game.yaml", raw)
    bad = {fault.place for fault in document.faults if fault.level == "error"}
    refused = [fault for fault in validate(document) if fault.place not in bad]
    known = {fault.place for fault in refused}
    faults += [f for f in document.faults if f.level == "error" or f.place not in known]
    faults += refused
    broken = bool(refused) or any(fault.level == "error" for fault in document.faults)
    if broken or document.data is None or article is None:
        return None, faults
    translations, more = _translations(folder, article)
    return build(document, article, translations), faults + more


def _translations(folder: Path, english: Article) -> tuple[dict[str, Article], list[Fault]]:
    """Read `article.<language>.md`; its sections have the slugs of the English ones."""
    found: dict[str, Article] = {}
    faults: list[Fault] = []
    for path in sorted(folder.glob("article.*.md")):
        code = path.name.removeprefix("article.").removesuffix(".md")
        if code not in languages():
            near = difflib.get_close_matches(code, languages(), n=1)
            fix = "English is article.md" if code == "en" else (
                f"known: {', '.join(languages())} (schema/languages.json)"
            )  # fmt: skip
            faults.append(Fault(Place(path, 1, 1), "TRANSLATION-LANGUAGE",
                                "No such language is known", code, "".join(near), fix))  # fmt: skip
            continue
        article, more = read_prose(path)
        faults += more
        if article:
            found[code] = _with_slugs(article, english)
    return found, faults


def _with_slugs(article: Article, english: Article) -> Article:
    """Give the sections of a translation the slugs of the English ones at the same places."""
    slugs = {s.slug: e.slug for s, e in zip(article.sections, english.sections, strict=False)}
    sections = (replace(s, slug=slugs.get(s.slug, s.slug)) for s in article.sections)
    sentences = (replace(s, section=slugs.get(s.section, s.section)) for s in article.sentences)
    return replace(article, sections=tuple(sections), sentences=tuple(sentences))


def read_prose(path: Path) -> tuple[Article | None, list[Fault]]:
    """Read an article's prose."""
    raw, faults = _read(path)
    if raw is None:
        return None, faults
    return read_article(path, raw)


def _read(path: Path) -> tuple[bytes | None, list[Fault]]:
    try:
        return path.read_bytes(), []
    except OSError as error:
        fix = "a game is a folder with game.yaml and article.md"
        place = Place(path, 1, 1)
        return None, [Fault(place, "FILE-MISSING", "The file cannot be read", str(error.strerror),
                            "", fix)]  # fmt: skip
