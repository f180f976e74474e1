"""The dialogs of the library, each with what it shows, and their names."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.intents.library import PartyState
from app.storage.export_writer import Export
from app.storage.import_reader import ImportComparison, ImportedRoster, ImportedRules
from app.ui.templates import TemplateView
from app.values.stored import Key, PartyMember, QuarantinedPart, RemovedMember, SavedFight
from turntrack.core.commands import AddCombatant

IMPORT = "import"
"""The name of the dialog for pasted text."""


@dataclass(frozen=True, slots=True)
class SavedFightDialog:
    """The actions for an encounter in the list."""

    fight: SavedFight
    template: TemplateView | None = None
    """What is in it if it is a template that can be read whole."""


@dataclass(frozen=True, slots=True)
class PurgeDialog:
    """The question before an encounter is deleted for good."""

    fight: SavedFight


@dataclass(frozen=True, slots=True)
class DropUnsavedDialog:
    """The question before the unsaved changes of an encounter are dropped."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class PartyDialog:
    """The party, and its removed members."""

    members: tuple[PartyMember, ...]
    removed: tuple[RemovedMember, ...]


@dataclass(frozen=True, slots=True)
class RestDialog:
    """The members of the party who may rest between fights."""

    members: tuple[PartyMember, ...]


@dataclass(frozen=True, slots=True)
class CampaignDialog:
    """The current campaign, and the way to the others."""

    counts: str
    """What is in it, in words."""
    others: tuple[tuple[Key, str], ...]


@dataclass(frozen=True, slots=True)
class QuarantineDialog:
    """The quarantined parts."""

    quarantined_parts: tuple[QuarantinedPart, ...]


@dataclass(frozen=True, slots=True)
class DiscardDialog:
    """The question before a quarantined part is discarded."""

    aside: QuarantinedPart


@dataclass(frozen=True, slots=True)
class ExportDialog:
    """Texts that are ready for export."""

    export: Export


@dataclass(frozen=True, slots=True)
class ImportDialog:
    """A text to import, and its contents once they were read."""

    text: str = ""
    contents: ImportComparison | ImportedRoster | ImportedRules | None = None
    doing: str = ""
    """Description of the running task, if it takes a while."""
    percent: int = 0
    """How much of the text is read."""
    task: int = 0
    """The number of the task that reads the text, and that the user can stop; 0 for none."""
    file: str = ""
    """The name of the imported file; empty for pasted text."""
    said: str = ""
    """What is to be said of a backup from a folder; empty for nothing."""


def without_task[Dialog](dialog: Dialog) -> Dialog:
    """Return the dialog of an import as it was before the running task; another dialog unchanged."""
    return replace(dialog, doing="", percent=0, task=0) if isinstance(dialog, ImportDialog) else dialog


@dataclass(frozen=True, slots=True)
class TemplateDialog:
    """The name under which the open fight becomes a template."""

    name: str
    own: SavedFight | None
    """The template that the fight came from, or was saved as before; no other is ever replaced."""


@dataclass(frozen=True, slots=True)
class NextFightDialog:
    """The party that comes along into the next fight, and the templates that fit."""

    party: tuple[AddCombatant, ...]
    state: PartyState
    can_rest: bool
    """Whether a rest would change the party."""
    templates: tuple[SavedFight, ...]


@dataclass(frozen=True, slots=True)
class RuleSetDialog:
    """The actions for a rule set of the table's own."""

    key: str


@dataclass(frozen=True, slots=True)
class RuleEditorDialog:
    """The rule editor. Its state is in the library, so that closing the dialog loses nothing."""


@dataclass(frozen=True, slots=True)
class AboutDialog:
    """What this program is, with lines about this browser and device."""

    device: tuple[str, ...]
    seen: str = ""
    """The version whose news were seen last; empty for all but the newest."""


type LibraryDialog = (
    SavedFightDialog | PurgeDialog | DropUnsavedDialog | PartyDialog | QuarantineDialog | DiscardDialog | ExportDialog
    | ImportDialog | RuleSetDialog | RuleEditorDialog | TemplateDialog | NextFightDialog
    | RestDialog | AboutDialog | CampaignDialog
)  # fmt: skip


def name_dialog(dialog: LibraryDialog, campaign: Key, fight: Key) -> str:
    """Return the name of a dialog with inputs; empty for all others.

    ``campaign`` is the key of the current campaign and ``fight`` that of the open fight: each has dialogs of its own.
    """
    match dialog:
        case SavedFightDialog(saved):
            return f"kept {saved.key}"
        case TemplateDialog():
            return f"template {fight}"
        case RestDialog():
            return "party-rest"
        case CampaignDialog():
            return f"campaign {campaign}"
        case ImportDialog(contents=None):
            return IMPORT
        case _:
            return ""
