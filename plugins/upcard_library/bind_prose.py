"""Marks and numbers of an article against the engine's rules, options and numbers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from upcard.game import Game
from upcard.options import Condition, OptionError, Value, describe, parse_condition, read_options
from upcard_library.article import Block, paragraphs, without_code
from upcard_library.finding import Findings
from upcard_library.model import Article, GameArticle, Place, Sentence
from upcard_library.numbers import COUNTING, FILTERS, PLACEHOLDER, in_words, numbers_of
from upcard_library.sentences import holds

COUNTED = frozenset(
    [
        "cards",
        "points",
        "tricks",
        "players",
        "melds",
        "hands",
        "copies",
        "times",
        "ranks",
        "suits",
        "games",
        "deals",
        "packs",
        "piles",
        "holes",
        "each",
        "apiece",
    ]
)
"""What number words count."""
MOST_TABLES = 4000
SMALLEST = 13
"""Digits from here on may not stand loose in prose if they are an option's default."""
FREE_SECTIONS = ("history", "sources")
_DIGITS = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_ADDRESS = re.compile(r"\]\([^)]*\)|<https?:[^>]*>")


# --- rule marks -----------------------------------------------------------------------------


def bind_marks(
    game: GameArticle, kind: type[Game[Any]], tables: Mapping[str, Game[Any]], found: Findings
) -> None:
    """Refuse marks of no rule, rules without a mark, and sentences that overlap."""
    conditions: dict[str, list[tuple[Sentence, Condition]]] = {}
    for sentence in game.article.sentences:
        if sentence.rule not in kind.rules:
            found.add(sentence.place, "RULE-UNKNOWN", "The engine has no such rule", sentence.rule,
                      known=kind.rules)  # fmt: skip
        try:
            condition = parse_condition(sentence.when, kind.Options)
        except OptionError as error:
            found.add(sentence.place, "MARK-CONDITION", "This condition cannot be read",
                      sentence.when, fix=str(error))  # fmt: skip
            continue
        conditions.setdefault(sentence.rule, []).append((sentence, condition))
    marked = {sentence.rule for sentence in game.article.sentences}
    marked |= {fault.nearest for fault in found if fault.place.file == game.article.path}
    for rule in kind.rules:
        if rule not in marked:
            found.add(Place(game.article.path, 1, 1), "RULE-UNMARKED",
                      f"No sentence carries the engine's rule `{rule}`", "",
                      fix=f"end the sentence that states it with {{#{rule}}}")  # fmt: skip
    for entries in conditions.values():
        _bind_conditions(entries, kind, tables, found)


def _bind_conditions(
    entries: list[tuple[Sentence, Condition]], kind: type[Game[Any]],
    tables: Mapping[str, Game[Any]], found: Findings,
) -> None:  # fmt: skip
    always = [sentence for sentence, condition in entries if not condition.clauses]
    if len(entries) > 1 and always:
        found.add(always[0].place, "MARK-REPEATED", "Several sentences carry this rule, and this "
                  "one always holds", always[0].rule,
                  fix='give each a when="option=value", or the rules ids of their own')  # fmt: skip
        return
    if not any(condition.clauses for _, condition in entries):
        return
    ever: set[int] = set()
    for options in _tables(entries, kind, tables):
        true = [n for n, (_, condition) in enumerate(entries) if condition.holds(options)]
        ever.update(true)
        if len(true) > 1:
            first, second = entries[true[0]][0], entries[true[1]][0]
            found.add(second.place, "MARK-OVERLAP", "Two sentences of one rule hold at once",
                      second.when, fix=f"the one on line {first.place.line} also holds if "
                      f"{_described(options, entries) or 'nothing is set'}")  # fmt: skip
            return
    for number, (sentence, _) in enumerate(entries):
        if number not in ever:
            found.add(sentence.place, "MARK-CONDITION", "This condition never holds", sentence.when,
                      fix="the engine allows no such options together")  # fmt: skip


