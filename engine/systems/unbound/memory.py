"""What Unbound remembers of a combatant and of the fight, and who stands in which faction.

A faction is a side; those who name no side are one faction together. The order of the factions is a fact of the fight,
and so is the turn: the faction that chooses next, whoever acts just now.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.draft import Draft
from engine.events import RULING, FactSet, Noted
from engine.fields import Field, Kind, Pick, Value
from engine.model import Encounter, Id, Status
from engine.systems.protocol import FactKind

type Faction = str

ROLLER = "roller"
"""The combatant has been named to roll initiative for the faction."""
SURPRISED = "surprised"
HAD_TURN = "had_turn"
"""The first turn of the combat is over."""
BEGUN = "begun"
"""The turn has begun, and may go on after an interruption."""
REACTION = "reaction"

ORDER = "factions"
TURN = "turn"
NOW = "now"
"""Who has the turn that has begun."""
PASSED = "passed"
SNEAKING = "sneaking"
STEALTHY = "stealthy"
"""Somebody has sneaked, and it has been rolled for."""

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys((ROLLER, SURPRISED, HAD_TURN, BEGUN), FactKind(bool)),
        REACTION: FactKind(str),
        **dict.fromkeys((ORDER, PASSED, SNEAKING), FactKind(tuple, of_fight=True)),
        **dict.fromkeys((TURN, NOW), FactKind(str, of_fight=True)),
        STEALTHY: FactKind(bool, of_fight=True),
    }
)

READY, USED, MISSED = "ready", "used", "missed"
"""How it stands with a Reaction. Before the first turn there is none."""


def is_roller(encounter: Encounter, one: Id) -> bool:
    return bool(encounter.standings[one].fact(ROLLER))


def is_surprised(encounter: Encounter, one: Id) -> bool:
    return bool(encounter.standings[one].fact(SURPRISED))


def has_had_turn(encounter: Encounter, one: Id) -> bool:
    return bool(encounter.standings[one].fact(HAD_TURN))


def reaction(encounter: Encounter, one: Id) -> str:
    return encounter.standings[one].fact(REACTION, "")


def faction_order(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order; a faction that has nobody any longer keeps its place."""
    return _names(encounter, ORDER)


def turn(encounter: Encounter) -> Faction | None:
    """Return the faction that chooses next by the order; None before the first round."""
    faction = encounter.fact(TURN)
    return faction if isinstance(faction, str) else None


def now(encounter: Encounter) -> Id:
    """Return who has the turn that has begun; empty for nobody."""
    return encounter.fact(NOW, "")


def passes(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions that have passed since somebody last had a turn."""
    return _names(encounter, PASSED)


def sneak_pairs(encounter: Encounter) -> tuple[tuple[Faction, Faction], ...]:
    """Return who sneaks up on whom, as declared and not yet rolled for."""
    flat = _names(encounter, SNEAKING)
    return tuple(zip(flat[::2], flat[1::2], strict=False))


def _names(encounter: Encounter, key: str) -> tuple[Faction, ...]:
    return encounter.fact(key, ())


# Factions


def faction_name(faction: Faction) -> str:
    return faction or "Unaligned"


def faction_of(encounter: Encounter, one: Id) -> Faction:
    return encounter.combatants[one].side


def members(encounter: Encounter) -> dict[Faction, tuple[Id, ...]]:
    """Return every faction that has anybody, with its members, as listed."""
    found: dict[Faction, list[Id]] = {}
    for one in encounter.order:
        found.setdefault(faction_of(encounter, one), []).append(one)
    return {faction: tuple(ids) for faction, ids in found.items()}


def able_members(encounter: Encounter, faction: Faction) -> list[Id]:
    return [one for one in members(encounter).get(faction, ()) if encounter.standings[one].able]


def factions_in_play(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions that have somebody able to act: the fallen take no part."""
    return tuple(dict.fromkeys(faction_of(encounter, one) for one in encounter.order if encounter.standings[one].able))


def waits(encounter: Encounter, one: Id) -> bool:
    """Whether the combatant can be chosen in this round."""
    standing = encounter.standings[one]
    return standing.able and standing.status is Status.READY


# What changes, by the rules or by a ruling


def set_surprised(draft: Draft, one: Id, surprised: bool, rule: str) -> None:
    """Say whether the combatant is surprised from now on; of who acts just now the Reaction changes too (U25)."""
    draft.record(FactSet(one, SURPRISED, surprised, rule=rule))
    before, after = (READY, MISSED) if surprised else (MISSED, READY)
    if now(draft.encounter) == one and reaction(draft.encounter, one) == before:
        draft.record(FactSet(one, REACTION, after, rule="U25"))


def rulable(encounter: Encounter, one: Id) -> tuple[Field, ...]:
    if one:
        return (
            Field(SURPRISED, "Surprised", Kind.FLAG, is_surprised(encounter, one)),
            Field(REACTION, "Has a Reaction", Kind.FLAG, reaction(encounter, one) == READY),
        )
    if not encounter.is_open:
        return ()
    waiting = {faction_of(encounter, other) for other in encounter.order if waits(encounter, other)}
    present = members(encounter).items()
    picks = tuple(Pick(ids[0], faction_name(faction)) for faction, ids in present if faction in waiting)
    return (Field(TURN, "Chooses next", Kind.PICK, picks[0].key, picks=picks),) if picks else ()


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    if key == SURPRISED:
        set_surprised(draft, one, bool(value), RULING)
    elif key == REACTION:
        draft.record(FactSet(one, REACTION, READY if value else USED, rule=RULING))
    else:
        faction = draft.combatant(str(value)).side
        draft.record(FactSet("", TURN, faction), Noted(f"Next to choose: {faction_name(faction)}.", RULING))
