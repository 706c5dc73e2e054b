"""Double Solitaire: whose card is whose, what fits, when a turn and when the game ends."""

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from upcard import rules
from upcard.api import Rules
from upcard.bots import simple_bot
from upcard.cards import Card, Cards
from upcard.choices import Illegal
from upcard.decks import DECKS
from upcard.drive import LiveMatch, playout
from upcard.game import GivenError
from upcard.games import _double_solitaire_table as lay
from upcard.moves import DEALER, Move
from upcard.options import describe

ID = "double-solitaire"
PACK = DECKS["french-52"]
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
TABLES: dict[str, tuple[str | None, dict[str, Any]]] = {
    "base": (None, {}),
    "bicycle": ("bicycle", {}),
    "three-card": ("three-card", {}),
    "high-starts": ("high-starts", {}),
    "back": (None, {"foundation_return": True}),
    "once through": (None, {"redeals": 0}),
    "twice, by threes": ("bicycle", {"redeals": 2, "turn_cards": 3, "foundation_return": True}),
    "impatient": (None, {"idle_limit": 20}),
}
every_table = pytest.mark.parametrize("name", TABLES)


def at(name: str) -> Rules:
    variant, options = TABLES[name]
    return rules(ID, variant, **options)


def steps(ruled: Rules, seed: int) -> Iterator[tuple[Any, Move, Any]]:
    """Every step of a match played mostly for progress, with any legal move now and then."""
    game, rng = ruled.game, Random(seed)
    live = LiveMatch(game, game.start())
    while not live.over:
        before = live.state
        if live.to_move == DEALER:
            move = game.shuffled(before, rng)
        else:
            move = rng.choice(game.sound(before) if rng.randrange(4) else game.legal(before))
        live.play(move)
        yield before, move, live.state


def own_cards(s: Any, seat: int) -> Cards:
    return lay.side(s, seat).cards + lay.out(s, seat)


# --- whose card is whose ---------------------------------------------------------------------


@every_table
def test_each_player_keeps_a_whole_pack(name):
    for _, _, after in steps(at(name), 1):
        for seat in (0, 1):
            assert Counter(own_cards(after, seat)) == Counter(PACK.pack)


def test_every_code_is_there_exactly_twice_seen_or_not():  # case KLO-06
    game = at("base").game
    for _, _, after in steps(at("base"), 2):
        found = Counter(card for zone in game.table(after) for card in zone.cards)
        assert set(found.values()) == {2}
        assert sum(found.values()) == 104


@every_table
def test_foundations_are_whole_and_hold_what_the_players_laid(name):
    for _, _, after in steps(at(name), 3):
        piles = [pile for _, _, pile in lay.foundations(after)]
        for pile in piles:
            assert [card.rank for card in pile] == RANKS[: len(pile)]
            assert len({card.suit for card in pile}) == 1
        laid = Counter(card for pile in piles for card in pile)
        assert laid == Counter(lay.out(after, 0)) + Counter(lay.out(after, 1))
        assert len(piles) <= 8


def test_setting_out():  # case KLO-05 for both players
    *_, (_, _, after) = itertools.islice(steps(at("base"), 4), 2)
    for seat in (0, 1):
        side = lay.side(after, seat)
        assert [len(column.down) for column in side.columns] == list(range(7))
        assert [len(column.up) for column in side.columns] == [1] * 7
        assert (len(side.stock), len(side.waste)) == (24, 0)
    assert len(own_cards(after, 0)) + len(own_cards(after, 1)) == 104


@every_table
def test_nobody_touches_what_is_the_other_players(name):
    for before, move, after in steps(at(name), 5):
        if move.seat != DEALER:
            other = 1 - move.seat
            assert lay.side(before, other) == lay.side(after, other)
            assert lay.out(before, other) == lay.out(after, other)


# --- what fits, by a second reckoning --------------------------------------------------------


def fits(card: Card, end: Card | None) -> bool:
    if end is None:
        return card.rank == "K"
    return RANKS.index(card.rank) + 1 == RANKS.index(end.rank) and (card.suit in "DH") != (
        end.suit in "DH"
    )


def goes_up(card: Card, s: Any) -> bool:
    laid = Counter(c.rank for c in lay.out(s, 0) + lay.out(s, 1) if c.suit == card.suit)
    rank = RANKS.index(card.rank)
    return laid[card.rank] < (laid[RANKS[rank - 1]] if rank else 2)


