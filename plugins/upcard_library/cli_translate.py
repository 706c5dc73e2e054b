"""`upcard stamp`: note in a translation which English sentences it was made from."""

from __future__ import annotations

from pathlib import Path

import click

from upcard.options import OptionError, require
from upcard_library.cli_common import games_option
from upcard_library.files import NoLibraryError, find_games, shown
from upcard_library.load import load_game
from upcard_library.model import Article, GameArticle
from upcard_library.reports import as_text
from upcard_library.translations import parts
from upcard_library.translations import stamp as stamped


@click.command()
@click.argument("game")
@click.argument("language", metavar="LANG")
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only this rule's sentences.")
@click.option("--section", "sections", multiple=True, metavar="SLUG",
              help="Only this section's heading (`title` for the beginning).")  # fmt: skip
@games_option
def stamp(
    game: str, language: str, rules: tuple[str, ...], sections: tuple[str, ...], root: str | None
) -> None:
    """Note which English sentences a translation was made from, once you have compared them.

    Without --rule and --section everything is noted. Nothing but the marks is changed.
    """
    loaded, article = _loaded(game, language, root)
    names = parts(loaded.article)
    known = {part.key[0]: 0 for part in names if part.key[0]}
    heads = {part.section or "title": 0 for part in names if not part.key[0]}
    try:
        for rule in rules:
            require(rule, known, "rule of this article")
        for section in sections:
            require(section, heads, "section of this article")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    raw = article.path.read_bytes()
    text, changed = stamped(raw, article, loaded.article, rules, sections)
    for part, english in changed:
        first = " ".join(english.text.split())
        click.echo(f"{part.place.line}: {part.name}: {first[:100]}{'...' if first[100:] else ''}")
    if text != raw:
        article.path.write_bytes(text)
    many = f"{len(changed)} mark{'' if len(changed) == 1 else 's'}"
    click.echo(f"{shown(article.path)}: {many} written")


def _loaded(game: str, language: str, root: str | None) -> tuple[GameArticle, Article]:
    try:
        folder = find_games(root)
        known = {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()}
        name = Path(game).name
        require(name, known, "game")
        loaded, faults = load_game(known[name])
        if loaded is None:
            raise click.ClickException(as_text(faults[0]))
        require(language, loaded.translations, "translation of this game")
    except (NoLibraryError, OptionError) as error:
        raise click.UsageError(str(error)) from None
    return loaded, loaded.translations[language]
