"""Tests that unfinished rules are restored at the next start."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from app.rule_editor import state
from app.rule_editor.state import RuleEditor, read_draft, write_draft
from tests.app.elements import read
from tests.app.store import Device, Tab
from turntrack.systems.table_rules.presets.catalogue import PRESETS


def test_a_reload_brings_the_questions_back() -> None:
    """With the question that was asked, the row that was open, and what could not be taken, with the reason."""
    device = Device()
    tab = Tab(device)
    tab.do("make")
    tab.do("make-from", "ticks")
    tab.do("make-write", "name", name="Our ticks")
    tab.do("make-step", "3")
    tab.do("make-unfold", "price 1")
    tab.do("make-write", "price 1 cost", **{"price 1 cost": "many"})
    before = tab.shown("dialog")
    assert "A whole number was expected, not “many”." in before
    again = Tab(device)
    assert again.shown("dialog") == before
    again.do("dismiss")
    assert not Tab(device).shown("dialog")
    assert "Continue making rules" in Tab(device).shown("home")
    last = Tab(device)
    last.do("make")
    last.do("make-write", "price 1 cost", **{"price 1 cost": "6"})
    last.do("save-rule-set")
    assert device.making == ""
    assert "Make your own rules" in Tab(device).shown("home")


def test_rules_for_the_open_fight_come_back_with_it() -> None:
    device = Device()
    tab = Tab(device)
    tab.do("new", "cards")
    tab.do("make-of-fight")
    tab.do("make-choose", "fresh:once")
    again = Tab(device)
    assert "What changes in this fight" in again.shown("dialog")
    again.do("dismiss")
    again.do("home")
    assert "What changes in this fight" not in Tab(device).shown("dialog")


def test_a_tab_that_only_looks_on_keeps_nothing() -> None:
    device = Device()
    Tab(device, is_writer=False).do("make")
    assert device.making == ""
    Tab(device).do("make")
    assert not Tab(device, is_writer=False).shown("dialog")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_stands_there_a_start_goes_by_it(seed: int) -> None:
    chance = Random(seed)
    preset = chance.choice(PRESETS).rules
    editor = state.write(replace(RuleEditor(preset, 3, "0a", preset, True, "price 1")), "name", " ")
    raw = json.loads(write_draft(editor, True))
    assert read_draft(json.dumps(raw)) == (editor, True)
    raw[chance.choice([*raw])] = chance.choice(
        [None, -1, 9, "", [], {}, {"name": 7}, {"nothing 1": "x"}, True, "\u202e", [[]]]
    )
    text = json.dumps(raw)
    text = text if chance.random() < 0.7 else text[: chance.randrange(len(text))]
    device = Device()
    device.making = text
    tab = Tab(device)
    draft = read_draft(text)
    assert ("Continue making rules" in tab.shown("home")) is (draft is not None)
    if draft and draft[1]:
        assert read(tab.shown("dialog")).all("button")
