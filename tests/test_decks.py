"""The packs: what they hold, what their cards are called, and that text and cards agree both ways.

Sizes are held against what the packs' own publishers and rule books say, not against our table.
"""

from __future__ import annotations

from collections import Counter

import pytest

from upcard.cards import Card, NotationError
from upcard.decks import DECKS

SIZES = {  # pack: cards, and where the number comes from
    "french-52": (52, "four suits of thirteen"),
    "french-54": (54, "Dou Dizhu: 52 and two jokers (OpenSpiel dou_dizhu)"),
    "french-104": (104, "two of 52"),
    "french-108": (108, "Canasta: two of 52 and four jokers"),
    "french-40": (40, "52 without eights, nines and tens: 52 - 12"),
    "french-36": (36, "Durak: six to ace, nine of each suit"),
    "french-32": (32, "Skat, Belote, Piquet: seven to ace (Skatordnung)"),
    "french-64": (64, "Bezique: two of each, seven to ace"),
    "french-24": (24, "Euchre: nine to ace (OpenSpiel euchre.h)"),
    "french-20": (20, "Schnapsen: ace, ten, king, queen, jack"),
    "pinochle-48": (48, "two each of six ranks in four suits"),
    "spanish-40": (40, "baraja without eights and nines: 4 * 10"),
    "spanish-48": (48, "baraja of twelve ranks: 4 * 12"),
    "italian-40": (40, "Scopa, Briscola: 4 * 10"),
    "german-32": (32, "Skat, Schafkopf: 4 * 8"),
    "german-33": (33, "Watten: 32 and the Weli, six of bells"),
    "german-36": (36, "Tarock, Gaigel families: 4 * 9"),
    "swiss-36": (36, "Jass: 4 * 9"),
    "tarot-78": (78, "French tarot: 4 * 14 + 21 + 1"),
    "tarot-54": (54, "Königrufen: 4 * 8 + 21 + 1"),
    "tarot-42": (42, "Hungarian tarokk: 4 * 5 + 21 + 1"),
    "hanafuda-48": (48, "twelve months of four (Nintendo)"),
    "hanafuda-50": (50, "Go-Stop: 48 and two jokers"),
    "numbered-162": (162, "12 * 12 + 18 (everything2, Skip-Bo)"),
    "colours-108": (108, "4 * (1 + 18 + 6) + 8 (RLCard uno, init_deck)"),
    "tiles-106": (106, "2 * 4 * 13 + 2"),
}
every_pack = pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.id)


def test_every_pack_has_a_size_from_outside():
    assert set(SIZES) == set(DECKS)


@every_pack
def test_a_pack_holds_as_many_cards_as_others_say(deck):
    assert len(deck) == SIZES[deck.id][0]
    size = deck.id.rpartition("-")[2]
    assert str(len(deck)) == size, "the id says how many"
    if any(char.isdigit() for char in deck.title):
        numbers = [word for word in deck.title.replace(",", " ").split() if word.isdigit()]
        assert (
            size in numbers or deck.extras or "of each" in deck.title or "two packs" in deck.title
        )


@every_pack
def test_every_card_is_read_as_it_is_written(deck):
    for card in deck.pack.distinct():
        assert deck.card(str(card)) == card
        assert deck.card(str(card).lower()) == card
    assert deck.cards(str(deck.pack)) == deck.pack, "the whole pack as one string"


@every_pack
def test_no_two_cards_are_written_or_called_alike(deck):
    cards = deck.pack.distinct()
    assert len({str(card) for card in cards}) == len(cards)
    assert len({deck.name(card) for card in cards}) == len(cards)


@every_pack
def test_every_card_has_a_name_without_codes(deck):
    for card in deck.pack.distinct():
        words = deck.name(card).split()
        assert not any(word.isupper() and len(word) > 1 for word in words), deck.name(card)
        assert "" not in words


@every_pack
def test_one_card_more_than_the_pack_holds_is_refused(deck):
    first = deck.pack[0]
    many = deck.pack.count(first) + 1
    with pytest.raises(NotationError, match=f"{many} × {first}"):
        deck.cards(" ".join([str(first)] * many))


@every_pack
def test_what_is_no_card_is_refused_with_words(deck):
    for text in ("", "?", "99Z", "ZZZZZZ", "0", "♠♠", "card"):
        with pytest.raises(NotationError) as told:
            deck.card(text)
        assert deck.title in str(told.value)
        assert len(str(told.value).splitlines()) == 1


@every_pack
def test_sorting_puts_a_shuffled_pack_in_order(deck):
    assert deck.sort(reversed(deck.pack)) == deck.pack


