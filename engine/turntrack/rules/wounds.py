"""Wounds in place of points of health: what a line says of them, and at which wound everybody falls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from turntrack.core.commands import AddCombatant
from turntrack.core.draft import Draft
from turntrack.core.events import HealthCounted
from turntrack.core.model import Condition, Counter, Encounter, Id
from turntrack.core.own_sides import family_name, is_foe
from turntrack.core.score import write_count
from turntrack.rules.conditions import conditions_of
from turntrack.rules.health import counts_wounds
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.wounds import Luck, Wounds

_MOST_TIMES = 2
"""A health of more than so many times the wounds of a hero is one in points, from other rules."""
_TAKEN = re.compile(r"(?:(\d{1,2})\s++wounds?|wounds?\s*+(?::\s*+)?(\d{1,2}))", re.IGNORECASE)
_POINTS = re.compile(r"(\d{1,2})\s++(\w++)|(\w++):?\s++(\d{1,2})")
_VALUE = re.compile(r"(?:Pace|Parry|Toughness)\b", re.IGNORECASE)
"""What the notes of a block of values begin with: there, wounds are those with which one stands."""
_PARTS = re.compile(r"[;,]")


def read_from_line(command: AddCombatant, system: TurnSystem) -> AddCombatant:
    """Return a newcomer with the luck and the wounds that its note and its name tell.

    A health that its line has given tells the wounds. Whoever has wounds already and stands is no one who falls at the
    first.
    """
    wounds, name = system.wounds, command.name.strip(f"{system.wounds.signs} ")
    command = _with_luck(command, system.luck)
    if command.health_dice or max(command.health, command.full_health) > _MOST_TIMES * wounds.many:
        command = replace(command, health=0, full_health=0, health_dice="")
    if command.health or command.full_health:
        return command
    parts, words = _parts(command.note), _words(command.note)
    told = next((match for match in map(_TAKEN.fullmatch, parts) if match), None)
    taken, most = int(told[1] or told[2]) if told else 0, wounds.many
    is_usual = bool(told and told[2] and taken and any(map(_VALUE.match, parts)))
    if is_usual:
        taken, most = 0, taken + 1
    is_marked = bool(name) and name != command.name.strip()
    is_leader = is_marked or taken > 0 or is_usual or not words.isdisjoint(wounds.leader_words)
    full = most if is_leader else wounds.few if not words.isdisjoint(wounds.other_words) else 0
    kept = [part for part in parts if part and not _TAKEN.fullmatch(part)]
    if is_marked and words.isdisjoint(wounds.leader_words):
        kept.append(wounds.leader_words[0])
    left = max(0, full - taken)
    is_down = command.fallen or left < min(full, 1)
    return replace(
        command, name=name or command.name, note="; ".join(kept), health=left, full_health=full, fallen=is_down
    )


def _with_luck(command: AddCombatant, luck: Luck | None) -> AddCombatant:
    """Return a newcomer with the points of luck that its note tells."""
    names = {luck.name.casefold(), luck.single.casefold()} if luck else set()
    points, kept = -1, list[str]()
    for part in _parts(command.note):
        match = _POINTS.fullmatch(part)
        if match and (match[2] or match[3]).casefold() in names:
            points = int(match[1] or match[4])
        else:
            kept.append(part)
    if luck is None or points < 0:
        return command
    others = (counter for counter in command.counters if counter.name != luck.name)
    return replace(command, note="; ".join(kept), counters=(*others, Counter(luck.name, points)))


def words_of_line(command: AddCombatant, system: TurnSystem) -> tuple[str, ...]:
    """Say what ``read_from_line`` has made of a newcomer’s wounds, but for what is usual."""
    full = max(command.health, command.full_health)
    taken = full - command.health
    limit = (f"down at {full}",) if full not in (0, system.wounds.few, system.wounds.many) else ()
    return (*((write_count(taken, "wound"),) if taken > 0 else ()), *limit)


def give_limits(draft: Draft, ids: Iterable[Id], system: TurnSystem) -> None:
    """Let those whose wounds have no limit fall at the wound of their side: heroes and leaders take more."""
    encounter, wounds = draft.encounter, system.wounds
    if not counts_wounds(encounter):
        return
    limits = {
        combatant_id: wounds.many if _takes_more(encounter, combatant_id, wounds) else wounds.few
        for combatant_id in ids
        if not encounter.combatants[combatant_id].full_health
    }
    for limit in dict.fromkeys(limits.values()):
        unhurt = [key for key in limits if limits[key] == limit and not encounter.combatants[key].health]
        if unhurt:
            draft.record(HealthCounted(tuple(unhurt), limit))
    for combatant_id, limit in limits.items():
        if hurt := encounter.combatants[combatant_id].health:
            limited = replace(draft.combatant(combatant_id), health=min(limit, hurt + limit), full_health=limit)
            draft.change_combatant(limited)


def condition_of_wounds(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Condition | None:
    """Return the condition that a wound has left to a combatant; None without one."""
    there = conditions_of(encounter, combatant_id) if counts_wounds(encounter) else ()
    return next((each for each in there if each.name.casefold() == system.wounds.leaves), None)


def _takes_more(encounter: Encounter, combatant_id: Id, wounds: Wounds) -> bool:
    """Return whether a combatant falls at the later wound: by its note, or as one of the heroes.

    Where there are no sides, those who are the only ones of their kind are the heroes.
    """
    there = encounter.combatants.values()
    combatant = encounter.combatants[combatant_id]
    words = _words(combatant.note)
    if not words.isdisjoint(wounds.leader_words) or not words.isdisjoint(wounds.other_words):
        return words.isdisjoint(wounds.other_words)
    if len({each.side for each in there}) > 1:
        return not is_foe(encounter, combatant_id)
    return [family_name(each) for each in there].count(family_name(combatant)) == 1


def _parts(note: str) -> list[str]:
    return [part.strip() for part in _PARTS.split(note)]


def _words(note: str) -> set[str]:
    return {part.casefold() for part in _parts(note)}
