"""Badges, chances and log sentences of Unbound."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import Badge, Chance
from turntrack.systems.reinforcement_preview import with_arrivals
from turntrack.systems.unbound import memory, odds_of_first, surprise, surprise_odds
from turntrack.systems.unbound.factions import faction_name, faction_of
from turntrack.systems.unbound.memory import Reaction, UnboundFight


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


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to go first, and those to be surprised."""
    encounter = with_arrivals(encounter)
    return (*odds_of_first.chances(encounter), *surprise_odds.chances(encounter))


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
