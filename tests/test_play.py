"""The terminal table: every command, several people, the keyboard, and what is drawn."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from upcard.decks import DECKS
from upcard.search import Search
from upcard_library.cli import main
from upcard_library.cli_common import rules_for
from upcard_library.lines import TerminalLines, Words, fitting
from upcard_library.play import Session
from upcard_library.screen import Screen
from upcard_library.sitting import ADVICE, Sitting

ROOT = Path(__file__).resolve().parent.parent
DONE = "1\n" * 60


@pytest.fixture
def play(tiny, monkeypatch) -> Callable[..., str]:
    """Play the small game from a pipe, in a folder of its own; returns what is printed."""
    monkeypatch.chdir(tiny.parent.parent)
    monkeypatch.delenv("UPCARD_GAMES", raising=False)

    def run(*typed: str, words: tuple[str, ...] = ("--seed", "9", "--bot", "random")) -> str:
        result = CliRunner().invoke(main, ["play", "tiny-trick", *words], input="\n".join(typed))
        assert result.exception is None or isinstance(result.exception, SystemExit), result
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


@pytest.fixture
def tiny_rules(tiny, monkeypatch) -> Any:
    monkeypatch.chdir(tiny.parent.parent)
    return rules_for("tiny-trick", None, (), None)


def tables(text: str) -> list[str]:
    """Every table that was shown, from its first line to the prompt."""
    return re.findall(r"^\S+ to act .*?^Standing", text, re.MULTILINE | re.DOTALL)


# --- every command --------------------------------------------------------------------------


def test_help_lists_the_moves_and_every_command(play):
    text = play("help", "quit")
    assert re.search(r"play <cards> +play a card", text)
    for usage in ("legal", "hint", "why MOVE", "rules WORD", "undo N", "back N", "save FILE",
                  "load FILE", "new SEED", "quit"):  # fmt: skip
        assert re.search(rf"^  {usage} +\w", text, re.MULTILINE), usage


def test_legal_moves_are_listed(play):
    assert re.search(r"N> legal\n  1 play \S+ +2 play", play("legal", "quit"))


def test_a_reason_is_given_without_making_the_move(play):
    text = play("why N play 9Z", "why", "why 1", "why S play 9S", "table", "quit")
    assert "'9Z' is no card" in text
    assert "write the move that you ask about" in text
    assert re.search(r"Yes: N play \S+ is allowed\.", text)
    assert "“It is not this player's turn to act.”" in text
    first, again = tables(text)
    assert first == again


def test_the_reason_is_the_articles_sentence_with_this_tables_values(play):
    words = ("--seed", "9", "--bot", "random", "--seat", "S")
    shown = tables(play("quit", words=words))[0]
    led = re.search(r"trick +\S*(\S)$", shown, re.MULTILINE)[1]
    off = next(c for c in re.search(r"S hand +(.*)", shown)[1].split() if c[-1] != led)
    code = off[:-1] + "SHDC"["♠♥♦♣".index(off[-1])]
    text = play(f"why {code}", "quit", words=words)
    assert f"No: S play {off} is refused by follow-suit." in text
    assert "“A card of the suit led must be played, if you hold one.”" in text
    assert f"Here: led {'SHDC'['♠♥♦♣'.index(led)]}" in text


def test_the_article_is_searched(play):
    text = play("rules KING", "rules follow-suit", "rules xyzzy", "rules", "quit")
    assert "A king taken in a trick scores two points." in text
    assert re.search(r"rules follow-suit\n  .*: follow-suit\n    A card of the suit led", text)
    assert "nothing in the article says 'xyzzy'" in text
    assert "The match ends when somebody has 13 points." in text


def test_the_article_is_searched_under_the_rules_of_the_table(play):
    text = play("rules king", "quit", words=("--variant", "royal"))
    assert "A king taken in a trick scores four points." in text
    assert "scores two points" not in text


def test_several_moves_are_taken_back_across_hands(play):
    text = play("1", "1", "1", "1", "1", "undo 5", "undo", "undo 9999", "undo x", "1", "undo 2",
                "undo 1", "quit")  # fmt: skip
    assert text.count("The hand is over.") == 1
    shown = tables(text)
    assert shown[6] == shown[0], "five moves back is the first table again, a hand earlier"
    assert "there is nothing to take back" in text
    assert "you can take back from 1 to 1 moves" in text
    assert "'x' is no number" in text


def test_a_match_that_is_over_can_be_taken_back(play):
    text = play(*["1"] * 60, "undo", "quit")
    assert "the match is over" in text
    assert re.search(r"over> undo\n  taken back\n(?s:.*)N to act", text)
    assert "Stopped after" in text


def test_a_match_is_looked_through_and_played_on(play):
    text = play("1", "1", "1", "first", "legal", "forward", "forward 2", "back", "last", "back 2",
                "stay", "forward", "quit")  # fmt: skip
    made = re.findall(r"^(\d+)/(\d+)> ", text, re.MULTILINE)
    whole = made[0][1]
    assert [at for at, _ in made[:5]] == ["0", "0", "1", "3", "2"]
    assert {out_of for _, out_of in made} == {whole}
    assert "0/" + whole + "> legal\n  it is not your turn here" in text
    assert "there are no moves ahead" in text


def test_a_bots_cards_stay_hidden_while_looking_back(play):
    text = play("1", "back 1", "back 1", "table", "hint", "legal", "log", "1", "quit")
    seen = re.findall(r"S hand +(.*)", text)
    assert seen
    assert all(one.endswith("face down") for one in seen)


def test_a_record_is_saved_and_loaded(play):
    text = play("1", "1", "save one.txt", "1", "save one.txt", "new 3", "load one.txt", "quit")
    assert "written to one.txt" in text
    assert re.search(r"load one\.txt\n  tiny-trick@1: \d+ moves", text)
    assert tables(text)[-1] == tables(text)[3]
    assert Path("one.txt").read_text("utf-8").startswith("tiny-trick@1\ndealer ")
    again = play("save one.txt", "save", "save no/such/folder.txt", "quit")
    assert "there is a file one.txt already" in again
    assert "write the name of a file" in again
    assert "cannot be written" in again


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        (b"", "the record is empty"),
        (b"\xff\xfe", "not UTF-8"),
        (b"# " + b"x" * 300_000, "longer than"),
        (b"tiny-trick@1\n" * 3, "'tiny-trick@1' is no move"),
        (b"tiny-trick@1 target=500\n", "target"),
        (b"tiny-trick@1 game_id=x variant=y\n", "multiple values"),
        (b"tiny-trick@1\nscores N " + b"9" * 4299 + b" S 0\n", "no score goes beyond"),
        (b"tiny-trick@1\nscores N " + b"9" * 9000 + b"\n", "'scores N 9999"),
        (b"tiny-trick@1\ndealer DEALER\n", "it names a player"),
        (b"tiny-trick@1\ndealer N\nN play \x1b[31mAS\n", "is no card"),
        (b"tiny-trick@1\ndealer N\nS play AS\n", "refused by rule 'turn'"),
    ],
)
def test_a_hostile_record_is_refused_in_words(play, record, complaint):
    Path("bad.txt").write_bytes(record)
    text = play("load bad.txt", "table", "quit")
    told = re.search(r"load bad\.txt\n(.*)", text)[1]
    assert told.startswith("  bad.txt:")
    assert complaint in told
    assert "\x1b" not in text
    assert tables(text)[0] == tables(text)[1], "the match goes on as it was"
    result = CliRunner().invoke(main, ["replay", "bad.txt"])
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 1
    assert "RECORD-REFUSED" in result.stdout


def test_a_record_of_another_game_is_not_taken_up(play):
    Path("r.txt").write_text("cribbage@1\n", "utf-8")
    assert "this is a record of cribbage, and tiny-trick" in play("load r.txt", "quit")


def test_what_is_no_file_is_told(play):
    text = play("load .", "load nowhere.txt", "load \0", "quit")
    assert "Is a directory" in text
    assert "No such file" in text


def test_an_engine_that_fails_on_a_record_is_told_in_words(play, monkeypatch):
    from upcard.api import Rules

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Rules, "resume", fails)
    Path("r.txt").write_text("tiny-trick@1\n", "utf-8")
    assert "the engine cannot replay it (ZeroDivisionError)" in play("load r.txt", "quit")


def test_a_new_match_has_a_seed_that_brings_it_back(play):
    text = play("new 77", "seed", "new 77", "new -1", "quit")
    assert "the seed is 77" in text
    assert "'-1' is no number" in text
    shown = tables(text)
    assert shown[1] == shown[2] != shown[0]


def test_a_line_that_is_too_long_is_cut(play):
    assert "is no card" in play("x" * 50_000, "quit")


def test_a_match_without_an_end_is_stopped_in_words(play, monkeypatch):
    monkeypatch.setattr("upcard.page_play.MOVE_CAP", 2)
    text = play("1", "undo", "1", "save kept.txt", "quit")
    assert text.count("ends after 2 moves") == 2
    assert "written to kept.txt" in text
    assert "taken back" in text


# --- several people -------------------------------------------------------------------------


def test_two_people_hand_the_terminal_over(play):
    text = play("", "1", "", "1", "quit", "quit", words=("--seed", "9", "--players", "people"))
    screens = re.split(r"^Pass the terminal to \S\.$", text, flags=re.MULTILINE)[1:]
    assert len(screens) >= 2
    for screen in screens:
        assert not re.search(r"(N|S) hand .*\d face down(?s:.*)\1 to act", screen)
    first, second = tables(text)[:2]
    assert {first[0], second[0]} == {"N", "S"}
    for shown in (first, second):
        other = "S" if shown[0] == "N" else "N"
        assert re.search(rf"{other} hand +\d face down", shown)
    assert "you are N and S." in text


def test_people_see_the_hand_end_before_the_next(play):
    text = play(*["", "1"] * 8, words=("--seed", "9", "--players", "people"))
    assert "Press Enter for the next hand." in text


# --- the keyboard ---------------------------------------------------------------------------


def typed(sitting: Sitting, keys: str) -> str:
    """Play at a terminal by these keys; returns what is drawn."""
    out = io.StringIO()
    screen = Screen(sitting.ruled.game.deck, Console(file=out, width=78, highlight=False))
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        Session(sitting, screen, TerminalLines()).run()
    return out.getvalue()


def test_a_match_is_played_at_the_keyboard(tiny_rules):
    sitting = Sitting(tiny_rules, [0], "random", 9)
    text = typed(sitting, "1\rundo\r1\r1\rquit\r")
    assert "taken back" in text
    assert sum(move.seat == 0 for move in sitting.live.log) == 2


def test_each_person_has_a_history_of_their_own():
    lines = TerminalLines()
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("play QS\rplay KH\rplay AS\r")
        for who in ("0", "1", "0"):
            lines.read("> ", Words, who)
    kept = {who: session.history.get_strings() for who, session in lines._sessions.items()}
    assert kept == {"0": ["play QS", "play AS"], "1": ["play KH"]}


def test_the_end_of_input_at_the_keyboard_stops(tiny_rules):
    assert "The input has ended" in typed(Sitting(tiny_rules, [0], "random", 9), "\x04")


def test_tab_completes_a_legal_move(tiny_rules):
    sitting = Sitting(tiny_rules, [0], "random", 9)
    while sitting.go_on():
        pass
    card = sitting.legal()[-1].split()[-1]
    typed(sitting, f"{card.lower()}\t\rquit\r")
    assert f"N play {card}" in [sitting.ruled.game.text(move) for move in sitting.live.log]


def test_what_fits():
    words = Words(["play QS", "play KH"], ["quit", "why play QS"])
    assert list(fitting("q", words)) == ["quit", "play QS"]
    assert list(fitting("play", words)) == ["play QS", "play KH"]
    assert list(fitting("", words)) == ["play QS", "play KH", "quit", "why play QS"]


# --- what is drawn --------------------------------------------------------------------------


def drawn(width: int, **more: Any) -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, **more)
    return Screen(DECKS["french-52"], console), out


def test_a_narrow_terminal_folds_below_the_text():
    screen, out = drawn(40, force_terminal=True, no_color=True, color_system=None)
    screen.labelled("N hand", screen.cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"))
    lines = out.getvalue().splitlines()
    assert len(lines) == 2
    assert all(len(line) <= 40 for line in lines)
    assert lines[0].startswith("  N hand: 2♠")
    assert lines[1].startswith(" " * 10)
    assert lines[1][10] != " "


def test_suits_are_coloured_at_a_terminal_and_nowhere_else(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen, out = drawn(80, force_terminal=True, color_system="standard")
    screen.say(screen.cards("QH QS"))
    assert out.getvalue() == "\x1b[31mQ♥\x1b[0m Q♠\n"
    monkeypatch.setenv("NO_COLOR", "1")
    screen, out = drawn(80, force_terminal=True, color_system="standard")
    screen.say(screen.cards("QH QS"))
    assert out.getvalue() == "Q♥ Q♠\n"
    monkeypatch.delenv("NO_COLOR")
    screen, out = drawn(80)
    screen.say(screen.cards("QH QS"), style="bold")
    assert out.getvalue() == "Q♥ Q♠\n"


def test_the_screen_is_wiped_between_people_but_not_in_a_pipe():
    screen, out = drawn(80, force_terminal=True)
    screen.clear()
    assert "\x1b[3J" in out.getvalue()
    screen, out = drawn(80)
    screen.clear()
    assert not out.getvalue()


# --- replay, step by step ---------------------------------------------------------------------

RECORD = """tiny-trick@1
dealer S
DEALER deal AS KS QS JS AH KH QH JH
N play AS
S play AH
"""


@pytest.mark.usefixtures("play")
def test_a_record_is_gone_through_both_ways():
    Path("r.txt").write_text(RECORD, "utf-8")
    typed_lines = "\nn\np\nlast\n\n1\nfirst\np\nwhat\nquit\n"
    result = CliRunner().invoke(main, ["replay", "r.txt", "--step"], input=typed_lines)
    assert result.exit_code == 0, result.output
    at = re.findall(r"^(\d)/3> ", result.stdout, re.MULTILINE)
    assert at == ["0", "1", "2", "1", "3", "3", "1", "0", "0", "0"]
    assert "this is the end of the record" in result.stdout
    assert "this is the beginning of the record" in result.stdout
    hands = re.findall(r"^  (N|S) hand +(.*)", result.stdout, re.MULTILINE)
    assert {owner for owner, _ in hands} == {"N", "S"}
    assert not any("face down" in cards for _, cards in hands), "all hands are open"


@pytest.mark.usefixtures("play")
def test_a_record_from_a_pipe_cannot_be_stepped_through():
    result = CliRunner().invoke(main, ["replay", "-", "--step"], input=RECORD)
    assert result.exit_code == 2
    assert "must be in a file" in " ".join(result.stderr.split())


# --- how long bots think ----------------------------------------------------------------------


def test_a_bot_takes_as_many_looks_as_it_is_told(play, monkeypatch):
    taken = []
    plain = Search.__call__

    def noted(self, *given):
        taken.append((self.think, self.milliseconds))
        return plain(self, *given)

    monkeypatch.setattr(Search, "__call__", noted)
    assert "search bots play" in play("1", "1", "quit", words=("--seed", "9", "--think", "7"))
    assert set(taken) == {(7, None)}
    taken.clear()
    play("hint", "quit", words=("--seed", "9", "--think", "7"))
    assert (Search().think, ADVICE) in taken


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--think", "7", "--bot", "random"), "random does not think ahead; search does"),
        (("--think", "7", "--time", "9"), "not both"),
    ],
)
def test_looks_that_nobody_can_take_are_refused(tiny, monkeypatch, words, said):
    monkeypatch.chdir(tiny.parent.parent)
    result = CliRunner().invoke(main, ["play", "tiny-trick", *words])
    assert result.exit_code == 2
    assert said in result.output
