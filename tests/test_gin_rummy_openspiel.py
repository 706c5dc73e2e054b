"""Gin Rummy against OpenSpiel, move by move.

OpenSpiel is not among our dependencies. To run this test, make an environment beside `.venv`:
`pip install open_spiel pytest`, then `PYTHONPATH=engine:plugins pytest -m slow` this file there.

Played with OpenSpiel 2.0.2, all four thousand hands agreed; 1,958 of them scored.

OpenSpiel plays the last-knock wall and scores nothing for equal deadwood. What else it does
otherwise is explained in `Difference`, and every difference met is one of these.
"""

import enum
from collections import Counter
from random import Random

import pytest

from upcard import Cards, rules
from upcard.cards import Card
from upcard.drive import LiveMatch
from upcard.moves import Move

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: the head of this file says how to get it"
)
pytestmark = pytest.mark.slow

OPTIONS = {"wall": "last_knock", "tie": "no_score"}
HANDS = 1000
MOST = 5  # OpenSpiel knows melds of three to five cards; a longer one is shown in two parts
DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56


class Difference(enum.Enum):
    """What OpenSpiel allows and we do not, or the other way round."""

    THROW_BACK = "the card just taken from the discard pile may be laid on it again"
    KNOCK_WITH_UPCARD = "at the wall the card just taken may be the discard of the knock"
    LONG_LAY_OFF = "a third card in a row is not laid off at the same end of a run"
    LONG_MELD = "a meld of six or more cards is not a single move"
    TAKE_CAP = "the 50th discard taken after the first upcard ends the hand; here it is the 51st"
    MINIMUM = "of eleven cards the deadwood after a discard is sometimes told too high"


