"""The preset: a rule set to begin from, with a small sample fight."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Value
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import Source


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set to begin from, with the sheets of the four combatants of its sample fight."""

    key: str
    words: str
    """Its peculiarity, and games with similar rules."""
    rules: RuleSet
    sheets: tuple[tuple[int, ...], ...] = ((), (), (), ())

    @property
    def title(self) -> str:
        return self.rules.name

    def sample(self) -> tuple[Command, ...]:
        """Return the commands of a sample fight."""
        names = [field.key for field in self.rules.fields]
        if self.rules.number.source is Source.TYPED:
            names.append("initiative")
        who = (("Ana", "Heroes", ""), ("Bo", "Heroes", ""), ("Cutter", "Raiders", "Cutters"), ("Dray", "Raiders", ""))
        fighters = []
        for (name, side, group), values in zip(who, self.sheets, strict=True):
            sheet: dict[str, Value] = dict(zip(names, values, strict=True))
            count = 2 if group else 1
            fighters.append(AddCombatant(name, count, side, group, sheet, health=10))
        return (MakeEncounter("A skirmish", "table_rules"), Act("", "rules", {"preset": self.key}), *fighters)
