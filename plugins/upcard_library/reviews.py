"""Expectations that the engine wrote and no person has compared with the rules yet."""

from __future__ import annotations

from upcard_library.model import Example, Fault, GameArticle


def is_unreviewed(example: Example) -> bool:
    """Say whether an example is marked `reviewed: false`."""
    return example.data.get("reviewed") is False


def unreviewed(game: GameArticle) -> list[Fault]:
    """Return every expectation that waits for a person; errors if the article claims `verified`."""
    level = "error" if game.status == "verified" else "warning"
    return [
        Fault(example.at("reviewed"), "EXAMPLE-UNREVIEWED", "Nobody has compared this expectation "
              "with the rules yet", example.id, "", "once it is right: "
              f"upcard accept --confirm {game.id} {example.id}", level)
        for example in game.examples if is_unreviewed(example)
    ]  # fmt: skip
