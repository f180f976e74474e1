"""The settings of the last fight of a system, which a new one takes over: options, and names of conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from app.values.saved_fights import SavedFight
from turntrack.core.commands import ChooseOption
from turntrack.core.fields import Option, Pick
from turntrack.core.settings import COUNTING, SETTINGS
from turntrack.systems.protocol import TurnSystem

MOST_SAID = 3


def inherited_options(system: TurnSystem, saved: tuple[SavedFight, ...]) -> tuple[ChooseOption, ...]:
    """Return the options of the fight played last that differ from the defaults and that this system knows."""
    played = (fight for fight in saved if fight.system == system.key and fight.is_example)
    last = next(played, None)
    chosen = last.left.options if last and last.left else {}
    return tuple(ChooseOption(option.key, pick.key) for option, pick in _known(system, chosen))


def inherited_words(system: TurnSystem, saved: tuple[SavedFight, ...]) -> tuple[str, ...]:
    """Return the names of the table's own conditions that the fight played last knows, the latest last.

    It knows those of earlier fights, but for those that were forgotten.
    """
    fights = (fight for fight in saved if fight.system == system.key and not (fight.deleted or fight.template))
    return next((fight.left.words for fight in fights if fight.left), ())


def inherited_options_words(system: TurnSystem, commands: tuple[ChooseOption, ...]) -> str:
    """Name the options taken over; empty if there are none."""
    said = [
        f"{option.label}: {pick.label}"
        for option, pick in _known(system, {command.key: command.value for command in commands})
    ]
    more = f", and {len(said) - MOST_SAID} more" if len(said) > MOST_SAID else ""
    return f"as in your last fight: {'; '.join(said[:MOST_SAID])}{more}." if said else ""


def systems_counting_up(systems: Iterable[TurnSystem], saved: tuple[SavedFight, ...]) -> frozenset[str]:
    """Return the keys of the systems whose next fight will count damage up, as their last one did."""
    up = ChooseOption(COUNTING.key, "up")
    return frozenset(system.key for system in systems if up in inherited_options(system, saved))


def _known(system: TurnSystem, chosen: Mapping[str, str]) -> Iterator[tuple[Option, Pick]]:
    for option in (*system.options, *SETTINGS):
        value = chosen.get(option.key, option.default)
        yield from ((option, pick) for pick in option.values if pick.key == value != option.default)
