"""What the screen says of RonD6: the now panel, the badges of a row, and the changes for the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType

from turntrack.core.commands import Act, RuleFact
from turntrack.core.draft import Draft
from turntrack.core.events import StatusSet
from turntrack.core.fields import Field, Kind, Pick, Value, Values
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import write_count
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceChange, ChoiceKind, Preview, Section
from turntrack.systems.protocol import Badge, PanelInput
from turntrack.systems.rond6 import action_rules, actions, free_actions, initiative, memory, odds, turns
from turntrack.systems.rond6.action_rules import PlannedAction, Rond6Action
from turntrack.systems.rond6.skills import (
    SkillCode,
    change_words,
    dice_off,
    penalty_of,
    penalty_rule,
    skill_changes,
    skill_for,
    skill_words,
)
from turntrack.systems.rond6.waits import (
    check_act_now,
    check_interrupt,
    interrupt_words,
    interrupters,
    opens_window,
    wait,
    waiters,
)
from turntrack.systems.toolkit.guards import offer, offer_checked, opponents
from turntrack.systems.toolkit.panel_inputs import FEW_BUTTONS, FEW_SECTIONS, Offers

_WITH_WEAPON = (action_rules.ACTIONS["slash"], action_rules.ACTIONS["shoot"])
"""The attacks with a weapon. That on the sheet is made for *Slash* or for *Shoot*."""

_MOST_BUTTONS = 10
"""If so many actions are allowed, a larger number is typed."""

KINDS = MappingProxyType(
    {
        **dict.fromkeys((action.key for action in action_rules.ATTACKS), ChoiceKind.STRIKE),
        **dict.fromkeys((action.key for action in action_rules.DEFENCES), ChoiceKind.GUARD),
        **dict.fromkeys((action.key for action in action_rules.HOLDS), ChoiceKind.HOLD),
        **dict.fromkeys((action.key for action in action_rules.MOVES), ChoiceKind.MOVE),
        **dict.fromkeys(("shoot", "throw"), ChoiceKind.SHOOT),
        **dict.fromkeys(("ready", "switch"), ChoiceKind.READY),
        "dodge": ChoiceKind.DODGE,
        "escape": ChoiceKind.APART,
        "communicate": ChoiceKind.SPEAK,
        "words": ChoiceKind.SPEAK,
        "walk": ChoiceKind.MOVE,
        "resist": ChoiceKind.GUARD,
        "use": ChoiceKind.ACT,
        "wait": ChoiceKind.WAIT,
    }
)
"""By the key of a listed or free action."""
OFTEN = MappingProxyType(dict.fromkeys(("parry", "dodge", "move", "wait"), LIKELY))
BESIDE = MappingProxyType({"slash": ("lunge", "bash"), "shoot": ("throw",), "punch": ("kick",)})
"""By the best attack: the other attacks that are likely too."""

_INTERRUPTED = "may be interrupted"

_EARLY_INPUTS = (action_rules.NUMBER, action_rules.FATE, action_rules.SKILL, action_rules.NOTE)
_FREE_INPUTS = MappingProxyType({"little": (free_actions.HARD,)})


def sections(encounter: Encounter, entered: PanelInput) -> tuple[Section, ...]:
    """Return the sections of the turns, then those out of turn, then those beside the turns."""
    offers, sections = Offers(encounter, entered), list[Section]()
    if encounter.is_open:
        later = memory.awaiting(encounter, turns.ready_ids(encounter))
        sections += [section for actor in encounter.acting() for section in _turn_sections(offers, actor)]
        sections += _tackle_sections(encounter)
        sections += _waiter_sections(offers)
        sections += [_early_section(offers, later)] if later else []
        sections += _points_sections(offers)
    if encounter.order:
        sections.append(_free_section(offers))
    sections.append(_related_section(offers))
    ahead = Offers(with_arrivals(encounter), entered)
    if len(ahead.encounter.able()) > 1:
        sections.append(_odds_section(ahead))
    return tuple(sections)


# On the turn


@dataclass(frozen=True, slots=True)
class _TurnOffers:
    """The turn of the acting combatant, with what its choices need to know."""

    offers: Offers
    actor: Id
    find_next: Callable[[Status], Id]
    """Returns who acts once the turn is DONE, or the actor HOLDING; empty if the round ends."""
    likely: Mapping[str, int]
    """LIKELY or FIRST by the key of a listed action; unlikely ones are missing."""

    @property
    def encounter(self) -> Encounter:
        return self.offers.encounter

    @property
    def standing(self) -> Standing:
        return self.encounter.standings[self.actor]

    @property
    def next(self) -> Id:
        """Return who acts after this turn; empty if the round ends."""
        return self.find_next(Status.DONE)


def _turn_sections(offers: Offers, actor: Id) -> tuple[Section, ...]:
    """Offer the actor the numbers of actions, the actions, and the ways to end the turn."""
    encounter = offers.encounter
    turn = _TurnOffers(offers, actor, cache(partial(_find_next, encounter, actor)), _rate_actions(encounter, actor))
    window = memory.recall(turn.standing).window
    if window:
        return (Section("result", f"{encounter.name_of(actor)} {window}", (_offer_result(turn),)),)
    sheet = encounter.combatants[actor].sheet
    foes = opponents(encounter, actor)
    target = offers.target(foes, "Target", "none", now=offers.likely_target(actor, foes))
    weapon = replace(action_rules.WITH, default=sheet["weapon"])
    # The weapon of the sheet is slow, not another one that is named.
    slow = replace(action_rules.SLOW, default=bool(sheet["slow"]) and _is_in_hand(offers, actor))
    others = (action_rules.NOTE, action_rules.SKILL, action_rules.ROLL, action_rules.LACKING)
    return (
        _numbers_section(turn),
        _list_section(turn, "attack", "Attack", action_rules.ATTACKS, (target, weapon, slow, action_rules.MOST)),
        _list_section(turn, "defend", "Defend", action_rules.DEFENCES, (_thrower_field(offers, actor),)),
        _list_section(turn, "go", "Move", action_rules.MOVES, (action_rules.ROLL,)),
        _list_section(turn, "else", "Something else", action_rules.OTHERS, others),
        _list_section(turn, "hold", "Wrestle and hinder", action_rules.HOLDS, (target,), main=False),
    )


def _thrower_field(offers: Offers, catcher: Id) -> Field:
    """Return the field that asks who throws what is caught (R31)."""
    others = [member for member in offers.encounter.order if member != catcher]
    return offers.target(others, "Thrown by", "nobody named", "thrower")


def _is_in_hand(offers: Offers, actor: Id) -> bool:
    """Return whether the weapon named for attacks is the one on the sheet."""
    weapon = str(offers.encounter.combatants[actor].sheet["weapon"])
    named = str(offers.read("attack", replace(action_rules.WITH, default=weapon)))
    return named.strip().casefold() == weapon.strip().casefold()


def _find_next(encounter: Encounter, actor: Id, status: Status) -> Id:
    """Return who acts once the actor’s turn is over, or waits; empty if the round ends."""
    draft = Draft(encounter)
    if status is Status.HOLDING:
        wait(draft, actor)
    else:
        draft.record(StatusSet(actor, status))
    turns.settle(draft)
    return next(iter(draft.encounter.acting()), "")


def _rate_actions(encounter: Encounter, actor: Id) -> Mapping[str, int]:
    """Rate the actions: FIRST is the attack with the best code, with the weapon on the sheet if there is one."""
    sheet = encounter.combatants[actor].sheet
    own = _WITH_WEAPON if sheet["weapon"] else (action_rules.ACTIONS["punch"], *_WITH_WEAPON)
    best = max(own, key=partial(_best_code, sheet))
    return {**OFTEN, **dict.fromkeys(BESIDE[best.key], LIKELY), best.key: FIRST}


def _best_code(sheet: Values, action: Rond6Action) -> SkillCode:
    return max([code[1] for skill in action.skills if (code := skill_for(sheet, skill))])


def _is_beside_weapon(turn: _TurnOffers, action: Rond6Action) -> bool:
    """Return whether the weapon on the sheet stays where it is: it is for what its bearer does best."""
    sheet = turn.encounter.combatants[turn.actor].sheet
    best = max([_best_code(sheet, attack) for attack in _WITH_WEAPON])
    return _is_in_hand(turn.offers, turn.actor) and (action.thrown or _best_code(sheet, action) < best)


def _numbers_section(turn: _TurnOffers) -> Section:
    """Offer each number of actions; after the declaration, what is left of them."""
    encounter, actor = turn.encounter, turn.actor
    name, number = encounter.name_of(actor), memory.recall(turn.standing).declared
    if number:
        left = f"{name}: {memory.actions_left(turn.standing)} of {write_count(number, 'action')} left"
        one_more = _offer_number(encounter, actor, number + 1, "One more")
        return Section("turn", left, (_offer_wait(turn), _offer_end(turn, "Forgo the rest"), one_more))
    most = action_rules.most_actions(encounter, actor)
    numbers = range(1, min(most + 1, _MOST_BUTTONS) + 1)
    inputs = (action_rules.NUMBER,) if most >= _MOST_BUTTONS else ()
    limit = action_rules.action_limit(encounter, actor, fate=True).total
    stated = partial(Preview, outcome=f"doubles the limit: up to {write_count(limit, 'action')}", rule="R28")
    fate = Choice(Act(actor, "fate"), "Fate Point", stated, kind=ChoiceKind.ACT)
    choices: tuple[Choice, ...] = (
        *(_offer_number(encounter, actor, number, write_count(number, "action")) for number in numbers),
        *(_offer_number(encounter, actor, typed, "As typed") for typed in turn.offers.values("turn", inputs).values()),
        offer_checked(fate, lambda: action_rules.check_fate(encounter, actor)),
        _offer_wait(turn),
        _offer_end(turn, "Do nothing"),
    )
    return Section("turn", "How many actions?", choices, inputs)


def _offer_number(encounter: Encounter, actor: Id, number: Value, label: str) -> Choice:
    changes: tuple[ChoiceChange, ...] = ()

    def foretell() -> Preview:
        nonlocal changes
        declared = action_rules.check_declaration(encounter, actor, number)
        changes = skill_changes(encounter, actor, declared)
        return Preview(
            dice_off(penalty_of(encounter, actor, declared)),
            outcome=", ".join([change_words(change) for change in changes]),
            rule=penalty_rule(encounter, actor, declared),
        )

    choice = Choice(Act(actor, "declare", {"number": number}), label, foretell, kind=ChoiceKind.ACT)
    told = choice.preview  # asked at once: the changes say whether the numbers are drawn as a scale
    return replace(choice, foretell=lambda: told, changes=changes)


def _offer_wait(turn: _TurnOffers) -> Choice:
    return _offer_action(turn, action_rules.WAIT, "turn", ())


def _offer_end(turn: _TurnOffers, label: str) -> Choice:
    left = memory.actions_left(turn.standing)
    outcome, rule = (f"{write_count(left, 'action')} lost", "R19") if left else ("", "R16")

    def foretell() -> Preview:
        return Preview(next=turn.next, outcome=_join_outcome(turn.next, outcome), rule=rule)

    likely = LIKELY if left else 0
    return offer(Choice(Act(turn.actor, "done"), label, foretell, kind=ChoiceKind.OVER, likely=likely))


def _offer_result(turn: _TurnOffers) -> Choice:
    def foretell() -> Preview:
        following = turn.actor if memory.actions_left(turn.standing) else turn.next
        return Preview(next=following, outcome=_join_outcome(following, "no more interrupts"), rule="R21")

    return offer(Choice(Act(turn.actor, "result"), "Resolve", foretell, kind=ChoiceKind.SPEAK, likely=FIRST))


def _list_section(
    turn: _TurnOffers,
    key: str,
    title: str,
    listed: Sequence[Rond6Action],
    inputs: tuple[Field, ...] = (),
    main: bool = True,
) -> Section:
    return Section(
        key, title, tuple([_offer_action(turn, action, key, inputs) for action in listed]), inputs, main=main
    )


def _offer_action(turn: _TurnOffers, action: Rond6Action, section: str, inputs: Sequence[Field]) -> Choice:
    is_beside = (action.armed or action.thrown) and _is_beside_weapon(turn, action)
    asked = [
        field for field in inputs if _asks(action, field) and not (is_beside and field.key in ("with", "slow", "most"))
    ]
    values = turn.offers.values(section, asked)
    command = Act(turn.actor, action.key, {key: value for key, value in values.items() if value not in ("", False, 0)})
    return offer(
        Choice(
            command,
            action.label,
            lambda: _preview(turn, action_rules.plan_command(turn.encounter, command)),
            kind=KINDS.get(action.key, ChoiceKind.OTHER),
            likely=turn.likely.get(action.key, 0),
        )
    )


def _preview(turn: _TurnOffers, plan: PlannedAction) -> Preview:
    """Return what the action costs and leads to, and who acts after it."""
    encounter, actor, action = turn.encounter, turn.actor, plan.action
    waits, ends = action is action_rules.WAIT, plan.number - memory.actions_used(turn.standing) == 1
    window = opens_window(encounter, actor, plan)
    following = turn.next if ends and not window else actor
    if waits and not ends:
        following = turn.find_next(Status.HOLDING)
    declares = plan.number > 1 and not memory.recall(turn.standing).declared
    outcome = _join_outcome(
        following,
        f"declares {plan.number}" if declares else "",
        skill_words(encounter, actor, plan.number) if waits else plan.roll,
        action.remark,
        _INTERRUPTED if window else "",
        "nothing is left to wait for" if waits and ends else "",
        "the turn is back at once" if waits and not ends and following == actor else "",
    )
    cost = dice_off(penalty_of(encounter, actor, plan.number))
    return Preview(cost, next=following, outcome=outcome, rule=action.rule)


def _join_outcome(following: Id, *words: str) -> str:
    return "; ".join(filter(None, (*words, "" if following else "the round ends")))


def _asks(action: Rond6Action, field: Field) -> bool:
    """Return whether an action of the section uses the field."""
    if field.key == "thrower":
        return action.key == "catch"
    if field.key in ("with", "slow", "most"):
        return action.armed or action.thrown
    if field.key == "roll":
        return not action.rolls
    if field.key == "skill":
        return not action.skills
    if field.key == "lacking":
        return action.key == "use"
    return True


# Out of turn


def _waiter_sections(offers: Offers) -> list[Section]:
    """Offer those who have waited to interrupt, or to act now."""
    who, shown = offers.few("waiting", waiters(offers.encounter), FEW_SECTIONS)
    return [_waiter_section(offers.encounter, waiter, who) for waiter in shown]


def _waiter_section(encounter: Encounter, waiter: Id, who: tuple[Field, ...]) -> Section:
    standing = encounter.standings[waiter]
    left = write_count(memory.actions_left(standing), "action")
    shown = skill_words(encounter, waiter, memory.recall(standing).declared)
    words, rule = interrupt_words(encounter, waiter)
    others = interrupters(encounter)
    breaks_in = "; ".join(filter(None, (words if others else "", shown)))
    acting = next(iter(encounter.acting()), "")
    broken_into = partial(Preview, outcome=breaks_in, rule=rule, lands="" if others else acting)
    interrupt = Choice(Act(waiter, "interrupt"), "Interrupt", broken_into, kind=ChoiceKind.ACT)
    stated = partial(Preview, outcome=shown, rule="R20", lands=acting)
    act_now = Choice(Act(waiter, "act_now"), "Act now", stated, kind=ChoiceKind.ACT)
    return Section(
        "waiting" if who else f"waiting-{waiter}",
        f"{encounter.name_of(waiter)} waits, with {left} left",
        (
            offer_checked(interrupt, lambda: check_interrupt(encounter, waiter)),
            offer_checked(act_now, lambda: check_act_now(encounter, waiter)),
        ),
        who,
    )


def _early_section(offers: Offers, later: Sequence[Id]) -> Section:
    """Offer an early turn to one of the combatants who have not acted."""
    encounter = offers.encounter
    who, member = offers.who("early", later)
    where = f"{initiative.jump_words(encounter, member)} in the order of this round"
    stated = partial(Preview, outcome=where, rule="R22")
    surprise = Choice(Act(member, "surprise"), "Acts first: surprise", stated, kind=ChoiceKind.ACT)
    ups = (
        ("catch", "Move up: catch"),
        ("dodge", "Move up: dodge"),
        ("parry", "Move up: parry"),
        ("mental", "Move up: resist"),
        ("other", "Move up: as allowed"),
    )
    choices = (
        *(_offer_move_up(offers, member, reason, label) for reason, label in ups),
        offer_checked(surprise, lambda: actions.check_surprise(encounter, member)),
    )
    return Section("early", "Before your turn", choices, (who, *_EARLY_INPUTS), main=False)


def _offer_move_up(offers: Offers, member: Id, reason: str, label: str) -> Choice:
    values = {
        key: value
        for key, value in offers.values("early", _EARLY_INPUTS).items()
        if value is not False and (key not in ("skill", "thrower") or value)
    }
    command = Act(member, "move_up", {"reason": reason, **values})

    def foretell() -> Preview:
        plan = actions.plan_move_up(offers.encounter, command)
        off = dice_off(penalty_of(offers.encounter, member, plan.number))
        window = opens_window(offers.encounter, member, plan)
        parts = (plan.roll, f"uses 1 of {write_count(plan.number, 'action')}", _INTERRUPTED if window else "")
        outcome = "; ".join(filter(None, parts))
        return Preview(off, outcome=outcome, rule=plan.action.rule)

    return Choice(command, label, foretell, kind=KINDS.get(reason, ChoiceKind.ACT))


# Beside the turns


def _points_sections(offers: Offers) -> list[Section]:
    """Before the first turn, offer a Character Point for each roll, with the chance to pass the next above.

    After it, for a roll that a newcomer has just made.
    """
    encounter = offers.encounter
    has_begun, memories = memory.recall_fight(encounter).has_begun, memory.recall_all(encounter.standings)
    rolls = memory.rolls_of(encounter)
    names = {members[0]: name for name, members in rolls if not has_begun or memories[members[0]].is_fresh}
    if not names and has_begun:
        return []
    inputs, shown = offers.few("points", [*names], FEW_BUTTONS, names)
    choices = [_offer_point(offers.encounter, names[combatant_id], combatant_id) for combatant_id in shown]
    refused = partial(Preview, refusal=initiative.refuse_fate(), rule="R13")
    fate = Choice(Act("", "fate_initiative"), "Fate Point", refused)
    return [Section("points", "Character Points for initiative", (*choices, fate), inputs, main=False)]


def _offer_point(encounter: Encounter, name: str, member: Id) -> Choice:
    def foretell() -> Preview:
        initiative.check_point(encounter, member)
        ahead = odds.ahead_of(encounter, member)
        if not ahead:
            return Preview("1 point", outcome="is first already", rule="R13")
        chance = odds.chance_to_pass(encounter, member, ahead)
        whom = encounter.name_of(ahead)
        return Preview("1 point", outcome=f"one wild die, to pass {whom}", chance=chance, rule="R13")

    return Choice(Act(member, "character_point"), name, foretell)


def _free_section(offers: Offers) -> Section:
    """Offer the free actions of one combatant."""
    who, member = offers.who("free", offers.encounter.order, next(iter(offers.encounter.acting()), ""))
    walk = _walk_inputs(offers, member)
    choices = [_offer_free(offers, member, what, walk if what == "walk" else ()) for what in free_actions.FREE]
    if offers.encounter.is_open:
        strict = memory.recall_fight(offers.encounter).is_strict
        label = "Half of Move is free again" if strict else "All movement is an action"
        ruling = RuleFact("", "strict", not strict)
        stated = partial(Preview, outcome="in this round", rule="R42")
        choices.append(Choice(ruling, label, stated, kind=ChoiceKind.MOVE))
    return Section("free", "Free actions", tuple(choices), (who, *walk, free_actions.HARD), main=False)


def _walk_inputs(offers: Offers, member: Id) -> tuple[Field, ...]:
    """Return the fields for a free walk; as many metres are asked for as are free, unless others are typed."""
    easy = offers.read("free", free_actions.GROUND) == "easy"
    free = int(free_actions.free_metres(offers.encounter, member, easy))
    return (replace(free_actions.METRES, default=max(1, free)), free_actions.GROUND, free_actions.STRICT)


def _offer_free(offers: Offers, member: Id, what: str, inputs: tuple[Field, ...]) -> Choice:
    label, _, rule = free_actions.FREE[what]
    encounter = offers.encounter
    command = Act(member, "free", {"what": what, **offers.values("free", inputs or _FREE_INPUTS.get(what, ()))})
    outcome = free_actions.describe_free_metres(encounter, member, command.values) if what == "walk" else ""
    outcome = outcome or free_actions.describe_roll(encounter, member, what)
    cost = free_actions.takes_dice_off(encounter, member, what) or "free"
    stated = partial(Preview, cost=cost, outcome=outcome, rule=rule)
    choice = Choice(command, label, stated, kind=KINDS.get(what, ChoiceKind.OTHER))
    return offer_checked(choice, lambda: free_actions.describe_free_action(offers.encounter, member, command.values))


def _related_section(offers: Offers) -> Section:
    """Show what a related skill’s total does to the primary skill, before it is noted."""
    encounter = offers.encounter
    picks = (Pick("", "none"), *offers.picks(encounter.order))
    who = Field("who", "Whose", Kind.PICK, next(iter(encounter.acting()), ""), picks=picks, people=True)
    inputs = (free_actions.TOTAL, free_actions.DIFFICULTY, free_actions.LATE)
    command = Act(str(offers.read("related", who)), "related", offers.values("related", inputs))

    def foretell() -> Preview:
        related = free_actions.apply_related_skill(command.values)
        return Preview(outcome=related.words, rule=related.rule)

    choice = Choice(command, "Note the modifier", foretell)
    several = Act(command.id, "long_task", offers.values("related", (free_actions.TASKS,)))
    at_once = Choice(
        several,
        "Several tasks in a long time",
        lambda: Preview(outcome=free_actions.long_task_words(encounter, several), rule="R24"),
    )
    asked = (who, *inputs) if encounter.order else inputs
    return Section("related", "Related skills", (choice, at_once), (*asked, free_actions.TASKS), main=False)


def _tackle_sections(encounter: Encounter) -> list[Section]:
    """Ask whether the last tackle has held (R52)."""
    target = memory.recall_fight(encounter).tackled
    if target not in encounter.standings or memory.recall(encounter.standings[target]).is_tackled:
        return []
    words = f"{encounter.name_of(target)} is tackled"
    choice = Choice(RuleFact(target, "tackled", True), words, partial(Preview, rule="R52"), kind=ChoiceKind.HOLD)
    return [Section("tackle", "Did the tackle hold?", (choice,))]


def _odds_section(offers: Offers) -> Section:
    """Offer to note the chance that one combatant goes before another in the next round."""
    encounter = offers.encounter
    able = encounter.able()
    picks = offers.picks(able)
    inputs = (
        Field("one", "Who", Kind.PICK, able[0], picks=picks, people=True),
        Field("other", "Before", Kind.PICK, able[1], picks=picks, people=True),
    )
    command = Act("", "odds", offers.values("odds", inputs))
    first, second = (encounter.name_of(str(picked)) for picked in command.values.values())

    def foretell() -> Preview:
        chance = odds.odds_between(encounter, command.values)
        return Preview(outcome=f"{first} goes before {second}", chance=chance, rule="R14")

    choice = Choice(command, "Note the chance", foretell)
    return Section("odds", "Odds of the next round", (choice,), inputs, main=False)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges. The fallen have two at most: tackled, and turn lost."""
    standing = encounter.standings[combatant_id]
    now = memory.recall(standing)
    badges = [Badge("tackled", "R52", "warn")] if now.is_tackled else []
    if not encounter.is_open:
        return tuple(badges)
    number, done = now.declared, standing.status is Status.DONE
    left = memory.actions_left(standing) if number else 0
    off = penalty_of(encounter, combatant_id, number) if number else 0
    if standing.able:
        if number > 1 and not done:
            badges.append(Badge(f"{left} of {number} left", "R16"))
        if off:
            badges.append(Badge(dice_off(off), "R24", "warn"))
        if standing.status is Status.HOLDING:
            badges.append(Badge("waits", "R57", "good"))
        if now.window:
            badges.append(Badge("rolled", "R21", "warn"))
        if now.has_fate:
            badges.append(Badge("Fate Point", "R28"))
        if now.modifier:
            badges.append(Badge(f"{'+' if now.modifier > 0 else '−'}{abs(now.modifier)} on the next roll", "R64"))
    if now.has_lost_turn and done and (left or not number):
        badges.append(Badge("turn lost", "R12", "off"))
    tie = initiative.tie_in_force(encounter, combatant_id) if now.tie and standing.able else None
    if tie and not _acts_before(encounter, tie.other, combatant_id):
        words = f"before {encounter.name_of(tie.other)} by {initiative.FACTORS[tie.by]}"
        badges.append(Badge(words, initiative.tie_rule(tie)))
    return tuple(badges)


def _acts_before(encounter: Encounter, rival: Id, combatant_id: Id) -> bool:
    """Return whether the rival stands above in any order: by moving up, or with a turn to finish."""
    standings = encounter.standings
    goes_first = standings[rival].status is Status.ACTING or rival in memory.recall_fight(encounter).paused
    return goes_first and standings[combatant_id].status is not Status.ACTING


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.declared != now.declared:
        return memory.declared_words(after, combatant_id, now.declared)
    if now.has_fate and not was.has_fate:
        return (
            f"spends a Fate Point and may take {write_count(action_rules.most_actions(after, combatant_id), 'action')}"
        )
    if now.window and not was.window:
        return "has rolled: whoever waits may interrupt"
    if now.tie and was.tie != now.tie:
        return initiative.tie_words(after, now.tie)
    if now.jumps and not was.jumps:
        return initiative.jump_sentence(after, combatant_id)
    return memory.tackled_words(now.is_tackled) if was.is_tackled != now.is_tackled else ""
