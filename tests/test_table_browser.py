"""Play it in a real browser: matches by the page's own controls, reasons, records, two people."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browsing import MARKS, browsing, until
from site_build import GAMES, ROOT
from test_quality_browser import COLOURS, SCHEMES, WIDTHS, audit, audited

from upcard.api import library, rules, use_library
from upcard.examples import rules_under
from upcard_library.load import load_library
from upcard_library.model import GameArticle
from upcard_library.served import Served
from upcard_site import score_it
from upcard_site.book import Book, Settings
from upcard_site.play_it import scenes

pytestmark = [
    *MARKS,
    pytest.mark.skipif(
        not (ROOT / "node_modules/pyodide").is_dir(),
        reason="no node_modules/pyodide here; run: npm ci",
    ),
]
AUDITED = {"two-handed-euchre": 3, "gin-rummy": 5, "double-solitaire": 25, "cribbage": 3}
"""One game of tricks, one of melds, one layout, one that counts; and how many moves come first."""
USUAL = "gin-rummy"
"""This one is audited in every run, the others in the slow ones."""
DRIVER = Path(__file__).with_name("table_driver.js").read_text(encoding="utf-8")
READY = "driver.ready()"
PAINT = """scheme => {
  document.body.dataset.mdColorScheme = scheme === 'dark' ? 'slate' : 'default';
  return getComputedStyle(document.body).backgroundColor;
}"""
"""What the button at the top of a page does; returns the colour of the page."""
PRESSED = 120
"""So many moves of a hand are made by pressing in an ordinary run; hardly a hand is longer."""
PLACES = {"N": "North", "E": "East", "S": "South", "W": "West"}


@cache
def games() -> dict[str, GameArticle]:
    """Every game that can be played."""
    return {g.id: g for g in load_library(GAMES).games.values() if g.module}


@pytest.fixture(scope="module")
def driven(served: str, browser: Any) -> Iterator[Any]:
    """A page at whose table any game is played: one engine for all of them."""
    with browsing(browser, reduced_motion="reduce") as page:
        page.goto(served + "games/cribbage/")
        page.evaluate(DRIVER)
        yield page


@pytest.fixture(scope="module")
def seated(served: str, browser: Any) -> Iterator[Any]:
    """A page with the table of Cribbage, opened by its link."""
    with browsing(browser, reduced_motion="reduce") as page:
        page.goto(served + "games/cribbage/")
        page.evaluate(DRIVER)
        page.click(".playit__open")
        until(page, READY)
        yield page


@pytest.fixture
def table(seated: Any) -> Any:
    """The table of Cribbage with a new deal, South a person, North an instant bot."""
    deal(seated)
    return seated


def deal(page: Any, **setting: Any) -> None:
    """Deal anew from a seed."""
    usual = {"pace": "quick", "bot": "random", "seed": 5, "people": ["S"], "under": "base"}
    page.evaluate("setting => driver.deal(setting)", usual | setting)
    until(page, READY)


def view(page: Any) -> dict[str, Any]:
    """What the table has been told."""
    told: dict[str, Any] = page.evaluate("driver.table.view")
    return told


# --- every game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(games()))
def test_a_match_is_played_through_the_page(driven: Any, game: str) -> None:
    """A hand by pressing what the table shows, the rest by the same script with instant bots."""
    driven.evaluate("game => driver.open(game)", game)
    assert driven.evaluate("most => driver.hand(7, most)", PRESSED) > 0
    end = driven.evaluate("driver.rest()")
    assert end["over"]
    shown = driven.inner_text(".tstatus")
    assert all(PLACES[seat] in shown for seat in end["winners"])
    assert driven.inner_text(".tmessage") == ""
    live = rules(game).resume(driven.evaluate("driver.table.ask('record')"))
    outcome = live.outcome
    assert outcome is not None
    assert [live.game.seat(side) for side in outcome.winners] == end["winners"]


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(games()))
def test_a_whole_match_is_played_by_pressing_alone(driven: Any, game: str) -> None:
    driven.evaluate("game => driver.open(game)", game)
    while not view(driven)["over"]:
        driven.evaluate("driver.hand(11, 2000)")
        if not view(driven)["over"]:
            driven.evaluate("driver.next()")
    assert driven.locator(".tactions button", has_text="New deal").is_visible()


def forbidden(article: GameArticle) -> list[tuple[dict[str, Any], str, str]]:
    """Positions of an article, each with a move that its example says a rule refuses."""
    found = []
    for example in article.examples:
        scene = scenes(article).get(example.id)
        refused = example.data.get("then", {}).get("refused")
        if scene and "given" in scene and isinstance(refused, dict):
            move, rule = next(iter(refused.items()))
            found.append((scene, str(move), str(rule)))
    return found


@pytest.mark.parametrize("game", sorted(games()))
def test_a_refused_move_is_told_by_the_articles_sentence(driven: Any, game: str) -> None:
    book = Book(games()[game], (), Settings(), folder=f"games/{game}")
    known, before = Served(), library()
    known.add(score_it.page_data(book, rules(game).game)["article"])
    driven.evaluate("game => driver.open(game)", game)
    tried = forbidden(games()[game])[:3]
    assert tried
    for scene, move, rule in tried:
        driven.evaluate("scene => driver.openScene(scene)", scene)
        told = driven.evaluate("move => driver.play(move)", move)
        assert told["refused"]["rule"] == rule
        use_library(known)
        try:
            sentence = rules_under(game, scene["under"]).sentence(rule)
        finally:
            use_library(before)
        shown = driven.inner_text(".tmessage__rule")
        if sentence is None:  # true of every game, and said by none
            assert shown
        else:
            assert shown.split() == sentence.replace("**", "").replace("`", "").split()


# --- one table ------------------------------------------------------------------------------------


def test_a_refusal_lights_the_rule_up_and_leads_there_and_back(table: Any) -> None:
    before = view(table)
    card = next(z for z in before["zones"] if z["label"] == "hand" and "cards" in z)["cards"][0]
    table.click(f".tside--mine .tc--button[data-code='{card}']")
    table.click(".tactions [data-key^='b:try']")
    table.wait_for_selector(".tmessage__rule")
    assert view(table) == before
    rule = table.get_attribute(".tmessage__rule", "data-rule")
    lit = table.locator(".rule--lit")
    assert lit.count() == 1
    assert rule in lit.get_attribute("id")
    table.click(".tmessage a")
    assert table.evaluate("document.activeElement.className") == "tback-link"
    assert lit.is_visible()
    table.click(".tback-link")
    assert table.evaluate("driver.root.contains(document.activeElement)")


def test_a_hand_is_played_with_the_keyboard_alone(table: Any) -> None:
    """Arrows, space, Enter and digits; the focus is never lost."""
    table.evaluate("driver.table.panels.focusBest()")
    for _ in range(40):
        told = view(table)
        if told["hand_over"]:
            break
        assert table.evaluate("driver.root.contains(document.activeElement)")
        move = told["moves"][0]
        for at, code in enumerate(move["cards"]):
            table.keyboard.press("Home")
            for _ in range(8):
                if table.evaluate("document.activeElement.dataset.code") == code:
                    break
                table.keyboard.press("ArrowRight")
            assert table.evaluate("document.activeElement.dataset.code") == code
            single = len(move["cards"]) == 1
            table.keyboard.press("Enter" if single else "Space")
            if at + 1 == len(move["cards"]) and not single:
                table.keyboard.press("1")
        if not move["cards"]:
            table.keyboard.press("1")
        until(table, f"driver.table.view?.moves_made > {told['moves_made']}")
        until(table, READY)
    assert view(table)["hand_over"]
    assert table.evaluate("document.activeElement.textContent") == "Next hand"
    table.keyboard.press("u")
    until(table, "!driver.table.view?.hand_over")


def test_a_card_is_dragged_to_where_it_is_played(table: Any) -> None:
    table.evaluate("driver.play(driver.table.view.moves[0].text)")
    until(table, "driver.table.view?.phase === 'play' && driver.table.acting")
    made = view(table)["moves_made"]
    card = table.locator(".tside--mine .tc--legal").first.bounding_box()
    aim = table.locator(".tmiddle").bounding_box()
    table.mouse.move(card["x"] + 12, card["y"] + 20)
    table.mouse.down()
    table.mouse.move(aim["x"] + 40, aim["y"] + 30, steps=5)
    table.mouse.up()
    until(table, f"driver.table.view?.moves_made > {made}")


def test_a_screen_reader_is_told_the_cards_the_moves_and_the_turn(table: Any) -> None:
    hand = table.get_by_role("region", name="South (you)")
    first = hand.get_by_role("button").first
    assert first.get_attribute("aria-label").endswith(", playable")
    assert " of " in first.get_attribute("aria-label")
    assert table.get_by_role("region", name="North").count() == 1
    table.evaluate("driver.play(driver.table.view.moves[0].text)")
    until(table, "driver.table.view?.phase === 'play' && driver.table.acting")
    log = table.get_by_role("log").inner_text()
    assert "North lay" in log
    assert "South lay" in log
    assert "Your turn" in table.locator(".tstatus[role=status]").inner_text()


@audited
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] * (game != USUAL)) for game in AUDITED]
)
def test_the_table_has_no_fault_that_axe_finds(driven: Any, game: str) -> None:
    """In the middle of a hand, all that can be opened open and a move refused."""
    driven.evaluate("game => driver.open(game)", game)
    driven.evaluate("most => driver.hand(7, most)", AUDITED[game])
    driven.evaluate("driver.table.panels.desk.setupPanel.open = true")
    driven.evaluate("driver.table.panels.desk.write()")
    driven.evaluate("driver.play('fly')")
    assert not view(driven)["hand_over"]
    wrong, shown = [], set()
    try:
        for width, scheme in itertools.product(WIDTHS, SCHEMES):
            driven.set_viewport_size({"width": width, "height": WIDTHS[width]})
            shown.add(driven.evaluate(PAINT, scheme))
            driven.evaluate("driver.root.querySelector('.tc--legal')?.click()")
            driven.evaluate(
                "document.querySelectorAll('.ttable details').forEach(one => { one.open = true })"
            )
            for fault in audit(driven, COLOURS if scheme == "dark" else (), "[data-table]"):
                where = f"{width} px, {scheme}: {fault['rule']} at {fault['target']}"
                wrong.append(f"{where}\n{fault['html'][:200]}\n{fault['told']}")
            assert driven.evaluate("document.documentElement.scrollWidth") <= width
            driven.evaluate("driver.table.clear()")
    finally:
        driven.set_viewport_size({"width": 1280, "height": 800})
        driven.evaluate(PAINT, "light")
    assert len(shown) == len(SCHEMES)
    assert not wrong, "\n\n".join(wrong[:20])


# --- records --------------------------------------------------------------------------------------


def test_a_match_is_saved_and_played_on_from_its_record(table: Any) -> None:
    table.evaluate("driver.moves(4)")
    table.click("[data-key='t:save']")
    record = table.input_value(".tpanel textarea")
    assert record.startswith("cribbage@")
    with table.expect_download() as kept:
        table.click(".tpanel a[download]")
    assert Path(kept.value.path()).read_text(encoding="utf-8") == record
    before = view(table)
    deal(table, seed=6)
    assert view(table)["zones"] != before["zones"]
    table.click("[data-key='t:load']")
    table.fill(".tpanel textarea", record)
    table.click("[data-key='t:load-play']")
    until(table, f"driver.table.view?.moves_made === {before['moves_made']}")
    same = ("zones", "moves", "standing", "turn")
    assert {k: view(table)[k] for k in same} == {k: before[k] for k in same}


@pytest.mark.parametrize(
    ("record", "said"),
    [("nonsense", "no game"), ("cribbage@1\nN fly 5H", "line 2"),
     ("war@1\nDEALER deal", "no game"), ("", "empty"),
     ("<img src=x onerror=alert(1)>", "")],
)  # fmt: skip
def test_a_record_that_cannot_be_played_is_refused_in_words(
    table: Any, record: str, said: str
) -> None:
    before = view(table)
    table.click("[data-key='t:load']")
    table.fill(".tpanel textarea", record)
    table.click("[data-key='t:load-step']")
    until(table, "document.querySelector('.tfault').textContent")
    assert said in table.inner_text(".tfault")
    assert table.locator(".tfault img").count() == 0
    assert view(table) == before


def test_an_example_is_stepped_through_and_played_on(seated: Any) -> None:
    link = seated.locator("a[href*='play=']:not(.playit__open)").first
    link.evaluate("link => { link.closest('details.proof, details.plate').open = true; }")
    link.dispatch_event("click")
    until(seated, "driver.table.stepping && driver.table.view?.moves_made === 0")
    total = view(seated)["ahead"]
    assert seated.locator(".treplay").is_visible()
    if total:
        seated.click("[data-key='r:on']")
        until(seated, "driver.table.view?.moves_made === 1")
        seated.click("[data-key='r:back']")
        until(seated, "driver.table.view?.moves_made === 0")
    seated.click("[data-key='r:play']")
    until(seated, "!driver.table.stepping && driver.ready()")
    assert seated.locator(".treplay").is_hidden()


# --- who sees what --------------------------------------------------------------------------------


def hidden_cards(page: Any, seat: str) -> set[str]:
    """The cards in other seats' hands, from the record that the page does not show."""
    state = rules("cribbage").resume(page.evaluate("driver.table.ask('record')")).state
    at = 0 if seat == "N" else 1
    return {str(card) for card in state.hands[1 - at]}


