"""Tests of the expiry of conditions in random fights, against turns counted in the log."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.fights import decide_with_answers, dispatch_with_answers
from tests.engine.random_play import draw_command
from tests.engine.table import SameFaces, Table
from tests.engine.turn_log import TurnLog, Watched
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core import evolve
from turntrack.core.dice import DiceCode, TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.evolve import MOST_WORDS
from turntrack.core.model import Attempt, Condition, Due, Schedule, Until
from turntrack.log.conditions import Reminder, reminders
from turntrack.rules.condition_expiry import chance_of
from turntrack.rules.conditions import NAMES, known_names, own_names
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

UNREAD = (c.DoTheSame, c.RuleFact, c.WaitInWings, c.BringIn)
"""Commands whose effect on turns is not in the log read here; other tests count their turns."""

TURNS = (Until.TURN_BEGINS, Until.TURN_ENDS)


class Watch:
    """A fight, the turns counted in its log, and the conditions whose end is waited for."""

    def __init__(self, system: TurnSystem, seed: int) -> None:
        self.table, self.chance, self.seed = Table.sample(system.key), Random(seed), seed
        self.log = TurnLog(system.key)
        self.watched: dict[int, Watched] = {}
        self.over: list[Watched] = []
        """Those that are over, and stay so unless a turn is taken back."""
        self.handed_on = 0
        self.fallen = set[str]()
        """Those who have ever fallen. While they lie, a roll is due where their turns would have come."""

    def do(self, command: c.Command) -> None:
        before = self.table.encounter
        dispatch_with_answers(
            self.table.session, command, TableDice(seeded_dice(self.seed + 7 * len(self.table.session.past)))
        )
        step = self.table.session.past[-1]
        for event in step.events:
            self.log.read(before, command, event)
            self._take(event, command)
        self._hold()

    def _take(self, event: e.Event, command: c.Command) -> None:
        match event:
            case e.ConditionsGiven(conditions) if isinstance(command, c.GiveCondition):
                for condition in conditions:
                    self._watch(condition, command)
            case e.ConditionChanged(condition, "") if isinstance(command, c.GiveCondition):
                self._watch(condition, command)
            case e.ConditionsGiven(conditions):  # given again, because a turn was taken back
                for condition in conditions:
                    again = next(watched for watched in self.over if self._is_back(watched, condition))
                    self.over.remove(again)
                    self.watched[condition.number] = again
            case e.ConditionChanged(condition, why) if why:
                first = self.watched[condition.number].first
                put_off = self.log.put_off(condition.whose)
                self.watched[condition.number] = Watched(condition, first, self.log.now, condition.turns, put_off)
                self.handed_on += 1
            case e.AbleSet(combatant_id, able=False):
                self.fallen.add(combatant_id)
            case _:
                pass

    def _watch(self, condition: Condition, command: c.GiveCondition) -> None:
        now, put_off = self.log.now, self.log.put_off(condition.whose)
        self.watched[condition.number] = Watched(condition, now, now, command.turns, put_off)

    def _hold(self) -> None:
        """Check that each condition lasts exactly until the log has the turn that ends it."""
        there = {condition.number: condition for condition in self.table.encounter.conditions}
        for number, watched in [*self.watched.items()]:
            bearer_is_there = watched.condition.bearer in self.table.encounter.combatants
            assert (number in there) == (bearer_is_there and not watched.is_over(self.log)), watched
            if number not in there:
                self.over += [watched] if bearer_is_there else []
                del self.watched[number]
            elif watched.condition.attempt and watched.condition.bearer not in self.fallen:
                assert there[number].due is self._due(watched), watched

        for watched in self.over:
            assert watched.is_over(self.log) or watched.condition.bearer not in self.table.encounter.everybody(), (
                watched
            )

    def _is_back(self, watched: Watched, now: Condition) -> bool:
        """Return whether the condition is this one, which has not ended by the log; its number and count are others."""
        was = watched.condition
        is_same = (was.bearer, was.name, was.until, was.whose) == (now.bearer, now.name, now.until, now.whose)
        return is_same and not watched.is_over(self.log)

    def _due(self, watched: Watched) -> Due:
        """Return whether a roll is due: from the first end of the bearer's turn."""
        return Due.ROLL if self.log.ended(watched.condition.bearer) > watched.first else Due.NOTHING

    def give(self) -> c.Command:
        """Draw a command that gives a condition which a turn ends."""
        encounter = self.table.encounter
        some = self.chance.sample(encounter.order, min(len(encounter.order), self.chance.randint(1, 3)))
        whose = self.chance.choice(("", *encounter.order))
        attempt = self.chance.choice((None, Attempt(), Attempt("1d20", 14)))
        until, turns = self.chance.choice(TURNS), self.chance.randint(0, 3)
        return c.GiveCondition(tuple(some), "stunned", until=until, whose=whose, turns=turns, attempt=attempt)

    def something(self) -> c.Command:
        """Draw a condition, an arrival, a departure, or any other command."""
        encounter, draw = self.table.encounter, self.chance.random()
        combatant_id = self.chance.choice(encounter.order)
        wanted: list[c.Command] = []
        if draw < 0.25:
            wanted.append(self.give())
        elif draw < 0.3 and len(encounter.order) > 3:
            counted = [condition.whose for condition in encounter.conditions if condition.whose in encounter.order]
            wanted.append(c.RemoveCombatant(self.chance.choice(counted or [combatant_id])))
        elif draw < 0.35:
            wanted.append(c.DuplicateCombatant(combatant_id))
        elif draw < 0.37:
            wanted.append(c.CloseRound())
        for command in wanted:
            with suppress(Refused):
                decide_with_answers(encounter, command, TableDice(seeded_dice(1)))
                return command
        table = self.table
        while isinstance(
            command := draw_command(
                table.session, table.system, self.chance, lambda: TableDice(seeded_dice(1)), changes=True
            ),
            UNREAD,
        ):
            continue
        return command


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_condition_ends_with_the_turn_that_the_log_says(system: TurnSystem) -> None:
    over = handed_on = taken_back = 0
    for seed in range(amount(180)):
        watch = Watch(system, seed)
        for _ in range(60):
            watch.do(watch.something())
        over += len(watch.over)
        handed_on += watch.handed_on
        taken_back += watch.log.taken_back
    assert over > amount(60)
    assert handed_on > amount(60)
    assert (taken_back > 0) == (system.key in ("rond6", "interlock"))


