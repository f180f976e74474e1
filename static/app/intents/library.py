"""What can be asked of the library: of the list, the party, files, and what was set aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from app.intents.base import NOTHING, WHOLE_FORM, Asked, OfAside, OfCombatant, OfKept, Typed, Values


class ForLibrary(Asked):
    writes: ClassVar[bool] = False
    """Whether it is refused where nothing may be changed."""
    slow: ClassVar[str] = ""
    """What is said meanwhile, where it takes a while with a long text."""


class ForList(ForLibrary):
    pass


class Kept(ForList, OfKept):
    """Open what can be done with an encounter of the list."""

    do = "kept"


class Purge(ForList, OfKept):
    do = "purge"


@dataclass(frozen=True)
class RenameKept(ForList, OfKept):
    do, writes = "rename-kept", True
    name: Annotated[str, Typed("name")] = ""


class DuplicateKept(ForList, OfKept):
    do, writes = "duplicate-kept", True


class Archive(ForList, OfKept):
    do, writes = "archive", True


class Unarchive(ForList, OfKept):
    do, writes = "unarchive", True


class Delete(ForList, OfKept):
    do, writes = "delete", True


class Undelete(ForList, OfKept):
    do, writes = "undelete", True


class PurgeNow(ForList, OfKept):
    do, writes = "purge-now", True


type ListIntent = Kept | Purge | ListChange
type ListChange = RenameKept | DuplicateKept | Archive | Unarchive | Delete | Undelete | PurgeNow


class ForExport(ForLibrary):
    """About texts to hand over, and about what this page alone has."""


class Export(ForExport, OfKept):
    """Make a file of one encounter; of everything where the key is empty."""

    do = "export"


class ExportOpen(ForExport):
    do = "export-open"


class ExportParty(ForExport):
    do = "export-party"


class ExportRaw(ForExport, OfKept):
    """Export the records as they are, unread."""

    do = "export-raw"


class ExportUnkept(ForExport, OfKept):
    do = "export-unkept"


class LetGo(ForExport, OfKept):
    do = "let-go"


class LetGoNow(ForExport, OfKept):
    do = "let-go-now"


type ExportIntent = Export | ExportOpen | ExportParty | ExportRaw | ExportUnkept | LetGo | LetGoNow


class ForParty(ForLibrary):
    pass


class Party(ForParty):
    do = "party"


class PartyKeep(ForParty, OfCombatant):
    do, writes = "party-keep", True


@dataclass(frozen=True)
class PartyKeepSide(ForParty):
    """Keep all of a side who are not kept yet."""

    do, writes = "party-keep-side", True
    side: str


class PartyAdd(ForParty, OfKept):
    do, writes = "party-add", True


class PartyAddAll(ForParty):
    """Bring in whoever of the party can join the open fight, and is not in it."""

    do, writes = "party-add-all", True


class PartyDrop(ForParty, OfKept):
    do, writes = "party-drop", True


class PartyUndrop(ForParty, OfKept):
    do, writes = "party-undrop", True


@dataclass(frozen=True)
class PartySwap(ForParty):
    """Bring back the member that another was kept in place of."""

    do, writes = "party-swap", True
    old: str
    new: str


class KeepEnemy(ForParty, OfCombatant):
    """Keep a combatant, whole, to be brought into later fights as often as one likes."""

    do, writes = "keep-enemy", True


class BringMember(ForParty, OfKept):
    """Bring somebody who is kept into the open fight, without leaving what is open."""

    do, writes = "bring-member", True


class BringParty(ForParty):
    """Do so with all of the party who are not in the fight."""

    do, writes = "bring-party", True


type PartyIntent = (
    Party | PartyKeep | PartyKeepSide | PartyAdd | PartyAddAll | PartyDrop | PartyUndrop | PartySwap
    | KeepEnemy | BringMember | BringParty
)  # fmt: skip


class ForTemplates(ForLibrary):
    writes = True


class KeepTemplate(ForTemplates):
    """Open what saves how the open fight would begin, with everybody in it whole."""

    do = "keep-template"


@dataclass(frozen=True)
class SaveTemplate(ForTemplates):
    """Save it under the name in the form, in place of the template of that key where that is ticked."""

    do = "save-template"
    own: str
    form: Annotated[Values, Typed(WHOLE_FORM)] = NOTHING


class BeginTemplate(ForTemplates, OfKept):
    do = "begin-template"


class StartAgain(ForTemplates):
    """Begin a new fight with what was done in the open one before its first round."""

    do = "start-again"


@dataclass(frozen=True)
class TemplateSwap(ForTemplates):
    """Bring back the template that another was kept in place of."""

    do = "template-swap"
    old: str
    new: str


type TemplateIntent = KeepTemplate | SaveTemplate | BeginTemplate | StartAgain | TemplateSwap


class ForAsides(ForLibrary):
    pass


class Asides(ForAsides):
    do = "asides"


class ExportAside(ForAsides, OfAside):
    do = "export-aside"


class AskDiscard(ForAsides, OfAside):
    do = "ask-discard"


class DiscardAside(ForAsides, OfAside):
    do, writes = "discard-aside", True


class RetryAside(ForAsides, OfAside):
    do, writes = "retry-aside", True


type AsideIntent = Asides | ExportAside | AskDiscard | DiscardAside | RetryAside


class ForMade(ForLibrary):
    """About rules that are kept."""


class Made(ForMade, OfKept):
    """Open what can be done with them."""

    do = "made"


class MadeKeep(ForMade):
    """Keep the rules that are being made."""

    do, writes = "made-keep", True


class MadeCopy(ForMade, OfKept):
    do, writes = "made-copy", True


class MadeDrop(ForMade, OfKept):
    do, writes = "made-drop", True


class MadeUndrop(ForMade, OfKept):
    do, writes = "made-undrop", True


@dataclass(frozen=True)
class MadeSwap(ForMade):
    """Bring back the version that another was kept in place of."""

    do, writes = "made-swap", True
    old: str
    new: str


class MadeOut(ForMade, OfKept):
    """Hand them on."""

    do = "made-out"


type MadeIntent = Made | MadeKeep | MadeCopy | MadeDrop | MadeUndrop | MadeSwap | MadeOut


class ForImport(ForLibrary):
    writes = True


class Import(ForImport):
    do = "import"


@dataclass(frozen=True)
class ReadText(ForImport):
    do, slow = "read-text", "Reading…"
    text: Annotated[str, Typed("text")] = ""
    file: str = ""
    """The name of the file that the text comes from; empty for none."""


class ImportBeside(ForImport):
    do, slow = "import-beside", "Bringing it in…"


class ImportReplace(ForImport):
    do, slow = "import-replace", "Bringing it in…"


@dataclass(frozen=True)
class RosterSystem(ForImport):
    do, at = "enter", "roster.system"
    system: Annotated[str, Typed("value")] = ""


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
type LibraryIntent = ListIntent | ExportIntent | PartyIntent | TemplateIntent | MadeIntent | AsideIntent | ImportIntent
