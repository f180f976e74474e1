"""The now panel of Interlock, with the penalty of each choice and of one more action; and the badges of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import signed, write_count
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, PanelInput, Preview, Section
from turntrack.systems.interlock import action_allowance, action_catalogue, actions, memory
from turntrack.systems.interlock.action_allowance import FREE_FEET, Allowance, row_of
from turntrack.systems.interlock.initiative import counted_again, number
from turntrack.systems.interlock.memory import ActionRow, RowEntry, feet, is_fixed
from turntrack.systems.interlock.rules import MELEE, SKILLS, levels, skill_label
from turntrack.systems.interlock.turns import has_held_for_nothing, holders, last_actors, next_actors, playing_order
from turntrack.systems.protocol import Badge
from turntrack.systems.toolkit.guards import amend, offer, opponents
from turntrack.systems.toolkit.panel_inputs import FEW_SECTIONS, Offers
from turntrack.systems.toolkit.turn_order import next_below

_SEVERAL = Field(
    "several", "Plan several actions first", Kind.FLAG, False, help="Their number is fixed with the first die (I22)."
)
_CLOSE_SKILLS = tuple(Pick(skill, skill_label(skill)) for skill in action_catalogue.CLOSE)
_DODGE_SKILL = Field("skill", "By", Kind.PICK, "", picks=(Pick("", "their best skill"), *_CLOSE_SKILLS))
KIND = Field(
    "kind",
    "How long",
    Kind.PICK,
    "other_quick",
    picks=tuple(Pick(action.key, action.kind) for action in action_catalogue.OTHERS),
)


GRIPS = (*action_catalogue.MANOEUVRES, *action_catalogue.CRUSHING)
KINDS = MappingProxyType(
    {
        **{action.key: ChoiceKind.OTHER for action in action_catalogue.ACTIONS},
        **{action.key: ChoiceKind.STRIKE for action in action_catalogue.ACTIONS if action.is_attack},
        **{
            action.key: ChoiceKind.SHOOT
            for action in action_catalogue.ACTIONS
            if action.is_attack and MELEE not in action.skills
        },
        **{action.key: ChoiceKind.HOLD for action in GRIPS if action.key not in ("kick", "ram")},
        "escape": ChoiceKind.APART,
        "dodge": ChoiceKind.DODGE,
        "block": ChoiceKind.GUARD,
        "draw": ChoiceKind.READY,
        "fast_draw": ChoiceKind.READY,
    }
)
"""By the key of the listed action."""


def sections(encounter: Encounter, entered: PanelInput) -> tuple[Section, ...]:
    if not encounter.is_open:
        return ()
    offers = Offers(encounter, entered)
    own = [section for actor in encounter.acting() for section in _turn_sections(offers, actor)]
    who, shown = offers.few("waiting", holders(encounter), FEW_SECTIONS)
    waits = [_holder_section(encounter, holder, who) for holder in shown]
    able = encounter.able()
    done = last_actors(encounter)
    return (
        *own,
        *waits,
        *_recount_sections(offers),
        *([_defence_section(offers, able)] if able else []),
        *([_afterwards_section(offers, done)] if done else []),
    )


# The turn


def _turn_sections(offers: Offers, actor: Id) -> tuple[Section, ...]:
    encounter = offers.encounter
    plan = row_of(encounter, actor)
    known = levels(encounter, actor)
    trained = sorted([skill for skill in known if known[skill]], key=known.__getitem__, reverse=True)
    other = next(skill.key for skill in reversed(SKILLS) if skill.key not in trained[:1])
    fixed, skills = is_fixed(encounter, actor), trained or [other]
    has_row = fixed or bool(plan.undone_places())
    return (
        *([_row_section(offers, actor, plan)] if has_row else []),
        *([] if fixed else [Section("aim", "The next action", (), _aim_fields(offers, actor))]),
        *(
            replace(
                _skill_section(offers, actor, skill, f"skill-{skill}", likely=() if fixed else likely), main=not fixed
            )
            for skill, likely in zip(skills, _rate_skills(plan, len(skills)), strict=True)
        ),
        _rest_section(offers, actor),
        *([] if fixed else [_several_section(encounter, actor)]),
        _other_skill_section(offers, actor, skills),
    )


def _rate_skills(plan: ActionRow, skills: int) -> list[tuple[int, ...]]:
    """Rate the first choices of each skill, the best skill first."""
    return [((LIKELY if plan.pending_places() else FIRST), LIKELY, LIKELY), (LIKELY,), *((),) * skills][:skills]


def _aim_fields(offers: Offers, actor: Id) -> tuple[Field, ...]:
    """Return the fields that every action of the turn shares."""
    other = (actions.OTHER_WEAPON,) if action_allowance.is_too_heavy(offers.encounter, actor) else ()
    return (_target_field(offers, actor), actions.TIMES, actions.CALLED, actions.N_WEAPON, *other)


def _is_planning(offers: Offers, actor: Id) -> bool:
    """Return whether a chosen action is added to a plan instead of being done at once."""
    if is_fixed(offers.encounter, actor):
        return False
    plan = row_of(offers.encounter, actor)
    return len(plan.entries) > len(plan.taken) or offers.read("several", _SEVERAL) is True


def _several_section(encounter: Encounter, actor: Id) -> Section:
    planned = (("dodge", "Plan a dodge"), ("block", "Plan a block"))
    choices = tuple(
        _offer(encounter, Act(actor, "plan", {"what": key}), label, kind=KINDS[key]) for key, label in planned
    )
    return Section("several", "Several actions", choices, (_SEVERAL,))


def _row_section(offers: Offers, actor: Id, plan: ActionRow) -> Section:
    """List the planned or declared actions, each with its penalty."""
    encounter, pending = offers.encounter, plan.pending_places()
    fixed = is_fixed(encounter, actor)
    target = _target_field(offers, actor, plan.entries[pending[0]].target if pending else "")
    at_target: dict[str, Value] = {"target": offers.read("row", target)}
    note = ""
    penalties = [""] * len(plan.entries)
    try:
        judged = action_allowance.judge_row(encounter, actor, plan, feet(encounter, actor))
        if fixed and pending:
            judged = actions.plan_next(encounter, actor, at_target).judged
    except Refused:  # the sheet or an option has changed since the declaration
        pass
    else:
        penalties = [*(signed(penalty.amount) for penalty in judged.penalties), *penalties]
        note = actions.allowed_words(judged)
    choices = []
    if pending and not fixed:
        kind = KINDS[plan.entries[pending[0]].action]
        go = _offer(encounter, Act(actor, "next", at_target), "Roll the first die", kind=kind, likely=FIRST)
        choices.append(amend(go, lambda preview: replace(preview, cost="", rule="I22")))
    for at, words in enumerate(action_allowance.row_labels(encounter, plan)):
        if at in plan.taken:
            continue
        step = at + 1
        label, values = f"{step} · {words}", {"place": step}
        action = plan.entries[at].action
        kind = KINDS[action]
        if not fixed:
            take_out = _offer(encounter, Act(actor, "unplan", values), label, kind=kind)
            told = partial(replace, cost=penalties[at], outcome="tap to remove it")
            choices.append(replace(amend(take_out, told), step=step))
        elif at not in pending:
            defend = _offer(encounter, Act(actor, "defend", {"how": action}), label, kind=kind)
            choices.append(replace(defend, step=step))
        elif at == pending[0]:
            command = Act(actor, "next", {**values, **at_target})
            choices.append(replace(_offer(encounter, command, label, kind=kind, likely=FIRST), step=step))
        else:
            later = _offer(encounter, Act(actor, "next", values), label, kind=kind)
            choices.append(replace(amend(later, partial(replace, cost=penalties[at])), step=step))
    if pending:
        choices.append(_offer(encounter, Act(actor, "veto"), "Not feasible"))
    title = "Declared" if fixed else "Planned"
    return Section("row", title, tuple(choices), (target,) if pending else (), note=note)


def _other_skill_section(offers: Offers, actor: Id, shown: Sequence[str]) -> Section:
    others = tuple(Pick(skill.key, skill.label) for skill in SKILLS if skill.key not in shown)
    if not others:
        return Section("untrained", "Another skill", (), main=False)
    which = Field("skill", "Skill", Kind.PICK, others[-1].key, picks=others)
    skill = str(offers.read("untrained", which))
    return replace(_skill_section(offers, actor, skill, "untrained", (which,)), main=False)


def _skill_section(
    offers: Offers, actor: Id, skill: str, key: str, inputs: tuple[Field, ...] = (), likely: Sequence[int] = ()
) -> Section:
    values = {"skill": skill, **offers.values("aim", _aim_fields(offers, actor))}
    usable = [
        action
        for action in action_catalogue.ACTIONS
        if skill in action.skills and action not in action_catalogue.DEFENCES
    ]
    other_weapon = values.get(actions.OTHER_WEAPON.key) is True
    target, n_weapon = str(values.get("target", "")), values.get(actions.N_WEAPON.key) is True
    entries = [
        RowEntry(action.key, skill, target, n_weapon=n_weapon, other_weapon=other_weapon)
        for action in sorted(usable, key=lambda action: not action.is_attack)
    ]
    note = _allowance_words(offers.encounter, actor, skill, entries)
    manoeuvres = (action_catalogue.MANOEUVRE, action_catalogue.CRUSH) if skill in action_catalogue.CLOSE else ()
    listed = [action for action in usable if action not in GRIPS]
    keys = (*(action.key for action in listed), *(str(offers.read(key, field)) for field in manoeuvres))
    choices = tuple(
        [
            _offer_action(
                offers, actor, action_key, action_catalogue.action_of(action_key).label, values, *likely[at : at + 1]
            )
            for at, action_key in enumerate(keys)
        ]
    )
    return Section(key, skill_label(skill), choices, (*inputs, *manoeuvres), note=note)


def _allowance_words(encounter: Encounter, actor: Id, skill: str, entries: Sequence[RowEntry]) -> str:
    """Say how many actions of each type are allowed with one of ``entries`` in the row, by a skill (I35).

    Also with a weapon that is too heavy (I32).
    """
    row = row_of(encounter, actor).entries
    used = {entry.skill for entry in row if entry.skill}
    if len(used - {skill}) > 1:
        return "no third skill in a round (I34)"
    halved = any(action_allowance.is_halved(encounter, actor, entry) for entry in entries)
    full, half = (
        action_allowance.count_allowance(encounter, actor, (*row, *entries[:1]), halved=each) for each in (False, True)
    )
    allowed = f"{full}; with the weapon that is too heavy {half}" if halved and skill == MELEE else half
    losses = action_allowance.count_target_losses(encounter, (*row, *entries[:1]))
    return "; ".join((f"{full.why.total} → {allowed if halved else full}", *(words for _, words in losses)))


def _fewer_words(encounter: Encounter, actor: Id, row: ActionRow, allowed: Allowance) -> str:
    """Say what the row allows from now on, if that is less than before; empty if nothing is lost."""
    now = row_of(encounter, actor)
    try:
        before = action_allowance.judge_row(encounter, actor, now, feet(encounter, actor)).allowance
    except Refused:  # the sheet or an option has changed since the declaration
        return ""
    is_less = any(less < more for less, more in zip(allowed.numbers, before.numbers, strict=True))
    return f"then {allowed} in all" if is_less and row.entries != now.entries else ""


def _rest_section(offers: Offers, actor: Id) -> Section:
    encounter = offers.encounter
    until = offers.target(next_actors(encounter, actor), "Wait for", "whatever comes", "until")
    walk = offers.values("turn", (actions.FEET,))
    wait = Act(actor, "hold", offers.values("turn", (until,)))
    choices = (
        _offer(encounter, Act(actor, "move", walk), "Move", "I28", ChoiceKind.MOVE, LIKELY),
        _offer(encounter, Act(actor, "move", {**walk, "only": True}), "Move only", "I28", ChoiceKind.MOVE),
        _offer_action(
            offers, actor, str(offers.read("turn", KIND)), "Something else", offers.values("turn", (actions.NOTE,))
        ),
        _offer(encounter, wait, "Wait", "I8", ChoiceKind.WAIT, LIKELY),
        _offer(encounter, Act(actor, "end"), "End turn", "I2", ChoiceKind.OVER, LIKELY),
    )
    return Section("turn", "Move, wait, end", choices, (actions.FEET, until, actions.NOTE, KIND))


def _target_field(offers: Offers, actor: Id, target: Id | None = None) -> Field:
    """Return the field for the target. A planned target stays possible after it has fallen or changed sides."""
    encounter = offers.encounter
    planned = target if target and target in encounter.combatants else ""
    foes = {*opponents(encounter, actor)}
    meant = [member for member in encounter.order if member == planned or member in foes]
    now = offers.likely_target(actor, meant) if target is None else planned
    return offers.target(meant, "Target", "none", now=now, also=(planned,))


# Out of turn


def _holder_section(encounter: Encounter, holder: Id, who: tuple[Field, ...]) -> Section:
    let_go = _offer(encounter, Act(holder, "let_go"), "Let it go", "I13", ChoiceKind.OVER)
    step_in = _offer(encounter, Act(holder, "step_in"), "Step in now", "I9", ChoiceKind.ACT)
    choices = (step_in, let_go)
    return Section("waiting" if who else f"waiting-{holder}", f"{encounter.name_of(holder)} waits", choices, who)


def _recount_sections(offers: Offers) -> list[Section]:
    """Ask whether the number follows a REF, an Initiative or a boost that has changed in the combat (I7)."""
    encounter = offers.encounter
    # Whoever acts is asked after the turn, which a lower number would take away.
    acting = encounter.acting()
    changed = [member for member in encounter.able() if member not in acting and counted_again(encounter, member)]
    if not changed:
        return []
    who, member = offers.who("recount", changed)
    was, now = number(encounter, member), counted_again(encounter, member)
    words = f"{signed(was.total)} → {signed(now.total)}" if was and now else ""
    # Not tried on a copy: equal numbers would need dice.
    choice = Choice(Act(member, "recount"), f"Number {words}", partial(Preview, rule="I7"))
    title = f"{encounter.name_of(member)}: REF or Initiative has changed"
    return [Section("recount", title, (choice,), (who,), main=False)]


def _defence_section(offers: Offers, able: Sequence[Id]) -> Section:
    likely = _likely_defender(offers, able)
    who, defender = offers.who("defence", (likely, *(member for member in able if member != likely)))
    skill = str(offers.read("defence", _DODGE_SKILL))
    values: dict[str, Value] = {"skill": skill} if skill else {}
    choices = tuple(
        _offer(offers.encounter, Act(defender, "defend", {"how": way.key, **values}), way.label, "I14", KINDS[way.key])
        for way in action_catalogue.DEFENCES
    )
    return Section("defence", "Attacked: dodge or block", choices, (who, _DODGE_SKILL), main=False)


def _likely_defender(offers: Offers, able: Sequence[Id]) -> Id:
    """Return the likely defender: the target being chosen, else the last one attacked, else an opponent."""
    encounter = offers.encounter
    acting = encounter.acting()
    sides = {encounter.combatants[actor].side for actor in acting} - {""}
    aimed = [offers.entered.get(f"{key}.target") for key in ("aim", "row")]
    for actor in acting:
        plan = row_of(encounter, actor)
        aimed += [plan.entries[at].target for at in plan.pending_places()[:1]]
    others = [member for member in able if member not in acting]
    opponents = [member for member in others if encounter.combatants[member].side not in sides]
    likely = (*aimed, memory.recall_fight(encounter).attacked, *opponents, *others, *able)
    return next(str(target) for target in likely if target in able)


def _afterwards_section(offers: Offers, done: Sequence[Id]) -> Section:
    """Ask for feet walked together with the action that ended the turn (I28)."""
    who, walker = offers.who("afterwards", done)
    walk = Act(walker, "move", offers.values("afterwards", (actions.FEET,)))
    choices = (_offer(offers.encounter, walk, "Walked as well", "I28", ChoiceKind.MOVE),)
    return Section("afterwards", "Movement after the turn", choices, (who, actions.FEET), main=False, past=True)


# Choices


def _offer_action(
    offers: Offers, actor: Id, key: str, label: str, values: Mapping[str, Value], likely: int = 0
) -> Choice:
    """Offer a listed action: done at once, or added to the plan if one is being made."""
    rule, kind = action_catalogue.action_of(key).rule, KINDS[key]
    if _is_planning(offers, actor):
        command = Act(actor, "plan", {"what": key, **values})
        return _offer(offers.encounter, command, f"Plan: {label}", rule, kind, likely)
    return _offer(offers.encounter, Act(actor, key, values), label, rule, kind, likely)


def _offer(
    encounter: Encounter,
    command: Act,
    label: str,
    rule: str = "",
    kind: ChoiceKind = ChoiceKind.OTHER,
    likely: int = 0,
) -> Choice:
    """Return the choice with its consequences, or with its refusal, by trying the command on a copy."""
    actor = command.id

    def foretell() -> Preview:
        draft = Draft(encounter)
        change = actions.carry_out(draft, command)
        said = _preview_change(encounter, command, change) if change else _preview(encounter, command)
        cost, outcome, because = said
        after, following, acting = draft.encounter, "", encounter.acting()
        if actor not in after.acting() and (actor in acting or not acting):
            following = next(iter(next_actors(after)), "")
            ends = not following and not holders(after)
            outcome = "; ".join(filter(None, (outcome, "the round ends" if ends else "")))
        lands = next_below(playing_order(after), actor) if command.action in ("hold", "step_in") else ""
        return Preview(cost, next=following, outcome=outcome, rule=because or rule, lands=lands)

    return offer(Choice(command, label, foretell, kind=kind, likely=likely))


def _preview(encounter: Encounter, command: Act) -> tuple[str, str, str]:
    """Return cost, outcome and rule of a possible command that leaves the row of actions as it is, or shortens it."""
    actor, values = command.id, command.values
    match command.action:
        case "move" if values.get("only") and actor in encounter.acting():
            return "", _lost_words(encounter, actor), ""
        case "let_go" | "end" if has_held_for_nothing(encounter, actor):
            return "", "last place from now on", "I13"
        case "end":
            return "", _lost_words(encounter, actor), ""
        case "hold":
            return "", "if unused, last place", "I8"
        case "veto":
            return "", "", "I15"
        case _:
            return "", "", ""


def _preview_change(encounter: Encounter, command: Act, change: actions.RowChange) -> tuple[str, str, str]:
    """Return cost, outcome and rule of a possible command that does an action or plans one."""
    actor, values = command.id, command.values
    match command.action:
        case "defend":
            if change.free:
                return "free", "the free one of this round", "I14"
            skill = change.row.entries[change.at].skill or action_allowance.dodge_skill(encounter, actor, ())
            fewer = _fewer_words(encounter, actor, change.row, change.judged.allowance)
            said = "; ".join(filter(None, (f"a Combat Action, by {skill_label(skill)}", fewer)))
            return signed(change.penalty.amount), said, change.penalty.rule
        case "next":
            more = len(change.row.entries)
            said = f"lets {change.dropped} of the declared go" if change.dropped else ""
            if not is_fixed(encounter, actor):
                said = f"fixes {write_count(more, 'action')}"
            return signed(change.penalty.amount), said, change.penalty.rule
        case _:
            action = action_catalogue.action_of(str(values.get("what", command.action)))
            new = [change.judged.penalties[at] for at in change.new]
            kind = f"{len(new)} × {action.kind}" if len(new) > 1 else str(action.kind)
            costs = ", ".join([signed(penalty.amount) for penalty in new])
            has_row = bool(row_of(encounter, actor).entries)
            fewer = _fewer_words(encounter, actor, change.row, change.judged.allowance) if has_row else ""
            words = (kind, fewer, _preview_one_more(encounter, actor, change.row))
            return costs, "; ".join(filter(None, words)), new[-1].rule


def _lost_words(encounter: Encounter, actor: Id) -> str:
    """Say how many of the planned or declared actions the end of the turn loses."""
    lost = len(row_of(encounter, actor).pending_places())
    if not lost:
        return ""
    return f"{lost} of the declared actions undone" if is_fixed(encounter, actor) else f"{lost} planned, given up"


def _preview_one_more(encounter: Encounter, actor: Id, plan: ActionRow) -> str:
    """Say what penalty one more action like the last of the plan would have."""
    longer = replace(plan, entries=(*plan.entries, replace(plan.entries[-1], called=False)))
    try:
        judged = action_allowance.judge_row(encounter, actor, longer, feet(encounter, actor))
    except Refused as refusal:
        return f"no more ({refusal.rule})"
    return f"the next {signed(judged.penalties[-1].amount)}"


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    badges = []
    if not encounter.is_open or not standing.able:
        return ()
    if standing.status is Status.HOLDING:
        until = memory.waits_for(encounter, combatant_id)
        is_to_come = until in encounter.standings and encounter.standings[until].plays and until != combatant_id
        words = f"waits for {encounter.name_of(until)}" if is_to_come else "waits"
        badges.append(Badge(words, "I8", "good"))
    if standing.status in (Status.READY, Status.ACTING) and (above := _lower_above(encounter, combatant_id)):
        badges.append(Badge(f"after {encounter.name_of(above)} by the new order", "I12"))
    now = memory.recall(standing)
    if now.is_fixed and len((row := row_of(encounter, combatant_id)).entries) > 1:
        badges.append(Badge(f"{len(row.taken)} of {len(row.entries)} actions", "I22"))
    if now.has_defended:
        badges.append(Badge("free defence used", "I14", "off"))
    if now.feet > FREE_FEET:
        badges.append(Badge(f"moved {now.feet} ft", "I28", "warn"))
    return tuple(badges)


def _lower_above(encounter: Encounter, combatant_id: Id) -> Id:
    """Return who acts directly before on a lower number, placed by a wait (I10) or a ruling; empty for nobody."""
    standings, place = encounter.standings, encounter.order.index(combatant_id)
    above = encounter.order[place - 1] if place else ""
    # Whoever acts out of turn stands first on the track, after nobody.
    goes_first = standings[combatant_id].status is Status.ACTING
    if not above or goes_first or standings[above].status is Status.DONE:
        return ""
    higher, lower = standings[combatant_id].score, standings[above].score
    return above if higher and lower and lower.total < higher.total else ""
