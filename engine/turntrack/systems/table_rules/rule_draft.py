"""A draft of a rule set, which may contradict itself, and its contradictions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from turntrack.core.errors import BadValue
from turntrack.core.score import signed
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.settings import (
    ATTACK,
    NUMBER,
    ActionPrice,
    Bag,
    Check,
    Chooser,
    DelayEffect,
    DelayEnd,
    DelayRule,
    EndEffect,
    First,
    FirstSide,
    Fresh,
    Holder,
    LapKind,
    Laps,
    LateEffect,
    Number,
    Order,
    OrderEffect,
    OutOfTurn,
    Place,
    Refill,
    RoundEnd,
    SheetField,
    Source,
    Start,
    Surprise,
    SurpriseEffect,
    TieBy,
    TieRule,
    TurnCounter,
    WhichSide,
)
from turntrack.systems.toolkit.dice_expression import parse

_FIELD_KEY = re.compile(
    r"(?!(?:max|min|gap|twice|d[0-9]*|side|group|note|health|table|initiative)$)[a-z][a-z_0-9]{0,19}"
)

_RESERVED = frozenset(
    (
        "end",
        "wait",
        "act_now",
        "nominate",
        "swap",
        "declare",
        "surprise",
        "rules",
        "change",
        "everybody_ends",
        "next_phase",
        "begins",
        "keep",
        "apart",
        NUMBER,
    )
)
"""The system's own actions."""


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """All settings of a rule set, which may contradict each other."""

    name: str = "d20, once"
    emblem: Emblem = Emblem.ROW
    note: str = ""
    pages: tuple[str, ...] = ()
    """The page of each setting in the game's own book, in the order of the thirteen."""
    fields: tuple[SheetField, ...] = (SheetField(),)
    place: Place = Place()
    number: Number = Number()
    fresh: Fresh = Fresh.ONCE
    first: First = First.HIGH
    declares_up: bool = False
    """Whether actions are declared before the first turn of a round, from the last in the order up (G4)."""
    ties: tuple[TieRule, ...] = ()
    order: Order = Order.NUMBER
    chooser: Chooser = Chooser.APP
    bag: Bag = Bag()
    keep_price: str = ""
    """What a side pays to keep the turn, once until another side has acted; empty if it cannot."""
    laps: Laps = Laps()
    check: Check = Check()
    budget: tuple[TurnCounter, ...] = ()
    prices: tuple[ActionPrice, ...] = ()
    out_of_turn: OutOfTurn = OutOfTurn()
    ends: RoundEnd = RoundEnd()
    start: Start = Start()

    @property
    def sequence(self) -> OrderEffect:
        return self.order.effect

    @property
    def delay(self) -> DelayEffect:
        return self.out_of_turn.waiting.effect

    @property
    def end(self) -> EndEffect:
        return self.ends.when.effect

    @property
    def surprise(self) -> SurpriseEffect:
        return self.start.surprise.effect

    @property
    def late(self) -> LateEffect:
        return self.start.late.effect

    @property
    def declared_keys(self) -> tuple[str, ...]:
        """Return the keys of the values that are asked before each round (G2)."""
        return tuple(field.key for field in self.fields if field.is_declared)

    @property
    def has_numbers(self) -> bool:
        return self.number.source.makes_numbers

    @property
    def later_sign(self) -> int:
        """Return the sign of a change that makes a number act later: −1 where the highest acts first."""
        return -1 if self.first.is_high else 1

    @property
    def draws_sides(self) -> bool:
        """Return whether tokens of the bag are those of sides, which choose who takes one."""
        return self.sequence.is_drawn and self.chooser is Chooser.SIDE

    @property
    def ranks_by_number(self) -> bool:
        """Return whether everybody's place follows from the numbers."""
        return self.has_numbers and not self.sequence.by_seat

    @property
    def has_first_side(self) -> bool:
        """Return whether sides take turns, and no number says which of them begins."""
        return self.sequence.by_side and not self.has_numbers

    @property
    def speaks_of_players(self) -> bool:
        """Return whether these settings tell the players’ side from the others."""
        begins = self.has_first_side and not self.start.side.effect.is_asked
        phases = self.laps.phases if self.laps.kind is LapKind.PHASES else ()
        told = [phase.side for phase in phases if not phase.named]
        told += [tie.side for tie in self.ties if tie.by is TieBy.SIDE]
        told += [self.bag.sides] if self.draws_sides else []
        return begins or self.place.holder is Holder.FOES or any(side is not WhichSide.ANY for side in told)

    @property
    def checks_phases(self) -> bool:
        """Return whether a roll says in which phase a combatant acts."""
        return self.laps.kind is LapKind.PHASES and bool(self.check.text)

    @property
    def choosers(self) -> tuple[Chooser, ...]:
        """Return the choosers that these settings allow, the usual one first."""
        return (Chooser.SIDE, Chooser.APP) if self.place.holder is Holder.SLOT else self.sequence.choosers

    @property
    def repeats_freely(self) -> bool:
        """Return whether anybody may have the turn again and again, without rounds."""
        return self.sequence.is_free and self.end.is_endless

    def takes_turn(self, price: ActionPrice) -> bool:
        """Return whether the action takes a turn to come if it is done out of turn: it ends the turn on one's own."""
        return price.ends and price.off_turn and not (self.sequence.by_count or self.end.is_endless)

    @property
    def goes_by_list(self) -> bool:
        return self.sequence.by_number and not self.has_numbers

    @property
    def goes_together(self) -> bool:
        """Return whether combatants with equal numbers act at the same time."""
        return any(tie.by is TieBy.TOGETHER for tie in self.ties)

    @property
    def is_chosen(self) -> bool:
        """Return whether somebody says who is next."""
        return self.chooser.is_somebody

    @property
    def is_spent_to_zero(self) -> bool:
        """Return whether numbers are spent down to 0, without debts."""
        return (self.laps.kind is LapKind.NUMBER or self.end.at_zero) and not self.ends.carries

    @property
    def is_delay_for_round(self) -> bool:
        """Return whether a delay goes on through parts of a round, until the combatant's next turn in one of them."""
        return self.laps.kind in (LapKind.PHASES, LapKind.CHART)

    @property
    def waits_for_own_turn(self) -> bool:
        """Return whether a delay goes on until the combatant's own turn comes again."""
        return self.out_of_turn.end is DelayEnd.NEXT

    @property
    def is_idle_while_waiting(self) -> bool:
        """Return whether waiting bars actions out of turn."""
        return self.out_of_turn.idle and self.delay.waits and any(price.off_turn for price in self.prices)

    @property
    def returns_together(self) -> bool:
        """Return whether a combatant who has waited acts at the same time as whoever acts then."""
        joins = self.goes_together and self.has_numbers and not self.delay.stays
        return joins and self.delay.waits and not self.out_of_turn.after

    @property
    def counts_out_of_turn(self) -> bool:
        """Return whether the number of times an action was done out of turn matters."""
        return any(price.off_turn and (price.repeat or price.once) for price in self.prices)

    @property
    def paced_counter(self) -> TurnCounter | None:
        """Return the counter of which phases can say how much a turn holds."""
        return next((counter for counter in self.budget if counter.refill is Refill.TURN), None)

    @property
    def first_price(self) -> ActionPrice | None:
        """Return the first action on one's turn that costs points of the number, and no die."""
        paid = (price for price in self.prices if price.of == NUMBER and price.takes_something)
        return next((price for price in paid if not price.off_turn and not price.die), None)

    @property
    def actions(self) -> tuple[ActionPrice, ...]:
        """Return the offered actions: the rule set's, and an attack if none of those can be taken on a turn."""
        is_named = any(not price.off_turn or price.key == ATTACK.key for price in self.prices)
        return self.prices if is_named else (ATTACK, *self.prices)

    @property
    def named_fields(self) -> tuple[tuple[str, str], ...]:
        """Return each setting that can name a field of the sheet, with the field; the number has its expression."""
        return (
            ("places", self.place.field),
            ("chart", self.laps.field),
            ("draws", self.number.draws),
            ("redraws", self.number.redraws),
            *(("tie", tie.field) for tie in self.ties),
            *(("counters", counter.field) for counter in self.budget),
            *(("prices", price.field) for price in self.prices),
        )

    def price(self, key: str) -> ActionPrice | None:
        return next((price for price in self.actions if price.key == key), None)


