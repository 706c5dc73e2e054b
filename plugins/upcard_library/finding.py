"""Telling faults: with the nearest right answer, or with where an engine broke down."""

from __future__ import annotations

import difflib
import traceback
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from upcard import games as engines
from upcard_library.files import shown
from upcard_library.model import Fault, Place
from upcard_library.told import LOOKED_FOR


class Findings(list[Fault]):
    """Faults found so far, of each code no more than anybody needs."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        super().__init__(faults)
        self._many: Counter[str] = Counter()

    def add(
        self, place: Place, code: str, message: str, found: object = "", *,
        known: Iterable[str] | None = None, fix: str = "", level: str = "error",
    ) -> None:  # fmt: skip
        """Note a fault; from `known` names the nearest is suggested, or all are listed."""
        self._many[code] += 1
        if self._many[code] > LOOKED_FOR:
            return
        names = list(known or ())
        if known is not None and not names:
            fix = fix or "there is none here to name"
        near = nearest(str(found), tuple(names)) if names else []
        if names and not near and not fix:
            shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
            fix = f"known: {shown}"
        self.append(Fault(place, code, message, str(found), near[0] if near else "", fix, level))


@lru_cache(maxsize=4096)
def nearest(word: str, known: tuple[str, ...], cutoff: float = 0.6) -> list[str]:
    """Return the one of the known words that is most like another, if one is like it at all."""
    return difflib.get_close_matches(word[:200], known, n=1, cutoff=cutoff)


def engine_error(place: Place, error: BaseException) -> Fault:
    """Tell an exception of the engine: its type, its words and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    where = f" in {shown(Path(last.filename))}:{last.lineno} ({last.name})" if last else ""
    if (at := broke_in(error)) and not (last and Path(last.filename) == at.file):
        where = f" in {shown(at.file)}:{at.line}"
    return Fault(place, "ENGINE-ERROR", f"The engine broke down{where}", _words(error), "",
                 "this is a fault of the engine, not of the article")  # fmt: skip


def breakdown(error: BaseException) -> Fault | None:
    """Tell an exception at the line of the game module that raised it; nothing if none did."""
    at = broke_in(error)
    return at and Fault(
        at, "ENGINE-ERROR", "The engine broke down", _words(error), "",
        f"mend this module; set {TRACEBACK}=1 to see how it came here",
    )  # fmt: skip


TRACEBACK = "UPCARD_TRACEBACK"
"""Set in the environment, it lets a breakdown of an engine be told as Python tells it."""


def broke_in(error: BaseException) -> Place | None:
    """Return the last line of a game's module that an exception came by."""
    homes = [Path(folder).absolute() for folder in engines.__path__]
    if isinstance(error, SyntaxError) and error.filename:
        file = Path(error.filename)
        return Place(file, error.lineno or 1, error.offset or 1) if file.parent in homes else None
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.parent in homes and file.name != "__init__.py":
            return Place(file, frame.lineno or 1, (frame.colno or 0) + 1)
    module = getattr(error, "obj", None)
    if isinstance(error, AttributeError) and isinstance(module, ModuleType) and module.__file__:
        file = Path(module.__file__)
        return Place(file, 1, 1) if file.parent in homes else None
    return None


def _words(error: BaseException) -> str:
    told = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {told}".splitlines()[0]
