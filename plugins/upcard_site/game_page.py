"""The page of one game, put together from its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from markupsafe import Markup, escape

from upcard_library.model import Example, GameArticle, Source
from upcard_site import (
    charts,
    checklist,
    choice,
    compare,
    metadata,
    odds,
    plates,
    play_it,
    retired,
    score_it,
    score_pad,
    setup,
    sheets,
    translated,
    words,
)
from upcard_site.book import Book
from upcard_site.language import ENGLISH, foreign, say, show, speaking
from upcard_site.page import Block, Page
from upcard_site.rules_html import Anchors, section_html
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.vocabulary import name_of

LEGEND = Markup(
    '<p class="legend"><span class="legend__mark" aria-hidden="true"></span>'
    '{} <a href="{}">{}</a></p>'
)
PROVEN = (
    "A tick in the margin marks a rule that is proven. Press it for worked examples with real "
    "cards."
)


LEGEND_BY_HAND = Markup(
    '<p class="legend proof--hand">'
    '<span class="legend__mark proof__mark" aria-hidden="true"></span>'
    '{} <a href="{}">{}</a></p>'
)
BY_HAND = (
    "No engine plays this game yet. A hand-drawn tick marks a rule with examples that a person "
    "has checked; nothing here is counted as proven."
)


def game_page(book: Book) -> Page:
    """Return the page of a game."""
    game = book.game
    anchors = Anchors(book)
    homes = _homes(book, anchors)

    def proof(rule: str, anchor: str) -> Markup:
        return plates.proof(book, rule, homes.get(anchor, []))

    sections = []
    for s in game.article.sections:
        html = sheets.section_block(book, s, section_html(book, s, anchors, proof))
        sections.append(Block(html, s.title, anchors.place(s.slug)))
    intro = section_html(book, game.article.intro, anchors, proof)
    opening = Block(_opening(book, intro, anchors))
    shown = {e.id for examples in homes.values() for e in examples}
    rest = [example for example in game.examples if example.id not in shown]
    blocks = [*setup.place(book, opening, sections), *_more(book, anchors, rest)]
    sprite = Block(book.faces.sprite())
    return Page(
        uri=book.uri,
        title=game.title if book.language == ENGLISH else game.article.title,
        description=game.summary if book.language == ENGLISH else translated.description(book),
        blocks=[*blocks, sprite],
        source=f"{book.folder}/{game.article.path.name}" if book.folder else "",
        parent="games/index.md",
        boost=2.0,
        keywords=game.aka,
        language=book.language,
        alternates=translated.alternates(book),
        changed=metadata.changed(game),
        data=metadata.structured(book),
    )


def _homes(book: Book, anchors: Anchors) -> Mapping[str, list[Example]]:
    """Say under which sentence each example is shown: the one that holds where it is played."""
    homes: dict[str, list[Example]] = {}
    for example in book.game.examples:
        under = str(example.data.get("variant", "base"))
        sentence = book.sentence(example.rules[0], under) if example.rules else None
        if sentence is not None:
            anchor = anchors.rule(sentence.rule, sentence.when).anchor
            homes.setdefault(anchor, []).append(example)
    return homes


def _opening(book: Book, intro: Markup, anchors: Anchors) -> Markup:
    game = book.game
    parts = [translated.switch(book), translated.banner(book, anchors)]
    if book.language == ENGLISH:
        parts.append(Markup('<p class="lead">{}</p>').format(book.line(game.summary)))
    parts = [part for part in parts if part]
    if book.faults:
        parts.insert(0, fault_box(book.faults))
    parts += [sheets.sheet_head(book), choice.control(book), facts_box(book), intro]
    if game.article.sentences:
        legend, text = (LEGEND, PROVEN) if game.module else (LEGEND_BY_HAND, BY_HAND)
        verified = show("What verified means")
        parts.append(legend.format(show(text), book.link("verified.md"), verified))
    return Markup("\n").join(parts)


def fault_box(faults: Any) -> Markup:
    """Show what is wrong with an article on its page."""
    items = Markup("").join(Markup("<li>{}</li>").format(str(fault)) for fault in faults)
    return Markup(
        '<div class="faults" role="alert"><p>This article does not pass its checks.</p>'
        "<ul>{}</ul></div>"
    ).format(items)


def facts_box(book: Book) -> Markup:
    """Draw the fact box."""
    return trusted(template("facts.html").render(facts=list(_facts(book))))


def cards_of(game: GameArticle) -> str:
    """Say what kind of cards are used, if not the usual ones: `flower cards (hanafuda)`."""
    if game.own_pack:
        return str(game.data["pack"]["label"])
    return "" if game.pack.kind == "french" else name_of("packs", game.pack.kind)


def pack_size(game: GameArticle) -> str:
    """Say what an unusual pack holds: its own title, or how many cards."""
    return game.pack.title if game.own_pack else words.count(len(game.pack), "card")


def pack_line(game: GameArticle) -> Markup:
    """Name the pack in the fact box, an unusual kind of cards first."""
    kind = cards_of(game)
    if not kind:
        return show(game.pack.title)
    return Markup('<b class="cards">{}</b>, {}').format(show(kind), show(pack_size(game)))


def _facts(book: Book) -> list[dict[str, Any]]:
    game = book.game
    families = Markup(", ").join(
        Markup('<a href="{}">{}</a>').format(book.link(f"families.md#{f}"), name_of("families", f))
        for f in game.families
    )
    status = Markup('<a href="{}">{}</a>').format(
        book.link(f"verified.md#{game.status}"), name_of("statuses", game.status)
    )
    shown = "proven" if game.module else "hand"
    proven = sum(book.state_of(rule) == shown for rule in book.rule_ids)
    total = len(book.rule_ids)
    pairs: list[tuple[str, Markup | str]] = [
        ("Players", words.span(*game.players)),
        ("Cards", pack_line(game)),
        ("Length", say("{} minutes").format(words.span(*game.minutes)) if game.minutes else ""),
        ("Difficulty", name_of("difficulties", game.difficulty) if game.difficulty else ""),
        ("Kind", families),
        ("From", words.listed([name_of("regions", region) for region in game.region])),
        ("Also called", ", ".join(game.aka)),
        ("Status", status),
        (
            "Proven" if game.module else "By hand",
            _of(proven, total) if total else "",
        ),
        ("Examples", str(len(game.examples)) if game.examples else ""),
        ("Sources", Markup('<a href="#sources">{}</a>').format(len(game.sources))),
        ("Version", str(game.version)),
    ]
    return [{"label": label, "value": escape(value)} for label, value in pairs if value]


def _of(proven: int, total: int) -> str:
    """Say how many rules are proven: `12 of 14 rules`, or in another language `12 of 14`."""
    many = words.count(total, "rule")
    return f"{proven} of {many}" if say("of") == "of" else f"{proven} {say('of')} {total}"


def _more(book: Book, anchors: Anchors, rest: list[Example]) -> list[Block]:
    """Return what follows the rules."""
    game = book.game
    tables: Any = template("tables.html").module
    sources = {source.id: (n, source.title) for n, source in enumerate(game.sources, 1)}
    blocks = []

    def add(title: str, slug: str, html: Markup | str, level: int = 2) -> None:
        shown = sheets.off_sheet(trusted(html))
        blocks.append(Block(shown, say(title), anchors.place(slug), level))

    def add_english(title: str, slug: str, make: Callable[[], str], level: int = 2) -> None:
        with speaking(ENGLISH):
            html = trusted(make())
        shown = html if book.language == ENGLISH else translated.english_part(html)
        add(title, slug, shown, level)

    if form := score_it.section(book):
        add("Score it", "score-it", form)
    if table := play_it.section(book, score_it.data_name(book)):
        add("Play it", "play-it", table)
    macros: Any = template("plate.html").module
    if rest:
        shown = Markup("").join(trusted(macros.plate(plates.plate(book, e), False)) for e in rest)
        add("More examples", "more-examples", shown)
    if charts.has_any(book):
        add_english("What scores", "scores", lambda: charts.section(book))
    if odds.has_any(book):
        add_english("Numbers worth knowing", "odds", lambda: odds.section(book))
    pad = score_pad.pad_html(book)
    add("At your table", "print", sheets.print_html(book, bool(game.options), bool(pad)))
    if game.options:
        add_english("Agree before you deal", "options", lambda: checklist.checklist_html(book), 3)
    if pad:
        add("Score pad", "score-pad", pad, 3)
    if game.variants:
        side_by_side = partial(compare.variants_html, book, anchors)
        add_english("Variants side by side", "variants", side_by_side)
        add("Each variant in full", "variants-in-full", choice.in_full(book, anchors), 3)
    if game.rulings:
        add_english(
            "Where sources are silent or differ",
            "rulings",
            lambda: tables.rulings(_ruling_rows(book)),
        )
    if game.sources:
        rows = [source_row(source) for source in game.sources]
        add("Sources", "sources", foreign(trusted(tables.source_items(rows)), "div"))
    under = 3 if game.sources else 2
    if game.crosschecks:
        checks = _check_rows(book)
        add_english("Held against", "crosschecks", lambda: tables.checks(checks, sources), under)
    if game.changes:
        add_english("Changes", "changes", lambda: tables.changes(_change_rows(book)), under)
    if gone := retired.section(book):
        add_english("No longer used", "retired", lambda: gone, under)
    add("Improve this page", "improve", _improve(book))
    return blocks


def _ruling_rows(book: Book) -> list[dict[str, Any]]:
    titles = {e.id: {"id": e.id, "title": words.humanise(e.id)} for e in book.game.examples}
    return [
        {
            "rule": book.ref(ruling.rule),
            "question": book.line(ruling.question),
            "ruling": book.line(ruling.ruling),
            "why": book.line(ruling.why) if ruling.why else "",
            "example": titles.get(ruling.example),
        }
        for ruling in book.game.rulings
    ]


def _check_rows(book: Book) -> list[dict[str, Any]]:
    amounts = {"sum": ("deals", "complete hands dealt"), "frequency": ("samples", "random deals")}
    rows = []
    for check in book.game.crosschecks:
        key, what = amounts.get(str(check.get("kind")), ("", ""))
        many = f"{check[key]} {what}" if key and key in check else ""
        text = str(check.get("text") or words.humanise(str(check.get("id", ""))))
        rows.append({"source": check.get("source", ""), "text": book.line(text), "amount": many})
    return rows


def source_row(source: Source) -> dict[str, Any]:
    """Show one source; only https addresses become links."""
    where = source.where
    url = where if where.startswith("https://") else ""
    return {
        "id": source.id,
        "title": source.title,
        "author": source.author,
        "url": url,
        "where": "" if url else where,
        "accessed": source.accessed,
        "kind": source.kind,
        "games": [],
    }


def _change_rows(book: Book) -> list[dict[str, Any]]:
    return [
        {
            "date": str(change.get("date", "")),
            "version": change.get("version", ""),
            "text": book.line(str(change.get("text", ""))),
        }
        for change in book.game.changes
    ]


def _improve(book: Book) -> Markup:
    settings, folder = book.settings, book.folder
    if not settings.repo or not folder:
        here = Markup('<p>See <a href="{}">how to contribute</a>.</p>')
        return here.format(book.link("index.md"))
    return Markup(
        '<p class="improve"><a href="{}">{}</a> · <a href="{}">{}</a> · <a href="{}">{}</a></p>'
    ).format(
        settings.edit_file(f"{folder}/{book.game.article.path.name}"), say("Edit the article"),
        settings.edit_file(f"{folder}/game.yaml"), say("Edit facts and examples"),
        settings.discussion(book.game.title), say("Discuss this game"),
    )  # fmt: skip
