"""What built pages tell machines, and that every address in them leads somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
from site_build import Built, Node, elements

from upcard_site import csp

pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning")
HOME = "https://upcard.example/"  # as in mkdocs.yml
SITEMAP, XHTML = "{http://www.sitemaps.org/schemas/sitemap/0.9}", "{http://www.w3.org/1999/xhtml}"


class Head:
    """What stands in the head of a page."""

    def __init__(self, folder: Path, address: str) -> None:
        path = folder / address
        self.address = address
        self.html = (path / "index.html" if path.is_dir() else path).read_text(encoding="utf-8")
        self.nodes = [n for n in elements(self.html) if any(a.tag == "head" for a in n.around)]

    def links(self, rel: str) -> list[Node]:
        return [n for n in self.nodes if rel in (n.attrs.get("rel") or "").split()]

    def meta(self, name: str) -> str:
        found = [n.attrs["content"] for n in self.nodes
                 if name in (n.attrs.get("name"), n.attrs.get("property"))]  # fmt: skip
        assert len(found) == 1, f"{self.address}: {len(found)} of {name}"
        return found[0] or ""

    def alternates(self) -> dict[str, str]:
        links = [n.attrs for n in self.links("alternate") if n.attrs.get("hreflang")]
        return {str(link["hreflang"]): str(link["href"]) for link in links}


@pytest.fixture(scope="module")
def heads(library_site: Built) -> dict[str, Head]:
    """The head of every page, by address."""
    files = (p.relative_to(library_site.folder) for p in library_site.folder.rglob("*.html"))
    addresses = [path.as_posix().removesuffix("index.html") for path in files]
    return {address: Head(library_site.folder, address) for address in addresses}


@pytest.fixture(scope="module")
def games(library_site: Built) -> list[dict[str, Any]]:
    text = (library_site.folder / "api/v1/games.json").read_text(encoding="utf-8")
    listed: list[dict[str, Any]] = json.loads(text)["games"]
    return listed


def is_there(folder: Path, url: str) -> bool:
    """Say whether an address of the site, whole, leads to a file."""
    assert url.startswith(HOME), url
    path = folder / unquote(urlsplit(url.removeprefix(HOME)).path)
    return path.is_file() or (path / "index.html").is_file()


def test_every_page_names_itself_and_its_picture(
    heads: dict[str, Head], library_site: Built
) -> None:
    for address, head in heads.items():
        if address == "404.html":
            continue
        (canonical,) = head.links("canonical")
        assert canonical.attrs["href"] == head.meta("og:url") == HOME + address
        assert is_there(library_site.folder, head.meta("og:image"))
        assert head.meta("og:title").strip()
        assert head.meta("description").strip()
        assert head.meta("twitter:card") == "summary_large_image"


def test_languages_of_a_page_name_one_another(heads: dict[str, Head]) -> None:
    translated = {address: head for address, head in heads.items() if head.alternates()}
    assert "ru/games/two-player-thousand/" in translated
    for address, head in translated.items():
        others = head.alternates()
        language = re.search(r'<html lang="([a-z]+)"', head.html)
        assert language
        assert others[language[1]] == HOME + address
        assert others["x-default"] == others["en"]
        for url in others.values():
            assert heads[url.removeprefix(HOME)].alternates() == others


def test_a_page_in_another_language_says_what_is_english(heads: dict[str, Head]) -> None:
    nodes = elements(heads["ru/games/two-player-thousand/"].html)
    for name in ("md-tabs__list", "md-path__list", "md-copyright__highlight"):
        (part,) = [n for n in nodes if n.attrs.get("class") == name]
        assert part.attrs["lang"] == "en"
    said = [n.attrs.get("placeholder") for n in nodes if n.attrs.get("placeholder")]
    assert said == ["Поиск"]
    edits = [n.attrs["href"] for n in nodes if n.tag == "a" and "/edit/" in (n.attrs["href"] or "")]
    assert any(str(url).endswith("two-player-thousand/article.ru.md") for url in edits)


def test_every_page_can_be_improved_and_discussed(heads: dict[str, Head]) -> None:
    for address, head in heads.items():
        if address == "404.html":
            continue
        nodes = elements(head.html)
        box = [n for n in nodes if any(a.attrs.get("class") == "improve" for a in n.around)]
        links = [n.attrs["href"] or "" for n in box if n.tag == "a"]
        assert any("/issues/new?title=" in link for link in links), address
        assert any("/edit/main/" in link or "writing-a-game" in link for link in links), address


def test_the_sitemap_lists_every_page_and_no_time_of_building(
    heads: dict[str, Head], games: list[dict[str, Any]], library_site: Built
) -> None:
    root = ET.parse(library_site.folder / "sitemap.xml").getroot()
    told = {node.findtext(f"{SITEMAP}loc"): node for node in root.findall(f"{SITEMAP}url")}
    assert {str(url).removeprefix(HOME) for url in told} == set(heads) - {"404.html"}
    changed = {entry["url"]: entry["changed"] for entry in games}
    changed |= {t["url"]: entry["changed"] for entry in games for t in entry["translations"]}
    for url, node in told.items():
        assert node.findtext(f"{SITEMAP}lastmod") == changed.get(str(url))
        others = {n.get("hreflang"): n.get("href") for n in node.findall(f"{XHTML}link")}
        known = heads[str(url).removeprefix(HOME)].alternates()
        assert others == {code: there for code, there in known.items() if code != "x-default"}


def test_addresses_in_feed_robots_and_data_lead_somewhere(
    games: list[dict[str, Any]], library_site: Built
) -> None:
    folder = library_site.folder
    feed = (folder / "feed.xml").read_text(encoding="utf-8")
    urls = re.findall(r'href="([^"]+)"', feed) + [entry["url"] for entry in games]
    urls += [t["url"] for entry in games for t in entry["translations"]]
    urls += re.findall(r"Sitemap: (\S+)", (folder / "robots.txt").read_text(encoding="utf-8"))
    assert len(urls) > 2 * len(games)
    assert [url for url in urls if not is_there(folder, url)] == []


def test_what_style_sheets_and_the_manifest_name_is_there(library_site: Built) -> None:
    folder, missing = library_site.folder, []
    for path in folder.rglob("*.css"):
        css = path.read_text(encoding="utf-8")
        here = HOME + path.relative_to(folder).as_posix()
        urls = re.findall(r"url\(\s*['\"]?([^'\")]+)", css)
        own = (urljoin(here, url) for url in urls if not url.startswith(("data:", "#")))
        missing += [url for url in own if not is_there(folder, url)]
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    missing += [i["src"] for i in manifest["icons"] if not (folder / i["src"]).is_file()]
    assert missing == []


def test_a_game_page_carries_its_data(heads: dict[str, Head], games: list[dict[str, Any]]) -> None:
    for entry in games:
        html = heads[entry["url"].removeprefix(HOME)].html
        (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
        told = json.loads(data)
        assert (told["@type"], told["name"]) == ("Game", entry["title"])
        assert told["dateModified"] == entry["changed"]


def test_home_and_catalogue_name_the_feed(heads: dict[str, Head]) -> None:
    naming = {
        address
        for address, head in heads.items()
        if any(n.attrs.get("type") == "application/atom+xml" for n in head.links("alternate"))
    }
    assert naming == {"", "games/"}


# --- the policy ---------------------------------------------------------------------------------


def test_every_page_allows_its_own_scripts_and_no_others(heads: dict[str, Head]) -> None:
    for address, head in heads.items():
        (policy,) = [n.attrs["content"] for n in head.nodes
                     if n.attrs.get("http-equiv") == "Content-Security-Policy"]  # fmt: skip
        assert policy == csp.policy(head.html), address
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy


def test_no_page_styles_itself_which_the_policy_would_stop(heads: dict[str, Head]) -> None:
    told = {
        address: re.findall(r"<style|<[a-z][^<>]*\sstyle=[^<>]*", head.html)[:3]
        for address, head in heads.items()
    }
    assert {address: found for address, found in told.items() if found} == {}


def test_the_policy_knows_scripts_from_data() -> None:
    html = (
        '<script src="a.js"></script><script type="application/json">{"a": 1}</script>'
        "<script>one()</script><SCRIPT type=module>two()</SCRIPT>"
        '<script type="application/ld+json">{}</script>'
    )
    assert csp.inline_scripts(html) == ["one()", "two()"]
    told = csp.policy(html)
    assert all(csp.hash_of(script) in told for script in ("one()", "two()"))
    assert (
        csp.hash_of("alert('Hello, world.');")
        == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    )
    assert "unsafe-inline" in csp.policy(html, live=True)


def test_the_policy_allows_no_script_that_came_with_an_article() -> None:
    article = "<p>Rules</p><script>stolen()</script>"
    page = f"<head><script>theme()</script></head><body>{article}</body>"
    told = csp.policy(page, article)
    assert csp.hash_of("theme()") in told
    assert csp.hash_of("stolen()") not in told
    marked = csp.secured(f'<meta content="{csp.MARKER}">{page}', article)
    assert csp.hash_of("stolen()") not in marked
