"""Imports point downwards only: each layer can be read, tested and used without those above.

A module that is not named below is a mechanic (`tricks`, `melds`, ...): functions over cards which
know no game. A new module of the core or of the drivers is added to the table.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LAYERS = (  # lowest first; modules of one layer may import each other, but never in a circle
    ("cards", "decks"),
    ("moves",),
    ("options",),
    ("choices", "score"),
    ("game",),
    ("(mechanics)",),
    ("games",),  # one module = one game; a game never imports another
    (
        "drive",
        "given",
        "position",
        "bots",
        "search",
        "api",
        "claims",
        "examples",
        "teeth",
        "forms",
        "page",
        "page_example",
        "page_table",
        "page_view",
        "page_play",
    ),
    ("(upcard itself)",),
)
MECHANICS, GAMES, TOP = 5, 6, 8
NO_CHANCE = {"random", "secrets"}  # chance is a move by the dealer: rules never roll it themselves
HOSTS = {"mkdocs", "material", "properdocs", "zensical"}
ADAPTERS = ("upcard_site.plugin", "upcard_site.hooks")  # all that may know the site's host

Sources = Mapping[str, tuple[str, str]]  # module -> (file as shown, text)


def read_sources() -> dict[str, tuple[str, str]]:
    found = {}
    for base in ("engine", "plugins"):
        for path in sorted((ROOT / base).rglob("*.py")):
            parts = path.relative_to(ROOT / base).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = (str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    return found


def imports(module: str, file: str, text: str, known: set[str]) -> Iterator[tuple[int, str]]:
    """Line and full name of all that a module imports, also late and under TYPE_CHECKING."""
    package = module if file.endswith("__init__.py") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(text, file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                up = parts[: len(parts) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            for alias in node.names:  # `from upcard import cards` means the module, if it is one
                full = f"{base}.{alias.name}"
                yield node.lineno, full if full in known else base


def layer(module: str) -> int:
    _, _, inner = module.partition(".")
    if not inner:
        return TOP
    first = inner.split(".")[0]
    return next((i for i, names in enumerate(LAYERS) if first in names), MECHANICS)


def game_of(module: str) -> str:
    return ".".join(module.split(".")[:3])


def is_companion(module: str) -> bool:
    """`games/_melds_of_x.py` is a part of one game that would make its module too long."""
    return module.startswith("upcard.games._")


def fault(module: str, target: str) -> str | None:
    """Why this import is wrong, or None."""
    package, root = module.partition(".")[0], target.partition(".")[0]
    if package == "upcard_site":
        if root in HOSTS and not module.startswith(ADAPTERS):
            return f"but only {' and '.join(ADAPTERS)} may know the site's host"
    elif package == "upcard_library":
        if root in HOSTS or root == "upcard_site":
            return "but the library lies below the site and must work without it"
    elif package == "upcard":
        return engine_fault(module, target, root)
    return None


def engine_fault(module: str, target: str, root: str) -> str | None:
    mine = layer(module)
    if root != "upcard":
        if root not in sys.stdlib_module_names:
            return "but the engine uses nothing beyond the standard library"
        if root in NO_CHANCE and mine in (MECHANICS, GAMES):
            return "but rules leave chance to the dealer's moves"
        return None
    if layer(target) > mine:
        return (
            f"which lies above it ({' '.join(LAYERS[layer(target)])} > {' '.join(LAYERS[mine])}). "
            "Move the code down, or, for a new module of the core, add it to LAYERS"
        )
    theirs = game_of(target)
    if mine == GAMES == layer(target) and not (
        theirs in ("upcard.games", game_of(module)) or is_companion(theirs)
    ):
        return "but a game never imports another: what they share is a mechanic"
    return None


def shared_companions(edges: Mapping[str, set[str]]) -> Iterator[str]:
    for companion in sorted({target for targets in edges.values() for target in targets}):
        users = sorted(m for m in edges if companion in edges[m] and not is_companion(m))
        if is_companion(companion) and len(users) > 1:
            names = " and ".join(users)
            yield f"{companion} is a part of one game, but {names} import it: is it a mechanic?"


def circle(edges: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return [f"these import each other in a circle: {' <- '.join(error.args[1])}"]
    return []


def faults(sources: Sources) -> list[str]:
    found: list[str] = []
    edges: dict[str, set[str]] = defaultdict(set)
    for module, (file, text) in sources.items():
        for line, target in imports(module, file, text, set(sources)):
            if reason := fault(module, target):
                found.append(f"{file}:{line}: {module} imports {target}, {reason}.")
            if target in sources and target != module:
                edges[module].add(target)
    return found + circle(edges) + list(shared_companions(edges))


def test_imports_point_downwards() -> None:
    found = faults(read_sources())
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("module", "text", "expected"),
    [
        ("upcard.cards", "from upcard.game import Game", "imports upcard.game, which lies above"),
        ("upcard.cards", "def f():\n    from . import game", "cards.py:2: upcard.cards imports"),
        ("upcard.moves", "from upcard import rules", "imports upcard, which lies above"),
        ("upcard.score", "import upcard.tricks", "imports upcard.tricks, which lies above"),
        ("upcard.tricks", "from .games.whist import Whist", "which lies above"),
        ("upcard.games.whist", "from ..drive import playout", "which lies above"),
        ("upcard.games.whist", "from .hearts import pass_left", "never imports another"),
        ("upcard.games.whist", "from random import shuffle", "leave chance to the dealer"),
        ("upcard.drive", "import yaml", "nothing beyond the standard library"),
        ("upcard_library.load", "import upcard_site.render", "lies below the site"),
        ("upcard_library.load", "from mkdocs.plugins import BasePlugin", "lies below the site"),
        ("upcard_site.render", "import mkdocs.utils", "may know the site's host"),
    ],
)
def test_an_upward_import_is_caught(module: str, text: str, expected: str) -> None:
    names = ("upcard.game", "upcard.tricks", "upcard.games.whist", "upcard.games.hearts")
    sources = {name: (f"{name.replace('.', '/')}.py", "") for name in names}
    sources[module] = (f"{module.replace('.', '/')}.py", text)
    found = faults(sources)
    assert len(found) == 1
    assert expected in found[0]


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("upcard.decks", "from upcard.cards import Card"),
        ("upcard.games.whist", "import dataclasses"),
        ("upcard.games.whist", "from upcard.tricks import winner\nfrom ..game import Game"),
        ("upcard.drive", "from random import Random\nfrom upcard.games import find"),
        ("upcard_library.load", "import yaml\nfrom upcard import rules"),
        ("upcard_site.render", "import markdown\nfrom upcard_library import load"),
        ("upcard_site.plugin", "from mkdocs.plugins import BasePlugin"),
    ],
)
def test_a_downward_import_is_fine(module: str, text: str) -> None:
    assert not faults({module: (f"{module.replace('.', '/')}.py", text)})


def test_a_circle_is_caught() -> None:
    sources = {
        "upcard.drive": ("upcard/drive.py", "import upcard.given"),
        "upcard.given": ("upcard/given.py", "from upcard.drive import replay"),
    }
    assert "in a circle" in faults(sources)[0]


def test_a_part_of_a_game_is_not_shared() -> None:
    sources = {
        "upcard.games._hands": ("upcard/games/_hands.py", ""),
        "upcard.games.whist": ("upcard/games/whist.py", "from upcard.games._hands import sort"),
    }
    assert not faults(sources)
    sources["upcard.games.hearts"] = ("upcard/games/hearts.py", "from ._hands import sort")
    assert "is a part of one game" in faults(sources)[0]
