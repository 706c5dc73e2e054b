"""Worked examples: run as checks, and shown and run as doctests.

An example is plain data from an article (`docs/writing-a-game.md` shows the form); nothing in it
is evaluated.
"""

from __future__ import annotations

import doctest
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from upcard.api import Rules, library, rules
from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.claims import Claim, ExampleError, Path, Then, arguments, claims
from upcard.drive import RecordError
from upcard.games import find
from upcard.given import GivenError
from upcard.moves import DEALER
from upcard.options import OptionError, parse_settings
from upcard.position import Position
from upcard.score import Score


class Case(NamedTuple):
    """One example under one set of rules: `under` is `base`, a variant or `option=value` words."""

    under: str
    then: Then
    path: Path


class Disagreement(NamedTuple):
    """A claim that does not hold."""

    path: Path
    want: Any
    found: Any


@dataclass
class Report:
    """What came of running one case.

    Attributes:
        disagreements: claims that do not hold.
        seen: ids of the rules that acted.
        reasoning: what the engine found, line by line, for whoever has to mend the example.
        subject: the answer, the position, or the refusal that the claims are about.
    """

    disagreements: list[Disagreement] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    reasoning: list[str] = field(default_factory=list)
    subject: Any = None


def cases(example: Mapping[str, Any]) -> list[Case]:
    """Return the example under its own rules and under every variant it names."""
    own = Case(str(example.get("variant", "base")), example.get("then", {}), ("then",))
    others = example.get("per_variant", {})
    return [own] + [Case(key, then, ("per_variant", key)) for key, then in others.items()]


def rules_under(game_id: str, under: str) -> Rules:
    """Return the rules of a game under `base`, a variant or `option=value` words.

    Raises:
        OptionError: no such variant, option or value, or options that contradict.
    """
    variant, settings = split_under(game_id, under)
    return rules(game_id, variant, **settings)


def split_under(game_id: str, under: str) -> tuple[str | None, dict[str, Any]]:
    """Split `five-card muggins=yes` into a variant (or none) and option values.

    Raises:
        OptionError: no such option or value.
    """
    words = under.replace(",", " ").split()
    variant = words.pop(0) if words and "=" not in words[0] else None
    kind = find(library().module(game_id))
    return (None if variant == "base" else variant), parse_settings(" ".join(words), kind.Options)


def run(ruled: Rules, example: Mapping[str, Any], then: Then) -> Report:
    """Run one case.

    Raises:
        ExampleError: the example cannot be set up; the message says what is wrong with it.
    """
    subject = subject_of(ruled, example)
    report = Report(disagreements(ruled, example, subject, then), subject=subject)
    report.seen |= _seen(subject, then)
    report.reasoning = _reasoning(subject)
    return report


def disagreements(
    ruled: Rules, example: Mapping[str, Any], subject: Any, then: Then
) -> list[Disagreement]:
    """Return the claims of `then` that do not hold of the example's subject.

    Raises:
        ExampleError: as `run`.
    """
    listed = ((c, c.found()) for c in claims(ruled, example, subject, then))
    return [Disagreement(c.path, c.want, found) for c, found in listed if found != c.want]


def subject_of(ruled: Rules, example: Mapping[str, Any]) -> Any:
    """Return the answer, the position or the refusal that an example's claims are about.

    Raises:
        ExampleError: as `run`.
    """
    given = example.get("given", {})
    try:
        if "ask" in example:
            return _asked(ruled, example["ask"], given)
        if "record" in example:
            return ruled.replay(example["record"])
        position = ruled.position(**given)
    except RecordError as error:
        raise ExampleError(str(error), "record") from None
    except GivenError as error:
        raise ExampleError(str(error), "given", *error.path) from None
    except OptionError as error:
        raise ExampleError(str(error), "ask") from None
    for number, move in enumerate(example.get("do", [])):
        try:
            position = position.do(move)
        except (NotationError, Illegal) as error:
            raise ExampleError(str(error), "do", str(number)) from None
    return position


def _asked(ruled: Rules, question: str, given: Mapping[str, Any]) -> Any:
    try:
        return ruled.ask(question, **given)
    except Illegal as error:
        return error


