"""Tests of the parser of typed lines: what it takes, it takes whole, and what it does not know is asked about."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis.strategies import lists, sampled_from

from tests.amounts import amount
from tests.engine.test_number_of_the_order import fields_of
from turntrack.core.errors import BadValue
from turntrack.lines.quick_line import read_quick_line, split_line
from turntrack.lines.repairs import take_slips

WORDS = (
    "goblin", "Orc", "Aria", "hp", "ac", "init", "7", "12", "345", "+3", "-1", "7/12", "2d6+2", "3D+1", "x3", "(", ")",
    "[", "]", ",", ";", ":", "-", ".", "!", "got", "is", "on", "an", "of", "max", "round", "in", "arrives", "hidden",
    "behind", "ally", "prone", "frightened", "not", "one", "each", "with", "and", "total", "T9(3)", "note", "boss",
    "dex", "REF", "perception", "7A8C62", "speed 30 ft.", "if", "comes", "us", "stays", "until", "6th",
    "Brawling/Melee",
)  # fmt: skip
"""Words of lines, without those after which a sum is written, or a number counts something else."""


@pytest.mark.parametrize("game", ["d20_once", "three_actions", "traveller", "interlock", "rond6"])
@settings(max_examples=amount(60))
@given(words=lists(sampled_from(WORDS), min_size=1, max_size=9))
def test_no_number_of_a_line_vanishes(game: str, words: list[str]) -> None:
    line = " ".join(("Mara", *words))
    read = re.findall(r"\d+", " ".join(split_line(line, fields_of(game))))
    # A code is written as one word.
    assert set(re.findall(r"\d+", line)) <= {*read, *(number.lstrip("0") for number in read)}


@settings(max_examples=amount(200))
@given(words=lists(sampled_from(WORDS), max_size=12))
def test_every_line_is_read_or_refused(words: list[str]) -> None:
    for game in ("cards", "rond6", "interlock"):
        with suppress(BadValue):
            read_quick_line(take_slips(" ".join(words), fields_of(game))[0], fields_of(game))


def test_a_side_beside_all_others_stands_before_a_name() -> None:
    assert read_quick_line("neutral: Zeddik, hp 30", ()).side == "Neutral"


def test_a_number_of_the_order_with_a_comma_behind_it_stands_before_no_name() -> None:
    assert split_line("init 3, already hit, end 4", fields_of("traveller"))[0] == "init 3"


@pytest.mark.parametrize(
    ("line", "name", "note"),
    [
        ("Old Brack INT 4 TECH 3 COOL 6 LUCK 5", "Old Brack", "INT 4; TECH 3 COOL 6 LUCK 5"),
        ("goblins again, 6 of them. ac 15", "goblins again", "AC 15"),
    ],
)
def test_a_remark_that_can_be_nothing_else_is_a_note(line: str, name: str, note: str) -> None:
    rest, slips = take_slips(line, fields_of("d20_once"))
    assert all(slip.taken for slip in slips)
    read = read_quick_line(rest, fields_of("d20_once"))
    assert (read.name, read.note) == (name, note)


def test_a_line_may_end_with_a_label_that_holds_a_slash() -> None:
    parts = split_line("Ace ref 8 Brawling/Melee", fields_of("interlock"))
    assert [part.strip() for part in parts] == ["Ace", "ref 8", "Brawling/Melee"]
