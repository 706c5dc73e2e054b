"""What a player may type besides moves: help, advice, reasons, taking back, records."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.drive import RecordError
from upcard.page import RequestError
from upcard_library.lines import Words
from upcard_library.look_up import look_up, passages
from upcard_library.records import read_file, why_refused
from upcard_library.screen import Screen
from upcard_library.sitting import Sitting

FOUND = 12
"""So many passages of an article are shown at once."""


class Next(Enum):
    """What follows a line: it is asked again, the match goes on, or all stops."""

    AGAIN = 1
    ON = 2
    STOP = 3


class Command(NamedTuple):
    """One command: how it is written, what it does, and what carries it out."""

    usage: str
    text: str
    act: Callable[[str], Next]


class Commands:
    """The commands of one sitting.

    Args:
        sitting: the match.
        screen: where answers are printed.

    Attributes:
        seat: who is at the terminal; `None` while several people look on.
    """

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting, self.screen = sitting, screen
        self.seat: int | None = sitting.alone
        self.saved: set[Path] = set()
        self.every = {
            command.usage.split()[0]: command
            for command in (
                Command("help", "list the commands", self._help),
                Command("legal", "list every legal move", self._legal),
                Command("hint", "what a bot would do here", self._hint),
                Command("why MOVE", "why a move is refused, without making it", self._why),
                Command("rules WORD", "look a word or a rule up in the article", self._rules),
                Command("table", "show the table again", self._table),
                Command("score", "show this hand's score sheet", self._score),
                Command("log", "show what has happened in this match", self._log),
                Command("undo N", "take back your last move, or the last N", self._undo),
                Command("back N", "look one move back, or N", self._back),
                Command("forward N", "look one move forward, or N", self._forward),
                Command("first", "look at the beginning of the match", self._first),
                Command("last", "go to its last move and play on", self._last),
                Command("stay", "play on from the position looked at", self._stay),
                Command("save FILE", "write the match to a file, as a record", self._save),
                Command("load FILE", "take up the match of a record", self._load),
                Command("new SEED", "a new match; the same seed deals the same cards", self._new),
                Command("seed", "show the seed of this match", self._seed),
                Command("quit", "stop here", lambda _: Next.STOP),
            )
        }
        self.also = {"?": "help", "moves": "legal", "exit": "quit", "q": "quit"}

    def run(self, line: str) -> Next | None:
        """Carry out a command; `None` if the line is none.

        A verb of the game is a move; a command of the same name is written with a colon before it.
        """
        word, _, rest = line.strip().partition(" ")
        name = word.lower().removeprefix(":")
        name = self.also.get(name, name)
        if name not in self.every or word.lower() in self.sitting.ruled.game.verbs:
            return None
        try:
            return self.every[name].act(rest.strip())
        except (NotationError, RequestError) as error:
            self.screen.say(f"  {error}")
            return Next.AGAIN

    def words(self) -> Words:
        """Return what may be typed here: the legal moves, and the commands with what may follow."""
        moves = self.sitting.legal() if self.acting else []
        verbs = self.sitting.ruled.game.verbs
        names = [f":{name}" if name in verbs else name for name in self.every]
        rules = [f"rules {one.rule}" for one in passages(self.sitting.ruled) if one.rule]
        return Words(moves, [*names, *(f"why {move}" for move in moves), *dict.fromkeys(rules)])

    @property
    def acting(self) -> bool:
        """Whether it is the turn of whoever is at the terminal."""
        return self.seat is not None and self.seat == self.sitting.actor

    def must_act(self) -> None:
        """Refuse what would tell about another player's cards, or act for them.

        Raises:
            RequestError: it is not the turn of whoever is at the terminal.
        """
        if not self.acting:
            over = self.sitting.live.over and not self.sitting.looking
            raise RequestError("the match is over" if over else "it is not your turn here")

    # --- asking -----------------------------------------------------------------------------

    def _help(self, _rest: str) -> Next:
        game = self.sitting.ruled.game
        self.screen.say("Type a move, such as `play QS` or just `QS`, or its number.")
        moves = [game.verbs[verb] for verb in self._verbs()]
        self.screen.listed((verb.shape(name), verb.text)
                           for name, verb in zip(self._verbs(), moves, strict=True))  # fmt: skip
        self.screen.say("Or one of these:")
        self.screen.listed((command.usage, command.text) for command in self.every.values())
        return Next.AGAIN

    def _verbs(self) -> list[str]:
        game = self.sitting.ruled.game
        moves = game.legal(self.sitting.live.state) if self.acting else []
        return list(dict.fromkeys(move.verb for move in moves))

    def _legal(self, _rest: str) -> Next:
        self.must_act()
        self.screen.moves(self.sitting.legal(), None)
        return Next.AGAIN

    def _hint(self, _rest: str) -> Next:
        self.must_act()
        advice = self.sitting.advice()
        words = self.sitting.ruled.game.text(advice.move).partition(" ")[2]
        gains = ", ".join(f"{points} ({rule})" for rule, points in advice.scores)
        self.screen.say(f"  the {advice.bot} player would {self.screen.cards(words)}"
                        + (f", which scores {gains}" if gains else ""))  # fmt: skip
        return Next.AGAIN

    def _why(self, rest: str) -> Next:
        if not rest:
            raise RequestError("write the move that you ask about, as in `why play QS`")
        self.must_act()
        answer = self.sitting.why(rest)
        if isinstance(answer, Illegal):
            self.refuse(answer)
            return Next.AGAIN
        move = self.screen.cards(self.sitting.ruled.game.text(self.sitting.read(rest)))
        self.screen.say(f"  Yes: {move} is allowed.")
        if answer:
            self.screen.say(f"  {answer}: “{self.sitting.sentence(answer)}”")
        return Next.AGAIN

    def refuse(self, error: Illegal) -> None:
        """Tell a refusal with the article's own sentence and the values of this table."""
        move = self.screen.cards(self.sitting.ruled.game.text(error.move))
        self.screen.say(f"  No: {move} is refused by {error.rule}.")
        sentence = self.sitting.sentence(error.rule)
        if sentence != error.rule:
            self.screen.say(f"  “{sentence}”")
        if error.facts:
            self.screen.say(f"  Here: {self.screen.facts(error.facts)}")

    def _rules(self, rest: str) -> Next:
        found = look_up(self.sitting.ruled, rest)
        if not found:
            self.screen.say(f"  nothing in the article says {rest!r}")
        for one in found[:FOUND]:
            self.screen.say(f"  {one.section}{': ' if one.rule else ''}{one.rule}", style="bold")
            self.screen.say(f"    {one.text}")
        if len(found) > FOUND:
            self.screen.say(f"  and {len(found) - FOUND} more; add a word, or name a rule")
        return Next.AGAIN

    def _table(self, _rest: str) -> Next:
        self.screen.table(self.sitting.view(self.seat))
        return Next.AGAIN

    def _score(self, _rest: str) -> Next:
        self.screen.sheet(self.sitting.view(self.seat))
        return Next.AGAIN

    def _log(self, _rest: str) -> Next:
        self.screen.log(self.sitting.view(self.seat))
        return Next.AGAIN

    def _seed(self, _rest: str) -> Next:
        self.screen.say(f"  the seed is {self.sitting.seed}")
        return Next.AGAIN

    # --- going back and forth ---------------------------------------------------------------

    def _undo(self, rest: str) -> Next:
        self.sitting.undo(_number(rest, 1))
        self.screen.say("  taken back")
        return Next.ON

    def _back(self, rest: str) -> Next:
        return self._look(-_number(rest, 1))

    def _forward(self, rest: str) -> Next:
        if not self.sitting.looking:
            raise RequestError("there are no moves ahead")
        return self._look(_number(rest, 1))

    def _look(self, steps: int) -> Next:
        self.sitting.step(len(self.sitting.live.log) + steps)
        return Next.ON

    def _first(self, _rest: str) -> Next:
        self.sitting.step(0)
        return Next.ON

    def _last(self, _rest: str) -> Next:
        self.sitting.step(len(self.sitting.live.log) + len(self.sitting.table.ahead))
        return Next.ON

    def _stay(self, _rest: str) -> Next:
        self.sitting.stay()
        return Next.ON

    # --- records ----------------------------------------------------------------------------

    def _save(self, rest: str) -> Next:
        path = _file(rest)
        if path.exists() and path.resolve() not in self.saved:
            raise RequestError(f"there is a file {path} already; choose another name")
        try:
            path.write_text(self.sitting.live.record(), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise RequestError(f"{path} cannot be written: {error}") from None
        self.saved.add(path.resolve())
        self.screen.say(f"  written to {path}; `upcard replay {path}` shows it")
        return Next.AGAIN

    def _load(self, rest: str) -> Next:
        path = _file(rest)
        try:
            self.sitting.load(read_file(path))
        except RecordError as error:
            self.screen.say(f"  {path}:{error.line}: {why_refused(error)}")
            if error.rule:
                self.screen.say(f"  “{self.sitting.sentence(error.rule)}”")
            return Next.AGAIN
        self.screen.say(f"  {self.sitting.ruled.header}: {len(self.sitting.live.log)} moves; "
                        "`back` and `first` look through them")  # fmt: skip
        return Next.ON

    def _new(self, rest: str) -> Next:
        self.sitting.new(_number(rest, None) if rest else None)
        self.screen.say(f"  a new match; its seed is {self.sitting.seed}")
        return Next.ON


def _number(rest: str, default: int | None) -> int:
    """Read a number of at most nine digits.

    Raises:
        RequestError: it is none.
    """
    if not rest and default is not None:
        return default
    if not (rest.isascii() and rest.isdecimal() and len(rest) <= 9):
        raise RequestError(f"{rest[:20]!r} is no number")
    return int(rest)


def _file(rest: str) -> Path:
    if not rest:
        raise RequestError("write the name of a file after it")
    return Path(rest).expanduser()


__all__ = ["Command", "Commands", "Next"]
