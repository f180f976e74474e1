"""Tests of the storage through its facade: stored data, repairs, and other tabs, without a browser."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from app.storage import messages
from app.storage.journal import chain_records
from tests.app.store import Device, MemoryJournal, Tab
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
def tab(device: Device) -> Tab:
    """Return a tab that has begun the sample fight, and writes."""
    tab = Tab(device)
    tab.sample()
    return tab


def cut(device: Device, left: int) -> list[list[object]]:
    """Cut the only journal after this number of rows; its list entry keeps the old count."""
    (rows,) = device.rows.values()
    gone = rows[left:]
    del rows[left:]
    return gone


class TestStart:
    def test_nothing_is_there(self, device: Device) -> None:
        tab = Tab(device)
        assert tab.view == "home"
        assert not tab.shown("notice")

    def test_the_fight_that_was_open_comes_back(self, tab: Tab) -> None:
        again = Tab(tab.device)
        assert (again.view, again.shown("track")) == ("fight", tab.shown("track"))
        assert not again.shown("notice")

    def test_who_is_kept_stands_in_add_after_a_new_start(self, tab: Tab) -> None:
        tab.do("save-enemy", "c1")
        ((key, row),) = tab.device.party.items()
        assert row["enemy"] is True
        again = Tab(tab.device)
        again.do("add")
        assert f'data-do="bring-member" data-arg="{key}:standing"' in again.shown("dialog")

    def test_who_is_kept_in_another_tab_stands_there_too(self, tab: Tab) -> None:
        follower = Tab(tab.device, is_writer=False)
        tab.do("save-enemy", "c1")
        follower.do("add")
        assert "bring-member" not in follower.shown("dialog")
        follower.hear("list")
        assert "bring-member" in follower.shown("dialog")

    def test_a_template_is_one_after_a_new_start(self, tab: Tab) -> None:
        tab.do("save-template", "", name="Harbour")
        again = Tab(tab.device)
        again.do("home")
        assert again.shown("home").count('data-do="begin-template"') == 1
        assert again.shown("home").count('data-do="open-saved"') == 1

    def test_it_goes_on_with_the_same_chain(self, tab: Tab) -> None:
        key = tab.device.current
        again = Tab(tab.device)
        again.do("undo")
        assert [tuple(row) for row in tab.device.rows[key]] == list(chain_records(tab.device.records(key)))
        replay([decode_record(text) for text in tab.device.records(key)], SYSTEMS)

    def test_one_that_came_to_no_end_begins_with_the_list(self, tab: Tab) -> None:
        again = Tab(tab.device, noted=tab.device.current)
        assert again.view == "home"
        assert messages.NO_END in again.shown("notice")
        assert not tab.device.current

    def test_the_list_is_asked_for(self, tab: Tab) -> None:
        again = Tab(tab.device, noted="the list")
        assert again.view == "home"
        assert not again.shown("notice")
        assert not tab.device.current

    def test_what_was_deleted_long_ago_goes(self, tab: Tab) -> None:
        tab.do("home")
        tab.device.heads["f0"] = {"key": "f0", "name": "Old", "system": "zebra", "deleted": 1}
        tab.device.rows["f0"] = []
        again = Tab(tab.device)
        assert "f0" not in tab.device.heads
        assert "Old" not in again.shown("home")

    def test_it_stays_where_the_store_takes_nothing(self, tab: Tab) -> None:
        tab.do("home")
        tab.device.heads["f0"] = {"key": "f0", "name": "Old", "system": "zebra", "deleted": 1}
        tab.device.is_full = True
        assert "Old" in Tab(tab.device).shown("home")

    def test_who_follows_and_an_older_version_change_nothing(self, tab: Tab) -> None:
        cut(tab.device, 3)
        before = json.dumps([tab.device.rows, tab.device.heads])
        follower = Tab(tab.device, is_writer=False)
        assert messages.FOLLOWING in follower.shown("notice")
        tab.device.is_newer = True
        older = Tab(tab.device)
        assert messages.NEWER_STORE in older.shown("notice")
        assert json.dumps([tab.device.rows, tab.device.heads]) == before

    def test_the_store_does_not_answer_when_a_fight_is_opened(self, tab: Tab) -> None:
        key = tab.device.current
        tab.do("home")
        tab.device.is_silent = True
        tab.do("open-saved", key)
        assert "does not respond" in tab.screen.updates[-2].toast
        assert "Something went wrong" in tab.toast, "the list cannot be had either"
        tab.device.is_silent = False
        tab.do("open-saved", key)
        assert tab.view == "fight"


class TestLeaving:
    """From the fight to the list."""

    def test_the_list_comes_whole(self, tab: Tab) -> None:
        """What it adds later would push away the row that a finger aims at."""
        again = Tab(tab.device)
        again.do("home")
        shown = [update for update in again.screen.updates if update.view == "home"]
        assert ["the ferry" in update.regions["home"] for update in shown] == [True]
        assert Tab(tab.device).view == "home"

    def test_a_slow_store_is_not_waited_for(self, tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.storage.facade.PATIENCE_SECONDS", 0)
        read, seen = tab.store.list, list[str]()

        async def read_late() -> str:
            while tab.view == "fight":
                await asyncio.sleep(0)
            seen.append(tab.shown("home"))
            return await read()

        monkeypatch.setattr(tab.store, "list", read_late)
        tab.do("home")
        assert "the ferry" not in seen[0]
        assert "the ferry" in tab.shown("home")

    def test_the_store_does_not_answer(self, tab: Tab) -> None:
        tab.device.is_silent = True
        tab.do("home")
        assert tab.view == "home"
        assert "Something went wrong" in tab.toast

    def test_whoever_opens_another_fight_meanwhile_stays_there(self, tab: Tab) -> None:
        key = tab.device.current
        tab.controller.handle("home", "", {})
        tab.controller.handle("open-saved", key, {})
        tab.rest()
        assert tab.view == "fight"


class TestDamage:
    def test_a_damaged_row_and_what_follows_it_is_set_aside(self, tab: Tab) -> None:
        key = tab.device.current
        whole = tab.device.records(key)
        tab.device.rows[key][-2][1] = 17
        again = Tab(tab.device)
        assert tab.device.records(key) == whole[:-2]
        assert tab.device.heads[key]["count"] == len(whole) - 2
        (aside,) = tab.device.quarantined_parts.values()
        assert [row["record"] for row in aside["records"]] == [17, whole[-1]]
        assert aside["why"] == messages.SET_ASIDE
        assert "2 steps did not fit the fight’s history and were set aside" in again.shown("notice")

    def test_the_second_chance_has_the_end(self, tab: Tab) -> None:
        key = tab.device.current
        whole = tab.device.records(key)
        tab.device.second[key] = cut(tab.device, len(whole) - 1)
        again = Tab(tab.device)
        assert tab.device.records(key) == whole
        assert "1 step had not been saved" in again.shown("notice")

    def test_nobody_has_the_end(self, tab: Tab) -> None:
        cut(tab.device, -1)
        again = Tab(tab.device)
        assert "1 step at the end was lost" in again.shown("notice")
        assert not Tab(tab.device).shown("notice"), "it is told once"

    def test_the_first_step_is_damaged(self, tab: Tab) -> None:
        key = tab.device.current
        many = len(tab.device.rows[key])
        tab.device.rows[key][0][1] = "?"
        again = Tab(tab.device)
        assert again.view == "home"
        assert f"all {many} steps were set aside" in again.shown("notice")
        assert key not in tab.device.heads

    def test_no_room_to_mend_it(self, tab: Tab) -> None:
        cut(tab.device, -1)
        tab.device.is_full = True
        again = Tab(tab.device)
        assert again.view == "fight"
        assert "1 step at the end was lost" in again.shown("notice")

    def test_what_was_set_aside_is_put_back_by_a_tap(self, tab: Tab) -> None:
        key = tab.device.current
        gone = cut(tab.device, -2)
        rows = [dict(zip(("number", "record", "sum"), row, strict=True)) | {"key": key} for row in gone]
        tab.device.quarantined_parts[1] = {"id": 1, "key": key, "name": "Ferry", "why": "?", "records": rows}
        again = Tab(tab.device)
        again.do("home")
        assert "Damaged parts" in again.shown("home")
        again.do("open-quarantine")
        again.do("retry-quarantined", "1")
        assert again.shown("track") == tab.shown("track")
        assert not tab.device.quarantined_parts
        assert [tuple(row) for row in tab.device.rows[key]] == list(chain_records(tab.device.records(key)))

    def test_damaged_parts_are_on_the_home_screen_only_while_there_are_some(self, tab: Tab) -> None:
        tab.do("home")
        assert "Damaged parts" not in tab.shown("home")
        tab.device.quarantined_parts[1] = {"id": 1, "key": "0f", "name": "Ferry", "why": "?", "records": []}
        again = Tab(tab.device)
        again.do("home")
        again.do("open-quarantine")
        again.do("discard-quarantined", "1")
        assert "Damaged parts" not in again.shown("home")

    def test_right_checksums_that_this_version_cannot_read(self, tab: Tab) -> None:
        """It is no damage: the beginning is shown, and nothing changes."""
        key = tab.device.current
        unknown = json.dumps({**json.loads(tab.device.records(key)[-1]), "is": "dance"})
        records = [*tab.device.records(key), unknown, unknown]
        tab.device.rows[key] = [list(row) for row in chain_records(records)]
        tab.device.heads[key]["count"] = len(records)
        again = Tab(tab.device)
        assert f"{len(records) - 2} of the {len(records)} entries" in again.shown("notice")
        assert tab.device.records(key) == records
        again.do("undo")
        assert "can be read here" in again.toast
        assert tab.device.records(key) == records

    @pytest.mark.parametrize("where", ["record", "list"])
    def test_a_newer_version_has_written_it(self, tab: Tab, where: str) -> None:
        key = tab.device.current
        if where == "list":
            tab.device.heads[key]["format"] = 99
        else:
            records = [*tab.device.records(key), '{"format": 99}']
            tab.device.rows[key] = [list(row) for row in chain_records(records)]
            tab.device.heads[key]["count"] = len(records)
        assert "This fight is from a newer Turntrack" in Tab(tab.device).shown("notice")

    def test_nothing_of_it_can_be_read(self, tab: Tab) -> None:
        key = tab.device.current
        tab.device.rows[key] = [list(row) for row in chain_records(["{}"])]
        tab.device.heads[key]["count"] = 1
        again = Tab(tab.device)
        assert again.view == "home"
        assert "cannot be shown; it is kept as it is. Record 1:" in again.shown("notice")
        assert tab.device.records(key) == ["{}"]


class TestBuildsBeforeReleases:
    """Builds before release 1.0.0 wrote ``v`` in place of ``format``: what they kept stays, and can be exported."""

    @pytest.fixture
    def records(self, tab: Tab) -> list[str]:
        """Give the open fight the journal of such a build, which has the right checksums."""
        key = tab.device.current
        records = [record.replace('{"format":2,', '{"v":3,', 1) for record in tab.device.records(key)]
        tab.device.rows[key] = [list(row) for row in chain_records(records)]
        tab.device.heads[key] |= {"v": 1, "sum": tab.device.rows[key][-1][2]}
        tab.device.heads[key].pop("format", None)
        return records

    def test_a_fight_is_named_kept_and_exported_as_it_is(self, tab: Tab, records: list[str]) -> None:
        key = tab.device.current
        before = dict(tab.device.heads[key])
        again = Tab(tab.device)
        assert again.view == "home"
        assert "Written by a build before release 1.0.0: this version cannot read it." in again.shown("notice")
        again.do("export-raw", key)
        again.do("share-export", "file")
        ((_, _, file),) = again.repository.handed
        (encounter,) = json.loads(file)["encounters"]
        assert encounter["records"] == list(map(json.loads, records))
        again.do("open-saved", key)
        assert again.view == "home"
        assert (tab.device.records(key), tab.device.heads[key]) == (records, before)
        assert not tab.device.quarantined_parts
        again.sample("rond6")
        assert again.view == "fight"

    def test_a_file_of_everything_says_that_the_fight_is_not_in_it(self, tab: Tab, records: list[str]) -> None:
        again = Tab(tab.device)
        again.do("export-listed", "")
        assert "is not in it: none of it can be read." in again.shown("dialog")
        assert [*tab.device.rows.values()] == [[list(row) for row in chain_records(records)]]

    def test_a_member_of_the_party_is_among_what_is_set_aside(self, tab: Tab) -> None:
        row = json.dumps({"key": "c1", "v": 1, "name": "Mara", "system": "zebra", "combatant": {"is": "AddCombatant"}})
        tab.device.damaged = [{"name": "Mara", "text": row}]
        again = Tab(tab.device)
        assert "An entry on this device cannot be read, and is kept" in again.shown("notice")
        again.do("home")
        again.do("open-quarantine")
        assert messages.ROW_BEFORE_RELEASES in again.shown("dialog")
        again.do("export-quarantined", "-1")
        again.do("share-export", "file")
        assert [text for _, _, text in again.repository.handed] == [f"{row}\n"]


class TestLost:
    def test_other_fights_come_back_when_the_store_is_written_anew(self, tab: Tab) -> None:
        other = tab.device.current
        tab.do("home")
        tab.sample("rond6")
        tab.device.second[other], tab.device.remembered[other] = tab.device.rows.pop(other), tab.device.heads.pop(other)
        tab.hear("anew")
        assert "all of it has been saved again." in tab.shown("notice")
        assert f"Restored from the backup copy: {tab.device.remembered[other]['name']}" in tab.shown("notice")
        replay([decode_record(text) for text in tab.device.records(other)], SYSTEMS)
        assert ("leave", other) in tab.store.told
        assert tab.view == "fight"

    def test_the_open_fight_is_left_to_whoever_writes_it(self, tab: Tab) -> None:
        """The store has lost it again, and on a full device the second chance has not all of it: the page has."""
        key = tab.device.current
        whole = tab.device.rows.pop(key)
        tab.device.second[key], tab.device.remembered[key] = whole[:-1], tab.device.heads.pop(key)
        tab.hear("anew")
        assert key not in tab.device.rows
        tab.device.append(key, whole, tab.device.remembered[key])
        tab.do("undo")
        assert [tuple(row) for row in tab.device.rows[key]] == list(chain_records(tab.device.records(key)))

    def test_all_of_it_comes_back_at_the_start(self, tab: Tab) -> None:
        key, device = tab.device.current, Device()
        device.second[key], device.remembered[key] = tab.device.rows[key], tab.device.heads[key]
        device.party_remembered = {"0d": {"key": "0d"}}
        again = Tab(device)
        assert f"{device.remembered[key]['name']}, the party: restored from the backup copy" in again.shown("notice")
        assert device.records(key) == tab.device.records(key)
        assert list(device.party) == ["0d"]

    def test_records_without_an_entry_in_the_list(self, tab: Tab) -> None:
        key = tab.device.current
        del tab.device.heads[key]
        again = Tab(tab.device)
        assert f"lost {messages.NAMELESS}: restored from the backup copy" in again.shown("notice")
        assert tab.device.heads[key]["name"] == messages.NAMELESS

    def test_no_room_for_the_party(self, device: Device) -> None:
        device.party_remembered = {"0d": {"key": "0d"}}
        device.is_full = True
        assert not Tab(device).shown("notice")


class TestFollowing:
    @pytest.fixture
    def follower(self, tab: Tab) -> Tab:
        return Tab(tab.device, is_writer=False)

    def told(self, tab: Tab) -> dict[str, object]:
        """Return the writer's message about the last step."""
        key = tab.device.current
        number, record, _ = tab.device.rows[key][-1]
        return {"key": key, "number": number, "record": record}

    def test_a_step_is_followed(self, tab: Tab, follower: Tab) -> None:
        before = tab.shown("track")
        tab.do("undo")
        follower.hear("kept", **self.told(tab))
        assert follower.shown("track") == tab.shown("track") != before

    def test_steps_that_were_missed_are_read(self, tab: Tab, follower: Tab) -> None:
        tab.do("undo")
        tab.do("undo")
        follower.hear("kept", **self.told(tab))
        assert follower.shown("log") == tab.shown("log")

    @pytest.mark.parametrize("record", ["?", '{"format": 99}'])
    def test_what_cannot_be_read_is_looked_up(self, tab: Tab, follower: Tab, record: str) -> None:
        follower.hear("kept", **{**self.told(tab), "record": record})
        assert follower.shown("log") == tab.shown("log")

    def test_a_step_of_another_fight_is_not_heard(self, tab: Tab, follower: Tab) -> None:
        updates = len(follower.screen.updates)
        follower.hear("kept", **{**self.told(tab), "key": "0f"})
        assert len(follower.screen.updates) == updates

    def test_who_writes_follows_nobody(self, tab: Tab) -> None:
        updates = len(tab.screen.updates)
        tab.hear("kept", **self.told(tab))
        tab.hear("chosen", key="")
        assert len(tab.screen.updates) == updates

    def test_another_fight_is_opened_and_closed(self, tab: Tab, follower: Tab) -> None:
        tab.do("home")
        follower.hear("chosen", key="")
        assert follower.view == "home"
        key = tab.sample("rond6")
        follower.hear("list")
        assert tab.device.heads[key]["name"] in follower.shown("home")
        follower.hear("chosen", key=key)
        assert follower.shown("track") == tab.shown("track")

    def test_the_open_fight_is_deleted(self, tab: Tab, follower: Tab) -> None:
        key = tab.device.current
        tab.device.heads[key]["deleted"] = 5
        follower.hear("list")
        assert messages.DELETED in follower.shown("notice")
        assert messages.DELETED in Tab(tab.device, is_writer=False).shown("notice")
        tab.device.heads[key] = {"key": key, "purged": True}
        follower.hear("list")
        assert messages.PURGED in follower.shown("notice")
        tab.device.is_silent = True
        follower.hear("list")
        assert messages.PURGED not in follower.shown("notice"), "nobody knows"

    def test_to_play_on_brings_it_back(self, tab: Tab) -> None:
        tab.device.heads[tab.device.current]["deleted"] = 5
        tab.hear("list")
        assert messages.DELETED in tab.shown("notice")
        tab.do("undo")
        assert messages.DELETED not in tab.shown("notice")

    def test_the_seat_is_taken_over(self, tab: Tab, follower: Tab) -> None:
        follower.do("take-over")
        assert follower.store.told == [("take over", "")]
        tab.store.is_writer, follower.store.is_writer = False, True
        tab.hear("writer", isWriter=False)
        follower.hear("writer", isWriter=True)
        assert messages.FOLLOWING in tab.shown("notice")
        assert messages.FOLLOWING not in follower.shown("notice")
        follower.do("undo")
        tab.hear("kept", **self.told(tab))
        assert tab.shown("track") == follower.shown("track")
        tab.do("undo")
        assert tab.toast == messages.FOLLOWS

    @pytest.mark.parametrize(("taps", "there"), [([("home", "")], ""), ([("home", ""), ("new", "rond6")], "rond6")])
    def test_who_goes_elsewhere_while_a_fight_is_read_stays_there(
        self, tab: Tab, monkeypatch: pytest.MonkeyPatch, taps: list[tuple[str, str]], there: str
    ) -> None:
        """A tab that gets the seat late reads the open fight once more; that takes its time."""
        look = tab.store.read_journal

        async def tap_meanwhile(key: str) -> MemoryJournal:
            monkeypatch.setattr(tab.store, "read_journal", look)
            journal = await look(key)
            for do, arg in taps:
                tab.controller.handle(do, arg, {})
            return journal

        monkeypatch.setattr(tab.store, "read_journal", tap_meanwhile)
        tab.hear("writer", isWriter=True)
        fight = tab.controller.fight
        assert (fight.system.key if fight else "") == there

    def test_the_seat_at_the_list(self, device: Device) -> None:
        tab = Tab(device, is_writer=False)
        tab.hear("writer", isWriter=True)
        assert (tab.view, tab.shown("notice")) == ("home", "")


