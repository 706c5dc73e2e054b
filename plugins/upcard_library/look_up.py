"""Looking something up in an article, under the rules of a table."""

from __future__ import annotations

import re
from typing import NamedTuple

from upcard.api import Rules
from upcard.options import OptionError
from upcard_library.article import paragraphs
from upcard_library.cli_common import one_line
from upcard_library.numbers import fill, numbers_of
from upcard_library.provider import ARTICLES
from upcard_library.sentences import sentence_for

_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


class Passage(NamedTuple):
    """A paragraph of an article: the rule it states, if it states one, its section, its text."""

    rule: str
    section: str
    text: str


def passages(ruled: Rules) -> list[Passage]:
    """Return what the article says that holds at this table, its numbers filled in."""
    try:
        game = ARTICLES.game(ruled.id)
    except OptionError:
        return []
    titles = {section.slug: section.title for section in game.article.sections}
    numbers = numbers_of(ruled.game)
    found = []
    for block, marked in paragraphs(game.article):
        if marked and sentence_for(game, marked.rule, ruled.options) is not marked:
            continue
        words = marked.markdown if marked else block.markdown
        told = one_line(_LINK.sub(r"\1", fill(words, numbers)))
        found.append(Passage(marked.rule if marked else "", titles.get(block.section, ""), told))
    return found


def look_up(ruled: Rules, words: str) -> list[Passage]:
    """Return the passages that name a rule's id or hold all of these words, rules first."""
    wanted = words.casefold().split()
    every = passages(ruled)
    named = [one for one in every if one.rule and one.rule == words.strip().lower()]
    if named or not wanted:
        return named or [one for one in every if one.rule]
    hits = [one for one in every
            if all(word in f"{one.rule} {one.text}".casefold() for word in wanted)]  # fmt: skip
    return sorted(hits, key=lambda one: not one.rule)


__all__ = ["Passage", "look_up", "passages"]
