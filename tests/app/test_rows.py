"""Tests of the rows of the track, which are the same in all systems."""

import pytest

from tests.app.elements import Element
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.systems import SYSTEMS


def row(table: Table, name: str) -> Element:
    """Return the row with that name."""
    return table.rows.find("li", id=f"row-{table.id_of(name)}")


@pytest.mark.parametrize("system", [system.key for system in SYSTEMS])
def test_a_tap_on_a_row_opens_whom_it_is_about(system: str) -> None:
    """Also where somebody is to be chosen: a tap before the damage is entered must not give anybody the turn."""
    table = Table(faces=(6, 2, 5, 3, 4, 1) * 10)
    table.tap("new", system)
    table.add("Mara, side Crew", "Ilko, side Crew", "Rat, side Harbour", "Ox, side Harbour")
    for _ in range(2):
        for name in ("Mara", "Ilko", "Rat", "Ox"):
            before = table.track
            (body,) = row(table, name).with_class("body")
            assert (body.attributes["data-do"], body.attributes["data-arg"]) == ("person", table.id_of(name))
            table.tap("person", table.id_of(name))
            assert table.dialog.find("h2", id="dialog-title").children[0] == name
            table.tap("dismiss")
            assert table.track == before
        if not table.session.encounter.is_open:
            table.tap("open")


def test_between_rounds_the_wounded_are_seen_beside_their_chances() -> None:
    """The last blow of a round is written when the round is over."""
    table = Table(faces=(6, 2, 5, 3, 4, 1) * 10)
    table.tap("new", "rond6")
    table.add("Mara, side Crew, health 12", "Rat, side Harbour")
    table.tap("open")
    table.tap("open-damage", table.id_of("Mara"))
    table.tap("digit", "5")
    table.tap("deal")
    table.do(c.CloseRound())
    mara = row(table, "Mara")
    assert mara.with_class("chance")[0].attributes["data-of"] == "first"
    (health,) = mara.with_class("hp")
    assert (health.text, health.attributes["data-do"]) == ("7 /12", "open-damage")
    assert not row(table, "Rat").with_class("hp")


def test_nominating_has_its_own_mark_on_the_row() -> None:
    table = Table(faces=(6, 2, 5, 3, 4, 1) * 10)
    table.tap("new", "unbound")
    table.add("Mara, side Crew, player", "Ilko, side Crew", "Rat, side Harbour", "Ox, side Harbour")
    table.tap("open")
    shown = [name for name in ("Mara", "Ilko", "Rat", "Ox") if row(table, name).with_class("give")]
    assert shown in (["Mara", "Ilko"], ["Rat", "Ox"])
    (mark,) = row(table, shown[1]).with_class("give")
    assert mark.attributes["aria-label"].startswith(f"Give turn to {shown[1]}, ")
    table.tap(mark.attributes["data-do"], mark.attributes["data-arg"])
    assert [name for name in table.track if name.startswith("*")] == [f"*{shown[1]}"]


def test_who_fights_whom_is_seen_on_the_track_and_first_thing_in_the_dialog() -> None:
    """What is so stands before what can be changed, and adding is not shown as if it were the state."""
    table = Table(faces=(10, 9, 8, 7))
    table.tap("new", "zebra")
    table.add("Mara, side Crew, shooting", "Ilko, side Crew, shooting", "Guard x2, side Harbour, shooting")
    guard, mara = table.id_of("Guard A"), table.id_of("Mara")
    table.tap("open")
    table.tap("person", guard)
    assert table.dialog.with_class("about")[0].text == "still to act shooting"
    table.controller.handle("rule-fact", f"{guard}:engages", {"engages": mara})
    assert badges(table, "Guard A") == ["contact: Mara"]
    assert badges(table, "Mara") == ["contact: Guard A"]
    assert badges(table, "Ilko") == ["shooting"]
    table.tap("person", guard)
    assert table.dialog.with_class("about")[0].text == "still to act contact: Mara"
    (add,) = [row.text for row in table.dialog.with_class("fact-list")[0].all("li") if "Ilko" in row.text]
    assert add == "engage with Ilko Engaged now with Mara."


def test_of_a_crowd_at_contact_the_row_names_a_few() -> None:
    table = Table(faces=(10,) * 6)
    table.tap("new", "zebra")
    table.add("Mara, side Crew", "Guard x5, side Harbour")
    table.tap("open")
    assert badges(table, "Mara") == ["contact: Guard A, Guard B, Guard C and others"]


