"""Fights for tests: strategies that draw commands for any system, fights already played, and reads of all views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from hypothesis import strategies as st

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.cards import show_card
from turntrack.core.dice import DiceNeeded, TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.events import DiceRolled, Event
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import (
    Attempt,
    Counter,
    Encounter,
    FightCounter,
    LastingCondition,
    RefillTime,
    Schedule,
    Share,
    Until,
)
from turntrack.core.names import Naming
from turntrack.core.settings import SETTINGS
from turntrack.history.session import Session, Step
from turntrack.log.conditions import reminders
from turntrack.log.narrate import narrate, title
from turntrack.rules.condition_expiry import ends_now
from turntrack.rules.damage import pool_of, squad_of
from turntrack.rules.decide import decide
from turntrack.rules.hidden import players_see
from turntrack.saves import journal
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice, Section, TurnSystem


def draw_value(field: Field) -> st.SearchStrategy[Value]:
    """Draw a value for a field, sometimes an invalid one."""
    match field.kind:
        case Kind.NUMBER:
            near = st.integers(field.low, min(field.high, field.low + 12))
            if field.default == "":
                return st.one_of(near, near.map(str), st.just(""))
            return st.one_of(near, st.integers(field.low - 1, field.high + 1), near.map(str), st.just("six"))
        case Kind.FLAG:
            return st.booleans()
        case Kind.PICK:
            return st.sampled_from([*(pick.key for pick in field.picks), "somebody else"])
        case Kind.DICE:
            return st.sampled_from(["1d20", "2d6", "2D", "3D+1", "4D", "a lot"])
        case Kind.TEXT:
            return st.sampled_from(["", "a crate", "Mara’s hat", "x" * 61, "\u202eover"])


def draw_values(fields: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Value]]:
    """Draw values for some of the fields."""
    return st.fixed_dictionaries({}, optional={field.key: draw_value(field) for field in fields})


def draw_inputs(sections: tuple[Section, ...]) -> st.SearchStrategy[dict[str, Value]]:
    """Draw values for some inputs of the now panel."""
    fields = {f"{section.key}.{field.key}": draw_value(field) for section in sections for field in section.inputs}
    return st.fixed_dictionaries({}, optional=fields)


def draw_commands(system: TurnSystem, encounter: Encounter) -> st.SearchStrategy[c.Command]:
    """Draw any command except a choice of the system: rulings, moves, arrivals, departures, sheets, options."""
    system = system.at(encounter)
    ids = [*encounter.order, *(arrival.combatant.id for arrival in encounter.wings), "c99"]
    an_id = st.sampled_from(ids)
    about: list[st.SearchStrategy[c.Command]] = [
        st.builds(kind, an_id)
        for kind in (c.Fall, c.Rise, c.RemoveCombatant, c.DuplicateCombatant, c.RuleTurn, c.RuleSkip, c.RuleIn)
    ]
    facts = [(about, field) for about in ("", *encounter.order) for field in system.rulable_facts(encounter, about)]
    if facts:
        about.append(
            st.sampled_from(facts).flatmap(
                lambda fact: draw_value(fact[1]).map(lambda value: c.RuleFact(fact[0], fact[1].key, value))
            )
        )
    comes = st.builds(Schedule, st.integers(0, 4), st.sampled_from([None, 3, 20]))
    options = [(option.key, pick.key) for option in (*system.options, *SETTINGS) for pick in option.values]
    return st.one_of(
        *about,
        *_draw_health_commands(an_id),
        *_draw_condition_commands(an_id),
        *_draw_reinforcement_commands(an_id),
        st.builds(c.Move, an_id, st.sampled_from(["", *ids])),
        st.builds(c.Move, an_id, st.sampled_from(["", *ids])),
        st.builds(c.RuleScore, an_id, st.integers(-5, 40)),
        st.builds(
            c.RuleAct, an_id, st.sampled_from(["run", "attack", "disengage", "hold", "end"]), st.just("Something")
        ),
        st.builds(
            c.ChangeCombatant,
            an_id,
            side=st.sampled_from([None, "", "Crew", "Harbour"]),
            group=st.sampled_from([None, "", "Guards"]),
            sheet=draw_values(system.fields),
            at_table=st.sampled_from([None, True, False]),
            health=st.sampled_from([None, 0, 7, -3]),
            temporary=st.sampled_from([None, 0, 3]),
        ),
        st.builds(
            c.AddCombatant,
            st.sampled_from(["Zora", "Mara", " Guard  A ", ""]),
            st.integers(0, 2),
            side=st.sampled_from(["", "Crew", "Harbour"]),
            group=st.sampled_from(["", "Guards"]),
            sheet=draw_values(system.fields),
            at_table=st.booleans(),
            naming=st.sampled_from(Naming),
            players_name=st.sampled_from(["", "Somebody"]),
            temporary=st.integers(0, 2),
            counters=st.sampled_from([(), (Counter("luck", 1, 3),), (Counter("luck", 4, 3),)]),
            hidden=st.booleans(),
            comes=st.one_of(st.none(), comes),
            conditions=st.sampled_from([(), (LastingCondition("blind"),), (LastingCondition("", until=Until.REST),)]),
            facts=st.sampled_from([{}, {"end_now": 3}, {"reduced": 2}, {"reserved": True}]),
            member=st.sampled_from(["", "a1"]),
            card=st.sampled_from([(), ("Club 1d6",)]),
        ),
        st.sampled_from([c.ChooseOption(key, value) for key, value in options]) if options else st.nothing(),
        st.sampled_from([c.WriteNote("the bell rings"), c.WriteNote(""), c.RenameEncounter("Ferry")]),
        st.just(c.CloseRound()),
    )


GAINS = ("", "2", "−1", "heroes + round", "1d6", "(heroes)d4kh1 − 1", "nerve")


def _draw_health_commands(an_id: st.SearchStrategy[str]) -> tuple[st.SearchStrategy[c.Command], ...]:
    """Draw commands about health and counters."""
    hits = st.lists(st.builds(c.Hit, an_id, st.sampled_from(Share)), max_size=3).map(tuple)
    name = st.sampled_from(["luck", "arrows", ""])
    number = st.integers(-1, 9)
    return (
        st.builds(c.Wound, number, hits, st.booleans(), st.booleans()),
        st.builds(c.Wound, number, hits, leaves=st.sampled_from([(), ("prone",), ("prone", "")])),
        st.one_of(
            st.builds(c.CountHealth, st.lists(an_id, max_size=3).map(tuple), number),
            st.builds(c.PoolHealth, st.sampled_from(["Guards", "Thugs", "Gangers", "Bouncers"]), st.booleans()),
            st.builds(c.KeepCounter, an_id, name, number, number, st.sampled_from(RefillTime)),
            st.builds(c.StepCounter, an_id, name, number),
            st.builds(c.Soak, an_id, number, number),
            st.builds(c.DropCounter, an_id, name),
        ),
        st.one_of(
            st.builds(
                c.KeepFightCounter,
                st.builds(
                    FightCounter,
                    name,
                    number,
                    number,
                    st.sampled_from(GAINS),
                    shown=st.booleans(),
                    at_table=st.booleans(),
                ),
                st.one_of(st.just(""), name),
            ),
            st.builds(c.StepFightCounter, name, number),
            st.builds(c.DropFightCounter, name),
        ),
        st.one_of(
            st.builds(
                c.Rest, st.lists(an_id, max_size=3).map(tuple), st.sampled_from(c.Recovery), number, st.just("1d4")
            ),
            st.builds(c.WriteStatCard, an_id, st.sampled_from([(), ("Club 1d6",), ("# A", "", "b")])),
            st.builds(c.RollFromCard, an_id, st.sampled_from(["1d6", "2d8+3", "x"]), st.just("Club")),
            st.builds(c.LinkMembers, st.lists(st.builds(c.MemberLink, an_id, st.just("a1")), max_size=2).map(tuple)),
        ),
    )


def _draw_condition_commands(an_id: st.SearchStrategy[str]) -> tuple[st.SearchStrategy[c.Command], ...]:
    """Draw commands that give, keep or end conditions of any kind."""
    number = st.integers(1, 9)
    attempt = st.sampled_from([None, Attempt(), Attempt("1d20", 14), Attempt("2d6", 8, True), Attempt("3D", 9)])
    giving = st.builds(
        c.GiveCondition,
        st.lists(an_id, max_size=3).map(tuple),
        st.sampled_from(["stunned", "held", ""]),
        by=st.one_of(st.just(""), an_id),
        until=st.sampled_from(Until),
        whose=st.one_of(st.just(""), an_id),
        turns=st.integers(0, 3),
        count=st.integers(-2, 20),
        attempt=attempt,
        held=st.booleans(),
    )
    ending = st.one_of(
        st.builds(c.EndConditions, st.lists(number, max_size=3).map(tuple)), st.builds(c.KeepCondition, number)
    )
    return (giving, giving, giving, ending)


def _draw_reinforcement_commands(an_id: st.SearchStrategy[str]) -> tuple[st.SearchStrategy[c.Command], ...]:
    """Draw commands about hidden combatants, reinforcements and happenings."""
    some = st.lists(an_id, max_size=3).map(tuple)
    comes = st.builds(Schedule, st.integers(0, 4), st.sampled_from([None, None, 3, 20]))
    return (
        st.one_of(st.builds(c.WaitInWings, an_id, comes), st.builds(c.BringIn, some)),
        st.builds(c.Hide, some, st.booleans()),
        st.one_of(
            st.builds(c.PlanHappening, st.sampled_from(["The bell rings.", ""]), comes, st.booleans()),
            st.builds(c.DropHappening, st.integers(1, 9)),
        ),
    )


def decide_with_answers(encounter: Encounter, command: c.Command, dice: TableDice) -> tuple[Event, ...]:
    """Return the events of the command, with all table dice answered. Raise Refused."""
    return _answering(dice, lambda: decide(encounter, command, dice, SYSTEMS))


def _answering[T](dice: TableDice, attempt: Callable[[], T]) -> T:
    """Attempt again until all table dice are answered."""
    for _ in range(50):
        try:
            return attempt()
        except DiceNeeded as needed:
            answer(dice, needed)
    raise AssertionError("the table is asked without end")


def answer(dice: TableDice, needed: DiceNeeded) -> None:
    """Answer the first request with the lowest total, or the lowest face; the app rolls for the others."""
    first = needed.requests[0]
    lowest = next(face for face in range(1, first.code.sides + 1) if face not in first.out)
    by_total = not first.by_face and (first.code.count > 1 or first.code.plus)
    shown = lowest + first.added if first.is_total else lowest
    faces = show_card(lowest, first.code.sides) if first.is_card else " ".join([str(shown)] * first.code.count)
    dice.answer(first, f"={first.code.count + first.code.plus}" if by_total else faces)
    dice.roll_the_rest(needed.requests)


def dispatch_with_answers(session: Session, command: c.Command, dice: TableDice) -> Step:
    """Dispatch the command in the session, with all table dice answered. Raise Refused."""
    _answering(dice, lambda: journal.execute(session, len(session.past) + 1, command, dice))
    return session.past[-1]


def list_choices(system: TurnSystem, encounter: Encounter, entered: Mapping[str, object]) -> list[Choice]:
    """List all choices of the panel. Raise AssertionError if one of them cannot be foretold."""
    choices = [choice for section in system.sections(encounter, entered) for choice in section.choices]
    assert not (faults := [(choice.command, choice.preview.fault) for choice in choices if choice.preview.fault]), (
        faults
    )
    return choices


def has_dice(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, DiceRolled) for event in events)


def play_ferry() -> Session:
    """Return the sample fight of Zebra Island after two actions, the second of them undone."""
    table, dice = Table.sample("zebra"), seeded_dice(7)
    table.do_with(dice, c.OpenRound())
    for _ in range(2):
        table.do_with(dice, c.Act(table.encounter.acting()[0], "dodge"))
    table.session.undo()
    return table.session


def play_sample(system: TurnSystem) -> Session:
    """Return the sample fight after choices, a skip, a fall, a change and an arrival; the last two are undone."""
    session, dice = Table.sample(system.key).session, seeded_dice(3)
    session.dispatch(c.OpenRound(), dice)
    for turn in range(8):
        choices = [choice for choice in list_choices(system, session.encounter, {}) if not choice.preview.refusal]
        if choices:
            session.dispatch(choices[turn * 5 % len(choices)].command, dice)
    if not session.encounter.is_open:  # the choices may have ended the round
        session.dispatch(c.OpenRound(), dice)
    first, second, third = session.encounter.order[:3]
    after = (c.OpenRound(), c.RuleSkip(second), c.Fall(first), c.ChangeCombatant(third, health=3))
    for command in (*after, c.AddCombatant("Latecomer")):
        with suppress(Refused):
            session.dispatch(command, dice)
    session.undo()
    session.undo()
    return session


def read_all_views(session: Session, system: TurnSystem) -> None:
    """Read everything that the page shows, for every step of the history."""
    before = NO_ENCOUNTER
    for step in (*session.past, *reversed(session.future)):
        read_views(before, step, system)
        before = step.after


def read_views(before: Encounter, step: Step, system: TurnSystem) -> None:
    """Read everything that the page shows for one step."""
    title(before, step, system)
    narrate(before, step, system)
    after = step.after
    for combatant_id in system.track(after):
        players_see(after, combatant_id)
        system.number(after, combatant_id)
        system.badges(after, combatant_id)
        system.rulable_facts(after, combatant_id)
    system.sections(after, {})
    system.chances(after)
    reminders(after)
    for condition in after.conditions:
        ends_now(after, condition)
    for combatant_id in after.combatants:
        if squad := squad_of(after, combatant_id):
            pool_of(after, squad)
