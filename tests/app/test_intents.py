"""Tests of intents: each intent of a screen decodes to the same value, any other is reported as an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum

import pytest

from app.intents import fight as f
from app.intents import library as lib
from app.intents.base import ForPage, Values
from app.intents.combatants import ForConditions, ForCounters, ForDamage, ForReinforcements
from app.intents.html_codec import UnknownIntent, every_kind, read, write
from app.intents.page import PlayersScreen
from app.intents.rule_editor import ForRuleEditor
from tests.app.elements import Element
from tests.app.elements import read as elements
from tests.app.fights import branched, kept, played
from tests.app.table import Table
from tests.app.test_library import CSV, Desk
from tools.layout import ROOT
from turntrack.core.commands import ChooseOption, Move
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

type Sent = tuple[str, str, Values]
"""A message of the page: a name, an argument, and the values of a form or control."""


def carried(shown: Element) -> Iterator[Sent]:
    """Return all messages of a region: of buttons, forms, controls, options and handles."""
    for each in shown:
        arg = each.attributes.get("data-arg", "")
        if "data-do" in each.attributes:
            yield each.attributes["data-do"], arg, {}
        if "data-submit" in each.attributes:
            yield each.attributes["data-submit"], arg, each.values()
        if "data-enter" in each.attributes:
            flag = each.attributes.get("type") == "checkbox"
            yield "enter", each.attributes["data-enter"], {"value": flag or "7"}
        if "data-option" in each.attributes:
            yield *write(f.Do(ChooseOption(each.attributes["data-option"], each.attributes["value"]))), {}
        if "data-change" in each.attributes:
            yield each.attributes["data-change"], each.attributes["data-arg"], {each.attributes["name"]: "1"}
        if "data-type" in each.attributes:
            yield "type", each.attributes["data-type"], {"value": "1"}
        if "data-handle" in each.attributes:
            handle = each.attributes["data-handle"]
            yield from ((do, handle, {}) for do in ("up", "down"))
            yield from ((*write(f.Do(Move(handle, before))), {}) for before in ("", "c1"))


def come_back(regions: Mapping[str, Element]) -> set[str]:
    """Check that all messages of these regions decode to values that encode to the same; return their names."""
    intents = set()
    for shown in regions.values():
        for do, arg, values in carried(shown):
            intent = read(do, arg, values)
            assert write(intent) == (do, arg)
            assert [read(*write(intent), values)] == [intent]
            intents.add(type(intent).__name__)
    return intents


def regions(table: Table) -> dict[str, Element]:
    names = ("title", "now", "acting", "track", "history", "panel", "log", "dialog", "notice")
    return {name: table.region(name) for name in names}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_all_that_the_screens_of_a_fight_carry_comes_back(system: TurnSystem) -> None:
    """A fight with branches and undone steps, its panel at each moment, and every dialog that it opens."""
    table = Table()
    fight = branched(system, table.storage)
    table.storage.fetch_fight(fight.key)
    table.open_log()
    intents = come_back(regions(table))
    lines = table.region("log")
    table.tap("dismiss")
    for drawer in table.region("panel").with_class("drawer"):
        table.open_drawer(drawer.attributes["data-arg"])
        intents |= come_back(regions(table))
    panel = table.region("panel").with_class("refused")
    refused = {(each.attributes["data-do"], each.attributes["data-arg"]) for each in panel}
    openings = {
        (do, arg)
        for shown in (lines, *(table.region(region) for region in ("title", "acting", "track", "panel")))
        for do, arg, values in carried(shown)
        if isinstance(read(do, arg, values), f.ForDialog) or (do, arg) in refused
    }
    more = {("edit", combatant_id) for combatant_id in fight.encounter.combatants} | {
        ("options", ""),
        ("rules", ""),
        ("form", ""),
    }
    for do, arg in sorted(openings | more):
        table.controller.handle(do, arg, {})
        intents |= come_back(regions(table))
        table.controller.handle("dismiss", "", {})
    while table.region("history").find("button", id="undo").attributes.get("disabled") is None:
        table.tap("undo")
        intents |= come_back(regions(table))
    if any(system.number(fight.encounter, combatant_id) for combatant_id in fight.encounter.order):
        assert "RuleScoreIntent" in intents
    assert {"Enter", "NoteOn", "ChangeSheet", "Health", "Do", "Line", "ShowLogOf"} <= intents


def test_all_that_the_first_screen_and_the_library_carry_comes_back() -> None:
    """The list with something archived and deleted, the party, an export, and imports of every kind."""
    desk = Desk()
    for key in ("0a", "0b", "0c"):
        desk.put(kept(played(SYSTEMS[0]), key))
    desk.do("archive", "0b")
    desk.do("delete", "0c")
    desk.controller.show_fight("0a", played(SYSTEMS[0]), 3)
    desk.do("save-member", "c1")
    member = next(iter(desk.repository.members))
    taps = [
        ("open-party", ""),
        ("open-listed", "0b"),
        ("purge", "0c"),
        ("open-quarantine", ""),
        ("export-listed", "0a"),
        ("import", ""),
    ]
    taps.append(("remove-member", member))
    intents = set()
    for do, arg in taps:
        desk.do(do, arg)
        intents |= come_back({name: elements(html) for name, html in desk.screen.regions.items()})
    desk.do("read-text", text=CSV)
    intents |= come_back({name: elements(html) for name, html in desk.screen.regions.items()})
    assert {
        "Undelete",
        "OpenSaved",
        "RestoreMember",
        "ShareExport",
        "ReadText",
        "RosterSystem",
        "RenameListed",
    } <= intents


def test_each_has_a_name_of_its_own() -> None:
    names = [(kind.do, kind.at) for kind in every_kind() if kind is not f.Do]
    assert len(set(names)) == len(names)
    assert all(do.islower() for do, _ in names), "a name that begins with a capital letter is that of a command"


def test_each_belongs_to_one_dispatcher() -> None:
    """Else the match would take it for another's."""
    own = (ForConditions, PlayersScreen, ForReinforcements, ForDamage, ForCounters)
    fight = (f.ForHistory, f.ForPanel, f.ForSheet, f.ForDialog, f.Do, f.ForEngine, *own)
    library = (
        lib.ForList,
        lib.ForExport,
        lib.ForParty,
        lib.ForTemplates,
        lib.ForCampaigns,
        lib.ForRuleSets,
        lib.ForPacks,
        lib.ForQuarantine,
        lib.ForImport,
        lib.OpenAbout,
    )
    groups = (ForPage, ForRuleEditor, *fight, *library)
    for kind in every_kind():
        own_class = type(kind) if isinstance(kind, Enum) else kind
        (_,) = [group for group in groups if issubclass(own_class, group)]


