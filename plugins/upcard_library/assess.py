"""Everything `check` and `coverage` know of one game, kept by content so that it runs once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from upcard.examples import Case, cases
from upcard_library.charts import chart_faults
from upcard_library.coverage import Coverage, coverage
from upcard_library.crosschecks import CrosscheckResult, run_crosschecks
from upcard_library.load import content_key
from upcard_library.model import CaseResult, Example, Fault, GameArticle, Place
from upcard_library.odds_store import odds_faults
from upcard_library.proofs import Proofs, engine_hash, write_whole
from upcard_library.reviews import unreviewed
from upcard_library.run import run_case
from upcard_library.teeth import weak_in
from upcard_library.tidy import tidy

KEY = 24
"""So long is a key in the name of a file."""


@dataclass
class Assessment:
    """All that was found by running a game's examples, teeth and crosschecks.

    Attributes:
        coverage: what is shown of what is declared.
        faults: all that counts against the article, as far as its status asks for it.
        passed, failed: how many cases did.
        weak: expectations that hold even when falsified, whatever the status.
        checks: what came of each crosscheck.
        left: how many long proofs were left for another time, by kind.
    """

    coverage: Coverage
    faults: list[Fault]
    passed: int = 0
    failed: int = 0
    weak: list[Fault] = field(default_factory=list)
    checks: list[CrosscheckResult] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)


def assess(
    game: GameArticle, faults: list[Fault], *, store: Path | None = None, glance: bool = False
) -> Assessment:
    """Run all a game has to run, or read what came of it the last time.

    Args:
        game: the article.
        faults: found while loading it.
        store: a folder for results; the key is the content of game and engine.
        glance: leave what takes long for another time, unless it is proven already.
    """
    path = store / f"{game.id}-{_key(game, faults)}.json" if store else None
    if path and (kept := _read(path, game)) and (glance or not kept.left):
        return kept
    proofs = Proofs(game, store, glance=glance)
    examples = game.examples if game.module else ()
    ran = [_case(game, e, case, proofs) for e in examples for case in cases(e.data)]
    results = [result for result, _ in ran]
    weak = [fault for _, found in ran for fault in found]
    checks = run_crosschecks(game, proofs)
    told = coverage(game, results, faults=faults, weak=weak, checks=checks, proofs=proofs)
    found = [fault for result in results for fault in result.faults]
    if game.status == "verified":
        found += weak
    found += [fault for check in checks for fault in check.faults] + told.faults
    imported = not any(fault.code == "ENGINE-ERROR" for fault in faults)
    if game.module and imported:
        found += [*odds_faults(game, proofs), *chart_faults(game)]
    found += unreviewed(game)
    found += tidy(game.folder, game.module)
    bad = sum(result.outcome in ("failed", "error") for result in results)
    made = Assessment(told, found, len(results) - bad, bad, weak, checks, dict(+proofs.left))
    if path:
        _write(path, game, made)
        proofs.write()
    return made


def _case(
    game: GameArticle, example: Example, case: Case, proofs: Proofs
) -> tuple[CaseResult, list[Fault]]:
    """Run one case and falsify its claims; of what is proven already only the outcome is known."""
    made: list[tuple[CaseResult, list[Fault]]] = []

    def prove() -> list[Any]:
        result = run_case(game, example, case)
        passed = result.outcome in ("passed", "disputed")
        weak = weak_in(game, example, case) if passed else []
        made.append((result, weak))
        return [result.outcome, sorted(result.seen)] if passed and not weak else []

    kept = proofs.once(["case", example.data, case.under], prove, bool)
    if made:
        return made[0]
    outcome, seen = kept
    return CaseResult(example, case.under, outcome, "", (), frozenset(seen), ()), []


def _key(game: GameArticle, faults: list[Fault]) -> str:
    digest = hashlib.sha256(engine_hash(game.module).encode())
    digest.update(content_key(game.folder))
    digest.update(repr([(f.code, f.place[1:]) for f in faults]).encode())
    return digest.hexdigest()[:KEY]


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
    for old in path.parent.glob(f"{game.id}-{'?' * KEY}.json"):
        old.unlink(missing_ok=True)
    write_whole(path, json.dumps(told))


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
        return Assessment(kept, faults, told["passed"], told["failed"], weak, checks, told["left"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _unpacked(told: list[dict[str, Any]], game: GameArticle) -> list[Fault]:
    found = []
    for entry in told:
        file, line, column = entry["place"]
        place = Place(game.folder / file, line, column)
        found.append(Fault(**{**entry, "place": place}))
    return found
