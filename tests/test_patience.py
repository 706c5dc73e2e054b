"""Patience as parameters: Klondike deals and plays, and another engine's games replay here."""

import itertools
import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from upcard.cards import Card, Cards
from upcard.decks import DECKS
from upcard.patience import (
    KLONDIKE,
    STANDARD,
    VEGAS,
    Column,
    Layout,
    Patience,
    Scale,
    Side,
    Step,
    lifted,
    triangle,
)

PACK = DECKS["french-52"]
HIGHER = dict(itertools.pairwise(["A", *map(str, range(2, 11)), "J", "Q", "K"]))
OTHER_COLOUR = {"C": "DH", "S": "DH", "D": "CS", "H": "CS"}
SETTINGS = {
    "klondike": KLONDIKE,
    "three at a time": replace(KLONDIKE, turn=3),
    "two redeals": replace(KLONDIKE, turn=3, redeals=2),
    "once through": replace(KLONDIKE, redeals=0, take_back=False),
    "one card moves": replace(KLONDIKE, lift="one"),
    "any card fills": replace(KLONDIKE, fill="any", redeals=1),
    "nothing fills": replace(KLONDIKE, fill="none", redeals=1),
    "no stock": Patience(triangle(9), turn=0),
    "two packs": Patience(triangle(9), piles=8, redeals=0),
}
every_setting = pytest.mark.parametrize("rules", SETTINGS.values(), ids=SETTINGS)
RECORDED = json.loads((Path(__file__).parent / "data" / "klondike_openspiel.json").read_text())


