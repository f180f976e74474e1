"""Turns counted in the log, by what each system's rules say of them: held against what the engine counts as it goes.

Nothing here looks at ``Standing.stage`` or ``Turning``: a turn is found by what was asked for and what happened then.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.events import Event
from turntrack.core.model import Condition, Encounter, Id, Status, Until
from turntrack.systems.traveller import memory as traveller

ASIDE = ("hold", "trigger", "check", "enter", "wound", "done")
"""What one does in Traveller without taking an action of the turn."""


@dataclass
class Turn:
    """A turn by the numbers of its events: of those with which it was called, and of its end."""

    calls: list[int]
    end: int = 0
    """0 while it goes on, and -1 where it was put off and never was."""
    acted: bool = False


@dataclass
class TurnLog:
    """The turns that everybody has had; ``now`` is the number of the last event."""

    system: str
    now: int = 0
    turns: dict[Id, list[Turn]] = field(default_factory=dict)
    acting: set[Id] = field(default_factory=set)
    closed: int = 0
    """The number of the event with which the last round ended."""

    def under_way(self, one: Id) -> Turn | None:
        last = self.turns.get(one, [])[-1:]
        return last[0] if last and not last[0].end else None

    def put_off(self, one: Id) -> Turn | None:
        """Return a turn that was called, and then put off before anything was done in it."""
        turn = self.under_way(one)
        return turn if turn and one not in self.acting and not turn.acted else None

    def read(self, before: Encounter, command: c.Command, event: Event) -> None:
        """Take the next event of a step: what was ``before`` the step, and what was asked for."""
        self.now += 1
        match event:
            case e.StatusSet(one, Status.ACTING):
                if self._is_turn(event):
                    self._call(one)
                    self.acting.add(one)
            case e.StatusSet(one, Status.DONE):
                if not self.under_way(one) and (event.why == "moves up" or event.why.startswith("is skipped")):
                    self._call(one)
                self._end(one)
            case e.StatusSet(one, Status.READY):
                if self._acts_on_turn(before, command, one):
                    self._end(one)
                self.acting.discard(one)
            case e.StatusSet(one):
                self.acting.discard(one)
            case e.Spent(one):
                if one in self.acting and (turn := self.under_way(one)):
                    turn.acted = True
            case e.AbleSet(one, able=False) | e.CombatantRemoved(one):
                self._end(one, -1 if self.put_off(one) else self.now)
            case e.RoundClosed():
                self.closed = self.now
                for one in [*self.turns]:
                    self._end(one)
            case _:
                pass

    def _is_turn(self, event: e.StatusSet) -> bool:
        return not (self.system == "traveller" and event.rule == "T22")

    def _acts_on_turn(self, before: Encounter, command: c.Command, one: Id) -> bool:
        """Whether the command is an action that ends the turn of ``one``, who is ready for another."""
        if not isinstance(command, c.Act | c.RuleAct) or command.id != one:
            return False
        if self.system == "zebra":
            return command.action != "end" and command.values.get("by", "turn") == "turn"
        if self.system == "traveller":
            triggered = traveller.is_triggered(before.standings[command.id])
            return command.action not in ASIDE and not triggered
        return False

    def _call(self, one: Id) -> None:
        turn = self.under_way(one)
        if turn is None:
            self.turns.setdefault(one, []).append(Turn([self.now]))
        elif one not in self.acting:
            turn.calls.append(self.now)

    def _end(self, one: Id, at: int = 0) -> None:
        self.acting.discard(one)
        if turn := self.under_way(one):
            turn.end = at or self.now

    def ended(self, one: Id) -> int:
        """When the last turn of this one was over."""
        return max((turn.end for turn in self.turns.get(one, ())), default=0)


@dataclass(frozen=True)
class Watched:
    """A condition, and when it was given, and handed on.

    ``turns`` are as the table said them, and a turn that is put off then is one of them.
    """

    condition: Condition
    first: int
    since: int
    turns: int
    put_off: Turn | None

    def is_over(self, log: TurnLog) -> bool:
        """Whether the log has what ends it: a round, or a turn, counted from the beginning of the fight."""
        it = self.condition
        turns = log.turns.get(it.whose, [])
        after = [turn for turn in turns if turn.calls[0] > self.since or turn is self.put_off]
        match it.until:
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
