"""`upcard new`, `new-example`, `new-variant`: what is written holds, but for the TODOs."""

from __future__ import annotations

import copy
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator
from test_bind import edit
from test_cli import upcard  # noqa: F401

from upcard_library.checking import check_games
from upcard_library.cli import main
from upcard_library.names import Name, alike, names_of
from upcard_library.scaffold import facts
from upcard_library.schema import schema
from upcard_library.spans import spans
from upcard_library.strict_yaml import read_yaml
from upcard_library.tidy import todos

ROOT = Path(__file__).resolve().parent.parent


def told(folder: Path, *names: str) -> set[str]:
    return {fault.code for fault in check_games(folder, names).faults}


# --- the template ---------------------------------------------------------------------------


def test_the_template_comes_from_the_schema():
    """A key that is added to the schema is in the next template, valid and marked."""
    grown = copy.deepcopy(schema())
    words = {"title": "New", "description": "What is new.", "examples": ["x"], "type": "string"}
    grown["properties"] |= {
        "mood": {**words, "minLength": 1},
        "weather": {**words, "enum": ["rain", "sun"]},
        "moves": {**words, "type": "array", "items": {**words, "pattern": "^x$"}, "minItems": 1},
        "hint": {**words, "examples": ["a hint"]},
    }
    grown["required"] += ["mood", "weather", "moves"]
    text = facts(grown, {"id": "x", "deck": "french-52"})
    data = read_yaml(Path("game.yaml"), text.encode()).data
    assert list(Draft7Validator(grown).iter_errors(data)) == []
    assert list(data) == [key for key in grown["properties"] if key in data]
    marked = " ".join(text.splitlines()[fault.place.line - 1]
                      for fault in todos(Path("game.yaml"), text))  # fmt: skip
    assert all(f"{key}: " in marked for key in ("mood", "weather", "moves", "title", "players"))
    assert "# What is new\n# hint: a hint\n" in text
    assert "deck: french-52\n" in text


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--deck", "spanish-40"],
        ["--like", "tiny-trick", "--aka", "Odd", "--players", "3-5"],
    ],
)
def test_a_new_game_wants_only_what_is_marked(upcard, tiny, words):  # noqa: F811
    result = upcard("new", "old-maid", *words)
    assert result.exit_code == 0, result.stderr
    assert told(tiny.parent, "old-maid") == {"TODO-LEFT"}
    for path in (tiny.parent / "old-maid").iterdir():
        path.write_text(re.sub(r"TODO:? ?", "", path.read_text("utf-8")), "utf-8")
    assert told(tiny.parent) == set()


def test_a_new_game_is_in_form(upcard, tiny):  # noqa: F811
    (tiny.parent.parent / "schema").mkdir()
    shutil.copy(ROOT / "schema/game.schema.json", tiny.parent.parent / "schema")
    upcard("new", "Old Maid!", "--family", "quartet", "--summary", "Nobody wants the queen.")
    text = (tiny.parent / "old-maid/game.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../schema/game.schema.json\n")
    assert 'title: "Old Maid!"' in text
    assert "families: [quartet]\n" in text
    assert upcard("fmt", "--check").exit_code == 0


def test_it_asks_for_what_was_not_given(upcard, tiny):  # noqa: F811
    said = "\nNobody wants the queen.\n3-8\nfrench-52\nquartet\n"
    assert upcard("new", "old-maid", "--ask", input=said).exit_code == 0
    data = read_yaml(tiny, (tiny.parent / "old-maid/game.yaml").read_bytes()).data
    assert (data["title"], data["players"]) == ("Old Maid", {"min": 3, "max": 8})
    assert (data["deck"], data["families"]) == ("french-52", ["quartet"])


