"""Last Card against invariants and a second, plain statement of its rules."""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from upcard import Cards, Illegal, NotationError, OptionError, library, rules
from upcard.cards import combinations
from upcard.drive import opening_match, playout
from upcard.moves import DEALER
from upcard.options import describe
from upcard.sheds import on_top_last

ID = "last-card"
LAST_CARD = rules(ID)
PACK = LAST_CARD.game.deck
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"several_cards": False, "draw_rule": "until_playable"},
    {"pickup_answer": "two_on_five_suit", "tens": "per_ten", "starter_effect": "active"},
    {"call_penalty": 1, "finish": "single", "target": 3},
    {"finish": "no_pickup", "jokers": True, "jack_again": True, "tens": "per_ten"},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
SEEDS = 8
WORTH = {"2": 2, "5": 5, "JOKER": 6}


def steps(game: Any, seed: int):
    """Yield (before, move, after) through one random hand."""
    rng = Random(seed)
    s = game.new(opening_match(game, rng))
    while (seat := game.to_move(s)) is not None:
        move = game.shuffled(s, rng) if seat == DEALER else rng.choice(game.legal(s))
        after = game.carry_out(s, move)
        yield s, move, after
        s = after


# --- a second statement of the rules ----------------------------------------------------------


def plain_may_lay(options, s, hand, cards):
    """Say whether cards of a hand may be laid, the last on top."""
    ranks, top = {card.rank for card in cards}, s.discard[-1]
    rank = cards[0].rank
    if len(ranks) > 1 or (len(cards) > 1 and not options.several_cards):
        return False
    if s.drawn and s.drawn[0] not in cards:
        return False
    if s.pickup:
        allowed = {
            "same_rank": rank == top.rank,
            "none": False,
            "two_on_five": rank == top.rank or (rank, top.rank) == ("2", "5"),
            "two_on_five_suit": rank == top.rank
            or ((rank, top.rank) == ("2", "5") and top.suit in {card.suit for card in cards}),
        }[options.pickup_answer]
    else:
        allowed = rank in ("A", "JOKER") or any(
            card.rank == top.rank or card.suit == s.suit for card in cards
        )
    if len(cards) == len(hand):
        allowed = (
            allowed
            and {
                "free": True,
                "ace_in_suit": rank != "A" or s.suit in {card.suit for card in cards},
                "no_pickup": rank not in WORTH,
                "single": len(cards) == 1,
            }[options.finish]
        )
    return allowed


def plain_moves(game, s):
    """Return everything that may be done, as text without the seat."""
    if s.phase == "name":
        return {f"name {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")}
    hand = game.deck.sort(s.hands[s.turn] + s.drawn)
    laid = set()
    for size in range(1, min(4, len(hand)) + 1):
        for cards in combinations(hand, size):
            if len({card.rank for card in cards}) > 1:
                continue
            for order in itertools.permutations(cards):
                if plain_may_lay(game.options, s, hand, order):
                    laid.add(str(on_top_last(game.deck, Cards(order))))
    found = {f"play {cards}" for cards in laid}
    found |= {f"call {cards}" for cards in laid if len(cards.split()) == len(hand) - 1}
    if s.phase == "drawn":
        return found | {"pass"}
    if s.pickup:
        return found | {"take"}
    if found:
        return found
    return {"draw"} if s.pile or len(s.discard) > 1 else {"pass"}


@every_table
def test_a_second_statement_of_the_rules_agrees_move_by_move(ruled):
    game = ruled.game
    for seed in range(SEEDS):
        for s, move, _ in itertools.islice(steps(game, seed), 150):
            if move.seat != DEALER:
                told = {game.text(m).split(" ", 1)[1] for m in game.legal(s)}
                assert told == plain_moves(game, s)


