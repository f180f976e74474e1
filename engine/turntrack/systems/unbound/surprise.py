"""Who is surprised: sneaking, Perception rolls, the Director's decisions, and the exact chances.

What it costs is in ``actions`` and ``turns``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from turntrack.core.dice import DiceCode
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted
from turntrack.core.model import Encounter, Id, derived
from turntrack.core.score import Score, Term
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.distributions import ways_of
from turntrack.systems.toolkit.guards import refuse
from turntrack.systems.unbound import memory
from turntrack.systems.unbound.memory import Faction, Sneak, faction_name, faction_of, is_surprised, set_surprised
from turntrack.systems.unbound.rules import reading_of

TWO_D10 = DiceCode(2, 10)
ROLL = ways_of(TWO_D10)

MOST_PAIRS = 500
"""The most pairs of factions, one of them sneaking up on the other, that a fight keeps."""


def fresh_members(encounter: Encounter, faction: Faction) -> tuple[Id, ...]:
    """Return the members of a faction who can still be surprised: able, and before the end of their first turn."""
    able = memory.able_members(encounter, faction)
    memories = memory.recall_all(encounter.standings)
    return tuple([member for member in able if not memories[member].has_had_turn])


def perception_of(encounter: Encounter, combatant_id: Id) -> int:
    return int(encounter.combatants[combatant_id].sheet["perception"])


def stealth_number(encounter: Encounter, faction: Faction) -> Score:
    """Return the target number to notice this faction (U18, U20). Raises Refused if no member is able to sneak."""
    able = memory.able_members(encounter, faction)
    if not able:
        raise Refused("nobody_able", f"Nobody in {faction_name(faction)} is able to sneak.", "U17")
    bonuses = {member: int(encounter.combatants[member].sheet["stealth"]) for member in able}
    lowest = min(able, key=bonuses.__getitem__)
    bonus = bonuses[lowest]
    return Score((Term("base", 10, "U20"), Term(f"{encounter.name_of(lowest)}’s Stealth", bonus, "U18")))


def hardest_number(encounter: Encounter, faction: Faction) -> Score | None:
    """Return the highest target number that the members of this faction have to reach; None if nobody sneaks."""
    return _hardest_numbers(encounter).get(faction)


@derived
def _hardest_numbers(encounter: Encounter) -> dict[Faction, Score]:
    hardest: dict[Faction, Score] = {}
    sneaks = memory.recall_fight(encounter).sneaking
    playing = memory.factions_in_play(encounter) if sneaks else ()
    numbers = {who: stealth_number(encounter, who) for who in {sneak.who: 0 for sneak in sneaks} if who in playing}
    for sneak in sneaks:
        number = numbers.get(sneak.who)
        if number and (sneak.whom not in hardest or number.total > hardest[sneak.whom].total):
            hardest[sneak.whom] = number
    return hardest


def declare(draft: Draft, combatant_id: Id, on: Sequence[Faction]) -> None:
    """Let the combatant's faction sneak up on these factions (U17). Raises Refused if that is not possible."""
    encounter, who = draft.encounter, faction_of(draft.encounter, combatant_id)
    number = stealth_number(encounter, who)
    others = [sneak for sneak in memory.recall_fight(encounter).sneaking if sneak.who != who]
    whom = [faction for faction in on if fresh_members(encounter, faction)]
    if not on:
        raise Refused("nobody_else", f"{faction_name(who)} can sneak up on another faction only.", "U17")
    if not whom:
        raise Refused("nobody_fresh", "Nobody’s first turn of the combat is still to come.", "U24")
    sneaks = (*others, *(Sneak(who, faction) for faction in whom))
    if len(sneaks) > MOST_PAIRS:
        raise Refused(
            "too_many", f"At most {MOST_PAIRS} pairs of factions can be kept: say whom this one sneaks up on.", "U17"
        )
    memory.set_sneaking(draft, sneaks)
    without_rules = Score(tuple([Term(term.label, term.amount) for term in number.terms]))
    draft.record(Noted(f"To notice {faction_name(who)}: {without_rules}.", "U20"))


