"""Findings as text for people, as GitHub annotations and as JSON."""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from upcard_library.files import shown
from upcard_library.model import Fault

ANNOTATIONS = 10
"""GitHub shows so many errors, and so many warnings, of one step, and drops the rest."""


def as_text(fault: Fault, *, colour: bool = False) -> str:
    """Write a fault as one line: `file:line:col CODE what | found | nearest | how to mend it`."""
    place = str(fault.place._replace(file=Path(shown(fault.place.file))))
    hint = fault.level != "error"
    code = f"{fault.code} (hint)" if hint else fault.code
    if colour:
        place = click.style(place, bold=True)
        code = click.style(code, fg="yellow" if hint else "red")
    return f"{place} {code} {_printable(sentence(fault))}"


def sentence(fault: Fault) -> str:
    """Write what is wrong, what was found, the nearest right answer and how to mend it."""
    return str(fault).removeprefix(f"{fault.place} {fault.code} ")


def _printable(text: str) -> str:
    """Show control and direction characters by their number: a message must not lie or colour."""
    return "".join(
        f"\\u{ord(char):04x}" if char < " " or unicodedata.category(char) in _ODD else char
        for char in text
    )


_ODD = ("Cc", "Cf", "Cs", "Zl", "Zp")


def as_json(faults: Sequence[Fault]) -> str:
    """Write faults as JSON."""
    return json.dumps({"faults": list(map(plain_fault, faults))}, indent=2, ensure_ascii=False)


def plain_fault(fault: Fault) -> dict[str, Any]:
    """Return a fault as plain data."""
    return {
        "file": shown(fault.place.file),
        "line": fault.place.line,
        "column": fault.place.column,
        "code": fault.code,
        "level": fault.level,
        "message": fault.message,
        "found": fault.found,
        "nearest": fault.nearest,
        "fix": fault.fix,
    }


def as_github(faults: Sequence[Fault]) -> list[str]:
    """Write faults as GitHub annotations: the first of each level, then how many more there are.

    Every finding stands in the log as well, and in the job's summary, where nothing is dropped.
    """
    lines = [as_text(fault) for fault in faults]
    left = 0
    for level in ("error", "warning"):
        here = [fault for fault in faults if fault.level == level]
        lines += [_annotation(level, fault) for fault in here[:ANNOTATIONS]]
        left += max(0, len(here) - ANNOTATIONS)
    if left:
        more = f"and {left} more; the log and the summary hold them all"
        lines.append(f"::notice title=Upcard::{more}")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary and faults:
        rows = [f"- `{as_text(fault).replace('`', chr(39))}`" for fault in faults]
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write("\n".join(["### Upcard", "", *rows, ""]))
    return lines


def _annotation(level: str, fault: Fault) -> str:
    place = fault.place
    parts = {
        "file": shown(place.file), "line": place.line, "col": place.column, "title": fault.code,
    }  # fmt: skip
    where = ",".join(f"{name}={_property(str(value))}" for name, value in parts.items())
    return f"::{level} {where}::{_message(sentence(fault))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
