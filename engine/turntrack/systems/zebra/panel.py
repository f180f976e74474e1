"""What the screen says of Zebra Island: the now panel with each outcome, badges, and changes for the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.events import Spent, StatusSet
from turntrack.core.fields import NOTHING, Field, Values
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Term
from turntrack.systems.arrivals import coming_in_words, due_at
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, PanelInput, Preview, Section
from turntrack.systems.protocol import Badge
from turntrack.systems.toolkit.guards import offer, opponents
from turntrack.systems.toolkit.panel_inputs import FEW_SECTIONS, Offers
from turntrack.systems.toolkit.turn_order import next_below
from turntrack.systems.zebra import actions, costs, initiative, melee, memory, turns
from turntrack.systems.zebra.actions import end_if_spent
from turntrack.systems.zebra.rules import SIZES, reading_of
from turntrack.systems.zebra.weapons import Weapon, weapon_in_hand, weapons_of

KINDS = MappingProxyType(
    {
        "attack": ChoiceKind.STRIKE,
        "protect": ChoiceKind.GUARD,
        "dodge": ChoiceKind.DODGE,
        "aim": ChoiceKind.AIM,
        "aim_carefully": ChoiceKind.AIM,
        "disengage": ChoiceKind.APART,
        "reserve": ChoiceKind.WAIT,
        "message": ChoiceKind.SPEAK,
        "run": ChoiceKind.MOVE,
        "draw": ChoiceKind.READY,
    }
)
OFTEN = frozenset(("protect", "dodge", "aim", "disengage", "reserve", "message", "run"))
"""The actions that are likely on a turn, besides an attack with the weapon on the sheet."""


def sections(encounter: Encounter, entered: PanelInput) -> tuple[Section, ...]:
    if not encounter.is_open:
        return ()
    offers, acting, reserves = (
        Offers(encounter, entered),
        encounter.acting(),
        costs.reserve_holders(encounter),
    )
    own = [section for actor in acting for section in _chart_sections(offers, actor)] or [
        _end_section(encounter, reserves)
    ]
    who, shown = offers.few("reserve", reserves, FEW_SECTIONS)
    reserved = [_reserve_section(offers, holder, who) for holder in shown]
    paid = reading_of(encounter, "reaction") == "paid"
    defenders = (
        [combatant_id for combatant_id in initiative.ranking(encounter, "listed") if combatant_id not in acting]
        if paid
        else []
    )
    return (*own, *reserved, *([_reaction_section(offers, defenders)] if defenders else []))


def _chart_sections(offers: Offers, actor: Id) -> tuple[Section, ...]:
    """Offer the whole chart to the actor."""
    choice = partial(_offer_action, offers, actor, follows=cache(partial(_preview_action, offers.encounter, actor)))
    held = weapon_in_hand(offers.encounter, actor)
    sizes = _list_sizes(held)

    def section_by_size(action: str, title: str, inputs: tuple[Field, ...] = ()) -> Section:
        choices = (
            choice(
                action, label, action, inputs, {"size": size}, likely=_likelihood(action) if size == held.size else 0
            )
            for size, label in sizes
        )
        return Section(action, title, tuple(choices), inputs)

    extras = (costs.WARD, costs.FEINTING)
    run = (costs.METRES, _run_target_field(offers, actor))
    drawn = section_by_size("draw", "Draw")
    other = (costs.NOTE, costs.COST)
    plain = (
        ("dodge", "Dodge"),
        ("aim", "Aim"),
        ("aim_carefully", "Aim carefully"),
        ("disengage", "Disengage"),
        ("reserve", "Reserve"),
        ("message", "Message"),
    )
    return (
        section_by_size("attack", "Attack", (*_target_fields(offers, actor), *extras)),
        section_by_size("protect", "Protect", extras),
        Section(
            "plain", "Manoeuvre", tuple([choice(action, label, likely=_likelihood(action)) for action, label in plain])
        ),
        Section("run", "Run", (choice("run", "Run", "run", run, likely=_likelihood("run")),), run),
        replace(drawn, choices=(*_offer_weapons(offers, actor, held, choice), *drawn.choices)),
        Section("other", "Something else", (choice("other", "Do it", "other", other),), other),
    )


def _offer_weapons(offers: Offers, actor: Id, held: Weapon, choice: Callable[..., Choice]) -> Iterator[Choice]:
    """Offer to draw another weapon of the sheet than the one in hand."""
    labels = {size.key: size.label for size in SIZES}
    for weapon in weapons_of(offers.encounter.combatants[actor].sheet):
        if weapon.name and weapon.name != held.name:
            yield choice("draw", f"{weapon.name} ({labels[weapon.size]})", "draw", (), {"weapon": weapon.name})


def _reserve_section(offers: Offers, actor: Id, who: tuple[Field, ...]) -> Section:
    """Offer the uses of a reserved action."""
    key = "reserve" if who else f"reserve-{actor}"
    aim, run = _target_fields(offers, actor), (costs.METRES, _run_target_field(offers, actor))
    uses: tuple[tuple[str, str, Sequence[Field], Values], ...] = (
        ("attack", "Attack", aim, NOTHING),
        ("attack", "Feint", aim, {"feint": True}),
        ("protect", "Ward off", (), {"ward_off": True}),
        ("dodge", "Dodge", (), NOTHING),
        ("run", "Run", run, NOTHING),
        ("disengage", "Disengage", (), NOTHING),
        ("aim", "Aim", (), NOTHING),
        ("aim_carefully", "Aim carefully", (), NOTHING),
        ("other", "Something else", (costs.NOTE,), {"cost": 0}),
    )
    choices = tuple(
        [
            _offer_action(offers, actor, action, label, key, inputs, {"by": actions.FROM_RESERVE, **fixed})
            for action, label, inputs, fixed in uses
        ]
    )
    title = f"{offers.encounter.name_of(actor)}: reserved action"
    return Section(key, title, choices, (*who, *aim, *run, costs.NOTE), main=False)


def _end_section(encounter: Encounter, reserves: Sequence[Id]) -> Section:
    """Offer to end the sequence: nobody has points left, but somebody has a reserve (ZA12)."""
    lost = f"{encounter.names_of(reserves)}: what is reserved is lost"
    stated = partial(Preview, outcome=lost, rule="ZA12")
    choice = Choice(Act("", "end"), "End the sequence", stated, kind=ChoiceKind.END, likely=FIRST)
    return Section("end", "All counters are at 0 or less", (choice,))


def _reaction_section(offers: Offers, defenders: Sequence[Id]) -> Section:
    """Offer defences out of turn, which are paid at once (ZA7)."""
    who, defender = offers.who("reaction", defenders)
    paid: Values = {"by": actions.AS_REACTION}
    protect = (
        _offer_action(offers, defender, "protect", f"Protect, {label}", fixed={**paid, "size": size})
        for size, label in _list_sizes(weapon_in_hand(offers.encounter, defender))
    )
    choices = (_offer_action(offers, defender, "dodge", "Dodge", fixed=paid), *protect)
    return Section("reaction", "Defend out of turn", choices, (who,), main=False)


def _list_sizes(held: Weapon) -> tuple[tuple[str, str], ...]:
    """List the sizes of weapons with their labels, first that of the weapon in hand with its name (ZA14)."""
    own = [
        (size.key, f"{held.name} ({size.label})" if held.name else size.label)
        for size in SIZES
        if size.key == held.size
    ]
    return (*own, *[(size.key, size.label) for size in SIZES if size.key != held.size])


def _likelihood(action: str) -> int:
    return FIRST if action == "attack" else LIKELY if action in OFTEN else 0


def _offer_action(
    offers: Offers,
    actor: Id,
    action: str,
    label: str,
    section: str = "",
    inputs: Sequence[Field] = (),
    fixed: Values = NOTHING,
    follows: Callable[[int, bool], OrderAfterAction] = lambda cost, reserves: OrderAfterAction(),
    likely: int = 0,
) -> Choice:
    """Offer an action. ``follows`` returns the state after it, from its cost and whether it reserves an action."""
    command = Act(actor, action, {**offers.values(section, inputs), **fixed})
    shoots = action == "attack" and command.values.get(costs.SHOT.key) is True
    kind = ChoiceKind.SHOOT if shoots else KINDS.get(action, ChoiceKind.OTHER)

    def foretell() -> Preview:
        planned = actions.plan_action(offers.encounter, command)
        if fixed.get("by") == actions.FROM_RESERVE:
            ends = _preview_reserved_action(offers.encounter, actor).ends
            outcome = "; ".join(filter(None, ("uses up the reserve", ends)))
            return Preview("free", outcome=outcome, rule=planned.rule)
        after = initiative.points_left(offers.encounter.standings[actor]) - planned.cost
        then = follows(planned.cost, action == "reserve")
        return Preview(str(planned.cost), after, then.next, then.ends, rule=planned.rule, lands=then.lands)

    return offer(Choice(command, label, foretell, kind=kind, likely=likely))


def _target_fields(offers: Offers, actor: Id) -> tuple[Field, Field]:
    """Return the fields for the target and the shot. Fallen combatants within reach are targets too (ZA10)."""
    encounter = offers.encounter
    close, foes = melee.within_reach(encounter, actor), opponents(encounter, actor)
    engagers = tuple(melee.engagers(encounter, actor))
    last = encounter.standings[actor].aimed_at
    near = foes if not engagers or (last in foes and melee.is_engaged(encounter, last)) else engagers
    likely = offers.likely_target(actor, near) or offers.likely_target(actor, engagers)
    target = offers.target(foes, "Target", "none", now=likely, also=close)
    return target, replace(costs.SHOT, default=not engagers, help="")


def _run_target_field(offers: Offers, actor: Id) -> Field:
    """Return the field for whom to run to: also the fallen who lie out of reach (ZA10)."""
    foes, close = opponents(offers.encounter, actor), melee.within_reach(offers.encounter, actor)
    fallen = (foe for foe in foes if not offers.encounter.standings[foe].able and foe not in close)
    return offers.target(foes, "to engage", "nobody", "to", also=fallen)


@dataclass(frozen=True, slots=True)
class OrderAfterAction:
    """The state after an action: the next actor, and the row above which the actor stands; empty for nobody."""

    next: Id = ""
    lands: Id = ""
    ends: str = ""
    """The words for the end of the sequence, or for arrivals that come first."""


def _preview_action(encounter: Encounter, actor: Id, cost: int, reserves: bool) -> OrderAfterAction:
    """Return the state after the actor has spent ``cost`` points, and reserved an action if ``reserves``."""
    draft = Draft(encounter)
    draft.record(Spent(actor, Term("", cost)))
    if reserves:
        costs.set_reserve(draft, actor, "Z19", reserves=True)
    turns.give_way(draft, actor)
    end_if_spent(draft, actor)
    upcoming = initiative.next_up(draft.encounter)
    if not upcoming:
        return OrderAfterAction(ends=_end_words(draft.encounter))
    if due := due_at(draft.encounter, initiative.points_left(draft.standing(upcoming)), counts_up=False):
        return OrderAfterAction(ends=coming_in_words(encounter, due, stays=True))
    draft.record(StatusSet(upcoming, Status.ACTING))
    return OrderAfterAction(upcoming, next_below(initiative.ranking(draft.encounter), actor))


def _preview_reserved_action(encounter: Encounter, actor: Id) -> OrderAfterAction:
    """Return the state after the use of a reserved action; an empty one while somebody acts."""
    if encounter.acting():
        return OrderAfterAction()
    draft = Draft(encounter)
    costs.set_reserve(draft, actor, "Z19", reserves=False)
    return OrderAfterAction(ends=_end_words(draft.encounter))


def _end_words(encounter: Encounter) -> str:
    if due := due_at(encounter, None, counts_up=False):
        return coming_in_words(encounter, due, stays=False)
    return "only what is reserved is left" if turns.waits_for_reserves(encounter) else "the sequence ends"


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    result: list[Badge] = []
    if not standing.able:
        return ()
    if encounter.round:
        facing = melee.few_names(encounter, combatant_id)
        result.append(Badge(f"contact: {facing}", "Z3", "warn") if facing else Badge("shooting", "Z4"))
    if costs.has_reserve(standing):
        result.append(Badge("reserved", "Z19", "good"))
    if encounter.is_open and standing.status is Status.DONE:
        result.append(Badge("out", turns.why_out(standing), "off"))
    elif encounter.is_open and memory.recall(standing).last_action:
        result.append(Badge("last action", "ZA1", "warn"))
    return tuple(result)


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.engaged != now.engaged:
        return melee.position_words(after, combatant_id)
    had, has = (
        costs.has_reserve(before.standings[combatant_id]),
        costs.has_reserve(after.standings[combatant_id]),
    )
    if had != has:
        return "has a reserved action" if has else "no longer has a reserved action"
    if was.in_hand != now.in_hand:
        weapon = weapon_in_hand(after, combatant_id)
        return f"has the {weapon.name or 'first weapon'} in hand: level {weapon.level} from the next sequence on"
    if now.missed and not was.missed and not after.standings[combatant_id].able:
        return "has no counter in this sequence"
    return "may act one last time" if now.last_action and not was.last_action else ""
