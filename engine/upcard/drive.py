"""Driving a game: a match in progress, its record, replay and playouts.

A record is plain text: a first line `game@version variant option=value`, the first dealer, then
one move a line. It holds the shuffles, so it replays without a seed; a hand that has ended is
followed by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple

from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.game import Game, S
from upcard.moves import DEALER, Move, parse_seat
from upcard.options import changed
from upcard.score import Match, Outcome

MOVE_CAP = 20_000
"""A playout that makes more moves than this is reported as endless."""
UNSOUND = 8
"""One move in so many is any legal move, so that playouts reach what no player would do."""
RECORD_LIMIT = 256 * 1024
"""Longest record that is read, in characters."""
SCORE_LIMIT = 1_000_000
"""Highest score that a record may begin with."""


class RecordError(ValueError):
    """A record that cannot be replayed; `line` counts from 1."""

    def __init__(self, message: str, line: int, rule: str = "") -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.rule = line, rule


class Endless(RuntimeError):
    """A playout passed the cap on moves."""


class Sample(NamedTuple):
    """A world that a seat thinks possible: the game and a full position."""

    game: Game[Any]
    state: Any


Bot = Callable[[dict[str, Any], Callable[[], Sample], Random], Move]
"""A player: sees its view, may ask for samples of what is hidden, and returns a move."""


class LiveMatch(Generic[S]):
    """A match in progress: hands are dealt, played and added until the match is over.

    Attributes:
        game: the game with its options.
        match: the record before the current hand.
        state: the current position; a finished hand stays until `next_hand`.
        log: all moves of all hands, in order.
        acted: ids of the rules that acted in moves made by `play`.
    """

    def __init__(self, game: Game[S], match: Match, header: str = "") -> None:
        self.game, self.match = game, match
        self.opening = match
        self.header = header or game.header(None, changed(game.options))
        self.state: S = game.new(match)
        self.log: list[Move] = []
        self.acted: set[str] = set()

    @property
    def to_move(self) -> int | None:
        """The seat to act, `DEALER`, or `None` when the hand is over."""
        return self.game.to_move(self.state)

    @property
    def hand_over(self) -> bool:
        """Whether the current hand has ended."""
        return self.to_move is None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; `None` while it goes on."""
        if not self.hand_over:
            return None
        return self.game.outcome(self.game.after(self.match, self.state))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def standing(self) -> tuple[int, ...]:
        """The running scores, the current hand included."""
        return self.game.standing(self.state)

    def next_hand(self) -> None:
        """Deal the next hand of a match that goes on."""
        self.match = self.game.after(self.match, self.state)
        self.state = self.game.new(self.match)

    def play(self, move: Move | str) -> None:
        """Make a move.

        Raises:
            NotationError: the text cannot be read.
            Illegal: the rules refuse it; the position is unchanged.
        """
        read = self.game.parse(move) if isinstance(move, str) else move
        self.game.check(self.state, read)
        self._act(read)

    def _act(self, move: Move) -> None:
        """Carry out a move that is known to be legal, and note which rules act."""
        self._carry_out(move)
        self.acted |= {event.rule for event in self.state.events}
        self.acted |= {item.rule for item in self.game.score(self.state)}

    def deal(self, rng: Random) -> None:
        """Let the dealer shuffle, deal or cut until a player is to move."""
        while self.to_move == DEALER:
            self._carry_out(self.game.shuffled(self.state, rng))

    def bot_move(self, bot: Bot, rng: Random) -> Move:
        """Ask a bot for the move of the seat to act; it is given its view and no more."""
        seat, state = self.to_move, self.state
        view = self.game.view(state, seat)
        legal = tuple(view["moves"])
        move = bot(
            view,
            lambda: Sample(self.game, self.game.permute_hidden(state, seat, rng)),
            rng,
        )
        if self.game.text(move) in legal:
            self._act(move)
        else:
            self.play(move)
        return move

    def run(self, bots: Sequence[Bot], rng: Random, cap: int = MOVE_CAP) -> Outcome:
        """Play on to the end of the match.

        Raises:
            Endless: after `cap` moves.
        """
        while (outcome := self.outcome) is None:
            if self.hand_over:
                self.next_hand()
            self.run_hand(bots, rng, cap)
        return outcome

    def run_hand(self, bots: Sequence[Bot], rng: Random, cap: int = MOVE_CAP) -> None:
        """Play the current hand to its end.

        Raises:
            Endless: after `cap` moves in all.
        """
        for seat in self._seats_to_act(rng, cap):
            self.bot_move(bots[seat], rng)

    def hurry(self, rng: Random, cap: int = MOVE_CAP) -> Outcome:
        """Play on to the end of the match as `hurry_hand` does.

        Raises:
            Endless: after `cap` moves.
        """
        while (outcome := self.outcome) is None:
            if self.hand_over:
                self.next_hand()
            self.hurry_hand(rng, cap)
        return outcome

    def hurry_hand(self, rng: Random, cap: int = MOVE_CAP) -> None:
        """Play the current hand to its end as random players would, without making views.

        The moves come from the same choices as `random_bot` makes, several times as fast.

        Raises:
            Endless: after `cap` moves in all.
        """
        game = self.game
        sound = type(game).sound is not Game.sound
        for _ in self._seats_to_act(rng, cap):
            chosen = game.sound if sound and rng.randrange(UNSOUND) else game.legal
            self._carry_out(rng.choice(chosen(self.state)))

    def _seats_to_act(self, rng: Random, cap: int) -> Iterator[int]:
        """Yield the seat to act until the hand is over; the dealer's moves are made on the way."""
        while (seat := self.to_move) is not None:
            if len(self.log) >= cap:
                raise Endless(f"{self.game.slug}: no end after {cap} moves")
            if seat == DEALER:
                self._carry_out(self.game.shuffled(self.state, rng))
            else:
                yield seat

    def _carry_out(self, move: Move) -> None:
        self.state = self.game.carry_out(self.state, move)
        self.log.append(move)

    def record(self) -> str:
        """Write the match so far as a record."""
        dealer = self.opening.dealer
        lines = [self.header]
        if dealer is not None:
            lines.append(f"dealer {self.game.seat(dealer)}")
        if any(self.opening.scores):
            scores = (f"{self.game.seat(i)} {n}" for i, n in enumerate(self.opening.scores))
            lines.append("scores " + " ".join(scores))
        return "\n".join(lines + [self.game.text(move) for move in self.log]) + "\n"


