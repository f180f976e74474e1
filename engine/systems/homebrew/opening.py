"""Chances to act first: the opening itself says who can be first, and only numbers are counted; never simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import perm, prod
from random import Random

from engine.arriving import arrivals_at_count, with_arrivals
from engine.dice import AppDice, DiceNeeded
from engine.draft import Draft
from engine.model import Encounter, Id, Status
from engine.sums import Sum, Term
from engine.systems.homebrew import memory, numbers, turns
from engine.systems.homebrew.memory import of, rules_of
from engine.systems.homebrew.numbers import before_end, places, tie_key, units
from engine.systems.homebrew.rules import END, NEXT
from engine.systems.homebrew.settings import (
    Chooser,
    End,
    First,
    Fresh,
    Holder,
    LapKind,
    Order,
    RuleSet,
    Source,
    Surprise,
    Tie,
    TieBy,
)
from engine.systems.protocol import Chance
from engine.table import odds
from engine.table.expression import Addend, Combined, Constant, Node, addends, has_dice, names_in
from engine.table.odds import TOO_MANY, Entrant
from engine.table.spread import Budget, TooMuch, throw_for
from engine.table.throws import to_throw
from engine.table.ways import Throw

MOST_TOGETHER = 24
"""Of more the chance to be first, alone or with others, is not counted."""
MOST_PRODUCTS = 60_000
MOST_ENDLESS = 64
"""So much is gone through at most where equal numbers act at the same time: more would be felt at a tap."""
NOT_COUNTED = "Chances are not counted for these dice."
NOT_FORESEEN = "Chances are not counted here."
BY_LIST = "Ties go to whoever is listed first."


class NotCounted(Exception):
    """These chances are not counted; the message is what the page says."""


@dataclass(frozen=True, slots=True)
class Told:
    """The chances, why they are left out, and how equals are told apart."""

    chances: tuple[Chance, ...] = ()
    uncounted: str = ""
    ties: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A picture of the fight, known again by what it is: equal ones would take long to compare."""

    encounter: Encounter

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen) and other.encounter is self.encounter

    def __hash__(self) -> int:
        return id(self.encounter)


def tell(encounter: Encounter) -> Told:
    """Say who acts first when the next round opens, or whose token is drawn next."""
    return _tell(_Seen(encounter))


@lru_cache(maxsize=2)
def _tell(seen: _Seen) -> Told:
    encounter = with_arrivals(seen.encounter)
    rules = rules_of(encounter)
    try:
        if rules.order is Order.BAG:
            return _of_bag(encounter, rules)
        if not _decides(encounter, rules):
            return Told()
        if rules.order is Order.COUNT and (names := encounter.names_of(arrivals_at_count(encounter))):
            raise NotCounted(f"Who is first is not counted: {names} may come at once.")
        return _of_numbers(encounter, rules)
    except NotCounted as error:
        return Told(uncounted=str(error))
    except TooMuch:
        return Told(uncounted=NOT_COUNTED)


def _decides(encounter: Encounter, rules: RuleSet) -> bool:
    """Whether numbers that are still to be made say who is first."""
    if rules.order not in (Order.NUMBER, Order.COUNT) or not to_throw(encounter):
        return False
    kept = rules.fresh is Fresh.ONCE and any(of(standing).has_number for standing in encounter.standings.values())
    return rules.number.source in (Source.EXPRESSION, Source.CARDS) and not kept


# The bag


def _of_bag(encounter: Encounter, rules: RuleSet) -> Told:
    """Play on to the next draw, and look into the bag."""
    begins, ends = not encounter.is_open, rules.ends.when is End.TOKEN
    if begins and not encounter.able():
        return Told()
    draft = Draft(encounter)
    if begins:
        turns.open_round(draft)
    for one in draft.encounter.acting():
        turns.finish(draft, one)
    try:
        turns.settle(draft)
    except DiceNeeded:
        now = draft.encounter
    else:
        return Told()  # nothing is drawn
    tokens = Counter(turns.next_tokens(now))
    losers = [one for one in tokens if begins and turns.loses_turn(now, one)]
    if any(tokens[one] > 1 for one in losers) and rules.start.surprise is Surprise.TURN:
        raise NotCounted(NOT_FORESEEN)  # the first of them is lost, the second may be the first turn of all
    for one in losers:
        del tokens[one]
    whole = tokens.total() + ends
    if not whole:
        raise NotCounted(NOT_FORESEEN)
    label = "acts first" if losers else "is drawn next"
    chances = [Chance(one, label, Fraction(own, whole), NEXT, goes_first=begins) for one, own in tokens.items()]
    if ends:
        chances.append(Chance("", "nobody acts" if losers else "the end token is drawn next", Fraction(1, whole), END))
    return Told(tuple(chances))


