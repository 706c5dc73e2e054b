"""Numbers worth knowing: the stored figures of a game as small plots, with what they rest on.

Only results that belong to the article as it stands are shown. Every plot is an inline SVG with a
title and a description, beside it the same numbers as a table and the command that gives them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from upcard_library import odds_store
from upcard_library.odds import SEED, Definition, chances, unders
from upcard_library.odds_store import Stored
from upcard_library.tallies import Counts, bins, is_numeric, numbers, total, wilson
from upcard_site import words
from upcard_site.book import Book
from upcard_site.safe import trusted
from upcard_site.templating import template

WIDTH, HEIGHT = 360, 132
"""Size of a plot's drawing area, in units of its own; the style sheet scales it."""
BARS = 31
LABELLED = 13
"""At most so many bars, and so many with room for a label each."""
PLAYERS = {
    "random": "Played by random players: any sound move, chosen blindly.",
    "simple": "Played by simple players, who take what scores most at once and look no further.",
}


_WON = {"hands": "scores better in a hand", "games": "wins the game"}


class Bar(NamedTuple):
    """One bar of a plot: its place, its label (or none) and what it stands for."""

    x: float
    y: float
    width: float
    height: float
    label: str
    name: str
    share: str


class Plot(NamedTuple):
    """A histogram: an SVG for the eye, a title, a description, and its bars as a table."""

    id: str
    title: str
    description: str
    bars: Sequence[Bar]
    caption: str


class Share(NamedTuple):
    """One named share: how much, of a hundred, and the same exactly."""

    label: Markup
    percent: str
    width: float
    exact: str


class Interval(NamedTuple):
    """A proportion with its interval, on a scale from `start` to `end` that shows the even one."""

    percent: str
    low: str
    high: str
    at: float
    left: float
    right: float
    even: float


class MatchRow(NamedTuple):
    """What matches under one set of rules came to."""

    title: str
    moves: str
    hands: str
    first: Interval | None
    endings: Sequence[Share]


@dataclass(frozen=True)
class Shown:
    """One figure as the template takes it."""

    id: str
    title: str
    text: Markup
    plots: Sequence[Plot]
    shares: Sequence[Share]
    matches: Sequence[MatchRow]
    first: str
    basis: str
    commands: Sequence[str]


def has_any(book: Book) -> bool:
    """Say whether a game has figures to show: defined, and stored or exact."""
    return bool(book.game.module and _figures(book))


def section(book: Book) -> Markup:
    """Return the figures of a game that are defined and stored."""
    figures = _figures(book)
    return trusted(template("odds.html").render(figures=figures, width=WIDTH, height=HEIGHT))


def _figures(book: Book) -> list[Shown]:
    kept = odds_store.valid(book.game) if book.game.odds else {}
    return [shown for figure in book.game.odds if (shown := _shown(book, figure, kept))]


def _shown(book: Book, figure: Definition, kept: Mapping[tuple[str, str], Stored]) -> Shown | None:
    stored = [kept[figure["id"], u] for u in unders(figure) if (figure["id"], u) in kept]
    if not stored and figure["kind"] != "exact":
        return None
    empty: dict[str, Any] = {"plots": (), "shares": (), "matches": (), "first": "", "basis": ""}
    make = {"ask": _ask, "exact": _exact, "match": _match}[figure["kind"]]
    return Shown(
        id=f"odds-{figure['id']}",
        title=figure["title"],
        text=book.line(figure["text"]) if "text" in figure else Markup(""),
        commands=[entry.command for entry in stored]
        or [f"upcard odds {book.game.id} {figure['id']}"],
        **(empty | make(book, figure, stored)),
    )


def _title(book: Book, under: str) -> str:
    title = trusted(book.variant_title(under)).striptags()
    return title[:1].upper() + title[1:]


# --- questions ------------------------------------------------------------------------------


