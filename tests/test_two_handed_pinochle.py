"""Two-handed Pinochle against sums, invariants and a slow scorer that shares no code with it."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from upcard import Cards, Illegal, OptionError, Rules, library, rules

ID = "two-handed-pinochle"
VARIANTS = ["base", *library().variants(ID)]
CHUNKS, DEALS = 4, 500  # so that several workers share them; 58,000 more are slow
OTHER_OPTIONS = (
    {},
    {"melds_per_trick": "one"},
    {"new_card": "needed"},
    {"dealer_dix": 10},
    {"dix_swap": "optional", "meld_timing": "before_draw"},
    {"last_draw": "stock_shown"},
    {"win_check": "end_of_deal", "reuse": "any_kind"},
)


def play_deal(game: Any, seed: int, watch: Callable[[Any], None] | None = None) -> Any:
    """Play one deal by random legal moves, without the copies that `apply` makes."""
    rng = Random(seed)
    s = game.new(game.start(seed % 2))
    game.play(s, game.shuffled(s, rng))
    while game.to_move(s) is not None:
        if watch:
            watch(s)
        s.events = ()
        game.play(s, rng.choice(game.legal(s)))
    if watch:
        watch(s)
    return s


# --- sums -------------------------------------------------------------------------------------


def sum_of_piles(ruled: Rules, s: Any) -> int:
    piles = enumerate(s.won)
    return sum(ruled.game.card_points(pile, s.taker == side).total for side, pile in piles)


def check_sums(first: int, deals: int) -> None:
    counts = {name: rules(ID, name) for name in ("base", "tens-and-fives", "tens", "short-score")}
    game = rules(ID).game
    for seed in range(first, first + deals):
        s = play_deal(game, seed)
        found = {name: sum_of_piles(ruled, s) for name, ruled in counts.items()}
        expected = {"base": 250, "tens-and-fives": 250, "tens": 250, "short-score": 25}
        assert found == expected, f"seed {seed}"
        entered = [i.points for i in s.items if i.rule in ("trick-points", "last-trick")]
        assert sum(entered) == 250, f"seed {seed}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cards_and_last_trick_make_250_by_every_count(chunk):
    check_sums(chunk * DEALS, DEALS)


@pytest.mark.slow
def test_they_do_so_in_many_deals_more():
    check_sums(CHUNKS * DEALS, 58_000)


@pytest.mark.parametrize("points", range(251))
def test_rounded_sums_lie_within_the_rule(points):
    options = rules(ID, card_rounding="sevens_up").options
    rounded = points + options.rounding(points)
    assert rounded % 10 == 0
    assert -6 <= rounded - points <= 3


# --- what holds in every deal -----------------------------------------------------------------


class Watcher:
    """Looks at every position of a deal."""

    def __init__(self, ruled: Rules) -> None:
        self.game, self.tricks = ruled.game, Counter()

    def __call__(self, s: Any) -> None:
        zones = [zone.cards for zone in self.game.table(s)]
        assert Counter(itertools.chain(*zones)) == Counter(self.game.deck.pack)
        assert [len(cards) for cards in s.tables] == [len(kinds) for kinds in s.served]
        self.tricks[s.phase] += any(event.rule == "trick-winner" for event in s.events)
        held = [len(hand) + len(table) for hand, table in zip(s.hands, s.tables, strict=True)]
        if s.phase == "first-phase":
            answered = 11 if s.trick else 12
            assert held == ([12, answered] if s.turn == 0 else [answered, 12])
        if s.phase == "second-phase":
            assert not any(s.tables)
        for move in self.game.legal(s):
            assert s.hands[s.turn].holds(move.cards)
            assert s.tables[s.turn].holds(move.group("table"))


@pytest.mark.parametrize("options", OTHER_OPTIONS, ids=str)
def test_no_card_is_lost_and_hands_are_full_when_a_trick_begins(options):
    ruled = rules(ID, **options)
    for seed in range(15):
        play_deal(ruled.game, seed, Watcher(ruled))


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_dozen_tricks_and_at_most_two_nines(variant):
    ruled = rules(ID, variant)
    unit = ruled.options.unit
    for seed in range(20):
        watcher = Watcher(ruled)
        s = play_deal(ruled.game, seed, watcher)
        assert sum(watcher.tricks.values()) == 24
        nines = sum(item.points for item in s.items if item.rule in ("dix", "dealer-dix"))
        assert nines in (0, 10 // unit, 20 // unit)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_match_is_won(variant):
    ruled = rules(ID, variant)
    for seed in range(2):
        live = ruled.playout(seed)
        (winner,) = live.outcome.winners
        assert live.standing[winner] >= ruled.options.goal
        assert live.standing[winner] > min(live.standing)


def test_all_melds_that_are_held_are_offered():
    ruled = rules(ID)
    position = ruled.position(
        phase="meld", trump="S", turn="N",
        hands={"N": "AS 10S KS QS JS KS QS"}, tables={"N": "KH QH JD"},
    )  # fmt: skip
    melds = [move for move in position.moves() if move.startswith("meld")]
    assert melds == [
        "meld pinochle QS table JD",
        "meld royal-marriage KS QS",
        "meld run AS 10S KS QS JS",
    ]


@pytest.mark.parametrize(
    ("options", "at_fault"),
    [
        ({"drop_zeros": True}, {"drop_zeros", "card_points"}),
        (
            {"drop_zeros": True, "card_points": "aces_tens_10_kings_queens_5"},
            {"drop_zeros", "card_points"},
        ),
        ({"card_rounding": "sevens_up", "card_points": "tens"}, {"card_rounding", "card_points"}),
    ],
)
def test_contradictions_are_refused(options, at_fault):
    with pytest.raises(OptionError) as error:
        rules(ID, **options)
    assert set(error.value.names) == at_fault


# --- a slow scorer: physical cards, all orders, nothing shared ----------------------------------


class Piece(NamedTuple):
    """One physical card; `copy` tells twins apart."""

    code: str
    copy: int


class Where(NamedTuple):
    """What is still in the hand, what each laid piece has been melded as, melds left this turn."""

    hand: frozenset[Piece]
    laid: frozenset[tuple[Piece, frozenset[str]]]
    left: int


def recipes(trump: str) -> Iterator[tuple[str, list[str]]]:
    yield "run", [rank + trump for rank in ("A", "10", "K", "Q", "J")]
    for suit in "SHDC":
        yield "royal" if suit == trump else "marriage", ["K" + suit, "Q" + suit]
    for rank in "AKQJ":
        yield "around " + rank, [rank + suit for suit in "SHDC"]
    yield "pinochle", ["QS", "JD"]
    yield "double", ["QS", "QS", "JD", "JD"]
    yield "dix", ["9" + trump]


WORTH = {
    "run": 150, "royal": 40, "marriage": 20, "pinochle": 40, "double": 300, "dix": 10,
    "around A": 100, "around K": 80, "around Q": 60, "around J": 40,
}  # fmt: skip


def worth(kind: str, meld: tuple[Piece, ...], where: Where, options: Any) -> int | None:
    """Points of a meld, or None if it may not be laid."""
    marks = dict(where.laid)
    been = {piece: marks.get(piece, frozenset()) for piece in meld}
    same = {"royal": {"royal", "run"}, "double": {"pinochle", "double"}}.get(kind, {kind})
    same |= {"double"} if kind == "pinochle" else set()
    stale = [piece for piece in meld if been[piece] & same]
    if kind == "double" and (stale or options.double_pinochle == 80):
        return None
    free = options.reuse == "any_kind" and len(stale) < len(meld)
    if stale and (kind == "dix" or not free):
        return None
    if options.new_card == "needed" and not any(piece in where.hand for piece in meld):
        return None
    if options.melds_per_trick == "one" and kind != "dix" and not where.left:
        return None
    points = WORTH[kind]
    if kind == "run" and options.run_after_royal == "difference":
        points -= 40 * any("royal" in been[p] and "run" not in been[p] for p in meld)
    if kind == "pinochle" and options.double_pinochle == 300 and not stale:
        rest = {p.code for p, kinds in where.laid if p not in meld and kinds & same}
        if rest >= {"QS", "JD"}:
            points = 300 - (40 if options.second_pinochle == "difference" else 0)
    return points


def steps(where: Where, trump: str, options: Any) -> Iterator[tuple[int, Where]]:
    pieces = sorted(where.hand | {piece for piece, _ in where.laid})
    for kind, recipe in recipes(trump):
        for meld in itertools.product(*[[p for p in pieces if p.code == c] for c in recipe]):
            if len({*meld}) < len(meld):
                continue
            points = worth(kind, meld, where, options)
            if points is not None:
                marks = dict(where.laid)
                marks |= {piece: marks.get(piece, frozenset()) | {kind} for piece in meld}
                hand, left = where.hand - set(meld), where.left - (kind != "dix")
                yield points, Where(hand, frozenset(marks.items()), left)


def all_endings(start: Where, trump: str, options: Any) -> dict[Where, int]:
    """The highest points with which each position can be reached."""
    best, open_ = {start: 0}, [start]
    while open_:
        where = open_.pop()
        for points, there in steps(where, trump, options):
            if best[where] + points > best.get(there, -1):
                best[there] = best[where] + points
                open_.append(there)
    return best


def slow_table(codes: list[str], trump: str, options: Any) -> list[frozenset[Any]]:
    """The tables on which all these cards lie, melded for the most points there are."""
    start = Where(frozenset(map(Piece, codes, range(len(codes)))), frozenset(), 99)
    ends = all_endings(start, trump, options)
    top = max(ends.values())
    return [where.laid for where, points in ends.items() if points == top and not where.hand]


def slow_meld(lay: list[str], laid: frozenset[Any], trump: str, options: Any) -> int | None:
    """The most that laying all these cards scores, or None if they cannot all be laid."""
    hand = frozenset(map(Piece, lay, itertools.count(50)))
    left = 1 if options.melds_per_trick == "one" else 99
    ends = all_endings(Where(hand, laid, left), trump, options)
    return max((points for where, points in ends.items() if not where.hand), default=None)


SMALL_PACKS = (  # where melds are frequent
    "AS 10S KS KS QS QS JS JD 9S",
    "QS QS JD JD KS KD QD QH QC JS",
    "KS KH KD KC KS QS QH QD QC JD",
    "AS AS AH AD AC AC KH QH",
    "AH 10H 10H KH KH QH QH JH AH JH",
)


def random_layout(rng: Random) -> tuple[str, list[str], list[str]]:
    """Trump, cards to lay and cards on the table: melds, or a cut of a small pack."""
    trump = rng.choice("SHD")
    if rng.random() < 0.4:
        pack = rng.choice(SMALL_PACKS).split()
        rng.shuffle(pack)
        cut = rng.randint(1, 4)
        return trump, pack[:cut], pack[cut : cut + rng.choice((0, 0, 2, 3, 4))]
    known = [recipe for _, recipe in recipes(trump)]
    melds = [*rng.sample(known, 3), rng.choice(known)]
    lay = Counter(melds[0]) | Counter(rng.choice(([], melds[1])))
    table = Counter(melds[2]) | Counter(rng.choice(([], [], melds[3])))
    table = Counter({code: min(n, 2 - lay[code]) for code, n in table.items()})
    return trump, sorted(lay.elements()), sorted(table.elements())


def asked(ruled: Rules, trump: str, lay: list[str], table: list[str]) -> int | None:
    try:
        return ruled.ask("meld", trump=trump, lay=" ".join(lay), table=" ".join(table)).total
    except Illegal:
        return None


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"run_after_royal": "full", "second_pinochle": "full"},
        {"reuse": "any_kind"},
        {"reuse": "any_kind", "run_after_royal": "full", "second_pinochle": "full"},
        {"double_pinochle": 80, "new_card": "needed"},
        {"melds_per_trick": "one", "new_card": "needed"},
        {"melds_per_trick": "one"},
    ],
    ids=str,
)
def test_the_meld_question_agrees_with_a_slow_scorer(options):
    rng, ruled = Random(7), rules(ID, **options)
    scored = 0
    for _ in range(500):
        trump, lay, table = random_layout(rng)
        tables = slow_table(table, trump, ruled.options)
        if not tables or len(lay) + len(table) > 12:  # such a table cannot arise
            continue
        wanted = {slow_meld(lay, laid, trump, ruled.options) for laid in tables}
        found = asked(ruled, trump, lay, table)
        assert found in wanted, f"trump {trump}, table {table}, lay {lay}"
        scored += found is not None
    assert scored > 100


def most_by_counting(trump: str, hand: Cards) -> int:
    """The base game's best melds, counted off without laying anything."""
    many = Counter(map(str, hand))
    couples = min(many["K" + trump], many["Q" + trump])
    runs = min(couples, *(many[rank + trump] for rank in ("A", "10", "J")))
    plain = sum(min(many["K" + suit], many["Q" + suit]) for suit in "SHDC" if suit != trump)
    around = {
        rank: min(many[rank + suit] for suit in "SHDC") * points
        for rank, points in (("A", 100), ("K", 80), ("Q", 60), ("J", 40))
    }
    pinochles = (0, 40, 300)[min(many["QS"], many["JD"])]
    dixes = many["9" + trump]
    runs_and_couples = 150 * runs + 40 * (couples - runs)
    return runs_and_couples + 20 * plain + sum(around.values()) + pinochles + 10 * dixes


def test_melds_held_agree_with_counting_off():
    ruled, rng = rules(ID), Random(12)
    pack = ruled.game.deck.pack
    courts = Cards(card for card in pack if card.rank in "KQJ")
    for number in range(3_000):
        hand = Cards(rng.sample(courts if number % 3 == 0 else pack, 12))
        trump = rng.choice("SHDC")
        found = ruled.ask("melds_held", trump=trump, hand=hand).total
        assert found == most_by_counting(trump, hand), f"trump {trump}, hand {hand}"
