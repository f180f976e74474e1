"""Decisions on combatants: add, duplicate and change them; their counters and stat cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from turntrack.core.commands import (
    AddAll,
    AddCombatant,
    ChangeCombatant,
    DropCounter,
    DuplicateCombatant,
    KeepCounter,
    LinkMembers,
    RollAtTable,
    StepCounter,
    WriteStatCard,
)
from turntrack.core.dice import DiceCode, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import CombatantAdded, CounterDropped, CounterSet, HiddenSet, StatCardWritten
from turntrack.core.fields import (
    HOW_MANY,
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    Kind,
    Values,
    clean_text,
    read,
    read_all,
    read_plain_dice,
    required_text,
)
from turntrack.core.model import Combatant, Counter, Encounter, Id, LastingCondition, StatCard
from turntrack.core.names import Naming, distinct_names, family_of, is_told_apart, known_spelling, next_name
from turntrack.core.settings import NAMES, setting
from turntrack.rules import reinforcements, wounds
from turntrack.rules.conditions import give_lasting
from turntrack.rules.damage import let_fall
from turntrack.rules.health import HEALTH, TEMPORARY, counts_wounds, read_health_dice
from turntrack.systems.protocol import TurnSystem

MOST_COMBATANTS = 1000


def _check_room(encounter: Encounter) -> None:
    """Check that another combatant can join. Raises Refused."""
    if len(encounter.combatants) + len(encounter.wings) >= MOST_COMBATANTS:
        raise Refused("too_many", f"A fight has at most {MOST_COMBATANTS} combatants.")


def add_all(draft: Draft, command: AddAll, system: TurnSystem) -> None:
    """Add the combatants of all commands. Raises Refused and BadValue."""
    if not command.commands:
        raise Refused("nobody", "Type a name first.")
    for each in command.commands:
        add(draft, each, system)


def add(draft: Draft, command: AddCombatant, system: TurnSystem) -> None:
    """Add ``count`` combatants to the order or to the wings. Raises Refused and BadValue."""
    if counts_wounds(draft.encounter):
        command = wounds.read_from_line(command, system)
    present = draft.encounter.everybody().values()
    names_there = (name for each in present for name in (each.name, family_of(each.name)))
    name = known_spelling(required_text("The name", command.name), names_there)
    side = _as_spelled("The side", command.side, [combatant.side for combatant in present])
    group = _as_spelled("The group", command.group, [combatant.group for combatant in present])
    note = clean_text("The note", command.note, LONGEST_TEXT)
    health = int(read(HEALTH, command.health))
    full_health = max(health, int(read(HEALTH, command.full_health)), 0)
    sheet = read_all(system.fields, command.sheet)
    count = _roll_count(draft, command) or int(read(HOW_MANY, command.count))
    temporary = int(read(TEMPORARY, command.temporary))
    naming = _naming(draft.encounter) if command.naming is Naming.LETTERS else command.naming
    names = _free_names(draft.encounter, name, count, naming)
    called = clean_text("The players’ name", command.players_name, LONGEST_NAME)
    calls = _free_names(draft.encounter, called, count, naming) if called else [""] * count
    comes = command.comes and reinforcements.read_comes(draft.encounter, command.comes, system)
    member = _read_member(draft.encounter, command)
    healths = _roll_health(draft, command, names) or [health] * count
    at_table = command.at_table or _deals_real_cards(draft.encounter, system)
    # One event for all: a card is long, and a crowd has the same.
    card, first = read_card(command.card), draft.encounter.made + 1
    for one_name, players_name, health in zip(names, calls, healths, strict=True):
        made = Combatant(
            _next_id(draft), one_name, side, group, sheet, at_table, health, max(health, full_health), note,
            temporary, _read_counters(command.counters), players_name, member,
        )  # fmt: skip
        if comes is not None:
            _check_room(draft.encounter)
            reinforcements.wait(draft, made, comes, command.hidden)
            continue
        _join(draft, made, system)
        if command.hidden:
            draft.record(HiddenSet((made.id,), hidden=True, unseen=True))
        flags = _flags_named(draft, made.id, command.conditions, system)
        others = tuple(each for each in command.conditions if each.name.casefold() not in flags)
        give_lasting(draft, made.id, others)
        _set_facts(draft, made.id, {**command.facts, **dict.fromkeys(flags.values(), True)}, system)
        if command.fallen:
            let_fall(draft, made.id, system)
    if card:
        draft.record(StatCardWritten(tuple(f"c{first + place}" for place in range(count)), card))


def _deals_real_cards(encounter: Encounter, system: TurnSystem) -> bool:
    """Return whether the table deals real cards to both sides, and so to newcomers: one deck serves all."""
    there = encounter.combatants.values()
    several = len({combatant.side for combatant in there}) > 1
    return bool(system.deck) and several and all(combatant.at_table for combatant in there)


def read_count_dice(text: str) -> str:
    """Read the dice of a number of combatants, which can give no number out of range. Raises BadValue."""
    code = read_plain_dice(HOW_MANY.label, text, HOW_MANY.high)
    # The lowest and the highest total: dice that could give a number out of range are refused before they fall.
    for total in (code.count + code.plus, code.count * code.sides + code.plus):
        read(HOW_MANY, total)
    return str(code)


def _roll_count(draft: Draft, command: AddCombatant) -> int:
    """Roll how many join; 0 if it is known. Raises BadValue and DiceNeeded."""
    if not command.count_dice:
        return 0
    code = DiceCode.parse(read_count_dice(command.count_dice))
    request = DiceRequest(f"count:{command.name}", command.name, "how many", code, command.at_table)
    return draft.roll([request])[0].total


def _roll_health(draft: Draft, command: AddCombatant, names: Sequence[str]) -> list[int]:
    """Roll the health of each; nothing if it is known. Raises BadValue and DiceNeeded."""
    if not command.health_dice:
        return []
    code = read_health_dice(command.health_dice)
    requests = [DiceRequest(f"health:{name}", name, "health", code, command.at_table) for name in names]
    return [roll.total for roll in draft.roll(requests)]


def _read_member(encounter: Encounter, command: AddCombatant) -> str:
    """Return the member's key; empty for several, or if the member is here already. Raises BadValue."""
    member = clean_text("The member", command.member, LONGEST_NAME)
    is_here = any(combatant.member == member for combatant in encounter.everybody().values())
    # A member is in a fight once: a copy of one is somebody else.
    return "" if is_here or command.count != 1 else member


