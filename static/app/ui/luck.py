"""Points of luck beside the turn: taking back wounds and the condition that they leave, and spending one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.ui.markup import Html, button, tag
from app.ui.words import side_places
from turntrack.core.commands import EndConditions, Fall, Soak, StepCounter, Strike, Wound
from turntrack.core.events import HealthChanged
from turntrack.core.model import Encounter, Id
from turntrack.core.score import write_count
from turntrack.history.session import Step
from turntrack.rules.health import counts_wounds, points_dealt
from turntrack.rules.luck import luck_of, purse_of
from turntrack.rules.wounds import condition_of_wounds
from turntrack.systems.protocol import TurnSystem

_MOST_SOAKED = 9


@dataclass(frozen=True, slots=True)
class SoakView:
    """Somebody with luck who was wounded last."""

    id: Id
    name: str
    side: int
    wounds: int
    """How many wounds were dealt."""
    beyond: int
    """How many of them came on top of the last that was counted."""
    left: int
    """The points of luck that are left."""
    luck: str
    """What they are called."""
    does: str
    """What it is called to take wounds back."""


def soak_views(encounter: Encounter, past: Sequence[Step], system: TurnSystem) -> Iterable[SoakView]:
    """Return whoever was wounded last, until the turn ends, but for those who have soaked."""
    luck = system.luck
    if luck is None or not luck.soaks or not counts_wounds(encounter):
        return
    places, done = side_places(encounter), set[Id]()
    for at in range(len(past) - 1, 0, -1):
        step, before = past[at], past[at - 1].after
        if dealt := tuple(_wounds_dealt(step, before)):
            for combatant_id, wounds, lost in dealt:
                combatant = encounter.combatants.get(combatant_id)
                purse = purse_of(encounter, combatant_id, luck) if combatant else None
                if combatant and purse and combatant_id not in done:
                    yield SoakView(
                        combatant_id, combatant.name, places[combatant.side], wounds, wounds - lost, purse.value,
                        purse.name, luck.soaks,
                    )  # fmt: skip
            return
        match step.command:
            case Soak(combatant_id):
                done.add(combatant_id)
            case Fall():
                pass
            case _ if before.acting() != step.after.acting():
                return


def _wounds_dealt(step: Step, before: Encounter) -> Iterable[tuple[Id, int, int]]:
    """Yield whom a step has wounded, by how many wounds, and how many of them were counted."""
    wound = step.command.wound if isinstance(step.command, Strike) else step.command
    if not isinstance(wound, Wound) or wound.heals:
        return
    hits = {hit.id for hit in wound.hits}
    for event in step.events:
        for change in event.changes if isinstance(event, HealthChanged) else ():
            was = before.combatants[change.id]
            dealt = points_dealt(before, wound.amount, change) - (was.temporary - change.temporary)
            left = was.health if was.full_health else step.after.combatants[change.id].full_health + was.health
            if change.id in hits and dealt > 0:
                yield change.id, dealt, left - change.health


def render_soak(view: SoakView) -> Html:
    """Render what the roll takes back; each costs a point."""
    label = f"{view.name} takes {write_count(view.wounds, 'wound')} · {view.luck} {view.left}"
    amounts = [(f"{view.does} {amount}", amount) for amount in range(min(view.wounds, _MOST_SOAKED), 0, -1)]
    soaks = (
        button(words, Soak(view.id, amount, view.beyond, amount == view.wounds), class_="chip")
        for words, amount in (*amounts, (f"{view.does} fails", 0))
    )
    return tag(
        "section",
        tag("p", tag("b", label, class_="dot")),
        tag("div", *soaks, class_="chips"),
        class_=("block", "aside", "reminder", f"side-{view.side}"),
        id=f"soak-{view.id}",
    )


def render_recovery(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Html | None:
    """Render how the actor is rid of the condition that wounds leave; None without it."""
    left = condition_of_wounds(encounter, combatant_id, system)
    if left is None:
        return None
    name, purse = encounter.name_of(combatant_id), purse_of(encounter, combatant_id, system.luck)
    chips = [button(f"Recovers: {system.wounds.recovery}", EndConditions((left.number,)), class_="chip")]
    if purse:
        words = f"Recovers: one of the {purse.name} ({purse.value})"
        chips.append(button(words, Soak(combatant_id, 0, recovers=True), class_="chip"))
    return tag(
        "section",
        tag("p", tag("b", f"{name} is {left.name}")),
        tag("div", *chips, class_="chips"),
        class_="block aside reminder",
        id=f"recovers-{combatant_id}",
    )


def render_spending(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Html | None:
    """Render the button that spends a point of the actor’s; None without one."""
    counter = luck_of(encounter, combatant_id, system.luck)
    if counter is None or not counter.value:
        return None
    words = f"Spend one of {encounter.name_of(combatant_id)}’s {counter.name} ({counter.value})"
    spend = button(words, StepCounter(combatant_id, counter.name, -1), class_="chip", id=f"spend-{combatant_id}")
    return tag("section", spend, class_="block aside", id=f"luck-{combatant_id}")
