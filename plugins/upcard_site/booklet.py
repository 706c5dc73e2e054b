"""The library, or some games of it, as one document to print.

Title page, contents, each game on a new page, the words of card players, sources, licences.

A loaded library goes in, HTML comes out; `booklet_pdf` prints it and finds the page numbers.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from upcard_library.article import MARK
from upcard_library.load import load_library
from upcard_library.model import GameArticle, Library, Section
from upcard_library.provider import ARTICLES
from upcard_library.run import run_game
from upcard_site import plates, prose, words
from upcard_site.book import Book, Settings
from upcard_site.booklet_pdf import write_pdf
from upcard_site.game_page import pack_line, source_row
from upcard_site.rules_html import blocks_of
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.terms import Glossary, read_glossary

HERE = Path(__file__).parent
PAPERS = ("A4", "A5", "Letter")
_ID = re.compile(r'(<[a-z][^<>]*? id=")([^"]+)"')
_LINK = re.compile(r'( (?:xlink:)?href=")([^"]*)"')
_FONT = re.compile(r"url\((fonts/[\w.-]+\.woff2)\)")


@dataclass(frozen=True)
class Plan:
    """What is to be in a booklet.

    Attributes:
        under: the rules of a game, by its id, where they are not those of the base game.
        examples: whether worked examples are shown as cards.
        paper: one of `PAPERS`.
        title: what stands on the first page.
    """

    under: Mapping[str, str] = field(default_factory=dict)
    examples: bool = False
    paper: str = "A4"
    title: str = "Upcard"


def bodies(library: Library, glossary: Glossary, plan: Plan) -> list[dict[str, Any]]:
    """Render every game of a library for a booklet, by title."""
    games = sorted(library.games.values(), key=lambda game: game.title.casefold())
    ARTICLES.use(library.games, library.root)
    return [_game(game, glossary, plan, frozenset(library.games)) for game in games]


def document(
    games: Iterable[Mapping[str, Any]],
    glossary: Glossary,
    plan: Plan,
    pages: Mapping[str, int] | None = None,
) -> str:
    """Return the whole booklet as one HTML file that needs no other.

    Args:
        games: as `bodies` returns them.
        glossary: the terms to explain.
        plan: paper and title.
        pages: the page on which each entry of the contents begins, once it is known.
    """
    told = list(games)
    return template("booklet.html").render(
        plan=plan,
        games=told,
        terms=glossary.terms,
        pages=pages or {},
        style=trusted(style(plan, told)),
        count=words.count(len(told), "card game"),
    )


def print_booklet(games: Path, out: Path, plan: Plan) -> Mapping[str, int]:
    """Print all games of a folder; return the page of each entry of the contents.

    Raises:
        PrintError: it cannot be printed.
    """
    return print_library(load_library(games), out, plan)


def print_library(library: Library, out: Path, plan: Plan) -> Mapping[str, int]:
    """Print a loaded library, as `print_booklet`."""
    glossary = glossary_of(library)
    found = bodies(library, glossary, plan)
    return write_pdf(out, entries(found, glossary), partial(document, found, glossary, plan))


def glossary_of(library: Library) -> Glossary:
    """Read the terms that belong to a library: `docs/glossary.yml` beside its games."""
    return read_glossary(library.root.parent / "docs" / "glossary.yml")


def entries(games: Iterable[Mapping[str, Any]], glossary: Glossary) -> list[str]:
    """Return the anchors of all entries of the contents, in order."""
    end = ["part-glossary"] if glossary.terms else []
    return [*(str(game["anchor"]) for game in games), *end, "part-sources", "part-licences"]


def _game(
    game: GameArticle, glossary: Glossary, plan: Plan, others: frozenset[str]
) -> dict[str, Any]:
    under = plan.under.get(game.id, "base")
    with ARTICLES.serving(game):
        results = run_game(game) if plan.examples and game.module else []
        book = Book(game, results, Settings(), glossary)
        given: set[str] = set()
        parts = [("", "", _section(book, game.article.intro, under, given))]
        for section in game.article.sections:
            html = _section(book, section, under, given)
            if plan.examples:
                html += _examples(book, section, under)
            if html.striptags().strip():
                parts.append((section.title, section.slug, html))
        body = template("booklet_game.html").render(parts=parts, sprite=book.faces.sprite())
        rules = book.variant_title(under)
        return {
            "anchor": f"game-{game.id}",
            "page": f"page-{game.id}",
            "title": game.title,
            "summary": book.line(game.summary),
            "facts": _facts(book, rules, under),
            "body": trusted(_named_apart(body, game.id, others)),
            "sources": [source_row(source) for source in game.sources],
        }


def _facts(book: Book, rules: str, under: str) -> list[Markup | str]:
    game = book.game
    facts: list[Markup | str] = [] if under == "base" else [Markup("<b>{}</b>").format(rules)]
    facts += [f"Players: {words.span(*game.players)}", pack_line(game)]
    facts += [f"{words.span(*game.minutes)} minutes"] if game.minutes else []
    return [*facts, f"version {game.version}"]


def _section(book: Book, section: Section | str, under: str, given: set[str]) -> Markup:
    """Render a section with the rules that hold under a choice, and with its numbers.

    The first sentence of a rule gets its anchor; `given` are those that have been given.
    """
    text = section if isinstance(section, str) else section.markdown
    tokens: list[Markup] = []
    filled = ""
    for block in blocks_of(text):
        mark = MARK.search(block)
        if mark and not book.holds(mark["when"] or "", under):
            continue
        filled += book.fill(block[: mark.start()] if mark else block, book.numbers(under), tokens)
        if mark:
            new = mark["rule"] not in given
            anchor = Markup('<span id="{}"></span>').format(mark["rule"]) if new else Markup("")
            given.add(mark["rule"])
            tokens.append(anchor)
            filled += prose.token(len(tokens) - 1) + block[mark.end() :]
    html = book.blocks(filled, link_terms=False)
    return trusted(prose.TOKEN.sub(lambda match: str(tokens[int(match[1])]), html))


def _examples(book: Book, section: Section, under: str) -> Markup:
    """Draw the examples of a section's rules that are played under the same rules."""
    stated = dict.fromkeys(
        s.rule for s in book.game.article.sentences
        if s.section == section.slug and book.holds(s.when, under)
    )  # fmt: skip
    macros: Any = template("plate.html").module
    shown = [
        trusted(macros.plate(plates.plate(book, example), True))
        for rule in stated
        for example in book.examples_for(rule)
        if str(example.data.get("variant", "base")) == under
    ]
    if not shown:
        return Markup("")
    return Markup('<div class="examples">{}</div>').format(Markup("").join(shown))


