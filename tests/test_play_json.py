"""`upcard play --json`: every game to the end of a match, and nothing a program sends hurts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from test_table_view import GAMES, ROOT, games

from upcard.api import Rules, library, rules, use_library
from upcard.moves import DEALER
from upcard_library.cli import main
from upcard_library.play_json import Protocol
from upcard_library.provider import ARTICLES
from upcard_library.sitting import Sitting

SCHEMA = json.loads((ROOT / "schema/view.schema.json").read_text(encoding="utf-8"))
VALID = Draft202012Validator(SCHEMA)
FIRST, LAST = 12, 40
"""So many moves are played of the beginning of a match, and of its end."""

Said = dict[str, Any]


@pytest.fixture(autouse=True)
def _articles() -> Iterator[None]:
    before = library()
    ARTICLES.use(games(), GAMES)
    use_library(ARTICLES)
    yield
    use_library(before)


class Program:
    """A program at the other end: `answer` gets what is said and returns the next line."""

    def __init__(self, sitting: Sitting, answer: Callable[[Said], str]) -> None:
        self.said: list[Said] = []
        self.answer = answer
        Protocol(sitting, self._read, self._write).run()

    def _write(self, line: str) -> None:
        assert "\n" not in line
        self.said.append(json.loads(line))

    def _read(self, _most: int) -> str:
        return self.answer(self.said[-1])

    def of(self, what: str) -> list[Said]:
        return [one for one in self.said if one["say"] == what]


def talk(sitting: Sitting, *lines: Any) -> Program:
    """Send these lines, one after the other."""
    todo = iter(lines)

    def answer(_said: Said) -> str:
        line = next(todo, "")
        return line if isinstance(line, str) else json.dumps(line) + "\n"

    return Program(sitting, answer)


def by_legal_moves(rng: random.Random, most: int) -> Callable[[Said], str]:
    """Play one of the legal moves told, at most so many times."""
    left = iter(range(most))

    def answer(said: Said) -> str:
        if said["say"] != "turn" or next(left, None) is None:
            return ""
        move = rng.choice(said["view"]["moves"])["text"]
        return json.dumps({"do": "move", "move": move}) + "\n"

    return answer


def end_of(ruled: Rules, seed: int) -> tuple[str, list[str]]:
    """Return a match played by chance, cut where only players' moves follow; and these moves."""
    live = ruled.new_match(seed)
    live.hurry(random.Random(seed))
    dealt = max(at for at, move in enumerate(live.log) if move.seat == DEALER)
    cut = max(dealt + 1, len(live.log) - LAST)
    rest = [ruled.game.text(move) for move in live.log[cut:]]
    del live.log[cut:]
    return live.record(), rest


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_is_played_to_the_end_of_a_match(game):
    ruled = rules(game)
    sitting = Sitting(ruled, [0], "random", 5)
    begun = Program(sitting, by_legal_moves(random.Random(5), FIRST))
    assert not begun.of("error") + begun.of("refused")
    turns = begun.of("turn")
    for said in turns[:3]:
        VALID.validate(said["view"])
        assert said["view"]["seat"] == said["view"]["turn"] == ruled.game.seat(0)
        assert not said["view"]["open"]
        for zone in said["view"]["zones"]:
            hidden = zone["visibility"] == "none" or (
                zone["visibility"] == "owner" and zone["owner"] != said["view"]["seat"]
            )
            assert ("cards" in zone) != hidden, zone
    record, rest = end_of(ruled, 5)
    everybody = Sitting(ruled, range(ruled.game.seats), "random", 5)
    lines = [{"do": "load", "record": record}, *({"do": "move", "move": move} for move in rest)]
    played = talk(everybody, *lines, {"do": "record"})
    assert not played.of("error") + played.of("refused")
    (over,) = played.of("match_over")
    VALID.validate(over["view"])
    assert over["view"]["over"]
    assert over["view"]["ended_by"] in over["view"]["rules"]
    assert played.of("record")[0]["record"] == record + "".join(f"{move}\n" for move in rest)