def _flags_named(
    draft: Draft, combatant_id: Id, conditions: Sequence[LastingCondition], system: TurnSystem
) -> dict[str, str]:
    """Return the facts of the rules that have the names of conditions, such as *surprised*, before the fight."""
    if draft.encounter.round or not conditions:
        return {}
    flags = (field for field in system.rulable_facts(draft.encounter, combatant_id) if field.kind is Kind.FLAG)
    keys = {field.label.casefold(): field.key for field in flags}
    return {name: keys[name] for name in (each.name.casefold() for each in conditions) if name in keys}


def _set_facts(draft: Draft, combatant_id: Id, facts: Values, system: TurnSystem) -> None:
    """Set the facts of a newcomer, as far as the system has them and they differ from its defaults. Raises BadValue."""
    for field in system.rulable_facts(draft.encounter, combatant_id) if facts else ():
        if field.key in facts and read(field, facts[field.key]) != field.default:
            system.rule_fact(draft, combatant_id, field.key, read(field, facts[field.key]))


def link_members(draft: Draft, command: LinkMembers) -> None:
    """Note which combatants are members of the party. Raises Refused and BadValue."""
    if not command.links:
        raise Refused("nobody", "Choose someone first.")
    everybody = draft.encounter.everybody()
    for link in command.links:
        if link.id not in everybody:
            raise Refused("nobody", "There is no such combatant.")
        member = clean_text("The member", link.member, LONGEST_NAME)
        draft.change_combatant(replace(everybody[link.id], member=member))


