"""Protocols of the controller and of its open fight, as the storage calls them."""

from __future__ import annotations

from typing import Protocol

from app.storage.save_status import SaveStatus
from app.values.stored import Campaigns, PartyMember, SavedFight, SavedRuleSet
from turntrack.history.session import Session
from turntrack.saves.records import Record


class OpenFight(Protocol):
    """The fight that is open on the page."""

    key: str
    session: Session

    def follow(self, number: int, record: Record) -> bool:
        """Apply a step that another tab appended. Return whether it was the next step; if not, nothing changes."""


class PageController(Protocol):
    """The receiver of journals and of the save status: the controller."""

    @property
    def saving(self) -> SaveStatus:
        """Return the save status."""

    @property
    def fight(self) -> OpenFight | None:
        """Return the open fight."""

    @property
    def saved(self) -> tuple[SavedFight, ...]:
        """Return the list of fights."""

    def set_saving(self, saving: SaveStatus) -> None:
        """Replace the save status. Not called while a fight writes."""

    def show_list(
        self,
        saved: tuple[SavedFight, ...],
        rule_sets: tuple[SavedRuleSet, ...] | None = None,
        campaigns: Campaigns | None = None,
        has_quarantine: bool | None = None,
    ) -> None:
        """Show the list, and what else was read: rule sets, campaigns, and whether there are damaged parts."""

    def set_members(self, members: tuple[PartyMember, ...]) -> None:
        """Replace the members of the party."""

    def set_backup(self, at: int) -> None:
        """Note the time of the last backup, in milliseconds since 1970; 0 for none."""

    def set_folder(self, name: str | None) -> None:
        """Note the folder for backups; empty for none, None where there can be none."""

    def show_fight(self, key: str, session: Session, records: int, newer: str = "") -> None:
        """Show this encounter. Raises any error of rendering; then no fight is open."""

    def show_unopened(self, key: str, name: str, why: str) -> None:
        """Show the list instead of an encounter that could not be opened, with the reason."""

    def close_fight(self) -> None:
        """Close the fight, without a redraw."""

    def resume_editor(self, making: str) -> None:
        """Resume the rule editor with the draft of the last visit."""

    def refresh(self) -> None:
        """Redraw after a change of the save status."""

    def show_message(self, message: str) -> None:
        """Show the message of an error outside any intent."""

    def report_fault(self, error: Exception) -> None:
        """Report a fault in a concurrent task."""
