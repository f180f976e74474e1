"""Presets in which numbers say who is next."""

from __future__ import annotations

from turntrack.systems.table_rules.presets.preset import Preset
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import Number, Order, SheetField, Start, Surprise, TieBy, TieRule

DEX = SheetField("dex", "Dexterity", 0, -5, 15, is_modifier=True)

NUMBERED_PRESETS: tuple[Preset, ...] = (
    Preset(
        "round_the_table",
        "A d20 and Dexterity, once; the highest begins, and turns go round the table from there. As in Shadowdark, as "
        "far as we know; list people as they sit.",
        RuleSet(
            "Round the table",
            fields=(DEX,),
            number=Number(text="1d20 + dex"),
            ties=(TieRule(TieBy.AGAIN),),
            order=Order.SEATS,
            start=Start(Surprise.TURN),
        ),
        ((3,), (1,), (2,), (-1,)),
    ),
)
