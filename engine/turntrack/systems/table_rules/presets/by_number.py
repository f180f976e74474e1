"""Presets in which everybody’s number says when the one turn of a round comes."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import (
    ACTIONS,
    AGAIN,
    COIN,
    DEX,
    ONE_TO_THREE_ACTIONS,
    REACT,
    REACTIONS,
    TOGETHER,
    WITH_BOSS,
    Preset,
    tie_by_field,
)
from turntrack.systems.table_rules.rule_set import RuleSet

D20_BUDGET = (s.TurnCounter(ACTIONS, 1), s.TurnCounter("bonus actions", 1), s.TurnCounter(REACTIONS))
ATTACK = s.ActionPrice("Attack", 1, ACTIONS, says="attacks")
ANOTHER_ACTION = s.ActionPrice("Another action", 1, ACTIONS, says="takes another action")
D20_ACTIONS = (
    ATTACK,
    ANOTHER_ACTION,
    s.ActionPrice("Bonus action", 1, "bonus actions", says="uses the bonus action"),
    REACT,
)

MOVES = "moves"
MOVE_AND_ACTION = (ATTACK, ANOTHER_ACTION, s.ActionPrice("Move", 1, MOVES, says="moves"))

SLOW_AND_FAST = (s.TurnCounter("slow actions"), s.TurnCounter("fast actions"))
SLOW_AND_FAST_ACTIONS = (
    s.ActionPrice("Slow action", 1, "slow actions", says="takes a slow action"),
    s.ActionPrice("Fast action", 1, "fast actions", says="takes a fast action"),
    s.ActionPrice("Fast, not slow", 1, "slow actions", says="takes a second fast action"),
)

D20_CONDITIONS = (
    "prone", "grappled", "restrained", "poisoned", "frightened", "charmed", "stunned", "blinded", "paralyzed",
    "invisible", "unconscious", "concentrating",
)  # fmt: skip
"""The conditions of D&D that matter in most fights, and what ends with damage."""

PATHFINDER_CONDITIONS = (
    "off-guard", "prone", "grabbed", "frightened", "sickened", "slowed", "stunned", "restrained", "blinded", "clumsy",
    "enfeebled", "dying",
)  # fmt: skip

NUMBERED_PRESETS: tuple[Preset, ...] = (
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
        terms="dd dungeons and dragons fifth 5th edition 2014 srd initiative once bonus action reaction dexterity "
        "fantasy",
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
        terms="pf pf2e 2e second edition remaster paizo perception delay multiple attack penalty strike fantasy",
    ),
    Preset(
        "cards",
        "A card each, or the best of several, every round; those on hold get none until that turn is used. "
        "As in Savage Worlds.",
        RuleSet(
            "Cards",
            fields=(
                s.SheetField("drawn", "Cards drawn", 1, -2, 3),
                s.SheetField("again", "Drawn again up to", 0, 0, 10),
            ),
            number=s.Number(s.Source.CARDS, draws="drawn", redraws="again"),
            fresh=s.Fresh.ROUND,
            out_of_turn=s.OutOfTurn(s.DelayRule.ACROSS, end=s.DelayEnd.USED),
            ends=s.RoundEnd(shuffles=True),
            start=s.Start(s.Surprise.TURN),
        ),
        ((2, 0), (1, 0), (1, 0), (-2, 0)),
        like=("Savage Worlds",),
        conditions=("shaken", "distracted", "vulnerable", "entangled", "bound", "stunned", "prone", "fatigued"),
        by_hand="Surprised is whoever does not notice the ambush. Ambushers begin on hold: they may act first.",
        terms="sw swade swd adventure edition deadlands action deck joker hold playing pulp",
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
        terms="dd dungeons and dragons 5e 5.5 fifth edition revised srd surprise initiative dexterity fantasy",
    ),
    Preset(
        "skills",
        "No dice: the higher skill acts first. As in Fate Core.",
        RuleSet(
            "By skill",
            fields=(s.SheetField("notice", "Notice", 0, 0, 10), s.SheetField("athletics", "Athletics", 0, 0, 10)),
            number=s.Number(text="notice"),
            ties=(tie_by_field("athletics"),),
        ),
        ((3, 1), (1, 0), (0, 2), (0, 3)),
        like=("Fate Core",),
        terms="notice athletics no dice skill pulp",
    ),
    Preset(
        "sides",
        "A d6 for each side, every round: all of one side, then the other. As in old-school games.",
        RuleSet(
            "A d6 for each side",
            Emblem.WEAVE,
            fields=(),
            place=s.Place(s.Holder.SIDE),
            number=s.Number(text="1d6"),
            fresh=s.Fresh.ROUND,
            ties=(TOGETHER,),
            start=s.Start(s.Surprise.TURN),
        ),
        like=("D&D B/X", "Old-School Essentials", "OSRIC", "Swords & Wizardry"),
        by_hand="Slow weapons strike last. In Swords & Wizardry both sides move and shoot first, and then both strike "
        "and cast.",
        terms="ose dd basic expert becmi osr group sides initiative d6 old school dungeon crawl fantasy",
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
    Preset(
        "actions_until_the_end",
        "The heroes in any order, then the enemies; three actions, refilled when the turn ends, so a reaction "
        "takes one from the next turn. As in Nimble.",
        RuleSet(
            "Three actions, filled at the end",
            Emblem.STACKS,
            fields=(),
            number=s.Number(s.Source.NONE),
            order=s.Order.SIDES,
            chooser=s.Chooser.SIDE,
            budget=(s.TurnCounter(ACTIONS, 3, refill=s.Refill.END),),
            prices=(
                s.ActionPrice("Attack", 1, ACTIONS, repeat=(1, 2), says="attacks"),
                *ONE_TO_THREE_ACTIONS[:2],
                s.ActionPrice("Defend", 1, ACTIONS, once=True, off_turn=True, says="defends"),
                s.ActionPrice("Interpose", 1, ACTIONS, once=True, off_turn=True, says="interposes"),
                s.ActionPrice("Opportunity attack", 1, ACTIONS, once=True, off_turn=True, says="strikes at an opening"),
                s.ActionPrice("Help", 1, ACTIONS, once=True, off_turn=True, says="helps"),
            ),
            out_of_turn=s.OutOfTurn(each_round=True),
        ),
        like=("Nimble",),
        by_hand="Initiative is a d20 and the bonus, and says how many actions a hero’s first turn holds: below 10 one, "
        "below 20 two, else three. Heroes act as they sit.",
        terms="nimble 2 5e actions refill reactions heroic d20 fantasy",
    ),
    Preset(
        "parries",
        "A d6 and the base value, once; one action, and each further parry in the round is 3 harder. As in The Dark "
        "Eye 5.",
        RuleSet(
            "Parries, each harder",
            fields=(s.SheetField("base", "Initiative base value", 12, 0, 30),),
            number=s.Number(text="1d6 + base"),
            ties=(tie_by_field("base"), COIN),
            budget=(s.TurnCounter(ACTIONS), s.TurnCounter("free actions")),
            prices=(
                ATTACK,
                s.ActionPrice("Action", 1, ACTIONS, says="takes the action"),
                s.ActionPrice("Free action", 1, "free actions", says="takes the free action"),
                s.ActionPrice("Parry or dodge", 0, repeat=(3, 6, 9, 12, 15), off_turn=True, says="defends"),
            ),
            out_of_turn=s.OutOfTurn(each_round=True),
        ),
        ((14,), (12,), (11,), (13,)),
        like=("The Dark Eye 5",),
        by_hand="Before the first round one action may be taken against the surprised, who cannot defend.",
        terms="dsa dsa5 tde das schwarze auge schwarzes parade ini d6 fantasy",
    ),
    Preset(
        "fixed_speed",
        "No dice: the higher speed acts first, in every round. As in GURPS.",
        RuleSet(
            "Fixed speed",
            fields=(
                s.SheetField("speed", "Basic Speed in quarters", 20, 0, 80),
                s.SheetField("dx", "Dexterity", 10, 0, 30),
            ),
            number=s.Number(text="speed"),
            ties=(tie_by_field("dx"), COIN),
            out_of_turn=s.OutOfTurn(s.DelayRule.ROUND),
        ),
        ((25, 13), (22, 11), (20, 10), (22, 12)),
        like=("GURPS",),
        by_hand="The surprised are stunned until they recover.",
        terms="gurps 4 4e fourth edition basic speed no dice generic universal",
    ),
    Preset(
        "dexterity_order",
        "No dice: the higher Dexterity acts first, 50 more with a ready gun. As in Call of Cthulhu 7.",
        RuleSet(
            "Dexterity order",
            fields=(
                s.SheetField("dex", "Dexterity", 50, 0, 200),
                s.SheetField("gun", "Ready gun: 50", 0, 0, 50),
                s.SheetField("fighting", "Fighting", 25, 0, 200),
            ),
            number=s.Number(text="dex + gun"),
            fresh=s.Fresh.ROUND,
            ties=(tie_by_field("fighting"),),
            out_of_turn=s.OutOfTurn(s.DelayRule.ROUND),
            start=s.Start(s.Surprise.FIRST),
        ),
        ((60, 0, 40), (45, 50, 25), (50, 0, 30), (60, 0, 55)),
        like=("Call of Cthulhu 7",),
        conditions=(
            "prone",
            "grappled",
            "major wound",
            "bout of madness",
            "outnumbered",
            "in cover",
            "unconscious",
            "dying",
        ),
        by_hand="A drawn gun counts from the next round on. Who fights back or dodges is yours.",
        terms="coc cthulhu 7e seventh edition brp investigators horror no dice ready gun",
    ),
    Preset(
        "move_and_action",
        "No dice: the higher Initiative acts first, then the higher Agility; a move and an action. As in WFRP 4.",
        RuleSet(
            "A move and an action",
            fields=(
                s.SheetField("ini", "Initiative", 30, 0, 100),
                s.SheetField("agility", "Agility", 30, 0, 100),
            ),
            number=s.Number(text="ini"),
            ties=(tie_by_field("agility"), COIN),
            budget=(s.TurnCounter(ACTIONS), s.TurnCounter(MOVES)),
            prices=MOVE_AND_ACTION,
            start=s.Start(s.Surprise.TURN),
        ),
        ((41, 30), (33, 38), (28, 25), (41, 35)),
        like=("WFRP 4",),
        by_hand="If both are equal, a test of Agility decides: here it is a coin.",
        terms="warhammer fantasy roleplay 4e fourth edition percentile d100 grim no dice",
    ),
    Preset(
        "reflexes",
        "A d10 and Reflexes, once; an action and a move a turn. As in Cyberpunk RED.",
        RuleSet(
            "A d10 and Reflexes",
            fields=(s.SheetField("ref", "REF", 6, 0, 20),),
            number=s.Number(text="1d10 + ref"),
            ties=(AGAIN,),
            budget=(s.TurnCounter(ACTIONS), s.TurnCounter(MOVES)),
            prices=MOVE_AND_ACTION,
            out_of_turn=s.OutOfTurn(s.DelayRule.ROUND),
        ),
        ((8,), (6,), (5,), (7,)),
        like=("Cyberpunk RED",),
        terms="cpr cp red interlock r talsorian d10 reflex queue sci-fi punk",
    ),
    Preset(
        "major_and_minor",
        "Reaction, Intuition and dice, once; a major action, minor actions for each die. As in Shadowrun 6.",
        RuleSet(
            "A major action, minor actions",
            fields=(
                s.SheetField("reaction", "Reaction", 4, 0, 20),
                s.SheetField("intuition", "Intuition", 4, 0, 20),
                s.SheetField("dice", "Dice", 1, 1, 5),
                s.SheetField("minor", "Minor actions", 2, 2, 6),
                s.SheetField("edge", "Edge", 1, 0, 12),
            ),
            number=s.Number(text="(dice)d6 + reaction + intuition"),
            ties=(tie_by_field("edge"), tie_by_field("reaction"), tie_by_field("intuition"), COIN),
            budget=(
                s.TurnCounter("major actions", refill=s.Refill.ROUND),
                s.TurnCounter("minor actions", field="minor", refill=s.Refill.ROUND),
            ),
            prices=(
                s.ActionPrice("Major action", 1, "major actions", says="takes a major action"),
                s.ActionPrice("Minor action", 1, "minor actions", off_turn=True, says="takes a minor action"),
                s.ActionPrice("Minor for the major", 1, "major actions", says="takes a minor action"),
                s.ActionPrice("Four for a major one", 4, "minor actions", says="takes a major action"),
            ),
        ),
        ((5, 4, 1, 2, 3), (6, 5, 3, 4, 1), (3, 3, 1, 2, 1), (4, 4, 2, 3, 2)),
        like=("Shadowrun 6",),
        by_hand="Minor actions: one more than the dice. Block and dodge are minor actions at any time. You count Edge.",
        terms="sr6 sr 6e sixth world edition edge dice cyberpunk sci-fi",
    ),
    Preset(
        "fixed_initiative",
        "No dice: the higher Initiative acts first; a minor and a major action, and one more of each for action "
        "points. As in Fallout.",
        RuleSet(
            "Fixed, with minor and major actions",
            Emblem.STACKS,
            fields=(s.SheetField("ini", "Initiative", 10, 0, 40),),
            number=s.Number(text="ini"),
            budget=(
                s.TurnCounter("minor actions"),
                s.TurnCounter("major actions"),
                s.TurnCounter("bought minor actions"),
                s.TurnCounter("bought major actions"),
            ),
            prices=(
                s.ActionPrice("Minor action", 1, "minor actions", says="takes a minor action"),
                s.ActionPrice("Major action", 1, "major actions", says="takes a major action"),
                s.ActionPrice("Bought minor action", 1, "bought minor actions", says="buys a minor action"),
                s.ActionPrice("Bought major action", 1, "bought major actions", says="buys a major action"),
            ),
        ),
        ((12,), (10,), (9,), (14,)),
        like=("Fallout",),
        conditions=(
            "prone",
            "stunned",
            "poisoned",
            "irradiated",
            "addicted",
            "head injured",
            "arm injured",
            "leg injured",
            "torso injured",
            "pinned down",
            "dying",
            "unconscious",
        ),
        by_hand="Whoever starts the fight acts once before the first round. Of equals you say who is first. You count "
        "action points.",
        terms="2d20 vault wasteland radiation post-apocalyptic sci-fi minor major action points",
    ),
    Preset(
        "minor_and_significant",
        "2D and the DM of Dexterity, once; a minor and a significant action, or three minor ones. As in Mongoose "
        "Traveller.",
        RuleSet(
            "A minor and a significant action",
            fields=(
                s.SheetField("dm", "Initiative DM", 0, -6, 12, is_modifier=True),
                s.SheetField("dex", "Dexterity", 7, 0, 20),
            ),
            number=s.Number(text="2d6 + dm"),
            ties=(tie_by_field("dex"), TOGETHER),
            budget=(s.TurnCounter("minor actions"), s.TurnCounter("significant actions")),
            prices=(
                s.ActionPrice("Significant action", 1, "significant actions", says="takes a significant action"),
                s.ActionPrice("Minor action", 1, "minor actions", says="takes a minor action"),
                s.ActionPrice("Two minor actions", 1, "significant actions", says="takes two more minor actions"),
                s.ActionPrice("Reaction", 0, repeat=(1, 2, 3, 4, 5), off_turn=True, says="dodges or dives"),
            ),
        ),
        ((1, 9), (0, 7), (0, 8), (2, 11)),
        like=("Mongoose Traveller",),
        conditions=("prone", "stunned", "fatigued", "grappled", "unconscious", "encumbered", "in cover", "bleeding"),
        by_hand="A leader’s Tactics, and who is ambushed, go into the initiative DM.",
        terms="mgt 2d6 tactics dodge dive for cover significant minor space sci-fi",
    ),
    Preset(
        "speed_factors",
        "Everybody declares an action, then a d10 and its speed, every round, the lowest first. As in AD&D 2.",
        RuleSet(
            "Speed factors, declared first",
            fields=(s.SheetField("speed", "Speed", 5, 0, 20, is_declared=True),),
            number=s.Number(text="1d10 + speed"),
            fresh=s.Fresh.ROUND,
            first=s.First.LOW,
            ties=(TOGETHER,),
            start=s.Start(s.Surprise.TURN),
        ),
        ((5,), (3,), (7,), (4,)),
        like=("AD&D 2",),
        terms="add advanced dnd second 2e edition weapon speed declare actions fantasy osr",
    ),
    Preset(
        "declared_upwards",
        "Dexterity, Wits and a d10, every round; actions are declared from the slowest up, and taken from the fastest "
        "down. As in older World of Darkness games.",
        RuleSet(
            "Declared from the slowest up",
            fields=(s.SheetField("rating", "Dexterity + Wits", 5, 0, 20),),
            number=s.Number(text="1d10 + rating"),
            fresh=s.Fresh.ROUND,
            declares_up=True,
            ties=(tie_by_field("rating"), TOGETHER),
            out_of_turn=s.OutOfTurn(s.DelayRule.ROUND),
        ),
        ((6,), (5,), (4,), (6,)),
        like=("Vampire: The Masquerade 20", "Werewolf: The Apocalypse 20"),
        conditions=(
            "bruised",
            "hurt",
            "injured",
            "wounded",
            "mauled",
            "crippled",
            "incapacitated",
            "frenzy",
            "stunned",
        ),
        by_hand="You count multiple actions and those of Celerity, which come after everybody’s first.",
        terms="owod cwod wod old classic world of darkness storyteller v20 w20 m20 mage ascension hunter horror d10",
    ),
    Preset(
        "ten_cards",
        "A card from 1 to 10 each, every round, the lowest first; numbers can be swapped. As in Dragonbane.",
        RuleSet(
            "Ten cards, low first",
            fields=(s.SheetField("ferocity", "Ferocity", 1, 1, 5),),
            place=s.Place(field="ferocity"),
            number=s.Number(s.Source.CARDS, cards=10),
            fresh=s.Fresh.ROUND,
            first=s.First.LOW,
            budget=(s.TurnCounter(ACTIONS, field="ferocity", refill=s.Refill.ROUND),),
            prices=(
                s.ActionPrice("Action", 1, ACTIONS, says="takes the action"),
                s.ActionPrice("Parry or dodge", 1, ACTIONS, off_turn=True, says="parries or dodges"),
            ),
            out_of_turn=s.OutOfTurn(s.DelayRule.SWAP),
        ),
        WITH_BOSS,
        like=("Dragonbane",),
        conditions=("exhausted", "sickly", "dazed", "angry", "scared", "disheartened", "prone", "grappled", "dying"),
        by_hand="Monsters neither parry nor dodge. Whoever has used the action out of turn ends the turn at once.",
        terms="drakar och demoner low first swap deck fantasy",
    ),
    Preset(
        "best_card",
        "A card from 1 to 10, or the best of several, for the whole fight, the lowest first; cards can be exchanged. "
        "As in Forbidden Lands and Alien.",
        RuleSet(
            "The best of ten cards",
            fields=(s.SheetField("drawn", "Cards drawn", 1, 1, 3), s.SheetField("speed", "Speed", 1, 1, 3)),
            place=s.Place(field="speed"),
            number=s.Number(s.Source.CARDS, cards=10, draws="drawn"),
            first=s.First.LOW,
            budget=SLOW_AND_FAST,
            prices=SLOW_AND_FAST_ACTIONS,
            out_of_turn=s.OutOfTurn(s.DelayRule.EXCHANGE),
        ),
        ((2, 1), (1, 1), (1, 1), (1, 2)),
        like=("Alien", "Forbidden Lands"),
        by_hand="Whoever surprises the others draws two cards: set that on the sheet.",
        terms="year zero engine yze mutant forbidden lands vaesen cards draw sci-fi horror",
    ),
    Preset(
        "swapped_card",
        "A card from 1 to 10 for the whole fight, the lowest first; on a turn, cards can be swapped. As in the Year "
        "Zero Engine.",
        RuleSet(
            "A card for the fight",
            fields=(s.SheetField("drawn", "Cards drawn", 1, 1, 3),),
            number=s.Number(s.Source.CARDS, cards=10, draws="drawn"),
            first=s.First.LOW,
            budget=SLOW_AND_FAST,
            prices=SLOW_AND_FAST_ACTIONS,
            out_of_turn=s.OutOfTurn(s.DelayRule.SWAP),
        ),
        ((2,), (1,), (1,), (1,)),
        like=("Year Zero Engine",),
        by_hand="Whoever opens the fight by surprise takes any card.",
        terms="yze srd twilight 2000 blade runner walking dead cards swap slow fast sci-fi horror",
    ),
    Preset(
        "typed_number",
        "Numbers that you type, once, such as Focus or Vigilance and the bonus successes; the highest acts first. As "
        "in Legend of the Five Rings 5, as far as we know.",
        RuleSet(
            "Typed numbers",
            fields=(),
            number=s.Number(s.Source.TYPED),
        ),
        ((6,), (4,), (3,), (6,)),
        like=("Legend of the Five Rings 5",),
        by_hand="Of equals you say who is first.",
        terms="l5r l5r5e rokugan samurai rolled at the table own dice any game typed fantasy",
    ),
    Preset(
        "slots",
        "The numbers are slots of a side; each side chooses who takes its next one. As in Genesys and Star Wars (FFG).",
        RuleSet(
            "Slots of the sides",
            Emblem.WEAVE,
            fields=(),
            place=s.Place(s.Holder.SLOT),
            number=s.Number(s.Source.TYPED),
            ties=(s.TieRule(s.TieBy.SIDE),),
            chooser=s.Chooser.SIDE,
        ),
        ((3,), (1,), (2,), (1,)),
        like=("Genesys", "Star Wars (FFG)"),
        terms="sw ffg swrpg edge of the empire narrative dice places",
    ),
)
