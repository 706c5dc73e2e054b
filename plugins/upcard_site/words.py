"""Ids, values and conditions in words for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from upcard.options import OptionError, Value, describe, parse_condition
from upcard.options import text as plain_value
from upcard_site.language import ENGLISH, counted, say, spoken

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West", "DEALER": "the dealer"}


def humanise(name: str) -> str:
    """Turn an id into words: `run-after-marriage` -> `Run after marriage`."""
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def seat(name: str) -> str:
    """Name a seat for people."""
    if name in SEATS:
        return say(SEATS[name])
    return f"{say('Player')} {name[1:]}" if name[:1] == "P" else name


def seats_in(text: str) -> str:
    """Name every seat in a list of seats such as `N S`."""
    return f" {say('and')} ".join(seat(word) for word in text.split())


def span(low: int, high: int) -> str:
    """Write a range: `2`, `2–4`."""
    return str(low) if low == high else f"{low}–{high}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Write a number with its noun: `one rule`, `12 rules`."""
    if spoken() != ENGLISH:
        return counted(number, noun)
    many = plural or f"{noun}s"
    return f"one {noun}" if number == 1 else f"{number} {many}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {say(last)} {words[-1]}"


def value_label(value: Value, labels: Mapping[str, str]) -> str:
    """Write an option's value in the article's words, or plainly."""
    plain = plain_value(value)
    return labels.get(plain, labels.get(str(value).lower(), plain))


def condition(
    when: str,
    options: type | None,
    names: Mapping[str, str],
    labels: Mapping[str, Mapping[str, str]],
) -> str:
    """Write a mark's `when` in words.

    Args:
        when: as it stands in the mark.
        options: the engine's options; without an engine the condition is shown as written.
        names: what each option is called in the article.
        labels: words for each option's values.
    """
    if options is None:
        return when
    try:
        clauses = parse_condition(when, options).clauses
    except OptionError:
        return when
    kinds = {name: option.kind for name, option in describe(options).items()}
    said = []
    for name, wanted, values in clauses:
        title = names.get(name) or humanise(name).lower()
        if kinds[name] == "switch" and len(values) == 1 and not labels.get(name):
            said.append(title if values[0] == wanted else f"{title}: no")
            continue
        told = listed([value_label(value, labels.get(name, {})) for value in values], "or")
        said.append(f"{title}: {told}" if wanted else f"{title}: anything but {told}")
    return "; ".join(said)
