"""Stacks: private stocks that are played off, card by card, to building piles all players share.

Every player has a stock of which only the top card is seen, a hand, and discard piles of which the
top card may be taken back. Up to four centre piles are built upward, whatever the suits; wild cards
count by their place. A stock is kept top card first, piles are kept from below. Nothing here knows
a game or rolls dice: what is shuffled, the dealer shuffles by a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, NamedTuple

from upcard.cards import Card, Cards, piles
from upcard.game import GivenError, State, Zone, zone
from upcard.moves import Move, Seat

NO_CARDS = Cards()
FIRST = Seat(0)
CENTRE = ("a", "b", "c", "d")
DISCARDS = ("discard1", "discard2", "discard3", "discard4")


class Ladder(NamedTuple):
    """How centre piles are built.

    Attributes:
        ranks: from the first card of a pile to the last.
        wild: the ranks that stand for any other, the lowest of them first.
        starts: whether a wild card may be the first of a pile.
    """

    ranks: tuple[str, ...]
    wild: tuple[str, ...]
    starts: bool = True

    def need(self, pile: Sequence[Card]) -> str:
        """Return the rank a pile needs: it follows from how many cards lie in it.

        >>> Ladder(("A", "2", "3"), wild=("K",)).need([Card("K", "S")])
        '2'
        """
        return self.ranks[len(pile)]

    def full(self, pile: Sequence[Card]) -> bool:
        """Say whether a pile is complete."""
        return len(pile) >= len(self.ranks)

    def fits(self, card: Card, pile: Sequence[Card]) -> bool:
        """Say whether a card may be laid on a pile."""
        if card.rank in self.wild:
            return self.starts or len(pile) > 0
        return card.rank == self.need(pile)

    def height(self, card: Card) -> int:
        """Rank cards; a wild card is above all that are built.

        >>> Ladder(("A", "2", "3"), wild=("K",)).height(Card("K", "S"))
        3
        """
        return (*self.ranks, *self.wild).index(card.rank)

    def higher(self, north: Card, south: Card) -> Seat | None:
        """Return the player of two who shows the higher card, `None` if they are equal."""
        one, other = self.height(north), self.height(south)
        return None if one == other else Seat(0 if one > other else 1)

    def require(self, pile: Cards, name: str) -> None:
        """Refuse a pile that cannot have come about.

        Raises:
            GivenError: a card lies where it could not be laid.
        """
        for place, card in enumerate(pile):
            below = pile[:place]
            if self.full(below) or not self.fits(card, below):
                msg = f"{card} cannot lie at place {place + 1} of a centre pile"
                raise GivenError(msg, name)

    def require_open(self, pile: Cards, name: str) -> None:
        """Refuse a pile that cannot have come about, or that would have been put aside.

        Raises:
            GivenError: such a pile cannot lie on the table.
        """
        self.require(pile, name)
        if self.full(pile):
            msg = f"a pile of {len(pile)} cards is complete and has been put aside"
            raise GivenError(msg, name)


@dataclass(slots=True)
class Table(State):
    """What lies on the table for two; lists hold one entry per seat.

    A game adds the stocks, lists of the cards below the top one, in the field that `own` names;
    by that name moves and examples call them.
    """

    own: ClassVar[str] = "stock"

    turned: list[Cards] = field(default_factory=lambda: piles(2))  # the stock's top card, face up
    hands: list[Cards] = field(default_factory=lambda: piles(2))
    discard1: list[Cards] = field(default_factory=lambda: piles(2))  # oldest card first
    discard2: list[Cards] = field(default_factory=lambda: piles(2))
    discard3: list[Cards] = field(default_factory=lambda: piles(2))
    discard4: list[Cards] = field(default_factory=lambda: piles(2))
    centre_a: Cards = NO_CARDS  # from below
    centre_b: Cards = NO_CARDS
    centre_c: Cards = NO_CARDS
    centre_d: Cards = NO_CARDS
    draw_pile: Cards = NO_CARDS  # face down, top first
    aside: Cards = NO_CARDS  # completed piles, to be shuffled into a draw pile
    player: Seat = FIRST  # whose turn it is, also while the dealer shuffles
    played: bool = False  # whether a card has been played in this turn
    passes: int = 0  # passes in a row

    def centre(self, name: str) -> Cards:
        """Return the centre pile of that name, from below."""
        pile: Cards = getattr(self, f"centre_{name}")
        return pile

    @property
    def below(self) -> list[Cards]:
        """The stocks without their top cards, top first."""
        stocks: list[Cards] = getattr(self, self.own)
        return stocks

    def left(self, seat: int) -> int:
        """Return how many cards of the stock a player has left."""
        return len(self.turned[seat]) + len(self.below[seat])

    def turn_up(self, seat: int) -> None:
        """Turn up the next card of a stock, if there is one."""
        self.turned[seat], self.below[seat] = self.below[seat][:1], self.below[seat][1:]

    def turn_down(self) -> None:
        """Put the cards that are shown back on their stocks."""
        for seat, top in enumerate(self.turned):
            self.below[seat], self.turned[seat] = top + self.below[seat], NO_CARDS

    def unshown(self) -> int:
        """Return the first player whose stock shows no card."""
        return next(seat for seat, top in enumerate(self.turned) if not top)

    def source(self, name: str, seat: int) -> Cards:
        """Return the cards that may be played from the hand, the stock or a discard pile."""
        if name == "hand":
            return self.hands[seat].distinct()
        if name == self.own:
            return self.turned[seat]
        discards: list[Cards] = getattr(self, name)
        return discards[seat][-1:]

    def take(self, card: Card, name: str, seat: int) -> None:
        """Take a card from the hand, the stock or a discard pile."""
        if name == "hand":
            self.hands[seat] -= (card,)
        elif name == self.own:
            self.turned[seat] = NO_CARDS
        else:
            discards: list[Cards] = getattr(self, name)
            discards[seat] = discards[seat][:-1]

    def discard(self, card: Card, name: str, seat: int) -> None:
        """Move a card from the hand to the top of a discard pile."""
        self.hands[seat] -= (card,)
        discards: list[Cards] = getattr(self, name)
        discards[seat] += (card,)

    def build(self, card: Card, name: str, ladder: Ladder) -> Cards:
        """Lay a card on a centre pile and return the pile; one that is complete is put aside."""
        pile = Cards((*self.centre(name), card))
        whole = ladder.full(pile)
        setattr(self, f"centre_{name}", NO_CARDS if whole else pile)
        self.aside += pile if whole else NO_CARDS
        return pile

    def fits_somewhere(self, cards: Cards, ladder: Ladder, centre: Sequence[str] = CENTRE) -> bool:
        """Say whether one of these cards may be laid on a centre pile."""
        return any(ladder.fits(card, self.centre(name)) for card in cards for name in centre)

    def holds(self, move: Move) -> bool:
        """Say whether a move names one card that lies where it is to come from, and no more."""
        origin = source(move)
        extra = len(move.all_cards) - 1 or len(move.groups) - 1 - (origin != "hand")
        return not extra and self.source(origin, self.turn).holds(move.cards)

    def in_hand(self, move: Move) -> bool:
        """Say whether the card that is to be discarded comes from the hand."""
        return self.own not in dict(move.groups) and self.hands[self.turn].holds(move.cards)

    # --- what may be done --------------------------------------------------------------------

    def plays(self, ladder: Ladder, centre: Sequence[str] = CENTRE) -> Iterator[Move]:
        """Yield every play that fits a centre pile: from hand, stock, then discard piles."""
        lying = {pile: self.centre(pile) for pile in centre}
        for name in ("hand", self.own, *DISCARDS):
            origin = () if name == "hand" else (name,)
            for card in self.source(name, self.turn):
                for pile, cards in lying.items():
                    if ladder.fits(card, cards):
                        yield Move(self.turn, "play", Cards([card]), "", bound_for(*origin, pile))

    def ends(self) -> Iterator[Move]:
        """Yield every way to end the turn with a card of the hand on a discard pile."""
        for card in self.source("hand", self.turn):
            for pile in DISCARDS:
                yield Move(self.turn, "end", Cards([card]), "", bound_for(pile))

    # --- what is seen ------------------------------------------------------------------------

    def zones(self, title: str, centre: Sequence[str] = CENTRE) -> list[Zone]:
        """Return the piles; of a stock only the top card is seen, and nobody sees the rest."""
        found = [zone(self, f"centre {name}", f"centre_{name}", seen="all") for name in centre]
        found += [zone(self, "draw pile", "draw_pile"), zone(self, "aside", "aside", seen="all")]
        for seat in range(len(self.hands)):
            found.append(zone(self, "hand", "hands", seat, owner=seat, seen="owner"))
            found.append(zone(self, f"{title} card", "turned", seat, owner=seat, seen="all"))
            found.append(zone(self, title, self.own, seat, owner=seat))
            found += [zone(self, name, name, seat, owner=seat, seen="all") for name in DISCARDS]
        return found

    def complete(self, ladder: Ladder, given: frozenset[str], first: Seat) -> None:
        """Fill in phase and turn of a partial position, and turn up the stocks' top cards.

        Raises:
            GivenError: a centre pile cannot lie there.
        """
        for name in CENTRE:
            ladder.require_open(self.centre(name), f"centre_{name}")
        if "phase" not in given:
            self.phase = "play" if given else "deal"
        if self.phase == "play":
            for seat, top in enumerate(self.turned):
                if not top:
                    self.turn_up(seat)
            if "turn" not in given:
                self.turn = first
        if self.turn >= 0 and "player" not in given:
            self.player = Seat(self.turn)


# --- how a move names what it takes and where it goes ------------------------------------------


@cache
def bound_for(*names: str) -> tuple[tuple[str, Cards], ...]:
    """Name piles at the end of a move: `play 9 stock a`."""
    return tuple((name, NO_CARDS) for name in names)


def target(move: Move) -> str:
    """Return the one centre pile that a move names, or nothing."""
    named = [name for name, _ in move.groups if name in CENTRE]
    return named[0] if len(named) == 1 else ""


def source(move: Move) -> str:
    """Return where a played card comes from: `hand` unless the move says otherwise."""
    named = [name for name, _ in move.groups if name not in CENTRE]
    return named[0] if named else "hand"


__all__ = ["CENTRE", "DISCARDS", "NO_CARDS", "Ladder", "Table", "bound_for", "source", "target"]
