"""Koi-Koi has no engine; here its worked examples are counted once more, by other means.

The scorer below is written from the sources' tables and knows nothing of the article, whose
numbers it is held against under every set of options that an example names.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from upcard.decks import DECKS
from upcard.examples import cases
from upcard_library.load import load_game
from upcard_library.stand_in import table

GAME, _ = load_game(Path(__file__).resolve().parent.parent / "games" / "koi-koi")
assert GAME is not None
COUNTED = [
    pytest.param(example.data["given"], case.under, case.then, id=f"{example.id}-{case.under}")
    for example in GAME.examples
    if example.data.get("ask") == "worth"
    for case in cases(example.data)
]


def worth(given: dict[str, Any], rules: Any) -> dict[str, int]:
    """Count a pile: points by set, then what is doubled."""
    pile = [str(card) for card in DECKS["hanafuda-48"].cards(given["taken"])]
    kinds = Counter(card[0] for card in pile)
    has = set(pile).issuperset
    found: dict[str, int] = {}
    dry = kinds["B"] - ("B11" in pile)
    if kinds["B"] == 5:
        found["five-brights"] = rules.five_brights
    elif dry == 4:
        found["four-brights"] = rules.four_brights
    elif kinds["B"] == 4:
        found["rainy-four"] = rules.rainy_four
    elif dry == 3:
        found["three-brights"] = rules.three_brights
    spoilt = rules.viewings == "unless_rain" and "B11" in pile
    if rules.viewings != "never" and not spoilt:
        found |= {"moon-viewing": 5} if has({"B8", "A9"}) else {}
        found |= {"cherry-viewing": 5} if has({"B3", "A9"}) else {}
    more = rules.extra_cards
    if has({"A6", "A7", "A10"}):
        found["boar-deer-butterflies"] = rules.boar_deer_butterflies + more * (kinds["A"] - 3)
    red, blue = has({"R1", "R2", "R3"}), has({"R6", "R9", "R10"})
    further = more * (kinds["R"] - 3 * (red + blue))
    if red:
        found["poetry-ribbons"] = rules.poetry_ribbons + further
    if blue:
        found["blue-ribbons"] = rules.blue_ribbons + (0 if red else further)
    plains = kinds["P"] + (rules.cup_is_plain and "A9" in pile)
    for name, many, least in (("animals", kinds["A"], 5), ("ribbons", kinds["R"], 5),
                              ("plains", plains, 10)):  # fmt: skip
        found |= {name: many - least + 1} if many >= least else {}
    month = [card for card in pile if card[1:] == str(given.get("round", ""))]
    found |= {"month-set": 4} if rules.month_set and len(month) == 4 else {}
    if rules.double_seven and sum(found.values()) >= 7:
        found["double-seven"] = sum(found.values())
    if given.get("opponent_called"):
        found["double-call"] = sum(found.values())
    return found


@pytest.mark.parametrize(("given", "under", "then"), COUNTED)
def test_the_examples_count_as_the_sources_say(given, under, then):
    found = worth(given, table(GAME, under).options)
    assert found == then["items"]
    assert sum(found.values()) == then["total"]


def test_the_deal_is_laid_out_as_it_says():
    """Packets of four go to the other player, the table and the dealer, and once more."""
    (deal,) = [example.data for example in GAME.examples if example.rules == ("deal",)]
    deck = DECKS["hanafuda-48"]
    pack = deck.cards(deal["do"][0].removeprefix("DEALER deal "))
    assert deck.sort(pack) == deck.sort(deck.pack)
    south, table_, north = (pack[at : at + 4] + pack[at + 12 : at + 16] for at in (0, 4, 8))
    told = deal["then"]["state"]
    assert deck.cards(told["hands"]["S"]) == south
    assert deck.cards(told["table"]) == table_
    assert deck.cards(told["hands"]["N"]) == north
    assert told["undrawn"] == len(pack) - 3 * 8


def test_enough_of_it_is_shown():
    assert len(GAME.examples) >= 40
    assert len(COUNTED) >= 30
    shown = {rule for example in GAME.examples for rule in example.rules}
    rules = {sentence.rule for sentence in GAME.article.sentences}
    assert rules <= shown


def test_every_variant_and_option_has_a_source():
    assert all(variant.sources for variant in GAME.variants)
    assert all(option.sources for option in GAME.options)
    values = [option for option in GAME.options if option.name.endswith(("brights", "four"))]
    assert all({"nintendo-jp", "hanafuda-flash"} <= set(option.sources) for option in values)


def test_the_brights_are_one_case_told_by_three_houses():
    ids = [example.id for example in GAME.examples if example.case == "KOI-01"]
    assert ids == ["three-dry-brights", "rain-joins-three-brights", "rain-with-two-brights"]


def test_the_engine_will_not_play_it():
    import upcard
    from upcard.options import OptionError

    with pytest.raises(OptionError, match="prose only"):
        upcard.rules("koi-koi")


def test_its_claims_would_fail_if_falsified():
    for given, under, then in (param.values for param in COUNTED):
        wrong = {**then["items"], "plains": then["items"].get("plains", 0) + 1}
        assert worth(given, table(GAME, under).options) != wrong
