"""What a reader does, from the first page to the sheet of paper, in a real browser."""

from __future__ import annotations

import io
import re
import urllib.request
from typing import Any
from unicodedata import normalize

from browsing import MARKS, browsing
from playwright.sync_api import expect
from pypdf import PdfReader

pytestmark = MARKS
KITCHEN = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def target(page: Any) -> str:
    """The number of points that wins, as the rules on the page say it."""
    return str(page.locator("#game-end [data-n=goal]").first.inner_text())


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read().decode("utf-8"))


def printed(page: Any) -> str:
    """What stands on the printed page, without spaces and ligatures: those are the face's."""
    pages = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    return close(normalize("NFKC", " ".join(one.extract_text() for one in pages)))


def close(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


def test_from_another_name_to_the_sheet_on_the_table(browser: Any, served: str) -> None:
    with browsing(browser, **KITCHEN) as page:
        page.goto(served)
        page.get_by_role("link", name="All games").click()
        page.wait_for_url("**/games/")
        page.fill("input[name=find]", "pinocle")
        found = page.locator(".games--all > .game:visible a").first
        expect(found).to_have_text("Two-handed Pinochle")
        found.click()
        page.wait_for_url("**/games/two-handed-pinochle/")
        page.locator(".choice > summary").click()
        before = target(page)
        page.get_by_role("radio", name="Game of 1500").check()
        page.get_by_role("button", name="Done").click()
        assert (before, target(page)) == ("1200", "1500")
        changed = page.locator("#game-end [data-n=goal]").first
        assert changed.get_attribute("title") == "In the base game: 1200"
        assert "differ" in page.locator(".choice__status").inner_text()
        address = page.url
        assert address.endswith("/games/two-handed-pinochle/?rules=to-1500")

    with browsing(browser, **KITCHEN) as other:
        other.goto(address, wait_until="networkidle")
        assert target(other) == "1500"
        assert other.locator(".choice__title").inner_text() == "Game of 1500"
        sheet = printed(other)
        assert close("Two-handed Pinochle") in sheet
        assert close("Game of 1500") in sheet
        assert close("first to reach 1500") in sheet
        assert close("first to reach 1200") not in sheet
        other.goto(served + "games/two-handed-pinochle/?rules=base", wait_until="networkidle")
        assert close("first to reach 1200") in printed(other)


def test_what_a_page_can_do_it_can_do_after_walking_there(browser: Any, served: str) -> None:
    """The theme puts pages in without loading them anew; ours must start again each time."""
    sitemap = re.sub(r"<loc>https?://[^/]+/", f"<loc>{served}", read(served + "sitemap.xml"))
    with browsing(browser) as page:
        # The theme does so only for addresses in the sitemap, which names the real host.
        page.route("**/sitemap.xml", lambda route: route.fulfill(body=sitemap))
        page.goto(served + "games/", wait_until="networkidle")
        page.evaluate("window.walked = true")
        for game, question in (("Cribbage", "Show"), ("Two-handed Pinochle", "Meld")):
            page.locator(".game__name > a", has_text=game).first.click()
            page.locator("h1", has_text=game).wait_for()
            page.locator(".choice__form:not([hidden])").wait_for(state="attached")
            assert page.evaluate("walked"), "the page was loaded anew"
            page.locator(".print-group__live:not([hidden])").wait_for()
            page.locator(".pad__live:not([hidden]) form").wait_for()
            page.route("**/manifest.json", lambda route: route.fulfill(json={"available": False}))
            page.locator(".tryit__questions a", has_text=question).first.click()
            page.locator(".tryit__form h3", has_text=question).wait_for()
            assert page.locator(".tryit__go").is_visible()
            assert page.evaluate("getComputedStyle(document.querySelector('.tryit__go')).cursor")
            page.locator(".choice > summary").click()
            page.locator(".choice [name='variant:']").nth(1).check()
            assert page.evaluate("upcard.rules()") != "base"
            assert page.locator(".choice__status button").is_visible()
            page.locator("nav.md-path a", has_text="Games").click()
            page.locator("h1", has_text="Games").wait_for()
            assert page.evaluate("upcard.rules()") == "base"
