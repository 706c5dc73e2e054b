"""Attacks through an article: put into every text of a game, built, and opened in Chromium."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import browsing
import pytest
import yaml
from browsing import serving_files
from site_build import Built, build, elements

from upcard_library.strict_yaml import read_yaml
from upcard_site import prose

HERE = Path(__file__).parent
FIXTURE = HERE / "fixtures/library/games"
VECTORS: list[str] = [
    entry["vector"] for entry in yaml.safe_load((HERE / "golden/attacks.yml").read_text("utf-8"))
]
ALLOWED = prose.TAGS | {"sup", "abbr", "span", "svg", "use", "div"}
TITLE = "Tiny\"'><img src=x onerror=boom(200)></title><script>boom(201)</script>"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'
TEXTS = ("title", "text", "why", "note", "question", "ruling", "where", "author", "summary")
"""Keys whose values are words for people."""
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
DATA = re.compile(r"application/(?:ld\+)?json")


def test_there_are_many_attacks_and_each_is_another():
    assert len(VECTORS) == len(set(VECTORS)) >= 60


# --- one fragment ------------------------------------------------------------------------------


def test_footnotes_have_ids_of_their_own_in_each_fragment():
    text = "Some[^1] text.\n\n[^1]: A **note** with <script>boom(1)</script>.\n"
    one, other = prose.render(text, notes="play"), prose.render(text, notes="the-deal")
    for html, prefix in ((one, "play"), (other, "the-deal")):
        ids = re.findall(r' id="([^"]+)"', html)
        assert ids == [f"{prefix}-fnref-1", f"{prefix}-fn-1"]
        assert re.findall(r' href="#([^"]+)"', html) == ids[::-1]
        assert "<strong>note</strong>" in html
        assert_harmless(html)
    assert prose.render(text) == "<p>Some text.</p>"
    assert prose.render_line("Some[^1] text.") == "Some text."


def assert_harmless(html: str) -> None:
    for node in elements(html):
        assert node.tag in ALLOWED, node
        assert not [name for name in node.attrs if name.startswith("on")], node
        assert not {"style", "src", "srcdoc", "action"} & set(node.attrs), node
        link = node.attrs.get("href") or "#"
        assert re.match(r"(https://|mailto:|#|\.\./[a-z0-9-]+/)", link), node


@pytest.mark.parametrize("vector", VECTORS)
def test_contributed_markdown_stays_text(vector):
    assert_harmless(prose.render(vector))
    assert_harmless(prose.render_line(vector))
    assert_harmless(prose.render(f"- {vector}\n\n> {vector}"))


def test_what_is_meant_survives():
    html = prose.render(
        "*a* **b** [c](https://c.example) [d](mailto:d@d.example) [e](#rule)\n\n- f"
    )
    for part in ("<em>a</em>", "<strong>b</strong>", 'href="https://c.example"',
                 'href="mailto:d@d.example"', 'href="#rule"', "<li>f</li>"):  # fmt: skip
        assert part in html


@pytest.mark.parametrize("text", ["[" * 4000, "[a](" * 1500, "1. " * 700, "> " * 900, "- " * 900])
def test_what_would_take_a_renderer_for_ever_is_shown_as_it_is(text):
    html = prose.render(f"Before.\n\n{text}\n\n*After.*")
    assert_harmless(html)
    assert "<em>After.</em>" in html
    assert html.count("[") == text.count("[")


# --- the whole site ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """A site of one game that is full of attacks, in English and in Russian."""
    import upcard.games

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            upcard.games, "__path__", [*upcard.games.__path__, str(HERE / "fixtures/engines")]
        )
        root = tmp_path_factory.mktemp("attacked")
        shutil.copytree(FIXTURE, root / "games")
        game = root / "games/tiny-trick"
        attack_facts(game / "game.yaml")
        attack_prose(game)
        yield build(root / "site", root / "games", strict=False)


def attack_facts(file: Path) -> None:
    """Put every attack into an example, a ruling and a source, and some into each other text."""
    data = read_yaml(file, file.read_bytes()).data
    vectors = iter(VECTORS * 9)

    def attack(node: Any) -> None:
        for key in node if isinstance(node, dict) else range(len(node)):
            if isinstance(node[key], (dict, list)):
                attack(node[key])
            elif key in TEXTS and node[key] != data["title"]:
                limit = 80 if key in ("title", "summary") else 1000
                node[key] = next(v for v in vectors if len(f"{node[key]} {v}") <= limit) + node[key]

    attack(data)
    data["title"] = TITLE
    data["aka"] = [v for v in VECTORS if len(v) <= 80]
    data["options"]["follow"]["labels"] = {"must": VECTORS[1], "free": VECTORS[28]}
    example, ruling = data["examples"][1], data["rulings"][0]
    for number, vector in enumerate(VECTORS):
        data["examples"].append({**example, "id": f"a{number}", "why": vector})
        data["rulings"].append({**ruling, "question": vector, "ruling": vector, "why": vector})
        data["sources"].append(
            {"id": f"s{number}", "title": vector, "where": vector, "author": vector, "kind": "web"}
        )
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")


def attack_prose(game: Path) -> None:
    """Put every attack into the article, and give it a sound picture and a Russian translation."""
    (game / "sound.svg").write_text(SVG.format("<rect/>"), encoding="utf-8")
    (game / "active.svg").write_text(SVG.format("<script>boom(73)</script>"), encoding="utf-8")
    (game / "page.png").write_text("<script>boom(74)</script>", encoding="utf-8")
    file = game / "article.md"
    text = file.read_text("utf-8").replace("# Tiny Trick", f"# {TITLE}")
    text = text.replace("## Play\n", "## Play <script>boom(202)</script>\n")
    text = text.replace("somebody has", "somebody[^who] has")
    text += "\n![A sound picture](sound.svg), and a note.[^who]\n\n[^who]: Any *body*.\n\n"
    text += "\n\n".join(VECTORS) + "\n"
    for name in ("article.md", "article.ru.md"):
        (game / name).write_text(text, encoding="utf-8")


def pages(site: Built) -> list[str]:
    """The addresses of all pages that attacks have come to."""
    found = sorted(p for p in site.folder.rglob("*.html") if "boom(" in p.read_text("utf-8"))
    return [path.relative_to(site.folder).as_posix() for path in found]


def test_the_attacks_have_come_through(attacked):
    found = pages(attacked)
    assert {"games/tiny-trick/index.html", "ru/games/tiny-trick/index.html",
            "games/index.html"} <= set(found)  # fmt: skip
    html = (attacked.folder / "games/tiny-trick/index.html").read_text("utf-8")
    for number in (1, 2, 29, 46, 83):
        assert f"boom({number})" in html, number
    assert any("IMAGE-ACTIVE" in warning for warning in attacked.warnings)
    assert any("ARTICLE-HTML" in warning for warning in attacked.warnings)


def test_no_page_holds_anything_that_acts(attacked):
    for path in attacked.folder.rglob("*.html"):
        html = path.read_text("utf-8")
        for kind, body in SCRIPT.findall(html):
            if DATA.search(kind):
                json.loads(body)
            else:
                assert "boom" not in body, path
        for node in elements(html):
            assert not any(name.startswith("on") for name in node.attrs), (path, node)
            assert node.tag not in ("iframe", "object", "embed", "base", "marquee"), (path, node)
            for name in ("href", "src", "action", "data", "content"):
                told = (node.attrs.get(name) or "").lower().strip()
                assert not told.startswith(("javascript:boom", "vbscript:", "blob:")), (path, node)
                assert name in ("content", "href") or "evil.example" not in told, (path, node)
                assert name != "src" or not told.startswith("data:"), (path, node)


def test_every_other_file_is_what_it_should_be(attacked):
    seen = set()
    for path in sorted(p for p in attacked.folder.rglob("*") if p.is_file()):
        if "pyodide" in path.parts or path.suffix == ".html":
            continue
        raw = path.read_bytes()
        if path.suffix in (".json", ".webmanifest"):
            json.loads(raw)
        elif path.suffix in (".xml", ".svg"):
            tags = {node.tag.rpartition("}")[2].lower() for node in ET.fromstring(raw).iter()}
            assert not {"script", "img", "iframe", "foreignobject"} & tags, path
        elif path.suffix in (".js", ".css", ".mjs"):
            assert b"boom(" not in raw, path
        seen.add(path.suffix)
    assert {".json", ".xml", ".js", ".css"} <= seen
    names = {p.name for p in attacked.folder.rglob("*.*")}
    assert "sound.svg" in names
    assert not {"active.svg", "page.png"} & names


def test_search_finds_words_and_no_markup(attacked):
    found = json.loads((attacked.folder / "search/search_index.json").read_text("utf-8"))
    for entry in found["docs"]:
        for text in (entry["title"], entry["text"]):
            assert not re.search(r"<(?:script|img|svg|iframe|object|a\b)", text), entry["location"]


@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(not browsing.CHROMIUM, reason="no Chromium here")
def test_nothing_runs_in_a_browser_and_anchors_still_work(attacked, browser):
    """Open every page that holds an attack, touch everything on it, and search for one.

    That no other host is asked and no policy broken, `browsing` sees to.
    """
    ran: list[Any] = []
    with serving_files(attacked.folder) as address, browsing.browsing(browser) as page:
        page.expose_function("boom", lambda number: ran.append(f"boom({number})"))
        page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
        for uri in pages(attacked):
            page.goto(address + uri)
            page.evaluate(TOUCH)
        page.goto(f"{address}games/tiny-trick/")
        page.locator("#king .rule__link").first.click()
        page.locator("#king:target").wait_for()
        note = page.locator('article a[href$="-fn-who"]').first
        note.click()
        assert page.locator("li:target").inner_text().startswith("Any body.")
        page.locator("li:target a").click()
        page.locator("sup:target").wait_for()
        shown = page.locator('img[alt="A sound picture"]')
        shown.scroll_into_view_if_needed()
        page.wait_for_function(
            "e => e.complete && e.naturalWidth == 40", arg=shown.element_handle()
        )
        page.goto(f"{address}?q=Tiny")
        page.locator(".md-search-result__item h1").first.wait_for()
        page.evaluate(TOUCH)
        page.wait_for_timeout(300)
    assert ran == []


TOUCH = """() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  for (const element of document.querySelectorAll("article *, [data-md-component=search-result] *"))
    for (const kind of ["mouseover", "focus", "pointerenter", "toggle", "error", "load"])
      element.dispatchEvent(new Event(kind));
}"""
