"""Articles without an engine, and packs that one game declares for itself."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from upcard.cards import Card, Deck, NotationError
from upcard.decks import DECKS
from upcard_library.assess import assess
from upcard_library.by_hand import cards_of
from upcard_library.load import load_game, load_library
from upcard_library.model import Fault, GameArticle
from upcard_library.stand_in import stand_in, table
from upcard_site.book import Book, Settings
from upcard_site.game_page import cards_of as kind_of_cards
from upcard_site.game_page import facts_box, game_page
from upcard_site.indexes import Shelf, catalogue, summary_of

GAMES = Path(__file__).parent / "fixtures" / "prose" / "games"


@pytest.fixture
def chess(tmp_path: Path) -> Path:
    """A copy of the small article without an engine; yields its folder."""
    shutil.copytree(GAMES, tmp_path / "games")
    return tmp_path / "games" / "chess-cards"


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def told(folder: Path) -> list[str]:
    return [brief(fault) for fault in load_library(folder.parent).faults]


def brief(fault: Fault) -> str:
    where = "" if fault.place.file.name == "game.yaml" else f"{fault.place.file.name} "
    return f"{where}{fault.place.line}:{fault.place.column} {fault.code}"


def loaded(folder: Path) -> GameArticle:
    game, faults = load_game(folder)
    assert game, faults
    return game


def test_the_sound_article_has_no_fault(chess):
    assert told(chess) == []


def test_its_own_pack_is_a_pack_like_others(chess):
    pack = loaded(chess).pack
    assert (len(pack), pack.kind, pack.id) == (34, "own", "chess-32")
    assert str(pack.cards("kw pb pb")) == "KW PB PB"
    assert pack.name(Card("K", "W")) == "white king"
    assert pack.name(Card("P", "B")) == "pawn of black"
    assert pack.name(pack.card("flag")) == "flag"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("by_suit: {W:", "by_suit: {R:", "13:13 PACK-CODE"),
        ('suits: "W B"', 'suits: "W W"', "12:10 PACK-TWICE"),
        ("{KW: white king}", "{KR: white king}", "17:11 PACK-CODE"),
        ("N: knight", "M: knight", "16:16 PACK-CODE"),
        ('B: "K Q R R', 'B: "K Q R X', "13:51 PACK-CODE"),
        ("id: chess-32", "id: french-32", "9:7 ID-TAKEN"),
        ("deck: own", "deck: french-32", "8:1 KEY-MISPLACED"),
        ("deck: own", "deck: owl", "7:7 VALUE-UNKNOWN, 8:1 KEY-MISPLACED"),
        ("{FLAG: 2}", "{FLAG: 0}", "14:18 VALUE-RANGE"),
        ("{FLAG: 2}", "{flag: 2}", "14:12 VALUE-FORM"),
    ],
)  # fmt: skip
def test_a_slip_in_the_pack_is_found_at_its_place(chess, old, new, expected):
    edit(chess, "game.yaml", old, new)
    found = told(chess)
    assert [place for place in expected.split(", ") if place not in found] == [], found


def test_a_missing_pack_is_asked_for(chess):
    text = (chess / "game.yaml").read_text("utf-8")
    start, end = text.index("pack:\n"), text.index("families:")
    (chess / "game.yaml").write_text(text[:start] + text[end:], "utf-8")
    (fault,) = load_library(chess.parent).faults
    assert (fault.code, "`pack`" in fault.message) == ("KEY-MISSING", True)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"KW QW"', '"KW XW"', "EXAMPLE-CARD"),
        ('"KW QW"', '"KW KW"', "EXAMPLE-CARD"),
        ("[take PB]", "[take PX]", "EXAMPLE-CARD"),
        ("total: 12", "total: 13", "EXAMPLE-SUM"),
        ("rules: [worth]", "rules: [wealth]", "RULE-UNKNOWN"),
        ("{queens=9:", "{queens=7:", "VARIANT-UNKNOWN"),
        ("{rich:", "{poor:", "VARIANT-UNKNOWN"),
        ("set: {queens: 9}", "set: {queens: 8}", "VARIANT-VALUE"),
        ("set: {queens: 9}", "set: {rooks: 8}", "VARIANT-OPTION"),
        ("default: 5", "default: 4", "OPTION-DEFAULT"),
        ("status: draft", "status: scored", "STATUS-CLAIM"),
    ],
)
def test_a_slip_in_an_article_without_an_engine_is_found(chess, old, new, expected):
    edit(chess, "game.yaml", old, new)
    assert expected in [fault.code for fault in load_library(chess.parent).faults]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{{ queens|words }}", "five", "NUMBER-LOOSE"),
        ("{{ queens|words }}", "9", "NUMBER-LOOSE"),
        ("{{ queens|words }}", "{{ rooks }}", "NUMBER-UNKNOWN"),
        ('when="flags=no"', 'when="flags=maybe"', "MARK-CONDITION"),
        ('when="flags=no"', 'when="flags=yes"', "MARK-OVERLAP"),
    ],
)
def test_a_slip_in_its_prose_is_found(chess, old, new, expected):
    edit(chess, "article.md", old, new)
    assert expected in [fault.code for fault in load_library(chess.parent).faults]


def test_two_cards_written_alike_are_refused(chess):
    edit(chess, "game.yaml", 'ranks: "K Q R B N P"', 'ranks: "K KW Q R B N P"')
    edit(chess, "game.yaml", 'suits: "W B"', 'suits: "W B WW"')
    edit(chess, "game.yaml", 'W: "K Q', 'W: "KW K Q')
    assert "PACK-TWICE" in [fault.code for fault in load_library(chess.parent).faults]


# --- what looks like cards ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS KS", "AS KS"), ("as the dealer", None), ("poetry ribbons", None), ("N", None),
        ("12", None), ("", None), (3, None), (True, None), ("TS", "10S"),
    ],
)  # fmt: skip
def test_words_are_words_and_cards_are_cards(text, cards):
    read = cards_of(text, DECKS["french-52"])
    assert (None if read is None else str(read)) == cards


def test_what_looks_like_cards_must_be_cards():
    with pytest.raises(ValueError, match="B13"):
        cards_of("B1 B13", DECKS["hanafuda-48"])


# --- options without an engine --------------------------------------------------------------


def test_a_stand_in_knows_options_and_variants(chess):
    game = loaded(chess)
    assert stand_in(game) is stand_in(game)
    assert table(game, "base").options.queens == 5
    assert table(game, "rich").options.queens == 9
    assert table(game, "rich flags=yes").options.flags is True


def test_it_is_never_more_than_a_draft(chess):
    made = assess(loaded(chess), [])
    assert (made.coverage.status, made.coverage.proven, made.passed) == ("draft", [], 0)
    assert made.coverage.rules == ["worth", "queens", "flags", "taking"]


# --- the page -------------------------------------------------------------------------------


def page_of(folder: Path) -> tuple[Book, str]:
    book = Book(loaded(folder), [], Settings())
    return book, game_page(book).html


def test_the_page_names_the_cards_at_once(chess):
    book, _ = page_of(chess)
    assert kind_of_cards(book.game) == "chess cards"
    facts = str(facts_box(book))
    assert "chess cards" in facts
    assert "two armies of chess cards" in facts
    listed = str(catalogue(Shelf([summary_of(book)], Settings())).html)
    assert "chess cards" in listed


def test_ordinary_cards_need_no_name(tiny):
    assert kind_of_cards(loaded(tiny)) == ""


def test_its_examples_are_shown_as_checked_by_hand(chess):
    _, html = page_of(chess)
    assert html.count("checked by hand") == 3
    assert "checked by the engine" not in html
    assert "proof--proven" not in html
    assert html.count("proof--hand") >= 3
    assert 'aria-label="white king"' in html
    assert 'aria-label="queen of white"' in html
    assert "Rich queens" in html


def test_a_sentence_of_the_base_game_is_no_variant(chess):
    _, html = page_of(chess)
    assert 'id="flags" class="rule rule--' in html
    assert html.count("rule--variant") == 1


# --- the guide ------------------------------------------------------------------------------

GUIDE = (Path(__file__).resolve().parent.parent / "docs/writing-a-game.md").read_text("utf-8")


def test_the_guide_shows_every_pack_and_hands_that_can_be_read():
    rows = re.findall(r"^\| (`(?!pack).*?) \| .* \| .* \| `(.*)` \|$", GUIDE, re.MULTILINE)
    shown = []
    for packs, hand in rows:
        codes = re.findall(r"`([a-z0-9-]+)`", packs)
        for code in codes:
            shown.append(code if code[0] != "-" else shown[-1].rpartition("-")[0] + code)
        known = [DECKS[name] for name in shown[-len(codes) :]]
        assert any(deck.cards(hand) for deck in known if can_read(deck, hand)), hand
    assert sorted(shown) == sorted(DECKS)


def can_read(deck: Deck, hand: str) -> bool:
    try:
        return bool(deck.cards(hand))
    except NotationError:
        return False


def test_the_pack_of_the_guide_is_one(chess):
    block = next(b for b in re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL) if "\npack:" in b)
    text = (chess / "game.yaml").read_text("utf-8")
    start, end = text.index("deck: own\n"), text.index("families:")
    text = text[:start] + block + text[end:].replace("FLAG", "PW")
    (chess / "game.yaml").write_text(text, "utf-8")
    assert told(chess) == []
    assert len(loaded(chess).pack) == 32
