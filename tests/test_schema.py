"""The published schema: what editors load is what `check` enforces, and every game fits it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from upcard.claims import POSITION_CLAIMS, QUESTION_CLAIMS
from upcard.decks import DECKS
from upcard_library.coverage import STATUSES
from upcard_library.crosschecks import _KINDS
from upcard_library.schema import schema, vocabulary
from upcard_library.strict_yaml import read_yaml

ROOT = Path(__file__).resolve().parent.parent
GAMES = [
    *sorted((ROOT / "games").glob("*/game.yaml")),
    *sorted((ROOT / "tests/fixtures/library/games").glob("*/game.yaml")),
    *sorted((ROOT / "tests/fixtures/prose/games").glob("*/game.yaml")),
]
DRAFTS = {"draft-07": Draft7Validator, "2020-12": Draft202012Validator}
DRAFT_7 = {
    "$schema", "$comment", "$ref", "title", "description", "examples", "type", "enum", "const",
    "properties", "additionalProperties", "propertyNames", "required", "minProperties", "items",
    "minItems", "uniqueItems", "minLength", "maxLength", "pattern", "minimum", "maximum", "allOf",
    "if", "then", "else", "not", "definitions",
}  # fmt: skip


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside the schema, with its path."""
    if not isinstance(node, dict):
        return
    yield path, node
    for key, entry in node.items():
        if key in ("properties", "definitions"):
            for name, inner in entry.items():
                yield from nodes(inner, f"{path}/{key}/{name}")
        elif key in ("items", "additionalProperties", "propertyNames", "if", "then", "else", "not"):
            yield from nodes(entry, f"{path}/{key}")
        elif key == "allOf":
            for number, inner in enumerate(entry):
                yield from nodes(inner, f"{path}/allOf/{number}")


@pytest.mark.parametrize("draft", DRAFTS)
def test_the_schema_is_a_schema(draft):
    DRAFTS[draft].check_schema(schema())


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_every_game_fits_it(path, draft):
    document = read_yaml(path, path.read_bytes())
    assert not [str(e.message) for e in DRAFTS[draft](schema()).iter_errors(document.data)]


def test_only_keywords_of_both_drafts_are_used():
    for path, node in nodes(schema()):
        assert set(node) <= DRAFT_7, path
        assert "anyOf" not in node, path
        assert "oneOf" not in node, path


def test_every_property_is_described_for_whoever_hovers_over_it():
    for path, node in nodes(schema()):
        conditional = any(word in path for word in ("/if", "/then", "/else"))
        for name, entry in node.get("properties", {}).items():
            if conditional:
                continue
            for key in ("title", "description", "examples"):
                assert key in entry, f"{path}/{name} lacks {key}"
            assert entry["description"].endswith("."), f"{path}/{name}"


def test_no_mapping_lets_unknown_keys_through():
    for path, node in nodes(schema()):
        if node.get("type") == "object" and "properties" in node:
            assert node["additionalProperties"] is False, path


def test_the_examples_of_every_property_fit_it():
    for path, node in nodes(schema()):
        for name, entry in node.get("properties", {}).items():
            if isinstance(entry, dict) and "type" in entry:
                validator = Draft7Validator({"definitions": schema()["definitions"], **entry})
                for example in entry.get("examples", ()):
                    found = [e.message for e in validator.iter_errors(example)]
                    assert not found, f"{path}/{name}: {example!r}"


def enum(*path: str) -> list[str]:
    node = schema()
    for part in path:
        node = node[part]
    return list(node["enum"])


def test_its_lists_are_those_of_the_engine_and_the_vocabulary():
    top = ("properties",)
    defs = schema()["definitions"]
    assert enum(*top, "deck") == [*DECKS, "own"]
    assert {deck.kind for deck in DECKS.values()} | {"own"} == set(vocabulary()["packs"])
    assert enum(*top, "families", "items") == list(vocabulary()["families"])
    assert enum(*top, "region", "items") == list(vocabulary()["regions"])
    assert enum(*top, "sides", "items") == list(vocabulary()["sides"])
    assert enum(*top, "status") == list(vocabulary()["statuses"]) == list(STATUSES)
    assert enum(*top, "difficulty") == list(vocabulary()["difficulties"])
    assert defs["variant"]["properties"]["basis"]["enum"] == list(vocabulary()["bases"])
    assert defs["source"]["properties"]["kind"]["enum"] == list(vocabulary()["sources"])
    kinds = defs["crosscheck"]["properties"]["kind"]["enum"]
    assert kinds == list(vocabulary()["crosschecks"]) == list(_KINDS)
    assert list(defs["question_then"]["properties"]) == list(QUESTION_CLAIMS)
    assert list(defs["position_then"]["properties"]) == list(POSITION_CLAIMS)


def test_the_vocabulary_has_a_name_and_a_description_for_everything():
    for group, entries in vocabulary().items():
        if group != "$comment":
            for name, entry in entries.items():
                assert set(entry) == {"name", "description"}, f"{group}/{name}"
                assert entry["description"].endswith(".") or entry["description"].endswith("?")


@pytest.mark.parametrize("name", [
    "game.schema.json", "house.schema.json", "lists.schema.json",
    "vocabulary.json", "languages.json", "hosts.json",
])  # fmt: skip
def test_the_files_are_tidy(name):
    text = (ROOT / "schema" / name).read_text("utf-8")
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


def test_every_game_names_its_schema_for_editors():
    for path in GAMES:
        first = path.read_text("utf-8").splitlines()[0]
        assert first.startswith("# yaml-language-server: $schema="), path
        target = path.parent / first.partition("=")[2]
        assert target.resolve() == ROOT / "schema/game.schema.json", path
