"""Basic Rummy for two to six, one hand. Article: games/rummy.

Not modelled: calling out a missed lay-off, points for melds, and taking more than one discard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from upcard.cards import Card, Cards, piles
from upcard.choices import Choices
from upcard.game import Game, Shuffle, Zone
from upcard.games import _rummy_table as table
from upcard.games._rummy_options import EXTRA, PACK, TAKE_CAP, RummyOptions
from upcard.games._rummy_player import sound
from upcard.games._rummy_table import Deal, read_piles, require, steps, with_card
from upcard.melds import Split
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Item, Match, Outcome, Score


class Rummy(Game[Deal]):
    """Rummy under one set of options."""

    slug = "rummy"
    deck = PACK
    Options, State = RummyOptions, Deal
    options: RummyOptions
    verbs: ClassVar = {
        "shuffle": Verb(cards=True, ordered=True, text="shuffle, and put the cards down as stock"),
        "draw": Verb(text="draw the top of the stock"),
        "take": Verb(text="take the top of the discard pile"),
        "turn": Verb(text="make the discard pile the stock, and draw from it"),
        "decline": Verb(text="leave the discard, and end the hand"),
        "meld": Verb(cards=True, text="lay a set or a run on the table"),
        "lay": Verb(cards=True, groups=("on",), text="add a card to a meld on the table"),
        "discard": Verb(cards=True, text="lay a card on the discard pile, and end the turn"),
    }
    rules = (
        "set", "run", "deal", "next-dealer", "draw", "meld", "lay-off", "fixed-melds", "optional",
        "discard", "no-throw-back", "go-out", "turn-over", "turn-over-limit", "block", "take-cap",
        "values", "hand-score", "rummy", "block-score", "match-end",
    )  # fmt: skip
    questions = ("is_meld", "fits", "melds", "least_left", "hand_score", "winner_score")

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        self.seats: int = self.options.players
        self.melding = self.options.melding

    # --- sets and runs -----------------------------------------------------------------------

    def is_meld(self, cards: Cards) -> Answer:
        """Say what some cards make: a `set`, a `run` or `none`."""
        kind = self.melding.kind(cards)
        return Answer(kind or "none", (kind or broken(cards),))

    def fits(self, card: Card, meld: Cards) -> Answer:
        """Say whether a card may be added to a meld."""
        require(self.melding.kind(meld) != "", f"{meld} is no meld", "meld")
        return Answer(self.melding.fits(meld, card), ("lay-off", self.melding.kind(meld)))

    def melds(self, hand: Cards) -> Answer:
        """Count the different sets and runs that a hand contains."""
        found = self.melding.held(hand)
        kinds: tuple[str, ...] = tuple(dict.fromkeys(map(self.melding.kind, found)))
        return Answer(len(found), kinds)

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        nobody = [False] * self.seats
        hands = piles(self.seats)
        return Deal(match, hands=hands, stock=PACK.pack, shown=nobody, opened=list(nobody))

    def to_shuffle(self, s: Deal) -> Shuffle:
        pile = s.buried if s.phase == "shuffle" else s.stock
        return Shuffle("shuffle", pile, len(pile))

    def dealer(self, s: Deal) -> Seat:
        return Seat(s.match.dealer or 0)

    def _deal(self, s: Deal, cards: Cards) -> None:
        """Deal one card at a time, the dealer's last; the next card is the upcard."""
        many = self.options.cards_each * self.seats
        seat = self.dealer(s)
        for place in range(self.seats):
            seat = self.next(seat)
            s.hands[seat] = PACK.sort(cards[place : many : self.seats])
        s.upcard, s.stock = cards[many], cards[many + 1 :]
        s.turn, s.phase = self.next(seat), "draw"
        s.say("deal", dealer=self.seat(seat), cards=self.options.cards_each, stock=len(s.stock))

    # --- the turn: draw ----------------------------------------------------------------------

    def _draw_choices(self, s: Deal) -> Choices:
        block = self.options.stock_end == "block"
        rule = "turn-over" if self.options.turnovers else "turn-over-limit"
        verbs = ("draw", "take") if block else ("draw", "take", "turn", "decline")
        c = Choices(Move(s.turn, verb) for verb in verbs)
        if s.stock:
            c.only(rule, lambda m: m.verb in ("draw", "take"), stock=len(s.stock))
        elif s.turned < self.options.turnovers:
            c.only(rule, lambda m: m.verb != "draw", stock=0)
            c.only("turn-over-limit", lambda m: m.verb != "decline", turned=s.turned)
        else:
            c.only("turn-over-limit", lambda m: m.verb in ("take", "decline"), turned=s.turned)
        c.bar("block", lambda m: block and m.seat == s.turn and m.verb in ("turn", "decline"))
        c.bar("draw", lambda m: m.seat == s.turn and m.verb in ("meld", "lay", "discard"))
        return c

    def _draw(self, s: Deal) -> None:
        s.hands[s.turn] = with_card(s.hands[s.turn], s.stock[0])
        s.stock, s.phase = s.stock[1:], "play"
        s.say("draw", stock=len(s.stock))

    def _take(self, s: Deal) -> None:
        s.takes += 1
        if s.takes > TAKE_CAP:
            s.say("take-cap", takes=s.takes)
            self._end(s)
            return
        s.say("draw", took=str(s.upcard))
        s.taken, s.hands[s.turn] = s.upcard, with_card(s.hands[s.turn], s.upcard)
        s.upcard, s.buried = (s.buried[0] if s.buried else None), s.buried[1:]
        s.phase = "play"

    # --- the turn: meld, lay off, discard ----------------------------------------------------

    def _play_choices(self, s: Deal) -> Choices:
        hand = s.hands[s.turn]
        c = Choices(steps(s, self.melding, may_lay=self._may_lay_off(s)))
        if self.options.melds_per_turn == "one" and s.laid:
            c.only("meld", lambda m: m.verb != "meld", laid=s.laid)
        if self.options.go_out == "must_discard":
            c.only("go-out", lambda m: m.verb == "discard" or len(m.cards) < len(hand))
        if s.taken:
            c.only("no-throw-back", partial(self._can_end, s), taken=str(s.taken))
        if any(m.verb != "discard" for m in c.legal):
            c.also("optional", *(m for m in c.legal if m.verb == "discard"))
        self._bar(s, c)
        return c

    def _may_lay_off(self, s: Deal) -> bool:
        return self.options.lay_off == "always" or s.opened[s.turn]

    def _can_end(self, s: Deal, move: Move) -> bool:
        """Say whether a move leaves a way to end the turn without throwing the card taken."""
        if move.verb == "discard":
            return s.taken not in move.cards
        last = s.hands[s.turn] - move.cards
        if last != (s.taken,) or s.taken is None:
            return True
        if self.options.go_out == "must_discard":
            return False
        return any(self.melding.fits(meld, s.taken) for meld in self._after(s, move))

    def _after(self, s: Deal, move: Move) -> tuple[Cards, ...]:
        """Return the melds on the table after one is laid or added to."""
        if move.verb == "meld":
            return (*s.melds, self._in_order(move.cards))
        on = move.group("on")
        grown = self._in_order((*on, *move.cards))
        return tuple(grown if {*meld} == {*on} else meld for meld in s.melds)

    def _in_order(self, meld: Sequence[Card]) -> Cards:
        return self.melding.arranged(PACK.sort(meld))

    def _bar(self, s: Deal, c: Choices) -> None:
        """Name the rule against what is not offered at all."""
        there = {card for meld in s.melds for card in meld}
        hand = s.hands[s.turn]

        def tries(m: Move, *verbs: str) -> bool:
            return m.seat == s.turn and m.verb in verbs

        c.bar("draw", lambda m: tries(m, "draw", "take", "turn", "decline"))
        c.bar("fixed-melds", lambda m: m.seat == s.turn and not there.isdisjoint(m.cards))
        c.bar(
            "set", lambda m: tries(m, "meld") and hand.holds(m.cards) and broken(m.cards) == "set"
        )
        c.bar("run", lambda m: tries(m, "meld") and hand.holds(m.cards))
        c.bar("lay-off", lambda m: tries(m, "lay") and hand.holds(m.cards))
        c.bar("discard", lambda m: tries(m, "discard") and len(m.cards) != 1)

    def _put_down(self, s: Deal, move: Move) -> None:
        s.hands[s.turn] -= move.cards
        s.melds, s.put_down = self._after(s, move), True
        if move.verb == "meld":
            s.laid, s.opened[s.turn] = s.laid + 1, True
            s.say("meld", seat=self.seat(s.turn), cards=str(s.melds[-1]))
            s.say(self.melding.kind(move.cards))
        else:
            s.say("lay-off", card=str(move.cards), on=str(move.group("on")))
        if not s.hands[s.turn]:
            self._go_out(s)

    def _discard(self, s: Deal, card: Card) -> None:
        s.hands[s.turn] -= (card,)
        s.buried = Cards([s.upcard] if s.upcard else []) + s.buried
        s.upcard = card
        s.say("discard", card=str(card))
        if not s.hands[s.turn]:
            self._go_out(s)
            return
        s.shown[s.turn] |= s.put_down
        s.taken, s.laid, s.put_down = None, 0, False
        s.turn, s.phase = self.next(s.turn), "draw"
        if self.options.stock_end == "block" and not s.stock:
            self._block(s)

    # --- going out ---------------------------------------------------------------------------

    def _go_out(self, s: Deal) -> None:
        s.winner = Seat(s.turn)
        s.say("go-out", seat=self.seat(s.turn))
        left = [hand for seat, hand in enumerate(s.hands) if seat != s.turn]
        for item in self._won(left, rummy=not s.shown[s.turn]):
            s.award(s.turn, *item[1:])
        self._end(s)

    # --- the end of the stock ----------------------------------------------------------------

    def _turn_over(self, s: Deal) -> None:
        s.turned += 1
        s.say("turn-over", turned=s.turned)
        if self.options.stock_end == "shuffle":
            s.phase = "shuffle"
            return
        s.stock = Cards(reversed(s.buried)) + ([s.upcard] if s.upcard else [])
        s.upcard, s.buried = None, Cards()
        self._draw(s)

    def _shuffled(self, s: Deal, cards: Cards) -> None:
        s.stock, s.buried = cards, Cards()
        self._draw(s)

    def _block(self, s: Deal) -> None:
        """End the hand with the stock: the lowest hand, if it is the only one, wins."""
        s.say("block")
        counts = [self._total(hand) for hand in s.hands]
        low = counts.index(min(counts))
        if counts.count(counts[low]) == 1:
            s.winner = Seat(low)
            for hand, count in zip(s.hands, counts, strict=True):
                if count > counts[low]:
                    s.award(low, "block-score", count - counts[low], hand)
        else:
            s.say("block-score", winner="none")
        self._end(s)

    # --- scoring -----------------------------------------------------------------------------

    def _total(self, cards: Cards) -> int:
        return sum(map(self.options.value, cards))

    def _won(self, left: Sequence[Cards], *, rummy: bool) -> list[Item]:
        """Return what somebody who goes out scores for the hands that are left."""
        items = [Item(0, "hand-score", self._total(hand), hand) for hand in left if hand]
        bonus = sum(item.points for item in items)
        if self.options.rummy_bonus == "plus_10":
            bonus = EXTRA
        if rummy and self.options.rummy_bonus != "none":
            items.append(Item(0, "rummy", bonus))
        return items

    def hand_score(self, hand: Cards) -> Score:
        """Return what the cards left in a hand count against it, melds or not."""
        return Score(
            tuple(Item(0, "values", self.options.value(card), Cards([card])) for card in hand)
        )

    def winner_score(self, left: str, rummy: bool = False) -> Score:
        """Return what going out scores, from the other hands: "8H KD AS, 7C 2C".

        `rummy`: whether nothing had been put down in earlier turns.
        """
        hands = read_piles(left, "left")
        require(len(hands) < self.seats, f"at most {self.seats - 1} hands are left", "left")
        return Score(tuple(self._won(hands, rummy=rummy)))

    def least_left(self, hand: Cards, melds: str = "", opened: bool = True) -> Score:
        """Return what is left of a hand when everything that can go on the table has gone there.

        It may take several turns. `melds` lie there already; `opened`: whether one is one's own.
        """
        there = read_piles(melds, "melds")
        for meld in there:
            require(self.melding.kind(meld) != "", f"{meld} is no meld", "melds")
            require(not {*meld} & {*hand}, "a card is in the hand and on the table", "melds")
        split = self.melding.best(hand, self.options.value, there)
        if self.options.lay_off == "after_own_meld" and not opened:
            split = self._opening_split(hand, there)
        items = [Item(0, self.melding.kind(meld), 0, meld) for meld in split.melds]
        items += [Item(0, "lay-off", 0, cards) for _, cards in split.laid]
        return Score((*items, *self.hand_score(split.rest).items))

    def _opening_split(self, hand: Cards, there: Sequence[Cards]) -> Split:
        """Return the best split in which lay-offs want a meld of one's own."""
        splits = [self.melding.best(hand, self.options.value)]
        for own in self.melding.held(hand):
            rest = self.melding.best(hand - own, self.options.value, there)
            splits.append(rest._replace(melds=(own, *rest.melds)))
        return min(splits, key=lambda split: split.points)

    # --- the end of the hand and of the match ------------------------------------------------

    def _end(self, s: Deal) -> None:
        s.phase = "over"
        if max(self.standing(s)) >= self.options.target:
            s.say("match-end", winner=self.seat(s.winner or 0))
        else:
            s.say("next-dealer", dealer=self.seat(self.next_dealer(s)))

    def next_dealer(self, s: Deal) -> Seat:
        """Return who deals after this hand."""
        if not self.options.winner_deals:
            return self.next(self.dealer(s))
        return self.dealer(s) if s.winner is None else s.winner

    def after(self, match: Match, s: Deal) -> Match:
        return match.plus(self.totals(s), self.next_dealer(s))

    def outcome(self, match: Match) -> Outcome | None:
        best = max(match.scores)
        if best < self.options.target:
            return None
        return Outcome((match.scores.index(best),), "match-end")

    # --- the table ---------------------------------------------------------------------------

    def to_move(self, s: Deal) -> int | None:
        if s.phase in ("deal", "shuffle"):
            return DEALER
        return None if s.phase == "over" else s.turn

    def choices(self, s: Deal) -> Choices:
        return self._draw_choices(s) if s.phase == "draw" else self._play_choices(s)

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "shuffle":
                (self._shuffled if s.phase == "shuffle" else self._deal)(s, move.cards)
            case "draw":
                self._draw(s)
            case "take":
                self._take(s)
            case "turn":
                self._turn_over(s)
            case "decline":
                s.say("turn-over-limit", turned=s.turned)
                self._end(s)
            case "meld" | "lay":
                self._put_down(s, move)
            case "discard":
                self._discard(s, move.cards[0])
            case _:
                raise AssertionError(move)

    def table(self, s: Deal) -> list[Zone]:
        return table.zones(s)

    def facts(self, s: Deal) -> Mapping[str, Any]:
        facts: dict[str, Any] = {"dealer": self.seat(self.dealer(s)), "takes": s.takes}
        facts |= {"turned": s.turned, "taken": str(s.taken or "none")}
        facts["on_the_table"] = ", ".join(map(str, s.melds))
        shown = [seat for seat in range(self.seats) if s.shown[seat]]
        facts["have_shown"] = " ".join(map(self.seat, shown)) or "nobody"
        ended = {"next_dealer": self.seat(self.next_dealer(s))} if s.phase == "over" else {}
        return facts | ended

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        table.fill(s, given, self.options, self.next(self.dealer(s)))

    def numbers(self) -> Mapping[str, int | str]:
        return self.options.numbers

    def sound(self, s: Deal) -> list[Move]:
        """Return what a sensible player would think of; random players hardly ever go out."""
        return sound(self, s)

    def outlook(self, s: Deal) -> tuple[int, ...]:
        return tuple(
            points - self._total(hand) for points, hand in zip(self.totals(s), s.hands, strict=True)
        )


def broken(cards: Sequence[Card]) -> str:
    """Return which rule some cards that are no meld break."""
    return "set" if len({card.rank for card in cards}) == 1 else "run"


GAME = Rummy
