"""Lists that stand beside the games: what is wanted, and what many people play.

`docs/wanted.yml` and `docs/popular.yml` are read as strictly as a game is, against
`schema/lists.schema.json`. Nothing here names a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard_library.model import Fault
from upcard_library.schema import validate
from upcard_library.strict_yaml import Document, read_yaml

SCHEMA = "lists.schema.json"
FILES = {"wanted": "wanted.yml", "popular": "popular.yml"}


@dataclass(frozen=True)
class Wanted:
    """A game that is asked for.

    Attributes:
        why: who plays it or asks for it.
        missing: parts of the engine that nobody has written yet.
        oracle: an outside truth to hold an engine against; may be empty.
        sources: where to begin reading.
    """

    id: str
    title: str
    summary: str
    players: tuple[int, int]
    deck: str
    families: tuple[str, ...]
    why: str
    missing: tuple[str, ...]
    aka: tuple[str, ...] = ()
    region: tuple[str, ...] = ()
    oracle: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Popular:
    """A game that many people play, and what shows it."""

    id: str
    why: str


@dataclass(frozen=True)
class Lists:
    """Both lists as read, and what is wrong with the files; a file with a fault counts as empty."""

    wanted: tuple[Wanted, ...] = ()
    popular: tuple[Popular, ...] = ()
    faults: tuple[Fault, ...] = ()

    def without(self, here: Iterable[str]) -> tuple[Wanted, ...]:
        """Return the wanted games that are not in the library, given the ids that are."""
        known = set(here)
        return tuple(game for game in self.wanted if game.id not in known)


def read_lists(docs: Path) -> Lists:
    """Read the lists of a folder of documents; a list that is not there is empty."""
    faults: list[Fault] = []
    entries: dict[str, list[Mapping[str, Any]]] = {}
    for key, name in FILES.items():
        entries[key] = _entries(docs / name, key, faults)
    wanted = tuple(Wanted(**_frozen(entry)) for entry in entries["wanted"])
    popular = tuple(Popular(**_frozen(entry)) for entry in entries["popular"])
    return Lists(wanted, popular, tuple(faults))


def _entries(path: Path, key: str, faults: list[Fault]) -> list[Mapping[str, Any]]:
    if not path.is_file():
        return []
    document = read_yaml(path, path.read_bytes())
    found = [*document.faults, *validate(document, SCHEMA)]
    if not any(fault.level == "error" for fault in found):
        found += _twice(document, key)
    faults += found
    if any(fault.level == "error" for fault in found):
        return []
    entries: list[Mapping[str, Any]] = document.data.get(key, [])
    return entries


def _twice(document: Document, key: str) -> list[Fault]:
    """Find ids that stand twice in one list."""
    seen: dict[str, int] = {}
    found = []
    for number, entry in enumerate(document.data.get(key, [])):
        first = seen.setdefault(entry["id"], number)
        if first != number:
            place = document.place((key, str(number), "id"), key=False)
            found.append(Fault(place, "ID-TAKEN", "This game stands here twice", entry["id"],
                               fix=f"it is entry {first + 1} already; keep one"))  # fmt: skip
    return found


def _frozen(entry: Mapping[str, Any]) -> dict[str, Any]:
    made = {name: tuple(v) if isinstance(v, list) else v for name, v in entry.items()}
    if "players" in entry:
        made["players"] = (entry["players"]["min"], entry["players"]["max"])
    return made
