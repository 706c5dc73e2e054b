"""Big Two: whole matches under every variant, and an independent referee for every play."""

import itertools
import math
from collections import Counter
from random import Random

import pytest

from upcard import Cards, GivenError, Illegal, OptionError, rules
from upcard.bots import simple_bot
from upcard.drive import random_bot
from upcard.moves import Move
from upcard.options import read_options

VARIANTS = {  # the article's, spelt out, so that this file needs no article
    "base": {},
    "two-players": {"players": 2},
    "three-players": {"players": 3},
    "hong-kong": {
        "first_lead": "lowest_card", "next_lead": "winner", "straights": "two_high",
        "flush_order": "rank_first", "straight_flush": "top", "quads": "five_only",
        "pass_rule": "out_for_round", "dragon": "wins", "pay": "losers_lose",
        "tier": "ten_thirteen",
    },
    "taiwan": {
        "suit_order": "CDHS", "first_lead": "lowest_card", "next_lead": "lowest_card",
        "straights": "taiwan", "flushes": False, "straight_flush": "top", "quads": "five_only",
        "five_card_answer": "same_kind", "bombs": True,
    },
    "pusoy-dos": {
        "suit_order": "CSHD", "first_lead": "lowest_card", "next_lead": "lowest_card",
        "straight_flush": "top", "quads": "five_only",
    },
    "china": {
        "direction": "anticlockwise", "first_lead": "lowest_card", "next_lead": "winner",
        "straights": "poker", "flush_order": "rank_first", "straight_flush": "top",
        "quads": "five_only", "pay": "losers_lose", "tier": "ten_thirteen",
    },
    "western": {
        "first_lead": "lowest_card", "next_lead": "lowest_card", "straights": "poker",
        "straight_flush": "top", "quads": "five_only", "pay": "losers_lose",
        "tier": "ten_thirteen", "match": "to_50",
    },
    "all the rest": {
        "players": 3, "hand_size": "all", "triples": "only_in_full_house", "one_card_rule": True,
        "straights": "eleven", "straight_tie": "suit_first", "pay": "both", "tier": "five_ten",
        "next_lead": "lowest_card", "bombs": True,
    },
    "two with the whole pack": {
        "players": 2, "hand_size": "all", "straights": "order_and_wheel",
        "pass_rule": "out_for_round",
    },
}  # fmt: skip
all_variants = pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
BIG_TWO = rules("big-two")
PACK = BIG_TWO.game.deck
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")


def cards(text):
    return PACK.cards(text)


def positions(ruled, deals, seed=0):
    """Yield every position in which a player is to act, over some deals."""
    for number in range(deals):
        rng = Random(f"{seed} {number}")
        live = ruled.new_match(seed=number)
        if number % 2:  # a later deal
            live.match = live.game.start(number % live.game.seats)
            live.match = live.game.after(live.match, _won(live.game, number))
            live.state = live.game.new(live.match)
        live.deal(rng)
        while live.to_move is not None:
            yield live.game, live.state
            live.play(rng.choice(live.game.legal(live.state)))


def _won(game, number):
    s = game.new(game.start(0))
    s.winner = number % game.seats
    return s


# --- an independent referee -------------------------------------------------------------------


PATTERNS = {  # low to high, the rank whose suit breaks a tie last
    "game_order": "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA JQKA2",
    "no_twos": "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA",
    "order_and_wheel": "A2345 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA JQKA2",
    "poker": "A2345 23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA",
    "taiwan": "A2345 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA 34562",
    "two_high": "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA 34562 345A2",
    "eleven": "A2345 23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA JQKA2",
}


