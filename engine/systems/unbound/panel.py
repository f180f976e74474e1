"""The choices that the now panel offers, each with what it would lead to."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Protocol

from engine.choices import Choice, Entered, Section
from engine.commands import Act
from engine.dice import DiceNeeded, NoDice
from engine.draft import Draft
from engine.errors import Refused
from engine.events import FactSet
from engine.fields import NOTHING, Field, Kind, Pick, Values
from engine.model import Encounter, Id
from engine.systems.unbound import factions, odds, surprise
from engine.systems.unbound.factions import Faction, name
from engine.table.offers import FEW_BUTTONS, Offers, offer, offer_checked
from engine.table.throws import roll_units

EVERYONE = ""
"""The value of ``on`` for every other faction; else it names one member of the faction meant."""


class _Rules(Protocol):
    def act(self, draft: Draft, command: Act) -> None: ...

    def to_choose(self, draft: Draft) -> Faction: ...

    def left(self, encounter: Encounter, faction: Faction) -> factions.Left: ...

    def end_turn(self, draft: Draft, one: Id) -> None: ...


class Panel:
    """What can be done at one moment, given what has been typed and ticked."""

    def __init__(self, rules: _Rules, encounter: Encounter, entered: Entered) -> None:
        self._rules = rules
        self._encounter = encounter
        self._offers = Offers(encounter, entered)
        self._members = factions.members(encounter)

    def own_turn(self, one: Id) -> tuple[Section, ...]:
        """What whoever acts may do; the end of the turn comes with the next nomination anyway."""
        caught = bool(self._encounter.standings[one].fact("surprised"))
        foes = (other for other in self._encounter.order if factions.of(self._encounter, other) != self._side(one))
        at = self._offers.target(foes, "At", "nobody named")
        whom = str(self._offers.read("attack", at))
        favoured = bool(whom) and bool(self._encounter.standings[whom].fact("surprised"))
        turn = (
            self._choice(Act(one, "action"), "Take an action"),
            self._choice(Act(one, "move"), "Move", rule="U26" if caught else ""),
            self._choice(Act(one, "end"), "End the turn", outcome=self._after_turn(one)),
        )
        words = "with favour" if favoured else ""
        attack = self._choice(
            Act(one, "attack", {"target": whom}), "Attack", outcome=words, rule="U27" if favoured else ""
        )
        return (
            Section("turn", f"The turn of {self._encounter.name_of(one)}", turn),
            Section("attack", "Attack", (attack,), (at,)),
        )

    def next_turn(self) -> tuple[Section, ...]:
        """Whom the next faction may choose, and whether it may pass. Choosing ends the turn before (one tap a turn)."""
        draft = Draft(self._encounter, NoDice())
        try:
            faction = self._rules.to_choose(draft)
        except (Refused, DiceNeeded):  # the round has to be opened, with dice or with somebody able to act
            return ()
        ahead = draft.encounter
        ids = [one for one in factions.members(ahead)[faction] if ahead.standings[one].able]
        choices = [self._nominate(ahead, one, faction) for one in ids]
        return (Section("next", f"Next: {name(faction)}", (*choices, self._pass(ahead, faction))),)

    def _nominate(self, ahead: Encounter, one: Id, faction: Faction) -> Choice:
        words = self._before_turn(ahead)
        if ahead.standings[one].fact("surprised"):
            words.append("surprised: no action (U24)")
        choice = Choice(Act(one, "nominate"), ahead.name_of(one), outcome=", ".join(words), rule="U8", row=one)
        return offer_checked(choice, lambda: factions.check_choice(ahead, one, faction))

    def _pass(self, ahead: Encounter, faction: Faction) -> Choice:
        count = self._rules.left(ahead, faction)
        refusal = factions.why_no_pass(ahead, faction, count)
        if refusal:
            return Choice(Act("", "pass"), "Pass", rule=refusal.rule, refusal=refusal)
        passed = Draft(ahead, NoDice())
        passed.record(FactSet("", "turn", factions.after(ahead, faction)))
        following = factions.upcoming(passed.encounter) or faction
        words = ", ".join((*self._before_turn(ahead), "costs nothing (U11)", f"then {name(following)}"))
        return Choice(Act("", "pass"), f"Pass: {name(faction)}", f"{count}: may pass", outcome=words, rule="U10")

    def _before_turn(self, ahead: Encounter) -> list[str]:
        """What has to happen before the next turn can begin."""
        words = [f"ends the turn of {self._encounter.name_of(one)}" for one in self._encounter.acting()]
        return [*words, f"begins round {ahead.round}"] if ahead.round != self._encounter.round else words

    def _after_turn(self, one: Id) -> str:
        draft = Draft(self._encounter, NoDice())
        self._rules.end_turn(draft, one)
        faction = factions.upcoming(draft.encounter)
        return "the round ends (U12)" if faction is None else f"then {name(faction)}"

    def reactions(self) -> Section:
        """Everyone's Reaction, on anybody's turn."""
        encounter = self._encounter
        ids = [one for one in encounter.order if encounter.standings[one].able]
        if len(ids) > FEW_BUTTONS:  # those who have one are the first to be asked for
            ids.sort(key=lambda one: encounter.standings[one].fact("reaction") != surprise.READY)
        who, shown = self._offers.few("reaction", ids, FEW_BUTTONS)
        choices = [self._choice(Act(one, "react"), encounter.name_of(one), rule="UA8") for one in shown]
        return Section("reaction", "Use the Reaction", tuple(choices), who, main=False)

    def rollers(self) -> tuple[Section, ...]:
        """U3: where there are several player characters to name one from."""
        found = []
        for ids in self._members.values():
            able = [one for one in ids if self._encounter.standings[one].able]
            players = [one for one in able if self._encounter.combatants[one].sheet["player"]]
            found += players if len(players) > 1 else []
        choices = [self._choice(Act(one, "roller"), self._encounter.name_of(one), rule="U3") for one in found]
        return (Section("roller", "Who rolls initiative", tuple(choices), main=False),) if choices else ()

    def sides(self) -> tuple[Section, ...]:
        """UA10: before the first round, while somebody stands on no side."""
        units = roll_units(self._encounter, self._members.get("", ()))
        if not units or len(self._encounter.combatants) < 2:
            return ()
        names = {ids[0]: unit for unit, ids in units}
        who, one = self._offers.who("sides", [*names], names=names)
        side = Field("side", "Side", Kind.TEXT, "")
        values = self._offers.values("sides", (side,))
        choice = self._choice(Act(one, "side", values), "Stands on this side", rule="UA10")
        return (Section("sides", "Who is on which side", (choice,), (who, side)),)

    def surprise(self) -> tuple[Section, ...]:
        """Before the first turns: who sneaks, who notices, and the Director's word."""
        caught = {faction: surprise.fresh(self._encounter, faction) for faction in self._members}
        ids = tuple(one for fresh in caught.values() for one in fresh)
        if not ids or len(self._members) < 2:
            return ()
        first = not self._encounter.round
        on = self._on()
        who, one = self._offers.who("director", ids)
        word = (
            self._choice(Act(one, "decree"), "Is surprised", rule="U28"),
            self._choice(Act(one, "notice"), "Is not surprised", rule="U28"),
            *(
                self._choice(
                    Act(fresh[0], "decree", {"all": True}), f"All of {name(faction)} are surprised", rule="U28"
                )
                for faction, fresh in caught.items()
                if fresh
            ),
            *(
                self._choice(
                    Act(fresh[0], "notice", {"all": True}), f"Nobody of {name(faction)} is surprised", rule="UA9"
                )
                for faction, fresh in caught.items()
                if any(self._encounter.standings[one].fact("surprised") for one in fresh)
            ),
        )
        return (
            Section("surprise", "Surprise", self._sneaking(on), (on,) if len(self._members) > 2 else (), first),
            Section("director", "The Director’s word", word, (who,), main=False),
        )

    def _sneaking(self, on: Field) -> tuple[Choice, ...]:
        values: Values = self._offers.values("surprise", (on,)) if len(self._members) > 2 else NOTHING
        declared = surprise.sneaking(self._encounter)
        choices = []
        for faction, ids in self._members.items():
            whom = [name(other) for who, other in declared if who == faction]
            if whom:
                label = f"{name(faction)}: sneaking up on {', '.join(whom)}"
                choices.append(self._choice(Act(ids[0], "unsneak"), label, outcome="take it back", rule="U15"))
            else:
                choices.append(self._sneak(Act(ids[0], "sneak", values), faction))
        roll = self._choice(Act("", "perception"), "Roll Perception", outcome="somebody is surprised", rule="U21")
        if not roll.refusal:
            roll = replace(roll, chance=self._anybody())
        return (*choices, roll, *self._mutual())

    def _mutual(self) -> tuple[Choice, ...]:
        """That all surprise each other counts as none; or that two parties do, where a third has noticed (UA9)."""
        encounter = self._encounter
        pairs = [] if surprise.is_mutual(encounter) else [*combinations(surprise.caught(encounter), 2)]
        if not pairs:
            return (self._choice(Act("", "mutual"), "Count it as no surprise", rule="U23"),)
        return tuple(
            self._choice(
                Act(self._members[one][0], "mutual", {"with": self._members[other][0]}),
                f"{name(one)} and {name(other)}: count it as no surprise",
                rule="UA9",
            )
            for one, other in pairs
        )

    def _sneak(self, command: Act, faction: Faction) -> Choice:
        def attempt(choice: Choice) -> Choice:
            number = surprise.stealth(self._encounter, faction)
            return self._choice(command, choice.label, outcome=f"to notice: {number}", rule="U17")

        return offer(Choice(command, f"{name(faction)}: sneaking"), attempt)

    def _anybody(self) -> Fraction:
        """The chance that at least one is surprised."""
        combatants = self._encounter.combatants
        return odds.chance_anybody(
            [(int(combatants[one].sheet["perception"]), number) for one, number in surprise.due(self._encounter)]
        )

    def _on(self) -> Field:
        picks = tuple(Pick(ids[0], name(faction)) for faction, ids in self._members.items())
        return Field("on", "Up on", Kind.PICK, EVERYONE, picks=(Pick(EVERYONE, "everyone else"), *picks))

    def _choice(self, command: Act, label: str, outcome: str = "", rule: str = "") -> Choice:
        """Offered if the rules would do it now, whatever dice may fall; else with the reason."""

        def check() -> None:
            with suppress(DiceNeeded):
                self._rules.act(Draft(self._encounter, NoDice()), command)

        return offer_checked(Choice(command, label, outcome=outcome, rule=rule), check)

    def _side(self, one: Id) -> Faction:
        return factions.of(self._encounter, one)
