"""Last Card: what may be laid on what, and what the laid cards do."""

from __future__ import annotations

from upcard import sheds
from upcard.cards import Card, Cards, Deck, Suit
from upcard.choices import Choices
from upcard.game import GivenError
from upcard.games._last_card_table import (
    ACE,
    FIVE,
    JACK,
    JOKER,
    PICK_UP,
    SEATS,
    TEN,
    TWO,
    WILD,
    Hand,
    LastCardOptions,
)
from upcard.moves import seat_names
from upcard.score import Item, Match

PICK_UP_RULES = {TWO: "pick-up-two", FIVE: "pick-up-five", JOKER: "joker"}


def matches(s: Hand, cards: Cards) -> bool:
    """Say whether one of the cards follows the top card, or they need not; no cards always do."""
    top = s.discard[-1]
    return (
        not cards or cards[0].rank in WILD or any(sheds.fits(card, top, s.suit) for card in cards)
    )


def answers(s: Hand, cards: Cards, options: LastCardOptions) -> bool:
    """Say whether cards of one rank answer the pick-up that the top card has made."""
    if not cards:
        return True
    top, rank, rule = s.discard[-1], cards[0].rank, options.pickup_answer
    if rule == "none":
        return False
    if rank == TWO and top.rank == FIVE:
        same_suit = any(card.suit == top.suit for card in cards)
        return rule == "two_on_five" or (rule == "two_on_five_suit" and same_suit)
    return rank == top.rank


def finishes(s: Hand, cards: Cards, options: LastCardOptions) -> bool:
    """Say whether these cards may be the last of a hand."""
    rule, rank = options.finish, cards[0].rank
    if rule == "ace_in_suit":
        return rank != ACE or any(card.suit == s.suit for card in cards)
    if rule == "no_pickup":
        return rank not in PICK_UP
    return rule == "free" or len(cards) == 1


def take_effect(s: Hand, cards: Cards, options: LastCardOptions) -> None:
    """Make the other player pick up, or miss a turn."""
    rank, worth = cards[0].rank, sheds.pick_up(cards, PICK_UP)
    seats = seat_names(SEATS)
    if s.pickup:
        s.say("answer", cards=str(cards), pickup=s.pickup + worth)
    if worth:
        s.say(PICK_UP_RULES[rank], more=worth)
        if len(cards) > 1:
            s.say("stacking", more=worth)
        s.pickup += worth
        s.missed = 0  # a pick-up is faced at once, whatever turns were still to be missed
    if rank == TEN:
        s.missed += len(cards) if options.tens == "per_ten" else 1
        s.say("skip", seat=seats[1 - s.turn], turns=s.missed)
    if rank == JACK and options.jack_again:
        s.missed += 1
        s.say("jack-again", seat=seats[s.turn])


def pick_ups(cards: Cards) -> list[Item]:
    """Return what each card makes the next player pick up."""
    return [
        Item(0, PICK_UP_RULES[card.rank], PICK_UP[card.rank], Cards([card]))
        for card in cards
        if card.rank in PICK_UP
    ]


def situation(
    deck: Deck, match: Match, hand: Cards, top: Card, suit: Suit | None, pickup: int
) -> Hand:
    """Return the position in which seat 0 holds a hand and this card lies on top."""
    if not hand or (top in hand and top.rank != JOKER):
        raise GivenError(f"a hand without {top} is wanted", "hand")
    if top.rank == JOKER and suit is None:
        raise GivenError("a joker has no suit of its own: which was named?", "suit")
    s = Hand(match, turn=0, phase="play", pickup=pickup)
    s.hands[0], s.pile = hand, deck.pack - hand - (top,)
    s.discard, s.suit = Cards([top]), suit or Suit(top.suit)
    return s


def refusals(c: Choices) -> dict[str, str]:
    """Return why single cards may not be laid, and why no card may be drawn."""
    return {
        str(move.cards) or move.verb: reason.rule
        for move, reason in c.cuts.items()
        if move.verb in ("play", "draw") and len(move.cards) < 2
    }
