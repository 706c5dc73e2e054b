"""A strict reader of YAML: plain data, and a line and column for every key and value.

Only `true`, `false` and whole numbers are typed, all else is text: no value is guessed at, so
`NO`, `on`, `6:5`, `9E1`, `010` and `Null` are what they look like. Anchors, aliases, tags, merge
keys, duplicate keys and empty values are refused. Everything wrong is a `Fault`, never an
exception. Columns count characters, as Python does.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from upcard_library.model import Fault, Place, nearest_place

try:
    from yaml import CSafeLoader as _Reader
except ImportError:  # a PyYAML without libyaml: slower, the same answers
    from yaml import SafeLoader as _Reader  # type: ignore[assignment]

SIZE_LIMIT = 256 * 1024
PROSE_LIMIT = 64 * 1024
"""An article's prose is rendered, which takes far longer than reading it."""
LINE_LIMIT = 2000
"""Longest line, in characters: what looks for its way in a line may take the square of that."""
DEPTH_LIMIT = 20
DIGIT_LIMIT = 15
FLATTER = "a game is never so deep; look for a bracket that is not closed"

Path_ = tuple[str, ...]

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ue000-\uf8ff"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f\U000f0000-\U0010ffff]|\r(?!\n)"
)
"""Control, direction, invisible and private-use characters, and a carriage return on its own."""
REFUSED = "Control, invisible and text-direction characters are refused: they make text lie"
_ELSEWHERE = (
    (re.compile(r"(?:~|null|Null|NULL)\Z"), "nothing"),
    (re.compile(r"(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|True|TRUE|False|FALSE)\Z"),
     "true or false"),
    (re.compile(r"[-+]?(?:[0-9][0-9_]*)?\.?[0-9]*(?:[eE][-+]?[0-9]+)\Z"), "a number"),
    (re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)\Z"), "a number"),
    (re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\Z"), "a number in base 60"),
    (re.compile(r"[-+]?(?:0[0-9_]+|0o[0-7]+|0x[0-9a-fA-F]+|0b[01]+|[0-9][0-9_]*)\Z"), "a number"),
    (re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z"), "a number"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\Z"), "a date"),
    (re.compile(r"(?:=|<<)\Z"), "a special mark"),
)  # fmt: skip
"""What other readers make of text that we leave alone."""
_MAYBE = re.compile(r"[-+.~=<0-9]|(?i:null|yes|no|on|off|true|false)\Z")


@dataclass
class Document:
    """What a file says.

    Attributes:
        data: plain data, `None` if the file cannot be read at all.
        places: where each value stands, by path from the top.
        keys: where each key stands, by the same path.
        text: the file as read.
    """

    path: Path
    data: Any = None
    places: dict[Path_, Place] = field(default_factory=dict)
    keys: dict[Path_, Place] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    text: str = ""

    def place(self, path: Path_, *, key: bool = True) -> Place:
        """Return where a path stands: its key (or its value), else the nearest parent's."""
        found = nearest_place(self.keys if key else {}, self.places, path)
        return found or self.places.get((), Place(self.path, 1, 1))


def decode(path: Path, raw: bytes) -> tuple[str, list[Fault]]:
    """Decode a file: UTF-8, no control or direction characters, a BOM is dropped.

    Of one kind of fault the first three are told.
    """
    limit = PROSE_LIMIT if path.suffix == ".md" else SIZE_LIMIT
    if len(raw) > limit:
        fix = f"such a file may hold {limit // 1024} KiB"
        found = f"{len(raw) // 1024 + 1} KiB"
        return "", [Fault(Place(path, 1, 1), "FILE-SIZE", "The file is too large", found, "", fix)]
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in raw[:4]:
        return "", [Fault(Place(path, 1, 1), "FILE-ENCODING", "This file is not UTF-8",
                          "UTF-16 or UTF-32", "", "save the file as UTF-8")]  # fmt: skip
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", errors="replace").removeprefix("\ufeff")
        found = " ".join(f"{byte:02x}" for byte in raw[error.start : error.end])
        place = _place_after(path, before)
        fix = "save the file as UTF-8"
        return "", [Fault(place, "FILE-ENCODING", "These bytes are not UTF-8", found, "", fix)]
    text = text.removeprefix("\ufeff")
    faults = [
        Fault(
            _place_after(path, text[: match.start()]),
            "FILE-CHARACTER",
            REFUSED,
            f"U+{ord(match[0]):04X}",
            "",
            "delete the character",
        )
        for match in itertools.islice(CONTROL.finditer(text), 3)
    ]
    if len(text) > LINE_LIMIT and not faults:
        long = ((n, line) for n, line in enumerate(text.split("\n"), 1) if len(line) > LINE_LIMIT)
        faults = [
            Fault(Place(path, number, LINE_LIMIT + 1), "FILE-LINE", "This line is too long",
                  f"{len(line)} characters", "", f"break it before column {LINE_LIMIT}")
            for number, line in itertools.islice(long, 3)
        ]  # fmt: skip
    return text, faults


