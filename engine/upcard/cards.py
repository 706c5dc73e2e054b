"""Cards and the packs they come from: strict text to cards and back.

A card is a rank and a suit; cards of the same rank and suit are equal, however many copies a
pack holds, so that a double pack needs no special case. A pile of cards is a `Cards` tuple.
Nothing here knows a game.
"""

from __future__ import annotations

import difflib
import itertools
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, NewType, SupportsIndex, overload

Suit = NewType("Suit", str)
Rank = NewType("Rank", str)


class NotationError(ValueError):
    """A card, move or record that cannot be read; the message says what to write instead."""


class Card(NamedTuple):
    """One card: `Card("10", "S")`. A joker or a wild card has an empty suit."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"<{self}>"


class Cards(tuple[Card, ...]):
    """A pile of cards in order; equal cards are normal.

    >>> deck = Deck("demo", "Demo", ranks=("A", "10", "K"), suits=("S", "H"))
    >>> pile = deck.cards("AS 10H")
    >>> str(pile + deck.cards("KS"))
    'AS 10H KS'
    >>> str(pile - deck.cards("AS"))
    '10H'
    """

    __slots__ = ()

    def __add__(self, other: Iterable[Card]) -> Cards:  # type: ignore[override]
        return Cards(itertools.chain(self, other))

    def __sub__(self, other: Iterable[Card]) -> Cards:
        """Take each card of `other` out once.

        Raises:
            ValueError: a card is not in the pile (an engine bug, never a player's fault).
        """
        rest = list(self)
        for card in other:
            rest.remove(card)
        return Cards(rest)

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> Card: ...
    @overload
    def __getitem__(self, at: slice, /) -> Cards: ...
    def __getitem__(self, at: SupportsIndex | slice, /) -> Card | Cards:
        if isinstance(at, slice):
            return Cards(tuple.__getitem__(self, at))
        return tuple.__getitem__(self, at)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"<{self}>" if self else "<no cards>"

    def of_suit(self, suit: str) -> Cards:
        """Return the cards of one suit, in the pile's order."""
        return Cards(card for card in self if card.suit == suit)

    def holds(self, other: Iterable[Card]) -> bool:
        """Say whether every card of `other` is here, copies counted."""
        return not Counter(other) - Counter(self)

    def distinct(self) -> Cards:
        """Return the pile with each card once, in the order of first appearance."""
        return Cards(dict.fromkeys(self))


SYMBOLS = {
    "♠": "S",
    "♤": "S",
    "♥": "H",
    "♡": "H",
    "♦": "D",
    "♢": "D",
    "♣": "C",
    "♧": "C",
}
_LOOKALIKES = {
    "А": "A",
    "К": "K",
    "Т": "T",
    "О": "O",
    "Н": "H",
    "С": "C",
    "Ѕ": "S",
    "Ј": "J",
}


@dataclass(frozen=True)
class Deck:
    """A pack as data: its ranks and suits in the pack's own order, copies and extra cards.

    Attributes:
        id: the name used in `game.yaml`, such as `french-52`.
        title: how the fact box names it.
        ranks, suits: codes; every rank is there in every suit. A numbered pack has no suits.
        copies: how many of each card.
        extras: cards outside the suits and how many there are of each, such as `{"JOKER": 2}`.
        suit_names: what the suits are called, by code.
        rank_names: what the ranks are called, by code, where the code is not the name.
        kind: french, numbered, spanish, ... (which faces the site draws).
        by_suit: the ranks of each suit, copies repeated, where not every rank is in every suit:
            `{"1": "B R P P", "2": "A R P P"}`.
        names: what single cards are called, by code, where "rank of suit" would not do.
        aliases: other ways to write a rank.
    """

    id: str
    title: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...] = ("",)
    copies: int = 1
    extras: dict[str, int] = field(default_factory=dict)
    suit_names: dict[str, str] = field(default_factory=dict)
    rank_names: dict[str, str] = field(default_factory=dict)
    kind: str = "french"
    by_suit: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    @cached_property
    def pack(self) -> Cards:
        """Every card of the pack, copies side by side."""
        ranks = {suit: self.by_suit.get(suit, "").split() or self.ranks for suit in self.suits}
        plain = (Card(rank, suit) for suit in self.suits for rank in ranks[suit])
        extra = (Card(name, "") for name, count in self.extras.items() for _ in range(count))
        return Cards(
            itertools.chain((card for card in plain for _ in range(self.copies)), extra),
        )

    @cached_property
    def by_code(self) -> dict[str, Card]:
        """The cards by canonical code: `{"10S": Card("10", "S"), ...}`."""
        return {str(card): card for card in self.pack.distinct()}

    @cached_property
    def counts(self) -> Counter[Card]:
        """How many of each card the pack holds."""
        return Counter(self.pack)

    @cached_property
    def order(self) -> dict[Card, int]:
        """The place of each card in the pack's own order."""
        return {card: place for place, card in enumerate(self.pack.distinct())}

    def __len__(self) -> int:
        return len(self.pack)

    def name(self, card: Card) -> str:
        """Name a card for people: `queen of spades`, `pine with crane`, `joker`, `7`."""
        if str(card) in self.names:
            return self.names[str(card)]
        rank = self.rank_names.get(card.rank, card.rank)
        return f"{rank} of {self.suit_names.get(card.suit, card.suit)}" if card.suit else rank

    def sort(self, pile: Iterable[Card]) -> Cards:
        """Put cards into the pack's own order."""
        return Cards(sorted(pile, key=self.order.__getitem__))

    def suit(self, text: str) -> Suit:
        """Read one suit: `S`, `s`, `♠` or the suit's name.

        Raises:
            NotationError: no such suit in this pack.
        """
        code = _clean(text)
        if code in self.suits and code:
            return Suit(code)
        for known, name in self.suit_names.items():
            if code in (name.upper(), name.upper().rstrip("S")):
                return Suit(known)
        msg = f"no suit {text!r} in {self.title}; its suits are {self._suits_listed}"
        raise NotationError(msg)

    def rank(self, text: str) -> Rank:
        """Read one rank: `10`, `T`, `q`.

        Raises:
            NotationError: no such rank in this pack.
        """
        code = self._rank_code(_clean(text))
        if code in self.ranks:
            return Rank(code)
        msg = f"no rank {text!r} in {self.title}; its ranks are {' '.join(self.ranks)}"
        raise NotationError(msg)

    def card(self, text: str) -> Card:
        """Read one card; `10S`, `TS`, `10♠` and `10s` are the same card.

        Raises:
            NotationError: not a card of this pack; the message names the fault and the nearest
                right answer.
        """
        if text in self.by_code:
            return self.by_code[text]
        code = _clean(text)
        found = self.by_code.get(code) or self._loose(code)
        if found is None:
            raise NotationError(self._complaint(text, code))
        return found

    def cards(self, text: str | Iterable[Card]) -> Cards:
        """Read a pile, written as one string: `"AS KS 10H"`. Cards are passed through.

        Raises:
            NotationError: a word is no card, or there are more copies than the pack holds.
        """
        if not isinstance(text, str):
            return Cards(text)
        pile = Cards(self.card(word) for word in text.split())
        for card, many in Counter(pile).items():
            if many > self.counts[card]:
                msg = f"{many} × {card}, but {self.title} holds {self.counts[card]}"
                raise NotationError(msg)
        return pile

    def _rank_code(self, code: str) -> str:
        if code == "T" and "10" in self.ranks:
            return "10"
        return self.aliases.get(code, code)

    def _loose(self, code: str) -> Card | None:
        """Accept `T` for ten and the pack's aliases, and nothing else that is not canonical."""
        rank, suit = self._split(code)
        return self.by_code.get(self._rank_code(rank) + suit)

    def _split(self, code: str) -> tuple[str, str]:
        """Split a code into rank and suit; if it ends in no suit, before its last character."""
        fitting = [suit for suit in self.suits if suit and code.endswith(suit)]
        known = [suit for suit in fitting if self._rank_code(code.removesuffix(suit)) in self.ranks]
        suit = max(known or fitting, key=len, default="")
        return (code.removesuffix(suit), suit) if suit else (code[:-1], code[-1:])

    @property
    def _suits_listed(self) -> str:
        """The suits' codes, with their names where players may not know them."""
        if self.kind == "french" or not self.suit_names:
            return " ".join(self.suits)
        return ", ".join(f"{suit} ({self.suit_names.get(suit, suit)})" for suit in self.suits)

    def _complaint(self, text: str, code: str) -> str:
        fault = f"{text!r} is no card of {self.title}"
        if text != text.strip() or not text.strip():
            return f"{fault}: it is empty"
        odd = [char for char in text if char in _LOOKALIKES]
        if odd:
            latin = _LOOKALIKES[odd[0]]
            return f"{fault}: {odd[0]!r} is a Cyrillic letter that looks like {latin!r}"
        if code[:-1] in ("0", "X") and "10" in self.ranks:
            return f"{fault}: write the ten as 10{code[-1]} or T{code[-1]}"
        rank, suit = self._split(code)
        if self._rank_code(rank) in self.ranks and suit not in self.suits:
            like = f"{rank}{self.suits[-1]}"
            return f"{fault}: no suit {suit!r}; the suits are {self._suits_listed}, as in {like}"
        if suit in self.suits and suit and rank not in self.by_code:
            return f"{fault}: {self._no_such_rank(rank, suit)}"
        near = difflib.get_close_matches(code, self.by_code, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]}?" if near else "; write rank then suit, as in "
        return fault + hint + ("" if near else str(self.pack[0]))

    def _no_such_rank(self, rank: str, suit: str) -> str:
        if self._rank_code(rank) not in self.ranks:
            return f"no rank {rank!r}; the ranks are {' '.join(self.ranks)}"
        here = " ".join(dict.fromkeys(card.rank for card in self.pack.of_suit(suit)))
        return f"no {rank!r} among the {self.suit_names.get(suit, suit)}; there are {here}"


def _clean(text: str) -> str:
    """Fold case, width and suit symbols; drop variation selectors."""
    folded = unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "")
    return "".join(SYMBOLS.get(char, char) for char in folded).upper()


def piles(count: int) -> list[Cards]:
    """Return one empty pile per seat."""
    return [Cards() for _ in range(count)]


def combinations(pile: Iterable[Card], size: int) -> Iterator[Cards]:
    """Yield each different choice of `size` cards once, in the pile's order."""
    seen: set[tuple[Card, ...]] = set()
    for chosen in itertools.combinations(pile, size):
        key = tuple(sorted(chosen))
        if key not in seen:
            seen.add(key)
            yield Cards(chosen)
