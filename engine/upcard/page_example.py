"""A question with its answer as YAML, ready to paste below `examples:` in a `game.yaml`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from upcard.api import Rules
from upcard.cards import Card, Cards, Deck
from upcard.choices import Illegal
from upcard.given import question_hints
from upcard.score import Answer, Ruling, Score

WHY = "Say here which mistake this example catches."
WIDTH = 96


def example_yaml(ruled: Rules, under: str, question: str, given: Mapping[str, Any]) -> str:
    """Ask a question and write it down as an example.

    Raises:
        OptionError, GivenError: as `Rules.ask`.
    """
    try:
        answer = ruled.ask(question, **given)
        rules, then = list(answer.rules), _then(answer, ruled.game.deck)
    except Illegal as error:
        rules, then = [error.rule], {"refused": error.rule}
    rules = rules or _spare_rules(ruled, question)
    under = " ".join(under.replace(",", " ").split())
    plain = _typed(ruled, question, given)
    lines = [
        f"- id: {_id(question, then, given)}",
        f"  rules: [{', '.join(rules)}]",
        f"  why: {_scalar(WHY)}",
        f"  ask: {question}",
        *_mapping("given", plain),
        *([f"  variant: {_scalar(under)}"] if under not in ("", "base") else []),
        *_mapping("then", then),
    ]
    return "\n".join("  " + line for line in lines) + "\n"


def _then(answer: Score | Ruling | Answer, deck: Deck) -> dict[str, Any]:
    """Return what the example claims; of refusals only those of cards can be claimed."""
    if isinstance(answer, Score):
        items = answer.by_rule
        return {"total": answer.total} | ({"items": items} if items else {})
    if isinstance(answer, Ruling):
        legal = str(answer.legal) if isinstance(answer.legal, Cards) else ""
        refused = {what: rule for what, rule in answer.refused.items() if what in deck.by_code}
        return {"legal": legal} | ({"refused": refused} if refused else {})
    value = answer.value
    return {"value": str(value) if isinstance(value, (Cards, Card)) else value}


def _spare_rules(ruled: Rules, question: str) -> list[str]:
    """Return the rules of an example that asks the same, for an answer on which none acted."""
    asked = (e for e in ruled.examples() if e.get("ask") == question and e.get("rules"))
    known = next(asked, {"rules": ruled.game.rules[:1]})
    return list(known["rules"])[:1]


def _typed(ruled: Rules, question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Write numbers and truth values as such; a form sends them as text."""
    hints = question_hints(type(ruled.game), question)
    found: dict[str, Any] = {}
    for name, value in given.items():
        if hints.get(name) is bool and isinstance(value, str):
            found[name] = value.lower() in ("yes", "true")
        elif hints.get(name) is int and isinstance(value, str):
            found[name] = int(value)
        else:
            found[name] = value
    return found


def _id(question: str, then: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    told = str(next(iter(then.values())))
    words = [question, told, *(str(value) for value in given.values())]
    joined = re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")
    return joined[:60].strip("-")


def _mapping(name: str, value: Mapping[str, Any]) -> list[str]:
    flow = f"  {name}: {_flow(value)}"
    if len(flow) + 2 <= WIDTH:
        return [flow]
    return [f"  {name}:", *(f"    {_scalar(key)}: {_flow(part)}" for key, part in value.items())]


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    """Write one value: numbers and `true` plainly, ids as they are, other text in quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if re.fullmatch(r"[a-z][a-z0-9_-]*", text) and text not in ("true", "false", "null"):
        return text
    return json.dumps(text, ensure_ascii=False)
