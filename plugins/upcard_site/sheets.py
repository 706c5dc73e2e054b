"""What a reader takes to the table: a rules sheet, a checklist and a score pad, to print or use.

Printing a page gives the rules sheet: what stands in `off_sheet` and the worked examples are left
out, what `sheet_head` says is put in. `assets/print.css` does it; the buttons only choose.
"""

from __future__ import annotations

from markupsafe import Markup

from upcard_library.model import GameArticle, Section
from upcard_site import words
from upcard_site.book import Book
from upcard_site.language import say, show
from upcard_site.safe import trusted
from upcard_site.templating import template


def off_sheet(html: Markup | str) -> Markup:
    """Keep a part of the page, with its heading, from the printed rules sheet."""
    return Markup('<div class="sheet-off">{}</div>').format(html)


def background(game: GameArticle) -> frozenset[str]:
    """Return the slugs of the last sections, in which no rule stands: history, other variants."""
    stated = {sentence.section for sentence in game.article.sentences}
    if not stated:
        return frozenset()
    slugs = [section.slug for section in game.article.sections]
    last = max(number for number, slug in enumerate(slugs) if slug in stated)
    return frozenset(slugs[last + 1 :])


def section_block(book: Book, section: Section, html: Markup) -> Markup:
    """Return a section of the article as it stands on the page: background is marked as such."""
    return off_sheet(html) if section.slug in background(book.game) else html


def sheet_head(book: Book) -> Markup:
    """Return the line under the title of a printed sheet; nobody sees it on a screen."""
    game = book.game
    facts = [
        f"{say('Players')}: {words.span(*game.players)}",
        say(game.pack.title),
        f"{say('version')} {game.version}",
    ]
    return Markup(
        '<p class="sheet-head"><b data-sheet="rules">{}</b> · {} <span data-sheet="address"></span>'
        "</p>"
    ).format(words.humanise(say("the base game")), " · ".join(facts))


def print_html(book: Book, checklist: bool, pad: bool) -> Markup:
    """Return the group of buttons that print; without scripts a line that says how."""
    kinds = [("rules", show("Rules sheet"))]
    kinds += [("checklist", show("Checklist"))] if checklist else []
    kinds += [("pad", show("Score pad"))] if pad else []
    html = template("print.html").render(kinds=kinds, game=book.game, show=show, say=say)
    return trusted(html)


__all__ = ["background", "off_sheet", "print_html", "section_block", "sheet_head"]
