"""A player for any game: it tries moves out in worlds that fit what its seat has seen.

Monte Carlo tree search over information sets, with a single observer. The moves in question are
tried in the same worlds, so that luck of the cards is the same for all of them; the better half
goes on (sequential halving) until one is left. Below them grows one tree that all worlds share:
every look adds one move to it, plays on by chance and credits what comes of it to the moves on the
way. No game is known here: legality, sound moves, points and prospects are asked of the game.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from upcard.drive import UNSOUND, Bot, Sample
from upcard.game import Game
from upcard.moves import DEALER, Move

THINK = 200
"""How many looks are taken before a move, unless said otherwise."""
DEPTH = 60
"""A playout that has not ended after so many moves is judged by the prospects (`outlook`)."""
BOLD = 0.7
"""How much is given to moves seldom tried, in units of the spread of what comes of them."""
WIDTH = 2.0
"""A move tried n times has at most about this many times the root of n answers."""
SHORT = 16
"""The same where most have been cut off: further on there is little but chance."""
CUT = 3
"""So many more must have been cut off than have ended for that."""
TRIALS = 4
"""So many looks at least for each move in question; if there are more moves, the rest is left."""
DOUBT = 40
"""With so many looks for each move, those that the game does not call sound are not doubted."""
LUCK = 2.0
"""One that is not called sound must be better by so many standard errors of what came of it."""
RANKED = 400
"""Of more moves than this a random choice is looked at."""
GLANCES = 3
"""So many worlds are used to put the first moves into an order, by what they bring at once."""


class _Node:
    """A move in the tree: how often it was tried and could have been, and what came of it."""

    __slots__ = ("answers", "chances", "side", "total", "visits")

    def __init__(self, side: int) -> None:
        self.side = side
        self.answers: dict[Move, _Node] = {}
        self.visits = self.chances = 0
        self.total = 0.0

    def answer(self, move: Move, side: int) -> _Node:
        """Return what follows a move of a side; made new if it was never tried."""
        return self.answers.setdefault(move, _Node(side))

    @property
    def mean(self) -> float:
        """What came of it on average; nothing is worse than a move that was never tried."""
        return self.total / self.visits if self.visits else -math.inf

    def promise(self, spread: float) -> float:
        """Return the mean of what came of it, and a bonus while it is little known."""
        bonus = math.sqrt(math.log(self.chances) / self.visits)
        return self.mean + BOLD * spread * bonus


class _Yardstick:
    """What the outcomes seen so far look like: their spread and their usual size."""

    def __init__(self) -> None:
        self.seen = 0
        self.mean = self.squares = self.sizes = 0.0

    def note(self, worth: float, size: float) -> None:
        """Count one outcome; `size` is the margin in points, without the weight of the match."""
        self.seen += 1
        off = worth - self.mean
        self.mean += off / self.seen
        self.squares += off * (worth - self.mean)
        self.sizes += abs(size)

    @property
    def spread(self) -> float:
        """The standard deviation; 1 while nothing is known."""
        return math.sqrt(self.squares / self.seen) if self.seen > 1 else 1.0

    @property
    def match(self) -> float:
        """What winning the match itself is worth, in points of the hand."""
        return 1 + 2 * self.sizes / max(self.seen, 1)


class _Tree:
    """The search for one move of one seat."""

    def __init__(self, game: Game[Any], seat: int, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.side = seat % game.sides
        self.root = _Node(self.side)
        self.yardstick = _Yardstick()
        self.ended = self.cut = 0
        self.doubted: set[Move] = set()
        self.sensible = type(game).sound is not Game.sound

    def in_question(self, worlds: Sequence[Any], legal: list[Move], think: int) -> list[Move]:
        """Return the moves to try with so many looks: sound ones first, by what they bring at once.

        The others have to prove themselves (`better_half`) unless there are looks enough for all.
        """
        moves = self.rng.sample(legal, RANKED) if len(legal) > RANKED else list(legal)
        self.rng.shuffle(moves)
        sound = set(self.game.sound(worlds[0])) if self.sensible else set(moves)
        if think < DOUBT * len(legal):
            self.doubted = set(moves) - sound

        def gain(move: Move) -> tuple[bool, float]:
            ends = (self.game.carry_out(world, move) for world in worlds)
            brings = sum(self.margins(self.game.outlook(end))[self.side] for end in ends)
            return move not in self.doubted, brings

        ranked = sorted(moves, key=gain, reverse=True) if len(moves) > 1 else moves
        return ranked[: max(think // TRIALS, 2)]

    def look(self, world: Any, first: Move) -> None:
        """Try a move in one world: on down the tree, one move more, and on by chance."""
        game, node = self.game, self.root.answer(first, self.side)
        state = game.carry_out(world, first)
        path, new = [node], not node.visits
        while not new and (seat := game.to_move(state := self.dealt(state))) is not None:
            moves = game.sound(state)
            if not moves:
                break
            move, new = self.pick(node, moves, seat % game.sides)
            state, node = game.carry_out(state, move), node.answers[move]
            path.append(node)
        worth = self.worth(self.play_on(state))
        for node in path:
            node.visits += 1
            node.total += worth[node.side]

    def pick(self, node: _Node, moves: Sequence[Move], side: int) -> tuple[Move, bool]:
        """Return the move to follow below a node, and whether it is new there."""
        answers = node.answers
        known = [move for move in moves if move in answers]
        for move in known:
            answers[move].chances += 1
        if len(known) < min(len(moves), 1 + WIDTH * math.sqrt(node.visits)):
            move = self.rng.choice([move for move in moves if move not in answers])
            node.answer(move, side).chances = 1
            return move, True
        spread = self.yardstick.spread
        return max(known, key=lambda move: answers[move].promise(spread)), False

    def dealt(self, state: Any) -> Any:
        """Let the dealer act by chance until a player is to move or the hand is over."""
        game = self.game
        while game.to_move(state) == DEALER:
            state = game.carry_out(state, game.shuffled(state, self.rng))
        return state

    def play_on(self, state: Any) -> Any:
        """Play by chance, mostly what is sound, to the end of the hand or for so many moves."""
        game, rng = self.game, self.rng
        for _ in range(SHORT if self.cut > self.ended + CUT else DEPTH):
            state = self.dealt(state)
            sound = self.sensible and rng.randrange(UNSOUND)
            moves = game.sound(state) if sound else game.legal(state)
            if not moves:
                break
            state = game.carry_out(state, rng.choice(moves))
        return self.dealt(state)

    def worth(self, state: Any) -> list[float]:
        """Return what a position is worth to each side.

        That is the margin in points of the hand; where most hands are too long to be played out,
        the margin in prospects. Who wins the match is worth more than any usual hand.
        """
        game, over = self.game, self.game.to_move(state) is None
        self.ended, self.cut = self.ended + over, self.cut + (not over)
        exact = over and self.ended >= self.cut
        margins = self.margins(game.totals(state) if exact else game.outlook(state))
        size = margins[self.side]
        outcome = game.outcome(game.after(state.match, state)) if over else None
        if outcome is not None and len(outcome.winners) < game.sides:
            weight = self.yardstick.match
            margins = [
                margin + (weight if side in outcome.winners else -weight)
                for side, margin in enumerate(margins)
            ]
        self.yardstick.note(margins[self.side], size)
        return margins

    def margins(self, points: Sequence[int]) -> list[float]:
        """Return by how much each side is ahead of the best of the others."""
        sign = -1 if self.game.low_wins else 1
        signed = [sign * some for some in points]
        return [
            float(some - max((n for i, n in enumerate(signed) if i != side), default=0))
            for side, some in enumerate(signed)
        ]

    def better_half(self, moves: Sequence[Move]) -> list[Move]:
        """Return the moves of which more came, best first; in doubt it may have been luck."""
        spread = self.yardstick.spread

        def proven(move: Move) -> float:
            node = self.root.answer(move, self.side)
            if move not in self.doubted or not node.visits:
                return node.mean
            return node.mean - LUCK * spread / math.sqrt(node.visits)

        ranked = sorted(moves, key=proven, reverse=True)
        return ranked[: (len(moves) + 1) // 2]


@dataclass(frozen=True, slots=True)
class Search:
    """The player: `Search(think=200)` takes 200 looks at what may come of a move it chooses.

    Attributes:
        think: how many looks; the same seed then gives the same move.
        milliseconds: think for about so long instead, whatever comes of it.
    """

    think: int = THINK
    milliseconds: int | None = None

    def within(self, milliseconds: int) -> Bot:
        """Return the same player with so much time for a move."""
        return Search(self.think, milliseconds)

    def __call__(self, _view: dict[str, Any], sample: Callable[[], Sample], rng: Random) -> Move:
        """Choose a move from worlds that fit what the seat has seen; the view adds nothing."""
        start = time.monotonic()
        game, known = sample()
        legal = game.legal(known)
        if len(legal) == 1:
            return legal[0]
        seat = legal[0].seat
        known = game.permute_hidden(known, seat, _InOrder())
        tree = _Tree(game, seat, rng)

        def world() -> Any:
            return game.permute_hidden(known, seat, rng)

        moves = tree.in_question([world() for _ in range(GLANCES)], legal, self.think)
        halvings = (len(moves) - 1).bit_length()
        for halving in range(halvings):
            until = start + (self.milliseconds or 0) / 1000 * (halving + 1) / halvings
            for _ in self._rounds(self.think // (halvings * len(moves)), until):
                here = world()
                for move in moves:
                    tree.look(here, move)
                    if self.milliseconds is not None and time.monotonic() > until:
                        break
            moves = tree.better_half(moves)
        return moves[0]

    def _rounds(self, worlds: int, until: float) -> Iterator[None]:
        """Yield once for every world that the budget allows, at least one."""
        yield None
        if self.milliseconds is None:
            yield from itertools.repeat(None, worlds - 1)
            return
        while time.monotonic() < until:
            yield None


class _InOrder(Random):
    """A dealer who does not shuffle: the same cards always come to the same places."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = sorted(x)


__all__ = ["Search"]
