"""Zebra Island: chances, properties, drags, the panel's inputs, and other edge cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.fields import Values
from turntrack.core.model import Schedule, Standing
from turntrack.systems.zebra import SYSTEM, initiative, melee, memory, turns


def shooting_table(*sheets: Values, faces: tuple[int, ...] = (), **options: str) -> Table:
    """Return a table of combatants in shooting position with attributes of 0. Open the sequence if there are faces."""
    plain: Values = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    table = Table("zebra", *({**plain, **sheet} for sheet in sheets))
    for key, value in options.items():
        table.do(c.ChooseOption(key, value))
    if faces:
        table.open(*faces)
    return table


@pytest.mark.repeats
@given(st.integers(1, 20), st.sampled_from([("message", 2), ("dodge", 3), ("aim_carefully", 6)]))
def test_equal_costs_give_as_many_actions_as_the_counter_divided_by_the_cost(
    counter: int, priced: tuple[str, int]
) -> None:
    action, cost = priced
    table = shooting_table({}, faces=(counter,))
    actions = 0
    while table.encounter.is_open:
        table.act("c1", action)
        actions += 1
    assert actions == -(-counter // cost)


def test_equal_bases_open_equally_often_but_for_the_tie() -> None:
    assert shooting_table({}, {}).first() == {"c1": Fraction(21, 40), "c2": Fraction(19, 40)}


def test_a_higher_base_takes_the_tie_where_the_table_says_so() -> None:
    five_more: tuple[Values, ...] = ({}, {"nerve": 5})
    assert shooting_table(*five_more).first()["c2"] == Fraction(7, 10)
    assert shooting_table(*five_more, tie="higher_base").first()["c2"] == Fraction(7, 10) + Fraction(3, 80)


def test_contact_counts_before_the_dice_too() -> None:
    """Both begin at contact on different sides, so Nimbleness counts: one has 5 more than the other."""
    table = Table("zebra")
    table.do(c.AddCombatant("Mara", side="Crew", sheet={"nimbleness": 10}))
    table.do(c.AddCombatant("Rat", side="Harbour", sheet={"nimbleness": 5}))
    assert table.first()["c1"] == Fraction(7, 10) + Fraction(3, 80)


def test_a_debt_counts_before_the_dice_too() -> None:
    """The first combatant owes 5, and would win ties because of being listed first."""
    table = shooting_table({}, {}, faces=(6, 1))
    table.act("c1", "other", {"cost": 11})
    table.do(c.CloseRound())
    assert table.first()["c2"] == Fraction(7, 10)


def test_a_counter_of_0_or_less_does_not_open() -> None:
    """Each needs 16 or more to start above 0, so the chances sum to 1 − (15/20)²."""
    table = shooting_table({}, {}, faces=(2, 1))
    table.act("c1", "other", {"cost": 17})
    table.act("c2", "other", {"cost": 16})
    assert sum(table.first().values()) == 1 - Fraction(15, 20) ** 2


def test_no_chance_is_shown_without_a_contest() -> None:
    assert shooting_table({}).first() == {}
    assert shooting_table({}, {}, faces=(2, 1)).first() == {}


def test_there_is_no_counter_before_the_first_sequence() -> None:
    table = shooting_table({}, {})
    assert table.number("c1") is None
    assert initiative.points_left(table.standing("c1")) == 0


def test_nothing_is_done_before_a_sequence_opens() -> None:
    table = shooting_table({}, {})
    with pytest.raises(Refused) as no:
        table.act("c1", "dodge")
    assert (no.value.code, no.value.rule) == ("not_open", "Z1")
    assert SYSTEM.sections(table.encounter, {}) == ()


def test_typed_values_change_the_price() -> None:
    table = shooting_table({}, {}, faces=(20, 5))
    run = table.choice("run", {"run.metres": "12"})
    assert (run.preview.cost, run.preview.after, run.preview.next, run.preview.rule) == ("12", 8, "c1", "Z18")
    far = table.choice("run", {"run.metres": "16", "run.to": "c2"})
    assert (far.preview.cost, far.preview.after, far.preview.next) == ("16", 4, "c2")


@pytest.mark.parametrize("typed", ["0", "far", 2.5, None, "9" * 400])
def test_an_unreadable_value_is_refused_on_the_panel_and_on_the_tap(typed: object) -> None:
    table = shooting_table({}, {}, faces=(20, 5))
    run = table.choice("run", {"run.metres": typed})
    assert run.preview.refusal
    assert run.preview.refusal.code == "bad_value"
    assert table.refusal(run.command).code == "bad_value"


def test_a_target_that_has_gone_is_forgotten() -> None:
    table = shooting_table({}, {}, faces=(20, 5))
    assert table.choice("attack", {"attack.target": "c2"}).command == c.Act(
        "c1", "attack", {"target": "c2", "shot": True, "ward_off": False, "feint": False, "size": "middle"}
    )
    table.do(c.Fall("c2"))
    stale = table.choice("attack", {"attack.target": "c2"})
    assert stale.preview.refusal is None
    assert isinstance(stale.command, c.Act)
    assert stale.command.values["target"] == ""


def test_a_fallen_combatant_within_reach_is_a_target() -> None:
    """ZA10: a target of an attack; a run is for those who lie elsewhere."""
    table = shooting_table({"position": "contact"}, {"position": "contact"}, {}, faces=(20, 5, 5))
    table.do(c.Fall("c2"))
    table.do(c.Fall("c3"))
    fields = {
        f"{section.key}.{field.key}": [pick.key for pick in field.picks]
        for section in SYSTEM.sections(table.encounter, {})
        for field in section.inputs
    }
    assert (fields["attack.target"], fields["run.to"]) == (["", "c2"], ["", "c3"])
    assert table.choice("attack", {"attack.target": "c2", "attack.shot": False}).preview.refusal is None


def test_the_fallen_are_the_last_of_the_targets() -> None:
    contact: Values = {"position": "contact"}
    table = shooting_table(contact, contact, contact, contact, faces=(20, 5, 5, 5))
    table.do(c.Fall("c2"))
    (picks,) = (
        [pick.key for pick in field.picks]
        for section in SYSTEM.sections(table.encounter, {})
        for field in section.inputs
        if (section.key, field.key) == ("attack", "target")
    )
    assert picks == ["", "c3", "c4", "c2"]


def test_a_reserved_run_says_how_far_and_whom_it_engages() -> None:
    table = shooting_table({}, {}, faces=(10, 5))
    table.act("c1", "reserve")
    runs = [
        choice.command
        for section in SYSTEM.sections(table.encounter, {"reserve-c1.metres": 7, "reserve-c1.to": "c2"})
        for choice in section.choices
        if section.key == "reserve-c1" and choice.label == "Run"
    ]
    assert runs == [c.Act("c1", "run", {"metres": 7, "to": "c2", "by": "reserve"})]


def test_the_weapon_of_the_sheet_comes_first_and_by_its_name() -> None:
    """ZA14: a weapon without a name is shown by its size alone."""
    table = shooting_table({"weapon": "halberd", "size": "heavy"}, {"size": "little"}, faces=(20, 5))

    def labels(key: str) -> list[str]:
        sections = SYSTEM.sections(table.encounter, {})
        return [choice.label for section in sections if section.key == key for choice in section.choices]

    assert labels("attack") == labels("draw") == ["halberd (heavy)", "little", "middle"]
    table.do(c.RuleTurn("c2"))
    assert labels("protect") == ["little", "middle", "heavy"]


def test_the_fallen_who_lie_elsewhere_can_be_run_to() -> None:
    table = shooting_table({}, {}, {}, faces=(20, 1, 1))
    table.do(c.Fall("c2"))
    run = table.choice("Run", {"run.to": "c2"})
    assert run.preview.refusal is None
    table.do(run.command)
    assert melee.within_reach(table.encounter, "c1") == ("c2",)


def test_the_fallen_have_no_position_and_lose_their_number() -> None:
    """In the sequence of the fall the number stays, as it counts again after rising; in the next there is none."""
    table = shooting_table({}, {}, faces=(18, 5))
    table.do(c.Fall("c1"))
    number = table.number("c1")
    assert number is not None
    assert (number.total, SYSTEM.badges(table.encounter, "c1")) == (18, ())
    assert table.rulable_facts("c1") == ()
    table.do(c.CloseRound())
    table.open(7)
    assert table.number("c1") is None


def test_a_defender_out_of_turn_is_picked_from_those_who_can_defend() -> None:
    table = shooting_table({}, {}, {}, faces=(20, 5, 4), reaction="paid")
    table.do(c.RuleSkip("c2"))
    reaction = SYSTEM.sections(table.encounter, {"reaction.who": "c2"})[-1]
    assert [pick.key for field in reaction.inputs for pick in field.picks] == ["c3"]
    assert {choice.command.id for choice in reaction.choices if isinstance(choice.command, c.Act)} == {"c3"}
    table.do(c.RuleSkip("c3"))
    assert all(section.key != "reaction" for section in SYSTEM.sections(table.encounter, {}))


def test_two_without_a_side_stand_against_each_other() -> None:
    table = Table("zebra")
    for side in ("", "", "Crew", "Crew"):
        table.do(c.AddCombatant("One", side=side))
    table.open(4, 3, 2, 1)
    facing = [memory.recall(table.standing(combatant_id)).engaged for combatant_id in ("c1", "c2", "c3")]
    assert facing == [("c2", "c3", "c4"), ("c1", "c3", "c4"), ("c1", "c2")]


@pytest.mark.repeats
@given(st.lists(st.integers(1, 20), min_size=3, max_size=6), st.data())
def test_a_dragged_row_stands_where_it_was_dropped(faces: list[int], data: st.DataObject) -> None:
    table = shooting_table(*({} for _ in faces), faces=tuple(faces))
    for _ in range(6):
        combatant_id = data.draw(st.sampled_from(table.encounter.order), "row")
        before = data.draw(st.sampled_from(["", *table.encounter.order]), "before")
        if data.draw(st.booleans(), "act first"):
            table.act(table.encounter.acting()[0], "message")
            if not table.encounter.acting():
                return
        able = initiative.plays(table.standing(before)) if before else True
        try:
            table.do(c.Move(combatant_id, before))
        except Refused:
            continue
        track = table.track()
        playing = [row for row in track if initiative.plays(table.standing(row))]
        after = track[track.index(combatant_id) + 1 :][:1]
        assert after == (before,) if before and able else playing[-1] == combatant_id


@pytest.mark.repeats
def test_a_sequence_of_a_thousand_opens() -> None:
    table = shooting_table()
    for _ in range(10):
        table.do(c.AddCombatant("Guard", 100, "Harbour"))
    table.do_with(seeded_dice(1), c.OpenRound())
    assert len(table.encounter.acting()) == 1


def test_the_log_names_three_members_of_an_engaging_crowd() -> None:
    """Of thirteen who engage Cat, the log names three; for each of the thirteen it names Cat."""
    contact: Values = {"position": "contact"}
    rats, cat = c.AddCombatant("Rat", 13, side="Rats", sheet=contact), c.AddCombatant("Cat", side="Cats", sheet=contact)
    said = Table("zebra", rats, cat).do_with(seeded_dice(4), c.OpenRound())
    assert any(line.startswith("Cat is engaged with Rat A, Rat B, Rat C and others.") for line in said)
    assert any(line.startswith("Rat M is engaged with Cat.") for line in said)


def test_a_combatant_without_a_counter_is_out_by_rule_z2() -> None:
    assert turns.why_out(Standing()) == "Z2"


def test_whoever_comes_back_faces_nobody_who_has_been_away_too() -> None:
    table = Table("zebra", "A, nerve 9, contact, side S", "B, contact, side T", "C, contact, side T", open=(9, 9, 9))
    for command in (c.WaitInWings("c2", Schedule(9)), c.WaitInWings("c1", Schedule(9)), c.BringIn(("c2",))):
        table.do(command)
    table.do(c.BringIn(("c1",)))
    assert [table.badges(combatant_id) for combatant_id in ("c1", "c2", "c3")] == [["shooting"]] * 3
