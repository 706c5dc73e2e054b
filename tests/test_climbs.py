"""Climbing combinations against brute force: every subset of a hand, every five cards of a pack."""

import itertools
import math
from collections import Counter
from random import Random

import pytest

from upcard import climbs
from upcard.cards import Card, Cards
from upcard.climbs import SIZES, Order, Play, beating, classify, combinations, compare, nearest
from upcard.decks import DECKS

PACK = DECKS["french-52"]
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
RUNS = climbs.runs(RANKS)
WHEEL, LOW_TWO = tuple("A2345"), tuple("23456")
BOMBS = frozenset({"four-plus-one", "straight-flush"})
NO_TOP = tuple(kind for kind in SIZES if kind != "straight-flush")
NO_FLUSH = tuple(kind for kind in SIZES if kind not in ("four", "flush"))
ORDERS = {
    "all kinds": Order(RANKS, tuple("DCHS"), straights=RUNS),
    "no straight flush, suit first": Order(
        RANKS, tuple("DCHS"), NO_TOP, RUNS, straight_by="suit", flush_by="suit"
    ),
    "bombs, no flushes, each kind by itself": Order(
        RANKS, tuple("CDHS"), NO_FLUSH, (WHEEL, *RUNS[:8], LOW_TWO[1:] + ("2",)),
        across=False, bombs=BOMBS,
    ),
    "neither flush nor straight flush": Order(
        RANKS, tuple("CSHD"), NO_FLUSH[:-1], (WHEEL, LOW_TWO, *RUNS)
    ),
}  # fmt: skip
SYSTEMS = {  # straights: how many patterns
    "no_twos": RUNS[:8],
    "game_order": RUNS,
    "order_and_wheel": (WHEEL, *RUNS),
    "poker": (WHEEL, LOW_TWO, *RUNS[:8]),
    "taiwan": (WHEEL, *RUNS[:8], LOW_TWO),
    "two_high": (*RUNS[:8], LOW_TWO, WHEEL),
    "eleven": (WHEEL, LOW_TWO, *RUNS),
}
COUNTS = {  # patterns: straights, flushes, straight flushes; closed form, as published for ten
    8: (8160, 5116, 32),
    9: (9180, 5112, 36),
    10: (10200, 5108, 40),
    11: (11220, 5104, 44),
}
all_orders = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
all_systems = pytest.mark.parametrize("straights", SYSTEMS.values(), ids=SYSTEMS)


def cards(text):
    return PACK.cards(text)


def subsets(hand):
    for size in range(1, 6):
        yield from map(Cards, itertools.combinations(hand, size))


def hands(count, size=13):
    rng = Random(17)
    for number in range(count):
        pool = PACK.pack if number % 2 else rng.sample(PACK.pack, size + 4)
        if number % 3 == 0:  # few ranks or suits, many combinations
            pool = [c for c in PACK.pack if c.rank in RANKS[number % 9 : number % 9 + 5]]
        yield PACK.sort(rng.sample(pool, size))


def expected(straights, top=True):
    straight, flush, straight_flush = COUNTS[len(straights)]
    rest = {"full-house": 3744, "four-plus-one": 624}
    if top:
        return {**rest, "straight": straight, "flush": flush, "straight-flush": straight_flush}
    return {**rest, "straight": straight, "flush": flush + straight_flush}


# --- what there is ---------------------------------------------------------------------------


@all_orders
def test_the_combinations_of_a_hand_are_the_subsets_that_are_one(order):
    for hand in hands(6):
        found = combinations(hand, order)
        wanted = {play for subset in subsets(hand) if (play := classify(subset, order))}
        assert set(found) == wanted
        assert len(found) == len(wanted)
        assert all(play.kind in order.kinds for play in found)


@all_orders
def test_what_beats_a_play_is_found_and_nothing_else(order):
    rng = Random(3)
    for hand in hands(6):
        every = combinations(hand, order)
        others = PACK.sort(card for card in PACK.pack if card not in hand)
        for on in rng.sample(combinations(others, order), 40):
            assert set(beating(hand, on, order)) == {
                play for play in every if compare(play, on, order).better
            }


