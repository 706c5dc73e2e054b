"""The article's own sentence for a rule, under the options of a table, with its numbers."""

from __future__ import annotations

from typing import Any

from upcard import games
from upcard.game import Game
from upcard.options import OptionError, parse_condition
from upcard_library.model import GameArticle, Sentence
from upcard_library.numbers import fill, numbers_of


def engine_of(game: GameArticle, options: object | None = None) -> Game[Any]:
    """Return a game's engine under the given options, or the base game's.

    Raises:
        OptionError: the article has no engine, or none of that name.
    """
    if game.module is None:
        msg = f"{game.title} has no engine: its article is prose only"
        raise OptionError(msg, game.id)
    return games.find(game.module)(options)


def holds(sentence: Sentence, options: object) -> bool:
    """Say whether a sentence holds under these options; a condition that is no good never does."""
    try:
        return parse_condition(sentence.when, type(options)).holds(options)
    except OptionError:
        return False


def sentence_for(game: GameArticle, rule: str, options: object) -> Sentence | None:
    """Return the sentence of a rule that holds under these options."""
    marked = game.article.sentences_for(rule)
    return next((sentence for sentence in marked if holds(sentence, options)), None)


def sentence(game: GameArticle, rule: str, options: object) -> str | None:
    """Return the sentence of a rule under these options, as Markdown with its numbers filled in."""
    found = sentence_for(game, rule, options)
    if found is None:
        return None
    if "{{" not in found.markdown:
        return found.markdown
    return fill(found.markdown, numbers_of(engine_of(game, options)))
