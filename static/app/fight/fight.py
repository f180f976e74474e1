"""The open fight: its session, its journal, its log, and what is computed once for each encounter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from app.intents.fight import Correct
from app.storage.list_entry import list_entry_of
from app.storage.protocols import JournalWriter
from app.ui.log import BranchView, LogEntry, Moment, RollView, quote
from app.ui.slab import UpcomingTurnView, upcoming_turn_views
from app.ui.stat_card import CardRoll
from app.ui.strike import BLOWS, Dealt, OpenAttack, is_damage_roll, is_of_condition, recent_damage, rolled_damage
from app.ui.track import KeptRows
from app.ui.words import ChancesView, chances_view
from app.values.stored import Key, ListEntry
from turntrack.codec.json_values import Time
from turntrack.core import commands as c
from turntrack.core.dice import Dice, NoDice, Roll, dice_of_roll, write_roll
from turntrack.core.errors import BadSave, Refused
from turntrack.core.events import DiceRolled, Spent, StatusSet
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Encounter, Id, Status
from turntrack.history.corrections import CorrectableRoll, correctable_rolls
from turntrack.history.group_repeat import repeat_for_group
from turntrack.history.session import NEVER_UNDONE, Branch, Session, Step
from turntrack.log.narrate import Sentence, card_roll_words, narrate, title
from turntrack.rules.decide import write_draft
from turntrack.saves import journal
from turntrack.saves.journal import follow, records_of
from turntrack.saves.records import MOST_RECORDS, Dropped, Record, Redid, Took, Undid, encode_record
from turntrack.systems.choices import ChoiceKind
from turntrack.systems.protocol import TurnSystem

RENEW_AT = MOST_RECORDS - 10_000
"""At this length a journal is replaced by the shortest records that lead to the same fight."""


MOST_COUNTED = 6
"""The limit of members whose repeated turns are tried for the screen."""


class Memo[Source, Made]:
    """A value that is made once while its source is the same object.

    Each step makes a new encounter, and undo brings an old one back.
    """

    def __init__(self, last: tuple[Source, Made] | None = None) -> None:
        self.last = last

    def of(self, source: Source, make: Callable[[], Made]) -> Made:
        """Return the value of this source, which ``make`` makes if it is not the last one."""
        if self.last is None or self.last[0] is not source:
            self.last = (source, make())
        return self.last[1]


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
        self._chances = Memo[Encounter, ChancesView]()
        self._coming = Memo[Encounter, tuple[UpcomingTurnView, ...]]()
        self._repetition = Memo[Encounter, c.DoTheSame | None]()
        self._dealt = Memo[Step, Dealt]()
        self.rows = KeptRows()
        """The rows as last drawn."""
        self._last_action = Memo[Step, int]()
        self._last_attack = Memo[Step, bool]()
        """Whether the last step that was asked for was an attack."""

    def copy(self, journal_writer: JournalWriter) -> Fight:
        """Return a copy with the same history, whose records go to another writer."""
        copied = Fight(self.key, self.session.copy(), self._system, journal_writer, self._records, self._campaign)
        copied.corrections = self.corrections.copy(copied.session)
        copied.log = self.log.copy(copied.session, copied.corrections, journal_writer.clock)
        copied.rows = self.rows.copy()
        copied._chances, copied._last_attack = Memo(self._chances.last), Memo(self._last_attack.last)
        return copied

    def use_journal_writer(self, journal_writer: JournalWriter) -> None:
        """Send the records from now on to another writer."""
        self._journal_writer = journal_writer
        self.log.clock = journal_writer.clock

    @property
    def encounter(self) -> Encounter:
        past = self.session.past
        return past[-1].after if past else NO_ENCOUNTER

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
        # Between rounds the last turn has ended, and no clock runs.
        number = self.turn() if self.encounter.acting() else 0
        return self.session.past[number - 1].at if number else 0

    # Changes

    def dispatch(self, command: c.Command, dice: Dice) -> None:
        """Carry out a command. Raises Refused and DiceNeeded, with nothing changed."""
        text = journal.execute(self.session, self._records + 1, command, dice, self._journal_writer.now())
        self._keep(text)

    def undo(self, count: int = 1) -> None:
        """Undo a number of steps as one record. Raises Refused if there are fewer."""
        # Proved before anything changes: a record that is one too many is refused.
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
        # A history that is hardly shorter than its journal would soon be renewed again, at every step.
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

    def undone_rolls(self) -> tuple[tuple[str, str, Roll], ...]:
        """Return the rolls of the next step to redo: who, purpose and result."""
        future = self.session.future
        # A correction rolls nothing: its command has the faces.
        if not future or isinstance(future[-1].command, c.CorrectThrow):
            return ()
        return tuple(
            (event.who, event.purpose, event.roll) for event in future[-1].events if isinstance(event, DiceRolled)
        )

    def undone_commands(self) -> list[c.Command]:
        """Return the command of the next step to redo, if there is one."""
        return [step.command for step in self.session.future[-1:]]

    def chances(self, typed: Iterable[c.Command] = ()) -> ChancesView:
        """Return the chances before the dice, with what is typed for the round; cached per encounter."""
        now = self.encounter
        for command in typed:
            now = write_draft(now, command, NoDice(), (self.system,)).encounter
        return self._chances.of(now, lambda: chances_view(now, self.system))

    def coming(self) -> tuple[UpcomingTurnView, ...]:
        """Return the turns to come, cached per encounter."""
        now = self.encounter
        return self._coming.of(now, lambda: upcoming_turn_views(now, self.system))

    def repeatable_group(self) -> tuple[Id, ...]:
        """Return the members of the last actor's group who can do the same, at most ``MOST_COUNTED``."""
        command = self._repetition.of(self.encounter, lambda: repeat_for_group(self.session, MOST_COUNTED))
        return command.ids if command else ()

    def _last_action_step(self) -> int:
        past = self.session.past
        return self._last_action.of(past[-1], lambda: last_action_step(past, self.system))

    def last_hit_target(self) -> Id:
        """Return the target of the last attack while its damage can be entered; empty for none."""
        past, number = self.session.past, self._last_action_step()
        step = past[number - 1] if number else None
        if step is None or not _last_target(step):
            return ""
        is_hit = self._last_attack.of(step, lambda: _was_attack(past, number, self.system))
        return _last_target(step) if is_hit else ""

    def is_settled(self) -> bool:
        """Return whether the last attack has its damage: by the same tap, or before the attacker’s turn was over."""
        past, acting = self.session.past, self.encounter.acting()
        number = self._last_action_step()
        command = past[number - 1].command if number else None
        if isinstance(command, c.Strike):
            return command.wound is not None
        act = _act_of(command) if command else None
        actor = act.id if act else ""
        return actor not in acting and any(isinstance(step.command, c.Wound) for step in past[number:])

    def step(self, number: int) -> Step | None:
        """Return the step of this number; None if there is none."""
        return next(iter(self.session.past[number - 1 : number]), None)

    def step_without_health(self, combatant_id: Id) -> int:
        """Return the number of the last step that took a combatant’s health down to 0 or below; 0 for none."""
        past = self.session.past
        for number in range(len(past), 0, -1):
            there = past[number - 2].after.combatants if number > 1 else {}
            if combatant_id not in there or there[combatant_id].health > 0:
                return number
        return 0

    def recent_damage(self) -> Dealt:
        """Return the amounts of damage before the running turn, whose buttons stay in their places, and the last roll.

        The amounts are cached per turn, by its first step.
        """
        past = self.session.past
        before = past[: self.turn()] or past
        dealt = self._dealt.of(before[-1], lambda: recent_damage(before))
        return replace(dealt, rolled=rolled_damage(past))

    def card_roll(self, combatant_id: Id, attack: OpenAttack | None) -> CardRoll | None:
        """Return the roll from a combatant's card that was the last step; None for none."""
        step = self.session.past[-1]
        if not isinstance(step.command, c.RollFromCard) or step.command.id != combatant_id:
            return None
        roll = next(event.roll for event in step.events if isinstance(event, DiceRolled))
        if is_of_condition(self.encounter, step.command):
            target, attack = combatant_id, None
        else:
            target = (attack.target if attack else "") or self.last_hit_target()
        is_damage, said = is_damage_roll(step.command, roll), card_roll_words(step.command, roll)
        armour = ARMOUR.search(self.encounter.combatants[target].note) if target and not is_damage else None
        return CardRoll(
            step.command.purpose,
            f"{said}, against {armour[0]}" if armour else said,
            roll.total,
            is_damage,
            target,
            self.encounter.name_of(target) if target else "",
            attack is not None and attack.act is not None and (target != self.last_hit_target() or self.is_settled()),
        )

    def note_attack(self, was_attack: bool) -> None:
        """Note whether the last step was an attack; to find out later takes all choices of that moment."""
        self._last_attack = Memo((self.session.past[-1], was_attack))


