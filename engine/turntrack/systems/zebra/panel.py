"""The choices of the now panel in Zebra Island, each with its outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.fields import NOTHING, Field, Values
from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, PanelInput, Section
from turntrack.systems.toolkit.guards import offer, opponents
from turntrack.systems.toolkit.panel_inputs import FEW_SECTIONS, Offers
from turntrack.systems.zebra import action_costs, actions, initiative, melee_engagement, reserved_actions
from turntrack.systems.zebra.order_after_action import OrderAfterAction, preview_action, preview_reserved_action
from turntrack.systems.zebra.rule_options import reading_of
from turntrack.systems.zebra.sheet import SIZES

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
        reserved_actions.reserve_holders(encounter),
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
    choice = partial(_offer_action, offers, actor, follows=cache(partial(preview_action, offers.encounter, actor)))
    own, sizes = action_costs.own_size(offers.encounter, actor), _list_sizes(offers.encounter, actor)

    def section_by_size(action: str, title: str, inputs: tuple[Field, ...] = ()) -> Section:
        choices = (
            choice(action, label, action, inputs, {"size": size}, likely=_likelihood(action) if size == own else 0)
            for size, label in sizes
        )
        return Section(action, title, tuple(choices), inputs)

    extras = (action_costs.WARD, action_costs.FEINTING)
    run = (action_costs.METRES, _run_target_field(offers, actor))
    other = (action_costs.NOTE, action_costs.COST)
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
            "plain", "Manoeuvre", tuple(choice(action, label, likely=_likelihood(action)) for action, label in plain)
        ),
        Section("run", "Run", (choice("run", "Run", "run", run, likely=_likelihood("run")),), run),
        section_by_size("draw", "Draw"),
        Section("other", "Something else", (choice("other", "Do it", "other", other),), other),
    )


def _reserve_section(offers: Offers, actor: Id, who: tuple[Field, ...]) -> Section:
    """Offer the uses of a reserved action."""
    key = "reserve" if who else f"reserve-{actor}"
    aim, run = _target_fields(offers, actor), (action_costs.METRES, _run_target_field(offers, actor))
    uses: tuple[tuple[str, str, Sequence[Field], Values], ...] = (
        ("attack", "Attack", aim, NOTHING),
        ("attack", "Feint", aim, {"feint": True}),
        ("protect", "Ward off", (), {"ward_off": True}),
        ("dodge", "Dodge", (), NOTHING),
        ("run", "Run", run, NOTHING),
        ("disengage", "Disengage", (), NOTHING),
        ("aim", "Aim", (), NOTHING),
        ("aim_carefully", "Aim carefully", (), NOTHING),
        ("other", "Something else", (action_costs.NOTE,), {"cost": 0}),
    )
    choices = tuple(
        _offer_action(offers, actor, action, label, key, inputs, {"by": actions.FROM_RESERVE, **fixed})
        for action, label, inputs, fixed in uses
    )
    title = f"{offers.encounter.name_of(actor)}: reserved action"
    return Section(key, title, choices, (*who, *aim, *run, action_costs.NOTE), main=False)


def _end_section(encounter: Encounter, reserves: Sequence[Id]) -> Section:
    """Offer to end the sequence: nobody has points left, but somebody has a reserve (ZA12)."""
    lost = f"{encounter.names_of(reserves)}: what is reserved is lost"
    choice = Choice(Act("", "end"), "End the sequence", outcome=lost, rule="ZA12", kind=ChoiceKind.END, likely=FIRST)
    return Section("end", "All counters are at 0 or less", (choice,))


def _reaction_section(offers: Offers, defenders: Sequence[Id]) -> Section:
    """Offer defences out of turn, which are paid at once (ZA7)."""
    who, defender = offers.who("reaction", defenders)
    paid: Values = {"by": actions.AS_REACTION}
    protect = (
        _offer_action(offers, defender, "protect", f"Protect, {label}", fixed={**paid, "size": size})
        for size, label in _list_sizes(offers.encounter, defender)
    )
    choices = (_offer_action(offers, defender, "dodge", "Dodge", fixed=paid), *protect)
    return Section("reaction", "Defend out of turn", choices, (who,), main=False)


def _list_sizes(encounter: Encounter, combatant_id: Id) -> tuple[tuple[str, str], ...]:
    """List the sizes of weapons with their labels, first that of the weapon on the sheet with its name (ZA14)."""
    own, named = action_costs.own_size(encounter, combatant_id), action_costs.own_weapon(encounter, combatant_id)
    ordered = sorted(SIZES, key=lambda size: size.key != own)
    return tuple((size.key, f"{named} ({size.label})" if named and size.key == own else size.label) for size in ordered)


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
    shoots = action == "attack" and command.values.get(action_costs.SHOT.key) is True
    kind = ChoiceKind.SHOOT if shoots else KINDS.get(action, ChoiceKind.OTHER)

    def attempt(choice: Choice) -> Choice:
        planned = actions.plan_action(offers.encounter, command)
        choice = replace(choice, cost=str(planned.cost), rule=planned.rule)
        if fixed.get("by") == actions.FROM_RESERVE:
            ends = preview_reserved_action(offers.encounter, actor).ends
            outcome = "; ".join(filter(None, ("uses up the reserve", ends)))
            return replace(choice, cost="free", outcome=outcome)
        after = initiative.points_left(offers.encounter.standings[actor]) - planned.cost
        then = follows(planned.cost, action == "reserve")
        return replace(choice, after=after, next=then.next, lands=then.lands, outcome=then.ends)

    return offer(Choice(command, label, kind=kind, likely=likely), attempt)


def _target_fields(offers: Offers, actor: Id) -> tuple[Field, Field]:
    """Return the fields for the target and the shot. Fallen combatants within reach are targets too (ZA10)."""
    encounter = offers.encounter
    close, foes = melee_engagement.within_reach(encounter, actor), opponents(encounter, actor)
    engagers = tuple(melee_engagement.engagers(encounter, actor))
    last = encounter.standings[actor].aimed_at
    near = foes if not engagers or (last in foes and melee_engagement.is_engaged(encounter, last)) else engagers
    likely = offers.likely_target(actor, near) or offers.likely_target(actor, engagers)
    target = offers.target(foes, "Target", "none", now=likely, also=close)
    return target, replace(action_costs.SHOT, default=not engagers, help="")


def _run_target_field(offers: Offers, actor: Id) -> Field:
    """Return the field for whom to run to: also the fallen who lie out of reach (ZA10)."""
    foes, close = opponents(offers.encounter, actor), melee_engagement.within_reach(offers.encounter, actor)
    fallen = (foe for foe in foes if not offers.encounter.standings[foe].able and foe not in close)
    return offers.target(foes, "to engage", "nobody", "to", also=fallen)