def withdraw(draft: Draft, combatant_id: Id) -> None:
    """Take back that the combatant's faction sneaks. Raises Refused if it does not."""
    who, fight = faction_of(draft.encounter, combatant_id), memory.recall_fight(draft.encounter)
    others = tuple(sneak for sneak in fight.sneaking if sneak.who != who)
    if others == fight.sneaking:
        raise Refused("not_sneaking", f"{faction_name(who)} sneaks up on nobody.", "U15")
    draft.remember("", replace(fight, sneaking=others))
    draft.record(Noted(f"{faction_name(who)}: no sneaking after all.", "U15"))


def rolls_due(encounter: Encounter) -> list[tuple[Id, int]]:
    """Return all combatants who have to roll Perception, each with the target number."""
    rolling = []
    for faction in memory.members(encounter):
        number = hardest_number(encounter, faction)
        if number:
            rolling += [(member, number.total) for member in fresh_members(encounter, faction)]
    return rolling


def is_stealthy(encounter: Encounter) -> bool:
    """Return whether a faction in play sneaks or has sneaked (U15), even if nobody is left who has to notice it."""
    fight, playing = memory.recall_fight(encounter), memory.factions_in_play(encounter)
    return fight.is_stealthy or any(sneak.who in playing for sneak in fight.sneaking)


def roll_perception(draft: Draft) -> None:
    """Roll Perception for all who may be surprised, in one request (U21, U22). Raises Refused if nobody has to roll."""
    sneaks = memory.recall_fight(draft.encounter).sneaking
    if not sneaks:
        raise Refused("nobody_sneaks", "Nobody sneaks: first say who might be surprised.", "U14")
    rolling = rolls_due(draft.encounter)
    if not rolling:
        raise Refused("nobody_fresh", "Nobody’s first turn of the combat is still to come.", "U24")
    combatants = draft.encounter.combatants
    requests = [
        draft.request((combatant_id,), combatants[combatant_id].name, f"Perception, to reach {number}", TWO_D10)
        for combatant_id, number in rolling
    ]
    failed: dict[Faction, list[bool]] = {}
    for (combatant_id, number), roll in zip(rolling, draft.roll(requests, "U21"), strict=True):
        total = Score((Term("2d10", roll.total), Term("Perception", perception_of(draft.encounter, combatant_id))))
        fails = total.total < number
        words = "too little" if fails else "enough"
        draft.record(Noted(f"{combatants[combatant_id].name}: {total}, {words} against {number}.", "UA5"))
        if fails:
            set_surprised(draft, combatant_id, True, "U22")
        failed.setdefault(combatants[combatant_id].side, []).append(fails)
    draft.remember("", replace(memory.recall_fight(draft.encounter), sneaking=(), is_stealthy=True))
    for faction, fails_of in failed.items():
        draft.record(Noted(f"{faction_name(faction)}: {sum(fails_of)} of {len(fails_of)} surprised.", "U19"))
    _settle_mutual(draft, sneaks)


def decree(draft: Draft, ids: Sequence[Id], surprised: bool) -> None:
    """Record without rolls who is surprised (U28). Raises Refused if nothing changes."""
    memories = memory.recall_all(draft.encounter.standings)
    changed = [combatant_id for combatant_id in ids if memories[combatant_id].is_surprised != surprised]
    if not changed:
        raise Refused("already", "That is already the case.", "U28")
    for combatant_id in changed:
        set_surprised(draft, combatant_id, surprised, "U28")
    _settle_mutual(draft, ())


# Mutual surprise


