"""A card that counts as a trump follows, leads and wins as one: bowers, matadors, jokers."""

import itertools
from collections import Counter

import pytest

from upcard import tricks
from upcard.cards import Card, Cards
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.moves import Move
from upcard.tricks import TEN_SECOND, Order

PACK = DECKS["french-24"]
RANKS = ("9", "10", "J", "Q", "K", "A")
LEFT = {"C": "S", "S": "C", "D": "H", "H": "D"}


def euchre(trump: str) -> Order:
    return Order(RANKS, trump, (Card("J", LEFT[trump]), Card("J", trump)))


def playable(order: Order, led: str, hand: str) -> str:
    c = Choices(Move(1, "play", Cards([card])) for card in PACK.cards(hand))
    c.must("follow-suit", order.of_suit(order.suit_of(PACK.card(led))))
    return " ".join(str(move.cards) for move in c.legal)


@pytest.mark.parametrize(
    ("trump", "led", "hand", "legal"),
    [
        ("C", "QC", "AH KD JS AS QH", "JS"),
        ("C", "AS", "9H JS", "9H JS"),
        ("D", "9H", "JH QC KS", "JH QC KS"),
        ("D", "9D", "JH 10H 10C QH KC", "JH"),
        ("C", "JS", "AS 9C AH", "9C"),
    ],
)
def test_the_left_bower_follows_trumps_and_not_its_own_suit(trump, led, hand, legal):
    assert playable(euchre(trump), led, hand) == legal


def test_the_bowers_stand_above_the_ace_of_trumps():
    hearts = euchre("H")
    trumps = [card for card in PACK.pack if hearts.suit_of(card) == "H"]
    falling = sorted(trumps, key=hearts.height, reverse=True)
    assert str(Cards(falling)) == "JH JD AH KH QH 10H 9H"


@pytest.mark.parametrize("trump", "CDHS")
def test_the_left_bowers_suit_is_one_card_short(trump):
    order = euchre(trump)
    counted = Counter(map(order.suit_of, PACK.pack))
    assert counted[trump] == 7
    assert counted[LEFT[trump]] == 5
    assert sorted(counted.values()) == [5, 6, 6, 7]


@pytest.mark.parametrize("trump", "CDHS")
def test_two_different_cards_never_beat_each_other_and_one_always_wins(trump):
    order = euchre(trump)
    for led, second in itertools.permutations(PACK.pack, 2):
        assert not (order.beats(second, led) and order.beats(led, second))
        assert order.winning([led, second]) == order.beats(second, led)


@pytest.mark.parametrize("trump", ["", *"CDHS"])
def test_without_bowers_the_order_is_what_the_plain_functions_say(trump):
    order = Order(TEN_SECOND, trump)
    for pair in itertools.product(PACK.pack, repeat=2):
        assert order.beats(*pair) == tricks.beats(*pair, TEN_SECOND, trump)
        assert order.winning(pair) == tricks.winning(pair, TEN_SECOND, trump)
        move = Move(1, "play", Cards(pair[1:]))
        assert order.takes(pair[:1])(move) == tricks.takes(pair[:1], TEN_SECOND, trump)(move)


def test_many_cards_may_be_trumps_and_of_equal_ones_the_first_wins():
    jacks = tuple(Card("J", suit) for suit in "DHSC")
    skat = Order(("7", "8", "9", "Q", "K", "10", "A"), "H", jacks)
    trick = [Card("A", "H"), Card("J", "D"), Card("J", "S"), Card("J", "S"), Card("J", "H")]
    assert skat.winning(trick) == 2


def test_to_take_a_trick_is_to_beat_the_best_card_on_it():
    c = Choices(Move(2, "play", Cards([card])) for card in PACK.cards("AC JS JC AS"))
    c.must("must-win", euchre("C").takes(PACK.cards("9C AC")))
    assert [str(move.cards) for move in c.legal] == ["JS", "JC"]
