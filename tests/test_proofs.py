"""What is proven once, what makes it be proven again, and what a check at a glance leaves."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_bind import edit

from upcard import games as engines
from upcard_library import assess as assessing
from upcard_library import coverage as covering
from upcard_library import crosschecks, odds_store, proofs
from upcard_library.assess import assess
from upcard_library.cli import main
from upcard_library.load import load_game
from upcard_library.provider import ARTICLES

REAL = Path(__file__).resolve().parent.parent / "games"


class Ran:
    """Counts what runs: cases, crosschecks with their deals, matches, stored figures."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.what: list[str] = []
        for module, name, kind in (
            (assessing, "run_case", "case"), (assessing, "weak_in", "teeth"),
            (crosschecks, "run_crosscheck", "crosscheck"), (odds_store, "begins", "figure"),
            (covering, "opening_match", "match"),
        ):  # fmt: skip
            monkeypatch.setattr(module, name, self._noting(getattr(module, name), kind))

    def _noting(self, work, kind):
        def noted(*args):
            few = f" {args[2]}" if kind == "crosscheck" and args[2:] else ""
            self.what.append(kind + few)
            return work(*args)

        return noted

    def told(self) -> dict[str, int]:
        """Return how often what ran since the last time."""
        what, self.what = self.what, []
        return {kind: what.count(kind) for kind in dict.fromkeys(what)}


@pytest.fixture
def ran(monkeypatch):
    return Ran(monkeypatch)


@pytest.fixture(autouse=True)
def _afterwards():
    yield
    ARTICLES.use({})
    ARTICLES._root = None


@pytest.fixture
def cribbage(tmp_path):
    folder = tmp_path / "games" / "cribbage"
    shutil.copytree(REAL / "cribbage", folder)
    return folder


def look(folder, store, **more):
    game, faults = load_game(folder)
    ARTICLES.use({game.id: game}, folder.parent)
    return assess(game, faults, store=store, **more)


def engine(monkeypatch, told: str) -> None:
    """Let the engine's source be another from now on."""
    monkeypatch.setattr(proofs, "core_hash", lambda: told)


def test_a_word_of_prose_runs_no_example_and_no_crosscheck_again(cribbage, tmp_path, ran):
    store = tmp_path / "store"
    assert look(cribbage, store).faults == []
    first = ran.told()
    assert first["case"] == first["teeth"] > 100
    assert (first["crosscheck"], first["match"], first["figure"]) == (8, 10, 4)
    assert look(cribbage, store).faults == []
    assert ran.told() == {}
    edit(cribbage, "article.md", "## History and sources", "Words.\n\n## History and sources")
    made = look(cribbage, store)
    assert ran.told() == {}
    assert (made.passed, made.failed, len(made.checks)) == (first["case"], 0, 8)


def test_an_example_that_changes_runs_again_and_nothing_else(tiny, tmp_path, ran):
    store = tmp_path / "store"
    look(tiny, store)
    ran.told()
    edit(tiny, "game.yaml", "total: 4", "total: 5")
    assert look(tiny, store).failed == 1
    assert ran.told() == {"case": 2, "teeth": 1}, "under its own rules and under a variant"
    edit(tiny, "article.md", "## History", "Words.\n\n## History")
    assert look(tiny, store).failed == 1
    assert ran.told() == {"case": 1}, "what fails is run every time"


def test_another_engine_or_another_value_of_a_variant_runs_all_again(
    tiny, tmp_path, ran, monkeypatch
):
    store = tmp_path / "store"
    look(tiny, store)
    everything = ran.told()
    assert everything["case"] == 12
    engine(monkeypatch, "another")
    look(tiny, store)
    assert ran.told() == everything
    edit(tiny, "game.yaml", "set: {bonus: true}", "set: {bonus: true, follow: free}")
    look(tiny, store)
    assert ran.told() == everything


def test_a_crosscheck_runs_again_when_its_file_or_its_own_words_change(cribbage, tmp_path, ran):
    store = tmp_path / "store"
    look(cribbage, store)
    ran.told()
    file = cribbage / "oracles" / "peer-shows.json"
    file.write_bytes(file.read_bytes() + b"\n")
    look(cribbage, store)
    assert ran.told() == {"crosscheck": 1}
    edit(cribbage, "game.yaml", "samples: 20000, count: nobs", "samples: 20001, count: nobs")
    look(cribbage, store)
    assert ran.told() == {"crosscheck": 1}


