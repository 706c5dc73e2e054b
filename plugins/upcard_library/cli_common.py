"""What several commands share: options, tables, and the rules a command line asks for."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from upcard.api import Rules, rules
from upcard.game import COMMON_RULES
from upcard.options import OptionError, require
from upcard_library.files import NoLibraryError, find_games
from upcard_library.provider import ARTICLES

games_option = click.option(
    "--folder", "root", metavar="DIR", help="The folder of games, if it is not found by itself."
)
variant_option = click.option("--variant", metavar="V", help="A named variant.")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="One option; may be repeated."
)
json_option = click.option("--json", "as_data", is_flag=True, help="Print JSON.")


def use_folder(root: str | None) -> None:
    """Answer from another folder of games."""
    if root:
        try:
            ARTICLES.use({}, find_games(root))
        except NoLibraryError as error:
            raise click.UsageError(str(error)) from None


def folder_and_games(games: Iterable[str], root: str | None) -> tuple[Path, list[str]]:
    """Return the folder of games and the names asked for; one that is not there is a usage error.

    A game may be named by the path of its folder or of a file in it, as editors and hooks do.
    """
    try:
        folder = find_games(root)
    except NoLibraryError as error:
        raise click.UsageError(str(error)) from None
    known = {path.name: path for path in sorted(folder.iterdir())
             if path.is_dir() and not path.name.startswith(".")}  # fmt: skip
    if games and not any(folder.glob("*/*.yaml")) and not any(folder.glob("*/*.md")):
        msg = f"there are no games in {folder}: each is a folder with game.yaml and article.md"
        raise click.UsageError(msg)
    wanted = []
    for word in games:
        name = game_name(word, folder)
        try:
            require(name, known, "game")
        except OptionError as error:
            raise click.UsageError(str(error)) from None
        wanted.append(name)
    return folder, list(dict.fromkeys(wanted))


def game_name(word: str, folder: Path) -> str:
    """Return the game that a word means: its id, its folder, or a file of its folder."""
    path = Path(word).absolute()
    if len(Path(word).parts) > 1 and path.is_relative_to(folder) and path != folder:
        return path.relative_to(folder).parts[0]
    return Path(word).name


def console() -> Console:
    """Return a console that does not break lines in a pipe."""
    width = shutil.get_terminal_size((100, 24)).columns
    return Console(width=max(width, 60), highlight=False, markup=False, emoji=False)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> None:
    """Print a plain table."""
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for head in heads:
        grid.add_column(head, justify="right" if head in right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*row)
    lines = console()
    with lines.capture() as capture:
        lines.print(grid)
    printed = [line.rstrip() for line in capture.get().splitlines()]
    click.echo("\n".join(printed).strip("\n"))


def pairs(words: Iterable[str], what: str) -> dict[str, str]:
    """Split `key=value` words."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            msg = f"{word!r} is no {what}; write key=value, as in hand='5H 5S 5C JD'"
            raise click.UsageError(msg)
        if name in found:
            msg = f"{name!r} is given twice"
            raise click.UsageError(msg)
        found[name] = value
    return found


def rules_for(game: str, variant: str | None, settings: Iterable[str], root: str | None) -> Rules:
    """Return the rules that a command line asks for."""
    use_folder(root)
    try:
        return rules(game, variant, **pairs(settings, "setting"))
    except OptionError as error:
        raise click.UsageError(str(error)) from None


def one_line(sentence: str | None) -> str:
    """Return a sentence without Markdown's signs."""
    if not sentence:
        return ""
    return sentence.replace("**", "").replace("`", "").strip()


def sentence_of(ruled: Rules, rule: str) -> str:
    """Return the article's sentence for a rule at this table; empty if there is none."""
    return one_line(ruled.sentence(rule)) or COMMON_RULES.get(rule, "")


def option_lines(ruled: Rules) -> dict[str, Any]:
    """Return the option values of a table, as JSON shows them."""
    return {name: getattr(ruled.options, name) for name in ruled.options.__dataclass_fields__}
