"""Rummy against invariants, exact odds and a second, plain statement of its rules."""

import itertools
from math import comb
from random import Random
from typing import Any

import pytest

from upcard import Card, Cards, OptionError, library, rules
from upcard.bots import simple_bot
from upcard.drive import LiveMatch, playout
from upcard.given import GivenError
from upcard.moves import DEALER

ID = "rummy"
RUMMY = rules(ID)
PACK = RUMMY.game.deck
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"lay_off": "after_own_meld", "go_out": "must_discard"},
    {"lay_off": "after_own_meld", "players": 3, "rummy_bonus": "plus_10"},
    {"turnovers": 0},
    {"stock_end": "shuffle", "turnovers": 9, "melds_per_turn": "one", "go_out": "must_discard"},
    {"players": 5, "hand_size": "seven", "ace": "around"},
    {"players": 3, "stock_end": "block", "next_dealer": "passes", "ace_value": 11},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
HANDS = 8
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
LINES = {"low": RANKS, "high_or_low": [*RANKS, "A"], "around": RANKS * 2}


def positions(game: Any, seed: int):
    """Yield every position of one hand, the last one included, with the move that follows."""
    rng = Random(seed)
    s = game.new(game.start(seed % game.seats))
    while (seat := game.to_move(s)) is not None:
        if seat == DEALER:
            move = game.shuffled(s, rng)
        else:
            move = rng.choice(game.sound(s) if rng.randrange(4) else game.legal(s))
        yield s, move
        s = game.carry_out(s, move)
    yield s, None


# --- a second statement of the rules ----------------------------------------------------------


def plain_meld(cards, ace) -> bool:
    if len(cards) < 3 or len(set(cards)) < len(cards):
        return False
    suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
    if len(ranks) == 1:
        return True
    line = LINES[ace]
    windows = (line[at : at + len(cards)] for at in range(len(line) - len(cards) + 1))
    return len(suits) == 1 and any(ranks == set(window) for window in windows)


def plain_value(card, options) -> int:
    if options.card_values == "five_ten":
        return {"A": 15, "10": 10, "J": 10, "Q": 10, "K": 10}.get(card.rank, 5)
    return options.ace_value if card.rank == "A" else min(10, RANKS.index(card.rank) + 1)


def plain_draws(options, s) -> set[str]:
    if s.stock:
        return {"draw", "take"}
    return {"take", "turn" if s.turned < options.turnovers else "decline"}


def plain_downs(options, s) -> set[str]:
    """Return all melds and lay-offs, found by trying every subset of the hand."""
    hand, found = s.hands[s.turn], set()
    lays = options.lay_off == "always" or s.opened[s.turn]
    for card in hand if lays else ():
        for meld in s.melds:
            if plain_meld((*meld, card), options.ace):
                found.add(((card,), meld))
    if options.melds_per_turn == "any" or not s.laid:
        for size in range(3, len(hand) + 1):
            for cards in itertools.combinations(hand, size):
                if plain_meld(cards, options.ace):
                    found.add((cards, ()))
    return {move for move in found if plain_end(options, s, *move)}


def plain_end(options, s, cards, on) -> bool:
    """Say whether the turn can still be ended after cards have gone on the table."""
    left = [card for card in s.hands[s.turn] if card not in cards]
    if not left:
        return options.go_out == "free"
    if left != [s.taken]:
        return True
    table = [(*meld, *cards) if meld == on else meld for meld in s.melds] + ([] if on else [cards])
    lays = options.lay_off == "always" or s.opened[s.turn] or not on
    fits = any(plain_meld((*meld, s.taken), options.ace) for meld in table)
    return options.go_out == "free" and lays and fits


def as_plain(move) -> Any:
    """Return a move to put down as its cards and the cards it goes on, in no order."""
    return frozenset(move.cards), frozenset(move.group("on"))


