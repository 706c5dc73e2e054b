"""How much of what is wrong is told: no flood of one kind, and no page-long quotation.

A fault that stands in a file a thousand times has one cause. Whoever mends the first of them sees
what is left the next time.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from upcard_library.model import Fault

PER_LINE = 3
"""At most so many faults of one code on one line are told,"""
PER_FILE = 100
"""and so many of one code in one file; the last of each says that there are more."""
CODES_IN = ("KEY-UNKNOWN", "VALUE-FORM", "VALUE-UNKNOWN", "RULE-UNKNOWN", "QUESTION-UNKNOWN",
            "VARIANT-UNKNOWN", "OPTION-UNKNOWN")  # fmt: skip
"""Codes of what is written in plain letters: any other letter in it is named."""
LOOKED_FOR = 1000
"""Whoever looks for faults may stop at so many of one code."""
FOUND = 120
"""Longest quotation of what was found, in characters,"""
WORDS = 320
"""and longest sentence of ours; a list of known names may be in it."""


def told(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return faults in the order of their places, without floods, each in short words."""
    on_line: dict[tuple[Path, int, str], list[Fault]] = {}
    for fault in sorted(faults, key=_key):
        on_line.setdefault((fault.place.file, fault.place.line, fault.code), []).append(fault)
    in_file: dict[tuple[Path, str], list[Fault]] = {}
    for (file, _, code), alike in on_line.items():
        in_file.setdefault((file, code), []).extend(_few(alike, PER_LINE, "on this line"))
    kept = [fault for alike in in_file.values() for fault in _few(alike, PER_FILE, "in this file")]
    return tuple(sorted(map(short, kept), key=_key))


def _few(alike: list[Fault], most: int, where: str) -> list[Fault]:
    """Return the first faults of a kind; the last of them says how many more there are."""
    if len(alike) <= most:
        return alike
    last, left = alike[most - 1], len(alike) - most
    told_first = f"{last.fix}; " if last.fix else ""
    fix = f"{told_first}{left} more {where}"
    return [*alike[: most - 1], replace(last, fix=fix)]


def _key(fault: Fault) -> tuple[str, int, int]:
    place = fault.place
    return (str(place.file), place.line, place.column)


def _strangers(text: str) -> str:
    """Name the letters and signs of a word that only look like those of a keyboard.

    >>> _strangers("v\N{CYRILLIC SMALL LETTER O}id")
    'there is a CYRILLIC SMALL LETTER O in it (U+043E)'
    """
    odd = next((char for char in text if ord(char) > 0x2FF), "")
    name = unicodedata.name(odd, "sign without a name") if odd else ""
    return f"there is a {name} in it (U+{ord(odd):04X})" if odd else ""


def short(fault: Fault) -> Fault:
    """Return a fault that takes one line: what is quoted is cut, strange letters are named."""
    if fault.code in CODES_IN and (strange := _strangers(fault.found)):
        fault = replace(fault, fix=f"{fault.fix}; {strange}" if fault.fix else strange)
    found, message, fix = (
        _cut(text, most)
        for text, most in ((fault.found, FOUND), (fault.message, WORDS), (fault.fix, WORDS))
    )
    if (found, message, fix) == (fault.found, fault.message, fault.fix):
        return fault
    return replace(fault, found=found, message=message, fix=fix)


def _cut(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."
