"""Coverage both ways, and the status that an article has earned.

A rule is proven when a passing example that names it saw it act. A rule that acts but is not
declared is a slip in the engine. The status follows: `draft`, `scored` (questions run), `playable`
(whole games run), `verified` (all proven, all expectations bite, an outside source agrees).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from upcard.drive import Endless, LiveMatch, opening_match
from upcard.examples import cases, disagreements, split_under, subject_of
from upcard.game import COMMON_RULES, Game
from upcard.options import Option, OptionError, Value, changed, describe, read_options, text
from upcard_library.crosschecks import CrosscheckResult
from upcard_library.finding import engine_error
from upcard_library.model import CaseResult, Fault, GameArticle
from upcard_library.proofs import Proofs
from upcard_library.provider import ARTICLES
from upcard_library.reviews import is_unreviewed
from upcard_library.sentences import engine_of

STATUSES = ("draft", "scored", "playable", "verified")
PASSED = ("passed", "disputed")
_ALWAYS = ("COVERAGE-UNDECLARED", "ENGINE-ERROR")
"""What is an error whatever the article claims."""


@dataclass
class Coverage:
    """What the examples of one game show.

    Attributes:
        status: what the article has earned; `claimed` is what it says.
        why_not: what keeps it from the next higher status.
        faults: the same at their places, errors if the article claims to be verified.
    """

    id: str
    status: str = "draft"
    claimed: str = "draft"
    rules: list[str] = field(default_factory=list)
    proven: list[str] = field(default_factory=list)
    unproven: list[str] = field(default_factory=list)
    undeclared: list[str] = field(default_factory=list)
    variants: list[str] = field(default_factory=list)
    examples: int = 0
    why_not: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return what `upcard coverage --json` prints."""
        return {
            "id": self.id,
            "status": self.status,
            "rules": len(self.rules),
            "proven": len(self.proven),
            "unproven": self.unproven,
            "undeclared": self.undeclared,
            "variants": len(self.variants),
            "examples": self.examples,
            "claimed": self.claimed,
            "why_not": self.why_not,
        }


@dataclass
class _Table:
    """One passing case with the options it was played under."""

    result: CaseResult
    then: Any
    options: Any
    variant: str | None


def coverage(
    game: GameArticle,
    results: Sequence[CaseResult],
    *,
    faults: Iterable[Fault] = (),
    weak: Iterable[Fault] = (),
    checks: Sequence[CrosscheckResult] = (),
    proofs: Proofs | None = None,
) -> Coverage:
    """Return what the examples show and what status the article has earned.

    Args:
        game: the article.
        results: of all its examples.
        faults: found while loading.
        weak: expectations without teeth.
        checks: results of its crosschecks.
        proofs: what is proven already.
    """
    told = Coverage(game.id, claimed=game.status, examples=len(game.examples))
    told.variants = ["base", *(variant.id for variant in game.variants)]
    broken = [fault for fault in faults if fault.level == "error"]
    if game.module is None or any(f.code == "ENGINE-UNKNOWN" for f in broken):
        told.rules = list(dict.fromkeys(sentence.rule for sentence in game.article.sentences))
        told.why_not = ["no engine plays it"]
        return _claim(game, told)
    with ARTICLES.serving(game):
        try:
            kind = type(engine_of(game))
            _rules(game, kind, results, told)
            tables = _tables(game, kind, results)
            _accepting(tables, told)
            _variants(game, tables, told)
            _options(game, kind, tables, told)
            play = partial(_unplayable, game, kind, proofs or Proofs(game))
            _status(game, kind, results, told, broken, list(weak), checks, play)
        except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
            told.faults.append(engine_error(game.value_at("engine"), error))
            told.why_not.append("the engine breaks down")
    if broken or any(result.outcome in ("failed", "error") for result in results):
        told.faults = [fault for fault in told.faults if fault.code in _ALWAYS]
        return told  # what is told already is the cause of all the rest
    return _claim(game, told)


def _note(told: Coverage, fault: Fault) -> None:
    told.faults.append(fault)


