"""The templates: Jinja2, every value escaped unless it is already safe."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from upcard_site.language import counted, say, show

HERE = Path(__file__).parent


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals |= {"say": say, "show": show, "counted": counted}
    return environment


@cache
def template(name: str) -> Template:
    """Return a template of `templates/`."""
    return _environment().get_template(name)
