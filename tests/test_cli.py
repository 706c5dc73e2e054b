"""The `upcard` command, and the terminal game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_bind import edit

from upcard_library.cli import main


@pytest.fixture
def upcard(tiny, monkeypatch):
    """Run the command on the small library, from its folder."""
    monkeypatch.chdir(tiny.parent.parent)
    monkeypatch.delenv("UPCARD_GAMES", raising=False)

    def run(*words: str, input: str | None = None) -> Result:  # noqa: A002
        result = CliRunner().invoke(main, words, input=input)
        assert result.exception is None or isinstance(result.exception, SystemExit), result
        return result

    return run


def test_list(upcard):
    assert re.search(r"tiny-trick +Tiny Trick +2 +verified +8", upcard("list").stdout)
    (game,) = json.loads(upcard("list", "--json").stdout)["games"]
    assert game["variants"] == ["free-play", "royal"]


def test_list_names_what_cannot_be_read(upcard, tiny):
    edit(tiny, "game.yaml", "title:", "titel:")
    assert "tiny-trick (see `upcard check`)" in upcard("list").stderr


def test_check(upcard, tiny):
    result = upcard("check")
    assert (result.exit_code, result.stdout) == (0, "1 game: no faults, no hints\n")
    edit(tiny, "game.yaml", "default: 13", "default: 12")
    result = upcard("check", "tiny-trick")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "games/tiny-trick/game.yaml:17:37 OPTION-DEFAULT The default of `target` is not the "
        "engine's | found: 12 | the engine says 13\n1 game: 1 fault, no hints\n"
    )


def test_check_as_data(upcard, tiny):
    assert json.loads(upcard("check", "--format", "json").stdout) == {"faults": []}
    edit(tiny, "article.md", "{#king}", "{#kings}")
    (fault,) = json.loads(upcard("check", "--format", "json").stdout)["faults"]
    assert fault["file"] == "games/tiny-trick/article.md"
    assert (fault["line"], fault["column"], fault["nearest"]) == (19, 60, "king")


def test_check_as_annotations(upcard, tiny, tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    more = "".join(f"- Number {n} is 100% loose. {{#king}}\n" for n in range(30, 75))
    edit(tiny, "article.md", "## Scoring\n", f"## Scoring\n\n{more}")
    lines = upcard("check", "--format", "github").stdout.splitlines()
    errors = [line for line in lines if line.startswith("::error ")]
    assert len(errors) == 10
    assert errors[0].startswith("::error file=games/tiny-trick/article.md,line=19,col=")
    assert any("more; the log and the summary" in line for line in lines)
    assert sum("NUMBER-LOOSE" in line for line in lines if not line.startswith("::")) == 90
    assert summary.read_text().count("NUMBER-LOOSE") == 90


def test_an_annotation_is_escaped():
    from upcard_library.model import Fault, Place
    from upcard_library.reports import as_github

    place = Place(Path("a,b:c.yaml"), 1, 2)
    line = as_github([Fault(place, "X-Y", "100%\nof it")])[-1]
    assert line == "::error file=a%2Cb%3Ac.yaml,line=1,col=2,title=X-Y::100%25%0Aof it"


def test_test(upcard, tiny):
    result = upcard("test")
    assert (result.exit_code, result.stdout) == (0, "12 passed, 0 failed\n")
    assert upcard("test", "--variant", "royal").stdout == "1 passed, 0 failed\n"
    assert upcard("test", "--rule", "follow-suit").stdout == "3 passed, 0 failed\n"
    assert upcard("test", "--rule", "follow-suit", "--variant", "base").stdout.startswith("2 ")
    edit(tiny, "game.yaml", "{total: 4, items: {king: 4}}", "{total: 5}")
    result = upcard("test", "tiny-trick")
    assert result.exit_code == 1
    assert "tiny-trick::two-kings[base]" in result.stdout
    assert "game.yaml:40:12 EXAMPLE-DISAGREES `total` does not hold: expected 5" in result.stdout
    assert "king 4 (KS KH)" in result.stdout
    assert result.stdout.endswith("\n11 passed, 1 failed\n")


def test_test_tells_of_a_game_that_cannot_be_read(upcard, tiny):
    edit(tiny, "game.yaml", "title:", "titel:")
    result = upcard("test")
    assert result.exit_code == 1
    assert result.stdout.endswith("0 passed, 1 failed\n")


def test_coverage(upcard, tiny):
    assert re.search(r"tiny-trick +verified +6/6 +3 +8", upcard("coverage").stdout)
    (game,) = json.loads(upcard("coverage", "--json").stdout)["games"]
    expected = ["id", "status", "rules", "proven", "unproven", "undeclared", "variants", "examples"]
    assert list(game)[:8] == expected
    edit(tiny, "game.yaml", "rules: [last-trick, king, game-end]", "rules: [king, game-end]")
    result = upcard("coverage")
    assert result.exit_code == 1
    assert "tiny-trick: no example proves last-trick" in result.stdout
    assert "tiny-trick is no more than playable: 1 rules unproven" in result.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["check", "tiny-trik"], "did you mean 'tiny-trick'?"),
        (["test", "--rule", "kng"], "did you mean 'king'?"),
        (["test", "--variant", "roial"], "did you mean 'royal'?"),
        (["ask", "tiny-trik", "worth"], "did you mean 'tiny-trick'?"),
        (["ask", "tiny-trick", "wort"], "did you mean 'worth'?"),
        (["ask", "tiny-trick", "worth"], "also wants won"),
        (["ask", "tiny-trick", "worth", "wun=AS"], "did you mean 'won'?"),
        (["ask", "tiny-trick", "worth", "won=1S"], "'1S' is no card"),
        (["ask", "tiny-trick", "worth", "AS"], "write key=value"),
        (["ask", "tiny-trick", "worth", "won=AS", "won=KS"], "given twice"),
        (["ask", "tiny-trick", "worth", "won=AS", "--variant", "x"], "no variant 'x'"),
        (["ask", "tiny-trick", "worth", "won=AS", "--set", "target=4"], "from 5 to 50"),
        (["ask", "tiny-trick", "worth", "won=AS", "--set", "bonus"], "write key=value"),
        (["play", "tiny-trick", "--seat", "X"], "no seat 'X'"),
        (["play", "tiny-trick", "--seat", "DEALER"], "the seats are N S"),
        (["list", "--folder", "nowhere"], "there is no folder"),
        (["play", "tiny-trick", "--set", "bonus=yes", "--set", "target=5"], "no bonus"),
    ],
)
def test_a_command_that_makes_no_sense_is_told_so(upcard, words, complaint):
    result = upcard(*words)
    assert result.exit_code == 2
    assert complaint in " ".join(result.stderr.split())


def test_ask_for_a_score(upcard):
    result = upcard("ask", "tiny-trick", "worth", "won=KS 9S KH", "tricks=1")
    assert result.exit_code == 0
    assert re.search(r"king +K♠ K♥ +4 +A king taken in a trick scores two", result.stdout)
    assert result.stdout.endswith("Total: 5\n")
    told = json.loads(
        upcard("ask", "tiny-trick", "worth", "won=KS", "--variant", "royal", "--json").stdout
    )
    assert told["total"] == 4
    assert told["items"] == [
        {
            "rule": "king",
            "points": 4,
            "cards": "KS",
            "sentence": "A king taken in a trick scores four points.",
        }
    ]
    assert told["options"] == {"target": 13, "follow": "must", "bonus": True}


def test_ask_what_is_allowed(upcard):
    words = ("ask", "tiny-trick", "may_play", "hand=9S AS KD", "led=S")
    text = upcard(*words).stdout
    assert text.startswith(("Legal: A♠ 9♠\n", "Legal: 9♠ A♠\n"))
    assert re.search(r"K♦ +follow-suit +A card of the suit led must be played", text)
    told = json.loads(upcard(*words, "--json").stdout)
    assert told["refused"] == {"KD": "follow-suit"}


def test_ask_for_another_answer(upcard):
    words = ("ask", "tiny-trick", "winner", "trick=10S AS")
    assert upcard(*words).stdout.startswith("second\n")
    told = json.loads(upcard(*words, "--json").stdout)
    assert (told["value"], told["rules"]) == ("second", ["trick"])


def test_ask_what_is_refused(upcard):
    words = ("ask", "tiny-trick", "worth", "won=AS KS QS JS 10S 9S AH KH QH")
    result = upcard(*words)
    assert result.exit_code == 1
    assert result.stdout == "Refused by hand-size: Each player is dealt four cards.\n"
    told = json.loads(upcard(*words, "--json").stdout)
    assert (told["refused"], told["facts"]) == ("hand-size", {"size": 4})


def test_ask_which_questions_there_are(upcard):
    assert re.search(r"may_play +hand=\.\.\. led=\.\.\.", upcard("ask", "tiny-trick").stdout)
    told = json.loads(upcard("ask", "tiny-trick", "--json").stdout)
    assert list(told["questions"]) == ["worth", "may_play", "winner"]


RECORD = """tiny-trick@1
dealer S
DEALER deal AS KS QS JS AH KH QH JH
N play AS
S play AH
"""


def test_replay(upcard, tmp_path):
    path = tmp_path / "r.txt"
    path.write_text(RECORD, "utf-8")
    text = upcard("replay", str(path)).stdout
    assert text.startswith("tiny-trick@1: 3 moves, hand 1, play\n")
    assert "Standing: N 1, S 0" in text
    told = json.loads(upcard("replay", "-", "--json", input=RECORD).stdout)
    assert told["standing"] == {"N": 1, "S": 0}


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        (RECORD + "N play AH\n", ":6:1 RECORD-REFUSED N play AH: refused by rule 'available'"),
        (RECORD.replace("S play AH", "S plai AH"), ":5:1 RECORD-REFUSED no verb 'plai'"),
        ("", ":1:1 RECORD-REFUSED the record is empty"),
        ("tiny-trik@1\n", ":1:1 RECORD-REFUSED there is no game 'tiny-trik'"),
        ("tiny-trick@9\n", ":1:1 RECORD-REFUSED recorded under tiny-trick@9"),
        ("tiny-trick@1 roial\n", ":1:1 RECORD-REFUSED there is no variant 'roial'"),
    ],
)
def test_a_record_that_is_refused_is_told_at_its_line(upcard, record, complaint):
    result = upcard("replay", "-", input=record)
    assert result.exit_code == 1
    assert complaint in result.stdout


def test_simulate(upcard):
    words = ("simulate", "tiny-trick", "--games", "3", "--seed", "5")
    text = upcard(*words).stdout
    assert text.startswith("tiny-trick@1: 3 matches by random bots, seeds from 5\n")
    told = json.loads(upcard(*words, "--json").stdout)
    assert told["points_per_hand"]["last-trick"] == 3.0
    assert sum(told["wins"].values()) >= 3
    assert json.loads(upcard(*words, "--json").stdout) == told


# --- play -----------------------------------------------------------------------------------


def test_a_whole_match_from_a_pipe(upcard, tmp_path):
    record = tmp_path / "match.txt"
    words = ("play", "tiny-trick", "--seed", "1", "--record", str(record))
    result = upcard(*words, input="1\n" * 60)
    assert result.exit_code == 0
    assert re.search(r"(N|S|N and S) wins?: The match ends when somebody has 13 points\.",
                     result.stdout)  # fmt: skip
    told = json.loads(upcard("replay", str(record), "--json").stdout)
    assert max(told["standing"].values()) >= 13


def test_the_table_shows_what_the_seat_may_see_and_no_more(upcard):
    text = upcard("play", "tiny-trick", "--seed", "1", input="quit\n").stdout
    hands = re.findall(r"^  (N|S) hand +(.*)$", text, re.MULTILINE)
    assert dict(hands)["N"].count("♠") + len(dict(hands)["N"].split()) >= 4
    assert dict(hands)["S"] in ("4 face down", "3 face down")
    assert "stock          16 face down" in text
    assert "DEALER deal (8 cards)" in text
    assert "Stopped after" in text


def follow_up(upcard, *lines: str) -> str:
    """Play as S, who follows to N's lead, and return what is printed after the first prompt."""
    words = ("play", "tiny-trick", "--seed", "9", "--seat", "S", "--bot", "random")
    return upcard(*words, input="\n".join(lines) + "\n").stdout


