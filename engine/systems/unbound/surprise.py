"""Surprise: who sneaks up on whom, who notices, and what the Director says. (rulebook: Unbound, lines 20-33)"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import DiceCode
from engine.draft import Draft
from engine.errors import Refused
from engine.events import FactSet, Noted
from engine.model import Encounter, Id
from engine.sums import Sum, Term
from engine.systems.unbound import factions
from engine.systems.unbound.factions import Faction

TWO_D10 = DiceCode(2, 10)

MOST_PAIRS = 500
"""Of factions, one sneaking up on the other: a list that is kept has at most a thousand names."""

READY, USED, MISSED = "ready", "used", "missed"
"""How it stands with a Reaction. Before the first turn there is none."""


STEALTHY = "stealthy"
"""Of the fight: somebody has sneaked, and it has been rolled for."""


def sneaking(encounter: Encounter) -> tuple[tuple[Faction, Faction], ...]:
    """Who sneaks up on whom, as declared and not yet rolled for."""
    flat = encounter.fact("sneaking", ())
    return tuple(zip(flat[::2], flat[1::2], strict=False)) if isinstance(flat, tuple) else ()


def fresh(encounter: Encounter, faction: Faction) -> tuple[Id, ...]:
    """Those of a faction who can still be caught: able, their first turn of the combat not yet over."""
    ids = factions.members(encounter).get(faction, ())
    return tuple(one for one in ids if encounter.standings[one].able and not encounter.standings[one].fact("had_turn"))


def stealth(encounter: Encounter, faction: Faction) -> Sum:
    """U18, U20: the target number to notice this faction. Raises Refused when nobody of it can sneak."""
    able = [one for one in factions.members(encounter).get(faction, ()) if encounter.standings[one].able]
    if not able:
        raise Refused("nobody_able", f"Nobody of {factions.name(faction)} is able to sneak.", "U17")
    lowest = min(able, key=lambda one: int(encounter.combatants[one].sheet["stealth"]))
    bonus = int(encounter.combatants[lowest].sheet["stealth"])
    return Sum((Term("base", 10, "U20"), Term(f"{encounter.name_of(lowest)}’s Stealth", bonus, "U18")))


def target(encounter: Encounter, faction: Faction) -> Sum | None:
    """What the members of this faction have to reach; the hardest if several parties sneak up on it."""
    pairs = sneaking(encounter)
    if not pairs:
        return None
    present = factions.members(encounter)
    numbers = [
        stealth(encounter, who)
        for who, whom in pairs
        if whom == faction and any(encounter.standings[one].able for one in present.get(who, ()))
    ]
    return max(numbers, key=lambda number: number.total, default=None)


def declare(draft: Draft, one: Id, on: Sequence[Faction]) -> None:
    """U17: the faction of ``one`` sneaks up on these."""
    encounter, who = draft.encounter, factions.of(draft.encounter, one)
    number = stealth(encounter, who)
    pairs = [pair for pair in sneaking(encounter) if pair[0] != who]
    whom = [faction for faction in on if fresh(encounter, faction)]
    if not on:
        raise Refused("nobody_else", f"{factions.name(who)} can sneak up on another faction only.", "U17")
    if not whom:
        raise Refused("nobody_fresh", "There is nobody whose first turn of the combat is still to come.", "U24")
    pairs += [(who, faction) for faction in whom]
    if len(pairs) > MOST_PAIRS:
        raise Refused("too_many", f"At most {MOST_PAIRS} pairs of factions can be kept: name whom it is about.", "U17")
    draft.record(FactSet("", "sneaking", tuple(name for pair in pairs for name in pair), rule="U17"))
    draft.record(Noted(f"To notice {factions.name(who)}: {plain(number)}.", "U20"))


def withdraw(draft: Draft, one: Id) -> None:
    who = factions.of(draft.encounter, one)
    pairs = [pair for pair in sneaking(draft.encounter) if pair[0] != who]
    if len(pairs) == len(sneaking(draft.encounter)):
        raise Refused("not_sneaking", f"{factions.name(who)} sneaks up on nobody.", "U15")
    draft.record(FactSet("", "sneaking", tuple(name for pair in pairs for name in pair)))
    draft.record(Noted(f"{factions.name(who)}: no sneaking after all.", "U15"))


def due(encounter: Encounter) -> list[tuple[Id, int]]:
    """Everyone who has to notice somebody, with the target number."""
    rolling = []
    for faction in factions.members(encounter):
        number = target(encounter, faction)
        if number:
            rolling += [(one, number.total) for one in fresh(encounter, faction)]
    return rolling


def roll_perception(draft: Draft, mutual: str) -> None:
    """U21, U22: everyone who might be surprised rolls, all at once."""
    if not sneaking(draft.encounter):
        raise Refused("nobody_sneaks", "Nobody sneaks: say first who might be surprised.", "U14")
    rolling = due(draft.encounter)
    if not rolling:
        raise Refused("nobody_fresh", "There is nobody whose first turn of the combat is still to come.", "U24")
    combatants = draft.encounter.combatants
    requests = [
        draft.request((one,), combatants[one].name, f"Perception, to reach {number}", TWO_D10)
        for one, number in rolling
    ]
    failed: dict[Faction, list[bool]] = {}
    for (one, number), roll in zip(rolling, draft.roll(requests, "U21"), strict=True):
        total = Sum((Term("2d10", roll.total), Term("Perception", int(combatants[one].sheet["perception"]))))
        fails = total.total < number
        words = "too little" if fails else "enough"
        draft.record(Noted(f"{combatants[one].name}: {total}, {words} against {number}.", "UA5"))
        if fails:
            put(draft, one, True, "U22")
        failed.setdefault(combatants[one].side, []).append(fails)
    pairs = sneaking(draft.encounter)
    draft.record(FactSet("", "sneaking", ()), FactSet("", STEALTHY, True))
    for faction, fails_of in failed.items():
        draft.record(Noted(f"{factions.name(faction)}: {sum(fails_of)} of {len(fails_of)} surprised.", "U19"))
    settle_mutual(draft, mutual, pairs)


def decree(draft: Draft, ids: Sequence[Id], surprised: bool, mutual: str) -> None:
    """U28: the Director's word."""
    changed = [one for one in ids if bool(draft.fact(one, "surprised")) != surprised]
    if not changed:
        raise Refused("already", "That is how it stands already.", "U28")
    for one in changed:
        put(draft, one, surprised, "U28")
    settle_mutual(draft, mutual)


