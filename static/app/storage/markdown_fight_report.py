"""The report of a fight as Markdown: its options, combatants, log, undone branches and final state.

It is detailed enough to set the fight up again by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.ui.reinforcements import reinforcements_view
from app.values.fight_names import name_of
from turntrack.core.events import CombatantAdded
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Combatant, Condition, Encounter
from turntrack.core.settings import SETTINGS
from turntrack.history.session import Session, Step
from turntrack.log.conditions import until_words
from turntrack.log.narrate import narrate
from turntrack.rules.conditions import conditions_of
from turntrack.rules.health import tally_of
from turntrack.rules.quick_line import write_quick_line
from turntrack.systems.protocol import TurnSystem

_MARK = re.compile(r"([\\`*_{}\[\]<>#|!&~@]|:(?=\S)|(?<=www)\.)", re.IGNORECASE)
_MARK_OF_ITEM = re.compile(r"^(\d*)([-+.)])")


def write_markdown_report(session: Session, system: TurnSystem, level: int = 1, with_rules: bool = True) -> str:
    """Return the report as Markdown: options, combatants as quick lines, every step, branches, and the final state.

    ``level`` is that of its heading. A fight's own rules are left out without ``with_rules``.
    """
    now, head, part, inner = session.encounter, "#" * level, "#" * (level + 1), "#" * (level + 2)
    title = escape_markdown(system.at(now).title)
    lines = [f"{head} {escape_markdown(name_of(now))}", "", f"{title}. Written by Turntrack.", ""]
    options = (*system.options, *SETTINGS)
    chosen = [(option, now.options[option.key]) for option in options if option.key in now.options]
    if chosen:
        lines += [f"{part} How the table plays", ""]
        lines += [
            f"- {option.label}: {escape_markdown({pick.key: pick.label for pick in option.values}.get(value, value))}"
            for option, value in chosen
        ]
        lines.append("")
    if system.has_rules_of_fights and with_rules:
        lines += [f"{part} The rules of this fight", ""]
        lines += [f"- **{rule.id}** {escape_markdown(rule.text)}" for rule in system.at(now).rules]
        lines.append("")
    lines += [f"{part} Combatants as they joined", "", "```"]
    for step in session.past:
        joined = [event.combatant for event in step.events if isinstance(event, CombatantAdded)]
        lines += [write_quick_line(combatant, system.at(step.after).fields) for combatant in joined]
    lines += ["```", "", f"{part} What happened", ""]
    before = NO_ENCOUNTER
    for number, step in enumerate(session.past, 1):
        if step.after.round != before.round:
            lines += ["", f"{inner} {system.round_name(step.after.round).capitalize()}", ""]
        lines += _tell(before, step, number, system)
        before = step.after
    lines += _branches(session, system, part)
    lines += ["", f"{part} How things stand", ""]
    lines += [
        _describe(now, combatant, system)
        for combatant in (now.combatants[combatant_id] for combatant_id in system.track(now))
    ]
    later = reinforcements_view(now, system).words
    lines += [f"- Later: {escape_markdown(later)}"] if later else []
    return "\n".join(lines) + "\n"


def _tell(before: Encounter, step: Step, number: int, system: TurnSystem) -> Iterator[str]:
    for sentence in narrate(before, step, system):
        mark = "Ruling: " if sentence.is_ruling else ""
        cited = escape_markdown(", ".join(rule for rule in sentence.rules if rule != "ruling"))
        yield f"{number}. {mark}{escape_markdown(sentence.text)}{f' ({cited})' if cited else ''}"


def _branches(session: Session, system: TurnSystem, part: str) -> list[str]:
    """Return the steps of undone branches, each branch before those that leave from its own steps."""
    lines: list[str] = []
    line = (*session.past, *reversed(session.future))
    # A branch at step 0 is another fight, perhaps of another system; only files written by hand have one.
    left = [(branch, line[branch.fork - 1].after) for branch in reversed(session.branches) if branch.fork]
    while left:
        branch, before = left.pop()
        lines += ["", f"{part}# Instead, after step {branch.fork}", ""]
        for number, step in enumerate(branch.steps, branch.fork + 1):
            lines += _tell(before, step, number, system)
            before = step.after
        hanging = reversed(session.hanging_on(branch))
        left += [(inner, branch.steps[inner.fork - branch.fork - 1].after) for inner in hanging]
    return ["", f"{part} What was undone, and something else was done instead", *lines] if lines else []


def _describe(encounter: Encounter, combatant: Combatant, system: TurnSystem) -> str:
    standing = encounter.standings[combatant.id]
    number = system.number(encounter, combatant.id)
    said = [system.say_number(number.total)] if number else []
    said += [badge.text for badge in system.badges(encounter, combatant.id)]
    if health := tally_of(encounter, combatant):
        words = str(health).replace(" of ", "/")
        said.append(words if health.is_damage else f"health {words}")
    said += [_condition(encounter, condition, system) for condition in conditions_of(encounter, combatant.id)]
    said += [
        f"{counter.name} {counter.value}{f' of {counter.most}' if counter.most else ''}"
        for counter in combatant.counters
    ]
    if combatant.id in encounter.hidden:
        said.append("hidden from the players")
    if not standing.able:
        said.append("has fallen")
    return f"- {escape_markdown(combatant.name)}: {escape_markdown(', '.join(said)) or 'nothing yet'}"


def _condition(encounter: Encounter, condition: Condition, system: TurnSystem) -> str:
    """Return a condition's name and its end."""
    return " ".join(filter(None, (condition.name, until_words(encounter, condition, system))))


def escape_markdown(text: str) -> str:
    """Escape a text so that Markdown shows it literally, also at the start of a line."""
    return _MARK_OF_ITEM.sub(r"\1\\\2", _MARK.sub(r"\\\1", text))
