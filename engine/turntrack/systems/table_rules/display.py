"""What the screen shows beside the choices: badges, words for the log, the turns to come, chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import assert_never

from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.events import Spent
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import Term, signed
from turntrack.systems.arrivals import arrivals_at_count, until_arrival, with_arrivals
from turntrack.systems.choices import MOST_COMING, Turn
from turntrack.systems.protocol import Badge, Chance, TurnSystem
from turntrack.systems.table_rules import initiative, memory, turns
from turntrack.systems.table_rules.initiative import before_end, places, tie_key, units
from turntrack.systems.table_rules.memory import of, of_fight, rules_of
from turntrack.systems.table_rules.rule_set import (
    End,
    First,
    Fresh,
    Holder,
    LapKind,
    Order,
    Refill,
    RuleSet,
    Source,
    Surprise,
    TieBy,
    Waiting,
    form_fields,
)
from turntrack.systems.table_rules.rules import (
    ASIDE,
    BUDGET,
    END,
    LAPS,
    NEXT,
    START,
    count_words,
    part_word,
    rule_texts,
    wait_word,
)
from turntrack.systems.toolkit import odds_of_first
from turntrack.systems.toolkit.dice_expression import Addend, Combined, Constant, Node, addends, has_dice
from turntrack.systems.toolkit.distribution import Budget, TooMuch, throw_for
from turntrack.systems.toolkit.group_rolls import to_throw
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant
from turntrack.systems.toolkit.roll_counts import Throw
from turntrack.systems.toolkit.turn_order import one_by_one, turn_of, with_rulings

MOST_TOGETHER = 24
"""Of more the chance to be first, alone or with others, is not counted."""
MOST_PRODUCTS = 60_000
MOST_ENDLESS = 64
"""So much is gone through at most where equal numbers act at the same time: more would be felt at a tap."""
NOT_COUNTED = "Chances are not counted for these dice."


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
    # Who has waited may have more turns than the last one, or takes another number.
    takes_number = rules.aside.waiting is Waiting.GOOD and rules.aside.last
    lasting = waiting and (rules.order is Order.COUNT or takes_number)
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
    return (*found, *one_by_one(encounter, last, initiative.number))[:MOST_COMING]


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
                draft.record(Spent(one, Term("", price.points(initiative.left(now.standings[one], rules)))))
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
    found = {score.total if score else None for score in (initiative.number(encounter, one) for one in ids)}
    return turn_of(encounter, ids, found.pop() if len(found) == 1 else None)


def _by_number(encounter: Encounter, ids: Sequence[Id]) -> tuple[Turn, ...]:
    found, left = list[Turn](), [*ids]
    while left and len(found) < MOST_COMING:
        level = initiative.level_with(encounter, left[0], left)
        found.append(_turn(encounter, level))
        left = [one for one in left if one not in level]
    return tuple(found)


def _by_count(encounter: Encounter, rules: RuleSet) -> tuple[Turn, ...]:
    """Count on the numbers alone, as each does the first of the actions that cost points."""
    price, sign = rules.first_price, -1 if rules.first is First.HIGH else 1
    assert price is not None  # the settings have seen to it
    key, standings, found = initiative.key_of(encounter, rules), {**encounter.standings}, list[Turn]()
    acting = encounter.acting()
    left = {
        one: initiative.left(standings[one], rules)
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
    encounter, rules = with_arrivals(encounter), rules_of(encounter)
    if rules.order is Order.BAG:
        return _of_bag(encounter, rules)
    ids = _to_make(encounter, rules)
    found = first(encounter, ids) if ids and not _may_come_first(encounter) else None
    label = "acts first, alone or with others" if rules.goes_together else "acts first"
    return tuple(Chance(one, label, found[one], NEXT, goes_first=True) for one in ids if one in found) if found else ()


def uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    ids = _to_make(encounter, rules_of(encounter))
    if names := encounter.names_of(_may_come_first(encounter) if ids else ()):
        return f"Who is first is not counted: {names} may come at once."
    if not ids or first(encounter, ids):
        return ""
    return TOO_MANY if len(ids) > MOST_TOGETHER else NOT_COUNTED


def _may_come_first(encounter: Encounter) -> tuple[Id, ...]:
    """List who may come at a count as soon as the round opens, where the numbers are counts."""
    return arrivals_at_count(encounter) if rules_of(encounter).order is Order.COUNT else ()


def _to_make(encounter: Encounter, rules: RuleSet) -> tuple[Id, ...]:
    """List who makes a number when the next round opens, where the numbers say who is first in it."""
    decides = rules.order in (Order.NUMBER, Order.COUNT) and rules.laps.kind not in (LapKind.PHASES, LapKind.CHART)
    thrown = rules.number.source in (Source.EXPRESSION, Source.CARDS)
    able = to_throw(encounter) if decides and thrown else ()
    kept = rules.fresh is Fresh.ONCE and any(of(encounter.standings[one]).has_number for one in able)
    return () if kept else able


def _of_bag(encounter: Encounter, rules: RuleSet) -> tuple[Chance, ...]:
    ends = rules.ends.when is End.TOKEN
    if encounter.is_open:
        draft = Draft(encounter)
        for one in encounter.acting():
            turns.finish(draft, one)
        tokens = turns.next_tokens(draft.encounter)
    else:
        tokens = tuple(one for one in encounter.able() for _ in range(places(encounter, one)))
    whole = len(tokens) + ends
    if whole < 2:
        return ()
    many = Counter(tokens)
    first = not encounter.is_open
    found = [Chance(one, "is drawn next", Fraction(own, whole), NEXT, goes_first=first) for one, own in many.items()]
    return (*found, *([Chance("", "the end token is drawn next", Fraction(1, whole), END)] if ends else ()))


def first(encounter: Encounter, ids: Sequence[Id]) -> Mapping[Id, Fraction] | None:
    """Count who of ``ids`` is first when they make numbers now; None where that is too much, or not to be told."""
    rules = rules_of(encounter)
    if rules.start.surprise is Surprise.FIRST and not encounter.round:
        ids = [one for one in ids if of(encounter.standings[one]).is_surprised] or ids
    found = units(encounter, ids)
    if rules.number.source is Source.CARDS:
        hands = {who[0]: places(encounter, who[0]) for _, who in found}
        total = sum(hands.values())
        if not 0 < total <= rules.number.cards:
            return None
        return {one: Fraction(hands[who[0]], total) for _, who in found for one in who}
    if any(places(encounter, one) != 1 for one in ids):
        return None
    try:
        entrants = _entrants(encounter, rules, ids)
    except TooMuch:
        return None
    if rules.goes_together:
        return _first_or_level(entrants) if len(entrants) <= MOST_TOGETHER else None
    return odds_of_first.first(entrants) or None


def _entrants(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> list[list[Entrant]]:
    formula = rules.formula
    assert formula is not None
    low = (rules.first is First.LOW) is not formula.is_gap
    sign = -1 if low else 1
    dice = [it for it in addends(formula.body) if has_dice(it.node)]
    budget = Budget()
    ranks = _ranks(encounter, rules, ids)
    throws: dict[tuple[tuple[str, int], ...], Throw] = {}
    found = []
    for _, who in units(encounter, ids):
        values = memory.values_of(encounter, who[0])
        key = tuple(values.items())
        if key not in throws:
            throws[key] = throw_for(_together(dice), values, budget, low) if dice else Throw(0, (1,), 1)
        unit = []
        for one in who:
            plus = initiative.added(encounter, rules, one, who[0])
            more = sum(it.amount for it in initiative.extras(encounter, encounter, one)) * (-1 if formula.is_gap else 1)
            unit.append(Entrant(one, throws[key], sign * (plus + more), ranks[one]))
        found.append(unit)
    return found


def _together(dice: Sequence[Addend]) -> Node:
    """Put all that is thrown into one expression."""
    first, *others = dice
    node: Node = Combined("−", Constant(0), first.node) if first.is_taken_off else first.node
    for other in others:
        node = Combined("−" if other.is_taken_off else "+", node, other.node)
    return node


def _ranks(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> dict[Id, int]:
    """Rank who is first of equals: the same where dice tell, or where they act at the same time."""
    ties = before_end(rules.ties)
    by_dice = [at for at, tie in enumerate(ties) if tie.by in (TieBy.AGAIN, TieBy.COIN)]
    known = ties[: by_dice[0]] if by_dice else ties
    keys = {one: tuple(tie_key(encounter, one, tie) for tie in known) for one in ids}
    ordered = sorted({*keys.values()})
    if by_dice or rules.goes_together:
        return {one: ordered.index(key) for one, key in keys.items()}
    return {one: place for place, one in enumerate(sorted(ids, key=keys.__getitem__))}


def _first_or_level(units: Sequence[Sequence[Entrant]]) -> Mapping[Id, Fraction] | None:
    """Count for each the chance that nobody is before: others of the same rank may be level."""
    bests = [max(unit, key=_strength) for unit in units]
    kinds = {(it.throw, it.plus, it.rank) for it in bests}
    ends = not any(it.throw.period for it in bests)
    products = len(bests) * sum(len(throw.ways) for throw, _, _ in kinds)
    if products > MOST_PRODUCTS or (not ends and len(bests) * len(kinds) > MOST_ENDLESS):
        return None
    known: dict[tuple[Throw, int, int], Fraction | None] = {}
    found: dict[Id, Fraction] = {}
    for at, (unit, best) in enumerate(zip(units, bests, strict=True)):
        kind = (best.throw, best.plus, best.rank)
        if kind not in known:
            others = (*bests[:at], *bests[at + 1 :])
            known[kind] = _nobody_before(best, others) if ends else _nobody_before_without_end(best, others)
        for one in unit:  # they throw together: who adds less than another of the unit is always behind
            found[one.id] = (known[kind] or Fraction(0)) if _strength(one) == _strength(best) else Fraction(0)
    return None if None in known.values() else found


def _strength(one: Entrant) -> tuple[int, int]:
    return one.plus, -one.rank


def _nobody_before(one: Entrant, others: Sequence[Entrant]) -> Fraction:
    """Go through what the one may throw: each of the others has to stay at or below it."""
    upto = {it.throw: (0, *accumulate(it.throw.ways)) for it in others}
    ways = 0
    for thrown, many in enumerate(one.throw.ways, one.throw.low + one.plus):
        for it in others:
            most = thrown - it.plus - (it.rank < one.rank) - it.throw.low + 1
            many *= upto[it.throw][max(0, min(len(it.throw.ways), most))]
        ways += many
    return Fraction(ways, one.throw.scale * prod(it.throw.scale for it in others))


def _nobody_before_without_end(one: Entrant, others: Sequence[Entrant]) -> Fraction | None:
    """Let the one win every tie within the rank, where dice go on without end; None where that is too much."""
    mine = [[replace(one, rank=2 * one.rank)], *([replace(it, rank=2 * it.rank + 1)] for it in others)]
    return odds_of_first.first(mine).get(one.id)
