"""Intents that need no open fight, and those that need the browser within the tap."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from app.intents.base import IntentBase, OfGame, OfKey, TypedAs


class ForPage(IntentBase):
    pass


class Sample(ForPage, OfGame):
    do = "sample"


class New(ForPage, OfGame):
    do = "new"


@dataclass(frozen=True)
class SearchGames(ForPage):
    """Search the games, on every key."""

    do, at = "type", "games"
    sought: Annotated[str, TypedAs("value")] = ""


class ShowAllGames(ForPage):
    do = "all-games"


class Home(ForPage):
    do = "home"


class OpenSaved(ForPage, OfKey):
    do = "open-saved"


class Dismiss(ForPage):
    """Close the open dialog, by its cross or a tap beside it."""

    do = "dismiss"


class StepBack(ForPage):
    """Return to the previous dialog, by the back button, Escape or the device's gesture; close the first one."""

    do = "step-back"


class ForgetTyped(ForPage):
    do = "forget-typed"


class TakeOver(ForPage):
    do = "take-over"


class SaveAgain(ForPage):
    do = "save-again"


class HeardNews(ForPage):
    do = "heard-news"


class HeardVersion(ForPage):
    """Dismiss the notice of a new version."""

    do = "heard-version"


class HeardWindow(ForPage):
    """Resume updates to a players' window that was opened before this page was reloaded."""

    do = "heard-window"


class Print(ForPage):
    do = "print"


class LayOut(ForPage):
    """Lay the fight out for printing, before the browser prints."""

    do = "lay-out"


class PutAway(ForPage):
    """Remove the print layout, after printing."""

    do = "put-away"


type PageIntent = (
    Sample | New | SearchGames | ShowAllGames | Home | OpenSaved
    | Dismiss | StepBack | ForgetTyped | TakeOver | SaveAgain | HeardNews | HeardWindow
    | HeardVersion
    | Print | LayOut | PutAway
)  # fmt: skip


class ExportPart(StrEnum):
    """The parts of an export."""

    FILE = "file"
    LOG = "log"
    LINK = "link"


class WithinTap(IntentBase):
    """An intent that the browser permits only within the tap."""


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


class PickFolder(WithinTap):
    """Choose the folder for backups."""

    do = "pick-folder"


class LeaveFolder(WithinTap):
    """Write no more backups into the folder."""

    do = "leave-folder"


class BringFromFolder(WithinTap):
    """Import the newest backup of a folder."""

    do = "from-folder"


class ShowExportCodes(WithinTap):
    """Show the file of an export as QR codes for another device's camera."""

    do = "show-codes"


class ScanCodesIntent(WithinTap):
    """Scan QR codes with this device's camera."""

    do = "read-codes"


class CopyReport(WithinTap):
    """Copy the report of *About*."""

    do = "copy-report"


class OpenLicences(WithinTap):
    do = "licences"


class OpenIssues(WithinTap):
    """Open the place where a report can be sent."""

    do = "issues"


type TapIntent = (
    ShareExport
    | CopyExport
    | PickFile
    | ShowExportCodes
    | ScanCodesIntent
    | CopyReport
    | OpenLicences
    | OpenIssues
    | PickFolder
    | LeaveFolder
    | BringFromFolder
)
