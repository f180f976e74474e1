"""``evolve``, which applies events to the encounter, one by one or folded, without rules, dice or refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from turntrack.core import events as e
from turntrack.core.memory import forget_round
from turntrack.core.model import (
    Away,
    Call,
    Combatant,
    Condition,
    Counter,
    Encounter,
    Id,
    RefillTime,
    Stage,
    Standing,
    Status,
    TurnEffect,
    Until,
)
from turntrack.core.ordering import insert_before

MOST_WORDS = 30
"""The greatest number of names in ``Encounter.words``."""

NO_ENCOUNTER = Encounter(name="", system="")
"""The state before the first event of every history."""


def fold(encounter: Encounter, events: Iterable[e.Event]) -> Encounter:
    """Return the encounter after these events, applied in order."""
    for event in events:
        encounter = evolve(encounter, event)
    return encounter


def evolve(encounter: Encounter, event: e.Event) -> Encounter:
    """Return the encounter after one event. An event about an absent combatant changes nothing.

    Each event also needs its check in ``turntrack.saves.event_checks``.
    """
    match event:  # the most frequent events come first, because cases are tried in order
        case e.StatusSet() | e.Spent() | e.ScoreSet() | e.AbleSet():
            return _change_standing(encounter, event)
        case e.Remembered():
            return _remember(encounter, event)
        case e.DiceRolled() | e.Noted():
            return encounter
        case e.EncounterMade():
            return Encounter(name=event.name, system=event.system, words=event.words)
        case e.EncounterRenamed():
            return encounter._replace(name=event.name)
        case e.OptionChosen():
            return encounter._replace(options={**encounter.options, event.key: event.value})
        case e.CombatantAdded(combatant):
            joined = _join(encounter, combatant, Standing())._replace(made=encounter.made + 1)
            return _show(joined, (combatant.id,))
        case e.CombatantChanged(combatant):
            if combatant.id not in encounter.combatants:
                return encounter
            return encounter._replace(combatants={**encounter.combatants, combatant.id: combatant})
        case e.HealthChanged() | e.HealthCounted() | e.CounterSet() | e.CounterDropped():
            return _change_counts(encounter, event)
        case e.PoolSet():
            pools = tuple(group for group in encounter.pools if group != event.group)
            return encounter._replace(pools=(*pools, event.group) if event.pooled else pools)
        case e.ConditionsGiven() | e.ConditionChanged() | e.ConditionsEnded():
            return _change_conditions(encounter, event)
        case e.ConditionForgotten(name):
            return encounter._replace(words=tuple(word for word in encounter.words if word != name))
        case e.HiddenSet():
            still_hidden = tuple(combatant_id for combatant_id in encounter.hidden if combatant_id not in event.ids)
            hidden = (
                tuple(combatant_id for combatant_id in event.ids if combatant_id in encounter.combatants)
                if event.hidden
                else ()
            )
            known = tuple(
                combatant_id for combatant_id in encounter.shown if not (event.unseen and combatant_id in event.ids)
            )
            changed = encounter._replace(hidden=(*still_hidden, *hidden), shown=known)
            return changed if event.hidden else _show(changed, event.ids)
        case (
            e.Waited() | e.Entered() | e.HappeningPlanned() | e.Happened() | e.HappeningSettled() | e.HappeningDropped()
        ):
            return _change_wings(encounter, event)
        case e.CombatantRemoved():
            cards = {key: card for key, card in encounter.stat_cards.items() if key != event.id}
            return _remove(encounter, event.id)._replace(stat_cards=cards)
        case e.FightCounterSet(counter, was):
            kept = {present.name: present for present in encounter.counters} | {was or counter.name: counter}
            return encounter._replace(counters=tuple(kept.values()))
        case e.FightCounterDropped(name):
            return encounter._replace(counters=tuple(counter for counter in encounter.counters if counter.name != name))
        case e.StatCardWritten(ids, lines):
            cards = {key: card for key, card in encounter.stat_cards.items() if key not in ids}
            return encounter._replace(stat_cards={**cards, **(dict.fromkeys(ids, lines) if lines else {})})
        case e.RoundOpened():
            return _open_round(encounter, event)
        case e.RoundClosed():
            return _close_round(encounter)
        case e.OrderSet():
            return encounter._replace(order=event.order)
        case e.Placed():
            if event.id not in encounter.standings:
                return encounter
            order = insert_before(encounter.order, event.id, event.before)
            return encounter._replace(standings=_relink(encounter.standings, event), order=order)
        case _:
            assert_never(event)


def _remove(encounter: Encounter, combatant_id: Id, *, keeps: bool = False) -> Encounter:
    """Remove a combatant from the order or the wings; with ``keeps`` the conditions stay."""
    if combatant_id in encounter.standings and encounter.standings[combatant_id].is_in_turn:
        encounter = _count_turn(encounter, combatant_id, ended=True)
    return encounter._replace(
        combatants={key: combatant for key, combatant in encounter.combatants.items() if key != combatant_id},
        standings={key: standing for key, standing in encounter.standings.items() if key != combatant_id},
        order=tuple(key for key in encounter.order if key != combatant_id),
        conditions=tuple(condition for condition in encounter.conditions if keeps or condition.bearer != combatant_id),
        hidden=tuple(hidden_id for hidden_id in encounter.hidden if hidden_id != combatant_id),
        wings=tuple(reinforcement for reinforcement in encounter.wings if reinforcement.combatant.id != combatant_id),
        away={key: away for key, away in encounter.away.items() if key != combatant_id},
    )


def _join(encounter: Encounter, combatant: Combatant, standing: Standing, before: Id = "") -> Encounter:
    return encounter._replace(
        combatants={**encounter.combatants, combatant.id: combatant},
        standings={**encounter.standings, combatant.id: standing},
        order=insert_before((*encounter.order, combatant.id), combatant.id, before),
    )


def _wait(encounter: Encounter, event: e.Waited) -> Encounter:
    """Put a combatant into the wings, with conditions and standing if the event ``keeps`` them."""
    combatant_id = event.waiting.combatant.id
    is_there, was_waiting = combatant_id in encounter.combatants, encounter.in_wings(combatant_id) is not None
    away = encounter.away.get(combatant_id)
    if is_there and event.keeps:
        # All of them, not the next alone: some may have left by the return.
        below = encounter.order[encounter.order.index(combatant_id) + 1 :]
        away = Away(encounter.standings[combatant_id], encounter.round, below)
    left = _remove(encounter, combatant_id, keeps=was_waiting or event.keeps)
    return left._replace(
        wings=(*left.wings, event.waiting),
        away={**left.away, combatant_id: away} if away else left.away,
        made=encounter.made + (not is_there and not was_waiting),
    )


def _enter(encounter: Encounter, combatant_id: Id) -> Encounter:
    """Bring a combatant into the order; after a missed start of a round, with the standing at a round's start."""
    waiting = encounter.reinforcement_of(combatant_id)
    if waiting is None:
        return encounter
    away = encounter.away.get(combatant_id, Away(Standing(), encounter.round))
    # A turn under way was counted as ended when the combatant left.
    standing = away.standing._replace(before="", stage=Stage.NONE)
    if standing.status in (Status.ACTING, Status.HOLDING):
        standing = standing._replace(status=Status.READY)
    if encounter.is_open and away.round != encounter.round:
        standing = _begin_round(standing)
    place = next((lower_id for lower_id in away.below if lower_id in encounter.order), "")
    joined = _join(encounter, waiting.combatant, standing, place)
    entered = joined._replace(
        wings=tuple(reinforcement for reinforcement in encounter.wings if reinforcement is not waiting),
        away={key: away for key, away in encounter.away.items() if key != combatant_id},
        hidden=(*encounter.hidden, combatant_id) if waiting.hidden else encounter.hidden,
    )
    return _show(entered, (combatant_id,))


