"""Tables of outside results, as JSON: `{"rows": [{"given": {...}, "then": {...}}, ...]}`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from upcard_library.model import Fault, Place

_SHAPE = 'write {"rows": [{"given": {...}, "then": {...}}, ...]}; a row may have a "variant"'


def read_table(path: Path) -> tuple[list[dict[str, Any]], list[Fault]]:
    """Read the rows of a table; what is wrong with the file is told in the faults."""
    try:
        read = json.loads(path.read_text(encoding="utf-8-sig"))
    except json.JSONDecodeError as error:
        place = Place(path, error.lineno, error.colno)
        return [], [_fault(place, f"This is not JSON: {error.msg}")]
    except UnicodeDecodeError:
        return [], [_fault(Place(path, 1, 1), "These bytes are not UTF-8")]
    except RecursionError:
        return [], [_fault(Place(path, 1, 1), "The table is nested too deep")]
    except OSError as error:
        return [], [_fault(Place(path, 1, 1), f"The table cannot be read: {error.strerror}")]
    rows = read.get("rows") if isinstance(read, dict) else None
    if not isinstance(rows, list) or not rows:
        return [], [_fault(Place(path, 1, 1), "The table has no rows")]
    for number, row in enumerate(rows, 1):
        if not _sound(row):
            what = "A row has `given` and a `then` that is not empty"
            return [], [_fault(Place(path, 1, 1), what, f"row {number}")]
    return rows, []


def _sound(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and isinstance(row.get("given"), dict)
        and isinstance(row.get("then"), dict)
        and bool(row["then"])
        and isinstance(row.get("variant", ""), str)
    )


def _fault(place: Place, message: str, found: str = "") -> Fault:
    return Fault(place, "CROSSCHECK-FILE", message, found, "", _SHAPE)
