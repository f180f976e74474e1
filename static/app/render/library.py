"""HTML of the library's sheets: a stored encounter, the party, and quarantined parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from app.intents.library import (
    AddMember,
    AddParty,
    Archive,
    AskDiscardQuarantined,
    BeginTemplate,
    BeginTemplateAlone,
    Delete,
    DiscardQuarantined,
    DropUnsavedNow,
    DuplicateListed,
    ExportListed,
    ExportParty,
    ExportQuarantined,
    ExportUnsaved,
    Import,
    MoveToCampaign,
    OpenPartyRest,
    OpenQuarantine,
    PartyState,
    PurgeNow,
    RemoveMember,
    RenameListed,
    RestoreMember,
    RetryQuarantined,
    SaveMember,
    SaveSide,
    SaveTemplate,
    TemplateEarlier,
    TemplateLater,
    Unarchive,
)
from app.intents.without_fight import Dismiss, OpenSaved
from app.render.forms import problem, render_field, render_name
from app.render.markup import Html, button, tag
from app.render.sheet import Sheet, sheet
from app.storage.messages import steps
from app.values.saved import Key, PartyMember, QuarantinedPart, RemovedMember, SavedFight
from app.views.home import count_words
from app.views.party import is_member, state_words
from app.views.template import TemplateView
from turntrack.core.input_fields import Field, Kind, Value
from turntrack.core.model import Combatant
from turntrack.systems.protocol import TurnSystem


def render_saved_fight(
    fight: SavedFight,
    title: str,
    given: Mapping[str, Value],
    error: str,
    template: TemplateView | None = None,
    campaigns: Sequence[tuple[Key, str]] = (),
) -> Sheet:
    """Render the actions for an encounter of the list. ``title`` names its rules, ``template`` is what is in one.

    ``campaigns`` are keys and names of the campaigns to which it can move.
    """
    is_played = fight.steps and not fight.template
    many = steps(fight.steps) if is_played else ""
    known = ("Template" if fight.template else "", title, count_words(fight.combatants), many, fight.when)
    if fight.template:
        archive = None
    elif fight.archived:
        archive = button("Back to the list", Unarchive(fight.key), class_="menu-item i-drawer")
    else:
        archive = button("Archive", Archive(fight.key), class_="menu-item i-drawer")
    return Sheet(
        fight.name,
        (
            _render_content(template) if template else None,
            render_name(RenameListed(fight.key), given.get("name", fight.name), error),
            tag(
                "div",
                *(_render_places(fight.key, template) if template else ()),
                button("Duplicate", DuplicateListed(fight.key), class_="menu-item i-copy"),
                archive,
                *(
                    button(
                        f"Move to {name}" if key else "Take out of the campaign",
                        MoveToCampaign(fight.key, key),
                        class_="menu-item i-next",
                    )
                    for key, name in campaigns
                ),
                button("Export…", ExportListed(fight.key), class_="menu-item i-export"),
                button("Delete", Delete(fight.key), class_="menu-item i-bin danger"),
                class_="menu-items",
            ),
            tag("p", "What is deleted can be brought back for at least 30 days.", class_="hint"),
        ),
        under=" · ".join(filter(None, known)),
        foot=_render_ways(fight, template),
    )


def _render_content(template: TemplateView) -> Html:
    rows = (
        tag("li", tag("span", name, class_="line-part"), " ", tag("span", values) if values else None)
        for name, values in template.who
    )
    later = tag("p", f"Later: {template.later}") if template.later else None
    return tag("div", tag("ul", *rows, class_="understood"), later, id="template-content")


def _render_places(key: str, template: TemplateView) -> tuple[Html, ...]:
    """Render the buttons that move the template in the list; none if it stands alone."""
    ways = (
        (TemplateEarlier(key), "Move up", "i-up", template.is_first),
        (TemplateLater(key), "Move down", "i-down", template.is_last),
    )
    if template.is_first and template.is_last:
        return ()
    return tuple(
        button(words, way, class_=f"menu-item {icon}", id=way.do, disabled=is_end) for way, words, icon, is_end in ways
    )


def _render_ways(fight: SavedFight, template: TemplateView | None) -> tuple[Html, ...]:
    """Render the buttons that open a fight, or begin one with a template."""
    if not fight.template:
        return (button("Open", OpenSaved(fight.key), class_="primary"),)
    if template is None or not template.lacks_party:
        return (button("Begin a fight with it", BeginTemplate(fight.key), class_="primary"),)
    return (
        button("Without the party", BeginTemplateAlone(fight.key), class_="quiet"),
        button("Begin with the party", BeginTemplate(fight.key), class_="primary"),
    )


def render_template(name: str, own: SavedFight | None, given: Mapping[str, Value], error: str) -> Sheet:
    """Render the form that saves a template, as a new one or in place of the fight's own."""
    instead = Field("instead", f"Replace “{own.name}”", Kind.FLAG, True) if own else None
    return Sheet(
        "Save as a template",
        (
            tag("label", "Name", for_="name"),
            tag(
                "input",
                type="text",
                name="name",
                id="name",
                value=str(given.get("name", name)),
                autocomplete="off",
                data_first=True,
            ),
            render_field(instead, given.get("instead", True)) if instead else None,
            tag("p", "Replaced, it can be brought back for at least 30 days.", class_="hint") if own else None,
            problem(error),
        ),
        under="The fight as it would begin: everyone at full health",
        sends=SaveTemplate(own.key if own else ""),
        foot=(tag("button", "Save", type="submit", class_="primary"),),
    )


