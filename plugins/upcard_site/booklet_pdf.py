"""Printing a booklet: a Chromium that is there already turns the HTML into a PDF with bookmarks.

No browser can say in a table of contents on which page something stands. So the booklet is printed
twice: once to learn where everything falls, and again with the numbers in their places.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge",
)  # fmt: skip
NO_BROWSER = (
    "printing a booklet needs Chromium, and none was found. On Debian or Ubuntu: "
    "apt install chromium; elsewhere install Chromium or Chrome, or name it in UPCARD_CHROMIUM. "
    "--html writes the booklet for any browser to print."
)
PATIENCE = 600
"""Seconds after which a browser that does not finish is given up."""
PASSES = 4


class PrintError(RuntimeError):
    """The booklet could not be printed; the message says why and what to do."""


def browser() -> str:
    """Return the browser to print with.

    Raises:
        PrintError: there is none; the message says how to get one.
    """
    named = os.environ.get("UPCARD_CHROMIUM", "")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        raise PrintError(f"UPCARD_CHROMIUM names no program: {named}" if named else NO_BROWSER)
    return found


def write_pdf(
    out: Path, entries: Iterable[str], make: Callable[[Mapping[str, int]], str]
) -> Mapping[str, int]:
    """Print a booklet.

    Args:
        out: the file to write.
        entries: the anchors whose pages the contents give.
        make: returns the HTML, given the page of each entry as far as known.

    Returns:
        the page on which each entry begins, the first page being 1.

    Raises:
        PrintError: there is no browser, it failed, or the pages do not settle.
    """
    program, wanted = browser(), list(entries)
    pages: Mapping[str, int] = {}
    with TemporaryDirectory(prefix="upcard-") as folder:
        page, pdf = Path(folder) / "booklet.html", Path(folder) / "booklet.pdf"
        for _ in range(PASSES):
            page.write_text(make(pages), encoding="utf-8")
            _print(program, page, pdf, Path(folder))
            found = pages_of(pdf, wanted)
            if found == pages:
                _finish(pdf, out)
                return pages
            pages = found
    raise PrintError("the pages of the contents do not settle; leave some games out")


def _print(program: str, page: Path, pdf: Path, folder: Path) -> None:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = [
        program, "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", *(["--no-sandbox"] if root else []),
        f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer",
        "--generate-pdf-document-outline", "--export-tagged-pdf", f"--print-to-pdf={pdf}",
        page.as_uri(),
    ]  # fmt: skip
    pdf.unlink(missing_ok=True)
    try:
        done = subprocess.run(  # noqa: S603  the browser is found by name or named by the user
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise PrintError(f"{program} did not finish within {PATIENCE} seconds") from None
    if done.returncode or not pdf.is_file():
        last = done.stderr.strip().splitlines()[-1:] or ["it wrote nothing"]
        raise PrintError(f"{program} could not print: {last[0]}")


def pages_of(pdf: Path, entries: Iterable[str]) -> dict[str, int]:
    """Return the page of each anchor of a PDF.

    Raises:
        PrintError: an anchor is missing.
    """
    from pypdf import PdfReader

    reader = PdfReader(pdf)
    there = reader.named_destinations
    found = {}
    for entry in entries:
        if f"/{entry}" not in there:
            raise PrintError(f"the printed booklet has no {entry}; is the browser an old one?")
        number = reader.get_destination_page_number(there[f"/{entry}"])
        found[entry] = (number or 0) + 1
    return found


def _finish(pdf: Path, out: Path) -> None:
    """Write the file with its title and author, and without the time and machine it came from."""
    from pypdf import PdfReader, PdfWriter

    told = PdfReader(pdf).metadata
    title = (told.title if told else "") or "Upcard"
    writer = PdfWriter(clone_from=pdf)
    writer.metadata = {"/Title": title, "/Author": "The Upcard contributors"}
    out.parent.mkdir(parents=True, exist_ok=True)
    writer.write(out)


__all__ = ["PrintError", "browser", "pages_of", "write_pdf"]
