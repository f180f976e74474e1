"""Traveller, a house rule of the classic game: lower numbers first, pass by pass, further actions checked against END.

(rulebook: Traveller.) ``sheet`` has its fields and options, ``throws`` initiative, ``order`` who acts when, ``passes``
how a round runs, ``turn`` what a combatant does, ``deeds`` what an action is and what rules it out, ``condition``
wounds and checks, ``odds`` the chances, ``panel`` the choices, ``rulings`` drags and facts, ``shown`` what the rows
say, ``texts`` the rules in short sentences.
"""

from __future__ import annotations

from engine.commands import Act, AddCombatant, Command, MakeEncounter, Move
from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.events import FactSet, StatusSet
from engine.fields import Field, Value
from engine.model import Encounter, FactValue, Id, Lasting, Status
from engine.sums import Sum
from engine.systems.protocol import Badge, Chance, Entered, Section, record_of
from engine.systems.traveller import condition, order, passes, rulings, shown, throws, turn
from engine.systems.traveller.panel import Panel
from engine.systems.traveller.sheet import FACTS, FIELDS, OPTIONS
from engine.systems.traveller.texts import RULES


class Traveller:
    key = "traveller"
    title = "Traveller"
    summary = "Lower numbers first; everyone takes one action, then checks against END for each one more."
    round_word = "round"
    part_word = "pass"
    counts_points = False
    fields = FIELDS
    options = OPTIONS
    rules = RULES
    facts = FACTS

    def open_round(self, draft: Draft) -> None:
        passes.open_round(draft)

    def close_round(self, draft: Draft) -> None:
        passes.end_watches(draft)

    def settle(self, draft: Draft) -> None:
        passes.settle(draft)

    def act(self, draft: Draft, command: Act) -> None:
        turn.act(draft, command)

    def ruled_cost(self, encounter: Encounter, command: Act) -> int:
        return 0

    def move(self, draft: Draft, command: Move) -> None:
        rulings.move(draft, command)

    def joined(self, draft: Draft, one: Id) -> None:
        """Whoever has no number in this round throws for one; the First Action comes in the pass that runs."""
        if "pass" not in draft.standing(one).facts:
            passes.come_in(draft, one)

    def leaving(self, draft: Draft, one: Id) -> None:
        passes.end_watch(draft, one, "T22")
        if condition.is_triggered(draft.standing(one)):
            passes.end_trigger(draft, one)

    def rescored(self, draft: Draft, one: Id) -> None:
        """The order follows the numbers; whoever had none is in the round with this one."""
        if "pass" not in draft.standing(one).facts:
            draft.record(FactSet(one, "pass", 0, Lasting.ROUND), StatusSet(one, Status.READY))
        passes.forget_broken_off(draft, one)

    def dice_in_number(self, encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
        return throws.TWO_DICE if purpose == "initiative" and not throws.by_table(encounter) else None

    def corrected(self, encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
        return throws.corrected(encounter, one, score, now)

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        return rulings.rulable(encounter, one)

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        rulings.rule_fact(draft, one, key, value)

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        return order.track(encounter)

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        return throws.number(encounter, one)

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]:
        return shown.badges(encounter, one)

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        return shown.fact_words(encounter, one, key, value)

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        return shown.chances(encounter)

    def uncounted(self, encounter: Encounter) -> str:
        return "" if encounter.is_open else throws.uncounted(encounter)

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        if not encounter.combatants:
            return ()
        panel = Panel(encounter, entered)
        if not encounter.is_open:
            return (*([panel.numbers()] if throws.by_table(encounter) else []), panel.wounds())
        return (*panel.turn(), *panel.watches(turn.watchers(encounter)), panel.wounds())

    def sample(self) -> tuple[Command, ...]:
        def sheet(dex: int, end: int, fires: str) -> dict[str, Value]:
            return {"dex": dex, "end": end, "fires": fires}

        return (
            MakeEncounter("Trouble at the starport bar", self.key),
            AddCombatant("Jamison", side="Crew", sheet=sheet(8, 7, "semi"), health=24),
            AddCombatant("Okoro", side="Crew", sheet=sheet(7, 9, "auto"), health=27),
            AddCombatant("Bouncer", 2, "Locals", "Bouncers", sheet(6, 8, "single"), health=22),
            AddCombatant("Gunman", side="Locals", sheet=sheet(10, 4, "semi"), health=18),
        )


SYSTEM = record_of(Traveller())
