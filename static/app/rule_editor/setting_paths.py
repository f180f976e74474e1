"""Find, read and replace the settings of a rule set by the names that the questions give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any, cast

from turntrack.systems.table_rules.rule_draft import RuleDraft

PATHS: Mapping[str, str] = MappingProxyType(
    {
        "holder": "place.holder",
        "many": "place.many",
        "places": "place.field",
        "values": "place.values",
        "alike": "place.alike",
        "source": "number.source",
        "cards": "number.cards",
        "draws": "number.draws",
        "redraws": "number.redraws",
        "fresh": "fresh",
        "first": "first",
        "declares": "declares_up",
        "order": "order",
        "chooser": "chooser",
        "bag": "bag.sides",
        "again": "bag.again",
        "only_first": "bag.once",
        "keeps": "keep_price",
        "laps": "laps.kind",
        "step": "laps.step",
        "lasting": "laps.counter",
        "chart": "laps.field",
        "start": "laps.start",
        "single": "laps.single",
        "segments": "laps.segments",
        "check": "check.text",
        "beats": "check.beats",
        "against": "check.against",
        "opposed": "check.is_opposed",
        "waiting": "out_of_turn.waiting",
        "after": "out_of_turn.after",
        "delay_end": "out_of_turn.end",
        "idle": "out_of_turn.idle",
        "each_round": "out_of_turn.each_round",
        "reaction": "out_of_turn.reaction",
        "end": "ends.when",
        "carries": "ends.carries",
        "shuffles": "ends.shuffles",
        "rises": "ends.rises",
        "most": "ends.most",
        "surprise": "start.surprise",
        "amount": "start.amount",
        "late": "start.late",
        "begins": "start.side",
        "faces": "start.faces",
    }
)
"""The place of each setting: an attribute of a draft, or of one of its parts."""


def value_of(rules: RuleDraft, setting: str) -> object:
    return attrgetter(PATHS[setting])(rules)


def with_value(draft: RuleDraft, setting: str, value: object) -> RuleDraft:
    part, _, attribute = PATHS[setting].rpartition(".")
    change: dict[str, Any] = {attribute: value}
    return replace(draft, **({part: replace(getattr(draft, part), **change)} if part else change))


def with_answer(draft: RuleDraft, setting: str, answer: str) -> RuleDraft:
    """Return the draft with an answer as the page sends it. Raises ValueError if there is no such value."""
    kind = type(value_of(draft, setting))
    value = answer == "yes" if kind is bool else cast(Callable[[str], object], kind)(answer)
    return with_value(draft, setting, value)
