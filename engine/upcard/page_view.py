"""What a table shows one seat: one document for all games, as `schema/view.schema.json` tells it.

It starts from `Game.view`, so it holds nothing that this seat may not know, and adds words: what
each pile is called and how it lies, what is asked, each move in its parts, and what has happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from upcard.api import Rules
from upcard.drive import LiveMatch
from upcard.game import Game, Zone
from upcard.moves import DEALER, Move
from upcard.page import plain
from upcard.score import Item

FORMAT = 1
"""The version of the document."""
LOG_MOST = 200
"""So many moves are told at once; earlier ones stand in the record."""

PILES = frozenset(
    "aside captured centre discard discards foundation pack stock talon tricks waste".split()  # noqa: SIM905
)
"""Words for piles of which mostly the top card matters, open though they are."""


class Note(NamedTuple):
    """One move that was made, and what it led to."""

    move: Move
    events: tuple[dict[str, Any], ...]
    scored: tuple[Item, ...]


class Looker(NamedTuple):
    """Who looks: a seat, or `None` for an onlooker; `open` sees what any player sees."""

    seat: int | None
    open: bool = False


# --- piles -----------------------------------------------------------------------------------


def layout(zone: Zone) -> str:
    """Say how a pile lies: `column`, `fan`, `pile`, `trick` or `row`.

    Follows from who sees it and from what it is called in the article's words.
    """
    name = zone.name.partition(",")[0]
    if re.search(r"\d$", name):
        return "column"
    if zone.seen == "owner":
        return "fan"
    if zone.seen == "none":
        return "pile"
    if name == "trick":
        return "trick"
    return "pile" if PILES & set(name.replace("-", " ").split()) else "row"


def told_zone(game: Game[Any], zone: Zone, looker: Looker) -> dict[str, Any]:
    """Tell one pile: its cards to those who may see them, its number of cards to all."""
    name, _, part = zone.name.partition(",")
    told: dict[str, Any] = {
        "name": zone.name,
        "label": name,
        "part": part.strip(),
        "owner": None if zone.owner in (None, DEALER) else game.seat(zone.owner),
        "visibility": zone.seen,
        "layout": layout(zone),
        "count": len(zone.cards),
    }
    if zone.visible_to(looker.seat) or (looker.open and zone.seen == "owner"):
        cards = game.deck.sort(zone.cards) if told["layout"] == "fan" else zone.cards
        told["cards"] = [str(card) for card in cards]
    return told


# --- moves -----------------------------------------------------------------------------------


def told_move(game: Game[Any], move: Move) -> dict[str, Any]:
    """Tell a move in its parts, and in notation."""
    return {
        "seat": game.seat(move.seat),
        "verb": move.verb,
        "arg": move.arg,
        "cards": [str(card) for card in move.cards],
        "groups": [{"name": name, "cards": [str(card) for card in pile]}
                   for name, pile in move.groups],
        "text": game.text(move),
    }  # fmt: skip


def told_verbs(game: Game[Any], moves: Iterable[Move]) -> list[dict[str, str]]:
    """Tell each verb that may be used now: its name, how it is written, and one line about it."""
    names = dict.fromkeys(move.verb for move in moves)
    return [{"verb": name, "shape": game.verbs[name].shape(name), "text": game.verbs[name].text}
            for name in names]  # fmt: skip


def log(game: Game[Any], notes: list[Note], looker: Looker, since: int) -> list[dict[str, Any]]:
    """Tell the moves made since so many, without the cards that others keep hidden."""
    start = max(since, len(notes) - LOG_MOST, 0)
    return [_told_note(game, note, looker, start + at) for at, note in enumerate(notes[start:])]


def _told_note(game: Game[Any], note: Note, looker: Looker, at: int) -> dict[str, Any]:
    told = told_move(game, note.move)
    hidden = not looker.open and _hides(game, note.move, looker.seat)
    if hidden:
        told |= {"cards": [], "groups": [], "text": f"{told['seat']} {note.move.verb}"}
    return told | {
        "number": at + 1,
        "many": len(note.move.all_cards),
        "hidden": hidden,
        "events": list(note.events),
        "scored": [told_item(item) for item in note.scored],
    }


def _hides(game: Game[Any], move: Move, seat: int | None) -> bool:
    """Say whether a seat may not know the cards: those that are dealt, and those laid away."""
    return move.seat == DEALER or (game.verbs[move.verb].hides and move.seat != seat)


def told_item(item: Item) -> dict[str, Any]:
    """Tell one line of the score."""
    return {"side": item.side, "rule": item.rule, "points": item.points,
            "cards": [str(card) for card in item.cards]}  # fmt: skip


# --- the document ----------------------------------------------------------------------------


def _asked(game: Game[Any], live: LiveMatch[Any], looker: Looker) -> tuple[Any, list[Move]]:
    """Return what is asked of whom, and the moves, if it is asked of whoever looks."""
    prompt = game.prompt(live.state)
    if prompt is None or prompt.seat == DEALER:
        return prompt, []
    mine = looker.open or prompt.seat == looker.seat
    return prompt, game.legal(live.state) if mine else []


def document(
    ruled: Rules, live: LiveMatch[Any], notes: list[Note], looker: Looker, since: int = 0
) -> dict[str, Any]:
    """Return what one seat sees of a match; `since` leaves out the moves it has been told.

    Of the rules it names only the ids: whoever sends it adds their sentences.
    """
    game, state, outcome = ruled.game, live.state, live.outcome
    prompt, moves = _asked(game, live, looker)
    verbs = told_verbs(game, moves)
    told = log(game, notes, looker, since)
    items = game.score(state)
    names = [game.seat(number) for number in range(game.seats)]
    return {
        "format": FORMAT,
        "game": ruled.id,
        "header": live.header,
        "seat": None if looker.seat is None else game.seat(looker.seat),
        "open": looker.open,
        "seats": names,
        "sides": [[name for at, name in enumerate(names) if at % game.sides == side]
                  for side in range(game.sides)],
        "dealer": None if state.match.dealer is None else game.seat(state.match.dealer),
        "turn": None if prompt is None else game.seat(prompt.seat),
        "acts_for": None if prompt is None else game.seat(prompt.hand),
        "phase": state.phase,
        "prompt": "; ".join(verb["text"] for verb in verbs),
        "zones": [told_zone(game, zone, looker) for zone in game.table(state)],
        "facts": [{"name": name, "value": plain(value)}
                  for name, value in game.facts(state).items()],
        "moves": [told_move(game, move) for move in moves],
        "verbs": verbs,
        "standing": list(game.standing(state)),
        "low_wins": game.low_wins,
        "items": [told_item(item) for item in items],
        "log": told,
        "rules": sorted(set(_rules(told, items, outcome))),
        "hand": live.match.hands + 1,
        "hand_over": live.hand_over,
        "over": outcome is not None,
        "winners": [names[side] for side in outcome.winners] if outcome else [],
        "ended_by": outcome.rule if outcome else "",
        "moves_made": len(live.log),
    }  # fmt: skip


def _rules(told: list[dict[str, Any]], items: Iterable[Item], outcome: Any) -> Iterator[str]:
    for entry in told:
        yield from (event["rule"] for event in entry["events"])
        yield from (item["rule"] for item in entry["scored"])
    yield from (item.rule for item in items)
    if outcome:
        yield outcome.rule
