"""`upcard schema`: the schema of one game, for editors that are to offer its own names."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click

from upcard.options import OptionError, require
from upcard_library.cli_common import games_option
from upcard_library.files import NoLibraryError, find_games, modeline, schema_file, shown
from upcard_library.game_schema import game_schema
from upcard_library.load import load_game
from upcard_library.model import GameArticle

_MODELINE = re.compile(r"(\ufeff?)# yaml-language-server: \$schema=[^\r\n]*")


@click.command()
@click.argument("game")
@click.option("--write", is_flag=True, help="Keep it, and let the first line of game.yaml name it.")
@click.option("--general", is_flag=True, help="Let that line name the general schema again.")
@games_option
def schema(game: str, root: str | None, *, write: bool, general: bool) -> None:
    """Print a game's own schema: its rules, options, values, variants, examples and questions.

    With it an editor offers the game's own names while you type. It is kept in .cache/schema/;
    before you commit, let the game name the general schema again.
    """
    folder = _folder(game, root)
    file = folder / "game.yaml"
    if general:
        _point(file, modeline(file))
        return
    if not write:
        click.echo(_dump(_loaded(folder), folder), nl=False)
        return
    kept = _home(folder) / ".cache" / "schema" / f"{folder.name}.schema.json"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(_dump(_loaded(folder), kept.parent), encoding="utf-8", newline="\n")
    click.echo(f"{shown(kept)}: written")
    _point(file, f"# yaml-language-server: $schema={_way(kept, folder)}")
    click.echo(f"Before you commit: upcard schema {folder.name} --general")


def _folder(game: str, root: str | None) -> Path:
    try:
        games = find_games(root)
        known = {path.name: path for path in sorted(games.iterdir()) if path.is_dir()}
        require(Path(game).name, known, "game")
    except (NoLibraryError, OptionError) as error:
        raise click.UsageError(str(error)) from None
    return known[Path(game).name]


def _loaded(folder: Path) -> GameArticle:
    loaded, _ = load_game(folder)
    if loaded is None:
        msg = f"the game cannot be read yet; see `upcard check {folder.name}`"
        raise click.ClickException(msg)
    return loaded


def _home(folder: Path) -> Path:
    return folder.absolute().parent.parent


def _way(file: Path, start: Path) -> str:
    return Path(os.path.relpath(file.absolute(), start.absolute())).as_posix()


def _dump(game: GameArticle, start: Path) -> str:
    """Write the schema as it is to lie in a folder."""
    way = _way(schema_file("game.schema.json"), start)
    return json.dumps(game_schema(game, way), indent=2, ensure_ascii=False) + "\n"


def _point(file: Path, line: str) -> None:
    """Let the first line of a file name a schema; nothing else is touched."""
    text = file.read_bytes().decode("utf-8", errors="surrogateescape")
    found = _MODELINE.match(text)
    if not line:
        msg = "there is no schema/game.schema.json above the game"
        raise click.ClickException(msg)
    mark = found[1] if found else ""
    rest = text[found.end() :] if found else f"\n{text}"
    file.write_bytes(f"{mark}{line}{rest}".encode("utf-8", errors="surrogateescape"))
    click.echo(f"{shown(file)}: {line}")


__all__ = ["schema"]
