"""Options: kinds from annotations, strict values, contradictions, conditions."""

from dataclasses import dataclass
from typing import Literal

import pytest

from upcard.options import (
    OptionError,
    changed,
    describe,
    number,
    parse_condition,
    parse_settings,
    read_options,
    text,
)


@dataclass(frozen=True)
class Options:
    muggins: bool = False
    target: Literal[121, 61] = 121
    lines: Literal["91/61", "31/0"] = "91/61"
    stock: int = number(20, 5, 30)

    def __post_init__(self):
        if self.target == 61 and self.lines == "91/61":
            raise OptionError("a skunk line above the target", "lines", "target")


def test_the_kind_of_an_option_follows_from_its_annotation():
    kinds = {name: option.kind for name, option in describe(Options).items()}
    assert kinds == {"muggins": "switch", "target": "choice", "lines": "choice", "stock": "number"}


def test_text_is_accepted_for_any_value():
    given = {"muggins": "yes", "target": "61", "lines": "31/0", "stock": "30"}
    read = read_options(Options, given)
    assert read == Options(muggins=True, target=61, lines="31/0", stock=30)
    assert changed(read) == {"muggins": True, "target": 61, "lines": "31/0", "stock": 30}
    assert {name: text(value) for name, value in changed(read).items()} == given


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"mugins": True}, "did you mean 'muggins'"),
        ({"muggins": "on"}, "one of no, yes"),
        ({"muggins": 1}, "one of no, yes"),
        ({"target": 100}, "one of 121, 61"),
        ({"target": True}, "one of 121, 61"),
        ({"stock": 31}, "a number from 5 to 30"),
        ({"stock": "9" * 5000}, "a number from 5 to 30"),
        ({"stock": True}, "a number from 5 to 30"),
        ({"target": 61}, "a skunk line above the target"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(given, hint):
    with pytest.raises(OptionError, match=hint):
        read_options(Options, given)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("", True),
        ("target=121", True),
        ("target!=121", False),
        ("target=61|121 muggins=no", True),
        ("target=121, muggins=yes", False),
    ],
)
def test_a_condition_holds_when_all_its_clauses_do(condition, holds):
    assert parse_condition(condition, Options).holds(Options()) is holds


@pytest.mark.parametrize("condition", ["target", "target=", "goal=121", "target=7"])
def test_a_condition_that_makes_no_sense_is_refused(condition):
    with pytest.raises(OptionError):
        parse_condition(condition, Options)


def test_settings_are_conditions_that_set_one_value_each():
    assert parse_settings("target=61 lines=31/0", Options) == {"target": 61, "lines": "31/0"}
    with pytest.raises(OptionError, match="one value"):
        parse_settings("target!=61", Options)
