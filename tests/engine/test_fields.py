"""Tests of typed values: they are read, or refused with the place and the expected value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turntrack.core.errors import BadValue
from turntrack.core.fields import (
    Field,
    Kind,
    Option,
    Pick,
    clean_text,
    find_hidden_character,
    read,
    read_all,
    values_in_code,
)

METRES = Field("metres", "Metres", Kind.NUMBER, 1, low=1, high=200)
WARD = Field("ward", "Ward off", Kind.FLAG, False)
LOAD = Field("load", "Load", Kind.PICK, "none", picks=(Pick("none", "not loaded"), Pick("heavily", "heavily loaded")))
NAME = Field("name", "Name", Kind.TEXT, "")
DICE = Field("dice", "Dice", Kind.DICE, "2D")


@pytest.mark.parametrize(
    ("field", "raw", "value"),
    [
        (METRES, 6, 6),
        (METRES, " +6 ", 6),
        (METRES, "200", 200),
        (Field("score", "Score", Kind.NUMBER, 0, low=-9), "−3", -3),
        (WARD, True, True),
        (LOAD, "heavily", "heavily"),
        (NAME, "  Mara \t the\u00a0first\n", "Mara the first"),
        (NAME, "Ζοë 👩‍🚀", "Ζοë 👩‍🚀"),
        (DICE, "3d + 2", "3D+2"),
    ],
)
def test_a_value_is_read(field: Field, raw: object, value: object) -> None:
    assert read(field, raw) == value


@pytest.mark.parametrize(
    ("field", "raw", "message"),
    [
        (METRES, "0", "Metres: a whole number from 1 to 200, not “0”"),
        (METRES, 201, "Metres: a whole number from 1 to 200, not “201”"),
        (METRES, "six", "not “six”"),
        (METRES, "+-3", r"not “\+-3”"),
        (METRES, "1e2", "not “1e2”"),
        (METRES, "²", "not “²”"),
        (METRES, "٣", "not “٣”"),
        (METRES, True, "not “True”"),
        (METRES, 2.0, "not “2.0”"),
        (METRES, None, "not “None”"),
        (METRES, "9" * 10_000, "not “9{40}…”"),
        (METRES, " " * 10_000 + "6", "a whole number from 1 to 200"),
        (WARD, "yes", "Ward off: yes or no, not “yes”"),
        (WARD, 1, "Ward off: yes or no, not “1”"),
        (LOAD, "very", "Load: one of not loaded, heavily loaded; not “very”"),
        (NAME, 7, "Name: text, not “7”"),
        (NAME, "x" * 61, "Name: at most 60 characters, not 61"),
        (NAME, "x" * 10_000, "Name: at most 60 characters, not 10000"),
        (NAME, "Mara" + " " * 10_000, "Name: at most 60 characters, not 10004"),
        (NAME, "Ma\x00ra", r"Name: an invisible character \(U\+0000\) cannot be used"),
        (NAME, "\u202eMara", r"Name: an invisible character \(U\+202E\)"),
        (NAME, "Mara\u2066", r"U\+2066"),
        (NAME, "Mara\ud800", r"U\+D800"),
        (NAME, "\ufeffMara", r"U\+FEFF"),
        (DICE, "3x", "Dice: a dice code such as 1d20 or 3D"),
        (DICE, " " * 10_000 + "3D", "Dice: a dice code"),
    ],
)
def test_what_cannot_be_a_value_is_refused(field: Field, raw: object, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        read(field, raw)


def test_a_sheet_is_complete() -> None:
    assert read_all((METRES, WARD), {"ward": True}) == {"metres": 1, "ward": True}


def test_a_value_for_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadValue, match="There is no field called “luck” here"):
        read_all((METRES, WARD), {"luck": 3})


def test_an_option_begins_with_its_first_value() -> None:
    assert Option("tie", "Ties", (Pick("a", "A"), Pick("b", "B"))).default == "a"


@pytest.mark.repeats
@given(st.text())
def test_text_that_was_accepted_is_accepted_again_as_it_is(raw: str) -> None:
    try:
        text = clean_text("Name", raw, 60)
    except BadValue:
        return
    assert clean_text("Name", text, 60) == text
    assert find_hidden_character(text) == ""


@pytest.mark.parametrize("code", ["7A", "7A?", "7AI"])
def test_a_code_without_the_digit_of_a_field_is_refused(code: str) -> None:
    endurance = Field("end", "END", Kind.NUMBER, 7, code=("upp", 3))
    with pytest.raises(BadValue, match="UPP: END is its digit 3, which is missing in"):
        values_in_code((endurance,), "UPP", code)
