"""Tests of the list, the party and files without a browser: calls of the repository, and the screen."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from app.controller import Controller
from app.intents.fight import Do
from app.intents.html_codec import write
from app.library.dispatch import Library
from app.storage.export_file_codec import Bundle, encode_bundle
from app.storage.export_writer import Export, write_markdown_report
from app.storage.import_reader import LONG, is_template
from app.storage.journal import chain_records
from app.storage.save_status import UnsavedHistory
from app.values.stored import QuarantinedPart, StoredFight
from tests.app.elements import read
from tests.app.fights import HOSTILE, kept, played, read_file
from tests.app.repository import MemoryRepository
from tests.app.table import Screen, choice_at
from turntrack.core import commands as c
from turntrack.core.commands import RemoveCombatant
from turntrack.core.dice import seeded_dice
from turntrack.core.events import CombatantAdded, Noted, OptionChosen
from turntrack.core.evolve import fold
from turntrack.history.session import Session, Step
from turntrack.history.templates import template_of
from turntrack.lines.quick_line import read_quick_line
from turntrack.saves.journal import encode_template, replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_change import take

CSV = "Name;Count;Side;HP;AC;nerve\nGuard;3;Harbour;10;14;5\nRat;;;;;\n"
IMPROVED = {
    "Id": "x",
    "Name": "Goblin ambush",
    "Combatants": [
        {
            "Alias": "",
            "CurrentHP": 7,
            "Initiative": 12,
            "Tags": [],
            "StatBlock": {"Name": "Goblin", "HP": {"Value": 7, "Notes": "(2d6)"}, "AC": {"Value": 15}, "Player": ""},
        }
        for _ in range(3)
    ]
    + [{"Alias": "Mara", "CurrentHP": 20, "StatBlock": {"Name": "Mara", "HP": {"Value": 24}, "Player": "player"}}],
}


class Desk:
    """A page with a library, on a repository in memory."""

    def __init__(self) -> None:
        self.screen = Screen()
        self.repository = MemoryRepository()
        self.library = Library(SYSTEMS, self.repository, self.repository)
        self.controller = Controller(SYSTEMS, self.screen, self.repository, seeded_dice(1), self.library)
        self.repository.when_left = self.leave

    def do(self, do: str, arg: str = "", **values: str) -> None:
        self.controller.handle(do, arg, values)

    def slip(self, **typed: str) -> None:
        """Close the dialog with a typed value in it."""
        self.controller.handle("dismiss", "", {}, typed)

    def shown(self, region: str) -> str:
        return self.screen.regions.get(region, "")

    def leave(self) -> None:
        self.controller.close_fight()
        self.repository.start_task(self._refresh())

    def put(self, stored: StoredFight) -> None:
        self.repository.kept[stored.key] = stored
        self.repository.start_task(self._refresh())

    async def _refresh(self) -> None:
        self.controller.show_list(await self.repository.encounters(), *self.repository.beside_fights())

    def exported(self) -> str:
        self.do("share-export", "file")
        return self.repository.handed[-1][2]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put(kept(played(SYSTEMS[0]), "0a"))
    return desk


class TestList:
    def test_says_what_is_there(self, desk: Desk) -> None:
        stored = desk.repository.kept["0a"]
        assert stored.name in desk.shown("home")
        assert "RonD6 · round 1 · today" in desk.shown("home")

    def test_says_what_it_knows_of_one(self, desk: Desk) -> None:
        stored = desk.repository.kept["0a"]
        desk.do("open-listed", "0a")
        known = f"RonD6 · {stored.combatants} combatants · {len(stored.records)} steps · today"
        assert f"<small>{known}</small>" in desk.shown("dialog")

    def test_renaming_is_a_step_of_the_fight(self, desk: Desk) -> None:
        before = desk.repository.kept["0a"].records
        desk.do("open-listed", "0a")
        desk.do("rename-listed", "0a", name="Bridge")
        stored = desk.repository.kept["0a"]
        assert stored.name == "Bridge"
        assert stored.records[:-1] == before
        session = replay([decode_record(record) for record in stored.records], SYSTEMS)
        assert session.encounter.name == "Bridge"

    def test_a_bad_name_is_refused_in_the_dialog(self, desk: Desk) -> None:
        desk.do("open-listed", "0a")
        desk.do("rename-listed", "0a", name="")
        assert "is empty" in desk.shown("dialog")

    def test_duplicate(self, desk: Desk) -> None:
        desk.do("duplicate-listed", "0a")
        first, second = desk.repository.kept.values()
        assert first.records == second.records
        assert first.key != second.key

    def test_archive_and_back(self, desk: Desk) -> None:
        desk.do("archive", "0a")
        assert "Archived (1)" in desk.shown("home")
        desk.do("unarchive", "0a")
        assert "Archived" not in desk.shown("home")

    def test_delete_undo_and_for_good(self, desk: Desk) -> None:
        desk.do("delete", "0a")
        assert "Deleted (1)" in desk.shown("home")
        assert "undelete" in desk.shown("notice")
        desk.do("undelete", "0a")
        assert "Deleted" not in desk.shown("home")
        assert desk.shown("notice") == ""
        desk.do("delete", "0a")
        desk.do("purge", "0a")
        assert "cannot be undone" in desk.shown("dialog")
        desk.do("dismiss")
        assert desk.repository.kept
        desk.do("purge-now", "0a")
        assert not desk.repository.kept

    def test_a_failure_leaves_the_last_undo(self, desk: Desk) -> None:
        desk.do("new-campaign", **{"new-campaign-name": "Tuesdays"})
        (campaign,) = desk.repository.campaign_rows
        desk.do("delete-campaign", campaign)
        desk.repository.full = True
        desk.do("restore-campaign", campaign)
        desk.do("delete", "0a")
        assert "restore-campaign" in desk.shown("notice")
        desk.repository.full = False
        desk.do("restore-campaign", campaign)
        assert desk.shown("notice") == ""

    @pytest.mark.parametrize(
        ("do", "arg"),
        [
            *((do, "0a") for do in ("rename-listed", "duplicate-listed", "delete", "purge-now", "remove-member")),
            ("import", ""),
        ],
    )
    def test_a_follower_changes_nothing(self, desk: Desk, do: str, arg: str) -> None:
        before = dict(desk.repository.kept)
        desk.controller.set_saving(replace(desk.controller.saving, is_writer=False))
        desk.controller.refresh()
        desk.do(do, arg, name="Bridge")
        assert "Take over here" in desk.screen.updates[-1].toast
        assert desk.repository.kept == before
        assert not desk.repository.deleted
        desk.do("sample", SYSTEMS[0].key)
        assert desk.repository.kept == before


class TestParty:
    def test_kept_added_removed_and_back(self, desk: Desk) -> None:
        desk.do("sample", SYSTEMS[0].key)
        fight = desk.controller.fight
        assert fight
        combatant_id = fight.encounter.order[0]
        name = fight.encounter.name_of(combatant_id)
        desk.do("save-member", combatant_id)
        desk.do("save-member", combatant_id)
        (member,) = desk.repository.members.values()
        assert (member.system, member.command.name) == (SYSTEMS[0].key, name)
        before = len(fight.encounter.combatants)
        desk.do("add-member", f"{member.key}:standing")
        assert len(fight.encounter.combatants) == before + 1
        added = list(fight.encounter.combatants.values())[-1]
        assert added.sheet == fight.encounter.combatants[combatant_id].sheet
        desk.do("remove-member", member.key)
        assert not desk.repository.members
        assert f'data-do="restore-member" data-arg="{member.key}"' in desk.shown("notice")
        desk.do("restore-member", member.key)
        assert list(desk.repository.members.values()) == [member]

    def test_whoever_rolls_at_the_table_is_asked_for_on_joining_a_round(self, desk: Desk) -> None:
        """The sheet for the dice is not hidden by the party, and nobody has joined before they fell."""
        desk.do("new", "zebra")
        desk.do("add-lines", lines="Boss, shooting, table\nRat, shooting")
        fight = desk.controller.fight
        assert fight
        desk.do("save-member", fight.encounter.order[0])
        desk.do("open")
        desk.do("enter-dice")
        desk.do("open-party")
        desk.do("add-member", f"{next(iter(desk.repository.members))}:standing")
        assert "What did the table roll?" in desk.shown("dialog")
        assert desk.screen.updates[-1].toast == ""
        assert len(fight.encounter.combatants) == 2
        desk.do("enter-dice")
        assert desk.shown("dialog") == ""
        assert len(fight.encounter.combatants) == 3

    def test_all_who_are_missing_come_at_once(self, desk: Desk) -> None:
        """Those of other rules, and those who are in the fight already, stay out."""
        desk.do("sample", "unbound")
        desk.do("save-member", "c1")
        desk.do("home")
        desk.do("sample", "zebra")
        fight = desk.controller.fight
        assert fight
        for combatant_id in ("c1", "c2", "c5"):
            desk.do("save-member", combatant_id)
        desk.do(*write(Do(RemoveCombatant("c1"))))
        desk.do("open-party")
        assert "Add all<" in desk.shown("dialog")
        desk.do(*write(Do(RemoveCombatant("c5"))))
        desk.do("open-party")
        assert "Add all 2<" in desk.shown("dialog")
        assert desk.shown("dialog").count("in this fight<") == 1
        desk.do("add-party", "standing")
        assert sorted(combatant.name for combatant in fight.encounter.combatants.values()) == [
            "Guard A", "Guard B", "Ilko", "Mara", "Rat",
        ]  # fmt: skip
        assert desk.screen.updates[-1].toast == "Mara and Rat join."
        assert "add-party" not in desk.shown("dialog")
        desk.do("add-party", "standing")
        assert len(fight.encounter.combatants) == 5, "nobody comes twice"
        desk.do("undo")
        assert len(fight.encounter.combatants) == 3, "they came in one step"
        desk.do("home")
        desk.do("add-party", "standing")
        assert "add-party" not in desk.shown("dialog"), "there is no fight to join"

    def test_a_side_is_kept_at_once_in_its_order(self, desk: Desk) -> None:
        desk.do("sample", "zebra")
        desk.do("open-party")
        assert "Keep all Crew" in desk.shown("dialog")
        desk.do("save-side", "Crew")
        assert [member.command.name for member in desk.repository.members.values()] == ["Mara", "Ilko"]
        assert desk.screen.updates[-1].toast == "Mara and Ilko are in the party now."
        assert "Keep all Crew" not in desk.shown("dialog")
        assert "Update Mara" in desk.shown("dialog")
        assert "Add another" in desk.shown("dialog"), "nobody comes in twice by a slip"
        assert "health 15" in desk.shown("dialog")

    def test_those_in_the_wings_are_kept_with_their_side_and_do_not_come_twice(self, desk: Desk) -> None:
        desk.do("sample", "zebra")
        fight = desk.controller.fight
        assert fight
        desk.do("send-to-wings", "c2", **{"to-wings-when": "2"})
        desk.do("open-party")
        desk.do("save-side", "Crew")
        assert sorted(member.command.name for member in desk.repository.members.values()) == ["Ilko", "Mara"]
        assert "add-party" not in desk.shown("dialog")
        assert "Update Ilko" in desk.shown("dialog")
        desk.do("bring-party", "standing")
        assert len(fight.encounter.everybody()) == 5

    def test_a_modifier_is_shown_with_its_sign(self, desk: Desk) -> None:
        desk.do("new", "three_actions")
        fight = desk.controller.fight
        assert fight
        desk.do(*choice_at(desk.controller, "rules", 0))
        desk.do("add-lines", lines="Aria, dex +2, health 38")
        desk.do("save-member", "c1")
        assert "health 38, dex +2<" in desk.shown("dialog")

    def test_many_who_join_are_told_as_in_a_sentence(self, desk: Desk) -> None:
        desk.do("sample", "zebra")
        fight = desk.controller.fight
        assert fight
        for combatant_id in ("c1", "c2", "c5"):
            desk.do("save-member", combatant_id)
            desk.do(*write(Do(RemoveCombatant(combatant_id))))
        desk.do("add-party", "standing")
        assert desk.screen.updates[-1].toast == "Mara, Ilko and Rat join."

    def test_on_the_empty_first_screen_the_party_says_how_to_fill_it(self) -> None:
        desk = Desk()
        desk.do("open-party")
        assert read(desk.shown("dialog")).all(data_do="import")

    def test_two_removed_in_a_row_can_both_be_brought_back(self, desk: Desk) -> None:
        desk.do("read-text", text=CSV)
        desk.do("roster-party")
        first, second = list(desk.repository.members.values())
        desk.do("remove-member", first.key)
        desk.do("remove-member", second.key)
        assert not desk.repository.members
        desk.do("dismiss")
        desk.do("open-party")
        for member in (first, second):
            assert f'data-do="restore-member" data-arg="{member.key}"' in desk.shown("dialog")
        desk.do("restore-member", first.key)
        desk.do("restore-member", second.key)
        assert desk.repository.members == {first.key: first, second.key: second}
        assert "Removed" not in desk.shown("dialog")

    def test_keeping_in_place_of_another_says_so_and_can_be_undone(self, desk: Desk) -> None:
        desk.do("sample", SYSTEMS[0].key)
        fight = desk.controller.fight
        assert fight
        combatant_id = fight.encounter.order[0]
        name = fight.encounter.name_of(combatant_id)
        desk.do("save-member", combatant_id)
        (old,) = desk.repository.members.values()
        desk.do("save-member", combatant_id)
        assert "is already kept" in desk.screen.updates[-1].toast
        assert list(desk.repository.members.values()) == [old]
        desk.do("note-on", combatant_id, note="limps")
        desk.do("save-member", combatant_id)
        assert f"{name} is updated; the old version is under “Removed”" in desk.shown("notice")
        (new,) = desk.repository.members.values()
        assert (new.command.note, old.command.note) == ("limps", "")
        assert f'data-do="restore-member" data-arg="{old.key}"' in desk.shown("dialog")
        desk.do("revert-member", f"{old.key}:{new.key}")
        assert list(desk.repository.members.values()) == [old]
        assert new in desk.repository.removals.values()

    def test_a_file_never_takes_the_place_of_somebody_removed(self, desk: Desk) -> None:
        desk.do("read-text", text=CSV)
        desk.do("roster-party")
        desk.do("export-listed")
        text = desk.exported()
        removed = next(iter(desk.repository.members.values()))
        desk.do("remove-member", removed.key)
        desk.do("read-text", text=text)
        desk.do("import-beside")
        assert desk.repository.removals == {removed.key: removed}
        assert removed.command.name in [member.command.name for member in desk.repository.members.values()]


class TestFiles:
    def test_everything_goes_out_and_comes_back_on_an_empty_device(self, desk: Desk) -> None:
        desk.put(kept(played(SYSTEMS[-1]), "0b"))
        desk.do("export-listed")
        text = desk.exported()
        empty = Desk()
        empty.do("import")
        empty.do("read-text", text=text)
        assert "New fights (2)" in empty.shown("dialog")
        assert not empty.repository.kept
        empty.do("import-beside")
        assert empty.repository.kept == desk.repository.kept

    def test_the_party_alone_goes_out(self, desk: Desk) -> None:
        desk.do("open-party")
        assert "Export the party" not in desk.shown("dialog")
        desk.do("read-text", text=CSV)
        desk.do("roster-party")
        desk.do("open-party")
        assert "Export the party…" in desk.shown("dialog")
        desk.do("export-party")
        assert "Export the party" in desk.shown("dialog")
        empty = Desk()
        empty.do("read-text", text=desk.exported())
        assert f"For the party ({len(desk.repository.members)})" in empty.shown("dialog")
        empty.do("import-beside")
        assert [member.command.name for member in empty.repository.members.values()] == ["Guard", "Rat"]
        assert not empty.repository.kept

    def test_codes_carry_what_the_file_holds(self, desk: Desk) -> None:
        desk.do("show-export-codes")
        assert not desk.repository.handed, "there is nothing to be shown"
        desk.do("export-listed", "0a")
        assert 'data-do="show-export-codes"' in desk.shown("dialog")
        desk.do("show-export-codes")
        (shown,) = desk.repository.handed
        assert shown == ("codes", "", desk.exported())
        assert "Export" in desk.shown("dialog")

    def test_the_camera_is_asked_for_where_files_are(self, desk: Desk) -> None:
        desk.do("import")
        assert 'data-do="scan-codes"' in desk.shown("dialog")
        desk.do("scan-codes")
        assert desk.repository.handed == [("camera", "", "")]

    def test_what_cannot_be_read_is_left_out_and_told(self, desk: Desk) -> None:
        """One encounter of which nothing is left, one whose end is of a newer version: the file can be read."""
        newer = json.dumps({"format": 99, "seq": 99, "is": "dance"})
        whole = desk.repository.kept["0a"]
        desk.put(StoredFight("0c", "The bridge", SYSTEMS[0].key, 2, 0, False, ()))
        desk.put(replace(kept(played(SYSTEMS[-1]), "0b"), records=(*kept(played(SYSTEMS[-1])).records, newer)))
        steps = len(desk.repository.kept["0b"].records)
        desk.do("export-listed")
        assert "“The bridge” is not in it: none of it can be read." in desk.shown("dialog")
        assert f"Only the first {steps - 1} of {steps} steps of" in desk.shown("dialog")
        encounters = read_file(desk.exported()).encounters
        assert encounters == (whole, kept(played(SYSTEMS[-1]), "0b"))
        desk.do("export-listed", "0c")
        assert "none of it can be read" in desk.screen.updates[-1].toast + desk.shown("dialog")

    def test_the_order_within_a_file_does_not_matter(self, desk: Desk) -> None:
        desk.do("export-listed", "0a")
        desk.do("read-text", text=json.dumps(json.loads(desk.exported()), sort_keys=True))
        assert "Nothing in it is new" in desk.shown("dialog")

    def test_a_party_is_never_bigger_than_a_file_may_hold(self, desk: Desk) -> None:
        desk.do("read-text", text="name\n" + "\n".join(f"Guard {number}" for number in range(600)))
        desk.do("roster-party")
        assert len(desk.repository.members) == 600
        desk.do("read-text", text="name\n" + "\n".join(f"Sailor {number}" for number in range(600)))
        desk.do("roster-party")
        assert "at most 1000 members" in desk.screen.updates[-1].toast + desk.shown("dialog")
        assert len(desk.repository.members) == 600

    def test_the_same_again_is_nothing_new(self, desk: Desk) -> None:
        desk.do("export-listed", "0a")
        desk.do("read-text", text=desk.exported())
        assert "Nothing in it is new" in desk.shown("dialog")

    @pytest.mark.parametrize("way", ["import-beside", "import-replace"])
    def test_what_differs_replaces_nothing_without_a_copy(self, desk: Desk, way: str) -> None:
        here = desk.repository.kept["0a"]
        other = kept(played(SYSTEMS[0], 5), "0a")
        desk.do("read-text", text=encode_bundle(Bundle((other,))))
        assert "played on differently (1)" in desk.shown("dialog")
        desk.do(way)
        both = {stored.records for stored in desk.repository.kept.values()}
        assert both == {here.records, other.records}
        assert desk.repository.kept["0a"].records == (other if way == "import-replace" else here).records

    def test_a_list_that_is_too_long_for_the_fight_adds_nobody(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All of it or nothing, so that it can be shortened and brought again."""
        monkeypatch.setattr("turntrack.rules.combatants.MOST_COMBATANTS", 30)
        session = replay([decode_record(record) for record in desk.repository.kept["0a"].records], SYSTEMS)
        before = session.encounter.combatants
        desk.controller.show_fight("0a", session, len(desk.repository.kept["0a"].records))
        desk.do("read-text", text="name,count\nGuard,20\nOrc,20")
        desk.do("roster-add")
        assert "at most 30 combatants" in desk.screen.updates[-1].toast + desk.shown("dialog")
        assert session.encounter.combatants == before

    def test_the_open_fight_is_never_replaced(self, desk: Desk) -> None:
        session = replay([decode_record(record) for record in desk.repository.kept["0a"].records], SYSTEMS)
        desk.controller.show_fight("0a", session, len(desk.repository.kept["0a"].records))
        before = dict(desk.repository.kept)
        desk.do("read-text", text=encode_bundle(Bundle((kept(played(SYSTEMS[0], 5), "0a"),))))
        desk.do("import-replace")
        assert desk.repository.kept == before
        assert "go to the list" in desk.screen.updates[-1].toast + desk.shown("dialog")

    def test_a_full_device_changes_nothing_and_says_so(self, desk: Desk) -> None:
        desk.do("import")
        desk.do("read-text", text=encode_bundle(Bundle((kept(played(SYSTEMS[0], 5), "0c"),))))
        desk.repository.full = True
        desk.do("import-beside")
        assert "This device is full" in desk.shown("dialog") + desk.screen.updates[-1].toast
        assert list(desk.repository.kept) == ["0a"]

    @pytest.mark.parametrize("text", ["", "rubbish", "{}", "[[[[", '{"kind":"turntrack-file","format":1}', "\0\0"])
    def test_what_is_no_file_is_refused_with_a_sentence(self, desk: Desk, text: str) -> None:
        desk.do("import")
        desk.do("read-text", text=text)
        assert 'role="alert"' in desk.shown("dialog")
        assert list(desk.repository.kept) == ["0a"]

    def test_a_damaged_checksum_is_said(self, desk: Desk) -> None:
        text = encode_bundle(Bundle((kept(played(SYSTEMS[0], 5), "0c"),))).replace('"played":1700', '"played":1701')
        desk.do("read-text", text=text)
        assert "not-whole" in desk.shown("dialog") or "checksum does not match" in desk.shown("dialog")


