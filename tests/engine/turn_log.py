"""Turns counted from commands and events by each system's rules, for comparison with the turns that the engine counts.

Nothing here reads ``Standing.stage`` or ``Turning``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.events import Event
from turntrack.core.model import Condition, Encounter, Id, Status, TurnEffect, Until
from turntrack.systems.traveller import watches

ASIDE = ("hold", "trigger", "check", "enter", "wound", "done")
"""The choices in Traveller that are not an action of the turn."""


@dataclass
class Turn:
    """A turn, by the numbers of the events that called it and of the event that ended it."""

    calls: list[int]
    end: int = 0
    """0 while the turn goes on; -1 if it was put off and never taken."""
    acted: bool = False


@dataclass
class TurnLog:
    """The turns of all combatants. ``now`` is the number of the last event."""

    system: str
    now: int = 0
    turns: dict[Id, list[Turn]] = field(default_factory=dict)
    acting: set[Id] = field(default_factory=set)
    closed: int = 0
    """The number of the event with which the last round ended."""
    taken_back: int = 0
    """How many turns were taken back."""

    def under_way(self, combatant_id: Id) -> Turn | None:
        last = self.turns.get(combatant_id, [])[-1:]
        return last[0] if last and not last[0].end else None

    def put_off(self, combatant_id: Id) -> Turn | None:
        """Return the turn that was called and then put off before any action; None for none."""
        turn = self.under_way(combatant_id)
        return turn if turn and combatant_id not in self.acting and not turn.acted else None

    def read(self, before: Encounter, command: c.Command, event: Event) -> None:
        """Count the next event of a step, from the fight ``before`` the step and the step's command."""
        self.now += 1
        match event:
            case e.StatusSet(combatant_id, turn=TurnEffect.BACK):
                self._take_back(combatant_id)
            case e.StatusSet(combatant_id, Status.ACTING):
                if self._is_turn(event):
                    self._call(combatant_id)
                    self.acting.add(combatant_id)
            case e.StatusSet(combatant_id, Status.DONE):
                if not self.under_way(combatant_id) and (event.why == "moves up" or event.why.startswith("is skipped")):
                    self._call(combatant_id)
                self._end(combatant_id)
            case e.StatusSet(combatant_id, Status.READY):
                if self._acts_on_turn(before, command, combatant_id):
                    self._end(combatant_id)
                self.acting.discard(combatant_id)
            case e.StatusSet(combatant_id):
                self.acting.discard(combatant_id)
            case e.Spent(combatant_id):
                if combatant_id in self.acting and (turn := self.under_way(combatant_id)):
                    turn.acted = True
            case e.AbleSet(combatant_id, able=False) | e.CombatantRemoved(combatant_id):
                self._end(combatant_id, -1 if self.put_off(combatant_id) else self.now)
            case e.RoundClosed():
                self.closed = self.now
                for combatant_id in [*self.turns]:
                    self._end(combatant_id)
            case _:
                pass

    def _is_turn(self, event: e.StatusSet) -> bool:
        return not (self.system == "traveller" and event.rule == "T22")

    def _acts_on_turn(self, before: Encounter, command: c.Command, combatant_id: Id) -> bool:
        """Return whether the command is an action that ends the combatant's turn, and another may follow."""
        command = command.act if isinstance(command, c.Strike) else command
        if not isinstance(command, c.Act | c.RuleAct) or command.id != combatant_id:
            return False
        if self.system == "zebra":
            return command.action != "end" and command.values.get("by", "turn") == "turn"
        if self.system == "traveller":
            triggered = watches.is_triggered(before.standings[command.id])
            return command.action not in ASIDE and not triggered
        return False

    def _call(self, combatant_id: Id) -> None:
        turn = self.under_way(combatant_id)
        if turn is None:
            self.turns.setdefault(combatant_id, []).append(Turn([self.now]))
        elif combatant_id not in self.acting:
            turn.calls.append(self.now)

    def _take_back(self, combatant_id: Id) -> None:
        """Forget the last call to a turn that is under way: nothing was done in it."""
        self.acting.discard(combatant_id)
        self.taken_back += 1
        turn = self.under_way(combatant_id)
        assert turn is not None
        turn.calls.pop()
        if not turn.calls:
            self.turns[combatant_id].remove(turn)

    def _end(self, combatant_id: Id, at: int = 0) -> None:
        self.acting.discard(combatant_id)
        if turn := self.under_way(combatant_id):
            turn.end = at or self.now

    def ended(self, combatant_id: Id) -> int:
        """Return the number of the event that ended the combatant's last turn; 0 for none."""
        return max((turn.end for turn in self.turns.get(combatant_id, ())), default=0)


@dataclass(frozen=True)
class Watched:
    """A condition, with the numbers of the events that gave it and passed it on.

    ``turns`` is the number that the table said. A turn that was put off at that moment counts as one of them.
    """

    condition: Condition
    first: int
    since: int
    turns: int
    put_off: Turn | None

    def is_over(self, log: TurnLog) -> bool:
        """Return whether the end of a round or of enough turns in the log has ended the condition."""
        condition = self.condition
        turns = log.turns.get(condition.whose, [])
        after = [turn for turn in turns if turn.calls[0] > self.since or turn is self.put_off]
        match condition.until:
            case Until.TURN_BEGINS:
                begun = [turn for turn in after if turn.end or turn.calls[-1] > self.since]
                return len(begun) >= self.turns
            case Until.TURN_ENDS if self.turns:
                return sum(turn.end > 0 for turn in after) >= self.turns
            case Until.TURN_ENDS:
                return any(turn.end > self.since for turn in turns)
            case Until.ROUND_ENDS:
                return log.closed > self.since
            case _:
                return False
