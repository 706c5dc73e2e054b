"""What the documentation shows is run; what is public is documented."""

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import upcard

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    found.name for found in pkgutil.walk_packages(upcard.__path__, "upcard.") if not found.ispkg
]


def blocks(page: Path) -> str:
    """The `pycon` blocks of a page; everything else is blanked, so that lines keep their number."""
    lines, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```pycon"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join(lines) + "\n"


def run(source: str, name: str) -> list[str]:
    test = doctest.DocTestParser().get_doctest(source, {}, name, name, 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    return told


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_session_in_the_documentation_runs_as_shown(page):
    told = run(blocks(page), str(page.relative_to(ROOT)))
    assert not told, "".join(told)


@pytest.mark.parametrize("module", MODULES)
def test_every_docstring_session_runs_as_shown(module):
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module))
    told: list[str] = []
    for test in found:
        doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not told, "".join(told)


def test_a_session_that_shows_something_else_is_caught():
    assert run(">>> 1 + 1\n3\n", "planted")


@pytest.mark.parametrize("name", upcard.__all__)
def test_every_public_name_is_documented(name):
    public = getattr(upcard, name)
    if inspect.isclass(public) or inspect.isfunction(public):
        assert public.__doc__
        assert not public.__doc__.startswith(f"{name}("), "the docstring is the generated one"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "LICENSE-CONTENT.md"])
def test_links_of_pages_outside_the_site_lead_somewhere(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text):
        assert (ROOT / target).exists(), f"{name}: {target}"