def test_the_note_on_a_row_and_a_condition_are_words_apart() -> None:
    table = Table(faces=(15, 4))
    table.tap("new", "d20_twice")
    table.add("Brenn, side Heroes, ac 18", "Rat, side Foes")
    table.give(c.GiveCondition((table.id_of("Brenn"),), "poisoned"))
    assert row(table, "Brenn").with_class("about")[0].text == "AC 18 poisoned"


def badges(table: Table, name: str) -> list[str]:
    """Return the words on a row."""
    return [badge.text for badge in row(table, name).with_class("badge")]


def offered(table: Table) -> list[str]:
    """Return what the rows offer one more of, in the order of the track."""
    return [each.attributes["aria-label"] for each in table.rows.with_class("one-more")]


def test_the_last_foe_of_a_kind_of_several_offers_one_more() -> None:
    table = Table(faces=(6, 2, 5, 3, 4, 1) * 10)
    table.tap("new", "zebra")
    table.add(
        "Mara, side Crew",
        "Ilko, side Crew",
        "Rat x2, side Harbour, health 9",
        "Ox x2, side Harbour",
        "Boss, side Harbour",
    )
    assert not offered(table)  # the chances stand there
    table.tap("open")
    acting = [table.session.encounter.name_of(actor) for actor in table.session.encounter.acting()]
    assert acting == ["Mara"]
    assert sorted(offered(table)) == ["One more Ox", "One more Rat"]
    table.give(c.Wound(5, (c.Hit(table.id_of("Rat B")),)))
    table.do(c.DuplicateCombatant(table.id_of("Rat B")))
    assert row(table, "Rat C").with_class("hp")[0].text == "9 /9"
    assert row(table, "Rat C").with_class("one-more")
    assert not row(table, "Rat B").with_class("one-more")
    table.give(c.Fall(table.id_of("Rat C")))
    assert row(table, "Rat B").with_class("one-more")


def test_folded_rows_offer_one_more_and_the_line_below_them_skips_to_the_end_of_the_round() -> None:
    table = Table(faces=(6, 2, 5, 3, 4, 1) * 10)
    table.tap("new", "unbound")
    table.add("Mara, side Crew", "Ilko, side Crew", "Rat x12, side Harbour, group Rats")
    table.tap("open")
    assert table.rows.with_class("fold")
    assert offered(table) == ["One more Rat"]
    table.do(c.CloseRound())
    assert table.log[0] == "The game master ends round 1. ruling"
    assert not table.session.encounter.is_open


def test_known_numbers_stand_on_the_rows_before_the_round_and_order_them() -> None:
    """Of the others nothing is known yet: they come last, as they are listed."""
    table = Table(faces=(4, 5, 6))
    table.tap("new", "d20_twice")
    table.add("Mira 17", "Tolm 12", "Brenn 21", "Goblin x2, side Foes")
    names = [each.with_class("name")[0].text for each in table.rows.all("li") if "data-id" in each.attributes]
    assert names == ["Brenn", "Mira", "Tolm", "Goblin A", "Goblin B"]
    beads = [each.with_class("bead")[0] for each in table.rows.all("li") if "data-id" in each.attributes]
    assert [bead.text for bead in beads] == ["21", "17", "12", "GA", "GB"]
    assert "Initiative 21." in beads[0].attributes["aria-label"]
    table.tap("person", table.id_of("Brenn"))
    table.tap("dismiss")
    table.tap("open")
    table.tap("CloseRound", "{}")
    table.add("Wolf x2, side Foes, initiative 14")
    assert table.track[:5] == ["Brenn 21", "Mira 17", "Wolf A 14", "Wolf B 14", "Tolm 12"]


@pytest.mark.parametrize("key", ["d20_once", "zebra"])
def test_a_told_number_of_nothing_is_known_too(key: str) -> None:
    table = Table()
    table.tap("new", key)
    table.add("Mira, side Heroes", "Brenn, side Heroes", "Goblin, side Foes")
    field = "rolled_total"
    for name, total in (("Mira", 0), ("Brenn", -2)):
        table.give(c.ChangeCombatant(table.id_of(name), sheet={field: total}))
    assert [row(table, name).with_class("bead")[0].text for name in ("Mira", "Brenn", "Goblin")] == ["0", "−2", "Go"]
    assert not table.region("panel").all("button", id="who-rolls"), "nobody of the players rolls"


def test_where_all_are_on_one_side_all_of_them_rest() -> None:
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Mira, side Heroes, health 20", "Brenn, side Heroes, health 28")
    table.controller.handle("open-rest", "", {})
    boxes = table.dialog.all(type="checkbox")
    assert boxes
    assert all("checked" in box.attributes for box in boxes)