def render_purge_question(fight: SavedFight) -> Sheet:
    """Render the question before an encounter is deleted for good."""
    return Sheet(
        f"Delete {fight.name} for good?",
        (tag("p", "The fight and its whole history are removed from this device. This cannot be undone."),),
        foot=(
            button("Keep it", Dismiss(), class_="quiet"),
            button("Delete for good", PurgeNow(fight.key), class_="primary danger"),
        ),
    )


def render_drop_question(key: str, name: str) -> Sheet:
    """Render the question before unsaved changes are dropped; they cannot be restored."""
    return Sheet(
        f"Discard the steps of {name} that only this page has?",
        (tag("p", "These steps are saved nowhere else. This cannot be undone."),),
        foot=(
            button("Stay here", Dismiss(), class_="quiet"),
            button("Discard", DropUnsavedNow(key), class_="quiet danger"),
            button("Export…", ExportUnsaved(key), class_="primary"),
        ),
    )


def render_party(
    members: Sequence[PartyMember],
    titles: Mapping[str, str],
    system: TurnSystem | None,
    fighters: tuple[Combatant, ...],
    up: Collection[str],
    removed: tuple[RemovedMember, ...] = (),
    error: str = "",
) -> Sheet:
    """Render the party. ``system`` and ``fighters`` are those of the open fight, if there is one.

    ``up`` are the systems in which damage is counted up.
    """
    into = system.key if system else ""
    modifiers = {field.key for field in system.fields if field.is_modifier} if system else set[str]()
    members, enemies = (
        [member for member in members if not member.enemy],
        [member for member in members if member.enemy],
    )
    party = [member for member in members if member.system == into]
    here = {member.key for member in party if any(is_member(fighter, member) for fighter in fighters)}
    groups = _render_groups(members, "", titles, into, here, modifiers, up)
    known = {fighter.id for fighter in fighters if any(is_member(fighter, member) for member in party)}
    keep = (
        button(
            f"{'Update' if fighter.id in known else 'Keep'} {fighter.name}",
            SaveMember(fighter.id),
            class_="chip i-plus",
        )
        for fighter in fighters
    )
    new = Counter(fighter.side for fighter in fighters if fighter.id not in known)
    sides = (
        button(f"Keep all {side}" if side else "Keep all without a side", SaveSide(side), class_="chip i-plus")
        for side, many in new.items()
        if many > 1
    )
    empty = tag("p", "The party is empty.", class_="empty")
    way = tag(
        "p",
        "Add the heroes to a fight and keep them from there: ··· → Party… Or import a list.",
        class_="hint",
    )
    missing = sum(member.key not in here for member in party)
    can_rest = any(state_words(member, up=False) for member in party if member.key not in here)
    return Sheet(
        "The party",
        (
            problem(error),
            *(groups or [empty]),
            way if not groups and not fighters else None,
            tag("p", button("Import…", Import(), class_="chip i-import")) if not groups and not fighters else None,
            tag("h3", "From this fight into the party") if fighters else None,
            tag("p", *sides, *keep, class_="chips") if fighters else None,
            *_render_groups(enemies, "Enemies: ", titles, into, (), modifiers, up),
            tag("p", button("Rest…", OpenPartyRest(), class_="chip i-wait")) if members and not system else None,
            tag("p", button("Export the party…", ExportParty(), class_="chip i-export")) if groups or enemies else None,
            _render_removed(removed, titles) if removed else None,
        ),
        foot=_render_add_all(missing, can_rest) if into and missing else (),
    )


def _render_groups(
    members: Sequence[PartyMember],
    before: str,
    titles: Mapping[str, str],
    into: str,
    here: Collection[str],
    modifiers: Collection[str],
    up: Collection[str],
) -> list[Html]:
    """Render the members by their rules, those that can join the open fight first.

    ``modifiers`` are the keys of that fight's fields that are shown with a sign.
    """
    groups = []
    for key in sorted(dict.fromkeys(member.system for member in members), key=lambda key: key != into):
        rows = (
            _render_member(member, into, here, modifiers if key == into else (), up=key in up)
            for member in members
            if member.system == key
        )
        groups += [tag("h3", f"{before}{titles.get(key, key)}"), tag("ul", *rows, class_="fights")]
    return groups


