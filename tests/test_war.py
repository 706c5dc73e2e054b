"""War against a second, plain simulator, exact odds and the circles that never end."""

import itertools
import json
from collections import Counter, deque
from fractions import Fraction
from random import Random

import pytest

from upcard import Cards, Illegal, OptionError, library, rules
from upcard.drive import MOVE_CAP
from upcard.moves import DEALER, Move

ID = "war"
WAR = rules(ID)
DECK = WAR.game.deck
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"return_order": "loser_first"},
    {"return_order": "by_seat"},
    {"short_war": "last_card"},
    {"short_war": "equal_force"},
    {"down_cards": 4, "short_war": "last_card"},
    {"ace": "low"},
)
CHANCE = ({"return_order": "shuffled"}, {"winnings": "apart", "down_cards": 3})
FIXED = [rules(ID, name) for name in VARIANTS if name != "collected"]
FIXED += [rules(ID, **o) for o in OTHER_OPTIONS]
TABLES = [*FIXED, rules(ID, "collected"), *(rules(ID, **o) for o in CHANCE)]
fixed_table = pytest.mark.parametrize("ruled", FIXED, ids=lambda ruled: ruled.header)
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)


# --- a second statement of the rules ----------------------------------------------------------


def strength(card, options):
    ranks = "2 3 4 5 6 7 8 9 10 J Q K A" if options.ace == "high" else "A 2 3 4 5 6 7 8 9 10 J Q K"
    return ranks.split().index(card.rank)


class Plain:
    """A whole game in one loop, on plain lists."""

    def __init__(self, options, north, south):
        self.options, self.piles = options, [list(north), list(south)]
        self.battles, self.wars = 0, [0, 0]

    def run(self, most):
        """Return how the game ended within so many battles: a winner, `drawn`, or `going on`."""
        while self.battles < most:
            for seat in (0, 1):
                if not self.piles[seat]:
                    return 1 - seat
            if self.options.goal == "three_wars" and max(self.wars) == 3:
                return self.wars.index(3)
            result = self.battle()
            if result is not None:
                return result
        return "going on"

    def battle(self):
        laid = [[pile.pop(0)] for pile in self.piles]
        up = [laid[0][0], laid[1][0]]
        war = False
        while strength(up[0], self.options) == strength(up[1], self.options):
            war = True
            counts = [len(pile) for pile in self.piles]
            many = [self.options.down_cards + 1] * 2
            if min(counts) < many[0]:
                result = self.shortage(counts, many)
                if result is not None:
                    return result
            for seat in (0, 1):
                layer = [self.piles[seat].pop(0) for _ in range(min(many[seat], counts[seat]))]
                laid[seat] += layer
                up[seat] = layer[-1] if layer else up[seat]
        self.battles += 1
        winner = 0 if strength(up[0], self.options) > strength(up[1], self.options) else 1
        self.wars[winner] += war
        first = {"winner_first": winner, "loser_first": 1 - winner, "by_seat": 0}
        one = first[self.options.return_order]
        self.piles[winner] += laid[one] + laid[1 - one]
        return None

    def shortage(self, counts, many):
        way = self.options.short_war
        if way == "last_card" and max(counts):
            return None
        if way == "equal_force" and min(counts):
            many[:] = [min(*counts, many[0])] * 2
            return None
        if counts[0] == counts[1]:
            return "drawn"
        return counts.index(max(counts))


def play(ruled, north, south, most=400):
    """Play through the engine; return result, battles and piles."""
    game = ruled.game
    s = ruled.position(north=str(Cards(north)), south=str(Cards(south))).state
    while game.to_move(s) is not None and s.battles < most:
        (move,) = game.legal(s)
        s = game.apply(s, move)
    if game.to_move(s) is not None:
        return "going on", s
    totals = game.totals(s)
    return ("drawn" if not any(totals) else totals.index(1)), s


@fixed_table
def test_a_plain_simulator_agrees_game_by_game(ruled):
    seen = Counter()
    for seed in range(40):
        rng = Random(seed)
        size = rng.choice((4, 6, 8, 10, 14, 20, 52))
        cards = rng.sample(DECK.pack, size)
        split = rng.randrange(1, size) if size < 52 else 26
        north, south = cards[:split], cards[split:]
        found, s = play(ruled, north, south, 120)
        if s.ended == "endless":
            seen["endless"] += 1
            plain = Plain(ruled.options, north, south)
            assert plain.run(3000) == "going on"
            continue
        plain = Plain(ruled.options, north, south)
        result = plain.run(s.battles if found == "going on" else 120)
        assert result == found
        assert plain.battles == s.battles
        assert plain.wars == s.wars
        if s.ended != "short-war":
            assert plain.piles == [list(s.north), list(s.south)]
        seen[str(found)] += 1
    assert len(seen) > 1