def test_a_whole_match_by_the_command(tiny, monkeypatch):
    monkeypatch.chdir(tiny.parent.parent)
    ARTICLES.use({}, tiny.parent)
    lines = '{"do": "move", "move": 1}\n' * 60
    words = ["play", "tiny-trick", "--json", "--seed", "3", "--record", "r.txt"]
    result = CliRunner().invoke(main, words, input=lines)
    assert result.exit_code == 0, result.output
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert said[0]["say"] == "hello"
    assert said[0]["people"] == ["N"]
    assert any(one["say"] == "match_over" for one in said)
    refused = [one["message"] for one in said if one["say"] == "error"]
    assert set(refused) == {"it is not your turn"}
    assert said[-1] == {"say": "bye", "moves": said[-1]["moves"]}
    assert "Record written" in result.stderr
    stepped = CliRunner().invoke(main, ["replay", "r.txt", "--step", "--json"])
    views = [json.loads(line) for line in stepped.stdout.splitlines()]
    assert [view["moves_made"] for view in views] == list(range(said[-1]["moves"] + 1))
    for view in views[::7]:
        VALID.validate(view)


# --- what can be asked for --------------------------------------------------------------------


def cribbage(*people: int) -> Sitting:
    return Sitting(rules("cribbage"), people or (0,), "simple", 4)


def test_other_seats_cards_are_not_told():
    said = talk(cribbage(), {"do": "move", "move": 1}, {"do": "step", "to": 3}, {"do": "stay"})
    for one in said.said:
        for zone in one.get("view", {}).get("zones", []):
            if zone["name"] in ("hand", "crib") and zone["owner"] == "S":
                assert "cards" not in zone
        for entry in one.get("view", {}).get("log", []):
            if entry["verb"] == "lay" and entry["seat"] == "S":
                assert entry["hidden"]
                assert not entry["cards"]


def test_two_seats_are_each_told_what_they_may_see():
    said = talk(cribbage(0, 1), {"do": "move", "move": 1}, {"do": "move", "move": 1})
    turns = said.of("turn")
    assert [turn["view"]["seat"] for turn in turns[:2]] == ["S", "N"]
    for turn in turns:
        open_hands = {zone["owner"] for zone in turn["view"]["zones"]
                      if zone["name"] == "hand" and "cards" in zone}  # fmt: skip
        assert open_hands == {turn["view"]["seat"]}


def test_a_refusal_is_told_with_its_rule_and_sentence():
    made = cribbage()
    said = talk(made, {"do": "move", "move": "lay AC"}, {"do": "why", "move": "lay AC"},
                {"do": "why", "move": 1})  # fmt: skip
    (refused,) = said.of("refused")
    assert refused["rule"] == "lay-away"
    assert refused["sentence"].startswith("Each player lays away two cards")
    no, yes = said.of("why")
    assert (no["legal"], no["rule"]) == (False, "lay-away")
    assert yes["legal"]
    assert not made.live.match.hands


def test_advice_rules_undo_look_and_new():
    sitting = cribbage()
    said = talk(sitting, {"do": "hint"}, {"do": "rules", "words": "nobs"},
                {"do": "move", "move": 1}, {"do": "undo"}, {"do": "look"},
                {"do": "new", "seed": 8}, {"do": "undo"}, {"do": "record"},
                {"do": "quit"}, {"do": "hint"})  # fmt: skip
    (hint,) = said.of("hint")
    assert hint["move"]["verb"] == "lay"
    assert any(one["rule"] == "nobs" for one in said.of("rules")[0]["found"])
    turns = [turn["view"] for turn in said.of("turn")]
    assert turns[0]["moves"] == turns[2]["moves"] == turns[3]["moves"]
    assert turns[1]["moves_made"] > turns[2]["moves_made"] == turns[0]["moves_made"]
    assert len(turns[3]["log"]) == turns[3]["moves_made"]
    assert said.of("new") == [{"say": "new", "seed": 8}]
    assert said.of("error")[0]["message"] == "there is nothing to take back"
    assert said.of("record")[0]["record"].startswith("cribbage@1\n")
    assert said.said[-1]["say"] == "bye"


def test_advice_says_what_a_move_surely_scores():
    position = "cribbage@1\nDEALER cut 4D 7C\nDEALER deal 5C 6C 7C 8C 9C 10C 5H 6H 7H 8H 9H 10H\n"
    lines = "S lay 5C 9C\nN lay 6C 6H\nDEALER cut KS\nS play 7C\n"
    said = talk(cribbage(), {"do": "load", "record": position + lines}, {"do": "hint"})
    (hint,) = said.of("hint")
    assert hint["move"]["text"] in ("N play 8C", "N play 8H")
    (scored,) = hint["scores"]
    assert (scored["points"], scored["rule"]) == (2, "peg-fifteen")
    assert scored["sentence"]


