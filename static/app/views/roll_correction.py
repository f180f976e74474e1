"""View of the correction of a roll: the typed result, and what it would change."""

from __future__ import annotations

from dataclasses import dataclass

from app.views.log import ThrowView


@dataclass(frozen=True, slots=True)
class ThrowBox:
    """A roll that can be corrected in the open sheet."""

    throw: ThrowView
    now: str
    """The corrected result as typed; the old result until something is typed."""
    is_asked: bool
    """Whether the possible results are visible."""
    changes: str = ""
    """The scores that the correction would change."""
    then: str = ""
    """What would follow from the changed scores."""
    wrong: str = ""
    """Why the typed result is not valid."""

    @property
    def is_changed(self) -> bool:
        """Return whether the typed result differs from the old one, valid or not."""
        return self.throw.correct is not None and self.now != self.throw.correct.faces
