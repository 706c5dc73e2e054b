"""`upcard accept`: let examples expect what the engine says, until a person has looked."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import click

from upcard.options import OptionError, require
from upcard_library.accept import AcceptError, accept, confirm
from upcard_library.cli_common import folder_and_games, games_option
from upcard_library.files import rewritten, shown
from upcard_library.load import load_game
from upcard_library.model import GameArticle
from upcard_library.reports import as_text


@click.command("accept")
@click.argument("game")
@click.argument("examples", nargs=-1, required=True, metavar="EXAMPLE...")
@games_option
@click.option("--confirm", "confirmed", is_flag=True,
              help="You have compared them with the rules: take the marks out.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show what would change and write nothing.")
def accept_examples(
    game: str, examples: tuple[str, ...], root: str | None, *, confirmed: bool, dry_run: bool
) -> None:
    """Rewrite what examples expect from what the engine says.

    They are marked `reviewed: false`, and no article is verified while one is. Compare them with
    the rules, then say so with --confirm.
    """
    folder, (name,) = folder_and_games([game], root)
    loaded, faults = load_game(folder / name)
    if loaded is None:
        raise click.ClickException(as_text(faults[0]))
    known = {example.id: example for example in loaded.examples}
    try:
        for example in examples:
            require(example, known, "example of this game")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    if loaded.module is None and not confirmed:
        msg = "no engine plays this game: its examples are checked by hand"
        raise click.ClickException(msg)
    chosen = [known[example] for example in dict.fromkeys(examples)]
    try:
        new = confirm(loaded, chosen) if confirmed else accept(loaded, chosen)
    except AcceptError as error:
        raise click.ClickException(str(error)) from None
    _write(loaded, new, dry_run=dry_run, confirmed=confirmed)


def _write(game: GameArticle, new: str, *, dry_run: bool, confirmed: bool) -> None:
    old = game.file.read_bytes().decode("utf-8-sig")
    if old == new:
        click.echo("Nothing to change: " + ("no such mark is there." if confirmed else
                                            "the engine agrees."))  # fmt: skip
        return
    show_diff(game.file, old, new)
    if not dry_run:
        rewritten(game.file, new)
        if not confirmed:
            click.echo("Compare this with the rules; once it is right, say so with --confirm.")


def show_diff(path: Path, old: str, new: str) -> None:
    """Print what changes in a file, coloured in a terminal."""
    name = shown(path)
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="", n=1)
    for line in lines:
        colour = {"+": "green", "-": "red"}.get(line[:1])
        click.echo(click.style(line, fg=colour) if colour and sys.stdout.isatty() else line)


__all__ = ["accept_examples", "show_diff"]
