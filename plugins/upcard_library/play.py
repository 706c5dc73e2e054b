"""A game in the terminal: what a seat may see, what it may do, and why not the rest."""

from __future__ import annotations

from upcard.cards import NotationError
from upcard.choices import Illegal
from upcard.page import RequestError
from upcard_library.commands import Commands, Next
from upcard_library.lines import Lines, Words
from upcard_library.screen import Screen
from upcard_library.sitting import Sitting

LISTED = 24
"""So many moves are listed unasked."""


class Session:
    """People at one terminal, playing against bots or each other.

    Args:
        sitting: the match and who sits where.
        screen: where it is shown.
        lines: where lines come from.
    """

    def __init__(self, sitting: Sitting, screen: Screen, lines: Lines) -> None:
        self.sitting, self.screen, self.lines = sitting, screen, lines
        self.commands = Commands(sitting, screen)
        self.table = sitting.table
        self.start = len(sitting.live.log)
        self.told: dict[int | None, int] = {}
        self.finished = False

    def run(self) -> None:
        """Play until somebody stops, or the input ends."""
        while self._go_on():
            pass

    def _go_on(self) -> bool:
        """Do what comes next; `False` to stop."""
        sitting = self.sitting
        self._sit_down()
        if sitting.looking:
            return self._look_through()
        if sitting.actor is None:
            self._end_of_hand()
            if sitting.live.over:
                return self._end_of_match()
            if sitting.alone is None and not self._pause("Press Enter for the next hand. "):
                return False
        try:
            acted = sitting.go_on()
        except RequestError as error:
            self.screen.say(f"{error}. `undo` takes back, `save` keeps it, `quit` stops.")
            return self._asked("ended> ")
        if not acted:
            return self._person()
        if sitting.alone is not None:
            self._tell(sitting.alone)
        return True

    def _sit_down(self) -> None:
        """Take notice of another match, if one has been loaded or begun."""
        if self.table is not self.sitting.table:
            self.table, self.start = self.sitting.table, len(self.sitting.live.log)
            self.screen.deck = self.sitting.ruled.game.deck
            self.told.clear()

    # --- telling ----------------------------------------------------------------------------

    def _tell(self, seat: int | None) -> None:
        """Print what has happened since this seat was told last."""
        made = len(self.sitting.live.log)
        view = self.sitting.view(seat, min(self.told.get(seat, self.start), made))
        self.told[seat] = made
        self.screen.log(view)

    def _end_of_hand(self) -> None:
        seat = self.commands.seat = self.sitting.alone
        if seat is not None:
            self._tell(seat)
        view = self.sitting.view(seat)
        self.screen.say()
        self.screen.say("The hand is over.", style="bold")
        self.screen.sheet(view)
        self.screen.standing(view)

    def _end_of_match(self) -> bool:
        outcome, seat = self.sitting.live.outcome, self.sitting.ruled.game.seat
        self.finished = True
        if outcome is not None:
            winners = " and ".join(map(seat, outcome.winners))
            verb = "win" if len(outcome.winners) > 1 else "wins"
            self.screen.say(f"{winners} {verb}: {self.sitting.sentence(outcome.rule)}")
            for item in outcome.items:
                self.screen.say(f"  {seat(item.side)}: {item}")
        self.screen.say("`new` deals another match, `undo` takes back, `quit` stops.")
        return self._asked("over> ")

    # --- whoever is at the terminal ---------------------------------------------------------

    def _person(self) -> bool:
        """Ask the person to act; `False` if they stop."""
        seat = self.sitting.actor
        self.finished = False
        if self.sitting.alone is None and seat != self.commands.seat and not self._hand_over(seat):
            return False
        self._tell(seat)
        self.commands.seat = seat
        self.screen.table(self.sitting.view(seat))
        self.screen.moves(self.sitting.legal(), LISTED)
        name = "" if seat is None else self.sitting.ruled.game.seat(seat)
        return self._asked(f"{name}> ")

    def _hand_over(self, seat: int | None) -> bool:
        """Show nothing of the table until the next player says so."""
        name = "" if seat is None else self.sitting.ruled.game.seat(seat)
        self.commands.seat = None
        self.screen.clear()
        self.screen.say(f"Pass the terminal to {name}.", style="bold")
        going_on = self._pause(f"{name}, press Enter when nobody else can see. ")
        self.screen.clear()
        return going_on

    def _pause(self, prompt: str) -> bool:
        """Wait for a line; `False` if it says to stop, or there is none."""
        line = self.lines.read(prompt, lambda: Words((), ["quit"]), "")
        return line is not None and line.strip().lower() not in ("quit", "exit", "q")

    def _look_through(self) -> bool:
        """Show one position of a match that goes further, and ask where to go."""
        sitting = self.sitting
        made, seat = len(sitting.live.log), sitting.alone
        self.commands.seat = seat
        self.told = dict.fromkeys(self.told, made)
        view = sitting.view(seat, max(made - 1, 0))
        self.screen.say()
        self.screen.log(view)
        self.screen.table(view)
        return self._asked(f"{made}/{made + len(sitting.table.ahead)}> ")

    def _asked(self, prompt: str) -> bool:
        """Ask until something follows; `False` if the person stops."""
        while True:
            seat = self.commands.seat
            line = self.lines.read(prompt, self.commands.words, str(seat))
            if line is None:
                if not self.finished:
                    self.screen.say()
                    self.screen.say("The input has ended; stopped here.")
                return False
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            following = self.commands.run(line) or self._move(line.strip())
            if following is not Next.AGAIN:
                return following is Next.ON

    def _move(self, words: str) -> Next:
        """Make a move, or say why it is refused."""
        seat = self.sitting.actor
        try:
            self.commands.must_act()
            self.sitting.act(words)
        except NotationError as error:
            self.screen.say(f"  {error} (`help` tells more)")
            return Next.AGAIN
        except RequestError as error:
            self.screen.say(f"  {error}")
            return Next.AGAIN
        except Illegal as error:
            self.commands.refuse(error)
            return Next.AGAIN
        self._tell(seat)
        return Next.ON


__all__ = ["Session"]
