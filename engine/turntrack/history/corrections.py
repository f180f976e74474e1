"""The search for past rolls that are part of a current score and can be corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turntrack.core.commands import CorrectThrow, RuleScore
from turntrack.core.dice import DiceCode
from turntrack.core.events import RULING, DiceRolled, RoundOpened, ScoreSet
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, Term
from turntrack.history.session import Step
from turntrack.rules.rulings import correction_term
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class CorrectableRoll:
    """A roll that is part of the current numbers of ``ids``."""

    step: int
    """The index of the step in the history."""
    place: int
    """The index of the event in the step."""
    ids: tuple[Id, ...]
    event: DiceRolled
    dice: DiceCode | None
    """The dice by the options at the time of the roll."""

    def corrected(self, faces: str) -> CorrectThrow:
        """Return the command that replaces the result with these faces."""
        return CorrectThrow(self.ids, self.event.who, self.event.purpose, self.event.roll, faces, self.dice)


def correctable_rolls(past: Sequence[Step], system: TurnSystem) -> tuple[CorrectableRoll, ...]:
    """List the rolls that are part of a current score, the newest first. A corrected roll has its new faces."""
    if not past or not (past[-1].after.is_open or system.number_lasts(past[-1].after)):
        return ()
    return tuple(_Search(past[-1].after, system).through(past))


class _Search:
    """A search backwards from the present, until the roll of each number is found."""

    def __init__(self, now: Encounter, system: TurnSystem) -> None:
        self._now = now
        self._system = system
        numbers = {combatant_id: system.number(now, combatant_id) for combatant_id in now.order}
        self._open: dict[Id, Score] = {combatant_id: number for combatant_id, number in numbers.items() if number}
        """The numbers whose roll has not been found yet."""
        self._corrected: list[CorrectThrow] = []
        """The corrections of rolls that are further back."""

    def through(self, past: Sequence[Step]) -> Iterator[CorrectableRoll]:
        """Yield the correctable rolls of the steps, the newest first."""
        for at in range(len(past) - 1, 0, -1):
            if not self._open:
                return
            step = past[at]
            shared = set[Id]()
            for place, event in enumerate(step.events):
                if isinstance(event, DiceRolled) and not self._is_replaced(event):
                    ids = self._stands_in(event, step)
                    # Whoever came later and got the roll of the group has no older one.
                    shared |= {member for member in ids if self._system.number(step.after, member) is None}
                    if ids:
                        yield CorrectableRoll(at, place, ids, event, self._dice(event, step, ids))
            match step.command:
                case CorrectThrow():
                    self._corrected.append(step.command)
                case RuleScore():
                    self._open.pop(step.command.id, None)  # a score set by ruling depends on no roll
            self._close(step, past[at - 1].after)
            for member in shared:
                self._open.pop(member, None)

    def _dice(self, event: DiceRolled, step: Step, ids: tuple[Id, ...]) -> DiceCode | None:
        if isinstance(step.command, CorrectThrow):
            return step.command.dice
        roller = next((member for member in ids if member in step.after.combatants), "")
        return self._system.dice_in_number(step.after, roller, event.purpose) if roller else None

    def _is_replaced(self, event: DiceRolled) -> bool:
        # Each correction replaces a single roll, and equal rolls may come more than once.
        for command in self._corrected:
            if (command.who, command.purpose, command.was) == (event.who, event.purpose, event.roll):
                self._corrected.remove(command)
                return True
        return False

    def _stands_in(self, event: DiceRolled, step: Step) -> tuple[Id, ...]:
        command, after = step.command, step.after
        if isinstance(command, CorrectThrow) and event.purpose == command.purpose:
            term = correction_term(command.was, event.roll)
            return tuple(
                combatant_id
                for combatant_id, number in self._open.items()
                if term in number.terms
                and (combatant_id in command.ids or self._rolls_as(event.who, combatant_id, after))
            )
        scored = {event.id for event in step.events if isinstance(event, ScoreSet)}
        return tuple(
            combatant_id
            for combatant_id, number in self._open.items()
            if self._rolls_as(event.who, combatant_id, after)
            and (
                combatant_id in scored or self._system.number(after, combatant_id) is None
            )  # or later got the roll of the group
            and any(is_rolled(term, event.roll.total) for term in number.terms)
            and self._system.dice_in_number(self._now, combatant_id, event.purpose)
        )

    def _rolls_as(self, who: str, combatant_id: Id, then: Encounter) -> bool:
        combatant = then.combatants.get(combatant_id, self._now.combatants[combatant_id])
        return who == combatant.name or (bool(combatant.group) and who == then.name_of_group(combatant.group))

    def _close(self, step: Step, before: Encounter) -> None:
        """Stop the search for combatants whose number was made in this step: no older roll is part of it."""
        opened = any(isinstance(event, RoundOpened) and event.part == 1 for event in step.events)
        rolled = any(isinstance(event, DiceRolled) for event in step.events)
        for event in step.events:
            if isinstance(event, ScoreSet) and rolled and (opened or self._system.number(before, event.id) is None):
                self._open.pop(event.id, None)


def is_rolled(term: Term, total: int) -> bool:
    """Return whether a term is that of a roll with this total: a term does not name its roll."""
    return term.amount == total and term.rule != RULING
