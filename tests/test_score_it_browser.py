"""Score it in a real browser: the engine in the page answers as the engine at build time does."""

from __future__ import annotations

import json
import os
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from site_build import GAMES, ROOT, build, copy_games, forget

from upcard.api import library, rules, use_library
from upcard.examples import cases
from upcard.page import respond
from upcard_library.load import load_library
from upcard_library.model import GameArticle
from upcard_library.served import Served
from upcard_site import score_it
from upcard_site.book import Book, Settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(
        not CHROMIUM, reason="no Chromium here; on Debian: apt install chromium, then run again"
    ),
    pytest.mark.skipif(
        not (ROOT / "node_modules/pyodide").is_dir(),
        reason="no node_modules/pyodide here; run: npm ci",
    ),
]
ENGINE = "import('/assets/upcard/play/engine.js')"
SHOW = "?try=show&hand=5H+5D+5C+JS&starter=5S"
HANDS = 3


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def handle(self) -> None:
        """Serve; a page that is left while it loads is no fault."""
        try:
            super().handle()
        except ConnectionError:
            return


@cache
def games() -> tuple[GameArticle, ...]:
    """Every article."""
    return tuple(load_library(GAMES).games.values())


@cache
def data_of_all() -> dict[str, dict[str, Any]]:
    """The page's data of every game with an engine, by game."""
    forget()
    books = [
        Book(game, (), Settings(), folder=f"games/{game.id}") for game in games() if game.module
    ]
    return {b.game.id: score_it.page_data(b, b.rules("base").game) for b in books}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with one game's page, and the data of all games."""
    folder = tmp_path_factory.mktemp("site")
    build(folder, copy_games(tmp_path_factory.mktemp("games"), "cribbage"), strict=False)
    for name, data in data_of_all().items():
        file = folder / f"{score_it.PLAY}/games/{name}.json"
        file.write_text(json.dumps(data), encoding="utf-8")
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


@pytest.fixture(scope="module")
def warm(site: str, browser: Any) -> Iterator[Any]:
    """A page whose engine runs, with the articles of all games; its start is timed and printed."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(site + "games/cribbage/")
    started = page.evaluate(f"async () => (await {ENGINE}).engine.start()")
    names = list(data_of_all())
    opening = f"async (names) => {{ const {{engine}} = await {ENGINE};"
    page.evaluate(opening + "for (const n of names) await engine.open(`games/${n}.json`); }", names)
    assert started["way"] == "snapshot"
    page.timed = timed(started)
    yield page
    assert not faults
    context.close()


def timed(started: dict[str, Any]) -> str:
    """Say how long a start took, and how busy the machine was."""
    words = f"engine started ({started['way']}): {started['milliseconds']} ms"
    return f"{words} at a load average of {os.getloadavg()[0]:.1f}"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(  # a worker would answer in place of the routes below
        viewport={"width": 320, "height": 700}, reduced_motion="reduce", service_workers="block"
    )
    yield context.new_page()
    context.close()


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    """Let the engine of this process answer from the very data that the page has."""
    data, before = data_of_all(), library()
    known = Served()
    for one in data.values():
        known.add(one["article"])
    use_library(known)
    yield
    use_library(before)


def here(call: str, args: dict[str, Any]) -> Any:
    return json.loads(respond(json.dumps({"call": call, "args": args})))


def there(page: Any, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Ask the page's engine, one call after the other."""
    script = f"""async (calls) => {{
      const {{engine}} = await {ENGINE};
      const told = [];
      for (const [name, args] of calls) {{
        try {{ told.push({{ok: true, value: await engine.call(name, args)}}); }}
        catch (error) {{ told.push({{ok: false, error: {{...error}}, message: error.message}}); }}
      }}
      return told;
    }}"""
    return list(page.evaluate(script, calls))


