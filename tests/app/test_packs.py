"""Tests of packs of creatures: searched while one types, kept, moved and removed."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType

import pytest

from app.importers.pack_creatures import fill_in, pack_of_roster
from app.importers.reader import read_typed
from app.storage import messages
from app.storage.export_file_codec import Bundle, encode_bundle
from app.values.creatures import NO_CREATURES, READY, Creatures, searched_packs
from app.values.stored import MOST_PACKS, SavedCampaign, SavedPack
from tests.app.fights import read_roster
from tests.app.repository import MemoryRepository
from tests.app.table import Table
from tools import creatures as ready
from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter, OpenRound
from turntrack.core.dice import NoDice, seeded_dice
from turntrack.core.model import Counter
from turntrack.history.session import Session
from turntrack.saves.packs import Creature, Pack, StoredPack, open_pack, read_pack, write_pack
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

IMP = Creature(
    "Reed Imp",
    ("Imp of the Reeds",),
    health=7,
    armour=13,
    order_modifier=4,
    attributes={"dex": 14, "Perception": 12},
    counters=(Counter("luck", 2, 2),),
    card=("Claw. +4, 1d4",),
)
PACK = Pack("Reeds", (IMP, Creature("Reed Hag", health_dice="5d8"), Creature("Reed Impling", health=3)))
KNOWN = Creatures([open_pack(write_pack(PACK))])


def begun(preset: str) -> tuple[Session, TurnSystem]:
    """Return an empty fight by a preset, and its rules."""
    session = Session(SYSTEMS)
    steps: tuple[Command, ...] = (MakeEncounter("Reeds", "table_rules"), Act("", "rules", {"preset": preset}))
    for command in steps:
        session.dispatch(command, NoDice())
    return session, system_of("table_rules", SYSTEMS).at(session.encounter)


def understood(text: str, preset: str = "d20_twice") -> list[tuple[str, ...]]:
    """Return what each line is read as: name, count, health, values and what is said."""
    session, system = begun(preset)
    return [
        (
            line.command.name,
            str(line.command.count),
            line.command.health_dice or str(line.command.health),
            " ".join(f"{key} {value}" for key, value in line.command.sheet.items()),
            line.command.note,
            ", ".join(line.notes),
        )
        for line in read_typed(text, session.encounter, system, KNOWN)
        if line.command
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("reed imp", [("Reed Imp", "1", "7", "dex 4", "AC 13", "card, Reeds")]),
        ("3 reed imps", [("Reed Imp", "3", "7", "dex 4", "AC 13", "card, Reeds")]),
        ("Imp of the Reeds", [("Imp of the Reeds", "1", "7", "dex 4", "AC 13", "card, Reed Imp, Reeds")]),
        ("Reed Imp, hp 5, dex +1, ac 15", [("Reed Imp", "1", "5", "dex 1", "AC 15", "card, Reeds")]),
        (
            "2 reed imps, 1 reed hag",
            [
                ("Reed Imp", "2", "7", "dex 4", "AC 13", "card, Reeds"),
                ("Reed Hag", "1", "5d8", "", "", "without Dexterity: the pack has none, Reeds"),
            ],
        ),
        ("Aria", [("Aria", "1", "0", "", "", "")]),
    ],
)
def test_a_name_brings_its_values_and_what_the_line_says_counts_more(text: str, expected: list[object]) -> None:
    assert understood(text) == expected


def test_rules_take_what_they_ask_for_and_say_what_is_lacking() -> None:
    assert understood("reed imp", "three_actions")[0][3:] == ("perception 4", "AC 13", "card, Reeds")
    *_, said = understood("reed hag", "three_actions")[0]
    assert said == "without Perception: the pack has none, Reeds"


def test_a_value_beyond_the_rules_is_named_and_not_dropped() -> None:
    _, system = begun("d20_twice")
    filled, said = fill_in(AddCombatant("Imp"), Creature("Imp", order_modifier=40), system)
    assert filled.sheet == {}
    assert said[0].startswith("Dexterity: a whole number from -5 to 20")


def test_what_comes_from_a_pack_is_a_foe_with_counters_and_a_card() -> None:
    session, system = begun("d20_twice")
    (line,) = read_typed("reed imp", session.encounter, system, KNOWN)
    assert line.command
    assert (line.command.side, line.command.counters, line.command.card) == ("Foes", IMP.counters, IMP.card)


def offers(text: str) -> list[tuple[str, str, str]]:
    session, system = begun("d20_twice")
    return [
        (offer.name, offer.says, offer.line)
        for line in read_typed(text, session.encounter, system, KNOWN)
        for offer in line.offers
    ]


def test_the_beginning_of_a_name_offers_creatures() -> None:
    assert offers("2 ree") == [
        ("Reed Imp", "health 7, AC 13, +4", "2 Reed Imp"),
        ("Reed Hag", "health 5d8", "2 Reed Hag"),
        ("Reed Impling", "health 3", "2 Reed Impling"),
    ]
    assert offers("imp x3, hidden")[0] == ("Reed Imp", "health 7, AC 13, +4", "Reed Imp x3, hidden")
    assert [name for name, *_ in offers("ha re")] == ["Reed Hag"]
    assert [name for name, *_ in offers("Reed Imp")] == ["Reed Impling", "Only the name"]
    assert offers("r") == offers("Aria") == offers("imp, hp 9") == offers("2 reed imps, 1 reed hag") == []


def calls_of_a_search(creatures: int) -> int:
    """Count the calls of Python functions while a line is read beside so many creatures."""
    names = (f"{name} {number}" for number in range(creatures) for name in ("Reed Imp", "Mud Ogre", "Ash Wolf"))
    pack = Pack("Reeds", tuple(Creature(name) for name, _ in zip(names, range(creatures), strict=False)))
    known, (session, system) = Creatures([open_pack(write_pack(pack))]), begun("d20_twice")
    read_typed("3 mud", session.encounter, system, known)
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        read_typed("3 mud o", session.encounter, system, known)
    finally:
        sys.setprofile(None)
    return calls


def test_the_work_of_a_search_hardly_grows_with_the_creatures() -> None:
    few, many = calls_of_a_search(1_000), calls_of_a_search(10_000)
    assert many < 1.2 * few


def test_a_search_skips_what_is_damaged() -> None:
    creatures = Creatures([StoredPack("Reeds", "", [7, {"name": 3}, {"name": "Imp", "hp": 1}, {"name": "Imp King"}])])
    assert creatures.find("imp") is None
    assert [known.creature.name for known in creatures.search("imp", 5)] == ["Imp King"]
    assert NO_CREATURES.search("imp", 5) == creatures.search(" ", 5) == ()


CODED = [system for system in SYSTEMS if system.key in READY]


@pytest.mark.parametrize("system", CODED, ids=lambda system: system.key)
def test_ready_foes_have_all_that_their_rules_ask_for(system: TurnSystem) -> None:
    """A dozen of each coded game, every value taken, and a round of all of them begins.

    Their names are of two words: somebody else's guard stays as it was typed, and the pack offers its own.
    """
    pack = read_pack((ready.OWN / f"{system.key}.json").read_text(encoding="utf-8"))
    assert (pack.game, len(pack.creatures)) == (system.key, 12)
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Reeds", system.key), NoDice())
    for creature in pack.creatures:
        filled, said = fill_in(AddCombatant(creature.name), creature, system)
        assert said == ()
        assert dict(creature.attributes).items() <= dict(filled.sheet).items()
        assert filled.health
        assert filled.card
        assert " " in creature.name
        assert creature.other_names == ()
        session.dispatch(filled, seeded_dice(1))
    session.dispatch(OpenRound(), seeded_dice(2))
    assert session.encounter.is_open


def test_a_fight_searches_the_packs_of_its_game() -> None:
    _, by_dexterity = begun("d20_twice")
    assert searched_packs(by_dexterity, "d20_twice", "").ready == ("srd-5.2",)
    assert searched_packs(by_dexterity, "", "").ready == ("srd-5.2",)
    assert searched_packs(begun("standard_and_move")[1], "standard_and_move", "").ready == ()
    _, by_perception = begun("three_actions")
    assert searched_packs(by_perception, "three_actions", "").ready == ()
    zebra = searched_packs(system_of("zebra", SYSTEMS), "", "c")
    assert (zebra.ready, zebra.games, zebra.campaign) == (("zebra",), ("zebra",), "c")


# On the page


def store_of(table: Table) -> MemoryRepository:
    repository = table.library.repository
    assert isinstance(repository, MemoryRepository)
    return repository


@pytest.fixture
def searching(table: Table) -> Table:
    """Return a new fight whose ready pack holds the creatures of these tests."""
    store_of(table).ready_packs["zebra"] = write_pack(PACK)
    table.tap("new", "zebra")
    return table


def lines(table: Table) -> list[str]:
    return [line.text for line in table.dialog.find("ul", id="understood").all("li")]


def test_add_says_whom_it_knows_and_reads_packs_only_then(searching: Table) -> None:
    assert "Reeds (3)" in searching.dialog.find("p", id="packs-here").text
    searching.key_in("lines", "2 reed imps")
    assert lines(searching)[0].startswith("Reed Imp ×2")
    searching.send("add-lines", lines="2 reed imps")
    fighters = searching.session.encounter.combatants.values()
    assert [combatant.name for combatant in fighters] == ["Reed Imp A", "Reed Imp B"]


def test_a_tap_takes_an_offered_creature(searching: Table) -> None:
    searching.key_in("lines", "2 reed h")
    searching.tap("mend-line", "1:1:2 Reed Hag")
    assert searching.dialog.values()["lines"] == "2 Reed Hag"


def test_a_pack_that_cannot_be_loaded_is_said(table: Table) -> None:
    store_of(table).ready_packs["zebra"] = ""
    table.tap("new", "zebra")
    assert table.last.toast == messages.PACK_NOT_LOADED


def test_a_creature_can_be_declined(searching: Table) -> None:
    """The name stays, without the creature's values: the table has its own of that name."""
    searching.key_in("lines", "2 reed imps, hp 30")
    assert "Only the name" in lines(searching)[0]
    searching.tap("mend-line", '1:1:2 "reed imps", hp 30')
    assert searching.dialog.values()["lines"] == '2 "reed imps", hp 30'
    assert lines(searching)[0].startswith("reed imp ×2")
    assert "Reeds" not in lines(searching)[0]