ARMOUR = re.compile(r"\bAC \d{1,2}\b")
"""The armour in the note of a target, which a roll to hit has to meet."""


def _gives_turn(step: Step) -> bool:
    return Status.ACTING in [event.status for event in step.events if isinstance(event, StatusSet)]


class FightLog:
    """What the log says of a session. Sentences and branches are cached."""

    def __init__(
        self, session: Session, system: TurnSystem, corrections: RollCorrections, clock: Callable[[int], str]
    ) -> None:
        self._session = session
        self._system = system
        self._corrections = corrections
        self.clock = clock
        """Formats a moment in local time."""
        self._told: dict[int, tuple[Step, tuple[Sentence, ...]]] = {}
        self._seen: tuple[tuple[Branch, BranchView], ...] = ()
        """The current branches and their views."""

    def copy(self, session: Session, corrections: RollCorrections, clock: Callable[[int], str]) -> FightLog:
        """Return the log of a copy of the session."""
        copied = FightLog(session, self._system, corrections, clock)
        copied._told, copied._seen = self._told, self._seen  # the caches are valid for the same steps
        return copied

    def entries(self, most: int, about: Id = "") -> tuple[LogEntry, ...]:
        """Return the log entries of the last ``most`` steps, newest first; of one combatant if ``about`` is given.

        Rules of a fight's own are cited by its moments alone: no rulebook has their ids.
        """
        past, is_cited = self._session.past, not self._system.has_rules_of_fights
        entries = []
        for place in range(len(past) - 1, max(-1, len(past) - 1 - most), -1):
            sentences = self._sentences(place)
            if about:
                sentences = tuple(sentence for sentence in sentences if sentence.about == about)
            if not is_cited:
                sentences = tuple(sentence.without_rules() for sentence in sentences)
            if sentences:
                entries.append(LogEntry(place + 1, sentences, past[place].after.round))
        return tuple(entries)

    def moment(self, step: int) -> Moment | None:
        """Return a step of the log in detail, counted from 1; None if there is no such step."""
        past = self._session.past
        if not 0 < step <= len(past):
            return None
        sentences, after = self._sentences(step - 1), past[step - 1].after
        about = dict.fromkeys(sentence.about for sentence in sentences)
        now = self._session.encounter.combatants
        return Moment(
            step,
            after.round,
            sentences,
            self._corrections.rolls_in(step),
            tuple((combatant_id, now[combatant_id].name) for combatant_id in about if combatant_id in now),
            len(past) - step,
            tuple(branch for branch in self.branches() if branch.fork == step),
        )

    def last_sentences(self) -> tuple[Sentence, ...]:
        """Return the sentences of the last step."""
        return self._sentences(len(self._session.past) - 1) if self._session.past else ()

    def branches(self) -> tuple[BranchView, ...]:
        """Return the branches that leave the current history; branches of branches follow once those are opened."""
        now = self._session.branches
        # Compare branches by identity: a comparison step by step would be slow.
        known = {id(branch): view for branch, view in self._seen}
        if list(known) != [id(branch) for branch in now]:
            views = [
                replace(known.get(id(branch)) or self._branch_view(branch), place=place)
                for place, branch in enumerate(now)
            ]
            self._seen = tuple(zip(now, views, strict=True))
        return tuple(view for _, view in self._seen)

    def ahead(self) -> tuple[int, str]:
        """Return the number of undone steps, and the title of the last of them."""
        future = self._session.future
        if not future:
            return 0, ""
        return len(future), self._words(future[1].after if len(future) > 1 else self._session.encounter, future[0])

    def undo_title(self) -> str:
        """Return the title of the step that undo takes back; empty for none."""
        past = self._session.past
        return self._title(past[-2].after, past[-1]) if len(past) > NEVER_UNDONE else ""

    def redo_title(self) -> str:
        """Return the title of the step that redo does again; empty for none."""
        future = self._session.future
        return self._title(self._session.encounter, future[-1]) if future else ""

    def _sentences(self, place: int) -> tuple[Sentence, ...]:
        step = self._session.past[place]
        known = self._told.get(place)
        if known is None or known[0] is not step:
            before = self._session.past[place - 1].after if place else NO_ENCOUNTER
            try:
                told = narrate(before, step, self._system.at(self._session.encounter))
            except Exception:  # an error of the rules must not hide all other lines
                told = (Sentence("This step cannot be described."),)
            known = self._told[place] = (step, told)
        return known[1]

    def _branch_view(self, branch: Branch) -> BranchView:
        past, future, steps = self._session.past, self._session.future, branch.steps
        fork = past[branch.fork - 1] if branch.fork <= len(past) else future[len(past) - branch.fork]
        words = self._words((steps[-2] if len(steps) > 1 else fork).after, steps[-1])
        when = self.clock(branch.at) if branch.at else ""
        size = sum(len(related.steps) for related in self._session.with_hanging(branch))
        return BranchView(0, branch.fork, len(steps), size - len(steps), words, when)

    def _words(self, before: Encounter, step: Step) -> str:
        """Return the title of a step, shortened to be quoted."""
        return quote(self._title(before, step))

    def _title(self, before: Encounter, step: Step) -> str:
        """Return the title of a step; ``one step`` if the rules fail, so that undo still works."""
        try:
            return title(before, step, self._system.at(self._session.encounter))
        except Exception:
            return "one step"


