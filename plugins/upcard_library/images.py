"""Pictures in an article: files of the game's own folder, of a few kinds, small, and lifeless.

A picture is written `![what it shows](img/table.svg)`. What a file is, and how large it is, is read
from its first bytes, whatever its name says. An SVG file may hold shapes and text and nothing that
acts, loads or refers: on a page it is an `<img>`, but its address can be opened by itself.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from upcard_library.article import paragraphs, without_code
from upcard_library.build import inside
from upcard_library.finding import Findings
from upcard_library.model import Article, GameArticle, Place

KINDS = {"png": "png", "jpg": "jpeg", "jpeg": "jpeg", "webp": "webp", "svg": "svg"}
"""The kind of file by the end of its name."""
MOST_BYTES = 200 * 1024
MOST_PIXELS = 2000
"""Greatest width, and greatest height."""
_WRITTEN = re.compile(r"!\[([^\[\]]*)\]\(\s*<?([^)\s>]*)")
_SHAPES = {
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
    "title", "desc", "defs", "linearGradient", "radialGradient", "stop", "clipPath",
}  # fmt: skip
_LOADS = re.compile(r"url\s*\(\s*(?!#)|@import|expression|javascript:|\\", re.IGNORECASE)
_LENGTH = re.compile(r"\s*([0-9]{1,6})(?:\.[0-9]*)?\s*(?:px)?\s*")


class Picture(NamedTuple):
    """A sound picture: its name from the game's folder, and its size in pixels."""

    name: str
    width: int
    height: int


class Unsound(ValueError):
    """A file that may not be shown.

    Attributes:
        code, message, found, fix: as in a `Fault`.
    """

    def __init__(self, code: str, message: str, found: object, fix: str) -> None:
        super().__init__(message)
        self.code, self.message, self.found, self.fix = code, message, str(found), fix


def pictures(game: GameArticle) -> dict[str, Picture]:
    """Return the sound pictures that a game's article or its translations show, by name."""
    found: dict[str, Picture] = {}
    for article in (game.article, *game.translations.values()):
        for _, _, name in _images(article):
            if name in found or not _is_here(game, name):
                continue
            try:
                found[name] = look_at(game.folder, name)
            except Unsound:
                continue
    return found


def bind_images(game: GameArticle, found: Findings) -> None:
    """Refuse pictures that are not there, lie elsewhere, are no pictures, or could act."""
    for article in (game.article, *game.translations.values()):
        for place, text, name in _images(article):
            if not text.strip():
                found.add(place, "IMAGE-ALT", "A picture says nothing to whoever cannot see it",
                          name, fix="write ![what it shows](file)")  # fmt: skip
            _bind_image(game, place, name, found)


def _bind_image(game: GameArticle, place: Place, name: str, found: Findings) -> None:
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", name) or not inside(game.folder, name):
        found.add(place, "FILE-OUTSIDE", "A picture lies in the game's own folder", name,
                  fix="copy the file into the folder, and give its name from there")  # fmt: skip
        return
    try:
        look_at(game.folder, name)
    except Unsound as error:
        found.add(place, error.code, error.message, error.found, fix=error.fix)


def _images(article: Article) -> Iterator[tuple[Place, str, str]]:
    """Yield each picture of an article: where its file is named, its text, and that name."""
    for block, _ in paragraphs(article):
        for number, line in enumerate(block.lines, block.first):
            for match in _WRITTEN.finditer(without_code(line)):
                yield Place(article.path, number, match.start(2) + 1), match[1], match[2]


def _is_here(game: GameArticle, name: str) -> bool:
    return ":" not in name and not name.startswith("/") and inside(game.folder, name)


