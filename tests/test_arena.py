"""The arena: fair seatings, honest intervals, the same figures from the same seed."""

import json

import pytest
from click.testing import CliRunner

from upcard import rules
from upcard.bots import random_bot
from upcard_library.arena import Contender, contest, wilson
from upcard_library.cli import main

RANDOM = Contender("random", random_bot)


def run(*words):
    return CliRunner().invoke(main, ["arena", *words])


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(15, 20, 0.531, 0.888), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(won, played, low, high):
    _, *bounds = wilson(won, played)
    assert bounds == pytest.approx([low, high], abs=0.001)


def watching(seen):
    """Return a random bot that notes what it was shown first in every hand, and where it sat."""

    def bot(view, sample, rng):
        own = (zone for zone in view["zones"] if zone["owner"] == view["seat"])
        seen.append((view["seat"], next(zone["cards"] for zone in own if zone["name"] == "hand")))
        return random_bot(view, sample, rng)

    return bot


def test_every_deal_is_played_once_for_each_seating():
    one, other = [], []
    pair = [Contender("one", watching(one)), Contender("other", watching(other))]
    told = contest(rules("cribbage"), pair, deals=3, seed=4, whole=False)
    assert told.played == 6
    assert [tally.sides for tally in told.tallies] == [6, 6]
    hands = 6 * (4 + 1)  # four cards are played and two laid away at once, for either
    assert (len(one), len(other)) == (hands, hands)
    dealt = [
        {(seat, hand) for seat, hand in seen if len(hand.split()) == 6} for seen in (one, other)
    ]
    assert dealt[0] == dealt[1]
    assert {seat for seat, _ in dealt[0]} == {"N", "S"}
    assert len(dealt[0]) == 3 * 2


def test_a_bot_against_itself_wins_half():
    told = contest(rules("cribbage"), [RANDOM, RANDOM], deals=10, seed=1, whole=False)
    first, second = told.tallies
    assert (first.won, first.points) == (second.won, second.points)
    assert told.interval(0).share == 0.5


def test_with_more_seats_than_bots_the_seats_are_shared_out():
    told = contest(rules("big-two"), [RANDOM, RANDOM], deals=2, seed=1, whole=False)
    assert told.played == 4
    assert [tally.sides for tally in told.tallies] == [8, 8]
    assert sum(tally.won for tally in told.tallies) == pytest.approx(4)


def test_the_command_prints_a_table_or_data():
    words = ["cribbage", "--bots", "simple, random", "--hands", "5", "--seed", "3"]
    shown = run(*words)
    assert shown.exit_code == 0
    assert "10 hands, 5 deals from seed 3" in shown.output
    told = json.loads(run(*words, "--json").output)
    again = json.loads(run(*words, "--json").output)
    for data in (told, again):
        assert all(bot.pop("ms_a_move") > 0 for bot in data["bots"])
    assert told == again
    assert [bot["bot"] for bot in told["bots"]] == ["simple", "random"]
    assert sum(bot["won"] for bot in told["bots"]) == told["played"] == 10
    assert f"{told['bots'][0]['share']:.1%}" in shown.output


def test_whole_matches_are_won_by_whoever_wins_the_match():
    words = ["cribbage", "--variant", "short-game", "--bots", "random,random", "--matches", "2"]
    told = json.loads(run(*words, "--json").output)
    assert (told["of"], told["deals"], told["played"]) == ("matches", 2, 4)
    assert max(bot["points"] for bot in told["bots"]) > 40
    assert told["record"] == "cribbage@1 short-game"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--bots", "serch,random"], "did you mean 'search'"),
        (["--bots", "search"], "name 2 to 2 bots"),
        (["--bots", "random,random,random"], "name 2 to 2 bots"),
        (["--bots", "search:x,random"], "as in search:50"),
        (["--bots", "search,random:9"], "random has no budget"),
        (["--hands", "1", "--matches", "1"], "not both"),
        (["--variant", "nosuch"], "nosuch"),
    ],
)
def test_what_cannot_be_played_is_told(words, hint):
    refused = run("cribbage", *words)
    assert refused.exit_code == 2
    assert hint in refused.output


def test_a_budget_may_be_given_to_each_searcher():
    words = ["--bots", "search:2,search", "--think", "4", "--hands", "1", "--json"]
    told = json.loads(run("cribbage", *words).output)
    assert [bot["bot"] for bot in told["bots"]] == ["search:2", "search"]
    assert told["think"] == 4
