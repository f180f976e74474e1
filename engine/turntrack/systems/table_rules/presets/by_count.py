"""Presets in which a number, a counter or a chart gives several turns in a round, or a count goes on."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.presets.preset import AGAIN, COIN, TOGETHER, Preset, tie_by_field
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import (
    NUMBER,
    ActionPrice,
    DelayRule,
    EndRule,
    First,
    Fresh,
    LapKind,
    Laps,
    LateRule,
    Number,
    Order,
    OutOfTurn,
    Refill,
    RoundEnd,
    SheetField,
    Start,
    Surprise,
    TieBy,
    TieRule,
    TurnCounter,
)

COUNTED_PRESETS: tuple[Preset, ...] = (
    Preset(
        "countdown",
        "The highest acts, then drops by 10, again and again, until all are at 0. As in Shadowrun 1 and 2.",
        RuleSet(
            "Countdown by 10",
            Emblem.RULER,
            fields=(SheetField("reaction", "Reaction", 4), SheetField("dice", "Dice", 1, 1, 5)),
            number=Number(text="reaction + (dice)d6"),
            fresh=Fresh.ROUND,
            ties=(tie_by_field("reaction"),),
            order=Order.COUNT,
            prices=(ActionPrice("Act", 10, NUMBER, says="acts"),),
            ends=RoundEnd(EndRule.ZERO),
        ),
        ((9, 3), (5, 2), (4, 1), (6, 1)),
    ),
    Preset(
        "passes",
        "Down the order, then again with 10 less, while anything is left. As in Shadowrun 5, with Reaction and "
        "Intuition as one value.",
        RuleSet(
            "Dice passes",
            Emblem.PASSES,
            fields=(
                SheetField("reaction", "Reaction and Intuition", 8),
                SheetField("dice", "Dice", 1, 1, 5),
                SheetField("edge", "Edge", 1, 0, 12),
            ),
            number=Number(text="reaction + (dice)d6"),
            fresh=Fresh.ROUND,
            ties=(tie_by_field("edge"), tie_by_field("reaction"), COIN),
            laps=Laps(LapKind.NUMBER, 10),
            prices=(
                ActionPrice("Act", 0, says="acts"),
                ActionPrice("Full defence", 10, NUMBER, off_turn=True, says="defends in full"),
                ActionPrice("Block", 5, NUMBER, off_turn=True, says="blocks"),
            ),
            ends=RoundEnd(EndRule.ZERO),
            start=Start(Surprise.MODIFIER, -10, LateRule.LESS),
        ),
        ((10, 3, 4), (9, 1, 3), (7, 1, 1), (8, 2, 2)),
    ),
    Preset(
        "ticks",
        "The lowest acts; every action takes ticks, a strike those of the weapon; no rounds. On equal ticks, whoever "
        "got there first acts. As in Splittermond.",
        RuleSet(
            "Ticks",
            Emblem.RULER,
            fields=(SheetField("ini", "Initiative value", 7), SheetField("weapon", "Weapon speed", 7, 1, 20)),
            number=Number(text="ini − 1d6"),
            first=First.LOW,
            ties=(TieRule(TieBy.REACHED),),
            order=Order.COUNT,
            prices=(
                ActionPrice("Attack", 0, NUMBER, "weapon", says="attacks"),
                ActionPrice("Move", 5, NUMBER, says="moves"),
                ActionPrice("Short action", 3, NUMBER, says="does something short"),
                ActionPrice("Long action", 10, NUMBER, says="does something long"),
                ActionPrice("Active defence", 3, NUMBER, off_turn=True, says="defends actively"),
            ),
            out_of_turn=OutOfTurn(DelayRule.ROUND),
            ends=RoundEnd(EndRule.NEVER),
            start=Start(late=LateRule.COUNT),
        ),
        ((4, 7), (6, 9), (7, 5), (8, 8)),
    ),
    Preset(
        "speed_ticks",
        "The lowest acts; the action’s speed sets the next turn; no rounds. As in Exalted 2, but a 10 counts once, "
        "there is no botch, and the first turn may be later than tick 6.",
        RuleSet(
            "Ticks by speed",
            Emblem.RULER,
            fields=(SheetField("pool", "Dice to join battle", 6, 0, 20),),
            number=Number(text="gap((pool)d10>=7)"),
            first=First.LOW,
            ties=(TOGETHER,),
            order=Order.COUNT,
            prices=(
                ActionPrice("Attack", 5, NUMBER, says="attacks"),
                ActionPrice("Guard", 3, NUMBER, says="guards"),
                ActionPrice("Aim", 3, NUMBER, says="aims"),
                ActionPrice("Dash", 3, NUMBER, says="dashes"),
            ),
            ends=RoundEnd(EndRule.NEVER),
            start=Start(late=LateRule.COUNT),
        ),
        ((9,), (6,), (5,), (7,)),
    ),
    Preset(
        "shots",
        "The highest acts; every action takes shots, until all are at 0. As in Feng Shui 2, with Speed for ties.",
        RuleSet(
            "Shots",
            Emblem.RULER,
            fields=(SheetField("speed", "Speed", 6, 0, 20),),
            number=Number(text="speed + 1d6"),
            fresh=Fresh.ROUND,
            ties=(tie_by_field("speed"),),
            order=Order.COUNT,
            prices=(
                ActionPrice("Attack", 3, NUMBER, says="attacks"),
                ActionPrice("Quick action", 1, NUMBER, says="does something quick"),
                ActionPrice("Dodge", 1, NUMBER, off_turn=True, says="dodges"),
            ),
            ends=RoundEnd(EndRule.ZERO),
        ),
        ((8,), (7,), (5,), (6,)),
    ),
    Preset(
        "segments",
        "Speed says in which of twelve segments you act, Dexterity who is first in each. As in Hero.",
        RuleSet(
            "Segment chart",
            Emblem.PASSES,
            fields=(SheetField("dex", "Dexterity", 10, 0, 50), SheetField("spd", "Speed", 3, 1, 12)),
            number=Number(text="dex"),
            ties=(AGAIN,),
            laps=Laps(LapKind.CHART, field="spd", start=12, single=7),
            out_of_turn=OutOfTurn(DelayRule.ROUND),
        ),
        ((20, 4), (14, 3), (11, 2), (18, 3)),
    ),
    Preset(
        "action_points",
        "By initiative, again and again while there are action points. As in Mythras.",
        RuleSet(
            "Action points",
            Emblem.PASSES,
            fields=(
                SheetField("initiative_bonus", "Initiative Bonus", 10),
                SheetField("points", "Action points", 2, 1, 6),
            ),
            number=Number(text="1d10 + initiative_bonus"),
            ties=(AGAIN,),
            laps=Laps(LapKind.BUDGET, counter="action points"),
            budget=(TurnCounter("action points", 2, "points", Refill.ROUND),),
            prices=(
                ActionPrice("Attack", 1, "action points", ends=True, says="attacks"),
                ActionPrice("Another action", 1, "action points", ends=True, says="takes another action"),
                ActionPrice("Parry", 1, "action points", off_turn=True, says="parries"),
            ),
            start=Start(late=LateRule.NEXT),
        ),
        ((13, 3), (11, 2), (10, 2), (12, 2)),
    ),
    Preset(
        "count_up",
        "The lowest second acts; an attack takes the weapon’s seconds; no rounds. As in HackMaster, as far as we know.",
        RuleSet(
            "Counting up seconds",
            Emblem.RULER,
            fields=(
                SheetField("delay", "Initiative modifier", 0, -9, 20, is_modifier=True),
                SheetField("weapon", "Weapon speed", 10, 1, 30),
            ),
            number=Number(text="max(1, 1d12 + delay)"),
            first=First.LOW,
            ties=(TieRule(TieBy.TOGETHER),),
            order=Order.COUNT,
            prices=(
                ActionPrice("Attack", 0, NUMBER, "weapon", says="attacks"),
                ActionPrice("One second", 1, NUMBER, says="takes a second"),
                ActionPrice("Five seconds", 5, NUMBER, says="takes five seconds"),
                ActionPrice("As long as a die says", 0, NUMBER, die=6, says="takes as long as a die says"),
            ),
            ends=RoundEnd(EndRule.NEVER),
            start=Start(late=LateRule.COUNT),
        ),
        ((1, 10), (3, 8), (2, 7), (0, 12)),
    ),
)