def caught(encounter: Encounter) -> tuple[Faction, ...]:
    """The factions of which everybody who can act is surprised."""
    standings = encounter.standings
    awake = {
        factions.of(encounter, one)
        for one in encounter.order
        if standings[one].able and not standings[one].fact("surprised")
    }
    return tuple(faction for faction in factions.playing(encounter) if faction not in awake)


def is_mutual(encounter: Encounter) -> bool:
    """UA6: everybody who can act is surprised, in two factions or more."""
    return len(caught(encounter)) > 1 and caught(encounter) == factions.playing(encounter)


def settle_mutual(draft: Draft, mutual: str, pairs: Sequence[tuple[Faction, Faction]] = ()) -> None:
    """``pairs`` are who has sneaked up on whom."""
    if mutual != "always":
        return
    if is_mutual(draft.encounter):
        cancel(draft, mutual)
    for one, other in pairs:
        if one < other and (other, one) in pairs and {one, other} <= {*caught(draft.encounter)}:
            cancel(draft, mutual, (one, other))


def cancel(draft: Draft, mutual: str, both: Sequence[Faction] = ()) -> None:
    """U23: for all, or for two parties (UA9). Raises Refused where it is not mutual, or not this table's custom."""
    if mutual == "never":
        raise Refused("never", "At this table mutual surprise stands.", "UA6")
    if both and not (len({*both}) > 1 and {*both} <= {*caught(draft.encounter)}):
        raise Refused("not_mutual", "Not everybody of the two is surprised: it stands for each one.", "UA9")
    if not both and not is_mutual(draft.encounter):
        raise Refused("not_mutual", "Not everybody is surprised: it stands for each one.", "UA6")
    who = " and ".join(factions.name(faction) for faction in both) or "They"
    draft.record(Noted(f"{who} surprise each other alike: it counts as no surprise.", "U23"))
    for one in draft.encounter.order:
        if draft.fact(one, "surprised") and (not both or factions.of(draft.encounter, one) in both):
            put(draft, one, False, "UA9" if both else "UA6")


def put(draft: Draft, one: Id, surprised: bool, rule: str) -> None:
    """Surprised or not, from now on. For whoever acts just now the Reaction of this turn goes with it (U25)."""
    draft.record(FactSet(one, "surprised", surprised, rule=rule))
    swapped = (READY, MISSED) if surprised else (MISSED, READY)
    if draft.encounter.fact("now") == one and draft.fact(one, "reaction") == swapped[0]:
        draft.record(FactSet(one, "reaction", swapped[1], rule="U25"))


def plain(number: Sum) -> str:
    """The sum without its rules."""
    return str(Sum(tuple(Term(term.label, term.amount) for term in number.terms)))
