"""How long a site of many games takes to build and to reload, and a page to be usable.

    python tools/bench_site.py [--games 100 1000] [--of GAME ...] [--json]

Each library is made from the real games under other ids (`many_games`). In the same run MkDocs with
Material, and Zensical if it is installed (`pip install zensical`), build the Markdown that
`upcard render` writes of it, with the same short navigation. Ratios are to MkDocs.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import many_games

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
LONGEST = 4 * 60 * 60
"""Seconds that anything may take."""
RENDER = """
import sys
from pathlib import Path
from upcard_site.book import Settings
from upcard_site.render_tree import write_site
from upcard_site.site import build_site
folder, out = map(Path, sys.argv[1:])
settings = Settings(repo="https://git.example/x", home="https://plain.example/")
cache, terms = folder / ".cache/render", folder / "docs/glossary.yml"
site = build_site(folder / "games", settings, glossary=terms, cache=cache)
write_site(site, out, folder / "docs")
"""
PLAIN = """\
site_name: Plain
site_url: https://plain.example/
theme: {name: material, font: false}
plugins: [search]
markdown_extensions: [attr_list, def_list, footnotes, tables, md_in_html]
nav: [index.md, games/index.md, families.md, players.md, packs.md, lists.md, sources.md]
not_in_nav: '*'
"""


class Row(NamedTuple):
    """One measurement: seconds (or another unit), and how many times the baseline that is."""

    what: str
    value: float
    unit: str
    ratio: float | None = None
    baseline: str = ""


class Spent(NamedTuple):
    """What a program took: seconds by the clock and of all processors, peak MiB of one process."""

    wall: float
    cpu: float
    peak: float


def run(command: Sequence[str | Path], folder: Path, env: dict[str, str]) -> Spent:
    """Run a program to its end.

    Raises:
        RuntimeError: it failed.
    """
    start = time.perf_counter()
    with tempfile.TemporaryFile() as told:
        child = subprocess.Popen(command, cwd=folder, env=env, stdout=told, stderr=told)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            told.seek(0)
            raise RuntimeError(told.read().decode(errors="replace")[-2000:])
    wall = time.perf_counter() - start
    return Spent(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def environment(folder: Path) -> dict[str, str]:
    """Return what programs need to find the library's own engine and our packages."""
    paths = f"{folder / 'engine'}{os.pathsep}{ROOT / 'plugins'}"
    return {**os.environ, "PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1"}


def library(many: int, folder: Path, of: Sequence[str]) -> Iterator[Row]:
    """Measure one library: built cold, again, after a change, while serving; and by others."""
    games = many_games.make(many, folder, of)
    env = environment(folder)
    mkdocs: list[str | Path] = [BIN / "mkdocs", "build", "--quiet", "--site-dir"]
    cold = run([*mkdocs, folder / "site"], folder, env)
    again = run([*mkdocs, folder / "site"], folder, env)
    change(folder, games[-1], "once")
    changed = run([*mkdocs, folder / "site"], folder, env)
    shutil.rmtree(folder / "site")
    shown = dict(serving(folder, games[-1], env))
    plain_folder = folder / "plain"
    plain_folder.mkdir()
    run([sys.executable, "-c", RENDER, folder, plain_folder / "docs"], folder, env)
    (plain_folder / "mkdocs.yml").write_text(PLAIN, encoding="utf-8")
    plain = run([*mkdocs, plain_folder / "site"], plain_folder, env)
    shutil.rmtree(plain_folder / "site")
    name = f"{many} games"
    yield Row(f"{name}: MkDocs alone", plain.wall, "s", 1, "MkDocs")
    for what, spent in (("built cold", cold), ("built again", again), ("after a change", changed)):
        yield Row(f"{name}: {what}", spent.wall, "s", spent.wall / plain.wall, "MkDocs")
        yield Row(f"{name}: {what}, processor", spent.cpu, "s", spent.cpu / plain.cpu, "MkDocs")
    yield Row(f"{name}: built cold, a game", cold.cpu / many, "s")
    for what, taken in shown.items():
        yield Row(f"{name}: {what}", taken, "s", taken / plain.wall, "MkDocs")
    yield Row(f"{name}: peak memory, MkDocs alone", plain.peak, "MiB", 1, "MkDocs")
    yield Row(f"{name}: peak memory, cold", cold.peak, "MiB", cold.peak / plain.peak, "MkDocs")
    yield Row(f"{name}: peak memory, again", again.peak, "MiB", again.peak / plain.peak, "MkDocs")
    yield from zensical(name, plain_folder, plain)


