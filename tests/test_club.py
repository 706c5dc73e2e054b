"""A site of one's own: own games beside the library's, and house rules for them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from site_build import Built, caught, elements, forget
from test_bind import edit
from test_site import leads

from upcard import rules
from upcard.options import OptionError
from upcard_library.load import load_library
from upcard_library.provider import ARTICLES

ROOT = Path(__file__).resolve().parent.parent
CLUB = ROOT / "examples" / "club"


@pytest.fixture(scope="module")
def club(tmp_path_factory) -> Built:
    """The example, built as `mkdocs build --strict` does, with one of our games beside its own."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    root = tmp_path_factory.mktemp("club")
    shutil.copytree(CLUB, root, dirs_exist_ok=True)
    file = root / "mkdocs.yml"
    text = file.read_text("utf-8")
    few = text.replace("library: true", "library: true\n      only: bell-sweep cribbage")
    file.write_text(
        few.replace(
            "site_name:", "repo_url: https://club.example/x\nedit_uri: edit/main/\nsite_name:"
        ),
        "utf-8",
    )
    with caught() as told:
        config = load_config(str(file), strict=True)
        config.plugins.run_event("startup", command="build", dirty=False)
        build(config)
        forget()
    return Built(root / "site", told)


def page(club: Built, name: str) -> str:
    return (club.folder / name / "index.html").read_text("utf-8")


def test_the_example_builds_without_a_warning(club):
    assert club.warnings == []


def test_own_games_stand_beside_ours(club):
    listed = page(club, "games")
    for game in ("bell-sweep", "cribbage"):
        assert f'href="{game}/"' in listed or f"{game}/" in listed
    assert "rings the bell" in page(club, "games/bell-sweep")


def test_a_house_rule_is_a_variant_like_any_other(club):
    html = page(club, "games/cribbage")
    assert 'id="variant-at-the-bell"' in html
    assert "At the Bell" in html
    told = (club.folder / "api/v1/games/cribbage.json").read_text("utf-8")
    assert '"id":"at-the-bell","title":"At the Bell"' in told


def test_only_ones_own_pages_are_for_editing(club):
    assert "/games/bell-sweep/article.md" in page(club, "games/bell-sweep")
    assert "/games/cribbage/article.md" not in page(club, "games/cribbage")
    assert "/docs/index.md" in (club.folder / "index.html").read_text("utf-8")


def test_every_link_leads_somewhere(club):
    ids = {path: {n.attrs.get("id") for n in elements(path.read_text("utf-8"))}
           for path in club.folder.rglob("*.html")}  # fmt: skip
    broken = {
        f"{path.relative_to(club.folder)}: {link}"
        for path in ids if path.name != "404.html"
        for node in elements(path.read_text("utf-8"))
        if (link := node.attrs.get("href")) and not re.match(r"[a-z]+:", link)
        and not leads(club.folder, path.relative_to(club.folder).as_posix(), link, ids)
    }  # fmt: skip
    assert not broken


def test_the_page_on_it_shows_the_example_as_it_is():
    text = (ROOT / "docs/club-site.md").read_text("utf-8")
    blocks = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)]
    plugins, house = blocks
    mine = yaml.safe_load((CLUB / "mkdocs.yml").read_text("utf-8"))
    assert plugins["plugins"] == mine["plugins"]
    assert house == yaml.safe_load((CLUB / "house/cribbage.yaml").read_text("utf-8"))


# --- house rules ----------------------------------------------------------------------------------


@pytest.fixture
def house(tiny):
    """House rules for the small game; gives the faults found with them."""

    def write(text: str, name: str = "tiny-trick") -> list[str]:
        folder = tiny.parent.parent / "house"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.yaml").write_text(text, "utf-8")
        library = load_library(tiny.parent, house=folder)
        ARTICLES.use(library.games, library.root)
        return [
            f"{file.parent.name}/{file.name} {line}:{column} {fault.code}"
            for fault in library.faults
            for file, line, column in [fault.place]
        ]

    return write


def variant(settings: str, name: str = "ours") -> str:
    return f"variants:\n  - {{id: {name}, title: Ours, set: {settings}}}\n"


def test_the_engine_plays_house_rules(house):
    assert house(variant("{target: 20, follow: free}")) == []
    ruled = rules("tiny-trick", "ours")
    assert (ruled.options.target, ruled.options.follow) == (20, "free")
    with pytest.raises(OptionError):
        rules("tiny-trick", "theirs")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (variant("{targets: 20}"), "2:35 VARIANT-OPTION"),
        (variant("{target: 999}"), "2:43 VARIANT-VALUE"),
        (variant("{target: 20}", "royal"), "2:10 ID-TWICE"),
        (variant("{bonus: true}"), "2:29 VARIANT-SAME"),
        ("variants:\n  - {id: x, set: {target: 20}}\n", "2:5 KEY-MISSING"),
        ("variants:\n  - {id: x, title: X, set: {target: 20}, basis: house}\n", "2:42 KEY-UNKNOWN"),
        ("options:\n  x: 1\n", "1:1 KEY-UNKNOWN, 1:1 KEY-MISSING"),
        ("variants: [", "1:12 YAML-SYNTAX"),
        ("variants: &a []\n", "1:11 YAML-ANCHOR"),
    ],
)
def test_what_is_wrong_is_told_in_the_houses_own_file(house, text, expected):
    found = house(text)
    assert ", ".join(line.removeprefix("house/tiny-trick.yaml ") for line in found) == expected


def test_house_rules_of_no_game(house):
    assert house(variant("{target: 20}"), "tiny-trik") == ["house/tiny-trik.yaml 1:1 HOUSE-UNKNOWN"]


def test_ones_own_game_takes_the_place_of_ours(tiny, tmp_path):
    other = tmp_path / "other" / "games"
    shutil.copytree(tiny.parent, other)
    edit(other / "tiny-trick", "game.yaml", "Four tricks", "Their four tricks")
    games = load_library(tiny.parent, also=other).games
    assert games["tiny-trick"].summary.startswith("Four tricks")
    shutil.rmtree(tiny)
    assert load_library(tiny.parent, also=other).games["tiny-trick"].summary.startswith("Their")