@every_table
def test_what_follows_from_a_play(ruled):
    game, options = ruled.game, ruled.options
    for seed in range(SEEDS):
        for s, move, after in itertools.islice(steps(game, seed), 150):
            if move.verb not in ("play", "call"):
                continue
            mine, other = move.seat, 1 - move.seat
            held = len(s.hands[mine]) + len(s.drawn)
            left, rank = held - len(move.cards), move.cards[0].rank
            assert after.discard[-len(move.cards) :] == move.cards or after.phase == "reshuffle"
            if left == 0 and (s.called[mine] or held > 1):
                assert after.phase == "over"
                assert game.totals(after)[mine] == 1
                continue
            wanted = s.pickup + WORTH.get(rank, 0) * len(move.cards)
            assert after.pickup == wanted
            assert len(after.hands[other]) == len(s.hands[other])
            owed = options.call_penalty if left == 1 and move.verb == "play" else 0
            if rank in ("A", "JOKER"):
                assert (after.phase, after.turn) == ("name", mine)
                assert after.owed == owed
            elif after.phase != "reshuffle":
                assert len(after.hands[mine]) == left + owed - forgiven(after)
                again = rank == "10" or (rank == "J" and options.jack_again) or s.missed
                assert after.turn == (mine if again and not wanted else other)
                assert after.suit == move.cards[-1].suit


def forgiven(s):
    return sum(event.facts["forgiven"] for event in s.events if event.rule == "short-draw")


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_no_card_is_lost_and_somebody_can_always_move(ruled):
    game = ruled.game
    pack = Counter(game.deck.pack)
    for seed in range(SEEDS):
        for s, _, after in steps(game, seed):
            assert game.to_move(s) == DEALER or game.legal(s)
            assert Counter(card for zone in game.table(after) for card in zone.cards) == pack


@every_table
def test_no_pick_up_is_larger_than_one_pack_can_make_it(ruled):
    options = ruled.options
    most = 28 if options.pickup_answer.startswith("two_on") else 20
    for seed in range(SEEDS):
        for s, _, _ in steps(ruled.game, seed):
            assert s.pickup <= most
            assert not (s.pickup and s.missed)
            assert s.drawn or s.phase != "drawn"


@every_table
def test_a_call_is_held_with_a_single_card_only(ruled):
    for seed in range(SEEDS):
        for _, _, after in steps(ruled.game, seed):
            for seat in (0, 1):
                if after.called[seat] and after.phase != "over":
                    assert len(after.hands[seat]) == 1


@every_table
def test_matches_end_and_replay(ruled):
    for seed in range(3):
        live = ruled.playout(seed)
        assert max(live.standing) == ruled.options.target
        assert live.outcome.rule == "match-end"
        again = ruled.resume(live.record())
        assert again.over
        assert again.state == live.state


@every_table
def test_a_view_tells_nothing_that_is_hidden(ruled):
    game, rng = ruled.game, Random(3)
    for s, _, _ in itertools.islice(steps(game, 2), 80):
        for seat in (0, 1, None):
            assert game.view(game.permute_hidden(s, seat, rng), seat) == game.view(s, seat)


def test_only_its_owner_sees_a_drawn_card():
    game = LAST_CARD.game
    position = LAST_CARD.position(
        discard="KD", hands={"N": "7S 3H", "S": "4C 5C"}, pile="7D 9S"
    ).do("draw")
    assert "7D" in str(game.view(position.state, 0))
    assert "7D" not in str(game.view(position.state, 1))
    assert "9S" not in str(game.view(position.state, 0))


# --- numbers ----------------------------------------------------------------------------------


def test_seven_each_and_a_starter_leave_37_cards():
    for name, pile in (("base", 37), ("five-card", 41), ("with-jokers", 39)):
        assert rules(ID, name).game.numbers()["pile_size"] == pile
    for _, _, after in itertools.islice(steps(LAST_CARD.game, 5), 1):
        assert [len(hand) for hand in after.hands] == [7, 7]
        assert (len(after.pile), len(after.discard)) == (37, 1)


