"""View of a template before a fight is begun with it: who is in it, and what comes when."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from app.views.reinforcements_and_events import reinforcements_view
from turntrack.core.model import Combatant, Encounter
from turntrack.core.names import family_of
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class TemplateView:
    """The content of a template."""

    who: tuple[tuple[str, str], ...]
    """Names with the number of like combatants, and what is known of each: its side and full health."""
    later: str
    """What comes later, and when; empty for nothing."""
    lacks_party: bool
    """Whether members of the party would join who are not in it."""
    is_first: bool = True
    is_last: bool = True
    """Whether no template stands before it or after it in the list."""


def template_view(
    encounter: Encounter, system: TurnSystem, lacks_party: bool, is_first: bool, is_last: bool
) -> TemplateView:
    """Return the content of a template as the fight that it sets up."""
    families = Counter(family_of(combatant.name) for combatant in encounter.combatants.values())
    like = Counter(
        (_name_of(combatant, families), _values_of(encounter, combatant)) for combatant in encounter.combatants.values()
    )
    who = tuple((f"{name} ×{number}" if number > 1 else name, values) for (name, values), number in like.items())
    return TemplateView(who, reinforcements_view(encounter, system).words, lacks_party, is_first, is_last)


def _name_of(combatant: Combatant, families: Counter[str]) -> str:
    """Return the name that like combatants share: ``Guard`` for ``Guard B``."""
    family = family_of(combatant.name)
    return family if families[family] > 1 else combatant.name


def _values_of(encounter: Encounter, combatant: Combatant) -> str:
    health = f"health {combatant.full_health}" if combatant.full_health else ""
    hidden = "hidden" if combatant.id in encounter.hidden else ""
    return " · ".join(filter(None, (combatant.side, health, hidden)))
