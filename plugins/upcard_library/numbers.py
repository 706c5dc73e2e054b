"""Numbers in sentences: `{{ target }}`, `{{ hand_size|words }}` and the words themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from upcard.game import Game
from upcard.options import describe, text

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:\|\s*(\w+)\s*)?\}\}")
"""`{{ name }}` or `{{ name|filter }}`."""
FILTERS = ("words", "Words")

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
COUNTING = frozenset((*_SMALL, *_TENS, "hundred", "thousand", "dozen"))
"""Words that count."""

Number = int | str


def in_words(number: int) -> str:
    """Write a number in words.

    >>> in_words(121), in_words(1200), in_words(-40)
    ('a hundred and twenty-one', 'twelve hundred', 'minus forty')
    >>> in_words(12345)
    '12345'
    """
    if number < 0:
        return f"minus {in_words(-number)}"
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
    if number < 1000 or (number < 10_000 and number % 100 == 0 and number % 1000):
        hundreds, rest = divmod(number, 100)
        head = "a hundred" if hundreds == 1 else f"{in_words(hundreds)} hundred"
        return head + (f" and {in_words(rest)}" if rest else "")
    if number < 10_000:
        thousands, rest = divmod(number, 1000)
        head = "a thousand" if thousands == 1 else f"{in_words(thousands)} thousand"
        joint = " and " if rest < 100 else ", "
        return head + (joint + in_words(rest) if rest else "")
    return str(number)


def _shown(value: Number, how: str | None) -> str:
    if how is None:
        return str(value)
    words = in_words(value) if isinstance(value, int) else str(value)
    return words[:1].upper() + words[1:] if how == "Words" else words


def fill(markdown: str, numbers: Mapping[str, Number]) -> str:
    """Fill the numbers of a table into a text; a name that is not known stays as written.

    >>> fill("{{ n|Words }} cards; {{ target }} points", {"n": 2, "target": 121})
    'Two cards; 121 points'
    """

    def replace(match: re.Match[str]) -> str:
        name, how = match[1], match[2]
        if name not in numbers or (how is not None and how not in FILTERS):
            return match[0]
        return _shown(numbers[name], how)

    return PLACEHOLDER.sub(replace, markdown)


def numbers_of(game: Game[Any]) -> dict[str, Number]:
    """Return every number an article of this game may show, at this table."""
    options = {name: getattr(game.options, name) for name in describe(type(game.options))}
    shown = {
        name: value if isinstance(value, int) and not isinstance(value, bool) else text(value)
        for name, value in options.items()
    }
    return shown | dict(game.numbers())
