"""The engine as a page asks it: one JSON text in, one JSON text out, and no exception ever.

A call is `{"call": "ask", "args": {...}}`; the answer is `{"ok": true, "value": ...}` or
`{"ok": false, "error": {"code", "message", ...}}`. Whatever comes from a page is untrusted: it is
limited in size, read strictly and never evaluated. `docs/engine-in-the-page.md` lists the calls.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from upcard.api import Rules, library
from upcard.cards import Card, Cards, NotationError
from upcard.choices import Illegal
from upcard.drive import RECORD_LIMIT, RecordError
from upcard.examples import rules_under
from upcard.forms import deck_form, question_forms
from upcard.game import COMMON_RULES
from upcard.given import GivenError
from upcard.options import OptionError, text
from upcard.page_example import example_yaml
from upcard.score import Ruling, Score

CALL_LIMIT = 2 * RECORD_LIMIT
"""Longest call that is read, in characters: a record and room for its quotation marks."""
TEXT_LIMIT = 4_000
"""Longest single text in a call, unless it is a record."""
PARTS_LIMIT = 60
"""Most parts of a question or a position."""

Args = Mapping[str, Any]
Call = Callable[[Args], Any]


class RequestError(ValueError):
    """A call that cannot be read: not JSON, too long, a wrong name or a wrong type."""


def respond(message: str) -> str:
    """Answer one call; every fault comes back as an error in words."""
    try:
        value = _called(message)
    except Exception as error:  # noqa: BLE001  a page must be told whatever goes wrong
        return json.dumps({"ok": False, "error": told_error(error)}, ensure_ascii=False)
    return json.dumps({"ok": True, "value": value}, ensure_ascii=False)


def _called(message: str) -> Any:
    if len(message) > CALL_LIMIT:
        raise RequestError(f"the call is longer than {CALL_LIMIT} characters")
    try:
        read = json.loads(message)
    except (ValueError, RecursionError):
        raise RequestError("the call is not JSON") from None
    if not isinstance(read, dict) or set(read) - {"call", "args"}:
        raise RequestError("a call is an object with `call` and `args`")
    name, args = read.get("call"), read.get("args", {})
    if not isinstance(name, str) or name not in CALLS:
        raise RequestError(f"there is no call {str(name)[:40]!r}; known: {', '.join(CALLS)}")
    if not isinstance(args, dict):
        raise RequestError("`args` is an object")
    return CALLS[name](args)


# --- reading what a page sends ---------------------------------------------------------------


def word(args: Args, name: str, default: str | None = None, limit: int = TEXT_LIMIT) -> str:
    """Return a text among the arguments.

    Raises:
        RequestError: it is missing, no text, or too long.
    """
    value = args.get(name, default)
    if not isinstance(value, str):
        raise RequestError(f"{name!r} must be text")
    if len(value) > limit:
        raise RequestError(f"{name!r} is longer than {limit} characters")
    return value


def whole(args: Args, name: str, default: int | None = None) -> int:
    """Return a whole number of at most nine digits.

    Raises:
        RequestError: it is missing or no such number.
    """
    value = args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 10**9:
        raise RequestError(f"{name!r} must be a whole number of at most nine digits")
    return value


def parts(args: Args, name: str = "given") -> dict[str, Any]:
    """Return named parts: short texts, numbers, truth values, or such by seat.

    Raises:
        RequestError: anything else, or too much of it.
    """
    value = args.get(name, {})
    if not isinstance(value, dict) or len(value) > PARTS_LIMIT:
        raise RequestError(f"{name!r} must be an object of at most {PARTS_LIMIT} parts")
    for part in value.values():
        inner = part.values() if isinstance(part, dict) and len(part) <= PARTS_LIMIT else [part]
        for one in inner:
            if not isinstance(one, (str, int, bool)) or len(str(one)) > TEXT_LIMIT:
                raise RequestError(f"{name!r} holds something that is no short text or number")
    return value


def rules_of(args: Args) -> Rules:
    """Return the rules that `game` and `under` name.

    Raises:
        OptionError, RequestError: they name none.
    """
    return rules_under(word(args, "game", limit=60), word(args, "under", "base", limit=1_000))


# --- telling a page --------------------------------------------------------------------------


def told_rule(ruled: Rules, rule: str) -> dict[str, str]:
    """Return a rule with its sentence under these options and the sentence's place on the page."""
    place = getattr(library(), "anchor", None)
    anchor = place(ruled.id, rule, ruled.options) if place else ""
    said = (ruled.sentence(rule) or COMMON_RULES.get(rule, "")).replace("**", "").replace("`", "")
    return {"rule": rule, "sentence": said.strip(), "anchor": anchor}


