"""`upcard render`: the site as Markdown for other generators. `upcard booklet`: games on paper."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from upcard.examples import rules_under
from upcard.options import OptionError, require
from upcard_library import stand_in
from upcard_library.cli import load
from upcard_library.load import load_library
from upcard_library.model import Library
from upcard_site import words
from upcard_site.booklet import PAPERS, Plan, bodies, document, glossary_of, print_library
from upcard_site.booklet_pdf import PrintError
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


@click.command()
@click.argument("games", nargs=-1)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True,
              help="File to write.")  # fmt: skip
@click.option("--paper", type=click.Choice(PAPERS), default="A4", show_default=True)
@click.option("--variant", "variants", multiple=True, metavar="GAME=VARIANT",
              help="Rules of a game other than the base game's; may be given again.")  # fmt: skip
@click.option("--examples", is_flag=True, help="Show worked examples with their cards.")
@click.option("--html", is_flag=True, help="Write HTML, for which no browser is needed.")
@click.option("--title", default="Upcard", show_default=True, help="What stands on the first page.")
@click.option("--games", "root", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of games; found if not given.")  # fmt: skip
def booklet(
    games: tuple[str, ...], out: Path, paper: str, variants: tuple[str, ...], examples: bool,
    html: bool, title: str, root: Path | None,
) -> None:  # fmt: skip
    """Print the library, or the games named, as a booklet."""
    library = load(games, str(root) if root else None)
    plan = Plan(_rules(library, variants), examples, paper, title)
    many = words.count(len(library.games), "game")
    if html:
        terms = glossary_of(library)
        text = document(bodies(library, terms, plan), terms, plan)
        out.write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"{many} written to {out}")
        return
    try:
        pages = print_library(library, out, plan)
    except PrintError as error:
        raise click.ClickException(str(error)) from None
    except ImportError as error:
        msg = f"printing a booklet needs `pip install upcard[booklet]`: {error}"
        raise click.ClickException(msg) from None
    click.echo(f"{many} on {max(pages.values())} pages written to {out}")


def _rules(library: Library, variants: Iterable[str]) -> dict[str, str]:
    """Read `game=rules` words.

    Raises:
        BadParameter: no such game in the booklet, or no such rules.
    """
    chosen = {}
    for word in variants:
        game, _, under = word.partition("=")
        if not under:
            raise click.BadParameter(f"write {game}=VARIANT", param_hint="--variant")
        try:
            require(game, library.games, "game")
            article = library.games[game]
            rules_under(game, under) if article.module else stand_in.table(article, under)
        except OptionError as error:
            raise click.BadParameter(str(error), param_hint="--variant") from None
        chosen[game] = under
    return chosen
