"""What can be asked of the library: of the list, the party, files, and what was set aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from app.intents.base import NOTHING, WHOLE_FORM, IntentBase, OfCombatant, OfKey, OfQuarantinedPart, TypedAs, Values


class ForLibrary(IntentBase):
    writes: ClassVar[bool] = False
    """Whether it is refused where nothing may be changed."""
    slow: ClassVar[str] = ""
    """What is said meanwhile, where it takes a while with a long text."""


class ForList(ForLibrary):
    pass


class OpenListed(ForList, OfKey):
    """Open what can be done with an encounter of the list."""

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


type ListIntent = OpenListed | Purge | ListChange
type ListChange = RenameListed | DuplicateListed | Archive | Unarchive | Delete | Undelete | PurgeNow


class ForExport(ForLibrary):
    """About texts to hand over, and about what this page alone has."""


class ExportListed(ForExport, OfKey):
    """Make a file of one encounter; of everything where the key is empty."""

    do = "export"


class ExportOpen(ForExport):
    do = "export-open"


class ExportParty(ForExport):
    do = "export-party"


class ExportRaw(ForExport, OfKey):
    """Export the records as they are, unread."""

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


class ForParty(ForLibrary):
    pass


class OpenParty(ForParty):
    do = "party"


class SaveMember(ForParty, OfCombatant):
    do, writes = "party-keep", True


@dataclass(frozen=True)
class SaveSide(ForParty):
    """Keep all of a side who are not kept yet."""

    do, writes = "party-keep-side", True
    side: str


class AddMember(ForParty, OfKey):
    do, writes = "party-add", True


class AddParty(ForParty):
    """Bring in whoever of the party can join the open fight, and is not in it."""

    do, writes = "party-add-all", True


class RemoveMember(ForParty, OfKey):
    do, writes = "party-drop", True


class RestoreMember(ForParty, OfKey):
    do, writes = "party-undrop", True


@dataclass(frozen=True)
class RevertMember(ForParty):
    """Bring back the member that another was kept in place of."""

    do, writes = "party-swap", True
    old: str
    new: str


class SaveEnemy(ForParty, OfCombatant):
    """Keep a combatant, whole, to be brought into later fights as often as one likes."""

    do, writes = "keep-enemy", True


class BringMember(ForParty, OfKey):
    """Bring somebody who is kept into the open fight, without leaving what is open."""

    do, writes = "bring-member", True


class BringParty(ForParty):
    """Do so with all of the party who are not in the fight."""

    do, writes = "bring-party", True


type PartyIntent = (
    OpenParty | SaveMember | SaveSide | AddMember | AddParty | RemoveMember | RestoreMember | RevertMember
    | SaveEnemy | BringMember | BringParty
)  # fmt: skip


class ForTemplates(ForLibrary):
    writes = True


class AskTemplateName(ForTemplates):
    """Open what saves how the open fight would begin, with everybody in it whole."""

    do = "keep-template"


@dataclass(frozen=True)
class SaveTemplate(ForTemplates):
    """Save it under the name in the form, in place of the template of that key where that is ticked."""

    do = "save-template"
    own: str
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class BeginTemplate(ForTemplates, OfKey):
    do = "begin-template"


class StartAgain(ForTemplates):
    """Begin a new fight with what was done in the open one before its first round."""

    do = "start-again"


@dataclass(frozen=True)
class RevertTemplate(ForTemplates):
    """Bring back the template that another was kept in place of."""

    do = "template-swap"
    old: str
    new: str


type TemplateIntent = AskTemplateName | SaveTemplate | BeginTemplate | StartAgain | RevertTemplate


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
    """About rules that are kept."""


class OpenRuleSet(ForRuleSets, OfKey):
    """Open what can be done with them."""

    do = "made"


class SaveRuleSet(ForRuleSets):
    """Keep the rules that are being made."""

    do, writes = "made-keep", True


class CopyRuleSet(ForRuleSets, OfKey):
    do, writes = "made-copy", True


class DeleteRuleSet(ForRuleSets, OfKey):
    do, writes = "made-drop", True


class RestoreRuleSet(ForRuleSets, OfKey):
    do, writes = "made-undrop", True


@dataclass(frozen=True)
class RevertRuleSet(ForRuleSets):
    """Bring back the version that another was kept in place of."""

    do, writes = "made-swap", True
    old: str
    new: str


class ExportRuleSet(ForRuleSets, OfKey):
    """Hand them on."""

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
    do, slow = "read-text", "Reading…"
    text: Annotated[str, TypedAs("text")] = ""
    file: str = ""
    """The name of the file that the text comes from; empty for none."""


class ImportBeside(ForImport):
    do, slow = "import-beside", "Bringing it in…"


class ImportReplace(ForImport):
    do, slow = "import-replace", "Bringing it in…"


@dataclass(frozen=True)
class RosterSystem(ForImport):
    do, at = "enter", "roster.system"
    system: Annotated[str, TypedAs("value")] = ""


class RosterNew(ForImport):
    do, slow = "roster-new", "Bringing it in…"


class RosterParty(ForImport):
    do, slow = "roster-party", "Bringing it in…"


class RosterAdd(ForImport):
    do = "roster-add"


class RulesKeep(ForImport):
    """Keep the rules that were brought in."""

    do = "rules-keep"


type ImportIntent = (
    Import | ReadText | ImportBeside | ImportReplace | RosterSystem | RosterNew | RosterParty | RosterAdd | RulesKeep
)
type LibraryIntent = (
    ListIntent | ExportIntent | PartyIntent | TemplateIntent | RuleSetIntent | QuarantineIntent | ImportIntent
)
