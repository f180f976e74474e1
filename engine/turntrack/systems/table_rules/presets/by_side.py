"""Presets in which one side acts after the other, a member at a time or all at once."""

from __future__ import annotations

from turntrack.core.model import FightCounter
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import (
    ACTIONS,
    NOBODY,
    ONE_TO_THREE_ACTIONS,
    REACTIONS,
    TURNS,
    WITH_BOSS,
    Preset,
)
from turntrack.systems.table_rules.rule_set import RuleSet

MINOR, MAJOR = "minor actions", "major actions"
MAIN, MANEUVERS, MOVES, TRIGGERED = "main actions", "maneuvers", "moves", "triggered actions"

SIDE_PRESETS: tuple[Preset, ...] = (
    Preset(
        "alternating",
        "The sides take turns; each chooses which of its members acts. As in Lancer.",
        RuleSet(
            "Sides take turns",
            Emblem.WEAVE,
            fields=(TURNS,),
            place=s.Place(field="turns"),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            budget=(s.TurnCounter("quick actions", 2), s.TurnCounter(REACTIONS, refill=s.Refill.ANY)),
            prices=(
                s.ActionPrice("Quick action", 1, "quick actions", says="takes a quick action"),
                s.ActionPrice("Full action", 2, "quick actions", says="takes a full action"),
                s.ActionPrice("Overcharge", once=True, says="overcharges for one more quick action"),
                s.ActionPrice("Overwatch", 1, REACTIONS, once=True, off_turn=True, says="strikes on overwatch"),
                s.ActionPrice("Brace", 1, REACTIONS, once=True, off_turn=True, says="braces"),
                s.ActionPrice("Another reaction", 1, REACTIONS, off_turn=True, says="uses another reaction"),
            ),
            start=s.Start(side=s.FirstSide.PLAYERS_ONWARD),
        ),
        WITH_BOSS,
        like=("Lancer",),
        by_hand="Other kinds of reaction come once between two turns, too. Whoever has braced has one quick action "
        "next, and no reaction until then.",
        conditions=(
            "engaged",
            "impaired",
            "jammed",
            "lock on",
            "prone",
            "shredded",
            "slowed",
            "stunned",
            "immobilized",
            "exposed",
        ),
        terms="mech sides take turns alternate players choose sci-fi",
    ),
    Preset(
        "die_for_sides",
        "A d10 says which side begins the fight; then the sides take turns, and each chooses who acts. As in Draw "
        "Steel.",
        RuleSet(
            "Sides take turns, a d10 first",
            Emblem.WEAVE,
            fields=(TURNS,),
            place=s.Place(s.Holder.GROUP, field="turns", alike=True),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            budget=(
                s.TurnCounter(MAIN),
                s.TurnCounter(MANEUVERS),
                s.TurnCounter(MOVES),
                s.TurnCounter(TRIGGERED, refill=s.Refill.ROUND),
            ),
            prices=(
                s.ActionPrice("Main action", 1, MAIN, says="takes the main action"),
                s.ActionPrice("Maneuver", 1, MANEUVERS, says="takes the maneuver"),
                s.ActionPrice("Move", 1, MOVES, says="moves"),
                s.ActionPrice("Move for the main action", 1, MAIN, says="moves again"),
                s.ActionPrice("Maneuver for the main action", 1, MAIN, says="takes another maneuver"),
                s.ActionPrice("Triggered action", 1, TRIGGERED, off_turn=True, says="uses the triggered action"),
            ),
            start=s.Start(s.Surprise.REACTIONS, side=s.FirstSide.FIGHT, faces=10),
        ),
        WITH_BOSS,
        like=("Draw Steel",),
        conditions=(
            "bleeding",
            "dazed",
            "frightened",
            "grabbed",
            "prone",
            "restrained",
            "slowed",
            "taunted",
            "weakened",
            "surprised",
            "winded",
            "dying",
        ),
        by_hand="Enemies act a group at a time: those of one kind, or of a group that you name. Malice begins at the "
        "average of the heroes’ Victories. On 6 or more the players may let the foes begin. Attacks on the surprised "
        "gain an edge. You count heroic resources.",
        terms="mcdm heroes directors d10 sides take turns alternate fantasy malice",
        counters=(FightCounter("Malice", gains="heroes + round"),),
    ),
    Preset(
        "asked_for_sides",
        "You say once which side begins, after a check or by the story; then the sides take turns, and each chooses "
        "who acts. As in Fabula Ultima.",
        RuleSet(
            "Sides take turns, you say who begins",
            Emblem.WEAVE,
            fields=(TURNS,),
            place=s.Place(field="turns"),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            start=s.Start(side=s.FirstSide.ONCE),
        ),
        WITH_BOSS,
        like=("Fabula Ultima",),
        conditions=("slow", "dazed", "weak", "shaken", "enraged", "poisoned", "crisis", "on guard"),
        by_hand="An elite has 2 turns a round, a champion more.",
        terms="jrpg sides take turns alternate check lead fantasy",
    ),
    Preset(
        "seized_turns",
        "The players’ side first, then the sides take turns; a side may pay to act twice in a row. As in Wrath & "
        "Glory.",
        RuleSet(
            "Sides take turns, or seize one",
            Emblem.WEAVE,
            fields=(TURNS,),
            place=s.Place(s.Holder.GROUP, field="turns"),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            keep_price="1 Glory or Ruin",
            budget=(
                s.TurnCounter(ACTIONS),
                s.TurnCounter(MOVES),
                s.TurnCounter("simple actions"),
                s.TurnCounter("reflexive actions", refill=s.Refill.ROUND),
            ),
            prices=(
                s.ActionPrice("Combat action", 1, ACTIONS, says="takes the combat action"),
                s.ActionPrice("Move", 1, MOVES, says="moves"),
                s.ActionPrice("Simple action", 1, "simple actions", says="takes a simple action"),
                s.ActionPrice(
                    "Reflexive action", 1, "reflexive actions", off_turn=True, says="takes a reflexive action"
                ),
            ),
        ),
        WITH_BOSS,
        like=("Wrath & Glory",),
        conditions=(
            "pinned",
            "staggered",
            "prone",
            "hindered",
            "vulnerable",
            "on fire",
            "bleeding",
            "restrained",
            "blinded",
            "frenzied",
            "fear",
            "dying",
        ),
        by_hand="Ruin lets the threats begin; so does an ambush. A mob is a group. Whoever holds the action may "
        "interrupt somebody later, by a test.",
        terms="agents threats mobs seize the initiative alternate sci-fi",
        counters=(FightCounter("Glory", shown=True), FightCounter("Ruin")),
    ),
    Preset(
        "kept_turns",
        "Sides take turns, but a side may pay to keep the turn, once until the other has acted. As in Star Trek "
        "Adventures and other 2d20 games.",
        RuleSet(
            "Sides take turns, or pay to keep it",
            Emblem.WEAVE,
            fields=(TURNS,),
            place=s.Place(field="turns"),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            keep_price="2 Momentum",
            budget=(s.TurnCounter(MINOR), s.TurnCounter(MAJOR)),
            prices=(
                s.ActionPrice("Major action", 1, MAJOR, says="takes a major action"),
                s.ActionPrice("Minor action", 1, MINOR, says="takes a minor action"),
                s.ActionPrice("Bought minor action", 0, says="buys a minor action"),
                s.ActionPrice("Bought major action", 0, once=True, says="buys a major action"),
            ),
            start=s.Start(side=s.FirstSide.MASTER_ONWARD),
        ),
        WITH_BOSS,
        like=("Star Trek Adventures",),
        by_hand="An enemy starship has as many turns as its Scale. One more minor action costs 1 Momentum, one more "
        "major action 2.",
        terms="2d20 sta modiphius momentum threat keep the initiative sides take turns sci-fi",
        counters=(FightCounter("Momentum", most=6, shown=True), FightCounter("Threat", shown=True)),
    ),
    Preset(
        "die_for_the_round",
        "A d6 each round says which side is first: all of one, then all of the other. As in Mörk Borg.",
        RuleSet(
            "A d6 says which side",
            Emblem.WEAVE,
            fields=(),
            number=NOBODY,
            order=s.Order.SIDES,
            chooser=s.Chooser.SIDE,
            start=s.Start(side=s.FirstSide.ROUND),
        ),
        like=("Mörk Borg", "Pirate Borg", "CY_BORG"),
        conditions=("broken", "infected", "bleeding", "on fire", "prone", "blinded", "stunned", "unconscious"),
        by_hand="Some tables roll once for the whole fight. Foes who lose heart, and omens, are yours.",
        terms="sides d6 each round osr doom fantasy",
    ),
    Preset(
        "actions_until_the_end",
        "The heroes, then the enemies; three actions, refilled when the turn ends, so a reaction "
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
                s.ActionPrice("Attack", 1, ACTIONS, says="attacks"),
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
        "below 20 two, else three. Heroes act as they sit, monsters move and do one thing. Each further attack of a "
        "turn has one more disadvantage.",
        terms="nimble 2 5e actions refill reactions heroic d20 fantasy",
    ),
)
