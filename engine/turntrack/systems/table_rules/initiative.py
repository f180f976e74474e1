"""Initiative: units that share a number, what it is now (G2), and who is before whom (G4, G5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import assert_never

from turntrack.core.draft import Draft
from turntrack.core.events import OrderSet
from turntrack.core.fields import TOLD
from turntrack.core.model import Combatant, Encounter, Id, Standing
from turntrack.core.names import family_of
from turntrack.core.score import Score, Term
from turntrack.systems.table_rules import memory
from turntrack.systems.table_rules.memory import recall, recall_all, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import NEXT, VALUE
from turntrack.systems.table_rules.settings import FIXED, Holder, Shared, TieBy, TieRule, WhichSide
from turntrack.systems.toolkit.rolls import Unit
from turntrack.systems.toolkit.turn_order import with_rulings


def units(encounter: Encounter, ids: Iterable[Id]) -> tuple[Unit, ...]:
    """Group ``ids`` into units that roll together, with names: sides if a side has one place, else groups."""
    groups: dict[tuple[str, str], tuple[str, list[Id]]] = {}
    fight = memory.recall_fight(encounter)
    place = (fight.rules or memory.DEFAULT).place
    alike = place.joins_kinds and not fight.apart
    fixed = _fields_of_fixed(fight.rules or memory.DEFAULT)
    for combatant_id in ids:
        shared = _unit_name(encounter, combatant_id, place.holder, fixed)
        combatant = encounter.combatants[combatant_id]
        key, name = (("", shared), shared) if shared else ((combatant_id, ""), combatant.name)
        if alike and not shared and not _has_number_in(combatant, fixed) and is_of_kind(combatant):
            name = family_of(combatant.name)
            key = (combatant.side, name)
        groups.setdefault(key, (name, []))[1].append(combatant_id)
    return tuple((name, tuple(members)) for name, members in groups.values())


def unit_of(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """Return those with whom the combatant rolls, itself included."""
    return next(who for _, who in units(encounter, encounter.order) if combatant_id in who)


def is_of_kind(combatant: Combatant) -> bool:
    """Return whether the combatant is one of several alike, whose names differ by a letter."""
    return family_of(combatant.name) != combatant.name


def _unit_name(encounter: Encounter, combatant_id: Id, holder: Holder, fixed: tuple[str, ...]) -> str:
    """Return the name of the side or group with which the combatant rolls; empty if it rolls alone.

    ``fixed`` are the fields whose number takes the place of a roll.
    """
    combatant = encounter.combatants[combatant_id]
    match holder:
        case Holder.SIDE:
            return combatant.side
        case Holder.FOES:
            is_foe = memory.is_on(encounter, combatant_id, WhichSide.OTHERS)
            return (combatant.side or "The others") if is_foe else ""
        case Holder.EACH | Holder.GROUP | Holder.SLOT:
            return "" if combatant.group and _has_number_in(combatant, fixed) else combatant.group
        case _:
            assert_never(holder)


def values_of_unit(encounter: Encounter, who: Sequence[Id]) -> dict[str, int]:
    """Return the values with which a unit rolls: its place's, or those of its first member (G1)."""
    place = rules_of(encounter).place
    if len(who) == 1 or not place.holder.is_shared:
        return memory.values_of(encounter, who[0])
    members = [memory.values_of(encounter, combatant_id) for combatant_id in who]
    return {key: place.values.of([values[key] for values in members]) for key in members[0]}


def _field_of_place(encounter: Encounter, combatant_id: Id, key: str) -> int:
    """Return a value of the place that the combatant has alone or shares: its members’, or that of one of them."""
    place = rules_of(encounter).place
    if not place.holder.is_shared or place.values is Shared.FIRST:
        return memory.field_of(encounter, combatant_id, key)
    mates = next((who for _, who in units(encounter, encounter.able()) if combatant_id in who), (combatant_id,))
    return values_of_unit(encounter, mates)[key]


