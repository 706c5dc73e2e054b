"""Reading without a network, and what a page is allowed to do, in a real browser."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browsing import MARKS, Quiet, browsing, serving_files, until
from playwright.sync_api import expect
from site_build import Built

from upcard_site import offline

pytestmark = MARKS
RUNTIME = "assets/upcard/pyodide/runtime.wasm"
KINDS = ["", "games/", "games/cribbage/", "games/koi-koi/", "ru/games/two-player-thousand/",
         "families/", "glossary/", "sources/", "verified/", "offline/"]  # fmt: skip


class Site(NamedTuple):
    """A served site: its home, its folder, and how often each path was asked for."""

    home: str
    folder: Path
    asked: Counter[str]


@pytest.fixture(scope="module")
def site(library_site: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The library below a folder of its own, with a file that stands for the engine's runtime."""
    root = tmp_path_factory.mktemp("served")
    folder = root / "library"
    shutil.copytree(library_site.folder, folder)
    (folder / RUNTIME).parent.mkdir(parents=True, exist_ok=True)
    (folder / RUNTIME).write_bytes(b"\0asm" * 1000)
    offline.write(folder)
    asked: Counter[str] = Counter()

    class Counting(Quiet):
        def log_message(self, *_: object) -> None:
            asked[self.path.removeprefix("/library/")] += 1

        def end_headers(self) -> None:
            self.send_header("Cache-Control", "no-store")
            super().end_headers()

    with serving_files(root, Counting) as address:
        yield Site(f"{address}library/", folder, asked)


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    opened = browser.new_context(viewport={"width": 1280, "height": 800})
    yield opened
    opened.close()


@pytest.fixture
def page(context: Any) -> Any:
    return context.new_page()


def visit(page: Any, address: str) -> None:
    """Open a page and wait until it is kept."""
    page.goto(address)
    until(page, "() => !!navigator.serviceWorker.controller")
    kept = "address => caches.open('upcard-pages').then(c => c.match(address)).then(m => !!m)"
    until(page, kept, address)


def test_what_was_read_can_be_read_without_a_network(site: Site, context: Any, page: Any) -> None:
    game = f"{site.home}games/cribbage/"
    visit(page, game)
    keys = "caches.open('upcard-files').then(cache => cache.keys())"
    until(page, f"{keys}.then(keys => keys.some(k => /woff2/.test(k.url)))")
    context.set_offline(True)
    page.reload()
    assert page.locator("h1").inner_text().startswith("Cribbage")
    colour = page.evaluate("getComputedStyle(document.body).getPropertyValue('--paper')")
    assert colour, "the style sheet is not there"
    page.goto(f"{site.home}games/")
    assert page.locator(".game").count() >= 2
    page.goto(f"{game}?rules=tens#fifteens")
    assert page.locator("#fifteens").is_visible()
    page.locator(".md-logo").first.click()
    page.wait_for_url(site.home)
    assert page.locator("h1").inner_text().startswith("Card games whose")
    page.goto(f"{site.home}glossary/")
    page.wait_for_url("**/offline/")
    assert page.locator("h1").inner_text().startswith("Reading offline")


def test_the_whole_library_can_be_kept_and_removed(site: Site, context: Any, page: Any) -> None:
    visit(page, f"{site.home}games/")
    button, status = page.locator(".offline button"), page.locator(".offline [role=status]")
    assert "MB" in status.inner_text()
    button.click()
    page.locator(".offline", has_text="Every page can be read").wait_for()
    context.set_offline(True)
    page.goto(f"{site.home}ru/games/two-player-thousand/")
    assert "Тысяча" in page.locator("h1").inner_text()
    page.goto(f"{site.home}?q=марьяж")
    first = page.locator(".md-search-result__item h1").first
    expect(first).to_contain_text("Тысяча вдвоём")
    page.goto(f"{site.home}games/")
    context.set_offline(False)
    page.locator(".offline button", has_text="Remove").click()
    page.locator(".offline button", has_text="Keep").wait_for()
    context.set_offline(True)
    page.goto(f"{site.home}glossary/")
    page.wait_for_url("**/offline/")


def test_a_new_build_renews_what_changed_and_nothing_else(
    site: Site, context: Any, page: Any
) -> None:
    visit(page, f"{site.home}games/cribbage/")
    runtime = f"fetch('{site.home}{RUNTIME}').then(a => a.arrayBuffer()).then(b => b.byteLength)"
    assert page.evaluate(runtime) == 4000
    asked = site.asked[RUNTIME]
    assert page.evaluate(runtime) == 4000
    assert site.asked[RUNTIME] == asked == 1
    style, bundle = (
        "assets/upcard/upcard.css",
        next(site.folder.glob("assets/javascripts/bundle.*.js")),
    )
    before = site.asked[bundle.relative_to(site.folder).as_posix()]
    file = site.folder / "games/cribbage/index.html"
    html = file.read_text(encoding="utf-8")
    file.write_text(html.replace(">Cribbage</h1>", ">Renewed Cribbage</h1>", 1), encoding="utf-8")
    css = (site.folder / style).read_text(encoding="utf-8")
    (site.folder / style).write_text(f"{css}:root{{--renewed:yes}}\n", encoding="utf-8")
    try:
        offline.write(site.folder)
        page.evaluate("navigator.serviceWorker.ready.then(ready => ready.update())")
        text = "address => caches.match(address).then(kept => kept && kept.text())"
        renewed = "text => !!text && text.includes('>Renewed Cribbage<')"
        until(page, f"address => ({text})(address).then({renewed})", page.url)
        until(page, "navigator.serviceWorker.ready.then(r => !r.installing && !r.waiting)")
        context.set_offline(True)
        page.reload()
        assert page.locator("h1").inner_text().startswith("Renewed Cribbage")
        value = "getComputedStyle(document.documentElement).getPropertyValue('--renewed')"
        assert page.evaluate(value) == "yes"
        assert page.evaluate(runtime) == 4000
        assert site.asked[RUNTIME] == 1
        assert site.asked[bundle.relative_to(site.folder).as_posix()] == before
    finally:
        file.write_text(html, encoding="utf-8")
        (site.folder / style).write_text(css, encoding="utf-8")
        offline.write(site.folder)


def test_no_page_breaks_its_policy_or_leaves_the_site(site: Site, browser: Any) -> None:
    with browsing(browser, service_workers="allow") as page:
        for path in KINDS:
            page.goto(site.home + path, wait_until="load")
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            page.locator("form[data-md-component=palette] label:visible").first.click()
        page.keyboard.press("/")
        page.keyboard.type("crib")
        page.locator(".md-search-result__item h1").first.wait_for()
        page.keyboard.press("Escape")
        page.goto(site.home)
        page.locator("a[href$='games/cribbage/']:visible").first.click()  # without a full load
        page.locator("#fifteens").wait_for()


def test_the_policy_stops_what_is_not_the_sites_own(site: Site, page: Any) -> None:
    page.goto(f"{site.home}games/cribbage/")
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        " document.body.append(s); }"
    )
    assert page.evaluate("window.ran") is None
    style = "document.querySelector('h1').setAttribute('style', 'color:rgb(1, 2, 3)')"
    page.evaluate(style)
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") != "rgb(1, 2, 3)"


def test_the_manifest_leads_to_icons(site: Site) -> None:
    told = json.loads((site.folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert told["start_url"] == told["scope"] == "./"
    for icon in told["icons"]:
        raw = (site.folder / icon["src"]).read_bytes()
        width, height = (int.from_bytes(raw[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]
