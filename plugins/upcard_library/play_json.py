"""`upcard play --json`: one JSON object a line in and out, as `docs/terminal.md` describes.

What comes in is untrusted: every line is limited and read strictly, and whatever is wrong is
answered by an error in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.drive import RECORD_LIMIT, RecordError
from upcard.page import (
    CALL_LIMIT,
    RequestError,
    plain,
    told_error,
    told_refusal,
    told_rule,
    whole,
    word,
)
from upcard.page_view import told_move
from upcard_library.look_up import look_up
from upcard_library.records import why_refused
from upcard_library.sitting import Sitting

MOVE_LIMIT = 1_000
"""Longest move, in characters."""
FORMAT = 1
"""The version of the protocol."""

Said = dict[str, Any]


class Protocol:
    """A match that a program plays.

    Args:
        sitting: the match and which seats the program has.
        read: reads a line of at most so many characters and one more; empty at the end of input.
        write: writes a line.
    """

    def __init__(
        self, sitting: Sitting, read: Callable[[int], str], write: Callable[[str], None]
    ) -> None:
        self.sitting, self.read, self.write = sitting, read, write
        self.table = sitting.table
        self.left = False
        self.told: dict[int | None, int] = {}
        self.does: dict[str, Callable[[Mapping[str, Any]], bool]] = {
            "move": self._move, "why": self._why, "hint": self._hint, "rules": self._rules,
            "look": self._look, "undo": self._undo, "step": self._step, "stay": self._stay,
            "record": self._record, "load": self._load, "new": self._new,
        }  # fmt: skip

    def run(self) -> None:
        """Play until the program quits or its input ends."""
        self._say("hello", format=FORMAT, header=self.sitting.live.header, seed=self.sitting.seed,
                  people=[self._name(seat) for seat in sorted(self.sitting.people)],
                  does=[*self.does, "quit"])  # fmt: skip
        self._safely(self._go_on)
        while not self.left and (line := self._line()) is not None:
            self._safely(partial(self._answer, line))
        self._say("bye", moves=len(self.sitting.live.log))

    def _answer(self, line: str) -> None:
        """Do what a line asks for, and whatever follows."""
        asked = self._asked(line)
        if asked["do"] == "quit":
            self.left = True
        elif self.does[asked["do"]](asked):
            self._go_on()

    def _safely(self, act: Callable[[], None]) -> None:
        """Do something; whatever goes wrong is told the program in words."""
        try:
            act()
        except Exception as error:  # noqa: BLE001  a program must be told whatever goes wrong
            self._say("error", **_told(error))

    # --- saying -----------------------------------------------------------------------------

    def _say(self, what: str, **more: Any) -> None:
        self.write(json.dumps({"say": what} | more, ensure_ascii=False))

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.sitting.ruled.game.seat(seat)

    def _view(self, seat: int | None) -> Said:
        """Return the view of a seat, with what has happened since it was told last."""
        if self.table is not self.sitting.table:
            self.table = self.sitting.table
            self.told.clear()
        made = len(self.sitting.live.log)
        view = self.sitting.view(seat, min(self.told.get(seat, 0), made))
        self.told[seat] = made
        return view

    def _go_on(self) -> None:
        """Let bots and dealer act; say whose turn it is, or that a hand or the match is over."""
        sitting = self.sitting
        while not sitting.looking:
            if sitting.actor is None:
                what = "match_over" if sitting.live.over else "hand_over"
                self._say(what, view=self._view(sitting.alone))
            if not sitting.go_on():
                break
        if sitting.looking:
            self._say("position", view=self._view(sitting.alone), ahead=len(sitting.table.ahead))
        elif sitting.actor is not None:
            self._say("turn", view=self._view(sitting.actor))

    # --- hearing ----------------------------------------------------------------------------

    def _line(self) -> str | None:
        """Return the next line that is not empty; `None` at the end of input."""
        while True:
            try:
                line = self.read(CALL_LIMIT)
            except UnicodeDecodeError:
                self._say("error", code="request", message="the input is not UTF-8")
                return None
            if not line:
                return None
            if line.strip():
                return line

    def _asked(self, line: str) -> dict[str, Any]:
        """Read a line.

        Raises:
            RequestError: it is too long, not JSON, or asks for nothing that is known.
        """
        if len(line) > CALL_LIMIT:
            raise RequestError(f"the line is longer than {CALL_LIMIT} characters")
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            raise RequestError("the line is not JSON") from None
        if not isinstance(asked, dict) or not isinstance(asked.get("do"), str):
            raise RequestError('a line is an object such as {"do": "move", "move": "play QS"}')
        if asked["do"] not in (*self.does, "quit"):
            known = ", ".join((*self.does, "quit"))
            raise RequestError(f"nothing is called {asked['do'][:40]!r}; known: {known}")
        return asked

    def _only(self, asked: Mapping[str, Any], *names: str) -> None:
        more = sorted(set(asked) - {"do", *names})
        if more:
            raise RequestError(f"{asked['do']!r} knows nothing of {more[0][:40]!r}")

    def _must_act(self) -> None:
        if self.sitting.actor not in self.sitting.people or (
            self.sitting.looking and self.sitting.alone is None
        ):
            raise RequestError("it is not your turn")

    def _text(self, asked: Mapping[str, Any]) -> str:
        """Return the move that is asked about: its text, or its number among the legal ones."""
        self._only(asked, "move")
        self._must_act()
        if isinstance(asked.get("move"), int):
            return str(whole(asked, "move"))
        return word(asked, "move", limit=MOVE_LIMIT)

    # --- what can be asked for; each says whether the match has moved ---------------------------

    def _move(self, asked: Mapping[str, Any]) -> bool:
        words = self._text(asked)
        try:
            self.sitting.act(words)
        except Illegal as error:
            self._say("refused", move=error.move.text(self.sitting.ruled.game.seats),
                      **told_refusal(self.sitting.ruled, error))  # fmt: skip
            return False
        return True

    def _why(self, asked: Mapping[str, Any]) -> bool:
        answer = self.sitting.why(self._text(asked))
        if isinstance(answer, Illegal):
            self._say("why", legal=False, **told_refusal(self.sitting.ruled, answer))
        else:
            sentence = self.sitting.sentence(answer) if answer else ""
            self._say("why", legal=True, rule=answer, sentence=sentence)
        return False

    def _hint(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked)
        self._must_act()
        advice, ruled = self.sitting.advice(), self.sitting.ruled
        scores = [{"points": points} | told_rule(ruled, rule) for rule, points in advice.scores]
        self._say("hint", bot=advice.bot, move=told_move(ruled.game, advice.move), scores=scores)
        return False

    def _rules(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked, "words")
        found = look_up(self.sitting.ruled, word(asked, "words", "", limit=200))
        self._say("rules", found=[plain(one._asdict()) for one in found])
        return False

    def _look(self, asked: Mapping[str, Any]) -> bool:
        """Tell the position again, with the whole log."""
        self._only(asked)
        self.told.clear()
        return True

    def _undo(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked, "steps")
        self.sitting.undo(whole(asked, "steps", 1))
        return True

    def _step(self, asked: Mapping[str, Any]) -> bool:
        """Go to where so many moves were made."""
        self._only(asked, "to")
        self.sitting.step(whole(asked, "to"))
        return True

    def _stay(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked)
        self.sitting.stay()
        return True

    def _record(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked)
        self._say("record", record=self.sitting.live.record())
        return False

    def _load(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked, "record")
        self.sitting.load(word(asked, "record", limit=RECORD_LIMIT))
        return True

    def _new(self, asked: Mapping[str, Any]) -> bool:
        self._only(asked, "seed")
        self.sitting.new(whole(asked, "seed") if "seed" in asked else None)
        self._say("new", seed=self.sitting.seed)
        return True


def _told(error: Exception) -> Said:
    """Tell a fault; what an engine raises unforeseen is told by its name."""
    told = told_error(error)
    if isinstance(error, RecordError):
        told["message"] = why_refused(error)
    elif not isinstance(error, (RequestError, NotationError, Illegal)):
        told["message"] = f"the engine failed ({type(error).__name__})"
    return told


__all__ = ["Protocol"]
