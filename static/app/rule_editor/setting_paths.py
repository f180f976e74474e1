"""Find, read and replace the settings of a rule set by the names that the questions give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from turntrack.systems.table_rules.rule_draft import RuleDraft
from turntrack.systems.table_rules.settings import (
    Chooser,
    DelayEnd,
    DelayRule,
    EndRule,
    First,
    FirstSide,
    Fresh,
    Holder,
    LapKind,
    LateRule,
    Order,
    Source,
    Surprise,
    WhichSide,
)


class Path(NamedTuple):
    """The place of a setting: an attribute of a draft, or of one of its parts."""

    part: str
    """Empty for an attribute of the draft itself."""
    attribute: str
    read: Callable[[str], object]
    """Reads an answer. Raises ValueError if there is no such value."""


def _yes(answer: str) -> bool:
    return answer == "yes"


PATHS: Mapping[str, Path] = MappingProxyType(
    {
        "holder": Path("place", "holder", Holder),
        "many": Path("place", "many", int),
        "places": Path("place", "field", str),
        "source": Path("number", "source", Source),
        "cards": Path("number", "cards", int),
        "draws": Path("number", "draws", str),
        "redraws": Path("number", "redraws", str),
        "fresh": Path("", "fresh", Fresh),
        "first": Path("", "first", First),
        "order": Path("", "order", Order),
        "chooser": Path("", "chooser", Chooser),
        "bag": Path("bag", "sides", WhichSide),
        "again": Path("bag", "again", _yes),
        "keeps": Path("", "keep_price", str),
        "laps": Path("laps", "kind", LapKind),
        "step": Path("laps", "step", int),
        "lasting": Path("laps", "counter", str),
        "chart": Path("laps", "field", str),
        "start": Path("laps", "start", int),
        "single": Path("laps", "single", int),
        "segments": Path("laps", "segments", int),
        "waiting": Path("out_of_turn", "waiting", DelayRule),
        "after": Path("out_of_turn", "after", _yes),
        "delay_end": Path("out_of_turn", "end", DelayEnd),
        "idle": Path("out_of_turn", "idle", _yes),
        "reaction": Path("out_of_turn", "reaction", str),
        "end": Path("ends", "when", EndRule),
        "carries": Path("ends", "carries", _yes),
        "shuffles": Path("ends", "shuffles", _yes),
        "rises": Path("ends", "rises", str),
        "most": Path("ends", "most", int),
        "surprise": Path("start", "surprise", Surprise),
        "amount": Path("start", "amount", int),
        "late": Path("start", "late", LateRule),
        "begins": Path("start", "side", FirstSide),
        "faces": Path("start", "faces", int),
    }
)


def value_of(rules: RuleDraft, setting: str) -> object:
    part, attribute, _ = PATHS[setting]
    return getattr(getattr(rules, part) if part else rules, attribute)


def with_value(draft: RuleDraft, setting: str, value: object) -> RuleDraft:
    part, attribute, _ = PATHS[setting]
    change: dict[str, Any] = {attribute: value}
    return replace(draft, **({part: replace(getattr(draft, part), **change)} if part else change))


def with_answer(draft: RuleDraft, setting: str, answer: str) -> RuleDraft:
    """Return the draft with an answer as the page sends it. Raises ValueError if there is no such value."""
    return with_value(draft, setting, PATHS[setting].read(answer))
