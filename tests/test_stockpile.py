"""Stockpile against invariants, exact odds and a second, plain statement of its rules."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from upcard import Cards, Illegal, OptionError, library, rules
from upcard.moves import DEALER, Move

ID = "stockpile"
STOCKPILE = rules(ID)
DECK = STOCKPILE.game.deck
PACK = Counter(DECK.pack)
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"first_player": "non_dealer"},
    {"stock_size": 60},
    {"stock_size": 5, "scoring": "points", "target": 100},
    {"must_play_stock": True, "dump": True},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
CENTRE = "abcd"
DISCARDS = ("discard1", "discard2", "discard3", "discard4")


def steps(ruled, seed, *, sound=True):
    """Yield position, move and next position of one game; the last move ends it."""
    game, rng = ruled.game, Random(seed)
    s = game.new(game.start(seed % 2))
    while (seat := game.to_move(s)) is not None:
        if seat == DEALER:
            move = game.shuffled(s, rng)
        else:
            legal = game.legal(s)
            move = rng.choice(game.sound(s) if sound and rng.randrange(8) else legal)
        after = game.carry_out(s, move)
        yield s, move, after
        s = after


# --- a second statement of the rules ----------------------------------------------------------


def plain_legal(options, s):
    """Return the notation of every legal move, from what lies on the table."""
    seat = s.turn
    piles = {"a": s.centre_a, "b": s.centre_b, "c": s.centre_c, "d": s.centre_d}
    sources = {"": s.hands[seat], "stock ": s.turned[seat]}
    for name in DISCARDS:
        sources[f"{name} "] = getattr(s, name)[seat][-1:]
    plays = {
        f"play {card} {name}{pile}"
        for name, cards in sources.items()
        for card in cards
        for pile, lying in piles.items()
        if str(card) in ("W", str(len(lying) + 1))
    }
    ends = {f"end {card} {name}" for card in s.hands[seat] for name in DISCARDS}
    if not s.hands[seat]:
        ends = {"pass"}
    elif options.dump and not s.played:
        ends.add("dump")
    held_up = options.must_play_stock and any(" stock " in play for play in plays)
    return plays if held_up else plays | ends


@every_table
def test_a_second_statement_of_the_rules_agrees_move_by_move(ruled):
    game = ruled.game
    for seed in range(2):
        for s, move, _ in steps(ruled, seed):
            if move.seat != DEALER:
                found = {game.text(m).split(" ", 1)[1] for m in game.legal(s)}
                assert found == plain_legal(ruled.options, s)


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_cards_are_kept_and_stocks_only_shrink(ruled):
    game = ruled.game
    for seed in range(3):
        for before, move, s in steps(ruled, seed):
            laid = Counter(card for zone in game.table(s) for card in zone.cards)
            assert laid == PACK
            assert all(len(s.centre(name)) < 12 for name in CENTRE)
            assert all(len(hand) <= 5 for hand in s.hands)
            if move.verb not in ("deal", "shuffle"):
                assert all(s.left(seat) <= before.left(seat) for seat in (0, 1))
            for name in CENTRE:
                for place, card in enumerate(s.centre(name), 1):
                    assert card.rank in ("W", str(place))


@every_table
def test_a_turn_begins_with_five_cards_unless_they_run_out(ruled):
    for seed in range(3):
        for before, move, s in steps(ruled, seed):
            begins = move.verb in ("end", "dump", "pass") and s.phase == "play"
            if begins and len(s.hands[s.turn]) < 5:
                assert not s.draw_pile
                assert not s.aside
            if move.verb == "end":
                assert len(s.hands[before.turn]) == len(before.hands[before.turn]) - 1


@every_table
def test_games_end_by_an_empty_stock_or_two_passes(ruled):
    for seed in range(3):
        *_, (_, move, s) = steps(ruled, seed)
        if move.verb == "pass":
            assert s.passes == 2
        else:
            assert s.left(move.seat) == 0
            winner = ruled.game.totals(s).index(max(ruled.game.totals(s)))
            assert winner == move.seat


def test_a_match_for_points_goes_to_the_target():
    ruled = rules(ID, stock_size=5, scoring="points", target=150)
    for seed in range(3):
        live = ruled.playout(seed)
        assert max(live.standing) >= 150 > max(live.match.scores)
        assert all(score % 5 == 0 for score in live.standing)
        assert live.outcome.winners == (live.standing.index(max(live.standing)),)
        assert live.outcome.rule == "match-end"


def test_players_who_only_discard_come_to_a_stalemate():
    """Nobody plays a card: the draw pile gives out, the hands too, and both pass."""
    game = rules(ID, first_player="non_dealer").game
    s = game.new(game.start(0))
    s = game.carry_out(s, game.shuffled(s, Random(1)))
    moves = 0
    while game.to_move(s) is not None:
        idle = [move for move in game.legal(s) if move.verb in ("end", "pass")]
        s = game.apply(s, idle[0])
        moves += 1
    assert moves == 122 + 2
    assert game.totals(s) == (0, 0)
    assert game.after(s.match, s).facts == {"ended": "stalemate"}
    assert game.outcome(game.after(s.match, s)).winners == (0, 1)


# --- what is hidden ---------------------------------------------------------------------------


@every_table
def test_a_view_tells_nothing_that_is_hidden(ruled):
    game, rng = ruled.game, Random(9)
    for _, _, s in itertools.islice(steps(ruled, 5), 150):
        for seat in (0, 1, None):
            assert game.view(game.permute_hidden(s, seat, rng), seat) == game.view(s, seat)


def test_of_a_stock_only_the_top_card_is_seen():
    view = STOCKPILE.game.view(STOCKPILE.position(stock={"N": "4 5 6", "S": "W 12"}).state, 0)
    stocks = [zone for zone in view["zones"] if zone["name"].startswith("stock")]
    shown = {(zone["name"], zone["owner"]): zone.get("cards", zone["count"]) for zone in stocks}
    assert shown == {
        ("stock card", "N"): "4",
        ("stock", "N"): 2,
        ("stock card", "S"): "W",
        ("stock", "S"): 1,
    }


# --- counts and odds --------------------------------------------------------------------------


def test_the_pack_is_counted():  # case SKB-02
    assert len(DECK) == 12 * 12 + 18 == 162
    assert PACK[DECK.card("W")] == 18
    assert all(PACK[DECK.card(str(n))] == 12 for n in range(1, 13))


@pytest.mark.parametrize(("size", "left"), [(20, 122), (30, 102), (10, 142), (60, 42)])
def test_what_is_left_to_draw(size, left):  # case SKB-02
    game = rules(ID, stock_size=size, first_player="non_dealer").game
    s = game.new(game.start(0))
    s = game.apply(s, game.shuffled(s, Random(0)))
    assert len(s.draw_pile) == left - 5
    (first,) = [move for move in game.legal(s) if move.verb == "end"][:1]
    assert len(game.apply(s, first).draw_pile) == left - 10
    assert game.numbers()["draw_pile"] == left


def test_how_often_two_stocks_show_the_same():
    equal = sum(many * (many - 1) for many in PACK.values())
    assert Fraction(equal, 162 * 161) == Fraction(5, 69)


def test_every_pair_of_stock_cards():
    order = [str(n) for n in range(1, 13)] + ["W"]
    for north, south in itertools.product(order, repeat=2):
        told = STOCKPILE.ask("first", north=north, south=south).value
        one, other = order.index(north), order.index(south)
        assert told == ("shuffle" if one == other else "N" if one > other else "S")


def test_what_every_pile_needs():  # case SKB-03
    for length in range(12):
        for wilds in range(2**length) if length < 7 else (0, 2**length - 1):
            faces = ["W" if wilds >> n & 1 else str(n + 1) for n in range(length)]
            told = STOCKPILE.ask("need", pile=" ".join(faces))
            assert told.value == length + 1
            ruling = STOCKPILE.ask(
                "may_play", hand="1 2 3 4 5 6 7 8 9 10 11 12 W", pile=" ".join(faces)
            )
            assert str(ruling.legal) == f"{length + 1} W"


@pytest.mark.parametrize("pile", ["2", "1 3", "1 2 2", "W 1", "1 2 3 4 5 6 7 8 9 10 11 12 1"])
def test_a_pile_that_cannot_be_is_refused(pile):
    with pytest.raises(ValueError, match=r"cannot lie|twelve"):
        STOCKPILE.ask("need", pile=pile)
    with pytest.raises(ValueError, match=r"cannot lie|twelve"):
        STOCKPILE.position(centre_a=pile)


def test_a_full_pile_cannot_lie_on_the_table():  # case SKB-01
    with pytest.raises(ValueError, match="put aside"):
        STOCKPILE.position(centre_a="1 2 3 4 5 6 7 8 9 10 11 12", hands={"N": "W"})


def test_drawing_is_counted_out():
    for hand, draw_pile, aside in itertools.product(range(6), range(7), range(7)):
        told = STOCKPILE.ask("refill", hand=hand, draw_pile=draw_pile, aside=aside)
        assert told.value == min(5 - hand, draw_pile + aside)
        assert ("reshuffle" in told.rules) == (draw_pile < 5 - hand and aside > 0)
        assert ("short-draw" in told.rules) == (draw_pile + aside < 5 - hand)


# --- shuffling --------------------------------------------------------------------------------


def test_equal_stock_cards_are_shuffled_until_they_differ():
    game, ties = STOCKPILE.game, 0
    for seed in range(60):
        rng = Random(seed)
        s = game.new(game.start(0))
        s = game.apply(s, game.shuffled(s, rng))
        while s.turn == DEALER:
            ties += 1
            before = s
            s = game.apply(s, game.shuffled(s, rng))
            assert [s.left(seat) for seat in (0, 1)] == [before.left(seat) for seat in (0, 1)]
        assert s.turned[0] != s.turned[1]
    assert ties


def test_a_stock_is_shuffled_by_itself():
    position = STOCKPILE.position(phase="show", stock={"N": "7 3", "S": "7 9"})
    with pytest.raises(Illegal):
        position.do("DEALER shuffle 9 7")
    assert position.do("DEALER shuffle 3 7", "DEALER shuffle 9 7").turn == "S"


def test_a_shuffle_between_two_draws_can_be_replayed():
    ruled = rules(ID, stock_size=60)
    for seed in range(3):
        live = ruled.playout(seed)
        assert ruled.resume(live.record()).state == live.state
        if any(move.verb == "shuffle" for move in live.log):
            return
    raise AssertionError


# --- moves and options ------------------------------------------------------------------------


def test_malformed_plays_are_refused_with_a_rule():
    position = STOCKPILE.position(
        hands={"N": "1 8"}, stock={"N": "1 2", "S": "3"}, discard1={"N": "1"}, turn="N"
    )
    game, s = position.game, position.state
    one = Cards([DECK.card("1")])
    empty = Cards()
    for groups in (
        (),
        (("stock", empty),),
        (("a", empty), ("b", empty)),
        (("stock", empty), ("discard1", empty), ("a", empty)),
        (("a", one),),
    ):
        with pytest.raises(Illegal) as refusal:
            game.check(s, Move(0, "play", one, "", groups))
        assert refusal.value.rule in ("play-to", "play-from")
    assert position.verdict("play 1 a") == "legal"
    assert position.verdict("play 1 stock a") == "legal"
    assert position.verdict("play 1 discard1 a") == "legal"


def test_a_target_without_points_is_refused():
    with pytest.raises(OptionError) as refusal:
        rules(ID, target=250)
    assert set(refusal.value.names) == {"target", "scoring"}
    assert rules(ID, target=250, scoring="points").options.target == 250


@pytest.mark.slow
def test_two_thousand_random_games_end():
    for seed in range(2000):
        assert STOCKPILE.playout(seed).over
