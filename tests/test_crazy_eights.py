"""Crazy Eights against invariants, another engine and a second, plain statement of its rules."""

import itertools
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from upcard import Cards, library, rules
from upcard.drive import opening_match, playout
from upcard.moves import DEALER, Move
from upcard.options import describe

ID = "crazy-eights"
EIGHTS = rules(ID)
PACK = EIGHTS.game.deck
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"stock_end": "score", "twos": "draw_two"},
    {"stock_end": "reshuffle", "twos": "draw_two", "max_draw": 1},
    {"players": 3, "queens": "skip", "twos": "draw_two", "scoring": "penalty"},
    {"players": 4, "eights": "own_suit", "max_draw": 5, "voluntary_draw": False},
    {"eights": "must_match", "stock_end": "reshuffle", "hand_size": 8},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
SEEDS = 8
OPENSPIEL = json.loads((Path(__file__).parent / "data/crazy_eights_openspiel.json").read_text())
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def steps(game: Any, seed: int):
    """Yield (before, move, after) through one random hand."""
    rng = Random(seed)
    s = game.new(opening_match(game, rng))
    while (seat := game.to_move(s)) is not None:
        move = game.shuffled(s, rng) if seat == DEALER else rng.choice(game.legal(s))
        after = game.carry_out(s, move)
        yield s, move, after
        s = after


def plain_count(pile) -> int:
    worth = {"8": 50, "K": 10, "Q": 10, "J": 10, "A": 1}
    return sum(worth.get(card.rank) or int(card.rank) for card in pile)


# --- a second statement of the rules ----------------------------------------------------------


def plain_moves(options, s):
    """Return everything that may be done, as text without the seat."""
    hand, top = s.hands[s.turn], s.discard[-1]
    if s.phase == "name":
        return {f"name {suit}" for suit in SUITS.values()}
    if s.pickup:
        return {f"play {card}" for card in hand if card.rank == "2"} | {"take"}
    wild = options.eights != "must_match"
    fit = [c for c in hand if c.suit == s.suit or c.rank == top.rank or (wild and c.rank == "8")]
    plays = {f"play {card}" for card in fit}
    dry = not s.stock and not (options.stock_end == "reshuffle" and len(s.discard) > 1)
    if dry:
        return plays or {"pass"}
    full = options.max_draw and s.drawn >= options.max_draw
    if not options.voluntary_draw and any(card.rank != "8" for card in fit):
        return plays
    return plays | {"pass" if full else "draw"}


@every_table
def test_a_second_statement_of_the_rules_agrees_move_by_move(ruled):
    game = ruled.game
    for seed in range(SEEDS):
        for s, move, _ in steps(game, seed):
            if move.seat != DEALER:
                told = {game.text(m).split(" ", 1)[1] for m in game.legal(s)}
                assert told == plain_moves(game.options, s)


@every_table
def test_the_score_of_a_hand_is_what_lies_in_the_hands(ruled):
    game, options = ruled.game, ruled.options
    for seed in range(SEEDS):
        *_, (_, _, s) = steps(game, seed)
        counts = [plain_count(hand) for hand in s.hands]
        low = counts.index(min(counts))
        if options.scoring == "penalty":
            wanted = counts
        elif min(counts) == 0 or counts.count(min(counts)) == 1:
            wanted = [0] * game.seats
            wanted[low] = sum(count - counts[low] for count in counts)
        else:
            wanted = [0] * game.seats
        assert list(game.totals(s)) == wanted


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_no_card_is_lost_and_somebody_can_always_move(ruled):
    game = ruled.game
    for seed in range(SEEDS):
        for s, _, after in steps(game, seed):
            assert game.to_move(s) == DEALER or game.legal(s)
            laid = [card for zone in game.table(after) for card in zone.cards]
            assert sorted(laid) == sorted(PACK.pack)
            assert after.phase in ("deal", "bury") or after.discard


def test_without_a_new_stock_a_hand_always_ends():
    """The stock only shrinks, and when it is empty every turn lays a card or passes."""
    for seed in range(40):
        stock = 52
        for s, _, after in steps(EIGHTS.game, seed):
            if s.phase == "play":
                assert len(after.stock) <= stock
                stock = len(after.stock)
                assert after.passes <= 2


@every_table
def test_matches_end_at_the_target_and_replay(ruled):
    for seed in range(2):
        live = ruled.playout(seed)
        assert max(live.standing) >= ruled.options.target
        assert max(live.match.scores) < ruled.options.target or ruled.game.low_wins
        best = min(live.standing) if ruled.game.low_wins else max(live.standing)
        assert live.outcome.winners == (live.standing.index(best),)
        again = ruled.resume(live.record())
        assert again.over
        assert again.state == live.state


@every_table
def test_a_view_tells_nothing_that_is_hidden(ruled):
    game, rng = ruled.game, Random(3)
    for s, _, _ in itertools.islice(steps(game, 2), 80):
        for seat in (*range(game.seats), None):
            assert game.view(game.permute_hidden(s, seat, rng), seat) == game.view(s, seat)


def test_the_seats_are_as_many_as_the_players():
    for players in (2, 3, 4):
        game = rules(ID, players=players).game
        (s, _, after), *_ = steps(game, 1)
        assert len(s.hands) == len(after.hands) == game.seats == players
        assert len(after.stock) == 52 - 7 * players - (after.phase == "play")


# --- another engine ---------------------------------------------------------------------------


