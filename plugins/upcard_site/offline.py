"""Reading without a network: the service worker, and the list of what the site is made of.

Both are made from the finished site, so that every file is known by its content. A file that did
not change keeps its hash and is not fetched a second time.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

WORKER, LIST = "sw.js", "offline.json"
TEMPLATE = Path(__file__).parent / "offline_files" / WORKER
_ASSETS = re.compile(r"assets/.*|search/.*\.json")
_NEVER = re.compile(r".*(?:\.map|/LICENSE[^/]*)")
_LUNR = "assets/javascripts/lunr/"
_WHEN_USED = re.compile(rf"{_LUNR}.*|assets/upcard/(?:pyodide|icons)/.*|.*\.(?:wasm|whl|zip)")
"""Fetched when first used: the runtime of the engine, what searching in a language needs."""
_FIRST = re.compile(
    r"assets/(?:upcard|stylesheets)/[^/]+\.(?:css|js)|assets/javascripts/(?:workers/)?[^/]+\.js"
    r"|assets/[^/]+\.svg"
)
_FIRST_PAGES = ("", "games/", "offline/", "offline.html")
_LANGUAGES = ("multi", "stemmer.support")


def write(folder: Path) -> None:
    """Write the worker and the list into a finished site.

    Args:
        folder: the site. Its files are only read.
    """
    told = {path: folder.joinpath(path).read_bytes() for path in _paths(folder)}
    listed, assets = contents(told)
    (folder / LIST).write_text(_dump(listed), encoding="utf-8", newline="\n")
    (folder / WORKER).write_text(worker(listed, assets), encoding="utf-8", newline="\n")


def _paths(folder: Path) -> list[str]:
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if _is_page(path) or _is_asset(path))


def _is_page(path: str) -> bool:
    return path.endswith(".html") and path != "404.html"


def _is_asset(path: str) -> bool:
    return bool(_ASSETS.fullmatch(path)) and not _NEVER.fullmatch(path)


def contents(files: Mapping[str, bytes]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the list of pages and what the whole library needs, and the hash of every asset.

    A page's entry is the beginning of its hash and its size in bytes.
    """
    found = {address(path): raw for path, raw in files.items() if _is_page(path)}
    pages = {there: [_hash(raw)[:12], len(raw)] for there, raw in found.items()}
    assets = {p: integrity(raw) for p, raw in files.items() if _is_asset(p)}
    wanted = set(_needed(files, assets))
    size = sum(len(files[path]) for path in wanted) + sum(map(len, found.values()))
    return {"pages": pages, "assets": sorted(wanted), "bytes": size}, assets


def _needed(files: Mapping[str, bytes], assets: Iterable[str]) -> Iterable[str]:
    """Yield the assets that pages need to be read and searched; the engine comes when used."""
    languages = [*_LANGUAGES]
    if "search/search_index.json" in files:
        config = json.loads(files["search/search_index.json"]).get("config", {})
        languages += config.get("lang", [])
    wanted = {f"{_LUNR}min/lunr.{language}.min.js" for language in languages}
    for path in assets:
        if path in wanted or not _WHEN_USED.fullmatch(path):
            yield path


def address(path: str) -> str:
    """Return the address of a page's file, from the home page on."""
    return path.removesuffix("index.html") if path.endswith("index.html") else path


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def integrity(raw: bytes) -> str:
    """Return what a browser checks a file's content against."""
    return f"sha256-{base64.b64encode(hashlib.sha256(raw).digest()).decode('ascii')}"


def worker(listed: Mapping[str, Any], assets: Mapping[str, str]) -> str:
    """Return the service worker of this very build."""
    pages = [page for page in _FIRST_PAGES if page in listed["pages"]]
    data = {
        "version": _hash(_dump([listed, assets]).encode())[:16],
        "pages": pages,
        "first": [path for path in assets if _FIRST.fullmatch(path)],
        "assets": assets,
    }
    return TEMPLATE.read_text(encoding="utf-8").replace("{/* build */}", _dump(data).strip(), 1)


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
