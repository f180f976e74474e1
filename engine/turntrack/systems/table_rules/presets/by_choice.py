"""Presets in which somebody, or a bag, chooses who is next."""

from __future__ import annotations

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import ACTIONS, NOBODY, ONE_TO_THREE_ACTIONS, REACT, REACTIONS, Preset
from turntrack.systems.table_rules.rule_set import RuleSet

MINOR, MAJOR = "minor actions", "major actions"
MAIN, MANEUVERS, MOVES, TRIGGERED = "main actions", "maneuvers", "moves", "triggered actions"

CHOSEN_PRESETS: tuple[Preset, ...] = (
    Preset(
        "alternating",
        "The sides take turns; each chooses which of its members acts. As in Lancer, as far as we know, but "
        "reactions are not counted by kind.",
        RuleSet(
            "Sides take turns",
            Emblem.WEAVE,
            fields=(),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            budget=(s.TurnCounter("quick actions", 2), s.TurnCounter(REACTIONS, refill=s.Refill.ANY)),
            prices=(
                s.ActionPrice("Quick action", 1, "quick actions", says="takes a quick action"),
                s.ActionPrice("Full action", 2, "quick actions", says="takes a full action"),
                REACT,
            ),
        ),
        like=("Lancer",),
        terms="mech sides take turns alternate players choose sci-fi",
    ),
    Preset(
        "popcorn",
        "Whoever has acted chooses who is next. As in Fate Condensed.",
        RuleSet(
            "Popcorn",
            fields=(),
            number=NOBODY,
            order=s.Order.POPCORN,
            chooser=s.Chooser.ACTOR,
            start=s.Start(s.Surprise.FIRST),
        ),
        like=("Fate Condensed",),
        terms="elective action order balsera choose who is next handoff passing no dice pulp",
    ),
    Preset(
        "bag",
        "A token for everybody in a bag: whoever is drawn acts.",
        RuleSet("Drawn from a bag", fields=(), number=NOBODY, order=s.Order.BAG),
        terms="chits tokens chips draw drawn random no numbers",
    ),
    Preset(
        "bag_with_end",
        "Tokens in a bag, one of which ends the round; enemies share theirs. As in Troika; list the heroes first.",
        RuleSet(
            "Bag with an end token",
            fields=(s.SheetField("tokens", "Tokens", 2, 0, 9),),
            place=s.Place(field="tokens"),
            number=NOBODY,
            order=s.Order.BAG,
            chooser=s.Chooser.SIDE,
            bag=s.Bag(s.WhichSide.OTHERS, again=True),
            ends=s.RoundEnd(s.EndRule.TOKEN),
        ),
        ((2,), (2,), (1,), (3,)),
        like=("Troika!",),
        terms="stack tokens draw drawn random end of the round weird fantasy",
    ),
    Preset(
        "bag_of_sides",
        "A token for everybody in a bag: the side drawn chooses which of its members acts. As in Bolt Action.",
        RuleSet(
            "Drawn for the sides",
            Emblem.WEAVE,
            fields=(),
            number=NOBODY,
            order=s.Order.BAG,
            chooser=s.Chooser.SIDE,
        ),
        like=("Bolt Action",),
        terms="dice draw drawn random tokens sides wargame warlord",
    ),
    Preset(
        "fast_and_slow",
        "Everybody chooses a fast or a slow turn; fast turns come first. As in Shadow of the Demon "
        "Lord; surprise is ours.",
        RuleSet(
            "Fast and slow turns",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=s.Laps(
                s.LapKind.PHASES,
                phases=(
                    s.Phase("Fast", s.WhichSide.FIRST, "fast"),
                    s.Phase("Fast enemies", s.WhichSide.OTHERS, "fast"),
                    s.Phase("Slow", s.WhichSide.FIRST, "slow"),
                    s.Phase("Slow enemies", s.WhichSide.OTHERS, "slow"),
                ),
            ),
            start=s.Start(s.Surprise.TURN),
        ),
        like=("Shadow of the Demon Lord",),
        terms="sotdl demonlord turns horror dark fantasy",
    ),
    Preset(
        "close_then_ranged",
        "No numbers: close combat first, then shots, then new close combat, then all else. As in Vampire 5, as far as "
        "we know.",
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
        "two_fast_three_slow",
        "A fast turn holds two actions, a slow one three; fast turns come first. As in the Cosmere RPG, as far as we "
        "know.",
        RuleSet(
            "Two actions fast, three slow",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=s.Laps(
                s.LapKind.PHASES,
                phases=(
                    s.Phase("Fast", s.WhichSide.FIRST, "fast", 2),
                    s.Phase("Fast enemies", s.WhichSide.OTHERS, "fast", 2),
                    s.Phase("Slow", s.WhichSide.FIRST, "slow", 3),
                    s.Phase("Slow enemies", s.WhichSide.OTHERS, "slow", 3),
                ),
            ),
            budget=(s.TurnCounter(ACTIONS, 3), s.TurnCounter(REACTIONS)),
            prices=(
                s.ActionPrice("Strike", 1, ACTIONS, once=True, says="strikes"),
                *ONE_TO_THREE_ACTIONS,
                REACT,
            ),
        ),
        like=("Cosmere RPG",),
        terms="stormlight brotherwise plotweaver fast slow turns fantasy",
    ),
    Preset(
        "seized_initiative",
        "The enemies act first, except that heroes may give up their reaction to act before them. As in Shadow of the "
        "Weird Wizard, as far as we know.",
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
                    s.Phase("Those who took it", s.WhichSide.FIRST, "first"),
                    s.Phase("Enemies", s.WhichSide.OTHERS),
                    s.Phase("The others", s.WhichSide.FIRST, "later"),
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
        terms="sotww enemies first reaction fantasy",
    ),
    Preset(
        "spotlight",
        "No rounds: anybody may be next, again and again, and each row counts how often. As in Daggerheart, Blades in "
        "the Dark and games Powered by the Apocalypse, as far as we know.",
        RuleSet(
            "Spotlight",
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.MASTER,
            ends=s.RoundEnd(s.EndRule.NEVER),
        ),
        like=("Daggerheart", "Blades in the Dark", "Apocalypse World"),
        terms="pbta fitd powered by the apocalypse forged in the dark dungeon world no rounds no initiative anybody "
        "fiction",
    ),
    Preset(
        "die_for_sides",
        "A d10 says which side begins the fight; then the sides take turns, and each chooses who acts. As in Draw "
        "Steel, as far as we know; list the heroes first.",
        RuleSet(
            "Sides take turns, a d10 first",
            Emblem.WEAVE,
            fields=(),
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
                s.ActionPrice("Triggered action", 1, TRIGGERED, off_turn=True, says="uses the triggered action"),
            ),
            start=s.Start(side=s.FirstSide.FIGHT, faces=10),
        ),
        like=("Draw Steel",),
        terms="mcdm heroes directors d10 sides take turns alternate fantasy",
    ),
    Preset(
        "asked_for_sides",
        "You say which side begins, after a check or by the story; then the sides take turns, and each chooses who "
        "acts. As in Fabula Ultima, as far as we know, where the first side stays the first.",
        RuleSet(
            "Sides take turns, you say who begins",
            Emblem.WEAVE,
            fields=(),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            start=s.Start(side=s.FirstSide.MASTER),
        ),
        like=("Fabula Ultima",),
        terms="jrpg sides take turns alternate check lead fantasy",
    ),
    Preset(
        "seized_turns",
        "The players’ side first, then the sides take turns; a side may pay to act twice in a row. As in Wrath & "
        "Glory.",
        RuleSet(
            "Sides take turns, or seize one",
            Emblem.WEAVE,
            fields=(s.SheetField("turns", "Turns a round", 1, 1, 5),),
            place=s.Place(field="turns"),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            keep_price="1 Glory or Ruin",
            budget=(s.TurnCounter(ACTIONS), s.TurnCounter(MOVES)),
            prices=(
                s.ActionPrice("Combat action", 1, ACTIONS, says="takes the combat action"),
                s.ActionPrice("Move", 1, MOVES, says="moves"),
            ),
        ),
        ((1,), (1,), (1,), (2,)),
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
        by_hand="You count Glory and Ruin. Ruin lets the threats begin; so does an ambush.",
        terms="agents threats mobs seize the initiative alternate sci-fi",
    ),
    Preset(
        "die_for_the_round",
        "A d6 each round says which side is first: all of one, then all of the other. As in Mörk Borg, as far as we "
        "know.",
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
        by_hand="Foes who lose heart, and omens, are yours.",
        terms="sides d6 each round osr doom fantasy",
    ),
    Preset(
        "check_first",
        "Heroes who pass a check act before the enemies, the others after them. As in Mothership and The Black Hack, "
        "as far as we know.",
        RuleSet(
            "Before or after the enemies",
            Emblem.PASSES,
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.SIDE,
            laps=s.Laps(
                s.LapKind.PHASES,
                phases=(
                    s.Phase("Those who passed", s.WhichSide.FIRST, "passed"),
                    s.Phase("Enemies", s.WhichSide.OTHERS),
                    s.Phase("Those who failed", s.WhichSide.FIRST, "failed"),
                ),
            ),
        ),
        like=("Mothership", "The Black Hack"),
        by_hand="The players roll the check at the table, of Speed or Dexterity; you tap who has passed.",
        terms="roll under speed check dexterity save before the monsters horror sci-fi osr",
    ),
    Preset(
        "kept_turns",
        "Sides take turns, but a side may pay to keep the turn, once until the other has acted. As in Star Trek "
        "Adventures, Dune and other 2d20 games, as far as we know; you count Momentum and Threat.",
        RuleSet(
            "Sides take turns, or pay to keep it",
            Emblem.WEAVE,
            fields=(),
            number=NOBODY,
            order=s.Order.ALTERNATING,
            chooser=s.Chooser.SIDE,
            keep_price="2 Momentum",
            budget=(s.TurnCounter(MINOR), s.TurnCounter(MAJOR)),
            prices=(
                s.ActionPrice("Major action", 1, MAJOR, says="takes a major action"),
                s.ActionPrice("Minor action", 1, MINOR, says="takes a minor action"),
            ),
            start=s.Start(side=s.FirstSide.MASTER),
        ),
        like=("Star Trek Adventures", "Dune", "Conan"),
        terms="2d20 sta modiphius momentum threat keep the initiative sides take turns sci-fi",
    ),
)
