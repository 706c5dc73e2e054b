"""An engine that breaks down is told in one line, at its own place, by every command."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner
from conftest import FIXTURES

from upcard import games
from upcard_library.cli import main
from upcard_library.finding import TRACEBACK

SOURCE = (FIXTURES / "engines" / "tiny_trick.py").read_text(encoding="utf-8").rstrip("\n")
LAST = SOURCE.count("\n") + 2
"""The line that stands below the module."""
BROKEN = {
    "def broken(:": f"{LAST}:12 ENGINE-ERROR The engine broke down | "
    "found: SyntaxError: invalid syntax",
    "import nothing_there": f"{LAST}:1 ENGINE-ERROR The engine broke down | "
    "found: ModuleNotFoundError: No module named 'nothing_there'",
    "raise RuntimeError('so\\nso')": f"{LAST}:1 ENGINE-ERROR The engine broke down | "
    "found: RuntimeError: so |",
    "del GAME": "1:1 ENGINE-ERROR The engine broke down | "
    "found: AttributeError: module 'upcard.games.tiny_trick' has no attribute 'GAME'",
}
WHEN_PLAYED = "GAME.choices = lambda self, state: {}['x']"
COMMANDS = (
    "ask tiny-trick", "ask tiny-trick worth won=KS", "simulate tiny-trick --games 2",
    "arena tiny-trick --hands 2", "play tiny-trick --seed 1", "play tiny-trick --json",
)  # fmt: skip


@pytest.fixture
def upcard(tiny, monkeypatch):
    """Run the command on the small library, from its folder."""
    monkeypatch.chdir(tiny.parent.parent)
    return lambda *words, **more: CliRunner().invoke(main, words, **more)


@pytest.fixture
def broken(tmp_path, monkeypatch, upcard):
    """Put another line below the module of the small game."""
    assert upcard
    name = "upcard.games.tiny_trick"
    monkeypatch.setattr(games, "__path__", [str(tmp_path), *games.__path__])
    monkeypatch.delattr(games, "tiny_trick", raising=False)
    before = sys.modules.pop(name, None)

    def write(line: str) -> str:
        file = tmp_path / "tiny_trick.py"
        file.write_text(f"{SOURCE}\n{line}\n", encoding="utf-8")
        return str(file)

    yield write
    sys.modules.pop(name, None)
    if before:
        sys.modules[name] = before


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("line", BROKEN)
def test_a_module_that_cannot_be_imported(upcard, broken, line, command):
    file = broken(line)
    told = upcard(*command.split(), input="")
    assert told.exit_code == 1
    assert told.stderr.startswith(f"{file}:{BROKEN[line]}")
    assert told.stderr.endswith(f"| mend this module; set {TRACEBACK}=1 to see how it came here\n")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("line", BROKEN)
def test_the_check_tells_the_same_once_at_the_article(upcard, broken, line):
    file = broken(line)
    told = upcard("check", "tiny-trick").stdout
    at = BROKEN[line].partition(":")[0]
    words = BROKEN[line].partition("found: ")[2].rstrip("| ")
    place = "games/tiny-trick/game.yaml:13:9 ENGINE-ERROR The engine broke down"
    assert told.startswith(f"{place} in {file}:{at}")
    assert f" | found: {words} | this is a fault of the engine" in told
    assert "\n1 game: 1 fault, no hints\n" in told


@pytest.mark.parametrize("command", ["simulate tiny-trick --games 2", "play tiny-trick --seed 1"])
def test_a_module_that_breaks_down_while_it_plays(upcard, broken, command):
    file = broken(WHEN_PLAYED)
    told = upcard(*command.split(), input="play\n" * 9)
    assert told.exit_code == 1
    assert told.stderr.splitlines()[-1].startswith(
        f"{file}:{LAST}:36 ENGINE-ERROR The engine broke down | found: KeyError: 'x' | mend"
    )


def test_a_fault_of_ours_is_not_put_down_to_the_engine(upcard, monkeypatch):
    def bad(*_: object, **_more: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("upcard_library.cli_ask._list_questions", bad)
    assert isinstance(upcard("ask", "tiny-trick").exception, RuntimeError)


def test_who_writes_the_engine_may_see_the_traceback(upcard, broken, monkeypatch):
    broken("import nothing_there")
    monkeypatch.setenv(TRACEBACK, "1")
    assert isinstance(upcard("ask", "tiny-trick").exception, ModuleNotFoundError)
