"""View of the slab, which shows the current turn: who acts, who is next, and the choices that open a round."""

from __future__ import annotations

from dataclasses import dataclass

from app.values.fight_names import between_words
from app.views.chances import ChancesView
from app.views.side_colours import side_places
from app.views.upcoming_turns import UpcomingTurnView
from turntrack.core.commands import OpenRound
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.log.narrate import preview
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.choices import Section
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class UpcomingView:
    """A turn to come."""

    word: str
    label: str
    side: int | None
    """None for no side, or for several."""
    ids: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class SlabView:
    """The contents of the slab."""

    heading: str
    """The actors, for screen readers; if nobody acts, the visible heading."""
    acting: bool
    words: str
    """Text below the heading if nobody acts."""
    coming: tuple[UpcomingView, ...]
    open_label: str
    """Label of the button that opens the next round; empty while a round is running."""
    can_open: bool
    throws: bool
    """Whether opening the round rolls dice."""
    side: int | None
    """The acting side; None for none."""
    turn: str
    """The number of the turn and the ids of the actors: when it changes, the deck scrolls to its top."""


def slab_view(
    encounter: Encounter,
    system: TurnSystem,
    sections: tuple[Section, ...],
    chances: ChancesView | None,
    turn: int,
    turns: tuple[UpcomingTurnView, ...],
    is_over: bool = False,
) -> SlabView:
    """Build the slab. ``turns`` are the turns to come, ``turn`` is the number of the running one.

    ``is_over`` tells that the fight has been ended.
    """
    acting = encounter.acting()
    places = side_places(encounter)
    if acting:
        heading = f"Now: {join_names([_with_side(encounter, combatant_id) for combatant_id in acting])}"
    elif is_over:
        heading = "The fight is over"
    elif not encounter.is_open:
        heading = _missing_words(encounter, system) or between_words(encounter, system)
    else:
        heading = next((section.title for section in sections if section.main), "Nobody is up")
    side = places[encounter.combatants[acting[0]].side] if acting else None
    is_said = bool(turns) and not acting and turns[0].label in heading
    return SlabView(
        heading=heading,
        acting=bool(acting),
        words=_likeliest_words(chances) if chances and not is_over else "",
        coming=tuple(
            UpcomingView("then" if place else "next", turn.label, _side_of(encounter, turn.ids), turn.ids)
            for place, turn in enumerate(turns)
            if place or not is_said
        ),
        throws=not encounter.is_open and preview(encounter, OpenRound(), system) is None,
        open_label="" if encounter.is_open else f"Begin {system.round_name(encounter.round + 1)}",
        can_open=bool(with_arrivals(encounter).able()),
        side=side,
        turn=" ".join((str(turn), *acting)),
    )


def _with_side(encounter: Encounter, combatant_id: Id) -> str:
    side = encounter.combatants[combatant_id].side
    return f"{encounter.name_of(combatant_id)} ({side})" if side else encounter.name_of(combatant_id)


def _missing_words(encounter: Encounter, system: TurnSystem) -> str:
    """Return what a fight needs before it can begin; empty if nothing is missing."""
    if encounter.round:
        return ""
    if system.has_rules_of_fights and not system.own_rules(encounter):
        return "Which rules?"
    return "" if encounter.combatants else "Who fights?"


def _side_of(encounter: Encounter, ids: tuple[Id, ...]) -> int | None:
    """Return the index of the side that all these combatants share; None if they differ."""
    places = side_places(encounter)
    sides = {places[encounter.combatants[combatant_id].side] for combatant_id in ids}
    return sides.pop() if len(sides) == 1 else None


def _likeliest_words(chances: ChancesView) -> str:
    """Name the combatant most likely to go first; empty if several are equally likely."""
    ranked = sorted(chances.first, key=lambda line: -line.part)
    if not ranked or (len(ranked) > 1 and ranked[0].part == ranked[1].part):
        return ""
    return f"{ranked[0].words}: {ranked[0].percent}"
