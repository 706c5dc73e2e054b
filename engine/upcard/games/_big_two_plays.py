"""What is a combination in Big Two, what beats what, and by which rule of the article."""

from __future__ import annotations

from typing import Literal, NamedTuple

from upcard import climbs
from upcard.cards import Cards

COMBINATIONS = {
    climbs.SINGLE: "combo-single",
    climbs.PAIR: "combo-pair",
    climbs.TRIPLE: "combo-triple",
    climbs.FOUR: "combo-four",
    climbs.STRAIGHT: "combo-straight",
    climbs.FLUSH: "combo-flush",
    climbs.FULL_HOUSE: "combo-full-house",
    climbs.FOUR_PLUS_ONE: "combo-four-plus-one",
    climbs.STRAIGHT_FLUSH: "combo-straight-flush",
}
ALIKE = {
    climbs.SINGLE: "beat-equal-kind",
    climbs.PAIR: "beat-equal-kind",
    climbs.TRIPLE: "beat-equal-kind",
    climbs.FOUR: "beat-equal-kind",
    climbs.STRAIGHT: "beat-straight",
    climbs.FLUSH: "beat-flush",
    climbs.FULL_HOUSE: "beat-full-house",
    climbs.FOUR_PLUS_ONE: "beat-four",
    climbs.STRAIGHT_FLUSH: "beat-straight",
}
UNLIKE = {
    "size": "same-size",
    "bomb": "bomb",
    "kind": "five-card-order",
    "other-kind": "five-card-order",
}
DECIDERS = tuple(
    dict.fromkeys([*COMBINATIONS.values(), "combo-only", *UNLIKE.values(), *ALIKE.values()])
)
"""Every rule that can speak against some cards."""

Kind = Literal[
    "any", "single", "pair", "triple", "four", "straight", "flush", "full-house", "four-plus-one",
    "straight-flush",
]  # fmt: skip


class Ruled(NamedTuple):
    """Whether cards may be played, and the rules it rests on, the deciding one first."""

    ok: bool
    rules: tuple[str, ...]


def judge(cards: Cards, on: Cards, order: climbs.Order) -> Ruled:
    """Say whether cards may be played on others, or led if there are none."""
    play, below = climbs.classify(cards, order), climbs.classify(on, order)
    if play is None:
        kind = climbs.nearest(cards, order)
        return Ruled(ok=False, rules=(COMBINATIONS.get(kind, "combo-only"),))
    if below is None:
        return Ruled(ok=True, rules=(COMBINATIONS[play.kind],))
    better, by = climbs.compare(play, below, order)
    if by in UNLIKE:
        return Ruled(better, (UNLIKE[by],))
    if by == "suit":
        return Ruled(better, (ALIKE[play.kind], "suit-order"))
    return Ruled(better, (ALIKE[play.kind], "rank"))
