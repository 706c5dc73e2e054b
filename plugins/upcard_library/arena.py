"""Bots against one another on the same deals, so that luck of the cards counts for nothing.

Every deal is played once for each seating: with two bots a second time with seats exchanged. Chance
of the dealer comes from the deal's own seed, what a bot rolls from another, so that the first cards
of a hand are the same whoever plays it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from upcard.api import Rules
from upcard.drive import MOVE_CAP, Bot, Endless, LiveMatch
from upcard.moves import DEALER

Z = 1.96
"""Standard deviations on either side for 95 %."""


class Contender(NamedTuple):
    """A bot and what it is called."""

    name: str
    bot: Bot


class Interval(NamedTuple):
    """A share and the bounds of its 95 % interval, all from 0 to 1."""

    share: float
    low: float
    high: float


def wilson(won: float, played: int) -> Interval:
    """Return Wilson's interval for a share; a drawn game counts half.

    >>> wilson(15, 20)
    Interval(share=0.75, low=0.5312990667734914, high=0.8881395070264208)
    """
    if not played:
        return Interval(0.0, 0.0, 1.0)
    share, square = won / played, Z * Z
    middle = (share + square / (2 * played)) / (1 + square / played)
    inner = share * (1 - share) / played + square / (4 * played * played)
    half = Z * math.sqrt(inner) / (1 + square / played)
    return Interval(share, middle - half, middle + half)


@dataclass
class Tally:
    """What one bot has come to.

    Attributes:
        won: games won; a game won by several sides is shared out among them.
        points: of all its sides together.
        sides: in how many places it has played.
        moves, seconds: how many moves it had to choose, and how long it took.
    """

    won: float = 0.0
    points: int = 0
    sides: int = 0
    moves: int = 0
    seconds: float = 0.0


@dataclass
class Contest:
    """What came of a series of games.

    Attributes:
        played: games, every seating counted.
        tallies: one per contender, in their order.
    """

    played: int = 0
    tallies: list[Tally] = field(default_factory=list)

    def interval(self, place: int) -> Interval:
        """Return a contender's share of the games."""
        return wilson(self.tallies[place].won, self.played)


def contest(
    ruled: Rules, contenders: Sequence[Contender], deals: int, seed: int, *, whole: bool
) -> Contest:
    """Let bots play.

    Args:
        ruled: the rules.
        contenders: the bots; they are put to the sides in turn.
        deals: how many deals; each is played once for every contender's turn to start.
        seed: of the first deal; the others follow.
        whole: whether matches are played, or only the first hand of each.

    Raises:
        Endless: a game does not end under the cap on moves.
    """
    told = Contest(tallies=[Tally() for _ in contenders])
    for deal in range(seed, seed + deals):
        for turn in range(len(contenders)):
            sides = [(side + turn) % len(contenders) for side in range(ruled.game.sides)]
            _play(ruled, contenders, sides, told, deal, whole=whole)
    return told


def _play(
    ruled: Rules, contenders: Sequence[Contender], sides: Sequence[int], told: Contest,
    seed: int, *, whole: bool,
) -> None:  # fmt: skip
    """Play one game and count it; `sides` says which contender plays each side."""
    live = ruled.new_match(seed)
    game = live.game
    for hand in range(MOVE_CAP):
        chance, bots = Random(f"{seed} {hand}"), Random(f"{seed} {hand} bots")
        for seat in _seats_to_act(live, chance):
            place = sides[seat % game.sides]
            start = time.perf_counter()
            live.bot_move(contenders[place].bot, bots)
            told.tallies[place].seconds += time.perf_counter() - start
            told.tallies[place].moves += 1
        if not whole or live.over:
            break
        live.next_hand()
    points = live.standing if whole else game.totals(live.state)
    winners = live.outcome.winners if whole and live.outcome else _ahead(game, points)
    told.played += 1
    for side, place in enumerate(sides):
        told.tallies[place].sides += 1
        told.tallies[place].points += points[side]
        told.tallies[place].won += (side in winners) / len(winners)


def _seats_to_act(live: LiveMatch[Any], chance: Random) -> Iterator[int]:
    """Yield the seat to act until the hand is over; the dealer's moves are made on the way."""
    while True:
        live.deal(chance)
        seat = live.to_move
        if seat is None or seat == DEALER:
            return
        if len(live.log) >= MOVE_CAP:
            msg = f"{live.game.slug}: no end after {MOVE_CAP} moves"
            raise Endless(msg)
        yield seat


def _ahead(game: Any, points: Sequence[int]) -> tuple[int, ...]:
    """Return the sides with the best points of a hand."""
    best = min(points) if game.low_wins else max(points)
    return tuple(side for side, some in enumerate(points) if some == best)


__all__ = ["Contender", "Contest", "Interval", "Tally", "contest", "wilson"]