def test_what_the_pages_scripts_and_skeleton_send_is_known() -> None:
    """By its name, as it stands in their sources."""
    senders = ("python_bridge", "keyboard_shortcuts", "keys", "players_screen", "row_drag")
    scripts = [(ROOT / "static" / "js" / "page" / f"{name}.js").read_text() for name in senders]
    lines = [line for script in scripts for line in script.splitlines() if "send(" in line]
    direct = {name for line in lines for name in re.findall(r'send\("([A-Za-z-]+)"', line)}
    either = {name for line in lines for pair in re.findall(r'\? "([a-z-]+)" : "([a-z-]+)"', line) for name in pair}
    skeleton = set(re.findall(r'data-do="([a-z-]+)"', (ROOT / "index.html").read_text()))
    names = direct | either | skeleton
    assert {
        "dismiss",
        "step-back",
        "Move",
        "redraw",
        "ChooseOption",
        "enter",
        "type",
        "find",
        "keys",
        "lay-out",
        "put-away",
        "up",
        "down",
        "undo",
        "redo",
        "heard-window",
        "face-back",
    } | {
        "add",
        "home",
        "menu",
        "open-about",
        "show-how",
    } == names
    assert names <= {kind.do for kind in every_kind()} | {"Move", "ChooseOption"}


@pytest.mark.parametrize(
    ("do", "arg", "values"),
    [
        ("nonsense", "", {}),
        ("", "", {}),
        ("undo", "c1", {}),
        ("line", "first", {}),
        ("line", "", {}),
        ("health", "c1", {}),
        ("health", "c1:1:2", {}),
        ("Act", "attack", {}),
        ("share-export", "dice", {}),
        ("enter", "attack.feint", {}),
        ("write-note", "", {}),
        ("write-note", "", {"text": True}),
        ("Fall", "", {}),
        ("Fall", "c1", {}),
        ("Fall", "{}", {}),
        ("Fall", "[]", {}),
        ("Fall", '{"id":["c1"]}', {}),
        ("Fall", '{"id":"c1","is":"Rise","before":""}', {}),
        ("Wound", '{"amount":1e3,"hits":[]}', {}),
        ("Fall", '{"id":' * 5000, {}),
        ("WriteNote", f'{{"text":"{"a" * 100_000}"}}', {}),
        ("Nonsense", "{}", {}),
    ],
)
def test_what_no_screen_carries_is_told_as_a_fault(worked: Table, do: str, arg: str, values: Values) -> None:
    with pytest.raises(UnknownIntent):
        read(do, arg, values)
    before = len(worked.session.past)
    worked.controller.handle(do, arg, values)
    assert worked.last.toast.startswith("Something went wrong, and nothing has changed. (UnknownIntent: ")
    assert len(worked.session.past) == before
