"""The draft: the unit of work in which a decision collects its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from turntrack.core.dice import NO_DICE, Dice, DiceCode, DiceRequest, Roll
from turntrack.core.errors import Refused
from turntrack.core.events import CombatantChanged, DiceRolled, Event, Noted, Remembered, ScoreSet, Waited
from turntrack.core.evolve import evolve
from turntrack.core.memory import Memory, recall
from turntrack.core.model import Combatant, Encounter, Id, Standing, Status
from turntrack.core.score import Score, Term
from turntrack.core.settings import DICE_SAID, setting


def combatant_of(encounter: Encounter, combatant_id: Id) -> Combatant:
    """Return the combatant with this id. Raises Refused if there is none in the order."""
    if combatant_id not in encounter.combatants:
        raise Refused("nobody", "That combatant is not in this fight.")
    return encounter.combatants[combatant_id]


type Follow = Callable[[Encounter, Event, Encounter], Iterable[Event]]
"""A function that derives further events, such as the end of conditions, from an event.

Its arguments are the encounter before the event, the event, and the encounter after it.
"""


def _follow_nothing(before: Encounter, event: Event, after: Encounter) -> tuple[()]:
    return ()


class Draft:
    """The events decided so far, and the encounter after them.

    ``decide`` makes a draft for each command and discards it on a refusal, so that nothing half-done remains. A draft
    without dice looks ahead; rolling in it raises DiceNeeded.
    """

    def __init__(self, encounter: Encounter, dice: Dice = NO_DICE, follow: Follow = _follow_nothing) -> None:
        self.encounter = encounter
        self.events: list[Event] = []
        self._follow = follow
        self._dice = dice
        self._rolled: dict[str, int] = {}

    def record(self, *events: Event) -> None:
        """Append these events, each with the events that follow from it."""
        for event in events:
            before = self.encounter
            after = self.encounter = evolve(before, event)
            self.events.append(event)
            if after.conditions or after.hidden or before.calls:
                for more in self._follow(before, event, after):
                    self.encounter = evolve(self.encounter, more)
                    self.events.append(more)

    def elsewhere(self, encounter: Encounter) -> Draft:
        """Return a draft of another encounter, with the same dice."""
        return Draft(encounter, self._dice)

    def combatant(self, combatant_id: Id) -> Combatant:
        """Return the combatant with this id. Raises Refused if there is none in the order."""
        return combatant_of(self.encounter, combatant_id)

    def standing(self, combatant_id: Id) -> Standing:
        """Return the standing of a combatant. Raises Refused if there is none in the order."""
        encounter = self.encounter
        return encounter.standings.get(combatant_id) or encounter.standings[combatant_of(encounter, combatant_id).id]

    def remember(self, combatant_id: Id, memory: Memory, rule: str = "", or_say: str = "") -> None:
        """Set the system's memory of a combatant, or (empty id) of the fight.

        Without a change no event is recorded; with ``or_say``, that sentence is written into the log instead.
        """
        now = self.standing(combatant_id).memory if combatant_id else self.encounter.memory
        if memory != recall(now, type(memory)()):
            self.record(Remembered(combatant_id, memory, rule))
        elif or_say:
            self.record(
                Noted(f"{f'{self.combatant(combatant_id).name} ' if combatant_id else ''}{or_say}.", rule, combatant_id)
            )

    def change_combatant(self, combatant: Combatant) -> None:
        """Record the new state of a combatant in the order or in the wings."""
        wings = self.encounter.wings
        waiting = next((reinforcement for reinforcement in wings if reinforcement.combatant.id == combatant.id), None)
        self.record(Waited(replace(waiting, combatant=combatant)) if waiting else CombatantChanged(combatant))

    def add_to_number(self, combatant_id: Id, term: Term, rule: str = "") -> None:
        """Add a term to the combatant's score; a missing score counts as 0."""
        score = self.standing(combatant_id).score or Score(())
        self.record(ScoreSet(combatant_id, score.plus(term), rule))

    def with_status(self, status: Status) -> tuple[Id, ...]:
        """List the combatants with this status, in the encounter's order."""
        standings = self.encounter.standings
        return tuple(
            [combatant_id for combatant_id in self.encounter.order if standings[combatant_id].status is status]
        )

    def request(
        self,
        who: Sequence[Id],
        name: str,
        purpose: str,
        code: DiceCode,
        out: tuple[int, ...] = (),
        by_face: bool = False,
        is_card: bool = False,
        added: int = 0,
        may_add: tuple[int, int] = (0, 0),
        hint: str = "",
        replaces: str = "",
        held: tuple[int, ...] = (),
    ) -> DiceRequest:
        """Make the request for a roll that the combatants ``who`` share; at the table if any of them rolls there.

        ``name``, ``out``, ``by_face``, ``is_card``, ``added``, ``may_add``, ``hint``, ``replaces`` and ``held`` are
        members of ``DiceRequest``. The key is the same when the command is tried again.
        """
        key = f"{purpose}:{','.join(who) or name}"
        times = self._rolled[key] = self._rolled.get(key, 0) + 1
        at_table = any(self.encounter.combatants[combatant_id].at_table for combatant_id in who)
        asked = DiceRequest(
            f"{key}:{times}",
            name,
            purpose,
            code,
            at_table,
            out,
            by_face,
            is_card,
            added,
            False,
            may_add,
            hint,
            replaces,
            held,
        )
        return replace(asked, is_total=asked.has_total and setting(self.encounter, DICE_SAID) == "total")

    def roll(self, requests: Sequence[DiceRequest], rule: str = "") -> tuple[Roll, ...]:
        """Roll for all requests at once, and record each roll. Raises DiceNeeded."""
        rolls = self._dice.roll(requests)
        for request, roll in zip(requests, rolls, strict=True):
            self.record(DiceRolled(request.who, request.purpose, roll, rule))
        return rolls
