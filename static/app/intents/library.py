"""Intents of the library: the list, the party, templates, rule sets, files and the quarantine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Annotated, ClassVar

from app.intents.base import (
    NOTHING,
    WHOLE_FORM,
    IntentBase,
    IntentEnum,
    OfCombatant,
    OfKey,
    OfQuarantinedPart,
    TypedAs,
    Values,
)


class ForLibrary(IntentBase):
    writes: ClassVar[bool] = False
    """Whether the intent is refused if the store is read-only."""
    slow: ClassVar[str] = ""
    """The message while the intent runs on a long text."""
    can_stop: ClassVar[bool] = False
    """Whether the user can stop it, since it only reads."""


class ForList(ForLibrary): ...


class OpenListed(ForList, OfKey):
    """Open the dialog of a listed encounter."""


class Purge(ForList, OfKey): ...


@dataclass(frozen=True)
class RenameListed(ForList, OfKey):
    writes = True
    name: Annotated[str, TypedAs("name")] = ""


class DuplicateListed(ForList, OfKey):
    writes = True


class Archive(ForList, OfKey):
    writes = True


class Unarchive(ForList, OfKey):
    writes = True


class Delete(ForList, OfKey):
    writes = True


class Undelete(ForList, OfKey):
    writes = True


class PurgeNow(ForList, OfKey):
    writes = True


@dataclass(frozen=True)
class MoveToCampaign(ForList, OfKey):
    """Move a fight or a template to another campaign, or to none if its key is empty."""

    writes = True
    campaign: str


type ListIntent = OpenListed | Purge | ListChange
type ListChange = RenameListed | DuplicateListed | Archive | Unarchive | Delete | Undelete | PurgeNow | MoveToCampaign


class ForExport(ForLibrary):
    """An intent about exports and unsaved histories."""


class ExportListed(ForExport, OfKey):
    """Export one encounter, or everything if the key is empty."""


class ExportButton(ForExport, IntentEnum):
    EXPORT_OPEN = auto()
    EXPORT_PARTY = auto()


class ExportRaw(ForExport, OfKey):
    """Export the records without replaying them."""


class ExportUnsaved(ForExport, OfKey): ...


class AskDropUnsaved(ForExport, OfKey): ...


class DropUnsavedNow(ForExport, OfKey): ...


type ExportIntent = ExportListed | ExportButton | ExportRaw | ExportUnsaved | AskDropUnsaved | DropUnsavedNow


class PartyState(StrEnum):
    """The state in which members of the party join a fight."""

    STANDING = "standing"  # as the last fight has left the member
    RESTED = "rested"


class ForParty(ForLibrary): ...


class PartyButton(ForParty, IntentEnum):
    OPEN_PARTY = auto()
    OPEN_PARTY_REST = auto()  # open the sheet in which the party rests between fights


class SaveMember(ForParty, OfCombatant):
    writes = True


@dataclass(frozen=True)
class SaveSide(ForParty):
    """Save all combatants of a side that are not saved yet."""

    writes = True
    side: str


@dataclass(frozen=True)
class AddMember(ForParty, OfKey):
    """Add a stored combatant to the open fight: a member as it stands, or rested."""

    writes = True
    state: PartyState = PartyState.STANDING


@dataclass(frozen=True)
class AddParty(ForParty):
    """Add the members of the open fight's system that are not in it."""

    writes = True
    state: PartyState = PartyState.STANDING


class RemoveMember(ForParty, OfKey):
    writes = True


class RestoreMember(ForParty, OfKey):
    writes = True


@dataclass(frozen=True)
class RevertMember(ForParty):
    """Restore the replaced member."""

    writes = True
    old: str
    new: str


@dataclass(frozen=True)
class RestParty(ForParty):
    writes = True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


@dataclass(frozen=True)
class RevertRest(ForParty):
    """Let the party stand as before its last rest."""

    writes = True