def zensical(name: str, folder: Path, plain: Spent) -> Iterator[Row]:
    """Let Zensical build the same Markdown, if it is installed."""
    program = os.environ.get("ZENSICAL") or shutil.which("zensical")
    if not program:
        print("Zensical is left out: none is installed (pip install zensical)", file=sys.stderr)
        return
    spent = run([program, "build", "-f", "mkdocs.yml", "--clean"], folder, dict(os.environ))
    yield Row(f"{name}: Zensical", spent.wall, "s", spent.wall / plain.wall, "MkDocs")
    yield Row(f"{name}: Zensical, processor", spent.cpu, "s", spent.cpu / plain.cpu, "MkDocs")
    yield Row(
        f"{name}: peak memory, Zensical", spent.peak, "MiB", spent.peak / plain.peak, "MkDocs"
    )


# --- saving a game under `mkdocs serve` -----------------------------------------------------------


def change(folder: Path, game: str, words: str) -> None:
    """Change the prose of a game: the introduction ends in other words."""
    article = folder / "games" / game / "article.md"
    head, mark, rest = article.read_text("utf-8").partition("\n\n## ")
    head = re.sub(r" Changed \w+\.$", "", head)
    article.write_text(f"{head} Changed {words}.{mark}{rest}", encoding="utf-8")


def retitle(folder: Path, game: str) -> str:
    """Give a game another title, which every list shows; return it."""
    article, facts = (folder / "games" / game / name for name in ("article.md", "game.yaml"))
    article.write_text(re.sub(r"\A(# .*)", r"\1 renamed", article.read_text("utf-8")), "utf-8")
    text = re.sub(
        r'^(title: "?[^"\n]*)', r"\1 renamed", facts.read_text("utf-8"), flags=re.MULTILINE
    )
    facts.write_text(text, encoding="utf-8")
    found = re.search(r'^title: "?([^"\n]*)', text, re.MULTILINE)
    return found[1] if found else ""


def serving(folder: Path, game: str, env: dict[str, str]) -> Iterator[tuple[str, float]]:
    """Save a game while the site is served, and wait until pages show it."""
    for only in ("", game):
        which = "saved with `only`" if only else "saved"
        with served(folder, {**env, "UPCARD_ONLY": only}) as address:
            page = f"{address}games/{game}/"
            change(folder, game, "twice")  # the first change loads the engine
            wait_for(page, "Changed twice.")
            time.sleep(1)
            start = time.perf_counter()
            change(folder, game, "thrice")
            wait_for(page, "Changed thrice.")
            yield f"{which}, the page shows it", time.perf_counter() - start
            if not only:
                time.sleep(1)
                start = time.perf_counter()
                title = retitle(folder, game)
                wait_for(f"{address}games/", title)
                yield "another title, the catalogue shows it", time.perf_counter() - start


