"""Presets of D&D from its third edition on and of the games like it: a d20 and a modifier, once."""

from __future__ import annotations

from turntrack.core.model import Until
from turntrack.systems.last_stand import DEATH_SAVES, RECOVERY_CHECKS
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import (
    ACTIONS,
    AGAIN,
    ANOTHER_ACTION,
    ATTACKS,
    COIN,
    ONE_TO_THREE_ACTIONS,
    REACT,
    REACTIONS,
    READY,
    Preset,
    tie_by_field,
)
from turntrack.systems.table_rules.rule_set import RuleSet

STANDARD, MOVES, SWIFT, MINOR, QUICK = (
    "standard actions", "move actions", "swift actions", "minor actions", "quick actions",
)  # fmt: skip
INITIATIVE = s.SheetField("bonus", "Initiative modifier", 0, -10, 30, is_modifier=True)
DEX = s.SheetField("dex", "Dexterity", 0, -5, 20, is_modifier=True)
"""The modifier of the initiative: of no creature in SRD 5.2 is it higher than 18."""
D20_AND_BONUS = s.Number(text="1d20 + bonus")
DELAY_FOR_GOOD = s.OutOfTurn(s.DelayRule.GOOD, after=True, end=s.DelayEnd.NEXT)

FULL_ATTACK = s.ActionPrice("Attack", 1, STANDARD, paid_once=True, says="attacks")
STANDARD_ACTION = s.ActionPrice("Standard action", 1, STANDARD, says="takes a standard action")
MOVE_ACTION = s.ActionPrice("Move action", 1, MOVES, says="takes a move action")
SECOND_MOVE = s.ActionPrice("Move for standard", 1, STANDARD, says="takes a move action")
SWIFT_ACTION = s.ActionPrice("Swift action", 1, SWIFT, says="takes a swift action")

OLD_CONDITIONS = (
    "flat-footed", "prone", "grappled", "shaken", "sickened", "stunned", "staggered", "entangled", "blinded",
    "nauseated", "fatigued", "dying", READY,
)  # fmt: skip

D20_BUDGET = (s.TurnCounter(ACTIONS, 1), s.TurnCounter("bonus actions", 1), s.TurnCounter(REACTIONS))
D20_ACTIONS = (
    ATTACKS,
    ANOTHER_ACTION,
    s.ActionPrice("Bonus action", 1, "bonus actions", says="uses the bonus action"),
    REACT,
)

D20_CONDITIONS = (
    "prone", "grappled", "restrained", "poisoned", "frightened", "charmed", "stunned", "blinded", "paralyzed",
    "invisible", "unconscious", "incapacitated", "deafened", "petrified", "exhaustion", "concentrating",
    "dodging", READY,
)  # fmt: skip
"""The conditions of D&D, those that matter in most fights first, and what ends with damage."""

D20_ENDS = (
    (Until.REMOVED, ("prone", "grappled", "unconscious", "dying")),
    (Until.TURN_BEGINS, ("dodging", READY)),
)
"""Those that end by standing up, by breaking free, or by healing; and those that last until the bearer’s next turn."""

PATHFINDER_CONDITIONS = (
    "off-guard", "prone", "grabbed", "frightened", "sickened", "slowed", "stunned", "restrained", "blinded", "clumsy",
    "enfeebled", "dying", READY,
)  # fmt: skip

