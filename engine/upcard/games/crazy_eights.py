"""Crazy Eights, one hand. Article: games/crazy-eights.

Not modelled: jokers, aces that reverse, several cards at once, and slips of the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from upcard import sheds
from upcard.cards import Card, Cards, Suit, piles
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone
from upcard.games import _crazy_eights_table as table
from upcard.games._crazy_eights_table import EIGHT, QUEEN, TWO, CrazyEightsOptions, Hand
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score


class CrazyEights(Game[Hand]):
    """Crazy Eights for two, three or four."""

    slug = "crazy-eights"
    deck = DECKS["french-52"]
    seats = 2
    Options, State = CrazyEightsOptions, Hand
    options: CrazyEightsOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="shuffle and deal from the top"),
        "shuffle": Verb(cards=True, ordered=True, text="shuffle the stock, or a new one"),
        "play": Verb(cards=True, text="lay a card"),
        "name": Verb(arg="word", text="name the suit to follow"),
        "draw": Verb(text="draw a card"),
        "take": Verb(text="take the cards that the twos ask for"),
        "pass": Verb(text="pass the turn"),
    }
    questions = ("playable", "hand_score", "blocked", "starter", "winner")
    rules = (
        "deal", "starter", "starter-eight", "turns", "one-card", "match", "eight-wild",
        "name-suit", "draw", "must-play", "must-play-dry", "pass", "draw-two", "skip",
        "hand-won", "hand-score", "blocked", "match-end",
    )  # fmt: skip

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        self.seats = self.options.players
        self.low_wins = self.options.scoring == "penalty"

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Hand:
        return Hand(match, hands=piles(self.seats), stock=self.deck.pack)

    def to_shuffle(self, s: Hand) -> Shuffle:
        if s.phase == "reshuffle":
            pool, _ = sheds.turned_over(s.discard)
            return Shuffle("shuffle", pool, len(pool))
        return Shuffle("deal" if s.phase == "deal" else "shuffle", s.stock, len(s.stock))

    def dealer(self, s: Hand) -> Seat:
        return Seat(s.match.dealer or 0)

    def deal(self, s: Hand, pack: Cards) -> None:
        first = self.next(self.dealer(s))
        hands, s.stock = sheds.dealt(pack, self.seats, self.options.hand_size, first)
        s.hands = [self.deck.sort(hand) for hand in hands]
        s.say("deal", cards=self.options.hand_size)
        self.turn_up(s)

    def turn_up(self, s: Hand) -> None:
        """Turn the starter up; an eight is buried in the stock, and another turned."""
        card, first = s.stock[0], self.next(self.dealer(s))
        if card.rank == EIGHT:
            s.say("starter-eight", card=str(card))
            s.phase, s.turn = "bury", DEALER
            return
        s.discard, s.stock = s.stock[:1], s.stock[1:]
        s.phase, s.suit, s.turn = "play", Suit(card.suit), first
        s.say("starter", card=str(card))
        s.say("turns", seat=self.seat(first))

    def starter(self, card: Card) -> Answer:
        """Say what becomes of a card that is turned up as starter: it `stays` or is `buried`."""
        if card.rank == EIGHT:
            return Answer("buried", ("starter-eight",))
        return Answer("stays", ("starter",))

    # --- a turn ------------------------------------------------------------------------------

    def turn_choices(self, s: Hand) -> Choices:
        hand, o = self.deck.sort(s.hands[s.turn]), self.options
        c = Choices(Move(s.turn, "play", cards) for cards in sheds.plays(hand))
        if not self.is_dry(s):
            c.also("draw", Move(s.turn, "draw"))
        c.also("pass", Move(s.turn, "pass"))
        c.bar("one-card", lambda m: len(m.cards) > 1)
        c.only("match", lambda m: not m.cards or self.matches(s, m.cards[0]), suit=s.suit)
        if not o.voluntary_draw:
            obliged = any(m.cards and m.cards[0].rank != EIGHT for m in c.legal)
            c.only("must-play", lambda m: m.verb == "play" or not obliged)
        if self.is_dry(s):
            c.must("must-play-dry", lambda m: m.verb == "play")
        elif o.max_draw and s.drawn >= o.max_draw:
            c.only("draw", lambda m: m.verb != "draw", drawn=s.drawn)
        else:
            c.only("pass", lambda m: m.verb != "pass")
        return c

    def matches(self, s: Hand, card: Card) -> bool:
        """Say whether a card may be laid on the top card."""
        if card.rank == EIGHT and self.options.eights != "must_match":
            return True
        return sheds.fits(card, s.discard[-1], s.suit)

    def is_dry(self, s: Hand) -> bool:
        """Say whether there is nothing to draw, nor to make a stock of."""
        remade = self.options.stock_end == "reshuffle" and len(s.discard) > 1
        return not s.stock and not remade

    def playable(self, hand: Cards, top: Card, suit: Suit | None = None) -> Ruling:
        """Say which cards of a hand may be laid; `suit` is the one named, if an eight is on top."""
        if not hand or top in hand:
            raise GivenError(f"a hand without {top} is wanted", "hand")
        s = Hand(self.start(1), turn=0, phase="play", hands=piles(self.seats))
        s.hands[0], s.stock = hand, self.deck.pack - hand - (top,)
        s.discard, s.suit = Cards([top]), suit or Suit(top.suit)
        c = self.turn_choices(s)
        refused = {str(m.cards): reason.rule for m, reason in c.cuts.items() if m.cards}
        return Ruling(Cards(m.cards[0] for m in c.legal if m.cards), refused)

    def put(self, s: Hand, card: Card) -> None:
        """Lay a card, and see what it does."""
        if card.rank == EIGHT and not sheds.fits(card, s.discard[-1], s.suit):
            s.say("eight-wild", card=str(card))
        s.hands[s.turn] -= (card,)
        s.discard += (card,)
        s.suit, s.passes = Suit(card.suit), 0
        if not s.hands[s.turn]:
            s.say("hand-won", seat=self.seat(s.turn))
            self.end_hand(s, s.turn)
        elif card.rank == EIGHT and self.options.eights != "own_suit":
            s.phase = "name"
        else:
            self.take_effect(s, card)

    def take_effect(self, s: Hand, card: Card) -> None:
        """Make the next player draw, or miss a turn, where that is played."""
        if card.rank == TWO and self.options.twos == "draw_two":
            s.pickup += sheds.pick_up([card], table.DRAW_TWO)
            s.say("draw-two", cards=s.pickup)
        if card.rank == QUEEN and self.options.queens == "skip":
            s.turn = self.next(s.turn)
            s.say("skip", seat=self.seat(s.turn))
        self.end_turn(s)

    def name(self, s: Hand, suit: Suit) -> None:
        s.suit, s.phase = suit, "play"
        s.say("name-suit", suit=self.deck.suit_names[suit])
        self.end_turn(s)

    # --- drawing and passing -----------------------------------------------------------------

    def draw(self, s: Hand) -> None:
        s.say("draw", seat=self.seat(s.turn))
        s.drawn, s.owed = s.drawn + 1, 1
        self.draw_owed(s, Seat(s.turn))

    def draw_owed(self, s: Hand, seat: Seat) -> None:
        """Draw the cards that are due; if the stock runs out it may be made anew first."""
        taking = s.pickup > 0
        cards, s.stock, s.owed = sheds.draw(s.stock, s.owed)
        s.hands[seat] = self.deck.sort(s.hands[seat] + cards)
        s.turn, s.phase = seat, "play"
        if s.owed and not self.is_dry(s):
            s.taker, s.turn, s.phase = seat, DEALER, "reshuffle"
            return
        s.owed, s.taker = 0, None
        if taking:
            s.pickup = 0
            self.end_turn(s)

    def remake_stock(self, s: Hand, cards: Cards) -> None:
        _, s.discard = sheds.turned_over(s.discard)
        s.stock = cards
        s.say("pass", reshuffled=len(cards))
        self.draw_owed(s, Seat(s.turn) if s.taker is None else s.taker)

    def pickup_choices(self, s: Hand) -> Choices:
        """Return the answers to a two: another two, or taking the cards."""
        hand = self.deck.sort(s.hands[s.turn])
        c = Choices(Move(s.turn, "play", cards) for cards in sheds.plays(hand))
        c.also("draw-two", Move(s.turn, "take"))
        c.bar("one-card", lambda m: len(m.cards) > 1)
        c.only("draw-two", lambda m: m.verb == "take" or m.cards[0].rank == TWO, cards=s.pickup)
        c.bar("draw-two", lambda m: m.verb in ("draw", "pass"))
        return c

    def take(self, s: Hand) -> None:
        s.say("draw-two", seat=self.seat(s.turn), cards=s.pickup)
        s.owed = s.pickup
        self.draw_owed(s, Seat(s.turn))

    def pass_turn(self, s: Hand) -> None:
        s.say("pass", seat=self.seat(s.turn))
        s.passes = s.passes + 1 if self.is_dry(s) else 0
        if s.passes == self.seats:
            self.end_blocked(s)
        else:
            self.end_turn(s)

    def end_turn(self, s: Hand) -> None:
        """Pass the turn on; where that is played, the hand ends with the stock."""
        s.turn, s.drawn = self.next(s.turn), 0
        if self.options.stock_end == "score" and not s.stock:
            self.end_blocked(s)

    # --- the end and the score ---------------------------------------------------------------

    def end_hand(self, s: Hand, winner: int) -> None:
        """Score the cards that the others are left with."""
        s.phase, s.pickup = "over", 0
        for seat, hand in enumerate(s.hands):
            side = seat if self.options.scoring == "penalty" else winner
            s.items += tuple(table.counted(side, hand))

    def end_blocked(self, s: Hand) -> None:
        """End a hand that nobody has won: the lowest count scores what it is lower."""
        s.phase, s.pickup = "over", 0
        counts = [table.count(hand) for hand in s.hands]
        s.say("blocked", counts=counts)
        s.items += tuple(self.differences(counts))
        if self.options.scoring == "penalty":
            self.end_hand(s, 0)

    def differences(self, counts: list[int]) -> list[Item]:
        """Return what a blocked hand scores: the lowest count the difference to each other."""
        low = min(counts)
        if self.options.scoring == "penalty" or counts.count(low) > 1:
            return []
        winner = counts.index(low)
        return [Item(winner, "blocked", n - low) for n in counts if n > low]

    def hand_score(self, hand: Cards) -> Score:
        """Return what the cards left in a hand count."""
        return Score(tuple(table.counted(0, hand)))

    def blocked(self, north: Cards, south: Cards) -> Answer:
        """Say what a hand in which both are stuck scores: `S 4`, or `nobody`."""
        counts = [table.count(north), table.count(south)]
        if self.options.scoring == "penalty":
            return Answer(f"N {counts[0]}, S {counts[1]}", ("hand-score",))
        items = self.differences(counts)
        told = [f"{self.seat(item.side)} {item.points}" for item in items]
        return Answer(told[0] if told else "nobody", ("blocked",))

    # --- the match ---------------------------------------------------------------------------

    def outcome(self, match: Match) -> Outcome | None:
        if max(match.scores) < self.options.target:
            return None
        best = min(match.scores) if self.low_wins else max(match.scores)
        if match.scores.count(best) > 1:
            return None
        return Outcome((match.scores.index(best),), "match-end")

    def winner(self, north: int, south: int) -> Answer:
        """Say who has won with these totals after a hand: a seat, or `play on`."""
        outcome = self.outcome(Match((north, south), None))
        return Answer(self.seat(outcome.winners[0]) if outcome else "play on", ("match-end",))

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Hand) -> Choices:
        if s.phase == "name":
            c = Choices(sheds.names(s.turn, self.deck))
            c.bar("name-suit", lambda m: m.verb == "name")
            return c
        return self.pickup_choices(s) if s.pickup else self.turn_choices(s)

    def play(self, s: Hand, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "shuffle" if s.phase == "bury":
                s.stock = move.cards
                self.turn_up(s)
            case "shuffle":
                self.remake_stock(s, move.cards)
            case "play":
                self.put(s, *move.cards)
            case "name":
                self.name(s, sheds.named(move, self.deck))
            case "draw":
                self.draw(s)
            case "take":
                self.take(s)
            case "pass":
                self.pass_turn(s)
            case _:
                raise AssertionError(move)

    def sound(self, s: Hand) -> list[Move]:
        """Return the plays, if there are any: drawing at will makes hands very long."""
        legal = self.legal(s)
        return [move for move in legal if move.verb == "play"] or legal

    def outlook(self, s: Hand) -> tuple[int, ...]:
        """Return minus what each player holds, or that itself where low totals win."""
        sign = 1 if self.low_wins else -1
        return tuple(sign * table.count(hand) for hand in s.hands)

    def facts(self, s: Hand) -> Mapping[str, Any]:
        return {
            "dealer": self.seat(self.dealer(s)),
            "top": str(s.discard[-1:]),
            "suit": s.suit,
            "drawn": s.drawn,
            "pickup": s.pickup,
        }

    def table(self, s: Hand) -> list[Zone]:
        return table.zones(s)

    def numbers(self) -> Mapping[str, int]:
        return table.numbers(self.options, len(self.deck))

    def complete(self, s: Hand, given: frozenset[str]) -> None:
        table.complete(s, given, self.deck, self.seats, self.next(self.dealer(s)))


GAME = CrazyEights
