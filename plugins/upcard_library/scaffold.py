"""The beginnings of a game: facts made from the schema, prose from a plan, marked TODO.

All that is written here passes `upcard check` but for the places marked TODO, which it lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard_library.model import GameArticle
from upcard_library.rewrite import as_yaml

PLAN = (
    ("Players and cards", "who plays, with which cards, and how they rank", ""),
    ("The deal", "who deals, how many cards, what is turned up", "deal"),
    ("Play", "what a player may do in turn, and what is forbidden", "play"),
    ("Scoring", "what counts, and how the game ends", "game-end"),
    ("Variations", "what tables do differently", ""),
    ("History and sources", "where the game comes from, and where these rules were found", ""),
)
"""The usual sections: title, what is told there, and the rule its first sentence carries."""
_WIDTH = 110


def facts(schema: Mapping[str, Any], answers: Mapping[str, Any], unsure: str = "") -> str:
    """Return a `game.yaml`: what was answered, TODOs for the rest, and what else could be told.

    Args:
        schema: the published schema; every key, its order and its words come from there.
        answers: values by key.
        unsure: if some were taken from another game, a word on those (`answers["_taken"]`).
    """
    taken = answers.get("_taken", ())
    lines, more = [], []
    for name, spec in schema["properties"].items():
        if name in answers:
            note = f"  # TODO: {unsure}" if name in taken else ""
            lines += _lines(name, answers[name], note)
        elif name in schema["required"]:
            value, sure = placeholder(spec, schema)
            note = "" if sure or "TODO" in as_yaml(value) else f"  # TODO: {_words(spec)}"
            lines += _lines(name, value, note)
        elif spec.get("examples") and spec["examples"][0]:
            line = f"# {name}: {as_yaml(spec['examples'][0])}"
            more += [f"# {_words(spec)}", line] if len(line) < _WIDTH else []
    rest = ["", "# What else may be told; take the # away and put it before `sources`.", *more]
    return "\n".join([*lines, *rest]) + "\n"


def _lines(name: str, value: Any, note: str) -> list[str]:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [f"{name}:{note}", *(f"  - {as_yaml(entry)}" for entry in value)]
    told = as_yaml(value, '"') if name in ("title", "summary") else as_yaml(value)
    return [f"{name}: {told}{note}"]


def _words(spec: Mapping[str, Any]) -> str:
    return str(spec.get("description", "")).rstrip(".")


def placeholder(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[Any, bool]:
    """Return a value that a part of the schema accepts, and whether no other would do."""
    if "$ref" in spec:
        spec = schema["definitions"][spec["$ref"].rsplit("/", 1)[-1]]
    allowed = spec.get("enum")
    if allowed:
        return allowed[0], len(allowed) == 1
    kind = spec.get("type")
    if kind == "object":
        wanted = {name: spec["properties"][name] for name in spec.get("required", ())}
        return {name: placeholder(part, schema)[0] for name, part in wanted.items()}, not wanted
    if kind == "array":
        return [placeholder(spec["items"], schema)[0]], False
    if kind == "string" and "pattern" not in spec:
        return f"TODO: {_words(spec)}"[: spec.get("maxLength", 200)], False
    examples = spec.get("examples") or [spec.get("minimum", 1)]
    return examples[0], False


def prose(title: str, like: GameArticle | None = None, *, numbers: bool = False) -> str:
    """Return an `article.md`: the usual sections, or those of a game like it with its rules.

    Args:
        title: the game's name.
        like: a game whose sections and rule ids serve as a plan; its words are not copied.
        numbers: whether the engine's skeleton is there to give `hand_size`.
    """
    lines = [
        f"# {title}",
        "",
        "TODO: two or three sentences: what kind of game it is, and its charm.",
    ]
    if like is None:
        for head, what, rule in PLAN:
            lines += ["", f"## {head}", ""]
            if rule == "deal" and numbers:
                lines.append("- TODO: each player is dealt {{ hand_size }} cards. {#deal}")
            else:
                lines.append(f"- TODO: {what}. {{#{rule}}}" if rule else f"TODO: {what}.")
        return "\n".join(lines) + "\n"
    told: set[str] = set()
    for section in like.article.sections:
        lines += ["", f"## {section.title}", ""]
        rules = [s.rule for s in like.article.sentences if s.section == section.slug]
        new = [rule for rule in dict.fromkeys(rules) if rule not in told]
        told.update(new)
        lines += [f"- TODO: in your own words, {_as_words(rule)}. {{#{rule}}}" for rule in new]
        lines += [] if new else [f"TODO: {section.title.lower()}."]
    return "\n".join(lines) + "\n"


def _as_words(rule: str) -> str:
    return rule.replace("-", " ")


def taken_from(game: GameArticle) -> dict[str, Any]:
    """Return the facts that a game like this one is likely to share."""
    shared = ("players", "deck", "pack", "families", "region", "minutes", "difficulty")
    found = {name: game.data[name] for name in shared if name in game.data}
    return {**found, "_taken": tuple(name for name in found if name != "pack")}


MODULE = '''"""{title}. Article: games/{id}.

