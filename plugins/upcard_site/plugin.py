"""The MkDocs plugin: hands the pages that `site` builds to MkDocs, and nothing more.

A page enters as a generated file whose real path is its article, so that edit links, `--dirty` and
other plugins work. Its Markdown is one placeholder: the finished, sanitised HTML never passes
through Markdown again but is put in place in `on_page_content`, with its own table of contents.

Engine, library and the site's own modules are imported late, and dropped when a file of theirs was
saved, so that `mkdocs serve` shows it. Only this module and `plugin_keeping` stay loaded.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from upcard_site.plugin_keeping import Keeping
from upcard_site.plugin_options import UpcardConfig
from upcard_site.reloading import drop_modules, source_folders, stamps_of

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation

log = get_plugin_logger("upcard")
HERE = Path(__file__).parent
LAZY = "content.lazy"
"""Material's own feature: a code block gets its button when it comes into view."""


class UpcardPlugin(Keeping, BasePlugin[UpcardConfig]):  # type: ignore[no-untyped-call]
    """Builds the games' pages with MkDocs."""

    site: Any
    stamps: dict[str, int] | None
    live: bool = False
    dirty: bool = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Begin afresh; having this method keeps the object alive between rebuilds."""
        self.site, self.stamps, self.live, self.dirty = None, None, command == "serve", dirty

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Watch what pages are made from; add our style, script and templates."""
        self.root = Path(config.config_file_path).parent.absolute()
        self.games = Path(self.config.games_dir)
        named = [self.root / name for name in ("schema", self.config.glossary, self.config.house)]
        watched = [*named, *source_folders()]
        config.watch.extend(str(path) for path in (self.games, *watched) if path.exists())
        for kind, listed in ((".css", config.extra_css), (".js", config.extra_javascript)):
            listed[:0] = sorted(f"assets/upcard/{f.name}" for f in HERE.glob(f"assets/*{kind}"))
        config.theme.dirs.insert(0, str(HERE / "theme"))
        # A doctest in each folded proof: looking after all at once costs more than all the rest.
        config.theme["features"] = [*dict.fromkeys([*config.theme.get("features", []), LAZY])]
        config.extra |= {"live": self.live, "discuss": self.config.discuss}
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Build the site and add its pages."""
        self._build(config)
        for file in files.documentation_pages():
            if file.generated_by is None:
                file.edit_uri = f"docs/{file.src_uri}"
        cache = self.root / self.config.cache if self.config.cache else None
        self.done = import_module("upcard_site.plugin_finished").finished(
            config, self.site, cache, live=self.live, dirty=self.dirty
        )
        hosting = import_module("upcard_site.plugin_files")
        for file in hosting.files(self.site, self.done, config, self.root, log.info):
            files.append(file)
        for file in hosting.written(files, config) if self.config.library else ():
            files.append(file)
        return files

    def _build(self, config: MkDocsConfig) -> None:
        """Build all pages; a fault of the engine's own code is a warning, not a crash."""
        self._reload_if_changed()
        try:
            self.site = import_module("upcard_site.plugin_files").build(
                config, self.config, self.root
            )
            for fault in self.site.faults:
                log.warning(fault)
        except Exception:
            if self.site is None:
                raise
            log.warning("the games cannot be built; their pages are as before", exc_info=True)

    def _reload_if_changed(self) -> None:
        """Drop the modules of engine, library and site if a file of theirs changed."""
        stamps = stamps_of(self.root / "schema")
        if self.stamps is not None and stamps != self.stamps:
            log.info("engine or site changed: loading them again")
            drop_modules(keep=__name__)
        self.stamps = stamps

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Give pages that are yet to be made and not in the navigation a parent: breadcrumbs."""
        for page in self.site.pages:
            file, above = files.get_file_from_path(page.uri), files.get_file_from_path(page.parent)
            if page.parent and file and above and above.page and not hasattr(file.page, "ours"):
                Page(None, file, config).parent = above.page.parent
        return nav

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Give a generated page its placeholder with its meta data; date none by the clock."""
        page.update_date = self.site.changed
        return f"{found.front_matter()}\nupcard\n" if (found := self._ours(page)) else None

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Put the finished HTML in place of the placeholder; fill a written page's markers."""
        if self.done:
            self.done.rendered(page, html)
        if (found := self._ours(page)) is None:
            return str(self.site.fill(html, page.file.src_uri))
        page.toc = get_toc(found.toc)
        page.present_anchor_ids = found.anchors
        return "" if self.done and found.kept else str(found.outline)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put the folded proofs in, after search has read the page without them."""
        if (known := self.known(page)) is not None:
            return known
        return self.keep(page, str(self.site.finish(output, self._ours(page), live=self.live)))

    def on_post_template(self, output_content: str, **_: Any) -> str:
        """Finish the page for addresses that lead nowhere."""
        return str(self.site.finish(output_content, live=self.live))

    @event_priority(-50)  # after search has written its index
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what needs the whole site: search, and the worker that keeps pages for offline."""
        self.write_search(Path(config.site_dir))
        if not self.live:
            import_module("upcard_site.offline").write(Path(config.site_dir))
