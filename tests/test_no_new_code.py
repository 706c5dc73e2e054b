"""A change to `games/` runs nothing new: whatever is planted there, none of it is run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_bind import edit, told

ROOT = Path(__file__).resolve().parent.parent
PLANTED = """import os
with open(os.environ["SENTINEL"], "a") as file:
    file.write(__file__ + "\\n")
"""
CODE = (
    "conftest.py", "games/conftest.py", "test_war.py", "__init__.py", "hooks.py", "plugin.py",
    "sitecustomize.py", "setup.py", "war.py", "planted.py", "upcard/__init__.py",
    "yaml/__init__.py", "records/conftest.py",
)  # fmt: skip
SETTINGS = {
    "mkdocs.yml": "site_name: x\nhooks: [hooks.py]\nplugins: [planted]\n",
    "pytest.ini": "[pytest]\npython_files = *.py\n",
    "pyproject.toml": "[tool.pytest.ini_options]\npython_files = ['*.py']\n",
    "Makefile": "all:\n\techo made >> $(SENTINEL)\n",
    ".env": "PYTHONSTARTUP=planted.py\n",
    "package.json": '{"scripts": {"preinstall": "node x.js"}}\n',
}
WORK = """
import json, sys
from pathlib import Path
from click.testing import CliRunner
from site_build import build
from upcard_library.cli import main
here = Path.cwd()
codes = {}
for words in (["check", "--fresh"], ["test"], ["coverage", "--fresh"], ["list"],
              ["ask", "war"], ["ask", "other"], ["simulate", "war", "--games", "1"]):
    codes[" ".join(words)] = CliRunner().invoke(main, words).exit_code
found = CliRunner().invoke(main, ["check"]).output
built = build(here / "site", here / "games", strict=False)
loaded = [m.__file__ for m in list(sys.modules.values())
          if str(getattr(m, "__file__", None) or "").startswith(str(here))]
print(json.dumps({"codes": codes, "found": found, "loaded": loaded,
                  "warnings": built.warnings}))
"""


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A library of one good game and two bad ones, all full of what must not run."""
    root = tmp_path_factory.mktemp("planted")
    for name in ("war", "other", "tagged"):
        folder = root / "games" / name
        shutil.copytree(ROOT / "games" / "war", folder)
        for file in CODE:
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(PLANTED, "utf-8")
        for file, text in SETTINGS.items():
            (folder / file).write_text(text, "utf-8")
    for file in ("conftest.py", "war.py", "test_games.py"):
        (root / "games" / file).write_text(PLANTED, "utf-8")
    (root / "games" / "mkdocs.yml").write_text(SETTINGS["mkdocs.yml"], "utf-8")
    edit(root / "games" / "other", "game.yaml", "engine: war", "engine: planted")
    edit(root / "games" / "other", "game.yaml", "id: war", "id: other")
    tag = '!!python/object/apply:os.system ["echo tag >> $SENTINEL"]'
    edit(root / "games" / "tagged", "game.yaml", "id: war", f"id: {tag}")
    prose = root / "games" / "war" / "article.md"
    hostile = (
        "\n{{ ''.__class__.__mro__ }} {% include 'conftest.py' %} ${7*7}\n"
        '\n--8<-- "conftest.py"\n\n```{.python exec="on"}\nopen("x", "w")\n```\n'
        "\n>>> open('x', 'w')\n"
    )
    prose.write_text(prose.read_text("utf-8") + hostile, "utf-8")
    (root / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["games"]\n', "utf-8"
    )
    return root


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {
        "SENTINEL": str(root / "SENTINEL"), "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": f"{ROOT / 'engine'}:{ROOT / 'plugins'}:{ROOT / 'tests'}",
    }  # fmt: skip
    for name in ("UPCARD_GAMES", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST"):
        env.pop(name, None)
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, cwd=root, env=env
    )


def test_what_is_planted_would_be_noticed(planted, tmp_path):
    (tmp_path / "conftest.py").write_text(PLANTED, "utf-8")
    run(tmp_path, "conftest.py")
    assert (tmp_path / "SENTINEL").read_text("utf-8").strip().endswith("conftest.py")
    assert not (planted / "SENTINEL").exists()


def test_checking_testing_and_building_run_none_of_it(planted):
    done = run(planted, "-c", WORK)
    assert done.returncode == 0, done.stderr
    told_ = json.loads(done.stdout.splitlines()[-1])
    assert told_["loaded"] == []
    assert not (planted / "SENTINEL").exists()
    assert told_["codes"]["check --fresh"] == 1
    assert "games/war/conftest.py:1:1 FILE-STRAY" in told_["found"]
    assert "FILE-STRAY" in " ".join(told_["warnings"])
    assert "YAML-TAG" in told_["found"]
    assert "ENGINE-UNKNOWN" in told_["found"]
    html = (planted / "site/games/war/index.html").read_text("utf-8")
    assert "os.environ" not in html
    assert "SENTINEL" not in html


def test_pytest_does_not_begin(planted):
    done = run(planted, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "games hold data, nothing that runs; take out games/" in done.stderr
    assert done.returncode == 4
    assert not (planted / "SENTINEL").exists()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("conftest.py", "conftest.py 1:1 FILE-STRAY"),
        ("records/run.sh", "run.sh 1:1 FILE-STRAY"),
        ("other.yaml", "other.yaml 1:1 FILE-STRAY"),
        ("table.svg", ""),
        ("records/one.txt", ""),
        (".article.md.swp", ""),
        ("article.md~", ""),
    ],
)
def test_which_files_a_game_may_have(tiny, name, expected):
    path = tiny / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("x", "utf-8")
    assert ", ".join(told(tiny)) == expected


def test_a_link_is_not_followed(tiny, tmp_path):
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (tiny / "records").symlink_to(tmp_path)
    (tiny / "more.txt").symlink_to(tmp_path / "secret.txt")
    assert told(tiny) == ["more.txt 1:1 FILE-OUTSIDE", "records 1:1 FILE-OUTSIDE"]
