"""HTML of the possible results of a roll, as buttons."""

from __future__ import annotations

from app.intents.fight import PickFace
from app.render.markup import Html, button, classes, tag


def render_faces(name: str, faces: tuple[int, ...], now: str, was: str = "") -> Html:
    """Render the possible results of a roll as buttons that set the field ``name``."""
    return tag(
        "div",
        *(
            button(
                face,
                PickFace(face, name),
                class_=classes(str(face) == now and "on", str(face) == was != now and "was"),
                aria_pressed="true" if str(face) == now else "false",
            )
            for face in faces
        ),
        class_="faces",
        role="group",
        aria_label="What fell",
    )
