"""Tests of a table that counts damage up from nothing, wherever health is shown or typed."""

from __future__ import annotations

import pytest

from app.fight.printout import paper_view
from app.storage.export_writer import write_markdown_report
from app.ui.players import players_view
from tests.app.elements import read
from tests.app.store import Device, Tab
from tests.app.table import Table
from tests.app.test_damage import health, on_row, taking, tap_digits
from tests.app.test_party import command, fight_of
from turntrack.core import commands as c
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of

ZEBRA = system_of("zebra", SYSTEMS)
UP = c.ChooseOption("counting", "up")


@pytest.fixture
def fight(table: Table) -> Table:
    """Mara with a maximum, an ogre and two guards without; Mara acts."""
    table.tap("new", "zebra")
    table.add("Mara, side Crew, health 15", "Ogre, side Hills", "Guard x2, side Hills, group Guards")
    table.give(UP)
    table.dice.faces[:] = [20, 12, 4]
    table.tap("open")
    assert table.track[0].startswith("*Mara ")
    return table


def wound(table: Table, name: str, points: int) -> None:
    table.give(c.Wound(points, (c.Hit(table.id_of(name)),)))


def shown(table: Table, name: str) -> tuple[str, list[str]]:
    """Return what the row says of the damage, and the classes that draw it."""
    (chip,) = table.rows.find("li", data_id=table.id_of(name)).with_class("hp")
    assert chip.attributes["aria-label"].startswith(f"Damage to {name}: ")
    return chip.text, chip.attributes["class"].split()


class TestRows:
    def test_everybody_begins_at_nothing(self, fight: Table) -> None:
        assert shown(fight, "Mara") == ("damage 0 /15", ["hp", "h0"])
        assert shown(fight, "Ogre") == ("damage 0", ["hp", "h0", "unlimited"])

    def test_the_bar_grows_with_the_damage(self, fight: Table) -> None:
        wound(fight, "Mara", 4)
        assert shown(fight, "Mara") == ("damage 4 /15", ["hp", "h3"])
        wound(fight, "Mara", 7)
        assert shown(fight, "Mara") == ("damage 11 /15", ["hp", "h8", "hurt"])
        wound(fight, "Ogre", 70)
        assert shown(fight, "Ogre") == ("damage 70", ["hp", "h0", "unlimited"])

    def test_a_hit_adds(self, fight: Table) -> None:
        fight.enter("attack.target", fight.id_of("Ogre"))
        fight.choose("attack", "middle")
        assert on_row(fight, "Ogre") == ["+1", "+2", "+3", "+5", "+10", "…"]
        fight.do(c.Wound(3, (c.Hit(fight.id_of("Ogre")),)))
        assert shown(fight, "Ogre")[0] == "damage 3"
        assert fight.log[0] == "Ogre takes 3: 0 → 3."
        fight.tap("undo")
        assert shown(fight, "Ogre")[0] == "damage 0"

    def test_only_who_has_a_maximum_is_offered_the_fall(self, fight: Table) -> None:
        strike_down = c.Wound(40, (c.Hit(fight.id_of("Mara")), c.Hit(fight.id_of("Ogre"))))
        fight.give(strike_down)
        assert on_row(fight, "Mara") == ["Down"]
        assert on_row(fight, "Ogre") == []

    def test_the_fallen_can_take_more_without_a_maximum(self, fight: Table) -> None:
        fight.enter("attack.target", fight.id_of("Ogre"))
        fight.choose("attack", "middle")
        fight.give(c.Fall(fight.id_of("Ogre")))
        assert on_row(fight, "Ogre") == ["+1", "+2", "+3", "+5", "+10", "…"]


