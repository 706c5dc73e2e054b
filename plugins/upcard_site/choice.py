"""The choice of rules on a game's page: its control, and the data it works with.

All that the page shows under other rules is worked out here, by the engine: which numbers hang on
which options, which values contradict. The script (`assets/rules.js`) only looks it up.
"""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from upcard.options import Option, describe, text
from upcard_library.dependence import Dependence
from upcard_library.model import Sentence
from upcard_library.numbers import PLACEHOLDER, fill, in_words
from upcard_site import words
from upcard_site.book import Book
from upcard_site.language import ENGLISH, counted, foreign, say, spoken
from upcard_site.rules_html import Anchors
from upcard_site.safe import trusted
from upcard_site.templating import template

SAID = (
    "Base game",
    "Changed:",
    "changed",
    "{} sentence differs from the base game",
    "{} sentences differ from the base game",
    "{} falls away",
    "{} fall away",
    "Nothing on this page differs from the base game",
    "First change",
    "You are reading {}, as last time.",
    "These do not go together:",
    "The page keeps the last rules that do.",
    "{} and {} options",
    "The address asks for rules that this game does not have: {}. The base game is shown.",
    "The address asks for rules that do not go together: {} The base game is shown.",
    "Link copied",
    "Copy this link:",
    "Under {}",
    "The same under {}.",
    "This does not come up under {}; it is worked for {}.",
    "Worked for {}; nobody has run it under your rules.",
    "Run it now",
    "In the base game: {}",
    "Depends on: {}",
    "the base game",
    "no",
)
"""What the script says, in the page's language."""


def control(book: Book) -> Markup:
    """Draw the bar in which the reader chooses rules; it also tells which game the page is of."""
    game = book.game
    table = book.table("base")
    known = describe(type(table.options)) if table else {}
    options = [_option(book, option) for option in known.values()]
    written = json.dumps(data(book), ensure_ascii=False, separators=(",", ":")) if options else ""
    bar: Any = template("choice.html").module
    shown = {
        "game": game.id,
        "version": game.version,
        "options": options,
        "variants": [
            {"id": v.id, "title": foreign(v.title), "text": foreign(book.line(v.text))}
            for v in game.variants
        ],
        "hint": _hint(len(game.variants), len(options)),
    }
    return trusted(bar.bar(shown, written))


def _hint(variants: int, options: int) -> str:
    parts = [(variants, "variant"), (options, "option")]
    many = words.listed([counted(number, noun) for number, noun in parts if number])
    return say("{} to choose from").format(many)


def _option(book: Book, option: Option) -> dict[str, Any]:
    """Describe one option for the form, in the article's words."""
    told = book.option_info.get(option.name)
    plain = words.humanise(option.name)
    labels = told.labels if told else {}
    values = [] if option.kind == "number" else list(option.values)
    return {
        "name": option.name,
        "kind": option.kind,
        "value": text(option.default),
        "text": foreign(book.line(told.text) if told else plain),
        "values": [text(value) for value in values],
        "labels": {text(v): words.value_label(v, labels) for v in values} if labels else {},
        "foreign": bool(labels) and spoken() != ENGLISH,
        "low": option.values[0],
        "high": option.values[-1],
    }


def data(book: Book) -> dict[str, Any]:
    """Gather what the script looks up."""
    game = book.game
    asked = Dependence(game)
    tables = asked.tables
    numbers: dict[str, Any] = {
        name: {"by": table.options, "at": dict(table.at)} for name, table in tables.items()
    }
    if "@cards" in numbers:
        at = numbers["@cards"]["at"]
        numbers["@cards"]["at"] = {key: say(str(title)) for key, title in at.items()}
    return {
        "game": game.id,
        "options": [_brief(option) for option in asked.options.values()],
        "variants": {
            v.id: {"title": v.title, "set": {n: text(value) for n, value in v.settings.items()}}
            for v in game.variants
        },
        "numbers": numbers,
        "words": _words(book, asked),
        "refused": [tuple(entry) for entry in asked.contradictions],
        "conditions": _conditions(book),
        "lang": spoken(),
        "say": {said: say(said) for said in SAID},
    }


def _brief(option: Option) -> dict[str, Any]:
    brief: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "value": text(option.default),
    }
    if option.kind == "number":
        return brief | {"low": option.values[0], "high": option.values[1]}
    return brief | {"values": [text(value) for value in option.values]}


def _words(book: Book, asked: Dependence) -> dict[str, str]:
    """Write out every number that the article may show in words."""
    texts = [book.game.article.intro, *(s.markdown for s in book.game.article.sections)]
    found: set[object] = set()
    for name in {m[1] for text_ in texts for m in PLACEHOLDER.finditer(text_) if m[2]}:
        if table := asked.tables.get(name):
            found.update(table.at.values())
        elif name in asked.options:
            found.update(asked.column(name))
    numbers = [n for n in found if isinstance(n, int) and not isinstance(n, bool)]
    return {str(n): in_words(n) for n in sorted(numbers)}


def _conditions(book: Book) -> dict[str, str]:
    """Write in words the conditions that hold in the base game: their sentences may be hidden."""
    held = (s.when for s in book.game.article.sentences if s.when and book.holds(s.when))
    return {when: book.condition(when) for when in held}


# --- each variant in full ---------------------------------------------------------------------


def in_full(book: Book, anchors: Anchors) -> Markup:
    """List the sentences that each variant changes, for those who read without scripts."""
    rows = []
    for variant in book.game.variants:
        changed = [s for s in book.game.article.sentences if _changes(book, s, variant.id)]
        gone = [s for s in book.game.article.sentences if _goes(book, s, variant.id)]
        rows.append(
            {
                "id": variant.id,
                "title": foreign(variant.title),
                "count": counted(len(changed) + len(gone), "sentence"),
                "changed": [_line(book, s, variant.id, anchors) for s in changed],
                "gone": [_line(book, s, "base", anchors) for s in gone],
            }
        )
    macros: Any = template("choice.html").module
    return trusted(macros.in_full(rows))


def _changes(book: Book, sentence: Sentence, under: str) -> bool:
    """Say whether a sentence holds under a variant, and does not read like that in the base."""
    if not book.holds(sentence.when, under):
        return False
    here, base = (fill(sentence.markdown, book.numbers(name)) for name in (under, "base"))
    return here != base or not book.holds(sentence.when)


def _goes(book: Book, sentence: Sentence, under: str) -> bool:
    """Say whether a sentence of the base game has nothing in its place under a variant."""
    if not book.holds(sentence.when) or book.holds(sentence.when, under):
        return False
    others = book.game.article.sentences_for(sentence.rule)
    return not any(book.holds(other.when, under) for other in others)


def _line(book: Book, sentence: Sentence, under: str, anchors: Anchors) -> dict[str, Any]:
    html = book.line(fill(sentence.markdown, book.numbers(under)))
    return {"anchor": anchors.rule(sentence.rule, sentence.when).anchor, "html": html}


__all__ = ["SAID", "control", "data", "in_full"]
