"""RonD6: initiative by Perception dice every round; on the turn one fixes the number of actions. (rulebook: RonD6)

``sheet`` has its fields and options, ``codes`` the dice codes, ``initiative`` the roll and the order, ``turns`` limits
and penalties, ``actions`` the list, ``plan`` what may be done, ``flow`` whose turn it is, ``free`` what is no action,
``panel`` and ``aside`` the choices, ``chances`` who is likely to be first, ``texts`` the rules in short sentences.
"""

from __future__ import annotations

from engine.commands import Act, AddCombatant, Command, MakeEncounter, Move
from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet, Noted, Placed, RoundOpened, ScoreSet, StatusSet
from engine.fields import Field, Kind, Value
from engine.listing import list_elsewhere
from engine.model import Encounter, FactValue, Id, Lasting, Standing, Status
from engine.ordering import same_place
from engine.sums import Sum, signed
from engine.systems.protocol import Badge, Chance, Entered, Section, record_of
from engine.systems.rond6 import aside, chances, flow, free, initiative, turns
from engine.systems.rond6.panel import Panel
from engine.systems.rond6.sheet import FIELDS, OPTIONS
from engine.systems.rond6.texts import RULES
from engine.table.offers import Offers
from engine.table.order import apart, dropped

SECONDS = 5


