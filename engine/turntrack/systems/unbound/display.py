"""Badges, log sentences and chances of Unbound."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from turntrack.core.model import Encounter, Id
from turntrack.systems.due_reinforcements import with_arrivals
from turntrack.systems.protocol import Badge, Chance
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.memory import Reaction, UnboundFight, faction_name, faction_of
from turntrack.systems.unbound.turns import D12


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges: the number to notice the combatant, the effects of surprise, the roller and the Reaction."""
    if not encounter.standings[combatant_id].able:
        return ()
    result: list[Badge] = []
    now = memory.recall(encounter.standings[combatant_id])
    number = surprise.hardest_number(encounter, faction_of(encounter, combatant_id))
    if number and not now.has_had_turn:
        result.append(Badge(f"to notice {number.total}", "U20", "warn"))
    if now.is_surprised:
        result += [
            Badge("no action", "U24", "warn"),
            Badge("may move", "U26"),
            Badge("no Reaction back", "U25", "warn"),
            Badge("favour against", "U27", "warn"),
        ]
    if now.is_roller and not encounter.round:
        result.append(Badge("rolls initiative", "U3"))
    match now.reaction:
        case Reaction.READY:
            result.append(Badge("Reaction", "UA8", "good"))
        case Reaction.USED:
            result.append(Badge("Reaction used", "UA8", "off"))
    return tuple(result)


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    """Return the words for a change of memory, to follow the name in the log; empty if the log need not say it."""
    if not combatant_id:
        return _fight_words(memory.recall_fight(before), memory.recall_fight(after))
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.is_surprised != now.is_surprised:
        return memory.surprise_words(now.is_surprised)
    if now.reaction and was.reaction != now.reaction:
        return memory.REACTION_WORDS[now.reaction]
    if now.is_roller and not was.is_roller:
        return f"rolls initiative for {faction_name(faction_of(after, combatant_id))}"
    return ""


def _fight_words(was: UnboundFight, now: UnboundFight) -> str:
    if was.factions != now.factions:
        return memory.order_words(now.factions)
    return memory.sneak_words(now.sneaking) if was.sneaking != now.sneaking else ""


MOST_COUNTED = 100
"""The most members of a faction for which the chances of 0, 1, 2, … surprised are counted."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to go first, to be surprised, and of each number of surprised members of a faction."""
    encounter = with_arrivals(encounter)
    playing = memory.factions_in_play(encounter)
    result = []
    if not encounter.round and len(playing) > 1:
        first = chance_first(len(playing))
        result = [Chance("", f"{faction_name(faction)}: first", first, "U5", goes_first=True) for faction in playing]
        result.append(Chance("", "the first roll settles the order", chance_no_tie(len(playing)), "U6"))
    for faction in playing:
        number = surprise.hardest_number(encounter, faction)
        if number:
            ids = surprise.fresh_members(encounter, faction)
            perceptions = [surprise.perception(encounter, member) for member in ids]
            for member, perception in zip(ids, perceptions, strict=True):
                chance = surprise.chance_surprised(perception, number.total)
                result.append(Chance(member, "is surprised", chance, "U22"))
            if len(ids) <= MOST_COUNTED:
                for many, chance in enumerate(surprise.chances_of_number_surprised(perceptions, number.total)):
                    label = f"{faction_name(faction)}: {many} of {len(ids)} surprised"
                    result.append(Chance("", label, chance, "U19"))
    return tuple(result)


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    many = [
        faction_name(faction)
        for faction in memory.members(encounter)
        if surprise.hardest_number(encounter, faction)
        and len(surprise.fresh_members(encounter, faction)) > MOST_COUNTED
    ]
    return f"How many are surprised is not worked out for so many: {', '.join(many)}." if many else ""


def chance_first(factions: int) -> Fraction:
    """Return the chance to go first among so many factions, which is the same for all: ties are thrown again (U6)."""
    return Fraction(1, factions)


def chance_no_tie(factions: int) -> Fraction:
    """Return the chance that the first throw decides the whole order.

    >>> [str(chance_no_tie(many)) for many in (2, 3, 4)]
    ['11/12', '55/72', '55/96']
    """
    return Fraction(perm(D12.sides, factions), D12.sides**factions)
