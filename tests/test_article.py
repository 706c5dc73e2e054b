"""Reading prose: sections, marked sentences, and numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from upcard import rules
from upcard.games import find
from upcard_library.article import paragraphs, read_article
from upcard_library.load import load_game
from upcard_library.model import Article
from upcard_library.numbers import fill, in_words, numbers_of
from upcard_library.provider import ARTICLES
from upcard_library.sentences import sentence, sentence_for

FILE = Path("article.md")


def read(text: str) -> tuple[Article, list[str]]:
    article, faults = read_article(FILE, text.encode())
    assert article
    return article, [f"{f.place.line}:{f.place.column} {f.code}" for f in faults]


TEXT = """# Title

Before the first section.

## Players and cards

- One line. {#one}
- Over two
  lines. {#two when="a=x|y b!=no"}

    - An inner item. {#three}

A paragraph, not
indented. {#four}

```
not a mark {#code}
## not a section
```

Text with `{#code}` in it.

1. Numbered. {#five}

## History and sources

More.
"""


def test_sections_and_sentences():
    article, faults = read(TEXT)
    assert faults == []
    assert article.title == "Title"
    assert article.intro == "Before the first section."
    assert [(s.title, s.slug, s.line) for s in article.sections] == [
        ("Players and cards", "players-and-cards", 5),
        ("History and sources", "history-and-sources", 25),
    ]
    assert article.sections[1].markdown == "More."
    assert article.sections[0].markdown.startswith("- One line. {#one}")
    assert [(s.rule, s.markdown, s.when, s.place[1:]) for s in article.sentences] == [
        ("one", "One line.", "", (7, 13)),
        ("two", "Over two lines.", "a=x|y b!=no", (9, 10)),
        ("three", "An inner item.", "", (11, 22)),
        ("four", "A paragraph, not indented.", "", (14, 11)),
        ("five", "Numbered.", "", (23, 14)),
    ]
    assert {s.section for s in article.sentences} == {"players-and-cards"}


def test_paragraphs_know_their_marks():
    article, _ = read(TEXT)
    marked = [s.rule for _, s in paragraphs(article) if s]
    assert marked == ["one", "two", "three", "four", "five"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A {#one} in the middle.", ["3:3 ARTICLE-MARK"]),
        ("Two {#one} {#two}", ["3:5 ARTICLE-MARK"]),
        ("A class {.big}", ["3:9 ARTICLE-MARK"]),
        ("A list {: .big }", ["3:8 ARTICLE-MARK"]),
        ("Open {#one", ["3:6 ARTICLE-MARK"]),
        ("Handler {#one onclick=x}", ["3:9 ARTICLE-MARK"]),
        ("{#alone}", ["3:1 ARTICLE-MARK"]),
        ("<script>alert(1)</script>", ["3:1 ARTICLE-HTML", "3:17 ARTICLE-HTML"]),
        ("<!-- hidden -->", ["3:1 ARTICLE-HTML"]),
        ("a <img src=x> b", ["3:3 ARTICLE-HTML"]),
        ("a <svg/onload=x>", ["3:3 ARTICLE-HTML"]),
        ("<?php", ["3:1 ARTICLE-HTML"]),
        ("3 < 4 and 5 > 2", []),
        ("`<b>` is code", []),
        ("<https://example.org/>", []),
        ("<http://example.org/>", ["3:1 ARTICLE-HTML", "3:2 ARTICLE-LINK"]),
        ("[a](https://example.org)", []),
        ("[a](other.md#x) ![b](img/x.svg)", []),
        ("[a](#follow-suit)", []),
        ("[a](http://example.org)", ["3:5 ARTICLE-LINK"]),
        ("[a](javascript:alert(1))", ["3:5 ARTICLE-LINK"]),
        ("[a](JaVaScript:x)", ["3:5 ARTICLE-LINK"]),
        ("[a](data:text/html,x)", ["3:5 ARTICLE-LINK"]),
        ("[a](//example.org)", ["3:5 ARTICLE-LINK"]),
        ("[a](/etc)", ["3:5 ARTICLE-LINK"]),
        ("[a]()", ["3:5 ARTICLE-LINK"]),
        ("![a](ftp://x)", ["3:6 ARTICLE-LINK"]),
        ("[a]: javascript:x", ["3:6 ARTICLE-LINK"]),
        ("# Another title", ["3:1 ARTICLE-TITLE"]),
    ],
)
def test_what_is_refused_in_prose(line, expected):
    assert read(f"# Title\n\n{line}\n")[1] == expected


def test_a_mark_must_end_its_paragraph():
    assert read("# T\n\nOne {#a}\ntwo.\n")[1] == ["3:5 ARTICLE-MARK"]
    assert read("# T\n\n- One {#a}\n- two {#b}\n")[1] == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"), (1, "one"), (13, "thirteen"), (20, "twenty"), (21, "twenty-one"),
        (100, "a hundred"), (101, "a hundred and one"), (121, "a hundred and twenty-one"),
        (250, "two hundred and fifty"), (1000, "a thousand"), (1200, "twelve hundred"),
        (1001, "a thousand and one"), (1250, "a thousand, two hundred and fifty"),
        (2000, "two thousand"), (-40, "minus forty"), (99999, "99999"),
    ],
)  # fmt: skip
def test_numbers_in_words(number, words):
    assert in_words(number) == words


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ n }} cards", "2 cards"),
        ("{{n}}", "2"),
        ("{{ n|words }} cards", "two cards"),
        ("{{ n | Words }} cards", "Two cards"),
        ("{{ name }} and {{ name|words }}", "even and even"),
        ("{{ unknown }}", "{{ unknown }}"),
        ("{{ n|roman }}", "{{ n|roman }}"),
        ("{ n } {{", "{ n } {{"),
    ],
)
def test_fill(text, filled):
    assert fill(text, {"n": 2, "name": "even"}) == filled


def test_the_sentence_that_holds_has_this_tables_numbers(tiny):
    game, _ = load_game(tiny)
    kind = find("tiny_trick")
    base, royal = kind.Options(), kind.Options(bonus=True)
    free = kind.Options(follow="free", target=20)
    assert sentence(game, "king", base) == "A king taken in a trick scores two points."
    assert sentence(game, "king", royal) == "A king taken in a trick scores four points."
    assert sentence(game, "follow-suit", free) == "Any card may be played."
    assert sentence(game, "game-end", free) == "The match ends when somebody has 20 points."
    assert sentence(game, "no-such-rule", free) is None
    assert sentence_for(game, "follow-suit", base).place.line == 12
    assert numbers_of(kind(free))["target"] == 20


def test_the_engine_hears_the_sentences(tiny):
    game, _ = load_game(tiny)
    with ARTICLES.serving(game):
        assert "four points" in rules("tiny-trick", "royal").sentence("king")
        assert rules("tiny-trick", follow="free").sentence("follow-suit").startswith("Any")
        assert len(rules("tiny-trick").examples()) == 8
