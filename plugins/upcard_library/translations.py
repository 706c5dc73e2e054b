"""Translations: what a sentence was made from, and whether that has changed since.

A translation has the sections, marks and `{{ names }}` of the English article and nothing of its
own but the words. Each mark carries the hash of the English sentence it was made from; a heading
carries that of its title and of the prose under it that bears no mark.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from upcard_library.article import HEADING_OF, paragraphs
from upcard_library.finding import Findings
from upcard_library.model import Article, GameArticle, Place
from upcard_library.numbers import PLACEHOLDER

Key = tuple[str, str]
"""A sentence by its rule and condition, a section as `("", slug)`, the beginning as `("", "")`."""
HASH = re.compile(r"[0-9a-f]{8}")
_MARKED = r"(?P<head>\{#%s)(?:\s+of=[^\s\"{}]*)?"
_CLOSING = re.compile(r"\s*#*\s*$")


class Part(NamedTuple):
    """What is translated as a whole: its text, where it stands, and what it was made from."""

    key: Key
    text: str
    of: str
    place: Place
    section: str

    @property
    def hash(self) -> str:
        """The short hash of its text; line breaks and spaces do not count."""
        return digest(self.text)

    @property
    def name(self) -> str:
        """What the part is called on the command line and in messages."""
        return self.key[0] or self.section or "the title"


class Stale(NamedTuple):
    """A part of a translation with the English part that has changed since."""

    part: Part
    english: Part


def digest(text: str) -> str:
    r"""Return the short hash of a text.

    >>> digest("You must follow suit.") == digest("You must  follow\nsuit.")
    True
    """
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def parts(article: Article) -> list[Part]:
    """Return all that is translated: title and sections with their unmarked prose, sentences."""
    return [*_sections(article), *_sentences(article)]


def _sentences(article: Article) -> Iterator[Part]:
    for s in article.sentences:
        yield Part((s.rule, " ".join(s.when.split())), s.markdown, s.of, s.place, s.section)


def _sections(article: Article) -> Iterator[Part]:
    lines = [line.rstrip("\r") for line in article.source.split("\n")]
    marked = {
        line
        for block, sentence in paragraphs(article)
        if sentence
        for line in range(block.first, block.first + len(block.lines))
    }
    heads = [(1, article.title, "", article.of)]
    heads += [(s.line, s.title, s.slug, s.of) for s in article.sections]
    ends = [line for line, *_ in heads[1:]] + [len(lines) + 1]
    for (line, title, slug, of), end in zip(heads, ends, strict=True):
        prose = [lines[n - 1] for n in range(line + 1, end) if n not in marked]
        column = lines[line - 1].find("{of=") + 1 or 1
        text = "\n".join([title, *prose])
        yield Part(("", slug), text, of, Place(article.path, line, column), slug)


def stale(article: Article, english: Article) -> list[Stale]:
    """Return the parts of a translation whose English has changed since they were made."""
    source = {part.key: part for part in parts(english)}
    return [
        Stale(part, source[part.key])
        for part in parts(article)
        if part.key in source and HASH.fullmatch(part.of) and part.of != source[part.key].hash
    ]


# --- binding --------------------------------------------------------------------------------


def bind_translations(game: GameArticle, found: Findings) -> None:
    """Refuse what a translation has more or less than the English article; tell what is stale."""
    for part in parts(game.article):
        if part.of:
            found.add(part.place, "ARTICLE-MARK", "Only a translation says what it was made from",
                      f"of={part.of}", fix="take it out")  # fmt: skip
    for article in game.translations.values():
        _same_sections(game, article, found)
        pairs = _pairs(game, article, found)
        for part, english in pairs:
            _same_names(part, english, found)
            _stamped(game, article, part, english, found)


def _same_sections(game: GameArticle, article: Article, found: Findings) -> None:
    ours, theirs = article.sections, game.article.sections
    if len(ours) > len(theirs):
        more = ours[len(theirs)]
        found.add(Place(article.path, more.line, 1), "TRANSLATION-SECTION",
                  "The English article has no section at this place", more.title,
                  fix=f"it has {len(theirs)}, in the same order")  # fmt: skip
    elif len(ours) < len(theirs):
        line = ours[-1].line if ours else 1
        found.add(Place(article.path, line, 1), "TRANSLATION-SECTION",
                  "A section of the English article is missing",
                  fix=f"after this one comes '{theirs[len(ours)].title}'")  # fmt: skip


def _pairs(game: GameArticle, article: Article, found: Findings) -> list[tuple[Part, Part]]:
    """Pair translated parts with English ones; complain of what has no counterpart."""
    english = {part.key: part for part in parts(game.article)}
    told: dict[Key, Part] = {}
    for part in parts(article):
        if part.key in told:
            found.add(part.place, "TRANSLATION-MARK", "This mark stands twice", _mark(part.key),
                      fix=f"the other is on line {told[part.key].place.line}")  # fmt: skip
        told.setdefault(part.key, part)
    missing = {key: part for key, part in english.items() if key not in told and key[0]}
    for key, part in told.items():
        if key in english and part.section != english[key].section:
            found.add(part.place, "TRANSLATION-MARK", "In English this sentence stands in another "
                      "section", _mark(key), fix=_title(game, english[key].section))  # fmt: skip
        elif key not in english and key[0]:
            near = _nearest(key, missing)
            missing = {k: p for k, p in missing.items() if k != near}
            found.add(part.place, "TRANSLATION-MARK", "No English sentence carries this mark",
                      _mark(key), fix=f"write {_mark(near)}" if near else "take it out",
                      )  # fmt: skip
    before = Place(article.path, 1, 1)
    for key, part in english.items():
        if key in told and key[0]:
            before = told[key].place
        elif key in missing:
            found.add(before, "TRANSLATION-MISSING", "A sentence of the English article is not "
                      "translated; it comes after this one", _mark(key),
                      fix=f"English: {part.text}")  # fmt: skip
    return [(part, english[key]) for key, part in told.items() if key in english]


def _nearest(key: Key, missing: Mapping[Key, Part]) -> Key | None:
    """Return the untranslated sentence whose mark was probably meant."""
    same = [other for other in missing if other[0] == key[0]]
    if same:
        return same[0]
    near = difflib.get_close_matches(key[0], [rule for rule, _ in missing], n=1)
    return next((other for other in missing if near and other[0] == near[0]), None)


def _mark(key: Key) -> str:
    return f'{{#{key[0]} when="{key[1]}"}}' if key[1] else f"{{#{key[0]}}}"


def _title(game: GameArticle, slug: str) -> str:
    title = next((s.title for s in game.article.sections if s.slug == slug), "the beginning")
    return f"under '{title}'"


def _same_names(part: Part, english: Part, found: Findings) -> None:
    ours = {match[1] for match in PLACEHOLDER.finditer(part.text)}
    theirs = {match[1] for match in PLACEHOLDER.finditer(english.text)}
    for more, names in (("lacks", theirs - ours), ("has", ours - theirs)):
        if names:
            where = "sentence" if part.key[0] else "section"
            found.add(part.place, "TRANSLATION-NUMBER", f"The English {where} has other numbers: "
                      f"this one {more} them", ", ".join(f"{{{{ {n} }}}}" for n in sorted(names)),
                      fix=f"English: {_cut(english.text)}")  # fmt: skip


def _stamped(
    game: GameArticle, article: Article, part: Part, english: Part, found: Findings
) -> None:
    way = f"--rule {part.key[0]}" if part.key[0] else f"--section {part.section or 'title'}"
    command = f"`upcard stamp {game.id} {article.language} {way}`"
    if not HASH.fullmatch(part.of):
        found.add(part.place, "TRANSLATION-STAMP", "This does not say what it was made from",
                  part.of, fix=f"compare it with the English, then run {command}")  # fmt: skip
    elif part.of != english.hash:
        what = "sentence" if part.key[0] else "prose"
        found.add(part.place, "TRANSLATION-STALE", f"The English {what} has changed since this "
                  "was translated", part.name, level="warning",
                  fix=f"English now: {_cut(english.text)} (then {command})")  # fmt: skip


def _cut(text: str, most: int = 400) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}..."


# --- stamping -------------------------------------------------------------------------------


def stamp(
    raw: bytes, article: Article, english: Article,
    rules: Iterable[str] = (), sections: Iterable[str] = (),
) -> tuple[bytes, list[Stale]]:  # fmt: skip
    """Write the hashes of the English into the marks of a translation and touch nothing else.

    Args:
        raw: the file as it is.
        article: the same, read.
        english: what it translates.
        rules: only the sentences of these rules.
        sections: only the headings of these sections (`title` for the first); with neither, all.

    Returns:
        the file as it shall be, and the parts whose mark has changed.
    """
    source = {part.key: part for part in parts(english)}
    only, heads = set(rules), set(sections)
    lines = raw.decode("utf-8").split("\n")
    changed = []
    for part in parts(article):
        name = part.key[0] or part.section or "title"
        chosen = name in (only if part.key[0] else heads) or not (only or heads)
        if chosen and part.key in source and part.of != source[part.key].hash:
            number = part.place.line - 1
            lines[number] = _written(lines[number], part, source[part.key].hash)
            changed.append(Stale(part, source[part.key]))
    return "\n".join(lines).encode(), changed


def _written(line: str, part: Part, value: str) -> str:
    rule = part.key[0]
    if rule:
        start = part.place.column - 1 + line.startswith("\ufeff")
        mark = re.compile(_MARKED % re.escape(rule))
        head, tail = line[:start], line[start:]
        return head + mark.sub(lambda m: f"{m['head']} of={value}", tail, count=1)
    body = line.rstrip("\r")
    end = line[len(body) :]
    closing = _CLOSING.search(body)
    at = closing.start() if closing else len(body)
    title, tail = body[:at], body[at:]
    old = HEADING_OF.search(title)
    return f"{title[: old.start()] if old else title} {{of={value}}}{tail}{end}"


__all__ = ["Part", "Stale", "bind_translations", "digest", "parts", "stale", "stamp"]
