"""What every page must be for every reader: audited by axe-core, still, narrow, keyboard-ready."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from browsing import MARKS, browsing, until
from site_build import ROOT, Built

AXE = ROOT / "node_modules/axe-core/axe.min.js"
pytestmark = MARKS
audited = pytest.mark.skipif(not AXE.is_file(), reason="no node_modules/axe-core here; run: npm ci")
RUSSIAN = "ru/games/two-player-thousand/"
SCORE_IT = "games/cribbage/?try=show&hand=5H+5D+5C+JS&starter=5S#score-it"
KINDS = ["", "games/", "games/?find=nothing+of+the+kind", "games/cribbage/", "games/koi-koi/",
         "games/two-handed-pinochle/?rules=tens", SCORE_IT, RUSSIAN,
         "families/", "players/", "packs/", "lists/", "wanted/", "glossary/", "sources/",
         "verified/", "booklet/", "offline/", "writing-a-game/", "errors/", "api/",
         "engine-in-the-page/", "patience/", "404.html"]  # fmt: skip
USUAL = [
    "", "games/", "games/koi-koi/", "games/two-handed-pinochle/?rules=tens", SCORE_IT,
    RUSSIAN, "wanted/", "glossary/", "sources/", "writing-a-game/",
    "errors/", "404.html",
]  # fmt: skip
COLOURED = ["games/", "games/two-handed-pinochle/?rules=tens", SCORE_IT]
"""Among them they show every colour."""
AUDITED = [path for path in USUAL if path not in (SCORE_IT, "errors/")]
NARROW = ["games/", "games/koi-koi/", "games/two-handed-pinochle/?rules=tens", SCORE_IT, RUSSIAN,
          "errors/", "404.html"]  # fmt: skip
"""The others are tried at this width in test_site_browser."""
WIDTHS = {390: 844, 1280: 800}
SCHEMES = ("light", "dark")
COLOURS = ("color-contrast", "link-in-text-block")
"""Rules that a page may keep in the light and break in the dark."""


class Known(NamedTuple):
    """A fault of the theme's that we cannot mend simply: which, where and why."""

    rule: str
    target: str
    reason: str


KNOWN = [
    Known("landmark-unique", r'nav\[aria-labelledby="__nav_\d+_label"\]|\.md-code__nav',
          "Material labels the drawer's lists by an icon, and its script wraps every copy button "
          "in a nav without a name; a good practice, no criterion of the guidelines"),
]  # fmt: skip

OPEN_ONE = """() => { const seen = new Set();
  for (const one of document.querySelectorAll('details')) {
    const kind = one.className + (one.parentElement.closest('details') || {}).className;
    if (seen.has(kind)) continue;
    seen.add(kind);
    for (let at = one; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  } }"""
"""One of each kind of what is folded away: they come from the same templates."""
OPEN = "document.querySelectorAll('details').forEach(one => { one.open = true })"
SHUT_PANEL = "document.querySelectorAll('details.choice').forEach(one => { one.open = false })"
AUDIT = """async ([only, within]) => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
  const all = {runOnly: tags, rules: {'target-size': {enabled: true}}};
  const asked = only.length ? {runOnly: {type: 'rule', values: only}} : all;
  const where = within ? {include: [within]} : document;
  const found = await axe.run(where, {...asked, resultTypes: ['violations']});
  return found.violations.flatMap(one => one.nodes.map(node => (
    {rule: one.id, target: node.target.join(' '), html: node.html, told: node.failureSummary})));
}"""


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def audit(page: Any, only: Sequence[str] = (), within: str = "") -> list[dict[str, str]]:
    """Everything that axe-core finds wrong with the page or a part of it, by all rules or a few."""
    page.evaluate(axe())
    found: list[dict[str, str]] = page.evaluate(AUDIT, [list(only), within])
    return found


def known(fault: dict[str, str]) -> Known | None:
    return next(
        (k for k in KNOWN if k.rule == fault["rule"] and re.search(k.target, fault["target"])), None
    )


def audit_open(page: Any, address: str, opening: str, only: Sequence[str]) -> list[dict[str, str]]:
    """Audit a page with its proofs open, and on one page with its panel of rules open as well."""
    page.goto(address, wait_until="networkidle")
    page.evaluate(opening)
    panel = audit(page, only) if "rules=" in address else []
    page.evaluate(SHUT_PANEL)
    return panel + audit(page, only)


