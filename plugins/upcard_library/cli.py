"""The `upcard` command: list, check, test, coverage; the others stand in `cli_ask`, `cli_play`.

Exit codes: 0 all is well, 1 something was found, 2 the command was not understood.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

import click

from upcard.options import OptionError, require
from upcard_library.assess import Assessment, assess, cache_folder
from upcard_library.cli_accept import accept_examples
from upcard_library.cli_arena import arena
from upcard_library.cli_ask import ask, simulate
from upcard_library.cli_check import check, explain
from upcard_library.cli_common import folder_and_games, games_option, table
from upcard_library.cli_fmt import fmt
from upcard_library.cli_frozen import frozen
from upcard_library.cli_new import add_engine, add_example, add_variant, new
from upcard_library.cli_odds import odds
from upcard_library.cli_play import play
from upcard_library.cli_replay import replay
from upcard_library.cli_schema import schema
from upcard_library.cli_translate import stamp
from upcard_library.finding import TRACEBACK, breakdown
from upcard_library.load import load_library
from upcard_library.model import CaseResult, Fault, GameArticle, Library
from upcard_library.provider import ARTICLES
from upcard_library.reports import as_text
from upcard_library.run import run_game


class _Commands(click.Group):
    """Our own commands and those of other packages, which are imported only when called."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; that an engine breaks down is told in one line, at its place."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.ClickException, click.Abort):
            raise
        except Exception as error:
            told = None if os.environ.get(TRACEBACK) else breakdown(error)
            if told is None:
                raise
            click.echo(as_text(told), err=True)
            ctx.exit(1)

    def _others(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group="upcard.commands")}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self._others()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        known = super().get_command(ctx, cmd_name)
        if known is not None or cmd_name not in self._others():
            return known
        try:
            command: click.Command = self._others()[cmd_name].load()
        except ImportError as error:
            msg = f"`upcard {cmd_name}` needs more than is installed: {error}"
            raise click.ClickException(msg) from None
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="upcard", prog_name="upcard")
def main() -> None:
    """Card games whose rules run.

    Where the games are: UPCARD_GAMES, or the nearest folder `games/`, or those that came with it.
    """


for _command in (
    new, add_engine, add_example, add_variant, check, fmt, accept_examples, frozen, explain,
    arena, ask, odds, play, replay, schema, simulate, stamp,
):  # fmt: skip
    main.add_command(_command)


def load(games: Iterable[str], root: str | None) -> Library:
    """Load the games named, or all; a game that is not there is a usage error."""
    folder, wanted = folder_and_games(games, root)
    library = load_library(folder, wanted or None)
    ARTICLES.use(library.games, folder)
    return library


def of_game(library: Library, folder_name: str) -> list[Fault]:
    """Return the faults found while loading one game."""
    return [f for f in library.faults if (library.root / folder_name) in f.place.file.parents]


def assess_all(library: Library, *, fresh: bool = False) -> dict[str, Assessment]:
    """Run everything that the loaded games have to run."""
    store = None if fresh else cache_folder(library.root)
    return {
        game.id: assess(game, of_game(library, game.folder.name), store=store)
        for game in library.games.values()
    }


@main.command("list")
@games_option
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def list_games(root: str | None, *, as_data: bool) -> None:
    """List the games."""
    library = load((), root)
    games = sorted(library.games.values(), key=lambda game: game.title)
    if as_data:
        told = [
            {
                "id": game.id, "title": game.title, "summary": game.summary,
                "players": list(game.players), "deck": game.deck, "families": list(game.families),
                "status": game.status, "variants": [variant.id for variant in game.variants],
                "examples": len(game.examples),
            }
            for game in games
        ]  # fmt: skip
        click.echo(json.dumps({"games": told}, indent=2, ensure_ascii=False))
    else:
        rows = [
            (game.id, game.title, _span(game.players), game.status, str(len(game.examples)))
            for game in games
        ]
        table(("game", "title", "players", "status", "examples"), rows)
    broken = sorted(
        path.name for path in library.root.iterdir()
        if path.is_dir() and not path.name.startswith((".", "_")) and path.name not in library.games
    )  # fmt: skip
    if broken:
        click.echo(f"Not to be read: {', '.join(broken)} (see `upcard check`)", err=True)


