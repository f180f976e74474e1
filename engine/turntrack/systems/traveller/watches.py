"""Watches (T22), the events that trigger them, and the turns that they interrupt."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import StatusSet
from turntrack.core.fields import LONGEST_NAME, Field, Kind, Values, clean_text
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.systems.toolkit.guards import Guards, refuse
from turntrack.systems.traveller.memory import awaits_turn, recall, recall_all, recall_fight

EVENT = Field("event", "When", Kind.TEXT, "", help="What triggers it: “somebody comes through the door”.")
UNNAMED_EVENT = "its event"


def is_triggered(standing: Standing) -> bool:
    """Return whether a Watch has been triggered and its action has not been taken yet (T22)."""
    return recall(standing).triggered is not None


def read_event(values: Values) -> str:
    """Return the event of a Watch, in the table's words. Raises BadValue."""
    return clean_text(EVENT.label, values.get("event", ""), LONGEST_NAME)


def watch(draft: Draft, combatant_id: Id, event: str) -> None:
    """Let the combatant watch for this event, in the table's words; empty for an unnamed event."""
    now = replace(recall(draft.standing(combatant_id)), watching=event or UNNAMED_EVENT)
    draft.remember(combatant_id, now, or_say=watch_words(now.watching))


def watch_words(watching: str) -> str:
    """Return the words for a change of the Watch; empty if the action names the event."""
    return {"": "no longer watches", UNNAMED_EVENT: "is on Watch"}.get(watching, "")


def triggered_watchers(encounter: Encounter) -> tuple[Id, ...]:
    """Return the watchers whose event has come and who have not acted on it yet (T22)."""
    memories = recall_all(encounter.standings)
    return tuple([combatant_id for combatant_id in encounter.playing() if memories[combatant_id].triggered is not None])


def interrupted_actors(encounter: Encounter) -> tuple[Id, ...]:
    """List the interrupted combatants who can still resume."""
    ids = recall_fight(encounter).broken_off
    return tuple(
        [
            combatant_id
            for combatant_id in ids
            if combatant_id in encounter.standings and awaits_turn(encounter, combatant_id)
        ]
    )


def break_off(draft: Draft) -> None:
    """Interrupt all turns under way except triggered actions. They go on after the interruption."""
    acting = [actor for actor in draft.encounter.acting() if not is_triggered(draft.standing(actor))]
    if acting:
        waiting = (*acting, *interrupted_actors(draft.encounter))
        draft.remember("", replace(recall_fight(draft.encounter), broken_off=waiting))
        draft.record(*(StatusSet(actor, Status.READY) for actor in acting))


def forget_interrupted(draft: Draft, ids: Container[Id]) -> None:
    """Forget that the turns of ``ids`` were interrupted: the order alone says when they come."""
    fight = recall_fight(draft.encounter)
    if fight.broken_off:
        draft.remember("", replace(fight, broken_off=tuple(other for other in fight.broken_off if other not in ids)))


def watchers(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants whose Watch can be triggered: able, and not acting on an event already."""
    memories = recall_all(encounter.standings)
    return tuple(
        [
            combatant_id
            for combatant_id in encounter.able()
            if memories[combatant_id].watching and memories[combatant_id].triggered is None
        ]
    )


def trigger(draft: Draft, watcher: Id) -> None:
    """Let the watcher act first (T22), and interrupt the turns under way. Raises Refused without a Watch."""
    standing = draft.standing(watcher)
    Guards("T22").check_open(draft.encounter)
    if watcher not in watchers(draft.encounter):
        refuse(
            draft.encounter,
            Refused("no_watch", f"{draft.encounter.name_of(watcher)} has no Watch that could be triggered now.", "T22"),
        )
    break_off(draft)
    # Whoever is up goes on with that turn, or with the check for it, after the action of the Watch.
    was = Status.READY if standing.status is Status.ACTING else standing.status
    draft.remember(watcher, replace(recall(draft.standing(watcher)), watching="", triggered=was))
    draft.record(StatusSet(watcher, Status.ACTING, "has automatic initiative and acts first", "T22", TurnEffect.ASIDE))


def end_watch(draft: Draft, watcher: Id, rule: str) -> None:
    now = recall(draft.standing(watcher))
    if now.watching:
        draft.remember(watcher, replace(now, watching=""), rule)


def end_watches(draft: Draft) -> None:
    """End all Watches that nothing has triggered (TA5)."""
    for combatant_id in draft.encounter.order:
        end_watch(draft, combatant_id, "TA5")


def end_trigger(draft: Draft, watcher: Id) -> None:
    """End a triggered action: the watcher has the earlier status again, unless the round is over for the watcher."""
    standing = draft.standing(watcher)
    now = recall(standing)
    if now.triggered:
        draft.remember(watcher, replace(now, triggered=None))
        if standing.status is not Status.DONE:
            draft.record(StatusSet(watcher, now.triggered))
