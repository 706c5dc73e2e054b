"""Gin Rummy against a second statement of its rules, recorded games and whole matches."""

import itertools
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from upcard import Card, Cards, GivenError, Illegal, OptionError, library, rules
from upcard.bots import simple_bot
from upcard.drive import LiveMatch, playout, random_bot

ID = "gin-rummy"
GIN = rules(ID)
PACK = GIN.game.deck
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"ace": "both"},
    {"tie": "no_score", "undercut_bonus": 20},
    {"oklahoma": "ace_one"},
    {"next_dealer": "loser", "knock_limit": 3},
    {"wall": "last_knock", "big_gin_bonus": 31, "start": "eleven"},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
DATA = Path(__file__).parent / "data"


def cards(text):
    return PACK.cards(text)


def value(card):
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank)


def points(pile):
    return sum(map(value, pile))


def sound_bot(_view, sample, rng):
    """Play as a sensible player all the time."""
    game, state = sample()
    return rng.choice(game.sound(state))


def positions(game, seed, bots=(random_bot, random_bot), hands=4):
    """Yield a match in progress at every position of its first hands."""
    rng = Random(seed)
    live = LiveMatch(game, game.start(seed % 2))
    for _ in range(hands):
        while True:
            yield live
            if live.hand_over:
                break
            if live.to_move == -1:
                live.play(game.shuffled(live.state, rng))
            else:
                live.bot_move(bots[live.to_move], rng)
        if live.outcome is not None:
            return
        live.next_hand()


# --- invariants -------------------------------------------------------------------------------


@every_table
def test_no_card_is_lost_and_hands_are_of_the_right_size(ruled):
    for live in positions(ruled.game, 3, hands=2):
        s = live.state
        lying = [*s.stock, *s.buried, *s.hands[0], *s.hands[1], *itertools.chain(*s.melds)]
        lying += [*itertools.chain(*s.others), *([s.upcard] if s.upcard else [])]
        assert Counter(lying) == Counter(PACK.pack)
        if s.phase in ("first-upcard", "draw", "discard"):
            sizes = [10, 10]
            sizes[s.turn] += s.phase == "discard"
            assert list(map(len, s.hands)) == sizes
            assert s.taken is None or s.taken in s.hands[s.turn]
        assert len(s.stock) >= 2
        assert s.takes <= 51


@every_table
def test_a_hand_scores_for_one_player_or_for_nobody(ruled):
    ended = Counter()
    for seed in range(2):
        for live in positions(ruled.game, seed, hands=6):
            s = live.state
            if not live.hand_over:
                assert not s.items
                continue
            sides = {item.side for item in s.items}
            assert len(sides) <= 1
            dead = s.knocker is None
            assert dead == any(event.rule == "dead-hand" for event in s.events)
            assert not (dead and sides)
            if not dead and not sides:
                assert ruled.options.tie == "no_score"
            ended[dead] += 1
    assert ended[False] > 4


@every_table
def test_matches_end_at_the_target(ruled):
    live = playout(ruled.game, 7)
    (winner,) = live.outcome.winners
    assert live.standing[winner] >= ruled.options.target > live.standing[1 - winner]
    assert max(live.match.scores) < ruled.options.target


@every_table
def test_a_knock_is_legal_exactly_when_the_rest_is_good_enough(ruled):
    """Stated again: deadwood of the ten cards kept, the limit, and the card just taken."""
    game, knocks = ruled.game, 0
    for live in positions(game, 11, (sound_bot, random_bot), hands=4):
        s = live.state
        if s.phase != "discard":
            continue
        limit = ruled.options.knock_limit
        if ruled.options.oklahoma != "off":
            limit = value(s.first_upcard)
            if limit == 1 and ruled.options.oklahoma == "ace_gin":
                limit = 0
        may = {
            card
            for card in s.hands[s.turn]
            if card != s.taken
            and ruled.ask("deadwood", hand=s.hands[s.turn] - [card]).total <= limit
        }
        legal = {m.cards[0] for m in game.legal(s) if m.verb == "knock" and m.cards}
        assert legal == may
        knocks += bool(may)
    assert knocks


