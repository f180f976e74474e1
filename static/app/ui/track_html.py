"""HTML of the string: a row for each combatant; and of the rows on the slab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from app.intents import Intent
from app.intents.combatants import OpenDamage
from app.intents.fight import Person, Unfold, Why
from app.intents.html_codec import Sent
from app.ui.markup import Html, Pieces, button, classes, join, render_name, tag
from app.ui.panel_html import render_damage_buttons
from app.ui.slab import render_fall_button, render_rise_button
from app.ui.track import LOW_TENTHS, FoldView, RowView, TrackView
from turntrack.core.commands import CloseRound, DuplicateCombatant
from turntrack.core.model import Id
from turntrack.core.names import family_of
from turntrack.core.score import signed
from turntrack.rules.health import Tally
from turntrack.systems.protocol import Badge


def render_slab_rows(view: TrackView) -> Pieces:
    """Render the actors on the slab."""
    return tuple((f"row-{row.id}", render_row(row)) for row in view.slab)


def render_track(view: TrackView) -> Pieces:
    """Render the rows, next actor first; the end of the round; then combatants who are done or fallen.

    The string is one tab stop with arrow keys between its rows: see ``keys.js``.
    """
    rows = _render_pieces(view.active)
    if view.end_words:
        rows.append(("line-end", _render_line_end(view.end_words, view.end_way, view.has_zero, view.can_skip)))
    if view.done:
        rows.append(("divider", tag("li", view.done_title, class_="divider", id="divider")))
        rows += _render_pieces(view.done)
    if view.fallen:
        rows.append(("divider-fallen", tag("li", "fallen", class_="divider", id="divider-fallen")))
        rows += _render_pieces(view.fallen)
    return tuple(rows)


def _render_pieces(rows: Iterable[RowView | FoldView]) -> list[tuple[str, Html]]:
    return [
        (f"row-{row.id}", render_row(row)) if isinstance(row, RowView) else (f"fold-{row.key}", render_fold(row))
        for row in rows
    ]


@lru_cache(maxsize=512)
def render_row(row: RowView) -> Html:
    """Render a combatant's row."""
    over = row.done or row.fallen
    return tag(
        "li",
        _render_bead(row),
        button(
            _render_words(row),
            Person(row.id),
            class_="body",
            id=f"body-{row.id}",
            tabindex=-1,
            aria_description=row.side_name or None,
        ),
        _render_chance(row) if row.chance else None,
        _render_more(row.id, row.name) if row.has_more else None,
        _render_health(row.id, row.name, row.health, row.tenths) if row.health else None,
        _render_wounds(row),
        class_=(
            "row",
            f"side-{row.side}",
            row.acting and "acting",
            row.waits and "waits",
            over and "over",
            row.even and "unscaled",
            bool(row.nominate) and "offered",
            row.is_chosen and "chosen",
            (row.struck or row.may_fall or row.may_rise) and "struck",
            bool(row.amounts) and "aimed",
            *_way(row.way),
        ),
        id=f"row-{row.id}",
        data_id=row.id,
        data_way=row.way if row.way > 1 else None,
        aria_current="true" if row.acting else None,
    )


def _render_more(combatant_id: Id, name: str) -> Html:
    """Render the button that adds another combatant of this kind."""
    words, more = f"One more {family_of(name)}", DuplicateCombatant(combatant_id)
    return button("", more, class_="icon i-add one-more", tabindex=-1, aria_label=words, title=words)


def _render_bead(row: RowView) -> Html:
    """Render the bead: the number, which is also the handle; without a number, the button that gives the turn."""
    intent: Intent | Sent
    if row.number:
        intent, does = Why(row.id), f"{row.name}: {row.spoken}. Why?"
    elif row.nominate:
        intent, does = row.nominate, f"Give turn to {row.name}, {row.letters}."
    else:
        intent, does = Person(row.id), f"{row.name}, {row.letters}."
    if row.known:
        does = f"{does} Initiative {row.known}."
    return button(
        row.number or row.known or row.letters,
        intent,
        class_=_bead_classes(row, "handle"),
        id=f"bead-{row.id}",
        tabindex=-1,
        data_handle=row.id,
        title=row.side_name or None,
        aria_label=f"{does} Drag it, or use the arrow keys, to move {row.name}",
    )


def _bead_classes(row: RowView, kind: str) -> str | None:
    return classes(
        "bead",
        kind,
        bool(row.number or row.known) and "number",
        not row.number and bool(row.nominate) and "give",
        len(row.number or row.known) > 3 and "long",
    )


_LONG_NAME, _LONGEST_NAME = 12, 18
"""A name of more characters is set smaller; one of yet more has no room on one line."""


def _render_words(row: RowView) -> Html:
    return join(render_name(row.name, "name", _length(row.name)), _render_about(row))


def _render_about(row: RowView) -> Html | None:
    """Render the note, in the same place on every row, and the badges; a single badge needs no element around it.

    Of the fallen, what a last stand counts comes first, and the note last: there is not always room for all.
    """
    if len(row.badges) == 1 and not row.fallen and not row.note and not _has_field(row.badges[0]):
        return render_badge(row.badges[0], "about")
    note = [tag("span", row.note, class_="note")] if row.note else []
    # Of one line beside the buttons, a last stand needs the room for its tallies: it says that the bearer is down.
    marks = [tag("span", "fallen", class_="mark off")] if row.fallen and not row.tally else []
    badges = sorted(row.badges, key=lambda badge: badge.tone != "counter") if row.fallen else row.badges
    marks += map(render_badge, badges)
    parts = [*marks, *note] if row.fallen else [*note, *marks]
    return tag("span", *_part_words(parts), class_="about") if parts else None


