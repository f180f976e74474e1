"""Effects: what the page's state asks of storage and of the browser, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class PlainEffect(Enum):
    """The effects that carry no values."""

    LEAVE_FIGHT = auto()  # show the list instead of the fight, now and at the next start
    CLAIM_WRITING = auto()  # make this tab the one that writes
    RETRY_SAVING = auto()  # retry saving at once
    CHOOSE_FILE = auto()  # open the browser’s file dialog
    CHOOSE_FOLDER = auto()  # let the user choose a folder for backups, and write the first one
    DROP_FOLDER = auto()  # write no more backups into the folder
    READ_FOLDER = auto()  # read the newest backup of a folder that the user chooses
    SCAN_CODES = auto()  # read QR codes with this device’s camera
    PRINT_PAGE = auto()  # open the browser’s print dialog


@dataclass(frozen=True, slots=True)
class FetchFight:
    """Read an encounter from storage and open it."""

    key: str


@dataclass(frozen=True, slots=True)
class DropUnsaved:
    """Drop the unsaved changes of an encounter."""

    key: str


@dataclass(frozen=True, slots=True)
class DisplayCodes:
    """Show a text as QR codes for another device's camera."""

    text: str


@dataclass(frozen=True, slots=True)
class CopyText:
    """Copy a text to the clipboard. ``key`` names the encounter that the text holds completely, if any."""

    text: str
    key: str
    is_link: bool = False
    """Whether the text is the fragment of a link to this page."""


@dataclass(frozen=True, slots=True)
class DownloadFile:
    """Offer a file for download. ``key`` names the encounter that the file holds completely, if any."""

    name: str
    kind: str
    text: str
    key: str
    is_backup: bool = False
    """Whether the file holds everything that is stored."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Open a page of the site in a tab of its own, by its name."""

    name: str


type Effect = PlainEffect | FetchFight | DropUnsaved | DisplayCodes | CopyText | DownloadFile | OpenPage
