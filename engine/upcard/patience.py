"""Patience: columns, foundations, stock and waste, and what may be moved where.

A `Patience` is the table of parameters of one game; `KLONDIKE` is one. A player's `Side` holds the
columns, stock and waste; the foundations are kept apart from it, since players may share them, and
a `Layout` is both together for a game alone. Columns and foundations are kept from below, a stock
top card first, a waste oldest card first. Nothing here knows a game or rolls dice: a pack comes in
shuffled. `docs/patience.md` explains the parameters and those that are still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from upcard.cards import Card, Cards
from upcard.score import Item

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RED = ("D", "H")
NO_CARDS = Cards()
T = TypeVar("T")

_MATCHES: dict[str, Callable[[Card, Card], bool]] = {
    "suit": lambda card, on: card.suit == on.suit,
    "alternate": lambda card, on: (card.suit in RED) != (on.suit in RED),
}
_STEPS = {"up": 1, "down": -1}


class Building(NamedTuple):
    """Which card may be laid on which.

    Attributes:
        match: `suit` (the same suit) or `alternate` (red on black, black on red).
        step: `up`, the next higher rank, or `down`, the next lower.
    """

    match: Literal["suit", "alternate"]
    step: Literal["up", "down"]


DOWN_IN_TURN = Building("alternate", "down")
UP_IN_SUIT = Building("suit", "up")


class Dealt(NamedTuple):
    """How many cards a column gets, face down and then face up on top of them."""

    down: int
    up: int = 1


def triangle(columns: int) -> tuple[Dealt, ...]:
    """Return the deal with one card more in each column, only the last of each face up.

    >>> triangle(3)
    (Dealt(down=0, up=1), Dealt(down=1, up=1), Dealt(down=2, up=1))
    """
    return tuple(Dealt(place) for place in range(columns))


class Column(NamedTuple):
    """One column, both parts from below; cards are moved from and to its end."""

    down: Cards = NO_CARDS
    up: Cards = NO_CARDS

    @property
    def end(self) -> Card | None:
        """The card on which the next would be laid."""
        return self.up[-1] if self.up else None

    def without(self, count: int) -> Column:
        """Take cards off the end; a face-down card that becomes the end is turned up."""
        rest = self.up[: len(self.up) - count]
        return Column(self.down, rest) if rest else Column(self.down[:-1], self.down[-1:])

    def plus(self, cards: Cards) -> Column:
        """Lay cards on the end."""
        return Column(self.down, self.up + cards)


class Side(NamedTuple):
    """What lies before one player, foundations left aside.

    Attributes:
        columns: from left to right.
        stock: face down, the top card first.
        waste: face up, the top card last.
        redealt: how often the waste has become the stock again.
    """

    columns: tuple[Column, ...]
    stock: Cards = NO_CARDS
    waste: Cards = NO_CARDS
    redealt: int = 0

    @property
    def cards(self) -> Cards:
        """Every card of this side."""
        laid = (card for column in self.columns for card in column.down + column.up)
        return Cards(laid) + self.stock + self.waste


class Lift(NamedTuple):
    """Cards that are picked up together, from the end of a column or (`None`) from the waste."""

    cards: Cards
    column: int | None = None


class Layout(NamedTuple):
    """A game alone: the player's side and the foundation piles."""

    side: Side
    piles: tuple[Cards, ...]

    @property
    def position(self) -> tuple[object, ...]:
        """The position without its history, so that a repetition is recognised."""
        return (self.side._replace(redealt=0), self.piles)


class Step(NamedTuple):
    """One step of a game alone; `cards` are moved to the column or pile with this number.

    `up` goes to a foundation, `put` to a column, `back` from a foundation to a column; `turn`
    turns cards of the stock onto the waste.
    """

    verb: Literal["up", "put", "back", "turn"]
    cards: Cards = NO_CARDS
    target: int = -1
    source: int | None = None


class Scale(NamedTuple):
    """What a game alone scores, step by step; a step is worth what its origin and target say.

    Attributes:
        waste: for a card from the waste to a column.
        up: for a card to a foundation, wherever it comes from.
        back: for a card from a foundation to a column.
        shown: for a face-down card that is turned up.
        stake: the score before the first step.
    """

    waste: int = 0
    up: int = 0
    back: int = 0
    shown: int = 0
    stake: int = 0


UNSCORED = Scale()
STANDARD = Scale(waste=5, up=10, back=-15, shown=5)
VEGAS = Scale(up=5, back=-5, stake=-52)


