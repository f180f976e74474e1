"""Edge cases of Unbound that a transcript cannot show."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.dice import LONGEST_CHAIN, DiceNeeded, ScriptedDice, TableDice
from turntrack.core.model import Status
from turntrack.systems.unbound import SYSTEM, memory


def sides(*sides: str, faces: Sequence[int] = ()) -> Table:
    """Return a table with a combatant for each side, named by side and number; open the round if there are faces."""
    joining = (f"{side}{number}, side {side}" for number, side in enumerate(sides, 1))
    return Table("unbound", *joining, open=faces or None)


def test_pairs_of_sneaking_factions_are_bounded() -> None:
    """At most 500 pairs are kept, and the panel shows the refusal before the tap."""
    table = sides(*(f"S{number:02}-" for number in range(24)))
    for number in range(1, 22):
        table.act(f"c{number}", "sneak")
    assert table.refused(c.Act("c22", "sneak")) == "too_many U17"
    assert table.choice("S21-: sneaking", within="surprise").preview.refusal
    table.act("c22", "sneak", {"on": "c1"})
    assert len(memory.recall_fight(table.encounter).sneaking) == 21 * 23 + 1


def test_an_ordinary_round_of_four_takes_four_taps() -> None:
    table = sides("A", "A", "B", "B", faces=[9, 3])
    for tap in ("c1", "c3", "c2", "c4"):
        table.act(tap, "nominate")
    assert table.encounter.round == 1
    for tap in ("c2", "c4", "c1", "c3"):
        table.act(tap, "nominate")
    assert table.encounter.round == 2


def test_endless_ties_keep_the_listed_order() -> None:
    table = sides("B", "A", "C")
    table.do_with(SameFaces(4), c.OpenRound())
    assert memory.faction_order(table.encounter) == ("B", "A", "C")
    assert len(table.session.past[-1].events) < 4 * LONGEST_CHAIN


def test_the_table_is_asked_once_for_each_stage() -> None:
    """Perception, initiative and the re-roll are three requests; dice that the app has rolled keep their results."""
    table = Table("unbound")
    for name, player in (("Ana", True), ("Bo", False)):
        table.do(c.AddCombatant(name, side="Crew", at_table=True, sheet={"player": player}))
    table.do(c.AddCombatant("Rat", side="Rats"))
    table.do(c.AddCombatant("Owl", side="Owls", at_table=True))
    table.act("c3", "sneak", {"on": "c1"})
    dice = TableDice(ScriptedDice([7, 2]))
    asked = []
    for typed in (("9 9", "1 2"), ("7", "3"), ("11",)):
        with pytest.raises(DiceNeeded) as needed:
            table.do_with(dice, c.OpenRound())
        asked.append([f"{request.who}: {request.purpose}" for request in needed.value.requests])
        for request, text in zip(needed.value.requests, typed, strict=True):
            dice.answer(request, text)
    table.do_with(dice, c.OpenRound())
    perception = "Perception, to reach 10"
    assert asked == [
        [f"Ana: {perception}", f"Bo: {perception}"],
        ["Ana (for Crew): initiative", "Owl (for Owls): initiative"],
        ["Ana (for Crew): initiative"],
    ]
    assert memory.faction_order(table.encounter) == ("Crew", "Rats", "Owls")
    assert memory.is_surprised(table.encounter, "c2")


def test_a_side_that_changes_in_mid_round_rolls_and_is_put_in_order() -> None:
    table = sides("A", "A", "B", faces=[9, 3])
    table.act("c1", "nominate")
    table.do(c.ChangeCombatant("c1", side="Traitors"), 5, 6, 1)
    assert memory.faction_order(table.encounter) == ("A", "B", "Traitors")
    assert table.encounter.acting() == ("c1",)
    table.act("c1", "end")
    assert table.encounter.acting() == ("c3",)


def test_a_newcomer_placed_while_nobody_acts_waits_for_its_place() -> None:
    table = sides("A", "A", "B", faces=[9, 3])
    table.do(c.AddCombatant("New", side="N"), 1, 2, 12)
    assert memory.faction_order(table.encounter) == ("N", "A", "B")
    assert table.names() == "A1 A2 B3 New"


def test_a_fallen_faction_is_skipped_and_a_fight_of_the_fallen_ends_the_round() -> None:
    table = sides("A", "B", "C", faces=[9, 6, 3])
    table.do(c.Fall("c2"))
    table.act("c1", "end")
    assert table.encounter.acting() == ("c3",)
    table.do(c.Fall("c1"))
    lines = table.do(c.Fall("c3"))
    assert lines == ["C3 falls.", "That is the end of round 1. (U12)"]
    assert table.refused(c.OpenRound()) == "nobody_able"
    assert table.refused(c.Act("c1", "nominate")) == "nobody_able U8"
    assert table.sections().get("next") is None
    assert table.rulable_facts("") == ()


def test_options_in_mid_fight() -> None:
    table = sides("A", "B", "B", "B", faces=[9, 3])
    assert SYSTEM.chances(table.encounter) == ()
    table.do(c.ChooseOption("pass", "each"))
    table.act("", "pass")
    table.do(c.ChooseOption("new_round", "cycle"))
    table.do(c.ChooseOption("mutual", "never"))
    table.do(c.ChooseOption("left", "able"))
    assert table.choice("B2", within="next").preview.refusal is None


def test_commands_out_of_turn_are_refused() -> None:
    table = sides("A", "A", "B")
    assert table.refused(c.Act("c1", "react")) == "not_open UA8"
    assert table.refused(c.Act("c1", "nominate")) == "not_open U1"
    table.open(9, 3)
    assert table.refused(c.Act("c1", "action")) == "not_your_turn U8"
    assert table.refused(c.Act("c1", "dance")) == "no_action"
    assert table.refused(c.Act("gone", "nominate")) == "nobody"
    assert table.refused(c.Act("c1", "decree", {"all": "some"})) == "bad_value"
    table.do(c.Fall("c1"))
    assert table.refused(c.Act("c1", "react")) == "unable UA8"


def test_the_attack_button_shows_favour() -> None:
    table = sides("A", "B", "B", faces=[9, 3])
    table.act("c2", "decree")
    favoured = table.choice("Attack", {"attack.target": "c2"}, within="attack")
    assert (favoured.preview.outcome, favoured.preview.rule) == ("with favour", "U27")
    assert table.choice("Attack", {"attack.target": "c3"}, within="attack").preview.outcome == ""
    # The target that was picked has left.
    assert table.choice("Attack", {"attack.target": "c9"}, within="attack").command == c.Act(
        "c1", "attack", {"target": ""}
    )


def test_a_party_that_cannot_sneak() -> None:
    table = sides("A", "B", "C")
    table.do(c.Fall("c1"))
    assert table.refused(c.Act("c1", "sneak")) == "nobody_able U17"
    sneak = table.choice("A: sneaking", within="surprise")
    assert sneak.preview.refusal is not None
    table.do(c.Rise("c1"))
    table.act("c1", "sneak", {"on": "c2"})
    assert table.choice("Roll Perception", within="surprise").preview.chance == Fraction(36, 100)
    # If the sneaking faction, or its target, falls before the roll, nobody has to roll.
    for fallen in ("c1", "c2"):
        table.do(c.Fall(fallen))
        assert table.refused(c.Act("", "perception")) == "nobody_fresh U24"
        table.do(c.Rise(fallen))
    table.do(c.Fall("c2"))
    lines = table.open(9, 6)
    assert not any("Perception" in line for line in lines)


def test_two_parties_sneak_up_on_a_third() -> None:
    """The third party rolls once, against the higher target number."""
    table = sides("A", "B", "C")
    table.do(c.ChangeCombatant("c1", sheet={"stealth": 2}))
    table.do(c.ChangeCombatant("c2", sheet={"stealth": 5}))
    table.act("c1", "sneak", {"on": "c3"})
    table.act("c2", "sneak", {"on": "c3"})
    lines = table.do(c.Act("", "perception"), 9, 5)
    assert "C3: 2d10 14 + Perception 0 = 14, too little against 15. (UA5)" in lines


def test_a_late_ruling_of_surprise_takes_no_reaction_away() -> None:
    """A combatant who still has the Reaction when the surprised turn begins keeps it (U25)."""
    table = sides("A", "B", faces=[9, 3])
    table.act("c2", "nominate")
    table.do(c.RuleFact("c1", "surprised", True))
    table.act("c1", "nominate")
    assert memory.reaction(table.encounter, "c1") is memory.Reaction.READY
    assert table.refused(c.Act("c1", "action")) == "surprised U24"
    table.act("c1", "react")


def test_a_round_with_one_combatant() -> None:
    table = sides("A")
    lines = table.open()
    assert "A is the only faction: nobody has to roll. (U2)" in lines
    assert table.encounter.acting() == ("c1",)
    assert table.sections().get("surprise") is None
    table.act("c1", "nominate")
    assert table.encounter.round == 2
    assert table.standing("c1").status is Status.ACTING
    assert table.refused(c.Move("c1")) == "acting U8"


def test_several_player_characters_name_their_roller() -> None:
    table = sides("A", "A", "B")
    assert table.sections().get("roller") is None
    for combatant_id in ("c1", "c2", "c3"):
        table.do(c.ChangeCombatant(combatant_id, sheet={"player": True}))
    section = table.sections().get("roller")
    assert section is not None
    assert [choice.label for choice in section.choices] == ["A1", "A2"]


def test_the_sample_shows_what_the_system_is_like() -> None:
    table = Table.sample("unbound")
    assert len(SYSTEM.chances(table.encounter)) == 3 + 1 + 2 + 3
    table.open(2, 3, 9, 9, 12, 7, 3)
    assert table.choice("Pass: Travellers", within="next").preview.cost == "2 left against 6: may pass"
    table.act("c1", "nominate")
    assert table.refused(c.Act("c1", "action")) == "surprised U24"


def test_a_pass_hands_on_to_combatants_without_a_side() -> None:
    """They form a faction without a name."""
    table = Table("unbound", "Ana, side Crew", "Ox", "Owl", "Elk", open=[9, 3])
    assert table.choice("Pass: Crew").preview.outcome.endswith("then Unaligned")


def test_the_only_choice_acts_at_once_and_the_button_says_so() -> None:
    table = sides("A", "A", "B", faces=[9, 3])
    table.act("c1", "nominate")
    assert (table.choice("End turn").preview.next, table.choice("End turn").preview.outcome) == ("c3", "")
    table.act("c1", "end")
    assert table.encounter.acting() == ("c3",)
