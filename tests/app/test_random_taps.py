"""Tests of random taps: no errors, and the journal replays to the shown fight."""

from __future__ import annotations

from random import Random

import pytest

from app.intents import fight as f
from app.intents.conditions import ForConditions
from app.intents.counters import ForCounters
from app.intents.damage import ForDamage
from app.intents.html_codec import every_kind
from app.intents.reinforcements_and_events import ForReinforcements
from tests.amounts import amount
from tests.app.elements import Element
from tests.app.table import Table
from turntrack.core.commands import Command
from turntrack.core.dice import seeded_dice
from turntrack.saves.records import decode_record
from turntrack.saves.replay import replay
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

FAULTS = ("Something went wrong", "Something cannot be shown", "cannot be described")

LASTING = (ForDamage, ForConditions, ForCounters, ForReinforcements, f.SameAgain)
TAPPED = (
    *LASTING,
    f.Choose,
    f.Undo,
    f.Redo,
    f.Person,
    f.Health,
    f.Open,
)
"""The intents that are tapped, without those that leave the fight."""

TYPED = {
    "own": ("", "dazed", "<b>"), "text": ("", "slow & sad"), "count": ("", "9", "x"), "code": ("1d20", "", "many"),
    "needs": ("14", ""), "counter": ("luck", ""), "most": ("3", "", "-1"), "wing-lines": ("Ox", "Boss, health 9", ""),
    "wing-round": ("", "9", "@3", "soon"), "event-text": ("The roof falls", ""), "event-round": ("7", "", "@2"),
}  # fmt: skip
"""Texts to type into the fields of the sheets."""


COMMANDS = {kind.__name__ for kind in Command.__value__.__args__}


def dos(*kinds: type) -> set[str]:
    """Return the names of the intents of these kinds."""
    return {kind.do for kind in every_kind() if issubclass(kind, kinds)}


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whatever_is_tapped(system: TurnSystem) -> None:
    done: set[str] = set()
    for seed in range(amount(45)):
        table, random = Table(), Random(f"{system.key} {seed}")
        table.controller._dice = seeded_dice(seed)
        table.tap("sample", system.key)
        table.tap("open")
        for _ in range(60):
            done.add(tap_anything(table, random))
            said = f"{table.last.toast} {table.dialog.text} {' '.join(table.log[:3])}"
            assert not any(fault in said for fault in FAULTS), said
        records = table.storage.journals[table.storage.chosen]
        again = replay([decode_record(record) for record in records], SYSTEMS)
        assert again.encounter == table.session.encounter
    assert len(done & dos(*LASTING)) > 12


def tap_anything(table: Table, random: Random) -> str:
    """Tap or send a random shown control, preferably one about damage and conditions."""
    buttons: dict[str, list[Element]] = {}
    wanted = dos(*TAPPED) | COMMANDS
    for each in table._reachable():
        do = each.attributes.get("data-do") or each.attributes.get("data-submit", "")
        if do in wanted and "disabled" not in each.attributes:
            buttons.setdefault(do, []).append(each)
    _type(table, random)
    do = random.choice(sorted(buttons))
    each = random.choice(buttons[do])
    if "data-submit" in each.attributes:
        values = {**each.values(), **{name: value for name, value in table.typed.items() if name in each.values()}}
        table._tell(do, each.attributes.get("data-arg", ""), values)
    else:
        within = any(each is other for other in table._in_sheet)
        table._tell(do, each.attributes.get("data-arg", ""), {}, within)
    return do


def _type(table: Table, random: Random) -> None:
    """Fill in a field of the open sheet, now and then."""
    shown = [each.attributes["name"] for each in table.dialog if each.attributes.get("name") in TYPED]
    if shown and random.random() < 0.5:
        name = random.choice(shown)
        table.typed[name] = random.choice(TYPED[name])
