"""Cards as people see them: crisp faces, piles and cards within a line, all with words for ears.

A face is drawn once a page as a `<symbol>` and used by reference, so a hand of cards costs a few
bytes. Colours come from the style sheet (two or four suits), sizes too. References are written
`xlink:href`: Material's instant navigation sets every `href` anew and stumbles over those of SVG.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from upcard.cards import Card, Cards, Deck, NotationError
from upcard_site import labelled
from upcard_site.language import card_name, counted, printed, say, spoken, suit_name
from upcard_site.safe import trusted

SUIT_PATHS = {
    "S": "M12 1.5C9 6 2.5 9.4 2.5 14.5c0 2.6 2 4.4 4.3 4.4 1.7 0 3.1-.8 4-2.1-.2 2.2-1.2 4.1-3 5.7"
    "h8.4c-1.8-1.6-2.8-3.5-3-5.7.9 1.3 2.3 2.1 4 2.1 2.3 0 4.3-1.8 4.3-4.4C21.5 9.4 15 6 12 1.5z",
    "H": "M12 22C5 15.6 2 12 2 8.1 2 5 4.3 2.8 7.1 2.8c2.1 0 3.9 1.2 4.9 3.3 1-2.1 2.8-3.3 4.9-3.3"
    "C19.7 2.8 22 5 22 8.1c0 3.9-3 7.5-10 13.9z",
    "D": "M12 1.2C14.1 5 17 9 20.3 12c-3.3 3-6.2 7-8.3 10.8C9.9 19 7 15 3.7 12C7 9 9.9 5 12 1.2z",
    "C": "M12 1.7a4.7 4.7 0 0 0-3.9 7.3 4.8 4.8 0 1 0 2.9 6.9c-.2 2.6-1.2 4.8-3 6.6"
    "h8c-1.8-1.8-2.8-4-3-6.6a4.8 4.8 0 1 0 2.9-6.9A4.7 4.7 0 0 0 12 1.7z",
}
_CODE = re.compile(r"(?<![\w♠♥♦♣])(10|[2-9TJQKA])([♠♥♦♣])[\ufe0e\ufe0f]?(?!\w)")
_SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_FACE = """<symbol id="card-{code}" viewBox="0 0 60 84"><use xlink:href="#card-blank"/>\
<g class="face-{suit}"><text x="{x}" y="23" class="card-rank{narrow}">{rank}</text>\
<use xlink:href="#suit-{suit}" x="6" y="27" width="13" height="13"/>\
<use xlink:href="#suit-{suit}" x="{big_x}" y="{big_y}" width="{big}" height="{big}"/></g>\
</symbol>"""
_BLANK = """<symbol id="card-blank" viewBox="0 0 60 84">\
<rect x="1" y="1" width="58" height="82" rx="6" class="card-paper"/></symbol>"""
_BACK = """<symbol id="card-back" viewBox="0 0 60 84"><use xlink:href="#card-blank"/>\
<rect x="6" y="6" width="48" height="72" rx="3" class="card-back"/></symbol>"""


def names_of(cards: Iterable[Card], deck: Deck) -> str:
    """Name several cards: `ace of spades, ten of hearts`."""
    return ", ".join(deck.name(card) for card in cards)


@dataclass
class Faces:
    """Draws the cards of one page and remembers which faces its sprite must hold."""

    deck: Deck
    others: tuple[Deck, ...] = ()
    used: dict[str, str] = field(default_factory=dict)
    _read: dict[str, Cards | None] = field(default_factory=dict)

    def name(self, card: Card) -> str:
        """Name a card, after the first pack that holds it: variants may use another."""
        pack = self.pack_of(card)
        known = labelled.is_french(card, pack) or not card.suit
        return (card_name(card) if known else "") or pack.name(card)

    def pack_of(self, card: Card) -> Deck:
        """Return the first pack that holds a card."""
        decks = (deck for deck in (self.deck, *self.others) if str(card) in deck.by_code)
        return next(decks, self.deck)

    def said(self, card: Card) -> str:
        """Name a card for ears: a flower card with its kind, which sighted readers see on it."""
        name, deck = self.name(card), self.pack_of(card)
        kind = deck.rank_names.get(card.rank, "") if str(card) in deck.names else ""
        return name if not kind or kind in name else f"{name}, {kind}"

    def card(self, card: Card, mark: str = "", note: str = "") -> Markup:
        """One face; `mark` is a class (`ok`, `no`), `note` is added to what is read out."""
        code = _safe(str(card))
        self.used.setdefault(code, self._symbol(card, code))
        label = self.said(card) + (f", {note}" if note else "")
        words = "card--words" if labelled.is_wide(card, self.pack_of(card)) else ""
        kind = " ".join(f"card {words} {mark}".split())
        return Markup(
            '<svg class="{}" role="img" aria-label="{}"><use xlink:href="#card-{}"/></svg>'
        ).format(kind, label, code)

    def pile(self, cards: Iterable[Card]) -> Markup:
        """Cards side by side, in order."""
        drawn = Markup("").join(self.card(card) for card in cards)
        return Markup('<span class="pile">{}</span>').format(drawn)

    def back(self, count: int) -> Markup:
        """A face-down pile and how many cards it holds."""
        self.used.setdefault("back", _BACK)
        words = f"{count} cards face down" if count != 1 else "one card face down"
        if spoken() != "en":
            words = f"{counted(count, 'card')} {say('face down')}"
        return Markup(
            '<span class="pile pile--down"><svg class="card" role="img" aria-label="{}">'
            '<use xlink:href="#card-back"/></svg>'
            '<span class="pile__count" aria-hidden="true">×{}</span></span>'
        ).format(words, count)

    def inline(self, card: Card) -> Markup:
        """A card within a line of text, as rank and suit."""
        if not self._drawn(card):
            return Markup('<span class="ic ic--words">{}</span>').format(self.name(card))
        return Markup(
            '<span class="ic suit-{}"><span aria-hidden="true">{}{}</span>'
            '<span class="sr">{}</span></span>'
        ).format(card.suit, printed(card.rank), self.suit(card.suit), self.name(card))

    def inline_all(self, cards: Iterable[Card]) -> Markup:
        """Several cards within a line."""
        pile = list(cards)
        words = any(" " in self.name(card) and not self._drawn(card) for card in pile)
        return trusted(", " if words else " ").join(map(self.inline, pile))

    def _drawn(self, card: Card) -> bool:
        """Say whether a card is drawn with the sign of its suit, not in words."""
        return labelled.is_french(card, self.pack_of(card))

    def suit(self, suit: str) -> Markup:
        """The bare sign of a suit."""
        return Markup('<svg class="suit"><use xlink:href="#suit-{}"/></svg>').format(suit)

    def suit_named(self, suit: str) -> Markup:
        """A suit with its sign and its name."""
        if self.deck.suit_names.get(suit) != labelled.FRENCH.get(suit, ""):
            return escape(self.deck.suit_names.get(suit, suit))
        sign = Markup('<span class="ic suit-{}" aria-hidden="true">{}</span>').format(
            suit, self.suit(suit)
        )
        name = suit_name(suit) or self.deck.suit_names.get(suit, suit)
        return Markup("{} {}").format(sign, name)

    def read(self, text: str) -> Cards | None:
        """Read cards of this pack, or nothing if the text is something else."""
        if text not in self._read:
            self._read[text] = self._cards(text)
        return self._read[text]

    def _cards(self, text: str) -> Cards | None:
        for deck in (self.deck, *self.others) if text.strip() else ():
            try:
                return deck.cards(text)
            except NotationError:
                continue
        return None

    def in_text(self, text: Markup) -> Markup:
        """Draw cards written with a suit's sign (`10♠`) in text that is already safe."""
        return trusted(_CODE.sub(self._replace, str(text)))

    def _replace(self, match: re.Match[str]) -> str:
        suit = next(code for code, sign in _SYMBOL.items() if sign == match[2])
        rank = "10" if match[1] == "T" else match[1]
        return str(self.inline(Card(rank, suit)))

    def _symbol(self, card: Card, code: str) -> str:
        if self._drawn(card):
            court = card.rank in ("J", "Q", "K", "A")
            big = 32 if court else 28
            return _FACE.format(
                code=code,
                suit=card.suit,
                rank=escape(printed(card.rank)),
                narrow=" card-rank--ten" if len(card.rank) > 1 else "",
                x="12.5",
                big=big,
                big_x=54 - big,
                big_y=77 - big,
            )
        return labelled.symbol(card, self.pack_of(card), code)

    def sprite(self) -> Markup:
        """The symbols that the page's cards refer to; put once on the page."""
        suits = "".join(
            f'<symbol id="suit-{suit}" viewBox="0 0 24 24"><path d="{path}"/></symbol>'
            for suit, path in SUIT_PATHS.items()
        )
        faces = "".join(self.used[code] for code in sorted(self.used))
        return trusted(
            '<svg class="sprite" aria-hidden="true" width="0" height="0">'
            f"{suits}{_BLANK if faces else ''}{faces}</svg>"
        )


def _safe(code: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "-", code)
