"""Unbound: factions take turns, and each chooses any of its members who has not acted. (rulebook: Unbound)

``sheet`` has its fields and options, ``factions`` whose turn it is and who may pass, ``initiative`` the order of
the factions, ``surprise`` and ``odds`` what they say, ``deeds`` what one does on a turn, ``moves`` what a drag means,
``panel`` the choices, ``screen`` what is shown beside them, ``texts`` the rules in short sentences.
"""

from __future__ import annotations

from dataclasses import replace

from engine.commands import Act, AddCombatant, Command, MakeEncounter, Move
from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, CombatantChanged, FactSet, Noted, RoundClosed, RoundOpened, StatusSet
from engine.fields import LONGEST_NAME, Field, Kind, Pick, Value, clean_text, read
from engine.model import Encounter, FactValue, Id, Lasting, Status
from engine.names import as_spelled
from engine.sums import Sum
from engine.systems.protocol import Badge, Chance, Entered, Section, record_of
from engine.systems.unbound import deeds, factions, moves, screen, surprise
from engine.systems.unbound.factions import Faction, name
from engine.systems.unbound.initiative import place_factions
from engine.systems.unbound.panel import EVERYONE, Panel
from engine.systems.unbound.sheet import FACTS, FIELDS, OPTIONS, chosen
from engine.systems.unbound.texts import RULES
from engine.table.guards import Guards
from engine.table.order import apart