class TestTyped:
    """Typed values of these dialogs are kept until they are used."""

    def test_a_name_in_the_list(self, desk: Desk) -> None:
        desk.do("open-listed", "0a")
        desk.slip(name="Bridge")
        desk.do("open-listed", "0a")
        assert 'value="Bridge"' in desk.shown("dialog")
        assert "typed-earlier" in desk.shown("dialog")
        desk.do("rename-listed", "0a", name="Bridge")
        desk.do("rename-listed", "0a", name="Quay")
        desk.do("open-listed", "0a")
        assert 'value="Quay"' in desk.shown("dialog")
        assert "typed-earlier" not in desk.shown("dialog")

    def test_a_text_to_bring_in(self, desk: Desk) -> None:
        """Also after it was looked at, and a long one whole; gone once it was brought in."""
        text = f"name,note\nGuard,{'x' * 100}\n" + "Rat,\n" * 900
        desk.do("import")
        desk.controller.handle("read-text", "", {"text": text}, {"text": text})
        assert "Guard" in desk.shown("dialog")
        assert "typed-earlier" not in desk.shown("dialog")
        desk.slip()
        desk.do("import")
        assert read(desk.shown("dialog")).values()["text"] == text
        assert "typed-earlier" in desk.shown("dialog")
        desk.do("read-text", text=text)
        assert "typed-earlier" not in desk.shown("dialog")
        desk.do("roster-new")
        desk.do("import")
        assert read(desk.shown("dialog")).values()["text"] == ""

    def test_a_text_that_cannot_be_read(self, desk: Desk) -> None:
        text = "rubbish " * 5_000
        desk.do("import")
        desk.controller.handle("read-text", "", {"text": text}, {"text": text})
        assert 'role="alert"' in desk.shown("dialog")
        assert read(desk.shown("dialog")).values()["text"] == text

    @pytest.mark.parametrize("is_typed", [True, False], ids=["typed", "from a file"])
    def test_a_list_whose_dice_do_not_fall(self, desk: Desk, is_typed: bool) -> None:
        """What was pasted is there again; what came from a file is in the file."""
        text = "name,nerve,position,table\nBoss,3,shooting,yes\n"
        desk.do("sample", "zebra")
        desk.do("open")
        desk.do("enter-dice")
        if is_typed:
            desk.do("import")
            desk.controller.handle("read-text", "", {"text": text}, {"text": text})
        else:
            desk.controller.read_text(text)
        desk.do("roster-add")
        assert "What did the table roll?" in desk.shown("dialog")
        desk.slip()
        assert ("Your text is still in the form" in desk.screen.updates[-1].toast) == is_typed
        desk.do("import")
        assert read(desk.shown("dialog")).values()["text"] == (text if is_typed else "")

    def test_a_preview_names_the_file(self, desk: Desk) -> None:
        desk.controller.read_text(CSV, file="guards.csv")
        assert "guards.csv · 4 combatants" in desk.shown("dialog")
        desk.controller.read_text(encode_bundle(Bundle((kept(played(SYSTEMS[0], 5), "0c"),))), file="evening.json")
        assert "evening.json" in desk.shown("dialog")

    def test_a_preview_names_the_rules_of_a_fight(self, desk: Desk) -> None:
        desk.do("sample", "three_actions")
        desk.do("export-listed")
        desk.controller.read_text(desk.exported().replace("A skirmish", "Another"))
        assert "As in Pathfinder 2, 5 combatants" in desk.shown("dialog")

    def test_a_file_takes_the_place_of_a_dialog_with_something_in_it(self, desk: Desk) -> None:
        """A paste beside the fields, or a file that is dropped."""
        desk.do("sample", "zebra")
        desk.do("add")
        desk.controller.read_text(CSV, {"lines": "Boss, shooting"})
        assert "Guard" in desk.shown("dialog")
        desk.slip()
        desk.do("add")
        assert "Boss, shooting" in desk.shown("dialog")