# Contradictions between settings


class Contradiction(NamedTuple):
    """A contradiction between settings."""

    setting: str
    """The setting that gives way in the rule editor; empty if only the game master can resolve it."""
    sentence: str


def contradictions(draft: RuleDraft) -> Iterator[Contradiction]:
    """Yield each contradiction, those of the weightiest settings first: order, number, laps, then all else."""
    for complaints in (
        _of_names,
        _of_order,
        _of_laps,
        _of_check,
        _of_end,
        _of_numbers,
        _of_prices,
        _of_waiting,
        _of_debts,
        _of_start,
    ):
        yield from map(Contradiction._make, complaints(draft))


type _Sentences = Iterator[tuple[str, str]]


def _of_names(draft: RuleDraft) -> _Sentences:
    keys = [field.key for field in draft.fields]
    for key in keys:
        if not _FIELD_KEY.fullmatch(key):
            yield "", f"A field cannot be called “{key[:40]}”: small letters, digits and _, and no word known already."
    yield from _twice("fields", keys)
    yield from _twice("counters", [counter.name.casefold() for counter in draft.budget])
    yield from _twice("actions", [price.key for price in draft.prices])
    for setting, key in draft.named_fields:
        if key and key not in keys:
            yield setting, f"There is no field “{key[:40]}” on the sheet."
    for tie in draft.ties:
        if tie.by is TieBy.FIELD and not tie.field:
            yield "tie", "G5: say which field settles a tie."