def _show(encounter: Encounter, ids: Iterable[Id]) -> Encounter:
    """Mark visible combatants as seen by the players. Do nothing before the first round."""
    seen = [
        combatant_id
        for combatant_id in ids
        if combatant_id not in encounter.hidden and combatant_id not in encounter.shown
    ]
    return encounter._replace(shown=(*encounter.shown, *seen)) if encounter.round and seen else encounter


def _change_wings(
    encounter: Encounter,
    event: e.Waited | e.Entered | e.HappeningPlanned | e.Happened | e.HappeningSettled | e.HappeningDropped,
) -> Encounter:
    happenings = encounter.happenings
    match event:
        case e.Waited():
            return _wait(encounter, event)
        case e.Entered():
            return _enter(encounter, event.id)
        case e.HappeningPlanned(happening):
            return encounter._replace(happenings=(*happenings, happening), given=max(encounter.given, happening.number))
        case e.Happened() | e.HappeningSettled():
            changed = {"due": True, "came": encounter.round} if isinstance(event, e.Happened) else {"due": False}
            return encounter._replace(
                happenings=tuple(
                    replace(happening, **changed) if happening.number == event.number else happening
                    for happening in happenings
                )
            )
        case e.HappeningDropped():
            return encounter._replace(
                happenings=tuple(happening for happening in happenings if happening.number != event.number)
            )
        case _:
            assert_never(event)


