"""Whether it comes so: the turns that a system tells ahead, against what happens when everybody does the ordinary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from tests.engine.fights import decided, dice_fell, offered
from turntrack.core import commands as c
from turntrack.core.dice import TableDice
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.choices import FIRST, MOST_UPCOMING_TURNS, Choice, ChoiceKind, UpcomingTurn
from turntrack.systems.protocol import TurnSystem

NOT_TOLD = next(field.default for field in fields(TurnSystem) if field.name == "coming")


MOST_IN_A_TURN = 30
"""So often the same thing is done where nothing limits it, and only dice could end the turn."""


def holds_what_it_tells(system: TurnSystem, now: Encounter, dice: Callable[[], TableDice]) -> int:
    """Play on, with nothing special, and see that the turns come as they are told. Returns how many have come.

    It ends before the last of them where dice decide, or where nobody can end the turn just like that.
    """
    begin, coming = now, system.coming(now)
    had = [*now.acting()]
    for number, turn in enumerate(coming):
        then = _turn_after(system, now, dice)
        if then is None:
            return number
        assert then.is_open, turn
        now = _comes(system, turn, then, {*had}, dice)
        had += now.acting()
    if len(coming) < MOST_UPCOMING_TURNS and system.coming is not NOT_TOLD and _is_same_part(begin, now):
        then = _turn_after(system, now, dice)
        came_in = then is not None and len(then.wings) < len(now.wings)
        assert then is None or then == now or came_in or not _is_same_part(now, then) or not _to_act(system, then)
    return len(coming)


def next_below(system: TurnSystem, encounter: Encounter, one: Id) -> Id:
    """Return who stands next below on the track, and can still act."""
    standings = encounter.standings
    playing = [it for it in system.track(encounter) if standings[it].able and standings[it].status is not Status.DONE]
    return playing[playing.index(one) + 1] if one in playing[:-1] else ""


def _turn_after(system: TurnSystem, now: Encounter, dice: Callable[[], TableDice]) -> Encounter | None:
    """Return the fight once all who act have ended their turns with nothing special; None where that cannot be told."""
    for one in now.acting():
        for _ in range(MOST_IN_A_TURN):
            if one not in now.acting():
                break
            then, is_over = _ordinary(system, now, one, dice)
            if then is None or not _is_same_part(now, then):
                return then
            now = then
            if is_over or system.at(now).counts_points:  # what costs points is a turn
                break
        else:
            return None
    return now


def _ordinary(
    system: TurnSystem, now: Encounter, one: Id, dice: Callable[[], TableDice]
) -> tuple[Encounter | None, bool]:
    """End the turn or do what is most likely, else end the round for that one; None where it all takes dice.

    Returns as well whether that has ended the turn, though the same one may have the next.
    """
    choices = [(it.command, it) for it in _possible(system, now) if isinstance(it.command, c.Act)]
    own = [choice for command, choice in choices if command.id == one]
    over, end = ([choice for choice in own if choice.kind is kind] for kind in (ChoiceKind.OVER, ChoiceKind.END))
    for choice in (*over, *(choice for choice in own if choice.likely == FIRST), *end):
        events = decided(now, choice.command, dice())
        if not dice_fell(events):
            return fold(now, events), choice.kind is ChoiceKind.OVER
    return None, False


def _comes(
    system: TurnSystem, turn: UpcomingTurn, now: Encounter, had: set[Id], dice: Callable[[], TableDice]
) -> Encounter:
    """Return the fight in which the turn has come. Where one of several is chosen, those who cannot be had a turn."""
    numbers = [system.number(now, one) for one in now.acting()]
    if turn.number is None and {*now.acting()} != {*turn.ids}:
        assert {*turn.ids} - had <= {*_to_act(system, now)} <= {*turn.ids}, turn
        given = [choice.command for choice in _possible(system, now) if choice.row in turn.ids]
        return now if now.acting() else fold(now, decided(now, given[0], dice()))
    assert {*now.acting()} == {*turn.ids}, turn
    totals = {number and number.total for number in numbers}
    assert totals == {turn.number} or (turn.number is None and len(totals) > 1), turn
    return now


def _to_act(system: TurnSystem, now: Encounter) -> tuple[Id, ...]:
    """Return who acts, or of whom one is to be given the turn."""
    return now.acting() or tuple(choice.row for choice in _possible(system, now) if choice.row)


def _possible(system: TurnSystem, encounter: Encounter) -> list[Choice]:
    """Return what is offered and not refused, with nothing typed."""
    return [choice for choice in offered(system, encounter, {}) if not choice.refusal]


def _is_same_part(one: Encounter, other: Encounter) -> bool:
    return (one.round, one.part, one.is_open) == (other.round, other.part, other.is_open)
