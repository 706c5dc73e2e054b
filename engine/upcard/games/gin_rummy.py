"""Gin Rummy for two, one hand. Article: games/gin-rummy.

Not modelled: misdeals, illegal knocks and other slips of the hand, and Hollywood scoring.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from upcard.cards import Card, Cards
from upcard.choices import Choices, Illegal
from upcard.game import Game, Shuffle, Zone
from upcard.games import _gin_rummy_score as scoring
from upcard.games import _gin_rummy_table as table
from upcard.games._gin_rummy_knock import lay_off_choices, layout_choices, read_melds, showdown
from upcard.games._gin_rummy_options import GinRummyOptions
from upcard.games._gin_rummy_player import sound
from upcard.games._gin_rummy_score import HAND, PACK, SEATS, TAKE_CAP, WALL, total, value
from upcard.games._gin_rummy_table import Deal, require, with_card
from upcard.moves import Move, Seat, Verb
from upcard.score import Answer, Match, Outcome, Ruling, Score


class GinRummy(Game[Deal]):
    """Gin Rummy for two: seats N and S."""

    slug = "gin-rummy"
    deck = PACK
    seats = SEATS
    Options, State = GinRummyOptions, Deal
    options: GinRummyOptions
    verbs: ClassVar = {
        "shuffle": Verb(cards=True, ordered=True, text="shuffle the pack and deal from the top"),
        "pass": Verb(text="leave the first upcard"),
        "take": Verb(text="take the top of the discard pile"),
        "draw": Verb(text="draw the top of the stock"),
        "decline": Verb(text="leave the discard at the wall, and end the hand"),
        "discard": Verb(cards=True, text="lay a card on the discard pile"),
        "knock": Verb(cards=True, text="knock with a discard; without one it is big gin"),
        "meld": Verb(cards=True, text="show a set or a run"),
        "lay": Verb(cards=True, groups=("on",), text="lay a card off on a meld of the knocker"),
        "done": Verb(text="keep the rest as deadwood"),
    }
    rules = (
        "values", "set", "run", "one-meld", "next-dealer", "deal", "first-upcard", "draw",
        "discard", "no-throw-back", "knock", "oklahoma", "gin", "big-gin", "wall", "take-cap",
        "dead-hand", "knock-layout", "lay-off", "no-lay-off-on-gin", "knock-score", "undercut",
        "gin-score", "spade-doubles", "match-end", "shutout", "game-bonus", "boxes",
    )  # fmt: skip
    questions = (
        "deadwood", "meld", "knock", "may_knock", "knock_limit", "lay_off", "hand_score",
        "settlement",
    )  # fmt: skip

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        self.melding = scoring.melding(self.options)

    # --- cards and melds ---------------------------------------------------------------------

    def least(self, hand: Cards) -> int:
        """Return the least deadwood that any choice of melds leaves."""
        return scoring.least(self.melding, hand)

    def deadwood(self, hand: Cards) -> Score:
        """Return the melds and the deadwood of a hand split best; of eleven cards one is thrown."""
        require(0 < len(hand) <= HAND + 1, f"a hand is at most {HAND + 1} cards", "hand")
        thrown = Cards()
        if len(hand) > HAND:
            thrown = min((Cards([card]) for card in hand), key=lambda c: self.least(hand - c))
        return scoring.itemised(self.melding.best(hand - thrown, value), self.melding, thrown)

    def meld(self, cards: Cards) -> Answer:
        """Say what some cards make: a `set`, a `run` or `none`."""
        kind = self.melding.kind(cards)
        return Answer(kind or "none", (kind or scoring.broken(cards),))

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        return Deal(match, stock=PACK.pack, won=list(match.facts.get("won", (0, 0))))

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("shuffle", s.stock, len(s.stock))

    def dealer(self, s: Deal) -> Seat:
        return Seat(s.match.dealer or 0)

    def non_dealer(self, s: Deal) -> Seat:
        return self.next(self.dealer(s))

    def _deal(self, s: Deal, cards: Cards) -> None:
        """Deal by turns, non-dealer first; the next card is the upcard, or an eleventh."""
        dealt, extra = cards[: SEATS * HAND], cards[SEATS * HAND]
        s.stock = cards[len(dealt) + 1 :]
        first, second = self.non_dealer(s), self.dealer(s)
        s.hands[first], s.hands[second] = PACK.sort(dealt[::2]), PACK.sort(dealt[1::2])
        s.turn = first
        if self.options.start == "eleven":
            s.hands[first], s.phase = with_card(s.hands[first], extra), "discard"
        else:
            s.upcard, s.first_upcard, s.phase = extra, extra, "first-upcard"
        s.say("deal", dealer=self.seat(second), stock=len(s.stock))

    # --- the turn: take or draw --------------------------------------------------------------

    def _upcard_choices(self, s: Deal) -> Choices:
        c = Choices(Move(s.turn, verb) for verb in ("take", "pass", "draw"))
        c.only("first-upcard", lambda m: m.verb != "draw", upcard=str(s.upcard))
        return c

    def _draw_choices(self, s: Deal) -> Choices:
        wall = len(s.stock) <= WALL
        c = Choices(Move(s.turn, verb) for verb in ("draw", "take", "decline"))
        if s.passed == self.seats:
            c.only("first-upcard", lambda m: m.verb != "take", upcard=str(s.upcard))
        c.only("wall", lambda m: m.verb != ("draw" if wall else "decline"), stock=len(s.stock))
        if wall and self.options.wall == "last_knock" and not self._could_knock(s):
            c.only("wall", lambda m: m.verb != "take")
        c.bar("first-upcard", lambda m: m.seat == s.turn and m.verb == "pass")
        c.bar("draw", lambda m: m.seat == s.turn and m.verb in ("discard", "knock"))
        return c

    def _could_knock(self, s: Deal) -> bool:
        """Say whether the player to move could take the discard and knock."""
        hand, limit = s.hands[s.turn], self.limit(s)
        return any(self.least(with_card(hand - [card], s.upcard)) <= limit for card in hand)

    def _pass(self, s: Deal) -> None:
        s.passed += 1
        s.turn = self.next(s.turn)
        s.phase = "draw" if s.passed == self.seats else "first-upcard"
        s.say("first-upcard", passed=s.passed)

    def _take(self, s: Deal) -> None:
        s.takes += 1
        if s.takes > TAKE_CAP:
            s.say("take-cap", takes=s.takes)
            self._end_dead(s)
            return
        s.say("first-upcard" if s.phase == "first-upcard" else "draw", took=str(s.upcard))
        s.taken, s.hands[s.turn] = s.upcard, with_card(s.hands[s.turn], s.upcard)
        s.upcard, s.buried = (s.buried[0] if s.buried else None), s.buried[1:]
        s.phase, s.passed = "discard", 0

    def _draw(self, s: Deal) -> None:
        s.hands[s.turn] = with_card(s.hands[s.turn], s.stock[0])
        s.stock, s.phase, s.passed = s.stock[1:], "discard", 0
        s.say("draw", stock=len(s.stock))

    # --- the turn: discard or knock ----------------------------------------------------------

    def _discard_choices(self, s: Deal) -> Choices:
        hand = s.hands[s.turn]
        cards = [Cards([card]) for card in hand]
        c = Choices(Move(s.turn, verb, card) for verb in ("discard", "knock") for card in cards)
        if self.options.big_gin_bonus and self.least(hand) == 0:
            c.also("big-gin", Move(s.turn, "knock"))
        if s.taken:
            c.only("no-throw-back", lambda m: s.taken not in m.cards, taken=str(s.taken))
        if s.taken and len(s.stock) <= WALL and self.options.wall == "last_knock":
            c.only("wall", lambda m: m.verb == "knock", stock=len(s.stock))
        self._narrow_knocks(c, hand, self.limit(s))
        c.bar("big-gin", lambda m: m.seat == s.turn and m.verb == "knock" and not m.cards)
        c.bar("discard", lambda m: m.seat == s.turn and m.verb == "discard" and len(m.cards) != 1)
        c.bar("draw", lambda m: m.seat == s.turn and m.verb in ("draw", "take"))
        return c

    def _narrow_knocks(self, c: Choices, hand: Cards, limit: int) -> None:
        """Keep the knocks whose ten cards have little enough deadwood."""
        most = self.options.knock_limit
        hopeless = self.least(hand) - max(map(value, hand)) > most
        left = {
            m: most + 1 if hopeless else self.least(hand - m.cards)
            for m in c.legal
            if m.verb == "knock" and m.cards
        }
        c.only("knock", lambda m: left.get(m, 0) <= most, limit=most)
        c.only("oklahoma", lambda m: left.get(m, 0) <= limit, limit=limit)

    def limit(self, s: Deal) -> int:
        return scoring.limit(self.options, s.first_upcard)

    def _discard(self, s: Deal, card: Card) -> None:
        self._put_down(s, card)
        s.say("discard", card=str(card))
        s.turn, s.phase = self.next(s.turn), "draw"
        if len(s.stock) <= WALL and self.options.wall == "dead":
            s.say("wall", stock=len(s.stock))
            self._end_dead(s)

    def _put_down(self, s: Deal, card: Card) -> None:
        s.hands[s.turn] -= (card,)
        s.buried = Cards([s.upcard] if s.upcard else []) + s.buried
        s.upcard, s.taken = card, None

    def _end_dead(self, s: Deal) -> None:
        """End the hand without a score."""
        s.phase = "over"
        s.say("dead-hand")
        s.say("next-dealer", dealer=self.seat(self.next_dealer(s)))

    # --- after a knock -----------------------------------------------------------------------

    def _knock(self, s: Deal, cards: Cards) -> None:
        s.knocker, s.phase, s.big_gin = Seat(s.turn), "knock", not cards
        for card in cards:
            self._put_down(s, card)
        s.taken = None
        s.say("knock" if cards else "big-gin", seat=self.seat(s.turn), limit=self.limit(s))
        self._go_on(s)

    def _meld(self, s: Deal, cards: Cards) -> None:
        s.hands[s.turn] -= cards
        meld = self.melding.arranged(cards)
        s.say(self.melding.kind(meld), cards=str(meld))
        if s.turn == s.knocker:
            s.melds += (meld,)
        else:
            s.others += (meld,)
        self._go_on(s)

    def _lay(self, s: Deal, card: Card, on: Cards) -> None:
        s.hands[s.turn] -= (card,)
        grown = self.melding.arranged(with_card(on, card))
        s.melds = tuple(grown if {*meld} == {*on} else meld for meld in s.melds)
        s.say("lay-off", card=str(card), on=str(on))
        self._go_on(s)

    def _go_on(self, s: Deal) -> None:
        """Pass on by itself when nothing is left to show or to lay off."""
        if all(move.verb == "done" for move in self.legal(s)):
            self._done(s)

    def _done(self, s: Deal) -> None:
        if s.phase == "lay-off":
            self._score(s)
            return
        left = total(s.hands[s.turn])
        s.say("knock-layout" if left else "gin", seat=self.seat(s.turn), deadwood=left)
        s.phase, s.turn = "lay-off", self.next(s.turn)
        self._go_on(s)

    # --- scoring -----------------------------------------------------------------------------

    def _score(self, s: Deal) -> None:
        knocker = Seat(s.knocker or 0)
        mine, other = s.hands[knocker], s.hands[self.next(knocker)]
        end = scoring.Showdown(knocker, mine, other, s.big_gin, s.first_upcard)
        for item in scoring.scored(self.options, end):
            s.award(*item)
        s.phase = "over"
        if s.items and max(self.standing(s)) >= self.options.target:
            s.say("match-end", winner=self.seat(s.items[0].side))
        else:
            s.say("next-dealer", dealer=self.seat(self.next_dealer(s)))

    def next_dealer(self, s: Deal) -> Seat:
        """Return who deals after this hand: the same player if nobody scored."""
        if not s.items:
            return self.dealer(s)
        if self.options.next_dealer == "alternate":
            return self.non_dealer(s)
        winner = Seat(s.items[0].side)
        return winner if self.options.next_dealer == "winner" else self.next(winner)

    def after(self, match: Match, s: Deal) -> Match:
        won = tuple(n + any(i.side == side for i in s.items) for side, n in enumerate(s.won))
        passed = match.plus(self.totals(s), self.next_dealer(s))
        return replace(passed, facts={**match.facts, "won": won})

    def outcome(self, match: Match) -> Outcome | None:
        """Return who won, and what the match adds for both players."""
        if max(match.scores) < self.options.target:
            return None
        winner = match.scores.index(max(match.scores))
        items = scoring.added(self.options, match.scores, match.facts.get("won", (0, 0)), winner)
        return Outcome((winner,), "match-end", tuple(items))

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        match s.phase:
            case "first-upcard":
                return self._upcard_choices(s)
            case "draw":
                return self._draw_choices(s)
            case "discard":
                return self._discard_choices(s)
            case "knock":
                return layout_choices(s, self.melding, self.limit(s))
            case _:
                return lay_off_choices(s, self.melding)

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "shuffle":
                self._deal(s, move.cards)
            case "pass":
                self._pass(s)
            case "take":
                self._take(s)
            case "draw":
                self._draw(s)
            case "decline":
                s.say("wall", stock=len(s.stock))
                self._end_dead(s)
            case "discard":
                self._discard(s, move.cards[0])
            case "knock":
                self._knock(s, move.cards)
            case "meld":
                self._meld(s, move.cards)
            case "lay":
                self._lay(s, move.cards[0], move.group("on"))
            case "done":
                self._done(s)
            case _:
                raise AssertionError(move)

    def table(self, s: Deal) -> list[Zone]:
        return table.zones(s)

    def facts(self, s: Deal) -> Mapping[str, Any]:
        facts = {"dealer": self.seat(self.dealer(s)), "limit": self.limit(s), "takes": s.takes}
        facts |= {"first_upcard": str(s.first_upcard or "none"), "taken": str(s.taken or "none")}
        ended = {"next_dealer": self.seat(self.next_dealer(s))} if s.phase == "over" else {}
        return facts | ended

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        table.fill(s, given, self.non_dealer(s))
        asks = self.options.oklahoma != "off" or self.options.spade_doubles
        known = s.phase == "deal" or s.first_upcard is not None
        require(known or not asks, "the first upcard matters here", "first_upcard")

    def numbers(self) -> Mapping[str, int]:
        return scoring.NUMBERS

    def sound(self, s: Deal) -> list[Move]:
        """Return what a sensible player would think of; random players hardly ever knock."""
        return sound(self, s)

    # --- questions ---------------------------------------------------------------------------

    def knock_limit(self, upcard: Card | None = None) -> Answer:
        """Say how much deadwood a knocker may keep, with this first upcard."""
        oklahoma = self.options.oklahoma != "off"
        require(not oklahoma or upcard is not None, "the first upcard sets the limit", "upcard")
        limit = scoring.limit(self.options, upcard)
        return Answer(limit, ("oklahoma",) if oklahoma else ("knock",))

    def knock(self, hand: Cards, upcard: Card | None = None, taken: Card | None = None) -> Ruling:
        """Say which of eleven cards may be the discard of a knock, with this first upcard."""
        require(len(hand) == HAND + 1, f"after drawing a hand is {HAND + 1} cards", "hand")
        require(taken is None or taken in hand, f"{taken} is not in the hand", "taken")
        c = Choices(Move(0, "knock", Cards([card])) for card in PACK.sort(hand))
        if taken:
            c.only("no-throw-back", lambda m: taken not in m.cards)
        self._narrow_knocks(c, hand, self.knock_limit(upcard).value)
        refused = {str(m.cards): reason.rule for m, reason in c.cuts.items()}
        return Ruling(Cards(card for m in c.legal for card in m.cards), refused)

    def may_knock(self, hand: Cards, upcard: Card | None = None) -> Answer:
        """Say whether ten cards would be a `gin`, a `knock`, or `none` of them."""
        require(len(hand) == HAND, f"a knocker keeps {HAND} cards", "hand")
        left = self.least(hand)
        if left > self.knock_limit(upcard).value:
            return Answer("none", ("values",))
        return Answer("knock", ("values", "knock")) if left else Answer("gin", ("gin", "knock"))

    def lay_off(self, melds: str, hand: Cards) -> Score:
        """Return the best answer to a knock with these melds, "5S 6S 7S, KC KD KH"."""
        shown = read_melds(self.melding, melds, hand)
        return scoring.itemised(self.melding.best(hand, value, shown), self.melding)

    def hand_score(
        self, melds: str, deadwood: Cards, hand: Cards, upcard: Card | None = None
    ) -> Score:
        """Return what a knock scores against a hand that melds and lays off as well as it can.

        The knocker is side 0. Melds are separated by commas; eleven cards melded are big gin.

        Raises:
            Illegal: the knocker keeps too much deadwood.
        """
        end = showdown(self.melding, melds, deadwood, hand, self.options.big_gin_bonus > 0)
        if total(deadwood) > self.knock_limit(upcard).value:
            raise Illegal(Move(0, "done"), "such a knock", "knock-layout", {})
        return Score(tuple(scoring.scored(self.options, end._replace(first_upcard=upcard))))

    def settlement(
        self, points: int, hands_won: int, winner: bool = True, shutout: bool = False
    ) -> Score:
        """Return what a player ends a match with; it is a shutout if the other scored nothing."""
        return scoring.settled(self.options, points, hands_won, winner=winner, shutout=shutout)


GAME = GinRummy
