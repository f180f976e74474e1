"""The memory of Interlock about a combatant and about the fight, and its changes in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from turntrack.core.memory import Memory, all_memories_reader, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Standing
from turntrack.systems.interlock.action_catalogue import is_defence


@dataclass(frozen=True, slots=True)
class RowEntry:
    """An action in the row."""

    action: str
    skill: str = ""
    """Empty for an unlisted action: it counts with any skill that is used."""
    target: Id = ""
    called: bool = False
    n_weapon: bool = False
    """With a weapon of concealability N in close quarters."""
    note: str = ""
    """What an unlisted action is."""
    other_weapon: bool = False
    """With a weapon other than the one whose BODY minimum is on the sheet."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """The actions of a round, planned or declared, and which of them have been done."""

    entries: tuple[RowEntry, ...] = ()
    taken: tuple[int, ...] = ()
    """The places, from 0, of the actions done, in the order in which they were done."""

    def pending_places(self) -> tuple[int, ...]:
        """List the places of the actions still to do in the combatant's turn, in order: all but dodges and blocks."""
        return tuple([place for place in self.undone_places() if not is_defence(self.entries[place].action)])

    def unused_defence(self) -> int | None:
        """Return the place of the first dodge or block that has not been used; None if there is none."""
        return next((place for place in self.undone_places() if is_defence(self.entries[place].action)), None)

    def undone_places(self) -> tuple[int, ...]:
        """List the places of all actions that have not been done."""
        return tuple([place for place in range(len(self.entries)) if place not in self.taken])

    def take(self, place: int) -> ActionRow:
        """Return the row with the action at this place done."""
        return replace(self, taken=(*self.taken, place))

    def insert(self, place: int, entry: RowEntry) -> ActionRow:
        """Return the row with one more action at this place."""
        taken = tuple(done if done < place else done + 1 for done in self.taken)
        return ActionRow((*self.entries[:place], entry, *self.entries[place:]), taken)

    def remove(self, place: int) -> ActionRow:
        """Return the row without the action at this place, which has not been done."""
        taken = tuple(done if done < place else done - 1 for done in self.taken)
        return ActionRow((*self.entries[:place], *self.entries[place + 1 :]), taken)


@dataclass(frozen=True, slots=True)
class TurnWait:
    """A wait in this round, which may be over."""

    until: Id = ""
    """The combatant whose turn is waited for; empty for no particular turn."""


@dataclass(frozen=True, slots=True)
class InterlockCombatant(Memory):
    row: ActionRow = memory_field(ActionRow(), for_round=True)
    is_fixed: bool = memory_field(False, for_round=True)
    """The row is declared: its first die has been rolled (I22)."""
    has_defended: bool = memory_field(False, for_round=True)
    """The free defence of this round has been used (I14)."""
    wait: TurnWait | None = memory_field(None, for_round=True)
    thrown: tuple[int, ...] = memory_field((), high=1_000_000)
    """The dice rolled for tied initiative (IA2), oldest first."""
    feet: int = memory_field(0, for_round=True, high=1_000_000)
    """Feet moved in this round."""
    ruled_feet: int = memory_field(0, for_round=True, high=1_000_000)
    """Those of them that a ruling has set: they begin no turn."""


@dataclass(frozen=True, slots=True)
class InterlockFight(Memory):
    is_reordered: bool = False
    """The order has changed in this round; the next round will show the new order."""
    attacked: Id = memory_field("", for_round=True)
    """The target of the last attack of this round."""
    put_off: tuple[Id, ...] = memory_field((), for_round=True)
    """Those before whom somebody has stepped in when their turn had come, and who did: they are next, in this order."""


recall: Callable[[Standing], InterlockCombatant] = memory_reader(InterlockCombatant())
recall_all: Callable[[Mapping[Id, Standing]], dict[Id, InterlockCombatant]] = all_memories_reader(InterlockCombatant())
recall_fight: Callable[[Encounter], InterlockFight] = memory_reader(InterlockFight())


def is_fixed(encounter: Encounter, combatant_id: Id) -> bool:
    return recall(encounter.standings[combatant_id]).is_fixed


def waits_for(encounter: Encounter, combatant_id: Id) -> Id:
    """Return the combatant whose turn was waited for in this round; empty if there is none."""
    wait = recall(encounter.standings[combatant_id]).wait
    return wait.until if wait else ""


def feet(encounter: Encounter, combatant_id: Id) -> int:
    return recall(encounter.standings[combatant_id]).feet


def has_begun(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant’s turn is under way: a die has been rolled for it, or feet were walked."""
    now = recall(encounter.standings[combatant_id])
    return now.is_fixed or now.feet > now.ruled_feet


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = recall(before.standings[combatant_id]), recall(after.standings[combatant_id])
    is_afresh = was.is_fixed and not now.is_fixed
    if was.feet != now.feet and not is_afresh:
        return _feet_words(now.feet)
    return _defence_words(now.has_defended) if was.has_defended != now.has_defended else ""


def _defence_words(used: bool) -> str:
    return "has used the free defence of this round" if used else "has the free defence of this round"


def _feet_words(moved: int) -> str:
    return f"has moved {moved} ft"
