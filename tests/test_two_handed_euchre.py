"""Two-handed Euchre: hidden rows, the left bower, and the arithmetic of a session.

Of the outside cases, EUC-04 to EUC-06 are about five-card Euchre for two with a dummy hand, which
is another game; EUC-01 to EUC-03 are examples of the article, EUC-07 is here.
"""

import itertools
import json
import math
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from upcard import rules
from upcard.cards import Card, Cards
from upcard.choices import Illegal
from upcard.decks import DECKS
from upcard.drive import LiveMatch, random_bot
from upcard.games._euchre_cards import order
from upcard.given import GivenError
from upcard.moves import DEALER, Move
from upcard.options import OptionError

PACK = DECKS["french-24"].pack
VARIANTS = (None, "pay-and-tricks", "pass-out", "twelve-trick")
TABLES = [(variant, {}) for variant in VARIANTS] + [
    (None, {"trump_by": "trick_auction"}),
    (None, {"layout": "4-4-4", "trump_by": "trick_auction"}),
]
RED, BLACK = "DH", "CS"


def table(variant=None, **options):
    return rules("two-handed-euchre", variant, **options)


def positions(ruled, seed, deals=1):
    """Yield every position of some deals between random players, with the move made from it."""
    rng = Random(seed)
    live = LiveMatch(ruled.game, ruled.game.start(seed % 2))
    for _ in range(deals):
        while live.to_move is not None:
            before = live.state
            if live.to_move == DEALER:
                live.deal(rng)
                yield before, live.log[-1], live.state
            else:
                move = live.bot_move(random_bot, rng)
                yield before, move, live.state
        if live.over:
            return
        live.next_hand()


# --- a second opinion: the play, written down once more without any of the engine -------------


def suit_in_play(card, trump):
    if card.rank == "J" and card.suit != trump:
        for colour in (RED, BLACK):
            if trump in colour and card.suit in colour:
                return trump
    return card.suit


def strength(card, trump):
    if card.rank == "J" and card.suit == trump:
        return 8
    if card.rank == "J" and suit_in_play(card, trump) == trump:
        return 7
    return {"9": 1, "10": 2, "J": 3, "Q": 4, "K": 5, "A": 6}[card.rank]


def follower_wins(led, card, trump):
    mine, theirs = suit_in_play(card, trump), suit_in_play(led, trump)
    if mine != theirs:
        return mine == trump
    return strength(card, trump) > strength(led, trump)


class SecondOpinion:
    """Columns of (covered, open) cards, moved by hand."""

    def __init__(self, s):
        self.held = [set(pile) for pile in s.hands]
        self.columns = [
            list(itertools.zip_longest(s.rows[seat], s.covered[seat])) for seat in range(2)
        ]
        self.trump, self.led, self.tricks = s.trump, None, [0, 0]
        self.to_turn = []

    def legal(self, seat):
        cards = self.held[seat] | {top for top, _ in self.columns[seat] if top}
        if self.led is None:
            return cards
        wanted = suit_in_play(self.led, self.trump)
        return {c for c in cards if suit_in_play(c, self.trump) == wanted} or cards

    def play(self, seat, card):
        """Play a card; return who is next to play."""
        self.held[seat].discard(card)
        for at, (top, below) in enumerate(self.columns[seat]):
            if top == card:
                self.columns[seat][at] = (None, below)
                self.to_turn.append((seat, at))
        if self.led is None:
            self.led = card
            return 1 - seat
        winner = seat if follower_wins(self.led, card, self.trump) else 1 - seat
        self.tricks[winner] += 1
        for owner, at in self.to_turn:
            self.columns[owner][at] = (self.columns[owner][at][1], None)
        self.led, self.to_turn = None, []
        return winner


