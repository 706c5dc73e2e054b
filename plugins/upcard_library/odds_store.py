"""Results of figures as they are kept beside the article, and whether they still hold.

`games/<id>/odds.json` has one line for each figure and each set of rules it is worked out under:
the result, the command that gives it again, a hash of what defines it and the first few outcomes of
the series. `upcard check` plays those few again; an engine that has come to answer differently, or
a definition that has been altered, makes the result stale.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from upcard.api import Rules
from upcard.drive import Endless
from upcard.examples import rules_under, split_under
from upcard.given import GivenError
from upcard.options import OptionError, describe, text
from upcard_library.finding import Findings, engine_error
from upcard_library.model import Fault, GameArticle, Place
from upcard_library.odds import COMPUTED, Definition, begins, sample_size, tabulate, unders
from upcard_library.proofs import Proofs
from upcard_library.provider import ARTICLES
from upcard_library.tallies import apart

FILE = "odds.json"
STRAY = 5
"""How far a sample may stray from exact counts, in standard deviations."""
_WORDS = ("title", "text", "first", "variants", "counted", "source")
"""Keys of a figure that do not bear on its result."""


@dataclass(frozen=True)
class Stored:
    """One result as it is kept.

    Attributes:
        id: of the figure.
        under: `base`, a variant or options.
        rules: game and version, `cribbage@1`.
        of: hash of the definition and of all option values.
        command: what works it out again.
        first: the first few outcomes.
        result: as `odds.tabulate` gives it.
    """

    id: str
    under: str
    rules: str
    of: str
    command: str
    first: list[Any]
    result: dict[str, Any]


def computed(game: GameArticle) -> list[tuple[int, Definition, str]]:
    """Return what is to be stored: each figure with its place in the list and its rules."""
    return [
        (number, figure, under)
        for number, figure in enumerate(game.odds)
        if figure["kind"] in COMPUTED
        for under in unders(figure)
    ]


def definition_hash(ruled: Rules, figure: Definition) -> str:
    """Hash what a result follows from besides the engine's code."""
    asked = {key: value for key, value in figure.items() if key not in _WORDS}
    options = {name: text(getattr(ruled.options, name)) for name in describe(type(ruled.options))}
    raw = json.dumps([asked, options], sort_keys=True).encode()
    return hashlib.blake2b(raw, digest_size=8).hexdigest()


def command(game_id: str, figure: Definition, under: str) -> str:
    """Return the command that works a figure out again."""
    variant, settings = split_under(game_id, under)
    words = ["upcard odds", game_id, figure["id"]]
    words += [f"--variant {variant}"] if variant and variant != "base" else []
    return " ".join(words + [f"--set {name}={text(value)}" for name, value in settings.items()])


def made(game: GameArticle, figure: Definition, under: str, result: dict[str, Any]) -> Stored:
    """Return a result in the form in which it is kept."""
    ruled = rules_under(game.id, under)
    return Stored(
        figure["id"], under, f"{game.id}@{ruled.game.version}", definition_hash(ruled, figure),
        command(game.id, figure, under), begins(ruled, figure), result,
    )  # fmt: skip


def write(folder: Path, results: Sequence[Stored]) -> None:
    """Keep the results of a game: one line each, keys in order, so that changes are easy to see."""
    lines = [json.dumps(asdict(entry), ensure_ascii=False) for entry in results]
    text_ = '{"schema": 1, "stored": [\n' + ",\n".join(lines) + "\n]}\n"
    (folder / FILE).write_text(text_, encoding="utf-8")


def read(folder: Path) -> tuple[list[Stored], list[Fault]]:
    """Read what is kept of a game; nothing is kept where there is no file."""
    path = folder / FILE
    if not path.is_file():
        return [], []
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return [Stored(**entry) for entry in told["stored"]], []
    except (OSError, ValueError, KeyError, TypeError) as error:
        fix = "write it anew: `upcard odds GAME --write`"
        fault = Fault(Place(path, 1, 1), "ODDS-FILE", "The stored figures cannot be read",
                      str(error)[:80], "", fix)  # fmt: skip
        return [], [fault]


def valid(game: GameArticle) -> dict[tuple[str, str], Stored]:
    """Return the results that belong to the article as it stands, by figure and rules."""
    kept = {(entry.id, entry.under): entry for entry in read(game.folder)[0]}
    found = {}
    with ARTICLES.serving(game):
        for _, figure, under in computed(game):
            entry = kept.get((figure["id"], under))
            if entry and not _outdated(game, figure, under, entry):
                found[figure["id"], under] = entry
    return found