# Numbers


@dataclass(frozen=True, slots=True)
class _Race:
    """Those who can be the first to act, whatever falls."""

    encounter: Encounter
    rules: RuleSet
    units: Sequence[Sequence[Id]]
    """All who make numbers, by those who throw together."""
    ids: Sequence[Id]
    """Those who can be first."""
    above: int | None
    """Only with more than so much one acts."""
    has_others: bool
    """Where all of them sit out, somebody else may be first."""
    losers: Sequence[Id]
    """Those who lose their first turn."""

    @property
    def is_shared(self) -> bool:
        return self.rules.place.holder in (Holder.SIDE, Holder.GROUP)


STAND_IN = 0
"""The seed of dice that stand in for those that fall: who can be first does not hang on them."""


def _race(encounter: Encounter, rules: RuleSet) -> _Race:
    """Open the round with dice that stand in, and look who has a turn, and who loses it."""
    able = [one for one in to_throw(encounter) if places(encounter, one)]
    found = [who for _, who in units(encounter, able)]
    if len(found) > odds.MOST_THROWS:
        raise NotCounted(TOO_MANY)
    draft = Draft(encounter, AppDice(Random(STAND_IN).randrange))
    turns.open_round(draft)
    opened = draft.encounter
    numbered = [one for one in able if of(opened.standings[one]).has_number]
    losers = [one for one in numbered if turns.loses_turn(opened, one)]
    if losers and (rules.place.holder is Holder.SLOT or any(places(opened, one) > 1 for one in numbered)):
        raise NotCounted(NOT_FORESEEN)
    if rules.order is Order.COUNT:
        ids = numbered
    elif rules.laps.kind is LapKind.NUMBER:
        ids = [one for one in numbered if one not in losers]
        if not ids:  # who is first in the second lap hangs on what the first has taken off
            raise NotCounted(NOT_FORESEEN)
    else:
        ids = _in_first_lap(draft, rules)
    late = {one: numbers.key_of(opened, rules)(one)[0] for one in ids}
    early = {one for one in ids if not late[one]} or {*ids}
    if rules.place.holder in (Holder.SIDE, Holder.GROUP):
        early = {one for who in found if not early.isdisjoint(who) for one in who}
    ids = [one for one in ids if one in early]
    above = 0 if ids and _acts_with(opened, ids[0], 1) and not _acts_with(opened, ids[0], 0) else None
    return _Race(encounter, rules, found, ids, above, len(ids) < len(numbered), losers)


def _in_first_lap(draft: Draft, rules: RuleSet) -> list[Id]:
    """Play on to the first turn, and list those who might have had it."""
    turns.settle(draft)
    now = draft.encounter
    if not now.is_open:
        return []
    if now.part > 1 and rules.fresh is Fresh.LAP and rules.ends.carries:
        raise NotCounted(NOT_FORESEEN)
    acting = now.acting()
    able = [one for one in now.order if one in acting or turns.has_turn(now, one)]
    return [one for one in able if one in acting or not turns.loses_turn(now, one)]


def _acts_with(opened: Encounter, one: Id, total: int) -> bool:
    """Whether one has a turn with this number."""
    standing = opened.standings[one]._replace(status=Status.READY, score=Sum((Term("", total),)))
    now = opened._replace(standings={**opened.standings, one: standing})
    return turns.has_turn(now, one) and not turns.is_out(now, one)


