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
from typing import Any, NamedTuple

WORKER, LIST = "sw.js", "offline.json"
TEMPLATE = Path(__file__).parent / "offline_files" / WORKER
_ASSETS = re.compile(r"assets/.*|search/.*\.json")
_NEVER = re.compile(r".*(?:\.map|/LICENSE[^/]*)|assets/upcard/play/games/.*")
_LUNR = "assets/javascripts/lunr/"
_WHEN_USED = re.compile(rf"{_LUNR}.*|assets/upcard/(?:pyodide|play|icons)/.*|.*\.(?:wasm|whl|zip)")
"""Fetched when first used: the runtime of the engine, what searching in a language needs."""
_FIRST = re.compile(
    r"assets/(?:upcard|stylesheets)/[^/]+\.(?:css|js)|assets/javascripts/(?:workers/)?[^/]+\.js"
    r"|assets/[^/]+\.svg"
)
_FIRST_PAGES = ("", "games/", "offline/", "offline.html")
_LANGUAGES = ("multi", "stemmer.support")


class File(NamedTuple):
    """What is kept of a file: the hash of its content, and its size in bytes."""

    digest: bytes
    size: int

    @property
    def integrity(self) -> str:
        """What a browser checks the content against."""
        return f"sha256-{base64.b64encode(self.digest).decode('ascii')}"


def write(folder: Path) -> None:
    """Write the worker and the list into a finished site.

    Args:
        folder: the site. Its files are only read, one at a time.
    """
    index = folder / "search/search_index.json"
    config = json.loads(index.read_bytes()).get("config", {}) if index.is_file() else {}
    files = {path: _read(folder / path) for path in _paths(folder)}
    listed, assets = contents(files, config.get("lang", []))
    (folder / LIST).write_text(_dump(listed), encoding="utf-8", newline="\n")
    (folder / WORKER).write_text(worker(listed, assets), encoding="utf-8", newline="\n")


def _read(path: Path) -> File:
    with path.open("rb") as opened:
        return File(hashlib.file_digest(opened, "sha256").digest(), path.stat().st_size)


def _paths(folder: Path) -> list[str]:
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if _is_page(path) or _is_asset(path))


def _is_page(path: str) -> bool:
    return path.endswith(".html") and path != "404.html"


def _is_asset(path: str) -> bool:
    return bool(_ASSETS.fullmatch(path)) and not _NEVER.fullmatch(path)


def contents(
    files: Mapping[str, File], languages: Iterable[str] = ()
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the list of pages and what the whole library needs, and the hash of every asset.

    A page's entry is the beginning of its hash and its size in bytes.
    """
    found = {address(path): file for path, file in files.items() if _is_page(path)}
    pages = {there: [file.digest.hex()[:12], file.size] for there, file in found.items()}
    assets = {path: file.integrity for path, file in files.items() if _is_asset(path)}
    wanted = sorted(_needed(assets, [*_LANGUAGES, *languages]))
    size = sum(file.size for file in (*found.values(), *(files[path] for path in wanted)))
    return {"pages": pages, "assets": wanted, "bytes": size}, assets


def _needed(assets: Iterable[str], languages: Iterable[str]) -> Iterable[str]:
    """Yield the assets that pages need to be read and searched; the engine comes when used."""
    searched = {f"{_LUNR}min/lunr.{language}.min.js" for language in languages}
    for path in assets:
        if path in searched or not _WHEN_USED.fullmatch(path):
            yield path


def address(path: str) -> str:
    """Return the address of a page's file, from the home page on."""
    return path.removesuffix("index.html") if path.endswith("index.html") else path


def worker(listed: Mapping[str, Any], assets: Mapping[str, str]) -> str:
    """Return the service worker of this very build."""
    pages = [page for page in _FIRST_PAGES if page in listed["pages"]]
    data = {
        "version": hashlib.sha256(_dump([listed, assets]).encode()).hexdigest()[:16],
        "pages": pages,
        "first": [path for path in assets if _FIRST.fullmatch(path)],
        "assets": assets,
    }
    return TEMPLATE.read_text(encoding="utf-8").replace("{/* build */}", _dump(data).strip(), 1)


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
