"""Tests of points of luck: spent by a tap, and spent to take wounds back."""

from __future__ import annotations

import pytest

from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import NoDice
from turntrack.core.errors import Refused


@pytest.fixture
def fight(table: Table) -> Table:
    """Ana with the highest card, and a bandit."""
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Bandit, side Foes")
    table.dice.faces[:] = [52, 20]
    table.tap("open")
    table.give(c.Wound(2, (c.Hit(table.id_of("Ana")), c.Hit(table.id_of("Bandit")))))
    return table


def state_of(table: Table, name: str) -> tuple[int, list[int]]:
    combatant = table.session.encounter.combatants[table.id_of(name)]
    return combatant.health, [counter.value for counter in combatant.counters]


def soaks(table: Table) -> list[str]:
    return [each.text for each in table.region("panel").all("section") if "Soak" in each.text]


def soak(table: Table, name: str, label: str) -> None:
    """Tap the button with this label beside the name."""
    (section,) = table.region("panel").all("section", id=f"soak-{table.id_of(name)}")
    (chip,) = (each for each in section.all("button") if each.text == label)
    table.tap(chip.attributes["data-do"], chip.attributes["data-arg"])


def test_one_tap_spends_one_and_takes_wounds_back(fight: Table) -> None:
    assert soaks(fight) == ["Ana takes 2 wounds · Bennies 3 Soak 2 Soak 1 Soak fails"]
    soak(fight, "Ana", "Soak 1")
    assert state_of(fight, "Ana") == (3, [2])
    assert not soaks(fight)
    fight.tap("undo")
    assert state_of(fight, "Ana") == (2, [3])
    assert soaks(fight)


def conditions(table: Table) -> list[str]:
    encounter = table.session.encounter
    return [f"{encounter.name_of(each.bearer)} {each.name}" for each in encounter.conditions]


def test_who_soaks_all_wounds_is_not_shaken(fight: Table) -> None:
    assert conditions(fight) == ["Ana shaken"], "the bandit is down"
    soak(fight, "Ana", "Soak 1")
    assert conditions(fight) == ["Ana shaken"]
    fight.tap("undo")
    soak(fight, "Ana", "Soak 2")
    assert not conditions(fight)


def test_the_shaken_recover_on_their_turn(fight: Table) -> None:
    (section,) = fight.region("panel").all("section", id=f"recovers-{fight.id_of('Ana')}")
    assert section.text == "Ana is shaken Recovers: Spirit Recovers: one of the Bennies (3)"
    roll, point = section.all("button")
    fight.tap(roll.attributes["data-do"], roll.attributes["data-arg"])
    assert not conditions(fight)
    fight.tap("undo")
    fight.tap(point.attributes["data-do"], point.attributes["data-arg"])
    assert not conditions(fight)
    assert state_of(fight, "Ana") == (2, [2])
    assert not fight.region("panel").all("section", id=f"recovers-{fight.id_of('Ana')}")


def test_a_roll_that_fails_takes_nothing_back(fight: Table) -> None:
    soak(fight, "Ana", "Soak fails")
    assert state_of(fight, "Ana") == (2, [2])


def test_wounds_beyond_the_last_are_soaked_first(fight: Table) -> None:
    fight.give(c.Wound(3, (c.Hit(fight.id_of("Ana")),)))
    assert soaks(fight) == ["Ana takes 3 wounds · Bennies 3 Soak 3 Soak 2 Soak 1 Soak fails"]
    soak(fight, "Ana", "Soak 1")
    assert state_of(fight, "Ana") == (0, [2])
    fight.tap("undo")
    soak(fight, "Ana", "Soak 3")
    assert state_of(fight, "Ana") == (2, [2])


