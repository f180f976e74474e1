"""The attack that is open to whoever acts: one tap on a foe’s row is target, attack and damage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType

from turntrack.core.commands import Act, RollFromCard, Strike, Wound
from turntrack.core.dice import Roll
from turntrack.core.events import DiceRolled, HealthChanged
from turntrack.core.fields import Field
from turntrack.core.model import Encounter, Id
from turntrack.core.own_sides import family_name
from turntrack.history.session import Step
from turntrack.rules.conditions import conditions_of
from turntrack.rules.health import who_can_be_hurt
from turntrack.rules.last_stands import tally_of_damage
from turntrack.systems.choices import FIRST, Choice, ChoiceKind, Section
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.toolkit.guards import likely_foes

_TARGET = "target"
BLOWS = (ChoiceKind.STRIKE, ChoiceKind.SHOOT)
"""The kinds of choices that are attacks."""

AMOUNTS = 5
"""At most this many amounts have a button on a row."""
_MOST_RECENT = 3
"""At most this many of them are amounts that were dealt before."""
USUAL = (5, 3, 10, 2, 1)
"""The amounts of the other buttons; the last ones make room first."""
_USUAL_WOUNDS = (1, 2, 3, 4, 5)
"""The same against whoever has no more health than ``_MOST_WOUNDS``: such games count wounds."""
_MOST_WOUNDS = 6
_STEPS_BACK = 60


@dataclass(frozen=True, slots=True)
class OpenAttack:
    """The likeliest attack of a combatant who acts, and at whom it may go."""

    foes: tuple[Id, ...]
    """The able foes, if anybody’s health is counted, and the fallen whose last stand damage ends sooner."""
    act: Act | None
    """The attack, with the target that is picked; None if no attack is left in this turn."""
    target: Id
    """The foe that is picked, or meant if nobody is; empty for nobody."""
    end: Act | None
    """The choice that ends the turn; None where attacks end it by themselves."""

    def at(self, foe: Id, wound: Wound | None) -> Strike | None:
        """Return the attack on a foe with its damage, or one that misses; None if no attack is left."""
        if self.act is None:
            return None
        return Strike(replace(self.act, values={**self.act.values, _TARGET: foe}), wound, misses=wound is None)


def open_attack(
    encounter: Encounter, system: TurnSystem, sections: Sequence[Section], entered: Mapping[str, object]
) -> OpenAttack | None:
    """Return the attack of the turn; None if nobody acts who could target a foe with counted health."""
    acting = encounter.acting()
    asked = next(_target_fields(sections), None) if acting else None
    if asked is None:
        return None
    blows = [choice for section in sections if section.main for choice in _blows_of(section)]
    likely_first = sorted(blows, key=lambda choice: -choice.likely)
    possible = (choice.command for choice in likely_first if not choice.preview.refusal)
    act = next((command for command in possible if isinstance(command, Act) and command.id in acting), None)
    section, field = asked
    actor = act.id if act else acting[0]
    standings = encounter.standings
    able = [key for pick in field.picks if (key := pick.key) and standings[key].able]
    hurt = who_can_be_hurt(encounter, able)
    down = [key for key in encounter.order if not standings[key].able and tally_of_damage(encounter, key, system)]
    foes = likely_foes(encounter, actor, (*hurt, *down))
    if not foes:
        return None
    target = str(entered.get(f"{section}.{_TARGET}", field.default))
    return OpenAttack(foes, act, target if target in foes else "", end_of_turn(sections, actor))


def end_of_turn(sections: Sequence[Section], actor: Id) -> Act | None:
    """Return the choice that ends the turn of a combatant and does nothing else."""
    ends = (
        choice.command
        for section in sections
        for choice in section.choices
        if section.main and choice.kind is ChoiceKind.OVER
        if isinstance(choice.command, Act) and choice.command.id == actor and not choice.preview.refusal
    )
    return next(ends, None)


def _target_fields(sections: Sequence[Section]) -> Iterator[tuple[str, Field]]:
    """Yield the fields that ask for the target of an attack, with their sections."""
    for section in sections:
        if section.main:
            yield from ((section.key, field) for field in section.inputs if field.key == _TARGET and field.people)


def _blows_of(section: Section) -> list[Choice]:
    """List the choices that attack. Of a table's own actions, whose kind is unknown, only the likeliest does."""
    has_target = _TARGET in [field.key for field in section.inputs]
    return [
        choice
        for choice in section.choices
        if choice.kind in BLOWS or (has_target and choice.kind is ChoiceKind.ACT and choice.likely == FIRST)
    ]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The last amounts of damage, newest first."""

    by_kind: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """By the kind of the targets."""
    by_side: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    rolled: tuple[int, ...] = ()
    """What was just rolled from a card."""


NOTHING_DEALT = Dealt()


def recent_damage(past: Sequence[Step]) -> Dealt:
    """Return the amounts that were dealt in the last steps."""
    by_kind, by_side = defaultdict[str, dict[int, None]](dict), defaultdict[str, dict[int, None]](dict)
    for step in reversed(past[-_STEPS_BACK:]):
        if not isinstance(step.command, Wound | Strike):
            continue
        for event in step.events:
            if isinstance(event, HealthChanged) and not event.heals:
                for change in event.changes:
                    combatant = step.after.combatants.get(change.id)
                    if combatant:
                        by_kind[family_name(combatant)][change.amount or event.amount] = None
                        by_side[combatant.side][change.amount or event.amount] = None
    return Dealt(_in_order(by_kind), _in_order(by_side))


def rolled_damage(past: Sequence[Step]) -> tuple[int, ...]:
    """Return the totals of the last step if it rolled damage from a card."""
    last = past[-1] if past else None
    if last is None or not isinstance(last.command, RollFromCard) or is_of_condition(last.after, last.command):
        return ()
    rolls = (event.roll for event in last.events if isinstance(event, DiceRolled))
    return tuple({roll.total: None for roll in rolls if is_damage_roll(last.command, roll) and roll.total > 0})


def _in_order(amounts: Mapping[str, Iterable[int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(each) for name, each in amounts.items()}


def is_of_condition(encounter: Encounter, command: RollFromCard) -> bool:
    """Return whether dice are those of a condition: what burns its bearer hurts nobody else."""
    return any(condition.name == command.purpose for condition in conditions_of(encounter, command.id))


def is_damage_roll(command: RollFromCard, roll: Roll) -> bool:
    """Return whether dice of a card may be damage: a single d20 rolls to hit."""
    return not command.recharges_on and not roll.code.startswith("1d20")


def wounds_against(full: int) -> tuple[int, ...]:
    """Return the wounds to offer, the first the likeliest; ``full`` is the one at which the target falls, or 0."""
    return _USUAL_WOUNDS[: full or len(_USUAL_WOUNDS)]


def amounts_against(kind: str, side: str, full: int, dealt: Dealt) -> tuple[int, ...]:
    """Return the amounts to offer against a kind of foe; the last of them are the first to leave out.

    First is what was just rolled, then the last amounts against this kind of foe and against its side, then usual ones
    for this ``full`` health; 0 if it has no maximum. Last is the least of the usual points.
    """
    same_kind, same_side = dealt.by_kind.get(kind, ()), dealt.by_side.get(side, ())
    recent = tuple(dict.fromkeys(chain(dealt.rolled, same_kind[:2], same_side, same_kind)))[:_MOST_RECENT]
    are_wounds = 0 < full <= _MOST_WOUNDS
    usual = _USUAL_WOUNDS if are_wounds else USUAL
    offered = tuple(dict.fromkeys((*recent, *usual)))[:AMOUNTS]
    if are_wounds:
        return offered
    least = min(offered[len(recent) :])
    return (*[amount for amount in offered if amount != least], least)
