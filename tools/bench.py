"""What readers and contributors wait for, each against a named baseline timed in the same run.

    make bench                      # or: python tools/bench.py [--json] [--quick]

Only the ratios travel from one machine to another. Baselines:

    shuffle     1,000 times random.shuffle of 52 numbers: pure Python on this machine
    yaml        PyYAML's CSafeLoader and one jsonschema validation of the same game.yaml
    doctest     the same doctests run by doctest alone
    MkDocs      MkDocs and Material building the Markdown that `upcard render` writes

Libraries of more games, Zensical, and what a page weighs: see `bench_site.py`, which runs last.
"""

from __future__ import annotations

import argparse
import doctest
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import bench_site
import jsonschema
import yaml
from bench_site import Row
from rich.console import Console
from rich.table import Table

import upcard
from upcard.games import modules
from upcard_library import bind, load
from upcard_library.load import load_library
from upcard_library.run import run_game
from upcard_library.schema import schema

ROOT = Path(__file__).resolve().parent.parent


def timed(work: Callable[[], object], rounds: int) -> float:
    """Return the median time of one call, in seconds, after one call to warm up."""
    work()
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def shuffles() -> None:
    pack = list(range(52))
    for _ in range(1000):
        random.shuffle(pack)


def engine(rounds: int) -> Iterator[Row]:
    """Whole matches by random players, and one hand of Cribbage counted."""
    unit = timed(shuffles, rounds)
    for module in modules():
        ruled = upcard.rules(module.replace("_", "-"))
        live = ruled.playout(1)
        taken = timed(lambda ruled=ruled: ruled.playout(1), rounds)
        what = f"{ruled.id}: a match of {len(live.log)} moves"
        yield Row(what, taken, "s", taken / unit, "shuffle")
    cribbage = upcard.rules("cribbage")
    taken = timed(lambda: cribbage.ask("show", hand="5H 5D 5C JS", starter="5S"), rounds * 20)
    yield Row("cribbage: one hand counted", taken, "s", taken / unit, "shuffle")


def library(rounds: int) -> Iterator[Row]:
    """Loading and checking an article, and running its examples."""
    games = load_library(ROOT / "games").games
    validator = jsonschema.Draft7Validator(schema())
    for name, game in games.items():
        text = (game.folder / "game.yaml").read_text(encoding="utf-8")

        def plain(text: str = text) -> object:
            return list(validator.iter_errors(yaml.load(text, yaml.CSafeLoader)))

        unit = timed(plain, rounds)

        def fresh(name: str = name) -> object:
            load._LOADED.clear()  # noqa: SLF001 - as a new process would find them
            bind._BOUND.clear()  # noqa: SLF001
            return load_library(ROOT / "games", only=[name])

        taken = timed(fresh, rounds)
        yield Row(f"{name}: loaded and bound", taken, "s", taken / unit, "yaml")
        cases = run_game(game)
        tests = [
            doctest.DocTestParser().get_doctest(c.doctest, {}, c.example.id, "", 0) for c in cases
        ]

        def bare(tests: list[doctest.DocTest] = tests) -> None:
            for test in tests:
                doctest.DocTestRunner(verbose=False).run(test, out=lambda _: None)

        unit = timed(bare, rounds)
        taken = timed(lambda game=game: run_game(game), rounds)
        yield Row(f"{name}: {len(cases)} examples", taken, "s", taken / unit, "doctest")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="one round of each, to see it work")
    parser.add_argument("--games", type=int, nargs="*", default=[100], help="more libraries' sizes")
    asked = parser.parse_args()
    rounds = 1 if asked.quick else 5
    rows: list[Row] = []
    for part in (engine, library):
        rows += part(rounds)
    rows += bench_site.rows([] if asked.quick else asked.games)
    if asked.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return
    table = Table("what", "value", "ratio", "to", title="Upcard bench")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        table.add_row(row.what, told(row), ratio, row.baseline)
    Console().print(table)


def told(row: Row) -> str:
    if row.unit == "B":
        return f"{row.value / 1000:.1f} kB"
    if row.unit != "s":
        return f"{row.value:.0f} {row.unit}"
    return f"{row.value:.2f} s" if row.value >= 1 else f"{row.value * 1000:.2f} ms"


if __name__ == "__main__":
    main()
