"""Beggar-my-neighbour, one game. Article: games/beggar-my-neighbour.

There is nothing to choose: a player's only move is to turn. Not modelled: three or more players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from upcard.cards import Card, Cards, piles
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, State, Zone, zone
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Match, Outcome
from upcard.sheds import dealt

NO_CARDS = Cards()
PRICES: Mapping[str, Mapping[str, int]] = {
    "ace_high": {"A": 4, "K": 3, "Q": 2, "N": 2, "J": 1},
    "courts": {"K": 3, "Q": 2, "N": 2, "J": 1},
    "low_cards": {"A": 1, "2": 2, "3": 3},
    "king_high": {"K": 4, "Q": 3, "N": 3, "J": 2, "A": 1},
}
"""What each rank asks for, by the option `payment`; the knight stands where the queen does."""


@dataclass(frozen=True)
class BeggarMyNeighbourOptions:
    """What tables agree on before the deal."""

    pack: Literal["french", "italian"] = "french"
    payment: Literal["ace_high", "courts", "low_cards", "king_high"] = "ace_high"
    next_lead: Literal["taker", "payer"] = "taker"
    last_card: Literal["when_asked", "at_once"] = "when_asked"


@dataclass(slots=True)
class Piles(State):
    """One game."""

    phase: Literal["deal", "play", "pay", "over"] = "deal"
    piles: list[Cards] = field(default_factory=lambda: piles(2))  # by seat, the top card first
    centre: Cards = NO_CARDS  # face up, oldest first
    due: int = 0  # how many cards the seat to turn still has to pay
    laid: int = 0  # how many cards have been laid in this game
    tricks: int = 0  # how often the centre has been taken
    seen: list[str] = field(default_factory=list)  # how the piles lay when each trick began
    ended: str = ""  # the rule that ended the game


def many(number: int, thing: str) -> str:
    """Write a number of things.

    >>> many(1, "trick"), many(2, "card")
    ('1 trick', '2 cards')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


