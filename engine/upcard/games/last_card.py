"""Last Card for two, one hand. Article: games/last-card.

Not modelled: cards that need a third player, such as reversing sevens, and slips of the hand other
than the forgotten call.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from upcard import sheds
from upcard.cards import Card, Cards, Suit
from upcard.choices import Choices, Illegal
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone
from upcard.games import _last_card_plays as plays
from upcard.games import _last_card_table as table
from upcard.games._last_card_table import JOKER, NO_CARDS, PLAYS, WILD, Hand, LastCardOptions
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Match, Outcome, Ruling, Score


class LastCard(Game[Hand]):
    """Last Card for two: seats N and S."""

    slug = "last-card"
    deck = DECKS["french-52"]
    seats = table.SEATS
    Options, State = LastCardOptions, Hand
    options: LastCardOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="shuffle and deal from the top"),
        "shuffle": Verb(cards=True, ordered=True, text="shuffle a new draw pile"),
        "play": Verb(cards=True, ordered=True, text="lay cards of a rank, the last on top"),
        "call": Verb(cards=True, ordered=True, text="say 'Last card' and lay cards"),
        "name": Verb(arg="word", text="name the suit to follow"),
        "draw": Verb(text="draw a card"),
        "take": Verb(text="take the whole pick-up"),
        "pass": Verb(text="leave the drawn card in the hand; or pass, unable to play or draw"),
    }
    questions = ("playable", "lay", "pickup", "must_call")
    rules = (
        "pack", "joker", "deal", "starter", "first-player", "same-rank", "match", "ace-wild",
        "lay-order", "must-play", "draw-one", "play-drawn", "pick-up-two", "pick-up-five",
        "stacking", "answer", "take-pickup", "skip", "jack-again", "name-suit", "call",
        "call-only-then", "call-forgotten", "call-lapses", "uncalled-finish", "dump", "hand-won",
        "finish-restriction", "reshuffle", "short-draw", "blocked", "match-end",
    )  # fmt: skip

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        if self.options.jokers:
            self.deck = DECKS["french-54"]

    def parse(self, text: str) -> Move:
        """Read a move; of the cards laid at once only the place of the last matters."""
        move = super().parse(text)
        if move.verb not in PLAYS:
            return move
        return move._replace(cards=sheds.on_top_last(self.deck, move.cards))

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Hand:
        return Hand(match, pile=self.deck.pack)

    def to_shuffle(self, s: Hand) -> Shuffle:
        if s.phase == "reshuffle":
            pool, _ = sheds.turned_over(s.discard)
            return Shuffle("shuffle", pool, len(pool))
        return Shuffle("deal" if s.phase == "deal" else "shuffle", s.pile, len(s.pile))

    def dealer(self, s: Hand) -> Seat:
        return Seat(s.match.dealer or 0)

    def deal(self, s: Hand, pack: Cards) -> None:
        first = self.next(self.dealer(s))
        hands, s.pile = sheds.dealt(pack, self.seats, self.options.hand_size, first)
        s.hands = [self.deck.sort(hand) for hand in hands]
        s.say("pack", cards=len(pack))
        s.say("deal", cards=self.options.hand_size)
        self.turn_up(s)

    def turn_up(self, s: Hand) -> None:
        """Turn the starter up, or have it shuffled back."""
        starter, first = s.pile[0], self.next(self.dealer(s))
        redraw = self.options.starter_effect == "redraw" and starter.rank in table.SPECIAL
        if redraw or starter.rank == JOKER:
            s.say("joker" if starter.rank == JOKER else "starter", back=str(starter))
            s.phase, s.turn = "starter", DEALER
            return
        s.discard, s.pile = s.pile[:1], s.pile[1:]
        s.phase, s.suit, s.turn = "play", Suit(starter.suit), first
        s.say("starter", card=str(starter))
        s.say("first-player", seat=self.seat(first))
        if self.options.starter_effect == "active":
            s.pickup = sheds.pick_up([starter], table.PICK_UP)
            if starter.rank == table.TEN:
                s.say("skip", seat=self.seat(first))
                s.turn = self.next(first)

    # --- a turn ------------------------------------------------------------------------------

    def offered(self, s: Hand, *others: str) -> Choices:
        """Return every play the seat's cards allow, and what else it may do."""
        held, most = self.held(s), self.options.most
        last = [Move(s.turn, "play", cards) for cards in sheds.plays(held, most)]
        called = [move._replace(verb="call") for move in last if len(held) == len(move.cards) + 1]
        c = Choices([*last, *called, *(Move(s.turn, verb) for verb in others)])
        c.bar("same-rank", lambda m: len(m.cards) > most or len({c.rank for c in m.cards}) > 1)
        c.bar("call-only-then", lambda m: m.verb == "call" and m.seat == s.turn)
        return c

    def turn_choices(self, s: Hand) -> Choices:
        c = self.offered(s, "draw", "pass")
        c.only("match", lambda m: plays.matches(s, m.cards), suit=s.suit)
        self.restrict_finish(c, s)
        c.must("must-play", lambda m: m.verb in PLAYS)
        if s.pile or len(s.discard) > 1:
            c.only("draw-one", lambda m: m.verb != "pass")
        else:
            c.only("blocked", lambda m: m.verb != "draw")
        if len(s.discard) == 1 and self.options.starter_effect != "active":
            c.bar("starter", lambda m: m.verb == "take")
        return c

    def drawn_choices(self, s: Hand) -> Choices:
        """Return what may be done with a card just drawn; others of its rank may go with it."""
        (drawn,) = s.drawn
        c = self.offered(s, "pass")
        alike = [m for m in c.legal if m.cards and m.cards[0].rank == drawn.rank]
        c.only("play-drawn", lambda m: m not in alike or drawn in m.cards, drawn=str(drawn))
        c.only("match", lambda m: plays.matches(s, m.cards), suit=s.suit)
        c.only("play-drawn", lambda m: not m.cards or drawn in m.cards, drawn=str(drawn))
        self.restrict_finish(c, s)
        c.bar("draw-one", lambda m: m.verb == "draw")
        return c

    def held(self, s: Hand) -> Cards:
        """Return the cards of the seat to act, one just drawn included."""
        return self.deck.sort(s.hands[s.turn] + s.drawn)

    def playable(self, hand: Cards, top: Card, suit: Suit | None = None, pickup: int = 0) -> Ruling:
        """Say which cards of a hand may be laid by themselves, and whether a card may be drawn.

        `suit` is to be followed, if it is not the top card's own; `pickup` is pending.
        """
        s = plays.situation(self.deck, self.start(1), hand, top, suit, pickup)
        c = self.choices(s)
        legal = [m.cards[0] for m in c.legal if m.verb == "play" and len(m.cards) == 1]
        return Ruling(Cards(legal), plays.refusals(c))

    def lay(self, cards: Cards, top: Card, suit: Suit | None = None, pickup: int = 0) -> Answer:
        """Lay cards of a longer hand, the last on top; tell what is to follow and to pick up.

        Raises:
            Illegal: they may not be laid.
        """
        rest = [card for card in self.deck.pack if card not in (*cards, top)][:2]
        s = plays.situation(self.deck, self.start(1), cards + rest, top, suit, pickup)
        laid = sheds.on_top_last(self.deck, cards)
        move = Move(0, "play", laid)
        if (reason := self.choices(s).why_not(move)) is not None:
            raise Illegal(move, self.text(move), reason.rule, reason.facts)
        s = self.carry_out(s, move)
        told = "any suit" if laid[-1].rank in WILD else self.deck.suit_names[laid[-1].suit]
        rules = tuple(dict.fromkeys(event.rule for event in s.events))
        return Answer(f"{told}, pick-up {s.pickup}" if s.pickup else told, rules or ("match",))

    # --- laying cards ------------------------------------------------------------------------

    def put(self, s: Hand, cards: Cards, *, called: bool) -> None:
        """Lay cards, let them take effect, and see whether the hand is won."""
        held, seat = self.held(s), s.turn
        uncalled = len(held) == 1 and not s.called[seat]
        if len(cards) > 1:
            s.say("same-rank", cards=str(cards))
            s.say("lay-order", suit=cards[-1].suit)
        if cards[0].rank in WILD:
            s.say("joker" if cards[0].rank == JOKER else "ace-wild", cards=str(cards))
        if s.drawn:
            s.say("play-drawn", cards=str(cards))
        s.hands[seat], s.drawn = held - cards, NO_CARDS
        s.discard += cards
        s.suit, s.passes = Suit(cards[-1].suit), 0
        if len(held) == len(cards) and not uncalled:
            self.win(s, cards)
            return
        plays.take_effect(s, cards, self.options)
        self.look_at_call(s, called=called, uncalled=uncalled)
        if cards[-1].rank in WILD:
            s.phase = "name"
        else:
            self.settle(s)

    def pickup(self, cards: Cards) -> Score:
        """Return what cards laid one on the other make a player pick up, by rule."""
        if not sheds.pick_up(cards, table.PICK_UP):
            raise GivenError("none of these makes anybody pick up", "cards")
        return Score(tuple(plays.pick_ups(cards)))

    # --- the pick-up -------------------------------------------------------------------------

    def pickup_choices(self, s: Hand) -> Choices:
        c = self.offered(s, "take")
        c.only("answer", lambda m: plays.answers(s, m.cards, self.options), pickup=s.pickup)
        self.restrict_finish(c, s)
        c.bar("take-pickup", lambda m: m.verb in ("draw", "pass"))
        return c

    def take_pickup(self, s: Hand) -> None:
        s.say("take-pickup", seat=self.seat(s.turn), cards=s.pickup)
        s.owed, s.taking, s.pickup = s.pickup, "pickup", 0
        self.take_cards(s, s.turn)

    # --- the call ----------------------------------------------------------------------------

    def look_at_call(self, s: Hand, *, called: bool, uncalled: bool) -> None:
        """Note the call, or what is owed without it."""
        seat = s.turn
        alone = len(s.hands[seat]) == 1
        s.called[seat] = alone and called
        if s.called[seat]:
            s.say("call", seat=self.seat(seat))
        elif alone or uncalled:
            s.owed, s.taking = self.options.call_penalty, "penalty"
            rule = "uncalled-finish" if uncalled else "call-forgotten"
            s.say(rule, seat=self.seat(seat), cards=s.owed)

    def must_call(self, hand: Cards, laid: Cards) -> Answer:
        """Say whether laying some cards of a hand must be made with the call: yes or no."""
        if not hand.holds(laid):
            raise GivenError("these cards are not all in the hand", "laid")
        left = len(hand) - len(laid)
        if left == 1:
            return Answer(True, ("call",))
        return Answer(False, ("call-only-then",) if left or len(laid) == 1 else ("dump",))

    # --- taking cards, and the next turn -----------------------------------------------------

    def settle(self, s: Hand) -> None:
        """Have a penalty paid, and pass the turn."""
        s.phase = "play"
        if s.owed:
            self.take_cards(s, s.turn)
        else:
            self.end_turn(s)

    def take_cards(self, s: Hand, seat: int) -> None:
        """Take the cards that are owed, and go on, unless the pile must be made anew first."""
        drew = s.taking == "draw"
        if not table.take(s, seat, self.deck):
            return
        if drew:
            self.look_at_drawn(s)
        else:
            self.end_turn(s)

    def remake_pile(self, s: Hand, cards: Cards) -> None:
        _, s.discard = sheds.turned_over(s.discard)
        s.pile = cards
        s.say("reshuffle", cards=len(cards))
        self.take_cards(s, s.turn if s.taker is None else s.taker)

    def draw(self, s: Hand) -> None:
        s.say("draw-one", seat=self.seat(s.turn))
        s.owed, s.taking, s.passes = 1, "draw", 0
        self.take_cards(s, s.turn)

    def look_at_drawn(self, s: Hand) -> None:
        """Offer the drawn card if it can be played; otherwise the turn ends, or drawing goes on."""
        if any(m.verb in PLAYS for m in self.drawn_choices(s).legal):
            s.phase = "drawn"
            return
        self.keep_drawn(s)
        if self.options.draw_rule == "one":
            self.end_turn(s)

    def keep_drawn(self, s: Hand) -> None:
        s.hands[s.turn], s.drawn = self.held(s), NO_CARDS

    def pass_turn(self, s: Hand) -> None:
        if s.phase == "drawn":
            s.say("play-drawn", seat=self.seat(s.turn))
            self.keep_drawn(s)
        else:
            s.say("blocked", seat=self.seat(s.turn))
            s.passes, s.missed = s.passes + 1, 0  # a player who is stuck needs no second turn
        if s.passes == self.seats:
            self.end_blocked(s)
        else:
            s.phase = "play"
            self.end_turn(s)

    def end_turn(self, s: Hand) -> None:
        """Pass the turn on, unless the other player is to miss it."""
        if s.missed:
            s.missed -= 1
        else:
            s.turn = self.next(s.turn)

    # --- the end -----------------------------------------------------------------------------

    def restrict_finish(self, c: Choices, s: Hand) -> None:
        held = len(self.held(s))
        c.only(
            "finish-restriction",
            lambda m: len(m.cards) != held or plays.finishes(s, m.cards, self.options),
        )

    def win(self, s: Hand, cards: Cards) -> None:
        if len(cards) > 1:
            s.say("dump", cards=str(cards))
        s.phase, s.pickup = "over", 0
        s.award(s.turn, "hand-won", 1)

    def end_blocked(self, s: Hand) -> None:
        """End a hand in which nobody can move: fewer cards win it, equal numbers nobody."""
        s.phase = "over"
        north, south = map(len, s.hands)
        if north != south:
            s.award(0 if north < south else 1, "blocked", 1)

    def outcome(self, match: Match) -> Outcome | None:
        if max(match.scores) < self.options.target:
            return None
        return Outcome((match.scores.index(max(match.scores)),), "match-end")

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Hand) -> Choices:
        if s.phase == "name":
            c = Choices(sheds.names(s.turn, self.deck))
            c.bar("name-suit", lambda m: m.verb == "name")
            return c
        if s.phase == "drawn":
            return self.drawn_choices(s)
        return self.pickup_choices(s) if s.pickup else self.turn_choices(s)

    def play(self, s: Hand, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "shuffle" if s.phase == "starter":
                s.pile = move.cards
                self.turn_up(s)
            case "shuffle":
                self.remake_pile(s, move.cards)
            case "play" | "call":
                self.put(s, move.cards, called=move.verb == "call")
            case "name":
                s.suit = sheds.named(move, self.deck)
                s.say("name-suit", suit=str(move.arg))
                self.settle(s)
            case "draw":
                self.draw(s)
            case "take":
                self.take_pickup(s)
            case "pass":
                self.pass_turn(s)
            case _:
                raise AssertionError(move)

    def sound(self, s: Hand) -> list[Move]:
        """Return the moves that do not forget a call."""
        legal = self.legal(s)
        forgetful = {move._replace(verb="play") for move in legal if move.verb == "call"}
        return [move for move in legal if move not in forgetful]

    def outlook(self, s: Hand) -> tuple[int, ...]:
        """Return minus the cards each player holds or faces: points come when a hand is won."""
        facing = [s.pickup if seat == s.turn else 0 for seat in range(self.seats)]
        return tuple(-len(hand) - more for hand, more in zip(s.hands, facing, strict=True))

    def facts(self, s: Hand) -> Mapping[str, Any]:
        return {
            "dealer": self.seat(self.dealer(s)),
            "top": str(s.discard[-1:]),
            "suit": s.suit,
            "pickup": s.pickup,
            "called": [self.seat(seat) for seat in range(self.seats) if s.called[seat]],
        }

    def table(self, s: Hand) -> list[Zone]:
        return table.zones(s)

    def numbers(self) -> Mapping[str, int]:
        return table.numbers(self.options, len(self.deck))

    def complete(self, s: Hand, given: frozenset[str]) -> None:
        """Fill in the phase, the suit, who is to act, and a draw pile of what is not in sight."""
        table.complete(s, given, self.deck, self.next(self.dealer(s)))


GAME = LastCard
