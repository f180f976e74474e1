"""Interlock: exact chances against counting, and edges that need prose."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as c
from engine.dice import DiceNeeded, NoDice, ScriptedDice, TableDice
from engine.errors import Refused
from engine.events import FactSet
from engine.evolve import evolve
from engine.fields import Value
from engine.model import Encounter, Id, Status
from engine.odds import Entrant, first, one_die
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.interlock import SYSTEM
from engine.systems.protocol import Choice, Entered


def fight(*sheets: dict[str, Value], group: str = "", **options: str) -> Session:
    """A fight that has not begun. Combatants are called A, B, …; the first two share ``group``."""
    session = Session(SYSTEMS)
    run(session, c.MakeEncounter("Fight", "interlock"))
    for key, value in options.items():
        run(session, c.ChooseOption(key, value))
    for number, sheet in enumerate(sheets):
        run(session, c.AddCombatant("ABCDEFGH"[number], sheet=sheet, group=group if number < 2 else ""))
    return session


def run(session: Session, command: c.Command, *faces: int) -> None:
    session.dispatch(command, ScriptedDice(list(faces)))


def refused(session: Session, command: c.Command) -> str:
    with pytest.raises(Refused) as refusal:
        run(session, command)
    return refusal.value.code


def choices(encounter: Encounter, entered: Entered | None = None) -> list[Choice]:
    return [choice for section in SYSTEM.sections(encounter, entered or {}) for choice in section.choices]


def choice(encounter: Encounter, one: Id, action: str, entered: Entered | None = None) -> Choice:
    for found in choices(encounter, entered):
        if isinstance(found.command, c.Act) and (found.command.id, found.command.action) == (one, action):
            return found
    raise AssertionError(f"no {action} for {one}")


# Chances


def counted(bases: list[int], die: dict[int, Fraction], shared: bool) -> list[Fraction]:
    """The same by throwing all dice in every way; of equals all share, or the first listed wins."""
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
    """What the engine finds; of equals all share, or the first listed wins."""
    die = one_die(10, exploding)
    return first([[Entrant(str(at), die, base, 0 if shared else at)] for at, base in enumerate(bases)])


PLAIN = {face: Fraction(1, 10) for face in range(1, 11)}


@given(st.lists(st.integers(-3, 14), min_size=1, max_size=3), st.booleans())
def test_plain_chances_are_what_counting_gives(bases: list[int], shared: bool) -> None:
    assert list(chances_first(bases, exploding=False, shared=shared).values()) == counted(bases, PLAIN, shared)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("bases", [[0], [4, 4], [9, 0], [0, 23], [5, 3, 4], [12, 1, 1], [7, 7, 7]])
def test_exploding_chances_are_what_counting_gives(bases: list[int], shared: bool) -> None:
    """Counting stops at three explosions; what it leaves out has a chance of at most 10⁻³ for each die."""
    die = {10 * turns + face: Fraction(1, 10 ** (turns + 1)) for turns in range(3) for face in range(1, 10)}
    found = list(chances_first(bases, exploding=True, shared=shared).values())
    assert sum(found) == 1
    left_out = Fraction(len(bases), 1000)
    for chance, lowest in zip(found, counted(bases, die, shared), strict=True):
        assert lowest <= chance <= lowest + left_out


def test_exploding_pairs_by_hand() -> None:
    """One point ahead. Throws differ by exactly 1 downwards in a tie; the rest is counted as a geometric series.

    The die is 10·k + r with chance 10⁻⁽ᵏ⁺¹⁾. Let A lead by 1. A tie needs B's throw one above A's: in the same k
    r = 1 to 8, so 8·Σ100⁻⁽ᵏ⁺¹⁾ = 8/99 (never across two k, for a total of 10·k does not exist). B wins with
    2 or more above: in the same k 28 of the 81 pairs, 28/99; with a higher k always (11 against 9 is 2 already),
    which is half of the 18/99 in which k differs: 9/99. So 37/99.
    """
    ahead = chances_first([1, 0], exploding=True, shared=True)
    assert ahead["1"] == Fraction(37, 99) + Fraction(8, 99) / 2


def test_a_group_throws_once() -> None:
    """Only the best of it can be first, the first listed of equals."""
    d10 = one_die(10)
    grouped = [[Entrant("a", d10, 5, 0), Entrant("b", d10, 5, 0)], [Entrant("c", d10, 5, 0)]]
    assert first(grouped) == {"a": Fraction(1, 2), "b": 0, "c": Fraction(1, 2)}


def test_chances_are_shown_before_the_combat() -> None:
    """Who acts first, and who before whom while they are few; never once the order is known."""
    session = fight({"ref": 6}, {"ref": 6}, {"ref": 8})
    shown = {(chance.about, chance.label): chance.chance for chance in SYSTEM.chances(session.encounter)}
    assert shown["c1", "acts before B"] == Fraction(1, 2)
    assert shown["c1", "acts before C"] == counted([6, 8], PLAIN, True)[0]
    assert [shown[one, "acts first"] for one in ("c1", "c2", "c3")] == counted([6, 6, 8], PLAIN, True)
    assert [it.about for it in SYSTEM.chances(session.encounter) if it.goes_first] == ["c1", "c2", "c3"]
    run(session, c.OpenRound(), 1, 2, 3)
    assert SYSTEM.chances(session.encounter) == ()
    assert SYSTEM.chances(fight({}).encounter) == ()
    assert len(SYSTEM.chances(fight({}, {}).encounter)) == 2
    assert len(SYSTEM.chances(fight({}, {}, {}, {}, {}).encounter)) == 5


def test_chances_with_ties_by_ref() -> None:
    """The same base, but the second has the higher REF; an exploding die changes the odds."""
    sheets: tuple[dict[str, Value], ...] = ({"ref": 5, "initiative": 3}, {"ref": 6, "initiative": 2})
    plain = SYSTEM.chances(fight(*sheets, tie="ref").encounter)
    assert [it.chance for it in plain] == [Fraction(45, 100), Fraction(55, 100)]
    exploding = SYSTEM.chances(fight(*sheets, tie="ref", d10="exploding").encounter)
    assert [it.chance for it in exploding] == [Fraction(5, 11), Fraction(6, 11)]  # a tie: 9·Σ100⁻⁽ᵏ⁺¹⁾ = 1/11


# Initiative


def test_a_tie_that_never_ends_stays_as_listed() -> None:
    session = fight({}, {})
    run(session, c.OpenRound(), *[5] * 42)
    assert session.encounter.order == ("c1", "c2")


def test_only_those_still_tied_throw_again() -> None:
    session = fight({}, {}, {}, {})
    run(session, c.OpenRound(), 5, 5, 5, 2, 9, 4, 4, 1, 2)
    assert session.encounter.order == ("c1", "c3", "c2", "c4")


def test_the_table_is_asked_once_for_a_stage() -> None:
    session = fight({}, {})
    for one in ("c1", "c2"):
        run(session, c.ChangeCombatant(one, at_table=True))
    dice = TableDice(NoDice())
    for stage in ("initiative", "tied initiative"):
        with pytest.raises(DiceNeeded) as needed:
            session.dispatch(c.OpenRound(), dice)
        assert [request.purpose for request in needed.value.requests] == [stage] * 2
        for request, face in zip(needed.value.requests, "44" if stage == "initiative" else "37", strict=True):
            dice.answer(request, face)
    session.dispatch(c.OpenRound(), dice)
    assert session.encounter.order == ("c2", "c1")


# Turns


def test_an_ordinary_round_of_four_takes_four_taps() -> None:
    sheet: dict[str, Value] = {"handgun": 8, "initiative": 5}
    session = fight(sheet, sheet, sheet, sheet)
    run(session, c.OpenRound(), 9, 8, 7, 6)
    taps = 0
    while session.encounter.is_open:
        run(session, choice(session.encounter, session.encounter.acting()[0], "shot").command)
        taps += 1
    assert taps == 4


def test_the_panel_shows_the_row_while_it_is_typed() -> None:
    """Reaction Total 9 and Handgun 8 allow three shots."""
    session = fight({"initiative": 9, "handgun": 8, "martial_arts": 8}, {})
    run(session, c.OpenRound(), 9, 1)
    shot = choice(session.encounter, "c1", "shot", {"aim.times": "5"})
    assert (shot.cost, shot.outcome, shot.rule) == ("0, −1, −2, −5, −8", "5 × quick; one more −11", "I30")
    planned = choice(session.encounter, "c1", "plan", {"several.several": True})
    assert planned.label == "Plan: Shot"
    assert choice(session.encounter, "c1", "shot", {"aim.times": "six"}).refusal
    stale = choice(session.encounter, "c1", "shot", {"aim.target": "c9"}).command
    assert isinstance(stale, c.Act)
    assert stale.values["target"] == ""
    assert choice(session.encounter, "c1", "other_full", {"turn.kind": "other_full"}).cost == "0"
    run(session, c.Act("c1", "plan", {"what": "dodge"}))
    run(session, c.Act("c1", "plan", {"what": "shot"}))
    run(session, c.Act("c1", "plan", {"what": "shot"}))
    section = SYSTEM.sections(session.encounter, {"row.target": "c2"})[0]
    assert [(it.label, it.cost) for it in section.choices] == [
        ("Throw the first die", ""),
        ("1 · Dodge (Martial Arts)", "0"),
        ("2 · Shot (Handgun)", "0"),
        ("3 · Shot (Handgun)", "−1"),
        ("Not feasible", ""),
    ]
    run(session, section.choices[0].command)
    section = SYSTEM.sections(session.encounter, {})[0]
    assert section.title.startswith("Declared. Allowed, by Initiative 9 + Martial Arts 8 = 17 (I16, I17): 3 quick")
    found = [(it.label, it.cost, it.refusal.code if it.refusal else "") for it in section.choices]
    assert found[:2] == [("1 · Dodge (Martial Arts)", "free", ""), ("3 · Shot (Handgun)", "−1", "")]


def test_alone_and_with_every_skill_trained() -> None:
    """Alone, one may still defend; with every skill trained there is no other to offer."""
    every = dict.fromkeys(("handgun", "submachine_gun", "rifle", "heavy_weapons", "archery"), 3)
    session = fight({**every, "martial_arts": 3, "melee": 3})
    run(session, c.OpenRound(), 5)
    titles = {section.key: section for section in SYSTEM.sections(session.encounter, {})}
    assert titles["untrained"].choices == ()
    assert [it.default for it in titles["defence"].inputs] == ["c1", ""]


def test_a_turn_of_nothing_but_dodges_keeps_them() -> None:
    session = fight({"initiative": 9, "handgun": 8}, {}, {})
    run(session, c.OpenRound(), 9, 5, 1)
    run(session, c.Act("c1", "dodge", {"times": 2}))
    assert session.encounter.acting() == ("c2",)
    for _ in range(3):
        run(session, c.Act("c1", "defend", {"how": "dodge"}))
    assert refused(session, c.Act("c1", "defend", {"how": "dodge"})) == "declared"


def test_dodges_planned_are_kept_when_the_turn_is_ended_without_a_die() -> None:
    session = fight({"initiative": 9, "handgun": 8}, {})
    run(session, c.OpenRound(), 9, 1)
    run(session, c.Act("c1", "plan", {"what": "shot"}))
    run(session, c.Act("c1", "plan", {"what": "dodge"}))
    run(session, c.Act("c1", "end"))
    run(session, c.Act("c1", "defend", {"how": "block"}))
    run(session, c.Act("c1", "defend", {"how": "block"}))
    assert refused(session, c.Act("c1", "defend", {"how": "block"})) == "declared"


def test_who_acts_once_more_by_a_ruling_starts_afresh() -> None:
    session = fight({"initiative": 9, "handgun": 8}, {})
    run(session, c.OpenRound(), 9, 1)
    run(session, c.Act("c1", "shot"))
    run(session, c.RuleTurn("c1"))
    run(session, c.Act("c1", "shot", {"times": 2}))
    assert choice(session.encounter, "c1", "next").cost == "−1"


def test_a_sheet_that_changes_under_a_declared_row_leaves_an_end() -> None:
    session = fight({"initiative": 9, "handgun": 8}, {})
    run(session, c.OpenRound(), 9, 1)
    run(session, c.Act("c1", "shot", {"times": 9}))
    run(session, c.ChangeCombatant("c1", sheet={"handgun": 0, "initiative": 0}))
    assert SYSTEM.sections(session.encounter, {})[0].title == "Declared"
    assert refused(session, c.Act("c1", "next")) == "cap"
    run(session, c.Act("c1", "end"))
    assert session.encounter.acting() == ("c2",)


def test_falling_and_leaving_while_acting_or_holding() -> None:
    session = fight({}, {}, {})
    run(session, c.OpenRound(), 9, 5, 1)
    run(session, c.Act("c1", "hold"))
    run(session, c.Fall("c1"))
    assert refused(session, c.Act("c1", "step_in")) == "unable"
    assert refused(session, c.Act("c9", "step_in")) == "nobody"
    run(session, c.Fall("c2"))
    run(session, c.RemoveCombatant("c3"))
    assert not session.encounter.is_open
    assert refused(session, c.OpenRound()) == "nobody_able"


def test_rulings_on_facts() -> None:
    session = fight({"martial_arts": 9, "initiative": 9}, {})
    run(session, c.OpenRound(), 9, 1)
    run(session, c.RuleFact("c1", "defended", True))
    run(session, c.RuleFact("c1", "moved", 9))
    assert [badge.text for badge in SYSTEM.badges(session.encounter, "c1")] == ["free defence used", "moved 9 ft"]
    assert refused(session, c.Act("c1", "punch", {"times": 2})) == "moved"
    run(session, c.RuleFact("c1", "defended", False))
    words = SYSTEM.fact_words(session.encounter, "c1", "defended", False)
    assert words == "has the free defence of this round"
    assert SYSTEM.fact_words(session.encounter, "c1", "held", "open") == ""
    assert SYSTEM.fact_words(session.encounter, "c1", "moved", False) == ""
    assert SYSTEM.rulable(session.encounter, "") == ()


def test_facts_that_no_version_has_written_are_passed_over() -> None:
    """A saved file can hold anything."""
    session = fight({"handgun": 9}, {})
    run(session, c.OpenRound(), 9, 1)
    row = ("shot|handgun||", "flight|handgun|||", "shot|sorcery|||", "shot|handgun|||")
    encounter = evolve(session.encounter, FactSet("c1", "row", row))
    encounter = evolve(encounter, FactSet("c1", "taken", ("one",)))
    encounter = evolve(encounter, FactSet("c1", "moved", "far"))
    assert [it.label for it in choices(encounter)][1] == "1 · Shot"
    encounter = evolve(encounter, FactSet("c1", "row", "shot"))
    encounter = evolve(encounter, FactSet("c1", "taken", 1))
    assert choices(encounter)[0].label == "Shot"


def test_number_of_somebody_who_is_not_there() -> None:
    assert SYSTEM.number(fight().encounter, "c1") is None


def test_a_holder_who_has_fallen_stands_with_the_fallen() -> None:
    session = fight({}, {})
    run(session, c.OpenRound(), 9, 1)
    run(session, c.Act("c1", "hold"))
    run(session, c.Fall("c1"))
    assert SYSTEM.track(session.encounter) == ("c2", "c1")
    run(session, c.Act("c2", "end"))
    assert (session.encounter.is_open, session.encounter.order) == (False, ("c2", "c1"))


def test_the_sample_is_played_for_three_turns() -> None:
    session = Session(SYSTEMS)
    for command in SYSTEM.sample():
        run(session, command)
    run(session, c.OpenRound(), 6, 4, 3, 1)
    assert session.encounter.name_of(session.encounter.acting()[0]) == "Rogue"
    run(session, c.Act("c1", "shot", {"times": 2, "target": "c3"}))
    run(session, c.Act("c1", "next"))
    run(session, c.Move("c2", ""))
    run(session, c.Act(session.encounter.acting()[0], "shot"))
    assert session.encounter.standings["c2"].status is Status.HOLDING


# Out of turn


def test_the_defender_is_whom_the_acting_one_aims_at_or_was_aimed_at_last() -> None:
    session = fight({"handgun": 8, "initiative": 9}, {}, {})
    for one, side in (("c1", "Crew"), ("c2", "Crew"), ("c3", "Gang")):
        run(session, c.ChangeCombatant(one, side=side))
    run(session, c.OpenRound(), 9, 5, 1)

    def defender(entered: Entered | None = None) -> str:
        sections = SYSTEM.sections(session.encounter, entered or {})
        (found,) = (it for it in sections if it.key == "defence")
        commands = {it.command.id for it in found.choices if isinstance(it.command, c.Act)}
        assert commands == {found.inputs[0].default}
        return str(found.inputs[0].default)

    assert defender() == "c3"  # the one opponent
    assert defender({"aim.target": "c2"}) == "c2"
    run(session, c.Act("c1", "plan", {"what": "shot", "target": "c2"}))
    assert defender() == "c2"
    run(session, c.Act("c1", "next"))
    assert session.encounter.acting() == ("c2",)
    assert defender() == "c2"  # still in time to dodge
    run(session, c.Fall("c2"))
    assert session.encounter.acting() == ("c3",)
    assert defender() == "c1"
    run(session, c.Fall("c1"))
    assert defender() == "c3"


def test_the_skill_that_dodges_is_named_and_can_be_chosen() -> None:
    session = fight({"handgun": 10, "martial_arts": 4, "melee": 3, "initiative": 9}, {})
    run(session, c.OpenRound(), 9, 1)
    entered = {"defence.who": "c1"}
    assert choice(session.encounter, "c1", "defend", entered).outcome == "the free one of this round"
    run(session, c.Act("c1", "defend"))
    found = choice(session.encounter, "c1", "defend", entered)
    assert (found.cost, found.outcome) == ("0", "a Combat Action, by Martial Arts")
    other = choice(session.encounter, "c1", "defend", {**entered, "defence.skill": "melee"})
    assert (other.outcome, other.command) == (
        "a Combat Action, by Brawling/Melee",
        c.Act("c1", "defend", {"how": "dodge", "skill": "melee"}),
    )
    run(session, other.command)
    assert choice(session.encounter, "c1", "defend", entered).outcome == "a Combat Action, by Brawling/Melee"


def test_dodges_declared_by_an_earlier_version_name_no_skill() -> None:
    session = fight({"handgun": 9, "martial_arts": 2, "initiative": 9}, {})
    run(session, c.OpenRound(), 9, 1)
    run(session, c.Act("c1", "defend"))
    encounter = evolve(session.encounter, FactSet("c1", "row", ("shot|handgun|||", "dodge||||")))
    encounter = evolve(encounter, FactSet("c1", "taken", ("0", "0", "7")))
    found = choice(encounter, "c1", "defend", {"defence.who": "c1"})
    assert (found.cost, found.outcome) == ("−1", "a Combat Action, by Martial Arts")


def test_a_turn_that_is_over_still_takes_feet() -> None:
    session = fight({"handgun": 9}, {"handgun": 9}, {})
    run(session, c.OpenRound(), 9, 5, 1)
    assert all(section.key != "afterwards" for section in SYSTEM.sections(session.encounter, {}))
    run(session, c.Act("c1", "shot"))
    run(session, c.Act("c2", "shot"))
    section = next(it for it in SYSTEM.sections(session.encounter, {}) if it.key == "afterwards")
    assert [pick.key for pick in section.inputs[0].picks] == ["c2", "c1"]
    run(session, section.choices[0].command)
    assert [badge.text for badge in SYSTEM.badges(session.encounter, "c2")] == ["moved 10 ft"]
    run(session, c.Act("c1", "move", {"feet": 3, "only": True}))
    assert session.encounter.acting() == ("c3",)


# Readings and weapons


def test_a_refusal_names_the_reading_that_would_lift_it() -> None:
    """Initiative 1 and Brawling 3 make 4, which allows nothing at all as written."""
    session = fight({"initiative": 1, "melee": 3}, {"handgun": 9})
    run(session, c.OpenRound(), 9, 5)
    refusal = choice(session.encounter, "c1", "punch").refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.lifted_by) == ("cap", "I31", "minimum")
    assert refusal.message.endswith("Another reading allows it: “Least number of each type”.")
    run(session, c.ChooseOption("minimum", "before_body"))
    run(session, c.Act("c1", "punch"))
    run(session, c.ChooseOption("free_defence", "dodge"))
    run(session, c.Act("c2", "shot"))
    run(session, c.OpenRound())
    run(session, c.Act("c1", "punch"))
    block = choices(session.encounter, {"defence.who": "c1"})[-2].refusal
    assert block is not None
    assert (block.code, block.lifted_by) == ("declared", "free_defence")


def test_the_panel_asks_for_another_weapon_only_where_there_is_one_too_heavy() -> None:
    session = fight({"initiative": 9, "handgun": 8, "melee": 8, "rifle": 8, "weapon_body": 9}, {})
    run(session, c.OpenRound(), 9, 1)

    def titles(entered: Entered) -> dict[str, str]:
        return {it.key: it.title for it in SYSTEM.sections(session.encounter, entered)}

    halved, whole = "1 quick, 0 normal, 0 full", "3 quick, 1 normal, 1 full"
    assert titles({})["skill-handgun"] == f"Handgun: 17 → {halved}"
    assert titles({})["skill-melee"] == f"Brawling/Melee: 17 → {whole}; with the weapon that is too heavy {halved}"
    assert titles({"aim.other_weapon": True})["skill-handgun"] == f"Handgun: 17 → {whole}"
    assert titles({"aim.other_weapon": True})["skill-melee"] == f"Brawling/Melee: 17 → {whole}"
    run(session, c.Act("c1", "plan", {"what": "shot", "other_weapon": True, "n_weapon": True}))
    assert session.encounter.standings["c1"].fact("row") == ("shot|handgun|||no|",)
    run(session, c.ChangeCombatant("c1", sheet={"minimum_of": "the_rifle"}))
    assert titles({})["skill-handgun"] == f"Handgun: 17 → {whole}"
    assert titles({})["skill-rifle"] == f"Rifle: 17 → {halved}"
    run(session, c.ChangeCombatant("c1", sheet={"body": 9}))
    aim = next(it for it in SYSTEM.sections(session.encounter, {}) if it.key == "aim")
    assert "other_weapon" not in [it.key for it in aim.inputs]


def test_a_change_of_target_that_nothing_can_save_is_refused() -> None:
    """With one further target already, and an N weapon, nothing is left of what is allowed."""
    session = fight({"initiative": 2, "handgun": 8}, {}, {})
    run(session, c.OpenRound(), 9, 5, 1)
    run(session, c.Act("c1", "shot", {"times": 2, "target": "c2", "n_weapon": True}))
    shown = choice(session.encounter, "c1", "next", {"row.target": "c3"})
    assert shown.refusal is not None
    assert shown.refusal.code == "cap"
    heading = next(it.title for it in SYSTEM.sections(session.encounter, {"row.target": "c3"}) if it.key == "row")
    assert heading == "Declared"


def test_what_a_change_of_target_drops_is_said_on_the_button_and_in_the_heading() -> None:
    session = fight({"initiative": 2, "handgun": 8}, {}, {})
    run(session, c.OpenRound(), 9, 5, 1)
    run(session, c.Act("c1", "shot", {"times": 6, "target": "c2"}))
    shown = choice(session.encounter, "c1", "next", {"row.target": "c3"})
    assert (shown.cost, shown.outcome) == ("−3", "lets 3 of the declared go")
    heading = next(it.title for it in SYSTEM.sections(session.encounter, {"row.target": "c3"}) if it.key == "row")
    assert "1 quick, 0 normal, 0 full; 1 quick lost to further targets (I24)" in heading