def test_a_refused_move_is_told_with_the_articles_sentence(upcard):
    text = follow_up(upcard, "quit")
    hand = re.search(r"S hand +(.*)", text)[1].split()
    trick = re.search(r"trick +(\S+)", text)
    assert trick, text
    led = trick[1][-1]
    others = [card for card in hand if card[-1] != led]
    assert others
    assert any(card[-1] == led for card in hand)
    text = follow_up(upcard, others[0])
    assert f"No: S play {others[0]} is refused by follow-suit." in text
    assert "“A card of the suit led must be played, if you hold one.”" in text
    assert f"Here: led {'SHDC'['♠♥♦♣'.index(led)]}" in text


def test_what_can_be_typed(upcard):
    text = follow_up(
        upcard, "help", "moves", "hint", "score", "table", "# a remark", "", "undo", "99", "zz",
        "play 9Z", "N play AS", "1", "undo", "1", "quit",
    )  # fmt: skip
    assert re.search(r"the \w+ player would play", text)
    assert "there is nothing to take back" in text
    assert "there is no move 99" in text
    assert "'zz' is no card" in text
    assert "'9Z' is no card" in text
    assert "It is not this player's turn to act." in text
    assert "taken back" in text
    assert "nothing is scored" in text


def test_undo_brings_the_same_game_back(upcard):
    once = follow_up(upcard, "1", "1", "1", "quit")
    again = follow_up(upcard, "1", "undo", "1", "1", "undo", "1", "1", "quit")
    state = re.compile(r"S to act.*\Z", re.DOTALL)
    assert once.split("S to act")[-1] == again.split("S to act")[-1]
    assert state.search(once)


def test_the_same_seed_is_the_same_match(upcard):
    words = ("play", "tiny-trick", "--seed", "9")
    assert upcard(*words, input="1\n1\n").stdout == upcard(*words, input="1\n1\n").stdout


def test_the_end_of_input_stops_the_game(upcard):
    result = upcard("play", "tiny-trick", "--seed", "9", input="")
    assert result.exit_code == 0
    assert "The input has ended; stopped here." in result.stdout


def test_real_games_are_played_from_a_pipe(monkeypatch):
    root = Path(__file__).resolve().parent.parent
    monkeypatch.chdir(root)
    for game in ("cribbage", "two-handed-pinochle"):
        result = CliRunner().invoke(main, ["play", game, "--seed", "2"], input="1\n" * 30)
        assert result.exit_code == 0, result.output
        assert "The input has ended" in result.output
