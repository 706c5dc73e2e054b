"""The table before the first move, drawn from a hand that the engine deals.

A match is opened and dealt until somebody has to decide; the piles come from the engine's own
`table`. They are drawn as one player sees them, so that no hidden card is ever named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from markupsafe import Markup

from upcard.drive import LiveMatch, opening_match
from upcard.game import Game, Zone
from upcard.moves import DEALER
from upcard_library.model import Variant
from upcard_site import words
from upcard_site.book import Book
from upcard_site.language import foreign, say, show
from upcard_site.page import Block
from upcard_site.safe import trusted
from upcard_site.templating import template

SEEDS = range(1, 9)
"""Of these deals the plainest is drawn: the one with the fewest acts of the dealer."""
FACES = 20
"""Of a longer row of open cards only the number is drawn."""


@dataclass(frozen=True)
class Setup:
    """A dealt table: the game, all piles that hold cards, and the rules that acted in dealing."""

    game: Game[Any]
    zones: tuple[Zone, ...]
    acted: frozenset[str]

    @property
    def shape(self) -> tuple[tuple[bool, tuple[tuple[str, int, str], ...]], ...]:
        """What a diagram shows apart from the cards themselves, and from who sits where."""
        piles: dict[int | None, list[tuple[str, int, str]]] = {}
        for zone in self.zones:
            piles.setdefault(zone.owner, []).append((zone.name, len(zone.cards), zone.seen))
        return tuple(sorted((owner is None, tuple(own)) for owner, own in piles.items()))


def dealt(game: Game[Any]) -> Setup:
    """Deal a hand, the same one every time."""
    tables = [_dealt(game, seed) for seed in SEEDS]
    return min(tables, key=lambda table: table[0])[1]


def _dealt(game: Game[Any], seed: int) -> tuple[int, Setup]:
    rng = Random(seed)
    live = LiveMatch(game, opening_match(game, rng))
    acts, acted = 0, set[str]()
    while live.to_move == DEALER:
        live.play(game.shuffled(live.state, rng))
        acts += 1
        acted |= live.acted
    zones = tuple(zone for zone in game.table(live.state) if zone.cards)
    return acts, Setup(game, zones, frozenset(acted))


# --- the drawing ----------------------------------------------------------------------------


class Pile(NamedTuple):
    """One pile of the drawing: what it is called, and its parts, face-down ones first."""

    label: str
    parts: Sequence[Markup]


class Row(NamedTuple):
    """The piles of one seat, or those of nobody."""

    label: str
    piles: Sequence[Pile]


def _name(zone: Zone) -> str:
    """Name a pile without the part of it that a comma sets apart: `column 1, face down`."""
    return zone.name.partition(",")[0]


def rows(book: Book, setup: Setup) -> list[Row]:
    """Lay the piles out as the last seat sees them: the others above, the table, its own below."""
    me = setup.game.seats - 1
    found = []
    for owner in (*range(me), None, me):
        piles: dict[str, list[Zone]] = {}
        for zone in setup.zones:
            if zone.owner == owner:
                piles.setdefault(_name(zone), []).append(zone)
        if piles:
            label = say("on the table") if owner is None else _seat(setup, owner)
            drawn = [_pile(book, name, zones, me) for name, zones in piles.items()]
            found.append(Row(words.humanise(label), drawn))
    return found


def _seat(setup: Setup, owner: int) -> str:
    return words.seat(setup.game.seat(owner))


def _pile(book: Book, name: str, zones: Iterable[Zone], me: int) -> Pile:
    hidden_first = sorted(zones, key=lambda zone: zone.visible_to(me))
    return Pile(name, [_part(book, zone, me) for zone in hidden_first])


def _part(book: Book, zone: Zone, me: int) -> Markup:
    if not zone.visible_to(me) or len(zone.cards) > FACES:
        return book.faces.back(len(zone.cards))
    sorted_ = zone.cards if zone.owner is None else book.faces.deck.sort(zone.cards)
    return book.faces.pile(sorted_ if len(sorted_) == len(zone.cards) else zone.cards)


# --- the same in words ----------------------------------------------------------------------


def sentences(setup: Setup) -> list[Markup]:
    """Tell every pile: whose it is, how many cards lie there, who sees them."""
    by_owner: dict[int | None, list[Zone]] = {}
    for zone in setup.zones:
        by_owner.setdefault(zone.owner, []).append(zone)
    told: dict[tuple[tuple[str, int, str], ...], list[int | None]] = {}
    for owner, zones in by_owner.items():
        shape = tuple((zone.name, len(zone.cards), str(zone.seen)) for zone in zones)
        told.setdefault(shape, []).append(owner)
    players = setup.game.seats
    found = []
    for shape, owners in sorted(told.items(), key=lambda pair: None in pair[1]):
        if owners == [None]:
            head = show("on the table")
        elif len(owners) == players:
            head = show("each player")
        else:
            names = [words.seat(setup.game.seat(o)) for o in owners if o is not None]
            head = Markup("{}").format(words.listed(names))
        parts: dict[str, list[Markup]] = {}
        for name, count, seen in shape:
            parts.setdefault(name.partition(",")[0], []).append(_told(count, seen))
        joint = Markup(" {} ").format(say("and"))
        piles = Markup("; ").join(
            Markup("{}: {}").format(show(name), joint.join(part)) for name, part in parts.items()
        )
        found.append(Markup("<b>{}</b>: {}").format(_capital(head), piles))
    return found


def _capital(html: Markup) -> Markup:
    text = str(html)
    return trusted(text[:1].upper() + text[1:])


def _told(count: int, seen: str) -> Markup:
    cards = words.count(count, "card")
    if seen == "owner":
        return Markup("{}, {}").format(cards, show("seen by the owner alone"))
    return Markup("{} {}").format(cards, show("face up" if seen == "all" else "face down"))


# --- on the page ----------------------------------------------------------------------------


def diagrams(book: Book) -> list[tuple[tuple[Variant, ...], Setup]]:
    """Return the base game's table (no variants), and each other one with those that have it."""
    base = book.rules("base")
    if base is None:
        return []
    first = dealt(base.game)
    found: dict[Any, tuple[list[Variant], Setup]] = {first.shape: ([], first)}
    for variant in book.game.variants:
        if ruled := book.rules(variant.id):
            setup = dealt(ruled.game)
            found.setdefault(setup.shape, ([], setup))[0].append(variant)
    return [(tuple(variants) if number else (), setup)
            for number, (variants, setup) in enumerate(found.values())]  # fmt: skip