@contextlib.contextmanager
def served(folder: Path, env: dict[str, str]) -> Iterator[str]:
    """Serve a site; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [BIN / "mkdocs", "serve", "--quiet", "--dev-addr", f"127.0.0.1:{port}"],
        cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}/", "Upcard")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(60)


def wait_for(address: str, words: str) -> None:
    """Ask until a page shows some words.

    Raises:
        TimeoutError: it never does.
    """
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        with (
            contextlib.suppress(urllib.error.URLError, TimeoutError, ConnectionError),
            urllib.request.urlopen(address, timeout=600) as page,  # noqa: S310 - our own server
        ):
            if words in page.read().decode():
                return
        time.sleep(0.05)
    raise TimeoutError(f"{address} does not show {words!r}")


# --- what a reader waits for ----------------------------------------------------------------------

USABLE = """() => new Promise((done) => {
  let last = performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) last = Math.max(last, task.startTime + task.duration);
  }).observe({ type: "longtask", buffered: true });
  setTimeout(() => done(last), 2000);
})"""
"""Milliseconds from the request until the last long task is over."""


BY_THEME = ("assets/javascripts/", "assets/stylesheets/", "search/")
"""What Material asks for on any page, whoever wrote it."""
OPENED = 5
"""How often a page is opened; the median counts."""


class Opened(NamedTuple):
    """One visit: seconds until the last long task is over, of the processor, and the files."""

    usable: float
    busy: float
    files: list[str]


def opened(chromium: Any, url: str, address: str) -> Opened:
    """Open a page with an empty cache on a processor four times slower.

    What the processor spends is measured at full speed: other programs disturb it less.
    """
    usable, busy, asked = 0.0, 0.0, list[str]()
    for slower in (4, 1):
        context = chromium.new_context()
        page, asked = context.new_page(), []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(url)
        last = page.evaluate(USABLE) / 1000
        if slower > 1:
            usable = last
        else:
            told = session.send("Performance.getMetrics")["metrics"]
            busy = next(one["value"] for one in told if one["name"] == "ThreadTime")
        context.close()
    return Opened(usable, busy, [found.partition("?")[0].removeprefix(address) for found in asked])


def reading(site: Path, plain: Path, games: Sequence[str]) -> Iterator[Row]:
    """What a page weighs and asks for, and when it can be used; beside it that of MkDocs alone."""
    with files_served(site) as ours, files_served(plain) as theirs, browser() as chromium:
        if chromium is None:
            return
        for path in (*(f"games/{game}/" for game in games), "verified/"):
            visits = [opened(chromium, ours + path, ours) for _ in range(OPENED)]
            usable = median(one.usable for one in visits)
            busy = median(one.busy for one in visits)
            ratios: list[float | None] = [None, None]
            if (plain / path / "index.html").is_file():
                others = [opened(chromium, theirs + path, theirs) for _ in range(OPENED)]
                alone = median(one.usable for one in others), median(one.busy for one in others)
                ratios = [usable / alone[0], busy / alone[1]]
                yield Row(f"{path}: usable, MkDocs alone", alone[0], "s", 1, "MkDocs")
                yield Row(f"{path}: processor, MkDocs alone", alone[1], "s", 1, "MkDocs")
            yield Row(f"{path}: usable, processor 4 times slower", usable, "s", ratios[0], "MkDocs")
            yield Row(f"{path}: processor", busy, "s", ratios[1], "MkDocs")
            asked = visits[-1].files
            yield Row(f"{path}: asks for", len(asked), "files")
            files = {f"{f}index.html" if f.endswith("/") or not f else f for f in asked}
            sizes = {f: packed(site / f) for f in files if (site / f).is_file()}
            yield Row(f"{path}: downloads, gzipped", sum(sizes.values()), "B")
            beyond = sum(size for f, size in sizes.items() if not f.startswith(BY_THEME))
            yield Row(f"{path}: of that beyond the theme", beyond, "B")


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """Start Chromium; yield nothing, and say so, if there is none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        print("Pages are not opened: no Chromium (Debian: apt install chromium)", file=sys.stderr)
        yield None
        return
    with sync_playwright() as playwright:
        quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=program, args=quiet)
        yield chromium
        chromium.close()


@contextlib.contextmanager
def files_served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yield the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "http.server", str(port), "-b", "127.0.0.1", "-d", folder]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/", "<html")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(20)


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def real_library() -> Iterator[Row]:
    """Build the real library, cold and again, and read it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = sorted(path.name for path in (ROOT / "games").iterdir() if path.is_dir())
        yield from library(len(names), folder / "library", ())
        env = environment(folder / "library")
        run([BIN / "mkdocs", "build", "-q", "-d", folder / "site"], folder / "library", env)
        run([BIN / "mkdocs", "build", "-q", "-d", folder / "plain"], folder / "library/plain", env)
        yield from reading(folder / "site", folder / "plain", ["cribbage", "two-player-thousand"])
        ours = folder / "site/assets/upcard"
        size = sum(packed(p) for p in ours.glob("*") if p.suffix in (".css", ".js"))
        yield Row("our styles and scripts on every page, gzipped", size, "B")


def rows(many: Sequence[int], of: Sequence[str] = (), *, real: bool = True) -> Iterator[Row]:
    """Yield everything: the real library first if wanted, then libraries of other sizes."""
    if real:
        yield from real_library()
    for number in many:
        with tempfile.TemporaryDirectory() as name:
            yield from library(number, Path(name) / "library", of)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, nargs="*", default=[100], help="sizes of libraries")
    parser.add_argument("--of", nargs="*", default=[], help="games to copy, all if none is named")
    parser.add_argument("--no-real", action="store_true", help="leave the real library out")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    asked = parser.parse_args()
    for row in rows(asked.games, asked.of, real=not asked.no_real):
        if asked.json:
            print(json.dumps(row._asdict()), flush=True)
        else:
            ratio = "" if row.ratio is None else f"{row.ratio:8.2f} {row.baseline}"
            print(f"{row.what:60} {row.value:10.2f} {row.unit:5} {ratio}", flush=True)


if __name__ == "__main__":
    main()
