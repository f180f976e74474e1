"""Points of luck beside the turn: taking back the wounds of the last step with one, and spending one of the actor’s."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.intents.combatants import Soak
from app.ui.markup import Html, button, tag
from app.ui.words import side_places
from turntrack.core.commands import StepCounter
from turntrack.core.events import HealthChanged
from turntrack.core.model import Encounter, Id
from turntrack.history.session import Step
from turntrack.rules.health import counts_wounds, wound_words
from turntrack.rules.luck import luck_of
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class SoakView:
    """Somebody with luck who has just been wounded."""

    id: Id
    name: str
    side: int
    wounds: int
    left: int
    """The points of luck that are left."""
    luck: str
    """What they are called."""
    does: str
    """What it is called to take wounds back."""


def soak_views(encounter: Encounter, past: Sequence[Step], system: TurnSystem) -> Iterable[SoakView]:
    """Return whoever the last step has wounded, as long as nothing else is done."""
    luck, last = system.luck, past[-1] if past else None
    if last is None or luck is None or not luck.soaks or not counts_wounds(encounter):
        return
    places = side_places(encounter)
    before = past[-2].after if len(past) > 1 else encounter
    for event in last.events:
        for change in event.changes if isinstance(event, HealthChanged) and not event.heals else ():
            counter = luck_of(encounter, change.id, luck) if change.id in encounter.combatants else None
            combatant, was = encounter.combatants.get(change.id), before.combatants.get(change.id)
            wounds = was.health - combatant.health if was and combatant else 0
            if combatant and counter and counter.value and wounds > 0:
                side = places[combatant.side]
                yield SoakView(change.id, combatant.name, side, wounds, counter.value, luck.name, luck.soaks)


def render_soak(view: SoakView) -> Html:
    """Render what the roll takes back; each costs a point."""
    label = f"{view.name}, {wound_words(view.wounds)}: {view.luck} {view.left}"
    amounts = (
        button(f"{view.does} {amount}" if amount else f"{view.does} fails", Soak(view.id, amount), class_="chip")
        for amount in range(view.wounds, -1, -1)
    )
    return tag(
        "section",
        tag("p", tag("b", label, class_="dot")),
        tag("div", *amounts, class_="chips"),
        class_=("block", "aside", "reminder", f"side-{view.side}"),
        id=f"soak-{view.id}",
    )


def render_spending(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Html | None:
    """Render the button that spends a point of the actor’s; None without one."""
    counter = luck_of(encounter, combatant_id, system.luck)
    if counter is None or not counter.value:
        return None
    words = f"Spend one of {encounter.name_of(combatant_id)}’s {counter.name} ({counter.value})"
    spend = button(words, StepCounter(combatant_id, counter.name, -1), class_="chip", id=f"spend-{combatant_id}")
    return tag("section", spend, class_="block aside", id=f"luck-{combatant_id}")
