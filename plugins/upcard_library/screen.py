"""What a player sees in the terminal, drawn from the view of one seat and nothing besides.

Suits are coloured where the terminal shows colours and NO_COLOR is not set; long lines are folded
at the terminal's width, and not at all in a pipe.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from upcard.cards import Deck
from upcard_library.records import printable
from upcard_library.run import plain

NARROW = 60
"""A terminal with fewer columns gets labels in line, without a column of their own."""
LABEL = 14
LONGEST = 32
"""Columns of the labels in a wide terminal, at least and at most."""
_RED = re.compile(r"\S*[♥♦]")
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen, and what could be scrolled back to."""


class Screen:
    """Prints a table.

    Args:
        deck: the pack, for the suits' signs.
        console: where to print; standard output, unless a test has its own.
    """

    def __init__(self, deck: Deck, console: Console | None = None) -> None:
        self.deck = deck
        self.console = console or Console(highlight=False, markup=False, emoji=False)

    @property
    def folds(self) -> bool:
        """Whether lines are folded: in a terminal, not in a pipe."""
        return self.console.is_terminal

    @property
    def width(self) -> int:
        """Columns to fill."""
        return self.console.width if self.folds else 78

    # --- lines ------------------------------------------------------------------------------

    def say(self, words: str = "", label: str = "", style: str = "") -> None:
        """Print a line; where it is folded, the rest stands below the text, not the label."""
        indent = words[: len(words) - len(words.lstrip())]
        head, text = label + indent, Text(printable(words.strip()), style)
        text.highlight_regex(_RED, "red")
        if not self.folds:
            self._print(Text(head) + text)
            return
        if len(head) > self.width // 2:
            self._print(Text(head.rstrip()))
            head = "    "
        for number, line in enumerate(text.wrap(self.console, max(self.width - len(head), 8))):
            line.rstrip()
            self._print(Text(head if number == 0 else " " * len(head)) + line)

    def _print(self, text: Text) -> None:
        text.rstrip()
        self.console.print(text, soft_wrap=True)

    def labelled(self, label: str, words: str, width: int = 0) -> None:
        """Print words beside what they are about; the label takes so many columns if it can."""
        narrow = self.folds and self.width < NARROW
        self.say(words, f"  {label}: " if narrow else f"  {label:<{max(width, LABEL)}} ")

    def clear(self) -> None:
        """Wipe the terminal, so that the next player does not see what the last one saw."""
        if self.folds:
            self.console.file.write(_CLEAR)
            self.console.file.flush()

    def cards(self, value: Any) -> str:
        """Write a value with the signs of the suits."""
        known = isinstance(value, (int, bool, dict, list, tuple))
        return plain(value if known else str(value), self.deck)

    # --- the table --------------------------------------------------------------------------

    def table(self, view: Mapping[str, Any]) -> None:
        """Print the table as one seat sees it."""
        facts = [f"{fact['name']} {self.cards(fact['value'])}" for fact in view["facts"]
                 if fact["value"] not in ("", None)]  # fmt: skip
        self.say()
        self.say(f"{self._whose(view)} ({view['phase']})"
                 + (f": {'; '.join(facts)}" if facts else ""), style="bold")  # fmt: skip
        rows = self._rows(view["zones"])
        width = min(max(map(len, rows), default=0), LONGEST)
        for label, parts in rows.items():
            self.labelled(label, ", ".join(parts), width)
        self.standing(view)

    def _rows(self, zones: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
        """Return what lies in each pile, its parts together: cards face down and cards face up."""
        rows: dict[str, list[str]] = {}
        for zone in zones:
            if zone["count"]:
                owner = f"{zone['owner']} " if zone["owner"] else ""
                shown = (self.cards(" ".join(zone["cards"])) if "cards" in zone
                         else f"{zone['count']} face down")  # fmt: skip
                rows.setdefault(owner + zone["label"], []).append(shown)
        return rows

    @staticmethod
    def _whose(view: Mapping[str, Any]) -> str:
        if view["turn"] is None:
            return "The match is over" if view["over"] else "The hand is over"
        acts_for = view["acts_for"]
        aside = f" for {acts_for}" if acts_for not in (view["turn"], None) else ""
        return f"{view['turn']} to act{aside}"

    def standing(self, view: Mapping[str, Any]) -> None:
        """Print the running scores."""
        sides = (f"{_side(view, at)} {points}" for at, points in enumerate(view["standing"]))
        self.say(f"Standing: {', '.join(sides)}")

    def moves(self, moves: Sequence[str], limit: int | None) -> None:
        """Print legal moves with their numbers, in columns; so many at most, or all."""
        shown = [self.cards(text) for text in (moves if limit is None else moves[:limit])]
        width = max(map(len, shown), default=0) + 8
        across = max(1, self.width // width)
        cells = [f"{n:>3} {text}" for n, text in enumerate(shown, 1)]
        for row in range(0, len(cells), across):
            line = "".join(cell.ljust(width) for cell in cells[row : row + across]).rstrip()
            self.say(line[4:], line[:4])
        if len(shown) < len(moves):
            self.say(f"    and {len(moves) - len(shown)} more; `legal` lists them all")

    def log(self, view: Mapping[str, Any]) -> None:
        """Print what has happened, as the seat may see it."""
        for entry in view["log"]:
            cards = "card" if entry["many"] == 1 else "cards"
            aside = f" ({entry['many']} {cards})" if entry["hidden"] and entry["many"] else ""
            self.say(f"  {self.cards(entry['text'])}{aside}")
            for event in entry["events"]:
                if event["facts"]:
                    self.say(f"    {event['rule']}: {self.facts(event['facts'])}")
            for item in entry["scored"]:
                self.say(f"    {_side(view, item['side'])} scores {item['points']}: "
                         f"{item['rule']}{self._of(item)}")  # fmt: skip

    def facts(self, facts: Mapping[str, Any]) -> str:
        """Write facts in one line."""
        return ", ".join(f"{name} {self.cards(value)}" for name, value in facts.items())

    def _of(self, item: Mapping[str, Any]) -> str:
        return f" ({self.cards(' '.join(item['cards']))})" if item["cards"] else ""

    def sheet(self, view: Mapping[str, Any]) -> None:
        """Print what has been scored in this hand."""
        for item in view["items"]:
            self.say(f"{item['rule']}{self._of(item)}",
                     f"  {_side(view, item['side'])} {item['points']:>4}  ")  # fmt: skip
        if not view["items"]:
            self.say("  nothing is scored")

    def listed(self, rows: Iterable[tuple[str, str]]) -> None:
        """Print pairs of a word and what it means, in two columns."""
        told = list(rows)
        width = max((len(word) for word, _ in told), default=0) + 4
        for word, meaning in told:
            self.say(meaning, f"  {word}".ljust(width))


def _side(view: Mapping[str, Any], side: int) -> str:
    return str(view["sides"][side][0])


__all__ = ["Screen"]