def test_a_record_is_gone_through():
    first = talk(cribbage(), {"do": "move", "move": 1}, {"do": "record"})
    record = first.of("record")[0]["record"]
    sitting = cribbage()
    said = talk(sitting, {"do": "load", "record": record}, {"do": "step", "to": 0},
                {"do": "step", "to": 2}, {"do": "step", "to": 10**6}, {"do": "step", "to": 4},
                {"do": "stay"})  # fmt: skip
    made = len(record.splitlines()) - 1
    assert [(one["view"]["moves_made"], one["ahead"]) for one in said.of("position")] == [
        (0, made), (2, made - 2), (4, made - 4)]  # fmt: skip
    assert said.said[-2]["say"] == "turn"


def test_a_line_of_the_command_is_limited(tiny, monkeypatch):
    monkeypatch.chdir(tiny.parent.parent)
    ARTICLES.use({}, tiny.parent)
    lines = "x" * 1_200_000 + '\n{"do": "quit"}\n'
    result = CliRunner().invoke(main, ["play", "tiny-trick", "--json"], input=lines)
    said = [json.loads(line)["say"] for line in result.stdout.splitlines()]
    assert said == ["hello", "turn", "error", "bye"]


# --- what a program must not be able to do ----------------------------------------------------


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("no json\n", "not JSON"),
        ("[" * 100_000 + "\n", "not JSON"),
        ('{"do": ' + "9" * 5_000 + "}\n", "not JSON"),
        ("x" * 600_000 + "\n", "longer than"),
        ([], "a line is an object"),
        ({"do": 3}, "a line is an object"),
        ({"do": "eval"}, "nothing is called 'eval'"),
        ({"do": "move"}, "'move' must be text"),
        ({"do": "move", "move": True}, "must be a whole number"),
        ({"do": "move", "move": 10**12}, "must be a whole number"),
        ({"do": "move", "move": -1}, "no card"),
        ({"do": "move", "move": 999}, "no move 999"),
        ({"do": "move", "move": "x" * 2_000}, "longer than"),
        ({"do": "move", "move": ""}, "write a move"),
        ({"do": "move", "move": "1", "seat": "S"}, "knows nothing of 'seat'"),
        ({"do": "undo", "steps": 0}, "nothing to take back"),
        ({"do": "undo", "steps": "1"}, "whole number"),
        ({"do": "new", "seed": None}, "whole number"),
        ({"do": "load", "record": 1}, "must be text"),
        ({"do": "load", "record": "x" * 300_000}, "longer than"),
        ({"do": "load", "record": "war@1\n"}, "this is a record of war"),
        ({"do": "load", "record": "cribbage@1\nN lay\n"}, "refused by rule"),
        ({"do": "load", "record": "cribbage@1\nscores N 99999999\n"}, "no score goes beyond"),
    ],
)
def test_what_cannot_be_is_answered_in_words(line, complaint):
    sitting = cribbage()
    said = talk(sitting, line, {"do": "look"})
    (error,) = said.of("error")
    assert complaint in error["message"]
    assert said.said[-2]["say"] == "turn", "the match goes on"


def test_nobody_acts_for_another():
    sitting = cribbage(0, 1)
    said = talk(sitting, {"do": "move", "move": 1}, {"do": "step", "to": 2},
                {"do": "move", "move": 1}, {"do": "hint"})  # fmt: skip
    assert [one["message"] for one in said.of("error")] == ["it is not your turn"] * 2


def test_an_engine_that_fails_is_told_by_name(monkeypatch):
    sitting = cribbage()

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Sitting, "act", fails)
    (error,) = talk(sitting, {"do": "move", "move": 1}).of("error")
    assert error == {"say": "error", "code": "engine",
                     "message": "the engine failed (ZeroDivisionError)"}  # fmt: skip


def test_a_match_without_an_end_is_stopped_in_words(monkeypatch):
    monkeypatch.setattr("upcard.page_play.MOVE_CAP", 5)
    said = talk(cribbage(), {"do": "move", "move": 1}, {"do": "move", "move": 1}, {"do": "undo"})
    first, second = (one["message"] for one in said.of("error"))
    assert "ends after 5 moves" in first
    assert second == "it is not your turn"
    assert said.said[-2]["say"] == "turn"
