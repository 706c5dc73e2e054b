"""A pad to keep score on, drawn from what the engine and the article know of a game.

Who keeps score, how far a match goes and who wins come from the engine; the columns from the items
that its worked examples score; the words from the article. Nothing is told of any single game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from upcard.game import Game
from upcard.options import text as plain_value
from upcard.position import Position
from upcard_library.model import Sentence
from upcard_library.numbers import PLACEHOLDER, fill
from upcard_site import words
from upcard_site.book import Book
from upcard_site.language import say, show
from upcard_site.safe import trusted
from upcard_site.templating import template

TARGETS = ("target", "goal")
"""What the number of points that ends a match is called, in an article's sentence about it."""
LONGEST_TRACK = 200
"""More holes than this are not pegged: such scores are written down."""
MOST_PARTS = 4
HANDS, HANDS_BESIDE_TRACK = 24, 15
"""Rows to write on: what fits a sheet of paper."""


class Profile(NamedTuple):
    """How score is kept under one choice of rules.

    Attributes:
        sides: what each side is called unless its players write their names.
        target: where a match ends, in points; 0 if it ends otherwise.
        low: whether the lower total wins.
        end: the article's sentence about the end of the match, if it has one.
    """

    sides: tuple[str, ...]
    target: int
    low: bool
    end: str


class Part(NamedTuple):
    """One part of a hand in which points are scored: a section of the article."""

    slug: str
    title: str


def pad_html(book: Book) -> Markup:
    """Return the pad; nothing for a game whose hands score nothing."""
    base = profile(book, "base")
    if base is None or len(base.sides) < 2:
        return Markup("")
    found, told = parts(book), profiles(book)
    targets = {p.target for p in told.values()} if pegged(book) else set()
    tracks = [track(n, len(base.sides)) for n in sorted(targets) if 0 < n <= LONGEST_TRACK]
    data = {
        "profiles": {under: p._asdict() for under, p in told.items()},
        "parts": [part.title for part in found],
        "notes": list(notes(book)),
        "game": book.game.id,
        "said": {text: say(text) for text in SAID},
    }
    html = template("score_pad.html").render(
        base=base,
        parts=found,
        notes=data["notes"],
        hands=HANDS_BESIDE_TRACK if tracks else HANDS,
        tracks=tracks,
        data=json.dumps(data, ensure_ascii=False),
        say=say,
        show=show,
    )
    return trusted(html)


SAID = (
    "Deal", "Points", "Total", "Player’s name", "Add", "{} leads with {}.", "Level at {}.",
    "{} has {}.", "The pad is empty.", "Deal {} added.", "reached",
)  # fmt: skip
"""What the script says, in the page's language."""


def profiles(book: Book) -> dict[str, Profile]:
    """Return how score is kept in the base game, and wherever a variant or value changes that."""
    base = profile(book, "base")
    found = {} if base is None else {"base": base}
    single = (
        f"{option.name}={plain_value(value)}"
        for option in book.game.options
        for value in option.values
        if value != option.default
    )
    for under in (*(variant.id for variant in book.game.variants), *single):
        other = profile(book, under)
        if other is not None and other != base:
            found[under] = other
    return found


def profile(book: Book, under: str) -> Profile | None:
    """Return how score is kept under a choice of rules; nothing if the engine refuses it."""
    table = book.table(under)
    if table is None:
        return None
    numbers = book.numbers(under)
    sentence, name = _ending(book, under)
    end = book.line(fill(sentence.markdown, numbers)).striptags() if sentence else ""
    target = numbers.get(name, 0)
    known = isinstance(target, int) and target > 1
    return Profile(_sides(book, table), target if known else 0, table.low_wins, end)


def _sides(book: Book, table: Game[Any]) -> tuple[str, ...]:
    if not book.game.module:
        most = book.game.players[0]
        return tuple(f"{say('Player')} {number}" for number in range(1, most + 1))
    if table.sides == table.seats:
        return tuple(words.seat(table.seat(seat)) for seat in range(table.seats))
    return tuple(f"{say('Side')} {number}" for number in range(1, table.sides + 1))


