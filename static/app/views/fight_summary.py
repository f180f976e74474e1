"""View of the summary of a fight: rounds, defeated sides, falls and turns per combatant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.values.fight_names import name_numbered_round, write_count
from app.views.turn_times import ClockLine, clock_view
from turntrack.core.commands import WriteNote
from turntrack.core.events import AbleSet
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.history.session import Step
from turntrack.systems.protocol import TurnSystem

OLD_BACKUP_DAYS = 7
BEFORE = "before the fight"
MS_PER_DAY = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One combatant's part of the summary."""

    clock: ClockLine
    fell: str
    """When the combatant last fell; empty if it is able to act."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """The summary of a fight."""

    rounds: str
    down: tuple[str, ...]
    """The sides of which nobody can act."""
    lines: tuple[AccountLine, ...]
    is_timed: bool
    note: str
    """The note that ends the fight in the log."""
    is_over: bool
    """Whether the last step wrote that note."""
    open_round: str
    """The name of the round that is running; empty if none is."""


def account_view(past: Sequence[Step], system: TurnSystem) -> AccountView:
    """Build the summary from the steps of the history."""
    encounter, fell = past[-1].after, dict[Id, str]()
    for step in past:
        when = f"in {system.round_name(step.after.round)}" if step.after.round else BEFORE
        fell |= {event.id: when for event in step.events if isinstance(event, AbleSet) and not event.able}
    clock = clock_view(past)
    lines = tuple(
        AccountLine(line, "" if encounter.standings[combatant_id].able else fell.get(combatant_id, BEFORE))
        for combatant_id, line in zip(encounter.combatants, clock.lines, strict=True)
    )
    note = end_words(encounter, system)
    rounds, over = _rounds(encounter, system), is_over(past, system)
    open_round = system.round_name(encounter.round) if encounter.is_open else ""
    return AccountView(rounds, sides_down(encounter), lines, clock.is_timed, note, over, open_round)


def backup_words(past: Sequence[Step], backup: int) -> str:
    """Say how old the last backup is at the last step; empty if it is younger than ``OLD_BACKUP_DAYS``."""
    now = max((step.at for step in past), default=0)
    if not backup:
        return "Nothing has been backed up yet."
    days = (now - backup) // MS_PER_DAY
    return f"The last backup is {days} days old." if days >= OLD_BACKUP_DAYS else ""


def sides_down(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides without able combatants or reinforcements, while another side still has able ones."""
    sides = {combatant.side: False for combatant in encounter.combatants.values()}
    for combatant_id, combatant in encounter.combatants.items():
        sides[combatant.side] |= encounter.standings[combatant_id].able
    coming = {arrival.combatant.side for arrival in encounter.wings}
    down = tuple(side for side, stands in sides.items() if not stands and side not in coming)
    return down if encounter.round and any(sides.values()) else ()


def down_words(sides: Sequence[str]) -> str:
    """Write a sentence that these sides are down.

    >>> down_words(["Harbour"]), down_words([""])
    ('All down: Harbour.', 'All down: those without a side.')
    """
    return f"All down: {_join_sides(sides)}."


def _join_sides(sides: Sequence[str]) -> str:
    return join_names([side or "those without a side" for side in sides])


def end_words(encounter: Encounter, system: TurnSystem) -> str:
    """Write the note that ends the fight, at most 500 characters."""
    down, standing = (
        sides_down(encounter),
        [combatant_id for combatant_id in encounter.standings if encounter.standings[combatant_id].able],
    )
    rounds = _rounds(encounter, system)
    said = [f"The fight is over after {rounds}." if rounds else "The fight is over."]
    if down:
        said.append(f"Down: {_join_sides(down)}.")
    if standing:
        said.append(f"Still up: {join_names([encounter.name_of(combatant_id) for combatant_id in standing])}.")
    return " ".join(said)[:500]


def is_over(past: Sequence[Step], system: TurnSystem) -> bool:
    """Return whether the last step wrote the note that ends the fight."""
    last = past[-1].command
    return isinstance(last, WriteNote) and last.text == end_words(past[-1].after, system)


def _rounds(encounter: Encounter, system: TurnSystem) -> str:
    """Count the rounds: ``3 rounds``; empty before the first, and for a round that has no end."""
    return write_count(encounter.round, system.round_word) if name_numbered_round(encounter.round, system) else ""
