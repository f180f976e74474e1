"""Tests of dice codes, of rolls, and of dice rolled or typed at the table."""

from __future__ import annotations

from collections import Counter

import pytest

from turntrack.core.dice import (
    LONGEST_CHAIN,
    AppDice,
    DiceCode,
    DiceNeeded,
    DiceRequest,
    Explodes,
    NoDice,
    Roll,
    ScriptedDice,
    TableDice,
    cryptographic_dice,
    dice_of_roll,
    read_roll,
    roll_of,
    seeded_dice,
    write_roll,
)
from turntrack.core.errors import BadDiceCode, Malformed

D20 = DiceCode(1, 20)


def ask(code: str, at_table: bool = False, key: str = "k") -> DiceRequest:
    return DiceRequest(key, "Mara", "initiative", DiceCode.parse(code), at_table)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1d20", DiceCode(1, 20)),
        (" 2D10 - 3 ", DiceCode(2, 10, -3)),
        ("2d10−3", DiceCode(2, 10, -3)),
        ("4D", DiceCode(4, 6, 0, Explodes.LAST)),
        ("3D+2", DiceCode(3, 6, 2, Explodes.LAST)),
        ("2w6 + 1", DiceCode(2, 6, 1)),
        ("3W+2", DiceCode(3, 6, 2, Explodes.LAST)),
    ],
)
def test_a_dice_code_is_read(text: str, code: DiceCode) -> None:
    assert DiceCode.parse(text) == code
    assert DiceCode.parse(str(code)) == code


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a dice code such as 1d20 or 3D\\+2, not “”"),
        ("d20", "a dice code such as"),
        ("1d20+", "a dice code such as"),
        ("1d٢", "a dice code such as"),
        ("x" * 10_000, "not “x{40}”"),
        ("0d6", "from 1 to 100 dice, not 0"),
        ("101d6", "from 1 to 100 dice, not 101"),
        ("1d1", "dice of 2 to 1000 sides, not 1"),
        ("1d1001", "dice of 2 to 1000 sides, not 1001"),
        ("1d6+1001", "at most 1000 added or taken off, not 1001"),
    ],
)
def test_what_is_no_dice_code_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadDiceCode, match=message):
        DiceCode.parse(text)


def test_only_the_dice_that_explode_are_rolled_again() -> None:
    plain, wild, all_of_them = DiceCode(2, 6), DiceCode(2, 6, 0, Explodes.LAST), DiceCode(2, 6, 0, Explodes.ALL)
    assert [plain.explodes_at(0), plain.explodes_at(1)] == [False, False]
    assert [wild.explodes_at(0), wild.explodes_at(1)] == [False, True]
    assert [all_of_them.explodes_at(0), all_of_them.explodes_at(1)] == [True, True]


def test_a_wild_die_goes_on_after_a_six() -> None:
    (roll,) = ScriptedDice([6, 6, 6, 2]).roll([ask("2D+1")])
    assert roll.dice == ((6,), (6, 6, 2))
    assert roll.faces == (6, 6, 6, 2)
    assert str(roll) == "2D+1: 6, 6→6→2 = 21"


def test_a_die_that_never_stops_exploding_is_stopped() -> None:
    (roll,) = AppDice(lambda sides: sides - 1).roll([ask("1D")])
    assert len(roll.faces) == 100


def test_a_roll_is_told_with_its_faces() -> None:
    assert str(Roll("1d20", ((11,),), 11)) == "1d20: 11"
    assert str(Roll("3D", (), 13, typed=True)) == "3D: 13"


def test_seeded_dice_fall_alike() -> None:
    requests = [ask("100d20")]
    assert seeded_dice(4).roll(requests) == seeded_dice(4).roll(requests)
    assert seeded_dice(4).roll(requests) != seeded_dice(5).roll(requests)


def test_every_face_can_fall() -> None:
    faces = Counter(face for roll in cryptographic_dice().roll([ask("100d6")] * 10) for face in roll.faces)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def test_scripted_dice_say_when_they_have_run_out_or_cannot_fall() -> None:
    with pytest.raises(Malformed, match="No dice are left"):
        ScriptedDice([]).roll([ask("1d6")])
    with pytest.raises(Malformed, match="a 7 for a die of 6 sides"):
        ScriptedDice([7]).roll([ask("1d6")])


def test_the_table_is_asked_once_for_all_that_it_rolls() -> None:
    dice = TableDice(ScriptedDice([3]))
    hers, his, apps = ask("1d20", True, "hers"), ask("1d20", True, "his"), ask("1d6", False, "app")
    with pytest.raises(DiceNeeded, match="Mara: 1d20, Mara: 1d20") as needed:
        dice.roll([hers, apps, his])
    assert needed.value.requests == (hers, his)
    dice.answer(hers, "17")
    with pytest.raises(DiceNeeded) as still:
        dice.roll([hers, apps, his])
    assert still.value.requests == (his,)
    dice.answer(his, "4")
    assert [roll.total for roll in dice.roll([hers, apps, his])] == [17, 3, 4]


