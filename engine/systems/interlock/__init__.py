"""Interlock, a Cyberpunk 2020 variant: one initiative for the whole combat, and a row of actions in each turn.

``sheet`` has its fields and options, ``chart`` the listed actions, ``row`` how many are allowed and at what
penalty, ``turn`` what is done, ``place`` the waiting, ``initiative`` the roll and its odds, ``panel`` the
choices, ``texts`` the rules in short sentences. (rulebook: Interlock)
"""

from __future__ import annotations

from engine.commands import Act, AddCombatant, Command, MakeEncounter, Move
from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.events import RULING, FactSet, OrderSet, RoundClosed, RoundOpened, StatusSet
from engine.fields import Field, Kind, Value
from engine.listing import listed_before
from engine.model import Encounter, FactValue, Id, Lasting, Status
from engine.sums import Sum
from engine.systems.interlock import initiative, place, turn
from engine.systems.interlock.panel import Panel
from engine.systems.interlock.row import FREE_FEET, row_of
from engine.systems.interlock.sheet import FACTS, FIELDS, OPTIONS
from engine.systems.interlock.texts import RULES
from engine.systems.protocol import Badge, Chance, Entered, Section, record_of
from engine.table.order import apart


class Interlock:
    key = "interlock"
    title = "Interlock"
    summary = "One initiative roll for the whole combat; in each turn a row of actions, every further one harder."
    round_word = "round"
    part_word = ""
    counts_points = False
    fields = FIELDS
    options = OPTIONS
    rules = RULES
    facts = FACTS

    # Opening and ending a round

    def open_round(self, draft: Draft) -> None:
        before = draft.encounter
        draft.record(RoundOpened(before.round + 1, rule="I5" if before.round else "I3"))
        new = [one for one in before.order if before.standings[one].able and before.standings[one].score is None]
        if not before.round:
            initiative.roll_for(draft, new)
            initiative.set_order(draft, new)
        else:
            initiative.roll_for(draft, new)
            for one in new:
                initiative.place_by_score(draft, one, "takes a place in the order", "I4")
            if before.fact("reordered"):
                draft.record(OrderSet(draft.encounter.order, "I12"), FactSet("", "reordered", False))

    def close_round(self, draft: Draft) -> None:
        for one in place.moved_last(draft.encounter):
            place.last_place(draft, one)
            self._reordered(draft)

    def _reordered(self, draft: Draft) -> None:
        """The next round says what the order is now."""
        if not draft.encounter.fact("reordered"):
            draft.record(FactSet("", "reordered", True))

    # Who acts

    def settle(self, draft: Draft) -> None:
        for one in draft.encounter.acting():
            if draft.standing(one).able:
                turn.again(draft, one)
                return
            draft.record(StatusSet(one, Status.READY))
        coming = place.upcoming(draft.encounter)
        if coming:
            waited = draft.standing(coming[0]).status is Status.HOLDING
            draft.record(StatusSet(coming[0], Status.ACTING, rule="I9" if waited else "I4"))
        elif not place.holders(draft.encounter):
            self.close_round(draft)
            draft.record(RoundClosed(draft.encounter.round, "I2"))

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        return apart(encounter, place.active(encounter) if encounter.is_open else ())

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        return initiative.number(encounter, one)

    # What is done

    def act(self, draft: Draft, command: Act) -> None:
        order = draft.encounter.order
        turn.act(draft, command)
        if draft.encounter.order != order:
            self._reordered(draft)

    def ruled_cost(self, encounter: Encounter, command: Act) -> int:
        return 0

    def move(self, draft: Draft, command: Move) -> None:
        if draft.encounter.is_open:
            place.drag(draft, command.id, command.before)
        else:
            place.rule(draft, command.id, listed_before(draft.encounter, command, self.track))
        self._reordered(draft)

    # Coming, going, rulings

    def joined(self, draft: Draft, one: Id) -> None:
        """Whoever comes to keeps the place; whoever is new throws for one (I3)."""
        if draft.standing(one).score is None:
            initiative.roll_for(draft, (one,))
            initiative.place_by_score(draft, one, "takes a place in the order", "I4")

    def leaving(self, draft: Draft, one: Id) -> None:
        """Nothing hangs on whoever goes: a place that was waited for stays where it is."""

    def rescored(self, draft: Draft, one: Id) -> None:
        """Whoever stands first now acts, unless a turn is under way."""
        initiative.place_by_score(draft, one, "", RULING)
        place.step_back(draft)
        self._reordered(draft)

    def dice_in_number(self, encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
        return initiative.die(encounter) if purpose == "initiative" else None

    def corrected(self, encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
        return score

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        if not one:
            return ()
        defended = bool(encounter.standings[one].fact("defended"))
        return (
            Field("defended", "Has used the free defence", Kind.FLAG, defended),
            Field("moved", "Feet moved in this round", Kind.NUMBER, place.feet(encounter, one), high=9999, unit="ft"),
        )

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        draft.record(FactSet(one, key, value, Lasting.ROUND, RULING))

    # What the screen shows

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]:
        standing = encounter.standings[one]
        badges = []
        if not encounter.is_open or not standing.able:
            return ()
        if standing.status is Status.HOLDING:
            until = standing.fact("held")
            known = isinstance(until, str) and until in encounter.combatants
            badges.append(Badge(f"waits for {encounter.name_of(str(until))}" if known else "waits", "I8", "good"))
        row = row_of(encounter, one)
        if standing.fact("fixed") and len(row.entries) > 1:
            badges.append(Badge(f"{len(row.taken)} of {len(row.entries)} actions", "I22"))
        if standing.fact("defended"):
            badges.append(Badge("free defence used", "I14", "off"))
        if place.feet(encounter, one) > FREE_FEET:
            badges.append(Badge(f"moved {place.feet(encounter, one)} ft", "I28", "warn"))
        return tuple(badges)

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        match key, value:
            case "moved", bool():  # a fresh turn
                return ""
            case "moved", _:
                return f"has moved {value} ft"
            case "defended", True:
                return "has used the free defence of this round"
            case "defended", _:
                return "has the free defence of this round"
            case _:
                return ""

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        return initiative.opening_chances(encounter)

    def uncounted(self, encounter: Encounter) -> str:
        return initiative.uncounted(encounter)

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        return Panel(encounter, entered).sections() if encounter.is_open else ()

    def sample(self) -> tuple[Command, ...]:
        return (
            MakeEncounter("Night market", self.key),
            AddCombatant(
                "Rogue",
                side="Crew",
                sheet={"ref": 8, "initiative": 5, "combat_sense": 4, "handgun": 8, "martial_arts": 4, "body": 6},
                health=20,
            ),
            AddCombatant(
                "Tomo",
                side="Crew",
                sheet={"ref": 7, "initiative": 3, "martial_arts": 8, "melee": 5, "body": 8},
                health=25,
            ),
            AddCombatant(
                "Ganger",
                2,
                "Gang",
                "Gangers",
                {"ref": 6, "initiative": 2, "submachine_gun": 5, "melee": 3, "body": 6},
                health=15,
            ),
            AddCombatant(
                "Bruiser",
                side="Gang",
                sheet={"ref": 5, "initiative": 4, "melee": 7, "body": 7, "weapon_body": 9},
                health=30,
            ),
        )


SYSTEM = record_of(Interlock())
