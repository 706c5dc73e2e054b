"""Binding: an article's marks, options, variants and examples against each other and the engine.

Prose, facts, engine and examples are one thing seen from four sides; whatever two of them
disagree on is refused here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from upcard import games as engines
from upcard.game import Game
from upcard.options import OptionError, text
from upcard_library.article import slugify
from upcard_library.bind_odds import bind_odds
from upcard_library.bind_options import bind_options, bind_variants
from upcard_library.bind_prose import bind_marks, bind_numbers, bind_prose
from upcard_library.bind_references import bind_references
from upcard_library.bind_texts import bind_texts
from upcard_library.by_hand import bind_by_hand
from upcard_library.finding import Findings, engine_error
from upcard_library.images import bind_images
from upcard_library.model import Fault, GameArticle, Place
from upcard_library.numbers import numbers_of
from upcard_library.pack import bind_pack
from upcard_library.retired import bind_retired
from upcard_library.stand_in import is_range, stand_in
from upcard_library.translations import bind_translations

_BOUND: dict[Path, tuple[GameArticle, object, tuple[Fault, ...]]] = {}


def bind(game: GameArticle) -> list[Fault]:
    """Return everything on which one game disagrees with itself or its engine.

    The same article and engine are not compared a second time.
    """
    found = Findings()
    kind = _engine(game, found)
    kept = _BOUND.get(game.folder)
    if kept is None or kept[0] is not game or kept[1] is not kind or kind is None:
        kept = _BOUND[game.folder] = (game, kind, tuple(_bind(game, kind, found)))
    return list(kept[2])


def unbind(folder: Path) -> None:
    """Forget what was found wrong with the game of a folder."""
    _BOUND.pop(folder, None)


def _bind(game: GameArticle, kind: type[Game[Any]] | None, found: Findings) -> list[Fault]:
    if game.folder.name != game.id:
        found.add(game.value_at("id"), "ID-FOLDER", "The id is the folder's name", game.id,
                  fix=f"write `id: {game.folder.name}` or rename the folder" if
                  slugify(game.folder.name) == game.folder.name else
                  f"rename the folder: {game.id}")  # fmt: skip
    if game.article.title and game.article.title != game.title:
        found.add(game.value_at("title"), "ARTICLE-TITLE",
                  "The title here and in the article differ", game.title,
                  fix=f"the article says '{game.article.title}'")  # fmt: skip
    for name in ("players", "minutes"):
        limits = game.data.get(name)
        if limits and limits["min"] > limits["max"]:
            found.add(game.value_at(name, "max"), "VALUE-RANGE", f"{name}: the most is less than "
                      "the least", limits["max"], fix="swap them")  # fmt: skip
    _bind_days(game, found)
    bind_texts(game, found)
    if kind is not None and kind.slug not in (game.id, game.folder.name):
        found.add(game.value_at("engine"), "ENGINE-ID", "This engine plays another game", kind.slug,
                  fix=f"the article is {game.id}")  # fmt: skip
        return list(found)
    bind_pack(game, found)
    bind_translations(game, found)
    bind_images(game, found)
    bind_references(game, kind if game.module else stand_in(game), found)
    bind_retired(game, found)
    bind_odds(game, kind if game.module else stand_in(game), found)
    if kind is not None:
        try:
            _bind_engine(game, kind, found)
        except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
            found.append(engine_error(game.value_at("engine"), error))
    elif game.module is None:
        _bind_alone(game, found)
        if game.status != "draft":
            found.add(game.value_at("status"), "STATUS-CLAIM", "An article without an engine is a "
                      "draft", game.status, fix="write `status: draft`")  # fmt: skip
    return list(found)


def _bind_days(game: GameArticle, found: Findings) -> None:
    """Find days that no calendar has, such as `2026-02-30`."""
    days = [("changes", number, "date") for number in range(len(game.changes))]
    days += [("sources", number, "accessed") for number in range(len(game.sources))]
    for part, number, key in days:
        day = game.data[part][number].get(key, "2000-01-01")
        try:
            date.fromisoformat(day)
        except ValueError:
            place = game.value_at(part, str(number), key)
            found.add(place, "VALUE-FORM", "There is no such day", day,
                      fix="write year-month-day, as in 2026-11-29")  # fmt: skip


def _bind_alone(game: GameArticle, found: Findings) -> None:
    """Bind an article without an engine to what it tells itself."""
    kind = stand_in(game)
    for option in game.options:
        if option.default not in option.values and not is_range(option):
            found.add(game.value_at("options", option.name, "default"), "OPTION-DEFAULT",
                      f"The default of `{option.name}` is none of its values",
                      text(option.default), known=map(text, option.values))  # fmt: skip
    bind_marks(game, kind, bind_variants(game, kind, found), found)
    bind_prose(game, numbers_of(kind()), found)
    bind_by_hand(game, found)


def _engine(game: GameArticle, found: Findings) -> type[Game[Any]] | None:
    if game.module is None:
        return None
    place = game.value_at("engine")
    try:
        return engines.find(game.module)
    except OptionError:
        found.add(place, "ENGINE-UNKNOWN", "There is no such module in upcard.games", game.module,
                  known=(*engines.modules(), "none"))  # fmt: skip
    except Exception as error:  # noqa: BLE001  an engine may fail to import in any way
        found.append(engine_error(place, error))
    return None


def _bind_engine(game: GameArticle, kind: type[Game[Any]], found: Findings) -> None:
    if kind.version != game.version:
        found.add(game.value_at("version"), "ENGINE-VERSION", "Article and engine differ in their "
                  "version", game.version, fix=f"the engine says {kind.version}")  # fmt: skip
    base = kind()
    if base.deck.id != game.pack.id or base.deck.pack != game.pack.pack:
        found.add(game.value_at("deck"), "ENGINE-DECK", "Article and engine differ in their pack",
                  game.pack.id, fix=f"the engine plays with {base.deck.id}")  # fmt: skip
    low, high = game.players
    if low <= high and not low <= base.seats <= high:
        found.add(game.at("players"), "ENGINE-PLAYERS", "Article and engine differ in the number "
                  "of players", f"{low} to {high}",
                  fix=f"the engine seats {base.seats}")  # fmt: skip
    sides = game.data.get("sides")
    if sides and (sides[0] == "partners") != (base.sides < base.seats):
        found.add(game.at("sides"), "ENGINE-SIDES", "Article and engine differ in who plays with "
                  "whom", sides[0],
                  fix=f"the engine keeps {base.sides} scores for {base.seats} seats")  # fmt: skip
    bind_options(game, kind, found)
    tables = bind_variants(game, kind, found)
    bind_marks(game, kind, tables, found)
    numbers = {name: value for table in (*tables.values(), base) for name, value in
               numbers_of(table).items()}  # fmt: skip
    bind_prose(game, numbers, found)
    bind_numbers(game, tables, numbers, found)


# --- across games ---------------------------------------------------------------------------


class Named(Protocol):
    """A game as far as its names go."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def aka(self) -> tuple[str, ...]: ...
    @property
    def former_ids(self) -> tuple[str, ...]: ...
    def value_at(self, *path: str) -> Place:
        """Return where a name stands."""


