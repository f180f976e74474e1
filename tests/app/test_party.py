"""Tests of an evening: the party carries on from fight to fight as it stands, or rested."""

from __future__ import annotations

import pytest

from app.fight.fight import Fight
from app.intents.fight import Do
from app.intents.html_codec import write
from app.storage.party_standings import read_standings
from app.values.stored import PartyMember
from tests.app.elements import read
from tests.app.repository import finish
from tests.app.store import Device, Tab
from turntrack.core import commands as c
from turntrack.core.model import Combatant, RefillTime
from turntrack.systems import SYSTEMS

PARTY = "Mara, side Crew, health 15, nerve 9\nOtter, side Crew, health 9, nerve 7"


@pytest.fixture
def tab() -> Tab:
    """Return a page with a party of two, of whom Mara was hurt in the first fight and Otter fell."""
    tab = Tab(Device())
    tab.do("new", "zebra")
    tab.do("add-lines", lines=f"{PARTY}\nRat x2, side Harbour, health 5")
    tab.do("save-side", "Crew")
    command(tab, c.KeepCounter("c1", "arrows", 12, 12))
    command(tab, c.KeepCounter("c1", "luck", 0, 2, RefillTime.REST))
    command(tab, c.StepCounter("c1", "arrows", -9))
    command(tab, c.Wound(9, (c.Hit("c1"), c.Hit("c2"))))
    command(tab, c.Fall("c2"))
    command(tab, c.GiveCondition(("c1",), "blind"))
    command(tab, c.ChangeCombatant("c1", players_name="the captain"))
    return tab


def command(tab: Tab, given: c.Command) -> None:
    tab.do(*write(Do(given)))


def fight_of(tab: Tab) -> Fight:
    assert tab.controller.fight
    return tab.controller.fight


def combatant(tab: Tab, name: str) -> Combatant:
    there = fight_of(tab).encounter.everybody().values()
    return next(combatant for combatant in there if combatant.name == name)


def stands(tab: Tab) -> dict[str, int]:
    """Return the health of each member as the store tells it."""
    members: list[PartyMember] = []

    async def read_members() -> None:
        members.extend(await read_standings(tab.repository, SYSTEMS, {}))

    finish(read_members())
    return {member.command.name: member.command_to_join().health for member in members}


def send(tab: Tab, do: str, **form: str | bool) -> None:
    tab.controller.handle(do, "", {name.replace("_", "-"): value for name, value in form.items()})
    tab.rest()


def key_of(tab: Tab, name: str) -> str:
    """Return the key of the fight with this name."""
    return next(key for key, head in tab.device.heads.items() if head.get("name") == name)


def test_whoever_is_kept_knows_the_member(tab: Tab) -> None:
    assert combatant(tab, "Mara").member == next(iter(tab.device.party))
    assert combatant(tab, "Rat A").member == ""
    assert stands(tab) == {"Mara": 6, "Otter": 0}, "nobody has pressed a button after the fight"


def test_in_a_new_fight_the_party_comes_as_it_stands(tab: Tab) -> None:
    tab.do("new", "zebra")
    tab.do("add")
    chips = [chip.text for chip in read(tab.shown("dialog")).all(data_do="bring-member")]
    assert chips == ["Mara 6 of 15, arrows 3 of 12, luck 0 of 2, blind", "Otter down, 0 of 9"]
    tab.do("bring-party", "standing")
    mara = combatant(tab, "Mara")
    assert (mara.health, mara.full_health, mara.players_name) == (6, 15, "the captain")
    assert [counter.value for counter in mara.counters] == [3, 0]
    assert [condition.name for condition in fight_of(tab).encounter.conditions] == ["blind"]
    assert not fight_of(tab).encounter.standings["c2"].able
    tab.do("bring-party", "standing")
    assert len(fight_of(tab).encounter.combatants) == 2, "a member is never doubled"


def test_or_rested(tab: Tab) -> None:
    tab.do("new", "zebra")
    tab.do("add")
    tab.do("bring-party", "rested")
    mara = combatant(tab, "Mara")
    assert (mara.health, [counter.value for counter in mara.counters]) == (15, [3, 2])
    assert fight_of(tab).encounter.standings["c2"].able
    assert [condition.name for condition in fight_of(tab).encounter.conditions] == ["blind"]


