"""Stockpile, one game. Article: games/stockpile.

Not modelled: partners, more than two players, centre piles prepared before the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from upcard.cards import Card, Cards
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, Shuffle, Zone
from upcard.games import _stockpile_table as piles
from upcard.games._stockpile_table import HAND, LADDER, Layout, StockpileOptions
from upcard.moves import DEALER, Move, Verb
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score
from upcard.sheds import dealt, draw
from upcard.stacks import CENTRE, DISCARDS, NO_CARDS, source, target


class Stockpile(Game[Layout]):
    """Stockpile for two: seats N and S."""

    slug = "stockpile"
    deck = DECKS["numbered-162"]
    seats = 2
    Options, State = StockpileOptions, Layout
    options: StockpileOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal the stocks; the rest is the draw pile"),
        "shuffle": Verb(cards=True, ordered=True, text="shuffle a stock or the piles put aside"),
        "play": Verb(
            cards=True,
            groups=("stock", *DISCARDS, *CENTRE),
            text="play a card to a centre pile, from the hand unless another pile is named",
        ),
        "end": Verb(
            cards=True,
            groups=("stock", *DISCARDS),
            text="end the turn with a card from the hand on a discard pile",
        ),
        "dump": Verb(text="put the whole hand aside and end the turn"),
        "pass": Verb(text="end the turn without a card to discard"),
    }
    questions = ("need", "may_play", "first", "refill", "game_points")
    rules = (
        "pack", "deal-stock", "draw-pile", "layout", "first-turn", "first-turn-tie", "refill",
        "dump", "play-from", "play-to", "start-pile", "next-rank", "wild", "clear", "stock-next",
        "hand-refill", "no-duty", "stock-duty", "end-turn", "end-from-hand", "end-empties-hand",
        "win", "points", "match-end", "reshuffle", "short-draw", "no-hand", "stalemate",
    )  # fmt: skip

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Layout:
        return Layout(match)

    def to_shuffle(self, s: Layout) -> Shuffle:
        """Return the whole pack, a stock to be shown again, or the piles put aside."""
        if s.phase == "deal":
            return Shuffle("deal", self.deck.pack, len(self.deck))
        pool = s.aside if s.phase == "reshuffle" else s.stock[s.unshown()]
        return Shuffle("shuffle", pool, len(pool))

    def deal(self, s: Layout, pack: Cards) -> None:
        size = self.options.stock_size
        other = self.next(s.match.dealer or 0)
        s.stock, s.draw_pile = dealt(pack, self.seats, size, other)
        for seat in range(self.seats):
            s.turn_up(seat)
        s.say("pack", cards=len(pack))
        s.say("deal-stock", cards=size)
        s.say("draw-pile", cards=len(s.draw_pile))
        s.say("layout", centre=len(CENTRE), discards=len(DISCARDS))
        if self.options.first_player == "non_dealer":
            s.say("first-turn", seat=self.seat(other))
            self.begin_turn(s, other)
        else:
            self.decide_first(s)

    def decide_first(self, s: Layout) -> None:
        """Let the higher stock card begin; if they are equal, shuffle and show again."""
        beginner = LADDER.higher(s.turned[0][0], s.turned[1][0])
        if beginner is not None:
            s.say("first-turn", seat=self.seat(beginner))
            self.begin_turn(s, beginner)
            return
        s.say("first-turn-tie", cards=str(s.turned[0]))
        s.turn_down()
        s.phase, s.turn = "show", DEALER

    def show_again(self, s: Layout, cards: Cards) -> None:
        seat = s.unshown()
        s.stock[seat] = cards
        s.turn_up(seat)
        if all(s.turned):
            self.decide_first(s)

    def first(self, north: Card, south: Card) -> Answer:
        """Say whom the two stock cards let begin: `N`, `S`, or `shuffle` if they are equal."""
        beginner = LADDER.higher(north, south)
        if beginner is None:
            return Answer("shuffle", ("first-turn-tie",))
        return Answer(self.seat(beginner), ("first-turn",))

    # --- drawing -----------------------------------------------------------------------------

    def begin_turn(self, s: Layout, seat: int) -> None:
        s.player, s.played = self.next(seat - 1), False
        self.draw_up(s)

    def draw_up(self, s: Layout) -> None:
        """Draw until the hand is full; if the draw pile gives out, have a new one shuffled."""
        hand = s.hands[s.player]
        drawn = draw(s.draw_pile, HAND - len(hand))
        s.hands[s.player], s.draw_pile = self.deck.sort(hand + drawn.cards), drawn.stock
        if drawn.cards:
            rule = "hand-refill" if s.played else "refill"
            s.say(rule, seat=self.seat(s.player), cards=len(drawn.cards))
        if drawn.owed and s.aside:
            s.phase, s.turn = "reshuffle", DEALER
            return
        if drawn.owed:
            s.say("short-draw", seat=self.seat(s.player), missing=drawn.owed)
        s.phase, s.turn = "play", s.player

    def reshuffle(self, s: Layout, cards: Cards) -> None:
        s.draw_pile, s.aside = cards, NO_CARDS
        s.say("reshuffle", cards=len(cards))
        self.draw_up(s)

    def refill(self, hand: int, draw_pile: int, aside: int = 0) -> Answer:
        """Say how many cards are drawn at the start of a turn, with these numbers lying there."""
        wanted = max(0, HAND - hand)
        rules = ["refill"]
        if wanted > draw_pile:
            rules.append("reshuffle" if aside else "short-draw")
        if wanted > draw_pile + aside > draw_pile:
            rules.append("short-draw")
        return Answer(min(wanted, draw_pile + aside), tuple(rules))

    # --- the turn ----------------------------------------------------------------------------

    def choices(self, s: Layout) -> Choices:
        c = Choices(self.offers(s))
        if self.options.must_play_stock and s.fits_somewhere(s.turned[s.turn], LADDER):
            c.only("stock-duty", lambda m: m.verb == "play", stock=str(s.turned[s.turn]))
        needs = {name: LADDER.need(s.centre(name)) for name in CENTRE}
        c.bar("play-to", lambda m: m.verb == "play" and not target(m))
        c.bar("play-from", lambda m: m.verb == "play" and not s.holds(m))
        c.bar("start-pile", lambda m: m.verb == "play" and not s.centre(target(m)), **needs)
        c.bar("next-rank", lambda m: m.verb == "play", **needs)
        c.bar("end-from-hand", lambda m: m.verb == "end" and not s.in_hand(m))
        c.bar("end-turn", lambda m: m.verb == "end")
        c.bar("no-hand", lambda m: m.verb == "pass" and m.seat == s.turn)
        if self.options.dump:
            c.bar("dump", lambda m: m.verb == "dump" and m.seat == s.turn)
        return c

    def offers(self, s: Layout) -> Iterator[Move]:
        """Yield every play that fits a centre pile, and every way to end the turn."""
        yield from s.plays(LADDER)
        yield from s.ends()
        hand = s.hands[s.turn]
        if not hand:
            yield Move(s.turn, "pass")
        if self.options.dump and hand and not s.played:
            yield Move(s.turn, "dump")

    def need(self, pile: Cards) -> Answer:
        """Say which rank a centre pile needs, its cards given from below."""
        LADDER.require(pile, "pile")
        if LADDER.full(pile):
            return Answer(1, ("clear", "start-pile"))
        rule = "next-rank" if pile else "start-pile"
        wilds = any(card.rank in LADDER.wild for card in pile)
        return Answer(int(LADDER.need(pile)), (rule, "wild") if wilds else (rule,))

    def may_play(self, hand: Cards, pile: Cards = NO_CARDS) -> Ruling:
        """Say which of these cards may be played to a centre pile, given from below."""
        LADDER.require_open(pile, "pile")
        rule = "next-rank" if pile else "start-pile"
        legal = self.deck.sort(card for card in hand.distinct() if LADDER.fits(card, pile))
        return Ruling(legal, {str(card): rule for card in hand if not LADDER.fits(card, pile)})

    def play_card(self, s: Layout, card: Card, origin: str, name: str) -> None:
        """Lay a card on a centre pile and see to what follows from it."""
        s.take(card, origin, s.turn)
        s.played, s.passes = True, 0
        pile = s.build(card, name, LADDER)
        if card.rank in LADDER.wild:
            s.say("wild", stands_for=len(pile))
        if LADDER.full(pile):
            s.say("clear", pile=name)
        if origin == "stock":
            self.after_stock(s)
        elif not s.hands[s.turn]:
            self.draw_up(s)

    def after_stock(self, s: Layout) -> None:
        """Turn up the next stock card, or end the game if there is none."""
        if s.stock[s.turn]:
            s.turn_up(s.turn)
            s.say("stock-next", card=str(s.turned[s.turn]), left=s.left(s.turn))
            return
        s.say("win", seat=self.seat(s.turn))
        self.end_game(s, s.turn, "win")

    # --- ending the turn ---------------------------------------------------------------------

    def end_turn(self, s: Layout, card: Card, name: str) -> None:
        if s.fits_somewhere(s.turned[s.turn], LADDER):
            s.say("no-duty", stock=str(s.turned[s.turn]))
        s.discard(card, name, s.turn)
        s.say("end-turn", seat=self.seat(s.turn), pile=name)
        if not s.hands[s.turn]:
            s.say("end-empties-hand", seat=self.seat(s.turn))
        s.passes = 0
        self.begin_turn(s, self.next(s.turn))

    def dump(self, s: Layout) -> None:
        s.aside += s.hands[s.turn]
        s.say("dump", seat=self.seat(s.turn), cards=len(s.hands[s.turn]))
        s.hands[s.turn], s.passes = NO_CARDS, 0
        self.begin_turn(s, self.next(s.turn))

    def give_up_turn(self, s: Layout) -> None:
        """Pass without a hand; when both have passed, the game is over."""
        s.passes += 1
        s.say("no-hand", seat=self.seat(s.turn))
        if s.passes < piles.PASSES:
            self.begin_turn(s, self.next(s.turn))
            return
        north, south = s.left(0), s.left(1)
        s.say("stalemate", north=north, south=south)
        winner = None if north == south else 0 if north < south else 1
        self.end_game(s, winner, "stalemate")

    # --- the score ---------------------------------------------------------------------------

    def end_game(self, s: Layout, winner: int | None, rule: str) -> None:
        s.phase = "over"
        if winner is not None:
            left = s.left(self.next(winner))
            s.items += tuple(self.worth(winner, left, rule))

    def worth(self, winner: int, left: int, rule: str) -> list[Item]:
        """Return what a game is worth whose loser has so many stock cards left."""
        if self.options.scoring == "game":
            return [Item(winner, rule, 1)]
        points = piles.GAME_POINTS, piles.CARD_POINTS * left
        return [Item(winner, "points", some) for some in points]

    def game_points(self, left: int) -> Score:
        """Return what the winner scores when the other player has so many stock cards left."""
        return Score(tuple(self.worth(0, left, "win")))

    def outlook(self, s: Layout) -> tuple[int, ...]:
        """Count the stock cards that are still to be played, besides what is scored."""
        return tuple(100 * won - s.left(seat) for seat, won in enumerate(self.totals(s)))

    def sound(self, s: Layout) -> list[Move]:
        """Prefer stock cards to others, and anything to ending the turn."""
        legal = self.legal(s)
        plays = [move for move in legal if move.verb == "play"]
        stock = [move for move in plays if source(move) == "stock"]
        return stock or plays or legal

    def after(self, match: Match, s: Layout) -> Match:
        """Add the points, and remember how the game ended."""
        ended = "win" if not all(s.left(seat) for seat in range(self.seats)) else "stalemate"
        return replace(super().after(match, s), facts={"ended": ended})

    def outcome(self, match: Match) -> Outcome | None:
        """Return who has won: the one game, or the first to reach the target."""
        best = max(match.scores)
        winners = tuple(side for side, n in enumerate(match.scores) if n == best)
        if self.options.scoring == "game":
            return Outcome(winners, match.facts["ended"]) if match.hands else None
        return Outcome(winners, "match-end") if best >= self.options.target else None

    # --- the table ---------------------------------------------------------------------------

    def play(self, s: Layout, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "shuffle" if s.phase == "show":
                self.show_again(s, move.cards)
            case "shuffle":
                self.reshuffle(s, move.cards)
            case "play":
                self.play_card(s, move.cards[0], source(move), target(move))
            case "end":
                self.end_turn(s, move.cards[0], move.groups[0][0])
            case "dump":
                self.dump(s)
            case "pass":
                self.give_up_turn(s)
            case _:
                raise AssertionError(move)

    def table(self, s: Layout) -> list[Zone]:
        """Return the piles; of a stock only the top card is seen, and nobody sees the rest."""
        return s.zones("stock")

    def facts(self, s: Layout) -> Mapping[str, Any]:
        """Return what each centre pile needs and how many cards lie where nobody can look."""
        needs = {f"need_{name}": int(LADDER.need(s.centre(name))) for name in CENTRE}
        left = [s.left(seat) for seat in range(self.seats)]
        return needs | {"stock_left": left, "undrawn": len(s.draw_pile), "put_by": len(s.aside)}

    def numbers(self) -> Mapping[str, int]:
        return piles.numbers(self.options)

    def complete(self, s: Layout, given: frozenset[str]) -> None:
        """Fill in the phase and the turn, and turn up the stocks' top cards."""
        s.complete(LADDER, given, self.next(s.match.dealer or 0))


GAME = Stockpile