def test_cards_stand_as_in_the_hand():
    hand = cards("9S 9C 3D 4H 5C 6S 7D")
    order = ORDERS["all kinds"]
    played = {str(play.cards) for play in combinations(hand, order)}
    assert {"9S 9C", "3D 4H 5C 6S 7D"} <= played


def test_copies_of_a_card_make_one_combination():
    hand = cards("9S 4C 4D") + cards("9S 4D")
    order = ORDERS["all kinds"]
    found = [str(play.cards) for play in combinations(hand, order)]
    assert len(found) == len(set(found))
    assert {"9S 9S", "4C 4D", "4D 4D", "4C 4D 4D"} <= set(found)


@all_systems
@pytest.mark.parametrize("top", [True, False], ids=["straight flushes", "flushes only"])
def test_five_cards_of_the_pack_by_ranks_and_suits(straights, top):
    """Whether five cards are a combination hangs on their ranks, and on being of one suit."""
    kinds = tuple(SIZES) if top else NO_TOP
    order = Order(RANKS, tuple("DCHS"), kinds, straights)
    found = Counter()
    for ranks in itertools.combinations_with_replacement(RANKS, 5):
        many = Counter(ranks)
        if max(many.values()) > 4:
            continue
        mixed = Cards(
            Card(rank, "CDHS"[(at + place) % 4])
            for at, (rank, count) in enumerate(many.items())
            for place in range(count)
        )
        suited = len(many) == 5
        ways = math.prod(math.comb(4, count) for count in many.values()) - 4 * suited
        if play := classify(mixed, order):
            found[play.kind] += ways
        if suited and (play := classify(Cards(Card(rank, "S") for rank in ranks), order)):
            found[play.kind] += 4
    assert found == expected(straights, top)


@all_systems
def test_the_whole_pack_as_a_hand(straights):
    found = Counter(play.kind for play in combinations(PACK.pack, Order(
        RANKS, tuple("DCHS"), straights=straights
    )))  # fmt: skip
    few = {"single": 52, "pair": 78, "triple": 52, "four": 13}
    assert found == few | expected(straights)


@pytest.mark.slow
@all_systems
def test_every_five_cards_of_the_pack(straights):
    order = Order(RANKS, tuple("DCHS"), straights=straights)
    fives = itertools.combinations(PACK.pack, 5)
    found = Counter(play.kind for five in fives if (play := classify(five, order)))
    assert found == expected(straights)


# --- which is better -------------------------------------------------------------------------


@all_orders
def test_better_is_an_order(order):
    """No play beats itself or a play that beats it, and what beats a better play beats the rest."""
    rng = Random(5)
    plays = rng.sample(combinations(PACK.pack, order), 150)
    plays += combinations(cards("5D 6D 7D 8D 9D 4C 4D 4H 4S 9S"), order)
    for one, other in itertools.product(plays, repeat=2):
        if compare(one, other, order).better:
            assert not compare(other, one, order).better
    for _ in range(60_000):
        high, middle, low = rng.choices(plays, k=3)
        if compare(high, middle, order).better and compare(middle, low, order).better:
            assert compare(high, low, order).better


@all_orders
def test_of_two_plays_of_a_kind_one_is_better_unless_they_share_the_card_that_decides(order):
    rng = Random(8)
    for kind in order.kinds:
        plays = [play for play in combinations(PACK.pack, order) if play.kind == kind]
        for _ in range(300):
            one, other = rng.choices(plays, k=2)
            alike = not compare(one, other, order).better and not compare(other, one, order).better
            assert alike == (one.key == other.key)
            assert not alike or set(one.cards) & set(other.cards)


