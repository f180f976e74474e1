"""Tests of the preview, the sentence that a choice would add to the log."""

from __future__ import annotations

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.model import Id
from turntrack.log.narrate import preview


def said(table: Table, wanted: str, of: Id | None = None) -> str | None:
    """Return the preview of the choice with this label or action."""
    sentence = preview(table.encounter, table.choice(wanted, of=of).command, table.system)
    return str(sentence) if sentence else None


def test_what_somebody_does_is_told_rather_than_what_is_declared_for_it() -> None:
    table = Table("rond6", {}, {}, open=(6, 6, 5, 1, 1, 2))
    assert said(table, "slash", "c1") == "A slashes at B (Agility 3D). (R2, R50)"
    assert table.act("c1", "slash")[0] == "A declares 1 action, no penalty. (R16)"


def test_else_what_comes_first() -> None:
    table = Table("interlock", {}, {}, open=(9, 1))
    assert said(table, "hold", "c1") == "A waits. (I8)"


def test_nothing_is_said_of_what_is_refused_or_left_to_dice() -> None:
    table = Table("traveller", {"end": 3}, {}, initiative="plain", open=(1, 1, 2, 2))
    table.act("c1", "run")
    table.act("c2", "run")
    assert said(table, "check", "c1") is None
    assert preview(table.encounter, c.Act("c1", "attack"), table.system) is None
