"""What goes to the table: variants side by side, checklist, score pad, print buttons."""

from __future__ import annotations

import html
import json
import re
import shutil
import threading
from collections.abc import Callable
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from site_build import GAMES, build, copy_games, elements, forget

from upcard.examples import rules_under
from upcard.options import describe
from upcard_library.load import load_library
from upcard_library.provider import ARTICLES
from upcard_library.run import run_game
from upcard_site import checklist, compare, score_pad, sheets
from upcard_site.book import Book, Settings
from upcard_site.language import speaking
from upcard_site.rules_html import Anchors
from upcard_site.translated import in_language

NAMES = [
    "cribbage", "crazy-eights", "koi-koi", "two-handed-pinochle", "two-player-hearts",
    "two-player-thousand", "war",
]  # fmt: skip
Open = Callable[..., Book]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def book() -> Any:
    library = load_library(GAMES, NAMES)

    @cache
    def opened(name: str, *, run: bool = False) -> Book:
        ARTICLES.use(library.games, library.root)
        game = library.games[name]
        return Book(game, run_game(game) if run and game.module else [], Settings())

    yield opened
    forget()


def attribute(text: str, name: str) -> Any:
    found = re.search(rf' {name}="([^"]*)"', text)
    assert found
    return json.loads(html.unescape(found[1]))


# --- variants -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_value_that_differs_stands_in_bold_and_no_other(book: Open, name: str) -> None:
    it = book(name)
    text = compare.variants_html(it, Anchors(it))
    wanted = {}
    for variant in it.game.variants:
        settings = compare.settings_of(it, variant)
        assert settings, f"{variant.id} is the base game"
        wanted[variant.title] = sorted(
            compare.label(it.option_info[option], value) for option, value in settings.items()
        )
    shown: dict[str, list[str]] = {}
    for table in re.findall(r"<table.*?</table>", text, re.DOTALL):
        titles = re.findall(r'<th scope="col"><a href="#variant-[^"]+">([^<]+)</a>', table)
        for row in re.findall(r"<tr><th scope=\"row\">.*?</tr>", table, re.DOTALL):
            cells = re.findall(r"<td( class=\"differs\")?>([^<]*)</td>", row)
            assert len(cells) == len(titles) + 1
            assert not cells[0][0]
            for title, (differs, value) in zip(titles, cells[1:], strict=True):
                shown.setdefault(html.unescape(title), [])
                if differs:
                    shown[html.unescape(title)].append(html.unescape(value))
                else:
                    assert value == cells[0][1]
    assert {title: sorted(values) for title, values in shown.items()} == wanted


def test_tables_are_narrow_and_even() -> None:
    sizes = [[len(p) for p in compare.portions(range(n))] for n in (0, 1, 4, 5, 9)]  # type: ignore[arg-type]
    assert sizes == [[], [1], [4], [3, 2], [3, 3, 3]]


def test_sentences_that_differ_are_told(book: Open) -> None:
    it = book("cribbage")
    found = [*compare.changed_sentences(it, Anchors(it), "five-card")]
    kinds = {(change.kind, change.rule.id) for change in found}
    assert ("number", "deal") in kinds
    assert ("new", "three-for-last") in kinds
    assert {("gone", "reset"), ("new", "reset")} <= kinds
    assert ("number", "heels") not in kinds
    deal = next(change for change in found if change.rule.id == "deal")
    assert "five cards" in deal.html
    assert not [*compare.changed_sentences(it, Anchors(it), "base")]


# --- the checklist --------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_checklist_asks_every_option_and_presets_the_base_game(book: Open, name: str) -> None:
    it = book(name)
    boxes = [
        node.attrs for node in elements(checklist.checklist_html(it))
        if node.tag == "input" and node.attrs["type"] == "radio"
    ]  # fmt: skip
    chosen = {box["name"]: box["value"] for box in boxes if "checked" in box}
    data = attribute(checklist.checklist_html(it), "data-choices")
    assert chosen == data["base"]
    assert list(chosen) == [option.name for option in it.game.options]
    if it.game.module:
        known = describe(type(rules_under(it.game.id, "base").options))
        for box in boxes:
            if box["value"]:
                known[str(box["name"])].read(box["value"])


