"""The library's part of the state: the list, its dialogs, and the outcome of a task."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.intents.library import PartyState
from app.rule_editor.state import RuleEditor
from app.storage import messages
from app.storage.export_writer import Export
from app.storage.import_reader import ImportComparison, ImportedPack, ImportedRoster, ImportedRules
from app.storage.save_status import Notice
from app.ui.templates import TemplateView
from app.values.creatures import NO_CREATURES, Creatures, SearchedPacks
from app.values.effects import Effect
from app.values.games import Game, own_games, ready_games, sort_by_last_played
from app.values.stored import (
    Campaigns,
    Key,
    PartyMember,
    QuarantinedPart,
    RemovedMember,
    SavedFight,
    SavedPack,
    SavedRuleSet,
)
from turntrack.core.commands import AddCombatant, ChooseOption, LinkMembers
from turntrack.core.errors import Refused
from turntrack.core.settings import UNIT
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class LibraryState:
    """The state of the library's screen and its dialogs."""

    saved: tuple[SavedFight, ...] = ()
    members: tuple[PartyMember, ...] = ()
    """The stored party members and enemies."""
    dialog: LibraryDialog | None = None
    error: str = ""
    """The error of the open dialog."""
    backup: int = 0
    """The time of the last backup, in milliseconds since 1970; 0 for none."""
    folder: str | None = None
    """The name of the folder for backups; empty for none, None where the browser can have none."""
    seen: str = ""
    """The version that this browser had before this start; empty if it had none, or the news were dismissed."""
    undo: Notice | None = None
    """The notice of the last deletion, with a button that undoes it."""
    rule_sets: tuple[SavedRuleSet, ...] = ()
    """The table's own rule sets, including deleted ones."""
    campaigns: Campaigns = field(default_factory=Campaigns)
    has_quarantine: bool = False
    """Whether damaged parts are stored."""
    rule_editor: RuleEditor | None = None
    """The state of the rule editor, also while it is closed."""
    sought_game: str = ""
    """The words by which a game is searched."""
    tasks: int = 0
    """The number of tasks that were begun."""
    shows_all_games: bool = False
    """Whether all games are shown below a list of fights."""
    creatures: Creatures = NO_CREATURES
    """The creatures of the packs that the open fight searches."""
    creatures_of: SearchedPacks | None = None
    """The packs that were read, or are being read."""

    def games(self, systems: tuple[TurnSystem, ...]) -> tuple[Game, ...]:
        """Return all games, those played last first, then the table's own."""
        return sort_by_last_played((*own_games(self.rule_sets), *ready_games(systems)), self.saved_here)

    def find_game(self, key: str, systems: tuple[TurnSystem, ...]) -> Game:
        """Return the game with this key. Raises Refused if there is none."""
        game = next((game for game in self.games(systems) if game.key == key), None)
        if game is None:
            raise Refused("no_game", messages.no_game(key))
        return game

    @property
    def saved_here(self) -> tuple[SavedFight, ...]:
        """Return the fights and templates of the current campaign."""
        return self.campaigns.here(self.saved)

    def find_rule_set(self, key: str) -> SavedRuleSet:
        """Return a stored rule set. Raises Refused if there is none with this key."""
        rule_set = next((candidate for candidate in self.rule_sets if candidate.key == key), None)
        if rule_set is None:
            raise Refused("gone", messages.GONE_RULES)
        return rule_set

    def find_untouched(self, game: Game, options: tuple[ChooseOption, ...]) -> SavedFight | None:
        """Return a fight of this game with these options that was created and left empty; None if there is none."""
        preset = game.key if game.rules and not game.is_own else ""
        chosen = {option.key: option.value for option in options}
        there = (fight for fight in self.saved_here if not (fight.deleted or fight.archived or fight.template))
        fitting = (fight for fight in there if _table_options(fight) == chosen)
        return next(
            (
                fight
                for fight in fitting
                if fight.system == game.system
                and (fight.left.preset if fight.left else "") == preset
                and fight.is_untouched
            ),
            None,
        )

    def find(self, key: str) -> SavedFight:
        """Return an encounter of the list. Raises Refused if there is none with this key."""
        saved = next((fight for fight in self.saved if fight.key == key), None)
        if saved is None:
            raise Refused("gone", messages.GONE)
        return saved


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
    packs_changed: bool = False
    """Whether fights search other packs of creatures now."""


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
class PacksDialog:
    """The packs of creatures that the table keeps."""

    packs: tuple[SavedPack, ...]
    campaigns: Campaigns


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
    contents: ImportComparison | ImportedRoster | ImportedRules | ImportedPack | None = None
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


@dataclass(frozen=True, slots=True)
class HowDialog:
    """How it works."""


type LibraryDialog = (
    SavedFightDialog | PurgeDialog | DropUnsavedDialog | PartyDialog | QuarantineDialog | DiscardDialog | ExportDialog
    | ImportDialog | RuleSetDialog | RuleEditorDialog | TemplateDialog | NextFightDialog
    | RestDialog | AboutDialog | HowDialog | CampaignDialog | PacksDialog
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


def _table_options(fight: SavedFight) -> dict[str, str]:
    """Return the options that the table has chosen, without the one that the rules of a fight choose."""
    options = fight.left.options if fight.left else {}
    return {key: value for key, value in options.items() if key != UNIT.key}