@pytest.mark.parametrize(
    ("pack", "text", "card", "name"),
    [
        ("spanish-40", "12D", ("K", "D"), "king of coins"),
        ("spanish-40", "10b", ("J", "B"), "jack of batons"),
        ("spanish-48", "9C", ("9", "C"), "9 of cups"),
        ("spanish-48", "1S", ("A", "S"), "ace of swords"),
        ("italian-40", "NC", ("N", "C"), "knight of cups"),
        ("german-32", "UA", ("U", "A"), "Unter of acorns"),
        ("german-32", "TL", ("10", "L"), "10 of leaves"),
        ("german-33", "6B", ("6", "B"), "Weli"),
        ("swiss-36", "10R", ("10", "R"), "banner of roses"),
        ("tarot-78", "21T", ("21", "T"), "trump 21"),
        ("tarot-78", "TT", ("10", "T"), "trump 10"),
        ("tarot-78", "1H", ("1", "H"), "1 of hearts"),
        ("tarot-78", "ns", ("N", "S"), "knight of spades"),
        ("tarot-54", "fool", ("FOOL", ""), "fool"),
        ("hanafuda-48", "B3", ("B", "3"), "cherry with curtain"),
        ("hanafuda-48", "r10", ("R", "10"), "maple with blue ribbon"),
        ("hanafuda-48", "P12", ("P", "12"), "plain paulownia"),
        ("hanafuda-50", "JOKER", ("JOKER", ""), "joker"),
        ("colours-108", "DRAWR", ("DRAW", "R"), "draw two of red"),
        ("colours-108", "WILD4", ("WILD4", ""), "wild draw four"),
        ("tiles-106", "13K", ("13", "K"), "13 of black"),
    ],
)  # fmt: skip
def test_cards_are_read_and_named_as_their_players_do(pack, text, card, name):
    assert DECKS[pack].card(text) == Card(*card)
    assert DECKS[pack].name(Card(*card)) == name


@pytest.mark.parametrize(
    ("pack", "text", "hint"),
    [
        ("hanafuda-48", "12P", "did you mean P12"),
        ("hanafuda-48", "R8", "no 'R' among the pampas; there are B A P"),
        ("hanafuda-48", "X3", "no rank 'X'; the ranks are B A R P"),
        ("italian-40", "7X", r"no suit 'X'; the suits are D \(coins\), C \(cups\)"),
        ("spanish-40", "8D", "no rank '8'"),
        ("tarot-54", "10H", "no '10' among the hearts; there are 4 3 2 1 J N Q K"),
        ("tarot-78", "22T", "no rank '22'"),
        ("swiss-36", "9H", "no suit 'H'; the suits are A .acorns., R .roses."),
        ("german-33", "6H", "no '6' among the hearts"),
    ],
)
def test_a_slip_is_told_with_what_to_write(pack, text, hint):
    with pytest.raises(NotationError, match=hint):
        DECKS[pack].card(text)


def test_suits_are_read_by_name_in_every_pack():
    assert DECKS["spanish-40"].suit("coins") == "D"
    assert DECKS["swiss-36"].suit("Shields") == "S"
    assert DECKS["hanafuda-48"].suit("willow") == "11"
    with pytest.raises(NotationError, match=r"D \(coins\)"):
        DECKS["spanish-40"].suit("hearts")


def test_a_flower_pack_has_its_kinds_and_months():
    pack = DECKS["hanafuda-48"].pack
    kinds = Counter(card.rank for card in pack)
    assert kinds == {"B": 5, "A": 9, "R": 10, "P": 24}
    assert set(Counter(card.suit for card in pack).values()) == {4}
    assert [str(card) for card in pack if card.rank == "B"] == ["B1", "B3", "B8", "B11", "B12"]
    names = Counter(DECKS["hanafuda-48"].name(card).rpartition(" with ")[2] for card in pack
                    if card.rank == "R")  # fmt: skip
    assert names == {"poetry ribbon": 3, "blue ribbon": 3, "red ribbon": 4}


def test_a_tarot_pack_has_its_trumps():
    for name, each in (("tarot-78", 14), ("tarot-54", 8), ("tarot-42", 5)):
        deck = DECKS[name]
        assert [card.rank for card in deck.pack.of_suit("T")] == [str(n) for n in range(1, 22)]
        assert {len(deck.pack.of_suit(suit)) for suit in "CDHS"} == {each}


def test_the_coloured_numbers_are_as_the_oracle_counts_them():
    of_red = Counter(card.rank for card in DECKS["colours-108"].pack.of_suit("R"))
    assert of_red["0"] == 1
    assert all(of_red[str(n)] == 2 for n in range(1, 10))
    assert sum(of_red.values()) == 1 + 18 + 6
