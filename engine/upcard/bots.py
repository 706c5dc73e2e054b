"""Players for the terminal and for playouts. A bot sees a view, never the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from upcard.drive import Bot, Sample, random_bot
from upcard.moves import Move
from upcard.search import Search

MANY = 60
"""Above this many moves the simple player looks at a random choice of them."""


def simple_bot(_view: dict[str, Any], sample: Callable[[], Sample], rng: Random) -> Move:
    """Take what scores most at once, in a world that fits what this seat has seen.

    Looks one move ahead; among equals it chooses at random.
    """
    game, state = sample()
    seat = state.turn
    moves = game.sound(state)
    if len(moves) > MANY:
        moves = rng.sample(moves, MANY)
    rng.shuffle(moves)
    side = seat if game.sides == game.seats else seat % game.sides

    sign = -1 if game.low_wins else 1

    def gain(move: Move) -> int:
        scores = [sign * points for points in game.outlook(game.carry_out(state, move))]
        return int(scores[side]) - max(n for i, n in enumerate(scores) if i != side)

    return max(moves, key=gain)


BOTS: dict[str, Bot] = {"random": random_bot, "simple": simple_bot, "search": Search()}
"""The bots there are, from the weakest to the strongest."""
STRONGEST = list(BOTS)[-1]
"""Who is asked for advice: it answers within any time that is set."""


def within(name: str, milliseconds: int) -> Bot:
    """Return a bot that answers within so long.

    A bot that can think for longer or shorter has a method `within(milliseconds) -> Bot`; the
    others are quick.
    """
    bot = BOTS[name]
    limited: Callable[[int], Bot] | None = getattr(bot, "within", None)
    return limited(milliseconds) if limited else bot


def looking(name: str, looks: int) -> Bot:
    """Return a bot that takes so many looks at what may come of a move.

    Raises:
        ValueError: it does not think ahead.
    """
    thinkers = {name: bot for name, bot in BOTS.items() if isinstance(bot, Search)}
    if name not in thinkers:
        msg = f"{name} does not think ahead; {' or '.join(thinkers)} does"
        raise ValueError(msg)
    return replace(thinkers[name], think=looks)


__all__ = ["BOTS", "STRONGEST", "Search", "looking", "random_bot", "simple_bot", "within"]
