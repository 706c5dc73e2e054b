"""The packs the library knows, as data, family by family.

A pack used by one game only is declared with it: in the game's module, and as `pack:` in its
`game.yaml`. Order within a pack is the order in which hands are sorted; no game ranks by it.
"""

from __future__ import annotations

from upcard.cards import Deck

# --- French suits: clubs, diamonds, hearts, spades ------------------------------------------

_FRENCH = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_COURTS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_LOW_ACE = "A 2 3 4 5 6 7 8 9 10 J Q K"


def _french(name: str, title: str, ranks: str, copies: int = 1, **extras: int) -> Deck:
    return Deck(
        name,
        title,
        ranks=tuple(ranks.split()),
        suits=tuple(_FRENCH),
        copies=copies,
        extras=extras,
        suit_names=_FRENCH,
        rank_names=_COURTS | {"JOKER": "joker"},
    )


FRENCH = (
    _french("french-52", "an ordinary pack of 52 cards", _LOW_ACE),
    _french("french-54", "52 cards and two jokers", _LOW_ACE, JOKER=2),
    _french("french-104", "two ordinary packs, 104 cards", _LOW_ACE, copies=2),
    _french("french-108", "two ordinary packs and four jokers, 108 cards", _LOW_ACE, 2, JOKER=4),
    _french("french-40", "40 cards, no eights, nines and tens", "A 2 3 4 5 6 7 J Q K"),
    _french("french-36", "36 cards, six to ace", "6 7 8 9 10 J Q K A"),
    _french("french-32", "32 cards, seven to ace", "7 8 9 10 J Q K A"),
    _french("french-64", "two packs of 32 cards, seven to ace", "7 8 9 10 J Q K A", copies=2),
    _french("french-24", "24 cards, nine to ace", "9 10 J Q K A"),
    _french("french-20", "20 cards, ten to ace", "10 J Q K A"),
    _french("pinochle-48", "a Pinochle pack: two of each card from nine to ace",
            "A 10 K Q J 9", copies=2),
)  # fmt: skip

# --- Spanish and Italian suits: coins, cups, swords, batons ---------------------------------
# Both have jack, knight and king. Spanish cards bear the numbers 10, 11 and 12 on them, which
# are read as such; Italian players call them fante, cavallo and re.

_LATIN = {"D": "coins", "C": "cups", "S": "swords", "B": "batons"}
_HORSEMEN = {"A": "ace", "J": "jack", "N": "knight", "K": "king"}
_PRINTED = {"1": "A", "10": "J", "11": "N", "12": "K"}


def _latin(name: str, title: str, ranks: str, kind: str, aliases: dict[str, str]) -> Deck:
    return Deck(
        name,
        title,
        ranks=tuple(ranks.split()),
        suits=tuple(_LATIN),
        suit_names=_LATIN,
        rank_names=_HORSEMEN,
        aliases=aliases,
        kind=kind,
    )


LATIN = (
    _latin("spanish-40", "a Spanish pack of 40 cards",
           "A 2 3 4 5 6 7 J N K", "spanish", _PRINTED),
    _latin("spanish-48", "a Spanish pack of 48 cards",
           "A 2 3 4 5 6 7 8 9 J N K", "spanish", _PRINTED),
    _latin("italian-40", "an Italian pack of 40 cards",
           "A 2 3 4 5 6 7 J N K", "italian", {"1": "A"}),
)  # fmt: skip

# --- German and Swiss suits -----------------------------------------------------------------
# Unter and Ober stand where others have jack and queen; the ace is also called deuce (Daus).

_GERMAN = {"A": "acorns", "L": "leaves", "H": "hearts", "B": "bells"}
_SWISS = {"A": "acorns", "R": "roses", "S": "shields", "B": "bells"}
_OBERS = {"U": "Unter", "O": "Ober", "K": "king", "A": "ace"}


def _german(name: str, title: str, ranks: str, weli: bool = False) -> Deck:
    each = dict.fromkeys(_GERMAN, ranks)
    if weli:
        each["B"] = f"6 {ranks}"
    return Deck(
        name,
        title,
        ranks=tuple(each["B"].split()),
        suits=tuple(_GERMAN),
        by_suit=each if weli else {},
        suit_names=_GERMAN,
        rank_names=_OBERS,
        names={"6B": "Weli"} if weli else {},
        kind="german",
    )


GERMAN = (
    _german("german-32", "a German pack of 32 cards, seven to ace", "7 8 9 10 U O K A"),
    _german("german-33", "a German pack of 33 cards, the Weli among them", "7 8 9 10 U O K A",
            weli=True),
    _german("german-36", "a German pack of 36 cards, six to ace", "6 7 8 9 10 U O K A"),
    Deck(
        "swiss-36",
        "a Swiss pack of 36 cards, six to ace",
        ranks=("6", "7", "8", "9", "10", "U", "O", "K", "A"),
        suits=tuple(_SWISS),
        suit_names=_SWISS,
        rank_names=_OBERS | {"10": "banner"},
        kind="swiss",
    ),
)  # fmt: skip

# --- Tarot: four suits with a knight, twenty-one trumps and the fool ------------------------

