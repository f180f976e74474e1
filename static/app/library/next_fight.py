"""The next fight of an evening: the party as it stands, and the combatants of a template."""

from __future__ import annotations

from app.library.party_in_template import commands_besides_party
from app.values.fight_names import UNNAMED
from app.values.stored import Key, party_ids
from turntrack.core.commands import Act, AddCombatant, ChooseOption
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.history.templates import Template, after_rest, begin, command_to_carry, template_of
from turntrack.systems.protocol import TurnSystem


def commands_of_party(encounter: Encounter, system: TurnSystem, has_rested: bool) -> tuple[AddCombatant, ...]:
    """Return the commands that add the party of this fight to the next one: as it stands, or rested."""
    commands = (command_to_carry(encounter, combatant_id, system) for combatant_id in party_ids(encounter))
    return tuple(after_rest(command) if has_rested else command for command in commands)


def next_fight(
    encounter: Encounter,
    system: TurnSystem,
    party: tuple[AddCombatant, ...],
    template: Template | None,
    systems: tuple[TurnSystem, ...],
    origin: Key,
) -> Session:
    """Return a new fight with the rules and the options of this one. Raises Refused if it cannot be made.

    ``template`` gives its name, its combatants except those of the party, and what is planned in it.
    """
    rules = [command for command in template_of(encounter, system).commands if isinstance(command, Act | ChooseOption)]
    added = commands_besides_party(party, template.commands) if template else ()
    name = template.name if template else UNNAMED
    return begin(Template(name, encounter.system, (*rules, *party, *added)), systems, origin, encounter.words)