def test_the_question_and_the_table_tell_the_same():
    for seed in range(200):
        rng = Random(seed)
        cards = [*rng.sample([card for card in DECK.pack if card.rank in "23456"], 12)]
        north, south = cards[: rng.randrange(1, 11)], cards[11:]
        told = str(WAR.ask("battle", north=str(Cards(north)), south=str(Cards(south))))
        found, s = play(WAR, north, south, 1)
        if found == "going on":
            assert told.endswith(f"; N {s.north}; S {s.south}")
        elif found == "drawn":
            assert told == "drawn"
        else:
            assert told.endswith("wins the game")
            assert f"{'NS'[found]} " in told


def whole(ruled, seed):
    """Yield every position of a whole game, without the driver's views."""
    game, rng = ruled.game, Random(seed)
    s = game.new(game.start(seed % 2))
    while (seat := game.to_move(s)) is not None:
        move = game.shuffled(s, rng) if seat == DEALER else Move(seat, "turn")
        s = game.carry_out(s, move)
        yield s


def last(ruled, seed):
    """Return the position in which a whole game ends, and the moves it took."""
    positions = deque(enumerate(whole(ruled, seed), 1), maxlen=1)
    moves, s = positions.pop()
    return s, moves


# --- games without end ------------------------------------------------------------------------


def cycles(options, north, south, most=300):
    """Say whether a game comes back to a position, by remembering them all."""
    plain, seen = Plain(options, north, south), set()
    while plain.battles < most:
        here = tuple(map(tuple, plain.piles))
        if here in seen:
            return True
        seen.add(here)
        if plain.run(plain.battles + 1) != "going on":
            return False
    raise AssertionError("neither ended nor repeated")


def test_a_four_card_deal_that_never_ends_is_recognised():
    ruled = rules(ID, return_order="by_seat")
    found, s = play(ruled, DECK.cards("2C 7C"), DECK.cards("6D 5D"))
    assert (found, s.ended, s.battles) == ("drawn", "endless", 8)
    assert "endless" in [event.rule for event in s.events]
    live = ruled.position(north="2C 7C", south="6D 5D").do(*["turn"] * 16)
    assert live.outcome.rule == "endless"
    assert live.outcome.winners == (0, 1)


@pytest.mark.parametrize("order", ["winner_first", "loser_first"])
def test_no_deal_of_four_cards_is_endless_in_a_fair_order(order):
    options = rules(ID, return_order=order).options
    cards = DECK.cards("2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 5S")
    kinds = set()
    for four in itertools.permutations(cards, 4):
        ranks = sorted({card.rank for card in four})
        kind = tuple(ranks.index(card.rank) for card in four)
        if kind not in kinds:
            kinds.add(kind)
            for split in (1, 2, 3):
                assert not cycles(options, four[:split], four[split:])
    assert len(kinds) == 75  # all ways in which four cards can rank, ties included


@pytest.mark.parametrize(
    ("order", "few"),
    [
        ("winner_first", "2S 3S 4S 5S 6S"),
        ("loser_first", "2S 3S 4S 5S 6S"),
        ("by_seat", "2S 5S 6S 7S"),
    ],
)
def test_every_endless_deal_of_few_cards_is_recognised(order, few):
    ruled = rules(ID, return_order=order)
    cards = DECK.cards(few)
    endless = 0
    for dealt in itertools.permutations(cards):
        for split in range(1, len(cards)):
            expected = cycles(ruled.options, dealt[:split], dealt[split:])
            found, s = play(ruled, dealt[:split], dealt[split:])
            assert (s.ended == "endless") == expected
            assert found in (0, 1) or expected
            endless += expected
    assert endless


def test_whole_games_without_end_are_an_outcome_and_no_failure():
    ruled = rules(ID, return_order="by_seat")
    ended = Counter(last(ruled, seed)[0].ended for seed in range(10))
    assert ended["endless"] > 2
    assert set(ended) <= {"endless", "battle-limit", "game-end", "short-war"}


def test_the_limit_lies_below_the_cap_on_moves():
    ruled = rules(ID, return_order="by_seat", battle_limit=6000)
    ends = [last(ruled, seed) for seed in range(6)]
    s, moves = max(ends, key=lambda end: end[0].battles)
    assert s.battles == 6000
    assert s.ended == "battle-limit"
    assert moves < MOVE_CAP


# --- odds -------------------------------------------------------------------------------------

NO_TIE = Fraction(392948182822670347779702784, 1869274866976961929750890625)


