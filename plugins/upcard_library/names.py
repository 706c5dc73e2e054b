"""Names that readers would mix up: of games that are there, and of one that is to come."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from upcard_library.bind import fold
from upcard_library.strict_yaml import SIZE_LIMIT, read_yaml

LIKE = 0.87
"""How much of two names must agree to be mixed up: one letter in eight may differ."""
_NAMES = re.compile(r"^(?:title|aka|former_ids):.*\n(?:[ \t-].*\n)*", re.MULTILINE)
_SMALL = {"a", "an", "and", "the"}


class Name(NamedTuple):
    """One name of a game: an id, a title, another name."""

    name: str
    game: str
    title: str


def names_of(folder: Path) -> list[Name]:
    """Return all names of the games in a folder, broken ones included."""
    found = []
    for file in sorted(folder.glob("*/game.yaml")):
        text = file.read_bytes()[:SIZE_LIMIT].decode("utf-8-sig", errors="replace") + "\n"
        data = read_yaml(file, "".join(_NAMES.findall(text.replace("\r\n", "\n"))).encode()).data
        told = data if isinstance(data, dict) else {}
        game = file.parent.name
        title = str(told.get("title", game))
        others = [n for key in ("aka", "former_ids") for n in told.get(key) or () if key in told]
        found += [Name(str(name), game, title) for name in (game, title, *others)]
    return found


def alike(wanted: Iterable[str], known: Iterable[Name]) -> tuple[str, Name] | None:
    """Return the first two names that would be mixed up, the most alike if several would.

    >>> alike(["Gins  Rummy!"], [Name("gin-rummy", "gin-rummy", "Gin Rummy")])[1].game
    'gin-rummy'
    >>> alike(["gin-rummi"], [Name("gin-rummy", "gin-rummy", "Gin Rummy")])[1].game
    'gin-rummy'
    >>> alike(["Snap"], [Name("War", "war", "War")])
    """
    best: tuple[float, str, Name] | None = None
    listed = [(other, _bare(other.name)) for other in known]
    for name in wanted:
        mine = _bare(name)
        for other, theirs in listed:
            matcher = SequenceMatcher(None, mine, theirs)
            if matcher.quick_ratio() < LIKE:
                continue
            ratio = matcher.ratio()
            if ratio >= LIKE and (best is None or ratio > best[0]):
                best = (ratio, name, other)
    return best[1:] if best else None


def _bare(name: str) -> str:
    """Fold a name and leave out blanks and small words: "Spite & Malice", "spite-and-malice"."""
    return "".join(word for word in fold(name).split() if word not in _SMALL)


__all__ = ["Name", "alike", "names_of"]
