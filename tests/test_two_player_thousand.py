"""Two-player Thousand against outside counts, an independent referee, and itself."""

import itertools
import json
import re
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest

from upcard import Cards, GivenError, OptionError, rules
from upcard.drive import LiveMatch, replay
from upcard.games._thousand_score import Sheet, marriage_odds
from upcard.games._thousand_table import PACK, Deal
from upcard.games.two_player_thousand import TwoPlayerThousand as Thousand
from upcard.moves import DEALER
from upcard.options import describe, read_options
from upcard.score import Match
from upcard_library.numbers import fill, numbers_of

ROOT = Path(__file__).resolve().parent.parent
ARTICLE = ROOT / "games/two-player-thousand"
PUBLISHED = json.loads((ROOT / "tests/data/thousand_marriages.json").read_text())
VARIANTS = {  # the article's, spelt out, so that this file needs no article
    "base": {},
    "tysiac": {"jump_bids": True, "barrel": "bid_only_800"},
    "free-play": {
        "forced_bid": "none", "jump_bids": True, "bid_cap": "none", "raise_after_talon": False,
        "talon_view": "private", "dead_cards": "last_trick", "bomb": "off", "must_beat": False,
        "must_trump": False, "first_trick_marriage": True, "made_score": "actual", "round_to": 1,
        "all_tricks": "off", "barrel": "off",
    },
    "russian-table": {
        "bid_step": 5, "jump_bids": True, "bomb": "minus_60", "bomb_limit": 3, "must_beat": False,
        "round_to": 5, "barrel_meet": "both_stay", "bolts": "third", "dump": "both_555",
    },
    "leaping": {
        "barrel": 900, "barrel_leap": "win", "barrel_deals": 2, "barrel_meet": "both_fall",
        "bolts": "three_running", "dump": "plus_555", "bomb": "minus_half", "bomb_limit": "none",
        "trump_from": "next_trick", "ace_marriage": 200, "redeal_nines": True,
        "all_tricks": "up_to_120",
    },
    "short": {"barrel": "off", "target": 500, "forced_bid": "none"},
}  # fmt: skip
all_variants = pytest.mark.parametrize("name", VARIANTS)
RANKS, VALUES = ["9", "J", "Q", "K", "10", "A"], [0, 2, 3, 4, 10, 11]  # lowest first
WORTH = {"S": 40, "C": 60, "D": 80, "H": 100}
BASE = rules("two-player-thousand")


def game(name):
    return Thousand(read_options(Thousand.Options, VARIANTS[name]))


def positions(name, seed, *, deals=None):
    """Yield every position of a match, or of some deals, played mostly with sense."""
    table, rng = game(name), Random(seed)
    live = LiveMatch(table, table.start(rng.randrange(2)))
    while True:
        while live.to_move is not None:
            yield live
            if live.to_move == DEALER:
                live.play(table.shuffled(live.state, rng))
            else:
                wild = rng.random() < 0.2
                live.play(rng.choice((table.legal if wild else table.sound)(live.state)))
        yield live
        if live.over or live.match.hands + 1 == deals:
            return
        live.next_hand()


# --- how often there is a marriage -----------------------------------------------------------


def hands_by_marriages(size):
    """Count the hands of a size by marriages held: the engine judges every holding of a suit."""
    counts = Counter({(0, 0): 1})
    for suit in PACK.suits:
        cards = PACK.pack.of_suit(suit)
        holdings = Counter()
        for held in range(len(cards) + 1):
            for holding in itertools.combinations(cards, held):
                found = BASE.ask("marriages", hand=Cards(holding)).items
                holdings[held, len(found)] += 1
        counts = Counter(
            {
                key: sum(
                    n * holdings[key[0] - cards_, key[1] - pairs]
                    for (cards_, pairs), n in counts.items()
                )
                for key in itertools.product(range(size + 1), range(5))
            }
        )
    return [counts[size, pairs] for pairs in range(5)]


@pytest.mark.parametrize("size", [int(size) for size in PUBLISHED["values"]["deck_24"]])
def test_marriages_in_a_hand_are_as_often_as_published(size):
    row = PUBLISHED["values"]["deck_24"][str(size)]
    counts = hands_by_marriages(size)
    assert counts == row["by_marriages_0_to_4"]
    assert sum(counts) == row["hands"] == comb(24, size)
    some = Fraction(sum(counts[1:]), sum(counts))
    assert some == Fraction(row["at_least_one"]) == marriage_odds(size)
    assert str(BASE.ask("marriage_odds", cards=size).value) == row["at_least_one"]


