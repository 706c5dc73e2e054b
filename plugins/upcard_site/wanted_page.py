"""The page of wanted games: what each is like, what is missing, and how to bring it here."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from upcard.decks import DECKS
from upcard_library.lists import Wanted
from upcard_site import words
from upcard_site.indexes import WANTED, Shelf, ask_for_one
from upcard_site.page import Block, Page
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.vocabulary import name_of


def wanted_page(shelf: Shelf) -> Page:
    """Return the page of wanted games, the most wanted first."""
    macros: Any = template("wanted.html").module
    lead = macros.lead(
        many=words.humanise(words.count(len(shelf.wanted), "game")),
        write=shelf.link(WANTED, "writing-a-game.md"),
        ask=ask_for_one(shelf, WANTED) if shelf.settings.repo or shelf.settings.discuss else "",
    )
    blocks = [Block(trusted(lead))]
    blocks += [
        Block(trusted(macros.game(_row(game, shelf))), game.title, game.id) for game in shelf.wanted
    ]
    said = "Card games that people ask for, with what is missing and how to contribute."
    return Page(WANTED, "Wanted games", said, blocks)


def _row(game: Wanted, shelf: Shelf) -> dict[str, Any]:
    pack = DECKS.get(game.deck)
    pairs = [
        ("Players", words.span(*game.players)),
        ("Cards", pack.title if pack else name_of("packs", game.deck)),
        ("Kind", ", ".join(name_of("families", family) for family in game.families)),
        ("Played in", words.listed([name_of("regions", region) for region in game.region])),
        ("Asked for", game.why),
        ("Missing", _missing(game)),
        ("To check against", game.oracle),
        ("Where to read", "; ".join(game.sources)),
    ]
    settings = shelf.settings
    return {
        "aka": game.aka,
        "summary": game.summary,
        "facts": [(label, value) for label, value in pairs if value],
        "write": shelf.link(WANTED, "writing-a-game.md"),
        "discuss": settings.discussion(game.title) if settings.repo or settings.discuss else "",
        "title": game.title,
    }


def _missing(game: Wanted) -> Markup | str:
    if not game.missing:
        return "Only somebody who writes it: the engine has all the parts."
    items = Markup("").join(Markup("<li>{}</li>").format(part) for part in game.missing)
    return Markup("<ul>{}</ul>").format(items)
