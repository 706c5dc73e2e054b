"""The rules as plain sentences, for the catalogue's find box: `games/rules.json`.

The file is asked for only when a reader looks for words in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from upcard_library.numbers import fill
from upcard_site.book import Book
from upcard_site.prose import render_line
from upcard_site.safe import trusted


def said_in(book: Book) -> dict[str, Any]:
    """Return the sentences of one article, numbers filled in, as `[rule, sentence]`."""
    sentences = [
        [s.rule, _plain(fill(s.markdown, book.numbers(book.where(s.when))))]
        for s in book.game.article.sentences
    ]
    return {
        "title": book.game.title if book.english is None else book.game.article.title,
        "url": book.settings.url(book.uri),
        "lang": book.language,
        "rules": sentences,
    }


def _plain(markdown: str) -> str:
    return str(trusted(render_line(markdown)).striptags())


def rules_file(articles: Iterable[str]) -> str:
    """Return the file: one entry for each article with rules, translations included."""
    return f'{{"articles":[{",".join(articles)}]}}\n'
