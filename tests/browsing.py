"""The one site that all tests of a run read, and the browser they read it with. Not a test.

`tests/conftest.py` takes the fixtures over, so that any test may ask for them:

`library_site`: the whole library as a built site (`site_build.Built`), made once in a run of the
    tests, however many workers share it. Nobody writes into it.
`served`: the address at which `library_site` is served, with its last slash.
`browser`: one Chromium while the tests of a module last.
`page`: a page in a context of its own; when the test is over, it must have asked no other host
    for anything, broken no content security policy and raised no error.

A test of its own contexts (another language, no scripts) opens them with `browsing`, which
holds them to the same. Mark such tests `browser`: `pytestmark = browsing.MARKS`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from site_build import Built, build, load, save

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--disable-background-networking")  # fmt: skip
HERE = "127.0.0.1"
KEPT = ".cache/site"
MARKS = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(
        not CHROMIUM, reason="no Chromium here; on Debian: apt install chromium, then run again"
    ),
]


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Let one process at a time in; the system opens the lock again if that process dies."""
    import fcntl  # there is none on Windows, where one worker needs no lock

    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def library_site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The site of the whole library, built once in a run. Read it, never write into it.

    What `make build` has kept is taken from there.
    """
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return build(base / "library-site", cache=KEPT, strict=False)
    folder = base.parent / "library-site"  # the workers' folders lie side by side
    with alone(base.parent / "library-site.lock"):
        if (known := load(folder)) is None:
            known = build(folder, cache=KEPT, strict=False)
            save(known)
        return known


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serving_files(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder while the block lasts; yields its address."""
    server = ThreadingHTTPServer((HERE, 0), partial(kind, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{HERE}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def served(library_site: Built) -> Iterator[str]:
    """The address of the whole library's site."""
    with serving_files(library_site.folder) as address:
        yield address


# Playwright's loop counts as running in its thread for as long as it is open, so that nothing
# else there could run one: it is opened for a module, not for the session.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, while the tests of a module last."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


@contextlib.contextmanager
def browsing(browser: Any, **wanted: Any) -> Iterator[Any]:
    """Open a context (`wanted` as for Playwright's `new_context`); yields a page in it.

    The worker that keeps pages offline is left out unless `service_workers="allow"`.

    Raises:
        AssertionError: at the end, if a page asked another host or said that something is wrong.
    """
    asked: list[str] = []
    faults: list[str] = []
    usual = {"viewport": {"width": 1280, "height": 800}, "service_workers": "block"}
    context = browser.new_context(**usual | wanted)
    context.on("request", lambda request: asked.append(request.url))
    context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    context.on("weberror", lambda raised: faults.append(str(raised.error)))
    try:
        yield context.new_page()
        context.cookies()  # asks the browser something: what it told before that has come in
    finally:
        context.close()
    assert not faults, "\n".join(faults)
    outside = [url for url in asked if not ours(url)]
    assert not outside, f"asked elsewhere: {outside}"


def until(page: Any, condition: str, arg: Any = None, seconds: float = 30) -> None:
    """Wait until a condition holds in the page: an expression or a function, or a promise of one.

    Playwright's `wait_for_function` takes a promise itself for true, whatever comes of it.

    Raises:
        AssertionError: it does not hold in time.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"this does not come true: {condition}"
        page.wait_for_timeout(50)


def ours(url: str) -> bool:
    """Return whether asking for an address stays on this machine."""
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about") or parts.hostname == HERE


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that asks no other host, keeps its content security policy and raises no error."""
    with browsing(browser) as opened:
        yield opened
