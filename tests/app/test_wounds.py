"""Tests of fights that count wounds in place of points of health: their rows, their attacks and their sheets."""

from __future__ import annotations

import pytest

from app.intents.combatants import DealAmount, OpenStrike, PickCondition, PickHit, StrikeAt, StrikeWithout
from app.intents.fight import FightDialog, Health
from app.intents.html_codec import write
from tests.app.elements import read
from tests.app.store import Device, Tab
from tests.app.table import Table
from tests.app.test_damage import attacks_on, on_row
from tests.app.test_party import command
from turntrack.core import commands as c
from turntrack.core.settings import UNIT
from turntrack.history.templates import Template, begin, template_of
from turntrack.systems import SYSTEMS


@pytest.fixture
def fight(table: Table) -> Table:
    """Ana with the highest card, two bandits, and a leader of theirs."""
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Bandit x2, side Foes, group Bandits", "✪ Black Jack, side Foes")
    table.dice.faces[:] = [52, 20, 10]
    table.tap("open")
    assert table.track[0].startswith("*Ana ")
    return table


def shown(table: Table, name: str) -> str:
    (chip,) = table.rows.find("li", data_id=table.id_of(name)).with_class("hp")
    return chip.text


class TestRows:
    def test_wounds_are_named(self, fight: Table) -> None:
        assert (shown(fight, "Bandit A"), shown(fight, "Black Jack")) == ("0 wounds", "0 wounds/3")
        fight.give(c.Wound(1, (c.Hit(fight.id_of("Black Jack")),)))
        assert shown(fight, "Black Jack") == "1 wound/3"
        assert fight.log[0] == "Black Jack takes 1 wound: 0 → 1."

    def test_one_tap_attacks_and_wounds(self, fight: Table) -> None:
        assert attacks_on(fight, "Bandit A") == ["miss", "shaken", "wound", "…"]
        assert attacks_on(fight, "Black Jack") == ["miss", "shaken", "1", "2", "3", "…"]
        fight.tap(*write(StrikeAt(fight.id_of("Bandit A"), 1)))
        assert not fight.session.encounter.standings[fight.id_of("Bandit A")].able

    def test_a_hit_may_only_shake(self, fight: Table) -> None:
        jack = fight.id_of("Black Jack")
        fight.tap(*write(StrikeWithout(jack)))
        assert fight.log[0].startswith("Ana attacks Black Jack.")
        assert "Black Jack is shaken." in fight.log
        assert shown(fight, "Black Jack") == "0 wounds/3"
        assert attacks_on(fight, "Black Jack") == ["miss", "1", "2", "3", "…"], "whoever is shaken already is wounded"

    def test_whoever_is_shaken_by_a_typed_name_is_wounded(self, fight: Table) -> None:
        fight.give(c.GiveCondition((fight.id_of("Black Jack"),), "Shaken"))
        assert attacks_on(fight, "Black Jack") == ["miss", "1", "2", "3", "…"]

    def test_a_hit_of_the_sheet_may_leave_a_condition_alone(self, fight: Table) -> None:
        fight.tap(*write(OpenStrike(fight.id_of("Black Jack"))))
        fight.tap(*write(PickCondition("distracted")))
        fight.tap("deal")
        assert "Black Jack is distracted until Black Jack’s next turn ends." in fight.log

    def test_who_is_hit_after_the_choice_may_only_be_shaken(self, fight: Table) -> None:
        jack = fight.id_of("Black Jack")
        fight.enter("turn.target", jack)
        fight.choose("turn", "Attack")
        fight.do(c.Wound(0, (c.Hit(jack),), leaves=("shaken",)))
        assert "Black Jack is shaken." in fight.log

    def test_an_attack_on_an_area_hits_several(self, fight: Table) -> None:
        fight.tap(*write(OpenStrike(fight.id_of("Bandit A"))))
        fight.tap(*write(PickHit(fight.id_of("Bandit B"))))
        fight.tap(*write(DealAmount(1)))
        assert [fight.session.encounter.standings[fight.id_of(f"Bandit {at}")].able for at in "AB"] == [False, False]

    def test_who_falls_at_the_first_is_not_asked_on_the_heroes_side_either(self, table: Table) -> None:
        table.tap("new", "cards")
        table.add("Ana, side Heroes", "Deputy, extra, side Heroes", "Bandit, side Foes")
        table.dice.faces[:] = [52, 20, 10]
        table.tap("open")
        deputy = table.id_of("Deputy")
        table.give(c.Wound(1, (c.Hit(deputy),)))
        assert not table.session.encounter.standings[deputy].able

    def test_a_hero_is_asked_at_the_fourth(self, fight: Table) -> None:
        fight.give(c.Wound(4, (c.Hit(fight.id_of("Ana")),)))
        assert fight.session.encounter.standings[fight.id_of("Ana")].able
        assert "Down" in fight.region("acting").text + fight.region("panel").text