class TestApart:
    """Other tabs have continued the fight of this tab."""

    def part(self, tab: Tab) -> str:
        """Make the store refuse the open fight of this tab. Return its key."""
        key = tab.device.current
        tab.hear("unkept", histories=[{"key": key, "records": tab.device.records(key)}])
        return key

    def test_what_this_tab_had_becomes_a_fight_of_its_own(self, tab: Tab) -> None:
        before = tab.shown("track")
        key = self.part(tab)
        (other,) = [each for each in tab.device.heads if each != key]
        assert tab.device.current == other, "whoever writes plays on there"
        assert tab.device.heads[other]["name"].endswith(" (from another tab)")
        assert "is saved as “" in tab.shown("notice")
        assert tab.shown("track") == before
        assert tab.store.told == [("rescued", key)]

    def test_a_fight_that_is_not_open(self, tab: Tab) -> None:
        key = tab.device.current
        tab.do("home")
        tab.hear("unkept", histories=[{"key": key, "records": tab.device.records(key)}])
        assert len(tab.device.heads) == 2
        assert tab.view == "home"

    @pytest.fixture
    def apart(self, tab: Tab) -> Tab:
        """Return a tab whose last steps could not be kept, and a tab that writes."""
        tab.store.is_writer = False
        tab.device.is_full = True
        self.part(tab)
        tab.hear("writer", isWriter=False)
        return tab

    def test_no_room_for_it(self, apart: Tab) -> None:
        assert "what only this tab had could not be saved. This device is full." in apart.shown("notice")
        assert "Discard…" in apart.shown("notice")

    def test_it_follows_nobody(self, apart: Tab) -> None:
        log, key = apart.shown("log"), apart.device.current
        cut(apart.device, 3)
        apart.hear("kept", key=key, number=99, record="?")
        apart.hear("chosen", key="")
        apart.hear("writer", isWriter=True)
        assert (apart.view, apart.shown("log")) == ("fight", log)

    def test_no_way_out_before_it_is_exported_or_let_go_of(self, apart: Tab) -> None:
        key = apart.device.current
        apart.do("home")
        assert apart.view == "fight"
        assert "Discard the steps of" in apart.shown("dialog")
        apart.do("export-unsaved", key)
        apart.do("share-export", "file")
        assert ("exported", key) in apart.store.told
        assert "You have exported it." in apart.shown("notice")
        apart.do("dismiss")
        apart.do("home")
        assert apart.view == "home"
        assert ("let go", key) in apart.store.told
        assert "You have exported it." not in apart.shown("notice")

    def test_letting_go_of_it_shows_what_is_kept(self, apart: Tab) -> None:
        key = apart.device.current
        cut(apart.device, 3)
        apart.device.append(key, [], {})
        apart.do("ask-drop-unsaved", key)
        apart.do("drop-unsaved-now", key)
        assert ("let go", key) in apart.store.told
        assert apart.shown("log") == Tab(apart.device, is_writer=False).shown("log")

    def test_once_there_is_room_it_is_kept(self, apart: Tab) -> None:
        key = apart.device.current
        apart.device.is_full = False
        apart.do("save-again")
        assert ("retry", "") in apart.store.told
        assert ("rescued", key) in apart.store.told
        assert "is saved as “" in apart.shown("notice")
        assert len(apart.device.heads) == 2
        assert "Discard…" not in apart.shown("notice")

    def test_a_newer_version_writes_now(self, tab: Tab) -> None:
        tab.device.is_full = True
        tab.hear("newer")
        assert messages.NEWER_STORE in tab.shown("notice")
        self.part(tab)
        assert "A newer Turntrack is saving on this device now" in tab.shown("notice")


