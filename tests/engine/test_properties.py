"""Tests of the properties of every fight of every system, with commands drawn by Hypothesis."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.amounts import amount
from tests.engine.coming_turns import check_coming_turns, find_next_below
from tests.engine.fights import (
    decide_with_answers,
    dispatch_with_answers,
    draw_commands,
    draw_inputs,
    has_dice,
    list_choices,
)
from turntrack.codec.dataclass_json import write_tagged
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.events import Event, Spent
from turntrack.core.evolve import fold
from turntrack.core.fields import Kind
from turntrack.core.model import Encounter, Id, Status
from turntrack.history.corrections import correctable_rolls
from turntrack.history.group_repeat import repeat_for_group
from turntrack.history.session import Session, Step
from turntrack.log.conditions import reminders
from turntrack.log.narrate import Sentence, narrate, preview, title
from turntrack.rules.condition_expiry import ends_now
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import (
    Save,
    decode_command,
    decode_save,
    encode_command,
    encode_save,
    put_away,
    read_event,
)
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import FIRST, LIKELY
from turntrack.systems.interlock import memory as interlock
from turntrack.systems.protocol import Choice, TurnSystem
from turntrack.systems.rond6 import memory as rond6
from turntrack.systems.unbound.memory import faction_name, next_faction
from turntrack.systems.zebra.costs import has_reserve

pytestmark = pytest.mark.repeats

type Came = Callable[[Encounter, Encounter, Id, str], bool]
"""Tells whether the consequence came: the fight before, the fight after, the actor, and the number in the words."""

FORETOLD: dict[str, Came] = {
    r"\bthe (?:round|sequence) ends\b": lambda now, then, actor, said: not then.is_open or then.round > now.round,
    r"\bbegins (?:round|sequence) (\d+)": lambda now, then, actor, said: then.is_open and then.round == int(said),
    r"\bmay be interrupted": lambda now, then, actor, said: bool(rond6.recall(then.standings[actor]).window),
    r"\bno more interrupts": lambda now, then, actor, said: not rond6.recall(then.standings[actor]).window,
    r"\bnothing is left to wait for": lambda now, then, actor, said: then.standings[actor].status is Status.DONE,
    r"^declares (\d+)": lambda now, then, actor, said: _declared(then, actor) == int(said),
    r"\buses 1 of (\d+) action": lambda now, then, actor, said: _declared(then, actor) == int(said),
    r"^\d+ actions? lost": lambda now, then, actor, said: then.standings[actor].status is Status.DONE,
    r"^\d+ of the declared actions undone": lambda now, then, actor, said: actor not in then.acting(),
    r"\bfixes (\d+) action": lambda now, then, actor, said: (
        actor not in then.acting() or _planned(then, actor) == int(said)
    ),
    r"\blets (\d+) of the declared go": lambda now, then, actor, said: (
        _planned(now, actor) - _planned(then, actor) == int(said)
    ),
    r"\blast place from now on": lambda now, then, actor, said: then.order[-1] == actor,
    r"\bno further action in this round": lambda now, then, actor, said: actor not in then.acting(),
    r"^acts first, then|^acts at the same time": lambda now, then, actor, said: actor in then.acting(),
    r"\bcomes? in\b": lambda now, then, actor, said: len(then.wings) < len(now.wings),
    r"^(?!acts).*\bthen ([A-Z][\w ]*)$": lambda now, then, actor, said: _chooses_next(then) == said,
    r"\buses up the reserve": lambda now, then, actor, said: not has_reserve(then.standings[actor]),
}
"""The words of choices about consequences, and how to check them."""


def _chooses_next(encounter: Encounter) -> str:
    faction = next_faction(encounter)
    return "" if faction is None else faction_name(faction)


def _declared(encounter: Encounter, combatant_id: Id) -> int:
    return rond6.recall(encounter.standings[combatant_id]).declared


def _planned(encounter: Encounter, combatant_id: Id) -> int:
    return len(interlock.recall(encounter.standings[combatant_id]).row.entries)


class Fight(RuleBasedStateMachine):
    """A table at play: the sample fight, then any commands in any order."""

    system: TurnSystem

    @initialize(seed=st.integers(0, 10_000))
    def set_up(self, seed: int) -> None:
        self.session = Session(SYSTEMS)
        self.seed = seed
        for command in self.system.sample():
            self._give(command)

    @precondition(lambda self: not self.session.encounter.is_open)
    @rule()
    def open_a_round(self) -> None:
        self._give(c.OpenRound())

    @rule(data=st.data())
    def do_what_is_offered(self, data: st.DataObject) -> None:
        encounter = self.session.encounter
        entered = data.draw(draw_inputs(self.system.sections(encounter, {})), "entered")
        choices = list_choices(self.system, encounter, entered)
        if choices:
            self._give(data.draw(st.sampled_from(choices), "choice").command)

    @rule(data=st.data())
    def every_choice_keeps_its_word(self, data: st.DataObject) -> None:
        encounter = self.session.encounter
        entered = data.draw(draw_inputs(self.system.sections(encounter, {})), "entered")
        for choice in list_choices(self.system, encounter, entered):
            self._keeps_its_word(choice)

    @rule()
    def what_is_coming_comes(self) -> None:
        check_coming_turns(self.system, self.session.encounter, self._dice)

    @rule(data=st.data())
    def few_choices_are_likely_and_people_are_people(self, data: st.DataObject) -> None:
        encounter = self.session.encounter
        entered = data.draw(draw_inputs(self.system.sections(encounter, {})), "entered")
        sections = self.system.sections(encounter, entered)
        names = {combatant_id: combatant.name for combatant_id, combatant in encounter.combatants.items()}
        for field in (field for section in sections for field in section.inputs if field.kind is Kind.PICK):
            picks = {pick.key: pick.label for pick in field.picks if pick.key}
            assert field.people == (picks.items() <= names.items()), field
        likely = [choice for choice in list_choices(self.system, encounter, entered) if choice.likely]
        assert len(likely) <= 8 or not encounter.combatants  # an empty fight without rules offers all presets
        assert [choice.likely for choice in likely].count(FIRST) <= 1
        assert all(choice.likely in (LIKELY, FIRST) for choice in likely)
        assert not [choice for choice in likely if choice.likely == FIRST and choice.preview.refusal]

    @rule(data=st.data())
    def do_something_else(self, data: st.DataObject) -> None:
        self._give(data.draw(draw_commands(self.system, self.session.encounter), "command"))

    @rule()
    def do_the_same(self) -> None:
        command = repeat_for_group(self.session)
        if command:
            self._give(command)

    @rule(data=st.data())
    def correct_a_roll(self, data: st.DataObject) -> None:
        rolled = correctable_rolls(self.session.past, self.system)
        if rolled:
            roll = data.draw(st.sampled_from(rolled), "throw")
            self._give(roll.corrected(f"={roll.event.roll.total + data.draw(st.integers(-5, 5), 'difference')}"))

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            before = self.session.before_last
            if len(self.session.past) > 1:
                self.session.undo()
                assert self.session.encounter is before

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        for _ in range(times):
            if self.session.future:
                step = self.session.redo()
                assert self.session.encounter is step.after

    @precondition(lambda self: self.session.branches)
    @rule(data=st.data())
    def open_a_branch(self, data: st.DataObject) -> None:
        branch = data.draw(st.sampled_from(self.session.branches), "branch")
        self.session.open_branch(self.session.branches.index(branch))
        assert self.session.encounter is branch.steps[-1].after

    @invariant()
    def everyone_is_on_the_track_once(self) -> None:
        encounter = self.session.encounter
        everyone = sorted(encounter.combatants)
        assert sorted(encounter.order) == sorted(encounter.standings) == everyone
        assert sorted(self.system.track(encounter)) == everyone

    @invariant()
    def nobody_acts_when_no_round_is_running(self) -> None:
        encounter = self.session.encounter
        assert encounter.is_open or not encounter.acting()

    @invariant()
    def everything_can_be_shown(self) -> None:
        encounter = self.session.encounter
        for combatant_id in encounter.order:
            self.system.number(encounter, combatant_id)
            self.system.badges(encounter, combatant_id)
        for condition in encounter.conditions:
            ends_now(encounter, condition)
        assert all(reminder.chance is None or 0 <= reminder.chance <= 1 for reminder in reminders(encounter))
        assert all(0 <= chance.chance <= 1 for chance in self.system.chances(encounter))
        step = self.session.past[-1]
        assert narrate(self.session.before_last, step, self.system) or not step.events
        assert title(self.session.before_last, step, self.system)

    @invariant()
    def there_is_a_way_forward(self) -> None:
        encounter = self.session.encounter
        if encounter.is_open:
            assert encounter.acting() or any(
                not choice.preview.refusal for choice in list_choices(self.system, encounter, {})
            )
            decide_with_answers(encounter, c.CloseRound(), self._dice())
        elif any(standing.able for standing in encounter.standings.values()):
            try:
                assert decide_with_answers(encounter, c.OpenRound(), self._dice())
            except Refused as refusal:  # the panel then has the fields that it asks for (UA10, TA1)
                asked = {"no_sides": "sides", "no_number": "numbers"}[refusal.code]
                assert any(section.key == asked and section.inputs for section in self.system.sections(encounter, {}))

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        session = self.session
        save = Save(session.encounter.name, self.system.key, records_of(session))
        loaded = replay(decode_save(encode_save(save)).records, SYSTEMS)
        assert (loaded.past, loaded.future) == (session.past, session.future)
        assert records_of(loaded) == records_of(session)
        steps, end = list(session.past), session.encounter
        for _ in steps[1:]:
            session.undo()
        assert session.past == steps[:1]
        for _ in steps[1:]:
            session.redo()
        assert session.encounter is end

    def _dice(self) -> TableDice:
        """Return dice that roll the same until the next step."""
        return TableDice(seeded_dice(self.seed + 31 * len(self.session.past)))

    def _give(self, command: c.Command) -> None:
        before, length, future = self.session.encounter, len(self.session.past), list(self.session.future)
        try:
            step = dispatch_with_answers(self.session, command, self._dice())
        except Refused as refusal:
            if refusal.code == "unkeepable":
                raise
            assert self.session.encounter is before
            assert (len(self.session.past), self.session.future) == (length, future)
            return
        assert fold(before, step.events) == self.session.encounter == step.after
        assert decode_command(encode_command(command)) == command
        assert tuple(read_event(write_tagged(event)) for event in step.events) == put_away(step.events)

    def _is_said(self, says: Sentence | None, step: Step) -> None:
        """Check that the preview is the first line of the log, or the act of somebody."""
        told = narrate(self.session.encounter, step, self.system)
        if any(isinstance(event, Spent) for event in step.events):
            assert says is not None
            assert says in told, step
            assert says.text.startswith(title(self.session.encounter, step, self.system)), step
        else:
            assert says == next(iter(told), None), step

    def _can_be_lifted(self, choice: Choice, refusal: Refused) -> None:
        """Check that some value of the option in the refusal lifts it; another refusal may follow."""
        option = next(option for option in self.system.options if option.key == refusal.lifted_by)
        assert f"“{option.label}”" in refusal.message
        met = set[str]()
        for value in option.values:
            encounter = self.session.encounter
            encounter = encounter._replace(options={**encounter.options, option.key: value.key})
            try:
                decide_with_answers(encounter, choice.command, self._dice())
                return
            except Refused as refused:
                met.add(refused.code)
        assert met != {refusal.code}, choice

    def _keeps_its_word(self, choice: Choice) -> None:
        encounter = self.session.encounter
        events: tuple[Event, ...] = ()
        refusal = None
        try:
            events = decide_with_answers(encounter, choice.command, self._dice())
        except Refused as raised:
            refusal = raised
        told = choice.preview.refusal.code if choice.preview.refusal else "offered"
        assert told == (refusal.code if refusal else "offered"), f"{choice}: {refusal}"
        if choice.preview.refusal and choice.preview.refusal.lifted_by:
            self._can_be_lifted(choice, choice.preview.refusal)
        says = preview(encounter, choice.command, self.system)
        if refusal:
            assert says is None
            return
        after, is_certain = fold(encounter, events), not has_dice(events)
        if is_certain:
            self._is_said(says, Step(choice.command, events, after))
        else:
            assert says is None
        if choice.preview.after is not None and isinstance(choice.command, c.Act):
            number = self.system.number(after, choice.command.id)
            assert number is not None, choice
            assert number.total == choice.preview.after, choice
        if choice.preview.next:
            assert choice.preview.next in after.acting(), choice
        if is_certain and encounter.is_open and not after.is_open and isinstance(choice.command, c.Act):
            assert re.search(r"\bends\b", choice.preview.outcome), choice
        if isinstance(choice.command, c.Act):
            actor = choice.command.id
            for words, came in FORETOLD.items():
                match = re.search(words, choice.preview.outcome)
                assert not match or came(encounter, after, actor, match[1] if match.groups() else ""), choice
            come_in = re.search(r"\bcomes? in\b", choice.preview.outcome)
            has_place = is_certain and choice.preview.after is not None and actor in encounter.acting() and not come_in
            if choice.preview.lands or has_place:
                assert choice.preview.lands == find_next_below(self.system, after, actor), choice
            if not is_certain:
                return
            handed_over = (
                actor in encounter.acting() and not come_in and after.is_open and after.round == encounter.round
            )
            if handed_over and after.acting() and actor not in after.acting():
                assert choice.preview.next, choice
            if actor in encounter.acting() and not after.is_open and not come_in:
                assert re.search(r"\b(round|sequence) ends\b", choice.preview.outcome), choice


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whatever_the_table_does(system: TurnSystem) -> None:
    machine = type(f"{system.key.title()}Fight", (Fight,), {"system": system})
    run_state_machine_as_test(machine, settings=settings(max_examples=amount(60), stateful_step_count=30))