def test_drawing_only_from_the_stock_the_29th_draw_reaches_the_wall():
    for dealer in ("N", "S"):
        live = GIN.new_match(seed=4, dealer=dealer)
        live.deal(Random(4))
        live.play(live.game.legal(live.state)[1])
        live.play(live.game.legal(live.state)[1])
        draws = 0
        while len(live.state.stock) > 2:
            seat = "NS"[live.to_move]
            live.play(f"{seat} draw")
            draws += 1
            live.play(f"{seat} discard {live.state.hands[live.to_move][-1]}")
        assert draws == 29
        verbs = {move.verb for move in live.game.legal(live.state)}
        assert verbs == {"take", "decline"}


def test_the_other_hand_the_stock_and_the_buried_discards_stay_hidden():
    for live in positions(GIN.game, 5):
        s = live.state
        if s.phase not in ("first-upcard", "draw", "discard"):
            continue
        for seat in (0, 1, None):
            view = json.dumps(live.game.view(s, seat) | {"events": [], "facts": {}})
            others = [card for owner in (0, 1) if owner != seat for card in s.hands[owner]]
            shown = set(re.findall(r"\b(?:10|[A2-9JQK])[CDHS]\b", view))
            assert not shown & set(map(str, [*s.stock, *s.buried, *others]))


def test_after_a_knock_only_the_knocker_lies_open():
    seen = 0
    for live in positions(GIN.game, 6, (sound_bot, sound_bot), hands=6):
        s = live.state
        if s.phase in ("knock", "lay-off"):
            seen += 1
            for zone in live.game.view(s, None)["zones"]:
                if zone["name"] == "hand":
                    assert ("cards" in zone) == (zone["owner"] == "NS"[s.knocker])
    assert seen > 10


def test_the_simple_player_beats_the_random_one():
    wins = 0
    for seed in range(8):
        wins += playout(GIN.game, seed, (simple_bot, random_bot)).outcome.winners == (0,)
    assert wins >= 5


# --- after a knock ----------------------------------------------------------------------------


def plainly(deadwood, other, *, gin_bonus=25, undercut=25):
    """Return the points for the knocker, less those for the other player."""
    if not deadwood:
        return gin_bonus + points(other)
    more = points(other) - points(deadwood)
    return more if more > 0 else more - undercut


def test_the_best_defence_in_play_is_what_the_question_says():
    """Play hands by sense alone; from the knock on compare with the questions."""
    knocks = 0
    for seed in range(30):
        live = LiveMatch(GIN.game, GIN.game.start(seed % 2))
        rng, shown = Random(seed), None
        while not live.hand_over:
            if live.to_move == -1:
                live.play(live.game.shuffled(live.state, rng))
                continue
            live.bot_move(sound_bot, rng)
            s = live.state
            if s.phase == "lay-off" and shown is None:
                shown = s.melds, s.hands[s.knocker], s.hands[1 - s.knocker]
        if shown is None:
            continue
        knocks += 1
        melds, deadwood, hand = shown
        told = ", ".join(map(str, melds))
        score = GIN.ask("hand_score", melds=told, deadwood=deadwood, hand=hand)
        sides = Counter()
        for item in score.items:
            sides[item.side] += item.points
        totals = live.game.totals(live.state)
        knocker = live.state.knocker
        assert (sides[0], sides[1]) == (totals[knocker], totals[1 - knocker])
        other = live.state.hands[1 - knocker]
        assert plainly(deadwood, other) == totals[knocker] - totals[1 - knocker]
        if deadwood:
            left = GIN.ask("lay_off", melds=told, hand=hand)
            assert left.total == points(other)
            assert left.total <= GIN.ask("deadwood", hand=hand).total
    assert knocks > 20


def test_no_line_of_play_answers_a_knock_better_than_the_question():
    """Walk through everything the other player may do in the hand that breaks up its eights."""
    hands = {"N": "5S 6S 7S 9C 10C JC KC KD KS JD QH", "S": "2S 2C 2D 2H 7C 8C 8S 8D 9S AC"}
    knocked = GIN.position(phase="discard", hands=hands).do(
        "N knock QH", "N meld 5S 6S 7S", "N meld 9C 10C JC", "N meld KC KD KS"
    )
    game, best, seen = GIN.game, [], set()
    todo = [knocked.state]
    while todo:
        s = todo.pop()
        key = (s.hands[1], frozenset(map(frozenset, s.melds)))
        if key in seen:
            continue
        seen.add(key)
        for move in game.legal(s):
            after = game.carry_out(s, move)
            if game.to_move(after) is None:
                best.append(game.totals(after))
            else:
                todo.append(after)
    assert max(best, key=lambda totals: totals[1] - totals[0]) == (0, 26)
    assert len(seen) > 40