def look_at(folder: Path, name: str) -> Picture:
    """Return what a picture is.

    Raises:
        Unsound: it may not be shown, and why.
    """
    kind = KINDS.get(name.rpartition(".")[2])
    if kind is None or not re.fullmatch(r"[A-Za-z0-9_./-]+", name):
        raise Unsound("IMAGE-KIND", "This is no picture that a page may show", name,
                      f"save it as {', '.join(KINDS)}; name it in plain letters")  # fmt: skip
    try:
        with (folder / name).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError:
        raise Unsound("FILE-MISSING", "There is no such file in the game's folder", name,
                      "put the picture there, or correct its name") from None  # fmt: skip
    if len(raw) > MOST_BYTES:
        raise Unsound("IMAGE-SIZE", "The picture's file is too large", name,
                      f"make it {MOST_BYTES // 1024} KiB at most")  # fmt: skip
    size = _svg_size(raw, name) if kind == "svg" else _SIZES[kind](raw)
    if size is None:
        raise Unsound("IMAGE-KIND", f"This file is no {kind} picture", name,
                      "save it anew as what its name says")  # fmt: skip
    if not all(1 <= side <= MOST_PIXELS for side in size):
        raise Unsound("IMAGE-SIZE", f"A picture is 1 to {MOST_PIXELS} pixels wide and high",
                      f"{size[0]} × {size[1]}", "make it smaller")  # fmt: skip
    return Picture(name, *size)


# --- sizes -----------------------------------------------------------------------------------


def _png_size(raw: bytes) -> tuple[int, int] | None:
    if len(raw) < 33 or not raw.startswith(b"\x89PNG\r\n\x1a\n") or raw[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", raw[16:24])
    return width, height


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    at = 2 if raw.startswith(b"\xff\xd8\xff") else len(raw)
    while at + 9 <= len(raw) and raw[at] == 0xFF:
        marker, length = raw[at + 1], int.from_bytes(raw[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None


def _webp_size(raw: bytes) -> tuple[int, int] | None:
    if len(raw) < 30 or raw[:4] != b"RIFF" or raw[8:12] != b"WEBP":
        return None
    if raw[12:16] == b"VP8X":
        return _little(raw[24:27]) + 1, _little(raw[27:30]) + 1
    if raw[12:16] == b"VP8L" and raw[20] == 0x2F:
        bits = _little(raw[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if raw[12:16] == b"VP8 " and raw[23:26] == b"\x9d\x01\x2a":
        return _little(raw[26:28]) & 0x3FFF, _little(raw[28:30]) & 0x3FFF
    return None


def _little(raw: bytes) -> int:
    return int.from_bytes(raw, "little")


_SIZES = {"png": _png_size, "jpeg": _jpeg_size, "webp": _webp_size}


# --- SVG -------------------------------------------------------------------------------------


def _svg_size(raw: bytes, name: str) -> tuple[int, int] | None:
    """Return the size of an SVG picture that holds nothing but shapes and text.

    Raises:
        Unsound: it holds something else.
    """
    tops: list[dict[str, str]] = []

    def refuse(what: str) -> None:
        raise Unsound("IMAGE-ACTIVE", "A picture may hold shapes and text, nothing that acts or "
                      "loads", what, "save it as plain SVG, or as png")  # fmt: skip

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag not in _SHAPES:
            refuse(f"<{tag}>")
        for key, value in attributes.items():
            acts = key.lower().startswith("on") or key.lower().endswith(("href", "base", "src"))
            if acts or _LOADS.search(value):
                refuse(key)
        if not tops:
            tops.append({"": tag, **attributes})

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = lambda *_: refuse("<!DOCTYPE>")
    parser.ProcessingInstructionHandler = lambda *_: refuse("<?...?>")
    try:
        parser.Parse(raw, True)
    except expat.ExpatError:
        return None
    top = tops[0]
    if top[""] != "svg" or top.get("xmlns") != "http://www.w3.org/2000/svg":
        return None
    box = top.get("viewBox", "").replace(",", " ").split()
    sides = [top.get(side, box[2 + n] if len(box) == 4 else "") for n, side in
             enumerate(("width", "height"))]  # fmt: skip
    found = [int(match[1]) for side in sides if (match := _LENGTH.fullmatch(side))]
    if len(found) != 2:
        raise Unsound("IMAGE-SIZE", "The picture does not say how large it is", name,
                      "give its <svg> a width and a height, or a viewBox")  # fmt: skip
    return found[0], found[1]


__all__ = ["Picture", "bind_images", "look_at", "pictures"]
