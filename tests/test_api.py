"""Data beside the pages: documents fit their schema, the feed is Atom, old addresses lead on."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from site_build import GAMES, elements, forget

from upcard_library.load import load_library
from upcard_site import api, feed, redirects
from upcard_site.book import Settings
from upcard_site.site import Site, render_site
from upcard_site.terms import Glossary

pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning")
HOME = "https://cards.example/library/"
FIXTURE = Path(__file__).parent / "fixtures" / "library" / "games"
BAD = '<script>boom(1)</script> & "it" 🂡'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Three games of the library under two former ids, and a history of changes."""
    folder = tmp_path_factory.mktemp("api") / "games"
    for name in ("cribbage", "koi-koi", "two-player-thousand"):
        shutil.copytree(GAMES / name, folder / name)
    file = folder / "two-player-thousand" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    own = "\nid: two-player-thousand\n"
    text = text.replace(own, f"{own}former_ids: [tysiacha, thousand]\n")
    new = '\nchanges:\n  - {version: 2, date: "2027-01-02", text: "A <b> & c."}\n'
    file.write_text(text.replace("\nchanges:\n", new), encoding="utf-8")
    yield render_site(load_library(folder), Settings(home=HOME), Glossary())
    forget()


def document(site: Site, name: str) -> Any:
    return json.loads(site.files[f"api/v1/{name}"])


# --- the API ------------------------------------------------------------------------------------


def closed(node: Any) -> Any:
    """The same schema, but refusing keys that it does not describe."""
    if isinstance(node, list):
        return [closed(entry) for entry in node]
    if not isinstance(node, Mapping):
        return node
    inner = {key: closed(value) for key, value in node.items()}
    return inner | ({"additionalProperties": False} if "properties" in node else {})


def told(schema: Mapping[str, Any], part: str, data: Any) -> list[str]:
    strict = {**closed(schema), "$ref": f"#/$defs/{part}"}
    faults = Draft202012Validator(strict).iter_errors(data)
    return [f"{'/'.join(map(str, fault.path))}: {fault.message[:200]}" for fault in faults]


def part_of(site: Site, path: str) -> str:
    """Name the part of the schema that `openapi.json` gives a document."""
    paths = document(site, "openapi.json")["paths"]
    operation = paths[re.sub(r"/(games|examples|schema)/[^/]+\.json", r"/\1/{id}.json", f"/{path}")]
    content = operation["get"]["responses"]["200"]["content"]["application/json"]
    return str(content["schema"]["$ref"]).rpartition("/")[2]


def test_every_document_fits_the_schema_that_the_description_names(site: Site) -> None:
    schema = document(site, "schema.json")
    Draft202012Validator.check_schema(schema)
    paths = [name.removeprefix("api/v1/") for name in site.files if name.startswith("api/v1/")]
    faults = {
        path: told(schema, part_of(site, path), document(site, path))
        for path in paths
        if path != "openapi.json"
    }
    assert len(faults) == 19
    assert {path: found for path, found in faults.items() if found} == {}


def test_the_schema_notices_what_is_wrong(site: Site) -> None:
    schema, game = document(site, "schema.json"), document(site, "games/cribbage.json")
    assert told(schema, "Game", game | {"surprise": 1})
    assert told(schema, "Game", {k: v for k, v in game.items() if k != "license"})
    assert told(schema, "Game", game | {"players": [2]})


def test_the_description_is_openapi(site: Site) -> None:
    description = document(site, "openapi.json")
    validate(description, cls=OpenAPIV31SpecValidator)
    assert description["servers"] == [{"url": f"{HOME}api/v1"}]


def test_the_index_leads_to_all_files(site: Site) -> None:
    index = document(site, "games.json")
    for entry in index["games"]:
        assert document(site, entry["data"])["url"] == entry["url"]
        assert document(site, entry["results"])["id"] == entry["id"]
        assert entry["url"] == f"{HOME}games/{entry['id']}/"


