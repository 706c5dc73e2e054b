"""Pytest collects the games: ids, reports, and nothing where there is no game."""

from __future__ import annotations

import shutil
from importlib import import_module

import pytest
from test_bind import edit

pytest_plugins = ["pytester"]


@pytest.fixture
def project(pytester, tiny):
    """A project with the small game in it."""
    folder = pytester.path / "games" / "tiny-trick"
    shutil.copytree(tiny, folder)
    return folder


def test_ids(pytester, project):
    result = pytester.runpytest_inprocess("--collect-only", "-q")
    result.stdout.fnmatch_lines(
        [
            "games/tiny-trick/game.yaml::check",
            "games/tiny-trick/game.yaml::four-each?base?",
            "games/tiny-trick/game.yaml::two-kings?base?",
            "games/tiny-trick/game.yaml::two-kings?royal?",
            "games/tiny-trick/game.yaml::last-trick?target=50?",
            "games/tiny-trick/game.yaml::teeth",
            "games/tiny-trick/game.yaml::coverage",
            "games/tiny-trick/game.yaml::crosscheck-worths",
        ]
    )
    assert project.is_dir()


def test_all_pass(pytester, project):
    assert project.is_dir()
    pytester.runpytest_inprocess().assert_outcomes(passed=12 + 3 + 3)


def test_a_failure_is_told_at_the_key_that_disagrees(pytester, project):
    edit(project, "game.yaml", "{total: 4, items: {king: 4}}", "{total: 5, items: {king: 4}}")
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(failed=1, passed=17)
    result.stdout.fnmatch_lines(
        [
            "*game.yaml:40:12 EXAMPLE-DISAGREES `total` does not hold: expected 5 | found: 4*",
            "why it is there: Each king counts.",
            "the engine's account:",
            "  king 4 (KS KH)",
        ]
    )
    assert "Traceback" not in result.stdout.str()


def test_faults_of_loading_are_one_item(pytester, project):
    edit(project, "game.yaml", "title:", "titel:")
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*game.yaml:4:1 KEY-UNKNOWN*", "FAILED *game.yaml::check*"])


def test_a_gap_is_an_expected_failure(pytester, project):
    edit(project, "game.yaml", "- id: void\n", '- id: void\n    status: gap\n    note: "not yet"\n')
    edit(project, "game.yaml", 'then: {legal: "9S KD"}', "then: {legal: KD}")
    pytester.runpytest_inprocess("-k", "void").assert_outcomes(xfailed=1)


def test_claims_that_are_not_earned_fail(pytester, project):
    edit(project, "game.yaml", "rules: [last-trick, king, game-end]", "rules: [king, game-end]")
    result = pytester.runpytest_inprocess("-k", "coverage")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*article.md:20:49 COVERAGE-UNPROVEN*"])


def test_a_crosscheck_that_fails_is_its_own_item(pytester, project):
    edit(project, "oracles/worth.json", '"total": 2', '"total": 3')
    result = pytester.runpytest_inprocess("-k", "crosscheck")
    result.assert_outcomes(failed=1, passed=2)
    result.stdout.fnmatch_lines(["*game.yaml:86:58 CROSSCHECK-FAILS row 1*"])


def test_claims_that_cannot_fail_are_an_item(pytester, project, monkeypatch):
    teeth = import_module("upcard_library.teeth")  # as it is now: earlier runs may have dropped it
    assert project.is_dir()
    monkeypatch.setattr(teeth, "toothless", lambda *_: [("legal",)])
    result = pytester.runpytest_inprocess("-k", "teeth")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*game.yaml:*EXAMPLE-TEETH*"])


def test_other_projects_notice_nothing(pytester):
    pytester.makefile(".yaml", game="a: 1")
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest_inprocess().assert_outcomes(passed=1)


def test_the_plugin_imports_next_to_nothing():
    import subprocess
    import sys

    code = (
        "import sys; import pytest; before = set(sys.modules); import upcard_library.pytest_plugin;"
        "print(*sorted(name for name in set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["upcard_library", "upcard_library.pytest_plugin"]
