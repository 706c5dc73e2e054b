"""On which options each number of a game depends, and which options contradict: as small tables.

A page that has no engine at hand shows any free combination of options from these tables. They
are made by asking the engine: every value of every option alone, under every named variant, and
every pair of values. What the tables say is held against every answer the engine gave on the way;
a number that they do not foretell is given up, and only the options it depends on are told.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from upcard.game import Game
from upcard.games import find
from upcard.options import Option, OptionError, Value, describe, read_options, text
from upcard_library.model import GameArticle
from upcard_library.numbers import Number, numbers_of
from upcard_library.stand_in import stand_in

Settings = Mapping[str, Value]
WIDE = 100
"""A number option with more values than this is asked about some of them only."""
MOST = 400
"""No table holds more entries than this."""


class Table(NamedTuple):
    """What one number depends on: the options, and its value by theirs, written one after another.

    `at` is empty if the number cannot be foretold.
    """

    options: tuple[str, ...]
    at: Mapping[str, Number]


class Contradiction(NamedTuple):
    """Values that do not go together, as a condition, and the engine's message.

    A condition here may hold ranges (`target=50..499`); the message may name an option's value
    (`{target}`).
    """

    when: str
    message: str


@dataclass
class Dependence:
    """Asks the engine of one game, and remembers its answers."""

    game: GameArticle
    _asked: dict[frozenset[tuple[str, Value]], Mapping[str, Number] | OptionError] = field(
        default_factory=dict
    )

    @cached_property
    def kind(self) -> type[Game[Any]]:
        """The game's engine, or what stands in for it."""
        return find(self.game.module) if self.game.module else stand_in(self.game)

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The options as the engine describes them."""
        return describe(self.kind.Options)

    @cached_property
    def values(self) -> Mapping[str, tuple[Value, ...]]:
        """The values of each option that are asked about, its default first."""
        listed = {option.name: option.values for option in self.game.options}
        found = {}
        for name, option in self.options.items():
            named = [v.settings[name] for v in self.game.variants if name in v.settings]
            every = [option.default, *listed.get(name, ()), *named, *option.values]
            found[name] = tuple(dict.fromkeys(every))
        return found

    def ask(self, settings: Settings) -> Mapping[str, Number] | OptionError:
        """Return all numbers under some settings, or the engine's refusal."""
        differ = {n: v for n, v in settings.items() if v != self.options[n].default}
        key = frozenset(differ.items())
        if key not in self._asked:
            try:
                table = self.kind(read_options(self.kind.Options, differ))
                facts: dict[str, Number] = {"@players": table.seats, "@cards": table.deck.title}
                self._asked[key] = numbers_of(table) | facts
            except OptionError as error:
                self._asked[key] = error
        return self._asked[key]

    def complete(self, settings: Settings, depth: int = 3) -> Settings | None:
        """Change other options until the engine accepts these, or return nothing."""
        answer = self.ask(settings)
        if not isinstance(answer, OptionError):
            return settings
        for name in answer.names if depth else ():
            for value in () if name in settings else self.values.get(name, ()):
                if found := self.complete({**settings, name: value}, depth - 1):
                    return found
        return None

    # --- numbers -----------------------------------------------------------------------------

    @cached_property
    def base(self) -> Mapping[str, Number]:
        """The numbers of the base game."""
        answer = self.ask({})
        return {} if isinstance(answer, OptionError) else answer

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """What each number depends on; those that never change are left out.

        An option's own value is left out too, as long as the number of that name is just that.
        """
        found = {}
        for name, options in self._depends().items():
            if options == {name} and self._is_own(name):
                continue
            found[name] = self._table(name, options)
        return {n: Table(t.options, {}) if self._wrong(n, t) else t for n, t in found.items()}

    def _table(self, name: str, options: set[str]) -> Table:
        """Make the table of a number; an option that sets it right where it is wrong is added."""
        order = tuple(option for option in self.options if option in options)
        table = Table(order, self._entries(name, order))
        wrong = self._wrong(name, table)
        for other in sorted({option for key in wrong for option, _ in key} - options):
            wider = self._table(name, options | {other})
            if len(self._wrong(name, wider)) < len(wrong):
                return wider
        return table

    def _depends(self) -> dict[str, set[str]]:
        """Find the options of each number: it changes when nothing but that option does."""
        found: dict[str, set[str]] = {}
        for context, (name, value) in itertools.product(self._contexts(), self._singles()):
            if name in context:
                continue
            plain, other = self.ask(context), self.ask({**context, name: value})
            if isinstance(plain, OptionError) or isinstance(other, OptionError):
                continue
            for number in other:
                if other[number] != plain.get(number):
                    found.setdefault(number, set()).add(name)
        return found

    def _singles(self) -> list[tuple[str, Value]]:
        return [(name, v) for name, values in self.values.items() for v in values[1:]]

    def _contexts(self) -> list[Settings]:
        singles = [{name: value} for name, value in self._singles()]
        mended = [self.complete(one) for one in singles if isinstance(self.ask(one), OptionError)]
        others = [{n: v for n, v in m.items() if n not in one}
                  for m, one in itertools.product(mended, singles)
                  if m and set(one.items()) <= set(m.items())]  # fmt: skip
        variants = [variant.settings for variant in self.game.variants]
        return [{}, *variants, *others, *singles]

    def _is_own(self, name: str) -> bool:
        return name in self.options and all(
            str(answer[name]) == text(dict(key).get(name, self.options[name].default))
            for key, answer in self._accepted()
        )

    def _entries(self, name: str, order: Sequence[str]) -> Mapping[str, Number]:
        columns = [self.column(option) for option in order]
        count = 1
        for column in columns:
            count *= len(column)
        at: dict[str, Number] = {}
        for values in itertools.product(*columns) if count <= MOST else ():
            settings = self.complete(dict(zip(order, values, strict=True)))
            answer = self.ask(settings) if settings is not None else None
            if answer is not None and not isinstance(answer, OptionError):
                at[" ".join(map(text, values))] = answer[name]
        return at

    def _accepted(self) -> Iterator[tuple[frozenset[tuple[str, Value]], Mapping[str, Number]]]:
        for key, answer in list(self._asked.items()):
            if not isinstance(answer, OptionError):
                yield key, answer

    def _wrong(self, name: str, table: Table) -> list[frozenset[tuple[str, Value]]]:
        """Return the settings under which the engine gave another number than the table does."""
        found = []
        for key, answer in self._accepted():
            set_ = dict(key)
            values = (set_.get(o, self.options[o].default) for o in table.options)
            entry = " ".join(map(text, values))
            if table.at and table.at.get(entry, answer[name]) != answer[name]:
                found.append(key)
        return found

    # --- contradictions ----------------------------------------------------------------------

    @cached_property
    def contradictions(self) -> Sequence[Contradiction]:
        """What the engine refuses, by the options it names."""
        families = dict.fromkeys(
            tuple(name for name in self.options if name in answer.names)
            for answer in self._refusals()
        )
        found: list[Contradiction] = []
        for names in families:
            found += self._within(names)
        return list(dict.fromkeys(found))

    def _refusals(self) -> list[OptionError]:
        for name in self.options:
            for value in self.column(name):
                self.ask({name: value})
        for one, two in itertools.combinations(self._singles(), 2):
            self.ask(dict([two, one]))
        together = (table.options for table in self.tables.values() if len(table.options) > 1)
        for names in dict.fromkeys(together):
            columns = [self.values[name] for name in names]
            for values, one in itertools.product(itertools.product(*columns), self._singles()):
                self.ask(dict([one, *zip(names, values, strict=True)]))
        return [answer for answer in self._asked.values() if isinstance(answer, OptionError)]

    def _within(self, names: tuple[str, ...]) -> list[Contradiction]:
        """Return every refused combination of these options, alike ones together."""
        refused: dict[str, list[tuple[Value, ...]]] = {}
        columns = [self.column(name) for name in names]
        for values in itertools.product(*columns):
            settings = dict(zip(names, values, strict=True))
            if message := self._message(settings):
                refused.setdefault(message, []).append(values)
        return [
            Contradiction(" ".join(clauses), message)
            for message, rows in refused.items()
            for clauses in self._clauses(names, rows)
        ]

    def column(self, name: str) -> tuple[Value, ...]:
        """Return all values of an option; of a wide range, those around the ones that matter."""
        option = self.options[name]
        if option.kind != "number":
            return self.values[name]
        low, high = map(int, option.values)
        if high - low < WIDE:
            return tuple(range(low, high + 1))
        near = {int(v) + step for v in self.values[name] for step in (-1, 0, 1)}
        spread = {low + (high - low) * step // 20 for step in range(21)}
        return tuple(sorted(n for n in near | spread if low <= n <= high))

    def _message(self, settings: Settings) -> str:
        """Return why these values are refused whatever else is chosen; nothing if they are not."""
        answer = self.ask(settings)
        while isinstance(answer, OptionError) and not set(answer.names) <= set(settings):
            mended = self.complete(settings)
            if mended is None:
                return ""
            answer = self.ask(mended)
        if not isinstance(answer, OptionError):
            return ""
        message = str(answer)
        for name in answer.names:
            if self.options[name].kind == "number":
                message = re.sub(rf"\b{settings[name]}\b", f"{{{name}}}", message)
        return message

    def _clauses(
        self, names: tuple[str, ...], rows: Sequence[tuple[Value, ...]]
    ) -> Iterator[list[str]]:
        """Write rows of values as conditions, rows with the same rest together."""
        if not names:
            yield []
            return
        rests: dict[Value, list[tuple[Value, ...]]] = {}
        for first, *rest in rows:
            rests.setdefault(first, []).append(tuple(rest))
        alike: dict[tuple[tuple[Value, ...], ...], list[Value]] = {}
        for first, rest_rows in rests.items():
            alike.setdefault(tuple(rest_rows), []).append(first)
        for others, firsts in alike.items():
            clause = f"{names[0]}={'|'.join(self._runs(names[0], firsts))}"
            for clauses in self._clauses(names[1:], others):
                yield [clause, *clauses]

    def _runs(self, name: str, values: Iterable[Value]) -> list[str]:
        """Write values; neighbours in a number's column become a range."""
        column = self.column(name)
        if self.options[name].kind != "number":
            return [text(value) for value in values]
        runs: list[list[Value]] = []
        last = -2
        for place in sorted(column.index(value) for value in values):
            if place == last + 1:
                runs[-1][1] = column[place]
            else:
                runs.append([column[place], column[place]])
            last = place
        return [f"{low}..{high}" if low != high else str(low) for low, high in runs]


__all__ = ["Contradiction", "Dependence", "Table"]
