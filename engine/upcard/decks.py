"""The packs the library knows, as data. A pack used by one game only is declared with it."""

from __future__ import annotations

from upcard.cards import Deck

_FRENCH = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_COURTS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_LOW_ACE = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _french(name: str, title: str, ranks: str, copies: int = 1, **extras: int) -> Deck:
    return Deck(
        name,
        title,
        ranks=tuple(ranks.split()),
        suits=("C", "D", "H", "S"),
        copies=copies,
        extras=extras,
        suit_names=_FRENCH,
        rank_names=_COURTS | {"JOKER": "joker"},
    )


DECKS: dict[str, Deck] = {
    deck.id: deck
    for deck in (
        _french("french-52", "an ordinary pack of 52 cards", " ".join(_LOW_ACE)),
        _french("french-54", "52 cards and two jokers", " ".join(_LOW_ACE), JOKER=2),
        _french("french-104", "two ordinary packs, 104 cards", " ".join(_LOW_ACE), copies=2),
        _french("french-36", "36 cards, six to ace", "6 7 8 9 10 J Q K A"),
        _french("french-32", "32 cards, seven to ace", "7 8 9 10 J Q K A"),
        _french("french-24", "24 cards, nine to ace", "9 10 J Q K A"),
        _french("pinochle-48", "a Pinochle pack: two of each card from nine to ace",
                "A 10 K Q J 9", copies=2),
        Deck(
            "numbered-162",
            "162 cards: twelve of each number 1 to 12, and 18 wild cards",
            ranks=tuple(str(number) for number in range(1, 13)),
            copies=12,
            extras={"W": 18},
            rank_names={"W": "wild card"},
            kind="numbered",
        ),
    )
}  # fmt: skip
