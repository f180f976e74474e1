"""The outcome of a library task, as a change of the page's state."""

from __future__ import annotations

from dataclasses import dataclass

from app.page.library_dialogs import LibraryDialog
from app.storage.save_status import Notice
from app.values.effects import Effect
from app.values.stored import Campaigns, PartyMember, SavedFight, SavedRuleSet
from turntrack.core.commands import AddCombatant, LinkMembers


@dataclass(frozen=True, slots=True)
class Outcome:
    """The dialogs, messages, data and effects that a finished task leads to."""

    opens: LibraryDialog | None = None
    """The dialog to open, whatever was open before."""
    changes: LibraryDialog | None = None
    """The dialog that replaces an open dialog of the same class, if there is one."""
    closes: bool = False
    """Whether to close the library's dialog."""
    toast: str = ""
    undo: Notice | None = None
    """The notice of a deletion, with a button that undoes it."""
    saved: tuple[SavedFight, ...] | None = None
    """The new list of encounters; None if unchanged."""
    members: tuple[PartyMember, ...] | None = None
    """The new party; None if unchanged."""
    rule_sets: tuple[SavedRuleSet, ...] | None = None
    """The table's new rule sets; None if unchanged."""
    campaigns: Campaigns | None = None
    """The new campaigns; None if unchanged."""
    commands: tuple[AddCombatant, ...] = ()
    """Combatants who join the open fight, in one step."""
    link: LinkMembers | None = None
    """The note in the open fight of who has become a member of the party."""
    effects: tuple[Effect, ...] = ()