def _twice(what: str, names: list[str]) -> _Sentences:
    for name in names:
        if names.count(name) > 1:
            yield "", f"There are two {what} called “{name}”."


def _of_order(draft: RuleDraft) -> _Sentences:
    by_count = "G6: by count each has one place, a number, and no laps."
    slots = draft.place.holder is Holder.SLOT
    if slots and not (draft.sequence.by_number and draft.has_numbers):
        yield "holder", "G1: open slots go by number, once a round."
    is_group_of_side = draft.sequence.by_side and draft.place.holder is Holder.GROUP
    if draft.place.holder.is_shared and not (draft.sequence.is_ranked or is_group_of_side):
        yield "holder", "G1: a place for a group or a side goes by number or by count, that of a group also by sides."
    if draft.sequence.by_count and (draft.place.holder is not Holder.EACH or _has_places(draft)):
        yield "places", by_count
    if draft.sequence.by_seat:
        yield from _of_seats(draft)
    if slots and draft.laps.kind is not LapKind.ONE:
        yield "laps", "G1: open slots go by number, once a round."
    allowed = draft.choosers
    if draft.chooser not in allowed:
        yield "chooser", f"G7: here the next can be chosen by {' or '.join(chooser.value for chooser in allowed)}."
    if draft.draws_sides and draft.bag.again and draft.laps.kind is not LapKind.ONE:
        yield "laps", "G8: sides share tokens only where a round is a single lap."
    if draft.draws_sides and draft.bag.again and draft.bag.once:
        yield "again", "G7: where only the first token of each is a turn, nobody acts again."
    if draft.keep_price and not (draft.sequence.alternates and draft.is_chosen):
        yield "keeps", "G7: the turn is kept where sides take turns, one member at a time, and somebody chooses."
    if any(tie.by is TieBy.REACHED for tie in draft.ties):
        if not draft.sequence.by_count:
            yield "tie", "G5: only by count somebody comes to a number first."
        elif draft.goes_together:
            yield "tie", "G5: where somebody comes first nobody acts at the same time."
    if draft.sequence.has_no_numbers and draft.number.source is not Source.NONE:
        yield "source", "G2: where nobody goes by number, there is none."
    if draft.sequence.by_count and not draft.has_numbers:
        yield "source", by_count
    if draft.sequence.by_count and draft.laps.kind is not LapKind.ONE:
        yield "laps", by_count
    if draft.repeats_freely and _has_places(draft):
        yield "places", "G1: without rounds nobody has several places."
    if draft.repeats_freely and draft.laps.kind is not LapKind.ONE:
        yield "laps", "G8: without rounds there are no laps."


