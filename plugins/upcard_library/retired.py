"""Ids that are no longer used: kept for ever, so that an old address still leads somewhere.

An example that stands for another names it under `replaces`; whatever else goes is listed under
`retired`, with what stands in its place if anything does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from upcard_library.finding import Findings
from upcard_library.model import GameArticle

REPLACED = "A newer example stands in its place."
_UNKNOWN = {"example": "EXAMPLE-UNKNOWN", "rule": "RULE-UNKNOWN", "variant": "VARIANT-UNKNOWN"}


class Retired(NamedTuple):
    """One id that is no longer used, and where in `game.yaml` it is said.

    Attributes:
        kind: `example`, `rule` or `variant`.
        by: id of what stands in its place, empty if nothing does.
    """

    kind: str
    id: str
    by: str
    why: str
    path: tuple[str, ...]


def retired(game: GameArticle) -> tuple[Retired, ...]:
    """Return all ids of a game that are no longer used, those of replaced examples first."""
    found = []
    for number, example in enumerate(game.examples):
        for at, old in enumerate(example.data.get("replaces", ())):
            path = ("examples", str(number), "replaces", str(at))
            found.append(Retired("example", old, example.id, REPLACED, path))
    for number, entry in enumerate(game.data.get("retired", ())):
        by, where = entry.get("by", ""), ("retired", str(number), "id")
        found.append(Retired(entry["kind"], entry["id"], by, entry["why"], where))
    return tuple(found)


def live_ids(game: GameArticle) -> Mapping[str, tuple[str, ...]]:
    """Return the ids in use, by kind."""
    return {
        "example": tuple(example.id for example in game.examples),
        "rule": tuple(dict.fromkeys(sentence.rule for sentence in game.article.sentences)),
        "variant": tuple(variant.id for variant in game.variants),
    }


def bind_retired(game: GameArticle, found: Findings) -> None:
    """Refuse retired ids that are in use, stand twice, or lead to what is not there."""
    live = live_ids(game)
    seen: dict[tuple[str, str], Retired] = {}
    for entry in retired(game):
        place = game.value_at(*entry.path)
        first = seen.setdefault((entry.kind, entry.id), entry)
        if entry.id in live[entry.kind]:
            found.add(place, "ID-TAKEN", f"A retired id is the id of a living {entry.kind}",
                      entry.id, fix="give the living one an id of its own")  # fmt: skip
        elif first is not entry:
            line = game.value_at(*first.path).line
            found.add(place, "ID-TWICE", f"This {entry.kind} is retired twice", entry.id,
                      fix=f"it was first on line {line}")  # fmt: skip
        if entry.by and entry.by not in live[entry.kind]:
            by = game.value_at(*entry.path[:-1], "by")
            found.add(by, _UNKNOWN[entry.kind], f"There is no such {entry.kind}", entry.by,
                      known=live[entry.kind])  # fmt: skip
