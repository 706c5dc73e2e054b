"""What the site tells programs that look for news or for pages: feed, robots, web manifest.

The feed is told from the changes that the articles list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from upcard_site.book import Settings, page_uri
from upcard_site.metadata import AUTHORS
from upcard_site.templating import template

ADDRESS = "feed.xml"
MOST = 100
KEYS = ("id", "former_ids", "title", "summary", "families", "changes")
"""What the feed is told from, of the data of a game."""


class Entry(NamedTuple):
    """One change to one game.

    Attributes:
        id: an address that is never given to another change.
        updated: the day of the change, at midnight; never the time of building.
    """

    id: str
    url: str
    title: str
    summary: str
    updated: str
    families: tuple[str, ...]


def files(games: Iterable[Mapping[str, Any]], settings: Settings) -> dict[str, str]:
    """Return feed, `robots.txt` and manifest, by file; without a known home there is no feed.

    Args:
        games: of each game's data, what `KEYS` names.
        settings: where the site lives. Atom wants whole addresses.
    """
    found = {"robots.txt": "User-agent: *\nAllow: /\n", "manifest.webmanifest": _manifest(settings)}
    if not settings.home:
        return found
    listed = entries(games, settings)
    feed = template("feed.xml").render(
        home=settings.home,
        address=settings.home + ADDRESS,
        name=settings.name,
        authors=AUTHORS,
        entries=listed[:MOST],
        updated=listed[0].updated if listed else "2000-01-01T00:00:00Z",
    )
    robots = f"{found['robots.txt']}\nSitemap: {settings.home}sitemap.xml\n"
    return {**found, ADDRESS: feed, "robots.txt": robots}


def _manifest(settings: Settings) -> str:
    """Return what a browser wants to know to put the site among the device's programs."""
    icons = "assets/upcard/icons"
    told = {
        "name": f"{settings.name}: card games whose rules run",
        "short_name": settings.name,
        "start_url": "./",
        "scope": "./",
        "display": "minimal-ui",
        "background_color": "#fbf9f3",
        "theme_color": "#fbf9f3",
        "icons": [
            {"src": f"{icons}/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": f"{icons}/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": f"{icons}/icon-maskable-512.png", "sizes": "512x512", "type": "image/png",
             "purpose": "maskable"},
        ],
    }  # fmt: skip
    return json.dumps(told, indent=1) + "\n"


def entries(games: Iterable[Mapping[str, Any]], settings: Settings) -> list[Entry]:
    """Return every change of every game, newest first."""
    found = [entry for game in games for entry in _changes(game, settings)]
    found.sort(key=lambda entry: entry.id)
    return sorted(found, key=lambda entry: entry.updated, reverse=True)


def _changes(game: Mapping[str, Any], settings: Settings) -> Iterable[Entry]:
    """Tell a game's changes; their numbers count from the oldest, so that they stay."""
    first_id = [*game["former_ids"], game["id"]][0]
    changes = list(reversed(game["changes"]))
    changes.sort(key=lambda change: str(change["date"]))
    for number, change in enumerate(changes, 1):
        title = game["title"] if number == 1 else f"{game['title']}, version {change['version']}"
        yield Entry(
            id=f"{settings.absolute(page_uri(first_id))}#change-{number}",
            url=settings.absolute(page_uri(game["id"])),
            title=f"New: {title}" if number == 1 else f"Changed: {title}",
            summary=f"{change['text']} {game['summary']}" if number == 1 else change["text"],
            updated=f"{change['date']}T00:00:00Z",
            families=tuple(game["families"]),
        )
