"""Faces in words, for cards that bear no French suit: flower cards, coins and cups, numbers.

Such a face shows the rank, or the month of a flower card, in its corner, and its name below. It is
drawn wider than others, so that the words can be read.
"""

from __future__ import annotations

from markupsafe import escape

from upcard.cards import Card, Deck

FRENCH = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_LINKING = {"of", "with"}
_TINTS = {"bright", "animal", "ribbon", "plain", "red", "yellow", "green", "blue", "black"}
_SIZES = ((6, 13.0), (8, 12.0), (10, 10.0), (99, 8.4))
"""How large a word is set, up to which length; a longer one is pressed together."""
_SYMBOL = """<symbol id="card-{code}" viewBox="0 0 60 84"><use xlink:href="#card-blank"/>\
<g class="{tint}"><text x="{x}" y="22" class="card-rank{narrow}">{corner}</text>\
{kind}{lines}</g></symbol>"""


def is_french(card: Card, deck: Deck) -> bool:
    """Say whether a card is drawn with the sign of a French suit: not German hearts."""
    known = {*FRENCH.values(), "trumps"}
    named = card.suit in FRENCH and deck.suit_names.get(card.suit) == FRENCH[card.suit]
    return named and known.issuperset(deck.suit_names.values())


def is_wide(card: Card, deck: Deck) -> bool:
    """Say whether a card is drawn wider for its words; jokers and trumps keep their pack's size."""
    return deck.kind not in ("french", "tarot", "numbered") and not is_french(card, deck)


def symbol(card: Card, deck: Deck, code: str) -> str:
    """Draw a face in words as an SVG symbol."""
    kind = deck.rank_names.get(card.rank, "") if deck.kind == "hanafuda" and card.suit else ""
    corner = card.suit if kind else card.rank if len(card.rank) < 3 else card.rank[:1]
    tint = kind or deck.suit_names.get(card.suit, "")
    lines = _lines(card, deck)
    shown = f'<text x="55" y="13" text-anchor="end" class="card-kind">{escape(kind)}</text>'
    return _SYMBOL.format(
        code=code,
        tint=f"face-other face-{tint}" if tint in _TINTS else "face-other",
        x="12.5" if len(corner) < 2 and corner.isdigit() else "14.5",
        narrow=" card-rank--ten" if len(corner) > 1 else "",
        corner=escape(corner),
        kind=shown if kind and kind not in lines else "",
        lines=_set(lines),
    )


def _lines(card: Card, deck: Deck) -> list[str]:
    """Return the words of a face, without what its corner says already."""
    if card.suit == "T" and deck.kind == "tarot":
        return [card.rank]
    words = [word for word in deck.name(card).split() if word not in _LINKING]
    return [word for word in words if word != card.rank] or words


def _set(lines: list[str]) -> str:
    """Set words one below another in the lower part of the face."""
    if len(lines) == 1 and len(lines[0]) <= 2:
        number = escape(lines[0])
        return f'<text x="30" y="64" text-anchor="middle" class="card-number">{number}</text>'
    top = 57 - 8 * (len(lines) - 1)
    placed = ""
    for at, word in enumerate(lines):
        size = next(size for most, size in _SIZES if len(word) <= most)
        pressed = ' textLength="54" lengthAdjust="spacingAndGlyphs"' if len(word) > 10 else ""
        placed += (
            f'<text x="30" y="{top + 16 * at}" text-anchor="middle" class="card-word" '
            f'font-size="{size}"{pressed}>{escape(word)}</text>'
        )
    return placed