def _outdated(game: GameArticle, figure: Definition, under: str, entry: Stored) -> str:
    """Say why a result cannot belong to the article as it stands, without running anything."""
    try:
        ruled = rules_under(game.id, under)
    except OptionError as error:
        return str(error)
    if entry.rules != f"{game.id}@{ruled.game.version}":
        return f"it was worked out under {entry.rules}"
    if entry.of != definition_hash(ruled, figure):
        return "its definition has changed"
    return ""


def counted(game: GameArticle, figure: Definition) -> list[tuple[int | str, int]]:
    """Return the exact counts that a figure is held against.

    Raises:
        ValueError, KeyError, OSError: the file cannot be read or has no counts.
    """
    told: Mapping[str, int] = json.loads(
        (game.folder / figure["counted"]).read_text(encoding="utf-8")
    )["counts"]
    return [(int(v) if v.removeprefix("-").isdecimal() else v, int(n)) for v, n in told.items()]


# --- whether it still holds -----------------------------------------------------------------


def odds_faults(game: GameArticle, proofs: Proofs | None = None) -> list[Fault]:
    """Say which stored results are missing, stale or in disagreement with exact counts."""
    kept, faults = read(game.folder)
    proofs = proofs or Proofs(game)
    found = Findings(faults)
    by_key = {(entry.id, entry.under): entry for entry in kept}
    again = f"work it out again: upcard odds {game.id} --write"
    with ARTICLES.serving(game):
        for number, figure, under in computed(game):
            entry = by_key.pop((figure["id"], under), None)
            place = game.value_at("odds", str(number), "id")
            if entry is None and not faults:
                found.add(place, "ODDS-MISSING", "This figure has not been worked out under "
                          f"{under}", figure["id"], fix=again)  # fmt: skip
            if entry is None:
                continue
            if why := _why_stale(game, figure, under, entry, proofs):
                found.add(place, "ODDS-STALE", f"The stored figure no longer holds under {under}: "
                          f"{why}", figure["id"], fix=again)  # fmt: skip
            elif "counted" in figure:
                _held_against(game, number, figure, entry, found)
    for entry in by_key.values():
        found.add(Place(game.folder / FILE, 1, 1), "ODDS-STALE", "The article has no such figure "
                  f"under {entry.under} any more", entry.id, fix=again)  # fmt: skip
    return list(found)


def _why_stale(
    game: GameArticle, figure: Definition, under: str, entry: Stored, proofs: Proofs
) -> str:
    if why := _outdated(game, figure, under, entry) or _unsound(figure, entry):
        return why
    about = ["odds", figure, under, entry.first]
    if figure["kind"] == "match" and proofs.waits("figure", about):
        return ""
    try:
        same = proofs.once(
            about, lambda: begins(rules_under(game.id, under), figure) == entry.first, bool,
        )  # fmt: skip
    except (Endless, GivenError, OptionError) as error:
        return f"it cannot be worked out: {error}"
    except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
        told = engine_error(game.value_at("engine"), error)
        return f"{told.message}: {told.found}"
    if not same:
        return "the engine has come to play or to answer otherwise"
    return ""


def _unsound(figure: Definition, entry: Stored) -> str:
    """Refuse a result that does not add up, or that could not hold its own first outcomes."""
    size = sample_size(figure)
    try:
        begun, result = tabulate(figure, entry.first), entry.result
        whole = ["match_hands"] if figure["kind"] == "match" else ["counts"]
        every = bool(result.get("every"))
        if (result.get("samples", result.get("matches")) != size) and not every:
            return f"it is not made from {size} samples"
        if figure.get("tally") != "rules":
            many = result["samples"] if figure["kind"] == "ask" else size
            if sum(n for _, n in result[whole[0]]) != many:
                return "its counts do not add up"
        for name in ("counts", "hand_moves", "match_hands", "ended"):
            known: dict[Any, int] = dict(result.get(name, ()))
            if any(known.get(value, 0) < n for value, n in begun.get(name, ())):
                return "its counts do not hold its first outcomes"
    except (KeyError, TypeError, ValueError, AttributeError):
        return "it is not in the form of a result"
    return ""


def _held_against(
    game: GameArticle, number: int, figure: Definition, entry: Stored, found: Findings
) -> None:
    place = game.value_at("odds", str(number), "counted")
    try:
        exact = counted(game, figure)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        found.add(place, "ODDS-FILE", "There are no exact counts to be read", figure["counted"],
                  fix='write {"counts": {"29": 4}}')  # fmt: skip
        return
    stray = apart([(value, many) for value, many in entry.result["counts"]], exact)
    if stray > STRAY:
        found.add(place, "ODDS-DISAGREES", "The engine's samples stray too far from the exact "
                  "counts", f"{stray:.1f} standard deviations",
                  fix="find out which of the two is right")  # fmt: skip


__all__ = [
    "FILE", "Stored", "command", "computed", "counted", "definition_hash", "made", "odds_faults",
    "read", "valid", "write",
]  # fmt: skip
