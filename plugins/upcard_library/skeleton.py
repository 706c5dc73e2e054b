"""A game module to begin with: it deals, lets everybody lay cards in turn, and ends."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from upcard_library.model import OptionInfo
from upcard_library.stand_in import is_range

MODULE = '''"""{title}. Article: games/{id}.

Not modelled: TODO: what the article tells and this module leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar{literal}

from upcard.cards import Cards, piles
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, Shuffle, State, Zone, zone
from upcard.moves import DEALER, Move, Verb
{number}from upcard.score import Match, Outcome

PACK = DECKS["{deck}"]
HAND_SIZE = {hand}  # TODO: how many cards each player is dealt


@dataclass(frozen=True)
class {name}Options:
    """What tables agree on before the deal."""
{options}

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
    rules = (
        {rules}
    )

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
        s.say("{deal}", each=HAND_SIZE){mark}

    # --- play --------------------------------------------------------------------------------

    def choices(self, s: Deal) -> Choices:
        # TODO: narrow the choices: choices.must("follow-suit", lambda move: ...)
        return Choices(Move(s.turn, "play", Cards([card])) for card in s.hands[s.turn])

    def play(self, s: Deal, move: Move) -> None:
        if move.seat == DEALER:
            self.deal(s, move.cards)
            return
        s.say("{play}"){mark}
        s.hands[s.turn] -= move.cards
        s.laid += move.cards
        s.turn = self.next(s.turn)
        if not any(s.hands):
            s.phase = "over"  # TODO: score the hand: s.award(side, "rule-id", points, cards)

    # --- the end -----------------------------------------------------------------------------

    def outcome(self, match: Match) -> Outcome | None:
        # TODO: who has won; None while the match goes on
        return Outcome(tuple(range(self.seats)), "{end}"){mark}

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


_BASIC = ("deal", "play", "game-end")


def module(
    title: str, game: str, deck: str, seats: int, size: int, *,
    rules: Sequence[str] = _BASIC, options: Sequence[OptionInfo] = (),
) -> str:  # fmt: skip
    """Return a game module that loads and plays.

    Args:
        title: the game's name.
        game: its id.
        deck: id of its pack, of `size` cards.
        seats: how many play.
        size: how many cards the pack has.
        rules: ids of the article's rules.
        options: what the article lets tables agree on.
    """
    name = "".join(word.capitalize() for word in game.split("-"))
    deal, play, end = (rule if rule in rules else rules[0] for rule in _BASIC)
    fields = [_field(option) for option in options]
    return MODULE.format(
        title=title.replace('"', "'").replace("\\", ""), id=game, deck=deck, seats=seats,
        name=name if name[0].isalpha() else f"Game{name}", hand=max(1, min(5, size // seats)),
        rules=_wrapped(rules), deal=deal, play=play, end=end,
        mark="" if {*_BASIC} <= {*rules} else "  # TODO: name the rule that acts",
        options="\n" + "\n".join(fields) + "\n" if fields else "",
        literal=", Literal" if any("Literal" in field for field in fields) else "",
        number="from upcard.options import number\n" if any("number(" in f for f in fields) else "",
    )  # fmt: skip


def _wrapped(rules: Sequence[str]) -> str:
    quoted = " ".join(f'"{rule}",' for rule in rules)
    return fill(quoted, 90, subsequent_indent=" " * 8, break_on_hyphens=False)


def _field(option: OptionInfo) -> str:
    """Write one option as a field: a switch, a number within limits or a choice."""
    if option.kind == "switch":
        return f"    {option.name}: bool = {option.default}"
    if is_range(option):
        low, high = option.values
        return f"    {option.name}: int = number({option.default}, {low}, {high})"
    values = dict.fromkeys((option.default, *option.values))
    return f"    {option.name}: Literal[{', '.join(map(_code, values))}] = {_code(option.default)}"


def _code(value: object) -> str:
    return '"' + value + '"' if isinstance(value, str) else repr(value)


__all__ = ["module"]
