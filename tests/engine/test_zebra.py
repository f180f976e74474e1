"""Zebra Island where an example is not enough: chances, closed forms, drags, and what the panel remembers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as c
from engine.dice import NoDice, ScriptedDice, seeded_dice
from engine.errors import Refused
from engine.fields import Values
from engine.model import Id
from engine.narrate import narrate
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import Choice
from engine.systems.zebra import SYSTEM, counters


def fight(*sheets: Values, faces: tuple[int, ...] = (), **options: str) -> Session:
    """Combatants c1, c2, … in shooting position; the sequence is open if faces are given."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Ferry", "zebra"), NoDice())
    for key, value in options.items():
        session.dispatch(c.ChooseOption(key, value), NoDice())
    plain: Values = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    for sheet in sheets:
        session.dispatch(c.AddCombatant("One", sheet={**plain, **sheet}), NoDice())
    if faces:
        session.dispatch(c.OpenRound(), ScriptedDice(list(faces)))
    return session


def chances(session: Session) -> dict[Id, Fraction]:
    return {it.about: it.chance for it in SYSTEM.chances(session.encounter)}


def choice(session: Session, action: str, **entered: object) -> Choice:
    """The first choice of that action; what is entered stands under its section."""
    raw = {key.replace("__", "."): value for key, value in entered.items()}
    found = [it for section in SYSTEM.sections(session.encounter, raw) for it in section.choices]
    return next(it for it in found if isinstance(it.command, c.Act) and it.command.action == action)


