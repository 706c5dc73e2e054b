"""The built site: complete, clean, harmless, and built the same every time."""

from __future__ import annotations

import filecmp
import json
import posixpath
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from site_build import (
    GAMES,
    ROOT,
    Built,
    Node,
    build,
    copy_games,
    elements,
    forget,
    page_elements,
    with_id,
)  # fmt: skip

from upcard_library.load import load_library
from upcard_library.model import GameArticle, Library
from upcard_site.book import Settings
from upcard_site.render_tree import write_markdown

pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning")
FIXTURE = Path(__file__).parent / "fixtures" / "library" / "games"


@pytest.fixture(scope="module")
def built(library_site: Built) -> Built:
    return library_site


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library(GAMES)


def games(library: Library) -> list[GameArticle]:
    return list(library.games.values())


def page(built: Built, game: GameArticle) -> str:
    return (built.folder / "games" / game.id / "index.html").read_text(encoding="utf-8")


def nodes_of(built: Built, game: GameArticle) -> list[Node]:
    return page_elements(built.folder / "games" / game.id / "index.html")


def test_strict_build_has_no_warning(built: Built, library: Library) -> None:
    assert not built.warnings
    assert library.games


def test_every_code_block_can_be_scrolled_by_keys_before_it_is_seen(built: Built) -> None:
    texts = [path.read_text("utf-8") for path in built.folder.rglob("*.html")]
    blocks = [
        tag
        for text in texts
        for tag in re.findall(r"<pre\b[^>]*>(?:<\w+></\w+>)?<code[^>]*>", text)
    ]
    assert len(blocks) > 100
    assert not [tag for tag in blocks if 'tabindex="0"' not in tag]


def test_every_page_is_there(built: Built, library: Library) -> None:
    names = ["index.html", "games/index.html", "families/index.html", "sources/index.html"]
    names += ["glossary/index.html", "verified/index.html", "api/v1/games.json", "sitemap.xml"]
    names += [f"games/{game.id}/index.html" for game in games(library)]
    names += [f"api/v1/{kind}/{game.id}.json" for kind in ("games", "examples")
              for game in games(library)]  # fmt: skip
    assert [name for name in names if not (built.folder / name).is_file()] == []


def test_edit_links_lead_to_the_real_files(built: Built, library: Library) -> None:
    for game in games(library):
        html = page(built, game)
        assert f"/edit/main/games/{game.id}/article.md" in html
        assert f"/edit/main/games/{game.id}/game.yaml" in html
    home = (built.folder / "index.html").read_text(encoding="utf-8")
    assert "/edit/main/docs/index.md" in home


def test_every_rule_has_its_anchor(built: Built, library: Library) -> None:
    for game in games(library):
        nodes = nodes_of(built, game)
        for rule in {sentence.rule for sentence in game.article.sentences}:
            assert with_id(nodes, rule).attrs["data-rule"] == rule


def test_no_id_stands_twice_on_a_page(built: Built) -> None:
    for path in built.folder.rglob("*.html"):
        ids = [n.attrs["id"] for n in page_elements(path) if n.attrs.get("id")]
        twice = {name for name in ids if ids.count(name) > 1}
        assert not twice, f"{path.relative_to(built.folder)}: {twice}"


def test_every_example_stands_under_its_rule(built: Built, library: Library) -> None:
    for game in games(library):
        nodes = nodes_of(built, game)
        marked = {sentence.rule for sentence in game.article.sentences}
        for example in game.examples:
            plate = with_id(nodes, f"example-{example.id}")
            above = [n.attrs["data-rule"] for n in plate.around if "data-rule" in n.attrs]
            assert example.rules[0] not in marked or above == [example.rules[0]], example.id


def test_every_section_is_in_the_table_of_contents(built: Built, library: Library) -> None:
    for game in games(library):
        nodes = nodes_of(built, game)
        heads = [n.attrs["id"] for n in nodes if n.tag == "h2" and "id" in n.attrs]
        toc = [n.attrs["href"] for n in nodes
               if n.tag == "a" and any("md-nav--secondary" in (a.attrs.get("class") or "")
                                       for a in n.around)]  # fmt: skip
        assert [f"#{slug}" for slug in heads] == toc
        assert len(heads) > len(game.article.sections)


