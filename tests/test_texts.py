"""The words of game.yaml: which are a line of Markdown, which are shown as they stand."""

from __future__ import annotations

from typing import Any

import pytest
from test_bind import edit

from upcard_library.bind_texts import LINES, PLAIN
from upcard_library.load import load_library
from upcard_library.schema import schema

NOTATION = {
    "examples.*.case", "examples.*.do.*", "examples.*.record", "examples.*.variant",
    "crosschecks.*.file", "crosschecks.*.variant", "odds.*.counted", "odds.*.variants.*",
}  # fmt: skip
"""Moves, records, names of files and conditions: each is read by somebody who refuses the rest."""


def _free(node: dict[str, Any], path: tuple[str, ...] = ()) -> set[str]:
    """Return the paths of all text that the schema lets be anything."""
    node = {**schema()["definitions"].get(node.get("$ref", "").rpartition("/")[2], {}), **node}
    if node.get("type") == "string":
        bound = {"enum", "pattern", "const", "format"} & node.keys()
        return set() if bound or path[-1] in ("then", "given") else {".".join(path)}
    found = set()
    for name, inner in node.get("properties", {}).items():
        if name not in ("then", "given", "per_variant"):
            found |= _free(inner, (*path, name))
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            found |= _free(node[key], (*path, "*"))
    return found


def test_of_all_words_of_the_schema_somebody_says_how_they_are_shown():
    assert _free(schema()) == {*LINES, *PLAIN, *NOTATION}
    assert not set(LINES) & set(PLAIN)


@pytest.mark.parametrize(
    "words",
    [
        "Each `<king>` counts, `[so](javascript:x)` too.",
        "Fewer than 3 <- or more.",
        "See [the rules](https://example.org) and [War](../war/article.md).",
        "Two **kings** & an ace!",
    ],
)
def test_what_may_stand_in_a_line(tiny, words):
    edit(tiny, "game.yaml", "Each king counts.", words)
    assert [str(fault) for fault in load_library(tiny.parent).faults] == []


@pytest.mark.parametrize("title", ["I ♥ cards", "3 < 4", "Rummy [so called]", "Why not!"])
def test_what_may_stand_in_a_title(tiny, title):
    edit(tiny, "game.yaml", 'title: "Royal"', f'title: "{title}"')
    assert [str(fault) for fault in load_library(tiny.parent).faults] == []


def test_of_each_kind_the_first_is_told_with_what_was_found_and_what_to_write(tiny):
    edit(tiny, "game.yaml", "Each king counts.", "<b>Each</b> [a](http://b.c) [d](ftp://e) counts.")
    told = [(f.code, f.found, f.fix) for f in load_library(tiny.parent).faults]
    assert told == [
        ("ARTICLE-HTML", "<b>", "write Markdown"),
        ("ARTICLE-LINK", "http://b.c", "write https://... or a relative path"),
    ]
