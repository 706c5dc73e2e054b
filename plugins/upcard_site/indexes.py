"""The pages that lead to games: catalogue, families, players, packs, ready lists, glossary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup

from upcard_library.lists import Lists, Wanted
from upcard_site import facets, metadata, words
from upcard_site.book import Book, Settings, page_uri
from upcard_site.facets import Summary
from upcard_site.game_page import cards_of, pack_size, source_row
from upcard_site.page import Block, Page
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.terms import Glossary
from upcard_site.vocabulary import description_of, ids, name_of

CATALOGUE, FAMILIES, PLAYERS, PACKS, READY, WANTED, SOURCES, GLOSSARY = (
    "games/index.md", "families.md", "players.md", "packs.md", "lists.md", "wanted.md",
    "sources.md", "glossary.md",
)  # fmt: skip
RULES = "games/rules.json"
"""The rule sentences that the catalogue's find box looks through."""
NAMED = 12
"""So many games are named where a list would grow too long."""


@dataclass(frozen=True)
class Shelf:
    """All that the indexes are made from: games by title, what is wanted, where the site is."""

    games: Sequence[Summary]
    settings: Settings
    lists: Lists = field(default_factory=Lists)

    @cached_property
    def wanted(self) -> tuple[Wanted, ...]:
        """The wanted games that are not here."""
        return self.lists.without(game["id"] for game in self.games)

    @cached_property
    def by_id(self) -> Mapping[str, Summary]:
        """The games by id."""
        return {game["id"]: game for game in self.games}

    def link(self, here: str, there: str) -> str:
        """Return the address of one page from another, both as virtual files."""
        return self.settings.between(here, there)

    def query(self, here: str, query: str) -> str:
        """Return the address of the catalogue, narrowed."""
        return f"{self.link(here, CATALOGUE)}?{query}"


def summary_of(book: Book) -> dict[str, Any]:
    """Gather what the indexes show of a game."""
    game = book.game
    return {
        "id": game.id,
        "uri": book.uri,
        "former_ids": list(game.former_ids),
        "version": game.version,
        "changed": metadata.changed(game),
        "title": game.title,
        "aka": list(game.aka),
        "summary": game.summary,
        "players": list(game.players),
        "sides": facets.sides_of(book),
        "deck": game.pack.title,
        "deck_kind": game.pack.id,
        "needs": facets.packs_needed(game.pack),
        "cards": cards_of(game),
        "pack_size": pack_size(game),
        "minutes": list(game.minutes) if game.minutes else [],
        "difficulty": game.difficulty,
        "families": list(game.families),
        "region": list(game.region),
        "status": game.status,
        "rules": len(book.rule_ids),
        "proven": sum(book.state_of(rule) == "proven" for rule in book.rule_ids),
        "examples": len(game.examples),
        "variants": [variant.title for variant in game.variants],
        "sources": [source_row(source) for source in game.sources],
        "translations": [
            {"language": code, "title": a.title, "url": book.settings.url(page_uri(game.id, code))}
            for code, a in game.translations.items()
        ],
    }


def _entry(shelf: Shelf, game: Summary, here: str) -> dict[str, Any]:
    """Make of a summary what the templates show on the page `here`."""
    families = [
        {"id": f, "name": name_of("families", f), "url": shelf.link(here, f"{FAMILIES}#{f}")}
        for f in game["families"]
    ]
    values = facets.values_of(game).items()
    return {
        **game,
        "url": shelf.link(here, game["uri"]),
        "families": families,
        "translations": [
            {**other, "url": shelf.link(here, page_uri(game["id"], other["language"]))}
            for other in game["translations"]
        ],
        "players_text": words.span(*game["players"]),
        "minutes": words.span(*game["minutes"]) if game["minutes"] else "",
        "minutes_range": "-".join(map(str, game["minutes"])),
        "difficulty": name_of("difficulties", game["difficulty"]) if game["difficulty"] else "",
        "status_name": name_of("statuses", game["status"]),
        "facets": " ".join(f"{name}={value}" for name, found in values for value in found),
    }


