"""What the page's state wants done outside it: told to the keeper, or handed to the browser within the tap."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leave:
    """Show the list in place of the fight, and so at the next start."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """Have an encounter read and opened."""

    key: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Make this tab the one that writes."""


@dataclass(frozen=True, slots=True)
class SaveAgain:
    """Try at once to save what could not be saved."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """Let go of what this page alone has of an encounter."""

    key: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Let the game master choose a file."""


@dataclass(frozen=True, slots=True)
class ShowCodes:
    """Show a text as codes, which another device's camera reads."""

    text: str


@dataclass(frozen=True, slots=True)
class ReadCodes:
    """Read such codes with this device's camera."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Put a text onto the clipboard. ``key`` names the encounter of which it holds everything, where it does."""

    text: str
    key: str
    is_link: bool = False
    """Whether it is the end of a link to this page."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give the game master a file. ``key`` names the encounter of which it holds everything, where it does."""

    name: str
    kind: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Print:
    """Have the browser print."""


type Errand = (
    Leave | Fetch | TakeOver | SaveAgain | LetGo | Pick | ShowCodes | ReadCodes | Copy | HandOver | Print
)  # fmt: skip
