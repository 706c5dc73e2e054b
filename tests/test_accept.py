"""`upcard accept`: the engine's answer is written where the expectation stands, unreviewed."""

from __future__ import annotations

import pytest
from test_bind import edit
from test_cli import upcard  # noqa: F401

from upcard_library.checking import check_games
from upcard_library.rewrite import as_yaml
from upcard_library.strict_yaml import read_yaml

BLOCK = """
      turn: N # who
      phase: {phase}  # where
      score:
        N: {north}
        S: 0 # nil"""


def faults(tiny):
    return [(f.code, f.level) for f in check_games(tiny.parent).faults]


@pytest.mark.parametrize(
    ("example", "right", "wrong", "written"),
    [
        ("two-kings", "{total: 4, items: {king: 4}}",
         "{total: 5, items: {king: 4, trick: 1}} # both",
         "{total: 4, items: {king: 4}} # both"),
        ("two-kings", "royal: {total: 8}", "royal: {total: 9}", "royal: {total: 8}"),
        ("two-kings", "{total: 4, items: {king: 4}}", "{refused: king}",
         "{total: 4, items: {king: 4}}"),
        ("four-each", "{refused: hand-size}", "{total: 3}", "{refused: hand-size}"),
        ("follow", '{legal: "AS 9S", refused: {KD: follow-suit}}',
         '{legal: "AS KD", refused: {"9S": follow-suit}}', '{legal: "9S AS", allowed: ["9S"]}'),
        ("follow", '{legal: "AS 9S", refused: {KD: follow-suit}}',
         "{allowed: [play AS, play KD]}", "{allowed: [play AS], refused: {play KD: follow-suit}}"),
        ("higher-takes", "{turn: S, earned: {trick: 1}, score: {S: 1}}",
         "{turn: N, earned: {trick: 2}, events: [king], score: {S: 7}}",
         "{turn: S, earned: {trick: 1}, score: {S: 1}}"),
        ("last-trick", "winner: S, over: true", "winner: N, over: false", "winner: S, over: true"),
        ("void", 'then: {legal: "9S KD"}', "then: {legal: 'KD'}", "then: {legal: '9S KD'}"),
        ("first-hand", " {turn: N, phase: play, score: {N: 1, S: 0}}",
         BLOCK.format(phase="deal", north=2),
         BLOCK.format(phase="play", north=1)),
    ],
)  # fmt: skip
def test_an_expectation_is_rewritten_in_its_place(upcard, tiny, example, right, wrong, written):  # noqa: F811
    sound = (tiny / "game.yaml").read_text("utf-8")
    edit(tiny, "game.yaml", right, wrong)
    assert upcard("accept", "tiny-trick", example).exit_code == 0
    text = (tiny / "game.yaml").read_text("utf-8")
    assert text.replace("    reviewed: false\n", "") == sound.replace(right, written, 1)
    assert text.count("    reviewed: false\n") == 1
    assert faults(tiny) == [("STATUS-CLAIM", "error"), ("EXAMPLE-UNREVIEWED", "error")]
    assert upcard("accept", "--confirm", "tiny-trick", example).exit_code == 0
    assert (tiny / "game.yaml").read_text("utf-8") == sound.replace(right, written, 1)
    assert "EXAMPLE-UNREVIEWED" not in dict(faults(tiny))


def test_it_is_a_hint_in_an_article_that_claims_less(upcard, tiny):  # noqa: F811
    edit(tiny, "game.yaml", "status: verified", "status: playable")
    edit(tiny, "game.yaml", "{total: 4, items: {king: 4}}", "{total: 5}")
    shown = upcard("accept", "tiny-trick", "two-kings").stdout
    assert "-    then: {total: 5}\n+    reviewed: false\n+    then: {total: 4}\n" in shown
    assert faults(tiny) == [("EXAMPLE-UNREVIEWED", "warning")]


def test_an_example_on_one_line(upcard, tiny):  # noqa: F811
    one = '{id: x, rules: [king], ask: worth, given: {won: "KS"}, then: {total: 9}}'
    edit(tiny, "game.yaml", "\nsources:\n", f"\n  - {one} # odd\nsources:\n")
    upcard("accept", "tiny-trick", "x")
    new = one.replace("then: {total: 9}", "reviewed: false, then: {total: 2}")
    assert f"  - {new} # odd\n" in (tiny / "game.yaml").read_text("utf-8")
    upcard("accept", "--confirm", "tiny-trick", "x")
    assert f"  - {one.replace('9}', '2}')} # odd\n" in (tiny / "game.yaml").read_text("utf-8")