@pytest.mark.parametrize(
    ("play", "on", "better", "by"),
    [
        ("5H", "5D", True, "suit"),
        ("5D", "4S", True, "rank"),
        ("5D", "5S", False, "suit"),
        ("2S 2D", "2H 2C", True, "suit"),
        ("3S 3D 3C", "4S 4D 4C", False, "rank"),
        ("9C 9D 9H 9S 3D", "2S", False, "size"),
        ("KD JD 9D 7D 5D", "7S 8D 9C 10H JS", True, "kind"),
        ("7S 8D 9C 10H JS", "KD JD 9D 7D 5D", False, "kind"),
        ("3S 5S 6S 8S 9S", "2H AH QH JH 9H", False, "rank"),
        ("2S 5S 6S 8S 9S", "2H AH QH JH 9H", True, "suit"),
        ("3D 4C 5H 6S 7D", "3C 4D 5S 6H 7H", False, "suit"),
        ("5D 6D 7D 8D 9D", "4C 4D 4H 4S 3S", True, "kind"),
    ],
)
def test_what_decides(play, on, better, by):
    order = ORDERS["all kinds"]
    verdict = compare(classify(cards(play), order), classify(cards(on), order), order)
    assert verdict == (better, by)


@pytest.mark.parametrize(
    ("play", "on", "better", "by"),
    [
        ("9C 9D 9H 9S 3D", "2S", True, "bomb"),
        ("9C 9D 9H 9S 3D", "AC AD AH KC KD", True, "bomb"),
        ("AC AD AH KC KD", "9C 9D 9H 9S 3D", False, "bomb"),
        ("2S", "9C 9D 9H 9S 3D", False, "size"),
        ("2C 2D 2H 2S 3S", "5D 6D 7D 8D 9D", False, "bomb"),
        ("6D 6H 6S 3C 3D", "7S 8D 9C 10H JS", False, "other-kind"),
        ("2D 3H 4C 5S 6D", "10D JH QC KS AD", True, "rank"),
        ("2H 3H 4C 5S 6D", "2D 3D 4H 5C 6S", True, "suit"),
    ],
)
def test_bombs_and_kinds_by_themselves(play, on, better, by):
    order = ORDERS["bombs, no flushes, each kind by itself"]
    verdict = compare(classify(cards(play), order), classify(cards(on), order), order)
    assert verdict == (better, by)


@pytest.mark.parametrize(
    ("play", "on", "better"),
    [
        ("3S 5S 6S 8S 9S", "2H AH QH JH 9H", True),
        ("2S 8S 6S 5S 3S", "AS KS 9S 7S 4S", True),
        ("4D 5C 6H 7C 8D", "3D 4C 5H 6S 7S", False),
        ("4D 5C 6H 7C 8S", "3D 4C 5H 6D 7S", True),
    ],
)
def test_suit_before_height(play, on, better):
    order = ORDERS["no straight flush, suit first"]
    assert compare(*(classify(cards(text), order) for text in (play, on)), order).better is better


# --- what cards come nearest to ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3S 4S", "pair"),
        ("3S 3D 4S", "triple"),
        ("3S 3D 4S 4D", "four"),
        ("QD KC AH 2S 3D", "straight"),
        ("3D 6D 9D QD 2D", "flush"),
        ("7S 7D 7C 2S 3D", "full-house"),
        ("7S 7D 2C 2S 3D", ""),
        ("3D 5C 8H 10S KD", ""),
        ("3D 4D 5D 6D 7D 8D", ""),
        ("", ""),
    ],
)
def test_the_nearest_kind(text, kind):
    assert nearest(cards(text), ORDERS["neither flush nor straight flush"]) == kind


def test_a_kind_that_is_not_played_is_none():
    order = Order(RANKS, tuple("DCHS"), ("single", "pair"))
    assert classify(cards("7S 7D 7C"), order) is None
    assert classify(cards("7S 7D"), order) == Play("pair", cards("7S 7D"), (4, 3))
    assert combinations(cards("7S 7D 7C"), order) == [
        play for text in ("7S", "7D", "7C", "7S 7D", "7S 7C", "7D 7C")
        if (play := classify(cards(text), order))
    ]  # fmt: skip
