"""What editors are given: a schema of each game's own names, and files that lead to the schemas."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7
from site_build import GAMES, ROOT, forget

from upcard_library.cli_schema import schema as command
from upcard_library.game_schema import game_schema
from upcard_library.load import load_library
from upcard_library.model import GameArticle, Library
from upcard_library.schema import schema

ADDRESS = "urn:game"
KNOWN = Registry().with_resource(ADDRESS, Resource(schema(), DRAFT7))
DRAFTS = {"draft-07": Draft7Validator, "2020-12": Draft202012Validator}


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    """All games, loaded once."""
    yield load_library(GAMES)
    forget()


def faults(game: GameArticle, data: Any, draft: str = "draft-07") -> list[str]:
    validator = DRAFTS[draft](game_schema(game, ADDRESS), registry=KNOWN)
    return ["/".join(map(str, error.absolute_path)) for error in validator.iter_errors(data)]


@pytest.mark.parametrize("draft", DRAFTS)
def test_every_game_fits_its_own_schema(library, draft):
    assert len(library.games) >= 10
    for game in library.games.values():
        DRAFTS[draft].check_schema(game_schema(game, ADDRESS))
        assert faults(game, game.data, draft) == [], game.id


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("examples", 0, "rules", 0), "no-such-rule"),
        (("examples", 0, "ask"), "no_such_question"),
        (("variants", 0, "set", "no_such_option"), 1),
        (("options", "no_such_option"), {"rule": "run", "default": 1, "values": [1], "text": "x"}),
        (("options", "muggins", "rule"), "no-such-rule"),
        (("variants", 0, "set", "muggins"), "perhaps"),
        (("rulings", 0, "rule"), "no-such-rule"),
        (("rulings", 0, "example"), "no-such-example"),
        (("crosschecks", 0, "source"), "no-such-source"),
        (("examples", 0, "then", "refused"), {"5H": "no-such-rule"}),
        (("id",), "other"),
        (("families", 0), "no-such-family"),  # the general schema holds as well
    ],
)
def test_what_a_game_has_not_is_underlined(library, path, value):
    game = library.games["cribbage"]
    data = json.loads(json.dumps(game.data))
    node = data
    for part in path[:-1]:
        node = node[part]
    node[path[-1]] = value
    found = faults(game, data)
    assert found
    assert all(told.startswith(str(path[0])) or not told for told in found), found


def test_what_it_adds_is_told_to_whoever_hovers(library):
    for game in library.games.values():
        own = game_schema(game, ADDRESS)["properties"]
        settings = own["variants"]["items"]["properties"]["set"]["properties"]
        for option in game.options:
            for node in (own["options"]["properties"][option.name], settings[option.name]):
                assert node["title"] == option.name
                assert node["description"].startswith(option.text.rstrip("."))
                assert node["examples"]


def test_the_command_writes_and_takes_back(tiny):
    file = tiny / "game.yaml"
    before = file.read_bytes()
    home = tiny.parent.parent
    shutil.copytree(ROOT / "schema", home / "schema")
    run = CliRunner().invoke
    told = run(command, ["tiny-trick", "--folder", str(home), "--write"])
    assert told.exit_code == 0, told.output
    line, _, rest = file.read_text("utf-8").partition("\n")
    assert rest.encode() == before.partition(b"\n")[2]
    kept = tiny / line.partition("=")[2]
    own = json.loads(kept.read_text("utf-8"))
    assert own["properties"]["id"]["enum"] == ["tiny-trick"]
    general = kept.parent / own["allOf"][0]["$ref"]
    assert json.loads(general.read_text("utf-8")) == schema()
    told = run(command, ["tiny-trick", "--folder", str(home), "--general"])
    assert told.exit_code == 0, told.output
    line, _, rest = file.read_text("utf-8").partition("\n")
    assert rest.encode() == before.partition(b"\n")[2]
    assert (tiny / line.partition("=")[2]).resolve() == home / "schema/game.schema.json"
    told = run(command, ["tiny-trik", "--folder", str(home)])
    assert told.exit_code == 2
    assert "tiny-trick" in told.output


def test_a_game_that_cannot_be_read_has_no_schema(tiny):
    (tiny / "game.yaml").write_text("a: [", "utf-8")
    told = CliRunner().invoke(command, ["tiny-trick", "--folder", str(tiny.parent)])
    assert told.exit_code == 1
    assert "upcard check tiny-trick" in told.output


# --- editors -----------------------------------------------------------------------------------


def test_the_editor_finds_the_schemas():
    settings = json.loads((ROOT / ".vscode/settings.json").read_text("utf-8"))
    named = settings["yaml.schemas"]
    assert named["./schema/game.schema.json"] == "games/*/game.yaml"
    for name, files in named.items():
        assert (ROOT / name).is_file()
        for pattern in [files] if isinstance(files, str) else files:
            assert list(ROOT.glob(pattern)), pattern
    assert settings["yaml.yamlVersion"] == "1.2"
    wanted = json.loads((ROOT / ".vscode/extensions.json").read_text("utf-8"))
    assert "redhat.vscode-yaml" in wanted["recommendations"]
