"""What the screen says of Unbound: the now panel, the badges of a row, and the changes for the log."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import combinations

from turntrack.core.commands import Act
from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import NOTHING, Field, Kind, Pick
from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, PanelInput, Preview, Section
from turntrack.systems.protocol import Badge
from turntrack.systems.toolkit.guards import amend, offer, offer_checked
from turntrack.systems.toolkit.panel_inputs import FEW_BUTTONS, Offers
from turntrack.systems.toolkit.rolls import roll_units
from turntrack.systems.unbound import memory, surprise, turns
from turntrack.systems.unbound.actions import EVERYONE, act, has_acted
from turntrack.systems.unbound.memory import (
    Faction,
    Reaction,
    UnboundFight,
    faction_name,
    faction_of,
    is_surprised,
    members,
)


def sections(encounter: Encounter, entered: PanelInput) -> tuple[Section, ...]:
    offers, ahead = Offers(encounter, entered), Offers(with_arrivals(encounter), entered)
    if not encounter.round:
        return (*_side_sections(ahead), *_surprise_sections(ahead), *_roller_sections(ahead.encounter))
    own = [section for actor in encounter.acting() for section in _turn_sections(offers, actor)]
    reactions = [_reaction_section(offers)] if encounter.is_open else []
    return (*_nomination_sections(encounter), *own, *reactions, *_surprise_sections(ahead))


def _offer(
    encounter: Encounter,
    command: Act,
    label: str,
    outcome: str = "",
    rule: str = "",
    kind: ChoiceKind = ChoiceKind.OTHER,
    likely: int = 0,
) -> Choice:
    """Offer the command, with the refusal if ``act`` refuses it now. Dice that are needed are no refusal."""

    def check() -> None:
        with suppress(DiceNeeded):
            act(Draft(encounter), command)

    stated = partial(Preview, outcome=outcome, rule=rule)
    return offer_checked(Choice(command, label, stated, kind=kind, likely=likely), check)


# Turns


def _turn_sections(offers: Offers, actor: Id) -> tuple[Section, ...]:
    """Offer the actions of a turn. Ending the turn is optional, because the next nomination ends it too."""
    encounter = offers.encounter
    combatants, own = encounter.combatants, faction_of(encounter, actor)
    foes = [other for other in encounter.order if combatants[other].side != own]
    at = offers.target(foes, "Target", "none", now=offers.likely_target(actor, foes))
    target = str(offers.read("attack", at))
    mobile = "U26" if is_surprised(encounter, actor) else ""
    outcome, rule = ("with favour", "U27") if target and is_surprised(encounter, target) else ("", "")
    turn = (
        _offer(encounter, Act(actor, "action"), "Take an action", kind=ChoiceKind.ACT, likely=LIKELY),
        _offer(encounter, Act(actor, "move"), "Move", "", mobile, ChoiceKind.MOVE, LIKELY),
        _offer_end(encounter, actor),
    )
    command = Act(actor, "attack", {"target": target})
    likely = LIKELY if has_acted(encounter, actor) else FIRST
    attack = _offer(encounter, command, "Attack", outcome, rule, ChoiceKind.STRIKE, likely)
    return (
        Section("attack", "Attack", (attack,), (at,)),
        Section("turn", f"{encounter.name_of(actor)}’s turn", turn),
    )


def _offer_end(encounter: Encounter, actor: Id) -> Choice:
    def foretell() -> Preview:
        draft = Draft(encounter)
        act(draft, Act(actor, "end"))
        follows, words = _preview_next(draft)
        return Preview(next=follows, outcome=words)

    return offer(Choice(Act(actor, "end"), "End turn", foretell, kind=ChoiceKind.OVER, likely=LIKELY))


def _preview_next(draft: Draft) -> tuple[Id, str]:
    """Settle, and return the combatant who acts then; if nobody does, an empty id and words for what follows."""
    faction = memory.next_faction(draft.encounter)
    with suppress(DiceNeeded):
        turns.settle(draft)
    if acting := draft.encounter.acting():
        return acting[0], ""
    return "", "the round ends (U12)" if faction is None else f"then {faction_name(faction)}"


def _nomination_sections(encounter: Encounter) -> tuple[Section, ...]:
    """Offer the members whom the next faction may choose, and to pass. Choosing ends the turn before."""
    draft = Draft(encounter)
    try:
        faction = turns.reach_choice(draft)
    except (Refused, DiceNeeded):  # the next round needs dice, or a combatant who is able to act
        return ()
    ahead = draft.encounter
    first = [f"ends {encounter.name_of(actor)}’s turn" for actor in encounter.acting()]
    if ahead.round != encounter.round:
        first.append(f"begins round {ahead.round}")
    choices = [_offer_member(ahead, member, faction, first) for member in memory.able_members(ahead, faction)]
    return (Section("next", f"Next: {faction_name(faction)}", (*choices, _offer_pass(ahead, faction, first))),)


def _offer_member(ahead: Encounter, member: Id, faction: Faction, first: list[str]) -> Choice:
    """Offer to choose a member. ``first`` says what happens before that turn begins."""
    words = [*first, "surprised: no action (U24)"] if is_surprised(ahead, member) else first
    choice = Choice(
        Act(member, "nominate"),
        ahead.name_of(member),
        partial(Preview, outcome=", ".join(words), rule="U8"),
        row=member,
        kind=ChoiceKind.ACT,
    )
    return offer_checked(choice, lambda: turns.check_choice(ahead, member, faction))


def _offer_pass(ahead: Encounter, faction: Faction, first: list[str]) -> Choice:
    count = turns.count_left(ahead, faction)
    refusal = turns.why_no_pass(ahead, faction, count)
    if refusal:
        told = partial(Preview, rule=refusal.rule, refusal=refusal)
        return Choice(Act("", "pass"), "Pass", told, kind=ChoiceKind.WAIT)
    command = Act("", "pass")

    def foretell() -> Preview:
        draft = Draft(ahead)
        act(draft, command)
        follows, then = _preview_next(draft)
        words = ", ".join(filter(None, (*first, "costs nothing (U11)", then)))
        return Preview(f"{count}: may pass", next=follows, outcome=words, rule="U10")

    return Choice(command, f"Pass: {faction_name(faction)}", foretell, kind=ChoiceKind.WAIT)


def _reaction_section(offers: Offers) -> Section:
    """Offer the Reaction of each able combatant. If there are many, those who have a Reaction come first."""
    encounter = offers.encounter
    ids = [*encounter.able()]
    if len(ids) > FEW_BUTTONS:
        ids.sort(key=lambda combatant_id: memory.reaction(encounter, combatant_id) is not Reaction.READY)
    who, shown = offers.few("reaction", ids, FEW_BUTTONS)
    choices = [
        _offer(
            encounter, Act(combatant_id, "react"), encounter.name_of(combatant_id), rule="UA8", kind=ChoiceKind.GUARD
        )
        for combatant_id in shown
    ]
    return Section("reaction", "Use the Reaction", tuple(choices), who, main=False)


# Before the first round


def _side_sections(offers: Offers) -> tuple[Section, ...]:
    """Ask for the sides of combatants who have none (UA10)."""
    encounter = offers.encounter
    units = roll_units(encounter, members(encounter).get("", ()))
    if not units or len(encounter.combatants) < 2:
        return ()
    names = {ids[0]: unit for unit, ids in units}
    who, combatant_id = offers.who("sides", [*names], names=names)
    side = Field("side", "Side", Kind.TEXT, "")
    command = Act(combatant_id, "side", offers.values("sides", (side,)))
    choice = _offer(encounter, command, "Stands on this side", rule="UA10")
    return (Section("sides", "Who is on which side", (choice,), (who, side)),)


def _roller_sections(encounter: Encounter) -> tuple[Section, ...]:
    """Ask which player character rolls for a side that has several (U3)."""
    rollers = []
    for ids in members(encounter).values():
        able = (member for member in ids if encounter.standings[member].able)
        players = [member for member in able if encounter.combatants[member].sheet["player"]]
        rollers += players if len(players) > 1 else []
    choices = [_offer(encounter, Act(member, "roller"), encounter.name_of(member), rule="U3") for member in rollers]
    return (Section("roller", "Who rolls initiative", tuple(choices), main=False),) if choices else ()


# Surprise


def _surprise_sections(offers: Offers) -> tuple[Section, ...]:
    """Offer sneaking, Perception rolls and the Director's decisions while somebody can still be surprised."""
    encounter, present = offers.encounter, members(offers.encounter)
    catchable = {faction: surprise.fresh_members(encounter, faction) for faction in present}
    ids = tuple([member for fresh in catchable.values() for member in fresh])
    if not ids or len(present) < 2:
        return ()
    asked = (_sneak_target_field(present),) if len(present) > 2 else ()
    who, member = offers.who("director", ids)
    word = [
        _offer(encounter, Act(member, "decree"), "Is surprised", rule="U28"),
        _offer(encounter, Act(member, "notice"), "Is not surprised", rule="U28"),
    ]
    for faction, fresh in catchable.items():
        if fresh:
            label = f"{faction_name(faction)}: all surprised"
            word.append(_offer(encounter, Act(fresh[0], "decree", {"all": True}), label, rule="U28"))
    for faction, fresh in catchable.items():
        if any(is_surprised(encounter, member) for member in fresh):
            label = f"{faction_name(faction)}: none surprised"
            word.append(_offer(encounter, Act(fresh[0], "notice", {"all": True}), label, rule="UA9"))
    return (
        Section("surprise", "Surprise", _offer_sneaking(offers, asked), asked, main=not encounter.round),
        Section("director", "The Director’s word", tuple(word), (who,), main=False),
    )


