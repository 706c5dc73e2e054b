"""Coverage both ways and the status it earns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_bind import brief, edit

from upcard_library.assess import Assessment, assess
from upcard_library.load import load_game


def look(folder: Path, **more: object) -> Assessment:
    game, faults = load_game(folder)
    assert game
    return assess(game, faults, **more)


def faults(made: Assessment) -> list[str]:
    return [brief(fault) for fault in made.faults]


def test_the_small_game_is_verified(tiny):
    made = look(tiny)
    assert faults(made) == []
    assert (made.passed, made.failed) == (12, 0)
    assert made.coverage.as_json() == {
        "id": "tiny-trick", "status": "verified", "rules": 6, "proven": 6, "unproven": [],
        "undeclared": [], "variants": 3, "examples": 8, "claimed": "verified", "why_not": [],
    }  # fmt: skip


NO_ROYAL = "    per_variant: {royal: {total: 8}}\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (  # the rule acts, but no example that names it sees it
            "rules: [last-trick, king, game-end]",
            "rules: [king, game-end]",
            ["article.md 20:49 COVERAGE-UNPROVEN"],
        ),
        (NO_ROYAL, "", ["27:10 COVERAGE-VARIANT", "24:3 COVERAGE-OPTION"]),
        (  # an option value that changes nothing
            NO_ROYAL,
            NO_ROYAL.replace("{total: 8}", "{items: {king: 8}}"),
            [],
        ),
        (
            "per_variant: {target=50: {winner: none}}",
            "per_variant: {target=50: {over: true}}",
            [],
        ),
    ],
)
def test_what_is_not_shown_is_told(tiny, old, new, expected):
    edit(tiny, "game.yaml", old, new)
    made = look(tiny)
    assert faults(made) == [*expected, *(["15:9 STATUS-CLAIM"] if expected else [])]
    assert made.coverage.status == ("playable" if expected else "verified")


def test_an_option_that_changes_nothing_is_told(tiny):
    edit(tiny, "game.yaml", 'won: "KS 9S KH AH"', 'won: "9S AH"')
    edit(tiny, "game.yaml", "{total: 4, items: {king: 4}}", "{total: 0}")
    edit(tiny, "game.yaml", "{royal: {total: 8}}", "{royal: {total: 0}}")
    assert faults(look(tiny)) == ["24:3 COVERAGE-OPTION", "15:9 STATUS-CLAIM"]


def test_a_rule_that_only_refuses_wants_an_example_that_allows(tiny):
    edit(tiny, "game.yaml", "rules: [king, hand-size]", "rules: [king]")
    edit(tiny, "game.yaml", "rules: [hand-size, trick]", "rules: [trick]")
    assert "30:5 COVERAGE-ACCEPT" in faults(look(tiny))


def test_a_rule_that_is_not_declared_is_told_whatever_is_claimed(tiny, monkeypatch):
    from upcard.games import find

    kind = find("tiny_trick")
    monkeypatch.setattr(kind, "rules", tuple(r for r in kind.rules if r != "trick"))
    made = look(tiny)
    assert made.coverage.undeclared == ["trick"]
    assert "COVERAGE-UNDECLARED" in " ".join(faults(made))


def test_status_climbs_step_by_step(tiny, monkeypatch):
    from upcard.games import find

    kind = find("tiny_trick")
    text = (tiny / "game.yaml").read_text("utf-8")
    without = text[: text.index("crosschecks:")] + text[text.index("changes:") :]
    (tiny / "game.yaml").write_text(without, "utf-8")
    made = look(tiny)
    assert made.coverage.status == "playable"
    assert made.coverage.why_not == ["no crosscheck against an outside source"]
    assert faults(made) == ["15:9 STATUS-CLAIM"]
    assert made.faults[0].nearest == "playable"

    def unfinished(self: object, match: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(kind, "new", unfinished)
    edit(tiny, "game.yaml", "status: verified", "status: scored")
    text = (tiny / "game.yaml").read_text("utf-8")
    cut = text[: text.index("  - id: first-hand")] + text[text.index("sources:\n") :]
    (tiny / "game.yaml").write_text(cut, "utf-8")
    made = look(tiny)
    assert made.coverage.status == "scored"
    assert faults(made) == []

    edit(tiny, "game.yaml", "total: 4", "total: 5")
    made = look(tiny)
    assert made.coverage.status == "draft"
    assert made.coverage.why_not == ["1 examples fail"]
    assert faults(made) == ["40:12 EXAMPLE-DISAGREES"]  # the cause alone is told


def test_a_modest_claim_is_not_scolded(tiny):
    edit(tiny, "game.yaml", "rules: [last-trick, king, game-end]", "rules: [king, game-end]")
    edit(tiny, "game.yaml", "status: verified", "status: playable")
    made = look(tiny)
    assert faults(made) == []
    assert made.coverage.unproven == ["last-trick"]


def test_prose_alone_is_a_draft(tiny):
    edit(tiny, "game.yaml", "engine: tiny_trick", "engine: none")
    edit(tiny, "game.yaml", "status: verified", "status: draft")
    made = look(tiny)
    assert (made.coverage.status, made.coverage.why_not) == ("draft", ["no engine plays it"])
    assert (made.passed, made.failed) == (0, 0)


def test_results_are_kept_by_content(tiny, tmp_path, monkeypatch):
    import upcard_library.assess as module

    store = tmp_path / "store"
    edit(tiny, "game.yaml", "total: 4", "total: 5")
    first = look(tiny, store=store)
    (kept,) = store.glob("*.json")
    json.loads(kept.read_text())
    monkeypatch.setattr(module, "run_case", None)
    assert look(tiny, store=store) == first
    monkeypatch.undo()


def test_weak_claims_and_crosschecks_are_kept_too(tiny, tmp_path, monkeypatch):
    from upcard_library import teeth

    monkeypatch.setattr(teeth, "toothless", lambda *_: [("legal",)])
    edit(tiny, "oracles/worth.json", '"total": 2', '"total": 3')
    first = look(tiny, store=tmp_path / "store")
    monkeypatch.delattr(teeth, "toothless")  # nothing is run a second time
    again = look(tiny, store=tmp_path / "store")
    assert again == first
    assert {fault.code for fault in again.weak} == {"EXAMPLE-TEETH"}
    assert [check.passed for check in again.checks] == [False, True, True]
    assert [brief(fault) for fault in again.checks[0].faults] == ["86:58 CROSSCHECK-FAILS"]


def test_results_are_made_anew_when_a_byte_changes(tiny, tmp_path):
    store = tmp_path / "store"
    assert look(tiny, store=store).failed == 0
    edit(tiny, "game.yaml", "total: 4", "total: 5")
    assert look(tiny, store=store).failed == 1
    edit(tiny, "game.yaml", "total: 5", "total: 4")
    assert look(tiny, store=store).failed == 0
    assert len(list(store.glob("*.json"))) == 1
