"""Examples of an article without an engine: nothing runs, but cards are cards and sums add up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import Card, Cards, Deck, NotationError
from upcard.moves import seat_names
from upcard_library.finding import Findings
from upcard_library.model import Example, GameArticle

_CODE = re.compile(r"(?=.*[A-Z])[A-Z0-9+]{2,}")
"""What looks like a card: capital letters, perhaps with digits."""


def cards_of(text: object, deck: Deck) -> Cards | None:
    """Read a text as cards, or return nothing if it is something else.

    A text is cards throughout if any word of it is a card as the pack writes it, or if all of it
    looks like cards: so "as the dealer" holds no ace of spades, and a slip is told.

    Raises:
        NotationError: it is cards, but not of this pack.
    """
    words = text.split() if isinstance(text, str) else []
    if not any(word in deck.by_code for word in words) and not (
        words and all(_CODE.fullmatch(word) for word in words)
    ):
        return None
    return deck.cards(str(text))


def bind_by_hand(game: GameArticle, found: Findings) -> None:
    """Refuse examples whose cards cannot be, or whose points do not add up."""
    for number, example in enumerate(game.examples):
        _cards(game, number, example, found)
        _sum(game, (str(number), "then"), example.data["then"], found)
        for under, then in example.data.get("per_variant", {}).items():
            _sum(game, (str(number), "per_variant", under), then, found)


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text in a value with its path."""
    if isinstance(value, str):
        yield path, value
    entries: Any = ()
    if isinstance(value, Mapping):
        entries = value.items()
    elif isinstance(value, list):
        entries = enumerate(value)
    for key, entry in entries:
        yield from _texts(entry, (*path, str(key)))


def _cards(game: GameArticle, number: int, example: Example, found: Findings) -> None:
    seats = {*seat_names(game.players[1]), "DEALER"}
    deck, laid = game.pack, Counter[Card]()
    claims = {key: example.data["then"].get(key) for key in ("legal", "allowed", "state")}
    told = [*_texts(example.data.get("given"), ("given",)), *_texts(claims, ("then",))]
    told += _texts(example.data.get("do"), ("do",))
    for path, text in told:
        if text in seats:
            continue
        try:
            is_move = path[0] != "given" and path[-1].isdigit()
            cards = _in_move(text, deck) if is_move else cards_of(text, deck)
        except NotationError as error:
            found.add(game.value_at("examples", str(number), *path), "EXAMPLE-CARD",
                      "These are not cards of the pack", text, fix=str(error))  # fmt: skip
            continue
        laid.update(cards if cards and path[0] == "given" else ())
    over = laid - Counter(deck.pack)
    for card in over:
        found.add(game.at("examples", str(number), "given"), "EXAMPLE-CARD", "There are more of a "
                  "card than the pack holds", f"{laid[card]} × {card}",
                  fix=f"{deck.title} has {laid[card] - over[card]}")  # fmt: skip


def _in_move(move: str, deck: Deck) -> Cards:
    """Read the cards of a move: whatever looks like cards behind its first word."""
    words = move.split()[1:]
    return deck.cards(" ".join(word for word in words if _CODE.fullmatch(word)))


def _sum(
    game: GameArticle, path: tuple[str, ...], then: Mapping[str, Any], found: Findings
) -> None:
    items = then.get("items", {})
    if "total" not in then or not items or not all(isinstance(n, int) for n in items.values()):
        return
    if sum(items.values()) != then["total"]:
        found.add(game.value_at("examples", *path, "total"), "EXAMPLE-SUM",
                  "The total is not the sum of the items", then["total"],
                  fix=f"the items add up to {sum(items.values())}")  # fmt: skip


__all__ = ["bind_by_hand", "cards_of"]