def test_sentences_of_variants_are_told_apart(built: Built, library: Library) -> None:
    for game in games(library):
        nodes = nodes_of(built, game)
        rules = [n for n in nodes if "data-rule" in n.attrs]
        assert len(rules) == len(game.article.sentences)
        quiet = [n for n in rules if "rule--variant" in (n.attrs["class"] or "")]
        assert all(n.attrs.get("data-when") for n in quiet)


def test_no_mark_and_no_unfilled_number_is_left(built: Built, library: Library) -> None:
    for game in games(library):
        html = re.sub(r"<pre>.*?</pre>", "", page(built, game), flags=re.DOTALL)
        assert not re.search(r"\{\{|\{#|[\ue000-\uf8ff]", html)


def test_links_inside_the_site_lead_somewhere(built: Built) -> None:
    ids = {
        path: {n.attrs.get("id") for n in page_elements(path)}
        for path in built.folder.rglob("*.html")
    }
    broken = []
    for path in ids:
        if path.name == "404.html":
            continue
        here = path.relative_to(built.folder).as_posix()
        for node in page_elements(path):
            for name in ("href", "src", "xlink:href"):
                link = node.attrs.get(name)
                if link and not urlsplit(link).scheme and not leads(built.folder, here, link, ids):
                    broken.append(f"{here}: {link}")
    assert not broken, "\n".join(sorted(set(broken)))


def leads(root: Path, here: str, link: str, ids: dict[Path, set[str | None]]) -> bool:
    parts = urlsplit(link)
    target = root / posixpath.normpath(posixpath.join(posixpath.dirname(here), parts.path or "."))
    if not parts.path:
        target = root / here
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    anchor = unquote(parts.fragment)
    return not anchor or target not in ids or anchor in ids[target] or anchor.startswith("__")


def test_nothing_is_fetched_from_elsewhere(built: Built) -> None:
    for path in built.folder.rglob("*.html"):
        for node in page_elements(path):
            if node.tag in ("script", "img", "iframe", "link", "use", "source"):
                names = ("src", "href", "xlink:href")
                link = next((node.attrs[n] for n in names if node.attrs.get(n)), None) or ""
                fetched = node.tag != "link" or node.attrs.get("rel") in ("stylesheet", "icon")
                assert not (fetched and urlsplit(link).netloc), f"{path}: {link}"
    for path in built.folder.rglob("*.css"):
        css = path.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//", css), path


def test_the_data_tell_the_results(built: Built, library: Library) -> None:
    index = json.loads((built.folder / "api/v1/games.json").read_text(encoding="utf-8"))
    assert [entry["id"] for entry in index["games"]] == [
        game.id for game in sorted(games(library), key=lambda game: game.title.casefold())
    ]
    for game in games(library):
        path = built.folder / f"api/v1/examples/{game.id}.json"
        told = json.loads(path.read_text(encoding="utf-8"))
        assert [entry["id"] for entry in told["examples"]] == [e.id for e in game.examples]
        outcomes = {r["outcome"] for e in told["examples"] for r in e["results"]}
        assert outcomes <= {"passed", "gap", "disputed"}


FEW = ("cribbage", "koi-koi", "two-player-thousand")
"""A game with an engine, one without, and one in two languages."""


def test_a_warm_rebuild_is_the_same_to_the_byte(tmp_path: Path) -> None:
    cache, few = str(tmp_path / "cache"), copy_games(tmp_path, *FEW)
    plain = build(tmp_path / "plain", few, strict=False)
    build(tmp_path / "cold", few, cache=cache, strict=False)
    kept = sorted(path.name for path in Path(cache).iterdir())
    build(tmp_path / "warm", few, cache=cache, strict=False)
    assert kept
    assert sorted(path.name for path in Path(cache).iterdir()) == kept
    for other in ("cold", "warm"):
        assert differing(plain.folder, tmp_path / other) == []