def test_white_space_is_passed_over_in_one_go() -> None:
    """Each way to split it would be tried, for minutes: codes that a camera reads can hold millions of spaces."""
    assert not is_template(" " * 200_000 + "x")
    assert is_template("\ufeff" + " \n" * 100_000 + '{"kind": "turntrack-template"')


def test_the_name_of_a_rule_set_is_text_in_a_log() -> None:
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Trial", TABLE_RULES.key), seeded_dice(1))
    name = '\'><b data-do="purge">'
    session.dispatch(take(replace(PRESETS[0].rules, name=name)), seeded_dice(1))
    log = write_markdown_report(session, TABLE_RULES.at(session.encounter))
    (title,) = [line for line in log.splitlines() if "Written by" in line]
    assert title.startswith('\'\\>\\<b data-do="purge"\\>. ')


class TestSignOfLife:
    """Long operations are announced before they begin."""

    def test_a_few_words_that_stand_for_a_crowd(self, desk: Desk) -> None:
        said: list[str] = []
        desk.repository.when_painted = lambda: said.append(read(desk.shown("dialog")).text)
        short = encode_template(template_of(played(SYSTEMS[0], 1).encounter, SYSTEMS[0]))
        assert len(short) < LONG
        desk.controller.read_text(short)
        assert said == ["Import Reading… Stop"]

    def test_reading_and_bringing_in(self, desk: Desk) -> None:
        said: list[str] = []
        desk.repository.when_painted = lambda: said.append(read(desk.shown("dialog")).text)
        long = encode_bundle(Bundle((kept(played(SYSTEMS[0], 5), "0c"),))) + " " * LONG
        desk.do("import")
        desk.do("read-text", text=long)
        assert said == ["Import Reading… Stop"]
        assert "New fights (1)" in desk.shown("dialog")
        desk.do("import-beside")
        assert said[1:] == ["Import Importing…"]
        assert desk.shown("dialog") == ""
        desk.controller.read_text(long)
        assert said[2:] == ["Import Reading… Stop"]
        desk.controller.read_text("{" + long)
        assert 'role="alert"' in desk.shown("dialog")
        assert "Reading…" not in desk.shown("dialog")

    def test_a_failure_leads_back_to_what_was_found(self, desk: Desk) -> None:
        desk.do("read-text", text=encode_bundle(Bundle((kept(played(SYSTEMS[0], 5), "0c"),))) + " " * LONG)
        desk.repository.full = True
        desk.do("import-beside")
        assert "This device is full" in desk.shown("dialog")
        assert "New fights (1)" in desk.shown("dialog")

    def test_reading_shows_how_much_is_read(self, desk: Desk) -> None:
        """Every quarter of a second, however long the text is."""
        said: list[str] = []
        desk.repository.passes = 100
        desk.repository.when_painted = lambda: said.append(read(desk.shown("dialog")).text)
        desk.do("read-text", text="\n".join(f"Guard {letter}, hp 7" for letter in "ABCDEFGHIJ"))
        shares = [int(percent[1]) for text in said if (percent := re.search(r"(\d+) % is read", text))]
        assert len(shares) > len(said) / 2
        assert shares == sorted(shares), "the share only grows, whatever form the list is tried as"
        assert max(shares[0], 100 - shares[-1], *(after - before for before, after in pairwise(shares))) <= 20
        assert "Guard J" in desk.shown("dialog")

    def test_reading_of_fights_shows_how_many_are_read(self, desk: Desk) -> None:
        said: list[str] = []
        desk.repository.passes = 300
        desk.repository.when_painted = lambda: said.append(read(desk.shown("dialog")).text)
        fights = tuple(kept(played(SYSTEMS[0], 5), f"0{key}") for key in "cdef")
        desk.do("read-text", text=encode_bundle(Bundle(fights)))
        assert said == [f"Import Reading… {percent} % is read. Stop" for percent in (25, 50, 75, 100)]
        assert "New fights (4)" in desk.shown("dialog")

    @pytest.mark.parametrize(("do", "is_open"), [("stop-reading", True), ("step-back", False), ("dismiss", False)])
    def test_reading_can_be_stopped(self, desk: Desk, do: str, is_open: bool) -> None:
        """By its button, which leaves the text where it was, or by closing the sheet."""
        painted: list[int] = []

        def stop() -> None:
            painted.append(1)
            desk.do(do)

        desk.repository.passes, desk.repository.when_painted = 300, stop
        desk.do("import")
        desk.do("read-text", text=CSV)
        assert painted == [1]
        assert bool(desk.shown("dialog")) is is_open
        assert not is_open or read(desk.shown("dialog")).values()["text"] == CSV
        desk.repository.passes = 0
        desk.do("import")
        desk.do("read-text", text=CSV)
        assert "Guard" in desk.shown("dialog")

    def test_who_stops_reading_for_another_game_keeps_what_was_read(self, desk: Desk) -> None:
        desk.do("read-text", text=CSV)
        before = desk.shown("dialog")
        desk.repository.passes, desk.repository.when_painted = 300, lambda: desk.do("stop-reading")
        desk.controller.handle("enter", "roster.system", {"value": "zebra"})
        assert desk.shown("dialog") == before

    def test_another_text_ends_the_reading_of_the_first(self, desk: Desk) -> None:
        painted: list[int] = []

        def read_another() -> None:
            painted.append(1)
            desk.repository.passes = 0
            desk.do("read-text", text="name\nOtter\nRat\n")

        desk.repository.passes, desk.repository.when_painted = 300, read_another
        desk.do("read-text", text=CSV)
        assert painted == [1]
        assert "Otter" in desk.shown("dialog")
        assert "Guard" not in desk.shown("dialog")

    def test_what_is_short_is_done_at_once(self, desk: Desk) -> None:
        desk.repository.when_painted = lambda: pytest.fail("nothing is to be waited for")
        desk.do("read-text", text=CSV)
        desk.do("roster-party")

    def test_a_page_that_may_not_write_reads_nothing(self, desk: Desk) -> None:
        desk.repository.when_painted = lambda: pytest.fail("nothing is to be waited for")
        desk.controller.set_saving(replace(desk.controller.saving, is_writer=False))
        desk.controller.refresh()
        desk.controller.read_text("x" * LONG)
        assert desk.shown("dialog") == ""


