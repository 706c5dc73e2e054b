"""Reading `article.md`: sections, and the sentences that carry a rule's mark.

A mark `{#rule-id}` or `{#rule-id when="option=value"}` stands at the very end of a paragraph or
list item. Code, in fences or backticks, is left alone. In a translation the mark also says which
English sentence it was made from, `{#rule-id of=3f2a9c1b}`, and so does a heading: `{of=3f2a9c1b}`.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from upcard_library.model import Article, Fault, Place, Section, Sentence
from upcard_library.strict_yaml import CONTROL, REFUSED, decode
from upcard_library.told import LOOKED_FOR

MARK = re.compile(
    r'\s*\{#(?P<rule>[A-Za-z0-9_-]+)(?:\s+of=(?P<of>[^\s"{}]*))?(?:\s+when="(?P<when>[^"{}]*)")?'
    r"\s*\}[ \t]*$",
    re.MULTILINE,
)
HEADING_OF = re.compile(r"\s*\{of=([^\s{}]*)\}\s*$")
_BRACE = re.compile(r"\{\s*[#:.][^{}]*\}|\{#")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
MOST_BRACKETS = 60
"""Square brackets in a paragraph; a renderer's time may grow with their cube."""
MOST_LEVELS = 8
"""Lists and quotations inside one another."""
_LEVELS = re.compile(rf"[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t]+){{{MOST_LEVELS},}}|[ \t]{{40,}}\S")
_HEADING = re.compile(r"(#{1,6})\s+(.*)$")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ENTITY = re.compile(r"&#?\w{1,32};")
_TICKS = re.compile("`+")
_HTML = re.compile(r"<(?!https://|mailto:)(?=[A-Za-z/!?])[^>\s]*>?")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]*)")
_DEFINITION = re.compile(r"\s{0,3}\[(?!\^)[^\]]+\]:\s*<?(\S*?)>?(?:\s|$)")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*:[^>\s]*)>")
_BLOCKED = re.compile(r"javascript:|data:|vbscript:|//", re.IGNORECASE)


