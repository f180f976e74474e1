"""Tests of table rules: settings and their contradictions, JSON, changes, cards, published numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import amount
from tests.engine.drawn_rule_sets import drawn, table_with
from tests.engine.table import Table
from turntrack.codec.dataclass_json import read_fields, write_memory
from turntrack.core import commands as c
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.model import Schedule
from turntrack.systems.table_rules import SYSTEM, memory, presets
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset, preset_rules
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet, read_rules, write_rules
from turntrack.systems.table_rules.rule_texts import IDS, changed, rule_texts

# The settings


def test_the_rules_by_default_say_thirteen_sentences() -> None:
    texts = rule_texts(RuleSet())
    assert [text.id for text in texts] == [f"G{number}" for number in range(1, 14)] == [*IDS]
    assert texts[1].text == "The number is 1d20 + bonus."
    assert (
        rule_texts(replace(RuleSet(), pages=("p. 4",)))[0].text
        == "Everybody has a place in the order. A group shares its roll. (p. 4)"
    )


@pytest.mark.parametrize("values", s.SettingValue.__subclasses__())
def test_each_value_of_a_setting_has_all_its_words(values: type[s.SettingValue]) -> None:
    """The number itself is the exception: expressions and cards have sentences of more than one setting."""
    assert all(value.label for value in values)
    assert len({bool(value.hint) for value in values}) == 1
    assert len({bool(value.rule) for value in values}) == 1 or values is s.Source


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_setting_of_a_preset_is_a_sentence(preset: Preset) -> None:
    rule_texts.cache_clear()  # what another test has asked for is made here, where its lines are watched
    for text in rule_texts(preset.rules):
        assert text.text[0].isupper(), text
        assert text.text[-1] in ".)", text
        assert "{" not in text.text, text


def test_the_presets_use_every_value_of_every_setting_but_few() -> None:
    rules = [preset.rules for preset in PRESETS]
    assert {rule_set.place.holder for rule_set in rules} == {*s.Holder}
    assert {rule_set.number.source for rule_set in rules} == {*s.Source} - {s.Source.LISTED}
    assert {rule_set.order for rule_set in rules} >= {*s.Order} - {s.Order.SIDES}
    assert {rule_set.laps.kind for rule_set in rules} == {*s.LapKind}
    assert {rule_set.ends.when for rule_set in rules} == {*s.EndRule}
    assert {rule_set.out_of_turn.waiting for rule_set in rules} == {*s.DelayRule}
    assert len({preset.key for preset in PRESETS}) == len({preset.rules.name for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_the_index_says_where_each_game_is(preset: Preset) -> None:
    """Somebody who looks for a game finds the module with its preset by the game's name."""
    lines = (presets.__doc__ or "").replace("\n    ", " ").splitlines()
    named = {where: told.split(", ") for where, _, told in (line.partition(": ") for line in lines) if told}
    held = {where for where in named if preset in _presets_in(where)}
    assert {where for where, games in named.items() for game in preset.like if game in games} <= held
    assert len(held) == 1
    assert {*preset.like} <= {*named[min(held)]}


def _presets_in(module: str) -> tuple[Preset, ...]:
    values = vars(import_module(f"{presets.__name__}.{module}"))
    return tuple(preset for name, value in values.items() if name.endswith("_PRESETS") for preset in value)


NONE = RuleSet(number=s.Number(s.Source.NONE))
COUNT = RuleSet(order=s.Order.COUNT, ends=s.RoundEnd(s.EndRule.ZERO), prices=(s.ActionPrice("Act", 3, s.NUMBER),))
SLOTS = RuleSet(place=s.Place(s.Holder.SLOT), chooser=s.Chooser.SIDE)
PHASED = RuleSet(laps=s.Laps(s.LapKind.PHASES, phases=(s.Phase("One"),)))
CHART = preset_rules("segments")
SEATS = preset_rules("round_the_table")
SPOTLIGHT = preset_rules("spotlight")
LAPS = RuleSet(laps=s.Laps(s.LapKind.NUMBER), fresh=s.Fresh.ROUND)


