"""A trial fight by a rule set: four fighters, two rounds, and dice from a fixed seed.

Where the rules let combatants wait, one of them waits once and comes back as the rules say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from app.ui.words import cost_words, number_words
from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter, OpenRound
from turntrack.core.dice import Dice, seeded_dice
from turntrack.core.errors import Malformed, Refused
from turntrack.core.fields import OF_ONE_FIGHT, Value
from turntrack.core.memory import recall
from turntrack.core.model import Encounter, Id
from turntrack.history.session import Session
from turntrack.systems.choices import Choice, ChoiceKind
from turntrack.systems.table_rules import SYSTEM, order
from turntrack.systems.table_rules.declarations import paces
from turntrack.systems.table_rules.memory import TableRulesCombatant
from turntrack.systems.table_rules.presets.preset import SAMPLE_FIGHTERS
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields
from turntrack.systems.table_rules.rule_texts import phase_words, wait_words
from turntrack.systems.table_rules.settings import FIXED, DelayRule, LapKind

SEED = 4
ROUNDS = 2
MOST_SHOWN = 8
"""The number of turns of a round that are shown; the others are counted."""
MOST_STEPS = 60
SIDES = {name: 0 if side == "Heroes" else 1 for name, side, _ in SAMPLE_FIGHTERS}
_FREE_TURNS = (0, 2, 2, 1, 3, 0, 0, 2)
"""The places of those who act where anyone may act again and again."""
_FROM_USUAL = (4, 0, 3, -1)
"""The difference of each fighter to the default value of a field."""


@dataclass(frozen=True, slots=True)
class TrialTurn:
    """A turn of the trial: the fighter, its number, and its actions with their costs."""

    name: str
    side: int
    number: str
    deeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrialRound:
    title: str
    turns: tuple[TrialTurn, ...]
    more: int = 0
    """The number of turns that are not shown."""


@dataclass(frozen=True, slots=True)
class Trial:
    rounds: tuple[TrialRound, ...]
    wrong: str = ""
    """The reason why the trial stopped early."""


def begin_trial(rules: RuleSet, dice: Dice) -> Session:
    """Return the trial fight before its first round. Raises Refused and Malformed."""
    session = Session((SYSTEM,))
    for command in (MakeEncounter("A trial", SYSTEM.key), take(rules), *_fighters(rules)):
        session.dispatch(command, dice)
    return session


@lru_cache(maxsize=40)
def play_trial(rules: RuleSet) -> Trial:
    """Play a trial fight by these rules."""
    dice, told = seeded_dice(SEED), _TrialLog(rules)
    try:
        session = begin_trial(rules, dice)
        for _ in range(MOST_STEPS):
            now = session.encounter
            if not now.is_open:
                if now.round >= ROUNDS:
                    break
                session.dispatch(OpenRound(), dice)
                told.begin(session.encounter)
                _declare(session, rules, dice)
                continue
            choice = _come_back(now, rules, told) or _wait(now, rules, told) or _likely(now, rules, told.many)
            if choice is None or (told.is_endless and told.many >= MOST_SHOWN):
                break
            session.dispatch(choice.command, dice)
            told.tell(now, choice)
    except (Refused, Malformed) as error:
        return Trial(told.done(), str(error))
    return Trial(told.done())


def _declare(session: Session, rules: RuleSet, dice: Dice) -> None:
    """Declare the last pace for every other fighter, if these rules have paces and no roll tells them."""
    for pace in () if rules.checks_phases else paces(rules)[-1:]:
        for combatant_id in session.encounter.order[1::2]:
            try:
                session.dispatch(Act(combatant_id, "declare", {"pace": pace}), dice)
            except Refused:
                continue  # no phase of that pace is theirs


class _TrialLog:
    """The turns of the trial so far."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._rounds: list[tuple[str, list[TrialTurn]]] = []
        self._open = ""
        self.many = 0
        """The number of turns begun."""
        self.waiter: Id = ""
        """Who has waited, or swapped numbers."""
        self.since = 0
        """The number of turns begun when that was so."""
        self.is_endless = rules.end.is_endless
        self._title = "As the count goes on" if rules.sequence.by_count else "As the scene goes on"

    def begin(self, encounter: Encounter) -> None:
        self._rounds.append((self._title if self.is_endless else f"Round {encounter.round}", []))
        self._open = ""

    def has_begun(self, combatant_id: Id) -> bool:
        """Return whether the running turn of the combatant is told already."""
        return self._open == combatant_id

    def tell(self, before: Encounter, choice: Choice) -> None:
        command = choice.command
        if not isinstance(command, Act) or command.id not in before.acting():
            self._open = ""
            return
        turns = self._rounds[-1][1]
        if self._open != command.id:
            turns.append(_turn(before, command.id, self._rules))
            self._open, self.many = command.id, self.many + 1
        if choice.kind is ChoiceKind.OVER:
            self._open = ""
            return
        if choice.kind is ChoiceKind.WAIT:
            self.waiter, self.since, self._open = command.id, self.many, ""
            turns[-1] = replace(turns[-1], deeds=(*turns[-1].deeds, _wait_words(before, command, self._rules)))
            return
        cost, change = cost_words(choice), choice.preview.outcome.partition(";")[0]
        penalty = change.removeprefix("with ") if change.startswith("with −") else ""
        price = f"({cost})" if cost[:1].isdigit() else cost
        said = " ".join(filter(None, (choice.label, penalty, price)))
        turns[-1] = replace(turns[-1], deeds=(*turns[-1].deeds, said))
        if self._rules.sequence.by_count:
            self._open = ""

    def done(self) -> tuple[TrialRound, ...]:
        return tuple(
            TrialRound(title, tuple(turns[:MOST_SHOWN]), max(0, len(turns) - MOST_SHOWN))
            for title, turns in self._rounds
            if turns
        )


