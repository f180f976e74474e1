"""The choices that the now panel offers, each with what it would lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.choices import Choice, Entered, Section
from engine.commands import Act
from engine.fields import NOTHING, Field, Values
from engine.model import Encounter, Id
from engine.names import listed
from engine.sums import signed
from engine.systems.traveller import condition, deeds, odds, throws, turn
from engine.systems.traveller.order import number_now
from engine.table.offers import FEW_BUTTONS, Offers, offer, offer_checked


class Panel:
    """What can be done at one moment, given what has been typed and ticked."""

    def __init__(self, encounter: Encounter, entered: Entered) -> None:
        self._encounter = encounter
        self._offers = Offers(encounter, entered)
        self._after: dict[tuple[Id, str], Encounter] = {}

    def turn(self) -> tuple[Section, ...]:
        """All that whoever acts can do; where several act at the same time, whoever is picked."""
        encounter = self._encounter
        acting = [one for one in encounter.acting() if encounter.standings[one].able]
        if not acting:
            return ()
        who, one = self._offers.who("act", acting)
        asks = (replace(who, help="They act at the same time (TA1)."),) if len(acting) > 1 else ()
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
        who, shown = self._offers.few("trigger", watchers, FEW_BUTTONS)
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
        who, one = self._offers.who("wounds", self._encounter.order)
        inputs = (turn.END_LOST, turn.reduced_field(self._encounter, one))
        return Section("wounds", "Wounds", (self._wound(one, inputs),), (who, *inputs), main=False)

    def numbers(self) -> Section:
        """Where the table enters initiative: the numbers of the next round (TA1)."""
        encounter = self._encounter
        able = [one for one in encounter.order if encounter.standings[one].able]
        inputs = tuple(throws.number_field(encounter, one) for one in able)
        command = Act("", "enter", self._offers.values("numbers", inputs))
        choice = Choice(command, "Take these numbers", outcome="for the next round", rule="TA1")
        choice = offer_checked(choice, lambda: turn.numbers_in(encounter, command))
        return Section("numbers", "Initiative of the next round", (choice,), inputs, opens=True)

    def _asking(self, key: str, title: str, one: Id, action: str, label: str, inputs: tuple[Field, ...]) -> Section:
        return Section(key, title, (self._deed(one, action, label, key, inputs),), inputs)

    def _deed(
        self, one: Id, action: str, label: str, section: str = "", inputs: Sequence[Field] = (), fixed: Values = NOTHING
    ) -> Choice:
        command = Act(one, action, {**self._offers.values(section, inputs), **fixed})

        def attempt(choice: Choice) -> Choice:
            deed = deeds.allowed(self._encounter, command)
            following, ends = self._following(one, "nothing")
            watching = self._encounter.standings[one].fact("watching")
            given_up = "gives up the Watch (TA5)" if watching and deed.rule != deeds.WATCH else ""
            outcome = "; ".join(filter(None, (deed.consequence, given_up, ends)))
            return replace(choice, cost=f"DM {signed(deed.dm.total)}", next=following, outcome=outcome, rule=deed.row)

        return offer(Choice(command, label), attempt)

    def _check(self, one: Id) -> Choice:
        encounter = self._encounter
        dice, end = condition.taken(encounter.standings[one]), condition.end_for_checks(encounter, one)
        name = encounter.name_of(one)
        choice = Choice(
            Act(one, "check"),
            f"Check {condition.check_words(dice, end)}",
            outcome=f"for {condition.action_words(dice + 1)}; else the round is over for {name} (T13)",
            chance=odds.chance_of_check(dice, end),
            rule=condition.check_rule(dice),
        )
        return offer_checked(choice, lambda: turn.dice_of_check(encounter, one))

    def _hold(self, one: Id) -> Choice:
        after = number_now(self._encounter.standings[one]) + turn.HOLD

        def attempt(choice: Choice) -> Choice:
            turn.may_hold(self._encounter, one)
            return replace(choice, next=self._following(one, "hold")[0])

        words = "lets others go first (T5)"
        return offer(Choice(Act(one, "hold"), "Hold", f"+{turn.HOLD}", after, outcome=words, rule="T6"), attempt)

    def _let_go(self, one: Id) -> Choice:
        following, ends = self._following(one, "nothing")
        return Choice(Act(one, "nothing"), "Let the action go", next=following, outcome=ends, rule=deeds.LET_GO)

    def _done(self, one: Id) -> Choice:
        following, ends = self._following(one, "done")
        outcome = "; ".join(filter(None, ("no further action in this round", ends)))
        return Choice(Act(one, "done"), "Done for the round", next=following, outcome=outcome, rule="TA7")

    def _wound(self, one: Id, inputs: Sequence[Field]) -> Choice:
        command = Act(one, "wound", self._offers.values("wounds", inputs))

        def attempt(choice: Choice) -> Choice:
            now, then, many = turn.wounded(self._encounter, command)
            dm = condition.WOUND_DM[max(many, int(then < condition.full_end(self._encounter, one)))]
            counts = throws.morale_of(self._encounter, one) is not None
            return replace(choice, outcome=f"END {now} → {then}{f'; +{dm} on initiative (TA1)' if counts else ''}")

        return offer(Choice(command, "Note the wounds", rule="TA7"), attempt)

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
