"""Interlock: exact chances against counting, and edge cases."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceCode, DiceNeeded, NoDice, TableDice
from turntrack.core.events import Remembered
from turntrack.core.fields import Value
from turntrack.core.model import Status
from turntrack.systems.interlock import SYSTEM, memory
from turntrack.systems.interlock.action_allowance import row_labels
from turntrack.systems.interlock.memory import ActionRow, InterlockCombatant, RowEntry
from turntrack.systems.protocol import PanelInput
from turntrack.systems.toolkit.distributions import exploding_die, ways_of
from turntrack.systems.toolkit.odds_of_first import Entrant, chances_of_first

# Chances


def count_chances(bases: list[int], die: dict[int, Fraction], shared: bool) -> list[Fraction]:
    """Return the same chances by counting all faces of all dice; of equals all share, or the first listed wins."""
    chances = [Fraction(0)] * len(bases)
    for faces in product(die, repeat=len(bases)):
        totals = [base + face for base, face in zip(bases, faces, strict=True)]
        best = [place for place, total in enumerate(totals) if total == max(totals)]
        way = Fraction(1)
        for face in faces:
            way *= die[face]
        for winner in best if shared else best[:1]:
            chances[winner] += way / (len(best) if shared else 1)
    return chances


def chances_first(bases: list[int], *, exploding: bool, shared: bool) -> dict[str, Fraction]:
    """Return the chances that the engine computes; of equals all share, or the first listed wins."""
    die = exploding_die(10) if exploding else ways_of(DiceCode(1, 10))
    return chances_of_first([[Entrant(str(at), die, base, 0 if shared else at)] for at, base in enumerate(bases)])


PLAIN = {face: Fraction(1, 10) for face in range(1, 11)}


@pytest.mark.repeats
@given(st.lists(st.integers(-3, 14), min_size=1, max_size=3), st.booleans())
def test_plain_chances_are_what_counting_gives(bases: list[int], shared: bool) -> None:
    assert list(chances_first(bases, exploding=False, shared=shared).values()) == count_chances(bases, PLAIN, shared)


@pytest.mark.repeats
@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("bases", [[0], [4, 4], [9, 0], [0, 23], [5, 3, 4], [12, 1, 1], [7, 7, 7]])
def test_exploding_chances_are_what_counting_gives(bases: list[int], shared: bool) -> None:
    """Counting stops at three explosions; what it leaves out has a chance of at most 10⁻³ for each die."""
    die = {10 * turns + face: Fraction(1, 10 ** (turns + 1)) for turns in range(3) for face in range(1, 10)}
    chances = list(chances_first(bases, exploding=True, shared=shared).values())
    assert float(sum(chances)) == pytest.approx(1, abs=1e-9)
    left_out = Fraction(len(bases), 1000)
    for chance, lowest in zip(chances, count_chances(bases, die, shared), strict=True):
        assert lowest <= chance <= lowest + left_out


def test_exploding_pairs_by_hand() -> None:
    """One point ahead. Rolls differ by exactly 1 downwards in a tie; the rest is counted as a geometric series.

    The die is 10·k + r with chance 10⁻⁽ᵏ⁺¹⁾. Let A lead by 1. A tie needs B's roll one above A's: in the same k
    r = 1 to 8, so 8·Σ100⁻⁽ᵏ⁺¹⁾ = 8/99 (never across two k, for a total of 10·k does not exist). B wins with
    2 or more above: in the same k 28 of the 81 pairs, 28/99; with a higher k always (11 against 9 is 2 already),
    which is half of the 18/99 in which k differs: 9/99. So 37/99.
    """
    ahead = chances_first([1, 0], exploding=True, shared=True)
    assert ahead["1"] == pytest.approx(41 / 99, abs=1e-9)


def test_a_group_rolls_once() -> None:
    """Only the best of a group can be first, the first listed of equals."""
    d10 = ways_of(DiceCode(1, 10))
    grouped = [[Entrant("a", d10, 5, 0), Entrant("b", d10, 5, 0)], [Entrant("c", d10, 5, 0)]]
    assert chances_of_first(grouped) == {"a": Fraction(1, 2), "b": 0, "c": Fraction(1, 2)}


def test_chances_are_shown_before_the_combat() -> None:
    """Who acts first, and who before whom while they are few; never once the order is known."""
    table = Table("interlock", {"ref": 6}, {"ref": 6}, {"ref": 8})
    shown = {(chance.about, chance.label): chance.chance for chance in SYSTEM.chances(table.encounter)}
    assert shown["c1", "acts before B"] == Fraction(1, 2)
    assert shown["c1", "acts before C"] == count_chances([6, 8], PLAIN, True)[0]
    assert [shown[combatant_id, "acts first"] for combatant_id in ("c1", "c2", "c3")] == count_chances(
        [6, 6, 8], PLAIN, True
    )
    assert [chance.about for chance in SYSTEM.chances(table.encounter) if chance.goes_first] == ["c1", "c2", "c3"]
    table.open(1, 2, 3)
    assert SYSTEM.chances(table.encounter) == ()
    assert SYSTEM.chances(Table("interlock", {}).encounter) == ()
    assert len(SYSTEM.chances(Table("interlock", {}, {}).encounter)) == 2
    assert len(SYSTEM.chances(Table("interlock", {}, {}, {}, {}, {}).encounter)) == 5


def test_chances_with_ties_by_ref() -> None:
    """The same base, but the second has the higher REF; an exploding die changes the odds."""
    sheets: tuple[dict[str, Value], ...] = ({"ref": 5, "initiative": 3}, {"ref": 6, "initiative": 2})
    plain = SYSTEM.chances(Table("interlock", *sheets, tie="ref").encounter)
    assert [chance.chance for chance in plain] == [Fraction(45, 100), Fraction(55, 100)]
    exploding = SYSTEM.chances(Table("interlock", *sheets, tie="ref", d10="exploding").encounter)
    # a tie: 9·Σ100⁻⁽ᵏ⁺¹⁾ = 1/11
    assert [chance.chance for chance in exploding] == pytest.approx([5 / 11, 6 / 11], abs=1e-9)


# Initiative


def test_a_tie_that_never_ends_stays_as_listed() -> None:
    table = Table("interlock", {}, {})
    table.open(*[5] * 42)
    assert table.encounter.order == ("c1", "c2")


def test_only_those_still_tied_roll_again() -> None:
    table = Table("interlock", {}, {}, {}, {})
    table.open(5, 5, 5, 2, 9, 4, 4, 1, 2)
    assert table.encounter.order == ("c1", "c3", "c2", "c4")


def test_the_table_is_asked_once_for_a_stage() -> None:
    table = Table("interlock", {}, {})
    for combatant_id in ("c1", "c2"):
        table.do(c.ChangeCombatant(combatant_id, at_table=True))
    dice = TableDice(NoDice())
    names = [table.encounter.name_of(combatant_id) for combatant_id in ("c2", "c1")]
    for purposes, faces in (["initiative"] * 2, "44"), ([f"the tie with {name}" for name in names], "37"):
        with pytest.raises(DiceNeeded) as needed:
            table.do_with(dice, c.OpenRound())
        assert [request.purpose for request in needed.value.requests] == purposes
        for request, face in zip(needed.value.requests, faces, strict=True):
            dice.answer(request, face)
    table.do_with(dice, c.OpenRound())
    assert table.encounter.order == ("c2", "c1")


# Turns


def test_an_ordinary_round_of_four_takes_four_taps() -> None:
    sheet: dict[str, Value] = {"handgun": 8, "initiative": 5}
    table = Table("interlock", sheet, sheet, sheet, sheet)
    table.open(9, 8, 7, 6)
    taps = 0
    while table.encounter.is_open:
        table.do(table.choice("shot", of=table.encounter.acting()[0]).command)
        taps += 1
    assert taps == 4


def test_the_panel_shows_the_row_while_it_is_typed() -> None:
    """Reaction Total 9 and Handgun 8 allow three shots."""
    table = Table("interlock", {"initiative": 9, "handgun": 8, "martial_arts": 8}, {}, {})
    table.open(9, 1, 2)
    shot = table.choice("shot", {"aim.times": "5"}, of="c1").preview
    assert (shot.cost, shot.outcome, shot.rule) == (
        "0, −1, −2, −5, −8",
        "5 × quick; the next −11",
        "I30",
    )
    planned = table.choice("plan", {"several.several": True}, of="c1")
    assert planned.label == "Plan: Shot"
    assert table.choice("shot", {"aim.times": "six"}, of="c1").preview.refusal
    stale = table.choice("shot", {"aim.target": "c9"}, of="c1").command
    assert isinstance(stale, c.Act)
    assert stale.values["target"] == ""
    assert table.choice("other_full", {"turn.kind": "other_full"}, of="c1").preview.cost == "0"
    table.act("c1", "plan", {"what": "dodge"})
    table.act("c1", "plan", {"what": "shot"})
    table.act("c1", "plan", {"what": "shot"})
    section = SYSTEM.sections(table.encounter, {"row.target": "c2"})[0]
    assert [(choice.label, choice.preview.cost) for choice in section.choices] == [
        ("Roll the first die", ""),
        ("1 · Dodge (Martial Arts)", "0"),
        ("2 · Shot (Handgun)", "0"),
        ("3 · Shot (Handgun)", "−1"),
        ("Not feasible", ""),
    ]
    table.do(section.choices[0].command)
    section = SYSTEM.sections(table.encounter, {})[0]
    assert section.note.startswith("Allowed, by Initiative 9 + Martial Arts 8 = 17 (I16, I17): 3 quick")
    first, second, *_ = section.choices
    assert [(choice.label, choice.preview.cost, choice.preview.refusal) for choice in (first, second)] == [
        ("1 · Dodge (Martial Arts)", "free", None),
        ("3 · Shot (Handgun)", "−1", None),
    ]


def test_alone_and_with_every_skill_trained() -> None:
    """A single combatant can still defend; with every skill trained there is no other skill to offer."""
    every = dict.fromkeys(("handgun", "submachine_gun", "rifle", "heavy_weapons", "archery"), 3)
    table = Table("interlock", {**every, "martial_arts": 3, "melee": 3})
    table.open(5)
    titles = {section.key: section for section in SYSTEM.sections(table.encounter, {})}
    assert titles["untrained"].choices == ()
    assert [field.default for field in titles["defence"].inputs] == ["c1", ""]


def test_a_turn_of_nothing_but_dodges_keeps_them() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8}, {}, {})
    table.open(9, 5, 1)
    table.act("c1", "dodge", {"times": 2})
    assert table.encounter.acting() == ("c2",)
    for _ in range(3):
        table.act("c1", "defend", {"how": "dodge"})
    assert table.refusal(c.Act("c1", "defend", {"how": "dodge"})).code == "declared"


def test_dodges_planned_are_kept_when_the_turn_is_ended_without_a_die() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8}, {})
    table.open(9, 1)
    table.act("c1", "plan", {"what": "shot"})
    table.act("c1", "plan", {"what": "dodge"})
    table.act("c1", "end")
    table.act("c1", "defend", {"how": "block"})
    table.act("c1", "defend", {"how": "block"})
    assert table.refusal(c.Act("c1", "defend", {"how": "block"})).code == "declared"


def test_who_acts_once_more_by_a_ruling_starts_afresh() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8}, {})
    table.open(9, 1)
    table.act("c1", "shot")
    table.do(c.RuleTurn("c1"))
    table.act("c1", "shot", {"times": 2})
    assert table.choice("next", of="c1").preview.cost == "−1"


def test_a_sheet_that_changes_under_a_declared_row_leaves_an_end() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8}, {})
    table.open(9, 1)
    table.act("c1", "shot", {"times": 9})
    table.do(c.ChangeCombatant("c1", sheet={"handgun": 0, "initiative": 0}))
    assert SYSTEM.sections(table.encounter, {})[0].title == "Declared"
    assert table.refusal(c.Act("c1", "next")).code == "cap"
    table.act("c1", "end")
    assert table.encounter.acting() == ("c2",)


def test_falling_and_leaving_while_acting_or_holding() -> None:
    table = Table("interlock", {}, {}, {})
    table.open(9, 5, 1)
    table.act("c1", "hold")
    table.do(c.Fall("c1"))
    assert table.refusal(c.Act("c1", "step_in")).code == "unable"
    assert table.refusal(c.Act("c9", "step_in")).code == "nobody"
    table.do(c.Fall("c2"))
    table.do(c.RemoveCombatant("c3"))
    assert not table.encounter.is_open
    assert table.refusal(c.OpenRound()).code == "nobody_able"


def test_rulings_on_facts() -> None:
    table = Table("interlock", {"martial_arts": 9, "initiative": 9}, {})
    table.open(9, 1)
    table.do(c.RuleFact("c1", "defended", True))
    table.do(c.RuleFact("c1", "moved", 9))
    assert table.badges("c1") == ["free defence used", "moved 9 ft"]
    assert table.refusal(c.Act("c1", "punch", {"times": 2})).code == "moved"
    table.do(c.RuleFact("c1", "defended", False))
    assert table.refused(c.RuleFact("c1", "defended", False)) == "no_change"
    assert table.do(c.RuleFact("c1", "moved", 0)) == ["A has moved 0 ft. (ruling)"]
    assert table.rulable_facts("") == ()


def test_actions_that_no_version_has_written_are_passed_over() -> None:
    """A saved file can hold anything."""
    table = Table("interlock", {"handgun": 9}, {})
    table.open(9, 1)
    entries = (RowEntry("flight", "handgun"), RowEntry("shot", "sorcery"), RowEntry("shot", "handgun"))
    table.happen(Remembered("c1", InterlockCombatant(ActionRow(entries, (1, -1)))))
    assert table.choices()[1].label == "1 · Shot"


def test_number_of_somebody_who_is_not_there() -> None:
    assert SYSTEM.number(Table("interlock").encounter, "c1") is None


def test_a_holder_who_has_fallen_stands_with_the_fallen() -> None:
    table = Table("interlock", {}, {})
    table.open(9, 1)
    table.act("c1", "hold")
    table.do(c.Fall("c1"))
    assert table.track() == ("c2", "c1")
    table.act("c2", "end")
    assert (table.encounter.is_open, table.encounter.order) == (False, ("c2", "c1"))


def test_the_sample_is_played_for_three_turns() -> None:
    table = Table.sample("interlock")
    table.open(6, 4, 3, 1)
    assert table.acting() == "Rogue"
    table.act("c1", "shot", {"times": 2, "target": "c3"})
    table.act("c1", "next")
    table.do(c.Move("c2", ""))
    table.act(table.encounter.acting()[0], "shot")
    assert table.standing("c2").status is Status.HOLDING


# Out of turn


def test_the_defender_is_whom_the_acting_one_aims_at_or_was_aimed_at_last() -> None:
    table = Table("interlock", {"handgun": 8, "initiative": 9}, {}, {})
    for combatant_id, side in (("c1", "Crew"), ("c2", "Crew"), ("c3", "Gang")):
        table.do(c.ChangeCombatant(combatant_id, side=side))
    table.open(9, 5, 1)

    def defender(entered: PanelInput | None = None) -> str:
        sections = SYSTEM.sections(table.encounter, entered or {})
        (defence,) = (section for section in sections if section.key == "defence")
        commands = {choice.command.id for choice in defence.choices if isinstance(choice.command, c.Act)}
        assert commands == {defence.inputs[0].default}
        return str(defence.inputs[0].default)

    assert defender() == "c3"  # the only opponent
    assert defender({"aim.target": "c2"}) == "c2"
    table.act("c1", "plan", {"what": "shot", "target": "c2"})
    assert defender() == "c2"
    table.act("c1", "next")
    assert table.encounter.acting() == ("c2",)
    assert defender() == "c2"  # still in time to dodge
    table.do(c.Fall("c2"))
    assert table.encounter.acting() == ("c3",)
    assert defender() == "c1"
    table.do(c.Fall("c1"))
    assert defender() == "c3"


def test_the_skill_that_dodges_is_named_and_can_be_chosen() -> None:
    table = Table("interlock", {"handgun": 10, "martial_arts": 4, "melee": 3, "initiative": 9}, {})
    table.open(9, 1)
    entered = {"defence.who": "c1"}
    assert table.choice("defend", entered, of="c1").preview.outcome == "the free one of this round"
    table.act("c1", "defend")
    choice = table.choice("defend", entered, of="c1")
    fewer = "then 2 quick, 1 normal, 0 full in all"  # handgun alone allows 3 quick (I35)
    assert (choice.preview.cost, choice.preview.outcome) == ("0", f"a Combat Action, by Martial Arts; {fewer}")
    other = table.choice("defend", {**entered, "defence.skill": "melee"}, of="c1")
    assert (other.preview.outcome, other.command) == (
        f"a Combat Action, by Brawling/Melee; {fewer}",
        c.Act("c1", "defend", {"how": "dodge", "skill": "melee"}),
    )
    table.do(other.command)
    assert table.choice("defend", entered, of="c1").preview.outcome == "a Combat Action, by Brawling/Melee"


def test_dodges_declared_by_an_earlier_version_name_no_skill() -> None:
    table = Table("interlock", {"handgun": 9, "martial_arts": 2, "initiative": 9}, {})
    table.open(9, 1)
    table.act("c1", "defend")
    row = ActionRow((RowEntry("shot", "handgun"), RowEntry("dodge")), (0, 0, 7))
    table.happen(Remembered("c1", replace(memory.recall(table.standing("c1")), row=row)))
    choice = table.choice("defend", {"defence.who": "c1"}, of="c1")
    assert (choice.preview.cost, choice.preview.outcome) == ("−1", "a Combat Action, by Martial Arts")


def test_a_turn_that_is_over_still_takes_feet() -> None:
    table = Table("interlock", {"handgun": 9}, {"handgun": 9}, {})
    table.open(9, 5, 1)
    assert all(section.key != "afterwards" for section in SYSTEM.sections(table.encounter, {}))
    table.act("c1", "shot")
    table.act("c2", "shot")
    section = table.sections()["afterwards"]
    assert [pick.key for pick in section.inputs[0].picks] == ["c2", "c1"]
    table.do(section.choices[0].command)
    assert table.badges("c2") == ["moved 10 ft"]
    table.act("c1", "move", {"feet": 3, "only": True})
    assert table.encounter.acting() == ("c3",)


# Readings and weapons


def test_a_refusal_names_the_reading_that_would_lift_it() -> None:
    """Initiative 1 and Brawling 3 make 4, which allows nothing at all as written."""
    table = Table("interlock", {"initiative": 1, "melee": 3}, {"handgun": 9})
    table.open(9, 5)
    refusal = table.choice("punch", of="c1").preview.refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.lifted_by) == ("cap", "I31", "minimum")
    assert refusal.message.endswith("Another reading allows it: “Least number of each type”.")
    table.do(c.ChooseOption("minimum", "before_body"))
    table.act("c1", "punch")
    table.do(c.ChooseOption("free_defence", "dodge"))
    table.act("c2", "shot")
    table.open()
    table.act("c1", "punch")
    block = table.choices({"defence.who": "c1"})[-2].preview.refusal
    assert block is not None
    assert (block.code, block.lifted_by) == ("declared", "free_defence")


def test_the_panel_asks_for_another_weapon_only_where_there_is_one_too_heavy() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8, "melee": 8, "rifle": 8, "weapon_body": 9}, {})
    table.open(9, 1)

    def titles(entered: PanelInput) -> dict[str, str]:
        sections = SYSTEM.sections(table.encounter, entered)
        return {section.key: f"{section.title}: {section.note}" for section in sections}

    halved, whole = "1 quick, 0 normal, 0 full", "3 quick, 1 normal, 1 full"
    assert titles({})["skill-handgun"] == f"Handgun: 17 → {halved}"
    assert titles({})["skill-melee"] == f"Brawling/Melee: 17 → {whole}; with the weapon that is too heavy {halved}"
    assert titles({"aim.other_weapon": True})["skill-handgun"] == f"Handgun: 17 → {whole}"
    assert titles({"aim.other_weapon": True})["skill-melee"] == f"Brawling/Melee: 17 → {whole}"
    table.act("c1", "plan", {"what": "shot", "other_weapon": True, "n_weapon": True})
    planned = RowEntry("shot", "handgun", n_weapon=True, other_weapon=True)
    assert memory.recall(table.standing("c1")).row.entries == (planned,)
    table.do(c.ChangeCombatant("c1", sheet={"minimum_of": "the_rifle"}))
    assert titles({})["skill-handgun"] == f"Handgun: 17 → {whole}"
    assert titles({})["skill-rifle"] == f"Rifle: 17 → {halved}"
    table.do(c.ChangeCombatant("c1", sheet={"body": 9}))
    aim = table.sections()["aim"]
    assert "other_weapon" not in [field.key for field in aim.inputs]


def test_a_change_of_target_that_nothing_can_save_is_refused() -> None:
    """With one further target already, and an N weapon, nothing is left of what is allowed."""
    table = Table("interlock", {"initiative": 2, "handgun": 8}, {}, {})
    table.open(9, 5, 1)
    table.act("c1", "shot", {"times": 2, "target": "c2", "n_weapon": True})
    shown = table.choice("next", {"row.target": "c3"}, of="c1")
    assert shown.preview.refusal is not None
    assert shown.preview.refusal.code == "cap"
    heading = table.sections({"row.target": "c3"})["row"].title
    assert heading == "Declared"


def test_what_a_change_of_target_drops_is_said_on_the_button_and_in_the_heading() -> None:
    table = Table("interlock", {"initiative": 2, "handgun": 8}, {}, {})
    table.open(9, 5, 1)
    table.act("c1", "shot", {"times": 6, "target": "c2"})
    shown = table.choice("next", {"row.target": "c3"}, of="c1")
    assert (shown.preview.cost, shown.preview.outcome) == ("−3", "lets 3 of the declared go")
    heading = table.sections({"row.target": "c3"})["row"].note
    assert "1 quick, 0 normal, 0 full; 1 quick lost to further targets (I24)" in heading


def test_labels_of_a_row_lead_on_to_the_target_as_its_sentences_do() -> None:
    table = Table("interlock", "Ana", "Bo")
    row = ActionRow(tuple(RowEntry(action, target="c2") for action in ("kick", "grapple", "escape", "disarm")))
    assert row_labels(table.encounter, row) == ("Kick at Bo", "Grapple on Bo", "Escape from Bo", "Disarm: Bo")


def test_a_section_says_what_is_allowed_with_all_that_is_planned_and_done() -> None:
    sheet = {"initiative": 9, "handgun": 8, "rifle": 3, "martial_arts": 1}
    table = Table("interlock", sheet, {}, {})
    table.open(9, 2, 1)

    def notes(entered: PanelInput | None = None) -> dict[str, str]:
        return {key: section.note for key, section in table.sections(entered).items() if key.startswith("skill-")}

    three, two = "3 quick, 1 normal, 1 full", "2 quick, 1 normal, 0 full"
    assert notes()["skill-handgun"] == f"17 → {three}"
    # A planned shot by a lower skill counts (I35), and a planned target (I24).
    table.act("c1", "plan", {"what": "shot", "skill": "rifle", "target": "c2"})
    assert notes({"aim.target": "c2"})["skill-handgun"] == f"12 → {two}"
    assert notes()["skill-martial_arts"] == "10 → 2 quick, 1 normal, 0 full"
    lost = "1 quick lost to further targets (I24)"
    assert notes({"aim.target": "c3"})["skill-handgun"] == f"12 → 1 quick, 0 normal, 0 full; {lost}"
    assert table.choice("Move only", of="c1").preview.outcome == "1 planned, given up"
    assert table.choice("End turn", of="c1").preview.outcome == "1 planned, given up"
    table.act("c1", "unplan")
    # So does a dodge that was a Combat Action.
    table.act("c1", "defend")
    table.act("c1", "defend", {"how": "dodge", "skill": "martial_arts"})
    assert notes() == dict.fromkeys(notes(), f"10 → {two}") | {"skill-rifle": f"10 → {two}"}
    table.act("c1", "plan", {"what": "shot", "skill": "handgun"})
    assert notes()["skill-rifle"] == "no third skill in a round (I34)"
    # Of declared actions, moving only says what it loses, as ending the turn does.
    table.act("c1", "plan", {"what": "shot", "skill": "handgun"})
    table.act("c1", "next")
    assert table.choice("Move only", of="c1").preview.outcome == "1 of the declared actions undone"


def test_fewer_actions_by_a_ruling_end_the_turn_once_all_are_done() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8}, {})
    table.open(9, 1)
    for _ in range(3):
        table.act("c1", "plan", {"what": "shot", "skill": "handgun", "target": "c2"})
    table.act("c1", "next")
    assert table.do(c.RuleFact("c1", "declared", 2))[0] == "A has 2 actions declared. (ruling)"
    assert table.acting() == "A"
    table.do(c.RuleFact("c1", "declared", 1))
    assert table.acting() == "B"


def test_a_dodge_is_not_compared_with_a_row_that_the_sheet_no_longer_allows() -> None:
    table = Table("interlock", {"initiative": 9, "handgun": 8, "martial_arts": 8, "melee": 8}, {})
    table.open(9, 1)
    table.act("c1", "defend")
    table.act("c1", "plan", {"what": "shot", "skill": "handgun", "times": 8})
    table.act("c1", "plan", {"what": "dodge", "skill": "melee"})
    table.do(c.ChangeCombatant("c1", sheet={"melee": 0}))
    dodge = table.choice("defend", {"defence.who": "c1", "defence.skill": "martial_arts"}, of="c1", within="defence")
    assert (dodge.preview.refusal, dodge.preview.outcome) == (None, "a Combat Action, by Martial Arts")


def test_a_row_dropped_on_who_waits_for_it_lands_below_both() -> None:
    table = Table("interlock", {"ref": 9}, {"ref": 7}, {"ref": 5}, {"ref": 3})
    table.open(1, 1, 1, 1)
    table.act("c1", "hold", {"until": "c3"})
    assert table.names() == "B C A D"
    table.do(c.Move("c4", "c1"))
    assert table.names() == "B C D A"
    table.do(c.Move("c3", "c1"))
    assert table.names() == "B D C A"


def test_a_ruling_takes_the_last_of_more_actions_than_are_allowed() -> None:
    """It is judged by what the row keeps: the surplus before it is let go."""
    table = Table("interlock", {"initiative": 3, "melee": 5}, {})
    table.open(9, 1)
    table.do(c.RuleAct("c1", "light", "Light weapon", {"skill": "melee", "times": 5}))
    lines = table.do(c.RuleAct("c1", "next", "5 · Light weapon", {"place": 5}))
    assert lines[0].startswith("A lets 2 of the declared actions go.")
    assert lines[1].startswith("A strikes with a light weapon")
    assert table.badges("c1") == ["2 of 3 actions"]
