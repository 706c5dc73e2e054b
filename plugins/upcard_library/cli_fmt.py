"""`upcard fmt`: mend what is mechanical, and nothing else."""

from __future__ import annotations

import click

from upcard_library.cli_accept import show_diff
from upcard_library.cli_common import folder_and_games, games_option
from upcard_library.files import shown
from upcard_library.fmt import formatted_files, mends
from upcard_library.reports import as_text


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@games_option
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if it would.")
@click.option("--diff", "with_diff", is_flag=True, help="Show what changes; write nothing.")
def fmt(games: tuple[str, ...], root: str | None, *, only_check: bool, with_diff: bool) -> None:
    """Mend what is mechanical: quotes, the spelling of cards, blanks, ends of lines.

    Comments and all other lines stay as they are. `upcard check` tells the same as hints.
    """
    folder, wanted = folder_and_games(games, root)
    names = wanted or sorted(path.name for path in folder.iterdir() if path.is_dir())
    files = changed = 0
    for path in (path for name in names for path in formatted_files(folder / name)):
        found = mends(path, path.read_bytes())
        files += 1
        if found.mended == found.raw:
            continue
        changed += 1
        if only_check:
            for fault in found.faults:
                click.echo(as_text(fault))
        if with_diff:
            show_diff(path, found.raw.decode("utf-8"), found.mended.decode("utf-8"))
        if not only_check and not with_diff:
            path.write_bytes(found.mended)
            click.echo(f"mended {shown(path)}")
    would = " to mend" if only_check or with_diff else " mended"
    click.echo(f"{files} file{'' if files == 1 else 's'}, {changed or 'none'}{would}")
    raise SystemExit(1 if only_check and changed else 0)


__all__ = ["fmt"]
