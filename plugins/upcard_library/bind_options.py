"""Options and variants of an article against the engine's options."""

from __future__ import annotations

from typing import Any

from upcard.game import Game
from upcard.options import Option, OptionError, Value, describe, read_options, text
from upcard_library.finding import Findings
from upcard_library.model import GameArticle, OptionInfo


def bind_options(game: GameArticle, kind: type[Game[Any]], found: Findings) -> None:
    """Refuse an option missing on either side, and one that differs."""
    engine = describe(kind.Options)
    told = {option.name: option for option in game.options}
    for name, option in told.items():
        if name not in engine:
            found.add(game.at("options", name), "OPTION-UNKNOWN", "The engine has no such option",
                      name, known=engine)  # fmt: skip
            continue
        _bind_option(game, option, engine[name], found)
    suggested = {fault.nearest for fault in found if fault.code == "OPTION-UNKNOWN"}
    for name in engine:
        if name not in told and name not in suggested:
            found.add(game.at("options"), "OPTION-MISSING",
                      f"The engine has an option `{name}` that the article does not tell", "",
                      fix=f"add `{name}:` under `options`")  # fmt: skip


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _bind_option(game: GameArticle, told: OptionInfo, engine: Option, found: Findings) -> None:
    path = ("options", told.name)
    if not _same(told.default, engine.default):
        found.add(game.value_at(*path, "default"), "OPTION-DEFAULT",
                  f"The default of `{told.name}` is not the engine's", text(told.default),
                  fix=f"the engine says {_yaml(engine.default)}")  # fmt: skip
    wrong = False
    for number, value in enumerate(told.values):
        if not any(_same(value, known) for known in engine.values):
            wrong = True
            what = "the limits of a number" if engine.kind == "number" else f"a {engine.kind}"
            found.add(game.value_at(*path, "values", str(number)), "OPTION-VALUE",
                      f"`{told.name}` is {what} and has no such value", text(value),
                      fix=f"the engine says {_listed(engine)}")  # fmt: skip
    missing = [v for v in engine.values if not any(_same(v, known) for known in told.values)]
    if missing and not wrong:
        found.add(game.at(*path, "values"), "OPTION-VALUE",
                  f"`{told.name}` has more values in the engine", _yaml(missing[0]),
                  fix=f"the engine says {_listed(engine)}")  # fmt: skip
    known = {text(value) for value in engine.values}
    for label in told.labels:
        if engine.kind != "number" and label not in known:
            found.add(game.at(*path, "labels", label), "OPTION-LABEL",
                      f"A label for a value that `{told.name}` cannot have", label,
                      known=sorted(known))  # fmt: skip


def _yaml(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _listed(option: Option) -> str:
    return "[" + ", ".join(map(_yaml, option.values)) + "]"


def bind_variants(
    game: GameArticle, kind: type[Game[Any]], found: Findings
) -> dict[str, Game[Any]]:
    """Refuse variants that cannot be played; return the tables of those that can, with `base`."""
    tables = {"base": kind()}
    alike = {tables["base"].options: "base"}
    for number, variant in enumerate(game.variants):
        options = _read(game, ("variants", str(number), "set"), variant.settings, kind, found)
        if options is None:
            continue
        if options in alike:
            found.add(game.at("variants", str(number), "set"), "VARIANT-SAME",
                      "This variant sets nothing that another does not", variant.id,
                      fix=f"it is the same as {alike[options]}")  # fmt: skip
        alike.setdefault(options, variant.id)
        tables[variant.id] = kind(options)
    return tables


def _read(
    game: GameArticle, path: tuple[str, ...], settings: Any, kind: type[Game[Any]], found: Findings
) -> Any:
    engine, sound = describe(kind.Options), True
    for name, value in settings.items():
        if name not in engine:
            found.add(game.at(*path, name), "VARIANT-OPTION", "The engine has no such option", name,
                      known=engine)  # fmt: skip
            sound = False
            continue
        try:
            read = engine[name].read(value)
        except OptionError as error:
            found.add(game.value_at(*path, name), "VARIANT-VALUE", str(error), text(value),
                      known=() if engine[name].kind == "number" else map(text, engine[name].values),
                      fix=f"the engine says {_listed(engine[name])}")  # fmt: skip
            sound = False
            continue
        if not _same(read, value):
            found.add(game.value_at(*path, name), "VARIANT-VALUE",
                      f"`{name}` wants another kind of value", text(value),
                      fix=f"write {_yaml(read)}")  # fmt: skip
    if not sound:
        return None
    try:
        return read_options(kind.Options, settings)
    except OptionError as error:
        name = next((n for n in error.names if n in settings), next(iter(settings)))
        found.add(game.at(*path, name), "VARIANT-CONFLICT", "This variant contradicts itself",
                  str(error), fix="set other values, or take one out")  # fmt: skip
        return None
