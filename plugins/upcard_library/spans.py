"""Where every key and value of a YAML file begins and ends, so that a single one can be rewritten.

Whatever is not rewritten stays as it is, comments and blanks included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

try:
    from yaml import CSafeLoader as _Reader
except ImportError:  # a PyYAML without libyaml: slower, the same answers
    from yaml import SafeLoader as _Reader  # type: ignore[assignment]

Path = tuple[str, ...]


class Span(NamedTuple):
    """One node: offsets of its first character and of the one after its last.

    Attributes:
        style: of a scalar, its quote or block sign, empty if it is plain; else `flow` or `block`.
        value: of a scalar, its text.
    """

    start: int
    end: int
    style: str
    value: str = ""

    @property
    def scalar(self) -> bool:
        """Say whether it is a scalar."""
        return self.style not in ("flow", "block")


@dataclass
class Spans:
    """The spans of a file's values and keys, each by its path from the top."""

    values: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)

    def children(self, path: Path) -> list[Path]:
        """Return the paths one step below, in the file's order."""
        size = len(path) + 1
        return [at for at in self.values if len(at) == size and at[: size - 1] == path]


class Edit(NamedTuple):
    """What to put in the place of a stretch of text."""

    start: int
    end: int
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made, none of which may overlap another.

    Lines that are put in end as those do that are there.
    """
    ends = line_ends(text)
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        new = edit.text.replace("\r\n", "\n").replace("\n", ends)
        text = text[: edit.start] + new + text[edit.end :]
    return text


def line_ends(text: str) -> str:
    """Return what most lines of a text end with: LF, or CR and LF."""
    return "\r\n" if 2 * text.count("\r\n") > text.count("\n") else "\n"


def spans(text: str) -> Spans | None:
    """Return the spans of a YAML text, or nothing if it cannot be read."""
    found = Spans()
    try:
        events: Iterator[Any] = iter(yaml.parse(text, Loader=_Reader))
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                _walk(next(events), events, text, (), found)
                break
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return found


def _walk(event: Any, events: Iterator[Any], text: str, path: Path, found: Spans) -> int:
    """Note a node and all below it; return the offset after its last character."""
    start: int = event.start_mark.index
    if _is(event, yaml.ScalarEvent, yaml.AliasEvent):
        style = getattr(event, "style", None) or ""
        end: int = event.end_mark.index
        if style in ("|", ">"):
            end = start + len(text[start:end].rstrip())
        _note(found.values, path, Span(start, end, style, getattr(event, "value", "")))
        return end
    _note(found.values, path, Span(start, start, "block"))  # takes its place in the order
    listed = isinstance(event, yaml.SequenceStartEvent)
    flow, last, number = bool(event.flow_style), start, 0
    while not _is(event := next(events), yaml.SequenceEndEvent, yaml.MappingEndEvent):
        name = str(number)
        if not listed:
            name = str(getattr(event, "value", number))
            _walk_key(event, events, text, (*path, name), found)
            event = next(events)
        last = _walk(event, events, text, (*path, name), found)
        number += 1
    end = event.end_mark.index if flow else last
    if found.values[path].start == start:
        found.values[path] = Span(start, end, "flow" if flow else "block")
    return end


def _walk_key(event: Any, events: Iterator[Any], text: str, path: Path, found: Spans) -> None:
    if _is(event, yaml.ScalarEvent):
        mark = event.start_mark.index, event.end_mark.index
        _note(found.keys, path, Span(*mark, event.style or "", event.value))
    else:
        _walk(event, events, text, path, Spans())


def _is(event: Any, *kinds: type) -> bool:
    """Say whether an event is of a kind, and leave open which of its marks are known."""
    return isinstance(event, kinds)


def _note(table: dict[Path, Span], path: Path, span: Span) -> None:
    """Keep the first of two nodes with one path: a repeated key is refused elsewhere."""
    table.setdefault(path, span)


__all__ = ["Edit", "Span", "Spans", "edited", "spans"]