@pytest.mark.parametrize(
    ("rules", "changes", "complaint"),
    [
        (RuleSet(), {"name": ""}, "The name of the rules: a text"),
        (RuleSet(), {"name": " d20 "}, "The name of the rules: some text without spaces around it"),
        (RuleSet(), {"name": "d\u202e20"}, "invisible character"),
        (RuleSet(), {"pages": ("p",) * 14}, "At most 13 pages, not 14"),
        (RuleSet(), {"place": s.Place(many=0)}, "G1: places: a number from 1 to 9"),
        (RuleSet(), {"place": s.Place(field="luck")}, "There is no field “luck” on the sheet"),
        (RuleSet(), {"fields": (s.SheetField("Max", "M"),)}, "A field cannot be called “Max”"),
        (RuleSet(), {"fields": (s.SheetField(), s.SheetField())}, "There are two fields called “bonus”"),
        (RuleSet(), {"number": s.Number(text="1d20 + luck")}, "place 8: a number, dice such as 2d6"),
        (RuleSet(), {"number": s.Number(s.Source.CARDS, cards=32)}, "G2: a deck has 10 or 54 cards"),
        (RuleSet(), {"fresh": s.Fresh.LAP}, "G3: there are no laps"),
        (RuleSet(), {"ties": (s.TieRule(s.TieBy.FIELD),)}, "G5: say which field settles a tie"),
        (RuleSet(), {"chooser": s.Chooser.ACTOR}, "G7: here the next can be chosen by app"),
        (SLOTS, {"chooser": s.Chooser.MASTER}, "G7: here the next can be chosen by side or app"),
        (SLOTS, {"laps": PHASED.laps}, "G1: open slots go by number, once a round"),
        (COUNT, {"laps": PHASED.laps}, "G6: by count each has one place"),
        (SLOTS, {"number": s.Number(s.Source.NONE)}, "G1: open slots go by number, once a round"),
        (SLOTS, {"out_of_turn": s.OutOfTurn(s.DelayRule.ROUND)}, "G11: where anybody can be next"),
        (RuleSet(), {"place": s.Place(s.Holder.SIDE), "order": s.Order.BAG}, "G1: a place for a group or a side"),
        (RuleSet(), {"order": s.Order.BAG}, "G2: where nobody goes by number"),
        (RuleSet(), {"order": s.Order.SIDES, "out_of_turn": s.OutOfTurn(s.DelayRule.GOOD)}, "G11: to wait for good"),
        (
            RuleSet(),
            {"number": s.Number(s.Source.NONE), "out_of_turn": s.OutOfTurn(s.DelayRule.SWAP)},
            "G11: numbers can be",
        ),
        (COUNT, {"place": s.Place(many=2)}, "G6: by count each has one place"),
        (COUNT, {"fresh": s.Fresh.LAP}, "G3: by count there are no laps"),
        (COUNT, {"prices": ()}, "G10: by count at least one action"),
        (COUNT, {"first": s.First.LOW}, "G12: by count a round ends at 0"),
        (COUNT, {"out_of_turn": s.OutOfTurn(s.DelayRule.ACROSS)}, "G11: by count one waits within the round"),
        (RuleSet(), {"out_of_turn": s.OutOfTurn(s.DelayRule.ACROSS)}, "G11: what becomes of a delay"),
        (COUNT, {"start": s.Start(s.Surprise.LAP)}, "G13: by count there is no first lap"),
        (LAPS, {"first": s.First.LOW}, "G8: laps that take off the number"),
        (RuleSet(), {"laps": s.Laps(s.LapKind.BUDGET, counter="x")}, "G8: say which counter lasts"),
        (RuleSet(), {"laps": s.Laps(s.LapKind.PHASES)}, "G8: name a phase"),
        (RuleSet(), {"laps": s.Laps(s.LapKind.CHART)}, "G8: say which field of the sheet"),
        (RuleSet(), {"budget": (s.TurnCounter("a"), s.TurnCounter("A"))}, "There are two counters called “a”"),
        (RuleSet(), {"budget": (s.TurnCounter(s.NUMBER),)}, "G9: a counter cannot be called “number”"),
        (RuleSet(), {"prices": (s.ActionPrice("End"),)}, "G10: an action cannot be called “End”"),
        (RuleSet(), {"prices": (s.ActionPrice("Next phase"),)}, "G10: an action cannot be called “Next phase”"),
        (RuleSet(), {"prices": (s.ActionPrice("Hit!"), s.ActionPrice("hit"))}, "There are two actions called “hit”"),
        (RuleSet(), {"prices": (s.ActionPrice("Hit", of="luck"),)}, "there is no counter “luck”"),
        (RuleSet(), {"prices": (s.ActionPrice("Hit", halves=True),)}, "only the number is halved"),
        (RuleSet(), {"prices": (s.ActionPrice("Hit", paid_once=True),)}, "again and again, is paid once"),
        (
            preset_rules("d20_once"),
            {"prices": (s.ActionPrice("Hit", 1, "actions", paid_once=True, off_turn=True),)},
            "G10: Hit: what takes of a counter on one’s turn, again and again, is paid once",
        ),
        (
            RuleSet(),
            {"number": s.Number(s.Source.NONE), "prices": (s.ActionPrice("Hit", of=s.NUMBER),)},
            "no number to pay",
        ),
        (RuleSet(), {"out_of_turn": s.OutOfTurn(reaction="luck")}, "G11: there is no counter “luck”"),
        (RuleSet(), {"ends": s.RoundEnd(s.EndRule.TOKEN)}, "G12: a token that ends the round lies in a bag"),
        (RuleSet(), {"ends": s.RoundEnd(s.EndRule.NEVER)}, "G12: a round never ends only by count"),
        (SPOTLIGHT, {"place": s.Place(many=2)}, "G1: without rounds nobody has several places"),
        (SPOTLIGHT, {"start": s.Start(side=s.FirstSide.ROUND)}, "G13: which side begins is open only"),
        (RuleSet(), {"start": s.Start(faces=1)}, "G13: faces: a number from 2 to 100"),
        (SPOTLIGHT, {"keep_price": "2 Momentum"}, "G7: the turn is kept where sides take turns"),
        (SEATS, {"place": s.Place(many=2)}, "G6: down the list from the highest number each has one place"),
        (SEATS, {"number": s.Number(s.Source.LISTED)}, "G6: down the list from the highest number"),
        (SEATS, {"laps": PHASED.laps}, "G6: down the list from the highest number"),
        (SEATS, {"ties": (s.TieRule(s.TieBy.TOGETHER),)}, "G5: down the list nobody acts at the same time"),
        (SEATS, {"start": s.Start(s.Surprise.FIRST)}, "G13: down the list nobody jumps ahead"),
        (PHASED, {"laps": s.Laps(s.LapKind.PHASES, phases=(s.Phase("One", amount=2),))}, "G8: no counter is refilled"),
        (CHART, {"laps": replace(CHART.laps, start=20)}, "G8: there is no segment 20 to begin in"),
        (CHART, {"laps": replace(CHART.laps, single=20)}, "G8: there is no segment 20 to act in"),
        (CHART, {"ties": (s.TieRule(s.TieBy.REACHED),)}, "G5: only by count somebody comes"),
        (COUNT, {"ties": (s.TieRule(s.TieBy.REACHED), s.TieRule(s.TieBy.TOGETHER))}, "G5: where somebody comes first"),
        (COUNT, {"prices": (*COUNT.prices, s.ActionPrice("Run", 1, s.NUMBER, die=1))}, "G10: Run: a die has 2 faces"),
        (COUNT, {"prices": (*COUNT.prices, s.ActionPrice("Run", 0, die=6))}, "G10: Run: a die is only for the number"),
        (COUNT, {"prices": (s.ActionPrice("Run", 1, s.NUMBER, "luck"),)}, "There is no field “luck”"),
        (
            preset_rules("bag_of_sides"),
            {"laps": PHASED.laps, "bag": s.Bag(again=True)},
            "G8: sides share tokens only where a round is a single lap",
        ),
        (COUNT, {"number": s.Number(s.Source.LISTED)}, "G6: by count each has one place"),
        (
            RuleSet(),
            {"laps": s.Laps(s.LapKind.BUDGET, counter="actions"), "budget": (s.TurnCounter("actions"),)},
            "G8: say which counter lasts",
        ),
        (SPOTLIGHT, {"laps": PHASED.laps}, "G8: without rounds there are no laps"),
        (SPOTLIGHT, {"start": s.Start(s.Surprise.TURN)}, "nobody loses a turn"),
        (RuleSet(), {"ends": s.RoundEnd(s.EndRule.ZERO)}, "G12: numbers come to 0 by count"),
        (RuleSet(), {"ends": s.RoundEnd(carries=True)}, "G12: a debt is carried"),
        (RuleSet(), {"ends": s.RoundEnd(shuffles=True)}, "G12: there is no deck"),
        (PHASED, {"start": s.Start(s.Surprise.LAP)}, "G13: with phases there is no first lap"),
        (
            RuleSet(),
            {"number": s.Number(s.Source.NONE), "start": s.Start(s.Surprise.MODIFIER)},
            "no number to modify",
        ),
        (RuleSet(), {"start": s.Start(late=s.LateRule.COUNT)}, "G13: there is no running count"),
        (RuleSet(), {"start": s.Start(late=s.LateRule.LESS)}, "G13: no lap takes anything off"),
    ],
)
def test_what_contradicts_itself_is_refused(rules: RuleSet, changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadValue) as refused:
        replace(rules, **changes)  # type: ignore[arg-type] # each names its field
    assert complaint in str(refused.value)


