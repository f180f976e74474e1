"""The memory of table rules: the rule set, used counters, turns taken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from turntrack.core.draft import Draft
from turntrack.core.memory import Memory, all_memories_reader, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.own_sides import likely_sides_of_players
from turntrack.core.score import Score
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import ActionPrice, LapKind, Phase, TieBy, TurnCounter, WhichSide
from turntrack.systems.toolkit.dice_expression import LARGEST_VALUE

MOST_TURNS = 1_000_000
_LARGEST_COUNTER = 1_000


@dataclass(frozen=True, slots=True)
class TableRulesCombatant(Memory):
    has_number: bool = False
    """The score stands on the track: it was made for this fight, round or lap."""
    numbers: tuple[Score, ...] = ()
    """The numbers of all places, the first to act first, where there are several."""
    coins: tuple[int, ...] = ()
    """The coins tossed for ties, for the whole fight."""
    throws: tuple[int, ...] = ()
    """The rolls made for ties, for as long as the number stands."""
    lap: int = memory_field(0, for_round=True)
    """The lap in which the last turn was; ``turns`` counts those of that lap."""
    turns: int = memory_field(0, for_round=True, high=MOST_TURNS)
    stamp: int = memory_field(0, for_round=True, high=MOST_TURNS)
    """Orders the turns of the round: the highest is the last one."""
    has_begun: bool = memory_field(False, for_round=True)
    """The turn has begun, and goes on after an interruption."""
    put_off: bool = memory_field(False, for_round=True)
    """The turn that has begun goes on where the combatant stands in the order, not as soon as nobody acts."""
    did: tuple[str, ...] = memory_field((), for_round=True)
    """The actions of the running turn, by their keys."""
    done_out_of_turn: tuple[str, ...] = ()
    """The actions done out of turn since the combatant's last turn, by their keys."""
    reached: int = memory_field(0, for_round=True, high=MOST_TURNS)
    """When the combatant came to its number, where that settles ties: the highest came last."""
    extra: bool = memory_field(False, for_round=True)
    """There is a turn beside those of the places: ruled, or kept from the round before."""
    kept: bool = False
    """Still waits with the turn of the round or lap before, until its next turn comes."""
    is_next: bool = memory_field(False, for_round=True)
    """Has waited, and acts as soon as the running turn is over."""
    used: tuple[int, ...] = ()
    """How much of each counter is used up."""
    pace: str = memory_field("", for_round=True)
    phase: int = 0
    """The phase of the last turn, where phases say how much a turn holds."""
    from_phase: int = memory_field(0, for_round=True)
    """The phases before this one were let go by."""
    slot_used: bool = memory_field(False, for_round=True)
    is_surprised: bool = False
    """Is surprised; where those who surprise others act first: surprises them."""


@dataclass(frozen=True, slots=True)
class TableRulesFight(Memory):
    rules: RuleSet | None = None
    """The rules of the table, as they were when the fight began or were changed since; none are chosen yet."""
    dealt: tuple[int, ...] = ()
    """The cards that are out of the deck."""
    highest: int = memory_field(0, low=-LARGEST_VALUE, high=LARGEST_VALUE)
    """The highest of all that was rolled, where numbers are how far one is behind it."""
    risen: int = memory_field(0, high=99)
    """The counter of the fight."""
    has_kept: bool = False
    """The side has kept the turn, and no other side has acted since."""
    drawn: tuple[str, ...] = ()
    """The side whose token is drawn, until one of its members takes it; a tuple, as the empty name is a side."""
    begins: tuple[str, ...] = ()
    """The side that begins, if a die or the game master has said so; a tuple, as the empty name is a side."""
    apart: bool = False
    """Creatures of one kind roll apart, though the rules let them share a roll."""
    players: tuple[str, ...] = ()
    """The players’ sides, once the game master has told them or the fight has begun; nobody who comes or leaves later
    changes them."""


