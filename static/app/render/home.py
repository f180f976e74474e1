"""The first screen: encounters kept on this device, the party, files, and a new fight in any of the systems."""

from __future__ import annotations

from collections.abc import Iterable

from app.intents.library import Asides, Export, Import, Kept, Party, Purge, Undelete
from app.intents.page import New, OpenSaved, Sample
from app.keeping.kept import Saved
from app.markup import Html, button, join, tag
from engine.systems.protocol import TurnSystem


def render_home(systems: tuple[TurnSystem, ...], saved: tuple[Saved, ...]) -> Html:
    cards = (
        tag(
            "li",
            tag("h3", system.title),
            tag("p", system.summary),
            tag(
                "p",
                button("Play the sample fight", Sample(system.key), class_="primary", id=f"sample-{system.key}"),
                button("New fight", New(system.key), class_="quiet", id=f"new-{system.key}"),
                class_="buttons",
            ),
            class_="card",
        )
        for system in systems
    )
    titles = {system.key: system.title for system in systems}
    deleted = [fight for fight in saved if fight.deleted]
    archived = [fight for fight in saved if fight.archived and not fight.deleted]
    fights = [fight for fight in saved if not fight.archived and not fight.deleted]
    return join(
        tag("h1", "Turntrack"),
        tag("p", "Turn order and action economy for the fight at your table.", class_="lead"),
        tag("section", tag("h2", "Go on with"), render_fights(fights, titles)) if fights else None,
        tag("section", tag("h2", "Begin"), tag("ul", *cards, class_="cards")),
        tag(
            "section",
            tag("h2", "Keep and carry"),
            tag(
                "p",
                button("Party…", Party(), class_="quiet", id="party"),
                button("Import…", Import(), class_="quiet", id="import"),
                button("Export everything…", Export(""), class_="quiet", id="export-all"),
                button("Set aside…", Asides(), class_="quiet", id="asides"),
                class_="buttons",
            ),
        ),
        _fold(f"Archived ({len(archived)})", render_fights(archived, titles)) if archived else None,
        _fold(f"Deleted ({len(deleted)})", _render_deleted(deleted, titles)) if deleted else None,
    )


def render_fights(fights: Iterable[Saved], titles: dict[str, str]) -> Html:
    rows = (
        tag(
            "li",
            button(
                join(tag("strong", fight.name), tag("small", _about(fight, titles))),
                OpenSaved(fight.key),
                class_="fight",
            ),
            button("⋯", Kept(fight.key), class_="quiet", aria_label=f"More for {fight.name}"),
            id=f"kept-{fight.key}",
        )
        for fight in fights
    )
    return tag("ul", *rows, class_="fights")


def _render_deleted(fights: Iterable[Saved], titles: dict[str, str]) -> Html:
    rows = (
        tag(
            "li",
            tag("p", join(tag("strong", fight.name), tag("small", _about(fight, titles))), class_="fight"),
            button("Bring back", Undelete(fight.key), class_="quiet"),
            button("Delete for good…", Purge(fight.key), class_="quiet danger"),
            id=f"kept-{fight.key}",
        )
        for fight in fights
    )
    return tag("ul", *rows, class_="fights")


def _about(fight: Saved, titles: dict[str, str]) -> str:
    many = f"{fight.combatants} combatant{'s' * (fight.combatants != 1)}"
    return " · ".join(filter(None, (titles.get(fight.system, fight.system), many, fight.when)))


def _fold(title: str, content: Html) -> Html:
    return tag("details", tag("summary", title), content)
