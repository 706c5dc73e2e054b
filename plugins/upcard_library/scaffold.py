"""The beginnings of a game: facts made from the schema, prose from a plan, marked TODO.

All that is written here passes `upcard check` but for the places marked TODO, which it lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard_library.model import GameArticle
from upcard_library.rewrite import as_yaml

PLAN = (
    ("Players and cards", "who plays, with which cards, and how they rank", ""),
    ("The deal", "who deals, how many cards, what is turned up", "deal"),
    ("Play", "what a player may do in turn, and what is forbidden", "play"),
    ("Scoring", "what counts, and how the game ends", "game-end"),
    ("Variations", "what tables do differently", ""),
    ("History and sources", "where the game comes from, and where these rules were found", ""),
)
"""The usual sections: title, what is told there, and the rule its first sentence carries."""
_WIDTH = 110


def facts(schema: Mapping[str, Any], answers: Mapping[str, Any], unsure: str = "") -> str:
    """Return a `game.yaml`: what was answered, TODOs for the rest, and what else could be told.

    Args:
        schema: the published schema; every key, its order and its words come from there.
        answers: values by key.
        unsure: if some were taken from another game, a word on those (`answers["_taken"]`).
    """
    taken = answers.get("_taken", ())
    lines, more = [], []
    for name, spec in schema["properties"].items():
        if name in answers:
            note = f"  # TODO: {unsure}" if name in taken else ""
            lines += _lines(name, answers[name], note)
        elif name in schema["required"]:
            value, sure = placeholder(spec, schema)
            note = "" if sure or "TODO" in as_yaml(value) else f"  # TODO: {_words(spec)}"
            lines += _lines(name, value, note)
        elif spec.get("examples") and spec["examples"][0]:
            line = f"# {name}: {as_yaml(spec['examples'][0])}"
            more += [f"# {_words(spec)}", line] if len(line) < _WIDTH else []
    rest = ["", "# What else may be told; take the # away and put it before `sources`.", *more]
    return "\n".join([*lines, *rest]) + "\n"


def _lines(name: str, value: Any, note: str) -> list[str]:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [f"{name}:{note}", *(f"  - {as_yaml(entry)}" for entry in value)]
    told = as_yaml(value, '"') if name in ("title", "summary") else as_yaml(value)
    return [f"{name}: {told}{note}"]


def _words(spec: Mapping[str, Any]) -> str:
    return str(spec.get("description", "")).rstrip(".")


def placeholder(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[Any, bool]:
    """Return a value that a part of the schema accepts, and whether no other would do."""
    if "$ref" in spec:
        spec = schema["definitions"][spec["$ref"].rsplit("/", 1)[-1]]
    allowed = spec.get("enum")
    if allowed:
        return allowed[0], len(allowed) == 1
    kind = spec.get("type")
    if kind == "object":
        wanted = {name: spec["properties"][name] for name in spec.get("required", ())}
        return {name: placeholder(part, schema)[0] for name, part in wanted.items()}, not wanted
    if kind == "array":
        return [placeholder(spec["items"], schema)[0]], False
    if kind == "string" and "pattern" not in spec:
        return f"TODO: {_words(spec)}"[: spec.get("maxLength", 200)], False
    examples = spec.get("examples") or [spec.get("minimum", 1)]
    return examples[0], False


def prose(title: str, like: GameArticle | None = None, *, numbers: bool = False) -> str:
    """Return an `article.md`: the usual sections, or those of a game like it with its rules.

    Args:
        title: the game's name.
        like: a game whose sections and rule ids serve as a plan; its words are not copied.
        numbers: whether the engine's skeleton is there to give `hand_size`.
    """
    lines = [
        f"# {title}",
        "",
        "TODO: two or three sentences: what kind of game it is, and its charm.",
    ]
    if like is None:
        for head, what, rule in PLAN:
            lines += ["", f"## {head}", ""]
            if rule == "deal" and numbers:
                lines.append("- TODO: each player is dealt {{ hand_size }} cards. {#deal}")
            else:
                lines.append(f"- TODO: {what}. {{#{rule}}}" if rule else f"TODO: {what}.")
        return "\n".join(lines) + "\n"
    told: set[str] = set()
    for section in like.article.sections:
        lines += ["", f"## {section.title}", ""]
        rules = [s.rule for s in like.article.sentences if s.section == section.slug]
        new = [rule for rule in dict.fromkeys(rules) if rule not in told]
        told.update(new)
        lines += [f"- TODO: in your own words, {_as_words(rule)}. {{#{rule}}}" for rule in new]
        lines += [] if new else [f"TODO: {section.title.lower()}."]
    return "\n".join(lines) + "\n"


def _as_words(rule: str) -> str:
    return rule.replace("-", " ")


def taken_from(game: GameArticle) -> dict[str, Any]:
    """Return the facts that a game like this one is likely to share."""
    shared = ("players", "deck", "pack", "families", "region", "minutes", "difficulty")
    found = {name: game.data[name] for name in shared if name in game.data}
    return {**found, "_taken": tuple(name for name in found if name != "pack")}


__all__ = ["facts", "placeholder", "prose", "taken_from"]
