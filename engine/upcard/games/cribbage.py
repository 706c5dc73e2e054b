"""Cribbage for two, one deal. Article: games/cribbage.

Not modelled: misdeals, wrong pegging and other slips of the hand, and their penalties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from upcard.cards import Card, Cards, combinations, piles
from upcard.choices import Choices, Illegal
from upcard.game import Game, GivenError, Shuffle, State, Zone, zone
from upcard.games import _cribbage_show as scoring
from upcard.games._cribbage_options import CRIB, LAY_AWAY, CribbageOptions
from upcard.games._cribbage_show import LIMIT, ORDER, PACK, by_rank, total, value
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score


@dataclass(slots=True)
class Deal(State):
    """One deal; lists hold one pile per seat."""

    phase: Literal["cut", "deal", "lay", "starter", "play", "show", "crib", "over"] = "deal"
    pack: Cards = Cards()
    hands: list[Cards] = field(default_factory=lambda: piles(2))  # not yet played
    crib: Cards = Cards()
    starter: Card | None = None
    played: list[Cards] = field(default_factory=lambda: piles(2))
    sequence: Cards = Cards()  # the cards of the present count, oldest first
    last: Seat | None = None  # who laid the newest of them
    gone: Seat | None = None  # who has said go in the present count


class Cribbage(Game[Deal]):
    """Cribbage for two: seats N and S."""

    slug = "cribbage"
    deck = PACK
    seats = 2
    first_dealer = "cut"
    Options, State = CribbageOptions, Deal
    options: CribbageOptions
    verbs: ClassVar = {
        "cut": Verb(cards=True, ordered=True, text="cut for the deal, or for the starter"),
        "deal": Verb(cards=True, ordered=True, text="deal the hands, one card at a time"),
        "lay": Verb(cards=True, hides=True, text="lay cards away to the crib"),
        "play": Verb(cards=True, text="add a card to the count"),
        "go": Verb(text="say go: no card fits the count"),
        "claim": Verb(arg="number", text="say what the hand is worth"),
    }
    rules = (
        "values", "first-dealer", "alternate-deal", "deal", "three-for-last", "lay-away",
        "toss-fives", "starter", "heels", "lead", "max-31", "must-play", "go", "peg-fifteen",
        "peg-thirty-one", "peg-pair", "peg-run", "peg-all", "last-card", "reset", "show-order",
        "fifteens", "pairs", "runs", "flush", "crib-flush", "nobs", "muggins", "game-end",
        "stinkhole", "skunk", "double-skunk", "loser-deals",
    )  # fmt: skip
    questions = (
        "show", "peg", "count", "may_play", "heels", "cut_for_deal", "skunk", "games_won",
    )  # fmt: skip

    # --- the cut and the deal ----------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        return Deal(match, pack=PACK.pack, phase="cut" if match.dealer is None else "deal")

    def to_shuffle(self, s: Deal) -> Shuffle:
        if s.phase == "starter":
            return Shuffle("cut", s.pack, 1)
        if s.phase == "cut":
            return Shuffle("cut", s.pack, self.seats)
        return Shuffle("deal", s.pack, self.seats * self.options.deal_size)

    def dealer(self, s: Deal) -> Seat:
        return Seat(-1 if s.match.dealer is None else s.match.dealer)

    def pone(self, s: Deal) -> Seat:
        return self.next(self.dealer(s))

    def cut_for_deal(self, north: Card, south: Card) -> Answer:
        """Say who deals first when these cards are cut: `N`, `S`, or `again`."""
        lower = ORDER[north.rank] - ORDER[south.rank]
        return Answer("again" if lower == 0 else "N" if lower < 0 else "S", ("first-dealer",))

    def _cut(self, s: Deal, north: Card, south: Card) -> None:
        dealer = self.cut_for_deal(north, south).value
        s.say("first-dealer", north=str(north), south=str(south), dealer=dealer)
        if dealer != "again":
            s.match, s.phase = replace(s.match, dealer="NS".index(dealer)), "deal"

    def _deal(self, s: Deal, cards: Cards) -> None:
        s.hands[self.pone(s)], s.hands[self.dealer(s)] = by_rank(cards[::2]), by_rank(cards[1::2])
        s.pack -= cards
        s.phase, s.turn = "lay", self.pone(s)
        s.say("deal", dealer=self.seat(self.dealer(s)), cards=self.options.deal_size)
        if s.match.hands:
            s.say("alternate-deal", dealer=self.seat(self.dealer(s)))
        elif self.options.start_bonus and not any(s.match.scores):
            self._mark(s, self.pone(s), [Item(0, "three-for-last", self.options.start_bonus)])

    # --- the crib and the starter ------------------------------------------------------------

    def _lay_choices(self, s: Deal) -> Choices:
        hand = PACK.sort(s.hands[s.turn])
        c = Choices(Move(s.turn, "lay", two) for two in combinations(hand, LAY_AWAY))
        if self.options.toss_fives:
            c.most("toss-fives", lambda m: sum(card.rank == "5" for card in m.cards))
        c.bar("lay-away", lambda m: m.verb == "lay" and len(m.cards) != LAY_AWAY)
        return c

    def _lay(self, s: Deal, cards: Cards) -> None:
        s.hands[s.turn] -= cards
        s.crib += cards
        s.say("lay-away", seat=self.seat(s.turn), cards=len(cards))
        if s.turn == self.pone(s):
            s.turn = self.dealer(s)
        else:
            s.phase, s.turn = "starter", DEALER

    def _turn_up(self, s: Deal, starter: Card) -> None:
        s.starter = starter
        s.pack -= (starter,)
        s.phase, s.turn = "play", self.pone(s)
        s.say("starter", card=str(starter))
        s.say("lead", seat=self.seat(s.turn))
        self._mark_luck(s, self.dealer(s), scoring.heels(starter))

    def heels(self, starter: Card) -> Score:
        """Return what the dealer scores when this starter is turned up."""
        return Score(tuple(scoring.heels(starter)))

    # --- the play ----------------------------------------------------------------------------

    def _play_choices(self, s: Deal) -> Choices:
        c = self._fitting(s.turn, s.sequence, s.hands[s.turn])
        c.bar("go", lambda m: m.verb == "play" and m.seat == s.gone)
        if not s.sequence:
            leading = "reset" if any(s.played) else "lead"
            c.bar(leading, lambda m: m.verb == "play" and m.seat != s.turn)
        return c

    def _fitting(self, seat: int, sequence: Cards, hand: Cards) -> Choices:
        count = total(sequence)
        c = Choices([Move(seat, "play", Cards([card])) for card in hand] + [Move(seat, "go")])
        c.only("max-31", lambda m: count + total(m.cards) <= LIMIT, count=count)
        c.must("must-play", lambda m: m.verb == "play", count=count)
        return c

    def may_play(self, sequence: Cards, hand: Cards) -> Ruling:
        """Say which cards of a hand fit the count, or that its owner must say go."""
        c = self._fitting(0, sequence, hand)
        refused = {str(m.cards) or m.verb: reason.rule for m, reason in c.cuts.items()}
        fit = PACK.sort(card for m in c.legal for card in m.cards)
        return Ruling(fit or ("go",), refused)

    def count(self, cards: Cards) -> Answer:
        """Return what some cards count together."""
        return Answer(total(cards), ("values",))

    def peg(self, sequence: Cards, *, last: bool = False) -> Score:
        """Return what the last card laid scores; `last` if nobody can add another.

        Raises:
            Illegal: the count has passed the limit.
        """
        if total(sequence) > LIMIT:
            move = Move(0, "play", sequence[-1:])
            raise Illegal(move, self.text(move), "max-31", {"count": total(sequence[:-1])})
        return Score((*scoring.pegged(sequence), *(scoring.last_card(sequence) if last else ())))

    def _play_card(self, s: Deal, card: Card) -> None:
        s.hands[s.turn] -= (card,)
        s.played[s.turn] += (card,)
        s.sequence += (card,)
        s.last = Seat(s.turn)
        items = scoring.pegged(s.sequence)
        if len(items) > 1:
            s.say("peg-all", points=sum(item.points for item in items))
        self._mark(s, s.turn, items)
        self._go_on(s)

    def _say_go(self, s: Deal) -> None:
        s.gone = Seat(s.turn)
        s.say("go", seat=self.seat(s.turn))
        self._go_on(s)

    def _go_on(self, s: Deal) -> None:
        """Pass the turn, or end the count when nobody can add a card."""
        room, other = LIMIT - total(s.sequence), self.next(s.turn)
        if s.phase == "over":
            return
        if not any(value(card) <= room for hand in s.hands for card in hand):
            self._end_count(s, s.turn if s.last is None else s.last)
        elif s.hands[other] and s.gone != other:
            s.turn = other

    def _end_count(self, s: Deal, last: int) -> None:
        self._mark_luck(s, last, scoring.last_card(s.sequence))
        if s.phase == "over":
            return
        s.sequence, s.last, s.gone = Cards(), None, None
        s.turn = self.next(last) if s.hands[self.next(last)] else last
        if self.options.one_count or not s.hands[s.turn]:
            self._open_show(s)
        else:
            s.say("reset", leader=self.seat(s.turn))

    # --- the show ----------------------------------------------------------------------------

    def _open_show(self, s: Deal) -> None:
        if self.options.one_count:
            s.say("reset")
        s.phase, s.turn = "show", self.pone(s)
        while not self.options.muggins and self.to_move(s) is not None:
            self._show(s, self.options.highest)

    def _show_choices(self, s: Deal) -> Choices:
        c = Choices(Move(s.turn, "claim", arg=n) for n in range(self.options.highest + 1))
        c.bar("show-order", lambda m: m.verb == "claim" and m.seat != s.turn)
        return c

    def _show(self, s: Deal, claim: int) -> None:
        """Count the next hand, or the crib; what is not claimed goes to the other player."""
        crib = s.phase == "crib"
        cards = s.crib if crib else s.played[s.turn] + s.hands[s.turn]
        items = self._counted(cards, s.starter, crib=crib)
        worth = sum(item.points for item in items)
        s.say("show-order", seat=self.seat(s.turn), shows="crib" if crib else "hand", worth=worth)
        self._mark(s, s.turn, scoring.up_to(claim, items))
        if claim < worth:
            self._mark(s, self.next(s.turn), [Item(0, "muggins", worth - claim, cards)])
        if s.turn == self.pone(s):
            s.turn = self.dealer(s)
        elif s.phase != "over":
            s.phase = "over" if crib else "crib"

    def show(self, hand: Cards, starter: Card, *, crib: bool = False) -> Score:
        """Return what a hand, or a crib, scores with the starter."""
        size = CRIB if crib else self.options.hand_size
        if len(hand) != size:
            msg = f"{'a crib' if crib else 'a hand'} here is {size} cards, not {len(hand)}"
            raise GivenError(msg, "hand")
        if starter in hand:
            msg = f"{starter} cannot be in the hand and the starter"
            raise GivenError(msg, "starter")
        return Score(tuple(self._counted(hand, starter, crib=crib)))

    def _counted(self, hand: Cards, starter: Card | None, *, crib: bool) -> list[Item]:
        assert starter is not None  # noqa: S101 - turned up before the play
        cards = hand + Cards([starter])
        items = scoring.fifteens(cards) + scoring.pairs(cards) + scoring.runs(cards)
        return items + self.flush(hand, starter, crib=crib) + scoring.nobs(hand, starter)

    def flush(self, hand: Cards, starter: Card, *, crib: bool) -> list[Item]:
        if crib:
            four = self.options.crib_flush == "four"
            return scoring.flush(hand, starter, "crib-flush", four=four)
        whole = len(hand) == self.options.hand_size
        return scoring.flush(hand, starter, "flush", four=True) if whole else []

    # --- the game ----------------------------------------------------------------------------

    def _mark(self, s: Deal, seat: int, items: Iterable[Item]) -> None:
        """Score items in order; at the target the game ends and nothing later is counted."""
        if s.phase == "over":
            return
        wanting = self.options.target - self.standing(s)[seat]
        for item in scoring.up_to(wanting, items):
            s.award(seat, item.rule, item.points, item.cards)
            wanting -= item.points
        if wanting == 0:
            self._end_game(s, seat)

    def _mark_luck(self, s: Deal, seat: int, items: list[Item]) -> None:
        """Score heels or a last card, which do not count in the stinkhole."""
        hole = self.options.target - 1
        if items and self.options.stinkhole and self.standing(s)[seat] == hole:
            s.say("stinkhole", seat=self.seat(seat))
        else:
            self._mark(s, seat, items)

    def _end_game(self, s: Deal, reached: int) -> None:
        s.phase = "over"
        loser = reached if self.options.lowball else self.next(reached)
        s.say("game-end", winner=self.seat(self.next(loser)))
        skunk = self.skunk(self.standing(s)[loser])
        if skunk.value != "none":
            s.say(skunk.rules[0], loser=self.seat(loser))
        s.say("loser-deals", dealer=self.seat(loser))

    def skunk(self, score: int) -> Answer:
        """Say what befalls a loser with this score: `skunk`, `double skunk` or `none`."""
        single, double = self.options.lines
        if self.options.lowball or score >= single:
            return Answer("none", ("skunk",))
        if score >= double:
            return Answer("skunk", ("skunk",))
        return Answer("double skunk", ("double-skunk",))

    def games_won(self, score: int) -> Answer:
        """Say how many games a win counts against a loser with this score."""
        skunk, (win, single, double) = self.skunk(score), self.options.worth
        if skunk.value == "none":
            return Answer(win, ("game-end",))
        return Answer(single if skunk.value == "skunk" else double, skunk.rules)

    def outcome(self, match: Match) -> Outcome | None:
        if self.options.target not in match.scores:
            return None
        reached = match.scores.index(self.options.target)
        loser = reached if self.options.lowball else self.next(reached)
        games = self.games_won(match.scores[loser])
        won = Item(self.next(loser), games.rules[0], games.value)
        return Outcome((self.next(loser),), "game-end", (won,), next_dealer=loser)

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        choose = {"lay": self._lay_choices, "play": self._play_choices}
        return choose.get(s.phase, self._show_choices)(s)

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "cut" if s.phase == "cut":
                self._cut(s, *move.cards)
            case "cut":
                self._turn_up(s, *move.cards)
            case "deal":
                self._deal(s, move.cards)
            case "lay":
                self._lay(s, move.cards)
            case "play":
                self._play_card(s, *move.cards)
            case "go":
                self._say_go(s)
            case "claim":
                self._show(s, int(move.arg))
            case _:
                raise AssertionError(move)

    def facts(self, s: Deal) -> Mapping[str, Any]:
        dealer = "none" if s.match.dealer is None else self.seat(s.match.dealer)
        return {"count": total(s.sequence), "dealer": dealer}

    def table(self, s: Deal) -> list[Zone]:
        """Return the piles; the crib is hidden from everybody until it is shown."""
        shown, crib_shown = s.phase in ("show", "crib", "over"), s.phase in ("crib", "over")
        zones = [
            zone(s, "pack", "pack"),
            zone(s, "crib", "crib", owner=s.match.dealer, seen="all" if crib_shown else "none"),
            zone(s, "starter", "starter", seen="all"),
        ]
        for seat in range(self.seats):
            seen: Literal["all", "owner"] = "all" if shown else "owner"
            zones.append(zone(s, "hand", "hands", seat, owner=seat, seen=seen))
            zones.append(zone(s, "played", "played", seat, owner=seat, seen="all"))
        return zones

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        if "phase" not in given:
            s.phase = "play" if s.starter else "lay" if any(s.hands) else "deal"
        if "pack" not in given:
            seen = {s.starter, *s.crib, *s.sequence}.union(*s.hands, *s.played)
            s.pack = Cards(card for card in PACK.pack if card not in seen)
        if s.phase in ("cut", "deal", "starter"):
            return
        if s.phase in ("show", "crib") and not self.options.muggins:
            msg = "without muggins the show counts itself; begin before the last card"
            raise GivenError(msg, "phase")
        if s.phase != "lay" and s.starter is None:
            msg = "the position wants a starter"
            raise GivenError(msg, "starter")
        if "turn" not in given:
            second = len(s.sequence) % 2 == 1 or s.phase == "crib"
            s.turn = self.dealer(s) if second else self.pone(s)
        if s.sequence and s.last is None:
            s.last = self.next(s.turn if s.gone is None else s.gone)
        if s.last is not None and "played" not in given:
            s.played[s.last], s.played[self.next(s.last)] = s.sequence[::-2], s.sequence[-2::-2]
        if s.phase in ("lay", "play") and not s.hands[s.turn]:
            msg = f"{self.seat(s.turn)} is to act and holds no card"
            raise GivenError(msg, "hands")

    def numbers(self) -> Mapping[str, int]:
        win, single, double = self.options.worth
        return {
            **scoring.NUMBERS, "laid_away": LAY_AWAY, "crib_cards": CRIB,
            "hand_cards": self.options.hand_size, "full_flush": self.options.hand_size + 1,
            "full_crib_flush": CRIB + 1, "hole": self.options.target - 1,
            "skunk_line": self.options.lines[0], "double_skunk_line": self.options.lines[1],
            "win_games": win, "skunk_games": single, "double_skunk_games": double,
        }  # fmt: skip


GAME = Cribbage
