"""Places among others: ties that a coin or a roll decides (G5), and a place directly beside another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, takewhile, zip_longest

from turntrack.core.dice import DiceCode
from turntrack.core.draft import Draft
from turntrack.core.events import RULING, OrderSet, Placed
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Term
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.initiative import Key, before_end, key_of, units
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import ASIDE, TIES, wait_words
from turntrack.systems.table_rules.settings import Holder, TieBy
from turntrack.systems.table_rules.turns_left import has_more, has_turn
from turntrack.systems.toolkit.dice_expression import code_of
from turntrack.systems.toolkit.rolls import reroll_ties

_MOST_AGAIN = 20
"""The number of level rolls after which the list decides, so that no dice can block a fight."""
COIN = DiceCode(1, 2)

type Rolls = tuple[int, ...]
"""What has fallen for a combatant, in ties after each other. The higher acts first."""


def settle_ties(draft: Draft) -> None:
    """Roll for each tie of those to come that dice decide and have not decided yet; members of a unit stay level."""
    for at, tie in enumerate(before_end(rules_of(draft.encounter).ties)):
        if tie.by.effect.is_rolled:
            _settle(draft, at, by_coin=tie.by is TieBy.COIN)


def is_undecided(first: Key, second: Key) -> bool:
    """Return whether dice are still to decide between two sort keys.

    >>> is_undecided((0, -7, (-2,)), (0, -7, (-2, -1))), is_undecided((0, -7, (-2,)), (0, -7, (-1,)))
    (True, False)
    >>> is_undecided((0, -7), (0, -7))
    False
    """
    for own, other in zip(first, second, strict=True):
        if isinstance(own, tuple) and isinstance(other, tuple):
            many = min(len(own), len(other))
            if many < _MOST_AGAIN and own[:many] == other[:many]:
                return True
        if own != other:
            return False
    return False


def _settle(draft: Draft, at: int, by_coin: bool) -> None:
    """Roll for the ties that the rules before the one at ``at`` leave."""
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    lots = _lots(encounter, key_of(encounter, rules, before_end(rules.ties)[:at]))
    rolled = {lot_id: _rolls_of(encounter, who, by_coin) for lot in lots for lot_id, who in lot.items()}
    code_for = {
        lot_id: COIN if by_coin else _code_of(encounter, rules, next(iter(lot))) for lot in lots for lot_id in lot
    }
    for _ in range(_MOST_AGAIN):
        if by_coin:  # a coin is fair only between two who have rolled the same so far
            for lot in lots:
                rolled |= _catch_up({lot_id: rolled[lot_id] for lot_id in lot})
        movers = [lot_id for lot_id, rolls in rolled.items() if len(rolls) < _MOST_AGAIN]
        purpose = "the coin against" if by_coin else "the tie with"
        now = reroll_ties(draft, map(tuple, lots), rolled, movers, code_for.__getitem__, TIES, purpose, 1, units)
        if all(rolled[lot_id] == rolls for lot_id, rolls in now.items()):
            break
        rolled |= now
    # Where a place is shared, the one whose number counts may be out of the tie: it is placed, or acts.
    speaker = initiative.speakers(encounter)
    for lot_id, who in chain.from_iterable(lot.items() for lot in lots):
        for mate in dict.fromkeys((*who, *(speaker[each] for each in who))):
            own = recall(draft.standing(mate))
            rolls = own.coins if by_coin else own.throws
            if rolled[lot_id][: len(rolls)] == rolls:
                kept = replace(own, coins=rolled[lot_id]) if by_coin else replace(own, throws=rolled[lot_id])
                draft.remember(mate, kept)


def _lots(encounter: Encounter, key: Callable[[Id], Key]) -> list[dict[Id, tuple[Id, ...]]]:
    """List the ties: the first of each unit in one, with the members of the unit that are in it."""
    alike, own = dict[Key, list[Id]](), initiative.speakers(encounter)
    for combatant_id in encounter.order:
        if _has_place_to_come(encounter, combatant_id) and not _is_placed(encounter, own[combatant_id]):
            alike.setdefault(key(combatant_id), []).append(combatant_id)
    lots = ({who[0]: who for _, who in units(encounter, level)} for level in alike.values())
    return [lot for lot in lots if len(lot) > 1]


def _has_place_to_come(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant's place among equals still matters."""
    rules, standing = rules_of(encounter), encounter.standings[combatant_id]
    now = recall(standing)
    if not now.has_number:
        return False
    if rules.sequence.by_side or (rules.place.holder is Holder.SLOT and not now.slot_used):
        return True
    if not standing.able:
        return False
    if rules.fresh.is_lasting and not rules.sequence.by_count and not any(term.amount for term in standing.spent):
        return True
    if not encounter.is_open:
        return False
    is_to_come = standing.status in (Status.READY, Status.ACTING) and (now.put_off or not now.has_begun)
    return has_more(encounter, combatant_id) or (is_to_come and has_turn(encounter, combatant_id, anew=True))


