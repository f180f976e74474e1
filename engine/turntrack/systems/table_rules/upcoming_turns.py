"""The turns to come by the rules of a table: listed, counted, or found by playing ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice, repeat
from typing import assert_never

from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.events import Spent
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import Term
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.table_rules import initiative, memory, order, turns, turns_left
from turntrack.systems.table_rules.memory import recall, recall_all, rules_of
from turntrack.systems.table_rules.placement import is_undecided
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import NEXT
from turntrack.systems.table_rules.settings import DelayEnd, Holder, TieBy
from turntrack.systems.toolkit.turn_order import one_by_one, turn_of, turns_before_arrival, with_rulings

ANYONE = "anyone"


def upcoming_turns(encounter: Encounter) -> Iterable[UpcomingTurn]:
    """Predict the next turns of the lap, if everybody does the usual thing."""
    rules = rules_of(encounter)
    # A turn more, by ruling, is not yet that of the side which begins.
    is_first = all(recall(encounter.standings[combatant_id]).extra for combatant_id in encounter.acting())
    if not encounter.is_open or (is_first and order.sides_to_choose(encounter)):
        return ()
    turns_ahead = islice(_coming(encounter, rules), MOST_UPCOMING_TURNS)
    return (
        turns_before_arrival(encounter, turns_ahead, not rules.first.is_high)
        if rules.sequence.by_count
        else turns_ahead
    )


def _coming(encounter: Encounter, rules: RuleSet) -> Iterable[UpcomingTurn]:
    waiting = order.holders(encounter)
    slots = rules.place.holder is Holder.SLOT
    several = rules.place.many > 1 or bool(rules.place.field)
    # A combatant that waits may have more turns than the last one, or take another number.
    takes_number = rules.out_of_turn.end is DelayEnd.GOOD
    lasting = waiting and (rules.sequence.by_count or takes_number or rules.is_delay_for_round)
    if (
        rules.sequence.is_drawn
        or several
        or lasting
        or order.ambushers_left(encounter)
        or (rules.place.holder.is_shared and rules.sequence.by_side)
        or _is_special(encounter, rules)
        or (slots and not rules.is_chosen)
    ):
        return _by_playing(encounter, rules)
    ids = order.to_act(encounter)
    turns_ahead: Iterable[UpcomingTurn]
    if rules.sequence.by_count:
        turns_ahead = _by_count(encounter, rules)
    elif rules.is_chosen:
        turns_ahead = _chosen(encounter, rules, ids)
    elif rules.sequence.is_ranked:
        turns_ahead = _by_number(encounter, ids)
    else:
        return _by_playing(encounter, rules)
    last = () if rules.out_of_turn.end.crosses_rounds else waiting
    return chain(turns_ahead, one_by_one(encounter, last, initiative.number))


def _chosen(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> Iterable[UpcomingTurn]:
    """Predict turns that somebody chooses: each with all candidates, in the order of the sides if there is one."""
    if rules.repeats_freely:
        return repeat(_of_whom(encounter, (*encounter.acting(), *ids), ANYONE))
    if rules.sequence.is_free:
        return repeat(_of_whom(encounter, ids, ANYONE), len(ids)) if ids else ()
    return _by_side(encounter, rules, ids)


def _by_side(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> Iterator[UpcomingTurn]:
    """Predict turns in the order of the sides: each with all candidates of its side."""
    left, members = [*ids], dict[str, list[Id]]()
    for combatant_id in ids:
        members.setdefault(memory.side_of(encounter, combatant_id), []).append(combatant_id)
    slots = (
        [memory.side_of(encounter, combatant_id) for combatant_id in order.slots(encounter)]
        if rules.sequence.by_number
        else []
    )
    last = memory.side_of(encounter, encounter.acting()[-1]) if encounter.acting() else None
    while left:
        there = {memory.side_of(encounter, combatant_id) for combatant_id in left}
        if rules.sequence.by_number:
            slots = [side for side in slots if side in there]
            side = slots.pop(0) if slots else memory.side_of(encounter, left[0])
        else:
            side = order.next_side(encounter, left, last)
        yield _of_whom(encounter, members[side], memory.side_name(side))
        left.remove(next(combatant_id for combatant_id in left if memory.side_of(encounter, combatant_id) == side))
        last = side


def _of_whom(encounter: Encounter, ids: Sequence[Id], label: str) -> UpcomingTurn:
    """Return the turn of one of several candidates, or of the only one, who may let a phase go by."""
    in_order = [combatant_id for combatant_id in encounter.combatants if combatant_id in ids]
    if len(in_order) > 1:
        return turn_of(encounter, in_order, label=label)
    return turn_of(encounter, in_order) if order.may_pass(encounter, in_order[0]) else _turn(encounter, in_order)


def _is_special(encounter: Encounter, rules: RuleSet) -> bool:
    """Return whether sorting does not decide who is next: a turn goes on, somebody returns or loses a turn."""
    jumps, memories = initiative.lets_some_act_first(encounter) and rules.is_chosen, recall_all(encounter.standings)
    for combatant_id, standing in encounter.standings.items():
        now = memories[combatant_id]
        goes_on = now.has_begun and not now.put_off and standing.status is not Status.ACTING
        if not (goes_on or now.is_next or now.extra or now.is_surprised):
            continue
        special = goes_on or now.is_next or now.extra or jumps
        if standing.plays and (special or order.loses_turn(encounter, combatant_id)):
            return True
    return False


def _by_playing(encounter: Encounter, rules: RuleSet) -> Iterator[UpcomingTurn]:
    """Predict turns by playing on a draft until dice decide; a chosen turn lists all candidates."""
    draft, chosen = Draft(encounter), list[tuple[Id, frozenset[Id]]]()
    price = rules.first_price
    now = encounter
    while True:
        for combatant_id in now.acting():
            if rules.sequence.by_count and price:
                draft.record(
                    Spent(
                        combatant_id,
                        Term(
                            "",
                            memory.points_of(
                                now, combatant_id, price, initiative.left(now.standings[combatant_id], rules)
                            ),
                        ),
                    )
                )
                memory.reach(draft, combatant_id)
            turns.finish(draft, combatant_id)
        try:
            turns.settle(draft)
        except DiceNeeded:
            return
        now = draft.encounter
        if not now.is_open or now.part != encounter.part:
            return
        yield _told(now, chosen)
        if not now.acting():
            ids = order.next_ids(now)
            chosen.append((ids[0], frozenset(order.first_of_places(now, ids))))
            turns.give(draft, order.called_with(now, ids[:1], ids), NEXT)
            now = draft.encounter


def _told(now: Encounter, chosen: Sequence[tuple[Id, frozenset[Id]]]) -> UpcomingTurn:
    """Return the turn of the acting combatants or candidates, with those of earlier choices who may come instead."""
    acting = now.acting()
    ids = {*(acting or order.first_of_places(now, order.next_ids(now)))}
    others = {combatant_id for combatant_id, of_whom in chosen if ids <= of_whom}
    together = tuple(combatant_id for combatant_id in now.combatants if combatant_id in ids or combatant_id in others)
    if others or not acting:
        rules = rules_of(now)
        by_side = rules.sequence.by_side or rules.draws_sides or rules.place.holder is Holder.SLOT
        name = memory.side_name(memory.side_of(now, together[0])) if by_side and len(together) > 1 else ""
        return turn_of(now, together, label=name)
    return _turn(now, acting)


def _turn(encounter: Encounter, ids: Sequence[Id]) -> UpcomingTurn:
    """Return the turn of combatants who act together, with their common number."""
    totals = {
        score.total if score else None for score in (initiative.number(encounter, combatant_id) for combatant_id in ids)
    }
    return turn_of(encounter, ids, totals.pop() if len(totals) == 1 else None)


def _by_number(encounter: Encounter, ids: Sequence[Id]) -> Iterator[UpcomingTurn]:
    left = [*ids]
    while left:
        level = initiative.level_with(encounter, left[0], left)
        yield _turn(encounter, level)
        left = [combatant_id for combatant_id in left if combatant_id not in level]


def _by_count(encounter: Encounter, rules: RuleSet) -> list[UpcomingTurn]:
    """Predict turns by count: everybody takes the first action that costs points."""
    price, sign = rules.first_price, rules.later_sign
    assert price is not None  # RuleSet has checked it
    key, standings, turns_ahead = initiative.key_of(encounter, rules), {**encounter.standings}, list[UpcomingTurn]()
    acting = encounter.acting()
    left = {
        combatant_id: initiative.left(standings[combatant_id], rules)
        for combatant_id in encounter.order
        if combatant_id in acting or turns_left.has_turn(encounter, combatant_id)
    }
    keys = {combatant_id: key(combatant_id) for combatant_id in left}
    settles = [tie.by for tie in initiative.before_end(rules.ties)]
    reached = count(1 + max(recall(standing).reached for standing in standings.values()))
    while acting and len(turns_ahead) < MOST_UPCOMING_TURNS:
        for combatant_id in acting:
            left[combatant_id] += sign * memory.points_of(encounter, combatant_id, price, left[combatant_id])
            standings[combatant_id] = Standing()  # a ruling in a tie ends when the number changes
            late, _, *ties = keys[combatant_id]
            came = next(reached)
            ties = [_after_change(by, tie, came) for by, tie in zip(settles, ties, strict=True)]
            keys[combatant_id] = (late, sign * left[combatant_id], *ties)
            if left[combatant_id] <= 0 and rules.end.at_zero:
                del left[combatant_id]
        row = with_rulings(sorted(left, key=keys.__getitem__), standings, left)
        acting = row[:1]
        unplaced = [who for who in row if left.get(standings[who].before) != left[who]]
        level = [who for who in unplaced if who == row[0] or is_undecided(keys[row[0]], keys[who])]
        if row[:1] == tuple(unplaced[:1]) and len(initiative.units(encounter, level)) > 1:
            # A coin or a roll is to come, unless others of the group have rolled already.
            return max(turns_ahead, [*islice(_by_playing(encounter, rules), MOST_UPCOMING_TURNS)], key=len)
        if acting and rules.goes_together and not standings[row[0]].before:
            acting = tuple(combatant_id for combatant_id in row if keys[combatant_id] == keys[row[0]])
        turns_ahead += [turn_of(encounter, acting, left[acting[0]])] if acting else []
    return turns_ahead


def _after_change(by: TieBy, tie: object, came: int) -> object:
    """Return the part of a sort key by one rule for ties, once the number has changed."""
    match by:
        case TieBy.REACHED:
            return came
        case TieBy.AGAIN:
            return ()
        case TieBy.FIELD | TieBy.SIDE | TieBy.COIN | TieBy.TOGETHER | TieBy.LISTED:
            return tie
        case _:
            assert_never(by)
