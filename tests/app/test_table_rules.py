"""Tests of a fight by a preset of table rules, chosen on the page."""

from __future__ import annotations

import pytest

from app.fight.preview import command_changes
from app.storage.export_writer import write_markdown_report
from tests.app.table import Table, choice_at
from turntrack.core import commands as c
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.table_rules.memory import recall
from turntrack.systems.table_rules.order import sides_to_choose
from turntrack.systems.table_rules.presets.catalogue import PRESETS


@pytest.fixture
def empty(table: Table) -> Table:
    """Return a new fight whose rules are still to be chosen."""
    table.tap("new", "table_rules")
    return table


def test_rules_are_chosen_before_anybody_comes(empty: Table) -> None:
    """All stand in sight, before all else; afterwards in a drawer, for as long as the fight has not begun."""
    assert not empty.last.dialog
    assert "Which rules?" in empty.region("now").text
    shown = empty.region("panel").text
    assert all(preset.words in shown for preset in PRESETS)
    assert shown.index(PRESETS[-1].words) < shown.index("Nobody is here yet")
    assert "Table rules" in empty.region("title").text
    empty.choose("rules", "Ticks")
    assert "as in Splittermond" in empty.region("title").text
    assert "Who fights?" in empty.region("now").text
    assert "As in Savage Worlds" not in empty.region("panel").text
    empty.tap("drawer", "rules")
    assert "As in Savage Worlds" in empty.region("panel").text
    empty.choose("rules", "Cards")
    assert empty.log[0] == "The fight goes by the rules “Cards”, as in Savage Worlds."
    empty.choose("rules", "Three actions")


def test_rules_of_ones_own_can_be_made_where_there_are_none_yet(empty: Table) -> None:
    empty.tap("make-of-fight")
    empty.tap("make-choose", "first:low")
    empty.tap("make-step", "4")
    empty.tap("make-take")
    assert "Our rules" in empty.region("title").text
    assert not empty.region("panel").all("section", id="own-rules")


def test_who_has_chosen_rules_from_the_drawer_sees_what_comes_next(empty: Table) -> None:
    """The drawer stays open, and whoever is to fight can be added all the same."""
    empty.choose("rules", "Ticks")
    empty.tap("drawer", "rules")
    empty.choose("rules", "Popcorn")
    assert "As in Savage Worlds" in empty.region("panel").text
    empty.region("panel").find("button", id="add-first")


def test_who_waits_is_named_and_stays_in_sight_beside_a_text_of_ones_own(empty: Table) -> None:
    empty.choose("rules", "Three actions")
    empty.add("Mara, perception 5, side Crew", "Rat, perception 1, side Harbour")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    empty.choose("turn", "Delay")
    for drawer in ("", "turn"):
        if drawer:
            empty.tap("drawer", drawer)
        waits = empty.region("panel").find("div", id="section-waiting-c1")
        assert waits.text.split() == ["Mara", "delays", "Act", "after", "Rat"]
        waits.find("button", id="choice-waiting-c1:0")
    empty.tap("person", empty.id_of("Mara"))
    assert empty.dialog.with_class("about")[0].text == "delays"


def test_declared_values_are_taken_by_the_round_and_nothing_is_locked(empty: Table) -> None:
    empty.choose("rules", "Speed factors, declared first")
    empty.add("Mara, side Crew", "Rat, side Harbour")
    block = empty.region("panel").find("section", id="section-numbers")
    assert block.find("h3").text.endswith("for round 1")
    assert not block.all("button", data_do="Act")
    empty.enter("numbers.c1-speed", "73")
    assert "not “73”" in empty.region("panel").find("section", id="section-numbers").with_class("error")[0].text
    before = empty.region("now").text
    empty.enter("numbers.c1-speed", "10")
    assert empty.region("now").text != before
    assert not empty.region("panel").find("section", id="section-numbers").with_class("error")
    empty.dice.faces[:] = [2, 5]
    empty.tap("open")
    assert empty.session.encounter.combatants["c1"].sheet["speed"] == 10


def test_only_a_round_that_begins_with_dice_shows_one(empty: Table) -> None:
    empty.choose("rules", "Ticks")
    empty.add("Mara, ini 5, side Crew", "Rat, ini 1, side Harbour")
    empty.dice.faces[:] = [2, 5]
    for label, icon in (("Begin the count", "i-dice"), ("Begin count 2", "i-next")):
        begin = empty.region("now").find("button", id="open")
        assert (begin.text, begin.attributes["class"]) == (label, f"begin {icon}")
        empty.tap("open")
        empty.do(c.CloseRound())


