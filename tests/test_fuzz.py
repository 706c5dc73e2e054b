"""Damaged articles: whatever bytes a game is made of, only located messages come of it.

300 damaged files in an ordinary run, 10,000 in a slow one (`pytest -m slow tests/test_fuzz.py`);
the same ones each time. `tools/fuzz.py` looks for others.
"""

from __future__ import annotations

import re
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from mutations import KINDS, judge, mutate
from site_build import GAMES, ROOT, forget

from upcard_library.load import load_library
from upcard_library.run import run_game
from upcard_site import prose

FIXTURES = Path(__file__).parent / "fixtures"
FOLDERS = [
    *sorted(path.parent for path in GAMES.glob("*/game.yaml")),
    *sorted((FIXTURES / "library/games").iterdir()),
    *sorted((FIXTURES / "prose/games").iterdir()),
]
SMALL = FIXTURES / "library/games/tiny-trick"
pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="Linux alone tells what memory is in use"
)
CODES = set(re.findall(r"^### (\S+)$", (ROOT / "docs/errors.md").read_text("utf-8"), re.MULTILINE))
MEMORY = 1 << 30
"""So many bytes more than it has may the process take."""
HANGS = 20
"""Seconds of the processor after which one file counts as endless."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of all games, those of the fixtures among them."""
    import upcard.games

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upcard.games, "__path__", [*upcard.games.__path__, str(FIXTURES / "engines")])
        folder = tmp_path_factory.mktemp("fuzz") / "games"
        for source in FOLDERS:
            shutil.copytree(source, folder / source.name)
        yield folder
    forget()


@contextmanager
def bounded() -> Iterator[None]:
    """Stop what takes too much memory, or never ends."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@st.composite
def damages(draw: st.DrawFn) -> tuple[Path, str, list[tuple[str, int]]]:
    """A game, one of its files, and one to three mutations of it."""
    folder = draw(st.sampled_from(FOLDERS))
    file = draw(st.sampled_from(sorted(KINDS)))
    step = st.tuples(st.sampled_from(KINDS[file]), st.integers(0, 2**32 - 1))
    return folder, file, draw(st.lists(step, min_size=1, max_size=3))


def check(library: Path, damage: tuple[Path, str, list[tuple[str, int]]]) -> float:
    """Read a game with a damaged file; return the seconds of the processor that it took."""
    source, name, steps = damage
    raw = (source / name).read_bytes()
    for kind, seed in steps:
        raw = mutate(raw, kind, seed)
    file = library / source.name / name
    file.write_bytes(raw)
    began = time.process_time()
    try:
        with bounded():
            found = load_library(library, [source.name])
            took = time.process_time() - began
            judge(found.faults, CODES)
            for game in found.games.values():
                for section in game.article.sections:
                    prose.render(prose.strip_tokens(section.markdown))
                if source == SMALL:
                    judge([fault for ran in run_game(game) for fault in ran.faults], CODES)
    finally:
        file.write_bytes((source / name).read_bytes())
    return took


def fuzz(library: Path, many: int) -> float:
    """Check so many damaged files; return the longest time that one of them took."""
    times = []

    @settings(
        max_examples=many, derandomize=True, database=None, deadline=None,
        phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(damages())
    def run(damage: Any) -> None:
        times.append(check(library, damage))

    run()
    return max(times)


@pytest.mark.usefixtures("engines")
def test_damaged_articles_give_located_messages(library, record_property):
    record_property("measured", f"slowest of 300 damaged articles: {fuzz(library, 300):.2f} s")


@pytest.mark.slow
@pytest.mark.usefixtures("engines")
def test_ten_thousand_damaged_articles_give_located_messages_within_a_second(
    library, record_property
):
    slowest = fuzz(library, 10_000)
    record_property("measured", f"slowest of 10,000 damaged articles: {slowest:.2f} s")
    assert slowest < 1
