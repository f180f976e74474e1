"""Sentences of the log about damage and healing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from turntrack.core.events import (
    HealthChange,
    HealthChanged,
    HealthCounted,
)
from turntrack.core.model import Combatant, Encounter, Share
from turntrack.core.names import join_names
from turntrack.core.score import signed
from turntrack.rules.damage import Squad, pool_of, squad_of
from turntrack.rules.health import Tally, counts_up, tally, tally_of


def health_words(before: Encounter, event: HealthChanged, after: Encounter) -> str:
    """Describe damage or healing with its effect on each target."""
    only = event.changes[0] if len(event.changes) == 1 else None
    if only and not squad_of(before, only.id):
        combatant = before.combatants[only.id]
        points = _points(event.amount, only.share)
        verb = f"is healed by {points}" if event.heals else f"takes {points}"
        went = _went(before, only)
        return f"{combatant.name} {verb}{f': {went}' if went else ''}"
    what = "healed" if event.heals else "of damage"
    parts = join_names(list(_parts(before, event, after)), "; ")
    return f"{event.amount} point{'s' if event.amount != 1 else ''} {what}: {parts}"


def _parts(before: Encounter, event: HealthChanged, after: Encounter) -> Iterator[str]:
    """Yield the effect on each target; on a group with shared health once."""
    told = set[Squad]()
    for change in event.changes:
        combatant, squad = before.combatants[change.id], squad_of(before, change.id)
        if change.share is Share.NONE:
            yield f"{combatant.name} {_share_words(change.share)}"
        elif squad is None:
            went = ", ".join(filter(None, (_share_words(change.share), _went(before, change))))
            yield f"{combatant.name} {went}".rstrip()
        elif squad not in told:
            told.add(squad)
            was, now = pool_of(before, squad), pool_of(after, squad)
            went = change_words(*(tally(pool.health, pool.full, up=counts_up(before)) for pool in (was, now)))
            yield f"{squad.name} {went}, {now.left} of {now.members} left"


def _share_words(share: Share) -> str:
    match share:
        case Share.ALL:
            return ""
        case Share.HALF:
            return "half"
        case Share.DOUBLE:
            return "double"
        case Share.NONE:
            return "none"
        case _:
            assert_never(share)


def _points(amount: int, share: Share) -> str:
    match share:
        case Share.ALL:
            return str(amount)
        case Share.HALF:
            return f"half of {amount}"
        case Share.DOUBLE:
            return f"twice {amount}"
        case Share.NONE:
            return f"none of {amount}"
        case _:
            assert_never(share)


def _went(before: Encounter, change: HealthChange) -> str:
    """Return the lost temporary points and the change of health; empty without either."""
    was = before.combatants[change.id]
    temporary = was.temporary - change.temporary
    lost = f"{temporary} temporary" if temporary else ""
    then = tally(change.health, was.full_health, up=counts_up(before))
    now = tally_of(before, was)
    health = change_words(now, then) if now else ""
    return ", ".join(filter(None, (lost, health)))


def change_words(was: Tally, now: Tally) -> str:
    """Return the change of a health as the table counts it: ``15 → 11``, or ``4 → 8``."""
    return f"{signed(was.points)} → {signed(now.points)}"


def sheet_health_words(old: Combatant, new: Combatant, *, up: bool) -> str:
    """Return the change of a health on the sheet, or of a maximum up to which damage is counted; empty for none."""
    was, now = (tally(combatant.health, combatant.full_health, up=up) for combatant in (old, new))
    if was.points != now.points:
        return f"{'damage' if up else 'health'} {change_words(was, now)}"
    return f"full health {was.full or 'none'} → {now.full or 'none'}" if up and was.full != now.full else ""


def counted_words(before: Encounter, event: HealthCounted) -> str:
    """Say that the health of combatants is counted from now on."""
    names = before.names_of(event.ids)
    return f"{names}: health is counted from now on; full is {event.health}"
