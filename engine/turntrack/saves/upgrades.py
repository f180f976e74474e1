"""Saved things of older versions become those of this one, a step at a time; newer ones are not touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from turntrack.core.errors import BadSave, NewerSave, quote

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

PARTS_BY_RULE: Mapping[str, str] = MappingProxyType(
    {
        "R8": "throw",
        "R9": "throw",
        "R13": "point",
        "RA10": "cancelled",
        "T2": "throw",
        "T6": "held",
    }
)


def from_2_to_3(record: Raw) -> Raw:
    """Say what hung on labels and on the ids of rules: which term of a score is the throw, and what was spent.

    Whoever has acted and is ready for another turn has had that one.

    What was spent is said as one fact more, by its rule. What the facts of version 2 are in version 3 is known only
    where the history is replayed (``meanings``).
    """
    events = record.get("events")
    if type(events) is not list:
        return record
    events = _with_turns_over(record.get("command"), events)
    return {**record, "events": [each for event in events for each in _told_in_3(event)]}


def _with_turns_over(command: object, events: list[object]) -> list[object]:
    """In an action whoever spends something, and is ready with it, has had the turn."""
    if type(command) is not dict or command.get("is") != "Act":
        return events
    spent = set[str]()
    told: list[object] = []
    for event in events:
        if type(event) is dict and event.get("is") == "Spent":
            spent.add(str(event.get("id")))
        elif type(event) is dict and (event.get("is"), event.get("status")) == ("StatusSet", "ready"):
            event = {**event, "turn": "over"} if event.get("id") in spent else event
        told.append(event)
    return told


def _told_in_3(event: object) -> tuple[object, ...]:
    if type(event) is not dict:
        return (event,)
    term, score = event.get("term"), event.get("score")
    if event.get("is") == "Spent" and type(term) is dict:
        return (event, {"is": "FactSet", "id": event.get("id"), "key": SPENT, "value": term.get("rule", "")})
    terms = score.get("terms") if type(score) is dict else None
    if event.get("is") == "ScoreSet" and type(score) is dict and type(terms) is list:
        return ({**event, "score": {**score, "terms": [_in_parts(it, place) for place, it in enumerate(terms)]}},)
    return (event,)


def _in_parts(term: object, place: int) -> object:
    if type(term) is not dict:
        return term
    part = _part_of(str(term.get("label")), str(term.get("rule", "")), place)
    return {**term, "part": part} if part else term


def _part_of(label: str, rule: str, place: int) -> str:
    if rule == "ruling":
        return "correction" if label.startswith("corrected:") else ""
    if rule == "TA1" and label != "entered":
        return "wounds" if label == "wounds" else "failed"
    is_die = not place and not rule and label in ("d10", "d20")
    return "throw" if is_die else PARTS_BY_RULE.get(rule, "")


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