def _change_conditions(
    encounter: Encounter, event: e.ConditionsGiven | e.ConditionChanged | e.ConditionsEnded
) -> Encounter:
    now = encounter.conditions
    match event:
        case e.ConditionsGiven(conditions):
            there = encounter.everybody()
            given = tuple(condition for condition in conditions if condition.bearer in there)
            named = dict.fromkeys(condition.name for condition in conditions)
            words = (*(word for word in encounter.words if word not in named), *named)[-MOST_WORDS:]
            numbers = [condition.number for condition in conditions]
            return encounter._replace(conditions=(*now, *given), given=max(encounter.given, *numbers, 0), words=words)
        case e.ConditionChanged(condition):
            return encounter._replace(
                conditions=tuple(
                    condition if condition_now.number == condition.number else condition_now for condition_now in now
                )
            )
        case e.ConditionsEnded():
            return encounter._replace(
                conditions=tuple(condition for condition in now if condition.number not in event.numbers)
            )
        case _:
            assert_never(event)


def _relink(standings: Mapping[Id, Standing], event: e.Placed) -> Mapping[Id, Standing]:
    """Relink the neighbours of the combatant who moved: those placed before the old place, and before the new one."""
    left = standings[event.id].before
    before = {key: left if standing.before == event.id else standing.before for key, standing in standings.items()}
    if event.before:
        before = {key: event.id if target == event.before else target for key, target in before.items()}
    before[event.id] = event.before
    return {
        key: standing if standing.before == before[key] else standing._replace(before=before[key])
        for key, standing in standings.items()
    }


def _open_round(encounter: Encounter, event: e.RoundOpened) -> Encounter:
    opened = encounter._replace(round=event.round, part=event.part, is_open=True)
    if event.part > 1:
        return opened
    return _show(_fill_for_round(opened), encounter.order)._replace(
        memory=forget_round(encounter.memory),
        standings={key: _begin_round(standing) for key, standing in encounter.standings.items()},
    )


def _begin_round(standing: Standing) -> Standing:
    """Return the standing at the start of a round: ready, with nothing spent."""
    memory = forget_round(standing.memory)
    return standing._replace(status=Status.READY, spent=(), before="", memory=memory, stage=Stage.NONE)


def _close_round(encounter: Encounter) -> Encounter:
    """Close the round: nobody acts any more, and all turns end."""
    acting = {key: encounter.standings[key]._replace(status=Status.READY) for key in encounter.acting()}
    standings = {**encounter.standings, **acting}
    under_way = [key for key, standing in standings.items() if standing.stage is not Stage.NONE]
    standings.update({key: standings[key]._replace(stage=Stage.NONE) for key in under_way})
    closed = encounter._replace(is_open=False, standings=standings)
    for key in under_way:
        closed = _count_turn(closed, key, ended=True)
    return closed


def _change_counts(
    encounter: Encounter, event: e.HealthChanged | e.HealthCounted | e.CounterSet | e.CounterDropped
) -> Encounter:
    changed: dict[Id, Combatant] = {}
    there = encounter.combatants
    match event:
        case e.HealthChanged():
            for change in event.changes:
                if change.id in there:
                    changed[change.id] = replace(there[change.id], health=change.health, temporary=change.temporary)
        case e.HealthCounted():
            for combatant_id in event.ids:
                if combatant_id in there:
                    changed[combatant_id] = replace(there[combatant_id], health=event.health, full_health=event.health)
        case e.CounterSet():
            if event.id in there:
                changed[event.id] = _with_counter(there[event.id], event.counter)
        case e.CounterDropped():
            if event.id in there:
                kept = tuple(counter for counter in there[event.id].counters if counter.name != event.name)
                changed[event.id] = replace(there[event.id], counters=kept)
        case _:
            assert_never(event)
    return encounter._replace(combatants={**there, **changed}) if changed else encounter


