"""Spite and Malice, one game. Article: games/spite-and-malice.

Not modelled: more than two players, and a pay-off pile that is dealt from a pack of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from upcard.cards import Card, Cards
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone
from upcard.games import _spite_table as table
from upcard.games._spite_table import BONUS, HAND, PASSES, Layout, SpiteOptions
from upcard.moves import DEALER, Move, Verb
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score
from upcard.sheds import dealt, draw
from upcard.stacks import CENTRE, DISCARDS, NO_CARDS, source, target

DUTIES: Mapping[str, tuple[str, ...]] = {
    "nothing": (),
    "aces": ("A",),
    "aces_and_twos": ("A", "2"),
}


class SpiteAndMalice(Game[Layout]):
    """Spite and Malice for two: seats N and S."""

    slug = "spite-and-malice"
    deck = DECKS["french-104"]
    seats = 2
    Options, State = SpiteOptions, Layout
    options: SpiteOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal; the rest is the draw pile"),
        "shuffle": Verb(cards=True, ordered=True, text="shuffle what the rules say, and deal anew"),
        "play": Verb(
            cards=True,
            groups=("payoff", *DISCARDS, *CENTRE),
            text="play a card to a centre pile, from the hand unless another pile is named",
        ),
        "end": Verb(
            cards=True,
            groups=("payoff", *DISCARDS),
            text="end the turn with a card from the hand on a discard pile",
        ),
        "pass": Verb(text="end the turn without a card that may be discarded"),
    }
    questions = ("need", "may_play", "may_discard", "first", "worth")
    rules = (
        "pack", "deal-pay-off", "deal-hands", "draw-pile", "layout", "first-turn",
        "first-turn-tie", "refill", "play-from", "play-to", "start-pile", "next-rank", "wild",
        "clear", "shuffled-in", "pay-off-next", "hand-refill", "no-duty", "aces-first",
        "end-turn", "falling", "end-from-hand", "end-empties-hand", "no-discard", "redeal",
        "win", "points", "bonus", "match-end", "out-of-cards",
    )  # fmt: skip

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        self.deck = table.pack(self.options)
        self.ladder = table.ladder(self.options)
        self.centre = table.centre(self.options)

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Layout:
        return Layout(match)

    def to_shuffle(self, s: Layout) -> Shuffle:
        """Return the whole pack, a pay-off pile to be shown again, or what is shuffled anew."""
        if s.phase == "deal":
            return Shuffle("deal", self.deck.pack, len(self.deck))
        if s.phase == "show":
            pool = s.payoff[s.unshown()]
        elif s.phase == "redeal":
            pool = self.gathered(s)
        else:
            pool = s.draw_pile + s.aside
        return Shuffle("shuffle", pool, len(pool))

    def deal(self, s: Layout, pack: Cards) -> None:
        dealer = s.match.dealer or 0
        other = self.next(dealer)
        s.payoff, rest = dealt(pack, self.seats, self.options.pay_off, other)
        self.deal_hands(s, rest, other)
        for seat in range(self.seats):
            s.turn_up(seat)
        s.say("pack", cards=len(pack))
        s.say("deal-pay-off", cards=self.options.pay_off)
        s.say("deal-hands", cards=HAND)
        s.say("draw-pile", cards=len(s.draw_pile))
        s.say("layout", centre=len(self.centre), discards=len(DISCARDS))
        if self.options.first_player == "higher_card":
            self.decide_first(s)
        elif self.options.first_player == "dealer":
            self.begin(s, dealer)
        else:
            self.begin(s, other)

    def deal_hands(self, s: Layout, cards: Cards, first: int) -> None:
        hands, s.draw_pile = dealt(cards, self.seats, HAND, first)
        s.hands = [self.deck.sort(hand) for hand in hands]

    def begin(self, s: Layout, seat: int) -> None:
        s.say("first-turn", seat=self.seat(seat))
        self.begin_turn(s, seat)

    def decide_first(self, s: Layout) -> None:
        """Let the higher pay-off card begin; if they are equal, shuffle and show again."""
        beginner = self.ladder.higher(s.turned[0][0], s.turned[1][0])
        if beginner is not None:
            self.begin(s, beginner)
            return
        s.say("first-turn-tie", cards=" ".join(map(str, s.turned)))
        s.turn_down()
        s.phase, s.turn = "show", DEALER

    def show_again(self, s: Layout, cards: Cards) -> None:
        seat = s.unshown()
        s.payoff[seat] = cards
        s.turn_up(seat)
        if all(s.turned):
            self.decide_first(s)

    def first(self, north: Card, south: Card) -> Answer:
        """Say whom the two pay-off cards let begin: `N`, `S`, or `shuffle` if they are equal."""
        beginner = self.ladder.higher(north, south)
        if beginner is None:
            return Answer("shuffle", ("first-turn-tie",))
        return Answer(self.seat(beginner), ("first-turn",))

    # --- drawing -----------------------------------------------------------------------------

    def begin_turn(self, s: Layout, seat: int) -> None:
        s.player, s.played = self.next(seat - 1), False
        self.draw_up(s)

    def draw_up(self, s: Layout) -> None:
        """Draw until the hand is full; without cards to draw the game is over."""
        hand = s.hands[s.player]
        drawn = draw(s.draw_pile, HAND - len(hand))
        s.hands[s.player], s.draw_pile = self.deck.sort(hand + drawn.cards), drawn.stock
        if drawn.cards:
            rule = "hand-refill" if s.played else "refill"
            s.say(rule, seat=self.seat(s.player), cards=len(drawn.cards))
        if drawn.owed and s.aside:
            s.phase, s.turn = "shuffle", DEALER
        elif drawn.owed:
            self.run_out(s, drawn.owed)
        else:
            s.phase, s.turn = "play", s.player

    def shuffle_in(self, s: Layout, cards: Cards) -> None:
        """Make the draw pile anew, completed piles among it, and go on with the turn."""
        s.draw_pile, s.aside = cards, NO_CARDS
        s.say("shuffled-in", cards=len(cards))
        if self.options.spent == "when_empty" or not s.hands[s.player]:
            self.draw_up(s)
        else:
            s.phase, s.turn = "play", s.player

    # --- the turn ----------------------------------------------------------------------------

    def choices(self, s: Layout) -> Choices:
        c = Choices(self.offers(s))
        if duty := DUTIES[self.options.must_play]:
            c.must("aces-first", lambda m: m.verb == "play" and m.cards[0].rank in duty)
        needs = {name: self.ladder.need(s.centre(name)) for name in self.centre}
        c.bar("play-to", lambda m: m.verb == "play" and not target(m))
        c.bar("layout", lambda m: m.verb == "play" and target(m) not in self.centre)
        c.bar("play-from", lambda m: m.verb == "play" and not s.holds(m))
        c.bar("start-pile", lambda m: m.verb == "play" and not s.centre(target(m)), **needs)
        c.bar("next-rank", lambda m: m.verb == "play", **needs)
        c.bar("end-from-hand", lambda m: m.verb == "end" and not s.in_hand(m))
        if self.options.discards == "falling":
            c.bar("falling", lambda m: m.verb == "end" and len(m.all_cards) == len(m.groups) == 1)
            c.bar("no-discard", lambda m: m.verb == "pass" and m.seat == s.turn)
        c.bar("end-turn", lambda m: m.verb in ("end", "pass") and m.seat == s.turn)
        return c

    def offers(self, s: Layout) -> Iterator[Move]:
        """Yield every play that fits a centre pile, and every way to end the turn."""
        yield from s.plays(self.ladder, self.centre)
        if self.options.discards == "any":
            yield from s.ends()
        else:
            yield from [move for move in s.ends() if self.falls(s, move)] or [Move(s.turn, "pass")]

    def falls(self, s: Layout, move: Move) -> bool:
        pile = s.source(move.groups[0][0], s.turn)
        return table.falls(move.cards[0], pile, self.ladder)

    def need(self, pile: Cards) -> Answer:
        """Say which rank a centre pile needs, its cards given from below."""
        self.ladder.require(pile, "pile")
        if self.ladder.full(pile):
            return Answer(self.ladder.ranks[0], ("clear", "start-pile"))
        rule = "next-rank" if pile else "start-pile"
        wilds = any(card.rank in self.ladder.wild for card in pile)
        return Answer(self.ladder.need(pile), (rule, "wild") if wilds else (rule,))

    def may_play(self, hand: Cards, pile: Cards = NO_CARDS) -> Ruling:
        """Say which of these cards may be played to a centre pile, given from below."""
        self.ladder.require_open(pile, "pile")
        rule = "next-rank" if pile else "start-pile"
        fit = [card for card in hand.distinct() if self.ladder.fits(card, pile)]
        return Ruling(self.deck.sort(fit), {str(card): rule for card in hand if card not in fit})

    def play_card(self, s: Layout, card: Card, origin: str, name: str) -> None:
        """Lay a card on a centre pile and see to what follows from it."""
        s.take(card, origin, s.turn)
        s.played, s.passes = True, 0
        pile = s.build(card, name, self.ladder)
        if card.rank in self.ladder.wild:
            s.say("wild", stands_for=self.ladder.ranks[len(pile) - 1])
        if self.ladder.full(pile):
            s.say("clear", pile=name)
        if origin == "payoff":
            self.after_pay_off(s)
        if s.phase == "play" and s.aside and self.options.spent == "at_once":
            s.phase, s.turn = "shuffle", DEALER
        elif s.phase == "play" and not s.hands[s.turn]:
            self.draw_up(s)

    def after_pay_off(self, s: Layout) -> None:
        """Turn up the next pay-off card, or end the game if there is none."""
        if s.payoff[s.turn]:
            s.turn_up(s.turn)
            s.say("pay-off-next", card=str(s.turned[s.turn]), left=s.left(s.turn))
            return
        s.say("win", seat=self.seat(s.turn))
        s.items += tuple(self.scored(s.turn, s.left(self.next(s.turn))))
        s.phase = "over"

    # --- ending the turn ---------------------------------------------------------------------

    def end_turn(self, s: Layout, card: Card, name: str) -> None:
        if s.fits_somewhere(s.turned[s.turn], self.ladder, self.centre):
            s.say("no-duty", pay_off=str(s.turned[s.turn]))
        s.discard(card, name, s.turn)
        s.say("end-turn", seat=self.seat(s.turn), pile=name)
        if not s.hands[s.turn]:
            s.say("end-empties-hand", seat=self.seat(s.turn))
        s.passes = 0
        self.begin_turn(s, self.next(s.turn))

    def may_discard(self, hand: Cards, pile: Cards = NO_CARDS) -> Ruling:
        """Say which cards may be laid on a discard pile, given from below."""
        rule = "falling" if self.options.discards == "falling" else "end-turn"
        fit = [
            card for card in hand.distinct()
            if rule == "end-turn" or table.falls(card, pile, self.ladder)
        ]  # fmt: skip
        return Ruling(self.deck.sort(fit), {str(card): rule for card in hand if card not in fit})

    def give_up_turn(self, s: Layout) -> None:
        """End the turn without a discard; when nobody can move, everything is dealt anew."""
        s.say("no-discard", seat=self.seat(s.turn))
        s.passes = 0 if s.played else s.passes + 1
        if s.passes < PASSES:
            self.begin_turn(s, self.next(s.turn))
            return
        s.say("redeal")
        s.phase, s.player, s.turn = "redeal", self.next(s.turn), DEALER

    def gathered(self, s: Layout) -> Cards:
        """Return all cards but the pay-off piles and the centre piles."""
        discards = [pile for name in DISCARDS for pile in getattr(s, name)]
        return Cards(card for pile in (*s.hands, *discards) for card in pile) + (
            s.draw_pile + s.aside
        )

    def redeal(self, s: Layout, cards: Cards) -> None:
        for name in DISCARDS:
            setattr(s, name, [NO_CARDS] * self.seats)
        s.aside, s.passes = NO_CARDS, 0
        self.deal_hands(s, cards, s.player)
        self.begin_turn(s, s.player)

    # --- the score ---------------------------------------------------------------------------

    def scored(self, winner: int, left: int) -> list[Item]:
        """Return what a win is worth when the loser has so many pay-off cards left."""
        items = [Item(winner, "points", left)]
        if self.options.bonus:
            items.append(Item(winner, "bonus", BONUS))
        return items

    def worth(self, left: int) -> Score:
        """Return what the winner scores when the other player has so many pay-off cards left."""
        return Score(tuple(self.scored(0, left)))

    def run_out(self, s: Layout, missing: int) -> None:
        """End the game because there is nothing to draw."""
        north, south = s.left(0), s.left(1)
        s.say("out-of-cards", missing=missing, north=north, south=south)
        if self.options.out_of_cards == "difference" and north != south:
            s.award(0 if north < south else 1, "out-of-cards", abs(north - south))
        s.phase = "over"

    def outlook(self, s: Layout) -> tuple[int, ...]:
        """Count the pay-off cards that are still to be played, besides what is scored."""
        return tuple(100 * won - s.left(seat) for seat, won in enumerate(self.totals(s)))

    def sound(self, s: Layout) -> list[Move]:
        """Prefer pay-off cards to others, and anything to ending the turn."""
        legal = self.legal(s)
        plays = [move for move in legal if move.verb == "play"]
        return [move for move in plays if source(move) == "payoff"] or plays or legal

    def after(self, match: Match, s: Layout) -> Match:
        """Add the points, and remember how the game ended."""
        won = not all(s.left(seat) for seat in range(self.seats))
        ended = "win" if won else "out-of-cards"
        return replace(super().after(match, s), facts={"ended": ended})

    def outcome(self, match: Match) -> Outcome | None:
        """Return who has won: the one game, or the first to reach the target."""
        best = max(match.scores)
        winners = tuple(side for side, n in enumerate(match.scores) if n == best)
        if self.options.play_to == "one_game":
            return Outcome(winners, match.facts["ended"]) if match.hands else None
        return Outcome(winners, "match-end") if best >= self.options.target else None

    # --- the table ---------------------------------------------------------------------------

    def play(self, s: Layout, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "shuffle" if s.phase == "show":
                self.show_again(s, move.cards)
            case "shuffle" if s.phase == "redeal":
                self.redeal(s, move.cards)
            case "shuffle":
                self.shuffle_in(s, move.cards)
            case "play":
                self.play_card(s, move.cards[0], source(move), target(move))
            case "end":
                self.end_turn(s, move.cards[0], move.groups[0][0])
            case "pass":
                self.give_up_turn(s)
            case _:
                raise AssertionError(move)

    def table(self, s: Layout) -> list[Zone]:
        """Return the piles; of a pay-off pile only the top card is seen."""
        return s.zones("pay-off", self.centre)

    def facts(self, s: Layout) -> Mapping[str, Any]:
        """Return what each centre pile needs and how many cards lie where nobody can look."""
        needs = {f"need_{name}": self.ladder.need(s.centre(name)) for name in self.centre}
        left = [s.left(seat) for seat in range(self.seats)]
        return needs | {"pay_off_left": left, "undrawn": len(s.draw_pile)}

    def numbers(self) -> Mapping[str, int | str]:
        return table.numbers(self.options)

    def complete(self, s: Layout, given: frozenset[str]) -> None:
        """Fill in the phase and the turn, and turn up the pay-off piles' top cards."""
        for name in CENTRE[len(self.centre) :]:
            if s.centre(name):
                raise GivenError(f"there are {len(self.centre)} centre piles", f"centre_{name}")
        s.complete(self.ladder, given, self.next(s.match.dealer or 0))


GAME = SpiteAndMalice