def test_examples_tell_what_the_engine_found(site: Site) -> None:
    examples = {e["id"]: e for e in document(site, "examples/cribbage.json")["examples"]}
    base = examples["perfect-29"]["results"][0]
    assert base["under"] == "base"
    assert base["outcome"] == "passed"
    assert base["found"]["kind"] == "score"
    assert base["found"]["total"] == 29 == sum(item["points"] for item in base["found"]["items"])
    assert base["doctest"].startswith(">>> from upcard import rules")
    kinds = {
        result["found"]["kind"]
        for game in ("cribbage", "two-player-thousand")
        for example in document(site, f"examples/{game}.json")["examples"]
        for result in example["results"]
    }
    assert {"score", "answer", "refusal", "position"} <= kinds
    assert all(e["results"] == [] for e in document(site, "examples/koi-koi.json")["examples"])


def test_rules_name_the_examples_that_prove_them(site: Site) -> None:
    rules = document(site, "games/cribbage.json")["rules"]
    known = {e["id"] for e in document(site, "examples/cribbage.json")["examples"]}
    assert {name for rule in rules for name in rule["examples"]} == known
    assert all(rule["examples"] for rule in rules if rule["state"] == "proven")


def test_the_schema_of_the_articles_is_the_one_editors_read(site: Site) -> None:
    file = Path(__file__).resolve().parent.parent / "schema" / "game.schema.json"
    assert document(site, "game.schema.json") == json.loads(file.read_text(encoding="utf-8"))


# --- former ids ---------------------------------------------------------------------------------


def test_a_former_id_has_the_files_of_its_game(site: Site) -> None:
    for kind in ("games", "examples"):
        now = site.files[f"api/v1/{kind}/two-player-thousand.json"]
        assert site.files[f"api/v1/{kind}/tysiacha.json"] == now
        assert site.files[f"api/v1/{kind}/thousand.json"] == now
    entry = next(e for e in document(site, "games.json")["games"] if e["former_ids"])
    assert entry["former_ids"] == ["tysiacha", "thousand"]


@pytest.mark.parametrize(
    ("old", "way", "new", "language"),
    [
        ("games/thousand/", "../two-player-thousand/", "games/two-player-thousand/", "en"),
        ("ru/games/tysiacha/", "../two-player-thousand/", "ru/games/two-player-thousand/", "ru"),
    ],
)
def test_an_old_address_leads_to_the_new_one(
    site: Site, old: str, way: str, new: str, language: str
) -> None:
    nodes = elements(site.files[f"{old}index.html"])
    assert nodes[0].attrs == {"lang": language}
    refresh = next(n for n in nodes if n.attrs.get("http-equiv") == "refresh")
    assert refresh.attrs["content"] == f"0; url={way}"
    assert next(n for n in nodes if n.attrs.get("rel") == "canonical").attrs["href"] == HOME + new
    assert [n.attrs["href"] for n in nodes if n.tag == "a"] == [way]


def test_a_page_is_never_replaced_by_a_redirect() -> None:
    game = {"id": "new", "title": "New", "former_ids": ["old"], "translations": []}
    assert list(redirects.files([game], Settings())) == ["games/old/index.html"]
    assert list(redirects.files([game], Settings(directory_urls=False))) == ["games/old.html"]
    assert redirects.files([game], Settings(), {"games/old.md"}) == {}


# --- the feed -----------------------------------------------------------------------------------

ATOM = "{http://www.w3.org/2005/Atom}"


def text_of(node: ET.Element, name: str) -> str:
    found = node.findall(ATOM + name)
    assert len(found) == 1, f"{node.tag}: {len(found)} of {name}"
    return found[0].text or ""


def assert_atom(root: ET.Element) -> None:
    """What RFC 4287 demands of a feed and its entries."""
    assert root.tag == f"{ATOM}feed"
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    entries = root.findall(f"{ATOM}entry")
    for node in (root, *entries):
        assert urlsplit(text_of(node, "id")).scheme
        assert text_of(node, "title").strip()
        assert datetime.fromisoformat(text_of(node, "updated")).tzinfo
        links = [
            (n.get("rel"), n.get("type"), n.get("hreflang")) for n in node.findall(f"{ATOM}link")
        ]
        assert len(set(links)) == len(links)
        assert all(urlsplit(n.get("href") or "").scheme for n in node.findall(f"{ATOM}link"))
    assert any(n.get("rel") == "self" for n in root.findall(f"{ATOM}link"))
    ids = [text_of(entry, "id") for entry in entries]
    assert len(set(ids)) == len(ids)