class RollCorrections:
    """The rolls of a session that can be corrected, cached per encounter."""

    def __init__(self, session: Session, system: TurnSystem) -> None:
        self._session = session
        self._system = system
        self._rolls = Memo[Encounter, tuple[CorrectableRoll, ...]]()

    def copy(self, session: Session) -> RollCorrections:
        """Return the corrections of a copy of the session."""
        copied = RollCorrections(session, self._system)
        copied._rolls = Memo(self._rolls.last)
        return copied

    @property
    def _fight_system(self) -> TurnSystem:
        return self._system.at(self._session.encounter)

    def rolls_of(self, combatant_id: Id) -> tuple[RollView, ...]:
        """Return the rolls that stand in a combatant's score, oldest first."""
        return tuple(self._roll_view(rolled) for rolled in reversed(self._find_rolls()) if combatant_id in rolled.ids)

    def rolls_in(self, step: int) -> tuple[RollView, ...]:
        """Return the rolls of a step of the log."""
        known = {(rolled.step, rolled.place): rolled for rolled in self._find_rolls()}
        return tuple(
            self._roll_view(known[step - 1, place]) if (step - 1, place) in known else self._unchanged(event)
            for place, event in enumerate(self._session.past[step - 1].events)
            if isinstance(event, DiceRolled)
        )

    def correction(self, asked: Correct) -> c.CorrectThrow:
        """Return the command that corrects a roll. Raises Refused if the roll stands in no score any more."""
        for rolled in self._find_rolls():
            if (rolled.step, rolled.place) == (asked.step, asked.event):
                return rolled.corrected(asked.faces)
        raise Refused("no_number", "No number depends on this roll now: go back to it and reroll.")

    def _find_rolls(self) -> tuple[CorrectableRoll, ...]:
        """Return the rolls that stand in scores, cached per encounter."""
        return self._rolls.of(
            self._session.encounter, lambda: correctable_rolls(self._session.past, self._fight_system)
        )

    def _roll_view(self, rolled: CorrectableRoll) -> RollView:
        roll = rolled.event.roll
        code = self._fight_system.dice_in_number(self._session.encounter, rolled.ids[0], rolled.event.purpose)
        known = dice_of_roll(roll, rolled.dice or code) if code and not roll.is_told else None
        faces = write_roll(known, roll) if known else ""
        correct = Correct(rolled.step, rolled.place, faces)
        return replace(self._unchanged(rolled.event), code=known, correct=correct, about=rolled.ids[0])

    def _unchanged(self, event: DiceRolled) -> RollView:
        """Return the view of a roll that cannot be corrected."""
        roll = event.roll
        fell = self._fight_system.say_number(roll.total) if self._fight_system.is_deal(roll) else str(roll)
        return RollView(f"{event.who}, {event.purpose}: {fell}", roll.total, event.who, event.purpose)


