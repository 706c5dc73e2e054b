"""Finding a game as a reader does: by name, by wish, by a rule's words, by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import MARKS, browsing

pytestmark = MARKS


def shown(page: Any) -> list[str]:
    """The titles of the games in the list."""
    return [
        name.strip()
        for name in page.locator(
            ".games--all > .game:visible .game__name > a:first-child"
        ).all_text_contents()
    ]


def said(page: Any) -> str:
    return str(page.locator(".filter__count").inner_text())


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("Тысяча", "Two-player Thousand"), ("tysiac", "Two-player Thousand"),
        ("PINOCLE", "Two-handed Pinochle"), ("six-card cribbage", "Cribbage"),
        ("skip bo", "Stockpile"), ("flower cards", "Koi-Koi"),
    ],
)  # fmt: skip
def test_a_game_is_found_by_any_of_its_names(
    served: str, page: Any, words: str, title: str
) -> None:
    page.goto(served + "games/")
    page.fill("input[name=find]", words)
    assert title in shown(page)
    assert len(shown(page)) < 4


def test_the_search_of_the_site_finds_a_game_by_a_name_in_another_language(
    served: str, page: Any
) -> None:
    page.goto(served + "?q=Тысяча")
    found = page.locator(".md-search-result__item h1")
    for title in ("Two-player Thousand", "Тысяча вдвоём"):
        found.filter(has_text=title).first.wait_for()


def test_facets_narrow_count_and_go_back(served: str, page: Any) -> None:
    page.goto(served + "games/")
    every = shown(page)
    assert said(page) == f"{len(every)} games."
    page.select_option("select[name=players]", "4")
    four = shown(page)
    assert 0 < len(four) < len(every)
    assert said(page).startswith(f"{len(four)} of {len(every)}")
    option = page.locator("select[name=family] option:not([disabled])").nth(1)
    counted = int(option.inner_text().rpartition("(")[2].rstrip(")"))
    page.select_option("select[name=family]", option.get_attribute("value"))
    assert len(shown(page)) == counted
    assert "players=4" in page.url
    assert "family=" in page.url
    page.go_back()
    page.wait_for_load_state("networkidle")
    assert shown(page) == four
    assert page.locator("select[name=family]").input_value() == ""
    page.get_by_role("button", name="Clear all").click()
    assert shown(page) == every
    assert "?" not in page.url
    assert page.evaluate("document.activeElement.name") == "find"


def test_an_address_opened_afresh_shows_the_same(served: str, browser: Any) -> None:
    with browsing(browser) as page:
        page.goto(served + "games/")
        page.select_option("select[name=players]", "2")
        page.select_option("select[name=deck]", "ordinary")
        page.fill("input[name=find]", "Rümmy")
        address, found = page.evaluate("location.href"), shown(page)
        assert found
    with browsing(browser) as other:
        other.goto(address)
        assert shown(other) == found
        assert other.locator("input[name=find]").input_value() == "Rümmy"
        other.goto(served + "games/?region=PL")
        assert other.locator("select[name=region]").is_visible()
        assert shown(other) == ["Two-player Thousand"]


def test_what_cannot_be_chosen_any_more_is_told(served: str, page: Any) -> None:
    page.goto(served + "games/?players=6&deck=hanafuda")
    assert shown(page) == []
    assert said(page) == "No game fits."
    told = page.locator(".nothing").inner_text()
    assert "The nearest are Koi-Koi (players: 2)" in told
    assert page.locator(".nothing a", has_text="Ask for the game").get_attribute("href")


def test_a_slip_of_the_pen_is_forgiven(served: str, page: Any) -> None:
    page.goto(served + "games/?find=cribage")
    assert "Did you mean Cribbage" in page.locator(".nothing").inner_text()


def test_a_wanted_game_is_not_here_yet(served: str, page: Any) -> None:
    page.goto(served + "games/")
    assert not page.locator(".not-here").is_visible()
    page.fill("input[name=find]", "Дурак")
    assert shown(page) == []
    assert page.locator(".not-here li:visible a").all_inner_texts() == ["Durak"]
    assert "Not here yet" in page.locator(".not-here").inner_text()
    page.locator(".not-here li:visible a").click()
    page.wait_for_url("**/wanted/#durak")
    section = page.locator("#durak ~ dl").first
    assert "fight of attack" in section.inner_text()


def test_a_rule_is_found_by_its_words_and_loaded_only_then(served: str, page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served + "games/")
    page.fill("input[name=find]", "skunk")
    assert not [url for url in asked if url.endswith("rules.json")]
    page.get_by_role("button", name="Rules that mention “skunk”").click()
    line = page.locator(".said li").first
    line.wait_for()
    assert line.locator("mark").first.inner_text().lower().startswith("skunk")
    assert "rules mention" in page.locator(".said__count").inner_text()
    line.locator("a").click()
    page.wait_for_url("**/games/cribbage/#*skunk*")
    page.go_back()
    page.locator(".said li").first.wait_for()
    assert "in=rules" in page.url


def test_the_picker_says_what_fits_and_why(served: str, page: Any) -> None:
    page.goto(served)
    page.select_option("select[name=us]", "3")
    page.select_option("select[name=time]", "60")
    page.get_by_role("button", name="Find a game").click()
    page.wait_for_url("**/games/?us=3&pack=ordinary&time=60")
    fits = page.locator(".picks__list li")
    fits.first.wait_for()
    texts = fits.all_text_contents()
    assert any(t.startswith("Rummy") and "for 2 to 6; one ordinary pack" in t for t in texts)
    assert any(t.startswith("Nearly: Big Two") and "may take longer" in t for t in texts)
    page.reload()
    fits.first.wait_for()
    assert fits.all_text_contents() == texts
    page.select_option("select[name=us]", "2")
    assert "us=2" in page.url
    page.go_back()
    page.wait_for_load_state("networkidle")
    assert fits.all_text_contents() == texts


def test_it_all_works_by_keyboard(served: str, page: Any) -> None:
    page.goto(served + "games/")
    page.locator("select[name=us]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".picks__list li").first.wait_for()
    assert "us=3" in page.url
    page.locator("input[name=find]").focus()
    page.keyboard.type("gin")
    page.keyboard.press("Enter")
    assert shown(page) == ["Gin Rummy"]
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    assert 1 < len(shown(page)) < 6
    assert "players=4" in page.evaluate("location.search")


def test_a_ready_list_narrows_the_list(served: str, page: Any) -> None:
    page.goto(served + "games/")
    link = page.locator("ul.ready a", has_text="For three")
    assert link.get_attribute("href") == "?players=3"
    link.click()
    assert said(page).endswith("fit.")
    assert page.locator("select[name=players]").input_value() == "3"
    page.goto(served)
    page.locator("ul.ready a", has_text="For three").click()
    page.wait_for_url("**/games/?players=3")
    page.locator(".filter__count", has_text="fit").wait_for()


def test_the_lists_are_whole_without_scripts(served: str, browser: Any) -> None:
    with browsing(browser, java_script_enabled=False) as page:
        page.goto(served + "games/")
        assert not page.locator("form.filter").is_visible()
        assert page.locator(".games--all > .game:visible").count() >= 14
        page.locator("ul.ready a", has_text="For three").click()
        page.wait_for_url("**/lists/#for-three")
        names = page.locator("#for-three + ul a").all_inner_texts()
        assert "Rummy" in names
        assert "Cribbage" not in names


# --- the glossary's notes ------------------------------------------------------------------------


def test_a_term_is_explained_on_focus_and_hover(served: str, page: Any) -> None:
    page.goto(served + "games/cribbage/")
    term, note = page.locator("a.term").first, page.locator("#meaning")
    term.focus()
    assert note.inner_text() == term.get_attribute("data-means")
    assert term.get_attribute("aria-describedby") == "meaning"
    page.keyboard.press("Escape")
    assert not note.is_visible()
    assert term.get_attribute("aria-describedby") is None
    other = page.locator("a.term").nth(1)
    other.hover()
    note.hover()
    page.wait_for_timeout(350)
    assert note.is_visible()
    assert note.inner_text() == other.get_attribute("data-means")
    page.mouse.move(2, 2)
    note.wait_for(state="hidden")


def test_a_first_tap_explains_and_a_second_leads_on(served: str, browser: Any) -> None:
    with browsing(browser, has_touch=True, viewport={"width": 390, "height": 844}) as page:
        page.goto(served + "games/cribbage/")
        term, note = page.locator("a.term").first, page.locator("#meaning")
        term.tap()
        assert note.is_visible()
        assert "games/cribbage/" in page.url
        box = note.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        page.locator("h1").tap()
        assert not note.is_visible()
        term.tap()
        term.tap()
        page.wait_for_url("**/glossary/#*")
