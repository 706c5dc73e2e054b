"""`upcard render`: the site as Markdown, for generators other than MkDocs."""

from __future__ import annotations

from pathlib import Path

import click

from upcard_library.load import load_library
from upcard_site.render_tree import write_markdown
from upcard_site.terms import read_glossary


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True,
              help="Folder to write to.")  # fmt: skip
@click.option("--games", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of games; found if not given.")  # fmt: skip
@click.option("--glossary", type=click.Path(dir_okay=False, path_type=Path),
              help="File of terms; docs/glossary.yml beside the games if not given.")  # fmt: skip
def render(out: Path, games: Path | None, glossary: Path | None) -> None:
    """Write all pages as plain Markdown that any generator can build."""
    library = load_library(games)
    terms = read_glossary(glossary or library.root.parent / "docs" / "glossary.yml")
    written = write_markdown(library, out, glossary=terms)
    pages = sum(path.suffix == ".md" for path in written)
    click.echo(f"{pages} pages, {len(written) - pages} other files written to {out}")
