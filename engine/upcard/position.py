"""A position to ask about and play from; it never changes, `do` returns the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.drive import LiveMatch
from upcard.game import Game
from upcard.given import show, state_hints
from upcard.moves import DEALER, Move, seat_names
from upcard.options import require
from upcard.score import Item, Outcome


class Ruled(Protocol):
    """The rules a position is played under."""

    @property
    def game(self) -> Game[Any]:
        """The game with its options."""

    @property
    def header(self) -> str:
        """The first line of a record under these rules."""


class Position:
    """A position to ask about and play from. It never changes; `do` returns the next one.

    Attributes:
        rules: the rules it is played under.
        state: the engine's own state.
        moves_made: the moves that led here from where it was set up.
        seen: ids of the rules that acted on the way.
    """

    def __init__(
        self,
        rules: Ruled,
        state: Any,
        moves_made: tuple[Move, ...] = (),
        live: LiveMatch[Any] | None = None,
    ) -> None:
        self.rules, self.game, self.state = rules, rules.game, state
        self.moves_made, self.live = moves_made, live
        self.seen: frozenset[str] = frozenset()
        self.before: tuple[Item, ...] = ()

    def read(self, text: str) -> Move:
        """Read a move; the seat may be left out, and `play` before bare cards.

        Raises:
            NotationError: it cannot be read.
        """
        words = text.split()
        if not words:
            msg = "an empty move; write a verb and cards, as in 'play QS'"
            raise NotationError(msg)
        names = (*seat_names(self.game.seats), "DEALER")
        if words[0].upper() in names and len(words) > 1:
            return self.game.parse(text)
        mover = self.game.to_move(self.state)
        seat = self.game.seat(self.state.turn if mover is None else mover)
        if words[0].lower() not in self.game.verbs and "play" in self.game.verbs:
            return self.game.parse(f"{seat} play {text}")
        return self.game.parse(f"{seat} {text}")

    def moves(self) -> list[str]:
        """Return all legal moves of the seat to act, without the seat, sorted."""
        return sorted(self.game.text(m).split(" ", 1)[1] for m in self.game.legal(self.state))

    def playable(self, verb: str = "play") -> str:
        """Return the cards that may be played one at a time, in the pack's order."""
        cards = {m.cards[0] for m in self.game.legal(self.state) if m.verb == verb and m.cards}
        return str(self.game.deck.sort(cards))

    def verdict(self, text: str) -> str:
        """Return `legal`, or the id of the rule that refuses a move.

        Raises:
            NotationError: the move cannot be read.
        """
        try:
            self.game.check(self.state, self.read(text))
        except Illegal as error:
            return error.rule
        return "legal"

    def do(self, *texts: str) -> Position:
        """Make moves, one after the other.

        Raises:
            NotationError: a move cannot be read.
            Illegal: the rules refuse a move.
        """
        position = self
        for text in texts:
            position = position._made(position.read(text))
        return position

    def _made(self, move: Move) -> Position:
        chosen = self.game.to_move(self.state) not in (None, DEALER)
        granted = self.game.choices(self.state).granted_by(move) if chosen else None
        following = self.game.apply(self.state, move)
        after = Position(self.rules, following, (*self.moves_made, move))
        acted = {event.rule for event in following.events} | ({granted} if granted else set())
        after.before = tuple(self.game.score(self.state))
        after.seen = self.seen | acted | {item.rule for item in after.earned_items()}
        return after

    def earned_items(self) -> list[Item]:
        """Return the items that the last move scored."""
        return self.game.score(self.state)[len(self.before) :]

    @property
    def earned(self) -> dict[str, int]:
        """Points that the last move scored, by rule."""
        return _by_rule(self.earned_items())

    @property
    def items(self) -> dict[str, dict[str, int]]:
        """Points of this hand so far: by seat, then by rule."""
        items = self.game.score(self.state)
        sides = range(self.game.sides)
        return {
            self.game.seat(side): _by_rule([i for i in items if i.side == side]) for side in sides
        }

    @property
    def score(self) -> dict[str, int]:
        """Points of this hand so far, by seat."""
        return self._named(self.game.totals(self.state))

    @property
    def standing(self) -> dict[str, int]:
        """Running scores of the match, this hand included, by seat."""
        return self._named(self.game.standing(self.state))

    @property
    def turn(self) -> str:
        """Who is to act: a seat, `DEALER`, or `none` when the hand is over."""
        seat = self.game.to_move(self.state)
        return "none" if seat is None else self.game.seat(seat)

    @property
    def phase(self) -> str:
        """The part of the hand it is in; `over` when it has ended."""
        phase: str = self.state.phase
        return phase

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.game.to_move(self.state) is None

    @property
    def winner(self) -> str:
        """Who has won the match: a seat, several, or `none` while it goes on."""
        outcome = self.outcome
        return " ".join(map(self.game.seat, outcome.winners)) if outcome else "none"

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; `None` while it goes on."""
        if not self.over:
            return None
        return self.game.outcome(self.game.after(self.state.match, self.state))

    @property
    def worth(self) -> dict[str, int]:
        """What the match itself is worth, by rule: games for a skunk, say."""
        return _by_rule(self.outcome.items) if self.outcome else {}

    @property
    def events(self) -> list[str]:
        """Ids of the rules that acted in the last move."""
        return [event.rule for event in self.state.events]

    def part(self, name: str, seat: str | None = None) -> Any:
        """Return one part of the position as an article would write it, such as `hands`.

        With a seat, only that seat's part; piles of one seat come in the pack's order.

        Raises:
            OptionError: no such part.
        """
        hints = state_hints(self.game.State)
        facts = self.game.facts(self.state)
        require(name, {**hints, **facts}, "part of a position")
        if name in hints:
            shown = show(getattr(self.state, name), self.game, hints[name])
        else:
            shown = show(facts[name], self.game)
        return shown if seat is None else shown.get(seat, "")

    def _named(self, points: Sequence[int]) -> dict[str, int]:
        return {self.game.seat(side): n for side, n in enumerate(points)}

    def __repr__(self) -> str:
        return f"<{self.rules.header}: {self.state.phase}, {self.turn} to act>"


def _by_rule(items: Sequence[Item]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for item in items:
        sums[item.rule] = sums.get(item.rule, 0) + item.points
    return sums
