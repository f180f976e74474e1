"""Tests of stat cards: written, carried, rolled from, and never repeated by other events."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.errors import BadSave
from turntrack.core.events import StatCardWritten
from turntrack.core.model import Schedule
from turntrack.history.templates import begin, command_to_carry, template_of, template_of_combatant
from turntrack.saves.event_checks import check_event
from turntrack.saves.journal import decode_template, encode_template, records_of, replay
from turntrack.saves.records import encode_record
from turntrack.systems import SYSTEMS

CARD = ("# Ogre", "", "**Club**: 1d20+5 to hit, 2d8+3 damage", "- afraid of fire")


def ogre() -> Table:
    return Table("zebra", c.AddCombatant("Ogre", 2, health=30, card=("", *CARD[:2], " ", *CARD[2:], "")), "Mara")


def test_a_card_comes_with_everybody_of_a_line() -> None:
    table = ogre()
    assert table.encounter.stat_cards == {"c1": CARD, "c2": CARD}
    table.do(c.DuplicateCombatant("c1"))
    assert table.encounter.stat_cards["c4"] == CARD
    table.do(c.RemoveCombatant("c2"))
    assert sorted(table.encounter.stat_cards) == ["c1", "c4"]
    table.do(c.DuplicateCombatant("c3"))
    assert "c5" not in table.encounter.stat_cards


def test_a_card_is_written_changed_and_removed() -> None:
    table = ogre()
    assert table.do(c.WriteStatCard("c3", ("Sabre  2d6",))) == ["Mara has a card."]
    assert table.refused(c.WriteStatCard("c3", ("Sabre 2d6", ""))) == "no_change"
    assert table.do(c.WriteStatCard("c3", ())) == ["Mara has no card any more."]
    assert table.refused(c.WriteStatCard("c99", ("x",))) == "nobody"
    assert table.refused(c.WriteStatCard("c3", ("x" * 1999,) * 3)) == "bad_value"
    assert table.refused(c.WriteStatCard("c3", ("\u202eabc",))) == "bad_value"


def test_a_card_is_kept_in_the_wings_in_templates_and_in_other_fights() -> None:
    table = ogre()
    table.do(c.WaitInWings("c1", Schedule(2)))
    assert table.encounter.stat_cards["c1"] == CARD
    template = template_of(table.encounter, table.system)
    again = begin(decode_template(encode_template(template)), SYSTEMS)
    assert list(again.encounter.stat_cards.values()) == [CARD, CARD]
    assert template_of_combatant(table.encounter, "c2").commands[0].card == CARD  # type: ignore[union-attr]
    assert command_to_carry(table.encounter, "c1", table.system).card == CARD


def test_its_dice_are_rolled_and_change_nothing_else() -> None:
    table = ogre()
    before = table.encounter
    assert table.do(c.RollFromCard("c1", "2d8+3", "Club"), 4, 7) == ["Ogre A, Club: 4 + 7 + 3 = 14."]
    assert table.encounter == before
    assert table.do(c.RollFromCard("c1", "1d20"), 4) == ["Ogre A, from the card: 4."]
    assert table.refused(c.RollFromCard("c1", "a lot")) == "bad_value"
    assert table.refused(c.RollFromCard("c1", "101d6")) == "bad_value"
    assert table.refused(c.RollFromCard("c1", "3D")) == "bad_value"
    assert table.refused(c.RollFromCard("c99", "1d6")) == "nobody"


def test_records_of_what_is_done_later_do_not_grow_by_a_card() -> None:
    table = ogre()
    table.do(c.WriteStatCard("c1", ("x" * 1900, "y" * 1900)))
    table.do(c.Wound(3, (c.Hit("c1"),)))
    table.do(c.ChangeCombatant("c1", note="a note"))
    records = records_of(table.session)
    assert replay(records, SYSTEMS).encounter == table.encounter
    assert all(len(encode_record(record)) < 1000 for record in records[-2:])


@pytest.mark.parametrize(
    "event",
    [
        StatCardWritten(("c9",), CARD),
        StatCardWritten(("c1",), (" Club",)),
        StatCardWritten(("c1",), ("x" * 1999,) * 3),
    ],
)
def test_a_card_from_a_file_is_checked(event: StatCardWritten) -> None:
    table = ogre()
    with pytest.raises(BadSave):
        check_event(table.encounter, event, table.system)