def _of_numbers(encounter: Encounter, rules: RuleSet) -> Told:
    race = _race(encounter, rules)
    if not race.ids:
        return Told((_nobody(Fraction(1)),))
    ranks, by_dice = _ranks(race)
    if by_dice and race.losers and rules.order is Order.COUNT:
        raise NotCounted(NOT_FORESEEN)  # what they lose of their numbers makes other ties
    is_together = rules.goes_together and rules.place.holder is not Holder.SLOT and not by_dice
    entrants = _entrants(race, ranks)
    best = [max(unit, key=_strength) for unit in entrants]
    if race.above is not None:
        if rules.formula and rules.formula.is_gap:
            raise NotCounted(NOT_FORESEEN)
        if min(it.plus + it.throw.low for it in best) > race.above:
            race = replace(race, above=None)
        elif race.has_others:
            raise NotCounted(NOT_FORESEEN)
    if rules.number.source is Source.CARDS:
        firsts, rest = _by_card(race, best, is_together, by_dice)
        for unit, strongest in zip(entrants, best, strict=True):
            for it in unit:
                level = _strength(it) == _strength(strongest) and is_together
                firsts.setdefault(it.id, firsts[strongest.id] if level else Fraction(0))
    else:
        firsts, rest = _by_throw(race, entrants, best, is_together)
    by_list = not by_dice and not is_together and _are_told_apart(race, best, firsts)
    chances = (*_for_each(race, firsts, is_together), *([_nobody(rest)] if rest else []))
    return Told(chances, ties=BY_LIST if by_list else "")


def _nobody(chance: Fraction) -> Chance:
    return Chance("", "nobody acts", chance, END, goes_first=True)


def _for_each(race: _Race, firsts: Mapping[Id, Fraction], is_together: bool) -> tuple[Chance, ...]:
    """Tell it of each; of a side where any of its members may take its place."""
    encounter, rules = race.encounter, race.rules
    label = "acts first"
    if rules.place.holder is Holder.SLOT and rules.chooser is Chooser.SIDE:
        sides: dict[str, list[Id]] = {}
        for one in race.ids:
            sides.setdefault(memory.side_of(encounter, one), []).append(one)
        return tuple(
            Chance(
                who[0] if len(who) == 1 else "",
                label if len(who) == 1 else f"{memory.side_name(side)}: first",
                sum((firsts[one] for one in who), Fraction(0)),
                NEXT,
                goes_first=True,
            )
            for side, who in sides.items()
        )
    each = {one: firsts[one] for one in race.ids if one in firsts}
    if race.is_shared:
        counted = [(who, chance) for one, chance in firsts.items() for who in race.units if one in who]
        each = {one: chance for who, chance in counted for one in _of_race(race, who)}
    is_together = is_together or len(each) > len(firsts)
    label = f"{label}, alone or with others" if is_together else label
    return tuple(Chance(one, label, each[one], NEXT, goes_first=True) for one in race.ids)


def _of_race(race: _Race, who: Sequence[Id]) -> list[Id]:
    return [one for one in who if one in race.ids]


def _speaker(race: _Race, who: Sequence[Id]) -> Id:
    """Return whose number is that of a place that these share, of those who make numbers."""
    return next(one for one in race.encounter.combatants if one in who)


def _ranks(race: _Race) -> tuple[dict[Id, int], bool]:
    """Rank who is first of equals, and tell whether dice decide between those of one rank."""
    encounter, ties = race.encounter, list[Tie]()
    by_dice = False
    for tie in before_end(race.rules.ties):
        coins = {of(encounter.standings[one]).coins for one in race.ids}
        if tie.by is TieBy.AGAIN or (tie.by is TieBy.COIN and coins == {()}):
            by_dice = True
            break
        if tie.by is TieBy.COIN and len(coins) < len(race.ids):
            raise NotCounted(NOT_FORESEEN)  # some throw more coins, some do not
        ties.append(tie)
    own = {one: _speaker(race, who) if race.is_shared else one for who in race.units for one in who}
    keys = {one: tuple(tie_key(encounter, own[one], tie) for tie in ties) for one in race.ids}
    ordered = sorted({*keys.values()})
    if by_dice or (race.rules.goes_together and race.rules.place.holder is not Holder.SLOT):
        return {one: ordered.index(key) for one, key in keys.items()}, by_dice
    return {one: at for at, one in enumerate(sorted(race.ids, key=keys.__getitem__))}, False