def _part_words(parts: Sequence[Html]) -> Iterator[Html | str]:
    """Yield the parts with spaces between them, for whoever hears or copies them."""
    for place, part in enumerate(parts):
        yield from (" ", part) if place else (part,)


def _has_field(badge: Badge) -> bool:
    """Return whether a badge has a background of its own."""
    return badge.ends_now or badge.tone in ("condition", "counter")


def _render_fold_name(names: str) -> Html:
    """Render the name of a fold. Where there is no room, the number of its rows stays."""
    kin, times, number = names.rpartition(" ×")
    if not times:
        return tag("b", names, class_=("name", _length(names)))
    return tag("b", tag("span", kin), tag("span", f"{times}{number}"), class_=("name", _length(names), "parted"))


def _length(name: str) -> str | None:
    if len(name) > _LONG_NAME:
        return "long longest" if len(name) > _LONGEST_NAME else "long"
    return "middling" if len(name) > 6 else None


@lru_cache(maxsize=512)
def _render_health(combatant_id: Id, name: str, health: Tally, tenths: int) -> Html:
    points, full = _health_words((health,))
    what = "Wounds of" if health.is_wounds else "Damage to" if health.is_damage else "Health of"
    return button(
        _join_health(health, points, full),
        OpenDamage(combatant_id),
        class_=_health_class(health, tenths),
        tabindex=-1,
        aria_label=f"{what} {name}: {points}{full}",
    )


def _health_words(healths: Sequence[Tally]) -> tuple[str, str]:
    """Return the points, from the least to the most, and the maximum behind a stroke, if all have the same."""
    points = dict.fromkeys([signed(health.points) for health in (healths[0], healths[-1])])
    maxima = {health.full for health in healths}
    most = maxima.pop()
    is_beyond = any(health.is_wounds and health.points > health.full for health in healths)
    return "–".join(points), f"/{most}" if most and not maxima and not is_beyond else ""


def _join_health(health: Tally, points: str, full: str) -> Html:
    if health.is_wounds:
        return join(points, tag("small", f"\N{NO-BREAK SPACE}wound{'' if points == '1' else 's'}{full}"))
    label = tag("small", "damage\N{NO-BREAK SPACE}") if health.is_damage else None
    return join(label, points, tag("small", full) if full else None)


def _health_class(health: Tally, tenths: int) -> str | None:
    shown = 10 - tenths if health.is_damage else tenths
    return classes("hp", f"h{shown}", tenths <= LOW_TENTHS and "hurt", not health.full and "unlimited")


def _render_wounds(row: RowView) -> Html | None:
    """Render the damage buttons of a row, or the button for a fall or its end."""
    if row.may_rise and not row.amounts:
        return tag("div", render_rise_button(row.id), class_="hurts")
    falls = render_fall_button((row.id,), "falls") if row.may_fall else None
    if not row.amounts:
        return tag("div", falls, class_="hurts") if falls else None
    return render_damage_buttons(row, falls)


def _render_chance(row: RowView) -> Html:
    return tag("span", row.chance, class_=f"chance h{row.chance_tenths}", title="chance to act first", data_of="first")


def _render_health_of_all(fold: FoldView) -> Html:
    most = fold.healths[-1]
    return tag("span", _join_health(most, *_health_words(fold.healths)), class_=_health_class(most, fold.tenths))


@lru_cache(maxsize=64)
def render_fold(fold: FoldView) -> Html:
    """Render several rows as one that unfolds."""
    row = fold.first
    return tag(
        "li",
        tag("span", row.number or row.known or row.letters, class_=_bead_classes(row, "folded"), aria_hidden="true"),
        button(
            join(
                _render_fold_name(fold.names),
                tag(
                    "span", *map(render_badge, filter(_has_field, row.badges)), tag("span", "show each"), class_="about"
                ),
            ),
            Unfold(fold.kind),
            class_="body",
            tabindex=-1,
            aria_description=row.side_name or None,
        ),
        _render_more(fold.more, row.name) if fold.more else None,
        _render_health_of_all(fold) if fold.healths else None,
        tag("div", render_fall_button(fold.ids, "falls"), class_="hurts") if row.may_fall else None,
        class_=(
            "row",
            "fold",
            f"side-{row.side}",
            (row.done or row.fallen) and "over",
            row.may_fall and "struck",
            row.even and "unscaled",
            bool(row.nominate) and "offered",
            *_way(row.way),
        ),
        id=f"fold-{fold.key}",
        data_id=row.id,
        data_count=fold.count,
    )


@lru_cache(maxsize=64)
def _render_line_end(label: str, way: int, has_zero: bool, can_skip: bool) -> Html:
    return tag(
        "li",
        tag("span", label, data_zero="0" if has_zero else None),
        button("Skip to it", CloseRound(), class_="quiet", tabindex=-1, aria_label=f"Skip to it: the {label}")
        if can_skip
        else None,
        class_=("line-end", *_way(way)),
        id="line-end",
        data_way=way if way > 1 else None,
    )


def _way(way: int) -> tuple[str, ...]:
    """Return the classes for a distance, as tens and units: CSS cannot read numbers from attributes."""
    return ("ticked", f"tens-{way // 10}", f"units-{way % 10}") if way else ()


@lru_cache(maxsize=512)
def render_badge(badge: Badge, kind: str = "") -> Html:
    """Render a badge; of a counter without enough room, the name is cut and not the value."""
    name, space, value = badge.text.rpartition(" ") if badge.tone == "counter" else ("", "", badge.text)
    return tag(
        "span",
        tag("span", name) if name else None,
        space + value,
        class_=(kind, "badge", badge.tone, badge.ends_now and "ends i-wait"),
        title=badge.rule or None,
    )