# JSON


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_rules_come_back_from_json_and_from_a_journal(preset: Preset) -> None:
    text = write_rules(preset.rules)
    assert read_rules(text) == preset.rules
    assert hash(read_rules(text)) == hash(preset.rules)
    assert len(text) < 1500
    kept = memory.TableRulesFight(rules=preset.rules)
    assert read_fields(json.loads(json.dumps(write_memory(kept).raw)), memory.TableRulesFight) == kept


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "This is cut short, or damaged"),
        ("[]", "These are no rules of Turntrack"),
        ("[" * 500, "nested too deep"),
        (" " * 9000, "at most 8000 characters"),
        ("{}", "These are no rules of Turntrack"),
        ('{"kind":"turntrack-rules","v":1}', "Written by a build before release 1.0.0"),
        ('{"kind":"turntrack-rules","format":true}', "format 2 was expected"),
        ('{"kind":"turntrack-rules","format":3}', "saved by a newer Turntrack"),
        ('{"kind":"turntrack-rules","format":1,"nam":"x"}', "RuleSet, “nam”: this is not known here"),
        (
            '{"kind":"turntrack-rules","format":1,"name":3}',
            "text of at most 2000 characters was expected, not “3”",
        ),
        ('{"kind":"turntrack-rules","format":1,"name":"' + "x" * 2001 + '"}', "RuleSet, “name”: text of at most 2000"),
        ('{"kind":"turntrack-rules","format":1,"place":3}', "RuleSet, “place”: Place was expected, not “3”"),
        ('{"kind":"turntrack-rules","format":1,"place":{"many":1.5}}', "Place, “many”: a whole number was expected"),
        ('{"kind":"turntrack-rules","format":1,"place":{"many":1e9}}', "Place, “many”: a whole number was expected"),
        ('{"kind":"turntrack-rules","format":1,"place":{"many":99999999}}', "G1"),
        (
            '{"kind":"turntrack-rules","format":1,"place":{"holder":"us"}}',
            "Place, “holder”: one of each, group, side, slot",
        ),
        ('{"kind":"turntrack-rules","format":1,"prices":{}}', "RuleSet, “prices”: a list of at most 1000 was expected"),
        ('{"kind":"turntrack-rules","format":1,"prices":[{}]}', "Price: name is missing"),
        ('{"kind":"turntrack-rules","format":1,"prices":[{"name":"Hit","once":1}]}', "Price, “once”: true or false"),
        ('{"kind":"turntrack-rules","format":1,"order":"bag"}', "G2: where nobody goes by number"),
    ],
)
def test_other_json_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(BadValue) as refused:
        read_rules(text)
    assert complaint in str(refused.value)


