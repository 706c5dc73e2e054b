"""What `mkdocs.yml` may say about the plugin."""

from __future__ import annotations

from mkdocs.config import base
from mkdocs.config import config_options as c


class UpcardConfig(base.Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in `mkdocs.yml`."""

    games_dir = c.Dir(exists=True, default="games")
    library = c.Type(bool, default=False)  # the games that come with Upcard, beside one's own
    house = c.Type(str, default="house")  # a folder of house rules for them, `<game>.yaml`
    only = c.Type((list, str), default=[])  # a list of ids, or one text of them
    glossary = c.Type(str, default="docs/glossary.yml")
    cache = c.Type(str, default=".cache/site")
    discuss = c.Type(str, default="")
    pyodide = c.Type(str, default="")  # an address with the engine's runtime, if not npm's copy
