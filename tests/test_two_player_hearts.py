"""Two-player Hearts against invariants, exact odds and a second, plain statement of its rules."""

import itertools
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from upcard import Card, Cards, Illegal, OptionError, library, rules
from upcard.drive import LiveMatch, playout, random_bot
from upcard.options import describe

ID = "two-player-hearts"
HEARTS = rules(ID)
PACK = HEARTS.game.deck
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"opening": "non_dealer"},
    {"opening_card": "free"},
    {"moon": "shooter_chooses"},
    {"moon": "none"},
    {"stock": "draft"},
    {"stock": "draft", "draft_moon": "all", "pass_cards": 0},
    {"stock": "draft", "moon": "shooter_chooses", "jack_of_diamonds": 10},
    {"stock": "draft", "opening": "non_dealer", "game_tie": "draw"},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
HANDS = 25
HEIGHT = {rank: n for n, rank in enumerate((*map(str, range(2, 11)), "J", "Q", "K", "A"))}
CLUBS_FIRST = [Card(rank, suit) for suit in "CDS" for rank in HEIGHT]


def worth(pile) -> int:
    return sum(13 if str(card) == "QS" else card.suit == "H" for card in pile)


def positions(game: Any, seed: int):
    """Yield every position of one random hand, the last one included."""
    rng = Random(seed)
    s = game.new(game.start(seed % 2))
    game.play(s, game.shuffled(s, rng))
    while game.to_move(s) is not None:
        yield s
        s = game.carry_out(s, rng.choice(game.legal(s)))
    yield s


# --- a second statement of the rules ----------------------------------------------------------


def plain_leader(options, hands, dealer):
    if options.opening == "non_dealer":
        return 1 - dealer
    first = next(card for card in CLUBS_FIRST if card in hands[0] + hands[1])
    return 0 if first in hands[0] else 1


def plain_legal(options, hand, trick, seen, others):
    """Return the cards that may be played, from what lies open: `seen` was played before."""
    first = len(seen) < 2
    cards = list(hand)
    if trick:
        cards = [card for card in hand if card.suit == trick[0].suit] or cards
    elif first and options.opening == "low_club":
        lowest = next(card for card in CLUBS_FIRST if card in hand + others)
        free = options.opening_card == "free"
        cards = [card for card in hand if card == lowest or (free and card.suit == lowest.suit)]
    if first and options.first_trick_points == "barred":
        cards = [card for card in cards if not worth([card])] or cards
    if not trick and options.lead_hearts == "when_broken":
        breakers = [card for card in seen if card.suit == "H"]
        if options.break_by == "heart_or_queen":
            breakers += [card for card in seen if str(card) == "QS"]
        if not breakers:
            cards = [card for card in cards if card.suit != "H"] or cards
    return set(cards)


def plain_winner(leader, trick):
    led, answer = trick
    return (
        1 - leader if answer.suit == led.suit and HEIGHT[answer.rank] > HEIGHT[led.rank] else leader
    )


def plain_score(options, won):
    scores = [worth(pile) for pile in won]
    drafted = options.stock == "draft"
    enough = sum(scores) if drafted and options.draft_moon == "in_play" else 26
    if options.moon != "none" and enough and max(scores) == enough:
        shooter = scores.index(enough)
        scores = [26, 26]
        scores[shooter] = 0
        if options.moon == "shooter_minus":
            scores = [0, 0]
            scores[shooter] = -26
    jack = options.jack_of_diamonds
    return [n - jack * (Card("J", "D") in pile) for n, pile in zip(scores, won, strict=True)]


@every_table
def test_a_second_statement_of_the_rules_agrees_move_by_move(ruled):
    game, options = ruled.game, ruled.options
    for seed in range(HANDS):
        before = None
        for s in positions(game, seed):
            if s.phase == "play":
                seen = s.won[0] + s.won[1] + s.trick
                if not seen:
                    assert s.turn == plain_leader(options, s.hands, s.match.dealer)
                found = {move.cards[0] for move in game.legal(s)}
                others = s.hands[1 - s.turn]
                assert found == plain_legal(options, s.hands[s.turn], s.trick, seen, others)
            if before is not None and before.phase == "play" and before.trick and not s.trick:
                trick = s.won[s.turn][-2:] if s.phase == "play" else None
                if trick:
                    assert s.turn == plain_winner(1 - before.turn, trick)
            before = s
        if options.moon != "shooter_chooses" or not any(i.rule == "shoot-moon" for i in s.items):
            assert list(game.totals(s)) == plain_score(options, s.won)


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_no_card_is_lost(ruled):
    for seed in range(4):
        for s in positions(ruled.game, seed):
            laid = [card for zone in ruled.game.table(s) for card in zone.cards]
            assert sorted(laid) == sorted(PACK.pack)


