"""What every game promises, for any game found and every variant of its article.

A new game needs no new test: its module is found by name. Golden records of whole matches stand in
`tests/records/`; after a change of rules that is meant, write them anew with

    UPCARD_UPDATE=1 pytest tests/test_contract.py -k golden
"""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from upcard import games
from upcard.cards import Cards, NotationError
from upcard.choices import Illegal
from upcard.drive import LiveMatch, opening_match, playout, replay, split_record
from upcard.game import COMMON_RULES, Game
from upcard.moves import DEALER, Move
from upcard.options import read_options
from upcard_library.load import load_game

ROOT = Path(__file__).resolve().parent.parent
RECORDS = Path(__file__).parent / "records"
CAP = 20_000
LOOKED_AT = 120
"""So many positions of a match are looked at closely, spread over its length."""


class Table(NamedTuple):
    """A game under one variant."""

    module: str
    variant: str
    settings: tuple[tuple[str, Any], ...]

    def game(self) -> Game[Any]:
        kind = games.find(self.module)
        return kind(read_options(kind.Options, dict(self.settings)))


def tables() -> Iterator[Table]:
    for module in games.modules():
        yield Table(module, "base", ())
        folder = ROOT / "games" / games.find(module).slug
        article, _ = load_game(folder) if folder.is_dir() else (None, [])
        for variant in article.variants if article else ():
            yield Table(module, variant.id, tuple(variant.settings.items()))


TABLES = list(tables())


# Of the module, so that all tests of a table follow one another and share its match.
@pytest.fixture(scope="module", params=TABLES, ids=lambda t: f"{t.module}-{t.variant}")
def table(request):
    return request.param


class Step(NamedTuple):
    """A position, the move made in it and the position that follows."""

    before: Any
    move: Move
    after: Any


@lru_cache(maxsize=2)
def match(table: Table) -> tuple[LiveMatch[Any], tuple[Step, ...]]:
    """Play a whole match at random and keep every step of it."""
    game, rng = table.game(), Random(f"{table.module} {table.variant}")
    live = LiveMatch(game, opening_match(game, rng), header(table))
    steps = []
    while not live.over:
        if live.hand_over:
            live.next_hand()
        before = live.state
        if live.to_move == DEALER:
            move = game.shuffled(before, rng)
        else:
            legal = game.legal(before)
            assert legal, f"nothing is legal in {before}"
            move = rng.choice(game.sound(before) if rng.randrange(8) else legal)
            assert move in legal
        live._carry_out(move)  # a replay of the record asks for leave, move by move
        steps.append(Step(before, move, live.state))
        assert len(steps) < CAP, f"no end after {CAP} moves"
    return live, tuple(steps)


def copied(state: Any) -> Any:
    """Copy a position so that the two have nothing in common."""
    return pickle.loads(pickle.dumps(state))  # far faster than `deepcopy`


@lru_cache(maxsize=2)
def replayed(table: Table, record: str) -> LiveMatch[Any]:
    """Replay a record, move by move; comments in it make no difference."""
    first, lines = split_record(record)
    return replay(table.game(), lines, first)


def header(table: Table) -> str:
    return table.game().header(None if table.variant == "base" else table.variant, {})