@pytest.mark.parametrize(("variant", "options"), TABLES)
def test_a_second_opinion_agrees_on_every_play(variant, options):
    ruled = table(variant, **options)
    for seed in range(60):
        other = turn = None
        for before, move, after in positions(ruled, seed):
            if before.phase == "play":
                if other is None:
                    other, turn = SecondOpinion(before), 1 - before.match.dealer
                assert before.turn == turn
                legal = {m.cards[0] for m in ruled.game.legal(before)}
                assert legal == other.legal(turn)
                turn = other.play(move.seat, move.cards[0])
                assert other.tricks == [after.took(seat) for seat in range(2)]
        if other is not None:
            assert sum(other.tricks) == ruled.options.tricks
            took = other.tricks[after.maker]
            assert ruled.game.totals(after) == expected(ruled, after.maker, took)


def expected(ruled, maker, took):
    rest, points = ruled.options.tricks - took, [0, 0]
    if ruled.options.score == "maker_over_six":
        points[maker] = took - 6 if took > 6 else 0
    elif took >= 6:
        points[maker], points[1 - maker] = took, rest
    else:
        points[1 - maker] = 5 * (6 - took)
        points[1 - maker] += rest if ruled.options.euchre_pay == "plus_tricks" else 0
    return tuple(points)


def test_every_line_of_a_small_ending_is_the_same_in_both_accounts():
    """Two held, one open and one covered card each: all lines of play, in order."""
    cards = DECKS["french-24"].cards
    rng = Random(11)
    for trump in "CDHS":
        pack = rng.sample(PACK, 8)
        given = {
            "trump": trump,
            "hands": {"N": str(Cards(pack[:2])), "S": str(Cards(pack[2:4]))},
            "rows": {"N": str(pack[4]), "S": str(pack[5])},
            "covered": {"N": str(pack[6]), "S": str(pack[7])},
        }
        position = table().position(**given)
        lines = list(all_lines(position.game, position.state))
        assert sorted(lines) == sorted(told_again(SecondOpinion(position.state), 0, ()))
        assert all(len(cards(line)) == 8 for line in lines)


def all_lines(game, s, so_far=""):
    moves = game.legal(s)
    if not moves:
        yield so_far.strip()
    for move in moves:
        yield from all_lines(game, game.apply(s, move), f"{so_far} {move.cards}")


def told_again(other, turn, so_far):
    legal = other.legal(turn)
    if not legal:
        yield " ".join(map(str, so_far))
    for card in legal:
        copy = object.__new__(SecondOpinion)
        copy.held = [set(pile) for pile in other.held]
        copy.columns = [list(columns) for columns in other.columns]
        copy.trump, copy.led, copy.tricks = other.trump, other.led, list(other.tricks)
        copy.to_turn = list(other.to_turn)
        yield from told_again(copy, copy.play(turn, card), (*so_far, card))


# --- cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", "CDHS")
def test_seven_trumps_and_five_in_the_left_bowers_suit(trump):
    counts = Counter(order(trump).suit_of(card) for card in PACK)
    assert sorted(counts.values()) == [5, 6, 6, 7]
    assert counts[trump] == 7
    told = [table().ask("ranking", suit=suit, trump=trump).value for suit in "CDHS"]
    assert sorted(card for pile in told for card in pile) == sorted(PACK)


def test_how_many_hands_of_five_there_are():
    """EUC-07: 42,504; both bowers of a given trump are in 5 of 138 of them."""
    size = table().options.held
    hands = math.comb(len(PACK), size)
    assert hands == 42_504
    bowers = set(order("H").bowers)
    both = sum(bowers <= set(hand) for hand in itertools.combinations(PACK, size))
    assert Fraction(both, hands) == Fraction(5, 138)


@pytest.mark.parametrize(("variant", "options"), TABLES)
def test_cards_stay_where_they_belong(variant, options):
    ruled = table(variant, **options)
    for seed in range(30):
        opened = 0
        for before, move, after in positions(ruled, seed):
            held = Counter(card for zone in ruled.game.table(after) for card in zone.cards)
            assert held == Counter(PACK)
            if move.verb == "play":
                opened += move.cards[0] in before.covering(move.seat)
            if move.verb == "play" and not after.trick:
                left = [after.hands[n] + after.rows[n] + after.covered[n] for n in range(2)]
                assert len(left[0]) == len(left[1])
                assert not any(after.bared)
                covered = sum(map(len, after.covered))
                assert covered == 2 * ruled.options.row - opened
        if "thrown-in" in (event.rule for event in after.events):
            continue
        assert not any(after.covered)
        out = Cards([after.turn_up] if after.turn_up else []) + after.undealt + after.discard
        assert len(out) == len(PACK) - 2 * ruled.options.tricks
        taken_up = ruled.options.trump_by == "turn_up" and after.turn_up is None
        assert bool(after.discard) == taken_up


