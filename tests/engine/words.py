"""Words of the transcripts for what all systems share beside the order: wounds, counters."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine import commands as c
from engine.model import Encounter, Fills, Id, Share
from engine.sums import signed

type IdOf = Callable[[str], Id]

SHARES = {"half": Share.HALF, "none": Share.NONE, "double": Share.DOUBLE}
FILLS = {"": Fills.NEVER, "each turn": Fills.TURN, "each round": Fills.ROUND}


def read_shared(text: str, id_of: IdOf) -> c.Command | None:
    """The command that the words stand for; None where they are of another kind."""
    if found := re.fullmatch(r"(wound|heal) (\S+?)( beyond)?:(.*)", text):
        hits = tuple(_hit(part.strip(), id_of) for part in found[4].split(",") if part.strip())
        return c.Wound(int(found[2]), hits, heals=found[1] == "heal", beyond=bool(found[3]))
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
    """What is counted of everybody, as listed: ``Mara 9/15 +3 (luck 2), Rat 8/8``."""
    return ", ".join(filter(None, (_health(encounter, one) for one in encounter.order)))


def _health(encounter: Encounter, one: Id) -> str:
    combatant = encounter.combatants[one]
    counted = f"{signed(combatant.health)}/{combatant.full_health}" if combatant.is_counted else ""
    temporary = f"+{combatant.temporary}" if combatant.temporary else ""
    counters = ", ".join(f"{it.name} {it.value}" for it in combatant.counters)
    words = " ".join(filter(None, (counted, temporary, f"({counters})" if counters else "")))
    return f"{combatant.name} {words}" if words else ""
