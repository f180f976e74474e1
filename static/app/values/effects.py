"""Effects: what the page's state asks of storage and of the browser, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeaveFight:
    """Show the list instead of the fight, now and at the next start."""


@dataclass(frozen=True, slots=True)
class FetchFight:
    """Read an encounter from storage and open it."""

    key: str


@dataclass(frozen=True, slots=True)
class ClaimWriting:
    """Make this tab the one that writes."""


@dataclass(frozen=True, slots=True)
class RetrySaving:
    """Retry saving at once."""


@dataclass(frozen=True, slots=True)
class DropUnsaved:
    """Drop the unsaved changes of an encounter."""

    key: str


@dataclass(frozen=True, slots=True)
class ChooseFile:
    """Open the browser's file dialog."""


@dataclass(frozen=True, slots=True)
class ChooseFolder:
    """Let the user choose a folder for backups, and write the first one."""


@dataclass(frozen=True, slots=True)
class DropFolder:
    """Write no more backups into the folder."""


@dataclass(frozen=True, slots=True)
class ReadFolder:
    """Read the newest backup of a folder that the user chooses."""


@dataclass(frozen=True, slots=True)
class DisplayCodes:
    """Show a text as QR codes for another device's camera."""

    text: str


@dataclass(frozen=True, slots=True)
class ScanCodes:
    """Read QR codes with this device's camera."""


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
class PrintPage:
    """Open the browser's print dialog."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Open a page of the site in a tab of its own, by its name."""

    name: str


type Effect = (
    LeaveFight | FetchFight | ClaimWriting | RetrySaving | DropUnsaved
    | ChooseFolder | DropFolder | ReadFolder
    | ChooseFile | DisplayCodes | ScanCodes | CopyText | DownloadFile | PrintPage | OpenPage
)  # fmt: skip
