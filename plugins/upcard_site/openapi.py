"""The description of the static API for programs: OpenAPI 3.1, made from the schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from upcard_site.book import Settings
from upcard_site.metadata import DATA_LICENSE

_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "Id of a game; a former id leads to the same game.",
    "schema": {"$ref": "#/components/schemas/Id"},
}
_PATHS = {
    "/games.json": ("listGames", "Every game, with the facts to choose by", "Index"),
    "/games/{id}.json": ("getGame", "One game: facts, options, variants, rules", "Game"),
    "/examples/{id}.json": ("getExamples", "Examples of one game, and their results", "Examples"),
    "/schema/{id}.json": ("getGameSchema", "The schema of one game.yaml", "Schema"),
    "/vocabulary.json": ("getVocabulary", "Names of families, regions and other ids", "Vocabulary"),
    "/game.schema.json": ("getArticleSchema", "The schema of game.yaml", "Schema"),
    "/schema.json": ("getSchema", "The schema of all documents here", "Schema"),
}


def openapi(schema: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the description; the parts of the schema become its components."""
    parts = json.loads(json.dumps(schema["$defs"]).replace("#/$defs/", "#/components/schemas/"))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{settings.name}: card games as data",
            "version": "1",
            "description": schema["description"],
            "license": {"name": "CC0 1.0 (sentences of the rules: CC BY 4.0)", "url": DATA_LICENSE},
        },
        "servers": [{"url": f"{settings.home or '/'}api/v1"}],
        "paths": {path: {"get": _operation(path, *told)} for path, told in _PATHS.items()},
        "components": {"schemas": parts},
    }


def _operation(path: str, name: str, summary: str, part: str) -> dict[str, Any]:
    answer = {"schema": {"$ref": f"#/components/schemas/{part}"}}
    responses: dict[str, Any] = {
        "200": {"description": summary, "content": {"application/json": answer}}
    }
    if "{id}" in path:
        responses["404"] = {"description": "There is no such game."}
    return {
        "operationId": name,
        "summary": summary,
        **({"parameters": [_ID]} if "{id}" in path else {}),
        "responses": responses,
        "security": [],
    }
