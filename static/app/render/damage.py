"""HTML of the damage sheet: targets, their shares, and the pad for the amount."""

from __future__ import annotations

from app.intents.combatants import (
    Beyond,
    CountHealthIntent,
    Deal,
    Digit,
    Halve,
    Heals,
    PickAll,
    PickCondition,
    PickHit,
    PickShare,
    Redouble,
    RubOut,
)
from app.render.forms import problem
from app.render.markup import Html, button, classes, join, tag
from app.render.quick_damage_buttons import render_amount_buttons
from app.render.sheet import Sheet
from app.views.damage import ChipView, DamageView, HitView, PoolView
from turntrack.core.commands import PoolHealth
from turntrack.core.model import Share

SHARES = {Share.ALL: "full", Share.HALF: "half", Share.DOUBLE: "double", Share.NONE: "none"}


def render_damage_form(view: DamageView, error: str) -> Sheet:
    """Render the sheet. Nothing happens before its main button, or an amount of a single tap."""
    picked = [chip for chip in (*view.sides, *view.groups) if chip.is_on]
    hint = "or tap their rows" if not picked else ""
    return Sheet(
        "Healing" if view.heals else "Damage",
        (
            tag(
                "div",
                problem(error),
                _render_targets(view),
                tag("ul", *map(_render_hit, view.taking), class_="hit-list") if view.taking else None,
                tag("div", tag("h3", "Quick"), render_amount_buttons(view.single, up=view.up), class_="set")
                if view.single
                else None,
                _render_extras(view),
                class_="dealt",
            ),
            _render_pad(view),
        ),
        under=hint,
        foot=(
            tag("p", view.note),
            button(
                join(view.does, tag("small", view.falls) if view.falls else None),
                Deal(),
                class_="primary",
                id="deal",
                data_key="d",
                disabled=not view.is_ready,
            ),
        ),
        kind="hurt",
    )


def _render_targets(view: DamageView) -> Html:
    chips = [
        *(_render_all_chip(chip, 0) for chip in view.sides),
        *(_render_all_chip(chip, 1) for chip in view.groups),
        *(_render_target(chip, view) for chip in view.people),
    ]
    return tag("div", *chips, class_="set whom", role="group", aria_label="Targets")


def _render_target(chip: ChipView, view: DamageView) -> Html:
    """Render a combatant's chip, and beside it a button that picks the combatant for half the damage."""
    if chip.letters or view.heals:
        return _render_chip(chip)
    is_half = any(taking.id == chip.key and taking.share is Share.HALF for taking in view.taking)
    half = button(
        "½",
        PickShare(chip.key, Share.HALF),
        class_=classes("chip half", is_half and "on"),
        aria_label=f"{chip.label}: half",
        aria_pressed=_so(is_half),
    )
    return tag("span", _render_chip(chip), half, class_="pair")


def _render_chip(chip: ChipView) -> Html:
    return button(
        chip.letters or chip.label,
        PickHit(chip.key),
        class_=classes("bare bead who" if chip.letters else "chip who dot", f"side-{chip.side}", chip.is_on and "on"),
        id=f"hit-{chip.key}",
        title=chip.label if chip.letters else None,
        aria_label=chip.label if chip.letters else None,
        aria_pressed="true" if chip.is_on else "false",
    )


def _render_all_chip(chip: ChipView, is_group: int) -> Html:
    return button(
        chip.label,
        PickAll(is_group, chip.key),
        class_=classes("chip who all", f"side-{chip.side}", chip.is_on and "on"),
        aria_pressed="true" if chip.is_on else "false",
    )


def _render_hit(taking: HitView) -> Html:
    parts = (
        button(
            word,
            PickShare(taking.id, share),
            class_="on" if share is taking.share else None,
            id=f"share-{taking.id}-{share}",
            aria_pressed="true" if share is taking.share else "false",
        )
        for share, word in SHARES.items()
    )
    went = join(taking.was, " → ", tag("strong", taking.now)) if taking.now else taking.was
    return tag(
        "li",
        tag("div", tag("b", taking.name, class_="dot"), tag("p", went)),
        tag("div", *parts, class_="part", role="group", aria_label=f"{taking.name} takes"),
        class_=classes(f"side-{taking.side}", taking.is_down and "down"),
    )


def _render_extras(view: DamageView) -> Html | None:
    """Render further inputs: conditions for the targets, health beyond its bounds, health of a group."""
    chips = [
        *(
            button(name, PickCondition(name), class_=classes("chip", is_on and "on"), aria_pressed=_so(is_on))
            for name, is_on in view.leaves
        )
    ]
    more = []
    if view.may_go_beyond:
        words = "may go above full" if view.heals is not view.up else "may go below 0"
        more.append(
            button(words, Beyond(), class_=classes("chip", view.beyond and "on"), aria_pressed=_so(view.beyond))
        )
    more += [_render_pool(pool) for pool in view.pools]
    if view.uncounted:
        who = "it" if view.uncounted == 1 else f"the {view.uncounted}"
        label = f"keep count for {who}: {view.amount}" if view.amount else f"keep count for {who}: type how much first"
        more.append(button(label, CountHealthIntent(), class_="chip", disabled=not view.amount))
    if not (chips and view.taking) and not more:
        return None
    return join(
        tag("div", tag("h3", "Also make them"), *chips, class_="set") if chips and view.taking else None,
        tag("div", *more, class_="set") if more else None,
    )


def _render_pool(pool: PoolView) -> Html:
    label = f"{pool.group}: one health together"
    return button(
        label,
        PoolHealth(pool.group, not pool.is_pooled),
        class_=classes("chip", pool.is_pooled and "on"),
        aria_pressed=_so(pool.is_pooled),
    )


def _so(is_so: bool) -> str:
    return "true" if is_so else "false"


def _render_pad(view: DamageView) -> Html:
    kinds = (
        button(
            word,
            Heals(heals),
            class_="on" if view.heals is bool(heals) else None,
            aria_pressed=_so(view.heals is bool(heals)),
        )
        for heals, word in ((0, "damage"), (1, "heal"))
    )
    amount = tag(
        "div",
        tag("span", *kinds, class_="part"),
        tag("strong", view.amount or "", class_=classes("amount-shown", view.heals and "good"), role="status"),
        button("", RubOut(), class_="icon i-rub", aria_label="Delete", data_key="Backspace"),
        class_="amount",
    )
    digits = [button(digit, Digit(digit), id=f"digit-{digit}", data_key=str(digit)) for digit in range(1, 10)]
    last = (
        button("half", Halve(), class_="wordy", data_key="h"),
        button(0, Digit(0), id="digit-0", data_key="0"),
        button("double", Redouble(), class_="wordy", data_key="x"),
    )
    return tag("div", amount, *digits, *last, class_="pad", role="group", aria_label="Amount")
