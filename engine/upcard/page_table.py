"""Tables for a page: a match in play that is looked at, played on, taken back and written down.

A table is named by a number. Its positions are kept, so taking back costs nothing. A view holds
only what its seat may see; the page asks with the seat of whoever looks.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from upcard.api import Rules, rules_of_record
from upcard.choices import Illegal
from upcard.drive import MOVE_CAP, RECORD_LIMIT, LiveMatch
from upcard.moves import DEALER, Move, parse_seat
from upcard.page import (
    CALLS,
    Args,
    RequestError,
    parts,
    plain,
    rules_of,
    told_refusal,
    told_rule,
    whole,
    word,
)
from upcard.position import Position

TABLES = 8
"""So many tables are kept; the oldest makes room."""


class _Past(NamedTuple):
    match: Any
    state: Any
    moves: int


class Table:
    """One match in play."""

    def __init__(self, ruled: Rules, live: LiveMatch[Any], *, recorded: bool = True) -> None:
        self.ruled, self.live, self.recorded = ruled, live, recorded
        self.rng = Random()
        self.past: list[_Past] = []

    def remember(self) -> None:
        """Keep the position, to come back to it."""
        self.past.append(_Past(self.live.match, self.live.state, len(self.live.log)))

    def back(self) -> None:
        """Go back to the position kept last.

        Raises:
            RequestError: there is none.
        """
        if not self.past:
            raise RequestError("there is nothing to take back")
        self.live.match, self.live.state, moves = self.past.pop()
        del self.live.log[moves:]


_tables: dict[int, Table] = {}


def keep(table: Table) -> int:
    """Keep a table; returns its number."""
    number = max(_tables, default=0) + 1
    _tables[number] = table
    for old in sorted(_tables)[:-TABLES]:
        del _tables[old]
    return number


def table_of(args: Args) -> Table:
    """Return the table that `table` names.

    Raises:
        RequestError: there is no such table, or no longer.
    """
    number = whole(args, "table")
    if number not in _tables:
        raise RequestError(f"there is no table {number}")
    return _tables[number]


def _seat(table: Table, args: Args) -> int | None:
    name = word(args, "seat", "", limit=10)
    return parse_seat(name, table.ruled.game.seats) if name else None


def look(table: Table, seat: int | None) -> dict[str, Any]:
    """Return what one seat (or an onlooker) may know, and where the match stands."""
    live, ruled = table.live, table.ruled
    game, outcome = ruled.game, table.live.outcome
    view: dict[str, Any] = plain(game.view(live.state, seat))
    acted = {event["rule"] for event in view["events"]} | {item["rule"] for item in view["score"]}
    return view | {
        "header": live.header,
        "seats": [game.seat(number) for number in range(game.seats)],
        "dealing": live.to_move == DEALER,
        "hand": live.match.hands + 1,
        "hand_over": live.hand_over,
        "over": outcome is not None,
        "winners": [game.seat(side) for side in outcome.winners] if outcome else [],
        "ended_by": outcome.rule if outcome else "",
        "moves_made": len(live.log),
        "can_undo": bool(table.past),
        "rules": {rule: told_rule(ruled, rule) for rule in sorted(acted)},
    }


def _opened(table: Table, args: Args) -> dict[str, Any]:
    seed = args.get("seed")
    table.rng = Random(whole(args, "seed") if seed is not None else None)
    return {"table": keep(table), "game": table.ruled.id, "header": table.live.header,
            "view": look(table, _seat(table, args))}  # fmt: skip


def _new(args: Args) -> dict[str, Any]:
    ruled = rules_of(args)
    seed = whole(args, "seed") if args.get("seed") is not None else None
    dealer = word(args, "dealer", "", limit=10).upper() or None
    if dealer is not None:
        parse_seat(dealer, ruled.game.seats)
    return _opened(Table(ruled, ruled.new_match(seed, dealer)), args)


def _load(args: Args) -> dict[str, Any]:
    record = word(args, "record", limit=RECORD_LIMIT)
    ruled = rules_of_record(record)
    live = ruled.resume(record)
    if len(live.log) > MOVE_CAP:
        raise RequestError(f"the record has more than {MOVE_CAP} moves")
    return _opened(Table(ruled, live), args)


def _position(args: Args) -> dict[str, Any]:
    ruled = rules_of(args)
    state = ruled.position(**parts(args)).state
    live = LiveMatch(ruled.game, state.match, ruled.header)
    live.state = state
    return _opened(Table(ruled, live, recorded=False), args)


def _view(args: Args) -> dict[str, Any]:
    table = table_of(args)
    return look(table, _seat(table, args))


def _legal(args: Args) -> list[str]:
    table = table_of(args)
    return [table.ruled.game.text(move) for move in table.ruled.game.legal(table.live.state)]


def _read(table: Table, args: Args) -> Move:
    """Read a move; the seat may be left out."""
    return Position(table.ruled, table.live.state).read(word(args, "move", limit=1_000))


def _why_not(args: Args) -> dict[str, Any] | None:
    table = table_of(args)
    try:
        table.ruled.game.check(table.live.state, _read(table, args))
    except Illegal as error:
        return told_refusal(table.ruled, error)
    return None


def _apply(args: Args) -> dict[str, Any]:
    """Make a move. A refused one leaves all as it was and says which sentence forbids it."""
    table = table_of(args)
    try:
        move = _read(table, args)
        table.ruled.game.check(table.live.state, move)
    except Illegal as error:
        return {"refused": told_refusal(table.ruled, error), "view": _view(args)}
    table.remember()
    table.live.play(move)
    return {"move": table.ruled.game.text(move), "view": _view(args)}


def _deal(args: Args) -> dict[str, Any]:
    """Shuffle, deal and turn cards until a player is to act; a finished hand is followed by one."""
    table = table_of(args)
    table.remember()
    if table.live.hand_over:
        if table.live.over:
            table.past.pop()
            raise RequestError("the match is over")
        table.live.next_hand()
    before = len(table.live.log)
    table.live.deal(table.rng)
    dealt = [table.ruled.game.text(move) for move in table.live.log[before:]]
    return {"moves": len(dealt), "view": _view(args)}


def _undo(args: Args) -> dict[str, Any]:
    table = table_of(args)
    table.back()
    return {"view": _view(args)}


def _record(args: Args) -> str:
    table = table_of(args)
    if not table.recorded:
        raise RequestError("a position that was set up has no record")
    return table.live.record()


def _close(args: Args) -> bool:
    return _tables.pop(whole(args, "table"), None) is not None


CALLS |= {
    "new": _new, "load": _load, "position": _position, "view": _view, "legal": _legal,
    "why_not": _why_not, "apply": _apply, "deal": _deal, "undo": _undo, "record": _record,
    "close": _close,
}  # fmt: skip
