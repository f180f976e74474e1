"""Tests of the work done while a finger is down: it changes nothing before the tap, and has the same result."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.app.table import Table
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Refused
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


def records(table: Table) -> list[str]:
    return table.storage.journals[table.storage.chosen]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_tap_worked_out_ahead_is_the_tap(system: TurnSystem) -> None:
    """Two tables with the same dice play the same fight, one with fingers that stay down: they see the same."""
    tables = [Table(), Table()]
    for table in tables:
        table.controller._dice = seeded_dice(7)
        table.tap("sample", system.key)
    random = Random(system.key)
    slow, quick = tables
    for _ in range(40):
        do, arg = random.choice(quick.offered() or [("open", "")])
        slow.controller.prepare(do, arg)
        before = records(slow)[:]
        assert before == records(quick)
        for table in tables:
            table.tap(do, arg)
            if table.last.dialog:
                table.controller.handle("dismiss", "", {})
        assert slow.screen.regions == quick.screen.regions
        assert slow.screen.lists == quick.screen.lists
        assert records(slow) == records(quick)
    assert len(records(slow)) > 10


def test_what_is_worked_out_is_not_worked_out_again(worked: Table) -> None:
    """The likeliest tap is, before a finger is down: coming down there, it finds that done."""
    choice = worked.offered()[0]
    worked.controller.prepare(*choice)
    ahead = worked.controller._ahead
    assert ahead
    worked.controller.prepare(*choice)
    assert worked.controller._ahead is ahead
    worked.tap(*choice)
    worked.controller.prepare(*choice)
    assert worked.controller._ahead is not ahead


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_round_that_begins_is_worked_out_ahead(system: TurnSystem) -> None:
    """It takes longest: everybody rolls, and the track is drawn anew."""
    table = Table()
    table.controller._dice = seeded_dice(7)
    table.tap("sample", system.key)
    table.controller.prepare("open", "")
    assert table.controller._ahead
    assert not table.session.encounter.is_open
    table.tap("open")
    assert table.session.encounter.is_open


class TestNothingHappensBefore:
    def test_a_finger_that_slides_off(self, worked: Table) -> None:
        """Nothing is kept, nothing is shown, and the same choice is worked out anew the next time."""
        kept, updates, steps = records(worked)[:], len(worked.screen.updates), len(worked.session.past)
        worked.controller.prepare(*worked.offered()[0])
        worked.controller.prepare("", "")
        assert (records(worked), len(worked.screen.updates), len(worked.session.past)) == (kept, updates, steps)

    def test_another_tap_than_the_one_worked_out(self, worked: Table) -> None:
        first, other = worked.offered()[:2]
        steps = len(worked.session.past)
        worked.controller.prepare(*first)
        worked.tap(*other)
        assert len(worked.session.past) == steps + 1

    def test_what_changes_meanwhile_counts(self, worked: Table) -> None:
        """The tap is done on the fight as it is then, with what is known of saving then."""
        steps = len(worked.session.past)
        worked.controller.prepare(*worked.offered()[0])
        worked.controller.set_saving(replace(worked.controller.saving, fight_read_only="Only to be looked at."))
        worked.tap(*worked.offered()[0])
        assert len(worked.session.past) == steps
        assert worked.last.toast == "Only to be looked at."

    def test_what_is_worked_out_serves_once(self, worked: Table) -> None:
        choice = worked.offered()[0]
        steps = len(worked.session.past)
        worked.controller.prepare(*choice)
        worked.tap(*choice)
        worked.tap("undo")
        worked.tap(*choice)
        assert len(worked.session.past) == steps + 1

    @pytest.mark.parametrize(("do", "arg"), [("undo", ""), ("Act", "{}"), ("nonsense", "")])
    def test_what_is_no_choice(self, worked: Table, do: str, arg: str) -> None:
        kept = records(worked)[:]
        worked.controller.prepare(do, arg)
        assert records(worked) == kept

    def test_on_the_first_screen(self) -> None:
        table = Table()
        table.controller.prepare("Act", '{"id":"c1","action":"attack","values":{}}')
        assert table.last.view == "home"


class TestWriting:
    def test_a_fault_while_it_is_kept(self, worked: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is told as of any other tap, and undo stays within reach."""
        choice = worked.offered()[0]
        worked.controller.prepare(*choice)

        def stumble(*_: object) -> None:
            raise Refused("full", "no room")

        monkeypatch.setattr(worked.storage, "append", stumble)
        worked.tap(*choice)
        assert "Something went wrong" in worked.last.toast