class RonD6:
    key = "rond6"
    title = "RonD6"
    summary = "Everyone rolls Perception each round; on the turn the player fixes how many actions, each at a penalty."
    round_word = "round"
    part_word = ""
    counts_points = False
    fields = FIELDS
    options = OPTIONS
    rules = RULES
    facts = turns.FACTS

    # Opening and ending a round

    def open_round(self, draft: Draft) -> None:
        before = draft.encounter
        draft.record(RoundOpened(before.round + 1, rule="R4" if before.round else "R7"))
        if before.round:
            draft.record(Noted(f"{SECONDS * before.round} seconds of the scene have passed.", "R1"))
        for one in before.order:
            if not before.standings[one].able:
                draft.record(FactSet(one, turns.LOST, True, Lasting.ROUND))
        able = chances.able(before)
        initiative.throw(draft, able)
        initiative.place(draft, able, rule="R11")

    def close_round(self, draft: Draft) -> None:
        for one in draft.encounter.order:
            unused = turns.left(draft.standing(one))
            if unused and draft.standing(one).status is not Status.DONE:
                draft.record(StatusSet(one, Status.DONE, f"loses {turns.actions(unused)}", "R19"))

    def settle(self, draft: Draft) -> None:
        flow.settle(draft)

    # What is done

    def act(self, draft: Draft, command: Act) -> None:
        one, values = command.id, command.values
        match command.action:
            case "declare":
                flow.declare(draft, one, values.get("number", 1))
            case "fate":
                flow.spend_fate(draft, one)
            case "done":
                flow.end_turn(draft, one)
            case "result":
                flow.give_result(draft, one)
            case "interrupt":
                flow.interrupt(draft, one)
            case "act_now":
                flow.act_now(draft, one)
            case "move_up":
                flow.move_up(draft, command)
            case "surprise":
                flow.surprise(draft, one)
            case "character_point":
                aside.check_point(draft.encounter, one)
                initiative.add_point(draft, one)
                flow.reconsider(draft)
            case "fate_initiative":
                raise aside.no_fate()
            case "free":
                free.do(draft, one, values)
            case "related":
                self._note_related(draft, command)
            case "odds":
                chance = aside.odds_between(draft.encounter, values)
                one, other = (draft.encounter.name_of(str(values[key])) for key in ("one", "other"))
                draft.record(Noted(f"The chance that {one} goes before {other}: {chance}.", "R14"))
            case _:
                flow.take(draft, command)

    def _note_related(self, draft: Draft, command: Act) -> None:
        found = free.related(command.values)
        whose = "Related skill"
        if command.id:
            draft.combatant(command.id)
            whose = f"{draft.encounter.name_of(command.id)}’s related skill"
        draft.record(Noted(f"{whose}: {signed(found.points)} result points.", "R63"))
        draft.record(Noted(f"{aside.related_words(command.values)}.", found.rule))

    def ruled_cost(self, encounter: Encounter, command: Act) -> int:
        return 0

    def move(self, draft: Draft, command: Move) -> None:
        """A ruling on the order of this round, before one's turn."""
        encounter, one = draft.encounter, command.id
        if not encounter.is_open:
            list_elsewhere(draft, command, self.track, "")
            return
        standing, name = encounter.standings[one], encounter.name_of(one)
        if not standing.able or standing.status not in (Status.READY, Status.ACTING):
            raise Refused("no_turn", f"{name} has no turn to come: bring {name} in by a ruling.", "R11")
        if standing.fact(turns.WINDOW):
            raise Refused("result_first", f"The result of what {name} does comes first.", "R21")
        drop = dropped([*encounter.acting(), *turns.still_ready(encounter)], one, command.before)
        before = next(iter(drop.below), "")
        if not drop.moves:
            raise same_place()
        flow.forget_paused(draft, one, before)
        if before:
            draft.record(Placed(one, before, f"is placed before {encounter.name_of(before)}", RULING))
        else:
            draft.record(Placed(one, "", "is placed last", RULING))
        if before in encounter.acting():
            flow.pause(draft)
            draft.record(StatusSet(one, Status.ACTING))
        elif one in encounter.acting():
            draft.record(StatusSet(one, Status.READY))

    # Coming, going, rulings

    def joined(self, draft: Draft, one: Id) -> None:
        """Whoever comes in rolls, unless the group has, and is placed by the total."""
        if not draft.fact(one, turns.ROLLED):
            if not initiative.share(draft, one):
                initiative.throw(draft, (one,))
            initiative.place(draft, (one,))
        flow.come_to(draft, one)

    def leaving(self, draft: Draft, one: Id) -> None:
        flow.leave(draft, one)

    def rescored(self, draft: Draft, one: Id) -> None:
        score = draft.standing(one).score or Sum(())
        if not draft.fact(one, turns.ROLLED):
            draft.record(ScoreSet(one, Sum(score.terms[-1:]), RULING))  # what an earlier round left is no part of it
            initiative.have_rolled(draft, (one,))
        initiative.place(draft, (one,), dice=False)
        flow.forget_paused(draft, one)
        flow.reconsider(draft)

    def dice_in_number(self, encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
        return initiative.dice_in_total(encounter, one, purpose)

    def corrected(self, encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
        return initiative.corrected(encounter, purpose, score, now)

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        if not one:
            return ()
        standing = encounter.standings[one]
        tackled = Field("tackled", "Tackled", Kind.FLAG, bool(standing.fact(turns.TACKLED)), help="R52")
        used = turns.used(standing)
        number = Field(
            "declared",
            "Actions declared",
            Kind.NUMBER,
            turns.declared(standing),
            help="R16; 0 before one’s turn.",
            low=used + 1,
            high=99,
        )
        return (number, tackled) if encounter.is_open else (tackled,)

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        if key == "tackled":
            draft.record(FactSet(one, turns.TACKLED, value, rule=RULING))
            return
        draft.record(FactSet(one, turns.DECLARED, value, Lasting.ROUND, RULING))
        standing = draft.standing(one)
        if standing.able and standing.status is Status.DONE:
            draft.record(StatusSet(one, Status.READY))

    # What the screen shows

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        if not encounter.is_open:
            return encounter.order
        playing = (*encounter.acting(), *turns.still_ready(encounter), *turns.waiting(encounter))
        return apart(encounter, playing)

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        standing = encounter.standings.get(one, Standing())
        return standing.score if standing.fact(turns.ROLLED) else None

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]:
        standing = encounter.standings[one]
        badges = [Badge("tackled", "R52", "warn")] if standing.fact(turns.TACKLED) else []
        if not encounter.is_open:
            return tuple(badges)
        number, off = turns.declared(standing), turns.penalty(encounter, one)
        if not standing.able:
            lost = standing.fact(turns.LOST) and standing.status is Status.DONE and (not number or turns.left(standing))
            return (*badges, Badge("turn lost", "R12", "off")) if lost else tuple(badges)
        if number > 1 and standing.status is not Status.DONE:
            badges.append(Badge(f"{turns.left(standing)} of {number} left", "R16"))
        if off:
            badges.append(Badge(turns.dice_off(off), "R24", "warn"))
        if standing.status is Status.HOLDING:
            badges.append(Badge("waits", "R57", "good"))
        if standing.fact(turns.WINDOW):
            badges.append(Badge("rolled", "R21", "warn"))
        if standing.fact(turns.FATE):
            badges.append(Badge("Fate Point", "R28"))
        if standing.fact(turns.LOST) and standing.status is Status.DONE and (not number or turns.left(standing)):
            badges.append(Badge("turn lost", "R12", "off"))
        tie = initiative.tie_in_force(encounter, one)
        if tie:
            badges.append(Badge(f"before {encounter.name_of(tie[0])} by {tie[1]}", tie[3]))
        return tuple(badges)

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        match key, value:
            case turns.DECLARED, int():
                off = turns.dice_off(turns.penalty_of(encounter, one, value)) or "no penalty"
                return f"declares {turns.actions(value)}, {off} on each roll"
            case turns.FATE, True:
                return f"spends a Fate Point and may take {turns.actions(turns.most(encounter, one))}"
            case turns.WINDOW, str():
                return "has rolled: whoever waits may interrupt"
            case turns.TIE, (other, factor, compared):
                return f"goes before {encounter.name_of(other)} by {factor}: {compared}"
            case turns.JUMPS, True:
                return f"has the jump on the others and acts {flow.jump_words(encounter, one)}"
            case turns.TACKLED, bool():
                return "is tackled" if value else "is free again"
            case _:
                return ""

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        """Who would go first in the next round, in the order listed."""
        if not _is_to_be_rolled(encounter):
            return ()
        return tuple(
            Chance(one, "goes first", chance, "R11", goes_first=True)
            for one, chance in chances.first(encounter).items()
        )

    def uncounted(self, encounter: Encounter) -> str:
        return chances.uncounted(encounter) if _is_to_be_rolled(encounter) else ""

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        sections: list[Section] = []
        offers = Offers(encounter, entered)
        if encounter.is_open:
            panel = Panel(offers)
            acting = encounter.acting()
            later = [
                one
                for one in turns.still_ready(encounter)
                if one not in acting and not turns.declared(encounter.standings[one])
            ]
            sections += [section for one in acting for section in panel.own_turn(one)]
            sections += panel.waiters()
            sections += [panel.early(later)] if later else []
            sections += [] if encounter.fact(turns.BEGUN) else [aside.points(offers)]
        if encounter.order:
            sections.append(aside.free_actions(offers))
        sections.append(aside.related_skills(offers))
        if len(chances.able(encounter)) > 1:
            sections.append(aside.odds(offers))
        return tuple(sections)

    def sample(self) -> tuple[Command, ...]:
        mara: dict[str, Value] = {
            "kind": "character",
            "perception": "3D+1",
            "search": "4D+1",
            "search_ranks": 1,
            "agility": "4D",
            "dodge": "4D+1",
            "melee_combat": "5D",
            "weapon": "rapier",
            "quickness": 1,
        }
        ilko: dict[str, Value] = {
            "kind": "character",
            "perception": "4D",
            "search": "6D",
            "search_ranks": 2,
            "agility": "3D+1",
            "dodge": "4D",
            "ranged_weapons": "5D+1",
            "weapon": "musket",
            "slow": True,
        }
        thug: dict[str, Value] = {"perception": "2D+2", "agility": "2D+1", "fighting": "3D+1", "melee_combat": "3D"}
        captain: dict[str, Value] = {
            "kind": "boss",
            "perception": "3D+1",
            "agility": "4D+2",
            "dodge": "5D",
            "melee_combat": "5D+2",
            "weapon": "cutlass",
            "allotment": 2,
        }
        return (
            MakeEncounter("Boarders at dawn", self.key),
            AddCombatant("Mara", side="Crew", sheet=mara, health=20),
            AddCombatant("Ilko", side="Crew", sheet=ilko, health=18),
            AddCombatant("Thug", 3, "Boarders", "Thugs", thug, health=10),
            AddCombatant("Captain", side="Boarders", sheet=captain, health=25),
        )


def _is_to_be_rolled(encounter: Encounter) -> bool:
    return not encounter.is_open and len(chances.able(encounter)) > 1


SYSTEM = record_of(RonD6())