def test_the_odds_of_a_first_pass_without_a_tie():
    """Matchings of thirteen fours, by inclusion and exclusion over the pairs that tie."""
    poly = [1]
    for _ in range(13):
        poly = [
            sum(poly[i - j] * c for j, c in enumerate((1, 6, 3)) if 0 <= i - j < len(poly))
            for i in range(len(poly) + 2)
        ]

    def double_factorial(n):
        return 1 if n <= 0 else n * double_factorial(n - 2)

    ways = sum((-1) ** k * c * double_factorial(51 - 2 * k) for k, c in enumerate(poly))
    assert Fraction(ways, double_factorial(51)) == NO_TIE
    assert float(NO_TIE) == pytest.approx(0.2102, abs=1e-4)


def test_ties_in_a_first_pass_average_26_in_17():
    total = 0
    for seed in range(4000):
        cards = Random(seed).sample(DECK.pack, 52)
        total += WAR.game.ties(Cards(cards[:26]), Cards(cards[26:])).value
    assert total / 4000 == pytest.approx(26 / 17, abs=4 * 1.2 / 4000**0.5)


def test_one_pair_in_seventeen_ties():
    pairs = list(itertools.permutations(DECK.pack, 2))
    wars = sum(WAR.game.higher(*pair).value == "war" for pair in pairs)
    assert Fraction(wars, len(pairs)) == Fraction(1, 17)


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_no_card_is_lost_and_battles_count_up(ruled):
    game, rng = ruled.game, Random(3)
    s = game.new(game.start(0))
    while game.to_move(s) is not None:
        before = s
        dealer = game.to_move(s) == DEALER
        s = game.apply(s, game.shuffled(s, rng) if dealer else game.legal(s)[0])
        zones = game.table(s)
        assert sorted(card for zone in zones for card in zone.cards) == sorted(DECK.pack)
        assert s.battles - before.battles in (0, 1)
        assert sum(s.wars) <= s.battles
    assert s.ended
    assert s.battles <= ruled.options.battle_limit


@every_table
def test_nobody_sees_what_lies_face_down(ruled):
    game, rng = ruled.game, Random(4)
    live = ruled.playout(4)
    s = game.new(live.match)
    for move in live.log[:300]:
        s = game.apply(s, move)
        for seat in (0, 1, None):
            assert game.view(game.permute_hidden(s, seat, rng), seat) == game.view(s, seat)


@pytest.mark.parametrize(("down", "sizes"), [(1, {6, 10, 14}), (3, {10, 18, 26}), (4, {12, 22})])
def test_wars_take_six_ten_or_fourteen_cards(down, sizes):
    ruled = rules(ID, down_cards=down)
    found = set()
    for seed in range(25):
        for s in whole(ruled, seed):
            cards = [e.facts["cards"] for e in s.events if e.rule == "return-order"]
            found |= {many for many in cards if many > 2}
    assert found
    assert found <= sizes | {max(sizes) + 2 * (down + 1)}


def test_the_length_of_a_game_is_what_was_simulated():
    lengths = [last(WAR, seed)[0].battles for seed in range(80)]
    assert 230 < sum(lengths) / 80 < 350
    assert max(lengths) < 2500


def test_there_is_nothing_to_choose():
    for seed in range(3):
        live = WAR.playout(seed)
        s = WAR.game.new(live.opening)
        for move in live.log:
            if WAR.game.to_move(s) != DEALER:
                assert [m.verb for m in WAR.game.legal(s)] == ["turn"]
                with pytest.raises(Illegal):
                    WAR.game.check(s, move._replace(seat=1 - move.seat))
            s = WAR.game.apply(s, move)


# --- cases and options ------------------------------------------------------------------------


def test_suits_never_rank():  # case WAR-01
    for one, other in itertools.permutations(DECK.cards("KC KD KH KS"), 2):
        assert WAR.game.higher(one, other).value == "war"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"down_cards": 3}, "S wins the game"),
        ({"down_cards": 3, "short_war": "last_card"}, "N takes 8 and wins the game"),
        ({"down_cards": 3, "short_war": "equal_force"}, "N takes 6; N 7S 2S 9S 7H KH 3H; S 4H 5H"),
    ],
)
def test_a_short_war_under_three_rules(settings, told):  # case WAR-02
    answer = rules(ID, **settings).ask("battle", north="7S 2S 9S", south="7H KH 3H 4H 5H")
    assert str(answer) == told


@pytest.mark.parametrize("order", ["loser_first", "by_seat", "shuffled"])
def test_winnings_kept_apart_go_back_in_no_order(order):
    with pytest.raises(OptionError) as refusal:
        rules(ID, winnings="apart", return_order=order)
    assert set(refusal.value.names) == {"winnings", "return_order"}


def test_a_view_is_plain_data():
    live = rules(ID, "collected").playout(1)
    assert json.loads(json.dumps(live.game.view(live.state, 0)))
