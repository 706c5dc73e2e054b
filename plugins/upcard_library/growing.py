"""New entries in the lists of a `game.yaml`: their ids, and where they are put."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from upcard.claims import ExampleError
from upcard.examples import cases, rules_under, run
from upcard.given import GivenError
from upcard.options import OptionError, require, text
from upcard_library.article import slugify
from upcard_library.bind import fold
from upcard_library.model import GameArticle
from upcard_library.provider import ARTICLES
from upcard_library.rewrite import as_yaml, column, line_end
from upcard_library.sentences import engine_of
from upcard_library.spans import Edit, Spans, edited, line_ends, spans


def free_id(rule: str, taken: Iterable[str]) -> str:
    """Return the id of a rule's next example.

    >>> free_id("must-win", ["must-win-1", "must-win-3", "dix"])
    'must-win-4'
    """
    pattern = re.compile(rf"{re.escape(rule)}-([0-9]+)\Z")
    numbers = [int(match[1]) for name in taken if (match := pattern.match(name))]
    return f"{rule}-{max(numbers, default=0) + 1}"


def with_entry(source: str, group: str, entry: Mapping[str, Any]) -> str:
    """Return a `game.yaml` with one more entry at the end of a list; all else stays as it is."""
    where = spans(source)
    assert where is not None  # noqa: S101  the game was read from this very text
    ends = line_ends(source)
    span = where.values.get((group,))
    if span is None:
        base = source if source.endswith("\n") else source + ends
        return base + ends.join([f"{group}:", *_lines(entry, 2)]) + ends
    if span.style == "flow":
        inside = source[span.start + 1 : span.end - 1]
        if inside.strip():
            at = span.start + 1 + len(inside.rstrip().rstrip(","))
            return edited(source, [Edit(at, at, f", {as_yaml(entry)}")])
        begin = where.keys[group,].end + 1  # behind the colon
        return edited(source, [Edit(begin, span.end, ends + ends.join(_lines(entry, 2)))])
    at = line_end(source, span.end)
    lines = _lines(entry, _dash(source, where, group))
    return edited(source, [Edit(at, at, ends + ends.join(lines))])


def _dash(source: str, where: Spans, group: str) -> int:
    """Return the column of the dashes of a list."""
    first = where.values[group, "0"].start
    return column(source, source.rindex("-", 0, first))


def _lines(entry: Mapping[str, Any], indent: int) -> list[str]:
    texts = ("why", "title", "text", "note")
    told = [f"{k}: {as_yaml(v, chr(34) if k in texts else '')}" for k, v in entry.items()]
    return [f"{' ' * indent}{'  ' if number else '- '}{line}" for number, line in enumerate(told)]


# --- examples -------------------------------------------------------------------------------


def new_example(game: GameArticle, rule: str, variant: str | None) -> dict[str, Any]:
    """Return an example that holds as it stands, to be rewritten for a rule.

    Raises:
        OptionError: no such rule or variant.
        ExampleError: nothing could be set up.
    """
    rules = dict.fromkeys(s.rule for s in game.article.sentences)
    require(rule, rules, "rule marked in the article")
    if variant is not None:
        require(variant, {v.id: 0 for v in game.variants}, "variant of this game")
    head = {
        "id": free_id(rule, (example.id for example in game.examples)),
        "rules": [rule],
        "why": "TODO: the mistake it catches.",
    }
    under = {"variant": variant} if variant else {}
    if game.module is None:
        given = {"situation": "TODO: who holds which cards, and what is to be answered."}
        return {**head, "ask": rule.replace("-", "_"), "given": given, **under,
                "then": {"value": "TODO: the answer."}}  # fmt: skip
    return {**head, **under, **_that_holds(game, rule, variant)}


def _that_holds(game: GameArticle, rule: str, variant: str | None) -> dict[str, Any]:
    """Return a question or position to begin with: of a like example, or the empty table."""
    short = [e for e in game.examples if e.kind != "record" and e.status == "agreed"]
    for example in sorted(short, key=lambda e: rule not in e.rules):
        data = {k: example.data[k] for k in ("ask", "given", "do", "then") if k in example.data}
        own = "variant" not in example.data or variant is not None
        if own and _holds(game, {**data, "variant": variant or "base"}):
            return data
    with ARTICLES.serving(game):
        try:
            position = rules_under(game.id, variant or "base").position()
        except (GivenError, OptionError) as error:
            raise ExampleError(str(error), "given") from None
        return {"given": {}, "then": {"turn": position.turn}}


def _holds(game: GameArticle, data: Mapping[str, Any]) -> bool:
    with ARTICLES.serving(game):
        try:
            (case,) = cases(data)
            return not run(rules_under(game.id, case.under), data, case.then).disagreements
        except (ExampleError, OptionError):
            return False


# --- variants -------------------------------------------------------------------------------


def new_variant(
    game: GameArticle, title: str, settings: Mapping[str, str], sources: Iterable[str]
) -> dict[str, Any]:
    """Return a variant; without settings, one value that no variant has yet, marked TODO.

    Raises:
        OptionError: no such option, value or source, a name that is taken, or nothing to vary.
    """
    name = slugify(title)
    for variant in game.variants:
        if fold(variant.title) == fold(title) or variant.id == name:
            msg = f"this game has a variant {variant.title!r} ({variant.id})"
            raise OptionError(msg)
    for source in sources:
        require(source, {s.id: 0 for s in game.sources}, "source of this game")
    chosen = {name: _value(game, name, word) for name, word in settings.items()}
    words = "what is different, and who plays so."
    if not chosen:
        chosen = _something(game)
        words = f"choose the options under `set`, and say {words}"
    same = next((v for v in game.variants if dict(v.settings) == chosen), None)
    if same:
        msg = f"these are the settings of {same.title} ({same.id})"
        raise OptionError(msg)
    basis = {"basis": "source", "sources": list(sources)} if sources else {"basis": "house"}
    return {"id": name, "title": title, "set": chosen, **basis, "text": f"TODO: {words}"}


def _value(game: GameArticle, name: str, word: str) -> Any:
    options = {option.name: option for option in game.options}
    require(name, options, "option of this game")
    option = options[name]
    known = {text(value): value for value in option.values}
    if word not in known and word.lstrip("-").isdigit() and isinstance(option.default, int):
        known[word] = int(word)
    require(word, known, f"value of {name}")
    if known[word] == option.default:
        msg = f"{name} is {word} in the base game already"
        raise OptionError(msg)
    return known[word]


def _something(game: GameArticle) -> dict[str, Any]:
    used = [dict(variant.settings) for variant in game.variants]
    for option in game.options:
        for value in option.values:
            made = {option.name: value}
            if value != option.default and made not in used and _makes_a_table(game, made):
                return made
    msg = "this game has no option to vary yet; write one under `options` first"
    raise OptionError(msg)


def _makes_a_table(game: GameArticle, settings: Mapping[str, Any]) -> bool:
    if game.module is None:
        return True
    with ARTICLES.serving(game):
        try:
            type(engine_of(game)).Options(**settings)
        except OptionError:
            return False
    return True


__all__ = ["free_id", "new_example", "new_variant", "with_entry"]
