"""Crosschecks: outside truths, given as data, held against the engine.

Three kinds: `table` (rows of given and then), `sum` (points that add up in every complete hand)
and `frequency` (random cards show a rule as often as mathematics says). All chance is seeded.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, get_args

from upcard.api import Rules
from upcard.cards import Card, Cards
from upcard.claims import ExampleError
from upcard.drive import LiveMatch, opening_match, random_bot
from upcard.examples import rules_under, run
from upcard.given import GivenError, question_hints, read_question
from upcard.options import OptionError
from upcard_library.finding import engine_error
from upcard_library.model import Fault, GameArticle
from upcard_library.proofs import Proofs
from upcard_library.provider import ARTICLES
from upcard_library.run import plain
from upcard_library.tables import read_table

DEVIATIONS = 4
"""How far a frequency may lie from its probability, in standard deviations."""
ROWS_TOLD = 5
GLANCE = {"frequency": 200, "sum": 1}
"""How many deals of a crosscheck by chance a glance takes; other kinds are always run whole."""
_DEALS = {"frequency": "samples", "sum": "deals"}

Check = Mapping[str, Any]


@dataclass(frozen=True)
class CrosscheckResult:
    """What came of one crosscheck; `told` says it in a sentence."""

    id: str
    passed: bool
    told: str
    faults: tuple[Fault, ...] = ()


def run_crosschecks(game: GameArticle, proofs: Proofs | None = None) -> list[CrosscheckResult]:
    """Run all crosschecks of a game that are not proven; at a glance, begin those by chance."""
    proofs = proofs or Proofs(game)
    return [_proven(game, number, proofs) for number in range(len(game.crosschecks))]


def _proven(game: GameArticle, number: int, proofs: Proofs) -> CrosscheckResult:
    check = game.crosschecks[number]
    file = game.folder / check.get("file", "")
    raw = file.read_bytes() if file.is_file() else b""
    about = ["crosscheck", check, hashlib.sha256(raw).hexdigest()]
    few = GLANCE.get(check["kind"], 0)
    if 0 < few < check[_DEALS[check["kind"]]] and proofs.waits("crosscheck", about):
        begun = proofs.once([*about, few], lambda: _told(run_crosscheck(game, number, few)), bool)
        if begun:
            return CrosscheckResult(check["id"], True, begun)
        proofs.left["crosscheck"] -= 1  # the beginning looks wrong, so all of it has to tell
    made: list[CrosscheckResult] = []

    def prove() -> str:
        made.append(run_crosscheck(game, number))
        return _told(made[0])

    told = proofs.once(about, prove, bool)
    return made[0] if made else CrosscheckResult(check["id"], True, told)


def _told(result: CrosscheckResult) -> str:
    return result.told if result.passed else ""


def run_crosscheck(game: GameArticle, number: int, few: int = 0) -> CrosscheckResult:
    """Run one crosscheck, by its place in the list, or only so many deals of it."""
    check = game.crosschecks[number]
    if few:
        check = {**check, _DEALS[check["kind"]]: few}
    place = game.value_at("crosschecks", str(number), "id")
    if check["kind"] == "table":
        _, unread = read_table(game.folder / check["file"])
        if not (game.folder / check["file"]).is_file():
            at = game.value_at("crosschecks", str(number), "file")
            unread = [Fault(at, "FILE-MISSING", "There is no such file", check["file"], "",
                            "put the file there, or correct its name")]  # fmt: skip
        if unread:
            return CrosscheckResult(check["id"], False, unread[0].message, tuple(unread))
    with ARTICLES.serving(game):
        try:
            told, wrong = _KINDS[check["kind"]](game, check)
        except (OptionError, GivenError) as error:
            fault = Fault(place, "CROSSCHECK-FAILS", f"The crosscheck cannot be run: {error}",
                          fix="see the kinds of crosscheck in docs/writing-a-game.md")  # fmt: skip
            return CrosscheckResult(check["id"], False, fault.message, (fault,))
        except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
            fault = engine_error(place, error)
            return CrosscheckResult(check["id"], False, fault.found, (fault,))
    spot = game.at("crosschecks", str(number), _SPOT[check["kind"]])
    faults = tuple(
        Fault(spot, "CROSSCHECK-FAILS", message, found, "", LOOK)
        for message, found in wrong[:ROWS_TOLD]
    )
    if len(wrong) > ROWS_TOLD:
        more = f"and {len(wrong) - ROWS_TOLD} more rows disagree"
        faults += (Fault(spot, "CROSSCHECK-FAILS", more, fix=LOOK),)
    return CrosscheckResult(check["id"], not wrong, told, faults)


Wrong = list[tuple[str, str]]
LOOK = "find out which of the two is right: the engine or the outside truth"
_SPOT = {"table": "file", "sum": "total", "frequency": "probability"}


def _table(game: GameArticle, check: Check) -> tuple[str, Wrong]:
    wrong: Wrong = []
    listed, _ = read_table(game.folder / check["file"])
    tables: dict[str, Rules] = {}
    for number, row in enumerate(listed, 1):
        under: str = row.get("variant") or check.get("variant", "base")
        ruled = tables.setdefault(under, rules_under(game.id, under))
        example = {"id": f"{check['id']}-{number}", "ask": check["ask"], "given": row["given"]}
        try:
            report = run(ruled, example, row["then"])
        except ExampleError as error:
            wrong.append((f"row {number} cannot be run: {error}", str(row["given"])[:80]))
            continue
        deck = ruled.game.deck
        wrong += [
            (f"row {number}: `{'.'.join(path)}` should be {plain(want, deck)}", plain(found, deck))
            for path, want, found in report.disagreements
        ]
    return f"{len(listed)} rows of {check['file']} compared", wrong


def _sum(game: GameArticle, check: Check) -> tuple[str, Wrong]:
    table = rules_under(game.id, check.get("variant", "base")).game
    counted = frozenset(check["rules"])
    for number in range(check["deals"]):
        rng = Random(f"{game.id} {check['id']} {number}")
        live = LiveMatch(table, opening_match(table, rng))
        live.run_hand([random_bot] * table.seats, rng)
        found = sum(item.points for item in table.score(live.state) if item.rule in counted)
        if found != check["total"]:
            message = f"hand {number + 1} should add up to {check['total']}"
            return "", [(message, str(found))]
    return f"{check['deals']} complete hands each add up to {check['total']}", []


def _frequency(game: GameArticle, check: Check) -> tuple[str, Wrong]:
    ruled = rules_under(game.id, check.get("variant", "base"))
    samples, wanted = check["samples"], Fraction(check["probability"])
    given = check.get("given", {})
    rng = Random(f"{game.id} {check['id']}")
    question, seen = getattr(ruled.game, check["ask"]), 0
    fixed: dict[str, Any] = {}
    for dealt in random_deals(ruled, check, rng, samples):
        fixed = fixed or read_question(ruled.game, check["ask"], {**given, **dealt})
        seen += check["count"] in question(**(fixed | dealt)).rules
    chance = float(wanted)
    spread = math.sqrt(samples * chance * (1 - chance))
    told = (
        f"{check['count']} in {seen} of {samples} random deals; expected {samples * chance:.1f}, "
        f"{abs(seen - samples * chance) / spread if spread else 0:.1f} standard deviations off"
    )
    if abs(seen - samples * chance) > DEVIATIONS * spread:
        return told, [(f"the frequency is not {wanted}", told)]
    return told, []


def random_deals(
    ruled: Rules, check: Check, rng: Random, samples: int
) -> Iterator[dict[str, Cards | Card]]:
    """Yield random cards from the game's pack for the parameters that `check` deals to."""
    pack, hints = ruled.game.deck.pack, question_hints(type(ruled.game), check["ask"])
    size = sum(check["deal"].values())
    for _ in range(samples):
        yield handed_out(check["deal"], hints, rng.sample(pack, size))


def handed_out(
    sizes: Mapping[str, int], hints: Mapping[str, Any], cards: Sequence[Card]
) -> dict[str, Cards | Card]:
    """Give each parameter of a question so many of these cards, in order."""
    dealt: dict[str, Cards | Card] = {}
    at = 0
    for name, size in sizes.items():
        pile, at = cards[at : at + size], at + size
        hint = hints.get(name)
        dealt[name] = pile[0] if Card in (hint, *get_args(hint)) else Cards(pile)
    return dealt


_KINDS: dict[str, Callable[[GameArticle, Check], tuple[str, Wrong]]] = {
    "table": _table,
    "sum": _sum,
    "frequency": _frequency,
}

__all__ = ["CrosscheckResult", "handed_out", "random_deals", "run_crosscheck", "run_crosschecks"]
