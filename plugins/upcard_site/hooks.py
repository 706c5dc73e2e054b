"""A MkDocs hook: puts the booklet beside the pages when `extra: booklet` in `mkdocs.yml` asks so.

Printing takes Chromium and a minute, so it is no part of an ordinary build, and never of `serve`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.plugins import get_plugin_logger

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

log = get_plugin_logger("upcard")
FILE = "booklet.pdf"
MARKER = "<!-- upcard:booklet -->"
_serving = False


def on_startup(*, command: str, **_: Any) -> None:
    """Remember whether this is `mkdocs serve`."""
    global _serving  # noqa: PLW0603  a hook is a module and has nothing else to remember with
    _serving = command == "serve"


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Link the booklet where a page asks for it; nothing is said if there is none."""
    if MARKER not in html or not _wanted(config):
        return html
    up = "../" * page.url.count("/")
    link = f'<p><a class="button button--main" href="{up}{FILE}">The whole library as a PDF</a></p>'
    return html.replace(MARKER, link)


def on_post_build(*, config: MkDocsConfig) -> None:
    """Print the booklet into the finished site."""
    if not _wanted(config):
        return
    from upcard_site.booklet import Plan, print_booklet
    from upcard_site.booklet_pdf import PrintError

    games = Path(config.plugins["upcard"].config["games_dir"])
    try:
        print_booklet(games, Path(config.site_dir) / FILE, Plan())
    except (ImportError, PrintError) as error:
        log.warning("no booklet: %s", error)


def _wanted(config: MkDocsConfig) -> bool:
    return bool(config.extra.get("booklet")) and not _serving
