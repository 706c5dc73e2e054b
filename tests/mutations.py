"""Damage to a game's files, of the kinds that people, editors and attackers do. Not a test.

Each mutation takes the text or the bytes of a file and a source of chance, and returns what is
left. `judge` holds what is then found wrong to what every message has to be.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import Any

from upcard_library.model import Fault
from upcard_library.strict_yaml import read_yaml

ODD_BYTES = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf", b"\r", b"\t", b"\x07", b"\x1b[31m", b"\xe2\x80\xae", b"\xe2\x81\xa6",
    b"\xe2\x80\xa8", b"\xc2\x85", b"\xc2\xa0", b"\xe2\x80\x8b", b"\xef\xb8\x8f", b"\xd0\x90",
    b"\xf0\x9f\x82\xa1", b"\xee\x80\x80",
)  # fmt: skip
ODD_YAML = (
    "&a ", "*a", "!!str ", "!x ", "<<: *a", "- ", "? ", ": ", "[", "]", "{", "}", '"', "'", "|\n",
    ">-\n", "#", "---\n", "...\n", "%YAML 1.1\n", "@", "`", "\\", "\\u202e", "\\x00", ",", "null",
    "~", "=", "NO", "6:5", "9E1", "010", ".5", "2026-02-30", "true", "-0", "9" * 20, "9" * 5000,
    "[" * 2000, "{a: " * 500, "- " * 800, "a: &a [*a]\n", "x" * 3000,
)  # fmt: skip
ODD_MARKDOWN = (
    "{#king}", "{#a} {#b}", '{#a when="', '{#a when="x=y|z w!=1"}', "{#", "{.c}", "{: #x }", "{{",
    "}}", "{{ king|words }}", "{{ nobody }}", "{{ x|y }}", "{{ king|Words|Words }}", "# ", "## ",
    "##", "### ", "\n---\n", "\n===\n", "```", "~~~", "`", "``", "    ", "\t", "- ", "1) ", "> ",
    "| a | b |\n|---|---|\n", "[a](javascript:x)", "[a](", "![x](x.svg)", "![x](../../x.png)",
    "[a]: //x", "[^1]", "<b>", "<!--", "<https://", "<", "&#106;", "&amp;", "*" * 40, "_" * 40,
    "[" * 3000, "`" * 3001, "<" * 3000, "{#" * 2000, "{{" * 2000, "(" * 3000, "> " * 1000,
    "![" * 2000, "*a_" * 1000, "\\" * 3000, "é" * 2000, "[a](" * 1500, "- " * 1000, "a b " * 20000,
    "[x]: y\n" * 500, "<a" * 2000, "&" * 3000, "1. " * 900,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    0, 1, -1, 13, 99, 10**14, True, False, "", " ", "x", "AS", "AS KS 10H", "AS AS AS AS AS", "1O",
    "\u0410S", "N", "none", "base", "target=5", "=", "a=b c=d", "../../etc/passwd", "/etc/passwd",
    "x.txt", "a\nb", "9E1", "follow=free|must", "{{ king }}", "{#king}", "<script>", "\u200b",
    "\U0001f0a1", "É" * 300, "x " * 400, [], {}, [[]], [{}], {"a": {}}, ["AS"], ["play AS"],
    {"S": "AS"}, {"N": 1}, {"king": 2}, {"total": 1}, {"refused": "king"}, {"min": 2, "max": 1},
    [[[[[[]]]]]], ["a"] * 300,
)  # fmt: skip
"""What is put in the place of a value."""
CLUMSY = re.compile(
    r"None(?:Type)?\b|Traceback|<class|\binvalid|\b(?:str|int|bool|dict|list|tuple|float)\b object|"
    r"unexpected keyword|object at 0x|Error:|Exception|not valid under"
)
"""What no message says."""
MOST = 600_000
"""No mutation makes a file longer than this."""


def _cut(raw: bytes, rng: random.Random, most: int = 60) -> tuple[int, int]:
    start = rng.randrange(len(raw) + 1)
    return start, min(len(raw), start + rng.randrange(1, most))


# --- bytes -----------------------------------------------------------------------------------


def flip(raw: bytes, rng: random.Random) -> bytes:
    """Change one bit."""
    if not raw:
        return raw
    at = rng.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]


def put_bytes(raw: bytes, rng: random.Random) -> bytes:
    """Put in bytes that text seldom has."""
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.choice(ODD_BYTES) + raw[at:]


def lose(raw: bytes, rng: random.Random) -> bytes:
    """Lose a few bytes."""
    start, end = _cut(raw, rng)
    return raw[:start] + raw[end:]


def end_early(raw: bytes, rng: random.Random) -> bytes:
    """Lose the rest of the file."""
    return raw[: rng.randrange(len(raw) + 1)]


def repeat(raw: bytes, rng: random.Random) -> bytes:
    """Write a piece many times."""
    start, end = _cut(raw, rng)
    return raw[:start] + raw[start:end] * rng.choice((2, 3, 50, 2000)) + raw[end:]


def encode_otherwise(raw: bytes, rng: random.Random) -> bytes:
    """Save the file in another encoding, or with other ends of lines."""
    kind = rng.choice(("utf-16", "utf-16-be", "utf-32", "latin-1", "koi8-r", "\r", "\r\n", "bom"))
    if kind == "bom":
        return b"\xef\xbb\xbf" + raw
    if kind.startswith("\r"):
        return raw.replace(b"\n", kind.encode())
    return raw.decode("utf-8", errors="replace").encode(kind, errors="replace")


# --- lines -----------------------------------------------------------------------------------


def _lines(text: str, rng: random.Random) -> tuple[list[str], int]:
    lines = text.split("\n")
    return lines, rng.randrange(len(lines))


def drop_line(text: str, rng: random.Random) -> str:
    """Lose one line."""
    lines, at = _lines(text, rng)
    return "\n".join(lines[:at] + lines[at + 1 :])


def double_lines(text: str, rng: random.Random) -> str:
    """Have some lines twice."""
    lines, at = _lines(text, rng)
    end = at + rng.randrange(1, 9)
    return "\n".join(lines[:end] + lines[at:])


def swap_lines(text: str, rng: random.Random) -> str:
    """Let two lines change places."""
    lines, at = _lines(text, rng)
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def join_lines(text: str, rng: random.Random) -> str:
    """Lose the end of one line."""
    lines, at = _lines(text, rng)
    return "\n".join([*lines[:at], "".join(lines[at : at + 2]), *lines[at + 2 :]])


def indent(text: str, rng: random.Random) -> str:
    """Move some lines to the right or to the left."""
    lines, at = _lines(text, rng)
    for n in range(at, min(len(lines), at + rng.randrange(1, 6))):
        lines[n] = rng.choice(
            (f" {lines[n]}", f"    {lines[n]}", f"\t{lines[n]}", lines[n].strip())
        )
    return "\n".join(lines)


def put(text: str, rng: random.Random, odd: tuple[str, ...]) -> str:
    """Put something odd anywhere, or on a line of its own."""
    at = rng.randrange(len(text) + 1)
    if rng.random() < 0.3:
        at = text.rfind("\n", 0, at) + 1
    return text[:at] + rng.choice(odd) + text[at:]


def change_word(text: str, rng: random.Random) -> str:
    """Write another word of the file in a word's place."""
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice(words)
    return " ".join(words)


