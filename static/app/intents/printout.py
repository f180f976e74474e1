"""Intents about the printout of a fight."""

from __future__ import annotations

from app.intents.base import ForPage


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