def surprised_factions(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions all of whose able members are surprised."""
    memories, combatants = memory.recall_all(encounter.standings), encounter.combatants
    awake = {
        combatants[combatant_id].side for combatant_id in encounter.able() if not memories[combatant_id].is_surprised
    }
    return tuple([faction for faction in memory.factions_in_play(encounter) if faction not in awake])


def is_mutual(encounter: Encounter) -> bool:
    """Return whether all able combatants are surprised, in two factions or more (UA6)."""
    caught = surprised_factions(encounter)
    return len(caught) > 1 and caught == memory.factions_in_play(encounter)


def _settle_mutual(draft: Draft, sneaks: Sequence[Sneak]) -> None:
    """Cancel mutual surprise if the table always does so. ``sneaks`` are the attempts just rolled for."""
    if reading_of(draft.encounter, "mutual") != "always":
        return
    if is_mutual(draft.encounter):
        cancel_mutual(draft, ())
    for sneak in sneaks:
        both = (sneak.who, sneak.whom)
        if (
            sneak.who < sneak.whom
            and Sneak(sneak.whom, sneak.who) in sneaks
            and {*both} <= {*surprised_factions(draft.encounter)}
        ):
            cancel_mutual(draft, both)


def cancel_mutual(draft: Draft, both: Sequence[Faction]) -> None:
    """Cancel mutual surprise, for all (U23) or for two factions (UA9). Raises Refused if it is not mutual."""
    if reading_of(draft.encounter, "mutual") == "never":
        refuse(draft.encounter, Refused("never", "At this table mutual surprise always stands.", "UA6"))
    if both and not (len({*both}) > 1 and {*both} <= {*surprised_factions(draft.encounter)}):
        raise Refused("not_mutual", "Not everybody on both sides is surprised, so it stands for each.", "UA9")
    if not both and not is_mutual(draft.encounter):
        is_any = any(is_surprised(draft.encounter, combatant_id) for combatant_id in draft.encounter.order)
        words = "Not everybody is surprised, so it stands for each." if is_any else "Nobody is surprised."
        raise Refused("not_mutual", words, "UA6")
    who = " and ".join(faction_name(faction) for faction in both) or "They"
    draft.record(Noted(f"{who} surprise each other alike: it counts as no surprise.", "U23"))
    for combatant_id in draft.encounter.order:
        if is_surprised(draft.encounter, combatant_id) and (
            not both or faction_of(draft.encounter, combatant_id) in both
        ):
            set_surprised(draft, combatant_id, False, "UA9" if both else "UA6")


MOST_COUNTED = 100
"""The most members of a faction for which the chances of 0, 1, 2, … surprised are counted."""


def chances(encounter: Encounter) -> Iterator[Chance]:
    """Yield the chances to be surprised, and of each number of surprised members of a faction."""
    for faction in memory.factions_in_play(encounter):
        number = hardest_number(encounter, faction)
        if number:
            ids = fresh_members(encounter, faction)
            modifiers = [perception_of(encounter, member) for member in ids]
            for member, modifier in zip(ids, modifiers, strict=True):
                chance = chance_surprised(modifier, number.total)
                yield Chance(member, "is surprised", chance, "U22")
            if len(ids) <= MOST_COUNTED:
                for many, chance in enumerate(chances_of_number_surprised(modifiers, number.total)):
                    label = f"{faction_name(faction)}: {many} of {len(ids)} surprised"
                    yield Chance("", label, chance, "U19")


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    many = [
        faction_name(faction)
        for faction in memory.members(encounter)
        if hardest_number(encounter, faction) and len(fresh_members(encounter, faction)) > MOST_COUNTED
    ]
    return f"How many are surprised is not worked out for so many: {', '.join(many)}." if many else ""


def _count_failures(perception: int, number: int) -> int:
    """Count the rolls of 2d10, out of 100, with which 2d10 + ``perception`` stays below ``number`` (UA5).

    >>> _count_failures(3, 12)
    28
    """
    return sum(ROLL.ways[: max(0, number - perception - ROLL.low)])


def chance_surprised(perception: int, number: int) -> Fraction:
    return Fraction(_count_failures(perception, number), ROLL.scale)


def chance_any_surprised(rolls: Sequence[tuple[int, int]]) -> Fraction:
    """Return the chance that at least one roll fails. Each is a Perception and the number to reach.

    >>> chance_any_surprised([(2, 13), (4, 13)]), chance_any_surprised([])
    (Fraction(151, 250), Fraction(0, 1))
    """
    nobody = prod(ROLL.scale - _count_failures(perception, number) for perception, number in rolls)
    return 1 - Fraction(nobody, ROLL.scale ** len(rolls))


def chances_of_number_surprised(perceptions: Sequence[int], number: int) -> tuple[Fraction, ...]:
    """Return the chances that 0, 1, 2, … of the combatants with these Perceptions are surprised.

    >>> [str(chance) for chance in chances_of_number_surprised([2, 4, 1], 13)]
    ['891/5000', '4329/10000', '799/2500', '693/10000']
    """
    ways = [1]
    for perception in perceptions:
        fails = _count_failures(perception, number)
        more = [0, *[fails * many for many in ways]]
        fewer = [*[(ROLL.scale - fails) * many for many in ways], 0]
        ways = [failing + passing for failing, passing in zip(more, fewer, strict=True)]
    return tuple([Fraction(many, ROLL.scale ** len(perceptions)) for many in ways])
