"""The static JSON beside the pages, `api/v1/`: an index, and per game its facts and its examples.

`schema/api.schema.json` describes every document; `openapi.json` says which lies where. Addresses,
ids and meanings stay within `v1`; keys may be added.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from upcard.options import text
from upcard_library.files import schema_file
from upcard_library.game_schema import game_schema
from upcard_library.model import GameArticle
from upcard_library.schema import schema, vocabulary
from upcard_site import retired
from upcard_site.api_results import results
from upcard_site.book import Book, Settings
from upcard_site.facets import Summary
from upcard_site.metadata import AUTHORS, DATA_LICENSE, TEXT_LICENSE
from upcard_site.openapi import openapi

ROOT = "api/v1"
VERSION = 1
LICENSE = {
    "data": {"id": "CC0-1.0", "url": DATA_LICENSE},
    "text": {"id": "CC-BY-4.0", "url": TEXT_LICENSE, "attribution": AUTHORS},
}
"""Facts, options, variants, examples and results are data; sentences of the rules are text."""
_HEAD = {"api": VERSION, "license": LICENSE}
Text = str | Path
"""What a file of the site holds, or the file that holds it."""
_SUMMARY = (
    "id", "former_ids", "version", "changed", "title", "aka", "summary", "players", "deck",
    "deck_kind", "minutes", "difficulty", "families", "region", "status",
)  # fmt: skip


def game_data(book: Book, summary: Summary) -> dict[str, Any]:
    """Return everything about one game as plain data."""
    game = book.game
    return {
        **{key: summary[key] for key in _SUMMARY},
        "engine": game.module,
        "url": book.settings.absolute(book.uri),
        "translations": _translations(summary, book.settings),
        "numbers": {name: _plain(value) for name, value in book.numbers().items()},
        "rules": [
            {
                "id": s.rule,
                "when": s.when,
                "sentence": s.markdown,
                "section": s.section,
                "state": book.state_of(s.rule),
                "examples": [e.id for e in game.examples if s.rule in e.rules],
            }
            for s in game.article.sentences
        ],
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "rule": option.rule,
                "text": option.text,
                "default": _plain(option.default),
                "values": [_plain(value) for value in option.values],
                "labels": dict(option.labels),
                "sources": list(option.sources),
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
                "numbers": {n: _plain(value) for n, value in book.numbers(v.id).items()},
            }
            for v in game.variants
        ],
        "rulings": [
            {
                "rule": r.rule,
                "question": r.question,
                "ruling": r.ruling,
                "why": r.why,
                "example": r.example,
            }
            for r in game.rulings
        ],
        "sources": [
            {
                "id": s.id,
                "title": s.title,
                "where": s.where,
                "kind": s.kind,
                "author": s.author,
                "accessed": s.accessed,
            }
            for s in game.sources
        ],
        "changes": [
            {key: change[key] for key in ("version", "date", "text")} for change in game.changes
        ],
        "retired": retired.as_data(book),
        "examples": [_example(book, example.id) for example in game.examples],
    }


def _translations(summary: Summary, settings: Settings) -> list[dict[str, str]]:
    return [
        {**{key: t[key] for key in ("language", "title")}, "url": settings.home + t["url"]}
        for t in summary["translations"]
    ]


def _example(book: Book, example_id: str) -> dict[str, Any]:
    example = next(e for e in book.game.examples if e.id == example_id)
    return {
        "id": example.id,
        "rules": list(example.rules),
        "why": example.why,
        "kind": example.kind,
        "status": example.status,
        "data": {k: v for k, v in example.data.items() if k not in ("id", "rules", "why")},
        "results": results(book, example),
    }


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, str)) else text(value)


def game_files(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the two documents of one game by address: its facts, and its examples."""
    facts = {key: value for key, value in data.items() if key != "examples"}
    proof = {key: data[key] for key in ("id", "version", "examples")}
    told = {"games": {**_HEAD, **facts}, "examples": {**_HEAD, **proof}}
    return {_address(kind, data["id"]): _dump(document) for kind, document in told.items()}


def _address(kind: str, game_id: str) -> str:
    return f"{ROOT}/{kind}/{game_id}.json"


def files(
    summaries: Sequence[Summary], settings: Settings, made: Mapping[str, Text]
) -> dict[str, Text]:
    """Return every document that is made from all games, and games' own under their former ids.

    Args:
        summaries: the games.
        settings: where the site lives.
        made: the documents of single games, by address.
    """
    index = [
        {
            **{key: game[key] for key in _SUMMARY},
            "url": settings.absolute(game["uri"]),
            "translations": _translations(game, settings),
            "rules": game["rules"],
            "proven": game["proven"],
            "examples": game["examples"],
            "data": f"games/{game['id']}.json",
            "results": f"examples/{game['id']}.json",
        }
        for game in summaries
    ]
    found: dict[str, Text] = {
        f"{ROOT}/games.json": _dump({**_HEAD, "games": index}),
        f"{ROOT}/vocabulary.json": _dump(vocabulary()),
        f"{ROOT}/game.schema.json": _dump(schema()),
        f"{ROOT}/schema.json": _dump(api_schema()),
        f"{ROOT}/openapi.json": _dump(openapi(api_schema(), settings)),
    }
    taken = {game["id"] for game in summaries}
    for game in summaries:
        for old in (name for name in game["former_ids"] if name not in taken):
            for kind in ("games", "examples"):
                found[_address(kind, old)] = made[_address(kind, game["id"])]
    return found


def schema_files(game: GameArticle) -> dict[str, str]:
    """Return the schema of a game by its address: what an editor offers in its `game.yaml`."""
    told = _dump(game_schema(game, "../game.schema.json"))
    return {f"{ROOT}/schema/{name}.json": told for name in (game.id, *game.former_ids)}


def api_schema() -> dict[str, Any]:
    """Return the schema of every document."""
    read: dict[str, Any] = json.loads(schema_file("api.schema.json").read_text(encoding="utf-8"))
    return read


def _dump(data: object) -> str:
    """Write one document; without indentation it takes a tenth of the time."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
