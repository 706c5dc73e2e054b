"""The variants of a game side by side: which options differ, which sentences, and where from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from markupsafe import Markup

from upcard_library.model import OptionInfo, Sentence, Variant
from upcard_library.numbers import fill
from upcard_site import words
from upcard_site.book import Book, RuleRef
from upcard_site.rules_html import Anchors
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.vocabulary import name_of

WIDEST = 4
"""How many variants stand beside the base game in one table: more would not fit the column."""


class Cell(NamedTuple):
    """The value of one option in one column, and whether it is another than the base game's."""

    value: str
    differs: bool


class Change(NamedTuple):
    """A sentence that a variant words otherwise, adds or drops; `kind` says which."""

    kind: str
    rule: RuleRef
    html: Markup


def variants_html(book: Book, anchors: Anchors) -> Markup:
    """Return the tables and, below them, each variant with its provenance and sentences."""
    variants = book.game.variants
    numbered = {source.id: (n, source.title) for n, source in enumerate(book.game.sources, 1)}
    cards = [_card(book, anchors, variant) for variant in variants]
    tables = [_table(book, part) for part in portions(variants)]
    html = template("compare.html").render(tables=tables, cards=cards, sources=numbered)
    return trusted(html)


def portions(variants: Sequence[Variant]) -> list[Sequence[Variant]]:
    """Divide the variants into tables of much the same width, in order."""
    many = -(-len(variants) // WIDEST)
    size, longer = divmod(len(variants), many) if many else (0, 0)
    parts, at = [], 0
    for number in range(many):
        end = at + size + (number < longer)
        parts.append(variants[at:end])
        at = end
    return parts


def _table(book: Book, variants: Sequence[Variant]) -> dict[str, Any]:
    """Return one table: a row for each option on which any of its variants differs."""
    settings = {variant.id: settings_of(book, variant) for variant in variants}
    rows = []
    for option in book.game.options:
        if not any(option.name in set_ for set_ in settings.values()):
            continue
        cells = [Cell(label(option, option.default), False)]
        for variant in variants:
            value = settings[variant.id].get(option.name, option.default)
            cells.append(Cell(label(option, value), value != option.default))
        ref = book.ref(option.rule)
        rows.append({"text": book.line(option.text), "url": ref.url, "cells": cells})
    return {"titles": [(v.id, v.title) for v in variants], "rows": rows}


def label(option: OptionInfo, value: Any) -> str:
    """Write an option's value in the article's words."""
    return words.value_label(value, option.labels)


def settings_of(book: Book, variant: Variant) -> Mapping[str, Any]:
    """Return the values that a variant sets otherwise than the base game, as the engine reads them.

    A variant without an engine that understands it gives what its article says.
    """
    table = book.table(variant.id)
    if table is None:
        return variant.settings
    told = {option.name: option.default for option in book.game.options}
    found = {name: getattr(table.options, name, None) for name in (*told, *variant.settings)}
    return {name: value for name, value in found.items() if value != told.get(name)}


def _card(book: Book, anchors: Anchors, variant: Variant) -> dict[str, Any]:
    changes = []
    for name, value in settings_of(book, variant).items():
        option = book.option_info.get(name)
        text = book.line(option.text) if option else words.humanise(name)
        was = label(option, option.default) if option else ""
        now = label(option, value) if option else words.value_label(value, {})
        changes.append({"text": text, "was": was, "now": now})
    return {
        "id": variant.id,
        "title": variant.title,
        "text": book.line(variant.text) if variant.text else "",
        "address": f"?rules={quote_plus(variant.id)}",
        "basis": name_of("bases", variant.basis),
        "sources": variant.sources,
        "changes": changes,
        "sentences": list(changed_sentences(book, anchors, variant.id)),
    }


def changed_sentences(book: Book, anchors: Anchors, under: str) -> Iterator[Change]:
    """Yield the sentences that read otherwise under a variant than in the base game."""
    for sentence in book.game.article.sentences:
        before, after = book.holds(sentence.when), book.holds(sentence.when, under)
        was, now = _read(book, sentence, "base"), _read(book, sentence, under)
        at = anchors.rule(sentence.rule, sentence.when).anchor
        ref = RuleRef(sentence.rule, words.humanise(sentence.rule), f"#{at}")
        if after and (not before or was != now):
            yield Change("new" if not before else "number", ref, book.line(now))
        elif before and not after:
            yield Change("gone", ref, book.line(was))


def _read(book: Book, sentence: Sentence, under: str) -> str:
    return fill(sentence.markdown, book.numbers(under))


__all__ = ["changed_sentences", "label", "portions", "settings_of", "variants_html"]
