"""Pages at the addresses that games had before they were renamed: they lead to the new ones.

A static host cannot answer "moved", so each is a page that says so, to browsers, search engines
and people alike. Machines find the data of a game under its former ids too (`api.files`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from upcard_site.book import Settings, page_uri
from upcard_site.language import ENGLISH, say, speaking
from upcard_site.templating import template


def files(
    games: Sequence[Mapping[str, Any]], settings: Settings, taken: Collection[str] = ()
) -> dict[str, str]:
    """Return a page for every former address of every game, by its file.

    Args:
        games: the summaries of the games.
        settings: where the site lives.
        taken: virtual files that are pages themselves and stay so.
    """
    found = {}
    for game in games:
        names = {ENGLISH: game["title"]}
        names |= {other["language"]: other["title"] for other in game["translations"]}
        for former in game["former_ids"]:
            for language, title in names.items():
                old, new = page_uri(former, language), page_uri(game["id"], language)
                if old not in taken:
                    found[_file(settings, old)] = _page(settings, old, new, title, language)
    return found


def _file(settings: Settings, uri: str) -> str:
    url = settings.url(uri)
    return f"{url}index.html" if url.endswith("/") else url


def _page(settings: Settings, old: str, new: str, title: str, language: str) -> str:
    with speaking(language):
        return template("moved.html").render(
            language=language,
            title=title,
            way=settings.between(old, new),
            canonical=settings.absolute(new) if settings.home else "",
            moved=say("This page has a new address"),
        )
