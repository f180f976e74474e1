"""Tests of arrivals: reinforcements of a round belong to it before it opens, or come when their count is passed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.fights import decide_with_answers
from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Schedule, Status, Until
from turntrack.saves.journal import records_of, replay
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import Fresh, Number, Source, Surprise

OPENINGS = 400


def begun(system: TurnSystem) -> Table:
    """Return the sample fight before its first round."""
    return Table.sample(system.key)


def firsts(encounter: Encounter, system: TurnSystem) -> Counter[Id]:
    """Count who acts first, alone or with others, in openings with dice that fall otherwise each time."""
    counts = Counter[Id]()
    for seed in range(OPENINGS):
        opened = fold(encounter, decide_with_answers(encounter, c.OpenRound(), TableDice(seeded_dice(seed))))
        acting = opened.acting()
        if not acting:  # a side is to choose: its first chooses
            acting = tuple(
                choice.row for section in system.sections(opened, {}) for choice in section.choices if choice.row
            )[:1]
        counts.update(acting)
    return counts


def told(table: Table) -> dict[tuple[Id, str], Fraction]:
    return {
        (chance.about, chance.label): chance.chance
        for chance in table.system.chances(table.encounter)
        if chance.goes_first
    }


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_chances_are_those_with_whoever_comes(system: TurnSystem) -> None:
    """The same as once they are in, and as often as it comes."""
    table = begun(system)
    without = told(table)
    table.do(c.AddCombatant("Boss", side="Others", comes=Schedule(1)))
    (waiting,) = table.encounter.wings
    with_boss = told(table)
    happens = firsts(table.encounter, system)
    assert without != with_boss
    table.do_with(SameFaces(1), c.BringIn((waiting.combatant.id,)))
    assert told(table) == with_boss
    sides = {combatant.side for combatant in table.encounter.combatants.values()}
    for (combatant_id, label), chance in with_boss.items():
        ids = (
            (combatant_id,)
            if combatant_id
            else tuple(
                combatant.id
                for combatant in table.encounter.combatants.values()
                if label.startswith(combatant.side) and combatant.side in sides
            )
        )
        came = sum(happens[member] for member in ids)
        spread = 5 * float(OPENINGS * chance * (1 - chance)) ** 0.5
        assert abs(came - float(OPENINGS * chance)) <= spread, (combatant_id, label, came, chance)


@pytest.mark.parametrize("preset", ["ticks", "shots"])
def test_no_chances_where_somebody_may_come_at_once(preset: str) -> None:
    table = table_with(next(candidate for candidate in PRESETS if candidate.key == preset).rules, "A", "B")
    table.do(c.AddCombatant("Boss", comes=Schedule(0, 3)))
    assert table.first() == {}
    assert "Boss may come at once" in table.system.at(table.encounter).why_uncounted(table.encounter)


def test_zebra_counts_where_nobody_can_come_at_once() -> None:
    table = Table("zebra", "A, nerve 5, level 8", "B, nerve 5, level 8")
    before = table.first()
    table.do(c.AddCombatant("Boss", comes=Schedule(1, 2)))
    assert table.first() == before
    table.do(c.AddCombatant("Rat", comes=Schedule(1, 30)))
    assert table.first() == {}
    assert table.system.why_uncounted(table.encounter) == "Who opens is not worked out: Boss, Rat may come at once."


def test_a_nomination_opens_the_round_with_whoever_comes_with_it() -> None:
    """Unbound: the member who comes can be chosen, and a faction that comes rolls for its place (U5, UA4)."""
    table = Table("unbound")
    for name, side in (("O A", "O"), ("H A", "H")):
        table.do(c.AddCombatant(name, side=side))
    table.open(6, 3)
    for combatant_id in ("c1", "c2"):
        if combatant_id not in table.encounter.acting():
            table.act(combatant_id, "nominate")
        table.act(combatant_id, "end")
    assert not table.encounter.is_open
    table.do(c.AddCombatant("Boss", side="O", comes=Schedule(2)))
    assert [choice.row for choice in table.sections()["next"].choices if choice.row] == ["c1", "c3"]
    assert table.choice("pass").preview.refusal
    assert "2 left against 1" in table.choice("pass").preview.refusal.message  # type: ignore[union-attr]
    table.do(c.AddCombatant("Dragon", side="D", comes=Schedule(2)))
    assert "next" not in table.sections()
    table.do(c.OpenRound(), 6, 3, 12)
    assert table.sections()["next"].title == "Next: D"


def test_whoever_comes_can_be_chosen() -> None:
    table = Table("unbound")
    for name, side in (("O A", "O"), ("H A", "H")):
        table.do(c.AddCombatant(name, side=side))
    table.open(6, 3)
    table.do(c.CloseRound())
    table.do(c.AddCombatant("Boss", side="O", comes=Schedule(2)))
    table.act("c3", "nominate")
    assert (table.acting(), table.encounter.round) == ("Boss", 2)


def test_numbers_are_entered_for_whoever_comes() -> None:
    """Traveller, where initiative is entered: the boss has a field, and the number while still in the wings (TA1)."""
    table = Table("traveller", "A", "B", initiative="entered")
    table.do(c.AddCombatant("Boss", comes=Schedule(1)))
    assert [field.key for field in table.sections()["numbers"].inputs] == ["c1", "c2", "c3"]
    lines = table.act("", "enter", {"c1": 5, "c2": 7, "c3": 3})
    assert "Boss will act on 3. (TA1)" in lines
    assert table.encounter.in_wings("c3")
    table.open()
    assert table.acting() == "Boss"
    assert table.number("c3").total == 3  # type: ignore[union-attr]


def test_only_whoever_comes_makes_a_round() -> None:
    table = Table("zebra")
    table.do(c.AddCombatant("Boss", comes=Schedule(1)))
    table.open(9)
    assert table.acting() == "Boss"


# At a count


@pytest.fixture
def passed() -> Table:
    """A acts on 9, B on 4; whatever they do takes all of it."""
    apart = {"position": "shooting"}
    table = Table("zebra", apart, apart, open=(1, 1))
    table.do(c.RuleScore("c1", 9))
    table.do(c.RuleScore("c2", 4))
    return table


def _use_up(table: Table, *faces: int) -> list[str]:
    """Have the actor run further than the counter goes."""
    return table.act(table.encounter.acting()[0], "run", {"metres": 40}, *faces)


def test_a_count_that_is_passed_over_brings_in_whoever_waits_for_it(passed: Table) -> None:
    passed.do(c.AddCombatant("Boss", comes=Schedule(1, 2)))
    passed.do(c.PlanHappening("The roof falls in.", Schedule(1, 2)))
    _use_up(passed)
    assert "comes in" in passed.choice("run", {"run.metres": 40}).preview.outcome
    lines = _use_up(passed, 9)
    assert "Boss comes in." in lines
    assert passed.acting() == "Boss"
    assert passed.encounter.round == 1
    passed.do(c.RuleSkip("c3"))
    assert not passed.encounter.is_open
    assert passed.encounter.happenings[0].due


def test_what_is_planned_for_the_end_comes_at_the_end(passed: Table) -> None:
    """Count 0 is the end of the sequence, however it ends."""
    passed.do(c.AddCombatant("Boss", comes=Schedule(1, 0)))
    passed.do(c.PlanHappening("The roof falls in.", Schedule(1, 0)))
    passed.do(c.AddCombatant("Rat", comes=Schedule(2, 0)))
    lines = passed.do(c.CloseRound())
    assert lines == ["The game master ends sequence 1. (ruling)", "Boss comes in.", "The roof falls in. (now)"]
    assert [waiting.combatant.name for waiting in passed.encounter.wings] == ["Rat"]


def test_a_count_that_goes_up_is_passed_by_whoever_acts_beyond_it() -> None:
    table = table_with(next(preset for preset in PRESETS if preset.key == "ticks").rules, "A", "B")
    table.do_with(SameFaces(1), c.OpenRound())
    table.do(c.AddCombatant("Boss", comes=Schedule(0, 2)))
    for combatant_id in ("c1", "c2"):
        if table.encounter.wings:
            table.do_with(SameFaces(1), c.RuleScore(combatant_id, 9))
    assert table.encounter.wings == ()


# Back out of the wings


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whoever_comes_back_in_the_round_stands_as_before(system: TurnSystem) -> None:
    table = begun(system)
    table.do_with(SameFaces(3, 2, 4, 1, 5), c.OpenRound())
    latest = table.encounter.order[-1]
    table.do(c.GiveCondition((latest,), "blind", until=Until.REMOVED))
    done = next(
        (combatant_id for combatant_id in table.encounter.order if table.standing(combatant_id).status is Status.READY),
        latest,
    )
    table.do(c.RuleSkip(done))
    before = table.encounter
    for combatant_id in {latest, done} - {*before.acting()}:
        table.do(c.WaitInWings(combatant_id, Schedule()))
        assert [each.name for each in table.encounter.conditions] == ["blind"]
        table.do(c.BringIn((combatant_id,)))
        after = table.encounter
        assert (
            after.standings[combatant_id]._replace(memory=before.standings[combatant_id].memory, before="")
            == before.standings[combatant_id]
        )
        assert after.order == before.order
        assert table.track() == system.track(before)
    assert [condition.bearer for condition in table.encounter.conditions] == [latest]


def test_nobody_has_two_turns_by_way_of_the_wings() -> None:
    table = Table("rond6", "A, perception 2D, agility 2D", "B, perception 2D, agility 2D")
    table.do_with(SameFaces(4, 2), c.OpenRound())
    table.act("c1", "punch")
    table.do_with(SameFaces(2), c.WaitInWings("c1", Schedule()))
    table.do(c.BringIn(("c1",)))
    assert table.standing("c1").status is Status.DONE
    assert table.acting() == "B"


def test_the_number_of_the_combat_is_kept() -> None:
    """Interlock: the number stands until the end of combat, and so does the place (I5)."""
    table = Table("interlock", "A, ref 5", "B, ref 5", "C, ref 5", open=(9, 5, 2))
    table.do(c.WaitInWings("c2", Schedule(3)))
    table.do(c.CloseRound())
    table.open()
    assert table.names() == "A C"
    table.do(c.CloseRound())
    table.open()
    assert table.names() == "A B C"


def test_wounds_are_kept() -> None:
    """Traveller: END and what is reduced (TA7, TA1)."""
    table = Table("traveller", "A, end 9", "B", open=(3, 3, 4, 4))
    table.act("c1", "wound", {"lost": 4, "reduced": 2})
    table.do(c.WaitInWings("c1", Schedule(2)))
    table.do(c.CloseRound())
    table.do_with(SameFaces(3), c.OpenRound())
    assert "END 5 of 9" in table.badges("c1")


def test_a_first_turn_was_the_first() -> None:
    """Unbound: who has had a turn is not chosen again in the round, nor surprised later (U9, U24)."""
    table = Table("unbound")
    for name, side in (("H A", "H"), ("H B", "H"), ("O A", "O")):
        table.do(c.AddCombatant(name, side=side))
    table.open(6, 3)
    table.act("c1", "nominate")
    table.act("c1", "end")
    table.do(c.WaitInWings("c1", Schedule()))
    table.do(c.BringIn(("c1",)))
    assert table.refusal(c.Act("c1", "nominate")).code == "had_turn"
    assert "c1" not in [pick.key for pick in table.sections()["director"].inputs[0].picks]


@pytest.mark.parametrize("comes", [Schedule(2), Schedule(3)])
def test_a_debt_is_kept(comes: Schedule) -> None:
    """Zebra Island: what was overdrawn is taken off the next counter (Z16), whenever that is made."""
    table = Table("zebra", "A, nerve 5", "B, nerve 5", open=(9, 4))
    table.do(c.RuleScore("c1", -3))
    table.do(c.WaitInWings("c1", comes))
    table.do(c.CloseRound())
    for _ in range(comes.round - 1):
        table.do_with(SameFaces(9), c.OpenRound())
        assert ("c1" in table.encounter.order) == (table.encounter.round == comes.round)
        table.do(c.CloseRound())
    assert any((term.label, term.amount) == ("debt", -3) for term in table.standing("c1").score.terms)  # type: ignore[union-attr]


def test_whoever_comes_back_late_in_a_later_round_rolls_for_it() -> None:
    table = table_with(next(preset for preset in PRESETS if preset.key == "passes").rules, "A", "B")
    table.do_with(SameFaces(3), c.OpenRound())
    table.do(c.WaitInWings("c2", Schedule()))
    table.do(c.CloseRound())
    table.do_with(SameFaces(3), c.OpenRound())
    lines = table.do_with(SameFaces(5), c.BringIn(("c2",)))
    assert any("rolls" in line for line in lines)


def test_a_condition_goes_on_in_the_wings() -> None:
    table = Table("zebra", "A", "B", open=(9, 4))
    table.do(c.GiveCondition(("c1",), "blind", until=Until.ROUND_ENDS))
    table.do(c.GiveCondition(("c1",), "stunned", until=Until.TURN_ENDS, whose="c2"))
    table.do(c.WaitInWings("c1", Schedule()))
    table.do(c.CloseRound())
    assert table.encounter.conditions == ()
    table.do(c.GiveCondition(("c2",), "prone"))
    table.do(c.WaitInWings("c2", Schedule()))
    table.do(c.RemoveCombatant("c2"))
    assert table.encounter.conditions == ()


def test_what_is_said_of_who_waits_is_kept_with_another_coming() -> None:
    table = Table("traveller", "A, end 9", "B", open=(3, 3, 4, 4))
    table.act("c1", "wound", {"lost": 4})
    table.do(c.WaitInWings("c1", Schedule(2)))
    table.do(c.WaitInWings("c1", Schedule(3)))
    table.do(c.ChangeCombatant("c1", note="limps"))
    table.do(c.BringIn(("c1",)))
    assert "END 5 of 9" in table.badges("c1")


# Who is seen


@pytest.mark.parametrize(
    ("key", "action", "values"),
    [
        ("traveller", "nothing", {}),
        ("traveller", "hold", {}),
        ("traveller", "watch", {"event": "the door"}),
        ("zebra", "aim", {}),
        ("zebra", "reserve", {}),
        ("interlock", "hold", {}),
        ("rond6", "wait", {}),
    ],
)
def test_nobody_is_seen_for_doing_nothing(key: str, action: str, values: dict[str, str]) -> None:
    table = Table.sample(key)
    table.do_with(SameFaces(3, 2, 4, 1, 5), c.OpenRound())
    actor = table.encounter.acting()[0]
    table.do(c.Hide((actor,)))
    table.do_with(SameFaces(3), c.Act(actor, action, values))
    assert table.encounter.hidden == (actor,)


# Inputs and chances of arrivals before a round


def read_again(table: Table) -> Encounter:
    """Return the fight after encoding and replaying its records."""
    return replay(records_of(table.session), SYSTEMS).encounter


def waiting_for(table: Table, name: str, at: int = 1, **values: str | int) -> Id:
    """Plan one reinforcement for the round and one for the round after; return the id of the first."""
    for who, number in ((name, at), ("Nobody", at + 1)):
        table.do(c.AddCombatant(who, side="Late", sheet=values, comes=Schedule(number)))
    return table.encounter.wings[-2].combatant.id


def labels(table: Table, section: str) -> str:
    return " ".join(choice.label for choice in table.sections()[section].choices)


def test_unbound_asks_for_the_sides_of_those_who_come() -> None:
    table = Table("unbound", "Mara, side Crew")
    table.do(c.AddCombatant("Orc", comes=Schedule(1)))
    assert table.act("c2", "side", {"side": "Orcs"})
    assert table.encounter.wings[0].combatant.side == "Orcs"
    assert "sides" not in table.sections()
    assert read_again(table) == table.encounter


def test_unbound_surprise_counts_those_who_come() -> None:
    table = Table("unbound", "Mara, side Crew")
    orc = waiting_for(table, "Orc", perception=3)
    assert "Late: sneaking" in labels(table, "surprise")
    table.act("c1", "sneak")
    chance = table.sections()["surprise"].choices[-2].preview.chance
    assert chance == {odds.about: odds.chance for odds in table.system.chances(table.encounter)}[orc]
    lines = table.act("", "perception", None, 1, 1)
    assert "Orc is surprised. (U22)" in lines
    assert table.refused(c.Act("c3", "decree")) == "nobody"
    assert "Orc is no longer surprised. (U28)" in table.act(orc, "notice")
    assert len(table.encounter.wings) == 2
    table.act(orc, "decree")
    assert read_again(table) == table.encounter
    table.do_with(SameFaces(5, 9), c.OpenRound())
    assert "no action" in table.badges(orc)


def test_table_rules_mark_those_who_come_as_surprised() -> None:
    table = table_with(
        next(preset for preset in PRESETS if preset.rules.start.surprise is Surprise.TURN).rules, "A", "B"
    )
    boss = waiting_for(table, "Boss")
    assert labels(table, "surprise") == "A B Boss"
    assert table.act(boss, "surprise") == ["Boss is surprised. (G13)"]
    assert read_again(table) == table.encounter
    table.do_with(SameFaces(5, 9), c.OpenRound())
    assert "surprised" in table.badges(boss)


def test_rond6_tells_the_odds_of_those_who_come() -> None:
    table = Table("rond6", "Mara")
    boss = waiting_for(table, "Boss")
    (choice,) = table.sections()["odds"].choices
    assert choice.preview.outcome == "Mara goes before Boss"
    assert choice.preview.chance == Fraction(1, 2)
    assert table.do(choice.command) == ["The chance that Mara goes before Boss: 50%. (R14)"]
    assert boss not in table.encounter.order


def test_numbers_of_those_who_come_are_typed_before_the_round() -> None:
    rules = RuleSet("typed", fields=(), number=Number(Source.TYPED), fresh=Fresh.ROUND)
    table = table_with(rules, "Ana, initiative 12")
    table.open()
    boss = waiting_for(table, "Boss", 2)
    table.do(c.CloseRound())
    assert [field.label for field in table.sections()["numbers"].inputs] == ["Ana", "Boss"]
    table.do(c.Act("", "enter-numbers", {boss: 20}))
    assert read_again(table) == table.encounter
    table.open()
    assert table.names().startswith("Boss")