class Referee:
    """Big Two again, from the fact sheet and with none of the engine's code."""

    def __init__(self, options):
        self.o, self.known = options, {}
        self.patterns = {
            frozenset(p): (place, p[-1])
            for place, p in enumerate(PATTERNS[options.straights].split())
        }

    def card(self, card):
        return "3456789TJQKA2".index(card.rank.replace("10", "T")), self.o.suit_order.index(
            card.suit
        )

    def value(self, hand):
        if hand not in self.known:
            self.known[hand] = self.valued(hand)
        return self.known[hand]

    def valued(self, hand):
        """A number of cards, a class and what decides within it; None for no combination."""
        o, n = self.o, len(hand)
        codes = [card.rank.replace("10", "T") for card in hand]
        many = sorted(Counter(codes).items(), key=lambda item: -item[1])
        top = max(map(self.card, hand), default=None)
        first = "3456789TJQKA2".index(many[0][0]) if many else 0
        if not 1 <= n <= 5 or (n < 5 and len(many) > 1):
            return None
        if n < 5:
            barred = (n == 3 and o.triples != "alone") or (n == 4 and o.quads != "four_or_five")
            return None if barred else (n, 0, top if n < 3 else first)
        if len(many) == 2:
            return (5, 4 if many[0][1] == 4 else 3, first)
        if len(many) < 5:
            return None
        suited = len({card.suit for card in hand}) == 1
        pattern = self.patterns.get(frozenset(codes))
        if pattern:
            tie = next(self.card(c)[1] for c, code in zip(hand, codes, strict=True)
                       if code == pattern[1])  # fmt: skip
            height = (tie, pattern[0]) if o.straight_tie == "suit_first" else (pattern[0], tie)
            if suited and o.straight_flush == "top":
                return (5, 5, height)
            if not (suited and o.flushes):
                return (5, 1, height)
        if suited and o.flushes:
            return (5, 2, top[::-1] if o.flush_order == "suit_first" else top)
        return None

    def beats(self, hand, on):
        mine, theirs = self.value(hand), self.value(on)
        if mine is None:
            return False
        bomb = self.o.bombs and mine[0] == 5 and mine[1] >= 4
        other = self.o.bombs and theirs[0] == 5 and theirs[1] >= 4
        if bomb != other:
            return bomb
        if mine[0] != theirs[0]:
            return False
        if mine[1] != theirs[1]:
            across = self.o.five_card_answer == "any_better" or bomb
            return across and mine[1] > theirs[1]
        return mine[2] > theirs[2]


def subsets(hand):
    for size in range(1, min(5, len(hand)) + 1):
        yield from map(Cards, itertools.combinations(hand, size))


@all_variants
def test_the_legal_plays_are_those_an_independent_referee_allows(options):
    ruled = rules("big-two", **options)
    referee, rng = Referee(ruled.options), Random(1)
    for game, s in positions(ruled, 4):
        hand, pile = s.hands[s.turn], s.pile
        if rng.random() < (0.6 if len(hand) < 14 else 0.97):
            continue
        allowed = set()
        for chosen in subsets(hand):
            fits = referee.beats(chosen, pile) if pile else referee.value(chosen) is not None
            if fits and (s.opening is None or s.opening in chosen):
                allowed.add(chosen)
        following = game.following(s)
        if ruled.options.one_card_rule and len(pile) == 1 and len(s.hands[following]) == 1:
            best = max(hand, key=referee.card)
            allowed = {chosen for chosen in allowed if len(chosen) > 1 or best in chosen}
        legal = game.legal(s)
        assert {move.cards for move in legal if move.verb == "play"} == allowed
        assert (Move(s.turn, "pass") in legal) == bool(pile)


@all_variants
def test_every_refusal_names_a_rule_and_nothing_legal_is_refused(options):
    ruled, rng = rules("big-two", **options), Random(2)
    for game, s in positions(ruled, 2):
        legal = set(game.legal(s))
        hand = list(s.hands[s.turn])
        tries = [Move(s.turn, "pass"), Move(game.next(s.turn), "pass")]
        for size in (1, 2, 3, 4, 5, 5, 6):
            if size <= len(hand):
                chosen = PACK.sort(rng.sample(hand, size))
                tries += [Move(s.turn, "play", chosen)]
        other = game.next(s.turn)
        tries += [Move(other, "play", s.hands[other][:1])]
        for move in tries:
            if move in legal:
                game.check(s, move)
                continue
            with pytest.raises(Illegal) as refusal:
                game.check(s, move)
            assert refusal.value.rule in game.rules


