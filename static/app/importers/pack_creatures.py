"""What the rules in use take of a creature from a pack, and the quick lines that name one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from app.importers.initiative import field_of_modifier
from app.importers.labels import fold_key
from app.importers.meanings import known_fields
from app.values.creatures import Creatures, KnownCreature, name_as_typed
from app.values.lists import LineRead, Offer, Roster, explain
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import LONGEST_NAME, TOLD, Field, Kind, Value, modifier_of, read
from turntrack.core.model import StatCard
from turntrack.core.names import join_names
from turntrack.lines.free_form import QUOTED
from turntrack.lines.headings import FOES, HEROES
from turntrack.lines.quick_line import guess_values
from turntrack.rules.combatants import read_card
from turntrack.saves.packs import Creature, Pack
from turntrack.systems.protocol import TurnSystem

MOST_OFFERS = 6
MOST_VALUES = 2
MOST_BESIDE = 2
"""So many further creatures are offered beside the one that a line names."""
SHORTEST = 2
"""The shortest beginning of a name that is searched."""
MOST_LACKS = 3
_COUNTED = re.compile(r"\s*+(?:\d{1,3}|an?)\s++([^\W\d][^,;]*)", re.IGNORECASE)
_ARMOUR = re.compile(r"AC (\d{1,3})(?:;\s*+|\Z)")
_BETWEEN = re.compile(r"[,;]|\s(?:and|und|\+|&)(?=\s)", re.IGNORECASE)
_NAME = re.compile(r"(\s*+(?:\d{1,3}(?:\s*+[xX×])?\s++)?)([^\W\d][^,;:(\[|\d]*+)")
"""A count and the name behind it."""


def fill_in(command: AddCombatant, creature: Creature, system: TurnSystem) -> tuple[AddCombatant, tuple[str, ...]]:
    """Return the command with the values of a creature, but for those that it has itself.

    Return also what is to be said: which values these rules cannot take, and which they ask for and neither has.
    """
    given, wrong = values_for(creature, system)
    sheet = {**given, **command.sheet}
    sheet |= guess_values(sheet, system.fields)
    health, dice = (
        (0, "") if _has_health(command) else (creature.health, "" if creature.health else creature.health_dice)
    )
    armour = "" if creature.armour is None or command.note.startswith("AC ") else f"AC {creature.armour}"
    filled = replace(
        command,
        name=name_as_typed(creature, command.name),
        side=command.side or FOES,
        sheet=sheet,
        health=command.health or health,
        health_dice=command.health_dice or dice,
        note="; ".join(filter(None, (armour, command.note, creature.note))),
        counters=command.counters or creature.counters,
        card=command.card or _clean_card(tuple(creature.card)),
    )
    lacks = [field.label for field in system.fields if _is_lacking(field, sheet, given)][:MOST_LACKS]
    lacking = (f"without {join_names(lacks)}: the pack has none",) if lacks else ()
    return filled, (*wrong, *lacking)


@lru_cache(maxsize=256)  # on each key the same creatures are filled in again
def _clean_card(card: tuple[str, ...]) -> StatCard:
    return read_card(card)


def pack_of_roster(roster: Roster, game: str, name: str) -> Pack:
    """Return the combatants of a list as a pack, for the fights of this game; empty for all."""
    members = {member.name: member for member in (*roster.members, *roster.enemies)}
    called = name.rpartition(".")[0] or name or roster.name or roster.title
    return Pack(called[:LONGEST_NAME], tuple(map(_creature_of, members.values())), game)


def _creature_of(member: AddCombatant) -> Creature:
    worn = _ARMOUR.match(member.note)
    return Creature(
        member.name,
        health=max(member.health, member.full_health),
        health_dice=member.health_dice,
        armour=int(worn[1]) if worn else None,
        attributes={key: value for key, value in member.sheet.items() if key != TOLD.key},
        counters=member.counters,
        note=member.note[worn.end() :] if worn else member.note,
        card=member.card,
    )


def values_for(creature: Creature, system: TurnSystem) -> tuple[dict[str, Value], tuple[str, ...]]:
    """Return the values of a creature by the keys of the rules' fields, and what is wrong with others."""
    by_key = {field.key: field for field in system.fields}
    by_label = known_fields(system)
    sheet: dict[str, Value] = {}
    wrong = list[str]()

    def take(field: Field | None, value: Value) -> None:
        if field:
            try:
                sheet[field.key] = read(field, value)
            except BadValue as error:
                wrong.append(str(error))

    for label, value in {**creature.attributes, **({"turns": creature.turns} if creature.turns else {})}.items():
        field = by_key.get(label) or by_label.get(fold_key(label))
        score = modifier_of(field, str(value)) if field and field.is_modifier else None
        take(field, value if score is None else f"{score:+d}")
    if creature.order_modifier is not None:
        take(field_of_modifier(system), f"{creature.order_modifier:+d}")
    if creature.order_number is not None:
        take(next((field for field in system.fields if field.is_score), None), creature.order_number)
    return sheet, tuple(wrong)


