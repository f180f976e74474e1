"""The rules of Unbound in our own short sentences, their options, the sheet, and a sample fight. (rulebook: Unbound)"""

from __future__ import annotations

from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Field, Kind, Option, Pick, Value
from turntrack.systems.protocol import RuleText
from turntrack.systems.toolkit.guards import option_reader

RULES = (
    RuleText("U1", "Initiative is the first step of an encounter, rolled once.", 10),
    RuleText("U2", "It is rolled faction by faction.", 10),
    RuleText("U3", "The player characters name one of them who rolls for their side.", 10),
    RuleText("U4", "Each faction rolls 1d12.", 12),
    RuleText("U5", "The highest roll goes first, then down to the lowest.", 12),
    RuleText("U6", "Factions with the same roll reroll among themselves.", 12),
    RuleText("U7", "Once the order stands, the values matter no more.", 12),
    RuleText("U8", "On its turn a faction chooses any one member who has not had a turn.", 14),
    RuleText("U9", "Nobody has another turn until every character of every faction has had one.", 16),
    RuleText(
        "U10",
        "A faction with fewer than half as many characters left to act as all other factions may pass.",
        14,
    ),
    RuleText("U11", "Passing costs nothing.", 14),
    RuleText("U12", "When every character of every faction has had a turn, the round ends.", 16),
    RuleText("U13", "A side caught unprepared is surprised: a very bad start.", 20, background=True),
    RuleText("U14", "The Director says who might be surprised.", 20),
    RuleText("U15", "When neither side is stealthy, they notice each other.", 22),
    RuleText("U16", "The combat then starts with nobody surprised.", 22),
    RuleText("U17", "A party that sneaks up on another sets a target number to notice it.", 24),
    RuleText("U18", "The lowest Stealth of the sneaking party counts.", 24),
    RuleText("U19", "Surprise is for each member: some of a group may be surprised and others not.", 33),
    RuleText("U20", "The Stealth target number is 10 + that Stealth.", 24),
    RuleText("U21", "Every member of the other party rolls Perception against it.", 24),
    RuleText("U22", "Whoever fails is surprised.", 24),
    RuleText("U23", "When both sides surprise each other alike, it may count as no surprise.", 26),
    RuleText("U24", "Surprised: no action on the first turn of the combat.", 30),
    RuleText("U25", "Surprised: the Reaction does not come back on that turn.", 30),
    RuleText("U26", "Surprised: you may still move.", 30),
    RuleText("U27", "Attacks against the surprised have favour until the end of that first turn.", 31),
    RuleText("U28", "The Director may say who is surprised, without rolls.", 33),
    RuleText("UA1", "Only the tied roll again, as often as it takes; they keep their place against the rest."),
    RuleText(
        "UA2",
        "“As all other factions” counts them together. A table may compare with each of them instead.",
    ),
    RuleText("UA3", "When everybody has passed, the first who passed must choose a member."),
    RuleText(
        "UA4",
        "After the last faction the first is next; a faction with nobody left is skipped. A new round begins at the "
        "top. A table may go on where the order stood.",
    ),
    RuleText("UA5", "Perception is 2d10 + the skill; equal to the target number is enough."),
    RuleText(
        "UA6",
        "Mutual surprise: everybody is surprised. The table is asked whether it counts as none. "
        "A table may always, or never, let it count as none.",
    ),
    RuleText(
        "UA7",
        "Left to act: those able to act who have not had a turn. A table may count everyone without a turn.",
    ),
    RuleText(
        "UA8",
        "Nobody has a Reaction before the start of their first turn; it comes back whenever a turn of theirs starts. "
        "A turn that was interrupted and goes on gives no second one.",
    ),
    RuleText(
        "UA9",
        "Among three parties, that nobody is surprised is said of one party at a time; mutual surprise concerns pairs.",
    ),
    RuleText(
        "UA10",
        "Without sides all would be one faction, so they are asked for before the first round. “Orcs” and “orcs” are "
        "one side.",
    ),
)

OPTIONS = (
    Option(
        "pass",
        "A faction compares with",
        (Pick("all", "all other factions together"), Pick("each", "each of the other factions")),
        "UA2",
        "“all other factions” is one count",
    ),
    Option(
        "new_round",
        "A new round starts",
        (Pick("top", "at the top of the order"), Pick("cycle", "where the order stood")),
        "UA4",
        "a round begins with the order",
    ),
    Option(
        "mutual",
        "When everybody is surprised",
        (
            Pick("ask", "the table is asked"),
            Pick("always", "it always counts as no surprise"),
            Pick("never", "everybody stays surprised"),
        ),
        "UA6",
        "the Director may treat it as none: so the Director is asked",
    ),
    Option(
        "left",
        "Left to act are",
        (Pick("able", "only those able to act"), Pick("everyone", "everyone without a turn")),
        "UA7",
        "the round ends without the fallen, too",
    ),
)


reading_of = option_reader(OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""

FIELDS = (
    Field("stealth", "Stealth", Kind.NUMBER, 0, low=-20, high=40, help="Counts when the party sneaks (U18)."),
    Field("perception", "Perception", Kind.NUMBER, 0, low=-20, high=40, help="Added to 2d10 (U21)."),
    Field("player", "Player character", Kind.FLAG, False, help="One of them rolls for their side (U3)."),
)


def sample() -> tuple[Command, ...]:
    def sheet(stealth: int, perception: int, player: bool = False) -> dict[str, Value]:
        return {"stealth": stealth, "perception": perception, "player": player}

    return (
        MakeEncounter("Bandits at the ford", "unbound"),
        AddCombatant("Ana", side="Travellers", sheet=sheet(4, 4, True), health=14),
        AddCombatant("Bo", side="Travellers", sheet=sheet(2, 1, True), health=18),
        AddCombatant("Bandit", 5, "Bandits", sheet=sheet(3, 2), health=8),
        AddCombatant("Wolf", side="Wolf", sheet=sheet(5, 6), health=10),
        Act("c3", "sneak", {"on": "c1"}),
    )
