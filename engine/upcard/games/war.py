"""War, one game. Article: games/war.

There is nothing to choose: a player's only move is to turn. Not modelled: three or more players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from upcard.cards import Card, Cards
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone, zone
from upcard.games import _war_table as pile
from upcard.games._war_table import NO_CARDS, UP, Campaign, WarOptions
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Match, Outcome
from upcard.sheds import dealt


class War(Game[Campaign]):
    """War for two: seats N and S."""

    slug = "war"
    deck = DECKS["french-52"]
    seats = 2
    Options, State = WarOptions, Campaign
    options: WarOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal all the cards"),
        "shuffle": Verb(cards=True, ordered=True, text="shuffle what has been won"),
        "turn": Verb(text="turn up a card; in a war, lay cards face down first"),
    }
    questions = ("higher", "battle", "ties")
    rules = (
        "deal", "rank", "battle", "war", "war-again", "return-order", "winnings-apart",
        "short-war", "game-end", "three-wars", "endless", "battle-limit",
    )  # fmt: skip

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Campaign:
        return Campaign(match)

    def to_shuffle(self, s: Campaign) -> Shuffle:
        """Return the pack, what has been won and kept apart, or the whole pile of the taker."""
        if s.phase == "deal":
            return Shuffle("deal", self.deck.pack, len(self.deck))
        pool = s.won[self.owing(s)] if any(s.owes) else s.pile(s.taker)
        return Shuffle("shuffle", pool, len(pool))

    def deal(self, s: Campaign, pack: Cards) -> None:
        half = len(pack) // self.seats
        (s.north, s.south), _ = dealt(pack, self.seats, half, self.next(s.match.dealer or 0))
        s.say("deal", cards=half)
        self.mark(s)
        self.start_battle(s)

    # --- the battle --------------------------------------------------------------------------

    def start_battle(self, s: Campaign) -> None:
        """See whether the game is over; if not, both are to turn a card."""
        s.phase, s.force = "battle", UP
        rule, winner = self.decided(s)
        if rule:
            self.end_game(s, rule, winner)
            return
        if not self.options.by_chance and s.battles >= 2 * max(1, s.marked):
            self.mark(s)
        s.owes = [True, True]
        self.ask_next(s)

    def owing(self, s: Campaign) -> Seat:
        """Return who is to turn: the player who did not deal comes first, not that it matters."""
        other = self.next(s.match.dealer or 0)
        return other if s.owes[other] else self.next(other)

    def ask_next(self, s: Campaign) -> None:
        """Let the next player turn, or have winnings shuffled if the pile does not suffice."""
        s.turn = seat = self.owing(s)
        if len(s.pile(seat)) < s.force and s.won[seat]:
            s.turn = DEALER

    def turn_cards(self, s: Campaign, seat: int) -> None:
        """Lay what the battle or war asks for, the last card face up."""
        cards = s.pile(seat)[: s.force]
        s.put(seat, s.pile(seat)[s.force :])
        s.face_down[seat] += cards[:-1]
        s.face_up[seat] += cards[-1:]
        s.owes[seat] = False
        if any(s.owes):
            self.ask_next(s)
        else:
            self.compare(s)

    def compare(self, s: Campaign) -> None:
        north, south = s.face_up[0][-1], s.face_up[1][-1]
        winner = self.winner(north, south)
        if winner is None:
            self.go_to_war(s)
            return
        s.say("battle", seat=self.seat(winner), north=str(north), south=str(south))
        s.battles += 1
        s.wars[winner] += s.phase == "war"
        self.take(s, winner)

    def winner(self, north: Card, south: Card) -> int | None:
        """Return whose card is higher; suits never count."""
        one, other = map(self.options.order.height, (north, south))
        return None if one == other else 0 if one > other else 1

    def higher(self, north: Card, south: Card) -> Answer:
        """Say whose card is higher: `N` or `S`, or `war` if the ranks are equal."""
        winner = self.winner(north, south)
        if winner is None:
            return Answer("war", ("rank", "war"))
        return Answer(self.seat(winner), ("rank", "battle"))

    def ties(self, north: Cards, south: Cards) -> Answer:
        """Count the equal ranks when two piles are turned against each other card by card."""
        pairs = zip(north, south, strict=False)
        count = sum(self.winner(one, other) is None for one, other in pairs)
        return Answer(count, ("war",) if count else ())

    # --- war ---------------------------------------------------------------------------------

    def go_to_war(self, s: Campaign) -> None:
        s.say("war-again" if s.phase == "war" else "war", rank=s.face_up[0][-1].rank)
        s.phase, s.force = "war", self.options.down_cards + UP
        held = s.held(0), s.held(1)
        s.owes = [True, True]
        if min(held) < s.force and not self.short(s, *held):
            return
        self.ask_next(s)

    def short(self, s: Campaign, north: int, south: int) -> bool:
        """See what becomes of a war for which somebody is short; say whether it goes on."""
        s.say("short-war", north=north, south=south)
        longer = None if north == south else 0 if north > south else 1
        if self.options.short_war == "last_card" and (north or south):
            s.owes = [bool(north), bool(south)]
            return True
        if self.options.short_war == "equal_force" and north and south:
            s.force = min(s.force, north, south)
            return True
        self.end_game(s, "short-war", longer)
        return False

    # --- picking up --------------------------------------------------------------------------

    def take(self, s: Campaign, winner: int) -> None:
        """Give the winner everything on the table, in the order agreed on."""
        laid = [s.laid(seat, self.options.down_cards) for seat in range(self.seats)]
        cards = pile.picked_up(laid, winner, self.options.return_order)
        s.face_up, s.face_down = [NO_CARDS, NO_CARDS], [NO_CARDS, NO_CARDS]
        s.taker = self.next(winner - 1)
        if self.options.winnings == "apart":
            s.won[winner] += cards
            s.say("winnings-apart", seat=self.seat(winner), cards=len(cards))
        else:
            s.put(winner, s.pile(winner) + cards)
            s.say("return-order", seat=self.seat(winner), cards=len(cards))
        if self.options.return_order == "shuffled" and s.held(1 - winner):
            s.turn = DEALER
        else:
            self.start_battle(s)

    def shuffle(self, s: Campaign, cards: Cards) -> None:
        """Put winnings under the pile they are needed for, or mix the taker's pile."""
        if any(s.owes):
            seat = self.owing(s)
            s.put(seat, s.pile(seat) + cards)
            s.won[seat] = NO_CARDS
            s.say("winnings-apart", seat=self.seat(seat), cards=len(cards))
            self.ask_next(s)
        else:
            s.put(s.taker, cards)
            s.say("return-order", seat=self.seat(s.taker))
            self.start_battle(s)

    # --- the end -----------------------------------------------------------------------------

    def decided(self, s: Campaign) -> tuple[str, int | None]:
        """Return the rule that ends the game before a battle, if one does, and who has won."""
        held = s.held(0), s.held(1)
        if min(held) == 0:
            return "game-end", held.index(max(held))
        if self.options.goal == "three_wars" and max(s.wars) >= pile.WARS:
            return "three-wars", s.wars.index(max(s.wars))
        if not self.options.by_chance and self.come_back(s):
            return "endless", None
        if s.battles >= self.options.battle_limit:
            return "battle-limit", None if held[0] == held[1] else held.index(max(held))
        return "", None

    def come_back(self, s: Campaign) -> bool:
        """Say whether both piles lie as they lay before, so that everything must come again."""
        here = (s.north, s.south) == (s.mark_north, s.mark_south)
        return here and s.battles > s.marked

    def mark(self, s: Campaign) -> None:
        """Remember the piles, at ever longer intervals: a circle of any length is found."""
        s.mark_north, s.mark_south, s.marked = s.north, s.south, s.battles

    def end_game(self, s: Campaign, rule: str, winner: int | None) -> None:
        s.phase, s.ended, s.owes = "over", rule, [False, False]
        s.say(rule, battles=s.battles, winner="none" if winner is None else self.seat(winner))
        if winner is not None:
            s.award(winner, rule, 1)

    def after(self, match: Match, s: Campaign) -> Match:
        """Add the game, and remember how it ended."""
        return replace(super().after(match, s), facts={"ended": s.ended})

    def outcome(self, match: Match) -> Outcome | None:
        """Return who has won; a game that is drawn or has no end is shared."""
        if not match.hands:
            return None
        best = max(match.scores)
        winners = tuple(side for side, won in enumerate(match.scores) if won == best)
        return Outcome(winners, match.facts["ended"])

    def battle(self, north: Cards, south: Cards) -> Answer:
        """Play one battle, wars included: who takes what, and the piles after it.

        The piles are given and told with the top card first.
        """
        for name, cards in (("north", north), ("south", south)):
            if not cards:
                raise GivenError("a battle wants cards on both sides", name)
        s = Campaign(self.start(self.seats - 1), north=north, south=south)
        self.start_battle(s)
        while s.battles == 0 and s.phase != "over":
            self.turn_cards(s, s.turn)
        return Answer(self.told(s), tuple(dict.fromkeys(event.rule for event in s.events)))

    def told(self, s: Campaign) -> str:
        """Write down what one battle has led to, and in what order the piles lie."""
        won = [self.seat(seat) for seat, points in enumerate(self.totals(s)) if points]
        if not s.battles:
            return f"{won[0]} wins the game" if won else "drawn"
        many = next(event.facts["cards"] for event in s.events if "cards" in event.facts)
        took = f"{self.seat(s.taker)} takes {many}"
        if s.phase == "over":
            return f"{took} and wins the game"
        lie = "to be shuffled" if s.turn == DEALER else f"N {s.north}; S {s.south}"
        return f"{took}; {lie}"

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Campaign) -> Choices:
        return Choices([Move(s.turn, "turn")])

    def play(self, s: Campaign, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "shuffle":
                self.shuffle(s, move.cards)
            case "turn":
                self.turn_cards(s, move.seat)
            case _:
                raise AssertionError(move)

    def table(self, s: Campaign) -> list[Zone]:
        """Return the piles: nobody looks at anything that lies face down."""
        zones = []
        for seat, name in enumerate(("north", "south")):
            zones.append(zone(s, "pile", name, owner=seat))
            zones.append(zone(s, "face up", "face_up", seat, owner=seat, seen="all"))
            zones.append(zone(s, "face down", "face_down", seat, owner=seat))
            if self.options.winnings == "apart":
                zones.append(zone(s, "won", "won", seat, owner=seat))
        return zones

    def facts(self, s: Campaign) -> Mapping[str, Any]:
        """Return how many battles have been fought and who has won how many wars."""
        return {"battle_number": s.battles + 1, "wars_won": list(s.wars)}

    def numbers(self) -> Mapping[str, int]:
        return pile.numbers(self.options)

    def complete(self, s: Campaign, given: frozenset[str]) -> None:
        """Begin a battle with the piles that are given."""
        if "phase" not in given:
            s.phase = "battle" if given else "deal"
        if s.phase == "battle" and "owes" not in given:
            self.mark(s)
            s.owes = [True, True]
            self.ask_next(s)


GAME = War