def test_the_discard_is_any_of_six_held_cards_and_never_an_open_one():
    ruled = table()
    for seed in range(40):
        for before, _, _ in positions(ruled, seed):
            if before.phase == "discard":
                dealer = before.match.dealer
                assert len(before.hands[dealer]) == 6
                legal = {m.cards[0] for m in ruled.game.legal(before)}
                assert legal == set(before.hands[dealer])
                for card in before.rows[dealer] + before.rows[1 - dealer]:
                    assert refusal(ruled, before, "discard", card) == "dealer-discard"


# --- what nobody may know ---------------------------------------------------------------------


def refusal(ruled, s, verb, card):
    try:
        ruled.game.check(s, Move(s.turn, verb, Cards([card])))
    except Illegal as error:
        return error.rule
    return "legal"


def known_to(s, seat):
    """The cards a seat has seen, told from the rules and not from the engine's zones."""
    seen = [s.hands[seat], *s.rows, *s.won, s.trick]
    seen += [Cards([s.turn_up])] if s.turn_up else []
    seen += [s.discard] if seat == s.match.dealer else []
    return {card for pile in seen for card in pile}


@pytest.mark.parametrize(("variant", "options"), TABLES)
def test_no_view_shows_a_hidden_card(variant, options):
    ruled = table(variant, **options)
    codes = {str(card): card for card in PACK}
    for seed in range(12):
        for _, move, after in positions(ruled, seed):
            for seat in (0, 1):
                shown = json.dumps(ruled.game.view(after, seat)).replace('"', " ").split()
                told = {codes[word] for word in shown if word in codes}
                known = known_to(after, seat)
                if move.verb == "order":
                    known.add(next(c for c in after.hands[after.match.dealer][-1:]))
                assert told <= known
                assert not told & {c for pile in after.covered + after.bared for c in pile}


@pytest.mark.parametrize(("variant", "options"), TABLES)
def test_nothing_a_player_can_try_tells_what_is_hidden(variant, options):
    """Views and refusals of every card are the same in all worlds that fit what a seat has seen."""
    ruled = table(variant, **options)
    for seed in range(6):
        rng = Random(seed)
        for s, _, _ in positions(ruled, seed):
            if s.turn == DEALER:
                continue
            for seat in (0, 1):
                other = ruled.game.permute_hidden(s, seat, rng)
                assert ruled.game.view(other, seat) == ruled.game.view(s, seat)
                assert known_to(other, seat) == known_to(s, seat)
                assert list(map(len, other.covered)) == list(map(len, s.covered))
            other = ruled.game.permute_hidden(s, s.turn, rng)
            for verb, card in itertools.product(("play", "discard"), PACK):
                assert refusal(ruled, s, verb, card) == refusal(ruled, other, verb, card)


def test_covered_cards_really_move_between_the_worlds_a_bot_imagines():
    ruled = table()
    state = next(after for _, _, after in positions(ruled, 5))
    under = {str(ruled.game.permute_hidden(state, 0, Random(n)).covered) for n in range(20)}
    assert len(under) > 15


def test_a_card_in_sight_is_never_called_covered():
    ruled = table()
    for seed in range(20):
        for s, _, _ in positions(ruled, seed):
            if s.phase == "play":
                for card in PACK:
                    rule = refusal(ruled, s, "play", card)
                    hidden = card not in known_to(s, s.turn)
                    assert (rule == "covered-cards-out") == (hidden and any(s.covered[s.turn]))


# --- score ------------------------------------------------------------------------------------