def _is_lacking(field: Field, sheet: dict[str, Value], given: dict[str, Value]) -> bool:
    """Return whether the rules ask for a value that is not there: one that decides the order, or any if all lack."""
    if field.key in sheet or field.rare or field.is_score or field.kind not in (Kind.NUMBER, Kind.DICE):
        return False
    return field.is_modifier or not given or field.default not in (0, "")


def split_known(line: str, known: Creatures) -> list[str]:
    """Return the creatures of a line of several that are counted, if all of them are known; none of other lines."""
    parts = [part.strip() for part in _BETWEEN.split(line) if part.strip()]
    counted = [_COUNTED.fullmatch(part) for part in parts]
    names = [match[1].strip() for match in counted if match]
    return parts if len(parts) > 1 and len(names) == len(parts) and all(map(known.find, names)) else []


def with_creatures(lines: Sequence[LineRead], known: Creatures, system: TurnSystem) -> Iterator[LineRead]:
    """Yield the lines with the values of the creatures that they name, and with further creatures that they may mean.

    A name in quotation marks names no creature. The parts of a line get no offers, since each would take the place of
    the whole line.
    """
    parts = Counter(line.span for line in lines)
    for line in lines:
        command = line.command or line.rest
        if line.heading or command is None or command.card or QUOTED.match(line.text):
            yield line
            continue
        named = known.find(command.name)
        filled = _with_creature(line, named, system) if named else line
        is_asked_whole = any(slip.part == line.text.strip() for slip in line.slips)
        is_fixed = not line.span.many or is_asked_whole or parts[line.span] > 1
        if is_fixed or len(command.name) < SHORTEST or (not named and _has_health(command)):
            yield filled
            continue
        others = known.search(command.name, MOST_OFFERS if not named else MOST_BESIDE + 1)
        offers = [_offer(line, each, system) for each in others if not named or each.creature != named.creature]
        declines = _offer_name_only(line) if named else None
        yield replace(filled, offers=tuple(filter(None, (*offers, declines))))


def _has_health(command: AddCombatant) -> bool:
    return bool(command.health or command.full_health or command.health_dice)


def _with_creature(line: LineRead, known: KnownCreature, system: TurnSystem) -> LineRead:
    def filled(command: AddCombatant | None) -> AddCombatant | None:
        # A creature is a foe, even where a list of heroes has made it one of them.
        is_hero = command and line.is_side_guessed and command.side == HEROES
        said = replace(command, side="") if command and is_hero else command
        return said and fill_in(said, known.creature, system)[0]

    _, said = fill_in(AddCombatant(known.creature.name), known.creature, system)
    card = ("card",) if known.creature.card else ()
    command, rest = filled(line.command), filled(line.rest)
    named = command or rest
    source = known.pack if named and named.name == known.creature.name else f"{known.creature.name}, {known.pack}"
    return replace(line, command=command, rest=rest, notes=(*card, *said, source, *line.notes))


def _offer_name_only(line: LineRead) -> Offer | None:
    """Return the offer to take the name alone, without the creature's values; None if the line does not show it."""
    typed = _find_name(line.text)
    return typed and Offer("Only the name", "", f'{typed[0]}"{typed[1]}"{typed[2]}')


def _find_name(line: str) -> tuple[str, str, str] | None:
    """Return what stands before the typed name, the name, and what stands behind it; None if there is none."""
    typed = _NAME.match(line)
    if not typed:
        return None
    name = typed[2].rstrip()
    name = name[:-2] if name[-2:].casefold() in (" x", " ×") else name
    return typed[1], name, line[typed.start(2) + len(name) :]


def _offer(line: LineRead, known: KnownCreature, system: TurnSystem) -> Offer | None:
    """Return the offer to put a creature's name in place of the typed one; None if the line does not show where."""
    typed = _find_name(line.text)
    if not typed:
        return None
    before, _, behind = typed
    creature = known.creature
    filled, _ = fill_in(AddCombatant(creature.name), creature, system)
    _, says = explain(replace(filled, side="", health=0, health_dice="", note="", counters=(), card=()), system.fields)
    health = creature.health or creature.health_dice
    armour = "" if creature.armour is None else f"AC {creature.armour}"
    modifier = "" if creature.order_modifier is None else f"{creature.order_modifier:+d}"
    values = (f"health {health}" if health else "", armour, modifier)
    says = tuple(filter(None, values if modifier else (*values, *says[:MOST_VALUES])))
    return Offer(known.creature.name, ", ".join(says), f"{before}{known.creature.name}{behind}")