def test_what_the_app_has_rolled_does_not_change_between_two_asks() -> None:
    dice = TableDice(ScriptedDice([3, 5]))
    typed, apps = ask("1d20", True, "typed"), ask("1d6", False, "app")
    with pytest.raises(DiceNeeded):
        dice.roll([apps, typed])
    dice.roll_the_rest([typed, apps])
    assert [roll.total for roll in dice.roll([apps, typed])] == [3, 5]


@pytest.mark.parametrize(
    ("code", "text", "dice", "total"),
    [
        ("1d20", "17", ((17,),), 17),
        ("1d20", "=17", (), 17),
        ("1d20+3", "20", (), 20),
        ("2d10", "4 5", ((4,), (5,)), 9),
        ("2d10", "4,5", ((4,), (5,)), 9),
        ("2d10", "9", (), 9),
        ("3D+1", "4 5 6 2", ((4,), (5,), (6, 2)), 18),
        ("1D", "6 3", ((6, 3),), 9),
        ("1D", "13", (), 13),
        ("1d6-3", "−2", (), -2),
    ],
)
def test_a_typed_roll_is_read(code: str, text: str, dice: tuple[tuple[int, ...], ...], total: int) -> None:
    roll = read_roll(DiceCode.parse(code), text)
    assert (roll.dice, roll.total, roll.typed) == (dice, total, True)