_AFTER_A_HIT = (
    c.CountHealth, c.EndConditions, c.Fall, c.GiveCondition, c.KeepCondition, c.KeepFightCounter, c.RollFromCard,
    c.Soak, c.StepCounter, c.StepFightCounter, c.Wound, c.WriteNote,
)  # fmt: skip
"""Commands that deal with the consequences of an attack; after these its damage can still be entered."""

ATTACKS = (*BLOWS, ChoiceKind.ACT)
"""The kinds of choices that may cause damage. The kind of a table's own action is unknown, so it counts as one."""


def last_action_step(past: Sequence[Step], system: TurnSystem) -> int:
    """Return the number of the last step that is not the consequence of an attack; 0 for none or the first.

    An attack stays the last one while others only react to it, or interrupt the attacker’s turn without a target; with
    the result of an action its own step is the last one again.
    """
    meanwhile, whose = list[tuple[int, Id]](), ""
    for at in range(len(past), 1, -1):
        step = past[at - 1]
        if isinstance(step.command, _AFTER_A_HIT):
            continue
        act = step.command.act if isinstance(step.command, c.Strike) else _act_of(step.command)
        if act is None:
            return meanwhile[0][0] if meanwhile else at
        if whose not in ("", act.id) and _is_in_turn(step, whose):
            continue
        if _last_target(step):
            is_open = all(act.id != other and _is_in_turn(past[later - 1], act.id) for later, other in meanwhile)
            return at if is_open else meanwhile[0][0]
        is_on_turn = act.id in (*past[at - 2].after.acting(), *step.after.acting(), "")
        if system.is_beside(act):
            whose = whose or (act.id if is_on_turn else "")
        elif is_on_turn:
            meanwhile.append((at, act.id))
    return meanwhile[0][0] if meanwhile else 0