def test_a_new_engine_loads_and_plays(tiny, monkeypatch):
    import upcard.games
    from upcard.api import rules
    from upcard.drive import playout

    home = tiny.parent.parent / "engine" / "upcard" / "games"
    home.mkdir(parents=True)
    monkeypatch.setattr(upcard.games, "__path__", [str(home), *upcard.games.__path__])
    monkeypatch.chdir(tiny.parent.parent)
    words = ["new", "21-up", "--engine", "--players", "3", "--deck", "french-32"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert told(tiny.parent, "21-up") == {"TODO-LEFT"}
    assert (home / "game_21_up.py").is_file()
    assert any(f.place.file.suffix == ".py" for f in check_games(tiny.parent).faults)
    assert playout(rules("21-up").game, seed=1)
    assert CliRunner().invoke(main, ["new-example", "21-up", "play"]).exit_code == 0
    assert told(tiny.parent, "21-up") == {"TODO-LEFT"}


# --- names ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tiny-trick"], "is there already"),
        (["tiny-tricks"], "very like Tiny Trick (tiny-trick)"),
        (["x", "--title", "The Tíny  Trick!"], "very like Tiny Trick"),
        (["x", "--aka", "small-tricks"], "called 'Small Trick' too"),
        (["tinytrick"], "upcard new-variant tiny-trick"),
        (["x", "--deck", "french-53"], "did you mean 'french-5"),
        (["x", "--family", "rumy"], "did you mean 'rummy'?"),
        (["x", "--players", "4-2"], "is no number of players"),
        (["x", "--like", "tiny-trik"], "did you mean 'tiny-trick'?"),
        (["x", "--engine"], "work in a checkout"),
        (["!!"], "makes no id"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_begin_is_told_so(upcard, tiny, words, complaint):  # noqa: F811
    result = upcard("new", *words)
    assert result.exit_code == 2
    assert complaint in " ".join(result.stderr.split())
    assert [path.name for path in tiny.parent.iterdir()] == ["tiny-trick"]


def test_a_like_name_may_be_meant(upcard, tiny):  # noqa: F811
    assert upcard("new", "tiny-tricks", "--anyway").exit_code == 0
    assert told(tiny.parent) == {"TODO-LEFT", "TITLE-TAKEN"}


def test_names_are_found_in_broken_games_too(tiny):
    edit(tiny, "game.yaml", "deck: french-24", "deck: [")
    names = names_of(tiny.parent)
    assert [name.name for name in names] == ["tiny-trick", "Tiny Trick", "Small Trick"]
    assert alike(["Small Tricks"], names)[1].game == "tiny-trick"
    assert alike(["Big Trick"], names) is None
    assert alike(["Spite & Malice"], [Name("spite-and-malice", "s", "S")])


def test_the_games_that_are_there_have_names_of_their_own():
    names = names_of(ROOT / "games")
    for name in names:
        others = [other for other in names if other.game != name.game]
        assert alike([name.name], others) is None, name


# --- entries --------------------------------------------------------------------------------


def test_a_new_example_holds_and_disturbs_nothing(upcard, tiny):  # noqa: F811
    edit(tiny, "game.yaml", "changes:", "# the end\nchanges:")
    edit(tiny, "game.yaml", "score: {N: 1, S: 0}}\n", "score: {N: 1, S: 0}}  # kept\n\n# sources\n")
    before = (tiny / "game.yaml").read_text("utf-8")
    for number in (1, 2):
        assert upcard("new-example", "tiny-trick", "king").exit_code == 0
        assert f"id: king-{number}" in (tiny / "game.yaml").read_text("utf-8")
    after = (tiny / "game.yaml").read_text("utf-8")
    start, end = after.index("\n  - id: king-1"), after.index("\n\n# sources")
    assert after[:start] + after[end:] == before
    assert after.index("# kept") < after.index("id: king-1") < after.index("# sources")
    assert told(tiny.parent) == {"TODO-LEFT"}


def test_a_new_variant_and_its_example(upcard, tiny):  # noqa: F811
    assert upcard("new-variant", "tiny-trick", "--title", "Long game").exit_code == 0
    assert told(tiny.parent) == {"TODO-LEFT", "COVERAGE-VARIANT", "STATUS-CLAIM"}
    words = ["new-variant", "tiny-trick", "--title", "To 50", "--set", "target=50"]
    assert "new-example tiny-trick RULE --variant to-50" in upcard(*words).stdout
    assert upcard("new-example", "tiny-trick", "king", "--variant", "to-50").exit_code == 0
    assert "variant: to-50" in (tiny / "game.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["new-example", "tiny-trick", "kng"], "did you mean 'king'?"),
        (["new-example", "tiny-trik", "king"], "did you mean 'tiny-trick'?"),
        (["new-example", "tiny-trick", "king", "--variant", "roial"], "did you mean 'royal'?"),
        (["new-variant", "tiny-trick"], "wants a name"),
        (["new-variant", "tiny-trick", "--title", "Royals"], "a variant 'Royal' (royal)"),
        (["new-variant", "tiny-trick", "--title", "X", "--set", "bonuss=yes"], "'bonus'?"),
        (["new-variant", "tiny-trick", "--title", "X", "--set", "bonus=no"], "already"),
        (["new-variant", "tiny-trick", "--title", "X", "--set", "bonus=yes"], "settings of Royal"),
        (["new-variant", "tiny-trick", "--title", "X", "--source", "test"], "'tests'?"),
    ],
)
def test_an_entry_that_cannot_be_is_told_so(upcard, tiny, words, complaint):  # noqa: F811
    before = (tiny / "game.yaml").read_bytes()
    result = upcard(*words)
    assert result.exit_code == 2
    assert complaint in " ".join(result.stderr.split())
    assert (tiny / "game.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("examples", "kept"),
    [
        ("examples: []  # none yet\n", "# none yet\n"),
        ("", ""),
        ("examples:\n- {id: a, rules: [x], then: {value: 1}}   # odd\n", "# odd\n"),
        ("examples: [{id: a, rules: [x], then: {value: 1}}, ]  # odd\n", "# odd\n"),
    ],
)
def test_lists_of_every_form_take_an_entry(examples, kept):
    from upcard_library.growing import with_entry

    source = f"a: 1 # one\n{examples}z: 2\n"
    new = with_entry(source, "examples", {"id": "b", "why": "Because."})
    before = read_yaml(Path("x"), source.encode()).data
    data = read_yaml(Path("x"), new.encode()).data
    added = {"id": "b", "why": "Because."}
    assert data == {**before, "examples": [*before.get("examples", []), added]}
    assert kept in new
    assert spans(new)
    crlf = with_entry(source.replace("\n", "\r\n"), "examples", {"id": "b", "why": "Because."})
    assert crlf == new.replace("\n", "\r\n")


def test_an_engine_is_begun_from_its_article(tiny, monkeypatch):
    import upcard.games

    home = tiny.parent.parent / "engine" / "upcard" / "games"
    home.mkdir(parents=True)
    (tiny.parent.parent / "games" / "tiny-trick").rename(tiny.parent.parent / "old")
    shutil.copytree(ROOT / "games/koi-koi", tiny.parent / "koi-koi")
    monkeypatch.setattr(upcard.games, "__path__", [str(home), *upcard.games.__path__])
    monkeypatch.chdir(tiny.parent.parent)
    result = CliRunner().invoke(main, ["new-engine", "koi-koi"])
    assert result.exit_code == 0, result.output
    text = (home / "koi_koi.py").read_text("utf-8")
    assert "Literal[" in text
    assert "# TODO: name the rule that acts" in text
    assert "engine: koi_koi\n" in (tiny.parent / "koi-koi/game.yaml").read_text("utf-8")
    codes = told(tiny.parent)
    assert "TODO-LEFT" in codes
    assert "ENGINE-ERROR" not in codes
    assert {
        c for c in codes if c.startswith(("ENGINE", "OPTION", "VARIANT", "MARK", "RULE"))
    } == set()
    again = CliRunner().invoke(main, ["new-engine", "koi-koi"])
    assert (again.exit_code, "koi_koi plays it" in again.stderr) == (2, True)


@pytest.mark.parametrize("name", ["../sink", "games/sink", "sink\\ship"])
def test_an_id_is_no_path(upcard, tiny, name):  # noqa: F811
    told = upcard("new", name, "--no-ask")
    assert told.exit_code == 2
    assert f"{name!r} is a path; give the id alone: the game is written into games" in told.stderr
    assert [path.name for path in tiny.parent.iterdir()] == ["tiny-trick"]


def test_one_wrong_letter_is_no_new_game(upcard):  # noqa: F811
    assert "'tini-trick' is very like Tiny Trick" in upcard("new", "tini-trick", "--no-ask").stderr


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda f: (f / "game.yaml").write_bytes(b""),
         "YAML-EMPTY The file is empty | write `key: value`, a line to a key; `upcard new ID`"),
        (lambda f: (f / "game.yaml").write_bytes(bytes(range(128, 256)) * 9),
         "FILE-ENCODING These bytes are not UTF-8 | found: 80 | save the file as UTF-8"),
        (lambda f: (f / "notes.md").write_text("x"),
         "FILE-MISSING The file cannot be read | found: No such file or directory | a game is a "),
        (lambda f: (f / "game.yaml").mkdir(),
         "FILE-MISSING The file cannot be read | found: Is a directory | a game is a folder with"),
    ],
)  # fmt: skip
def test_what_is_no_game_is_told_with_what_to_write(upcard, tiny, make, told):  # noqa: F811
    folder = tiny.parent / "odd"
    folder.mkdir()
    make(folder)
    said = upcard("check", "odd")
    assert said.exit_code == 1
    assert f"games/odd/game.yaml:1:1 {told}" in said.stdout


def test_a_folder_without_games_is_told_as_such(upcard, tmp_path):  # noqa: F811
    (tmp_path / "bare" / "thing").mkdir(parents=True)
    said = upcard("check", "thing", "--folder", str(tmp_path / "bare"))
    assert said.exit_code == 2
    assert "there are no games in" in said.stderr
    assert "game.yaml and article.md" in said.stderr


def test_a_folder_whose_name_is_no_id_is_to_be_renamed(upcard, tiny):  # noqa: F811
    tiny.rename(tiny.with_name("Tiny Trick"))
    assert "| rename the folder: tiny-trick\n" in upcard("check", "Tiny Trick").stdout