@pytest.mark.slow
def test_every_hand_of_ten_agrees():
    couples = [set(map(PACK.card, pair)) for pair in (("KS", "QS"), ("KC", "QC"))]
    couples += [set(map(PACK.card, pair)) for pair in (("KD", "QD"), ("KH", "QH"))]
    with_marriage = sum(
        any(couple.issubset(hand) for couple in couples)
        for hand in itertools.combinations(PACK.pack, 10)
    )
    assert Fraction(with_marriage, comb(24, 10)) == marriage_odds(10) == Fraction(4010, 7429)


@pytest.mark.parametrize(("file", "mark"), [("article.md", "."), ("article.ru.md", ",")])
def test_both_articles_show_the_odds_as_computed(file, mark):
    raw = (ARTICLE / file).read_text(encoding="utf-8")
    assert "7429" not in raw
    text = fill(raw, numbers_of(BASE.game))
    for shown in ("4010/7429", f"54{mark}0 %", "36600/52003", f"70{mark}4 %"):
        assert shown in text


def test_the_odds_want_a_hand_that_exists():
    with pytest.raises(GivenError):
        BASE.ask("marriage_odds", cards=25)


# --- the Russian article ---------------------------------------------------------------------


def test_the_russian_article_stands_sentence_by_sentence_beside_the_english():
    mark = re.compile(r"\{#[^}]*\}\s*$")
    number = re.compile(r"\{\{\s*(\w+)(\|\w+)?\s*\}\}")
    english, russian = (
        (ARTICLE / file).read_text(encoding="utf-8").splitlines()
        for file in ("article.md", "article.ru.md")
    )
    assert len(english) == len(russian)
    for ours, written in zip(english, russian, strict=True):
        theirs = re.sub(r" of=[0-9a-f]{8}| \{of=[0-9a-f]{8}\}", "", written)
        assert bool(ours) == bool(theirs)
        assert ours[:2].strip("#- ") == "" or theirs[:2] != "##"
        assert mark.findall(ours) == mark.findall(theirs)
        names = [sorted(name for name, _ in number.findall(line)) for line in (ours, theirs)]
        assert names[0] == names[1]
        assert not any(how for _, how in number.findall(theirs))


# --- what may be played ----------------------------------------------------------------------


def naive_follow(led, hand, trump, must_beat, must_trump):
    """Say what may be played to a lead, without the engine."""
    suit = [card for card in hand if card[-1] == led[-1]]
    if suit:
        higher = [c for c in suit if RANKS.index(c[:-1]) > RANKS.index(led[:-1])]
        return higher if higher and must_beat else suit
    trumps = [card for card in hand if card[-1] == trump]
    return trumps if trumps and must_trump else list(hand)


@pytest.mark.parametrize("must_beat", [True, False])
@pytest.mark.parametrize("must_trump", [True, False])
def test_following_agrees_with_a_naive_reading(must_beat, must_trump):
    rng, pack = Random(5), [str(card) for card in PACK.pack]
    table = rules("two-player-thousand", must_beat=must_beat, must_trump=must_trump)
    for _ in range(1500):
        led, *hand = rng.sample(pack, rng.randint(2, 8))
        trump = rng.choice([*"SCDH", None])
        given = {"trump": trump} if trump else {}
        answer = table.ask("may_play", led=led, hand=" ".join(hand), **given)
        wanted = naive_follow(led, hand, trump, must_beat, must_trump)
        assert sorted(map(str, answer.legal)) == sorted(wanted)
        assert set(answer.refused) == set(hand) - set(wanted)


# --- an independent referee ------------------------------------------------------------------


