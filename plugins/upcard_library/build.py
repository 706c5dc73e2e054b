"""From the plain data of a valid `game.yaml` to the typed model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from upcard_library.model import (
    Article,
    Example,
    GameArticle,
    OptionInfo,
    Place,
    Ruling,
    Source,
    Variant,
)
from upcard_library.pack import read_pack
from upcard_library.strict_yaml import Document

Data = Mapping[str, Any]
Places = Mapping[tuple[str, ...], Place]


def build(
    document: Document, article: Article, translations: Mapping[str, Article] | None = None
) -> GameArticle:
    """Build a game from data that the schema has accepted."""
    data: Data = document.data
    module = str(data["engine"])
    minutes = data.get("minutes")
    return GameArticle(
        id=data["id"],
        title=data["title"],
        summary=data["summary"],
        aka=tuple(data.get("aka", ())),
        former_ids=tuple(data.get("former_ids", ())),
        players=(data["players"]["min"], data["players"]["max"]),
        deck=data["deck"],
        families=tuple(data["families"]),
        region=tuple(data.get("region", ())),
        minutes=(minutes["min"], minutes["max"]) if minutes else None,
        difficulty=data.get("difficulty", ""),
        module=None if module == "none" else module,
        version=data["version"],
        status=data["status"],
        options=tuple(_option(name, spec) for name, spec in data.get("options", {}).items()),
        variants=tuple(map(_variant, data.get("variants", ()))),
        examples=_examples(document, data.get("examples", ())),
        sources=tuple(map(_source, data.get("sources", ()))),
        rulings=tuple(
            _ruling(document.place(("rulings", str(number))), ruling)
            for number, ruling in enumerate(data.get("rulings", ()))
        ),
        crosschecks=tuple(data.get("crosschecks", ())),
        changes=tuple(data.get("changes", ())),
        article=article,
        folder=document.path.parent,
        data=data,
        places=document.places,
        keys=document.keys,
        own_pack=read_pack(data["pack"]) if "pack" in data else None,
        translations=translations or {},
    )


def _option(name: str, spec: Data) -> OptionInfo:
    default = spec["default"]
    kind = "switch" if isinstance(default, bool) else "choice"
    return OptionInfo(
        name, spec["rule"], kind, default, tuple(spec["values"]), spec["text"],
        spec.get("labels", {}), tuple(spec.get("sources", ())),
    )  # fmt: skip


def _variant(spec: Data) -> Variant:
    return Variant(
        spec["id"], spec["title"], spec["set"], spec["basis"], tuple(spec.get("sources", ())),
        spec.get("text", ""),
    )  # fmt: skip


def _source(spec: Data) -> Source:
    return Source(
        spec["id"], spec["title"], spec["where"], spec["kind"], spec.get("author", ""),
        spec.get("accessed", ""),
    )  # fmt: skip


def _ruling(place: Place, spec: Data) -> Ruling:
    return Ruling(
        spec["rule"], spec["question"], spec["ruling"], spec.get("why", ""),
        spec.get("example", ""), place,
    )  # fmt: skip


def _examples(document: Document, specs: Sequence[Data]) -> tuple[Example, ...]:
    places, keys = _by_example(document.places), _by_example(document.keys)
    return tuple(
        _example(document, spec, places.get(str(number), {}), keys.get(str(number), {}))
        for number, spec in enumerate(specs)
    )


def _by_example(places: Places) -> dict[str, dict[tuple[str, ...], Place]]:
    """Sort the places under `examples` by example, each path from the example."""
    found: dict[str, dict[tuple[str, ...], Place]] = {}
    for path, place in places.items():
        if len(path) > 1 and path[0] == "examples":
            found.setdefault(path[1], {})[path[2:]] = place
    return found


def _example(document: Document, spec: Data, places: Places, keys: Places) -> Example:
    record, lines = _record(document, places, spec) if "record" in spec else ("", ())
    kind = "question" if "ask" in spec else "record" if "record" in spec else "position"
    return Example(
        id=spec["id"],
        rules=tuple(spec["rules"]),
        why=spec.get("why", ""),
        kind=kind,
        status=spec.get("status", "agreed"),
        note=spec.get("note", ""),
        case=spec.get("case", ""),
        data=spec if kind != "record" else {**spec, "record": record},
        place=places[()],
        places=places,
        keys=keys,
        record_lines=lines,
    )


def record_file(text: str) -> str | None:
    """Return the name of the file a `record:` value points to, if it does not hold the record."""
    line = text.strip()
    return line if "\n" not in line and line.endswith(".txt") else None


def _record(document: Document, places: Places, spec: Data) -> tuple[str, tuple[Place, ...]]:
    """Return an example's record, its own or that of the file it names, and where its lines are."""
    text, at = str(spec["record"]), places[("record",)]
    name = record_file(text)
    folder = document.path.parent
    if name is not None:
        file = folder / name
        if not inside(folder, name) or not file.is_file():
            return text, ()
        text = file.read_bytes().decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
        return text, tuple(Place(file, n, 1) for n in range(1, text.count("\n") + 2))
    source = document.text.splitlines()
    if source[at.line - 1][at.column - 1 : at.column] != "|":
        return text, ()
    return text, tuple(
        Place(at.file, n, len(line) - len(line.lstrip()) + 1)
        for n, line in enumerate(source[at.line :], at.line + 1)
    )[: text.count("\n") + 1]


def inside(folder: Path, name: str) -> bool:
    """Say whether a relative path stays inside a folder, links followed."""
    if Path(name).is_absolute() or "\\" in name:
        return False
    return (folder / name).resolve().is_relative_to(folder.resolve())
