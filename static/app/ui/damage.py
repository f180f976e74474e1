"""The damage sheet: its targets, their shares, the health they would have, and the pad for the amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.intents.combatants import (
    DamageButton,
    DamageKey,
    DealAmount,
    Digit,
    Heals,
    PickAll,
    PickCondition,
    PickEnd,
    PickHit,
    PickShare,
    TypeOwn,
)
from app.ui.markup import Html, button, classes, join, tag, toggle
from app.ui.sheet import Sheet, problem
from app.ui.words import capitalized, letters_of, side_places
from app.values.forms import DamageForm
from app.values.tried import try_out
from turntrack.core.commands import Hit, PoolHealth
from turntrack.core.model import Combatant, Encounter, Id, Share, Until
from turntrack.core.names import name_all
from turntrack.core.score import signed
from turntrack.core.settings import HALVES, setting
from turntrack.rules.conditions import NAMES, known_names, usual_end
from turntrack.rules.damage import Squad, pool_of, squad_of
from turntrack.rules.health import (
    can_bear,
    counts_up,
    counts_wounds,
    has_limit,
    is_counted,
    points_dealt,
    share_of,
    tally_as,
    tally_of,
)
from turntrack.systems.protocol import TurnSystem

AT_ONCE = range(1, 21)
"""Amounts that take one tap where there is one target."""

_WOUNDS_AT_ONCE = range(1, 7)
"""The same of wounds."""

MOST_NAMED = 8
"""More combatants than this are shown by their letters alone."""


@dataclass(frozen=True, slots=True)
class ChipView:
    """A chip that picks a combatant, a group or a side."""

    key: str
    label: str
    side: int | None
    is_on: bool
    letters: str = ""
    """Replaces the name if there are many targets, so that their shares stay visible."""


@dataclass(frozen=True, slots=True)
class HitView:
    """A target with its share of the damage, and its health before and after."""

    id: Id
    name: str
    side: int
    share: Share
    was: str
    now: str
    """Health afterwards; empty if it does not change."""
    is_down: bool
    own: int
    """The target's own amount; 0 for that of all."""
    is_typed: bool
    """Whether the pad changes that amount."""


@dataclass(frozen=True, slots=True)
class PoolView:
    group: str
    is_pooled: bool


@dataclass(frozen=True, slots=True)
class DamageView:
    people: tuple[ChipView, ...]
    groups: tuple[ChipView, ...]
    sides: tuple[ChipView, ...]
    taking: tuple[HitView, ...]
    leaves: tuple[tuple[str, bool], ...]
    """Conditions that the damage may leave, and whether each is picked."""
    ends: tuple[tuple[str, PickEnd, bool], ...]
    """How long they may last, and whether that is picked; empty while no condition is picked."""
    pools: tuple[PoolView, ...]
    """The groups of the targets."""
    uncounted: int
    """Number of targets whose health is not counted."""
    amount: int
    """The amount that is typed."""
    counted_from: int
    """The health that would be counted: the amount of all; 0 while none is typed."""
    heals: bool
    beyond: bool
    may_go_beyond: bool
    note: str
    does: str
    falls: str
    """Sentence about the targets that would fall; empty for none."""
    is_ready: bool
    has_amounts: bool
    """Whether amounts are offered as single taps.

    Wounds are few; of points, there is one target, whose health is counted if it is healed.
    """
    up: bool
    """Whether damage is counted up."""
    is_wounds: bool
    """Whether damage is dealt in wounds."""
    attacks: bool
    """Whether the damage is that of the open attack."""


