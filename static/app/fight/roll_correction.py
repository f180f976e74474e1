"""Rolls of earlier steps that still stand in scores, and the command that corrects one."""

from __future__ import annotations

from dataclasses import replace

from app.intents.fight import Correct
from app.ui.log import ThrowView
from turntrack.core.commands import CorrectThrow
from turntrack.core.dice import dice_of_roll, write_roll
from turntrack.core.errors import Refused
from turntrack.core.events import DiceRolled
from turntrack.core.model import Encounter, Id
from turntrack.history.corrections import CorrectableRoll, correctable_rolls
from turntrack.history.session import Session
from turntrack.systems.protocol import TurnSystem


class RollCorrections:
    """The rolls of a session that can be corrected, cached per encounter."""

    def __init__(self, session: Session, system: TurnSystem) -> None:
        self._session = session
        self._system = system
        self._throws_now: tuple[Encounter, tuple[CorrectableRoll, ...]] | None = None

    def copy(self, session: Session) -> RollCorrections:
        """Return the corrections of a copy of the session."""
        copied = RollCorrections(session, self._system)
        copied._throws_now = self._throws_now
        return copied

    @property
    def _fight_system(self) -> TurnSystem:
        return self._system.at(self._session.encounter)

    def throws_of(self, combatant_id: Id) -> tuple[ThrowView, ...]:
        """Return the rolls that stand in a combatant's score, oldest first."""
        return tuple(self._throw_view(thrown) for thrown in reversed(self._find_throws()) if combatant_id in thrown.ids)

    def throws_in(self, step: int) -> tuple[ThrowView, ...]:
        """Return the rolls of a step of the log."""
        known = {(thrown.step, thrown.place): thrown for thrown in self._find_throws()}
        return tuple(
            self._throw_view(known[step - 1, place]) if (step - 1, place) in known else self._unchanged(event)
            for place, event in enumerate(self._session.past[step - 1].events)
            if isinstance(event, DiceRolled)
        )

    def correction(self, asked: Correct) -> CorrectThrow:
        """Return the command that corrects a roll. Raises Refused if the roll stands in no score any more."""
        for thrown in self._find_throws():
            if (thrown.step, thrown.place) == (asked.step, asked.event):
                return thrown.corrected(asked.faces)
        raise Refused("no_number", "No number depends on this roll now: go back to it and reroll.")

    def _find_throws(self) -> tuple[CorrectableRoll, ...]:
        """Return the rolls that stand in scores, cached per encounter."""
        now = self._session.encounter
        if not self._throws_now or self._throws_now[0] is not now:
            self._throws_now = (now, correctable_rolls(self._session.past, self._fight_system))
        return self._throws_now[1]

    def _throw_view(self, thrown: CorrectableRoll) -> ThrowView:
        roll = thrown.event.roll
        code = self._fight_system.dice_in_number(self._session.encounter, thrown.ids[0], thrown.event.purpose)
        known = dice_of_roll(roll, thrown.dice or code) if code else None
        faces = write_roll(known, roll) if known else ""
        correct = Correct(thrown.step, thrown.place, faces)
        return replace(self._unchanged(thrown.event), code=known, correct=correct, about=thrown.ids[0])

    def _unchanged(self, event: DiceRolled) -> ThrowView:
        """Return the view of a roll that cannot be corrected."""
        roll = event.roll
        fell = self._fight_system.say_number(roll.total) if self._fight_system.is_deal(roll) else str(roll)
        return ThrowView(f"{event.who}, {event.purpose}: {fell}", roll.total, event.who, event.purpose)
