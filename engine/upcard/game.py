"""The game contract: seven questions a game answers, and all that follows from the answers.

A game module gives a `State` dataclass, an `Options` dataclass and a `Game` subclass with
`new, to_shuffle, to_move, choices, play, score, table`. `apply`, `legal`, `check`, totals,
views, hidden-card permutation, replay, playouts, worked examples and the terminal table are
derived here and in `drive`, once for all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from random import Random
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from upcard.cards import Card, Cards, Deck
from upcard.choices import Choices, Illegal
from upcard.moves import DEALER, Move, Seat, Verb, parse_move, seat_name
from upcard.options import text as option_text
from upcard.score import Event, Item, Match, Outcome, totals


class GivenError(ValueError):
    """A value that does not fit a position or question; `path` leads to it: `("hands", "S")`."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.path = path


COMMON_RULES: dict[str, str] = {
    "turn": "It is not this player's turn to act.",
    "available": "The move cannot be made here: the cards are not held, or nothing asks for it.",
}
"""Reasons that hold in every game and are declared by none."""


@dataclass(slots=True)
class State:
    """What every position has. Fields of a subclass hold immutable values, or lists of them.

    Attributes:
        match: the match as it stood before this hand: scores, dealer, carried facts.
        turn: the seat to act; `DEALER` when cards are to be shuffled or turned.
        phase: a word of the article's for the part of the hand; `over` when it has ended.
        items: what has been scored in this hand so far, in order.
        events: what happened in the last move.
    """

    match: Match
    turn: int = DEALER
    phase: str = "deal"
    items: tuple[Item, ...] = ()
    events: tuple[Event, ...] = ()

    def say(self, rule: str, **facts: object) -> None:
        """Note that a rule acted in this move, with public facts only."""
        self.events += (Event(rule, facts),)

    def award(self, side: int, rule: str, points: int, cards: Iterable[Card] = ()) -> None:
        """Score an item."""
        self.items += (Item(side, rule, points, Cards(cards)),)


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Zone:
    """One pile on the table.

    Attributes:
        name: the pile's name in the article's words: `hand`, `stock`, `crib`.
        owner: a seat, or `None` if it belongs to nobody.
        cards: the pile, top or oldest card as the game keeps it.
        seen: who sees the faces; hidden from everybody unless said otherwise.
        field: the state's field that holds the pile.
        index: its place in that field, if the field is a list.
    """

    name: str
    owner: int | None
    cards: Cards
    seen: Literal["all", "owner", "none"]
    field: str
    index: int | None

    def visible_to(self, seat: int | None) -> bool:
        """Say whether a seat sees the faces; `None` is an onlooker."""
        return self.seen == "all" or (self.seen == "owner" and seat == self.owner)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What the dealer does next: take `count` cards at random from `pool`, by verb."""

    verb: str
    pool: Cards
    count: int


class Prompt(NamedTuple):
    """What is asked of whom: the seat that answers, the hand it acts for, and the phase."""

    seat: int
    hand: int
    ask: str


class Game(Generic[S]):
    """One game under one set of options. Subclasses answer the seven questions.

    Class attributes:
        slug: the article's id.
        version: of the rules; a record names it.
        deck, seats: the pack and how many play; `__init__` may set them from the options.
        verbs: the moves' verbs and what may follow each.
        Options, State: the two dataclasses.
        questions: names of methods worth asking from outside; all parameters typed.
        first_dealer: `lot` (the driver draws a seat) or `cut` (the hand starts without dealer).
        low_wins: whether the lower total wins; `__init__` may set it from the options.
        rules: ids of every rule the module can name, in the article's order.
    """

    slug: ClassVar[str]
    version: ClassVar[int] = 1
    deck: Deck
    seats: int
    verbs: ClassVar[Mapping[str, Verb]]
    Options: ClassVar[type[Any]]
    State: ClassVar[type[Any]]
    rules: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[tuple[str, ...]] = ()
    first_dealer: ClassVar[Literal["lot", "cut"]] = "lot"
    low_wins: bool = False

    def __init__(self, options: object | None = None) -> None:
        self.options: Any = self.Options() if options is None else options

    # --- the seven questions -------------------------------------------------------------

    def new(self, match: Match) -> S:
        """Return the position before the shuffle."""
        raise NotImplementedError

    def to_shuffle(self, s: S) -> Shuffle:
        """Return what is shuffled or turned now; asked only when `DEALER` is to move."""
        raise NotImplementedError

    def to_move(self, s: S) -> int | None:
        """Return the seat to act, `DEALER`, or `None` when the hand is over."""
        return None if s.phase == "over" else s.turn

    def choices(self, s: S) -> Choices:
        """Return everything the seat may do, and why not the rest."""
        raise NotImplementedError

    def play(self, s: S, move: Move) -> None:
        """Carry out a legal move on a private copy."""
        raise NotImplementedError

    def score(self, s: S) -> list[Item]:
        """Return what has been scored in this hand so far, in the order it was earned."""
        return list(s.items)

    def table(self, s: S) -> list[Zone]:
        """Return every pile, its owner and who sees it."""
        raise NotImplementedError

    # --- what a game may add -------------------------------------------------------------

    def complete(self, s: S, given: frozenset[str]) -> None:
        """Fill in what follows from a partial position; `given` names the fields that were set."""

    def numbers(self) -> Mapping[str, int | str]:
        """Return the numbers that the article's sentences show, by name, under these options."""
        return {}

    def facts(self, s: S) -> Mapping[str, Any]:
        """Return what everybody at the table knows besides the cards: count, trump, bid."""
        return {}

    def sound(self, s: S) -> list[Move]:
        """Return the moves that playouts mostly choose from; all legal ones, unless overridden.

        Override it where random play would never end a match (a game in which a failed contract
        is subtracted). The choice must rest on what the seat to act can see.
        """
        return self.legal(s)

    def outlook(self, s: S) -> tuple[int, ...]:
        """Return what each side has in hand or in prospect; the totals, unless overridden.

        Override it where points are entered only when the hand ends, for players that look ahead.
        """
        return self.totals(s)

    def prompt(self, s: S) -> Prompt | None:
        """Return what is asked of whom. Override where one seat acts for another hand."""
        seat = self.to_move(s)
        return None if seat is None else Prompt(seat, seat, s.phase)

    def after(self, match: Match, s: S) -> Match:
        """Return the match after a finished hand: scores added, the deal passed on."""
        dealer = s.match.dealer
        passed = None if dealer is None else self.next(dealer)
        return match.plus(self.totals(s), passed)

    def outcome(self, match: Match) -> Outcome | None:
        """Return how the match ended, or `None` if another hand is to be dealt."""
        raise NotImplementedError

    @property
    def sides(self) -> int:
        """How many sides keep score; every seat its own unless the game has partners."""
        return self.seats

    # --- what follows --------------------------------------------------------------------

    def next(self, seat: int) -> Seat:
        """Return the seat that follows in the order of play."""
        return Seat((seat + 1) % self.seats)

    def seat(self, seat: int) -> str:
        """Name a seat."""
        return seat_name(seat, self.seats)

    def start(self, dealer: int | None = None, scores: Iterable[int] | None = None) -> Match:
        """Return the record of a match that is about to start."""
        nought = (0,) * self.sides
        return Match(nought if scores is None else tuple(scores), dealer)

    def legal(self, s: S) -> list[Move]:
        """Return the legal moves of the seat to act; none for the dealer or after the end."""
        return [] if self.to_move(s) in (None, DEALER) else self.choices(s).legal

    def check(self, s: S, move: Move) -> None:
        """Refuse an illegal move.

        Raises:
            Illegal: with the rule that refuses it and the facts of this table.
        """
        mover = self.to_move(s)
        if DEALER in (move.seat, mover):
            self._check_shuffle(s, move, mover)
            return
        choices = Choices() if mover is None else self.choices(s)
        if choices.permits(move):
            return
        reason = choices.why_not(move)
        if reason is not None:
            raise Illegal(move, self.text(move), reason.rule, reason.facts)
        raise Illegal(move, self.text(move), "available" if move.seat == mover else "turn", {})

    def _check_shuffle(self, s: S, move: Move, mover: int | None) -> None:
        if mover != DEALER or move.seat != DEALER:
            raise Illegal(move, self.text(move), "turn", {})
        wanted = self.to_shuffle(s)
        fits = move.verb == wanted.verb and len(move.cards) == wanted.count
        if not fits or not wanted.pool.holds(move.cards):
            raise Illegal(move, self.text(move), "available", {"verb": wanted.verb})

    def apply(self, s: S, move: Move) -> S:
        """Return the position after a move; `s` is left unchanged.

        Raises:
            Illegal: the move is not legal here.
        """
        self.check(s, move)
        return self.carry_out(s, move)

    def carry_out(self, s: S, move: Move) -> S:
        """Return the position after a move that is known to be legal."""
        draft = duplicate(s)
        draft.events = ()
        self.play(draft, move)
        return draft

    def totals(self, s: S) -> tuple[int, ...]:
        """Return the points of this hand so far, one total per side."""
        return totals(self.score(s), self.sides)

    def standing(self, s: S) -> tuple[int, ...]:
        """Return the running scores of the match, this hand included."""
        return tuple(a + b for a, b in zip(s.match.scores, self.totals(s), strict=True))

    def shuffled(self, s: S, rng: Random) -> Move:
        """Return a random move of the dealer."""
        wanted = self.to_shuffle(s)
        return Move(DEALER, wanted.verb, Cards(rng.sample(wanted.pool, wanted.count)))

    def parse(self, text: str) -> Move:
        """Read one line of notation.

        Raises:
            NotationError: it cannot be read.
        """
        return parse_move(text, self.seats, self.verbs, self.deck)

    def text(self, move: Move) -> str:
        """Print a move canonically."""
        return move.text(self.seats)

    def view(self, s: S, seat: int | None) -> dict[str, Any]:
        """Return what one seat may know, as plain data for a table or a bot.

        A zone shows its cards only to those who may see them, its number of cards to all.
        """
        prompt = self.prompt(s)
        mine = prompt is not None and seat is not None and prompt.seat == seat
        return {
            "game": self.slug,
            "seat": None if seat is None else self.seat(seat),
            "turn": None if prompt is None else self.seat(prompt.seat),
            "phase": s.phase,
            "zones": [self._zone_view(zone, seat) for zone in self.table(s)],
            "facts": dict(self.facts(s)),
            "moves": [self.text(move) for move in self.legal(s)] if mine else [],
            "score": [
                {
                    "side": i.side,
                    "rule": i.rule,
                    "points": i.points,
                    "cards": str(i.cards),
                }
                for i in self.score(s)
            ],
            "standing": list(self.standing(s)),
            "events": [{"rule": event.rule, "facts": event.facts} for event in s.events],
        }

    def _zone_view(self, zone: Zone, seat: int | None) -> dict[str, Any]:
        owner = None if zone.owner is None else self.seat(zone.owner)
        seen = {"name": zone.name, "owner": owner, "count": len(zone.cards)}
        return seen | ({"cards": str(zone.cards)} if zone.visible_to(seat) else {})

    def permute_hidden(self, s: S, seat: int | None, rng: Random) -> S:
        """Return a position with the cards hidden from `seat` dealt anew.

        The seat cannot tell the two apart: this is both the leak test and how a bot samples
        what others may hold.
        """
        hidden = [zone for zone in self.table(s) if not zone.visible_to(seat)]
        loose = [card for zone in hidden for card in zone.cards]
        rng.shuffle(loose)
        draft = duplicate(s)
        for zone in hidden:
            pile, loose = Cards(loose[: len(zone.cards)]), loose[len(zone.cards) :]
            if zone.index is None:
                setattr(draft, zone.field, pile)
            else:
                getattr(draft, zone.field)[zone.index] = pile
        return draft

    def header(self, variant: str | None, settings: Mapping[str, Any]) -> str:
        """Return a record's first line: `cribbage@1 five-card muggins=yes`."""
        words = [f"{self.slug}@{self.version}"] + ([variant] if variant else [])
        return " ".join(
            words + [f"{name}={option_text(value)}" for name, value in settings.items()]
        )


