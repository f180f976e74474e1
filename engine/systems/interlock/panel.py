"""The choices that the now panel offers, each with its penalty, and what one more would cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.choices import Choice, Entered, Section
from engine.commands import Act
from engine.dice import NoDice
from engine.draft import Draft
from engine.errors import Refused
from engine.fields import Field, Kind, Pick, Value
from engine.model import Encounter, Id
from engine.sums import signed
from engine.systems.interlock import chart, place, turn
from engine.systems.interlock.row import Entry, Row, allowance, dodge_skill, is_halved, is_too_heavy, judge, row_of
from engine.systems.interlock.sheet import MELEE, SKILLS, level, skill_label
from engine.table.offers import FEW_SECTIONS, Offers, offer, opposed

SEVERAL = Field(
    "several", "Plan several actions first", Kind.FLAG, False, help="Their number is fixed with the first die (I22)."
)
DODGE_SKILL = Field(
    "skill",
    "By",
    Kind.PICK,
    "",
    picks=(Pick("", "the best that can"), *(Pick(skill, skill_label(skill)) for skill in chart.CLOSE)),
)
KIND = Field("kind", "How long", Kind.PICK, "other_quick", picks=tuple(Pick(it.key, it.kind) for it in chart.OTHERS))


class Panel:
    """What can be done at one moment, given what has been typed and ticked."""

    def __init__(self, encounter: Encounter, entered: Entered) -> None:
        self._encounter = encounter
        self._offers = Offers(encounter, entered)

    def sections(self) -> tuple[Section, ...]:
        encounter = self._encounter
        own = [section for one in encounter.acting() for section in self._own_turn(one)]
        who, shown = self._offers.few("waiting", place.holders(encounter), FEW_SECTIONS)
        waiting = [self._waiting(one, who) for one in shown]
        able = [one for one in encounter.order if encounter.standings[one].able]
        done = place.last_actors(encounter)
        return (*own, *waiting, *([self._defence(able)] if able else []), *([self._afterwards(done)] if done else []))

    # One's own turn

    def _own_turn(self, one: Id) -> tuple[Section, ...]:
        encounter = self._encounter
        row = row_of(encounter, one)
        fixed = bool(encounter.standings[one].fact("fixed"))
        trained = [skill.key for skill in SKILLS if level(encounter, one, skill.key)]
        trained.sort(key=lambda skill: -level(encounter, one, skill))
        other = next(skill.key for skill in reversed(SKILLS) if skill.key not in trained[:1])
        return (
            *([self._row(one, row)] if fixed or row.pending() or row.waiting_defence() is not None else []),
            *([] if fixed else [Section("aim", "The next action", (), self._aim(one))]),
            *(replace(self._skill(one, skill), main=not fixed) for skill in trained or [other]),
            self._rest_of_turn(one),
            *([] if fixed else [self._several(one)]),
            self._untrained(one, trained or [other]),
        )

    def _aim(self, one: Id) -> tuple[Field, ...]:
        """What is asked once for whichever action is chosen."""
        other = (turn.OTHER_WEAPON,) if is_too_heavy(self._encounter, one) else ()
        return (self._whom(one, ""), turn.TIMES, turn.CALLED, turn.N_WEAPON, *other)

    def _planning(self, one: Id) -> bool:
        row = row_of(self._encounter, one)
        if self._encounter.standings[one].fact("fixed"):
            return False
        return len(row.entries) > len(row.taken) or self._offers.read("several", SEVERAL) is True

    def _several(self, one: Id) -> Section:
        planned = (
            self._choice(Act(one, "plan", {"what": key}), label)
            for key, label in (("dodge", "Plan a dodge"), ("block", "Plan a block"))
        )
        return Section("several", "Several actions", tuple(planned), (SEVERAL,))

    def _row(self, one: Id, row: Row) -> Section:
        """The row of planned actions with the penalty of each."""
        encounter = self._encounter
        fixed = bool(encounter.standings[one].fact("fixed"))
        pending = row.pending()
        target = self._whom(one, row.entries[pending[0]].target if pending else "")
        try:
            judged = judge(encounter, one, row, place.feet(encounter, one))
            if fixed and pending:
                judged = turn.next_of(encounter, one, {"target": self._offers.read("row", target)}).judged
        except Refused:  # the sheet or an option has changed since
            penalties: tuple[str, ...] = ("",) * len(row.entries)
            title = "Declared" if fixed else "Planned"
        else:
            penalties = (*(signed(penalty.amount) for penalty in judged.penalties), *[""] * len(row.entries))
            title = f"{'Declared' if fixed else 'Planned'}. {turn.allowed_words(judged)}"
        labels = turn.row_labels(encounter, row)
        choices = []
        if pending and not fixed:
            go = Act(one, "next", {"target": self._offers.read("row", target)})
            choices.append(replace(self._choice(go, "Throw the first die"), cost="", rule="I22"))
        for at, it in enumerate(row.entries):
            if at in row.taken:
                continue
            label = f"{at + 1} · {labels[at]}"
            values: dict[str, Value] = {"place": at + 1}
            if not fixed:
                choices.append(
                    replace(
                        self._choice(Act(one, "unplan", values), label),
                        cost=penalties[at],
                        outcome="tap to take it out",
                    )
                )
            elif at not in pending:
                choices.append(self._choice(Act(one, "defend", {"how": it.action}), label))
            elif at == pending[0]:
                values["target"] = self._offers.read("row", target)
                choices.append(self._choice(Act(one, "next", values), label))
            else:
                choices.append(replace(self._choice(Act(one, "next", values), label), cost=penalties[at]))
        if pending:
            choices.append(self._choice(Act(one, "veto"), "Not feasible"))
        return Section("row", title, tuple(choices), (target,) if pending else ())

    def _skill(self, one: Id, skill: str) -> Section:
        return self._with_skill(one, skill, f"skill-{skill}", ())

    def _untrained(self, one: Id, shown: Sequence[str]) -> Section:
        others = tuple(Pick(it.key, it.label) for it in SKILLS if it.key not in shown)
        if not others:
            return Section("untrained", "Another skill", (), main=False)
        which = Field("skill", "Skill", Kind.PICK, others[-1].key, picks=others)
        skill = str(self._offers.read("untrained", which))
        return replace(self._with_skill(one, skill, "untrained", (which,)), main=False)

    def _with_skill(self, one: Id, skill: str, key: str, inputs: tuple[Field, ...]) -> Section:
        values = {"skill": skill, **self._offers.values("aim", self._aim(one))}
        actions = [it for it in chart.ACTIONS if skill in it.skills and it not in chart.DEFENCES]
        title = self._allowed(one, skill, actions, values.get(turn.OTHER_WEAPON.key) is True)
        picked = (chart.MANOEUVRE, chart.CRUSH) if skill in chart.CLOSE else ()
        if picked:
            actions = [it for it in actions if it not in (*chart.MANOEUVRES, *chart.CRUSHING)]
        choices = (
            *(self._action(one, it.key, it.label, values) for it in actions),
            *(self._picked(one, key, field, values) for field in picked),
        )
        return Section(key, title, choices, (*inputs, *picked))

    def _allowed(self, one: Id, skill: str, actions: Sequence[chart.Action], other_weapon: bool) -> str:
        """Say how many actions of each type a skill allows, with a weapon that is too heavy as well (I32)."""
        entries = [Entry(it.key, skill, other_weapon=other_weapon) for it in actions]
        halved = any(is_halved(self._encounter, one, it) for it in entries)
        full, half = (allowance(self._encounter, one, entries[:1], halved=each) for each in (False, True))
        allowed = f"{full}; with the weapon that is too heavy {half}" if halved and skill == MELEE else half
        return f"{skill_label(skill)}: {full.why.total} → {allowed if halved else full}"

    def _picked(self, one: Id, key: str, field: Field, values: Mapping[str, Value]) -> Choice:
        wanted = str(self._offers.read(key, field))
        return self._action(one, wanted, chart.action_of(wanted).label, values)

    def _rest_of_turn(self, one: Id) -> Section:
        encounter = self._encounter
        until = self._until(one)
        inputs = (turn.FEET, until, turn.NOTE, KIND)
        lost = len(row_of(encounter, one).pending()) if encounter.standings[one].fact("fixed") else 0
        other = str(self._offers.read("turn", KIND))
        feet = self._offers.values("turn", (turn.FEET,))
        choices = (
            self._choice(Act(one, "move", feet), "Move", "I28"),
            self._choice(Act(one, "move", {**feet, "only": True}), "Move, and that is all", "I28"),
            self._action(one, other, "Something else", self._offers.values("turn", (turn.NOTE,))),
            self._choice(Act(one, "hold", self._offers.values("turn", (until,))), "Wait", "I8"),
            replace(
                self._choice(Act(one, "end"), "End the turn", "I2"),
                outcome=f"{lost} of the declared actions undone" if lost else "",
            ),
        )
        return Section("turn", "Move, wait, end", choices, inputs)

    # Out of turn

    def _waiting(self, one: Id, who: tuple[Field, ...]) -> Section:
        choices = (
            self._choice(Act(one, "step_in"), "Step in now", "I9"),
            replace(self._choice(Act(one, "let_go"), "Let it go", "I13"), outcome="last place from now on"),
        )
        key = "waiting" if who else f"waiting-{one}"
        return Section(key, f"{self._encounter.name_of(one)} waits", choices, who)

    def _defence(self, able: Sequence[Id]) -> Section:
        likely = self._attacked(able)
        who, one = self._offers.who("defence", (likely, *(it for it in able if it != likely)))
        skill = str(self._offers.read("defence", DODGE_SKILL))
        values: dict[str, Value] = {"skill": skill} if skill else {}
        choices = tuple(
            self._choice(Act(one, "defend", {"how": it.key, **values}), it.label, "I14") for it in chart.DEFENCES
        )
        return Section("defence", "Attacked: dodge or block", choices, (who, DODGE_SKILL), main=False)

    def _attacked(self, able: Sequence[Id]) -> Id:
        """Return the likeliest defender: whom the acting one aims at, or was aimed at last, or else an opponent."""
        encounter = self._encounter
        acting = encounter.acting()
        sides = {encounter.combatants[one].side for one in acting} - {""}
        aimed = [self._offers.entered.get(f"{key}.target") for key in ("aim", "row")]
        for one in acting:
            row = row_of(encounter, one)
            aimed += [row.entries[at].target for at in row.pending()[:1]]
        opponents = [one for one in able if one not in acting and encounter.combatants[one].side not in sides]
        others = [one for one in able if one not in acting]
        likely = (*aimed, encounter.fact(turn.ATTACKED, ""), *opponents, *others, *able)
        return next(str(it) for it in likely if it in able)

    def _afterwards(self, done: Sequence[Id]) -> Section:
        """Ask for feet that were walked with an action that has ended the turn (I28)."""
        who, one = self._offers.who("afterwards", done)
        feet = self._offers.values("afterwards", (turn.FEET,))
        choices = (self._choice(Act(one, "move", feet), "Walked as well", "I28"),)
        return Section("afterwards", "Moved in a turn that is over", choices, (who, turn.FEET), main=False)

    # Choices

    def _action(self, one: Id, key: str, label: str, values: Mapping[str, Value]) -> Choice:
        """A listed action: done at once, or put in the plan while one is being made."""
        rule = chart.action_of(key).rule
        if self._planning(one):
            return self._choice(Act(one, "plan", {"what": key, **values}), f"Plan: {label}", rule)
        return self._choice(Act(one, key, values), label, rule)

    def _choice(self, command: Act, label: str, rule: str = "") -> Choice:
        """The choice with what it would lead to, or with its refusal: it is tried on a copy."""
        one = command.id

        def attempt(choice: Choice) -> Choice:
            draft = Draft(self._encounter, NoDice())
            turn.act(draft, command)
            cost, outcome, because = self._consequence(command)
            after, following = draft.encounter, ""
            if one not in after.acting() and one in self._encounter.acting():
                following = next(iter(place.upcoming(after)), "")
            return replace(choice, cost=cost, next=following, outcome=outcome, rule=because or rule)

        return offer(Choice(command, label), attempt)

    def _consequence(self, command: Act) -> tuple[str, str, str]:
        """Cost, outcome and rule of what has just been found possible."""
        encounter, one, values = self._encounter, command.id, command.values
        match command.action:
            case "unplan" | "veto" | "move" | "end" | "step_in" | "let_go":
                return "", "", {"veto": "I15"}.get(command.action, "")
            case "hold":
                return "", "unused, it falls to last place", "I8"
            case "defend":
                how = str(values["how"])
                found = turn.defence_of(encounter, one, how, str(values.get("skill", "")))
                if found.free:
                    return "free", "the free one of this round", "I14"
                skill = found.row.entries[found.at].skill or dodge_skill(encounter, one, ())
                return signed(found.penalty.amount), f"a Combat Action, by {skill_label(skill)}", found.penalty.rule
            case "next":
                found = turn.next_of(encounter, one, values)
                more = len(found.row.entries)
                said = f"lets {found.dropped} of the declared go" if found.dropped else ""
                if not encounter.standings[one].fact("fixed"):
                    said = f"fixes {more} action{'s' * (more > 1)}"
                return signed(found.penalty.amount), said, found.penalty.rule
            case _:
                action = chart.action_of(str(values.get("what", command.action)))
                found = turn.added(encounter, one, action, values)
                new = [found.judged.penalties[at] for at in found.new]
                shown = ", ".join(signed(penalty.amount) for penalty in new)
                said = "; ".join(
                    (
                        f"{len(new)} × {action.kind}" if len(new) > 1 else str(action.kind),
                        *self._one_more(one, found.row, action),
                    )
                )
                return shown, said, new[-1].rule

    def _one_more(self, one: Id, row: Row, action: chart.Action) -> tuple[str, ...]:
        last = row.entries[-1]
        longer = replace(row, entries=(*row.entries, replace(last, called=False)))
        try:
            judged = judge(self._encounter, one, longer, place.feet(self._encounter, one))
        except Refused as refusal:
            return (f"no more ({refusal.rule})",)
        return (f"one more {signed(judged.penalties[-1].amount)}",)

    def _whom(self, one: Id, target: Id) -> Field:
        """The target of an action that is planned stays one, also where it has fallen or changed sides."""
        encounter = self._encounter
        planned = target if target in encounter.combatants else ""
        meant = [it for it in encounter.order if it == planned or opposed(encounter, one, it)]
        return self._offers.target(meant, "at", "anyone", now=planned, also=(planned,))

    def _until(self, one: Id) -> Field:
        coming = place.upcoming(self._encounter, one)
        return self._offers.target(coming, "Wait for", "whatever comes", "until")
