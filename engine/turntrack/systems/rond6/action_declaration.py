"""The declaration of a number of actions: its limit, and when it can be made."""

from __future__ import annotations

from turntrack.core.errors import Refused
from turntrack.core.input_fields import Value, read
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Score, Term
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_catalogue import GUARDS, NUMBER
from turntrack.systems.rond6.multi_action_penalty import action_words
from turntrack.systems.rond6.rule_options import OPTIONS, reading_of
from turntrack.systems.rond6.sheet import code_of
from turntrack.systems.toolkit.options_lifting_refusals import allow


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


def check_turn(encounter: Encounter, combatant_id: Id) -> None:
    """Check that it is the combatant’s turn, and that no result is open. Raises Refused."""
    standing, name = GUARDS.playing(encounter, combatant_id), encounter.name_of(combatant_id)
    if standing.status is Status.DONE:
        raise Refused("no_more", f"{name} has no action left: none can be added in this round.", "R18")
    if standing.status is Status.HOLDING:
        raise Refused("waits", f"{name} waits: act now, or interrupt, first.", "R21")
    if standing.status is Status.READY:
        raise GUARDS.not_on_turn(encounter, combatant_id)
    if memory.recall(standing).window:
        raise Refused("result_first", f"Resolve {name}’s action first.", "R21")


def check_declaration(encounter: Encounter, combatant_id: Id, raw: Value) -> int:
    """Return the number of actions, if it may be fixed now. Raises Refused and BadValue."""
    standing, name = encounter.standings.get(combatant_id), encounter.name_of(combatant_id)
    if standing and standing.able and standing.status is Status.READY and encounter.is_open:
        raise Refused("not_your_turn", f"Actions are declared on one’s own turn, and it is not {name}’s.", "R15")
    check_turn(encounter, combatant_id)
    standing = encounter.standings[combatant_id]
    if memory.recall(standing).declared:
        number = memory.recall(standing).declared
        raise Refused("declared", f"{name} has declared {action_words(number)}: none can be added.", "R18")
    return check_limit(encounter, combatant_id, raw)


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
