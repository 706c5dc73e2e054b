"""Two-handed Euchre with rows of covered cards, one deal. Article: games/two-handed-euchre.

Not modelled: misdeals and revokes and their penalties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from upcard.cards import Card, Cards, Suit
from upcard.choices import Choices
from upcard.game import Game, GivenError, Shuffle, Zone, zone
from upcard.games._euchre_cards import PACK, left_bower, order, ranked, rules_of_rank
from upcard.games._euchre_table import LOWEST_BID, NO_CARDS, Deal, EuchreOptions
from upcard.moves import Move, Seat, Verb
from upcard.score import Answer, Item, Match, Outcome, Ruling, Score, totals
from upcard.tricks import played


class TwoHandedEuchre(Game[Deal]):
    """Two-handed Euchre under one set of options."""

    slug = "two-handed-euchre"
    deck = PACK
    seats = 2
    Options, State = EuchreOptions, Deal
    options: EuchreOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="shuffle and deal"),
        "order": Verb(text="make the turned suit trumps: order it up, or take it up"),
        "pass": Verb(text="pass"),
        "discard": Verb(cards=True, hides=True, text="lay a held card away"),
        "name": Verb(arg="word", text="name the trump suit"),
        "bid": Verb(arg="number", text="bid a number of tricks"),
        "play": Verb(cards=True, text="play a card from the hand or the row"),
    }
    questions = (
        "ranking", "suit_of", "seen_by", "may_play", "winner", "deal_points", "tally",
    )  # fmt: skip
    rules = (
        "deck-24", "rank-trumps", "left-bower-suit", "rank-plain",
        "deal-rows", "turn-up", "deal-alternates", "hidden",
        "order-up", "dealer-takes-up", "dealer-discard", "turn-down", "name-other-suit",
        "dealer-must-name", "thrown-in", "auction-non-dealer", "auction-dealer", "auction-wins",
        "maker", "non-dealer-leads", "playable-cards", "covered-cards-out", "follow-suit",
        "trick-winner", "winner-leads", "flip-after-trick", "eleven-tricks",
        "score-tricks", "euchred", "maker-over-six", "session-end",
    )  # fmt: skip

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        return Deal(match)

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("deal", self.deck.pack, len(self.deck))

    def deal(self, s: Deal, pack: Cards) -> None:
        """Deal the covered cards, the open ones on them and the hands, the non-dealer's first."""
        row, held = self.options.row, self.options.held
        for piles, size in ((s.covered, row), (s.rows, row), (s.hands, held)):
            for seat in (s.non_dealer, s.dealer):
                piles[seat], pack = pack[:size], pack[size:]
        s.say("deal-rows", row=row, hand=held)
        if s.match.hands:
            s.say("deal-alternates", dealer=self.seat(s.dealer))
        s.turn, s.phase = s.non_dealer, "auction"
        if self.options.trump_by == "turn_up":
            s.turn_up, pack, s.phase = pack[0], pack[1:], "first-call"
            s.say("turn-up", card=str(s.turn_up))
        s.undealt = pack

    # --- trumps ------------------------------------------------------------------------------

    def first_call(self, s: Deal) -> Choices:
        """Order the turn-up up, or pass."""
        c = Choices([Move(s.turn, "order"), Move(s.turn, "pass")])
        c.bar("order-up", lambda m: m.verb in ("order", "pass") and m.seat != s.turn)
        c.bar("name-other-suit", lambda m: m.verb == "name")
        return c

    def order_up(self, s: Deal) -> None:
        assert s.turn_up is not None  # noqa: S101 - it lies there until somebody orders it up
        dealer, turned = s.dealer, s.turn_up
        s.say("order-up", seat=self.seat(s.turn), card=str(turned))
        self.make_trumps(s, Suit(turned.suit))
        s.hands[dealer] += (turned,)
        s.turn_up, s.turn, s.phase = None, dealer, "discard"
        s.say("dealer-takes-up", dealer=self.seat(dealer), card=str(turned))

    def discards(self, s: Deal) -> Choices:
        """Lay any held card away, the one just taken up too."""
        c = Choices(Move(s.turn, "discard", Cards([card])) for card in s.hands[s.turn])
        c.bar("dealer-discard", lambda m: m.verb == "discard")
        return c

    def lay_away(self, s: Deal, cards: Cards) -> None:
        s.hands[s.turn] -= cards
        s.discard = cards
        s.say("dealer-discard", dealer=self.seat(s.turn))
        self.begin_play(s)

    def second_call(self, s: Deal) -> Choices:
        """Name one of the other suits; the non-dealer may pass."""
        turned = s.turn_up.suit if s.turn_up else ""
        c = Choices([*self.namings(s.turn), Move(s.turn, "pass")])
        c.only("name-other-suit", lambda m: m.verb != "name" or self.named(m) != turned)
        if s.turn == s.dealer and self.options.dealer_stuck:
            c.only("dealer-must-name", lambda m: m.verb != "pass")
        c.bar("turn-down", lambda m: m.verb == "order")
        return c

    def say_pass(self, s: Deal) -> None:
        """Pass: the call goes to the dealer, then round again, then the deal is thrown in."""
        last = s.turn == s.dealer
        s.turn = self.next(s.turn)
        if last and s.phase == "first-call":
            s.phase = "second-call"
            s.say("turn-down", card=str(s.turn_up))
        elif last:
            s.phase = "over"
            s.say("thrown-in")

    def auction(self, s: Deal) -> Choices:
        """Bid tricks: the non-dealer must, the dealer may bid more."""
        over = max(s.bids)
        bids = range(max(over + 1, LOWEST_BID), self.options.tricks + 1)
        c = Choices(Move(s.turn, "bid", arg=n) for n in bids)
        if s.turn == s.dealer:
            c.also("auction-dealer", Move(s.turn, "pass"))
            c.bar("auction-dealer", lambda m: m.verb == "bid", over=over)
        c.bar("auction-non-dealer", lambda m: m.verb in ("bid", "pass"))
        return c

    def bid(self, s: Deal, tricks: int) -> None:
        """Enter a bid or a pass; after the dealer's the higher bidder names trumps."""
        s.bids[s.turn] = tricks
        if s.turn == s.dealer:
            s.say("auction-dealer", dealer=self.seat(s.turn), bid=tricks or "pass")
            s.turn, s.phase = s.bids.index(max(s.bids)), "naming"
            s.say("auction-wins", seat=self.seat(s.turn), bid=max(s.bids))
        else:
            s.say("auction-non-dealer", seat=self.seat(s.turn), bid=tricks)
            s.turn = s.dealer

    def naming(self, s: Deal) -> Choices:
        """Name any suit: the right of the higher bidder."""
        c = Choices(self.namings(s.turn))
        c.bar("auction-wins", lambda m: m.verb == "name" and m.seat != s.turn)
        return c

    def name(self, s: Deal, suit: Suit) -> None:
        if s.phase == "second-call":
            s.say("name-other-suit", seat=self.seat(s.turn), suit=self.deck.suit_names[suit])
        self.make_trumps(s, suit)
        self.begin_play(s)

    def namings(self, seat: int) -> list[Move]:
        return [Move(seat, "name", arg=self.deck.suit_names[suit]) for suit in self.deck.suits]

    def named(self, move: Move) -> Suit:
        return self.deck.suit(str(move.arg))

    def make_trumps(self, s: Deal, suit: Suit) -> None:
        s.trump, s.maker = suit, Seat(s.turn)
        s.say("maker", seat=self.seat(s.turn), trumps=self.deck.suit_names[suit])

    # --- play --------------------------------------------------------------------------------

    def begin_play(self, s: Deal) -> None:
        s.phase, s.turn = "play", s.non_dealer
        s.say("non-dealer-leads", leader=self.seat(s.turn))

    def plays(self, s: Deal) -> Choices:
        """Play a held or an open card; the second player follows suit if able."""
        c = self.playable(s.turn, s.hands[s.turn], s.rows[s.turn])
        if s.trick:
            self.follow(c, s.trump, s.trick[0])
        else:
            leads = "non-dealer-leads" if s.taker is None else "winner-leads"
            c.bar(leads, lambda m: m.verb == "play" and m.seat != s.turn)
        others = s.rows[self.next(s.turn)]
        c.bar("playable-cards", lambda m: m.seat == s.turn and _one_of(m, others))
        c.bar("covered-cards-out", lambda m: self.may_be_covered(s, m))
        return c

    def playable(self, seat: int, hand: Cards, row: Cards) -> Choices:
        """Offer the cards of the hand, and with them the open cards of the row."""
        c = Choices(Move(seat, "play", Cards([card])) for card in hand)
        c.also("playable-cards", *(Move(seat, "play", Cards([card])) for card in row))
        return c

    def follow(self, c: Choices, trump: str, led: Card) -> None:
        """Follow the suit led, the left bower being a trump."""
        suit = order(trump).suit_of(led)
        c.must("follow-suit", order(trump).of_suit(suit), led=self.deck.suit_names[suit])

    def may_be_covered(self, s: Deal, move: Move) -> bool:
        """Say whether a card may, for all its player can see, lie covered in the row.

        The answer rests on what the player sees, so that it does not tell what lies there.
        """
        if move.verb != "play" or move.seat != s.turn or not s.covered[s.turn]:
            return False
        seen = {card for there in self.table(s) if there.visible_to(s.turn) for card in there.cards}
        return len(move.cards) == 1 and played(move) not in seen

    def play_card(self, s: Deal, card: Card) -> None:
        s.take_out(s.turn, card)
        s.trick += (card,)
        if card == left_bower(s.trump):
            s.say("left-bower-suit", card=str(card), suit=self.deck.suit_names[s.trump])
        s.turn = self.next(s.turn)
        if len(s.trick) == self.seats:
            self.end_trick(s)

    def end_trick(self, s: Deal) -> None:
        """Give the trick to its winner, then turn up what its open cards had covered."""
        place = order(s.trump).winning(s.trick)
        winner = self.next(s.turn) if place else Seat(s.turn)
        s.say("trick-winner", seat=self.seat(winner), trick=str(s.trick))
        s.won[winner] += s.trick
        s.trick, s.taker, s.turn = NO_CARDS, winner, winner
        for seat in range(self.seats):
            if s.bared[seat]:
                s.say("flip-after-trick", seat=self.seat(seat), card=str(s.bared[seat]))
                s.rows[seat] += s.bared[seat]
                s.bared[seat] = NO_CARDS
        if any(s.hands) or any(s.rows):
            s.say("winner-leads", leader=self.seat(winner))
        else:
            self.count(s)

    # --- score -------------------------------------------------------------------------------

    def count(self, s: Deal) -> None:
        assert s.maker is not None  # noqa: S101 - nobody plays before trumps are made
        took, rest = s.took(s.maker), s.took(self.next(s.maker))
        s.say("eleven-tricks", tricks=took + rest)
        s.items += self.options.points(s.maker, took, rest)
        s.phase = "over"
        if self.outcome(self.after(s.match, s)):
            s.say("session-end")

    def outcome(self, match: Match) -> Outcome | None:
        """Return who won once all deals are played or the target is reached; equal is a draw."""
        if self.options.match == "target":
            done = max(match.scores) >= self.options.target
        else:
            done = match.hands >= self.options.deals
        best = max(match.scores)
        winners = tuple(side for side, points in enumerate(match.scores) if points == best)
        return Outcome(winners, "session-end") if done else None

    def outlook(self, s: Deal) -> tuple[int, ...]:
        return tuple(map(s.took, range(self.seats)))  # what is taken, before it is counted

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        calls = {"first-call": self.first_call, "second-call": self.second_call}
        calls |= {"auction": self.auction, "naming": self.naming}
        return (calls | {"discard": self.discards, "play": self.plays})[s.phase](s)

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "order":
                self.order_up(s)
            case "pass" if s.phase == "auction":
                self.bid(s, 0)
            case "pass":
                self.say_pass(s)
            case "discard":
                self.lay_away(s, move.cards)
            case "name":
                self.name(s, self.named(move))
            case "bid":
                self.bid(s, int(move.arg))
            case "play":
                self.play_card(s, played(move))
            case _:
                raise AssertionError(move)

    def table(self, s: Deal) -> list[Zone]:
        """Return the piles; a covered card is hidden from everybody, its owner too."""
        zones = [
            zone(s, "undealt", "undealt"),
            zone(s, "turn-up", "turn_up", seen="all"),
            zone(s, "discard", "discard", owner=s.dealer, seen="owner"),
            zone(s, "trick", "trick", seen="all"),
        ]
        for seat in range(self.seats):
            zones += [
                zone(s, "hand", "hands", seat, owner=seat, seen="owner"),
                zone(s, "row", "rows", seat, owner=seat, seen="all"),
                zone(s, "covered", "covered", seat, owner=seat),
                zone(s, "bared", "bared", seat, owner=seat),
                zone(s, "tricks", "won", seat, owner=seat, seen="all"),
            ]
        return zones

    def facts(self, s: Deal) -> Mapping[str, Any]:
        """Return trumps, their maker, the tricks taken, and which open cards cover another."""
        return {
            "trumps": self.deck.suit_names.get(s.trump, "none"),
            "made_by": "none" if s.maker is None else self.seat(s.maker),
            "tricks": [s.took(seat) for seat in range(self.seats)],
            "covering": [str(s.covering(seat)) for seat in range(self.seats)],
        }

    def numbers(self) -> Mapping[str, int | str]:
        return self.options.numbers

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        """Fill in phase and turn; the non-dealer made trumps unless it is said who did."""
        if "phase" not in given and s.trump:
            s.phase = "play"
        elif "phase" not in given and any(s.hands):
            s.phase = "first-call" if self.options.trump_by == "turn_up" else "auction"
        if "turn" not in given and s.phase != "deal":
            s.turn = s.opening()
        if s.phase == "play" and s.maker is None:
            s.maker = s.non_dealer
        s.require_whole()

    # --- questions ---------------------------------------------------------------------------

    def ranking(self, suit: Suit, trump: Suit | None = None) -> Answer:
        """Return the cards that belong to a suit, highest first, under these trumps or none."""
        rank = "rank-trumps" if suit == trump else "rank-plain"
        coloured = trump and suit in (trump, left_bower(trump).suit)
        bower = ("left-bower-suit",) if coloured else ()
        return Answer(ranked(suit, trump or ""), ("deck-24", rank, *bower))

    def suit_of(self, trump: Suit, card: Card) -> Answer:
        """Say to which suit a card belongs in play."""
        return Answer(self.deck.suit_names[order(trump).suit_of(card)], ("left-bower-suit",))

    def seen_by(
        self, pile: Literal["hand", "row", "covered", "turn-up", "undealt", "discard", "tricks"]
    ) -> Answer:
        """Say who may see the faces of a pile: `everybody`, its `owner` or `nobody`."""
        zones = {there.name: there.seen for there in self.table(Deal(self.start(0)))}
        who = {"all": "everybody", "owner": "owner", "none": "nobody"}
        return Answer(who[zones[pile]], ("hidden",))

    def may_play(self, trump: Suit, led: Card, hand: Cards, row: Cards = NO_CARDS) -> Ruling:
        """Say what the second player may play from the hand and the open cards of the row."""
        c = self.playable(1, hand, row)
        self.follow(c, trump, led)
        refused = {str(played(move)): reason.rule for move, reason in c.cuts.items()}
        return Ruling(Cards(map(played, c.legal)), refused)

    def winner(self, trump: Suit, trick: Cards) -> Answer:
        """Say whether leader or follower takes a trick."""
        _require(len(trick) == self.seats, "a trick is two cards, the leader's first", "trick")
        taker = ("leader", "follower")[order(trump).winning(trick)]
        return Answer(taker, ("trick-winner", *rules_of_rank(trick, trump)))

    def deal_points(self, tricks: int, player: Literal["maker", "other"] = "maker") -> Score:
        """Return what one player scores in a deal in which the maker took so many tricks."""
        most = self.options.tricks
        _require(0 <= tricks <= most, f"a maker takes from 0 to {most} tricks", "tricks")
        side = ("maker", "other").index(player)
        items = self.options.points(0, tricks, most - tricks)
        return Score(tuple(item for item in items if item.side == side))

    def tally(self, deals: str) -> Answer:
        """Add up a session: `N7 S5` says that N made trumps and took seven tricks, then S five."""
        items: list[Item] = []
        for word in deals.upper().split():
            seat, tricks = word[:1], word[1:]
            fits = seat in ("N", "S") and tricks.isdecimal() and int(tricks) <= self.options.tricks
            _require(fits, f"{word!r} is no deal; write the maker and his tricks: N7", "deals")
            took, maker = int(tricks), "NS".index(seat)
            items += self.options.points(maker, took, self.options.tricks - took)
        sums = enumerate(totals(items, self.sides))
        told = ", ".join(f"{self.seat(side)} {points}" for side, points in sums)
        return Answer(told, (*dict.fromkeys(item.rule for item in items), "session-end"))


def _one_of(move: Move, pile: Cards) -> bool:
    return move.verb == "play" and len(move.cards) == 1 and played(move) in pile


def _require(fits: bool, fault: str, argument: str) -> None:
    if not fits:
        raise GivenError(fault, argument)


GAME = TwoHandedEuchre