def duplicate(draft: Draft, command: DuplicateCombatant, system: TurnSystem) -> None:
    """Add another combatant of the same kind, unhurt, with the next free name. Raises Refused."""
    original = draft.combatant(command.id)
    taken, naming = _names_taken(draft.encounter), _naming(draft.encounter)
    called = next_name(original.players_name, taken, naming) if original.players_name else ""
    name = next_name(original.name, taken, naming)
    twin = replace(
        original,
        id=_next_id(draft),
        name=name,
        health=max(original.health, original.full_health),
        temporary=0,
        counters=tuple(replace(counter, value=counter.most or counter.value) for counter in original.counters),
        players_name=called,
        member="",
    )
    _join(draft, twin, system)
    if card := draft.encounter.stat_cards.get(original.id):
        draft.record(StatCardWritten((twin.id,), card))
    if original.id in draft.encounter.hidden:
        draft.record(HiddenSet((twin.id,), hidden=True, unseen=True))


def _naming(encounter: Encounter) -> Naming:
    """Return the table's way to tell like combatants apart."""
    return Naming(setting(encounter, NAMES))


def _free_names(encounter: Encounter, name: str, many: int, naming: Naming) -> Sequence[str]:
    """Return free names; the name itself only if nobody of that name is told apart by a letter or a word."""
    taken = _names_taken(encounter)
    # Beside Guard A and Guard B, a new Guard becomes Guard C and not Guard.
    bare = {name} if many == 1 and is_told_apart(name, taken, naming, encounter.gone) else set()
    return distinct_names(name, many, taken | bare, naming)


def _names_taken(encounter: Encounter) -> set[str]:
    """Return the names of all combatants, and the names that the players see."""
    everybody = encounter.everybody().values()
    return {name for combatant in everybody for name in (combatant.name, combatant.players_name) if name}


def _join(draft: Draft, combatant: Combatant, system: TurnSystem) -> None:
    _check_room(draft.encounter)
    draft.record(CombatantAdded(combatant))
    if draft.encounter.is_open:
        system.join(draft, combatant.id)


def _next_id(draft: Draft) -> str:
    return f"c{draft.encounter.made + 1}"


def change(draft: Draft, command: ChangeCombatant, system: TurnSystem) -> None:
    """Change a combatant in the order or in the wings. Raises Refused and BadValue."""
    waiting = draft.encounter.reinforcement_of(command.id)
    now = waiting.combatant if waiting else draft.combatant(command.id)
    present = [combatant for combatant in draft.encounter.everybody().values() if combatant.id != now.id]
    sides, groups = [combatant.side for combatant in present], [combatant.group for combatant in present]
    new = replace(
        now,
        name=now.name if command.name is None else required_text("The name", command.name),
        side=now.side if command.side is None else _as_spelled("The side", command.side, sides),
        group=now.group if command.group is None else _as_spelled("The group", command.group, groups),
        note=now.note if command.note is None else clean_text("The note", command.note, LONGEST_TEXT),
        sheet=read_all(system.fields, {**now.sheet, **command.sheet}),
        at_table=now.at_table if command.at_table is None else command.at_table,
        health=now.health if command.health is None else int(read(HEALTH, command.health)),
        full_health=now.full_health if command.full_health is None else int(read(HEALTH, command.full_health)),
        players_name=now.players_name
        if command.players_name is None
        else clean_text("The players’ name", command.players_name, LONGEST_NAME),
        temporary=now.temporary if command.temporary is None else int(read(TEMPORARY, command.temporary)),
    )
    if new == now:
        raise Refused("no_change", "Nothing was changed.")
    draft.change_combatant(new)
    if new.side != now.side and not waiting:
        system.change_side(draft, new.id)


def roll_at_table(draft: Draft, command: RollAtTable) -> None:
    """Change who rolls the dice of combatants. Raises Refused."""
    waiting = {each.combatant.id: each.combatant for each in draft.encounter.wings}
    named = [waiting.get(combatant_id) or draft.combatant(combatant_id) for combatant_id in dict.fromkeys(command.ids)]
    changed = [combatant for combatant in named if combatant.at_table is not command.at_table]
    if not changed:
        raise Refused("no_change", "That is already the case.")
    for combatant in changed:
        draft.change_combatant(replace(combatant, at_table=command.at_table))


