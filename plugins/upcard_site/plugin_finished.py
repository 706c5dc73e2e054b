"""What MkDocs made of a page, kept for the next build: Markdown, search sections, the whole page.

A page of a game that is finished never becomes a page of MkDocs again: its file is put in place as
it is. Other pages are read by MkDocs as always; only the steps whose outcome is known are left out.
Each outcome is kept under a key of all that it depends on, so that a build with a cache equals one
without to the byte. Where that cannot be known, because another plugin or hook may change pages,
nothing is kept.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc
from mkdocs.utils import CountHandler

from upcard_site.kept import digest
from upcard_site.page import Page
from upcard_site.search_sections import Sections, sections_of
from upcard_site.site import Site

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

HERE = Path(__file__).parent
KNOWN = {"search", "material/search", "upcard"}
"""Plugins that change a page in no other way than its key tells."""
_UNTOLD = {
    "plugins", "hooks", "theme", "site_dir", "docs_dir", "config_file_path", "watch", "dev_addr",
    "exclude_docs", "draft_docs", "not_in_nav", "strict",
}  # fmt: skip
"""Settings that change no page, or are told apart from the others."""


class KeptPage(MkDocsPage):
    """A finished page, as far as other pages and the site map ask for it."""

    ours: Page

    @property
    def present_anchor_ids(self) -> set[str]:  # type: ignore[override]
        """Every id on the page, read when a page links to one."""
        return self.ours.anchors


class KeptFile(File):
    """A file that is put in place as it is, even where its name is that of a page.

    While serving it is a link: copying a thousand games would take longer than anything else.
    """

    linked = False

    def is_documentation_page(self) -> bool:
        """Say no: there is nothing left to render."""
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """Put the file in place."""
        if self.linked and self.abs_src_path:
            try:
                Path(self.abs_dest_path).parent.mkdir(parents=True, exist_ok=True)
                Path(self.abs_dest_path).symlink_to(self.abs_src_path)
            except OSError:  # there is a file already, or links are not allowed here
                pass
            else:
                return
        super().copy_file(dirty)


class Finished:
    """The finished pages of one site.

    Args:
        config: of MkDocs, after all plugins had their say.
        site: the site that is being built.
        folder: the cache.
        live: whether the site is served while it is worked on.
    """

    def __init__(self, config: MkDocsConfig, site: Site, folder: Path, *, live: bool) -> None:
        self.site, self.live, self.folder = site, live, folder / "pages"
        self.kind = "live" if live else "site"
        self.key = _context(config, site)
        self.outputs: dict[str, Path] = {}
        self.rendering: dict[str, tuple[Path, CountHandler]] = {}
        self.links = ""
        self.sections: Sections | None = None
        searching = (p for n, p in config.plugins.items() if n == "material/search")
        if (search := next(searching, None)) and hasattr(search, "search_index"):
            self.sections = search.search_index = Sections(search.search_index)

    # --- pages that are nothing but a file -------------------------------------------------------

    def file(self, page: Page, config: MkDocsConfig) -> File | None:
        """Return a game's page as a file if it is finished, and known to search."""
        output, sections = self._output(page), page.kept and sections_of(page.kept)
        if not page.parent or not output or not output.is_file():
            return None  # a page of the navigation is told to others and stays one of MkDocs
        if self.sections and not (sections and sections.is_file()):
            return None
        there = File(page.uri, None, config.site_dir, config.use_directory_urls).dest_uri
        file = KeptFile(
            page.uri, None, config.site_dir, config.use_directory_urls, dest_uri=there,
            inclusion=InclusionLevel.NOT_IN_NAV,
        )  # fmt: skip
        file.generated_by, file.abs_src_path, file.linked = "upcard", str(output), self.live
        known = KeptPage(None, file, config)
        known.ours, known.meta = page, page.meta()
        if self.sections and sections:
            self.sections.known[page.uri] = sections
        return file

    def asset(self, config: MkDocsConfig, name: str, known: Mapping[str, str]) -> File:
        """Return a file that is no page; while serving it is a link to where it lies."""
        file = KeptFile.generated(config, name, **known)  # type: ignore[call-overload]
        file.linked = self.live
        return file  # type: ignore[no-any-return]

    def _output(self, page: Page) -> Path | None:
        if page.kept is None:
            return None
        return page.kept.with_name(f"{page.kept.name}.{self.kind}-{self.key}.html")

    @staticmethod
    def listed(files: Iterable[File]) -> list[File]:
        """Return all pages, finished ones included, in their order."""
        return [f for f in files if f.is_documentation_page() or isinstance(f.page, KeptPage)]

    # --- Markdown of written pages ---------------------------------------------------------------

    def read(self, page: MkDocsPage, markdown: str, config: MkDocsConfig, files: Files) -> None:
        """Spare MkDocs the Markdown of a page if it is known what becomes of it.

        A generated page has none: its HTML is put in afterwards.
        """
        if page.file.generated_by:
            page.render = partial(_restore, page, _NOTHING)  # type: ignore[method-assign]
            return
        if not self.links:
            self.links = digest(*(f"{file.src_uri} {file.url}" for file in files))
        rules = _told([config.markdown_extensions, config.mdx_configs, config.validation])
        key = digest(self.site.base, self.links, rules, page.file.src_uri, markdown)
        place = self._place(page.file.src_uri, "text", key, "json")
        try:
            kept = json.loads(place.read_bytes())
        except (OSError, ValueError):
            warnings = CountHandler(level=logging.WARNING)
            logging.getLogger("mkdocs").addHandler(warnings)
            self.rendering[page.file.src_uri] = place, warnings
        else:
            page.render = partial(_restore, page, kept)  # type: ignore[method-assign]

    def rendered(self, page: MkDocsPage, html: str) -> None:
        """Keep what became of a page's Markdown, unless there was something to warn of."""
        if (begun := self.rendering.pop(page.file.src_uri, None)) is None:
            return
        place, warnings = begun
        logging.getLogger("mkdocs").removeHandler(warnings)
        if warnings.get_counts():
            return
        links = {file.src_uri: found for file, found in (page.links_to_anchors or {}).items()}
        kept = {
            "content": html, "toc": [_token(item) for item in page.toc], "links": links,
            "title": page._title_from_render,  # noqa: SLF001  there is no other way to it
            "anchors": sorted(page.present_anchor_ids or ()),
        }  # fmt: skip
        self._keep(place, json.dumps(kept))

    # --- whole pages -----------------------------------------------------------------------------

    def look(self, files: Files) -> None:
        """Find out which pages are known as they will be; they get a template that does nothing."""
        for file in files.documentation_pages():
            page = file.page
            ours = self.site.by_uri.get(file.src_uri) if file.generated_by else None
            if page is None:
                continue
            content = page.content or ""
            place = (ours and self._output(ours)) or self._place(
                file.src_uri, self.kind, digest(self.key, *_around(page), content), "html"
            )
            self.outputs[file.src_uri] = place
            if place.is_file():
                page.meta["template"] = "kept.html"
            if self.sections:
                key = digest(self.site.base, page.url, str(page.title), _told(page.meta), content)
                kept = ours and ours.kept and sections_of(ours.kept)
                self.sections.places[file.src_uri] = kept or self._place(
                    file.src_uri, "search", key, "json"
                )

    def output(self, page: MkDocsPage) -> str | None:
        """Return the whole page if it is known."""
        place = self.outputs.get(page.file.src_uri)
        if page.meta.get("template") != "kept.html" or place is None:
            return None
        return place.read_text("utf-8")

    def keep(self, page: MkDocsPage, output: str) -> None:
        """Keep a whole page."""
        if place := self.outputs.get(page.file.src_uri):
            self._keep(place, output)

    # --- files -----------------------------------------------------------------------------------

    def _place(self, uri: str, kind: str, key: str, form: str) -> Path:
        return self.folder / f"{uri.replace('/', '~')}.{kind}-{key}.{form}"

    def _keep(self, place: Path, text: str) -> None:
        """Write a file in place of what was kept before; failing is no fault."""
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_name(f"{place.name}.{os.getpid()}.part")
            part.write_text(text, encoding="utf-8", newline="\n")
            beginning = place.name.rpartition("-")[0]
            for old in place.parent.glob(f"{beginning}-*{place.suffix}"):
                old.unlink(missing_ok=True)
            part.replace(place)
        except OSError:
            return


