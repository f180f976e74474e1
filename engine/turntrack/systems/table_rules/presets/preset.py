"""The preset: a rule set to begin from, with a small sample fight; and what several presets share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Value
from turntrack.core.model import FightCounter, Until
from turntrack.systems.last_stand import LastStand
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import ActionPrice, Number, SheetField, Source, TieBy, TieRule
from turntrack.systems.wounds import Luck, Wounds

SAMPLE_FIGHTERS = (
    ("Ana", "Heroes", ""), ("Bo", "Heroes", ""), ("Cutter", "Raiders", "Cutters"), ("Dray", "Raiders", ""),
)  # fmt: skip
"""The name, side and group of each combatant of a sample fight."""

ACTIONS, REACTIONS = "actions", "reactions"
ATTACK = ActionPrice("Attack", 1, ACTIONS, says="attacks")
ATTACKS = ActionPrice("Attack", 1, ACTIONS, paid_once=True, says="attacks")
"""An attack action that may hold several attacks."""
ANOTHER_ACTION = ActionPrice("Another action", 1, ACTIONS, says="takes another action")
REACT = ActionPrice("Reaction", 1, REACTIONS, off_turn=True, says="uses the reaction")
ONE_TO_THREE_ACTIONS = (
    ActionPrice("One action", 1, ACTIONS, says="takes an action"),
    ActionPrice("Two actions", 2, ACTIONS, says="takes two actions at once"),
    ActionPrice("Three actions", 3, ACTIONS, says="takes three actions at once"),
)
READY = "ready"
"""The condition of whoever holds an action until its trigger, with a reaction, or until the next turn."""
TURNS = SheetField("turns", "Turns a round", 1, 1, 9)
"""The turns of a boss."""
WITH_BOSS = ((1,), (1,), (1,), (2,))
"""The sheets of a sample in which the last combatant is a boss."""
NOBODY = Number(Source.NONE)
"""Nobody has a number."""
AGAIN, COIN, TOGETHER = TieRule(TieBy.AGAIN), TieRule(TieBy.COIN), TieRule(TieBy.TOGETHER)


def tie_by_field(field: str) -> TieRule:
    """Return the rule that the higher value of a field breaks a tie."""
    return TieRule(TieBy.FIELD, field)


class WaitWords(NamedTuple):
    """What a game calls to act later than the own turn."""

    label: str
    """On the button."""
    does: str
    is_so: str
    stays_so: str
    has: str


WAITS = WaitWords("Wait", "waits", "waits", "waits", "has waited")
DELAYS = WaitWords("Delay", "delays", "delays", "delays", "has delayed")
HOLDS = WaitWords("Hold", "holds", "holds", "holds", "has held")
ON_HOLD = WaitWords("Hold", "goes on hold", "is on hold", "stays on hold", "has been on hold")


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set to begin from, with the sheets of the four combatants of its sample fight."""

    key: str
    words: str
    """Its peculiarity, and games with similar rules."""
    rules: RuleSet
    sheets: tuple[tuple[int, ...], ...] = ((), (), (), ())
    like: tuple[str, ...] = ()
    """The published games with such rules, the best known first."""
    conditions: tuple[str, ...] = ()
    """The conditions of these games, the most frequent first; empty for the usual ones."""
    condition_ends: tuple[tuple[Until, tuple[str, ...]], ...] = ((Until.REMOVED, ("prone", "unconscious", "dying")),)
    """The ends of those that always end alike, and so are given without the question."""
    waits: WaitWords | None = None
    """What these games call waiting; None for the usual words."""
    last_stand: LastStand | None = None
    """How heroes who are down fight for their lives, in the games that count it."""
    wounds: Wounds | None = None
    """The wounds of combatants, in the games that count no points of health."""
    luck: Luck | None = None
    """The points of luck of heroes and leaders, in the games that have them."""
    joker: str = ""
    """What a joker gives whoever is dealt one; empty where it is but the highest card."""
    line_words: tuple[str, ...] = ()
    """What these games say on a line of a newcomer, in place of the names of the fields; empty for those."""
    by_hand: str = ""
    """What these games have and the rule set has not, so that the table does it itself; empty if nothing is known."""
    terms: str = ""
    """Further words by which a search finds it: abbreviations, genres, and words of the rules."""
    counters: tuple[FightCounter, ...] = ()
    """The counters of the fight that these games have."""

    @property
    def title(self) -> str:
        return self.rules.name

    def sample(self) -> tuple[Command, ...]:
        """Return the commands of a sample fight."""
        names = [field.key for field in self.rules.fields]
        if self.rules.number.source is Source.TYPED:
            names.append("initiative")
        fighters = []
        for (name, side, group), values in zip(SAMPLE_FIGHTERS, self.sheets, strict=True):
            sheet: dict[str, Value] = dict(zip(names, values, strict=True))
            count = 2 if group else 1
            health = 0 if self.wounds else 10
            fighters.append(AddCombatant(name, count, side, group, sheet, health=health))
        return (MakeEncounter("A skirmish", "table_rules"), Act("", "rules", {"preset": self.key}), *fighters)
