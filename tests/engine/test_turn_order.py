"""Tests of placing in the order: several movers at once, corrected rolls, and a planned dodge."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.fields import Value
from turntrack.systems.toolkit.turn_order import with_movers

NUMBERS = st.integers(0, 4)


@given(st.lists(NUMBERS, min_size=1, max_size=7), st.data())
def test_whoever_stays_keeps_the_order_and_movers_stand_where_fewest_are_wrong(
    numbers: list[int], data: st.DataObject
) -> None:
    order = "abcdefg"[: len(numbers)]
    keys = {combatant: (number,) for combatant, number in zip(order, numbers, strict=True)}
    movers = data.draw(st.sets(st.sampled_from(order)))
    placed = with_movers(order, movers, keys.__getitem__)
    staying = [combatant for combatant in order if combatant not in movers]
    assert [combatant for combatant in placed if combatant not in movers] == staying

    def wrong(row: tuple[str, ...]) -> int:
        places = range(len(row))
        return sum(keys[row[above]] < keys[row[below]] for below in places for above in range(below))

    ways = [
        row for row in permutations(order) if [combatant for combatant in row if combatant not in movers] == staying
    ]
    assert wrong(placed) == min(map(wrong, ways))


GROUPS = st.lists(
    st.tuples(st.sampled_from(["", "Goons", "Gang"]), st.integers(1, 12), st.integers(0, 8)), min_size=2, max_size=6
)


def opened(system: str, members: list[tuple[str, int, int]], faces: dict[str, int], **options: str) -> Table:
    """Open a fight in which each unit rolls the face that stands for it."""
    table = Table(system)
    for option, value in options.items():
        table.do(c.ChooseOption(option, value))
    for place, (group, skill, other) in enumerate(members):
        sheets: dict[str, dict[str, Value]] = {
            "interlock": {"ref": skill, "initiative": other},
            "rond6": {"kind": "boss", "perception": "1D", "agility": "3D", "search_ranks": skill, "talent": place},
        }
        table.do(c.AddCombatant("ABCDEF"[place], group=group, sheet=sheets[system]))
    units = dict.fromkeys(group or "ABCDEF"[place] for place, (group, _, _) in enumerate(members))
    table.do_with(SameFaces(*(faces[unit] for unit in units)), c.OpenRound())
    return table


@pytest.mark.repeats
@pytest.mark.parametrize(("system", "options"), [("interlock", {"tie": "ref"}), ("rond6", {"wild_die": "none"})])
@given(GROUPS, st.data())
def test_a_corrected_roll_gives_the_order_that_the_right_one_gives(
    system: str, options: dict[str, str], members: list[tuple[str, int, int]], data: st.DataObject
) -> None:
    """The factors differ wherever the numbers can be equal."""
    members = [(group, skill, (place + skill) % 7) for place, (group, skill, _) in enumerate(members)]
    units = dict.fromkeys(group or "ABCDEF"[place] for place, (group, _, _) in enumerate(members))
    top = 9 if system == "interlock" else 6
    faces = {unit: data.draw(st.integers(1, top)) for unit in units}
    whose = data.draw(st.sampled_from([*units]))
    right = {**faces, whose: data.draw(st.integers(1, top).filter(lambda face: face != faces[whose]))}
    corrected = opened(system, members, faces, **options)
    member = next("ABCDEF"[place] for place, (group, _, _) in enumerate(members) if whose in (group, "ABCDEF"[place]))
    corrected.say(f"correct {member} to {right[whose]}")
    expected = opened(system, members, right, **options)
    numbers = [expected.encounter.standings[combatant].total for combatant in corrected.encounter.order]
    assert numbers == [expected.encounter.standings[combatant].total for combatant in expected.encounter.order]
    assert corrected.encounter.acting() == expected.encounter.acting() or len({*numbers}) < len(numbers)


def test_a_planned_dodge_is_used_once() -> None:
    """Each further one is a point harder (I29), also once the turn has ended."""
    sheet: dict[str, Value] = {"ref": 15, "handgun": 15, "melee": 15}
    table = Table("interlock", sheet, {}, open=[9, 1])
    table.act("c1", "plan", {"what": "shot", "target": "c2"})
    table.act("c1", "plan", {"what": "dodge"})
    said = [table.act("c1", "defend")[0] for _ in range(3)]
    assert [line.partition(" (")[0] for line in said] == [
        "A dodges, free.",
        "A dodges.",
        "A dodges at −1.",
    ]
    table.act("c1", "end")
    assert table.choice("defend", of="c1", within="defence", entered={"defence.who": "c1"}).preview.cost == "−2"