@all_variants
def test_any_two_plays_can_be_compared_and_the_answer_names_its_rule(options):
    ruled, rng = rules("big-two", **options), Random(4)
    referee = Referee(ruled.options)
    hands = [PACK.sort(rng.sample(PACK.pack, 20)) for _ in range(12)]
    plays = [play.cards for hand in hands for play in rng.sample(_combinations(ruled, hand), 12)]
    for one, other in itertools.permutations(rng.sample(plays, 60), 2):
        if set(one) & set(other):
            with pytest.raises(GivenError):
                ruled.ask("beats", play=one, on=other)
            continue
        verdict = ruled.refusal("beats", play=one, on=other)
        assert (verdict == "legal") == referee.beats(one, other)
        if verdict == "legal":
            answer = ruled.ask("beats", play=one, on=other)
            assert set(answer.rules) <= set(ruled.game.rules)
        else:
            assert verdict.startswith(("beat-", "same-size", "five-card-order", "bomb"))


def _combinations(ruled, hand):
    from upcard import climbs

    return climbs.combinations(hand, ruled.game.order)


@pytest.mark.parametrize(
    ("play", "on", "decided"),
    [
        ("2S 2D", "2H 2C", ("beat-equal-kind", "suit-order")),
        ("4S", "3S", ("beat-equal-kind", "rank")),
        ("KD JD 9D 7D 5D", "7S 8D 9C 10H JS", ("five-card-order",)),
        ("3S 5S 6S 8S 9S", "2H AH QH JH 9H", ("beat-flush", "suit-order")),
        ("2S 8S 6S 5S 3S", "AS KS 9S 7S 4S", ("beat-flush", "rank")),
        ("3C 4D 5S 6H 7H", "3D 4C 5H 6S 7D", ("beat-straight", "suit-order")),
        ("5S 5H 5C 3D 3H", "4S 4H 4C 2D 2H", ("beat-full-house", "rank")),
        ("9C 9D 9H 9S 3D", "8C 8D 8H 8S 2S", ("beat-four", "rank")),
    ],
)
def test_the_deciding_rule_comes_first(play, on, decided):
    assert BIG_TWO.ask("beats", play=play, on=on).rules == decided


@pytest.mark.parametrize(
    ("options", "answers"),
    [
        ({"straights": "no_twos"}, "nnynn"),
        ({}, "nnyyn"),
        ({"straights": "order_and_wheel"}, "ynyyn"),
        ({"straights": "poker"}, "yyynn"),
        ({"straights": "taiwan"}, "yyynn"),
        ({"straights": "two_high"}, "yyynn"),
        ({"straights": "eleven"}, "yyyyn"),
    ],
)
def test_case_bt_02_which_are_straights(options, answers):
    ruled = rules("big-two", **options)
    strings = ("AC 2D 3H 4S 5C", "2C 3D 4H 5S 6C", "10C JD QH KS AC", "JC QD KH AS 2C",
               "QC KD AH 2S 3C")  # fmt: skip
    told = [ruled.refusal("combination", cards=text) for text in strings]
    assert "".join("y" if rule == "legal" else "n" for rule in told) == answers
    assert {rule for rule in told if rule != "legal"} == {"combo-straight"}


def test_case_bt_06_what_is_left_of_a_shortened_pack():
    """Without three twos and an ace there are 48 cards: 16 each for two leave 16, not 17 of 49."""
    out = set(cards("2D 2C 2H AD"))
    pack = Cards(card for card in PACK.pack if card not in out)
    assert (len(pack), len(pack) - 2 * 16) == (48, 16)
    for players, unseen in ((4, 0), (3, 13), (2, 26)):
        assert rules("big-two", players=players).game.numbers()["unseen"] == unseen


# --- large choices ---------------------------------------------------------------------------