ENDS_TURN = {"interlock": "end", "rond6": "done"}


def turns_until_over(key: str, whose: int, later: int, turns: int, *, falls: bool, leaves: bool) -> int:
    """Return how many turns the others end before a condition expires that counts the turns of ``whose``."""
    table, dice = Table(key, "A, side S", "B, side S", "C, side S", "D, side S"), SameFaces(5, 4, 3, 2)
    combatant_id, bearer = f"c{whose}", "c1" if whose == 4 else "c4"

    def go_on() -> int:
        """End the turn, and begin the next one."""
        if not table.encounter.is_open:
            table.do_with(dice, c.OpenRound())
            return 0
        acting = table.encounter.acting()[0]
        table.do_with(dice, c.Act(acting, ENDS_TURN[key]))
        return int(acting != combatant_id)

    while later:
        later -= go_on()
    if not table.encounter.acting():
        go_on()
    table.do_with(dice, c.GiveCondition((bearer,), "stunned", until=Until.TURN_ENDS, whose=combatant_id, turns=turns))
    if falls or leaves:
        table.do_with(dice, c.Fall(combatant_id) if falls else c.RemoveCombatant(combatant_id))
    ended = 0
    while table.encounter.conditions:
        ended += go_on()
        assert ended < 20
    return ended


@pytest.mark.repeats
@pytest.mark.parametrize("key", ["interlock", "rond6"])
def test_whoever_has_gone_takes_the_condition_along_when_the_turn_would_have_come(key: str) -> None:
    """The same fight twice, once with everybody there: it is over after as many turns of the others."""
    for whose, later, turns in product((1, 2, 3, 4), range(7), (1, 2)):
        there = turns_until_over(key, whose, later, turns, falls=False, leaves=False)
        assert turns_until_over(key, whose, later, turns, falls=True, leaves=False) == there, (whose, later, turns)
        assert turns_until_over(key, whose, later, turns, falls=False, leaves=True) == there, (whose, later, turns)


@pytest.mark.parametrize(
    ("code", "needs", "or_less"),
    [
        ("1d20", 14, False),
        ("2d6", 8, True),
        ("3d4+2", 9, False),
        ("1d6-1", 0, False),
        ("2d3", 7, False),
        ("4d2", 9, True),
    ],
)
def test_the_chance_of_a_roll_is_counted_out(code: str, needs: int, or_less: bool) -> None:
    dice = DiceCode.parse(code)
    rolls = [sum(faces) + dice.plus for faces in product(range(1, dice.sides + 1), repeat=dice.count)]
    met = sum(total <= needs if or_less else total >= needs for total in rolls)
    assert chance_of(Attempt(code, needs, or_less)) == Fraction(met, len(rolls))
    assert chance_of(Attempt()) is None


