"""The repetition of a combatant's turn by the other members of the group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turntrack.core.commands import Act, DoTheSame, RepeatedAct, RuleAct, Strike, acts_of
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.errors import Refused
from turntrack.core.events import Event, RoundOpened, Spent, StatusSet
from turntrack.core.model import Encounter, Id, Stage, Status, TurnEffect
from turntrack.history.session import Session, Step
from turntrack.rules.decide import write_draft
from turntrack.systems.protocol import system_of

MOST_FOLLOWING = 30
"""The greatest number of members in one command. The turn of each member is tried beforehand."""


def repeat_for_group(session: Session, most: int = MOST_FOLLOWING) -> DoTheSame | None:
    """Return the command that repeats the last turn for the next members of the actor's group, ``most`` at most.

    None if no member can repeat the turn now without dice.
    """
    encounter = session.encounter
    if not {combatant.group for combatant in encounter.combatants.values()} - {""}:
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
    """The actions of a combatant in one turn. The first ``calls`` of them only called the combatant to act."""

    id: Id
    deeds: tuple[RepeatedAct, ...] = ()
    calls: int = 0


def _last_turn(past: list[Step], is_beside: Callable[[Act], bool]) -> _LastTurn | None:
    """Return the last turn; None if it cannot be repeated.

    Steps beside the turn are skipped: actions of others out of turn, notes and rulings of the table. A turn with an
    action by ruling, or with a repeated action, cannot be repeated.
    """
    turn: _LastTurn | None = None
    # Without step 0, which makes the encounter.
    for at in range(len(past) - 1, 0, -1):
        step, before = past[at], past[at - 1].after
        if turn is not None and _is_before(step, turn.id):
            break
        actor = _actor(step, before, is_beside)
        turn = turn or (_LastTurn(actor) if actor else None)
        if turn is not None and actor == turn.id:
            deeds = acts_of(step.command)
            if not deeds:
                return None
            turn = _with_deeds(turn, deeds, step, actor in before.acting())
        begun = [event for event in step.events if isinstance(event, RoundOpened | StatusSet)]
        if any(_begins(event, turn) for event in begun):
            break
    return turn


def _is_before(step: Step, actor: Id) -> bool:
    """Return whether the combatant's later turn had not begun yet at the end of the step."""
    standing = step.after.standings.get(actor)
    own = [event for event in step.events if isinstance(event, StatusSet) and event.id == actor]
    if standing is None or [event for event in own if event.status is Status.DONE or event.turn is TurnEffect.OVER]:
        return True
    if standing.status is Status.ACTING:
        return False
    return standing.status is Status.HOLDING or standing.stage is Stage.NONE


def _begins(event: RoundOpened | StatusSet, turn: _LastTurn | None) -> bool:
    """Return whether the turn began with the event: a round began, or the actor was called out of turn."""
    if isinstance(event, RoundOpened):
        return event.part == 1
    return event.turn is TurnEffect.ASIDE and turn is not None and _calls(event, turn.id)


def _actor(step: Step, before: Encounter, is_beside: Callable[[Act], bool]) -> Id:
    """Return the combatant in whose turn the step was done, or whose turn the step began; empty for neither."""
    command = step.command
    if isinstance(command, DoTheSame):
        return command.ids[-1]
    if isinstance(command, Strike):
        command = command.act
    if isinstance(command, RuleAct):
        command = Act(command.id, command.action, command.values)
    if not isinstance(command, Act) or is_beside(command):
        return ""
    acts = command.id in before.acting() or any(_calls(event, command.id) for event in step.events)
    return command.id if acts else ""


def _calls(event: Event, actor: Id) -> bool:
    return isinstance(event, StatusSet) and event.id == actor and event.status is Status.ACTING


def _with_deeds(turn: _LastTurn, acts: tuple[Act, ...], step: Step, is_acting: bool) -> _LastTurn:
    """Return the turn with the actions of another step before the known ones. Damage is not repeated."""
    deeds = (*(RepeatedAct(act.action, act.values) for act in acts), *turn.deeds)
    only_calls = not is_acting and not any(isinstance(event, Spent) and event.id == turn.id for event in step.events)
    return _LastTurn(turn.id, deeds, turn.calls + 1 if only_calls else 0)


def _next_mate(encounter: Encounter, actor: Id, following: list[Id]) -> Id:
    """Return the next group member who has done nothing in the turn: first those acting, then those ready.

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