def _rules(
    game: GameArticle, kind: type[Game[Any]], results: Sequence[CaseResult], told: Coverage
) -> None:
    told.rules = list(kind.rules)
    passed = [result for result in results if result.outcome in PASSED]
    proven = {rule for r in passed for rule in r.example.rules if rule in r.seen}
    told.proven = [rule for rule in kind.rules if rule in proven]
    told.unproven = [rule for rule in kind.rules if rule not in proven]
    known = {*kind.rules, *COMMON_RULES}
    for result in results:
        for rule in sorted(result.seen - known):
            if rule not in told.undeclared:
                told.undeclared.append(rule)
                _note(told, Fault(
                    result.example.place, "COVERAGE-UNDECLARED",
                    "A rule acted that the engine does not declare", rule, "",
                    "add it to Game.rules and mark its sentence, or correct the engine",
                ))  # fmt: skip
    named = {rule for example in game.examples for rule in example.rules}
    for rule in told.unproven:
        marks = game.article.sentences_for(rule)
        why = "the examples that name it do not see it act" if rule in named else "none names it"
        _note(told, Fault(
            marks[0].place if marks else game.at("examples"), "COVERAGE-UNPROVEN",
            f"No example proves this rule: {why}", rule, "", "add an example that names it",
        ))  # fmt: skip


def _tables(
    game: GameArticle, kind: type[Game[Any]], results: Sequence[CaseResult]
) -> list[_Table]:
    thens = {(e.id, case.under): case.then for e in game.examples for case in cases(e.data)}
    named = {variant.id: variant.settings for variant in game.variants}
    found = []
    for result in results:
        if result.outcome not in PASSED:
            continue
        variant, settings = split_under(game.id, result.under)
        options = read_options(kind.Options, {**named.get(variant or "", {}), **settings})
        then = thens[result.example.id, result.under]
        found.append(_Table(result, then, options, variant))
    return found


def _accepting(tables: list[_Table], told: Coverage) -> None:
    """A rule that refuses wants an example naming it in which something is allowed, too."""
    refusing: dict[str, _Table] = {}
    accepting: set[str] = set()
    for table in tables:
        refused = table.then.get("refused", {})
        for rule in [refused] if isinstance(refused, str) else refused.values():
            refusing.setdefault(rule, table)
        if _accepts(table):
            accepting.update(table.result.example.rules)
    for rule, table in refusing.items():
        if rule in COMMON_RULES or rule in accepting:
            continue
        _note(told, Fault(
            table.result.example.at("rules"), "COVERAGE-ACCEPT",
            "Examples show this rule refusing, none that names it shows what it allows", rule, "",
            "add `legal` or `allowed` here, or an example in which the rule is kept",
        ))  # fmt: skip


def _accepts(table: _Table) -> bool:
    data, then = table.result.example.data, table.then
    if "ask" in data:
        return not isinstance(then.get("refused"), str) and then.get("legal", "x") != ""
    return bool(then.get("legal") or then.get("allowed") or data.get("do") or "record" in data)


def _variants(game: GameArticle, tables: list[_Table], told: Coverage) -> None:
    run_under = {table.variant for table in tables}
    for number, variant in enumerate(game.variants):
        if variant.id not in run_under:
            _note(told, Fault(
                game.value_at("variants", str(number), "id"), "COVERAGE-VARIANT",
                "No example is played under this variant", variant.id, "",
                f"add `per_variant: {{{variant.id}: ...}}` to an example",
            ))  # fmt: skip


def _options(
    game: GameArticle, kind: type[Game[Any]], tables: list[_Table], told: Coverage
) -> None:
    """Every value is in force somewhere, and every value but the default changes some result."""
    for option in describe(kind.Options).values():
        under: dict[Value, list[_Table]] = {}
        for table in tables:
            under.setdefault(getattr(table.options, option.name), []).append(table)
        for value in _wanted(option, set(under)):
            place = game.at("options", option.name)
            if value not in under:
                _note(told, Fault(
                    place, "COVERAGE-OPTION", f"No example is played with {option.name}",
                    text(value), "", f"add `per_variant: {{{option.name}={text(value)}: ...}}`",
                ))  # fmt: skip
            elif value != option.default and not any(
                _matters(kind, table, option) for table in under[value]
            ):
                _note(told, Fault(
                    place, "COVERAGE-OPTION",
                    f"No example comes out differently because of {option.name}", text(value), "",
                    "expect something that would not hold with the default",
                ))  # fmt: skip