def test_the_fight_that_was_played_last_counts(tab: Tab) -> None:
    first = fight_of(tab).key
    tab.device.clock += 1
    tab.do("new", "zebra")
    tab.do("bring-party", "standing")
    command(tab, c.Wound(2, (c.Hit("c1"),), heals=True))
    assert stands(tab) == {"Mara": 8, "Otter": 0}
    tab.do("home")
    tab.do("open-saved", first)
    assert stands(tab) == {"Mara": 8, "Otter": 0}, "to open a fight changes nothing"
    tab.device.clock += 1
    command(tab, c.Wound(1, (c.Hit("c1"),)))
    assert stands(tab) == {"Mara": 5, "Otter": 0}
    tab.do("open-party")
    assert "after Rat ×2" in tab.shown("dialog"), "it says where"


def test_a_fight_with_the_clock_ahead_counts_only_until_the_next(tab: Tab) -> None:
    """The order in which fights were saved decides, and a rest comes after them."""
    now = tab.device.clock
    tab.device.clock = now + 365 * 86_400_000
    command(tab, c.Wound(1, (c.Hit("c1"),)))
    assert stands(tab) == {"Mara": 5, "Otter": 0}
    tab.device.clock = now + 86_400_000
    tab.do("new", "zebra")
    tab.do("bring-party", "standing")
    command(tab, c.Wound(3, (c.Hit("c1"),), heals=True))
    assert stands(tab) == {"Mara": 8, "Otter": 0}
    tab.do("home")
    assert [fight.key for fight in tab.controller.saved] == list(reversed(tab.device.rows))
    tab.do("open-party-rest")
    send(tab, "rest-party", **{f"rests-{next(iter(tab.device.party))}": True}, health="all", points="")
    assert stands(tab) == {"Mara": 15, "Otter": 0}


def test_what_a_deleted_fight_has_left_stays(tab: Tab) -> None:
    key = fight_of(tab).key
    tab.do("home")
    tab.do("open-listed", key)
    tab.do("delete", key)
    tab.do("purge-now", key)
    assert key not in tab.device.rows
    assert stands(tab) == {"Mara": 6, "Otter": 0}


def test_a_member_that_is_updated_or_renamed_is_the_same(tab: Tab) -> None:
    command(tab, c.ChangeCombatant("c1", name="Captain Mara", sheet={"nerve": 10}))
    tab.do("save-member", "c1")
    assert sorted(row["name"] for row in tab.device.party.values() if not row.get("deleted")) == [
        "Captain Mara",
        "Otter",
    ]
    assert stands(tab) == {"Captain Mara": 6, "Otter": 0}
    tab.do("save-side", "Crew")
    assert stands(tab) == {"Captain Mara": 6, "Otter": 0}


class TestNextFight:
    def test_has_the_party_as_it_stands_and_the_rules_of_this_one(self, tab: Tab) -> None:
        command(tab, c.ChooseOption("tie", "listed"))
        before = fight_of(tab).key
        tab.do("open-next-fight", "standing")
        assert "6 of 15" in tab.shown("dialog")
        tab.do("begin-next-fight", ":standing")
        encounter = fight_of(tab).encounter
        assert fight_of(tab).key != before
        assert [known.name for known in encounter.combatants.values()] == ["Mara", "Otter"]
        assert (combatant(tab, "Mara").health, encounter.options["tie"]) == (6, "listed")
        assert combatant(tab, "Mara").member

    def test_against_a_template(self, tab: Tab) -> None:
        tab.do("new", "zebra")
        tab.do("add-lines", lines="Ogre x2, side Hills, health 40\nMara, side Crew")
        tab.do("save-template", "", name="Ogres")
        template = next(key for key, head in tab.device.heads.items() if head.get("template"))
        tab.do("home")
        tab.do("open-saved", key_of(tab, "Rat ×2"))
        tab.do("open-next-fight", "rested")
        assert "Ogres" in tab.shown("dialog")
        tab.do("begin-next-fight", f"{template}:rested")
        encounter = fight_of(tab).encounter
        assert (encounter.name, combatant(tab, "Mara").health) == ("Ogres", 15)
        assert [known.name for known in encounter.combatants.values()][:4] == ["Mara", "Otter", "Ogre A", "Ogre B"]

    def test_offers_no_template_of_other_rules(self, tab: Tab) -> None:
        tab.do("sample", "unbound")
        tab.do("save-template", "", name="Woods")
        tab.do("open-saved", key_of(tab, "Rat ×2"))
        tab.do("open-next-fight", "standing")
        assert "Woods" not in tab.shown("dialog")

    def test_says_if_nobody_comes_along(self) -> None:
        tab = Tab(Device())
        tab.do("new", "zebra")
        tab.do("add-lines", lines="Rat\nGuard")
        tab.do("open-next-fight", "standing")
        assert "Nobody in this fight" in tab.shown("dialog")
        tab.do("begin-next-fight", ":standing")
        assert not fight_of(tab).encounter.combatants


