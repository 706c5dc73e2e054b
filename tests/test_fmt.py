"""`upcard fmt`: what is mechanical is mended, all else is left, and `check` tells the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_bind import edit
from test_cli import upcard  # noqa: F401

from upcard.decks import DECKS
from upcard_library.card_text import canonical, canonical_move
from upcard_library.checking import check_games
from upcard_library.fmt import formatted_files, mends
from upcard_library.spans import spans
from upcard_library.strict_yaml import read_yaml

ROOT = Path(__file__).resolve().parent.parent
TINY = ROOT / "tests/fixtures/library/games/tiny-trick"
FILE = TINY / "game.yaml"
SOUND = FILE.read_bytes()


def codes(raw: bytes, file: Path = FILE) -> list[str]:
    return [fault.code for fault in mends(file, raw).faults]


def mended(raw: bytes, file: Path = FILE) -> bytes:
    return mends(file, raw).mended


def test_what_is_in_order_stays():
    for folder in sorted((ROOT / "games").iterdir()):
        for path in formatted_files(folder):
            found = mends(path, path.read_bytes())
            assert (found.faults, found.mended) == ([], found.raw), path


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'title: "Tiny Trick"', b"title: 66", "VALUE-TYPE"),
        (b"difficulty: easy", b"difficulty: on", "YAML-TYPE"),
        (b"free-play: {legal", b"no: {legal", "YAML-TYPE"),
        (b'trick: "10S"', b'trick: "TS"', "FORMAT-CARD"),
        (b'trick: "10S"', b"trick: 10S", ""),
        (b'S: "9S AS KD"', 'S: "9♠ A♠ K♦️"'.encode(), "FORMAT-CARD"),
        (b'S: "9S AS KD"', b"S: '9s  as kd'", "FORMAT-CARD"),
        (b"{KD: follow-suit}", "{K♦: follow-suit}".encode(), "FORMAT-CARD"),
        (b"do: [play AS]", "do: [play A♠]".encode(), "FORMAT-CARD"),
        (b"deck: french-24\n", b"deck: french-24  \n", "FORMAT-BLANKS"),
        (b"deck: french-24\n", b"deck: french-24 # a pack\t\n", "FORMAT-BLANKS"),
        (b"deck: french-24\n", b"deck: french-24\r\n", "FORMAT-LINES"),
        (b"# yaml-language-server: $schema=../../../../../schema/game.schema.json\n", b"",
         "FORMAT-MODELINE"),
    ],
)  # fmt: skip
def test_a_slip_is_mended_and_nothing_else_touched(old, new, code):
    raw = SOUND.replace(old, new, 1)
    assert raw != SOUND
    assert codes(raw) == [code] * bool(code)
    again = mended(raw)
    assert (codes(again), mended(again)) == ([], again)
    changed = sum(a != b for a, b in zip(raw.splitlines(), again.splitlines(), strict=False))
    assert changed == (1 if code not in ("", "FORMAT-MODELINE", "FORMAT-LINES") else changed)


def test_quotes_and_cards_come_out_right():
    raw = SOUND.replace(b'"10S", leader', b"t\xe2\x99\xa0, leader", 1)
    assert b'trick: "10S", leader' in mended(raw)
    raw = SOUND.replace(b"difficulty: easy", b"difficulty: on # hard?")
    assert b'difficulty: "on" # hard?' in mended(raw)
    assert b'title: "66"' in mended(SOUND.replace(b'"Tiny Trick"', b"66"))


def test_ends_of_the_file():
    for tail in (b"", b"\n\n\n", b"\n \n", b"  ", b"\r\n"):
        assert mended(SOUND.rstrip(b"\n") + tail) == SOUND
    assert codes(SOUND + b"\n") == ["FORMAT-END"]
    assert codes(b"\xef\xbb\xbf" + SOUND) == ["FORMAT-BOM"]
    assert mended(b"\xef\xbb\xbf" + SOUND.replace(b"\n", b"\r\n")) == WINDOWS


WINDOWS = SOUND.replace(b"\n", b"\r\n")


def test_the_line_ends_of_a_whole_file_stay():
    assert (codes(WINDOWS), mended(WINDOWS)) == ([], WINDOWS)
    for tail in (b"", b"\r\n\r\n", b"\r\n \r\n", b"  ", b"\n"):
        assert mended(WINDOWS.rstrip(b"\r\n") + tail) == WINDOWS
    one = WINDOWS.replace(b"french-24\r\n", b"french-24\n")
    assert (codes(one), mended(one)) == (["FORMAT-LINES"], WINDOWS)
    slip = WINDOWS.replace(b'trick: "10S"', b'trick: "TS" ').replace(b"easy\r\n", b"easy \t\r\n")
    assert mended(slip) == WINDOWS.replace(b'trick: "10S"', b'trick: "10S" ')
    bare = WINDOWS.partition(b"\r\n")[2]  # without the line for editors
    assert mended(bare) == WINDOWS


def test_prose_keeps_its_line_ends_too():
    prose = ROOT / "games/war/article.md"
    windows = prose.read_bytes().replace(b"\n", b"\r\n")
    assert (codes(windows, prose), mended(windows, prose)) == ([], windows)


def test_a_text_of_several_lines_keeps_its_blanks():
    raw = SOUND.replace(b"dealer S\n", b"dealer S  \n")
    assert codes(raw) == []
    found = mends(Path("game.yaml"), b"a: |\n  x  \n  y  ")
    assert found.mended.endswith(b"  y  \n")


def test_prose_keeps_hard_breaks_and_code():
    prose = b"# T\n\nOne  \ntwo \n\n```\nx  \n```\nend  \n"
    path = Path("article.md")
    assert codes(prose, path) == ["FORMAT-BLANKS"] * 2
    assert mended(prose, path) == b"# T\n\nOne  \ntwo\n\n```\nx  \n```\nend\n"


def test_a_file_that_cannot_be_read_is_left_to_its_reader():
    assert mended(b"\xff\xfe") == b"\xff\xfe"
    broken = b"# yaml-language-server: x\na: [b  \nc: d"
    assert mended(broken) == broken + b"\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("10S", None), ("TS", "10S"), ("ts", None), ("9s", "9S"), ("as", None), ("as ks", "AS KS"),
        ("A♠", "AS"), ("AS, KS", None), ("AS  KS", "AS KS"), ("to", None), ("", None), ("N", None),
        ("poetry", None), ("12", None), (" ", None),
    ],
)  # fmt: skip
def test_cards_are_spelt_as_the_pack_has_them(text, told):
    assert canonical(text, DECKS["french-52"]) == told


def test_words_of_a_move_are_no_cards():
    assert canonical_move("as ad", DECKS["french-52"]) is None
    assert canonical_move("S meld run TS JS", DECKS["french-52"]) == "S meld run 10S JS"
    assert canonical_move("bid 120", DECKS["french-52"]) is None


# --- check == fmt ---------------------------------------------------------------------------

LINES = SOUND.decode().split("\n")
SLIPS = st.sampled_from(
    [
        ('"10S"', "TS"), ('"10S"', "'t♠'"), ("AS", "a♠"), ("KD", "K♦"), ("\n", "\r\n"),
        ("\n", " \n"), ("\n", "\n\n"), ("easy", "NO"), ("must", "on"), ('"Royal"', "500"),
        ("{total", "{ total"), ("id:", "id :"), ("examples:", "no: 1\nexamples:"), ('"', ""),
        ("royal", "6:5"), ("- id", "-  id"), ("# yaml", "# Yaml"), ("2", "2\t"), ("}", "} # é"),
        ("record: |", "record: |+"), ("record: |", "record: >"), ("\n", "\n\n\n\n"), ("S", "s"),
    ]
)  # fmt: skip


@settings(max_examples=60, deadline=None, database=None)
@given(st.lists(st.tuples(SLIPS, st.integers(0, 40)), max_size=4), st.booleans())
def test_check_tells_exactly_what_fmt_would_change(slips, mark):
    text = SOUND.decode()
    for (old, new), place in slips:
        parts = text.split(old)
        if len(parts) > 1:
            at = 1 + place % (len(parts) - 1)
            text = old.join(parts[:at]) + new + old.join(parts[at:])
    raw = b"\xef\xbb\xbf" * mark + text.encode()
    found = mends(FILE, raw)
    assert bool(found.faults) == (found.mended != raw)
    again = mends(FILE, found.mended)
    assert (again.faults, again.mended) == ([], found.mended)
    before, after = read_yaml(FILE, raw), read_yaml(FILE, found.mended)
    assert (before.data is None) == (after.data is None)
    if before.data is not None and not before.faults and "FORMAT-CARD" not in codes(raw):
        assert plain(before.data) == plain(after.data)


def plain(data: object) -> str:
    """Compare what a file says: quoting makes a text of a number, and a record may want an end."""
    return repr(data).replace("'", "").replace('"', "").replace("\\n", "")


def test_the_check_says_it_and_fmt_does_it(upcard, tiny):  # noqa: F811
    edit(tiny, "game.yaml", 'trick: "10S"', "trick: TS ")
    edit(tiny, "article.md", "\n", " \r\n")
    told = [f.code for f in check_games(tiny.parent).faults]
    assert told == ["FORMAT-BLANKS", "FORMAT-LINES", "FORMAT-CARD"], told
    shown = upcard("fmt", "--check")
    assert (shown.exit_code, shown.stdout.count("FORMAT-")) == (1, 3)
    assert '+    given: {trick: "10S"' in upcard("fmt", "--diff").stdout
    assert upcard("check").stdout.endswith("3 hints\n`upcard fmt` mends what is mechanical.\n")
    assert upcard("fmt", "tiny-trick").stdout.endswith("2 files, 2 mended\n")
    assert upcard("check").stdout == "1 game: no faults, no hints\n"
    assert upcard("fmt", "--check").exit_code == 0


# --- spans ----------------------------------------------------------------------------------


def test_every_span_is_where_the_reader_says_it_is():
    text = SOUND.decode()
    where, document = spans(text), read_yaml(FILE, SOUND)
    assert set(where.values) == set(document.places)
    assert set(where.keys) == set(document.keys)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for path, place in document.places.items():
        assert where.values[path].start == starts[place.line - 1] + place.column - 1, path
    assert text[slice(*where.values["title",][:2])] == '"Tiny Trick"'
    assert text[slice(*where.values["examples",][:2])].endswith("score: {N: 1, S: 0}}")
