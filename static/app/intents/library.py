"""Intents of the library: the list, the party, templates, rule sets, files and the quarantine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from app.intents.base import NOTHING, WHOLE_FORM, IntentBase, OfCombatant, OfKey, OfQuarantinedPart, TypedAs, Values


class ForLibrary(IntentBase):
    writes: ClassVar[bool] = False
    """Whether the intent is refused if the store is read-only."""
    slow: ClassVar[str] = ""
    """The message while the intent runs on a long text."""
    can_stop: ClassVar[bool] = False
    """Whether the user can stop it, since it only reads."""


class ForList(ForLibrary):
    pass


class OpenListed(ForList, OfKey):
    """Open the dialog of a listed encounter."""

    do = "kept"


class Purge(ForList, OfKey):
    do = "purge"


@dataclass(frozen=True)
class RenameListed(ForList, OfKey):
    do, writes = "rename-kept", True
    name: Annotated[str, TypedAs("name")] = ""


class DuplicateListed(ForList, OfKey):
    do, writes = "duplicate-kept", True


class Archive(ForList, OfKey):
    do, writes = "archive", True


class Unarchive(ForList, OfKey):
    do, writes = "unarchive", True


class Delete(ForList, OfKey):
    do, writes = "delete", True


class Undelete(ForList, OfKey):
    do, writes = "undelete", True


class PurgeNow(ForList, OfKey):
    do, writes = "purge-now", True


@dataclass(frozen=True)
class MoveToCampaign(ForList, OfKey):
    """Move a fight or a template to another campaign, or to none if its key is empty."""

    do, writes = "move-to-campaign", True
    campaign: str


type ListIntent = OpenListed | Purge | ListChange
type ListChange = RenameListed | DuplicateListed | Archive | Unarchive | Delete | Undelete | PurgeNow | MoveToCampaign


class ForExport(ForLibrary):
    """An intent about exports and unsaved histories."""


class ExportListed(ForExport, OfKey):
    """Export one encounter, or everything if the key is empty."""

    do = "export"


class ExportOpen(ForExport):
    do = "export-open"


class ExportParty(ForExport):
    do = "export-party"


class ExportRaw(ForExport, OfKey):
    """Export the records without replaying them."""

    do = "export-raw"


class ExportUnsaved(ForExport, OfKey):
    do = "export-unkept"


class AskDropUnsaved(ForExport, OfKey):
    do = "let-go"


class DropUnsavedNow(ForExport, OfKey):
    do = "let-go-now"


type ExportIntent = (
    ExportListed | ExportOpen | ExportParty | ExportRaw | ExportUnsaved | AskDropUnsaved | DropUnsavedNow
)


class PartyState(StrEnum):
    """The state in which members of the party join a fight."""

    STANDING = "standing"  # as the last fight has left the member
    RESTED = "rested"


class ForParty(ForLibrary):
    pass


class OpenParty(ForParty):
    do = "party"


class SaveMember(ForParty, OfCombatant):
    do, writes = "party-keep", True


@dataclass(frozen=True)
class SaveSide(ForParty):
    """Save all combatants of a side that are not saved yet."""

    do, writes = "party-keep-side", True
    side: str


@dataclass(frozen=True)
class AddMember(ForParty, OfKey):
    """Add a stored combatant to the open fight: a member as it stands, or rested."""

    do, writes = "party-add", True
    state: PartyState = PartyState.STANDING


@dataclass(frozen=True)
class AddParty(ForParty):
    """Add the members of the open fight's system that are not in it."""

    do, writes = "party-add-all", True
    state: PartyState = PartyState.STANDING


class RemoveMember(ForParty, OfKey):
    do, writes = "party-drop", True


class RestoreMember(ForParty, OfKey):
    do, writes = "party-undrop", True


@dataclass(frozen=True)
class RevertMember(ForParty):
    """Restore the replaced member."""

    do, writes = "party-swap", True
    old: str
    new: str


class OpenPartyRest(ForParty):
    """Open the sheet in which the party rests between fights."""

    do = "party-rest"


@dataclass(frozen=True)
class RestParty(ForParty):
    do, writes = "party-rest-now", True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class RevertRest(ForParty):
    """Let the party stand as before its last rest."""

    do, writes = "party-unrest", True


