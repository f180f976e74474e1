"""Who throws together, and who throws again: a group throws once for all its members."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.model import Encounter, Id
from engine.sums import Part, Sum, Term

type Unit = tuple[str, tuple[Id, ...]]
"""Those who throw together, and the name that they throw under."""

type CodeOf = Callable[[Id], DiceCode]
"""What a combatant throws. For a group its first member tells."""


def roll_units(encounter: Encounter, ids: Sequence[Id]) -> tuple[Unit, ...]:
    """List who throws together: each group under its own name, everybody else alone, in the order given."""
    units: dict[str, tuple[str, list[Id]]] = {}
    for one in ids:
        combatant = encounter.combatants[one]
        key, name = (f"group {combatant.group}", combatant.group) if combatant.group else (one, combatant.name)
        units.setdefault(key, (name, []))[1].append(one)
    return tuple((name, tuple(members)) for name, members in units.values())


def to_throw(encounter: Encounter) -> tuple[Id, ...]:
    """List who will throw when the next round opens: nobody while one is open, or for a combatant alone."""
    able = encounter.able()
    return able if len(able) > 1 and not encounter.is_open else ()


def group_mates(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """List the others of the group that ``one`` is in, in the encounter's order: a newcomer may share their roll."""
    group = encounter.combatants[one].group
    return tuple(it for it in encounter.order if it != one and group and encounter.combatants[it].group == group)


def thrown_by_group(encounter: Encounter, one: Id, number: Callable[[Encounter, Id], Sum | None]) -> tuple[Term, ...]:
    """Return the die that the group of a newcomer has thrown, and its corrections.

    Empty without a group, or where none of it has a number that begins with a throw.
    """
    for mate in group_mates(encounter, one):
        score = number(encounter, mate)
        if score and score.terms[0].part is Part.THROW:
            return (score.terms[0], *(term for term in score.terms if term.part is Part.CORRECTION))
    return ()


def throw(
    draft: Draft, ids: Sequence[Id], code_of: CodeOf, rule: str = "", purpose: str = "initiative"
) -> list[tuple[Unit, Roll]]:
    """Let each unit of ``ids`` throw. The table is asked once for all of them."""
    units = roll_units(draft.encounter, ids)
    requests = [draft.request(who, name, purpose, code_of(who[0])) for name, who in units]
    return list(zip(units, draft.roll(requests, rule), strict=True))


def throw_apart(
    draft: Draft, lots: Sequence[Sequence[Id]], code_of: CodeOf, rule: str, purpose: str, most: int
) -> dict[Id, tuple[int, ...]]:
    """Let those of each lot throw until nobody stands level with another unit, but at most so many times.

    Return what each has thrown: the higher, the sooner. Members of a group stay level, and stand as listed.
    """
    thrown: dict[Id, tuple[int, ...]] = {}
    level = [*_level(draft.encounter, lots, thrown)]
    for _ in range(most):
        if not level:
            break
        for (_, who), roll in throw(draft, [one for lot in level for one in lot], code_of, rule, purpose):
            thrown.update({one: (*thrown.get(one, ()), roll.total) for one in who})
        level = [*_level(draft.encounter, level, thrown)]
    return thrown


def _level(
    encounter: Encounter, lots: Sequence[Sequence[Id]], thrown: Mapping[Id, tuple[int, ...]]
) -> Iterator[list[Id]]:
    """List those of each lot who have thrown the same, where they do not all throw together."""
    for lot in lots:
        alike: dict[tuple[int, ...], list[Id]] = {}
        for one in lot:
            alike.setdefault(thrown.get(one, ()), []).append(one)
        yield from (ids for ids in alike.values() if len(roll_units(encounter, ids)) > 1)
