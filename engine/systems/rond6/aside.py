"""Sections beside the turns: Character Points, free actions, related skills, odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.commands import Act
from engine.draft import roll_units
from engine.errors import BadValue, Refused
from engine.fields import Field, Kind, Pick, Values
from engine.model import Encounter, Id
from engine.readings import allow
from engine.sums import signed
from engine.systems.protocol import Choice, Entered, Section
from engine.systems.rond6 import chances, free, initiative, turns
from engine.systems.rond6.given import given
from engine.systems.rond6.plan import GUARDS
from engine.systems.rond6.sheet import OPTIONS, chosen

MOST_BUTTONS = 12


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


def points(encounter: Encounter, entered: Entered) -> Section:
    """Before the first turn: a button for each roll, or for whoever is picked of many, with the chance to pass."""
    rolled = turns.rolled(encounter)
    units = [(name, who[0]) for name, who in roll_units(encounter, rolled)]
    inputs: tuple[Field, ...] = ()
    if len(units) > MOST_BUTTONS:
        picks = tuple(Pick(one, name) for name, one in units)
        inputs = (Field("who", "Who", Kind.PICK, units[0][1], picks=picks),)
        picked = given(entered, "points", inputs)["who"]
        units = [unit for unit in units if unit[1] == picked] or units[:1]
    choices = [_point(encounter, rolled, name, one) for name, one in units]
    fate = Choice(Act("", "fate_initiative"), "Fate Point", refusal=no_fate(), rule="R13")
    return Section("points", "Character Points for initiative", (*choices, fate), inputs, main=False)


def _point(encounter: Encounter, rolled: Sequence[Id], name: str, one: Id) -> Choice:
    command = Act(one, "character_point")
    try:
        check_point(encounter, one)
    except Refused as refusal:
        return Choice(command, name, refusal=refusal, rule=refusal.rule)
    at = rolled.index(one)
    if not at:
        return Choice(command, name, "1 point", outcome="is first already", rule="R13")
    ahead = rolled[at - 1]
    chance = chances.passing(encounter, one, ahead)
    outcome = f"one wild die, to pass {encounter.name_of(ahead)}"
    return Choice(command, name, "1 point", outcome=outcome, chance=chance, rule="R13")


def free_actions(encounter: Encounter, entered: Entered) -> Section:
    """What costs no action, for whoever is picked."""
    everyone = tuple(Pick(one, encounter.name_of(one)) for one in encounter.order)
    default = next(iter(encounter.acting()), encounter.order[0])
    who = Field("who", "Who", Kind.PICK, default, picks=everyone)
    picked = str(given(entered, "free", (who,))["who"])
    one = picked if picked in encounter.combatants else default  # whoever was picked may have left
    choices = tuple(_free(encounter, entered, one, what) for what in free.FREE)
    inputs = (who, free.METRES, free.GROUND, free.STRICT, free.HARD)
    return Section("free", "No action at all", choices, inputs, main=False)


def _free(encounter: Encounter, entered: Entered, one: Id, what: str) -> Choice:
    label, _, rule = free.FREE[what]
    outcome = free.free_metres(encounter, one) if what == "walk" else ""
    asked = {"walk": (free.METRES, free.GROUND, free.STRICT), "little": (free.HARD,)}.get(what, ())
    command = Act(one, "free", {"what": what, **given(entered, "free", asked)})
    try:
        _, rule = free.free_words(encounter, one, command.values)
    except (BadValue, Refused) as error:
        return _refused(command, label, error, rule)
    return Choice(command, label, "free", outcome=outcome, rule=rule)


def related_skills(encounter: Encounter, entered: Entered) -> Section:
    """What a related skill's total does to the primary one, before it is written down."""
    names = tuple(Pick(one, encounter.name_of(one)) for one in encounter.order)
    picks = (Pick("", "nobody named"), *names)
    who = Field("who", "Whose", Kind.PICK, next(iter(encounter.acting()), ""), picks=picks)
    inputs = (free.TOTAL, free.DIFFICULTY, free.LATE)
    picked = str(given(entered, "related", (who,))["who"])
    one = picked if picked in encounter.combatants else ""  # whoever was picked may have left
    command = Act(one, "related", given(entered, "related", inputs))
    label = "Note the modifier"
    try:
        outcome = related_words(command.values)
    except (BadValue, Refused) as error:
        choice = _refused(command, label, error, "R62")
    else:
        choice = Choice(command, label, outcome=outcome, rule=free.related(command.values).rule)
    return Section("related", "Related skills", (choice,), (who, *inputs) if names else inputs, main=False)


def related_words(values: Values) -> str:
    """``5 result points: +3 on the primary skill``."""
    found = free.related(values)
    points = "1 result point" if found.points == 1 else f"{signed(found.points)} result points"
    sign = "+" if found.modifier > 0 else "−"
    return f"{points}: {sign}{abs(found.modifier)} on the primary skill"


def odds(encounter: Encounter, entered: Entered) -> Section:
    """Who goes before whom in a round that is still to be rolled."""
    able = chances.able(encounter)
    picks = tuple(Pick(one, encounter.name_of(one)) for one in able)
    one = Field("one", "Who", Kind.PICK, able[0], picks=picks)
    other = Field("other", "Before", Kind.PICK, able[1], picks=picks)
    command = Act("", "odds", given(entered, "odds", (one, other)))
    label = "Note the chance"
    try:
        chance = odds_between(encounter, command.values)
    except (BadValue, Refused) as error:
        choice = _refused(command, label, error, "R14")
    else:
        who, whom = (encounter.name_of(str(command.values[key])) for key in ("one", "other"))
        choice = Choice(command, label, outcome=f"{who} goes before {whom}", chance=chance, rule="R14")
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


def _refused(command: Act, label: str, error: BadValue | Refused, rule: str) -> Choice:
    refusal = error if isinstance(error, Refused) else Refused("bad_value", str(error), rule)
    return Choice(command, label, refusal=refusal, rule=refusal.rule)
