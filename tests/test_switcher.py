"""What the page says under other rules, against the engine: every variant, value and a mixture."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
import subprocess
from functools import cache
from typing import Any

import pytest
from site_build import GAMES, ROOT

from upcard.examples import rules_under, run
from upcard.options import OptionError, describe, parse_condition, read_options, text
from upcard_library import stand_in
from upcard_library.dependence import Contradiction, Dependence
from upcard_library.elsewhere import elsewhere
from upcard_library.load import load_library
from upcard_library.numbers import in_words
from upcard_library.provider import ARTICLES
from upcard_site.book import Book, Settings
from upcard_site.choice import SAID, data

LIBRARY = load_library(GAMES)
NODE = shutil.which("node")
MIXED = 40
"""Mixtures of options tried in each game."""
SCRIPT = """
const fs = require("fs");
require(process.argv[1]);
const choice = globalThis.upcard.choice;
const games = JSON.parse(fs.readFileSync(0, "utf8"));
const told = games.map(({data, texts, whens, names}) => texts.map(asked => {
  const {values, fault} = choice.parse(data, asked);
  if (fault) return {fault};
  const refused = choice.refused(data, values);
  return {
    values, refused: refused && refused.message, text: choice.nearest(data, values).text,
    all: data.refused.filter(entry => choice.holds(entry[0], values)).map(
      entry => choice.refused({...data, refused: [entry]}, values).message),
    holds: whens.map(when => choice.holds(when, values)),
    numbers: Object.fromEntries(names.map(name => [name, choice.number(data, name, values)])),
    words: Object.fromEntries(names.map(name => {
      const found = choice.number(data, name, values);
      return [name, found && found.text && choice.inWords(data, found.text, "words")];
    })),
  };
}));
process.stdout.write(JSON.stringify(told));
"""
FAULTY = [
    "nonsense",
    "base nonsense",
    "base none=1",
    "constructor",
    "__proto__=1",
    "base =",
    "base a!=b",
]


@cache
def book(game_id: str) -> Book:
    return Book(LIBRARY.games[game_id], (), Settings())


def texts(asked: Dependence) -> list[str]:
    """Every variant, every value alone, and mixtures that are the same in every run."""
    chance = random.Random(asked.game.id)
    columns = {name: asked.column(name) for name in asked.options}
    found = ["base", *(variant.id for variant in asked.game.variants)]
    found += [f"{name}={text(v)}" for name, column in columns.items() for v in column]
    for _ in range(MIXED if columns else 0):
        start = chance.choice(["base", *(variant.id for variant in asked.game.variants)])
        names = chance.sample(sorted(columns), min(chance.randint(1, 5), len(columns)))
        found.append(" ".join([start, *(f"{n}={text(chance.choice(columns[n]))}" for n in names)]))
    return found


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What the page's script makes of every text, in one run of Node."""
    if not NODE:
        pytest.skip("no Node here; on Debian: apt install nodejs, then run again")
    ARTICLES.use(LIBRARY.games, LIBRARY.root)
    asked = []
    for game in LIBRARY.games.values():
        whens = sorted({s.when for s in game.article.sentences if s.when})
        names = sorted(book(game.id).numbers())
        listed = [*texts(Dependence(game)), *FAULTY]
        asked.append({"data": data(book(game.id)), "texts": listed, "whens": whens, "names": names})
    script = str(ROOT / "plugins/upcard_site/assets/rules.js")
    done = subprocess.run(
        [str(NODE), "-e", SCRIPT, script], input=json.dumps(asked), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    answers = json.loads(done.stdout)
    return {
        game: (a, answer) for game, a, answer in zip(LIBRARY.games, asked, answers, strict=True)
    }


def options_of(game_id: str, under: str) -> Any:
    """The options a text asks for, or the engine's message."""
    try:
        table = book(game_id).game.module and rules_under(game_id, under).game
        table = table or stand_in.table(book(game_id).game, under)
    except OptionError as error:
        return str(error)
    return table.options


@pytest.mark.parametrize("game_id", LIBRARY.games)
def test_the_page_says_what_the_engine_says(told: dict[str, Any], game_id: str) -> None:
    asked, answers = told[game_id]
    own = book(game_id)
    base = own.numbers()
    shown = {name for table in asked["data"]["numbers"].values() for name in table["by"]}
    assert shown <= {option["name"] for option in asked["data"]["options"]}
    for under, answer in zip(asked["texts"], answers, strict=True):
        if under in FAULTY:
            assert list(answer) == ["fault"], under
            continue
        options = options_of(game_id, under)
        if isinstance(options, str):
            assert options in answer["all"], under
            assert answer["refused"] in answer["all"]
            continue
        assert answer["refused"] is None, under
        known = describe(type(options))
        assert answer["values"] == {name: text(getattr(options, name)) for name in known}, under
        holds = [parse_condition(when, type(options)).holds(options) for when in asked["whens"]]
        assert answer["holds"] == holds, under
        assert options_of(game_id, answer["text"]) == options
        assert len(answer["text"]) <= len(under)
        for name, number in own.numbers(under).items():
            found = answer["numbers"][name]
            assert (found["text"] if found else str(base[name])) == str(number), (under, name)
            if found and found["text"] in asked["data"]["words"]:
                assert answer["words"][name] == in_words(int(number))


@pytest.mark.parametrize("game_id", LIBRARY.games)
def test_what_an_example_gives_elsewhere_is_what_the_engine_gives(game_id: str) -> None:
    """`elsewhere` leaves out runs whose options were not read: their result must be the same."""
    ARTICLES.use(LIBRARY.games, LIBRARY.root)
    game = LIBRARY.games[game_id]
    for example in game.examples[:: max(1, len(game.examples) // 6)]:
        for under in elsewhere(game, example).same:
            report = run(rules_under(game_id, under), example.data, example.data["then"])
            assert report.disagreements == [], (example.id, under)
        for result, then in elsewhere(game, example).other:
            claimed = {key: value for key, value in then.items() if key != "state"}
            if claimed:
                again = run(rules_under(game_id, result.under), example.data, claimed)
                assert again.disagreements == [], (example.id, result.under)


def test_the_page_carries_little() -> None:
    ARTICLES.use(LIBRARY.games, LIBRARY.root)
    for game_id in LIBRARY.games:
        packed = gzip.compress(json.dumps(data(book(game_id))).encode())
        assert len(packed) < 25_000, game_id


# --- on options made up for it --------------------------------------------------------------------


def test_a_contradiction_over_a_wide_range_is_one_condition() -> None:
    asked = Dependence(LIBRARY.games["stockpile"])
    assert asked.contradictions == [
        Contradiction(
            "scoring=game target=50..499|501..2000",
            "a single game has no target: set scoring to points as well",
        )
    ]


def test_a_number_that_hangs_on_options_that_need_each_other_is_foretold() -> None:
    table = Dependence(LIBRARY.games["two-handed-pinochle"]).tables["turned_dix"]
    kind = Dependence(LIBRARY.games["two-handed-pinochle"]).kind
    for key, number in table.at.items():
        values = dict(zip(table.options, key.split(), strict=True))
        try:
            game = kind(read_options(kind.Options, values))
        except OptionError:
            continue
        assert game.numbers()["turned_dix"] == number
    assert len(set(table.at.values())) == 3


def test_every_sentence_of_the_script_is_handed_over() -> None:
    script = (ROOT / "plugins/upcard_site/assets/switcher.js").read_text("utf-8")
    used = set(re.findall(r'say\((?:[a-z]+ === 1 \? )?"([^"]+)"', script))
    used |= set(re.findall(r'=== 1 \? "[^"]+" : "([^"]+)"', script))
    assert used <= set(SAID)
    assert set(SAID) <= used
