"""Translations: bound to the English article, stale when it changes, and a page of their own."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from site_build import GAMES, VOID, Built, build, copy_games, elements, with_id
from test_bind import brief, edit, told

from upcard.decks import FRENCH
from upcard_library.cli import main
from upcard_library.load import load_game, load_library
from upcard_library.model import Fault
from upcard_library.schema import languages, vocabulary
from upcard_library.translations import digest, parts, stale
from upcard_site.language import card_name, counted, printed, say, show, speaking
from upcard_site.render_tree import write_markdown

RUSSIAN = """# Малая взятка

Игра в несколько взяток, чтобы её ломать.

## Игроки и карты

- Двое играют короткой колодой.
- Каждому сдают по {{ hand_size }} карт. {#hand-size}

## Розыгрыш

- Надо ходить в масть. {#follow-suit when="follow=must"}
- Любую карту можно положить. {#follow-suit when="follow=free"}
- Старшая карта берёт взятку и приносит
  {{ trick }} очко. {#trick}

## Подсчёт

1. Король приносит {{ king }} очка. {#king}
2. Последняя взятка приносит ещё {{ last }}. {#last-trick}

Партия кончается, когда есть {{ target }} очков. {#game-end}

## История и источники

Выдумано в 2026 году.
"""


@pytest.fixture
def upcard(tiny, monkeypatch):
    """Run the command on the small library, from its folder."""
    monkeypatch.chdir(tiny.parent.parent)
    monkeypatch.delenv("UPCARD_GAMES", raising=False)
    return lambda *words: CliRunner().invoke(main, words)


@pytest.fixture
def russian(tiny, upcard):
    """The small game with a Russian article that is up to date."""
    (tiny / "article.ru.md").write_text(RUSSIAN, "utf-8")
    done = upcard("stamp", "tiny-trick", "ru")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (
        0, "games/tiny-trick/article.ru.md: 12 marks written",
    )  # fmt: skip
    return tiny


def faults(game: Path) -> list[Fault]:
    return list(load_library(game.parent.parent).faults)


def test_a_translation_is_an_article_with_the_english_slugs(russian):
    game, found = load_game(russian)
    assert found == []
    article = game.translations["ru"]
    assert (article.language, article.title) == ("ru", "Малая взятка")
    assert [s.slug for s in article.sections] == [s.slug for s in game.article.sections]
    assert [s.title for s in article.sections][1] == "Розыгрыш"
    marks = [(s.rule, s.when, s.section) for s in game.article.sentences]
    assert [(s.rule, s.when, s.section) for s in article.sentences] == marks
    assert all(s.of == digest(e.markdown) for s, e in
               zip(article.sentences, game.article.sentences, strict=True))  # fmt: skip


def test_a_translation_that_is_up_to_date_has_no_fault(russian):
    assert told(russian) == []


# --- golden faults ------------------------------------------------------------------------------

GOLDEN = [
    ("a condition of its own", 'of=MARK when="follow=free"', 'of=MARK when="follow=easy"',
     "13:31 TRANSLATION-MARK"),
    ("no condition", 'of=MARK when="follow=free"', "of=MARK", "13:31 TRANSLATION-MARK"),
    ("an unknown rule", "{#king ", "{#kings ", "19:37 TRANSLATION-MARK"),
    ("twice", "Выдумано", "Ещё раз. {#king of=MARK}\n\nВыдумано",
     "26:10 TRANSLATION-MARK"),
    ("another section", "Выдумано", "Раз. {#last-trick of=MARK}\n\nВыдумано",
     "26:6 TRANSLATION-MARK"),
    ("a sentence is missing", "1. Король приносит {{ king }} очка. {#king of=MARK}\n", "",
     "15:21 TRANSLATION-MISSING"),
    ("a number is missing", "Король приносит {{ king }}", "Король приносит много",
     "19:32 TRANSLATION-NUMBER"),
    ("another number", "Король приносит {{ king }}", "Король приносит {{ last }}",
     "19:37 TRANSLATION-NUMBER, 19:37 TRANSLATION-NUMBER"),
    ("an unknown number", "Король приносит {{ king }}", "Король приносит {{ kong }}",
     "19:20 NUMBER-UNKNOWN, 19:37 TRANSLATION-NUMBER, 19:37 TRANSLATION-NUMBER"),
    ("words outside English", "{{ king }}", "{{ king|words }}", "19:20 NUMBER-FORM"),
    ("a loose number", "Король приносит {{ king }} очка", "Король приносит {{ king }} и 5",
     "19:33 NUMBER-LOOSE"),
    ("no hash", "{#king of=MARK}", "{#king}", "19:37 TRANSLATION-STAMP"),
    ("no hash but a word", "{#king of=MARK}", "{#king of=today}", "19:37 TRANSLATION-STAMP"),
    ("an old hash", "{#king of=MARK}", "{#king of=00000000}", "19:37 TRANSLATION-STALE"),
    ("a heading without hash", "## Подсчёт {of=MARK}", "## Подсчёт", "17:1 TRANSLATION-STAMP"),
    ("a heading with an old hash", "## Подсчёт {of=MARK}", "## Подсчёт {of=00000000}",
     "17:12 TRANSLATION-STALE"),
    ("a section too many", "## История", "## Советы\n\n## История",
     "24:1 TRANSLATION-STAMP, 26:1 TRANSLATION-SECTION"),
    ("HTML", "Выдумано", "<b>Выдумано", "26:1 ARTICLE-HTML"),
]  # fmt: skip


def remade(game: Path, old: str, new: str) -> None:
    """Change the Russian article; MARK stands for whatever hash is there."""
    path = game / "article.ru.md"
    text = path.read_text("utf-8")
    pattern = re.escape(old).replace("MARK", "([0-9a-f]{8})")
    match = re.search(pattern, text)
    assert match, old
    value = match[1] if match.groups() else "0123abcd"
    path.write_text(text.replace(match[0], new.replace("MARK", value), 1), "utf-8")


@pytest.mark.parametrize(("old", "new", "expected"), [g[1:] for g in GOLDEN],
                         ids=[g[0] for g in GOLDEN])  # fmt: skip
def test_a_small_fault_of_a_translation_is_found_at_its_place(russian, old, new, expected):
    remade(russian, old, new)
    found = faults(russian)
    seen = sorted((f.place.line, f.place.column, f.code) for f in found)
    want = [part.split() for part in expected.split(", ")]
    places = sorted((*map(int, place.split(":")), code) for place, code in want)
    if old == "Выдумано" and "{#" in new:  # a hash from nowhere is old besides, or the mark's twin
        seen = [entry for entry in seen if entry[2] == "TRANSLATION-MARK"]
    assert seen == places
    assert {f.place.file.name for f in found} == {"article.ru.md"}


def test_every_code_of_translations_is_shown_here():
    codes = set(re.findall(r"TRANSLATION-[A-Z]+", " ".join(golden[3] for golden in GOLDEN)))
    page = (Path(__file__).parent.parent / "docs/errors.md").read_text("utf-8")
    known = set(re.findall(r"^### (TRANSLATION-[A-Z]+)", page, re.MULTILINE))
    assert known - codes == {"TRANSLATION-LANGUAGE"}  # shown next


@pytest.mark.parametrize("code", ["rus", "en", "xx"])
def test_an_unknown_language_is_refused(russian, code):
    (russian / "article.ru.md").rename(russian / f"article.{code}.md")
    assert told(russian) == [f"article.{code}.md 1:1 TRANSLATION-LANGUAGE"]
    assert load_game(russian)[0].translations == {}


def test_a_section_that_is_missing_is_told_at_the_last(russian):
    path = russian / "article.ru.md"
    path.write_text(path.read_text("utf-8").partition("## История")[0], "utf-8")
    assert told(russian) == ["article.ru.md 17:1 TRANSLATION-SECTION"]


def test_the_english_article_has_no_hashes(russian):
    edit(russian, "article.md", "{#king}", "{#king of=01234567}")
    edit(russian, "article.md", "## Play\n", "## Play {of=01234567}\n")
    assert [brief(f) for f in faults(russian)] == [
        "article.md 10:9 ARTICLE-MARK", "article.md 19:60 ARTICLE-MARK",
    ]  # fmt: skip


# --- staleness ----------------------------------------------------------------------------------


def test_a_changed_english_sentence_makes_exactly_its_translation_stale(russian, upcard):
    edit(russian, "article.md", "Any card may be played.", "Every card may be played.")
    (fault,) = faults(russian)
    assert (brief(fault), fault.level) == ("article.ru.md 13:31 TRANSLATION-STALE", "warning")
    assert "Every card may be played." in fault.fix
    assert "upcard stamp tiny-trick ru --rule follow-suit" in fault.fix
    done = upcard("check", "tiny-trick")
    assert done.exit_code == 0
    assert "article.ru.md:13:31 TRANSLATION-STALE (hint)" in done.stdout


def test_unmarked_prose_makes_its_section_stale(russian):
    edit(russian, "article.md", "a short pack: A K Q J", "a short pack of A K Q J")
    (fault,) = faults(russian)
    assert brief(fault) == "article.ru.md 5:19 TRANSLATION-STALE"
    assert "--section players-and-cards" in fault.fix


def test_new_line_breaks_make_nothing_stale(russian):
    edit(
        russian,
        "article.md",
        "takes the trick, which scores\n  ",
        "takes the trick,\n  which scores ",
    )
    assert told(russian) == []


def test_stale_parts_come_with_the_english_of_today(russian):
    edit(russian, "article.md", "# Tiny Trick\n", "# Tiny Trick\n\nNew.\n")
    game, _ = load_game(russian)
    ((part, english),) = stale(game.translations["ru"], game.article)
    assert part.name == "the title"
    assert english.text.startswith("Tiny Trick")
    assert len(parts(game.article)) == 12


# --- stamping -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_stamping_leaves_every_other_byte(tiny, upcard, start, ending):
    text = RUSSIAN.replace("## Подсчёт", "## Подсчёт ##").replace("{#king}", "{#king}  ")
    text = text.replace("короткой", "короткой `{#king}`")
    raw = start + text.encode().replace(b"\n", ending)
    path = tiny / "article.ru.md"
    path.write_bytes(raw)
    assert upcard("stamp", "tiny-trick", "ru").exit_code == 0
    stamped = path.read_bytes()
    assert len(re.findall(rb"of=[0-9a-f]{8}", stamped)) == 12
    assert re.sub(rb" of=[0-9a-f]{8}| \{of=[0-9a-f]{8}\}", b"", stamped) == raw
    assert told(tiny) == []
    again = upcard("stamp", "tiny-trick", "ru")
    assert "0 marks written" in again.stdout
    assert path.read_bytes() == stamped


def test_one_rule_or_section_may_be_stamped_alone(russian, upcard):
    edit(russian, "article.md", "A king taken", "Each king taken")
    edit(russian, "article.md", "The last trick scores", "The last trick brings")
    edit(russian, "article.md", "Made up in", "Thought up in")
    assert [line.split()[1] for line in told(russian)] == ["19:37", "20:46", "24:24"]
    done = upcard("stamp", "tiny-trick", "ru", "--rule", "king")
    assert done.stdout.startswith("19: king: Each king taken in a trick")
    assert [line.split()[1] for line in told(russian)] == ["20:46", "24:24"]
    upcard("stamp", "games/tiny-trick", "ru", "--section", "history-and-sources")
    assert [line.split()[1] for line in told(russian)] == ["20:46"]


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("tiny-trik", "ru"), "tiny-trick"),
        (("tiny-trick", "de"), "known: ru"),
        (("tiny-trick", "ru", "--rule", "kings"), "did you mean 'king'"),
        (("tiny-trick", "ru", "--section", "plays"), "did you mean 'play'"),
    ],
)
def test_what_cannot_be_stamped_is_told(upcard, words, hint):
    done = upcard("stamp", *words)
    assert done.exit_code == 2
    assert hint in done.stderr


def test_the_russian_thousand_is_up_to_date_or_says_what_is_not():
    game, found = load_game(GAMES / "two-player-thousand")
    assert not [fault for fault in found if fault.level == "error"]
    assert all(part.of for part in parts(game.translations["ru"]))


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", languages())
def test_a_language_names_all_that_a_page_may_show(code):
    entry = languages()[code]
    kinds = ("families", "regions", "statuses", "difficulties", "packs", "sides")
    wanted = {name["name"] for kind in kinds
              for name in vocabulary()[kind].values()}  # fmt: skip
    wanted |= {deck.title for deck in FRENCH}
    with speaking(code):
        missing = {text for text in wanted if say(text) == text}
        cards = {card for deck in FRENCH for card in deck.pack}
        assert all(card_name(card) for card in cards)
    assert not missing
    assert entry["name"]
    assert all(value for value in entry["strings"].values())
    assert all(len(forms) == 3 for forms in entry["counts"].values())


def test_words_in_russian():
    with speaking("ru"):
        assert (say("Players"), say("players"), say("Kraken")) == ("Игроки", "игроки", "Kraken")
        assert show("Kraken") == '<span lang="en">Kraken</span>'
        assert show("120 <b>") == '<span lang="en">120 &lt;b&gt;</span>'
        assert [counted(n, "example") for n in (1, 3, 5, 11, 21, 112)] == [
            "1 пример", "3 примера", "5 примеров", "11 примеров", "21 пример", "112 примеров",
        ]  # fmt: skip
        assert (printed("Q"), printed("9")) == ("Д", "9")
    assert (say("Players"), counted(1, "example"), counted(2, "example"), printed("Q")) == (
        "Players", "1 example", "2 examples", "Q",
    )  # fmt: skip


# --- the site -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("translated")
    games = copy_games(folder, "two-player-thousand")
    edit(games / "two-player-thousand", "article.md", "The second player must follow suit",
         "The second player has to follow suit")  # fmt: skip
    return build(folder / "site", games, cache=str(folder / "cache"))


ENGLISH, RUSSIAN_PAGE = "games/two-player-thousand/", "ru/games/two-player-thousand/"


def page(built: Built, address: str) -> str:
    return (built.folder / address / "index.html").read_text("utf-8")


@pytest.mark.parametrize("address", [ENGLISH, RUSSIAN_PAGE])
def test_both_pages_name_each_other(built, address):
    nodes = elements(page(built, address))
    links = {n.attrs["hreflang"]: n.attrs["href"] for n in nodes
             if n.tag == "link" and "alternate" in (n.attrs.get("rel") or "").split()}  # fmt: skip
    assert {code: link.partition(".example/")[2] for code, link in links.items()} == {
        "en": ENGLISH, "ru": RUSSIAN_PAGE, "x-default": ENGLISH,
    }  # fmt: skip
    other = "ru" if address == ENGLISH else "en"
    links = [n for n in nodes if n.tag == "a" and n.attrs.get("hreflang") == other]
    (switch,) = [n for n in links if any(a.attrs.get("class") == "languages" for a in n.around)]
    assert switch.attrs["lang"] == other
    assert (built.folder / address / switch.attrs["href"]).resolve().is_dir()


def test_the_russian_page_is_marked_as_russian(built):
    html = page(built, RUSSIAN_PAGE)
    nodes = elements(html)
    assert next(n for n in nodes if n.tag == "html").attrs["lang"] == "ru"
    assert "<title>Тысяча вдвоём - Upcard</title>" in html
    rule = with_id(nodes, "must-beat")
    assert next(a.attrs["lang"] for a in reversed(rule.around) if "lang" in a.attrs) == "ru"
    assert next(n for n in elements(page(built, ENGLISH)) if n.tag == "html").attrs["lang"] == "en"
    assert "/edit/main/games/two-player-thousand/article.ru.md" in html


def test_examples_are_shared_and_their_english_is_marked(built):
    html, english = page(built, RUSSIAN_PAGE), page(built, ENGLISH)
    names = set(re.findall(r'id="(example-[^"]+)"', english))
    assert names
    assert names == set(re.findall(r'id="(example-[^"]+)"', html))
    assert len(re.findall(r'<p class="why"><span lang="en">', html)) > 50
    assert re.findall(r">>> .*", html) == re.findall(r">>> .*", english)
    labels = set(re.findall(r'<svg class="card[^"]*" role="img" aria-label="([^"]+)"', html))
    assert "дама пик" in labels
    assert not [label for label in labels if re.search("[a-z]", label)]
    assert ">Д</text>" in html
    assert ">Q</text>" in english
    for text in ("Игроки", "24 карты, от девятки до туза", "проверено программой", "Россия"):
        assert text in html


class Visible(HTMLParser):
    """Collects the text of a page that is neither code nor marked as English."""

    def __init__(self):
        super().__init__()
        self.open, self.said = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(
                (tag, dict(attrs).get("lang") == "en" or tag in ("pre", "code", "time"))
            )

    def handle_startendtag(self, tag, attrs):
        """What closes itself, as parts of a drawing do, holds no text and closes nothing else."""

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(hidden for _, hidden in self.open):
            self.said.append(data)


def test_what_is_seen_in_russian_is_russian_or_marked(built):
    """No English word stands on the page outside of `lang="en"`, code and names."""
    html = page(built, RUSSIAN_PAGE)
    reader = Visible()
    reader.feed(html[html.index("<h1") : html.index("</article>")])
    said = reader.said
    words = set(re.findall(r"[A-Za-z]{2,}", " ".join(said)))
    also = {"Tysiąc", "dla", "dw", "ch", "for", "two", "Tysi", "Upcard", "TH"}  # other names; cases
    assert words <= also, words - also


def test_a_stale_sentence_is_shown_to_readers(built):
    html = page(built, RUSSIAN_PAGE)
    assert html.count('class="stale"') == 1
    assert "has to follow suit" in html
    nodes = elements(html)
    old = [n.attrs["id"] for n in nodes if "rule--stale" in (n.attrs.get("class") or "").split()]
    assert old == ["follow-suit"]
    assert 'class="stale"' not in page(built, ENGLISH)
    assert built.warnings == []  # a hint, no reason to stop a build


def test_search_knows_the_russian_page(built):
    index = json.loads((built.folder / "search/search_index.json").read_text("utf-8"))
    assert index["config"]["lang"] == ["en", "ru"]
    texts = [d["text"] for d in index["docs"] if d["location"].startswith(RUSSIAN_PAGE)]
    assert any("марьяж" in text for text in texts)
    catalogue = page(built, "games/")
    assert 'hreflang="ru" lang="ru">Тысяча вдвоём</a>' in catalogue


def test_a_page_from_the_cache_is_the_same(built, tmp_path):
    folder = built.folder.parent
    again = build(tmp_path, folder / "games", cache=str(folder / "cache"))
    for address in (ENGLISH, RUSSIAN_PAGE):
        assert page(again, address) == page(built, address)


def test_the_plain_markdown_says_its_language_too(tmp_path):
    write_markdown(load_library(GAMES, ["two-player-thousand"]), tmp_path)
    text = (tmp_path / "ru/games/two-player-thousand.md").read_text("utf-8")
    assert 'lang: "ru"\n' in text
    assert '## Розыгрыш {#the-play lang="ru"}' in text
    assert '<div lang="ru">' in text