def table_of(name: str) -> Any:
    players = int(name[-1])
    options = {"players": players, "hand_size": 7 if players == 2 else 5, "max_draw": 5}
    if name.startswith("special"):
        options |= {"twos": "draw_two", "queens": "skip"}
    return rules(ID, **options).game


def read(s: Any, word: str) -> str:
    """Turn a move of the other engine's into one of ours."""
    if word in ("d", "p"):
        return {"d": "take" if s.pickup else "draw", "p": "pass"}[word]
    return f"name {SUITS[word[1]]}" if word.startswith("=") else f"play {word}"


def dealt(game: Any, record: Any) -> Any:
    """Deal what the other engine dealt, without an eight that was turned up and buried."""
    cards = record["cards"].split()
    at = game.seats * game.options.hand_size
    starter = next(place for place in range(at, len(cards)) if cards[place][0] != "8")
    order = cards[:at] + cards[starter:]
    order += [str(card) for card in PACK.pack if str(card) not in order]
    s = game.new(game.start(record["dealer"]))
    return game.carry_out(s, Move(DEALER, "deal", PACK.cards(" ".join(order))))


@pytest.mark.parametrize("name", sorted(OPENSPIEL.keys() - {"what"}))
def test_another_engine_allows_the_same_number_of_moves(name):
    """It calls legal what we do, but for four differences.

    It lets a player pass who can play when the stock is gone, wants one more round of passes at the
    end, lets a two or a queen act as starter, and lets a two lapse when there is no stock.
    """
    game = table_of(name)
    compared, decided = 0, Counter()
    for record in OPENSPIEL[name]:
        s = dealt(game, record)
        if name.startswith("special") and s.discard[0].rank in ("2", "Q", "A"):
            continue
        for word, many in zip(record["moves"].split(), record["legal"].split(), strict=True):
            if game.to_move(s) is None or (s.pickup and game.is_dry(s)):
                break
            legal = game.legal(s)
            may_pass = game.is_dry(s) and all(move.verb == "play" for move in legal)
            assert len(legal) + may_pass == int(many)
            s = game.apply(s, game.parse(f"{game.seat(s.turn)} {read(s, word)}"))
            compared += 1
        if game.to_move(s) is None:
            out = [seat for seat, hand in enumerate(s.hands) if not hand]
            decided["out" if out else "blocked"] += 1
            assert not out or record["returns"][out[0]] == 0
    assert compared > 1500
    assert decided["out"] > 4


# --- single cases -----------------------------------------------------------------------------


def test_a_pack_counts_508():
    assert EIGHTS.ask("hand_score", hand=PACK.pack).total == 508
    assert EIGHTS.game.numbers()["pack_count"] == 508
    for card in PACK.pack:
        assert EIGHTS.ask("hand_score", hand=Cards([card])).total == plain_count([card])


def test_one_starter_in_thirteen_is_an_eight():
    buried = [card for card in PACK.pack if EIGHTS.ask("starter", card=card).value == "buried"]
    assert len(buried) * 13 == len(PACK)


def test_an_eight_is_buried_until_another_card_comes():
    s = EIGHTS.game.new(EIGHTS.game.start(1))
    eights = PACK.cards("8C 8D 8H 8S")
    rest = PACK.pack - eights
    s = EIGHTS.game.carry_out(s, Move(DEALER, "deal", rest[:14] + eights + rest[14:]))
    for _ in range(3):
        assert s.phase == "bury"
        assert not s.discard
        assert len(s.stock) == 38
        s = EIGHTS.game.carry_out(s, Move(DEALER, "shuffle", s.stock[1:] + s.stock[:1]))
    s = EIGHTS.game.carry_out(s, Move(DEALER, "shuffle", s.stock[1:] + s.stock[:1]))
    assert s.phase == "play"
    assert s.discard == rest[14:15]
    assert len(s.stock) == 37


def test_one_rule_for_the_end_of_the_stock_at_each_table():  # case TXT-01
    given = {"discard": "9H 5D JC", "stock": "2H", "hands": {"N": "KD 3S", "S": "9S 4D"}}
    after = {
        name: rules(ID, stock_end=name, max_draw=1).position(**given).do("draw", "pass")
        for name in ("pass", "reshuffle", "score")
    }
    assert after["pass"].moves() == ["pass"]
    assert after["reshuffle"].moves() == ["draw"]
    assert after["score"].over


def test_twos_may_need_a_new_stock():
    position = rules(ID, twos="draw_two", stock_end="reshuffle").position(
        discard="9C 4D 6D", turn="S", stock="3C", hands={"N": "KD 8S", "S": "2D 5C 7C"}
    )
    after = position.do("S play 2D", "N take", "DEALER shuffle 6D 9C 4D")
    assert after.turn == "S"
    assert after.part("hands", "N") == "3C 6D KD 8S"
    assert after.part("stock") == "9C 4D"


def test_twos_without_any_stock_still_cost_the_turn():
    position = rules(ID, twos="draw_two").position(
        discard="6D", turn="S", stock="", hands={"N": "KD 8S", "S": "2D 5C 7C"}
    )
    after = position.do("S play 2D", "N take")
    assert after.turn == "S"
    assert after.part("hands", "N") == "KD 8S"


def test_every_value_of_every_option_is_played():
    for option in describe(type(EIGHTS.options)).values():
        for value in option.values[1:]:
            assert rules(ID, **{option.name: value}).playout(4).over


def test_a_playout_is_the_same_from_the_same_seed():
    game = EIGHTS.game
    assert playout(game, 7).record() == playout(game, 7).record()