_NOTHING: dict[str, Any] = {"content": "", "toc": (), "title": None, "anchors": (), "links": {}}


def finished(
    config: MkDocsConfig, site: Site, folder: Path | None, *, live: bool, dirty: bool
) -> Finished | None:
    """Return the finished pages of a site; nothing where pages cannot be known beforehand."""
    if folder is None or dirty or not site.base or not config.nav:
        return None
    hooks: Any = config.hooks  # by their paths, by which they are plugins too
    files = (Path(str(getattr(hook, "__file__", ""))) for hook in hooks.values())
    if set(config.plugins) - KNOWN - set(hooks) or not all(HERE in f.parents for f in files):
        return None
    return Finished(config, site, folder, live=live)


# --- keys ----------------------------------------------------------------------------------------


def _context(config: MkDocsConfig, site: Site) -> str:
    """Return a digest of all that is the same for each page: settings, theme, navigation."""
    told = {key: config[key] for key in config if key not in _UNTOLD}
    parts = [site.base, _told(told), _told(config.theme), str(config.theme.name)]
    parts += [_told(dict(p.config)) for n, p in config.plugins.items() if n in KNOWN - {"upcard"}]
    docs = Path(config.docs_dir)
    for uri in _paths_in(config.nav):
        page = site.by_uri.get(uri)
        written = docs / uri
        if page:
            parts.append(page.front_matter())
        elif written.is_file():
            parts.append(_head(written.read_text("utf-8", errors="replace")))
    for folder in map(Path, config.theme.dirs):
        if folder != HERE / "theme" and not (folder / "mkdocs_theme.yml").is_file():
            for path in sorted(path for path in folder.rglob("*.html") if path.is_file()):
                parts += [path.relative_to(folder).as_posix(), path.read_text("utf-8")]
    return digest(*parts)