def test_the_others_cards_never_reach_the_page(table: Any) -> None:
    """Neither the page nor any message of the engine names a card of the other's hand."""
    table.evaluate("driver.listen()")
    for _ in range(4):
        table.evaluate("driver.moves(1)")
        heard = table.evaluate("driver.heard.splice(0).join('\\n')")
        hidden = hidden_cards(table, "S")
        table.evaluate("driver.heard.splice(0)")
        shown = table.evaluate("driver.codes()")
        assert not hidden & set(shown)
        assert hidden
        assert not [card for card in hidden if f'"{card}"' in heard or f" {card}" in heard]
    table.evaluate("driver.deaf()")


def test_two_people_hand_the_device_over(table: Any) -> None:
    deal(table, people=["N", "S"])
    for _ in range(3):
        cover = table.locator(".tcover")
        if cover.is_visible():
            assert table.evaluate("driver.codes()") == []
            assert table.locator(".tboard .tc").count() == 0
            name = cover.locator("button").inner_text().removeprefix("I am ")
            assert f"Pass to {name}" in cover.inner_text()
            assert table.evaluate("document.activeElement.tagName") == "BUTTON"
            table.keyboard.press("Enter")
            until(table, "driver.table.acting")
            assert table.get_by_role("region", name=f"{name} (you)").count() == 1
        seat = view(table)["seat"]
        assert not hidden_cards(table, seat) & set(table.evaluate("driver.codes()"))
        table.evaluate("driver.play(driver.table.view.moves[0].text)")
        until(table, READY)


