"""Tables to play at in a page: people and bots, taking back, advice, and records step by step.

Every position of a match is kept, so going back and forth costs nothing. The page is told one
document of `page_view` for the seat that looks, whoever moves.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from upcard.api import Rules, rules_of_record
from upcard.bots import BOTS, within
from upcard.choices import Illegal
from upcard.drive import MOVE_CAP, RECORD_LIMIT, Bot, LiveMatch, RecordError, Sample
from upcard.moves import DEALER, Move, parse_seat, seat_names
from upcard.page import (
    CALLS,
    PARTS_LIMIT,
    Args,
    RequestError,
    parts,
    plain,
    rules_of,
    told_refusal,
    told_rule,
    whole,
    word,
)
from upcard.page_table import Table, keep, table_of
from upcard.page_view import Looker, Note, document, told_move
from upcard.position import Position

THINK = 800
"""How long a bot may think unless the page says otherwise, in milliseconds."""
THINK_MOST = 20_000


class _Frame(NamedTuple):
    match: Any
    state: Any


class Play(Table):
    """A match that is played at a page's table, with all that has been and what a record foretells.

    Attributes:
        frames: the position before each move made, and the one now.
        notes: the moves made, and what each led to.
        ahead: moves of a record that are still to come, the next one first.
        sentences: rules that have been told, by id.
    """

    def __init__(self, ruled: Rules, live: LiveMatch[Any], *, recorded: bool = True) -> None:
        super().__init__(ruled, live, recorded=recorded)
        self.frames = [_Frame(live.match, live.state)]
        self.notes: list[Note] = []
        self.ahead: list[Move] = []
        self.sentences: dict[str, dict[str, str]] = {}

    def make(self, move: Move) -> None:
        """Make a move that is known to be legal and note what it leads to.

        A hand that has ended is followed by the next.

        Raises:
            RequestError: the match has gone on for too long.
        """
        live, game = self.live, self.ruled.game
        if len(live.log) >= MOVE_CAP:
            raise RequestError(f"a match at this table ends after {MOVE_CAP} moves")
        if live.hand_over:
            live.next_hand()
        before = len(game.score(live.state))
        live.state = game.carry_out(live.state, move)
        live.log.append(move)
        events = tuple({"rule": event.rule, "facts": plain(event.facts)}
                       for event in live.state.events)  # fmt: skip
        self.notes.append(Note(move, events, tuple(game.score(live.state)[before:])))
        self.frames.append(_Frame(live.match, live.state))

    def deal(self) -> None:
        """Shuffle, deal and turn until a player is to act."""
        while self.live.to_move == DEALER:
            self.make(self.ruled.game.shuffled(self.live.state, self.rng))

    def go_to(self, made: int) -> None:
        """Go to where so many moves were made; later ones stay to be replayed."""
        made = max(0, min(made, len(self.live.log) + len(self.ahead)))
        if made < len(self.live.log):
            self.ahead = [note.move for note in self.notes[made:]] + self.ahead
            self.live.match, self.live.state = self.frames[made]
            del self.live.log[made:], self.notes[made:], self.frames[made + 1 :]
        while len(self.live.log) < made:
            self.make(self.ahead.pop(0))

    def turn_before(self, seats: set[int]) -> int:
        """Return how many moves were made when one of these seats last had to act."""
        to_move = self.ruled.game.to_move
        acting = [at for at, frame in enumerate(self.frames[:-1]) if to_move(frame.state) in seats]
        if not acting:
            raise RequestError("there is nothing to take back")
        return acting[-1]


def play_of(args: Args) -> Play:
    """Return the table that `table` names.

    Raises:
        RequestError: there is no such table, or it is not one to play at.
    """
    table = table_of(args)
    if not isinstance(table, Play):
        raise RequestError("nobody sits at this table; open it by `sit`")
    return table


def _seat(table: Table, args: Args) -> int | None:
    name = word(args, "seat", "", limit=10)
    return parse_seat(name, table.ruled.game.seats) if name else None


def _told(table: Play, args: Args) -> dict[str, Any]:
    looker = Looker(_seat(table, args), args.get("open") is True)
    since = whole(args, "since", 0)
    return view_of(table, looker, since)


def view_of(table: Play, looker: Looker, since: int = 0) -> dict[str, Any]:
    """Return what somebody sees of a table, as `schema/view.schema.json` tells it."""
    told = document(table.ruled, table.live, table.notes, looker, since)
    told["rules"] = {rule: _sentence(table, rule) for rule in told["rules"]}
    return told | {"ahead": len(table.ahead), "recorded": table.recorded}


def _sentence(table: Play, rule: str) -> dict[str, str]:
    """Return a rule as `told_rule` does; it stays the same while the match lasts."""
    if rule not in table.sentences:
        table.sentences[rule] = told_rule(table.ruled, rule)
    return table.sentences[rule]


# --- opening a table -------------------------------------------------------------------------


def _seating(args: Args) -> dict[str, Any]:
    """Tell who may sit at a table under these rules, and which bots there are."""
    game = rules_of(args).game
    return {"seats": list(seat_names(game.seats)), "bots": list(BOTS)}


def _opened(table: Play, args: Args) -> dict[str, Any]:
    return {"table": keep(table), "view": _told(table, args)}


def _sit(args: Args) -> dict[str, Any]:
    ruled = rules_of(args)
    seed = whole(args, "seed") if args.get("seed") is not None else None
    table = Play(ruled, ruled.new_match(seed))
    table.rng = Random(seed)
    table.deal()
    return _opened(table, args)


def _sit_record(args: Args) -> dict[str, Any]:
    record = word(args, "record", limit=RECORD_LIMIT)
    ruled = rules_of_record(record)
    if ruled.id != word(args, "game", ruled.id, limit=60):
        raise RecordError(f"this is a record of {ruled.id!r}", 1)
    read = ruled.resume(record)
    if len(read.log) > MOVE_CAP:
        raise RequestError(f"the record has more than {MOVE_CAP} moves")
    table = Play(ruled, LiveMatch(ruled.game, read.opening, ruled.header))
    table.ahead = list(read.log)
    table.go_to(whole(args, "at", len(read.log)))
    return _opened(table, args)


def _sit_position(args: Args) -> dict[str, Any]:
    """Set a position up; the moves of `do` are laid ready to be stepped through."""
    ruled = rules_of(args)
    position = ruled.position(**parts(args))
    live = LiveMatch(ruled.game, position.state.match, ruled.header)
    live.state = position.state
    table = Play(ruled, live, recorded=False)
    for text in texts(args, "do"):
        move = position.read(text)
        position = position.do(text)
        table.ahead.append(move)
    return _opened(table, args)


def texts(args: Args, name: str) -> list[str]:
    """Return a list of short texts.

    Raises:
        RequestError: it is no such list.
    """
    value = args.get(name, [])
    if not isinstance(value, list) or len(value) > PARTS_LIMIT:
        raise RequestError(f"{name!r} must be a list of at most {PARTS_LIMIT} texts")
    if not all(isinstance(one, str) and len(one) < 1_000 for one in value):
        raise RequestError(f"{name!r} must hold short texts")
    return value


# --- playing ---------------------------------------------------------------------------------


def _look(args: Args) -> dict[str, Any]:
    return _told(play_of(args), args)


def _act(args: Args) -> dict[str, Any]:
    """Make a move of the seat that looks; a refused one is told with the sentence that forbids it.

    The dealer's acts that follow are made as well.
    """
    table = play_of(args)
    try:
        move = Position(table.ruled, table.live.state).read(word(args, "move", limit=1_000))
        table.ruled.game.check(table.live.state, move)
    except Illegal as error:
        return {"refused": told_refusal(table.ruled, error), "view": _told(table, args)}
    table.ahead.clear()
    table.make(move)
    table.deal()
    return {"view": _told(table, args)}


def _next_hand(args: Args) -> dict[str, Any]:
    table = play_of(args)
    if not table.live.hand_over or table.live.over:
        raise RequestError("the hand or the match does not go on")
    table.ahead.clear()
    table.live.next_hand()
    table.deal()
    return {"view": _told(table, args)}


def _bot(args: Args) -> Bot:
    name = word(args, "bot", limit=40)
    if name not in BOTS:
        raise RequestError(f"there is no bot {name!r}; known: {', '.join(BOTS)}")
    return within(name, max(1, min(whole(args, "think", THINK), THINK_MOST)))


def _chosen(table: Play, bot: Bot) -> Move:
    """Return the move a bot chooses for the seat to act: it is given that seat's view."""
    live, game = table.live, table.ruled.game
    seat, state = live.to_move, live.state
    if seat in (None, DEALER):
        raise RequestError("nobody is to act")
    hidden = game.permute_hidden
    return bot(game.view(state, seat), lambda: Sample(game, hidden(state, seat, table.rng)),
               table.rng)  # fmt: skip


