"""Numbers worth knowing: figures that an article defines as data and the engine works out.

A figure of kind `ask` deals random cards and tabulates the answers to a question, one of kind
`match` lets bots play whole matches. Both are a series of outcomes that follows from the rules, the
definition and a seed alone; `tabulate` adds them up. A figure of kind `exact` shows probabilities
that crosschecks hold against the engine already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from random import Random
from typing import Any, NamedTuple

from upcard.api import Rules
from upcard.cards import Card, Cards
from upcard.given import question_hints, read_question
from upcard.score import Item, Ruling, Score
from upcard_library.crosschecks import handed_out, random_deals
from upcard_library.model import GameArticle
from upcard_library.numbers import numbers_of
from upcard_library.playouts import PlayedMatch, play_matches
from upcard_library.tallies import tally

Definition = Mapping[str, Any]
Outcome = Any
"""What one sample came to, as plain data: a number, a word, a list of rules, or a match."""
SEED = 1
COMPUTED = ("ask", "match")
"""Kinds whose results are stored."""


def unders(figure: Definition) -> tuple[str, ...]:
    """Return what a figure is worked out under: `base`, variants, options."""
    return tuple(figure.get("variants", ("base",)))


def sample_size(figure: Definition) -> int:
    """Return how many deals or matches a figure asks for."""
    return int(figure["matches" if figure["kind"] == "match" else "samples"])


def outcomes(
    ruled: Rules, figure: Definition, *, many: int | None = None, seed: int | None = None
) -> Iterator[Outcome]:
    """Yield what each sample of a figure comes to, in order.

    Args:
        ruled: the rules it is worked out under.
        figure: a definition of kind `ask` or `match`.
        many: how many samples, if not as many as the figure asks for.
        seed: another seed.

    Raises:
        Endless: a match does not end.
        GivenError, OptionError: the question cannot be asked so.
    """
    many = sample_size(figure) if many is None else many
    seed = figure.get("seed", SEED) if seed is None else seed
    if figure["kind"] == "match":
        played = play_matches(ruled, figure["bot"], seed, many)
        return (_match(match, ruled, figure) for match in played)
    return _answers(ruled, figure, many, seed)


# --- questions ------------------------------------------------------------------------------


def is_every_deal(ruled: Rules, figure: Definition, many: int) -> bool:
    """Say whether there are no more different deals than samples, so that each is looked at."""
    left, ways = len(ruled.game.deck.pack), 1
    for size in figure["deal"].values():
        ways, left = ways * math.comb(left, size), left - size
    return ways <= many


def _answers(ruled: Rules, figure: Definition, many: int, seed: int) -> Iterator[Outcome]:
    rng = Random(f"{ruled.id} {figure['id']} {seed}")
    every = is_every_deal(ruled, figure, many)
    deals = _every_deal(ruled, figure) if every else random_deals(ruled, figure, rng, many)
    question, fixed = getattr(ruled.game, figure["ask"]), dict[str, Any]()
    count = figure.get("tally", "value")
    for dealt in deals:
        fixed = fixed or read_question(ruled.game, figure["ask"],
                                       {**figure.get("given", {}), **dealt})  # fmt: skip
        yield _told(question(**(fixed | dealt)), count)


def _every_deal(ruled: Rules, figure: Definition) -> Iterator[dict[str, Cards | Card]]:
    hints, sizes = question_hints(type(ruled.game), figure["ask"]), figure["deal"]
    for cards in _chosen(list(ruled.game.deck.pack), list(sizes.values())):
        yield handed_out(sizes, hints, cards)


def _chosen(pack: Sequence[Card], sizes: Sequence[int]) -> Iterator[list[Card]]:
    if not sizes:
        yield []
        return
    for places in combinations(range(len(pack)), sizes[0]):
        rest = [card for place, card in enumerate(pack) if place not in places]
        for more in _chosen(rest, sizes[1:]):
            yield [pack[place] for place in places] + more


def _told(answer: Any, count: str) -> Outcome:
    """Reduce an answer to what is counted of it."""
    if count == "rules":
        return sorted(answer.rules)
    if isinstance(answer, Score):
        return len(answer.items) if count == "items" else answer.total
    if isinstance(answer, Ruling):
        return len(answer.legal) if isinstance(answer.legal, Cards) else 0
    value = answer.value
    if isinstance(value, Cards):
        return len(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else str(answer)


# --- matches --------------------------------------------------------------------------------


def _match(played: PlayedMatch, ruled: Rules, figure: Definition) -> Outcome:
    game = ruled.game
    low, first = game.low_wins, played.hands[0].first
    won = played.outcome.winners
    hands = []
    for hand in played.hands:
        mine, rest = hand.totals[hand.first], list(hand.totals)
        del rest[hand.first]
        best = min(rest) if low else max(rest)
        lead = (best - mine) if low else (mine - best)
        ends = [rule for rule in figure.get("endings", ()) if rule in hand.acted]
        hands.append([hand.moves, (lead > 0) - (lead < 0), *ends])
    result = 0 if first in won and len(won) > 1 else 1 if first in won else -1
    items = sorted({(i.rule, i.points) for i in _in_full(played, ruled) if i.points})
    return {"hands": hands, "first": result, "ended": played.outcome.rule,
            "items": [list(item) for item in items]}  # fmt: skip


def _in_full(played: PlayedMatch, ruled: Rules) -> list[Item]:
    """Return what was scored, without a last item that reached the target to the point.

    Where a game ends with the very point that wins it, that item counts only what was needed.
    """
    items = [item for hand in played.hands for item in hand.items]
    told = numbers_of(ruled.game)
    last, target = items[-1:], told.get("target", told.get("goal"))
    reached = sum(item.points for item in items if last and item.side == last[0].side)
    return items[:-1] if reached == target else items


# --- adding up ------------------------------------------------------------------------------


def tabulate(figure: Definition, series: Iterable[Outcome]) -> dict[str, Any]:
    """Add up outcomes.

    A question gives `samples` and `counts`. A match gives `matches`; the lengths of hands in moves
    and of matches in hands; how whoever acted first fared (won, level, lost), by hand and by match;
    which rules ended matches and hands; and all the different points that each rule gave.
    """
    listed = list(series)
    if figure["kind"] == "ask":
        values = listed
        if figure.get("tally") == "rules":
            values = [rule for rules in listed for rule in rules]
        return {"samples": len(listed), "counts": _plain(tally(values))}
    hands = [hand for match in listed for hand in match["hands"]]
    return {
        "matches": len(listed),
        "hand_moves": _plain(tally(hand[0] for hand in hands)),
        "match_hands": _plain(tally(len(match["hands"]) for match in listed)),
        "first_in_hand": _fared(hand[1] for hand in hands),
        "first_in_match": _fared(match["first"] for match in listed),
        "ended": _plain(tally(match["ended"] for match in listed)),
        "hand_ended": _plain(tally(rule for hand in hands for rule in hand[2:])),
        "items": _points(item for match in listed for item in match["items"]),
    }


def _plain(counts: Iterable[tuple[Any, int]]) -> list[list[Any]]:
    return [list(pair) for pair in counts]


def _points(items: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Return for each rule the different numbers of points that it gave."""
    found: dict[str, set[int]] = {}
    for rule, points in items:
        found.setdefault(rule, set()).add(points)
    return [[rule, *sorted(points)] for rule, points in sorted(found.items())]


