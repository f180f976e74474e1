"""Presets in which whoever acted, the game master or a bag says who is next."""

from __future__ import annotations

from turntrack.core.model import FightCounter
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import NOBODY, Preset
from turntrack.systems.table_rules.rule_set import RuleSet

CHOSEN_PRESETS: tuple[Preset, ...] = (
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
        "Tokens in a bag, one of which ends the round; enemies share theirs. As in Troika.",
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
        "spotlight",
        "No rounds: anybody may be next, again and again, and each row counts how often; the game master counts Fear. "
        "As in Daggerheart.",
        RuleSet(
            "Spotlight",
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.MASTER,
            ends=s.RoundEnd(s.EndRule.NEVER),
        ),
        like=("Daggerheart",),
        conditions=("vulnerable", "restrained", "hidden"),
        by_hand="You take the spotlight after a roll with Fear or a failure. An adversary acts once in it unless "
        "Relentless, and each further one in it costs a Fear.",
        terms="critical role darrington hope fear no rounds no initiative anybody fantasy",
        counters=(FightCounter("Fear", most=12, shown=True),),
    ),
    Preset(
        "as_told",
        "No rounds and no numbers: whoever the story turns to is next, and each row counts how often. As in Blades in "
        "the Dark and games Powered by the Apocalypse.",
        RuleSet(
            "As the story goes",
            fields=(),
            number=NOBODY,
            order=s.Order.ANYONE,
            chooser=s.Chooser.MASTER,
            ends=s.RoundEnd(s.EndRule.NEVER),
        ),
        like=("Blades in the Dark", "Apocalypse World"),
        by_hand="The opposition acts when somebody rolls badly or looks to you: it needs no turns of its own.",
        terms="pbta fitd powered by the apocalypse forged in the dark dungeon world no rounds no initiative anybody "
        "fiction",
    ),
)
