"""The choices that the now panel offers, each with what it would lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.choices import Choice, Section
from engine.commands import Act
from engine.dice import NoDice
from engine.draft import Draft
from engine.events import StatusSet
from engine.fields import Field, Value
from engine.model import Id, Status
from engine.systems.rond6 import actions, flow, turns
from engine.systems.rond6.actions import Action
from engine.systems.rond6.plan import (
    FATE,
    LACKING,
    NOTE,
    NUMBER,
    ROLL,
    SKILL,
    SLOW,
    WITH,
    Planned,
    number_declared,
    planned,
)
from engine.table.offers import FEW_SECTIONS, Offers, offer, offer_checked, opponents

MOST_BUTTONS = 10


class Panel:
    """What can be done on a turn, given what has been typed and ticked."""

    def __init__(self, offers: Offers) -> None:
        self._encounter = offers.encounter
        self._offers = offers
        self._next: dict[Status, Id] = {}

    def own_turn(self, one: Id) -> tuple[Section, ...]:
        """The numbers, the actions and the ways to end the turn, for whoever acts."""
        name, standing = self._encounter.name_of(one), self._encounter.standings[one]
        if standing.fact(turns.WINDOW):
            return (Section("result", f"{name} {standing.fact(turns.WINDOW)}", (self._result(one),)),)
        sheet = self._encounter.combatants[one].sheet
        target = self._offers.target(opponents(self._encounter, one), "At", "nobody named")
        weapon = Field(WITH.key, WITH.label, WITH.kind, sheet["weapon"])
        slow = Field(SLOW.key, SLOW.label, SLOW.kind, sheet["slow"])
        return (
            self._numbers(one),
            self._listed("attack", "Attack", one, actions.ATTACKS, (target, weapon, slow)),
            self._listed("defend", "Defend", one, actions.DEFENCES, ()),
            self._listed("go", "Move", one, actions.MOVES, (ROLL,)),
            self._listed("else", "Something else", one, actions.OTHERS, (NOTE, SKILL, ROLL, LACKING)),
            self._listed("hold", "Wrestle and hinder", one, actions.HOLDS, (target,), main=False),
        )

    def waiters(self) -> list[Section]:
        """What those who have waited can do out of order."""
        encounter = self._encounter
        who, shown = self._offers.few("waiting", turns.waiting(encounter), FEW_SECTIONS)
        return [self._waiter(one, who) for one in shown]

    def _waiter(self, one: Id, who: tuple[Field, ...]) -> Section:
        encounter, standing = self._encounter, self._encounter.standings[one]
        left, shown = turns.actions(turns.left(standing)), turns.skills_shown(encounter, one, turns.declared(standing))
        words, rule = flow.interrupt_words(encounter, one)
        breaks_in = "; ".join(filter(None, (words if rule != "R21" else "", shown)))
        return Section(
            "waiting" if who else f"waiting-{one}",
            f"{encounter.name_of(one)} waits, with {left} left",
            (
                offer_checked(
                    Choice(Act(one, "interrupt"), "Interrupt", outcome=breaks_in, rule=rule),
                    lambda: flow.check_interrupt(encounter, one),
                ),
                offer_checked(
                    Choice(Act(one, "act_now"), "Act now", outcome=shown, rule="R20"),
                    lambda: flow.check_act_now(encounter, one),
                ),
            ),
            who,
        )

    def early(self, later: Sequence[Id]) -> Section:
        """Turns that come early: for whoever is picked of those who have not acted."""
        who, one = self._offers.who("early", later)
        where = f"{flow.jump_words(self._encounter, one)} in the order of this round"
        surprise = Choice(Act(one, "surprise"), "Acts first: surprise", outcome=where, rule="R22")
        ups = (("catch", "Move up: catch"), ("mental", "Move up: resist"), ("other", "Move up: as allowed"))
        return Section(
            "early",
            "Before one’s turn",
            (
                *(self._moved_up(one, reason, label) for reason, label in ups),
                offer_checked(surprise, lambda: flow.check_surprise(self._encounter, one)),
            ),
            (who, NUMBER, FATE, NOTE),
            main=False,
        )

    def _numbers(self, one: Id) -> Section:
        """One choice for each number of actions; after that, what is left of it."""
        standing, name = self._encounter.standings[one], self._encounter.name_of(one)
        number = turns.declared(standing)
        if number:
            left = f"{name}: {turns.left(standing)} of {turns.actions(number)} left"
            one_more = self._number(one, number + 1, "One more")
            return Section("turn", left, (self._wait(one), self._end(one, "Let the rest go"), one_more))
        most = turns.most(self._encounter, one)
        shown = range(1, min(most + 1, MOST_BUTTONS) + 1)
        inputs = (NUMBER,) if most >= MOST_BUTTONS else ()
        more = turns.limit(self._encounter, one, fate=True).total
        fate = Choice(
            Act(one, "fate"), "Fate Point", outcome=f"doubles the limit: up to {turns.actions(more)}", rule="R28"
        )
        choices: tuple[Choice, ...] = (
            *(self._number(one, it, turns.actions(it)) for it in shown),
            *(self._number(one, typed, "As typed") for typed in self._offers.values("turn", inputs).values()),
            offer_checked(fate, lambda: flow.check_fate(self._encounter, one)),
            self._wait(one),
            self._end(one, "Do nothing"),
        )
        return Section("turn", f"{name}: how many actions?", choices, inputs)

    def _number(self, one: Id, number: Value, label: str) -> Choice:
        def attempt(choice: Choice) -> Choice:
            encounter, fixed = self._encounter, number_declared(self._encounter, one, number)
            return replace(
                choice,
                cost=turns.dice_off(turns.penalty_of(encounter, one, fixed)),
                outcome=turns.skills_shown(encounter, one, fixed),
                rule=turns.penalty_rule(encounter, one, fixed),
            )

        return offer(Choice(Act(one, "declare", {"number": number}), label), attempt)

    def _wait(self, one: Id) -> Choice:
        return self._choice(one, actions.WAIT, "turn", ())

    def _end(self, one: Id, label: str) -> Choice:
        left = turns.left(self._encounter.standings[one])
        following = self._following(one)
        outcome = f"{turns.actions(left)} lost" if left else ""
        rule = "R19" if left else "R16"
        return Choice(Act(one, "done"), label, next=following, outcome=self._with_end(outcome, following), rule=rule)

    def _result(self, one: Id) -> Choice:
        ends = not turns.left(self._encounter.standings[one])
        following = self._following(one) if ends else one
        return Choice(
            Act(one, "result"), "Say the result", next=following, outcome="nobody interrupts any more", rule="R21"
        )

    def _listed(
        self,
        section: str,
        title: str,
        one: Id,
        listed: Sequence[Action],
        inputs: tuple[Field, ...],
        main: bool = True,
    ) -> Section:
        choices = tuple(self._choice(one, action, section, inputs) for action in listed)
        return Section(section, title, choices, inputs, main)

    def _choice(self, one: Id, action: Action, section: str, inputs: Sequence[Field]) -> Choice:
        wanted = [field for field in inputs if _asks(action, field)]
        values = self._offers.values(section, wanted)
        command = Act(one, action.key, {key: value for key, value in values.items() if value not in ("", False)})
        return offer(
            Choice(command, action.label, rule=action.rule),
            lambda choice: self._foreseen(choice, one, planned(self._encounter, command)),
        )

    def _foreseen(self, choice: Choice, one: Id, plan: Planned) -> Choice:
        action = plan.action
        off = turns.dice_off(turns.penalty_of(self._encounter, one, plan.number))
        standing = self._encounter.standings[one]
        ends = plan.number - turns.used(standing) == 1
        window = plan.rolls and bool(turns.waiting(self._encounter, but=one))
        following = self._following(one) if ends and not window else one
        if action is actions.WAIT and not ends:
            following = self._following(one, Status.HOLDING)
        shown = turns.skills_shown(self._encounter, one, plan.number) if action is actions.WAIT else plan.roll
        words = [shown, action.remark]
        if not turns.declared(standing) and plan.number > 1:
            words.insert(0, f"declares {plan.number}")
        if window:
            words.append("then whoever waits may interrupt")
        if action is actions.WAIT and ends:
            words.append("nothing is left to wait for")
        outcome = self._with_end("; ".join(filter(None, words)), following)
        return replace(choice, cost=off, next=following, outcome=outcome)

    def _moved_up(self, one: Id, reason: str, label: str) -> Choice:
        values = self._offers.values("early", (NUMBER, FATE, NOTE))
        command = Act(one, "move_up", {"reason": reason, **{key: it for key, it in values.items() if it is not False}})

        def attempt(choice: Choice) -> Choice:
            plan = flow.planned_move_up(self._encounter, command)
            off = turns.dice_off(turns.penalty_of(self._encounter, one, plan.number))
            outcome = "; ".join(filter(None, (plan.roll, f"uses 1 of {turns.actions(plan.number)}")))
            return replace(choice, cost=off, outcome=outcome, rule=plan.action.rule)

        return offer(Choice(command, label), attempt)

    def _following(self, one: Id, status: Status = Status.DONE) -> Id:
        """Who acts once the turn of ``one`` is over, or waited away; nobody if the round is over."""
        if status not in self._next:
            draft = Draft(self._encounter, NoDice())
            if status is Status.HOLDING:
                flow.wait(draft, one)
            else:
                draft.record(StatusSet(one, status))
            flow.settle(draft)
            self._next[status] = draft.encounter.acting()[0] if draft.encounter.is_open else ""
        return self._next[status]

    def _with_end(self, outcome: str, following: Id) -> str:
        return outcome if following else "; ".join(filter(None, (outcome, "the round ends")))


def _asks(action: Action, field: Field) -> bool:
    """Whether an action of its section has a use for the field."""
    if field.key in ("with", "slow"):
        return action.armed
    if field.key == "roll":
        return not action.rolls
    if field.key == "skill":
        return not action.skills
    if field.key == "lacking":
        return action.key == "use"
    return True