def test_a_match_of_four_hands_adds_up_as_its_score_sheet_says():
    """Case GIN-07: 12; 25 + 14; 25 + 1 to the other player; (25 + 30) twice."""
    table = rules(ID, spade_doubles=True)
    melds = "AC 2C 3C, 7S 7D 7H, 9H 10H JH"
    whole = "2C 3C 4C 5C, 7S 7D 7H, 9H 10H JH"
    kings, sixes = "KC KD KH KS", "6C 6D 6H 6S"
    hands = (
        (melds, "8D", f"{sixes} 4C 4D 4H 4S KC QD", "4H"),
        (whole, "", f"{kings} QC QD QS 8S 5S AH", "4H"),
        (melds, "8D", f"{kings} {sixes} 5S 2S", "4H"),
        (whole, "", "KC KD KH 6C 6D 6H 10S JS 8D 2H", "AS"),
    )
    scores, after = [0, 0], []
    for shown, deadwood, hand, upcard in hands:
        score = table.ask("hand_score", melds=shown, deadwood=deadwood, hand=hand, upcard=upcard)
        for item in score.items:
            scores[item.side] += item.points
        after.append(tuple(scores))
    assert after == [(12, 0), (51, 0), (51, 26), (161, 26)]
    modern = rules(ID, "modern-boxes")
    assert modern.ask("settlement", points=161, hands_won=3).total == 336
    assert modern.ask("settlement", points=26, hands_won=1, winner=False).total == 51


# --- recorded games ---------------------------------------------------------------------------

RECORDED = json.loads((DATA / "gin_rummy_openspiel.json").read_text())["games"]


def card(code):
    return Card(code[0].replace("T", "10"), code[1].upper())


def shuffle_of(steps):
    """Return the order of the pack that leads to the chance steps of a recorded game."""
    drawn = [card(step) for step in steps if " " not in step]
    dealt = [c for pair in zip(drawn[:10], drawn[10:20], strict=True) for c in pair]
    known = [*dealt, *drawn[20:]]
    return Cards([*known, *(c for c in PACK.pack if c not in known)])


def spelt(game, s, what, *, knocking):
    """Return a step of a recorded game as a move of ours; `""` for what goes by itself here."""
    fixed = {"Draw stock": "draw", "Draw upcard": "take", "Knock": ""}
    if what == "Pass":
        return "pass" if s.phase == "first-upcard" else ""
    if what in fixed:
        return fixed[what]
    if len(what) > 2:
        return "meld " + " ".join(str(card(what[at : at + 2])) for at in range(0, len(what), 2))
    if s.phase == "lay-off":
        (lay,) = (m for m in game.legal(s) if m.verb == "lay" and m.cards[0] == card(what))
        return game.text(lay).split(" ", 1)[1]
    return f"{'knock' if knocking else 'discard'} {card(what)}"


def replayed(game, steps):
    """Play a recorded game; return the match and the rule that refused a step, if one did."""
    live = LiveMatch(game, game.start(1))
    live.play(game.parse(f"DEALER shuffle {shuffle_of(steps)}"))
    previous = ""
    for step in steps:
        player, _, what = step.partition(" ")
        text = what and spelt(game, live.state, what, knocking=previous == "Knock")
        previous = what
        try:
            if text:
                live.play(f"{'NS'[int(player)]} {text}")
        except Illegal as refused:
            return live, refused.rule
    while not live.hand_over:  # the last pass: no more is shown, or the wall is reached
        live.play(next(m for m in game.legal(live.state) if m.verb in ("done", "decline")))
    return live, None


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_recorded_games_of_another_engine(number):
    """Its bots never throw a card back; its random players do, and are stopped there."""
    recorded = RECORDED[number]
    game = rules(ID, wall="last_knock", tie="no_score").game
    live, refused = replayed(game, recorded["steps"].split("|"))
    if recorded["policy"] == "uniform random":
        assert refused in ("no-throw-back", None)
    else:
        assert refused is None
        north, south = live.standing
        assert recorded["returns"] == [north - south, south - north]


# --- questions and positions ------------------------------------------------------------------


def test_the_knock_question_agrees_with_trying_each_discard():
    rng = Random(9)
    ranks = ("A", "2", "3", "4", "5", "6")
    low = [c for c in PACK.pack if c.rank in ranks]
    for _ in range(120):
        hand = Cards(rng.sample(low, 11))
        ruling = GIN.ask("knock", hand=hand)
        good = {c for c in hand if GIN.ask("may_knock", hand=hand - [c]).value != "none"}
        assert set(ruling.legal) == good
        assert set(ruling.refused) == {str(c) for c in hand if c not in good}
        assert set(ruling.refused.values()) <= {"knock"}


