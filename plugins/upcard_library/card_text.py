"""Cards in a text: how the pack writes them, if it is cards beyond doubt."""

from __future__ import annotations

import re
from functools import cache

from upcard.cards import SYMBOLS, Deck, NotationError
from upcard.decks import DECKS


def canonical(text: str, deck: Deck) -> str | None:
    """Return a pile as the pack writes it, or nothing if it is written so or may be something else.

    Commas part groups of cards, which is left as it is.

    >>> from upcard.decks import DECKS
    >>> canonical("TS  9♥", DECKS["french-52"])
    '10S 9H'
    >>> canonical("as", DECKS["french-52"])
    """
    words = text.split()
    if all(word in deck.by_code for word in words) and " ".join(words) == text:
        return None
    read = [_card(word, deck) for word in words]
    if not words or not all(read) or not _sure(words):
        return None
    told = " ".join(word for word in read if word)
    return told if told != text else None


def canonical_move(text: str, deck: Deck) -> str | None:
    """Return a move with its cards as the pack writes them, or nothing if they are.

    >>> from upcard.decks import DECKS
    >>> canonical_move("play t♠", DECKS["french-52"])
    'play 10S'
    >>> canonical_move("play as", DECKS["french-52"])
    """
    told = re.sub(r"\S+", lambda match: canonical(match[0], deck) or match[0], text)
    return told if told != text else None


def _card(word: str, deck: Deck) -> str:
    return _known(word, deck.id) if DECKS.get(deck.id) is deck else _read(word, deck)


@cache
def _known(word: str, deck: str) -> str:
    """Read a card of one of the library's packs: the words of articles are few."""
    return _read(word, DECKS[deck])


def _read(word: str, deck: Deck) -> str:
    try:
        return str(deck.card(word))
    except NotationError:
        return ""


def _sure(words: list[str]) -> bool:
    """Say whether words that could be cards are: "as" alone is a word, "9s" and "as ks" are not."""
    text = "".join(words)
    if any(char in SYMBOLS for char in text):
        return True
    if min(map(len, words)) < 2 or not any(char.isalpha() for char in text):
        return False
    return text.isupper() or len(words) > 1 or any(char.isdigit() for char in text)


__all__ = ["canonical", "canonical_move"]
