"""Tests of what the line says while a row is dragged: what the drop does, or why nothing comes of it."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from app.fight.preview import describe_drop
from tests.amounts import amount
from tests.app.table import Table
from tests.engine.random_play import draw_command
from tests.engine.test_properties import Fight
from turntrack.core.commands import Move, RuleSkip, RuleTurn
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.errors import Refused
from turntrack.core.model import Encounter
from turntrack.rules.decide import write_draft
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

FIGHTS, STEPS = amount(60), 12


def began(key: str) -> Table:
    table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
    table.tap("sample", key)
    table.tap("open")
    return table


def said(table: Table, name: str, before: str = "") -> str:
    return table.controller.foretell_drop(table.id_of(name), table.id_of(before) if before else "")


def test_a_number_and_a_place() -> None:
    table = Table()
    table.tap("new", "zebra")
    table.add(*(f"{name}, nerve 0, perception 0, level 0, shooting" for name in "ABC"))
    table.dice.faces[:] = [20, 14, 9]
    table.tap("open")
    assert table.track == ["*A 20", "B 14", "C 9"]
    assert said(table, "C", "B") == "C 9 → 14, before B."
    assert said(table, "C", "A") == "C 9 → 20, on top. C acts."
    assert said(table, "A") == "A 20 → 8, last. B acts."
    assert said(table, "C") == "It is already there."
    assert table.controller.foretell_drop("c99", "") == ""


def test_whoever_acts_below_others_is_not_on_top() -> None:
    """A turn by ruling may be anywhere in the order; a drag above it takes it, where it is."""
    table = Table()
    table.tap("new", "zebra")
    table.add(*(f"{name}, nerve 0, perception 0, level 0, shooting" for name in "ABC"))
    table.dice.faces[:] = [20, 14, 9]
    table.tap("open")
    table.give(RuleTurn(table.id_of("B")))
    assert said(table, "C", "B") == "C acts now: 14, before B. C acts."


def test_a_hold_says_its_number() -> None:
    """In Traveller a drag down is a hold, which puts the row elsewhere than it was dropped."""
    table = Table()
    table.tap("new", "traveller")
    table.add("Ana", "Bo", "Cy")
    table.dice.faces[:] = [1, 2, 3, 4, 5, 6]
    table.tap("open")
    assert table.track == ["*Ana 3", "Bo 7", "Cy 11"]
    assert said(table, "Ana") == "Ana holds: 23, last. Bo acts."


def test_before_the_first_round_a_known_number_says_why_not() -> None:
    table = Table()
    table.tap("new", "d20_once")
    table.add("Ana, side Heroes", "Bo, init 15, side Heroes", "Goblin, side Foes")
    words = "The order goes by what is known already: change that on the sheet, or move Ana when round 1 has begun."
    assert said(table, "Ana", "Bo") == words
    table.give(Move(table.id_of("Ana"), table.id_of("Bo")))
    assert table.last.toast == words


def test_who_has_acted_says_why_not() -> None:
    table = began("rond6")
    table.give(RuleSkip(table.id_of("Mara")))
    assert said(table, "Mara", "Captain").startswith("Mara has no turn to come")


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_every_drop_does_what_is_said(key: str) -> None:
    """A refusal is said as it will be refused; a drop that leaves the order as it was says so, then and afterwards."""
    table = began(key)
    encounter, system = table.session.encounter, system_of(key, SYSTEMS).at(table.session.encounter)
    track = system.track(encounter)
    for combatant_id in track:
        for before in (*track, ""):
            if before == combatant_id:
                continue
            words = describe_drop(encounter, system, Move(combatant_id, before))
            after = encounter
            try:
                after = write_draft(encounter, Move(combatant_id, before), NoDice(), SYSTEMS).encounter
            except Refused as refusal:
                refused = str(refusal)
            except DiceNeeded:
                refused = "The dice decide."
            else:
                refused = ""
            assert (words == refused) is bool(refused)
            if refused:
                continue
            is_same = system.track(after) == track
            assert ("in the same place" in words) is is_same
            assert encounter.name_of(combatant_id) in words
            table.give(Move(combatant_id, before))
            assert (words in str(table.last)) is is_same
            table.tap("undo")


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_line_says_where_every_row_of_random_fights_will_stand(system: TurnSystem) -> None:
    for seed in range(FIGHTS):
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for _ in range(STEPS):
            now = fight.session.encounter
            for dragged, before in product(now.order, (*now.order, "")):
                _check_words(system.at(now), now, Move(dragged, before))
            fight._give(draw_command(fight.session, system, chance, fight._dice, changes=True))


def _check_words(system: TurnSystem, now: Encounter, move: Move) -> None:
    """Assert that the line says before whom the row will stand, and who acts if that changes."""
    try:
        after = write_draft(now, move, NoDice(), SYSTEMS).encounter
    except (Refused, DiceNeeded):
        return
    words, track = describe_drop(now, system, move), system.track(after)
    below = [row for row in track[track.index(move.id) + 1 :] if after.standings[row].plays]
    place = f"before {after.name_of(below[0])}" if below else "last"
    if track[0] == move.id:
        place = "on top"
    if track == system.track(now):
        place = "in the same place"
    assert f", {place}." in words, words
    assert words.endswith((" acts.", " act.")) is (after.acting() not in ((), now.acting())), words
