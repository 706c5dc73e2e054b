"""A game in the terminal: what a seat may see, what it may do, and why not the rest."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from upcard.api import Rules
from upcard.bots import simple_bot
from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.drive import Bot, LiveMatch, Sample
from upcard.game import COMMON_RULES
from upcard.moves import DEALER, Move, seat_names
from upcard.position import Position
from upcard_library.cli_common import one_line
from upcard_library.run import plain

LISTED = 24
"""So many moves are listed unasked."""

HELP = """Type a move, such as `play QS` or just `QS`, or its number.
  moves   list every legal move
  hint    what a simple player would do
  table   show the table again
  score   show this hand's score sheet
  undo    take your last move back
  quit    stop here"""


@dataclass
class _Snapshot:
    """What `undo` goes back to."""

    match: Any
    state: Any
    moves: int
    acted: set[str]
    chance: object


class Table:
    """One match of a person against bots.

    Args:
        ruled: the rules.
        live: the match.
        seat: the person's seat.
        bots: one per seat; the person's own is not asked.
        rng: all chance comes from here.
        ask: reads a line, `None` at the end of input.
        tell: prints a line.
    """

    def __init__(
        self, ruled: Rules, live: LiveMatch[Any], seat: int, bots: list[Bot], rng: Random,
        ask: Callable[[str], str | None], tell: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.ruled, self.game, self.live, self.seat = ruled, ruled.game, live, seat
        self.bots, self.rng, self.ask, self.tell = bots, rng, ask, tell
        self.past: list[_Snapshot] = []

    # --- the match ----------------------------------------------------------------------

    def run(self) -> bool:
        """Play the match; `False` if the person stopped before its end."""
        while True:
            mover = self.live.to_move
            if mover is None:
                self._end_of_hand()
                if self.live.over:
                    self._end_of_match()
                    return True
                self.live.next_hand()
            elif mover == DEALER:
                self._made(lambda: self.live.play(self.game.shuffled(self.live.state, self.rng)))
            elif mover == self.seat:
                if not self._person():
                    return False
            else:
                self._made(partial(self.live.bot_move, self.bots[mover], self.rng))

    def _made(self, act: Callable[[], Any]) -> None:
        """Let something happen and tell what everybody sees of it."""
        before = len(self.game.score(self.live.state))
        act()
        move, state = self.live.log[-1], self.live.state
        self.tell(f"  {self._public(move)}")
        for event in state.events:
            if event.facts:
                facts = ", ".join(f"{k} {self._plain(v)}" for k, v in event.facts.items())
                self.tell(f"    {event.rule}: {facts}")
        for item in self.game.score(state)[before:]:
            cards = f" ({self._plain(str(item.cards))})" if item.cards else ""
            self.tell(f"    {self.game.seat(item.side)} scores {item.points}: {item.rule}{cards}")

    def _public(self, move: Move) -> str:
        """Write a move as the person may see it."""
        verb = self.game.verbs[move.verb]
        mine = move.seat == self.seat
        shown_to_all = move.seat != DEALER and not verb.hides
        if mine or shown_to_all or (move.seat == DEALER and len(move.cards) == 1):
            return self._plain(self.game.text(move))
        many = len(move.all_cards)
        return f"{self.game.seat(move.seat)} {move.verb} ({many} card{'' if many == 1 else 's'})"

    def _plain(self, value: Any) -> str:
        return plain(value if isinstance(value, (int, bool, dict, list)) else str(value),
                     self.game.deck)  # fmt: skip

    def _end_of_hand(self) -> None:
        self.tell("")
        self.tell("The hand is over.")
        self._score_sheet()
        self._standing()

    def _standing(self) -> None:
        score = ", ".join(f"{self.game.seat(i)} {n}" for i, n in enumerate(self.live.standing))
        self.tell(f"Standing: {score}")

    def _end_of_match(self) -> None:
        outcome = self.live.outcome
        if outcome is None:
            return
        winners = " and ".join(map(self.game.seat, outcome.winners))
        self.tell(f"{winners} win{'' if ' and ' in winners else 's'}: {self._rule(outcome.rule)}")
        for item in outcome.items:
            self.tell(f"  {self.game.seat(item.side)}: {item}")

    # --- the person's turn --------------------------------------------------------------

    def _person(self) -> bool:
        """Ask until a move is made; `False` if the person stops."""
        self._show_table()
        self._show_moves(LISTED)
        while True:
            name = self.game.seat(self.seat)
            line = self.ask(f"{name}> ")
            if line is None:
                self.tell("")
                self.tell("The input has ended; stopped here.")
                return False
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            if words.lower() in ("quit", "exit", "q"):
                return False
            if words.lower() == "undo":
                if self._undo():
                    return True
            elif words.lower() in self._commands():
                self._commands()[words.lower()]()
            elif (move := self._move(words)) is not None:
                self._remember()
                self._made(partial(self.live.play, move))
                return True

    def _commands(self) -> dict[str, Callable[[], None]]:
        return {
            "help": lambda: self.tell(HELP),
            "?": lambda: self.tell(HELP),
            "moves": lambda: self._show_moves(None),
            "hint": self._hint,
            "table": self._show_table,
            "score": self._score_sheet,
        }

    def _view(self) -> dict[str, Any]:
        return self.game.view(self.live.state, self.seat)

    def _show_table(self) -> None:
        """Show the view of the person's seat, and nothing besides."""
        view = self._view()
        facts = [f"{name} {self._plain(value)}" for name, value in view["facts"].items()
                 if value not in ("", None)]  # fmt: skip
        self.tell("")
        self.tell(f"{view['seat']} to act ({view['phase']})" + (f": {'; '.join(facts)}"
                                                               if facts else ""))  # fmt: skip
        for zone in view["zones"]:
            if not zone["count"]:
                continue
            owner = f"{zone['owner']} " if zone["owner"] else ""
            cards = self._plain(zone["cards"]) if "cards" in zone else f"{zone['count']} face down"
            self.tell(f"  {owner + zone['name']:<14} {cards}")
        self._standing()

    def _moves(self) -> list[str]:
        """Return the legal moves without the seat, in the engine's order."""
        return [text.split(" ", 1)[1] for text in self._view()["moves"]]

    def _show_moves(self, limit: int | None) -> None:
        moves = self._moves()
        shown = moves if limit is None else moves[:limit]
        width = max((len(self._plain(text)) for text in shown), default=0) + 8
        cells = [f"{n:>3} {self._plain(text)}" for n, text in enumerate(shown, 1)]
        across = max(1, 78 // width)
        for row in range(0, len(cells), across):
            self.tell("".join(cell.ljust(width) for cell in cells[row : row + across]).rstrip())
        if len(shown) < len(moves):
            self.tell(f"    and {len(moves) - len(shown)} more; `moves` lists them all")

    def _score_sheet(self) -> None:
        items = self.game.score(self.live.state)
        for item in items:
            cards = f" ({self._plain(str(item.cards))})" if item.cards else ""
            self.tell(f"  {self.game.seat(item.side)} {item.points:>4}  {item.rule}{cards}")
        if not items:
            self.tell("  nothing is scored")

    def _hint(self) -> None:
        state = self.live.state
        rng = Random(len(self.live.log))

        def sample() -> Sample:
            return Sample(self.game, self.game.permute_hidden(state, self.seat, rng))

        move = simple_bot(self._view(), sample, rng)
        self.tell(f"  a simple player would {self._plain(self.game.text(move).partition(' ')[2])}")

    def _move(self, words: str) -> Move | None:
        """Read a move or its number; say why it is refused."""
        if words.isdecimal() and len(words) < 6:
            moves = self._view()["moves"]
            if 1 <= int(words) <= len(moves):
                return self.game.parse(moves[int(words) - 1])
            self.tell(f"  there is no move {words}; they go from 1 to {len(moves)}")
            return None
        try:
            move = Position(self.ruled, self.live.state).read(self._with_verb(words))
            if not self.game.choices(self.live.state).permits(move):
                move = self._meant(move) or move
            self.game.check(self.live.state, move)
        except NotationError as error:
            self.tell(f"  {error} (`help` tells more)")
            return None
        except Illegal as error:
            self._refuse(error)
            return None
        return move

    def _with_verb(self, words: str) -> str:
        """Put the verb before bare cards where only one verb can be meant."""
        first, *_ = words.split()
        verbs = {move.verb for move in self.game.legal(self.live.state)}
        if first.lower() in self.game.verbs or first.upper() in seat_names(self.game.seats):
            return words
        return f"{verbs.pop()} {words}" if len(verbs) == 1 else words

    def _meant(self, move: Move) -> Move | None:
        """Return the one legal move with the same verb and cards, if there is just one."""
        if move.seat != self.seat:
            return None
        cards = Counter(move.cards)
        same = [other for other in self.game.legal(self.live.state)
                if other.verb == move.verb and Counter(other.cards) == cards
                and (not move.arg or move.arg == other.arg)]  # fmt: skip
        return same[0] if len(same) == 1 else None

    def _refuse(self, error: Illegal) -> None:
        self.tell(f"  No: {self._plain(self.game.text(error.move))} is refused by {error.rule}.")
        sentence = self._rule(error.rule)
        if sentence != error.rule:
            self.tell(f"  “{sentence}”")
        if error.facts:
            facts = ", ".join(f"{k} {self._plain(v)}" for k, v in error.facts.items())
            self.tell(f"  Here: {facts}")

    def _rule(self, rule: str) -> str:
        """Return the article's sentence for a rule, with this table's numbers."""
        return one_line(self.ruled.sentence(rule)) or COMMON_RULES.get(rule, rule)

    # --- going back ---------------------------------------------------------------------

    def _remember(self) -> None:
        live = self.live
        self.past.append(
            _Snapshot(live.match, live.state, len(live.log), copy.copy(live.acted),
                      self.rng.getstate())
        )  # fmt: skip

    def _undo(self) -> bool:
        if not self.past:
            self.tell("  there is nothing to take back")
            return False
        live, back = self.live, self.past.pop()
        live.match, live.state, live.acted = back.match, back.state, back.acted
        del live.log[back.moves :]
        self.rng.setstate(back.chance)  # type: ignore[arg-type]
        self.tell("  taken back")
        return True
