"""What a command would come to now, tried without dice: the fight itself stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.commands import Command
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.draft import Draft
from turntrack.core.errors import Malformed, Refused
from turntrack.core.model import Encounter
from turntrack.rules.decide import write_draft
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class Tried:
    """A draft, or the reason of a refusal; neither if dice are needed first."""

    draft: Draft | None = None
    refusal: str | None = None

    @property
    def after(self) -> Encounter | None:
        return self.draft.encounter if self.draft else None

    @property
    def needs_dice(self) -> bool:
        return self.draft is None and self.refusal is None


def cite(rule: str, system: TurnSystem) -> str:
    """Return the id of a rule in brackets; nothing for a fight's own rules, whose ids no rulebook has."""
    return f" ({rule})" if rule and not system.has_rules_of_fights else ""


def refusal_words(refused: Refused, system: TurnSystem) -> str:
    """Say why the rules refuse, and by which rule of the book."""
    return f"{refused.message}{cite(refused.rule, system)}"


def try_out(encounter: Encounter, command: Command, system: TurnSystem) -> Tried:
    """Try a command without dice."""
    try:
        return Tried(write_draft(encounter, command, NoDice(), (system,)))
    except DiceNeeded:
        return Tried()
    except Refused as refused:
        return Tried(refusal=refusal_words(refused, system))
    except Malformed as error:
        return Tried(refusal=str(error))