class SaveEnemy(ForParty, OfCombatant):
    """Save a combatant at full health as an enemy for later fights."""

    do, writes = "keep-enemy", True


@dataclass(frozen=True)
class BringMember(ForParty, OfKey):
    """Add a saved combatant to the open fight, and leave the dialog open."""

    do, writes = "bring-member", True
    state: PartyState = PartyState.STANDING


@dataclass(frozen=True)
class BringParty(ForParty):
    """Add all members that are not in the fight, and leave the dialog open."""

    do, writes = "bring-party", True
    state: PartyState = PartyState.STANDING


type PartyIntent = (
    OpenParty | SaveMember | SaveSide | AddMember | AddParty | RemoveMember | RestoreMember | RevertMember
    | SaveEnemy | BringMember | BringParty | OpenPartyRest | RestParty | RevertRest
)  # fmt: skip


class ForTemplates(ForLibrary):
    writes = True


class AskTemplateName(ForTemplates):
    """Open the dialog that saves the fight's setup as a template."""

    do = "keep-template"


@dataclass(frozen=True)
class SaveTemplate(ForTemplates):
    """Save the template under the name in the form, in place of the template ``own`` if that is ticked."""

    do = "save-template"
    own: str
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class BeginTemplate(ForTemplates, OfKey):
    """Start a fight with the combatants of the template and the party, both as they stand."""

    do = "begin-template"


class BeginTemplateAlone(ForTemplates, OfKey):
    """Start a fight with only the combatants of the template."""

    do = "begin-template-alone"


class TemplateEarlier(ForTemplates, OfKey):
    """Move a template one place up in the list."""

    do = "template-up"


class TemplateLater(ForTemplates, OfKey):
    do = "template-down"


class StartAgain(ForTemplates):
    """Start a new fight with the setup of the open one."""

    do = "start-again"


@dataclass(frozen=True)
class RevertTemplate(ForTemplates):
    """Restore the replaced template."""

    do = "template-swap"
    old: str
    new: str


@dataclass(frozen=True)
class OpenNextFight(ForTemplates):
    """Open the dialog of the next fight, with the party in this state."""

    do = "next-fight"
    state: PartyState = PartyState.STANDING


@dataclass(frozen=True)
class BeginNextFight(ForTemplates, OfKey):
    """Start the next fight with the party of the open one, and with the combatants of a template if there is a key."""

    do = "begin-next"
    state: PartyState = PartyState.STANDING


type TemplateIntent = (
    AskTemplateName | SaveTemplate | BeginTemplate | BeginTemplateAlone | TemplateEarlier | TemplateLater | StartAgain
    | RevertTemplate | OpenNextFight | BeginNextFight
)  # fmt: skip


class OpenAbout(ForLibrary):
    """Show what this program is, what is new, and a report about this device."""

    do = "about"


class ForCampaigns(ForLibrary):
    """An intent about the campaigns."""


class OpenCampaign(ForCampaigns):
    do = "campaign"


@dataclass(frozen=True)
class SaveCampaign(ForCampaigns):
    """Save name and notes of the current campaign; of what belongs to none, make a campaign."""

    do, writes = "save-campaign", True
    name: Annotated[str, TypedAs("campaign-name")] = ""
    notes: Annotated[str, TypedAs("campaign-notes")] = ""


@dataclass(frozen=True)
class NewCampaign(ForCampaigns):
    """Make an empty campaign and show it."""

    do, writes = "new-campaign", True
    name: Annotated[str, TypedAs("new-campaign-name")] = ""


class SwitchCampaign(ForCampaigns, OfKey):
    """Show another campaign, or what belongs to none if the key is empty."""

    do, writes = "switch-campaign", True


class DeleteCampaign(ForCampaigns, OfKey):
    """Delete a campaign. Its fights and its party stay, and belong to none."""

    do, writes = "drop-campaign", True


class RestoreCampaign(ForCampaigns, OfKey):
    do, writes = "undrop-campaign", True


class ExportCampaign(ForCampaigns):
    """Export the current campaign, with the account of all its fights."""

    do = "export-campaign"


