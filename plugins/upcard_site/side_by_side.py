"""Many games built at once, each in a process, all of them into the store.

The build that asked finds them there as if it had put them there itself. What a process could not
build is left out, and built where faults are told: pages, faults and their order are the same.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

FEWEST = 8
"""Games that are worth the processes."""
MOST = 4
"""Processes: each holds a game and the engine in memory."""


def build_ahead(folders: Sequence[Path], build: Callable[[Path], object]) -> str:
    """Build games in processes of their own if that is quicker; say what went wrong, if anything.

    A process is a copy of this one, with all that was read and changed: only Linux makes those
    safely, and only before there are threads. While serving, what is built again is built here.

    Args:
        folders: those of the games.
        build: puts the game of one folder into the store; to be found by its name in a module.
    """
    many = min(processors(), MOST)
    if len(folders) < FEWEST or many < 2 or threading.active_count() > 1:
        return ""
    pool = ProcessPoolExecutor(many, multiprocessing.get_context("fork"), _begin)
    try:
        for _ in pool.map(partial(_try, build), folders):
            pass
    except BrokenProcessPool:
        return "a process that builds games was ended from outside; they are built one by one"
    finally:
        pool.shutdown(cancel_futures=True)
    return ""


def processors() -> int:
    """How many processors this process may use; one where processes cannot be copied."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _begin() -> None:
    """End with the process that began this one, and without a word when the user stops both."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _try(build: Callable[[Path], object], folder: Path) -> None:
    with contextlib.suppress(Exception):  # it comes again where it is told
        build(folder)
