"""The limit on the number of actions in a round, and the Fate Point that doubles it."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Value, read
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, Term
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_catalogue import NUMBER
from turntrack.systems.rond6.multi_action_penalty import action_words
from turntrack.systems.rond6.rule_options import OPTIONS, reading_of
from turntrack.systems.rond6.skill_lookup import code_of
from turntrack.systems.toolkit.guards import allow


def action_limit(encounter: Encounter, combatant_id: Id, fate: bool) -> Score:
    """Compute the largest number of actions that may be declared (R28, R29), with or without a Fate Point."""
    sheet = encounter.combatants[combatant_id].sheet
    agility, quickness = code_of(sheet, "agility").dice, int(sheet["quickness"])
    allotment = int(sheet["allotment"])
    terms = [Term("dice of Agility", agility, "R28")]
    if fate:
        terms.append(Term("Fate Point", agility, "R28"))
    if quickness:
        terms.append(Term("Quickness", quickness, "R29"))
        if fate and reading_of(encounter, "fate") == "all":
            terms.append(Term("Quickness doubled", quickness, "RA5"))
    how = reading_of(encounter, "allotment")
    more = allotment - 1 if how == "beside" else allotment - Score(tuple(terms)).total if how == "lifts" else 0
    if more > 0:
        terms.append(Term("allotment", more, "RA5"))
    return Score(tuple(terms))


def most_actions(encounter: Encounter, combatant_id: Id) -> int:
    """Return the limit, doubled if a Fate Point has been spent in this round."""
    return action_limit(encounter, combatant_id, memory.recall(encounter.standings[combatant_id]).has_fate).total


def check_limit(encounter: Encounter, combatant_id: Id, raw: Value, fate: bool = False) -> int:
    """Return the number, if it is within the limit; ``fate`` doubles that. Raises Refused and BadValue."""
    number = int(read(NUMBER, raw))
    fate = fate or memory.recall(encounter.standings[combatant_id]).has_fate

    def check(encounter: Encounter) -> None:
        most = action_limit(encounter, combatant_id, fate)
        if number > most.total:
            words = " + ".join(f"{term.label} {term.amount}" for term in most.terms)
            raise Refused("over_limit", f"At most {action_words(most.total)}: {words}.", most.rules[-1])

    allow(encounter, OPTIONS, check)
    return number


def check_fate(encounter: Encounter, combatant_id: Id) -> None:
    """Check that a Fate Point can double the limit: before the number is fixed, once in a round. Raises Refused."""
    standing, name = encounter.standings[combatant_id], encounter.name_of(combatant_id)
    if memory.recall(standing).declared:
        raise Refused("declared", f"{name} has already declared.", "R18")
    if memory.recall(standing).has_fate:
        raise Refused("already", f"{name} has already spent a Fate Point this round.", "R28")


def spend_fate(draft: Draft, combatant_id: Id) -> None:
    """Spend a Fate Point: it doubles the limit, before the number is fixed (R28). Raises Refused."""
    check_fate(draft.encounter, combatant_id)
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), has_fate=True), "R28")
