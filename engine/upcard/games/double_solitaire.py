"""Double Solitaire, turn by turn. Article: games/double-solitaire.

Not modelled: the race, in which both play at once, and the lost turn of a player who is caught
overlooking an ace: the other move is refused instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from upcard.cards import Card, Cards
from upcard.choices import Choices
from upcard.decks import DECKS
from upcard.game import Game, GivenError, Shuffle, Zone, duplicate
from upcard.games import _double_solitaire_table as lay
from upcard.games._double_solitaire_table import NO_CARDS, DoubleSolitaireOptions, Duel
from upcard.moves import DEALER, Move, Seat, Verb
from upcard.patience import RANKS, Column, Lift, Side, laid, lifted
from upcard.score import Answer, Match, Outcome

Lifts = dict[Card, Lift]


class DoubleSolitaire(Game[Duel]):
    """Double Solitaire for seats N and S."""

    slug = "double-solitaire"
    deck = DECKS["french-104"]
    seats = 2
    first_dealer = "cut"
    Options, State = DoubleSolitaireOptions, Duel
    options: DoubleSolitaireOptions
    verbs: ClassVar[Mapping[str, Verb]] = {
        "deal": Verb(cards=True, ordered=True, text="deal seven columns; the rest is stock"),
        "up": Verb(cards=True, text="lay a card on a foundation"),
        "put": Verb(cards=True, arg="word", text="put a card, and what lies on it, on a column"),
        "turn": Verb(text="turn up from the stock"),
        "pass": Verb(text="end the turn without turning"),
    }
    questions = ("first", "builds_up", "builds_down", "moved_with", "result")
    rules = (
        "packs", "columns", "stock", "foundations", "first-player", "own-side", "build-up",
        "last-card", "build-down", "move-run", "empty-column", "turn-up", "waste-top",
        "no-way-back", "ace-first", "no-shuttling", "free", "end-turn", "redeal", "no-stock",
        "go-out", "blocked", "count",
    )  # fmt: skip

    def __init__(self, options: object | None = None) -> None:
        super().__init__(options)
        self.patience = self.options.patience

    # --- the layout --------------------------------------------------------------------------

    def new(self, match: Match) -> Duel:
        return Duel(match, stock=[lay.PACK.pack, lay.PACK.pack])

    def to_shuffle(self, s: Duel) -> Shuffle:
        return Shuffle("deal", lay.PACK.pack, len(lay.PACK))

    def deal(self, s: Duel, pack: Cards) -> None:
        """Lay out N's pack, which has lain there as a stock, then S's, and see who begins."""
        seat = Seat(1 if lay.open_cards(lay.side(s, 0)) else 0)
        own = self.patience.deal(pack)
        lay.put_side(s, seat, own)
        s.say("columns", seat=self.seat(seat), ends=lay.ends(own))
        s.say("stock", seat=self.seat(seat), cards=len(own.stock))
        if seat == 1:
            s.say("packs", cards=len(self.deck))
            s.phase = "play"
            s.turn = self.begins(lay.open_cards(lay.side(s, 0)), lay.open_cards(own))
            s.say("first-player", seat=self.seat(s.turn))

    def begins(self, north: Cards, south: Cards) -> Seat:
        """Return who begins, from the open cards of both layouts, column by column."""
        for mine, theirs in zip(north, south, strict=True):
            gap = RANKS.index(mine.rank) - RANKS.index(theirs.rank)
            if gap:
                return Seat((gap < 0) == (self.options.first_player == "high"))
        return Seat(0)

    def first(self, north: Cards, south: Cards) -> Answer:
        """Say who begins; give the open cards of both layouts, from the one-card column on."""
        _require(len(north) == len(south), "both show as many cards", "south")
        return Answer(self.seat(self.begins(north, south)), ("first-player",))

    # --- the moves of a turn -----------------------------------------------------------------

    def choices(self, s: Duel) -> Choices:
        own = lay.side(s, s.turn)
        lifts = {lift.cards[0]: lift for lift in self.patience.lifts(own)}
        c = Choices(self.offers(s, own, lifts))
        if s.phase == "turned":
            c.only("end-turn", lambda m: m.verb == "pass" or m.cards == own.waste[-1:])
        self.ending(s, c, own)
        c.only("no-shuttling", lambda m: not self.repeats(s, m, own, lifts))
        if self.options.ace_duty:
            c.must("ace-first", lambda m: m.verb == "up" and m.cards[0].rank == "A")
        rest = [move for move in c.legal if not move.cards]
        if len(rest) < len(c.legal):
            c.also("free", *rest)
        self.reasons(s, c, own)
        return c

    def offers(self, s: Duel, own: Side, lifts: Lifts) -> Iterator[Move]:
        """Yield what fits somewhere, and both ways of ending the turn."""
        wanted = lay.wanted(s)
        for card, lift in lifts.items():
            if len(lift.cards) == 1 and card in wanted:
                yield Move(s.turn, "up", Cards([card]))
        backs: list[Card] = []
        if self.options.foundation_return:
            backs = [card for card in lay.out(s, s.turn) if lay.own_top(s, s.turn, card)]
        ends = [(str(number), column.end) for number, column in enumerate(own.columns, 1)]
        for card in (*lifts, *backs):
            for number, end in ends:
                if self.patience.fits(card, end):
                    yield Move(s.turn, "put", Cards([card]), number)
        yield Move(s.turn, "turn")
        yield Move(s.turn, "pass")

    def ending(self, s: Duel, c: Choices, own: Side) -> None:
        """Narrow to the one way in which the turn may end."""
        may_turn = self.patience.may_turn(own)
        if own.waste and not own.stock:
            c.only("redeal", lambda m: m.verb != "turn" or may_turn)
        c.only("no-stock", lambda m: m.verb != "turn" or may_turn)
        if s.phase == "play":
            c.only("end-turn", lambda m: m.verb != "pass" or not may_turn)

    def repeats(self, s: Duel, move: Move, own: Side, lifts: Lifts) -> bool:
        """Say whether a move brings back an arrangement that was left in this turn."""
        if not s.earlier or not move.cards:
            return False
        return lay.arrangement(self.moved(own, move, lifts.get(move.cards[0]))) in s.earlier

    def moved(self, own: Side, move: Move, lift: Lift | None) -> Side:
        """Return the side after a card is moved; without a lift it comes from a foundation."""
        side = lifted(own, lift) if lift else own
        if move.verb == "up":
            return side
        return laid(side, int(move.arg) - 1, lift.cards if lift else move.cards)

    def reasons(self, s: Duel, c: Choices, own: Side) -> None:
        """Name the rules against moves that are never offered, from what both players see."""
        other = lay.side(s, self.next(s.turn))
        theirs = lay.open_cards(other) + other.waste
        open_up, gone = lay.open_cards(own), lay.out(s, s.turn)
        ends = {str(number): column.end for number, column in enumerate(own.columns, 1)}
        across = {f"{self.seat(self.next(s.turn)).lower()}{number}" for number in ends}

        def mine(move: Move, *cards: Iterable[Card]) -> bool:
            one = move.verb in ("up", "put") and len(move.cards) == 1
            return (
                one
                and move.seat == s.turn
                and (not cards or any(move.cards[0] in pile for pile in cards))
            )

        def unseen(move: Move) -> bool:
            return mine(move) and not mine(move, open_up, own.waste, gone)

        def several(move: Move) -> bool:
            return move.seat == s.turn and len(move.cards) > 1

        c.bar("own-side", lambda m: unseen(m) and mine(m, theirs))
        c.bar("own-side", lambda m: mine(m) and m.arg in across)
        c.bar("no-way-back", lambda m: mine(m, gone))
        c.bar("waste-top", lambda m: mine(m, own.waste[:-1]))
        c.bar("last-card", lambda m: m.verb == "up" and (several(m) or mine(m, covered(own))))
        c.bar("move-run", lambda m: unseen(m) or several(m))
        c.bar("build-up", lambda m: m.verb == "up" and mine(m))
        c.bar("empty-column", lambda m: mine(m) and m.arg in ends and ends[str(m.arg)] is None)
        c.bar("build-down", lambda m: mine(m) and m.arg in ends)

    def builds_up(self, card: Card, top: Card | None = None) -> Answer:
        """Say whether a foundation with this top card takes a card; without one it is empty."""
        return Answer(self.patience.takes(card, top), ("build-up",))

    def builds_down(self, card: Card, end: Card | None = None) -> Answer:
        """Say whether a card may be put on a column that ends so; without an end it is empty."""
        rule = "empty-column" if end is None else "build-down"
        return Answer(self.patience.fits(card, end), (rule,))

    def moved_with(self, card: Card, column: Cards) -> Answer:
        """Say which cards move when this one is taken; give the face-up cards from below."""
        _require(card in column, f"{card} does not lie face up in this column", "card")
        lifts = self.patience.lifts(Side((Column(up=column),)))
        moved = next((lift.cards for lift in lifts if lift.cards[0] == card), NO_CARDS)
        return Answer(moved, ("move-run",))

    # --- moving ------------------------------------------------------------------------------

    def move_card(self, s: Duel, move: Move) -> None:
        """Move a card up or put it on a column, with all that lies on it."""
        own, card = lay.side(s, s.turn), move.cards[0]
        lift = next((one for one in self.patience.lifts(own) if one.cards[0] == card), None)
        s.earlier = (*s.earlier, lay.arrangement(own))
        target = own.columns[int(move.arg) - 1].end if move.verb == "put" else None
        if move.verb == "up":
            self.lay_up(s, card)
        else:
            s.say("build-down" if target else "empty-column", card=str(card), column=str(move.arg))
        if lift is None:
            self.take_back(s, card)
        elif len(lift.cards) > 1:
            s.say("move-run", cards=str(lift.cards))
        new = self.moved(own, move, lift)
        lay.put_side(s, s.turn, new)
        self.note_progress(s, own, new)
        s.phase = "play"
        if len(lay.out(s, s.turn)) == len(lay.PACK):
            s.say("go-out", seat=self.seat(s.turn))
            self.finish(s)

    def lay_up(self, s: Duel, card: Card) -> None:
        """Lay a card on the first foundation that takes it."""
        ordinal = lay.wanted(s)[card]
        theirs = getattr(s, ordinal)[self.next(s.turn)].of_suit(card.suit)
        if theirs or ordinal == "second":
            s.say("foundations", card=str(card), pile=ordinal)
        getattr(s, ordinal)[s.turn] += Cards([card])
        s.say("build-up", card=str(card), pile=ordinal)
        self.mark(s, fresh=card not in s.returned[s.turn])
        s.returned[s.turn] = Cards(one for one in s.returned[s.turn] if one != card)

    def take_back(self, s: Duel, card: Card) -> None:
        """Take an own card off the foundation on whose top it lies."""
        ordinal = lay.own_top(s, s.turn, card) or "first"
        getattr(s, ordinal)[s.turn] -= Cards([card])
        s.returned[s.turn] += Cards([card])
        s.say("no-way-back", card=str(card))

    def note_progress(self, s: Duel, own: Side, new: Side) -> None:
        """See whether a waste card was played or a face-down card turned up."""
        if len(new.waste) < len(own.waste):
            s.say("waste-top", card=str(own.waste[-1:]))
            self.mark(s, fresh=True)
        for number, (was, is_now) in enumerate(zip(own.columns, new.columns, strict=True), 1):
            if len(is_now.down) < len(was.down):
                s.say("turn-up", card=str(is_now.end), column=str(number))
                self.mark(s, fresh=True)

    def mark(self, s: Duel, *, fresh: bool) -> None:
        """Note progress, which sets the count of idle turns back."""
        if fresh:
            s.progress, s.idle = True, 0

    # --- the end of a turn -------------------------------------------------------------------

    def turn_up(self, s: Duel) -> None:
        """Turn from the stock; the turn ends unless the card may be played at once."""
        own = lay.side(s, s.turn)
        if not own.stock:
            s.say("redeal", seat=self.seat(s.turn), cards=len(own.waste))
        own = self.patience.turned(own)
        lay.put_side(s, s.turn, own)
        s.say("end-turn", seat=self.seat(s.turn), card=str(own.waste[-1]))
        if self.options.turn_end == "unplayable" and self.is_playable(s, own):
            s.phase = "turned"
        else:
            self.end_turn(s)

    def is_playable(self, s: Duel, own: Side) -> bool:
        """Say whether the top card of the waste fits anywhere."""
        card = own.waste[-1]
        fits = any(self.patience.fits(card, column.end) for column in own.columns)
        return fits or card in lay.wanted(s)

    def stop(self, s: Duel) -> None:
        """End the turn without turning a card."""
        s.say("end-turn" if s.phase == "turned" else "no-stock", seat=self.seat(s.turn))
        self.end_turn(s)

    def end_turn(self, s: Duel) -> None:
        s.idle = 0 if s.progress else s.idle + 1
        s.progress, s.earlier, s.phase = False, (), "play"
        s.turn = self.next(s.turn)
        if s.idle >= self.options.idle_limit:
            s.say("blocked", turns=s.idle)
            self.finish(s)

    # --- the end of the game -----------------------------------------------------------------

    def finish(self, s: Duel) -> None:
        """Count the own cards of each player on the foundations."""
        s.phase = "over"
        for seat in range(self.seats):
            s.award(seat, "count", len(lay.out(s, seat)))

    def outcome(self, match: Match) -> Outcome | None:
        """Return who has won: who went out, or has more cards on the foundations."""
        return self.settle(match.scores) if match.hands else None

    def settle(self, out: tuple[int, ...]) -> Outcome:
        """Return the outcome when each has so many own cards on the foundations."""
        north, south = out
        if len(lay.PACK) in out:
            return Outcome((out.index(len(lay.PACK)),), "go-out")
        return Outcome((0, 1) if north == south else (0,) if north > south else (1,), "count")

    def result(self, north: int, south: int) -> Answer:
        """Say who has won with so many own cards on the foundations: `N`, `S` or `drawn`."""
        top = len(lay.PACK)
        for name, cards in (("north", north), ("south", south)):
            _require(0 <= cards <= top, f"a player has from 0 to {top} cards there", name)
        _require(north + south < 2 * top, "only one player can go out", "south")
        outcome = self.settle((north, south))
        won = outcome.winners
        return Answer("drawn" if len(won) > 1 else self.seat(won[0]), (outcome.rule,))

    def outlook(self, s: Duel) -> tuple[int, ...]:
        """Return what each has laid out, less what lies face down in the columns; not the stock."""
        return tuple(len(lay.out(s, seat)) - lay.face_down(s, seat) for seat in (0, 1))

    def sound(self, s: Duel) -> list[Move]:
        """Return the moves that get on, if there are any, or else the end of the turn."""
        own, legal = lay.side(s, s.turn), self.legal(s)
        useful = []
        for move in legal:
            column = next((col for col in own.columns if move.cards == col.up[:1]), None)
            clears = column is not None and move.verb == "put" and bool(column.down)
            if move.verb == "up" or move.cards == own.waste[-1:] != NO_CARDS or clears:
                useful.append(move)
        return useful or [move for move in legal if not move.cards] or legal

    # --- the table ---------------------------------------------------------------------------

    def play(self, s: Duel, move: Move) -> None:
        match move.verb:
            case "deal":
                self.deal(s, move.cards)
            case "up" | "put":
                self.move_card(s, move)
            case "turn":
                self.turn_up(s)
            case "pass":
                self.stop(s)
            case _:
                raise AssertionError(move)

    def table(self, s: Duel) -> list[Zone]:
        return lay.zones(s)

    def permute_hidden(self, s: Duel, seat: int | None, rng: Any) -> Duel:
        """Deal anew what lies face down, each pack for itself: its back tells whose a card is."""
        draft = duplicate(s)
        for owner in range(self.seats):
            loose = list(lay.hidden(s, owner))
            rng.shuffle(loose)
            own = lay.side(s, owner)
            columns = []
            for column in own.columns:
                size = len(column.down)
                columns.append(column._replace(down=Cards(loose[:size])))
                loose = loose[size:]
            lay.put_side(draft, owner, own._replace(columns=tuple(columns), stock=Cards(loose)))
        return draft

    def facts(self, s: Duel) -> Mapping[str, Any]:
        """Return the cards each has laid, the tops of foundations and wastes, and idle turns."""
        sides = [lay.side(s, seat) for seat in range(self.seats)]
        return {
            "out": [len(lay.out(s, seat)) for seat in range(self.seats)],
            "laid": [str(self.deck.sort(lay.out(s, seat))) for seat in range(self.seats)],
            "tops": str(lay.tops(s)),
            "ends": [lay.ends(own) for own in sides],
            "waste_top": [str(own.waste[-1:]) for own in sides],
            "idle_turns": s.idle,
        }

    def numbers(self) -> Mapping[str, int | str]:
        return lay.numbers(self.options)

    def complete(self, s: Duel, given: frozenset[str]) -> None:
        """Fill in the phase and who is to act, and see that the position can be."""
        lay.require_sound(s)
        bare = not any(lay.side(s, seat).cards or lay.out(s, seat) for seat in range(self.seats))
        if bare:
            s.stock = self.new(s.match).stock
        elif "phase" not in given:
            s.phase = "play"
        if "turn" not in given:
            s.turn = DEALER if s.phase == "deal" else Seat(0)


def covered(own: Side) -> Cards:
    """Return the face-up cards of the columns on which others lie."""
    return Cards(card for column in own.columns for card in column.up[:-1])


def _require(fits: bool, fault: str, argument: str) -> None:
    if not fits:
        raise GivenError(fault, argument)


GAME = DoubleSolitaire
