"""Every game of the library: one thing changed in it is refused at the right line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from upcard_library.bind import bind
from upcard_library.load import load_game, load_library
from upcard_library.model import GameArticle, Place
from upcard_library.run import run_game

ROOT = Path(__file__).resolve().parent.parent
GAMES = [path.parent for path in sorted((ROOT / "games").glob("*/game.yaml"))]
every_game = pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)


def loaded(folder: Path) -> GameArticle:
    game, faults = load_game(folder)
    assert game, faults
    return game


def playable(folder: Path) -> GameArticle:
    game = loaded(folder)
    if game.module is None:
        pytest.skip("an article without an engine")
    return game


def change(folder: Path, tmp_path: Path, place: Place, old: str, new: str) -> Path:
    """Copy a game and put one word in the place of another."""
    copied = tmp_path / "games" / folder.name
    shutil.copytree(folder, copied)
    path = copied / place.file.name
    lines = path.read_text("utf-8").split("\n")
    line = lines[place.line - 1]
    start = place.column - 1
    assert line[start:].startswith(old), (line, old)
    lines[place.line - 1] = line[:start] + new + line[start + len(old) :]
    path.write_text("\n".join(lines), "utf-8")
    return copied


def found(folder: Path) -> list[tuple[str, int, int, str]]:
    """Errors of a game: file, line, column, code. What follows for translations is left aside."""
    game, faults = load_game(folder)
    if game:
        faults = [*faults, *bind(game)]
    told = [f for f in faults if f.level == "error" and not f.code.startswith("TRANSLATION-")]
    return [(f.place.file.name, *f.place[1:], f.code) for f in told]


def test_the_library_is_without_fault():
    assert [str(fault) for fault in load_library(ROOT / "games").faults] == []


@every_game
def test_a_loose_number_in_the_article(folder, tmp_path):
    game = playable(folder)
    for sentence in game.article.sentences:
        place = sentence.place
        line = game.article.source.split("\n")[place.line - 1]
        number = re.search(r"\{\{ ?\w+ ?\}\}", line[: place.column])
        if number:
            break
    else:
        pytest.skip("no number in digits")
    at = Place(place.file, place.line, number.start() + 1)
    copied = change(folder, tmp_path, at, number[0], "7")
    assert found(copied) == [("article.md", at.line, at.column, "NUMBER-LOOSE")]


@every_game
def test_a_rule_id_in_the_article(folder, tmp_path):
    game = playable(folder)
    sentence = next(s for s in game.article.sentences if not s.when)
    copied = change(folder, tmp_path, sentence.place, f"{{#{sentence.rule}", f"{{#{sentence.rule}x")
    place = sentence.place
    assert found(copied) == [("article.md", place.line, place.column, "RULE-UNKNOWN")]


@every_game
def test_a_default(folder, tmp_path):
    game = playable(folder)
    option = game.options[0]
    place = game.value_at("options", option.name, "default")
    other = next(value for value in option.values if value != option.default)
    old, new = (str(v).lower() if isinstance(v, bool) else str(v) for v in (option.default, other))
    copied = change(folder, tmp_path, place, old, new)
    assert ("game.yaml", place.line, place.column, "OPTION-DEFAULT") in found(copied)


@every_game
def test_a_rule_id_of_an_example(folder, tmp_path):
    game = playable(folder)
    place = game.value_at("examples", "0", "rules", "0")
    rule = game.examples[0].rules[0]
    copied = change(folder, tmp_path, place, rule, f"{rule}x")
    assert found(copied) == [("game.yaml", place.line, place.column, "RULE-UNKNOWN")]


@every_game
def test_an_expectation(folder, tmp_path):
    game = playable(folder)
    example = next((e for e in game.examples if "total" in e.data["then"]), None)
    if example is None:
        pytest.skip("no example expects a total")
    value = example.places["then", "total"]
    total = example.data["then"]["total"]
    copied = change(folder, tmp_path, value, str(total), str(total + 1))
    own = str(example.data.get("variant", "base"))
    (result,) = [r for r in run_game(loaded(copied), [example.id]) if r.under == own]
    (fault,) = result.faults
    key = example.keys["then", "total"]
    assert (fault.place[1:], fault.code) == (key[1:], "EXAMPLE-DISAGREES")
    assert f"expected {total + 1}" in fault.message
    assert fault.found == str(total)