class TestLines:
    @pytest.mark.parametrize(
        ("line", "left", "full", "note"),
        [
            ("Eve, wild card", 4, 4, "wild card"),
            ("Eve, WC", 4, 4, "WC"),
            ("Eve ✪", 4, 4, "wild card"),
            ("Eve - 2 wounds", 2, 4, ""),
            ("Eve, wild card, 1 wound", 3, 4, "wild card"),
            ("Eve, extra", 1, 1, "extra"),
            ("Eve, 4 wounds", 0, 4, ""),
            ("Eve, hp 2", 2, 2, ""),
            ("Eve\nPace: 6; Parry: 5; Toughness: 6\nWounds: 3", 4, 4, "Parry 5; Toughness 6"),
            ("Eve\nPace: 6; Parry: 5; Toughness: 6\nWounds: 2", 3, 3, "Parry 5; Toughness 6"),
        ],
    )
    def test_say_wounds_and_who_takes_more(self, table: Table, line: str, left: int, full: int, note: str) -> None:
        table.tap("new", "cards")
        table.add(line)
        eve = table.session.encounter.combatants[table.id_of("Eve")]
        assert (eve.health, eve.full_health, eve.note) == (left, full, note)


class TestSheets:
    def test_has_the_wound_of_the_fall(self, fight: Table) -> None:
        jack = fight.id_of("Black Jack")
        fight.tap("person", jack)
        assert "wounds 0 of 3 −2 −1 +1 +2" in fight.dialog.text
        fight.tap("edit", jack)
        assert "Falls at wound" in fight.dialog.text
        assert "Temporary points" in fight.dialog.text

    def test_a_newcomer_has_no_damage(self, fight: Table) -> None:
        fight.tap("add")
        fight.tap("form")
        assert "Falls at wound" in fight.dialog.text


def test_other_rules_count_points_again(table: Table) -> None:
    table.tap("new", "cards")
    assert table.session.encounter.options[UNIT.key] == "wounds"
    table.give(c.Act("", "rules", {"preset": "d20_once"}))
    assert table.session.encounter.options[UNIT.key] == "points"