def test_what_is_in_reach_of_a_thumb_is_what_comes_next(empty: Table) -> None:
    """After the attack the end of the turn, rather than what most turns are without."""
    empty.choose("rules", "d20, once")
    empty.add("Mara, dex 5, side Crew", "Rat, dex 1, side Harbour")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    for label in ("Attack", "End turn"):
        assert leading(empty) == label
        empty.choose("turn", label)


def test_at_a_tick_somebody_comes_and_a_condition_ends(empty: Table) -> None:
    empty.choose("rules", "Ticks")
    empty.add("Mara, ini 2, side Crew", "Rat, ini 12, side Harbour")
    empty.dice.faces[:] = [1, 4]
    empty.tap("open")
    empty.tap("menu")
    empty.tap("open-reinforcements")
    assert "Comes at tick" in empty.dialog.text
    assert "e.g. 12; empty: when you say" in empty.dialog.text
    form: dict[str, str | bool] = {"wing-lines": "Boss, side Harbour", "wing-round": "12", "wing-hidden": False}
    empty.send("add-reinforcements", **form)
    assert empty.rows.find("li", id="later").text == "Later: Boss at tick 12"
    empty.tap("open-reinforcements")
    arrival = empty.session.encounter.wings[0].combatant.id
    assert empty.dialog.values()[f"comes-{arrival}"] == "12"
    empty.tap("dismiss")
    empty.tap("person", empty.id_of("Rat"))
    empty.tap("put-into", f"{empty.id_of('Rat')}:blind")
    assert "Until tick" in empty.dialog.text
    empty.type(count="14")
    empty.tap("give", "count:0")
    assert empty.log[0] == "Rat is blind until tick 14."
    for label in ("Attack", "Attack", "Attack"):
        empty.choose("turn", label)
    assert [row.partition(" ")[0] for row in empty.track] == ["*Boss", "Rat", "Mara"]  # Rat came to its tick first
    assert "Boss comes in." in empty.log


def test_a_card_is_shown_as_a_table_says_it(empty: Table) -> None:
    """In the bead, by the players, in the sum and in the list; the log and whoever listens have it in words."""
    empty.choose("rules", "Cards")
    empty.add("Mara, side Crew, table", "Rat, side Harbour")
    empty.dice.faces[:] = [44]
    empty.tap("open")
    (box,) = empty.dialog.all("input")
    assert (box.label, box.attributes["placeholder"]) == ("Mara, a card of 54", "card")
    assert "a card of 54, to begin round 1" in empty.dialog.text
    assert empty.dialog.text.startswith("What was dealt?")
    assert empty.dialog.find("button", type="submit").text == "Deal it"
    assert "Tap the card; the next one follows." in empty.dialog.text
    empty.send("enter-dice", **{box.attributes["name"]: "11S"})
    assert "A card was expected, such as Q♠, 10H or joker, not “11S”." in empty.dialog.text
    empty.send("enter-dice", **{box.attributes["name"]: "3♦"})
    mara, rat = empty.id_of("Mara"), empty.id_of("Rat")
    assert empty.track == ["*Rat Q♠\ufe0e", "Mara 3♦\ufe0e"]
    assert "Rat: queen of spades. Why?" in empty.rows.find("button", id=f"bead-{rat}").attributes["aria-label"]
    assert {
        "Mara draws the 3 of diamonds.",
        "Rat is dealt the queen of spades.",
        "Rat: queen of spades.",
    } <= {*empty.log}
    empty.tap("why", mara)
    assert "Mara: why 3♦\ufe0e?" in empty.dialog.text
    assert "3 of diamonds 3♦\ufe0e G2 Total 3♦\ufe0e" in empty.dialog.text
    empty.tap("dismiss")
    empty.tap("person", mara)
    assert "3 of diamonds. Why?" in str(empty.dialog.find("button", data_do="why").attributes["aria-label"])
    (entry,) = empty.storage.about.values()
    assert entry.left
    assert entry.left.number == "Q♠\ufe0e"


