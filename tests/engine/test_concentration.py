"""Whoever concentrates and is hurt is asked about until the table has said how it went."""

from __future__ import annotations

from tests.engine.drawn_rule_sets import table_with
from turntrack.core import commands as c
from turntrack.log.conditions import Reminder, reminders
from turntrack.systems.table_rules.presets.catalogue import preset_rules


def test_the_question_stands_until_it_is_answered() -> None:
    table = table_with(preset_rules("d20_once"), "Ana, health 60", "Bo, health 60")
    table.do(c.GiveCondition(("c1",), "concentrating"))
    assert reminders(table.encounter) == ()
    table.do(c.Wound(25, (c.Hit("c1"),)))
    (condition,) = table.encounter.conditions
    asked = Reminder("c1", "Ana has lost 25: DC 12 to stay concentrating.", (condition.number,))
    assert reminders(table.encounter) == (asked,)
    table.do(c.EndConditions((condition.number,)))
    assert reminders(table.encounter) == ()
