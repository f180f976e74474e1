"""Decisions on combatants: add, duplicate and change them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from turntrack.core.commands import AddAll, AddCombatant, ChangeCombatant, DuplicateCombatant, LinkMembers
from turntrack.core.dice import DiceCode, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import CombatantAdded, HiddenSet, StatCardWritten
from turntrack.core.fields import (
    HOW_MANY,
    LONGEST_NAME,
    LONGEST_TEXT,
    Values,
    clean_text,
    read,
    read_all,
    read_plain_dice,
    required_text,
)
from turntrack.core.model import Combatant, Encounter, Id
from turntrack.core.names import Naming, distinct_names, is_told_apart, known_spelling, next_name
from turntrack.core.settings import NAMES, setting
from turntrack.rules import reinforcements, schedule_check
from turntrack.rules.conditions import give_lasting
from turntrack.rules.counters import read_counters
from turntrack.rules.damage import let_fall
from turntrack.rules.health_arithmetic import HEALTH, TEMPORARY
from turntrack.rules.health_dice import read_health_dice
from turntrack.rules.stat_cards import read_card
from turntrack.systems.protocol import TurnSystem

MOST_COMBATANTS = 1000


def check_room(encounter: Encounter, more: int) -> None:
    """Check that ``more`` combatants can join. Raises Refused."""
    if len(encounter.combatants) + len(encounter.wings) + more > MOST_COMBATANTS:
        raise Refused("too_many", f"A fight has at most {MOST_COMBATANTS} combatants.")


def add_all(draft: Draft, command: AddAll, system: TurnSystem) -> None:
    """Add the combatants of all commands. Raises Refused and BadValue."""
    if not command.commands:
        raise Refused("nobody", "Type a name first.")
    for each in command.commands:
        add(draft, each, system)


def add(draft: Draft, command: AddCombatant, system: TurnSystem) -> None:
    """Add ``count`` combatants to the order or to the wings. Raises Refused and BadValue."""
    name = required_text("The name", command.name)
    present = draft.encounter.everybody().values()
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
    comes = command.comes and schedule_check.read_comes(draft.encounter, command.comes, system)
    member = _read_member(draft.encounter, command)
    healths = _roll_health(draft, command, names) or [health] * count
    card, first = read_card(command.card), draft.encounter.made + 1
    for one_name, players_name, health in zip(names, calls, healths, strict=True):
        made = Combatant(
            _next_id(draft), one_name, side, group, sheet, command.at_table, health, max(health, full_health), note,
            temporary, read_counters(command.counters), players_name, member,
        )  # fmt: skip
        if comes is not None:
            check_room(draft.encounter, 1)
            reinforcements.wait(draft, made, comes, command.hidden)
            continue
        _join(draft, made, system)
        if command.hidden:
            draft.record(HiddenSet((made.id,), hidden=True, unseen=True))
        give_lasting(draft, made.id, command.conditions)
        _set_facts(draft, made.id, command.facts, system)
        if command.fallen:
            let_fall(draft, made.id, system)
    if card:
        draft.record(StatCardWritten(tuple(f"c{first + place}" for place in range(count)), card))


def read_count_dice(text: str) -> str:
    """Read the dice of a number of combatants, which can give no number out of range. Raises BadValue."""
    code = read_plain_dice(HOW_MANY.label, text, HOW_MANY.high)
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
    return "" if is_here or command.count != 1 else member


def _set_facts(draft: Draft, combatant_id: Id, facts: Values, system: TurnSystem) -> None:
    """Set the facts of a newcomer that the system knows and that are different. Raises BadValue."""
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
    """Add a copy of a combatant, with the next free name. Raises Refused."""
    original = draft.combatant(command.id)
    taken, naming = _names_taken(draft.encounter), _naming(draft.encounter)
    called = next_name(original.players_name, taken, naming) if original.players_name else ""
    name = next_name(original.name, taken, naming)
    twin = replace(original, id=_next_id(draft), name=name, players_name=called, member="")
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
    bare = {name} if many == 1 and is_told_apart(name, taken, naming, encounter.gone) else set()
    return distinct_names(name, many, taken | bare, naming)


def _names_taken(encounter: Encounter) -> set[str]:
    """Return the names of all combatants, and the names that the players see."""
    everybody = encounter.everybody().values()
    return {name for combatant in everybody for name in (combatant.name, combatant.players_name) if name}


def _join(draft: Draft, combatant: Combatant, system: TurnSystem) -> None:
    check_room(draft.encounter, 1)
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


def _as_spelled(label: str, raw: str, known: Sequence[str]) -> str:
    """Read the name of a side or a group, in its known spelling. Raises BadValue."""
    return known_spelling(clean_text(label, raw, LONGEST_NAME), known)
