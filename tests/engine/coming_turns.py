"""A check of ``coming``: the turns that a system predicts, compared with a fight of ordinary turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from tests.engine.fights import decide_with_answers, has_dice, list_choices
from turntrack.core import commands as c
from turntrack.core.dice import TableDice
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.choices import FIRST, MOST_UPCOMING_TURNS, Choice, ChoiceKind, UpcomingTurn
from turntrack.systems.protocol import TurnSystem

NOT_TOLD = next(field.default for field in fields(TurnSystem) if field.name == "upcoming_turns")


MOST_IN_A_TURN = 30
"""The most actions in a turn before it counts as endless."""


def check_coming_turns(system: TurnSystem, now: Encounter, dice: Callable[[], TableDice]) -> int:
    """Play ordinary turns, and assert that they come as predicted. Return the number of turns that have come.

    Stop early where dice decide, or where a turn cannot be ended without them.
    """
    begin, coming = now, [*system.upcoming_turns(now)]
    had = [*now.acting()]
    for number, turn in enumerate(coming):
        then = _turn_after(system, now, dice)
        if then is None:
            return number
        assert then.is_open, turn
        now = _comes(system, turn, then, {*had}, dice)
        had += now.acting()
    if len(coming) < MOST_UPCOMING_TURNS and system.upcoming_turns is not NOT_TOLD and _is_same_part(begin, now):
        then = _turn_after(system, now, dice)
        came_in = then is not None and len(then.wings) < len(now.wings)
        assert then is None or then == now or came_in or not _is_same_part(now, then) or not _to_act(system, then)
    return len(coming)


def find_next_below(system: TurnSystem, encounter: Encounter, combatant_id: Id) -> Id:
    """Return the next combatant below on the track who can still act; empty for none."""
    standings = encounter.standings
    able = [other for other in system.track(encounter) if standings[other].able]
    playing = [other for other in able if standings[other].status is not Status.DONE]
    return playing[playing.index(combatant_id) + 1] if combatant_id in playing[:-1] else ""


def _turn_after(system: TurnSystem, now: Encounter, dice: Callable[[], TableDice]) -> Encounter | None:
    """Return the fight after ordinary turns of all who act; None if dice decide or a turn does not end."""
    for actor in now.acting():
        for _ in range(MOST_IN_A_TURN):
            if actor not in now.acting():
                break
            then, is_over = _ordinary(system, now, actor, dice)
            if then is None or not _is_same_part(now, then):
                return then
            now = then
            if is_over or system.at(now).counts_points:  # each action that costs points is a turn
                break
        else:
            return None
    return now


def _ordinary(
    system: TurnSystem, now: Encounter, actor: Id, dice: Callable[[], TableDice]
) -> tuple[Encounter | None, bool]:
    """Return the fight after the actor ends the turn, does the likeliest action, or ends the round; None if dice fall.

    Return also whether that has ended the turn: the actor may have the next turn too.
    """
    choices = [(choice.command, choice) for choice in _possible(system, now) if isinstance(choice.command, c.Act)]
    own = [choice for command, choice in choices if command.id == actor]
    over, end = ([choice for choice in own if choice.kind is kind] for kind in (ChoiceKind.OVER, ChoiceKind.END))
    for choice in (*over, *(choice for choice in own if choice.likely == FIRST), *end):
        events = decide_with_answers(now, choice.command, dice())
        if not has_dice(events):
            return fold(now, events), choice.kind is ChoiceKind.OVER
        if choice.kind is ChoiceKind.OVER:  # with other actions first it might end without dice, but in another way
            break
    return None, False


def _comes(
    system: TurnSystem, turn: UpcomingTurn, now: Encounter, had: set[Id], dice: Callable[[], TableDice]
) -> Encounter:
    """Assert that the turn has come, and return the fight in it. If the table chooses, give the turn to the first."""
    numbers = [system.number(now, actor) for actor in now.acting()]
    if turn.number is None and {*now.acting()} != {*turn.ids}:
        assert {*turn.ids} - had <= {*_to_act(system, now)} <= {*turn.ids}, turn
        given = [choice.command for choice in _possible(system, now) if choice.row in turn.ids]
        return now if now.acting() else fold(now, decide_with_answers(now, given[0], dice()))
    assert {*now.acting()} == {*turn.ids}, turn
    totals = {number and number.total for number in numbers}
    assert totals == {turn.number} or (turn.number is None and len(totals) > 1), turn
    return now


def _to_act(system: TurnSystem, now: Encounter) -> tuple[Id, ...]:
    """Return the actors, or else the combatants whom the table may give the turn."""
    return now.acting() or tuple(choice.row for choice in _possible(system, now) if choice.row)


def _possible(system: TurnSystem, encounter: Encounter) -> list[Choice]:
    """Return the choices that are not refused, with default inputs."""
    return [choice for choice in list_choices(system, encounter, {}) if not choice.preview.refusal]


def _is_same_part(before: Encounter, after: Encounter) -> bool:
    return (before.round, before.part, before.is_open) == (after.round, after.part, after.is_open)