def _of_seats(draft: RuleDraft) -> _Sentences:
    by_seat = "G6: down the list from the highest number each has one place, a number, and no laps."
    if _has_places(draft):
        yield "places", by_seat
    if not draft.has_numbers:
        yield "source", by_seat
    if draft.laps.kind is not LapKind.ONE:
        yield "laps", by_seat
    if draft.goes_together:
        yield "tie", "G5: down the list nobody acts at the same time as another."
    if draft.surprise.acts_first:
        yield "surprise", "G13: down the list nobody jumps ahead."


def _of_laps(draft: RuleDraft) -> _Sentences:
    laps = draft.laps
    if laps.kind is LapKind.NUMBER and not (
        draft.has_numbers and draft.first.is_high and draft.sequence.by_number and not _has_places(draft)
    ):
        yield "laps", "G8: laps that take off the number go by number, the highest first, with one place each."
    if laps.kind is LapKind.BUDGET:
        counter = next((counter for counter in draft.budget if counter.name == laps.counter), None)
        if counter is None or counter.refill.is_by_turn:
            yield "lasting", "G8: say which counter lasts; it cannot be filled again at each turn."
    if laps.kind is LapKind.PHASES and not laps.phases:
        yield "phases", "G8: name a phase."
    if any(phase.amount for phase in laps.phases) and draft.paced_counter is None:
        yield "phases", "G8: no counter is refilled at each turn, so no phase can say how much a turn holds."
    if laps.kind is LapKind.CHART and not laps.field:
        yield "chart", "G8: say which field of the sheet stands in the chart."
    if laps.start > laps.segments:
        yield "start", f"G8: there is no segment {laps.start} to begin in."
    if laps.single > laps.segments:
        yield "single", f"G8: there is no segment {laps.single} to act in."


def _of_check(draft: RuleDraft) -> _Sentences:
    if not draft.checks_phases:
        return
    if draft.place.holder.is_shared:
        yield "check", "G8: those who share a place make no checks."
    bounds = {field.key: (field.low, field.high) for field in draft.fields}
    for text in (draft.check.text, draft.check.against):
        try:
            formula = parse(text, bounds)
        except BadValue as error:
            yield "check", str(error)
        else:
            if formula.is_gap:
                yield "check", "G8: a check goes by what is rolled, not by what is behind the highest."
    rows = [
        [phase for phase in draft.laps.phases if not phase.named and phase.side in (WhichSide.ANY, side)]
        for side in (WhichSide.PLAYERS, WhichSide.OTHERS)
    ]
    by_name = {phase.named.casefold() for phase in draft.laps.phases if phase.named}
    rows += [[phase for phase in draft.laps.phases if phase.named.casefold() == name] for name in sorted(by_name)]
    several = [row for row in rows if len(row) > 1]
    if not several:
        yield "check", "G8: nobody has two phases, between which a check could decide."
    for row in several:
        if not row[0].pace or not row[-1].pace or row[0].pace == row[-1].pace:
            yield "check", "G8: a check decides between two paces: name them in the first and the last phase."


def _has_places(draft: RuleDraft) -> bool:
    return draft.place.many > 1 or bool(draft.place.field)


def _of_end(draft: RuleDraft) -> _Sentences:
    end, by_count = draft.end, draft.sequence.by_count
    if by_count and not (end.at_zero if draft.first.is_high else end.is_endless):
        yield "end", "G12: by count a round ends at 0 where the highest acts, and never where the lowest does."
    if end.has_token and not draft.sequence.is_drawn:
        yield "end", "G12: a token that ends the round lies in a bag."
    if end.is_endless and not (by_count or draft.sequence.is_free):
        yield "end", "G12: a round never ends only by count, or where anybody may be next."
    if end.at_zero and not by_count and draft.laps.kind is not LapKind.NUMBER:
        yield "end", "G12: numbers come to 0 by count, or by laps that take off the number."


