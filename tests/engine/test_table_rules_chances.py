"""Tests that the chances of random rule sets are what openings come to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import amount
from tests.engine.drawn_rule_sets import drawn, fighters, table_with
from tests.engine.fights import decide_with_answers
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.errors import BadValue
from turntrack.core.evolve import NO_ENCOUNTER, fold
from turntrack.core.model import Encounter
from turntrack.systems.table_rules import SYSTEM, memory, order
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.new_numbers import Hand
from turntrack.systems.table_rules.odds import chances_of_hands
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import RuleSet, write_rules

OPENINGS = 150
DRAWN = amount(900)


def set_up(rules: RuleSet, chance: Random) -> Encounter:
    """Return a fight before its first round, with somebody surprised now and then."""
    encounter, dice = NO_ENCOUNTER, TableDice(seeded_dice(chance.randrange(10_000)))
    at_table = c.ChangeCombatant("c2", at_table=False)  # whoever rolls there would roll low
    for command in (*fighters(rules), at_table):
        encounter = fold(encounter, decide_with_answers(encounter, command, dice))
    if chance.random() < 0.3 and rules.surprise.is_marked:
        command = c.Act(chance.choice(encounter.order), "surprise")
        encounter = fold(encounter, decide_with_answers(encounter, command, dice))
    return encounter


def first_of(encounter: Encounter) -> tuple[str, ...]:
    """Return who acts first, and the label of the side that begins."""
    ids = (encounter.acting() or order.next_ids(encounter)) if encounter.is_open else ()
    begins = memory.recall_fight(encounter).begins or {memory.side_of(encounter, combatant_id) for combatant_id in ids}
    return (*ids, *(f"{memory.side_name(side)}: first" for side in begins))


def check_chances(rules: RuleSet, seed: int) -> bool:
    """Hold the chances against openings; return whether there are any."""
    encounter = set_up(rules, Random(seed))
    told = [chance for chance in SYSTEM.chances(encounter) if chance.goes_first]
    came = Counter[str]()
    for opening in range(OPENINGS if told else 0):
        dice = TableDice(seeded_dice(1000 * seed + opening))
        came.update(first_of(fold(encounter, decide_with_answers(encounter, c.OpenRound(), dice))))
    for chance in told:
        expected = float(OPENINGS * chance.chance)
        spread = 5 * (expected * (1 - float(chance.chance))) ** 0.5
        assert abs(came[chance.about or chance.label] - expected) <= spread + 1e-9, (chance, came)
    return bool(told)


@pytest.mark.repeats
def test_chances_are_what_openings_come_to() -> None:
    counted = 0
    for seed in range(DRAWN):
        rules = drawn(Random(seed))
        try:
            counted += check_chances(rules, seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {write_rules(rules)}\n{error}") from error
    assert counted > DRAWN // 10


def firsts(rules: RuleSet, *lines: str, surprised: str = "") -> dict[str, str]:
    """Return the chances to go first, by name or label."""
    table = table_with(rules, *lines)
    if surprised:
        table.act(surprised, "surprise")
    told = (each for each in table.system.chances(table.encounter) if each.goes_first)
    return {table.encounter.name_of(each.about) if each.about else each.label: str(each.chance) for each in told}


def uncounted(rules: RuleSet, *lines: str, surprised: str = "") -> str:
    table = table_with(rules, *lines)
    if surprised:
        table.act(surprised, "surprise")
    assert table.first() == {}
    return table.system.why_uncounted(table.encounter)


def test_who_loses_the_first_turn_is_never_first() -> None:
    assert firsts(preset_rules("d20_once"), "A, dex 5", "B", "C", surprised="c1") == {"B": "21/40", "C": "19/40"}


def test_whoever_may_start_at_0_is_first_less_often() -> None:
    """1d6 − 3 each: 15 of 36 ways, or 12 for the second of equals, and in 9 nobody is above 0."""
    rules = replace(preset_rules("shots"), number=s.Number(text="1d6 − 3"), ties=())
    assert firsts(rules, "A", "B") == {"A": "5/12", "B": "1/3"}
    gap = replace(rules, number=s.Number(text="gap(1d6)"))
    assert uncounted(gap, "A", "B") == "Chances are not worked out for these dice."


def test_a_shared_place_is_first_with_everybody() -> None:
    assert firsts(replace(preset_rules("sides"), ties=()), "A, side Red", "B, side Blue", "C, side Red") == {
        "A": "7/12",
        "B": "5/12",
        "C": "7/12",
    }


def test_the_first_place_of_a_side() -> None:
    rules = replace(preset_rules("slots"), number=s.Number(text="1d6"), ties=())
    assert firsts(rules, "A, side Red", "B, side Blue", "C, side Red") == {
        "Red: first": "73/108",
        "Blue: first": "35/108",
    }


@pytest.mark.parametrize("refill", [s.Refill.ROUND, s.Refill.NEVER])
def test_who_has_no_points_for_the_first_lap_is_never_first(refill: s.Refill) -> None:
    rules = preset_rules("action_points")
    points = replace(rules.budget[0], refill=refill)
    rules = replace(rules, fields=(*rules.fields[:1], replace(rules.fields[1], low=0)), budget=(points,))
    assert firsts(rules, "A, points 0", "B") == {"B": "1"}


def test_many_cards_of_which_the_worst_is_kept_are_left_out() -> None:
    number = s.Number(s.Source.CARDS, draws="drawn")
    rules = replace(preset_rules("cards"), fields=(s.SheetField("drawn", "Cards", 1, -9, 9),), number=number)
    assert uncounted(rules, *(f"F{at}, drawn -4" for at in range(9))) == ""


def test_dice_part_those_who_tie_but_not_a_group() -> None:
    """Its members have one card, act together, and are first as often as anybody else."""
    ties = (s.TieRule(s.TieBy.COIN), s.TieRule(s.TieBy.TOGETHER))
    lines = ("A", "Rat x2, group Rats")
    even = {"A": "1/2", "Rat A": "1/2", "Rat B": "1/2"}
    assert firsts(replace(preset_rules("cards"), ties=ties), *lines) == even
    assert uncounted(replace(preset_rules("shots"), ties=ties), *lines) == "Chances are not worked out for these dice."


def test_no_chance_where_a_coin_has_fallen_before() -> None:
    rules = replace(preset_rules("d20_once"), ties=(s.TieRule(s.TieBy.COIN),), fresh=s.Fresh.ROUND)
    table = table_with(rules, "A", "B")
    table.open(5, 5, 1, 2)
    table.act("c2", "end")
    table.act("c1", "end")
    assert table.first() == {}


def test_a_modifier_of_cards_is_left_out() -> None:
    rules = replace(preset_rules("cards"), start=s.Start(s.Surprise.MODIFIER))
    assert uncounted(rules, "A", "B", surprised="c1")


LARGE = (
    "max(100d100>=50,100d100>=50)",
    "100d1000>=500 + 100d999>=3 + dex",
    "100d1000>=2 + 100d1000>=2",
    "min(100d1000>=999,100d999>=998)",
    "max(1d6!,100d100>=50,100d100>=50)",
    "gap(100d999>=400 + 100d1000>=2)",
    "100d6kh1",
    "100d40",
)
"""Numbers of which more ways lead to a value than a float can hold."""


@pytest.mark.parametrize("text", LARGE)
@pytest.mark.parametrize("surprise", [s.Surprise.NONE, s.Surprise.TWICE])
def test_chances_of_large_dice_are_told_before_a_round(text: str, surprise: s.Surprise) -> None:
    rules = replace(preset_rules("d20_once"), number=s.Number(text=text), start=s.Start(surprise), ties=())
    table = table_with(rules, "A, dex 2", "B")
    if surprise.effect.is_marked:
        table.act("c2", "surprise")
    chances = table.first()
    assert float(sum(map(Fraction, chances.values()))) == pytest.approx(1, abs=1e-9)
    assert min(map(Fraction, chances.values())) > 0


def test_large_dice_that_cannot_tie_are_counted_as_small_ones() -> None:
    """A die of a thousand sides of which 500 count is a coin: so is half of them a hundred times."""
    coins = replace(preset_rules("d20_once"), number=s.Number(text="100d2>=2"), ties=())
    large = replace(coins, number=s.Number(text="100d1000>=501"))
    few, many = (firsts(rules, "A", "B", "C") for rules in (coins, large))
    assert [float(Fraction(many[name])) for name in few] == pytest.approx([float(Fraction(few[name])) for name in few])


def drawn_text(chance: Random, deep: int = 0) -> str:
    """Draw an expression with many dice."""
    if deep < 3 and chance.random() < 0.5:
        first, second = drawn_text(chance, deep + 1), drawn_text(chance, deep + 1)
        return chance.choice((f"{first} + {second}", f"{first} − {second}", f"max({first}, {second})", f"({first})÷3"))
    dice = f"{chance.choice((1, 2, 9, 50, 100))}d{chance.choice((2, 6, 99, 1000))}"
    return f"{dice}{chance.choice(('', '', '>=2', '>=50', 'kh1', 'kl2', '!'))}"


@pytest.mark.repeats
def test_all_dice_are_counted_or_said_to_be_too_many() -> None:
    counted = 0
    for seed in range(amount(1500)):
        text = drawn_text(Random(seed))
        try:
            rules = replace(preset_rules("d20_once"), number=s.Number(text=text), ties=())
        except BadValue:
            continue
        table = table_with(rules, "A", "B", "C")
        chances = table.first()
        counted += bool(chances)
        assert not chances or float(sum(map(Fraction, chances.values()))) == pytest.approx(1, abs=1e-9), text
        assert bool(table.system.why_uncounted(table.encounter)) != bool(chances), text
    assert counted


def test_dice_that_do_not_depend_on_values_are_counted_once() -> None:
    """So many of different values would take too long."""
    rules = replace(preset_rules("d20_once"), number=s.Number(text="100d6kh1 + dex"), ties=())
    assert len(firsts(rules, "A, dex 1", "B, dex 2", "C, dex 3", "D, dex 4")) == 4


@pytest.mark.parametrize(
    ("text", "is_counted"),
    [
        ("max(100d2>=2,100d2>=2)", True),
        ("max(100d1000>=2,100d1000>=2)", True),
        ("max(100d1000>=2,100d999>=2,100d998>=2,100d997>=2,100d996>=2,100d995>=2)", False),
    ],
)
def test_the_size_of_numbers_is_part_of_the_work(text: str, is_counted: bool) -> None:
    rules = replace(preset_rules("d20_once"), number=s.Number(text=text), ties=())
    if is_counted:
        assert firsts(rules, "A", "B")
    else:
        assert uncounted(rules, "A", "B") == "Chances are not worked out for these dice."


@given(st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=3))
def test_chances_of_hands_are_those_of_all_deals(drawing: list[tuple[int, bool]]) -> None:
    """Each keeps the best or the worst of its cards; the highest of the kept ones is first."""
    hands = [Hand((str(at), (str(at),)), size, best, 0) for at, (size, best) in enumerate(drawing)]
    whole = sum(hand.size for hand in hands)
    if whole > 7:
        return
    wins, deals = Counter[int](), 0
    for cards in permutations(range(whole)):
        left, kept = [*cards], []
        for hand in hands:
            own, left = left[: hand.size], left[hand.size :]
            kept.append(max(own) if hand.keeps_best else min(own))
        wins[kept.index(max(kept))] += 1
        deals += 1
    assert chances_of_hands(hands) == [Fraction(wins[at], deals) for at in range(len(hands))]
