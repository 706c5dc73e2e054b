"""The pages that lead to games: catalogue, families, bibliography, glossary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from upcard_site import metadata, words
from upcard_site.book import Book, Settings, page_uri
from upcard_site.game_page import cards_of, pack_size, source_row
from upcard_site.language import language_name
from upcard_site.page import Block, Page
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.terms import Glossary
from upcard_site.vocabulary import description_of, ids, name_of

Summary = Mapping[str, Any]
"""What the indexes know of a game: plain data, so that it can be kept in a cache."""

CATALOGUE, FAMILIES, SOURCES, GLOSSARY = (
    "games/index.md", "families.md", "sources.md", "glossary.md",
)  # fmt: skip


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
        "deck": game.pack.title,
        "deck_kind": game.pack.id,
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


def _entry(game: Summary, here: str, settings: Settings) -> dict[str, Any]:
    low, high = game["players"]
    families = [
        {"id": f, "name": name_of("families", f),
         "url": settings.between(here, f"{FAMILIES}#{f}")}
        for f in game["families"]
    ]  # fmt: skip
    search = [game["title"], *game["aka"], game["summary"], *(f["name"] for f in families)]
    search += [game["cards"], *(other["title"] for other in game["translations"])]
    return {
        **game,
        "url": settings.between(here, game["uri"]),
        "families": families,
        "translations": [
            {
                "language": other["language"],
                "name": language_name(other["language"]),
                "url": settings.between(here, page_uri(game["id"], other["language"])),
            }
            for other in game["translations"]
        ],
        "players": range(low, high + 1),
        "players_text": words.span(low, high),
        "minutes": words.span(*game["minutes"]) if game["minutes"] else "",
        "minutes_max": game["minutes"][1] if game["minutes"] else "",
        "difficulty": name_of("difficulties", game["difficulty"]) if game["difficulty"] else "",
        "status_name": name_of("statuses", game["status"]),
        "words": " ".join([*search, *game["variants"]]).lower(),
    }


def game_list(games: Sequence[Summary], here: str, settings: Settings) -> Markup:
    """List games with their facts, for the page `here`."""
    entries = [_entry(game, here, settings) for game in games]
    return trusted(_macros().games(entries))


def _macros() -> Any:
    return template("index.html").module


def catalogue(games: Sequence[Summary], settings: Settings) -> Page:
    """Return the page of all games."""
    decks = {game["deck_kind"]: game["deck"] for game in games}
    families = {f: name_of("families", f) for game in games for f in game["families"]}
    form = trusted(_macros().filter(decks, families))
    lead = Markup('<p class="lead">{}, by name. <a href="{}">By family</a></p>').format(
        words.humanise(words.count(len(games), "game")), settings.between(CATALOGUE, FAMILIES)
    )
    body = lead + form + game_list(games, CATALOGUE, settings)
    text = "All card games of the library, with players, cards and length."
    return Page(CATALOGUE, "Games", text, [Block(body)])


def families_page(games: Sequence[Summary], settings: Settings) -> Page:
    """Return the page of games by family, families in the vocabulary's order."""
    blocks = [Block(Markup('<p class="lead">Games that play alike stand together.</p>'))]
    for family in ids("families"):
        members = [game for game in games if family in game["families"]]
        if members:
            said = Markup("<p>{}</p>").format(description_of("families", family))
            listed = game_list(members, FAMILIES, settings)
            blocks.append(Block(said + listed, name_of("families", family), family))
    return Page(FAMILIES, "Games by family", "Card games grouped by how they are played.", blocks)


def sources_page(games: Sequence[Summary], settings: Settings) -> Page:
    """Return the bibliography; a source that several games use is listed once."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for game in games:
        link = {"title": game["title"], "url": settings.between(SOURCES, game["uri"] + "#sources")}
        for source in game["sources"]:
            key = (source["title"], source["url"] or source["where"])
            row = found.setdefault(key, {**source, "games": []})
            row["games"].append(link)
    rows = sorted(found.values(), key=lambda row: (row["title"].lower(), row["url"]))
    rows = [{**row, "id": str(number)} for number, row in enumerate(rows, 1)]
    said = "Every source of every article, with the games it was used for."
    lead = Markup('<p class="lead">{}</p>').format(said)
    tables: Any = template("tables.html").module
    listed = trusted(tables.source_items(rows))
    return Page(SOURCES, "Sources", "The bibliography of the library.", [Block(lead + listed)])


def glossary_page(glossary: Glossary) -> Page:
    """Return the glossary."""
    terms = [
        {"id": term.id, "title": term.title, "text": term.text} for term in glossary.terms
    ]  # fmt: skip
    lead = Markup('<p class="lead">{}</p>').format(
        "The words of card players. A game's page underlines each where a section first uses it."
    )
    body = lead + trusted(_macros().glossary(terms))
    said = "Words that card players use, explained."
    return Page(GLOSSARY, "Glossary", said, [Block(body)], source="docs/glossary.yml")


def fill_markers(html: str, games: Sequence[Summary], here: str, settings: Settings) -> str:
    """Put lists of games where a hand-written page says `<!-- upcard:games -->`."""
    entries = [_entry(game, here, settings) for game in games]
    return html.replace("<!-- upcard:games -->", str(_macros().short(entries)))