@pytest.mark.parametrize("variant", ["base", "draw-hearts", "queen-breaks"])
def test_hands_and_stock_shrink_as_they_should(variant):
    game = rules(ID, variant).game
    for seed in range(HANDS):
        for s in positions(game, seed):
            if s.phase == "play" and not s.trick:
                trick = s.tricks + 1
                assert len(s.hands[0]) == len(s.hands[1]) == min(13, 27 - trick)
                assert len(s.stock) == max(0, 28 - 2 * trick)
        assert s.tricks == 26
        assert sum(map(len, s.won)) == 52


def test_a_draft_leaves_thirteen_tricks():
    game = rules(ID, "draft").game
    for seed in range(HANDS):
        for s in positions(game, seed):
            held = len(s.hands[s.turn]) + len(s.drawn)
            assert s.phase != "draft" or held == 14
        assert s.tricks == 13
        assert [len(pile) for pile in s.thrown] == [13, 13]
        assert worth(s.won[0] + s.won[1]) == 26 - worth(s.thrown[0] + s.thrown[1])


@pytest.mark.parametrize("variant", ["base", "draw-hearts", "queen-breaks", "short"])
def test_totals_add_up_to_26_a_hand(variant):
    ruled = rules(ID, variant)
    for seed in range(5):
        live = ruled.playout(seed)
        assert sum(live.standing) == 26 * (live.match.hands + 1)


@every_table
def test_matches_end_with_the_lower_total(ruled):
    target = ruled.options.target
    for seed in range(2):
        live = ruled.playout(seed)
        north, south = live.standing
        assert max(north, south) >= target
        assert max(live.match.scores) < target or len(set(live.match.scores)) == 1
        winners = (0, 1) if north == south else (0,) if north < south else (1,)
        assert live.outcome.winners == winners
        again = ruled.resume(live.record())
        assert again.standing == live.standing
        assert again.over


def test_a_tie_is_played_off():
    live = LiveMatch(HEARTS.game, HEARTS.game.start(0, [91, 91]))
    hand = HEARTS.game.new(live.match)
    hand.phase, hand.won = "over", [Cards(PACK.pack.of_suit("H")), PACK.cards("QS")]
    HEARTS.game.enter(hand)
    live.state = hand
    assert live.standing == (104, 104)
    assert not live.over
    live.next_hand()
    live.run([random_bot] * 2, Random(1))
    assert live.outcome is not None
    assert live.match.hands >= 1


# --- what is hidden ---------------------------------------------------------------------------


@every_table
def test_a_view_tells_nothing_that_is_hidden(ruled):
    game = ruled.game
    for seed in range(2):
        rng = Random(seed)
        for s in positions(game, seed):
            for seat in (0, 1, None):
                other = game.permute_hidden(s, seat, rng)
                assert game.view(other, seat) == game.view(s, seat)


def test_the_second_to_choose_does_not_see_what_the_first_has_chosen():
    states = list(itertools.islice(positions(HEARTS.game, 5), 3))
    _, chosen, exchanged = states
    first = 1 - chosen.turn
    (hidden,) = [
        zone
        for zone in HEARTS.game.view(chosen, chosen.turn)["zones"]
        if zone["name"] == "passed" and zone["owner"] == HEARTS.game.seat(first)
    ]
    assert hidden == {"name": "passed", "owner": HEARTS.game.seat(first), "count": 3}
    assert exchanged.hands[chosen.turn].holds(chosen.passed[first])
    told = [value for event in exchanged.events for value in event.facts.values()]
    assert not {str(value) for value in told} & set(PACK.by_code)


def test_only_the_drawer_sees_a_drawn_card():
    game = HEARTS.game
    position = HEARTS.position(
        tricks=3, turn="N", hands={"N": "9D 5S", "S": "KD 4C"}, stock="7H KC 2C 3C"
    ).do("N play 9D", "S play KD")
    seen = str(game.view(position.state, 0))
    assert "KC" in seen
    assert "7H" not in seen
    assert "7H" in str(game.view(position.state, 1))
    assert "7H" not in str(game.view(position.state, None))