def slugify(title: str) -> str:
    """Turn a heading into an anchor.

    >>> slugify("Players and cards")
    'players-and-cards'
    >>> slugify("Сдача")
    'сдача'
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
    return slug or re.sub(r"[\W_]+", "-", title.casefold()).strip("-")


def without_code(line: str) -> str:
    """Blank out code in backticks, keeping every column."""
    if "`" not in line:
        return line
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(line)]
    closing: dict[int, list[int]] = {}  # ends of the runs of each length, the last one first
    for start, end in reversed(runs):
        closing.setdefault(end - start, []).append(end)
    out, done = [], 0
    for start, end in runs:
        ends = closing[end - start]
        while ends and ends[-1] <= end:
            ends.pop()
        if start >= done and ends:
            out += [line[done:start], " " * (ends[-1] - start)]
            done = ends[-1]
    return "".join([*out, line[done:]])


@dataclass
class Block:
    """A paragraph or list item: its lines and the number of the first."""

    first: int
    lines: list[str]
    section: str

    @property
    def markdown(self) -> str:
        """The text on one line, without the list marker."""
        lines = [self.lines[0][len(m[0]) :] if (m := _ITEM.match(self.lines[0])) else self.lines[0]]
        return " ".join(line.strip() for line in lines + self.lines[1:])


@dataclass
class _Reading:
    path: Path
    faults: list[Fault] = field(default_factory=list)
    title: str = ""
    of: str = ""
    heads: list[tuple[str, str, int, str]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    slugs: set[str] = field(default_factory=set)
    many: Counter[str] = field(default_factory=Counter)

    def fault(self, line: int, column: int, code: str, message: str, **more: str) -> None:
        self.many[code] += 1
        if self.many[code] > LOOKED_FOR:
            return
        self.faults.append(Fault(Place(self.path, line, column), code, message, **more))


def read_article(path: Path, raw: bytes) -> tuple[Article | None, list[Fault]]:
    """Read an article; what is wrong with its form is told in the faults."""
    text, faults = decode(path, raw)
    if faults:
        return None, faults
    lines = text.split("\n")
    reading = _Reading(path)
    _split(reading, [line.rstrip("\r") for line in lines])
    sentences = tuple(found for block in reading.blocks if (found := _sentence(reading, block)))
    if not reading.title:
        reading.fault(1, 1, "ARTICLE-TITLE", "The first line is the title", fix="write '# Title'")
    starts = [line for _, _, line, _ in reading.heads] + [len(lines) + 1]
    sections = tuple(
        Section(title, slug, "\n".join(lines[line : starts[number + 1] - 1]).strip("\n"), line, of)
        for number, (title, slug, line, of) in enumerate(reading.heads)
    )
    first = 1 if reading.title else 0
    intro = "\n".join(lines[first : starts[0] - 1]).strip("\n")
    name = path.name.removeprefix("article").removesuffix(".md").strip(".")
    article = Article(
        path, name or "en", reading.title, intro, sections, sentences, text, reading.of
    )
    return article, reading.faults


def _split(reading: _Reading, lines: list[str]) -> None:
    """Split the lines into headings and blocks."""
    fence = ""
    block: Block | None = None
    for number, line in enumerate(lines, 1):
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and not line.strip(" `~"):
                fence = ""
            continue
        section = reading.heads[-1][1] if reading.heads else ""
        if opened:
            fence, block = opened[1], None
            continue
        _check_line(reading, number, line)
        heading = _HEADING.match(line)
        if not line.strip():
            block = None
        elif heading:
            block = None
            title = heading[2].rstrip().rstrip("#").rstrip()
            _heading(reading, number, len(heading[1]), title)
        elif block is None or _ITEM.match(line):
            block = Block(number, [line], section)
            reading.blocks.append(block)
        else:
            block.lines.append(line)


def paragraphs(article: Article) -> list[tuple[Block, Sentence | None]]:
    """Return every paragraph and list item of an article, with its mark if it has one."""
    reading = _Reading(article.path)
    _split(reading, [line.rstrip("\r") for line in article.source.split("\n")])
    slugs = {head[1]: s.slug for head, s in zip(reading.heads, article.sections, strict=False)}
    for block in reading.blocks:
        block.section = slugs.get(block.section, block.section)
    marked = {sentence.place.line: sentence for sentence in article.sentences}
    return [(b, marked.get(b.first + len(b.lines) - 1)) for b in reading.blocks]


def _heading(reading: _Reading, number: int, level: int, title: str) -> None:
    stamp = HEADING_OF.search(title) if level < 3 else None
    title, of = (title[: stamp.start()], stamp[1]) if stamp else (title, "")
    if level == 1:
        reading.of = reading.of or of
        if reading.title or number != 1:
            reading.fault(number, 1, "ARTICLE-TITLE", "There is one title, on the first line",
                          found=title, fix="write sections as '## Section'")  # fmt: skip
        reading.title = reading.title or title
    elif level == 2:
        slug = slugify(title)
        if not slug or slug in reading.slugs:
            reading.fault(number, 1, "ARTICLE-SECTION", "Sections have names of their own",
                          found=title, fix="rename or join the sections")  # fmt: skip
        reading.heads.append((title, slug, number, of))
        reading.slugs.add(slug)


def _sentence(reading: _Reading, block: Block) -> Sentence | None:
    """Return the marked sentence of a block; complain of marks in other places."""
    last = len(block.lines) - 1
    if sum(line.count("[") for line in block.lines) > MOST_BRACKETS:
        reading.fault(block.first, 1, "ARTICLE-DEPTH", "There are too many square brackets",
                      found=block.lines[0].strip(), fix="take them out")  # fmt: skip
    found = None
    for offset, line in enumerate(block.lines):
        number = block.first + offset
        plain = without_code(line)
        mark = MARK.search(plain) if offset == last else None
        if mark:
            column = plain.index("{#", mark.start()) + 1
            body = Block(block.first, [*block.lines[:-1], line[: mark.start()]], block.section)
            place = Place(reading.path, number, column)
            when, of = (mark["when"] or "").strip(), mark["of"] or ""
            found = Sentence(mark["rule"], body.markdown.rstrip(), when, block.section, place, of)
            plain = plain[: mark.start()]
            if not body.markdown.strip():
                reading.fault(number, column, "ARTICLE-MARK", "A mark needs a sentence before it",
                              found=mark[0].strip(), fix="write the rule before it")  # fmt: skip
        for brace in _BRACE.finditer(plain):
            reading.fault(
                number, brace.start() + 1, "ARTICLE-MARK",
                "A mark stands at the very end of a paragraph or list item, one to a sentence",
                found=line[brace.start() :].strip()[:60],
                fix='write {#rule-id} or {#rule-id when="option=value"} at the end',
            )  # fmt: skip
    return found


def _check_line(reading: _Reading, number: int, line: str) -> None:
    if deep := _LEVELS.match(line):
        reading.fault(number, 1, "ARTICLE-DEPTH", "Lists and quotations lie too deep",
                      found=deep[0].strip(), fix="write it as a paragraph")  # fmt: skip
    plain = without_code(line)
    if not any(sign in plain for sign in "<]&"):
        return
    for column, code, message, found, fix in active(plain):
        reading.fault(number, column, code, message, found=found, fix=fix)


class Active(NamedTuple):
    """What a line of Markdown may not hold: HTML, a link elsewhere, a character that lies."""

    column: int
    code: str
    message: str
    found: str
    fix: str


def active(plain: str) -> Iterator[Active]:
    """Find what a line of Markdown, its code left out, may not hold."""
    for match in _ENTITY.finditer(plain):
        if CONTROL.search(html.unescape(match[0])):
            yield Active(match.start() + 1, "FILE-CHARACTER", REFUSED, match[0], "take it out")
    for match in _HTML.finditer(plain):
        yield Active(match.start() + 1, "ARTICLE-HTML", "HTML is refused in an article", match[0],
                     "write Markdown")  # fmt: skip
    for column, written in _targets(plain):
        target = html.unescape(written)
        scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target)
        allowed = not scheme or target.lower().startswith("https://")
        if not allowed or target.startswith("/") or not target or _BLOCKED.match(target):
            yield Active(column, "ARTICLE-LINK", "A link leads to https or a file beside this one",
                         target or "nothing", "write https://... or a relative path")  # fmt: skip


def _targets(plain: str) -> Iterator[tuple[int, str]]:
    for pattern in (_LINK, _DEFINITION, _AUTOLINK):
        for match in pattern.finditer(plain):
            yield match.start(1) + 1, match[1]


__all__ = [
    "HEADING_OF", "MARK", "Active", "Block", "active", "paragraphs", "read_article", "slugify",
    "without_code",
]  # fmt: skip