class TestPad:
    def test_tells_what_comes_of_it(self, fight: Table) -> None:
        wound(fight, "Ogre", 5)
        fight.tap("open-damage", fight.id_of("Ogre"))
        fight.tap("pick-hit", fight.id_of("Mara"))
        tap_digits(fight, "16")
        assert taking(fight) == ["Ogre full: 5 → 21", "Mara full: 0 → 15"]
        assert "may go above full" in fight.dialog.text
        fight.tap("beyond")
        assert taking(fight)[1] == "Mara full: 0 → 16"
        fight.tap("heals", "1")
        assert taking(fight) == ["Ogre full: 5 → 0", "Mara full: 0"]
        assert "may go below 0" in fight.dialog.text
        assert "start counting" not in fight.dialog.text
        fight.tap("deal")
        assert fight.log[0] == "16 points healed: Ogre 5 → 0; Mara 0 → 0."

    def test_has_single_taps_that_add(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Ogre"))
        fight.tap("deal-amount", "10")
        assert fight.last.dialog == ""
        assert shown(fight, "Ogre")[0] == "damage 10"

    def test_tells_temporary_points_apart(self, fight: Table) -> None:
        fight.give(c.ChangeCombatant(fight.id_of("Ogre"), temporary=3))
        fight.tap("open-damage", fight.id_of("Ogre"))
        tap_digits(fight, "5")
        assert taking(fight) == ["Ogre full: 0, 3 temporary → 2"]

    def test_of_a_group_together(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.do(c.PoolHealth("Guards", True))
        tap_digits(fight, "12")
        assert taking(fight) == ["Guard A full: Guards together: 0 → 12, 2 of 2 left"]
        fight.tap("deal")
        assert fight.log[0] == "12 points of damage: Guards 0 → 12, 2 of 2 left."


class TestSheet:
    def test_steps_change_the_damage(self, fight: Table) -> None:
        mara = fight.id_of("Mara")
        fight.tap("person", mara)
        steps = [each.text for each in fight.dialog.with_class("wounds")[0].all("button")]
        assert steps == ["−5", "−1", "+1", "+5"]
        fight.tap("health", f"{mara}:-5")
        assert fight.dialog.with_class("left")[0].text == "5 of 15"
        fight.tap("health", f"{mara}:1")
        assert (fight.dialog.with_class("left")[0].text, health(fight, "Mara")) == ("4 of 15", [11])

    def test_damage_and_maximum_are_typed(self, fight: Table) -> None:
        ogre = fight.id_of("Ogre")
        fight.tap("person", ogre)
        fight.tap("edit", ogre)
        for field, value, said, stands in (
            ("damage", "9", "Ogre: damage 0 → 9.", "damage 9"),
            ("full_health", "40", "Ogre: full health none → 40.", "damage 9 /40"),
            ("damage", "12", "Ogre: damage 9 → 12.", "damage 12 /40"),
            ("full_health", "0", "Ogre: full health 40 → none.", "damage 12"),
        ):
            fight.controller.handle("change-sheet", f"{ogre}:{field}", {field: value}, {}, True)
            assert (fight.log[0], shown(fight, "Ogre")[0]) == (said, stands)
        fight.controller.handle("change-sheet", f"{ogre}:full_health", {"full_health": "-3"}, {}, True)
        assert "Full health: a whole number from 0 to 9999" in fight.dialog.text

    def test_a_newcomer_has_a_maximum_or_none(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.give(UP)
        for name, full in (("Bear", "30"), ("Fog", "0")):
            table.tap("add")
            table.tap("form")
            assert "Full health" in table.dialog.text
            table.send("add-form", name=name, health=full)
        assert (shown(table, "Bear")[0], shown(table, "Fog")[0]) == ("damage 0 /30", "damage 0")


class TestElsewhere:
    def test_players_see_it(self, fight: Table) -> None:
        def seen() -> dict[str, tuple[str, bool]]:
            view = players_view(fight.session.encounter, ZEBRA)
            return {row.name: (row.health, row.is_bad) for row in (*view.acting, *view.rows)}

        fight.give(c.ChooseOption("own_sides", "none"))
        assert seen()["Ogre"] == ("fine", False)
        wound(fight, "Ogre", 9)
        wound(fight, "Mara", 11)
        assert seen()["Ogre"] == ("hurt", True)
        assert seen()["Mara"] == ("badly hurt", True)
        fight.give(c.ChooseOption("others_health", "tenths"))
        assert (seen()["Ogre"], seen()["Mara"]) == (("", False), ("2 tenths left", True))
        fight.give(c.ChooseOption("others_health", "points"))
        assert (seen()["Ogre"], seen()["Mara"]) == (("damage 9", False), ("damage 11 of 15", True))

    def test_paper_and_log_tell_it(self, fight: Table) -> None:
        wound(fight, "Ogre", 9)
        wound(fight, "Mara", 4)
        assert fight.controller.fight
        rows = {row.name: row.health for row in paper_view(fight.controller.fight).rows}
        assert (rows["Mara"], rows["Ogre"], rows["Guard A"]) == ("damage 4 of 15", "damage 9", "damage 0")
        text = write_markdown_report(fight.session, ZEBRA)
        assert "- Health is counted: up, as damage taken" in text
        stands = text.partition("## How things stand")[2]
        assert ", damage 4/15" in stands
        assert ", damage 9" in stands
        assert "health" not in stands

    def test_down_again_it_is_what_is_left(self, fight: Table) -> None:
        wound(fight, "Mara", 4)
        fight.give(c.ChooseOption("counting", "down"))
        (chip,) = fight.rows.find("li", data_id=fight.id_of("Mara")).with_class("hp")
        assert chip.text == "11 /15"


class TestEvening:
    @pytest.fixture
    def tab(self) -> Tab:
        """Mara, who has a maximum, and Otter, who has none, hurt in their first fight."""
        tab = Tab(Device())
        tab.do("new", "zebra")
        tab.do("add-lines", lines="Mara, side Crew, health 15\nOtter, side Crew\nRat, side Harbour")
        command(tab, UP)
        tab.do("save-side", "Crew")
        command(tab, c.Wound(9, (c.Hit("c1"), c.Hit("c2"))))
        command(tab, c.Fall("c2"))
        return tab

    def test_the_party_carries_on_with_its_damage(self, tab: Tab) -> None:
        tab.do("open-next-fight", "standing")
        assert "damage 9 of 15" in tab.shown("dialog")
        assert "down, damage 9" in tab.shown("dialog")
        tab.do("begin-next-fight", ":standing")
        there = fight_of(tab).encounter
        assert there.options["counting"] == "up"
        stands = [(each.health, each.full_health) for each in there.combatants.values()]
        assert stands == [(6, 15), (-9, 0)]

    def test_and_is_told_of_in_the_party(self, tab: Tab) -> None:
        tab.do("open-party")
        assert "damage 9 of 15" in tab.shown("dialog")
        tab.do("dismiss")
        tab.do("home")
        tab.do("open-party")
        assert "damage 9 of 15" in tab.shown("dialog")
        assert "down, damage 9" in tab.shown("dialog")
        tab.do("open-party-rest")
        assert "damage 9 of 15" in tab.shown("dialog")

    def test_a_new_fight_counts_as_the_last_one(self, tab: Tab) -> None:
        tab.do("home")
        tab.do("new", "zebra")
        assert fight_of(tab).encounter.options["counting"] == "up"
        tab.do("add")
        chips = [chip.text for chip in read(tab.shown("dialog")).all(data_do="bring-member")]
        assert chips == ["Mara damage 9 of 15", "Otter down, damage 9"]
        tab.do("bring-party", "rested")
        there = fight_of(tab).encounter
        assert [each.health for each in there.combatants.values()] == [15, 0]
        assert there.standings["c2"].able

    def test_a_rest_in_the_fight_tells_who_has_taken_some(self, tab: Tab) -> None:
        tab.do("open-rest")
        assert "damage 9 of 15" in tab.shown("dialog")
        command(tab, c.Rest(("c1", "c2")))
        there = fight_of(tab).encounter
        assert [there.combatants[key].health for key in ("c1", "c2")] == [15, 0]
        assert there.standings["c2"].able
