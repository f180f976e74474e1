"""Presets in which somebody chooses who is next."""

from __future__ import annotations

from turntrack.systems.table_rules.preset import Preset
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import Chooser, EndRule, Number, Order, RoundEnd, Source

PRESETS_OF_CHOICE: tuple[Preset, ...] = (
    Preset(
        "spotlight",
        "No rounds: anybody may be next, again and again, and each row says how often. As in Daggerheart, Blades in the "
        "Dark and games Powered by the Apocalypse, as far as we know.",
        RuleSet(
            "Spotlight",
            fields=(),
            number=Number(Source.NONE),
            order=Order.ANYONE,
            chooser=Chooser.MASTER,
            ends=RoundEnd(EndRule.NEVER),
        ),
    ),
)
