"""Tell a pull request what its checks found, in one comment that is edited in place.

Runs with a token that may write, so nothing of the pull request is run or believed: the number is
looked up from the commit, and the findings are read as data, within limits of size and form.
Standard library and the `gh` command only.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from github_api import AUTHOR, gh

MARKER = "<!-- upcard:checks -->"
FILES = ("check.json", "frozen.json")
PACKED_LIMIT, FILE_LIMIT = 1_000_000, 4_000_000  # bytes
SHOWN, WIDTH = 30, 400  # findings, characters of each
PARTS = ("file", "code", "level", "message", "found", "nearest", "fix")

Finding = Mapping[str, Any]


class Untrusted(ValueError):
    """What the checks left behind is not what it should be."""


# --- which pull request ---------------------------------------------------------------------------


def pull_number(repo: str, sha: str, owner: str, branch: str) -> int | None:
    """Return the open pull request whose head is exactly this commit.

    A commit of a fork may not be listed under the commit itself, so its branch is asked as well.
    """
    head = quote(f"{owner}:{branch}", safe="")
    for path in (
        f"repos/{repo}/commits/{quote(sha, safe='')}/pulls",
        f"repos/{repo}/pulls?state=open&head={head}",
    ):
        for pull in json.loads(gh(path)):
            same = pull["head"]["sha"] == sha and pull["base"]["repo"]["full_name"] == repo
            if same and pull["state"] == "open":
                return int(pull["number"])
    return None


# --- what was found -------------------------------------------------------------------------------


def findings(repo: str, run: str) -> list[Finding]:
    """Fetch and read what the checks left behind.

    Raises:
        Untrusted: it is missing, too large or of another form.
    """
    listed = json.loads(gh(f"repos/{repo}/actions/runs/{int(run)}/artifacts?per_page=100"))
    found = [a for a in listed["artifacts"] if a["name"] == "findings" and not a["expired"]]
    if len(found) != 1:
        msg = "the checks left no findings"
        raise Untrusted(msg)
    if found[0]["size_in_bytes"] > PACKED_LIMIT:
        msg = "the findings are too large"
        raise Untrusted(msg)
    return unpack(gh(f"repos/{repo}/actions/artifacts/{int(found[0]['id'])}/zip"))


def unpack(packed: bytes) -> list[Finding]:
    """Read the findings of a zip file; nothing is written anywhere.

    Raises:
        Untrusted: it is too large or of another form.
    """
    if len(packed) > PACKED_LIMIT:
        msg = "the findings are too large"
        raise Untrusted(msg)
    found: list[Finding] = []
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            names = archive.namelist()
            for name in FILES:
                if name in names:
                    with archive.open(name) as file:
                        found += parse(file.read(FILE_LIMIT + 1))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError) as error:
        msg = "the findings cannot be unpacked"
        raise Untrusted(msg) from error
    return found


def parse(raw: bytes) -> list[Finding]:
    """Read one file of findings.

    Raises:
        Untrusted: it is too large or of another form.
    """
    if len(raw) > FILE_LIMIT:
        msg = "the findings are too large"
        raise Untrusted(msg)
    if not raw.strip():
        return []  # the command broke down; its own step has failed and says why
    try:
        faults = json.loads(raw)["faults"]
        return [_finding(fault) for fault in faults]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        msg = "the findings are of another form"
        raise Untrusted(msg) from error


def _finding(fault: Any) -> Finding:
    found: dict[str, Any] = {name: fault[name] for name in PARTS}
    if not all(isinstance(value, str) for value in found.values()):
        raise TypeError
    return found | {name: int(fault[name]) for name in ("line", "column")}


# --- the comment ----------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Cut a text to one line that ends no block of code and holds nothing unseen."""
    seen = "".join(char if char.isprintable() else " " for char in text).replace("`", "'")
    return seen if len(seen) <= WIDTH else f"{seen[: WIDTH - 1]}…"


def told(found: Finding) -> str:
    """Write one finding as a line."""
    parts = [(f"{found['file']}:{found['line']}:{found['column']} {found['code']} "
             f"{found['message']}")]  # fmt: skip
    parts += [f"found: {found['found']}"] if found["found"] else []
    parts += [f"did you mean: {found['nearest']}"] if found["nearest"] else []
    parts += [found["fix"]] if found["fix"] else []
    return plain(" | ".join(parts))


def body(found: list[Finding], url: str, conclusion: str) -> str:
    """Write the comment: first whether all is well, then what to mend, then what is only advice."""
    wrong = [entry for entry in found if entry["level"] == "error"]
    advice = [entry for entry in found if entry["level"] != "error"]
    lines = [MARKER]
    if wrong:
        things = "one thing" if len(wrong) == 1 else f"{len(wrong)} things"
        lines += [f"**{things.capitalize()} to mend** before this can be merged.", ""]
        lines += _block(wrong)
    elif conclusion == "success":
        lines += ["**All checks pass.** Thank you! A person will look at it next."]
    else:
        lines += [f"The articles are fine, but [a check has failed]({url})."]
    if advice:
        lines += ["", (f"<details><summary>Advice, which you may pass over: {len(advice)}"
                  "</summary>"), "", *_block(advice), "", "</details>"]  # fmt: skip
    lines += ["", (f"[Everything that was found, and the site as it would look]({url}) "
              "(under Artifacts: `site`).")]  # fmt: skip
    return "\n".join(lines)


def unread(url: str, why: str) -> str:
    """Write the comment for findings that could not be read."""
    return f"{MARKER}\n[The checks have run]({url}), but {why}; their log tells what they found."


def _block(found: list[Finding]) -> list[str]:
    rest = len(found) - SHOWN
    more = [f"and {rest} more; the run holds them all"] if rest > 0 else []
    return ["```text", *map(told, found[:SHOWN]), *more, "```"]


def post(repo: str, number: int, text: str) -> None:
    """Write the comment, or edit the one that is there."""
    comments = f"repos/{repo}/issues/{number}/comments"
    pages = json.loads(gh(f"{comments}?per_page=100", "--paginate", "--slurp"))
    for comment in (entry for page in pages for entry in page):
        if comment["user"]["login"] == AUTHOR and comment["body"].startswith(MARKER):
            path = f"repos/{repo}/issues/comments/{int(comment['id'])}"
            gh(path, "--method", "PATCH", given={"body": text})
            return
    gh(comments, "--method", "POST", given={"body": text})


def main(env: Mapping[str, str]) -> None:
    """Find the pull request, read the findings, write the comment."""
    repo, url = env["REPO"], env["RUN_URL"]
    number = pull_number(repo, env["HEAD_SHA"], env["HEAD_OWNER"], env["HEAD_BRANCH"])
    if number is None:
        print("no open pull request has this commit as its head")
        return
    try:
        text = body(findings(repo, env["RUN"]), url, env["CONCLUSION"])
    except Untrusted as error:
        text = unread(url, str(error))
    post(repo, number, text)
    print(f"told pull request {number}")


if __name__ == "__main__":
    main(os.environ)
