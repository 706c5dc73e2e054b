"""How much of what is wrong is told."""

from pathlib import Path

from upcard_library.model import Fault, Place
from upcard_library.told import PER_FILE, PER_LINE, told

FILE = Path("games/x/game.yaml")


def missing(count: int, line: int | None = None) -> list[Fault]:
    lines = [i + 1 if line is None else line for i in range(count)]
    return [Fault(Place(FILE, at, 1), "OPTION-MISSING", f"no {i}", fix="add it")
            for i, at in enumerate(lines)]  # fmt: skip


def test_the_last_fault_told_of_a_line_says_how_many_more_there_are():
    faults = told(missing(PER_LINE + 2, line=7))
    assert [fault.fix for fault in faults] == ["add it"] * (PER_LINE - 1) + [
        "add it; 2 more on this line"
    ]


def test_the_last_fault_told_of_a_file_says_so_too():
    faults = told(missing(PER_FILE + 5))
    assert len(faults) == PER_FILE
    assert faults[-1].fix == "add it; 5 more in this file"
    assert {fault.fix for fault in faults[:-1]} == {"add it"}


def test_as_many_as_are_told_need_no_such_word():
    assert {fault.fix for fault in told(missing(PER_LINE, line=7))} == {"add it"}
