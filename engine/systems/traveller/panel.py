"""The choices that the now panel offers, each with what it would lead to."""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Act
from engine.crowd import FEW_BUTTONS, asked
from engine.errors import BadValue, Refused
from engine.fields import NOTHING, Field, Kind, Pick, Value, Values, read
from engine.model import Encounter, Id
from engine.names import listed
from engine.sums import signed
from engine.systems.protocol import Choice, Entered, Section
from engine.systems.traveller import condition, deeds, odds, throws, turn
from engine.systems.traveller.order import number_now


class Panel:
    """What can be done at one moment, given what has been typed and ticked."""

    def __init__(self, encounter: Encounter, entered: Entered) -> None:
        self._encounter = encounter
        self._entered = entered
        self._after: dict[tuple[Id, str], Encounter] = {}

    def turn(self) -> tuple[Section, ...]:
        """All that whoever acts can do; where several act at the same time, whoever is picked."""
        encounter = self._encounter
        acting = [one for one in encounter.acting() if encounter.standings[one].able]
        if not acting:
            return ()
        picks = tuple(Pick(one, encounter.name_of(one)) for one in acting)
        who = Field("who", "Who", Kind.PICK, acting[0], help="They act at the same time (TA1).", picks=picks)
        one = self._picked("act", who)
        asks = (who,) if len(acting) > 1 else ()
        standing = encounter.standings[one]
        if condition.needs_check(standing):
            return (Section("act", "Extra Action", (self._check(one), self._hold(one), self._done(one)), asks),)
        pull = (deeds.AUTO,) if encounter.combatants[one].sheet["fires"] == "auto" else ()
        plain = (
            ("attack", "Attack"),
            *((("auto", "Automatic fire"),) if pull else ()),
            ("walk", "Walk"),
            ("run", "Run"),
        )
        stop = [self._let_go(one)]
        if not condition.is_triggered(standing):
            stop = [self._hold(one), *stop, self._done(one)]
        return (
            Section("act", "Act", tuple(self._deed(one, action, label) for action, label in plain), asks),
            self._asking(f"panic-{one}", "Panic Fire", one, "panic", "Panic Fire", (deeds.SHOTS, *pull)),
            self._asking(f"watch-{one}", "Watch", one, "watch", "Watch", (deeds.EVENT,)),
            self._doubles(f"double-{one}", one, pull),
            self._asking(f"other-{one}", "Something else", one, "other", "Do it", (deeds.NOTE,)),
            Section("stop", "Wait or stop", tuple(stop)),
        )

    def _doubles(self, key: str, one: Id, pull: tuple[Field, ...]) -> Section:
        two = (deeds.NOTE, deeds.ATTACK, *pull)
        asks = {"hall": (), "other": two}
        choices = (
            self._deed(one, "double", it.label, key, asks.get(it.key, pull), {"kind": it.key}) for it in deeds.DOUBLES
        )
        return Section(key, "Double Action", tuple(choices), two)

    def watches(self, watchers: Sequence[Id]) -> tuple[Section, ...]:
        """A trigger for each watcher, while others act (T22)."""
        if not watchers:
            return ()
        encounter = self._encounter
        acting = [one for one in encounter.acting() if not condition.is_triggered(encounter.standings[one])]
        names = listed([encounter.name_of(one) for one in acting])
        outcome = f"acts first, then {names} goes on" if acting else "acts at the same time"
        who, shown = asked(encounter, watchers, self._entered, "trigger", FEW_BUTTONS)
        choices = (
            Choice(
                Act(one, "trigger"),
                f"{encounter.name_of(one)}: {condition.text_of(encounter.standings[one], 'watching')}",
                next=one,
                outcome=outcome,
                rule="T22",
            )
            for one in shown
        )
        return (Section("trigger", "Trigger a Watch", tuple(choices), who, main=False),)

    def wounds(self) -> Section:
        """END and the initiative throw suffer from wounds (TA7, TA1)."""
        encounter = self._encounter
        picks = tuple(Pick(one, encounter.name_of(one)) for one in encounter.order)
        who = Field("who", "Who", Kind.PICK, picks[0].key, picks=picks)
        one = self._picked("wounds", who)
        inputs = (turn.END_LOST, turn.reduced_field(encounter, one))
        return Section("wounds", "Wounds", (self._wound(one, inputs),), (who, *inputs), main=False)

    def numbers(self) -> Section:
        """Where the table enters initiative: the numbers of the next round (TA1)."""
        encounter = self._encounter
        able = [one for one in encounter.order if encounter.standings[one].able]
        inputs = tuple(throws.number_field(encounter, one) for one in able)
        command, label = Act("", "enter", self._values("numbers", inputs)), "Take these numbers"
        try:
            turn.numbers_in(encounter, command)
            choice = Choice(command, label, rule="TA1", outcome="for the next round")
        except BadValue as error:
            choice = Choice(command, label, rule="TA1", refusal=Refused("bad_value", str(error)))
        except Refused as refusal:
            choice = Choice(command, label, rule="TA1", refusal=refusal)
        return Section("numbers", "Initiative of the next round", (choice,), inputs, opens=True)

    def _asking(self, key: str, title: str, one: Id, action: str, label: str, inputs: tuple[Field, ...]) -> Section:
        return Section(key, title, (self._deed(one, action, label, key, inputs),), inputs)

    def _deed(
        self, one: Id, action: str, label: str, section: str = "", inputs: Sequence[Field] = (), fixed: Values = NOTHING
    ) -> Choice:
        command = Act(one, action, {**self._values(section, inputs), **fixed})
        try:
            deed = deeds.allowed(self._encounter, command)
        except BadValue as error:
            return Choice(command, label, refusal=Refused("bad_value", str(error)))
        except Refused as refusal:
            return Choice(command, label, refusal=refusal, rule=refusal.rule)
        following, ends = self._following(one, "nothing")
        watching = self._encounter.standings[one].fact("watching")
        given_up = "gives up the Watch (TA5)" if watching and deed.rule != deeds.WATCH else ""
        outcome = "; ".join(filter(None, (deed.consequence, given_up, ends)))
        return Choice(command, label, f"DM {signed(deed.dm.total)}", None, following, outcome, rule=deed.row)

    def _check(self, one: Id) -> Choice:
        encounter = self._encounter
        dice, end = condition.taken(encounter.standings[one]), condition.end_for_checks(encounter, one)
        words = condition.check_words(dice, end)
        command = Act(one, "check")
        try:
            turn.dice_of_check(encounter, one)
        except Refused as refusal:
            return Choice(command, f"Check {words}", rule=refusal.rule, refusal=refusal)
        outcome = f"for {condition.action_words(dice + 1)}; else the round is over for {encounter.name_of(one)} (T13)"
        chance = odds.chance_of_check(dice, end)
        return Choice(command, f"Check {words}", chance=chance, outcome=outcome, rule=condition.check_rule(dice))

    def _hold(self, one: Id) -> Choice:
        command = Act(one, "hold")
        try:
            turn.may_hold(self._encounter, one)
        except Refused as refusal:
            return Choice(command, "Hold", rule=refusal.rule, refusal=refusal)
        following, _ = self._following(one, "hold")
        after = number_now(self._encounter.standings[one]) + turn.HOLD
        return Choice(command, "Hold", f"+{turn.HOLD}", after, following, "lets others go first (T5)", rule="T6")

    def _let_go(self, one: Id) -> Choice:
        following, ends = self._following(one, "nothing")
        return Choice(Act(one, "nothing"), "Let the action go", next=following, outcome=ends, rule=deeds.LET_GO)

    def _done(self, one: Id) -> Choice:
        following, ends = self._following(one, "done")
        outcome = "; ".join(filter(None, ("no further action in this round", ends)))
        return Choice(Act(one, "done"), "Done for the round", next=following, outcome=outcome, rule="TA7")

    def _wound(self, one: Id, inputs: Sequence[Field]) -> Choice:
        command, label = Act(one, "wound", self._values("wounds", inputs)), "Note the wounds"
        try:
            now, then, many = turn.wounded(self._encounter, command)
        except BadValue as error:
            return Choice(command, label, rule="TA7", refusal=Refused("bad_value", str(error)))
        except Refused as refusal:
            return Choice(command, label, rule=refusal.rule, refusal=refusal)
        dm = condition.WOUND_DM[max(many, int(then < condition.full_end(self._encounter, one)))]
        counts = throws.morale_of(self._encounter, one) is not None
        outcome = f"END {now} → {then}{f'; +{dm} on initiative (TA1)' if counts else ''}"
        return Choice(command, label, outcome=outcome, rule="TA7")

    def _following(self, one: Id, action: str) -> tuple[Id, str]:
        """Who would act next, and the words for a round that would end instead."""
        if (one, action) not in self._after:
            self._after[one, action] = turn.after(self._encounter, Act(one, action))
        after = self._after[one, action]
        if not after.is_open:
            lost = [other for other in after.order if self._encounter.standings[other].fact("watching")]
            names = listed([after.name_of(other) for other in lost])
            return "", f"the round ends (T17){f', and the Watch of {names} is spent (TA5)' if lost else ''}"
        return after.acting()[0], ""

    def _picked(self, section: str, who: Field) -> Id:
        try:
            return str(self._value(section, who))
        except BadValue:  # whoever was picked acts no longer, or has left
            return str(who.default)

    def _values(self, section: str, inputs: Sequence[Field]) -> Values:
        """What stands in the fields; as it was typed where it cannot be read, for the refusal to say so."""
        values: dict[str, Value] = {}
        for field in inputs:
            try:
                values[field.key] = self._value(section, field)
            except BadValue:
                values[field.key] = str(self._entered[f"{section}.{field.key}"])
        return values

    def _value(self, section: str, field: Field) -> Value:
        return read(field, self._entered.get(f"{section}.{field.key}", field.default))
