"""The ruling that carries out an action even if the system refuses it."""

from __future__ import annotations

from turntrack.core.commands import Act, RuleAct
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Spent
from turntrack.core.fields import check_values, required_text
from turntrack.core.score import Term
from turntrack.rules.rulings import act_first, check_open
from turntrack.systems.protocol import TurnSystem


def rule_act(draft: Draft, command: RuleAct, system: TurnSystem) -> None:
    """Carry out a choice; if the system refuses it, only record its cost, or a note. Raises Refused and BadValue.

    A choice that belongs to no combatant stays refused, unless the system can rule on that choice.
    """
    check_open(draft, system)
    done = Act(command.id, command.action, command.values)
    check_values(done.values)
    name = draft.combatant(command.id).name if command.id else ""
    words = f"does anyway: {required_text('What is done', command.label)}"
    before, told = draft.encounter, len(draft.events)
    try:
        system.act(draft, done)
        return
    except Refused as refused:
        draft.encounter = before
        del draft.events[told:]
        refusal = refused
    if system.act_by_ruling(draft, done, words):
        return
    if not command.id:
        raise refusal
    cost = system.ruled_cost(draft.encounter, done)
    if not cost:
        draft.record(Noted(f"{name} {words}.", RULING))
        return
    acting = draft.encounter.acting()
    draft.record(Spent(command.id, Term(words, cost, RULING)))
    system.rescore(draft, (command.id,), None)
    act_first(draft, (command.id,), acting, system)