def _fared(signs: Iterable[int]) -> list[int]:
    listed = list(signs)
    return [listed.count(sign) for sign in (1, 0, -1)]


def work_out(
    ruled: Rules, figure: Definition, *, many: int | None = None, seed: int | None = None
) -> dict[str, Any]:
    """Work a figure out; see `outcomes` and `tabulate`."""
    result = tabulate(figure, outcomes(ruled, figure, many=many, seed=seed))
    many = sample_size(figure) if many is None else many
    if figure["kind"] == "ask" and is_every_deal(ruled, figure, many):
        result["every"] = True
    return result


def begins(ruled: Rules, figure: Definition) -> list[Outcome]:
    """Return the first few outcomes of a figure: enough to notice that the engine has changed."""
    few = 1 if figure["kind"] == "match" else 20
    return list(islice(outcomes(ruled, figure), few))


class Chance(NamedTuple):
    """An exact probability with its label for readers."""

    label: str
    chance: Fraction
    check: str


def chances(game: GameArticle, figure: Definition) -> list[Chance]:
    """Return the probabilities that a figure of kind `exact` takes from crosschecks."""
    known = {check["id"]: check for check in game.crosschecks}
    return [
        Chance(label, Fraction(known[name]["probability"]), name)
        for name, label in figure["checks"].items()
    ]


__all__ = [
    "COMPUTED", "SEED", "Chance", "Definition", "Outcome", "begins", "chances", "is_every_deal",
    "outcomes", "sample_size", "tabulate", "unders", "work_out",
]  # fmt: skip