class BeggarMyNeighbour(Game[Piles]):
    """Beggar-my-neighbour for two: seats N and S."""

    slug = "beggar-my-neighbour"
    deck = DECKS["french-52"]
    seats = 2
    Options, State = BeggarMyNeighbourOptions, Piles
    options: BeggarMyNeighbourOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal all the cards"),
        "turn": Verb(text="turn up the top card and lay it on the centre"),
    }
    questions = ("asks_for", "trick", "whole_game", "ending")
    rules = (
        "penalty-cards", "deal", "lead", "turn-about", "pay", "new-penalty", "take", "next-lead",
        "game-end", "endless",
    )  # fmt: skip

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        if self.options.pack == "italian":
            self.deck = DECKS["italian-40"]

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Piles:
        return Piles(match)

    def to_shuffle(self, s: Piles) -> Shuffle:
        """Return the whole pack; nothing is shuffled later."""
        return Shuffle("deal", self.deck.pack, len(self.deck))

    def deal(self, s: Piles, pack: Cards) -> None:
        half = len(pack) // self.seats
        s.piles, _ = dealt(pack, self.seats, half, self.pone(s))
        s.say("deal", cards=half)
        s.say("lead", seat=self.seat(self.pone(s)))
        self.begin_trick(s, self.pone(s))

    def pone(self, s: Piles) -> Seat:
        """Return who did not deal, and so begins."""
        return self.next(s.match.dealer or 0)

    # --- the play ----------------------------------------------------------------------------

    def price(self, card: Card) -> int:
        """Return how many cards a card asks for; nought if it is an ordinary one."""
        return PRICES[self.options.payment].get(card.rank, 0)

    def asks_for(self, card: Card) -> Answer:
        """Say how many cards must be paid for a card."""
        return Answer(self.price(card), ("penalty-cards",))

    def begin_trick(self, s: Piles, leader: int) -> None:
        """See whether the game is over; if not, the leader is to turn."""
        s.phase, s.turn, s.due = "play", leader, 0
        empty = [seat for seat, pile in enumerate(s.piles) if not pile]
        if empty:
            self.end_game(s, "game-end", self.next(empty[0]))
            return
        here = self.fingerprint(s)
        if here in s.seen:
            self.end_game(s, "endless", None)
        s.seen.append(here)

    def fingerprint(self, s: Piles) -> str:
        """Write down all that decides how the game goes on: who leads, and the prices in order."""
        prices = ["".join(str(self.price(card)) for card in pile) for pile in s.piles]
        return " ".join((self.seat(s.turn), *prices))

    def turn_card(self, s: Piles) -> None:
        """Lay the top card of the pile whose turn it is."""
        card, s.piles[s.turn] = s.piles[s.turn][0], s.piles[s.turn][1:]
        s.centre += (card,)
        s.laid += 1
        if self.price(card):
            self.lay_penalty(s, card)
        elif s.due:
            self.pay_one(s)
        else:
            s.say("turn-about", seat=self.seat(s.turn))
            self.ask(s, self.next(s.turn))

    def lay_penalty(self, s: Piles, card: Card) -> None:
        """Ask the other player to pay; whatever was due before is forgotten."""
        if s.due:
            s.say("new-penalty", seat=self.seat(s.turn), left=s.due)
        s.due = self.price(card)
        s.phase = "pay"
        s.say("penalty-cards", card=str(card), due=s.due)
        self.ask(s, self.next(s.turn))

    def pay_one(self, s: Piles) -> None:
        s.due -= 1
        s.say("pay", seat=self.seat(s.turn), due=s.due)
        if s.due:
            self.ask(s, Seat(s.turn))
            return
        payer, taker = Seat(s.turn), self.next(s.turn)
        self.take(s, taker)
        leader = taker if self.options.next_lead == "taker" else payer
        s.say("next-lead", seat=self.seat(leader))
        self.begin_trick(s, leader)

    def ask(self, s: Piles, seat: Seat) -> None:
        """Let a player turn a card, unless somebody has run out: then the other one has won."""
        at_once = self.options.last_card == "at_once"
        out = s.turn if at_once and not s.piles[s.turn] else seat
        s.turn = seat
        if not s.piles[out]:
            self.take(s, self.next(out))
            self.end_game(s, "game-end", self.next(out))

    def take(self, s: Piles, taker: Seat) -> None:
        """Put the centre under a pile as it lies: what was laid first comes up first."""
        s.say("take", seat=self.seat(taker), cards=len(s.centre))
        s.piles[taker] += s.centre
        s.centre = NO_CARDS
        s.tricks += 1

    # --- the end -----------------------------------------------------------------------------

    def end_game(self, s: Piles, rule: str, winner: Seat | None) -> None:
        s.phase, s.ended, s.due = "over", rule, 0
        s.say(rule, tricks=s.tricks, winner="none" if winner is None else self.seat(winner))
        if winner is not None:
            s.award(winner, rule, 1)

    def after(self, match: Match, s: Piles) -> Match:
        """Add the game, and remember how it ended."""
        return replace(super().after(match, s), facts={"ended": s.ended})

    def outcome(self, match: Match) -> Outcome | None:
        """Return who has won; a game that has no end is shared."""
        if not match.hands:
            return None
        best = max(match.scores)
        winners = tuple(side for side, won in enumerate(match.scores) if won == best)
        return Outcome(winners, match.facts["ended"])

    # --- what may be asked -------------------------------------------------------------------

    def trick(self, north: Cards, south: Cards) -> Answer:
        """Play until the centre is taken, N leading: who takes what, and the piles after it.

        The piles are given and told with the top card first.
        """
        s, rules = self.run(north, south, 1)
        if not s.tricks:
            return Answer("endless", rules)
        took = next(event.facts for event in s.events if event.rule == "take")
        told = f"{took['seat']} takes {took['cards']}"
        if s.ended == "game-end":
            return Answer(f"{told} and wins the game", rules)
        return Answer(f"{told}; N {s.piles[0]}; S {s.piles[1]}; {self.seat(s.turn)} leads", rules)

    def whole_game(self, north: Cards, south: Cards) -> Answer:
        """Play two piles to the end, N leading: how many tricks and cards it takes."""
        s, rules = self.run(north, south, None)
        told = f"{many(s.tricks, 'trick')}, {many(s.laid, 'card')}"
        return Answer(f"endless after {told}" if s.ended == "endless" else told, rules)

    def ending(self, north: Cards, south: Cards) -> Answer:
        """Say who wins with these piles, N leading: `N`, `S`, or `endless`."""
        s, rules = self.run(north, south, None)
        won = [self.seat(seat) for seat, points in enumerate(self.totals(s)) if points]
        return Answer(won[0] if won else "endless", rules)

    def run(self, north: Cards, south: Cards, tricks: int | None) -> tuple[Piles, tuple[str, ...]]:
        """Turn cards until so many tricks are taken, or to the end; return what acted, too."""
        for name, cards in (("north", north), ("south", south)):
            if not cards:
                raise GivenError("a game wants cards on both sides", name)
        s = Piles(self.start(self.seats - 1), piles=[north, south])
        self.begin_trick(s, 0)
        acted: dict[str, None] = {}
        while s.phase != "over" and (tricks is None or s.tricks < tricks):
            s = self.carry_out(s, Move(s.turn, "turn"))
            acted.update(dict.fromkeys(event.rule for event in s.events))
        return s, tuple(acted)

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Piles) -> Choices:
        return Choices([Move(s.turn, "turn")])

    def play(self, s: Piles, move: Move) -> None:
        if move.seat == DEALER:
            self.deal(s, move.cards)
        else:
            self.turn_card(s)

    def table(self, s: Piles) -> list[Zone]:
        """Return the piles, which nobody looks at, and the centre, which everybody sees."""
        own = [zone(s, "pile", "piles", seat, owner=seat) for seat in range(self.seats)]
        return [*own, zone(s, "centre", "centre", seen="all")]

    def facts(self, s: Piles) -> Mapping[str, Any]:
        """Return what is still to be paid, and how long the game has lasted."""
        return {"due": s.due, "tricks": s.tricks, "cards_laid": s.laid}

    def numbers(self) -> Mapping[str, int | str]:
        prices = PRICES[self.options.payment]
        ranks = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "two": "2", "three": "3"}
        asked = {f"for_{name}": prices.get(rank, 0) for name, rank in ranks.items()}
        return {
            **asked,
            "middle_court": "knight" if self.options.pack == "italian" else "queen",
            "pack_size": len(self.deck),
            "pile_size": len(self.deck) // self.seats,
        }

    def complete(self, s: Piles, given: frozenset[str]) -> None:
        """Begin or go on with the piles that are given; the player who did not deal is to turn."""
        if "phase" not in given:
            s.phase = "pay" if s.due else "play" if given else "deal"
        if s.phase in ("play", "pay") and "turn" not in given:
            s.turn = self.pone(s)
        if s.phase == "play" and not s.centre:
            s.seen.append(self.fingerprint(s))


GAME = BeggarMyNeighbour
