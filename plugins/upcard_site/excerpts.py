"""An example of a game shown on another page, such as home: cut out of the game's finished page."""

from __future__ import annotations

import re
from collections.abc import Iterable

from upcard_site.book import Settings
from upcard_site.page import Page

_MARKER = re.compile(r"<!-- upcard:example ([a-z0-9-]+) ([a-z0-9-]+) -->")
_DETAILS = re.compile(r"<details\b|</details>")
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>')


def fill_examples(html: str, pages: Iterable[Page], here: str, settings: Settings) -> str:
    """Put examples where a page says `<!-- upcard:example game example -->`."""
    known = {page.uri: page for page in pages}

    def put(match: re.Match[str]) -> str:
        page = known.get(f"games/{match[1]}.md")
        return excerpt(page, match[2], here, settings) if page else ""

    return _MARKER.sub(put, html)


def excerpt(page: Page, example: str, here: str, settings: Settings) -> str:
    """Cut one plate, opened, out of a game's page, with the faces it needs; or nothing."""
    html = page.html
    found = re.search(rf'<details class="plate[^>]* id="example-{re.escape(example)}"[^>]*>', html)
    if not found:
        return ""
    depth, end = 0, len(html)
    for tag in _DETAILS.finditer(html, found.start()):
        depth += -1 if tag[0].startswith("</") else 1
        if depth == 0:
            end = tag.end()
            break
    plate = html[found.start() : end].replace(" open>", ">", 1).replace(">", " open>", 1)
    used = set(re.findall(r'xlink:href="#((?:card|suit)-[^"]+)"', plate)) | {"card-blank"}
    used |= {f"suit-{suit}" for suit in "SHDC"}
    symbols = "".join(m[0] for m in _SYMBOL.finditer(html) if m[1] in used)
    way = settings.between(here, page.uri)
    plate = re.sub(r'<a([^>]*) href="([#?])', rf'<a\1 href="{way}\2', plate)
    sprite = f'<svg class="sprite" aria-hidden="true" width="0" height="0">{symbols}</svg>'
    return f'<div class="showcase" data-search-exclude>{sprite}{plate}</div>'