def _wanted(option: Option, used: set[Any]) -> list[Value]:
    """A number wants its default and one other value; anything else wants all its values."""
    if option.kind != "number":
        return list(option.values)
    others = sorted(used - {option.default}) or [v for v in option.values if v != option.default]
    return [option.default, *others[:1]]


def _matters(kind: type[Game[Any]], table: _Table, option: Option) -> bool:
    """Say whether the case would come out differently with the option's default."""
    from upcard.api import Rules

    settings = changed(table.options)
    settings.pop(option.name, None)
    try:
        options = read_options(kind.Options, settings)
    except OptionError:
        options = kind.Options()
    ruled = Rules(kind.slug, kind(options), None, {})
    try:
        subject = subject_of(ruled, table.result.example.data)
        return bool(disagreements(ruled, table.result.example.data, subject, table.then))
    except ValueError:  # it cannot even be set up, or a move is refused
        return True


# --- status ---------------------------------------------------------------------------------


def _status(
    game: GameArticle, kind: type[Game[Any]], results: Sequence[CaseResult], told: Coverage,
    broken: list[Fault], weak: list[Fault], checks: Sequence[CrosscheckResult],
    unplayable: Callable[[], list[str]],
) -> None:  # fmt: skip
    failed = [result for result in results if result.outcome in ("failed", "error")]
    questions = any(r.outcome in PASSED and r.example.kind == "question" for r in results)
    why = [f"{len(broken)} faults in the article"] if broken else []
    why += [f"{len(failed)} examples fail"] if failed else []
    why += [] if questions or not kind.questions else ["no question is shown by an example"]
    if why:
        told.why_not = why
        return
    told.status = "scored"
    why = unplayable()
    if why:
        told.why_not = why
        return
    told.status = "playable"
    why = [f"{len(told.unproven)} rules unproven"] if told.unproven else []
    why += [f"{len(told.undeclared)} rules undeclared"] if told.undeclared else []
    why += [f"{len(weak)} expectations without teeth"] if weak else []
    unread = sum(is_unreviewed(example) for example in game.examples)
    why += [f"{unread} expectations that nobody has reviewed"] if unread else []
    for code, words in _WORDS.items():
        many = sum(fault.code == code for fault in told.faults)
        why += [f"{many} {words}"] if many else []
    why += [f"crosscheck {check.id} fails" for check in checks if not check.passed]
    why += [] if checks else ["no crosscheck against an outside source"]
    told.why_not = why
    told.status = "playable" if why else "verified"


_WORDS = {
    "COVERAGE-ACCEPT": "rules only shown refusing",
    "COVERAGE-VARIANT": "variants not played",
    "COVERAGE-OPTION": "option values not shown to matter",
}


def _unplayable(game: GameArticle, kind: type[Game[Any]], proofs: Proofs) -> list[str]:
    """Play one whole match under the base game and every variant; one hand only at a glance."""
    tables: dict[str, dict[str, Value]] = {"base": {}}
    tables |= {variant.id: dict(variant.settings) for variant in game.variants}

    def endless(settings: dict[str, Value], *, whole: bool = True) -> str:
        table, rng = kind(read_options(kind.Options, settings)), Random(1)
        live = LiveMatch(table, opening_match(table, rng))
        try:
            live.hurry(rng) if whole else live.hurry_hand(rng)
        except Endless as error:
            return str(error)
        return ""

    why = []
    for name, settings in tables.items():
        try:
            if proofs.waits("match", about := ["match", settings]):
                told = endless(settings, whole=False)
            else:
                told = proofs.once(about, partial(endless, settings), _is_empty)
        except NotImplementedError:
            return ["whole games are not played yet"]
        why += [f"{name}: {told}"] if told else []
    return why


def _is_empty(told: str) -> bool:
    return not told


def _claim(game: GameArticle, told: Coverage) -> Coverage:
    """Test what the article claims; what keeps it from being verified matters if it claims that."""
    if game.status != "verified":
        told.faults = [fault for fault in told.faults if fault.code in _ALWAYS]
    if STATUSES.index(game.status) > STATUSES.index(told.status):
        told.faults.append(Fault(
            game.value_at("status"), "STATUS-CLAIM", f"The article is {told.status} so far: "
            + "; ".join(told.why_not), game.status, told.status, "claim that, or show the rest",
        ))  # fmt: skip
    return told
