"""Big Two for two, three or four, one deal. Article: games/big-two.

Not modelled: calling out that one card is left, paying for a player who lets another go out, and
playing on for the second place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from upcard import climbs
from upcard.cards import Card, Cards, piles
from upcard.choices import Choices, Illegal
from upcard.climbs import Play
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone, zone
from upcard.games._big_two_options import (
    DEALS_EACH,
    NO_CARDS,
    RANKS,
    STRAIGHTS,
    BigTwoOptions,
    Deal,
    written,
)
from upcard.games._big_two_plays import COMBINATIONS, DECIDERS, Kind, judge
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Item, Match, Outcome, Score


class BigTwo(Game[Deal]):
    """Big Two under one set of options."""

    slug = "big-two"
    deck = DECKS["french-52"]
    Options, State = BigTwoOptions, Deal
    options: BigTwoOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal the hands, one card at a time"),
        "play": Verb(cards=True, text="play a combination"),
        "pass": Verb(text="pass"),
    }
    rules = (
        "rank", "suit-order", "deal-thirteen", "odd-card", "deal-passes", "hidden",
        "combo-single", "combo-pair", "combo-triple", "combo-four", "combo-straight", "combo-flush",
        "combo-full-house", "combo-four-plus-one", "combo-straight-flush", "combo-only",
        "dealer-leads", "lowest-card-opens", "winner-leads", "clockwise", "play-or-pass",
        "same-size", "bomb", "pass-return", "control", "must-lead", "highest-single",
        "beat-equal-kind", "five-card-order", "beat-straight", "beat-flush", "beat-full-house",
        "beat-four", "hand-end", "dragon-wins", "score-winner", "score-losers", "score-tiers",
        "match-end",
    )  # fmt: skip
    questions = ("beats", "combination", "ranked", "straights", "how_many", "score_left")

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        self.seats: int = self.options.players
        self.order = self.options.order
        self.low_wins = self.options.low_wins

    # --- players and cards -------------------------------------------------------------------

    def next(self, seat: int) -> Seat:
        step = 1 if self.options.direction == "clockwise" else -1
        return Seat((seat + step) % self.seats)

    def ranked(self, cards: Cards) -> Answer:
        """Return cards from the lowest to the highest."""
        return Answer(Cards(sorted(cards, key=self.order.place)), ("rank", "suit-order"))

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        hands, passed = piles(self.seats), [False] * self.seats
        return Deal(match, hands=hands, passed=passed, last_winner=match.facts.get("winner"))

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("deal", self.deck.pack, self.options.dealt)

    def dealer(self, s: Deal) -> Seat:
        return Seat(self.seats - 1 if s.match.dealer is None else s.match.dealer)

    def around(self, seat: int) -> list[Seat]:
        """Return the seats that follow a seat, in the order of play, itself last."""
        seats = [self.next(seat)]
        while seats[-1] != seat:
            seats.append(self.next(seats[-1]))
        return seats

    def deal(self, s: Deal, cards: Cards) -> None:
        """Deal one card at a time, the dealer's last; lay the rest aside unseen."""
        each = self.options.cards_each * self.seats
        for place, seat in enumerate(self.around(self.dealer(s))):
            s.hands[seat] = cards[place : each : self.seats]
        s.say("deal-thirteen", dealer=self.seat(self.dealer(s)), cards=self.options.cards_each)
        for odd in cards[each:]:
            seat = self.holder(s, self.lowest(s))
            s.hands[seat] += (odd,)
            s.say("odd-card", seat=self.seat(seat))
        s.hands = [self.deck.sort(hand) for hand in s.hands]
        s.unseen = self.deck.pack - cards
        s.say("hidden", held=[len(hand) for hand in s.hands])
        if s.match.hands:
            s.say("deal-passes", dealer=self.seat(self.dealer(s)))
        self.open(s)
        self.look_for_dragon(s)

    def lowest(self, s: Deal) -> Card:
        """Return the lowest card that anybody holds."""
        return min((card for hand in s.hands for card in hand), key=self.order.place)

    def holder(self, s: Deal, card: Card) -> Seat:
        return Seat(next(seat for seat in range(self.seats) if card in s.hands[seat]))

    # --- who leads ---------------------------------------------------------------------------

    def leader(self, s: Deal) -> tuple[Seat, str]:
        """Return who leads to the first round, and the rule that says so."""
        how = self.options.next_lead if s.match.hands else self.options.first_lead
        if how == "lowest_card" and any(s.hands):
            return self.holder(s, self.lowest(s)), "lowest-card-opens"
        if how == "winner" and s.last_winner is not None:
            return s.last_winner, "winner-leads"
        return self.dealer(s), "dealer-leads"

    def open(self, s: Deal) -> None:
        """Give the first lead; the lowest card must be in it if it is why one leads."""
        seat, rule = self.leader(s)
        s.phase, s.turn = "play", seat
        s.opening = self.lowest(s) if rule == "lowest-card-opens" else None
        s.say(rule, seat=self.seat(seat), **({"card": str(s.opening)} if s.opening else {}))

    def look_for_dragon(self, s: Deal) -> None:
        """End the deal at once for a hand with every rank; of several the leader's is first."""
        if self.options.dragon == "wins":
            for seat in self.around(s.turn)[-1:] + self.around(s.turn)[:-1]:
                if s.phase != "over" and len({card.rank for card in s.hands[seat]}) == len(RANKS):
                    self.end(s, seat, "dragon-wins")

    # --- what may be played ------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        go_by = Move(s.turn, "pass")
        c = Choices([*(Move(s.turn, "play", play.cards) for play in self.offered(s)), go_by])
        if s.pile:
            c.also("play-or-pass", go_by)
            if s.passed[s.turn]:
                c.also("pass-return", *(move for move in c.legal if move.verb == "play"))
        else:
            c.only("must-lead", lambda m: m.verb == "play")
        if s.opening:
            c.only("lowest-card-opens", lambda m: s.opening in m.cards, card=str(s.opening))
        if self.options.one_card_rule and self.threatened(s):
            highest = self.ranked(s.hands[s.turn]).value[-1]
            lower = {(card,) for card in s.hands[s.turn] if card != highest}
            c.only("highest-single", lambda m: m.cards not in lower, card=str(highest))
        self.bar_the_rest(s, c)
        return c

    def offered(self, s: Deal) -> list[Play]:
        """Return the combinations in the hand: all of them to lead, else those that beat."""
        hand = s.hands[s.turn]
        on = climbs.classify(s.pile, self.order)
        return climbs.beating(hand, on, self.order) if on else climbs.combinations(hand, self.order)

    def threatened(self, s: Deal) -> bool:
        """Say whether a single lies on the table and the next player has one card left."""
        return len(s.pile) == 1 and len(s.hands[self.following(s)]) == 1

    def bar_the_rest(self, s: Deal, c: Choices) -> None:
        """Name the rule against what is not offered at all."""
        if self.options.out_for_round:
            c.bar("pass-return", lambda m: m.seat != s.turn and s.passed[m.seat])
        out_of_turn = "clockwise" if s.pile else "control" if s.played else self.leader(s)[1]
        c.bar(out_of_turn, lambda m: m.seat != s.turn, turn=self.seat(s.turn))
        on = str(s.pile)
        for rule in DECIDERS:
            c.bar(rule, lambda m, rule=rule: self.refusal(s, m) == rule, on=on)  # type: ignore[misc]

    def refusal(self, s: Deal, move: Move) -> str:
        """Return the rule that speaks against cards which are held."""
        if move.verb != "play" or not move.cards or not s.hands[s.turn].holds(move.cards):
            return ""
        ok, rules = judge(move.cards, s.pile, self.order)
        return "" if ok else rules[0]

    # --- the play ----------------------------------------------------------------------------

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "play":
                self.play_cards(s, move.cards)
            case "pass":
                s.passed[s.turn] = True
                self.pass_turn(s)
            case _:
                raise AssertionError(move)

    def play_cards(self, s: Deal, cards: Cards) -> None:
        if not s.pile:
            s.passed = [False] * self.seats
        for rule in judge(cards, s.pile, self.order).rules:
            s.say(rule, cards=str(cards), on=str(s.pile))
        s.hands[s.turn] -= cards
        s.played, s.pile, s.last, s.opening = s.played + s.pile, cards, Seat(s.turn), None
        if s.hands[s.turn]:
            self.pass_turn(s)
        else:
            self.end(s, s.turn, "hand-end")

    def following(self, s: Deal) -> Seat:
        """Return who acts next: those who are out of the round are left out."""
        seat = self.next(s.turn)
        if self.options.out_for_round:
            while s.passed[seat] and seat != s.last:
                seat = self.next(seat)
        return seat

    def pass_turn(self, s: Deal) -> None:
        """Pass the turn on; when it comes back to the last play, clear the pile."""
        s.turn = self.following(s)
        if s.turn == s.last:
            s.played, s.pile = s.played + s.pile, NO_CARDS
            s.say("control", seat=self.seat(s.turn))

    # --- the end and the score ---------------------------------------------------------------

    def end(self, s: Deal, winner: int, rule: str) -> None:
        s.phase, s.winner = "over", Seat(winner)
        s.say(rule, winner=self.seat(winner))
        s.items += tuple(self.scored(winner, [len(hand) for hand in s.hands], s.hands))

    def scored(self, winner: int, left: Sequence[int], hands: Sequence[Cards]) -> Iterator[Item]:
        """Yield what each loser's cards count: to the winner, to the loser, or to both."""
        sign = 1 if self.options.low_wins else -1
        for loser in self.around(winner)[:-1]:
            cards, hand = left[loser], hands[loser]
            more = cards * (self.options.times(cards) - 1)
            if self.options.pay != "losers_lose":
                yield from _items(winner, "score-winner", cards, more, hand)
            if self.options.pay != "winner_gains":
                yield from _items(loser, "score-losers", sign * cards, sign * more, hand)

    def after(self, match: Match, s: Deal) -> Match:
        return replace(super().after(match, s), facts={"winner": s.winner})

    def outlook(self, s: Deal) -> tuple[int, ...]:
        """Return the points of a finished deal; before that, count the cards each has left."""
        if s.phase == "over":
            return self.totals(s)
        return tuple(len(hand) if self.low_wins else -len(hand) for hand in s.hands)

    def outcome(self, match: Match) -> Outcome | None:
        """Return who won the match: with penalties the lowest total, else the highest."""
        if self.options.target:
            if max(match.scores) < self.options.target:
                return None
        elif match.hands < DEALS_EACH * self.seats:
            return None
        best = min(match.scores) if self.options.low_wins else max(match.scores)
        winners = tuple(side for side, points in enumerate(match.scores) if points == best)
        return Outcome(winners, "match-end")

    # --- the table ---------------------------------------------------------------------------

    def table(self, s: Deal) -> list[Zone]:
        """Return the piles; hands are shown when the deal is over."""
        zones = [
            zone(s, "pile", "pile", owner=s.last, seen="all"),
            zone(s, "played", "played", seen="all"),
            zone(s, "unseen", "unseen"),
        ]
        seen: Literal["all", "owner"] = "all" if s.phase == "over" else "owner"
        seats = range(self.seats)
        return zones + [zone(s, "hand", "hands", seat, owner=seat, seen=seen) for seat in seats]

    def facts(self, s: Deal) -> Mapping[str, Any]:
        on = climbs.classify(s.pile, self.order)
        return {"dealer": self.seat(self.dealer(s)), "combination": on.kind if on else "none"}

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        """Fill in whose turn it is and who made the last play."""
        s.hands = [self.deck.sort(hand) for hand in s.hands[: self.seats]]
        s.passed = s.passed[: self.seats]
        if s.pile and climbs.classify(s.pile, self.order) is None:
            raise GivenError(f"{s.pile} is no combination here", "pile")
        if "phase" not in given:
            s.phase = "play" if any(s.hands) or s.pile else "deal"
        if s.phase != "play":
            return
        if not (s.pile or s.played or "turn" in given):
            self.open(s)
            s.events = ()
        before = self.around(s.turn)[-2]
        s.turn = self.dealer(s) if s.turn == DEALER else s.turn
        s.last = s.last if s.last is not None or not s.pile else before

    def numbers(self) -> Mapping[str, int | str]:
        return self.options.numbers

    # --- questions ---------------------------------------------------------------------------

    def beats(self, play: Cards, on: Cards) -> Answer:
        """Say that one play beats another; the answer rests on the rule that decides.

        Raises:
            Illegal: it does not, or one of them is no combination; with the rule that says so.
        """
        if set(play) & set(on):
            raise GivenError("two plays have no card in common", "on")
        self.combination(on)
        return Answer("yes", self.allow(play, on))

    def combination(self, cards: Cards) -> Answer:
        """Say which combination some cards are.

        Raises:
            Illegal: they are none; with the rule that says so.
        """
        rules = self.allow(cards, NO_CARDS)
        kinds = {rule: kind for kind, rule in COMBINATIONS.items()}
        return Answer(kinds[rules[0]], rules)

    def allow(self, cards: Cards, on: Cards) -> tuple[str, ...]:
        """Return the rules by which cards may be played on others, or led."""
        if not cards:
            raise GivenError("a combination has at least one card")
        ok, rules = judge(cards, on, self.order)
        if not ok:
            move = Move(0, "play", self.deck.sort(cards))
            raise Illegal(move, self.text(move), rules[0], {"on": str(on)})
        return rules

    def straights(self) -> Answer:
        """Return the patterns that are straights, the lowest first."""
        patterns = STRAIGHTS[self.options.straights]
        return Answer(" ".join(map(written, patterns)), ("combo-straight",))

    def how_many(self, kind: Kind = "any", hand: Cards = NO_CARDS) -> Answer:
        """Say how many combinations a hand holds, or the whole pack if none is given."""
        cards, order = self.deck.sort(hand) or self.deck.pack, self.order
        kinds = [one for one in order.kinds if kind in ("any", one)]
        held = {one: many for one in kinds if (many := climbs.how_many(cards, order, one))}
        return Answer(sum(held.values()), tuple(COMBINATIONS[one] for one in held))

    def score_left(self, left: list[int]) -> Score:
        """Return what a deal scores by the number of cards left in each hand."""
        if len(left) != self.seats or min(left) < 0 or left.count(0) != 1:
            raise GivenError("exactly one hand is empty, the winner's", "left")
        return Score(tuple(self.scored(left.index(0), left, piles(self.seats))))


def _items(side: int, rule: str, points: int, more: int, hand: Cards) -> Iterator[Item]:
    """Yield a point for each card, and what a large hand counts beyond that."""
    if points:
        yield Item(side, rule, points, hand)
    if more:
        yield Item(side, "score-tiers", more, hand)


GAME = BigTwo