def some(table: Table, many: int = LOOKED_AT) -> list[Step]:
    """Steps spread over the match, the first and the last among them."""
    _, steps = match(table)
    stride = max(1, len(steps) // many)
    return [*steps[::stride], steps[-1]]


def played(table: Table, many: int = LOOKED_AT) -> list[Step]:
    """Steps in which a player moved."""
    return [step for step in some(table, 2 * many) if step.move.seat != DEALER][:many]


def test_matches_end(table):
    game = table.game()
    for seed in range(3):
        if seed:
            rng = Random(seed)
            outcome = LiveMatch(game, opening_match(game, rng)).hurry(rng, CAP)
        else:
            outcome = playout(game, seed, cap=CAP).outcome  # by players who see their view only
        assert outcome
        assert outcome.winners
        assert outcome.rule in game.rules


def test_a_move_leaves_the_position_before_it_alone(table):
    game = table.game()
    for step in some(table):
        kept = copied(step.before)
        after = game.apply(step.before, step.move)
        assert step.before == kept
        assert after == step.after


def test_no_card_is_lost_or_doubled(table):
    game = table.game()
    pack = Counter(game.deck.pack)
    for step in match(table)[1]:
        zones = game.table(step.after)
        found = Counter(card for zone in zones for card in zone.cards)
        assert found == pack, f"after {game.text(step.move)}: {found - pack} {pack - found}"


def test_every_move_reads_as_it_is_written(table):
    game = table.game()
    for step in some(table):
        moves = [step.move]
        moves += [] if step.move.seat == DEALER else game.legal(step.before)[:40]
        for move in moves:
            assert game.parse(game.text(move)) == move, game.text(move)


def test_a_record_replays_to_the_same_end(table):
    live, _ = match(table)
    again = replayed(table, live.record())
    assert again.state == live.state
    assert again.log == live.log
    assert again.match == live.match
    assert again.outcome == live.outcome
    assert again.record() == live.record()


def test_what_a_seat_sees_tells_nothing_of_hidden_cards(table):
    game, rng = table.game(), Random(0)
    for step in some(table, 60):
        for seat in (None, *range(game.seats)):
            mixed = game.permute_hidden(step.after, seat, rng)
            assert game.view(mixed, seat) == game.view(step.after, seat)


def test_a_view_is_plain_data(table):
    game = table.game()
    for step in some(table, 60):
        for seat in (None, *range(game.seats)):
            view = game.view(step.after, seat)
            assert json.loads(json.dumps(view)) == view


def test_every_other_move_is_refused_by_a_declared_rule(table):
    game, rng = table.game(), Random(1)
    known = {*game.rules, *COMMON_RULES}
    for step in played(table, 40):
        legal = set(game.legal(step.before))
        assert step.move in legal
        for move in perturbed(game, step.move, rng):
            if not readable(game, move):
                continue
            if move in legal:
                game.check(step.before, move)
                continue
            with pytest.raises(Illegal) as refusal:
                game.apply(step.before, move)
            assert refusal.value.rule in known
            json.dumps({name: str(fact) for name, fact in refusal.value.facts.items()})


def readable(game: Game[Any], move: Move) -> bool:
    """Whether somebody could write this move at all."""
    try:
        return game.parse(game.text(move)) == move
    except NotationError:
        return False


def perturbed(game: Game[Any], move: Move, rng: Random) -> Iterator[Move]:
    """Yield moves a little different from a legal one."""
    pack = game.deck.pack
    for seat in (*range(game.seats), DEALER):
        if seat != move.seat:
            yield move._replace(seat=seat)
    for verb, form in game.verbs.items():
        if verb != move.verb:
            arg = move.arg if form.arg else ""
            yield move._replace(verb=verb, cards=move.cards if form.cards else Cards(), arg=arg)
    for card in rng.sample(pack, 6):
        yield move._replace(cards=game.deck.sort([*move.cards[1:], card]))
        yield move._replace(cards=game.deck.sort([*move.cards, card]))
    if move.cards:
        yield move._replace(cards=move.cards[1:])
        yield move._replace(cards=game.deck.sort([*move.cards, move.cards[0]]))
    if isinstance(move.arg, int):
        yield from (move._replace(arg=move.arg + by) for by in (-1, 1, 1000))
    elif move.arg:
        yield move._replace(arg="no-such-word")
    if move.groups:
        yield move._replace(groups=())
        name, _ = move.groups[0]
        yield move._replace(groups=((name, Cards([rng.choice(pack)])), *move.groups[1:]))


def test_a_finished_hand_takes_no_more_moves(table):
    live, steps = match(table)
    game = table.game()
    assert game.legal(live.state) == []
    for step in steps[-6:]:
        with pytest.raises(Illegal):
            game.check(live.state, step.move)


def test_the_choices_of_a_position_are_the_same_each_time(table):
    game = table.game()
    for step in played(table, 10):
        assert game.legal(step.before) == game.legal(copied(step.before))


# --- golden records -------------------------------------------------------------------------


def sheet(live: LiveMatch[Any]) -> str:
    """The result of a match as comment lines of its record."""
    game = live.game
    outcome = live.outcome
    lines = ["# standing " + " ".join(f"{game.seat(i)} {n}" for i, n in enumerate(live.standing))]
    lines += [f"# last hand: {game.seat(i.side)} {i}" for i in game.score(live.state)]
    if outcome:
        lines.append(f"# won by {' '.join(map(game.seat, outcome.winners))}: {outcome.rule}")
        lines += [f"# worth: {game.seat(i.side)} {i}" for i in outcome.items]
    return "\n".join(lines) + "\n"


def test_golden_records_score_as_they_did(table):
    path = RECORDS / table.module / f"{table.variant}.txt"
    if os.environ.get("UPCARD_UPDATE"):
        live, _ = match(table)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(live.record() + sheet(live), encoding="utf-8")
    assert path.is_file(), f"{path} is missing; write it with UPCARD_UPDATE=1"
    text = path.read_text(encoding="utf-8")
    assert split_record(text)[0] == header(table)
    record = "".join(line for line in text.splitlines(keepends=True) if line[:1] != "#")
    live = replayed(table, record)  # usually the record that the test above replayed
    assert live.record() + sheet(live) == text


def test_there_are_no_golden_records_of_nothing():
    known = {(table.module, table.variant) for table in TABLES}
    found = {(path.parent.name, path.stem) for path in RECORDS.glob("*/*.txt")}
    assert found <= known
