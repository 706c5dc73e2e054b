"""The part of the plugin that leaves out what is known; `plugin_finished` says what that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import BytecodeCache
from mkdocs.plugins import event_priority

if TYPE_CHECKING:
    from jinja2.bccache import Bucket
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


class Compiled(BytecodeCache):
    """The theme's templates, compiled once while a site is served; Jinja compares their text."""

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in what is known of a template."""
        if bucket.key in self.known:
            bucket.bytecode_from_string(self.known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self.known[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Keeping:
    """Events of MkDocs at which something may be left out.

    Attributes:
        site: the site that is being built.
        done: its finished pages; `None` if nothing is to be kept.
        listed: all pages in their order, once they were read.
    """

    site: Any
    done: Any = None
    listed: Any = None

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> None:
        """Leave Markdown out whose outcome is known."""
        if self.done:
            self.done.read(page, markdown, config, files)

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Find out which pages are known already; list all of them for the site map."""
        env.bytecode_cache = env.bytecode_cache or COMPILED
        self.listed = self.done.listed(files) if self.done else None
        if self.done:
            self.done.look(files)

    def on_template_context(self, context: Any, **_: Any) -> Any:
        """Tell a template of the whole site all pages."""
        return {**context, "pages": self.listed or context["pages"]}

    @event_priority(50)  # before search reads the page
    def on_page_context(self, context: Any, *, page: Page, **_: Any) -> Any:
        """Fetch the HTML of a page only when it is its turn: all of them would fill the memory."""
        if self.done and (found := self._ours(page)) and found.kept:
            page.content = found.outline
        return context

    def known(self, page: Page) -> str | None:
        """Return a whole page if it is known."""
        return self.done.output(page) if self.done else None

    def keep(self, page: Page, output: str) -> str:
        """Keep a whole page for the next build."""
        if self.done:
            self.done.keep(page, output)
            page.content = ""
        return output

    def write_search(self, folder: Path) -> None:
        """Put the sections of all pages into the index of a finished site."""
        if self.done and self.done.sections:
            self.done.sections.write(folder, [file.src_uri for file in self.listed or ()])

    def _ours(self, page: Page) -> Any:
        return self.site.by_uri.get(page.file.src_uri) if page.file.generated_by else None