def test_each_of_an_area_soaks_until_the_turn_ends(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Bo, side Heroes", "Rat, side Foes")
    table.dice.faces[:] = [52, 20, 10]
    table.tap("open")
    ana, bo = table.id_of("Ana"), table.id_of("Bo")
    table.give(c.ChangeCombatant(bo, temporary=1))
    table.give(c.Wound(2, (c.Hit(ana), c.Hit(bo))))
    soak(table, "Ana", "Soak 2")
    table.give(c.KeepCounter(ana, "arrows", 3))
    assert soaks(table) == ["Bo takes 1 wound · Bennies 3 Soak 1 Soak fails"]
    table.give(c.Act(ana, "end"))
    assert not soaks(table)


def test_whoever_fell_stands_again(fight: Table) -> None:
    ana = fight.id_of("Ana")
    fight.give(c.Wound(2, (c.Hit(ana),)))
    fight.give(c.Fall(ana))
    assert not fight.session.encounter.standings[ana].able
    soak(fight, "Ana", "Soak 2")
    assert fight.session.encounter.standings[ana].able
    assert "Ana, Soak: 2 wounds." in fight.log
    assert state_of(fight, "Ana") == (2, [2])


def test_a_foe_falls_at_once_and_stands_again(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Rex ✪, side Foes", "Rat, side Foes")
    table.dice.faces[:] = [52, 20, 10]
    table.tap("open")
    rex = table.id_of("Rex")
    table.give(c.Strike(c.Act(table.id_of("Ana"), "attack", {"target": rex}), c.Wound(4, (c.Hit(rex),))))
    assert not table.session.encounter.standings[rex].able
    soak(table, "Rex", "Soak 2")
    assert table.session.encounter.standings[rex].able
    assert table.track[1].startswith("Rex ")


def test_a_foe_without_points_takes_one_of_the_game_master(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Rex ✪, side Foes, 1 Benny")
    table.dice.faces[:] = [52, 20]
    table.tap("open")
    rex = table.id_of("Rex")
    for label, left in (("Rex takes 1 wound · Bennies 1", (0, 1)), ("Rex takes 1 wound · GM Bennies 1", (0, 0))):
        table.give(c.Wound(1, (c.Hit(rex),)))
        assert soaks(table)[0].startswith(label)
        soak(table, "Rex", "Soak 1")
        assert (state_of(table, "Rex")[1][0], table.session.encounter.counters[0].value) == left
    table.give(c.Wound(1, (c.Hit(rex),)))
    assert not soaks(table)


def test_between_rounds_one_stands_again(fight: Table) -> None:
    ana = fight.id_of("Ana")
    fight.give(c.CloseRound())
    fight.give(c.Wound(2, (c.Hit(ana),)))
    fight.give(c.Fall(ana))
    soak(fight, "Ana", "Soak 1")
    assert fight.session.encounter.standings[ana].able


def test_the_actor_spends_by_a_tap(fight: Table) -> None:
    (spend,) = fight.region("panel").all("button", id=f"spend-{fight.id_of('Ana')}")
    assert spend.text == "Spend one of Ana’s Bennies (3)"
    fight.tap(spend.attributes["data-do"], spend.attributes["data-arg"])
    assert state_of(fight, "Ana") == (2, [2])


def test_without_luck_nothing_is_offered(fight: Table) -> None:
    fight.give(c.KeepCounter(fight.id_of("Ana"), "Bennies", 0))
    assert "Spend one" not in fight.region("panel").text
    assert "Soak" not in fight.region("panel").text


def test_whoever_got_wounds_without_a_limit_soaks(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Rat, side Foes")
    ana = table.id_of("Ana")
    table.give(c.KeepCounter(ana, "Bennies", 3))
    table.give(c.Wound(2, (c.Hit(ana),)))
    assert soaks(table) == ["Ana takes 2 wounds · Bennies 3 Soak 2 Soak 1 Soak fails"]


def test_whoever_has_left_is_not_asked(fight: Table) -> None:
    fight.give(c.RemoveCombatant(fight.id_of("Ana")))
    assert not soaks(fight)


def test_other_rules_have_none(table: Table) -> None:
    table.tap("new", "d20_once")
    table.add("Ana", "Rat")
    with pytest.raises(Refused, match="These rules have no points of luck"):
        table.session.dispatch(c.Soak(table.id_of("Ana"), 1), NoDice())


def test_who_joins_a_game_without_points_of_luck_gets_none(table: Table) -> None:
    table.tap("new", "d20_once")
    table.give(c.ChooseOption("unit", "wounds"))
    table.add("Ana, side Heroes", "Rat, side Foes")
    table.dice.faces[:] = [15, 4]
    table.tap("open")
    table.dice.faces[:] = [9]
    table.add("Cid, side Heroes")
    cid = table.session.encounter.combatants[table.id_of("Cid")]
    assert (cid.full_health, cid.counters) == (4, ())


@pytest.mark.parametrize(
    ("line", "points", "note"),
    [
        ("Ana, wild card, 2 bennies", [2], "wild card"),
        ("Ana, Bennies: 5; Parry 6", [5], "Parry 6"),
        ("Ana, 1 Benny", [1], ""),
        ("Ana, 0 bennies", [0], ""),
        ("Ana, bystander", [], "bystander"),
        ("Ana, WC", [3], "WC"),
    ],
)
def test_a_line_tells_the_points(table: Table, line: str, points: list[int], note: str) -> None:
    table.tap("new", "cards")
    table.add(f"{line}, side Heroes", "Rat, side Foes")
    table.dice.faces[:] = [52, 20]
    table.tap("open")
    ana = table.session.encounter.combatants[table.id_of("Ana")]
    assert ([counter.value for counter in ana.counters], ana.note) == (points, note)


def test_a_word_in_the_note_says_who_takes_more(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Rat, side Foes")
    table.give(c.ChangeCombatant(table.id_of("Rat"), note="WC"))
    table.dice.faces[:] = [52, 20]
    table.tap("open")
    assert table.session.encounter.combatants[table.id_of("Rat")].full_health == 4
