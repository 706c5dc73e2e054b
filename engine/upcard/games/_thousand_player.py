"""A sensible player of Thousand. Random players fail contracts for ever and no match would end."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from upcard.cards import Card, Cards
from upcard.games import _thousand_score as scoring
from upcard.games._thousand_table import CARD_POINTS, HAND, PACK, PLAIN, Deal, ThousandOptions
from upcard.moves import Move
from upcard.tricks import TEN_SECOND, Order

TRICK = 9  # about what the other player adds to a trick, and what a lead is worth


class Thousand(Protocol):
    """What the player asks of the game."""

    options: ThousandOptions

    def legal(self, s: Deal) -> list[Move]:
        """Return the legal moves."""


def sound(game: Thousand, s: Deal) -> list[Move]:
    """Return the legal moves that a sensible player would think of."""
    legal, o = game.legal(s), game.options
    if s.phase == "auction":
        return _bids(legal, s, o)
    if s.phase == "discard":
        return _discards(legal, s, o)
    if s.phase == "contract":
        return _contracts(legal, s, o)
    if s.phase != "play":
        return legal
    cards = [move for move in legal if move.verb != "bomb"]
    return _follow(cards, s) if s.trick else _lead(cards, s, o)


def _sits(s: Deal, o: ThousandOptions) -> bool:
    return s.match.scores[s.turn] == o.barrel_at


def _bids(legal: list[Move], s: Deal, o: ThousandOptions) -> list[Move]:
    """Bid what the hand may take, with a little hope for the talon."""
    hope = strength(s.hands[s.turn], o) + 10
    if _sits(s, o):
        hope = max(hope, o.barrel_contract)
    bids = [move for move in legal if isinstance(move.arg, int) and move.arg <= hope]
    return bids[:1] or [move for move in legal if move.verb == "pass"] or legal[:1]


def _contracts(legal: list[Move], s: Deal, o: ThousandOptions) -> list[Move]:
    """Stay at the bid, unless only a higher contract wins from the barrel."""
    need = o.barrel_contract if _sits(s, o) else s.bid
    enough = [move for move in legal if isinstance(move.arg, int) and move.arg >= need]
    return enough[:1] or legal


def strength(hand: Cards, o: ThousandOptions) -> int:
    """Estimate the points a hand takes with the lead: sure tricks, long suits and marriages."""
    suits: dict[str, list[str]] = {}
    for card in hand:
        suits.setdefault(card.suit, []).append(card.rank)
    points = sum(_suit_points(frozenset(ranks)) for ranks in suits.values())
    return min(points, PLAIN) + scoring.value(hand, o)


@cache
def _suit_points(ranks: frozenset[str]) -> int:
    """Estimate what a suit takes: its top cards, all of it when they draw the rest."""
    top = 0
    while top < len(ranks) and TEN_SECOND[-1 - top] in ranks:
        top += 1
    wins = len(ranks) if top + len(ranks) >= len(TEN_SECOND) else top
    high = sorted(ranks, key=TEN_SECOND.index, reverse=True)[:wins]
    return TRICK * wins + sum(CARD_POINTS[rank] for rank in high)


def _discards(legal: list[Move], s: Deal, o: ThousandOptions) -> list[Move]:
    """Keep the strongest ten cards."""
    hand = s.hands[s.turn]
    moves = [move for move in legal if move.verb == "discard"]
    worth = {move: strength(hand - move.cards, o) for move in moves}
    best = max(worth.values())
    return [move for move in moves if worth[move] == best]


def _lead(legal: list[Move], s: Deal, o: ThousandOptions) -> list[Move]:
    """Announce the dearest marriage, else lead a sure winner, else a low card."""
    married = [move for move in legal if move.verb == "marry"]
    if married:
        dearest = max(scoring.value(_announced(move), o) for move in married)
        return [move for move in married if scoring.value(_announced(move), o) == dearest]
    out = _out(s)
    trumps_out = any(card.suit == s.trump for card in out)
    sure = [
        move
        for move in legal
        if not any(Order(TEN_SECOND).beats(card, move.cards[0]) for card in out)
        and (not trumps_out or move.cards[0].suit == s.trump or s.number < HAND // 2)
    ]
    return sure or _cheapest([move for move in legal if not _breaks(move, s)] or legal)


def _announced(move: Move) -> Cards:
    suit = scoring.trumps_of(move.cards[0])
    return scoring.COUPLES[suit] if suit else scoring.FOUR_ACES


def _breaks(move: Move, s: Deal) -> bool:
    """Say whether a card belongs to a marriage that may still be announced."""
    card = move.cards[0]
    suit = scoring.trumps_of(card)
    return bool(suit) and set(s.hands[s.turn]).issuperset(scoring.COUPLES[suit])


def _follow(legal: list[Move], s: Deal) -> list[Move]:
    """Win as cheaply as possible, else give as little as possible."""
    winning = [move for move in legal if Order(TEN_SECOND, s.trump).takes(s.trick)(move)]
    return _cheapest(winning or [move for move in legal if not _breaks(move, s)] or legal)


def _cheapest(moves: list[Move]) -> list[Move]:
    def worth(move: Move) -> tuple[int, int]:
        card = move.cards[0]
        return CARD_POINTS[card.rank], TEN_SECOND.index(card.rank)

    least = min(map(worth, moves))
    return [move for move in moves if worth(move) == least]


def _out(s: Deal) -> set[Card]:
    """Return the cards the seat to act has not seen."""
    mine = s.discards if s.turn == s.declarer else ()
    return set(PACK.pack).difference(s.hands[s.turn], *s.won, s.trick, mine)
