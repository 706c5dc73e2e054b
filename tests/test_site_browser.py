"""What a reader sees and does, in a real browser, and what a contributor sees on saving."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import MARKS, browsing
from playwright.sync_api import expect
from site_build import GAMES, ROOT, copy_games

pytestmark = MARKS
SIZES = [(1280, 800), (390, 844), (320, 640)]
PAGES = ["", "games/", "games/cribbage/", "games/two-handed-pinochle/", "families/",
         "players/", "packs/", "lists/", "wanted/",
         "games/?us=3&pack=ordinary&time=30&find=rum&in=rules", "glossary/",
         "sources/", "verified/", "writing-a-game/", "ru/games/two-player-thousand/"]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_pages_fit_and_keep_to_themselves(served: str, page: Any, path: str) -> None:
    page.goto(served + path, wait_until="networkidle")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0, f"{path} is too wide at {width} px"


@pytest.mark.parametrize("done", ["fetch('http://127.0.0.2:9/')", "console.error('no')",
                                  "setTimeout(() => { throw new Error('no') })"])  # fmt: skip
def test_a_page_may_not_ask_elsewhere_nor_raise_errors(browser: Any, done: str) -> None:
    with pytest.raises(AssertionError), browsing(browser) as page:  # noqa: PT012
        page.evaluate(f"() => {{ {done} }}")
        page.wait_for_timeout(50)


def test_the_content_security_policy_is_watched(browser: Any, served: str) -> None:
    with pytest.raises(AssertionError, match="Content Security Policy"), browsing(browser) as page:  # noqa: PT012
        page.goto(served + "sources/")
        page.evaluate("fetch('http://127.0.0.2:9/').catch(() => null)")


def test_a_mark_opens_its_examples(served: str, page: Any) -> None:
    page.goto(served + "games/cribbage/", wait_until="networkidle")
    plate = page.locator("#example-perfect-29")
    copies = "button.md-code__button, button.md-clipboard"
    assert page.locator(f"details:not([open]) :is({copies})").count() == 0
    assert not plate.is_visible()
    page.locator("#fifteens > details.proof > summary").click()
    assert plate.is_visible()
    plate.locator("> summary").click()
    assert plate.locator("svg.card").count() == 5
    assert plate.locator("svg.card").first.get_attribute("aria-label") == "5 of hearts"
    assert "29" in plate.locator("table.score tfoot").inner_text()
    assert not plate.locator("pre").is_visible()
    plate.locator("details.doctest > summary").click()
    assert ">>> from upcard import rules" in plate.locator("pre").inner_text()
    plate.locator(copies).wait_for()
    assert plate.locator(copies).count() == 1


def test_it_opens_by_keyboard(served: str, page: Any) -> None:
    page.goto(served + "games/cribbage/")
    page.locator("#fifteens > details.proof > summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#example-perfect-29").is_visible()


def test_a_link_to_an_example_opens_it(served: str, page: Any) -> None:
    page.goto(served + "games/cribbage/#example-perfect-29")
    page.locator("#example-perfect-29 table.score").wait_for()


def test_the_page_is_whole_without_scripts(served: str, browser: Any) -> None:
    with browsing(browser, java_script_enabled=False) as page:
        page.goto(served + "games/cribbage/")
        page.locator("#fifteens > details.proof > summary").click()
        assert page.locator("#example-perfect-29").is_visible()
        page.goto(served + "games/")
        assert page.locator(".game").count() >= 2
        assert not page.locator("form.filter").is_visible()


def test_the_catalogue_narrows(served: str, page: Any) -> None:
    page.goto(served + "games/")
    every = page.locator(".game:visible").count()
    page.fill("form.filter input[name=find]", "pinocle")
    assert page.locator(".game:visible").count() == 1
    assert "One of" in page.locator(".filter__count").inner_text()
    page.fill("form.filter input[name=find]", "")
    assert page.locator(".game:visible").count() == every


def test_search_finds_a_game_by_another_name(served: str, page: Any) -> None:
    page.goto(served)
    page.keyboard.press("/")
    page.keyboard.type("Six-card Cribbage")
    first = page.locator(".md-search-result__item h1").first
    expect(first).to_contain_text("Cribbage")


def test_search_finds_the_russian_page_by_a_russian_word(served: str, page: Any) -> None:
    page.goto(served + "?q=марьяж")
    first = page.locator(".md-search-result__item h1").first
    expect(first).to_contain_text("Тысяча вдвоём")
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url("**/ru/games/two-player-thousand/**")
    page.locator("nav.languages a").click()
    page.wait_for_url("**/games/two-player-thousand/")
    assert page.locator("h1").inner_text().startswith("Two-player Thousand")


def test_dark_mode_is_readable(served: str, page: Any) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(served + "games/cribbage/")
    body = page.evaluate("getComputedStyle(document.body).backgroundColor")
    text = page.evaluate("getComputedStyle(document.querySelector('.rule')).color")
    assert contrast(body, text) > 7


def contrast(one: str, two: str) -> float:
    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(two)))
    return (bright + 0.05) / (dark + 0.05)


# --- saving under `mkdocs serve` -----------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def text_at(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return str(answer.read().decode("utf-8"))
    except OSError:
        return ""


def wait_for(url: str, words: str, seconds: float = 90) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if words in (html := text_at(url)):
            return html
        time.sleep(0.3)
    raise AssertionError(f"{words!r} did not come up at {url}")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout of its own, with one game, engine and plugins included."""
    for name in ("docs", "schema", "engine", "plugins"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    copy_games(tmp_path, "cribbage")
    return tmp_path


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    port = free_port()
    paths = os.pathsep.join(str(folder / name) for name in ("engine", "plugins"))
    environment = {**os.environ, "PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1"}
    environment.pop("UPCARD_GAMES", None)
    command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"]
    log = (folder / "serve.log").open("w", encoding="utf-8")
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        yield f"http://127.0.0.1:{port}/games/cribbage/"
    finally:
        server.terminate()
        server.wait(20)
        log.close()


@pytest.fixture
def watching(browser: Any) -> Iterator[Any]:
    """A page that may complain: while the server is being stopped, it asks it in vain."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_what_is_saved_is_shown(copy: Path, watching: Any) -> None:
    article = copy / "games/cribbage/game.yaml"
    with serving(copy) as url:
        html = wait_for(url, "Cribbage")
        assert "upcard-worker" not in html, "a kept page would hide what is saved"
        assert 'class="faults"' not in html

        watching.goto(url)
        text = article.read_text(encoding="utf-8")
        summary = re.search(r'^summary: "(.*)"$', text, re.MULTILINE)
        assert summary
        article.write_text(text.replace(summary[1], "Saved just now."), encoding="utf-8")
        watching.locator(".lead", has_text="Saved just now.").wait_for(timeout=90_000)

        broken = text.replace("then: {total: 29", "then: {total: 30")
        assert broken != text
        article.write_text(broken, encoding="utf-8")
        wait_for(url, 'class="faults"')

        article.write_text(text, encoding="utf-8")
        wait_for(url, summary[1])
        module = copy / "engine/upcard/games/cribbage.py"
        engine = module.read_text(encoding="utf-8")
        module.write_text("raise RuntimeError('mid-edit')\n" + engine, encoding="utf-8")
        wait_for(url, 'class="faults"')
        module.write_text(engine, encoding="utf-8")
        end = time.monotonic() + 90
        while 'class="faults"' in text_at(url) and time.monotonic() < end:
            time.sleep(0.5)
        assert 'class="faults"' not in text_at(url)
    assert GAMES.is_dir()
