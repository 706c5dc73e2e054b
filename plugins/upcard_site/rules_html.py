"""The article's sections as HTML, with an anchor, a margin mark and the proof at each rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup

from upcard_library.article import MARK
from upcard_library.model import Section
from upcard_site import prose
from upcard_site.book import Book
from upcard_site.language import foreign, say
from upcard_site.safe import trusted

_BLOCK = re.compile(r"(?<=\})(?=[ \t]*\n)|(?<=\n)(?=\s*\n)|(?<=\n)(?=\s*(?:[-*+]|\d+[.)])\s)")
"""Where one marked block may end and the next begin."""

Proof = Callable[[str, str], Markup]
"""Gives the folded examples of one sentence, from its rule and anchor."""


class Rule(NamedTuple):
    """One mark: the rule, its condition, the anchor of its sentence, whether it holds now."""

    id: str
    when: str
    anchor: str
    holds: bool


@dataclass
class Anchors:
    """Gives every sentence its anchor: the plain rule id to the one that holds, if any does."""

    book: Book
    given: dict[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        taken: dict[str, int] = {}
        sentences = self.book.game.article.sentences
        for sentence in sorted(sentences, key=lambda s: not self.book.holds(s.when)):
            number = taken[sentence.rule] = taken.get(sentence.rule, 0) + 1
            anchor = sentence.rule if number == 1 else f"{sentence.rule}--{number}"
            self.given.setdefault((sentence.rule, sentence.when), anchor)

    def rule(self, rule: str, when: str) -> Rule:
        """Return a mark with its anchor."""
        return Rule(rule, when, self.given.get((rule, when), rule), self.book.holds(when))

    def place(self, slug: str) -> str:
        """Return a section's anchor; rules have the first claim to theirs."""
        taken = set(self.given.values())
        return f"section-{slug}" if slug in taken else slug


def blocks_of(text: str) -> list[str]:
    """Divide an article's text so that each piece holds one mark at most, at its end."""
    return _BLOCK.split(prose.strip_tokens(text))


def section_html(book: Book, section: Section | str, anchors: Anchors, proof: Proof) -> Markup:
    """Render one section (or the intro) with its rules marked."""
    text = section if isinstance(section, str) else section.markdown
    tokens: list[Markup] = []
    rules: dict[int, Rule] = {}
    filled = ""
    for block in blocks_of(text):
        mark = MARK.search(block)
        rule = anchors.rule(mark["rule"], mark["when"] or "") if mark else None
        under = book.where(rule.when) if rule else "base"
        body = book.fill(block[: mark.start()] if mark else block, book.numbers(under), tokens)
        filled += body
        if mark and rule:
            tokens.append(Markup(""))
            rules[len(tokens) - 1] = rule
            filled += prose.token(len(tokens) - 1) + block[mark.end() :]
    notes = "intro" if isinstance(section, str) else section.slug
    html = _place(book.blocks(filled, notes=notes), rules, book, proof)
    return trusted(prose.TOKEN.sub(lambda m: str(tokens[int(m[1])]), html))


def _place(html: str, rules: Mapping[int, Rule], book: Book, proof: Proof) -> str:
    """Turn each paragraph or list item that holds a mark into a rule."""
    out: list[str] = []
    inside: list[tuple[str, int]] = []
    after: dict[int, str] = {}
    for kind, piece in prose.pieces(html):
        name = prose.tag_name(piece)
        if kind == "open" and name not in ("br", "hr", "img"):
            inside.append((name, len(out)))
            out.append(piece)
        elif kind == "close":
            out.append(piece)
            if inside:
                out.append(after.pop(inside.pop()[1], ""))
        elif numbers := [n for n in map(int, prose.TOKEN.findall(piece)) if n in rules]:
            holder = next((h for h in reversed(inside) if h[0] in ("p", "li", "dd")), ("", 0))
            _mark_list(inside, holder, out)
            plain = piece.replace(prose.token(numbers[0]), "").rstrip()
            out.append(plain + _proven(rules[numbers[0]], holder, out, after, book, proof))
        else:
            out.append(piece)
    return "".join(out)


def _mark_list(inside: list[tuple[str, int]], holder: tuple[str, int], out: list[str]) -> None:
    """Give the list around a rule a class of its own: styles need not look into every list."""
    around = inside[inside.index(holder) - 1] if inside.index(holder) else ("", 0)
    if around[0] == "ul":
        out[around[1]] = '<ul class="rules">'


def _proven(
    rule: Rule,
    holder: tuple[str, int],
    out: list[str],
    after: dict[int, str],
    book: Book,
    proof: Proof,
) -> str:
    """Return what follows the text of a rule; its holder is opened anew as a rule."""
    name, at = holder
    if not name:
        return ""
    out[at] = _opening(out[at], rule, book)
    link = Markup('<a class="rule__link" href="#{}" aria-label="{}">#</a>')
    shown = link.format(rule.anchor, say("Link to this rule"))
    folded = proof(rule.id, rule.anchor)
    if name == "p":  # a paragraph cannot hold what is folded away: it goes behind it
        after[at] = f"{folded}</div>"
        return str(shown)
    return str(shown + folded)


def _opening(tag: str, rule: Rule, book: Book) -> str:
    kind = f"rule rule--{book.state_of(rule.id)}" if rule.holds else "rule rule--variant"
    if (rule.id, " ".join(rule.when.split())) in book.stale:
        kind += " rule--stale"
    attributes = Markup(' id="{}" class="{}" data-rule="{}"').format(rule.anchor, kind, rule.id)
    if rule.when:
        attributes += Markup(' data-when="{}"').format(rule.when)
    label = Markup("")
    if not rule.holds:
        label = Markup('<span class="rule__when" data-label="{}">{}</span> ').format(
            say("Variant"), foreign(book.condition(rule.when))
        )
    if tag == "<p>":
        return str(Markup("<div{}>{}<p>").format(attributes, label))
    return tag[:-1] + str(attributes) + ">" + str(label)
