"""Tests of ties that arise during play: dice break them as they break ties of rolled scores (G5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.amounts import amount, count
from tests.engine.drawn_rule_sets import drawn, system_with, table_with
from tests.engine.random_play import draw_command
from tests.engine.table import Table
from tests.engine.test_properties import Fight
from turntrack.core import commands as c
from turntrack.core.dice import DiceNeeded, TableDice, seeded_dice
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.table_rules import initiative, turns_left
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.placement import is_undecided
from turntrack.systems.table_rules.rule_set import RuleSet

COIN, AGAIN = (s.TieRule(s.TieBy.COIN),), (s.TieRule(s.TieBy.AGAIN),)
TICKS = RuleSet(
    fields=(s.SheetField("dex", "Dexterity", 0, 0, 30),),
    number=s.Number(text="dex"),
    first=s.First.LOW,
    order=s.Order.COUNT,
    ties=COIN,
    prices=(s.ActionPrice("Strike", 3, s.NUMBER), s.ActionPrice("Parry", 1, s.NUMBER, off_turn=True)),
    ends=s.RoundEnd(s.EndRule.NEVER),
)
ONCE = replace(TICKS, first=s.First.HIGH, order=s.Order.NUMBER, ends=s.RoundEnd(), prices=())
SHOWN, ALL_SHOWN, STEPS = amount(300), count("FUZZ", 5_000) // 10, 20


def ticks(*lines: str, ties: tuple[s.TieRule, ...] = COIN, faces: tuple[int, ...] = ()) -> Table:
    table = table_with(replace(TICKS, ties=ties), *lines)
    table.open(*faces)
    return table


def strike(table: Table, *faces: int) -> list[str]:
    """Let whoever acts strike, and return the rolls."""
    said = table.act(table.encounter.acting()[0], "strike", {}, *faces)
    return rolls(said)


def rolls(said: list[str]) -> list[str]:
    return [line.removesuffix(". (G5)") for line in said if " rolls " in line]


# When it is rolled


@pytest.mark.parametrize(("faces", "names"), [((1, 2), "B A C"), ((2, 1), "A B C")])
def test_a_coin_is_rolled_when_two_come_level(faces: tuple[int, ...], names: str) -> None:
    table = ticks("A, dex 0", "B, dex 3", "C, dex 9")
    assert strike(table, *faces) == [
        f"A rolls 1d2: {faces[0]} for the coin against B",
        f"B rolls 1d2: {faces[1]} for the coin against A",
    ]
    assert table.names() == names


def test_a_coin_to_come_is_not_foretold() -> None:
    table = ticks("A, dex 0", "B, dex 3", "C, dex 9")
    system = table.system.at(table.encounter)
    known = table.choice("strike")
    assert (known.preview.after, known.preview.next, known.preview.lands) == (3, "", "")
    assert [*system.upcoming_turns(table.encounter)] == []
    strike(table, 1, 2)
    known = table.choice("strike")
    assert (known.preview.after, known.preview.next, known.preview.lands) == (6, "c1", "c3")


def test_the_turns_before_the_coin_are_foretold() -> None:
    table = ticks("A, dex 0", "B, dex 2", "C, dex 3")
    coming = table.system.at(table.encounter).upcoming_turns(table.encounter)
    assert [turn.label for turn in coming] == ["B"]


def test_the_price_of_a_die_is_not_known_before_it_falls() -> None:
    long = s.ActionPrice("Long", 1, s.NUMBER, die=4)
    table = table_with(replace(TICKS, prices=(*TICKS.prices, long)), "A, dex 0", "B, dex 3")
    table.open()
    assert table.choice("long").preview.after is None


def test_a_coin_holds_when_the_same_two_come_level_again() -> None:
    table = ticks("A, dex 0", "B, dex 3", "C, dex 20")
    strike(table, 1, 2)
    assert [strike(table), strike(table), table.acting()] == [[], [], "B"]


def test_the_coin_against_a_winner_is_fair() -> None:
    """Both roll: a single coin against one that has fallen would favour who has won before."""
    table = ticks("A, dex 0", "B, dex 3", "C, dex 9")
    strike(table, 1, 2)
    table.do(c.Fall("c1"))
    assert rolls(table.do(c.RuleScore("c3", 3), 1, 2)) == [
        "B rolls 1d2: 1 for the coin against C",
        "C rolls 1d2: 2 for the coin against B",
    ]
    assert table.names() == "C B A"


def test_a_new_tie_is_rolled_anew() -> None:
    table = ticks("A, dex 0", "B, dex 3", "C, dex 20", ties=AGAIN)
    strike(table, 6, 2)
    assert table.acting() == "A"
    strike(table)
    assert strike(table, 3, 4) == ["A rolls 1d6: 3 for the tie with B", "B rolls 1d6: 4 for the tie with A"]
    assert table.acting() == "B"


def test_who_comes_level_rolls_for_a_place_among_those_who_have_rolled() -> None:
    table = ticks("A, dex 3", "B, dex 3", "C, dex 0", "D, dex 20", ties=AGAIN, faces=(5, 2))
    assert strike(table, 4) == ["C rolls 1d6: 4 for the tie with A and B"]
    assert table.names() == "A C B D"


def test_who_comes_level_with_the_own_group_has_its_roll() -> None:
    table = table_with(replace(TICKS, ties=AGAIN))
    for name, dex, group in (("A", 0, "Rats"), ("B", 3, "Rats"), ("C", 3, ""), ("D", 20, "")):
        table.do(c.AddCombatant(name, group=group, sheet={"dex": dex}))
    assert len(rolls(table.open(5, 2))) == 2
    coming = table.system.at(table.encounter).upcoming_turns(table.encounter)
    assert [(turn.label, turn.number) for turn in coming] == [("A", 3), ("B", 3), ("C", 3)]
    strike(table)
    assert table.names() == "A B C D"


def test_the_table_is_asked_for_the_coin() -> None:
    table = table_with(TICKS, "A, dex 0")
    table.do(c.AddCombatant("B", sheet={"dex": 3}, at_table=True))
    table.open()
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.Act("c1", "strike"))
    (request,) = needed.value.requests
    assert (request.who, request.purpose) == ("B", "the coin against A")


# Whatever changes a number


def test_what_is_done_out_of_turn() -> None:
    table = ticks("A, dex 0", "B, dex 2", "C, dex 3")
    assert rolls(table.act("c2", "parry", {}, 1, 2)) != []
    assert table.names() == "A C B"


def test_a_number_corrected_by_ruling() -> None:
    table = table_with(ONCE, "A, dex 5", "B, dex 4", "C, dex 3")
    table.open()
    table.do(c.RuleScore("c3", 5), 1, 2)
    assert table.names() == "C A B"
    table.do(c.RuleScore("c2", 5), 1, 1, 2)
    assert table.names() == "C B A"


def test_a_combatant_dragged_beside_another_rolls_no_coin() -> None:
    table = table_with(ONCE, "A, dex 5", "B, dex 4", "C, dex 3")
    table.open()
    table.do(c.Move("c3", "c2"))
    assert table.names() == "A C B"


def test_swapped_numbers() -> None:
    table = table_with(replace(ONCE, out_of_turn=s.OutOfTurn(s.DelayRule.SWAP)), "A, dex 5", "B, dex 4", "C, dex 5")
    table.open(2, 1)
    assert rolls(table.act("c1", "swap", {"with": "c2"}, 2, 1)) == [
        "B rolls 1d2: 2 for the coin against C",
        "C rolls 1d2: 1 for the coin against B",
    ]
    assert table.names() == "B C A"


def test_a_newcomer_at_the_running_count() -> None:
    table = table_with(replace(TICKS, start=s.Start(late=s.LateRule.COUNT)), "A, dex 0", "B, dex 5")
    table.open()
    strike(table)
    table.join("C")
    assert table.names() == "A C B"
    strike(table)
    assert table.acting() == "C"


def test_a_newcomer_who_has_the_roll_of_its_group() -> None:
    rules = replace(ONCE, number=s.Number(text="1d6 + dex"))
    table = table_with(rules, "Rat, group Rats, dex 1", "Cat")
    table.open(2, 4)
    assert rolls(table.join("Rat, group Rats, dex 2", "", 1, 2)) == [
        "Cat rolls 1d2: 1 for the coin against Rats",
        "The group Rats rolls 1d2: 2 for the coin against Cat",
    ]
    table.act("c2", "end")
    table.act("c3", "end")
    table.act("c1", "end")
    table.open()
    assert table.names() == "Rat A Cat Rat"


def test_the_number_of_another_place() -> None:
    rules = replace(ONCE, number=s.Number(text="1d6 + dex"), place=s.Place(many=2), fresh=s.Fresh.ROUND)
    table = table_with(rules, "A", "B")
    table.open(6, 3, 4, 3)
    assert table.acting() == "A"
    table.act("c1", "end")
    assert rolls(table.act("c2", "end", {}, 1, 2)) != []
    assert table.acting() == "B"


def test_the_members_of_a_group_roll_against_others_wherever_they_stand() -> None:
    rules = replace(ONCE, number=s.Number(text="1d6 + dex"))
    table = table_with(rules, "Rat, group Rats", "Rat, group Rats, dex 1", "Cat")
    assert rolls(table.open(3, 4, 2, 1))[-2:] == [
        "The group Rats rolls 1d2: 2 for the coin against Cat",
        "Cat rolls 1d2: 1 for the coin against Rats",
    ]
    assert table.track() == ("c2", "c3", "c1")


def test_those_who_share_a_place_roll_together_in_play() -> None:
    """The rats act before the cat; their price brings them level with it."""
    parry = s.ActionPrice("Parry", 1, s.NUMBER, off_turn=True)
    rules = replace(ONCE, place=s.Place(s.Holder.GROUP), fresh=s.Fresh.ONCE, prices=(parry,))
    table = table_with(rules, "Rat, group Rats, dex 5", "Rat, group Rats, dex 5", "Cat, dex 3", "Dog, dex 6")
    table.open()
    assert table.acting() == "Dog"
    said = [*table.act("c1", "parry"), *table.do(c.RuleScore("c1", 3), 1, 2)]
    assert rolls(said) == [
        "The group Rats rolls 1d2: 1 for the coin against Cat",
        "Cat rolls 1d2: 2 for the coin against Rats",
    ]


def test_a_member_of_a_group_keeps_the_coin_that_it_rolled_apart() -> None:
    table = table_with(ONCE, "Rat, group Rats, dex 5", "Rat, group Rats, dex 3", "Cat, dex 5", "Dog, dex 2")
    table.open(1, 2)
    table.do(c.RuleScore("c4", 3), 2, 1)
    assert [recall(table.standing(rat)).coins for rat in ("c1", "c2")] == [(1,), (2,)]
    table.do_with(seeded_dice(1), c.RuleScore("c2", 5))
    assert recall(table.standing("c2")).coins == (2,)


def test_the_turns_to_come_are_foretold_where_ties_are_rolled_again() -> None:
    table = ticks("A, dex 0", "B, dex 2", "C, dex 9", ties=AGAIN)
    turns = [*table.system.at(table.encounter).upcoming_turns(table.encounter)]
    assert [(turn.ids, turn.number) for turn in turns[:2]] == [(("c2",), 2), (("c1",), 3)]


# Whoever is not level any more, or has nothing to come


def test_nobody_rolls_for_a_turn_that_is_over() -> None:
    rules = replace(ONCE, fresh=s.Fresh.ROUND, prices=(s.ActionPrice("Parry", 1, s.NUMBER, off_turn=True),))
    table = table_with(rules, "A, dex 5", "B, dex 4", "C, dex 3")
    table.open()
    table.act("c1", "end")
    assert rolls(table.act("c1", "parry")) == []


def test_level_coins_end_after_a_while() -> None:
    """The list decides, and nobody is asked again."""
    table = ticks("A, dex 0", "B, dex 3")
    assert len(strike(table, *(1,) * 40)) == 40
    assert table.acting() == "A"
    strike(table)
    assert strike(table) == []


def undecided_of(encounter: Encounter) -> list[tuple[Id, Id]]:
    """List those who have turns to come, and between whom dice should have decided."""
    key = initiative.key_of(encounter, rules_of(encounter))
    to_come = [
        combatant_id
        for combatant_id in encounter.order
        if (standing := encounter.standings[combatant_id]).status is Status.READY
        and turns_left.has_turn(encounter, combatant_id)
        and recall(standing).has_number
        and not recall(standing).has_begun
        and not standing.before
    ]
    return [
        (first, second)
        for first, second in combinations(to_come, 2)
        if is_undecided(key(first), key(second)) and len(initiative.units(encounter, (first, second))) == 2
    ]


def play(seed: int) -> int:
    """Play by rules whose ties dice decide; return how often a tie arose after the numbers were made."""
    chance, fight = Random(seed), Fight()
    rules = drawn(chance)
    while not (rules.has_numbers and any(tie.by.effect.is_rolled for tie in initiative.before_end(rules.ties))):
        rules = drawn(chance)
    fight.system = system_with(rules)
    fight.set_up(seed)
    arisen = 0
    for _ in range(STEPS):
        command = draw_command(fight.session, fight.system, chance, fight._dice)
        fight._give(command)
        encounter = fight.session.encounter
        assert not (encounter.is_open and undecided_of(encounter)), f"seed {seed}: {command}"
        said = [event for event in fight.session.past[-1].events if getattr(event, "rule", "") == "G5"]
        arisen += bool(said) and not isinstance(command, c.OpenRound)
    fight.teardown()
    return arisen


def test_dice_decide_all_ties_of_turns_to_come() -> None:
    assert sum(play(seed) for seed in range(SHOWN))


def test_dice_decide_for_those_whose_speaker_is_placed() -> None:
    """A swap puts the one whose number counts for a side out of the tie."""
    assert play(295)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(5))
def test_dice_decide_all_ties_in_many_fights(part: int) -> None:
    assert sum(play(seed) for seed in range(part * ALL_SHOWN, (part + 1) * ALL_SHOWN))