def test_a_hand_of_one_suit_has_hundreds_of_leads_and_each_is_listed():
    suit = PACK.pack.of_suit("S")
    start = BIG_TWO.position(hands={"N": str(suit), "E": "3D"}, turn="N")
    legal = BIG_TWO.game.legal(start.state)
    assert len(legal) == 13 + math.comb(13, 5)
    assert start.verdict("play 3S 4S 5S 6S 7S") == "legal"
    assert start.verdict("play 3S 4S") == "combo-pair"
    assert start.verdict("play 3S 4S 5S 6S 7S 8S") == "combo-only"


def test_how_many_combinations_the_pack_holds():
    counts = {kind: BIG_TWO.ask("how_many", kind=kind).value for kind in (
        "single", "pair", "triple", "four", "straight", "flush", "full-house", "four-plus-one",
        "straight-flush",
    )}  # fmt: skip
    assert list(counts.values()) == [52, 78, 52, 13, 9180, 5148, 3744, 624, 0]
    fives = sum(list(counts.values())[4:])
    assert fives == 18_696
    assert BIG_TWO.ask("how_many").value == fives + 52 + 78 + 52 + 13


# --- whole deals and matches -----------------------------------------------------------------


@all_variants
def test_matches_end_and_no_card_is_lost(options):
    ruled = rules("big-two", **options)
    game, live = ruled.game, ruled.playout(1)
    assert live.over
    match, plays, passes = live.opening, 0, 0
    state = game.new(match)
    for move in live.log:
        if game.to_move(state) is None:
            match = game.after(match, state)
            state, plays = game.new(match), 0
        plays += move.verb == "play"
        passes = passes + 1 if move.verb == "pass" else 0
        assert plays <= game.options.dealt
        assert passes < game.seats
        state = game.apply(state, move)
        piles = (card for zone in game.table(state) for card in zone.cards)
        assert Counter(piles) == Counter(PACK.pack)
    assert game.standing(state) == live.standing


def test_a_match_to_a_hundred_points_ends_and_its_record_replays():
    live = rules("big-two", match="to_100").playout(2)
    assert max(live.standing) >= 100 > max(live.match.scores)
    assert rules("big-two", match="to_100").resume(live.record()).standing == live.standing


@all_variants
def test_a_deal_scores_what_is_left(options):
    ruled = rules("big-two", **options)
    game, o = ruled.game, ruled.options
    double, triple = {"flat": (99, 99), "ten_thirteen": (10, 13), "five_ten": (5, 10)}[o.tier]
    for seed in range(8):
        live = ruled.new_match(seed=seed)
        live.run_hand([random_bot] * game.seats, Random(seed))
        s = live.state
        left = list(map(len, s.hands))
        worth = [n * (1 + (n >= double) + (n >= triple)) for n in left]
        worth[s.winner] = 0
        gain = sum(worth)
        wanted = {"winner_gains": [0] * game.seats, "losers_lose": worth,
                  "both": [-n for n in worth]}[o.pay]  # fmt: skip
        if o.pay != "losers_lose":
            wanted[s.winner] = gain
        assert list(game.totals(s)) == wanted
        assert game.seats - 1 <= gain <= 3 * sum(map(len, s.hands))
        if not left[s.winner]:
            assert ruled.ask("score_left", left=left).total == sum(wanted)


@all_variants
def test_a_view_does_not_change_with_what_is_hidden(options):
    ruled, rng = rules("big-two", **options), Random(9)
    for game, s in positions(ruled, 3):
        for seat in range(game.seats):
            other = game.permute_hidden(s, seat, rng)
            assert game.view(other, seat) == game.view(s, seat)
        onlooker = game.view(s, None)
        shown = {zone["name"] for zone in onlooker["zones"] if "cards" in zone}
        assert shown == {"pile", "played"}


