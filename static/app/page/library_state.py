"""What is shown of the library: the list of encounters, and what is open of it beside or instead of a fight."""

from __future__ import annotations

from dataclasses import dataclass

from app.rule_editor.state import RuleEditor
from app.storage import messages
from app.storage.exporting import Export
from app.storage.importing import ImportComparison, ImportedRoster, ImportedRules
from app.storage.notices import Notice
from app.values.saved import PartyMember, QuarantinedPart, RemovedMember, SavedFight, SavedRuleSet
from turntrack.core.commands import ChooseOption
from turntrack.core.errors import Refused

IMPORT = "import"
"""The name of the dialog into which text is pasted."""


@dataclass(frozen=True, slots=True)
class SavedFightDialog:
    """What can be done with an encounter of the list."""

    fight: SavedFight


@dataclass(frozen=True, slots=True)
class PurgeDialog:
    """The question before an encounter is deleted for good."""

    fight: SavedFight


@dataclass(frozen=True, slots=True)
class DropUnsavedDialog:
    """The question before what this page alone has of an encounter is let go of."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class PartyDialog:
    """Who is kept, and who was."""

    members: tuple[PartyMember, ...]
    removed: tuple[RemovedMember, ...]


@dataclass(frozen=True, slots=True)
class QuarantineDialog:
    """What was set aside."""

    quarantined_parts: tuple[QuarantinedPart, ...]


@dataclass(frozen=True, slots=True)
class DiscardDialog:
    """The question before something that was set aside is discarded."""

    aside: QuarantinedPart


@dataclass(frozen=True, slots=True)
class ExportDialog:
    """Texts that are ready to be handed over."""

    export: Export


@dataclass(frozen=True, slots=True)
class ImportDialog:
    """A text to bring in, and what it holds, once it was looked at."""

    text: str = ""
    contents: ImportComparison | ImportedRoster | ImportedRules | None = None
    doing: str = ""
    """What is being done with it, where it takes a while."""
    file: str = ""
    """The name of the file that the text comes from; empty for none."""


@dataclass(frozen=True, slots=True)
class TemplateDialog:
    """What the open fight is saved as a template under."""

    name: str
    own: SavedFight | None
    """The template that the fight came from, or was saved as before: no other is ever replaced."""


@dataclass(frozen=True, slots=True)
class RuleSetDialog:
    """What can be done with rules that the table has made."""

    key: str


@dataclass(frozen=True, slots=True)
class RuleEditorDialog:
    """The rules that are being made: the library has them, so that closing this loses nothing."""


type LibraryDialog = (
    SavedFightDialog | PurgeDialog | DropUnsavedDialog | PartyDialog | QuarantineDialog | DiscardDialog | ExportDialog
    | ImportDialog | RuleSetDialog | RuleEditorDialog | TemplateDialog
)  # fmt: skip


def name_dialog(dialog: LibraryDialog) -> str:
    """Name what is open, where something can be typed into it; empty for all others."""
    match dialog:
        case SavedFightDialog(saved):
            return f"kept {saved.key}"
        case TemplateDialog():
            return "template"
        case ImportDialog(contents=None):
            return IMPORT
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class LibraryState:
    """What the library shows."""

    saved: tuple[SavedFight, ...] = ()
    members: tuple[PartyMember, ...] = ()
    """The party, and the enemies that are kept, as far as they are known."""
    dialog: LibraryDialog | None = None
    error: str = ""
    """What is wrong in the open dialog."""
    undo: Notice | None = None
    """What has just been deleted, with the way back."""
    rule_sets: tuple[SavedRuleSet, ...] = ()
    """The rules that the table has made, with those that are deleted."""
    rule_editor: RuleEditor | None = None
    """The rules that are being made, also while that is closed."""

    def find_rule_set(self, key: str) -> SavedRuleSet:
        """Return the rules with that key. Raises Refused where there are none."""
        rule_set = next((candidate for candidate in self.rule_sets if candidate.key == key), None)
        if rule_set is None:
            raise Refused("gone", messages.GONE_RULES)
        return rule_set

    def find_untouched(self, system: str, options: tuple[ChooseOption, ...] = ()) -> SavedFight | None:
        """Return a fight by these rules that was begun once, with these options, and left with nothing in it."""
        chosen = dict(sorted((option.key, option.value) for option in options))
        there = (fight for fight in self.saved if not (fight.deleted or fight.archived or fight.template))
        fitting = (fight for fight in there if dict(fight.left.options if fight.left else ()) == chosen)
        return next((fight for fight in fitting if fight.system == system and fight.is_untouched), None)

    def find(self, key: str) -> SavedFight:
        """Return the encounter of the list with that key. Raises Refused where there is none."""
        saved = next((fight for fight in self.saved if fight.key == key), None)
        if saved is None:
            raise Refused("gone", messages.GONE)
        return saved
