"""The presets, each with a small sample fight. The words are our own; names of games are facts only."""

from __future__ import annotations

from turntrack.core.commands import Command
from turntrack.core.errors import BadValue
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.presets.chosen import PRESETS_OF_CHOICE
from turntrack.systems.table_rules.presets.numbered import NUMBERED_PRESETS
from turntrack.systems.table_rules.presets.preset import Preset as Preset
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import (
    NUMBER,
    ActionPrice,
    Bag,
    Chooser,
    DelayEnd,
    DelayRule,
    EndRule,
    First,
    Fresh,
    Holder,
    LapKind,
    Laps,
    LateRule,
    Number,
    Order,
    OutOfTurn,
    Phase,
    Place,
    Refill,
    RoundEnd,
    SheetField,
    Source,
    Start,
    Surprise,
    TieBy,
    TieRule,
    TurnCounter,
    WhichSide,
)


def _tie(field: str) -> TieRule:
    return TieRule(TieBy.FIELD, field)


AGAIN, COIN, TOGETHER = TieRule(TieBy.AGAIN), TieRule(TieBy.COIN), TieRule(TieBy.TOGETHER)
REACTIONS = "reactions"
DEX = SheetField("dex", "Dexterity", 0, -5, 15, is_modifier=True)
REACT = ActionPrice("Reaction", 1, REACTIONS, off_turn=True, says="uses the reaction")
D20_BUDGET = (TurnCounter("actions", 1), TurnCounter("bonus actions", 1), TurnCounter(REACTIONS))
D20_ACTIONS = (
    ActionPrice("Attack", 1, "actions", says="attacks"),
    ActionPrice("Another action", 1, "actions"),
    ActionPrice("Bonus action", 1, "bonus actions", says="uses the bonus action"),
    REACT,
)

