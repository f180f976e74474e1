"""The beginning of a fight: by a coded system, a preset, or a rule set of the table's own."""

from __future__ import annotations

from turntrack.core.commands import Act, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet


def new_fight(game: str | RuleSet, name: str = "A fight", systems: tuple[TurnSystem, ...] = SYSTEMS) -> Session:
    """Begin a fight of a game: the key of a system or of a preset, the name of a preset's game, or a rule set.

    Raises Refused for a game that is not known.

    >>> new_fight("zebra"), new_fight("D&D 2024", "At the ford")
    (<Session “A fight”: zebra, nobody, before the first round, 1 step>, \
<Session “At the ford”: table_rules, nobody, before the first round, 2 steps>)
    """
    fight = Session(systems)
    rules: Act | None
    if isinstance(game, RuleSet):
        key, rules = TABLE_RULES.key, take(game)
    elif game in [system.key for system in systems]:
        key, rules = game, None
    else:
        preset = next((each.key for each in PRESETS if game in each.like), game)
        key, rules = TABLE_RULES.key, Act("", "rules", {"preset": preset})
    fight.dispatch(MakeEncounter(name, key), NoDice())
    if rules:
        fight.dispatch(rules, NoDice())
    return fight