def test_a_template_with_members_begins_with_them_as_they_stand(tab: Tab) -> None:
    tab.do("save-template", "", name="Rats again")
    template = next(key for key, head in tab.device.heads.items() if head.get("template"))
    tab.do("begin-template", template)
    assert (combatant(tab, "Mara").health, combatant(tab, "Rat A").health) == (6, 5)


class TestRest:
    def test_in_a_fight_is_one_step(self, tab: Tab) -> None:
        tab.do("open-rest")
        boxes = read(tab.shown("dialog")).all(type="checkbox")
        assert [box.attributes["name"] for box in boxes if "checked" in box.attributes] == ["rests-c1", "rests-c2"]
        send(tab, "rest", rests_c1=True, rests_c2=False, health="amount", points="4")
        assert (combatant(tab, "Mara").health, combatant(tab, "Otter").health) == (10, 0)
        tab.do("undo")
        assert combatant(tab, "Mara").health == 6

    def test_asks_first_how_much_health_comes_back(self, tab: Tab) -> None:
        """One tap chooses it; whoever is not of the party is folded."""
        tab.do("open-rest")
        sheet = read(tab.shown("dialog"))
        ways = sheet.all(type="radio")
        assert [(way.attributes["value"], "checked" in way.attributes) for way in ways] == [
            ("all", True),
            ("half", False),
            ("amount", False),
            ("none", False),
        ]
        assert sheet.values()["health"] == "all"
        boxes = list(sheet)
        assert boxes.index(ways[-1]) < boxes.index(sheet.find(type="checkbox", id="rests-c1"))
        (fold,) = sheet.all("details")
        assert fold.find("summary").text == "Others (2)"
        assert [box.attributes["name"] for box in fold.all(type="checkbox")] == ["rests-c3", "rests-c4"]

    def test_without_anybody_says_so(self, tab: Tab) -> None:
        tab.do("open-rest")
        tab.do("rest", "", health="all")
        assert tab.toast == "Choose someone first."

    @pytest.mark.parametrize(
        ("health", "points", "left"), [("all", "", 15), ("half", "", 13), ("amount", "3", 9), ("none", "", 6)]
    )
    def test_between_fights_can_be_taken_back(self, tab: Tab, health: str, points: str, left: int) -> None:
        tab.do("home")
        tab.do("open-party")
        tab.do("open-party-rest")
        mara = f"rests-{next(iter(tab.device.party))}"
        send(tab, "rest-party", **{mara: True}, health=health, points=points)
        assert stands(tab) == {"Mara": left, "Otter": 0}
        assert "Mara has rested" in tab.shown("notice")
        tab.do("revert-rest")
        assert stands(tab) == {"Mara": 6, "Otter": 0}
        assert tab.shown("notice") == ""

    def test_can_be_taken_back_after_the_store_has_refused_it(self, tab: Tab) -> None:
        tab.do("home")
        send(tab, "rest-party", **{f"rests-{next(iter(tab.device.party))}": True}, health="all", points="")
        tab.device.is_full = True
        tab.do("revert-rest")
        assert stands(tab) == {"Mara": 15, "Otter": 0}
        assert "revert-rest" in tab.shown("notice")
        tab.device.is_full = False
        tab.do("revert-rest")
        assert stands(tab) == {"Mara": 6, "Otter": 0}

    def test_with_dice(self, tab: Tab) -> None:
        tab.do("home")
        tab.do("open-party-rest")
        mara = f"rests-{next(iter(tab.device.party))}"
        send(tab, "rest-party", **{mara: True}, health="amount", points="1d4")
        assert 7 <= stands(tab)["Mara"] <= 10
        send(tab, "rest-party", **{mara: True}, health="amount", points="a lot")
        assert "a lot" in tab.shown("dialog")


def test_after_a_fight_the_age_of_the_last_backup_is_said(tab: Tab) -> None:
    tab.do("account")
    assert "Nothing has been backed up yet." in tab.shown("dialog")
    tab.do("export-listed", "")
    tab.do("share-export", "file")
    tab.do("account")
    assert 'id="backup"' not in tab.shown("dialog")
    tab.device.clock += 12 * 24 * 60 * 60 * 1000
    again = Tab(tab.device)
    command(again, c.Wound(1, (c.Hit("c3"),)))
    again.do("account")
    assert "The last backup is 12 days old." in again.shown("dialog")


