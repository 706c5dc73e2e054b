"""What is kept between builds: taking from it gives the same site to the byte."""

from __future__ import annotations

import filecmp
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from conftest import FIXTURES
from site_build import caught, forget

from upcard_site import kept, plugin_finished, plugin_keeping, site
from upcard_site.book import Settings
from upcard_site.game_build import build_game

CONFIG = """\
site_name: Small
site_url: https://small.example/
repo_url: https://git.example/small
edit_uri: edit/main/
theme: {name: material, font: false, features: [navigation.indexes, navigation.path]}
nav: [index.md, Games: [games/index.md, glossary.md, sources.md], About: about.md]
markdown_extensions: [attr_list, toc: {permalink: true}]
validation: {links: {anchors: warn}}
plugins: [search, upcard: {games_dir: games, glossary: docs/glossary.yml, cache: ""}]
"""
HOME = """# Home

[a rule](games/tiny-trick.md#follow-suit) <!-- upcard:count -->

## Here {#here}

A.
"""
GLOSSARY = 'trick: "Cards played one by each player."\ncheckmate: "The end of a game."\n'


class Project:
    """A small project in a folder of its own, and how it is built."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.built = folder, 0
        for name in ("library", "prose"):
            shutil.copytree(FIXTURES / name / "games", folder / "games", dirs_exist_ok=True)
        for name, text in {
            "index.md": HOME,
            "about.md": "About us.\n",
            "glossary.yml": GLOSSARY,
        }.items():
            self.write(f"docs/{name}", text)
        self.write("mkdocs.yml", CONFIG)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text("utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def build(self, cache: str = "cache") -> Path:
        """Build into a new folder, as `mkdocs build --strict` does."""
        from mkdocs.commands.build import build
        from mkdocs.config import load_config

        self.built += 1
        out = self.folder / f"site-{self.built}"
        config = load_config(str(self.folder / "mkdocs.yml"), site_dir=str(out), strict=True)
        config.plugins["upcard"].config["cache"] = cache
        with caught() as self.told:
            config.plugins.run_event("startup", command="build", dirty=False)
            try:
                build(config)
            finally:
                forget()
        return out

    def differences(self) -> list[str]:
        """Build from what is kept and from nothing; return the files that differ."""
        one, two = self.build(), self.build(cache="")
        files = {p.relative_to(folder) for folder in (one, two) for p in folder.rglob("*.*")}
        files = {file for file in files if (one / file).is_file() or (two / file).is_file()}
        assert len(files) > 50
        _, changed, missing = filecmp.cmpfiles(one, two, map(str, files), shallow=False)
        return sorted([*changed, *missing])


@pytest.fixture
def project(tmp_path: Path, engines: None) -> Project:  # noqa: ARG001
    return Project(tmp_path)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were built, in order, rather than taken from what is kept."""
    names: list[str] = []

    def watched(game: Any, *args: Any) -> Any:
        names.append(game.id)
        return build_game(game, *args)

    monkeypatch.setattr(site, "build_game", watched)
    return names


