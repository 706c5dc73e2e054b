"""The booklet: everything in it, on the pages that its contents say."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from site_build import copy_games, elements, forget

from upcard_library.load import load_library
from upcard_site import booklet_pdf
from upcard_site.booklet import Plan, bodies, css_string, document, entries
from upcard_site.commands import booklet
from upcard_site.terms import Glossary, glossary

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TERMS = glossary({"Deal": "To give out cards.", "<b>Odd</b>": "A <script> term."})


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder with two games."""
    yield copy_games(tmp_path_factory.mktemp("two"), "koi-koi", "war")
    forget()


def told(games: Path, plan: Plan, terms: Glossary = TERMS) -> str:
    return document(bodies(load_library(games), terms, plan), terms, plan)


def test_all_games_words_sources_and_licences_are_there(two: Path) -> None:
    text = told(two, Plan())
    ids = [node.attrs["id"] for node in elements(text) if node.attrs.get("id")]
    assert len(ids) == len(set(ids))
    library = load_library(two)
    wanted = entries(bodies(library, TERMS, Plan()), TERMS)
    assert wanted == ["game-koi-koi", "game-war", "part-glossary", "part-sources", "part-licences"]
    assert set(wanted) <= set(ids)
    for game in library.games.values():
        assert {f"{game.id}--section-{section.slug}" for section in game.article.sections} <= set(
            ids
        )
        assert all(source.title.split("<")[0] in text for source in game.sources[:1])
    links = {n.attrs["href"] for n in elements(text) if n.tag == "a" and n.attrs.get("href")}
    inside = {str(link)[1:] for link in links if str(link).startswith("#")}
    assert inside <= set(ids)
    assert all(str(link).startswith(("#", "https:", "mailto:")) for link in links)


def test_nothing_is_fetched_and_nothing_runs(two: Path) -> None:
    text = told(two, Plan(title="</title><script>x</script>"))
    assert "<script" not in text
    assert {url[:5] for url in re.findall(r"url\(([^)]*)\)", text)} <= {"data:", '"data'}
    assert {"script", "link", "img", "iframe"}.isdisjoint(node.tag for node in elements(text))


def test_rules_of_a_variant_take_the_place_of_the_base_game(two: Path) -> None:
    game = load_library(two).games["war"]
    variant = next(v for v in game.variants if "down_cards" in v.settings)
    base, other = (told(two, Plan(under=under)) for under in ({}, {"war": variant.id}))
    assert f"<b>{variant.title}</b>" in other
    assert f"<b>{variant.title}</b>" not in base
    assert re.findall(r'data-n="down_cards"[^>]*>([^<]*)', base) != re.findall(
        r'data-n="down_cards"[^>]*>([^<]*)', other
    )


def test_examples_show_real_cards_if_asked_for(two: Path) -> None:
    assert '<svg class="card' not in told(two, Plan())
    assert told(two, Plan(examples=True)).count('class="card') > 50


def test_a_title_cannot_end_its_css_string() -> None:
    assert css_string('A "B" </style>\\') == '"A \\22 B\\22  \\3c /style\\3e \\5c "'


def test_html_needs_no_browser(two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    out = tmp_path / "b.html"
    done = CliRunner().invoke(booklet, ["--games", str(two), "--out", str(out), "--html", "war"])
    assert done.exit_code == 0, done.output
    assert "game-war" in (text := out.read_text(encoding="utf-8"))
    assert "game-koi-koi" not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["wra"], "did you mean 'war'"),
        (["--variant", "war"], "write war=VARIANT"),
        (["--variant", "war=blitz"], "there is no variant 'blitz'"),
        (["--variant", "cribbage=lowball"], "there is no game 'cribbage'"),
        (["--variant", "koi-koi=blitz"], "blitz"),
        (["--paper", "A0"], "A0"),
    ],
)
def test_what_is_not_there_is_told(two: Path, tmp_path: Path, words: list[str], said: str) -> None:
    given = ["--games", str(two), "--out", str(tmp_path / "b.pdf"), *words]
    done = CliRunner().invoke(booklet, given)
    assert done.exit_code == 2, done.output
    assert said in done.output


def test_without_a_browser_it_says_how_to_get_one(
    two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booklet_pdf.shutil, "which", lambda _: None)
    monkeypatch.delenv("UPCARD_CHROMIUM", raising=False)
    given = ["--games", str(two), "--out", str(tmp_path / "b.pdf")]
    done = CliRunner().invoke(booklet, given)
    assert done.exit_code == 1
    assert "apt install chromium" in done.output
    monkeypatch.setenv("UPCARD_CHROMIUM", "no-such-browser")
    assert "no-such-browser" in CliRunner().invoke(booklet, given).output


# --- on paper -------------------------------------------------------------------------------


class Printed(NamedTuple):
    """A printed booklet: the file, the text of each page, what the command said."""

    file: Path
    pages: list[str]
    said: str


@pytest.fixture(scope="module")
def printed(two: Path, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    from pypdf import PdfReader

    out = tmp_path_factory.mktemp("pdf") / "booklet.pdf"
    given = ["--games", str(two), "--out", str(out), "--paper", "A5", "--variant", "war=three-down"]
    done = CliRunner().invoke(booklet, given)
    assert done.exit_code == 0, done.output
    return Printed(out, [page.extract_text() for page in PdfReader(out).pages], done.output)


@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(
    not CHROMIUM, reason="no Chromium here; on Debian: apt install chromium, then run again"
)
class TestOnPaper:
    def test_contents_give_the_pages_of_the_headings(self, printed: Printed) -> None:
        from pypdf import PdfReader

        contents = re.findall(r"^(.+?)\s*\n?\s*(\d+)$", printed.pages[1], re.MULTILINE)
        told_pages = {title.strip(): int(number) for title, number in contents}
        wanted = ["Koi-Koi", "War", "Sources", "Licences"]
        assert set(wanted) <= set(told_pages)
        reader = PdfReader(printed.file)
        marks = {m.title: m for m in reader.outline if not isinstance(m, list)}
        assert list(marks) == ["Upcard", "Contents", "Koi-Koi", "War", "Sources", "Licences"]
        for title in wanted:
            number = told_pages[title]
            body = [line.strip() for line in printed.pages[number - 1].splitlines()]
            assert title in body[:3], f"{title} is not at the head of page {number}"
            assert str(number) in body, "the page bears its number"
            assert reader.get_destination_page_number(marks[title]) == number - 1

    def test_it_is_a5_tagged_and_has_a_title(self, printed: Printed) -> None:
        from pypdf import PdfReader

        reader = PdfReader(printed.file)
        root = reader.root_object
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == "en"
        assert reader.metadata.title == "Upcard: the rules of 2 card games"
        assert reader.metadata.creation_date is None
        width, height = (round(float(n)) for n in reader.pages[0].mediabox[2:])
        assert (width, height) == (420, 595)
        assert f"on {len(reader.pages)} pages" in printed.said

    def test_every_sentence_of_the_chosen_rules_is_printed(
        self, printed: Printed, two: Path
    ) -> None:
        text = "".join("".join(printed.pages).split())
        library = load_library(two)
        for game in library.games.values():
            for section in game.article.sections:
                assert "".join(section.title.split()) in text
