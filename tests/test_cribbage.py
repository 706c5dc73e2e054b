"""Cribbage against outside truths: published distributions, independent counting, whole matches."""

import itertools
import json
import math
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from upcard import Cards, GivenError, Illegal, OptionError, rules
from upcard.bots import simple_bot
from upcard.drive import LiveMatch, random_bot
from upcard.games import _cribbage_show as scoring
from upcard.games._cribbage_options import HIGHEST
from upcard.games._cribbage_show import ORDER, PACK

CRIBBAGE = rules("cribbage")
PUBLISHED = json.loads((Path(__file__).parent / "data/cribbage_distribution.json").read_text())
RANKS = PACK.ranks
CARD = PACK.by_code
PARTS = ("fifteens", "pairs", "runs", "flush", "nobs")
VARIANTS = {  # the article's, spelt out, so that this file needs no article
    "base": {},
    "five-card": {
        "deal_size": 5, "target": 61, "one_count": True, "start_bonus": 3, "skunk_lines": "31/0",
    },
    "short-game": {"target": 61, "skunk_lines": "31/0"},
    "seven-card": {"deal_size": 7, "target": 181, "skunk_lines": "151/91"},
    "muggins": {"muggins": True},
    "acc": {"skunk_worth": "2-3-3"},
    "old-crib-flush": {"crib_flush": "four"},
    "toss-fives": {"toss_fives": True},
    "lowball": {"lowball": True},
    "stinkhole": {"stinkhole": True},
}  # fmt: skip
all_variants = pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)


def cards(text):
    return PACK.cards(text)


# --- the show: every pair of hand and starter ------------------------------------------------


def other_suits(count):
    """Yield `count` cards of clubs, diamonds and hearts, one of each class, and the class's size.

    A class is what permuting these three suits makes of a set of cards; of each class we take the
    set whose rank sets stand in descending order.
    """
    of_size = {n: list(itertools.combinations(range(13), n)) for n in range(count + 1)}
    for sizes in itertools.product(range(count + 1), repeat=3):
        if sum(sizes) != count:
            continue
        for sets in itertools.product(*(of_size[n] for n in sizes)):
            if sets[0] >= sets[1] >= sets[2]:
                pile = [
                    CARD[RANKS[rank] + suit]
                    for ranks, suit in zip(sets, "CDH", strict=True)
                    for rank in ranks
                ]
                yield pile, (1, 3, 6)[len(set(sets)) - 1]


def all_pairs():
    """Yield hand, starter and how many of the 12,994,800 pairs they stand for.

    The starter is a spade (a quarter of all pairs), the other suits are taken up to permutation.
    """
    others = {count: list(other_suits(count)) for count in range(5)}
    for starter in (CARD[rank + "S"] for rank in RANKS):
        spades = [CARD[rank + "S"] for rank in RANKS if rank != starter.rank]
        for count in range(5):
            for own in itertools.combinations(spades, 4 - count):
                for rest, size in others[count]:
                    yield Cards((*own, *rest)), starter, 4 * size


def by_ranks():
    """Return fifteens, pairs and runs for every five ranks the pack holds, from the engine."""
    found = {}
    for ranks in itertools.combinations_with_replacement(range(1, 14), 5):
        copies = Counter(ranks)
        if max(copies.values()) <= 4:
            five = Cards(
                CARD[RANKS[rank - 1] + suit]
                for rank, many in copies.items()
                for suit in "CDHS"[:many]
            )
            parts = (scoring.fifteens(five), scoring.pairs(five), scoring.runs(five))
            found[ranks] = tuple(map(points_of, parts))
    return found


@pytest.fixture(scope="module")
def counted():
    """Count all pairs by what each part scores: the plain parts, both flushes, nobs."""
    ranked, game, found = by_ranks(), CRIBBAGE.game, Counter()
    for hand, starter, many in all_pairs():
        plain = ranked[tuple(sorted(ORDER[card.rank] for card in (*hand, starter)))]
        flushes = (game.flush(hand, starter, crib=crib) for crib in (False, True))
        nobs = scoring.nobs(hand, starter)
        found[(plain, *map(points_of, (*flushes, nobs)))] += many
    return found


def points_of(items):
    return sum(item.points for item in items)