def test_the_feed_is_atom_and_tells_changes_newest_first(site: Site) -> None:
    root = ET.fromstring(site.files["feed.xml"])
    assert_atom(root)
    entries = root.findall(f"{ATOM}entry")
    assert text_of(entries[0], "title") == "Changed: Two-player Thousand, version 2"
    assert text_of(entries[0], "summary") == "A <b> & c."
    assert text_of(root, "updated") == text_of(entries[0], "updated") == "2027-01-02T00:00:00Z"
    new = {text_of(entry, "title") for entry in entries[1:]}
    assert new == {"New: Cribbage", "New: Koi-Koi", "New: Two-player Thousand"}


def test_an_entry_keeps_its_id_when_the_game_is_renamed_or_changed(site: Site) -> None:
    ids = [text_of(e, "id") for e in ET.fromstring(site.files["feed.xml"]).findall(f"{ATOM}entry")]
    assert ids[0] == f"{HOME}games/tysiacha/#change-2"
    assert f"{HOME}games/tysiacha/#change-1" in ids


def test_a_feed_escapes_and_is_cut() -> None:
    change = {"version": 1, "date": "2026-11-30", "text": BAD}
    game = {"former_ids": [], "title": BAD, "summary": BAD, "families": ["adding"]}
    games = [game | {"id": f"g-{n}", "changes": [change]} for n in range(feed.MOST + 5)]
    told = feed.files(games, Settings(home=HOME, name=BAD))["feed.xml"]
    root = ET.fromstring(told)
    assert_atom(root)
    assert "<script" not in told
    assert len(root.findall(f"{ATOM}entry")) == feed.MOST
    assert BAD in text_of(root, "title")


def test_a_site_without_an_address_has_no_feed(site: Site) -> None:
    assert set(feed.files([], Settings())) == {"robots.txt", "manifest.webmanifest"}
    assert f"Sitemap: {HOME}sitemap.xml" in site.files["robots.txt"]


# --- schema.org ---------------------------------------------------------------------------------


def told_of(site: Site, uri: str) -> Any:
    return json.loads(site.by_uri[uri].data)


def test_a_page_tells_machines_what_it_is_about(site: Site) -> None:
    game = told_of(site, "games/two-player-thousand.md")
    assert game["@type"] == "Game"
    assert game["url"] == f"{HOME}games/two-player-thousand/"
    assert game["numberOfPlayers"] == {"@type": "QuantitativeValue", "minValue": 2, "maxValue": 2}
    assert game["dateModified"] == "2027-01-02"
    assert game["license"].startswith("https://creativecommons.org/")
    assert all(cited["name"] for cited in game["citation"])
    other = told_of(site, "ru/games/two-player-thousand.md")
    assert other["inLanguage"] == "ru"
    assert other["name"] == "Тысяча вдвоём"
    assert "Two-player Thousand" in other["alternateName"]
    assert other["translationOfWork"]["@id"] == game["@id"]


@pytest.mark.usefixtures("engines")
def test_no_title_breaks_out_of_the_page_header(tmp_path: Path) -> None:
    shutil.copytree(FIXTURE, tmp_path / "games")
    for name, old in (("game.yaml", '"Tiny Trick"'), ("article.md", "# Tiny Trick")):
        file = tmp_path / "games" / "tiny-trick" / name
        new = json.dumps(BAD, ensure_ascii=False) if name == "game.yaml" else f"# {BAD}"
        file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    site = render_site(load_library(tmp_path / "games"), Settings(home=HOME), Glossary())
    forget()
    page = site.by_uri["games/tiny-trick.md"]
    assert "<" not in page.data
    assert json.loads(page.data)["name"] == BAD
    meta = yaml.safe_load(page.front_matter().strip().strip("-"))
    assert meta["data"] == page.data
    assert "🂡" in meta["title"]


def test_the_version_of_the_api_is_in_its_address(site: Site) -> None:
    assert f"api/v{api.VERSION}" == api.ROOT
    assert document(site, "games.json")["api"] == api.VERSION