def figure(book: Book) -> Markup:
    """Draw the tables of a game; nothing if no engine deals it."""
    found = diagrams(book)
    if not found:
        return Markup("")
    drawn = [
        {
            "title": foreign(words.listed([variant.title for variant in variants])),
            "variants": " ".join(variant.id for variant in variants),
            "rows": rows(book, setup),
            "words": sentences(setup),
            "seat": _seat(setup, setup.game.seats - 1),
        }
        for variants, setup in found
    ]
    return trusted(template("setup.html").render(base=drawn[0], others=drawn[1:]))


def place(book: Book, opening: Block, sections: Iterable[Block]) -> list[Block]:
    """Put the diagram behind the first section that states a rule of dealing, or the opening."""
    blocks = [opening, *sections]
    drawn = figure(book)
    base = book.rules("base")
    if not drawn or base is None:
        return blocks
    acted = dealt(base.game).acted
    slugs = [s.section for s in book.game.article.sentences if s.rule in acted]
    order = [section.slug for section in book.game.article.sections]
    at = min((order.index(slug) + 1 for slug in slugs if slug in order), default=0)
    blocks[at] = blocks[at]._replace(html=blocks[at].html + drawn)
    return blocks


__all__ = ["Setup", "dealt", "diagrams", "figure", "place", "rows", "sentences"]
