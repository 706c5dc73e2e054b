"""Choosing rules on a game's page, in a real browser: what a reader does and sees."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from site_build import build, copy_games

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(
        not CHROMIUM, reason="no Chromium here; on Debian: apt install chromium, then run again"
    ),
]
EUCHRE, RUSSIAN = "games/two-handed-euchre/", "ru/games/two-player-thousand/"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    games = copy_games(
        tmp_path_factory.mktemp("library"), "two-handed-euchre", "two-player-thousand"
    )
    build(folder, games, strict=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        opened = play.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


def rules(page: Any) -> str:
    return str(page.evaluate("upcard.rules()"))


def choose(page: Any, **options: str) -> None:
    """Open the panel and set single options."""
    if page.locator("details.choice[open]").count() == 0:
        page.locator(".choice > summary").click()
    for name, value in options.items():
        field = page.locator(f".choice [name='{name}']")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.dispatch_event("change")


def test_choosing_changes_sentences_and_numbers_at_once(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    assert rules(page) == "base"
    page.evaluate(
        "document.addEventListener('upcard:rules', event => (window.told = event.detail))"
    )
    needed = page.locator(".rule [data-n=needed]:visible").first
    assert needed.inner_text() == "six"
    hidden = page.locator('.rule[data-when="trump_by=trick_auction"]')
    assert not hidden.first.is_visible()

    choose(page, needed="7", trump_by="trick_auction")
    assert needed.inner_text() == "seven"
    assert needed.get_attribute("title") == "In the base game: six"
    assert hidden.first.is_visible()
    assert not page.locator('.rule[data-when="trump_by=turn_up"]').first.is_visible()
    changed = page.locator(".rule--changed:visible").count()
    status = page.locator(".choice__status").inner_text()
    assert status.startswith(f"{changed} sentences differ from the base game")
    assert page.locator(".choice__status").get_attribute("role") == "status"
    assert page.locator(".rule--changed .changed__word").count() == changed
    bar = "rule => getComputedStyle(rule, '::before').width"
    assert page.locator(".rule--changed").first.evaluate(bar) == "3px"
    told = page.evaluate("told")
    assert told["game"] == "two-handed-euchre"
    assert told["under"] == rules(page) == "trump_by=trick_auction needed=7"
    assert "7" in told["title"]

    page.locator(".choice__buttons button[value=reset]").click()
    assert (needed.inner_text(), rules(page)) == ("six", "base")
    assert page.locator(".rule--changed, .n--changed, .changed__word").count() == 0


def test_the_address_holds_the_choice(site: str, page: Any, browser: Any) -> None:
    page.goto(site + EUCHRE)
    choose(page, needed="7")
    assert page.url.endswith("?rules=needed%3D7")
    choose(page, needed="8")
    page.go_back()
    page.wait_for_function("upcard.rules() === 'needed=7'")
    assert page.locator(".rule [data-n=needed]:visible").first.inner_text() == "seven"
    page.go_back()
    page.wait_for_function("upcard.rules() === 'base'")
    page.wait_for_load_state("networkidle")
    assert (rules(page), "rules" in page.url) == ("base", False)
    page.go_forward()
    page.wait_for_function("upcard.rules() === 'needed=7'")

    other = browser.new_context().new_page()
    other.goto(page.url)
    assert other.locator(".rule [data-n=needed]:visible").first.inner_text() == "seven"
    other.goto(site + EUCHRE + "?rules=base+needed%3D6")
    assert rules(other) == "base"
    other.context.close()


def test_a_named_variant_is_the_shortest_address(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    page.locator(".choice > summary").click()
    radio = page.locator(".choice [name='variant:']").nth(1)
    variant, title = radio.get_attribute("value"), radio.locator("xpath=..").inner_text()
    radio.check()
    assert rules(page) == variant
    assert page.url.endswith(f"?rules={variant}")
    assert page.locator(".choice__title").inner_text() in title


def test_a_contradiction_is_refused_in_the_words_of_the_engine(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    choose(page, layout="4-4-4")
    fault = page.locator(".choice__fault")
    assert "with four, four and four no card is left to turn up" in fault.inner_text()
    assert fault.get_attribute("role") == "alert"
    assert page.locator(".choice [name=layout]").get_attribute("aria-invalid") == "true"
    assert (rules(page), "rules" in page.url) == ("base", False)
    choose(page, trump_by="trick_auction")  # what was missing: now both are taken
    assert rules(page) == "layout=4-4-4 trump_by=trick_auction"
    assert fault.inner_text() == ""
    choose(page, deals="9")
    assert "9 deals are not even" in fault.inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".choice [name=deals]").input_value() == "8"


@pytest.mark.parametrize(
    "asked",
    ["nonsense", "needed=99", "<img src=x onerror=alert(1)>", "layout=4-4-4", "__proto__=1"],
)
def test_an_address_that_makes_no_sense_shows_the_base(site: str, page: Any, asked: str) -> None:
    page.goto(site + EUCHRE)
    page.evaluate("asked => location.search = new URLSearchParams({rules: asked})", asked)
    page.wait_for_url("**rules=**")
    status = page.locator(".choice__status")
    status.get_by_text("The address asks for rules that").wait_for()
    assert "The base game is shown." in status.inner_text()
    assert (rules(page), status.locator("img").count()) == ("base", 0)


def test_the_choice_is_remembered_for_the_game(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    choose(page, needed="7")
    page.goto(site)
    page.goto(site + EUCHRE)
    status = page.locator(".choice__status")
    assert re.match("You are reading .*7, as last time", status.inner_text())
    assert page.url.endswith("?rules=needed%3D7")
    status.locator("button").click()
    assert rules(page) == "base"
    page.goto(site + EUCHRE)
    assert rules(page) == "base"
    page.goto(site + "games/two-player-thousand/")
    assert rules(page) == "base"


def test_by_keyboard_alone(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    page.locator(".choice > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "base"
    page.keyboard.press("ArrowDown")
    assert rules(page) != "base"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "close":
            break
    page.keyboard.press("Enter")
    assert page.locator("details.choice[open]").count() == 0
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_bar_stays_at_hand(site: str, page: Any) -> None:
    for width, height in ((390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(site + EUCHRE)
        page.evaluate("window.scrollTo(0, 3000)")
        box = page.locator(".rules-choice").bounding_box()
        assert 0 <= box["y"] < 80
        page.locator(".choice > summary").click()
        panel = page.locator(".choice__panel").bounding_box()
        assert panel["y"] + panel["height"] <= height
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0


def test_links_lead_to_what_holds(site: str, page: Any) -> None:
    """A hidden sentence gives way to the one in its place, or shows with its condition."""
    page.goto(site + EUCHRE + "?rules=needed%3D7")
    page.locator(".choice__status a").click()
    page.wait_for_load_state("networkidle")  # Material may put the page in anew
    page.locator(".rule--changed:target").wait_for()
    assert rules(page) == "needed=7"
    assert "?rules=needed%3D7#" in page.url
    hidden = page.locator('.rule[data-when="trump_by=trick_auction"]').first.get_attribute("id")
    page.goto(site + EUCHRE + f"#{hidden}")
    assert page.locator(f"#{hidden}").is_visible()
    assert page.locator(f"#{hidden} .rule__when").first.is_visible()


def test_an_example_shows_what_comes_of_it(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    hidden = page.locator(".plate[data-own=base] .other[data-under]").first
    under = hidden.get_attribute("data-under")
    plate = hidden.locator("xpath=ancestor::details[contains(@class, 'plate')]")
    assert plate.locator(".other--chosen").count() == 0
    page.goto(site + EUCHRE + "?" + "rules=" + under.replace("=", "%3D").replace(" ", "+"))
    plate.evaluate("plate => { for (let at = plate; at; at = at.parentElement) at.open = true }")
    assert plate.locator(".other--chosen").is_visible()
    assert not plate.locator(".plate__own").is_visible()
    page.goto(site + EUCHRE + "?rules=needed%3D9+deals%3D20")
    told = page.locator(".plate[data-own=base] .plate__chosen").first
    assert "Worked for the base game; nobody has run it" in told.text_content()


def test_the_russian_page(site: str, page: Any) -> None:
    page.goto(site + RUSSIAN)
    assert page.locator(".choice > summary").inner_text().split("\n") == [
        "Правила:",
        "Основные правила",
    ]
    choose(page, barrel="900")
    assert page.locator(".choice__status").inner_text().startswith("Отличий от основных правил:")
    assert page.locator("[data-n=barrel_at]:visible").first.inner_text() == "900"
    assert page.locator(".rule--changed").first.inner_text().startswith("Изменено:")
    page.locator("nav.languages a").click()
    page.wait_for_url("**/games/two-player-thousand/**")
    page.wait_for_function("upcard.rules() === 'barrel=900'")


def test_the_table_before_the_first_move_follows(served: str, page: Any) -> None:
    page.goto(served + "games/cribbage/")
    figure = page.locator("figure.setup")
    base, five = figure.locator(".setup__base"), figure.locator("[data-variants~=five-card]")
    assert base.is_visible()
    page.goto(served + "games/cribbage/?rules=five-card")
    five.locator(".setup__table").wait_for()
    assert not base.is_visible()
    assert five.locator("summary").inner_text() == "Five-card Cribbage"
    assert not figure.locator(".setup__mixed").is_visible()
    page.goto(served + "games/cribbage/?rules=five-card+target%3D181")
    figure.locator(".setup__mixed").wait_for()
    assert five.locator(".setup__table").is_visible()
    page.goto(served + "games/cribbage/?rules=base")
    base.locator(".setup__table").wait_for()
    assert figure.locator(".setup__other[open]").count() == 0


def test_suits_in_four_colours(site: str, page: Any) -> None:
    page.goto(site + EUCHRE)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    colour = "suit => getComputedStyle(suit).color"
    diamond = page.locator(".ic.suit-D").first
    two = diamond.evaluate(colour)
    page.locator("[name='show:colours']").check()
    assert diamond.evaluate(colour) != two
    page.reload()
    assert page.locator(".ic.suit-D").first.evaluate(colour) != two


def test_without_scripts_all_is_there(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(site + EUCHRE)
    assert plain.locator('.rule[data-when="trump_by=trick_auction"]').first.is_visible()
    plain.locator(".choice > summary").click()
    assert not plain.locator(".choice form").is_visible()
    link = plain.locator(".choice__plain a").first
    full = plain.locator(link.get_attribute("href"))
    assert full.locator("li").count() >= 1
    full.locator("summary").click()
    assert full.locator("li").first.is_visible()
    assert not full.locator(".scripted").is_visible()
    context.close()