def test_a_made_deal_shares_eleven_points_and_a_beaten_one_pays_by_the_trick():
    plain, both = table(), table("pay-and-tricks")
    for took in range(12):
        maker, other = (
            plain.ask("deal_points", tricks=took, player=who).total for who in ("maker", "other")
        )
        assert maker + other == (11 if took >= 6 else 5 * (6 - took))
    short = range(5, -1, -1)
    ask = [both.ask("deal_points", tricks=took, player="other").total for took in short]
    assert ask == [11, 17, 23, 29, 35, 41]
    assert [plain.ask("deal_points", tricks=n, player="other").total for n in short] == [
        5, 10, 15, 20, 25, 30,
    ]  # fmt: skip


def test_crossing_out_leaves_the_margin():
    """Deals that cancel are struck: the rest has the same difference, so the same winner."""
    ruled, rng = table(), Random(4)
    for _ in range(50):
        deals = [f"{rng.choice('NS')}{rng.randrange(12)}" for _ in range(8)]
        sums = [margin(ruled, deal) for deal in deals]
        rest = list(sums)
        for points in sums:
            if -points in rest and points in rest and points:
                rest.remove(points)
                rest.remove(-points)
        assert sum(rest) == sum(sums) == margin(ruled, " ".join(deals))


def margin(ruled, deals):
    north, south = ruled.ask("tally", deals=deals).value.split(", ")
    return int(north.split()[1]) - int(south.split()[1])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_session_ends_and_its_winner_has_more(variant):
    ruled = table(variant)
    for seed in range(5):
        live = ruled.playout(seed)
        best = max(live.standing)
        assert {side for side in (0, 1) if live.standing[side] == best} == {*live.outcome.winners}
        if ruled.options.match == "deals":
            assert live.match.hands + 1 == 8
            dealers = [m for m in live.log if m.seat == DEALER]
            assert len(dealers) == 8
        else:
            assert best >= 10
            assert max(live.match.scores) < 10


def test_both_players_deal_equally_often():
    ruled = table(deals=4)
    live = LiveMatch(ruled.game, ruled.game.start(0))
    dealt, rng = [], Random(1)
    while not live.over:
        if live.hand_over:
            live.next_hand()
        dealt.append(live.match.dealer)
        live.run_hand([random_bot] * 2, rng)
    assert dealt == [0, 1, 0, 1]


# --- slips ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"layout": "4-4-4"}, ("layout", "trump_by")),
        ({"score": "maker_over_six"}, ("score", "layout")),
        ({"score": "maker_over_six", "trump_by": "trick_auction"}, ("score", "layout")),
        ({"deals": 7}, ("deals",)),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, names):
    with pytest.raises(OptionError) as caught:
        table(**options)
    assert caught.value.names == names


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({"phase": "play", "hands": {"N": "9C"}}, "trump"),
        ({"phase": "first-call", "hands": {"N": "9C"}}, "turn_up"),
        ({"trump": "H", "rows": {"N": "9C"}, "covered": {"N": "AS KS"}}, "covered"),
    ],
)
def test_a_position_that_cannot_be_is_refused(given, part):
    with pytest.raises(GivenError) as caught:
        table().position(**given)
    assert caught.value.path == (part,)


@pytest.mark.parametrize("move", ["play", "play 9C AS", "name hearts", "bid 7", "discard", "order"])
def test_a_move_that_makes_no_sense_is_refused_and_breaks_nothing(move):
    position = table().position(
        trump="H", hands={"N": "9C 10C"}, rows={"N": "9H"}, covered={"N": "AS"}
    )
    assert position.verdict(move) == "available"


@pytest.mark.parametrize("deals", ["X7", "N12", "N", "seven"])
def test_a_session_that_cannot_be_read_is_refused(deals):
    with pytest.raises(GivenError):
        table().ask("tally", deals=deals)


def test_left_bower_is_told_to_the_table_when_it_is_played():
    position = table().position(trump="C", hands={"N": "JS 9H", "S": "AS 9C"})
    assert "left-bower-suit" in position.do("play JS").events
    assert "left-bower-suit" not in position.do("play 9H").events
    assert position.do("play JS").playable() == str(Card("9", "C"))