def test_a_file_is_kept_as_a_pack_and_searched(table: Table) -> None:
    table.tap("import")
    table.send("read-text", text=write_pack(PACK))
    assert [line.text for line in table.dialog.all("li")] == ["Reed Imp", "Reed Hag", "Reed Impling"]
    table.tap("pack-keep")
    assert table.last.toast == "3 creatures kept: type a name in Add."
    table.tap("new", "zebra")
    table.key_in("lines", "reed hag")
    assert lines(table)[0].startswith("Reed Hag")
    table.key_in("lines", "")
    table.tap("open-packs")
    (pack,) = store_of(table).kept_packs
    table.tap("share-pack", pack)
    assert store_of(table).handed[-1] == ("turntrack-Reeds.json", "application/json", write_pack(PACK))
    table.tap("drop-pack", pack)
    assert store_of(table).kept_packs == {}
    table.tap("bring-pack-back")
    assert [*store_of(table).kept_packs] == [pack]


def test_a_backup_has_the_packs(table: Table) -> None:
    """A device that is empty gets them back; where they are already, nothing changes."""
    kept = store_of(table).kept_packs
    kept["0a"] = SavedPack("0a", "Reeds", game="zebra", creatures=3, text=write_pack(PACK))
    table.controller.handle("export-listed", "", {})
    table.tap("share-export", "file")
    name, _, text = store_of(table).handed[-1]
    assert name.startswith("turntrack-everything")
    before = dict(kept)
    table.controller.read_text(text)
    assert "Nothing in it is new." in table.dialog.text
    table.tap("dismiss")
    kept.clear()
    table.controller.read_text(text)
    assert "Packs of creatures" in table.dialog.text
    table.tap("import-beside")
    assert table.last.toast == "1 pack of creatures added."
    assert kept == before
    kept["0a"] = replace(before["0a"], name="Other", text=write_pack(replace(PACK, name="Other")))
    table.controller.read_text(text)
    table.tap("import-beside")
    assert sorted(pack.name for pack in kept.values()) == ["Other", "Reeds"], "neither takes the place of the other"


