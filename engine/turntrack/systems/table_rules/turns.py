"""Rounds, laps and turns: their beginning and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from turntrack.core.dice import DiceCode
from turntrack.core.draft import Draft
from turntrack.core.events import RULING, Noted, Placed, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.names import names_in_words
from turntrack.core.score import Score, Term
from turntrack.systems.table_rules import initiative, memory, new_numbers, order, placement
from turntrack.systems.table_rules.checks import check_phases
from turntrack.systems.table_rules.memory import recall, recall_all, rules_of, turns_had
from turntrack.systems.table_rules.placement import settle_ties
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import (
    ASIDE,
    END,
    FIRST,
    FRESH,
    LAPS,
    NEXT,
    PLACE,
    START,
    TIES,
    wait_words,
)
from turntrack.systems.table_rules.settings import (
    DelayEnd,
    Fresh,
    Holder,
    LapKind,
    Refill,
    Surprise,
)
from turntrack.systems.table_rules.turns_left import (
    acts_in_next_segment,
    has_more,
    has_turn,
    is_out,
    with_turns,
)
from turntrack.systems.toolkit.guards import Guards

GUARDS = Guards(END, turn=NEXT)


# Rounds


def open_round(draft: Draft) -> None:
    before, rules = draft.encounter, rules_of(draft.encounter)
    if memory.recall_fight(before).rules is None:
        memory.change_fight(draft, rules=rules)
    draft.record(RoundOpened(before.round + 1, rule=END))
    if before.round and rules.ends.rises:
        memory.change_fight(draft, END, risen=min(rules.ends.most, memory.recall_fight(before).risen + 1))
    if before.round and rules.start.surprise in (Surprise.LAP, Surprise.REACTIONS, Surprise.HOLD):
        _end_surprise(draft)
    _settle_players(draft)
    _find_first_side(draft, before)
    _stand_for_good(draft, before)
    new_numbers.shuffle(draft)
    for combatant_id in before.order:
        now = recall(draft.standing(combatant_id))
        if not rules.fresh.is_lasting:
            memory.change(draft, combatant_id, has_number=False, numbers=())
        elif now.numbers and now.has_number:
            draft.record(ScoreSet(combatant_id, now.numbers[0]))
            memory.reach(draft, combatant_id)
        elif rules.end.is_endless and now.has_number:
            _go_on_counting(draft, combatant_id, initiative.left(before.standings[combatant_id], rules))
        memory.refill(draft, combatant_id, Refill.ROUND)
        if rules.out_of_turn.each_round:
            memory.change(draft, combatant_id, done_out_of_turn=())
    sitting = [combatant_id for combatant_id in before.able() if sits_out(before, combatant_id)]
    able = [who for who in before.able() if who not in sitting and not waits_on(before, who)]
    new_numbers.make(
        draft,
        [combatant_id for combatant_id in able if not recall(draft.standing(combatant_id)).has_number],
        before,
        FRESH,
    )
    settle_ties(draft)
    if (
        not any(recall(before.standings[combatant_id]).has_number for combatant_id in able)
        or not rules.fresh.is_lasting
    ):
        initiative.list_from_first(draft)
    for combatant_id in before.able():
        if waits_on(before, combatant_id):
            memory.change(draft, combatant_id, kept=False)
            begins = "" if before.round else f"{wait_words(rules).is_so} from the beginning"
            draft.record(StatusSet(combatant_id, Status.HOLDING, begins, ASIDE))
    for combatant_id in sitting:
        draft.record(StatusSet(combatant_id, Status.DONE, "is surprised and sits this round out", START))
    for combatant_id in able:
        if not initiative.places(draft.encounter, combatant_id):
            draft.record(StatusSet(combatant_id, Status.DONE, "has no place in this round", PLACE))
        elif is_out(draft.encounter, combatant_id):
            draft.record(StatusSet(combatant_id, Status.DONE, "starts at 0 or less and sits the round out", END))
    check_phases(draft, able)
    _miss_named_sides(draft)
    _call_for_declarations(draft)
    _skip_to_first_segment(draft)
    if draft.encounter.round == 1 or not rules.fresh.is_lasting:
        _tell_ties(draft)


def _tell_ties(draft: Draft) -> None:
    """Say of whom the table decides who goes first; until then they go as they are listed (G5)."""
    encounter = draft.encounter
    tied = [names_in_words([encounter.name_of(who) for who in ids]) for ids in initiative.left_to_table(encounter)]
    if tied:
        draft.record(Noted(f"Tied: {'; '.join(tied)}. Drag them as you decide.", TIES))


def _miss_named_sides(draft: Draft) -> None:
    """Say in the first round which phases are nobody's, so that a side that is written otherwise is noticed (G8)."""
    encounter = draft.encounter
    laps, there = rules_of(encounter).laps, {side.casefold() for side in memory.sides(encounter)}
    if encounter.round != 1 or laps.kind is not LapKind.PHASES:
        return
    for phase in laps.phases:
        if phase.named and phase.named.casefold() not in there:
            draft.record(Noted(f"Nobody is on the side {phase.named}: {phase.name} is skipped.", LAPS))


