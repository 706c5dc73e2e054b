"""What scores, and what cards count: tables made from what the engine has been seen to do.

A line of the scoring table is a rule that gave points in a hand: in an example that passed, or in
the matches that `upcard odds` has played. Its points are bound to the numbers of the rule's own
sentence where they are the same, so that they change with the rules that are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from upcard.cards import Card, Cards, Deck
from upcard.given import GivenError
from upcard.options import OptionError
from upcard.position import Position
from upcard.score import Item, Score
from upcard_library import odds_store
from upcard_library.charts import Chart, card_values, order
from upcard_library.coverage import PASSED
from upcard_library.model import CaseResult, Sentence
from upcard_library.numbers import PLACEHOLDER
from upcard_site import words
from upcard_site.book import Book, RuleRef
from upcard_site.safe import trusted
from upcard_site.templating import template

MOST = 14
"""More cards than these are written in a line instead of drawn."""


class ScoreRow(NamedTuple):
    """One rule that scores.

    `when` says under which options, if not always, and `condition` says it in words where that
    leaves the base game out.
    """

    rule: RuleRef
    points: Markup
    when: str
    condition: str


class CardRow(NamedTuple):
    """Some cards, and what each of them counts under each set of rules."""

    cards: Markup
    values: Sequence[str]


class CardTable(NamedTuple):
    """What cards count, or their order; `heads` names the rules if there are several."""

    title: str
    text: Markup
    heads: Sequence[str]
    rows: Sequence[CardRow]
    order: Markup


def has_any(book: Book) -> bool:
    """Say whether the engine has shown anything that scores or ranks."""
    return bool(book.game.module and (book.game.charts or score_rows(book)))


def section(book: Book) -> Markup:
    """Return the scoring table and the charts of a game."""
    scores, tables = score_rows(book), card_tables(book)
    return trusted(template("charts.html").render(scores=scores, tables=tables))


# --- what scores ----------------------------------------------------------------------------


def score_rows(book: Book) -> list[ScoreRow]:
    """Return the rules that give points, in the article's order."""
    seen = _seen(book)
    rows = []
    done: set[str] = set()
    for sentence in book.game.article.sentences:
        if sentence.rule in done:
            continue
        own = book.sentence(sentence.rule) or sentence
        base = book.holds(own.when)
        points = _points(book, seen, own, base=base)
        under = book.where(own.when)
        shown = _shown(book, own, points, under) if points else Markup("")
        if not shown:
            continue
        done.add(sentence.rule)
        alone = len(book.game.article.sentences_for(own.rule)) == 1
        when = own.when if alone or not base else ""
        condition = "" if base else book.condition(own.when)
        rows.append(ScoreRow(book.ref(own.rule), shown, when, condition))
    return rows


def _seen(book: Book) -> dict[str, dict[str, set[int]]]:
    """Return the points each rule gave in hands, by what they were played under.

    What a question answers is added for rules that have scored in a hand. Where hands give more
    than a win it is added for others too, if the rule's own sentence has just these numbers: melds
    that go into a contract are points, cards left over need not be.
    """
    hands: dict[str, dict[str, set[int]]] = {}
    for (_, under), entry in odds_store.valid(book.game).items():
        for rule, *points in entry.result.get("items", ()):
            hands.setdefault(rule, {}).setdefault(under, set()).update(points)
    passed = [result for result in book.results if result.outcome in PASSED]
    for result in passed:
        if isinstance(result.subject, Position):
            _add(hands, result, result.subject.game.score(result.subject.state))
    more = any(abs(n) > 1 for by in hands.values() for points in by.values() for n in points)
    asked: dict[str, dict[str, set[int]]] = {}
    for result in passed:
        if isinstance(result.subject, Score):
            _add(asked, result, result.subject.items)
    for rule, by_under in asked.items():
        if rule in hands or (more and all(_stated(book, rule, *pair) for pair in by_under.items())):
            for under, points in by_under.items():
                hands.setdefault(rule, {}).setdefault(under, set()).update(points)
    return hands


def _stated(book: Book, rule: str, under: str, points: set[int]) -> bool:
    """Say whether a rule's sentence has all these numbers."""
    sentence = book.sentence(rule, under)
    return bool(sentence) and points <= set(_numbers(book, sentence, under))


def _numbers(book: Book, sentence: Sentence | None, under: str) -> dict[int, str]:
    """Return the whole numbers that a sentence shows, without their signs, with their names."""
    numbers, found = book.numbers(under), dict[int, str]()
    for name, _ in PLACEHOLDER.findall(sentence.markdown if sentence else ""):
        if isinstance(value := numbers.get(name), int):
            found.setdefault(abs(value), name)
    return found


def _add(found: dict[str, dict[str, set[int]]], result: CaseResult, items: Sequence[Item]) -> None:
    for item in items:
        if item.points:
            found.setdefault(item.rule, {}).setdefault(result.under, set()).add(item.points)


def _points(
    book: Book, seen: Mapping[str, Mapping[str, set[int]]], sentence: Sentence, *, base: bool
) -> list[int]:
    """Return the points a sentence's rule gave where it holds; in the base game, if it can be."""
    by_under = seen.get(sentence.rule, {})
    if base:
        return sorted(by_under.get("base", ()))
    held = [points for under, points in by_under.items() if book.holds(sentence.when, under)]
    return sorted(set().union(*held))