def test_what_is_kept_gives_the_same_site_after_every_change(
    project: Project, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.build()
    assert sorted(made) == ["chess-cards", "tiny-trick"]
    made.clear()
    rendered = watch_rendering(monkeypatch)
    project.build()
    assert (made, rendered) == ([], [])

    project.edit("games/tiny-trick/game.yaml", 'title: "Tiny Trick"', 'title: "Tiny Trick of Ours"')
    project.edit("games/tiny-trick/article.md", "# Tiny Trick", "# Tiny Trick of Ours")
    project.build()
    assert made == ["tiny-trick"]
    assert "games/tiny-trick.md" in rendered
    assert "games/index.md" in rendered
    assert "games/chess-cards.md" not in rendered
    assert "about.md" not in rendered
    assert project.differences() == []
    assert "of Ours" in (project.folder / "site-3/games/index.html").read_text("utf-8")

    project.edit("docs/glossary.yml", "Cards played one", "Cards laid down one")
    assert project.differences() == []
    project.edit("docs/about.md", "About us.", "About us, [here](index.md#here).")
    assert project.differences() == []
    project.edit("mkdocs.yml", "About:", "About us:")
    assert project.differences() == []


def watch_rendering(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note each page that MkDocs renders as a whole."""
    rendered: list[str] = []
    keep = plugin_finished.Finished.keep

    def watched(self: Any, page: Any, output: str) -> None:
        rendered.append(page.file.src_uri)
        keep(self, page, output)

    monkeypatch.setattr(plugin_finished.Finished, "keep", watched)
    return rendered


def test_a_link_to_a_missing_anchor_of_a_finished_page_is_told_each_time(project: Project) -> None:
    from mkdocs.exceptions import Abort

    project.build()
    project.edit("docs/index.md", "#follow-suit", "#never")
    for _ in range(2):
        with pytest.raises(Abort):
            project.build()
        assert any("#never" in line for line in project.told), project.told


@pytest.fixture
def shelf(tmp_path: Path, engines: None) -> Iterator[Callable[[], site.Site]]:  # noqa: ARG001
    """Build the games of the fixtures without MkDocs, keeping them."""
    project = Project(tmp_path)
    glossary = tmp_path / "docs/glossary.yml"
    yield lambda: site.build_site(
        tmp_path / "games", Settings(), glossary=glossary, cache=tmp_path / "cache"
    )
    assert project.folder == tmp_path
    forget()


def test_another_version_of_a_package_makes_everything_anew(
    shelf: Callable[[], site.Site], made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [name.lower() for name in kept.installed()]
    for package in ("markdown-", "nh3-", "jinja2-"):
        assert [name for name in names if name.startswith(package)]
    monkeypatch.setattr(kept, "installed", lambda: ["Markdown-3.10.dist-info"])
    shelf()
    shelf()
    assert len(made) == 2
    monkeypatch.setattr(kept, "installed", lambda: ["Markdown-3.11.dist-info"])
    shelf()
    assert len(made) == 4


def test_another_template_makes_everything_anew(
    shelf: Callable[[], site.Site],
    made: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    files = kept.code_files()
    assert {"facts.html", "main.html"} <= {path.name for path in files}
    template = tmp_path / "one.html"
    template.write_text("<p>one</p>", encoding="utf-8")
    monkeypatch.setattr(kept, "code_files", lambda: [*files, template])
    shelf()
    template.write_text("<p>two</p>", encoding="utf-8")
    shelf()
    assert len(made) == 4


def test_what_cannot_be_read_is_made_again(
    shelf: Callable[[], site.Site], made: list[str], tmp_path: Path
) -> None:
    first = shelf()
    for about in (tmp_path / "cache").glob("*/about.json"):
        about.write_text("{", encoding="utf-8")
    kept._ABOUT.clear()
    again = shelf()
    assert len(made) == 4
    assert [page.html for page in again.pages] == [page.html for page in first.pages]


def test_only_the_newest_of_each_game_is_kept(
    shelf: Callable[[], site.Site], tmp_path: Path
) -> None:
    first = [page.html for page in shelf().pages]
    article = tmp_path / "games/tiny-trick/article.md"
    text = article.read_text("utf-8")
    article.write_text(text + "\nMore, and a trick.\n", encoding="utf-8")
    assert [page.html for page in shelf().pages] != first
    names = [path.name[:-33] for path in (tmp_path / "cache").iterdir()]
    assert sorted(names) == ["_indexes", "chess-cards", "tiny-trick"]
    article.write_text(text, encoding="utf-8")
    assert [page.html for page in shelf().pages] == first


def test_what_is_kept_stays_while_a_build_fails(
    shelf: Callable[[], site.Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shelf()
    article = tmp_path / "games/tiny-trick/article.md"
    article.write_text(article.read_text("utf-8") + "\nMore.\n", encoding="utf-8")

    def broken(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(site.feed, "files", broken)
    with pytest.raises(RuntimeError):
        shelf()
    assert all(page.html for page in before.pages)


def test_faults_are_told_again_and_names_compared_with_games_that_are_kept(
    shelf: Callable[[], site.Site], tmp_path: Path
) -> None:
    facts = tmp_path / "games/tiny-trick/game.yaml"
    facts.write_text(facts.read_text("utf-8").replace("version: 1", "version: 2"), "utf-8")
    first, again = shelf(), shelf()
    assert any("ENGINE-VERSION" in fault for fault in first.faults)
    assert again.faults == first.faults
    chess = tmp_path / "games/chess-cards"
    taken = json.loads((next((tmp_path / "cache").glob("chess*")) / "about.json").read_text())
    title = taken["names"]["title"]
    facts.write_text(facts.read_text("utf-8").replace('"Tiny Trick"', f'"{title}"'), "utf-8")
    article = facts.with_name("article.md")
    article.write_text(article.read_text("utf-8").replace("# Tiny Trick", f"# {title}"), "utf-8")
    found = shelf()
    assert chess.is_dir()
    assert any("TITLE-TAKEN" in fault for fault in found.faults), found.faults
    assert "TITLE-TAKEN" in found.by_uri["games/tiny-trick.md"].html


def test_templates_are_compiled_once_and_again_when_they_change(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, seen = jinja2.Environment.compile, list[str]()

    def counted(self: Any, source: Any, name: Any = None, *rest: Any, **more: Any) -> Any:
        seen.append(str(name))
        return real(self, source, name, *rest, **more)

    monkeypatch.setattr(plugin_keeping, "COMPILED", plugin_keeping.Compiled())
    monkeypatch.setattr(jinja2.Environment, "compile", counted)
    project.edit("mkdocs.yml", "font: false", "font: false, custom_dir: own")
    project.write("own/404.html", "one")
    assert (project.build() / "404.html").read_text("utf-8") == "one"
    assert "404.html" in seen
    assert "base.html" in seen
    seen.clear()
    assert (project.build() / "404.html").read_text("utf-8") == "one"
    assert not {"404.html", "base.html", "main.html"} & set(seen)
    project.write("own/404.html", "two")
    assert (project.build() / "404.html").read_text("utf-8") == "two"
    assert "404.html" in seen


@pytest.mark.parametrize(
    ("plugins", "hooks", "nav"),
    [
        (["search", "upcard", "minify"], {}, ["index.md"]),
        (["search", "upcard", "a.py"], {"a.py": SimpleNamespace(__file__="/a.py")}, ["index.md"]),
        (["search", "upcard"], {}, None),
    ],
)
def test_nothing_is_kept_where_others_may_change_pages(
    plugins: list[str], hooks: dict[str, Any], nav: list[str] | None, tmp_path: Path
) -> None:
    config: Any = SimpleNamespace(plugins=dict.fromkeys(plugins), hooks=hooks, nav=nav)
    made = site.Site((), {}, (), (), base="base")
    assert plugin_finished.finished(config, made, tmp_path, live=False, dirty=False) is None


def test_files_are_links_while_serving_only(tmp_path: Path) -> None:
    source = tmp_path / "kept.html"
    source.write_text("kept", encoding="utf-8")
    for linked in (True, False):
        file = plugin_finished.KeptFile("games/x.md", None, str(tmp_path / str(linked)), True)
        file.abs_src_path, file.linked = str(source), linked
        assert not file.is_documentation_page()
        file.copy_file()
        assert Path(file.abs_dest_path).is_symlink() is linked
        assert Path(file.abs_dest_path).read_text("utf-8") == "kept"