def _sneak_target_field(present: Mapping[Faction, tuple[Id, ...]]) -> Field:
    picks = tuple([Pick(ids[0], faction_name(faction)) for faction, ids in present.items()])
    return Field("on", "Up on", Kind.PICK, EVERYONE, picks=(Pick(EVERYONE, "everyone else"), *picks))


def _offer_sneaking(offers: Offers, asked: tuple[Field, ...]) -> tuple[Choice, ...]:
    encounter = offers.encounter
    values = offers.values("surprise", asked) if asked else NOTHING
    declared = memory.recall_fight(encounter).sneaking
    choices = []
    for faction, ids in members(encounter).items():
        whom = [faction_name(sneak.whom) for sneak in declared if sneak.who == faction]
        if whom:
            label = f"{faction_name(faction)}: sneaking up on {', '.join(whom)}"
            choices.append(_offer(encounter, Act(ids[0], "unsneak"), label, outcome="tap to undo", rule="U15"))
        else:
            choices.append(_offer_sneak(encounter, Act(ids[0], "sneak", values), faction))
    roll = _offer(encounter, Act("", "perception"), "Roll Perception", outcome="somebody is surprised", rule="U21")
    return (*choices, amend(roll, partial(_add_chance, encounter)), *_offer_mutual(encounter))


