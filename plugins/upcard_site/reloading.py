"""Loading engine, library and the site's own modules again when a file of theirs changed."""

from __future__ import annotations

import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

RELOADED = ("upcard", "upcard_library", "upcard_site")


def source_folders() -> list[Path]:
    """Return the folders of the packages; finding them does not import them."""
    found = [find_spec(name) for name in RELOADED]
    return [Path(path) for spec in found if spec for path in spec.submodule_search_locations or ()]


def stamps_of(*more: Path) -> dict[str, int]:
    """Return when each source file was last saved, and those of other folders."""
    folders = [*source_folders(), *more]
    files = [f for folder in folders for f in folder.rglob("*.*") if f.suffix != ".pyc"]
    return {str(file): file.stat().st_mtime_ns for file in files}


def drop_modules(keep: str) -> None:
    """Forget the modules, so that the next import reads them anew; `keep` stays loaded."""
    sys.dont_write_bytecode = True  # the folders are watched: writing there builds again
    invalidate_caches()
    for name in {n for n in sys.modules if n.partition(".")[0] in RELOADED} - {keep}:
        del sys.modules[name]
