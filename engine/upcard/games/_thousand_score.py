"""Scoring in Thousand: marriages and their odds, the deal, the barrel and what befalls totals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb

from upcard import tricks
from upcard.cards import Card, Cards, Suit
from upcard.games import _thousand_table as terms
from upcard.games._thousand_table import (
    ACES,
    GOAL,
    MARRIAGES,
    PACK,
    PENALTY,
    PLAIN,
    Deal,
    ThousandOptions,
)
from upcard.moves import seat_names
from upcard.score import Item, totals

PAIR = ("K", "Q")
COUPLES = {suit: Cards(card for card in PACK.pack.of_suit(suit) if card.rank in PAIR)
           for suit in PACK.suits}  # fmt: skip
FOUR_ACES = Cards(card for card in PACK.pack if card.rank == "A")
NINES = Cards(card for card in PACK.pack if card.rank == "9")
NAMES = seat_names(2)
BID_ONLY, DUMP, BOLTS, HALF_UNIT = 800, 555, 3, 5


# --- cards and marriages ---------------------------------------------------------------------


def card_points(side: int, pile: Cards) -> list[Item]:
    """Count cards taken in tricks, one item for each rank."""
    found = tricks.points_by_rank(pile, terms.CARD_POINTS)
    return [Item(side, "card-points", points, cards) for points, cards in found]


def marriages(hand: Iterable[Card], o: ThousandOptions) -> list[Item]:
    """Find the complete marriages in some cards, and the four aces where they count."""
    held = set(hand)
    found = [
        Item(0, "marriage-values", MARRIAGES[suit], couple)
        for suit, couple in COUPLES.items()
        if held.issuperset(couple)
    ]
    if o.ace_marriage == ACES and held.issuperset(FOUR_ACES):
        found.append(Item(0, "ace-marriage", ACES, FOUR_ACES))
    return found


def four_nines(hand: Cards) -> bool:
    """Say whether a hand holds all the nines."""
    return hand.holds(NINES)


def value(hand: Iterable[Card], o: ThousandOptions) -> int:
    """Return what the marriages in some cards are worth together."""
    return sum(item.points for item in marriages(hand, o))


def bid_limit(hand: Iterable[Card], o: ThousandOptions) -> int:
    """Return the highest bid, or contract, that a hand allows."""
    return o.highest if o.bid_cap == "none" else PLAIN + value(hand, o)


def marriage_odds(cards: int) -> Fraction:
    """Return how probable it is that some cards from the pack hold a marriage.

    Inclusion and exclusion over the sets of marriages: how many hands hold all of a set depends
    only on how many cards the set names.
    """
    some = 0
    for size in range(1, len(COUPLES) + 1):
        for chosen in combinations(COUPLES.values(), size):
            fixed = len({card for pair in chosen for card in pair})
            if fixed <= cards:
                some -= (-1) ** size * comb(len(PACK) - fixed, cards - fixed)
    return Fraction(some, comb(len(PACK), cards))


# --- the deal --------------------------------------------------------------------------------


def rounded(points: int, unit: int) -> int:
    """Round to the nearest multiple of a unit, a half upwards."""
    return (points + unit // 2) // unit * unit


def declarer_item(
    side: int, contract: int, points: int, o: ThousandOptions, *, all_plain: bool
) -> Item:
    """Score the declarer; `all_plain` if he took every trick and announced nothing."""
    if points >= contract:
        return Item(side, "declarer-score", points if o.made_score == "actual" else contract)
    covered = {"contract_120": contract == PLAIN, "up_to_120": contract <= PLAIN, "off": False}
    if all_plain and covered[o.all_tricks]:
        return Item(side, "all-tricks-120", contract)
    return Item(side, "declarer-score", -contract)


def defender_item(side: int, points: int, o: ThousandOptions) -> Item:
    """Score the other player: what he took, rounded."""
    return Item(side, "defender-score", rounded(points, o.round_to))


def bomb_points(bid: int, o: ThousandOptions) -> tuple[int, int]:
    """Return what a bomb scores its thrower and the other player."""
    if o.bomb == "zero_120":
        return 0, PENALTY
    half = -(-bid // (2 * HALF_UNIT)) * HALF_UNIT  # other halves go up to the next multiple
    return -bid, PENALTY // 2 if o.bomb == "minus_60" else half


def taken(s: Deal, seat: int, o: ThousandOptions) -> int:
    """Return the points a player has taken so far: cards and marriages."""
    cards = sum(item.points for item in card_points(seat, s.won[seat]))
    return cards + value(s.announced[seat], o)


def points(s: Deal, o: ThousandOptions) -> tuple[int, int]:
    """Return what both players have taken so far."""
    return taken(s, 0, o), taken(s, 1, o)


def public(s: Deal, o: ThousandOptions) -> dict[str, object]:
    """Return what everybody knows besides the cards on the table."""
    return {
        "dealer": NAMES[s.match.dealer or 0],
        "bid": s.bid,
        "declarer": "none" if s.declarer is None else NAMES[s.declarer],
        "contract": s.contract,
        "talon": str(s.opened),
        "trumps": PACK.suit_names.get(s.trump, "none"),
        "marriages": [str(cards) for cards in s.announced],
        "points": list(points(s, o)),
        "bombs": list(s.bombs),
        "barrel": list(s.barrel),
        "bolts": list(s.bolts),
    }


# --- the match -------------------------------------------------------------------------------


class Sheet:
    """The score sheet at the end of a deal: every line it adds is an item of that deal."""

    def __init__(self, s: Deal, o: ThousandOptions) -> None:
        self.s, self.o = s, o
        self.seats = (int(s.declarer or 0), 1 - int(s.declarer or 0))  # the declarer first
        self.sat = [score == o.barrel_at for score in s.match.scores]
        self.sits = list(self.sat)

    def total(self, seat: int) -> int:
        """Return a player's total, this deal included."""
        return self.s.match.scores[seat] + totals(self.s.items, 2)[seat]

    def count(self, last: int) -> None:
        """Score both players; `last` is who took the last trick."""
        s, (declarer, other) = self.s, self.seats
        took = [bool(pile) for pile in s.won]
        all_plain = not took[other] and not s.announced[declarer]
        if self.o.dead_cards == "last_trick":
            dead = s.discards + s.first_talon + s.second_talon
            s.won[last] += dead
            s.discards = s.first_talon = s.second_talon = terms.NO_CARDS
            s.say("talon-dead", seat=NAMES[last], cards=str(dead))
        points = taken(s, declarer, self.o)
        own = declarer_item(declarer, s.contract, points, self.o, all_plain=all_plain)
        s.items += (own, defender_item(other, taken(s, other, self.o), self.o))
        self.settle(made=own.points > 0, took=took)

    def bomb(self) -> None:
        """Score a bomb."""
        for seat, points in zip(self.seats, bomb_points(self.s.contract, self.o), strict=True):
            if points:
                self.s.award(seat, "bomb", points)
        self.settle(made=False, took=None)

    def settle(self, *, made: bool, took: list[bool] | None) -> None:
        """Enter a deal: bolts, then the barrel, then the dump truck.

        `took` says who has taken a trick; a deal that ended with a bomb has no bolts.
        """
        self.s.phase = "over"
        if took is not None and self.o.bolts != "off":
            self.count_bolts(took)
        if self.o.barrel == "bid_only_800":
            self.hold_back_defender()
        if self.o.barrel_at is not None:
            self.sit(made=made)
            if self.s.champion is None:
                self.mount(self.o.barrel_at)
        if self.o.dump != "off":
            self.dump()

    def count_bolts(self, took: list[bool]) -> None:
        """Note a deal without a trick; every third costs points."""
        for seat in self.seats:
            if self.sat[seat]:
                continue
            if took[seat]:
                if self.o.bolts == "three_running":
                    self.s.bolts[seat] = 0
                continue
            self.s.bolts[seat] += 1
            self.s.say("zero-deal", seat=NAMES[seat], bolts=self.s.bolts[seat])
            if self.s.bolts[seat] == BOLTS:
                self.s.bolts[seat] = 0
                self.s.award(seat, "zero-deal", -PENALTY)

    def hold_back_defender(self) -> None:
        """Give nothing but made contracts to a player past eight hundred."""
        defender = self.seats[1]
        gained = self.total(defender) - self.s.match.scores[defender]
        if self.s.match.scores[defender] > BID_ONLY and gained > 0:
            self.s.award(defender, "barrel-frozen", -gained)

    def sit(self, *, made: bool) -> None:
        """Let a player on the barrel win, or use up one of his deals there."""
        for seat in self.seats:
            if not self.sat[seat]:
                continue
            enough = self.s.contract >= self.o.barrel_contract
            if made and enough and seat == self.s.declarer:
                self.s.champion = self.s.declarer
                self.s.say("barrel-win", winner=NAMES[seat])
                continue
            self.s.barrel[seat] += 1
            self.s.say("barrel-frozen", seat=NAMES[seat], deals=self.s.barrel[seat])
            gained = self.total(seat) - self.s.match.scores[seat]
            if gained:
                self.s.award(seat, "barrel-frozen", -gained)
            if self.s.barrel[seat] == self.o.barrel_deals:
                self.fall(seat, "barrel-fall")

    def mount(self, height: int) -> None:
        """Stop a total at the barrel, unless it may leap past; two do not sit there together."""
        new = []
        for seat in self.seats:
            over = self.total(seat) - height
            leaps = self.o.barrel_leap == "win" and self.total(seat) >= GOAL
            if self.sat[seat] or over < 0 or leaps:
                continue
            new.append(seat)
            self.sits[seat], self.s.barrel[seat] = True, 0
            self.s.say("barrel-mount", seat=NAMES[seat])
            if over:
                self.s.award(seat, "barrel-mount", -over)
        if new and all(self.sits):
            self.meet(new)

    def meet(self, new: list[int]) -> None:
        """Settle who stays: the last to mount, of two at once the declarer."""
        if self.o.barrel_meet == "both_stay":
            return
        stays = new[0] if self.o.barrel_meet == "last_stays" else None
        for seat in self.seats:
            if seat != stays:
                self.fall(seat, "barrel-one")

    def fall(self, seat: int, rule: str) -> None:
        """Let a player fall off the barrel."""
        self.sits[seat], self.s.barrel[seat] = False, 0
        self.s.award(seat, rule, -PENALTY)

    def dump(self) -> None:
        """Turn a total of exactly 555 into nothing."""
        marks = (DUMP, -DUMP) if self.o.dump == "both_555" else (DUMP,)
        for seat in self.seats:
            if self.total(seat) in marks:
                self.s.award(seat, "dump-truck", -self.total(seat))


