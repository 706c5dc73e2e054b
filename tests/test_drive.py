"""Driving a match: records replay, faults are told by line, endless play is caught."""

from random import Random

import pytest

from upcard import Endless, Illegal, RecordError, rules, rules_of_record
from upcard.bots import BOTS, simple_bot
from upcard.drive import RECORD_LIMIT, LiveMatch, playout, random_bot

CRIBBAGE = rules("cribbage")


def test_the_same_seed_gives_the_same_match_and_another_seed_another():
    one, same, other = (CRIBBAGE.playout(seed).record() for seed in (1, 1, 2))
    assert one == same != other


def test_a_record_replays_to_the_same_scores():
    live = rules("cribbage", "short-game").playout(3)
    record = live.record()
    again = rules_of_record(record).resume(record)
    assert (again.standing, again.outcome) == (live.standing, live.outcome)
    assert again.record() == record


def test_a_record_may_be_cut_off_anywhere_and_played_on():
    record = CRIBBAGE.playout(5).record()
    half = "\n".join(record.splitlines()[:40])
    live = CRIBBAGE.resume(half)
    live.run([random_bot, random_bot], Random(1))
    assert live.over


@pytest.mark.parametrize(
    ("record", "hint"),
    [
        ("", "line 1: the record is empty"),
        ("whist@1", "line 1: this is a record of 'whist@1'"),
        ("cribbage@99", "line 1: recorded under cribbage@99"),
        ("cribbage@1\ndealer X", "line 2: 'dealer X' cannot be read"),
        ("cribbage@1\nscores N", "line 2: 'scores N' cannot be read"),
        (
            "cribbage@1\ndealer S\n# a comment\nN play QS",
            "line 4: N play QS: refused by rule 'turn'",
        ),
        (
            "cribbage@1\ndealer S\nN pley QS",
            "line 3: no verb 'pley' in this game; did you mean 'play'",
        ),
        ("cribbage@1\n" + "x" * RECORD_LIMIT, "longer than"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_where_and_why(record, hint):
    with pytest.raises(RecordError, match=hint.replace("?", r"\?")):
        CRIBBAGE.replay(record)


def test_a_record_of_unknown_options_is_refused_in_its_first_line():
    with pytest.raises(RecordError, match="line 1: there is no option 'mugins'"):
        rules_of_record("cribbage@1 mugins=yes\ndealer S")


def test_a_refused_move_leaves_the_match_as_it_was():
    live = CRIBBAGE.new_match(seed=1, dealer="S")
    live.deal(Random(1))
    before, moves = live.state, len(live.log)
    with pytest.raises(Illegal):
        live.play("S lay 2C 3D")
    assert (live.state, len(live.log)) == (before, moves)


def test_play_that_does_not_end_is_reported_not_endured():
    with pytest.raises(Endless, match="no end after 10 moves"):
        playout(CRIBBAGE.game, seed=1, cap=10)


def test_a_bot_is_given_its_view_and_worlds_that_fit_it():
    live = CRIBBAGE.new_match(seed=2, dealer="S")
    live.deal(Random(2))
    seat, asked = live.to_move, []

    def curious(view, sample, rng):
        worlds = [sample() for _ in range(5)]
        asked.extend(game.view(state, seat) for game, state in worlds)
        assert all(known == view for known in asked)
        theirs = {str(state.hands[1 - seat]) for _, state in worlds}
        assert len(theirs) > 1
        return random_bot(view, sample, rng)

    live.bot_move(curious, Random(3))
    assert len(asked) == 5


def test_the_simple_player_beats_the_random_one():
    wins = 0
    for seed in range(20):
        rng = Random(seed)
        live = LiveMatch(CRIBBAGE.game, CRIBBAGE.game.start(dealer=seed % 2))
        outcome = live.run([simple_bot, random_bot], rng)
        wins += outcome.winners == (0,)
    assert wins >= 15
    assert set(BOTS) == {"random", "simple", "search"}


def test_hurried_players_make_the_choices_of_random_ones():
    live = CRIBBAGE.new_match(seed=4, dealer="N")
    live.hurry_hand(Random(4))
    assert live.hand_over
    assert CRIBBAGE.replay(live.record()).standing == dict(zip("NS", live.standing, strict=True))
    with pytest.raises(Endless):
        CRIBBAGE.new_match(seed=4, dealer="N").hurry_hand(Random(4), cap=5)