@pytest.fixture
def table() -> Table:
    """Mara (c1) acts, Rat (c2) is next, Guard (c3) has fallen."""
    table = Table("zebra", "Mara, health 9", "Rat", "Guard", open=(9, 4, 1))
    table.do(c.Fall("c3"))
    return table


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (c.GiveCondition((), "stunned"), "nobody", "Choose someone first."),
        (c.GiveCondition(("c9",), "stunned"), "nobody", "That combatant is not in this fight."),
        (c.GiveCondition(("c1",), "stunned", by="c9"), "nobody", "That combatant is not in this fight."),
        (c.GiveCondition(("c1",), " "), "bad_value", "The condition’s name is empty."),
        (c.GiveCondition(("c1",), "x" * 61), "bad_value", "The condition’s name: at most 60 characters, not 61."),
        (c.GiveCondition(("c1",), "stun\u202e"), "bad_value", "an invisible character (U+202E) cannot be used."),
        (c.GiveCondition(("c1",), "stunned", "x" * 501), "bad_value", "The text: at most 500 characters, not 501."),
        (c.GiveCondition(("c1",), "held", held=True), "no_holder", "Say who is holding: somebody who is able to act."),
        (c.GiveCondition(("c1",), "held", by="c3", held=True), "no_holder", "somebody who is able to act."),
        (c.GiveCondition(("c1",), "stunned", until=Until.TURN_ENDS, whose="c9"), "nobody", "not in this fight."),
        (
            c.GiveCondition(("c3",), "stunned", until=Until.TURN_ENDS),
            "unable",
            "Guard is unable to act, and takes no turn.",
        ),
        (
            c.GiveCondition(("c1",), "stunned", until=Until.TURN_ENDS, turns=100),
            "bad_value",
            "Turns: a whole number from 0 to 99, not “100”.",
        ),
        (
            c.GiveCondition(("c1",), "stunned", until=Until.TURN_BEGINS, turns=0),
            "no_turn",
            "Mara has no turn under way that could begin.",
        ),
        (
            c.GiveCondition(("c2",), "stunned", until=Until.TURN_ENDS, turns=0),
            "no_turn",
            "Rat has no turn under way that could end.",
        ),
        (c.GiveCondition(("c1",), "stunned", until=Until.COUNT, count=1000), "bad_value", "The count: a whole number"),
        (
            c.GiveCondition(("c1",), "stunned", until=Until.COUNT, count=30),
            "no_count",
            "Count 30 will not come any more.",
        ),
        (
            c.GiveCondition(("c1",), "stunned", attempt=Attempt("a lot", 3)),
            "bad_value",
            "The roll: a dice code such as",
        ),
        (c.GiveCondition(("c1",), "stunned", attempt=Attempt("3D", 3)), "bad_value", "The roll: at most 10 dice"),
        (c.GiveCondition(("c1",), "stunned", attempt=Attempt("11d6", 3)), "bad_value", "The roll: at most 10 dice"),
        (
            c.GiveCondition(("c1",), "stunned", attempt=Attempt("1d6", 10**6)),
            "bad_value",
            "Number to roll: a whole",
        ),
        (c.EndConditions(()), "no_condition", "Choose a condition first."),
        (c.EndConditions((7,)), "no_condition", "There is no such condition any more."),
        (c.KeepCondition(7), "no_condition", "There is no such condition any more."),
        (c.ForgetCondition("prone"), "no_condition", "You have no condition of your own by that name."),
        (c.Wound(3, (c.Hit("c1"),), leaves=("",)), "bad_value", "The condition’s name is empty."),
        (c.Wound(3, (c.Hit("c1"),), leaves=("prone",) * 7), "bad_value", "At most 6 conditions at once."),
    ],
)
def test_what_cannot_be_is_refused(table: Table, command: c.Command, code: str, message: str) -> None:
    refusal = table.refusal(command)
    assert refusal.code == code
    assert message in str(refusal)


def test_where_no_points_are_counted_no_count_comes() -> None:
    table = Table("interlock", "Mara", "Rat", open=(9, 4))
    assert table.refused(c.GiveCondition(("c1",), "stunned", until=Until.COUNT, count=3)) == "no_count"