def damage_view(form: DamageForm, encounter: Encounter, system: TurnSystem) -> DamageView:
    """Build the view; the outcome is computed by the engine without changing the fight."""
    hits = tuple(hit for hit in form.hits if hit.id in encounter.combatants)
    ids = {hit.id for hit in hits}
    tried = try_out(encounter, form.command(encounter), system)
    after, wrong = tried.after, tried.refusal or ""
    counted = [hit for hit in hits if is_counted(encounter, encounter.combatants[hit.id])]
    fallen = (
        [combatant_id for combatant_id in encounter.order if _falls(encounter, after, combatant_id)] if after else []
    )
    groups = dict.fromkeys(
        combatant.group
        for combatant in (encounter.combatants[combatant_id] for combatant_id in encounter.order)
        if combatant.group
    )
    picked = dict.fromkeys(
        combatant.group for combatant in (encounter.combatants[hit.id] for hit in hits) if combatant.group
    )
    places = side_places(encounter)
    letters = letters_of(encounter)
    names = known_names(encounter, system.conditions or NAMES)
    word = "Heal" if form.heals else "Attack" if form.attacks else "Damage"
    return DamageView(
        people=tuple(
            ChipView(
                combatant_id,
                encounter.name_of(combatant_id),
                places[encounter.combatants[combatant_id].side],
                combatant_id in ids,
                letters.get(encounter.combatants[combatant_id].name, "") if len(encounter.order) > MOST_NAMED else "",
            )
            for combatant_id in encounter.order
        ),
        groups=tuple(chip for group in groups for chip in _group_chip(encounter, "group", group, ids)),
        sides=tuple(chip for side in places for chip in _group_chip(encounter, "side", side, ids)),
        taking=tuple(
            _hit_view(hit, encounter, after, places[encounter.combatants[hit.id].side], hit.id == form.typing)
            for hit in hits
        ),
        leaves=tuple((name, name in form.leaves) for name in names) if not form.heals else (),
        ends=tuple(_ends(form, encounter, system)) if form.leaves and not form.heals else (),
        pools=tuple(PoolView(group, group in encounter.pools) for group in picked),
        uncounted=len(hits) - len(counted),
        amount=form.typed,
        counted_from=form.amount,
        heals=form.heals,
        beyond=form.beyond,
        may_go_beyond=form.beyond or any(_goes_beyond(form, encounter, hit) for hit in counted),
        note=_note(form, encounter) or _missing(form, encounter) or (wrong if form.typed and hits else ""),
        does=f"{word}{f' {len(counted)} targets' if len(counted) > 1 else ''}",
        falls=f"{encounter.names_of(fallen)} down" if fallen else "",
        is_ready=not wrong,
        has_amounts=bool(counted or not form.heals) and (len(hits) == 1 or counts_wounds(encounter)),
        up=counts_up(encounter),
        is_wounds=counts_wounds(encounter),
        attacks=form.attacks and not form.heals,
    )


def _ends(form: DamageForm, encounter: Encounter, system: TurnSystem) -> Iterator[tuple[str, PickEnd, bool]]:
    """Yield how long the conditions may last: until removed, to the actor's turns, and to each target's own.

    While none is picked, the one is on that is usual for all of the conditions.
    """
    ends = [("until removed", PickEnd(Until.REMOVED, ""))]
    for actor in encounter.acting()[:1]:
        name = encounter.name_of(actor)
        ends.append((f"to the start of {name}’s next turn", PickEnd(Until.TURN_BEGINS, actor)))
        ends.append((f"to the end of {name}’s next turn", PickEnd(Until.TURN_ENDS, actor)))
    ends.append(("to the end of their next turn", PickEnd(Until.TURN_ENDS, "")))
    usual = {form.until or usual_end(name, system) or Until.REMOVED for name in form.leaves}
    for words, intent in ends:
        yield words, intent, usual == {intent.until} and intent.whose == form.whose


def members(encounter: Encounter, kind: str, name: str) -> tuple[Id, ...]:
    """List the able members of a group or a side."""
    named = {
        combatant_id: combatant.group if kind == "group" else combatant.side
        for combatant_id, combatant in encounter.combatants.items()
    }
    return tuple(
        combatant_id
        for combatant_id in encounter.order
        if named[combatant_id] == name and encounter.standings[combatant_id].able
    )


def _group_chip(encounter: Encounter, kind: str, name: str, picked: set[Id]) -> tuple[ChipView, ...]:
    """Return a chip that picks a whole group or side, if it has several members."""
    ids = members(encounter, kind, name)
    if len(ids) < 2:
        return ()
    side = side_places(encounter)[encounter.combatants[ids[0]].side]
    words = name_all(name, side_places(encounter))
    label = capitalized(words) if kind == "side" else f"{name} ×{len(ids)}"
    return (ChipView(name, label, side, picked.issuperset(ids)),)


def _hit_view(hit: Hit, encounter: Encounter, after: Encounter | None, side: int, is_typed: bool) -> HitView:
    was, now, is_down = _health_words(hit, encounter, after)
    name = encounter.combatants[hit.id].name
    return HitView(hit.id, name, side, hit.share, was, now, is_down, hit.amount, is_typed)


def _health_words(hit: Hit, encounter: Encounter, after: Encounter | None) -> tuple[str, str, bool]:
    """Write a target's health before and after, the latter empty without a change, and whether the target is out."""
    combatant = encounter.combatants[hit.id]
    if not is_counted(encounter, combatant) and not combatant.temporary:
        return "not counted", "", False
    if squad := squad_of(encounter, hit.id):
        return _pool_words(squad, encounter, after)
    then = after.combatants[hit.id] if after else combatant
    is_down = can_bear(encounter, combatant) and not can_bear(encounter, then)
    falls = ", down" if _falls(encounter, after, hit.id) else ""
    now = f"{_points(encounter, then)}{falls}" if then != combatant else ""
    return _points(encounter, combatant), now, is_down