def test_a_single_fight_in_a_file_is_no_backup(tab: Tab) -> None:
    tab.do("export-open")
    tab.do("share-export", "file")
    assert tab.device.backup == 0


def test_the_conditions_of_a_table_are_offered_in_its_next_fights(tab: Tab) -> None:
    command(tab, c.GiveCondition(("c1",), "bewitched"))
    tab.do("home")
    tab.do("new", "zebra")
    assert fight_of(tab).encounter.words == ("bewitched",)
    tab.do("add-lines", lines="Rat")
    tab.do("conditions", "c1")
    assert "bewitched" in tab.shown("dialog")
    tab.do("home")
    tab.do("new", "unbound")
    assert fight_of(tab).encounter.words == ()
    tab.do("open-saved", key_of(tab, "Rat ×2"))
    tab.do("open-next-fight", "standing")
    tab.do("begin-next-fight", ":standing")
    assert "bewitched" in fight_of(tab).encounter.words


def test_many_kept_enemies_can_be_searched_by_name_and_by_their_card(tab: Tab) -> None:
    tab.do("add-lines", lines="\n".join(f"Foe{number}, side Harbour" for number in range(9)))
    there = fight_of(tab).encounter.combatants
    for combatant_id in [key for key, foe in there.items() if foe.name.startswith("Foe")]:
        tab.do("save-enemy", combatant_id)
    keys = [key for key, foe in there.items() if foe.name == "Foe7"]
    tab.controller.handle("write-stat-card", keys[0], {"card": "Breathes fire."})
    tab.rest()
    tab.do("save-enemy", keys[0])
    tab.do("add")
    assert len(enemies(tab)) == 9
    tab.controller.handle("type", "enemy-search", {"value": "FIRE"})
    tab.rest()
    assert enemies(tab) == ["Foe7"]


def enemies(tab: Tab) -> list[str]:
    chips = [chip.text for chip in read(tab.shown("dialog")).all(data_do="bring-member")]
    return [chip for chip in chips if chip.startswith("Foe")]


def rest(tab: Tab) -> None:
    """Let the whole party rest after its fight."""
    tab.do("home")
    tab.device.clock += 60_000
    tab.do("open-party-rest")
    boxes = read(tab.shown("dialog")).all(type="checkbox")
    send(tab, "rest-party", **{box.attributes["name"]: True for box in boxes}, health="all")
    tab.device.clock += 60_000


@pytest.mark.parametrize("change", ["rename-listed", "duplicate-listed"])
def test_what_is_done_to_an_old_fight_in_the_list_leaves_the_party_as_it_stands(tab: Tab, change: str) -> None:
    first = fight_of(tab).key
    rest(tab)
    assert stands(tab) == {"Mara": 15, "Otter": 9}
    tab.do(change, first, name="The quay")
    tab.rest()
    assert len(tab.device.heads) == 1 + (change == "duplicate-listed")
    assert (tab.device.heads[first]["name"] == "The quay") is (change == "rename-listed")
    assert stands(tab) == {"Mara": 15, "Otter": 9}


def test_a_backup_of_this_device_has_nothing_new(tab: Tab) -> None:
    """Also the party, though the file has its members as the fight has left them."""
    tab.rest()
    tab.do("export-listed", "")
    tab.do("share-export", "file")
    tab.do("home")
    tab.do("import")
    tab.do("read-text", text=tab.repository.handed[-1][2])
    assert "Nothing in it is new" in tab.shown("dialog")


def test_a_newer_file_tells_another_device_how_the_party_stands(tab: Tab) -> None:
    other = Tab(Device())
    for heading, toast in (
        ("For the party", "2 added to the party."),
        ("In the party, and newer in the file", "2 party members updated from the file, which is newer."),
    ):
        tab.do("export-party")
        tab.do("share-export", "file")
        other.do("import")
        other.do("read-text", text=tab.repository.handed[-1][2])
        assert heading in other.shown("dialog")
        other.do("import-beside")
        assert toast in other.screen.updates[-1].toast
        tab.device.clock += 60_000
        command(tab, c.Wound(2, (c.Hit("c1"),), heals=True))
    assert stands(other) == {"Mara": 8, "Otter": 0}
