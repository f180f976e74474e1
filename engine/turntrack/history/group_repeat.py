"""Repeat the last combatant's turn for the other members of the group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turntrack.core.commands import Act, DoTheSame, RepeatedAct, RuleAct
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.errors import Refused
from turntrack.core.events import Event, RoundOpened, Spent, StatusSet
from turntrack.core.model import Encounter, Id, Stage, Status, TurnEffect
from turntrack.history.session import Session, Step
from turntrack.rules.decide import write_draft
from turntrack.systems.protocol import system_of

MOST_FOLLOWING = 30
"""The limit of members to look for; each member's turn is tried beforehand."""


def repeat_for_group(session: Session, most: int = MOST_FOLLOWING) -> DoTheSame | None:
    """Return the command that has the others of the group do the same, those who come next one after the other.

    They are ``most`` at most. It is what the last to act has done in that turn. None where nobody can do so now,
    without any dice.
    """
    encounter = session.encounter
    if not any(combatant.group for combatant in encounter.combatants.values()):
        return None
    turn = _last_turn(session.past, system_of(encounter.system, session.systems).is_beside)
    if turn is None or turn.id not in encounter.combatants or not encounter.combatants[turn.id].group:
        return None
    following: list[Id] = []
    while len(following) < most:
        mate = _next_mate(encounter, turn.id, following)
        command = DoTheSame((mate,), turn.deeds, turn.calls)
        try:
            encounter = write_draft(encounter, command, NoDice(), session.systems).encounter
        except (Refused, DiceNeeded):
            break
        following.append(mate)
    return DoTheSame(tuple(following), turn.deeds, turn.calls) if following else None


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """What a combatant has done in one turn; the first ``calls`` of the deeds have only brought it about."""

    id: Id
    deeds: tuple[RepeatedAct, ...] = ()
    calls: int = 0


def _last_turn(past: list[Step], is_beside: Callable[[Act], bool]) -> _LastTurn | None:
    """Return what the last to act has done in that turn; None where others cannot do it.

    What lies beside the turn is passed over: what others did out of turn, and what the table has noted or ruled. A
    deed that took a ruling, or was itself done by several, is no example.
    """
    turn: _LastTurn | None = None
    for at in range(len(past) - 1, 0, -1):
        step, before = past[at], past[at - 1].after
        if turn is not None and _is_before(step, turn.id):
            break
        actor = _actor(step, before, is_beside)
        turn = turn or (_LastTurn(actor) if actor else None)
        if turn is not None and actor == turn.id:
            if not isinstance(step.command, Act):
                return None
            turn = _with_deed(turn, step.command, step, actor in before.acting())
        if any(_begins(event, turn) for event in step.events):
            break
    return turn


def _is_before(step: Step, actor: Id) -> bool:
    """Whether a turn that the combatant has had since had not begun when the step was over."""
    standing = step.after.standings.get(actor)
    if standing is None or any(_ends_turn(event, actor) for event in step.events):
        return True
    if standing.status is Status.ACTING:
        return False
    return standing.status is Status.HOLDING or standing.stage is Stage.NONE


def _ends_turn(event: Event, actor: Id) -> bool:
    return (
        isinstance(event, StatusSet)
        and event.id == actor
        and (event.status is Status.DONE or event.turn is TurnEffect.OVER)
    )


def _begins(event: Event, turn: _LastTurn | None) -> bool:
    """Whether nothing of the turn can lie before the event: the round begins, or one acts out of turn."""
    if isinstance(event, RoundOpened):
        return event.part == 1
    is_aside = isinstance(event, StatusSet) and event.turn is TurnEffect.ASIDE
    return is_aside and turn is not None and _calls(event, turn.id)


def _actor(step: Step, before: Encounter, is_beside: Callable[[Act], bool]) -> Id:
    """Return in whose turn, or to bring whose turn about, the step was done; empty for what lies beside all turns."""
    command = step.command
    if isinstance(command, DoTheSame):
        return command.ids[-1]
    if not isinstance(command, Act | RuleAct) or is_beside(Act(command.id, command.action, command.values)):
        return ""
    acts = command.id in before.acting() or any(_calls(event, command.id) for event in step.events)
    return command.id if acts else ""


def _calls(event: Event, actor: Id) -> bool:
    return isinstance(event, StatusSet) and event.id == actor and event.status is Status.ACTING


def _with_deed(turn: _LastTurn, command: Act, step: Step, is_acting: bool) -> _LastTurn:
    """Put a deed before those of the turn that are known."""
    deeds = (RepeatedAct(command.action, command.values), *turn.deeds)
    only_calls = not is_acting and not any(isinstance(event, Spent) and event.id == turn.id for event in step.events)
    return _LastTurn(turn.id, deeds, turn.calls + 1 if only_calls else 0)


def _next_mate(encounter: Encounter, actor: Id, following: list[Id]) -> Id:
    """Return who of the group comes next, with nothing done in the turn: of those who act, else of those still to act.

    Empty for nobody.
    """
    group, standings = encounter.combatants[actor].group, encounter.standings
    mates = [
        mate
        for mate in encounter.order
        if mate not in (actor, *following)
        and encounter.combatants[mate].group == group
        and standings[mate].able
        and standings[mate].stage is not Stage.ACTED
    ]
    acting = [mate for mate in mates if standings[mate].status is Status.ACTING]
    ready = [mate for mate in mates if standings[mate].status is Status.READY]
    return next(iter((*acting, *ready)), "")
