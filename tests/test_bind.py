"""Small faults, each made by one edit to a sound game, each found at its exact place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from mutations import assert_in_style

from upcard_library.load import load_library
from upcard_library.model import Fault
from upcard_library.run import run_game

GOLDEN = Path(__file__).parent / "golden" / "faults.yml"
FAULTS: list[dict[str, Any]] = yaml.safe_load(GOLDEN.read_text("utf-8"))
FORMS = {
    "LF": (b"", b"\n"),
    "CRLF": (b"", b"\r\n"),
    "BOM": (b"\xef\xbb\xbf", b"\n"),
    "BOM and CRLF": (b"\xef\xbb\xbf", b"\r\n"),
}
"""How the same text may lie in a file: what stands before it, and how lines end."""


def edit(game: Path, file: str, old: str, new: str) -> None:
    """Put one thing in the place of another in one file of a game."""
    path = game / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def broken(entry: dict[str, Any], raw: bytes, form: str = "LF") -> bytes:
    """Return a file with a golden fault in it, its text as a form has it."""
    put = entry.get("before", "") + entry["new"] * entry.get("times", 1) + entry.get("after", "")
    new = bytes.fromhex(entry["hex"]) if "hex" in entry else put.encode()
    old = entry["old"].encode()
    assert old in raw, f"{entry['old']!r} is not in {entry['file']}"
    start, ending = FORMS[form]
    raw = start + raw.replace(old, new, 1).replace(b"\n", ending)
    return raw.decode().encode(entry["save_as"]) if "save_as" in entry else raw


def put_beside(game: Path, entry: dict[str, Any]) -> None:
    """Put the further files of a golden fault into a game's folder."""
    for name, text in entry.get("beside", {}).items():
        raw = text.encode()
        if text.startswith("hex:"):
            told, _, more = text.removeprefix("hex:").partition(" 00*")
            raw = bytes.fromhex(told) + bytes(int(more or 0))
        (game / name).write_bytes(raw)


def faults_of(game: Path, *, run: bool = False) -> list[Fault]:
    """All that is found wrong with a game; its examples are run if that is asked for."""
    library = load_library(game.parent.parent)
    ran = [result for loaded in library.games.values() if run for result in run_game(loaded)]
    return [*library.faults, *(fault for result in ran for fault in result.faults)]


def told(game: Path) -> list[str]:
    """All that is found wrong with the game, as `file line:column CODE`."""
    return [brief(fault) for fault in load_library(game.parent.parent).faults]


def brief(fault: Fault) -> str:
    place = fault.place
    where = "" if place.file.name == "game.yaml" else f"{place.file.name} "
    return f"{where}{place.line}:{place.column} {fault.code}"


@pytest.mark.parametrize("entry", FAULTS, ids=lambda entry: entry["fault"])
def test_a_small_fault_is_found_at_its_place(tiny, entry):
    path = tiny / entry["file"]
    raw = path.read_bytes()
    put_beside(tiny, entry)
    for form in FORMS:
        path.write_bytes(broken(entry, raw, form))
        found = faults_of(tiny, run=entry.get("run", False))
        assert (form, ", ".join(map(brief, found))) == (form, entry["told"])
        for fault in found:
            assert_in_style(fault)


def test_the_sound_game_has_no_fault(tiny):
    assert told(tiny) == []


def test_there_are_many_small_faults():
    assert len(FAULTS) >= 160
    assert len({entry["fault"] for entry in FAULTS}) == len(FAULTS)


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
