"""What opens for one kept encounter, for the party, and for parts that were set aside."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.library import (
    Archive,
    Asides,
    AskDiscard,
    Delete,
    DiscardAside,
    DuplicateKept,
    Export,
    ExportAside,
    ExportUnkept,
    LetGoNow,
    PartyAdd,
    PartyDrop,
    PartyKeep,
    PartyUndrop,
    PurgeNow,
    RenameKept,
    RetryAside,
    Unarchive,
)
from app.intents.page import Dismiss, OpenSaved
from app.keeping.kept import Aside, Member, Removed, Saved
from app.keeping.words import steps
from app.markup import Html, button, join, tag
from app.render.frame import form, problem
from app.render.sheet import Sheet, sheet
from engine.fields import Value
from engine.model import Combatant


def render_kept(fight: Saved, given: Mapping[str, Value], error: str) -> Sheet:
    """Render all that can be done with an encounter of the list."""
    archive = button("Back to the list", Unarchive(fight.key)) if fight.archived else None
    return sheet(
        fight.name,
        form(
            RenameKept(fight.key),
            "Rename",
            tag("label", "Name of the encounter", for_="name"),
            tag("input", type="text", name="name", id="name", value=given.get("name", fight.name)),
            error=error,
        ),
        tag(
            "p",
            button("Open", OpenSaved(fight.key)),
            button("Duplicate", DuplicateKept(fight.key)),
            archive or button("Archive", Archive(fight.key)),
            button("Export…", Export(fight.key)),
            button("Delete", Delete(fight.key), class_="danger"),
            class_="buttons column",
        ),
    )


def render_purge(fight: Saved) -> Sheet:
    return sheet(
        f"Delete {fight.name} for good?",
        tag("p", "The fight and its whole history are removed from this device. This cannot be undone."),
        tag(
            "p",
            button("Delete for good", PurgeNow(fight.key), class_="primary danger"),
            button("Keep it", Dismiss(), class_="quiet"),
            class_="buttons",
        ),
    )


def render_let_go(one: str, name: str) -> Sheet:
    """Ask once: nothing brings it back."""
    return sheet(
        f"Let go of what only this page has of {name}?",
        tag("p", "These steps are saved nowhere else. This cannot be undone."),
        tag(
            "p",
            button("Export…", ExportUnkept(one), class_="primary"),
            button("Let go of it", LetGoNow(one), class_="danger"),
            button("Stay here", Dismiss(), class_="quiet"),
            class_="buttons",
        ),
    )


def render_party(
    members: tuple[Member, ...],
    titles: Mapping[str, str],
    into: str,
    fighters: tuple[Combatant, ...],
    removed: tuple[Removed, ...] = (),
    error: str = "",
) -> Sheet:
    """Render the party. ``into`` is the open fight's system, ``fighters`` are in it; both empty where none is open."""
    groups = []
    for key in dict.fromkeys(member.system for member in members):
        rows = (_render_member(member, into) for member in members if member.system == key)
        groups += [tag("h3", titles.get(key, key)), tag("ul", *rows, class_="fights")]
    known = {member.command.name for member in members if member.system == into}
    keep = (
        button(
            join("Keep ", fighter.name, tag("small", " (in place of the one kept)") if fighter.name in known else None),
            PartyKeep(fighter.id),
        )
        for fighter in fighters
    )
    empty = tag("p", "Nobody is kept yet. Open a fight and keep its combatants here.", class_="empty")
    return sheet(
        "The party",
        problem(error),
        *(groups or [empty]),
        tag("h3", "Keep from this fight") if fighters else None,
        tag("p", *keep, class_="buttons") if fighters else None,
        _render_removed(removed, titles) if removed else None,
    )


def _render_removed(removed: tuple[Removed, ...], titles: Mapping[str, str]) -> Html:
    rows = (
        tag(
            "li",
            tag(
                "p",
                tag("strong", one.member.command.name),
                tag("small", f"{titles.get(one.member.system, one.member.system)} · removed {one.when}"),
                class_="fight",
            ),
            button(
                "Bring back",
                PartyUndrop(one.member.key),
                class_="quiet",
                aria_label=f"Bring back {one.member.command.name}",
            ),
        )
        for one in removed
    )
    return tag(
        "details",
        tag("summary", f"Removed ({len(removed)})"),
        tag("p", "They can be brought back for at least 30 days.", class_="hint"),
        tag("ul", *rows, class_="fights"),
    )


def _render_member(member: Member, into: str) -> Html:
    name = member.command.name
    values = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in member.command.sheet.items() if value)
    add = button("Add", PartyAdd(member.key), aria_label=f"Add {name}") if member.system == into else None
    return tag(
        "li",
        tag("p", tag("strong", name), tag("small", values[:200]), class_="fight"),
        add,
        button("Remove", PartyDrop(member.key), class_="quiet", aria_label=f"Remove {name}"),
    )


def render_asides(asides: tuple[Aside, ...], error: str = "") -> Sheet:
    rows = (
        tag(
            "li",
            tag(
                "p",
                tag("strong", aside.name),
                tag("small", f"{steps(len(aside.records))}. {aside.why}"),
                class_="fight",
            ),
            button("Try again", RetryAside(aside.id), class_="quiet", aria_label=f"Try {aside.name} again"),
            button("Export…", ExportAside(aside.id), class_="quiet"),
            button("Discard…", AskDiscard(aside.id), class_="quiet danger"),
        )
        for aside in asides
    )
    hint = (
        "Parts of histories that could not be read. They are kept as they were found, until you discard them. “Try "
        "again” puts them back where they fit, or makes a fight of its own of them."
    )
    empty = tag("p", "Nothing had to be set aside.", class_="empty")
    rest = tag("ul", *rows, class_="fights") if asides else empty
    return sheet("Set aside", tag("p", hint), problem(error), rest)


def render_discard(aside: Aside) -> Sheet:
    """Ask once: nothing brings them back."""
    return sheet(
        f"Discard what was set aside of {aside.name}?",
        tag("p", f"{steps(len(aside.records))}. {aside.why}"),
        tag("p", "They are removed from this device. This cannot be undone."),
        tag(
            "p",
            button("Discard", DiscardAside(aside.id), class_="primary danger"),
            button("Export…", ExportAside(aside.id)),
            button("Keep", Asides(), class_="quiet"),
            class_="buttons",
        ),
    )