def trumps_of(card: Card) -> Suit:
    """Return the suit that an announcement makes trumps: none for the aces."""
    return Suit(card.suit if card.rank in PAIR else "")


def numbers(o: ThousandOptions) -> dict[str, int | str]:
    """Return every figure the article shows."""
    suits = {f"{PACK.suit_names[suit]}_marriage": worth for suit, worth in MARRIAGES.items()}
    ranks = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine"}
    cards = {f"{ranks[rank]}_points": points for rank, points in terms.CARD_POINTS.items()}
    odds = {
        name: value
        for word, held in (("ten", terms.HAND), ("twelve", terms.HAND + terms.TALON))
        for name, value in _percent(f"odds_{word}", marriage_odds(held)).items()
    }
    unit = o.round_to
    return suits | cards | odds | {
        "pack_size": len(PACK), "hand_size": terms.HAND, "talon_size": terms.TALON,
        "held_size": terms.HAND + terms.TALON, "dead_size": 2 * terms.TALON,
        "opening": terms.OPENING, "plain": PLAIN, "all_marriages": sum(MARRIAGES.values()),
        "highest": o.highest, "aces": ACES, "bomb_gift": bomb_points(terms.OPENING, o)[1],
        "half": unit // 2, "half_unit": HALF_UNIT, "penalty": PENALTY, "bolts_limit": BOLTS,
        "dump_at": DUMP, "bid_only": BID_ONLY, "goal": GOAL, "barrel_at": o.barrel_at or GOAL,
        "barrel_contract": o.barrel_contract, "barrel_foot": (o.barrel_at or GOAL) - PENALTY,
    }  # fmt: skip


def _percent(name: str, odds: Fraction) -> dict[str, int | str]:
    """Write a probability as a fraction and as a percentage of whole and tenths."""
    tenths = round(odds * 1000)
    return {name: str(odds), f"{name}_percent": tenths // 10, f"{name}_tenths": tenths % 10}
