"""Presets in which a number, a counter or a chart gives several turns in a round, or a count goes on."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import AGAIN, COIN, TOGETHER, Preset, tie_by_field
from turntrack.systems.table_rules.rule_set import RuleSet

COUNTED_PRESETS: tuple[Preset, ...] = (
    Preset(
        "countdown",
        "The highest acts, then drops by 10, again and again, until all are at 0. As in Shadowrun 1 and 2.",
        RuleSet(
            "Countdown by 10",
            Emblem.RULER,
            fields=(s.SheetField("reaction", "Reaction", 4), s.SheetField("dice", "Dice", 1, 1, 5)),
            number=s.Number(text="reaction + (dice)d6"),
            fresh=s.Fresh.ROUND,
            ties=(tie_by_field("reaction"),),
            order=s.Order.COUNT,
            prices=(s.ActionPrice("Act", 10, s.NUMBER, says="acts"),),
            ends=s.RoundEnd(s.EndRule.ZERO),
        ),
        ((9, 3), (5, 2), (4, 1), (6, 1)),
        like=("Shadowrun 1", "Shadowrun 2"),
        terms="sr1 sr2 sr first second edition phases cyberpunk sci-fi",
    ),
    Preset(
        "passes",
        "Down the order, then again with 10 less, while anything is left. As in Shadowrun 5, with Reaction and "
        "Intuition as one value.",
        RuleSet(
            "Dice passes",
            Emblem.PASSES,
            fields=(
                s.SheetField("reaction", "Reaction and Intuition", 8),
                s.SheetField("dice", "Dice", 1, 1, 5),
                s.SheetField("edge", "Edge", 1, 0, 12),
            ),
            number=s.Number(text="reaction + (dice)d6"),
            fresh=s.Fresh.ROUND,
            ties=(tie_by_field("edge"), tie_by_field("reaction"), COIN),
            laps=s.Laps(s.LapKind.NUMBER, 10),
            prices=(
                s.ActionPrice("Act", 0, says="acts"),
                s.ActionPrice("Full defence", 10, s.NUMBER, off_turn=True, says="defends in full"),
                s.ActionPrice("Block", 5, s.NUMBER, off_turn=True, says="blocks"),
            ),
            ends=s.RoundEnd(s.EndRule.ZERO),
            start=s.Start(s.Surprise.MODIFIER, -10, s.LateRule.LESS),
        ),
        ((10, 3, 4), (9, 1, 3), (7, 1, 1), (8, 2, 2)),
        like=("Shadowrun 5",),
        terms="sr5 sr 5e initiative dice score edge cyberpunk sci-fi",
    ),
    Preset(
        "ticks",
        "The lowest acts; every action takes ticks, a strike those of the weapon; no rounds. On equal ticks, whoever "
        "got there first acts. As in Splittermond.",
        RuleSet(
            "Ticks",
            Emblem.RULER,
            fields=(s.SheetField("ini", "Initiative value", 7), s.SheetField("weapon", "Weapon speed", 7, 1, 20)),
            number=s.Number(text="ini − 1d6"),
            first=s.First.LOW,
            ties=(s.TieRule(s.TieBy.REACHED),),
            order=s.Order.COUNT,
            prices=(
                s.ActionPrice("Attack", 0, s.NUMBER, "weapon", says="attacks"),
                s.ActionPrice("Move", 5, s.NUMBER, says="moves"),
                s.ActionPrice("Short action", 3, s.NUMBER, says="does something short"),
                s.ActionPrice("Long action", 10, s.NUMBER, says="does something long"),
                s.ActionPrice("Active defence", 3, s.NUMBER, off_turn=True, says="defends actively"),
            ),
            out_of_turn=s.OutOfTurn(s.DelayRule.ROUND),
            ends=s.RoundEnd(s.EndRule.NEVER),
            start=s.Start(late=s.LateRule.COUNT),
        ),
        ((4, 7), (6, 9), (7, 5), (8, 8)),
        like=("Splittermond",),
        terms="tickleiste tick track bar no rounds active defence fantasy",
    ),
    Preset(
        "speed_ticks",
        "The lowest acts; the action’s speed sets the next turn; no rounds. As in Exalted 2.",
        RuleSet(
            "Ticks by speed",
            Emblem.RULER,
            fields=(
                s.SheetField("pool", "Dice to join battle", 6, 0, 20),
                s.SheetField("weapon", "Weapon speed", 5, 1, 9),
            ),
            number=s.Number(text="min(gap((pool)d10>=7 twice 10), 6)"),
            first=s.First.LOW,
            ties=(TOGETHER,),
            order=s.Order.COUNT,
            prices=(
                s.ActionPrice("Attack", 0, s.NUMBER, "weapon", says="attacks"),
                s.ActionPrice("Guard", 3, s.NUMBER, says="guards"),
                s.ActionPrice("Aim", 3, s.NUMBER, says="aims"),
                s.ActionPrice("Dash", 3, s.NUMBER, says="dashes"),
                s.ActionPrice("Anything else", 5, s.NUMBER, says="does something else"),
            ),
            ends=s.RoundEnd(s.EndRule.NEVER),
            start=s.Start(late=s.LateRule.COUNT),
        ),
        ((9, 5), (6, 4), (5, 6), (7, 5)),
        like=("Exalted 2",),
        by_hand="Whoever botches the roll to join begins on tick 6.",
        terms="ex2 2e second edition tick battle wheel join speed no rounds fantasy",
    ),
    Preset(
        "shots",
        "The highest acts; every action takes shots, until all are at 0. As in Feng Shui 2, as far as we know; Speed "
        "for ties.",
        RuleSet(
            "Shots",
            Emblem.RULER,
            fields=(s.SheetField("speed", "Speed", 6, 0, 20),),
            number=s.Number(text="speed + 1d6"),
            fresh=s.Fresh.ROUND,
            ties=(tie_by_field("speed"),),
            order=s.Order.COUNT,
            prices=(
                s.ActionPrice("Attack", 3, s.NUMBER, says="attacks"),
                s.ActionPrice("Quick action", 1, s.NUMBER, says="does something quick"),
                s.ActionPrice("Dodge", 1, s.NUMBER, off_turn=True, says="dodges"),
            ),
            ends=s.RoundEnd(s.EndRule.ZERO),
        ),
        ((8,), (7,), (5,), (6,)),
        like=("Feng Shui 2",),
        terms="shot counter sequence action movie martial arts",
    ),
    Preset(
        "segments",
        "Speed says in which of twelve segments you act, Dexterity who is first in each. As in Hero.",
        RuleSet(
            "Segment chart",
            Emblem.PASSES,
            fields=(s.SheetField("dex", "Dexterity", 10, 0, 50), s.SheetField("spd", "Speed", 3, 1, 12)),
            number=s.Number(text="dex"),
            ties=(AGAIN,),
            laps=s.Laps(s.LapKind.CHART, field="spd", start=12, single=7),
            out_of_turn=s.OutOfTurn(s.DelayRule.ROUND),
        ),
        ((20, 4), (14, 3), (11, 2), (18, 3)),
        like=("Hero System", "Champions"),
        terms="hero 6e speed chart phases dexterity superheroes supers",
    ),
    Preset(
        "action_points",
        "By initiative, again and again while there are action points. As in Mythras.",
        RuleSet(
            "Action points",
            Emblem.PASSES,
            fields=(
                s.SheetField("initiative_bonus", "Initiative Bonus", 10),
                s.SheetField("points", "Action points", 2, 1, 6),
            ),
            number=s.Number(text="1d10 + initiative_bonus"),
            ties=(AGAIN,),
            laps=s.Laps(s.LapKind.BUDGET, counter="action points"),
            budget=(s.TurnCounter("action points", 2, "points", s.Refill.ROUND),),
            prices=(
                s.ActionPrice("Attack", 1, "action points", ends=True, says="attacks"),
                s.ActionPrice("Another action", 1, "action points", ends=True, says="takes another action"),
                s.ActionPrice("Parry", 1, "action points", off_turn=True, says="parries"),
            ),
            start=s.Start(late=s.LateRule.NEXT),
        ),
        ((13, 3), (11, 2), (10, 2), (12, 2)),
        like=("Mythras", "RuneQuest 6"),
        terms="rq6 rq ap cycles parry percentile d100 brp fantasy",
    ),
    Preset(
        "four_phases",
        "Two d10 and a modifier; the order is run down four times a round, and each time everybody spends an action "
        "point. As in Rolemaster Unified, as far as we know.",
        RuleSet(
            "Four phases",
            Emblem.PASSES,
            fields=(
                s.SheetField("bonus", "Initiative modifier", 0, -99, 99),
                s.SheetField("points", "Action points", 4, 1, 8),
            ),
            number=s.Number(text="2d10 + bonus"),
            fresh=s.Fresh.ROUND,
            ties=(AGAIN,),
            laps=s.Laps(s.LapKind.BUDGET, counter="action points"),
            budget=(
                s.TurnCounter("action points", 4, "points", s.Refill.ROUND),
                s.TurnCounter("instantaneous actions", refill=s.Refill.ROUND),
            ),
            prices=(
                s.ActionPrice("Action point", 1, "action points", ends=True, says="spends an action point"),
                s.ActionPrice(
                    "Instantaneous action", 1, "instantaneous actions", off_turn=True, says="acts in an instant"
                ),
            ),
        ),
        ((12, 4), (5, 4), (3, 4), (8, 5)),
        like=("Rolemaster Unified",),
        by_hand="An action of several points is over in the last of its phases.",
        terms="rm rmu merp harp ice phases action points percentile d100 fantasy",
    ),
    Preset(
        "count_up",
        "The lowest second acts; an attack takes the weapon’s seconds; no rounds. As in HackMaster.",
        RuleSet(
            "Counting up seconds",
            Emblem.RULER,
            fields=(
                s.SheetField("delay", "Initiative modifier", 0, -9, 20, is_modifier=True),
                s.SheetField("weapon", "Weapon speed", 10, 1, 30),
                s.SheetField("die", "Initiative die", 12, 4, 12),
            ),
            number=s.Number(text="max(1, 1d(die) + delay)"),
            first=s.First.LOW,
            ties=(TOGETHER,),
            order=s.Order.COUNT,
            prices=(
                s.ActionPrice("Attack", 0, s.NUMBER, "weapon", says="attacks"),
                s.ActionPrice("One second", 1, s.NUMBER, says="takes a second"),
                s.ActionPrice("Five seconds", 5, s.NUMBER, says="takes five seconds"),
                s.ActionPrice("As long as a die says", 0, s.NUMBER, die=6, says="takes as long as a die says"),
            ),
            ends=s.RoundEnd(s.EndRule.NEVER),
            start=s.Start(late=s.LateRule.COUNT),
        ),
        ((1, 10, 12), (3, 8, 12), (2, 7, 12), (0, 12, 10)),
        like=("HackMaster",),
        by_hand="The readier, the smaller the die: d12 down to d4. In the same second the longer reach strikes first.",
        terms="hm5 seconds count up weapon speed d12 fantasy",
    ),
)