def _with_counter(combatant: Combatant, counter: Counter) -> Combatant:
    """Return the combatant with this counter, which replaces the counter of its name or comes last."""
    kept = {counter.name: counter for counter in combatant.counters}
    return replace(combatant, counters=tuple({**kept, counter.name: counter}.values()))


def _remember(encounter: Encounter, event: e.Remembered) -> Encounter:
    if not event.id:
        return encounter._replace(memory=event.memory)
    old = encounter.standings.get(event.id)
    if old is None:
        return _remember_in_wings(encounter, event)
    new = Standing(old.status, old.able, old.score, old.spent, old.before, event.memory, old.aimed_at, old.stage)
    return encounter.with_standing(event.id, new)


def _remember_in_wings(encounter: Encounter, event: e.Remembered) -> Encounter:
    if encounter.in_wings(event.id) is None:
        return encounter
    away = encounter.away.get(event.id, Away(Standing(), encounter.round))
    remembered = away._replace(standing=away.standing._replace(memory=event.memory))
    return encounter._replace(away={**encounter.away, event.id: remembered})


def _change_standing(encounter: Encounter, event: e.StatusSet | e.Spent | e.ScoreSet | e.AbleSet) -> Encounter:
    old = encounter.standings.get(event.id)
    if old is None:
        return encounter
    status, able, score, spent, before, memory, aimed_at, stage = old
    # Standings are made in full here, because most events come this way: ``_replace`` takes more than twice as long.
    match event:
        case e.StatusSet():
            stage = stage_after(old, event)
            new = Standing(event.status, able, score, spent, before, memory, aimed_at, stage)
            return _count_status_change(encounter.with_standing(event.id, new), old.stage, event)
        case e.Spent():
            stage = Stage.ACTED if stage is Stage.CALLED else stage
            # A ruling on the place (``before``) holds among equal numbers only, and this changes the number.
            new = Standing(status, able, score, (*spent, event.term), "", memory, event.at or aimed_at, stage)
            return encounter.with_standing(event.id, new)
        case e.ScoreSet():
            new = Standing(status, able, event.score, spent, "", memory, aimed_at, stage)
            return encounter.with_standing(event.id, new)
        case e.AbleSet():
            stage = stage if event.able else Stage.NONE
            new = Standing(status, event.able, score, spent, before, memory, aimed_at, stage)
            now = encounter.with_standing(event.id, new)
            return _count_turn(now, event.id, ended=True) if old.is_in_turn and not event.able else now
        case _:
            assert_never(event)


def _count_status_change(encounter: Encounter, before: Stage, event: e.StatusSet) -> Encounter:
    """Count the turn that a change of status begins or ends. ``before`` is the turn's stage before the event."""
    if event.turn is TurnEffect.BACK:
        return _take_back(encounter, event.id)
    after = encounter.standings[event.id].stage
    called = after is Stage.CALLED and before is not Stage.CALLED
    if called and (before is Stage.PUT_OFF or event.id in encounter.calls):
        encounter = encounter._replace(calls={**encounter.calls, event.id: Call(before, given=encounter.given)})
    if not encounter.conditions and not encounter.combatants[event.id].counters:
        return encounter
    passed = event.turn is TurnEffect.OVER
    begun = before is Stage.NONE and (passed or after is not Stage.NONE)
    ended = after is Stage.NONE and (passed or before is not Stage.NONE)
    again = before is Stage.PUT_OFF and after is Stage.CALLED
    filled = _fill_for_turn(encounter, event.id) if begun else encounter
    if not (begun or ended or again):
        return filled
    counted = _count_turn(filled, event.id, begun=begun, ended=ended, again=again)
    return _note_call(encounter, counted, event.id, before) if called else counted


def _note_call(encounter: Encounter, now: Encounter, combatant_id: Id, stage: Stage) -> Encounter:
    """Remember what a call to act has changed, if anything."""
    is_filled = now.combatants is not encounter.combatants
    filled = encounter.combatants[combatant_id].counters if is_filled else ()
    filled = tuple(counter for counter in filled if counter.fills is RefillTime.TURN and counter.most)
    counted = tuple(
        was for was, condition in zip(encounter.conditions, now.conditions, strict=True) if was is not condition
    )
    if not filled and not counted and stage is Stage.NONE and not encounter.conditions:
        return now
    return now._replace(calls={**now.calls, combatant_id: Call(stage, filled, counted, encounter.given)})