def _seen(subject: Any, then: Then) -> set[str]:
    if isinstance(subject, Illegal):
        return {subject.rule}
    if not isinstance(subject, Position):
        return set(subject.rules)
    seen = set(subject.seen)
    if "refused" in then:
        seen |= {subject.verdict(move) for move in then["refused"]} - {"legal"}
    chosen = subject.game.to_move(subject.state) not in (None, DEALER)
    choices = subject.game.choices(subject.state) if chosen else None
    if choices and "legal" in then:
        seen |= {reason.rule for reason in choices.cuts.values()}
        seen |= {rule for move in choices.legal if (rule := choices.granted_by(move))}
    for move in then.get("allowed", ()):
        granted = choices.granted_by(subject.read(move)) if choices else None
        seen |= {granted} if granted else set()
    outcome = subject.outcome
    if outcome and ("winner" in then or "worth" in then):
        seen |= {outcome.rule, *(item.rule for item in outcome.items)}
    return seen


def _reasoning(subject: Any) -> list[str]:
    if isinstance(subject, Illegal):
        return [str(subject)]
    if isinstance(subject, Score):
        return [str(item) for item in subject.items] or ["nothing is scored"]
    if not isinstance(subject, Position):
        return [repr(subject)]
    lines = [repr(subject), f"legal: {', '.join(subject.moves()) or 'nothing'}"]
    game = subject.game
    if game.to_move(subject.state) not in (None, DEALER):
        for move, reason in list(game.choices(subject.state).cuts.items())[:12]:
            lines.append(f"{game.text(move)}: refused by {reason.rule}")
    items = game.score(subject.state)
    return lines + [f"{game.seat(item.side)} scores {item}" for item in items]


# --- the same claims as doctests ------------------------------------------------------------


def as_doctest(ruled: Rules, example: Mapping[str, Any], then: Then, subject: Any = None) -> str:
    """Write one case as a doctest over the public API, exactly as the page shows it.

    Args:
        ruled, example, then: the case.
        subject: of the example, if it is known already.

    Raises:
        ExampleError: as `run`.
    """
    if subject is None:
        subject = subject_of(ruled, example)
    listed = claims(ruled, example, subject, then)
    lines = [
        ">>> from upcard import rules",
        *_statement(f"game = {_rules_call(ruled)}"),
    ]
    if "ask" in example:
        asked = f"{example['ask']!r}{arguments(example.get('given', {}))}"
        if not isinstance(subject, Illegal):
            lines += _statement(f"answer = game.ask({asked})")
    elif "record" in example:
        record = "\n... ".join(example["record"].strip().splitlines())
        lines.append(f'>>> position = game.replay("""{record}\n... """)')
    else:
        given = arguments(example.get("given", {})).removeprefix(", ")
        lines += _statement(f"position = game.position({given})")
        lines += [f">>> position = position.do({move!r})" for move in example.get("do", [])]
    for claim in listed:
        lines += _shown(claim)
    return "\n".join(lines) + "\n"


def _shown(claim: Claim) -> list[str]:
    if isinstance(claim.want, dict):
        return [*_statement(f"{claim.source} == {claim.want!r}"), "True"]
    if claim.source == "answer.legal":
        return [
            f">>> {claim.source}",
            f"<{claim.want}>" if claim.want else "<no cards>",
        ]
    return [*_statement(claim.source), repr(claim.want)]


def _rules_call(ruled: Rules) -> str:
    words = [repr(ruled.id)] + ([repr(ruled.variant)] if ruled.variant else [])
    return f"rules({', '.join(words)}{arguments(ruled.settings)})"


WIDTH = 88


def _statement(source: str) -> list[str]:
    """Break a long call after its arguments, with doctest's continuation marks."""
    if len(source) <= WIDTH or ", " not in source:
        return [f">>> {source}"]
    lines, line = [], ">>> "
    for part in source.replace(", ", ",\0 ").split("\0"):
        if len(line) + len(part) > WIDTH and line.strip(". >"):
            lines.append(line.rstrip())
            line = "...    "
        line += part
    return [*lines, line.rstrip()]


def doctest_of(
    ruled: Rules, example: Mapping[str, Any], case: Case, subject: Any = None,
    *, filename: str, line: int,
) -> doctest.DocTest:  # fmt: skip
    """Return one case as a real `doctest.DocTest`; `subject` as for `as_doctest`.

    Raises:
        ExampleError: as `run`.
    """
    name = f"{ruled.id}::{example['id']}[{case.under}]"
    source = as_doctest(ruled, example, case.then, subject)
    return doctest.DocTestParser().get_doctest(source, {}, name, filename, line)
