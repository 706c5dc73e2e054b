"""Beggar-my-neighbour against a second, plain simulator and what is known of its longest games."""

import json
from collections import deque
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

from upcard import Cards, Illegal, library, rules
from upcard.moves import DEALER, Move

ID = "beggar-my-neighbour"
ORACLES = Path(__file__).resolve().parent.parent / "games" / ID / "oracles"
VARIANTS = ["base", *library().variants(ID)]
OTHER_OPTIONS = (
    {"next_lead": "payer"},
    {"last_card": "at_once"},
    {"payment": "low_cards", "next_lead": "payer", "last_card": "at_once"},
    {"payment": "king_high"},
    {"pack": "italian"},
)
TABLES = [rules(ID, name) for name in VARIANTS] + [rules(ID, **o) for o in OTHER_OPTIONS]
every_table = pytest.mark.parametrize("ruled", TABLES, ids=lambda ruled: ruled.header)
PRICES = {"ace_high": "JQKA", "courts": "JQK", "low_cards": "A23", "king_high": "AJQK"}


def plain(options, north, south):
    """A whole game in one loop on plain prices: winner or None, tricks, cards."""
    order = PRICES[options.payment]
    piles = [deque(order.find(c.rank.replace("N", "Q")) + 1 for c in p) for p in (north, south)]
    seen, tricks, laid, leader = set(), 0, 0, 0
    while all(piles):
        here = (leader, tuple(piles[0]), tuple(piles[1]))
        if here in seen:
            return None, tricks, laid
        seen.add(here)
        centre, turn, due = [], leader, 0
        while True:
            if not piles[turn]:
                winner = 1 - turn
                break
            centre.append(piles[turn].popleft())
            laid += 1
            if options.last_card == "at_once" and not piles[turn]:
                winner = 1 - turn
                break
            if centre[-1]:
                due, turn = centre[-1], 1 - turn
            elif due == 1:
                winner = 1 - turn
                break
            elif due:
                due -= 1
            else:
                turn = 1 - turn
        piles[winner].extend(centre)
        tricks += 1
        leader = winner if options.next_lead == "taker" else 1 - winner
    return (1 if not piles[0] else 0), tricks, laid


def random_piles(deck, rng, most):
    cards = rng.sample(deck.pack, rng.randint(2, most))
    cut = rng.randint(1, len(cards) - 1)
    return Cards(cards[:cut]), Cards(cards[cut:])


def told(winner, tricks, laid):
    words = f"{tricks} trick{'s' * (tricks != 1)}, {laid} card{'s' * (laid != 1)}"
    return f"endless after {words}" if winner is None else words


@every_table
def test_two_statements_of_the_rules_agree(ruled):
    rng = Random(ruled.header)
    for most in [6] * 60 + [16] * 30 + [len(ruled.game.deck)] * 15:
        piles = random_piles(ruled.game.deck, rng, most)
        result = plain(ruled.game.options, *piles)
        assert ruled.game.whole_game(*piles).value == told(*result)
        ends = "endless" if result[0] is None else "NS"[result[0]]
        assert ruled.game.ending(*piles).value == ends


@every_table
def test_games_at_the_table_go_as_when_asked(ruled):
    game = ruled.game
    for seed in range(4):
        dealer = seed % 2
        s = game.new(game.start(dealer))
        deal = game.shuffled(s, Random(seed))
        s = game.apply(s, deal)
        while (seat := game.to_move(s)) is not None:
            s = game.carry_out(s, Move(seat, "turn"))
        winner, tricks, laid = plain(game.options, deal.cards[::2], deal.cards[1::2])
        assert (s.tricks, s.laid) == (tricks, laid)
        won = None if winner is None else (1 - dealer if winner == 0 else dealer)
        assert game.totals(s) == tuple(int(seat == won) for seat in (0, 1))
        if winner is not None:
            assert len(s.piles[won]) == len(game.deck)


@pytest.mark.parametrize("lead", ["taker", "payer"])
def test_of_all_small_deals_with_jacks_the_same_ones_never_end(lead):
    """Every place of one to four jacks among eight cards, four to each player."""
    ruled = rules(ID, next_lead=lead)
    jacks, others = ["JS", "JH", "JD", "JC"], ["2S", "3S", "4S", "5S", "6S", "7S", "8S"]
    endless = 0
    for many in range(1, 5):
        for places in combinations(range(8), many):
            rest = iter(others)
            order = [jacks[places.index(i)] if i in places else next(rest) for i in range(8)]
            deal = [ruled.game.deck.card(card) for card in order]
            piles = Cards(deal[:4]), Cards(deal[4:])
            result = plain(ruled.game.options, *piles)
            assert ruled.game.whole_game(*piles).value == told(*result)
            endless += result[0] is None
    assert 0 < endless < sum(comb(8, many) for many in range(1, 5))


def test_the_game_without_end_comes_round_after_62_tricks():
    game = rules(ID).game
    last = json.loads((ORACLES / "known-games.json").read_text())["rows"][-1]
    piles = [Cards(game.deck.card(c) for c in last["given"][s].split()) for s in ("north", "south")]
    s, _ = game.run(*piles, None)
    assert s.ended == "endless"
    assert len(s.seen) - 1 - s.seen.index(s.seen[-1]) == 62
    assert s.seen.index(s.seen[-1]) == 4


def test_nobody_may_turn_for_somebody_else():
    game = rules(ID).game
    s = game.new(game.start(1))
    s = game.apply(s, game.shuffled(s, Random(1)))
    with pytest.raises(Illegal) as refused:
        game.apply(s, Move(1, "turn"))
    assert refused.value.rule == "turn"
    assert game.to_move(s) not in (1, DEALER)