PRESETS: tuple[Preset, ...] = (
    Preset(
        "d20_once",
        "A d20 and Dexterity, once; an action, a bonus action, a reaction. As in D&D 5e, SRD 5.1.",
        RuleSet(
            "d20, once",
            fields=(DEX,),
            number=Number(text="1d20 + dex"),
            budget=D20_BUDGET,
            prices=D20_ACTIONS,
            start=Start(Surprise.TURN),
        ),
        ((3,), (1,), (2,), (-1,)),
    ),
    Preset(
        "three_actions",
        "A d20 and Perception, once; three actions a turn; delaying is for good. As in Pathfinder 2.",
        RuleSet(
            "Three actions",
            Emblem.STACKS,
            fields=(SheetField("perception", "Perception", 5, -5, 40),),
            number=Number(text="1d20 + perception"),
            ties=(TieRule(TieBy.SIDE, side=WhichSide.OTHERS),),
            budget=(TurnCounter("actions", 3), TurnCounter(REACTIONS)),
            prices=(
                ActionPrice("Strike", 1, "actions", repeat=(5, 10), says="strikes"),
                ActionPrice("One action", 1, "actions", says="takes an action"),
                ActionPrice("Two actions", 2, "actions", says="takes two actions at once"),
                ActionPrice("Three actions", 3, "actions", says="takes three actions at once"),
                REACT,
            ),
            out_of_turn=OutOfTurn(DelayRule.GOOD, after=True, end=DelayEnd.NEXT, idle=True),
        ),
        ((7,), (6,), (5,), (9,)),
    ),
    Preset(
        "cards",
        "A card each, or the best of several, anew every round; who is on hold gets none until that turn is used. "
        "As in Savage Worlds.",
        RuleSet(
            "Cards",
            fields=(
                SheetField("drawn", "Cards drawn", 1, -2, 3),
                SheetField("again", "Drawn again up to", 0, 0, 10),
            ),
            number=Number(Source.CARDS, draws="drawn", redraws="again"),
            fresh=Fresh.ROUND,
            out_of_turn=OutOfTurn(DelayRule.ACROSS, end=DelayEnd.USED),
            ends=RoundEnd(shuffles=True),
        ),
        ((2, 0), (1, 0), (1, 0), (-2, 0)),
    ),
    Preset(
        "d20_twice",
        "A d20 and Dexterity, once; the surprised roll twice, and the worse counts. As in D&D 2024, SRD 5.2.",
        RuleSet(
            "d20, twice if surprised",
            fields=(DEX,),
            number=Number(text="1d20 + dex"),
            budget=D20_BUDGET,
            prices=D20_ACTIONS,
            start=Start(Surprise.TWICE),
        ),
        ((3,), (1,), (2,), (-1,)),
    ),
    Preset(
        "countdown",
        "The highest acts, then drops by 10, again and again, until all are at 0. As in Shadowrun 1 and 2.",
        RuleSet(
            "Countdown by 10",
            Emblem.RULER,
            fields=(SheetField("reaction", "Reaction", 4), SheetField("dice", "Dice", 1, 1, 5)),
            number=Number(text="reaction + (dice)d6"),
            fresh=Fresh.ROUND,
            ties=(_tie("reaction"),),
            order=Order.COUNT,
            prices=(ActionPrice("Act", 10, NUMBER, says="acts"),),
            ends=RoundEnd(EndRule.ZERO),
        ),
        ((9, 3), (5, 2), (4, 1), (6, 1)),
    ),
    Preset(
        "passes",
        "Down the order, then once more with 10 less, while anything is left. As in Shadowrun 5, with Reaction and "
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
            ties=(_tie("edge"), _tie("reaction"), COIN),
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
        "The lowest acts; what it does takes ticks, a strike those of the weapon; no rounds. Of equal ticks whoever "
        "came there first acts. As in Splittermond.",
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
        "there is no botch, and one may begin later than tick 6.",
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
        "The highest acts; what it does takes shots, until all are at 0. As in Feng Shui 2, with Speed for ties.",
        RuleSet(
            "Shots",
            Emblem.RULER,
            fields=(SheetField("speed", "Speed", 6, 0, 20),),
            number=Number(text="speed + 1d6"),
            fresh=Fresh.ROUND,
            ties=(_tie("speed"),),
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
        "Speed says in which of twelve segments one acts, Dexterity who is first in it. As in Hero.",
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
        "skills",
        "No dice: the higher skill acts first. As in Fate Core.",
        RuleSet(
            "By skill",
            fields=(SheetField("notice", "Notice", 0, 0, 10), SheetField("athletics", "Athletics", 0, 0, 10)),
            number=Number(text="notice"),
            ties=(_tie("athletics"),),
        ),
        ((3, 1), (1, 0), (0, 2), (0, 3)),
    ),
    Preset(
        "sides",
        "A d6 for each side, every round: all of one side, then the other. As in old-school games.",
        RuleSet(
            "A d6 for each side",
            Emblem.WEAVE,
            fields=(),
            place=Place(Holder.SIDE),
            number=Number(text="1d6"),
            fresh=Fresh.ROUND,
            ties=(TOGETHER,),
        ),
    ),
    Preset(
        "alternating",
        "The sides take turns; each chooses who of them acts. As in Lancer, as far as we know, but a kind of reaction "
        "is not counted by the round.",
        RuleSet(
            "Sides take turns",
            Emblem.WEAVE,
            fields=(),
            number=Number(Source.NONE),
            order=Order.ALTERNATING,
            chooser=Chooser.SIDE,
            budget=(TurnCounter("quick actions", 2), TurnCounter(REACTIONS, refill=Refill.ANY)),
            prices=(
                ActionPrice("Quick action", 1, "quick actions", says="takes a quick action"),
                ActionPrice("Full action", 2, "quick actions", says="takes a full action"),
                ActionPrice("Reaction", 1, REACTIONS, off_turn=True, says="uses the reaction"),
            ),
        ),
    ),
    Preset(
        "popcorn",
        "Whoever has acted chooses who is next. As in Fate Condensed.",
        RuleSet(
            "Popcorn",
            fields=(),
            number=Number(Source.NONE),
            order=Order.POPCORN,
            chooser=Chooser.ACTOR,
            start=Start(Surprise.FIRST),
        ),
    ),
    Preset(
        "bag",
        "A token for everybody in a bag: whoever is drawn acts.",
        RuleSet("Drawn from a bag", fields=(), number=Number(Source.NONE), order=Order.BAG),
    ),
    Preset(
        "bag_with_end",
        "Tokens in a bag, and one among them that ends the round; enemies share theirs. As in Troika; list the heroes "
        "first.",
        RuleSet(
            "Bag with an end token",
            fields=(SheetField("tokens", "Tokens", 2, 0, 9),),
            place=Place(field="tokens"),
            number=Number(Source.NONE),
            order=Order.BAG,
            chooser=Chooser.SIDE,
            bag=Bag(WhichSide.OTHERS, again=True),
            ends=RoundEnd(EndRule.TOKEN),
        ),
        ((2,), (2,), (1,), (3,)),
    ),
    Preset(
        "fast_and_slow",
        "Everybody says whether to act fast or slow; fast turns come first. As in Shadow of the Demon "
        "Lord; surprise is ours.",
        RuleSet(
            "Fast and slow turns",
            Emblem.PASSES,
            fields=(),
            number=Number(Source.NONE),
            order=Order.ANYONE,
            chooser=Chooser.SIDE,
            laps=Laps(
                LapKind.PHASES,
                phases=(
                    Phase("Fast", WhichSide.FIRST, "fast"),
                    Phase("Fast enemies", WhichSide.OTHERS, "fast"),
                    Phase("Slow", WhichSide.FIRST, "slow"),
                    Phase("Slow enemies", WhichSide.OTHERS, "slow"),
                ),
            ),
            start=Start(Surprise.TURN),
        ),
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
                ActionPrice("Another action", 1, "action points", ends=True),
                ActionPrice("Parry", 1, "action points", off_turn=True, says="parries"),
            ),
            start=Start(late=LateRule.NEXT),
        ),
        ((13, 3), (11, 2), (10, 2), (12, 2)),
    ),
    Preset(
        "fixed_speed",
        "No dice: the higher speed acts first, in every round. As in GURPS.",
        RuleSet(
            "Fixed speed",
            fields=(
                SheetField("speed", "Basic Speed in quarters", 20, 0, 80),
                SheetField("dx", "Dexterity", 10, 0, 30),
            ),
            number=Number(text="speed"),
            ties=(_tie("dx"), COIN),
            out_of_turn=OutOfTurn(DelayRule.ROUND),
        ),
        ((25, 13), (22, 11), (20, 10), (22, 12)),
    ),
    Preset(
        "ten_cards",
        "A card from 1 to 10 each, every round, the lowest first; numbers can be swapped. As in Dragonbane.",
        RuleSet(
            "Ten cards, low first",
            fields=(),
            number=Number(Source.CARDS, cards=10),
            fresh=Fresh.ROUND,
            first=First.LOW,
            out_of_turn=OutOfTurn(DelayRule.SWAP),
        ),
    ),
    Preset(
        "best_card",
        "A card from 1 to 10, or the best of several, for the whole fight, the lowest first. As in Alien, but without "
        "swapping cards.",
        RuleSet(
            "The best of ten cards",
            fields=(SheetField("drawn", "Cards drawn", 1, 1, 3), SheetField("speed", "Speed", 1, 1, 3)),
            place=Place(field="speed"),
            number=Number(Source.CARDS, cards=10, draws="drawn"),
            first=First.LOW,
            budget=(TurnCounter("slow actions"), TurnCounter("fast actions")),
            prices=(
                ActionPrice("Slow action", 1, "slow actions", says="takes a slow action"),
                ActionPrice("Fast action", 1, "fast actions", says="takes a fast action"),
                ActionPrice("Fast, not slow", 1, "slow actions", says="takes a second fast action"),
            ),
        ),
        ((2, 1), (1, 1), (1, 1), (1, 2)),
    ),
    Preset(
        "slots",
        "The numbers are places of the sides; each side chooses who takes its next one. As in Genesys "
        "and Star Wars (FFG).",
        RuleSet(
            "Slots of the sides",
            Emblem.WEAVE,
            fields=(),
            place=Place(Holder.SLOT),
            number=Number(Source.TYPED),
            ties=(TieRule(TieBy.SIDE),),
            chooser=Chooser.SIDE,
        ),
        ((3,), (1,), (2,), (1,)),
    ),
    *NUMBERED_PRESETS,
    *PRESETS_OF_CHOICE,
)


def preset_rules(key: str) -> RuleSet:
    """Return the rules of a preset. Raises BadValue if there is no preset of that key."""
    for preset in PRESETS:
        if preset.key == key:
            return preset.rules
    raise BadValue(f"There are no rules called “{key[:40]}” to begin from.")


def sample() -> tuple[Command, ...]:
    return PRESETS[1].sample()
