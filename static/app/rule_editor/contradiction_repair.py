"""Keep settings consistent: a setting that an answer rules out gives way to the nearest value that is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from app.rule_editor.setting_paths import with_value
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.rule_draft import RuleDraft, contradictions, missing_cost
from turntrack.systems.table_rules.rule_set import RuleSet

BONUS = s.SheetField(low=-10)
LASTING = s.TurnCounter("action points", 2, refill=s.Refill.ROUND)
SPEED = s.SheetField("speed", "Speed", 3, 1, 12)
PHASES = (s.Phase("Fast", pace="fast"), s.Phase("Slow", pace="slow"))
BY_COUNT = (
    s.ActionPrice("Action", 5, s.NUMBER, says="acts"),
    s.ActionPrice("Quick action", 3, s.NUMBER, says="does something quick"),
)
_MOST_REPAIRS = 40

_DICE = re.compile(r"[dkhl]+\d*")
_NAME = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")


def draft_of(rules: RuleSet) -> RuleDraft:
    return RuleDraft(**_settings_of(rules))


def rules_of(draft: RuleDraft) -> RuleSet:
    """Return the rule set of a draft. Raises BadValue if the draft contradicts itself, or a setting is wrong."""
    return RuleSet(**_settings_of(draft))


def _settings_of(draft: RuleDraft) -> dict[str, Any]:
    return {setting.name: getattr(draft, setting.name) for setting in fields(RuleDraft) if setting.init}


def make_consistent(draft: RuleDraft, answered: str = "") -> RuleSet:
    """Return the rules of a draft: what contradicts a weightier setting gives way, except what was just answered.

    Raises BadValue if nothing can give way, or a setting is wrong by itself.
    """
    draft = _add_bonus(draft)
    for _ in range(_MOST_REPAIRS):
        settings = (contradiction.setting for contradiction in contradictions(draft))
        broken = next((setting for setting in settings if setting in _REPAIRS and setting != answered), None)
        if broken is None:
            break
        draft = _repair(draft, broken)
    return rules_of(_drop_unused_bonus(draft))


def _repair(draft: RuleDraft, setting: str) -> RuleDraft:
    """Give a setting the first value that contradicts no other setting; the last one if all do."""
    for repaired in _REPAIRS[setting](draft):
        draft = repaired
        if all(contradiction.setting != setting for contradiction in contradictions(draft)):
            break
    return draft


def _try_values(setting: str, *values: str | bool) -> Callable[[RuleDraft], Iterable[RuleDraft]]:
    """Return a repair that tries these values, the nearest first."""
    return lambda draft: (with_value(draft, setting, value) for value in values)


def _repair_places(draft: RuleDraft) -> Iterable[RuleDraft]:
    return (replace(draft, place=place) for place in (replace(draft.place, field=""), s.Place()))


def _repair_chooser(draft: RuleDraft) -> Iterable[RuleDraft]:
    return (replace(draft, chooser=chooser) for chooser in draft.choosers)


def _repair_delay_end(draft: RuleDraft) -> Iterable[RuleDraft]:
    return (with_value(draft, "delay_end", end) for end in draft.delay.ends)


def _repair_declared(draft: RuleDraft) -> Iterable[RuleDraft]:
    return [replace(draft, fields=tuple(replace(field, is_declared=False) for field in draft.fields))]


def _repair_lasting(draft: RuleDraft) -> Iterable[RuleDraft]:
    """Choose the first counter that lasts, or else add one."""
    lasting = next((counter.name for counter in draft.budget if not counter.refill.is_by_turn), LASTING.name)
    budget = draft.budget
    if lasting == LASTING.name:
        budget = (*(each for each in budget if each.name != LASTING.name), LASTING)[-6:]
    return [replace(draft, budget=budget, laps=replace(draft.laps, counter=lasting))]


def _repair_phases(draft: RuleDraft) -> Iterable[RuleDraft]:
    phases = tuple(replace(phase, amount=0) for phase in draft.laps.phases)
    return (replace(draft, laps=replace(draft.laps, phases=tried)) for tried in (phases, PHASES))


def _repair_chart(draft: RuleDraft) -> Iterable[RuleDraft]:
    """Choose the last field that the number does not use, or else add one."""
    if draft.laps.kind is not s.LapKind.CHART:
        return [with_value(draft, "chart", "")]
    keys = [field.key for field in draft.fields]
    unused = [key for key in keys if key not in names_in(draft.number.text)]
    if not unused and SPEED.key not in keys:
        draft = replace(draft, fields=(*draft.fields, SPEED))
    return [with_value(draft, "chart", (unused or [SPEED.key])[-1])]


def _repair_ties(draft: RuleDraft) -> Iterable[RuleDraft]:
    possible = (*possible_ties(draft), s.TieRule(s.TieBy.LISTED))
    ties = (tie for tie in draft.ties if tie in possible)
    if draft.goes_together:
        ties = (tie for tie in ties if tie.by is not s.TieBy.REACHED)
    return [replace(draft, ties=tuple(ties))]


def possible_ties(draft: RuleDraft) -> tuple[s.TieRule, ...]:
    """List the rules for ties that these fields and this order allow; without any it is the list that decides."""
    ties = [
        *(s.TieRule(s.TieBy.FIELD, field.key) for field in draft.fields),
        *(s.TieRule(s.TieBy.SIDE, side=side) for side in (s.WhichSide.PLAYERS, s.WhichSide.OTHERS)),
        *(s.TieRule(by) for by in (s.TieBy.AGAIN, s.TieBy.COIN)),
    ]
    if draft.sequence.by_count:
        ties.append(s.TieRule(s.TieBy.REACHED))
    if not draft.sequence.by_seat:
        ties.append(s.TieRule(s.TieBy.TOGETHER))
    return tuple(ties)


def _repair_counters(draft: RuleDraft) -> Iterable[RuleDraft]:
    """Drop fields that do not exist, and what is filled each round where there are no rounds."""
    keys = {field.key for field in draft.fields}
    budget = tuple(each if each.field in keys else replace(each, field="") for each in draft.budget)
    if draft.end.is_endless:
        budget = tuple(
            replace(each, refill=s.Refill.TURN) if each.refill is s.Refill.ROUND else each for each in budget
        )
    return [replace(draft, budget=budget)]


def _repair_prices(draft: RuleDraft) -> Iterable[RuleDraft]:
    """Make free what cannot be paid; by count, add two actions that cost points of the number."""
    prices = tuple(_make_payable(price, draft) for price in draft.prices)
    if draft.sequence.by_count and replace(draft, prices=prices).first_price is None:
        taken = {price.key for price in BY_COUNT}
        prices = (*BY_COUNT, *(price for price in prices if price.key not in taken))[:20]
    return [replace(draft, prices=prices)]


def _make_payable(price: s.ActionPrice, draft: RuleDraft) -> s.ActionPrice:
    counters = {counter.name for counter in draft.budget}
    if price.of and (not draft.ranks_by_number if price.of == s.NUMBER else price.of not in counters):
        return replace(price, of="", cost=0, field="", die=0, halves=False, paid_once=False)
    if price.paid_once and (price.of in ("", s.NUMBER) or price.off_turn or price.once):
        price = replace(price, paid_once=False)
    if price.field and all(field.key != price.field for field in draft.fields):
        price = replace(price, field="", cost=max(1, price.cost))
    if price.die and (price.of != s.NUMBER or price.off_turn or price.halves):
        price = replace(price, die=0)
    if draft.sequence.by_count:
        price = replace(price, cost=price.cost + missing_cost(draft, price))
    if price.halves and (draft.end.is_endless or price.of != s.NUMBER):
        return replace(price, halves=False, cost=max(1, price.cost))
    return price


_REPAIRS: Mapping[str, Callable[[RuleDraft], Iterable[RuleDraft]]] = MappingProxyType(
    {
        "holder": _try_values("holder", s.Holder.EACH),
        "places": _repair_places,
        "chooser": _repair_chooser,
        "source": _try_values("source", s.Source.EXPRESSION, s.Source.NONE),
        "declared": _repair_declared,
        "fresh": _try_values("fresh", s.Fresh.ROUND, s.Fresh.ONCE),
        "laps": _try_values("laps", s.LapKind.ONE),
        "lasting": _repair_lasting,
        "phases": _repair_phases,
        "chart": _repair_chart,
        "check": lambda draft: [replace(draft, check=s.Check())],
        "start": lambda draft: [with_value(draft, "start", 1)],
        "single": lambda draft: [with_value(draft, "single", 0)],
        "draws": _try_values("draws", ""),
        "redraws": _try_values("redraws", ""),
        "tie": _repair_ties,
        "counters": _repair_counters,
        "prices": _repair_prices,
        "reaction": _try_values("reaction", ""),
        "waiting": _try_values("waiting", s.DelayRule.ROUND, s.DelayRule.NONE),
        "declares": _try_values("declares", False),
        "again": _try_values("again", False),
        "each_round": _try_values("each_round", False),
        "delay_end": _repair_delay_end,
        "end": _try_values("end", s.EndRule.DONE, s.EndRule.ZERO, s.EndRule.NEVER),
        "carries": _try_values("carries", False),
        "shuffles": _try_values("shuffles", False),
        "rises": _try_values("rises", ""),
        "surprise": _try_values("surprise", s.Surprise.TURN, s.Surprise.NONE),
        "amount": lambda draft: [replace(draft, start=replace(draft.start, amount=-draft.start.amount))],
        "late": _try_values("late", s.LateRule.COUNT, s.LateRule.ROUND),
        "keeps": _try_values("keeps", ""),
        "begins": _try_values("begins", s.FirstSide.LISTED),
    }
)
"""The drafts in which a contradicted setting has given way, nearest first."""


def names_in(text: str) -> tuple[str, ...]:
    """List the names in an expression that could be fields of the sheet.

    >>> names_in("1d20 + dex + max(2d6, speed)")
    ('dex', 'speed')
    """
    names = (name.lower() for name in _NAME.findall(text))
    words = ("max", "min", "gap", "twice")
    return tuple(dict.fromkeys(name for name in names if name not in words and not _DICE.fullmatch(name)))


def _names_of_number(draft: RuleDraft) -> tuple[str, ...]:
    return names_in(draft.number.text) if draft.number.source is s.Source.EXPRESSION else ()


def names_of_check(draft: RuleDraft) -> tuple[str, ...]:
    """List the names in a check that could be fields of the sheet."""
    return names_in(f"{draft.check.text} + {draft.check.against}") if draft.checks_phases else ()


def _add_bonus(draft: RuleDraft) -> RuleDraft:
    """Add the default field if the number needs it."""
    is_missing = BONUS.key in _names_of_number(draft) and all(field.key != BONUS.key for field in draft.fields)
    return replace(draft, fields=(*draft.fields, BONUS)) if is_missing else draft


def _drop_unused_bonus(draft: RuleDraft) -> RuleDraft:
    named = (*_names_of_number(draft), *names_of_check(draft), *(field for _, field in draft.named_fields))
    if BONUS.key in named:
        return draft
    return replace(draft, fields=tuple(field for field in draft.fields if field not in (BONUS, s.SheetField())))