def test_of_eleven_cards_the_best_is_thrown():
    rng = Random(10)
    for _ in range(120):
        hand = Cards(rng.sample(PACK.pack[:26], 11))
        each = [GIN.ask("deadwood", hand=hand - [c]).total for c in hand]
        assert GIN.ask("deadwood", hand=hand).total == min(each)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"oklahoma": "ace_gin", "knock_limit": 5}, {"oklahoma", "knock_limit"}),
        ({"start": "eleven", "oklahoma": "ace_one"}, {"start", "oklahoma"}),
        ({"start": "eleven", "spade_doubles": True}, {"start", "spade_doubles"}),
    ],
)
def test_contradictions_are_refused_by_name(options, names):
    with pytest.raises(OptionError) as caught:
        rules(ID, **options)
    assert set(caught.value.names) == names


TEN = "2C 5C 8D JD 3H 6H QH 4S 7S KS"
OTHER = "3C 6C 9D QD AH 5H 8H 2S 9S JS"


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"hands": {"N": TEN[:-3], "S": OTHER}, "upcard": "9C"}, "hands"),
        ({"hands": {"N": TEN + " AC", "S": OTHER}, "upcard": "9C", "phase": "draw"}, "hands"),
        ({"hands": {"N": TEN, "S": OTHER + " AC"}, "upcard": "9C", "turn": "N"}, "hands"),
        (
            {"hands": {"N": TEN + " AC", "S": OTHER}, "upcard": "9C", "phase": "first-upcard"},
            "hands",
        ),
        ({"hands": {"S": OTHER}, "upcard": "9C"}, "hands"),
        ({"hands": {"N": TEN, "S": OTHER}}, "upcard"),
        ({"hands": {"N": TEN + " AC"}, "taken": "9C"}, "taken"),
        ({"hands": {"N": TEN + " AC"}, "phase": "lay-off"}, "phase"),
    ],
)
def test_impossible_positions_are_refused(given, path):
    with pytest.raises(GivenError) as caught:
        GIN.position(**given)
    assert caught.value.path[0] == path


def test_oklahoma_wants_to_know_the_first_upcard():
    oklahoma = rules(ID, "oklahoma")
    with pytest.raises(GivenError) as caught:
        oklahoma.position(phase="discard", hands={"N": TEN + " AC"})
    assert caught.value.path == ("first_upcard",)
    assert oklahoma.position(hands={"N": TEN}, upcard="4D").part("limit") == 4
    assert oklahoma.position(hands={"N": TEN}, upcard="4D", buried="9C 2D").part("limit") == 2
    for question in ("knock_limit", "may_knock"):
        with pytest.raises(GivenError) as caught:
            oklahoma.ask(question, **({"hand": TEN} if question == "may_knock" else {}))
        assert caught.value.path == ("upcard",)


@pytest.mark.parametrize(
    ("question", "given", "path"),
    [
        ("deadwood", {"hand": TEN + " AC AD"}, "hand"),
        ("deadwood", {"hand": ""}, "hand"),
        ("knock", {"hand": TEN}, "hand"),
        ("knock", {"hand": TEN + " AC", "taken": "9C"}, "taken"),
        ("may_knock", {"hand": TEN + " AC"}, "hand"),
        ("lay_off", {"melds": "5S 6S 7H", "hand": "8S"}, "melds"),
        ("lay_off", {"melds": "5S 6S 7S", "hand": "7S"}, "melds"),
        ("lay_off", {"melds": "5S 6S 7S, 7S 7C 7D", "hand": "8S"}, "melds"),
        ("lay_off", {"melds": "5S 6S 7X", "hand": "8S"}, "melds"),
        ("hand_score", {"melds": "5S 6S 7S", "deadwood": "AC", "hand": TEN}, "melds"),
        (
            "hand_score",
            {"melds": "9S 10S JS, 7C 7D 7H, AC AD AH", "deadwood": "AS", "hand": "8S 8C"},
            "hand",
        ),
    ],
)
def test_questions_that_make_no_sense_are_refused(question, given, path):
    with pytest.raises(GivenError) as caught:
        GIN.ask(question, **given)
    assert caught.value.path == (path,)
