"""Intents about the page: moving about, games, files, printing, saving, *About*, and the players' screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from app.intents.base import ForFight, ForPage, OfGame, OfKey, TypedAs


class ForNavigation(ForPage):
    """An intent that opens or closes something."""


class Home(ForNavigation):
    do = "home"


class OpenSaved(ForNavigation, OfKey):
    do = "open-saved"


class Dismiss(ForNavigation):
    """Close the open dialog, by its cross or a tap beside it."""

    do = "dismiss"


class StepBack(ForNavigation):
    """Return to the previous dialog, by the back button, Escape or the device's gesture; close the first one."""

    do = "step-back"


class ForgetTyped(ForNavigation):
    """Empty the open dialog of what was typed there."""

    do = "forget-typed"


class StopReading(ForNavigation):
    """Stop the reading of a text to import."""

    do = "stop-reading"


type NavigationIntent = Home | OpenSaved | Dismiss | StepBack | ForgetTyped | StopReading


class ForGameChoice(ForPage):
    """An intent of the list of games."""


class Sample(ForGameChoice, OfGame):
    do = "sample"


class New(ForGameChoice, OfGame):
    do = "new"


@dataclass(frozen=True)
class SearchGames(ForGameChoice):
    """Search the games, on every key."""

    do, at = "type", "games"
    sought: Annotated[str, TypedAs("value")] = ""


class ShowAllGames(ForGameChoice):
    do = "all-games"


type GameChoiceIntent = Sample | New | SearchGames | ShowAllGames


class ExportPart(StrEnum):
    """The parts of an export."""

    FILE = "file"
    LOG = "log"
    LINK = "link"


class ForFileTransfer(ForPage):
    """An intent that transfers a file or a text."""


@dataclass(frozen=True)
class ShareExport(ForFileTransfer):
    do = "hand-over"
    part: ExportPart


@dataclass(frozen=True)
class CopyExport(ForFileTransfer):
    do = "copy"
    part: ExportPart


class PickFile(ForFileTransfer):
    do = "pick"


class PickFolder(ForFileTransfer):
    """Choose the folder for backups."""

    do = "pick-folder"


class LeaveFolder(ForFileTransfer):
    """Write no more backups into the folder."""

    do = "leave-folder"


class BringFromFolder(ForFileTransfer):
    """Import the newest backup of a folder."""

    do = "from-folder"


class ShowExportCodes(ForFileTransfer):
    """Show the file of an export as QR codes for another device's camera."""

    do = "show-codes"


class ScanCodesIntent(ForFileTransfer):
    """Scan QR codes with this device's camera."""

    do = "read-codes"


type FileTransferIntent = (
    ShareExport | CopyExport | PickFile | ShowExportCodes | ScanCodesIntent | PickFolder | LeaveFolder | BringFromFolder
)


class ForPrintout(ForPage):
    """An intent about the printout."""


class Print(ForPrintout):
    do = "print"


class LayOut(ForPrintout):
    """Lay the fight out for printing, before the browser prints."""

    do = "lay-out"


class PutAway(ForPrintout):
    """Remove the print layout, after printing."""

    do = "put-away"


type PrintoutIntent = Print | LayOut | PutAway


class ForSaveNotices(ForPage):
    """An intent of a notice."""


class TakeOver(ForSaveNotices):
    do = "take-over"


class SaveAgain(ForSaveNotices):
    do = "save-again"


class HeardNews(ForSaveNotices):
    do = "heard-news"


class HeardVersion(ForSaveNotices):
    """Dismiss the notice of a new version."""

    do = "heard-version"


type SaveNoticeIntent = TakeOver | SaveAgain | HeardNews | HeardVersion


class ForPlayers(ForFight):
    """An intent about the players' screen."""


class FacePlayers(ForPlayers):
    """Show the players' screen in this tab."""

    do = "face-players"


class FaceBack(ForPage):
    """Show the game master's screen again, also when no fight is open any more."""

    do = "face-back"


class OpenWindow(ForPlayers):
    """Open a second window that follows the fight."""

    do = "players-window"


class MakeCode(ForPlayers):
    """Show the current state as a QR code and a link."""

    do = "players-code"


class HeardWindow(ForPage):
    """Resume updates to a players' window that was opened before this page was reloaded."""

    do = "heard-window"


type PlayersIntent = FacePlayers | OpenWindow | MakeCode


class ForAbout(ForPage):
    """An intent of the dialog *About*."""


class CopyReport(ForAbout):
    """Copy the report of *About*."""

    do = "copy-report"


class OpenLicences(ForAbout):
    do = "licences"


class OpenIssues(ForAbout):
    """Open the place where a report can be sent."""

    do = "issues"


type AboutIntent = CopyReport | OpenLicences | OpenIssues