class Hand:
    """One hand, played on both sides at once."""

    def __init__(self, rng, seen, *, eager, oklahoma=False):
        self.rng, self.seen, self.eager = rng, seen, eager
        self.theirs = pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma}).new_initial_state()
        options = OPTIONS | ({"oklahoma": "ace_gin"} if oklahoma else {})
        self.game = rules("gin-rummy", **options).game
        self.order = [self.card(action) for action in range(52)]
        self.deal()

    def card(self, action):
        code = self.theirs.action_to_string(0, action).split()[-1].upper()
        return Card(code[:-1].replace("T", "10"), code[-1])

    def deal(self):
        """Shuffle; OpenSpiel gets ten cards for player 0, ten for 1, the upcard, then the draws."""
        pack = self.rng.sample(self.game.deck.pack, 52)
        self.live = LiveMatch(self.game, self.game.start(dealer=1))
        self.live.play(Move(-1, "shuffle", Cards(pack)))
        self.draws = [*pack[:20:2], *pack[1:20:2], *pack[20:]]
        self.chance()

    def chance(self):
        while self.theirs.is_chance_node():
            self.theirs.apply_action(self.order.index(self.draws.pop(0)))

    # --- what may be done ---------------------------------------------------------------------

    def ours(self):
        return self.game.legal(self.live.state)

    def compare(self):
        """Compare the legal moves; return those that both sides know, by OpenSpiel's number."""
        s = self.live.state
        compare = {
            "FirstUpcard": self.same_draws, "Draw": self.same_draws, "Wall": self.at_the_wall,
            "Discard": self.same_discards, "Knock": self.same_knocks, "Layoff": self.same_layoffs,
        }[self.phase]  # fmt: skip
        return compare(s, set(self.theirs.legal_actions()))

    @property
    def phase(self):
        return str(self.theirs).split("Phase: ")[1].split()[0]

    def same_draws(self, s, theirs):
        verbs = {"take": DRAW_UPCARD, "draw": DRAW_STOCK, "pass": PASS}
        known = {verbs[move.verb]: move for move in self.ours()}
        assert set(known) == theirs
        return known

    def at_the_wall(self, s, theirs):
        known = {{"take": KNOCK, "decline": PASS}[move.verb]: move for move in self.ours()}
        if theirs - set(known):
            assert theirs - set(known) == {KNOCK}
            left = self.game.least(s.hands[s.turn])
            assert left <= self.game.limit(s)  # so they knock with the upcard itself
            self.seen[Difference.KNOCK_WITH_UPCARD] += 1
        assert set(known) <= theirs
        return known

    def same_discards(self, s, theirs):
        moves = self.ours()
        known = {self.order.index(m.cards[0]): m for m in moves if m.verb == "discard"}
        knocks = {self.order.index(m.cards[0]): m for m in moves if m.verb == "knock"}
        back = {a for a in theirs if a < 52} - set(known)
        assert back == ({self.order.index(s.taken)} if s.taken else set())
        self.seen[Difference.THROW_BACK] += bool(back)
        if bool(knocks) != (KNOCK in theirs):
            self.explain_knock(s, theirs)
        elif knocks:
            known[KNOCK] = knocks
        return known

    def explain_knock(self, s, theirs):
        if KNOCK in theirs:  # with the card just taken
            assert s.taken
            assert self.game.least(s.hands[s.turn] - [s.taken]) <= self.game.limit(s)
            self.seen[Difference.THROW_BACK] += 1
        else:
            self.seen[Difference.MINIMUM] += 1

    def same_knocks(self, s, theirs):
        melds = {a for a in theirs if a >= MELDS}
        moves = self.ours() if s.phase == "knock" else []
        known = self.same_melds(moves, melds)
        if PASS in theirs:
            dones = [move for move in moves if move.verb == "done"]
            assert dones or s.phase != "knock"
            known[PASS] = dones[0] if dones else None
        return known

    def same_layoffs(self, s, theirs):
        moves = self.ours() if s.phase == "lay-off" else []
        lays = {a for a in theirs if a < 52}
        melds = {a for a in theirs if a >= MELDS}
        known = {PASS: None}
        if not self.finished:
            found = {}
            for move in moves:  # a card that fits a run and a set goes on the run
                if move.verb == "lay":
                    action = self.order.index(move.cards[0])
                    if action not in found or self.game.melding.kind(move.group("on")) == "run":
                        found[action] = move
            for action in set(found) - lays:
                before = ({action - 1, action - 2}, {action + 1, action + 2})
                assert any(cards <= self.laid for cards in before)
                self.seen[Difference.LONG_LAY_OFF] += 1
            return known | {action: found[action] for action in lays}
        return known | self.same_melds(moves, melds)

    def same_melds(self, moves, theirs):
        by_cards = {frozenset(move.cards): move for move in moves if move.verb == "meld"}
        known = {}
        for action in theirs:
            text = self.theirs.action_to_string(0, action).split()[-1].upper()
            codes = [text[at : at + 2] for at in range(0, len(text), 2)]
            cards = frozenset(Card(c[0].replace("T", "10"), c[1]) for c in codes)
            known[action] = by_cards.pop(cards)
        for cards in by_cards:
            assert len(cards) > MOST
            self.seen[Difference.LONG_MELD] += 1
        return known

    # --- doing it -----------------------------------------------------------------------------

    def play(self):
        """Play to the end; returns the points of both sides, seat N first."""
        self.finished, self.laid = False, set()
        while not self.theirs.is_terminal():
            known = self.compare()
            action = self.choose(known)
            self.do(action, known[action])
            self.chance()
            if self.live.state.takes == 50 and self.theirs.is_terminal():
                self.seen[Difference.TAKE_CAP] += 1
                return None
        while self.live.to_move is not None:
            (last,) = [move for move in self.ours() if move.verb in ("done", "decline")]
            self.live.play(last)
        mine = self.game.totals(self.live.state)
        return mine[0] - mine[1], self.theirs.returns()[0]

    def choose(self, known):
        if self.eager:  # knock, show and lay off whatever can be
            best = [a for a in known if a == KNOCK or a >= MELDS]
            lays = [a for a in known if a < 52] if not self.in_turn() else []
            if best or lays:
                return self.rng.choice(best or lays)
            if self.live.state.phase == "discard":
                return self.thriftiest(known)
        return self.rng.choice(sorted(known))

    def in_turn(self):
        return self.live.state.phase in ("first-upcard", "draw", "discard")

    def thriftiest(self, known):
        hand = self.live.state.hands[self.live.state.turn]
        return min(known, key=lambda action: self.game.least(hand - known[action].cards))

    def do(self, action, ours):
        s = self.live.state
        if action == KNOCK:
            self.knock(ours)
        elif self.phase == "Layoff" and action == PASS:
            self.theirs.apply_action(action)
            if self.finished and self.live.to_move is not None:
                self.live.play("S done" if s.turn else "N done")
            self.finished = True
        else:
            self.laid |= {action} if self.phase == "Layoff" else set()
            self.theirs.apply_action(action)
            if ours is not None:
                self.live.play(ours)
        s = self.live.state
        if s.knocker is not None and not s.hands[s.knocker]:
            self.finished = True  # gin: nothing is laid off

    def knock(self, ours):
        """Knock: OpenSpiel takes the upcard at the wall by itself and asks for the discard next."""
        self.theirs.apply_action(KNOCK)
        if isinstance(ours, Move):  # at the wall
            self.live.play(ours)
            moves = [move for move in self.ours() if move.verb == "knock"]
            ours = {self.order.index(move.cards[0]): move for move in moves}
        theirs = set(self.theirs.legal_actions())
        extra = theirs - set(ours)
        taken = self.live.state.taken
        assert extra <= ({self.order.index(taken)} if taken else set())
        missing = set(ours) - theirs
        self.seen[Difference.MINIMUM] += bool(missing)
        discard = self.rng.choice(sorted(set(ours) & theirs))
        self.theirs.apply_action(discard)
        self.live.play(ours[discard])


@pytest.mark.parametrize("oklahoma", [False, True], ids=["plain", "oklahoma"])
@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
def test_a_thousand_hands_have_the_same_moves_and_scores(eager, oklahoma):
    rng, seen, scored = Random(f"{eager} {oklahoma}"), Counter(), 0
    for _ in range(HANDS):
        result = Hand(rng, seen, eager=eager, oklahoma=oklahoma).play()
        if result is not None:
            ours, theirs = result
            assert ours == theirs
            scored += ours != 0
    assert scored > (HANDS // 2 if eager else 0)
    assert seen[Difference.THROW_BACK] > HANDS
    assert bool(seen[Difference.LONG_LAY_OFF]) == eager  # random players hardly ever lay off
