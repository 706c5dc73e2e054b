"""What no linter looks at: modules stay short, and no file tells on the machine it was made on."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 400

# One letter of each stands in brackets so that this file does not find itself.
LEAKS = {
    "the host of a package registry": (
        r"[p]ypi\.org",
        r"[p]ythonhosted\.org",
        r"[r]egistry\.(?:npmjs\.org|yarnpkg\.com)",
        r"(?:deb|security|snapshot)\.[d]ebian\.org",
        r"(?:archive|security)\.[u]buntu\.com",
    ),
    "a path of one machine": (  # at the start of a word: "https://host/home/" is an address
        r"(?<![\w.%-])/[w]ork/",
        r"/[o]pt/(?:pypi|wheels)",
        r"(?<![\w.%-])/[hU](?:ome|sers)/\w",
        r"(?<![\w.%-])/[r]oot/",
        r"\bC:\\Users",
    ),
}


def leaks(text: str) -> Iterator[tuple[int, str, str]]:
    """Line number, what it is, and the words that say it."""
    for what, patterns in LEAKS.items():
        for match in re.finditer("|".join(patterns), text, re.IGNORECASE):
            yield text.count("\n", 0, match.start()) + 1, what, match[0]


def files_in_git() -> list[Path]:
    """Those committed and those about to be: all that git does not ignore."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("base", ["engine", "plugins"])
def test_no_module_is_too_long(base: str) -> None:
    lengths = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for path in sorted((ROOT / base).rglob("*.py"))
    }
    long = [f"{path}: {lines} lines" for path, lines in lengths.items() if lines > LONGEST]
    assert not long, f"modules over {LONGEST} lines; split them:\n" + "\n".join(long)


def test_no_file_names_a_registry_or_a_place_on_this_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {words!r} is {what}"
        for path in files_in_git()
        if b"\0" not in (data := path.read_bytes())
        for line, what, words in leaks(data.decode("utf-8", errors="replace"))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "--index-url https://py" + "pi.org/simple",
        'resolved "https://registry.' + 'npmjs.org/x"',
        "see /" + "work/main",
        "-e file:///" + "home/me/x",
    ],
)
def test_a_leak_is_caught(text: str) -> None:
    assert [line for line, _, _ in leaks("first line\n" + text)] == [2]


@pytest.mark.parametrize("text", ["https://example.org/work/1", "docs/home/index.md", "./work/x"])
def test_an_innocent_path_is_not(text: str) -> None:
    assert not list(leaks(text))
