"""Validation against `schema/game.schema.json`, told in our own words at exact places."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, cast

from jsonschema import Draft7Validator, ValidationError
from jsonschema.validators import extend

from upcard_library.files import schema_file
from upcard_library.finding import nearest
from upcard_library.model import Fault, Place
from upcard_library.strict_yaml import Document
from upcard_library.told import LOOKED_FOR

Error = Any
"""A `jsonschema.ValidationError`, whose parts may be anything."""
PER_NODE = 3
"""At most so many faults about one value are told."""

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "a mapping of `key: value`",
    "array": "a list",
}


@cache
def schema(name: str = "game.schema.json") -> dict[str, Any]:
    """Return a published schema, the same file that editors read."""
    read: dict[str, Any] = json.loads(schema_file(name).read_text(encoding="utf-8"))
    return read


@cache
def vocabulary() -> dict[str, Any]:
    """Return the ids of families, regions and kinds with their names for people."""
    read: dict[str, Any] = json.loads(schema_file("vocabulary.json").read_text(encoding="utf-8"))
    return read


@cache
def languages() -> dict[str, Any]:
    """Return what each language an article may be translated into calls cards and headings."""
    read: dict[str, Any] = json.loads(schema_file("languages.json").read_text(encoding="utf-8"))
    return {code: entry for code, entry in read.items() if not code.startswith("$")}


@cache
def copying_hosts() -> dict[str, str]:
    """Return the hosts whose pages are no sources, with what they have instead."""
    read: dict[str, str] = json.loads(schema_file("hosts.json").read_text(encoding="utf-8"))
    return {host: what for host, what in read.items() if not host.startswith("$")}


@cache
def _validator(name: str) -> Draft7Validator:
    strict = extend(Draft7Validator, {"uniqueItems": _unique})  # type: ignore[no-untyped-call]
    return cast("Draft7Validator", strict(_inlined(schema(name), name)))


def _unique(_: Any, wanted: bool, value: Any, __: Any) -> Iterator[ValidationError]:
    """Find an entry that stands twice, in one pass: the validator's own way may take the square."""
    if wanted and isinstance(value, list) and _twice(value) is not None:
        yield ValidationError("an entry stands twice")


def _twice(value: list[Any]) -> Any:
    """Return the first entry that stands in a list a second time, or None."""
    seen: set[str] = set()
    for entry in value:
        text = json.dumps(entry, sort_keys=True)
        if text in seen:
            return entry
        seen.add(text)
    return None


