"""What was typed into dialogs and not used yet: a slip of the finger closes a dialog, and the words are still there."""

from __future__ import annotations

from collections.abc import Iterable

from app.intents.asked import Values

type Sender = tuple[str, tuple[str, ...]]
"""The dialog that something was sent from, and the names of the fields that were sent."""


class Drafts:
    """The fields that differ from what their dialog would show by itself, by the dialog's name."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, str | bool]] = {}

    def keep(self, dialog: str, typed: Values) -> None:
        """Keep these fields beside the others of that dialog; later text replaces earlier text."""
        if dialog and typed:
            self._kept[dialog] = {**self.of(dialog), **typed}

    def of(self, dialog: str) -> Values:
        """The fields to show when that dialog is open."""
        return self._kept.get(dialog, {})

    def use(self, dialog: str, names: Iterable[str]) -> None:
        """Forget the fields of a form that has done its work."""
        gone = set(names)
        left = {name: value for name, value in self.of(dialog).items() if name not in gone}
        self._kept.pop(dialog, None)
        self.keep(dialog, left)

    def clear(self, dialog: str) -> None:
        """Forget all fields of that dialog."""
        self._kept.pop(dialog, None)