def test_the_most_that_can_be_picked_up():  # case LC-01
    for cards, most in (("2C 2D 2H 2S", 8), ("5C 5D 5H 5S", 20)):
        assert LAST_CARD.ask("pickup", cards=cards).total == most
    chain = rules(ID, "two-on-five").position(
        discard="9C", hands={"N": "5C 5D 2C 2D KH", "S": "5H 5S 2H 2S KS"}
    )
    line = ["N play 5C", "S play 5H", "N play 5D", "S play 5S", "N play 2C", "S play 2H"]
    last = chain.do(*line, "N call 2D", "S call 2S")
    assert last.state.pickup == 28
    assert last.moves() == ["take"]


def test_how_often_a_fresh_hand_can_play():
    chance = 1 - Fraction(12 * comb(51 - 18, 7) + comb(51 - 15, 7), 13 * comb(51, 7))
    assert chance == Fraction(40151779, 41807675)
    top = PACK.card("9C")
    others = [card for card in PACK.pack if card != top]
    fit = LAST_CARD.ask("playable", hand=Cards(others), top=top).legal
    assert len(fit) == 18
    aces = [card for card in PACK.pack if card != PACK.card("AC")]
    assert len(LAST_CARD.ask("playable", hand=Cards(aces), top="AC").legal) == 15


# --- single cases -----------------------------------------------------------------------------


def test_a_joker_in_a_pack_of_52_is_an_error():  # case LC-05
    with pytest.raises(NotationError):
        LAST_CARD.game.parse("N play JOKER")
    with_jokers = rules(ID, "with-jokers").game
    assert len(with_jokers.deck) == 54
    assert with_jokers.parse("N play JOKER").cards


def test_beneath_the_top_card_the_order_does_not_matter():
    game = LAST_CARD.game
    assert game.parse("N play 4S 4C 4H") == game.parse("N play 4C 4S 4H")
    assert game.parse("N play 4S 4C 4H") != game.parse("N play 4S 4H 4C")
    assert game.text(game.parse("N call 4S 4C 4H")) == "N call 4C 4S 4H"


def test_a_penalty_may_need_a_new_pile():
    position = LAST_CARD.position(
        discard="9D QD", pile="3C", hands={"N": "QH KS", "S": "4C 5C"}
    ).do("play QH", "DEALER shuffle QD 9D")
    assert position.part("hands", "N") == "3C QD KS"
    assert position.turn == "S"
    assert position.part("discard") == "QH"


def test_a_player_out_of_cards_uncalled_always_picks_something_up():
    position = LAST_CARD.position(discard="9D", pile="", hands={"N": "9S", "S": "4C 5C"}).do(
        "play 9S", "DEALER shuffle 9D"
    )
    assert position.events == ["reshuffle", "short-draw"]
    assert position.part("hands", "N") == "9D"
    assert not position.over


def test_a_stuck_player_gives_up_further_turns():
    position = LAST_CARD.position(
        discard="QS", pile="", missed=2, hands={"N": "9D KH", "S": "5S 4C 7D"}
    ).do("N pass")
    assert position.turn == "S"
    assert position.moves() == ["play 5S"]


def test_the_last_question_is_refused_by_the_rule_at_fault():
    for given, rule in (
        ({"cards": "4C 4S", "top": "8H"}, "match"),
        ({"cards": "4H KD", "top": "8H"}, "same-rank"),
        ({"cards": "AC", "top": "2D", "pickup": 2}, "answer"),
    ):
        assert LAST_CARD.refusal("lay", **given) == rule
    with pytest.raises(Illegal):
        LAST_CARD.ask("lay", cards="4C", top="8H")


def test_every_value_of_every_option_is_played():
    for option in describe(type(LAST_CARD.options)).values():
        for value in option.values[1:]:
            assert rules(ID, **{option.name: value}).playout(4).over


@pytest.mark.parametrize(
    "settings",
    [{"several_cards": False, "tens": "per_ten"}, {"several_cards": False, "finish": "single"}],
)
def test_contradictions_are_refused_by_name(settings):
    with pytest.raises(OptionError) as refusal:
        rules(ID, **settings)
    assert set(refusal.value.names) == set(settings)


def test_a_playout_is_the_same_from_the_same_seed():
    game = LAST_CARD.game
    assert playout(game, 7).record() == playout(game, 7).record()