def _take_back(encounter: Encounter, combatant_id: Id) -> Encounter:
    """Restore what the call to a turn changed that is taken back: the turn never began."""
    call = encounter.calls.get(combatant_id, Call())
    standing, combatant = encounter.standings[combatant_id], encounter.combatants[combatant_id]
    filled = {counter.name: counter for counter in call.filled}
    counters = tuple(
        replace(counter, value=max(0, filled[counter.name].value + counter.value - filled[counter.name].most))
        if counter.name in filled
        else counter
        for counter in combatant.counters
    )
    counted = {condition.number: condition for condition in call.counted}
    return encounter._replace(
        standings={**encounter.standings, combatant_id: standing._replace(stage=call.stage)},
        combatants={**encounter.combatants, combatant_id: replace(combatant, counters=counters)}
        if filled
        else encounter.combatants,
        conditions=tuple(
            _uncounted(condition, combatant_id, counted.get(condition.number), call)
            for condition in encounter.conditions
        ),
        calls={key: kept for key, kept in encounter.calls.items() if key != combatant_id},
    )


def _uncounted(now: Condition, whose: Id, was: Condition | None, call: Call) -> Condition:
    """Return a condition as it is without the call: ``was`` before it, or given since then."""
    if now.whose != whose:
        return now
    if was:
        return replace(now, turns=now.turns + 1, put_off=was.put_off)
    if now.number <= call.given:
        return now
    if now.until is Until.TURN_BEGINS:
        return replace(now, put_off=call.stage is Stage.PUT_OFF)
    # The turn that was running then counts as one of those to come.
    return replace(now, turns=now.turns - 1) if now.until is Until.TURN_ENDS and now.turns > 1 else now


def stage_after(before: Standing, event: e.StatusSet) -> Stage:
    """Return the stage of the combatant’s turn after the event."""
    stage = before.stage
    if event.turn is TurnEffect.OVER or event.status is Status.DONE:
        return Stage.NONE
    if event.status is Status.ACTING:
        is_called = stage in (Stage.NONE, Stage.PUT_OFF) and event.turn is not TurnEffect.ASIDE
        return Stage.CALLED if is_called else stage
    return Stage.PUT_OFF if stage is Stage.CALLED else stage


def _fill_for_round(encounter: Encounter) -> Encounter:
    """Refill the counters whose time is the start of a round."""
    filled = {
        combatant_id: _fill(combatant, RefillTime.ROUND)
        for combatant_id, combatant in encounter.combatants.items()
        if combatant.counters
    }
    return encounter._replace(combatants={**encounter.combatants, **filled}) if filled else encounter


def _fill_for_turn(encounter: Encounter, combatant_id: Id) -> Encounter:
    """Refill the counters of this combatant whose time is the start of a turn."""
    combatant = encounter.combatants[combatant_id]
    if not combatant.counters:
        return encounter
    return encounter._replace(combatants={**encounter.combatants, combatant_id: _fill(combatant, RefillTime.TURN)})


def _fill(combatant: Combatant, when: RefillTime) -> Combatant:
    counters = (
        replace(counter, value=counter.most) if counter.fills is when and counter.most else counter
        for counter in combatant.counters
    )
    return replace(combatant, counters=tuple(counters))


def _count_turn(
    encounter: Encounter, combatant_id: Id, *, begun: bool = False, ended: bool = False, again: bool = False
) -> Encounter:
    """Count a turn of this combatant that has begun, has ended, or (``again``) is taken after it was put off."""
    if not encounter.conditions:
        return encounter
    conditions = tuple(
        replace(condition, turns=condition.turns - 1, put_off=False)
        if condition.whose == combatant_id and _counts(condition, begun, ended, again)
        else condition
        for condition in encounter.conditions
    )
    return encounter._replace(conditions=conditions)


def _counts(condition: Condition, begun: bool, ended: bool, again: bool) -> bool:
    match condition.until:
        case Until.TURN_BEGINS:
            return begun or (condition.put_off and (again or ended))
        case Until.TURN_ENDS:
            return ended
        case Until.REMOVED | Until.ROUND_ENDS | Until.COUNT | Until.REST:
            return False
        case _:
            assert_never(condition.until)
