"""The section of a game's page that keeps the anchors of ids which are no longer used."""

from __future__ import annotations

from markupsafe import Markup

from upcard_library.retired import Retired, retired
from upcard_site import words
from upcard_site.book import Book

_ANCHORS = {"rule": "{}", "example": "example-{}", "variant": "variant-{}"}
_ITEM = Markup('<li id="{}">{} <b>{}</b>: {}{}</li>\n')


def section(book: Book) -> Markup:
    """List every id that is no longer used, each under its old anchor; empty if there is none."""
    rows = Markup("").join(_row(book, entry) for entry in retired(book.game))
    return Markup('<ul class="retired">\n{}</ul>').format(rows) if rows else Markup("")


def as_data(book: Book) -> list[dict[str, str]]:
    """Return the same as plain data."""
    return [{name: getattr(entry, name) for name in ("kind", "id", "by", "why")}
            for entry in retired(book.game)]  # fmt: skip


def _row(book: Book, entry: Retired) -> Markup:
    anchor = _ANCHORS[entry.kind].format(entry.id)
    if any(anchor == part.slug for part in book.game.article.sections):
        anchor = f"retired-{anchor}"  # the old address leads to the section of that name
    link = Markup("")
    if entry.by:
        to = _ANCHORS[entry.kind].format(entry.by)
        named = words.humanise(entry.by).lower()
        link = Markup(' Now: <a href="#{}">{}</a>.').format(to, named)
    kind, name = entry.kind.capitalize(), words.humanise(entry.id).lower()
    return _ITEM.format(anchor, kind, name, book.line(entry.why), link)