class TestSetAside:
    """A way back for steps that could not be read: where they were, or as an encounter of its own."""

    def set_aside(self, desk: Desk, first: int, records: tuple[str, ...], key: str = "0a") -> None:
        rows = [json.dumps({"key": key, **row._asdict()}) for row in chain_records(records)]
        desk.repository.aside[3] = QuarantinedPart(
            3, "The ferry", "Record 9: not known here.", tuple(rows[first - 1 :]), key
        )

    def cut(self, desk: Desk, count: int) -> tuple[str, ...]:
        """Set all but this number of steps aside. Return all of them."""
        whole = desk.repository.kept["0a"]
        desk.put(replace(whole, records=whole.records[:count]))
        self.set_aside(desk, count + 1, whole.records)
        return whole.records

    def test_tried_again_it_is_back_in_its_fight_which_opens(self, desk: Desk) -> None:
        whole = self.cut(desk, 8)
        desk.do("open-quarantine")
        desk.do("retry-quarantined", "3")
        assert desk.repository.kept["0a"].records == whole
        assert not desk.repository.aside
        assert desk.repository.told == [("fetch", "0a")]

    def test_what_no_version_reads_yet_stays_aside(self, desk: Desk) -> None:
        whole = desk.repository.kept["0a"]
        newer = json.dumps({"format": 1, "seq": len(whole.records) + 1, "is": "dance"})
        self.set_aside(desk, len(whole.records) + 1, (*whole.records, newer))
        desk.do("open-quarantine")
        desk.do("retry-quarantined", "3")
        assert "This version cannot read these steps." in desk.shown("dialog")
        assert "no record is called “dance”" in desk.shown("dialog")
        assert desk.repository.kept["0a"] == whole
        assert desk.repository.aside

    def test_where_the_fight_has_gone_on_it_becomes_another(self, desk: Desk) -> None:
        whole = self.cut(desk, 8)
        on = replace(desk.repository.kept["0a"], records=(*whole[:8], whole[8].replace('"seq":9', '"seq": 9')))
        desk.put(on)
        desk.do("open-quarantine")
        desk.do("retry-quarantined", "3")
        assert "New fights (1)" in desk.shown("dialog")
        assert "(set aside)" in desk.shown("dialog")
        desk.do("import-beside")
        assert desk.repository.kept["0a"] == on
        (other,) = [stored for key, stored in desk.repository.kept.items() if key != "0a"]
        assert other.records == whole
        assert desk.repository.aside, "it is discarded by hand"
        desk.do("open-quarantine")
        desk.do("retry-quarantined", "3")
        assert "Nothing in it is new" in desk.shown("dialog")

    def test_a_whole_journal_is_read_as_far_as_it_can_be(self, desk: Desk) -> None:
        """As it was exported, with a damaged row in the middle."""
        whole = desk.repository.kept["0a"].records
        self.set_aside(desk, 1, whole, key="0f")
        rows = list(desk.repository.aside[3].records)
        rows[6] = rows[6].replace("command", "commend", 1)
        desk.do("import")
        desk.do("read-text", text="\n".join(rows) + "\n")
        assert f"Of {len(rows)} steps that were set aside, only the first 6 can be read." in desk.shown("dialog")
        desk.do("import-beside")
        (other,) = [stored for key, stored in desk.repository.kept.items() if key != "0a"]
        assert other.records == whole[:6]

    def test_what_makes_no_fight_is_said_in_a_sentence(self, desk: Desk) -> None:
        whole = desk.repository.kept["0a"].records
        self.set_aside(desk, 1, whole, key="0f")
        rows = desk.repository.aside[3].records
        damaged = rows[0].replace("command", "commend", 1)
        for text, said in (
            (rows[4], "This is only step 5 of a fight"),
            ("\n".join(rows[4:9]), "This is only steps 5 to 9 of a fight"),
            (damaged, "The first of these steps is damaged"),
            (json.dumps({"number": "1", "record": 7, "sum": ""}), "The first of these steps is damaged"),
            (f"{rows[0][:30]}\n{rows[1]}", "This is cut short, or damaged"),
            (rows[0].replace('"number": 1', '"number": true'), "The first of these steps is damaged"),
        ):
            desk.do("import")
            desk.do("read-text", text=text)
            assert said in desk.shown("dialog")
        assert list(desk.repository.kept) == ["0a"]

    def test_discarding_asks_first(self, desk: Desk) -> None:
        self.cut(desk, 8)
        desk.do("open-quarantine")
        assert 'data-do="discard-quarantined"' not in desk.shown("dialog")
        desk.do("ask-discard-quarantined", "3")
        assert "Record 9: not known here." in desk.shown("dialog")
        assert desk.repository.aside
        desk.do("discard-quarantined", "3")
        assert not desk.repository.aside
        assert "Nothing is damaged or out of order" in desk.shown("dialog")


