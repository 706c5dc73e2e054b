"""What the engine tells a table, for every game: valid documents, no hidden card, nothing lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from site_build import GAMES, ROOT

from upcard import page_play
from upcard.api import library, rules, use_library
from upcard.game import Zone
from upcard.page import respond
from upcard.page_view import layout
from upcard_library.load import load_library
from upcard_library.model import GameArticle
from upcard_library.provider import ARTICLES

SCHEMA = json.loads((ROOT / "schema/view.schema.json").read_text(encoding="utf-8"))
VALID = Draft202012Validator(SCHEMA)
MOVES = 12


@cache
def games() -> dict[str, GameArticle]:
    return {g.id: g for g in load_library(GAMES).games.values() if g.module}


@pytest.fixture(autouse=True)
def _articles() -> Iterator[None]:
    before = library()
    ARTICLES.use(games(), GAMES)
    use_library(ARTICLES)
    yield
    use_library(before)


def answer(call: str, **args: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(respond(json.dumps({"call": call, "args": args})))
    return told


def ask(call: str, **args: Any) -> Any:
    told = answer(call, **args)
    assert told["ok"], told
    return told["value"]


def fault(call: str, **args: Any) -> dict[str, Any]:
    told = answer(call, **args)
    assert not told["ok"]
    return dict(told["error"])


def valid(view: dict[str, Any]) -> dict[str, Any]:
    faults = [f"{e.json_path}: {e.message}" for e in VALID.iter_errors(view)]
    assert not faults, faults[:3]
    return view


def tables() -> list[tuple[str, str]]:
    """Every game, and every variant of it that has a name."""
    return [(game.id, under) for game in games().values()
            for under in ("base", *(v.id for v in game.variants))]  # fmt: skip


def test_the_schema_is_one_and_names_no_game() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    text = json.dumps(SCHEMA)
    assert not [name for name in games() if name in text]


@pytest.mark.parametrize(("game", "under"), tables())
def test_every_table_is_told_in_one_form(game: str, under: str) -> None:
    opened = ask("sit", game=game, under=under, seed=7)
    table, turn = opened["table"], opened["view"]["turn"]
    chance = random.Random(7)
    view = valid(opened["view"])
    for _ in range(MOVES):
        if view["turn"] is None:
            break
        turn = view["turn"]
        view = ask("look", table=table, seat=turn, since=view["moves_made"])
        assert view["moves"]
        assert view["prompt"]
        move = chance.choice(view["moves"])
        made = ask("act", table=table, move=move["text"], seat=turn, since=view["moves_made"])
        assert "refused" not in made
        view = made["view"]
        assert view["log"][0]["text"] == move["text"]
    if turn is not None:
        valid(ask("look", table=table, seat=turn))
    ask("close", table=table)


@pytest.mark.parametrize("game", sorted(games()))
def test_a_whole_hand_is_told_in_one_form(game: str) -> None:
    opened = ask("sit", game=game, under="base", seed=7)
    table, view = opened["table"], opened["view"]
    for at in range(120):
        if view["hand_over"]:
            break
        made = view["moves_made"]
        view = ask("bot", table=table, bot="random", seat=view["turn"], since=made)["view"]
        if at % 5 == 0:
            valid(view)
    valid(ask("look", table=table, open=True))
    ask("close", table=table)


@pytest.mark.parametrize("game", sorted(games()))
def test_a_seat_is_told_no_card_that_it_may_not_know(game: str) -> None:
    """Dealing the hidden cards anew changes nothing that this seat is told."""
    opened = ask("sit", game=game, under="base", seed=3)
    number = opened["table"]
    view, chance = opened["view"], random.Random(3)
    table = page_play.play_of({"table": number})
    for _ in range(12):
        if view["turn"] is None:
            break
        turn = view["turn"]
        for name in view["seats"]:
            seat = view["seats"].index(name)
            seen = ask("look", table=number, seat=name)
            true = table.live.state
            table.live.state = table.ruled.game.permute_hidden(true, seat, chance)
            other = ask("look", table=number, seat=name)
            table.live.state = true
            assert seen["moves"] == other["moves"]
            assert seen["zones"] == other["zones"]
            assert seen["log"] == other["log"]
            hidden = [z for z in seen["zones"] if z["visibility"] == "owner" and z["owner"] != name]
            assert not any("cards" in zone for zone in hidden)
        moves = ask("look", table=number, seat=turn)["moves"]
        view = ask("act", table=number, move=chance.choice(moves)["text"], seat="")["view"]
        dealt = [entry for entry in view["log"] if entry["seat"] == "DEALER"]
        assert all(entry["hidden"] and not entry["cards"] for entry in dealt)
    ask("close", table=number)


def test_what_is_laid_away_is_kept_from_the_others() -> None:
    number = ask("sit", game="cribbage", under="base", seed=1)["table"]
    view = ask("look", table=number)
    turn = view["turn"]
    other = next(seat for seat in view["seats"] if seat != turn)
    move = ask("look", table=number, seat=turn)["moves"][0]
    mine = ask("act", table=number, move=move["text"], seat=turn)["view"]["log"][-1]
    theirs = ask("look", table=number, seat=other)["log"][-1]
    assert mine["text"] == move["text"]
    assert (theirs["text"], theirs["cards"], theirs["many"]) == (f"{turn} lay", [], 2)


def test_moves_are_taken_back_to_a_seats_own_turn_across_hands() -> None:
    number = ask("sit", game="two-player-hearts", under="short", seed=5)["table"]
    view = ask("look", table=number, open=True)
    before = []
    while view["hand"] < 2:
        if view["hand_over"]:
            view = ask("next_hand", table=number, open=True)["view"]
            continue
        before.append(view)
        view = ask("act", table=number, move=view["moves"][0]["text"], open=True)["view"]
    acting = [v for v in before if v["turn"] == "N"]
    back = ask("back", table=number, seats=["N"], open=True)["view"]
    same = ("zones", "moves", "moves_made", "standing", "hand", "phase")
    assert {k: back[k] for k in same} == {k: acting[-1][k] for k in same}
    while back["moves_made"] > before[0]["moves_made"]:
        back = ask("back", table=number, seats=["N", "S"], open=True)["view"]
    assert fault("back", table=number, seats=["N", "S"])["code"] == "request"


def test_a_record_is_stepped_through_and_played_on() -> None:
    live = rules("gin-rummy").playout(4)
    opened = ask("sit_record", record=live.record(), game="gin-rummy", at=0, open=True)
    number, view = opened["table"], valid(opened["view"])
    assert (view["moves_made"], view["ahead"]) == (0, len(live.log))
    for to in (1, 40, 39, len(live.log), 3):
        view = valid(ask("step", table=number, to=to, open=True)["view"])
        assert view["moves_made"] == to
    end = ask("step", table=number, to=10**6, open=True)["view"]
    assert end["over"]
    assert end["winners"] == [live.game.seat(side) for side in live.outcome.winners]
    assert ask("record", table=number) == live.record()
    view = ask("step", table=number, to=20, open=True)["view"]
    on = ask("act", table=number, move=view["moves"][0]["text"], open=True)["view"]
    assert on["ahead"] == 0


@pytest.mark.parametrize("game", sorted(games()))
def test_every_record_and_position_of_an_article_opens_at_the_table(game: str) -> None:
    from upcard_site.play_it import scenes

    for name, scene in scenes(games()[game]).items():
        if "record" in scene:
            opened = ask("sit_record", record=scene["record"], game=game, at=0, open=True)
        else:
            opened = ask("sit_position", game=game, under=scene["under"], given=scene["given"],
                         do=scene["do"], open=True)  # fmt: skip
        assert opened["view"]["ahead"] or not scene.get("do"), name
        valid(ask("step", table=opened["table"], to=10**6, open=True)["view"])
        ask("close", table=opened["table"])


def test_a_position_in_which_the_dealer_acts_is_played_on() -> None:
    opened = ask("sit_position", game="cribbage", given={"phase": "deal"}, open=True)
    assert opened["view"]["turn"] == "DEALER"
    on = ask("go_on", table=opened["table"], open=True)["view"]
    assert on["moves"]


@pytest.mark.parametrize("bot", ask("seating", game="cribbage")["bots"])
def test_bots_play_a_hand_and_give_advice(bot: str) -> None:
    number = ask("sit", game="cribbage", under="base", seed=2)["table"]
    view = ask("look", table=number)
    while not view["hand_over"]:
        legal = ask("look", table=number, seat=view["turn"])["moves"]
        told = ask("hint", table=number, seat=view["turn"], bot=bot, think=20)
        assert told["move"] in legal
        assert all(score["sentence"] for score in told["scores"])
        view = ask("bot", table=number, bot=bot, think=20, seat="S")["view"]
    assert fault("bot", table=number, bot=bot)["code"] == "request"
    assert fault("hint", table=number, bot="no such", seat="N")["code"] == "request"


def test_advice_is_given_to_the_seat_that_acts_alone() -> None:
    number = ask("sit", game="cribbage", under="base", seed=2)["table"]
    turn = ask("look", table=number)["turn"]
    other = "N" if turn == "S" else "S"
    assert fault("hint", table=number, seat=other, bot="simple")["code"] == "request"


def test_hostile_records_and_lists_are_refused_in_words() -> None:
    record = rules("war").playout(1).record()
    assert fault("sit_record", record=record, game="cribbage")["code"] == "record"
    assert fault("sit_record", record="x" * 300_000)["code"] == "request"
    assert fault("sit_record", record="cribbage@1\nN fly 5H")["line"] == 2
    given = {"turn": "N"}
    for do in ("play AS", [1], ["x"] * 61, [["a"]]):
        assert fault("sit_position", game="cribbage", given=given, do=do)["code"] == "request"
    plain = ask("new", game="cribbage")["table"]
    assert fault("look", table=plain)["code"] == "request"


@pytest.mark.parametrize(
    ("name", "seen", "expected"),
    [("hand", "owner", "fan"), ("stock", "none", "pile"), ("column 3, face down", "none", "column"),
     ("discard2", "all", "column"), ("trick", "all", "trick"), ("meld", "all", "row"),
     ("first foundation of clubs", "all", "pile"), ("pay-off card", "all", "row")],
)  # fmt: skip
def test_how_a_pile_lies_follows_from_its_name(name: str, seen: Any, expected: str) -> None:
    from upcard.cards import Cards

    assert layout(Zone(name, None, Cards(), seen, "field", None)) == expected