# --- the structure of YAML ---------------------------------------------------------------------


def restructure(text: str, rng: random.Random) -> str:
    """Change the data of a game: a value, a key, an entry, or a branch from elsewhere."""
    data = read_yaml(Path("game.yaml"), text.encode(errors="replace")).data
    if not isinstance(data, (dict, list)):
        return put(text, rng, ODD_YAML)
    for _ in range(rng.randrange(1, 4)):
        _change(data, rng)
    return json.dumps(data, indent=1, ensure_ascii=False)


def _spots(node: Any) -> list[tuple[Any, Any]]:
    """Every place of a value: what holds it, and its key or number."""
    keys = node.keys() if isinstance(node, dict) else range(len(node))
    spots = [(node, key) for key in keys]
    for key in keys:
        if isinstance(node[key], (dict, list)):
            spots += _spots(node[key])
    return spots


def _change(data: Any, rng: random.Random) -> None:
    spots = _spots(data)
    if not spots:
        return
    owner, key = rng.choice(spots)
    kind = rng.randrange(5)
    if kind == 0:
        owner[key] = json.loads(json.dumps(rng.choice(VALUES)))
    elif kind == 1:
        other, its = rng.choice(spots)
        owner[key] = json.loads(json.dumps(other[its]))
    elif kind == 2:
        del owner[key]
    elif isinstance(owner, dict):
        name = rng.choice((f"{key}s", key[:-1], "total", "x", "set", "given", rng.choice(spots)[1]))
        owner[str(name)] = owner[key] if kind == 3 else owner.pop(key)
    else:
        owner.extend([owner[key]] * rng.choice((1, 1, 40)))


