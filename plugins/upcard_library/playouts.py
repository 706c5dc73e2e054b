"""Whole matches played by bots, hand by hand: what `simulate` and `odds` count.

Match number `n` from a seed is the same whoever asks for it: its first dealer, its shuffles and its
moves all come from `seed + n`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from upcard.api import Rules
from upcard.bots import BOTS
from upcard.drive import LiveMatch
from upcard.moves import DEALER
from upcard.score import Item, Outcome


class PlayedHand(NamedTuple):
    """One hand that has ended.

    Attributes:
        moves: how many the players made, the dealer's aside.
        first: the side of whoever made the first of them.
        totals: points of the hand, by side.
        items: what was scored in it.
        acted: rules that acted in its last move or scored in it.
    """

    moves: int
    first: int
    totals: tuple[int, ...]
    items: tuple[Item, ...]
    acted: frozenset[str]


class PlayedMatch(NamedTuple):
    """One match that has ended; `moves` counts the dealer's too."""

    hands: tuple[PlayedHand, ...]
    outcome: Outcome
    moves: int


def play_matches(ruled: Rules, bot: str, seed: int, many: int) -> Iterator[PlayedMatch]:
    """Play matches, each from a seed of its own.

    Args:
        ruled: the rules.
        bot: `random` or `simple`; all seats are played by it.
        seed: of the first match; the others follow.
        many: how many.

    Raises:
        Endless: a match does not end under the cap on moves.
    """
    for number in range(many):
        live, rng = ruled.new_match(seed + number), Random(seed + number)
        hands: list[PlayedHand] = []
        while True:
            start = len(live.log)
            if bot == "random":
                live.hurry_hand(rng)
            else:
                live.run_hand([BOTS[bot]] * ruled.game.seats, rng)
            hands.append(_played(live, start))
            if (outcome := live.outcome) is not None:
                break
            live.next_hand()
        yield PlayedMatch(tuple(hands), outcome, len(live.log))


def _played(live: LiveMatch[Any], start: int) -> PlayedHand:
    game, state = live.game, live.state
    seats = [move.seat for move in live.log[start:] if move.seat != DEALER]
    items = tuple(game.score(state))
    acted = {event.rule for event in state.events} | {item.rule for item in items}
    first = seats[0] % game.sides if seats else 0
    return PlayedHand(len(seats), first, game.totals(state), items, frozenset(acted))


__all__ = ["PlayedHand", "PlayedMatch", "play_matches"]
