"""Intents that the browser permits only within the tap: sharing, copying, files, QR codes and links."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.intents.base import IntentBase


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