def test_a_journal_with_rules_that_contradict_themselves_is_refused() -> None:
    with pytest.raises(BadSave, match="G2: where nobody goes by number"):
        read_fields({"rules": {"order": "bag"}}, memory.TableRulesFight)


def fuzzed(chance: Random) -> str:
    """Return the JSON of drawn rules with one change: a value, a key, a letter."""
    raw = json.loads(write_rules(drawn(chance)))
    spots: list[tuple[object, object]] = []

    def walk(node: object) -> None:
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for key in keys:
            spots.append((node, key))
            walk(node[key])  # type: ignore[index] # it is one of the two

    walk(raw)
    for _ in range(chance.randint(1, 2)):
        node, key = chance.choice(spots)
        values: tuple[object, ...] = (
            None,
            True,
            -1,
            0,
            3,
            10**7,
            "",
            "x",
            "number",
            "bag",
            "side",
            [],
            {},
            [[]],
            1.5,
            "1d20 +",
            "\u202e",
        )
        node[key] = chance.choice(values)  # type: ignore[index]
    text = json.dumps(raw)
    if chance.random() < 0.2:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice('}{[]",:0x') + text[at + chance.randint(0, 3) :]
    return text


def rules_or_none(text: str) -> RuleSet | None:
    try:
        return read_rules(text)
    except BadValue:
        return None


