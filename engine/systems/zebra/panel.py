"""The choices that the now panel offers, each with what it would lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.commands import Act
from engine.crowd import FEW_SECTIONS, asked
from engine.errors import BadValue, Refused
from engine.fields import NOTHING, Field, Kind, Pick, Value, Values, read
from engine.model import Encounter, Id
from engine.systems.protocol import Choice, Entered, Section
from engine.systems.zebra import chart, counters
from engine.systems.zebra.sheet import SIZES


class _Rules(Protocol):
    def allowed(self, encounter: Encounter, command: Act) -> chart.Priced: ...

    def following(self, encounter: Encounter, one: Id, cost: int) -> Id: ...


class Panel:
    """What can be done at one moment, given what has been typed and ticked."""

    def __init__(self, rules: _Rules, encounter: Encounter, entered: Entered) -> None:
        self._rules = rules
        self._encounter = encounter
        self._entered = entered
        self._following: dict[int, Id] = {}

    def own_turn(self, one: Id) -> tuple[Section, ...]:
        """The chart, for whoever acts."""
        extras = (chart.WARD, chart.FEINTING)
        strike = (self._whom(one, "target", "at", "anyone"), self._shot(one), *extras)
        run = (chart.METRES, self._whom(one, "to", "to engage", "nobody"))
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
        who, shown = asked(self._encounter, reserves, self._entered, "reserve", FEW_SECTIONS)
        return [self._reserved(one, who) for one in shown]

    def _reserved(self, one: Id, who: tuple[Field, ...]) -> Section:
        key = "reserve" if who else f"reserve-{one}"
        strike = (self._whom(one, "target", "at", "anyone"), self._shot(one))
        run = (chart.METRES, self._whom(one, "to", "to engage", "nobody"))
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
        names = chart.names(self._encounter, reserves)
        lost = f"{names}: what is reserved is lost"
        choice = Choice(Act("", "end"), "End the sequence", outcome=lost, rule="ZA12")
        return Section("end", "All counters are at 0 or less", (choice,))

    def reactions(self, defenders: Sequence[Id]) -> Section:
        """Defences out of turn, paid on the spot (ZA7)."""
        picks = tuple(Pick(one, self._encounter.name_of(one)) for one in defenders)
        who = Field("who", "Who", Kind.PICK, defenders[0], picks=picks)
        one = str(self._given("reaction", who))
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
        given = {field.key: self._given(section, field) for field in inputs}
        command = Act(one, action, {**given, **fixed})
        try:
            priced = self._rules.allowed(self._encounter, command)
        except BadValue as error:
            return Choice(command, label, refusal=Refused("bad_value", str(error), "Z10"), rule="Z10")
        except Refused as refusal:
            return Choice(command, label, refusal=refusal, rule=refusal.rule)
        if fixed.get("by") == chart.FROM_RESERVE:
            return Choice(command, label, "free", rule=priced.rule, outcome="uses up the reserve")
        after = counters.left(self._encounter.standings[one]) - priced.cost
        following = self._after(one, priced.cost) if fixed.get("by") != chart.AS_REACTION else ""
        return Choice(command, label, str(priced.cost), after, following, rule=priced.rule)

    def _after(self, one: Id, cost: int) -> Id:
        if cost not in self._following:
            self._following[cost] = self._rules.following(self._encounter, one, cost)
        return self._following[cost]

    def _given(self, section: str, field: Field) -> Value:
        """What has been entered for a field; as it stands where it cannot be read, so that it is refused."""
        entered = self._entered.get(f"{section}.{field.key}", field.default)
        try:
            return read(field, entered)
        except BadValue:
            if field.kind is Kind.PICK:  # whoever was picked can no longer be
                return field.default
            return entered if isinstance(entered, int | str) else str(entered)

    def _whom(self, one: Id, key: str, label: str, nobody: str) -> Field:
        encounter = self._encounter
        opponents = tuple(
            Pick(it, encounter.name_of(it))
            for it in encounter.order
            if chart.opposed(encounter, one, it)
            and (encounter.standings[it].able or (key == "target" and it in chart.within_reach(encounter, one)))
        )
        return Field(key, label, Kind.PICK, "", picks=(Pick("", nobody), *opponents))

    def _shot(self, one: Id) -> Field:
        at_range = not chart.is_engaged(self._encounter, one)
        return Field(chart.SHOT.key, chart.SHOT.label, Kind.FLAG, at_range)
