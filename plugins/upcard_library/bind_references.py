"""References inside `game.yaml`: ids, sources, rules, examples, records and crosschecks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from upcard.game import Game
from upcard.options import OptionError, describe, parse_settings
from upcard_library.build import inside, record_file
from upcard_library.finding import Findings
from upcard_library.model import Example, GameArticle
from upcard_library.schema import copying_hosts
from upcard_library.tables import read_table


def bind_references(game: GameArticle, kind: type[Game[Any]] | None, found: Findings) -> None:
    """Refuse ids that are given twice and references to what is not there."""
    for group in ("variants", "examples", "sources", "crosschecks"):
        unique(game, group, found)
    rules = kind.rules if kind else tuple(sentence.rule for sentence in game.article.sentences)
    for option in game.options:
        bind_rule(game, ("options", option.name, "rule"), option.rule, rules, found)
    for number, ruling in enumerate(game.rulings):
        path = ("rulings", str(number))
        bind_rule(game, (*path, "rule"), ruling.rule, rules, found)
        ids = [example.id for example in game.examples]
        if ruling.example and ruling.example not in ids:
            found.add(game.value_at(*path, "example"), "EXAMPLE-UNKNOWN",
                      "There is no such example", ruling.example, known=ids)  # fmt: skip
    _sources(game, found)
    for number, example in enumerate(game.examples):
        _bind_example(game, number, example, rules, kind, found)
    for number, check in enumerate(game.crosschecks):
        _bind_crosscheck(game, ("crosschecks", str(number)), check, rules, kind, found)
    same_version = kind is None or kind.version == game.version
    if (
        same_version
        and game.changes
        and not any(change["version"] == game.version for change in game.changes)
    ):
        found.add(game.at("changes"), "CHANGE-MISSING", "No entry tells of this version",
                  game.version, fix="add what changed")  # fmt: skip


def unique(game: GameArticle, group: str, found: Findings) -> None:
    seen: dict[str, int] = {}
    for number, entry in enumerate(game.data.get(group, ())):
        place = game.value_at(group, str(number), "id")
        if entry["id"] in seen:
            first = game.value_at(group, str(seen[entry["id"]]), "id")
            found.add(place, "ID-TWICE", f"This id stands twice under `{group}`", entry["id"],
                      fix=f"it was given first on line {first.line}")  # fmt: skip
        seen.setdefault(entry["id"], number)


def bind_rule(
    game: GameArticle, path: tuple[str, ...], rule: str, rules: Sequence[str], found: Findings
) -> None:
    if rule not in rules:
        found.add(game.value_at(*path), "RULE-UNKNOWN", "There is no such rule", rule, known=rules)


def _sources(game: GameArticle, found: Findings) -> None:
    known = [source.id for source in game.sources]
    entries: list[tuple[tuple[str, ...], Iterable[str]]] = [
        (("options", option.name, "sources"), option.sources) for option in game.options
    ]
    entries += [(("variants", str(n), "sources"), v.sources) for n, v in enumerate(game.variants)]
    rulings = game.data.get("rulings", ())
    entries += [
        (("rulings", str(n), "sources"), r.get("sources", ())) for n, r in enumerate(rulings)
    ]
    for path, sources in entries:
        for number, source in enumerate(sources):
            if source not in known:
                found.add(game.value_at(*path, str(number)), "SOURCE-UNKNOWN",
                          "There is no such source", source, known=known)  # fmt: skip
    for number, check in enumerate(game.crosschecks):
        if check["source"] not in known:
            found.add(game.value_at("crosschecks", str(number), "source"), "SOURCE-UNKNOWN",
                      "There is no such source", check["source"], known=known)  # fmt: skip
    for number, entry in enumerate(game.sources):
        host = _HOST.match(entry.where)
        what = copied(host[1].casefold()) if host else ""
        if host and what:
            found.add(game.value_at("sources", str(number), "where"), "SOURCE-COPY",
                      f"This address is on a host of {what}", host[1], level="warning",
                      fix="cite the book, article or page itself, `(read in a copy)` in its title; "
                      "where nothing else says it, name the page in words")  # fmt: skip


_HOST = re.compile(r"https?://(?:[^/?#@\s]*@)?([^/?#:\s]+)", re.IGNORECASE)


def copied(host: str) -> str:
    """Return what a host has instead of sources, or nothing; a subdomain is its domain's.

    >>> copied("en.absoluteastronomy.com")
    'copies of Wikipedia'
    >>> copied("www.pagat.com")
    ''
    """
    parts = host.split(".")
    domains = (".".join(parts[start:]) for start in range(len(parts)))
    return next((copying_hosts()[name] for name in domains if name in copying_hosts()), "")


# --- examples -------------------------------------------------------------------------------


def _bind_example(
    game: GameArticle, number: int, example: Example, rules: Sequence[str],
    kind: type[Game[Any]] | None, found: Findings,
) -> None:  # fmt: skip
    path = ("examples", str(number))
    for at, rule in enumerate(example.rules):
        bind_rule(game, (*path, "rules", str(at)), rule, rules, found)
    cases: list[tuple[tuple[str, ...], Any]] = [((*path, "then"), example.data["then"])]
    for under, then in example.data.get("per_variant", {}).items():
        cases.append(((*path, "per_variant", under), then))
        bind_under(game, (*path, "per_variant", under), under, kind, found)
    if "variant" in example.data:
        bind_under(game, (*path, "variant"), example.data["variant"], kind, found)
    for where, then in cases:
        _rules_in(game, where, then, rules, found)
    if example.kind == "question" and kind and example.data["ask"] not in kind.questions:
        bind_question(game, path, example.data["ask"], kind, found)
    if example.kind == "record":
        _bind_record(game, number, found)


def bind_question(
    game: GameArticle, path: tuple[str, ...], ask: str, kind: type[Game[Any]], found: Findings
) -> None:
    place = game.value_at(*path, "ask")
    found.add(place, "QUESTION-UNKNOWN", "The engine has no such question", ask,
              known=kind.questions)  # fmt: skip


def _rules_in(
    game: GameArticle, where: tuple[str, ...], then: Any, rules: Sequence[str], found: Findings
) -> None:
    """Refuse an expectation that names a rule which is not there."""
    known = (*rules, "turn", "available", "legal")
    refused = then.get("refused")
    if isinstance(refused, str):
        refused = {"": refused}
    for move, rule in (refused or {}).items():
        at = (*where, "refused", move) if move else (*where, "refused")
        if rule not in known:
            found.add(game.value_at(*at), "RULE-UNKNOWN", "There is no such rule", rule,
                      known=rules)  # fmt: skip
        elif rule == "legal":
            found.add(game.value_at(*at), "RULE-UNKNOWN", "A legal move is not refused", rule,
                      fix="put it under `allowed` or `legal`")  # fmt: skip
    for key in ("items", "earned", "worth"):
        entry = then.get(key, {})
        by_seat = any(isinstance(value, dict) for value in entry.values())
        parts = entry.items() if by_seat else [("", entry)]
        for seat, items in parts:
            for rule in items if isinstance(items, dict) else ():
                if rule not in known:
                    at = (*where, key, seat, rule) if seat else (*where, key, rule)
                    found.add(game.at(*at), "RULE-UNKNOWN", "There is no such rule", rule,
                              known=rules)  # fmt: skip
    for number, rule in enumerate(then.get("events", ())):
        if rule not in known:
            found.add(game.value_at(*where, "events", str(number)), "RULE-UNKNOWN",
                      "There is no such rule", rule, known=rules)  # fmt: skip


def bind_under(
    game: GameArticle, path: tuple[str, ...], under: str, kind: type[Game[Any]] | None,
    found: Findings,
) -> None:  # fmt: skip
    """Refuse `base`, variants and option words that make no table."""
    if kind is None:
        return
    words = under.replace(",", " ").split()
    variants = {variant.id: variant.settings for variant in game.variants}
    settings: dict[str, Any] = {}
    if words and "=" not in words[0]:
        name = words.pop(0)
        if name != "base" and name not in variants:
            found.add(game.at(*path), "VARIANT-UNKNOWN", "There is no such variant", name,
                      known=("base", *variants))  # fmt: skip
            return
        settings.update(variants.get(name, {}))
        if not words:
            return  # whether the variant itself makes a table is told where it stands
    try:
        settings |= parse_settings(" ".join(words), kind.Options)
        known = describe(kind.Options)
        if all(name in known for name in settings):
            kind.Options(**{name: known[name].read(value) for name, value in settings.items()})
    except OptionError as error:
        found.add(game.at(*path), "VARIANT-UNKNOWN", "This makes no table", under, fix=str(error))


def _bind_record(game: GameArticle, number: int, found: Findings) -> None:
    text = str(game.data["examples"][number]["record"])
    name = record_file(text)
    place = game.value_at("examples", str(number), "record")
    if name is not None:
        bind_file(game, place, name, found)
    elif "\n" not in text.strip():
        found.add(place, "RECORD-FORM", "A record has a first line and moves", text[:40],
                  fix="write the record as a block (|), or name a file: records/x.txt")  # fmt: skip


def bind_file(game: GameArticle, place: Any, name: str, found: Findings) -> bool:
    if not inside(game.folder, name):
        found.add(place, "FILE-OUTSIDE", "This path leads out of the game's folder", name,
                  fix="copy the file into the folder, and give its name from there")  # fmt: skip
        return False
    if not (game.folder / name).is_file():
        files = (
            p.relative_to(game.folder).as_posix() for p in game.folder.rglob("*") if p.is_file()
        )
        found.add(place, "FILE-MISSING", "There is no such file in the game's folder", name,
                  known=sorted(files))  # fmt: skip
        return False
    return True


# --- crosschecks ----------------------------------------------------------------------------


def _bind_crosscheck(
    game: GameArticle, path: tuple[str, ...], check: Any, rules: Sequence[str],
    kind: type[Game[Any]] | None, found: Findings,
) -> None:  # fmt: skip
    if "variant" in check:
        bind_under(game, (*path, "variant"), check["variant"], kind, found)
    if "ask" in check and kind and check["ask"] not in kind.questions:
        bind_question(game, path, check["ask"], kind, found)
    for number, rule in enumerate(check.get("rules", ())):
        bind_rule(game, (*path, "rules", str(number)), rule, rules, found)
    if "count" in check:
        bind_rule(game, (*path, "count"), check["count"], rules, found)
    if check["kind"] == "table" and bind_file(
        game, game.value_at(*path, "file"), check["file"], found
    ):
        found += read_table(game.folder / check["file"])[1]