def bind_numbers(
    game: GameArticle, tables: Mapping[str, Game[Any]], numbers: Mapping[str, Any], found: Findings
) -> None:
    """Refuse a number that the engine does not give under a variant in which it is needed."""
    for sentence in game.article.sentences:
        names = {match[1] for match in PLACEHOLDER.finditer(sentence.markdown)} & set(numbers)
        for name, table in tables.items():
            if not names or not holds(sentence, table.options):
                continue
            for missing in sorted(names - set(numbers_of(table))):
                found.add(sentence.place, "NUMBER-UNKNOWN", f"The engine gives no such number "
                          f"under {name}", missing, fix="give it in Game.numbers() at every table",
                          )  # fmt: skip


def _described(options: Any, entries: list[tuple[Sentence, Condition]]) -> str:
    names = {name for _, condition in entries for name, _, _ in condition.clauses}
    return " ".join(f"{name}={getattr(options, name)}" for name in sorted(names))


def _tables(
    entries: list[tuple[Sentence, Condition]], kind: type[Game[Any]],
    tables: Mapping[str, Game[Any]],
) -> Iterator[Any]:  # fmt: skip
    """Yield the base, every variant, and every mixture of the options the conditions name."""
    yield from (table.options for table in tables.values())
    known = describe(kind.Options)
    named: dict[str, list[Value]] = {}
    for _, condition in entries:
        for name, _, values in condition.clauses:
            option = known[name]
            here = named.setdefault(name, [option.default, *option.values])
            here += values
    choices = [list(dict.fromkeys(values)) for values in named.values()]
    for mixture in itertools.islice(itertools.product(*choices), MOST_TABLES):
        try:
            yield read_options(kind.Options, dict(zip(named, mixture, strict=True)))
        except OptionError:
            continue


# --- numbers --------------------------------------------------------------------------------


def bind_prose(game: GameArticle, numbers: Mapping[str, Any], found: Findings) -> None:
    """Refuse unknown names in braces, and numbers that nothing binds to the engine."""
    defaults = {
        str(option.default): option.name
        for option in game.options
        if isinstance(option.default, int) and not isinstance(option.default, bool)
    }
    summary = game.value_at("summary")
    for match in _DIGITS.finditer(game.summary):
        if match[0] in defaults and int(match[0]) >= SMALLEST:
            found.add(summary, "NUMBER-LOOSE", "This number is an option and would not follow it",
                      match[0], fix="say it without the number")  # fmt: skip
    for article in (game.article, *game.translations.values()):
        _bind_article(game, article, numbers, defaults, found)


def _bind_article(
    game: GameArticle, article: Article, numbers: Mapping[str, Any], defaults: Mapping[str, str],
    found: Findings,
) -> None:  # fmt: skip
    path, english = article.path, article.language == "en"
    for block, sentence in paragraphs(article):
        for offset, raw in enumerate(block.lines):
            line = block.first + offset
            plain = without_code(raw)
            _names(path, line, plain, numbers, found, FILTERS if english else ())
            plain = _blanked(plain)
            if sentence is not None:
                if offset == len(block.lines) - 1:
                    plain = plain[: sentence.place.column - 1]
                if game.module is None:
                    _option_digits(path, line, plain, _bound(game, sentence), found, least=0)
                else:
                    _loose_digits(path, line, plain, found, first=offset == 0)
            elif not _is_history(block):
                _option_digits(path, line, plain, defaults, found)
        if sentence is not None and english:
            _loose_words(path, block, sentence, found, None if game.module else {
                in_words(int(digits)) for digits in _bound(game, sentence)
            })  # fmt: skip


def _bound(game: GameArticle, sentence: Sentence) -> dict[str, str]:
    """Return the numbers that a sentence without an engine must not write out, by their digits.

    They are the values of the options that bear on its rule; nothing else could follow them.
    """
    return {
        str(value): option.name
        for option in game.options
        if option.rule == sentence.rule
        for value in (option.default, *option.values)
        if isinstance(value, int) and not isinstance(value, bool)
    }


