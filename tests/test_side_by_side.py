"""Games built in several processes at once: the same site, the same faults, and a clean end."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import FIXTURES
from site_build import GAMES

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="processes are copied on Linux only"
)

BUILD = """
import json, os, sys, time
from pathlib import Path
from upcard_site import side_by_side, site
from upcard_site.book import Settings

fewest, killed, waits = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
side_by_side.FEWEST, side_by_side.processors = fewest, lambda: 2
real, here, built = site.build_game, os.getpid(), []

def build_game(game, *rest):
    built.append(game.id)  # in this process only
    if os.getpid() != here:
        Path(f"begun-{os.getpid()}").touch()
        time.sleep(waits)
        if game.id == killed:
            os.kill(os.getpid(), 9)
        if game.id == "chess-raises":
            raise ValueError("only there")
    return real(game, *rest)

site.build_game = build_game
made = site.build_site(Path("games"), Settings(), cache=Path("cache"))
pages = {page.uri: [page.html, page.front_matter()] for page in made.pages}
files = {name: str(text) for name, text in made.files.items()}
print(json.dumps({"pages": pages, "files": files, "faults": made.faults, "built": built}))
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two whole games, and four that are wrong in a way of their own each."""
    folder = tmp_path / "games"
    for name in ("chess-b", "chess-a", "chess-lost", "chess-taken", "chess-raises", "chess-wrong"):
        copied = shutil.copytree(FIXTURES / "prose/games/chess-cards", folder / name)
        title = "Chess chess-a" if name == "chess-taken" else f"Chess {name}"
        change(copied / "game.yaml", "^id: .*", f"id: {name}")
        change(copied / "game.yaml", "^title: .*", f'title: "{title}"')
        change(copied / "article.md", r"\A# [^{\n]*", f"# {title} ")
    change(folder / "chess-wrong/game.yaml", r"rules: \[flags\]", "rules: [flaggs]")
    change(folder / "chess-lost/game.yaml", "^schema: 1", "schema: [1")
    shutil.copytree(GAMES / "war", folder / "war")
    return folder


def change(file: Path, old: str, new: str) -> None:
    text, times = re.subn(old, new, file.read_text("utf-8"), count=1, flags=re.MULTILINE)
    assert times == 1
    file.write_text(text, encoding="utf-8")


def begin(games: Path, fewest: int, killed: str = "", waits: float = 0) -> subprocess.Popen[str]:
    shutil.rmtree(games.parent / "cache", ignore_errors=True)
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(fewest), killed, str(waits)],
        cwd=games.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def result(running: subprocess.Popen[str]) -> tuple[dict[str, Any], str]:
    out, told = running.communicate(timeout=120)
    assert running.returncode == 0, told
    return json.loads(out), told


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_processes_build_the_same_site_and_tell_the_same_faults(games: Path) -> None:
    alone, _ = result(begin(games, fewest=1000))
    kept = contents(games.parent / "cache")
    together, told = result(begin(games, fewest=2))
    again = contents(games.parent / "cache")
    assert not told
    assert set(together["built"]) == {"chess-raises", "chess-taken"}
    assert {"war", "chess-b", "chess-wrong"} < set(alone["built"])
    assert {key: alone[key] for key in ("pages", "files", "faults")} == {
        key: together[key] for key in ("pages", "files", "faults")
    }
    assert kept == again
    faults = "\n".join(together["faults"])
    assert re.search(r"games/chess-wrong/game\.yaml:\d+:\d+ ", faults)
    assert re.search(r"games/chess-lost/game\.yaml:\d+:\d+ ", faults)
    assert "TITLE-TAKEN" in faults


def test_a_process_that_dies_is_told_and_its_games_are_built_here(games: Path) -> None:
    alone, _ = result(begin(games, fewest=1000))
    after, told = result(begin(games, fewest=2, killed="war"))
    assert "a process that builds games was ended from outside" in told
    assert "war" in after["built"]
    assert after["pages"] == alone["pages"]
    assert after["faults"] == alone["faults"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_build(games: Path, how: signal.Signals) -> None:
    running = begin(games, fewest=2, waits=3)
    begun = []
    while len(begun) < 2 and running.poll() is None:
        begun = [int(path.name[6:]) for path in games.parent.glob("begun-*")]
        time.sleep(0.02)
    running.send_signal(how)
    _, told = running.communicate(timeout=60)
    assert len(begun) == 2
    assert running.returncode in (-how, 130), told
    assert told.count("Traceback") <= (how == signal.SIGINT), told
    for _ in range(500):
        if not any(alive(process) for process in begun):
            break
        time.sleep(0.02)
    assert not any(alive(process) for process in begun)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