# --- odds -------------------------------------------------------------------------------------


def test_how_rarely_two_hands_hold_no_club():
    chance = Fraction(comb(39, 26), comb(52, 26))
    assert float(chance) == pytest.approx(1.6379e-5, rel=1e-4)
    assert Fraction(1, 2) - chance == Fraction(290004, 580027)


def test_a_deal_without_clubs_opens_with_a_diamond_or_a_spade():
    rest = [card for card in PACK.pack if card.suit != "C"]
    for seed in range(300):
        rng = Random(seed)
        cards = Cards(rng.sample(rest, 26))
        answer = HEARTS.ask("opening_lead", north=cards[:13], south=cards[13:])
        assert answer.rules == ("opening-no-club",)
        seat, card = answer.value.split()
        assert card == str(next(card for card in CLUBS_FIRST if card in cards))
        assert PACK.card(card) in (cards[:13] if seat == "N" else cards[13:])


# --- questions and positions ------------------------------------------------------------------


def test_the_winner_of_every_pair_of_cards():
    game = HEARTS.game
    for pair in itertools.permutations(PACK.pack, 2):
        taker = ("leader", "follower")[plain_winner(0, pair)]
        assert game.winner(Cards(pair)).value == taker


def test_every_card_has_its_price():
    assert sum(HEARTS.game.points(Cards([card])).total for card in PACK.pack) == 26
    assert HEARTS.ask("points", taken="QS").total == 13
    assert HEARTS.ask("points", taken="QH").total == 1
    assert HEARTS.ask("points", taken="KS AS QC JD").total == 0


def test_what_four_players_take_is_priced_as_in_the_four_handed_game():  # case HRT-02
    piles = ("KS AC", "2H 3H 4H 5H 6H 7H 8H 9H AH", "10H JH QH QS", "KH JD")
    assert [HEARTS.ask("points", taken=pile).total for pile in piles] == [0, 9, 16, 1]


def test_the_deal_sizes_of_other_tables_leave_the_two_of_clubs_in():  # case HRT-04
    three, five = (PACK.pack - PACK.cards(gone) for gone in ("2D", "2D 2C"))
    assert (len(three) / 3, len(five) / 5) == (17, 10)
    for cards, opener in ((three, "2C"), (five, "3C")):
        assert next(card for card in CLUBS_FIRST if card in cards) == PACK.card(opener)
        found = HEARTS.ask("opening_lead", north=cards[::2], south=cards[1::2])
        assert found.value.split()[1] == opener


def test_anything_may_be_passed():
    for s in itertools.islice(positions(HEARTS.game, 3), 2):
        moves = HEARTS.game.legal(s)
        assert len(moves) == comb(13, 3)
        assert len({move.cards for move in moves}) == comb(13, 3)


def test_every_value_of_every_option_is_played():
    for option in describe(type(HEARTS.options)).values():
        for value in option.values[1:]:  # the first is the default
            settings = {option.name: value}
            if option.name == "draft_moon":
                settings["stock"] = "draft"
            assert rules(ID, **settings).playout(2).over


@pytest.mark.parametrize(
    "settings",
    [
        {"opening": "non_dealer", "opening_card": "free"},
        {"lead_hearts": "free", "break_by": "heart_or_queen"},
        {"draft_moon": "all"},
        {"draft_moon": "all", "stock": "draft", "moon": "none"},
    ],
)
def test_contradictions_are_refused_by_name(settings):
    with pytest.raises(OptionError) as refusal:
        rules(ID, **settings)
    assert set(refusal.value.names) <= {*settings, "stock"}
    assert len(refusal.value.names) == 2


def test_a_shooter_who_may_choose_is_asked():
    ruled = rules(ID, "draft", moon="shooter_chooses")
    asked = 0
    for seed in range(150):
        *_, before, after = positions(ruled.game, seed)
        if before.phase == "moon":
            asked += 1
            assert ruled.game.to_move(before) == before.turn
            assert sorted(ruled.game.totals(after)) in ([0, 26], [-26, 0])
            with pytest.raises(Illegal):
                ruled.game.check(before, ruled.game.parse("N play 2C"))
    assert asked


def test_a_playout_is_the_same_from_the_same_seed():
    assert playout(HEARTS.game, 7).record() == playout(HEARTS.game, 7).record()
