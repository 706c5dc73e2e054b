"""Running examples: what disagrees is told at its place, and nothing ends in a traceback."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from test_bind import brief, edit

from upcard.decks import DECKS
from upcard.examples import cases
from upcard_library.crosschecks import run_crosscheck, run_crosschecks
from upcard_library.load import load_game
from upcard_library.model import CaseResult, GameArticle
from upcard_library.run import plain, run_case, run_game
from upcard_library.teeth import weak_claims


def load(folder: Path) -> GameArticle:
    game, _ = load_game(folder)
    assert game
    return game


def told(folder: Path) -> dict[str, str]:
    """What is found wrong, by `example[variant]`."""
    return {
        f"{r.example.id}[{r.under}]": f"{r.outcome} " + ", ".join(map(brief, r.faults))
        for r in run_game(load(folder))
        if r.outcome != "passed"
    }


def one(folder: Path, name: str, under: str = "base") -> CaseResult:
    game = load(folder)
    example = next(example for example in game.examples if example.id == name)
    case = next(case for case in cases(example.data) if case.under == under)
    return run_case(game, example, case)


def test_all_is_well_with_the_small_game(tiny):
    assert told(tiny) == {}
    assert len(run_game(load(tiny))) == 12
    assert [r.example.id for r in run_game(load(tiny), ["void"])] == ["void"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{total: 4, items: {king: 4}}", "{total: 5, items: {king: 4}}",
         {"two-kings[base]": "failed 40:12 EXAMPLE-DISAGREES"}),
        ("{total: 4, items: {king: 4}}", "{total: 4, items: {king: 3}}",
         {"two-kings[base]": "failed 40:30 EXAMPLE-DISAGREES"}),
        ("{total: 4, items: {king: 4}}", "{total: 4, items: {king: 4, trick: 1}}",
         {"two-kings[base]": "failed 40:39 EXAMPLE-DISAGREES"}),
        ("royal: {total: 8}", "royal: {total: 4}",
         {"two-kings[royal]": "failed 41:27 EXAMPLE-DISAGREES"}),
        ('{legal: "AS 9S", refused', '{legal: "AS KD", refused',
         {"follow[base]": "failed 46:12 EXAMPLE-DISAGREES"}),
        ("refused: {KD: follow-suit}", "refused: {9S: follow-suit}",
         {"follow[base]": "failed 46:38 EXAMPLE-DISAGREES"}),
        ("then: {refused: hand-size}", "then: {refused: king}",
         {"four-each[base]": "failed 34:12 EXAMPLE-DISAGREES"}),
        ("then: {refused: hand-size}", "then: {total: 4}",
         {"four-each[base]": "failed 34:12 EXAMPLE-DISAGREES"}),
        ("earned: {trick: 1}, score: {S: 1}", "earned: {trick: 2}, score: {S: 2}",
         {"higher-takes[base]": "failed 58:30 EXAMPLE-DISAGREES, 58:49 EXAMPLE-DISAGREES"}),
        ("items: {S: {trick: 1, king: 2,", "items: {S: {trick: 1, king: 4,",
         {"last-trick[base]": "failed 63:34 EXAMPLE-DISAGREES"}),
        ("phase: play,", "phase: over,", {"first-hand[base]": "failed 80:21 EXAMPLE-DISAGREES"}),
    ],
)  # fmt: skip
def test_what_disagrees_is_told_at_its_key(tiny, old, new, expected):
    edit(tiny, "game.yaml", old, new)
    assert told(tiny) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected", "words"),
    [
        ('{won: "KS 9S KH AH"}', '{won: "KS 1S"}', {"two-kings[base]": "failed 39:13",
         "two-kings[royal]": "failed 39:13"}, "'1S' is no card"),
        ('{won: "KS 9S KH AH"}', '{wun: "KS"}', {"two-kings[base]": "failed 39:13",
         "two-kings[royal]": "failed 39:13"}, "did you mean 'won'"),
        ('hands: {S: "9S AS KD"}', 'hands: {X: "9S AS KD"}', {"follow[base]": "failed 45:55",
         "follow[free-play]": "failed 45:55"}, "no seat 'X'"),
        ("do: [play AS]", "do: [play 9S, play KD]", {"higher-takes[base]": "failed 57:19"},
         "refused by rule"),
        ("      S play AH\n", "      S play KH\n      S play AH\n",
         {"first-hand[base]": "failed 80:7"}, "S play AH"),
        ("      N play AS\n", "      N plays AS\n", {"first-hand[base]": "failed 78:7"},
         "no verb 'plays'"),
        ("refused: {KD: follow-suit}", "refused: {ZZ: follow-suit}",
         {"follow[base]": "failed 46:28"}, "'ZZ' is no card"),
        ("      dealer S\n", "      dealer Q\n", {"first-hand[base]": "failed 76:7"}, "Q"),
    ],
)  # fmt: skip
def test_an_example_that_cannot_be_run_is_told_at_the_fault(tiny, old, new, expected, words):
    edit(tiny, "game.yaml", old, new)
    found = told(tiny)
    assert found == {name: f"{where} EXAMPLE-SETUP" for name, where in expected.items()}
    results = [r for r in run_game(load(tiny)) if r.faults]
    assert words in str(results[0].faults[0])


def test_a_record_in_a_file_is_told_in_that_file(tiny):
    text = (tiny / "game.yaml").read_text("utf-8")
    start, end = text.index("    record: |\n"), text.index("    then: {turn: N, phase")
    lines = [line.strip() for line in text[start:end].splitlines()[1:]]
    (tiny / "records").mkdir()
    (tiny / "records/first.txt").write_text("\r\n".join(lines) + "\r\n", "utf-8")
    (tiny / "game.yaml").write_text(
        text[:start] + "    record: records/first.txt\n" + text[end:], "utf-8"
    )
    assert told(tiny) == {}
    edit(tiny, "records/first.txt", "S play AH", "S play AD")
    (fault,) = one(tiny, "first-hand").faults
    assert brief(fault) == "first.txt 5:1 EXAMPLE-SETUP"


def test_a_failure_shows_cards_and_the_engines_reasons(tiny):
    edit(tiny, "game.yaml", '{legal: "AS 9S", refused', '{legal: "AS KD", refused')
    result = one(tiny, "follow")
    assert "expected K♦ A♠" in result.faults[0].message
    assert result.faults[0].found == "9♠ A♠"
    assert "S play KD: refused by follow-suit" in result.reasoning


def test_gaps_may_only_become_fewer(tiny):
    edit(
        tiny, "game.yaml", "- id: two-kings\n", '- id: two-kings\n    status: gap\n    note: "?"\n'
    )
    assert told(tiny) == {"two-kings[base]": "failed 36:5 EXAMPLE-GAP"}
    edit(tiny, "game.yaml", "{total: 4, items", "{total: 5, items")
    assert told(tiny) == {"two-kings[base]": "gap "}


def test_a_dispute_must_hold_and_is_shown(tiny):
    status = '- id: void\n    status: disputed\n    note: "?"\n'
    edit(tiny, "game.yaml", "- id: void\n", status)
    assert told(tiny) == {"void[base]": "disputed "}
    edit(tiny, "game.yaml", 'then: {legal: "9S KD"}', "then: {legal: KD}")
    assert told(tiny) == {"void[base]": "failed 55:12 EXAMPLE-DISAGREES"}


def test_a_broken_engine_is_told_as_such(tiny, monkeypatch):
    from upcard.games import find

    monkeypatch.setattr(find("tiny_trick"), "king", property(lambda _: {}["boom"]))
    result = one(tiny, "two-kings")
    (fault,) = result.faults
    assert (result.outcome, brief(fault)) == ("error", "40:5 ENGINE-ERROR")
    assert fault.found == "KeyError: 'boom'"
    assert "tiny_trick.py:" in fault.message


def test_the_doctest_of_a_case_is_real_and_passes(tiny):
    game = load(tiny)
    from upcard_library.provider import ARTICLES

    with ARTICLES.serving(game):
        for result in run_game(game):
            name = f"{result.example.id}[{result.under}]"
            test = doctest.DocTestParser().get_doctest(result.doctest, {}, name, name, 0)
            assert test.examples
            assert not doctest.DocTestRunner(verbose=False).run(test).failed, name


def test_cards_are_shown_as_cards():
    assert plain(["AS 10H", "go"], DECKS["french-52"]) == "A♠ 10♥, go"
    assert plain({"N": "", "S": True}, DECKS["french-52"]) == "N nothing, S yes"
    assert plain("12 W", DECKS["numbered-162"]) == "12 W"


# --- teeth and crosschecks ------------------------------------------------------------------


def test_what_cannot_fail_is_told(tiny):
    assert weak_claims(load(tiny), run_game(load(tiny))) == []
    edit(tiny, "game.yaml", "      S play AH\n    then: {turn: N,", "    then: {events: [king],")
    results = run_game(load(tiny))
    assert told(tiny)["first-hand[base]"].startswith("failed")
    assert weak_claims(load(tiny), results) == []  # failing examples are told already


def test_teeth_are_looked_for(tiny, monkeypatch):
    from upcard_library import teeth

    monkeypatch.setattr(teeth, "toothless", lambda *_: [("total",)])
    found = weak_claims(load(tiny), run_game(load(tiny), ["two-kings"]))
    assert [brief(f) for f in found] == ["40:12 EXAMPLE-TEETH", "41:27 EXAMPLE-TEETH"]


def test_crosschecks_pass_and_say_what_they_did(tiny):
    results = run_crosschecks(load(tiny))
    assert [(r.id, r.passed) for r in results] == [
        ("worths", True), ("seven", True), ("kings", True)
    ]  # fmt: skip
    assert results[0].told == "3 rows of oracles/worth.json compared"
    assert results[1].told == "20 complete hands each add up to 7"
    assert "of 400 random deals; expected 66.7" in results[2].told


@pytest.mark.parametrize(
    ("number", "file", "old", "new", "where", "words"),
    [
        (
            0,
            "oracles/worth.json",
            '"total": 2',
            '"total": 3',
            "86:58",
            "row 1: `total` should be 3",
        ),
        (0, "oracles/worth.json", "KS 9S", "KS 1S", "86:58", "row 1 cannot be run"),
        (1, "game.yaml", "total: 7", "total: 8", "87:82", "hand 1 should add up to 8"),
        (2, "game.yaml", '"1/6"', '"1/3"', "88:104", "the frequency is not 1/3"),
    ],
)
def test_a_crosscheck_that_fails_is_told(tiny, number, file, old, new, where, words):
    edit(tiny, file, old, new)
    result = run_crosscheck(load(tiny), number)
    assert not result.passed
    assert brief(result.faults[0]) == f"{where} CROSSCHECK-FAILS"
    assert words in result.faults[0].message


def test_crosschecks_are_the_same_each_time(tiny):
    assert run_crosschecks(load(tiny)) == run_crosschecks(load(tiny))


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ('{"rows":\n  [1,]}', "2:6"),
        ("[]", "1:1"),
        ('{"rows": []}', "1:1"),
        ('{"rows": [{"given": {}, "then": {}}]}', "1:1"),
        ('{"rows": [1]}', "1:1"),
        ('{"rows": [{"given": {}, "then": {"total": 1}, "variant": 5}]}', "1:1"),
        ("[" * 100_000, "1:1"),
    ],
)
def test_a_table_that_cannot_be_read_is_told(tiny, content, where):
    from upcard_library.bind import bind

    (tiny / "oracles/worth.json").write_text(content, "utf-8")
    expected = [f"worth.json {where} CROSSCHECK-FILE"]
    assert [brief(f) for f in bind(load(tiny))] == expected
    assert [brief(f) for f in run_crosscheck(load(tiny), 0).faults] == expected


def test_a_crosscheck_that_cannot_be_run_is_told(tiny):
    edit(tiny, "oracles/worth.json", '"variant": "royal"', '"variant": "roial"')
    (fault,) = run_crosscheck(load(tiny), 0).faults
    assert brief(fault) == "86:10 CROSSCHECK-FAILS"
    assert "there is no variant 'roial'" in fault.message
    edit(tiny, "game.yaml", "deal: {won: 1}", "deal: {wun: 1}")
    assert "did you mean 'won'" in run_crosscheck(load(tiny), 2).told