def _turn(encounter: Encounter, combatant_id: str, rules: RuleSet) -> TrialTurn:
    system = SYSTEM.at(encounter)
    number = system.number(encounter, combatant_id)
    name = encounter.name_of(combatant_id)
    phase = ""
    if rules.laps.kind is LapKind.PHASES and 0 < encounter.part <= len(rules.laps.phases):
        phase = phase_words(rules, rules.laps.phases[encounter.part - 1]).partition(" (")[0]
    elif rules.laps.kind is LapKind.CHART:
        phase = f"segment {encounter.part}"
    return TrialTurn(
        name, SIDES.get(name, 1), number_words(system, number.total) if number else "", (phase,) if phase else ()
    )


def _wait_words(encounter: Encounter, command: Act, rules: RuleSet) -> str:
    if rules.delay.is_of_numbers:
        return f"swaps with {encounter.name_of(str(command.values['with']))}"
    return wait_words(rules).does


def _wait(encounter: Encounter, rules: RuleSet, told: _TrialLog) -> Choice | None:
    """Return the choice to wait, or to swap numbers; None if the trial does not wait now.

    The first turn waits. Where a wait goes on into the next round it is the second one, so that its own place is not
    the first to come again. Where it goes on through segments or phases it is the last turn in one of them.
    """
    if told.waiter or not encounter.acting():
        return None
    if rules.is_delay_for_round and order.to_act(encounter):
        return None
    if rules.out_of_turn.waiting is DelayRule.ACROSS and not told.many:
        return None
    return _allowed(encounter, encounter.acting()[0], "swap" if rules.delay.is_of_numbers else "wait")


def _come_back(encounter: Encounter, rules: RuleSet, told: _TrialLog) -> Choice | None:
    """Return the choice of who waits to act now; None if the wait goes on.

    Another fighter acts first. Where a wait goes on into the next round, that round comes first.
    """
    if not told.waiter or not encounter.acting():
        return None
    if rules.out_of_turn.waiting is DelayRule.ACROSS:
        is_time = encounter.round > 1
    else:
        is_time = rules.out_of_turn.after or (told.many > told.since and not told.has_begun(encounter.acting()[0]))
    return _allowed(encounter, told.waiter, "act_now") if is_time else None


def _allowed(encounter: Encounter, combatant_id: Id, action: str) -> Choice | None:
    """Return the choice of this combatant, if it is offered and not refused."""
    for section in SYSTEM.sections(encounter, {}):
        for choice in section.choices:
            command = choice.command
            if isinstance(command, Act) and (command.id, command.action) == (combatant_id, action):
                return None if choice.preview.refusal else choice
    return None


def _likely(encounter: Encounter, rules: RuleSet, many: int) -> Choice | None:
    """Return the next choice of the trial: an action of the running turn, or a candidate for the next one.

    By count each turn takes another action, to show the effect of each on the order.
    """
    sections = [section for section in SYSTEM.sections(encounter, {}) if section.main]
    allowed = [choice for section in sections for choice in section.choices if not choice.preview.refusal]
    if not encounter.acting():
        given = [
            choice
            for choice in allowed
            if isinstance(choice.command, Act) and choice.command.action in ("begins", "nominate")
        ]
        if rules.repeats_freely and given:
            return given[_FREE_TURNS[many % len(_FREE_TURNS)] % len(given)]
        return min(given, key=lambda choice: _turns_had(encounter, choice.row), default=None)
    actor = encounter.acting()[0]
    own = {
        choice.command.action: choice
        for choice in allowed
        if isinstance(choice.command, Act) and choice.command.id == actor
    }
    did = recall(encounter.standings[actor].memory, TableRulesCombatant()).did
    wanted = [
        price.key
        for price in rules.prices
        if price.key in own and not price.off_turn and (own[price.key].preview.cost or price.key not in did)
    ]
    if rules.sequence.by_count:
        wanted = wanted[many % len(wanted) :] if wanted else []
    elif not any(own[key].preview.cost for key in wanted):
        wanted = wanted[: 0 if did else 1]
    return own.get(wanted[0] if wanted else "end")


def _turns_had(encounter: Encounter, combatant_id: str) -> int:
    standing = encounter.standings.get(combatant_id)
    return recall(standing.memory, TableRulesCombatant()).turns if standing else 0


def _fighters(rules: RuleSet) -> tuple[Command, ...]:
    """Return the fighters; the last ones are on the sides that phases name."""
    named = list(dict.fromkeys(phase.named for phase in rules.laps.phases if phase.named))[:2]
    sides = [side for _, side, _ in SAMPLE_FIGHTERS]
    sides[len(sides) - len(named) :] = named
    return tuple(
        AddCombatant(name, 1, side, group, _sheet(rules, more))
        for (name, _, group), side, more in zip(SAMPLE_FIGHTERS, sides, _FROM_USUAL, strict=True)
    )


def _sheet(rules: RuleSet, more: int) -> dict[str, Value]:
    fields = [field for field in form_fields(rules) if field.key not in (FIXED.key, *OF_ONE_FIGHT)]
    return {field.key: max(field.low, min(field.high, int(field.default) + more)) for field in fields}
