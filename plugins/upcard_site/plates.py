"""Examples as plates: the cards as they lie, what is asked, the verdict and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from markupsafe import Markup, escape

from upcard.cards import Card, Cards
from upcard.choices import Illegal
from upcard.claims import ExampleError
from upcard.examples import cases
from upcard.game import Zone
from upcard.given import GivenError, question_hints
from upcard.moves import Seat
from upcard.options import OptionError
from upcard.position import Position
from upcard.score import Score
from upcard_library.by_hand import cards_of
from upcard_library.model import CaseResult, Example
from upcard_library.reviews import is_unreviewed
from upcard_site import play_it, score_it, verdicts, words
from upcard_site.book import Book, RuleRef
from upcard_site.language import foreign, say, show
from upcard_site.safe import trusted
from upcard_site.templating import template
from upcard_site.verdicts import Row, ScoreLine

BADGES = {
    "passed": "checked by the engine",
    "gap": "known gap",
    "disputed": "disputed",
    "failed": "does not hold",
    "error": "cannot be run",
    "hand": "checked by hand",
}
UNREVIEWED = "not yet reviewed"


_MATCH: dict[str, object] = {"dealer": Seat}


class Pile(NamedTuple):
    """One labelled pile of a plate."""

    label: str
    cards: Markup


class Step(NamedTuple):
    """One move of a plate and what it earned."""

    move: Markup
    earned: Markup


class Under(NamedTuple):
    """The same example under another variant."""

    title: str
    outcome: str
    rows: Sequence[Row]
    short: Markup
    under: str
    told: bool = True


@dataclass(frozen=True)
class Plate:
    """All that the template of one example shows."""

    id: str
    title: str
    short: Markup
    mark: str
    outcome: str
    badge: str
    under: str
    why: Markup
    note: Markup
    asked: str
    piles: Sequence[Pile]
    facts: Sequence[Row]
    steps: Sequence[Step]
    record: str
    then_piles: Sequence[Pile]
    rows: Sequence[Row]
    score: Sequence[ScoreLine]
    total: int | None
    own: str
    same: Sequence[str]
    cannot: Sequence[str]
    others: Sequence[Under]
    rules: Sequence[RuleRef]
    doctest: str
    case: str
    source: str
    tryit: str
    attable: str
    faults: Sequence[str]


def plate(book: Book, example: Example) -> Plate:
    """Gather what the plate of one example shows."""
    told = cases(example.data)
    thens = {case.under: case.then for case in told}
    results = book.by_example.get(example.id) or [_unrun(example, case.under) for case in told]
    own = results[0]
    then = thens.get(own.under, {})
    scene = _scene(book, example, own, then)
    score = own.subject if isinstance(own.subject, Score) else None
    outcome = own.outcome if book.game.module else "hand"
    ask = example.data.get("ask", "")
    found = book.elsewhere(example)
    shown = [key for key in then if not (score and key in ("total", "items"))]
    return Plate(
        id=f"example-{example.id}",
        title=foreign(words.humanise(example.id)),
        short=verdicts.short(book, own, then),
        mark=_mark(own, then),
        outcome=outcome,
        badge=UNREVIEWED if is_unreviewed(example) else BADGES[outcome],
        under="" if own.under == "base" else book.variant_title(own.under),
        why=foreign(book.line(example.why)),
        note=foreign(book.line(example.note)) if example.note else Markup(""),
        rows=verdicts.rows(book, {k: then[k] for k in shown}, own.under, ask),
        score=verdicts.score_lines(book, score.items) if score else (),
        total=score.total if score else None,
        own=own.under,
        same=found.same,
        cannot=found.cannot,
        others=[
            *(_under(book, result, thens.get(result.under, {})) for result in results[1:]),
            *(_under(book, result, then, told=False) for result, then in found.other),
        ],
        rules=[book.ref(rule) for rule in example.rules],
        doctest="\n".join(result.doctest for result in results if result.doctest),
        case=example.case,
        source=book.settings.file(f"games/{book.game.id}/game.yaml", example.place.line),
        tryit=score_it.address_of(book, example, own.under),
        attable=play_it.address_of(book, example),
        faults=[fault.message for result in results for fault in result.faults],
        **scene,
    )


def _unrun(example: Example, under: str) -> CaseResult:
    return CaseResult(example, under, "hand", "", (), frozenset(), ())


def _mark(result: CaseResult, then: Mapping[str, Any]) -> str:
    """Say which tick leads the folded line: a refusal, or something that holds."""
    if result.outcome in ("failed", "error"):
        return "fault"
    refuses = isinstance(result.subject, Illegal) or ("refused" in then and "legal" not in then)
    return "no" if refuses else "ok"


def _under(book: Book, result: CaseResult, then: Mapping[str, Any], *, told: bool = True) -> Under:
    ask = result.example.data.get("ask", "")
    return Under(
        book.variant_title(result.under),
        result.outcome,
        verdicts.rows(book, then, result.under, ask),
        verdicts.short(book, result, then),
        result.under,
        told,
    )


def _scene(
    book: Book, example: Example, own: CaseResult, then: Mapping[str, Any]
) -> dict[str, Any]:
    """Lay out what is given: the arguments of a question, the table of a position, a record."""
    empty: dict[str, Any] = {
        "asked": "", "piles": [], "facts": [], "steps": [], "record": "", "then_piles": [],
    }  # fmt: skip
    given = example.data.get("given", {})
    if not book.game.module and "record" not in example.data:
        asked = words.humanise(example.data.get("ask", ""))
        moves, marked = example.data.get("do", []), verdicts.marks(book, then)
        return empty | {"asked": asked} | _by_hand(book, given, moves, marked)
    if "ask" in example.data:
        piles, facts = _arguments(book, example.data["ask"], given)
        return empty | {
            "asked": words.humanise(example.data["ask"]), "piles": piles, "facts": facts,
        }  # fmt: skip
    if "record" in example.data:
        final = _open_table(book, own.subject) if isinstance(own.subject, Position) else []
        return empty | {"record": example.data["record"].strip(), "then_piles": final}
    start = _start(book, own.under, given)
    if start is None:
        return empty
    moves = example.data.get("do", [])
    cards = verdicts.marks(book, then)
    scene = empty | {
        "piles": _table(book, start, given, {} if moves else cards),
        "facts": _facts(book, start, given),
        "steps": _steps(book, start, moves),
    }
    if moves and cards and isinstance(own.subject, Position):
        mine = [z for z in _zones(own.subject) if z.owner == own.subject.state.turn]
        scene["then_piles"] = [_pile(book, own.subject, z, given, cards) for z in mine]
    return scene


def _by_hand(
    book: Book, given: Mapping[str, Any], moves: Sequence[str], marks: Mapping[str, str]
) -> dict[str, Any]:
    """Lay out what is given where no engine knows what lies where: cards, and words for the rest.

    Seats stand beside their piles; single cards are marked in the piles of whoever is to act.
    """
    piles: list[Pile] = []
    facts: list[Row] = []
    turn = given.get("turn", "")
    for name, value in given.items():
        by_seat = value if isinstance(value, Mapping) else {"": value}
        label = words.humanise(name)
        rest: dict[str, Any] = {}
        for seat, text in by_seat.items():
            cards = cards_of(text, book.game.pack)
            if cards is None:
                rest[seat] = text
                continue
            mine = marks if seat and seat == turn and not moves else {}
            owner = words.humanise(words.seat(seat))
            shown = f"{owner} · {label.lower()}" if seat else label
            piles.append(Pile(shown, _marked(book, cards, mine)))
        if rest:
            told = rest.get("", rest)
            hint = "seat" if isinstance(told, str) and told in words.SEATS else None
            facts.append(Row(label, verdicts.part(book, told, hint, name)))
    steps = [Step(verdicts.move(book, move), Markup("")) for move in moves]
    return {"piles": piles, "facts": facts, "steps": steps}


def _start(book: Book, under: str, given: Mapping[str, Any]) -> Position | None:
    ruled = book.rules(under)
    try:
        return ruled.position(**given) if ruled else None
    except (GivenError, OptionError, ExampleError):
        return None


def _arguments(book: Book, question: str, given: Mapping[str, Any]) -> tuple[list[Pile], list[Row]]:
    ruled = book.rules("base")
    hints = question_hints(type(ruled.game), question) if ruled else {}
    piles: list[Pile] = []
    facts: list[Row] = []
    for name, value in given.items():
        hint = hints.get(name)
        kinds = {hint, *get_args(hint)}
        cards = book.faces.read(str(value)) if kinds & {Cards, Card} or not hints else None
        if cards:
            piles.append(Pile(words.humanise(name), book.faces.pile(cards)))
        elif kinds & {Cards, Card}:
            facts.append(Row(words.humanise(name), show("none")))
        else:
            facts.append(Row(words.humanise(name), verdicts.part(book, value, hint, name)))
    return piles, facts


def _zones(position: Position) -> list[Zone]:
    return [zone for zone in position.game.table(position.state) if zone.cards]


def _table(
    book: Book, position: Position, given: Mapping[str, Any], marks: Mapping[str, str]
) -> list[Pile]:
    zones = _zones(position)
    zones.sort(key=lambda zone: zone.seen != "all" and zone.field not in given)  # backs come last
    return [_pile(book, position, zone, given, marks) for zone in zones]


def _open_table(book: Book, position: Position) -> list[Pile]:
    """Show what lies face up at the end of a record."""
    zones = [zone for zone in _zones(position) if zone.seen == "all"]
    return [_pile(book, position, zone, {}, {}) for zone in zones]


def _pile(
    book: Book,
    position: Position,
    zone: Zone,
    given: Mapping[str, Any],
    marks: Mapping[str, str],
) -> Pile:
    owner = "" if zone.owner is None else words.humanise(words.seat(position.game.seat(zone.owner)))
    label = show(words.humanise(zone.name))
    if owner:
        label = Markup("{} · {}").format(owner, show(zone.name))
    if zone.seen != "all" and zone.field not in given:
        return Pile(label, book.faces.back(len(zone.cards)))
    sorted_ = zone.cards if zone.owner is None else position.game.deck.sort(zone.cards)
    acts = zone.owner == position.state.turn and zone.owner is not None
    return Pile(label, _marked(book, sorted_, marks if acts else {}))


def _marked(book: Book, cards: Cards, marks: Mapping[str, str]) -> Markup:
    """Draw a pile, some of its cards marked as allowed or refused."""
    if not marks:
        return book.faces.pile(cards)
    notes = {"ok": say("may be played"), "no": say("refused"), "": ""}
    drawn = (book.faces.card(c, m, notes[m]) for c in cards for m in [marks.get(str(c), "")])
    return Markup('<span class="pile pile--marked">{}</span>').format(Markup("").join(drawn))


def _facts(book: Book, position: Position, given: Mapping[str, Any]) -> list[Row]:
    """Show what is given besides cards: whose turn, trump, scores."""
    found: list[Row] = []
    zones = {zone.field for zone in position.game.table(position.state)}
    turn = position.turn
    if turn not in ("none", "DEALER"):
        found.append(Row("To act", escape(words.seat(turn))))
    for name, value in given.items():
        if name in zones or name in ("turn", "phase"):
            continue
        hint = book.hints.get(name, _MATCH.get(name))
        found.append(Row(words.humanise(name), verdicts.part(book, value, hint, name)))
    return found


def _steps(book: Book, start: Position, moves: Sequence[str]) -> list[Step]:
    steps: list[Step] = []
    position = start
    for text in moves:
        try:
            position = position.do(text)
        except ValueError:
            steps.append(Step(verdicts.move(book, text), Markup("")))
            continue
        earned = position.earned
        shown = verdicts.points(book, earned) if earned else Markup("")
        done = position.game.text(position.moves_made[-1])
        steps.append(Step(verdicts.move(book, done), shown))
    return steps


def proof(book: Book, rule: str, examples: Sequence[Example]) -> Markup:
    """Fold the examples of one sentence behind its margin mark."""
    shown = [plate(book, example) for example in examples]
    own = {example.id for example in examples}
    also = [
        example for example in book.game.examples
        if rule in example.rules and example.id not in own
    ]  # fmt: skip
    if not also and not own:
        also = [
            r.example for r in book.results if r.outcome == "passed" and rule in r.seen
        ][:3]  # fmt: skip
    links = {e.id: foreign(words.humanise(e.id)) for e in also}
    state = book.state_of(rule)
    return trusted(
        template("proof.html").render(state=state, plates=shown, also=links, rule=book.ref(rule))
    )
