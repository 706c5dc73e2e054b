"""A finished page, in the form both adapters take: blocks of HTML under headings."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from upcard_site.language import ENGLISH, say, speaking

TOP = "_top"
"""The id of a page's title. No rule or section can have it: theirs begin with a letter."""
_PROOF = re.compile(r"<!--proof-->(.*?)<!--/proof-->", re.DOTALL)


class Block(NamedTuple):
    """A heading with what follows it; the first block of a page may have none.

    One of level 3 belongs to the block before it and is left out of the page's contents.
    """

    html: Markup
    title: str = ""
    id: str = ""
    level: int = 2


@dataclass(frozen=True)
class Page:
    """One page.

    Attributes:
        uri: its virtual file, such as `games/cribbage.md`.
        title, description: plain text, to be escaped wherever they go.
        blocks: the body.
        source: the file it is made from, relative to the library's root; empty if there is none.
        parent: the uri of the page it belongs to, for the way back.
        hide: parts of the theme that are hidden.
        boost: how search weighs the page.
        keywords: other names people look for.
        language: code of the language it is written in.
        alternates: code and address of the page in each language, this one included.
        changed: the day of its last change; empty if that is not told.
        data: what it is about, as JSON-LD.
        kept: where its blocks lie, if it is kept in files: the beginning of their names. The path
            is another one as soon as the page is.
    """

    uri: str
    title: str
    description: str
    blocks: Sequence[Block]
    source: str = ""
    parent: str = ""
    hide: tuple[str, ...] = ("navigation",)
    boost: float = 1.0
    keywords: tuple[str, ...] = ()
    language: str = ENGLISH
    alternates: tuple[tuple[str, str], ...] = ()
    changed: str = ""
    data: str = ""
    kept: Path | None = None

    @property
    def html(self) -> str:
        """The whole body, headings included."""
        head = Markup('<h1 id="{}">{}</h1>\n').format(TOP, self.title)
        with speaking(self.language):
            body = str(head) + "\n".join(_with_heading(block) for block in self.blocks)
        return body if self.language == ENGLISH else f'<div lang="{self.language}">{body}</div>'

    @property
    def outline(self) -> str:
        """The body with a short marker for each folded proof: what search is to read."""
        numbers = itertools.count()
        return _PROOF.sub(lambda _: f"<!--proof {next(numbers)}-->", self.html)

    def complete(self, output: str) -> str:
        """Put the proofs back into what became of the outline."""
        proofs = [match[1] for match in _PROOF.finditer(self.html)]
        return re.sub(r"<!--proof (\d+)-->", lambda match: proofs[int(match[1])], output)

    @property
    def anchors(self) -> set[str]:
        """Every id on the page."""
        return set(re.findall(r'<[^<>]* id="([^"]+)"', self.html))

    @property
    def toc(self) -> list[dict[str, Any]]:
        """The headings, as MkDocs keeps them."""
        inner = [
            {"level": 2, "id": b.id, "name": str(escape(b.title)), "children": []}
            for b in self.blocks
            if b.title and b.level == 2
        ]
        if not inner:
            return []
        return [{"level": 1, "id": TOP, "name": str(escape(self.title)), "children": inner}]

    def meta(self) -> dict[str, object]:
        """What the theme is to know of the page."""
        meta: dict[str, object] = {
            "title": str(escape(self.title)),
            "description": str(escape(self.description)),
        }
        if self.hide:
            meta["hide"] = list(self.hide)
        if self.boost != 1:
            meta["search"] = {"boost": self.boost}
        if self.language != ENGLISH:
            meta["lang"] = self.language
        if self.alternates:
            meta["alternates"] = [{"lang": code, "url": url} for code, url in self.alternates]
        if self.changed:
            meta["changed"] = self.changed
        if self.data:
            meta["data"] = self.data
        return meta

    def front_matter(self) -> str:
        """The page's meta data as a YAML header; values are JSON, which is YAML too."""
        # Not `\ud83c\udca1`: YAML has no such pairs.
        lines = [f"{n}: {json.dumps(v, ensure_ascii=False)}" for n, v in self.meta().items()]
        return "\n".join(["---", *lines, "---", ""])

    def markdown(self) -> str:
        """The page as Markdown with blocks of raw HTML, for any generator."""
        lang = "" if self.language == ENGLISH else f' lang="{self.language}"'
        parts = [self.front_matter(), f"# {_plain(self.title)}\n"]
        for block in self.blocks:
            if block.title:
                parts.append(f"{'#' * block.level} {_plain(block.title)} {{#{block.id}{lang}}}\n")
            html = re.sub(r"<!--/?proof-->", "", block.html)
            parts.append(f"<div{lang}>\n{without_blank_lines(html)}\n</div>\n")
        return "\n".join(parts)


def _with_heading(block: Block) -> str:
    if not block.title:
        return str(block.html)
    heading = Markup('<h{} id="{}">{}<a class="headerlink" href="#{}" title="{}">#</a></h{}>\n')
    n, link = block.level, say("Link to this section")
    return str(heading.format(n, block.id, block.title, block.id, link, n)) + str(block.html)


def _plain(title: str) -> str:
    """Escape a title for Markdown and HTML alike."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~])", r"\\\1", str(escape(" ".join(title.split()))))


def without_blank_lines(html: str) -> str:
    """Keep Markdown from ending a block of HTML at a blank line (inside `pre`, say)."""
    return re.sub(r"\n[ \t]*(?=\n)", "\n&#8203;", html.strip()) if "\n\n" in html else html.strip()
