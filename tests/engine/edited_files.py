"""Events that no fight produces, as an edited file may contain them."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Any, TypeAliasType, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tests.engine.drawn_rule_sets import drawn
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import BadSave
from turntrack.core.events import Event
from turntrack.core.model import Condition, Encounter, Happening, Id, Reinforcement, Schedule, Status, TurnEffect
from turntrack.core.score import Score, Term
from turntrack.core.settings import SETTINGS
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Did
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules.rule_set import RuleSet

WHOLE = (0, 1, -1, 2, 7, 99, 100, 9_999, 10_000, 10_001, 100_000, 100_001, 1_000_000_000)
NUMBERS = (*WHOLE, *(-number for number in WHOLE))


def texts(ids: tuple[str, ...]) -> tuple[str, ...]:
    return ("", "open", "ready", "acting", "Gang", "1", "-1", "x" * 2000, *ids)


def draw_any(kind: Any, ids: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Draw any value of the type, by the types of its fields."""
    if isinstance(kind, TypeAliasType):
        return draw_any(kind.__value__, ids)
    if get_origin(kind) is tuple:
        return st.one_of(st.lists(draw_any(get_args(kind)[0], ids), max_size=4).map(tuple), *_crowds(kind, ids))
    if get_origin(kind) is UnionType:
        return st.one_of(*(draw_any(part, ids) for part in get_args(kind)))
    if kind is RuleSet:  # most combinations of its fields are inconsistent
        return st.integers(0, 1000).map(lambda seed: drawn(Random(seed)))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        own = [field for field in fields(kind) if field.init]
        needed = {field.name: draw_any(hints[field.name], ids) for field in own if field.default is MISSING}
        others = {field.name: draw_any(hints[field.name], ids) for field in own if field.default is not MISSING}
        return st.fixed_dictionaries(needed, optional=others).map(lambda held: kind(**held))
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    plain = {bool: st.booleans(), int: st.sampled_from(NUMBERS), str: st.sampled_from(texts(ids)), NoneType: st.none()}
    return plain[kind]


def _crowds(kind: Any, ids: tuple[str, ...]) -> list[st.SearchStrategy[Any]]:
    """Draw long lists of ids, if the type is a tuple of them."""
    lists = (ids, (*ids, *ids), ids[::-1], (ids[0],) * 999)
    return [st.sampled_from(lists)] if get_args(kind)[0] in (Id, str) else []


def draw_events(session: Session, system: TurnSystem) -> st.SearchStrategy[Event]:
    """Draw any event that the codec can read, about present and absent combatants and the fight."""
    encounter = session.encounter
    ids = (*encounter.order, "c99")
    an_id = st.sampled_from(("", *ids))
    number = st.sampled_from(NUMBERS)
    terms = st.builds(Term, st.sampled_from(("d20", "held", "")), number, st.sampled_from(("", "T6", "T26", "ruling")))
    options = [(option.key, pick.key) for option in (*system.options, *SETTINGS) for pick in option.values]
    rare = (
        st.builds(e.Spent, an_id, terms),
        st.builds(e.OrderSet, st.permutations(encounter.order).map(tuple)),
        st.builds(e.Placed, an_id, an_id, st.sampled_from(("", "is placed"))),
        st.builds(e.RoundOpened, number, number),
        st.builds(e.RoundClosed, number),
        st.builds(e.CombatantRemoved, an_id),
        *(
            draw_any(kind, ids)
            for kind in (
                e.HealthChanged,
                e.HealthCounted,
                e.PoolSet,
                e.CounterSet,
                e.CounterDropped,
                e.FightCounterSet,
                e.FightCounterDropped,
            )
        ),
        *_draw_condition_events(encounter, ids),
        *_draw_reinforcement_events(encounter, ids),
        st.sampled_from(options).map(lambda option: e.OptionChosen(*option)),
    )
    remembered = an_id.flatmap(
        lambda about: st.builds(
            e.Remembered, st.just(about), draw_any(system.of_combatant if about else system.of_fight, ids)
        )
    )
    return st.one_of(
        remembered,
        remembered,
        remembered,
        st.builds(e.ScoreSet, an_id, st.lists(terms, max_size=4).map(lambda them: Score(tuple(them)))),
        st.builds(e.StatusSet, an_id, st.sampled_from(Status), turn=st.sampled_from(TurnEffect)),
        st.builds(e.AbleSet, an_id, st.booleans()),
        *rare,
    )


def _draw_condition_events(encounter: Encounter, ids: tuple[str, ...]) -> tuple[st.SearchStrategy[Event], ...]:
    """Draw events about conditions, with the expected numbers and with others."""
    following = draw_any(Condition, ids).map(lambda condition: replace(condition, number=encounter.given + 1))
    given = st.one_of(draw_any(Condition, ids), following, following)
    return (
        given.map(lambda condition: e.ConditionsGiven((condition,))),
        draw_any(e.ConditionsGiven, ids),
        draw_any(e.ConditionChanged, ids),
        draw_any(e.ConditionsEnded, ids),
    )


def _draw_reinforcement_events(encounter: Encounter, ids: tuple[str, ...]) -> tuple[st.SearchStrategy[Event], ...]:
    """Draw events about reinforcements and happenings."""
    comes = draw_any(Schedule, ids)
    some = st.sampled_from([*encounter.combatants.values()])
    others = st.sampled_from([*ids, f"c{encounter.made + 1}"])
    waiting = st.builds(
        Reinforcement,
        st.builds(lambda combatant, combatant_id: replace(combatant, id=combatant_id), some, others),
        comes,
        st.booleans(),
    )
    planned = st.builds(Happening, st.just(encounter.given + 1), st.sampled_from(texts(ids)), comes, st.booleans())
    return (
        waiting.map(e.Waited),
        planned.map(e.HappeningPlanned),
        *(draw_any(kind, ids) for kind in (e.HiddenSet, e.Entered, e.HappeningPlanned, e.Happened, e.HappeningDropped)),
    )


def replay_with(session: Session, events: tuple[Event, ...]) -> Session | None:
    """Return the history with one more step of these events; None if the replay rejects it."""
    records = records_of(session)
    try:
        return replay((*records, Did(len(records) + 1, c.WriteNote("made up"), events)), SYSTEMS)
    except BadSave:
        return None