def test_the_list_calls_a_fight_by_its_rules(empty: Table) -> None:
    empty.choose("rules", "Sides take turns")
    empty.add("Mara, side Crew", "Rat, side Harbour")
    empty.tap("home")
    last = empty.region("home").with_class("last")[0]
    assert "As in Lancer · 2 combatants, not started" in last.text
    assert last.with_class("emblem")[0].attributes["class"] == "emblem e-weave"
    empty.tap("open-listed", next(iter(empty.storage.journals)))
    assert "As in Lancer" in empty.dialog.text


def test_an_action_that_costs_nothing_leads_once(empty: Table) -> None:
    empty.choose("rules", "Dice passes")
    empty.add("Mara, reaction 9, side Crew", "Rat, reaction 1, side Harbour")
    empty.dice.faces[:] = [6, 1]
    empty.tap("open")
    for label in ("Act", "End turn"):
        assert leading(empty) == label
        empty.choose("turn", label)


def test_an_ordinary_hit_is_one_tap_by_whatever_rules(empty: Table) -> None:
    """What an action of one's own is, nobody knows: whoever it is done to may be hurt by it."""
    empty.choose("rules", "Three actions")
    empty.add("Mara, perception 7, side Crew", "Rat, perception 5, side Harbour, health 9")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    empty.choose("turn", "Strike")
    empty.do(c.Wound(3, (c.Hit(empty.id_of("Rat")),)))
    assert empty.log[0] == "Rat takes 3: 9 → 6."
    empty.choose("turn", "End turn")
    assert not empty.rows.with_class("hit")


@pytest.mark.parametrize("title", [preset.title for preset in PRESETS if not preset.rules.prices])
def test_an_ordinary_hit_is_one_tap_where_no_action_is_named(title: str) -> None:
    """One does what one does on a turn: most often that is an attack, and it takes nothing."""
    table = Table(faces=(*range(1, 40),))
    table.tap("new", "table_rules")
    table.choose("rules", title)
    table.add("Mara, side Crew, health 9", "Rat, side Harbour, health 9")
    table.tap("open")
    if sides_to_choose(table.session.encounter):
        table.tap(*choice_at(table.controller, "begins", 0))
    if not table.session.encounter.acting():
        table.tap(*choice_at(table.controller, "next", 0))
    actor = table.session.encounter.acting()[0]
    other = table.session.encounter.name_of(next(other for other in table.session.encounter.order if other != actor))
    assert leading(table) == "Attack"
    table.choose("turn", "Attack")
    table.do(c.Wound(3, (c.Hit(table.id_of(other)),)))
    counts_wounds = any(preset.wounds for preset in PRESETS if preset.title == title)
    assert table.log[0] == f"{other} takes {'3 wounds: 0 → 3' if counts_wounds else '3: 9 → 6'}."
    assert leading(table) != "Attack"


def leading(table: Table) -> str:
    """Return the filled choice."""
    (choice,) = table.region("panel").with_class("leading")
    return choice.with_class("label")[0].text


def test_a_fight_by_chosen_rules(empty: Table) -> None:
    empty.choose("rules", "Three actions")
    empty.add("Mara, perception 7, side Crew", "Rat, perception 5, side Harbour")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    assert empty.track == ["*Mara 19", "Rat 14"]
    empty.choose("turn", "Strike")
    empty.choose("turn", "Strike")
    assert empty.log[:2] == ["Mara strikes Rat, with −5.", "Mara has 1 of 3 actions left."]
    empty.tap("line", str(len(empty.session.past)))
    assert "G10" in empty.dialog.text, "the id and the text of a rule are one tap away"
    empty.tap("dismiss")
    empty.choose("turn", "End turn")
    assert empty.track[0] == "*Rat 14"


def test_its_rules_are_shown_in_sentences_of_its_own(empty: Table) -> None:
    empty.choose("rules", "Ten cards, low first")
    empty.tap("rules")
    assert "The number is a card from a deck of 10, no card twice." in empty.dialog.text
    assert "Ten cards, low first: rules" in empty.dialog.text


def test_its_log_as_text_says_the_rules(empty: Table) -> None:
    empty.choose("rules", "Popcorn")
    empty.add("Mara", "Rat")
    text = write_markdown_report(empty.session, system_of("table_rules", SYSTEMS))
    assert "## The rules of this fight\n\n- **G1** Everybody has a place in the order." in text
    assert "- **G6** Whoever has acted passes the turn on." in text