def _is_placed(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a ruling or a delay places the combatant directly before another of the same number."""
    rules, before = rules_of(encounter), encounter.standings[combatant_id].before
    if before not in encounter.standings:
        return False
    return initiative.left(encounter.standings[before], rules) == initiative.left(
        encounter.standings[combatant_id], rules
    )


def _rolls_of(encounter: Encounter, who: Iterable[Id], by_coin: bool) -> Rolls:
    """Return the tie rolls of a unit; where its members share a place, those of the one whose number counts."""
    if rules_of(encounter).place.holder.is_shared:
        own_speaker = initiative.speakers(encounter)
        who = {own_speaker[combatant_id] for combatant_id in who}
    own = [recall(encounter.standings[combatant_id]) for combatant_id in who]
    return max((now.coins if by_coin else now.throws for now in own), key=len)


def _catch_up(rolled: Mapping[Id, Rolls]) -> dict[Id, Rolls]:
    """Extend each combatant's tie rolls by what all longer lists with the same beginning have in common.

    >>> _catch_up({"a": (2, 1), "b": (), "c": (2, 2)})
    {'a': (2, 1), 'b': (2,), 'c': (2, 2)}
    """
    caught = {}
    for combatant_id, own in rolled.items():
        ahead = [rolls for rolls in rolled.values() if len(rolls) > len(own) and rolls[: len(own)] == own]
        columns = takewhile(lambda column: len({*column}) == 1, zip(*ahead, strict=False))
        caught[combatant_id] = tuple(column[0] for column in columns) if ahead else own
    return caught


def _code_of(encounter: Encounter, rules: RuleSet, combatant_id: Id) -> DiceCode:
    """Return the dice of a tie-break: the same for all, so that better dice do not win it."""
    formula = rules.formula
    if formula is None or not formula.dice:
        return DiceCode(1, 6)
    values = initiative.values_of_unit(encounter, initiative.unit_of(encounter, combatant_id))
    return code_of(formula.dice[0], values) or DiceCode(1, 6)


def set_number(draft: Draft, combatant_id: Id, number: int, label: str, rule: str) -> None:
    """Set the number of the combatant, and of everybody else on its place."""
    rules = rules_of(draft.encounter)
    for mate in initiative.mates(draft.encounter, combatant_id):
        change = number - initiative.left(draft.standing(mate), rules)
        if change and (mate == combatant_id or recall(draft.standing(mate)).has_number):
            draft.add_to_number(mate, Term(label, change, rule), rule)
        memory.reach(draft, mate)


def take_number_of(draft: Draft, combatant_id: Id, other: Id) -> None:
    """Set the number to that of ``other`` (G11); by count only if it is later."""
    rules, standing = rules_of(draft.encounter), draft.standing(combatant_id)
    if not rules.has_numbers or not recall(standing).has_number:
        return
    own, number = (initiative.left_of_place(draft.encounter, who) for who in (combatant_id, other))
    is_taken = (number - own) * rules.later_sign > 0 or not rules.sequence.by_count
    set_number(draft, combatant_id, number if is_taken else own, wait_words(rules).label.lower(), ASIDE)


def move_beside(draft: Draft, combatant_id: Id, other: Id, *, behind: bool) -> None:
    """Take the number of ``other`` and a place directly before or behind it from now on."""
    was = draft.encounter
    take_number_of(draft, combatant_id, other)
    place_beside(draft, was, combatant_id, other, behind=behind)


def place_beside(draft: Draft, was: Encounter, combatant_id: Id, other: Id, *, behind: bool) -> None:
    """Place a combatant directly before or behind ``other`` from now on: among equal numbers, or in the list.

    ``was`` is the fight before the combatant took the number of ``other``: the rows that it leaves and enters keep
    their order.
    """
    own = initiative.speakers(was)
    if own[combatant_id] == own[other]:
        return
    if not rules_of(was).has_numbers:
        row = [who for who in was.order if own[who] != own[combatant_id]]
        at = next(at for at, who in enumerate(row) if own[who] == own[other] and was.standings[who].able)
        place(draft, combatant_id, "".join(row[at + behind :][:1]))
        return
    leave_row(draft, was, combatant_id)
    row = [who for who in _level_with(was, other) if who != own[combatant_id]]
    row.insert(row.index(own[other]) + behind, own[combatant_id])
    _place_in_row(draft, row)


def place(draft: Draft, combatant_id: Id, before: Id, why: str = "") -> None:
    """Place a row directly before another one, and with it in the list everybody on its place."""
    mates = initiative.mates(draft.encounter, combatant_id)
    draft.record(Placed(combatant_id, before, why, RULING if why else ""))
    if len(mates) > 1:
        list_together(draft, mates)


def list_together(draft: Draft, mates: Sequence[Id]) -> None:
    """List those who share a place one after the other, where the one whose number counts is listed."""
    speaker = initiative.speakers(draft.encounter)[mates[0]]
    row = [who for who in draft.encounter.order if who == speaker or who not in mates]
    at = row.index(speaker)
    draft.record(OrderSet((*row[:at], *mates, *row[at + 1 :])))


def leave_row(draft: Draft, was: Encounter, combatant_id: Id) -> None:
    """Keep the order at the old score when a combatant leaves it that others were placed before."""
    speaker = initiative.speakers(was)[combatant_id]
    if any(standing.before == speaker for standing in was.standings.values()):
        _place_in_row(draft, [who for who in _level_with(was, speaker) if who != speaker])


def _level_with(encounter: Encounter, combatant_id: Id) -> list[Id]:
    """List everybody with the number of the combatant, one of each place, the first to act first."""
    rules, own = rules_of(encounter), initiative.speakers(encounter)
    number = initiative.left_of_place(encounter, combatant_id)
    numbered = (who for who, standing in encounter.standings.items() if recall(standing).has_number and own[who] == who)
    level = [who for who in numbered if initiative.left(encounter.standings[who], rules) == number]
    return [*initiative.ranking(encounter, level)]


def _place_in_row(draft: Draft, row: Sequence[Id]) -> None:
    """Place each combatant directly before the next, so that no tie is left to decide."""
    for upper, lower in reversed([*zip_longest(row, row[1:], fillvalue="")]):
        if lower or draft.standing(upper).before:
            place(draft, upper, lower)