@pytest.mark.parametrize("name", ["base", "three-card"])
def test_all_that_fits_is_legal_unless_it_was_there_before(name):
    game = at(name).game
    for before, move, _ in steps(at(name), 6):
        if move.seat == DEALER:
            continue
        side = lay.side(before, before.turn)
        want = set()
        for number, column in enumerate(side.columns):
            for card in column.up:
                want |= {
                    f"put {place} {card}"
                    for place, target in enumerate(side.columns, 1)
                    if place != number + 1 and fits(card, target.end)
                }
        ends = [column.end for column in side.columns if column.end] + list(side.waste[-1:])
        for card in side.waste[-1:]:
            want |= {f"put {n} {card}" for n, c in enumerate(side.columns, 1) if fits(card, c.end)}
        want |= {f"up {card}" for card in ends if goes_up(card, before)}
        want |= {"turn"} if side.stock or side.waste else {"pass"}
        choices = game.choices(before)
        found = {game.text(one).split(" ", 1)[1] for one in choices.legal}
        cut = {
            game.text(one).split(" ", 1)[1]
            for one, reason in choices.cuts.items()
            if reason.rule == "no-shuttling"
        }
        assert found | cut == want


@every_table
def test_a_refusal_tells_nothing_of_what_lies_face_down(name):
    game, rng = at(name).game, Random(8)
    for before, move, _ in list(steps(at(name), 7))[5::40]:
        if move.seat == DEALER:
            continue
        mixed = game.permute_hidden(before, before.turn, rng)
        for card in PACK.pack:
            for tried in (f"up {card}", f"put 3 {card}", f"put 7 {card}"):
                line = f"{game.seat(before.turn)} {tried}"
                assert verdict(game, before, line) == verdict(game, mixed, line)


def verdict(game: Any, s: Any, line: str) -> str:
    try:
        game.check(s, game.parse(line))
    except Illegal as refusal:
        return refusal.rule
    return "legal"


@every_table
def test_hidden_cards_stay_in_their_own_pack(name):
    game, rng = at(name).game, Random(9)
    for before, _, _ in list(steps(at(name), 8))[3::30]:
        mixed = game.permute_hidden(before, 0, rng)
        for seat in (0, 1):
            assert Counter(own_cards(mixed, seat)) == Counter(own_cards(before, seat))


# --- the turn --------------------------------------------------------------------------------


@every_table
def test_no_arrangement_comes_back_within_a_turn(name):
    seen: set[Any] = set()
    for before, move, after in steps(at(name), 10):
        if move.seat == DEALER:
            continue
        seen.add(lay.arrangement(lay.side(before, move.seat)))
        if move.verb in ("up", "put"):
            assert lay.arrangement(lay.side(after, move.seat)) not in seen
        if after.turn != before.turn:
            seen = set()


@every_table
def test_a_turned_card_ends_the_turn_or_is_played(name):
    ruled = at(name)
    for before, move, after in steps(ruled, 11):
        if move.verb in ("turn", "pass") and after.phase == "play":
            assert after.turn != before.turn
        if after.phase == "turned":
            assert ruled.options.turn_end == "unplayable"
            legal = ruled.game.legal(after)
            assert {one.verb for one in legal} <= {"up", "put", "pass"}
            assert any(one.cards for one in legal)
            top = lay.side(after, after.turn).waste[-1:]
            assert all(one.cards in (top, Cards()) for one in legal)


@pytest.mark.parametrize("name", ["bicycle", "twice, by threes"])
def test_an_ace_that_can_be_laid_must_be(name):
    game, forced = at(name).game, 0
    for seed in range(3):
        for _, _, after in steps(at(name), seed):
            legal = game.legal(after)
            aces = [one for one in legal if one.verb == "up" and one.cards[0].rank == "A"]
            assert not aces or aces == legal
            forced += bool(aces)
    assert forced


def test_redeals_are_counted():
    for name, limit in (("once through", 0), ("twice, by threes", 2)):
        most = max(max(after.redealt) for _, _, after in steps(at(name), 12))
        assert most == limit


# --- the end ---------------------------------------------------------------------------------