def _ending(book: Book, under: str) -> tuple[Sentence | None, str]:
    """Return the sentence that says when a match ends, and the name of the target it shows."""
    holding = [s for s in book.game.article.sentences if book.holds(s.when, under)]
    for sentence in holding:
        for match in PLACEHOLDER.finditer(sentence.markdown):
            if match[1] in TARGETS and isinstance(book.numbers(under).get(match[1]), int):
                return sentence, match[1]
    endings = _endings(book)
    return next((s for s in holding if s.rule in endings), None), ""


def _endings(book: Book) -> frozenset[str]:
    """Return the rules that ended a match in an example."""
    ends = (r.subject.outcome for r in book.results if isinstance(r.subject, Position))
    return frozenset(end.rule for end in ends if end is not None)


def _items(book: Book) -> Iterator[tuple[str, bool]]:
    """Yield the rule of each item that an example's position scores, and whether in mid-hand."""
    for result in book.results:
        at = result.subject
        if isinstance(at, Position):
            mid = at.game.to_move(at.state) is not None
            yield from ((item.rule, mid) for item in at.game.score(at.state))


def scored_during_play(book: Book) -> bool:
    """Say whether points are entered while the hand goes on, and not only when it is over."""
    return any(mid for _, mid in _items(book))


def pegged(book: Book) -> bool:
    """Say whether the score is best kept on a track: short, and entered point by point."""
    base = profile(book, "base")
    return bool(base and 0 < base.target <= LONGEST_TRACK and scored_during_play(book))


def parts(book: Book) -> tuple[Part, ...]:
    """Return the parts of a hand that are scored apart, in the article's order.

    A game that enters all its points at the end of a hand has none.
    """
    if not scored_during_play(book):
        return ()
    scored = {rule for rule, _ in _items(book)}
    at = {s.section for s in book.game.article.sentences if s.rule in scored and book.holds(s.when)}
    found = tuple(Part(s.slug, s.title) for s in book.game.article.sections if s.slug in at)
    return found if 2 <= len(found) <= MOST_PARTS else ()


def notes(book: Book) -> tuple[str, ...]:
    """Return what is noted of a hand besides points: what is announced with a number, as a bid."""
    table = book.table("base")
    if table is None or not book.game.module:
        return ()
    said = {name for name, verb in table.verbs.items() if verb.arg == "number" and not verb.cards}
    made = {move.verb for move in _moves(book)}
    return tuple(say(words.humanise(name)) for name in table.verbs if name in said & made)


def _moves(book: Book) -> Iterator[Any]:
    """Yield the moves that the examples of the base game make."""
    for result in book.results:
        if result.under == "base" and isinstance(result.subject, Position):
            yield from result.subject.moves_made


def track(holes: int, sides: int) -> dict[str, Any]:
    """Return a track of so many holes, thirty to a row in fives, with a lane for each side."""
    down = sides * LANE + 14
    rows = -(-holes // ROW)
    points = [hole(number, down) for number in range(1, holes + 1)]
    dots = "".join(f"M{x} {y}h0" for x, y in points)
    last = [min(row * ROW, holes) for row in range(1, rows + 1)]
    ends = [(number, *hole(number, down)) for number in last]
    return {"holes": holes, "dots": dots, "ends": ends, "height": rows * down, "down": down}


ROW, LANE = 30, 11
"""Holes in a row of a track, and how far apart the lanes of two sides are."""


def hole(number: int, down: int) -> tuple[int, int]:
    """Return where hole 1, 2, ... of the first lane lies: ten apart, and a gap after each five."""
    row, at = divmod(number - 1, ROW)
    return 8 + at * 10 + at // 5 * 6, row * down + 8


__all__ = [
    "Part", "Profile", "notes", "pad_html", "parts", "pegged", "profile", "profiles", "track",
]  # fmt: skip
