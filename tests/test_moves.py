"""Notation: one line, one move; what is printed reads back; errors show the verb's form."""

import pytest

from upcard.cards import NotationError
from upcard.decks import DECKS
from upcard.moves import DEALER, Move, Verb, parse_move, parse_seat, seat_names

DECK = DECKS["pinochle-48"]
VERBS = {
    "play": Verb(cards=True, groups=("table",)),
    "meld": Verb(cards=True, arg="word", groups=("table",)),
    "bid": Verb(arg="number"),
    "go": Verb(),
    "cut": Verb(cards=True),
}


def read(text, seats=2):
    return parse_move(text, seats, VERBS, DECK)


@pytest.mark.parametrize(
    "text",
    ["N play QS", "S go", "S bid 120", "N bid -5", "N meld run AS 10S JS table KS QS",
     "N play table KS", "DEALER cut JD"],
)  # fmt: skip
def test_canonical_notation_prints_as_it_was_read(text):
    assert read(text).text(2) == text


def test_reading_is_lenient_about_case_and_symbols():
    assert read("n PLAY t♠").text(2) == "N play 10S"


def test_cards_and_groups_are_printed_in_the_order_of_the_pack():
    move = read("N meld kings KH table KS KD")
    assert move.text(2) == "N meld kings KH table KD KS"
    assert str(move.all_cards) == "KH KD KS"


def test_cards_stay_as_written_where_their_order_matters():
    verbs = {"deal": Verb(cards=True, ordered=True)}
    assert parse_move("DEALER deal KS AC", 2, verbs, DECK).text(2) == "DEALER deal KS AC"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("N", "write seat, verb and cards"),
        ("X play QS", "no seat 'X'"),
        ("N paly QS", "did you mean 'play'"),
        ("N bid", "wants a number"),
        ("N bid lots", "not 'lots'"),
        ("N go QS", "nothing may follow"),
        ("N play QZ", "no suit 'Z'"),
        ("N meld kings KS KS table KS", "3 × KS"),
    ],
)
def test_a_misread_move_is_refused_with_what_to_write(text, hint):
    with pytest.raises(NotationError, match=hint):
        read(text)


def test_seats_are_named_by_the_size_of_the_table():
    assert seat_names(2) == ("N", "S")
    assert seat_names(3) == ("N", "E", "S")
    assert seat_names(6)[-1] == "P6"
    assert parse_seat("dealer", 2) == DEALER


def test_a_move_of_the_dealer_is_a_move_like_any_other():
    assert read("DEALER cut JD") == Move(DEALER, "cut", DECK.cards("JD"))
