"""The content security policy: a page may load its own site's files and run its own scripts.

The theme writes a few short scripts into each page. They are allowed by their hash, so that no
other script in a page can run; one that came with an article never is. Data blocks
(`type="application/json"`) are no scripts.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

MARKER = "upcard-content-security-policy"
"""What the theme's template writes where the policy belongs."""
_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
_NO_INLINE = re.compile(r"""\bsrc\s*=|\btype\s*=\s*["']?application/(?:ld\+)?json""", re.IGNORECASE)
_REST = (
    "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'"
)
_LIVE = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "


@cache
def hash_of(script: str) -> str:
    """Return the source expression that allows one inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def inline_scripts(html: str) -> list[str]:
    """Return the text of every script that stands in the page itself."""
    return [m[2] for m in _SCRIPT.finditer(html) if not _NO_INLINE.search(m[1]) and m[2].strip()]


def policy(html: str, content: str = "", *, live: bool = False) -> str:
    """Return the policy of a finished page.

    Args:
        html: the page.
        content: the part of it that comes from contributors; no script in there is allowed.
        live: under `mkdocs serve`, whose reloading script is another one each time.
    """
    if live:
        return _LIVE + _REST
    smuggled = set(inline_scripts(content))
    themes = (script for script in inline_scripts(html) if script not in smuggled)
    hashes = dict.fromkeys(hash_of(script) for script in themes)
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", *hashes])
    return f"default-src 'none'; script-src {scripts}; {_REST}"


def secured(html: str, content: str = "", *, live: bool = False) -> str:
    """Put the policy where the template left room for it; see `policy`."""
    if MARKER not in html:
        return html
    return html.replace(MARKER, policy(html, content, live=live), 1)