def _call_for_declarations(draft: Draft) -> None:
    """Say in which order actions are declared: from the last in the order up (G4)."""
    if rules_of(draft.encounter).declares_up:
        row = reversed(initiative.ranking(draft.encounter, with_turns(draft.encounter)))
        names = [name for name, _ in initiative.units(draft.encounter, row)]
        draft.record(Noted(f"To declare, from the last up: {', '.join(names) or 'nobody'}.", FIRST))


def _skip_to_first_segment(draft: Draft) -> None:
    """Begin the first round in a later segment (G8)."""
    encounter = draft.encounter
    part = order.first_part(rules_of(encounter))
    if encounter.round == 1 and part > 1:
        draft.record(RoundOpened(encounter.round, part, LAPS))


def waits_on(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant begins the next round waiting, without a place in it (G11)."""
    if not encounter.round and rules_of(encounter).surprise.others_hold:
        surprised = {memory.side_of(encounter, who) for who in encounter.able() if sits_out(encounter, who)}
        return bool(surprised) and memory.side_of(encounter, combatant_id) not in surprised
    return rules_of(encounter).out_of_turn.end is DelayEnd.USED and recall(encounter.standings[combatant_id]).kept


def sits_out(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant is surprised and so has no place in the first round (G13)."""
    is_first = not encounter.round and rules_of(encounter).surprise.others_hold
    return is_first and recall(encounter.standings[combatant_id]).is_surprised


def _find_first_side(draft: Draft, before: Encounter) -> None:
    """Find the side that begins (G13): by a die, or after the one that acted last; or forget the one of last round."""
    rules, encounter = rules_of(draft.encounter), draft.encounter
    first_side, there = rules.start.side.effect, order.sides_to_begin(encounter)
    is_known = (first_side.lasts or first_side.goes_on) and bool(memory.recall_fight(encounter).begins)
    begins = memory.recall_fight(encounter).begins if is_known else ()
    if first_side.goes_on and there and memory.last_to_act(before):
        begins = (order.next_side(before, encounter.able()),)
    elif not is_known and len(there) == 1 and there != memory.sides_of(encounter, encounter.able()):
        begins = there
    elif first_side.is_rolled and not is_known and len(there) > 1:
        code = side_die(rules, there)
        request = draft.request((), "The table", "the side that begins", code)
        (roll,) = draft.roll((request,), START)
        begins = (side_on(there, code, roll.total),)
    memory.change_fight(draft, START, begins=begins, has_kept=False, drawn=())


def _settle_players(draft: Draft) -> None:
    """Remember which sides are the players’, so that nobody who comes or leaves changes it."""
    if rules_of(draft.encounter).speaks_of_players and not memory.recall_fight(draft.encounter).players:
        memory.change_fight(draft, START, players=tuple(sorted(memory.players_sides(draft.encounter))))


def side_die(rules: RuleSet, sides: Sequence[str]) -> DiceCode:
    """Return the die that says which of the sides begins."""
    return DiceCode(1, max(rules.start.faces, len(sides)))


def side_on(sides: Sequence[str], code: DiceCode, face: int) -> str:
    """Return the side that begins on this face: the highest faces are those of the first side.

    >>> [side_on(("Heroes", "Raiders"), DiceCode(1, 5), face) for face in (5, 3, 2)]
    ['Heroes', 'Heroes', 'Raiders']
    """
    return sides[(code.sides - face) * len(sides) // code.sides]


def _stand_for_good(draft: Draft, before: Encounter) -> None:
    """Repeat placements of delays that last (G11), if numbers last too; without numbers the list itself keeps them."""
    rules = rules_of(before)
    if not rules.delay.stays or not rules.fresh.is_lasting or not rules.has_numbers:
        return
    links = {
        combatant_id: standing.before
        for combatant_id, standing in before.standings.items()
        if standing.before in before.standings
    }
    while ends := [
        combatant_id for combatant_id, other in links.items() if other not in links
    ]:  # a link is placed after the one it depends on
        for combatant_id in ends:
            draft.record(Placed(combatant_id, links.pop(combatant_id)))


def _go_on_counting(draft: Draft, combatant_id: Id, count: int) -> None:
    """Keep the count in a new round, which only a ruling opens where the count never ends."""
    if count != initiative.left(draft.standing(combatant_id), rules_of(draft.encounter)):
        draft.record(ScoreSet(combatant_id, Score((Term("the count so far", count, END),)), END))


def close_round(draft: Draft) -> None:
    """End the waiting of everybody: the turn is lost or kept for the next round (G11)."""
    rules = rules_of(draft.encounter)
    waits = wait_words(rules)
    for combatant_id in order.holders(draft.encounter):
        if rules.out_of_turn.end.crosses_rounds:
            memory.change(draft, combatant_id, kept=True)
            draft.record(StatusSet(combatant_id, Status.DONE, f"{waits.stays_so} into the next round", ASIDE))
        else:
            draft.record(StatusSet(combatant_id, Status.DONE, f"{waits.has} in vain", ASIDE))


def settle(draft: Draft) -> None:
    for combatant_id in draft.encounter.acting():
        begin(draft, combatant_id)
    _let_back_in(draft)
    settle_ties(draft)
    while draft.encounter.is_open and not draft.encounter.acting():
        if not _call(draft):
            return
        settle_ties(draft)


def _let_back_in(draft: Draft) -> None:
    """Give a combatant whom a ruling brought back a number and one extra turn."""
    rules = rules_of(draft.encounter)
    memories, has_numbers = recall_all(draft.encounter.standings), rules.has_numbers
    ready = draft.encounter.able(Status.READY)
    missing = [combatant_id for combatant_id in ready if has_numbers and not memories[combatant_id].has_number]
    new_numbers.make(
        draft,
        [combatant_id for combatant_id in missing if initiative.places(draft.encounter, combatant_id)],
        draft.encounter,
    )
    back = {
        event.id
        for event in draft.events
        if isinstance(event, StatusSet) and (event.status, event.rule) == (Status.READY, RULING)
    }
    for combatant_id in ready:
        if (
            combatant_id in back
            and not has_turn(draft.encounter, combatant_id)
            and not has_more(draft.encounter, combatant_id)
        ):
            memory.change(draft, combatant_id, extra=True)


def _call(draft: Draft) -> bool:
    """Give the next turn or begin the next lap; return False if somebody has to choose."""
    encounter = draft.encounter
    if goes_on := next(iter(order.interrupted(encounter)), ""):
        draft.record(StatusSet(goes_on, Status.ACTING, "goes on", NEXT))
        return True
    if waiter := next(
        (
            combatant_id
            for combatant_id in order.holders(encounter)
            if recall(encounter.standings[combatant_id]).is_next
        ),
        "",
    ):
        _take_back_in(draft, waiter, f"{wait_words(rules_of(encounter)).has}, and acts now")
        return True
    if rules_of(encounter).sequence.is_drawn:
        return _draw(draft)
    if order.sides_to_choose(encounter):
        return False
    ids = order.next_ids(encounter)
    if not ids:
        return _end_lap(draft)
    if rules_of(encounter).is_chosen:
        # nobody is chosen to lose a turn: the surprised lose theirs first
        losers = tuple(combatant_id for combatant_id in ids if order.loses_turn(encounter, combatant_id))
        is_one_place = len(order.called_with(encounter, ids[:1], ids)) == len(ids)
        if (not is_one_place or order.may_pass(encounter, ids[0])) and not losers:
            return False
        ids = losers[:1] or ids
    by_number = rules_of(encounter).has_numbers and rules_of(encounter).sequence.is_ranked
    give(draft, ids, FIRST if by_number and not memory.last_stamp(encounter) else NEXT)
    return True


def give(draft: Draft, ids: Sequence[Id], rule: str) -> None:
    """Give a turn to ``ids``, several at the same time; the surprised lose it (G13)."""
    if rules_of(draft.encounter).place.holder is Holder.SLOT:
        slot = next(iter(order.slots(draft.encounter)), "")
        if slot and not recall(draft.standing(ids[0])).extra:
            memory.change(draft, slot, slot_used=True)
    memory.change_fight(draft, drawn=())
    last = memory.last_to_act(draft.encounter)
    if last and memory.side_of(draft.encounter, last) != memory.side_of(draft.encounter, ids[0]):
        memory.change_fight(draft, has_kept=False)
    for combatant_id in ids:
        if order.loses_turn(draft.encounter, combatant_id):
            _lose(draft, combatant_id)
        else:
            draft.record(StatusSet(combatant_id, Status.ACTING, rule=rule))
            begin(draft, combatant_id)


def put_off(draft: Draft, combatant_id: Id) -> None:
    """Let the turn come later, where the combatant stands: it goes on if anything was done in it, else it begins."""
    now = recall(draft.standing(combatant_id))
    is_to_go_on = now.has_begun and bool(now.did)
    memory.change(draft, combatant_id, has_begun=is_to_go_on, put_off=is_to_go_on)


def begin(draft: Draft, combatant_id: Id) -> None:
    """Begin the turn and fill its counters (G9), unless it goes on."""
    now = recall(draft.standing(combatant_id))
    if now.put_off:
        memory.change(draft, combatant_id, put_off=False, kept=False, is_next=False)
    elif not now.has_begun:
        interrupts = any(order.interrupted(draft.encounter))
        stamp = memory.last_stamp(draft.encounter) + 1 if interrupts else now.stamp
        done = now.done_out_of_turn if rules_of(draft.encounter).out_of_turn.each_round else ()
        is_more = not has_turn(draft.encounter, combatant_id, anew=True)  # by a ruling
        began = replace(
            now,
            has_begun=True,
            did=(),
            done_out_of_turn=done,
            kept=False,
            is_next=False,
            extra=now.extra or is_more,
            stamp=stamp,
        )
        draft.remember(combatant_id, began)
        if rules_of(draft.encounter).laps.kind is LapKind.PHASES:
            memory.change(draft, combatant_id, phase=draft.encounter.part)
        memory.refill(draft, combatant_id, Refill.TURN)
        memories = recall_all(draft.encounter.standings)
        for other in [other for other in draft.encounter.order if memories[other].used]:
            memory.refill(draft, other, Refill.ANY)
    elif any(recall(draft.standing(other)).stamp > now.stamp for other in order.interrupted(draft.encounter)):
        # It goes on by a ruling: whoever interrupts it now interrupts it last.
        memory.change(draft, combatant_id, stamp=memory.last_stamp(draft.encounter) + 1)


def _end_surprise(draft: Draft) -> None:
    """Let nobody be surprised any longer, as the first lap or round is over (G13)."""
    for combatant_id in draft.encounter.order:
        memory.change(draft, combatant_id, START, is_surprised=False)


def _lose(draft: Draft, combatant_id: Id) -> None:
    rules = rules_of(draft.encounter)
    draft.record(
        Noted(f"{draft.encounter.name_of(combatant_id)} is surprised and loses the turn.", START, combatant_id)
    )
    if rules.start.surprise is Surprise.TURN:
        memory.change(draft, combatant_id, START, is_surprised=False)
    if rules.sequence.by_count and rules.first_price:
        number = initiative.left(draft.standing(combatant_id), rules)
        cost = memory.points_of(draft.encounter, combatant_id, rules.first_price, number)
        draft.add_to_number(combatant_id, Term("surprised", rules.later_sign * cost, START), START)
        memory.reach(draft, combatant_id)
    finish(draft, combatant_id)


# The end of a turn, of a lap, of a round


def finish(draft: Draft, combatant_id: Id) -> None:
    """End the turn; the combatant is READY if it has another one in this round, else DONE."""
    _end_turn(draft, combatant_id, memory.last_stamp(draft.encounter) + 1, "has had a turn")


def give_up(draft: Draft, combatant_id: Id) -> None:
    """Take the next turn to come from somebody who has acted out of turn for it (G10); others have acted last."""
    now = recall(draft.standing(combatant_id))
    if now.kept:
        memory.change(draft, combatant_id, extra=not rules_of(draft.encounter).delay.stays)
    memory.change(draft, combatant_id, kept=False)
    _end_turn(draft, combatant_id, now.stamp, "gives up a turn for it")


def _end_turn(draft: Draft, combatant_id: Id, stamp: int, why: str) -> None:
    """Count a turn as had; ``why`` says it where another one follows."""
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    now, counter = recall(draft.standing(combatant_id)), rules.laps.counter
    had = turns_had(encounter, draft.standing(combatant_id)) + (not now.extra)
    after = replace(
        now,
        lap=encounter.part,
        turns=had,
        stamp=stamp,
        has_begun=False,
        put_off=False,
        did=(),
        extra=False,
        is_next=False,
    )
    draft.remember(combatant_id, after)
    if rules.laps.kind is LapKind.BUDGET and memory.left_of(draft.encounter, combatant_id, counter) > 0:
        spent = any(
            price.key in now.did and price.of == counter and memory.points_of(draft.encounter, combatant_id, price, 0)
            for price in rules.prices
        )
        if not spent:
            memory.use(draft, combatant_id, counter, 1, LAPS)
    memory.refill(draft, combatant_id, Refill.END)
    if had < len(now.numbers) and not now.extra:
        draft.record(ScoreSet(combatant_id, now.numbers[had]))
        memory.reach(draft, combatant_id)
    if has_turn(draft.encounter, combatant_id, anew=True) or has_more(draft.encounter, combatant_id):
        draft.record(StatusSet(combatant_id, Status.READY, "" if rules.sequence.by_count else why, NEXT))
    elif rules.sequence.by_count:
        draft.record(StatusSet(combatant_id, Status.DONE, "is out for this round", END))
    else:
        draft.record(StatusSet(combatant_id, Status.DONE, "is done for this round", NEXT))


def _take_back_in(draft: Draft, combatant_id: Id, why: str) -> None:
    draft.record(StatusSet(combatant_id, Status.ACTING, why, ASIDE))
    begin(draft, combatant_id)


def _end_lap(draft: Draft) -> bool:
    """Let the first waiting combatant act; if none has to act now, begin the next lap or end the round."""
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    goes_beyond = rules.waits_for_own_turn or rules.is_delay_for_round
    goes_on = (*draft.with_status(Status.READY), *(order.holders(encounter) if goes_beyond else ()))
    more = [
        combatant_id
        for combatant_id in goes_on
        if draft.standing(combatant_id).able and has_more(encounter, combatant_id)
    ]
    if waiting := _to_act_last(encounter, is_over=not more):
        last = memory.last_to_act(encounter, order.holders(encounter))
        if rules.out_of_turn.end is DelayEnd.GOOD and last:
            placement.move_beside(draft, waiting[0], last, behind=True)
        when = "last" if memory.last_stamp(encounter) else "now"
        _take_back_in(draft, waiting[0], f"{wait_words(rules).has}, and acts {when}")
        return True
    if not more:
        _end_round(draft)
        return True
    draft.record(RoundOpened(encounter.round, encounter.part + 1, LAPS))
    if rules.start.surprise is Surprise.LAP:
        _end_surprise(draft)
    if rules.fresh is Fresh.LAP:
        for combatant_id in more:
            memory.change(draft, combatant_id, has_number=False, numbers=())
        new_numbers.make(draft, more, encounter, FRESH)
    elif rules.laps.kind is LapKind.NUMBER:
        for combatant_id in encounter.order:
            now = draft.standing(combatant_id)
            was_out = now.status is Status.DONE and initiative.left(now, rules) <= 0
            if recall(now).has_number and not was_out:
                draft.add_to_number(combatant_id, Term("next lap", -rules.laps.step, LAPS), LAPS)
    _let_own_turns_come(draft)
    return True


def _to_act_last(encounter: Encounter, is_over: bool) -> tuple[Id, ...]:
    """List the waiting combatants who have to act before the lap ends; ``is_over`` says that the round ends with it."""
    rules, waiting = rules_of(encounter), order.holders(encounter)
    match rules.out_of_turn.end:
        case DelayEnd.NEXT:
            return ()
        case DelayEnd.USED:
            if not is_over or order.is_all_waiting(encounter):
                return waiting if is_over else ()
            return order.ambushers_left(encounter)
        case DelayEnd.ONCE | DelayEnd.GOOD if is_over or not rules.is_delay_for_round:
            return waiting
        case DelayEnd.ONCE | DelayEnd.GOOD:
            return tuple(combatant_id for combatant_id in waiting if acts_in_next_segment(encounter, combatant_id))
        case _:
            assert_never(rules.out_of_turn.end)


def _let_own_turns_come(draft: Draft) -> None:
    """Let combatants who waited into this lap also take their own turn of it."""
    rules = rules_of(draft.encounter)
    if not rules.waits_for_own_turn or rules.laps.kind is LapKind.PHASES:
        return
    for combatant_id in order.holders(draft.encounter):
        if has_turn(draft.encounter, combatant_id, anew=True):
            memory.change(draft, combatant_id, kept=True)
            draft.record(StatusSet(combatant_id, Status.READY))


def _end_round(draft: Draft) -> None:
    close_round(draft)
    draft.record(RoundClosed(draft.encounter.round, END))


def _draw(draft: Draft) -> bool:
    """Draw a token from the bag: one for each turn left, and perhaps one that ends the round (G12)."""
    encounter, ids = draft.encounter, order.next_tokens(draft.encounter)
    if takers := order.next_ids(encounter) if rules_of(encounter).draws_sides else ():
        losers = tuple(combatant_id for combatant_id in takers if order.loses_turn(encounter, combatant_id))
        if len(takers) > 1 and not losers:
            return False
        give(draft, (losers or takers)[:1], NEXT)
        return True
    ends = rules_of(encounter).end.has_token
    if not ids and (not ends or order.is_all_waiting(encounter)):
        return _end_lap(draft)
    drawn = 0
    if len({order.token_owner(encounter, combatant_id) for combatant_id in ids}) + ends > 1:
        request = draft.request((), "The bag", "the next token", DiceCode(1, len(ids) + ends))
        (roll,) = draft.roll((request,), NEXT)
        drawn = roll.total - 1
    if drawn < len(ids) and memory.is_token_of_side(encounter, ids[drawn]):
        memory.change_fight(draft, NEXT, drawn=(memory.side_of(encounter, ids[drawn]),))
    elif drawn < len(ids):
        give(draft, (ids[drawn],), NEXT)
    else:
        draft.record(Noted("The end token is drawn.", END))
        _end_round(draft)
    return True
