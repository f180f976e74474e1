"""Tests of the likely choices of a turn in every system, and of the icons and places of choices."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.engine.table import Joining, Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.fields import Values
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import FIRST, LIKELY, ChoiceChange, ChoiceKind
from turntrack.systems.protocol import Emblem


def likely(table: Table) -> list[str]:
    """Return the labels of the likely choices, the most likely first."""
    choices = [choice for choice in table.choices() if choice.likely]
    return [choice.label for choice in sorted(choices, key=lambda choice: -choice.likely)]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("zebra", "sabre (middle), sabre (middle), Dodge, Aim, Disengage, Reserve, Message"),
        ("rond6", "Slash, Wait, Bash, Lunge, Dodge, Parry, Move"),
        ("interlock", "Shot, 3-round burst, Shot, re-chamber, Punch, Move, Wait, End turn"),
        ("traveller", "Attack, Walk, Run, Watch, Hold, Done for the round"),
        ("unbound", "Attack, Take an action, Move, End turn"),
    ],
)
def test_of_the_samples_first_member(key: str, expected: str) -> None:
    table = Table.sample(key)
    table.do_with(seeded_dice(7), c.OpenRound())
    if table.acting() != table.encounter.combatants["c1"].name:
        table.do(c.RuleTurn("c1"))
    assert ", ".join(likely(table)) == expected


@pytest.mark.parametrize(
    ("sheet", "first"),
    [
        ({"weapon": "bow", "ranged_weapons": "4D"}, "Shoot"),
        ({"weapon": "bow", "ranged_weapons": "4D", "melee_combat": "5D"}, "Slash"),
        ({"weapon": "staff", "fighting": "6D"}, "Slash"),
        ({"fighting": "4D", "melee_combat": "4D"}, "Punch"),
        ({"fighting": "4D", "ranged_weapons": "5D"}, "Shoot"),
    ],
)
def test_rond6_attacks_at_the_best_code(sheet: Values, first: str) -> None:
    assert likely(Table("rond6", sheet, {}, open=(6, 6, 5, 1, 1, 2)))[0] == first


def test_rond6_says_the_result_first_and_may_let_the_rest_go() -> None:
    table = Table("rond6", {}, {}, open=(6, 6, 5, 1, 1, 2))
    table.act("c1", "wait")
    table.act("c2", "declare", {"number": 2})
    assert "Forgo the rest" in likely(table)
    table.act("c2", "punch")
    assert likely(table) == ["Resolve"]
    assert table.choice("interrupt").preview.lands == "c2"


def test_rond6_a_number_of_actions_changes_what_is_rolled() -> None:
    table = Table("rond6", {"agility": "3D", "dodge": "4D+1", "fighting": "1D"}, {}, open=(6, 6, 5, 1, 1, 2))
    two = table.choice("2 actions")
    assert two.changes == (ChoiceChange("dodge", "4D+1", "3D+1"), ChoiceChange("fighting", "1D", "nothing"))
    assert table.choice("1 action").changes[0] == ChoiceChange("dodge", "4D+1", "4D+1")
    assert not table.choice("4 actions").changes


def test_interlock_carries_out_what_is_planned() -> None:
    sheet: Values = {"initiative": 9, "handgun": 8}
    table = Table("interlock", sheet, {}, {}, open=(9, 1, 2))
    table.act("c1", "plan", {"what": "shot", "times": 2})
    assert likely(table)[0] == "Roll the first die"
    assert table.choice("Plan: Shot").likely == LIKELY
    table.act("c1", "next")
    assert likely(table) == ["2 · Shot", "Move", "End turn"]
    assert table.choice("2 · Shot").kind is ChoiceKind.SHOOT


def test_traveller_checks_first() -> None:
    table = Table("traveller", {"end": 3}, {"end": 3}, initiative="plain", open=(1, 1, 2, 2))
    for combatant_id in ("c1", "c2"):
        table.act(combatant_id, "walk")
    assert likely(table) == ["Check 1D ≤ 3", "Hold", "Done for the round"]
    assert table.choice("hold").preview.lands == ""
    table.do(c.RuleScore("c2", 60))
    assert table.choice("hold").preview.lands == "c2"


@pytest.mark.parametrize("did", ["attack", "action"])
def test_unbound_leaves_open_who_is_next_once_an_action_was_made(did: str) -> None:
    """The rules count none: another attack is within reach, but is not what comes first."""
    table = Table("unbound", "A, side Crew", "B, side Crew", "C, side Port", "D, side Port")
    table.do_with(seeded_dice(1), c.OpenRound())
    table.act("c3", "nominate")
    table.act("c3", "move")
    assert likely(table)[0] == "Attack"
    table.act("c3", did)
    assert FIRST not in {choice.likely for choice in table.choices()}
    assert "Attack" in likely(table)
    table.act("c1", "nominate")
    assert likely(table)[0] == "Attack"


def test_zebra_ends_a_sequence_in_which_only_reserves_are_left() -> None:
    table = Table("zebra", {"nerve": 0, "nimbleness": 0, "perception": 0, "level": 0}, open=(6,))
    table.act("c1", "reserve")
    assert likely(table) == ["End the sequence"]


@pytest.mark.parametrize(
    ("key", "joining", "wanted", "kind"),
    [
        ("zebra", ({"position": "shooting"}, {}), "attack", ChoiceKind.SHOOT),
        ("zebra", ("A, side Crew", "B, side Port"), "attack", ChoiceKind.STRIKE),
        ("interlock", ({"martial_arts": 20}, {}), "Punch", ChoiceKind.STRIKE),
        ("interlock", ({"martial_arts": 20}, {}), "Choke", ChoiceKind.HOLD),
        ("interlock", ({"martial_arts": 20}, {}), "Kick", ChoiceKind.STRIKE),
        ("interlock", ({"archery": 20}, {}), "Arrow", ChoiceKind.SHOOT),
        ("traveller", ({"fires": "auto"}, {}), "Automatic fire", ChoiceKind.SHOOT),
        ("traveller", ({}, {}), "Draw and fire", ChoiceKind.READY),
    ],
)
def test_a_choice_has_a_picture(key: str, joining: Sequence[Joining], wanted: str, kind: ChoiceKind) -> None:
    table = Table(key, *joining)
    table.do_with(seeded_dice(1), c.OpenRound())
    table.do(*([c.RuleTurn("c1")] if "c1" not in table.encounter.acting() else [c.WriteNote("ready")]))
    assert table.choice(wanted, of="c1").kind is kind


def test_what_is_refused_keeps_its_picture_and_is_not_likely() -> None:
    table = Table("zebra", "A, side Crew", "B, side Port", open=(20, 1))
    run = table.choice("run")
    assert (run.kind, run.likely, run.preview.lands) == (ChoiceKind.MOVE, 0, "")
    assert run.preview.refusal
    assert table.choice("attack").likely == FIRST


def test_each_system_has_a_drawing_of_its_own() -> None:
    assert {system.emblem for system in SYSTEMS} == {*Emblem}
