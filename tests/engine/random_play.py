"""Random fights of any system: choices, repeated turns, arrivals, corrections, rulings, changes of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

from tests.engine.coming_turns import check_coming_turns
from tests.engine.drawn_rule_sets import drawn
from tests.engine.fights import decide_with_answers, list_choices, read_views
from tests.engine.test_properties import Fight
from turntrack.core import commands as c
from turntrack.core.dice import TableDice
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, FightCounter, Schedule
from turntrack.core.settings import SETTINGS
from turntrack.history.corrections import correctable_rolls
from turntrack.history.group_repeat import repeat_for_group
from turntrack.history.session import Session
from turntrack.systems.protocol import Choice, TurnSystem
from turntrack.systems.table_rules.rule_change import take


def play(system: TurnSystem, seed: int, steps: int) -> int:
    """Play a fight, and check the previews of choices and turns. Return the number of predicted turns that have come.

    A group whose members have different sheets joins the sample fight.
    """
    chance = Random(seed)
    fight = Fight()
    fight.system = system
    fight.set_up(seed)
    for _ in range(3):
        fight._give(draw_newcomer(system.at(fight.session.encounter), chance, group="Mixed"))
    come = 0
    for _ in range(steps):
        fight.everyone_is_on_the_track_once()
        fight.nobody_acts_when_no_round_is_running()
        fight.everything_can_be_shown()
        fight.there_is_a_way_forward()
        read_views(fight.session.before_last, fight.session.past[-1], system)
        if chance.random() < 0.3:
            come += check_coming_turns(system, fight.session.encounter, fight._dice)
        if chance.random() < 0.3:
            for choice in list_choices(system, fight.session.encounter, {}):
                fight._keeps_its_word(choice)
        if chance.random() < 0.1 and len(fight.session.past) > 12:
            fight.undo(chance.randint(1, 3))
        fight._give(draw_command(fight.session, system, chance, fight._dice, changes=True))
    fight.teardown()
    return come


def play_all(system: TurnSystem, seeds: range, steps: int) -> int:
    """Play a fight for each seed; an error names the seed. Return the number of predicted turns that have come."""
    come = 0
    for seed in seeds:
        try:
            come += play(system, seed, steps)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}") from error
    return come


def draw_command(
    session: Session, system: TurnSystem, chance: Random, dice: Callable[[], TableDice], *, changes: bool = False
) -> c.Command:
    """Draw the next command; it is not refused. With ``changes`` also wounds, changes of sheets, and forced actions."""
    encounter = session.encounter
    wanted: list[c.Command] = []
    if system.has_rules_of_fights and chance.random() < 0.02:
        wanted.append(take(drawn(chance), "change"))
    if not encounter.is_open and chance.random() < 0.7:
        wanted.append(c.OpenRound())
    if chance.random() < 0.3 and (same := repeat_for_group(session)):
        wanted.append(same)
    choices = list_choices(system, encounter, {})
    offers = [choice.command for choice in choices if not choice.preview.refusal]
    if changes and encounter.is_open and chance.random() < 0.1:
        wanted += draw_forced(choices, chance)
    if offers and chance.random() < 0.7:
        wanted.append(offered := chance.choice(offers))
        if isinstance(offered, c.Act) and offered.id and len(session.past) % 9 == 0:
            wanted.insert(0, c.Strike(offered, c.Wound(2, (c.Hit(encounter.order[-1]),))))
    others = list(draw_interventions(session, system, chance))
    others += draw_changes(encounter, system.at(encounter), chance) if changes else []
    for command in (*wanted, *chance.sample(others, len(others))):
        with suppress(Refused):
            decide_with_answers(encounter, command, dice())
            return command
    return c.WriteNote("Nothing of the kind.")


def draw_forced(choices: list[Choice], chance: Random) -> list[c.Command]:
    """Draw at most one ruling that does what is refused."""
    refused = [choice for choice in choices if choice.preview.refusal and isinstance(choice.command, c.Act)]
    for choice in chance.sample(refused, min(1, len(refused))):
        if isinstance(act := choice.command, c.Act):
            return [c.RuleAct(act.id, act.action, choice.label, act.values)]
    return []


def draw_changes(encounter: Encounter, system: TurnSystem, chance: Random) -> Iterator[c.Command]:
    """Yield damage, and changes of side, group and sheet, for somebody."""
    combatant = chance.choice(encounter.order)
    yield c.Wound(chance.randint(1, 9), (c.Hit(combatant),))
    yield c.ChangeCombatant(combatant, side=chance.choice(("Crew", "Harbour", "")))
    yield c.ChangeCombatant(combatant, group=chance.choice(("", "Mixed")))
    if system.fields:
        field = chance.choice(system.fields)
        yield c.ChangeCombatant(combatant, sheet={field.key: draw_value(field, chance)})


def draw_interventions(session: Session, system: TurnSystem, chance: Random) -> Iterator[c.Command]:
    """Yield one command of each kind besides choices: rulings, arrivals, corrections, options."""
    encounter, system = session.encounter, system.at(session.encounter)
    combatant, other = (chance.choice(encounter.order) for _ in range(2))
    for kind in (c.Fall, c.Rise, c.RuleTurn, c.RuleSkip, c.RuleIn):
        yield kind(combatant)
    yield c.Move(combatant, chance.choice((other, "")))
    yield c.RuleScore(combatant, chance.randint(-2, 25))
    yield draw_newcomer(system, chance)
    group = chance.choice(("", "Mixed"))
    yield draw_newcomer(system, chance, group, Schedule(encounter.round + 1))
    yield draw_newcomer(system, chance, group, Schedule(chance.choice((0, encounter.round)), chance.randint(0, 15)))
    yield c.PlanHappening("The roof falls in.", Schedule(encounter.round, chance.randint(0, 15)))
    yield c.PlanHappening("The lair stirs.", Schedule(0, chance.choice((None, 10))), every_round=True)
    gains = chance.choice(("", "heroes + round", "1d6 − 2"))
    yield c.KeepFightCounter(FightCounter(f"Doom {chance.randint(1, 3)}", 1, 9, gains, at_table=chance.random() < 0.5))
    yield c.StepFightCounter(f"Doom {chance.randint(1, 3)}", chance.randint(-3, 3))
    yield c.Rest((combatant, other), chance.choice((c.Recovery.ALL, c.Recovery.HALF, c.Recovery.NONE)))
    yield c.WaitInWings(combatant, Schedule(encounter.round + 1))
    yield c.Hide((combatant,), chance.random() < 0.7)
    if encounter.wings:
        yield c.BringIn((chance.choice(encounter.wings).combatant.id,))
    if facts := system.rulable_facts(encounter, combatant):
        fact = chance.choice(facts)
        yield c.RuleFact(combatant, fact.key, draw_value(fact, chance))
    if rolls := correctable_rolls(session.past, system):
        roll = chance.choice(rolls)
        yield roll.corrected(f"={roll.event.roll.total + chance.randint(-4, 4)}")
    option = chance.choice((*system.options, *SETTINGS))
    yield c.ChooseOption(option.key, chance.choice(option.values).key)


def draw_newcomer(system: TurnSystem, chance: Random, group: str = "", comes: Schedule | None = None) -> c.AddCombatant:
    """Return a command that adds a combatant with a random sheet."""
    sheet = {field.key: draw_value(field, chance) for field in system.fields}
    side = chance.choice(("Crew", "Harbour", ""))
    return c.AddCombatant(group or "Newcomer", side=side, group=group, sheet=sheet, comes=comes)


def draw_value(field: Field, chance: Random) -> Value:
    """Draw a value for the field; numbers are low."""
    match field.kind:
        case Kind.NUMBER:
            return chance.randint(field.low, min(field.high, field.low + 10))
        case Kind.FLAG:
            return chance.random() < 0.3
        case Kind.PICK:
            return chance.choice([pick.key for pick in field.picks])
        case Kind.DICE | Kind.TEXT:
            return field.default
