"""What the indexes are made from: facets, ready lists, the bibliography, wanted games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from site_build import ROOT, Built

from upcard.decks import DECKS
from upcard_library.lists import Lists, Popular, Wanted, read_lists
from upcard_library.load import load_library
from upcard_library.schema import schema, vocabulary
from upcard_site import bibliography, facets, indexes
from upcard_site.book import Settings
from upcard_site.indexes import Shelf
from upcard_site.terms import glossary, terms_in
from upcard_site.wanted_page import wanted_page

HERE = Settings(repo="https://git.example/upcard")


def game(name: str, **more: Any) -> dict[str, Any]:
    """What the indexes know of a made-up game."""
    return {
        "id": name, "uri": f"games/{name}.md", "title": name.title(), "aka": [], "summary": "Play.",
        "players": [2, 4], "sides": ["each"], "deck": "an ordinary pack of 52 cards",
        "deck_kind": "french-52", "needs": "ordinary", "cards": "", "pack_size": "52 cards",
        "minutes": [20, 40], "difficulty": "easy", "families": ["rummy"], "region": ["PL"],
        "status": "draft", "rules": 3, "proven": 1, "examples": 1, "variants": [], "sources": [],
        "translations": [], **more,
    }  # fmt: skip


def source(title: str, **more: Any) -> dict[str, Any]:
    return {"id": "x", "title": title, "author": "", "url": "", "where": "", "accessed": "",
            "kind": "web", "games": [], **more}  # fmt: skip


WANTED = Wanted(
    "skat", "Skat", "Bid.", (3, 3), "french-32", ("schafkopf",), "Many ask.", ("an <auction>",),
    aka=("Scat",),
)  # fmt: skip

# --- facets --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "needs"),
    [
        ("french-52", "ordinary"), ("french-54", "ordinary"), ("french-20", "ordinary"),
        ("french-104", "ordinary-2"), ("french-108", "ordinary-2"), ("pinochle-48", "ordinary-2"),
        ("hanafuda-48", "hanafuda"), ("tarot-78", "tarot"), ("numbered-162", "numbered"),
    ],
)  # fmt: skip
def test_what_a_pack_can_be_made_from(deck: str, needs: str) -> None:
    assert facets.packs_needed(DECKS[deck]) == needs
    assert facets.pack_name(needs)


def test_every_facet_names_its_values() -> None:
    values = facets.values_of(game("one", minutes=[90, 200], sides=["partners", "each"]))
    assert list(values) == [facet.name for facet in facets.FACETS]
    assert values["players"] == ["2", "3", "4"]
    assert values["length"] == ["longer"]
    assert values["language"] == ["en"]
    names = [facets.name_of_value(name, v) for name, found in values.items() for v in found]
    assert {"over two hours", "one ordinary pack", "Fixed partners", "Poland"} <= set(names)


def test_a_short_game_is_within_every_longer_time() -> None:
    assert facets.values_of(game("one", minutes=[10, 30]))["length"] == ["30", "60", "120"]
    assert facets.values_of(game("one", minutes=[]))["length"] == []


def test_choices_are_counted_and_in_order() -> None:
    games = [
        game("one"),
        game("two", players=[2, 10], needs="tarot"),
        game("six", needs="ordinary-2"),
    ]
    found = facets.choices(games)
    assert [v for v, _, _ in found["players"]] == [str(n) for n in range(2, 11)]
    assert [(v, n) for v, _, n in found["players"]][:1] == [("2", 3)]
    assert [v for v, _, _ in found["deck"]] == ["ordinary", "ordinary-2", "tarot"]
    assert found["status"] == [("draft", "Draft", 3)]


def test_a_ready_list_stands_only_if_a_game_fits() -> None:
    one = facets.ready_lists([game("one")])
    titles = [ready.title for ready, _ in one]
    assert "For three" in titles
    assert "For six or so" not in titles
    more = facets.ready_lists([game("one"), game("two", players=[6, 6], needs="tarot")])
    assert {"For six or so", "With tarot cards"} <= {ready.title for ready, _ in more}
    for ready, found in more:
        assert found == [
            g
            for g in (game("one"), game("two", players=[6, 6], needs="tarot"))
            if facets.fits(g, ready.wish)
        ]
        assert facets.Ready("", "", ready.wish).query == ready.query


def test_sides_are_told_by_the_article_or_the_engine(library_site: Built) -> None:
    listed = json.loads((library_site.folder / "api/v1/games.json").read_text("utf-8"))["games"]
    assert all(g["sides"] for g in listed)
    assert {side for g in listed for side in g["sides"]} <= set(vocabulary()["sides"])


# --- pages ---------------------------------------------------------------------------------------


def html(page: Any) -> str:
    return str(page.html)


def test_the_catalogue_escapes_and_leads_to_each_game() -> None:
    shelf = Shelf([game("one", title="<b>One", aka=["“O”"])], HERE, Lists(wanted=(WANTED,)))
    made = html(indexes.catalogue(shelf))
    assert "&lt;b&gt;One" in made
    assert "<b>One" not in made
    assert 'data-is="players=2 players=3 players=4 deck=ordinary' in made
    assert "../wanted/#skat" in made


def test_players_and_packs_have_a_list_each() -> None:
    shelf = Shelf([game("one"), game("two", players=[1, 1], needs="tarot")], HERE)
    by_players = indexes.players_page(shelf)
    assert [b.title for b in by_players.blocks[1:]] == [
        "One player",
        "2 players",
        "3 players",
        "4 players",
    ]
    assert "Two" in by_players.blocks[1].html
    by_pack = indexes.packs_page(shelf)
    assert [b.id for b in by_pack.blocks[1:]] == ["pack-ordinary", "pack-tarot"]


def test_what_is_popular_is_here_or_wanted_or_left_out() -> None:
    told = Lists(
        (WANTED,), (Popular("one", "Known."), Popular("skat", "Asked."), Popular("x", "No."))
    )
    shelf = Shelf([game("one")], HERE, told)
    listed = indexes.popular(shelf, "index.md")
    assert 'href="games/one/"' in listed
    assert 'href="wanted/#skat"' in listed
    assert "No." not in listed
    assert "skat" not in indexes.popular(shelf, "index.md", only_here=True)


def test_a_wanted_game_that_landed_is_wanted_no_more() -> None:
    lists = Lists((WANTED,))
    page = wanted_page(Shelf([], HERE, lists))
    assert [block.id for block in page.blocks] == ["", "skat"]
    made = html(page)
    assert "an &lt;auction&gt;" in made
    assert "https://git.example/upcard/issues/new?title=Skat" in made
    assert [b.id for b in wanted_page(Shelf([game("skat")], HERE, lists)).blocks] == [""]


def test_markers_of_a_written_page_are_filled() -> None:
    shelf = Shelf([game("one")], HERE)
    text = indexes.fill_markers("<!-- upcard:count --> <!-- upcard:picker -->", shelf, "index.md")
    assert text.startswith("One game <form")
    assert 'action="games/"' in text


def test_a_term_leads_back_to_the_games_that_use_it() -> None:
    words = glossary({"Pack": "All cards.", "Crib": "A spare hand."})
    said = words.linker("../../glossary/")(indexes.Markup("The pack and the pack."))
    assert said.count("<a") == 1
    assert terms_in(said) == ["pack"]
    shelf = Shelf([game("one")], HERE)
    made = html(indexes.glossary_page(shelf, words, {"one": ["pack"]}))
    assert re.search(
        r'id="pack">.*All cards\. <span class="from">In <a href="../games/one/">', made
    )
    assert made.count('class="from"') == 1


# --- the bibliography ----------------------------------------------------------------------------


def test_a_source_of_several_games_stands_once() -> None:
    first = source("Rummy rules", url="https://www.example.org/rummy/", accessed="2026-01-02")
    second = source(
        "How to play", url="https://example.org/rummy", accessed="2026-03-04", author="Ann"
    )
    rows = bibliography.merged([game("one", sources=[first]), game("two", sources=[second, first])])
    assert len(rows) == 1
    assert (rows[0]["accessed"], rows[0]["author"]) == ("2026-03-04", "Ann")
    assert [used["id"] for used in rows[0]["games"]] == ["one", "two"]


def test_sources_are_sorted_by_author_or_title_and_told_by_kind() -> None:
    found = [
        source("The Zebra"),
        source("Ace", author="Young"),
        source("B", kind="book"),
        source("An Apple"),
    ]
    shelf = Shelf([game("one", sources=found)], HERE)
    rows = bibliography.merged(shelf.games)
    assert [row["title"] for row in rows] == ["An Apple", "B", "Ace", "The Zebra"]
    page = bibliography.sources_page(shelf)
    assert [block.title for block in page.blocks[1:]] == ["Web pages", "Books"]


def test_every_source_of_every_article_is_listed(library_site: Built) -> None:
    page = (library_site.folder / "sources/index.html").read_text("utf-8")
    for article in load_library(ROOT / "games").games.values():
        assert f'href="../games/{article.id}/#sources"' in page
        for told in article.sources:
            if told.where.startswith("https://"):
                address = re.sub(r"^https://(www\.)?|/+$", "", told.where).replace("&", "&amp;")
                assert address.casefold() in page.casefold(), told.where


# --- the lists -----------------------------------------------------------------------------------


def test_the_lists_of_the_library_have_no_fault() -> None:
    lists = read_lists(ROOT / "docs")
    assert not lists.faults
    assert 25 <= len(lists.wanted) <= 60
    known = {path.parent.name for path in (ROOT / "games").glob("*/game.yaml")}
    known |= {wanted.id for wanted in lists.wanted}
    assert {popular.id for popular in lists.popular} <= known


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("deck: french-32", "deck: french-33", "VALUE-UNKNOWN"),
        ("why:", "reason:", "KEY-UNKNOWN"),
        ("id: skat", "id: &a skat", "YAML-ANCHOR"),
        ("  - id: skat", "  - id: rum\n    <<: {}\n  - id: skat", "YAML-ANCHOR"),
    ],
)
def test_a_fault_in_a_list_is_told_at_its_place(
    tmp_path: Path, old: str, new: str, code: str
) -> None:
    text = (
        "wanted:\n  - id: skat\n    title: Skat\n    summary: Bid.\n    players: {min: 3, max: 3}\n"
        "    deck: french-32\n    families: [schafkopf]\n    why: Asked.\n    missing: []\n"
    )
    (tmp_path / "wanted.yml").write_text(text, encoding="utf-8")
    assert [game.id for game in read_lists(tmp_path).wanted] == ["skat"]
    (tmp_path / "wanted.yml").write_text(text.replace(old, new, 1), encoding="utf-8")
    lists = read_lists(tmp_path)
    assert code in {fault.code for fault in lists.faults}
    assert not lists.wanted


def test_a_game_is_wanted_once(tmp_path: Path) -> None:
    text = "popular:\n  - {id: war, why: Known.}\n  - {id: war, why: Again.}\n"
    (tmp_path / "popular.yml").write_text(text, encoding="utf-8")
    (fault,) = read_lists(tmp_path).faults
    assert (fault.code, fault.place.line) == ("ID-TAKEN", 3)


def test_the_schema_of_the_lists_describes_every_key() -> None:
    for name in ("wanted", "popular"):
        for entry in schema("lists.schema.json")["definitions"][name]["properties"].values():
            assert {"title", "description", "examples"} <= set(entry)
            assert entry["description"].endswith(".")
