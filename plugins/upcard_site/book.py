"""All that the page of one game is made from, gathered once.

The article, what its examples gave, the numbers of each variant, its pack of faces, and where
everything is linked to.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from upcard.api import Rules
from upcard.examples import cases, rules_under
from upcard.game import COMMON_RULES, Game
from upcard.given import state_hints
from upcard.options import OptionError, parse_condition
from upcard_library import stand_in
from upcard_library.elsewhere import Elsewhere, elsewhere
from upcard_library.images import Picture, pictures
from upcard_library.model import Article, CaseResult, Example, GameArticle, OptionInfo, Sentence
from upcard_library.numbers import PLACEHOLDER, fill, numbers_of
from upcard_library.translations import stale
from upcard_site import prose, words
from upcard_site.faces import Faces
from upcard_site.language import ENGLISH, foreign, say, spoken
from upcard_site.safe import trusted
from upcard_site.terms import Glossary, Linker


@dataclass(frozen=True)
class Settings:
    """Where the site and its source live.

    Attributes:
        repo: address of the repository, without a slash at its end; empty if there is none.
        edit: what leads from there to a file for editing, such as `edit/main/`.
        view: what leads to a file for reading, such as `blob/main/`.
        discuss: address to start a discussion, with `{title}` in it; empty for `repo`'s issues.
        directory_urls: whether a page is `games/x/` or `games/x.html`.
        home: address of the site, with a slash at its end; empty if it is not known.
        name: what the site is called.
    """

    repo: str = ""
    edit: str = "edit/main/"
    view: str = "blob/main/"
    discuss: str = ""
    directory_urls: bool = True
    home: str = ""
    name: str = "Upcard"

    def absolute(self, uri: str) -> str:
        """Return the whole address of a page; from the home page on if the site's is not known."""
        return self.home + self.url(uri)

    def url(self, uri: str) -> str:
        """Return the address of a page from its virtual file name: `games/x.md` -> `games/x/`."""
        stem = uri.removesuffix(".md")
        if stem == uri:
            return uri
        if not self.directory_urls:
            return f"{stem}.html"
        stem = stem.removesuffix("index")
        return stem if not stem or stem.endswith("/") else f"{stem}/"

    @lru_cache(maxsize=1 << 16)  # noqa: B019  settings are few, and live as long as the process
    def between(self, here: str, there: str) -> str:
        """Return the relative address from one page to another, both as virtual file names."""
        start = self.url(here)
        folder = start if start.endswith("/") else posixpath.dirname(start)
        target, mark, anchor = there.partition("#")
        end = self.url(target)
        way = posixpath.relpath(end or ".", folder or ".")
        return way + ("/" if end.endswith("/") or (not end and way) else "") + mark + anchor

    def file(self, path: str, line: int = 0) -> str:
        """Return where a source file can be read; empty without a repository."""
        at = f"#L{line}" if line else ""
        return f"{self.repo}/{self.view}{path}{at}" if self.repo else ""

    def discussion(self, title: str) -> str:
        """Return where a game is discussed."""
        pattern = self.discuss or f"{self.repo}/issues/new?title={{title}}"
        return pattern.replace("{title}", quote(title))

    def edit_file(self, path: str) -> str:
        """Return where a source file can be edited."""
        return f"{self.repo}/{self.edit}{path}" if self.repo else ""


def page_uri(game_id: str, language: str = ENGLISH) -> str:
    """Return the virtual file of a game's page."""
    page = f"games/{game_id}.md"
    return page if language == ENGLISH else f"{language}/{page}"


class RuleRef(NamedTuple):
    """A rule as something to link to: its words, and its anchor if the article states it."""

    id: str
    label: str
    url: str


