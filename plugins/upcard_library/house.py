"""House rules: variants that a site adds to games of the library, in `house/<game>.yaml`.

The file names options and nothing else. Its variants join those of the game before anything is
bound, so an option or value that is not there is told at its place in the house's own file.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from upcard_library.model import Fault, GameArticle, Place, Variant
from upcard_library.schema import validate
from upcard_library.strict_yaml import Document, read_yaml

SCHEMA = "house.schema.json"


def with_house(game: GameArticle, house: Path | None) -> tuple[GameArticle, list[Fault]]:
    """Return a game with the variants of its file in the folder `house`, if there is one."""
    file = house / f"{game.id}.yaml" if house else None
    if file is None or not file.is_file():
        return game, []
    document = read_yaml(file, file.read_bytes())
    told = {fault.place for fault in document.faults}
    faults = document.faults + [f for f in validate(document, SCHEMA) if f.place not in told]
    if document.data is None or any(fault.level == "error" for fault in faults):
        return game, faults
    return _joined(game, document), faults


def unknown_houses(house: Path | None, games: Iterable[str]) -> list[Fault]:
    """Return a fault for each file in the folder `house` that belongs to no game."""
    known = set(games)
    found = []
    for file in sorted(house.glob("*.yaml")) if house else ():
        if file.stem not in known:
            near = difflib.get_close_matches(file.stem, known, n=1)
            found.append(Fault(Place(file, 1, 1), "HOUSE-UNKNOWN", "These house rules are of no "
                               "game that is here", file.stem, "".join(near),
                               "name the file after a game's id"))  # fmt: skip
    return found


def _joined(game: GameArticle, document: Document) -> GameArticle:
    first = len(game.variants)
    specs = [{**spec, "basis": "house"} for spec in document.data["variants"]]
    more = tuple(Variant(s["id"], s["title"], s["set"], "house", (), s.get("text", ""))
                 for s in specs)  # fmt: skip
    return replace(
        game,
        variants=game.variants + more,
        data={**game.data, "variants": [*game.data.get("variants", ()), *specs]},
        places={**game.places, **_moved(document.places, first)},
        keys={**game.keys, **_moved(document.keys, first)},
    )


def _moved(places: dict[tuple[str, ...], Place], first: int) -> dict[tuple[str, ...], Place]:
    """Give the places of a house's variants the paths that they have in the game."""
    return {
        ("variants", str(first + int(path[1])), *path[2:]): place
        for path, place in places.items()
        if len(path) > 1
    }
