"""What was proven of a game before, each proof under all that it depends on, so that it runs once.

Every proof depends on the engine: on the game's module, the companions it names, the core, this
library, the schema, Python and the installed packages. Beside that it depends on what its caller
names and on the option values of the variants, and on nothing else: a word of prose that changes
makes no proof run again. Only proofs that went well are kept; whatever fails is run every time.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import upcard
import upcard_library
from upcard import games as engines
from upcard_library.files import shipped
from upcard_library.model import GameArticle

T = TypeVar("T")
_WORD = re.compile(r"\w+")


class Proofs:
    """The proofs of one game; they are written by `write`, without those that no longer count."""

    def __init__(
        self, game: GameArticle, store: Path | None = None, *, glance: bool = False
    ) -> None:
        """Read what was proven.

        Args:
            game: whose proofs these are.
            store: the folder of results; nothing is kept if there is none.
            glance: leave what takes long for another time, and count it.
        """
        self.glance = glance
        self.left: Counter[str] = Counter()
        self._file = store / "proofs" / f"{game.id}.json" if store else None
        self._base: list[Any] = [engine_hash(game.module), game.id, game.module]
        self._base += [[variant.id, dict(variant.settings)] for variant in game.variants]
        self._kept = _read(self._file)
        self._used: dict[str, Any] = {}

    def once(self, about: object, prove: Callable[[], T], holds: Callable[[T], bool]) -> T:
        """Return what came of a proof: as it is kept, or proven now.

        Args:
            about: all that it depends on besides engine and variants, as plain data.
            prove: what proves it; the value is plain data.
            holds: whether it went well, so that it may be kept.
        """
        if (key := self._key(about)) in self._kept:
            self._used[key] = self._kept[key]
            kept: T = self._kept[key]
            return kept
        made = prove()
        if holds(made):
            self._used[key] = made
        return made

    def waits(self, what: str, about: object) -> bool:
        """Say whether a long proof is left for another time; it counts as left then."""
        waits = self.glance and self._key(about) not in self._kept
        self.left[what] += waits
        return waits

    def _key(self, about: object) -> str:
        told = json.dumps([self._base, about], sort_keys=True, default=repr)
        return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()

    def write(self) -> None:
        """Keep what was used or proven since the file was read."""
        if self._file and self._used != self._kept:
            write_whole(self._file, json.dumps(self._used))


def _read(file: Path | None) -> dict[str, Any]:
    try:
        told = json.loads(file.read_bytes()) if file else {}
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def write_whole(file: Path, text: str) -> None:
    """Write a file of the cache whole or not at all; that it cannot be written is no fault."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError:
        return


@cache
def core_hash() -> str:
    """Hash what all results depend on: the engine's core, this library, the schema.

    And Python, whose random numbers and doctests may change from one version to another, and the
    packages that read YAML and hold it against the schema.
    """
    digest = hashlib.sha256(sys.version.encode())
    core, library = (Path(str(package.__file__)).parent for package in (upcard, upcard_library))
    files = [*core.glob("*.py"), Path(str(engines.__file__)), *library.rglob("*.py"),
             *shipped("schema").glob("*.json")]  # fmt: skip
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    installed = (path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))
    digest.update(repr(sorted(installed)).encode())
    return digest.hexdigest()


def engine_hash(module: str | None) -> str:
    """Hash all code a game runs: the core, its module, and every module whose name that mentions.

    A name in a comment counts too: rather a proof too many than one that no longer holds.
    """
    digest = hashlib.sha256(core_hash().encode())
    files = {
        path.stem: path
        for folder in reversed(engines.__path__)
        for path in Path(folder).glob("*.py")
    }
    todo, seen = [module] if module else [], set()
    while todo:
        name = todo.pop()
        if name in seen or name not in files:
            continue
        seen.add(name)
        raw = files[name].read_bytes()
        digest.update(name.encode() + b"\0" + raw)
        words = set(_WORD.findall(raw.decode("utf-8", errors="replace")))
        todo += sorted(words & files.keys(), reverse=True)
    return digest.hexdigest()


__all__ = ["Proofs", "core_hash", "engine_hash", "write_whole"]
