"""The language a page is written in: English as it stands in the code, others from data.

While a page in another language is made, `speaking("ru")` holds; whatever is shown goes through
`say` or `show`, which look it up in `schema/languages.json`. What is not there stays English, and
says so with `lang="en"` where HTML can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from markupsafe import Markup, escape

from upcard.cards import Card
from upcard_library.schema import languages
from upcard_site.safe import trusted

ENGLISH = "en"
_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Make pages in this language meanwhile."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """Return the code of the language that is spoken now."""
    return _spoken.get()


def language_name(code: str) -> str:
    """Name a language in itself: `Русский`."""
    return "English" if code == ENGLISH else str(_entry(code).get("name", code))


def _entry(code: str | None = None) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = languages().get(code or spoken(), {})
    return entry


def _found(text: str) -> str:
    """Look a text up as it is, or else with a small first letter."""
    strings: Mapping[str, str] = _entry().get("strings", {})
    if text in strings:
        return strings[text]
    small = strings.get(text[:1].lower() + text[1:], "")
    return small[:1].upper() + small[1:]


def say(text: str) -> str:
    """Return a text in the language spoken, or in English if it has none."""
    return text if spoken() == ENGLISH else _found(text) or text


def show(text: str) -> Markup:
    """Return a text in the language spoken; one that has none is marked as English."""
    if isinstance(text, Markup):
        return text
    if spoken() == ENGLISH or not any(char.isalpha() for char in text):
        return escape(text)
    found = _found(text)
    return escape(found) if found else foreign(escape(text))


def foreign(html: Markup | str, tag: str = "span") -> Markup:
    """Mark what is English on a page in another language."""
    if spoken() == ENGLISH or not html:
        return escape(html)
    return Markup("<{} {}>{}</{}>").format(trusted(tag), trusted('lang="en"'), html, trusted(tag))


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 example`, `3 examples`, `3 примера`."""
    forms = _entry().get("counts", {}).get(noun)
    if forms is None:
        return f"{number} {noun}{'' if number == 1 else 's'}"
    return f"{number} {forms[_plural(number)]}"


def _plural(number: int) -> int:
    """Return which of three forms a number takes in a Slavic language: one, a few, many."""
    last, two = abs(number) % 10, abs(number) % 100
    if last == 1 and two != 11:
        return 0
    return 1 if 2 <= last <= 4 and not 12 <= two <= 14 else 2


# --- cards with French suits ----------------------------------------------------------------


def _cards() -> Mapping[str, Any]:
    cards: Mapping[str, Any] = _entry().get("cards", {})
    return cards


def card_name(card: Card) -> str:
    """Name a card with a French suit: `дама пик`; empty in English, whose names the pack has."""
    cards = _cards()
    rank = cards.get("ranks", {}).get(card.rank)
    suit = cards.get("of", {}).get(card.suit, "")
    return f"{rank} {suit}".strip() if rank else ""


def suit_name(suit: str) -> str:
    """Name a French suit; empty in English."""
    return str(_cards().get("suits", {}).get(suit, ""))


def printed(rank: str) -> str:
    """Return what stands in the corner of a card: `Q`, or `Д` in Russian."""
    return str(_cards().get("printed", {}).get(rank, rank))


__all__ = [
    "ENGLISH", "card_name", "counted", "foreign", "language_name", "printed", "say", "show",
    "speaking", "spoken", "suit_name",
]  # fmt: skip
