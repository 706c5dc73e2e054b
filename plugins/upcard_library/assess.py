"""Everything `check` and `coverage` know of one game, kept by content so that it runs once."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import upcard
import upcard_library
from upcard import games as engines
from upcard_library.charts import chart_faults
from upcard_library.coverage import Coverage, coverage
from upcard_library.crosschecks import CrosscheckResult, run_crosschecks
from upcard_library.load import content_key
from upcard_library.model import Fault, GameArticle, Place
from upcard_library.odds_store import odds_faults
from upcard_library.reviews import unreviewed
from upcard_library.run import run_game
from upcard_library.teeth import weak_claims
from upcard_library.tidy import tidy

_COMPANION = re.compile(r"upcard\.games\.(\w+)")


@dataclass
class Assessment:
    """All that was found by running a game's examples, teeth and crosschecks.

    Attributes:
        coverage: what is shown of what is declared.
        faults: all that counts against the article, as far as its status asks for it.
        passed, failed: how many cases did.
        weak: expectations that hold even when falsified, whatever the status.
        checks: what came of each crosscheck.
    """

    coverage: Coverage
    faults: list[Fault]
    passed: int = 0
    failed: int = 0
    weak: list[Fault] = field(default_factory=list)
    checks: list[CrosscheckResult] = field(default_factory=list)


def assess(game: GameArticle, faults: list[Fault], *, store: Path | None = None) -> Assessment:
    """Run all a game has to run, or read what came of it the last time.

    Args:
        game: the article.
        faults: found while loading it.
        store: a folder for results; the key is the content of game and engine.
    """
    path = store / f"{game.id}-{_key(game, faults)}.json" if store else None
    if path and (kept := _read(path, game)):
        return kept
    results = run_game(game)
    weak = weak_claims(game, results)
    checks = run_crosschecks(game)
    told = coverage(game, results, faults=faults, weak=weak, checks=checks)
    found = [fault for result in results for fault in result.faults]
    if game.status == "verified":
        found += weak
    found += [fault for check in checks for fault in check.faults] + told.faults
    found += [*odds_faults(game), *chart_faults(game)] if game.module else []
    found += unreviewed(game)
    found += tidy(game.folder, game.module)
    bad = sum(result.outcome in ("failed", "error") for result in results)
    made = Assessment(told, found, len(results) - bad, bad, weak, checks)
    if path:
        _write(path, game, made)
    return made


def _key(game: GameArticle, faults: list[Fault]) -> str:
    digest = hashlib.sha256(_engine_hash(game.module).encode())
    digest.update(content_key(game.folder))
    digest.update(repr([(f.code, f.place[1:]) for f in faults]).encode())
    return digest.hexdigest()[:24]


@cache
def _core_hash() -> str:
    """Hash the source of the engine's core and of this library: all results depend on both.

    And on Python, whose random numbers and doctests may change from one version to another.
    """
    digest = hashlib.sha256(sys.version.encode())
    for folder in (Path(upcard.__file__).parent, Path(upcard_library.__file__).parent):
        for file in sorted(folder.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _engine_hash(module: str | None) -> str:
    """Hash the source of a game's module and of the companions it imports."""
    digest = hashlib.sha256(_core_hash().encode())
    todo, seen = [module] if module else [], set()
    while todo:
        name = todo.pop()
        files = [Path(folder) / f"{name}.py" for folder in engines.__path__]
        file = next((path for path in files if path.is_file()), None)
        if name in seen or file is None:
            continue
        seen.add(name)
        raw = file.read_bytes()
        digest.update(name.encode() + b"\0" + raw)
        todo += _COMPANION.findall(raw.decode("utf-8", errors="replace"))
    return digest.hexdigest()


def cache_folder(root: Path) -> Path | None:
    """Return where results are kept beside a checkout's games; nowhere for installed ones."""
    home = root.parent
    return home / ".cache" / "upcard" if (home / "pyproject.toml").is_file() else None


def _write(path: Path, game: GameArticle, made: Assessment) -> None:
    told = asdict(made)
    told["faults"] = _packed(made.faults, game)
    told["weak"] = _packed(made.weak, game)
    told["coverage"]["faults"] = _packed(made.coverage.faults, game)
    for entry, check in zip(told["checks"], made.checks, strict=True):
        entry["faults"] = _packed(check.faults, game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{game.id}-*.json"):
            old.unlink(missing_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(told), encoding="utf-8")
        part.replace(path)
    except OSError:
        return


def _packed(faults: Iterable[Fault], game: GameArticle) -> list[dict[str, Any]]:
    packed = []
    for fault in faults:
        file, line, column = fault.place
        inside = file.is_relative_to(game.folder)
        shown = str(file.relative_to(game.folder) if inside else file)
        packed.append({**asdict(fault), "place": [shown, line, column]})
    return packed


def _read(path: Path, game: GameArticle) -> Assessment | None:
    try:
        told = json.loads(path.read_bytes())
        of_coverage = _unpacked(told["coverage"].pop("faults"), game)
        kept = Coverage(**told["coverage"], faults=of_coverage)
        checks = [
            CrosscheckResult(**{**entry, "faults": tuple(_unpacked(entry["faults"], game))})
            for entry in told["checks"]
        ]
        faults, weak = _unpacked(told["faults"], game), _unpacked(told["weak"], game)
        return Assessment(kept, faults, told["passed"], told["failed"], weak, checks)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _unpacked(told: list[dict[str, Any]], game: GameArticle) -> list[Fault]:
    found = []
    for entry in told:
        file, line, column = entry["place"]
        place = Place(game.folder / file, line, column)
        found.append(Fault(**{**entry, "place": place}))
    return found
