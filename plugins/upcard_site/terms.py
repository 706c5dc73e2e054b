"""The glossary: read from one file, linked where a section first uses a term."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import yaml
from markupsafe import Markup, escape

from upcard_site.safe import trusted

_LINKED = re.compile(r'<a class="term" href="[^"#]*#([^"]+)"')


class Term(NamedTuple):
    """One term: its anchor on the glossary page, how it is written, and its meaning."""

    id: str
    title: str
    forms: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Glossary:
    """All terms, and a pattern that finds the longest one at a place."""

    terms: tuple[Term, ...] = ()
    by_form: Mapping[str, Term] = field(default_factory=dict)
    pattern: re.Pattern[str] | None = None

    def linker(self, url: str) -> Linker:
        """Return what links terms to the glossary page at `url`, each once."""
        return Linker(self, url)


@dataclass
class Linker:
    """Links each term once; ask for a new one for each section."""

    glossary: Glossary
    url: str
    done: set[str] = field(default_factory=set)

    def __call__(self, text: Markup) -> Markup:
        """Link the terms in safe text that holds no tags."""
        if self.glossary.pattern is None or "<" in text:
            return text
        return trusted(self.glossary.pattern.sub(self._link, str(text)))

    def _link(self, match: re.Match[str]) -> str:
        term = self.glossary.by_form[match[0].lower()]
        if term.id in self.done:
            return match[0]
        self.done.add(term.id)
        link = Markup('<a class="term" href="{}#{}" data-means="{}">').format(
            self.url, term.id, term.text
        )
        return f"{link}{match[0]}</a>"


def terms_in(html: str) -> list[str]:
    """Return the ids of the terms that a page links, in order."""
    return list(dict.fromkeys(_LINKED.findall(html)))


def read_glossary(path: Path) -> Glossary:
    """Read `term: meaning` or `term: {bare: ..., forms: [...], text: ...}`; no file is none."""
    if not path.is_file():
        return Glossary()
    data = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return glossary(data)


def glossary(data: Mapping[str, object]) -> Glossary:
    """Build the glossary from plain data."""
    terms = []
    for title, entry in sorted(data.items(), key=lambda pair: pair[0].lower()):
        text = entry["text"] if isinstance(entry, Mapping) else str(entry)
        forms = tuple(entry.get("forms", ())) if isinstance(entry, Mapping) else ()
        slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        bare = not isinstance(entry, Mapping) or entry.get("bare", True)
        terms.append(Term(slug, title, (title, *forms) if bare else forms, text))
    by_form = {str(escape(form)).lower(): term for term in terms for form in term.forms}
    longest = sorted(by_form, key=len, reverse=True)
    words = "|".join(re.escape(form) for form in longest)
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE) if words else None
    return Glossary(tuple(terms), by_form, pattern)