@dataclass
class Book:
    """One game on its way to a page.

    Attributes:
        results: what came of its examples, in the order of the article.
        faults: what is wrong with the article, shown in a box on the page.
        english: the English article, if the game has been given a translation in its place.
    """

    game: GameArticle
    results: Sequence[CaseResult]
    settings: Settings
    glossary: Glossary = field(default_factory=Glossary)
    faults: Sequence[str] = ()
    folder: str = ""
    english: Article | None = None
    _rules: dict[str, Rules | None] = field(default_factory=dict)
    _tables: dict[str, Game[Any] | None] = field(default_factory=dict)
    _numbers: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    _quotes: dict[tuple[str, str], Markup] = field(default_factory=dict)
    _elsewhere: dict[str, Elsewhere] = field(default_factory=dict)

    @property
    def uri(self) -> str:
        """The virtual file of the game's page."""
        return page_uri(self.game.id, self.language)

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.game.article.language

    def link(self, uri: str) -> str:
        """Return the address of another page, from this one."""
        return self.settings.between(self.uri, uri)

    @cached_property
    def faces(self) -> Faces:
        """Faces for the game's own pack."""
        base = self.rules("base")
        deck = base.game.deck if base else self.game.pack
        others = {}
        for under in [*(v.id for v in self.game.variants), *(r.under for r in self.results)]:
            if ruled := self.rules(under):
                others[ruled.game.deck.id] = ruled.game.deck
        return Faces(deck, tuple(other for other in others.values() if other is not deck))

    def rules(self, under: str) -> Rules | None:
        """Return the engine's rules under a variant; nothing if there is no engine for it."""
        if under not in self._rules:
            try:
                found = rules_under(self.game.id, under) if self.game.module else None
            except Exception:  # noqa: BLE001  an engine may break in any way; the check has told it
                found = None
            self._rules[under] = found
        return self._rules[under]

    def elsewhere(self, example: Example) -> Elsewhere:
        """Return what an example gives under the variants that it does not name."""
        if example.id not in self._elsewhere:
            self._elsewhere[example.id] = elsewhere(self.game, example)
        return self._elsewhere[example.id]

    def table(self, under: str) -> Game[Any] | None:
        """Return the engine under a variant, or what stands in for one in prose alone."""
        ruled = self.rules(under)
        if ruled is not None or self.game.module:
            return ruled.game if ruled else None
        if under not in self._tables:
            try:
                self._tables[under] = stand_in.table(self.game, under)
            except OptionError:
                self._tables[under] = None
        return self._tables[under]

    @cached_property
    def options_type(self) -> type | None:
        """The engine's options dataclass."""
        table = self.table("base")
        return type(table.options) if table else None

    @cached_property
    def option_info(self) -> Mapping[str, OptionInfo]:
        """The options as the article presents them, by name."""
        return {option.name: option for option in self.game.options}

    def numbers(self, under: str = "base") -> Mapping[str, Any]:
        """Return every number the sentences may show, under a variant."""
        if under not in self._numbers:
            table = self.table(under)
            base = {option.name: option.default for option in self.game.options}
            self._numbers[under] = numbers_of(table) if table else base
        return self._numbers[under]

    def fill(self, text: str, numbers: Mapping[str, Any], tokens: list[Markup]) -> str:
        """Put tokens for `{{ name }}`, which become numbers that know their name."""

        def put(match: re.Match[str]) -> str:
            shown = fill(match[0], numbers)
            how = Markup(' data-as="{}"').format(match[2]) if match[2] else ""
            span = Markup('<span class="n" data-n="{}"{}>{}</span>')
            tokens.append(span.format(match[1], how, shown))
            return prose.token(len(tokens) - 1)

        return PLACEHOLDER.sub(put, text)

    def holds(self, when: str, under: str = "base") -> bool:
        """Say whether a mark's condition holds under a variant."""
        if not when:
            return True
        table = self.table(under)
        if table is None:
            return False
        try:
            return parse_condition(when, type(table.options)).holds(table.options)
        except OptionError:
            return False

    def where(self, when: str) -> str:
        """Return rules under which a condition holds: the base game if it can be."""
        if self.holds(when):
            return "base"
        named = [v for v in self.game.variants if self.holds(when, v.id)]
        if named:
            return min(named, key=lambda variant: len(variant.settings)).id
        clauses = (clause.partition("=") for clause in when.replace(",", " ").split())
        settings = (f"{n}={v.split('|')[0]}" for n, _, v in clauses if n[-1] != "!")
        under = " ".join(settings)
        return under if under and self.holds(when, under) else "base"

    def condition(self, when: str) -> str:
        """Write a mark's condition in words."""
        names = {name: option.text for name, option in self.option_info.items()}
        labels = {name: option.labels for name, option in self.option_info.items()}
        return words.condition(when, self.options_type, names, labels)

    def sentence(self, rule: str, under: str = "base") -> Sentence | None:
        """Return the sentence that states a rule under a variant, or the first there is."""
        found = self.game.article.sentences_for(rule)
        return next((s for s in found if self.holds(s.when, under)), next(iter(found), None))

    def quote(self, rule: str, under: str = "base") -> Markup:
        """Return a rule's own sentence as safe HTML, with the numbers of a variant."""
        if (rule, under) not in self._quotes:
            sentence = self.sentence(rule, under)
            plain = escape(COMMON_RULES.get(rule, words.humanise(rule)))
            numbers = self.numbers(under)
            said = self.line(fill(sentence.markdown, numbers)) if sentence else plain
            self._quotes[rule, under] = said
        return self._quotes[rule, under]

    def ref(self, rule: str) -> RuleRef:
        """Return a rule as something to link to."""
        label = words.humanise(rule).lower()
        if rule in COMMON_RULES or not self.game.article.sentences_for(rule):
            return RuleRef(rule, label if rule not in COMMON_RULES else say(label), "")
        if spoken() != ENGLISH:
            label = self._beginning(rule)
        return RuleRef(rule, label, f"#{rule}")

    def _beginning(self, rule: str) -> str:
        """Call a rule by the first words of its sentence: its id is English."""
        words_ = self.quote(rule).striptags().split()
        begun = " ".join(words_[:5]).rstrip(",;:.—– ")
        return f"{begun}…" if len(words_) > 5 else begun

    @cached_property
    def stale(self) -> frozenset[tuple[str, str]]:
        """The sentences, by rule and condition, that are older than the English ones."""
        old = stale(self.game.article, self.english) if self.english else []
        return frozenset(part.key for part, _ in old)

    def linker(self) -> Linker:
        """Return what links glossary terms, each once."""
        return self.glossary.linker(self.link("glossary.md"))

    @cached_property
    def hints(self) -> Mapping[str, Any]:
        """The types of a position's parts, by name."""
        base = self.rules("base")
        return state_hints(base.game.State) if base else {}

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Whether a question answers with seats or suits, told from all its examples."""
        values: dict[str, set[str]] = {}
        for example in self.game.examples:
            for case in cases(example.data):
                if "ask" in example.data and "value" in case.then:
                    values.setdefault(example.data["ask"], set()).add(str(case.then["value"]))
        suits = set(self.faces.deck.suit_names)
        return {
            ask: "suit" if found & (suits - set("NESW")) else "seat" if found & set("NEW") else ""
            for ask, found in values.items()
        }

    def line(self, text: str) -> Markup:
        """One line of contributed text as safe HTML: inline Markdown, cards, quotation marks."""
        html = self._from_here(prose.render_line(text))
        return trusted(prose.dress(html, [self.faces.in_text], self.code))

    def blocks(self, text: str, *, link_terms: bool = True, notes: str = "") -> str:
        """Contributed Markdown as safe HTML, tokens still in it; without links on paper."""
        steps: list[prose.Step] = [self.faces.in_text]
        if link_terms:
            steps.insert(0, self.linker())
        html = prose.render(text, self.picture if link_terms else None, notes)
        return prose.dress(self._from_here(html), steps, self.code)

    def picture(self, name: str, alt: str) -> Markup:
        """Draw a picture of the game's folder; what is none is told in words."""
        found = self.pictures.get(name)
        if found is None:
            return escape(alt)
        img = Markup('<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">')
        address = self.link(f"games/{self.game.id}/{name}")
        return img.format(address, alt, found.width, found.height)

    @cached_property
    def pictures(self) -> Mapping[str, Picture]:
        """The pictures that the article may show."""
        return pictures(self.game)

    def _from_here(self, html: str) -> str:
        """Lead links to other games out of the folder of a language; `prose` knows only English."""
        if self.language == ENGLISH:
            return html
        return html.replace('href="../', 'href="../../../games/')

    def code(self, text: str) -> str:
        """Draw a span of code that names cards; anything else stays as it is."""
        cards = self.faces.read(trusted(text).unescape())
        return str(self.faces.inline_all(cards)) if cards else ""

    @cached_property
    def by_example(self) -> Mapping[str, list[CaseResult]]:
        """What came of each example, its own case first."""
        found: dict[str, list[CaseResult]] = {}
        for result in self.results:
            found.setdefault(result.example.id, []).append(result)
        return found

    @cached_property
    def proven(self) -> frozenset[str]:
        """Rules that acted in a passing example that names them, as `upcard coverage` counts."""
        passed = (r for r in self.results if r.outcome in ("passed", "disputed"))
        return frozenset(rule for r in passed for rule in r.seen.intersection(r.example.rules))

    @cached_property
    def rule_ids(self) -> tuple[str, ...]:
        """Every rule of the article, in order."""
        return tuple(dict.fromkeys(s.rule for s in self.game.article.sentences))

    def state_of(self, rule: str) -> str:
        """Say how far a rule is proven: `proven`, `hand` (an example without engine) or `open`."""
        if rule in self.proven:
            return "proven"
        named = any(rule in example.rules for example in self.game.examples)
        return "hand" if named and not self.game.module else "open"

    def examples_for(self, rule: str) -> list[Example]:
        """Return the examples that show a rule first."""
        return [example for example in self.game.examples if example.rules[:1] == (rule,)]

    def variant_title(self, under: str) -> str:
        """Name a variant or single options in words."""
        parts = []
        titles = {variant.id: variant.title for variant in self.game.variants}
        for word in under.replace(",", " ").split():
            if "=" in word:
                parts.append(self.condition(word))
            else:
                parts.append(titles.get(word, "the base game" if word == "base" else word))
        if not parts or parts == ["the base game"]:
            return say("the base game")
        return foreign(", ".join(parts))


def join(parts: Iterable[Markup | str], between: str = " ") -> Markup:
    """Join safe parts and escape the rest."""
    return trusted(between).join(parts)