def _paths_in(nav: Any) -> Iterator[str]:
    """Yield every path of a navigation."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, Mapping):
        for value in nav.values():
            yield from _paths_in(value)
    elif isinstance(nav, Iterable):
        for item in nav:
            yield from _paths_in(item)


def _head(text: str) -> str:
    """Return what a written page may tell the navigation: its meta data, and its first heading."""
    heading = re.search(r"^# .*$|^=+$", text, re.MULTILINE)
    return text[: heading.end()] if heading else text


def _around(page: MkDocsPage) -> Iterator[str]:
    """Yield what a page shows besides its content."""
    yield from (page.url, str(page.title), _told(page.meta), str(page.edit_url))
    yield from (str(page.canonical_url), page.file.inclusion.name)
    yield _told([_token(item) for item in page.toc])
    for other in (page.previous_page, page.next_page, *page.ancestors):
        yield f"{other.title} {getattr(other, 'url', '')}" if other else "-"


def _told(data: Any) -> str:
    return json.dumps(data, default=_plain, sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): entry for key, entry in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    return f"{value.__module__}.{value.__qualname__}" if callable(value) else str(value)


def _token(item: Any) -> dict[str, Any]:
    """Write an entry of a table of contents as `get_toc` reads it."""
    children = [_token(child) for child in item.children]
    return {"level": item.level, "id": item.id, "name": item.title, "children": children}


def _restore(page: MkDocsPage, kept: Mapping[str, Any], _: MkDocsConfig, files: Files) -> None:
    """Do what `Page.render` did, from what is kept of it."""
    page.content, page.toc = kept["content"], get_toc(kept["toc"])
    page._title_from_render = kept["title"]  # noqa: SLF001
    page.present_anchor_ids = set(kept["anchors"])
    found = ((files.get_file_from_path(uri), links) for uri, links in kept["links"].items())
    page.links_to_anchors = {file: links for file, links in found if file}