def _ask(book: Book, figure: Definition, stored: Sequence[Stored]) -> dict[str, Any]:
    plots: list[Plot] = []
    shares: list[Share] = []
    exact = _counted(book, figure)
    for entry in stored:
        counts = exact or [(value, many) for value, many in entry.result["counts"]]
        many = total(exact) if exact else entry.result["samples"]
        name = _title(book, entry.under) if len(stored) > 1 else ""
        if is_numeric(counts):
            plots.append(_plot(f"{figure['id']}-{len(plots)}", figure["title"], name, counts, many))
        else:
            shares += [_share(_named(book, value, name), n, many) for value, n in counts]
    return {"plots": plots, "shares": shares, "basis": _basis(book, figure, stored[0], exact)}


def _counted(book: Book, figure: Definition) -> Counts:
    try:
        return odds_store.counted(book.game, figure) if "counted" in figure else ()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ()  # `upcard check` tells why


def _named(book: Book, value: object, name: str) -> Markup:
    rule = str(value)
    known = rule in book.rule_ids
    label = book.ref(rule).label if known else words.humanise(rule)
    return escape(f"{label} ({name})" if name else label)


def _basis(book: Book, figure: Definition, entry: Stored, exact: Counts) -> str:
    samples = f"{entry.result['samples']:,}"
    if exact:
        sources = {source.id: source.title for source in book.game.sources}
        by = sources.get(figure.get("source", ""), "")
        who = f", counted exactly ({by})" if by else ", counted exactly"
        return f"All {total(exact):,} cases{who}; {samples} random deals by the engine agree."
    if entry.result.get("every"):
        return f"Every one of {samples} different deals."
    return f"{samples} random deals by the engine, seed {figure.get('seed', SEED)}."


