"""A match at which people and bots sit: who acts, what they may see, taking back, and records.

Nothing is read or printed here: `play` does that for people, `play_json` for programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from upcard.api import Rules
from upcard.bots import BOTS, STRONGEST, looking, within
from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.drive import Bot, LiveMatch, RecordError, Sample
from upcard.game import COMMON_RULES
from upcard.moves import DEALER, Move, seat_names
from upcard.page import RequestError
from upcard.page_play import Play, view_of
from upcard.page_view import Looker
from upcard.position import Position
from upcard_library.cli_common import one_line
from upcard_library.records import read_record, table_of_record

ADVICE = 800
"""How long the bot that gives advice may think, in milliseconds."""
SEEDS = 1_000_000
"""Seeds that are drawn by lot lie below this, so that they are easily typed."""


class Advice(NamedTuple):
    """What a bot would do: its name, the move, and what that surely scores at once, by rule."""

    bot: str
    move: Move
    scores: list[tuple[str, int]]


class Sitting:
    """One match after the other, at one table.

    Args:
        ruled: the rules.
        people: seats of people; bots play the others.
        bot: the name of the bot.
        seed: all chance comes from it; drawn by lot if not given.
        milliseconds: how long a bot may think; its own measure if not given.
        looks: how many looks a bot that thinks ahead takes instead.

    Attributes:
        table: the match, with every position it has been in.
        seed: what chance comes from.
    """

    def __init__(
        self, ruled: Rules, people: Iterable[int], bot: str = "simple", seed: int | None = None,
        milliseconds: int | None = None, looks: int | None = None,
    ) -> None:  # fmt: skip
        self.ruled, self.people, self.milliseconds = ruled, frozenset(people), milliseconds
        self.bot: Bot = BOTS[bot] if milliseconds is None else within(bot, milliseconds)
        if looks is not None:
            self.bot = looking(bot, looks)
        self.new(seed)

    # --- where the match stands -------------------------------------------------------------

    @property
    def live(self) -> LiveMatch[Any]:
        """The match in progress."""
        return self.table.live

    @property
    def actor(self) -> int | None:
        """The seat that is asked, `DEALER`, or `None` when the hand is over."""
        prompt = self.ruled.game.prompt(self.live.state)
        return None if prompt is None else prompt.seat

    @property
    def looking(self) -> bool:
        """Whether moves of a record lie ahead: it is looked through, and nobody acts."""
        return bool(self.table.ahead)

    @property
    def alone(self) -> int | None:
        """The seat of the only person; `None` if there are several."""
        return next(iter(self.people)) if len(self.people) == 1 else None

    def view(self, seat: int | None, since: int = 0) -> dict[str, Any]:
        """Return what a seat may know, as `schema/view.schema.json` tells it."""
        return view_of(self.table, Looker(seat), since)

    def chance(self) -> Random:
        """Return what the next act draws from.

        It hangs on the seed and the number of moves made, so a match that is taken back and
        played again is dealt the same cards.
        """
        return Random(f"{self.seed}/{len(self.live.log)}")

    # --- acting -----------------------------------------------------------------------------

    def new(self, seed: int | None = None) -> None:
        """Begin a new match under the same rules."""
        self.seed = Random().randrange(SEEDS) if seed is None else seed
        self.table = Play(self.ruled, self.ruled.new_match(self.seed))

    def go_on(self) -> bool:
        """Make the next act that is no person's: a deal, a bot's move, the next hand.

        Returns:
            `False` if it is for a person to act, or the match is over.
        """
        seat = self.actor
        if seat is None:
            if self.live.over:
                return False
            self.live.next_hand()
        elif seat == DEALER:
            self.table.make(self.ruled.game.shuffled(self.live.state, self.chance()))
        elif seat in self.people:
            return False
        else:
            self.table.make(self._chosen(self.bot))
        return True

    def _chosen(self, bot: Bot) -> Move:
        """Return the move a bot chooses; it is given the view of the seat to act."""
        game, state, seat, chance = self.ruled.game, self.live.state, self.actor, self.chance()
        view = game.view(state, seat)
        return bot(view, lambda: Sample(game, game.permute_hidden(state, seat, chance)), chance)

    def advice(self) -> Advice:
        """Return what the strongest bot would do in place of the person to act.

        Raises:
            RequestError: no person is to act.
        """
        if self.actor not in self.people:
            raise RequestError("nobody is to act")
        move = self._chosen(within(STRONGEST, self.milliseconds or ADVICE))
        first, second = (self._gains(move, Random(world)) for world in range(2))
        return Advice(STRONGEST, move, first if first == second else [])

    def _gains(self, move: Move, chance: Random) -> list[tuple[str, int]]:
        """Return what a move scores at once in a world that fits what the seat has seen."""
        game = self.ruled.game
        world = game.permute_hidden(self.live.state, self.actor, chance)
        before = len(game.score(world))
        return [(one.rule, one.points) for one in game.score(game.carry_out(world, move))[before:]]

    def act(self, words: str) -> None:
        """Make a person's move.

        Raises:
            NotationError: it cannot be read.
            Illegal: the rules refuse it.
            RequestError: the match is over or too long.
        """
        move = self.read(words)
        self.ruled.game.check(self.live.state, move)
        self.table.ahead.clear()
        self.table.make(move)

    def undo(self, steps: int = 1) -> None:
        """Take back so many moves of people, and all that followed them; hands do not matter.

        Raises:
            RequestError: there are not so many.
        """
        prompt = self.ruled.game.prompt
        asked = [prompt(frame.state) for frame in self.table.frames[:-1]]
        acting = [at for at, one in enumerate(asked) if one and one.seat in self.people]
        if not acting:
            raise RequestError("there is nothing to take back")
        if not 1 <= steps <= len(acting):
            raise RequestError(f"you can take back from 1 to {len(acting)} moves")
        self.table.go_to(acting[-steps])
        self.table.ahead.clear()

    # --- reading moves ----------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the legal moves of the seat to act without the seat, in the engine's order."""
        game = self.ruled.game
        return [game.text(move).partition(" ")[2] for move in game.legal(self.live.state)]

    def read(self, words: str) -> Move:
        """Read a move or its number in the list of legal moves.

        The seat may be left out, and the verb or the rest where only one can be meant.

        Raises:
            NotationError: it cannot be read.
            RequestError: nobody is to act.
        """
        if self.actor is None:
            raise RequestError("the match is over" if self.live.over else "the hand is over")
        if not words.strip():
            raise NotationError("write a move or its number, as in 'play QS'")
        moves = self.ruled.game.legal(self.live.state)
        if words.isdecimal() and words.isascii() and len(words) < 6 and not self._is_card(words):
            if 1 <= int(words) <= len(moves):
                return moves[int(words) - 1]
            raise NotationError(f"there is no move {words}; they go from 1 to {len(moves)}")
        move = Position(self.ruled, self.live.state).read(self._with_verb(words, moves))
        return move if move in moves else self._meant(move, moves) or move

    def _is_card(self, words: str) -> bool:
        return words in self.ruled.game.deck.by_code

    def _with_verb(self, words: str, moves: list[Move]) -> str:
        """Put the verb before bare cards where only one verb can be meant."""
        first = words.split(maxsplit=1)[0] if words.split() else ""
        verbs = {move.verb for move in moves}
        if first.lower() in self.ruled.game.verbs or first.upper() in self._names():
            return words
        return f"{verbs.pop()} {words}" if len(verbs) == 1 else words

    def _names(self) -> tuple[str, ...]:
        return seat_names(self.ruled.game.seats)

    def _meant(self, move: Move, moves: list[Move]) -> Move | None:
        """Return the one legal move with the same verb and cards, if there is just one."""
        named = (move.seat, move.verb, Counter(move.cards))
        same = [other for other in moves
                if (other.seat, other.verb, Counter(other.cards)) == named
                and (not move.arg or move.arg == other.arg)]  # fmt: skip
        return same[0] if len(same) == 1 else None

    def why(self, words: str) -> Illegal | str:
        """Say of a move, without making it, why it is refused, or which rule allows it.

        Returns:
            The refusal; or the id of the permission a legal move rests on, empty if on none.

        Raises:
            NotationError, RequestError: as `read`.
        """
        move = self.read(words)
        try:
            self.ruled.game.check(self.live.state, move)
        except Illegal as error:
            return error
        if move.seat == DEALER:
            return ""
        return self.ruled.game.choices(self.live.state).granted_by(move) or ""

    def sentence(self, rule: str) -> str:
        """Return the article's sentence for a rule with this table's numbers, or its id."""
        return one_line(self.ruled.sentence(rule)) or COMMON_RULES.get(rule, rule)

    # --- records ----------------------------------------------------------------------------

    def load(self, text: str) -> None:
        """Take up the match of a record where it ends.

        Raises:
            RecordError: it cannot be replayed, or is of another game.
        """
        ruled, live = read_record(text)
        if ruled.id != self.ruled.id:
            msg = f"this is a record of {ruled.id}, and {self.ruled.id} is played here"
            raise RecordError(msg, 1)
        if max(self.people) >= ruled.game.seats:
            msg = f"there are {ruled.game.seats} seats in this record, too few for this table"
            raise RecordError(msg, 1)
        self.ruled = ruled
        self.table = table_of_record(ruled, live, len(live.log))

    def step(self, made: int) -> None:
        """Go to where so many moves were made; the later ones stay to be looked at."""
        self.table.go_to(made)

    def stay(self) -> None:
        """Play on from the position looked at; the moves ahead are forgotten."""
        self.table.ahead.clear()


__all__ = ["Advice", "Sitting"]