def _span(limits: tuple[int, int]) -> str:
    low, high = limits
    return str(low) if low == high else f"{low}-{high}"


@main.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@games_option
@click.option("--variant", help="Only what is played under this variant (or `base`).")
@click.option("--rule", help="Only examples that name this rule.")
def test(games: tuple[str, ...], root: str | None, variant: str | None, rule: str | None) -> None:
    """Run the worked examples."""
    library = load(games, root)
    passed = failed = 0
    broken = {f.place.file.parent for f in library.faults if f.level == "error"}
    for fault in library.faults:
        if fault.level == "error":
            click.echo(as_text(fault))
    failed += len({path for path in broken if path.name not in library.games})
    _known(library.games.values(), variant, rule)
    for game in library.games.values():
        wanted = [e.id for e in game.examples if rule is None or rule in e.rules]
        for result in run_game(game, wanted):
            if variant is not None and result.under != variant:
                continue
            if result.outcome in ("failed", "error"):
                failed += 1
                _show(game, result)
            else:
                passed += 1
                if result.outcome != "passed":
                    click.echo(f"{game.id}::{result.example.id}[{result.under}]: {result.outcome}")
    click.echo(f"{passed} passed, {failed} failed")
    raise SystemExit(1 if failed or broken else 0)


def _known(games: Iterable[GameArticle], variant: str | None, rule: str | None) -> None:
    """Refuse a filter that nothing can pass."""
    listed = list(games)
    rules = dict.fromkeys(r for game in listed for e in game.examples for r in e.rules)
    unders = {"base": 0} | dict.fromkeys(v.id for game in listed for v in game.variants)
    try:
        if rule is not None:
            require(rule, rules, "rule in the examples")
        if variant is not None and "=" not in variant:
            require(variant, unders, "variant")
    except OptionError as error:
        raise click.UsageError(str(error)) from None


def _show(game: GameArticle, result: CaseResult) -> None:
    click.echo(f"{game.id}::{result.example.id}[{result.under}]")
    for fault in result.faults:
        click.echo(f"  {as_text(fault)}")
    for line in result.reasoning:
        click.echo(f"    {line}")


@main.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@games_option
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
@click.option("--fresh", is_flag=True, help="Run everything again, whatever is remembered.")
def coverage(games: tuple[str, ...], root: str | None, *, as_data: bool, fresh: bool) -> None:
    """Show which rules are proven by examples, and what status each game has earned."""
    library = load(games, root)
    made = assess_all(library, fresh=fresh)
    bad = any(fault.level == "error" for a in made.values() for fault in a.coverage.faults)
    bad = bad or any(a.failed for a in made.values())
    bad = bad or any(fault.level == "error" for fault in library.faults)
    told = [a.coverage for a in made.values()]
    if as_data:
        data = {"games": [entry.as_json() for entry in told]}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        raise SystemExit(1 if bad else 0)
    rows = [
        (c.id, c.status, f"{len(c.proven)}/{len(c.rules)}", str(len(c.variants)), str(c.examples))
        for c in told
    ]
    table(("game", "status", "rules proven", "variants", "examples"), rows)
    for entry in told:
        for rule in entry.unproven:
            click.echo(f"{entry.id}: no example proves {rule}")
        for rule in entry.undeclared:
            click.echo(f"{entry.id}: {rule} acts but is not declared")
        for why in entry.why_not:
            click.echo(f"{entry.id} is no more than {entry.status}: {why}")
    raise SystemExit(1 if bad else 0)


__all__ = ["main"]