class TestNews:
    @pytest.mark.parametrize(("why", "said"), [("full", messages.FULL), ("refused", messages.REFUSED)])
    def test_why_something_is_not_saved(self, tab: Tab, why: str, said: str) -> None:
        tab.hear("failed", why=why)
        assert said in tab.shown("notice")
        tab.hear("failed", why="")
        assert said not in tab.shown("notice")

    def test_a_journal_is_begun_anew(self, tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
        key = tab.device.current
        for _ in range(3):
            tab.do("undo")
            tab.do("redo")
        before = len(tab.device.rows[key])
        monkeypatch.setattr("app.fight.fight.RENEW_AT", before + 1)
        tab.do("undo")
        assert messages.RENEWED in tab.shown("notice")
        assert len(tab.device.rows[key]) < before
        again = Tab(tab.device)
        assert again.shown("track") == tab.shown("track")
        assert not again.shown("notice")

    def test_a_fault_beside_the_fight_is_told(self, tab: Tab) -> None:
        tab.hear("kept")
        tab.hear("failed")
        assert "Something went wrong" in tab.toast
        assert "KeyError" in tab.toast

    def test_what_is_not_known_is_not_heard(self, tab: Tab) -> None:
        updates = len(tab.screen.updates)
        tab.hear("sung")
        assert len(tab.screen.updates) == updates

    def test_a_fight_that_cannot_be_drawn(self, tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
        def stumble(*_: object) -> None:
            raise KeyError("c99")

        monkeypatch.setattr("app.screens.page.draw", stumble)
        again = Tab(tab.device)
        assert again.view == "home"
        assert "cannot be shown; it is kept as it is. (KeyError: 'c99')" in again.shown("notice")
        assert not tab.device.current

    def test_a_moment_as_a_clock_here_shows_it(self, tab: Tab) -> None:
        now = tab.device.clock
        assert tab.storage.clock(now) == time.strftime("%H:%M", time.localtime(now / 1000))
        assert tab.storage.clock(0) == time.strftime("%d %b, %H:%M", time.localtime(0))
        tab.device.clock = -5
        assert tab.storage.now() == 0, "a clock may stand before 1970"
