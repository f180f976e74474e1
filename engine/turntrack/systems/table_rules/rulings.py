"""Rulings of table rules: counters, surprise, the count of the end, numbers, and rows that are dragged."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import dropwhile, takewhile

from turntrack.core.commands import Move
from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, StatusSet
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.names import join_names
from turntrack.core.ordering import Drop, drop_row, insert_before, same_place
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.arrivals import let_others_begin
from turntrack.systems.table_rules.memory import (
    change,
    change_fight,
    full,
    recall,
    recall_fight,
    rules_of,
    shorten,
    used_of,
)
from turntrack.systems.table_rules.order import row_of_lap, track
from turntrack.systems.table_rules.placement import (
    leave_row,
    list_together,
    place,
    place_beside,
    set_number,
    settle_ties,
)
from turntrack.systems.table_rules.rule_texts import BUDGET, END, NEXT, START, VALUE, count_words, part_word
from turntrack.systems.table_rules.turns import put_off, settle
from turntrack.systems.table_rules.turns_left import has_more, has_turn, is_out


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    rules = rules_of(encounter)
    if not combatant_id:
        rises = Field("risen", rules.ends.rises, Kind.NUMBER, recall_fight(encounter).risen, high=rules.ends.most)
        return (rises,) if rules.ends.rises else ()
    standing = encounter.standings[combatant_id]
    counters = tuple(
        Field(
            f"counter{at}",
            f"{counter.name} left",
            Kind.NUMBER,
            full(encounter, combatant_id, counter) - used,
            low=-99,
            high=999,
        )
        for at, (counter, used) in enumerate(zip(rules.budget, used_of(standing, rules), strict=True))
    )
    if not rules.surprise.is_marked:
        return counters
    first = rules.surprise.acts_first
    flag = Field(
        "surprise",
        "Surprises the others" if first else "Surprised",
        Kind.FLAG,
        recall(standing).is_surprised,
        help=START,
    )
    return (*counters, flag)


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "risen":
        change_fight(draft, RULING, risen=int(value))
    elif key == "surprise":
        for mate in initiative.surprised_with(draft.encounter, combatant_id):
            change(draft, mate, RULING, is_surprised=bool(value))
    else:
        _rule_counter(draft, combatant_id, int(key.removeprefix("counter")), int(value))


def _rule_counter(draft: Draft, combatant_id: Id, at: int, left: int) -> None:
    counter = rules_of(draft.encounter).budget[at]
    most, used = (
        full(draft.encounter, combatant_id, counter),
        [*used_of(draft.standing(combatant_id), rules_of(draft.encounter))],
    )
    if left > most:
        raise Refused("too_many", f"There are at most {count_words(most, counter.name)} here.", BUDGET)
    if most - left < used[at]:  # memory_words reports use, but no return
        name = draft.combatant(combatant_id).name
        draft.record(Noted(f"{name} has {count_words(left, counter.name)} left.", RULING, combatant_id))
    used[at] = most - left
    change(draft, combatant_id, RULING, used=shorten(used))


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter, is_corrected: bool) -> None:
    """Apply numbers set by a ruling; if numbers are used up, they decide who is out or back."""
    rules = rules_of(draft.encounter)
    if not rules.has_numbers:
        raise Refused("no_number", "Nobody has a number here.", VALUE)
    for combatant_id in ids:
        memory.change(draft, combatant_id, has_number=True)
    own = initiative.speakers(draft.encounter)
    for speaker, ruled in {own[combatant_id]: combatant_id for combatant_id in ids}.items():
        teller = speaker if speaker in ids else ruled
        set_number(draft, teller, initiative.left(draft.standing(teller), rules), "ruling", RULING)
    let_others_begin(draft)
    settle_ties(draft)
    initiative.list_from_first(draft)
    if not rules.sequence.by_count and not rules.end.at_zero:
        return
    for combatant_id in [who for each in ids for who in initiative.mates(draft.encounter, each)]:
        status, out = draft.standing(combatant_id).status, is_out(draft.encounter, combatant_id)
        has_turns = has_turn(draft.encounter, combatant_id, anew=True) or has_more(draft.encounter, combatant_id)
        if status is Status.DONE and not out and (has_turns or rules.sequence.by_count):
            draft.record(StatusSet(combatant_id, Status.READY, "is back in this round", RULING))
        elif out and status is not Status.DONE:
            draft.record(StatusSet(combatant_id, Status.DONE, "is out for this round", END))


def move(draft: Draft, command: Move) -> None:
    """Move a row by ruling; it takes what decides the order, score or surprise, from a row beside its place."""
    encounter, combatant_id = draft.encounter, command.id
    rules = rules_of(encounter)
    if not encounter.is_open:
        name, when = encounter.name_of(combatant_id), f"when round {encounter.round + 1} has begun"
        instead = f"change {name}’s on the sheet, or move {name} {when}"
        move_in_list(draft, command, track, f"The order is that of the numbers: {instead}.")
        return
    standing = encounter.standings[combatant_id]
    row = row_of_lap(encounter)
    if combatant_id not in row:
        part = part_word(rules) or "round"
        raise Refused("no_turn", f"{encounter.name_of(combatant_id)} has no turn to come in this {part}.", NEXT)
    below = dropwhile(command.before.__ne__, track(encounter))  # of whom some wait, or are over
    before = next((row_id for row_id in below if row_id in row), "")
    own, mates = initiative.speakers(encounter), initiative.mates(encounter, combatant_id)
    others = [row_id for row_id in row if row_id == combatant_id or row_id not in mates]
    drop = drop_row(others, combatant_id, _first_of_place(encounter, row, combatant_id, before))
    if not drop.moves:
        _reorder_place(draft, combatant_id, before, mates)
        return
    stay = {*drop.above}
    if standing.status is not Status.ACTING:  # somebody of the place who acts by a ruling goes on
        stay |= {*takewhile(before.__ne__, row)}.intersection(mates)
    lost = [other for other in encounter.acting() if other not in stay or other == combatant_id]
    moved = [row_id for row_id in row if row_id in mates and (row_id in lost or row_id not in encounter.acting())]
    beside = _find_neighbour(encounter, combatant_id, drop)
    number, is_last = initiative.left_of_place(encounter, beside), beside in drop.above
    is_least = rules.end.at_zero and is_last and number == 1
    if rules.ranks_by_number:
        number += rules.later_sign if is_last and not is_least else 0  # one less would be out
        if number != initiative.left_of_place(encounter, combatant_id):
            set_number(draft, combatant_id, number, "ruling", RULING)
    _place(draft, moved, drop)
    if initiative.lets_some_act_first(encounter):
        for mate in mates:
            memory.change(draft, mate, RULING, is_surprised=recall(encounter.standings[own[beside]]).is_surprised)
    # by count, and where equals act together, the others have no order to keep
    has_number = recall(encounter.standings[own[beside]]).has_number  # not whoever acts by a ruling alone
    keeps_order = has_number and rules.sequence.by_number and not rules.goes_together
    if (is_least and has_number) or (keeps_order and not is_last):
        place_beside(draft, encounter, combatant_id, beside, behind=is_last)
    elif keeps_order:
        leave_row(draft, encounter, combatant_id)
    for other in (*moved, *drop.below):  # the turn comes at the place of the row, though it was interrupted
        put_off(draft, other)
    for other in lost:
        draft.record(StatusSet(other, Status.READY))
    for other in (*moved, *drop.below):
        if not has_turn(draft.encounter, other):
            memory.change(draft, other, extra=True)
    # Above whoever acts means to act now, also where that one was chosen or acted by a ruling.
    if beside in lost and not is_last and not _is_called(draft.encounter, combatant_id):
        for mate in moved:
            draft.record(StatusSet(mate, Status.ACTING, "acts now", RULING))


def _place(draft: Draft, moved: Sequence[Id], drop: Drop) -> None:
    """Place the rows that are moved, which share a place, and say so."""
    encounter = draft.encounter
    own = initiative.speakers(encounter)
    below = own[drop.below[0]] if drop.below else ""
    where = replace(drop, above=(*moved[1:], *drop.above)).name_place(encounter)
    speaker = own[moved[0]]
    if [*moved] != [speaker]:
        names = join_names([encounter.name_of(row_id) for row_id in moved], " and ")
        draft.record(Noted(f"{names} {'are' if len(moved) > 1 else 'is'} placed {where}.", RULING))
    if below and not rules_of(encounter).ranks_by_number:
        below = next(who for who in encounter.able() if own[who] == below)
    place(draft, speaker, below, f"is placed {where}" if [*moved] == [speaker] else "")


def _reorder_place(draft: Draft, combatant_id: Id, before: Id, mates: Sequence[Id]) -> None:
    """Move the combatant among those who share the place, who act together all the same. Raises Refused."""
    rows = track(draft.encounter)
    where = f"before {draft.encounter.name_of(before)}" if before in mates else "last of them"
    draft.record(Noted(f"{draft.encounter.name_of(combatant_id)} is placed {where}.", RULING, combatant_id))
    list_together(draft, insert_before(mates, combatant_id, before))
    if track(draft.encounter) == rows:
        raise same_place()


def _find_neighbour(encounter: Encounter, combatant_id: Id, drop: Drop) -> Id:
    """Return whose number and surprise the dragged row takes: the one below, if that acts as it does (G13)."""
    rows = (*drop.above[-1:], combatant_id, *drop.below[:1])
    own = initiative.speakers(encounter)
    act_first = [recall(encounter.standings[own[row_id]]).is_surprised for row_id in rows]
    is_last_of_first = initiative.lets_some_act_first(encounter) and act_first == [True, True, False]
    return drop.above[-1] if is_last_of_first or not drop.below else drop.below[0]


def _is_called(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the rules give the next turn to the combatant, without dice or a choice."""
    called = Draft(encounter)
    with suppress(DiceNeeded):
        settle(called)
    return combatant_id in called.encounter.acting()


def _first_of_place(encounter: Encounter, row: Sequence[Id], combatant_id: Id, before: Id) -> Id:
    """Return the id before which a dropped row lands; never one between those who share a place."""
    own = initiative.speakers(encounter)
    above = {own[row_id] for row_id in takewhile(before.__ne__, row)}
    below = dropwhile(before.__ne__, row)
    return next((row_id for row_id in below if own[row_id] not in {*above, own[combatant_id]}), "")