@pytest.mark.parametrize(
    ("code", "text", "message"),
    [
        ("1d20", "", "1d20: type the faces, such as 3, or the total; not “”"),
        ("3D", "four", "3D: type the faces, such as 3 4 5, or the total; not “four”"),
        ("1d20", "1e3", "type the faces"),
        ("1d20", "9" * 7, "type the faces"),
        ("1d20", "21", "The d20 shows 1 to 20, not 21"),
        ("1d20", "=0", "The d20 shows 1 to 20, not 0"),
        ("1d20", "0", "1d20: faces from 1 to 20, not 0"),
        ("2D", "1", "2D: a total of at least 2, not 1"),
        ("1D", "999999", "1D: a total of at least 1, not 999999"),
        ("2d6", "7 1", "2d6: faces from 1 to 6, not 7"),
        ("3d6", "1 2", "3d6: 3 faces, not 2"),
        ("2D", "1 6", "2D: one face more; the last die, the wild one, shows 6 and is rolled again"),
        ("2d6", "1 2 3", "2d6: 1 face too many"),
    ],
)
def test_an_impossible_typed_roll_is_refused(code: str, text: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        read_roll(DiceCode.parse(code), text)


SIXES = " ".join(["6"] * LONGEST_CHAIN)


def test_a_typed_die_explodes_as_often_as_one_of_the_app() -> None:
    (rolled,) = ScriptedDice([3, *[6] * LONGEST_CHAIN]).roll([ask("2D")])
    assert read_roll(DiceCode.parse("2D"), f"3 {SIXES}").dice == rolled.dice
    assert read_roll(DiceCode(2, 6, 0, Explodes.ALL), f"{SIXES} 6 6 2").dice == ((6,) * LONGEST_CHAIN, (6, 6, 2))
    with pytest.raises(Malformed, match="one face more; a die shows 6 and is rolled again"):
        read_roll(DiceCode(2, 6, 0, Explodes.ALL), "1 6")


def test_a_typed_die_that_explodes_without_end_is_refused() -> None:
    with pytest.raises(Malformed, match=r"1 face too many\. A die is rolled again 99 times at most"):
        read_roll(DiceCode.parse("2D"), f"3 {SIXES} 6")


def test_looking_ahead_rolls_nothing() -> None:
    assert NoDice().roll([]) == ()
    with pytest.raises(DiceNeeded):
        NoDice().roll([ask("1d6")])


def test_a_made_roll_adds_its_pips() -> None:
    assert roll_of(DiceCode(2, 6, 3), [(1,), (2,)]).total == 6


class TestRolledBefore:
    """Dice of a step that was undone, asked for again."""

    def before(self, *rolls: Roll) -> TableDice:
        return TableDice(ScriptedDice([]), undone=tuple(("Mara", "initiative", roll) for roll in rolls))

    def test_each_in_its_turn(self) -> None:
        """The second roll is offered for the second request, however often both are asked for."""
        first, second = roll_of(D20, [(4,)]), roll_of(D20, [(9,)])
        dice = self.before(first, second)
        for _ in range(2):
            assert dice.roll([ask("1d20")]) == (first,)
            assert dice.roll([ask("1d20", key="again")]) == (second,)

    @pytest.mark.parametrize(
        ("code", "roll"),
        [
            ("1d20", Roll("1d12", ((4,),), 4)),
            ("1d20", Roll("1d20", ((4,),), 5)),
            ("1d20", Roll("1d20", ((21,),), 21)),
            ("1d20", Roll("1d20", (), 21, typed=True)),
            ("3D", Roll("3D", ((4,), (5,), (6,)), 15)),
        ],
    )
    def test_only_what_these_dice_can_show(self, code: str, roll: Roll) -> None:
        """Other dice are rolled anew: of the same code too, where the table has changed how they explode."""
        dice = TableDice(ScriptedDice([3, 3, 3]), undone=(("Mara", "initiative", roll),))
        assert dice.roll([ask(code)]) != (roll,)
        assert not dice.offered

    def test_typed_as_offered_it_is_the_same(self) -> None:
        """Also what the app had rolled, where the table is asked for all dice."""
        roll = roll_of(DiceCode.parse("2d6"), [(3,), (5,)])
        dice = self.before(roll)
        dice.asks_for_all = True
        request = ask("2d6")
        with pytest.raises(DiceNeeded):
            dice.roll([request])
        dice.answer(request, write_roll(request.code, roll))
        assert dice.roll([request]) == (roll,)

    def test_an_emptied_box_is_rolled_anew(self) -> None:
        dice = self.before(roll_of(D20, [(4,)]))
        dice.asks_for_all, dice.app = True, ScriptedDice([7])
        with pytest.raises(DiceNeeded):
            dice.roll([ask("1d20")])
        dice.roll_the_rest([ask("1d20")])
        assert dice.roll([ask("1d20")])[0].total == 7

    @pytest.mark.parametrize(("code", "text"), [("1d20", "4"), ("1d20", "=4"), ("3D", "4 5 6 2"), ("3D+1", "13")])
    def test_written_as_typed(self, code: str, text: str) -> None:
        parsed = DiceCode.parse(code)
        assert write_roll(parsed, read_roll(parsed, text)) == text

    def test_a_lone_die_with_an_addition_is_written_as_a_total(self) -> None:
        """A single number is read as the total there."""
        code = DiceCode.parse("1d6+2")
        assert read_roll(code, write_roll(code, roll_of(code, [(4,)]))).total == 6


def test_faces_that_are_out_do_not_fall() -> None:
    """Cards that have been dealt: the app draws on, what was rolled before is not offered, and typed it is refused."""
    request = DiceRequest("deal:A:1", "A", "a card", DiceCode(1, 4), at_table=True, out=(1, 2, 3))
    assert [roll.total for roll in seeded_dice(1).roll([request] * 5)] == [4] * 5
    assert ScriptedDice([1, 3, 4]).roll([request])[0].total == 4
    before = roll_of(request.code, [(2,)])
    dice = TableDice(seeded_dice(1), undone=(("A", "a card", before),))
    with pytest.raises(DiceNeeded):
        dice.roll([request])
    assert not dice.offered
    with pytest.raises(Malformed, match="1d4: 2 has already been dealt"):
        dice.answer(request, "2")
    dice.answer(request, "4")
    assert dice.roll([request])[0].total == 4


def test_each_face_is_asked_for_where_a_total_does_not_tell() -> None:
    request = DiceRequest("throw:A:1", "A", "initiative", DiceCode(3, 6), at_table=True, by_face=True)
    dice = TableDice(seeded_dice(1))
    with pytest.raises(Malformed, match="3d6: type the face of each die, such as 3 4 5"):
        dice.answer(request, "12")
    dice.answer(request, "2 6 5")
    assert dice.answers[request.key].faces == (2, 6, 5)


def test_the_dice_that_a_roll_fell_from() -> None:
    """What is written does not tell whether dice explode; what fell does, and today's dice where both could be."""
    plain, exploding = DiceCode(1, 10), DiceCode(1, 10, explodes=Explodes.ALL)
    for today in (plain, exploding):
        assert dice_of_roll(roll_of(plain, [(10,)]), today) == plain
        assert dice_of_roll(roll_of(exploding, [(10, 4)]), today) == exploding
        assert dice_of_roll(roll_of(plain, [(7,)]), today) == today
    assert dice_of_roll(roll_of(DiceCode(2, 6), [(6,), (6,)]), plain) == DiceCode(2, 6)
    assert dice_of_roll(Roll("cards", (), 4, typed=True), plain) is None
    assert dice_of_roll(Roll("1d10", ((11,),), 11), plain) is None
