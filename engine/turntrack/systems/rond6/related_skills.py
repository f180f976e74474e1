"""Related skills: the modifier on the primary skill that their result points give. (rulebook: L152–166)"""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted
from turntrack.core.fields import Field, Kind, Values, value_in
from turntrack.core.score import signed

TOTAL = Field("total", "Related skill’s total", Kind.NUMBER, 15, high=9999)
DIFFICULTY = Field("difficulty", "Its difficulty", Kind.NUMBER, 12, high=9999)
LATE = Field("late", "the primary skill has been rolled", Kind.FLAG, False)


@dataclass(frozen=True, slots=True)
class RelatedSkill:
    """The effect of a related skill on the primary skill."""

    points: int
    modifier: int
    rule: str

    @property
    def words(self) -> str:
        """Return ``5 result points: +3 on the primary skill``."""
        return f"{self.points_words}: {'+' if self.modifier > 0 else '−'}{abs(self.modifier)} on the primary skill"

    @property
    def points_words(self) -> str:
        """Return ``5 result points``."""
        return "1 result point" if self.points == 1 else f"{signed(self.points)} result points"


def apply_related_skill(values: Values) -> RelatedSkill:
    """Compute the modifier (R62–R66). Raises Refused once the primary skill has been rolled, and BadValue."""
    if value_in(values, LATE):
        raise Refused("too_late", "Related skills are rolled first, then the primary one.", "R62")
    total = int(value_in(values, TOTAL))
    points = total - int(value_in(values, DIFFICULTY))  # R63
    size = max(1, (abs(points) + 1) // 2)  # R64, R65; below the difficulty the size is rounded up too (RA9)
    if points < 0:
        return RelatedSkill(points, -size, "R66")
    return RelatedSkill(points, size, "R66" if points == 0 else "R65" if points == 1 else "R64")


def note_related(draft: Draft, command: Act) -> None:
    """Note the result points and the modifier in the log. Raises Refused and BadValue."""
    related = apply_related_skill(command.values)
    whose = f"{draft.combatant(command.id).name}’s related skill" if command.id else "Related skill"
    draft.record(Noted(f"{whose}: {related.points_words}.", "R63"), Noted(f"{related.words}.", related.rule))
