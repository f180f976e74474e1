"""Tests of actions by ruling in random fights: each is the action itself, without the check that refused it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.amounts import amount, count
from tests.engine.fights import decide_with_answers, list_choices
from tests.engine.random_play import draw_command
from tests.engine.test_properties import Fight
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.core.model import Counter, Encounter, Id, RefillTime, Until
from turntrack.core.score import Term
from turntrack.log.narrate import sentences
from turntrack.rules.decide import CHANGES_NOTHING
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice, TurnSystem
from turntrack.systems.traveller.watches import is_triggered

STEPS = 30
FIGHTS, ALL_FIGHTS = amount(150), count("FIGHTS", 1_000) // 5

ONLY_NOTED = {"already", "fate_spent", "no_action", "too_late", "nobody_able", "nobody_fresh"}
"""The refusals of what has no effect even by ruling, or is no action at all."""

TURNS = {"zebra": ("end",), "traveller": ("hold", "check", "done", "wound", "enter", "trigger")}
"""The systems in which every action ends a turn, with the choices that are no such action."""

pytestmark = pytest.mark.repeats


def marked(encounter: Encounter, actor: Id, fight: Fight) -> Encounter:
    """Return the fight with a condition until the end of the actor's turn, and an empty counter filled each turn."""
    turns = 0 if encounter.standings[actor].is_in_turn else 1
    for command in (
        c.GiveCondition((actor,), "marked", until=Until.TURN_ENDS, whose=actor, turns=turns),
        c.KeepCounter(actor, "marks", 0, 3, RefillTime.TURN),
    ):
        encounter = fold(encounter, decide_with_answers(encounter, command, fight._dice()))
    return encounter


def refused(system: TurnSystem, encounter: Encounter) -> Iterator[tuple[Choice, c.Act]]:
    for choice in list_choices(system, encounter, {}) if encounter.is_open else ():
        if choice.preview.refusal and choice.preview.refusal.code != "bad_value" and isinstance(choice.command, c.Act):
            yield choice, choice.command


def check_forced(fight: Fight, system: TurnSystem, encounter: Encounter, choice: Choice, act: c.Act) -> None:
    assert choice.preview.refusal
    is_able = bool(act.id) and encounter.standings[act.id].able
    now = marked(encounter, act.id, fight) if is_able else encounter
    ruling = c.RuleAct(act.id, act.action, choice.label, act.values)
    try:
        events = decide_with_answers(now, ruling, fight._dice())
    except Refused as refusal:
        if act.id and refusal.code not in CHANGES_NOTHING:
            raise
        return
    after = fold(now, events)
    assert after.waived == ()
    told = list(sentences(now, events, system))
    assert any(sentence.is_ruling for sentence in told), told
    if any("does anyway" in sentence.text for sentence in told):
        assert choice.preview.refusal.code in ONLY_NOTED or act.action in ("declare", "swap"), ruling
        return
    deeds = [event for event in events if isinstance(event, e.Spent) and event.id == act.id]
    if deeds and deeds[0].at:
        assert deeds[0].at == act.values.get("target", act.values.get("to"))
        assert now.name_of(deeds[0].at) in deeds[0].term.label
    triggered = system.key == "traveller" and is_triggered(now.standings[act.id])
    if (
        deeds
        and is_able
        and system.key in TURNS
        and act.action not in TURNS[system.key]
        and not system.is_beside(act) | triggered
    ):
        assert not any(condition.name == "marked" for condition in after.conditions), ruling
        if not now.standings[act.id].is_in_turn:
            assert Counter("marks", 3, 3, RefillTime.TURN) in after.combatants[act.id].counters, ruling


def deeds_of(events: tuple[e.Event, ...], actor: Id) -> list[tuple[Term, Id]]:
    return [(event.term, event.at) for event in events if isinstance(event, e.Spent) and event.id == actor]


def check_off_turn(fight: Fight, system: TurnSystem, now: Encounter, actor: Id) -> int:
    """Force everything that the actor could do on a turn while somebody else acts; return how much that is."""
    try:
        on_turn = fold(now, decide_with_answers(now, c.RuleTurn(actor), fight._dice()))
    except Refused:
        return 0
    forced = 0
    for choice in list_choices(system, on_turn, {}):
        act = choice.command
        if choice.preview.refusal or not isinstance(act, c.Act) or act.id != actor:
            continue
        allowed = deeds_of(decide_with_answers(on_turn, act, fight._dice()), actor)
        if not allowed:
            continue
        events = decide_with_answers(now, c.RuleAct(actor, act.action, choice.label, act.values), fight._dice())
        after, done = fold(now, events), deeds_of(events, actor)
        assert len(done) == len(allowed), act
        if system.key in TURNS:
            assert [(term.amount, term.label, at) for term, at in done] == [
                (term.amount, term.label, at) for term, at in allowed
            ]
        if (after.round, after.part, after.is_open) == (now.round, now.part, True):
            assert after.acting() == now.acting(), act
        forced += 1
    return forced


def play(system: TurnSystem, seeds: range) -> int:
    """Play a fight for each seed, force what is refused in it, and return how many actions were forced."""
    forced = 0
    for seed in seeds:
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for _ in range(STEPS):
            encounter = fight.session.encounter
            for choice, act in refused(system, encounter):
                check_forced(fight, system, encounter, choice, act)
                forced += 1
            fight._give(draw_command(fight.session, system, chance, fight._dice))
    return forced


def play_off_turn(system: TurnSystem, seeds: range) -> int:
    forced = 0
    for seed in seeds:
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for step in range(STEPS):
            now = fight.session.encounter
            others = [other for other in now.able() if other not in now.acting()] if now.is_open else []
            if others and step % 3 == 0:
                forced += check_off_turn(fight, system, now, others[step % len(others)])
            fight._give(draw_command(fight.session, system, chance, fight._dice, changes=True))
    return forced


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_forced_action_is_the_action_itself(system: TurnSystem) -> None:
    assert play(system, range(FIGHTS)) > 10 * FIGHTS


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_an_action_forced_off_turn_is_the_action_and_leaves_the_turn(system: TurnSystem) -> None:
    assert play_off_turn(system, range(FIGHTS)) > 3 * FIGHTS


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_so_are_those_of_many_fights(system: TurnSystem) -> None:
    play(system, range(FIGHTS, ALL_FIGHTS))