def read_fuzzed(many: int) -> int:
    good = 0
    for seed in range(many):
        rules = rules_or_none(fuzzed(Random(seed)))
        if rules is not None:
            good += 1
            assert read_rules(write_rules(rules)) == rules
            assert {text.id for text in rule_texts(rules)} <= {*IDS}
    return good


@pytest.mark.repeats
def test_damaged_rules_are_read_or_refused() -> None:
    many = amount(1_500)
    assert 0 < read_fuzzed(many) < many


@pytest.mark.soak
def test_ten_thousand_damaged_rules_are_read_or_refused() -> None:
    assert 0 < read_fuzzed(10_000) < 10_000


@pytest.mark.repeats
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_as_rules_is_refused(head: str, tail: str) -> None:
    assert rules_or_none(head + tail) is None


# Choosing and changing rules


def sentences(table: Table, rules: RuleSet, action: str) -> list[str]:
    return table.do(take(rules, action))


def test_rules_are_frozen_when_the_fight_begins_and_changed_by_saying_so() -> None:
    table = Table("table_rules")
    table.join("Ana, bonus 3")
    assert table.refused(take(preset_rules("cards"), "change")) == "not_begun"
    assert table.open(10)[0] == "The fight goes by the rules “d20, once”."
    assert table.refused(take(preset_rules("cards"))) == "has_begun"
    assert table.refused(take(RuleSet(), "change")) == "no_change"
    prices = replace(RuleSet(), prices=(s.ActionPrice("Strike"),))
    assert sentences(table, prices, "change")[1:] == ["Actions: Strike. (G10)"]
    assert table.acting() == "Ana"
    lines = sentences(table, preset_rules("popcorn"), "change")
    assert "Whoever has acted passes the turn on. (G6)" in lines
    assert "The game master ends round 1. (ruling)" in lines
    assert not table.encounter.is_open
    assert table.number("c1") is None
    assert table.encounter.combatants["c1"].sheet == {}
    table.open()
    assert table.acting() == "Ana"


@pytest.mark.parametrize(
    "change",
    [
        {"out_of_turn": s.OutOfTurn(s.DelayRule.GOOD)},
        {"ties": (s.TieRule(s.TieBy.FIELD, "dex"),)},
        {"budget": (*preset_rules("d20_once").budget, s.TurnCounter("luck", 3, refill=s.Refill.NEVER))},
        {"fields": (*preset_rules("d20_once").fields, s.SheetField("luck", "Luck"))},
        {"fresh": s.Fresh.ROUND},
        {"first": s.First.LOW},
        {"prices": ()},
    ],
)
def test_a_change_that_numbers_do_not_hang_on_keeps_them(change: dict[str, object]) -> None:
    table = table_with(preset_rules("d20_once"), "Ana", "Bo", "Foe")
    table.open(20, 15, 10)
    table.act("c1", "attack")
    table.act("c1", "end")
    table.do(take(replace(preset_rules("d20_once"), **change), "change"))  # type: ignore[arg-type] # named in the cases
    assert (table.encounter.is_open, table.acting()) == (True, "Bo")
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c2", "c3")] == [
        f"d20 {face} + dex 0 = {face} (G2)" for face in (20, 15, 10)
    ]
    if change.get("first") is None:
        table.act("c2", "end")
        assert table.acting() == "Foe"