@pytest.mark.parametrize("kind", ["hand", "crib"])
def test_all_pairs_of_hand_and_starter_score_as_published(counted, kind):
    scores, points = Counter(), Counter()
    for (plain, hand_flush, crib_flush, nobs), many in counted.items():
        parts = (*plain, hand_flush if kind == "hand" else crib_flush, nobs)
        scores[str(sum(parts))] += many
        points.update({part: n * many for part, n in zip(PARTS, parts, strict=True)})
    published = PUBLISHED[kind]
    assert scores == published["count_by_score"]
    assert points == published["points_by_part"]
    assert scores.total() == published["pairs"] == math.comb(52, 4) * 48
    assert Fraction(points.total(), scores.total()) == Fraction(published["mean"])


def test_the_show_is_the_sum_of_the_parts_that_are_counted_above():
    rng, ranked = Random(8), by_ranks()
    for _ in range(4000):
        *hand, starter = rng.sample(PACK.pack, 5)
        hand, crib = Cards(hand), rng.random() < 0.5
        plain = ranked[tuple(sorted(ORDER[card.rank] for card in (*hand, starter)))]
        suited = (*CRIBBAGE.game.flush(hand, starter, crib=crib), *scoring.nobs(hand, starter))
        score = CRIBBAGE.ask("show", hand=hand, starter=starter, crib=crib)
        assert score.total == sum(plain) + points_of(suited)


@pytest.mark.slow
def test_all_pairs_through_the_question_itself():
    show = CRIBBAGE.game.show
    scores = {False: Counter(), True: Counter()}
    for hand, starter, many in all_pairs():
        for crib, found in scores.items():
            found[show(hand, starter, crib=crib).total] += many
    for crib, kind in ((False, "hand"), (True, "crib")):
        found = {str(score): many for score, many in sorted(scores[crib].items())}
        assert found == PUBLISHED[kind]["count_by_score"]


def test_heels_come_once_in_thirteen_cuts():
    worth = [CRIBBAGE.ask("heels", starter=card).total for card in PACK.pack]
    assert Fraction(sum(map(bool, worth)), 52) == Fraction(1, 13)
    assert set(worth) == {0, 2}


# --- the show and the play, counted another way ----------------------------------------------


def plainly(hand, starter):
    """Count fifteens, pairs, runs and nobs over all subsets, the slow and obvious way."""
    pile = [*hand, starter]
    subsets = [s for n in range(1, len(pile) + 1) for s in itertools.combinations(pile, n)]
    places = [sorted(ORDER[card.rank] for card in s) for s in subsets]
    lines = [p for p in places if len(p) >= 3 and p == list(range(p[0], p[0] + len(p)))]
    whole = [p for p in lines if not any(set(p) < set(q) for q in lines)]
    return {
        "fifteens": 2 * sum(sum(min(place, 10) for place in p) == 15 for p in places),
        "pairs": 2 * sum(len(p) == 2 and p[0] == p[1] for p in places),
        "runs": sum(map(len, whole)),
        "nobs": int(f"J{starter.suit}" in map(str, hand)),
    }


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_of_every_size_agree_with_plain_counting(size):
    game = rules("cribbage", deal_size=size)
    rng = Random(size)
    for _ in range(1500):
        *hand, starter = rng.sample(PACK.pack, size - 1)
        score = game.ask("show", hand=Cards(hand), starter=starter)
        for rule, points in plainly(hand, starter).items():
            assert score.by_rule.get(rule, 0) == points, (hand, starter, rule)


def test_every_item_names_the_cards_it_is_scored_with():
    score = CRIBBAGE.ask("show", hand="4C 5D 6H 6S", starter="5S")
    assert len(score.items) == 4 + 2 + 4
    for item in score.items:
        if item.rule == "fifteens":
            assert scoring.total(item.cards) == 15
        if item.rule == "runs":
            assert len(item.cards) == item.points == 3


def test_no_claim_can_be_higher_than_the_best_hand():
    def best(size):
        for ranks in itertools.combinations_with_replacement(range(1, 14), size):
            copies = Counter(ranks)
            if max(copies.values()) <= 4:
                pile = Cards(CARD[RANKS[r - 1] + s] for r, n in copies.items() for s in "CDHS"[:n])
                items = scoring.fifteens(pile) + scoring.pairs(pile) + scoring.runs(pile)
                flush = size if len(copies) == size else 0
                yield points_of(items) + flush + (11 in copies)  # the jack may be nobs

    five, six = max(best(5)), max(best(6))
    assert {5: five, 6: five, 7: six} == HIGHEST


