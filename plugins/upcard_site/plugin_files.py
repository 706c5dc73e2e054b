"""The files that the plugin gives to MkDocs: pages, data, and written pages that a site lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, InclusionLevel

from upcard_library.files import shipped

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files


def pages(site: Any, config: MkDocsConfig, home: Path) -> Iterator[File]:
    """Yield the pages of a site; `home` is the folder that their sources are told from."""
    for page in site.pages:
        path = home / (page.source or "-")
        known = {"abs_src_path": str(path)} if path.is_file() else {"content": "-"}
        file = File.generated(config, page.uri, **known)  # type: ignore[call-overload]
        file.inclusion = InclusionLevel.NOT_IN_NAV if page.parent else file.inclusion
        file.edit_uri = page.source or None
        yield file


def written(files: Files, config: MkDocsConfig) -> Iterator[File]:
    """Yield Upcard's own written pages that the games' pages lead to and this site has not."""
    folder = shipped("docs")
    for path in sorted(folder.rglob("*.md")):
        uri = path.relative_to(folder).as_posix()
        if uri != "index.md" and files.get_file_from_path(uri) is None:
            file = File.generated(config, uri, abs_src_path=str(path))
            file.inclusion = InclusionLevel.NOT_IN_NAV
            file.edit_uri = None
            yield file