Not modelled: TODO: what the article tells and this module leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from upcard.cards import Cards, piles
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, Shuffle, State, Zone, zone
from upcard.moves import DEALER, Move, Verb
from upcard.score import Match, Outcome

PACK = DECKS["{deck}"]
HAND_SIZE = {hand}  # TODO: how many cards each player is dealt


@dataclass(frozen=True)
class {name}Options:
    """What tables agree on before the deal."""


@dataclass(slots=True)
class Deal(State):
    """One hand."""

    hands: list[Cards] = field(default_factory=lambda: piles({seats}))
    stock: Cards = Cards()
    laid: Cards = Cards()


class {name}(Game[Deal]):
    """{title} under one set of options."""

    slug = "{id}"
    deck = PACK
    seats = {seats}
    Options, State = {name}Options, Deal
    options: {name}Options
    verbs: ClassVar[Mapping[str, Verb]] = {{
        "deal": Verb(cards=True, ordered=True, text="deal"),
        "play": Verb(cards=True, text="play a card"),
    }}
    rules = ("deal", "play", "game-end")

    def numbers(self) -> Mapping[str, int | str]:
        return {{"hand_size": HAND_SIZE}}

    # --- the deal ----------------------------------------------------------------------------

    def new(self, match: Match) -> Deal:
        return Deal(match, stock=PACK.pack)

    def to_shuffle(self, s: Deal) -> Shuffle:
        return Shuffle("deal", s.stock, HAND_SIZE * self.seats)

    def deal(self, s: Deal, cards: Cards) -> None:
        """Deal to everybody; the player after the dealer begins."""
        for seat in range(self.seats):
            s.hands[seat] = self.deck.sort(cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])
        s.stock -= cards
        s.phase = "play"
        s.turn = self.next(s.match.dealer or 0)
        s.say("deal", each=HAND_SIZE)

    # --- play --------------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        # TODO: narrow the choices: choices.must("follow-suit", lambda move: ...)
        return Choices(Move(s.turn, "play", Cards([card])) for card in s.hands[s.turn])

    def play(self, s: Deal, move: Move) -> None:
        if move.seat == DEALER:
            self.deal(s, move.cards)
            return
        s.say("play")
        s.hands[s.turn] -= move.cards
        s.laid += move.cards
        s.turn = self.next(s.turn)
        if not any(s.hands):
            s.phase = "over"  # TODO: score the hand: s.award(side, "rule-id", points, cards)

    # --- the end -----------------------------------------------------------------------------

    def outcome(self, match: Match) -> Outcome | None:
        # TODO: who has won; None while the match goes on
        return Outcome(tuple(range(self.seats)), "game-end")

    def table(self, s: Deal) -> list[Zone]:
        seats = range(self.seats)
        hands = [zone(s, "hand", "hands", seat, owner=seat, seen="owner") for seat in seats]
        return [*hands, zone(s, "laid", "laid", seen="all"), zone(s, "stock", "stock")]

    def complete(self, s: Deal, given: frozenset[str]) -> None:
        known = Cards(card for pile in (*s.hands, s.laid) for card in pile)
        if "stock" not in given:
            s.stock = self.deck.pack - known
        if "phase" not in given:
            s.phase = "play"

    def facts(self, s: Deal) -> Mapping[str, Any]:
        return {{"laid": len(s.laid)}}


GAME = {name}
'''


def module(title: str, game: str, deck: str, seats: int, size: int) -> str:
    """Return a game module that loads and plays: everybody lays cards in turn till none is left."""
    name = "".join(word.capitalize() for word in game.split("-"))
    name = name if name[0].isalpha() else f"Game{name}"
    hand = max(1, min(5, size // seats))
    return MODULE.format(title=title.replace('"', "'"), id=game, deck=deck, seats=seats, name=name,
                         hand=hand)  # fmt: skip


__all__ = ["facts", "module", "placeholder", "prose", "taken_from"]
