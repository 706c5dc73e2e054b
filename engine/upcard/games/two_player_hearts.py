"""Hearts for two, one hand. Article: games/two-player-hearts.

Not modelled: claiming the rest of the tricks, revokes and their penalties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from upcard.cards import Card, Cards, combinations
from upcard.choices import Choices, Test
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone, zone
from upcard.games import _hearts_table as count
from upcard.games._hearts_table import HAND, NO_CARDS, ORDER, Deal, HeartsOptions
from upcard.moves import Move, Seat, Verb
from upcard.score import Answer, Match, Outcome, Ruling, Score
from upcard.tricks import played


class TwoPlayerHearts(Game[Deal]):
    """Hearts for two: seats N and S."""

    slug = "two-player-hearts"
    deck = DECKS["french-52"]
    seats = 2
    low_wins = True
    Options, State = HeartsOptions, Deal
    options: HeartsOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal one card at a time; the rest is stock"),
        "pass": Verb(cards=True, hides=True, text="choose cards for the other player"),
        "throw": Verb(cards=True, hides=True, text="throw the drawn card or one from the hand"),
        "play": Verb(cards=True, text="play a card"),
        "moon": Verb(arg="word", text="take the moon off yourself (minus) or charge it (plus)"),
    }
    questions = (
        "winner", "may_play", "opening_lead", "points", "hand_score", "match_winner", "who_sees",
    )  # fmt: skip
    rules = (
        "deck-52", "deal-thirteen", "deal-alternates", "hidden", "pass-three", "pass-blind",
        "draft-stock", "opening-leader", "opening-lowest-club", "opening-no-club", "opening-card",
        "follow-suit", "trick-winner", "winner-leads", "draw-winner-first", "stock-empty",
        "first-trick-no-points", "hearts-broken", "lead-hearts", "score-hearts", "score-queen",
        "score-jack", "shoot-moon", "draft-moon", "hand-end", "game-end", "game-winner",
        "game-tie",
    )  # fmt: skip

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        return Deal(match)

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("deal", self.deck.pack, len(self.deck))

    def dealer(self, s: Deal) -> Seat:
        return Seat(s.match.dealer or 0)

    def deal(self, s: Deal, pack: Cards) -> None:
        """Deal one card at a time, the non-dealer first; what is left is the stock."""
        s.turn = other = self.next(self.dealer(s))
        s.hands[other] = self.deck.sort(pack[: 2 * HAND : 2])
        s.hands[self.dealer(s)] = self.deck.sort(pack[1 : 2 * HAND : 2])
        s.stock = pack[2 * HAND :]
        s.say("deal-thirteen", cards=HAND, stock=len(s.stock))
        if s.match.hands:
            s.say("deal-alternates", dealer=self.seat(self.dealer(s)))
        if self.options.pass_cards:
            s.phase = "pass"
        else:
            self.after_pass(s)

    def who_sees(
        self, pile: Literal["hand", "passed", "stock", "drawn", "thrown", "trick", "captured"]
    ) -> Answer:
        """Say who sees the faces of a pile: `both players`, `its owner` or `nobody`."""
        seen = {zone.name: zone.seen for zone in self.table(Deal(self.start(0)))}
        _require(pile in seen, "there is no such pile in this game", "pile")
        who = {"all": "both players", "owner": "its owner", "none": "nobody"}
        return Answer(who[seen[pile]], ("hidden",))

    # --- the pass and the draft --------------------------------------------------------------

    def pass_choices(self, s: Deal) -> Choices:
        size = self.options.pass_cards
        hand = self.deck.sort(s.hands[s.turn])
        c = Choices(Move(s.turn, "pass", three) for three in combinations(hand, size))
        c.bar("pass-blind", lambda m: m.verb == "pass" and bool(s.passed[m.seat]))
        c.bar("pass-three", lambda m: m.verb == "pass" and len(m.cards) != size)
        return c

    def pass_on(self, s: Deal, cards: Cards) -> None:
        """Lay the chosen cards aside; when both have chosen, exchange them."""
        s.hands[s.turn] -= cards
        s.passed[s.turn] = cards
        s.say("pass-three", seat=self.seat(s.turn), cards=len(cards))
        s.turn = self.next(s.turn)
        if all(s.passed):
            for seat in range(self.seats):
                s.hands[seat] = self.deck.sort(s.hands[seat] + s.passed[self.next(seat)])
            s.passed = [NO_CARDS, NO_CARDS]
            s.say("pass-blind")
            self.after_pass(s)

    def after_pass(self, s: Deal) -> None:
        if self.options.drafted:
            s.phase, s.turn = "draft", self.dealer(s)
            self.draw_to_choose(s)
        else:
            self.open_play(s)

    def draw_to_choose(self, s: Deal) -> None:
        """Draw the top card, to be kept for another or thrown itself."""
        s.drawn, s.stock = s.stock[:1], s.stock[1:]

    def draft_choices(self, s: Deal) -> Choices:
        held = self.deck.sort(s.hands[s.turn] + s.drawn)
        c = Choices(Move(s.turn, "throw", Cards([card])) for card in held)
        c.bar("draft-stock", lambda m: m.verb == "throw" and len(m.cards) != 1)
        return c

    def throw(self, s: Deal, cards: Cards) -> None:
        s.hands[s.turn] = self.deck.sort(s.hands[s.turn] + s.drawn - cards)
        s.thrown[s.turn] += cards
        s.drawn = NO_CARDS
        s.say("draft-stock", seat=self.seat(s.turn), left=len(s.stock))
        s.turn = self.next(s.turn)
        if s.stock:
            self.draw_to_choose(s)
        else:
            self.open_play(s)

    # --- the opening lead --------------------------------------------------------------------

    def open_play(self, s: Deal) -> None:
        s.phase = "play"
        s.turn, rule = self.opener(s.hands, self.dealer(s))
        s.say(rule, seat=self.seat(s.turn))

    def opener(self, hands: Sequence[Cards], dealer: int) -> tuple[Seat, str]:
        """Return who leads to the first trick and the rule that says so."""
        if self.options.opening == "non_dealer" or not any(hands):
            return self.next(dealer), "opening-leader"
        card = min((card for hand in hands for card in hand), key=count.opening_key)
        seat = Seat(next(seat for seat, hand in enumerate(hands) if card in hand))
        if card == count.TWO_OF_CLUBS:
            return seat, "opening-leader"
        return seat, "opening-lowest-club" if card.suit == "C" else "opening-no-club"

    def opening_lead(self, north: Cards, south: Cards, dealer: Seat | None = None) -> Answer:
        """Say who leads to the first trick, and with which cards: `S 4C`. S deals unless said."""
        hands = (north, south)
        _require(bool(north), "N holds no cards", "north")
        _require(bool(south), "S holds no cards", "south")
        seat, rule = self.opener(hands, 1 if dealer is None else dealer)
        leads = self.plays(seat, hands[seat], NO_CARDS, first=True, broken=False).legal
        return Answer(" ".join([self.seat(seat), *map(str, map(played, leads))]), (rule,))

    # --- the play ----------------------------------------------------------------------------

    def play_choices(self, s: Deal) -> Choices:
        first = s.tricks == 0
        c = self.plays(s.turn, s.hands[s.turn], s.trick, first=first, broken=s.broken)
        if not s.trick:
            leads = self.opener(s.hands, self.dealer(s))[1] if first else "winner-leads"
            c.bar(leads, lambda m: m.verb == "play" and m.seat != s.turn)
        if self.options.pass_cards:
            c.bar("pass-blind", lambda m: m.verb == "pass")
        if self.options.drafted:
            c.bar("draft-stock", lambda m: m.verb == "throw")
        return c

    def plays(self, seat: int, hand: Cards, trick: Cards, *, first: bool, broken: bool) -> Choices:
        """Return what may be played from a hand, as leader or second player."""
        c = Choices(Move(seat, "play", Cards([card])) for card in self.deck.sort(hand))
        if trick:
            c.must("follow-suit", ORDER.of_suit(trick[0].suit), led=trick[0].suit)
        elif first and self.options.opening == "low_club":
            lowest = min(hand, key=count.opening_key, default=count.TWO_OF_CLUBS)
            free = self.options.opening_card == "free"
            c.must("opening-card", ORDER.of_suit(lowest.suit) if free else _is(lowest))
        if first and self.options.first_trick_points == "barred":
            c.must("first-trick-no-points", lambda m: not count.penalty(played(m)))
        if not trick and not broken and self.options.lead_hearts == "when_broken":
            c.must("lead-hearts", lambda m: played(m).suit != "H")
        return c

    def may_play(
        self, hand: Cards, led: Card | None = None, first: bool = False, broken: bool = False
    ) -> Ruling:
        """Say what may be led, or played to a card that has been led.

        `first` for the first trick, `broken` if hearts are.
        """
        trick = NO_CARDS if led is None else Cards([led])
        c = self.plays(0, hand, trick, first=first, broken=broken)
        refused = {str(played(move)): reason.rule for move, reason in c.cuts.items()}
        return Ruling(Cards(map(played, c.legal)), refused)

    def play_card(self, s: Deal, cards: Cards) -> None:
        s.hands[s.turn] -= cards
        s.trick += cards
        may_break = not s.broken and self.options.lead_hearts == "when_broken"
        if may_break and count.breaks_hearts(cards, self.options):
            s.broken = True
            s.say("hearts-broken", card=str(cards))
        if len(s.trick) == self.seats:
            self.end_trick(s)
        else:
            s.turn = self.next(s.turn)

    def end_trick(self, s: Deal) -> None:
        """Give the trick to its winner, who draws first and leads to the next."""
        winner = s.turn if ORDER.winning(s.trick) else self.next(s.turn)
        s.say("trick-winner", seat=self.seat(winner), trick=str(s.trick))
        s.won[winner] += s.trick
        s.trick, s.turn = NO_CARDS, winner
        s.tricks += 1
        if s.stock:
            self.draw(s)
        if any(s.hands):
            s.say("winner-leads", seat=self.seat(winner))
        else:
            self.end_hand(s)

    def draw(self, s: Deal) -> None:
        """Draw a card each, the winner of the trick first."""
        for seat, card in zip((s.turn, self.next(s.turn)), s.stock, strict=False):
            s.hands[seat] = self.deck.sort((*s.hands[seat], card))
        s.stock = s.stock[self.seats :]
        s.say("draw-winner-first", first=self.seat(s.turn), left=len(s.stock))
        if not s.stock:
            s.say("stock-empty", cards=len(s.hands[s.turn]))

    def winner(self, trick: Cards) -> Answer:
        """Say whether leader or follower takes a trick."""
        _require(len(trick) == self.seats, "a trick is two cards, the leader's first", "trick")
        same = trick[0].suit == trick[1].suit
        return Answer(
            ("leader", "follower")[ORDER.winning(trick)],
            ("trick-winner", "deck-52") if same else ("trick-winner",),
        )

    # --- the score ---------------------------------------------------------------------------

    def end_hand(self, s: Deal) -> None:
        """Enter the points, unless somebody has shot the moon and may choose."""
        s.say("hand-end", tricks=s.tricks)
        shooter = count.shooter(s.won, self.options)
        if shooter is not None and self.options.moon == "shooter_chooses":
            s.phase, s.turn = "moon", shooter
        else:
            self.enter(s)

    def moon_choices(self, s: Deal) -> Choices:
        c = Choices(Move(s.turn, "moon", arg=choice) for choice in ("minus", "plus"))
        c.bar("shoot-moon", lambda m: m.verb == "moon")
        return c

    def enter(self, s: Deal, choice: str = "plus") -> None:
        """Enter the points of both players, and see whether the match is over."""
        s.phase = "over"
        in_play = sum(map(count.penalties, s.won))
        thrown = count.ALL_POINTS - in_play if self.options.drafted else 0
        if thrown and count.has_all(s.won) is not None and self.options.moon != "none":
            s.say("draft-moon", thrown=thrown)
        s.items += tuple(count.scored(s.won, self.options, choice))
        north, south = self.standing(s)
        if max(north, south) >= self.options.target:
            s.say("game-tie" if north == south else "game-end", north=north, south=south)

    def points(self, taken: Cards) -> Score:
        """Return what the cards one player has taken count, the moon left aside."""
        return Score((*count.counted(0, taken), *count.jack(0, taken, self.options)))

    def hand_score(
        self, north: Cards, south: Cards, choice: Literal["plus", "minus"] = "plus"
    ) -> Answer:
        """Return what both score for the cards they have taken in a whole hand: `N 16, S 10`.

        `choice` is what a shooter chooses who may.
        """
        items = count.scored((north, south), self.options, choice)
        sums = [sum(item.points for item in items if item.side == side) for side in (0, 1)]
        return Answer(f"N {sums[0]}, S {sums[1]}", tuple(dict.fromkeys(i.rule for i in items)))

    def outlook(self, s: Deal) -> tuple[int, ...]:
        """Return the points taken so far, which are entered only when the hand ends."""
        return self.totals(s) if s.phase == "over" else tuple(map(count.penalties, s.won))

    # --- the match ---------------------------------------------------------------------------

    def outcome(self, match: Match) -> Outcome | None:
        """Return who has won: the lower total, once a total has reached the target."""
        north, south = match.scores
        if max(north, south) < self.options.target:
            return None
        if north == south:
            return Outcome((0, 1), "game-tie") if self.options.game_tie == "draw" else None
        return Outcome((0 if north < south else 1,), "game-winner")

    def match_winner(self, north: int, south: int) -> Answer:
        """Say who has won with these totals after a hand: `N`, `S`, `drawn` or `play on`."""
        outcome = self.outcome(self.start(scores=(north, south)))
        if outcome is None:
            return Answer("play on", ("game-tie" if north >= self.options.target else "game-end",))
        won = " ".join(map(self.seat, outcome.winners))
        return Answer(won if len(outcome.winners) == 1 else "drawn", (outcome.rule,))

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        match s.phase:
            case "pass":
                return self.pass_choices(s)
            case "draft":
                return self.draft_choices(s)
            case "play":
                return self.play_choices(s)
            case "moon":
                return self.moon_choices(s)
            case _:
                raise AssertionError(s.phase)

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "pass":
                self.pass_on(s, move.cards)
            case "throw":
                self.throw(s, move.cards)
            case "play":
                self.play_card(s, move.cards)
            case "moon":
                self.enter(s, str(move.arg))
            case _:
                raise AssertionError(move)

    def table(self, s: Deal) -> list[Zone]:
        """Return the piles: hands and what is passed or thrown are their owner's to see."""
        zones = [zone(s, "stock", "stock"), zone(s, "trick", "trick", seen="all")]
        if self.options.drafted:
            zones.append(zone(s, "drawn", "drawn", owner=s.turn, seen="owner"))
        for seat in range(self.seats):
            zones.append(zone(s, "hand", "hands", seat, owner=seat, seen="owner"))
            zones.append(zone(s, "captured", "won", seat, owner=seat, seen="all"))
            if self.options.pass_cards:
                zones.append(zone(s, "passed", "passed", seat, owner=seat, seen="owner"))
            if self.options.drafted:
                zones.append(zone(s, "thrown", "thrown", seat, owner=seat, seen="owner"))
        return zones

    def facts(self, s: Deal) -> Mapping[str, Any]:
        """Return the dealer, the number of the trick, whether hearts are broken, points taken."""
        return {
            "dealer": self.seat(self.dealer(s)),
            "trick_number": s.tricks + 1,
            "broken": s.broken,
            "taken": [count.penalties(pile) for pile in s.won],
        }

    def numbers(self) -> Mapping[str, int]:
        return count.numbers(self.options)

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        """Fill in the phase, how far the play has come, and who is to act."""
        if "phase" not in given:
            s.phase = "draft" if s.drawn else "play" if any(s.hands) else "deal"
        if "tricks" not in given:
            s.tricks = sum(map(len, s.won)) // self.seats
        if "broken" not in given and self.options.lead_hearts == "when_broken":
            s.broken = count.breaks_hearts(s.trick + s.won[0] + s.won[1], self.options)
        if "turn" not in given and s.phase not in ("deal", "over"):
            s.turn = self.seat_to_act(s)

    def seat_to_act(self, s: Deal) -> Seat:
        """Guess the turn from the cards: who has more of them has not played or passed yet."""
        if s.phase == "play" and not s.tricks and not s.trick:
            return self.opener(s.hands, self.dealer(s))[0]
        north, south = map(len, s.hands)
        if s.phase == "draft" or north == south:
            return self.dealer(s) if s.phase == "draft" else self.next(self.dealer(s))
        return Seat(0 if north > south else 1)


def _is(card: Card) -> Test:
    return lambda move: played(move) == card


def _require(fits: bool, fault: str, argument: str) -> None:
    if not fits:
        raise GivenError(fault, argument)


GAME = TwoPlayerHearts