class Referee:
    """Keeps the score of a match from the moves alone, written without the engine's parts."""

    def __init__(self, options, scores=(0, 0)):
        self.o = options
        self.scores, self.stay, self.blanks = list(scores), [0, 0], [0, 0]

    def deal(self, dealer, moves):
        """Score one deal; return the totals after it."""
        o, seats = self.o, {"N": 0, "S": 1}
        piles, bonus, trump, coming, first = [[], []], [0, 0], None, None, None
        bid, declarer, contract, bombed, tricks = 0, None, 0, False, []
        lead = None
        for line in moves:
            who, verb, *rest = line.split()
            if verb == "deal":
                pack = rest
                hands = {1 - dealer: pack[:10], dealer: pack[10:20]}
                talons = {"first": pack[20:22], "second": pack[22:]}
                continue
            seat = seats[who]
            if verb == "bid":
                bid, declarer = int(rest[0]), seat
                contract = bid
            elif verb == "take":
                hands[seat] = hands[seat] + talons.pop(rest[0])
            elif verb == "discard":
                dead = rest + [card for talon in talons.values() for card in talon]
                hands[seat] = [card for card in hands[seat] if card not in rest]
            elif verb == "contract":
                contract = int(rest[0])
            elif verb == "bomb":
                bombed = True
            elif verb in ("play", "marry"):
                card = rest[0]
                if verb == "marry" and card[:-1] == "A":
                    bonus[seat] += 200
                elif verb == "marry":
                    assert {"K" + card[-1], "Q" + card[-1]} <= set(hands[seat])
                    bonus[seat] += WORTH[card[-1]]
                    if o.trump_from == "this_trick":
                        trump = card[-1]
                    else:
                        coming = card[-1]
                hands[seat] = [other for other in hands[seat] if other != card]
                if first is None:
                    first, lead = card, seat
                    continue
                same = card[-1] == first[-1]
                beats = (
                    RANKS.index(card[:-1]) > RANKS.index(first[:-1]) if same else card[-1] == trump
                )
                taker = seat if beats else lead
                piles[taker] += [first, card]
                tricks.append(taker)
                first, trump, coming = None, coming or trump, None
        if declarer is None:
            return self.scores
        other = 1 - declarer
        gain, made = [0, 0], False
        if bombed:
            gain[other] = 120
            if o.bomb != "zero_120":
                gain[declarer] = -contract
                gain[other] = 60 if o.bomb == "minus_60" else 5 * ((contract + 9) // 10)
        else:
            worth = [sum(VALUES[RANKS.index(c[:-1])] for c in pile) for pile in piles]
            buried = sum(VALUES[RANKS.index(c[:-1])] for c in dead)
            assert sum(worth) + buried == 120
            if o.dead_cards == "last_trick":
                worth[tricks[-1]] += buried
            points = [worth[seat] + bonus[seat] for seat in (0, 1)]
            assert sum(points) <= (600 if o.ace_marriage == 200 else 400)
            made = points[declarer] >= contract
            gain[declarer] = contract if made else -contract
            if made and o.made_score == "actual":
                gain[declarer] = points[declarer]
            swept = len(set(tricks)) == 1 and tricks[0] == declarer and not bonus[declarer]
            low = {"contract_120": contract == 120, "up_to_120": contract <= 120, "off": False}
            if not made and swept and low[o.all_tricks]:
                gain[declarer], made = contract, True
            unit = o.round_to
            gain[other] = {1: points[other], 5: 5 * ((points[other] + 2) // 5),
                           10: 10 * ((points[other] + 5) // 10)}[unit]  # fmt: skip
        self.enter(declarer, contract, gain, made, None if bombed else tricks)
        return self.scores

    def enter(self, declarer, contract, gain, made, tricks):
        o, before = self.o, tuple(self.scores)
        top = o.barrel if o.barrel in (880, 900) else None
        sat = [top is not None and score == top for score in before]
        after = [before[seat] + gain[seat] for seat in (0, 1)]
        for seat in (0, 1):
            if tricks is None or o.bolts == "off" or sat[seat]:
                continue
            if seat in tricks:
                self.blanks[seat] = 0 if o.bolts == "three_running" else self.blanks[seat]
            else:
                self.blanks[seat] += 1
                if self.blanks[seat] == 3:
                    self.blanks[seat], after[seat] = 0, after[seat] - 120
        if o.barrel == "bid_only_800" and before[1 - declarer] > 800:
            after[1 - declarer] = min(after[1 - declarer], before[1 - declarer])
        if top:
            after = self.barrel(top, declarer, contract, made, sat, after)
        for seat in (0, 1):
            if after[seat] == 555 and o.dump != "off":
                after[seat] = 0
            if after[seat] == -555 and o.dump == "both_555":
                after[seat] = 0
        self.scores = after

    def barrel(self, top, declarer, contract, made, sat, after):
        o = self.o
        on, won = list(sat), False
        for seat in (0, 1):
            if sat[seat] and made and seat == declarer and contract >= 1000 - top:
                won = True
            elif sat[seat]:
                after[seat] = top
                self.stay[seat] += 1
                if self.stay[seat] == o.barrel_deals:
                    self.stay[seat], after[seat], on[seat] = 0, top - 120, False
        if won:
            return after
        new = [
            seat
            for seat in (0, 1)
            if not sat[seat]
            and after[seat] >= top
            and not (o.barrel_leap == "win" and after[seat] >= 1000)
        ]
        for seat in new:
            after[seat], self.stay[seat], on[seat] = top, 0, True
        if new and all(on) and o.barrel_meet != "both_stay":
            keep = declarer if len(new) == 2 else new[0]
            for seat in (0, 1):
                if seat != keep or o.barrel_meet == "both_fall":
                    after[seat], self.stay[seat] = top - 120, 0
        return after


@all_variants
@pytest.mark.parametrize("seed", range(6))
def test_a_referee_of_its_own_comes_to_the_same_totals(name, seed):
    table = game(name)
    referee, start, dealers = Referee(table.options), 0, []
    for live in positions(name, seed):
        if live.hand_over:
            texts = [table.text(move) for move in live.log[start:]]
            start = len(live.log)
            dealers.append(live.match.dealer)
            deal = max(n for n, line in enumerate(texts) if " deal " in line)
            assert tuple(referee.deal(live.match.dealer, texts[deal:])) == live.standing
    assert all(a != b for a, b in itertools.pairwise(dealers))


def random_options(rng):
    while True:
        known = describe(Thousand.Options)
        names = [n for n in known if n.startswith(("barrel", "bolts", "dump"))]
        try:
            given = {name: rng.choice(known[name].values) for name in names}
            return read_options(Thousand.Options, given)
        except OptionError:
            continue


def test_the_referee_agrees_about_totals_on_the_edge():
    """Barrel, bolts and dump truck from made-up totals, so that every meeting happens."""
    rng, seen = Random(9), Counter()
    for _ in range(6000):
        o = random_options(rng)
        top = o.barrel if isinstance(o.barrel, int) else 880
        limit = o.barrel_deals if isinstance(o.barrel_deals, int) else 5
        scores = [
            rng.choice([rng.randrange(-700, 700, 5), 435, 525, rng.randrange(700, top, 10), top])
            for _ in "NS"
        ]
        declarer, contract = rng.randrange(2), rng.randrange(100, 200, 10)
        made, bombed = rng.random() < 0.5, rng.random() < 0.1
        tricks = None if bombed else rng.choices((0, 1), weights=(1, rng.choice([1, 9])), k=10)
        if rng.random() < 0.3 and not bombed:
            tricks = [rng.randrange(2)] * 10
        gain = [rng.randrange(0, 160, 5)] * 2
        gain[declarer] = contract if made else -contract

        referee = Referee(o, scores)
        referee.stay = [rng.randrange(limit) if score == top else 0 for score in scores]
        referee.blanks = [rng.randrange(3), rng.randrange(3)]
        s = Deal(
            Match(tuple(scores), 0), declarer=declarer, contract=contract,
            barrel=list(referee.stay), bolts=list(referee.blanks),
        )  # fmt: skip
        for seat in (0, 1):
            s.award(seat, "declarer-score" if seat == declarer else "defender-score", gain[seat])
        took = None if bombed else [seat in tricks for seat in (0, 1)]
        Sheet(s, o).settle(made=made and not bombed, took=took)
        referee.enter(declarer, contract, gain, made and not bombed, tricks)

        table = Thousand(o)
        assert table.standing(s) == tuple(referee.scores), (o, scores, s)
        if s.champion is None:
            assert (s.barrel, s.bolts) == (referee.stay, referee.blanks)
        seen.update({item.rule for item in s.items} | {event.rule for event in s.events})
        match = table.after(s.match, s)
        outcome = table.outcome(match)
        past = max(match.scores) >= 1000
        assert (outcome is not None) == past
        if s.champion is not None:
            assert outcome.winners == (s.champion,)
    rules_met = ("barrel-mount", "barrel-frozen", "barrel-win", "barrel-fall", "barrel-one")
    assert all(seen[rule] > 20 for rule in (*rules_met, "zero-deal", "dump-truck")), seen


# --- invariants ------------------------------------------------------------------------------


@all_variants
def test_no_card_is_lost_and_none_is_shown_to_the_wrong_seat(name):
    table, rng = game(name), Random(1)
    for live in positions(name, 7, deals=4):
        s = live.state
        held = Counter(card for zone in table.table(s) for card in zone.cards)
        if s.phase != "deal":
            assert held == Counter(PACK.pack)
        for seat in (0, 1, None):
            view = table.view(s, seat)
            assert table.view(table.permute_hidden(s, seat, rng), seat) == view
            talons = [zone for zone in view["zones"] if "talon" in zone["name"]]
            assert not any("cards" in zone for zone in talons)


@all_variants
def test_sensible_moves_are_legal_and_rest_on_what_is_seen(name):
    table, rng = game(name), Random(2)
    for live in positions(name, 3, deals=3):
        if live.to_move in (None, DEALER):
            continue
        found = table.sound(live.state)
        assert found
        assert set(found) <= set(table.legal(live.state))
        assert found == table.sound(table.permute_hidden(live.state, live.to_move, rng))


@all_variants
def test_matches_end_and_their_records_replay(name):
    table = game(name)
    for seed in range(2):
        live = None
        for position in positions(name, 100 + seed):
            live = position
        assert live.over
        assert live.match.hands < 300
        lines = list(enumerate(live.record().splitlines(), 1))[1:]
        again = replay(table, lines)
        assert again.standing == live.standing
        assert again.outcome == live.outcome


@all_variants
def test_no_bid_is_offered_above_what_the_hand_allows(name):
    table = game(name)
    for live in positions(name, 11, deals=12):
        s = live.state
        if s.phase not in ("auction", "contract"):
            continue
        hand = set(map(str, s.hands[s.turn]))
        limit = 120 + sum(n for suit, n in WORTH.items() if {"K" + suit, "Q" + suit} <= hand)
        if table.options.ace_marriage == 200 and {"AS", "AC", "AD", "AH"} <= hand:
            limit += 200
        named = [move.arg for move in table.legal(s) if isinstance(move.arg, int)]
        if table.options.bid_cap == "none":
            limit = 400
        assert all(n <= max(limit, s.bid) and n % table.options.bid_step == 0 for n in named)
        assert all(n > s.bid for n in named) or s.phase == "contract"


def test_the_barrel_and_bombs_are_carried_from_deal_to_deal():
    table = game("base")
    position = BASE.position(
        phase="discard", bid=100, scores={"N": 880, "S": 0}, barrel={"N": 1}, bolts={"S": 2},
        hands={"N": "KS QS 9S JC 9C JD 9D JH 9H 10H QC QD"},
    ).do("bomb")  # fmt: skip
    match = table.after(position.state.match, position.state)
    assert match.scores == (880, 120)
    following = table.new(match)
    assert (following.bombs, following.barrel, following.bolts) == ([1, 0], [2, 0], [0, 2])
    assert following.match.dealer == 0


def test_a_redeal_keeps_the_dealer_and_shows_the_nines():
    table = rules("two-player-thousand", redeal_nines=True)
    nines = "9S 9C 9D 9H JS JC JD JH QS QC AS 10S KS AC 10C KC AD 10D KD AH QD QH KH 10H"
    position = table.position().do(f"DEALER deal {nines}")
    assert (position.turn, position.part("dealer")) == ("DEALER", "S")
    assert position.state.events[0].facts == {"shown": "9C 9D 9H 9S"}
    fair = "9S 9C 9D JD JS JC 10H JH QS QC AS 10S KS AC 10C KC AD 10D KD AH QD QH KH 9H"
    assert position.do(f"DEALER deal {nines}", f"DEALER deal {fair}").phase == "auction"


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"target": 500}, {"target", "barrel"}),
        ({"target": 1500, "barrel": "bid_only_800"}, {"target", "barrel"}),
        ({"bomb": "off", "bomb_limit": 3}, {"bomb", "bomb_limit"}),
        ({"barrel": "off", "barrel_deals": 2}, {"barrel", "barrel_deals"}),
        ({"barrel": "off", "barrel_meet": "both_stay"}, {"barrel", "barrel_meet"}),
        ({"barrel": "bid_only_800", "barrel_leap": "win"}, {"barrel", "barrel_leap"}),
    ],
)
def test_contradictions_name_the_options_at_fault(options, names):
    with pytest.raises(OptionError) as caught:
        rules("two-player-thousand", **options)
    assert set(caught.value.names) == names


def test_every_single_option_value_plays_a_whole_deal():
    for name, option in describe(Thousand.Options).items():
        for value in option.values[1:]:
            given = {name: value} | ({"barrel": "off"} if name == "target" else {})
            table, rng = Thousand(read_options(Thousand.Options, given)), Random(4)
            live = LiveMatch(table, table.start(0))
            while live.to_move is not None:
                if live.to_move == DEALER:
                    live.deal(rng)
                else:
                    live.play(rng.choice(table.sound(live.state)))
            assert live.state.phase == "over"
