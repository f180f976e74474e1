"""Tests of campaigns: what belongs to one, what is shown, and how one is handed over whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest

from tests.app.elements import read
from tests.app.store import Device, Tab


@pytest.fixture
def tab() -> Tab:
    """Return a page with a fight, a template, an enemy and a party of one, of no campaign."""
    tab = Tab(Device())
    tab.do("new", "zebra")
    tab.do("add-lines", lines="Mara, side Crew, nerve 7\nRat x2, side Harbour, health 5")
    tab.do("save-side", "Crew")
    tab.do("save-enemy", "c2")
    tab.do("ask-template-name")
    tab.controller.handle("save-template", "", {"name": "Rats", "instead": False})
    tab.rest()
    tab.do("home")
    return tab


def name_campaign(tab: Tab, name: str, notes: str = "") -> None:
    tab.do("save-campaign", "", **{"campaign-name": name, "campaign-notes": notes})


def make_campaign(tab: Tab, name: str) -> None:
    tab.do("new-campaign", "", **{"new-campaign-name": name})


def key_of(tab: Tab, name: str) -> str:
    return str(next(row["key"] for row in tab.device.party.values() if "about" in row and row["name"] == name))


def shown(tab: Tab) -> list[str]:
    """Return the names on the first screen: fights and templates."""
    home = read(tab.shown("home"))
    return [each.all("strong")[0].text for do in ("open-saved", "begin-template") for each in home.all(data_do=do)]


def chips(tab: Tab) -> list[str]:
    """Return what the button of the campaign says."""
    return [each.text for each in read(tab.shown("home")).all(data_do="open-campaign")]


def party(tab: Tab) -> str:
    tab.do("open-party")
    words = read(tab.shown("dialog")).text
    tab.do("dismiss")
    return words


def export(tab: Tab, do: str, arg: str = "") -> str:
    tab.do(do, arg)
    tab.do("share-export", "file")
    tab.do("dismiss")
    return tab.repository.handed[-1][2]


def bring_in(tab: Tab, text: str) -> None:
    tab.do("import")
    tab.do("read-text", text=text)
    tab.do("import-beside")


def test_without_one_there_is_a_button_and_nothing_else(tab: Tab) -> None:
    assert chips(tab) == ["Campaign"]
    assert not read(tab.shown("home")).all(id="which-campaign")
    tab.do("open-campaign")
    sheet = read(tab.shown("dialog"))
    assert sheet.all("small")[0].text == "1 fight · 1 template · a party of 1"
    assert not sheet.all(data_submit="new-campaign")


def test_what_is_there_joins_the_first_one(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays", "Mara owes the harbour master.\n\nThe tide turns.")
    assert shown(tab) == ["Rat ×2", "Rats"]
    assert chips(tab) == ["Tuesdays"]
    assert not read(tab.shown("home")).all(id="which-campaign"), "nothing to choose from"
    tab.do("open-campaign")
    assert "Mara owes the harbour master.\n\nThe tide turns." in tab.shown("dialog")


def test_another_one_begins_empty_and_what_begins_in_it_stays_in_it(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    make_campaign(tab, "Sundays")
    assert shown(tab) == []
    assert "The party is empty" in party(tab)
    tab.do("new", "zebra")
    tab.do("add-lines", lines="Mara, side Crew\nOgre, side Cave")
    tab.do("save-side", "Crew")
    tab.do("open-next-fight", "standing")
    assert "Rats" not in read(tab.shown("dialog")).text
    tab.do("begin-next-fight", ":standing")
    tab.do("home")
    assert len(shown(tab)) == 2
    tab.do("switch-campaign", key_of(tab, "Tuesdays"))
    assert shown(tab) == ["Rat ×2", "Rats"]
    assert len([row for row in tab.device.party.values() if row["name"] == "Mara"]) == 2, "each has a Mara of its own"


def test_the_choice_outlasts_the_page(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    make_campaign(tab, "Sundays")
    again = Tab(tab.device)
    assert chips(again) == ["Sundays"]
    again.do("switch-campaign", key_of(tab, "Tuesdays"))
    assert shown(Tab(tab.device)) == ["Rat ×2", "Rats"]


def test_in_a_fight_that_opens_at_once_only_its_own_party_is_offered(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    make_campaign(tab, "Sundays")
    tab.do("new", "zebra")
    tab.do("add-lines", lines="Ogre")
    again = Tab(tab.device)
    assert again.view == "fight"
    again.do("add")
    assert not read(again.shown("dialog")).all(data_do="bring-member")


def test_fights_and_templates_move_to_another_one(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    make_campaign(tab, "Sundays")
    sundays = key_of(tab, "Sundays")
    tab.do("switch-campaign", key_of(tab, "Tuesdays"))
    fight = next(key for key, head in tab.device.heads.items() if head["name"] != "Rats")
    tab.do("open-listed", fight)
    moves = read(tab.shown("dialog")).all(data_do="move-to-campaign")
    assert [move.text for move in moves] == ["Move to Sundays", "Take out of the campaign"]
    tab.do("move-to-campaign", f"{fight}:{sundays}")
    assert shown(tab) == ["Rats"]
    tab.do("switch-campaign", sundays)
    assert shown(tab) == ["Rat ×2"]
    tab.do("open-saved", fight)
    tab.do("add-lines", lines="Ogre")
    assert tab.device.heads[fight]["campaign"] == sundays, "a further step leaves it there"


def test_a_deleted_one_leaves_all_that_it_had(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    make_campaign(tab, "Sundays")
    tuesdays = key_of(tab, "Tuesdays")
    tab.do("switch-campaign", tuesdays)
    tab.do("delete-campaign", tuesdays)
    assert shown(tab) == ["Rat ×2", "Rats"]
    assert "Its fights and party stay" in tab.shown("notice")
    tab.do("switch-campaign", key_of(tab, "Sundays"))
    tab.do("open-campaign")
    others = read(tab.shown("dialog")).all(data_do="switch-campaign")
    assert [each.text for each in others] == ["Without a campaign"]
    tab.do("restore-campaign", tuesdays)
    assert shown(tab) == ["Rat ×2", "Rats"]
    assert sum(row["about"].get("is_current", False) for row in tab.device.party.values() if "about" in row) == 1
    tab.do("delete-campaign", "gone")
    assert shown(tab) == ["Rat ×2", "Rats"]


def test_names_are_told_apart(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    tab.do("open-campaign")
    make_campaign(tab, "tuesdays")
    assert "There is already a campaign called “tuesdays”" in tab.shown("dialog")
    name_campaign(tab, " ")
    assert "The name is empty" in tab.shown("dialog")
    name_campaign(tab, "Tuesdays", "x" * 20_000)
    assert "at most 2000 characters" in tab.shown("dialog")
    name_campaign(tab, "Wednesdays")
    assert chips(tab) == ["Wednesdays"]


def test_there_are_not_too_many(tab: Tab) -> None:
    for number in range(100):
        make_campaign(tab, f"C{number}")
    tab.do("open-campaign")
    make_campaign(tab, "One more")
    assert "At most 100 campaigns" in tab.shown("dialog")


def test_handed_over_whole_it_comes_in_beside_the_others(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays", "Mara owes.")
    text = export(tab, "export-campaign")
    assert "is_current" not in text
    other = Tab(Device())
    other.device.keys = count(1000)  # keys are random, so those of two devices differ
    other.sample()
    other.do("home")
    name_campaign(other, "Mine")
    bring_in(other, text)
    assert len(shown(other)) == 1, "what is shown stays"
    other.do("switch-campaign", key_of(other, "Tuesdays"))
    assert shown(other) == ["Rat ×2", "Rats"]
    assert "Mara" in party(other)
    assert "Enemies" in party(other)
    other.do("open-campaign")
    assert "Mara owes." in other.shown("dialog")
    other.do("import")
    other.do("read-text", text=text)
    assert "Nothing in it is new" in read(other.shown("dialog")).text


def test_a_fight_of_no_campaign_comes_into_the_one_that_is_shown(tab: Tab) -> None:
    text = export(tab, "export-listed", "")
    other = Tab(Device())
    name_campaign(other, "Mine")
    bring_in(other, text)
    assert shown(other) == ["Rat ×2", "Rats"]
    assert "Mara" in party(other)


def test_a_backup_has_all_of_them(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    make_campaign(tab, "Sundays")
    raw = json.loads(export(tab, "export-listed", ""))
    assert [campaign["name"] for campaign in raw["campaigns"]] == ["Sundays", "Tuesdays"]
    assert json.loads(export(tab, "export-party"))["party"] == [], "the party is that of the campaign that is shown"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (lambda text: text[: len(text) // 2], "damaged"),
        (lambda text: text.replace('"format":1', '"format":9', 1), "newer"),
        (lambda text: text.replace('"name":"Tuesdays"', '"name":7'), "campaign"),
    ],
    ids=["half of it", "from a newer version", "damaged"],
)
def test_what_cannot_be_read_changes_nothing(tab: Tab, broken: Callable[[str], str], said: str) -> None:
    name_campaign(tab, "Tuesdays")
    text = broken(export(tab, "export-campaign"))
    before = json.dumps([tab.device.heads, tab.device.party])
    tab.do("import")
    tab.do("read-text", text=text)
    assert said in read(tab.shown("dialog")).text
    tab.do("import-beside")
    assert json.dumps([tab.device.heads, tab.device.party]) == before


def test_the_account_tells_all_fights_that_have_begun_in_order(tab: Tab) -> None:
    for sample in ("d20_once", "d20_once", "three_actions"):
        tab.device.clock += 1
        tab.sample(sample)
        tab.do("home")
    name_campaign(tab, "Tuesdays", "Mara owes.")
    tab.do("export-campaign")
    tab.do("share-export", "log")
    account = tab.repository.handed[-1][2]
    assert account.startswith("# Tuesdays\n\nMara owes.\n\n## ")
    parts = account.split("\n## ")[1:]
    assert [part.splitlines()[2].partition(".")[0] for part in parts] == ["d20, once", "d20, once", "Three actions"]
    assert ["### The rules of this fight" in part for part in parts] == [True, False, True]
    assert all("\n#### Round 1\n" in part for part in parts)


def test_one_of_a_newer_version_is_left_as_it_is(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays")
    key = key_of(tab, "Tuesdays")
    tab.device.party[key]["about"]["weather"] = "rain"
    assert shown(Tab(tab.device)) == ["Rat ×2", "Rats"], "nothing is hidden"
    assert tab.device.party[key]["about"]["weather"] == "rain"


def test_what_was_typed_for_one_is_not_saved_in_another(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays", "Mara owes.")
    make_campaign(tab, "Sundays")
    tab.do("open-campaign")
    tab.controller.handle("switch-campaign", key_of(tab, "Tuesdays"), {}, {"campaign-notes": "The tide turns."}, True)
    tab.rest()
    tab.do("open-campaign")
    assert "Mara owes." in tab.shown("dialog")
    assert "The tide turns." not in tab.shown("dialog")


def test_an_import_says_where_its_fights_are_and_what_stays(tab: Tab) -> None:
    name_campaign(tab, "Tuesdays", "Mara owes.")
    text = export(tab, "export-campaign")
    other = Tab(Device())
    other.device.keys = count(1000)
    other.sample()
    other.do("home")
    name_campaign(other, "Mine")
    bring_in(other, text)
    assert "2 fights imported, in “Tuesdays”." in other.screen.updates[-1].toast
    name_campaign(tab, "Tuesdays", "Mara has paid.")
    other.do("import")
    other.do("read-text", text=export(tab, "export-campaign"))
    assert "Already here, with another name or other notes, which stay" in other.shown("dialog")
    assert "Nothing in it is new" not in other.shown("dialog")


def test_a_campaign_alone_is_something_new(tab: Tab) -> None:
    make_campaign(tab, "Sundays")
    text = export(tab, "export-campaign")
    other = Tab(Device())
    bring_in(other, text)
    assert other.screen.updates[-1].toast == "Imported: the campaign “Sundays”."