def opening_match(game: Game[Any], rng: Random) -> Match:
    """Return the record a new match starts from: the first dealer by lot, or still to be cut."""
    return game.start(None if game.first_dealer == "cut" else rng.randrange(game.seats))


def playout(
    game: Game[S],
    seed: int,
    bots: Sequence[Bot] | None = None,
    cap: int = MOVE_CAP,
    header: str = "",
) -> LiveMatch[S]:
    """Play a whole match from a seed; the same seed gives the same match.

    Raises:
        Endless: after `cap` moves.
    """
    rng = Random(seed)
    live = LiveMatch(game, opening_match(game, rng), header)
    live.run(bots or [random_bot] * game.seats, rng, cap)
    return live


def random_bot(view: dict[str, Any], sample: Callable[[], Sample], rng: Random) -> Move:
    """Choose any legal move; where a game says what is sound, mostly one of those."""
    game, state = sample()
    if type(game).sound is not Game.sound and rng.randrange(UNSOUND):
        return rng.choice(game.sound(state))
    return game.parse(rng.choice(view["moves"]))


def split_record(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Split a record into its first line and its numbered other lines; `#` starts a comment.

    Raises:
        RecordError: it is empty or too long.
    """
    if len(text) > RECORD_LIMIT:
        msg = f"the record is longer than {RECORD_LIMIT} characters"
        raise RecordError(msg, 1)
    lines = [(n, line.split("#")[0].strip()) for n, line in enumerate(text.splitlines(), 1)]
    full = [(n, line) for n, line in lines if line]
    if not full:
        msg = "the record is empty; it starts with the game, as in 'cribbage@1'"
        raise RecordError(msg, 1)
    return full[0][1], full[1:]


def replay(game: Game[S], lines: Iterable[tuple[int, str]], header: str = "") -> LiveMatch[S]:
    """Replay the lines of a record after its first.

    Raises:
        RecordError: a line cannot be read or the rules refuse it; the message says which.
    """
    todo = list(lines)
    dealer: int | None = None
    scores: list[int] | None = None
    while todo and todo[0][1].split()[0] in ("dealer", "scores"):
        number, line = todo.pop(0)
        try:
            words = line.split()
            if words[0] == "dealer":
                dealer = _player(words[1], game)
            else:
                scores = [0] * game.sides
                for name, points in zip(words[1::2], words[2::2], strict=True):
                    scores[_player(name, game)] = _points(points)
        except (NotationError, ValueError, IndexError) as error:
            msg = f"{line[:60]!r} cannot be read: {error}"
            raise RecordError(msg, number) from None
    if dealer is None and game.first_dealer == "lot":
        dealer = game.seats - 1
    live = LiveMatch(game, game.start(dealer, scores), header)
    for number, line in todo:
        _replay_line(live, number, line)
    return live


def _player(text: str, game: Game[Any]) -> int:
    seat = parse_seat(text, game.seats)
    if seat == DEALER:
        raise NotationError("it names a player, not the dealer of the cards")
    return seat


def _points(text: str) -> int:
    points = int(text)
    if abs(points) > SCORE_LIMIT:
        raise NotationError(f"no score goes beyond {SCORE_LIMIT}")
    return points


def _replay_line(live: LiveMatch[Any], number: int, line: str) -> None:
    if live.hand_over:
        if live.over:
            msg = f"{line!r} comes after the end of the match"
            raise RecordError(msg, number)
        live.next_hand()
    try:
        live.play(line)
    except NotationError as error:
        raise RecordError(str(error), number) from None
    except Illegal as error:
        raise RecordError(str(error), number, error.rule) from None