def entries(shelf: Shelf, games: Iterable[Summary], here: str) -> list[dict[str, Any]]:
    """Make the entries of some games for the page `here`."""
    return [_entry(shelf, game, here) for game in games]


def game_list(shelf: Shelf, games: Iterable[Summary], here: str) -> Markup:
    """List games with their facts, for the page `here`."""
    return trusted(_macros().games(entries(shelf, games, here)))


def _macros() -> Any:
    return template("index.html").module


def _lead(text: str) -> Markup:
    return Markup('<p class="lead">{}</p>').format(text)


def catalogue(shelf: Shelf) -> Page:
    """Return the page of all games, with what narrows it down."""
    here = CATALOGUE
    ways = [(FAMILIES, "By kind"), (PLAYERS, "By players"), (PACKS, "By pack"),
            (READY, "Ready lists"), (WANTED, "Wanted games")]  # fmt: skip
    body = trusted(
        _macros().catalogue(
            count=words.humanise(words.count(len(shelf.games), "game")),
            ways=[(shelf.link(here, uri), title) for uri, title in ways],
            lists=ready_links(shelf, here),
            picker=picker(shelf, here),
            facets=facets.FACETS,
            always=facets.ALWAYS,
            choices=facets.choices(shelf.games),
            games=entries(shelf, shelf.games, here),
            wanted=shelf.wanted,
            urls={"rules": shelf.link(here, RULES), "wanted": shelf.link(here, WANTED),
                  "ask": ask_for_one(shelf, here)},
        )
    )  # fmt: skip
    text = "All card games of the library, with players, cards and length."
    return Page(here, "Games", text, [Block(body)])


def ask_for_one(shelf: Shelf, here: str) -> str:
    """Return where a reader asks for a game that is not here."""
    if shelf.settings.repo or shelf.settings.discuss:
        return shelf.settings.discussion("A game I miss")
    return shelf.link(here, WANTED)


def picker(shelf: Shelf, here: str) -> Markup:
    """Return the sentence that finds the best fits: how many, with what, how long."""
    most = max((game["players"][1] for game in shelf.games), default=2)
    decks = [(value, name) for value, name, _ in facets.choices(shelf.games)["deck"]]
    lengths = [(str(minutes), name) for minutes, name in facets.LIMITS.items()]
    return trusted(
        _macros().picker(shelf.link(here, CATALOGUE), range(1, most + 1), decks, lengths)
    )


def ready_links(shelf: Shelf, here: str) -> list[dict[str, Any]]:
    """Return the ready lists as links: a static list, and the wish that makes it."""
    return [
        {"url": shelf.link(here, f"{READY}#{ready.id}"), "query": ready.query,
         "title": ready.title, "count": len(found), "lang": ready.wish.get("language", "")}
        for ready, found in facets.ready_lists(shelf.games)
    ]  # fmt: skip


def families_page(shelf: Shelf) -> Page:
    """Return the page of games by family, families in the vocabulary's order."""
    blocks = [Block(_lead("Games that play alike stand together."))]
    for family in ids("families"):
        members = [game for game in shelf.games if family in game["families"]]
        if members:
            said = Markup("<p>{}</p>").format(description_of("families", family))
            listed = game_list(shelf, members, FAMILIES)
            blocks.append(Block(said + listed, name_of("families", family), family))
    return Page(FAMILIES, "Games by family", "Card games grouped by how they are played.", blocks)


def players_page(shelf: Shelf) -> Page:
    """Return the page of games by number of players."""
    blocks = [Block(_lead("A game stands under every number of players it can be played by."))]
    for value, _, _ in facets.choices(shelf.games)["players"]:
        found = [game for game in shelf.games if facets.fits(game, {"players": value})]
        title = "One player" if value == "1" else f"{value} players"
        blocks.append(_short_block(shelf, PLAYERS, found, title, f"players-{value}"))
    return Page(PLAYERS, "Games by players", "Card games by number of players.", blocks)


