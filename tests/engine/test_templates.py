"""Tests of templates: a fight or an enemy is kept as before the first action, and its file is read strictly."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.fights import play_sample
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadSave, NewerSave, Refused
from turntrack.core.model import Counter, Encounter, RefillTime, Schedule
from turntrack.history.templates import Template, begin, start_again, template_of, template_of_combatant
from turntrack.saves.journal import decode_template, encode_template, records_of, replay
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


def set_up() -> Table:
    table = Table.sample("zebra")
    for command in (
        c.ChooseOption("tie", "listed"),
        c.ChooseOption("falls", "at_once"),
        c.KeepCounter("c1", "luck", 3, 3, RefillTime.ROUND),
        c.KeepCounter("c1", "arrows", 7),
        c.AddCombatant("Boss", hidden=True, comes=Schedule(2), players_name="Cloaked one", group="Guards", health=30),
        c.PoolHealth("Guards"),
        c.PlanHappening("The roof falls in.", Schedule(3)),
        c.Hide(("c2",)),
    ):
        table.do(command)
    return table


def looks(encounter: Encounter) -> object:
    """Return the content of a template, without the ids."""
    people = [
        (replace(combatant, id=""), combatant.id in encounter.hidden)
        for combatant in (encounter.combatants[combatant_id] for combatant_id in encounter.order)
    ]
    wings = [replace(waiting, combatant=replace(waiting.combatant, id="")) for waiting in encounter.wings]
    planned = [(happening.text, happening.comes) for happening in encounter.happenings]
    return encounter.name, encounter.system, encounter.options, people, wings, planned, encounter.pools


def test_a_fight_that_was_played_begins_again_as_it_was_set_up() -> None:
    table = set_up()
    before = looks(table.encounter)
    dice = seeded_dice(3)
    for command in (
        c.OpenRound(),
        c.Wound(3, (c.Hit("c1"), c.Hit("c3"))),
        c.StepCounter("c1", "luck", -2),
        c.GiveCondition(("c1",), "stunned"),
        c.Fall("c4"),
    ):
        table.do_with(dice, command)
    template = template_of(table.encounter, table.system)
    assert decode_template(encode_template(template)) == template
    again = begin(decode_template(encode_template(template)), SYSTEMS)
    assert looks(again.encounter) == before
    assert template_of(again.encounter, table.system) == template
    assert replay(records_of(again), SYSTEMS).past == again.past


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_template_of_any_fight_begins(system: TurnSystem) -> None:
    session = play_sample(system)
    template = template_of(session.encounter, system, "Once more")
    again = begin(decode_template(encode_template(template)), SYSTEMS).encounter
    assert (again.name, again.round) == ("Once more", 0)
    assert len(again.combatants) == len(session.encounter.combatants)
    assert all(combatant.health == combatant.full_health for combatant in again.combatants.values())


def test_nothing_that_rolls_dice_sets_a_fight_up() -> None:
    table = Table.sample("unbound")
    template = template_of(table.encounter, table.system)
    rolling = replace(
        template, commands=(*template.commands, c.Act("c3", "sneak", {"on": "c1"}), c.Act("", "perception"))
    )
    with pytest.raises(Refused, match=f"^Entry {len(rolling.commands)} of the template rolls dice"):
        begin(rolling, SYSTEMS)


def test_an_enemy_is_kept_with_the_sheet() -> None:
    table = set_up()
    template = template_of_combatant(table.encounter, "c1")
    table.do(c.RemoveCombatant("c1"))
    (add,) = decode_template(encode_template(template)).commands
    table.do(add)
    mara = table.encounter.combatants["c7"]
    assert (template.name, mara.name, mara.health) == ("Mara", "Mara", 15)
    assert mara.counters == (Counter("luck", 3, 3, RefillTime.ROUND), Counter("arrows", 7))
    hidden = template_of_combatant(table.encounter, "c2").commands
    assert [isinstance(command, c.AddCombatant) and command.hidden for command in hidden] == [True]


def test_a_fight_starts_again_with_what_was_done_before_its_first_round() -> None:
    table = set_up()
    steps, before = len(table.session.past), table.encounter
    table.do_with(seeded_dice(3), c.OpenRound())
    table.do(c.WriteNote("The bell rings."))
    again = start_again(table.session)
    assert (len(again.past), again.encounter, again.future) == (steps, before, [])
    assert start_again(again).past == again.past
    assert len(table.session.past) == steps + 2
    assert replay(records_of(again), SYSTEMS).past == again.past


@pytest.mark.parametrize(("name", "message"), [("", "name is empty"), ("x" * 61, "name: at most 60 characters")])
def test_a_template_without_a_fitting_name_begins_no_fight(name: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        begin(decode_template(encode_template(Template(name, "zebra", ()))), SYSTEMS)


def test_a_template_of_a_system_that_is_not_here_says_so() -> None:
    with pytest.raises(Refused, match="knows no rules called “chess”"):
        begin(Template("Ferry", "chess", ()), SYSTEMS)
    with pytest.raises(Refused, match="Entry 2 of the template: The name is empty"):
        begin(Template("Ferry", "zebra", (c.AddCombatant("Mara"), c.AddCombatant(""))), SYSTEMS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: raw.update(kind="turntrack-encounter"), "This is not a template of Turntrack."),
        (lambda raw: raw.update(colour="red"), "Template, “colour”: this is not known here"),
        (lambda raw: raw.pop("system"), "system is missing"),
        (lambda raw: raw.update(format=0), "format 2 was expected, not “0”"),
        (lambda raw: raw.update(commands={}), "a list of at most 2000 was expected"),
        (
            lambda raw: raw["commands"].append({"is": "OpenRound"}),
            "Entry 11: no template entry is called “OpenRound”",
        ),
        (lambda raw: raw["commands"].append(7), "Entry 11: a template entry was expected, not “7”"),
        (
            lambda raw: raw["commands"][2].update(count="two"),
            "Entry 3: AddCombatant, “count”: a whole number",
        ),
    ],
)
def test_what_does_not_fit_is_named(change: Callable[[Any], object], message: str) -> None:
    table = set_up()
    raw = json.loads(encode_template(template_of(table.encounter, table.system)))
    change(raw)
    with pytest.raises(BadSave) as wrong:
        decode_template(json.dumps(raw))
    assert message in str(wrong.value)


def test_a_template_of_a_newer_format_says_so() -> None:
    table = set_up()
    raw = json.loads(encode_template(template_of(table.encounter, table.system)))
    with pytest.raises(NewerSave, match="newer Turntrack"):
        decode_template(json.dumps({**raw, "format": 3}))
    with pytest.raises(BadSave, match="too long"):
        decode_template(" " * 4_000_001)
