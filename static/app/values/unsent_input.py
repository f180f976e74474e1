"""What is typed, ticked and sent, and what was typed into dialogs and not used yet.

A slip of the finger closes a dialog, and the words are still there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.intents.base import NOTHING, Values

type Sender = tuple[str, tuple[str, ...]]
"""The dialog that something was sent from, and the names of the fields that were sent."""

NOBODY: Sender = ("", ())


@dataclass(frozen=True, slots=True)
class FormInput:
    """What the table has typed and ticked: on the panel, by name, and in forms, with what is wrong there."""

    entered: Values = NOTHING
    sent: Values = NOTHING
    """The form that was sent last."""
    values: Values = NOTHING
    """What the forms of the open dialog are to show instead of what they would show by themselves."""
    error: str = ""
    asked: str = ""
    """The field whose throw is asked for in the open dialog; empty for none in particular."""


@dataclass(frozen=True, slots=True)
class UnsentInput:
    """The fields that differ from what their dialog would show by itself, by the dialog's name."""

    kept: Mapping[str, Values] = MappingProxyType({})

    def of(self, dialog: str) -> Values:
        """Return the fields to show when that dialog is open."""
        return self.kept.get(dialog, NOTHING)

    def keep(self, dialog: str, typed: Values) -> UnsentInput:
        """Keep these fields beside the others of that dialog; later text replaces earlier text."""
        if not (dialog and typed):
            return self
        return UnsentInput({**self.kept, dialog: {**self.of(dialog), **typed}})

    def use(self, dialog: str, names: Iterable[str]) -> UnsentInput:
        """Forget the fields of a form that has done its work."""
        gone = set(names)
        left = {name: value for name, value in self.of(dialog).items() if name not in gone}
        return self.clear(dialog).keep(dialog, left)

    def clear(self, dialog: str) -> UnsentInput:
        """Forget all fields of that dialog."""
        if dialog not in self.kept:
            return self
        return UnsentInput({name: fields for name, fields in self.kept.items() if name != dialog})
