"""Two-player Thousand, one deal. Article: games/two-player-thousand.

Not modelled: bidding blind, golden deals, redeals other than for four nines, and misdeals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from upcard.cards import Card, Cards, Suit, combinations, piles
from upcard.choices import Choices
from upcard.game import Game, GivenError, Shuffle, Zone, zone
from upcard.games import _thousand_score as scoring
from upcard.games import _thousand_table as terms
from upcard.games._thousand_player import sound
from upcard.games._thousand_table import HAND, NO_CARDS, PACK, TALON, Deal, ThousandOptions
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.score import Answer, Match, Outcome, Ruling, Score
from upcard.tricks import TEN_SECOND, Order


class TwoPlayerThousand(Game[Deal]):
    """Thousand for two under one set of options: seats N and S."""

    slug = "two-player-thousand"
    deck = PACK
    seats = 2
    Options, State = ThousandOptions, Deal
    options: ThousandOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal the hands and the talons"),
        "bid": Verb(arg="number", text="bid to make so many points"),
        "pass": Verb(text="pass"),
        "take": Verb(arg="word", text="take the first or the second talon"),
        "discard": Verb(cards=True, hides=True, text="lay cards aside, face down"),
        "contract": Verb(arg="number", text="name the contract"),
        "bomb": Verb(text="throw a bomb: give the deal up"),
        "play": Verb(cards=True, text="play a card"),
        "marry": Verb(cards=True, text="lead a card and announce the marriage it belongs to"),
    }
    questions = (
        "card_points", "marriages", "marriage_odds", "bid_limit", "winner", "may_play",
        "declarer_scores", "defender_scores",
    )  # fmt: skip
    rules = (
        "rank", "card-points", "marriage-values", "deal-ten", "redeal", "deal-alternates",
        "hidden", "forced-hundred", "auction-step", "auction-cap", "auction-end",
        "choose-talon", "talon-dead", "discard-two", "contract", "bomb", "bomb-limit",
        "declarer-leads", "follow-suit", "must-beat", "must-trump", "trick-winner",
        "marriage", "marriage-not-first", "marriage-trump", "ace-marriage",
        "declarer-score", "all-tricks-120", "defender-score", "zero-deal", "dump-truck",
        "barrel-mount", "barrel-frozen", "barrel-win", "barrel-fall", "barrel-one", "game-end",
    )  # fmt: skip

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        bombs, barrel, bolts = (list(match.facts.get(name, (0, 0))) for name in terms.CARRIED)
        return Deal(match, bombs=bombs, barrel=barrel, bolts=bolts)

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("deal", PACK.pack, len(PACK))

    def deal(self, s: Deal, pack: Cards) -> None:
        """Give the non-dealer ten cards, the dealer ten, and each talon two."""
        dealer = s.match.dealer or 0
        s.turn = other = self.next(dealer)
        s.hands[other], s.hands[dealer] = pack[:HAND], pack[HAND : 2 * HAND]
        if self.options.redeal_nines and any(map(scoring.four_nines, s.hands)):
            s.say("redeal", shown=str(scoring.NINES))
            s.hands, s.turn = piles(self.seats), DEALER
            return
        s.first_talon = pack[2 * HAND : 2 * HAND + TALON]
        s.second_talon = pack[2 * HAND + TALON :]
        s.phase = "auction"
        s.say("deal-ten", cards=HAND, talon=TALON)
        if s.match.hands:
            s.say("deal-alternates", dealer=self.seat(dealer))

    # --- the auction -------------------------------------------------------------------------

    def auction_choices(self, s: Deal) -> Choices:
        o, step = self.options, self.options.bid_step
        low = s.bid + step if s.bid else terms.OPENING
        bids = [Move(s.turn, "bid", arg=n) for n in range(terms.OPENING, o.highest + 1, step)]
        c = Choices([Move(s.turn, "pass"), *bids])
        if o.forced_bid == "non_dealer_100" and not s.bid:
            c.only("forced-hundred", lambda m: m.arg == terms.OPENING)
        c.only("auction-step", lambda m: _fits(m, low, None if o.jump_bids else low), low=low)
        cap = scoring.bid_limit(s.hands[s.turn], o)
        c.only("auction-cap", lambda m: _fits(m, low, cap), cap=cap)
        c.bar("auction-cap", lambda m: m.verb == "bid" and int(m.arg) > o.highest)
        c.bar("auction-step", lambda m: m.verb == "bid")
        return c

    def make_bid(self, s: Deal, bid: int) -> None:
        s.say("auction-step" if s.bid else "forced-hundred", seat=self.seat(s.turn), bid=bid)
        s.bid, s.declarer = bid, Seat(s.turn)
        if s.passed:
            self.end_auction(s)
        else:
            s.turn = self.next(s.turn)

    def pass_bid(self, s: Deal) -> None:
        if s.bid:
            self.end_auction(s)
        elif s.passed:
            s.say("forced-hundred", passed_out=True)
            s.phase = "over"
        else:
            s.passed, s.turn = True, self.next(s.turn)

    def end_auction(self, s: Deal) -> None:
        s.turn = s.declarer or 0
        s.contract, s.phase = s.bid, "talon"
        s.say("auction-end", declarer=self.seat(s.turn), bid=s.bid)

    # --- talon, discards, contract and bomb --------------------------------------------------

    def talon_choices(self, s: Deal) -> Choices:
        c = Choices(Move(s.turn, "take", arg=which) for which in ("first", "second"))
        c.bar("choose-talon", lambda m: m.verb in ("take", "discard", "contract"))
        return c

    def take_talon(self, s: Deal, which: str) -> None:
        name = f"{which}_talon"
        talon = getattr(s, name)
        setattr(s, name, NO_CARDS)
        s.hands[s.turn] = PACK.sort(s.hands[s.turn] + talon)
        s.phase = "discard"
        if self.options.talon_view == "open":
            s.opened = talon
        s.say("choose-talon", seat=self.seat(s.turn), took=which, shown=str(s.opened))
        s.say("talon-dead", cards=TALON)

    def discard_choices(self, s: Deal) -> Choices:
        pairs = combinations(PACK.sort(s.hands[s.turn]), TALON)
        c = Choices([*(Move(s.turn, "discard", two) for two in pairs), *self.bombs(s)])
        c.bar("discard-two", lambda m: m.verb in ("discard", "contract"))
        return c

    def discard(self, s: Deal, cards: Cards) -> None:
        s.hands[s.turn], s.discards = s.hands[s.turn] - cards, cards
        s.phase = "contract" if self.options.raise_after_talon else "play"
        s.say("discard-two", seat=self.seat(s.turn), cards=TALON)
        s.say("hidden", cards=2 * TALON)

    def contract_choices(self, s: Deal) -> Choices:
        o = self.options
        cap = max(s.bid, scoring.bid_limit(s.hands[s.turn], o))
        named = range(terms.OPENING, o.highest + 1, o.bid_step)
        c = Choices([*(Move(s.turn, "contract", arg=n) for n in named), *self.bombs(s)])
        c.only("contract", lambda m: _fits(m, s.bid, cap), low=s.bid, cap=cap)
        return c

    def name_contract(self, s: Deal, contract: int) -> None:
        s.contract, s.phase = contract, "play"
        s.say("contract", declarer=self.seat(s.turn), contract=contract)

    def bombs(self, s: Deal) -> list[Move]:
        """Return the bomb, if there is such a thing at this table."""
        return [] if self.options.bomb == "off" else [Move(s.turn, "bomb")]

    def limit_bombs(self, s: Deal, c: Choices) -> None:
        limit = self.options.bomb_limit
        if limit != "none" and s.bombs[s.turn] >= limit:
            c.only("bomb-limit", lambda m: m.verb != "bomb", thrown=s.bombs[s.turn])
        c.bar("bomb", lambda m: m.verb == "bomb")

    def throw_bomb(self, s: Deal) -> None:
        s.bombs[s.turn] += 1
        s.say("bomb", seat=self.seat(s.turn), bid=s.contract)
        scoring.Sheet(s, self.options).bomb()

    # --- the play ----------------------------------------------------------------------------

    def play_choices(self, s: Deal) -> Choices:
        hand = PACK.sort(s.hands[s.turn])
        moves = [Move(s.turn, "play", Cards([card])) for card in hand]
        if s.trick:
            c = Choices(moves)
            self.narrow(c, s.trick, s.trump)
        else:
            opening = self.bombs(s) if s.number == 1 else []
            c = Choices([*moves, *self.announcements(s.turn, hand), *opening])
            if s.number == 1 and not self.options.first_trick_marriage:
                c.only("marriage-not-first", lambda m: m.verb != "marry")
            c.bar("declarer-leads", lambda m: m.verb == "play" and m.seat != s.turn)
        if self.options.ace_marriage == terms.ACES:
            c.bar("ace-marriage", lambda m: m.verb == "marry" and _rank(m) == "A")
        c.bar("marriage", lambda m: m.verb == "marry")
        return c

    def announcements(self, seat: int, hand: Cards) -> list[Move]:
        """Return every lead that may be announced: of a marriage or of the four aces."""
        held = [card for item in scoring.marriages(hand, self.options) for card in item.cards]
        return [Move(seat, "marry", Cards([card])) for card in hand if card in held]

    def narrow(self, c: Choices, trick: Cards, trump: str) -> None:
        """Follow suit with a higher card, else trump, each if able."""
        led = trick[0].suit
        c.must("follow-suit", Order(TEN_SECOND).of_suit(led), led=led)
        if self.options.must_beat:
            c.must("must-beat", Order(TEN_SECOND).takes(trick), led=str(trick[0]))
        if self.options.must_trump and trump:
            c.must("must-trump", Order(TEN_SECOND).of_suit(trump), trumps=trump)

    def announce(self, s: Deal, card: Card) -> None:
        """Score a marriage at once; its suit becomes trumps."""
        suit = scoring.trumps_of(card)
        cards = scoring.COUPLES[suit] if suit else scoring.FOUR_ACES
        s.announced[s.turn] += cards
        worth = scoring.value(cards, self.options)
        rule = "marriage" if suit else "ace-marriage"
        s.say(rule, seat=self.seat(s.turn), cards=str(cards), points=worth)
        if not suit:
            return
        s.say("marriage-trump", trumps=PACK.suit_names[suit])
        if self.options.trump_from == "this_trick":
            s.trump = suit
        else:
            s.coming = suit

    def play_card(self, s: Deal, card: Card) -> None:
        s.hands[s.turn] -= (card,)
        s.trick += (card,)
        if len(s.trick) == self.seats:
            self.end_trick(s)
        else:
            s.turn = self.next(s.turn)

    def end_trick(self, s: Deal) -> None:
        """Give the trick to its winner, who leads next; after the last one count."""
        follower_wins = Order(TEN_SECOND, s.trump).winning(s.trick) == 1
        s.turn = s.turn if follower_wins else self.next(s.turn)
        s.won[s.turn] += s.trick
        s.say("trick-winner", seat=self.seat(s.turn), trick=str(s.trick))
        s.trick, s.number = NO_CARDS, s.number + 1
        s.trump, s.coming = s.coming or s.trump, terms.NO_SUIT
        if any(s.hands):
            s.say("declarer-leads", leader=self.seat(s.turn))
        else:
            scoring.Sheet(s, self.options).count(last=s.turn)

    # --- the count and the match -------------------------------------------------------------

    def after(self, match: Match, s: Deal) -> Match:
        """Carry bombs, deals on the barrel and bolts over to the next deal."""
        facts = {name: tuple(getattr(s, name)) for name in terms.CARRIED}
        ends = {"declarer": s.declarer, "champion": s.champion}
        return replace(super().after(match, s), facts=facts | ends)

    def outcome(self, match: Match) -> Outcome | None:
        """Return who won: from the barrel, or with the higher total past the target."""
        champion, declarer = match.facts.get("champion"), match.facts.get("declarer")
        if champion is not None:
            return Outcome((champion,), "barrel-win")
        past = [side for side, total in enumerate(match.scores) if total >= self.options.target]
        if not past:
            return None
        winner = max(past, key=lambda side: (match.scores[side], side == declarer))
        return Outcome((winner,), "game-end")

    # --- the table ---------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        by_phase = {
            "auction": self.auction_choices, "talon": self.talon_choices,
            "discard": self.discard_choices, "contract": self.contract_choices,
        }  # fmt: skip
        c = by_phase.get(s.phase, self.play_choices)(s)
        self.limit_bombs(s, c)
        c.bar("contract", lambda m: m.verb == "contract")
        return c

    def play(self, s: Deal, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "bid":
                self.make_bid(s, int(move.arg))
            case "pass":
                self.pass_bid(s)
            case "take":
                self.take_talon(s, str(move.arg))
            case "discard":
                self.discard(s, move.cards)
            case "contract":
                self.name_contract(s, int(move.arg))
            case "bomb":
                self.throw_bomb(s)
            case "marry":
                self.announce(s, *move.cards)
                self.play_card(s, *move.cards)
            case "play":
                self.play_card(s, *move.cards)
            case _:
                raise AssertionError(move)

    def table(self, s: Deal) -> list[Zone]:
        """Return the piles; tricks are public, talons and the other hand are not."""
        zones = [
            zone(s, "first talon", "first_talon"),
            zone(s, "second talon", "second_talon"),
            zone(s, "discards", "discards", owner=s.declarer, seen="owner"),
            zone(s, "trick", "trick", seen="all"),
        ]
        for seat in range(self.seats):
            zones.append(zone(s, "hand", "hands", seat, owner=seat, seen="owner"))
            zones.append(zone(s, "tricks", "won", seat, owner=seat, seen="all"))
        return zones

    def facts(self, s: Deal) -> Mapping[str, Any]:
        """Return bids, the opened talon, trumps, marriages and points taken."""
        return scoring.public(s, self.options)

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        """Fill in phase, declarer, bid, contract, trick number and turn."""
        terms.fill_in(s, given, self.next(s.match.dealer or 0))
        if s.phase == "play" and not s.hands[s.turn]:
            msg = f"{self.seat(s.turn)} is to act and holds no card"
            raise GivenError(msg, "hands")

    def numbers(self) -> Mapping[str, int | str]:
        return scoring.numbers(self.options)

    def sound(self, s: Deal) -> list[Move]:
        """Return the moves a sensible player would think of: random play never ends a match."""
        return sound(self, s)

    def outlook(self, s: Deal) -> tuple[int, ...]:
        """Return the points taken so far, until the deal is scored."""
        return self.totals(s) if s.phase == "over" else scoring.points(s, self.options)

    # --- questions ---------------------------------------------------------------------------

    def card_points(self, pile: Cards) -> Score:
        """Return what cards taken in tricks are worth."""
        return Score(tuple(scoring.card_points(0, pile)))

    def marriages(self, hand: Cards) -> Score:
        """Return the complete marriages in some cards."""
        return Score(tuple(scoring.marriages(hand, self.options)))

    def marriage_odds(self, cards: int) -> Answer:
        """Return how probable a marriage is in so many cards from the pack, as a fraction."""
        if not 0 <= cards <= len(PACK):
            msg = f"the pack has {len(PACK)} cards"
            raise GivenError(msg, "cards")
        return Answer(str(scoring.marriage_odds(cards)), ("marriage-values",))

    def bid_limit(self, hand: Cards) -> Answer:
        """Return the highest bid that a hand allows."""
        return Answer(scoring.bid_limit(hand, self.options), ("auction-cap",))

    def winner(self, trick: Cards, trump: Suit | None = None) -> Answer:
        """Say whether leader or follower takes a trick."""
        if len(trick) != self.seats:
            msg = "a trick is two cards, the leader's first"
            raise GivenError(msg, "trick")
        place = Order(TEN_SECOND, trump or terms.NO_SUIT).winning(trick)
        same = trick[0].suit == trick[1].suit
        rules = ("trick-winner", "rank") if same else ("trick-winner",)
        return Answer(("leader", "follower")[place], rules)

    def may_play(self, led: Card, hand: Cards, trump: Suit | None = None) -> Ruling:
        """Say what the second player may play."""
        c = Choices(Move(1, "play", Cards([card])) for card in hand)
        self.narrow(c, Cards([led]), trump or terms.NO_SUIT)
        refused = {str(move.cards): reason.rule for move, reason in c.cuts.items()}
        return Ruling(Cards(move.cards[0] for move in c.legal), refused)

    def declarer_scores(
        self, contract: int, cards: int, marriages: int = 0, all_tricks: bool = False
    ) -> Score:
        """Return what the declarer scores for a contract with such points."""
        plain, points = all_tricks and not marriages, cards + marriages
        return Score((scoring.declarer_item(0, contract, points, self.options, all_plain=plain),))

    def defender_scores(self, points: int) -> Score:
        """Return what the other player scores for such points."""
        return Score((scoring.defender_item(0, points, self.options),))


def _fits(move: Move, low: int, high: int | None) -> bool:
    """Say whether a bid or contract lies between bounds; anything else fits."""
    if not isinstance(move.arg, int):
        return True
    return low <= move.arg and (high is None or move.arg <= high)


def _rank(move: Move) -> str:
    return move.cards[0].rank if move.cards else ""


GAME = TwoPlayerThousand