def test_a_scene_without_rounds_has_no_end_in_its_order(empty: Table) -> None:
    empty.choose("rules", "Spotlight")
    empty.add("Ana", "Bo, side Raiders")
    empty.tap("open")
    assert "end of" not in empty.region("track").text
    assert empty.region("now").find("h2").text == "Who acts next?"


def test_a_change_names_no_rule_that_no_book_has() -> None:
    """What is refused after it is told without the id of a fight's own rule."""
    table = Table(faces=(20, 1))
    table.tap("new", "d20_twice")
    table.add("Ana, side Heroes", "Rat, side Foes")
    table.tap("open")
    assert table.controller.fight
    attack = c.Act("c1", "attack", {"target": "c2"})
    changes = command_changes(table.session.encounter, table.controller.fight.system, attack)
    assert changes == ("Another action: refused",)


def begin(table: Table, preset: str, *lines: str, dice: tuple[int, ...] = ()) -> None:
    table.tap("new", preset)
    table.send("add-lines", lines="\n".join(lines))
    table.dice.faces[:] = dice


def labels(table: Table, section: str) -> list[str]:
    return [each.find(class_="label").text for each in table.choices(section)]


def test_an_ambush_is_one_tap_on_the_new_fight(table: Table) -> None:
    begin(table, "cards", "Mara, side Heroes", "Jon, side Heroes", "Rat x2, side Bandits", dice=(1, 2, 3, 4))
    assert table.region("panel").all("section", id="section-ambush")  # in sight, without a drawer
    assert labels(table, "ambush") == ["All Heroes", "All Bandits"]
    table.choose("ambush", "All Heroes")
    table.tap("open")
    standings = table.session.encounter.standings
    assert [who for who in standings if recall(standings[who]).is_surprised] == ["c1", "c2"]


def test_a_drawn_gun_is_a_tap_on_the_new_fight_and_between_rounds(table: Table) -> None:
    begin(table, "dexterity_order", "Cultist, dex 70, side Foes", "Mara, dex 60, side Heroes", "Jon, side Heroes")
    assert labels(table, "whole-gun") == ["Mara", "Jon"], "in sight, without a drawer"
    table.choose("whole-gun", "Mara")
    table.tap("open")
    assert [line.split()[0] for line in table.track] == ["*Mara", "Cultist", "Jon"]
    table.do(c.CloseRound())
    table.choose("whole-gun", "Mara")
    table.open_drawer("whole-gun-others")
    assert labels(table, "whole-gun-others") == ["Cultist"]
    table.tap("open")
    assert [line.split()[0] for line in table.track] == ["*Cultist", "Mara", "Jon"]


def test_a_boss_has_its_turns_and_each_turn_is_one_tap(table: Table) -> None:
    begin(table, "die_for_sides", "Mara", "Jon", "Dragon, turns 2, side Foes", dice=(9,))
    table.tap("open")
    for section, name in (("next", "Mara"), ("next", "Dragon"), ("next", "Jon"), ("next", "Dragon")):
        assert name in labels(table, section)
        table.choose(section, name)
    assert table.session.encounter.is_open
    table.choose("turn", "End turn")
    assert not table.session.encounter.is_open


def test_the_spotlight_goes_on_in_one_tap(table: Table) -> None:
    begin(table, "spotlight", "Mara", "Jon", "Wolf x2, side Foes")
    table.tap("open")
    for name in ("Mara", "Wolf A", "Mara", "Mara", "Jon"):
        table.choose("next", name)
    assert [table.session.encounter.name_of(who) for who in table.session.encounter.acting()] == ["Jon"]


def test_describing_an_action_moves_no_button() -> None:
    """What is typed stands below the targets, which stand below the choices."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Mira, side Heroes, health 24", "Ogre, side Foes, health 59")
    table.dice.faces[:] = [20, 1]
    table.tap("open")
    before = table.region("panel").find("section", id="section-turn")
    table.tap("drawer", "turn")
    after = table.region("panel").find("section", id="section-turn")
    assert after.find("header").text == before.find("header").text
    assert [each.text for each in after.with_class("label")] == [each.text for each in before.with_class("label")]
    table.enter("turn.note", "casts Bless")
    table.choose("turn", "Another action")
    assert any("casts Bless" in line for line in table.log)
