"""Bots: they see no more than their seat does, play by the rules of any game, and play well."""

from random import Random

import pytest
from test_contract import TABLES

from upcard import rules
from upcard.bots import BOTS, Search
from upcard.drive import LiveMatch, opening_match, replay, split_record
from upcard.search import DOUBT, _Tree
from upcard_library.arena import Contender, contest

QUICK = Search(think=12)


def a_choice(game_id: str, seed: int, after: int) -> LiveMatch:
    """Return a match in which somebody has a choice, so many moves after the deal."""
    live, rng = rules(game_id).new_match(seed=seed), Random(seed)
    live.deal(rng)
    while len(live.game.legal(live.state)) < 2 or after > 0:
        live.bot_move(BOTS["random"], rng)
        live.deal(rng)
        after -= 1
    return live


@pytest.mark.parametrize("bot", [BOTS["random"], QUICK], ids=["random", "search"])
@pytest.mark.parametrize("game_id", ["cribbage", "two-handed-euchre", "crazy-eights", "rummy"])
def test_what_a_bot_cannot_see_does_not_change_its_move(game_id, bot):
    live = a_choice(game_id, seed=5, after=3)
    game, state, seat = live.game, live.state, live.to_move
    moves = set()
    for other in range(4):
        live.state = game.permute_hidden(state, seat, Random(other))
        assert live.state != state
        moves.add(live.bot_move(bot, Random(8)))
    assert len(moves) == 1


def test_search_asks_for_one_world_and_never_sees_the_true_one():
    live = a_choice("cribbage", seed=1, after=0)
    worlds = []

    def watched(view, sample, rng):
        def noted():
            worlds.append(sample())
            return worlds[-1]

        return QUICK(view, noted, rng)

    seat, state = live.to_move, live.state
    live.bot_move(watched, Random(1))
    assert all(world.state != state for world in worlds)
    assert {str(world.state.hands[seat]) for world in worlds} == {str(state.hands[seat])}


def test_search_chooses_the_same_move_from_the_same_seed():
    records = []
    for _ in range(2):
        live, rng = rules("two-handed-euchre").new_match(seed=3), Random(3)
        live.run_hand([QUICK, QUICK], rng)
        records.append(live.record())
    assert records[0] == records[1]


def test_search_keeps_to_its_time():
    """A budget of looks that would take hours is not used up when there is a limit of time."""
    live = a_choice("cribbage", seed=2, after=0)
    move = live.bot_move(Search(think=10**9).within(20), Random(1))
    assert live.log[-1] == move


@pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t.module}-{t.variant}")
def test_search_plays_any_game_under_any_variant_by_its_rules(table):
    game, rng = table.game(), Random(7)
    live = LiveMatch(game, opening_match(game, rng))
    chosen = 0
    for _ in range(40):
        live.deal(rng)
        if live.hand_over or chosen == 2:
            break
        several = len(game.legal(live.state)) > 1
        live.bot_move(Search(think=3) if several else BOTS["random"], rng)
        chosen += several
    again = replay(game, split_record(live.record())[1])
    assert again.state == live.state


@pytest.mark.parametrize(
    ("game_id", "settings"), [("two-handed-euchre", {}), ("big-two", {"players": 2})]
)
def test_search_beats_the_random_player(game_id, settings):
    pair = [Contender("search", Search(think=16)), Contender("random", BOTS["random"])]
    told = contest(rules(game_id, **settings), pair, deals=10, seed=1, whole=False)
    assert told.played == 20
    assert told.interval(0).low > 0.5


# --- what it looks at ---------------------------------------------------------------------------


def test_search_looks_beyond_what_is_sound_after_it():
    """Gin Rummy calls one discard sound or a few of eleven; the others come behind them."""
    live = a_choice("gin-rummy", seed=2, after=1)
    while live.state.phase != "discard":
        live.bot_move(BOTS["random"], Random(1))
    game, state = live.game, live.state
    legal, sound = game.legal(state), set(game.sound(state))
    assert 0 < len(sound) < len(legal)
    tree = _Tree(game, live.to_move, Random(1))
    tried = tree.in_question([state], legal, think=4 * (len(sound) + 2))
    assert set(tried[: len(sound)]) == sound
    assert len(tried) == len(sound) + 2
    assert tree.doubted == set(legal) - sound
    tree.doubted = set()
    assert len(tree.in_question([state], legal, think=DOUBT * len(legal))) == len(legal)
    assert tree.doubted == set()


@pytest.mark.parametrize(("ahead", "chosen"), [(3.0, 0), (5.0, 1)])
def test_a_move_that_is_not_sound_must_be_better_by_more_than_luck(ahead, chosen):
    live = a_choice("gin-rummy", seed=2, after=1)
    moves = live.game.legal(live.state)[:2]
    tree = _Tree(live.game, live.to_move, Random(1))
    for worth in (8.0, -8.0) * 8:
        tree.yardstick.note(worth, worth)
    tree.doubted = {moves[1]}
    for move, mean in zip(moves, (0.0, ahead), strict=True):
        node = tree.root.answer(move, tree.side)
        node.visits, node.total = 16, 16 * mean  # the standard error is 2, and twice that is asked
    assert tree.better_half(moves) == [moves[chosen]]