def test_a_change_of_the_order_ends_the_round_and_keeps_numbers_and_counters() -> None:
    luck = s.TurnCounter("luck", 3, refill=s.Refill.NEVER)
    rules = replace(preset_rules("d20_once"), budget=(luck,), prices=(s.ActionPrice("Push", 2, "luck", off_turn=True),))
    table = table_with(rules, "Ana", "Bo")
    table.open(20, 15)
    table.act("c2", "push")
    table.do(take(replace(rules, order=s.Order.SIDES, budget=(s.TurnCounter("grit"), luck)), "change"))
    assert not table.encounter.is_open
    assert str(table.number("c1")) == "d20 20 + dex 0 = 20 (G2)"
    table.open()
    assert table.refused(c.Act("c2", "push")) == "not_enough G9"
    table.do(take(replace(rules, number=s.Number(text="1d20")), "change"))
    assert table.number("c1") is None


@pytest.mark.parametrize(("by", "codes"), [(s.TieBy.AGAIN, (2, 5)), (s.TieBy.COIN, (1, 2))])
@pytest.mark.parametrize("open_", [True, False])
def test_ties_for_which_other_rules_have_dice_are_rolled_at_the_change(
    by: s.TieBy, codes: tuple[int, int], open_: bool
) -> None:
    rules = replace(preset_rules("d20_once"), ties=())
    table = table_with(rules, "Ana", "Bo", "Cid")
    table.open(20, 15, 15)
    table.act("c1", "end")
    if not open_:
        table.act("c2", "end")
        table.act("c3", "end")
    table.do(take(replace(rules, ties=(s.TieRule(by),)), "change"), *codes)
    table.act("c2", "end") if open_ else table.open()
    if open_:
        assert table.acting() == "Cid"
        table.act("c3", "end")
        table.open()
    assert [table.acting(), table.act("c1", "end")[-1]] == ["Ana", "Cid is up. (G6)"]


def test_no_tie_is_rolled_for_numbers_that_are_made_anew() -> None:
    rules = replace(preset_rules("d20_once"), fresh=s.Fresh.ROUND)
    table = table_with(rules, "Ana", "Bo")
    table.open(15, 15)
    table.act("c1", "end")
    table.act("c2", "end")
    table.do(take(replace(rules, ties=(s.TieRule(s.TieBy.COIN),)), "change"))


def test_a_round_in_which_numbers_are_spent_ends_where_the_lowest_is_first_now() -> None:
    """What was taken off would be added."""
    rules = replace(preset_rules("d20_once"), prices=(s.ActionPrice("Block", 5, s.NUMBER, off_turn=True),))
    table = table_with(rules, "Ana", "Bo")
    table.open(20, 15)
    table.act("c2", "block")
    table.do(take(replace(rules, first=s.First.LOW), "change"))
    assert not table.encounter.is_open
    table.open()
    assert str(table.number("c2")) == "d20 15 + dex 0 = 15 (G2)"


def test_whoever_waits_in_the_wings_has_the_sheet_of_the_new_rules() -> None:
    table = table_with(preset_rules("d20_once"), "Ana")
    table.open(20)
    table.do(c.AddCombatant("Bo", sheet={"dex": 3}, comes=Schedule(2)))
    table.do(take(replace(preset_rules("d20_once"), fields=(), number=s.Number(text="1d20")), "change"))
    assert [arrival.combatant.sheet for arrival in table.encounter.wings] == [{"rolled_total": "", "fixed": ""}]


