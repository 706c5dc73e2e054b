"""The sections that Material's search finds on each page, kept so that no page is read twice.

Its index is one JSON file; reading every page for it takes longer than all else that MkDocs does.
Here each page's part of that file is kept as it will stand there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

INDEX = "search/search_index.json"
_NONE = '"docs":[]}'


def sections_of(kept: Path) -> Path:
    """Return where the sections of a game's page lie."""
    return kept.with_name(f"{kept.name}.search-sections.json")


class Sections:
    """Stands in for the index of Material's search while pages are built.

    Attributes:
        places: where each page's sections are to be kept.
        known: where they are, by the page's virtual file.
    """

    def __init__(self, index: Any) -> None:
        self.index = index
        self.places: dict[str, Path] = {}
        self.known: dict[str, Path | str] = {}

    def add_entry_from_context(self, page: Any) -> None:
        """Note the sections of a page, reading it only if they are not kept."""
        uri = page.file.src_uri
        place = self.places.get(uri)
        if place and place.is_file():
            self.known[uri] = place
            return
        self.index.add_entry_from_context(page)
        dumped = (json.dumps(e, separators=(",", ":"), default=str) for e in self.index.entries)
        text = ",".join(dumped)
        self.index.entries = []
        self.known[uri] = _kept(place, text) if place else text

    def generate_search_index(self, before: Any = None) -> str:
        """Return the index without any page; `write` puts them in."""
        return str(self.index.generate_search_index(before))

    def write(self, site: Path, order: Iterable[str]) -> None:
        """Put the sections into the index of a finished site, page by page.

        Raises:
            ValueError: the index does not look like Material's.
        """
        file = site / INDEX
        head = file.read_text("utf-8")
        if not head.endswith(_NONE):
            raise ValueError(f"{file}: not the index that Material's search writes")
        with file.open("w", encoding="utf-8", newline="\n") as index:
            index.write(head.removesuffix("]}"))
            comma = ""
            for known in (self.known[uri] for uri in order if uri in self.known):
                if text := known if isinstance(known, str) else known.read_text("utf-8"):
                    index.write(comma + text)
                    comma = ","
            index.write("]}")


def _kept(place: Path, text: str) -> Path | str:
    """Keep a page's sections in place of older ones; return where, or the text if it failed."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.glob(f"{place.name.rpartition('-')[0]}-*.json"):
            old.unlink(missing_ok=True)
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(place)
    except OSError:
        return text
    return place
