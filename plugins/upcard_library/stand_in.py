"""What an article without an engine tells of its options and rules, in the shape of an engine.

So its variants, the conditions of its sentences and its numbers are checked and shown like those
of any other game. A stand-in cannot deal, play or score.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any, Literal

from upcard.game import Game
from upcard.options import number, parse_settings, read_options, require
from upcard_library.model import GameArticle, OptionInfo, Value

_MADE: dict[Path, tuple[GameArticle, type[Game[Any]]]] = {}


def stand_in(game: GameArticle) -> type[Game[Any]]:
    """Return the stand-in for an article's engine; the same for the same article."""
    kept = _MADE.get(game.folder)
    if kept is None or kept[0] is not game:
        kept = _MADE[game.folder] = (game, _stand_in(game))
    return kept[1]


def _stand_in(game: GameArticle) -> type[Game[Any]]:
    told = [_field(option) for option in game.options if not keyword.iskeyword(option.name)]
    asked = (example.data["ask"] for example in game.examples if "ask" in example.data)
    members = {
        "slug": game.id,
        "version": game.version,
        "deck": game.pack,
        "seats": game.players[0],
        "rules": tuple(dict.fromkeys(sentence.rule for sentence in game.article.sentences)),
        "questions": tuple(dict.fromkeys(asked)),
        "Options": make_dataclass("Options", told, frozen=True),
    }
    return type("StandIn", (Game,), members)


def is_range(option: OptionInfo) -> bool:
    """Say whether an option is any number between its two values, the default among them."""
    numbers = [n for n in (option.default, *option.values) if type(n) is int]
    return len(numbers) == 3 == len(option.values) + 1 and numbers[1] < numbers[0] < numbers[2]


def _field(option: OptionInfo) -> tuple[str, Any, Any]:
    """Describe one option as a field: a switch, a number within limits or a choice."""
    if option.kind == "switch":
        return option.name, bool, option.default
    if is_range(option):
        low, high = option.values
        return option.name, int, number(int(option.default), int(low), int(high))
    values = tuple(dict.fromkeys((option.default, *option.values)))
    return option.name, Literal[values], option.default


def table(game: GameArticle, under: str) -> Game[Any]:
    """Return the stand-in under `base`, a variant or `option=value` words.

    Raises:
        OptionError: no such variant, option or value.
    """
    kind = stand_in(game)
    words = under.replace(",", " ").split()
    settings: dict[str, Value] = {}
    if words and "=" not in words[0]:
        name = words.pop(0)
        variants: Mapping[str, Mapping[str, Value]] = {v.id: v.settings for v in game.variants}
        require(name, {"base": {}, **variants}, "variant")
        settings |= variants.get(name, {})
    settings |= parse_settings(" ".join(words), kind.Options)
    return kind(read_options(kind.Options, settings))


__all__ = ["is_range", "stand_in", "table"]
