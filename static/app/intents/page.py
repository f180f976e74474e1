"""Intents about the page: moving about, games, files, printing, saving, *About*, and the players' screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Annotated

from app.intents.base import ForFight, ForPage, IntentEnum, OfGame, OfKey, TypedAs


class ForNavigation(ForPage):
    """An intent that opens or closes something."""


class Navigation(ForNavigation, IntentEnum):
    """Intents that open or close something."""

    HOME = auto()
    SHOW_HOW = auto()  # show how it works
    DISMISS = auto()  # close the open dialog, by its cross or a tap beside it
    STEP_BACK = auto()  # return to the previous dialog, by back, Escape or a gesture; close the first one
    FORGET_TYPED = auto()  # empty the open dialog of what was typed there
    STOP_READING = auto()  # stop the reading of a text to import


class OpenSaved(ForNavigation, OfKey): ...


type NavigationIntent = Navigation | OpenSaved


class ForGameChoice(ForPage):
    """An intent of the list of games."""


class Sample(ForGameChoice, OfGame): ...


class New(ForGameChoice, OfGame): ...


@dataclass(frozen=True)
class SearchGames(ForGameChoice):
    """Search the games, on every key."""

    do, at = "type", "games"
    sought: Annotated[str, TypedAs("value")] = ""


@dataclass(frozen=True)
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


class SharePack(ForFileTransfer, OfKey):
    """Save or share the file of a kept pack of creatures."""


class FileTransfer(ForFileTransfer, IntentEnum):
    PICK_FILE = auto()
    PICK_FOLDER = auto()  # choose the folder for backups
    LEAVE_FOLDER = auto()  # write no more backups into the folder
    BRING_FROM_FOLDER = auto()  # import the newest backup of a folder
    SHOW_EXPORT_CODES = auto()  # show the file of an export as QR codes for another device's camera
    SCAN_CODES = auto()  # scan QR codes with this device's camera


type FileTransferIntent = ShareExport | CopyExport | SharePack | FileTransfer


class Printout(ForPage, IntentEnum):
    """Intents about the printout."""

    PRINT = auto()
    LAY_OUT = auto()  # lay the fight out for printing, before the browser prints
    PUT_AWAY = auto()  # remove the print layout, after printing


class SaveNotice(ForPage, IntentEnum):
    """Intents of a notice."""

    TAKE_OVER = auto()
    SAVE_AGAIN = auto()
    HEARD_NEWS = auto()
    HEARD_VERSION = auto()  # dismiss the notice of a new version


class PlayersScreen(ForFight, IntentEnum):
    """Intents about the players' screen."""

    FACE_PLAYERS = auto()  # show the players' screen in this tab
    OPEN_PLAYERS_WINDOW = auto()  # open a second window that follows the fight
    SHOW_PLAYERS_CODE = auto()  # show the current state as a QR code and a link


class Display(ForPage, IntentEnum):
    """What this tab shows, and who follows, even when no fight is open any more."""

    FACE_BACK = auto()  # show the game master's screen again
    HEARD_WINDOW = auto()  # resume updates to a players' window that was opened before this page was reloaded


class AboutButton(ForPage, IntentEnum):
    """Intents of the dialog *About*."""

    COPY_REPORT = auto()  # copy the report of *About*
    OPEN_LICENCES = auto()
    OPEN_ISSUES = auto()  # open the place where a report can be sent
