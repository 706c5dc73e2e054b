"""Agree before you deal: the options on which tables differ, as boxes to tick or to print."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from upcard.options import Option, describe
from upcard.options import text as plain_value
from upcard_library.model import OptionInfo
from upcard_site import compare
from upcard_site.book import Book
from upcard_site.safe import trusted
from upcard_site.templating import template


def checklist_html(book: Book) -> Markup:
    """Return the form; without scripts it is a list to print and tick."""
    numbered = {source.id: (n, source.title) for n, source in enumerate(book.game.sources, 1)}
    known = describe(book.options_type) if book.options_type else {}
    items = [_item(book, option, known.get(option.name)) for option in book.game.options]
    html = template("checklist.html").render(
        items=items, sources=numbered, data=json.dumps(choices(book), ensure_ascii=False)
    )
    return trusted(html)


def choices(book: Book) -> dict[str, Any]:
    """Return what a script needs to read and write a choice of rules, every value as text."""
    return {
        "base": {option.name: plain_value(option.default) for option in book.game.options},
        "variants": {
            variant.id: {
                name: plain_value(value)
                for name, value in compare.settings_of(book, variant).items()
            }
            for variant in book.game.variants
        },
    }


def _item(book: Book, option: OptionInfo, known: Option | None) -> dict[str, Any]:
    values = (option.default, *option.values)
    limits = None
    if known is not None and known.kind == "number":
        used = (compare.settings_of(book, variant) for variant in book.game.variants)
        values = (option.default, *(s[option.name] for s in used if option.name in s))
        limits = known.values
    return {
        "name": option.name,
        "text": book.line(option.text),
        "url": book.ref(option.rule).url,
        "sources": option.sources,
        "values": [_value(option, value) for value in dict.fromkeys(values)],
        "limits": limits,
    }


def _value(option: OptionInfo, value: Any) -> Mapping[str, str]:
    return {"value": plain_value(value), "label": compare.label(option, value)}


__all__ = ["checklist_html", "choices"]
