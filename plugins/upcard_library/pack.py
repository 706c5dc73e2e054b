"""A pack that only one game uses, told under `pack` in its `game.yaml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from upcard.cards import Deck
from upcard.decks import DECKS
from upcard_library.finding import Findings
from upcard_library.model import GameArticle


def read_pack(told: Mapping[str, Any]) -> Deck:
    """Build the pack from data that the schema has accepted."""
    return Deck(
        told["id"],
        told["title"],
        ranks=tuple(told["ranks"].split()),
        suits=tuple(told["suits"].split()) if "suits" in told else ("",),
        copies=told.get("copies", 1),
        extras=dict(told.get("extras", {})),
        suit_names=dict(told.get("suit_names", {})),
        rank_names=dict(told.get("rank_names", {})),
        kind="own",
        by_suit=dict(told.get("by_suit", {})),
        names=dict(told.get("names", {})),
    )


def bind_pack(game: GameArticle, found: Findings) -> None:
    """Refuse a pack that contradicts itself."""
    deck = game.own_pack
    if deck is None:
        return
    if deck.id in DECKS:
        found.add(game.value_at("pack", "id"), "ID-TAKEN", "The library has a pack of this id",
                  deck.id, fix=f"write `deck: {deck.id}`, or give another id")  # fmt: skip
    for name, codes in (("ranks", deck.ranks), ("suits", deck.suits)):
        twice = [code for code, many in Counter(codes).items() if many > 1]
        if twice:
            found.add(game.value_at("pack", name), "PACK-TWICE", "A code stands twice", twice[0],
                      fix="more cards of a rank: `copies` or `by_suit`")  # fmt: skip
    known = [("by_suit", deck.by_suit, deck.suits), ("suit_names", deck.suit_names, deck.suits)]
    known += [("rank_names", deck.rank_names, (*deck.ranks, *deck.extras))]
    known += [("names", deck.names, tuple(deck.by_code))]
    for key, told, codes in known:
        _codes(game, (key,), told, codes, found)
    for suit, ranks in deck.by_suit.items():
        _codes(game, ("by_suit", suit), dict.fromkeys(ranks.split(), ""), deck.ranks, found)
    cards = deck.pack.distinct()
    alike = [code for code, many in Counter(map(str, cards)).items() if many > 1]
    if alike:
        found.add(game.at("pack"), "PACK-TWICE", "Two cards are written alike", alike[0],
                  fix="give a rank or a suit another code")  # fmt: skip


def _codes(
    game: GameArticle, path: tuple[str, ...], told: Iterable[str], known: tuple[str, ...],
    found: Findings,
) -> None:  # fmt: skip
    for code in told:
        if code not in known:
            found.add(game.at("pack", *path, code), "PACK-CODE", "There is nothing of this code in "
                      "the pack", code, known=known)  # fmt: skip


__all__ = ["bind_pack", "read_pack"]
