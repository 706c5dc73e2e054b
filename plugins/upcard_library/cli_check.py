"""`upcard check` and `upcard explain`: everything that is wrong, and what a code means."""

from __future__ import annotations

import os
import sys

import click

from upcard.options import OptionError, require
from upcard_library.checking import Checked, check_games
from upcard_library.cli_common import folder_and_games, games_option
from upcard_library.explain import explained
from upcard_library.reports import as_github, as_json, as_text
from upcard_library.sarif import as_sarif

_LEFT = {"crosscheck": "crosscheck by chance", "match": "whole match", "figure": "stored figure"}
_PLURAL = {"crosscheck by chance": "crosschecks by chance", "whole match": "whole matches"}


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@games_option
@click.option("--format", "form", type=click.Choice(["text", "github", "json", "sarif"]),
              default="text", help="How to report.")  # fmt: skip
@click.option("--full", is_flag=True, help="Finish what takes long, too.")
@click.option("--fresh", is_flag=True, help="Run everything again, whatever is remembered.")
def check(games: tuple[str, ...], root: str | None, form: str, *, full: bool, fresh: bool) -> None:
    """Say everything that is wrong: facts, prose, examples, coverage, crosschecks, form.

    Of games that you name, crosschecks by chance and whole matches are only begun unless they are
    proven already, and you are told so. --full finishes them; a check of all games always does.
    """
    folder, wanted = folder_and_games(games, root)
    glance = bool(games) and form == "text" and not (full or fresh)
    checked = check_games(folder, wanted, fresh=fresh, glance=glance)
    if form == "json":
        click.echo(as_json(checked.faults))
    elif form == "sarif":
        click.echo(as_sarif(checked.faults))
    else:
        _print(checked, form)
    raise SystemExit(1 if checked.errors else 0)


def _print(checked: Checked, form: str) -> None:
    if form == "github":
        lines = as_github(checked.faults)
    else:
        lines = [as_text(fault, colour=_in_colour()) for fault in checked.faults]
    for line in lines:
        click.echo(line)
    errors = checked.errors
    many = f"{checked.games} game{'' if checked.games == 1 else 's'}"
    hints = len(checked.faults) - errors
    click.echo(f"{many}: {_many(errors, 'fault')}, {_many(hints, 'hint')}")
    if checked.left and not errors:
        kinds = [_many(number, _LEFT[what]) for what, number in checked.left.items()]
        click.echo(f"Not finished, because a game was named: {', '.join(kinds)}. "
                   "`upcard check --full` finishes them.")  # fmt: skip
    if any(fault.code.startswith("FORMAT-") for fault in checked.faults):
        click.echo("`upcard fmt` mends what is mechanical.")
    if errors:
        click.echo("`upcard explain CODE` says more of a code; docs/errors.md has them all.")


def _in_colour() -> bool:
    """Say whether to colour: in a terminal, unless NO_COLOR is set to anything."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _many(number: int, what: str) -> str:
    return f"{number or 'no'} {what if number == 1 else _PLURAL.get(what, what + 's')}"


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Say what a code of `upcard check` means, how to mend it, and show it."""
    sections = explained()
    try:
        require(code.upper(), sections, "code")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    click.echo(sections[code.upper()])


__all__ = ["check", "explain"]
