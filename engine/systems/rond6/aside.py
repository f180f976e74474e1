"""Sections beside the turns: Character Points, free actions, related skills, odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from engine.choices import Choice, Section
from engine.commands import Act
from engine.errors import Refused
from engine.fields import Field, Kind, Pick, Values
from engine.model import Encounter, Id
from engine.sums import signed
from engine.systems.rond6 import chances, free, initiative, turns
from engine.systems.rond6.plan import GUARDS
from engine.systems.rond6.sheet import OPTIONS, chosen
from engine.table.offers import FEW_BUTTONS, Offers, offer, offer_checked
from engine.table.readings import allow
from engine.table.throws import roll_units


def no_fate() -> Refused:
    return Refused("no_fate", "Fate Points do not raise initiative.", "R13")


def check_point(encounter: Encounter, one: Id) -> None:
    """Raises Refused unless a Character Point may raise this initiative roll now."""
    GUARDS.check_open(encounter)
    if one not in turns.rolled(encounter):
        raise Refused("not_rolled", "That combatant has rolled no initiative in this round.", "R13")
    if encounter.fact(turns.BEGUN):
        raise Refused("begun", "The first turn has been taken: initiative stands.", "R13")

    def check(encounter: Encounter) -> None:
        most = initiative.MOST_POINTS.get(chosen(encounter, "points"))
        if most is not None and initiative.points_spent(encounter, one) >= most:
            raise Refused("enough_points", f"At most {most} Character Points for one roll.", "RA11")

    allow(encounter, OPTIONS, check)


def points(offers: Offers) -> Section:
    """Before the first turn: a button for each roll, or for whoever is picked of many, with the chance to pass."""
    rolled = turns.rolled(offers.encounter)
    names = {who[0]: name for name, who in roll_units(offers.encounter, rolled)}
    inputs, shown = offers.few("points", [*names], FEW_BUTTONS, names)
    choices = [_point(offers.encounter, rolled, names[one], one) for one in shown]
    fate = Choice(Act("", "fate_initiative"), "Fate Point", refusal=no_fate(), rule="R13")
    return Section("points", "Character Points for initiative", (*choices, fate), inputs, main=False)


def _point(encounter: Encounter, rolled: Sequence[Id], name: str, one: Id) -> Choice:
    at = rolled.index(one)

    def attempt(choice: Choice) -> Choice:
        check_point(encounter, one)
        if not at:
            return replace(choice, outcome="is first already")
        ahead = rolled[at - 1]
        chance = chances.passing(encounter, one, ahead)
        return replace(choice, outcome=f"one wild die, to pass {encounter.name_of(ahead)}", chance=chance)

    return offer(Choice(Act(one, "character_point"), name, "1 point", rule="R13"), attempt)


def free_actions(offers: Offers) -> Section:
    """What costs no action, for whoever is picked."""
    who, one = offers.who("free", offers.encounter.order, next(iter(offers.encounter.acting()), ""))
    choices = tuple(_free(offers, one, what) for what in free.FREE)
    inputs = (who, free.METRES, free.GROUND, free.STRICT, free.HARD)
    return Section("free", "No action at all", choices, inputs, main=False)


def _free(offers: Offers, one: Id, what: str) -> Choice:
    label, _, rule = free.FREE[what]
    outcome = free.free_metres(offers.encounter, one) if what == "walk" else ""
    asked = {"walk": (free.METRES, free.GROUND, free.STRICT), "little": (free.HARD,)}.get(what, ())
    command = Act(one, "free", {"what": what, **offers.values("free", asked)})
    choice = Choice(command, label, "free", outcome=outcome, rule=rule)
    return offer_checked(choice, lambda: free.free_words(offers.encounter, one, command.values))


def related_skills(offers: Offers) -> Section:
    """What a related skill's total does to the primary one, before it is written down."""
    encounter = offers.encounter
    picks = (Pick("", "nobody named"), *offers.picks(encounter.order))
    who = Field("who", "Whose", Kind.PICK, next(iter(encounter.acting()), ""), picks=picks)
    inputs = (free.TOTAL, free.DIFFICULTY, free.LATE)
    command = Act(str(offers.read("related", who)), "related", offers.values("related", inputs))
    choice = offer(
        Choice(command, "Note the modifier"),
        lambda it: replace(it, outcome=related_words(command.values), rule=free.related(command.values).rule),
    )
    asked = (who, *inputs) if encounter.order else inputs
    return Section("related", "Related skills", (choice,), asked, main=False)


def related_words(values: Values) -> str:
    """``5 result points: +3 on the primary skill``."""
    found = free.related(values)
    points = "1 result point" if found.points == 1 else f"{signed(found.points)} result points"
    sign = "+" if found.modifier > 0 else "−"
    return f"{points}: {sign}{abs(found.modifier)} on the primary skill"


def odds(offers: Offers) -> Section:
    """Who goes before whom in a round that is still to be rolled."""
    encounter = offers.encounter
    able = chances.able(encounter)
    picks = offers.picks(able)
    one = Field("one", "Who", Kind.PICK, able[0], picks=picks)
    other = Field("other", "Before", Kind.PICK, able[1], picks=picks)
    command = Act("", "odds", offers.values("odds", (one, other)))
    who, whom = (encounter.name_of(str(picked)) for picked in command.values.values())
    choice = offer(
        Choice(command, "Note the chance", outcome=f"{who} goes before {whom}", rule="R14"),
        lambda it: replace(it, chance=odds_between(encounter, command.values)),
    )
    return Section("odds", "Odds of the next round", (choice,), (one, other), main=False)


def odds_between(encounter: Encounter, values: Values) -> Fraction:
    """The chance that one goes before the other. Raises Refused where it cannot be told."""
    one, other = str(values.get("one", "")), str(values.get("other", ""))
    if one == other or not {one, other} <= set(chances.able(encounter)):
        raise Refused("nobody", "Name two who are able to act.", "R14")
    chance = chances.before(encounter, one, other)
    if chance is None:
        raise Refused("one_roll", "Those two share a roll, or roll too many dice to tell.", "R9")
    return chance
