"""Tests of the folder for backups: chosen once, written by itself, read on an empty device."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from app.storage import export_writer
from app.storage.export_file_codec import Bundle, encode_bundle
from app.storage.export_writer import stored_encounter_of
from tests.app.store import Device, Tab
from tests.app.test_party import command, fight_of
from turntrack.core import commands as c
from turntrack.history.templates import template_of
from turntrack.saves.journal import encode_template

PARTY = "Mara, side Crew, health 15\nRat, side Harbour, health 5"


@pytest.fixture
def tab() -> Tab:
    """Return a page with a fight, in a browser that can write into a folder."""
    tab = Tab(device())
    tab.do("new", "zebra")
    tab.do("add-lines", lines=PARTY)
    return tab


def device() -> Device:
    given = Device()
    given.folder = ""
    return given


def choose(tab: Tab) -> None:
    tab.do("export-listed", "")
    tab.do("pick-folder")


def leave(tab: Tab) -> None:
    """Do what the browser does when the page is hidden."""
    tab.controller.back_up(may_ask=False)
    tab.rest()


def end_fight(tab: Tab) -> None:
    tab.do("account")
    tab.do("end-fight")


def test_a_folder_is_chosen_once_and_has_a_backup_at_once(tab: Tab) -> None:
    choose(tab)
    assert "Backed up to “Backups”" in tab.toast
    assert "Saved to “Backups”, after each fight and when you leave." in tab.shown("dialog")
    assert len(tab.device.in_folder) == 1
    assert tab.device.backup == tab.device.clock
    again = Tab(tab.device)
    leave(again)
    assert len(tab.device.in_folder) == 2, "a new start knows the folder"


def test_it_is_written_after_a_fight_and_on_leaving_if_there_is_anything_new(tab: Tab) -> None:
    choose(tab)
    tab.do("dismiss")
    leave(tab)
    assert len(tab.device.in_folder) == 1
    command(tab, c.Wound(3, (c.Hit("c1"),)))
    leave(tab)
    assert len(tab.device.in_folder) == 2
    end_fight(tab)
    assert len(tab.device.in_folder) == 3
    tab.do("account")
    assert 'id="backup"' not in tab.shown("dialog")


def test_on_an_empty_device_it_is_brought_back(tab: Tab) -> None:
    choose(tab)
    other = device()
    other.in_folder = tab.device.in_folder
    empty = Tab(other)
    assert "Restore from a folder…" in empty.shown("home")
    empty.do("bring-from-folder")
    empty.do("import-beside")
    empty.do("open-saved", next(iter(other.rows)))
    assert [known.name for known in fight_of(empty).encounter.combatants.values()] == ["Mara", "Rat"]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("NotFoundError", "No backup in “Backups”: the folder is not there any more."),
        ("NotAllowedError", "No backup in “Backups”: the browser was not allowed to write into it."),
        ("QuotaExceededError", "No backup in “Backups”: there is no room left."),
        ("TypeMismatchError", "No backup in “Backups”: a folder in it has the name of the file."),
        ("OddError", "No backup in “Backups”: the browser reports “OddError”."),
    ],
)
def test_a_folder_that_is_gone_or_denied_is_told_of_and_nothing_is_lost(tab: Tab, problem: str, said: str) -> None:
    choose(tab)
    at = tab.device.backup
    tab.device.folder_problem, tab.device.clock = problem, tab.device.clock + 1
    end_fight(tab)
    assert said in tab.shown("notice")
    assert (len(tab.device.in_folder), tab.device.backup) == (1, at)
    tab.device.folder_problem = ""
    leave(tab)
    assert len(tab.device.in_folder) == 2, "it is tried again"


def test_a_permission_that_may_not_be_asked_for_says_nothing_on_leaving(tab: Tab) -> None:
    choose(tab)
    tab.do("dismiss")
    command(tab, c.Wound(3, (c.Hit("c1"),)))
    before = tab.shown("notice")
    tab.device.folder_problem = "NotAllowedError"
    leave(tab)
    assert (tab.shown("notice"), tab.toast) == (before, "")


def test_no_more_backups_after_that_was_said(tab: Tab) -> None:
    choose(tab)
    tab.do("leave-folder")
    assert "Choose a folder…" in tab.shown("dialog")
    command(tab, c.Wound(3, (c.Hit("c1"),)))
    leave(tab)
    assert len(tab.device.in_folder) == 1


def test_who_closes_the_browsers_dialog_is_told_nothing_and_others_why(tab: Tab) -> None:
    for problem, said in (
        ("AbortError", ""),
        ("SecurityError", "No folder was chosen: the browser does not allow it here."),
    ):
        tab.device.folder_problem = problem
        choose(tab)
        assert tab.toast == said
    assert tab.device.folder == ""


def test_an_empty_folder_is_told_of() -> None:
    empty = Tab(device())
    empty.do("bring-from-folder")
    assert "This folder has no Turntrack backup." in empty.toast


def test_nothing_is_written_of_an_empty_device_or_by_a_tab_that_follows(tab: Tab) -> None:
    empty = Tab(device())
    choose(empty)
    assert not empty.device.in_folder
    choose(tab)
    follower = Tab(tab.device, is_writer=False)
    leave(follower)
    assert len(tab.device.in_folder) == 1


def test_a_browser_without_folders_is_offered_none() -> None:
    tab = Tab(Device())
    assert "folder" not in tab.shown("home")
    tab.do("new", "zebra")
    tab.do("export-listed", "")
    assert "folder" not in tab.shown("dialog")


def test_a_notice_goes_with_the_next_backup_that_is_whole(tab: Tab) -> None:
    """Nor does it take the place of another notice."""
    choose(tab)
    tab.device.folder_problem = "NotFoundError"
    end_fight(tab)
    assert "No backup in" in tab.shown("notice")
    tab.device.folder_problem = ""
    choose(tab)
    assert "No backup in" not in tab.shown("notice")
    tab.device.folder_problem = "NotFoundError"
    command(tab, c.Wound(3, (c.Hit("c1"),)))
    leave(tab)
    assert "No backup in" in tab.shown("notice")
    tab.do("export-listed", "")
    tab.do("leave-folder")
    assert "No backup in" not in tab.shown("notice")


def damage(tab: Tab) -> None:
    """Damage the first record of the first fight, as it lies in the store."""
    rows = next(iter(tab.device.rows.values()))
    rows[0][1] = rows[0][1].replace("zebra", "zebr")


def aside(tab: Tab) -> None:
    """Set something aside, as a repair does."""
    tab.device.quarantined_parts[1] = {"id": 1, "key": "a", "name": "Ferry", "why": "Damaged", "records": []}


def lose_row(tab: Tab) -> None:
    """Damage a row of the list beyond reading."""
    tab.device.damaged.append({"store": "encounters", "key": "a", "name": "", "text": "{}"})


def renew_row(tab: Tab) -> None:
    """Have a newer version write a member of the party."""
    tab.device.party["a"] = {"key": "a", "format": 1, "name": "Mara", "system": "zebra", "command": {"is": "Unknown"}}


@pytest.mark.parametrize("happen", [damage, aside, lose_row, renew_row])
def test_what_cannot_be_read_leaves_the_whole_backup_as_it_is(tab: Tab, happen: Callable[[Tab], None]) -> None:
    """What can be read lies beside it, and the game master is told once."""
    choose(tab)
    tab.do("home")
    before, at = dict(tab.device.in_folder), tab.device.backup
    tab.do("sample", "unbound")
    tab.do("home")
    happen(tab)
    tab.device.clock += 1
    leave(tab)
    written = {name: text for name, text in tab.device.in_folder.items() if name not in before}
    assert [name.endswith("-partial.json") for name in written] == [True]
    assert before.items() <= tab.device.in_folder.items()
    assert tab.device.backup == at, "this is no backup of everything"
    assert "The new backup in “Backups” is not whole; the whole ones stay as they are." in tab.shown("notice")
    tab.do("heard-news")
    leave(tab)
    assert "The new backup" not in tab.shown("notice")
    tab.do("export-listed", "")
    assert "not in it" in tab.shown("dialog")


def test_where_nothing_can_be_read_nothing_is_written_and_that_is_told(tab: Tab) -> None:
    choose(tab)
    tab.do("home")
    damage(tab)
    leave(tab)
    assert len(tab.device.in_folder) == 1
    assert "none of it can be read" in tab.shown("notice")


def test_what_is_too_long_to_be_read_again_replaces_nothing(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(tab)
    monkeypatch.setattr(export_writer, "LONGEST", 1_000)
    command(tab, c.Wound(3, (c.Hit("c1"),)))
    leave(tab)
    assert [*tab.device.in_folder][-1].endswith("-partial.json")
    assert "too long" in tab.shown("notice")


def restored(folder: dict[str, str]) -> Tab:
    """Return the page of an empty device that has been given a folder."""
    other = device()
    other.in_folder = folder
    empty = Tab(other)
    empty.do("bring-from-folder")
    return empty


def one_fight(tab: Tab) -> str:
    """Return the file of the open fight alone."""
    assert tab.controller.fight
    fight = tab.controller.fight
    return encode_bundle(Bundle((stored_encounter_of(fight.key, fight.session, 1),)))


def template(tab: Tab) -> str:
    fight = fight_of(tab)
    return encode_template(template_of(fight.encounter, fight.system))


NOT_WHOLE: dict[str, Callable[[Tab, str], str]] = {
    "empty": lambda tab, whole: "",
    "cut short": lambda tab, whole: whole[:-40],
    "a sign changed": lambda tab, whole: whole.replace("Rat", "Cat", 1),
    "one fight": lambda tab, whole: one_fight(tab),
    "a template": lambda tab, whole: template(tab),
    "a list": lambda tab, whole: "3 Orcs, hp 15",
    "of a newer version": lambda tab, whole: whole.replace('"format":2', '"format":99', 1),
    "not of everything": lambda tab, whole: whole.replace('"everything":true', '"everything":false', 1),
}


@pytest.mark.parametrize("kind", NOT_WHOLE)
def test_the_newest_whole_backup_is_restored_and_others_are_named(tab: Tab, kind: str) -> None:
    """Whatever the name of the file says."""
    choose(tab)
    ((name, whole),) = tab.device.in_folder.items()
    newer = "turntrack-2026-11-30-1a2b.json"
    empty = restored({name: whole, newer: NOT_WHOLE[kind](tab, whole)})
    assert name in empty.shown("dialog")
    assert f"“{name}” is the newest whole backup here. Passed over: {newer}." in empty.shown("dialog")
    empty.do("import-beside")
    empty.do("open-saved", next(iter(empty.device.rows)))
    assert [known.name for known in fight_of(empty).encounter.combatants.values()] == ["Mara", "Rat"]


def test_a_folder_of_the_first_release_is_restored_by_the_names(tab: Tab) -> None:
    """It wrote backups that say nowhere that they are of everything."""
    old = one_fight(tab)
    name = "turntrack-2026-11-20-1a2b.json"
    empty = restored({name: old, "turntrack-Ferry.json": old})
    assert name in empty.shown("dialog")
    assert "Passed over: turntrack-Ferry.json." in empty.shown("dialog")


def test_without_a_whole_backup_the_newest_part_of_one_is_offered(tab: Tab) -> None:
    name = "turntrack-2026-11-20-1a2b-partial.json"
    empty = restored({name: one_fight(tab), "turntrack-2026-11-21-1a2b.json": ""})
    assert "No backup in this folder is whole." in empty.shown("dialog")
    assert name in empty.shown("dialog")
    nothing = restored({"turntrack-Ferry.json": "", "turntrack-2026-11-21-1a2b.json": "{"})
    assert "No file in this folder is a whole backup: turntrack-2026-11-21-1a2b.json, turntrack-Ferry" in nothing.toast


def test_the_first_screen_says_when_the_last_backup_was(tab: Tab) -> None:
    """Also where permission has lapsed and nothing was said."""
    tab.do("home")
    assert "last-backup" not in tab.shown("home")
    choose(tab)
    tab.do("dismiss")
    assert re.search(r"Last backup: 1[45] Nov 2023, \d\d:\d\d\.", tab.shown("home"))
    tab.device.folder_problem, tab.device.clock = "NotAllowedError", tab.device.clock + 30 * 86_400_000
    tab.do("sample", "unbound")
    tab.do("home")
    leave(tab)
    assert re.search(r"Last backup: 1[45] Nov 2023", tab.shown("home"))
    tab.device.folder_problem = ""
    leave(tab)
    assert re.search(r"Last backup: 1[45] Dec 2023", tab.shown("home"))
