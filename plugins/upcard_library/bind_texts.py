"""The words of `game.yaml` that readers see: a line of Markdown here, plain text there.

Whatever stands in them is escaped wherever it is shown. Who writes HTML, a link that leads nowhere
or a picture is told so, as in the article; and told, too, where Markdown is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from upcard_library.article import active, without_code
from upcard_library.finding import Findings
from upcard_library.model import GameArticle

LINES = (
    "summary", "options.*.text", "variants.*.text", "examples.*.why", "examples.*.note",
    "rulings.*.question", "rulings.*.ruling", "rulings.*.why", "crosschecks.*.text",
    "odds.*.text", "charts.*.text", "changes.*.text", "retired.*.why",
)  # fmt: skip
"""What is shown as one line of Markdown."""

PLAIN = (
    "title", "aka.*", "pack.title", "pack.label", "pack.suit_names.*", "pack.rank_names.*",
    "pack.names.*", "options.*.labels.*", "variants.*.title", "sources.*.title",
    "sources.*.author", "sources.*.where", "odds.*.title", "odds.*.first", "odds.*.checks.*",
    "charts.*.title",
)  # fmt: skip
"""What is shown as it stands."""

_PICTURE = re.compile(r"!\[[^\]]*\]\s?[(\[][^)\]]*[)\]]?")
_SIGNS = re.compile(r"</?[A-Za-z!?][^>\s]*>?|!?\[[^\]]*\]\([^)]*\)?")

Path = tuple[str, ...]


def bind_texts(game: GameArticle, found: Findings) -> None:
    """Tell what the words of a game may not hold, of each kind the first in a text."""
    for path, text in _texts(game.data, LINES):
        plain, told = without_code(text), set()
        if picture := _PICTURE.search(plain):
            found.add(game.value_at(*path), "IMAGE-PLACE", "A picture stands in the article, not "
                      "in a line of game.yaml", picture[0],
                      fix="show it in article.md, or take it out")  # fmt: skip
        for one in active(_PICTURE.sub("", plain)):
            if one.code not in told:
                found.add(game.value_at(*path), one.code, one.message, one.found, fix=one.fix)
            told.add(one.code)
    for path, text in _texts(game.data, PLAIN):
        if sign := _SIGNS.search(text):
            found.add(game.value_at(*path), "VALUE-PLAIN", "These words are shown as they stand: "
                      "neither HTML nor Markdown is read here", sign[0],
                      fix="write the words alone")  # fmt: skip


def _texts(data: Mapping[str, Any], patterns: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    for pattern in patterns:
        yield from _walked(data, tuple(pattern.split(".")), ())


def _walked(value: Any, parts: Path, path: Path) -> Iterator[tuple[Path, str]]:
    if not parts:
        if isinstance(value, str):
            yield path, value
        return
    inside: Mapping[Any, Any] = value if isinstance(value, Mapping) else {}
    if isinstance(value, list):
        inside = dict(enumerate(value))
    for key in inside if parts[0] == "*" else [parts[0]] if parts[0] in inside else []:
        yield from _walked(inside[key], parts[1:], (*path, str(key)))


__all__ = ["LINES", "PLAIN", "bind_texts"]