def _as_spelled(label: str, raw: str, known: Sequence[str]) -> str:
    """Read the name of a side or a group, in its known spelling. Raises BadValue."""
    return known_spelling(clean_text(label, raw, LONGEST_NAME), known)


COUNTED = Field("value", "The count", Kind.NUMBER, 0, high=9999)


STEP = Field("by", "The step", Kind.NUMBER, -1, low=-9999, high=9999)


MOST_COUNTERS = 20


def _read_counters(counters: tuple[Counter, ...]) -> tuple[Counter, ...]:
    """Return the counters of a newcomer. Raises BadValue."""
    if len({counter.name for counter in counters}) < len(counters) or len(counters) > MOST_COUNTERS:
        raise BadValue(f"At most {MOST_COUNTERS} counters, each with a name of its own.")
    return tuple(_read_counter(counter) for counter in counters)


def _read_counter(counter: Counter) -> Counter:
    name = required_text("The counter’s name", counter.name)
    most = int(read(replace(COUNTED, label="Maximum"), counter.most))
    value = int(read(replace(COUNTED, high=most) if most else COUNTED, counter.value))
    return Counter(name, value, most, counter.fills)


def keep_counter(draft: Draft, command: KeepCounter) -> None:
    """Add or replace a counter. Raises Refused and BadValue."""
    kept = draft.combatant(command.id).counters
    counter = _read_counter(Counter(command.name, command.value, command.most, command.fills))
    if counter in kept:
        raise Refused("no_change", "That is already the case.")
    if len(kept) >= MOST_COUNTERS and counter.name not in [present.name for present in kept]:
        raise Refused("too_many", f"One combatant has at most {MOST_COUNTERS} counters.")
    draft.record(CounterSet(command.id, counter))


def step_counter(draft: Draft, command: StepCounter) -> None:
    """Change the value of a counter, within 0 and its maximum. Raises Refused and BadValue."""
    counter = _counter(draft, command.id, command.name)
    most = counter.most or COUNTED.high
    value = max(0, min(most, counter.value + int(read(STEP, command.by))))
    if value == counter.value:
        where = "full" if value else "used up"
        raise Refused("no_change", f"{draft.encounter.name_of(command.id)}: {counter.name} is {where}.")
    draft.record(CounterSet(command.id, replace(counter, value=value)))


def drop_counter(draft: Draft, command: DropCounter) -> None:
    """Remove a counter. Raises Refused."""
    draft.record(CounterDropped(command.id, _counter(draft, command.id, command.name).name))


def _counter(draft: Draft, combatant_id: Id, name: str) -> Counter:
    for counter in draft.combatant(combatant_id).counters:
        if counter.name == name:
            return counter
    raise Refused("no_counter", f"{draft.encounter.name_of(combatant_id)} has no counter called “{name[:40]}”.")


LONGEST_CARD = 4000
"""The greatest number of characters on a card."""


def read_card(lines: Iterable[str]) -> StatCard:
    """Return the lines of a card, with at most one empty line between two others. Raises BadValue."""
    card = list[str]()
    for line in lines:
        text = clean_text("The card", line, LONGEST_CARD)
        if text or (card and card[-1]):
            card.append(text)
    while card and not card[-1]:
        card.pop()
    length = sum(map(len, card)) + len(card)
    if length > LONGEST_CARD:
        raise BadValue(f"The card: at most {LONGEST_CARD} characters, not {length}.")
    return tuple(card)


def write_card(draft: Draft, command: WriteStatCard) -> None:
    """Write a combatant's card; without lines, remove it. Raises Refused and BadValue."""
    if command.id not in draft.encounter.everybody():
        raise Refused("nobody", "That combatant is not in this fight.")
    card = read_card(command.lines)
    if card == draft.encounter.stat_cards.get(command.id, ()):
        raise Refused("no_change", "Nothing was changed.")
    draft.record(StatCardWritten((command.id,), card))
