"""What a page in another language has besides: its address, the ways to the others, staleness."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup, escape

from upcard_library.model import Article, GameArticle
from upcard_library.numbers import fill
from upcard_library.translations import stale
from upcard_site.book import Book, page_uri
from upcard_site.language import ENGLISH, foreign, language_name, say, show
from upcard_site.rules_html import Anchors

_ENGLISH_PARTS = (
    '<ul class="md-tabs__list"',
    '<ol class="md-path__list"',
    '<ul class="md-nav__list" data-md-scrollfix',
    '<form class="md-header__option" data-md-component="palette"',
    '<div class="md-copyright__highlight"',
)
"""How the theme begins its navigation, the switch to dark mode and the note on licences."""


def in_language(book: Book, article: Article) -> Book:
    """Return a book of the same game in another language, with the results of its examples."""
    return Book(
        replace(book.game, article=article), book.results, book.settings, book.glossary, (),
        book.folder, english=book.game.article, _elsewhere=book._elsewhere,  # noqa: SLF001
    )  # fmt: skip


def languages_of(game: GameArticle) -> list[str]:
    """Return the codes of all languages a game can be read in, English first."""
    return [ENGLISH, *game.translations]


def alternates(book: Book) -> tuple[tuple[str, str], ...]:
    """Return each language with the page's address in it; nothing if there is but one."""
    codes = languages_of(book.game)
    if len(codes) == 1:
        return ()
    return tuple((code, book.settings.url(page_uri(book.game.id, code))) for code in codes)


def switch(book: Book) -> Markup:
    """Draw the links to the same page in other languages."""
    codes = languages_of(book.game)
    if len(codes) == 1:
        return Markup("")
    parts = []
    for code in codes:
        name = language_name(code)
        if code == book.language:
            parts.append(Markup('<span aria-current="true">{}</span>').format(name))
        else:
            there = book.link(page_uri(book.game.id, code))
            link = Markup('<a href="{}" hreflang="{}" lang="{}">{}</a>')
            parts.append(link.format(there, code, code, name))
    links = Markup(" · ").join(parts)
    return Markup('<nav class="languages" aria-label="{}">{}</nav>').format(say("Languages"), links)


def banner(book: Book, anchors: Anchors) -> Markup:
    """Say which sentences of a translation are older than the English ones; or nothing."""
    old = stale(book.game.article, book.english) if book.english else []
    if not old:
        return Markup("")
    links = []
    for part, english in old:
        rule, when = part.key
        at = anchors.rule(rule, when).anchor if rule else anchors.place(part.section)
        text = " ".join(fill(english.text, book.numbers(book.where(when))).split())
        said = foreign(text if len(text) <= 160 else f"{text[:160]}…")
        name = said if rule else escape(part.text.partition("\n")[0])
        linked = Markup('<a href="#{}">{}</a>').format(at, name) if at else name
        links.append(Markup("<li>{}{}</li>").format(linked, "" if rule else Markup(": ") + said))
    return Markup(
        '<div class="stale" role="note"><p>{} <a href="{}" hreflang="en">{}</a></p>'
        "<ul>{}</ul></div>"
    ).format(
        show("This translation is older than the English text, which has changed here:"),
        book.link(page_uri(book.game.id)), show("Read it in English"), Markup("").join(links),
    )  # fmt: skip


def english_part(html: Markup | str) -> Markup:
    """Say of a part of the page that it is not translated yet."""
    note = Markup('<p class="untranslated">{}</p>').format(show("This part is in English so far."))
    return note + foreign(html, "div")


def mark_english(html: str) -> str:
    """Say that what the whole site has in English is English, on a page in another language."""
    for part in _ENGLISH_PARTS:
        html = html.replace(part, f'{part} lang="{ENGLISH}"', 1)
    return html


def description(book: Book) -> str:
    """Return the first sentence of the introduction, for search engines and previews."""
    first = book.game.article.intro.split("\n\n")[0]
    plain = fill(" ".join(first.split()), book.numbers()).replace("**", "")
    end = plain.find(". ")
    return plain if end < 0 else plain[: end + 1]


__all__ = [
    "alternates", "banner", "description", "english_part", "in_language", "languages_of",
    "mark_english", "switch",
]  # fmt: skip
