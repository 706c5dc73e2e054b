"""Write `.github/CODEOWNERS`: who looks after what; a game belongs to its chief family's team.

A game that is not listed yet belongs to `games`, so that a new game is new files only.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from upcard_library.load import load_library
from upcard_library.model import GameArticle

FILE = Path(__file__).resolve().parent.parent / ".github" / "CODEOWNERS"
TEAM = "@upcard/{}"
HEAD = """\
# Who is asked to review what; the last line that fits counts. The teams are the organisation's own:
# make one for each name below, or put people's names in their place.
# Written by `python tools/codeowners.py`; games that are not listed belong to `games`.
"""
PLACES = {
    "*": "maintainers", "/docs/": "docs", "/engine/": "engine", "/plugins/": "engine",
    "/schema/": "engine", "/.github/": "maintainers", "/tools/": "maintainers", "/games/": "games",
}  # fmt: skip


def codeowners(games: Iterable[GameArticle]) -> str:
    """Return the file for these games."""
    lines = [f"{place} {TEAM.format(team)}" for place, team in PLACES.items()]
    listed = sorted((game.families[0], game.id) for game in games)
    lines += ["", *(f"/games/{game}/ {TEAM.format(family)}" for family, game in listed)]
    lines += ["", f"/games/*/article.*.md {TEAM.format('translations')}"]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(codeowners(load_library().games.values()), encoding="utf-8")
