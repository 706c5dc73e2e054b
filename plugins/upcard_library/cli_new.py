"""`upcard new`, `new-example` and `new-variant`: begin with something that holds."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from upcard import games as engines
from upcard.claims import ExampleError
from upcard.decks import DECKS
from upcard.options import OptionError, require
from upcard_library.article import slugify
from upcard_library.cli_accept import show_diff
from upcard_library.cli_common import folder_and_games, games_option, pairs
from upcard_library.files import NoLibraryError, find_games, modeline, rewritten, shown
from upcard_library.growing import new_example, new_variant, with_entry
from upcard_library.load import load_game
from upcard_library.model import GameArticle
from upcard_library.names import alike, names_of
from upcard_library.reports import as_text
from upcard_library.scaffold import facts, prose, taken_from
from upcard_library.schema import schema
from upcard_library.skeleton import module
from upcard_library.spans import Edit, edited, spans

Answers = dict[str, Any]


@click.command()
@click.argument("name", metavar="ID")
@click.option("--title", help="The game's usual name; made from the id if not given.")
@click.option("--summary", help="One sentence that tells what kind of game it is.")
@click.option("--aka", multiple=True, metavar="NAME", help="Another name; may be repeated.")
@click.option("--players", metavar="N[-M]", help="How many can play: 2, or 2-4.")
@click.option("--deck", metavar="PACK", help="Id of the pack, such as french-52.")
@click.option("--family", "families", multiple=True, metavar="ID", help="What kind of game it is.")
@click.option("--like", metavar="GAME", help="Take facts and sections of a game like it.")
@click.option("--engine/--prose-only", "engine", default=False,
              help="Also begin the module that plays it; an article is whole without.")  # fmt: skip
@click.option("--ask/--no-ask", "asking", default=None, help="Ask for what was not given.")
@click.option("--anyway", is_flag=True, help="Although a game with a name like it is there.")
@games_option
def new(
    name: str, title: str | None, summary: str | None, aka: tuple[str, ...], players: str | None,
    deck: str | None, families: tuple[str, ...], like: str | None, root: str | None, *,
    engine: bool, asking: bool | None, anyway: bool,
) -> None:  # fmt: skip
    """Begin a game: its folder, its facts and its article, with TODO where you have to write.

    ID is lower case, words joined by hyphens; the folder is called so, for ever.
    """
    folder = _home(root)
    game_id = slugify(name)
    if re.search(r"[/\\]", name):
        msg = f"{name!r} is a path; give the id alone: the game is written into {shown(folder)}"
        raise click.UsageError(msg)
    title = title or _titled(name)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game_id) or len(game_id) > 60:
        msg = f"{name!r} makes no id: write lower case letters and digits, joined by hyphens"
        raise click.UsageError(msg)
    _new_name(folder, game_id, (game_id, title, *aka), anyway=anyway)
    model = _load(folder, like) if like else None
    answers: Answers = {"id": game_id, "title": title}
    answers |= taken_from(model) if model else {}
    given = {
        "aka": list(aka), "summary": summary, "players": _span(players), "deck": deck,
        "families": list(families),
    }  # fmt: skip
    answers |= {key: value for key, value in given.items() if value}
    if asking or (asking is None and sys.stdin.isatty()):
        _ask(answers)
    _known(answers)
    _write_game(folder, answers, model, engine=engine)


def _home(root: str | None) -> Path:
    """Return the folder to write to: never the games that came with an installed Upcard."""
    try:
        folder = find_games(root)
    except NoLibraryError:
        return Path.cwd() / "games"
    chosen = root or os.environ.get("UPCARD_GAMES")
    here = Path.cwd()
    return folder if chosen or folder.parent in (here, *here.parents) else here / "games"


def _titled(name: str) -> str:
    return name if re.search(r"[A-Z ]", name) else name.replace("-", " ").title()


def _new_name(folder: Path, game_id: str, names: Iterable[str], *, anyway: bool) -> None:
    """Refuse a game that is there already, and one of almost the same name unless it is meant."""
    if (folder / game_id).exists():
        msg = f"{shown(folder / game_id)} is there already; choose another id"
        raise click.UsageError(msg)
    found = alike(names, names_of(folder)) if folder.is_dir() else None
    if found and not anyway:
        mine, other = found
        called = "" if other.name in (other.title, other.game) else f", called {other.name!r} too"
        msg = (
            f"{mine!r} is very like {other.title} ({other.game}{called}). For another way to play "
            f"it: upcard new-variant {other.game}. If it is another game, say so with --anyway"
        )
        raise click.UsageError(msg)


def _load(folder: Path, name: str) -> GameArticle:
    folder, (wanted,) = folder_and_games([name], str(folder))
    game, faults = load_game(folder / wanted)
    if game is None:
        raise click.ClickException(as_text(faults[0]))
    return game


def _span(words: str | None) -> dict[str, int] | None:
    if not words:
        return None
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", words)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= 20:
        msg = f"{words!r} is no number of players; write 2, or 2-4, up to 20"
        raise click.UsageError(msg)
    return {"min": low, "max": high}


def _ask(answers: Answers) -> None:
    """Ask for the chief facts; an empty answer leaves a TODO."""
    answers["title"] = click.prompt("Title", default=answers["title"])
    for key, question in (
        ("summary", "One sentence: what kind of game is it"),
        ("players", "How many players (2, or 2-4)"),
        ("deck", f"Pack (such as {', '.join(list(DECKS)[:4])}; `own` for one of its own)"),
        ("families", "Family (such as rummy, plain-trick, climbing; more with spaces between)"),
    ):
        if key in answers and key not in answers.get("_taken", ()):
            continue
        said = click.prompt(question, default="", show_default=False).strip()
        if said:
            answers[key] = _read(key, said)


def _read(key: str, said: str) -> Any:
    if key == "players":
        return _span(said)
    return said.split() if key == "families" else said


def _known(answers: Answers) -> None:
    """Refuse a pack or family that the schema does not list, naming the nearest."""
    listed = schema()["properties"]
    try:
        if "deck" in answers:
            require(answers["deck"], dict.fromkeys(listed["deck"]["enum"]), "pack")
        for family in answers.get("families", ()):
            require(family, dict.fromkeys(listed["families"]["items"]["enum"]), "family")
    except OptionError as error:
        raise click.UsageError(str(error)) from None


def _write_game(folder: Path, answers: Answers, like: GameArticle | None, *, engine: bool) -> None:
    home = folder / answers["id"]
    taken = {key for key in answers.get("_taken", ()) if key in answers}
    answers |= {"engine": "none", "version": 1, "status": "draft", "options": {}, "variants": [],
                "examples": [], "_taken": taken}  # fmt: skip
    files: dict[Path, str] = {}
    if engine:
        path = _module_file(folder, answers["id"])
        answers["engine"] = path.stem
        files[path] = _module(answers)
    told = facts(schema(), answers, f"as in {like.title}; put it right" if like else "")
    line = modeline(home / "game.yaml")
    files[home / "game.yaml"] = (f"{line}\n" if line else "") + told
    plan = None if engine else like  # an engine's skeleton knows three rules of its own
    files[home / "article.md"] = prose(answers["title"], plan, numbers=engine)
    home.mkdir(parents=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
        click.echo(f"written {shown(path)}")
    click.echo(f"`upcard check {answers['id']}` lists what is still to be written.")


def _module_file(folder: Path, game_id: str) -> Path:
    name = game_id.replace("-", "_")
    name = name if name[0].isalpha() else f"game_{name}"
    home = next((Path(path) for path in engines.__path__
                 if Path(path).is_relative_to(folder.parent)), None)  # fmt: skip
    if home is None:
        msg = "an engine belongs to the library itself: work in a checkout, or leave --engine out"
        raise click.UsageError(msg)
    if (home / f"{name}.py").exists():
        msg = f"{shown(home / f'{name}.py')} is there already"
        raise click.UsageError(msg)
    return home / f"{name}.py"


def _module(answers: Answers) -> str:
    deck = answers.setdefault("deck", "french-52")
    seats = answers.setdefault("players", {"min": 2, "max": 2})["min"]
    if deck == "own":
        msg = "a pack of its own is written first: begin without --engine"
        raise click.UsageError(msg)
    return module(answers["title"], answers["id"], deck, seats, len(DECKS[deck]))


@click.command("new-engine")
@click.argument("game")
@games_option
def add_engine(game: str, root: str | None) -> None:
    """Begin the module that plays a game whose article is there: its rules, its options.

    It deals and lets everybody lay cards in turn; the rest is yours.
    """
    folder = _home(root)
    loaded = _load(folder, game)
    rules = tuple(dict.fromkeys(sentence.rule for sentence in loaded.article.sentences))
    if loaded.module is not None or loaded.own_pack or not rules:
        why = (
            f"{loaded.module} plays it" if loaded.module
            else "write its pack into engine/upcard/decks.py first" if loaded.own_pack
            else "mark the rules in article.md first, as in {#follow-suit}"
        )  # fmt: skip
        msg = f"no module can be begun for {loaded.title}: {why}"
        raise click.UsageError(msg)
    path = _module_file(folder, loaded.id)
    text = module(loaded.title, loaded.id, loaded.deck, loaded.players[0], len(loaded.pack),
                  rules=rules, options=loaded.options)  # fmt: skip
    path.write_text(text, encoding="utf-8")
    click.echo(f"written {shown(path)}")
    old = loaded.file.read_bytes().decode("utf-8-sig")
    where = spans(old)
    assert where is not None  # noqa: S101  the game was read from this very text
    span = where.values["engine",]
    new_text = edited(old, [Edit(span.start, span.end, path.stem)])
    rewritten(loaded.file, new_text)
    show_diff(loaded.file, old, new_text)


# --- entries --------------------------------------------------------------------------------


@click.command("new-example")
@click.argument("game")
@click.argument("rule")
@click.option("--variant", metavar="V", help="Played under this variant.")
@games_option
def add_example(game: str, rule: str, variant: str | None, root: str | None) -> None:
    """Add an example of a rule to a game: one that holds, to be rewritten.

    It is a copy of an example of the same rule, or of another, or the empty table.
    """
    loaded = _load(_home(root), game)
    try:
        entry = new_example(loaded, rule, variant)
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    except ExampleError as error:
        msg = f"no position could be set up for it ({error}); write one by hand"
        raise click.ClickException(msg) from None
    _append(loaded, "examples", entry)


@click.command("new-variant")
@click.argument("game")
@click.option("--title", help="The variant's name for people.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE",
              help="One option; may be repeated.")  # fmt: skip
@click.option("--source", "sources", multiple=True, metavar="ID", help="Where it was found.")
@games_option
def add_variant(
    game: str, title: str | None, settings: tuple[str, ...], sources: tuple[str, ...],
    root: str | None,
) -> None:  # fmt: skip
    """Add a variant to a game: a named set of option values."""
    loaded = _load(_home(root), game)
    if not title:
        title = click.prompt("Title of the variant") if sys.stdin.isatty() else ""
    if not title or not slugify(title):
        msg = "a variant wants a name: --title 'Short game'"
        raise click.UsageError(msg)
    try:
        entry = new_variant(loaded, title, pairs(settings, "setting"), sources)
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    _append(loaded, "variants", entry)
    if loaded.module:
        click.echo(f"An example shows the difference: upcard new-example {loaded.id} RULE "
                   f"--variant {entry['id']}")  # fmt: skip


def _append(game: GameArticle, group: str, entry: Mapping[str, Any]) -> None:
    old = game.file.read_bytes().decode("utf-8-sig")
    new_text = with_entry(old, group, entry)
    rewritten(game.file, new_text)
    show_diff(game.file, old, new_text)
    click.echo(f"{entry['id']} is written; `upcard check {game.id}` says what is to be put right.")


__all__ = ["add_engine", "add_example", "add_variant", "new"]
