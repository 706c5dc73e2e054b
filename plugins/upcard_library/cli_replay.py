"""`upcard replay`: what a record comes to, or its positions one by one."""

from __future__ import annotations

import json
from typing import Any, TextIO

import click

from upcard.api import Rules, rules_of_record
from upcard.drive import RECORD_LIMIT, LiveMatch, RecordError
from upcard.page_play import Play
from upcard.page_view import Looker
from upcard_library.cli_common import games_option, json_option, sentence_of, table, use_folder
from upcard_library.lines import Lines, Words, lines
from upcard_library.records import read_record, table_of_record, view_of, why_refused
from upcard_library.run import plain
from upcard_library.screen import Screen

STEPS = {
    "n": "the next move (or just press Enter)",
    "p": "the move before",
    "first": "the beginning",
    "last": "the end",
    "quit": "stop",
}


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--step", is_flag=True,
              help="Go through the record move by move, all hands open.")  # fmt: skip
@games_option
@json_option
def replay(file: TextIO, root: str | None, *, step: bool, as_data: bool) -> None:
    """Replay a record (`-` reads from standard input) and show what it comes to.

    With --step and --json every position is printed, one JSON object a line.
    """
    use_folder(root)
    if step and not as_data and file.name in ("-", "<stdin>"):
        raise click.UsageError("--step reads what you type, so the record must be in a file")
    ruled, live = _read(file)
    if step and as_data:
        _print_positions(ruled, live)
    elif step:
        Steps(table_of_record(ruled, live, 0), lines()).run()
    elif as_data:
        click.echo(json.dumps(_told(ruled, live), indent=2, ensure_ascii=False))
    else:
        _print(ruled, live)


def _read(file: TextIO) -> tuple[Rules, LiveMatch[Any]]:
    """Read a record; say at its line what is wrong with it."""
    text = ""
    try:
        text = file.read(RECORD_LIMIT + 1)
        return read_record(text)
    except UnicodeDecodeError:
        click.echo(f"{file.name}:1:1 RECORD-REFUSED the file is not UTF-8")
    except RecordError as error:
        click.echo(f"{file.name}:{error.line}:1 RECORD-REFUSED {why_refused(error)}")
        if error.rule:
            click.echo(f"  {error.rule}: {sentence_of(rules_of_record(text), error.rule)}")
    raise SystemExit(1)


def _told(ruled: Rules, live: LiveMatch[Any]) -> dict[str, Any]:
    outcome, seat = live.outcome, ruled.game.seat
    score = [{"side": seat(i.side), "rule": i.rule, "points": i.points, "cards": str(i.cards)}
             for i in ruled.game.score(live.state)]  # fmt: skip
    return {
        "record": ruled.header, "moves": len(live.log), "hands": live.match.hands + 1,
        "phase": live.state.phase, "score": score,
        "standing": {seat(i): n for i, n in enumerate(live.standing)},
        "winners": [seat(i) for i in outcome.winners] if outcome else [],
    }  # fmt: skip


def _print(ruled: Rules, live: LiveMatch[Any]) -> None:
    told, deck = _told(ruled, live), ruled.game.deck
    click.echo(f"{ruled.header}: {told['moves']} moves, hand {told['hands']}, {told['phase']}")
    if told["score"]:
        rows = [(str(i["side"]), str(i["rule"]), plain(str(i["cards"]), deck) if i["cards"] else "",
                 str(i["points"])) for i in told["score"]]  # fmt: skip
        table(("side", "rule", "cards", "points"), rows, right=("points",))
    click.echo("Standing: " + ", ".join(f"{side} {n}" for side, n in told["standing"].items()))
    if told["winners"]:
        click.echo(f"Won by {' and '.join(told['winners'])}")


# --- step by step -----------------------------------------------------------------------------


def _view(table_: Play) -> dict[str, Any]:
    """Return the open position, and the move that led to it."""
    return view_of(table_, Looker(None, open=True), max(len(table_.live.log) - 1, 0))


def _print_positions(ruled: Rules, live: LiveMatch[Any]) -> None:
    table_ = table_of_record(ruled, live, 0)
    click.echo(json.dumps(_view(table_), ensure_ascii=False))
    while table_.ahead:
        table_.go_to(len(table_.live.log) + 1)
        click.echo(json.dumps(_view(table_), ensure_ascii=False))


class Steps:
    """Going through a record, forwards and backwards."""

    def __init__(self, table_: Play, source: Lines) -> None:
        self.table, self.lines = table_, source
        self.screen = Screen(table_.ruled.game.deck)

    @property
    def made(self) -> int:
        """How many moves have been made."""
        return len(self.table.live.log)

    @property
    def all(self) -> int:
        """How many moves the record has."""
        return self.made + len(self.table.ahead)

    def run(self) -> None:
        """Show a position, ask where to go, and so on until the reader stops."""
        self.screen.say(f"{self.table.live.header}: {self.all} moves. Enter goes on; "
                        "`p` goes back, a number goes there, `quit` stops.")  # fmt: skip
        self._show()
        while (
            line := self.lines.read(self._prompt(), lambda: Words((), list(STEPS)), "")
        ) is not None:
            word = line.strip().lower()
            if word in ("quit", "exit", "q"):
                return
            to = self._to(word)
            if to is None:
                self.screen.listed([*STEPS.items(), ("12", "where 12 moves were made")])
                continue
            if to == self.made:
                end = "beginning" if to == 0 else "end"
                self.screen.say(f"  this is the {end} of the record")
                continue
            self.table.go_to(to)
            self._show()

    def _prompt(self) -> str:
        return f"{self.made}/{self.all}> "

    def _to(self, word: str) -> int | None:
        """Return how many moves are to have been made; `None` for a word that says nothing."""
        if word.isascii() and word.isdecimal() and len(word) < 9:
            return min(int(word), self.all)
        places = {
            "": self.made + 1, "n": self.made + 1, "next": self.made + 1, "forward": self.made + 1,
            "p": self.made - 1, "back": self.made - 1, "first": 0, "last": self.all,
        }  # fmt: skip
        return max(0, min(places[word], self.all)) if word in places else None

    def _show(self) -> None:
        view = _view(self.table)
        self.screen.say()
        self.screen.log(view)
        self.screen.table(view)


__all__ = ["replay"]
