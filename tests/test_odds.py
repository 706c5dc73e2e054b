"""Figures: the same command gives the same numbers, stored ones hold, and false ones are found."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from upcard.examples import rules_under
from upcard_library.cli import main
from upcard_library.load import load_game, load_library
from upcard_library.model import GameArticle
from upcard_library.odds import is_every_deal, outcomes, tabulate, work_out
from upcard_library.odds_store import FILE, computed, counted, odds_faults, read, valid
from upcard_library.provider import ARTICLES
from upcard_library.tallies import apart, bins, numbers, wilson
from upcard_site import odds
from upcard_site.book import Book, Settings

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.yaml"))
FIGURES = """odds:
  - {id: kings, kind: ask, title: "Kings in four cards", ask: worth, deal: {won: 4}, samples: 100}
  - {id: one, kind: ask, title: "One card", ask: worth, deal: {won: 1}, samples: 100, variants: [base, royal]}
  - {id: legal, kind: ask, title: "What may be played", ask: may_play, deal: {hand: 4}, given: {led: S}, samples: 100, tally: cards}
  - {id: often, kind: exact, title: "How often", checks: {kings: "A king"}}
  - {id: matches, kind: match, title: "A match", bot: random, matches: 10, endings: [last-trick]}
"""  # noqa: E501


@pytest.fixture
def library(tiny: Path) -> Path:
    """The small library with figures, stored."""
    path = tiny / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(FIGURES + text, "utf-8")
    command(tiny, "--write")
    return tiny


def command(folder: Path, *words: str, code: int = 0) -> str:
    ran = CliRunner().invoke(main, ["odds", folder.name, *words, "--folder", str(folder.parent)])
    assert ran.exit_code == code, ran.output
    return ran.output


def game_in(folder: Path) -> GameArticle:
    game, faults = load_game(folder)
    assert game, faults
    return game


def faults(folder: Path) -> list[str]:
    return [f"{fault.code} {fault.message}" for fault in odds_faults(game_in(folder))]


def change(folder: Path, edit: Any) -> None:
    path = folder / FILE
    told = json.loads(path.read_text("utf-8"))
    edit({entry["id"]: entry for entry in reversed(told["stored"])})
    path.write_text(json.dumps(told), "utf-8")


# --- the small library ----------------------------------------------------------------------


def test_what_is_stored_is_what_the_command_gives(library):
    assert not faults(library)
    stored = {(e.id, e.under): e for e in read(library)[0]}
    assert list(stored) == [("kings", "base"), ("one", "base"), ("one", "royal"),
                            ("legal", "base"), ("matches", "base")]  # fmt: skip
    for (name, _), entry in stored.items():
        words = entry.command.split()[3:]
        told = json.loads(command(library, name, *words[1:], "--json"))["figures"]
        assert entry.result in [figure["result"] for figure in told]
    assert "5 of 5 results are as stored" in command(library, "--verify")


def test_few_different_deals_are_all_looked_at(library):
    stored = {(e.id, e.under): e.result for e in read(library)[0]}
    assert stored["one", "base"] == {"samples": 24, "counts": [[0, 20], [2, 4]], "every": True}
    assert stored["one", "royal"]["counts"] == [[0, 20], [4, 4]]
    assert stored["kings", "base"]["samples"] == 100
    assert "every" not in stored["kings", "base"]


def test_a_match_is_told_by_hand_and_by_match(library):
    result = {e.id: e.result for e in read(library)[0]}["matches"]
    hands = sum(many for _, many in result["hand_moves"])
    assert result["hand_moves"] == [[8, hands]], "four tricks of two cards"
    assert sum(many for _, many in result["match_hands"]) == 10
    assert sum(hands_ * many for hands_, many in result["match_hands"]) == hands
    assert sum(result["first_in_hand"]) == hands
    assert sum(result["first_in_match"]) == 10
    assert result["hand_ended"] == [["last-trick", hands]]
    assert {rule: points for rule, *points in result["items"]}["last-trick"] == [3]


def test_another_seed_or_variant_gives_other_numbers(library):
    base = command(library, "kings", "--json")
    assert command(library, "kings", "--json") == base
    assert command(library, "kings", "--seed", "2", "--json") != base
    assert command(library, "kings", "--variant", "royal", "--json") != base
    assert json.loads(command(library, "often", "--json"))["figures"][0]["result"] == [
        {"label": "A king", "chance": "1/6", "percent": 16.667}
    ]
    assert "16.67 %" in command(library, "often")
    assert "8 moves" not in command(library, "matches")
    assert "8.0 on average" in command(library, "matches")


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda e: e["kings"]["result"]["counts"][0].__setitem__(1, 7), "do not add up"),
        (lambda e: e["kings"]["first"].reverse(), "play or to answer otherwise"),
        (lambda e: e["kings"].update(rules="tiny-trick@0"), "worked out under tiny-trick@0"),
        (lambda e: e["kings"].update(of="0"), "definition has changed"),
        (lambda e: e["matches"].update(first=[]), "play or to answer otherwise"),
        (lambda e: e["matches"]["result"].update(matches=11), "not made from 10 samples"),
        (lambda e: e["matches"]["result"].update(hand_moves=[[9, 1]]), "hold its first outcomes"),
        (lambda e: e["legal"].update(result={}), "not made from 100 samples"),
        (lambda e: e["legal"].update(id="other"), "has no such figure"),
    ],
)
def test_a_stored_figure_that_no_longer_holds_is_found(library, edit, told):
    change(library, edit)
    assert any(told in fault for fault in faults(library)), faults(library)
    assert "as stored" in command(library, "--verify", code=1)


def test_numbers_made_up_with_care_are_found_when_all_is_worked_out_again(library):
    def swap(entries: dict[str, Any]) -> None:
        counts = entries["legal"]["result"]["counts"]
        counts[-1][1], counts[-2][1] = counts[-1][1] + 1, counts[-2][1] - 1

    change(library, swap)
    assert not faults(library), "nothing but the whole series tells"
    assert "legal under base is not what is stored" in command(library, "--verify", code=1)


def test_another_definition_makes_a_result_stale_but_other_words_do_not(library):
    path = library / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('title: "Kings in four cards"', 'title: "Kings"'), "utf-8")
    assert not faults(library)
    path.write_text(text.replace("deal: {won: 4}", "deal: {won: 3}"), "utf-8")
    assert any("definition has changed" in fault for fault in faults(library))
    assert ("kings", "base") not in valid(game_in(library))


def test_what_is_not_stored_is_missing(library):
    (library / FILE).unlink()
    assert [fault.split()[0] for fault in faults(library)] == ["ODDS-MISSING"] * 5
    (library / FILE).write_text("{", "utf-8")
    assert [fault.split()[0] for fault in faults(library)] == ["ODDS-FILE"]


def test_exact_counts_that_disagree_are_told(library):
    path = library / "game.yaml"
    text = path.read_text("utf-8")
    held = text.replace("id: kings, kind: ask", "counted: oracles/k.json, id: kings, kind: ask")
    path.write_text(held, "utf-8")
    exact = {str(2 * k): math.comb(4, k) * math.comb(20, 4 - k) for k in range(5)}
    (library / "oracles/k.json").write_text(json.dumps({"counts": exact}), "utf-8")
    assert not faults(library)
    exact["0"], exact["2"] = exact["2"], exact["0"]
    exact["2"] *= 9
    (library / "oracles/k.json").write_text(json.dumps({"counts": exact}), "utf-8")
    assert [fault.split()[0] for fault in faults(library)] == ["ODDS-DISAGREES"]


def test_references_of_figures_and_charts_are_bound(library):
    path = library / "game.yaml"
    text = path.read_text("utf-8")
    wrong = [
        ("checks: {kings:", "checks: {queens:", "CROSSCHECK-UNKNOWN"),
        ("endings: [last-trick]", "endings: [first-trick]", "RULE-UNKNOWN"),
        ("variants: [base, royal]", "variants: [base, loyal]", "VARIANT-UNKNOWN"),
        ("ask: worth, deal: {won: 4}", "ask: wealth, deal: {won: 4}", "QUESTION-UNKNOWN"),
        ("id: one,", "id: kings,", "ID-TWICE"),
        ("bot: random, ", "", "KEY-MISSING"),
        ("samples: 100, tally", "samples: 100, matches: 10, tally", "KEY-MISPLACED"),
    ]
    for old, new, code in wrong:
        path.write_text(text.replace(old, new), "utf-8")
        found = [fault.code for fault in load_library(library.parent).faults]
        assert code in found, (code, found)


def test_a_chart_that_cannot_be_drawn_is_told(library):
    from upcard_library.charts import chart_faults

    path = library / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text('charts:\n  - {title: "Kings", ask: worth, each: won}\n' + text, "utf-8")
    assert not chart_faults(game_in(library))
    path.write_text('charts:\n  - {title: "Kings", ask: worth, each: lost}\n' + text, "utf-8")
    assert [fault.code for fault in chart_faults(game_in(library))] == ["CHART-FAILS"]


def test_usage_is_explained(tiny):
    assert "defines no figures" in command(tiny, code=2)
    (tiny / "game.yaml").write_text(FIGURES + (tiny / "game.yaml").read_text("utf-8"), "utf-8")
    assert "did you mean" in command(tiny, "king", code=2)
    assert "take all figures" in command(tiny, "kings", "--write", code=2)


def test_the_page_shows_only_what_belongs_to_the_article(library):
    game = game_in(library)
    with ARTICLES.serving(game):
        html = str(odds.section(Book(game, [], Settings())))
    assert html.count('role="img"') == html.count("<title") == html.count("<desc") == 5
    assert "upcard odds tiny-trick one --variant royal" in html
    assert "1/6" in html
    assert "random players" in html
    (library / FILE).write_text("{", "utf-8")
    with ARTICLES.serving(game):
        html = str(odds.section(Book(game, [], Settings())))
    assert "1/6" in html
    assert 'role="img"' not in html


# --- the real games -------------------------------------------------------------------------


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_stored_numbers_agree_with_a_fresh_sample_from_another_seed(folder):
    """Made-up numbers would not: all shares and means lie within five standard deviations."""
    game = game_in(folder)
    if game.module is None:
        assert not game.odds
        return
    stored = valid(game)
    assert {(figure["id"], under) for _, figure, under in computed(game)} == set(stored)
    with ARTICLES.serving(game):
        for _, figure, under in computed(game):
            if under == "base":
                agrees(game, figure, stored[figure["id"], under].result)


def agrees(game: GameArticle, figure: Any, result: dict[str, Any]) -> None:
    ruled = rules_under(game.id, "base")
    few = 1 if figure["kind"] == "match" else 100
    if figure["kind"] == "ask" and result.get("every"):
        assert is_every_deal(ruled, figure, figure["samples"])
        return
    fresh = tabulate(figure, outcomes(ruled, figure, many=few, seed=990_001))
    for name in ("counts",) if figure["kind"] == "ask" else ("hand_moves",):
        wanted = numbers([(v, n) for v, n in result[name]])
        found = numbers([(v, n) for v, n in fresh[name]])
        spread = wanted.deviation / math.sqrt(sum(n for _, n in fresh[name]))
        assert abs(found.mean - wanted.mean) <= 5 * spread, (game.id, figure["id"])


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_exact_counts_agree_with_the_engine(folder):
    game = game_in(folder)
    stored = valid(game)
    for figure in game.odds:
        if "counted" in figure:
            found = [(v, n) for v, n in stored[figure["id"], "base"].result["counts"]]
            assert apart(found, counted(game, figure)) < 5


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_stored_number_is_what_the_engine_gives(folder, tmp_path):
    game = game_in(folder)
    if game.odds and game.module:
        copy = tmp_path / folder.name
        shutil.copytree(folder, copy)
        command(copy, "--verify")


# --- what is said of counts -----------------------------------------------------------------


def test_the_interval_of_a_proportion_is_wilsons():
    low, high = wilson(1, 10)  # Wilson 1927: 0.018 to 0.404
    assert (round(low, 3), round(high, 3)) == (0.018, 0.404)
    assert wilson(0, 0) == (0.0, 1.0)


def test_bars_lose_nothing():
    counts = [(n, n % 7 + 1) for n in range(-3, 500, 3)]
    width, bars = bins(counts)
    assert width == 50
    assert sum(n for _, n in bars) == sum(n for _, n in counts)
    assert bars[0][0] == -50


def test_a_value_that_cannot_be_is_infinitely_far_from_exact_counts():
    exact = [(0, 50), (1, 50)]
    assert apart([(0, 50), (1, 50)], exact) == 0
    assert apart([(0, 50), (2, 50)], exact) == math.inf
    assert apart([(0, 80), (1, 20)], exact) == pytest.approx(6)


def test_working_out_fewer_samples_gives_the_beginning_of_the_series(library):
    game = game_in(library)
    with ARTICLES.serving(game):
        ruled, figure = rules_under(game.id, "base"), game.odds[0]
        begun = list(outcomes(ruled, figure, many=30))
        assert list(outcomes(ruled, figure))[:30] == begun
        assert work_out(ruled, figure, many=30) == tabulate(figure, begun)
