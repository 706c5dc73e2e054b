"""What a change may not take back, told against another commit of a small repository."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import FIXTURES
from test_bind import brief, edit, told

from upcard_library.cli import main
from upcard_library.frozen import GitError, frozen
from upcard_library.load import load_library
from upcard_site.book import Settings
from upcard_site.site import render_site
from upcard_site.terms import Glossary


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(folder), *who, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """The small library in a repository of its own, with one commit on `main`."""
    root = tmp_path_factory.mktemp("repository") / "library"
    shutil.copytree(FIXTURES / "library", root)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "all")
    git(root, "checkout", "-q", "-b", "change")
    return root


@pytest.fixture
def game(repository, tmp_path, engines):  # noqa: ARG001
    """The one game of a copy of that repository."""
    shutil.copytree(repository, tmp_path / "library")
    return tmp_path / "library" / "games" / "tiny-trick"


def faults(game: Path) -> list[str]:
    return [f"{brief(fault)} {fault.found}" for fault in frozen(game.parent, "main")]


def test_nothing_has_changed(game):
    assert faults(game) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('why: "Each king counts."', 'why: "Every king counts."'),
        ('given: {won: "KS 9S KH AH"}', 'given: {won: "K♠  9S kh AH"}'),
        ("per_variant: {royal: {total: 8}}",
         "per_variant: {royal: {total: 8}, bonus=yes: {total: 8}}"),
        ('text: "Anything goes."', 'text: "All goes."'),
        ("sources: [tests]", "sources: [tests, tests-2]"),
        ("  - id: two-kings\n", ("  - id: one-king\n    rules: [king]\n    ask: worth\n"
         '    given: {won: "KS AS"}\n    then: {total: 2}\n  - id: two-kings\n')),
        ("values: [must, free]", "values: [must, free, never]"),
        ("  - {id: royal,", ("  - {id: long, title: Long, set: {target: 50}, basis: house}\n"
         "  - {id: royal,")),
    ],
)  # fmt: skip
def test_words_and_what_is_new_are_free(game, old, new):
    edit(game, "game.yaml", old, new)
    assert faults(game) == []


def test_the_words_of_a_rule_are_free(game):
    edit(game, "article.md", "A card of the suit led must be played", "Play a card of the suit led")
    assert faults(game) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("then: {total: 4, items: {king: 4}}", "then: {total: 6, items: {king: 6}}",
         ["14:10 FROZEN-VERSION example two-kings", "40:5 FROZEN-CHANGED two-kings"]),
        ('given: {won: "KS 9S KH AH"}', 'given: {won: "KS 9S KH QH"}',
         ["39:5 FROZEN-CHANGED two-kings"]),
        ("per_variant: {royal: {total: 8}}", "per_variant: {royal: {total: 9}}",
         ["41:5 FROZEN-CHANGED two-kings"]),
        ("    per_variant: {royal: {total: 8}}\n", "", ["35:5 FROZEN-CHANGED two-kings"]),
        ("do: [play AS]", "do: [play 9S]", ["57:5 FROZEN-CHANGED higher-takes"]),
        ("ask: may_play", "ask: winner", ["51:5 FROZEN-CHANGED void"]),
        ("id: two-kings", "id: some-kings", ["28:1 FROZEN-GONE two-kings"]),
        ("{id: royal,", "{id: regal,",
         ["14:10 FROZEN-VERSION variant royal", "25:1 FROZEN-GONE royal"]),
        ("set: {bonus: true}", "set: {target: 20}", ["14:10 FROZEN-VERSION variant royal"]),
        ("default: 13", "default: 12", ["14:10 FROZEN-VERSION option target"]),
        ("values: [must, free]", "values: [must, never]", ["14:10 FROZEN-VERSION option follow"]),
        (("  bonus: {rule: king, default: false, values: [true, false], "
         'text: "Kings count double"}\n'), "", ["14:10 FROZEN-VERSION option bonus"]),
        ("version: 1\n", 'version: 1\ntitel: "x"\n', ["1:1 FROZEN-UNREAD tiny-trick"]),
    ],
)  # fmt: skip
def test_what_is_taken_back_is_told_at_its_place(game, old, new, expected):
    edit(game, "game.yaml", old, new)
    assert faults(game) == expected


def test_a_rule_that_is_gone(game):
    edit(game, "article.md", " {#king}", "")
    assert [fault.split(" ", 1)[1] for fault in faults(game)] == [
        "FROZEN-GONE king", "FROZEN-VERSION rule king",
    ]  # fmt: skip


def test_a_rule_that_holds_elsewhere_wants_a_version(game):
    edit(game, "article.md", "{#king}", '{#king when="bonus=yes"}')
    assert faults(game) == ["14:10 FROZEN-VERSION rule king"]
    edit(game, "game.yaml", "version: 1\n", "version: 2\n")
    assert faults(game) == []


def test_a_version_never_goes_back(game):
    edit(game, "game.yaml", "version: 1\n", "version: 3\n")
    git(game, "commit", "-qam", "three")
    git(game, "branch", "-qf", "main")
    edit(game, "game.yaml", "version: 3\n", "version: 2\n")
    assert faults(game) == ["14:10 FROZEN-VERSION 2"]


def test_an_example_that_replaces_another_may_say_what_it_will(game):
    edit(game, "game.yaml", "id: two-kings", "id: some-kings\n    replaces: [two-kings]")
    edit(game, "game.yaml", '"KS 9S KH AH"', '"KS 9S KH QH"')
    assert faults(game) == []
    edit(game, "game.yaml", '"KS 9S KH QH"', '"KS 9S KH AH"')
    edit(game, "game.yaml", "total: 4, items: {king: 4}", "total: 6, items: {king: 6}")
    assert faults(game) == ["14:10 FROZEN-VERSION example some-kings"]


def test_two_examples_that_ask_the_same_are_not_held_against_each_other(game):
    one = "  - id: still-four\n    rules: [king]\n    ask: worth\n"
    one += '    given: {won: "KS 9S KH AH"}\n    then: {items: {king: 4}}\n'
    edit(game, "game.yaml", "  - id: follow\n", f"{one}  - id: follow\n")
    git(game, "commit", "-qam", "two parts of one answer")
    git(game, "branch", "-qf", "main")
    edit(game, "game.yaml", "Each king counts.", "A king counts.")
    assert faults(game) == []


def test_what_was_retired_stays_so(game):
    retired = 'retired:\n  - {kind: variant, id: royal, by: free-play, why: "Nobody plays it."}\n'
    edit(game, "game.yaml", "examples:\n", f"{retired}examples:\n")
    edit(game, "game.yaml", "{id: royal,", "{id: regal,")
    edit(game, "game.yaml", "version: 1\n", "version: 2\n")
    assert faults(game) == []
    git(game, "commit", "-qam", "retired")
    git(game, "branch", "-qf", "main")
    edit(game, "game.yaml", retired, "")
    assert faults(game) == ["25:1 FROZEN-GONE royal"]


def test_an_example_that_was_open_may_be_settled(game):
    edit(game, "game.yaml", "    ask: may_play\n",
         "    ask: may_play\n    status: disputed\n    note: Sources differ.\n")  # fmt: skip
    git(game, "commit", "-qam", "open")
    git(game, "branch", "-qf", "main")
    edit(game, "game.yaml", "    status: disputed\n    note: Sources differ.\n", "")
    edit(game, "game.yaml", 'then: {legal: "9S KD"}', 'then: {legal: "9S"}')
    assert faults(game) == []


def test_a_game_that_is_gone_or_has_moved(game):
    new = game.rename(game.with_name("small-trick"))
    edit(new, "game.yaml", "id: tiny-trick", "id: small-trick\nformer_ids: [tiny-trick]")
    edit(new, "game.yaml", "id: two-kings", "id: some-kings")
    assert faults(new) == ["29:1 FROZEN-GONE two-kings"]
    edit(new, "game.yaml", "former_ids: [tiny-trick]\n", "")
    assert faults(new) == ["1:1 FROZEN-GONE tiny-trick"]


def test_what_came_to_the_base_meanwhile_is_not_ours_to_keep(game):
    root = game.parent.parent
    git(root, "checkout", "-q", "main")
    edit(game, "game.yaml", "  - {id: royal,", "  - {id: long, title: Long, set: {target: 50}, "
         "basis: house}\n  - {id: royal,")  # fmt: skip
    git(root, "commit", "-qam", "more")
    git(root, "checkout", "-q", "change")
    assert faults(game) == []


def test_the_command(game, monkeypatch):
    monkeypatch.chdir(game.parent.parent)
    monkeypatch.delenv("UPCARD_GAMES", raising=False)

    def run(*words: str):
        return CliRunner().invoke(main, ["frozen", *words])

    assert run("--base", "main").output == "Nothing taken back since main\n"
    edit(game, "game.yaml", "id: two-kings", "id: some-kings")
    result = run("--base", "main")
    assert result.exit_code == 1
    assert result.stdout == (
        "games/tiny-trick/game.yaml:28:1 FROZEN-GONE This example is gone, and its address with "
        "it | found: two-kings | did you mean: some-kings | write `replaces: [two-kings]` in the "
        "example that stands for it, or list it under `retired` (kind: example), with the reason\n"
        "1 thing taken back\n"
    )
    assert "::error file=games/tiny-trick" in run("--base", "main", "--format", "github").stdout
    assert run("--base", "main", "--format", "json").stdout.startswith('{\n  "faults": [')
    assert "git knows no commit 'mian'" in run("--base", "mian").stderr
    assert "git knows no commit '--help'" in run("--base=--help").stderr


def test_no_repository_no_answer(tiny):
    with pytest.raises(GitError):
        frozen(tiny.parent, "main")


# --- what the check says of retired ids -----------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("{kind: rule, id: second-king, by: king, why: x}", ""),
        ("{kind: rule, id: second-king, why: x}", ""),
        ("{kind: rule, id: king, why: x}", "29:22 ID-TAKEN"),
        ("{kind: example, id: two-kings, why: x}", "29:25 ID-TAKEN"),
        ("{kind: variant, id: two-kings, why: x}", ""),
        ("{kind: rule, id: old, by: kin, why: x}", "29:31 RULE-UNKNOWN"),
        ("{kind: variant, id: old, by: roial, why: x}", "29:34 VARIANT-UNKNOWN"),
        ("{kind: example, id: old, by: two-king, why: x}", "29:34 EXAMPLE-UNKNOWN"),
        ("{kind: rule, id: a, why: x}\n  - {kind: rule, id: a, why: y}", "30:22 ID-TWICE"),
    ],
)
def test_retired_ids_are_checked(tiny, entry, expected):
    edit(tiny, "game.yaml", "examples:\n", f"retired:\n  - {entry}\nexamples:\n")
    assert ", ".join(told(tiny)) == expected


def test_a_replaced_example_is_not_there_any_more(tiny):
    edit(tiny, "game.yaml", "  - id: follow\n", "  - id: follow\n    replaces: [two-kings]\n")
    assert told(tiny) == ["43:16 ID-TAKEN"]


def test_a_retired_id_still_has_its_address(tiny):
    gone = '  - {kind: rule, id: queen, why: "Not <b>here</b>."}\n'
    edit(tiny, "game.yaml", "examples:\n", f"retired:\n{gone}examples:\n")
    edit(tiny, "game.yaml", "  - id: follow\n", "  - id: follow\n    replaces: [obey]\n")
    site = render_site(load_library(tiny.parent), Settings(), Glossary())
    html = site.by_uri["games/tiny-trick.md"].html
    assert re.search(r'<li id="queen">Rule <b>queen</b>: Not (?!<b>)', html)
    assert '<li id="example-obey">Example <b>obey</b>' in html
    assert 'Now: <a href="#example-follow">follow</a>' in html
    told = json.loads(site.files["api/v1/games/tiny-trick.json"])["retired"]
    assert [(entry["kind"], entry["id"], entry["by"]) for entry in told] == [
        ("example", "obey", "follow"), ("rule", "queen", ""),
    ]  # fmt: skip