def test_sheets_keep_what_the_new_rules_know() -> None:
    fields, other = s.SheetField("dex", "Dexterity", 2, 0, 9), s.SheetField("luck", "Luck", 1, 0, 3)
    table = table_with(replace(RuleSet(), fields=(fields,), number=s.Number(text="dex")), "Ana, dex 8")
    narrow = replace(fields, high=5)
    table.do(take(replace(RuleSet(), fields=(narrow, other), number=s.Number(text="dex + luck"))))
    assert table.encounter.combatants["c1"].sheet == {"dex": 5, "luck": 1, "rolled_total": "", "fixed": ""}
    table.do(c.ChangeCombatant("c1", sheet={"luck": 3}))
    table.open()
    assert str(table.number("c1")) == "dex 5 + luck 3 = 8 (G2)"


def test_what_changes_is_said() -> None:
    assert [
        text.id for text in changed(preset_rules("popcorn"), replace(preset_rules("popcorn"), chooser=s.Chooser.ACTOR))
    ] == []
    assert changed(RuleSet(), replace(RuleSet(), ties=(s.TieRule(s.TieBy.COIN),)))[0].text == (
        "Of equal numbers: a coin, once for the fight, then as listed."
    )


def test_there_is_no_other_preset() -> None:
    table = Table("table_rules")
    assert table.refused(c.Act("", "rules", {"preset": "chess"})) == "bad_value"
    assert table.choice("Popcorn").preview.outcome == "Whoever has acted chooses who is next. As in Fate Condensed."
    table.act("", "rules", {"preset": "popcorn"})
    assert table.choice("Popcorn").preview.refusal


@pytest.mark.parametrize(
    ("key", "counts_down"), [("shots", True), ("ticks", False), ("speed_ticks", False), ("three_actions", False)]
)
def test_only_a_count_that_goes_down_is_one_down_to_zero(key: str, counts_down: bool) -> None:
    """Ticks go up and have no end: nothing is drawn down to 0, and nobody comes at once who is to come later."""
    table = Table("table_rules")
    table.act("", "rules", {"preset": key})
    assert SYSTEM.at(table.encounter).counts_down is counts_down


def test_the_system_is_that_of_the_fight() -> None:
    table = Table("table_rules")
    table.act("", "rules", {"preset": "segments"})
    own = SYSTEM.at(table.encounter)
    assert [field.key for field in own.fields] == ["dex", "spd", "rolled_total", "fixed"]
    assert (own.part_word, own.counts_points) == ("segment", False)
    assert own.rules[7].text == (
        "A round has 12 segments; Speed says in how many one acts. Whoever acts in one acts in segment 7. "
        "The first round begins in segment 12."
    )
    assert SYSTEM.at(Table("table_rules").encounter).fields[0].key == "bonus"


def test_whoever_can_still_react_is_offered_first() -> None:
    """A lock in sight would say that nobody can, where only the first of the track has used the reaction."""
    table = table_with(preset_rules("three_actions"), "Ana", "Bo", "Dray")
    table.open(15, 10, 5)
    (acting,) = table.encounter.acting()
    first, second = (combatant_id for combatant_id in table.encounter.order if combatant_id != acting)
    for reacting, offered in (("", first), (first, second), (second, first)):
        if reacting:
            table.act(reacting, "reaction")
        out_of_turn = table.sections()["reaction"]
        assert out_of_turn.inputs[0].default == offered
        assert bool(out_of_turn.choices[0].preview.refusal) is (reacting == second)


@pytest.mark.parametrize(("key", "has_attack"), [("d20_once", True), ("d20_twice", True), ("standard_and_move", False)])
def test_a_fight_by_an_earlier_version_of_a_preset_is_called_by_the_same_games(key: str, has_attack: bool) -> None:
    """Before attacks were paid once a turn, each took an action, or was no action of its own."""
    preset = next(preset for preset in PRESETS if preset.key == key)
    prices = [replace(price, paid_once=False) for price in preset.rules.prices if has_attack or not price.paid_once]
    earlier = replace(preset.rules, prices=tuple(prices))
    assert earlier != preset.rules
    table = table_with(earlier, "Ana")
    assert (table.system.at(table.encounter).like, table.system.at(table.encounter).by_hand) == (
        preset.like,
        preset.by_hand,
    )
    changed_rules = table_with(replace(preset.rules, pages=("p. 4",)), "Ana")
    assert not changed_rules.system.at(changed_rules.encounter).like
