"""What can be asked whatever is open: of the page itself, and of the browser within the tap."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.intents.base import IntentBase, OfKey, OfSystem


class ForPage(IntentBase):
    pass


class Sample(ForPage, OfSystem):
    do = "sample"


class New(ForPage, OfSystem):
    do = "new"


class NewBy(ForPage, OfKey):
    """Begin a fight by rules that the table has made."""

    do = "new-by"


class Home(ForPage):
    do = "home"


class OpenSaved(ForPage, OfKey):
    do = "open-saved"


class Dismiss(ForPage):
    """Close what is open, by its cross or a tap beside it."""

    do = "dismiss"


class StepBack(ForPage):
    """Go back to what was open before, by the button for it, Escape or the device's own way; close what came first."""

    do = "step-back"


class ForgetTyped(ForPage):
    do = "forget-typed"


class TakeOver(ForPage):
    do = "take-over"


class SaveAgain(ForPage):
    do = "save-again"


class HeardNews(ForPage):
    do = "heard-news"


class HeardWindow(ForPage):
    """Go on telling a window for the players that was opened before this page was loaded anew."""

    do = "heard-window"


class Print(ForPage):
    """Have the browser print the fight."""

    do = "print"


class LayOut(ForPage):
    """Lay the fight out on paper, before the browser prints."""

    do = "lay-out"


class PutAway(ForPage):
    """Forget the paper, once it is printed."""

    do = "put-away"


type PageIntent = (
    Sample | New | NewBy | Home | OpenSaved
    | Dismiss | StepBack | ForgetTyped | TakeOver | SaveAgain | HeardNews | HeardWindow
    | Print | LayOut | PutAway
)  # fmt: skip


class ExportPart(StrEnum):
    """What an export is made of."""

    FILE = "file"
    LOG = "log"
    LINK = "link"


class WithinTap(IntentBase):
    """Ask for what the browser allows only within the tap itself."""


@dataclass(frozen=True)
class ShareExport(WithinTap):
    do = "hand-over"
    part: ExportPart


@dataclass(frozen=True)
class CopyExport(WithinTap):
    do = "copy"
    part: ExportPart


class PickFile(WithinTap):
    do = "pick"


class ShowExportCodes(WithinTap):
    """Show the file of an export as codes, which another device's camera reads."""

    do = "show-codes"


class ScanCodesIntent(WithinTap):
    """Read such codes with this device's camera."""

    do = "read-codes"


type TapIntent = ShareExport | CopyExport | PickFile | ShowExportCodes | ScanCodesIntent
