"""Zebra Island: counters spent down through a sequence; whoever has most acts. (rulebook: Zebra Island)

``sheet`` has its fields and options, ``chart`` the prices, ``counters`` the arithmetic and the order,
``panel`` the choices, ``texts`` the rules in short sentences.
"""

from __future__ import annotations

from engine.commands import Act, AddCombatant, Command, MakeEncounter, Move
from engine.dice import DiceCode, NoDice
from engine.draft import Draft, roll_units
from engine.errors import Refused
from engine.events import RULING, FactSet, Noted, Placed, RoundClosed, RoundOpened, ScoreSet, Spent, StatusSet
from engine.fields import Field, Kind, Pick, Value
from engine.listing import list_elsewhere
from engine.model import Encounter, FactValue, Id, Lasting, Status
from engine.sums import Sum, Term
from engine.systems.protocol import Badge, Chance, Entered, Section, reading
from engine.systems.zebra import chart, counters
from engine.systems.zebra.panel import Panel
from engine.systems.zebra.sheet import FACTS, FIELDS, OPTIONS
from engine.systems.zebra.texts import RULES

D20 = DiceCode(1, 20)


class Zebra:
    key = "zebra"
    title = "Zebra Island"
    summary = "Everyone has a counter; the highest acts, and each action costs points of it."
    round_word = "sequence"
    part_word = ""
    counts_points = True
    fields = FIELDS
    options = OPTIONS
    rules = RULES
    facts = FACTS

    # Opening and ending a sequence

    def open_round(self, draft: Draft) -> None:
        before = draft.encounter
        draft.record(RoundOpened(before.round + 1, rule="Z14" if before.round else "Z2"))
        if not before.round:
            self._engage_at_contact(draft)
        units = roll_units(before, [one for one in before.order if before.standings[one].able])
        rolls = draft.roll([draft.request(who, name, "initiative", D20) for name, who in units])
        for one, standing in before.standings.items():
            left = counters.level(standing)
            if left and not standing.able:
                draft.record(ScoreSet(one, Sum((Term("kept", left.total),))))
                draft.record(FactSet(one, "missed", True, Lasting.ROUND, "Z2"))
        for (_, who), roll in zip(units, rolls, strict=True):
            for one in who:
                self._start_counter(draft, before, one, roll.total)
        empty = not counters.ranked(draft.encounter, self._tie(draft.encounter))
        if empty:
            draft.record(Noted("Nobody starts above 0: the next sequence carries no debt from here.", "ZA5"))
        if empty or draft.encounter.fact("empty"):
            draft.record(FactSet("", "empty", empty))

    def _engage_at_contact(self, draft: Draft) -> None:
        encounter = draft.encounter
        close = [
            one
            for one in encounter.order
            if encounter.standings[one].able and encounter.combatants[one].sheet["position"] == "contact"
        ]
        for one in close:
            facing = tuple(other for other in close if chart.opposed(encounter, one, other))
            draft.record(FactSet(one, "engaged", facing, rule="Z4"))

    def _start_counter(self, draft: Draft, before: Encounter, one: Id, d20: int) -> None:
        """Z3, Z6, Z15. ``before`` is the encounter at the end of the sequence before."""
        score = Sum((Term("d20", d20), *self._added(before, draft.encounter, one)))
        draft.record(ScoreSet(one, score))
        if score.total <= 0:
            draft.record(StatusSet(one, Status.DONE, "starts at 0 or less and sits the sequence out", "ZA5"))

    def _added(self, before: Encounter, now: Encounter, one: Id) -> tuple[Term, ...]:
        """All terms of a starting counter but the die."""
        level = counters.level(before.standings.get(one))
        later = reading(self, now, "later_attribute") if level else ""
        carry = "none" if now.fact("empty") else reading(self, now, "carry")
        return (*counters.base(now, one, later), *counters.carried(level, carry))

    def close_round(self, draft: Draft) -> None:
        if reading(self, draft.encounter, "keep_reserve") == "no":
            for one in draft.encounter.order:
                if draft.fact(one, "reserved"):
                    draft.record(FactSet(one, "reserved", False, rule="ZA6"))

    # Who acts

    def settle(self, draft: Draft) -> None:
        for one in draft.encounter.acting():
            if draft.standing(one).able:
                return
            draft.record(StatusSet(one, Status.READY))
        upcoming = counters.ranked(draft.encounter, self._tie(draft.encounter))
        just_acted = draft.encounter.fact("just_acted", "")
        if upcoming:
            again = "Z17" if upcoming[0] == just_acted else "Z9"
            draft.record(StatusSet(upcoming[0], Status.ACTING, rule=again if just_acted else "Z7"))
        elif not self._reserves(draft.encounter):
            draft.record(RoundClosed(draft.encounter.round, "Z13"))

    def _reserves(self, encounter: Encounter) -> tuple[Id, ...]:
        """Those who can use a reserved action."""
        standings = encounter.standings
        return tuple(one for one in encounter.order if standings[one].able and standings[one].fact("reserved"))

    def _reserved(self, encounter: Encounter, one: Id, value: bool, rule: str) -> FactSet:
        kept = reading(self, encounter, "keep_reserve") == "yes"
        return FactSet(one, "reserved", value, Lasting.ENCOUNTER if kept else Lasting.ROUND, rule)

    def _tie(self, encounter: Encounter) -> str:
        return reading(self, encounter, "tie")

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        standings = encounter.standings
        if not encounter.round:
            return encounter.order
        playing = counters.ranked(encounter, self._tie(encounter))
        done = [one for one in encounter.order if standings[one].able and not counters.plays(standings[one])]
        fallen = [one for one in encounter.order if not standings[one].able]
        return (*playing, *counters.by_counter(encounter, done, self._tie(encounter)), *fallen)

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        return counters.level(encounter.standings.get(one))

    # What is done

    def act(self, draft: Draft, command: Act) -> None:
        one = command.id
        by = command.values.get("by", chart.OWN_TURN)
        action = self.allowed(draft.encounter, command)
        note = "" if command.action == "other" else str(command.values.get("note", ""))
        draft.record(Spent(one, Term(action.label, action.cost, action.rule), note, "Z8" if action.cost else ""))
        if action.engages:
            self._engage(draft, one, action.engages, "Z5")
        if command.action == "disengage":
            self._part(draft, one, "Z23")
        if by == chart.FROM_RESERVE:
            draft.record(FactSet(one, "reserved", False, rule="Z19"))
            return
        if command.action == "reserve":
            draft.record(self._reserved(draft.encounter, one, True, "Z19"))
        if by == chart.OWN_TURN:
            draft.record(FactSet("", "just_acted", one, Lasting.ROUND), StatusSet(one, Status.READY))
        self._end_if_spent(draft, one)

    def allowed(self, encounter: Encounter, command: Act) -> chart.Priced:
        """The action as it would be paid for. Raises Refused with the reason where it cannot be done."""
        return chart.allowed(encounter, command, paid_reaction=reading(self, encounter, "reaction") == "paid")

    def following(self, encounter: Encounter, one: Id, cost: int) -> Id:
        """Who would act next once ``one``, who acts now, has spent so much; empty if nobody would."""
        draft = Draft(encounter, NoDice())
        draft.record(Spent(one, Term("", cost)), FactSet("", "just_acted", one), StatusSet(one, Status.READY))
        self._end_if_spent(draft, one)
        return next(iter(counters.ranked(draft.encounter, self._tie(encounter))), "")

    def _end_if_spent(self, draft: Draft, one: Id) -> None:
        """Z11: what brought the counter to 0 or less was the last action; ZA1 may grant one more."""
        if counters.left(draft.standing(one)) > 0:
            return
        if reading(self, draft.encounter, "last_action") == "bonus" and not draft.fact(one, "last"):
            draft.record(FactSet(one, "last", True, Lasting.ROUND, "ZA1"))
        else:
            draft.record(StatusSet(one, Status.DONE, "has taken the last action and is out", "Z11"))

    # Contact and shooting position

    def _engage(self, draft: Draft, one: Id, other: Id, rule: str) -> None:
        for here, there in ((one, other), (other, one)):
            facing = chart.engaged_with(draft.encounter, here)
            draft.record(FactSet(here, "engaged", (*facing, there), rule=rule))

    def _part(self, draft: Draft, one: Id, rule: str) -> None:
        """Nobody engages ``one`` any longer."""
        facing = chart.engaged_with(draft.encounter, one)
        if facing:
            draft.record(FactSet(one, "engaged", (), rule=rule))
        for other in facing:
            left = tuple(it for it in chart.engaged_with(draft.encounter, other) if it != one)
            draft.record(FactSet(other, "engaged", left, rule="Z4"))

    # Coming, going, rulings

    def joined(self, draft: Draft, one: Id) -> None:
        """Whoever comes to keeps the counter; whoever has none in this sequence throws for one (Z2)."""
        missed = draft.fact(one, "missed")
        if missed or draft.standing(one).score is None:
            name = draft.encounter.name_of(one)
            (roll,) = draft.roll((draft.request((one,), name, "initiative", D20),), "Z2")
            self._start_counter(draft, draft.encounter, one, roll.total)
            if missed:
                draft.record(FactSet(one, "missed", False))

    def leaving(self, draft: Draft, one: Id) -> None:
        self._part(draft, one, "Z4")

    def rescored(self, draft: Draft, one: Id) -> None:
        standing = draft.standing(one)
        if standing.fact("missed"):
            draft.record(FactSet(one, "missed", False))
        if counters.left(standing) > 0 and standing.status is Status.DONE:
            draft.record(StatusSet(one, Status.READY, "is back in this sequence", RULING))
        elif counters.left(standing) <= 0 and standing.status is not Status.DONE:
            draft.record(StatusSet(one, Status.DONE, "is out for this sequence", "Z12"))

    def move(self, draft: Draft, command: Move) -> None:
        """A ruling: the number of the one below, and directly before it; at the end, a point below the last."""
        encounter, one = draft.encounter, command.id
        if not encounter.is_open:
            following = f"sequence {encounter.round + 1} makes them anew"
            list_elsewhere(draft, command, self.track, f"The order is that of the counters: {following}.")
            return
        standing = encounter.standings[one]
        name = encounter.name_of(one)
        if not standing.able or standing.score is None:
            raise Refused("no_counter", f"{name} has no counter to move.", "Z2")
        track = self.track(encounter)
        others = [other for other in track if other != one]
        at = others.index(command.before) if command.before else len(others)
        below, above = others[at : at + 1], others[at - 1 : at] if at else []
        neighbours = [it for it in (*below, *above) if counters.plays(encounter.standings[it])]
        if not neighbours:
            raise Refused("nowhere", "Nobody who can still act stands there.")
        beside = neighbours[0]
        if counters.plays(standing) and track.index(one) == at:
            raise Refused("same_place", "That is where it stands.")
        number = counters.left(encounter.standings[beside]) - (beside not in below)
        change = number - counters.left(standing)
        if change:
            draft.record(ScoreSet(one, standing.score.plus(Term("ruling", change, RULING)), RULING))
        if standing.status is Status.DONE:
            draft.record(StatusSet(one, Status.READY, "is back in this sequence", RULING))
        if beside in below:
            draft.record(Placed(one, beside, f"is placed before {encounter.name_of(beside)}", RULING))
        for other in encounter.acting():
            if one == other or other not in others[:at]:
                draft.record(StatusSet(other, Status.READY))

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        if not one:
            return ()
        engaged = chart.engaged_with(encounter, one)
        free = tuple(Pick(it, encounter.name_of(it)) for it in encounter.order if it != one and it not in engaged)
        reserved = bool(encounter.standings[one].fact("reserved"))
        return (
            Field("engages", "Engaged with", Kind.PICK, "", picks=free),
            Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
            Field("reserved", "Has an action in reserve", Kind.FLAG, reserved),
        )

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        if key == "engages":
            self._engage(draft, one, str(value), RULING)
        elif key == "shooting" and not value:
            raise Refused("with_whom", "Say who engages instead.", "Z4")
        elif value == (
            draft.fact(one, "reserved") if key == "reserved" else not chart.engaged_with(draft.encounter, one)
        ):
            raise Refused("no_change", "That is so already.")
        elif key == "reserved":
            draft.record(self._reserved(draft.encounter, one, bool(value), RULING))
        else:
            self._part(draft, one, RULING)

    # What the screen shows

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]:
        standing = encounter.standings[one]
        badges = []
        if encounter.round:
            engaged = chart.engaged_with(encounter, one)
            badges.append(Badge("contact", "Z3", "warn") if engaged else Badge("shooting", "Z4"))
        if standing.fact("reserved"):
            badges.append(Badge("reserved", "Z19", "good"))
        if encounter.is_open and standing.able and standing.status is Status.DONE:
            badges.append(Badge("out", "Z12", "off"))
        elif encounter.is_open and standing.fact("last"):
            badges.append(Badge("last action", "ZA1", "warn"))
        return tuple(badges)

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        match key, value:
            case "engaged", ():
                return "is in shooting position"
            case "engaged", tuple():
                return f"is engaged with {', '.join(encounter.name_of(other) for other in value)}"
            case "reserved", True:
                return "has an action in reserve"
            case "reserved", _:
                return "has no action in reserve any longer"
            case "missed", True:
                return "has no counter in this sequence"
            case "last", True:
                return "may act one last time"
            case _:
                return ""

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        """Who would open the next sequence, in the order listed."""
        able = [one for one in encounter.order if encounter.standings[one].able]
        if encounter.is_open or len(able) < 2:
            return ()
        draft = Draft(encounter, NoDice())
        if not encounter.round:
            self._engage_at_contact(draft)
        bases = {one: Sum(self._added(encounter, draft.encounter, one)) for one in able}
        return counters.opening_chances(encounter, bases, self._tie(encounter), D20.sides)

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        if not encounter.is_open:
            return ()
        panel = Panel(self, encounter, entered)
        own = [section for one in encounter.acting() for section in panel.own_turn(one)]
        reserved = [panel.reserved(one) for one in self._reserves(encounter)]
        defenders = [one for one in counters.ranked(encounter, "listed") if one not in encounter.acting()]
        paid = reading(self, encounter, "reaction") == "paid" and defenders
        return (*own, *reserved, *([panel.reactions(defenders)] if paid else []))

    def sample(self) -> tuple[Command, ...]:
        names = ("nerve", "nimbleness", "perception", "weapon", "level", "position")

        def sheet(*values: Value) -> dict[str, Value]:
            return dict(zip(names, values, strict=True))

        return (
            MakeEncounter("Ambush at the ferry", self.key),
            AddCombatant("Mara", side="Crew", sheet=sheet(6, 7, 6, "sabre", 5, "contact"), health=15),
            AddCombatant("Ilko", side="Crew", sheet=sheet(6, 5, 9, "bow", 5, "shooting"), health=12),
            AddCombatant("Guard", 2, "Harbour", "Guards", sheet(4, 5, 4, "halberd", 4, "contact"), health=10),
            AddCombatant("Rat", side="Harbour", sheet=sheet(5, 8, 6, "knife", 3, "shooting"), health=8),
        )


SYSTEM = Zebra()
