"""Where the games, the schema and the cache are kept."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PACKAGED = _HERE / "data"
_CHECKOUT = _HERE.parent.parent


class NoLibraryError(FileNotFoundError):
    """No folder of games was found; the message says where it was looked for."""


def find_games(root: Path | str | None = None) -> Path:
    """Return the folder of games: the one given, `UPCARD_GAMES`, the nearest above, or our own.

    Raises:
        NoLibraryError: there is none.
    """
    chosen = root or os.environ.get("UPCARD_GAMES")
    if chosen:
        folder = Path(chosen).absolute()
        if (folder / "games").is_dir():
            folder /= "games"
        if folder.is_dir():
            return folder
        msg = f"there is no folder {folder}"
        raise NoLibraryError(msg)
    here = Path.cwd()
    for folder in (here, *here.parents):
        if folder.name == "games" and _holds_games(folder):
            return folder
        if _holds_games(folder / "games"):
            return folder / "games"
    for folder in (_PACKAGED / "games", _CHECKOUT / "games"):
        if folder.is_dir():
            return folder
    msg = "no folder `games/` here or above; go to a checkout of Upcard or set UPCARD_GAMES"
    raise NoLibraryError(msg)


def _holds_games(folder: Path) -> bool:
    return folder.is_dir() and any(folder.glob("*/game.yaml"))


def schema_file(name: str) -> Path:
    """Return a file of `schema/`, as installed or in the checkout."""
    return shipped("schema") / name


def shipped(name: str) -> Path:
    """Return a folder that comes with Upcard (`games`, `schema`, `docs`), installed or not."""
    packaged = _PACKAGED / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def docs_file(name: str) -> Path:
    """Return a page of `docs/`, as installed or in the checkout."""
    packaged = _PACKAGED / "docs" / name
    return packaged if packaged.is_file() else _CHECKOUT / "docs" / name


def rewritten(file: Path, text: str) -> None:
    """Write another text into a file; a byte order mark stays where there is one."""
    mark = BOM_UTF8 if file.read_bytes().startswith(BOM_UTF8) else b""
    file.write_bytes(mark + text.encode())


def modeline(file: Path) -> str:
    """Return the first line that tells editors of the schema, if a folder above has it."""
    for up, folder in enumerate(file.absolute().parents):
        if (folder / "schema" / "game.schema.json").is_file():
            way = "../" * up
            return f"# yaml-language-server: $schema={way}schema/game.schema.json"
    return ""


def shown(path: Path) -> str:
    """Write a path relative to the working directory, if it lies below."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