def _place_after(path: Path, before: str) -> Place:
    return Place(path, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def read_yaml(path: Path, raw: bytes) -> Document:
    """Read a file's bytes; what cannot be read is told in `faults`."""
    text, faults = decode(path, raw)
    document = Document(path, faults=faults, text=text)
    if not faults:
        _Builder(document).run(text)
    return document


class _Stop(Exception):
    """The file cannot be read any further."""


class _Builder:
    """Builds data and places from libyaml's events, in one pass."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.events: Iterator[Any] = iter(())

    def run(self, text: str) -> None:
        document = self.document
        try:
            self.events = yaml.parse(text, Loader=_Reader)
            event = self._next()
            while not isinstance(event, (yaml.DocumentStartEvent, yaml.StreamEndEvent)):
                event = self._next()
            if isinstance(event, yaml.StreamEndEvent):
                self._fault(event, "YAML-EMPTY", "The file is empty",
                            fix="write `key: value`, a line to a key; `upcard new ID` begins a "
                            "game with all of them")  # fmt: skip
                return
            if event.version or event.tags:
                self._fault(event, "YAML-TAG", "Directives (%YAML, %TAG) are not used here",
                            fix="take out this line and the '---' after it")  # fmt: skip
                return
            document.data = self._value(self._next(), (), 1)
            self._next()
            event = self._next()
            if isinstance(event, yaml.DocumentStartEvent):
                self._fault(event, "YAML-DOCUMENT", "A second document begins here",
                            fix="one file, one game: take out the '---'")  # fmt: skip
        except _Stop:
            document.data = None
        except yaml.MarkedYAMLError as error:
            document.data = None
            self._syntax(error)
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            document.data = None
            words = str(error).splitlines()[0]
            place = Place(document.path, 1, 1)
            document.faults.append(Fault(place, "YAML-SYNTAX", "This is not YAML", words, "",
                                         "check quotes, brackets and the indentation"))  # fmt: skip

    def _next(self) -> Any:
        return next(self.events)

    def _place(self, event: Any) -> Place:
        return self._at(event.start_mark)

    def _at(self, mark: Any) -> Place:
        """Return a place inside the file: libyaml counts a line more if the last has no end."""
        document = self.document
        if mark.index < len(document.text):
            return Place(document.path, mark.line + 1, mark.column + 1)
        return _place_after(document.path, document.text)

    def _fault(
        self, event: Any, code: str, message: str, found: str = "", fix: str = "",
        level: str = "error",
    ) -> None:  # fmt: skip
        place = self._place(event)
        self.document.faults.append(Fault(place, code, message, found, "", fix, level))

    def _value(self, event: Any, path: Path_, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            self._fault(event, "YAML-ANCHOR", "Aliases (*name) are refused", f"*{event.anchor}",
                        "write the value out, or quote text that begins with *")  # fmt: skip
            raise _Stop
        if event.anchor is not None:
            self._fault(event, "YAML-ANCHOR", "Anchors (&name) are refused", f"&{event.anchor}",
                        "write the value out, or quote text that begins with &")  # fmt: skip
        if event.tag is not None:
            tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
            self._fault(event, "YAML-TAG", "Tags (!name) are refused", tag,
                        "take the tag out, or quote text that begins with !")  # fmt: skip
        if depth > DEPTH_LIMIT:
            self._fault(
                event, "YAML-DEPTH", f"Nested deeper than {DEPTH_LIMIT} levels", fix=FLATTER
            )
            raise _Stop
        self.document.places[path] = self._place(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path, depth)
        return self._mapping(path, depth)

    def _list(self, path: Path_, depth: int) -> list[Any]:
        found: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            found.append(self._value(event, (*path, str(len(found))), depth + 1))
        return found

    def _mapping(self, path: Path_, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, found, path)
            here = (*path, key)
            repeated = key in found
            known = self.document.places.get(here)
            value = self._value(self._next(), here, depth + 1)
            if repeated:
                first = self.document.keys[here]
                self._fault(event, "YAML-DUPLICATE", "This key stands here twice", key,
                            f"it was given first on line {first.line}; keep one")  # fmt: skip
                if known:
                    self.document.places[here] = known
            else:
                found[key] = value
                self.document.keys[here] = self._place(event)
        return found

    def _key(self, event: Any, found: dict[str, Any], path: Path_) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._fault(event, "YAML-KEY", "A key is text, never a list or a mapping",
                        fix="quote text that begins with [ or {")  # fmt: skip
            raise _Stop
        if event.anchor is not None or event.tag is not None:
            self._fault(event, "YAML-ANCHOR", "Anchors and tags are refused", event.value,
                        "write the key in plain letters")  # fmt: skip
        if not event.style and event.value == "<<":
            self._fault(event, "YAML-ANCHOR", "Merge keys (<<) are refused", "<<",
                        "write the keys out")  # fmt: skip
        elif not event.style and not _WHOLE.match(event.value):
            self._hint(event)
        self._check_characters(event)
        if not event.value:
            self._fault(event, "YAML-EMPTY", "A key is missing before the colon",
                        fix="write `key: value`")  # fmt: skip
        return str(event.value)

    def _scalar(self, event: Any) -> Any:
        text: str = event.value
        self._check_characters(event)
        if event.style:
            return text
        if text in ("true", "false"):
            return text == "true"
        if _WHOLE.match(text):
            if len(text) > DIGIT_LIMIT:
                self._fault(event, "YAML-NUMBER", "The number is too long", f"{text[:20]}...",
                            f"write no more than {DIGIT_LIMIT} digits")  # fmt: skip
                return 0
            return int(text)
        if not text:
            self._fault(event, "YAML-EMPTY", "Nothing stands here", "",
                        'write a value, "" for empty text, [] or {} for none')  # fmt: skip
        else:
            self._hint(event)
        return text

    def _hint(self, event: Any) -> None:
        text = event.value
        if not _MAYBE.match(text):
            return
        for pattern, meaning in _ELSEWHERE:
            if pattern.match(text):
                self._fault(event, "YAML-TYPE", f"This is text here, but {meaning} in other tools",
                            text, f'quote it: "{text}"', "warning")  # fmt: skip
                return

    def _check_characters(self, event: Any) -> None:
        r"""Find what an escape such as \u202e put into a quoted text."""
        if event.style == '"' and (odd := CONTROL.search(event.value)):
            self._fault(event, "FILE-CHARACTER", REFUSED, f"U+{ord(odd[0]):04X}",
                        "take the escape out")  # fmt: skip

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        document = self.document
        place = Place(document.path, 1, 1)
        if mark:
            place = self._at(mark)
        problem = str(error.problem or error)
        if "depth" in problem:
            message = f"Nested deeper than {DEPTH_LIMIT} levels"
            document.faults.append(Fault(place, "YAML-DEPTH", message, fix=FLATTER))
            return
        message, fix = _explain(problem)
        found = _line(document.text, mark.line) if mark else ""
        document.faults.append(Fault(place, "YAML-SYNTAX", message, found, "", fix))


def guessed_elsewhere(text: str) -> bool:
    """Say whether a text without quotes would be something else here or to other tools."""
    patterns = [_WHOLE, *(pattern for pattern, _ in _ELSEWHERE)]
    return any(pattern.match(text) for pattern in patterns)


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number].strip()[:80] if number < len(lines) else "the end of the file"


_EXPLAINED = (
    ("mapping values are not allowed", "A second ': ' on one line",
     "quote the text that holds the colon, or begin a new line"),
    ("cannot start any token", "A character that cannot begin a value",
     "indent with spaces, and quote text that begins with %, @, ` or a tab"),
    ("did not find expected ',' or ']'", "A list is not closed", "check commas, quotes and ']'"),
    ("did not find expected ',' or '}'", "A mapping is not closed", "check commas, quotes and '}'"),
    ("did not find expected key", "The indentation does not fit, or a quote is missing",
     "line this key up with its sisters, and check the quotes of the line before"),
    ("did not find expected <document start>", "The file went on after its end",
     "take out the line of three dots"),
    ("did not find expected node content", "A value is missing",
     "write it, or look for a bracket, comma or quote too many"),
    ("did not find expected '-' indicator", "The indentation does not fit the list",
     "line the dashes up"),
    ("could not find expected ':'", "A ':' is missing after this key",
     "write `key: value`; quote text that runs over lines"),
    ("found unexpected end of stream", "A quote is not closed", "close the quotes"),
    ("found unknown escape character", "A backslash that means nothing in double quotes",
     "write it twice, or use single quotes"),
    ("block sequence entries are not allowed", "A list item cannot begin here",
     "put the dash on a line of its own, indented under the key"),
    ("found undefined tag handle", "Tags (!name) are refused", "quote text that begins with !"),
    ("while scanning an anchor", "Anchors (&name) are refused", "quote text that begins with &"),
)  # fmt: skip


def _explain(problem: str) -> tuple[str, str]:
    for words, message, fix in _EXPLAINED:
        if words in problem:
            return message, fix
    return f"This is not YAML: {problem}", "check quotes, brackets and the indentation"
