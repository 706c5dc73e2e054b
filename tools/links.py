"""Do the pages that the games cite still answer? `--issue` keeps one issue that lists the others.

A page that refuses programs (401, 403, 429) is there; one that is gone, or whose host is, is not.
"""

from __future__ import annotations

import argparse
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping

from github_api import AUTHOR, gh

from upcard_library.load import load_library
from upcard_library.model import GameArticle

MARKER = "<!-- upcard:links -->"
TITLE = "Sources that do not answer"
SAID = (
    "These cited pages did not answer. Find where they have moved, or an archived copy, and mend "
    "`where` and `accessed` in the game's `sources`."
)
REFUSES = (401, 403, 405, 429, 451, 503)
SECONDS, PAUSE = 20, 5


def cited(games: Iterable[GameArticle]) -> dict[str, list[str]]:
    """Return every address that games cite, with the games that do."""
    found: dict[str, list[str]] = {}
    for game in games:
        for source in game.sources:
            if source.where.startswith("https://"):
                found.setdefault(source.where, []).append(f"{game.id} ({source.id})")
    return dict(sorted(found.items()))


def trouble(url: str, *, pause: float = PAUSE) -> str:
    """Say why a page does not answer, after asking twice; empty if it does."""
    why = _trouble(url)
    if why:
        time.sleep(pause)
        why = _trouble(url)
    return why


def _trouble(url: str) -> str:
    asked = urllib.request.Request(url, headers={"User-Agent": "upcard-links/1"})  # noqa: S310
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS):  # noqa: S310  cited() gives https only
            return ""
    except urllib.error.HTTPError as error:
        return "" if error.code in REFUSES else f"answers {error.code}"
    except (OSError, ValueError) as error:
        return f"does not answer ({getattr(error, 'reason', error) or type(error).__name__})"


def report(found: Mapping[str, list[str]], ask: Callable[[str], str] = trouble) -> list[str]:
    """Return a line for each page that does not answer."""
    lines = []
    for url, where in found.items():
        if why := ask(url):
            shown = url.replace("`", "%60")
            lines.append(f"- `{shown}` {why.replace('`', chr(39))}: {', '.join(where)}")
    return lines


def keep_issue(repo: str, lines: list[str]) -> str:
    """Open the issue, bring it up to date, or close it; returns what was done."""
    listed = json.loads(gh(f"repos/{repo}/issues?state=open&creator={AUTHOR}&per_page=100"))
    known = [i for i in listed if (i.get("body") or "").startswith(MARKER)]
    text = "\n".join([MARKER, SAID, "", *lines])
    if not known:
        if lines:
            gh(f"repos/{repo}/issues", "--method", "POST", given={"title": TITLE, "body": text})
        return "opened" if lines else "nothing to open"
    path = f"repos/{repo}/issues/{int(known[0]['number'])}"
    if lines:
        gh(path, "--method", "PATCH", given={"body": text})
        return "brought up to date"
    gh(path, "--method", "PATCH", given={"state": "closed", "state_reason": "completed"})
    return "closed"


def main() -> None:
    """Ask every cited page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--issue", action="store_true", help="keep an issue (GH_TOKEN, REPO)")
    chosen = parser.parse_args()
    found = cited(load_library().games.values())
    lines = report(found)
    print("\n".join(lines) or f"all {len(found)} cited pages answer")
    if chosen.issue:
        print("issue:", keep_issue(os.environ["REPO"], lines))


if __name__ == "__main__":
    main()
