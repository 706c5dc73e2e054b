"""Look for damaged articles that give anything but located messages: more than the tests do.

    python tools/fuzz.py 5000 [FIRST]     5,000 random mutations, from a number on
    python tools/fuzz.py --atheris DIR    guided by coverage, until stopped (pip install atheris);
                                          DIR keeps what has been found so far

What it finds is printed as the call that shows it again. The mutations, and what every message has
to be, stand in `tests/mutations.py` and `tests/test_fuzz.py`.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

GUIDED = sys.argv[1:2] == ["--atheris"]
if GUIDED:
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["upcard_library"]):
        import upcard_library.load  # noqa: F401

import test_fuzz  # noqa: E402
from mutations import KINDS, judge  # noqa: E402

import upcard.games  # noqa: E402
from upcard_library.load import load_library  # noqa: E402


def library(folder: Path) -> Path:
    """Copy all games, those of the fixtures among them, into a folder."""
    upcard.games.__path__.append(str(ROOT / "tests/fixtures/engines"))
    for source in test_fuzz.FOLDERS:
        shutil.copytree(source, folder / source.name)
    return folder


def at_random(games: Path, many: int, first: int = 0) -> int:
    """Check so many damaged files; return how many were not told as they should be."""
    bad, slowest = 0, 0.0
    for number in range(first, first + many):
        chance = random.Random(number)
        source, file = chance.choice(test_fuzz.FOLDERS), chance.choice(sorted(KINDS))
        steps = [
            (chance.choice(KINDS[file]), chance.randrange(2**32))
            for _ in range(chance.choice((1, 1, 1, 2, 3)))
        ]
        try:
            slowest = max(slowest, test_fuzz.check(games, (source, file, steps)))
        except Exception as error:  # noqa: BLE001  each is what is looked for
            bad += 1
            print(f"{number}: {source.name}/{file} {steps}: {type(error).__name__}: {error}"[:600])
            print("   ", traceback.extract_tb(error.__traceback__)[-1])
    print(
        f"{many} damaged files, {bad} not told as they should be; the slowest took {slowest:.2f} s"
    )
    return bad


def guided(games: Path, corpus: str) -> None:
    """Let atheris choose the bytes of `game.yaml` and `article.md` by what code they reach."""
    source = test_fuzz.SMALL
    Path(corpus).mkdir(parents=True, exist_ok=True)
    for file in sorted(KINDS):
        (Path(corpus) / file).write_bytes(
            bytes([file == "game.yaml"]) + (source / file).read_bytes()
        )

    def one(raw: bytes) -> None:
        file = "game.yaml" if raw[:1] == b"\1" else "article.md"
        (games / source.name / file).write_bytes(raw[1:])
        judge(load_library(games, [source.name]).faults, test_fuzz.CODES)
        (games / source.name / file).write_bytes((source / file).read_bytes())

    atheris.Setup([sys.argv[0], corpus], one)
    atheris.Fuzz()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        copied = library(Path(folder) / "games")
        if GUIDED:
            guided(copied, sys.argv[2])
        else:
            sys.exit(1 if at_random(copied, *map(int, sys.argv[1:3])) else 0)