def test_a_glance_begins_what_takes_long_and_says_so_as_long_as_it_is_not_finished(
    cribbage, tmp_path, ran
):
    store = tmp_path / "store"
    made = look(cribbage, store, glance=True)
    assert made.faults == []
    assert made.left == {"crosscheck": 5, "match": 10, "figure": 3}
    told = ran.told()
    assert (told["crosscheck 200"], told["crosscheck"], told["figure"]) == (5, 3, 1)
    assert look(cribbage, store, glance=True).left == made.left
    assert ran.told() == {}
    whole = look(cribbage, store)
    assert whole.left == {}
    assert ran.told() == {"crosscheck": 5, "match": 10, "figure": 3}
    assert look(cribbage, store, glance=True).left == {}, "what is proven is not left any more"
    assert ran.told() == {}


def test_a_glance_that_looks_wrong_goes_on_to_the_end(cribbage, tmp_path, ran):
    edit(
        cribbage,
        "game.yaml",
        'count: heels, probability: "1/13"',
        'count: heels, probability: "12/13"',
    )
    made = look(cribbage, tmp_path / "store", glance=True)
    told = ran.told()
    assert (told["crosscheck 200"], told["crosscheck"]) == (5, 4)
    assert made.left["crosscheck"] == 4
    assert "CROSSCHECK-FAILS" in {fault.code for fault in made.faults}


FORMS = [f"--format {form} cribbage" for form in ("json", "sarif", "github")]


def test_only_naming_a_game_makes_a_glance(cribbage, monkeypatch):
    seen = []

    def assessed(game, _faults, *, store, glance):
        assert store is None  # outside a checkout nothing is kept
        seen.append(glance)
        left = {"crosscheck": 5} if glance else {}
        return assessing.Assessment(covering.Coverage(game.id), [], left=left)

    monkeypatch.setattr("upcard_library.checking.assess", assessed)
    root = ["--folder", str(cribbage.parent)]

    def told(*words: str) -> str:
        return CliRunner().invoke(main, ["check", *root, *words]).output

    assert "Not finished, because a game was named: 5 crosschecks by chance." in told("cribbage")
    for words in ("--full cribbage", "--fresh cribbage", "", *FORMS):
        assert "Not finished" not in told(*words.split())
    assert seen == [True, *[False] * 6]


# --- what is the engine of a game ----------------------------------------------------------------


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A folder of modules of our own before the real ones."""
    monkeypatch.setattr(engines, "__path__", [str(tmp_path), *engines.__path__])

    def write(name: str, text: str) -> None:
        (tmp_path / f"{name}.py").write_text(text, "utf-8")

    return write


@pytest.mark.parametrize(
    "line",
    [
        "from upcard.games._own_parts import x",
        "from upcard.games import _own_parts",
        "from . import _own_parts",
        "from ._own_parts import x",
        "import upcard.games._own_parts as parts",
        'importlib.import_module("upcard.games._own_parts")',
    ],
)
def test_every_way_to_import_a_companion_counts(module, line):
    module("own", f"{line}\n")
    module("_own_parts", "from upcard.games._own_more import x\n")
    module("_own_more", "x = 1\n")
    module("_other", "x = 1\n")
    first = proofs.engine_hash("own")
    module("_other", "x = 2\n")
    assert proofs.engine_hash("own") == first
    module("_own_more", "x = 2\n")
    second = proofs.engine_hash("own")
    assert second != first
    module("_own_parts", "from upcard.games._own_more import x, y\n")
    assert proofs.engine_hash("own") not in (first, second)


def test_the_core_the_library_the_schema_and_the_packages_count(tmp_path, monkeypatch):
    first = proofs.core_hash()
    real = Path.read_bytes
    for name in ("cards.py", "claims.py", "teeth.py", "proofs.py", "game.schema.json"):
        proofs.core_hash.cache_clear()
        with monkeypatch.context() as other:
            other.setattr(Path, "read_bytes", lambda p, n=name: real(p) + b"#" * (p.name == n))
            assert proofs.core_hash() != first, name
    proofs.core_hash.cache_clear()
    (tmp_path / "pyyaml-99.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert proofs.core_hash() != first
    proofs.core_hash.cache_clear()


def test_a_damaged_store_is_no_store(tiny, tmp_path, ran):
    store = tmp_path / "store"
    look(tiny, store)
    everything = ran.told()
    for file in store.rglob("*.json"):
        file.write_text("[1, 2")
    assert look(tiny, store).faults == []
    assert ran.told() == everything


def test_games_whose_ids_begin_alike_keep_their_own(tmp_path):
    store = tmp_path / "store"
    for name in ("war", "war-two"):
        shutil.copytree(REAL / "war", tmp_path / "games" / name)
    look(tmp_path / "games" / "war", store)
    (kept,) = store.glob("war-*.json")
    other = store / f"war-two-{kept.stem[-24:]}.json"
    other.write_text("{}")
    edit(tmp_path / "games" / "war", "article.md", "## Variations", "Words.\n\n## Variations")
    look(tmp_path / "games" / "war", store)
    assert other.exists()
    assert not kept.exists()