def _pool_words(squad: Squad, encounter: Encounter, after: Encounter | None) -> tuple[str, str, bool]:
    """Write the same of a health that is shared, and whether fewer are left to bear it."""
    was, then = pool_of(encounter, squad), pool_of(after or encounter, squad)
    before, later = (tally_as(encounter, pool.health, pool.full) for pool in (was, then))
    now = f"{signed(later.points)}, {then.left} of {then.members} left" if then != was else ""
    return f"{squad.name} together: {signed(before.points)}", now, then.left < was.left


def _points(encounter: Encounter, combatant: Combatant) -> str:
    """Format health, or the damage taken, and temporary points."""
    health, temporary = tally_of(encounter, combatant), combatant.temporary
    points = str(health) if health and health.is_wounds else signed(health.points) if health else ""
    if not temporary:
        return points
    return f"{points}, {temporary} temporary" if health and health.is_damage else f"{points} +{temporary}".lstrip()


def _falls(before: Encounter, after: Encounter | None, combatant_id: Id) -> bool:
    return after is not None and before.standings[combatant_id].able and not after.standings[combatant_id].able


def _goes_beyond(form: DamageForm, encounter: Encounter, hit: Hit) -> bool:
    combatant, points = encounter.combatants[hit.id], points_dealt(encounter, form.amount, hit)
    if form.heals:
        return combatant.health + points > max(combatant.full_health, combatant.health)
    return has_limit(encounter, combatant) and points - combatant.temporary > max(combatant.health, 0)


def _note(form: DamageForm, encounter: Encounter) -> str:
    """Return a sentence on how half of an odd amount is rounded; empty if nobody takes half of one."""
    if form.amount % 2 == 0 or not any(hit.share is Share.HALF for hit in form.hits):
        return ""
    return f"Half is rounded {setting(encounter, HALVES)}: {share_of(encounter, form.amount, Share.HALF)}."


def _missing(form: DamageForm, encounter: Encounter) -> str:
    """Ask for the amounts that are missing beside those of single targets; empty if nothing is."""
    there = [hit for hit in form.hits if hit.id in encounter.combatants and hit.share is not Share.NONE]
    without = [hit.id for hit in there if not hit.amount]
    is_missing = not form.amount and 0 < len(without) < len(there)
    return f"How much for {encounter.names_of(without)}?" if is_missing else ""


SHARES = {Share.ALL: "full", Share.HALF: "half", Share.DOUBLE: "double", Share.NONE: "none"}


def render_damage_form(view: DamageView, error: str) -> Sheet:
    """Render the sheet. Nothing happens before its main button, or an amount of a single tap."""
    picked = [chip for chip in (*view.sides, *view.groups) if chip.is_on]
    hint = "or tap their rows" if not picked else ""
    return Sheet(
        "Healing" if view.heals else "Attack" if view.attacks else "Damage",
        (
            tag(
                "div",
                problem(error),
                _render_targets(view),
                _render_hits(view.taking) if view.taking else None,
                # Below what may be tapped next: the amounts go when another target is picked.
                _render_at_once(view) if view.has_amounts else None,
                _render_extras(view),
                class_="dealt",
            ),
            _render_pad(view),
        ),
        under=hint,
        foot=(
            tag("p", view.note) if view.note or not view.ends else None,
            _render_ends(view),
            button(
                join(view.does, tag("small", view.falls) if view.falls else None),
                DamageButton.DEAL,
                class_="primary",
                id="deal",
                data_key="d",
                disabled=not view.is_ready,
            ),
        ),
        kind="hurt",
    )


def _render_at_once(view: DamageView) -> Html:
    """Render the amounts of a single tap, with the sign of what they change if that is their whole share."""
    is_plain = view.attacks or view.taking[0].share is not Share.ALL
    sign = "" if is_plain else "+" if view.heals is not view.up else "−"
    offered = _WOUNDS_AT_ONCE if view.is_wounds else AT_ONCE
    amounts = (button(f"{sign}{amount}", DealAmount(amount)) for amount in offered)
    look = classes("at-once", view.heals and "good")
    return tag("div", *amounts, class_=look, role="group", aria_label=f"{view.does} in one tap")


def _render_targets(view: DamageView) -> Html:
    chips = [
        *(_render_all_chip(chip, 0) for chip in view.sides),
        *(_render_all_chip(chip, 1) for chip in view.groups),
        *(_render_target(chip, view) for chip in view.people),
    ]
    return tag("div", *chips, class_="set whom", role="group", aria_label="Targets")


