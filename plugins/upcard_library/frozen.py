"""What a change may not take back: ids, and what an example says comes of what is given.

The games of the work tree are compared with those of another commit, whose files are read through
git as text; nothing of either is run. Wording, notes, sources and new entries are free.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from upcard_library.finding import Findings
from upcard_library.load import load_game
from upcard_library.model import Example, Fault, GameArticle, Place
from upcard_library.retired import live_ids, retired

ASKED = ("ask", "given", "record", "do", "variant")
"""What an example is about; `then` and `per_variant` are what it promises."""
_NUMBER = re.compile(r"\{\{\s*(\w+)")


class GitError(Exception):
    """Git could not tell; the message says why."""


def frozen(games: Path, base: str) -> list[Fault]:
    """Compare the games of a work tree with those of the last commit it shares with `base`.

    Args:
        games: the folder of games, inside a git work tree.
        base: a branch, tag or commit.

    Raises:
        GitError: this is no work tree, or there is no such commit.
    """
    top = Path(_git(games, "rev-parse", "--show-toplevel").strip())
    inside = games.resolve().relative_to(top.resolve()).as_posix()
    fork = _fork(top, base)
    found = Findings()
    with tempfile.TemporaryDirectory() as folder:
        for name in _changed(top, fork, inside):
            _compare(_before(top, fork, f"{inside}/{name}", Path(folder)), games, name, found)
    found.sort(key=lambda fault: (str(fault.place.file), fault.place[1:]))
    return list(found)


# --- what git tells ---------------------------------------------------------------------------


def _fork(top: Path, base: str) -> str:
    """Return the last commit that the work tree and `base` have in common."""
    try:
        commit = _git(top, "rev-parse", "--verify", "--end-of-options", f"{base}^{{commit}}")
    except GitError:
        msg = f"git knows no commit {base!r} here; fetch it first"
        raise GitError(msg) from None
    try:
        return _git(top, "merge-base", commit.strip(), "HEAD").strip()
    except GitError:
        msg = f"{base!r} and this work tree share no commit; fetch the whole history"
        raise GitError(msg) from None


def _git(where: Path, *words: str) -> str:
    return _git_bytes(where, *words).decode("utf-8", "surrogateescape")


def _git_bytes(where: Path, *words: str, given: str = "") -> bytes:
    try:
        done = subprocess.run(  # noqa: S603  every word is ours or behind --end-of-options
            ["git", "-C", str(where), *words],  # noqa: S607
            input=given.encode(), capture_output=True, check=False,
        )  # fmt: skip
    except OSError as error:
        msg = f"git cannot be run: {error.strerror}"
        raise GitError(msg) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        msg = said[-1].removeprefix("fatal: ") if said else "git gave no reason"
        raise GitError(msg)
    return done.stdout


def _changed(top: Path, fork: str, inside: str) -> list[str]:
    """Return the folders of games of which a file that was there has changed or is gone."""
    told = _git(
        top, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
        fork, "--", inside,
    )  # fmt: skip
    names = (name.removeprefix(f"{inside}/").split("/") for name in told.split("\0") if name)
    return sorted({parts[0] for parts in names if len(parts) > 1})


def _before(top: Path, fork: str, inside: str, to: Path) -> GameArticle | None:
    """Write out a game's folder as it was, and read it; `None` if it was no game."""
    told = _git(top, "ls-tree", "-r", "-z", "--full-tree", fork, "--", f"{inside}/")
    entries = (entry.partition("\t")[::2] for entry in told.split("\0") if entry)
    blobs = {name: head.split()[2] for head, name in entries if head.startswith("100")}
    folder = to / inside.rpartition("/")[2]  # links are not followed: their mode is another
    for name, raw in zip(blobs, _contents(top, list(blobs.values())), strict=True):
        path = folder / name.removeprefix(f"{inside}/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    return load_game(folder)[0] if blobs else None


def _contents(top: Path, blobs: list[str]) -> Iterator[bytes]:
    """Yield what files hold, by their names in git's store."""
    told = _git_bytes(top, "cat-file", "--batch", given="".join(f"{blob}\n" for blob in blobs))
    at = 0
    for _ in blobs:
        head, _, _ = told[at : at + 200].partition(b"\n")
        start = at + len(head) + 1
        at = start + int(head.split()[2]) + 1
        yield told[start : at - 1]


# --- comparing --------------------------------------------------------------------------------


def _compare(before: GameArticle | None, games: Path, name: str, found: Findings) -> None:
    if before is None:
        return
    now = _now(games, name)
    if now is None:
        place = Place(games / name / "game.yaml", 1, 1)
        if (games / name / "game.yaml").is_file():
            found.add(place, "FROZEN-UNREAD", "The game cannot be read, so it is not compared",
                      name, fix="run `upcard check` first")  # fmt: skip
        else:
            found.add(place, "FROZEN-GONE", "This game is gone", name, fix="a game that moves "
                      "lists its old id under `former_ids`")  # fmt: skip
        return
    _ids(before, now, found)
    _expectations(before, now, found)
    if before.module and now.version <= before.version:
        _version(before, now, found)


def _now(games: Path, name: str) -> GameArticle | None:
    """Return the game as it is, under its id or a later one."""
    if (games / name / "game.yaml").is_file():
        return load_game(games / name)[0]
    others = (load_game(path)[0] for path in sorted(games.iterdir()) if path.is_dir())
    return next((game for game in others if game and name in game.former_ids), None)


def _ids(before: GameArticle, now: GameArticle, found: Findings) -> None:
    was, live = _kept(before), live_ids(now)
    kept = _kept(now)
    group = {"example": "examples", "rule": "retired", "variant": "variants"}
    for kind, ids in was.items():
        for gone in sorted(ids - kept[kind]):
            fix = f"list it under `retired` (kind: {kind}), with the reason"
            if kind == "example":
                fix = f"write `replaces: [{gone}]` in the example that stands for it, or {fix}"
            known = [name for name in live[kind] if name not in ids]
            found.add(now.at(group[kind]), "FROZEN-GONE", f"This {kind} is gone, and its address "
                      "with it", gone, known=known, fix=fix)  # fmt: skip


def _kept(game: GameArticle) -> dict[str, set[str]]:
    """Return every id that a game answers for, retired ones included, by kind."""
    ids = {kind: set(names) for kind, names in live_ids(game).items()}
    for entry in retired(game):
        ids[entry.kind].add(entry.id)
    return ids


def _expectations(before: GameArticle, now: GameArticle, found: Findings) -> None:
    newer = {example.id: example for example in now.examples}
    for was in before.examples:
        example = newer.get(was.id)
        if was.status != "agreed" or example is None:
            continue  # what was open may be settled; what is gone is told elsewhere
        for key in _differing(before, was, now, example):
            fix = f"give the example a new id and write `replaces: [{was.id}]`"
            found.add(example.at(key), "FROZEN-CHANGED", f"`{key}` of an example that others may "
                      "rely on has changed", was.id, fix=fix)  # fmt: skip


def _differing(
    before: GameArticle, was: Example, now: GameArticle, example: Example
) -> Iterator[str]:
    """Yield the parts of an example that are not what they were; new variants may be added."""
    old, new = _plain(before, was.data), _plain(now, example.data)
    for key in (*ASKED, "then"):
        if old.get(key) != new.get(key):
            yield key
    later = new.get("per_variant", {})
    if any(later.get(under) != then for under, then in old.get("per_variant", {}).items()):
        yield "per_variant"


def _plain(game: GameArticle, data: Any) -> Any:
    """Return plain data in which two spellings of the same cards are the same."""
    if isinstance(data, Mapping):
        return {str(_plain(game, key)): _plain(game, value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(game, entry) for entry in data]
    if not isinstance(data, str):
        return data
    return " ".join(_word(game, word) for word in data.split())


def _word(game: GameArticle, word: str) -> str:
    try:
        return str(game.pack.card(word))
    except ValueError:
        return word


# --- versions ---------------------------------------------------------------------------------


def _version(before: GameArticle, now: GameArticle, found: Findings) -> None:
    """Want a higher version where records of the old one would no longer mean the same."""
    place = now.value_at("version")
    if now.version < before.version:
        found.add(place, "FROZEN-VERSION", "A version never goes back", now.version,
                  fix=f"it was {before.version}")  # fmt: skip
        return
    changed = [*_options(before, now), *_rules(before, now), *_answers(before, now)]
    if changed:
        listed = ", ".join(changed[:4]) + (", ..." if len(changed) > 4 else "")
        found.add(place, "FROZEN-VERSION", "The rules have changed, and the version has not",
                  listed, fix=f"write {before.version + 1} here and in the engine, and tell of it "
                  "under `changes`")  # fmt: skip


def _options(before: GameArticle, now: GameArticle) -> Iterator[str]:
    """Yield options and variants that do not mean what they did; new ones are free."""
    options = {option.name: option for option in now.options}
    for was in before.options:
        option = options.get(was.name)
        if (
            option is None
            or option.default != was.default
            or not set(was.values) <= set(option.values)
        ):
            yield f"option {was.name}"
    variants = {variant.id: variant for variant in now.variants}
    for old in before.variants:
        if old.id not in variants or dict(old.settings) != dict(variants[old.id].settings):
            yield f"variant {old.id}"
    if before.deck != now.deck or before.own_pack != now.own_pack:
        yield "the pack"


def _rules(before: GameArticle, now: GameArticle) -> Iterator[str]:
    """Yield rules that are gone, that hold elsewhere than they did, or that show other numbers."""
    old, new = _marks(before), _marks(now)
    for rule, marks in old.items():
        if new.get(rule) != marks:
            yield f"rule {rule}"


def _marks(game: GameArticle) -> dict[str, list[tuple[str, list[str]]]]:
    """Return, for each rule, where it holds and the names of the numbers that it shows."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for sentence in game.article.sentences:
        when = " ".join(sorted(sentence.when.split()))
        numbers = sorted(_NUMBER.findall(sentence.markdown))
        found.setdefault(sentence.rule, []).append((when, numbers))
    return {rule: sorted(marks) for rule, marks in found.items()}


def _answers(before: GameArticle, now: GameArticle) -> Iterator[str]:
    """Yield examples that ask what an agreed one asked, and expect something else."""
    answers: dict[str, list[Any]] = {}
    for example in before.examples:  # two may ask the same, each about a part of what comes of it
        if example.status == "agreed":
            told = _plain(before, example.data["then"])
            answers.setdefault(_asked(before, example), []).append(told)
    for example in now.examples:
        old = answers.get(_asked(now, example))
        if old and _plain(now, example.data["then"]) not in old:
            yield f"example {example.id}"


def _asked(game: GameArticle, example: Example) -> str:
    return json.dumps([_plain(game, example.data.get(key)) for key in ASKED], sort_keys=True)