class TestKeptNowhere:
    """Steps that only this page has are dropped only after a question, or once they are in a file."""

    @pytest.fixture
    def apart(self, desk: Desk) -> Desk:
        session = replay([decode_record(record) for record in desk.repository.kept["0a"].records], SYSTEMS)
        why = "What only this tab had could not be saved."
        desk.controller.set_saving(replace(desk.controller.saving, unsaved={"0a": UnsavedHistory(session, why)}))
        desk.controller.show_fight("0a", session, len(desk.repository.kept["0a"].records), why)
        return desk

    @pytest.mark.parametrize(("do", "arg"), [("home", ""), ("open-saved", "0a"), ("take-over", "")])
    def test_every_way_out_asks(self, apart: Desk, do: str, arg: str) -> None:
        apart.do(do, arg)
        assert "Discard the steps of" in apart.shown("dialog")
        assert apart.controller.fight
        assert not apart.repository.told
        apart.do("dismiss")
        assert apart.controller.saving.unsaved
        apart.do(do, arg)
        apart.do("drop-unsaved-now", "0a")
        assert apart.repository.told == [("let go", "0a")]
        assert "could not be saved" not in apart.shown("notice").replace(apart.controller.saving.fight_read_only, "")

    def test_it_is_said_once_with_what_can_be_done(self, apart: Desk) -> None:
        notice = apart.shown("notice")
        assert notice.count("could not be saved") == 1
        for do in ("export-unsaved", "save-again", "ask-drop-unsaved"):
            assert f'data-do="{do}"' in notice

    @pytest.mark.parametrize("way", ["share-export", "copy-export"])
    def test_once_exported_nothing_is_asked(self, apart: Desk, way: str) -> None:
        apart.do("export-unsaved", "0a")
        apart.do(way, "log")
        assert not apart.controller.saving.unsaved["0a"].exported, "the log is no fight"
        apart.repository.takes_files = False
        apart.do(way, "file")
        assert not apart.controller.saving.unsaved["0a"].exported, "it has not gone out"
        apart.repository.takes_files = True
        apart.do(way, "file")
        assert apart.repository.told == [("exported", "0a")]
        assert "0a" in [stored.key for stored in read_file(apart.repository.handed[-1][2]).encounters]
        apart.do("dismiss")
        apart.do("home")
        assert apart.controller.fight is None

    def test_the_menu_exports_it_too(self, apart: Desk) -> None:
        apart.do("export-open")
        apart.do("share-export", "file")
        assert apart.controller.saving.unsaved["0a"].exported

    def test_what_is_kept_meanwhile_is_not_let_go_of(self, apart: Desk) -> None:
        apart.controller.set_saving(apart.controller.saving.forget("0a"))
        apart.do("ask-drop-unsaved", "0a")
        assert "has been saved in the meantime" in apart.screen.updates[-1].toast