def _is_in_turn(step: Step, actor: Id) -> bool:
    """Return whether the turn of the actor goes on after the step."""
    standing = step.after.standings.get(actor)
    return standing is not None and standing.is_in_turn


def _last_target(step: Step) -> Id:
    """Return the last target of a step; empty for none."""
    return next((event.at for event in reversed(step.events) if isinstance(event, Spent) and event.at), "")


def _original_step(past: Sequence[Step], number: int) -> int:
    """Return the number of the step that a repeated step copies; for other steps, its own. 0 if there is none."""
    command = past[number - 1].command
    if not isinstance(command, c.DoTheSame):
        return number
    return next((at for at in range(number - 1, 1, -1) if _is_deed_of(command, past[at - 1])), 0)


def _is_deed_of(command: c.DoTheSame, step: Step) -> bool:
    acts = c.acts_of(step.command)[:1]
    return bool(_last_target(step)) and any(c.RepeatedAct(act.action, act.values) in command.deeds for act in acts)


def _was_attack(past: Sequence[Step], number: int, system: TurnSystem) -> bool:
    shown = _original_step(past, number)
    return bool(shown) and is_attack(past[shown - 1], past[shown - 2].after, system)


def is_attack(step: Step, before: Encounter, system: TurnSystem) -> bool:
    """Return whether a step was an attack. The step itself does not tell: its choice's kind does."""
    command = step.command
    if isinstance(command, c.Strike):
        return not command.misses and (command.wound is not None or command.end is not None)
    act = _act_of(command)
    if act is None:
        return False
    inputs = ((section.key, field.key) for section in system.sections(before, {}) for field in section.inputs)
    values = {**act.values, "who": act.id}  # a section asks who acts where several can
    entered = {f"{section}.{key}": values[key] for section, key in inputs if key in values}
    choices = (choice for section in system.sections(before, entered) for choice in section.choices)
    return next((choice.kind in ATTACKS for choice in choices if choice.command == act), False)


def _act_of(command: c.Command) -> c.Act | None:
    """Return the choice that a command carries out, by the rules or by a ruling."""
    if isinstance(command, c.RuleAct):
        return c.Act(command.id, command.action, command.values)
    return command if isinstance(command, c.Act) else None
