"""What the screen shows beside the choices: badges, words for the log, chances."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from engine.model import Encounter, FactValue, Id
from engine.names import listed
from engine.systems.protocol import Badge, Chance
from engine.systems.unbound import memory, surprise
from engine.systems.unbound.memory import faction_name, faction_of
from engine.systems.unbound.turns import D12


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    """Return the target number to notice somebody, what surprise does, and the Reaction."""
    if not encounter.standings[one].able:
        return ()
    found: list[Badge] = []
    number = surprise.target(encounter, faction_of(encounter, one))
    if number and not memory.has_had_turn(encounter, one):
        found.append(Badge(f"to notice {number.total}", "U20", "warn"))
    if memory.is_surprised(encounter, one):
        found += [
            Badge("no action", "U24", "warn"),
            Badge("may move", "U26"),
            Badge("no Reaction back", "U25", "warn"),
            Badge("favour against", "U27", "warn"),
        ]
    if memory.is_roller(encounter, one) and not encounter.round:
        found.append(Badge("rolls initiative", "U3"))
    match memory.reaction(encounter, one):
        case memory.READY:
            found.append(Badge("Reaction", "UA8", "good"))
        case memory.USED:
            found.append(Badge("Reaction used", "UA8", "off"))
    return tuple(found)


def fact_words(encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
    """Return a fact as the log goes on after the name; empty where the track says enough."""
    match key, value:
        case memory.ORDER, tuple():
            return f"The order is {', '.join(faction_name(faction) for faction in value)}"
        case memory.SNEAKING, (str(), *_):
            pairs = memory.sneak_pairs(encounter)
            return listed([f"{faction_name(who)}: sneaking up on {faction_name(whom)}" for who, whom in pairs])
        case memory.SURPRISED, _:
            return "is surprised" if value else "is surprised no longer"
        case memory.REACTION, memory.READY:
            return "has a Reaction"
        case memory.REACTION, memory.USED:
            return "has used the Reaction"
        case memory.REACTION, memory.MISSED:
            return "gets no Reaction back on this turn"
        case memory.ROLLER, True:
            return f"rolls initiative for {faction_name(faction_of(encounter, one))}"
        case _:
            return ""


MOST_COUNTED = 100
"""Of more in one faction it is not told how many will be surprised."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return who goes first, and who and how many will be surprised."""
    playing = memory.factions_in_play(encounter)
    found = []
    if not encounter.round and len(playing) > 1:
        first = chance_first(len(playing))
        found = [Chance("", f"{faction_name(faction)}: first", first, "U5", goes_first=True) for faction in playing]
        found.append(Chance("", "the first throw settles the order", chance_no_tie(len(playing)), "U6"))
    for faction in playing:
        number = surprise.target(encounter, faction)
        if number:
            ids = surprise.fresh_members(encounter, faction)
            perceptions = [surprise.perception(encounter, one) for one in ids]
            for one, perception in zip(ids, perceptions, strict=True):
                chance = surprise.chance_surprised(perception, number.total)
                found.append(Chance(one, "is surprised", chance, "U22"))
            if len(ids) <= MOST_COUNTED:
                for many, chance in enumerate(surprise.number_surprised(perceptions, number.total)):
                    label = f"{faction_name(faction)}: {many} of {len(ids)} surprised"
                    found.append(Chance("", label, chance, "U19"))
    return tuple(found)


def uncounted(encounter: Encounter) -> str:
    many = [
        faction_name(faction)
        for faction in memory.members(encounter)
        if surprise.target(encounter, faction) and len(surprise.fresh_members(encounter, faction)) > MOST_COUNTED
    ]
    return f"How many are surprised is not counted for so many: {', '.join(many)}." if many else ""


def chance_first(factions: int) -> Fraction:
    """Return the chance of one of so many: the die is the same for all, and ties are thrown again (U6)."""
    return Fraction(1, factions)


def chance_no_tie(factions: int) -> Fraction:
    """Return the chance that the first throw settles the order.

    >>> [str(chance_no_tie(many)) for many in (2, 3, 4)]
    ['11/12', '55/72', '55/96']
    """
    return Fraction(perm(D12.sides, factions), D12.sides**factions)