recall: Callable[[Standing], TableRulesCombatant] = memory_reader(TableRulesCombatant())
recall_all: Callable[[Mapping[Id, Standing]], dict[Id, TableRulesCombatant]] = all_memories_reader(
    TableRulesCombatant()
)
recall_fight: Callable[[Encounter], TableRulesFight] = memory_reader(TableRulesFight())

DEFAULT = RuleSet()


def rules_of(encounter: Encounter) -> RuleSet:
    memory = encounter.memory  # ``recall_fight`` inlined: everything here asks for the rules
    return (memory.rules or DEFAULT) if isinstance(memory, TableRulesFight) else DEFAULT


def change(draft: Draft, combatant_id: Id, rule: str = "", **values: object) -> None:
    """Change fields of a combatant's memory."""
    now = recall(draft.standing(combatant_id))
    draft.remember(combatant_id, replace(now, **values), rule)  # type: ignore[arg-type] # the callers name the fields


def change_fight(draft: Draft, rule: str = "", **values: object) -> None:
    now = recall_fight(draft.encounter)
    draft.remember("", replace(now, **values), rule)  # type: ignore[arg-type] # the callers name the fields


# The sheet


def field_of(encounter: Encounter, combatant_id: Id, key: str) -> int:
    """Return a field of the sheet within its bounds: a sheet may be older than the rules."""
    known = next(field for field in rules_of(encounter).fields if field.key == key)
    value = encounter.combatants[combatant_id].sheet.get(key, known.default)
    return max(known.low, min(known.high, int(value) if isinstance(value, int) else known.default))


def values_of(encounter: Encounter, combatant_id: Id) -> dict[str, int]:
    return {field.key: field_of(encounter, combatant_id, field.key) for field in rules_of(encounter).fields}


def side_of(encounter: Encounter, combatant_id: Id) -> str:
    """Return the side; combatants without one form a side together."""
    return encounter.combatants[combatant_id].side


def players_sides(encounter: Encounter) -> Collection[str]:
    """Return the players’ sides; until they are settled, those that the table’s option makes likely."""
    return recall_fight(encounter).players or likely_sides_of_players(encounter)


def sides(encounter: Encounter) -> tuple[str, ...]:
    """List the sides in the order of their first members, the players’ before the others."""
    there = dict.fromkeys([combatant.side for combatant in encounter.combatants.values()])
    own = players_sides(encounter)
    return tuple(sorted(there, key=lambda side: side not in own))


def sides_of(encounter: Encounter, ids: Collection[Id]) -> tuple[str, ...]:
    """List the sides that have a member in ``ids``, in their order."""
    there = {encounter.combatants[combatant_id].side for combatant_id in ids}
    return tuple(side for side in sides(encounter) if side in there)


def side_name(side: str) -> str:
    return side or "those on no side"


def is_on(encounter: Encounter, combatant_id: Id, which: WhichSide) -> bool:
    match which:
        case WhichSide.ANY:
            return True
        case WhichSide.PLAYERS:
            return side_of(encounter, combatant_id) in players_sides(encounter)
        case WhichSide.OTHERS:
            return side_of(encounter, combatant_id) not in players_sides(encounter)
        case _:
            assert_never(which)


def acts_in(encounter: Encounter, combatant_id: Id, phase: Phase) -> bool:
    """Return whether the combatant’s side acts in the phase; a side with phases by its name acts only in those."""
    own = side_of(encounter, combatant_id).casefold()
    if phase.named or own in {other.named.casefold() for other in rules_of(encounter).laps.phases if other.named}:
        return phase.named.casefold() == own
    return is_on(encounter, combatant_id, phase.side)


