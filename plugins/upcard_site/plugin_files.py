"""The site's pages and files as MkDocs takes them: finished ones as they are, others to be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, InclusionLevel

from upcard_library.files import shipped
from upcard_site.page import Page
from upcard_site.site import Site

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

    from upcard_site.plugin_finished import Finished


def build(config: MkDocsConfig, options: Any, root: Path) -> Site:
    """Build the site as the plugin's options and MkDocs's settings say."""
    settings = import_module("upcard_site.book").Settings(
        repo=(config.repo_url or "").rstrip("/"), edit=config.edit_uri or "",
        discuss=options.discuss, directory_urls=config.use_directory_urls,
        home=config.site_url or "", name=config.site_name,
    )  # fmt: skip
    only = options.only.split() if isinstance(options.only, str) else options.only
    site: Site = import_module("upcard_site.site").build_site(
        Path(options.games_dir), settings, glossary=root / options.glossary, only=only or None,
        cache=root / options.cache if options.cache else None, house=root / options.house,
        also=shipped("games") if options.library else None,
    )  # fmt: skip
    return site


def files(
    site: Site, done: Finished | None, config: MkDocsConfig, root: Path, tell: Callable[[str], Any]
) -> Iterator[File]:
    """Yield every page and every other file of the site."""
    options: Any = config.plugins["upcard"].config
    for page in site.pages:
        yield (done and done.file(page, config)) or _page(page, config, Path(options.games_dir))
    for name, known in site.others(root, options.pyodide, tell):
        yield done.asset(config, name, known) if done else File.generated(config, name, **known)


def written(known: Files, config: MkDocsConfig) -> Iterator[File]:
    """Yield Upcard's own written pages that the games' pages lead to and this site has not."""
    folder = shipped("docs")
    for path in sorted(folder.rglob("*.md")):
        uri = path.relative_to(folder).as_posix()
        if uri != "index.md" and known.get_file_from_path(uri) is None:
            file = File.generated(config, uri, abs_src_path=str(path))
            file.inclusion = InclusionLevel.NOT_IN_NAV
            file.edit_uri = None
            yield file


def _page(page: Page, config: MkDocsConfig, games: Path) -> File:
    path = games.parent / (page.source or "-")
    known = {"abs_src_path": str(path)} if path.is_file() else {"content": "-"}
    file = File.generated(config, page.uri, **known)  # type: ignore[call-overload]
    file.inclusion = InclusionLevel.NOT_IN_NAV if page.parent else file.inclusion
    file.edit_uri = page.source or None
    return file  # type: ignore[no-any-return]