def pegged_plainly(sequence):
    """What the last card of a sequence pegs, by another way than the engine's."""
    places = [ORDER[card.rank] for card in sequence]
    count = sum(min(place, 10) for place in places)
    points = 2 * (count == 15) + 2 * (count == 31)
    alike = next((n for n in (4, 3, 2) if len(places) >= n and len(set(places[-n:])) == 1), 1)
    points += {1: 0, 2: 2, 3: 6, 4: 12}[alike]
    for size in range(len(places), 2, -1):
        tail = sorted(places[-size:])
        if all(b - a == 1 for a, b in itertools.pairwise(tail)):
            return points + size
    return points


def test_random_sequences_peg_as_counted_plainly():
    rng = Random(4)
    low = [card for card in PACK.pack if ORDER[card.rank] <= 6]
    for number in range(700):
        pack = rng.sample(low if number % 2 else PACK.pack, 10)
        fit = [n for n in range(1, 11) if scoring.total(pack[:n]) <= 31]
        for size in fit:
            sequence = Cards(pack[:size])
            pegged = CRIBBAGE.ask("peg", sequence=sequence)
            assert pegged.total == pegged_plainly(sequence), sequence
            last = CRIBBAGE.ask("peg", sequence=sequence, last=True)
            assert last.total - pegged.total == (scoring.total(sequence) != 31)


# --- options and positions -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"target": 61}, {"skunk_lines", "target"}),
        ({"skunk_lines": "151/91"}, {"skunk_lines", "target"}),
        ({"lowball": True, "skunk_worth": "1-2-4"}, {"lowball", "skunk_worth"}),
        ({"lowball": True, "muggins": True}, {"lowball", "muggins"}),
    ],
)
def test_contradictions_are_refused_by_name(options, names):
    with pytest.raises(OptionError) as caught:
        rules("cribbage", **options)
    assert set(caught.value.names) == names


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"starter": "KD"}, "hands"),
        ({"hands": {"N": "5C"}, "phase": "play"}, "starter"),
        ({"phase": "show", "starter": "KD"}, "phase"),
        ({"starter": "KD", "hands": {"N": "KD"}}, None),
    ],
)
def test_impossible_positions_are_refused(given, path):
    with pytest.raises(GivenError) as caught:
        CRIBBAGE.position(**given)
    if path:
        assert caught.value.path[0] == path


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"hand": "5H 5D 5C", "starter": "5S"}, "hand"),
        ({"hand": "5H 5D 5C 5S", "starter": "5S"}, "starter"),
    ],
)
def test_a_hand_that_cannot_be_shown_is_refused(given, path):
    with pytest.raises(GivenError) as caught:
        CRIBBAGE.ask("show", **given)
    assert caught.value.path == (path,)


# --- whole matches ---------------------------------------------------------------------------


def deals(live):
    """Split the log of a match into its deals."""
    starts = [n for n, move in enumerate(live.log) if move.verb == "deal"]
    return [live.log[a:b] for a, b in itertools.pairwise([*starts, len(live.log)])]


def watched(game, seed, bots=(random_bot, random_bot)):
    """Play a match and yield it at every position."""
    rng = Random(seed)
    live = LiveMatch(game, game.start())
    while True:
        yield live
        if live.outcome is not None:
            return
        if live.hand_over:
            live.next_hand()
        elif live.to_move == -1:
            live.play(game.shuffled(live.state, rng))
        else:
            live.bot_move(bots[live.to_move], rng)


@all_variants
def test_matches_end_at_the_target_and_not_beyond(options):
    game = rules("cribbage", **options).game
    target = game.options.target
    for seed in range(6):
        for live in watched(game, seed):
            assert max(live.standing) <= target
            assert scoring.total(live.state.sequence) <= 31
            over = target in live.standing
            assert over == (live.outcome is not None)
        assert target in live.standing
        reached = live.standing.index(target)
        loser = reached if game.options.lowball else 1 - reached
        assert live.outcome.winners == (1 - loser,)
        assert live.outcome.next_dealer == loser
        assert points_of(live.state.items) == sum(live.standing) - sum(live.match.scores)


