"""What has come of something that the library was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from app.page.library_state import LibraryDialog
from app.storage.notices import Notice
from app.values.effects import Effect
from app.values.saved import PartyMember, SavedFight, SavedRuleSet
from turntrack.core.commands import AddCombatant


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is to be shown and said now that a task is done, and what is to be done next."""

    opens: LibraryDialog | None = None
    """What stands open now, whatever was open before."""
    changes: LibraryDialog | None = None
    """What stands open now in place of a dialog of its kind, if that is still open."""
    closes: bool = False
    """Nothing of the library is open any longer."""
    toast: str = ""
    undo: Notice | None = None
    """What was just deleted, with the way back."""
    saved: tuple[SavedFight, ...] | None = None
    """The list as it is now, where it may have changed."""
    members: tuple[PartyMember, ...] | None = None
    """Who is kept as it is now, where that may have changed."""
    rule_sets: tuple[SavedRuleSet, ...] | None = None
    """The rules that the table has made, where they may have changed."""
    commands: tuple[AddCombatant, ...] = ()
    """What the open fight is to do."""
    effects: tuple[Effect, ...] = ()
