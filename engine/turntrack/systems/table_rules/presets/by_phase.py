"""Presets in which a round has phases, and everybody chooses, or rolls for, the phase to act in."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import ACTIONS, NOBODY, ONE_TO_THREE_ACTIONS, REACT, REACTIONS, Preset
from turntrack.systems.table_rules.rule_set import RuleSet

STEPS, MOVES = "steps", "moves"
AROUND_THE_ENEMIES = s.Laps(
    s.LapKind.PHASES,
    phases=(
        s.Phase("Those who passed", s.WhichSide.PLAYERS, "passed"),
        s.Phase("Enemies", s.WhichSide.OTHERS),
        s.Phase("Those who failed", s.WhichSide.PLAYERS, "failed"),
    ),
)


def _fast_then_slow(fast: int, slow: int) -> s.Laps:
    """Return phases for fast turns and for slow ones, heroes first in each, with so many actions a turn."""
    phases = (
        s.Phase("Fast", s.WhichSide.PLAYERS, "fast", fast),
        s.Phase("Fast enemies", s.WhichSide.OTHERS, "fast", fast),
        s.Phase("Slow", s.WhichSide.PLAYERS, "slow", slow),
        s.Phase("Slow enemies", s.WhichSide.OTHERS, "slow", slow),
    )
    return s.Laps(s.LapKind.PHASES, phases=phases)


PHASE_PRESETS: tuple[Preset, ...] = (
    Preset(
        "fast_and_slow",
        "Everybody chooses a fast or a slow turn; fast turns come first. As in Shadow of the Demon Lord.",
        RuleSet(
            "Fast and slow turns",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=_fast_then_slow(1, 2),
            budget=(s.TurnCounter(STEPS, 2),),
            prices=(
                s.ActionPrice("Action", 1, STEPS, once=True, says="takes the action"),
                s.ActionPrice("Move", 1, STEPS, once=True, says="moves"),
            ),
            start=s.Start(s.Surprise.TURN),
        ),
        like=("Shadow of the Demon Lord",),
        by_hand="One triggered action a round is yours to count.",
        terms="sotdl demonlord turns horror dark fantasy",
    ),
    Preset(
        "two_fast_three_slow",
        "A fast turn holds two actions, a slow one three; fast turns come first. As in the Cosmere RPG.",
        RuleSet(
            "Two actions fast, three slow",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=_fast_then_slow(2, 3),
            budget=(s.TurnCounter(ACTIONS, 3), s.TurnCounter(REACTIONS)),
            prices=(
                s.ActionPrice("Strike", 1, ACTIONS, says="strikes"),
                *ONE_TO_THREE_ACTIONS,
                REACT,
            ),
        ),
        like=("Cosmere RPG",),
        conditions=(
            "prone",
            "slowed",
            "restrained",
            "immobilized",
            "disoriented",
            "stunned",
            "surprised",
            "exhausted",
            "afflicted",
            "focused",
            "determined",
            "unconscious",
        ),
        by_hand="One strike with each hand. A boss takes a fast and a slow turn: add it as two. The first turn of the "
        "surprised is slow, with one action less, and they do not react before it is over.",
        terms="stormlight brotherwise plotweaver fast slow turns fantasy",
    ),
    Preset(
        "seized_initiative",
        "The enemies act first, except that heroes may give up their reaction to act before them. As in Shadow of the "
        "Weird Wizard.",
        RuleSet(
            "Take the initiative",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=s.Laps(
                s.LapKind.PHASES,
                phases=(
                    s.Phase("Those who took it", s.WhichSide.PLAYERS, "first"),
                    s.Phase("Enemies", s.WhichSide.OTHERS),
                    s.Phase("The others", s.WhichSide.PLAYERS, "later"),
                ),
            ),
            budget=(s.TurnCounter(ACTIONS), s.TurnCounter(MOVES), s.TurnCounter(REACTIONS, refill=s.Refill.ROUND)),
            prices=(
                s.ActionPrice("Action", 1, ACTIONS, says="takes the action"),
                s.ActionPrice("Move", 1, MOVES, says="moves"),
                s.ActionPrice("Take the initiative", 1, REACTIONS, off_turn=True, says="takes the initiative"),
                REACT,
            ),
        ),
        like=("Shadow of the Weird Wizard",),
        by_hand="Whoever takes the initiative spends the reaction: tap both.",
        terms="sotww enemies first reaction fantasy",
    ),
    Preset(
        "close_then_ranged",
        "No numbers: close combat first, then shots, then new close combat, then all else. As in Vampire 5.",
        RuleSet(
            "Close, ranged, all else",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=s.Laps(
                s.LapKind.PHASES,
                phases=(
                    s.Phase("Close combat", pace="close"),
                    s.Phase("Ranged combat", pace="ranged"),
                    s.Phase("New close combat", pace="closing in"),
                    s.Phase("All else", pace="other"),
                ),
            ),
        ),
        like=("Vampire 5",),
        terms="vtm v5 vampire the masquerade world of darkness wod phases horror",
    ),
    Preset(
        "stances",
        "Everybody chooses a stance: forward acts first, then open, defensive and rearward, and then the enemies. As "
        "in The One Ring 2.",
        RuleSet(
            "By stance",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=s.Laps(
                s.LapKind.PHASES,
                phases=(
                    s.Phase("Forward", s.WhichSide.PLAYERS, "forward"),
                    s.Phase("Open", s.WhichSide.PLAYERS, "open"),
                    s.Phase("Defensive", s.WhichSide.PLAYERS, "defensive"),
                    s.Phase("Rearward", s.WhichSide.PLAYERS, "rearward"),
                    s.Phase("Enemies", s.WhichSide.OTHERS),
                ),
            ),
            budget=(s.TurnCounter("main actions"), s.TurnCounter("secondary actions")),
            prices=(
                s.ActionPrice("Main action", 1, "main actions", says="takes the main action"),
                s.ActionPrice("Secondary action", 1, "secondary actions", says="takes the secondary action"),
            ),
            start=s.Start(s.Surprise.TURN),
        ),
        like=("The One Ring 2",),
        conditions=("wounded", "weary", "miserable", "poisoned", "bleeding", "daunted", "seized", "dying"),
        by_hand="Opening volleys come before the first round. Enemies act in the order of the stances that they fight.",
        terms="tor tolkien middle-earth stance forward open defensive rearward loremaster fantasy",
    ),
    Preset(
        "check_first",
        "Heroes who roll a d100 under their Speed act before the enemies, the others after them. As in Mothership.",
        RuleSet(
            "Before or after the enemies",
            Emblem.PASSES,
            fields=(s.SheetField("speed", "Speed", 40, 0, 99),),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=AROUND_THE_ENEMIES,
            check=s.Check("1d100", s.Beats.UNDER, "speed"),
        ),
        ((55,), (40,), (35,), (40,)),
        like=("Mothership",),
        by_hand="This strict order is optional in the book. A 90 or more fails whatever the Speed: declare it. Whoever "
        "fails gains stress.",
        terms="roll under speed check before the monsters d100 percentile horror sci-fi osr",
    ),
    Preset(
        "dexterity_check",
        "Heroes who roll a d20 under their Dexterity act before the enemies, the others after them, every round. As in "
        "The Black Hack.",
        RuleSet(
            "A d20 under Dexterity",
            Emblem.PASSES,
            fields=(s.SheetField("dex", "Dexterity", 10, 1, 20),),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=AROUND_THE_ENEMIES,
            check=s.Check("1d20", s.Beats.UNDER, "dex"),
        ),
        ((14,), (10,), (9,), (12,)),
        like=("The Black Hack",),
        by_hand="Enemies with more hit dice than the hero make the roll harder, in the Dexterity.",
        terms="roll under dexterity save check before the monsters old school osr fantasy",
    ),
)