@every_table
def test_idle_turns_are_counted_and_end_the_game(name):
    ruled, idle, fresh = at(name), 0, False
    known: list[set[Card]] = [set(), set()]
    for before, move, after in steps(ruled, 13):
        if move.seat == DEALER:
            continue
        was, now = lay.side(before, move.seat), lay.side(after, move.seat)
        downs = [sum(len(column.down) for column in side.columns) for side in (was, now)]
        new_up = move.verb == "up" and move.cards[0] not in known[move.seat]
        known[move.seat] |= set(lay.out(after, move.seat))
        played = move.cards and len(now.waste) < len(was.waste)
        if new_up or played or downs[1] < downs[0]:
            idle, fresh = 0, True
        if move.verb in ("turn", "pass") and after.phase != "turned":
            idle, fresh = (0 if fresh else idle + 1), False
        assert after.idle == idle
        full = max(len(lay.out(after, seat)) for seat in (0, 1)) == 52
        assert (after.phase == "over") == (full or idle == ruled.options.idle_limit)


@every_table
def test_matches_end_and_are_counted(name):
    ruled, ends = at(name), Counter()
    for seed in range(3):
        live = ruled.playout(seed)
        out = [len(lay.out(live.state, seat)) for seat in (0, 1)]
        assert list(live.standing) == out
        best = [seat for seat in (0, 1) if out[seat] == max(out)]
        assert live.outcome
        assert list(live.outcome.winners) == best
        assert (live.outcome.rule == "go-out") == (52 in out)
        ends[live.outcome.rule] += 1
    assert set(ends) <= {"go-out", "count"}


def test_progress_is_bounded():
    for seed in range(3):
        marks = 0
        for before, move, after in steps(at("back"), seed):
            if move.seat != DEALER and after.progress and move.verb in ("up", "put"):
                was, now = lay.side(before, move.seat), lay.side(after, move.seat)
                marks += after.idle == 0 and was != now
        assert marks <= 2 * (104 + 42 + 48)


def test_both_ways_of_ending_happen():
    found = {rules(ID).playout(seed).outcome.rule for seed in range(3)}
    assert found == {"go-out", "count"}


def test_a_player_that_looks_ahead_plays_whole_matches():
    live = playout(rules(ID).game, 1, bots=[simple_bot, simple_bot])
    assert live.over


def test_every_value_of_every_option_is_played():
    for option in describe(type(rules(ID).options)).values():
        for value in option.values[1:]:
            assert rules(ID, **{option.name: value}).playout(2).over


# --- positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"column1": {"N": "7H"}, "waste": {"N": "7H"}}, "twice"),
        ({"first": {"N": "AH 3H"}}, "gap"),
        ({"second": {"S": "2C"}}, "gap"),
        ({"column1": {"N": "7H"}, "first": {"N": "7H"}}, "twice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(given, fault):
    with pytest.raises(GivenError, match=fault):
        rules(ID).position(**given)


def test_both_players_may_have_the_same_card():
    position = rules(ID).position(column1={"N": "7H", "S": "7H"}, stock={"N": "9C"})
    assert position.moves() == ["turn"]


def test_who_begins_by_a_second_reckoning():
    game, rng = rules(ID).game, Random(1)
    for _ in range(300):
        north, south = (Cards(rng.sample(PACK.pack, 7)) for _ in range(2))
        keys = [[RANKS.index(card.rank) for card in side] for side in (north, south)]
        assert game.first(north, south).value == ("S" if keys[1] < keys[0] else "N")


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("first", {"north": "7S 4C", "south": "7D"}),
        ("result", {"north": 52, "south": 52}),
        ("result", {"north": 53, "south": 1}),
        ("moved_with", {"card": "2C", "column": "9H 8S"}),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(question, given):
    with pytest.raises(GivenError):
        rules(ID).ask(question, **given)


def test_a_playout_is_the_same_from_the_same_seed():
    assert rules(ID).playout(7).record() == rules(ID).playout(7).record()


def test_turning_from_the_stock_is_no_prospect_and_clearing_a_column_is():
    """Every card of the stock comes by again: a redeal brings neither good nor harm."""
    game, seen = at("base").game, set()
    for before, move, after in steps(at("base"), 6):
        if move.seat == DEALER or after.phase == "over":
            continue
        gained = game.outlook(after)[move.seat] - game.outlook(before)[move.seat]
        cleared = lay.face_down(before, move.seat) - lay.face_down(after, move.seat)
        out = len(lay.out(after, move.seat)) - len(lay.out(before, move.seat))
        assert gained == cleared + out
        assert move.verb != "turn" or gained == 0
        seen.add((move.verb, gained))
    assert {("turn", 0), ("up", 1), ("put", 1), ("put", 0)} <= seen
