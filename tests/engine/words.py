"""Words of the transcripts for what all systems share beside the order: wounds, counters, conditions.

``give Rat, Ilko: stunned by Mara until Mara 2 ends`` counts her turns, ``until own 1 begins`` each one's; ``until
round`` and ``until count 12`` end otherwise, and nothing of the kind is taken off by hand. ``held by`` makes a hold;
``throw 1d20 14`` (or ``throw 2d6 8-``, or ``throw``) is what may end it after each own turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from turntrack.core import commands as c
from turntrack.core.model import Attempt, Comes, Due, Encounter, Fills, Id, Share, Until
from turntrack.core.score import signed
from turntrack.rules.condition_expiry import badges, conditions_of
from turntrack.rules.reinforcements import players_see

type IdOf = Callable[[str], Id]

SHARES = {"half": Share.HALF, "none": Share.NONE, "double": Share.DOUBLE}
FILLS = {"": Fills.NEVER, "each turn": Fills.TURN, "each round": Fills.ROUND}


def read_shared(text: str, encounter: Encounter, id_of: IdOf) -> c.Command | None:
    """Return the command that the words stand for; None where they are of another kind."""
    return _read_counted(text, id_of) or _read_condition(text, encounter, id_of) or _read_wings(text, encounter, id_of)


COMES = r"(?: in round (?P<round>\d+))?(?: at (?:count|tick) (?P<count>\d+))?"


def _comes(found: re.Match[str]) -> Comes:
    return Comes(int(found["round"] or 0), int(found["count"]) if found["count"] else None)


def _read_wings(text: str, encounter: Encounter, id_of: IdOf) -> c.Command | None:
    if found := re.fullmatch(rf"(?P<name>.+?) waits{COMES}", text):
        return c.WaitInWings(id_of(found["name"]), _comes(found))
    if found := re.fullmatch(r"(hide|show|bring) (.+)", text):
        ids = tuple(id_of(name.strip()) for name in found[2].split(","))
        return c.BringIn(ids) if found[1] == "bring" else c.Hide(ids, hidden=found[1] == "hide")
    if found := re.fullmatch(rf"plan{COMES}: ?(?P<text>.*)", text):
        return c.PlanHappening(found["text"], _comes(found))
    if found := re.fullmatch(r"settle (.+)", text):
        return c.DropHappening(next((it.number for it in encounter.happenings if it.text == found[1]), 0))
    if found := re.fullmatch(r"players call (.+?): ?(.*)", text):
        return c.ChangeCombatant(id_of(found[1]), players_name=found[2])
    return None


def seen(encounter: Encounter) -> str:
    """Tell what players see of those in the order, who waits, and what is planned (``!`` where it has happened)."""
    names = [players_see(encounter, one) for one in encounter.order]
    waiting = [f"{it.combatant.name}{' hidden' if it.hidden else ''}" for it in encounter.wings]
    planned = [f"{it.text}{'!' if it.due else ''}" for it in encounter.happenings]
    return " | ".join(", ".join(name for name in part if name) for part in (names, waiting, planned) if part)


def _read_condition(text: str, encounter: Encounter, id_of: IdOf) -> c.Command | None:
    if found := re.fullmatch(r"give (.+?): (.+)", text):
        ids = tuple(id_of(name.strip()) for name in found[1].split(","))
        return _giving(ids, found[2], id_of)
    if found := re.fullmatch(r"(end|let go|still) (.+?): (.+)", text):
        one = id_of(found[2])
        numbers = tuple(
            it.number
            for it in encounter.conditions
            if it.name == found[3] and (it.by if found[1] == "let go" else it.bearer) == one
        )
        return c.KeepCondition(*numbers[:1]) if found[1] == "still" else c.EndConditions(numbers)
    return None


GIVEN = re.compile(
    r"(?P<name>.+?)(?: (?P<held>held )?by (?P<by>.+?))?"
    r"(?: (?P<throw>throw)(?: (?P<code>\S+) (?P<needs>\d+)(?P<less>-)?)?)?"
    r"(?: until (?:(?P<round>round)|(?:count|tick) (?P<count>\S+)|(?P<whose>.+) (?P<turns>\d+) (?P<end>begins|ends)))?"
)


def _giving(ids: tuple[Id, ...], words: str, id_of: IdOf) -> c.GiveCondition:
    found = GIVEN.fullmatch(words)
    assert found, f"cannot be read: {words}"
    whose = "" if found["whose"] in (None, "own") else id_of(found["whose"])
    kinds = {"round": Until.ROUND_ENDS, "count": Until.COUNT}
    until = next((kind for word, kind in kinds.items() if found[word]), Until(found["end"] or "removed"))
    return c.GiveCondition(
        ids,
        found["name"],
        by=id_of(found["by"]) if found["by"] else "",
        until=until,
        whose=whose,
        turns=int(found["turns"] or 1),
        count=int(found["count"] or 0),
        attempt=Attempt(found["code"] or "", int(found["needs"] or 0), bool(found["less"])) if found["throw"] else None,
        held=bool(found["held"]),
    )


def conditions_shown(encounter: Encounter) -> str:
    """Return who is in which condition, as transcripts have it."""
    return "; ".join(
        f"{encounter.name_of(one)} {', '.join(_shown(encounter, one))}"
        for one in encounter.order
        if conditions_of(encounter, one)
    )


def _shown(encounter: Encounter, one: Id) -> list[str]:
    return [
        f"{badge.text}{'!' if badge.ends_now else ''}{'?' if it.due is not Due.NOTHING else ''}"
        for badge, it in zip(badges(encounter, one), conditions_of(encounter, one), strict=True)
    ]


def _read_counted(text: str, id_of: IdOf) -> c.Command | None:
    if found := re.fullmatch(r"(wound|heal) (\S+?)( beyond)?:(.*?)(?: and are (.*))?", text):
        hits = tuple(_hit(part.strip(), id_of) for part in found[4].split(",") if part.strip())
        leaves = tuple(name.strip() for name in (found[5] or "").split(",") if name.strip())
        return c.Wound(int(found[2]), hits, heals=found[1] == "heal", beyond=bool(found[3]), leaves=leaves)
    if found := re.fullmatch(r"count health (\S+?):(.*)", text):
        return c.CountHealth(tuple(id_of(name.strip()) for name in found[2].split(",") if name.strip()), int(found[1]))
    if found := re.fullmatch(r"(pool|share out) (.+)", text):
        return c.PoolHealth(found[2], pooled=found[1] == "pool")
    if found := re.fullmatch(r"temporary (.+) (\d+)", text):
        return c.ChangeCombatant(id_of(found[1]), temporary=int(found[2]))
    if found := re.fullmatch(r"keep (.+?): (.+?) (\d+)(?: of (\d+))? ?(each turn|each round)?", text):
        return c.KeepCounter(id_of(found[1]), found[2], int(found[3]), int(found[4] or 0), FILLS[found[5] or ""])
    if found := re.fullmatch(r"(.+?): (.+?) ([+−-]\d+)", text):
        return c.StepCounter(id_of(found[1]), found[2], int(found[3].replace("−", "-")))
    if found := re.fullmatch(r"drop (.+?): (.+)", text):
        return c.DropCounter(id_of(found[1]), found[2])
    return None


def _hit(text: str, id_of: IdOf) -> c.Hit:
    name, _, share = text.rpartition(" ")
    return c.Hit(id_of(name), SHARES[share]) if share in SHARES else c.Hit(id_of(text))


def health_of(encounter: Encounter) -> str:
    """Return what is counted of everybody, as listed: ``Mara 9/15 +3 (luck 2), Rat 8/8``."""
    return ", ".join(filter(None, (_health(encounter, one) for one in encounter.order)))


def _health(encounter: Encounter, one: Id) -> str:
    combatant = encounter.combatants[one]
    counted = f"{signed(combatant.health)}/{combatant.full_health}" if combatant.is_counted else ""
    temporary = f"+{combatant.temporary}" if combatant.temporary else ""
    counters = ", ".join(f"{it.name} {it.value}" for it in combatant.counters)
    words = " ".join(filter(None, (counted, temporary, f"({counters})" if counters else "")))
    return f"{combatant.name} {words}" if words else ""
