"""A game's folder holds data and nothing else: what could run, or leads elsewhere, is refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from upcard_library.model import Fault, Place

KINDS = {
    ".md": "prose", ".yaml": "facts", ".txt": "records", ".json": "tables", ".csv": "tables",
    ".png": "pictures", ".jpg": "pictures", ".jpeg": "pictures", ".webp": "pictures",
    ".svg": "pictures",
}  # fmt: skip
"""The kinds of file a game may have, by the end of their names."""


def stray_files(folder: Path) -> list[Fault]:
    """Return a fault for each file of a game's folder that has no place there."""
    return [fault for path in _files(folder) if (fault := _stray(path))]


def may_run(games: Path) -> list[Path]:
    """Return files below a folder of games that Python or pytest would run or obey."""
    names = ("pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml")
    return [p for p in _files(games) if p.name in names or p.suffix in (".py", ".pyc", ".pth")]


def _files(folder: Path) -> Iterator[Path]:
    """Yield everything below a folder but its folders; links are not followed."""
    for where, folders, names in os.walk(folder):
        linked = [name for name in folders if (Path(where) / name).is_symlink()]
        folders.sort()
        yield from (Path(where) / name for name in sorted([*names, *linked]))


def _stray(path: Path) -> Fault | None:
    place = Place(path, 1, 1)
    if path.is_symlink():
        fix = "put the file itself there"
        return Fault(place, "FILE-OUTSIDE", "This is a link to another place", path.name, "", fix)
    if path.name.startswith(".") or path.name.endswith("~"):
        return None  # editors and file managers leave these behind
    if path.suffix in KINDS and (path.suffix != ".yaml" or path.name == "game.yaml"):
        return None
    fix = "take it out; a game is game.yaml, article.md, and " + ", ".join(
        dict.fromkeys(kind for kind in KINDS.values() if kind not in ("prose", "facts"))
    )
    return Fault(place, "FILE-STRAY", "This file has no place in a game's folder", path.name, "",
                 fix)  # fmt: skip
