"""The schema of one game: its own rules, options, values, variants, examples and questions.

It stands on the general schema and adds only which names there are, so that an editor can offer
them. `upcard check` does not read it: it says the same of a wrong name, and more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from upcard import games as engines
from upcard.game import COMMON_RULES, Game
from upcard.options import OptionError
from upcard_library.model import GameArticle, OptionInfo
from upcard_library.stand_in import stand_in

Node = dict[str, Any]


def game_schema(game: GameArticle, general: str) -> Node:
    """Return the schema of a game.

    Args:
        game: the article.
        general: the address of the general schema, from where this one will lie.
    """
    kind = _kind(game)
    names = _names(game, kind)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"{game.title}: game.yaml",
        "description": f"The names that {game.title} has: rules, options, variants, questions.",
        "examples": [{"id": game.id}],
        "allOf": [{"$ref": general}],
        "properties": {
            "id": {"title": "Id", "description": "The folder's name.", "enum": [game.id]},
            "options": _options(game, names),
            "variants": {"items": {"properties": {"set": _settings(game)}}},
            "examples": {"items": {"properties": _example(names)}},
            "rulings": {
                "items": {"properties": {"rule": names["rule"], "example": names["example"]}}
            },
            "crosschecks": {"items": {"properties": _asking(names)}},
            "odds": {"items": {"properties": _asking(names)}},
            "charts": {"items": {"properties": {"ask": names["question"]}}},
        },
    }


def _kind(game: GameArticle) -> type[Game[Any]]:
    try:
        return engines.find(game.module) if game.module else stand_in(game)
    except (OptionError, ImportError):
        return stand_in(game)


def _one_of(title: str, description: str, values: Iterable[object]) -> Node:
    listed = list(dict.fromkeys(values))
    node = {"title": title, "description": description, "examples": listed[:3]}
    return node | ({"enum": listed} if listed else {})


def _names(game: GameArticle, kind: type[Game[Any]]) -> dict[str, Node]:
    rules = [*kind.rules, *COMMON_RULES]
    sources = [source.id for source in game.sources]
    return {
        "rule": _one_of("Rule", "A rule that the engine can name.", kind.rules),
        "reason": _one_of("Rule", "The rule that is the reason.", rules),
        "question": _one_of("Question", "What the engine can be asked.", kind.questions),
        "example": _one_of("Example", "An example of this article.", (e.id for e in game.examples)),
        "source": _one_of("Source", "A source of this article.", sources),
        "under": {
            "title": "Under which rules",
            "description": "A variant, or options as `option=value`.",
            "examples": ["base", *(variant.id for variant in game.variants)],
        },
    }


def _options(game: GameArticle, names: Mapping[str, Node]) -> Node:
    return {
        "propertyNames": {"enum": [option.name for option in game.options]},
        "properties": {
            option.name: {
                "title": option.name,
                "description": _about(option),
                "examples": [{"rule": option.rule, "default": option.default}],
                "properties": {"rule": names["rule"]},
            }
            for option in game.options
        },
    }


def _about(option: OptionInfo) -> str:
    values = ", ".join(option.labels.get(_plain(value), _plain(value)) for value in option.values)
    return f"{option.text.rstrip('.')}: {values}."


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _settings(game: GameArticle) -> Node:
    """Say which options a variant may set; a number may be any between two, so none is listed."""
    return {
        "propertyNames": {"enum": [option.name for option in game.options]},
        "properties": {option.name: _setting(option) for option in game.options},
    }


def _setting(option: OptionInfo) -> Node:
    node: Node = {
        "title": option.name,
        "description": _about(option),
        "examples": list(option.values)[:3],
    }
    numbers = all(type(value) is int for value in (option.default, *option.values))
    return node if numbers else node | {"enum": list(option.values)}


def _example(names: Mapping[str, Node]) -> Node:
    """Describe what an example names; a rule refuses a question as such, or single moves."""
    refused = {"additionalProperties": names["reason"]}
    then = {"properties": {"refused": refused, "events": {"items": names["rule"]}}}
    return {
        "rules": {"items": names["rule"]},
        "ask": names["question"],
        "variant": names["under"],
        "then": then,
        "per_variant": {"additionalProperties": then},
    }


def _asking(names: Mapping[str, Node]) -> Node:
    return {
        "ask": names["question"],
        "source": names["source"],
        "rules": {"items": names["rule"]},
    }


__all__ = ["game_schema"]
