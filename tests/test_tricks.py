"""Winning tricks, following, trumping and beating, with twins in the pack."""

import itertools

import pytest

from upcard import DECKS, Cards, Choices, Move
from upcard.tricks import TEN_SECOND, Order, played, points_by_rank

PACK = DECKS["pinochle-48"]


def order(trump: str = "") -> Order:
    return Order(TEN_SECOND, trump)


def winner(trick: str, trump: str = "") -> str:
    cards = PACK.cards(trick)
    return str(cards[order(trump).winning(cards)])


def choices(hand: str) -> Choices:
    return Choices(Move(0, "play", Cards([card])) for card in PACK.cards(hand))


def left(c: Choices) -> str:
    return str(Cards(map(played, c.legal)))


@pytest.mark.parametrize(
    ("trick", "trump", "card"),
    [
        ("KS 10S", "", "10S"),
        ("10S KS", "", "10S"),
        ("AS 9H", "H", "9H"),
        ("AS 9H", "", "AS"),
        ("9H AS", "H", "9H"),
        ("9S AC", "H", "9S"),
        ("9H 10H AS", "H", "10H"),
        ("JS AC QS AD", "", "QS"),
    ],
)
def test_the_highest_of_the_suit_led_wins_unless_trumped(trick, trump, card):
    assert winner(trick, trump) == card


@pytest.mark.parametrize("trump", ["", "S", "H"])
def test_of_twins_the_first_played_wins(trump):
    for card in PACK.by_code.values():
        assert order(trump).winning([card, card]) == 0
        assert not order(trump).beats(card, card)


@pytest.mark.parametrize("trump", ["", "S", "H", "D", "C"])
def test_in_a_trick_of_two_exactly_one_order_lets_a_card_win_by_rank(trump):
    for one, other in itertools.permutations(PACK.by_code.values(), 2):
        both = order(trump).beats(one, other), order(trump).beats(other, one)
        related = one.suit == other.suit or trump in (one.suit, other.suit)
        assert sum(both) == (1 if related else 0)


def test_an_order_is_data():
    nine_high = Order(("A", "10", "K", "Q", "J", "9"), "H")
    assert nine_high.beats(PACK.card("9S"), PACK.card("AS"))


def test_follow_trump_and_beat_narrow_a_hand_in_turn():
    hearts, trick = order("H"), PACK.cards("10S")
    c = choices("9S AS KD 9H")
    c.must("follow", hearts.of_suit("S"))
    c.must("trump", hearts.of_suit("H"))
    c.must("beat", hearts.takes(trick))
    assert left(c) == "AS"
    reasons = {str(played(move)): reason.rule for move, reason in c.cuts.items()}
    assert reasons == {"KD": "follow", "9H": "follow", "9S": "beat"}


def test_a_duty_that_nothing_fulfils_does_not_bind():
    hearts = order("H")
    c = choices("9C KD")
    c.must("follow", hearts.of_suit("S"))
    c.must("trump", hearts.of_suit("H"))
    c.must("beat", hearts.takes(PACK.cards("9S")))
    assert left(c) == "9C KD"


def test_a_card_may_be_played_from_elsewhere_than_the_hand():
    card = PACK.cards("KS")
    assert played(Move(0, "play", groups=(("table", card),))) == card[0]
    assert played(Move(0, "play", card)) == card[0]


def test_points_are_counted_rank_by_rank():
    found = points_by_rank(PACK.cards("AS KS AD 9H"), {"A": 11, "10": 10, "K": 4, "9": 0})
    assert [(points, str(cards)) for points, cards in found] == [(22, "AS AD"), (4, "KS")]
