"""Intents of the dialog *About*: copy its report, and open its links. The browser permits them only within the tap."""

from __future__ import annotations

from app.intents.base import ForPage


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
