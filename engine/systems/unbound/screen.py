"""What the screen shows beside the choices: badges, words for the log, chances."""

from __future__ import annotations

from engine.model import Encounter, FactValue, Id
from engine.names import listed
from engine.systems.protocol import Badge, Chance
from engine.systems.unbound import factions, odds, surprise
from engine.systems.unbound.factions import name


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    """The target number to notice somebody, what surprise does, and the Reaction."""
    standing = encounter.standings[one]
    found: list[Badge] = []
    if not standing.able:
        return ()
    number = surprise.target(encounter, factions.of(encounter, one))
    if number and not standing.fact("had_turn"):
        found.append(Badge(f"to notice {number.total}", "U20", "warn"))
    if standing.fact("surprised"):
        found += [
            Badge("no action", "U24", "warn"),
            Badge("may move", "U26"),
            Badge("no Reaction back", "U25", "warn"),
            Badge("favour against", "U27", "warn"),
        ]
    if standing.fact("roller") and not encounter.round:
        found.append(Badge("rolls initiative", "U3"))
    if standing.fact("reaction") == surprise.READY:
        found.append(Badge("Reaction", "UA8", "good"))
    elif standing.fact("reaction") == surprise.USED:
        found.append(Badge("Reaction used", "UA8", "off"))
    return tuple(found)


def fact_words(encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
    """A fact as the log goes on after the name; empty where the track says enough."""
    match key, value:
        case "factions", tuple():
            return f"The order is {', '.join(name(faction) for faction in value)}"
        case "sneaking", (str(), *_):
            pairs = surprise.sneaking(encounter)
            return listed([f"{name(who)}: sneaking up on {name(whom)}" for who, whom in pairs])
        case "surprised", _:
            return "is surprised" if value else "is surprised no longer"
        case "reaction", surprise.READY:
            return "has a Reaction"
        case "reaction", surprise.USED:
            return "has used the Reaction"
        case "reaction", surprise.MISSED:
            return "gets no Reaction back on this turn"
        case "roller", True:
            return f"rolls initiative for {name(factions.of(encounter, one))}"
        case _:
            return ""


MOST_COUNTED = 100
"""Of more in one faction it is not told how many will be surprised."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Who goes first, and who and how many will be surprised."""
    playing = factions.playing(encounter)
    found = []
    if not encounter.round and len(playing) > 1:
        first = odds.chance_first(len(playing))
        found = [Chance("", f"{name(faction)}: first", first, "U5", goes_first=True) for faction in playing]
        found.append(Chance("", "the first throw settles the order", odds.chance_no_tie(len(playing)), "U6"))
    for faction in playing:
        number = surprise.target(encounter, faction)
        if number:
            ids = surprise.fresh(encounter, faction)
            perceptions = [int(encounter.combatants[one].sheet["perception"]) for one in ids]
            for one, perception in zip(ids, perceptions, strict=True):
                chance = odds.chance_surprised(perception, number.total)
                found.append(Chance(one, "is surprised", chance, "U22"))
            if len(ids) <= MOST_COUNTED:
                for many, chance in enumerate(odds.number_surprised(perceptions, number.total)):
                    found.append(Chance("", f"{name(faction)}: {many} of {len(ids)} surprised", chance, "U19"))
    return tuple(found)


def uncounted(encounter: Encounter) -> str:
    many = [
        name(faction)
        for faction in factions.members(encounter)
        if surprise.target(encounter, faction) and len(surprise.fresh(encounter, faction)) > MOST_COUNTED
    ]
    return f"How many are surprised is not counted for so many: {', '.join(many)}." if many else ""
