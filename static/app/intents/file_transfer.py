"""Intents that transfer files and texts out and in: sharing, copying, picking, QR codes, the backup folder.

The browser permits them only within the tap.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.intents.base import ForPage


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
