"""What cards score in Cribbage: pure functions of the cards, for the play and for the show.

Every function returns items of side 0, one for each combination, with its cards.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from upcard.cards import Card, Cards
from upcard.decks import DECKS
from upcard.score import Item

PACK = DECKS["french-52"]
ORDER = {rank: place for place, rank in enumerate(PACK.ranks, 1)}  # ace 1 ... king 13
COURT = 10  # what a jack, queen or king counts
FIFTEEN, LIMIT, RUN = 15, 31, 3  # the counts that score, and the shortest run
FOR_FIFTEEN, FOR_THIRTY_ONE, PAIR, LAST_CARD = 2, 2, 2, 1
HEELS, NOBS = 2, 1
NUMBERS = {
    "ace": ORDER["A"], "court": COURT, "fifteen": FIFTEEN, "limit": LIMIT, "shortest_run": RUN,
    "for_fifteen": FOR_FIFTEEN, "for_thirty_one": FOR_THIRTY_ONE, "pair": PAIR,
    "three_alike": 3 * PAIR, "four_alike": 6 * PAIR, "last_card": LAST_CARD, "heels": HEELS,
    "nobs": NOBS,
}  # fmt: skip


def value(card: Card) -> int:
    """Return what a card counts: an ace one, a court card ten."""
    return min(ORDER[card.rank], COURT)


def total(cards: Iterable[Card]) -> int:
    """Return the count of some cards."""
    return sum(map(value, cards))


def by_rank(cards: Iterable[Card]) -> Cards:
    """Put cards into order, aces first."""
    return Cards(sorted(cards, key=lambda card: ORDER[card.rank]))


def pegged(sequence: Cards) -> list[Item]:
    """Return what the last card of a count scores when it is laid."""
    items, count = [], total(sequence)
    if count == FIFTEEN:
        items.append(Item(0, "peg-fifteen", FOR_FIFTEEN, sequence))
    if count == LIMIT:
        items.append(Item(0, "peg-thirty-one", FOR_THIRTY_ONE, sequence))
    newest = itertools.takewhile(lambda card: card.rank == sequence[-1].rank, reversed(sequence))
    alike = len(list(newest))
    if alike > 1:
        items.append(Item(0, "peg-pair", PAIR * math.comb(alike, 2), sequence[-alike:]))
    tails = (sequence[-size:] for size in range(len(sequence), RUN - 1, -1))
    longest = next(filter(is_run, tails), Cards())
    if longest:
        items.append(Item(0, "peg-run", len(longest), longest))
    return items


def is_run(cards: Cards) -> bool:
    """Say whether all cards are of different, neighbouring ranks, in any order."""
    places = {ORDER[card.rank] for card in cards}
    return len(places) == len(cards) and max(places) - min(places) == len(cards) - 1


def last_card(sequence: Cards) -> list[Item]:
    """Return the point for the last card of a count that nobody can add to."""
    if not sequence or total(sequence) == LIMIT:
        return []
    return [Item(0, "last-card", LAST_CARD, sequence[-1:])]


def heels(starter: Card) -> list[Item]:
    """Return what the dealer scores when this starter is turned up."""
    return [Item(0, "heels", HEELS, Cards([starter]))] if starter.rank == "J" else []


def fifteens(cards: Cards) -> list[Item]:
    """Return every set of cards that counts fifteen."""
    sizes = range(2, len(cards) + 1)
    sets = itertools.chain.from_iterable(itertools.combinations(cards, size) for size in sizes)
    return [Item(0, "fifteens", FOR_FIFTEEN, Cards(c)) for c in sets if total(c) == FIFTEEN]


def pairs(cards: Cards) -> list[Item]:
    """Return every two cards of a rank."""
    twos = itertools.combinations(cards, 2)
    return [Item(0, "pairs", PAIR, Cards(two)) for two in twos if two[0].rank == two[1].rank]


def runs(cards: Cards) -> list[Item]:
    """Return every distinct run that cannot be made longer."""
    by_place: dict[int, list[Card]] = {}
    for card in by_rank(cards):
        by_place.setdefault(ORDER[card.rank], []).append(card)
    stretches: list[list[list[Card]]] = []
    for place, alike in by_place.items():
        if place - 1 not in by_place:
            stretches.append([])
        stretches[-1].append(alike)
    long = (stretch for stretch in stretches if len(stretch) >= RUN)
    found = itertools.chain.from_iterable(itertools.product(*stretch) for stretch in long)
    return [Item(0, "runs", len(run), Cards(run)) for run in found]


def flush(hand: Cards, starter: Card, rule: str, *, four: bool) -> list[Item]:
    """Return the flush of a whole hand or crib; without the starter only if `four` may count."""
    if len({card.suit for card in hand}) != 1:
        return []
    if starter.suit == hand[0].suit:
        return [Item(0, rule, len(hand) + 1, hand + Cards([starter]))]
    return [Item(0, rule, len(hand), hand)] if four else []


def nobs(hand: Cards, starter: Card) -> list[Item]:
    """Return the jack of the starter's suit."""
    return [Item(0, "nobs", NOBS, Cards([c])) for c in hand if c == Card("J", starter.suit)]


def up_to(points: int, items: Iterable[Item]) -> Iterator[Item]:
    """Yield items until their points are used up; the last may be cut short."""
    for item in items:
        if points > 0:
            yield item._replace(points=min(item.points, points))
        points -= item.points
