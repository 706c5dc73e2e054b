"""What a game's page tells machines about itself: schema.org data, the day of its last change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from upcard_library.model import GameArticle, Source
from upcard_site import translated
from upcard_site.book import Book, page_uri
from upcard_site.language import ENGLISH
from upcard_site.vocabulary import name_of

TEXT_LICENSE = "https://creativecommons.org/licenses/by/4.0/"
DATA_LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/"
AUTHORS = "The Upcard contributors"


def changed(game: GameArticle) -> str:
    """Return the day of a game's last change, as the article tells it; empty if it does not."""
    return max((str(change["date"]) for change in game.changes), default="")


def structured(book: Book) -> str:
    """Return a game's page as JSON-LD, safe to stand in a `script` element."""
    text = json.dumps(_game(book), ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _game(book: Book) -> Mapping[str, Any]:
    game, here = book.game, book.settings.absolute(book.uri)
    english = book.settings.absolute(page_uri(game.id))
    dates = [str(change["date"]) for change in game.changes]
    low, high = game.players
    told: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Game",
        "@id": f"{here}#game",
        "name": game.article.title,
        "alternateName": _other_names(book),
        "description": game.summary if book.language == ENGLISH else translated.description(book),
        "url": here,
        "inLanguage": book.language,
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": low, "maxValue": high},
        "gameItem": {"@type": "Thing", "name": game.pack.title},
        "genre": [name_of("families", family) for family in game.families],
        "timeRequired": f"PT{game.minutes[1]}M" if game.minutes else "",
        "version": game.version,
        "datePublished": min(dates, default=""),
        "dateModified": max(dates, default=""),
        "license": TEXT_LICENSE,
        "author": {"@type": "Organization", "name": AUTHORS},
        "isPartOf": {"@type": "WebSite", "name": book.settings.name, "url": book.settings.home},
        "citation": [_cited(source) for source in game.sources],
    }
    if book.language != ENGLISH:
        told["translationOfWork"] = {"@id": f"{english}#game"}
    return {name: value for name, value in told.items() if value}


def _other_names(book: Book) -> list[str]:
    names = [book.game.title, *book.game.aka]
    return [name for name in dict.fromkeys(names) if name != book.game.article.title]


def _cited(source: Source) -> dict[str, str]:
    """Return one source; only https addresses are links, as on the page."""
    where = source.where
    told = {
        "@type": "CreativeWork",
        "name": source.title,
        "author": source.author,
        "url" if where.startswith("https://") else "publisher": where,
    }
    return {name: value for name, value in told.items() if value}