def test_a_fight_has_so_many_conditions(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turntrack.rules.conditions.MOST_CONDITIONS", 3)
    table.do(c.GiveCondition(("c1", "c2"), "stunned"))
    assert table.refused(c.GiveCondition(("c1", "c2"), "prone")) == "too_many"
    assert table.do(c.GiveCondition(("c1", "c1"), "prone")) == ["Mara is prone."]


def test_names_are_remembered(table: Table) -> None:
    for number in range(MOST_WORDS + 1):
        table.do(c.GiveCondition(("c1",), f"hexed {number}", until=Until.ROUND_ENDS))
    for name in ("hexed 2", "stunned"):
        table.do(c.GiveCondition(("c2",), name, until=Until.ROUND_ENDS))
    assert table.encounter.words[-3:] == (f"hexed {MOST_WORDS}", "hexed 2", "stunned")
    assert len(table.encounter.words) == MOST_WORDS
    assert known_names(table.encounter)[-1] == "hexed 2"
    assert known_names(table.encounter)[: len(NAMES)] == NAMES


def test_reminders_say_what_is_to_be_settled(table: Table) -> None:
    table.do(c.GiveCondition(("c1",), "stunned", attempt=Attempt("1d20", 14)))
    table.do(c.GiveCondition(("c1", "c2"), "guarded", by="c1", held=True))
    table.do(c.Wound(3, (c.Hit("c1"),)))
    (hurt,) = reminders(table.encounter)
    assert hurt == Reminder("c1", "Mara is hurt: do Mara and Rat stay guarded?", (2, 3))
    table.do(c.KeepCondition(2))
    table.act("c1", "dodge")
    (roll,) = reminders(table.encounter)
    words = "Mara may roll to stop being stunned: 14 or more on 1d20."
    assert roll == Reminder("c1", words, (1,), Fraction(7, 20))
    table.do(c.EndConditions((1,)))
    assert reminders(table.encounter) == ()
    table.do(c.GiveCondition(("c1",), "burning", attempt=Attempt()))
    table.do(c.RuleSkip("c1"))
    assert reminders(table.encounter) == (Reminder("c1", "Mara may roll to stop being burning.", (4,)),)
    table.do(c.Fall("c1"))
    assert [condition.name for condition in table.encounter.conditions] == ["burning"]


def test_what_a_button_foretells_ends_no_condition(table: Table) -> None:
    """The panel looks ahead; what ends with the turn is over when it has ended."""
    table.do(c.GiveCondition(("c2",), "stunned", until=Until.TURN_ENDS, whose="c1", turns=0))
    assert table.choice("dodge").preview.after == 19
    assert len(table.encounter.conditions) == 1
    assert table.act("c1", "dodge")[1:] == ["Rat is no longer stunned: Mara’s turn is over.", "Mara is up. (Z17)"]


def test_whoever_holds_may_have_left(table: Table) -> None:
    """What a file may tell of: a hold by somebody who is no longer there, and whose turn nobody takes."""
    table.do(c.GiveCondition(("c2",), "guarded", by="c1", held=True))
    table.do(c.GiveCondition(("c2",), "stunned", until=Until.TURN_ENDS, whose="c1", turns=0))
    table.happen(e.CombatantRemoved("c1"))
    table.do(c.CountHealth(("c2",), 9))
    table.do(c.Wound(3, (c.Hit("c2"),)))
    assert [(condition.name, condition.due) for condition in table.encounter.conditions] == [("guarded", Due.NOTHING)]


@pytest.mark.parametrize("until", Until)
def test_only_conditions_that_count_turns_count_one_that_ends(until: Until) -> None:
    """Whatever a damaged file says of whose turns they are."""
    condition = Condition(1, "c1", "stunned", until=until, whose="c1", turns=2)
    assert evolve._counts(condition, begun=True, ended=True, again=False) is until.counts_turns


def test_nobody_rolls_against_a_condition_in_the_wings(table: Table) -> None:
    table.do(c.GiveCondition(("c2",), "stunned", attempt=Attempt("1d20", 14)))
    table.do(c.WaitInWings("c2", Schedule()))
    table.act("c1", "dodge")
    assert reminders(table.encounter) == ()


def test_a_name_of_the_tables_own_can_be_forgotten() -> None:
    table = Table("zebra", "A", "B")
    table.do(c.GiveCondition(("c1",), "bewitched"))
    assert own_names(table.encounter) == ("bewitched",)
    assert table.do(c.ForgetCondition("bewitched")) == ["“bewitched” is no longer offered as a condition."]
    assert own_names(table.encounter) == ()
    assert table.refused(c.ForgetCondition("bewitched")) == "no_condition"
    assert [condition.name for condition in table.encounter.conditions] == ["bewitched"]
