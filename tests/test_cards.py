"""Cards: strict text, helpful errors, identical cards, packs of every kind."""

import pytest

from upcard.cards import Card, Cards, Deck, NotationError, combinations
from upcard.decks import DECKS

FRENCH = DECKS["french-52"]
PINOCHLE = DECKS["pinochle-48"]
NUMBERED = DECKS["numbered-162"]


@pytest.mark.parametrize("text", ["10S", "TS", "10♠", "10♠️", "10s", "ts", "１０Ｓ"])
def test_the_ten_of_spades_may_be_written_in_many_ways(text):
    assert FRENCH.card(text) == Card("10", "S")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("0C", "write the ten as 10C"),
        ("XD", "write the ten as 10D"),
        ("1S", "no rank '1'"),
        ("10P", "no suit 'P'"),
        ("АS", "Cyrillic letter"),
        ("queen", "write rank then suit"),
        ("QSS", "did you mean QS"),
    ],
)
def test_a_misread_card_is_refused_with_what_to_write(text, hint):
    with pytest.raises(NotationError, match=hint):
        FRENCH.card(text)


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.id)
def test_every_card_of_every_pack_survives_printing_and_reading(deck):
    assert [deck.card(str(card)) for card in deck.pack] == list(deck.pack)


@pytest.mark.parametrize(
    ("name", "size"),
    [("french-52", 52), ("french-54", 54), ("french-104", 104), ("french-36", 36),
     ("french-32", 32), ("french-24", 24), ("pinochle-48", 48), ("numbered-162", 162)],
)  # fmt: skip
def test_a_pack_holds_as_many_cards_as_its_name_says(name, size):
    assert len(DECKS[name]) == size


def test_a_double_pack_allows_two_equal_cards_and_no_third():
    assert PINOCHLE.cards("KS KS") == (Card("K", "S"), Card("K", "S"))
    with pytest.raises(NotationError, match=r"3 × KS"):
        PINOCHLE.cards("KS KS KS")


def test_numbered_and_wild_cards_need_no_suit():
    assert str(NUMBERED.cards("12 w 1")) == "12 W 1"


def test_taking_out_a_card_takes_out_one_copy():
    assert str(PINOCHLE.cards("KS QS KS") - PINOCHLE.cards("KS")) == "QS KS"


def test_taking_out_a_card_that_is_not_there_is_an_engine_fault():
    with pytest.raises(ValueError, match="not in list"):
        FRENCH.cards("AS") - FRENCH.cards("KS")


def test_holds_counts_copies():
    pile = PINOCHLE.cards("KS QS")
    assert pile.holds(PINOCHLE.cards("QS KS"))
    assert not pile.holds(PINOCHLE.cards("KS KS"))


def test_a_slice_of_a_pile_is_a_pile():
    pile = FRENCH.cards("AS KS QS")
    assert isinstance(pile[1:], Cards)
    assert pile[0] == Card("A", "S")


def test_combinations_of_identical_cards_are_listed_once():
    found = [str(pair) for pair in combinations(PINOCHLE.cards("KS KS QS"), 2)]
    assert found == ["KS KS", "KS QS"]


def test_suits_are_read_by_letter_symbol_and_name():
    assert {FRENCH.suit(text) for text in ("S", "s", "♠", "spades", "Spade")} == {"S"}
    with pytest.raises(NotationError, match="its suits are C D H S"):
        FRENCH.suit("P")


def test_a_joker_is_a_card_without_a_suit():
    assert DECKS["french-54"].card("joker") == Card("JOKER", "")


def test_a_pack_of_ones_own_needs_three_lines():
    chess = Deck("chess", "chess cards", ranks=("K", "Q", "P"), suits=("W", "B"), kind="chess")
    assert str(chess.cards("kw PB")) == "KW PB"
