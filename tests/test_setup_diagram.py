"""The table before the first move: the piles are the engine's, and no hidden card is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from upcard.cards import Cards
from upcard_library.load import load_game
from upcard_library.model import GameArticle
from upcard_library.provider import ARTICLES
from upcard_library.run import run_game
from upcard_site import charts, setup
from upcard_site.book import Book, Settings
from upcard_site.language import speaking
from upcard_site.page import Block

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.yaml"))
LABEL = re.compile(r'<svg class="card[^"]*" role="img" aria-label="([^"]+)"')


def game_in(folder: Path) -> GameArticle:
    game, faults = load_game(folder)
    assert game, faults
    return game


def book_of(game: GameArticle) -> Book:
    return Book(game, [], Settings())


@pytest.fixture(params=GAMES, ids=lambda folder: folder.name)
def book(request):
    game = game_in(request.param)
    if game.module is None:
        pytest.skip("no engine deals it")
    with ARTICLES.serving(game):
        yield book_of(game)


def test_the_piles_are_the_engines_and_nothing_is_lost(book):
    for _, drawn in setup.diagrams(book):
        held = Cards(card for zone in drawn.zones for card in zone.cards)
        assert sorted(map(str, held)) == sorted(map(str, drawn.game.deck.pack))
        told = " ".join(str(line) for line in setup.sentences(drawn))
        plain = re.sub(r"<[^>]+>", "", told)
        counts = [1 if n == "one" else int(n) for n in re.findall(r"\b(\d+|one) cards?[, ]", plain)]
        each = len(re.findall("Each player", plain))
        seats = drawn.game.seats
        owned = [len(z.cards) for z in drawn.zones if z.owner is not None]
        common = [len(z.cards) for z in drawn.zones if z.owner is None]
        if each:
            assert sum(counts) == sum(owned) // seats + sum(common)
        else:
            assert sum(counts) == sum(owned) + sum(common)


def test_hidden_cards_are_never_named(book):
    for _, drawn in setup.diagrams(book):
        me = drawn.game.seats - 1
        seen = {book.faces.said(c) for z in drawn.zones if z.visible_to(me) for c in z.cards}
        html = "".join(
            str(part) for row in setup.rows(book, drawn) for p in row.piles for part in p.parts
        )
        named = LABEL.findall(html)
        down = [label for label in named if label.endswith("face down")]
        assert {label for label in named if label not in down} <= seen
        hidden = [zone for zone in drawn.zones if not zone.visible_to(me)]
        assert len(down) >= len(hidden)
        sizes = [int(label.replace("one", "1").split()[0]) for label in down]
        for zone in hidden:
            sizes.remove(len(zone.cards))


def test_it_is_dealt_up_to_the_first_decision(book):
    base = book.rules("base")
    first, again = setup.dealt(base.game), setup.dealt(base.game)
    assert first == again, "the same deal every time"
    assert first.acted
    assert first.acted <= set(base.game.rules)
    assert all(zone.cards for zone in first.zones)


def test_it_stands_behind_the_first_section_on_the_deal(book):
    sections = [Block(setup.Markup("x"), s.title, s.slug) for s in book.game.article.sections]
    placed = setup.place(book, Block(setup.Markup("o")), sections)
    at = [number for number, block in enumerate(placed) if "setup" in block.html]
    assert len(at) == 1
    slug = placed[at[0]].id
    acted = setup.dealt(book.rules("base").game).acted
    mine = {s.rule for s in book.game.article.sentences if s.section == slug}
    assert mine & acted


def test_variants_with_the_same_table_share_a_diagram(book):
    found = setup.diagrams(book)
    assert found[0][0] == ()
    shapes = [drawn.shape for _, drawn in found]
    assert len(set(shapes)) == len(shapes)
    for variants, drawn in found[1:]:
        for variant in variants:
            assert setup.dealt(book.rules(variant.id).game).shape == drawn.shape
    html = str(setup.figure(book))
    told = [ids.split() for ids in re.findall(r'data-variants="([^"]*)"', html)]
    assert told == [[variant.id for variant in variants] for variants, _ in found[1:]]


def test_a_longer_row_of_cards_that_all_see_is_told_as_what_it_is(tiny):
    game = game_in(tiny)
    with ARTICLES.serving(game):
        book = book_of(game)
        html = str(setup.figure(book))
        assert "<b>Each player</b>: hand: 4 cards, seen by the owner alone" in html
        assert html.count('aria-hidden="true"') >= 1
        with speaking("ru"):
            assert "У каждого игрока" in str(setup.figure(book))


def test_without_an_engine_there_is_no_diagram_and_no_chart():
    game = game_in(ROOT / "tests/fixtures/prose/games/chess-cards")
    book = book_of(game)
    assert not setup.figure(book)
    assert not charts.has_any(book)
    block = Block(setup.Markup("o"))
    assert setup.place(book, block, []) == [block]


# --- what scores ----------------------------------------------------------------------------


def scores(folder: Path) -> dict[str, tuple[str, str]]:
    game = game_in(folder)
    with ARTICLES.serving(game):
        rows = charts.score_rows(Book(game, run_game(game), Settings()))
    return {row.rule.id: (re.sub("<[^>]+>", "", str(row.points)), row.when) for row in rows}


def test_what_scores_is_what_hands_have_scored(tiny):
    found = scores(tiny)
    assert found["last-trick"] == ("3", "")
    assert found["king"] == ("2 to 4", ""), "each king scores, all of them as one item"
    assert "hand-size" not in found
    assert "game-end" not in found


def test_points_are_bound_to_the_numbers_of_the_sentence():
    game = game_in(ROOT / "games/cribbage")
    with ARTICLES.serving(game):
        rows = charts.score_rows(Book(game, run_game(game), Settings()))
    shown = {row.rule.id: str(row.points) for row in rows}
    assert shown["nobs"] == '<span class="n" data-n="nobs">1</span>'
    assert shown["peg-pair"].count("data-n") == 3
    assert "muggins" in shown
    whens = {row.rule.id: row.when for row in rows}
    assert whens["muggins"]
    assert not whens["nobs"]


def test_a_game_without_points_has_no_scoring_table():
    assert not scores(ROOT / "games/war")


def test_what_cards_count_is_told_as_shortly_as_can_be():
    game = game_in(ROOT / "games/two-player-hearts")
    with ARTICLES.serving(game):
        (table,) = charts.card_tables(book_of(game))
    rows = [(re.sub("<[^>]+>", "", str(row.cards)).strip(), row.values[0]) for row in table.rows]
    assert ("queen of spades", "13") in [(name.removeprefix("Q"), value) for name, value in rows]
    assert any("hearts" in name and value == "1" for name, value in rows)
    assert rows[-1] == ("any other card", "0")