def audit_kinds(
    browser: Any,
    served: str,
    kinds: list[str],
    width: int,
    scheme: str,
    opening: str,
    only: Sequence[str] = (),
) -> tuple[list[str], set[Known]]:
    """Return what is wrong with the pages, and which known faults came up."""
    wrong: list[str] = []
    seen: set[Known] = set()
    looks: dict[str, Any] = {
        "viewport": {"width": width, "height": WIDTHS[width]},
        "color_scheme": scheme,
        "reduced_motion": "reduce",
    }
    for path in kinds:
        with browsing(browser, **looks) as page:
            for fault in audit_open(page, served + path, opening, only):
                if (excused := known(fault)) is not None:
                    seen.add(excused)
                    continue
                where = f"{path or 'home'} at {width} px, {scheme}: {fault['rule']}"
                wrong.append(
                    f"{where} at {fault['target']}\n{fault['html'][:200]}\n{fault['told']}"
                )
    return wrong, seen


@audited
def test_axe_finds_nothing(browser: Any, served: str) -> None:
    """The largest pages, both schemes and both widths are for the slow tests."""
    wrong, seen = audit_kinds(browser, served, AUDITED, 390, "light", OPEN_ONE)
    assert not wrong, "\n\n".join(wrong[:20])
    assert seen == set(KNOWN), "a known fault no longer comes up: take it off the list"


@audited
def test_dark_colours_are_told_apart(browser: Any, served: str) -> None:
    """The pages are otherwise the same as in the light; the slow tests look at all of them."""
    wrong, _ = audit_kinds(browser, served, COLOURED, 390, "dark", OPEN_ONE, COLOURS)
    assert not wrong, "\n\n".join(wrong[:20])


@audited
@pytest.mark.slow
@pytest.mark.parametrize("width", list(WIDTHS))
@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_anywhere(browser: Any, served: str, scheme: str, width: int) -> None:
    wrong, _ = audit_kinds(browser, served, KINDS, width, scheme, OPEN)
    assert not wrong, "\n\n".join(wrong[:20])


@audited
def test_axe_would_find_faults(browser: Any, served: str) -> None:
    with browsing(browser) as page:
        page.goto(served + "404.html")
        page.evaluate(
            """document.querySelector('h1').insertAdjacentHTML('afterend',
              '<img src="data:,"><p>pale</p><button></button><button>a</button><button>b</button>');
            for (const one of document.querySelectorAll('article button'))
              Object.assign(one.style, {all: 'unset', fontSize: '8px', width: '8px'});
            document.querySelector('article p').style.color = '#ccc';"""
        )
        rules = {fault["rule"] for fault in audit(page)}
    assert {"image-alt", "color-contrast", "button-name", "target-size"} <= rules


# --- stillness -----------------------------------------------------------------------------------

WATCH = """
window.moved = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => {
  if (!entry.hadRecentInput) window.moved.push(entry.value);
})).observe({type: 'layout-shift', buffered: true});
"""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.slow)])
def test_nothing_moves_while_a_page_loads(browser: Any, served: str, width: int) -> None:
    moved: dict[str, float] = {}
    with browsing(browser, viewport={"width": width, "height": WIDTHS[width]}) as page:
        for path in (RUSSIAN, ""):
            page.goto(served + path, wait_until="networkidle")  # every face is there from now on
        page.add_init_script(WATCH)
        for path in USUAL:
            page.goto(served + path, wait_until="networkidle")
            page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
            )
            moved[path] = sum(page.evaluate("moved"))
    assert {path: value for path, value in moved.items() if value >= 0.02} == {}


def test_a_late_face_does_not_move_the_text(browser: Any, served: str) -> None:
    with browsing(browser, viewport={"width": 390, "height": 844}) as page:
        page.add_init_script(WATCH)
        page.route("**/*.woff2", lambda route: (page.wait_for_timeout(700), route.continue_()))
        page.goto(served + "games/cribbage/", wait_until="networkidle")
        assert sum(page.evaluate("moved")) < 0.02


# --- narrow, large, plain ------------------------------------------------------------------------


def test_it_fits_a_narrow_window_and_one_enlarged_fourfold(browser: Any, served: str) -> None:
    """400 % of 1280 by 1024 px leaves 320 by 256 px, which is what the guidelines ask for."""
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    with browsing(browser, viewport={"width": 320, "height": 256}, device_scale_factor=4) as page:
        for path in NARROW:
            page.goto(served + path, wait_until="networkidle")
            page.evaluate(OPEN)
            assert page.evaluate(over) <= 0, f"{path} is too wide"
            bar = page.locator(".rules-choice")
            if bar.count():
                page.evaluate(SHUT_PANEL)
                page.evaluate("scrollTo(0, 2000)")
                box = bar.bounding_box()
                assert box["y"] + box["height"] < 160, f"{path}: the bar leaves no room to read"


