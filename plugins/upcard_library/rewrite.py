"""Changing values of a YAML text where they stand; all else keeps its form, comments included."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from upcard_library.spans import Edit, Path, Span, Spans
from upcard_library.strict_yaml import guessed_elsewhere

_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?: [A-Za-z0-9_+-]+)*")


def as_yaml(value: Any, quote: str = "") -> str:
    """Write a value on one line, as articles do.

    >>> as_yaml({"legal": "AS 9S", "moves": ["play AS"], "over": True, "no": "10"})
    '{legal: AS 9S, moves: [play AS], over: true, "no": "10"}'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{as_yaml(k)}: {as_yaml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    text = str(value)
    if quote != '"' and quote and "'" not in text and "\n" not in text:
        return f"'{text}'"
    bare = not quote and _BARE.fullmatch(text) and text not in ("true", "false")
    return text if bare and not guessed_elsewhere(text) else json.dumps(text, ensure_ascii=False)


def rewrite(text: str, where: Spans, path: Path, old: Any, new: Any) -> list[Edit]:
    """Return the edits that turn the value at a path into another one."""
    if old == new and type(old) is type(new):
        return []
    span = where.values[path]
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        kept = [key for key in old if key in new]
        if len(kept) == len(old) == len(new):
            return [
                e for key in kept for e in rewrite(text, where, (*path, key), old[key], new[key])
            ]
        if span.style == "block" and kept:
            return _block(text, where, path, old, new)
        return [Edit(span.start, span.end, _flow(text, where, path, old, new))]
    quote = span.style if span.scalar and span.style in ("'", '"') else ""
    return [Edit(span.start, span.end, as_yaml(new, quote if isinstance(new, str) else ""))]


def _flow(
    text: str, where: Spans, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]
) -> str:
    """Write a mapping on one line; what has not changed is copied as it stands."""
    parts = []
    for key, value in new.items():
        here = (*path, key)
        name = _cut(text, where.keys[here]) if here in where.keys else as_yaml(key)
        same = key in old and old[key] == value and "\n" not in _cut(text, where.values[here])
        parts.append(f"{name}: {_cut(text, where.values[here]) if same else as_yaml(value)}")
    return "{" + ", ".join(parts) + "}"


def _cut(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _block(
    text: str, where: Spans, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[Edit]:
    """Change, take out and add keys of a mapping that has a line to a key."""
    edits = []
    for key in old:
        here = (*path, key)
        if key in new:
            edits += rewrite(text, where, here, old[key], new[key])
        else:
            edits.append(without_key(text, where, here))
    kept = [where.values[*path, key].end for key in old if key in new]
    at = line_end(text, max(kept))
    first = where.keys[*path, next(iter(old))]
    indent = "\n" + " " * column(text, first.start)
    more = "".join(f"{indent}{as_yaml(k)}: {as_yaml(v)}" for k, v in new.items() if k not in old)
    return [*edits, Edit(at, at, more)] if more else edits


def without_key(text: str, where: Spans, path: Path) -> Edit:
    """Return the edit that takes a key and its value out of its mapping."""
    key, value, owner = where.keys[path], where.values[path], where.values[path[:-1]]
    sisters = [where.keys[at].start for at in where.children(path[:-1])]
    after = next((start for start in sisters if start > key.start), None)
    if owner.style == "block":
        begin = text.rfind("\n", 0, key.start) + 1
        if text[begin : key.start].strip() and after is not None:  # behind the dash of a list
            return Edit(key.start, after, "")
        return Edit(begin, text.find("\n", value.end) + 1 or len(text), "")
    if after is not None:
        return Edit(key.start, after, "")
    return Edit(key.start - len(re.search(r",?\s*\Z", text[: key.start])[0]), value.end, "")  # type: ignore[index]


def before_key(text: str, where: Spans, path: Path, entry: str) -> Edit:
    """Return the edit that puts `key: value` before another key of its mapping."""
    start = where.keys[path].start
    block = where.values[path[:-1]].style == "block"
    end = "\n" + " " * column(text, start) if block else ", "
    return Edit(start, start, entry + end)


def line_end(text: str, at: int) -> int:
    """Return the offset of the end of a line."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[at:end].endswith("\r") else end


def column(text: str, at: int) -> int:
    """Return how many characters stand before an offset on its line."""
    return at - (text.rfind("\n", 0, at) + 1)


__all__ = ["as_yaml", "before_key", "column", "line_end", "rewrite", "without_key"]
