"""Tests of checks that say in which phase a combatant acts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.drawn_rule_sets import drawn, fighters, table_with
from tests.engine.fights import decide_with_answers
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.errors import BadValue
from turntrack.core.evolve import NO_ENCOUNTER, fold
from turntrack.systems.table_rules import SYSTEM
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.memory import recall
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import write_rules
from turntrack.systems.table_rules.rule_texts import rule_texts

CHECKED = preset_rules("check_first")
TABLE = replace(
    CHECKED,
    fields=(s.SheetField("dex", "Dexterity", 0, -5, 20),),
    check=s.Check("1d20 + dex", s.Beats.LEAST, "1d20 + dex", is_opposed=True),
)
"""A house rule: whoever rolls at least as high as the monsters acts before them."""


@pytest.mark.parametrize(
    ("beats", "passing"),
    [(s.Beats.UNDER, "39"), (s.Beats.MOST, "39 40"), (s.Beats.LEAST, "40 41"), (s.Beats.OVER, "41")],
)
def test_which_rolls_pass(beats: s.Beats, passing: str) -> None:
    rules = replace(CHECKED, check=replace(CHECKED.check, beats=beats))
    assert f"{beats.rule} speed, otherwise in the last." in rule_texts(rules)[4].text
    for face in (39, 40, 41):
        table = table_with(rules, "A, side Heroes, speed 40", "Rat, side Rats")
        table.open(face)
        assert (table.acting() == "A") is (str(face) in passing.split())


def test_heroes_beat_the_roll_of_their_foes() -> None:
    """One roll for all of them, with the highest of their values; a group shares its roll, and adds its own values."""
    table = table_with(
        TABLE,
        "Ana, side Heroes, dex 2",
        "Twin x2, side Heroes, group Twins",
        "Rat, side Rats",
        "Ogre, side Rats, dex 4",
    )
    lines = table.open(11, 15, 9)
    assert "The other side rolls 1d20: 9 for the check. (G8)" in lines
    assert [line for line in lines if "against" in line] == [
        "Ana: 13 against 13. (G8)",
        "Twin A: 15 against 13. (G8)",
        "Twin B: 15 against 13. (G8)",
    ]
    assert rule_texts(TABLE)[4].text.endswith(
        "rolls 1d20 + dex as the round begins, and acts in the first of them with at least the other side’s 1d20 + "
        "dex, otherwise in the last."
    )


def test_the_chance_to_act_before_the_enemies() -> None:
    table = table_with(CHECKED, "A, side Heroes, speed 40", "Rat, side Rats")
    (chance,) = table.system.chances(table.encounter)
    assert (chance.about, chance.label, chance.chance) == ("c1", "acts in “Those who passed”", Fraction(39, 100))
    opposed = table_with(TABLE, "A, side Heroes, dex 2", "Rat, side Rats, dex 1")
    (chance,) = opposed.system.chances(opposed.encounter)
    ways = sum(own + 2 >= other + 1 for own, other in product(range(1, 21), repeat=2))
    assert chance.chance == Fraction(ways, 400)
    assert opposed.system.why_uncounted(opposed.encounter) == ""
    opposed.open(1, 20)
    assert opposed.system.chances(opposed.encounter) == ()


def test_dice_that_are_too_many_are_said_to_be() -> None:
    text = "max(100d1000>=2,100d999>=2,100d998>=2,100d997>=2,100d996>=2,100d995>=2)"
    table = table_with(replace(CHECKED, check=s.Check(text, s.Beats.LEAST, "speed")), "A, side Heroes", "B, side Foes")
    assert table.system.chances(table.encounter) == ()
    assert table.system.why_uncounted(table.encounter) == "Chances are not worked out for these dice."


def test_whoever_has_one_phase_rolls_nothing() -> None:
    table = table_with(CHECKED, "Rat, side Rats", "Bat, side Bats", "Ana, side Heroes")
    table.do(c.RemoveCombatant("c3"))
    table.do(c.Act("", "players", {"side": "Bats"}))
    assert "1d100" in " ".join(table.open(5))


def test_no_dice_of_a_check_are_none() -> None:
    fields = (s.SheetField("pool", "Pool", 0, 0, 5),)
    rules = replace(CHECKED, fields=fields, check=s.Check("(pool)d6>=4", s.Beats.LEAST, "1"))
    table = table_with(rules, "A, side Heroes", "B, side Foes")
    assert "A: 0 against 1. (G8)" in table.open()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"check": s.Check("1d100", against="luck")}, "luck"),
        ({"check": s.Check("1d100")}, "the end"),
        ({"check": s.Check("gap(1d6)", against="3")}, "not by what is behind the highest"),
        ({"laps": s.Laps(s.LapKind.PHASES, phases=(s.Phase("One", pace="a"),))}, "nobody has two phases"),
        ({"laps": s.Laps(s.LapKind.PHASES, phases=(s.Phase("One"), s.Phase("Two")))}, "between two paces"),
        (
            {
                "order": s.Order.NUMBER,
                "chooser": s.Chooser.APP,
                "number": s.Number(text="1d6"),
                "place": s.Place(s.Holder.SIDE),
            },
            "share a place",
        ),
    ],
)
def test_checks_that_decide_nothing_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadValue, match=complaint):
        replace(CHECKED, **change)  # type: ignore[arg-type] # each names its field


@pytest.mark.repeats
def test_chances_of_checks_are_what_openings_come_to() -> None:
    counted, openings = 0, 150
    for seed in range(amount(3_000)):
        rules = drawn(Random(seed))
        if not rules.checks_phases:
            continue
        encounter = NO_ENCOUNTER
        for command in (*fighters(rules), c.ChangeCombatant("c2", at_table=False)):
            encounter = fold(encounter, decide_with_answers(encounter, command, TableDice(seeded_dice(seed))))
        told, came = SYSTEM.chances(encounter), Counter[str]()
        for opening in range(openings if told else 0):
            dice = TableDice(seeded_dice(1000 * seed + opening))
            after = fold(encounter, decide_with_answers(encounter, c.OpenRound(), dice))
            for chance in told:
                first = next(phase for phase in rules.laps.phases if phase.name in chance.label)
                came[chance.about] += recall(after.standings[chance.about]).pace == first.pace
        for chance in told:
            expected = float(openings * chance.chance)
            spread = 5 * (expected * (1 - float(chance.chance))) ** 0.5
            assert abs(came[chance.about] - expected) <= spread + 1e-9, (seed, write_rules(rules), chance, came)
        counted += bool(told)
    assert counted