class SaveEnemy(ForParty, OfCombatant):
    """Save a combatant at full health as an enemy for later fights."""

    writes = True


@dataclass(frozen=True)
class BringMember(ForParty, OfKey):
    """Add a saved combatant to the open fight, and leave the dialog open."""

    writes = True
    state: PartyState = PartyState.STANDING


@dataclass(frozen=True)
class BringParty(ForParty):
    """Add all members that are not in the fight, and leave the dialog open."""

    writes = True
    state: PartyState = PartyState.STANDING


type PartyIntent = (
    PartyButton | SaveMember | SaveSide | AddMember | AddParty | RemoveMember | RestoreMember | RevertMember
    | SaveEnemy | BringMember | BringParty | RestParty | RevertRest
)  # fmt: skip


class ForTemplates(ForLibrary):
    writes = True


class TemplateButton(ForTemplates, IntentEnum):
    ASK_TEMPLATE_NAME = auto()  # open the dialog that saves the fight's setup as a template
    START_AGAIN = auto()  # start a new fight with the setup of the open one


@dataclass(frozen=True)
class SaveTemplate(ForTemplates):
    """Save the template under the name in the form, in place of the template ``own`` if that is ticked."""

    own: str
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class BeginTemplate(ForTemplates, OfKey):
    """Start a fight with the combatants of the template and the party, both as they stand."""


class BeginTemplateAlone(ForTemplates, OfKey):
    """Start a fight with only the combatants of the template."""


class TemplateEarlier(ForTemplates, OfKey):
    """Move a template one place up in the list."""


class TemplateLater(ForTemplates, OfKey): ...


@dataclass(frozen=True)
class RevertTemplate(ForTemplates):
    """Restore the replaced template."""

    old: str
    new: str


@dataclass(frozen=True)
class OpenNextFight(ForTemplates):
    """Open the dialog of the next fight, with the party in this state."""

    state: PartyState = PartyState.STANDING


@dataclass(frozen=True)
class BeginNextFight(ForTemplates, OfKey):
    """Start the next fight with the party of the open one, and with the combatants of a template if there is a key."""

    state: PartyState = PartyState.STANDING


type TemplateIntent = (
    TemplateButton | SaveTemplate | BeginTemplate | BeginTemplateAlone | TemplateEarlier | TemplateLater
    | RevertTemplate | OpenNextFight | BeginNextFight
)  # fmt: skip


@dataclass(frozen=True)
class OpenAbout(ForLibrary):
    """Show what this program is, what is new, and a report about this device."""


class ForCampaigns(ForLibrary):
    """An intent about the campaigns."""


class CampaignButton(ForCampaigns, IntentEnum):
    OPEN_CAMPAIGN = auto()
    EXPORT_CAMPAIGN = auto()  # export the current campaign, with the account of all its fights


@dataclass(frozen=True)
class SaveCampaign(ForCampaigns):
    """Save name and notes of the current campaign; of what belongs to none, make a campaign."""

    writes = True
    name: Annotated[str, TypedAs("campaign-name")] = ""
    notes: Annotated[str, TypedAs("campaign-notes")] = ""


@dataclass(frozen=True)
class NewCampaign(ForCampaigns):
    """Make an empty campaign and show it."""

    writes = True
    name: Annotated[str, TypedAs("new-campaign-name")] = ""


class SwitchCampaign(ForCampaigns, OfKey):
    """Show another campaign, or what belongs to none if the key is empty."""

    writes = True


class DeleteCampaign(ForCampaigns, OfKey):
    """Delete a campaign. Its fights and its party stay, and belong to none."""

    writes = True


class RestoreCampaign(ForCampaigns, OfKey):
    writes = True


type CampaignIntent = CampaignButton | SaveCampaign | NewCampaign | SwitchCampaign | DeleteCampaign | RestoreCampaign


class ForQuarantine(ForLibrary): ...


@dataclass(frozen=True)
class OpenQuarantine(ForQuarantine): ...


class ExportQuarantined(ForQuarantine, OfQuarantinedPart): ...