def test_what_a_person_laid_away_is_not_told_to_the_other(table: Any) -> None:
    deal(table, people=["N", "S"])
    table.keyboard.press("Enter")
    until(table, "driver.table.acting")
    laid = view(table)["moves"][0]
    table.evaluate("move => driver.play(move)", laid["text"])
    until(table, "driver.table.curtained")
    table.keyboard.press("Enter")
    until(table, "driver.table.acting")
    assert not set(laid["cards"]) & set(table.evaluate("driver.codes()"))
    assert "(2 cards)" in table.get_by_role("log").inner_text()


def test_advice_is_a_move_that_can_be_made(table: Any) -> None:
    table.click("[data-key='t:hint']")
    table.wait_for_selector("[data-key='b:hint-go']")
    made = view(table)["moves_made"]
    table.click("[data-key='b:hint-go']")
    until(table, f"driver.table.view?.moves_made > {made}")


@pytest.mark.parametrize("width", [320, 390])
def test_the_table_fits_a_phone(table: Any, width: int) -> None:
    table.set_viewport_size({"width": width, "height": 740})
    try:
        assert table.evaluate("document.documentElement.scrollWidth") <= width
        small = table.evaluate("driver.small()")
        assert not small
    finally:
        table.set_viewport_size({"width": 1280, "height": 800})
