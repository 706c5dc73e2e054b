"""What a reader may narrow the catalogue by, told from each game's own facts.

Every facet of a game is a list of values; a game fits a wish if the value wished for is among
them. Page and script know nothing else, so a new facet is one entry of `FACETS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple
from urllib.parse import urlencode

from upcard.cards import Deck
from upcard.decks import DECKS
from upcard_library.model import GameArticle
from upcard_library.numbers import in_words
from upcard_site.book import Book
from upcard_site.language import ENGLISH, language_name
from upcard_site.vocabulary import ids, name_of

Summary = Mapping[str, Any]
"""What the indexes know of a game: plain data, so that it can be kept in a cache."""

ORDINARY = "ordinary"
LIMITS = {15: "a quarter of an hour", 30: "half an hour", 60: "an hour", 120: "two hours"}
"""Lengths that people think in, in minutes."""
LONGER = "longer"


class Facet(NamedTuple):
    """One way to narrow: its name in the address, its label, and what stands for no wish."""

    name: str
    label: str
    anything: str


FACETS = (
    Facet("players", "Players", "any"),
    Facet("deck", "Cards", "any"),
    Facet("family", "Kind", "any"),
    Facet("length", "Length", "any"),
    Facet("difficulty", "Difficulty", "any"),
    Facet("sides", "Sides", "any"),
    Facet("region", "Played in", "anywhere"),
    Facet("language", "Language", "any"),
    Facet("status", "Status", "any"),
)
ALWAYS = 4
"""So many stand in sight; the rest are folded."""


def packs_needed(deck: Deck) -> str:
    """Say what a pack can be made from: `ordinary`, `ordinary-2` for two packs, or its kind.

    A short pack is taken out of an ordinary one, so who has 52 cards and two jokers has that too.
    """
    ordinary = DECKS["french-54"]
    if deck.kind != ordinary.kind or not set(deck.by_code) <= set(ordinary.by_code):
        return deck.kind
    held = Counter(ordinary.pack)
    packs = max(ceil(many / held[card]) for card, many in Counter(deck.pack).items())
    return ORDINARY if packs == 1 else f"{ORDINARY}-{packs}"


def sides_of(book: Book) -> list[str]:
    """Say who plays with whom: as the article says, else from the engine or the players."""
    game: GameArticle = book.game
    given: Sequence[str] = game.data.get("sides", ())
    if given:
        return list(given)
    ruled = book.rules("base")
    if ruled:
        return ["partners" if ruled.game.sides < ruled.game.seats else _unpaired(ruled.game.seats)]
    return [_unpaired(game.players[1])] if game.players[1] <= 2 else []


def _unpaired(players: int) -> str:
    return "alone" if players == 1 else "each"


def values_of(game: Summary) -> dict[str, list[str]]:
    """Return every value of every facet of a game."""
    low, high = game["players"]
    most = game["minutes"][1] if game["minutes"] else 0
    within = [str(limit) for limit in LIMITS if most <= limit]
    return {
        "players": [str(number) for number in range(low, high + 1)],
        "deck": [game["needs"]],
        "family": list(game["families"]),
        "length": (within or [LONGER]) if most else [],
        "difficulty": [game["difficulty"]] if game["difficulty"] else [],
        "sides": list(game["sides"]),
        "region": list(game["region"]),
        "language": [ENGLISH, *(other["language"] for other in game["translations"])],
        "status": [game["status"]],
    }


def name_of_value(facet: str, value: str) -> str:
    """Name a value for people: `two ordinary packs`, `up to half an hour`."""
    if facet == "players":
        return value
    if facet == "deck":
        return pack_name(value)
    if facet == "length":
        return "over two hours" if value == LONGER else f"up to {LIMITS[int(value)]}"
    if facet == "language":
        return language_name(value)
    return name_of(VOCABULARY[facet], value)


VOCABULARY = {
    "family": "families", "difficulty": "difficulties", "sides": "sides",
    "region": "regions", "status": "statuses",
}  # fmt: skip


def pack_name(needs: str) -> str:
    """Name what a pack can be made from: `one ordinary pack`, `flower cards (hanafuda)`."""
    kind, _, packs = needs.partition("-")
    if kind != ORDINARY:
        return name_of("packs", needs)
    number = int(packs or 1)
    return f"{in_words(number)} ordinary pack{'s' if number > 1 else ''}"


def choices(games: Iterable[Summary]) -> dict[str, list[tuple[str, str, int]]]:
    """Return what may be wished for in each facet: value, name and how many games have it."""
    counts: dict[str, Counter[str]] = {facet.name: Counter() for facet in FACETS}
    for game in games:
        for name, values in values_of(game).items():
            counts[name].update(values)
    return {
        name: [(v, name_of_value(name, v), found[v]) for v in sorted(found, key=_order(name))]
        for name, found in counts.items()
    }


def _order(facet: str) -> Any:
    if facet in VOCABULARY:
        listed = ids(VOCABULARY[facet])
        if facet in ("region", "family"):
            return lambda value: name_of_value(facet, value).casefold()
        return listed.index
    if facet == "length":
        return lambda value: 10**6 if value == LONGER else int(value)
    if facet == "deck":
        return lambda value: (not value.startswith(ORDINARY), value)
    return lambda value: (len(value), value) if facet == "players" else language_name(value)


def fits(game: Summary, wish: Mapping[str, str]) -> bool:
    """Say whether a game has every value wished for."""
    values = values_of(game)
    return all(value in values[name] for name, value in wish.items())


# --- ready lists --------------------------------------------------------------------------------


class Ready(NamedTuple):
    """A list that many ask for: its title and the wish that makes it."""

    id: str
    title: str
    wish: dict[str, str]

    @property
    def query(self) -> str:
        """The wish as it stands in an address."""
        return urlencode(self.wish)


READY = (
    Ready("two-and-one-pack", "Two players and an ordinary pack",
          {"players": "2", "deck": ORDINARY}),
    Ready("for-one", "For one", {"players": "1"}),
    Ready("for-three", "For three", {"players": "3"}),
    Ready("for-four", "For four", {"players": "4"}),
    Ready("for-six", "For six or so", {"players": "6"}),
    Ready("with-a-partner", "With a partner", {"sides": "partners"}),
    Ready("half-an-hour", "Within half an hour", {"length": "30"}),
    Ready("two-in-half-an-hour", "Two players, half an hour", {"players": "2", "length": "30"}),
    Ready("easy", "Learnt in a few minutes", {"difficulty": "easy"}),
    Ready("deep", "Much to learn", {"difficulty": "hard"}),
    Ready("verified", "Every rule proven", {"status": "verified"}),
)  # fmt: skip


def ready_lists(games: Sequence[Summary]) -> list[tuple[Ready, list[Summary]]]:
    """Return the ready lists that have a game in them; each pack and language makes one too."""
    lists = [*READY, *_by_pack(games), *_by_language(games)]
    made = [(ready, [game for game in games if fits(game, ready.wish)]) for ready in lists]
    return [(ready, found) for ready, found in made if found]


def _by_pack(games: Sequence[Summary]) -> list[Ready]:
    found = [value for value, _, _ in choices(games)["deck"] if value != ORDINARY]
    return [
        Ready(f"with-{v}", f"With {pack_name(v)}", {"deck": v}) for v in found
    ]  # fmt: skip


def _by_language(games: Sequence[Summary]) -> list[Ready]:
    found = [value for value, _, _ in choices(games)["language"] if value != ENGLISH]
    return [Ready(f"in-{v}", language_name(v), {"language": v}) for v in found]
