"""The rules of Unbound in our own short sentences, and our readings of them. (rulebook: Unbound)"""

from turntrack.systems.protocol import RuleText

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
        "After the last faction the first is next; who has nobody left is left out. A new round begins at the top. "
        "A table may go on where the order stood.",
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
        "Nobody has a Reaction before the start of their first turn; it comes back at the start of each own turn. A "
        "turn that was interrupted and goes on gives no second one.",
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
