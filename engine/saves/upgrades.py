"""Saved things of older versions become those of this one, a step at a time; newer ones are not touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.errors import BadSave, NewerSave, quote

type Raw = Mapping[str, object]
"""A JSON object, with its version under ``v``."""

type Upgrade = Callable[[Raw], Raw]
"""From one version to the next; ``v`` is seen to by ``upgrade``. Once released, a step is never edited."""


OPTIONS_OF_1: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "traveller": MappingProxyType({"initiative": "morale"}),
        "unbound": MappingProxyType({"left": "everyone"}),
    }
)
"""The readings that were the defaults in records of version 1 and no longer are, by system and option."""


def from_1_to_2(record: Raw) -> Raw:
    """Keep the readings that a fight was played with: the record that makes it chooses the defaults of its time.

    All other records stand as they are: version 2 adds branches, and several steps in one undo.
    """
    events = record.get("events")
    if type(events) is not list:
        return record
    chosen = [
        {"is": "OptionChosen", "key": key, "value": value}
        for event in events
        if type(event) is dict and event.get("is") == "EncounterMade"
        for key, value in OPTIONS_OF_1.get(str(event.get("system")), {}).items()
    ]
    return {**record, "events": [*events, *chosen]} if chosen else record


SPENT = "spent"


def from_2_to_3(record: Raw) -> Raw:
    """Say after each thing spent, as one fact more, by which rule: what the action was hung on that.

    What the facts of version 2 are in version 3 is known only where the history is replayed (``meanings``).
    """
    events = record.get("events")
    if type(events) is not list:
        return record
    return {**record, "events": [each for event in events for each in (event, *_spent(event))]}


def _spent(event: object) -> tuple[Raw, ...]:
    if type(event) is not dict or event.get("is") != "Spent" or type(event.get("term")) is not dict:
        return ()
    rule = event["term"].get("rule", "")
    return ({"is": "FactSet", "id": event.get("id"), "key": SPENT, "value": rule},)


def upgrade(raw: Raw, steps: tuple[Upgrade, ...]) -> Raw:
    """Return the object as this version knows it: version 1 goes through all the steps, the newest through none.

    Raises NewerSave for what this version cannot know, and BadSave where there is no version.
    """
    newest = len(steps) + 1
    version = raw.get("v")
    if type(version) is int and version > newest:
        raise NewerSave(
            f"This was saved by a newer Turntrack (version {version}; this one reads {newest}). Update first."
        )
    if type(version) is not int or version < 1:
        raise BadSave(f"version {newest} was expected, not {quote(version)}.")
    for number, step in enumerate(steps[version - 1 :], version + 1):
        raw = {**step(raw), "v": number}
    return raw
