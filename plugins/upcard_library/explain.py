"""What each code means: the sections of `docs/errors.md`, which the wheel carries too."""

from __future__ import annotations

import os
import re
from functools import cache

from upcard_library.files import docs_file

_SECTION = re.compile(r"^### ([A-Z]+-[A-Z]+)$\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@cache
def explained() -> dict[str, str]:
    """Return the section of every code as plain text; none if the page is not installed."""
    try:
        page = docs_file("errors.md").read_text(encoding="utf-8")
    except OSError:
        return {}
    kept = _FENCED.sub(lambda match: match[0].replace("#", "\0"), page)
    told = {}
    for code, section in _SECTION.findall(kept):
        body = re.sub(r"^```\w*$\n?", "", section.replace("\0", "#"), flags=re.MULTILINE)
        told[code] = f"{code}\n\n{body.replace('**', '').strip()}\n"
    return told


def address(code: str) -> str:
    """Return the address of a code's section on the site."""
    site = os.environ.get("UPCARD_SITE_URL", "https://upcard.example/").rstrip("/")
    return f"{site}/errors/#{code.lower()}"


__all__ = ["address", "explained"]