def _render_target(chip: ChipView, view: DamageView) -> Html:
    """Render a combatant's chip, and beside it a button that picks the combatant for half the damage."""
    if chip.letters:
        return _render_chip(chip)
    is_half = any(taking.id == chip.key and taking.share is Share.HALF for taking in view.taking)
    half = toggle("½", PickShare(chip.key, Share.HALF), is_half, "chip half", aria_label=f"{chip.label}: half")
    return tag("span", _render_chip(chip), half, class_="pair")


def _render_chip(chip: ChipView) -> Html:
    return toggle(
        chip.letters or chip.label,
        PickHit(chip.key),
        chip.is_on,
        f"{'bare bead who' if chip.letters else 'chip who dot'} side-{chip.side}",
        id=f"hit-{chip.key}",
        title=chip.label if chip.letters else None,
        aria_label=chip.label if chip.letters else None,
    )


def _render_all_chip(chip: ChipView, is_group: int) -> Html:
    return toggle(chip.label, PickAll(is_group, chip.key), chip.is_on, f"chip who all side-{chip.side}")


def _render_hits(taking: Sequence[HitView]) -> Html:
    return tag("ul", *(_render_hit(each, len(taking) > 1) for each in taking), class_="hit-list")


def _render_hit(taking: HitView, is_one_of_many: bool) -> Html:
    is_own = bool(taking.own or taking.is_typed)
    parts = [
        toggle(
            word, PickShare(taking.id, share), share is taking.share and not is_own, "", id=f"share-{taking.id}-{share}"
        )
        for share, word in SHARES.items()
    ]
    if is_one_of_many:
        words, look = taking.own or "own", "at-pad" if taking.is_typed else ""
        label = f"own amount{f': {taking.own}' if taking.own else ''}"
        parts.append(toggle(words, TypeOwn(taking.id), is_own, look, id=f"own-{taking.id}", aria_label=label))
    went = join(taking.was, " → ", tag("strong", taking.now)) if taking.now else taking.was
    return tag(
        "li",
        tag("div", tag("b", taking.name, class_="dot"), tag("p", went)),
        tag("div", *parts, class_="part", role="group", aria_label=f"{taking.name} takes"),
        class_=classes(f"side-{taking.side}", taking.is_down and "down"),
    )


def _render_extras(view: DamageView) -> Html | None:
    """Render further inputs: conditions for the targets, health beyond its bounds, health of a group."""
    chips = [toggle(name, PickCondition(name), is_on) for name, is_on in view.leaves]
    more = []
    if view.may_go_beyond:
        words = "may go above full" if view.heals is not view.up else "may go below 0"
        more.append(toggle(words, DamageKey.BEYOND, view.beyond))
    more += [_render_pool(pool) for pool in view.pools]
    if view.uncounted:
        health = "its health" if view.uncounted == 1 else f"the health of {view.uncounted}"
        label = f"start counting {health}{f' at {view.counted_from}' if view.counted_from else ': type it first'}"
        more.append(button(label, DamageButton.COUNT_HEALTH, class_="chip", disabled=not view.counted_from))
    if not (chips and view.taking) and not more:
        return None
    return join(
        tag("div", tag("h3", "Also make them"), *chips, class_="set") if chips and view.taking else None,
        tag("div", *more, class_="set") if more else None,
    )


def _render_ends(view: DamageView) -> Html | None:
    """Render how long the picked conditions last: beside the main button, so that nothing moves under the finger."""
    toggles = [toggle(words, intent, is_on) for words, intent, is_on in view.ends]
    return tag("div", *toggles, class_="lasts", role="group", aria_label="How long") if toggles else None


def _render_pool(pool: PoolView) -> Html:
    switched = PoolHealth(pool.group, not pool.is_pooled)
    return toggle(f"{pool.group}: one health together", switched, pool.is_pooled)


def _render_pad(view: DamageView) -> Html:
    kinds = (toggle(word, Heals(heals), view.heals is bool(heals), "") for heals, word in ((0, "damage"), (1, "heal")))
    amount = tag(
        "div",
        tag("span", *kinds, class_="part"),
        tag("strong", view.amount or "", class_=classes("amount-shown", view.heals and "good"), role="status"),
        button("", DamageKey.RUB_OUT, class_="icon i-rub", aria_label="Delete", data_key="Backspace"),
        class_="amount",
    )
    digits = [button(digit, Digit(digit), id=f"digit-{digit}", data_key=str(digit)) for digit in range(1, 10)]
    last = (
        button("half", DamageKey.HALVE, class_="wordy", data_key="h"),
        button(0, Digit(0), id="digit-0", data_key="0"),
        button("double", DamageKey.REDOUBLE, class_="wordy", data_key="x"),
    )
    return tag("div", amount, *digits, *last, class_="pad", role="group", aria_label="Amount")
