"""Matching, several cards of a rank, pick-ups, and stocks that run out."""

import itertools
from random import Random

import pytest

from upcard import DECKS, Cards
from upcard.moves import Move
from upcard.sheds import (
    dealt,
    draw,
    fits,
    named,
    names,
    on_top_last,
    pick_up,
    plays,
    turned_over,
)

PACK = DECKS["french-52"]
JOKERS = DECKS["french-54"]


@pytest.mark.parametrize(
    ("card", "top", "suit", "expected"),
    [
        ("9S", "9D", "D", True),
        ("KD", "9D", "D", True),
        ("KS", "9D", "D", False),
        ("KS", "8D", "S", True),
        ("KD", "8D", "S", False),
        ("8H", "8D", "S", True),
        ("JOKER", "9D", "D", False),
        ("JOKER", "JOKER", "D", True),
        ("9D", "JOKER", "D", True),
    ],
)
def test_a_card_fits_by_rank_or_by_the_suit_to_follow(card, top, suit, expected):
    assert fits(JOKERS.card(card), JOKERS.card(top), suit) is expected


def test_a_joker_fits_no_suit_that_is_not_named():
    assert not fits(JOKERS.card("JOKER"), JOKERS.card("9D"), "")


def test_of_52_cards_16_fit_a_plain_top_card():
    for top in PACK.pack:
        fit = [card for card in PACK.pack if card != top and fits(card, top, top.suit)]
        assert len(fit) == 12 + 3


@pytest.mark.parametrize(("copies", "count"), [(1, 1), (2, 4), (3, 12), (4, 32)])
def test_so_many_plays_of_one_rank_differ(copies, count):
    hand = PACK.cards("4C 4D 4H 4S")[:copies]
    found = list(plays(hand, 4))
    assert len(found) == len(set(found)) == count
    assert set(plays(hand, 1)) == {Cards([card]) for card in hand}


def test_plays_are_all_orders_told_apart_by_the_top_card():
    rng = Random(1)
    for _ in range(60):
        hand = PACK.sort(rng.sample(PACK.pack, 9))
        orders = {
            on_top_last(PACK, Cards(cards))
            for size in range(1, 5)
            for cards in itertools.permutations(hand, size)
            if len({card.rank for card in cards}) == 1
        }
        assert set(plays(hand, 4)) == orders


def test_twins_are_one_play():
    assert [str(cards) for cards in plays(JOKERS.cards("JOKER JOKER"), 4)] == [
        "JOKER",
        "JOKER JOKER",
    ]


def test_pick_ups_add_up():
    worth = {"2": 2, "5": 5}
    assert pick_up(PACK.cards("5C 5D 5H 5S"), worth) == 20
    assert pick_up(PACK.cards("5C 5D 5H 5S 2C 2D 2H 2S"), worth) == 28
    assert pick_up(PACK.cards("KC AS"), worth) == 0


@pytest.mark.parametrize(("seats", "size", "first"), [(2, 7, 0), (2, 7, 1), (3, 5, 2), (4, 5, 1)])
def test_cards_are_dealt_one_by_one_and_none_is_lost(seats, size, first):
    pack = Cards(Random(seats).sample(PACK.pack, 52))
    hands, rest = dealt(pack, seats, size, first)
    assert [len(hand) for hand in hands] == [size] * seats
    assert hands[first][0] == pack[0]
    assert hands[(first + 1) % seats][0] == pack[1]
    assert hands[first][1] == pack[seats]
    assert sorted(sum(map(list, hands), list(rest))) == sorted(PACK.pack)
    assert rest == pack[seats * size :]


@pytest.mark.parametrize(("count", "owed"), [(0, 0), (2, 0), (3, 0), (5, 2)])
def test_a_stock_gives_what_it_has(count, owed):
    stock = PACK.cards("AS KD 3C")
    found = draw(stock, count)
    assert found.cards + found.stock == stock
    assert len(found.cards) == count - owed
    assert found.owed == owed


@pytest.mark.parametrize(("discards", "pool"), [("9C 3D QS", "9C 3D"), ("QS", ""), ("", "")])
def test_the_top_card_stays_when_the_discards_are_turned_over(discards, pool):
    cards = PACK.cards(discards)
    shuffled, kept = turned_over(cards)
    assert str(shuffled) == pool
    assert kept == cards[-1:]


def test_every_suit_can_be_named():
    moves = names(1, PACK)
    assert [move.text(2) for move in moves] == [
        "S name clubs",
        "S name diamonds",
        "S name hearts",
        "S name spades",
    ]
    assert [named(move, PACK) for move in moves] == list(PACK.suits)
    assert named(Move(0, "name", arg="spades"), PACK) == "S"
