"""What the screen shows beside the choices: badges, words for the log, the turns to come, chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from engine.arriving import until_arrival
from engine.choices import MOST_COMING, Turn
from engine.dice import DiceNeeded
from engine.draft import Draft
from engine.events import Spent
from engine.model import Encounter, Id, Standing, Status
from engine.sums import Term, signed
from engine.systems.homebrew import memory, numbers, opening, turns
from engine.systems.homebrew.memory import of, of_fight, rules_of
from engine.systems.homebrew.rules import (
    ASIDE,
    BUDGET,
    LAPS,
    NEXT,
    START,
    count_words,
    part_word,
    rule_texts,
    wait_word,
)
from engine.systems.homebrew.settings import (
    End,
    First,
    Holder,
    Order,
    Refill,
    RuleSet,
    Source,
    Surprise,
    Waiting,
    form_fields,
)
from engine.systems.protocol import Badge, Chance, TurnSystem
from engine.table.order import one_by_one, turn_of, with_rulings


def for_fight(system: TurnSystem, encounter: Encounter) -> TurnSystem:
    """Return the system with the words and the sheet of the rules that the fight goes by."""
    return _with_rules(system, rules_of(encounter), of_fight(encounter).rules is not None)


@lru_cache(maxsize=100)
def _with_rules(system: TurnSystem, rules: RuleSet, are_chosen: bool) -> TurnSystem:
    is_count = rules.order is Order.COUNT
    goes_up = is_count and rules.first is First.LOW
    return replace(
        system,
        title=rules.name if are_chosen else system.title,
        emblem=rules.emblem,
        rules=rule_texts(rules),
        fields=form_fields(rules),
        round_word="count" if goes_up else system.round_word,
        counts_points=is_count,
        counts_up=goes_up,
        count_word="tick" if goes_up else "count",
        deck=rules.number.cards if rules.number.source is Source.CARDS and not is_count else 0,
        part_word=part_word(rules),
    )


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    """Say what is left of the counters, who waits, is surprised, declared what."""
    standing, rules = encounter.standings[one], rules_of(encounter)
    now = of(standing)
    if not standing.able:
        return ()
    found = []
    if encounter.round:
        for counter in rules.budget:
            left = memory.left_of(encounter, one, counter.name)
            if left != memory.full(encounter, one, counter) and _matters(encounter, one, counter.name, counter.refill):
                found.append(Badge(count_words(left, counter.name), BUDGET, "off" if left <= 0 else "plain"))
    jumps = rules.start.surprise is Surprise.FIRST
    if now.is_surprised and (not jumps or encounter.round <= 1):
        found.append(Badge("jumps" if jumps else "surprised", START, "warn"))
    if encounter.is_open:
        if standing.status is Status.HOLDING:
            found.append(Badge("acts next" if now.is_next else wait_word(rules.aside.waiting), ASIDE, "good"))
        if now.kept:
            found.append(Badge("kept a turn", ASIDE, "good"))
        if now.pace:
            found.append(Badge(now.pace, LAPS))
    return tuple(found)


def _matters(encounter: Encounter, one: Id, counter: str, refill: Refill) -> bool:
    """Tell whether what is left of a counter can still be used before it is filled again."""
    rules, standing = rules_of(encounter), encounter.standings[one]
    match refill:
        case Refill.TURN:
            in_turn = standing.status is Status.ACTING or of(standing).has_begun
            return in_turn or any(price.off_turn and price.of == counter for price in rules.prices)
        case Refill.ROUND:
            return encounter.is_open
        case Refill.NEVER:
            return True
        case _:
            assert_never(refill)


def memory_words(before: Encounter, after: Encounter, one: Id) -> str:
    if not one:
        was_fight, now_fight = of_fight(before), of_fight(after)
        if was_fight.rules != now_fight.rules and now_fight.rules:
            return f"The fight goes by the rules “{now_fight.rules.name}”"
        if was_fight.risen != now_fight.risen:
            return f"{rules_of(after).ends.rises or 'The counter'} is {now_fight.risen}"
        return ""
    was, now = of(before.standings[one]), of(after.standings[one])
    if now.pace and was.pace != now.pace:
        return f"declares: {now.pace}"
    if was.is_surprised != now.is_surprised:
        first = rules_of(after).start.surprise is Surprise.FIRST
        words = ("surprises the others", "surprises nobody") if first else ("is surprised", "is surprised no longer")
        return words[not now.is_surprised]
    rules = rules_of(after)
    used = zip(
        rules.budget,
        memory.used_of(before.standings[one], rules),
        memory.used_of(after.standings[one], rules),
        strict=True,
    )
    less = [it for it, had, has in used if has > had]
    left = (
        f"{signed(memory.left_of(after, one, it.name))} of {count_words(memory.full(after, one, it), it.name)} left"
        for it in less
    )
    return f"has {', '.join(left)}" if less else ""


# The turns to come


def coming(encounter: Encounter) -> tuple[Turn, ...]:
    """Return the next turns of the lap, if all do the ordinary thing, as far as they can be told."""
    rules = rules_of(encounter)
    if not encounter.is_open:
        return ()
    found = _coming(encounter, rules)
    return until_arrival(encounter, found, rules.first is First.LOW) if rules.order is Order.COUNT else found


def _coming(encounter: Encounter, rules: RuleSet) -> tuple[Turn, ...]:
    waiting = turns.holders(encounter)
    slots = rules.place.holder is Holder.SLOT
    several = rules.place.many > 1 or bool(rules.place.field)
    lasting = rules.order is Order.COUNT and waiting  # who has waited may have more turns than the last one
    if (
        rules.order is Order.BAG
        or several
        or lasting
        or _is_special(encounter, rules)
        or (slots and not rules.is_chosen)
    ):
        return _by_playing(encounter, rules)
    ids = turns.to_act(encounter)
    if rules.order is Order.COUNT:
        found = _by_count(encounter, rules)
    elif rules.is_chosen:
        found = _chosen(encounter, rules, ids)
    elif rules.order is Order.NUMBER:
        found = _by_number(encounter, ids)
    else:
        return _by_playing(encounter, rules)
    last = () if rules.aside.waiting is Waiting.ACROSS else waiting
    return (*found, *one_by_one(encounter, last, numbers.number))[:MOST_COMING]


def _chosen(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> tuple[Turn, ...]:
    """Tell the turns of those of whom one will be chosen: of everybody, or of the sides in their order."""
    if rules.order in (Order.POPCORN, Order.ANYONE):
        return tuple(_of_whom(encounter, ids, "") for _ in ids[:MOST_COMING])
    found, left = list[Turn](), [*ids]
    members: dict[str, list[Id]] = {}
    for one in ids:
        members.setdefault(memory.side_of(encounter, one), []).append(one)
    slots = [memory.side_of(encounter, one) for one in turns.slots(encounter)] if rules.order is Order.NUMBER else []
    last = memory.side_of(encounter, encounter.acting()[-1]) if encounter.acting() else None
    while left and len(found) < MOST_COMING:
        there = {memory.side_of(encounter, one) for one in left}
        if rules.order is Order.NUMBER:
            slots = [side for side in slots if side in there]
            side = slots.pop(0) if slots else memory.side_of(encounter, left[0])
        else:
            side = turns.next_side(encounter, left, last)
        found.append(_of_whom(encounter, members[side], memory.side_name(side)))
        left.remove(next(one for one in left if memory.side_of(encounter, one) == side))
        last = side
    return tuple(found)


def _of_whom(encounter: Encounter, ids: Sequence[Id], label: str) -> Turn:
    """Make the turn of one of ``ids``, or of the only one."""
    in_order = [one for one in encounter.combatants if one in ids]
    return _turn(encounter, in_order) if len(in_order) == 1 else turn_of(encounter, in_order, label=label)


def _is_special(encounter: Encounter, rules: RuleSet) -> bool:
    """Tell whether it takes more than sorting to say who is next: somebody goes on, comes back in, or loses a turn."""
    jumps = rules.start.surprise is Surprise.FIRST and encounter.round <= 1 and rules.is_chosen
    for one, standing in encounter.standings.items():
        now = of(standing)
        goes_on = now.has_begun and standing.status is not Status.ACTING
        special = goes_on or now.is_next or now.extra or (jumps and now.is_surprised)
        if standing.plays and (special or turns.loses_turn(encounter, one)):
            return True
    return False


def _by_playing(encounter: Encounter, rules: RuleSet) -> tuple[Turn, ...]:
    """Play on with nothing special, until dice decide; where somebody chooses, it is one of several."""
    draft, found, chosen = Draft(encounter), list[Turn](), list[tuple[Id, frozenset[Id]]]()
    price = rules.first_price
    now = encounter
    while len(found) < MOST_COMING:
        for one in now.acting():
            if rules.order is Order.COUNT and price:
                draft.record(Spent(one, Term("", price.points(numbers.left(now.standings[one], rules)))))
            turns.finish(draft, one)
        try:
            turns.settle(draft)
        except DiceNeeded:
            break
        now = draft.encounter
        if not now.is_open or now.part != encounter.part:
            break
        found.append(_told(now, chosen))
        if not now.acting():
            ids = turns.next_ids(now)
            chosen.append((ids[0], frozenset(ids)))
            turns.give(draft, ids[:1], NEXT)
            now = draft.encounter
    return tuple(found)


def _told(now: Encounter, chosen: Sequence[tuple[Id, frozenset[Id]]]) -> Turn:
    """Make the turn of those who act, or can be chosen; others of the same choice may come before them instead."""
    acting = now.acting()
    ids = {*(acting or turns.next_ids(now))}
    others = {one for one, of_whom in chosen if ids <= of_whom}
    together = tuple(one for one in now.combatants if one in ids or one in others)
    if others or not acting:
        rules = rules_of(now)
        by_side = rules.order in (Order.SIDES, Order.ALTERNATING) or rules.place.holder is Holder.SLOT
        name = memory.side_name(memory.side_of(now, together[0])) if by_side and len(together) > 1 else ""
        return turn_of(now, together, label=name)
    return _turn(now, acting)


def _turn(encounter: Encounter, ids: Sequence[Id]) -> Turn:
    """Make the turn of those who act at the same time, on the number that they have in common."""
    found = {score.total if score else None for score in (numbers.number(encounter, one) for one in ids)}
    return turn_of(encounter, ids, found.pop() if len(found) == 1 else None)


def _by_number(encounter: Encounter, ids: Sequence[Id]) -> tuple[Turn, ...]:
    found, left = list[Turn](), [*ids]
    while left and len(found) < MOST_COMING:
        level = numbers.level_with(encounter, left[0], left)
        found.append(_turn(encounter, level))
        left = [one for one in left if one not in level]
    return tuple(found)


def _by_count(encounter: Encounter, rules: RuleSet) -> tuple[Turn, ...]:
    """Count on the numbers alone, as each does the first of the actions that cost points."""
    price, sign = rules.first_price, -1 if rules.first is First.HIGH else 1
    assert price is not None  # the settings have seen to it
    key, standings, found = numbers.key_of(encounter, rules), {**encounter.standings}, list[Turn]()
    acting = encounter.acting()
    left = {
        one: numbers.left(standings[one], rules)
        for one in encounter.order
        if one in acting or turns.has_turn(encounter, one)
    }
    keys = {one: key(one) for one in left}
    while acting and len(found) < MOST_COMING:
        for one in acting:
            left[one] += sign * price.points(left[one])
            standings[one] = Standing()  # a ruling in a tie ends when the number changes
            keys[one] = (keys[one][0], sign * left[one], *keys[one][2:])
            if left[one] <= 0 and rules.ends.when is End.ZERO:
                del left[one]
        row = with_rulings(sorted(left, key=keys.__getitem__), standings, left)
        acting = row[:1]
        if acting and rules.goes_together and not standings[row[0]].before:
            acting = tuple(one for one in row if keys[one] == keys[row[0]])
        found += [turn_of(encounter, acting, left[acting[0]])] if acting else []
    return tuple(found)


# Chances


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Say who acts first when numbers are made, and whose token is drawn next."""
    return opening.tell(encounter).chances


def uncounted(encounter: Encounter) -> str:
    return opening.tell(encounter).uncounted


def tie_words(encounter: Encounter) -> str:
    return opening.tell(encounter).ties