def test_a_number_may_be_any_other(book: Open) -> None:
    nodes = elements(checklist.checklist_html(book("war")))
    numbers = {n.attrs["data-for"]: n.attrs for n in nodes if n.attrs.get("type") == "number"}
    assert (numbers["battle_limit"]["min"], numbers["battle_limit"]["max"]) == ("100", "6000")


# --- the score pad --------------------------------------------------------------------------


def test_a_pad_follows_the_game(book: Open) -> None:
    crib, hearts = book("cribbage", run=True), book("two-player-hearts", run=True)
    assert score_pad.profile(crib, "base") == score_pad.Profile(
        ("North", "South"), 121, False,
        "The first player to reach 121 wins at that moment. Nothing that would come later is "
        "counted, and the winner’s score is written as 121.",
    )  # fmt: skip
    assert score_pad.profiles(crib)["five-card"].target == 61
    assert "loses" in score_pad.profiles(crib)["lowball"].end
    assert "muggins" not in score_pad.profiles(crib)
    assert score_pad.pegged(crib)
    assert [part.title for part in score_pad.parts(crib)] == [
        "The crib and the starter", "The play", "The show",
    ]  # fmt: skip
    assert not score_pad.pegged(hearts)
    assert not score_pad.parts(hearts)
    assert score_pad.profiles(hearts)["base"].low


def test_bids_and_sides_have_columns(book: Open) -> None:
    assert score_pad.notes(book("two-player-thousand", run=True)) == ("Bid", "Contract")
    assert not score_pad.notes(book("cribbage", run=True)), "claims are for Muggins only"
    eights = score_pad.profiles(book("crazy-eights"))
    assert len(eights["players=3"].sides) == 3
    assert eights["scoring=penalty"].low
    assert score_pad.profiles(book("two-handed-pinochle"))["base"].target == 1200


def test_a_game_told_in_prose_has_a_pad_too(book: Open) -> None:
    assert score_pad.profiles(book("koi-koi"))["base"].sides == ("Player 1", "Player 2")
    assert 'class="track"' not in score_pad.pad_html(book("koi-koi"))


def test_the_pad_speaks_russian(book: Open) -> None:
    english = book("two-player-thousand", run=True)
    with speaking("ru"):
        russian = in_language(english, english.game.translations["ru"])
        text = score_pad.pad_html(russian)
    said = attribute(text, "data-pad")["said"]
    assert said["Add"] == "Записать"
    assert not [text for text, ours in said.items() if ours == text]
    assert "бочки" in attribute(text, "data-pad")["profiles"]["base"]["end"]


@pytest.mark.parametrize("holes", [31, 60, 121])
def test_a_track_has_its_holes_apart(holes: int) -> None:
    track = score_pad.track(holes, 2)
    points = re.findall(r"M(\d+) (\d+)h0", track["dots"])
    assert len(points) == len(set(points)) == holes
    assert track["ends"][-1][0] == holes
    assert all(0 < int(x) < 350 and 0 < int(y) < track["height"] for x, y in points)


def test_background_is_what_follows_the_last_rule(book: Open) -> None:
    assert sheets.background(book("cribbage").game) == {"variations", "history-and-sources"}


# --- on the page ----------------------------------------------------------------------------


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def game_site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    tmp = tmp_path_factory.mktemp("sheets")
    build(tmp / "site", copy_games(tmp, "cribbage"), strict=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp / "site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page(game_site: str) -> Any:
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=flags)
        opened = browser.new_page(viewport={"width": 390, "height": 844})
        opened.add_init_script(
            "window.print = () => { window.printed = (window.printed || 0) + 1 }"
        )
        opened.goto(game_site + "games/cribbage/")
        opened.locator(".pad__form").wait_for()
        yield opened
        browser.close()


def visible(page: Any, selector: str) -> bool:
    return bool(page.locator(selector).first.is_visible())