def test_who_had_damage_before_keeps_it(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Rat, side Foes")
    table.give(c.ChangeCombatant(table.id_of("Ana"), health=-2))
    table.dice.faces[:] = [52, 20]
    table.tap("open")
    ana = table.session.encounter.combatants[table.id_of("Ana")]
    assert (ana.health, ana.full_health) == (2, 4)


def test_without_a_health_one_tap_begins_to_count(table: Table) -> None:
    table.tap("new", "d20_once")
    table.add("Ana", "Rat")
    table.tap("person", table.id_of("Rat"))
    assert "health not counted from 5 from 10 from 20" in table.dialog.text
    table.tap(*write(Health(table.id_of("Rat"), 10)))
    assert table.session.encounter.combatants[table.id_of("Rat")].full_health == 10
    assert on_row(table, "Rat") == []


def test_a_line_has_the_words_of_the_game(table: Table) -> None:
    table.tap("new", "cards")
    assert "For example: Guard x3, Quick, Level Headed, wild card, K♠, side Harbour" in table.dialog.text
    assert [chip.text for chip in table.dialog.with_class("words")[0].all("button")][:5] == [
        "Quick", "Level Headed", "wild card", "K♠", "side",
    ]  # fmt: skip


def test_a_card_is_typed_and_shown_as_one(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Ana, K♠", "Ana’s horse")
    table.tap("person", table.id_of("Ana"))
    table.tap("edit", table.id_of("Ana"))
    (box,) = table.dialog.all("input", id="of-sheet.card")
    assert (box.attributes["value"], "inputmode" in box.attributes) == ("K♠", False)


def test_between_rounds_the_cards_say_the_order(fight: Table) -> None:
    fight.give(c.CloseRound())
    assert fight.track == ["Ana A♠\ufe0e", "Bandit A 6♠\ufe0e", "Bandit B 6♠\ufe0e", "Black Jack 4♦\ufe0e"]


def test_the_log_says_who_falls_at_which_wound(fight: Table) -> None:
    jack = fight.id_of("Black Jack")
    fight.give(c.ChangeCombatant(jack, health=2, full_health=2))
    assert "Black Jack: falls at the second wound." in fight.log
    fight.give(c.Wound(1, (c.Hit(jack), c.Hit(fight.id_of("Ana")))))
    fight.give(c.Wound(1, (c.Hit(jack), c.Hit(fight.id_of("Ana"))), heals=True))
    assert fight.log[0] == "1 wound healed: Black Jack 1 → 0; Ana 1 → 0."
    fight.give(c.ChangeCombatant(jack, health=1))
    assert fight.log[0] == "Black Jack: wounds 0 → 1."
    fight.give(c.ChangeCombatant(jack, health=-1, full_health=0))
    assert fight.log[0] == "Black Jack: no wound is the last."


def healths(table: Table) -> list[tuple[int, int]]:
    return [(each.health, each.full_health) for each in table.session.encounter.combatants.values()]


class TestOtherUnit:
    """A health is of the unit in which it was counted, and of no other."""

    def test_points_are_no_wounds(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.add("Ana hp 20, side Heroes", "Rat, side Foes")
        table.give(c.Act("", "rules", {"preset": "cards"}))
        assert healths(table) == [(0, 0), (0, 0)]

    def test_wounds_are_no_points(self, table: Table) -> None:
        table.tap("new", "cards")
        table.add("Rex ✪, side Foes")
        table.give(c.Act("", "rules", {"preset": "d20_once"}))
        assert healths(table) == [(0, 0)]

    def test_the_unit_may_be_chosen(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.add("Ana hp 20, side Heroes", "Rat, side Foes")
        table.give(c.ChooseOption(UNIT.key, "wounds"))
        assert healths(table) == [(0, 0), (0, 0)]

    def test_whoever_comes_from_other_rules_brings_none(self, table: Table) -> None:
        table.tap("new", "cards")
        table.give(c.AddCombatant("Ana", health=11, full_health=20))
        table.give(c.AddCombatant("Rat", health_dice="2d6"))
        assert healths(table) == [(0, 0), (0, 0)]

    def test_a_template_without_a_unit_counts_points(self) -> None:
        made = Template(
            "Old", "table_rules", (c.Act("", "rules", {"preset": "cards"}), c.AddCombatant("Rat", health=7))
        )
        assert begin(made, SYSTEMS).encounter.options[UNIT.key] == "points"

    def test_a_template_keeps_its_unit(self, fight: Table) -> None:
        made = template_of(fight.session.encounter, fight.session.system)
        assert begin(made, SYSTEMS).encounter.options[UNIT.key] == "wounds"

    def test_no_line_asks_for_health(self, table: Table) -> None:
        table.tap("new", "cards")
        assert "health" not in table.dialog.text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Troll, 2 wounds, side Foes", "Troll 2 wounds side Foes"),
        ("Troll, hp 6, side Foes", "Troll down at 6 side Foes"),
        ("✪ Troll, side Foes", "Troll side Foes note wild card"),
        ("Troll, hp 20, side Foes", "Troll side Foes"),
        ("Troll, WC, 4 bennies, side Foes", "Troll side Foes counter Bennies 4 note WC"),
    ],
)
def test_a_line_is_explained_as_the_troll_comes(table: Table, line: str, says: str) -> None:
    table.tap("new", "cards")
    table.key_in("lines", line)
    assert [read.text for read in table.dialog.all("ul", id="understood")] == [says]


def test_a_limit_that_the_side_decides_is_not_told(fight: Table) -> None:
    assert not [said for said in fight.log if "falls" in said]


def test_who_is_down_has_no_last_wound(fight: Table) -> None:
    fight.give(c.Wound(4, (c.Hit(fight.id_of("Ana")),)))
    assert shown(fight, "Ana") == "4 wounds"
    assert "Ana with 4 wounds Down Stays up" in fight.region("history").text


def test_rest_tells_wounds(fight: Table) -> None:
    fight.give(c.Wound(2, (c.Hit(fight.id_of("Ana")),)))
    fight.controller.handle(*write(FightDialog.OPEN_REST), {}, {})
    assert "2 wounds of 3" in fight.dialog.text
    assert "damage" not in fight.dialog.text


@pytest.mark.parametrize(("game", "is_offered"), [("cards", True), ("zebra", False)])
def test_only_table_rules_choose_the_unit(table: Table, game: str, is_offered: bool) -> None:
    table.tap("new", game)
    table.controller.handle(*write(FightDialog.OPTIONS), {}, {})
    assert ("in points of health" in table.dialog.text) is is_offered


def test_a_template_has_no_luck(fight: Table) -> None:
    fight.give(c.KeepCounter(fight.id_of("Ana"), "arrows", 3))
    made = template_of(fight.session.encounter, fight.session.system)
    added = [command for command in made.commands if isinstance(command, c.AddCombatant)]
    assert [[counter.name for counter in command.counters] for command in added] == [["arrows"], [], [], []]
    assert not [command for command in made.commands if isinstance(command, c.KeepFightCounter)]


def test_the_party_speaks_of_wounds_too() -> None:
    """Of those who took some in their last fight, also where no fight or one with points of health is open."""
    tab = Tab(Device())
    tab.do("new", "cards")
    tab.do("add-lines", lines="Ana, side Heroes\nBandit, side Foes")
    command(tab, c.Wound(2, (c.Hit("c1"),)))
    tab.do("save-member", "c1")
    for place in ("home", "new", ""):
        tab.do("open-party")
        (member,) = [row.text for row in read(tab.shown("dialog")).all("li") if "Ana" in row.text]
        assert "down at 4 wounds" in member, place
        assert "2 wounds of 3" in member
        assert "health" not in member
        tab.do("dismiss")
        if place:
            tab.do(place, "zebra" if place == "new" else "")


def test_the_options_call_the_unit_of_the_game_the_default(table: Table) -> None:
    """And ask nothing of points of health."""
    table.tap("new", "cards")
    table.controller.handle(*write(FightDialog.OPTIONS), {}, {})
    assert "heroes and leaders later · default" in table.dialog.text
    assert "Health is counted" not in table.dialog.text
    table.tap("home")
    table.tap("new", "d20_once")
    table.controller.handle(*write(FightDialog.OPTIONS), {}, {})
    assert "in points of health · default" in table.dialog.text
    assert "Health is counted" in table.dialog.text
