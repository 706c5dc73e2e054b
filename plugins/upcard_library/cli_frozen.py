"""`upcard frozen`: refuse a change that takes back what others rely on."""

from __future__ import annotations

import click

from upcard_library.cli_common import games_option
from upcard_library.files import NoLibraryError, find_games
from upcard_library.frozen import GitError
from upcard_library.frozen import frozen as compare
from upcard_library.reports import as_github, as_json, as_text


@click.command()
@click.option("--base", required=True, metavar="REF",
              help="Branch or commit that the change is for, such as origin/main.")  # fmt: skip
@games_option
@click.option("--format", "form", type=click.Choice(["text", "github", "json"]), default="text",
              help="How to report.")  # fmt: skip
def frozen(base: str, root: str | None, form: str) -> None:
    """Compare the games with those of another commit: ids, expectations, versions.

    Nothing is run; the other commit's files are read through git.
    """
    try:
        faults = compare(find_games(root), base)
    except (NoLibraryError, GitError) as error:
        raise click.UsageError(str(error)) from None
    if form == "json":
        click.echo(as_json(faults))
    else:
        for line in as_github(faults) if form == "github" else map(as_text, faults):
            click.echo(line)
        told = f"{len(faults)} thing{'' if len(faults) == 1 else 's'} taken back"
        click.echo(told if faults else f"Nothing taken back since {base}")
    raise SystemExit(1 if faults else 0)
