"""What the page gets of the engine: one file, a snapshot, and calls that take nothing on trust."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from site_build import GAMES, ROOT, copy_games, forget

from upcard import page_table  # noqa: F401  it adds the calls of a table
from upcard.examples import cases
from upcard.forms import question_forms
from upcard.games import find, modules
from upcard.given import GivenError, read_question
from upcard.page import CALL_LIMIT, respond
from upcard_library.load import load_game
from upcard_library.provider import ARTICLES
from upcard_library.run import run_game
from upcard_library.served import Served
from upcard_site import runtime, score_it
from upcard_site.book import Book, Settings

PYODIDE = ROOT / "node_modules/pyodide"


@pytest.fixture(autouse=True)
def _library() -> Iterator[None]:
    forget()
    yield
    forget()


def ask(call: str, **args: Any) -> Any:
    told = json.loads(respond(json.dumps({"call": call, "args": args})))
    assert told["ok"], told
    return told["value"]


def fault(call: Any, **args: Any) -> Any:
    told = json.loads(respond(json.dumps({"call": call, "args": args})))
    assert not told["ok"], told
    return told["error"]


# --- packing ------------------------------------------------------------------------------------


def test_the_engine_is_packed_the_same_every_time(tmp_path: Path) -> None:
    assert runtime.pack_engine() == runtime.pack_engine()
    file = runtime.kept_engine(tmp_path)
    names = zipfile.ZipFile(file).namelist()
    assert {"upcard/api.py", "upcard/games/cribbage.py", "upcard_library/numbers.py"} < set(names)
    assert all(name.endswith(".py") for name in names)


def test_what_is_packed_runs_by_itself(tmp_path: Path) -> None:
    """On a Python without our packages: nothing but the one file and the standard library."""
    file = runtime.kept_engine(tmp_path)
    book = book_of("cribbage")
    library = score_it.page_data(book, book.rules("base").game)["article"]
    calls = [
        {"call": "library", "args": library},
        {"call": "ask", "args": {"game": "cribbage", "question": "show", "under": "base",
                                 "given": {"hand": "5H 5D 5C JS", "starter": "5S"}}},
    ]  # fmt: skip
    code = (
        "import sys, json; sys.path.insert(0, sys.argv[1])\n"
        "from upcard_library.served import respond, start; start()\n"
        "for call in json.load(sys.stdin): print(respond(json.dumps(call)))\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} & {'yaml', 'click', 'markdown'}))"
    )
    command = [sys.executable, "-I", "-S", "-c", code, str(file)]
    done = subprocess.run(
        command, input=json.dumps(calls), capture_output=True, text=True, check=True
    )
    _, answer, foreign = done.stdout.splitlines()
    told = json.loads(answer)["value"]
    assert told["total"] == 29
    assert {rule["anchor"] for rule in told["rules"]} == {"fifteens", "pairs", "nobs"}
    assert all(rule["sentence"] for rule in told["rules"])
    assert foreign == "[]"


def test_the_cache_keeps_the_newest_engine_only(tmp_path: Path) -> None:
    (tmp_path / "engine-0123.zip").write_bytes(b"old")
    file = runtime.kept_engine(tmp_path)
    stamp = file.stat().st_mtime_ns
    assert runtime.kept_engine(tmp_path) == file
    assert file.stat().st_mtime_ns == stamp
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def a_node(folder: Path, does: str) -> str:
    """Write a program that stands in for Node; `$4` is the file it is to write."""
    program = folder / "node"
    program.write_text(f'#!/bin/sh\necho >> "{folder}/calls"\n{does}\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program)


def test_the_snapshot_is_made_once(tmp_path: Path) -> None:
    engine = tmp_path / "engine-1.zip"
    node = a_node(tmp_path, 'printf memory > "$4"')
    for _ in range(2):
        file, note = runtime.kept_snapshot(tmp_path, engine, tmp_path, "1.0", node)
        assert file
        assert not note
    assert (tmp_path / "calls").read_text(encoding="utf-8") == "\n"
    newer, _ = runtime.kept_snapshot(tmp_path, tmp_path / "engine-2.zip", tmp_path, "1.0", node)
    assert newer != file
    assert not file.exists()


@pytest.mark.parametrize(
    ("does", "words"),
    [("echo broken >&2; exit 1", "broken"), ("sleep 20", "longer than"), ("exit 0", "failed")],
)
def test_without_a_snapshot_the_build_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, words: str
) -> None:
    monkeypatch.setattr(runtime, "SECONDS", 1)
    node = a_node(tmp_path, does)
    file, note = runtime.kept_snapshot(tmp_path, tmp_path / "e.zip", tmp_path, "1.0", node)
    assert file is None
    assert words in note
    assert "\n" not in note


def test_without_npm_the_page_is_told(tmp_path: Path) -> None:
    found = runtime.runtime(tmp_path)
    assert json.loads(found.texts[runtime.MANIFEST]) == {"available": False}
    assert not found.files
    assert "npm ci" in found.note


def test_the_runtime_may_come_from_elsewhere(tmp_path: Path) -> None:
    found = runtime.runtime(tmp_path, "https://cdn.example/pyodide")
    told = json.loads(found.texts[runtime.MANIFEST])
    assert told["base"] == "https://cdn.example/pyodide/"
    assert told["snapshot"] == ""
    assert [Path(name).suffix for name in found.files] == [".zip"]


@pytest.mark.slow
@pytest.mark.skipif(not PYODIDE.is_dir(), reason="no node_modules/pyodide here; run: npm ci")
def test_the_snapshot_is_the_same_every_time(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        engine = runtime.kept_engine(tmp_path / name)
        file, note = runtime.kept_snapshot(PYODIDE, engine, tmp_path / name, "1")
        assert file, note
        made.append(file.read_bytes())
    assert made[0] == made[1]


# --- the library in the page --------------------------------------------------------------------


def book_of(game_id: str) -> Book:
    game = ARTICLES.game(game_id)
    return Book(game, (), Settings(), folder=f"games/{game_id}")


@pytest.mark.parametrize("game_id", ["cribbage", "two-handed-pinochle"])
def test_the_served_article_says_what_the_article_says(game_id: str) -> None:
    book = book_of(game_id)
    served = Served()
    served.add(score_it.page_data(book, book.rules("base").game)["article"])
    for under in ["base", *(variant.id for variant in book.game.variants)]:
        options = book.rules(under).options
        for rule in book.rule_ids:
            mine, theirs = (one.sentence(game_id, rule, options) for one in (served, ARTICLES))
            assert (mine is None) == (theirs is None)
            if mine is not None:
                assert mine == score_it._said(theirs)
                assert served.anchor(game_id, rule, options)
    assert served.variants(game_id) == ARTICLES.variants(game_id)


@pytest.mark.parametrize("module", modules())
def test_a_form_asks_for_what_the_question_wants(module: str) -> None:
    game = find(module)()
    for form in question_forms(game):
        wanted = [field["name"] for field in form["fields"] if not field["optional"]]
        if not wanted:
            assert read_question(game, form["name"], {}) == {}
            continue
        with pytest.raises(GivenError) as told:
            read_question(game, form["name"], {})
        assert str(told.value).endswith(f"also wants {', '.join(wanted)}")


def test_an_example_fills_the_form_by_its_address() -> None:
    book = book_of("cribbage")
    example = next(e for e in book.game.examples if e.id == "perfect-29")
    address = score_it.address_of(book, example, "base")
    assert address == "?try=show&hand=5H+5D+5C+JS&starter=5S#score-it"
    assert "rules=five-card" in score_it.address("show", {"q": "1"}, "five-card")
    assert "given.q=1" in score_it.address("show", {"q": "1"})
    assert score_it.address("show", {"hand": "5H " * 900}) == ""


# --- calls --------------------------------------------------------------------------------------

SHOW = {"game": "cribbage", "question": "show", "given": {"hand": "5H 5D 5C JS", "starter": "5S"}}


def test_a_question_is_answered_with_its_reasons() -> None:
    told = ask("ask", **SHOW)
    assert (told["kind"], told["total"]) == ("score", 29)
    assert sum(item["points"] for item in told["items"]) == 29
    assert [rule["rule"] for rule in told["rules"]] == ["fifteens", "pairs", "nobs"]
    assert "fifteen" in told["rules"][0]["sentence"]


def test_a_refusal_is_an_answer() -> None:
    examples = [e.data for e in ARTICLES.game("two-handed-pinochle").examples if "ask" in e.data]
    example = next(data for data in examples if isinstance(data["then"].get("refused"), str))
    told = ask("ask", game="two-handed-pinochle", question=example["ask"],
               given=as_typed(example["given"]))  # fmt: skip
    assert (told["kind"], told["rule"]) == ("refused", example["then"]["refused"])
    assert told["sentence"]
    played = {"sequence": "KH QH JH", "hand": "5S AC"}
    ruling = ask("ask", game="cribbage", question="may_play", given=played)
    assert (ruling["kind"], ruling["legal"]) == ("ruling", ["AC"])
    assert "5S" in ruling["refused"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("no json", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "object with `call`"),
        ('{"call": "eval", "args": {}}', "there is no call 'eval'"),
        ('{"call": ["ask"], "args": {}}', "there is no call"),
        ('{"call": "ask", "args": []}', "`args` is an object"),
        ('{"call": "ask", "args": {}, "more": 1}', "object with `call`"),
        ('{"call": "ask", "args": {"game": 3}}', "'game' must be text"),
        (json.dumps({"call": "load", "args": {"record": "x" * 300_000}}), "longer than"),
        (" " * (CALL_LIMIT + 1), "longer than"),
    ],
)
def test_a_call_that_is_none_is_told_so(message: str, words: str) -> None:
    told = json.loads(respond(message))
    assert not told["ok"]
    assert told["error"]["code"] == "request"
    assert words in told["error"]["message"]


def test_what_is_wrong_is_told_in_words_and_where() -> None:
    wrong = fault("ask", **SHOW | {"given": {"hand": "5X", "starter": "5S"}})
    assert (wrong["code"], wrong["path"]) == ("given", ["hand"])
    assert "5X" in wrong["message"]
    assert fault("ask", **SHOW | {"under": "six-pack"})["code"] == "option"
    assert fault("ask", **SHOW | {"game": "no-such"})["code"] == "option"
    assert fault("ask", **SHOW | {"question": "__init__"})["code"] == "option"
    assert fault("ask", **SHOW | {"given": {"hand": ["5H"]}})["code"] == "request"
    assert fault("ask", **SHOW | {"given": {"hand": "5H " * 2_000}})["code"] == "request"
    assert fault("ask", **SHOW | {"given": {str(n): 1 for n in range(99)}})["code"] == "request"
    record = fault("load", record="cribbage@1\ndealer S\nN play 5X\n")
    assert (record["code"], record["line"]) == ("record", 3)


# --- a question as an example -------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["cribbage", "gin-rummy", "two-player-hearts"])
def test_a_question_becomes_an_example_of_the_library(tmp_path: Path, game_id: str) -> None:
    """Each question of the article is written down anew, pasted in, read, bound and run."""
    made: dict[str, str] = {}
    for example in ARTICLES.game(game_id).examples:
        if "ask" in example.data:
            given, under = as_typed(example.data["given"]), cases(example.data)[0].under
            asked = {"game": game_id, "under": under, "question": example.data["ask"]}
            text = ask("example", **asked, given=given)
            made.setdefault(text.splitlines()[0].removeprefix("  - id: "), text)
    file = copy_games(tmp_path, game_id) / game_id / "game.yaml"
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace("\nexamples:\n", f"\nexamples:\n{''.join(made.values())}"),
                    encoding="utf-8")  # fmt: skip
    game, faults = load_game(file.parent)
    assert game, faults
    assert not [fault for fault in faults if fault.level == "error"]
    results = {r.example.id: r for r in run_game(game) if r.example.id in made}
    assert set(results) == set(made)
    assert {name: r.outcome for name, r in results.items() if r.outcome != "passed"} == {}


def as_typed(given: dict[str, Any]) -> dict[str, Any]:
    """Write what is given as a form sends it."""
    told = {True: "yes", False: "no"}
    return {
        name: value if isinstance(value, dict)
        else told[value] if isinstance(value, bool) else str(value)
        for name, value in given.items()
    }  # fmt: skip


# --- a table ------------------------------------------------------------------------------------


def test_a_match_is_played_taken_back_and_written_down() -> None:
    opened = ask("new", game="two-handed-pinochle", seed=3, seat="N")
    table = opened["table"]
    assert opened["view"]["dealing"]
    view = ask("deal", table=table, seat="N")["view"]
    hands = {zone["owner"]: zone for zone in view["zones"] if zone["name"] == "hand"}
    assert "cards" in hands["N"]
    assert "cards" not in hands["S"]
    for _ in range(6):
        mover = view["turn"]
        legal = ask("legal", table=table)
        made = ask("apply", table=table, move=legal[0], seat=mover)
        assert made["move"] == legal[0]
        view = (
            ask("deal", table=table, seat=mover)["view"]
            if made["view"]["dealing"]
            else made["view"]
        )
    record = ask("record", table=table)
    again = ask("load", record=record, seat=view["seat"])
    assert again["view"] == view | {"can_undo": False}
    assert ask("undo", table=table)["view"]["moves_made"] < view["moves_made"]
    assert ask("close", table=table)
    assert fault("view", table=table)["code"] == "request"


def test_a_refused_move_shows_the_sentence_and_changes_nothing() -> None:
    given = {"phase": "second-phase", "trump": "H", "trick": "10S", "turn": "S",
             "hands": {"S": "9S AS KD"}}  # fmt: skip
    opened = ask("position", game="two-handed-pinochle", given=given, seat="S")
    table = opened["table"]
    refused = ask("apply", table=table, move="play KD", seat="S")
    assert refused["refused"]["rule"] == "follow-suit"
    assert refused["refused"]["sentence"]
    assert refused["view"] == opened["view"]
    assert ask("why_not", table=table, move="play AS") is None
    assert ask("why_not", table=table, move="9S")["rule"] == "must-win"
    assert fault("record", table=table)["code"] == "request"
    assert fault("apply", table=table, move="play 5X")["code"] == "notation"
    assert GAMES.is_dir()