def _blanked(plain: str) -> str:
    """Blank out numbers in braces and addresses, keeping every column."""
    for pattern in (PLACEHOLDER, _ADDRESS):
        plain = pattern.sub(lambda match: " " * len(match[0]), plain)
    return plain


def _is_history(block: Block) -> bool:
    return any(word in block.section.split("-") for word in FREE_SECTIONS)


def _names(
    path: Any, line: int, plain: str, numbers: Mapping[str, Any], found: Findings,
    filters: Sequence[str],
) -> None:  # fmt: skip
    matched = set()
    for match in PLACEHOLDER.finditer(plain):
        matched.add(match.start())
        place = Place(path, line, match.start() + 1)
        if match[1] not in numbers:
            found.add(place, "NUMBER-UNKNOWN", "There is no such number or option", match[1],
                      known=numbers)  # fmt: skip
        if match[2] and match[2] not in filters:
            found.add(place, "NUMBER-FORM", "This cannot be done with a number", match[2],
                      known=filters, fix="" if filters else "number words are English: write "
                      f"{{{{ {match[1]} }}}}")  # fmt: skip
    for opening in re.finditer(r"\{\{", plain):
        if opening.start() not in matched:
            found.add(Place(path, line, opening.start() + 1), "NUMBER-FORM",
                      "This is no number in braces", plain[opening.start() :][:30],
                      fix="write {{ name }} or {{ name|words }}")  # fmt: skip


def _loose_digits(path: Any, line: int, plain: str, found: Findings, *, first: bool) -> None:
    marker = re.match(r"\s*\d+[.)]\s", plain) if first else None
    for match in _DIGITS.finditer(plain, marker.end() if marker else 0):
        found.add(Place(path, line, match.start() + 1), "NUMBER-LOOSE",
                  "A number in a rule's sentence that nothing binds to the engine", match[0],
                  fix="write {{ name }} with a name of Game.numbers(), or a word for a rank",
                  )  # fmt: skip


def _option_digits(
    path: Any, line: int, plain: str, defaults: Mapping[str, str], found: Findings,
    least: int = SMALLEST,
) -> None:  # fmt: skip
    for match in _DIGITS.finditer(plain):
        if match[0] in defaults and int(match[0]) >= least:
            name = defaults[match[0]]
            found.add(Place(path, line, match.start() + 1), "NUMBER-LOOSE",
                      "This number is an option and would not follow it", match[0],
                      fix=f"write {{{{ {name} }}}}")  # fmt: skip


def _loose_words(
    path: Any, block: Block, sentence: Sentence, found: Findings, bound: set[str] | None
) -> None:
    """Find words that count: a number word with what is counted within two words.

    Without an engine only the `bound` words are refused, those that an option gives.
    """
    words: list[tuple[str, int, int]] = []
    for offset, raw in enumerate(block.lines):
        plain = _blanked(without_code(raw))
        if offset == len(block.lines) - 1:
            plain = plain[: sentence.place.column - 1]
        words += [
            (match[0].lower(), block.first + offset, match.start() + 1)
            for match in _WORD.finditer(plain)
        ]
    for number, (word, line, column) in enumerate(words):
        if word == "one" or not set(word.split("-")) <= COUNTING:
            continue
        if bound is not None and word not in bound:
            continue
        after = [following for following, _, _ in words[number + 1 : number + 5]]
        if after[:1] == ["or"]:
            after = after[2:]
        if any(following in COUNTED for following in after[:2]):
            found.add(Place(path, line, column), "NUMBER-LOOSE",
                      "A number in a rule's sentence that nothing binds to the engine", word,
                      fix="write {{ name|words }} with a name of Game.numbers()")  # fmt: skip