BYTES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    flip, put_bytes, lose, end_early, repeat, encode_otherwise,
)  # fmt: skip
LINES: tuple[Callable[[str, random.Random], str], ...] = (
    drop_line, double_lines, swap_lines, join_lines, indent, change_word,
)  # fmt: skip
KINDS: dict[str, tuple[str, ...]] = {
    "game.yaml": ("structure", "structure", "structure", "yaml", "lines", "lines", "bytes"),
    "article.md": ("markdown", "markdown", "markdown", "lines", "lines", "bytes"),
}
"""Kinds of damage to each file, those more often that leave it readable."""


def mutate(raw: bytes, kind: str, seed: int) -> bytes:
    """Return a file with one mutation of a kind; the same seed gives the same damage."""
    rng = random.Random(seed)
    if kind == "bytes":
        return rng.choice(BYTES)(raw, rng)[:MOST]
    text = raw.decode("utf-8", errors="surrogateescape")
    if kind == "structure":
        text = restructure(text, rng)
    elif kind == "lines":
        text = rng.choice(LINES)(text, rng)
    else:
        text = put(text, rng, ODD_YAML if kind == "yaml" else ODD_MARKDOWN)
    return text.encode("utf-8", errors="surrogateescape")[:MOST]


# --- what may come of it -----------------------------------------------------------------------


def judge(faults: Iterable[Fault], codes: Container[str]) -> None:
    """Demand of every fault that it lies in its file, has a known code and is told in style.

    Raises:
        AssertionError: one does not.
    """
    lines: dict[Path, list[str]] = {}
    for fault in faults:
        file, line, column = fault.place
        if file not in lines:
            text = file.read_bytes().decode("utf-8", errors="replace") if file.is_file() else ""
            lines[file] = text.removeprefix("\ufeff").split("\n")
        assert 1 <= line <= len(lines[file]), fault
        assert 1 <= column <= len(lines[file][line - 1]) + 1, fault
        assert fault.code in codes, fault
        assert fault.code != "ENGINE-ERROR", fault
        assert_in_style(fault)


def assert_in_style(fault: Fault) -> None:
    """Demand of a message its place, what is wrong in plain words, what to write; on one line."""
    words = str(fault)
    assert words.startswith(f"{fault.place.file}:{fault.place.line}:{fault.place.column} ")
    assert re.fullmatch(r"[A-Z]+-[A-Z]+", fault.code), words
    assert not any(char in words for char in "\n\r\t"), words
    assert len(words) < 900, words
    assert not CLUMSY.search(f"{fault.message} {fault.fix}"), words
    assert fault.nearest or fault.fix, f"it does not say what to write: {words}"