def _named_apart(html: str, game: str, others: frozenset[str]) -> str:
    """Give every anchor of a game its name, and let links lead to what is in the booklet."""
    there = {match[2] for match in _ID.finditer(html)}

    def lead(match: re.Match[str]) -> str:
        address = match[2]
        if address.startswith("#"):
            names = (address[1:], f"section-{address[1:]}")
            name = next((name for name in names if name in there), "")
            return f'{match[1]}#{game}--{name}"' if name else ""
        if address.startswith("../"):
            other = address[3:].partition("/")[0]
            return f'{match[1]}#game-{other}"' if other in others else ""
        return match[0]

    return _LINK.sub(lead, _ID.sub(rf'\1{game}--\2"', html))


# --- style ----------------------------------------------------------------------------------


def style(plan: Plan, games: Iterable[Mapping[str, Any]]) -> str:
    """Return the style sheet: the site's own with its fonts put in, and what paper needs."""
    ours = (HERE / "assets" / "upcard.css").read_text(encoding="utf-8")
    paper = (HERE / "templates" / "booklet.css").read_text(encoding="utf-8")
    columns = 1 if plan.paper == "A5" else 2
    heads = [
        f"@page {game['page']}{{@top-center{{content:{css_string(str(game['title']))}}}}}"
        f".{game['page']}{{page:{game['page']}}}"
        for game in games
    ]
    own = [f"@page{{size:{plan.paper}}}", f":root{{--columns:{columns}}}", *heads]
    return "\n".join([_FONT.sub(_inlined, ours), paper, *own])


def _inlined(match: re.Match[str]) -> str:
    data = base64.b64encode((HERE / "assets" / match[1]).read_bytes()).decode()
    return f"url(data:font/woff2;base64,{data})"


def css_string(text: str) -> str:
    """Write a text as a CSS string that nothing in it can end."""
    safe = re.sub(r"""["'\\<>&\n\r\f]""", lambda match: f"\\{ord(match[0]):x} ", text)
    return f'"{safe}"'


__all__ = [
    "PAPERS", "Plan", "bodies", "css_string", "document", "entries", "glossary_of",
    "print_booklet", "print_library", "style",
]  # fmt: skip
