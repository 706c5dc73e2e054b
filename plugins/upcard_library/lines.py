"""Where a player's lines come from: a terminal, with completion and history, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from upcard_library.records import printable

LONGEST = 1_000
"""Longest line that is read, in characters."""
MOST = 200
"""So many completions are offered."""


class Words(NamedTuple):
    """What may be typed next, whole lines: moves, and everything else."""

    moves: Sequence[str] = ()
    others: Sequence[str] = ()


class Lines(Protocol):
    """A source of lines."""

    def read(self, prompt: str, words: Callable[[], Words], who: str) -> str | None:
        """Return one line, `None` at the end of input.

        Args:
            prompt: what is asked.
            words: what may be typed, for completion.
            who: each has a history of his own, so that nobody scrolls to another's moves.
        """


class PipedLines:
    """Lines of a pipe or a file; prompt and line are printed, so that a transcript can be read."""

    def read(self, prompt: str, words: Callable[[], Words], who: str) -> str | None:
        """Return one line, `None` at the end of input or where it is no text."""
        click.echo(prompt, nl=False)
        try:
            line = short_line(LONGEST)
        except UnicodeDecodeError:
            return None
        if line and not sys.stdin.isatty():
            click.echo(printable(line.rstrip("\n")))
        return line or None


def short_line(most: int) -> str:
    """Read one line of standard input; of a longer one no more than its beginning is kept.

    Raises:
        UnicodeDecodeError: it is no text.
    """
    line = rest = sys.stdin.readline(most + 1)
    while len(line) > most and rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(most + 1)
    return line


class _LegalMoves(Completer):
    """Completes lines: those that begin as typed, then moves that hold the last word typed."""

    def __init__(self) -> None:
        self.words: Callable[[], Words] = Words

    def get_completions(self, document: Document, _event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor.lstrip()
        for found in list(fitting(typed, self.words()))[:MOST]:
            yield Completion(found, start_position=-len(typed))


def fitting(typed: str, words: Words) -> Iterator[str]:
    """Yield the lines that may be meant: such as begin so, then moves that go on so."""
    small = typed.lower()
    for line in (*words.moves, *words.others):
        if line.lower().startswith(small):
            yield line
    if small:
        for move in words.moves:
            if f" {small}" in move.lower() and not move.lower().startswith(small):
                yield move


class TerminalLines:
    """Lines typed at a terminal."""

    def __init__(self) -> None:
        self._completer = _LegalMoves()
        self._sessions: dict[str, PromptSession[str]] = {}

    def read(self, prompt: str, words: Callable[[], Words], who: str) -> str | None:
        """Return one line, `None` where the player ends the input (Ctrl-D).

        Raises:
            KeyboardInterrupt: the player breaks off (Ctrl-C).
        """
        self._completer.words = words
        if who not in self._sessions:
            self._sessions[who] = PromptSession(
                completer=self._completer, complete_while_typing=False, history=InMemoryHistory()
            )
        try:
            return self._sessions[who].prompt(prompt)
        except EOFError:
            return None


def lines() -> Lines:
    """Return where lines come from here."""
    at_a_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return TerminalLines() if at_a_terminal else PipedLines()


__all__ = ["Lines", "PipedLines", "TerminalLines", "Words", "fitting", "lines", "short_line"]
