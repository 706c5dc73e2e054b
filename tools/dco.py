"""Every commit is signed off by its author: `python3 tools/dco.py BASE..HEAD`.

Reads commit messages and nothing else. Exits with 1 and says how to mend it if one is missing.
"""

from __future__ import annotations

import re
import subprocess
import sys

SIGNED = re.compile(r"^Signed-off-by: (?:.+ )?<([^<>\s]+)>\s*$", re.MULTILINE | re.IGNORECASE)


def unsigned(log: str) -> list[str]:
    r"""Return the commits of a log that their author or committer has not signed off.

    Args:
        log: commits ended by `\x1e`, each of hash, author's and committer's address, subject and
            message, divided by `\0`.
    """
    found = []
    for entry in filter(str.strip, log.split("\x1e")):
        commit, author, committer, subject, body = entry.strip("\n").split("\0")
        signed = {address.casefold() for address in SIGNED.findall(body)}
        if not signed & {author.casefold(), committer.casefold()}:
            found.append(f"{commit[:12]} {subject}")
    return found


def main() -> int:
    """Look at a range of commits; merges are not looked at."""
    form = "%H%x00%ae%x00%ce%x00%s%x00%B%x1e"
    log = subprocess.run(
        ["git", "log", "--no-merges", f"--format={form}", "--end-of-options", sys.argv[1]],
        capture_output=True, text=True, check=True, encoding="utf-8", errors="replace",
    ).stdout  # fmt: skip
    missing = unsigned(log)
    for commit in missing:
        print(f"not signed off: {commit}")
    if missing:
        print(
            "\nSigning off says that you may give what you give (CONTRIBUTING.md). To do it for "
            "all commits of this branch:\n  git rebase --signoff origin/main\n"
            "  git push --force-with-lease"
        )
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
