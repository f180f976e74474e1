"""What the screen shows beside the choices: badges, words for the log, chances."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Badge, Chance
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.memory import OfFight, Reaction, faction_name, faction_of
from turntrack.systems.unbound.turns import D12


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    """Return the target number to notice somebody, what surprise does, and the Reaction."""
    if not encounter.standings[one].able:
        return ()
    found: list[Badge] = []
    now = memory.of(encounter.standings[one])
    number = surprise.target(encounter, faction_of(encounter, one))
    if number and not now.has_had_turn:
        found.append(Badge(f"to notice {number.total}", "U20", "warn"))
    if now.is_surprised:
        found += [
            Badge("no action", "U24", "warn"),
            Badge("may move", "U26"),
            Badge("no Reaction back", "U25", "warn"),
            Badge("favour against", "U27", "warn"),
        ]
    if now.is_roller and not encounter.round:
        found.append(Badge("rolls initiative", "U3"))
    match now.reaction:
        case Reaction.READY:
            found.append(Badge("Reaction", "UA8", "good"))
        case Reaction.USED:
            found.append(Badge("Reaction used", "UA8", "off"))
    return tuple(found)


def memory_words(before: Encounter, after: Encounter, one: Id) -> str:
    """Return what has changed as the log goes on after the name; empty where the track says enough."""
    if not one:
        return _fight_words(memory.of_fight(before), memory.of_fight(after))
    was, now = memory.of(before.standings[one]), memory.of(after.standings[one])
    if was.is_surprised != now.is_surprised:
        return memory.surprise_words(now.is_surprised)
    if now.reaction and was.reaction != now.reaction:
        return memory.REACTION_WORDS[now.reaction]
    if now.is_roller and not was.is_roller:
        return f"rolls initiative for {faction_name(faction_of(after, one))}"
    return ""


def _fight_words(was: OfFight, now: OfFight) -> str:
    if was.factions != now.factions:
        return memory.order_words(now.factions)
    return memory.sneak_words(now.sneaking) if was.sneaking != now.sneaking else ""


MOST_COUNTED = 100
"""Of more in one faction it is not told how many will be surprised."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return who goes first, and who and how many will be surprised."""
    encounter = with_arrivals(encounter)
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
    encounter = with_arrivals(encounter)
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