@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(
    not CHROMIUM, reason="no Chromium here; on Debian: apt install chromium, then run again"
)
class TestInTheBrowser:
    def test_paper_shows_the_rules_and_nothing_else(self, page: Any) -> None:
        page.emulate_media(media="print")
        seen = ["h1", ".sheet-head", "#fifteens", "#the-show", ".lead"]
        hidden = [
            ".md-header", ".md-footer", ".facts", ".proof", "#variants", ".compare", "#sources",
            ".sources", "#muggins", "#history-and-sources", ".checklist", ".pad", ".legend",
        ]  # fmt: skip
        assert {name: visible(page, name) for name in seen + hidden} == {
            **dict.fromkeys(seen, True), **dict.fromkeys(hidden, False),
        }  # fmt: skip
        page.emulate_media(media="screen")
        page.locator("[data-print-with=sources]").check()
        page.locator("[data-print-with=examples]").check()
        page.emulate_media(media="print")
        assert [visible(page, name) for name in (".sources", "#fifteens .plate")] == [True, True]
        page.emulate_media(media="screen")
        page.locator("[data-print-with=sources]").uncheck()
        page.locator("[data-print-with=examples]").uncheck()

    @pytest.mark.parametrize(
        ("kind", "part"), [("checklist", ".checklist"), ("pad", ".pad__paper")]
    )
    def test_a_button_prints_its_part(self, page: Any, kind: str, part: str) -> None:
        before = page.evaluate("window.printed || 0")
        page.locator(f"[data-print-kind={kind}]").click()
        assert page.evaluate("window.printed") == before + 1
        page.emulate_media(media="print")
        assert visible(page, part)
        assert visible(page, "h1")
        assert not visible(page, "#fifteens")
        page.emulate_media(media="screen")
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert visible(page, "#fifteens")

    def test_ticking_makes_an_address(self, page: Any) -> None:
        link = page.locator(".checklist__go a")
        assert link.get_attribute("href") == "?rules=base"
        page.locator("input[name=muggins][value=yes]").check()
        assert link.get_attribute("href") == "?rules=muggins"
        page.locator("input[name=stinkhole][value=yes]").check()
        rules = link.get_attribute("data-rules")
        chosen = rules_under("cribbage", rules).options
        assert (chosen.muggins, chosen.stinkhole, chosen.target) == (True, True, 121)
        page.locator(".checklist__go button").click()
        assert link.get_attribute("href") == "?rules=base"

    def test_checklist_and_pad_follow_the_choice(self, page: Any) -> None:
        tell = """under => document.dispatchEvent(new CustomEvent("upcard:rules",
            {detail: {game: "cribbage", under, title: "Ours"}}))"""
        page.evaluate(tell, "five-card muggins=yes")
        assert page.locator("input[name=deal_size]:checked").get_attribute("value") == "5"
        assert page.locator("input[name=muggins]:checked").get_attribute("value") == "yes"
        assert page.locator("[data-sheet=rules]").text_content() == "Ours"
        assert "reach 61" in page.locator(".pad__end").inner_text()
        assert [visible(page, f".track[data-holes='{n}']") for n in (61, 121)] == [True, False]
        page.evaluate(tell, "base")
        assert page.locator("input[name=deal_size]:checked").get_attribute("value") == "6"
        assert page.locator("[data-sheet=rules]").text_content() == "The base game"

    def test_the_pad_adds_up_keeps_and_takes_back(self, page: Any) -> None:
        boxes = page.locator(".pad__form input[type=number]")
        for number, points in enumerate(["2", "7", "8", "0", "5", "12"]):
            boxes.nth(number).fill(points)
        boxes.nth(5).press("Enter")
        assert page.locator(".pad__told").inner_text() == ("Deal 1 added. Level at 17.")
        boxes.nth(1).fill("3")
        page.locator(".pad__form button[type=submit]").click()
        assert "North leads with 20. South has 17." in page.locator(".pad__told").inner_text()
        assert page.locator(".track:visible .track__lane--1 .track__peg").count() == 2
        page.reload()
        page.locator(".pad__form").wait_for()
        sums = ".pad__table tfoot td"
        assert page.locator(sums).all_inner_texts() == ["20", "17"]
        page.locator("[data-do=undo]").click()
        assert page.locator(sums).all_inner_texts() == ["17", "17"]
        page.locator("[data-do=clear]").click()
        assert not visible(page, ".pad__table")
        page.locator("[data-do=undo]").click()
        assert page.locator(sums).all_inner_texts() == ["17", "17"]

    def test_phones_have_cards_and_wide_screens_tables(self, page: Any) -> None:
        assert [visible(page, n) for n in (".compare__table", ".variant__values")] == [False, True]
        page.set_viewport_size({"width": 1280, "height": 800})
        assert [visible(page, n) for n in (".compare__table", ".variant__values")] == [True, False]