def test_what_agrees_stays(upcard, tiny):  # noqa: F811
    before = (tiny / "game.yaml").read_bytes()
    assert "the engine agrees" in upcard("accept", "tiny-trick", "void", "follow").stdout
    assert "no such mark" in upcard("accept", "--confirm", "tiny-trick", "void").stdout
    edit(tiny, "game.yaml", "{total: 4, items", "{total: 5, items")
    changed = (tiny / "game.yaml").read_bytes()
    assert "+    then: {total: 4" in upcard("accept", "--dry-run", "tiny-trick", "two-kings").stdout
    assert before != changed == (tiny / "game.yaml").read_bytes()


@pytest.mark.parametrize(
    ("old", "new", "words", "complaint"),
    [
        ("id: x", "id: x", ["tiny-trick", "two-king"], "did you mean 'two-kings'?"),
        ("rules: [king, hand-size]", 'rules: [king]\n    status: gap\n    note: "?"',
         ["tiny-trick", "two-kings"], "is a gap"),
        ("ask: worth", "ask: wort", ["tiny-trick", "four-each"], "cannot be run"),
        ("title:", "titel:", ["tiny-trick", "two-kings"], "KEY-"),
        ("engine: tiny_trick", "engine: none", ["tiny-trick", "two-kings"], "checked by hand"),
    ],
)  # fmt: skip
def test_what_cannot_be_accepted(upcard, tiny, old, new, words, complaint):  # noqa: F811
    if old != new:
        edit(tiny, "game.yaml", old, new)
    before = (tiny / "game.yaml").read_bytes()
    result = upcard("accept", *words)
    assert result.exit_code in (1, 2)
    assert complaint in " ".join(result.stderr.split())
    assert (tiny / "game.yaml").read_bytes() == before


@pytest.mark.parametrize("value", ["NO", "6:5", "10", "true", "AS 9S", 'say "x"', "é: 1", 3, True,
                                   ["play AS", "go"], {"N": {"king": 2}, "on": []}])  # fmt: skip
def test_what_is_written_reads_back(value, tmp_path):
    for quote in ("", '"', "'"):
        told = read_yaml(tmp_path, f"a: {as_yaml(value, quote)}\n".encode())
        assert (told.data, told.faults) == ({"a": value}, [])


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    ("example", "right", "wrong"),
    [
        ("two-kings", b"{total: 4, items: {king: 4}}", b"{total: 5, items: {king: 1}}"),
        ("first-hand", b" {turn: N, phase: play, score: {N: 1, S: 0}}",
         BLOCK.format(phase="deal", north=2).encode()),
    ],
)  # fmt: skip
def test_line_ends_and_a_byte_order_mark_stay(upcard, tiny, example, right, wrong, mark, ends):  # noqa: F811
    file = tiny / "game.yaml"
    sound = mark + file.read_bytes().replace(b"\n", ends)
    right, wrong = right.replace(b"\n", ends), wrong.replace(b"\n", ends)
    mended = wrong.replace(b"deal", b"play").replace(b"N: 2", b"N: 1") if ends in wrong else right
    assert right in sound
    file.write_bytes(sound.replace(right, wrong, 1))
    assert upcard("accept", "tiny-trick", example).exit_code == 0
    raw = file.read_bytes()
    assert raw.replace(b"    reviewed: false" + ends, b"", 1) == sound.replace(right, mended, 1)
    assert upcard("accept", "--confirm", "tiny-trick", example).exit_code == 0
    assert file.read_bytes() == sound.replace(right, mended, 1)
    for words in ("new-example tiny-trick king",
                  "new-variant tiny-trick --title Long --set target=50"):  # fmt: skip
        assert upcard(*words.split()).exit_code == 0
        raw = file.read_bytes()
        assert raw.startswith(mark + b"#")
        assert raw.count(b"\xef\xbb\xbf") == len(mark) // 3
        assert raw.count(ends) == raw.count(b"\n")
        assert ends == b"\r\n" or b"\r" not in raw
