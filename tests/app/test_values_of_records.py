"""Tests of what is read of the records of other programs: whose value it is, what it means, and what is said of it."""

from __future__ import annotations

import json

import pytest

from app.importers.reader import games_to_choose
from app.values.lists import Roster
from tests.app.fights import read_roster
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

GAMES = {game.key.removeprefix("preset "): game.system for game in games_to_choose(SYSTEMS, ())}
D20 = GAMES["d20_twice"]


def roster(raw: object, system: TurnSystem = D20) -> Roster:
    return read_roster(raw if isinstance(raw, str) else json.dumps(raw), system)


def only(raw: object, system: TurnSystem = D20) -> AddCombatant:
    """Return the only creature."""
    (member,) = roster(raw, system).members
    return member


GANG_BOSS = {
    "name": "Gang Boss",
    "type": "traveller",
    "system": {
        "characteristics": {"dexterity": {"value": 8}, "endurance": {"value": 9}},
        "hits": {"value": 17, "max": 17},
    },
    "items": [{"name": "Dagger", "type": "weapon", "system": {"quantity": 1}}],
}


def test_the_owner_fights_and_not_the_weapon() -> None:
    boss = only(GANG_BOSS, GAMES["traveller"])
    assert (boss.name, boss.count, boss.health, boss.sheet) == ("Gang Boss", 1, 17, {"dex": 8, "end": 9})


@pytest.mark.parametrize("key", ["inventory", "attacks", "actions", "powers", "spells"])
def test_what_somebody_has_does_not_fight(key: str) -> None:
    ada = only({"name": "Ada", key: [{"name": "Arrow", "quantity": 20}, {"name": "claw", "count": 2}]})
    assert (ada.name, ada.count) == ("Ada", 1)


@pytest.mark.parametrize("key", ["items", "inventory", "attacks", "actions", "powers", "traits", "effects", "flags"])
def test_belongings_of_a_creature_do_not_fight(key: str) -> None:
    belongings = [{"name": "claw", "count": 2, "hp": 4, "dex": 20, "ac": 3, "initiative": 5}]
    read = roster({"name": "Ada", key: belongings, "hp": 7, "stats": {"dex": 14}})
    assert [(each.name, each.health, dict(each.sheet)) for each in read.members] == [("Ada", 7, {"dex": 2})]
    assert read.left_out == (key,)


def test_another_actor_within_does_not_fight() -> None:
    other = {"name": "Borin", "hp": 30, "dex": 18}
    for key in ("flags", "owner", "prototypeToken", "target", "vehicleCrew"):
        assert only({"name": "Ada", "hp": 7, key: {"actor": other}}).name == "Ada"


def test_an_attack_beside_the_values_does_not_fight() -> None:
    """In the layout of a bestiary of Basic Fantasy."""
    bat = {
        "name": "Reed Bat",
        "stats": {
            "armor_class": {"raw": "14 (13)", "value": 14},
            "hit_dice": {"raw": "2*", "value": 2, "hit_points": None},
            "attacks": {"raw": "1 bite", "parsed": [{"name": "bite", "count": 1}]},
        },
    }
    read = roster({"meta": {"count": 1}, "data": [bat]})
    (member,) = read.members
    assert (member.name, member.count, member.health_dice, member.note) == ("Reed Bat", 1, "2d8", "AC 14")
    assert "Reed Bat: no health is given; it is rolled by the hit dice, 2d8." in read.notes


def test_things_alone_are_named_and_left_out() -> None:
    with pytest.raises(BadSave, match="nothing in it has a name and a health"):
        roster([{"name": "Dagger", "type": "weapon", "quantity": 2}, {"name": "Plate", "ac": 18, "cost": "1500 gp"}])
    read = roster([{"name": "Dagger", "type": "weapon", "quantity": 2}, {"name": "Ada", "hp": 7}])
    assert [each.name for each in read.members] == ["Ada"]
    assert read.left_out == ("Dagger",)


def test_companions_fight_beside_their_owner() -> None:
    read = roster({"name": "Druid", "hp": 27, "pets": {"name": "Wolf", "hp": 11}})
    assert [each.name for each in read.members] == ["Druid", "Wolf"]


def test_a_place_in_a_fight_takes_the_values_of_its_actor() -> None:
    actor = {"name": "Reed Imp", "system": {"attributes": {"hp": {"value": 5, "max": 7}}}}
    imp = only({"combatants": [{"name": "Reed Imp", "initiative": 17, "actor": actor}]})
    assert (imp.name, imp.health, imp.full_health, imp.note) == ("Reed Imp", 5, 7, "initiative 17")
