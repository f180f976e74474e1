"""The open fight: its session, its journal, and what is computed once for each encounter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.fight.fight_log import FightLog
from app.fight.last_attack_search import is_attack, last_action_step, last_target, original_step
from app.fight.roll_correction import RollCorrections
from app.storage.list_entry import list_entry_of
from app.storage.protocols import JournalWriter
from app.ui.slab import UpcomingTurnView, upcoming_turn_views
from app.ui.words import ChancesView, chances_view
from app.values.stored import Key, ListEntry
from turntrack.codec.json_values import Time
from turntrack.core.commands import Command, CorrectThrow
from turntrack.core.dice import Dice, NoDice, Roll
from turntrack.core.errors import BadSave
from turntrack.core.events import DiceRolled, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.history.group_repeat import repeat_for_group
from turntrack.history.session import NEVER_UNDONE, Session, Step
from turntrack.rules.decide import write_draft
from turntrack.saves import journal
from turntrack.saves.journal import follow, records_of
from turntrack.saves.records import MOST_RECORDS, Dropped, Record, Redid, Took, Undid, encode_record
from turntrack.systems.protocol import TurnSystem

RENEW_AT = MOST_RECORDS - 10_000
"""At this length a journal is replaced by the shortest records that lead to the same fight."""


MOST_COUNTED = 6
"""The limit of members whose repeated turns are tried for the screen."""


class Fight:
    """A fight whose session and journal change together."""

    def __init__(
        self,
        key: str,
        session: Session,
        system: TurnSystem,
        journal_writer: JournalWriter,
        records: int = 0,
        campaign: Key = "",
        played: Time = 0,
    ) -> None:
        self.key = key
        self._campaign = campaign
        """The campaign of a fight that is new on this page."""
        self._played = played
        """The time that its steps leave in the list; 0 for now."""
        self.session = session
        self._system = system
        self._journal_writer = journal_writer
        self._records = records
        self.corrections = RollCorrections(session, system)
        self.log = FightLog(session, system, self.corrections, journal_writer.clock)
        self._counted: tuple[Encounter, ChancesView] | None = None
        self._coming_now: tuple[Encounter, tuple[UpcomingTurnView, ...]] | None = None
        self._repeatable_group: tuple[Encounter, tuple[Id, ...]] | None = None
        self._last_attack: tuple[Step, bool] | None = None
        """The last step that was asked for, and whether it was an attack."""

    def copy(self, journal_writer: JournalWriter) -> Fight:
        """Return a copy with the same history, whose records go to another writer."""
        copied = Fight(self.key, self.session.copy(), self._system, journal_writer, self._records, self._campaign)
        copied.corrections = self.corrections.copy(copied.session)
        copied.log = self.log.copy(copied.session, copied.corrections, journal_writer.clock)
        copied._counted, copied._last_attack = self._counted, self._last_attack  # valid for the same steps
        return copied

    def use_journal_writer(self, journal_writer: JournalWriter) -> None:
        """Send the records from now on to another writer."""
        self._journal_writer = journal_writer
        self.log.clock = journal_writer.clock

    @property
    def encounter(self) -> Encounter:
        return self.session.encounter

    @property
    def system(self) -> TurnSystem:
        """Return the system with the words and the sheet of this fight's rules."""
        return self._system.at(self.encounter)

    @property
    def records(self) -> int:
        """Return the number of records in the journal."""
        return self._records

    def turn(self) -> int:
        """Return the number of the step that last made somebody act; 0 if there is none."""
        numbers = range(len(self.session.past), 0, -1)
        return next((number for number in numbers if _gives_turn(self.session.past[number - 1])), 0)

    def turn_began(self) -> int:
        """Return when the running turn began, in milliseconds since 1970; 0 if unknown."""
        number = self.turn() if self.encounter.acting() else 0
        return self.session.past[number - 1].at if number else 0

    # Changes

    def dispatch(self, command: Command, dice: Dice) -> None:
        """Carry out a command. Raises Refused and DiceNeeded, with nothing changed."""
        text = journal.execute(self.session, self._records + 1, command, dice, self._journal_writer.now())
        self._keep(text)

    def undo(self, count: int = 1) -> None:
        """Undo a number of steps as one record. Raises Refused if there are fewer."""
        text = journal.prove(Undid(self._records + 1, count))
        self.session.undo(count)
        self._keep(text)

    def redo(self, count: int = 1) -> None:
        """Redo a number of steps as one record. Raises Refused if there are fewer."""
        text = journal.prove(Redid(self._records + 1, count))
        self.session.redo(count)
        self._keep(text)

    def undo_to(self, steps: int) -> int:
        """Undo until the history has this length. Returns the number of undone steps."""
        undone = len(self.session.past) - max(steps, NEVER_UNDONE)
        if undone <= 0:
            return 0
        self.undo(undone)
        return undone

    def open_branch(self, place: int) -> None:
        """Go to the end of a branch. Raises Refused if there is none with this index."""
        at = self._journal_writer.now()
        text = journal.prove(Took(self._records + 1, place, at))
        self.session.open_branch(place, at)
        self._keep(text)

    def drop_branch(self, place: int) -> None:
        """Delete a branch. Raises Refused if there is none with this index."""
        text = journal.prove(Dropped(self._records + 1, place))
        self.session.drop_branch(place)
        self._keep(text)

    def follow(self, number: int, record: Record) -> bool:
        """Apply a record that another tab has appended. Returns False, with nothing changed, if it does not fit."""
        if number != self._records + 1 or record.seq != number:
            return False
        try:
            follow(self.session, record)
        except BadSave:
            return False
        self._records = number
        return True

    @property
    def length_words(self) -> str:
        """Warn that the history has almost reached its bound; empty otherwise."""
        if self._records < RENEW_AT:
            return ""
        return (
            f"This fight’s history has {self._records} of at most {MOST_RECORDS} entries: export it, and play on in a "
            "new fight before it is full."
        )

    def _keep(self, record: str) -> None:
        self._records += 1
        self._journal_writer.append(self.key, self._records, record, self._entry())
        if self._records >= RENEW_AT and self.session.size < RENEW_AT * 9 // 10:
            self._renew()

    def _renew(self) -> None:
        """Replace the journal by the shortest records that give the same session."""
        records = tuple(encode_record(record) for record in records_of(self.session))
        self._journal_writer.replace_journal(self.key, records, self._entry())
        self._records = len(records)

    def _entry(self) -> ListEntry:
        entry = list_entry_of(self.session, self.system, self.coming)
        return replace(entry, campaign=self._campaign, played=self._played)

    # What the screen says

    def undone_throws(self) -> tuple[tuple[str, str, Roll], ...]:
        """Return the rolls of the next step to redo: who, purpose and result."""
        future = self.session.future
        if not future or isinstance(future[-1].command, CorrectThrow):
            return ()
        return tuple(
            (event.who, event.purpose, event.roll) for event in future[-1].events if isinstance(event, DiceRolled)
        )

    def undone_commands(self) -> list[Command]:
        """Return the command of the next step to redo, if there is one."""
        return [step.command for step in self.session.future[-1:]]

    def chances(self, typed: Iterable[Command] = ()) -> ChancesView:
        """Return the chances before the dice, with what is typed for the round; cached per encounter."""
        now = self.encounter
        for command in typed:
            now = write_draft(now, command, NoDice(), (self.system,)).encounter
        if not self._counted or self._counted[0] is not now:
            self._counted = (now, chances_view(now, self.system))
        return self._counted[1]

    def coming(self) -> tuple[UpcomingTurnView, ...]:
        """Return the turns to come, cached per encounter."""
        now = self.encounter
        if not self._coming_now or self._coming_now[0] is not now:
            self._coming_now = (now, upcoming_turn_views(now, self.system))
        return self._coming_now[1]

    def repeatable_group(self) -> tuple[Id, ...]:
        """Return the members of the last actor's group who can do the same, at most ``MOST_COUNTED``."""
        now = self.encounter
        if not self._repeatable_group or self._repeatable_group[0] is not now:
            command = repeat_for_group(self.session, MOST_COUNTED)
            self._repeatable_group = (now, command.ids if command else ())
        return self._repeatable_group[1]

    def last_hit_target(self) -> Id:
        """Return the target of the last attack while its damage can be entered; empty for none."""
        past = self.session.past
        number = last_action_step(past)
        step = past[number - 1] if number else None
        if step is None or not last_target(step):
            return ""
        if self._last_attack is None or self._last_attack[0] is not step:
            shown = original_step(past, number)
            self._last_attack = (step, bool(shown) and is_attack(past[shown - 1], past[shown - 2].after, self.system))
        return last_target(step) if self._last_attack[1] else ""

    def note_attack(self, was_attack: bool) -> None:
        """Note whether the last step was an attack; to find out later takes all choices of that moment."""
        self._last_attack = (self.session.past[-1], was_attack)


def _gives_turn(step: Step) -> bool:
    return any(isinstance(event, StatusSet) and event.status is Status.ACTING for event in step.events)