def packs_page(shelf: Shelf) -> Page:
    """Return the page of games by the pack they are played with."""
    said = "Short packs are taken out of an ordinary one: leave aside what the game does not use."
    blocks = [Block(_lead(said))]
    for needs, name, _ in facets.choices(shelf.games)["deck"]:
        found = [game for game in shelf.games if game["needs"] == needs]
        found.sort(key=lambda game: (game["deck"], game["title"].casefold()))
        blocks.append(_short_block(shelf, PACKS, found, words.humanise(name), f"pack-{needs}"))
    return Page(PACKS, "Games by pack", "Card games by the pack of cards they need.", blocks)


def _short_block(
    shelf: Shelf, here: str, found: Iterable[Summary], title: str, anchor: str
) -> Block:
    return Block(trusted(_macros().short(entries(shelf, found, here))), title, anchor)


def ready_page(shelf: Shelf) -> Page:
    """Return the page of ready lists, what many people play first."""
    blocks = [Block(_lead("Lists that people ask for, made from what each game says of itself."))]
    if shelf.lists.popular:
        blocks.append(Block(popular(shelf, READY), "Played by many", "popular"))
    for ready, found in facets.ready_lists(shelf.games):
        listed = _macros().names(entries(shelf, found, READY), shelf.query(READY, ready.query))
        blocks.append(Block(trusted(listed), ready.title, ready.id))
    return Page(READY, "Ready lists", "Lists of card games for the usual occasions.", blocks)


def popular(shelf: Shelf, here: str, *, only_here: bool = False) -> Markup:
    """List what many people play with the reason, also what is not here yet unless told not to."""
    wanted = {game.id: game for game in shelf.wanted}
    rows = []
    for entry in shelf.lists.popular:
        game, asked = shelf.by_id.get(entry.id), wanted.get(entry.id)
        if game:
            row = {"title": game["title"], "url": shelf.link(here, game["uri"]), "here": True}
        elif asked and not only_here:
            row = {"title": asked.title, "url": shelf.link(here, f"{WANTED}#{asked.id}"),
                   "here": False}  # fmt: skip
        else:
            continue
        rows.append({**row, "why": entry.why})
    return trusted(_macros().popular(rows)) if rows else Markup("")


def glossary_page(shelf: Shelf, glossary: Glossary, used: Mapping[str, Sequence[str]]) -> Page:
    """Return the glossary.

    Args:
        used: the ids of the terms that each game's page uses, by the game's id.
    """
    games: dict[str, list[dict[str, str]]] = {}
    for game in shelf.games:
        for term in used.get(game["id"], ()):
            link = {"title": game["title"], "url": shelf.link(GLOSSARY, game["uri"])}
            games.setdefault(term, []).append(link)
    terms = [
        {"id": term.id, "title": term.title, "text": term.text,
         "games": games.get(term.id, [])[:NAMED], "more": len(games.get(term.id, [])[NAMED:])}
        for term in glossary.terms
    ]  # fmt: skip
    lead = _lead(
        "The words of card players. A game’s page underlines each where a section first uses it."
    )
    body = lead + trusted(_macros().glossary(terms))
    said = "Words that card players use, explained."
    return Page(GLOSSARY, "Glossary", said, [Block(body)], source="docs/glossary.yml")


def fill_markers(html: str, shelf: Shelf, here: str) -> str:
    """Put what a hand-written page asks for by `<!-- upcard:games -->` and the like."""
    made: dict[str, Callable[[], str]] = {
        "games": lambda: trusted(_macros().short(entries(shelf, shelf.games, here))),
        "count": lambda: words.humanise(words.count(len(shelf.games), "game")),
        "picker": lambda: picker(shelf, here),
        "popular": lambda: popular(shelf, here, only_here=True),
        "ready": lambda: trusted(_macros().ready(ready_links(shelf, here))),
    }
    for name, make in made.items():
        marker = f"<!-- upcard:{name} -->"
        if marker in html:
            html = html.replace(marker, str(make()))
    return html