@all_variants
def test_a_move_leaves_the_position_before_it_alone(options):
    ruled = rules("big-two", **options)
    for game, s in itertools.islice(positions(ruled, 2), 40):
        before = repr(s)
        for move in game.legal(s)[:20]:
            assert game.parse(game.text(move)) == move
            game.apply(s, move)
        assert repr(s) == before


@pytest.mark.parametrize("variant", ["taiwan", "pusoy-dos", "western"])
def test_every_deal_is_opened_with_the_lowest_card(variant):
    ruled = rules("big-two", **VARIANTS[variant])
    lowest = "3D" if ruled.options.suit_order == "DCHS" else "3C"
    live = ruled.playout(3)
    for deal, first in itertools.pairwise(live.log):
        if deal.verb == "deal":
            assert lowest in map(str, first.cards)


def test_the_winner_leads_to_the_next_deal():
    live = rules("big-two", **VARIANTS["hong-kong"]).new_match(seed=4)
    rng = Random(4)
    live.run_hand([random_bot] * 4, rng)
    for _ in range(5):
        winner = live.state.winner
        live.next_hand()
        live.deal(rng)
        assert live.hand_over or live.to_move == winner
        live.run_hand([random_bot] * 4, rng)


def test_the_simple_player_ends_its_matches_too():
    assert rules("big-two", players=2).playout(1, [simple_bot] * 2).over


# --- the deal --------------------------------------------------------------------------------


def test_of_two_dragons_the_leader_has_the_first_claim():
    ruled = rules("big-two", **VARIANTS["hong-kong"])
    suits = ("D", "C", "H", "S")
    hands = [[rank + suits[(at + n) % 4] for n, rank in enumerate(RANKS)] for at in range(4)]
    dealt = " ".join(card for four in zip(*hands, strict=True) for card in four)
    position = ruled.position(dealer="W").do(f"DEALER deal {dealt}")
    assert position.events[-1] == "dragon-wins"
    holder = next(at for at in range(4) if "3D" in hands[at])
    assert position.state.winner == holder
    assert sum(position.score.values()) == 3 * 39


@pytest.mark.parametrize("seed", range(6))
def test_three_share_the_whole_pack(seed):
    ruled = rules("big-two", players=3, hand_size="all", first_lead="lowest_card")
    live = ruled.new_match(seed=seed)
    live.deal(Random(seed))
    assert sorted(map(len, live.state.hands)) == [17, 17, 18]
    assert str(live.state.opening) == "3D"
    odd = next(event.facts["seat"] for event in live.state.events if event.rule == "odd-card")
    taker = "NES".index(odd)
    assert len(live.state.hands[taker]) == 18
    last = str(live.log[0].cards[-1])
    low = ["3D", "3C"][last == "3D"]
    assert low in str(live.state.hands[taker])


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"dragon": "wins", "hand_size": "all", "players": 2}, {"dragon", "hand_size", "players"}),
        ({"flushes": False, "flush_order": "rank_first"}, {"flushes", "flush_order"}),
        ({"pay": "both", "match": "to_50"}, {"pay", "match"}),
    ],
)
def test_options_that_contradict_each_other_are_refused(given, names):
    with pytest.raises(OptionError) as refused:
        read_options(BIG_TWO.game.Options, given)
    assert set(refused.value.names) == names


# --- questions that make no sense ------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("beats", {"play": "3S", "on": "3S"}),
        ("beats", {"play": "3S 3D", "on": "3S 3C"}),
        ("combination", {"cards": ""}),
        ("score_left", {"left": {"N": 3, "E": 2, "S": 1, "W": 1}}),
        ("score_left", {"left": {"N": 3}}),
        ("score_left", {"left": {"N": 0, "E": -2, "S": 1, "W": 1}}),
    ],
)
def test_a_question_that_makes_no_sense_says_so(question, given):
    with pytest.raises(GivenError):
        BIG_TWO.ask(question, **given)


def test_a_pile_that_is_no_combination_is_no_position():
    with pytest.raises(GivenError, match="no combination"):
        BIG_TWO.position(pile="3S 4S", hands={"N": "5S"})
