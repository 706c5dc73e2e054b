"""What a game's folder holds that is unfinished or untidy: TODOs, and all that `fmt` would mend."""

from __future__ import annotations

import re
from pathlib import Path

from upcard import games as engines
from upcard_library.fmt import formatted_files, mends
from upcard_library.model import Fault, Place

_TODO = re.compile(r"\bTODO\b:?[ \t]*((?:(?!\bTODO\b)[^\n\"{])*)")


def tidy(folder: Path, module: str | None = None) -> list[Fault]:
    """Return what is unfinished or untidy in a game's files and in the module that plays it."""
    found: list[Fault] = []
    for path in formatted_files(folder):
        told = mends(path, path.read_bytes())
        found += todos(path, told.text) + told.faults
    for package in engines.__path__ if module else ():
        path = Path(package) / f"{module}.py"
        if path.is_file():
            found += todos(path, path.read_text(encoding="utf-8", errors="replace"))
    return found


def todos(path: Path, text: str) -> list[Fault]:
    """Find what a scaffold has left to be written."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        for match in _TODO.finditer(line):
            place = Place(path, number, match.start() + 1)
            found.append(Fault(place, "TODO-LEFT", "This is still to be written", match[1].strip(),
                               "", "write it, and take the word TODO out"))  # fmt: skip
    return found


__all__ = ["tidy", "todos"]
