"""What is kept for reading offline: told by content, small at first, complete on request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from upcard_site import offline

FILES = {
    "index.html": "home", "games/index.html": "games", "games/gin/index.html": "gin",
    "offline/index.html": "help", "404.html": "none", "sitemap.xml": "map",
    "api/v1/games.json": "{}", "assets/upcard/upcard.css": "css",
    "assets/upcard/pyodide/pyodide.asm.wasm": "wasm", "assets/javascripts/bundle.min.js.map": "map",
    "assets/javascripts/lunr/min/lunr.ru.min.js": "ru",
    "assets/javascripts/lunr/min/lunr.fr.min.js": "fr",
    "assets/javascripts/workers/search.min.js": "worker",
    "search/search_index.json": json.dumps({"config": {"lang": ["en", "ru"]}}),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def listed(folder: Path) -> dict[str, object]:
    offline.write(folder)
    told: dict[str, object] = json.loads((folder / "offline.json").read_text(encoding="utf-8"))
    return told


def test_the_list_has_pages_and_what_they_need(folder: Path) -> None:
    told = listed(folder)
    assert set(told["pages"]) == {"", "games/", "games/gin/", "offline/"}
    wanted = ["assets/javascripts/lunr/min/lunr.ru.min.js",
              "assets/javascripts/workers/search.min.js", "assets/upcard/upcard.css",
              "search/search_index.json"]  # fmt: skip
    assert told["assets"] == wanted
    pages = ("index.html", "games/index.html", "games/gin/index.html", "offline/index.html")
    assert told["bytes"] == sum(len(FILES[name]) for name in (*pages, *wanted))


def test_the_worker_knows_what_comes_first_and_what_comes_when_used(folder: Path) -> None:
    offline.write(folder)
    script = (folder / "sw.js").read_text(encoding="utf-8")
    build = json.JSONDecoder().raw_decode(script, script.index("const BUILD = ") + 14)[0]
    assert build["pages"] == ["", "games/", "offline/"]
    assert build["first"] == ["assets/javascripts/workers/search.min.js",
                              "assets/upcard/upcard.css"]  # fmt: skip
    assert "assets/upcard/pyodide/pyodide.asm.wasm" in build["assets"]
    assert not any(path.endswith(".map") for path in build["assets"])


def test_the_same_site_gives_the_same_worker_and_any_change_another(folder: Path) -> None:
    offline.write(folder)
    first = (folder / "sw.js").read_bytes()
    offline.write(folder)
    assert (folder / "sw.js").read_bytes() == first
    (folder / "games/gin/index.html").write_text("rummy", encoding="utf-8")
    offline.write(folder)
    assert (folder / "sw.js").read_bytes() != first


def test_a_browser_checks_content_by_the_hash() -> None:
    digest = bytes.fromhex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    empty = offline.File(digest, 0)
    assert empty.integrity == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
