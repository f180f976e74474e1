"""The numbers and declared values that are typed before a round."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, read
from turntrack.core.model import Encounter
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_set import form_fields
from turntrack.systems.table_rules.rule_texts import VALUE
from turntrack.systems.table_rules.settings import TYPED, Fresh, Source


def asked_fields(encounter: Encounter) -> tuple[Field, ...]:
    """Return the fields for what is typed before a round, by ``id``, or ``id-key``: numbers, or declared values (G2).

    If each round makes new numbers (G3), everybody who takes part has a field for a number; before the first round, and
    otherwise, only combatants without a number on the sheet. Declared values are asked of everybody.
    """
    rules = rules_of(encounter)
    declared = tuple(field for field in form_fields(rules) if field.key in rules.declared_keys)
    if encounter.is_open or not (rules.number.source is Source.TYPED or declared):
        return ()
    ahead = with_arrivals(encounter)
    elsewhere = {setting.field for settings in (rules.prices, rules.ties, rules.budget) for setting in settings}
    is_of_number_alone = elsewhere.isdisjoint(rules.declared_keys)
    firsts = tuple(dict.fromkeys(initiative.throwers(ahead, ahead.able()).values()))
    asked = firsts if is_of_number_alone else ahead.able()
    if declared:
        return tuple(
            replace(
                field,
                key=f"{combatant_id}-{field.key}",
                label=ahead.name_of(combatant_id) + (f": {field.label}" if len(declared) > 1 else ""),
                default=memory.values_of(ahead, combatant_id)[field.key],
                help="",
            )
            for combatant_id in asked
            for field in declared
        )
    anew = rules.fresh is Fresh.ROUND and encounter.round > 0
    return tuple(
        replace(
            TYPED,
            key=combatant_id,
            label=ahead.name_of(combatant_id),
            default=initiative.typed(ahead, combatant_id),
            help="",
        )
        for combatant_id in asked
        if anew or not (recall(ahead.standings[combatant_id]).has_number or initiative.typed(ahead, combatant_id))
    )


def read_asked(encounter: Encounter, command: Act) -> dict[str, int]:
    """Read what was typed and differs from what is known, by the keys of ``asked_fields``. Raises Refused, BadValue."""
    known = {field.key: field for field in asked_fields(encounter)}
    if unknown := [key for key in command.values if key not in known]:
        raise Refused("not_asked", f"No number is asked for “{unknown[0][:40]}” now.", VALUE)
    typed = {key: int(read(known[key], value)) for key, value in command.values.items()}
    new = {key: number for key, number in typed.items() if number != known[key].default}
    if not new:
        raise Refused("nothing_typed", "Nothing new has been typed.", VALUE)
    return new


def enter_numbers(draft: Draft, command: Act) -> None:
    for key, number in read_asked(draft.encounter, command).items():
        combatant_id, _, field = key.partition("-")
        combatant = with_arrivals(draft.encounter).combatants[combatant_id]
        draft.change_combatant(replace(combatant, sheet={**combatant.sheet, field or TYPED.key: number}))
