"""Taking other rules, before the fight or during it."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import (
    RULING,
    FightCounterDropped,
    FightCounterSet,
    Noted,
    Remembered,
    RoundClosed,
)
from turntrack.core.fields import Value, Values
from turntrack.core.model import Encounter
from turntrack.core.settings import UNIT, setting
from turntrack.systems.table_rules import initiative, memory, turns
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.placement import settle_ties
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset, preset_called, preset_of, preset_rules
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields, read_rules, write_rules
from turntrack.systems.table_rules.rule_texts import changed
from turntrack.systems.table_rules.settings import LapKind, Source
from turntrack.systems.wounds import choose_unit

_PIECE = 480
"""The number of characters that a value of a command holds."""


def take(rules: RuleSet, action: str = "rules") -> Act:
    """Return the command that sets these rules: ``rules`` before the fight, ``change`` during it."""
    text = write_rules(rules)
    pieces = {f"rules{at // _PIECE}": text[at : at + _PIECE] for at in range(0, len(text), _PIECE)}
    return Act("", action, pieces)


def own_rules(encounter: Encounter) -> tuple[Act, ...]:
    """Return the command that gives a new fight the rules of this one; empty if this fight has set none."""
    rules = memory.recall_fight(encounter).rules
    return (take(rules),) if rules else ()


def rules_in(values: Values) -> RuleSet:
    """Read a rule set from the values of a command: a preset's key, or JSON in pieces. Raises BadValue."""
    if "preset" in values:
        return preset_rules(str(values["preset"]))
    text = "".join(str(values[f"rules{at}"]) for at in range(len(values)) if f"rules{at}" in values)
    return read_rules(text)


def take_rules(draft: Draft, command: Act) -> None:
    now, encounter = memory.recall_fight(draft.encounter), draft.encounter
    begun = encounter.round > 0
    if begun is not (command.action == "change"):
        message = (
            "The fight has begun: change its rules with “Change the rules…”." if begun else "No fight has begun yet."
        )
        raise Refused("has_begun" if begun else "not_begun", message)
    rules = rules_in(command.values)
    was = rules_of(encounter)
    if rules == was and now.rules is not None:
        raise Refused("no_change", "These are already the rules.")
    rule = RULING if begun else ""
    has_other_numbers = _made_of(was) != _made_of(rules)
    kept = replace(now, dealt=(), highest=0) if has_other_numbers or not begun else now
    draft.remember("", replace(kept, rules=rules), rule)
    for text in changed(was, rules) if begun else ():
        draft.record(Noted(text.text, text.id))
    _fit_sheets(draft, rules)
    if not begun:
        _choose_unit(draft, rules)
        if "preset" in command.values:
            _bring_counters(draft, was, preset_of(str(command.values["preset"])))
        return
    is_turned = any(
        initiative.left(standing, was) != initiative.left(standing, rules) for standing in encounter.standings.values()
    )
    if encounter.is_open and (is_turned or _runs_by(was) != _runs_by(rules)):
        turns.close_round(draft)
        draft.record(RoundClosed(encounter.round, RULING))
    _carry(draft, encounter, rules, has_other_numbers)


def _choose_unit(draft: Draft, rules: RuleSet) -> None:
    """Count wounds in the fight if the games with these rules do, else points."""
    preset = preset_called(rules.name)
    unit = "wounds" if preset and preset.wounds else UNIT.default
    if setting(draft.encounter, UNIT) != unit:
        choose_unit(draft, unit)


def _bring_counters(draft: Draft, was: RuleSet, preset: Preset) -> None:
    """Count in the fight what the preset's games count, and no more what only those of the rules before count."""
    brought = {counter for earlier in PRESETS if earlier.title == was.name for counter in earlier.counters}
    for counter in draft.encounter.counters:
        if counter in brought and counter not in preset.counters:
            draft.record(FightCounterDropped(counter.name))
    names = {counter.name for counter in draft.encounter.counters}
    for counter in preset.counters:
        if counter.name not in names:
            draft.record(FightCounterSet(counter))


def _made_of(rules: RuleSet) -> object:
    """Return all settings on which existing numbers depend; if they change, numbers are made again."""
    number, laps = rules.number, rules.laps
    text = number.text if number.source is Source.EXPRESSION else ""
    cards = number.cards if number.source is Source.CARDS else 0
    taken_off = laps.step if laps.kind is LapKind.NUMBER else 0
    return (rules.place, number.source, text, cards, taken_off)


def _runs_by(rules: RuleSet) -> object:
    """Return all settings on which a running round depends; if they change, the round closes."""
    return (_made_of(rules), rules.order, rules.laps, rules.ends.when)


def _fit_sheets(draft: Draft, rules: RuleSet) -> None:
    """Give every sheet the fields of the new rules and keep its old values within their bounds."""
    for combatant in draft.encounter.everybody().values():
        sheet: dict[str, Value] = {}
        for field in form_fields(rules):
            value = combatant.sheet.get(field.key, field.default)
            known = value if isinstance(value, int) else field.default
            sheet[field.key] = max(field.low, min(field.high, known)) if isinstance(known, int) else known
        if sheet != combatant.sheet:
            draft.change_combatant(replace(combatant, sheet=sheet))


def _carry(draft: Draft, before: Encounter, rules: RuleSet, has_other_numbers: bool) -> None:
    """Keep what the new rules still know of each combatant: its number, used counters and a kept turn.

    This includes combatants who were in the order and are back in the wings.
    """
    was = rules_of(before)
    standings = {combatant_id: draft.standing(combatant_id) for combatant_id in before.order}
    standings |= {combatant_id: away.standing for combatant_id, away in before.away.items()}
    for combatant_id, standing in standings.items():
        now = recall(standing)
        known = dict(zip((counter.name for counter in was.budget), memory.used_of(standing, was), strict=True))
        used = memory.shorten(known.get(counter.name, 0) for counter in rules.budget)
        after = replace(now, used=used, kept=now.kept and rules.out_of_turn.end.crosses_rounds)
        if has_other_numbers:
            after = replace(after, has_number=False, numbers=(), throws=(), coins=())
        if after != now:
            draft.record(Remembered(combatant_id, after))
    if not has_other_numbers and (draft.encounter.is_open or rules.fresh.is_lasting):
        settle_ties(draft)
