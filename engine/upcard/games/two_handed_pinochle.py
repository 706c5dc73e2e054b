"""Two-handed Pinochle, one deal. Article: games/two-handed-pinochle.

Not modelled: claiming to be out before the count, misdeals and their penalties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from upcard.cards import Card, Cards, Suit
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone, zone
from upcard.games import _pinochle_melds as melds
from upcard.games._pinochle_melds import KINDS, Meld
from upcard.games._pinochle_table import HAND, Deal, Laid, PinochleOptions
from upcard.moves import Move, Seat, Verb
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score
from upcard.tricks import TEN_SECOND, Order, played, points_by_rank


class TwoHandedPinochle(Game[Deal]):
    """Two-handed Pinochle under one set of options."""

    slug = "two-handed-pinochle"
    deck = DECKS["pinochle-48"]
    seats = 2
    Options, State = PinochleOptions, Deal
    options: PinochleOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "shuffle": Verb(cards=True, ordered=True, text="shuffle, deal and turn up"),
        "play": Verb(cards=True, groups=("table",), text="play a card"),
        "meld": Verb(cards=True, arg="word", groups=("table",), text="lay a meld"),
        "exchange": Verb(cards=True, text="exchange the dix for the turn-up"),
        "done": Verb(text="lay no more melds"),
        "take": Verb(arg="word", text="take one of the last two cards"),
    }
    questions = ("meld", "melds_held", "card_points", "winner", "may_play")
    rules = (
        "rank", "deal-twelve", "turn-up", "dealer-dix", "deal-alternates",
        "non-dealer-leads", "free-play", "trick-winner", "first-of-equals", "draw-order",
        "meld-winner-only", "winner-leads", "last-draw-choice",
        "meld-kinds", "run", "royal-marriage", "marriage", "aces", "kings", "queens", "jacks",
        "pinochle", "double-pinochle", "dix", "meld-from-hand-or-table", "melds-per-trick",
        "meld-new-card", "meld-counts-twice", "meld-reuse", "marriage-in-run",
        "run-extends-royal-marriage", "double-pinochle-adds",
        "dix-exchange", "dix-second", "dix-once",
        "phase-two", "follow-suit", "must-trump", "must-win",
        "trick-points", "last-trick", "card-rounding", "game-end", "game-tie",
    )  # fmt: skip

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        return Deal(match)

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("shuffle", self.deck.pack, len(self.deck))

    def deal(self, s: Deal, pack: Cards) -> None:
        """Deal the non-dealer's hand, then the dealer's; turn up the next card for trumps."""
        dealer = s.match.dealer or 0
        s.turn = other = self.next(dealer)
        s.hands[other], s.hands[dealer] = pack[:HAND], pack[HAND : 2 * HAND]
        s.turn_up, s.stock = pack[2 * HAND], pack[2 * HAND + 1 :]
        s.trump, s.phase = Suit(s.turn_up.suit), "first-phase"
        s.say("deal-twelve", cards=HAND)
        s.say("turn-up", card=str(s.turn_up), trumps=self.deck.suit_names[s.trump])
        if s.match.hands:
            s.say("deal-alternates", dealer=self.seat(dealer))
        if s.turn_up == s.dix and self.options.dealer_dix:
            s.turn_up_paid = True
            s.award(dealer, "dealer-dix", self.options.numbers["turned_dix"], [s.turn_up])
            self.end_if_out(s, dealer)

    # --- what may be done --------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        c = Choices(self.offered(s))
        if self.melding(s):
            self.narrow_melds(s, c)
        if s.phase == "first-phase" and s.trick:
            c.also("free-play", *c.legal)
        if s.phase == "second-phase" and s.trick:
            self.narrow_plays(c, s.trick, s.trump)
        self.bar_the_rest(s, c)
        return c

    def offered(self, s: Deal) -> list[Move]:
        """Return every move whose cards are there."""
        seat, hand, table = s.turn, s.hands[s.turn], s.tables[s.turn]
        if s.phase == "last-draw":
            return [Move(seat, "take", arg="stock"), Move(seat, "take", arg="turn-up")]
        moves = [Move(seat, "done")]
        if s.phase != "meld":
            moves = [Move(seat, "play", Cards([card])) for card in hand.distinct()]
            moves += [_from_table(seat, card) for card in table.distinct()]
        if self.melding(s):
            moves += [meld.move(seat) for meld in melds.held(s.trump, hand, table)]
            moves += [Move(seat, "exchange", Cards([s.dix]))] if s.dix in hand else []
        return moves

    def melding(self, s: Deal) -> bool:
        """Say whether the seat to act has just taken a trick and may meld."""
        leads = s.phase == "first-phase" and s.taker is not None and not s.trick
        return s.phase == "meld" or (leads and self.options.meld_timing == "after_draw")

    def narrow_melds(self, s: Deal, c: Choices) -> None:
        """Cut the melds that a rule refuses."""
        laid = s.laid(s.turn)
        refused: dict[Move, str] = {}
        for move in c.legal:
            if move.verb == "meld":
                verdict = melds.judge(Meld.of(move), laid, self.options)
                refused[move] = "" if verdict.points else verdict.rule
        if s.melded and self.options.melds_per_trick == "one":
            c.only("melds-per-trick", lambda m: m.verb != "meld" or m.arg == "dix")
        for rule in sorted({*refused.values()} - {""}, key=self.rules.index):
            c.only(rule, lambda m, rule=rule: refused.get(m) != rule)  # type: ignore[misc]
        self.narrow_dix(s, c)

    def narrow_dix(self, s: Deal, c: Choices) -> None:
        """Exchange the first dix, only lay down the second, and score each nine once."""
        if 0 < s.hands[s.turn].count(s.dix) <= s.paid[s.turn]:
            c.only("dix-once", lambda m: m.verb != "exchange" and m.arg != "dix")
        if s.dix_laid or s.turn_up is None:
            c.only("dix-second", lambda m: m.verb != "exchange")
        elif self.options.dix_swap == "required":
            c.only("dix-exchange", lambda m: m.arg != "dix")

    def narrow_plays(self, c: Choices, trick: Cards, trump: str) -> None:
        """Follow suit, else trump, and win the trick, each if able."""
        led, order = trick[0].suit, Order(TEN_SECOND, trump)
        c.must("follow-suit", order.of_suit(led), led=led)
        c.must("must-trump", order.of_suit(trump), trumps=trump)
        if self.options.must_win == "always" or led == trump:
            c.must("must-win", order.takes(trick), led=str(trick[0]))

    def bar_the_rest(self, s: Deal, c: Choices) -> None:
        """Name the rule against what is not offered at all."""
        if s.phase == "second-phase":
            c.bar("phase-two", lambda m: _melds(m) or m.group("table") != ())
        if s.phase != "last-draw" and not s.trick:
            leads = "non-dealer-leads" if s.taker is None else "winner-leads"
            c.bar(leads, lambda m: m.verb == "play" and m.seat != s.turn)
        c.bar("last-draw-choice", lambda m: m.verb == "take")
        if not self.melding(s):
            c.bar("meld-winner-only", _melds)
            return
        c.bar("meld-winner-only", lambda m: _melds(m) and m.seat != s.turn)
        c.bar("meld-kinds", lambda m: m.verb == "meld" and m.arg not in KINDS)
        for kind in KINDS:
            c.bar(kind, lambda m, kind=kind: m.arg == kind and not Meld.of(m).has_shape(s.trump))  # type: ignore[misc]
        c.bar("meld-from-hand-or-table", lambda m: m.verb == "meld")

    # --- play --------------------------------------------------------------------------------

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "shuffle":
                self.deal(s, move.cards)
            case "play":
                self.play_card(s, move)
            case "meld":
                self.lay_meld(s, Meld.of(move))
            case "exchange":
                self.exchange(s)
            case "take":
                self.take_last(s, str(move.arg))
            case "done":
                self.draw(s)
            case _:
                raise AssertionError(move)

    def play_card(self, s: Deal, move: Move) -> None:
        """Play a card from the hand or from the table."""
        if move.cards:
            s.hands[s.turn] -= move.cards
            s.paid[s.turn] = min(s.paid[s.turn], s.hands[s.turn].count(s.dix))
        else:
            s.put(s.turn, _without(s.laid(s.turn), played(move)))
        s.trick += (played(move),)
        if len(s.trick) == self.seats:
            self.end_trick(s)
        else:
            s.turn = self.next(s.turn)

    def end_trick(self, s: Deal) -> None:
        """Give the trick to its winner; while there is a stock, both draw and the winner melds."""
        place = Order(TEN_SECOND, s.trump).winning(s.trick)
        winner = s.turn if place else self.next(s.turn)
        s.say("trick-winner", seat=self.seat(winner), trick=str(s.trick))
        if s.trick[0] == s.trick[1]:
            s.say("first-of-equals", card=str(s.trick[0]))
        s.won[winner] += s.trick
        s.trick, s.taker, s.turn, s.melded = Cards(), Seat(winner), winner, False
        if s.phase == "second-phase":
            if not any(s.hands):
                self.count(s)
        elif self.options.meld_timing == "before_draw":
            s.phase = "meld"
        else:
            self.draw(s)

    def draw(self, s: Deal) -> None:
        """Let the winner of the trick draw, then the other; without a stock play goes on."""
        if s.turn_up is not None and len(s.stock) <= 1:
            s.phase = "last-draw"
            if self.options.last_draw == "stock_shown":
                self.take_last(s, "stock")
        elif s.stock:
            for seat, card in zip((s.turn, self.next(s.turn)), s.stock, strict=False):
                s.hands[seat] += (card,)
            s.stock, s.phase = s.stock[2:], "first-phase"
            s.say("draw-order", first=self.seat(s.turn))
        else:
            self.begin_second_phase(s)

    def take_last(self, s: Deal, which: str) -> None:
        """Share out the last face-down card and the turn-up."""
        turned = s.turn if which == "turn-up" else self.next(s.turn)
        s.hands[self.next(turned)] += s.stock
        s.hands[turned] += (s.turn_up,) if s.turn_up else ()
        s.paid[turned] += s.turn_up_paid
        shown = {"shown": str(s.stock)} if self.options.last_draw == "stock_shown" else {}
        s.say("last-draw-choice", seat=self.seat(s.turn), took=which, **shown)
        s.stock, s.turn_up, s.turn_up_paid, s.phase = Cards(), None, False, "meld"
        if self.options.meld_timing == "before_draw":
            self.begin_second_phase(s)

    def begin_second_phase(self, s: Deal) -> None:
        """Take all melds back into the hands; nobody melds any more."""
        for seat in range(self.seats):
            s.hands[seat] += s.tables[seat]
            s.put(seat, ())
        s.phase = "second-phase"
        s.say("phase-two", leader=self.seat(s.turn))

    # --- melding -----------------------------------------------------------------------------

    def lay_meld(self, s: Deal, meld: Meld) -> None:
        laid, cards = s.laid(s.turn), self.deck.sort(meld.cards + meld.table)
        rule, points, places = melds.judge(meld, laid, self.options)
        if any((item.side, item.rule, item.cards) == (s.turn, rule, cards) for item in s.items):
            s.say("meld-counts-twice", kind=meld.kind)
        s.hands[s.turn] -= meld.cards
        s.put(s.turn, melds.lay(meld, places, laid))
        if meld.kind == "dix" and (s.dix_laid or s.turn_up is None):
            s.say("dix-second")
        s.dix_laid |= meld.kind == "dix"
        s.melded |= meld.kind != "dix"
        s.award(s.turn, rule, points, cards)
        self.end_if_out(s, s.turn)

    def exchange(self, s: Deal) -> None:
        """Put the dix under the stock and take the turn-up into the hand."""
        gained = Cards([s.turn_up] if s.turn_up else [])
        s.hands[s.turn] = s.hands[s.turn] - [s.dix] + gained
        s.paid[s.turn] += s.turn_up_paid
        s.turn_up, s.turn_up_paid, s.dix_laid = s.dix, True, True
        s.say("dix-exchange", gained=str(gained))
        s.award(s.turn, "dix", self.options.melds["dix"], [s.dix])
        self.end_if_out(s, s.turn)

    # --- the count and the end ---------------------------------------------------------------

    def count(self, s: Deal) -> None:
        """Count what both players have captured, and enter it for both together."""
        for side in range(self.sides):
            s.items += tuple(self.counted(side, s.won[side], last_trick=side == s.taker))
        s.phase = "over"
        out = [points >= self.options.goal for points in self.standing(s)]
        if any(out):
            s.say("game-tie" if all(out) else "game-end")

    def counted(self, side: int, pile: Cards, *, last_trick: bool) -> list[Item]:
        """Return what captured cards are worth, and the last trick."""
        found = points_by_rank(pile, self.options.cards)
        items = [Item(side, "trick-points", points, cards) for points, cards in found]
        if last_trick:
            items.append(Item(side, "last-trick", self.options.last_trick))
        rounding = self.options.rounding(sum(item.points for item in items))
        if rounding:
            items.append(Item(side, "card-rounding", rounding))
        return items

    def end_if_out(self, s: Deal, seat: int) -> None:
        """End the game at once when a meld reaches the target, unless a tie is played off."""
        goal = self.options.goal
        tied = min(s.match.scores) >= goal
        if self.options.win_check == "as_scored" and self.standing(s)[seat] >= goal and not tied:
            s.phase = "over"
            s.say("game-end", winner=self.seat(seat))

    def outcome(self, match: Match) -> Outcome | None:
        """Return who won: of two who are out the higher; equal totals play on."""
        out = [side for side, points in enumerate(match.scores) if points >= self.options.goal]
        if not out or match.scores[0] == match.scores[1]:
            return None
        winner = max(out, key=match.scores.__getitem__)
        return Outcome((winner,), "game-tie" if len(out) > 1 else "game-end")

    # --- the table ---------------------------------------------------------------------------

    def table(self, s: Deal) -> list[Zone]:
        """Return the piles; captured cards and the stock are hidden from both."""
        zones = [zone(s, "stock", "stock"), zone(s, "turn-up", "turn_up", seen="all")]
        zones.append(zone(s, "trick", "trick", seen="all"))
        for seat in range(self.seats):
            zones.append(zone(s, "hand", "hands", seat, owner=seat, seen="owner"))
            zones.append(zone(s, "table", "tables", seat, owner=seat, seen="all"))
            zones.append(zone(s, "captured", "won", seat, owner=seat))
        return zones

    def facts(self, s: Deal) -> Mapping[str, Any]:
        return {"trumps": self.deck.suit_names.get(s.trump, "none"), "goal": self.options.goal}

    def numbers(self) -> Mapping[str, int | str]:
        return self.options.numbers

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        """Fill in trumps, turn and phase; cards on a table count as melded in their fullest."""
        if given.isdisjoint(("hands", "tables", "trick")):
            return
        if s.turn_up and "trump" not in given:
            s.trump = Suit(s.turn_up.suit)
        if s.turn_up == s.dix and (s.dix_laid or self.options.dealer_dix):
            s.turn_up_paid = True
        if "phase" not in given:
            s.phase = "first-phase" if s.stock or s.turn_up else "second-phase"
        if "turn" not in given:
            opening = self.next(s.match.dealer or 0) if s.taker is None else s.taker
            s.turn = self.next(opening) if s.trick else opening
        if s.phase in ("meld", "last-draw"):
            s.taker = Seat(s.turn)
        for seat in range(self.seats):
            s.put(seat, melds.laid_out(s.trump, s.tables[seat], self.options))

    # --- questions ---------------------------------------------------------------------------

    def meld(self, trump: Suit, lay: Cards, table: Cards = Cards(), tricks: int = 1) -> Score:
        """Return the best score of laying cards at once, or over several tricks won.

        The cards on the table count as melded already in every way that scores most.

        Raises:
            Illegal: a card to be laid makes no meld, or the rules refuse it.
        """
        _require(len(lay) + len(table) <= HAND, f"hand and table are at most {HAND} cards", "lay")
        return melds.score_laying(trump, lay, table, self.options, tricks)

    def melds_held(self, trump: Suit, hand: Cards, tricks: int = melds.MANY) -> Score:
        """Return the most that a hand could meld, given so many tricks to do it."""
        _require(len(hand) <= HAND, f"a hand is at most {HAND} cards", "hand")
        return Score(melds.best(trump, hand, (), self.options, tricks=tricks).items)

    def card_points(self, pile: Cards, last_trick: bool = False) -> Score:
        """Return what captured cards are worth, with the last trick if it is among them."""
        return Score(tuple(self.counted(0, pile, last_trick=last_trick)))

    def winner(self, trump: Suit, trick: Cards) -> Answer:
        """Say whether leader or follower takes a trick."""
        _require(len(trick) == self.seats, "a trick is two cards, the leader's first", "trick")
        taker = ("leader", "follower")[Order(TEN_SECOND, trump).winning(trick)]
        if trick[0] == trick[1]:
            return Answer(taker, ("trick-winner", "first-of-equals"))
        same = trick[0].suit == trick[1].suit
        return Answer(taker, ("trick-winner", "rank") if same else ("trick-winner",))

    def may_play(self, trump: Suit, led: Card, hand: Cards) -> Ruling:
        """Say what the second player may play in the second phase."""
        c = Choices(Move(1, "play", Cards([card])) for card in hand.distinct())
        self.narrow_plays(c, Cards([led]), trump)
        refused = {str(played(move)): reason.rule for move, reason in c.cuts.items()}
        return Ruling(Cards(map(played, c.legal)), refused)


def _from_table(seat: int, card: Card) -> Move:
    return Move(seat, "play", groups=(("table", Cards([card])),))


def _melds(move: Move) -> bool:
    return move.verb in ("meld", "exchange")


def _without(laid: tuple[Laid, ...], card: Card) -> tuple[Laid, ...]:
    """Take a card off a table: of two alike the one that has served in more melds."""
    copies = [there for there in laid if there.card == card]
    gone = laid.index(max(copies, key=lambda there: len(there.kinds)))
    return laid[:gone] + laid[gone + 1 :]


def _require(fits: bool, fault: str, argument: str) -> None:
    if not fits:
        raise GivenError(fault, argument)


GAME = TwoHandedPinochle
