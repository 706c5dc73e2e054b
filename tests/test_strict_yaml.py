"""The strict YAML reader: nothing is guessed, everything has a place, nothing breaks it."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard_library.strict_yaml import DEPTH_LIMIT, SIZE_LIMIT, Document, read_yaml

FILE = Path("game.yaml")
TINY = Path(__file__).parent / "fixtures/library/games/tiny-trick/game.yaml"


def read(text: str | bytes) -> Document:
    return read_yaml(FILE, text if isinstance(text, bytes) else text.encode())


def errors(document: Document) -> list[str]:
    return [
        f"{fault.place.line}:{fault.place.column} {fault.code}"
        for fault in document.faults
        if fault.level == "error"
    ]


def place(document: Document, *path: str) -> tuple[int, int]:
    return document.places[path][1:]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True), ("false", False), ("0", 0), ("7", 7), ("-12", -12), ("121", 121),
        ("Null", "Null"), ("NO", "NO"), ("on", "on"), ("9E1", "9E1"), ("6:5", "6:5"),
        ("010", "010"), ("null", "null"), ("~", "~"), ("yes", "yes"), ("True", "True"),
        ("1.5", "1.5"), (".5", ".5"), ("+1", "+1"), ("1_000", "1_000"), ("0o17", "0o17"),
        ("0x1F", "0x1F"), ("2026-11-29", "2026-11-29"), ("=", "="), ("8E0", "8E0"), ("-0", 0),
        ("10S", "10S"), ("AS KS 10H", "AS KS 10H"), ("N", "N"), ("7-7", "7-7"), ("1/2", "1/2"),
        ('"5"', "5"), ("'true'", "true"), ('"a\\nb"', "a\nb"), (".inf", ".inf"), ("1e3", "1e3"),
    ],
)  # fmt: skip
def test_nothing_is_guessed(written, value):
    document = read(f"key: {written}\n")
    assert errors(document) == []
    assert document.data == {"key": value}
    assert type(document.data["key"]) is type(value)


@pytest.mark.parametrize(
    ("written", "hinted"),
    [
        ("Null", True), ("NO", True), ("on", True), ("9E1", True), ("6:5", True), ("010", True),
        ("~", True), ("1.5", True), ("+1", True), ("1_000", True), ("0o17", True), ("=", True),
        ("2026-11-29", True), ("True", True), ("1e3", True), ("21:30", True), ("08", True),
        (".nan", True), ("10S", False), ("TS", False), ("2H", False), ("7-7", False),
        ("1/2", False), ("2-4", False), ("N", False), ("none", False), ("AS KS", False),
        ('"NO"', False), ("121", False), ("true", False), ("Nobody", False), ("9 of clubs", False),
    ],
)  # fmt: skip
def test_text_that_other_tools_mistake_is_hinted_at(written, hinted):
    document = read(f"a: x\nkey: {written}\n")
    assert [(f.code, f.level, f.place.line, f.place.column) for f in document.faults] == (
        [("YAML-TYPE", "warning", 2, 6)] if hinted else []
    )


def test_hints_hold_for_keys_and_lists_too():
    document = read("on: [NO, 6:5]\n")
    assert [f.found for f in document.faults] == ["on", "NO", "6:5"]
    assert document.data == {"on": ["NO", "6:5"]}


def test_every_key_and_value_has_its_place():
    document = read("a: 1\nb:\n  - c: x\n    'd':   \"y\"\n  - [p, q]\n")
    assert place(document) == (1, 1)
    assert place(document, "b") == (3, 3)
    assert place(document, "b", "0") == (3, 5)
    assert place(document, "b", "0", "d") == (4, 12)
    assert document.keys["b", "0", "d"][1:] == (4, 5)
    assert place(document, "b", "1", "1") == (5, 9)


LINES = ["# note", "a: 1", 'name: "🂡 emoji"', "list: [🂡, 🃑🃑, x]", "\u00e4\u00f6: y", "last: z"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("final", ["", "END"])
def test_places_count_characters_whatever_the_file_is_like(ending, bom, final):
    document = read(bom + ending.join(LINES) + final.replace("END", ending))
    assert errors(document) == []
    assert place(document, "a") == (2, 4)
    assert place(document, "name") == (3, 7)
    assert place(document, "list", "2") == (4, 15)
    assert place(document, "äö") == (5, 5)
    assert place(document, "last") == (6, 7)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &x 1\n", ["1:4 YAML-ANCHOR"]),
        ("a: &x {b: 1}\n", ["1:4 YAML-ANCHOR"]),
        ("a: *x\n", ["1:4 YAML-ANCHOR"]),
        ("<<: {a: 1}\n", ["1:1 YAML-ANCHOR"]),
        ("a: !!int '3'\n", ["1:4 YAML-TAG"]),
        ("a: !x y\n", ["1:4 YAML-TAG"]),
        ("a: !!python/object/apply:os.system [ls]\n", ["1:4 YAML-TAG"]),
        ("%YAML 1.1\n---\na: 1\n", ["1:1 YAML-TAG"]),
        ("a: 1\nb: 2\na: 3\n", ["3:1 YAML-DUPLICATE"]),
        ("a: {b: 1, b: 2}\n", ["1:11 YAML-DUPLICATE"]),
        ("a: 1\n---\nb: 2\n", ["2:1 YAML-DOCUMENT"]),
        ("a:\nb: 1\n", ["1:3 YAML-EMPTY"]),
        ("a: [1, ]\nb: [1,,2]\n", ["2:7 YAML-SYNTAX"]),
        ("{a: , b: 1}\n", ["1:5 YAML-EMPTY"]),
        ("[a]: 1\n", ["1:1 YAML-KEY"]),
        ("? {a: 1}\n: 2\n", ["1:3 YAML-KEY"]),
        ("", ["1:1 YAML-EMPTY"]),
        ("# only a remark\n", ["2:1 YAML-EMPTY"]),
        ("a: 'open\n", ["2:1 YAML-SYNTAX"]),
        ("a: b: c\n", ["1:5 YAML-SYNTAX"]),
        ("a:\n\t- b\n", ["2:1 YAML-SYNTAX"]),
        ("a: @x\n", ["1:4 YAML-SYNTAX"]),
        ("a: [1\nb: 2\n", ["2:2 YAML-SYNTAX"]),
        ('a: "\\q"\n', ["1:5 YAML-SYNTAX"]),
        ("a: 1\n  b: 2\n", ["2:4 YAML-SYNTAX"]),
        ("a: " + "9" * 1900 + "\n", ["1:4 YAML-NUMBER"]),
        ("a: " + "9" * 5000 + "\n", ["1:2001 FILE-LINE"]),
        ("a: x" + "\n  x" * 5000 + "\n", []),
        ("a: x\u202ey\n", ["1:5 FILE-CHARACTER"]),
        ("a: x\u2066y\nb: \u200f\n", ["1:5 FILE-CHARACTER", "2:4 FILE-CHARACTER"]),
        ('a: "\\u202E"\n', ["1:4 FILE-CHARACTER"]),
        ("a: x\x07\n", ["1:5 FILE-CHARACTER"]),
        ("a: x\x85y\n", ["1:5 FILE-CHARACTER"]),
        ("a: x\u2028y\n", ["1:5 FILE-CHARACTER"]),
        ("a: 1\rb: 2\n", ["1:5 FILE-CHARACTER"]),
        ("a: 1\n\ufeffb: 2\n", ["2:1 FILE-CHARACTER"]),
        (b"a: 1\nb: \xff\xfe\n", ["2:4 FILE-ENCODING"]),
        (b"\xef\xbb\xbf\xc3\xa4: \xc3\n", ["1:4 FILE-ENCODING"]),
        (b"\xff\xfea\x00:\x00", ["1:1 FILE-ENCODING"]),
        (b"a: " + b"x" * SIZE_LIMIT, ["1:1 FILE-SIZE"]),
    ],
)
def test_what_is_refused_is_told_at_its_place(text, expected):
    assert errors(read(text)) == expected


def test_a_duplicate_names_both_lines():
    (fault,) = read("a: 1\nb: 2\na: 3\n").faults
    assert "line 1" in fault.fix


def test_nesting_is_limited():
    deep = DEPTH_LIMIT - 1
    assert errors(read("[" * deep + "1" + "]" * deep)) == []
    found = errors(read("[" * 25 + "]" * 25))
    assert found == [f"1:{DEPTH_LIMIT + 1} YAML-DEPTH"]
    for deep_text in ("[" * 1000 + "]" * 1000, "[\n" * 5000, "{a: \n" * 5000, "- " * 999):
        (found,) = errors(read(deep_text))
        assert found.endswith("YAML-DEPTH")


def test_an_alias_bomb_is_refused_at_once():
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
    )
    began = time.perf_counter()
    assert errors(read(bomb))[0] == "1:4 YAML-ANCHOR"
    assert time.perf_counter() - began < 0.1


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_no_bytes_break_it(raw):
    document = read(raw)
    assert document.data is not None or errors(document)


def test_no_damage_to_a_real_file_breaks_it():
    rng = random.Random(7)
    source = TINY.read_text("utf-8")
    for _ in range(800):
        at, kind = rng.randrange(len(source)), rng.randrange(4)
        odd = rng.choice(["", ":", "\t", "[", "}", '"', "'", "&a ", "*a", "- ", "\n", "!!x ", "|"])
        text = source[:at] + odd + source[at + kind :]
        document = read(text)
        last = text.count("\n") + 1
        for fault in document.faults:
            assert 1 <= fault.place.line <= last + 1
            assert fault.place.column >= 1
        assert document.data is not None or errors(document)


def test_it_is_quick():
    text = TINY.read_text("utf-8")
    body = text[text.index("examples:\n") + 10 : text.index("sources:\n")]
    long = ("examples:\n" + body * 8).encode()
    began = time.perf_counter()
    document = read_yaml(FILE, long)
    took = time.perf_counter() - began
    assert len(document.data["examples"]) == 64
    assert took / long.count(b"\n") * 350 < 0.15  # 15 ms on a quiet machine