def rollers(encounter: Encounter, ids: Collection[Id]) -> Mapping[Id, Id]:
    """Map each combatant to the one whose sheet makes its number: the first of its place."""
    if not rules_of(encounter).place.holder.is_shared:
        return {combatant_id: combatant_id for combatant_id in ids}
    return {combatant_id: who[0] for _, who in units(encounter, ids) for combatant_id in who}


def speakers(encounter: Encounter) -> Mapping[Id, Id]:
    """Map each combatant to the one whose number counts: the first of its place that has a number."""
    if not rules_of(encounter).place.holder.is_shared:
        return {combatant_id: combatant_id for combatant_id in encounter.combatants}
    numbered, own = (
        {combatant_id for combatant_id, standing in encounter.standings.items() if recall(standing).has_number},
        dict[Id, Id](),
    )
    for _, who in units(encounter, encounter.combatants):
        own.update(dict.fromkeys(who, next((combatant_id for combatant_id in who if combatant_id in numbered), who[0])))
    return own


def mates(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List everybody on the place of the combatant, as they are listed; the combatant alone if it is not shared."""
    own = speakers(encounter)
    return tuple(mate for mate in encounter.order if own[mate] == own[combatant_id])


def surprised_with(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List those who are surprised, or surprise others, together: a place has one number and one turn (G13)."""
    surprise = rules_of(encounter).surprise
    is_of_place = surprise.modifies_number or surprise.rolls_twice or surprise.acts_first
    return mates(encounter, combatant_id) if is_of_place else (combatant_id,)


def places(encounter: Encounter, combatant_id: Id) -> int:
    """Return the combatant's number of places (G1); a shared place has those of its first member."""
    place = rules_of(encounter).place
    if not place.field:
        return place.many
    own = rollers(encounter, encounter.able()) if place.holder.is_shared else {}
    return max(0, min(9, _field_of_place(encounter, own.get(combatant_id, combatant_id), place.field)))


# What a number is now


def left(standing: Standing, rules: RuleSet) -> int:
    """Return the current number, with everything spent applied."""
    if not standing.spent:
        return standing.total
    return standing.total + rules.later_sign * sum([term.amount for term in standing.spent])


def left_of_place(encounter: Encounter, combatant_id: Id) -> int:
    """Return the current number of the combatant’s place: that of the one whose number counts."""
    return left(encounter.standings[speakers(encounter)[combatant_id]], rules_of(encounter))


def _all_left(standings: Mapping[Id, Standing], rules: RuleSet) -> dict[Id, int]:
    """Return the current numbers of these combatants, without a call for each."""
    sign = rules.later_sign
    return {
        who: (score.total if (score := standing.score) else 0)
        + (sign * sum([term.amount for term in standing.spent]) if standing.spent else 0)
        for who, standing in standings.items()
    }


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    """Return the number with all its terms; None if the combatant has none."""
    standing = encounter.standings.get(combatant_id)
    if standing is None or standing.score is None or not recall(standing).has_number:
        return None
    spent = [term for term in standing.spent if term.amount]
    if not spent:
        return standing.score
    sign = rules_of(encounter).later_sign
    return standing.score.plus(*[Term(term.label, sign * term.amount, term.rule) for term in spent])


# Who is before whom


type Key = tuple[object, ...]


def key_of(encounter: Encounter, rules: RuleSet, ties: Sequence[TieRule] | None = None) -> Callable[[Id], Key]:
    """Return the sort key of combatants, the first to act lowest; equal keys are tied (G4, G5).

    ``ties`` are the rules for ties that count; without it all do.
    """
    ties = before_end(rules.ties) if ties is None else ties
    jumps = lets_some_act_first(encounter)
    own, standings = speakers(encounter), encounter.standings

    memories, sign = recall_all(standings), rules.later_sign
    speaking = {
        combatant_id: own[combatant_id] if own[combatant_id] in standings else combatant_id
        for combatant_id in standings
    }
    late = {combatant_id: jumps and not memories[who].is_surprised for combatant_id, who in speaking.items()}
    if not rules.has_numbers:
        return {combatant_id: (is_late,) for combatant_id, is_late in late.items()}.__getitem__
    numbers = _all_left(standings, rules)
    return {
        combatant_id: (late[combatant_id], sign * numbers[who], *[tie_key(encounter, who, tie) for tie in ties])
        for combatant_id, who in speaking.items()
    }.__getitem__


def left_to_table(encounter: Encounter) -> tuple[tuple[Id, ...], ...]:
    """List those with equal numbers among whom no rule says who goes first, unless they are of one kind (G5)."""
    rules, standings = rules_of(encounter), encounter.standings
    is_decided = rules.is_chosen or any(tie.by.effect.is_final for tie in rules.ties)
    has_places_of_their_own = rules.ranks_by_number and not rules.sequence.by_count and not rules.place.holder.is_shared
    if is_decided or not has_places_of_their_own:
        return ()
    key, level = key_of(encounter, rules), dict[Key, list[Combatant]]()
    for combatant_id in encounter.playing():
        if recall(standings[combatant_id]).has_number and not standings[combatant_id].before:
            level.setdefault(key(combatant_id), []).append(encounter.combatants[combatant_id])
    return tuple(tuple(each.id for each in tied) for tied in level.values() if len({*map(_kind_of, tied)}) > 1)


def _kind_of(combatant: Combatant) -> tuple[str, str]:
    return combatant.side, combatant.group or family_of(combatant.name)


def lets_some_act_first(encounter: Encounter) -> bool:
    """Return whether those who surprise the others act first now (G13)."""
    return rules_of(encounter).surprise.acts_first and encounter.round <= 1


def before_end(ties: Sequence[TieRule]) -> Sequence[TieRule]:
    """Return the rules for ties up to the first one that leaves no tie."""
    ends = [at for at, tie in enumerate(ties) if tie.by.effect.is_final]
    return ties[: ends[0]] if ends else ties


def tie_key(encounter: Encounter, combatant_id: Id, tie: TieRule) -> object:
    """Return the sort key of a combatant by one rule for ties: lower is sooner."""
    match tie.by:
        case TieBy.FIELD:
            return -_field_of_place(encounter, combatant_id, tie.field)
        case TieBy.SIDE:
            return not memory.is_on(encounter, combatant_id, tie.side)
        case TieBy.AGAIN:
            return tuple(-face for face in recall(encounter.standings[combatant_id]).throws)
        case TieBy.COIN:
            return tuple(-face for face in recall(encounter.standings[combatant_id]).coins)
        case TieBy.REACHED:
            return recall(encounter.standings[combatant_id]).reached
        case TieBy.TOGETHER | TieBy.LISTED:
            return 0
        case _:
            assert_never(tie.by)


def ranking(encounter: Encounter, ids: Collection[Id]) -> tuple[Id, ...]:
    """Sort ``ids``, the first to act first; placements by ruling go before ties, and a place stands together."""
    rules = rules_of(encounter)
    if not rules.ranks_by_number:
        key, seats = key_of(encounter, rules), _seats(encounter, rules)
        return tuple(sorted(ids, key=lambda combatant_id: (key(combatant_id)[0], seats.get(combatant_id, 0))))
    own = speakers(encounter)
    speaking = dict.fromkeys([own[combatant_id] for combatant_id in ids])
    numbers = _all_left({speaker: encounter.standings[speaker] for speaker in speaking}, rules)
    row = with_rulings(sorted(speaking, key=key_of(encounter, rules)), encounter.standings, numbers)
    if not rules.place.holder.is_shared:
        return row
    at = {speaker: place for place, speaker in enumerate(row)}
    listed = [combatant_id for combatant_id in encounter.order if combatant_id in ids]
    return tuple(sorted(listed, key=lambda combatant_id: at[own[combatant_id]]))


def _seats(encounter: Encounter, rules: RuleSet) -> Mapping[Id, int]:
    """Map everybody whose place is shared to the seat of its first member (G6); empty where no seats are shared."""
    if not rules.place.holder.is_shared:
        return {}
    seated = [who for _, who in units(encounter, encounter.able())]
    return {combatant_id: seat for seat, who in enumerate(seated) for combatant_id in who}


def list_from_first(draft: Draft) -> None:
    """Let the list begin with whoever has the first number (G6); the others follow as they sit.

    Those who share a place sit together, so that their seat is the same wherever the list begins.
    """
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    memories = recall_all(encounter.standings)
    numbered = [combatant_id for combatant_id in encounter.able() if memories[combatant_id].has_number]
    if not rules.sequence.by_seat or not numbered:
        return
    shared = rules.place.holder.is_shared
    row = [mate for _, who in units(encounter, encounter.order) for mate in who] if shared else [*encounter.order]
    at = row.index(min(numbered, key=key_of(encounter, rules)))
    if (after := (*row[at:], *row[:at])) != encounter.order:
        draft.record(OrderSet(after, NEXT))


def level_with(encounter: Encounter, first: Id, ids: Sequence[Id]) -> tuple[Id, ...]:
    """List everybody who acts simultaneously with ``first``: members of its place, and ties if they act together."""
    rules, own = rules_of(encounter), speakers(encounter)
    if not rules.goes_together or not rules.has_numbers:
        return tuple([combatant_id for combatant_id in ids if own[combatant_id] == own[first]])
    key, ruled = key_of(encounter, rules), encounter.standings[own[first]].before
    return tuple(
        combatant_id
        for combatant_id in ids
        if own[combatant_id] == own[first] or (key(combatant_id) == key(first) and not ruled)
    )


# Numbers that are known beforehand


def fixed_number(encounter: Encounter, combatant_id: Id) -> Term:
    """Return the number of a combatant that is told or stays (G2)."""
    sheet = encounter.combatants[combatant_id].sheet
    told = sheet.get(TOLD.key, "")
    if isinstance(told, int) and rules_of(encounter).may_have_totals:
        return Term("told", told, VALUE)
    return Term("stays", int(sheet[FIXED.key]), VALUE)


def has_fixed_number(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant has a number that is told or stays, in place of a roll or a card (G2)."""
    return _has_number_in(encounter.combatants[combatant_id], _fields_of_fixed(rules_of(encounter)))


def _fields_of_fixed(rules: RuleSet) -> tuple[str, ...]:
    """List the keys of the fields whose number takes the place of a roll or a card."""
    may_be = ((TOLD.key, rules.may_have_totals), (FIXED.key, rules.may_have_fixed_numbers))
    return tuple(key for key, is_used in may_be if is_used)


def _has_number_in(combatant: Combatant, keys: tuple[str, ...]) -> bool:
    return any(isinstance(combatant.sheet.get(key, ""), int) for key in keys)


def known_number(encounter: Encounter, combatant_id: Id) -> int | None:
    """Return the number of a combatant that is told or stays; None if there is none."""
    return fixed_number(encounter, combatant_id).amount if has_fixed_number(encounter, combatant_id) else None


def with_known(encounter: Encounter, ranked: Sequence[Id]) -> tuple[Id, ...]:
    """Add to a ranking those of the able who have no number yet but will have one that is told or stays (G2)."""
    rules = rules_of(encounter)
    new = [each for each in encounter.able() if each not in ranked and has_fixed_number(encounter, each)]
    numbers = {each: left(encounter.standings[each], rules) for each in ranked}
    numbers |= {each: fixed_number(encounter, each).amount for each in new}
    row = list(ranked)
    for each in new:
        behind = (at for at, other in enumerate(row) if _is_before(numbers[each], numbers[other], rules))
        row.insert(next(behind, len(row)), each)
    return tuple(row)


def _is_before(number: int, other: int, rules: RuleSet) -> bool:
    return rules.later_sign * number < rules.later_sign * other