def test_a_backup_with_a_broken_pack_says_where(table: Table) -> None:
    pack = SavedPack("0a", "Reeds", text="{}")
    table.controller.read_text(encode_bundle(Bundle(packs=(pack,), is_everything=True)))
    assert "Pack 1" in table.dialog.text + table.last.toast


def test_more_packs_than_a_device_keeps_are_refused(table: Table) -> None:
    packs = [SavedPack(f"{n}", f"R{n}", text=write_pack(replace(PACK, name=f"R{n}"))) for n in range(MOST_PACKS + 1)]
    store_of(table).kept_packs["10"] = packs[-1]
    table.controller.read_text(encode_bundle(Bundle(packs=tuple(packs[:-1]), is_everything=True)))
    table.tap("import-beside")
    assert messages.too_many_packs(MOST_PACKS) in table.dialog.text
    assert len(store_of(table).kept_packs) == 1


def test_a_list_from_elsewhere_is_kept_as_a_pack(table: Table) -> None:
    table.tap("import")
    table.send("read-text", text="Rat, hp 4, nerve 3\nCat, hp 2")
    table.controller.handle("enter", "roster.system", {"value": "zebra"})
    table.tap("pack-keep")
    (saved,) = store_of(table).kept_packs.values()
    kept = read_pack(saved.text)
    assert (saved.game, [creature.name for creature in kept.creatures]) == ("zebra", ["Rat", "Cat"])
    assert kept.creatures[0].attributes == {"nerve": 3}


def test_a_roster_keeps_armour_and_notes_apart() -> None:
    roster = read_roster("Imp, hp 7, ac 13, note hides", begun("d20_twice")[1])
    (creature,) = pack_of_roster(roster, "", "").creatures
    assert (creature.armour, creature.note, creature.health) == (13, "hides", 7)


def test_a_pack_belongs_to_a_campaign_or_to_all(table: Table) -> None:
    store_of(table).campaign_rows["c"] = SavedCampaign("c", "Coast", is_current=True)
    table.storage.refresh_list()
    table.tap("import")
    table.send("read-text", text=write_pack(PACK))
    table.tap("pack-keep")
    (saved,) = store_of(table).kept_packs.values()
    assert saved.campaign == "c"
    table.tap("new", "zebra")
    table.tap("open-packs")
    assert "for “Coast”" in table.dialog.text
    table.tap("move-pack", saved.key)
    assert "for all campaigns" in table.dialog.text
    assert next(iter(store_of(table).kept_packs.values())).campaign == ""