def _bot_moves(args: Args) -> dict[str, Any]:
    """Let a bot act for the seat whose turn it is."""
    table = play_of(args)
    move = _chosen(table, _bot(args))
    table.ruled.game.check(table.live.state, move)
    table.make(move)
    table.ahead.clear()
    table.deal()
    return {"view": _told(table, args)}


def _hint(args: Args) -> dict[str, Any]:
    """Tell what a bot would do in this seat, and what the move would score at once."""
    table = play_of(args)
    seat = _seat(table, args)
    if args.get("open") is not True and seat != table.live.to_move:
        raise RequestError("it is not this seat's turn")
    move = _chosen(table, _bot(args))
    gains = [_gained(table, move) for _ in range(2)]
    sure = gains[0] if gains[0] == gains[1] else []
    return {
        "move": told_move(table.ruled.game, move),
        "scores": [{"points": points} | told_rule(table.ruled, rule) for rule, points in sure],
    }


def _gained(table: Play, move: Move) -> list[tuple[str, int]]:
    """Return what a move scores in a world that fits what the seat has seen."""
    game = table.ruled.game
    seat = table.live.to_move
    world = game.permute_hidden(table.live.state, seat, table.rng)
    before = len(game.score(world))
    return [(item.rule, item.points) for item in game.score(game.carry_out(world, move))[before:]]


def _back(args: Args) -> dict[str, Any]:
    """Go back to when one of `seats` last had to act."""
    table = play_of(args)
    seats = {int(parse_seat(name, table.ruled.game.seats)) for name in texts(args, "seats")}
    table.go_to(table.turn_before(seats))
    table.ahead.clear()
    return {"view": _told(table, args)}


def _step(args: Args) -> dict[str, Any]:
    """Go to where so many moves were made, in a match that has been recorded further."""
    table = play_of(args)
    table.go_to(whole(args, "to"))
    return {"view": _told(table, args)}


def _go_on(args: Args) -> dict[str, Any]:
    """Play on from here: what a record foretells is forgotten, and the dealer acts if need be."""
    table = play_of(args)
    table.ahead.clear()
    table.deal()
    return {"view": _told(table, args)}


CALLS |= {
    "seating": _seating, "sit": _sit, "sit_record": _sit_record, "sit_position": _sit_position,
    "look": _look, "act": _act, "next_hand": _next_hand, "bot": _bot_moves, "hint": _hint,
    "back": _back, "step": _step, "go_on": _go_on,
}  # fmt: skip

__all__ = ["Play", "play_of", "texts"]
