"""Typed and ticked values: those of the current form, and those left unsent in closed dialogs.

A dialog that was closed by accident shows its unsent input again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.intents.base import NOTHING, Values

type Sender = tuple[str, tuple[str, ...]]
"""The dialog that sent a form, and the names of the form's fields."""

NOBODY: Sender = ("", ())


@dataclass(frozen=True, slots=True)
class FormInput:
    """The values on the panel and in the open form, with the error of the form."""

    entered: Values = NOTHING
    sent: Values = NOTHING
    """The form that was sent last."""
    values: Values = NOTHING
    """Values for the open dialog's forms that replace their defaults."""
    error: str = ""
    asked: str = ""
    """The field of the roll that is asked for in the open dialog; empty for none."""


@dataclass(frozen=True, slots=True)
class UnsentInput:
    """Unsent values that differ from the defaults of their dialog, by the dialog's name."""

    kept: Mapping[str, Values] = MappingProxyType({})

    def of(self, dialog: str) -> Values:
        """Return the unsent values of a dialog."""
        return self.kept.get(dialog, NOTHING)

    def keep(self, dialog: str, typed: Values) -> UnsentInput:
        """Add values to those of a dialog; newer values replace older ones."""
        if not (dialog and typed):
            return self
        return UnsentInput({**self.kept, dialog: {**self.of(dialog), **typed}})

    def use(self, dialog: str, names: Iterable[str]) -> UnsentInput:
        """Remove the fields of a form that was used."""
        gone = set(names)
        left = {name: value for name, value in self.of(dialog).items() if name not in gone}
        return self.clear(dialog).keep(dialog, left)

    def clear(self, dialog: str) -> UnsentInput:
        """Remove all values of a dialog."""
        if dialog not in self.kept:
            return self
        return UnsentInput({name: fields for name, fields in self.kept.items() if name != dialog})
