"""Spite and Malice against invariants, exact odds and a second, plain statement of its rules."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from upcard import Illegal, OptionError, library, rules
from upcard.moves import DEALER

ID = "spite-and-malice"
SPITE = rules(ID)
PACK = Counter(SPITE.game.deck.pack)
OTHER_OPTIONS = (
    {"first_player": "non_dealer", "spent": "when_empty", "must_play": "aces_and_twos"},
    {"pay_off": 30, "wild_aces": False, "discards": "falling"},
    {"jokers": "instead_of_kings", "discards": "falling", "pay_off": 5},
)
TABLES = [rules(ID, name) for name in ["base", *library().variants(ID)]]
TABLES += [rules(ID, **options) for options in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
RANKS = ["A", *map(str, range(2, 11)), "J", "Q"]
DISCARDS = ("discard1", "discard2", "discard3", "discard4")


def steps(ruled, seed):
    """Yield position, move and next position of one game; the last move ends it."""
    game, rng = ruled.game, Random(seed)
    s = game.new(game.start(seed % 2))
    while (seat := game.to_move(s)) is not None:
        if seat == DEALER:
            move = game.shuffled(s, rng)
        else:
            move = rng.choice(game.sound(s) if rng.randrange(8) else game.legal(s))
        after = game.carry_out(s, move)
        yield s, move, after
        s = after


# --- a second statement of the rules ----------------------------------------------------------


def plain_legal(options, s):
    """Return the notation of every legal move, from what lies on the table."""
    natural = options.jokers == "instead_of_kings"
    ladder = [*RANKS, "K"] if natural else RANKS
    order = [*RANKS, "K", "JOKER"]
    seat = s.turn
    piles = {name: s.centre(name) for name in "abcd"[: options.centre_piles]}
    sources = {"": s.hands[seat], "payoff ": s.turned[seat]}
    sources |= {f"{name} ": getattr(s, name)[seat][-1:] for name in DISCARDS}
    plays = {}
    for name, cards in sources.items():
        for card, (pile, lying) in itertools.product(cards, piles.items()):
            wild = card.rank == "JOKER" or (card.rank == "K" and not natural)
            if (options.wild_aces or lying) if wild else card.rank == ladder[len(lying)]:
                plays[f"play {card} {name}{pile}"] = card.rank
    duty = {"nothing": "", "aces": "A", "aces_and_twos": "A2"}[options.must_play]
    if owed := {move for move, rank in plays.items() if rank in duty}:
        return owed
    ends = set()
    for card, name in itertools.product(s.hands[seat], DISCARDS):
        top = getattr(s, name)[seat][-1:]
        lower = top and order.index(top[0].rank) - order.index(card.rank)
        if options.discards == "any" or not top or lower in (0, 1):
            ends.add(f"end {card} {name}")
    return set(plays) | (ends or {"pass"})


@every_table
def test_a_second_statement_of_the_rules_agrees_move_by_move(ruled):
    game, looked = ruled.game, 0
    for s, move, _ in itertools.islice(steps(ruled, 3), 250):
        if move.seat != DEALER:
            found = {game.text(m).split(" ", 1)[1] for m in game.legal(s)}
            assert found == plain_legal(ruled.options, s)
            looked += 1
    assert looked > 20


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_cards_are_kept_and_pay_off_piles_only_shrink(ruled):
    game = ruled.game
    pack, full = Counter(game.deck.pack), game.numbers()["full_pile"]
    wild = set(game.ladder.wild)
    for before, move, s in steps(ruled, 4):
        assert Counter(card for zone in game.table(s) for card in zone.cards) == pack
        assert all(len(hand) <= 5 for hand in s.hands)
        if move.verb not in ("deal", "shuffle"):
            assert all(s.left(seat) <= before.left(seat) for seat in (0, 1))
        for name in game.centre:
            assert len(s.centre(name)) < full
            for card, rank in zip(s.centre(name), game.ladder.ranks, strict=False):
                assert card.rank in wild | {rank}


@every_table
def test_a_turn_begins_with_five_cards_and_ends_without_one(ruled):
    for before, move, s in steps(ruled, 5):
        if move.verb in ("end", "pass") and s.phase == "play":
            assert len(s.hands[s.turn]) == 5
        if move.verb == "end":
            assert len(s.hands[before.turn]) == len(before.hands[before.turn]) - 1


@every_table
def test_games_end_by_an_empty_pay_off_pile_or_for_want_of_cards(ruled):
    for seed in range(2):
        *_, (_, move, s) = steps(ruled, seed)
        left = [s.left(seat) for seat in (0, 1)]
        if min(left):
            assert len(s.draw_pile) == 0
            spread = abs(left[0] - left[1]) if ruled.options.out_of_cards == "difference" else 0
            assert max(ruled.game.totals(s)) == spread
        else:
            assert left[move.seat] == 0
            assert ruled.game.totals(s)[move.seat] == max(left) + 5 * ruled.options.bonus


def test_piles_that_wait_aside_come_back_when_the_draw_pile_is_empty():
    ruled, shuffles = rules(ID, spent="when_empty"), 0
    for seed in range(12):
        for before, move, _ in steps(ruled, seed):
            if move.verb == "shuffle" and before.phase == "shuffle":
                assert not before.draw_pile
                shuffles += 1
    assert shuffles


def test_piles_are_shuffled_in_at_once():
    shuffles = 0
    for before, move, s in steps(SPITE, 1):
        if move.verb == "shuffle" and before.phase == "shuffle":
            assert len(before.aside) == 12
            shuffles += 1
        assert not s.aside or s.phase in ("shuffle", "over")
    assert shuffles


def test_a_new_deal_comes_only_when_both_are_stuck():
    ruled, deals = rules(ID, "book"), 0
    for seed in range(4):
        last = []
        for before, move, s in steps(ruled, seed):
            if move.verb == "shuffle" and before.phase == "redeal":
                assert [each.verb for each in last[-2:]] == ["pass", "pass"]
                assert last[-1].seat != last[-2].seat
                assert s.turn == last[-2].seat or s.phase == "over"
                assert not any(getattr(s, name)[seat] for name in DISCARDS for seat in (0, 1))
                deals += 1
            last.append(move)
    assert deals


def test_a_match_for_points_goes_to_the_target():
    ruled = rules(ID, play_to="points", target=30, bonus=True, pay_off=5)
    live = ruled.playout(1)
    assert max(live.standing) >= 30 > max(live.match.scores)
    assert live.outcome.winners == (live.standing.index(max(live.standing)),)
    assert live.outcome.rule == "match-end"


# --- what is hidden ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["base", "cat-and-mouse", "book"])
def test_a_view_tells_nothing_that_is_hidden(name):
    ruled = rules(ID, name)
    game, rng = ruled.game, Random(9)
    for _, _, s in itertools.islice(steps(ruled, 5), 40, 100):
        for seat in (0, 1, None):
            assert game.view(game.permute_hidden(s, seat, rng), seat) == game.view(s, seat)


def test_of_a_pay_off_pile_only_the_top_card_is_seen():
    view = SPITE.game.view(SPITE.position(payoff={"N": "4C 5C 6C", "S": "KS QH"}).state, 0)
    shown = {
        (zone["name"], zone["owner"]): zone.get("cards", zone["count"])
        for zone in view["zones"]
        if zone["name"].startswith("pay-off")
    }
    assert shown == {
        ("pay-off card", "N"): "4C",
        ("pay-off", "N"): 2,
        ("pay-off card", "S"): "KS",
        ("pay-off", "S"): 1,
    }


# --- counts and odds --------------------------------------------------------------------------


def test_the_packs_are_counted():
    assert sum(PACK.values()) == 104
    assert set(PACK.values()) == {2}
    ranks = Counter(card.rank for card in rules(ID, "jokers-wild").game.deck.pack)
    assert ranks.pop("JOKER") == 4
    assert ranks == Counter(dict.fromkeys([*RANKS, "K"], 8))


@pytest.mark.parametrize(
    ("options", "left"),
    [({}, 54), ({"pay_off": 26}, 42), ({"pay_off": 30, "jokers": "besides_kings"}, 38)],
)
def test_what_is_left_to_draw(options, left):
    game = rules(ID, **options).game
    s = game.new(game.start(0))
    s = game.apply(s, game.shuffled(s, Random(0)))
    assert len(s.draw_pile) == left == game.numbers()["draw_pile"]
    assert [len(hand) for hand in s.hands] == [5, 5]


def test_how_often_two_pay_off_piles_show_the_same():
    by_rank = Counter(card.rank for card in PACK.elements())
    equal = sum(many * (many - 1) for many in by_rank.values())
    assert Fraction(equal, 104 * 103) == Fraction(7, 103)


def test_every_pair_of_pay_off_cards():
    order = [*RANKS, "K"]
    for north, south in itertools.product(order, repeat=2):
        told = SPITE.ask("first", north=f"{north}S", south=f"{south}D").value
        one, other = order.index(north), order.index(south)
        assert told == ("shuffle" if one == other else "N" if one > other else "S")


def test_what_every_pile_needs():
    for length, kings in itertools.product(range(12), range(8)):
        faces = [f"K{'CDHS'[n % 4]}" if kings >> n & 1 else f"{RANKS[n]}D" for n in range(length)]
        assert SPITE.ask("need", pile=" ".join(faces)).value == RANKS[length]
        hand = " ".join(f"{rank}H" for rank in [*RANKS, "K"])
        ruling = SPITE.ask("may_play", hand=hand, pile=" ".join(faces))
        assert {card.rank for card in ruling.legal} == {RANKS[length], "K"}


def test_what_every_discard_pile_takes():
    order = [*RANKS, "K", "JOKER"]
    book = rules(ID, "book")
    cards = {rank: rank if rank == "JOKER" else f"{rank}S" for rank in order}
    for top in order:
        ruling = book.ask("may_discard", hand=" ".join(cards.values()), pile=cards[top])
        wanted = {top, order[max(0, order.index(top) - 1)]}
        assert {card.rank for card in ruling.legal} == wanted


# --- what cannot be ---------------------------------------------------------------------------


@pytest.mark.parametrize("pile", ["2S", "AS 3S", "AS 2S 2S", "KS AS"])
def test_a_pile_that_cannot_be_is_refused(pile):
    with pytest.raises(ValueError, match="cannot lie"):
        SPITE.ask("need", pile=pile)
    with pytest.raises(ValueError, match="cannot lie"):
        SPITE.position(centre_a=pile)


def test_a_complete_pile_or_a_fourth_one_cannot_lie_on_the_table():
    whole = " ".join(f"{rank}S" for rank in RANKS)
    with pytest.raises(ValueError, match="put aside"):
        SPITE.position(centre_a=whole)
    with pytest.raises(ValueError, match="there are 3 centre piles"):
        SPITE.position(centre_d="AS")
    assert rules(ID, "four-piles").position(centre_d="AS")


def test_a_king_cannot_lie_under_a_pile_that_wants_an_ace():
    with pytest.raises(ValueError, match="cannot lie"):
        rules(ID, wild_aces=False).position(centre_a="KS 2S")


def test_a_pay_off_pile_is_shuffled_by_itself():
    position = SPITE.position(phase="show", payoff={"N": "7S 3C", "S": "7D 9C"},
                              hands={"N": "2C 2D 2H 2S 4C", "S": "4D 4H 4S 5C 5D"})  # fmt: skip
    with pytest.raises(Illegal):
        position.do("DEALER shuffle 9C 7D")
    assert position.do("DEALER shuffle 3C 7S", "DEALER shuffle 9C 7D").turn == "S"


def test_a_target_without_points_is_refused():
    with pytest.raises(OptionError) as refusal:
        rules(ID, target=100)
    assert set(refusal.value.names) == {"target", "play_to"}
    assert rules(ID, target=100, play_to="points").options.target == 100


@pytest.mark.slow
def test_two_thousand_random_games_end():
    for seed in range(2000):
        assert SPITE.playout(seed).over