class TestRosters:
    def test_csv_is_read_for_the_rules_that_know_most_of_it(self, desk: Desk) -> None:
        zebra = next(system for system in SYSTEMS if system.key == "zebra")
        desk.do("import")
        desk.do("read-text", text=CSV)
        desk.do("enter", "roster.system", value="zebra")
        assert "Guard ×3" in desk.shown("dialog")
        assert "note AC" in desk.shown("dialog")
        desk.do("roster-new")
        (made,) = [stored for stored in desk.repository.kept.values() if stored.key != "0a"]
        session = replay([decode_record(record) for record in made.records], SYSTEMS)
        fighters = [(each.name, each.side, each.health) for each in session.encounter.combatants.values()]
        harbour = [(f"Guard {letter}", "Harbour", 10) for letter in "ABC"]
        assert fighters == [*harbour, ("Rat", "", 0)]
        assert made.system == zebra.key

    def test_the_rules_are_asked_for_where_nothing_was_played(self) -> None:
        """A column called initiative does not choose the rulebook that has such a field."""
        desk = Desk()
        desk.do("import")
        desk.do("read-text", text="Name,HP,Initiative\nOtter,18,2\n")
        assert "Choose the rules first." in desk.shown("dialog")
        assert "d20, once (as in D&amp;D 5e" in desk.shown("dialog")  # with the game that people look for
        assert "health 18" in desk.shown("dialog")
        assert "roster-new" not in desk.shown("dialog")
        desk.do("enter", "roster.system", value="preset d20_once")
        desk.do("roster-new")
        (made,) = desk.repository.kept.values()
        session = replay([decode_record(record) for record in made.records], SYSTEMS)
        system = system_of(made.system, SYSTEMS).at(session.encounter)
        assert [field.key for field in system.fields] == ["dex", "rolled_total", "fixed"]
        desk.do("import")
        desk.do("read-text", text="Name,DEX\nIlse,14\n")
        assert "Dexterity +2" in desk.shown("dialog"), "the rules last played"

    def test_what_is_said_of_a_column_is_kept_while_other_rules_are_tried(self, desk: Desk) -> None:
        desk.do("import")
        desk.do("read-text", text="Name,Grace\nOtter,2\n")
        desk.do("enter", "roster.system", value="preset d20_once")
        desk.do("enter", "roster.column", value="1 sheet.dex")
        for key in ("zebra", "preset d20_once"):
            desk.do("enter", "roster.system", value=key)
        assert "Dexterity +2" in desk.shown("dialog")
        desk.do("enter", "roster.column", value="1 note of ")
        assert "note Grace 2" in desk.shown("dialog")

    def test_the_columns_of_a_table_without_a_head_are_said_by_hand(self, desk: Desk) -> None:
        desk.do("import")
        desk.do("read-text", text="Otter,18,15\nIlse,26,13\n")
        assert "What is in each column?" in desk.shown("dialog")
        desk.do("enter", "roster.column", value="2 health")
        desk.do("enter", "roster.column", value="1 health")  # it is no longer in the other column
        desk.do("enter", "roster.column", value="2 ac")
        desk.do("enter", "roster.system", value="zebra")
        assert "health 18 · note AC 15" in desk.shown("dialog")
        desk.do("enter", "roster.column", value="0 ")
        assert "Choose the column that has the names" in desk.shown("dialog") + desk.screen.updates[-1].toast
        desk.do("roster-new")
        (made,) = [stored for stored in desk.repository.kept.values() if stored.key != "0a"]
        session = replay([decode_record(record) for record in made.records], SYSTEMS)
        assert [(each.name, each.health) for each in session.encounter.combatants.values()] == [
            ("Otter", 18),
            ("Ilse", 26),
        ]

    def test_the_open_fight_keeps_its_own_columns_when_other_rules_are_tried(self, desk: Desk) -> None:
        desk.do("sample", "three_actions")
        fight = desk.controller.fight
        assert fight
        own = fight.system.fields[0]
        assert own not in next(system for system in SYSTEMS if system.key == "table_rules").fields
        desk.do("import")
        desk.do("read-text", text=f"name,{own.label}\nOtter,9\n")
        (chosen,) = re.findall(r'<option value="([^"]*)" selected>', desk.shown("dialog").partition("</select>")[0])
        for key in ("zebra", "preset cards", chosen):
            desk.do("enter", "roster.system", value=key)
            assert ("no such field" in desk.shown("dialog")) is (key == "preset cards")
        assert "no such field" not in desk.shown("dialog")
        desk.do("roster-add")
        (otter,) = (each for each in fight.encounter.combatants.values() if each.name == "Otter")
        assert otter.sheet[own.key] == 9

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("count,side\n3,x\n", "none of them is called “name”"),
            ("name,nerve\nMara,lots\n", "Line 2: "),
            ("name,count\nMara,0\n", "Line 2: count: a whole number from 1 to 100"),
            ("name,name\nMara,Ilko\n", "The column “name” goes into the note"),
            ('name\n"Mara\n', "cannot be read as a table"),
            ("name,table\nMara,maybe\n", "yes or no, not “maybe”"),
            ("name\nMa\u202era\n", "invisible character"),
        ],
    )
    def test_csv_that_cannot_be_read_says_where(self, desk: Desk, text: str, said: str) -> None:
        desk.do("sample", "zebra")
        desk.do("import")
        desk.do("read-text", text=text)
        assert said in desk.shown("dialog")

    @pytest.mark.parametrize(
        "text",
        [
            json.dumps(IMPROVED),
            json.dumps([IMPROVED]),
            json.dumps({"ImprovedInitiative.SavedEncounters.x": json.dumps(IMPROVED)}),
        ],
    )
    def test_improved_initiative(self, desk: Desk, text: str) -> None:
        desk.do("sample", "zebra")
        fight = desk.controller.fight
        assert fight
        before = set(fight.encounter.combatants)
        desk.do("import")
        desk.do("read-text", text=text)
        assert "Goblin ×3" in desk.shown("dialog")
        assert "Initiative, of 3" in desk.shown("dialog")
        assert "AC 15" in desk.shown("dialog")
        desk.do("roster-add")
        new = [each for combatant_id, each in fight.encounter.combatants.items() if combatant_id not in before]
        assert [(each.side, each.health) for each in new] == [("", 7)] * 3 + [("Party", 20)]

    def test_a_list_joins_the_sides_of_the_open_fight(self, desk: Desk) -> None:
        desk.do("sample", "zebra")
        fight = desk.controller.fight
        assert fight
        before = {each.side for each in fight.encounter.combatants.values()}
        desk.do("import")
        desk.do("read-text", text="Heroes:\nAria, hp 20\nBlue coats:\nWyn, hp 9, side Harbour")
        desk.do("roster-add")
        sides = {each.name: each.side for each in fight.encounter.combatants.values()}
        assert (sides["Aria"] in before, sides["Wyn"]) == (True, "Harbour")

    def test_into_the_party(self, desk: Desk) -> None:
        desk.do("read-text", text=CSV)
        desk.do("roster-party")
        assert sorted(member.command.name for member in desk.repository.members.values()) == ["Guard", "Rat"]
        assert {member.command.count for member in desk.repository.members.values()} == {1}
        assert "Duplicates were merged into one member each: “Guard” (3)." in desk.screen.updates[-1].toast


