"""What an example found, in words and cards: one line for the fold, rows for the plate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args

from markupsafe import Markup, escape

from upcard.cards import Cards, Suit
from upcard.choices import Illegal
from upcard.moves import Seat
from upcard.options import text as plain
from upcard.score import Item, Score
from upcard_library.model import CaseResult
from upcard_site import words
from upcard_site.book import Book, RuleRef, join
from upcard_site.language import ENGLISH, say, show, spoken

Then = Mapping[str, Any]


_SEATED = {"bidder", "caller", "dealer", "declarer", "gone", "knocker", "leader", "maker", "pone",
           "turn", "winner"}  # fmt: skip
"""Names of parts whose value is a seat, so that S is South and not spades."""


class Row(NamedTuple):
    """One line of a plate: what is claimed, its value, and `ok`, `no` or nothing for the tick."""

    label: str
    value: Markup
    mark: str = ""


class ScoreLine(NamedTuple):
    """One line of an itemised score: the rule, the groups of cards that earned it, points."""

    rule: RuleRef
    groups: tuple[Markup, ...]
    points: int


def score_lines(book: Book, items: Iterable[Item]) -> list[ScoreLine]:
    """Add up items by rule, in the order first scored."""
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.rule, []).append(item)
    return [
        ScoreLine(
            book.ref(rule),
            tuple(book.faces.inline_all(item.cards) for item in group if item.cards),
            sum(item.points for item in group),
        )
        for rule, group in found.items()
    ]


def rule_link(book: Book, rule: str, text: Markup | str = "") -> Markup:
    """Link to a rule of this page."""
    ref = book.ref(rule)
    words_ = text or ref.label
    if not ref.url:
        return escape(words_)
    return Markup('<a href="{}">{}</a>').format(ref.url, words_)


def because(book: Book, rule: str, under: str = "base") -> Markup:
    """Quote the sentence that refuses something, and link to it."""
    ref = book.ref(rule)
    quote = book.quote(rule, under)
    if not ref.url:
        return quote
    label = ref.label if spoken() == ENGLISH else say("the rule")
    return Markup('<q>{}</q> <a class="because" href="{}">{}</a>').format(quote, ref.url, label)


def cards(book: Book, text: object) -> Markup:
    """Draw cards within a line, or show the text if it is none."""
    read = book.faces.read(str(text))
    return book.faces.inline_all(read) if read else show(plain(text) or "none")


def move(book: Book, text: str) -> Markup:
    """Show a move: `N play 7C` as `North: play 7♣`."""
    out: list[Markup | str] = []
    parts = text.split()
    names = ("N", "E", "S", "W", "DEALER")
    if len(parts) > 1 and (parts[0] in names or (parts[0][:1] == "P" and parts[0][1:].isdigit())):
        out.append(Markup("<b>{}</b>").format(words.humanise(words.seat(parts.pop(0)))))
    for number, word in enumerate(parts):
        named = book.faces.read(word) if number or len(parts) == 1 else None
        out.append(book.faces.inline_all(named) if named else show(word))
    return join(out)


def points(book: Book, by_rule: Mapping[str, int]) -> Markup:
    """Show points by rule: `pair 2, run 3`."""
    if not by_rule:
        return show("nothing")
    shown = (Markup("{} {}").format(rule_link(book, rule), n) for rule, n in by_rule.items())
    return Markup(", ").join(shown)


def _per_seat(by_seat: Mapping[str, Any], told: Callable[[Any], Markup]) -> Markup:
    shown = (
        Markup("<b>{}</b> {}").format(words.humanise(words.seat(name)), told(value))
        for name, value in by_seat.items()
    )
    return Markup(" · ").join(shown)


def rows(book: Book, then: Then, under: str, ask: str = "") -> list[Row]:
    """Show every claim of an example; `ask` is the question, if it is one."""
    found: list[Row] = []
    for key, want in then.items():
        if key == "refused":
            found += _refused(book, want, under)
        elif key == "allowed":
            found += [Row("Allowed", move(book, text), "ok") for text in want]
        elif key == "state":
            found += [
                Row(words.humanise(name), part(book, v, book.hints.get(name), name))
                for name, v in want.items()
            ]
        elif key == "value":
            found.append(Row("Answer", part(book, want, book.answers.get(ask))))
        elif key in _ROWS:
            found.append(_ROWS[key](book, want))
    return found


def _refused(book: Book, want: Any, under: str) -> list[Row]:
    if isinstance(want, str):
        return [Row("Refused", because(book, want, under), "no")]
    return [
        Row("Refused", Markup("{}: {}").format(move(book, text), because(book, rule, under)), "no")
        for text, rule in want.items()
    ]


def part(book: Book, value: Any, hint: object = None, name: str = "") -> Markup:
    """Show one part of a position, or an argument, by its type or else by its look."""
    if isinstance(value, Mapping):
        inner = next(iter(get_args(hint)), None)
        return _per_seat(value, lambda v: part(book, v, inner, name))
    text = plain(value)
    kinds, suits = {hint, *get_args(hint)}, book.faces.deck.suit_names
    of_seat = text in words.SEATS and (text not in suits or name in _SEATED)
    if Seat in kinds or hint == "seat" or of_seat:
        return escape(words.humanise(words.seats_in(text)))
    named = any(word in name for word in ("trump", "suit", "led"))
    if (Suit in kinds or hint == "suit" or named) and text in suits:
        return book.faces.suit_named(text)
    return cards(book, text)


def _legal(book: Book, want: Any) -> Row:
    if isinstance(want, str):
        shown = cards(book, want) if want else show("nothing")
        return Row("May be played", shown, "ok")
    listed = Markup(", ").join(move(book, text) for text in want) if want else show("nothing")
    return Row("May be done", listed, "ok")


def _items(book: Book, want: Mapping[str, Any]) -> Row:
    if any(isinstance(value, Mapping) for value in want.values()):
        return Row("Scored by rule", _per_seat(want, lambda v: points(book, v)))
    return Row("Scored by rule", points(book, want))


def _events(book: Book, want: Iterable[str]) -> Row:
    return Row("Rules at work", Markup(", ").join(rule_link(book, rule) for rule in want))


def _turn(_book: Book, want: str) -> Row:
    return Row(
        "Then to act",
        show("nobody") if want == "none" else escape(words.humanise(words.seat(want))),
    )


def _winner(_book: Book, want: str) -> Row:
    return Row("Winner", show("nobody yet") if want == "none" else escape(words.seats_in(want)))


def _seats(label: str) -> Callable[[Book, Any], Row]:
    return lambda _book, want: Row(label, _per_seat(want, escape))


_ROWS: dict[str, Callable[[Book, Any], Row]] = {
    "total": lambda _b, want: Row("Total", Markup("<b>{}</b>").format(want)),
    "items": _items,
    "legal": _legal,
    "turn": _turn,
    "phase": lambda _b, want: Row("Part of the hand", show(words.humanise(want).lower())),
    "over": lambda _b, want: Row("The hand", show("is over" if want else "goes on")),
    "winner": _winner,
    "score": _seats("Points this hand"),
    "standing": _seats("Standing"),
    "earned": lambda b, want: Row("The last move scores", points(b, want)),
    "worth": lambda b, want: Row("The match is worth", points(b, want)),
    "events": _events,
}


def short(book: Book, result: CaseResult, then: Then) -> Markup:
    """Say the outcome of a case in a few words, for its folded line."""
    subject = result.subject
    if isinstance(subject, Illegal):
        return Markup("{}: {}").format(say("refused"), book.ref(subject.rule).label)
    if isinstance(subject, Score) and "total" in then:
        return Markup("{}").format(
            words.count(subject.total, "point") if subject.total != 0 else say("nothing")
        )
    if "value" in then:
        return part(book, then["value"], book.answers.get(result.example.data.get("ask", "")))
    for key, told in _SHORT.items():
        if then.get(key) and then[key] != "none":
            return told(book, then[key])
    return Markup("")


def _short_refused(book: Book, want: Any) -> Markup:
    if isinstance(want, str):
        return Markup("{}: {}").format(say("refused"), book.ref(want).label)
    moves = Markup(", ").join(move(book, text) for text in list(want)[:3])
    return Markup("{} {}").format(moves, say("refused"))


def _short_legal(book: Book, want: Any) -> Markup:
    if not want:
        return show("no move")
    shown = cards(book, want) if isinstance(want, str) else _legal(book, want[:3]).value
    return Markup("{} {}").format(say("only"), shown)


_SHORT: dict[str, Callable[[Book, Any], Markup]] = {
    "refused": _short_refused,
    "legal": _short_legal,
    "winner": lambda _b, want: escape(f"{words.seats_in(want)} {say('wins')}"),
    "earned": lambda _b, want: escape(f"{say('scores')} {sum(want.values())}"),
    "items": lambda b, want: escape(_items(b, want).value.striptags()),
    "standing": lambda b, want: _seats("")(b, want).value,
    "score": lambda b, want: _seats("")(b, want).value,
    "over": lambda _b, _want: show("the hand is over"),
}


def claimed_cards(then: Then, key: str) -> set[str]:
    """Return the bare cards that a `legal` or `refused` claim names, as written."""
    want = then.get(key)
    if isinstance(want, str):
        return set(want.split()) if key == "legal" else set()
    if isinstance(want, Mapping):
        words_ = (text.split() for text in want)
        return {w[-1] for w in words_ if len(w) == 1 or w[-2:-1] == ["play"]}
    return set()


def marks(book: Book, then: Then) -> dict[str, str]:
    """Return how single cards of the hand to act are marked: `ok` or `no`, by code."""
    found: dict[str, str] = {}
    for key, mark in (("legal", "ok"), ("refused", "no")):
        for text in claimed_cards(then, key):
            read: Cards | None = book.faces.read(text)
            found.update(dict.fromkeys(map(str, read or ()), mark))
    return found
