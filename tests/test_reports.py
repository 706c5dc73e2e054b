"""What `check` prints: causes first, each thing once, in every format, whatever the bytes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from test_bind import edit
from test_cli import upcard  # noqa: F401

from upcard_library import checking, cli_check
from upcard_library.checking import check_games, in_order
from upcard_library.explain import explained
from upcard_library.model import Fault, Place
from upcard_library.reports import as_github, as_text
from upcard_library.sarif import as_sarif

FILE = Path("games/x/game.yaml")


def fault(code: str, line: int = 1, column: int = 1, message: str = "Wrong", level: str = "error"):
    return Fault(Place(FILE, line, column), code, message, "here", level=level)


# --- order ----------------------------------------------------------------------------------


def test_the_cause_comes_first_and_nothing_twice():
    faults = [fault("COVERAGE-UNPROVEN", 2), fault("KEY-MISSING", 2), fault("RULE-UNKNOWN", 1, 9)]
    told = in_order([*faults, *faults, fault("FORMAT-CARD", 1, 9), fault("YAML-SYNTAX", 7)])
    assert [(f.place.line, f.code) for f in told] == [
        (1, "RULE-UNKNOWN"), (1, "FORMAT-CARD"), (2, "KEY-MISSING"), (2, "COVERAGE-UNPROVEN"),
        (7, "YAML-SYNTAX"),
    ]  # fmt: skip


def test_three_of_a_node_are_enough():
    told = in_order(fault("KEY-MISSING", message=f"{n}") for n in "abcde")
    assert [f.message for f in told] == ["a", "b", "c"]


def test_every_stage_has_a_code_and_a_code_of_no_stage_comes_last():
    assert {*checking._STAGES} <= {code.partition("-")[0] for code in explained()}
    told = in_order([fault("NEW-CODE"), fault("STATUS-CLAIM"), fault("FORMAT-CARD")])
    assert [f.code for f in told] == ["STATUS-CLAIM", "FORMAT-CARD", "NEW-CODE"]


def test_without_its_engine_nothing_more_is_said_of_a_game(tiny):
    edit(tiny, "game.yaml", "engine: tiny_trick", "engine: tiny_trik")
    edit(tiny, "game.yaml", "rules: [trick]", "rules: [trik]")
    codes = [f.code for f in check_games(tiny.parent).faults]
    assert codes == ["ENGINE-UNKNOWN", "RULE-UNKNOWN"]


def test_one_breakdown_of_an_engine_is_told_once(tiny, monkeypatch):
    from upcard.games import find

    def broken(*_: object) -> None:
        msg = "no luck"
        raise KeyError(msg)

    monkeypatch.setattr(find("tiny_trick"), "new", broken)
    codes = [f.code for f in check_games(tiny.parent, fresh=True).faults]
    assert codes.count("ENGINE-ERROR") == 1


@pytest.mark.parametrize("name", ["game.yaml", "article.md"])
@pytest.mark.parametrize(
    "raw",
    [
        b"", b"\x00", b"\xff" * 99, b"[" * 5000, b"{a: &a [*a]}", b"- " * 99, b"\r" * 9,
        "a: \u202e\n".encode(), b"? [a]\n: 1", b"a" * 300_000, b"'" * 7, b"%YAML 9.9\n---\na",
        b"\xef\xbb\xbf", b"1" * 5000,
    ],
    ids=range(14),
)  # fmt: skip
def test_whatever_the_bytes_the_answer_is_a_message(upcard, tiny, name, raw):  # noqa: F811
    (tiny / name).write_bytes(raw)
    result = upcard("check")
    assert result.exit_code == 1
    faults, counted = result.stdout.split("\n1 game: ")
    for line in faults.splitlines():
        assert re.match(r"games/tiny-trick/\S+:\d+:\d+ [A-Z]+-[A-Z]+ \S", line), line
    assert counted.startswith("1 fault") or " faults, " in counted
    assert "CHECK-BROKEN" not in result.stdout
    assert upcard("fmt").exit_code == 0


def test_a_check_that_breaks_down_says_so_of_one_game(upcard, tiny, monkeypatch):  # noqa: F811
    shutil.copytree(tiny, tiny.parent / "other")
    real = checking.load_library

    def load(root, names):
        if "other" in names:
            msg = "no\nluck"
            raise KeyError(msg)
        return real(root, names)

    monkeypatch.setattr(checking, "load_library", load)
    lines = upcard("check").stdout.splitlines()
    assert lines[0].startswith("games/other/game.yaml:1:1 CHECK-BROKEN The check broke down")
    assert lines[-2] == "2 games: 1 fault, no hints"


def test_only_the_games_asked_for_are_counted(upcard, tiny):  # noqa: F811
    for name in ("other", "third"):
        shutil.copytree(tiny, tiny.parent / name)
    edit(tiny, "game.yaml", "deck: french-24", "deck: french-24 # TODO: sure?")
    edit(tiny.parent / "third", "game.yaml", "title:", "titel:")
    assert "\n2 games: " in upcard("check", "tiny-trick", "games/third/game.yaml").stdout
    assert upcard("check", "tiny-trick").stdout.splitlines()[1] == "1 game: 1 fault, no hints"


# --- formats --------------------------------------------------------------------------------


def test_text_is_coloured_in_a_terminal_only(monkeypatch):
    assert as_text(fault("X-Y")) == "games/x/game.yaml:1:1 X-Y Wrong | found: here"
    assert as_text(fault("X-Y", level="warning")) == (
        "games/x/game.yaml:1:1 X-Y (hint) Wrong | found: here"
    )
    coloured = as_text(fault("X-Y"), colour=True)
    assert "\x1b[31mX-Y\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == as_text(fault("X-Y"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert cli_check._in_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not cli_check._in_colour()


def test_a_message_cannot_colour_or_turn_the_terminal():
    told = as_text(fault("X-Y", message="a\x1b[31mb\u202ec\nd"))
    assert "a\\u001b[31mb\\u202ec\\u000ad" in told


def test_annotations_stop_at_ten_of_a_kind_with_one_notice():
    faults = [fault("X-Y", n) for n in range(14)]
    faults += [fault("X-Z", n, level="warning") for n in range(13)]
    lines = as_github(faults)
    assert [sum(line.startswith(f"::{level} ") for line in lines)
            for level in ("error", "warning", "notice")] == [10, 10, 1]  # fmt: skip
    assert lines[-1].endswith("::and 7 more; the log and the summary hold them all")
    assert sum(not line.startswith("::") for line in lines) == 27


def test_sarif_has_the_shape_that_readers_want(upcard, tiny):  # noqa: F811
    edit(tiny, "game.yaml", "default: 13", "default: 12")
    edit(tiny, "game.yaml", 'trick: "10S"', "trick: TS")
    told = json.loads(upcard("check", "--format", "sarif").stdout)
    assert (told["version"], len(told["runs"])) == ("2.1.0", 1)
    (run,) = told["runs"]
    rules, results = run["tool"]["driver"]["rules"], run["results"]
    assert [result["ruleId"] for result in results] == ["OPTION-DEFAULT", "FORMAT-CARD"]
    assert [result["level"] for result in results] == ["error", "warning"]
    for result in results:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        (place,) = result["locations"]
        physical = place["physicalLocation"]
        assert physical["artifactLocation"] == {"uri": "games/tiny-trick/game.yaml"}
        assert physical["region"]["startLine"] > 1
        assert physical["region"]["startColumn"] > 1
    assert rules[0]["helpUri"].endswith("/errors/#" + rules[0]["id"].lower())
    assert (
        "engine"
        in next(r for r in rules if r["id"] == "OPTION-DEFAULT")["shortDescription"]["text"]
    )
    assert json.loads(as_sarif([]))["runs"][0]["results"] == []


# --- explain --------------------------------------------------------------------------------


def test_every_code_is_explained_in_plain_text(upcard):  # noqa: F811
    page = (Path(__file__).parent.parent / "docs/errors.md").read_text("utf-8")
    assert sorted(explained()) == sorted(re.findall(r"^### (\S+)$", page, re.MULTILINE))
    for code, text in explained().items():
        assert text.startswith(f"{code}\n\n")
        assert "To mend it: " in text
        assert "```" not in text
    told = upcard("explain", "rule-unknown")
    assert (told.exit_code, told.stdout[:12]) == (0, "RULE-UNKNOWN")
    assert "## Play\n" in upcard("explain", "ARTICLE-SECTION").stdout
    wrong = upcard("explain", "RULE-UNKNOWM")
    assert (wrong.exit_code, "'RULE-UNKNOWN'?" in wrong.stderr) == (2, True)
