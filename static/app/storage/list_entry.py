"""The entry that a fight has in the list: its name, its state, and its summary, written and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.ui.slab import UpcomingTurnView, upcoming_turn_views
from app.ui.summary import is_over
from app.ui.words import number_words, side_places
from app.values.fight_names import name_of, round_words
from app.values.stored import FightSummary, Key, ListEntry, Word
from turntrack.codec.dataclass_json import STORED, list_reader, object_reader, write_fields
from turntrack.codec.json_values import read_text, read_whole
from turntrack.core.commands import Act, MakeEncounter
from turntrack.core.errors import BadSave, expect
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.rules.conditions import NAMES, own_names
from turntrack.systems.protocol import TurnSystem


def list_entry_of(
    session: Session, system: TurnSystem, turns: Callable[[], tuple[UpcomingTurnView, ...]] | None = None
) -> ListEntry:
    """Return the fight’s entry in the list. ``turns`` supplies the upcoming turns if they are already computed.

    The entry has no summary if the rules fail: the fight must be saved in any case.
    """
    encounter = session.encounter
    try:
        usual = (*NAMES, *system.at(encounter).conditions)
        coming_turns = (turns() if turns else upcoming_turn_views(encounter, system)) if encounter.is_open else ()
        left = replace(
            _summary(encounter, system, coming_turns),
            is_over=is_over(session.past, system),
            origin=origin_of(session)[:LONGEST_WORD],
            words=tuple(word for word in own_names(encounter, usual) if len(word) <= LONGEST_WORD),
            members=_members(encounter),
            preset=preset_of(session),
        )
    except Exception:
        left = None
    return ListEntry(name_of(encounter), encounter.system, len(encounter.combatants), left)


def origin_of(session: Session) -> str:
    """Return the key of the template that started the fight; of a template, the key of the fight it was saved from."""
    command = session.past[0].command if session.past else None
    return command.origin if isinstance(command, MakeEncounter) else ""


def preset_of(session: Session) -> str:
    """Return the key of the preset that the fight was begun with; empty for none."""
    command = session.past[1].command if len(session.past) > 1 else None
    return str(command.values.get("preset", ""))[:LONGEST_WORD] if isinstance(command, Act) else ""


def _members(encounter: Encounter) -> tuple[Key, ...]:
    members = [combatant.member for combatant in encounter.everybody().values() if combatant.member]
    return tuple(members[:_MOST_LISTED])


def _summary(encounter: Encounter, system: TurnSystem, turns: tuple[UpcomingTurnView, ...]) -> FightSummary:
    acting, rules = encounter.acting(), system.at(encounter)
    where = round_words(encounter.round, encounter.part if encounter.is_open else 0, rules)
    own = (rules.title, rules.emblem, where) if system.own_rules(encounter) else ("", None, "")
    number = system.number(encounter, acting[0]) if acting else None
    return FightSummary(
        encounter.round,
        encounter.part,
        encounter.is_open,
        tuple(encounter.name_of(combatant_id) for combatant_id in acting[:MOST_NAMES]),
        len(acting),
        number_words(system, number.total) if number else "",
        side_places(encounter)[encounter.combatants[acting[0]].side] if acting else None,
        tuple(turn.label[:LONGEST_WORD] for turn in turns[:MOST_NAMES]),
        encounter.options,
        *own,
    )


MOST_NAMES = 3
"""The largest number of names in an entry: of acting combatants, and of upcoming ones."""

_MOST_LISTED = 100
"""The largest number of members of the party in an entry."""

LONGEST_WORD = 80
_LARGEST_COUNT = 1_000_000


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A summary, with the number of the record after which it is valid."""

    step: int
    summary: FightSummary


def write_left(left: FightSummary, step: int) -> dict[str, object]:
    """Return the summary for the store."""
    return write_fields(StoredSummary(step, left))


def read_left(raw: object, step: int) -> FightSummary | None:
    """Read the store's summary. Return None if it is damaged, or of another record."""
    try:
        stored = _read_stored(raw)
    except BadSave:
        return None
    return stored.summary if stored.step == step else None


def _read_count(raw: object) -> int:
    number = read_whole(raw)
    expect(0 <= number <= _LARGEST_COUNT, "this counts nothing.")
    return number


def _read_word(raw: object) -> str:
    text = read_text(raw)
    expect(len(text) <= LONGEST_WORD, "this is too long.")
    return text


_read_summary = object_reader(
    FightSummary,
    {
        **STORED,
        int: _read_count,
        str: _read_word,
        tuple[str, ...]: list_reader(_read_word, MOST_NAMES),
        tuple[Key, ...]: list_reader(_read_word, _MOST_LISTED),
        tuple[Word, ...]: list_reader(_read_word, _MOST_LISTED),
    },
)
_read_stored = object_reader(StoredSummary, {**STORED, FightSummary: _read_summary})
