"""Tests of templates on the page: fights begun again, templates of fights, and enemies kept for later fights."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from app.library.templates import MOST_TEMPLATES
from app.storage.export_file_codec import Bundle, encode_bundle
from app.values.stored import PartyMember, StoreChanges, StoredFight
from tests.app.elements import read
from tests.app.fights import read_file
from tests.app.test_library import Desk
from turntrack.core.commands import AddCombatant, Hit, OpenRound, Wound
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadSave
from turntrack.core.fields import Value, Values
from turntrack.history.session import Session
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules.presets.catalogue import PRESETS


@pytest.fixture
def desk() -> Desk:
    return Desk()


def begun(desk: Desk, system: str = "zebra") -> Desk:
    """Three guards and a rat are in a fight of which the first round runs."""
    desk.do("new", PRESETS[0].key if system == "table_rules" else system)
    desk.do("add-lines", lines="Guard x3, health 10, side Harbour\nRat")
    fight = desk.controller.fight
    assert fight
    fight.dispatch(OpenRound(), seeded_dice(1))
    fight.dispatch(Wound(4, (Hit("c2"),)), seeded_dice(1))
    return desk


def session_of(stored: StoredFight) -> Session:
    return replay([decode_record(record) for record in stored.records], SYSTEMS)


def templates(desk: Desk) -> list[StoredFight]:
    return [
        stored for key, stored in desk.repository.kept.items() if stored.template and key not in desk.repository.deleted
    ]


def save(desk: Desk, **typed: str | bool) -> None:
    """Save the open fight as a template, with the proposed values and the typed ones."""
    desk.do("ask-template-name")
    form = read(desk.shown("dialog")).all("form")[0]
    desk.controller.handle("save-template", form.attributes.get("data-arg", ""), {**form.values(), **typed}, typed)


def kept_twice(desk: Desk) -> tuple[StoredFight, StoredFight]:
    """Save a fight as a template twice; the second replaces the first."""
    begun(desk)
    save(desk)
    (first,) = templates(desk)
    save(desk)
    (second,) = templates(desk)
    return first, second


def fetched(desk: Desk) -> Session:
    """Return the fight that the page asked to open last."""
    do, key = desk.repository.told[-1]
    assert do == "fetch"
    return session_of(desk.repository.kept[key])


class TestFights:
    def test_again_from_the_start_is_a_new_fight_and_the_old_one_stays(self, desk: Desk) -> None:
        begun(desk)
        fight = desk.controller.fight
        assert fight
        before = dict(desk.repository.kept)
        desk.do("start-again")
        again = fetched(desk)
        assert before.items() <= desk.repository.kept.items()
        assert again.encounter.round == 0
        assert [combatant.health for combatant in again.encounter.combatants.values()] == [10, 10, 10, 0]
        assert [step.command for step in again.past] == [step.command for step in fight.session.past[:-2]]

    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_kept_begun_deleted_and_back(self, desk: Desk, system: TurnSystem) -> None:
        begun(desk, system.key)
        save(desk)
        (kept,) = templates(desk)
        assert kept.name == "Guard ×3"
        assert "is saved as a template" in desk.shown("notice")
        desk.do("home")
        home = read(desk.shown("home"))
        assert home.all(data_do="begin-template", data_arg=kept.key)
        desk.do("begin-template", kept.key)
        new = fetched(desk).encounter
        assert (new.system, new.round) == (system.key, 0)
        assert [combatant.name for combatant in new.combatants.values()] == ["Guard A", "Guard B", "Guard C", "Rat"]
        assert [combatant.health for combatant in new.combatants.values()] == [10, 10, 10, 0]
        assert templates(desk) == [kept]
        desk.do("delete", kept.key)
        assert not templates(desk)
        desk.do("undelete", kept.key)
        assert templates(desk) == [kept]

    def test_saved_again_it_takes_the_place_of_the_earlier_one_which_is_said_before(self, desk: Desk) -> None:
        begun(desk)
        save(desk, name="Harbour")
        (first,) = templates(desk)
        desk.do("ask-template-name")
        assert "Replace “Harbour”" in desk.shown("dialog")
        save(desk)
        (second,) = templates(desk)
        assert first.key != second.key
        assert second.name == "Harbour"
        assert desk.repository.deleted == {first.key}
        assert "The old one is under “Deleted”" in desk.shown("notice")

    def test_a_sheet_opened_while_the_template_is_stored_stays_open(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun(desk)
        commit = desk.repository.commit

        async def commit_slowly(changes: StoreChanges) -> None:
            desk.do("person", "c1")
            await commit(changes)

        monkeypatch.setattr(desk.repository, "commit", commit_slowly)
        save(desk)
        assert len(templates(desk)) == 1
        assert "Guard A" in read(desk.shown("dialog")).text

    def test_a_fight_begun_from_a_template_replaces_that_one_alone(self, desk: Desk) -> None:
        """Not another of the same name, nor the one that it has just been saved as beside it."""
        begun(desk)
        save(desk, name="Harbour")
        (first,) = templates(desk)
        desk.do("begin-template", first.key)
        key = desk.repository.told[-1][1]
        desk.controller.show_fight(key, session_of(desk.repository.kept[key]), len(desk.repository.kept[key].records))
        desk.do("add-lines", lines="Captain, side Harbour")
        save(desk, name="Harbour at night", instead=False)
        save(desk, name="Harbour by day")
        assert [stored.name for stored in templates(desk)] == ["Harbour at night", "Harbour by day"]
        assert desk.repository.deleted == {first.key}

    def test_no_other_fight_s_template_is_ever_replaced(self, desk: Desk) -> None:
        """The name proposed is one that is free; one that is taken is asked for again, and nothing is lost."""
        begun(desk)
        save(desk)
        desk.do("home")
        begun(desk)
        save(desk)
        assert [stored.name for stored in templates(desk)] == ["Guard ×3", "Guard ×3 (2)"]
        desk.do("home")
        begun(desk)
        save(desk, name="guard ×3")
        assert "There is already a template called “Guard ×3”" in desk.shown("dialog")
        assert read(desk.shown("dialog")).values()["name"] == "guard ×3"
        assert len(templates(desk)) == 2
        assert not desk.repository.deleted

    def test_a_name_is_needed(self, desk: Desk) -> None:
        begun(desk)
        save(desk, name=" ")
        assert "The name is empty" in desk.shown("dialog")
        assert not templates(desk)

    def test_taking_the_place_of_another_can_be_undone(self, desk: Desk) -> None:
        first, second = kept_twice(desk)
        assert f'data-do="revert-template" data-arg="{first.key}:{second.key}"' in desk.shown("notice")
        desk.do("revert-template", f"{first.key}:{second.key}")
        assert templates(desk) == [first]
        assert desk.repository.deleted == {second.key}
        assert "saved as a template" not in desk.shown("notice")

    def test_keeping_can_be_undone(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        (kept,) = templates(desk)
        assert f'data-do="delete" data-arg="{kept.key}"' in desk.shown("notice")
        desk.do("delete", kept.key)
        assert not templates(desk)

    def test_it_is_no_fight_to_go_on_with(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        (kept,) = templates(desk)
        desk.repository.kept = {kept.key: kept}
        desk.repository.start_task(desk._refresh())
        desk.do("home")
        home = read(desk.shown("home"))
        assert not home.all(data_do="open-saved")
        desk.do("open-listed", kept.key)
        sheet = read(desk.shown("dialog"))
        assert sheet.all(data_do="begin-template")
        assert not sheet.all(data_do="archive")

    def test_nobody_makes_no_template(self, desk: Desk) -> None:
        desk.do("new", "zebra")
        desk.do("ask-template-name")
        assert not templates(desk)
        assert "Nobody is in the fight" in desk.shown("dialog") + desk.screen.updates[-1].toast

    def test_there_are_so_many_at_most(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        (kept,) = templates(desk)
        for number in range(1, MOST_TEMPLATES):
            desk.repository.kept[f"t{number}"] = replace(kept, key=f"t{number}", name=f"Other {number}")
        save(desk, name="One too many", instead=False)
        assert len(templates(desk)) == MOST_TEMPLATES
        assert "delete one first" in desk.shown("dialog")

    @pytest.mark.parametrize(
        ("record", "said"),
        [
            ('{"format":999,"seq":2,"is":"undo"}', "This template is from a newer Turntrack"),
            ("damaged", "Part of this template cannot be read"),
        ],
    )
    def test_what_cannot_be_read_whole_begins_nothing(self, desk: Desk, record: str, said: str) -> None:
        begun(desk)
        save(desk)
        (kept,) = templates(desk)
        desk.repository.kept[kept.key] = replace(kept, records=(*kept.records, record))
        before, told = dict(desk.repository.kept), list(desk.repository.told)
        desk.do("begin-template", kept.key)
        assert said in desk.screen.updates[-1].toast
        assert (desk.repository.kept, desk.repository.told) == (before, told)

    def test_a_full_device_changes_nothing_and_says_so(self, desk: Desk) -> None:
        begun(desk)
        desk.repository.full, before = True, dict(desk.repository.kept)
        save(desk)
        assert "full" in desk.shown("dialog")
        assert desk.repository.kept == before
        desk.do("dismiss")
        desk.do("start-again")
        assert "full" in desk.screen.updates[-1].toast
        assert desk.repository.kept == before


class TestFiles:
    def test_a_template_goes_out_alone_and_comes_in_again(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        (kept,) = templates(desk)
        desk.do("export-listed", kept.key)
        text = desk.exported()
        assert '"kind":"turntrack-template"' in text.replace('": "', '":"')
        other = Desk()
        other.do("import")
        other.do("read-text", text=text)
        assert "a template of 4 combatants" in other.shown("dialog")
        other.do("import-beside")
        (there,) = templates(other)
        assert session_of(there).encounter.combatants == session_of(kept).encounter.combatants
        other.do("import")
        other.do("read-text", text=text)
        assert "Nothing in it is new" in other.shown("dialog")

    def test_a_link_holds_it_too(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        (kept,) = templates(desk)
        desk.do("export-listed", kept.key)
        (code,) = [each for each in read(desk.shown("dialog")) if "data-code" in each.attributes]
        other = Desk()
        other.controller.read_text(f"https://table.example/{code.attributes['data-code']}")
        assert "a template of 4 combatants" in other.shown("dialog")
        assert not templates(other)
        other.do("import-beside")
        (there,) = templates(other)
        assert session_of(there).encounter.combatants == session_of(kept).encounter.combatants

    def test_it_is_in_a_file_of_everything(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        desk.do("save-enemy", "c1")
        desk.do("home")
        desk.do("export-listed", "")
        bundle = read_file(desk.exported())
        assert [stored.name for stored in bundle.encounters if stored.template] == [templates(desk)[0].name]
        assert [(member.command.name, member.enemy) for member in bundle.party] == [("Guard", True)]

    def test_a_mark_that_is_neither_yes_nor_no_is_refused(self, desk: Desk) -> None:
        begun(desk)
        save(desk)
        text = encode_bundle(Bundle(tuple(templates(desk)))).replace('"template":true', '"template":1')
        desk.do("import")
        desk.do("read-text", text=text)
        assert "“template”: true or false was expected" in desk.shown("dialog")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"kind":"turntrack-template","format":99,"name":"A","system":"zebra","commands":[]}', "newer"),
            (
                '{"kind":"turntrack-template","format":1,"name":"A","system":"mine","commands":[{"is":"Undo"}]}',
                "Entry 1",
            ),
            ('{"kind":"turntrack-template","format":1,"name":"A","system":"mine","commands":[]}', "mine"),
            ('{"kind":"turntrack-template"', "cut short"),
        ],
    )
    def test_one_that_cannot_be_read_says_so_and_changes_nothing(self, desk: Desk, text: str, said: str) -> None:
        desk.do("import")
        desk.do("read-text", text=text)
        assert said in desk.shown("dialog")
        assert not desk.repository.kept


class TestPrepared:
    """A prepared fight is read, put in its place and begun with the party as it stands."""

    def names(self, desk: Desk) -> list[str]:
        desk.do("home")
        return [row.all("strong")[0].text for row in read(desk.shown("home")).all(data_do="begin-template")]

    def prepare(self, desk: Desk, *names: str) -> list[str]:
        for name in names:
            begun(desk)
            save(desk, name=name)
        return [template.key for template in templates(desk)]

    def test_says_who_is_in_it_and_what_comes_when(self, desk: Desk) -> None:
        desk.do("new", "zebra")
        desk.do("add-lines", lines="Guard x3, health 10, side Harbour\nRat")
        arrival: dict[str, str | bool] = {
            "wing-lines": "Captain, side Harbour",
            "wing-round": "2",
            "wing-hidden": False,
            "wing-side": "",
        }
        desk.controller.handle("add-reinforcements", "", arrival)
        save(desk)
        desk.do("open-listed", templates(desk)[0].key)
        content = read(desk.shown("dialog")).all(id="template-content")[0]
        assert [row.text for row in content.all("li")] == ["Guard ×3 Harbour · health 10", "Rat"]
        assert content.all("p")[0].text == "Later: Captain in sequence 2"

    def test_one_that_cannot_be_read_can_still_be_exported_or_deleted(self, desk: Desk) -> None:
        (key,) = self.prepare(desk, "Harbour")
        desk.repository.kept[key] = replace(desk.repository.kept[key], records=("nonsense",))
        desk.do("open-listed", key)
        sheet = read(desk.shown("dialog"))
        assert not sheet.all(id="template-content")
        assert sheet.all(data_do="delete")

    def test_moves_among_the_others_and_stays_there_when_it_is_saved_again(self, desk: Desk) -> None:
        first, second, _ = self.prepare(desk, "Harbour", "Roof", "Ship")
        assert self.names(desk) == ["Harbour", "Roof", "Ship"]
        desk.do("open-listed", first)
        sheet = read(desk.shown("dialog"))
        assert sheet.all(data_do="template-earlier")[0].attributes.get("disabled") is not None
        desk.do("template-later", first)
        assert read(desk.shown("dialog")).all(data_do="template-earlier", data_arg=first), "it can be moved on"
        desk.do("template-later", first)
        desk.do("template-later", first)
        assert self.names(desk) == ["Roof", "Ship", "Harbour"]
        desk.do("template-later", second)
        assert self.names(desk) == ["Ship", "Roof", "Harbour"]
        desk.do("template-earlier", second)
        assert self.names(desk) == ["Roof", "Ship", "Harbour"]

    def test_one_that_is_gone_is_not_moved(self, desk: Desk) -> None:
        (key,) = self.prepare(desk, "Harbour")
        desk.do("delete", key)
        desk.do("template-later", key)
        assert "This fight is no longer here" in desk.screen.updates[-1].toast

    def test_the_party_joins_unless_it_is_in_it(self, desk: Desk) -> None:
        (key,) = self.prepare(desk, "Harbour")
        member = PartyMember("1", "zebra", AddCombatant("Mara", health=15, sheet={"nerve": 7}))
        hurt = AddCombatant("Mara", health=6, full_health=15, sheet={"nerve": 7})
        desk.repository.members["1"] = replace(member, standing=hurt)
        desk.do("open-listed", key)
        assert [way.text for way in read(desk.shown("dialog")).all(class_="primary")] == ["Begin with the party"]
        desk.do("begin-template", key)
        mara, *_ = fetched(desk).encounter.combatants.values()
        assert (mara.health, mara.full_health, mara.member) == (6, 15, "1")
        desk.do("begin-template-alone", key)
        assert "Mara" not in [each.name for each in fetched(desk).encounter.combatants.values()]

    def test_a_party_of_other_rules_stays_out(self, desk: Desk) -> None:
        (key,) = self.prepare(desk, "Harbour")
        desk.repository.members["1"] = PartyMember("1", "rond6", AddCombatant("Mara"))
        desk.do("open-listed", key)
        assert [way.text for way in read(desk.shown("dialog")).all(class_="primary")] == ["Begin a fight with it"]
        desk.do("begin-template", key)
        assert len(fetched(desk).encounter.combatants) == 4


class TestEnemies:
    def test_kept_from_the_sheet_and_brought_into_another_fight(self, desk: Desk) -> None:
        begun(desk)
        desk.do("person", "c2")
        assert read(desk.shown("dialog")).all(data_do="save-enemy", data_arg="c2")
        desk.do("save-enemy", "c2")
        (member,) = desk.repository.members.values()
        assert (member.enemy, member.command.name, member.command.health) == (True, "Guard", 10)
        desk.do("new", "zebra")
        for _ in range(2):
            desk.do("add")
            assert read(desk.shown("dialog")).all(data_do="bring-member", data_arg=f"{member.key}:standing")
            desk.do("bring-member", f"{member.key}:standing")
        fight = desk.controller.fight
        assert fight
        guards = fight.encounter.combatants.values()
        assert [(combatant.name, combatant.health, combatant.side) for combatant in guards] == [
            ("Guard", 10, "Harbour"),
            ("Guard A", 10, "Harbour"),
        ]

    @pytest.mark.parametrize(
        ("of", "into", "title"), [("table_rules", "zebra", "Table rules"), ("zebra", "table_rules", "Zebra")]
    )
    def test_one_kept_by_other_rules_is_offered_with_what_these_know(
        self, desk: Desk, of: str, into: str, title: str
    ) -> None:
        """Those of these rules come first; of the others the health, the side and the name come along, too."""
        sheet: Values = {"nerve": 4, "dex": 3, **{f"skill_{number}": number for number in range(9)}}
        desk.repository.members["o"] = PartyMember(
            "o", of, AddCombatant("Ogre", side="Harbour", sheet=sheet, health=20), enemy=True
        )
        desk.repository.members["r"] = PartyMember("r", into, AddCombatant("Rat"), enemy=True)
        desk.controller.set_members(tuple(desk.repository.members.values()))
        desk.do("new", PRESETS[0].key if into == "table_rules" else into)
        desk.do("add")
        offered = [each.text for each in read(desk.shown("dialog")).all(data_do="bring-member")]
        assert offered[0] == "Rat"
        assert offered[1].startswith(f"Ogre {title}")
        desk.do("bring-member", "o:standing")
        fight = desk.controller.fight
        assert fight
        (ogre,) = fight.encounter.combatants.values()
        assert (ogre.name, ogre.health, ogre.side) == ("Ogre", 20, "Harbour")
        assert {*ogre.sheet} == {field.key for field in fight.system.fields}
        said = desk.screen.updates[-1].toast
        assert said.startswith("Ogre joins. These rules have nothing for ")
        assert said.endswith("skill 8: left out.")
        desk.do("open-party")
        assert read(desk.shown("dialog")).all(data_do="add-member", data_arg="o:standing")

    def test_one_of_the_party_comes_in_from_a_file_although_an_enemy_is_just_so(self, desk: Desk) -> None:
        text = encode_bundle(Bundle(party=(PartyMember("0a", "zebra", AddCombatant("Ogre", health=20)),)))
        (member,) = read_file(text).party
        desk.repository.members["e"] = replace(member, key="e", enemy=True)
        desk.do("import")
        desk.do("read-text", text=text)
        desk.do("import-beside")
        assert sorted(member.enemy for member in desk.repository.members.values()) == [False, True]

    def test_an_enemy_is_not_of_the_party(self, desk: Desk) -> None:
        begun(desk)
        desk.do("save-enemy", "c4")
        desk.do("new", "zebra")
        desk.do("add-party", "standing")
        fight = desk.controller.fight
        assert fight
        assert not fight.encounter.combatants
        assert "Enemies: Zebra Island" in desk.shown("dialog")

    def test_the_party_stands_in_add_and_comes_at_once(self, desk: Desk) -> None:
        for number, name in enumerate(("Mara", "Ilko", "Sten")):
            desk.repository.members[f"{number}"] = PartyMember(f"{number}", "zebra", AddCombatant(name, side="Party"))
        desk.repository.members["other"] = PartyMember("other", "rond6", AddCombatant("Else"))
        desk.controller.set_members(tuple(desk.repository.members.values()))
        desk.do("new", "zebra")
        sheet = read(desk.shown("dialog"))
        assert [each.text for each in sheet.all(data_do="bring-member")] == ["Mara", "Ilko", "Sten"]
        desk.do("bring-member", "1:standing")
        sheet = read(desk.shown("dialog"))
        assert [each.text for each in sheet.all(data_do="bring-member")] == ["Mara", "Sten"]
        assert [each.text for each in sheet.all(data_do="bring-party")] == ["Add all 2"]
        desk.do("bring-party", "standing")
        fight = desk.controller.fight
        assert fight
        assert [combatant.name for combatant in fight.encounter.combatants.values()] == ["Ilko", "Mara", "Sten"]
        assert not read(desk.shown("dialog")).all(id="kept-here")

    def test_what_is_typed_stays_beside_those_who_come(self, desk: Desk) -> None:
        desk.repository.members["1"] = PartyMember("1", "zebra", AddCombatant("Mara"))
        desk.controller.set_members(tuple(desk.repository.members.values()))
        desk.do("new", "zebra")
        desk.controller.handle("bring-member", "1:standing", {}, {"lines": "Rat"}, is_within=True)
        assert "Rat" in desk.shown("dialog")


class TestOtherFields:
    """Where each fight has rules of its own, a member may have fields that another fight lacks."""

    SHEET: ClassVar[dict[str, Value]] = {"bonus": 3, "dex": 4, "of_old": 7}

    def test_the_party_keeps_what_only_some_rules_have(self) -> None:
        member = PartyMember("1", "table_rules", AddCombatant("Mara", sheet=self.SHEET))
        (there,) = read_file(encode_bundle(Bundle(party=(member,)))).party
        assert there == member

    def test_a_fight_takes_what_it_knows_and_says_what_it_left(self, desk: Desk) -> None:
        desk.repository.members["1"] = PartyMember("1", "table_rules", AddCombatant("Mara", sheet=self.SHEET))
        desk.repository.members["2"] = PartyMember("2", "table_rules", AddCombatant("Ilko", sheet={"dex": "seven"}))
        desk.do("new", PRESETS[0].key)
        desk.do("bring-party", "standing")
        fight = desk.controller.fight
        assert fight
        known = {field.key for field in fight.system.fields}
        assert "dex" in known
        mara, _ = fight.encounter.combatants.values()
        assert {key: mara.sheet[key] for key in known & self.SHEET.keys()} == {
            key: value for key, value in self.SHEET.items() if key in known
        }
        assert "Mara and Ilko join. These rules have nothing for" in desk.screen.updates[-1].toast
        assert "of old" in desk.screen.updates[-1].toast
        assert "of_old" not in mara.sheet

    def test_in_fixed_rules_a_field_that_is_none_of_theirs_is_no_member(self) -> None:
        member = PartyMember("1", "zebra", AddCombatant("Mara", sheet={"of_old": 7}))
        with pytest.raises(BadSave, match="no field called"):
            read_file(encode_bundle(Bundle(party=(member,))))
