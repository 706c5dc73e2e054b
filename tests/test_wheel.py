"""The wheel: what is in it, and what it can do on a machine that has nothing else of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out), cwd=ROOT)
    (made,) = out.glob("upcard-*.whl")
    return made


def run(*words: object, cwd: Path, given: str = "", ok: bool = True) -> str:
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(("UPCARD", "PYTHONPATH", "VIRTUAL_ENV"))}  # fmt: skip
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=env, input=given, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert not ok or done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_what_is_in_the_wheel(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in [*ROOT.glob("games/*/*"), *ROOT.glob("schema/*.json")]:
        if path.is_file():
            assert f"upcard_library/data/{path.relative_to(ROOT).as_posix()}" in names
    assert "upcard_library/data/docs/glossary.yml" in names
    assert "upcard_site/templates/facts.html" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "upcard", "upcard_library", "upcard_site",
    }  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory, wheel):
    """A clean environment with the wheel and nothing it depends on; gives folder and programs."""
    root = tmp_path_factory.mktemp("clean")
    run(sys.executable, "-m", "venv", root / "venv", cwd=root)
    run(root / "venv/bin/pip", "install", "-q", "--no-deps", wheel, cwd=root)
    return root


ALONE = """
import sys
from upcard import rules
print(rules("cribbage").ask("show", hand="5H 5S 5C JD", starter="5D").total)
print(rules("two-handed-pinochle").ask("meld", trump="S", table="KS QS", lay="AS 10S JS").total)
print(sorted(m for m in ("yaml", "click", "jsonschema") if m in sys.modules))
"""


@pytest.mark.slow
def test_the_engine_works_alone(place):
    assert run(place / "venv/bin/python", "-c", ALONE, cwd=place) == "29\n110\n[]\n"


@pytest.mark.slow
def test_the_command_plays_and_a_club_builds_its_site(place, wheel):
    programs = place / "venv/bin"
    run(programs / "pip", "install", "-q", f"{wheel}[site]", cwd=place)
    upcard = programs / "upcard"
    hand = ("show", "hand=5H 5S 5C JD", "starter=5D")
    assert run(upcard, "ask", "cribbage", *hand, cwd=place).endswith("Total: 29\n")
    games = json.loads(run(upcard, "list", "--json", cwd=place))["games"]
    assert {game["id"] for game in games} == {p.name for p in (ROOT / "games").iterdir()}
    record = place / "match.txt"
    run(upcard, "play", "war", "--seed", "1", "--record", record, cwd=place, given="1\n" * 9)
    told = json.loads(run(upcard, "replay", record, "--json", cwd=place))
    assert told["record"].startswith("war@")
    shutil.copytree(ROOT / "examples/club", place / "club")
    run(programs / "mkdocs", "build", "--strict", cwd=place / "club")
    pages = ("", "games/bell-sweep", "games/two-handed-pinochle", "verified")
    for name in pages:
        assert (place / "club/site" / name / "index.html").is_file()
    assert "At the Bell" in (place / "club/site/games/cribbage/index.html").read_text("utf-8")