def packs(rules: Patience) -> Cards:
    return Cards(list(PACK.pack) * (rules.piles // 4))


def shuffled(rules: Patience, seed: int) -> Cards:
    pack = packs(rules)
    return Cards(Random(seed).sample(pack, len(pack)))


def all_cards(layout: Layout) -> Counter[Card]:
    return Counter(layout.side.cards) + Counter(card for pile in layout.piles for card in pile)


def play(rules: Patience, seed: int, longest: int) -> list[tuple[Step, Layout]]:
    """Play at random, never coming back to a position, until nothing new is left."""
    rng, layout = Random(seed), rules.start(shuffled(rules, seed))
    seen, played = {layout.position}, []
    while len(played) < longest:
        ahead = [(step, rules.make(layout, step)) for step in rules.steps(layout)]
        fresh = [(step, after) for step, after in ahead if after.position not in seen]
        if not fresh:
            return played
        best = [pair for pair in fresh if pair[0].verb == "up"]
        played.append(rng.choice(best if best and rng.randrange(4) else fresh))
        layout = played[-1][1]
        seen.add(layout.position)
    return played


# --- the deal --------------------------------------------------------------------------------


def test_klondike_is_a_parameter_set():
    assert Patience(triangle(7), take_back=True) == KLONDIKE
    side = KLONDIKE.start(PACK.pack).side
    assert [len(column.down) for column in side.columns] == [0, 1, 2, 3, 4, 5, 6]
    assert [len(column.up) for column in side.columns] == [1] * 7
    assert (KLONDIKE.dealt, KLONDIKE.dealt_down, len(side.stock)) == (28, 21, 24)
    assert not side.waste


def test_the_deal_goes_row_by_row():
    side = KLONDIKE.deal(PACK.pack)
    rows = [PACK.pack[:7], PACK.pack[7:13], PACK.pack[13:18], PACK.pack[18:22]]
    for number, row in enumerate(rows):
        dealt = [(column.down + column.up)[number] for column in side.columns[number:]]
        assert Cards(dealt) == row
    assert side.stock == PACK.pack[28:]


def test_a_sample_of_four_columns_is_no_klondike():  # case KLO-05
    sample = Patience(triangle(4))
    assert sample.dealt == 10
    assert sample.dealt + 6 == 16 != len(PACK)
    assert len(sample.deal(PACK.pack).stock) != 24


@every_setting
def test_a_deal_keeps_every_card(rules):
    layout = rules.start(shuffled(rules, 1))
    assert all_cards(layout) == Counter(packs(rules))


# --- building --------------------------------------------------------------------------------


def test_what_may_be_laid_on_what_by_a_second_reckoning():
    for card, on in itertools.product(PACK.pack, repeat=2):
        down = HIGHER.get(card.rank) == on.rank and on.suit in OTHER_COLOUR[card.suit]
        assert KLONDIKE.fits(card, on) == down
        assert KLONDIKE.takes(card, on) == (HIGHER.get(on.rank) == card.rank and on[1] == card[1])
    for card in PACK.pack:
        assert KLONDIKE.fits(card, None) == (card.rank == "K")
        assert KLONDIKE.takes(card, None) == (card.rank == "A")


def test_who_may_fill_a_space_is_a_parameter():
    card = Card("9", "D")
    assert replace(KLONDIKE, fill="any").fits(card, None)
    assert replace(KLONDIKE, fill="9").fits(card, None)
    assert not replace(KLONDIKE, fill="none").fits(card, None)


def test_only_a_built_part_is_picked_up():
    column = Column(up=PACK.cards("4C 9H 8S 7D"))
    side = Side((column,), waste=PACK.cards("2C 3C"))
    taken = [str(lift.cards) for lift in KLONDIKE.lifts(side)]
    assert taken == ["7D", "8S 7D", "9H 8S 7D", "3C"]
    one = replace(KLONDIKE, lift="one")
    assert [str(lift.cards) for lift in one.lifts(side)] == ["7D", "3C"]


def test_what_lies_under_is_turned_up():
    side = Side((Column(PACK.cards("4C JS"), PACK.cards("9H 8S")),))
    *_, whole = KLONDIKE.lifts(side)
    assert lifted(side, whole).columns == (Column(PACK.cards("4C"), PACK.cards("JS")),)


# --- stock and waste -------------------------------------------------------------------------


def test_a_redeal_brings_the_same_cards_in_the_same_order():
    side = KLONDIKE.deal(PACK.pack)
    passes = []
    for _ in range(3):
        shown = []
        for _ in range(24):
            side = KLONDIKE.turned(side)
            shown.append(side.waste[-1])
        passes.append(shown)
    assert passes[0] == passes[1] == passes[2] == list(PACK.pack[28:])
    assert side.redealt == 2


def test_three_at_a_time_shows_every_third():
    rules, side, shown = replace(KLONDIKE, turn=3), KLONDIKE.deal(PACK.pack), []
    for _ in range(8):
        side = rules.turned(side)
        shown.append(side.waste[-1])
    assert shown == list(PACK.pack[30::3])
    assert not side.stock
    assert rules.may_redeal(side)


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_redeals_come_to_an_end(redeals):
    rules, turns = replace(KLONDIKE, redeals=redeals), 0
    side = rules.deal(PACK.pack)
    while rules.may_turn(side):
        side, turns = rules.turned(side), turns + 1
    assert turns == 24 * (redeals + 1)


def test_without_a_stock_nothing_is_turned():
    rules = Patience(triangle(9), turn=0)
    assert not rules.may_turn(rules.deal(PACK.pack))


# --- a game alone ----------------------------------------------------------------------------


@every_setting
def test_random_play_comes_to_an_end_and_loses_no_card(rules):
    pack = Counter(packs(rules))
    wanders = rules.redeals is None or rules.fill == "any"
    for seed in range(3):
        played = play(rules, seed, longest=120 if wanders else 2000)
        assert wanders or len(played) < 2000
        for _, layout in played[::3] + played[-1:]:
            assert all_cards(layout) == pack
            for pile in layout.piles:
                assert [card.rank for card in pile] == list(rules.ranks[: len(pile)])
                assert len({card.suit for card in pile}) <= 1
            for column in layout.side.columns:
                assert column.up or not column.down
                assert all(rules.fits(b, a) for a, b in itertools.pairwise(column.up))


def quickly(rules: Patience, seed: int) -> Layout:
    """Return where quick play ends."""
    return score(rules, rules.start(shuffled(rules, seed)), *quick_steps(rules, seed))[1]


@cache
def quick_steps(rules: Patience, seed: int) -> list[Step]:
    """Play what gets on, and nothing else, until a whole pass through the stock brings nothing."""
    layout, idle = rules.start(shuffled(rules, seed)), 0
    steps: list[Step] = []
    while idle < 25:
        ranked = sorted(rules.steps(layout), key=lambda step: worth(layout, step))
        step = ranked[-1] if ranked else Step("turn")
        if worth(layout, step) <= 0:
            idle += 1
            step = Step("turn")
            if not rules.may_turn(layout.side):
                break
        else:
            idle = 0
        layout = rules.make(layout, step)
        steps.append(step)
    return steps


def worth(layout: Layout, step: Step) -> int:
    if step.verb == "put":
        if step.source is None:
            return 1
        column = layout.side.columns[step.source]
        return 2 if column.down and column.up == step.cards else 0
    return 3 if step.verb == "up" else 0


def test_some_games_are_won():
    won = [layout for seed in range(40) if KLONDIKE.won(layout := quickly(KLONDIKE, seed))]
    assert won
    for layout in won:
        assert sorted(map(len, layout.piles)) == [13, 13, 13, 13]
        assert {step.verb for step in KLONDIKE.steps(layout)} <= {"back"}


def test_no_step_leads_from_a_foundation_to_a_foundation():  # case KLO-01
    layout = Layout(Side((Column(),) * 7), (PACK.cards("AC"), *[Cards()] * 3))
    assert KLONDIKE.steps(layout) == []


def test_taking_back_is_a_parameter():
    side = Side((Column(up=PACK.cards("2D")), *[Column()] * 6))
    layout = Layout(side, (PACK.cards("AC"), *[Cards()] * 3))
    assert KLONDIKE.steps(layout) == [Step("back", PACK.cards("AC"), 0, 0)]
    assert replace(KLONDIKE, take_back=False).steps(layout) == []
    after = KLONDIKE.make(layout, KLONDIKE.steps(layout)[0])
    assert after.piles == (Cards(),) * 4
    assert str(after.side.columns[0].up) == "2D AC"


def test_a_position_is_known_again_whatever_was_redealt():
    layout = KLONDIKE.start(PACK.pack)
    turned = layout
    for _ in range(25):
        turned = KLONDIKE.make(turned, Step("turn"))
    again = KLONDIKE.make(layout, Step("turn"))
    assert turned.position == again.position
    assert turned != again


# --- the score -------------------------------------------------------------------------------


def score(rules: Patience, layout: Layout, *steps: Step) -> tuple[int, Layout]:
    points = rules.scale.stake
    for step in steps:
        points += sum(item.points for item in rules.scored(layout, step))
        layout = rules.make(layout, step)
    return points, layout


def five_of_clubs() -> Layout:
    """The five lies on the waste; the four of its suit is up, and a red six is open."""
    columns = (Column(PACK.cards("9C"), PACK.cards("6D")), *[Column()] * 6)
    clubs = PACK.cards("AC 2C 3C 4C")
    return Layout(Side(columns, waste=PACK.cards("5C")), (clubs, *[Cards()] * 3))


def test_by_way_of_a_column_a_card_scores_twice():  # case KLO-02
    five = PACK.cards("5C")
    there = (Step("put", five, 0), Step("up", five, 0, 0))
    straight = (Step("up", five, 0),)
    standard = replace(KLONDIKE, scale=STANDARD)
    for steps in (there, straight):
        assert steps[0] in standard.steps(five_of_clubs())
    assert score(standard, five_of_clubs(), *there)[0] == 5 + 10
    assert score(standard, five_of_clubs(), *straight)[0] == 10
    reported = replace(KLONDIKE, scale=Scale(waste=45, up=60))
    assert score(reported, five_of_clubs(), *there)[0] == 105  # the report added up to 110
    vegas = replace(KLONDIKE, scale=VEGAS)
    assert score(vegas, five_of_clubs(), *there) == score(vegas, five_of_clubs(), *straight)


def test_a_card_that_comes_back_costs_what_it_brought_and_more():
    five = PACK.cards("5C")
    steps = (Step("up", five, 0), Step("back", five, 0, 0), Step("up", five, 0, 0))
    assert score(replace(KLONDIKE, scale=STANDARD), five_of_clubs(), *steps)[0] == 10 - 15 + 10
    assert score(replace(KLONDIKE, scale=VEGAS), five_of_clubs(), *steps)[0] == -52 + 5


def test_what_is_turned_up_scores_only_when_it_was_face_down():
    standard = replace(KLONDIKE, scale=STANDARD)
    columns = (Column(PACK.cards("9C"), PACK.cards("6D 5C")), Column(up=PACK.cards("7S 6H")))
    layout = Layout(Side(columns), (Cards(),) * 4)
    part, whole = Step("put", PACK.cards("5C"), 1, 0), Step("put", PACK.cards("6D 5C"), 1, 0)
    assert standard.scored(layout, part) == []
    (item,) = standard.scored(layout, whole)
    assert str(item) == "shown 5 (9C)"
    assert standard.scored(layout, Step("turn")) == []


def test_a_won_game_scores_what_its_cards_did():
    """Every card is up, every face-down card was turned: only the way by the columns differs."""
    checked = 0
    for seed in range(40):
        start, steps = KLONDIKE.start(shuffled(KLONDIKE, seed)), quick_steps(KLONDIKE, seed)
        points, end = score(replace(KLONDIKE, scale=STANDARD), start, *steps)
        if not KLONDIKE.won(end):
            continue
        by_columns = sum(step.verb == "put" and step.source is None for step in steps)
        assert points == 52 * 10 + 21 * 5 + by_columns * 5
        assert score(replace(KLONDIKE, scale=VEGAS), start, *steps)[0] == 52 * 5 - 52
        checked += 1
    assert checked


# --- another engine's games ------------------------------------------------------------------


def replayed(game: dict[str, str]) -> Layout:
    """Replay a recorded game, turning the stock until the card that is wanted lies on top."""
    layout = KLONDIKE.start(PACK.cards(game["pack"]))
    for move in game["moves"].split(", "):
        card, target = move.split()
        layout = moved(layout, PACK.card(card), target)
    return layout


def moved(layout: Layout, card: Card, target: str) -> Layout:
    for _ in range(60):
        for step in KLONDIKE.steps(layout):
            if step.cards[:1] == (card,) and lands(layout, step) == target:
                return KLONDIKE.make(layout, step)
        layout = KLONDIKE.make(layout, Step("turn"))
    raise AssertionError(f"{card} cannot go to {target}")


def lands(layout: Layout, step: Step) -> str:
    if step.verb == "up":
        return "up"
    return str(layout.side.columns[step.target].end or "space")


@pytest.mark.parametrize("number", range(len(RECORDED["games"])))
def test_games_of_another_engine_replay(number):
    game = RECORDED["games"][number]
    layout = replayed(game)
    columns = [" ".join(["?"] * len(c.down) + [str(c.up)]) for c in layout.side.columns if c.up]
    assert sorted(columns) == sorted(game["columns"])
    tops = [str(pile[-1]) for pile in layout.piles if pile]
    assert sorted(tops) == sorted(game["foundations"].split())
    assert all_cards(layout) == Counter(PACK.pack)
