"""The sheet for the dice that the table throws."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.fight import (
    Dice,
    ThrowAnew,
)
from app.intents.page import Dismiss
from app.markup import button, form_for, tag
from app.render.sheet import Sheet, sheet
from engine.dice import DiceRequest


def render_dice(
    doing: str, requests: tuple[DiceRequest, ...], typed: Mapping[str, str], wrong: Mapping[str, str], offered: bool
) -> Sheet:
    """Ask what each player rolled. ``offered`` says that there are dice from before an undo."""
    rows = []
    for request in requests:
        key, place = request.key, request.key.replace(" ", "-")
        box = f"again-{place}" if offered else f"dice-{place}"  # another box, so that nothing typed stays in it
        error = tag("span", wrong[key], class_="error", role="alert", id=f"wrong-{place}") if key in wrong else None
        rows.append(
            tag(
                "p",
                tag("label", f"{request.who}, {request.purpose} ", tag("b", str(request.code)), for_=box),
                tag(
                    "input",
                    type="text",
                    inputmode="numeric",
                    name=key,
                    id=box,
                    value=typed.get(key, ""),
                    autocomplete="off",
                    class_="die",
                    data_first=request is requests[0],
                    aria_invalid="true" if error else None,
                    aria_describedby=f"wrong-{place}" if error else None,
                ),
                error,
                class_="field",
            )
        )
    return sheet(
        "Dice at the table",
        tag("p", doing, class_="lead"),
        form_for(
            Dice(),
            *rows,
            tag("p", "Type what fell; leave empty what the app should roll.", class_="hint"),
            tag("p", "Before the undo these dice had fallen already: change what was wrong.", class_="hint")
            if offered
            else None,
            tag(
                "p",
                tag("button", "Take these, roll the rest", type="submit", class_="primary"),
                button("Throw anew", ThrowAnew(), class_="quiet") if offered else None,
                button("Cancel", Dismiss(), class_="quiet"),
                class_="buttons",
            ),
        ),
    )