ORDER = """() => [...document.querySelectorAll('h1, article h2, article .rule')]
  .filter(one => one.getClientRects().length)
  .map(one => [one.id || one.tagName, one.getBoundingClientRect().top + scrollY])"""


@pytest.mark.parametrize("path", ["games/cribbage/", "ru/games/two-player-thousand/"])
def test_the_order_is_right_without_styles(browser: Any, served: str, path: str) -> None:
    with browsing(browser, java_script_enabled=True) as page:
        page.goto(served + path, wait_until="networkidle")
        styled = page.evaluate(ORDER)
        page.evaluate("[...document.styleSheets].forEach(sheet => { sheet.disabled = true })")
        plain = page.evaluate(ORDER)
    for places in (styled, plain):
        assert places == sorted(places, key=lambda place: place[1])
    names = [name for name, _ in plain]
    assert [name for name, _ in styled] == [n for n in names if n in dict(styled)]
    assert names[0] == "_top"


def test_the_headings_go_down_by_single_steps(library_site: Built) -> None:
    pages = list(library_site.folder.rglob("*.html"))
    assert len(pages) > 30
    for file in pages:
        html = file.read_text(encoding="utf-8")
        found = [int(level) for level in re.findall(r"<h([1-6])[ >]", html)]
        if 'http-equiv="refresh"' in html:
            continue  # it only leads on
        assert found.count(1) == 1, file
        steps = [b - a for a, b in zip(found, found[1:], strict=False)]
        assert max(steps, default=0) <= 1, (file, found)


def test_colours_forced_by_the_reader_keep_marks_and_bars(browser: Any, served: str) -> None:
    with browsing(browser, forced_colors="active") as page:
        page.goto(served + "games/two-handed-pinochle/?rules=tens", wait_until="networkidle")
        mark = page.locator(".proof__mark").first
        colours = mark.evaluate(
            "m => [m, document.body].map(one => getComputedStyle(one).backgroundColor)"
        )
        assert colours[0] != colours[1], "the mark in the margin cannot be seen"
        bar = page.locator(".rule--changed").first.evaluate(
            "r => [getComputedStyle(r, '::before').backgroundColor,"
            " getComputedStyle(document.body).backgroundColor]"
        )
        assert bar[0] != bar[1], "the bar at a changed sentence cannot be seen"


def test_nothing_is_animated_for_who_asks_for_calm(browser: Any, served: str) -> None:
    running = """() => document.getAnimations()
      .filter(one => one.playState === 'running' && one.effect.getTiming().duration > 1).length"""
    with browsing(browser, reduced_motion="reduce") as page:
        page.goto(served + "games/cribbage/", wait_until="networkidle")
        page.locator(".choice > summary").click()
        assert page.evaluate(running) == 0
        page.locator("#fifteens > details.proof > summary").click()
        assert page.evaluate(running) == 0
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


# --- by keyboard ---------------------------------------------------------------------------------


def test_the_first_stop_skips_to_the_text(served: str, page: Any) -> None:
    page.goto(served + "games/cribbage/")
    page.keyboard.press("Tab")
    until(page, "document.activeElement.className.includes('md-skip')")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#_top'")
    page.keyboard.press("Tab")
    until(page, "!!document.activeElement.closest('article')")


CLEAR = """id => {
  const top = document.getElementById(id).getBoundingClientRect().top;
  const bar = document.querySelector('.rules-choice').getBoundingClientRect().bottom;
  return scrollY > 0 && top >= bar - 1;
}"""


@pytest.mark.parametrize("width", list(WIDTHS))
def test_the_bar_hides_nothing_that_a_link_leads_to(browser: Any, served: str, width: int) -> None:
    with browsing(browser, viewport={"width": width, "height": WIDTHS[width]}) as page:
        for anchor in ("the-show", "fifteens", "example-perfect-29", "variant-muggins-rules"):
            page.goto(served + "games/cribbage/#" + anchor, wait_until="networkidle")
            until(page, CLEAR, anchor)
        page.goto(served + SCORE_IT, wait_until="networkidle")
        page.locator(".tryit__go").wait_for()
        until(page, CLEAR, "score-it")
