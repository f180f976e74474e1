"""The rules of Interlock that a table can read in several ways, and the reading it has chosen."""

from __future__ import annotations

from functools import partial

from turntrack.core.fields import Option, Pick
from turntrack.systems.toolkit.guards import chosen_value

BY_REF = "higher REF, then Reaction Total, then as listed"


MINIMUM = (
    Pick("none", "none, as written"),
    Pick("before_body", "1, before the BODY minimum halves it"),
    Pick("after_body", "1, after the BODY minimum has halved it"),
)


OPTIONS = (
    Option(
        "d10",
        "Initiative die",
        (Pick("plain", "a plain 1D10"), Pick("exploding", "a 10 is rolled again and added")),
        "IA1",
        "the text says 1D10",
    ),
    Option(
        "tie",
        "Equal initiative",
        (Pick("reroll", "the tied roll the die again"), Pick("ref", BY_REF)),
        "IA2",
        "unstated; the later edition rolls again",
    ),
    Option("minimum", "Least number of each type", MINIMUM, "IA5", "as written; a table may find that too harsh"),
    Option(
        "free_defence",
        "Free defence",
        (Pick("dodge_or_block", "one dodge or block a round"), Pick("dodge", "one dodge a round, no block")),
        "IA4",
        "the heading covers both",
    ),
    Option(
        "targets",
        "More than one target costs a Quick action",
        (Pick("extra", "for each further target"), Pick("change", "at every change of target")),
        "IA6",
        "only the sentence on N weapons says “every time you change”",
    ),
    Option(
        "n_weapon",
        "An N weapon’s 2 Quick actions at a change",
        (Pick("instead", "come instead of that one"), Pick("on_top", "come on top of that one")),
        "IA6",
        "the Normal action is the dearer form of the same loss",
    ),
    Option(
        "beyond",
        "Beyond the allowance",
        (Pick("replace", "−3 each, on top of what was reached"), Pick("stack", "−3 and the further −1 each")),
        "IA7",
        "“on top of the penalty already acquired”; with one action it gives the original game’s own rule",
    ),
    Option(
        "cap",
        "At most",
        (Pick("three", "twice the allowed number in addition"), Pick("two", "twice the allowed number in all")),
        "IA8",
        "it is the additional actions that are twice as many",
    ),
)


reading_of = partial(chosen_value, OPTIONS)
"""Return the reading that the table has chosen of an option: ``reading_of(encounter, key)``."""
