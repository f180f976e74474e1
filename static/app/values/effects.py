"""What the page's state wants done outside it: told to the keeper, or handed to the browser within the tap."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeaveFight:
    """Show the list in place of the fight, and so at the next start."""


@dataclass(frozen=True, slots=True)
class FetchFight:
    """Have an encounter read and opened."""

    key: str


@dataclass(frozen=True, slots=True)
class ClaimWriting:
    """Make this tab the one that writes."""


@dataclass(frozen=True, slots=True)
class RetrySaving:
    """Try at once to save what could not be saved."""


@dataclass(frozen=True, slots=True)
class DropUnsaved:
    """Let go of what this page alone has of an encounter."""

    key: str


@dataclass(frozen=True, slots=True)
class ChooseFile:
    """Let the game master choose a file."""


@dataclass(frozen=True, slots=True)
class DisplayCodes:
    """Show a text as codes, which another device's camera reads."""

    text: str


@dataclass(frozen=True, slots=True)
class ScanCodes:
    """Read such codes with this device's camera."""


@dataclass(frozen=True, slots=True)
class CopyText:
    """Put a text onto the clipboard. ``key`` names the encounter of which it holds everything, where it does."""

    text: str
    key: str
    is_link: bool = False
    """Whether it is the end of a link to this page."""


@dataclass(frozen=True, slots=True)
class DownloadFile:
    """Give the game master a file. ``key`` names the encounter of which it holds everything, where it does."""

    name: str
    kind: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class PrintPage:
    """Have the browser print."""


type Effect = (
    LeaveFight | FetchFight | ClaimWriting | RetrySaving | DropUnsaved
    | ChooseFile | DisplayCodes | ScanCodes | CopyText | DownloadFile | PrintPage
)  # fmt: skip