class Unbound:
    key = "unbound"
    title = "Unbound"
    summary = "Factions take turns; each chooses any of its members who has not acted in this round."
    round_word = "round"
    part_word = ""
    counts_points = False
    fields = FIELDS
    options = OPTIONS
    rules = RULES
    facts = FACTS

    # Rounds

    def open_round(self, draft: Draft) -> None:
        first = not draft.encounter.round
        if first and len(draft.encounter.combatants) > 1 and [*factions.members(draft.encounter)] == [""]:
            raise Refused("no_sides", "Say first who is on which side: without sides all are one faction.", "UA10")
        draft.record(RoundOpened(draft.encounter.round + 1, rule="U1" if first else "UA4"))
        if surprise.due(draft.encounter):
            surprise.roll_perception(draft, chosen(draft.encounter, "mutual"))
        elif first and not any(it.fact("surprised") for it in draft.encounter.standings.values()):
            if not draft.encounter.fact(surprise.STEALTHY):
                draft.record(Noted("Neither side is stealthy: they notice each other.", "U15"))
            draft.record(Noted("Nobody is surprised.", "U16"))
        place_factions(draft)
        if first or chosen(draft.encounter, "new_round") == "top":
            draft.record(FactSet("", "turn", factions.order(draft.encounter)[0]))

    def close_round(self, draft: Draft) -> None:
        self._end_turns(draft)

    # Who acts

    def settle(self, draft: Draft) -> None:
        place_factions(draft)
        for one in draft.encounter.order:
            if draft.standing(one).status is Status.DONE and not draft.fact(one, "had_turn"):
                self._finish(draft, one)  # skipped: that was the first turn
        acting = draft.encounter.acting()
        if acting:
            if draft.encounter.fact("now") != acting[0]:
                self._begin(draft, acting[0])
            return
        if draft.encounter.fact("now"):
            draft.record(FactSet("", "now", False))
        faction = factions.upcoming(draft.encounter)
        if faction is None:
            draft.record(RoundClosed(draft.encounter.round, "U12"))
            return
        encounter = draft.encounter
        waiting = [one for one in factions.members(encounter)[faction] if factions.waits(encounter.standings[one])]
        if len(waiting) == 1 and factions.why_no_pass(encounter, faction, self.left(encounter, faction)):
            self._give_turn(draft, waiting[0])

    def left(self, encounter: Encounter, faction: Faction) -> factions.Left:
        return factions.left(encounter, faction, chosen(encounter, "pass"), chosen(encounter, "left"))

    def to_choose(self, draft: Draft) -> Faction:
        """Bring the fight to where a faction chooses, and say which.

        That ends the running turn and, when everyone has had one, the round. Raises Refused where nobody can.
        """
        self._end_turns(draft)
        if draft.encounter.is_open and factions.upcoming(draft.encounter) is None:
            draft.record(RoundClosed(draft.encounter.round, "U12"))
        if not draft.encounter.is_open:
            if not draft.encounter.round:
                raise Refused("not_open", "Initiative is the first step: open the round.", "U1")
            self.open_round(draft)
        faction = factions.upcoming(draft.encounter)
        if faction is None:
            raise Refused("nobody_able", "Nobody is able to act: let somebody come to first.", "U8")
        return faction

    def _give_turn(self, draft: Draft, one: Id) -> None:
        following = factions.after(draft.encounter, factions.of(draft.encounter, one))
        draft.record(FactSet("", "turn", following), StatusSet(one, Status.ACTING, rule="U8"))
        self._begin(draft, one)

    def _begin(self, draft: Draft, one: Id) -> None:
        """The turn starts, by nomination or by a ruling: the Reaction is back, but not for the surprised (U25)."""
        interrupted = str(draft.encounter.fact("now", ""))
        if interrupted in draft.encounter.order and factions.waits(draft.standing(interrupted)):
            draft.record(FactSet("", "turn", factions.of(draft.encounter, interrupted)))
        draft.record(FactSet("", "now", one, Lasting.ROUND), FactSet("", "passed", ()))
        who, reaction = draft.encounter.name_of(one), draft.fact(one, "reaction")
        resumed = bool(draft.fact(one, "begun"))
        draft.record(FactSet(one, "begun", True, Lasting.ROUND))
        if draft.fact(one, "surprised"):
            draft.record(Noted(f"{who} is surprised: no action on this turn.", "U24"))
            if reaction != surprise.READY:
                draft.record(FactSet(one, "reaction", surprise.MISSED, rule="U25"))
        elif reaction != surprise.READY and not resumed:
            draft.record(FactSet(one, "reaction", surprise.READY, rule="UA8"))

    def _end_turns(self, draft: Draft) -> None:
        for one in draft.encounter.acting():
            self.end_turn(draft, one)

    def end_turn(self, draft: Draft, one: Id) -> None:
        draft.record(StatusSet(one, Status.DONE, "has had a turn", "U9"))
        self._finish(draft, one)

    def _finish(self, draft: Draft, one: Id) -> None:
        draft.record(FactSet(one, "had_turn", True), FactSet(one, "begun", False))
        if draft.fact(one, "surprised"):
            draft.record(FactSet(one, "surprised", False, rule="U27"))

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        if not encounter.round:
            return encounter.order
        anew = not encounter.is_open and chosen(encounter, "new_round") == "top"
        row = factions.order(encounter) if anew else factions.lap(encounter)
        places = {faction: place for place, faction in enumerate(row)}
        listed = sorted(encounter.order, key=lambda one: places.get(factions.of(encounter, one), len(places)))
        waiting = [one for one in listed if factions.waits(encounter.standings[one])]
        return apart(encounter, (*encounter.acting(), *waiting), listed)

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        return None

    # What is done

    def act(self, draft: Draft, command: Act) -> None:
        one, mutual = command.id, chosen(draft.encounter, "mutual")
        match command.action:
            case "pass":
                self._pass(draft)
            case "perception":
                surprise.roll_perception(draft, mutual)
            case "mutual":
                both = (one, str(command.values["with"])) if "with" in command.values else ()
                surprise.cancel(draft, mutual, [draft.combatant(it).side for it in both])
            case "nominate":
                self.nominate(draft, one)
            case "react":
                deeds.react(draft, one)
            case "roller":
                self._name_roller(draft, one)
            case "sneak":
                surprise.declare(draft, draft.combatant(one).id, self._others(draft, command))
            case "unsneak":
                surprise.withdraw(draft, draft.combatant(one).id)
            case "decree" | "notice":
                whole = read(Field("all", "All of them", Kind.FLAG, False), command.values.get("all", False))
                faction = draft.combatant(one).side
                ids = surprise.fresh(draft.encounter, faction) if whole else (one,)
                surprise.decree(draft, ids, command.action == "decree", mutual)
            case "side":
                self._take_side(draft, one, command.values.get("side", ""))
            case "action" | "attack" | "move":
                deeds.on_turn(draft, command)
            case "end":
                factions.GUARDS.on_turn(draft.encounter, one)
                self.end_turn(draft, one)
            case unknown:
                raise Refused("no_action", f"There is no “{unknown[:40]}” here: take an action and write a note.")

    def nominate(self, draft: Draft, one: Id) -> None:
        """U8. The turn before ends with it."""
        draft.combatant(one)
        faction = self.to_choose(draft)
        factions.check_choice(draft.encounter, one, faction)
        self._give_turn(draft, one)

    def _pass(self, draft: Draft) -> None:
        faction = self.to_choose(draft)
        count = self.left(draft.encounter, faction)
        refusal = factions.why_no_pass(draft.encounter, faction, count)
        if refusal:
            raise refusal
        draft.record(
            Noted(f"{name(faction)}: pass, {count}.", "U10"),
            FactSet("", "passed", (*factions.passed(draft.encounter), faction), Lasting.ROUND),
            FactSet("", "turn", factions.after(draft.encounter, faction)),
        )

    def _name_roller(self, draft: Draft, one: Id) -> None:
        who = draft.combatant(one)
        if draft.encounter.round:
            raise Refused("rolled", "Initiative has been rolled: once an encounter.", "U1")
        if not who.sheet["player"]:
            raise Refused("not_a_player", f"{who.name} is no player character.", "U3")
        Guards(unable="U3").able(draft.encounter, one)
        if draft.fact(one, "roller"):
            raise Refused("already", f"{who.name} rolls already.", "U3")
        for other in factions.members(draft.encounter)[who.side]:
            if draft.fact(other, "roller"):
                draft.record(FactSet(other, "roller", False))
        draft.record(FactSet(one, "roller", True, rule="U3"))

    def _take_side(self, draft: Draft, one: Id, raw: Value) -> None:
        """UA10: one who stands on no side, with the group."""
        who, combatants = draft.combatant(one), draft.encounter.combatants
        side = as_spelled(clean_text("The side", raw, LONGEST_NAME), [other.side for other in combatants.values()])
        if draft.encounter.round:
            raise Refused("begun", "Sides are asked for before the first round: change the sheet.", "UA10")
        if who.side or not side:
            raise Refused("no_side", f"Say which side {who.name} is on." if not side else "That is so already.", "UA10")
        for it in draft.encounter.order:
            other = combatants[it]
            if not other.side and (it == one or (other.group and other.group == who.group)):
                draft.record(CombatantChanged(replace(other, side=side)))

    def _others(self, draft: Draft, command: Act) -> list[Faction]:
        """Whom the faction sneaks up on: the one that is named by one of its members, or every other."""
        own, on = draft.combatant(command.id).side, command.values.get("on", EVERYONE)
        named = list(factions.members(draft.encounter)) if on == EVERYONE else [draft.combatant(str(on)).side]
        return [faction for faction in named if faction != own]

    def ruled_cost(self, encounter: Encounter, command: Act) -> int:
        return 0

    def move(self, draft: Draft, command: Move) -> None:
        moves.move(self, draft, command)

    # Coming, going, rulings

    def joined(self, draft: Draft, one: Id) -> None:
        """Still to act in this round; a faction of its own gets its place when the fight settles."""

    def leaving(self, draft: Draft, one: Id) -> None:
        if draft.standing(one).status is Status.ACTING:
            draft.record(StatusSet(one, Status.DONE))  # whoever goes has not had a turn as one says it
            self._finish(draft, one)

    def rescored(self, draft: Draft, one: Id) -> None:
        raise Refused("no_number", "Nobody has a number here: only the order of the factions counts.", "U7")

    def dice_in_number(self, encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
        """None: the order of the factions hangs on a throw, and whose turn it is."""
        return None

    def corrected(self, encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
        return score

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        if one:
            standing = encounter.standings[one]
            return (
                Field("surprised", "Surprised", Kind.FLAG, bool(standing.fact("surprised"))),
                Field("reaction", "Has a Reaction", Kind.FLAG, standing.fact("reaction") == surprise.READY),
            )
        if not encounter.is_open:
            return ()
        waiting = {factions.of(encounter, it) for it in encounter.order if factions.waits(encounter.standings[it])}
        picks = tuple(Pick(ids[0], name(it)) for it, ids in factions.members(encounter).items() if it in waiting)
        return (Field("turn", "Chooses next", Kind.PICK, picks[0].key, picks=picks),) if picks else ()

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        if key == "surprised":
            surprise.put(draft, one, bool(value), RULING)
        elif key == "reaction":
            draft.record(FactSet(one, "reaction", surprise.READY if value else surprise.USED, rule=RULING))
        else:
            faction = draft.combatant(str(value)).side
            draft.record(FactSet("", "turn", faction), Noted(f"Next to choose: {name(faction)}.", RULING))

    # What the screen shows

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]:
        return screen.badges(encounter, one)

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        return screen.fact_words(encounter, one, key, value)

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        return screen.chances(encounter)

    def uncounted(self, encounter: Encounter) -> str:
        return screen.uncounted(encounter)

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        panel = Panel(self, encounter, entered)
        if not encounter.round:
            return (*panel.sides(), *panel.surprise(), *panel.rollers())
        own = [section for one in encounter.acting() for section in panel.own_turn(one)]
        reactions = [panel.reactions()] if encounter.is_open else []
        return (*panel.next_turn(), *own, *reactions, *panel.surprise())

    def sample(self) -> tuple[Command, ...]:
        def sheet(stealth: int, perception: int, player: bool = False) -> dict[str, Value]:
            return {"stealth": stealth, "perception": perception, "player": player}

        return (
            MakeEncounter("Bandits at the ford", self.key),
            AddCombatant("Ana", side="Travellers", sheet=sheet(4, 4, True), health=14),
            AddCombatant("Bo", side="Travellers", sheet=sheet(2, 1, True), health=18),
            AddCombatant("Bandit", 5, "Bandits", sheet=sheet(3, 2), health=8),
            AddCombatant("Wolf", side="Wolf", sheet=sheet(5, 6), health=10),
            Act("c3", "sneak", {"on": "c1"}),
        )


SYSTEM = record_of(Unbound())
