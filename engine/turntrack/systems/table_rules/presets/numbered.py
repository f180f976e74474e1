"""Presets in which numbers say who is next."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.presets.preset import Preset
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import (
    NUMBER,
    ActionPrice,
    EndRule,
    First,
    LateRule,
    Number,
    Order,
    Refill,
    RoundEnd,
    SheetField,
    Start,
    Surprise,
    TieBy,
    TieRule,
    TurnCounter,
)

ACTIONS = "actions"
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
    Preset(
        "actions_until_the_end",
        "A d20 and Dexterity, once; three actions, which fill up when the turn ends, so that a reaction takes one of "
        "the next turn. As in Nimble, as far as we know.",
        RuleSet(
            "Three actions, filled at the end",
            Emblem.STACKS,
            fields=(DEX,),
            number=Number(text="1d20 + dex"),
            budget=(TurnCounter(ACTIONS, 3, refill=Refill.END),),
            prices=(
                ActionPrice("Attack", 1, ACTIONS, repeat=(1, 2), says="attacks"),
                ActionPrice("One action", 1, ACTIONS, says="takes an action"),
                ActionPrice("Two actions", 2, ACTIONS, says="takes two actions at once"),
                ActionPrice("Reaction", 1, ACTIONS, once=True, off_turn=True, says="reacts"),
            ),
        ),
        ((3,), (1,), (2,), (-1,)),
    ),
    Preset(
        "parries",
        "A d6 and the base value, once; one action, and each parry until the own turn is harder by 3. As in The Dark "
        "Eye 5, as far as we know.",
        RuleSet(
            "Parries, each harder",
            fields=(SheetField("base", "Initiative base value", 12, 0, 30),),
            number=Number(text="1d6 + base"),
            ties=(TieRule(TieBy.FIELD, "base"), TieRule(TieBy.COIN)),
            budget=(TurnCounter(ACTIONS), TurnCounter("free actions")),
            prices=(
                ActionPrice("Attack", 1, ACTIONS, says="attacks"),
                ActionPrice("Action", 1, ACTIONS, says="takes the action"),
                ActionPrice("Free action", 1, "free actions", says="takes the free action"),
                ActionPrice("Parry or dodge", 0, repeat=(3, 6, 9, 12, 15), off_turn=True, says="defends"),
            ),
        ),
        ((14,), (12,), (11,), (13,)),
    ),
    Preset(
        "count_up",
        "The lowest second acts; an attack takes the seconds of the weapon; no rounds. As in HackMaster, as far as we "
        "know.",
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
                ActionPrice("So long as a die", 0, NUMBER, die=6, says="takes as long as a die says"),
            ),
            ends=RoundEnd(EndRule.NEVER),
            start=Start(late=LateRule.COUNT),
        ),
        ((1, 10), (3, 8), (2, 7), (0, 12)),
    ),
)
