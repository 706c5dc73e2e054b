"""Records from outside: read within limits, and refused in words whatever is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from upcard.api import Rules, rules_of_record
from upcard.drive import MOVE_CAP, RECORD_LIMIT, LiveMatch, RecordError
from upcard.page_play import Play
from upcard.page_view import Looker, document

TOLD = 400
"""No more is told about a fault than so many characters: it may quote what is wrong."""


def read_record(text: str) -> tuple[Rules, LiveMatch[Any]]:
    """Replay a record; return its rules and the match it leads to.

    Raises:
        RecordError: it cannot be read, the rules refuse a line, or the match is too long.
    """
    try:
        ruled = rules_of_record(text)
        live = ruled.resume(text)
    except RecordError:
        raise
    except Exception as error:
        msg = f"the engine cannot replay it ({type(error).__name__})"
        raise RecordError(msg, 1) from error
    if len(live.log) > MOVE_CAP:
        msg = f"the record has more than {MOVE_CAP} moves"
        raise RecordError(msg, 1)
    return ruled, live


def read_file(path: Path) -> str:
    """Return the text of a record file, no more of it than a record may hold.

    Raises:
        RecordError: the file cannot be opened, is too long, or is no UTF-8 text.
    """
    try:
        with path.open(encoding="utf-8") as stream:
            text = stream.read(RECORD_LIMIT + 1)
    except UnicodeDecodeError:
        msg = "the file is not UTF-8"
        raise RecordError(msg, 1) from None
    except (OSError, ValueError) as error:
        msg = getattr(error, "strerror", None) or "the file cannot be opened"
        raise RecordError(msg, 1) from None
    return text


def why_refused(error: RecordError) -> str:
    """Return what is wrong, without the number of the line, on one line and free of controls."""
    return printable(str(error).partition(": ")[2][:TOLD])


def printable(text: str) -> str:
    """Return a text without the control characters that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def table_of_record(ruled: Rules, live: LiveMatch[Any], made: int) -> Play:
    """Return a table at which so many moves of a record have been made; the rest lies ahead."""
    table = Play(ruled, LiveMatch(ruled.game, live.opening, ruled.header))
    table.ahead = list(live.log)
    table.go_to(made)
    return table


def view_of(table: Play, looker: Looker, since: int = 0) -> dict[str, Any]:
    """Return what somebody sees of a table, as `schema/view.schema.json` tells it."""
    view = document(table.ruled, table.live, table.notes, looker, since)
    return view | {"ahead": len(table.ahead), "recorded": table.recorded}


__all__ = ["printable", "read_file", "read_record", "table_of_record", "view_of", "why_refused"]
