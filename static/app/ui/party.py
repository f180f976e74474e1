"""The party: members and enemies, how the last fight has left them, and the sheet of a rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.intents import FormIntent
from app.intents.library import (
    AddMember,
    AddParty,
    ExportButton,
    ImportButton,
    PartyButton,
    PartyState,
    RemoveMember,
    RestoreMember,
    SaveMember,
    SaveSide,
)
from app.ui.markup import Html, button, tag
from app.ui.sheet import Sheet, problem, render_field
from app.values.forms import HEALTH, POINTS, RESTS
from app.values.stored import PartyMember, RemovedMember, is_member
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Combatant
from turntrack.core.names import name_all
from turntrack.core.score import write_count
from turntrack.rules.health import tally
from turntrack.systems.protocol import TurnSystem


def render_party(
    members: Sequence[PartyMember],
    titles: Mapping[str, str],
    system: TurnSystem | None,
    fighters: tuple[Combatant, ...],
    up: Collection[str],
    wounds: Collection[str],
    removed: tuple[RemovedMember, ...],
    error: str,
) -> Sheet:
    """Render the party. ``system`` and ``fighters`` are those of the open fight, if there is one.

    ``up`` are the systems in which damage is counted up, ``wounds`` the members for whom it is counted in wounds.
    """
    into = system.key if system else ""
    modifiers = {field.key for field in system.fields if field.is_modifier} if system else set[str]()
    enemies = [member for member in members if member.enemy]
    members = [member for member in members if not member.enemy]
    party = [member for member in members if member.system == into]
    here = {member.key for member in party if any(is_member(fighter, member) for fighter in fighters)}
    groups = _render_groups(members, "", titles, into, here, modifiers, up, wounds)
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
        button(f"Keep {name_all(side, new)}", SaveSide(side), class_="chip i-plus")
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
            tag("p", button("Import…", ImportButton.IMPORT, class_="chip i-import"))
            if not groups and not fighters
            else None,
            tag("h3", "From this fight into the party") if fighters else None,
            tag("p", *sides, *keep, class_="chips") if fighters else None,
            *_render_groups(enemies, "Enemies: ", titles, into, (), modifiers, up, wounds),
            tag("p", button("Rest…", PartyButton.OPEN_PARTY_REST, class_="chip i-wait"))
            if members and not system
            else None,
            tag("p", button("Export the party…", ExportButton.EXPORT_PARTY, class_="chip i-export"))
            if groups or enemies
            else None,
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
    wounds: Collection[str],
) -> list[Html]:
    """Render the members by their rules, those that can join the open fight first.

    ``modifiers`` are the keys of that fight's fields that are shown with a sign.
    """
    groups = []
    for key in sorted(dict.fromkeys(member.system for member in members), key=lambda key: key != into):
        rows = (
            _render_member(
                member, into, here, modifiers if key == into else (), up=key in up, wounds=member.key in wounds
            )
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
    member: PartyMember, into: str, here: Collection[str], modifiers: Collection[str], *, up: bool, wounds: bool
) -> Html:
    command = member.command_to_join()
    name, state = command.name, state_words(member, up=up, wounds=wounds)
    full = max(command.health, command.full_health)
    told = [command.side, full_health_words(full, wounds=wounds)]
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


def full_health_words(full: int, *, wounds: bool) -> str:
    """Say how much health a combatant has, or at which wound it is down; empty where that is not told.

    >>> [full_health_words(full, wounds=wounds) for full, wounds in ((15, False), (4, True), (0, False))]
    ['health 15', 'down at 4 wounds', '']
    """
    if not full:
        return ""
    return f"down at {write_count(full, 'wound')}" if wounds else f"health {full}"


def _format_field(key: str, value: Value, is_modifier: bool) -> str:
    word = key.replace("_", " ")
    if isinstance(value, bool) or value == "":
        return word if value else ""
    return f"{word} {value:+d}" if is_modifier and isinstance(value, int) else f"{word} {value}"


def state_words(member: PartyMember, *, up: bool, wounds: bool = False) -> str:
    """Say how the last fight has left a member: ``6 of 15, arrows 3 of 12, blind``; empty for a whole one.

    ``up`` tells that damage is counted up, ``wounds`` that it is counted in wounds.
    """
    return command_state_words(member.standing, up=up, wounds=wounds) if member.standing else ""


def command_state_words(command: AddCombatant, *, up: bool, wounds: bool = False) -> str:
    """Say what a carried combatant has to recover; empty for nothing."""
    return ", ".join(_state(command, up, wounds))


def _state(command: AddCombatant, up: bool, wounds: bool) -> Iterable[str]:
    if command.fallen:
        yield "down"
    full = max(command.health, command.full_health)
    if command.health < full:
        yield str(tally(command.health, full, up=up or wounds, wounds=wounds))
    if command.temporary:
        yield f"{command.temporary} temporary"
    yield from (
        f"{counter.name} {counter.value} of {counter.most}"
        for counter in command.counters
        if counter.value < counter.most
    )
    yield from (condition.name for condition in command.conditions)
    yield from (f"{key.replace('_', ' ')} {value}" for key, value in command.facts.items())


@dataclass(frozen=True, slots=True)
class RestView:
    """Somebody who may rest."""

    key: str
    name: str
    state: str
    """What there is to recover; empty for nothing."""
    rests: bool
    """Whether the box is ticked at first."""
    is_other: bool = False
    """Whether it is no member of the party, so that the box is folded."""


def render_rest(who: Iterable[RestView], sends: FormIntent, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the health that the rest restores, and who may rest."""
    everybody = tuple(who)
    party = [_render_box(each, given) for each in everybody if not each.is_other]
    others = [_render_box(each, given) for each in everybody if each.is_other]
    fold = tag("details", tag("summary", f"Others ({len(others)})"), tag("div", *others, class_="fields"))
    return Sheet(
        "Rest",
        (
            problem(error),
            _render_ways(str(given.get(HEALTH.key, HEALTH.default))),
            tag("div", render_field(POINTS, given.get(POINTS.key, POINTS.default)), class_=("fields", "rest-points")),
            tag("div", *party, class_="fields", id="who-rests") if party else None,
            (fold if party else tag("div", *others, class_="fields")) if others else None,
            tag("p", "Counters refill, but not those refilled by hand. Conditions until a rest end.", class_="hint"),
        ),
        sends=sends,
        foot=(tag("button", "Rest", type="submit", class_="primary"),),
    )


def _render_ways(chosen: str) -> Html:
    """Render how much health comes back, one of several."""
    ways = (
        tag(
            "label",
            tag(
                "input",
                type="radio",
                name=HEALTH.key,
                value=pick.key,
                id=f"rest-{pick.key}",
                checked=pick.key == chosen,
            ),
            tag("span", pick.label),
            class_="chip",
        )
        for pick in HEALTH.picks
    )
    return tag(
        "p",
        tag("span", HEALTH.label, class_="label"),
        *ways,
        class_="chips",
        role="radiogroup",
        aria_label=HEALTH.label,
    )


def _render_box(each: RestView, given: Mapping[str, str | bool]) -> Html:
    key, label = f"{RESTS}{each.key}", f"{each.name}: {each.state}" if each.state else each.name
    return render_field(Field(key, label, Kind.FLAG, each.rests), given.get(key, each.rests))