_TRUMPS = " ".join(str(number) for number in range(1, 22))
_RIDERS = {"J": "jack", "N": "knight", "Q": "queen", "K": "king", "FOOL": "fool"}


def _tarot(name: str, title: str, red: str, black: str) -> Deck:
    each = {"C": black, "D": red, "H": red, "S": black, "T": _TRUMPS}
    numbers = [rank for rank in _TRUMPS.split() if rank not in ("1", "21")]
    return Deck(
        name,
        title,
        ranks=("1", *numbers, "21", "J", "N", "Q", "K"),
        suits=tuple(each),
        by_suit=each,
        extras={"FOOL": 1},
        suit_names=_FRENCH | {"T": "trumps"},
        rank_names=_RIDERS,
        names={f"{rank}T": f"trump {rank}" for rank in _TRUMPS.split()},
        kind="tarot",
    )


_PIPS = "1 2 3 4 5 6 7 8 9 10 J N Q K"
TAROT = (
    _tarot("tarot-78", "a tarot pack of 78 cards",
           red=_PIPS, black=_PIPS),
    _tarot("tarot-54", "a tarot pack of 54 cards",
           red="4 3 2 1 J N Q K", black="7 8 9 10 J N Q K"),
    _tarot("tarot-42", "a tarot pack of 42 cards",
           red="1 J N Q K", black="10 J N Q K"),
)  # fmt: skip

# --- Flower cards: twelve months of four cards ----------------------------------------------
# The suit is the month, the rank the kind of card: B bright, A animal, R ribbon, P plain. Plain
# cards of a month count as equal, whatever is drawn on them.

_MONTHS = {
    "1": ("pine", "B R P P", "crane", "poetry ribbon"),
    "2": ("plum", "A R P P", "warbler", "poetry ribbon"),
    "3": ("cherry", "B R P P", "curtain", "poetry ribbon"),
    "4": ("wisteria", "A R P P", "cuckoo", "red ribbon"),
    "5": ("iris", "A R P P", "bridge", "red ribbon"),
    "6": ("peony", "A R P P", "butterflies", "blue ribbon"),
    "7": ("clover", "A R P P", "boar", "red ribbon"),
    "8": ("pampas", "B A P P", "moon", "geese"),
    "9": ("chrysanthemum", "A R P P", "sake cup", "blue ribbon"),
    "10": ("maple", "A R P P", "deer", "blue ribbon"),
    "11": ("willow", "B A R P", "rain man", "swallow", "red ribbon"),
    "12": ("paulownia", "B P P P", "phoenix"),
}


def _flowers(name: str, title: str, **extras: int) -> Deck:
    names = {}
    for month, (flower, kinds, *motifs) in _MONTHS.items():
        for kind, motif in zip(kinds.split(), motifs, strict=False):
            names[kind + month] = f"{flower} with {motif}"
        names["P" + month] = f"plain {flower}"
    return Deck(
        name,
        title,
        ranks=("B", "A", "R", "P"),
        suits=tuple(_MONTHS),
        by_suit={month: kinds for month, (_, kinds, *_) in _MONTHS.items()},
        extras=extras,
        suit_names={month: flower for month, (flower, *_) in _MONTHS.items()},
        rank_names={"B": "bright", "A": "animal", "R": "ribbon", "P": "plain", "JOKER": "joker"},
        names=names,
        kind="hanafuda",
    )


FLOWERS = (
    _flowers("hanafuda-48", "48 flower cards, four for each month"),
    _flowers("hanafuda-50", "48 flower cards and two jokers", JOKER=2),
)

# --- Numbers and colours --------------------------------------------------------------------

_COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

NUMBERS = (
    Deck(
        "numbered-162",
        "162 cards: twelve of each number 1 to 12, and 18 wild cards",
        ranks=tuple(str(number) for number in range(1, 13)),
        copies=12,
        extras={"W": 18},
        rank_names={"W": "wild card"},
        kind="numbered",
    ),
    Deck(
        "colours-108",
        "108 cards in four colours, wild cards among them",
        ranks=(*"0123456789", "SKIP", "TURN", "DRAW"),
        suits=tuple(_COLOURS),
        by_suit=dict.fromkeys(
            _COLOURS, "0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 SKIP SKIP TURN TURN DRAW DRAW"
        ),
        extras={"WILD": 4, "WILD4": 4},
        suit_names=_COLOURS,
        rank_names={"SKIP": "skip", "TURN": "reverse", "DRAW": "draw two", "WILD": "wild card",
                    "WILD4": "wild draw four"},
        kind="coloured",
    ),
    Deck(
        "tiles-106",
        "106 numbered tiles in four colours, two jokers among them",
        ranks=tuple(str(number) for number in range(1, 14)),
        suits=("R", "Y", "K", "B"),
        copies=2,
        extras={"JOKER": 2},
        suit_names={"R": "red", "Y": "yellow", "K": "black", "B": "blue"},
        rank_names={"JOKER": "joker"},
        kind="coloured",
    ),
)  # fmt: skip

DECKS: dict[str, Deck] = {
    deck.id: deck for deck in (*FRENCH, *LATIN, *GERMAN, *TAROT, *FLOWERS, *NUMBERS)
}