type CampaignIntent = (
    OpenCampaign | SaveCampaign | NewCampaign | SwitchCampaign | DeleteCampaign | RestoreCampaign | ExportCampaign
)


class ForQuarantine(ForLibrary):
    pass


class OpenQuarantine(ForQuarantine):
    do = "asides"


class ExportQuarantined(ForQuarantine, OfQuarantinedPart):
    do = "export-aside"


class AskDiscardQuarantined(ForQuarantine, OfQuarantinedPart):
    do = "ask-discard"


class DiscardQuarantined(ForQuarantine, OfQuarantinedPart):
    do, writes = "discard-aside", True


class RetryQuarantined(ForQuarantine, OfQuarantinedPart):
    do, writes = "retry-aside", True


type QuarantineIntent = (
    OpenQuarantine | ExportQuarantined | AskDiscardQuarantined | DiscardQuarantined | RetryQuarantined
)


class ForRuleSets(ForLibrary):
    """An intent about the user's rule sets."""


class OpenRuleSet(ForRuleSets, OfKey):
    """Open the dialog of a rule set."""

    do = "made"


class SaveRuleSet(ForRuleSets):
    """Save the rules in the editor."""

    do, writes = "made-keep", True


class CopyRuleSet(ForRuleSets, OfKey):
    do, writes = "made-copy", True


class DeleteRuleSet(ForRuleSets, OfKey):
    do, writes = "made-drop", True


class RestoreRuleSet(ForRuleSets, OfKey):
    do, writes = "made-undrop", True


@dataclass(frozen=True)
class RevertRuleSet(ForRuleSets):
    """Restore the replaced version."""

    do, writes = "made-swap", True
    old: str
    new: str


class ExportRuleSet(ForRuleSets, OfKey):
    do = "made-out"


type RuleSetIntent = (
    OpenRuleSet | SaveRuleSet | CopyRuleSet | DeleteRuleSet | RestoreRuleSet | RevertRuleSet | ExportRuleSet
)


class ForImport(ForLibrary):
    writes = True


class Import(ForImport):
    do = "import"


@dataclass(frozen=True)
class ReadText(ForImport):
    do, slow, can_stop = "read-text", "Reading…", True
    text: Annotated[str, TypedAs("text")] = ""
    file: str = ""
    """The name of the file with the text; empty for none."""


@dataclass(frozen=True)
class ReadBackup(ReadText):
    """Read a backup from a folder. No control sends this."""

    said: str = ""
    """What is wrong with it, or was passed over; empty for nothing."""


class ImportBeside(ForImport):
    do, slow = "import-beside", "Importing…"


class ImportReplace(ForImport):
    do, slow = "import-replace", "Importing…"


@dataclass(frozen=True)
class RosterSystem(ForImport):
    do, at, slow, can_stop = "enter", "roster.system", "Reading…", True
    system: Annotated[str, TypedAs("value")] = ""


@dataclass(frozen=True)
class RosterColumn(ForImport):
    """Say what a column holds: its place and its subject, as in ``2 health``."""

    do, at, slow, can_stop = "enter", "roster.column", "Reading…", True
    choice: Annotated[str, TypedAs("value")] = ""


class RosterNew(ForImport):
    do, slow = "roster-new", "Importing…"


class RosterParty(ForImport):
    do, slow = "roster-party", "Importing…"


class RosterAdd(ForImport):
    do = "roster-add"


class RosterKeep(ForImport):
    """Store the party, the enemies and the prepared fights of an export."""

    do, slow = "roster-keep", "Importing…"


class RulesKeep(ForImport):
    """Save the imported rules."""

    do = "rules-keep"


type ImportIntent = (
    Import
    | ReadText
    | ImportBeside
    | ImportReplace
    | RosterSystem
    | RosterColumn
    | RosterNew
    | RosterParty
    | RosterAdd
    | RosterKeep
    | RulesKeep
)
type LibraryIntent = (
    ListIntent | ExportIntent | PartyIntent | TemplateIntent | RuleSetIntent | QuarantineIntent | ImportIntent
    | CampaignIntent | OpenAbout
)  # fmt: skip