def _of_numbers(draft: RuleDraft) -> _Sentences:
    if draft.number.source is Source.CARDS and draft.number.cards not in (10, 54):
        yield "", f"G2: a deck has 10 or 54 cards, not {draft.number.cards}."
    rolls_anew = draft.number.source is Source.EXPRESSION and draft.fresh is Fresh.ROUND
    if draft.declared_keys and not rolls_anew:
        yield "declared", "G2: a value is asked before each round only where each round rolls new numbers."
    if draft.declares_up and not (draft.ranks_by_number and not draft.end.is_endless):
        yield "declares", "G4: from the last one up is declared where rounds go by numbers."
    if draft.number.redraws and not draft.first.is_high:
        yield "redraws", "G2: low cards are drawn again where the highest is first."
    if draft.sequence.by_count and draft.fresh is Fresh.LAP:
        yield "fresh", "G3: by count there are no laps to roll for."
    if draft.fresh is Fresh.LAP and (draft.laps.kind is LapKind.ONE or not draft.has_numbers):
        yield "fresh", "G3: there are no laps, or no numbers, to roll for."
    if draft.laps.kind is LapKind.NUMBER and draft.fresh is not Fresh.ROUND:
        yield "fresh", "G3: laps that take off the number need new numbers every round."
    if draft.fresh is Fresh.LAP and draft.number.source is Source.TYPED:
        yield "fresh", "G3: numbers are typed for the fight or for a round, not for a lap."
    if draft.end.is_endless and not draft.fresh.is_lasting:
        yield "fresh", "G3: without rounds there is nothing to make numbers for anew."


def _of_prices(draft: RuleDraft) -> _Sentences:
    counters = [counter.name for counter in draft.budget]
    if draft.out_of_turn.reaction and draft.out_of_turn.reaction not in counters:
        yield "reaction", f"G11: there is no counter “{draft.out_of_turn.reaction[:40]}” for reactions."
    for price in draft.prices:
        if not price.key or price.key in _RESERVED:
            yield "", f"G10: an action cannot be called “{price.name}”."
        if price.of and price.of != NUMBER and price.of not in counters:
            yield "prices", f"G10: {price.name}: there is no counter “{price.of[:40]}”."
        if (price.of == NUMBER or price.halves) and not draft.ranks_by_number:
            yield "prices", f"G10: {price.name}: there is no number to pay with."
        if price.halves and price.of != NUMBER:
            yield "prices", f"G10: {price.name}: only the number is halved."
        if price.die and (price.of != NUMBER or price.off_turn or price.halves):
            yield "prices", f"G10: {price.name}: a die is only for the number, on one’s turn."
        if price.paid_once and (price.of in ("", NUMBER) or price.off_turn or price.once):
            yield "prices", f"G10: {price.name}: what takes of a counter on one’s turn, again and again, is paid once."
        if price.die == 1:
            yield "prices", f"G10: {price.name}: a die has 2 faces or more."
        if draft.sequence.by_count and (missing := missing_cost(draft, price)):
            words = f"by count it can come to {signed(1 - missing)}, so that the same one acts again and again."
            yield "prices", f"G10: {price.name}: {words}"
        if price.halves and draft.end.is_endless:
            yield "prices", "G10: a number is halved only where the highest is first."
    if NUMBER in counters:
        yield "", f"G9: a counter cannot be called “{NUMBER}”."
    if draft.out_of_turn.each_round and draft.end.is_endless:
        yield "each_round", "G10: without rounds nothing counts until the round ends."
    if draft.sequence.by_count and draft.first_price is None:
        yield "prices", "G10: by count at least one action has to cost points of the number, without a die."
    if draft.end.is_endless and any(counter.refill is Refill.ROUND for counter in draft.budget):
        yield "counters", "G9: without rounds no counter is filled each round."


def missing_cost(draft: RuleDraft, price: ActionPrice) -> int:
    """Return how much an action on one's turn lacks to take a point of the number, whatever the sheet and die say."""
    if price.of != NUMBER or price.off_turn or price.halves:
        return 0
    low = next((field.low for field in draft.fields if field.key == price.field), 0)
    return max(0, 1 - price.cost - low - bool(price.die))