class AskDiscardQuarantined(ForQuarantine, OfQuarantinedPart): ...


class DiscardQuarantined(ForQuarantine, OfQuarantinedPart):
    writes = True


class RetryQuarantined(ForQuarantine, OfQuarantinedPart):
    writes = True


type QuarantineIntent = (
    OpenQuarantine | ExportQuarantined | AskDiscardQuarantined | DiscardQuarantined | RetryQuarantined
)


class ForRuleSets(ForLibrary):
    """An intent about the user's rule sets."""


class OpenRuleSet(ForRuleSets, OfKey):
    """Open the dialog of a rule set."""


@dataclass(frozen=True)
class SaveRuleSet(ForRuleSets):
    """Save the rules in the editor."""

    writes = True


class CopyRuleSet(ForRuleSets, OfKey):
    writes = True


class DeleteRuleSet(ForRuleSets, OfKey):
    writes = True


class RestoreRuleSet(ForRuleSets, OfKey):
    writes = True


@dataclass(frozen=True)
class RevertRuleSet(ForRuleSets):
    """Restore the replaced version."""

    writes = True
    old: str
    new: str


class ExportRuleSet(ForRuleSets, OfKey): ...


type RuleSetIntent = (
    OpenRuleSet | SaveRuleSet | CopyRuleSet | DeleteRuleSet | RestoreRuleSet | RevertRuleSet | ExportRuleSet
)


class ForPacks(ForLibrary): ...


class PackButton(ForPacks, IntentEnum):
    OPEN_PACKS = auto()


class DropPack(ForPacks, OfKey):
    """Keep a pack of creatures no longer."""

    writes = True


@dataclass(frozen=True)
class BringPackBack(ForPacks):
    """Keep the pack again that was dropped last."""

    writes = True


class MovePack(ForPacks, OfKey):
    """Keep a pack for the fights of all campaigns, or of the current one alone."""

    writes = True


type PackIntent = PackButton | DropPack | BringPackBack | MovePack


class ForImport(ForLibrary):
    writes = True


class ImportButton(ForImport, IntentEnum):
    IMPORT = auto()
    ROSTER_ADD = auto()
    RULES_KEEP = auto()  # save the imported rules
    PACK_KEEP = auto()  # keep the imported creatures as a pack


@dataclass(frozen=True)
class ReadText(ForImport):
    slow, can_stop = "Reading…", True
    text: Annotated[str, TypedAs("text")] = ""
    file: str = ""
    """The name of the file with the text; empty for none."""


@dataclass(frozen=True)
class ReadBackup(ReadText):
    """Read a backup from a folder. No control sends this."""

    said: str = ""
    """What is wrong with it, or was passed over; empty for nothing."""


class ForImportTask(ForImport):
    slow = "Importing…"


class ImportTask(ForImportTask, IntentEnum):
    IMPORT_BESIDE = auto()
    IMPORT_REPLACE = auto()
    ROSTER_NEW = auto()
    ROSTER_PARTY = auto()
    ROSTER_KEEP = auto()  # store the party, the enemies and the prepared fights of an export


@dataclass(frozen=True)
class RosterSystem(ForImport):
    do, at, slow, can_stop = "enter", "roster.system", "Reading…", True
    system: Annotated[str, TypedAs("value")] = ""


@dataclass(frozen=True)
class RosterColumn(ForImport):
    """Say what a column holds: its place and its subject, as in ``2 health``."""

    do, at, slow, can_stop = "enter", "roster.column", "Reading…", True
    choice: Annotated[str, TypedAs("value")] = ""


type ImportIntent = ImportButton | ReadText | ImportTask | RosterSystem | RosterColumn
type LibraryIntent = (
    ListIntent | ExportIntent | PartyIntent | TemplateIntent | RuleSetIntent | QuarantineIntent | ImportIntent
    | CampaignIntent | PackIntent | OpenAbout
)  # fmt: skip
