"""What is mechanical in a game's files, found and mended: quotes, cards, blanks, ends of lines.

`check` tells what `mends` finds and `fmt` makes the edits, so that the two cannot differ. Comments
and lines with nothing to mend stay as they are, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from upcard.cards import Deck
from upcard.decks import DECKS
from upcard_library.card_text import canonical, canonical_move
from upcard_library.files import modeline
from upcard_library.model import Fault, Place
from upcard_library.pack import read_pack
from upcard_library.schema import validate
from upcard_library.spans import Edit, Spans, edited, line_ends, spans
from upcard_library.strict_yaml import Document, Path_, decode, guessed_elsewhere, read_yaml

BOM = b"\xef\xbb\xbf"
_MODELINE = re.compile(r"\s*#\s*yaml-language-server:")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_AS_TEXT = "put it in quotes"


@dataclass
class Mends:
    """What can be mended in one file.

    Attributes:
        text: the file as read, without a byte order mark.
        faults: what is told, each at its place.
        edits: what mends it.
    """

    path: Path
    raw: bytes
    text: str
    faults: list[Fault] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)

    def add(
        self, at: int, code: str, message: str, found: str = "", fix: str = "", nearest: str = ""
    ) -> None:
        """Note a fault at an offset."""
        before = self.text[:at]
        place = Place(self.path, before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1)
        fix = fix or "`upcard fmt` does it"
        self.faults.append(Fault(place, code, message, found, nearest, fix, "warning"))

    @property
    def mended(self) -> bytes:
        """The file as it should be."""
        if not self.faults:
            return self.raw
        return edited(self.text, self.edits).encode()


def formatted_files(folder: Path) -> list[Path]:
    """Return the files of a game that `fmt` looks at."""
    return [path for path in (folder / "game.yaml", *sorted(folder.glob("article*.md")))
            if path.is_file()]  # fmt: skip


def mends(path: Path, raw: bytes) -> Mends:
    """Find everything mechanical in a file; nothing in one that is not text."""
    text, refused = decode(path, raw)
    found = Mends(path, raw, text)
    if refused:
        return found
    inside: Iterable[range] = ()
    if path.suffix == ".yaml":
        where = spans(text)
        _modeline(found)
        if where is None:  # whether a blank matters cannot be known
            inside = [range(1, text.count("\n") + 2)]
        else:
            inside = _long_scalars(where, text)
            _values(found, read_yaml(path, raw), where)
    else:
        inside = _prose_kept(text)
    if raw.startswith(BOM):
        found.add(0, "FORMAT-BOM", "The file begins with a byte order mark")
    kept = {number for lines in inside for number in lines}
    _lines(found, kept)
    _end(found, kept)
    return found


def _modeline(found: Mends) -> None:
    """Want a first line that tells editors where the schema is, if there is one above."""
    line = modeline(found.path)
    if line and not any(map(_MODELINE.match, found.text.split("\n")[:3])):
        found.add(0, "FORMAT-MODELINE", "Editors are not told of the schema", "", "", line)
        found.edits.append(Edit(0, 0, f"{line}\n"))


# --- lines ----------------------------------------------------------------------------------


def _long_scalars(where: Spans, text: str) -> Iterator[range]:
    """Yield the lines inside of texts that run over several lines: blanks may matter there."""
    for span in where.values.values():
        if span.scalar and "\n" in text[span.start : span.end + 1]:
            first = text.count("\n", 0, span.start) + 1
            yield range(first, text.count("\n", 0, span.end) + 2)


def _prose_kept(text: str) -> Iterator[range]:
    """Yield the lines of prose whose blanks matter: code, and hard line breaks."""
    fence = ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        opened = _FENCE.match(line)
        if opened and (not fence or opened[1].startswith(fence)):
            fence = "" if fence else opened[1]
        elif fence or (
            line.rstrip("\r").endswith("  ") and line.strip()
            and number < len(lines) and lines[number].strip()
        ):  # fmt: skip
            yield range(number, number + 1)


def _lines(found: Mends, kept: set[int]) -> None:
    at, odd = 0, []
    returns = line_ends(found.text) == "\r\n"
    for number, line in enumerate(found.text.split("\n"), 1):
        last = at + len(line) == len(found.text)
        plain = line if last else line.removesuffix("\r")
        clean = plain if number in kept else plain.rstrip(" \t")
        end = "\r" if returns and not last else ""
        if plain + end != line:
            odd.append(at + len(plain))
        if clean != plain:
            found.add(at + len(clean), "FORMAT-BLANKS", "Blanks stand at the end of this line")
        if clean + end != line:
            found.edits.append(Edit(at + len(clean), at + len(line), end))
        at += len(line) + 1
    if odd:
        many = f"{len(odd)} line{'' if len(odd) == 1 else 's'}"
        most, rest = ("CR and LF", "LF alone") if returns else ("LF alone", "CR and LF")
        found.add(odd[0], "FORMAT-LINES", f"Most lines end with {most}, some with {rest}", many)


def _end(found: Mends, kept: set[int]) -> None:
    """Want exactly one line end at the end of the file."""
    text = found.text
    body = text.rstrip("\r\n \t")
    tail = text[len(body) :]
    if not body:
        return
    if body.count("\n") + 1 in kept:  # a text of several lines ends here: its blanks are its own
        if not text.endswith("\n"):
            found.add(len(text), "FORMAT-END", "The last line has no end")
            found.edits.append(Edit(len(text), len(text), "\n"))
        return
    if "\n" not in tail:
        found.add(len(text), "FORMAT-END", "The last line has no end")
    elif tail.count("\n") > 1:
        found.add(len(body), "FORMAT-END", "Empty lines stand at the end of the file")
    if tail != line_ends(text):
        found.edits[:] = [edit for edit in found.edits if edit.start < len(body)]
        found.edits.append(Edit(len(body), len(text), "\n"))


# --- values ---------------------------------------------------------------------------------


def _values(found: Mends, document: Document, where: Spans) -> None:
    """Quote what other tools would guess at, and write cards as the pack writes them."""
    to_quote = _to_quote(document)
    quoted = {fault.place for fault in to_quote}
    deck = _pack(document.data)
    for keys, table, places in (
        (False, where.values, document.places), (True, where.keys, document.keys),
    ):  # fmt: skip
        for path, span in table.items():
            if not span.scalar or span.style in ("|", ">") or path not in places:
                continue
            told = _cards(path, span.value, deck, keys=keys) if deck else None
            quote = span.style or ('"' if places[path] in quoted else "")
            if told is not None:
                found.add(span.start, "FORMAT-CARD", "The cards are not written as the pack has "
                          "them", span.value, nearest=told)  # fmt: skip
                quote = quote or ("" if _bare(told) else '"')
            if places[path] in quoted:
                found.faults += [fault for fault in to_quote if fault.place == places[path]]
            if told is not None or (quote and not span.style):
                new = span.value if told is None else told
                found.edits.append(Edit(span.start, span.end, f"{quote}{new}{quote}"))


def _to_quote(document: Document) -> list[Fault]:
    """Return what the reader tells of values that want quotes."""
    told = [fault for fault in document.faults if fault.code == "YAML-TYPE"]
    told += [
        fault for fault in validate(document)
        if fault.code == "VALUE-TYPE" and fault.fix.startswith(_AS_TEXT)
    ]  # fmt: skip
    return told


def _bare(text: str) -> bool:
    """Say whether cards may stand without quotes: other tools take them for nothing else."""
    return " " in text or not (text[0].isdigit() or guessed_elsewhere(text))


def _pack(data: Any) -> Deck | None:
    """Return the pack a file names, if it can be known."""
    if not isinstance(data, dict):
        return None
    if data.get("deck") == "own":
        try:
            return read_pack(data["pack"])
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
    return DECKS.get(data["deck"]) if isinstance(data.get("deck"), str) else None


def _cards(path: Path_, text: str, deck: Deck, *, keys: bool) -> str | None:
    """Return cards as they should be written, if cards may stand here and these should not."""
    if path[:1] != ("examples",) or len(path) < 4:
        return None
    part = path[2]
    if part == "do" and not keys:
        return canonical_move(text, deck)
    rest = path[3:] if part == "then" else path[4:] if part == "per_variant" else ()
    write = partial(_as_cards_or_move, deck=deck)
    if keys:
        return write(text) if len(rest) == 2 and rest[0] == "refused" else None
    if part == "given" or rest[:1] == ("state",) or rest == ("legal",):
        return canonical(text, deck)
    return write(text) if len(rest) == 2 and rest[0] in ("legal", "allowed") else None


def _as_cards_or_move(text: str, deck: Deck) -> str | None:
    return canonical(text, deck) or canonical_move(text, deck)


__all__ = ["Mends", "formatted_files", "mends"]