def _of_waiting(draft: RuleDraft) -> _Sentences:
    waiting = draft.out_of_turn.waiting
    if waiting is not DelayRule.NONE and (draft.place.holder is Holder.SLOT or draft.sequence.is_free):
        yield "waiting", "G11: where anybody can be next, there is no waiting."
    if draft.sequence.by_count and waiting not in (DelayRule.NONE, DelayRule.ROUND):
        yield "waiting", "G11: by count one waits within the round, or not at all."
    elif (draft.delay.stays or draft.delay.is_of_numbers) and not draft.sequence.by_number:
        yield "waiting", "G11: to wait for good, or to swap, there must be an order by number."
    if draft.out_of_turn.end not in draft.delay.ends:
        yield "delay_end", "G11: what becomes of a delay when the round ends does not go with this kind of delay."
    if draft.delay.is_of_numbers and not draft.has_numbers:
        yield "waiting", "G11: numbers can be swapped where there are some."
    if draft.delay.stays and draft.has_numbers and not draft.fresh.is_lasting:
        yield "waiting", "G11: nobody is placed for good where numbers are made again."


def _of_debts(draft: RuleDraft) -> _Sentences:
    if draft.ends.carries and (not draft.ranks_by_number or draft.fresh.is_lasting):
        yield "carries", "G12: a debt is carried into new numbers only."
    if draft.ends.carries and not draft.first.is_high:
        yield "carries", "G12: nothing is overdrawn where the lowest is first."
    if draft.ends.shuffles and draft.number.source is not Source.CARDS:
        yield "shuffles", "G12: there is no deck to shuffle."
    if draft.end.is_endless and draft.ends.rises:
        yield "rises", f"G12: without rounds {draft.ends.rises} never goes up."


def _is_rolled(draft: RuleDraft) -> bool:
    """Return whether the number is made with dice; also if its expression is wrong and complained about elsewhere."""
    if draft.number.source is not Source.EXPRESSION:
        return False
    try:
        formula = parse(draft.number.text, {field.key: (field.low, field.high) for field in draft.fields})
    except BadValue:
        return True
    return bool(formula.dice)


def _of_start(draft: RuleDraft) -> _Sentences:
    surprise, late = draft.surprise, draft.late
    if surprise.modifies_number and not draft.has_numbers:
        yield "surprise", "G13: there is no number to modify."
    if surprise.rolls_twice and not _is_rolled(draft):
        yield "surprise", "G13: nothing is rolled that could be rolled twice."
    if draft.start.surprise is Surprise.LAP and draft.sequence.by_count:
        yield "surprise", "G13: by count there is no first lap to lose."
    if draft.start.surprise is Surprise.LAP and draft.laps.kind is LapKind.PHASES:
        yield "surprise", "G13: with phases there is no first lap to lose."
    if surprise.acts_first and draft.end.is_endless:
        yield "surprise", "G13: without rounds there is no first round to act first in."
    if draft.start.surprise is Surprise.REACTIONS and draft.end.is_endless:
        yield "surprise", "G13: without rounds there is no first round in which reactions are lost."
    if surprise.others_hold and draft.out_of_turn.end is not DelayEnd.USED:
        yield (
            "surprise",
            "G13: whoever surprises the others begins on hold only where one waits on for as long as one likes.",
        )
    if surprise.costs_turns and draft.repeats_freely:
        yield "surprise", "G13: where anybody may be next again and again nobody loses a turn."
    if surprise.modifies_number and draft.start.amount * draft.later_sign < 0:
        yield "amount", "G13: with this modifier the surprised would act sooner."
    if late.takes_count and not draft.sequence.by_count:
        yield "late", "G13: there is no running count."
    if late.pays_for_laps and draft.laps.kind is not LapKind.NUMBER:
        yield "late", "G13: no lap takes anything off."
    if late.misses_round and draft.end.is_endless:
        yield "late", "G13: without rounds no next round comes."
    if draft.start.side is not FirstSide.LISTED and not draft.has_first_side:
        yield "begins", "G13: which side begins is open only where sides take turns without numbers."
    if draft.start.side.effect.goes_on and not draft.sequence.alternates:
        yield "begins", "G13: turns go on from round to round only where sides take turns, one member at a time."