def _entrants(race: _Race, ranks: Mapping[Id, int]) -> list[list[Entrant]]:
    """List those who can be first by units; of a place that several share only the first of them."""
    encounter, rules, formula = race.encounter, race.rules, race.rules.formula
    is_gap = formula is not None and formula.is_gap
    low = (rules.first is First.LOW) is not is_gap
    throws, found = _throws(race, low), list[list[Entrant]]()
    for who in race.units:
        unit = []
        members = sorted(_of_race(race, who), key=lambda one: _key_beside_throws(race, one))
        for one in members[: 1 if race.is_shared else None]:
            of_whom = _speaker(race, who) if race.is_shared else one
            plus = numbers.added(encounter, rules, one, who[0]) if formula else 0
            more = sum(it.amount for it in numbers.extras(encounter, encounter, of_whom)) * (-1 if is_gap else 1)
            price = rules.first_price
            lost = price.cost if price and one in race.losers else 0
            unit.append(Entrant(one, throws[who[0]], (plus + more) * (-1 if low else 1) - lost, ranks[one]))
        found += [unit] if unit else []
    return found


def _key_beside_throws(race: _Race, one: Id) -> tuple[object, ...]:
    """Return what says who is first of those who throw together and are level."""
    ties = before_end(race.rules.ties)
    return tuple(tie_key(race.encounter, one, tie) for tie in ties if tie.by is not TieBy.AGAIN)


def _throws(race: _Race, low: bool) -> dict[Id, Throw]:
    """Return what each unit throws, by its first member: for those who throw alike counted once."""
    formula, encounter = race.rules.formula, race.encounter
    if formula is None:
        cards = race.rules.number.cards
        card = Throw(-cards if low else 1, (1,) * cards, cards)
        return {who[0]: card for who in race.units}
    if any(places(encounter, one) > 1 for who in race.units for one in who):
        raise TooMuch
    dice = [it for it in addends(formula.body) if has_dice(it.node)]
    keys = frozenset().union(*(names_in(it.node) for it in dice))
    budget, known, found = Budget(), dict[tuple[int, ...], Throw](), dict[Id, Throw]()
    for who in race.units:
        values = memory.values_of(encounter, who[0])
        alike = tuple(values[key] for key in sorted(keys))
        if alike not in known:
            known[alike] = throw_for(_together(dice), values, budget, low) if dice else Throw(0, (1,), 1)
        found[who[0]] = known[alike]
    return found


def _together(dice: Sequence[Addend]) -> Node:
    """Put all that is thrown into one expression."""
    first, *others = dice
    node: Node = Combined("−", Constant(0), first.node) if first.is_taken_off else first.node
    for other in others:
        node = Combined("−" if other.is_taken_off else "+", node, other.node)
    return node


def _strength(entrant: Entrant) -> tuple[int, int]:
    return entrant.plus, -entrant.rank


def _are_told_apart(race: _Race, best: Sequence[Entrant], firsts: Mapping[Id, Fraction]) -> bool:
    """Whether some who are alike in all that counts have different chances, as the list decides between them."""
    ties, alike = before_end(race.rules.ties), dict[object, set[Fraction]]()
    for it in best:
        keys = tuple(tie_key(race.encounter, it.id, tie) for tie in ties)
        alike.setdefault((it.throw, it.plus, keys), set()).add(firsts[it.id])
    return any(len(chances) > 1 for chances in alike.values())


# Throws


type _Found = tuple[dict[Id, Fraction], Fraction]
"""The chance of each, and that nobody acts."""


def _by_throw(race: _Race, entrants: Sequence[Sequence[Entrant]], best: Sequence[Entrant], is_together: bool) -> _Found:
    too_many = NotCounted(TOO_MANY if len(race.ids) > MOST_TOGETHER else NOT_COUNTED)
    if is_together:
        firsts = _first_or_level(entrants, race.above) if len(entrants) <= MOST_TOGETHER else None
    else:
        firsts = odds.first(entrants, race.above) or None
    if firsts is None:
        raise too_many
    if race.above is None:
        return firsts, Fraction(0)
    alone = odds.first([[replace(it, rank=at)] for at, it in enumerate(best)], race.above) if is_together else firsts
    if not alone:
        raise too_many
    return firsts, 1 - sum(alone.values(), Fraction(0))