@all_variants
def test_every_complete_deal_pegs_a_last_card_or_a_thirty_one(options):
    game = rules("cribbage", **options).game
    complete = 0
    for seed in range(6):
        stuck = False
        for live in watched(game, seed):
            stuck = stuck or any(event.rule == "stinkhole" for event in live.state.events)
            if live.hand_over and live.outcome is None:
                complete += 1
                ends = [i for i in live.state.items if i.rule in ("last-card", "peg-thirty-one")]
                assert ends or stuck
                assert not game.options.one_count or len(ends) == 1
                stuck = False
    assert complete > 20


@all_variants
def test_the_deal_alternates_and_cards_are_dealt_as_agreed(options):
    ruled = rules("cribbage", **options)
    for seed in range(4):
        live = ruled.playout(seed)
        cuts = list(itertools.takewhile(lambda move: move.verb == "cut", live.log))
        north, south = (ORDER[card.rank] for card in cuts[-1].cards)
        dealer = 0 if north < south else 1
        for moves in deals(live):
            assert len(moves[0].cards) == 2 * ruled.options.deal_size
            lays = [move.seat for move in moves if move.verb == "lay"]
            assert lays == [1 - dealer, dealer][: len(lays)]
            plays = [move.seat for move in moves if move.verb == "play"]
            assert plays[:1] in ([], [1 - dealer])
            dealer = 1 - dealer


def test_right_claims_make_muggins_the_plain_game():
    for seed in range(5):
        plain = CRIBBAGE.playout(seed)
        live = LiveMatch(rules("cribbage", muggins=True).game, plain.game.start())
        for move in plain.log:
            if live.hand_over:
                live.next_hand()
            live.play(move)
            while live.state.phase in ("show", "crib"):
                live.play(true_claim(live))
        assert live.standing == plain.standing
        assert live.outcome.winners == plain.outcome.winners


def true_claim(live):
    s, crib = live.state, live.state.phase == "crib"
    pile = s.crib if crib else s.played[s.turn] + s.hands[s.turn]
    worth = live.game.show(pile, s.starter, crib=crib).total
    return f"{live.game.seat(s.turn)} claim {worth}"


def test_nothing_claimed_is_nothing_lost():
    muggins = rules("cribbage", muggins=True)
    position = muggins.position(
        phase="show",
        starter="6C",
        played={"N": "7C 8D 8H 9S", "S": "KD QC 2H 3S"},
        crib="AC 4C JD 10D",
    )
    for claim in range(30):
        after = position.do(f"claim {claim}")
        assert after.score == {"N": min(claim, 16), "S": max(16 - claim, 0)}


def test_the_other_hand_the_crib_and_the_pack_stay_hidden():
    for live in watched(CRIBBAGE.game, 3):
        s = live.state
        if s.phase not in ("lay", "starter", "play"):
            continue
        for seat in (0, 1, None):
            seen = json.dumps(live.game.view(s, seat))
            others = [card for owner in (0, 1) if owner != seat for card in s.hands[owner]]
            shown = set(re.findall(r"\b(?:10|[A2-9JQK])[CDHS]\b", seen))
            assert not shown & set(map(str, [*s.pack, *s.crib, *others]))


def test_a_go_is_only_said_to_somebody_who_can_still_play():
    goes = 0
    for seed in range(10):
        for live in watched(CRIBBAGE.game, seed):
            s = live.state
            if s.events and s.events[-1].rule == "go":
                goes += 1
                assert live.to_move == 1 - s.gone
                assert all(move.verb == "play" for move in live.game.legal(s))
    assert goes > 20


def test_in_the_stinkhole_neither_heels_nor_a_last_card_ends_the_game():
    game = rules("cribbage", stinkhole=True).game
    refused = 0
    for seed in range(15):
        for live in watched(game, seed):
            refused += any(event.rule == "stinkhole" for event in live.state.events)
        final = live.state.items[-1]
        if final.rule in ("heels", "last-card"):
            assert live.standing[final.side] - final.points < game.options.target - 1
    assert refused


def test_the_simple_player_beats_the_random_one():
    wins = 0
    for seed in range(12):
        *_, live = watched(CRIBBAGE.game, seed, (simple_bot, random_bot))
        wins += live.outcome.winners == (0,)
    assert wins >= 9


def test_an_overfull_count_cannot_be_asked_about():
    with pytest.raises(Illegal) as caught:
        CRIBBAGE.ask("peg", sequence="10S KD QC 2H")
    assert caught.value.rule == "max-31"
