"""Presets of the games that descend from the third edition of D&D: a d20 once, and turns of several kinds of action."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import (
    ACTIONS,
    AGAIN,
    COIN,
    REACT,
    REACTIONS,
    Preset,
    tie_by_field,
)
from turntrack.systems.table_rules.rule_set import RuleSet

STANDARD, MOVES, SWIFT, MINOR, QUICK = (
    "standard actions", "move actions", "swift actions", "minor actions", "quick actions",
)  # fmt: skip
INITIATIVE = s.SheetField("bonus", "Initiative modifier", 0, -10, 30, is_modifier=True)
D20_AND_BONUS = s.Number(text="1d20 + bonus")
DELAY_FOR_GOOD = s.OutOfTurn(s.DelayRule.GOOD, after=True, end=s.DelayEnd.NEXT)

STANDARD_ACTION = s.ActionPrice("Standard action", 1, STANDARD, says="takes a standard action")
MOVE_ACTION = s.ActionPrice("Move action", 1, MOVES, says="takes a move action")
SECOND_MOVE = s.ActionPrice("Move for standard", 1, STANDARD, says="takes a move action")
SWIFT_ACTION = s.ActionPrice("Swift action", 1, SWIFT, says="takes a swift action")

OLD_CONDITIONS = (
    "flat-footed", "prone", "grappled", "shaken", "sickened", "stunned", "staggered", "entangled", "blinded",
    "nauseated", "fatigued", "dying",
)  # fmt: skip

D20_PRESETS: tuple[Preset, ...] = (
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
                s.TurnCounter(SWIFT),
                s.TurnCounter("opportunity attacks", refill=s.Refill.ROUND),
            ),
            prices=(
                STANDARD_ACTION,
                MOVE_ACTION,
                SECOND_MOVE,
                SWIFT_ACTION,
                s.ActionPrice("Attack of opportunity", 1, "opportunity attacks", off_turn=True, says="strikes"),
            ),
            out_of_turn=DELAY_FOR_GOOD,
            start=s.Start(s.Surprise.TURN),
        ),
        ((3,), (1,), (2,), (6,)),
        like=("D&D 3.5", "Pathfinder 1"),
        conditions=OLD_CONDITIONS,
        by_hand="A full-round action takes the standard and the move action. While others are surprised, the first "
        "round holds one standard or move action. A readied action, once used, is a new place in the order.",
        terms="srd ogl full-round attack of opportunity flat-footed delay fantasy",
    ),
    Preset(
        "standard_move_minor",
        "A d20 and a modifier, once; a standard, a move and a minor action, the larger for the smaller. As in D&D 4.",
        RuleSet(
            "Standard, move, minor",
            fields=(INITIATIVE,),
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
        by_hand="While others are surprised, the first round holds one action. An action point gives one more.",
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
        by_hand="A full action takes the standard, move and swift action. While others are surprised, the first "
        "round holds a standard or a move action, and a swift one.",
        terms="space science fantasy sci-fi full attack swift",
    ),
    Preset(
        "escalation",
        "A d20 and a bonus, once; an escalation die goes up by 1 each round, to 6. As in 13th Age.",
        RuleSet(
            "An escalation die",
            Emblem.STACKS,
            fields=(INITIATIVE,),
            number=D20_AND_BONUS,
            budget=(s.TurnCounter(STANDARD), s.TurnCounter(MOVES), s.TurnCounter(QUICK)),
            prices=(
                STANDARD_ACTION,
                MOVE_ACTION,
                s.ActionPrice("Quick action", 1, QUICK, says="takes a quick action"),
                SECOND_MOVE,
                s.ActionPrice("Quick for the move", 1, MOVES, says="takes a quick action"),
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
        by_hand="You say when the escalation die stays or falls, and what it adds.",
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
        "A d20 and a modifier, once, a d16 with a two-handed weapon; the surprised miss the first round. As in "
        "Dungeon Crawl Classics.",
        RuleSet(
            "A d20, or a d16",
            fields=(
                s.SheetField("die", "Initiative die", 20, 3, 30),
                INITIATIVE,
                s.SheetField("agility", "Agility", 10, 1, 30),
                s.SheetField("hit_dice", "Hit dice", 1, 0, 30),
            ),
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
        by_hand="A second action die is an action more, which you count.",
        terms="funnel dice chain osr old school action die fantasy",
    ),
)