D20_PRESETS: tuple[Preset, ...] = (
    Preset(
        "d20_once",
        "A d20 and Dexterity, once; an action, a bonus action, a reaction. As in D&D 5e, SRD 5.1.",
        RuleSet(
            "d20, once",
            fields=(DEX,),
            place=s.Place(alike=True),
            number=s.Number(text="1d20 + dex"),
            budget=D20_BUDGET,
            prices=D20_ACTIONS,
            start=s.Start(s.Surprise.TURN),
        ),
        ((3,), (1,), (2,), (-1,)),
        like=("D&D 5e",),
        conditions=D20_CONDITIONS,
        condition_ends=D20_ENDS,
        last_stand=DEATH_SAVES,
        by_hand="Of equal rolls the players order their own, and you order the rest.",
        terms="dd dungeons and dragons fifth 5th edition 2014 srd initiative once bonus action reaction dexterity "
        "fantasy",
    ),
    Preset(
        "d20_twice",
        "A d20 and Dexterity, once; the surprised roll twice, and the worse counts; creatures of one kind share one "
        "roll. As in D&D 2024, SRD 5.2.",
        RuleSet(
            "d20, twice if surprised",
            fields=(DEX,),
            place=s.Place(alike=True),
            number=s.Number(text="1d20 + dex"),
            budget=D20_BUDGET,
            prices=D20_ACTIONS,
            start=s.Start(s.Surprise.TWICE),
        ),
        ((3,), (1,), (2,), (-1,)),
        like=("D&D 2024",),
        conditions=D20_CONDITIONS,
        condition_ends=D20_ENDS,
        last_stand=DEATH_SAVES,
        by_hand="Of equal rolls the players order their own, and you order the rest.",
        terms="dd dungeons and dragons 5e 5.5 fifth edition revised srd surprise initiative dexterity fantasy",
    ),
    Preset(
        "three_actions",
        "A d20 and Perception, once; three actions a turn; delaying moves you for good. As in Pathfinder 2.",
        RuleSet(
            "Three actions",
            Emblem.STACKS,
            fields=(s.SheetField("perception", "Perception", 5, -5, 40),),
            number=s.Number(text="1d20 + perception"),
            ties=(s.TieRule(s.TieBy.SIDE, side=s.WhichSide.OTHERS),),
            budget=(s.TurnCounter(ACTIONS, 3), s.TurnCounter(REACTIONS)),
            prices=(
                s.ActionPrice("Strike", 1, ACTIONS, repeat=(5, 10), says="strikes"),
                *ONE_TO_THREE_ACTIONS,
                REACT,
            ),
            out_of_turn=s.OutOfTurn(s.DelayRule.GOOD, after=True, end=s.DelayEnd.NEXT, idle=True),
        ),
        ((7,), (6,), (5,), (9,)),
        like=("Pathfinder 2",),
        conditions=PATHFINDER_CONDITIONS,
        condition_ends=(
            (Until.REMOVED, ("prone", "sickened", "unconscious", "dying")),
            (Until.TURN_BEGINS, (READY,)),
        ),
        last_stand=RECOVERY_CHECKS,
        by_hand="Whoever falls dying moves to just before the turn in which that happened.",
        terms="pf pf2e 2e second edition remaster paizo perception delay multiple attack penalty strike fantasy",
    ),
    Preset(
        "standard_and_move",
        "A d20 and a modifier, once; a standard, a move and a swift action; delaying moves you for good. As in D&D 3.5 "
        "and Pathfinder 1.",
        RuleSet(
            "A standard and a move action",
            Emblem.STACKS,
            fields=(INITIATIVE,),
            number=D20_AND_BONUS,
            ties=(tie_by_field("bonus"), AGAIN),
            budget=(
                s.TurnCounter(STANDARD),
                s.TurnCounter(MOVES),
                s.TurnCounter(SWIFT, refill=s.Refill.END),
                s.TurnCounter("opportunity attacks", refill=s.Refill.ROUND),
            ),
            prices=(
                FULL_ATTACK,
                STANDARD_ACTION,
                MOVE_ACTION,
                SECOND_MOVE,
                SWIFT_ACTION,
                s.ActionPrice("Immediate action", 1, SWIFT, off_turn=True, says="takes an immediate action"),
                s.ActionPrice("Attack of opportunity", 1, "opportunity attacks", off_turn=True, says="strikes"),
            ),
            out_of_turn=DELAY_FOR_GOOD,
            start=s.Start(s.Surprise.TURN),
        ),
        ((3,), (1,), (2,), (6,)),
        like=("D&D 3.5", "Pathfinder 1"),
        conditions=OLD_CONDITIONS,
        condition_ends=D20_ENDS,
        by_hand="A full-round action takes the standard and the move action, and so does a second attack. While "
        "others are surprised, the first round holds one standard or move action. A readied action, once used, is a "
        "new place in the order. Whoever has not acted yet is flat-footed, and does nothing out of turn.",
        terms="srd ogl full-round attack of opportunity flat-footed delay fantasy",
    ),
    Preset(
        "standard_move_minor",
        "A d20 and a modifier, once; a standard, a move and a minor action, the larger for the smaller; creatures of "
        "one kind share one roll. As in D&D 4.",
        RuleSet(
            "Standard, move, minor",
            fields=(INITIATIVE,),
            place=s.Place(alike=True),
            number=D20_AND_BONUS,
            ties=(tie_by_field("bonus"), COIN),
            budget=(
                s.TurnCounter(STANDARD),
                s.TurnCounter(MOVES),
                s.TurnCounter(MINOR),
                s.TurnCounter("interrupts"),
                s.TurnCounter("openings", refill=s.Refill.ANY),
            ),
            prices=(
                STANDARD_ACTION,
                MOVE_ACTION,
                s.ActionPrice("Minor action", 1, MINOR, says="takes a minor action"),
                SECOND_MOVE,
                s.ActionPrice("Minor for standard", 1, STANDARD, says="takes a minor action"),
                s.ActionPrice("Minor for move", 1, MOVES, says="takes a minor action"),
                s.ActionPrice("Immediate", 1, "interrupts", off_turn=True, says="interrupts"),
                s.ActionPrice("Opportunity", 1, "openings", off_turn=True, says="strikes"),
            ),
            out_of_turn=DELAY_FOR_GOOD,
            start=s.Start(s.Surprise.TURN),
        ),
        ((3,), (1,), (2,), (6,)),
        like=("D&D 4",),
        conditions=(
            "bloodied",
            "marked",
            "prone",
            "slowed",
            "immobilized",
            "dazed",
            "weakened",
            "restrained",
            "stunned",
            "blinded",
            "dominated",
            "dying",
        ),
        by_hand="While others are surprised, the first round holds one action. An action point gives one more. "
        "Immediate and opportunity actions are for the turns of others.",
        terms="fourth edition essentials immediate opportunity action point bloodied marked fantasy",
    ),
    Preset(
        "full_or_standard",
        "A d20 and a modifier, once; a standard, a move and a swift action, and a reaction. As in Starfinder 1.",
        RuleSet(
            "Standard, move, swift and reaction",
            Emblem.STACKS,
            fields=(INITIATIVE,),
            number=D20_AND_BONUS,
            ties=(tie_by_field("bonus"), AGAIN),
            budget=(s.TurnCounter(STANDARD), s.TurnCounter(MOVES), s.TurnCounter(SWIFT), s.TurnCounter(REACTIONS)),
            prices=(
                FULL_ATTACK,
                STANDARD_ACTION,
                MOVE_ACTION,
                SWIFT_ACTION,
                SECOND_MOVE,
                s.ActionPrice("Swift for the standard", 1, STANDARD, says="takes a swift action"),
                s.ActionPrice("Swift for the move", 1, MOVES, says="takes a swift action"),
                REACT,
            ),
            out_of_turn=DELAY_FOR_GOOD,
            start=s.Start(s.Surprise.TURN),
        ),
        ((3,), (1,), (2,), (6,)),
        like=("Starfinder 1",),
        conditions=(
            "flat-footed",
            "off-target",
            "prone",
            "shaken",
            "sickened",
            "entangled",
            "grappled",
            "staggered",
            "stunned",
            "burning",
            "bleeding",
            "dying",
        ),
        by_hand="A full action takes the standard, move and swift action, and so does a second attack. While others "
        "are surprised, the first round holds a standard or a move action, and a swift one. Nobody reacts before the "
        "first turn of their own.",
        terms="space science fantasy sci-fi full attack swift",
    ),
    Preset(
        "escalation",
        "A d20 and a bonus, once; creatures of one kind share one roll; an escalation die goes up by 1 each round, to "
        "6. As in 13th Age.",
        RuleSet(
            "An escalation die",
            Emblem.STACKS,
            fields=(INITIATIVE,),
            place=s.Place(alike=True),
            number=D20_AND_BONUS,
            budget=(
                s.TurnCounter(STANDARD),
                s.TurnCounter(MOVES),
                s.TurnCounter(QUICK),
                s.TurnCounter("interrupts", refill=s.Refill.END),
            ),
            prices=(
                STANDARD_ACTION,
                MOVE_ACTION,
                s.ActionPrice("Quick action", 1, QUICK, says="takes a quick action"),
                SECOND_MOVE,
                s.ActionPrice("Quick for the move", 1, MOVES, says="takes a quick action"),
                s.ActionPrice("Interrupt", 1, "interrupts", off_turn=True, says="interrupts"),
            ),
            out_of_turn=DELAY_FOR_GOOD,
            ends=s.RoundEnd(rises="Escalation die"),
        ),
        ((6,), (4,), (5,), (9,)),
        like=("13th Age",),
        conditions=(
            "staggered",
            "dazed",
            "weakened",
            "vulnerable",
            "hampered",
            "stuck",
            "confused",
            "stunned",
            "grabbed",
            "afraid",
            "ongoing damage",
            "helpless",
        ),
        by_hand="You say when the escalation die stays or falls, and what it adds. An ambush comes before the first "
        "round: of the ambushers one acts whom they choose, and then the highest of the others.",
        terms="13a escalation die icons fantasy",
    ),
    Preset(
        "standard_or_two_moves",
        "A d20 and a modifier, once; a standard and a move action, or two moves. As in Mutants & Masterminds 3.",
        RuleSet(
            "A standard and a move, or two moves",
            Emblem.STACKS,
            fields=(
                INITIATIVE,
                s.SheetField("dodge", "Dodge", 0, -10, 40),
                s.SheetField("agility", "Agility", 0, -10, 40),
                s.SheetField("awareness", "Awareness", 0, -10, 40),
            ),
            number=D20_AND_BONUS,
            ties=(tie_by_field("dodge"), tie_by_field("agility"), tie_by_field("awareness"), AGAIN),
            budget=(s.TurnCounter(STANDARD), s.TurnCounter(MOVES)),
            prices=(
                STANDARD_ACTION,
                MOVE_ACTION,
                SECOND_MOVE,
                s.ActionPrice("Reaction", 0, off_turn=True, says="reacts"),
            ),
            start=s.Start(s.Surprise.TURN),
        ),
        ((7, 8, 3, 2), (2, 5, 2, 4), (1, 4, 1, 1), (8, 6, 4, 3)),
        like=("Mutants & Masterminds",),
        conditions=(
            "dazed",
            "staggered",
            "stunned",
            "vulnerable",
            "impaired",
            "hindered",
            "fatigued",
            "prone",
            "defenseless",
            "immobile",
            "weakened",
            "incapacitated",
        ),
        by_hand="While others are surprised, the first round holds one standard action. Free actions are not counted.",
        terms="superheroes supers hero points comics d20",
    ),
    Preset(
        "initiative_die",
        "A d20 and a modifier, once, a d16 with a two-handed weapon; the surprised miss the first round; "
        "creatures of one kind share one roll. As in Dungeon Crawl Classics.",
        RuleSet(
            "A d20, or a d16",
            fields=(
                s.SheetField("die", "Initiative die", 20, 3, 30),
                INITIATIVE,
                s.SheetField("agility", "Agility", 10, 1, 30),
                s.SheetField("hit_dice", "Hit dice", 1, 0, 30),
            ),
            place=s.Place(alike=True),
            number=s.Number(text="1d(die) + bonus"),
            ties=(tie_by_field("agility"), tie_by_field("hit_dice")),
            budget=(s.TurnCounter(ACTIONS), s.TurnCounter("moves")),
            prices=(
                s.ActionPrice("Attack", 1, ACTIONS, says="attacks"),
                s.ActionPrice("Another action", 1, ACTIONS, says="takes another action"),
                s.ActionPrice("Move", 1, "moves", says="moves"),
                s.ActionPrice("Move for the action", 1, ACTIONS, says="moves for the action"),
            ),
            start=s.Start(s.Surprise.TURN),
        ),
        ((16, 2, 15, 2), (20, 0, 9, 1), (20, 1, 11, 1), (20, 3, 12, 5)),
        like=("Dungeon Crawl Classics",),
        conditions=("prone", "entangled", "blinded", "stunned", "corrupted", "bleeding out"),
        by_hand="A second action die is an action more, which you count. At low levels a player’s characters roll as "
        "one: give them a group, the best modifier first.",
        terms="funnel dice chain osr old school action die fantasy",
    ),
    Preset(
        "round_the_table",
        "A d20 and Dexterity, once; the highest begins, and turns go round the table from there. All foes roll "
        "once and act at once. As in Shadowdark.",
        RuleSet(
            "Round the table",
            fields=(DEX,),
            place=s.Place(s.Holder.FOES, values=s.Shared.HIGHEST),
            number=s.Number(text="1d20 + dex"),
            ties=(AGAIN,),
            order=s.Order.SEATS,
            start=s.Start(s.Surprise.TURN),
        ),
        ((3,), (1,), (2,), (-1,)),
        like=("Shadowdark",),
        by_hand="List people as they sit, and the foes where you sit.",
        terms="clockwise seats seating osr old school dungeon crawl d20 fantasy",
    ),
)