def asked_by_examples() -> list[tuple[str, dict[str, Any]]]:
    """The first example of every question of every game, as a form would ask it."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for game in games():
        for example in game.examples if game.module else ():
            if "ask" in example.data:
                question, under = example.data["ask"], cases(example.data)[0].under
                given = example.data.get("given", {})
                asked = {"game": game.id, "question": question, "under": under, "given": given}
                found.setdefault((game.id, question), asked)
    return [("ask", asked) for asked in found.values()]


def test_every_question_of_every_game_is_answered_as_at_build_time(
    warm: Any, record_property: Callable[[str, object], None]
) -> None:
    record_property("measured", warm.timed)
    calls = asked_by_examples()
    assert len(calls) > 60
    told = there(warm, calls)
    wrong = [call for call, answer in zip(calls, told, strict=True) if answer != here(*call)]
    assert not wrong
    assert all(answer["ok"] for answer in told)


def test_errors_come_back_as_they_are(warm: Any) -> None:
    args = {"game": "cribbage", "question": "show", "given": {"hand": "5X", "starter": "5S"}}
    (told,) = there(warm, [("ask", args)])
    assert told["error"]["path"] == ["hand"]
    assert told["message"] == here("ask", args)["error"]["message"]


# --- random agreement ---------------------------------------------------------------------------


def records(many: int) -> Iterator[tuple[str, str]]:
    """Seeded records of a few hands each, the games and their variants in turn."""
    tables = [(name, under["id"]) for name, data in data_of_all().items()
              for under in data["variants"]]  # fmt: skip
    random.Random(1).shuffle(tables)
    for seed in range(many):
        name, under = tables[seed % len(tables)]
        live, rng = rules(name, under).new_match(seed), random.Random(seed)
        for _ in range(HANDS):
            live.hurry_hand(rng)
            if live.over or sum(map(len, map(str, live.log))) > 60_000:
                break
            live.next_hand()
        yield name, live.record()


def agree(page: Any, many: int) -> None:
    made = list(records(many))
    for start in range(0, many, 25):
        part = made[start : start + 25]
        for (name, record), told in zip(
            part, there(page, [("load", {"record": text}) for _, text in part]), strict=True
        ):
            mine = here("load", {"record": record})
            for answer in (mine, told):
                assert answer["ok"], (name, answer)
                del answer["value"]["table"]
            assert mine == told, name


def test_records_replay_in_the_page_as_here(warm: Any) -> None:
    agree(warm, 30)


@pytest.mark.slow
def test_two_hundred_records_replay_in_the_page_as_here(warm: Any) -> None:
    agree(warm, 200)


# --- the form -----------------------------------------------------------------------------------


def result(page: Any) -> str:
    page.locator(".tryit__go:not([disabled])").wait_for()
    page.locator(".tryit__result:not(:empty)").wait_for(timeout=60_000)
    return str(page.locator(".tryit__result").inner_text())


def test_a_hand_is_picked_from_the_pack_and_scored(warm: Any) -> None:
    page = warm
    page.locator(".tryit__questions a", has_text="Show").click()
    for code in ("5H", "5D", "5C", "JS"):
        page.locator(f".tryit__deck [data-code='{code}']").click()
    assert page.locator("#tryit-hand").input_value() == "5H 5D 5C JS"
    page.locator(".tryit__deck[aria-label*=Starter]").wait_for()
    page.locator(".tryit__deck [data-code='5S']").click()
    page.locator(".tryit__go").click()
    page.locator(".tryit__total b", has_text="29").wait_for()
    assert "jack of the starter" in result(page)
    assert page.locator("li.rule--lit, div.rule--lit").count() == 3
    assert page.locator(".tryit__items a[href='#nobs']").count() == 1
    share = page.locator(".tryit__share input").input_value()
    assert share.endswith(f"{SHOW}#score-it")
    page.locator(".tryit__example summary").click()
    page.locator(".tryit__example code", has_text="fifteens: 16").wait_for()
    page.select_option("#tryit-rules", "five-card")
    page.locator(".tryit__go").click()
    page.locator(".tryit__total--no, .tryit__fault, .tryit__total b").first.wait_for()


def test_the_keyboard_alone_is_enough(warm: Any) -> None:
    page = warm
    page.locator(".tryit__questions a", has_text="Heels").focus()
    page.keyboard.press("Enter")
    page.locator(".tryit__deck").wait_for()
    page.locator(".tryit__deck [tabindex='0']").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator("#tryit-starter").input_value() == "JD"
    page.locator("#tryit-starter").press("Enter")
    page.locator(".tryit__total b", has_text="2").wait_for()


def test_what_is_wrong_is_said_beside_the_form(warm: Any) -> None:
    page = warm
    page.locator(".tryit__questions a", has_text="Show").click()
    page.fill("#tryit-starter", "5S")
    page.fill("#tryit-hand", "5H 5X")
    page.locator(".tryit__go").click()
    page.locator(".tryit__fault", has_text="5X").wait_for()
    assert page.locator("#tryit-hand").get_attribute("aria-invalid") == "true"
    page.fill("#tryit-starter", "")
    page.locator(".tryit__go").click()
    page.locator(".tryit__fault", has_text="Starter").wait_for()


def test_an_address_fills_the_form_and_runs_nothing(site: str, page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site + f"games/cribbage/{SHOW}&crib=yes&eval=1&rules=five-card#score-it")
    page.locator("#tryit-hand").wait_for()
    assert page.locator("#tryit-hand").input_value() == "5H 5D 5C JS"
    assert page.locator("#tryit-crib").is_checked()
    assert page.locator("#tryit-rules").input_value() == "five-card"
    assert page.locator(".tryit__result").inner_text() == ""
    assert not [url for url in asked if "pyodide" in url]
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.goto(site + "games/cribbage/?try=__proto__&hand=" + "5H+" * 900)
    page.locator("#tryit-title").wait_for()
    assert page.locator("#tryit-hand").input_value() == ""


def test_a_build_without_the_runtime_shows_the_command(site: str, page: Any) -> None:
    page.route("**/manifest.json", lambda route: route.fulfill(json={"available": False}))
    page.goto(site + "games/cribbage/")
    page.locator("#fifteens > details.proof > summary").click()
    page.locator("#example-perfect-29 > summary").click()
    page.locator("#example-perfect-29 .plate__try").click()
    assert "not part of this build" in result(page)
    assert "upcard ask cribbage show hand='5H 5D 5C JS' starter=5S" in result(page)


def test_a_snapshot_that_does_not_fit_is_no_harm(
    site: str, page: Any, record_property: Callable[[str, object], None]
) -> None:
    page.route("**/snapshot-*", lambda route: route.fulfill(body=b"nothing of the kind" * 99))
    page.goto(site + "games/cribbage/" + SHOW)
    page.locator(".tryit__go").click()
    page.locator(".tryit__status progress").wait_for()
    page.locator(".tryit__total b", has_text="29").wait_for(timeout=90_000)
    started = page.evaluate(f"async () => (await {ENGINE}).engine.started")
    record_property("measured", timed(started))
    assert started["way"] == "ordinary"


def test_loading_can_be_cancelled(site: str, page: Any) -> None:
    page.route("**/pyodide.asm.wasm", lambda _route: None)  # it never comes
    page.goto(site + "games/cribbage/" + SHOW)
    page.locator(".tryit__go").click()
    page.locator(".tryit__actions .tryit__quiet").click()
    assert result(page) == "Stopped."
    assert page.locator(".tryit__status").is_hidden()


def test_an_example_nobody_has_run_under_these_rules_is_run_in_the_page(
    site: str, page: Any
) -> None:
    page.goto(site + "games/cribbage/?rules=target%3D181+muggins%3Dyes#example-perfect-29")
    plate = page.locator("#example-perfect-29")
    assert "nobody has run it under your rules" in plate.inner_text()
    plate.get_by_role("link", name="Run it now").click()
    plate.locator(".plate__now .tryit__total b", has_text="29").wait_for(timeout=60_000)
    assert plate.locator(".plate__under").inner_text().startswith("Under Muggins;")
    assert "jack of the starter" in plate.locator(".plate__now").inner_text()
    page.evaluate(
        "history.replaceState(null, '', '?rules=base'); dispatchEvent(new Event('popstate'))"
    )
    plate.locator(".plate__now").wait_for(state="detached")