def _shown(book: Book, sentence: Sentence, points: Sequence[int], under: str) -> Markup:
    """Write points: bound to the sentence's own numbers, or from the least to the most.

    Less than the least of the sentence's numbers is what was left of them at the end of a game. A
    win that the engine counts as one, with no number in its sentence, is no scoring.
    """
    names = _numbers(book, sentence, under)
    bound = [value for value in points if abs(value) in names]
    least = min(map(abs, bound), default=0)
    if all(abs(value) < least for value in points if value not in bound):
        return Markup(", ").join(_bound(value, names[abs(value)]) for value in bound)
    if {abs(value) for value in points} == {1}:
        return Markup("")
    if len(points) == 1:
        return Markup('<span class="scores__to">such as</span> {}').format(_plain(points[0]))
    return Markup('{} <span class="scores__to">to</span> {}').format(
        _plain(points[0]), _plain(points[-1])
    )


def _bound(value: int, name: str) -> Markup:
    number = Markup('<span class="n" data-n="{}">{}</span>').format(name, abs(value))
    return Markup("−{}").format(number) if value < 0 else number


def _plain(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


# --- what cards count -----------------------------------------------------------------------


def card_tables(book: Book) -> list[CardTable]:
    """Return the charts that an article defines, as far as the engine answers."""
    found = []
    for chart in book.game.charts:
        try:
            found.append(_values(book, chart) if "each" in chart else _order(book, chart))
        except (GivenError, OptionError, ValueError):
            continue  # `upcard check` tells why
    return found


def _order(book: Book, chart: Chart) -> CardTable:
    ruled = book.rules("base")
    cards = order(ruled, chart) if ruled else ""
    if isinstance(cards, Cards):
        drawn = book.faces.inline_all(cards) if len(cards) > MOST else book.faces.pile(cards)
    else:
        drawn = escape(cards)
    return CardTable(chart["title"], _text(book, chart), (), (), drawn)


def _text(book: Book, chart: Chart) -> Markup:
    return book.line(chart["text"]) if "text" in chart else Markup("")


def _values(book: Book, chart: Chart) -> CardTable:
    columns: dict[tuple[tuple[Card, int], ...], list[str]] = {}
    for under, title in [("base", "Base game"), *((v.id, v.title) for v in book.game.variants)]:
        ruled = book.rules(under)
        if ruled is None or (columns and ruled.game.deck.id != book.faces.deck.id):
            continue
        columns.setdefault(tuple(card_values(ruled, chart).items()), []).append(title)
    asked = [dict(column) for column in columns]
    groups: dict[tuple[int, ...], list[Card]] = {}
    for card in asked[0]:
        groups.setdefault(tuple(column.get(card, 0) for column in asked), []).append(card)
    several = len(asked) > 1
    heads = [titles[0] if n == 0 else words.listed(titles) for n, titles in
             enumerate(columns.values())] if several else []  # fmt: skip
    rows = _card_rows(book, groups)
    return CardTable(chart["title"], _text(book, chart), heads, rows, Markup(""))


def _card_rows(book: Book, groups: Mapping[tuple[int, ...], Sequence[Card]]) -> list[CardRow]:
    deck = book.faces.deck
    worth = {values: cards for values, cards in groups.items() if any(values)}
    numbered = [v for v, cards in worth.items() if _is_numbered(v, cards, deck)]
    rows = []
    for values in sorted(worth, reverse=True):
        if len(numbered) < 3 or values not in numbered:
            rows.append(CardRow(_cards(book, worth[values]), [_plain(v) for v in values]))
        elif values == max(numbered):
            ends = f"{min(numbered)[0]} to {max(numbered)[0]}"
            rows.append(CardRow(escape(ends), ["its number"] * len(values)))
    if len(worth) < len(groups) and worth:
        none = next(values for values in groups if not any(values))
        rows.append(CardRow(escape("any other card"), ["0"] * len(none)))
    return rows


def _is_numbered(values: tuple[int, ...], cards: Sequence[Card], deck: Deck) -> bool:
    """Say whether these are all cards of one number, and count just that."""
    rank = cards[0].rank
    whole = len(cards) == sum(card.rank == rank for card in deck.pack.distinct())
    return whole and rank.isdecimal() and all(value == int(rank) for value in values)


def _cards(book: Book, cards: Sequence[Card]) -> Markup:
    """Name cards as shortly as can be: whole ranks, whole suits, and single cards."""
    deck, left = book.faces.deck, list(cards)
    all_cards = deck.pack.distinct()
    parts: list[Markup] = []
    for name, attribute in ((_rank, "rank"), (_suit, "suit")):
        for code in dict.fromkeys(getattr(card, attribute) for card in left):
            whole = [card for card in all_cards if getattr(card, attribute) == code]
            if code and len(whole) > 1 and set(whole) <= set(left):
                parts.append(name(book, code))
                left = [card for card in left if card not in whole]
    if left:
        parts.append(book.faces.inline_all(left))
    return Markup(", ").join(parts)


def _rank(book: Book, rank: str) -> Markup:
    return escape(book.faces.deck.rank_names.get(rank, rank))


def _suit(book: Book, suit: str) -> Markup:
    return Markup("any of {}").format(book.faces.suit_named(suit))


__all__ = ["CardTable", "ScoreRow", "card_tables", "has_any", "score_rows", "section"]