@every_table
def test_a_second_statement_of_the_rules_agrees_move_by_move(ruled):
    game, options = ruled.game, ruled.options
    for seed in range(HANDS // 2):
        for s, _ in positions(game, seed):
            legal = game.legal(s)
            if s.phase == "draw":
                assert {move.verb for move in legal} == plain_draws(options, s)
            elif s.phase == "play":
                downs = {as_plain(move) for move in legal if move.verb != "discard"}
                plain = {(frozenset(c), frozenset(on)) for c, on in plain_downs(options, s)}
                assert downs == plain
                throws = {move.cards[0] for move in legal if move.verb == "discard"}
                assert throws == set(s.hands[s.turn]) - {s.taken}
                assert legal


@every_table
def test_hands_score_what_is_left(ruled):
    game, options = ruled.game, ruled.options
    for seed in range(HANDS):
        earlier: set[int] = set()
        now: set[int] = set()
        last: Any = None
        for s, move in positions(game, seed):
            if move and move.verb in ("meld", "lay"):
                now.add(move.seat)
            if move and move.verb == "discard":
                earlier |= now if s.hands[s.turn] != move.cards else set()
            last = move or last
        left = [sum(plain_value(card, options) for card in hand) for hand in s.hands]
        expected = [0] * game.seats
        if not all(s.hands):
            winner = next(seat for seat, hand in enumerate(s.hands) if not hand)
            assert s.winner == winner == last.seat
            bonus = {"double": sum(left), "plus_10": 10, "none": 0}[options.rummy_bonus]
            expected[winner] = sum(left) + (0 if winner in earlier else bonus)
        elif options.stock_end == "block" and not s.stock and left.count(min(left)) == 1:
            expected[left.index(min(left))] = sum(left) - min(left) * game.seats
        assert list(game.totals(s)) == expected


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_no_card_is_lost(ruled):
    for seed in range(3):
        for s, _ in positions(ruled.game, seed):
            laid = [card for zone in ruled.game.table(s) for card in zone.cards]
            assert sorted(laid) == sorted(PACK.pack)


@every_table
def test_stock_and_discards_stay_as_many_between_turns(ruled):
    game, dealt = ruled.game, ruled.options.cards_each
    loose = 52 - game.seats * dealt
    for seed in range(HANDS):
        for s, _ in positions(game, seed):
            if s.phase == "draw":
                assert len(s.stock) + len(s.buried) + 1 == loose
                on_table = sum(map(len, s.melds))
                assert sum(map(len, s.hands)) == game.seats * dealt - on_table


@every_table
def test_melds_grow_and_are_never_changed_otherwise(ruled):
    game, ace = ruled.game, ruled.options.ace
    for seed in range(HANDS):
        before = ()
        for s, _ in positions(game, seed):
            assert len(s.melds) >= len(before)
            assert all({*old} <= {*new} for old, new in zip(before, s.melds, strict=False))
            assert all(plain_meld(meld, ace) for meld in s.melds)
            before = s.melds


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_the_discards_are_used_again_as_often_as_agreed(limit):
    game, ends = rules(ID, turnovers=limit, players=6).game, set()
    for seed in range(40):
        for s, _ in positions(game, seed):
            assert s.turned <= limit
        ends.add((s.turned, s.winner is None))
    assert (limit, True) in ends


@every_table
def test_matches_end_at_the_target(ruled):
    live = playout(ruled.game, 7)
    best = max(live.standing)
    assert best >= ruled.options.target > max(live.match.scores)
    assert live.outcome.winners == (live.standing.index(best),)
    again = ruled.resume(live.record())
    assert again.standing == live.standing
    assert again.over


def test_a_player_who_looks_ahead_beats_chance():
    game, won = RUMMY.game, 0
    for seed in range(6):
        live = LiveMatch(game, game.start(seed % 2))
        live.run([simple_bot, lambda view, _, rng: game.parse(rng.choice(view["moves"]))],
                 Random(seed))  # fmt: skip
        won += live.outcome.winners == (0,)
    assert won == 6


# --- counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("ace", "runs"), [("low", 264), ("high_or_low", 304), ("around", 524)])
def test_the_melds_of_a_pack(ace, runs):
    """A run of all thirteen ranks is one, wherever it begins, so 40 end in a high ace, not 44."""
    melds = rules(ID, ace=ace).game.melding.held(PACK.pack)
    kinds = [rules(ID, ace=ace).game.melding.kind(meld) for meld in melds]
    assert kinds.count("set") == 13 * (comb(4, 3) + comb(4, 4)) == 65
    assert kinds.count("run") == runs
    if ace == "low":  # what OpenSpiel counts
        assert sum(len(meld) <= 5 for meld in melds) == 185


@pytest.mark.parametrize(
    ("settings", "total"),
    [
        ({}, 340),
        ({"ace_value": 15}, 396),
        ({"ace_value": 11}, 380),
        ({"card_values": "five_ten"}, 380),
    ],
)
def test_the_values_of_the_pack(settings, total):
    assert rules(ID, **settings).ask("hand_score", hand=str(PACK.pack)).total == total


def test_the_best_that_can_be_put_down_is_found():
    """Every way of melding and laying off, one step after another, against the solver."""
    rng = Random(5)

    def least(hand: frozenset[Card], table: tuple[frozenset[Card], ...]) -> int:
        best = sum(plain_value(card, RUMMY.options) for card in hand)
        for card in hand:
            for at, meld in enumerate(table):
                if plain_meld((*meld, card), "low"):
                    grown = (*table[:at], meld | {card}, *table[at + 1 :])
                    best = min(best, least(hand - {card}, grown))
        for size in range(3, len(hand) + 1):
            for cards in itertools.combinations(sorted(hand), size):
                if plain_meld(cards, "low"):
                    best = min(best, least(hand - {*cards}, table))
        return best

    for _ in range(150):
        near = rng.sample([card for card in PACK.pack if card.rank in RANKS[5:11]], 8)
        table = ("JS QS KS", "4H 4C 4D")
        hand = [card for card in near if card != Card("J", "S")]
        there = tuple(frozenset(PACK.cards(meld)) for meld in table)
        found = RUMMY.ask("least_left", hand=str(Cards(hand)), melds=", ".join(table))
        assert found.total == least(frozenset(hand), there)


# --- what is hidden, and what is refused ------------------------------------------------------


def test_nobody_looks_into_the_discards_or_another_hand():
    for s, _ in itertools.islice(positions(RUMMY.game, 3), 30):
        for zone in RUMMY.game.view(s, 0)["zones"]:
            open_to_0 = zone["name"] in ("upcard", "meld") or zone["owner"] == "N"
            assert ("cards" in zone) == (open_to_0 or s.phase == "over")


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"ace_value": 15, "card_values": "five_ten"}, {"ace_value", "card_values"}),
        ({"turnovers": 3, "stock_end": "block"}, {"turnovers", "stock_end"}),
        ({"turnovers": 0, "stock_end": "shuffle"}, {"turnovers", "stock_end"}),
        ({"players": 7}, {"players"}),
        ({"turnovers": 10}, {"turnovers"}),
    ],
)
def test_options_that_contradict_are_refused(settings, names):
    with pytest.raises(OptionError) as refusal:
        rules(ID, **settings)
    assert set(refusal.value.names) == names


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        ({}, {"turn": "N", "hands": {"N": "AS"}}),  # no upcard
        ({}, {"turn": "S", "hands": {"N": "AS"}, "upcard": "2S"}),  # nothing to play with
        ({}, {"phase": "play", "turn": "N", "hands": {"N": "AS"}, "taken": "2S"}),
        ({}, {"phase": "play", "turn": "N", "hands": {"N": "AS", "S": "AS"}}),
        ({"stock_end": "block"}, {"hands": {"N": "AS"}, "upcard": "2S", "stock": ""}),
        ({"stock_end": "shuffle"}, {"hands": {"N": "AS"}, "upcard": "2S", "stock": ""}),
    ],
)
def test_positions_that_cannot_be_are_refused(settings, given):
    with pytest.raises(GivenError):
        rules(ID, **settings).position(**given)


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("fits", {"card": "5S", "meld": "6S 7S"}),
        ("least_left", {"hand": "5S", "melds": "6S 7S"}),
        ("least_left", {"hand": "5S", "melds": "5S 6S 7S"}),
        ("winner_score", {"left": "5S, 6S"}),
        ("winner_score", {"left": "5S 5S"}),
        ("winner_score", {"left": "5S 1X"}),
    ],
)
def test_questions_that_make_no_sense_are_refused(question, given):
    with pytest.raises(GivenError):
        RUMMY.ask(question, **given)
