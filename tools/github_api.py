"""The host's API, through the `gh` command, for the jobs that write comments and issues."""

from __future__ import annotations

import json
import subprocess

AUTHOR = "github-actions[bot]"
"""Who the jobs write as: only what this account wrote is ever edited."""


def gh(path: str, *words: str, given: object = None) -> bytes:
    """Ask the API; `given` is sent as JSON.

    Raises:
        CalledProcessError: the host refused; `gh` has said why in the log.
    """
    more = [] if given is None else ["--input", "-"]
    sent = b"" if given is None else json.dumps(given).encode()
    return subprocess.run(
        ["gh", "api", *words, *more, path], input=sent, stdout=subprocess.PIPE, check=True
    ).stdout
