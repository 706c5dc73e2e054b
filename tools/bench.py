"""What readers and contributors wait for, each against a named baseline timed in the same run.

    make bench                      # or: python tools/bench.py [--json] [--quick]

Only the ratios travel from one machine to another. Baselines:

    shuffle     1,000 times random.shuffle of 52 numbers: pure Python on this machine
    yaml        PyYAML's CSafeLoader and one jsonschema validation of the same game.yaml
    doctest     the same doctests run by doctest alone
    mkdocs      MkDocs and Material building the Markdown that `upcard render` writes
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import gzip
import json
import os
import random
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import jsonschema
import yaml
from rich.console import Console
from rich.table import Table

import upcard
from upcard.games import modules
from upcard_library import bind, load
from upcard_library.load import load_library
from upcard_library.run import run_game
from upcard_library.schema import schema

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
QUIET = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}


class Row(NamedTuple):
    """One measurement: seconds (or bytes), and how many times the baseline that is."""

    what: str
    value: float
    unit: str
    ratio: float | None
    baseline: str


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


def build(folder: Path, out: Path) -> tuple[float, float]:
    """Build a site in a process of its own; return seconds and peak MiB."""
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    subprocess.run(
        [BIN / "mkdocs", "build", "--quiet", "--site-dir", out], cwd=folder, env=QUIET, check=True
    )
    peak = max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return time.perf_counter() - start, peak / 1024


def plain_site(folder: Path) -> None:
    """Write the finished Markdown with a configuration that knows nothing of us."""
    subprocess.run([BIN / "upcard", "render", "--out", folder / "docs"], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    for page in (ROOT / "docs").glob("*.md"):
        if not (folder / "docs" / page.name).exists():
            shutil.copy(page, folder / "docs")
    (folder / "mkdocs.yml").write_text(
        "site_name: Plain\nsite_url: https://upcard.example/\n"
        "theme: {name: material, font: false}\nplugins: [search]\n"
        "markdown_extensions: [attr_list, def_list, footnotes, tables, md_in_html]\n"
        "nav: [index.md]\nnot_in_nav: '*'\n",
        encoding="utf-8",
    )


def site(rounds: int) -> Iterator[Row]:
    """A whole build, cold and warm, against plain MkDocs; and what a reader downloads."""
    with tempfile.TemporaryDirectory() as name:
        temporary = Path(name)
        plain_site(temporary)
        plain = statistics.median(build(temporary, temporary / "out")[0] for _ in range(rounds))
        shutil.rmtree(ROOT / ".cache" / "site", ignore_errors=True)
        cold, _ = build(ROOT, temporary / "site")
        warm = statistics.median(build(ROOT, temporary / "site")[0] for _ in range(rounds))
        yield Row("site: built cold", cold, "s", cold / plain, "mkdocs")
        yield Row("site: built again", warm, "s", warm / plain, "mkdocs")
        yield from reload_rows(plain)
        yield from weights(temporary)


def reload_rows(plain: float) -> Iterator[Row]:
    """From saving one game.yaml under `mkdocs serve` to the new page."""
    with served() as (folder, address):
        game = folder / "games" / "cribbage" / "game.yaml"
        text = game.read_text(encoding="utf-8")
        start = time.perf_counter()
        game.write_text(text.replace('title: "Cribbage"', 'title: "Cribbage, saved"'), "utf-8")
        wait_for(address + "games/cribbage/", "Cribbage, saved")
        taken = time.perf_counter() - start
        yield Row("site: a saved game shows", taken, "s", taken / plain, "mkdocs")


@contextlib.contextmanager
def served() -> Iterator[tuple[Path, str]]:
    """Serve a copy of the project that may be written to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("games", "docs", "schema"):
            shutil.copytree(ROOT / part, folder / part)
        shutil.copy(ROOT / "mkdocs.yml", folder)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = subprocess.Popen(
            [BIN / "mkdocs", "serve", "--quiet", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=folder, env=QUIET, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_for(f"http://127.0.0.1:{port}/", "Upcard")
            yield folder, f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait(20)


def wait_for(address: str, words: str, limit: float = 120) -> None:
    """Ask until a page shows some words.

    Raises:
        TimeoutError: it never does.
    """
    end = time.monotonic() + limit
    while time.monotonic() < end:
        with (
            contextlib.suppress(urllib.error.URLError, TimeoutError, ConnectionError),
            urllib.request.urlopen(address, timeout=30) as page,  # noqa: S310 - our own server
        ):
            if words in page.read().decode():
                return
        time.sleep(0.05)
    raise TimeoutError(f"{address} does not show {words!r}")


def weights(temporary: Path) -> Iterator[Row]:
    """Compressed bytes of each game page, and of our style and script, beyond the theme's."""
    plain = packed(temporary / "out" / "architecture" / "index.html")
    for page in sorted((temporary / "site" / "games").glob("*/index.html")):
        size = packed(page)
        yield Row(f"{page.parent.name}: page, gzipped", size, "B", size / plain, "a plain page")
    ours = temporary / "site" / "assets" / "upcard"
    size = sum(packed(p) for p in ours.rglob("*") if p.suffix in (".css", ".js"))
    yield Row("our style and script, gzipped", size, "B", None, "")
    fonts = sum(p.stat().st_size for p in ours.rglob("*.woff2"))
    yield Row("our fonts, all subsets", fonts, "B", None, "")


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="one round of each, to see it work")
    asked = parser.parse_args()
    rounds = 1 if asked.quick else 5
    rows: list[Row] = []
    for part in (engine, library, site):
        rows += part(rounds)
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
    return f"{row.value:.2f} s" if row.value >= 1 else f"{row.value * 1000:.2f} ms"


if __name__ == "__main__":
    main()
