"""A loaded library: games, their articles, examples and results, each value with its place.

Everything here is plain, typed and immutable; nothing reads files or knows MkDocs. The loader
builds it, `check`, the tests, the command line and the site read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from upcard.cards import Deck
from upcard.decks import DECKS

Value = bool | int | str


class Place(NamedTuple):
    """Where something stands: a file, a line and a column, both counted from 1."""

    file: Path
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def nearest_place(
    keys: Mapping[tuple[str, ...], Place],
    places: Mapping[tuple[str, ...], Place],
    path: tuple[str, ...],
) -> Place | None:
    """Return the place of a path: its key, else its value, else the nearest parent's."""
    for length in range(len(path), 0, -1):
        found = keys.get(path[:length]) or places.get(path[:length])
        if found:
            return found
    return None


@dataclass(frozen=True)
class Fault:
    """One thing wrong, told to whoever has to mend it.

    Attributes:
        place: where.
        code: stable, such as `RULE-UNKNOWN`; each has a section in `docs/errors.md`.
        message: what is wrong, in one sentence.
        found: what stands there.
        nearest: the nearest right answer, if there is one.
        fix: what to do.
        level: `error` fails the check, `warning` does not.
    """

    place: Place
    code: str
    message: str
    found: str = ""
    nearest: str = ""
    fix: str = ""
    level: str = "error"

    def __str__(self) -> str:
        parts = [f"{self.place} {self.code} {self.message}"]
        parts += [f"found: {self.found}"] if self.found else []
        parts += [f"did you mean: {self.nearest}"] if self.nearest else []
        parts += [self.fix] if self.fix else []
        return " | ".join(parts)


@dataclass(frozen=True)
class Sentence:
    """One marked sentence of an article.

    Attributes:
        rule: its id.
        markdown: the text with its `{{ numbers }}` still unfilled and without the mark.
        when: the condition under which it holds, empty if always.
        section: slug of the heading it stands under.
        place: where its mark stands.
        of: in a translation, the hash of the English sentence it was made from.
    """

    rule: str
    markdown: str
    when: str
    section: str
    place: Place
    of: str = ""


@dataclass(frozen=True)
class Section:
    """One `##` section: its title, slug and Markdown source with the marks still in it.

    A translated section has the slug of the English one, and in `of` the hash of its title and of
    the prose in it that carries no mark.
    """

    title: str
    slug: str
    markdown: str
    line: int
    of: str = ""


@dataclass(frozen=True)
class Article:
    """The prose of a game. `intro` is what stands before the first section."""

    path: Path
    language: str
    title: str
    intro: str
    sections: tuple[Section, ...]
    sentences: tuple[Sentence, ...]
    source: str
    of: str = ""

    def sentences_for(self, rule: str) -> tuple[Sentence, ...]:
        """Return the sentences that carry a rule id, in order."""
        return tuple(sentence for sentence in self.sentences if sentence.rule == rule)


@dataclass(frozen=True)
class OptionInfo:
    """One option as the article presents it, with its default, values and words for people."""

    name: str
    rule: str
    kind: str
    default: Value
    values: tuple[Value, ...]
    text: str
    labels: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variant:
    """A named set of option values, with its provenance (`source`, `house` or `inferred`)."""

    id: str
    title: str
    settings: Mapping[str, Value]
    basis: str
    sources: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class Example:
    """One worked example. `data` is the plain data that `upcard.examples` runs.

    Attributes:
        status: `agreed`, `gap` or `disputed`.
        places: place of every value, by path from the example: `("then", "total")`.
        keys: place of every key, by the same path.
        record_lines: place of every line of a record.
    """

    id: str
    rules: tuple[str, ...]
    why: str
    kind: str
    status: str
    note: str
    case: str
    data: Mapping[str, Any]
    place: Place
    places: Mapping[tuple[str, ...], Place]
    keys: Mapping[tuple[str, ...], Place] = field(default_factory=dict)
    record_lines: tuple[Place, ...] = ()

    def at(self, *path: str) -> Place:
        """Return where a path stands: its key, else its value, else the nearest parent's."""
        return nearest_place(self.keys, self.places, path) or self.place


@dataclass(frozen=True)
class Source:
    """Where rules were found."""

    id: str
    title: str
    where: str
    kind: str
    author: str = ""
    accessed: str = ""


@dataclass(frozen=True)
class Ruling:
    """One entry of the ambiguity ledger."""

    rule: str
    question: str
    ruling: str
    why: str
    example: str
    place: Place


@dataclass(frozen=True)
class GameArticle:
    """One game folder, loaded.

    Attributes:
        folder: `games/<id>`.
        data: the whole of `game.yaml` as plain data.
        module: module in `upcard.games`, or `None` for a prose-only article.
        own_pack: the pack told under `pack`, if `deck` is `own`.
        translations: the prose in other languages, by code.
    """

    id: str
    title: str
    summary: str
    aka: tuple[str, ...]
    former_ids: tuple[str, ...]
    players: tuple[int, int]
    deck: str
    families: tuple[str, ...]
    region: tuple[str, ...]
    minutes: tuple[int, int] | None
    difficulty: str
    module: str | None
    version: int
    status: str
    options: tuple[OptionInfo, ...]
    variants: tuple[Variant, ...]
    examples: tuple[Example, ...]
    sources: tuple[Source, ...]
    rulings: tuple[Ruling, ...]
    crosschecks: tuple[Mapping[str, Any], ...]
    changes: tuple[Mapping[str, Any], ...]
    article: Article
    folder: Path
    data: Mapping[str, Any]
    places: Mapping[tuple[str, ...], Place]
    keys: Mapping[tuple[str, ...], Place] = field(default_factory=dict)
    own_pack: Deck | None = None
    translations: Mapping[str, Article] = field(default_factory=dict)

    @property
    def odds(self) -> tuple[Mapping[str, Any], ...]:
        """The figures worth knowing, as they are defined."""
        return tuple(self.data.get("odds", ()))

    @property
    def charts(self) -> tuple[Mapping[str, Any], ...]:
        """The tables of values and orders that the engine is asked for."""
        return tuple(self.data.get("charts", ()))

    @property
    def pack(self) -> Deck:
        """The pack it is played with: one of the library's, or its own."""
        return self.own_pack or DECKS[self.deck]

    @property
    def file(self) -> Path:
        """The game's `game.yaml`."""
        return self.folder / "game.yaml"

    def at(self, *path: str) -> Place:
        """Return where a path of `game.yaml` stands: its key, its value or the nearest parent's."""
        return nearest_place(self.keys, self.places, path) or Place(self.file, 1, 1)

    def value_at(self, *path: str) -> Place:
        """Return where the value at a path of `game.yaml` stands."""
        return nearest_place({}, self.places, path) or Place(self.file, 1, 1)


@dataclass(frozen=True)
class CaseResult:
    """What came of one example under one set of rules.

    Attributes:
        outcome: `passed`, `failed`, `gap`, `disputed` or `error`.
        doctest: the doctest as the page shows it.
        faults: what disagrees, each at its own place.
        seen: ids of the rules that acted.
        reasoning: the engine's own account, line by line.
    """

    example: Example
    under: str
    outcome: str
    doctest: str
    faults: tuple[Fault, ...]
    seen: frozenset[str]
    reasoning: tuple[str, ...]
    subject: Any = None


@dataclass(frozen=True)
class Library:
    """All games that could be loaded, by id, and everything found wrong on the way."""

    root: Path
    games: Mapping[str, GameArticle]
    faults: tuple[Fault, ...]