def _first_or_level(units: Sequence[Sequence[Entrant]], above: int | None) -> dict[Id, Fraction] | None:
    """Count for each the chance that nobody is before: others of the same rank may be level."""
    bests = [max(unit, key=_strength) for unit in units]
    kinds = {(it.throw, it.plus, it.rank) for it in bests}
    ends = not any(it.throw.period for it in bests)
    length = sum(it.throw.scale.bit_length() for it in bests)
    products = len(bests) * sum(len(throw.ways) for throw, _, _ in kinds) * (1 + length // 2000)
    if products > MOST_PRODUCTS or (not ends and len(bests) * len(kinds) > MOST_ENDLESS):
        return None
    known: dict[tuple[Throw, int, int], Fraction | None] = {}
    found: dict[Id, Fraction] = {}
    for at, (unit, best) in enumerate(zip(units, bests, strict=True)):
        kind = (best.throw, best.plus, best.rank)
        if kind not in known:
            others = (*bests[:at], *bests[at + 1 :])
            count = _nobody_before if ends else _nobody_before_without_end
            known[kind] = count(best, others, above)
        for one in unit:  # they throw together: who adds less than another of the unit is always behind
            found[one.id] = (known[kind] or Fraction(0)) if _strength(one) == _strength(best) else Fraction(0)
    return None if None in known.values() else found


def _nobody_before(one: Entrant, others: Sequence[Entrant], above: int | None) -> Fraction:
    """Go through what the one may throw: each of the others has to stay at or below it."""
    upto = {it.throw: (0, *accumulate(it.throw.ways)) for it in others}
    ways = 0
    for thrown, many in enumerate(one.throw.ways, one.throw.low + one.plus):
        if above is not None and thrown <= above:
            continue
        for it in others:
            most = thrown - it.plus - (it.rank < one.rank) - it.throw.low + 1
            many *= upto[it.throw][max(0, min(len(it.throw.ways), most))]
        ways += many
    return Fraction(ways, one.throw.scale * prod(it.throw.scale for it in others))


def _nobody_before_without_end(one: Entrant, others: Sequence[Entrant], above: int | None) -> Fraction | None:
    """Let the one win every tie within the rank, where dice go on without end; None where that is too much."""
    mine = [[replace(one, rank=2 * one.rank)], *([replace(it, rank=2 * it.rank + 1)] for it in others)]
    return odds.first(mine, above).get(one.id)


# Cards


def _by_card(race: _Race, best: Sequence[Entrant], is_together: bool, by_dice: bool) -> _Found:
    """Deal every best card to each; all else stays below it."""
    encounter, rules = race.encounter, race.rules
    first_of = {one: who[0] for who in race.units for one in who}
    hands = {it.id: places(encounter, first_of[it.id]) for it in best}
    deck = _deck(race)
    if race.above is None and len({it.plus for it in best}) == 1:
        return {one: Fraction(many, sum(hands.values())) for one, many in hands.items()}, Fraction(0)
    if by_dice:
        raise NotCounted(NOT_FORESEEN)
    Budget().spend(len(best) * len(best) * len(deck))
    worth = [-card if rules.first is First.LOW else card for card in deck]
    whole = perm(len(deck), sum(hands.values()))
    firsts = {}
    for mine in best:
        ways = 0
        for card in worth:
            total = card + mine.plus
            if race.above is not None and total <= race.above:
                continue
            rooms = [(sum(other < card for other in worth), hands[mine.id] - 1)]
            for it in best:
                wins = is_together or mine.rank < it.rank
                lower = (other for other in worth if other != card and other + it.plus < total + wins)
                rooms += [(sum(1 for _ in lower), hands[it.id])] if it is not mine else []
            ways += hands[mine.id] * _deals(rooms)
        firsts[mine.id] = Fraction(ways, whole)
    least = race.above
    if least is None:
        return firsts, Fraction(0)
    rooms = [(sum(other + it.plus <= least for other in worth), hands[it.id]) for it in best]
    return firsts, Fraction(_deals(rooms), whole)


def _deals(rooms: Sequence[tuple[int, int]]) -> int:
    """Count the ways to deal to each so many cards of so many; what fits one hand fits all with more room."""
    ways, out = 1, 0
    for room, many in sorted(rooms):
        ways *= perm(max(0, room - out), many)
        out += many
    return ways


def _deck(race: _Race) -> list[int]:
    """List the cards that will be dealt from. Raises TooMuch where they are not enough for all."""
    rules, draft = race.rules, Draft(race.encounter)
    numbers.shuffle(draft)
    wanted = sum(places(race.encounter, who[0]) for who in race.units)
    out = numbers.before_the_deal(draft, rules, wanted)
    deck = [card for card in range(1, rules.number.cards + 1) if card not in out]
    if wanted > len(deck):
        raise TooMuch
    return deck
