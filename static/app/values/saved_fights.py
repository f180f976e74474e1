"""The stored fights: the entry that each has in the list, its summary, and its journal as text.

A stored encounter may be *archived*, or *deleted* and restored, until it is *purged* for good. Field names that also
exist in the JavaScript store are the store's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from app.values.fight_name_from_opponents import UNNAMED
from app.values.stored_item_key import Key
from turntrack.codec.json_values import Time
from turntrack.systems.protocol import Emblem

type Word = str
"""The name of a condition."""


@dataclass(frozen=True, slots=True)
class FightSummary:
    """The state in which an encounter was left, for the list."""

    round: int = 0
    """0 before the first round."""
    part: int = 0
    is_open: bool = False
    """Whether a round is running."""
    acting: tuple[str, ...] = ()
    """The names of the first actors."""
    many: int = 0
    """Number of actors."""
    number: str = ""
    """The first actor's score; empty if there is none."""
    side: int | None = None
    """The index of the acting side."""
    coming: tuple[str, ...] = ()
    """The names of the next turns, as far as they are known."""
    options: Mapping[str, str] = MappingProxyType({})
    """The table's options."""
    rules: str = ""
    """The title of the table's own rule set, if the fight has one."""
    emblem: Emblem | None = None
    """The emblem of that rule set."""
    where: str = ""
    """The round in the words of that rule set."""
    is_over: bool = False
    """Whether the last step ended the fight."""
    origin: str = ""
    """The template that the fight was begun from; for a template, the fight that it was saved from."""
    words: tuple[Word, ...] = ()
    """The names of the table's own conditions, the latest last."""
    members: tuple[Key, ...] = ()
    """The members of the party who are in it, by identity."""
    preset: str = ""
    """The preset that the fight was begun with; empty for none."""


@dataclass(frozen=True, slots=True)
class ListEntry:
    """The entry of a running encounter in the list."""

    name: str
    system: str
    combatants: int
    left: FightSummary | None = None
    """None if unknown."""
    campaign: Key = ""
    """The campaign of a new encounter; empty for a stored encounter, which stays in its campaign."""
    played: Time = 0
    """The time that the list shows; 0 for now."""


@dataclass(frozen=True, slots=True)
class StoredFight:
    """A stored encounter: its entry in the list, and its journal as text."""

    key: str
    name: str
    system: str
    combatants: int
    played: Time
    archived: bool
    records: tuple[str, ...]
    left: FightSummary | None = None
    """The state after the last record; None if unknown."""
    template: bool = False
    """Whether this is a template, from which fights are begun, and not a fight."""
    place: int = 0
    """The place of a template in its list; 0 if it was never moved."""
    campaign: Key = ""


@dataclass(frozen=True, slots=True)
class SavedFight:
    """An encounter of the list."""

    key: str
    name: str
    system: str
    when: str
    """The time of the last record in the reader's format."""
    combatants: int = 0
    played: int = 0
    """The same, in milliseconds since 1970."""
    archived: bool = False
    deleted: bool = False
    steps: int = 0
    """Number of its records."""
    left: FightSummary | None = None
    """The state in which it was left; None if unknown."""
    template: bool = False
    """Whether this is a template, from which fights are begun, and not a fight."""
    place: int = 0
    """The place of a template in its list; 0 if it was never moved."""
    campaign: Key = ""
    order: int = 0
    """Its place in the order of saving, in milliseconds too; 0 if that is the time by the clock."""

    @property
    def saved(self) -> int:
        """Return its place in the order of saving, which does not trust the clock."""
        return self.order or self.played

    def with_records(self, records: tuple[str, ...]) -> StoredFight:
        """Return the encounter with its journal, and without its summary."""
        common = {name: getattr(self, name) for name in _COMMON}
        return StoredFight(**common, records=records)

    @property
    def is_example(self) -> bool:
        """Return whether the next fight can take over its settings: it is not deleted, untouched or a template."""
        return not (self.deleted or self.template or self.is_untouched)

    @property
    def is_untouched(self) -> bool:
        """Return whether the encounter has no name, no combatants, and nothing but the rules of its game."""
        steps = 2 if self.left and (self.left.preset or self.left.rules) else 1
        return self.steps == steps and not self.combatants and self.name == UNNAMED


_COMMON = {each.name for each in fields(SavedFight)} & {each.name for each in fields(StoredFight)} - {"left"}
"""The fields of an entry that go along with its journal: all that both have, so that no new one is forgotten."""


def templates_in_order(saved: Iterable[SavedFight]) -> tuple[SavedFight, ...]:
    """Return the templates that are not deleted: first those never moved, the last saved first, then the others."""
    templates = (fight for fight in saved if fight.template and not fight.deleted)
    return tuple(sorted(templates, key=lambda template: template.place))