@dataclass(frozen=True)
class Patience:
    """The parameters of one patience.

    Attributes:
        shape: how the columns are dealt; what is left is the stock.
        columns: how columns are built.
        lift: how much is moved from a column at once: `one` card, or a `part` that is built.
        fill: the rank that may fill an empty column; `any`, or `none`.
        foundations: how foundations are built.
        base: the rank a foundation begins with.
        piles: how many foundations there are.
        take_back: whether the top card of a foundation may go back to a column.
        turn: how many cards are turned from the stock at once; 0 if none ever are.
        redeals: how often the waste becomes the stock again; `None` for as often as needed.
        ranks: lowest first.
        scale: what the steps of a game alone score.
    """

    shape: tuple[Dealt, ...]
    columns: Building = DOWN_IN_TURN
    lift: Literal["one", "part"] = "part"
    fill: str = "K"
    foundations: Building = UP_IN_SUIT
    base: str = "A"
    piles: int = 4
    take_back: bool = False
    turn: int = 1
    redeals: int | None = None
    ranks: tuple[str, ...] = RANKS
    scale: Scale = UNSCORED

    # --- the deal ----------------------------------------------------------------------------

    @property
    def dealt(self) -> int:
        """How many cards are dealt to the columns."""
        return sum(down + up for down, up in self.shape)

    @property
    def dealt_down(self) -> int:
        """How many of them lie face down."""
        return sum(down for down, _ in self.shape)

    def deal(self, pack: Cards) -> Side:
        """Deal row by row, from left to right, to every column that is still to get a card."""
        sizes = [down + up for down, up in self.shape]
        rows = [[col for col, size in enumerate(sizes) if size > row] for row in range(max(sizes))]
        laid: list[list[Card]] = [[] for _ in sizes]
        for card, col in zip(pack, (col for row in rows for col in row), strict=False):
            laid[col].append(card)
        columns = (
            Column(Cards(cards[:down]), Cards(cards[down:]))
            for cards, (down, _) in zip(laid, self.shape, strict=True)
        )
        return Side(tuple(columns), stock=pack[self.dealt :])

    # --- building ----------------------------------------------------------------------------

    def builds(self, how: Building, card: Card, on: Card) -> bool:
        """Say whether a card may be laid on another.

        >>> KLONDIKE.builds(KLONDIKE.columns, Card("6", "S"), Card("7", "H"))
        True
        >>> KLONDIKE.builds(KLONDIKE.foundations, Card("6", "H"), Card("4", "H"))
        False
        """
        apart = self._heights[card.rank] - self._heights[on.rank]
        return apart == _STEPS[how.step] and _MATCHES[how.match](card, on)

    @cached_property
    def _heights(self) -> dict[str, int]:
        return {rank: height for height, rank in enumerate(self.ranks)}

    def fits(self, card: Card, end: Card | None) -> bool:
        """Say whether a card may be laid on the end of a column, `None` if the column is empty."""
        known = self._fits
        if (card, end) not in known:
            known[card, end] = (
                self.fill in ("any", card.rank) if end is None
                else self.builds(self.columns, card, end)
            )  # fmt: skip
        return known[card, end]

    @cached_property
    def _fits(self) -> dict[tuple[Card, Card | None], bool]:
        return {}  # asked for every card and column, again and again

    def takes(self, card: Card, top: Card | None) -> bool:
        """Say whether a foundation takes a card, `None` if it is still to be begun."""
        if top is None:
            return card.rank == self.base
        return self.builds(self.foundations, card, top)

    def lifts(self, side: Side) -> Iterator[Lift]:
        """Yield all that may be picked up: parts of the columns, then the top of the waste."""
        for number, column in enumerate(side.columns):
            last = len(column.up) - 1
            for start in range(last, -1, -1):
                if start < last and not self._joined(column.up[start], column.up[start + 1]):
                    break
                yield Lift(column.up[start:], number)
        if side.waste:
            yield Lift(side.waste[-1:])

    def _joined(self, lower: Card, upper: Card) -> bool:
        """Say whether a card takes along the one that lies on it."""
        return self.lift == "part" and self.fits(upper, lower)

    # --- moving ------------------------------------------------------------------------------

    def may_redeal(self, side: Side) -> bool:
        """Say whether the waste may become the stock: there is no other, and a redeal is left."""
        left = self.redeals is None or side.redealt < self.redeals
        return left and bool(side.waste) and not side.stock

    def may_turn(self, side: Side) -> bool:
        """Say whether there is a card to turn, after a redeal if need be."""
        return self.turn > 0 and (bool(side.stock) or self.may_redeal(side))

    def turned(self, side: Side) -> Side:
        """Turn cards from the stock onto the waste, the last of them on top.

        An empty stock is first made anew: the waste is turned over, unshuffled.
        """
        if not side.stock:
            side = Side(side.columns, side.waste, NO_CARDS, side.redealt + 1)
        return side._replace(
            stock=side.stock[self.turn :], waste=side.waste + side.stock[: self.turn]
        )

    # --- a game alone ------------------------------------------------------------------------

    def start(self, pack: Cards) -> Layout:
        """Return the layout of a game alone, its foundations empty."""
        return Layout(self.deal(pack), (NO_CARDS,) * self.piles)

    def steps(self, layout: Layout) -> list[Step]:
        """Return every step of a game alone."""
        side, piles = layout
        found: list[Step] = []
        for cards, source in self.lifts(side):
            up = next((n for n, pile in enumerate(piles) if self.takes(cards[0], _top(pile))), None)
            if len(cards) == 1 and up is not None:
                found.append(Step("up", cards, up, source))
            found += [Step("put", cards, n, source) for n in self._targets(cards[0], side)]
        for number, pile in enumerate(piles):
            if self.take_back and pile:
                top = pile[-1:]
                found += [Step("back", top, n, number) for n in self._targets(top[0], side)]
        return found + [Step("turn")] * self.may_turn(side)

    def _targets(self, card: Card, side: Side) -> list[int]:
        return [n for n, column in enumerate(side.columns) if self.fits(card, column.end)]

    def make(self, layout: Layout, step: Step) -> Layout:
        """Return the layout after a step of a game alone."""
        side, piles = layout
        match step.verb:
            case "turn":
                return Layout(self.turned(side), piles)
            case "back":
                rest = piles[step.source or 0][:-1]
                side = laid(side, step.target, step.cards)
                return Layout(side, _changed(piles, step.source or 0, rest))
            case "up":
                pile = piles[step.target] + step.cards
                side = lifted(side, Lift(step.cards, step.source))
                return Layout(side, _changed(piles, step.target, pile))
            case _:
                side = lifted(side, Lift(step.cards, step.source))
                return Layout(laid(side, step.target, step.cards), piles)

    def scored(self, layout: Layout, step: Step) -> list[Item]:
        """Return what a step of a game alone scores, by its kind as `Scale` names them."""
        from_waste = step.verb == "put" and step.source is None
        kind = "waste" if from_waste else step.verb
        worth = {"waste": self.scale.waste, "up": self.scale.up, "back": self.scale.back}
        items = [Item(0, kind, worth.get(kind, 0), step.cards)]
        if step.verb in ("up", "put") and step.source is not None:
            column = layout.side.columns[step.source]
            shown = column.down[-1:] if column.up == step.cards else NO_CARDS
            items += [Item(0, "shown", self.scale.shown, shown)] * len(shown)
        return [item for item in items if item.points]

    def won(self, layout: Layout) -> bool:
        """Say whether every card lies on the foundations."""
        return not layout.side.cards


def lifted(side: Side, lift: Lift) -> Side:
    """Return the side without the cards that are picked up."""
    if lift.column is None:
        return side._replace(waste=side.waste[:-1])
    column = side.columns[lift.column].without(len(lift.cards))
    return side._replace(columns=_changed(side.columns, lift.column, column))


def laid(side: Side, column: int, cards: Cards) -> Side:
    """Return the side with cards laid on the end of a column."""
    longer = side.columns[column].plus(cards)
    return side._replace(columns=_changed(side.columns, column, longer))


def _changed(row: tuple[T, ...], place: int, entry: T) -> tuple[T, ...]:
    return (*row[:place], entry, *row[place + 1 :])


def _top(pile: Sequence[Card]) -> Card | None:
    return pile[-1] if pile else None


KLONDIKE = Patience(triangle(7), take_back=True)
"""Klondike as most play it: one card at a time, redealt as often as needed."""

__all__ = [
    "KLONDIKE", "RANKS", "STANDARD", "VEGAS", "Building", "Column", "Dealt", "Layout", "Lift",
    "Patience", "Scale", "Side", "Step", "laid", "lifted", "triangle",
]  # fmt: skip