def _plot(id_: str, title: str, under: str, counts: Counts, many: int) -> Plot:
    width, bars = bins(counts, BARS)
    told, most = numbers(counts), max(n for _, n in bars)
    room = WIDTH / len(bars)
    every = 1 if len(bars) <= LABELLED else -(-len(bars) // LABELLED)
    drawn = []
    for place, (start, n) in enumerate(bars):
        tall = round(HEIGHT * n / most, 1)
        name = str(start) if width == 1 else f"{start} to {start + width - 1}"
        label = str(start) if place % every == 0 else ""
        drawn.append(Bar(round(place * room + room * 0.08, 1), round(HEIGHT - tall, 1),
                         round(room * 0.84, 1), tall, label, name, _percent(n, many)))  # fmt: skip
    best = max(drawn, key=lambda bar: bar.height)
    said = (
        f"{told.mean:.1f} on average; eight in ten lie from {told.low} to {told.high}; "
        f"most often {best.name} ({best.share})."
    )
    heading = f"{title}: {under}" if under else title
    return Plot(f"plot-{id_}", heading, said, drawn, under)


def _percent(many: int, of: int) -> str:
    part = 100 * many / of
    if part and part < 0.095:
        return f"one in {round(of / many):,}"
    return f"{part:.1f} %"


def _share(label: Markup, many: int, of: int) -> Share:
    return Share(label, _percent(many, of), round(100 * many / of, 2), f"{many:,} of {of:,}")


def _exact(book: Book, figure: Definition, _stored: Sequence[Stored]) -> dict[str, Any]:
    shares = [
        Share(escape(label), _percent(chance.numerator, chance.denominator),
              round(100 * float(chance), 2), _fraction(chance))
        for label, chance, _ in chances(book.game, figure)
    ]  # fmt: skip
    basis = "Exact; random deals by the engine are held against it at every check."
    return {"shares": shares, "basis": basis}


def _fraction(chance: Fraction) -> str:
    """Write a probability as a fraction, or as a decimal if that would be too long to read."""
    written = str(chance)
    return written if len(written) <= 24 else f"{float(chance):.6f}"


# --- matches --------------------------------------------------------------------------------


def _match(book: Book, figure: Definition, stored: Sequence[Stored]) -> dict[str, Any]:
    sides = {entry.under: _sides(book, entry.under) for entry in stored}
    spans = [_first(entry.result)[1:] for entry in stored]
    ends = [wilson(won, won + lost) for won, lost in spans if won + lost]
    evens = [1 / many for many in sides.values()]
    low = min([low for low, _ in ends] + evens) - 0.02
    high = max([high for _, high in ends] + evens) + 0.02
    rows = [_match_row(book, figure, entry, (low, high), 1 / sides[entry.under])
            for entry in stored]  # fmt: skip
    counts = stored[0].result["hand_moves"]
    name = _title(book, stored[0].under) if len(stored) > 1 else ""
    title = "Moves in a hand" if _many_hands(stored[0].result) else "Moves in a game"
    plot = _plot(figure["id"], title, name, [(v, n) for v, n in counts],
                 sum(n for _, n in counts))  # fmt: skip
    matches = words.count(stored[0].result["matches"], "match", "matches")
    what = f"{matches} under each set of rules" if len(stored) > 1 else matches
    seed = figure.get("seed", SEED)
    basis = f"{PLAYERS[figure['bot']]} {what}, seeds from {seed}."
    who = f"{figure.get('first', 'Whoever acts first')} {_WON[_first(stored[0].result)[0]]}"
    return {"plots": [plot], "matches": rows, "basis": basis, "first": who}


def _sides(book: Book, under: str) -> int:
    ruled = book.rules(under)
    return ruled.game.sides if ruled else 2


def _many_hands(result: Mapping[str, Any]) -> bool:
    return any(hands > 1 for hands, _ in result["match_hands"])


def _first(result: Mapping[str, Any]) -> tuple[str, int, int]:
    """Return how often whoever acted first won: hands where they score, else matches."""
    won, _, lost = result["first_in_hand"]
    if won + lost and _many_hands(result):
        return "hands", won, lost
    won, _, lost = result["first_in_match"]
    return "games", won, lost


def _match_row(
    book: Book, figure: Definition, entry: Stored, scale: tuple[float, float], even: float
) -> MatchRow:
    result = entry.result
    moves, hands = (numbers([(v, n) for v, n in result[name]])
                    for name in ("hand_moves", "match_hands"))  # fmt: skip
    many = total([(v, n) for v, n in result["hand_moves"]])
    ends = [(rule, n) for rule, n in result["hand_ended"]]
    if not figure.get("endings"):
        ends, many = [(rule, n) for rule, n in result["ended"]], result["matches"]
        ends = ends if len(ends) > 1 else []
    _, won, lost = _first(result)
    return MatchRow(
        title=_title(book, entry.under),
        moves=_spread(moves),
        hands=_spread(hands) if _many_hands(result) else "",
        first=_interval(won, lost, scale, even) if won + lost else None,
        endings=[_share(_rule(book, rule), n, many) for rule, n in ends],
    )


def _spread(told: Any) -> str:
    mean = f"{told.mean:.0f}" if told.mean >= 20 else f"{told.mean:.1f}"
    return mean if told.low == told.high else f"{mean} ({told.low} to {told.high})"


def _rule(book: Book, rule: str) -> Markup:
    ref = book.ref(rule)
    label = words.humanise(ref.label)
    return Markup('<a href="{}">{}</a>').format(ref.url, label) if ref.url else escape(label)


def _interval(won: int, lost: int, scale: tuple[float, float], even: float) -> Interval:
    low, high = wilson(won, won + lost)
    start, end = scale

    def at(part: float) -> float:
        return round(100 * (part - start) / (end - start), 1)

    return Interval(
        f"{100 * won / (won + lost):.1f} %", f"{100 * low:.0f}", f"{100 * high:.0f}",
        at(won / (won + lost)), at(low), at(high), at(even),
    )  # fmt: skip


__all__ = ["Plot", "Share", "Shown", "has_any", "section"]
