"""Charts: what every card of the pack counts, or how cards are ranked, asked of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.api import Rules
from upcard.cards import Card, Cards
from upcard.examples import rules_under
from upcard.given import GivenError
from upcard.score import Score
from upcard_library.finding import Findings
from upcard_library.model import Fault, GameArticle
from upcard_library.provider import ARTICLES

Chart = Mapping[str, Any]


def card_values(ruled: Rules, chart: Chart) -> dict[Card, int]:
    """Ask for every different card of the pack; return the whole numbers that are answered.

    A card that may not be asked about is left out.

    Raises:
        GivenError, OptionError: the question cannot be asked so of any card.
    """
    found: dict[Card, int] = {}
    refused: GivenError | None = None
    for card in ruled.game.deck.pack.distinct():
        asked = {**chart.get("given", {}), chart["each"]: str(card)}
        try:
            answer = ruled.ask(chart["ask"], **asked)
        except GivenError as error:
            refused = error
            continue
        value = answer.total if isinstance(answer, Score) else answer.value
        if isinstance(value, int) and not isinstance(value, bool):
            found[card] = value
    if refused and not found:
        raise refused
    return found


def order(ruled: Rules, chart: Chart) -> Cards | str:
    """Ask for an order: cards from one end to the other, or whatever else is answered, as text.

    Raises:
        GivenError, OptionError: the question cannot be asked so.
    """
    asked = dict(chart.get("given", {}))
    if "pack" in chart:
        asked[chart["pack"]] = " ".join(map(str, ruled.game.deck.pack.distinct()))
    answer = ruled.ask(chart["ask"], **asked)
    value = getattr(answer, "value", answer)
    return value if isinstance(value, Cards) else str(answer)


def try_chart(ruled: Rules, chart: Chart) -> str:
    """Say why a chart cannot be drawn; nothing if it can."""
    try:
        if "each" in chart:
            return "" if card_values(ruled, chart) else "no answer is a whole number"
        order(ruled, chart)
    except Exception as error:  # noqa: BLE001  whatever an engine raises is a finding
        return str(error) or type(error).__name__
    return ""


def chart_faults(game: GameArticle) -> list[Fault]:
    """Say which charts the engine gives no answer to."""
    found = Findings()
    with ARTICLES.serving(game):
        for number, chart in enumerate(game.charts):
            if why := try_chart(rules_under(game.id, "base"), chart):
                found.add(game.at("charts", str(number)), "CHART-FAILS",
                          "This chart cannot be drawn", chart["title"], fix=why)  # fmt: skip
    return list(found)


__all__ = ["Chart", "card_values", "chart_faults", "order", "try_chart"]