def _inlined(node: Any, name: str) -> Any:
    """Put what references lead to in their place: validation is several times faster."""
    if isinstance(node, list):
        return [_inlined(entry, name) for entry in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        file, _, pointer = node["$ref"].partition("#/")
        found: Any = schema(file or name)
        for part in pointer.split("/"):
            found = found[part]
        return _inlined(found, file or name)
    return {key: _inlined(entry, name) for key, entry in node.items() if key != "definitions"}


def validate(document: Document, name: str = "game.schema.json") -> list[Fault]:
    """Return everything in a document that a schema refuses, in the file's order."""
    if document.data is None:
        return []
    if not isinstance(document.data, dict):
        place = document.place(())
        return [Fault(place, "VALUE-TYPE", "This file is a mapping of `key: value`",
                      fix="begin each line of the first level with a key and a colon")]  # fmt: skip
    found: dict[tuple[Place, str, str], Fault] = {}
    for error in islice(_validator(name).iter_errors(document.data), LOOKED_FOR):
        for fault in _told(document, error):
            found.setdefault((fault.place, fault.code, fault.message), fault)
    return _at_most_three(sorted(found.values(), key=lambda fault: fault.place[1:]))


def _at_most_three(faults: Iterable[Fault]) -> list[Fault]:
    told: Counter[Place] = Counter()
    kept = []
    for fault in faults:
        told[fault.place] += 1
        if told[fault.place] <= PER_NODE:
            kept.append(fault)
    return kept


def _told(document: Document, error: Error) -> Iterator[Fault]:
    path = tuple(map(str, error.absolute_path))
    value, rule = error.instance, error.validator_value
    if error.schema is False:  # jsonschema gives no path of its own to what is not allowed
        owner = error.parent.instance if error.parent else _at(document.data, path)
        key = next((k for k, v in owner.items() if v is value), "")
        yield _misplaced(document, (*path, key))
        return
    if "propertyNames" in error.absolute_schema_path:
        at = document.place((*path, str(value)))
        fix = "write it in lower case, words joined by _" if error.validator == "pattern" else (
            "write another key")  # fmt: skip
        yield Fault(at, "VALUE-FORM", "This name cannot be a key here", str(value), "", fix)
        return
    match error.validator:
        case "additionalProperties":
            yield from _unknown_keys(document, path, error)
        case "required":
            yield from _missing_keys(document, path, error)
        case "type":
            yield _wrong_type(document, path, error)
        case "enum" | "const":
            yield _wrong_value(document, path, error)
        case _:
            yield _wrong_form(document, path, str(error.validator), rule, value)


def _at(data: Any, path: tuple[str, ...]) -> dict[str, Any]:
    for part in path:
        data = data[int(part)] if isinstance(data, list) else data[part]
    found: dict[str, Any] = data
    return found


def _misplaced(document: Document, path: tuple[str, ...]) -> Fault:
    owner = path[0] if path else ""
    kinds = {
        "examples": "an example is a question (ask, given), a position (given, do) or a record",
        "crosschecks": "see the kinds of crosscheck in docs/errors.md",
        "odds": "see the kinds of figure in docs/writing-a-game.md",
        "pack": "write `deck: own`, or take it out",
    }
    return Fault(
        document.place(path), "KEY-MISPLACED", "This key does not belong to this kind of entry",
        path[-1] if path else "", "", kinds.get(owner, "take it out"),
    )  # fmt: skip


def _unknown_keys(document: Document, path: tuple[str, ...], error: Error) -> Iterator[Fault]:
    node = error.schema
    known = list(node.get("properties", {})) if isinstance(node, dict) else []
    unknown = (key for key in error.instance if key not in known)
    for key in islice(unknown, LOOKED_FOR):
        near = nearest(key, tuple(known))
        fix = "" if near else f"known keys: {', '.join(known)}"
        yield Fault(
            document.place((*path, key)), "KEY-UNKNOWN", "This key is not known here", key,
            near[0] if near else "", fix,
        )  # fmt: skip


def _missing_keys(document: Document, path: tuple[str, ...], error: Error) -> Iterator[Fault]:
    missing = [key for key in error.validator_value if key not in error.instance]
    for key in missing:
        spec = error.schema.get("properties", {}).get(key) if isinstance(error.schema, dict) else {}
        hint = spec.get("description", "") if isinstance(spec, dict) else ""
        where = path[-1] if path else "the file"
        what = f"entry {int(where) + 1} of {path[-2]}" if where.isdigit() else where
        yield Fault(
            document.place(path), "KEY-MISSING", f"{what} lacks the key `{key}`", "", "",
            f"add `{key}:`" + (f" ({hint.rstrip('.')})" if hint else ""),
        )  # fmt: skip


def _wrong_type(document: Document, path: tuple[str, ...], error: Error) -> Fault:
    wanted = error.validator_value
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    value = error.instance
    words = " or ".join(_TYPES[name] for name in names)
    fix = ""
    if "string" in names and isinstance(value, (bool, int)):
        fix = f'put it in quotes: "{_plain(value)}"'
    elif names == ["array"] and isinstance(value, str):
        fix = f'put it in brackets: ["{value[:40]}"]'
    elif "integer" in names and isinstance(value, str):
        fix = "write plain digits without quotes"
    elif "boolean" in names:
        fix = "write true or false"
    fix = fix or f"write {words}"
    place = document.place(path, key=False)
    return Fault(place, "VALUE-TYPE", f"Here stands {words}", _plain(value), "", fix)


def _wrong_value(document: Document, path: tuple[str, ...], error: Error) -> Fault:
    wanted = error.validator_value
    allowed = [_plain(value) for value in (wanted if isinstance(wanted, list) else [wanted])]
    near = nearest(_plain(error.instance), tuple(allowed), 0.5)
    listed = ", ".join(allowed[:12]) + (", ..." if len(allowed) > 12 else "")
    return Fault(
        document.place(path, key=False), "VALUE-UNKNOWN", "This value is not known here",
        _plain(error.instance), near[0] if near else "", f"known: {listed}",
    )  # fmt: skip


def _wrong_form(
    document: Document, path: tuple[str, ...], keyword: str, rule: Any, value: Any
) -> Fault:
    place = document.place(path, key=False)
    match keyword:
        case "pattern":
            fix = _PATTERNS.get(str(rule), f"it must fit {rule}")
            return Fault(place, "VALUE-FORM", "This is not written as it must be", str(value), "",
                         fix)  # fmt: skip
        case "not":
            return Fault(place, "VALUE-FORM", "This word is kept for something else", str(value),
                         "", "write another word")  # fmt: skip
        case "minLength" | "minItems" | "minProperties":
            what = {"minLength": "text", "minItems": "list", "minProperties": "mapping"}[keyword]
            many = "it is empty" if not value else f"it wants at least {rule}"
            return Fault(place, "VALUE-EMPTY", f"This {what} is too short: {many}", _plain(value),
                         "", "fill it, or take the key out")  # fmt: skip
        case "maxLength":
            return Fault(place, "VALUE-RANGE", f"This text is longer than {rule} characters",
                         f"{len(value)} characters", "", "shorten it")  # fmt: skip
        case "minimum" | "maximum":
            side = "less" if keyword == "minimum" else "more"
            other = "more" if side == "less" else "less"
            return Fault(place, "VALUE-RANGE", f"This may not be {side} than {rule}", _plain(value),
                         "", f"write {rule}, or {other}")  # fmt: skip
        case "uniqueItems":
            return Fault(place, "VALUE-TWICE", "An entry stands twice in this list",
                         _plain(_twice(value)), "", "keep one of them")  # fmt: skip
    return Fault(place, "VALUE-FORM", f"This breaks the schema's `{keyword}`", _plain(value), "",
                 "see docs/writing-a-game.md")  # fmt: skip


_PATTERNS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": "write lower case letters and digits, words joined by hyphens",
    "^[a-z][a-z0-9_]*$": "write lower case letters and digits, words joined by _",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "write year-month-day, as in 2026-11-29",
    "^[0-9]+/[1-9][0-9]*$": "write a fraction, as in 1/4",
    "^[A-Z0-9+]+$": "write capital letters and digits",
    "^[A-Z0-9+]+( [A-Z0-9+]+)*$": "write capital letters and digits, one space between codes",
}


def _plain(value: Any) -> str:
    """Show a value as YAML writes it, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if len(value) <= 60 else value[:57] + "..."
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value[:3])) + (", ..." if len(value) > 3 else "") + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([*map(str, value)][:4]) + (", ..." if len(value) > 4 else "") + "}"
    return str(value)
