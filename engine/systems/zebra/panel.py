"""The choices that the now panel offers, each with what it would lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from engine.choices import Choice, Entered, Section
from engine.commands import Act
from engine.fields import NOTHING, Field, Kind, Value, Values
from engine.model import Encounter, Id
from engine.systems.zebra import chart, contact, counters
from engine.systems.zebra.sheet import SIZES
from engine.table.offers import FEW_SECTIONS, Offers, offer, opponents


class _Rules(Protocol):
    def following(self, encounter: Encounter, one: Id, cost: int) -> Id: ...


class Panel:
    """What can be done at one moment, given what has been typed and ticked."""

    def __init__(self, rules: _Rules, encounter: Encounter, entered: Entered) -> None:
        self._rules = rules
        self._encounter = encounter
        self._offers = Offers(encounter, entered)
        self._following: dict[int, Id] = {}

    def own_turn(self, one: Id) -> tuple[Section, ...]:
        """The chart, for whoever acts."""
        extras = (chart.WARD, chart.FEINTING)
        strike = (self._target(one), self._shot(one), *extras)
        run = (chart.METRES, self._run_to(one))
        plain = (
            ("dodge", "Dodge"),
            ("aim", "Aim"),
            ("aim_carefully", "Aim carefully"),
            ("disengage", "Disengage"),
            ("reserve", "Reserve"),
            ("message", "Message"),
        )
        return (
            self._sized("attack", "Attack", one, strike),
            self._sized("protect", "Protect", one, extras),
            Section("plain", "Manoeuvre", tuple(self._choice(one, action, label) for action, label in plain)),
            Section("run", "Run", (self._choice(one, "run", "Run", "run", run),), run),
            self._sized("draw", "Draw", one, ()),
            Section(
                "other",
                "Something else",
                (self._choice(one, "other", "Do it", "other", (chart.NOTE, chart.COST)),),
                (chart.NOTE, chart.COST),
            ),
        )

    def reserved(self, reserves: Sequence[Id]) -> list[Section]:
        """What a reserved action can be used for."""
        who, shown = self._offers.few("reserve", reserves, FEW_SECTIONS)
        return [self._reserved(one, who) for one in shown]

    def _reserved(self, one: Id, who: tuple[Field, ...]) -> Section:
        key = "reserve" if who else f"reserve-{one}"
        strike = (self._target(one), self._shot(one))
        run = (chart.METRES, self._run_to(one))
        free: Values = {"by": chart.FROM_RESERVE}
        uses: tuple[tuple[str, str, Values], ...] = (
            ("attack", "Attack", free),
            ("attack", "Feint", {**free, "feint": True}),
            ("protect", "Ward off", {**free, "ward_off": True}),
            ("dodge", "Dodge", free),
            ("run", "Run", free),
            ("disengage", "Disengage", free),
            ("aim", "Aim", free),
            ("aim_carefully", "Aim carefully", free),
            ("other", "Something else", {**free, "cost": 0}),
        )
        asks = {"attack": strike, "run": run, "other": (chart.NOTE,)}
        inputs = (*who, *strike, *run, chart.NOTE)
        choices = tuple(
            self._choice(one, action, label, key, asks.get(action, ()), fixed) for action, label, fixed in uses
        )
        return Section(key, f"{self._encounter.name_of(one)}: reserved action", choices, inputs, main=False)

    def end(self, reserves: Sequence[Id]) -> Section:
        """Nobody has points left, but something is reserved (ZA12)."""
        names = contact.names(self._encounter, reserves)
        lost = f"{names}: what is reserved is lost"
        choice = Choice(Act("", "end"), "End the sequence", outcome=lost, rule="ZA12")
        return Section("end", "All counters are at 0 or less", (choice,))

    def reactions(self, defenders: Sequence[Id]) -> Section:
        """Defences out of turn, paid on the spot (ZA7)."""
        who, one = self._offers.who("reaction", defenders)
        paid: Values = {"by": chart.AS_REACTION}
        choices = (
            self._choice(one, "dodge", "Dodge", fixed=paid),
            *(
                self._choice(one, "protect", f"Protect, {label}", fixed={**paid, "size": size})
                for size, label in self._sizes(one)
            ),
        )
        return Section("reaction", "Defend out of turn", choices, (who,), main=False)

    def _sized(self, action: str, title: str, one: Id, inputs: tuple[Field, ...]) -> Section:
        choices = (self._choice(one, action, label, action, inputs, {"size": size}) for size, label in self._sizes(one))
        return Section(action, title, tuple(choices), inputs)

    def _sizes(self, one: Id) -> tuple[tuple[str, str], ...]:
        """The sizes of weapons with their labels, the weapon on the sheet first and by its name (ZA14)."""
        own, named = chart.own_size(self._encounter, one), chart.own_weapon(self._encounter, one)
        ordered = sorted(SIZES, key=lambda size: size.key != own)
        return tuple((it.key, f"{named} ({it.label})" if named and it.key == own else it.label) for it in ordered)

    def _choice(
        self,
        one: Id,
        action: str,
        label: str,
        section: str = "",
        inputs: Sequence[Field] = (),
        fixed: Mapping[str, Value] = NOTHING,
    ) -> Choice:
        command = Act(one, action, {**self._offers.values(section, inputs), **fixed})

        def attempt(choice: Choice) -> Choice:
            priced = chart.allowed(self._encounter, command)
            if fixed.get("by") == chart.FROM_RESERVE:
                return replace(choice, cost="free", rule=priced.rule, outcome="uses up the reserve")
            after = counters.left(self._encounter.standings[one]) - priced.cost
            following = self._after(one, priced.cost) if fixed.get("by") != chart.AS_REACTION else ""
            return replace(choice, cost=str(priced.cost), after=after, next=following, rule=priced.rule)

        return offer(Choice(command, label), attempt)

    def _after(self, one: Id, cost: int) -> Id:
        if cost not in self._following:
            self._following[cost] = self._rules.following(self._encounter, one, cost)
        return self._following[cost]

    def _target(self, one: Id) -> Field:
        """Who lies within reach can still be struck (ZA10)."""
        close = contact.within_reach(self._encounter, one)
        return self._offers.target(opponents(self._encounter, one), "at", "anyone", also=close)

    def _run_to(self, one: Id) -> Field:
        return self._offers.target(opponents(self._encounter, one), "to engage", "nobody", "to")

    def _shot(self, one: Id) -> Field:
        at_range = not contact.is_engaged(self._encounter, one)
        return Field(chart.SHOT.key, chart.SHOT.label, Kind.FLAG, at_range)