@given(st.integers(1, 20), st.sampled_from([("message", 2), ("dodge", 3), ("aim_carefully", 6)]))
def test_equal_costs_give_as_many_actions_as_the_counter_divided_by_the_cost(
    counter: int, priced: tuple[str, int]
) -> None:
    action, cost = priced
    session = fight({}, faces=(counter,))
    actions = 0
    while session.encounter.is_open:
        session.dispatch(c.Act("c1", action), NoDice())
        actions += 1
    assert actions == -(-counter // cost)


def test_equal_bases_open_equally_often_but_for_the_tie() -> None:
    assert chances(fight({}, {})) == {"c1": Fraction(21, 40), "c2": Fraction(19, 40)}


def test_a_higher_base_takes_the_tie_where_the_table_says_so() -> None:
    five_more: tuple[Values, ...] = ({}, {"nerve": 5})
    assert chances(fight(*five_more))["c2"] == Fraction(7, 10)
    assert chances(fight(*five_more, tie="higher_base"))["c2"] == Fraction(7, 10) + Fraction(3, 80)


def test_contact_counts_before_the_dice_too() -> None:
    """Nimbleness 5 more than the other's, as both begin at contact on different sides."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Ferry", "zebra"), NoDice())
    session.dispatch(c.AddCombatant("Mara", side="Crew", sheet={"nimbleness": 10}), NoDice())
    session.dispatch(c.AddCombatant("Rat", side="Harbour", sheet={"nimbleness": 5}), NoDice())
    assert chances(session)["c1"] == Fraction(7, 10) + Fraction(3, 80)


def test_a_debt_counts_before_the_dice_too() -> None:
    """The first owes 5; equals would still go to it, as it is listed first."""
    session = fight({}, {}, faces=(6, 1))
    session.dispatch(c.Act("c1", "other", {"cost": 11}), NoDice())
    session.dispatch(c.CloseRound(), NoDice())
    assert chances(session)["c2"] == Fraction(7, 10)


def test_nobody_opens_who_starts_at_0_or_less() -> None:
    """Each needs 16 or more to start above 0, and equals go to the first: 1 − (15/20)² in all."""
    session = fight({}, {}, faces=(2, 1))
    session.dispatch(c.Act("c1", "other", {"cost": 17}), NoDice())
    session.dispatch(c.Act("c2", "other", {"cost": 16}), NoDice())
    assert sum(chances(session).values()) == 1 - Fraction(15, 20) ** 2


def test_no_chance_is_worth_telling_where_there_is_no_contest() -> None:
    assert chances(fight({})) == {}
    assert chances(fight({}, {}, faces=(2, 1))) == {}


def test_somebody_without_points_of_a_level_has_no_counter() -> None:
    session = fight({}, {})
    assert SYSTEM.number(session.encounter, "c1") is None
    assert counters.left(session.encounter.standings["c1"]) == 0


def test_nothing_is_done_before_a_sequence_opens() -> None:
    session = fight({}, {})
    with pytest.raises(Refused) as no:
        session.dispatch(c.Act("c1", "dodge"), NoDice())
    assert (no.value.code, no.value.rule) == ("not_open", "Z1")
    assert SYSTEM.sections(session.encounter, {}) == ()


def test_what_has_been_typed_shows_in_the_price() -> None:
    session = fight({}, {}, faces=(20, 5))
    run = choice(session, "run", run__metres="12")
    assert (run.cost, run.after, run.next, run.rule) == ("12", 8, "c1", "Z18")
    far = choice(session, "run", run__metres="16", run__to="c2")
    assert (far.cost, far.after, far.next) == ("16", 4, "c2")


@pytest.mark.parametrize("typed", ["0", "far", 2.5, None, "9" * 400])
def test_what_cannot_be_read_is_refused_on_the_panel_and_on_the_tap(typed: object) -> None:
    session = fight({}, {}, faces=(20, 5))
    run = choice(session, "run", run__metres=typed)
    assert run.refusal
    assert run.refusal.code == "bad_value"
    with pytest.raises(Refused) as no:
        session.dispatch(run.command, NoDice())
    assert no.value.code == "bad_value"


def test_a_target_that_has_gone_is_forgotten() -> None:
    session = fight({}, {}, faces=(20, 5))
    assert choice(session, "attack", attack__target="c2").command == c.Act(
        "c1", "attack", {"target": "c2", "shot": True, "ward_off": False, "feint": False, "size": "middle"}
    )
    session.dispatch(c.Fall("c2"), NoDice())
    stale = choice(session, "attack", attack__target="c2")
    assert stale.refusal is None
    assert isinstance(stale.command, c.Act)
    assert stale.command.values["target"] == ""


def test_who_has_fallen_within_reach_can_be_aimed_at() -> None:
    """ZA10: but not be run to, as somebody to engage."""
    session = fight({"position": "contact"}, {"position": "contact"}, {}, faces=(20, 5, 5))
    session.dispatch(c.Fall("c2"), NoDice())
    session.dispatch(c.Fall("c3"), NoDice())
    fields = {
        f"{section.key}.{field.key}": [pick.key for pick in field.picks]
        for section in SYSTEM.sections(session.encounter, {})
        for field in section.inputs
    }
    assert (fields["attack.target"], fields["run.to"]) == (["", "c2"], [""])
    assert choice(session, "attack", attack__target="c2", attack__shot=False).refusal is None


def test_a_reserved_run_says_how_far_and_whom_it_engages() -> None:
    session = fight({}, {}, faces=(10, 5))
    session.dispatch(c.Act("c1", "reserve"), NoDice())
    runs = [
        it.command
        for section in SYSTEM.sections(session.encounter, {"reserve-c1.metres": 7, "reserve-c1.to": "c2"})
        for it in section.choices
        if section.key == "reserve-c1" and it.label == "Run"
    ]
    assert runs == [c.Act("c1", "run", {"metres": 7, "to": "c2", "by": "reserve"})]


def test_the_weapon_of_the_sheet_comes_first_and_by_its_name() -> None:
    """ZA14. One that has no name is named by its size alone."""
    session = fight({"weapon": "halberd", "size": "heavy"}, {"size": "little"}, faces=(20, 5))

    def labels(key: str) -> list[str]:
        sections = SYSTEM.sections(session.encounter, {})
        return [it.label for section in sections if section.key == key for it in section.choices]

    assert labels("attack") == labels("draw") == ["halberd (heavy)", "little", "middle"]
    session.dispatch(c.RuleTurn("c2"), NoDice())
    assert labels("protect") == ["little", "middle", "heavy"]


def test_the_fallen_stand_by_no_number_and_no_position() -> None:
    """In the sequence in which one fell the number is what one would come to with; in the next there is none."""
    session = fight({}, {}, faces=(18, 5))
    session.dispatch(c.Fall("c1"), NoDice())
    number = SYSTEM.number(session.encounter, "c1")
    assert number is not None
    assert (number.total, SYSTEM.badges(session.encounter, "c1")) == (18, ())
    assert SYSTEM.rulable(session.encounter, "c1") == ()
    session.dispatch(c.CloseRound(), NoDice())
    session.dispatch(c.OpenRound(), ScriptedDice([7]))
    assert SYSTEM.number(session.encounter, "c1") is None


def test_whoever_defends_out_of_turn_is_picked_among_those_who_can() -> None:
    session = fight({}, {}, {}, faces=(20, 5, 4), reaction="paid")
    session.dispatch(c.RuleSkip("c2"), NoDice())
    reaction = SYSTEM.sections(session.encounter, {"reaction.who": "c2"})[-1]
    assert [pick.key for field in reaction.inputs for pick in field.picks] == ["c3"]
    assert {it.command.id for it in reaction.choices if isinstance(it.command, c.Act)} == {"c3"}
    session.dispatch(c.RuleSkip("c3"), NoDice())
    assert all(section.key != "reaction" for section in SYSTEM.sections(session.encounter, {}))


def test_two_without_a_side_stand_against_each_other() -> None:
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Ferry", "zebra"), NoDice())
    for side in ("", "", "Crew", "Crew"):
        session.dispatch(c.AddCombatant("One", side=side), NoDice())
    session.dispatch(c.OpenRound(), ScriptedDice([4, 3, 2, 1]))
    facing = [session.encounter.standings[one].fact("engaged") for one in ("c1", "c2", "c3")]
    assert facing == [("c2", "c3", "c4"), ("c1", "c3", "c4"), ("c1", "c2")]


@given(st.lists(st.integers(1, 20), min_size=3, max_size=6), st.data())
def test_a_dragged_row_stands_where_it_was_dropped(faces: list[int], data: st.DataObject) -> None:
    session = fight(*({} for _ in faces), faces=tuple(faces))
    for _ in range(6):
        one = data.draw(st.sampled_from(session.encounter.order), "row")
        before = data.draw(st.sampled_from(["", *session.encounter.order]), "before")
        if data.draw(st.booleans(), "act first"):
            session.dispatch(c.Act(session.encounter.acting()[0], "message"), NoDice())
            if not session.encounter.acting():
                return
        able = counters.plays(session.encounter.standings[before]) if before else True
        try:
            session.dispatch(c.Move(one, before), NoDice())
        except Refused:
            continue
        track = SYSTEM.track(session.encounter)
        playing = [it for it in track if counters.plays(session.encounter.standings[it])]
        after = track[track.index(one) + 1 :][:1]
        assert after == (before,) if before and able else playing[-1] == one


def test_a_sequence_of_a_thousand_opens() -> None:
    session = fight()
    for _ in range(10):
        session.dispatch(c.AddCombatant("Guard", 100, "Harbour"), NoDice())
    session.dispatch(c.OpenRound(), seeded_dice(1))
    assert len(session.encounter.acting()) == 1


def test_the_log_names_some_few_of_a_crowd_that_engages() -> None:
    """Thirteen against one: he is told of three and others, and each of them of him."""
    session = Session(SYSTEMS)
    dice = seeded_dice(4)
    session.dispatch(c.MakeEncounter("Crowd", "zebra"), dice)
    session.dispatch(c.AddCombatant("Rat", 13, side="Rats", sheet={"position": "contact"}), dice)
    session.dispatch(c.AddCombatant("Cat", side="Cats", sheet={"position": "contact"}), dice)
    before = session.encounter
    step = session.dispatch(c.OpenRound(), dice)
    said = [sentence.text for sentence in narrate(before, step, SYSTEM)]
    assert "Cat is engaged with Rat A, Rat B, Rat C and others." in said
    assert "Rat M is engaged with Cat." in said
