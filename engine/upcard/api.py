"""The public way in: `rules("cribbage")`, and the positions and answers it gives.

Variants, sentences and examples live in the articles. Whoever knows the articles registers under
the entry point group `upcard.library`; the engine itself needs none of it and imports nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol

from upcard.choices import Illegal
from upcard.drive import (
    Bot,
    LiveMatch,
    RecordError,
    opening_match,
    playout,
    replay,
    split_record,
)
from upcard.game import Game
from upcard.games import find
from upcard.given import read_position, read_question
from upcard.moves import seat_names
from upcard.options import OptionError, Value, read_options, require
from upcard.position import Position


class Library(Protocol):
    """What the articles tell the engine."""

    def module(self, game_id: str) -> str:
        """Return the game module of an article."""

    def variants(self, game_id: str) -> Mapping[str, Mapping[str, Value]]:
        """Return the named variants: option values by variant id."""

    def examples(self, game_id: str) -> Sequence[Mapping[str, Any]]:
        """Return the worked examples as plain data."""

    def sentence(self, game_id: str, rule: str, options: object) -> str | None:
        """Return the article's own sentence for a rule under these options."""


class _NoLibrary:
    """Stands in when no articles are installed: option values still work, variants do not."""

    def module(self, game_id: str) -> str:
        return game_id

    def variants(self, game_id: str) -> Mapping[str, Mapping[str, Value]]:
        return {}

    def examples(self, game_id: str) -> Sequence[Mapping[str, Any]]:
        return []

    def sentence(self, game_id: str, rule: str, options: object) -> str | None:
        return None


_chosen: list[Library] = []


def use_library(library: Library) -> None:
    """Let these articles answer for variants, sentences and examples from now on."""
    _chosen[:] = [library]


def library() -> Library:
    """Return the articles in use."""
    return _chosen[0] if _chosen else _installed()


@cache
def _installed() -> Library:
    for point in entry_points(group="upcard.library"):
        try:
            provide: Callable[[], Library] = point.load()
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("upcard"):
                raise
            continue  # what it needs is not installed: the engine works alone
        return provide()
    return _NoLibrary()


def rules(game_id: str, variant: str | None = None, **options: object) -> Rules:
    """Return the rules of a game, under a variant and single options.

    >>> rules("cribbage").ask("show", hand="5H 5D 5C JS", starter="5S").total
    29

    Raises:
        OptionError: no such game, variant, option or value, or options that contradict.
    """
    known = library()
    kind = find(known.module(game_id))
    settings: dict[str, object] = {}
    if variant is not None and variant != "base":
        variants = known.variants(game_id)
        require(variant, variants, "variant")
        settings.update(variants[variant])
    chosen = None if variant == "base" else variant
    read = read_options(kind.Options, settings | options)
    own = {name: getattr(read, name) for name in options}
    return Rules(game_id, kind(read), chosen, own)


class Rules:
    """The rules of one game under one choice of options.

    Attributes:
        id: the article's id.
        game: the game itself, for those who want positions and moves as objects.
        variant: the named variant, if one was chosen.
        settings: options chosen beside the variant.
    """

    def __init__(
        self,
        game_id: str,
        game: Game[Any],
        variant: str | None,
        settings: Mapping[str, Value],
    ) -> None:
        self.id, self.game, self.variant, self.settings = (
            game_id,
            game,
            variant,
            dict(settings),
        )

    @property
    def options(self) -> Any:
        """All option values."""
        return self.game.options

    def ask(self, question: str, **given: object) -> Any:
        """Ask one of the game's questions; cards are written as text or given as objects.

        Raises:
            OptionError: no such question.
            GivenError: an argument is missing, unknown or does not fit.
            Illegal: the rules do not allow what is asked about (a meld that may not be laid).
        """
        arguments = read_question(self.game, question, given)
        return getattr(self.game, question)(**arguments)

    def refusal(self, question: str, **given: object) -> str:
        """Return the id of the rule that refuses what is asked about, or `legal`.

        Raises:
            OptionError, GivenError: as `ask`.
        """
        try:
            self.ask(question, **given)
        except Illegal as error:
            return error.rule
        return "legal"

    def position(self, **given: object) -> Position:
        """Set up a position from named parts, such as `hands={"N": "AS KS"}, turn="N"`.

        Raises:
            GivenError: an unknown part, or one that does not fit.
        """
        return Position(self, read_position(self.game, given))

    def new_match(self, seed: int | None = None, dealer: str | None = None) -> LiveMatch[Any]:
        """Start a match; a seed makes the first dealer reproducible.

        Raises:
            NotationError: no such seat.
        """
        start = opening_match(self.game, Random(seed))
        if dealer is not None:
            start = self.game.start(seat_names(self.game.seats).index(dealer))
        return LiveMatch(self.game, start, self.header)

    def playout(self, seed: int, bots: Sequence[Bot] | None = None) -> LiveMatch[Any]:
        """Play a whole match by bots (random ones unless given) from a seed.

        Raises:
            Endless: the match does not end under the cap.
        """
        return playout(self.game, seed, bots, header=self.header)

    def replay(self, record: str) -> Position:
        """Replay a record and return the position it ends in.

        Raises:
            RecordError: it is of another game, a line cannot be read, or the rules refuse it.
        """
        live = self.resume(record)
        position = Position(self, live.state, tuple(live.log), live)
        position.seen = frozenset(live.acted)
        return position

    def resume(self, record: str) -> LiveMatch[Any]:
        """Replay a record and return the match, ready to go on.

        Raises:
            RecordError: as `replay`.
        """
        header, lines = split_record(record)
        name = header.split()[0]
        if name.partition("@")[0] != self.id:
            msg = f"this is a record of {name!r}, not of {self.id!r}"
            raise RecordError(msg, 1)
        if name != f"{self.id}@{self.game.version}" and "@" in name:
            msg = (
                f"recorded under {name}; the rules are now {self.id}@{self.game.version}, and may "
                "score it otherwise: replay it with the release that it was made with"
            )
            raise RecordError(msg, 1)
        return replay(self.game, lines, self.header)

    def examples(self) -> Sequence[Mapping[str, Any]]:
        """Return the article's worked examples, as plain data."""
        return library().examples(self.id)

    def sentence(self, rule: str) -> str | None:
        """Return the article's sentence for a rule, with this table's numbers."""
        return library().sentence(self.id, rule, self.options)

    @property
    def header(self) -> str:
        """The first line of a record under these rules."""
        return self.game.header(self.variant, self.settings)

    def __repr__(self) -> str:
        return f"<rules of {self.header}>"


def rules_of_record(record: str) -> Rules:
    """Return the rules a record was played under, read from its first line.

    Raises:
        RecordError: the first line cannot be read.
    """
    header, _ = split_record(record)
    name, *words = header.split()
    variant = words.pop(0) if words and "=" not in words[0] else None
    try:
        return rules(
            name.partition("@")[0],
            variant,
            **dict(word.split("=", 1) for word in words),
        )
    except (OptionError, ValueError, TypeError) as error:
        raise RecordError(str(error), 1) from None