def bind_together(games: Iterable[Named]) -> list[Fault]:
    """Return what two games disagree on: names so alike that readers would mix them up."""
    found = Findings()
    names: dict[str, tuple[Named, str]] = {}
    ids: dict[str, Named] = {}
    listed = list(games)
    for game in listed:
        ids[game.id] = game
        titles: list[tuple[str, tuple[str, ...]]] = [(game.title, ("title",))]
        titles += [(name, ("aka", str(n))) for n, name in enumerate(game.aka)]
        for name, path in titles:
            folded = fold(name)
            first, other = names.setdefault(folded, (game, name))
            if first is not game or (path != ("title",) and other != name):
                found.add(game.value_at(*path), "TITLE-TAKEN", "This name is taken", name,
                          fix=f"{first.title} ({first.id}) is called {other!r}")  # fmt: skip
    former_of: dict[str, Named] = {}
    for game in listed:
        for number, former in enumerate(game.former_ids):
            place = game.value_at("former_ids", str(number))
            if former in ids:
                whose = "this game's own id" if ids[former] is game else "the id of another game"
                found.add(place, "ID-TAKEN", f"A former id is {whose}", former,
                          fix="take it out")  # fmt: skip
            elif former_of.setdefault(former, game) is not game:
                found.add(place, "ID-TAKEN", "Another game has this former id too", former,
                          fix=f"it belongs to {former_of[former].id}")  # fmt: skip
    return list(found)


def fold(name: str) -> str:
    """Fold a name to what makes it different: case, accents, punctuation and plurals do not.

    >>> fold("Gins Rummy!") == fold("gin-rummy")
    True
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    words = re.sub(r"[\W_]+", " ", plain).split()
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words)
