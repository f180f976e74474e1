"""Tests of dice expressions: parsing, errors with their place, terms, and exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turntrack.core.dice import AppDice, DiceRequest, Roll, read_roll, roll_of, seeded_dice
from turntrack.core.errors import BadValue
from turntrack.core.score import Score
from turntrack.systems.toolkit.dice_expression import (
    LARGEST_VALUE,
    LONGEST_EXPRESSION,
    BadExpression,
    Expression,
    ValueOf,
    addends,
    bounds_of,
    code_of,
    count_shown,
    evaluate,
    fields_of,
    has_dice,
    is_plain,
    parse,
    write,
)
from turntrack.systems.toolkit.distributions import MOST_PAIRS, Budget, TooMuchWork, count_ways, ways_for

FIELDS = {"dex": (-5, 30), "pool": (0, 20), "die": (4, 12), "level": (1, 9), "d20_bonus": (0, 9)}
VALUES: ValueOf = {"dex": 3, "pool": 2, "die": 6, "level": 4, "d20_bonus": 7}


def value(text: str, *faces: tuple[int, ...], values: ValueOf = VALUES) -> Score:
    """Return the value of the expression for these faces, a tuple for each of its dice."""
    expression = parse(text, FIELDS)
    fallen = {}
    for die, shown in zip(expression.dice, faces, strict=True):
        code = code_of(die, values)
        assert code
        fallen[die.place] = count_shown(die, roll_of(code, [(face,) for face in shown]))
    return Score(tuple(addend.term(values, fallen, "G2") for addend in addends(expression.body)))


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("1d20 + dex", [(11,)], "d20 11 + dex 3 = 14 (G2)"),
        ("D20+DEX", [(11,)], "d20 11 + dex 3 = 14 (G2)"),
        ("dex - 2", [], "dex 3 − always 2 = 1 (G2)"),
        ("-dex + (level − 1)", [], "dex −3 + level − 1 3 = 0 (G2)"),
        ("dex / 2 * level", [], "dex ÷ 2 × level 4 = 4 (G2)"),
        ("dex*(level+1)", [], "dex × (level + 1) 15 = 15 (G2)"),
        ("+4d6kh3", [(1, 6, 2, 5)], "4d6kh3 13 = 13 (G2)"),
        ("4d6l1", [(3, 6, 2, 5)], "4d6kl1 2 = 2 (G2)"),
        ("(pool+level)d6>=5", [(5, 6, 1, 4, 5, 2)], "6d6≥5 3 = 3 (G2)"),
        ("2d(die) - 1d(2+2)", [(6, 1), (4,)], "2d6 7 − d4 4 = 3 (G2)"),
        ("max(1d6, 1d8, dex)", [(2,), (7,)], "max(1d6, 1d8, dex) 7 = 7 (G2)"),
        ("min(level, dex) + 0", [], "min(level, dex) 3 + always 0 = 3 (G2)"),
        ("gap(5d10>=7)", [(7, 8, 1, 2, 10)], "5d10≥7 3 = 3 (G2)"),
        ("min(gap(5d10>=7 Twice 10), 6)", [(7, 8, 1, 2, 10)], "5d10≥7 twice 10 4 = 4 (G2)"),
        ("2*(1d6+dex)", [(4,)], "2 × (1d6 + dex) 14 = 14 (G2)"),
        ("1d20 + D20_bonus", [(9,)], "d20 9 + d20 bonus 7 = 16 (G2)"),
        ("2*(-dex)", [], "2 × (−dex) −6 = −6 (G2)"),
    ],
)
def test_an_expression_is_worked_out(text: str, faces: list[tuple[int, ...]], shown: str) -> None:
    assert str(value(text, *faces)) == shown


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        (
            "",
            1,
            "a field of the sheet (dex, pool, die, level, d20_bonus) was expected, not “the end”",
        ),
        ("1d20 +", 7, "was expected, not “the end”"),
        ("1d20 + dx", 8, "a field of the sheet (dex, pool, die, level, d20_bonus) was expected, not “dx”"),
        ("1d20 dex", 6, "the end, or a sign (+ − × ÷) was expected, not “dex”"),
        ("(dex", 5, "“)” was expected, not “the end”"),
        ("gap(dex", 8, "“)” was expected"),
        ("min(gap(dex)", 13, "“,” was expected"),
        ("min(gap(dex), dex)", 15, "a number was expected, not “dex)”"),
        ("min(gap(dex), 0)", 15, "at most a number from 1 to 20000, not 0"),
        ("min(gap(dex), 6", 16, "“)” was expected"),
        ("5d10 twice 10", 1, "what counts twice also counts once"),
        ("5d10>=7 twice 6", 1, "what counts twice also counts once"),
        ("1 + gap(dex)", 5, "gap(…) stands around all of it, or not at all"),
        ("max dex", 5, "“(” was expected"),
        ("max(dex", 8, "“)” was expected"),
        ("__import__('os')", 1, "was expected, not “__import__('”"),
        ("dex.real", 4, "the end, or a sign"),
        ("0d6", 1, "dice from 1 to 100, not 0"),
        ("101d6", 1, "dice from 1 to 100, not 101"),
        ("1d1", 3, "sides from 2 to 1000, not 1"),
        ("1d99999999999", 3, "sides from 2 to 1000, not 99999999999"),
        ("2d(1)", 1, "a die can have 1 sides here"),
        ("1d(dex*40)", 1, "a die can have -200 sides here"),
        ("1d(level*900+2)", 1, "a die can have 8102 sides here"),
        ("(dex)d6", 1, "these can be -5 dice"),
        ("(level*20)d6", 1, "these can be 180 dice"),
        ("(1d6)d6", 1, "how many dice, and of how many sides, is not left to dice"),
        ("1d(1d6)", 3, "how many dice, and of how many sides, is not left to dice"),
        ("4d6kh0", 4, "dice to keep from 1 to 100, not 0"),
        ("4d6>=0", 4, "a face from 1 to 1000, not 0"),
        ("4d6kh2>=4", 1, "dice are kept or counted, not both"),
        ("dex / (level - 5)", 1, "this is divided by what can be 0"),
        ("dex / dex", 1, "this is divided by what can be 0"),
        ("100d1000", 1, "this can come to 100000; 20000 is the most"),
        ("0 - 20*level*100 - 20*level*100", 1, "this can come to -36000; 20000 is the most"),
        ("99999", 1, "a number from 0 to 20000, not 99999"),
        ("((((((((((1))))))))))", 9, "brackets stand in each other 8 deep at most"),
        ("+".join(["1"] * 25), 1, "an expression has at most 40 parts"),
        ("1d6+" * 6 + "1d6", 25, "at most 6 kinds of dice at once"),
        ("1" * 200, LONGEST_EXPRESSION + 1, "at most 120 characters are read"),
        ("1d20 + \u0664", 8, "was expected, not “\u0664”"),
    ],
)
def test_what_it_does_not_take_is_refused_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(BadExpression) as refused:
        parse(text, FIELDS)
    assert (refused.value.at, message in str(refused.value)) == (at, True), str(refused.value)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("2d20kh1kl1", 8, "which dice are kept is said already"),
        ("1 + 4d6kl1 kl2", 12, "which dice are kept is said already"),
        ("5d6>=5>=6", 7, "which dice are counted is said already"),
        ("3d6!!", 5, "that dice explode is said already"),
        ("5d6!>=5", 5, "write “5d6>=5!” to count, the highest face rolled again, or “5d6!” to add up"),
        ("1 + (dex)d6! ≥ 5", 14, "write “(dex)d6≥ 5!” to count"),
    ],
)
def test_what_is_typed_twice_or_in_an_unclear_order_is_refused(text: str, at: int, message: str) -> None:
    fields = {"dex": (0, 9)}
    with pytest.raises(BadExpression) as refused:
        parse(text, fields, is_typed=True)
    assert (refused.value.at, message in str(refused.value)) == (at, True), str(refused.value)
    assert parse(text, fields).dice, "rules that are stored are read as before"


@pytest.mark.parametrize("text", ["5d6>=5!", "2d20kh1!", "2d20!kh1", "3d6!"])
def test_a_clear_order_may_be_typed(text: str) -> None:
    assert parse(text, {}, is_typed=True) == parse(text, {})


def test_without_fields_it_says_so() -> None:
    with pytest.raises(BadExpression, match=r"a field of the sheet \(none yet\)"):
        parse("dex", {})
    with pytest.raises(BadExpression, match=r"a field of the sheet \(none yet\)"):
        parse("?", {})


def read_or_place(text: str) -> Expression | int:
    try:
        return parse(text, FIELDS)
    except BadExpression as refused:
        return refused.at


@pytest.mark.repeats
@given(st.text(alphabet="0123456789d+-*/()>=!khl,maxingp level<\u2212×", max_size=40))
def test_any_text_is_read_or_refused_at_its_place(text: str) -> None:
    expression = read_or_place(text)
    if isinstance(expression, int):
        assert 1 <= expression <= len(text) + 1
        return
    again = parse(write(expression.body).replace("≥", ">="), FIELDS)
    assert bounds_of(again.body, FIELDS) == bounds_of(expression.body, FIELDS)


@pytest.mark.parametrize("text", ["dex / level", "level / dex + 0 * 3", "-dex*pool", "max(dex, level) − min(pool, 4)"])
def test_bounds_hold_and_are_reached(text: str) -> None:
    fields = {"dex": (2, 30), "pool": (0, 20), "die": (4, 12), "level": (-3, 9)}
    expression = parse(text, fields) if "/ level" not in text else parse(text, {**fields, "level": (-9, -1)})
    low, high = bounds_of(expression.body, fields if "/ level" not in text else {**fields, "level": (-9, -1)})
    levels = range(-9, 0) if "/ level" in text else range(-3, 10)
    values = [
        evaluate(expression.body, {"dex": dex, "pool": pool, "level": level}, {})
        for dex, pool, level in product(range(2, 31), (0, 3, 20), levels)
    ]
    assert (min(values), max(values)) == (low, high)


def test_no_dice_at_all_come_to_nothing() -> None:
    expression = parse("level + (pool)d6", FIELDS)
    values = {**VALUES, "pool": 0}
    assert code_of(expression.dice[0], values) is None
    assert [str(addend.term(values, {}, "").amount) for addend in addends(expression.body)] == ["4", "0"]
    assert count_ways(expression.body, values, Budget()).ways == {4: 1}


def test_dice_go_on_at_their_highest_face() -> None:
    (die,) = parse("2d6!", {}).dice
    code = code_of(die, {})
    assert code
    assert count_shown(die, read_roll(code, "6 6 1 3")) == 16
    (counted,) = parse("2d6!>=5", {}).dice
    assert count_shown(counted, read_roll(code, "6 6 1 5")) == 3
    (kept,) = parse("2d6!kh1", {}).dice
    assert count_shown(kept, read_roll(code, "6 6 1 5")) == 13


def test_a_total_alone_tells_only_of_dice_that_are_added_up() -> None:
    plain, kept = parse("2d6 + 3d6kh2", {}).dice
    assert [is_plain(die) for die in (plain, kept)] == [True, False]
    assert count_shown(plain, Roll("2d6", (), 9, typed=True)) == 9
    with pytest.raises(BadValue, match="3d6kh2: type the face of each die; the total does not tell"):
        count_shown(kept, Roll("3d6", (), 9, typed=True))


# Chances


def brute(expression: Expression, values: ValueOf) -> dict[int, Fraction]:
    """Return the chance of each value, by counting every face of every die."""
    dice = [(die, code) for die in expression.dice if (code := code_of(die, values))]
    counts = Counter[int]()
    for faces in product(*(range(1, code.sides + 1) for _, code in dice for _ in range(code.count))):
        left, fallen = list(faces), {}
        for die, code in dice:
            shown, left = left[: code.count], left[code.count :]
            fallen[die.place] = count_shown(die, roll_of(code, [(face,) for face in shown]))
        counts[evaluate(expression.body, values, fallen)] += 1
    return {value: Fraction(many, counts.total()) for value, many in counts.items()}


@pytest.mark.parametrize(
    "text",
    [
        "dex",
        "1d20 + dex",
        "2d6 - 1d4",
        "4d6kh3",
        "4d4kl2 + level",
        "3d6kh5",
        "5d6>=5",
        "3d4>=5",
        "3d4>=1",
        "60 / 1d6",
        "20 + 10 / (0 - 1d4)",
        "(pool)d6>=4 * 2",
        "max(1d6, 1d8)",
        "min(2d4, dex) × 3",
        "1d12 / 5 - 1d3",
        "gap(3d6)",
        "4d4>=2 twice 4",
        "3d4>=3 twice 3",
        "3d4>=1 twice 9",
        "1d6 * 1d4 + max(1d4, 2)",
    ],
)
def test_chances_are_those_of_brute_force(text: str) -> None:
    expression = parse(text, FIELDS)
    expected = brute(expression, VALUES)
    counted = count_ways(expression.body, VALUES, Budget())
    assert {value: Fraction(many, counted.scale) for value, many in counted.ways.items()} == expected
    for low_first in (False, True):
        roll = ways_for(expression.body, VALUES, Budget(), low_first)
        turned = {
            (-value if low_first else value): Fraction(many, roll.scale)
            for value, many in enumerate(roll.ways, roll.low)
            if many
        }
        assert turned == expected


@pytest.mark.parametrize(("text", "value", "chance"), [("1d6!", 13, 1 / 216), ("2d6! + 1", 9, 20 / 216)])
def test_exploding_dice_are_counted(text: str, value: int, chance: float) -> None:
    """2d6! come to 8 by 3 and 5, 4 and 4, 5 and 3, and rarely by 1 and 7, or 7 and 1."""
    counted = count_ways(parse(text, {}).body, {}, Budget())
    assert counted.ways[value] / counted.scale == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        *("10d6!", "60d100", "40d6kh20", "20d100 + 20d100", "100d6 * 20", "1d6!>=4", "1d6!kh1"),
        *("max(20d20kh5, 20d20kh5)", "max(20d20, 20d20, 20d20)"),
    ],
)
def test_what_would_be_too_much_is_not_counted(text: str) -> None:
    with pytest.raises(TooMuchWork):
        ways_for(parse(text, {}).body, {}, Budget())


@pytest.mark.repeats
@given(st.integers(0, 10_000), st.integers(0, 20), st.integers(4, 12))
def test_what_falls_lies_within_the_bounds(seed: int, pool: int, die: int) -> None:
    """Whatever the dice do, with every kind of dice in it."""
    values = {"dex": 3, "pool": pool, "die": die, "level": 4}
    expression = parse("(pool)d6!>=5 + 3d(die)kh2 − max(1d6!, 1d8) × level + (pool)d(die)", FIELDS)
    fallen = {}
    for rolled in expression.dice:
        code = code_of(rolled, values)
        if code:
            (roll,) = AppDice(seeded_dice(seed).below).roll([DiceRequest("", "", "", code)])
            fallen[rolled.place] = count_shown(rolled, roll)
    low, high = bounds_of(expression.body, FIELDS)
    assert -LARGEST_VALUE <= low <= evaluate(expression.body, values, fallen) <= high <= LARGEST_VALUE
    assert has_dice(expression.body)


def written(draw: Callable[[int], int], depth: int = 0) -> str:
    """Draw an expression at random; it may be invalid."""
    kind = draw(9) if depth < 3 else draw(5)
    if kind < 2:
        return str(draw(7) * (1, 1, 20)[draw(3)])
    if kind == 2:
        return [*FIELDS][draw(len(FIELDS))]
    if kind < 5:
        count = (str(draw(7)), "(pool)", "(level)", "(pool - 2)")[draw(4)]
        sides = ("6", "20", "(die)", "(level)", "100")[draw(5)]
        return f"{count}d{sides}{('', '', 'kh2', 'kl1', '>=1', '>=4', '>=200', '!')[draw(8)]}"
    parts = [written(draw, depth + 1) for _ in range(2)]
    if kind == 5:
        return f"{('max', 'min')[draw(2)]}({', '.join(parts)})"
    return f"({parts[0]}) {'+-*/'[draw(4)]} ({parts[1]})"


@pytest.mark.repeats
@given(st.integers(0, 10_000_000))
def test_what_is_accepted_has_a_value_for_all_that_can_fall_and_every_sheet(seed: int) -> None:
    draw = Random(seed).randrange
    try:
        expression = parse(written(draw), FIELDS)
    except BadExpression:
        return
    low, high = bounds_of(expression.body, FIELDS)
    for at in range(12):
        values = {key: (ends[0], ends[1], draw(ends[0], ends[1] + 1))[at % 3] for key, ends in FIELDS.items()}
        below = (lambda _: 0, lambda sides: sides - 1, draw)[at // 3 % 3]
        fallen = {}
        for die in expression.dice:
            if code := code_of(die, values):
                (roll,) = AppDice(below).roll([DiceRequest("", "", "", code)])
                fallen[die.place] = count_shown(die, roll)
        worked_out = evaluate(expression.body, values, fallen)
        assert low <= worked_out <= high
        assert sum(addend.term(values, fallen, "").amount for addend in addends(expression.body)) == worked_out
        budget = Budget()
        with suppress(TooMuchWork):
            counted = count_ways(expression.body, values, budget)
            assert sum(counted.ways.values()) == counted.scale
            assert worked_out in counted.ways
        assert 0 <= budget.left <= MOST_PAIRS


def test_the_fields_on_which_dice_depend() -> None:
    """By their number, their sides, or beside them."""
    fields = dict.fromkeys(("pool", "die", "dex", "other"), (2, 9))
    assert {*fields_of(parse("max((pool)d(die), 1d6 + dex)", fields).body)} == {"pool", "die", "dex"}
