"""Checks that say in which phase a combatant acts (G8): a roll against a value, or against the other side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from turntrack.core.dice import DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.events import Noted
from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import Chance
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import LAPS
from turntrack.systems.table_rules.settings import Phase, Shared, WhichSide
from turntrack.systems.toolkit.dice_expression import (
    Expression,
    ValueOf,
    code_of,
    count_shown,
    evaluate,
    is_plain,
)
from turntrack.systems.toolkit.distributions import Budget, count_ways


class CheckRoll(NamedTuple):
    """A roll that a check needs, with the values that say how many dice there are."""

    who: Sequence[Id]
    name: str
    formula: Expression
    values: ValueOf


def _formulas(rules: RuleSet) -> tuple[Expression, Expression]:
    """Return what is rolled, and what it is compared with."""
    assert rules.check_formulas is not None  # RuleSet has parsed them
    return rules.check_formulas


def _phases_to_win(encounter: Encounter, combatant_id: Id) -> tuple[Phase, Phase] | None:
    """Return the phase of those who pass and that of those who fail; None if the combatant makes no check."""
    rules = rules_of(encounter)
    own = [phase for phase in rules.laps.phases if memory.acts_in(encounter, combatant_id, phase)]
    return (own[0], own[-1]) if rules.checks_phases and len(own) > 1 else None


def check_phases(draft: Draft, ids: Iterable[Id]) -> None:
    """Let combatants roll for the phase in which they act; a group shares its roll (G8)."""
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    checking = [combatant_id for combatant_id in ids if _phases_to_win(encounter, combatant_id)]
    if not checking:
        return
    rolled, _ = _formulas(rules)
    units = initiative.units(encounter, checking)
    own = [CheckRoll(who, name, rolled, memory.values_of(encounter, who[0])) for name, who in units]
    against = {combatant_id: _to_beat(encounter, who, name) for name, who in units for combatant_id in who}
    targets = {roll.who[0]: roll for roll in against.values()}  # one for each who has to be beaten
    fallen = _roll(draft, [*own, *targets.values()])
    shown = dict(zip(targets, fallen[len(own) :], strict=True))
    for roll, faces in zip(own, fallen, strict=False):
        for combatant_id in roll.who:
            target, phases = against[combatant_id], _phases_to_win(encounter, combatant_id)
            assert phases is not None
            values = memory.values_of(encounter, combatant_id)
            total = evaluate(rolled.body, values, faces)
            needed = evaluate(
                target.formula.body, target.values if rules.check.is_opposed else values, shown[target.who[0]]
            )
            passes = rules.check.beats.is_met(total, needed)
            draft.record(Noted(f"{encounter.name_of(combatant_id)}: {total} against {needed}.", LAPS, combatant_id))
            memory.change(draft, combatant_id, LAPS, pace=phases[not passes].pace)


def _to_beat(encounter: Encounter, who: Sequence[Id], name: str) -> CheckRoll:
    """Return what these combatants have to beat: their own value, or the roll of the other side with its best ones."""
    rules = rules_of(encounter)
    _, needed = _formulas(rules)
    if not rules.check.is_opposed:
        return CheckRoll(who, name, needed, memory.values_of(encounter, who[0]))
    are_players = memory.is_on(encounter, who[0], WhichSide.PLAYERS)
    others = [
        other for other in encounter.able() if memory.is_on(encounter, other, WhichSide.PLAYERS) is not are_players
    ]
    sheets = [memory.values_of(encounter, other) for other in others or who]
    best = {key: Shared.HIGHEST.of([sheet[key] for sheet in sheets]) for key in sheets[0]}
    return CheckRoll(others or who, "The other side", needed, best)


def _roll(draft: Draft, checks: Sequence[CheckRoll]) -> list[Mapping[int, int]]:
    """Roll the dice of all checks at once; return for each what its dice show, by their places."""
    requests: list[DiceRequest] = []
    places = []
    for at, check in enumerate(checks):
        for die in check.formula.dice:
            if code := code_of(die, check.values):
                requests.append(draft.request(check.who, check.name, "the check", code, by_face=not is_plain(die)))
                places.append((at, die))
    fallen: list[dict[int, int]] = [{} for _ in checks]
    for (at, die), roll in zip(places, draft.roll(requests, LAPS), strict=True):
        fallen[at][die.place] = count_shown(die, roll)
    return [*fallen]


def chances_to_pass(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chance of each combatant to act in the first of its phases. Raises TooMuchWork."""
    rules, budget, chances = rules_of(encounter), Budget(), list[Chance]()
    for combatant_id in encounter.able():
        if phases := _phases_to_win(encounter, combatant_id):
            rolled, needed = _formulas(rules)
            own = count_ways(rolled.body, memory.values_of(encounter, combatant_id), budget)
            target = count_ways(needed.body, _to_beat(encounter, (combatant_id,), "").values, budget)
            budget.spend(len(own.ways) * len(target.ways))
            passing = sum(
                ways * others
                for total, ways in own.ways.items()
                for needs, others in target.ways.items()
                if rules.check.beats.is_met(total, needs)
            )
            label = f"acts in “{phases[0].name}”"
            chances.append(Chance(combatant_id, label, Fraction(passing, own.scale * target.scale), LAPS))
    return tuple(chances)
