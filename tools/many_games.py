"""A library of any size for measuring: the real games again and again under other ids and titles.

    python tools/many_games.py 1000 FOLDER [GAME ...]

FOLDER gets `games/`, the written pages, `mkdocs.yml`, and `engine/`: the real engine with one line
more per copy, a class that differs from the real game in its id only. Put `FOLDER/engine` before
our own on PYTHONPATH.
"""

from __future__ import annotations

import itertools
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from upcard_library.translations import digest

ROOT = Path(__file__).resolve().parent.parent
SHIM = """from upcard.games.{module} import GAME as REAL


class Copy(REAL):
    slug = "{game}"


GAME = Copy
"""


def make(many: int, folder: Path, of: Sequence[str] = ()) -> list[str]:
    """Write a library of so many games; return their ids, the real ones first.

    Args:
        many: how many games there shall be.
        folder: need not exist, and should be empty.
        of: the games to copy, all if none are named.
    """
    for part in ("docs", "schema", "games", "engine"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    text = (folder / "mkdocs.yml").read_text("utf-8")
    text = re.sub(r"^hooks:.*\n", "", text, flags=re.MULTILINE)
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    real = sorted(path.name for path in (folder / "games").iterdir() if path.is_dir())
    names = [name for name in real if not of or name in of][:many]
    for name in set(real) - set(names):
        shutil.rmtree(folder / "games" / name)
    base = list(names)
    rounds = ((number, name) for number in itertools.count(2) for name in base)
    for number, name in itertools.islice(rounds, many - len(names)):
        names.append(copy_of(folder, name, number))
    return names


def copy_of(folder: Path, name: str, number: int) -> str:
    """Add one game again under another id; return the id."""
    game = f"{name}-{number}"
    place = folder / "games" / game
    shutil.copytree(folder / "games" / name, place)
    for file in place.rglob("*"):
        if file.suffix in (".yaml", ".md", ".json", ".txt"):
            text = renamed(file.read_text("utf-8"), name, game, number)
            file.write_text(text, encoding="utf-8")
    title = (place / "article.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")
    for file in place.glob("article.*.md"):  # a translation's heading says what it was made from
        text = re.sub(r"(?<=\{of=)\w+", digest(title), file.read_text("utf-8"), count=1)
        file.write_text(text, encoding="utf-8")
    module = re.search(r"^engine: (\w+)", (place / "game.yaml").read_text("utf-8"), re.MULTILINE)
    if module and module[1] != "none":
        real = module[1].removesuffix(f"_{number}")
        shim = SHIM.format(module=real, game=game)
        (folder / f"engine/upcard/games/{module[1]}.py").write_text(shim, encoding="utf-8")
    return game


def renamed(text: str, name: str, game: str, number: int) -> str:
    """Give a file of a game the names of its copy; no two games may have a name in common."""
    text = re.sub(rf"^id: {name}$", f"id: {game}", text, flags=re.MULTILINE)
    text = re.sub(r'^(title: "?)([^"\n]*)', rf"\1\2 {number}", text, flags=re.MULTILINE)
    text = re.sub(r"\A# ([^{\n]*)", rf"# \1 {number} ", text)
    text = re.sub(r"(?<=\A# )(.*?) +$", r"\1", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^engine: (?!none)(\w+)", rf"engine: \1_{number}", text, flags=re.MULTILINE)
    text = re.sub(r"^(aka|former_ids):(?:.*\n)(?:[ -].*\n)*", "", text, flags=re.MULTILINE)
    text = re.sub(rf"(upcard \w+) {name}\b", rf"\1 {game}", text)
    return re.sub(rf"(?<![\w-]){name}@", f"{game}@", text)


if __name__ == "__main__":
    make(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