@pytest.mark.parametrize(("key", "way"), [("0a", "keep its log"), ("", "export fights one by one")])
def test_a_file_that_could_not_be_brought_in_again_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, key: str, way: str
) -> None:
    desk.do("export-listed", key)
    assert "too long to import again" not in desk.shown("dialog")
    monkeypatch.setattr("app.storage.export_writer.LONGEST", 100)
    desk.do("export-listed", key)
    assert f"too long to import again: {way}." in desk.shown("dialog")


def test_the_length_of_a_file_counts_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does when the file is chosen for import."""
    monkeypatch.setattr("app.storage.export_writer.LONGEST", 10)
    assert [bool(Export("Fight", text).with_length_note().notes) for text in ("o" * 10, "ö" * 5, "ö" * 6)] == [
        False,
        False,
        True,
    ]


MARKDOWN = (
    "![x](https://elsewhere.example/x.png)",
    "<img src=x onerror=alert(1)> [click](javascript:alert(1))",
    "&lt;b&gt; ~~gone~~ **loud** _soft_ `code` | cell |",
    "see www.elsewhere.example or HTTPS://elsewhere.example",
    "mailto:someone@elsewhere.example",
    "- a list",
    "+ a list",
    "12. a list",
    "3) a list",
    "# heading",
    "> quoted",
    "---",
    "~~~",
    "a backslash \\",
)
ACTIVE = re.compile(r"[`*_{}\[\]<>#|!&~@]|:(?=\S)|www\.", re.IGNORECASE)
"""The characters that Markdown interprets unless a backslash precedes them."""


class TestChronicle:
    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_the_combatants_can_be_set_up_again_by_hand(self, system: TurnSystem) -> None:
        """The quick lines in it, pasted into Add, give the same sheets."""
        session = played(system)
        text = write_markdown_report(session, system)
        lines = text.split("```")[1].strip().splitlines()
        joined = [
            event.combatant for step in session.past for event in step.events if isinstance(event, CombatantAdded)
        ]
        again = Session(SYSTEMS)
        again.dispatch(c.MakeEncounter("Again", system.key), seeded_dice(1))
        if system.has_rules_of_fights:
            assert all(f"- **{rule.id}** " in text for rule in system.at(session.encounter).rules)
            again.dispatch(session.past[1].command, seeded_dice(1))
        for line in lines:
            again.dispatch(read_quick_line(line, system.at(again.encounter).fields), seeded_dice(1))
        assert list(again.encounter.combatants.values()) == joined

    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_every_step_and_how_things_stand(self, system: TurnSystem) -> None:
        session = played(system)
        text = write_markdown_report(session, system)
        assert f"{system.round_word.capitalize()} 1" in text
        for combatant_id in session.encounter.order:
            assert f"- {session.encounter.name_of(combatant_id)}:" in text.partition("## How things stand")[2]

    @pytest.mark.parametrize("words", [*HOSTILE, *MARKDOWN])
    def test_whatever_comes_from_a_file_is_text(self, words: str) -> None:
        """Names, and rule ids and readings, which a file may have as it likes."""
        session = Session(SYSTEMS)
        commands = (c.MakeEncounter(words, "zebra"), c.AddCombatant(words, 1, words, words, note=words))
        for command in (*commands, c.WriteNote(words)):
            session.dispatch(command, seeded_dice(1))
        events = (Noted(words, words), OptionChosen("tie", words))
        session.add(Step(c.WriteNote("from a file"), events, fold(session.encounter, events)))
        log = write_markdown_report(session, system_of("zebra", SYSTEMS))
        before, _, after = log.partition("```\n")
        for line in (*before.splitlines(), *after.partition("```\n")[2].splitlines()):
            text = re.sub(r"^(#+|-|\d+\.) ", "", line)
            assert not re.search(ACTIVE, re.sub(r"\\.", "", text)), line
            assert not re.match(r"[-+]|\d+[.)]", text), line


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_strings_are_text_in_every_dialog(name: str) -> None:
    """In the list, its menus, the party, previews of files and tables, and in messages."""
    desk = Desk()
    session = Session(SYSTEMS)
    for command in (c.MakeEncounter(name, SYSTEMS[0].key), c.AddCombatant(name, 1, name, name, note=name)):
        session.dispatch(command, seeded_dice(1))
    desk.put(kept(session, "0b"))
    desk.controller.show_fight("0b", session, 2)
    desk.do("save-member", "c1")
    seen = [desk.shown("dialog"), desk.shown("home"), desk.shown("notice")]
    quoted = name.replace('"', '""')
    table = f'name,{chr(34)}{quoted}{chr(34)}\n"{quoted}",x\n'
    file = encode_bundle(Bundle((kept(session, "0d"),)))
    assert read_file(file).is_whole
    for do, arg, values in (
        ("open-listed", "0b", {}),
        ("purge", "0b", {}),
        ("export-listed", "0b", {}),
        ("delete", "0b", {}),
        ("read-text", "", {"text": file}),
        ("read-text", "", {"text": table}),
        ("read-text", "", {"text": name}),
        ("undelete", name, {}),
    ):
        desk.do("import")
        desk.do(do, arg, **values)
        seen += [
            desk.shown("dialog"),
            desk.shown("notice"),
            desk.shown("title"),
            desk.shown("track"),
            desk.shown("log"),
        ]
    for html in seen:
        for element in read(html):
            assert element.name not in ("script", "img", "svg", "a", "b", "iframe"), html
            assert not [
                each for each in element.attributes if each.startswith("on") or each in ("style", "href", "src")
            ]


def test_an_export_with_several_lists_is_kept_whole(desk: Desk) -> None:
    """Its characters in the party, its stat blocks with the enemies, and its encounters as templates."""
    ana = {"Name": "Ana", "HP": {"Value": 18}, "Player": "player"}
    imp = {"Name": "Imp", "HP": {"Value": 7}}
    whole = {
        "ImprovedInitiative.PersistentCharacters.a": json.dumps({"StatBlock": ana, "CurrentHP": 11}),
        "ImprovedInitiative.Creatures.b": json.dumps(imp),
        "ImprovedInitiative.SavedEncounters.c": json.dumps({"Name": "Mill", "Combatants": [{"StatBlock": imp}]}),
    }
    desk.controller.read_text(json.dumps(whole))
    desk.controller.handle("enter", "roster.system", {"value": "zebra"})
    shown = read(desk.shown("dialog")).text
    for words in ("For the party", "Enemies for later fights", "Prepared fights (1)", "Mill: 1 combatant"):
        assert words in shown
    kept_before = {*desk.repository.kept}
    desk.do("roster-keep")
    assert "Imported: 1 in the party, 1 among the enemies, 1 prepared." in desk.screen.updates[-1].toast
    stored = [fight for key, fight in desk.repository.kept.items() if key not in kept_before]
    assert [(fight.name, fight.template, fight.system) for fight in stored] == [("Mill", True, "zebra")]
    members = desk.repository.members.values()
    assert {(member.command.name, member.enemy, member.command.health) for member in members} == {
        ("Ana", False, 11), ("Imp", True, 7)
    }  # fmt: skip
