"""Faces of every pack: each card is drawn, is named for ears, and its words stay on the card."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from upcard.cards import Deck
from upcard.decks import DECKS
from upcard_site.faces import Faces

CSS = Path(__file__).resolve().parent.parent / "plugins/upcard_site/assets/upcard.css"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
every_pack = pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.id)


@every_pack
def test_every_card_is_drawn_and_named(deck: Deck) -> None:
    faces = Faces(deck)
    for card in deck.pack.distinct():
        drawn = str(faces.card(card))
        (label,) = re.findall(r'aria-label="([^"]+)"', drawn)
        assert deck.name(card) in label
        (target,) = re.findall(r'href="#(card-[^"]+)"', drawn)
        assert f'id="{target}"' in str(faces.sprite())
    assert len(faces.used) == len(deck.by_code), "no two cards share a face"


def test_only_french_suits_have_french_signs() -> None:
    signs = {
        name: sorted(
            {card.suit for card in deck.pack if "#suit-" in Faces(deck)._symbol(card, "x")}
        )
        for name, deck in DECKS.items()
    }
    assert signs["french-52"] == signs["tarot-78"] == ["C", "D", "H", "S"]
    assert (
        signs["german-32"] == signs["spanish-40"] == signs["swiss-36"] == signs["hanafuda-48"] == []
    )


def test_flower_cards_are_read_out_with_their_kind() -> None:
    deck = DECKS["hanafuda-48"]
    said = {code: Faces(deck).said(deck.card(code)) for code in ("B1", "A9", "R6", "P12")}
    assert said == {
        "B1": "pine with crane, bright",
        "A9": "chrysanthemum with sake cup, animal",
        "R6": "peony with blue ribbon",
        "P12": "plain paulownia",
    }


def test_cards_named_in_words_are_kept_apart_within_a_line() -> None:
    deck = DECKS["hanafuda-48"]
    text = Faces(deck).inline_all(deck.cards("B1 P1")).striptags()
    assert text == "pine with crane, plain pine"


def sheet(*names: str) -> str:
    """A page of all faces of some packs."""
    rows = []
    for name in names:
        deck = DECKS[name]
        faces = Faces(deck)
        pile = faces.pile(deck.pack.distinct())
        rows.append(f"<h2>{name}</h2>{faces.sprite()}{pile}")
    page = "".join(
        re.sub(r'(id="|href="#)((?:card|suit)-)', rf"\g<1>{number}\g<2>", row)
        for number, row in enumerate(rows)
    )
    style = CSS.read_text("utf-8").replace("url(fonts/", f"url({CSS.parent.as_uri()}/fonts/")
    head = '<html><meta charset="utf-8">'
    return f'{head}<style>{style}</style><body class="md-typeset">{page}</body></html>'


MEASURE = """() => [...document.querySelectorAll('symbol')].flatMap(symbol => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 60 84');
  svg.setAttribute('width', 60); svg.setAttribute('height', 84);
  svg.innerHTML = symbol.innerHTML;
  document.body.append(svg);
  const over = [...svg.querySelectorAll('text')].filter(text => {
    const box = text.getBBox();
    return box.x < 1 || box.x + box.width > 59 || box.y + box.height > 84;
  }).map(text => symbol.id + ': ' + text.textContent);
  svg.remove();
  return over;
})"""


@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium here; on Debian: apt install chromium")
def test_words_stay_on_their_card(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    page_file = tmp_path / "faces.html"
    page_file.write_text(sheet(*DECKS), "utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(page_file.as_uri())
        page.evaluate("document.fonts.ready")
        assert page.evaluate(MEASURE) == []
        browser.close()
