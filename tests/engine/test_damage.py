"""Tests of wounds, healing and counters beyond the transcripts."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import Refused
from turntrack.core.model import Attempt, Share, Until
from turntrack.core.settings import SETTINGS
from turntrack.rules.combatants import MOST_COUNTERS
from turntrack.rules.damage import Pool, pool_of, squad_of
from turntrack.rules.health import may_fall, who_can_be_hurt
from turntrack.systems import SYSTEMS


@pytest.fixture
def table() -> Table:
    return Table("zebra", "Mara, health 15", "Rat, health 8", "Guard x3, group Guards, health 6", open=(9, 4, 2))


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (c.Wound(3, (c.Hit("c9"),)), "nobody", "That combatant is not in this fight."),
        (c.Wound(3, ()), "nobody", "Choose someone first."),
        (c.Wound(5000, (c.Hit("c1"),)), "bad_value", "How much: a whole number from 1 to 4999, not “5000”."),
        (c.Wound(-3, (c.Hit("c1"),)), "bad_value", "How much: a whole number from 1 to 4999, not “-3”."),
        (c.Wound(3, (c.Hit("c1"), c.Hit("c1", Share.NONE))), "bad_value", "Each target only once."),
        (c.Wound(3, (c.Hit("c1"),), heals=True), "no_change", "All targets are at full health."),
        (c.Wound(3, (c.Hit("c1", Share.NONE),)), "no_change", "No target loses anything."),
        (c.CountHealth((), 3), "nobody", "Choose someone first."),
        (c.CountHealth(("c1",), 3), "already", "The health of Mara is already counted."),
        (c.CountHealth(("c1",), 0), "bad_value", "Health: a whole number from 1 to 9999, not “0”."),
        (c.CountHealth(("c9",), 3), "nobody", "That combatant is not in this fight."),
        (c.PoolHealth("Crew"), "no_group", "There is no such group here."),
        (c.PoolHealth("Guards", pooled=False), "no_change", "That is already the case."),
        (c.KeepCounter("c1", " ", 3), "bad_value", "The counter’s name is empty."),
        (c.KeepCounter("c1", "x" * 61, 3), "bad_value", "The counter’s name: at most 60 characters"),
        (c.KeepCounter("c1", "luck", 4, 3), "bad_value", "The count: a whole number from 0 to 3, not “4”."),
        (c.KeepCounter("c1", "luck", 4, -3), "bad_value", "Maximum: a whole number from 0 to 9999, not “-3”."),
        (c.KeepCounter("c9", "luck", 3), "nobody", "That combatant is not in this fight."),
        (c.StepCounter("c1", "luck"), "no_counter", "Mara has no counter called “luck”."),
        (c.DropCounter("c1", "luck"), "no_counter", "Mara has no counter called “luck”."),
        (c.ChangeCombatant("c1", temporary=-1), "bad_value", "Temporary points: a whole number from 0 to 9999"),
        (c.ChooseOption("falls", "never"), "bad_value", "one of foes down at once; ask for heroes, ask, down"),
    ],
)
def test_what_cannot_be_done_is_refused(table: Table, command: c.Command, code: str, message: str) -> None:
    refusal = table.refusal(command)
    assert refusal.code == code
    assert message in str(refusal)


def test_a_combatant_has_so_many_counters(table: Table) -> None:
    for number in range(MOST_COUNTERS):
        table.do(c.KeepCounter("c1", f"luck {number}", 1))
    assert table.refused(c.KeepCounter("c1", "more luck", 1)) == "too_many"
    assert table.do(c.KeepCounter("c1", "luck 3", 2)) == ["Mara: luck 3 1 → 2."]
    assert table.do(c.KeepCounter("c1", "luck 3", 2, 5)) == ["Mara: luck 3 2 of 5."]


def test_one_blow_is_one_step_with_one_event(table: Table) -> None:
    steps = len(table.session.past)
    table.do(c.Wound(4, (c.Hit("c1"), c.Hit("c2", Share.HALF), c.Hit("c3", Share.NONE))))
    assert len(table.session.past) == steps + 1
    (event,) = table.session.past[-1].events
    changes = (
        e.HealthChange("c1", 11),
        e.HealthChange("c2", 6, share=Share.HALF),
        e.HealthChange("c3", 6, 0, Share.NONE),
    )
    assert event == e.HealthChanged(4, changes)
    table.session.undo()
    assert [combatant.health for combatant in table.encounter.combatants.values()] == [15, 8, 6, 6, 6]


def test_whoever_falls_on_the_turn_gives_it_up(table: Table) -> None:
    table.do(c.ChooseOption("falls", "at_once"))
    assert table.acting() == "Mara"
    assert table.do(c.Wound(20, (c.Hit("c1"),)))[:2] == ["Mara takes 20: 15 → 0.", "Mara falls."]
    assert table.acting() == "Rat"
    assert table.do(c.Wound(1, (c.Hit("c1"),), beyond=True)) == ["Mara takes 1: 0 → −1. (ruling)"]


def test_who_takes_none_has_no_amount_either(table: Table) -> None:
    """So the log tells one amount for all the others."""
    said = table.do(c.Wound(4, (c.Hit("c1"), c.Hit("c2", Share.NONE, 7))))
    assert said == ["4 points of damage: Mara 15 → 11; Rat none."]
    changes = (e.HealthChange("c1", 11), e.HealthChange("c2", 8, share=Share.NONE))
    assert table.session.past[-1].events == (e.HealthChanged(4, changes),)


def test_whoever_has_no_health_left_may_fall(table: Table) -> None:
    table.do(c.AddCombatant("Ghost"), 3)
    table.do(c.Wound(20, (c.Hit("c1"), c.Hit("c2", Share.NONE))))
    assert [combatant_id for combatant_id in table.encounter.order if may_fall(table.encounter, combatant_id)] == ["c1"]
    table.do(c.Fall("c1"))
    assert not may_fall(table.encounter, "c1")


def test_a_blow_at_a_crowd_is_told_in_short() -> None:
    table = Table("zebra", "Guard x60, health 9")
    (line,) = table.do(c.Wound(9, tuple(c.Hit(combatant_id) for combatant_id in table.encounter.order)))
    assert line == "9 points of damage: Guard A 9 → 0; Guard B 9 → 0 and 58 others."


def test_no_system_has_an_option_of_the_same_key() -> None:
    shared = {option.key for option in SETTINGS}
    assert [option.key for system in SYSTEMS for option in system.options if option.key in shared] == []
    assert [option.label for option in SETTINGS if not option.why] == []


@given(st.lists(st.tuples(st.sampled_from(["c3", "c4", "c5"]), st.integers(1, 9), st.booleans()), max_size=12))
def test_a_pool_loses_what_it_is_dealt_and_one_at_most_is_wounded(
    blows: list[tuple[str, int, bool]],
) -> None:
    """Held against a single number: nothing is lost on the way, and whoever stands is whole but for one."""
    table = Table("zebra", "Mara", "Rat", "Guard x3, group Guards, health 6")
    table.do(c.PoolHealth("Guards"))
    total, standing = 18, 3
    for combatant_id, points, heals in blows:
        command = c.Wound(points, (c.Hit(combatant_id),), heals=heals)
        comes_to = heals and not table.encounter.combatants[combatant_id].health
        expected = min(6 * (standing + comes_to), total + points) if heals else max(0, total - points)
        if expected == total:
            assert table.refused(command) == "no_change"
            continue
        table.do(command)
        total, standing = expected, -(-expected // 6)
        squad = squad_of(table.encounter, "c3")
        assert squad
        pool = pool_of(table.encounter, squad)
        assert (pool.health, pool.left, pool.full, pool.members) == (total, standing, 18, 3)
        assert sum(0 < combatant.health < 6 for combatant in table.encounter.combatants.values()) <= 1


def test_several_kinds_in_a_group_have_a_health_each() -> None:
    """The single one has its own."""
    lines = ("Goblin x3, health 5", "Ork x2, health 9", "Boss, health 20")
    table = Table("zebra", *(f"{line}, group Camp" for line in lines))
    table.do(c.PoolHealth("Camp"))
    assert table.do(c.Wound(7, (c.Hit("c1"),))) == ["7 points of damage: Goblin 15 → 8, 2 of 3 left."]
    assert table.do(c.Wound(4, (c.Hit("c4"), c.Hit("c6")))) == [
        "4 points of damage: Ork 18 → 14, 2 of 2 left; Boss 20 → 16."
    ]
    assert [combatant.health for combatant in table.encounter.combatants.values()] == [0, 3, 5, 5, 9, 16]


def test_a_group_without_any_alike_shares_one_health() -> None:
    table = Table("zebra", "Fang, group Wolves, health 5", "Claw, group Wolves, health 5")
    table.do(c.PoolHealth("Wolves"))
    assert table.do(c.Wound(6, (c.Hit("c1"),))) == ["6 points of damage: Wolves 10 → 4, 1 of 2 left."]


BLOWS = st.lists(
    st.tuples(st.sampled_from(["c1", "c2", "c3", "c4"]), st.integers(1, 20), st.booleans(), st.booleans()), max_size=12
)


def play_blows(table: Table, blows: list[tuple[str, int, bool, bool]]) -> None:
    """Deal or heal what the rules do not refuse."""
    for combatant_id, points, heals, beyond in blows:
        command = c.Wound(points, (c.Hit(combatant_id),), heals=heals, beyond=beyond)
        with suppress(Refused):
            table.do(command)


@given(BLOWS, st.booleans(), st.sampled_from(["offered", "at_once"]))
def test_where_there_is_a_maximum_counting_up_changes_only_the_words(
    blows: list[tuple[str, int, bool, bool]], is_pooled: bool, falls: str
) -> None:
    fights = []
    for counting in ("down", "up"):
        table = Table("zebra", "Mara, health 15", "Guard x3, group Guards, health 6", counting=counting, falls=falls)
        if is_pooled:
            table.do(c.PoolHealth("Guards"))
        play_blows(table, blows)
        fights.append(table.encounter._replace(options={}))
    assert fights[0] == fights[1]


@given(st.lists(st.tuples(st.sampled_from(["c2", "c3", "c4"]), st.integers(1, 20), st.booleans()), max_size=12))
def test_damage_without_a_maximum_is_a_sum_that_ends_at_nothing(blows: list[tuple[str, int, bool]]) -> None:
    table = Table("zebra", "Mara, health 15", "Guard x3, group Guards", counting="up", falls="at_once")
    table.do(c.PoolHealth("Guards"))
    total = 0
    for combatant_id, points, heals in blows:
        command = c.Wound(points, (c.Hit(combatant_id),), heals=heals)
        expected = max(0, total - points) if heals else total + points
        if expected == total:
            assert str(table.refusal(command)) == "No target has taken damage."
            continue
        table.do(command)
        total = expected
        squad = squad_of(table.encounter, "c2")
        assert squad
        assert pool_of(table.encounter, squad) == Pool(-total, 0, 3, 3)
        assert all(standing.able for standing in table.encounter.standings.values())


def test_damage_without_a_maximum_has_an_end() -> None:
    table = Table("zebra", "Ogre", counting="up")
    for points in (4999, 4999):
        table.do(c.Wound(points, (c.Hit("c1"),)))
    assert table.do(c.Wound(5, (c.Hit("c1"),))) == ["Ogre takes 5: 9998 → 9999."]
    assert table.refused(c.Wound(1, (c.Hit("c1"),))) == "no_change"


def test_healing_beyond_nothing_is_a_ruling_that_makes_no_limit() -> None:
    table = Table("zebra", "Ogre", counting="up", falls="at_once")
    assert table.do(c.Wound(3, (c.Hit("c1"),), heals=True, beyond=True)) == ["Ogre is healed by 3: 0 → −3. (ruling)"]
    assert table.do(c.Wound(9, (c.Hit("c1"),))) == ["Ogre takes 9: −3 → 6."]


def test_several_fall_in_one_step() -> None:
    table = Table("unbound", "Mara, side Crew", "Guard x2, side Harbour")
    assert table.do(c.Fall("c2", ("c3",))) == ["Guard A falls.", "Guard B falls."]
    assert [standing.able for standing in table.encounter.standings.values()] == [True, False, False]
    table.session.undo()
    assert all(standing.able for standing in table.encounter.standings.values())


def test_whoever_has_fallen_keeps_the_others_standing() -> None:
    table = Table("unbound", "Mara, side Crew", "Guard x2, side Harbour")
    table.do(c.Fall("c3"))
    with pytest.raises(Refused, match="Guard B has already fallen"):
        table.do(c.Fall("c2", ("c3",)))
    assert table.encounter.standings["c2"].able


def test_damage_is_told_of_the_able_where_the_health_of_anybody_is_counted() -> None:
    table = Table("zebra", "Mara, health 15", "Ghost", open=(9, 4))
    assert who_can_be_hurt(table.encounter, ("c1", "c2")) == ["c1", "c2"]
    assert table.do(c.Wound(3, (c.Hit("c2"),), leaves=("prone",))) == ["Ghost takes 3.", "Ghost is prone."]
    for fallen in ("c1", "c2"):
        table.do(c.Fall(fallen))
    assert who_can_be_hurt(table.encounter, ("c1", "c2")) == ["c1"]
    assert table.refused(c.Wound(3, (c.Hit("c2"),))) == "not_counted"
    nobody = Table("zebra", "Mara", "Ghost", open=(9, 4))
    assert not who_can_be_hurt(nobody.encounter, ("c1", "c2"))


def test_conditions_with_damage_last_until_no_count() -> None:
    table = Table("zebra", "Mara, health 9", "Rat, health 9", open=(9, 4))
    wound = c.Wound(1, (c.Hit("c2"),), leaves=("stunned",), until=Until.COUNT)
    assert table.refused(wound) == "no_count"


@pytest.fixture
def heroes() -> Table:
    """Ana acts, then Bo, then Rat; all may be hurt."""
    table = Table("table_rules")
    table.act("", "rules", {"preset": "d20_once"})
    for name, side in (("Ana", "Heroes"), ("Bo", "Heroes"), ("Rat", "Foes")):
        table.do(c.AddCombatant(name, side=side, health=20))
    table.open(15, 10, 5)
    return table


def lasting(table: Table, name: str) -> dict[str, tuple[Until, str, int]]:
    """Return how long the conditions of this name last, by bearer."""
    there = (each for each in table.encounter.conditions if each.name == name)
    return {table.encounter.name_of(each.bearer): (each.until, each.whose, each.turns) for each in there}


REMOVED = (Until.REMOVED, "", 0)


def test_whoever_takes_no_turn_gets_a_condition_of_its_turns_until_it_is_removed(heroes: Table) -> None:
    heroes.do(c.Fall("c2"))
    heroes.do(c.Wound(3, (c.Hit("c2"), c.Hit("c3")), leaves=("poisoned",), until=Until.TURN_ENDS))
    assert [heroes.encounter.combatants[each].health for each in ("c2", "c3")] == [17, 17]
    assert lasting(heroes, "poisoned") == {"Bo": REMOVED, "Rat": (Until.TURN_ENDS, "c3", 1)}
    heroes.do(c.Wound(3, (c.Hit("c3"),), leaves=("blinded",), until=Until.TURN_BEGINS, whose="c2"))
    assert lasting(heroes, "blinded") == {"Rat": REMOVED}


@pytest.mark.parametrize(
    "told",
    [
        c.GiveCondition(("c3",), "poisoned", text="1d6", until=Until.REST),
        c.GiveCondition(("c3",), "poisoned", until=Until.REST, attempt=Attempt("1d20", 12)),
        c.GiveCondition(("c3",), "poisoned", by="c1", until=Until.REST),
    ],
    ids=["text", "roll", "cause"],
)
@pytest.mark.parametrize("until", [None, Until.REMOVED, Until.TURN_ENDS])
def test_damage_replaces_no_condition_of_which_more_is_told(
    heroes: Table, told: c.GiveCondition, until: Until | None
) -> None:
    heroes.do(told)
    there = heroes.encounter.conditions
    heroes.do(c.Wound(3, (c.Hit("c3"),), leaves=("Poisoned",), until=until))
    assert heroes.encounter.conditions == there


def test_a_condition_with_damage_lasts_as_is_usual_if_nothing_is_told() -> None:
    table = Table("table_rules")
    table.act("", "rules", {"preset": "cards"})
    table.do(c.ChooseOption("unit", "points"))
    for name, side in (("Ana", "Heroes"), ("Rat", "Foes")):
        table.do(c.AddCombatant(name, side=side, health=20))
    table.open(52, 20)
    table.do(c.Wound(3, (c.Hit("c2"),), leaves=("distracted", "shaken", "on fire")))
    assert lasting(table, "distracted") == {"Rat": (Until.TURN_ENDS, "c2", 1)}
    assert lasting(table, "shaken") == lasting(table, "on fire") == {"Rat": REMOVED}
    table.do(c.Wound(3, (c.Hit("c2"),), leaves=("distracted",), until=Until.REMOVED))
    assert lasting(table, "distracted") == {"Rat": REMOVED}
