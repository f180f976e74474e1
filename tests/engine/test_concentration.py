"""Whoever concentrates and is hurt is asked about until the table has said how it went."""

from __future__ import annotations

import pytest

from tests.engine.drawn_rule_sets import table_with
from turntrack.core import commands as c
from turntrack.core.model import Share
from turntrack.log.conditions import Reminder, reminders
from turntrack.systems.table_rules.presets.catalogue import preset_rules


def test_the_question_stands_until_it_is_answered() -> None:
    table = table_with(preset_rules("d20_once"), "Ana, health 60", "Bo, health 60")
    table.do(c.GiveCondition(("c1",), "concentrating"))
    assert reminders(table.encounter) == ()
    table.do(c.Wound(25, (c.Hit("c1"),)))
    (condition,) = table.encounter.conditions
    asked = Reminder("c1", "Ana has lost 25: still concentrating? (D&D: DC 12)", (condition.number,))
    assert reminders(table.encounter) == (asked,)
    table.do(c.EndConditions((condition.number,)))
    assert reminders(table.encounter) == ()


@pytest.mark.parametrize(
    ("name", "lost", "asked"),
    [
        ("Concentrating", 9, "Ana has lost 9: still concentrating? (D&D: DC 10)"),
        ("concentration", 61, "Ana has lost 61: still concentrating? (D&D: DC 30)"),
        ("Concentration", 70, "Ana has lost 70: still concentrating? (D&D: DC 35, 30 in D&D 2024)"),
    ],
)
def test_it_is_asked_however_the_condition_is_written(name: str, lost: int, asked: str) -> None:
    table = table_with(preset_rules("d20_once"), "Ana, health 90")
    table.do(c.GiveCondition(("c1",), name))
    table.do(c.Wound(lost, (c.Hit("c1"),)))
    assert [reminder.text for reminder in reminders(table.encounter)] == [asked]


@pytest.mark.parametrize(("share", "asked"), [(Share.ALL, "lost 25"), (Share.HALF, "lost 12"), (Share.NONE, "")])
def test_it_is_asked_without_counted_health_too(share: Share, asked: str) -> None:
    table = table_with(preset_rules("d20_once"), "Ana", "Bo, health 60")
    table.do(c.GiveCondition(("c1",), "concentrating"))
    table.do(c.Wound(25, (c.Hit("c1", share), c.Hit("c2"))))
    assert asked in "".join(reminder.text for reminder in reminders(table.encounter))
    assert bool(reminders(table.encounter)) is bool(asked)
