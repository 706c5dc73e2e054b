"""Counts of values, and what can be said of them: mean, middle, spread, intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Value = int | str
Counts = Sequence[tuple[Value, int]]
"""Values with how often each was seen: numbers in order, words by how frequent they are."""


class Numbers(NamedTuple):
    """What a distribution of whole numbers comes to."""

    mean: float
    deviation: float
    low: int
    middle: int
    high: int


def tally(values: Iterable[Value]) -> list[tuple[Value, int]]:
    """Count values.

    >>> tally([3, 1, 3]), tally(["war", "N", "N"])
    ([(1, 1), (3, 2)], [('N', 2), ('war', 1)])
    """
    counted = Counter(values)
    if all(isinstance(value, int) for value in counted):
        return sorted(counted.items())
    return sorted(counted.items(), key=lambda pair: (-pair[1], str(pair[0])))


def total(counts: Counts) -> int:
    """Return how many were counted."""
    return sum(many for _, many in counts)


def is_numeric(counts: Counts) -> bool:
    """Say whether all values are numbers."""
    return bool(counts) and all(isinstance(value, int) for value, _ in counts)


def numbers(counts: Counts) -> Numbers:
    """Return mean, standard deviation, and the values below which lie a tenth, half, nine tenths.

    >>> numbers([(1, 1), (2, 2), (3, 1)])
    Numbers(mean=2.0, deviation=0.7071067811865476, low=1, middle=2, high=3)
    """
    many = total(counts)
    pairs = [(int(value), n) for value, n in counts]
    mean = sum(value * n for value, n in pairs) / many
    spread = sum((value - mean) ** 2 * n for value, n in pairs) / many
    low, middle, high = (_below(pairs, many * part) for part in (0.1, 0.5, 0.9))
    return Numbers(mean, math.sqrt(spread), low, middle, high)


def _below(pairs: Sequence[tuple[int, int]], many: float) -> int:
    seen = 0
    for value, n in pairs:
        seen += n
        if seen >= many:
            return value
    return pairs[-1][0]


def wilson(seen: int, many: int, deviations: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval of a proportion: where it lies, 19 times in 20.

    >>> [round(end, 3) for end in wilson(60, 100)]
    [0.502, 0.691]
    """
    if not many:
        return 0.0, 1.0
    part, z = seen / many, deviations**2 / many
    centre = part + z / 2
    reach = deviations * math.sqrt((part * (1 - part) + z / 4) / many)
    return max(0.0, (centre - reach) / (1 + z)), min(1.0, (centre + reach) / (1 + z))


def apart(found: Counts, wanted: Counts) -> float:
    """Return by how many standard deviations the counts of a sample stray from exact ones at most.

    A value that the exact counts do not know strays infinitely far. Values so rare that fewer than
    five are to be expected are looked at together.
    """
    many, all_ = total(found), total(wanted)
    seen, known = dict(found), dict(wanted)
    if not set(seen) <= {value for value, n in wanted if n}:
        return math.inf
    rare = {value for value, n in known.items() if n * many < 5 * all_}
    groups = [(seen.get(value, 0), known[value]) for value in known if value not in rare]
    groups.append((sum(seen.get(v, 0) for v in rare), sum(known[v] for v in rare)))
    return max((_stray(n, many, exact / all_) for n, exact in groups), default=0.0)


def _stray(seen: int, many: int, chance: float) -> float:
    spread = math.sqrt(max(many * chance * (1 - chance), 1))
    return abs(seen - many * chance) / spread


def bins(counts: Counts, most: int = 24) -> tuple[int, list[tuple[int, int]]]:
    """Sort numbers into bars of one width: 1, 2, 5, 10 and so on, at most so many of them.

    Numbers that all lie so many apart get a bar each, as if they were neighbours.

    >>> bins([(1, 2), (2, 1), (30, 1)], 4)
    (10, [(0, 3), (10, 0), (20, 0), (30, 1)])
    >>> bins([(0, 2), (40, 1), (60, 1)], 4)
    (1, [(0, 2), (20, 0), (40, 1), (60, 1)])
    """
    low, high = int(counts[0][0]), int(counts[-1][0])
    step = math.gcd(*(int(value) - low for value, _ in counts))
    if step > 1 and (high - low) // step < most:
        seen = dict(counts)
        return 1, [(value, seen.get(value, 0)) for value in range(low, high + 1, step)]
    widths = (lead * 10**zeros for zeros in range(9) for lead in (1, 2, 5))
    width = next(w for w in widths if high // w - low // w < most)
    bars = dict.fromkeys(range(low // width * width, high + 1, width), 0)
    for value, many in counts:
        bars[int(value) // width * width] += many
    return width, list(bars.items())


__all__ = [
    "Counts", "Numbers", "apart", "bins", "is_numeric", "numbers", "tally", "total", "wilson",
]  # fmt: skip
