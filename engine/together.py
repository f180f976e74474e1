"""What the others of a group can do at once, as they come: the same as the one who has just acted."""

from __future__ import annotations

from engine.commands import Act, Deed, DoTheSame, GiveCondition, KeepCounter, StepCounter, Wound, WriteNote
from engine.decide import write_draft
from engine.dice import DiceNeeded, NoDice
from engine.errors import Refused
from engine.events import StatusSet
from engine.model import Encounter, Id, Status, Turning
from engine.session import Session, Step

MOST_FOLLOWING = 30
"""So many others are looked for, and no more: each is tried beforehand."""

BESIDE = (GiveCondition, KeepCounter, StepCounter, Wound, WriteNote)
"""What a table notes down between the actions of a turn."""


def same_again(session: Session, most: int = MOST_FOLLOWING) -> DoTheSame | None:
    """Return the command that has the others of the group do the same, those who come next one after the other.

    They are ``most`` at most. It is what the last to act has done in that turn. None where nobody can do so now,
    without any dice.
    """
    one, deeds, calls = _last_turn(session.past)
    encounter = session.encounter
    if not deeds or one not in encounter.combatants or not encounter.combatants[one].group:
        return None
    following: list[Id] = []
    while len(following) < most:
        mate = _next_mate(encounter, one, following)
        try:
            encounter = write_draft(encounter, DoTheSame((mate,), deeds, calls), NoDice(), session.systems).encounter
        except (Refused, DiceNeeded):
            break
        following.append(mate)
    return DoTheSame(tuple(following), deeds, calls) if following else None


def _last_turn(past: list[Step]) -> tuple[Id, tuple[Deed, ...], int]:
    """Return who has acted last, all that he or she did in that turn, and how much of it came before the turn."""
    one, deeds, calls = "", list[Deed](), 0
    for at in range(len(past) - 1, 0, -1):
        step, command = past[at], past[at].command
        if isinstance(command, BESIDE):
            continue
        if not isinstance(command, Act) or not command.id or (one and command.id != one):
            break
        if one and any(isinstance(event, StatusSet) and _ends_turn(event, one) for event in step.events):
            break
        one = command.id
        deeds.insert(0, Deed(command.action, command.values))
        calls += one not in past[at - 1].after.acting()
    return one, tuple(deeds), calls


def _ends_turn(event: StatusSet, one: Id) -> bool:
    return event.id == one and (event.status is Status.DONE or event.turn is Turning.OVER)


def _next_mate(encounter: Encounter, one: Id, following: list[Id]) -> Id:
    """Return who of the group comes next: of those who act, else of those who are still to act; empty for nobody."""
    group = encounter.combatants[one].group
    mates = [
        it
        for it in encounter.order
        if it not in (one, *following) and encounter.combatants[it].group == group and encounter.standings[it].able
    ]
    acting = [it for it in encounter.acting() if it in mates]
    ready = [it for it in mates if encounter.standings[it].status is Status.READY]
    return next(iter((*acting, *ready)), "")
