"""The static JSON beside the pages: `api/v1/games.json` and one file per game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from upcard.options import text
from upcard_site.book import Book, Settings
from upcard_site.facets import Summary


def game_data(book: Book, summary: Summary) -> dict[str, Any]:
    """Return everything about one game as plain data."""
    game = book.game
    base = book.rules("base")
    return {
        **summary,
        "version": game.version,
        "engine": game.module,
        "url": book.settings.url(book.uri),
        "numbers": {name: _plain(value) for name, value in book.numbers().items()},
        "rules": [
            {
                "id": s.rule,
                "when": s.when,
                "sentence": s.markdown,
                "section": s.section,
                "state": book.state_of(s.rule),
            }
            for s in game.article.sentences
        ],
        "options": [
            {
                "name": option.name,
                "rule": option.rule,
                "text": option.text,
                "default": _plain(option.default),
                "values": [_plain(value) for value in option.values],
                "labels": dict(option.labels),
            }
            for option in game.options
        ],
        "variants": [
            {
                "id": v.id,
                "title": v.title,
                "set": {name: _plain(value) for name, value in v.settings.items()},
                "basis": v.basis,
                "sources": list(v.sources),
                "text": v.text,
                "numbers": {name: _plain(n) for name, n in book.numbers(v.id).items()}
                if base
                else {},
            }
            for v in game.variants
        ],
        "examples": [_example(book, example.id) for example in game.examples],
        "rulings": [
            {"rule": r.rule, "question": r.question, "ruling": r.ruling, "why": r.why}
            for r in game.rulings
        ],
        "changes": [dict(change) for change in game.changes],
    }


def _example(book: Book, example_id: str) -> dict[str, Any]:
    example = next(e for e in book.game.examples if e.id == example_id)
    return {
        "id": example.id,
        "rules": list(example.rules),
        "why": example.why,
        "kind": example.kind,
        "status": example.status,
        "data": example.data,
        "results": [
            {"under": result.under, "outcome": result.outcome, "doctest": result.doctest}
            for result in book.by_example.get(example.id, [])
        ],
    }


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, str)) else text(value)


def files(
    games: Iterable[Mapping[str, Any]], summaries: Sequence[Summary], settings: Settings
) -> dict[str, str]:
    """Return every data file by its address."""
    index = [
        {
            **{key: value for key, value in game.items() if key not in ("uri", "sources")},
            "url": settings.url(game["uri"]),
            "data": f"api/v1/games/{game['id']}.json",
        }
        for game in summaries
    ]
    found = {"api/v1/games.json": _dump({"games": index})}
    for game in games:
        found[f"api/v1/games/{game['id']}.json"] = _dump(game)
    return found


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=False, default=str) + "\n"
