"""Choices: rules narrow, the first that cuts is the reason, permissions and bars have theirs."""

import pytest

from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.moves import Move

DECK = DECKS["french-52"]


def plays(text):
    return [Move(0, "play", DECK.cards(card)) for card in text.split()]


def suit(code):
    return lambda move: move.cards[0].suit == code


def legal(choices):
    return " ".join(str(move.cards) for move in choices.legal)


def test_a_duty_if_able_binds_only_whom_it_can():
    choices = Choices(plays("2S 3H"))
    choices.must("follow-suit", suit("D"))
    assert legal(choices) == "2S 3H"
    choices.must("follow-suit", suit("H"))
    assert legal(choices) == "3H"


def test_an_absolute_rule_may_leave_nothing():
    choices = Choices(plays("2S 3H"))
    choices.only("max-31", suit("D"))
    assert not choices.legal


def test_the_first_rule_that_cut_a_move_is_the_reason():
    choices = Choices(plays("2S 3H 4H"))
    choices.must("follow-suit", suit("H"), led="H")
    choices.must("must-win", lambda move: move.cards[0].rank == "4")
    two, three, _ = plays("2S 3H 4H")
    assert choices.why_not(two) == ("follow-suit", {"led": "H"})
    assert choices.why_not(three) == ("must-win", {})


def test_a_permission_gives_back_what_was_cut_and_is_remembered():
    choices = Choices(plays("2S 3H"))
    choices.must("follow-suit", suit("H"))
    (two,) = plays("2S")
    choices.also("misdeal-card", two)
    assert choices.permits(two)
    assert choices.why_not(two) is None
    assert choices.granted_by(two) == "misdeal-card"


def test_a_graded_duty_keeps_the_best_that_can_be_done():
    choices = Choices(plays("2S 3H 4H"))
    choices.most("play-high", lambda move: int(move.cards[0].rank))
    assert legal(choices) == "4H"


def test_a_bar_names_the_reason_for_what_is_not_offered():
    choices = Choices(plays("2S"))
    choices.bar("phase-two", lambda move: move.verb == "meld")
    assert choices.why_not(Move(0, "meld")) == ("phase-two", {})
    assert choices.why_not(Move(0, "bid")) is None
    assert legal(choices) == "2S"


@pytest.mark.parametrize("repeat", [1, 2])
def test_identical_moves_are_offered_once(repeat):
    assert len(Choices(plays("2S") * repeat).legal) == 1
