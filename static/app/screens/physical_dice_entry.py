"""Drawing of the sheet in which the results of physical dice are entered."""

from __future__ import annotations

from app.fight.fight import Fight
from app.page.dialog import PendingCommands
from app.ui.dice import OwedThrow, render_dice_entry
from app.ui.sheet import Sheet
from app.ui.words import initials, side_places
from app.values.forms import FormInput
from turntrack.core.commands import OpenRound


def draw_dice_entry(waiting: PendingCommands, fight: Fight, typed: FormInput) -> Sheet:
    """Draw the sheet that asks for the dice."""
    return render_dice_entry(_doing(waiting, fight), _owed(waiting, fight, typed), bool(waiting.dice.offered))


def _doing(waiting: PendingCommands, fight: Fight) -> str:
    """Describe what the dice are for."""
    opening = isinstance(waiting.commands[0], OpenRound)
    word = f"to begin {fight.system.round_name(fight.encounter.round + 1)}" if opening else "to go on"
    thrown = (
        f"{request.purpose} {request.words}" if request.is_card else request.words for request in waiting.requests
    )
    return f"{' and '.join(dict.fromkeys(thrown))}, {word}"


def _owed(waiting: PendingCommands, fight: Fight, typed: FormInput) -> tuple[OwedThrow, ...]:
    encounter, places = fight.encounter, side_places(fight.encounter)
    faces = {key: str(face) for key, face in typed.values.items()}
    offered = {
        request.key: request.write(roll)
        for request in waiting.requests
        if (roll := waiting.dice.offered.get(request.key)) and (roll.typed or waiting.dice.asks_for_all)
    }
    shown = {**offered, **waiting.typed, **faces}
    keys = [request.key for request in waiting.requests]
    empty = next((key for key in keys if not shown.get(key)), keys[0])
    asked = typed.asked if typed.asked in keys else empty
    owed = []
    for request in waiting.requests:
        sides = {
            places[combatant.side]
            for combatant in encounter.combatants.values()
            if request.who in (combatant.name, combatant.group)
        }
        place = request.key.replace(" ", "-")
        owed.append(
            OwedThrow(
                request.key,
                place,
                f"{'again' if waiting.dice.offered else 'dice'}-{place}",
                request.who,
                request.purpose,
                request.code,
                request.words,
                request.is_card,
                initials(request.who),
                sides.pop() if len(sides) == 1 else None,
                shown.get(request.key, ""),
                waiting.wrong.get(request.key, "")
                if shown.get(request.key, "") == waiting.typed.get(request.key)
                else "",
                request.key == asked,
            )
        )
    return tuple(owed)
