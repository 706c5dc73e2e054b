"""The second adapter: the same pages as plain Markdown files, for any other generator."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from upcard_library.lists import read_lists
from upcard_library.model import Library
from upcard_site.book import Settings
from upcard_site.page import without_blank_lines
from upcard_site.site import Site, render_site
from upcard_site.terms import Glossary

_MARKER = re.compile(r"<!-- upcard:.*? -->")
ASSETS = Path(__file__).parent / "assets"


def write_markdown(
    library: Library,
    out: Path,
    settings: Settings | None = None,
    glossary: Glossary | None = None,
) -> list[Path]:
    """Write every page as Markdown with blocks of HTML, and the style sheet they need.

    Returns:
        the files written.
    """
    docs = library.root.parent / "docs"
    site = render_site(library, settings or Settings(), glossary or Glossary(), read_lists(docs))
    return write_site(site, out, docs)


def write_site(site: Site, out: Path, docs: Path) -> list[Path]:
    """Write the pages, data and assets of a site, and the hand-written pages, below a folder."""
    texts = {page.uri: page.markdown() for page in site.pages}
    texts |= {n: t if isinstance(t, str) else t.read_text("utf-8") for n, t in site.files.items()}
    for path in docs.rglob("*.md"):
        name = path.relative_to(docs).as_posix()
        written_by_hand = path.read_text(encoding="utf-8")
        texts[name] = _MARKER.sub(partial(_filled, site, name), written_by_hand)
    written = []
    for name, text in sorted(texts.items()):
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    copied = {asset: f"assets/upcard/{asset.relative_to(ASSETS)}" for asset in _files(ASSETS)}
    copied |= {asset: f"assets/{asset.name}" for asset in _files(docs / "assets")}
    copied |= {path: name for name, path in site.copied.items()}
    for asset, name in copied.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(asset.read_bytes())
        written.append(path)
    return written


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _filled(site: Site, name: str, marker: re.Match[str]) -> str:
    return without_blank_lines(site.fill(marker[0], name))
