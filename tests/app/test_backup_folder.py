"""Tests of the folder for backups: chosen once, written by itself, read on an empty device."""

from __future__ import annotations

import pytest

from tests.app.store import Device, Tab
from tests.app.test_party import command, fight_of
from turntrack.core import commands as c

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
    tab.do("export", "")
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
    empty.do("from-folder")
    empty.do("import-beside")
    empty.do("open-saved", next(iter(other.rows)))
    assert [known.name for known in fight_of(empty).encounter.combatants.values()] == ["Mara", "Rat"]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("NotFoundError", "No backup in “Backups”: the folder is not there any more."),
        ("NotAllowedError", "No backup in “Backups”: the browser was not allowed to write into it."),
        ("QuotaExceededError", "No backup in “Backups”: there is no room left."),
        ("OddError", "No backup in “Backups”: OddError."),
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
    for problem, said in (("AbortError", ""), ("SecurityError", "No folder was chosen: SecurityError.")):
        tab.device.folder_problem = problem
        choose(tab)
        assert tab.toast == said
    assert tab.device.folder == ""


def test_an_empty_folder_is_told_of() -> None:
    empty = Tab(device())
    empty.do("from-folder")
    assert "This folder has no Turntrack backup." in empty.toast


def test_nothing_is_written_of_an_empty_device_or_by_a_tab_that_follows(tab: Tab) -> None:
    empty = Tab(device())
    choose(empty)
    assert empty.device.in_folder == []
    choose(tab)
    follower = Tab(tab.device, is_writer=False)
    leave(follower)
    assert len(tab.device.in_folder) == 1


def test_a_browser_without_folders_is_offered_none() -> None:
    tab = Tab(Device())
    assert "folder" not in tab.shown("home")
    tab.do("new", "zebra")
    tab.do("export", "")
    assert "folder" not in tab.shown("dialog")
