"""Factions: who belongs to one, whose turn it is, and whether it may pass. (rulebook: Unbound, lines 10-16)

A faction is a side; those who name no side are one faction together. The order of the factions is a fact of
the fight, and so is ``turn``: the faction that chooses next, whoever acts just now.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Refused
from engine.model import Encounter, Id, Standing, Status
from engine.names import listed
from engine.table.guards import Guards

type Faction = str

GUARDS = Guards("U8", "U8", "U8")


def name(faction: Faction) -> str:
    return faction or "Unaligned"


def of(encounter: Encounter, one: Id) -> Faction:
    return encounter.combatants[one].side


def members(encounter: Encounter) -> dict[Faction, tuple[Id, ...]]:
    """Every faction that has anybody, with its members, as listed."""
    found: dict[Faction, list[Id]] = {}
    for one in encounter.order:
        found.setdefault(of(encounter, one), []).append(one)
    return {faction: tuple(ids) for faction, ids in found.items()}


def playing(encounter: Encounter) -> tuple[Faction, ...]:
    """The factions that have somebody able to act: the fallen take no part."""
    return tuple(dict.fromkeys(of(encounter, one) for one in encounter.order if encounter.standings[one].able))


def order(encounter: Encounter) -> tuple[Faction, ...]:
    """The factions in their order; a faction that has nobody any longer keeps its place."""
    found = encounter.fact("factions", ())
    return found if isinstance(found, tuple) else ()


def waits(standing: Standing) -> bool:
    """Whether this one can be chosen in this round."""
    return standing.able and standing.status is Status.READY


def upcoming(encounter: Encounter) -> Faction | None:
    """The faction that chooses next; nobody if everyone has had a turn. Whoever has nobody left is left out (UA4)."""
    waiting = {of(encounter, one) for one in encounter.order if waits(encounter.standings[one])}
    return next((faction for faction in lap(encounter) if faction in waiting), None)


def lap(encounter: Encounter) -> tuple[Faction, ...]:
    """The factions in their order, from the one whose turn is next."""
    row, turn = order(encounter), encounter.fact("turn")
    at = row.index(turn) if isinstance(turn, str) and turn in row else 0
    return (*row[at:], *row[:at])


def after(encounter: Encounter, faction: Faction) -> Faction:
    """The next faction of the order; after the last comes the first (UA4)."""
    row = order(encounter)
    return row[(row.index(faction) + 1) % len(row)]


@dataclass(frozen=True, slots=True)
class Left:
    """How many a faction has left to act, against the others as this table compares them (UA2)."""

    own: int
    others: tuple[int, ...]

    @property
    def may_pass(self) -> bool:
        """U10: fewer than half as many."""
        return bool(self.others) and all(2 * self.own < other for other in self.others)

    def __str__(self) -> str:
        return f"{self.own} left against {listed([str(other) for other in self.others], ' and ') or 'nobody'}"


def left(encounter: Encounter, faction: Faction, compares: str, counts: str) -> Left:
    """``compares`` and ``counts`` are the readings of UA2 and UA7."""
    numbers = dict.fromkeys((faction, *(members(encounter) if counts == "everyone" else playing(encounter))), 0)
    for one in encounter.order:
        standing = encounter.standings[one]
        if standing.status is Status.READY and (standing.able or counts == "everyone"):
            numbers[of(encounter, one)] += 1
    others = [number for other, number in numbers.items() if other != faction]
    return Left(numbers[faction], (sum(others),) if others and compares == "all" else tuple(others))


def why_no_pass(encounter: Encounter, faction: Faction, count: Left) -> Refused | None:
    """Why the faction, whose turn it is, must choose a member; None if it may pass."""
    if not count.may_pass:
        message = f"{name(faction)}: {count}; passing takes fewer than half as many."
        return Refused("too_many_left", message, "U10")
    if faction in passed(encounter):
        return Refused("all_passed", f"Everybody has passed: {name(faction)} must choose somebody.", "UA3")
    return None


def passed(encounter: Encounter) -> tuple[Faction, ...]:
    """Those that have passed since somebody last had a turn."""
    found = encounter.fact("passed", ())
    return found if isinstance(found, tuple) else ()


def check_choice(encounter: Encounter, one: Id, faction: Faction) -> None:
    """Raises Refused where ``faction``, whose turn it is, cannot choose this combatant."""
    standing, own = GUARDS.able(encounter, one), of(encounter, one)
    if standing.status is Status.DONE:
        who = encounter.name_of(one)
        raise Refused("had_turn", f"{who} has had a turn: no other until everyone has had one.", "U9")
    if own != faction:
        raise Refused("other_faction", f"It is the turn of {name(faction)}, not of {name(own)}.", "U8")
