"""Everything wrong with a library or some of its games: found, put in order, said once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from upcard_library.assess import assess, cache_folder
from upcard_library.files import shown
from upcard_library.load import load_library
from upcard_library.model import Fault, Library, Place
from upcard_library.provider import ARTICLES
from upcard_library.tidy import tidy

PER_NODE = 3
"""At most so many faults at one place are told; those nearest the cause."""

_STAGES = (
    "FILE", "YAML", "KEY", "VALUE", "TODO", "ARTICLE", "IMAGE", "ID", "TITLE", "SOURCE", "ENGINE",
    "PACK", "OPTION", "VARIANT", "MARK", "RULE", "NUMBER", "EXAMPLE", "QUESTION", "RECORD",
    "TRANSLATION", "CROSSCHECK", "ODDS", "CHART", "FROZEN", "COVERAGE", "STATUS", "CHANGE",
    "FORMAT", "CHECK",
)  # fmt: skip
"""Kinds of faults: what comes earlier is the cause of what comes later, if one place has both."""

_NO_ENGINE = ("ENGINE-UNKNOWN", "ENGINE-ID")
_RUN = ("EXAMPLE", "QUESTION", "RECORD", "CROSSCHECK", "COVERAGE", "STATUS")
"""What nothing can be said of while the right engine is not found."""


@dataclass(frozen=True)
class Checked:
    """What a check has found.

    Attributes:
        faults: in order.
        games: how many it looked at.
        left: how many long proofs it left for another time, by kind.
    """

    faults: tuple[Fault, ...]
    games: int
    left: Mapping[str, int] = field(default_factory=dict)

    @property
    def errors(self) -> int:
        """How many faults fail the check."""
        return sum(fault.level == "error" for fault in self.faults)


def check_games(
    root: Path, wanted: Iterable[str] = (), *, fresh: bool = False, glance: bool = False
) -> Checked:
    """Find everything wrong with all games of a folder, or with those named.

    Args:
        root: the folder of games.
        wanted: folders in it, all if none are named.
        fresh: run everything again, whatever is remembered.
        glance: leave what takes long for another time, unless it is proven already.
    """
    names = set(wanted) or {
        path.name for path in root.iterdir()
        if path.is_dir() and not path.name.startswith((".", "_"))
    }  # fmt: skip
    faults: list[Fault] = []
    library = _library(root, names, faults)
    faults += library.faults
    known = {fault.place for fault in faults if fault.level == "error"}
    by_folder = {game.folder.name: game for game in library.games.values()}
    left: Counter[str] = Counter()
    store = None if fresh else cache_folder(root)
    for name in sorted(names):
        here = [f for f in library.faults if root / name in f.place.file.parents]
        try:
            if game := by_folder.get(name):
                made = assess(game, here, store=store, glance=glance)
                more = made.faults
                left.update(made.left)
            else:
                more = tidy(root / name)
        except Exception as error:  # noqa: BLE001  a check may break down, but not on its reader
            more = [_broken(root / name, error)]
        faults += [fault for fault in more if fault.place not in known or _apart(fault)]
    return Checked(tuple(in_order(faults)), len(names), left)


def _apart(fault: Fault) -> bool:
    """Say whether a fault stands for itself, whatever else is wrong at its place."""
    return fault.code.startswith(("FORMAT-", "TODO-"))


def _library(root: Path, names: set[str], faults: list[Fault]) -> Library:
    """Load the games, those apart that the loader itself breaks down on."""
    try:
        library = load_library(root, names)
    except Exception:  # noqa: BLE001
        sound = set()
        for name in sorted(names):
            try:
                load_library(root, [name])
                sound.add(name)
            except Exception as error:  # noqa: BLE001
                faults.append(_broken(root / name, error))
        library = load_library(root, sound)
    ARTICLES.use(library.games, root)
    return library


def _broken(folder: Path, error: Exception) -> Fault:
    words = f"{type(error).__name__}: {error}".splitlines()[0]
    return Fault(Place(folder / "game.yaml", 1, 1), "CHECK-BROKEN", "The check broke down on this "
                 "game", words, "", "this is a fault of the check: please report it")  # fmt: skip


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Sort faults by place, the cause before what follows from it, each said once."""
    listed = sorted(set(_without_consequences(list(faults))), key=_key)
    told: Counter[Place] = Counter()
    said: set[tuple[Place, str, str]] = set()
    kept = []
    for fault in listed:
        key = (fault.place, fault.code, fault.message)
        told[fault.place] += key not in said
        if key not in said and told[fault.place] <= PER_NODE:
            kept.append(fault)
        said.add(key)
    return kept


def _key(fault: Fault) -> tuple[str, int, int, int, str, str]:
    stage = fault.code.partition("-")[0]
    rank = _STAGES.index(stage) if stage in _STAGES else len(_STAGES)
    place = fault.place
    return (shown(place.file), place.line, place.column, rank, fault.code, fault.message)


def _without_consequences(faults: list[Fault]) -> list[Fault]:
    """Leave out what examples tell of a game whose engine is missing, and a breakdown's echoes."""
    idle = {fault.place.file.parent for fault in faults if fault.code in _NO_ENGINE}
    broken: set[tuple[Path, str, str]] = set()
    kept = []
    for fault in sorted(faults, key=_key):
        home = fault.place.file.parent
        if home in idle and fault.code.partition("-")[0] in _RUN:
            continue
        if fault.code == "ENGINE-ERROR":  # one cause, met by every example
            if (home, fault.message, fault.found) in broken:
                continue
            broken.add((home, fault.message, fault.found))
        kept.append(fault)
    return kept


__all__ = ["Checked", "check_games", "in_order"]