def zone(
    s: State,
    name: str,
    where: str,
    index: int | None = None,
    *,
    owner: int | None = None,
    seen: Literal["all", "owner", "none"] = "none",
) -> Zone:
    """Describe the pile in one field of a state (or one place of a list field)."""
    held = getattr(s, where)
    pile = held if index is None else held[index]
    cards = Cards() if pile is None else Cards([pile]) if isinstance(pile, Card) else pile
    return Zone(name, owner, cards, seen, where, index)


def duplicate(s: S) -> S:
    """Copy a state so that `play` may change the copy: lists are copied one level deep."""
    draft = object.__new__(type(s))
    for name, is_list in _fields(type(s)):
        value = getattr(s, name)
        setattr(draft, name, list(value) if is_list else value)
    return draft


_FIELDS: dict[type[Any], tuple[tuple[str, bool], ...]] = {}


def _fields(kind: type[Any]) -> tuple[tuple[str, bool], ...]:
    """Return the names of a state's fields and whether each holds a list."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple((f.name, str(f.type).startswith("list[")) for f in fields(kind))
    return _FIELDS[kind]


__all__ = [
    "COMMON_RULES", "Game", "GivenError", "Prompt", "Shuffle", "State", "Zone", "duplicate", "zone",
]  # fmt: skip
