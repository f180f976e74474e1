"""Intents about the page: moving about, games, files, printing, saving, *About*, and the players' screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from app.intents.base import ForFight, ForPage, OfGame, OfKey, TypedAs


class ForNavigation(ForPage):
    """An intent that opens or closes something."""


class Home(ForNavigation): ...


class OpenSaved(ForNavigation, OfKey): ...


class Dismiss(ForNavigation):
    """Close the open dialog, by its cross or a tap beside it."""


class StepBack(ForNavigation):
    """Return to the previous dialog, by the back button, Escape or the device's gesture; close the first one."""


class ForgetTyped(ForNavigation):
    """Empty the open dialog of what was typed there."""


class StopReading(ForNavigation):
    """Stop the reading of a text to import."""


type NavigationIntent = Home | OpenSaved | Dismiss | StepBack | ForgetTyped | StopReading


class ForGameChoice(ForPage):
    """An intent of the list of games."""


class Sample(ForGameChoice, OfGame): ...


class New(ForGameChoice, OfGame): ...


@dataclass(frozen=True)
class SearchGames(ForGameChoice):
    """Search the games, on every key."""

    do, at = "type", "games"
    sought: Annotated[str, TypedAs("value")] = ""


class ShowAllGames(ForGameChoice): ...


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
    part: ExportPart


@dataclass(frozen=True)
class CopyExport(ForFileTransfer):
    part: ExportPart


class PickFile(ForFileTransfer): ...


class PickFolder(ForFileTransfer):
    """Choose the folder for backups."""


class LeaveFolder(ForFileTransfer):
    """Write no more backups into the folder."""


class BringFromFolder(ForFileTransfer):
    """Import the newest backup of a folder."""


class ShowExportCodes(ForFileTransfer):
    """Show the file of an export as QR codes for another device's camera."""


class ScanCodesIntent(ForFileTransfer):
    """Scan QR codes with this device's camera."""


type FileTransferIntent = (
    ShareExport | CopyExport | PickFile | ShowExportCodes | ScanCodesIntent | PickFolder | LeaveFolder | BringFromFolder
)


class ForPrintout(ForPage):
    """An intent about the printout."""


class Print(ForPrintout): ...


class LayOut(ForPrintout):
    """Lay the fight out for printing, before the browser prints."""


class PutAway(ForPrintout):
    """Remove the print layout, after printing."""


type PrintoutIntent = Print | LayOut | PutAway


class ForSaveNotices(ForPage):
    """An intent of a notice."""


class TakeOver(ForSaveNotices): ...


class SaveAgain(ForSaveNotices): ...


class HeardNews(ForSaveNotices): ...


class HeardVersion(ForSaveNotices):
    """Dismiss the notice of a new version."""


type SaveNoticeIntent = TakeOver | SaveAgain | HeardNews | HeardVersion


class ForPlayers(ForFight):
    """An intent about the players' screen."""


class FacePlayers(ForPlayers):
    """Show the players' screen in this tab."""


class FaceBack(ForPage):
    """Show the game master's screen again, also when no fight is open any more."""


class OpenPlayersWindow(ForPlayers):
    """Open a second window that follows the fight."""


class ShowPlayersCode(ForPlayers):
    """Show the current state as a QR code and a link."""


class HeardWindow(ForPage):
    """Resume updates to a players' window that was opened before this page was reloaded."""


type PlayersIntent = FacePlayers | OpenPlayersWindow | ShowPlayersCode


class ForAbout(ForPage):
    """An intent of the dialog *About*."""


class CopyReport(ForAbout):
    """Copy the report of *About*."""


class OpenLicences(ForAbout): ...


class OpenIssues(ForAbout):
    """Open the place where a report can be sent."""


type AboutIntent = CopyReport | OpenLicences | OpenIssues