def _add_chance(encounter: Encounter, preview: Preview) -> Preview:
    """Add the chance that the Perception roll finds somebody surprised."""
    if preview.refusal:
        return preview
    due = [
        (surprise.perception_of(encounter, combatant_id), number)
        for combatant_id, number in surprise.rolls_due(encounter)
    ]
    return replace(preview, chance=surprise.chance_any_surprised(due))


def _offer_sneak(encounter: Encounter, command: Act, faction: Faction) -> Choice:
    def foretell() -> Preview:
        number = surprise.stealth_number(encounter, faction)
        return _offer(encounter, command, label, outcome=f"to notice: {number}", rule="U17").preview

    label = f"{faction_name(faction)}: sneaking"
    return Choice(command, label, foretell)


def _offer_mutual(encounter: Encounter) -> tuple[Choice, ...]:
    """Offer to cancel mutual surprise: for all, or for two factions if a third one has noticed (UA9)."""
    caught, present = surprise.surprised_factions(encounter), members(encounter)
    if len(caught) < 2 or surprise.is_mutual(encounter):
        return (_offer(encounter, Act("", "mutual"), "Count it as no surprise", rule="U23"),)
    return tuple(
        _offer(
            encounter,
            Act(present[first][0], "mutual", {"with": present[second][0]}),
            f"{faction_name(first)} and {faction_name(second)}: count it as no surprise",
            rule="UA9",
        )
        for first, second in combinations(caught, 2)
    )


_SURPRISED = (
    Badge("no action", "U24", "warn"),
    Badge("may move", "U26"),
    Badge("no Reaction back", "U25", "warn"),
    Badge("favour against", "U27", "warn"),
)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges: the number to notice the combatant, the effects of surprise, the roller and the Reaction."""
    if not encounter.standings[combatant_id].able:
        return ()
    result: list[Badge] = []
    now = memory.recall(encounter.standings[combatant_id])
    number = None if now.has_had_turn else surprise.hardest_number(encounter, faction_of(encounter, combatant_id))
    if number:
        result.append(Badge(f"to notice {number.total}", "U20", "warn"))
    if now.is_surprised:
        result += _SURPRISED
    if now.is_roller and not encounter.round:
        result.append(Badge("rolls initiative", "U3"))
    match now.reaction:
        case Reaction.READY:
            result.append(Badge("Reaction", "UA8", "good"))
        case Reaction.USED:
            result.append(Badge("Reaction used", "UA8", "off"))
    return tuple(result)


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    """Return the words for a change of memory, to follow the name in the log; empty if the log need not say it."""
    if not combatant_id:
        return _fight_words(memory.recall_fight(before), memory.recall_fight(after))
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.is_surprised != now.is_surprised:
        return memory.surprise_words(now.is_surprised)
    if now.reaction and was.reaction != now.reaction:
        return memory.REACTION_WORDS[now.reaction]
    if now.is_roller and not was.is_roller:
        return f"rolls initiative for {faction_name(faction_of(after, combatant_id))}"
    return ""


def _fight_words(was: UnboundFight, now: UnboundFight) -> str:
    if was.factions != now.factions:
        return memory.order_words(now.factions)
    return memory.sneak_words(now.sneaking) if was.sneaking != now.sneaking else ""