def _render_add_all(missing: int, can_rest: bool) -> tuple[Html, ...]:
    words = "Add all" if missing == 1 else f"Add all {missing}"
    rested = (button(f"{words}, rested", AddParty(PartyState.RESTED), class_="quiet"),) if can_rest else ()
    return tag("p", "Skips anyone already here"), *rested, button(words, AddParty(), class_="primary")


def _render_removed(removed: tuple[RemovedMember, ...], titles: Mapping[str, str]) -> Html:
    rows = (
        tag(
            "li",
            tag(
                "p",
                tag("strong", gone.member.command.name),
                tag("small", f"{titles.get(gone.member.system, gone.member.system)} · removed {gone.when}"),
                class_="fight",
            ),
            button(
                "Bring back",
                RestoreMember(gone.member.key),
                class_="quiet",
                aria_label=f"Bring back {gone.member.command.name}",
            ),
        )
        for gone in removed
    )
    return tag(
        "details",
        tag("summary", f"Removed ({len(removed)})"),
        tag("p", "They can be brought back for at least 30 days.", class_="hint"),
        tag("ul", *rows, class_="fights"),
    )


def _render_member(
    member: PartyMember, into: str, here: Collection[str], modifiers: Collection[str], *, up: bool
) -> Html:
    command = member.command_to_join()
    name, state = command.name, state_words(member, up=up)
    full = max(command.health, command.full_health)
    told = [command.side, f"health {full}" if full else ""]
    told += [_format_field(key, value, key in modifiers) for key, value in command.sheet.items()]
    values = ", ".join(filter(None, told))
    is_here = member.key in here
    can_join = bool(into) and (member.enemy or member.system == into)
    words = "Add another" if is_here else "Add"
    add = button(words, AddMember(member.key), aria_label=f"{words} {name}") if can_join else None
    rested = (
        button("Add rested", AddMember(member.key, PartyState.RESTED), class_="quiet", aria_label=f"Add {name}, rested")
        if can_join and state and not is_here
        else None
    )
    where = f" after {member.fight_name}" if member.fight_name else ""
    return tag(
        "li",
        tag(
            "p",
            tag("strong", name, tag("span", "in this fight", class_="mark") if is_here else None),
            tag("small", values[:200]),
            tag("small", f"{state}{where}") if state else None,
            class_="fight",
        ),
        rested,
        add,
        button("", RemoveMember(member.key), class_="icon i-bin", aria_label=f"Remove {name}"),
    )


def _format_field(key: str, value: Value, is_modifier: bool) -> str:
    word = key.replace("_", " ")
    if isinstance(value, bool) or value == "":
        return word if value else ""
    return f"{word} {value:+d}" if is_modifier and isinstance(value, int) else f"{word} {value}"


def _describe_part(aside: QuarantinedPart) -> str:
    return f"{steps(len(aside.records))}. {aside.why}" if aside.key else aside.why


def render_quarantine(asides: tuple[QuarantinedPart, ...], error: str = "") -> Sheet:
    """Render the quarantined parts, with buttons to retry, export and discard them."""
    rows = (
        tag(
            "li",
            tag(
                "p",
                tag("strong", aside.name),
                tag("small", _describe_part(aside)),
                class_="fight",
            ),
            button("Try again", RetryQuarantined(aside.id), class_="quiet", aria_label=f"Try {aside.name} again")
            if aside.key
            else None,
            button("Export…", ExportQuarantined(aside.id), class_="quiet"),
            button("Discard…", AskDiscardQuarantined(aside.id), class_="quiet danger"),
        )
        for aside in asides
    )
    hint = (
        "What could not be read: mostly parts of a fight’s history. They are kept as found until you discard them. "
        "“Try again” puts a part back where it fits, or makes a separate fight of it."
    )
    empty = tag("p", "Nothing is damaged or out of order.", class_="empty")
    rest = tag("ul", *rows, class_="fights") if asides else empty
    return sheet("Damaged parts", tag("p", hint, class_="hint") if asides else None, problem(error), rest)


def render_discard_question(aside: QuarantinedPart) -> Sheet:
    """Render the question before a quarantined part is discarded; it cannot be restored."""
    return Sheet(
        f"Discard what was set aside from {aside.name}?",
        (
            tag("p", _describe_part(aside)),
            tag("p", "They are removed from this device. This cannot be undone."),
        ),
        foot=(
            button("Keep them", OpenQuarantine(), class_="quiet"),
            button("Export…", ExportQuarantined(aside.id), class_="quiet"),
            button("Discard", DiscardQuarantined(aside.id), class_="primary danger"),
        ),
    )
