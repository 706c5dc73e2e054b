"""One module, one game. Modules are found by name: there is no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Any

from upcard.game import Game
from upcard.options import require


def modules() -> list[str]:
    """Return the names of all game modules, in alphabetical order; `_parts` of a game are none."""
    names = (found.name for found in pkgutil.iter_modules(__path__))
    return sorted(name for name in names if not name.startswith("_"))


def find(module: str) -> type[Game[Any]]:
    """Import a game by its module's name.

    Raises:
        OptionError: there is no such module.
    """
    name = module.replace("-", "_")
    # Looking through the folder takes longer than most questions, so not for what is imported.
    if name.startswith("_") or f"{__name__}.{name}" not in sys.modules:
        require(name, dict.fromkeys(modules()), "game module")
    game: type[Game[Any]] = importlib.import_module(f"{__name__}.{name}").GAME
    return game
