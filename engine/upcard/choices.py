"""What a seat may do, and why not the rest: the one place where legality is decided.

`Choices` starts from every move the seat could physically make and is narrowed rule by rule,
in order of precedence. The first rule that removed a move is the reason given for refusing it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from upcard.moves import Move

Test = Callable[[Move], bool]


class Reason(NamedTuple):
    """Why a move is refused: the rule's id and the values of this table."""

    rule: str
    facts: dict[str, Any]


class Illegal(ValueError):
    """A refused move, with the rule that refuses it and the facts of this table."""

    def __init__(self, move: Move, text: str, rule: str, facts: dict[str, Any]) -> None:
        super().__init__(f"{text}: refused by rule {rule!r}")
        self.move, self.rule, self.facts = move, rule, facts


class Choices:
    """The moves of the seat to act.

    Example, the second card of a trick:

        c = Choices(Move(seat, "play", Cards([card])) for card in hand)
        c.must("follow-suit", lambda m: m.cards[0].suit == led)
        c.must("must-win", beats_the_lead, lead=str(lead))
    """

    __slots__ = ("_bars", "_cut", "_granted", "_moves", "consulted")

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self._moves: dict[Move, None] = dict.fromkeys(moves)
        self._cut: dict[Move, Reason] = {}
        self._granted: dict[Move, str] = {}
        self._bars: list[tuple[Test, Reason]] = []
        self.consulted: list[str] = []

    @property
    def legal(self) -> list[Move]:
        """The moves that are left, in the order they were offered."""
        return list(self._moves)

    @property
    def cuts(self) -> dict[Move, Reason]:
        """The moves that were offered and removed, each with its reason."""
        return dict(self._cut)

    def must(self, rule: str, ok: Test, **facts: object) -> None:
        """Narrow to the moves that obey, if any does: a duty "if able"."""
        self.consulted.append(rule)
        kept = {move: None for move in self._moves if ok(move)}
        if kept:
            self._keep(kept, Reason(rule, facts))

    def only(self, rule: str, ok: Test, **facts: object) -> None:
        """Narrow to the moves that obey, whether or not any does."""
        self.consulted.append(rule)
        self._keep({move: None for move in self._moves if ok(move)}, Reason(rule, facts))

    def most(self, rule: str, key: Callable[[Move], int], **facts: object) -> None:
        """Narrow to the moves with the highest key: a graded duty ("as many as you can")."""
        best = max((key(move) for move in self._moves), default=0)
        self.must(rule, lambda move: key(move) == best, **facts)

    def also(self, rule: str, *moves: Move) -> None:
        """Add moves by special permission."""
        self.consulted.append(rule)
        for move in moves:
            self._moves.setdefault(move)
            self._cut.pop(move, None)
            self._granted[move] = rule

    def bar(self, rule: str, matches: Test, **facts: object) -> None:
        """Say which rule speaks against moves that are not offered at all.

        `bar` never changes what is legal. It names the reason when somebody tries a move outside
        the list: a meld in the second phase, a lay-away of one card, a lead by the wrong side.
        """
        self._bars.append((matches, Reason(rule, facts)))

    def permits(self, move: Move) -> bool:
        """Say whether the move is legal."""
        return move in self._moves

    def granted_by(self, move: Move) -> str | None:
        """Return the permission a legal move rests on, if it rests on one."""
        return self._granted.get(move)

    def why_not(self, move: Move) -> Reason | None:
        """Return why a move is refused; `None` if it is legal or simply not to be had."""
        if move in self._moves:
            return None
        if move in self._cut:
            return self._cut[move]
        return next((reason for matches, reason in self._bars if matches(move)), None)

    def _keep(self, kept: dict[Move, None], reason: Reason) -> None:
        """Keep these moves and give the others the reason why they go."""
        if len(kept) < len(self._moves):
            self._cut |= {move: reason for move in self._moves if move not in kept}
        self._moves = kept
