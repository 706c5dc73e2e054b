"""Moves and their notation: one line, one move.

`N play QS` · `N go` · `S bid 120` · `N meld run AS 10S JS table KS QS` · `DEALER cut JC`

A game declares its verbs and what may follow each (`Verb`); that is all the parser needs.
Printing is canonical: `parse(str(move)) == move`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import NamedTuple, NewType

from upcard.cards import Cards, Deck, NotationError

Seat = NewType("Seat", int)
DEALER = Seat(-1)
"""The seat of chance: shuffles, deals and cuts are moves too, so a record needs no seed."""

_TWO, _FOUR = ("N", "S"), ("N", "E", "S", "W")


def seat_names(seats: int) -> tuple[str, ...]:
    """Return what the seats are called, in order of play: `N S`, `N E S`, `N E S W`, `P1 ...`."""
    if seats == 2:
        return _TWO
    return _FOUR[:seats] if seats <= len(_FOUR) else tuple(f"P{n + 1}" for n in range(seats))


def seat_name(seat: int, seats: int) -> str:
    """Name one seat; the seat of chance is `DEALER`."""
    return "DEALER" if seat == DEALER else seat_names(seats)[seat]


def parse_seat(text: str, seats: int) -> Seat:
    """Read a seat.

    Raises:
        NotationError: no such seat at this table.
    """
    names = (*seat_names(seats), "DEALER")
    if text.upper() not in names:
        msg = f"no seat {text!r} at this table; the seats are {' '.join(names[:-1])}"
        raise NotationError(msg)
    place = names.index(text.upper())
    return DEALER if place == seats else Seat(place)


class Verb(NamedTuple):
    """What may follow a verb.

    Attributes:
        cards: whether cards follow.
        arg: `""`, `"word"` or `"number"`: a bare argument before the cards.
        groups: names of further groups of cards, each introduced by its name.
        hides: whether the cards are kept from the other seats (a pass, a lay-away).
        ordered: whether the order of the cards matters, as in a deal; otherwise a move's cards
            stand in the pack's order (`Deck.sort`), so that one act has one spelling.
        text: one line for people: "lay a card on the table".
    """

    cards: bool = False
    arg: str = ""
    groups: tuple[str, ...] = ()
    hides: bool = False
    ordered: bool = False
    text: str = ""

    def shape(self, name: str) -> str:
        """Show how the verb is written, for messages: `meld <word> <cards> table <cards>`."""
        parts = [name]
        if self.arg:
            parts.append(f"<{self.arg}>")
        if self.cards:
            parts.append("<cards>")
        return " ".join(parts + [f"[{group} <cards>]" for group in self.groups])


class Move(NamedTuple):
    """One act of one seat. `groups` holds further named cards: `(("table", Cards),)`."""

    seat: int
    verb: str
    cards: Cards = Cards()
    arg: str | int = ""
    groups: tuple[tuple[str, Cards], ...] = ()

    def group(self, name: str) -> Cards:
        """Return the cards of a named group, none if it is not there."""
        return dict(self.groups).get(name, Cards())

    @property
    def all_cards(self) -> Cards:
        """Every card the move names, groups included."""
        return Cards(card for pile in (self.cards, *dict(self.groups).values()) for card in pile)

    def text(self, seats: int) -> str:
        """Print the move canonically."""
        words = [seat_name(self.seat, seats), self.verb]
        if self.arg != "":
            words.append(str(self.arg))
        words += map(str, self.cards)
        for name, pile in self.groups:
            words += [name, *map(str, pile)]
        return " ".join(words)


def parse_move(text: str, seats: int, verbs: Mapping[str, Verb], deck: Deck) -> Move:
    """Read one line of notation.

    Raises:
        NotationError: the seat, the verb or what follows it cannot be read; the message shows
            the verb's form.
    """
    words = text.split()
    if len(words) < 2:
        msg = f"{text!r} is no move; write seat, verb and cards, as in 'N play QS'"
        raise NotationError(msg)
    seat, verb = parse_seat(words[0], seats), words[1].lower()
    if verb not in verbs:
        near = difflib.get_close_matches(verb, verbs, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        msg = f"no verb {words[1]!r} in this game; {hint}its verbs are {', '.join(verbs)}"
        raise NotationError(msg)
    form = verbs[verb]
    arg, rest = _argument(words[2:], verb, form)
    groups: dict[str, list[str]] = {}
    here: list[str] = []
    main = here
    for word in rest:
        if word.lower() in form.groups:
            here = groups.setdefault(word.lower(), [])
        else:
            here.append(word)
    if main and not form.cards:
        msg = f"nothing may follow here: {' '.join(main)!r}; write {form.shape(verb)!r}"
        raise NotationError(msg)
    read = deck.cards if form.ordered else lambda text: deck.sort(deck.cards(text))
    named = tuple((name, read(" ".join(groups[name]))) for name in form.groups if name in groups)
    move = Move(seat, verb, read(" ".join(main)), arg, named)
    if named:
        deck.cards(str(move.all_cards))  # all groups together: no card too often
    return move


def _argument(words: list[str], verb: str, form: Verb) -> tuple[str | int, list[str]]:
    if not form.arg:
        return "", words
    if not words:
        msg = f"{verb!r} wants a {form.arg}; write {form.shape(verb)!r}"
        raise NotationError(msg)
    if form.arg == "word":
        return words[0].lower(), words[1:]
    try:
        return int(words[0]), words[1:]
    except ValueError:
        msg = f"{verb!r} wants a number, not {words[0]!r}; write {form.shape(verb)!r}"
        raise NotationError(msg) from None
