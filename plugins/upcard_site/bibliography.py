"""The bibliography: every source of every article, each once, with the games it was used for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from upcard_site import words
from upcard_site.indexes import SOURCES, Shelf
from upcard_site.page import Block, Page
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.vocabulary import ids, name_of

_ENDS = re.compile(r"^https?://(?:www\.)?|(?<=.)/+$")


def merged(games: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the sources of all games, in order of author and title.

    One address is one source, whatever each article calls it; without an address, author, title
    and place tell. The latest day on which it was read is kept.
    """
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for game in games:
        for source in game["sources"]:
            row = found.setdefault(_key(source), {**source, "games": []})
            row["accessed"] = max(row["accessed"], source["accessed"])
            row["author"] = row["author"] or source["author"]
            if game["id"] not in [used["id"] for used in row["games"]]:
                row["games"].append(game)
    rows = sorted(found.values(), key=_order)
    return [{**row, "id": str(number)} for number, row in enumerate(rows, 1)]


def _key(source: Mapping[str, Any]) -> tuple[str, ...]:
    address = source["url"] or source["where"]
    if _ENDS.match(address):
        return (_ENDS.sub("", address).casefold(),)
    return tuple(_plain(source[part]) for part in ("author", "title", "where"))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _order(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Sort by author, else by title, an article at its beginning left aside."""
    title = re.sub(r"^(the|an?|les?|la|der|die|das) ", "", _plain(row["title"]))
    return (_plain(row["author"]) or title, title, row["url"])


def sources_page(shelf: Shelf) -> Page:
    """Return the bibliography, kind by kind."""
    rows = merged(shelf.games)
    many = words.humanise(words.count(len(rows), "source"))
    said = f"{many}. Each names the games it was used for; web pages also the day they were read."
    blocks = [Block(Markup('<p class="lead">{}</p>').format(said))]
    tables: Any = template("tables.html").module
    for kind in ids("sources"):
        mine = [_linked(row, shelf) for row in rows if row["kind"] == kind]
        if mine:
            title = f"{name_of('sources', kind)}s" if kind in _COUNTED else name_of("sources", kind)
            blocks.append(Block(trusted(tables.source_items(mine)), title, f"kind-{kind}"))
    return Page(SOURCES, "Sources", "The bibliography of the library.", blocks)


_COUNTED = frozenset({"web", "book", "article"})
"""Kinds whose name takes an `s` for several."""


def _linked(row: Mapping[str, Any], shelf: Shelf) -> dict[str, Any]:
    games = [
        {"title": g["title"], "url": shelf.link(SOURCES, g["uri"] + "#sources")}
        for g in row["games"]
    ]
    return {**row, "games": games}