def is_token_of_side(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant's token belongs to its side; the side then chooses who uses it."""
    rules = rules_of(encounter)
    return rules.draws_sides and is_on(encounter, combatant_id, rules.bag.sides)


# Counters


def full(encounter: Encounter, combatant_id: Id, counter: TurnCounter) -> int:
    """Return how much the counter holds when it is filled; of one kind the phase of the last turn may say so."""
    rules, phase = rules_of(encounter), recall(encounter.standings[combatant_id]).phase
    if counter == rules.paced_counter and 0 < phase <= len(rules.laps.phases):
        amount = rules.laps.phases[phase - 1].amount
        if amount:
            return amount
    return max(0, field_of(encounter, combatant_id, counter.field)) if counter.field else counter.amount


def used_of(standing: Standing, rules: RuleSet) -> tuple[int, ...]:
    """Return the used amount of each counter of these rules."""
    used = recall(standing).used[: len(rules.budget)]
    return (*used, *(0,) * (len(rules.budget) - len(used)))


def left_of(encounter: Encounter, combatant_id: Id, name: str) -> int:
    """Return the amount left of a counter."""
    rules = rules_of(encounter)
    at = next(at for at, counter in enumerate(rules.budget) if counter.name == name)
    return full(encounter, combatant_id, rules.budget[at]) - used_of(encounter.standings[combatant_id], rules)[at]


def use(draft: Draft, combatant_id: Id, name: str, amount: int, rule: str) -> None:
    rules = rules_of(draft.encounter)
    used = used_of(draft.standing(combatant_id), rules)
    now = (many + amount * (counter.name == name) for many, counter in zip(used, rules.budget, strict=True))
    change(draft, combatant_id, rule, used=shorten(now))


def refill(draft: Draft, combatant_id: Id, *when: object) -> None:
    """Fill the counters whose refill is one of ``when``."""
    rules = rules_of(draft.encounter)
    used = used_of(draft.standing(combatant_id), rules)
    now = (0 if counter.refill in when else many for many, counter in zip(used, rules.budget, strict=True))
    change(draft, combatant_id, used=shorten(now))


def shorten(used: Iterable[int]) -> tuple[int, ...]:
    """Drop zeros at the end, so that unused counters equal the default memory."""
    amounts = [max(0, min(_LARGEST_COUNTER, many)) for many in used]
    while amounts and not amounts[-1]:
        amounts.pop()
    return tuple(amounts)


def points_of(encounter: Encounter, combatant_id: Id, price: ActionPrice, number: int) -> int:
    """Return what an action takes of a number, or of a counter, without its die."""
    return price.points(number, field_of(encounter, combatant_id, price.field) if price.field else 0)


# Laps and turns


def turns_had(encounter: Encounter, standing: Standing) -> int:
    """Count the turns taken: those of the round if it has phases, else those of the running lap."""
    now = recall(standing)
    is_counted = now.lap == encounter.part or rules_of(encounter).laps.kind is LapKind.PHASES
    return now.turns if is_counted else 0


def last_stamp(encounter: Encounter) -> int:
    return max([now.stamp for now in recall_all(encounter.standings).values()], default=0)


def reach(draft: Draft, combatant_id: Id) -> None:
    """Note that the combatant has a new number: it came there last, and its old tie rolls no longer count (G5)."""
    if recall(draft.standing(combatant_id)).throws:
        change(draft, combatant_id, throws=())
    if any(tie.by is TieBy.REACHED for tie in rules_of(draft.encounter).ties):
        last = max(recall(standing).reached for standing in draft.encounter.standings.values())
        change(draft, combatant_id, reached=last + 1)


def last_to_act(encounter: Encounter, without: Collection[Id] = ()) -> Id:
    """Return the combatant, of those not in ``without``, with the last turn of the round; empty if there was none."""
    memories = recall_all(encounter.standings)
    stamps = {combatant_id: memories[combatant_id].stamp for combatant_id in encounter.order}
    others = [combatant_id for combatant_id in encounter.order if combatant_id not in without]
    last = max(others, key=stamps.__getitem__, default="")
    return last if last and stamps[last] else ""


def has_budget_for_lap(encounter: Encounter, combatant_id: Id) -> bool:
    laps = rules_of(encounter).laps
    return laps.kind is not LapKind.BUDGET or left_of(encounter, combatant_id, laps.counter) > 0