def plain(value: Any) -> Any:
    """Return a value as JSON holds it; cards as their text."""
    if isinstance(value, (Cards, Card)):
        return str(value)
    if isinstance(value, (bool, int, str)) or value is None:
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return str(value)


def told_refusal(ruled: Rules, error: Illegal) -> dict[str, Any]:
    """Return a refusal: the rule, its sentence, and the facts of this table."""
    return told_rule(ruled, error.rule) | {"facts": plain(error.facts)}


def told_error(error: Exception) -> dict[str, Any]:
    """Return a fault in words, with its place where it has one."""
    told: dict[str, Any] = {"code": "engine", "message": f"{type(error).__name__}: {error}"}
    if isinstance(error, Illegal):
        told = {"code": "refused", "message": str(error), "rule": error.rule,
                "facts": plain(error.facts)}  # fmt: skip
    elif isinstance(error, RecordError):
        told = {"code": "record", "message": str(error).partition(": ")[2], "line": error.line}
        told |= {"rule": error.rule} if error.rule else {}
    elif isinstance(error, GivenError):
        told = {"code": "given", "message": str(error), "path": [str(p) for p in error.path]}
    elif isinstance(error, OptionError):
        told = {"code": "option", "message": str(error), "path": list(error.names)}
    elif isinstance(error, NotationError):
        told = {"code": "notation", "message": str(error)}
    elif isinstance(error, RequestError):
        told = {"code": "request", "message": str(error)}
    return told


# --- the calls -------------------------------------------------------------------------------


def _questions(args: Args) -> dict[str, Any]:
    ruled = rules_of(args)
    return {"deck": deck_form(ruled.game.deck), "questions": question_forms(ruled.game)}


def _ask(args: Args) -> dict[str, Any]:
    ruled, question, given = rules_of(args), word(args, "question", limit=60), parts(args)
    try:
        answer = ruled.ask(question, **given)
    except Illegal as error:
        return {"kind": "refused"} | told_refusal(ruled, error)
    return told_answer(ruled, answer)


def told_answer(ruled: Rules, answer: Any) -> dict[str, Any]:
    """Return an answer: items with their total, a ruling, or a value; and the rules at work."""
    rules = [told_rule(ruled, rule) for rule in answer.rules]
    if isinstance(answer, Score):
        items = [{"rule": item.rule, "points": item.points, "cards": str(item.cards)}
                 for item in answer.items]  # fmt: skip
        return {"kind": "score", "total": answer.total, "items": items, "rules": rules}
    if isinstance(answer, Ruling):
        legal = answer.legal
        listed = [str(one) for one in legal]
        cards = isinstance(legal, Cards)
        return {"kind": "ruling", "legal": listed, "cards": cards, "refused": answer.refused,
                "rules": rules}  # fmt: skip
    cards = isinstance(answer.value, (Cards, Card))
    shown = str(answer.value) if cards else text(answer.value)
    return {"kind": "answer", "value": shown, "cards": cards, "rules": rules}


def _example(args: Args) -> str:
    ruled, question, given = rules_of(args), word(args, "question", limit=60), parts(args)
    return example_yaml(ruled, word(args, "under", "base", limit=1_000), question, given)


CALLS: dict[str, Call] = {"questions": _questions, "ask": _ask, "example": _example}
"""Every call by name; `page_table` adds those of a table."""