def differing(one: Path, two: Path) -> list[str]:
    files = {path.relative_to(one) for path in one.rglob("*") if path.is_file()}
    others = {path.relative_to(two) for path in two.rglob("*") if path.is_file()}
    files = {file for file in files if file.name != "sitemap.xml.gz"}
    others = {file for file in others if file.name != "sitemap.xml.gz"}
    changed = {str(f) for f in files & others if not filecmp.cmp(one / f, two / f, shallow=False)}
    return sorted(changed | {str(file) for file in files ^ others})


def test_a_broken_example_makes_strict_fail_at_its_line(tmp_path: Path) -> None:
    from mkdocs.exceptions import Abort

    folder = copy_games(tmp_path, "cribbage")
    article = folder / "cribbage" / "game.yaml"
    lines = article.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "then: {total: 29" in line)
    lines[number - 1] = lines[number - 1].replace("total: 29", "total: 30")
    article.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(Abort, match="in strict mode"):
        build(tmp_path / "site", folder)
    told = build(tmp_path / "site", folder, strict=False).warnings
    assert any(f"games/cribbage/game.yaml:{number}:" in line for line in told), told
    html = (tmp_path / "site/games/cribbage/index.html").read_text(encoding="utf-8")
    assert 'class="faults"' in html
    assert f"games/cribbage/game.yaml:{number}:" in html


def test_a_game_that_cannot_be_read_has_a_page_that_says_why(tmp_path: Path) -> None:
    folder = copy_games(tmp_path, "cribbage")
    (folder / "cribbage" / "game.yaml").write_text("id: [", encoding="utf-8")
    told = build(tmp_path / "site", folder, strict=False).warnings
    assert any("games/cribbage/game.yaml:" in line for line in told)
    html = (tmp_path / "site/games/cribbage/index.html").read_text(encoding="utf-8")
    assert 'class="faults"' in html


def test_the_same_pages_as_markdown(tmp_path: Path) -> None:
    from markdown import markdown

    library = load_library(copy_games(tmp_path / "few", *FEW))
    written = write_markdown(library, tmp_path)
    forget()
    assert tmp_path / "games" / "index.md" in written
    for game in games(library):
        text = (tmp_path / "games" / f"{game.id}.md").read_text(encoding="utf-8")
        head, body = text.removeprefix("---\n").split("---\n", 1)
        assert f"title: {json.dumps(game.title)}" in head
        nodes = elements(markdown(body, extensions=["attr_list"]))
        for example in game.examples:
            with_id(nodes, f"example-{example.id}")
        for section in game.article.sections:
            assert any(n.tag == "h2" and section.slug in (n.attrs.get("id") or "") for n in nodes)


def test_properdocs_builds_the_same_pages(built: Built, tmp_path: Path, library: Library) -> None:
    command = [sys.executable, "-m", "properdocs", "build", "--strict",
               "-f", str(ROOT / "mkdocs.yml"), "-d", str(tmp_path)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    for game in games(library):
        other = (tmp_path / "games" / game.id / "index.html").read_text(encoding="utf-8")
        assert article_of(other) == article_of(page(built, game))


def article_of(html: str) -> str:
    start = html.index("<article")
    return html[start : html.index("</article>", start)]


def test_addresses() -> None:
    settings = Settings()
    assert settings.url("games/index.md") == "games/"
    assert settings.between("games/gin.md", "glossary.md#meld") == "../../glossary/#meld"
    assert settings.between("games/gin.md", "games/rummy.md") == "../rummy/"
    assert settings.between("index.md", "games/gin.md") == "games/gin/"
    assert settings.between("games/gin.md", "index.md") == "../../"
    flat = Settings(directory_urls=False)
    assert flat.between("games/gin.md", "glossary.md") == "../glossary.html"


def test_the_adapter_stays_thin() -> None:
    lines = (ROOT / "plugins/upcard_site/plugin.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
