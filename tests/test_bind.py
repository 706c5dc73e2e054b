"""Small faults, each made by one edit to a sound game, each found at its exact place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from upcard_library.load import load_library
from upcard_library.model import Fault

GOLDEN = Path(__file__).parent / "golden" / "faults.yml"
FAULTS: list[tuple[str, str, str, str, str]] = [
    tuple(entry[key] for key in ("fault", "file", "old", "new", "told"))
    for entry in yaml.safe_load(GOLDEN.read_text("utf-8"))
]


def edit(game: Path, file: str, old: str, new: str) -> None:
    """Put one thing in the place of another in one file of a game."""
    path = game / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def told(game: Path) -> list[str]:
    """All that is found wrong with the game, as `file line:column CODE`."""
    return [brief(fault) for fault in load_library(game.parent.parent).faults]


def brief(fault: Fault) -> str:
    place = fault.place
    where = "" if place.file.name == "game.yaml" else f"{place.file.name} "
    return f"{where}{place.line}:{place.column} {fault.code}"


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [fault[1:] for fault in FAULTS],
    ids=[fault[0] for fault in FAULTS],
)
def test_a_small_fault_is_found_at_its_place(tiny, file, old, new, expected):
    edit(tiny, file, old, new)
    assert ", ".join(told(tiny)) == expected


def test_the_sound_game_has_no_fault(tiny):
    assert told(tiny) == []


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_move_nothing(tiny, ending, start):
    edit(tiny, "game.yaml", "default: 13", "default: 12")
    edit(tiny, "article.md", "{#king}", "{#kings}")
    for name in ("game.yaml", "article.md"):
        raw = (tiny / name).read_bytes().replace(b"\n", ending)
        (tiny / name).write_bytes(start + raw)
    assert told(tiny) == ["article.md 19:60 RULE-UNKNOWN", "17:37 OPTION-DEFAULT"]


def test_there_are_many_small_faults_and_no_message_is_careless():
    assert len(FAULTS) >= 60
    assert len({name for name, *_ in FAULTS}) == len(FAULTS)


def test_messages_are_in_plain_words(tiny):
    originals = {name: (tiny / name).read_text("utf-8") for name in ("game.yaml", "article.md")}
    for _, file, old, new, _ in FAULTS:
        edit(tiny, file, old, new)
        for fault in load_library(tiny.parent.parent).faults:
            words = str(fault)
            assert "\n" not in words
            assert not any(bad in words for bad in ("NoneType", "Traceback", "<class", "invalid"))
            assert fault.message
        (tiny / file).write_text(originals[file], "utf-8")


def test_names_alike_are_taken(tiny):
    twin = tiny.parent / "tiny-trick-two"
    shutil.copytree(tiny, twin)
    edit(twin, "game.yaml", "id: tiny-trick", "id: tiny-trick-two")
    edit(twin, "game.yaml", "engine: tiny_trick", "engine: none")
    edit(twin, "game.yaml", "status: verified", "status: draft")
    edit(twin, "game.yaml", '"Tiny Trick"', '"Tiny-Tricks"')
    edit(twin, "article.md", "# Tiny Trick", "# Tiny-Tricks")
    found = [f for f in load_library(tiny.parent).faults if f.code != "NUMBER-UNKNOWN"]
    assert [brief(fault) for fault in found] == ["4:8 TITLE-TAKEN", "5:7 TITLE-TAKEN"]
    assert found[0].fix == "Tiny Trick (tiny-trick) is called 'Tiny Trick'"


def test_a_folder_without_files_is_told(tiny):
    (tiny.parent / "empty").mkdir()
    assert told(tiny) == ["article.md 1:1 FILE-MISSING", "1:1 FILE-MISSING"]


def test_an_engine_that_breaks_is_told(tiny, monkeypatch):
    import upcard.games

    broken = tiny.parent.parent / "engines"
    broken.mkdir()
    (broken / "broken_game.py").write_text("raise RuntimeError('boom')\n", "utf-8")
    monkeypatch.setattr(upcard.games, "__path__", [*upcard.games.__path__, str(broken)])
    edit(tiny, "game.yaml", "engine: tiny_trick", "engine: broken_game")
    (fault,) = load_library(tiny.parent).faults
    assert brief(fault) == "13:9 ENGINE-ERROR"
    assert "RuntimeError: boom" in fault.found


def test_a_number_must_be_given_wherever_its_sentence_holds(tiny, monkeypatch):
    from upcard.games import find

    kind = find("tiny_trick")
    numbers = kind.numbers

    def fewer(game):
        return {k: v for k, v in numbers(game).items() if k != "king" or not game.options.bonus}

    monkeypatch.setattr(kind, "numbers", fewer)
    (fault,) = load_library(tiny.parent).faults
    assert brief(fault) == "article.md 19:60 NUMBER-UNKNOWN"
    assert "under royal" in fault.message
