"""Tests of the search: choices, refused choices, combatants, rules, and log lines."""

import pytest

from app.intents.fight import Do
from app.intents.html_codec import write
from tests.app.elements import Element
from tests.app.table import Table
from turntrack.core.commands import WriteNote
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


def look_for(table: Table, words: str) -> Element:
    """Type the words, letter by letter."""
    if not table.dialog.all("input", id="sought"):
        table.controller.handle("find", "", {})
    for end in range(1, len(words) + 1):
        table.key_in("sought", words[:end])
    return table.dialog


def titles(view: Element) -> list[str]:
    return [title.text for title in view.all("h3")]


def group(view: Element, title: str) -> Element:
    """Return the results under this title."""
    (wanted,) = [each for each in view.with_class("found") if each.all("h3")[0].text == title]
    return wanted


def labels(view: Element, title: str) -> list[str]:
    return [label.text for label in group(view, title).with_class("label")]


def test_nothing_is_shown_before_a_word_is_typed(worked: Table) -> None:
    view = look_for(worked, "")
    assert not view.with_class("found")
    assert "An action, a rule by word or id" in view.text


def test_first_what_can_be_done_then_what_the_rules_say(worked: Table) -> None:
    view = look_for(worked, "aim")
    assert titles(view)[0] == "A can"
    assert titles(view).index("Rules") > titles(view).index("A can")
    assert "Aim" in " ".join(labels(view, "A can"))
    rules = [rule.text for rule in group(view, "Rules").with_class("rule")]
    assert rules
    assert all("aim" in rule.casefold() for rule in rules)
    assert {mark.text.casefold() for mark in view.all("mark")} == {"aim"}


def test_what_is_found_is_done_and_the_sheet_closes(worked: Table) -> None:
    view = look_for(worked, "aim")
    first = group(view, "A can").all("button")[0]
    worked.tap("Act", first.attributes["data-arg"])
    assert not worked.last.dialog
    assert "aims" in worked.log[0]


def test_what_is_refused_comes_after_what_can_be_done_and_says_why(worked: Table) -> None:
    """Its way round it leads back to what was found."""
    view = look_for(worked, "disengage")
    (refused,) = group(view, "A can").with_class("refused")
    assert "A is engaged by nobody." in refused.text
    worked.tap("Act", refused.attributes["data-arg"])
    assert "A is engaged by nobody. (Z4)" in worked.dialog.text
    worked.tap("step-back")
    assert worked.dialog.find("input", id="sought").attributes["value"] == "disengage"
    assert not worked.dialog.all("p", id="typed-earlier")


def test_out_of_turn_by_itself(table: Table) -> None:
    table.dice.faces[:] = [1, 2, 3, 4, 5, 6] * 40
    table.tap("sample", "rond6")
    table.tap("open")
    fight = table.controller.fight
    assert fight
    sections = fight.system.sections(table.session.encounter, {})
    aside = next(section for section in sections if not section.main and section.choices)
    view = look_for(table, aside.choices[0].label)
    assert any(aside.choices[0].label in label for label in labels(view, "Others can"))


def test_the_next_turn_stands_below_others(table: Table) -> None:
    """Where sides alternate, whose turn is next can be chosen already; that is not out of turn."""
    table.tap("sample", "slots")
    table.tap("open")
    table.tap(
        *next(
            (each.attributes["data-do"], each.attributes["data-arg"])
            for each in table.region("panel").with_class("choice")
        )
    )
    headings = [each.text for each in table.region("panel").all("h3")]
    assert "Others" in headings


def test_somebody_and_what_was_done(worked: Table) -> None:
    worked.tap("note")
    worked.send("write-note", text="The tide comes in")
    view = look_for(worked, "tide in")
    assert titles(view) == ["In the log"]
    (line,) = group(view, "In the log").all("button")
    worked.tap("line", line.attributes["data-arg"])
    assert "The tide comes in" in worked.dialog.text
    worked.tap("step-back")
    b = worked.id_of("B")
    view = look_for(worked, "B")
    worked.tap("person", b)
    assert worked.dialog.find("h2").children[0] == "B"


def test_a_rule_by_its_id(worked: Table) -> None:
    view = look_for(worked, "Z21")
    assert "Z21 Attack or protect with a middle-sized weapon" in group(view, "Rules").text


def test_nothing_has_these_words(worked: Table) -> None:
    assert "Nothing here matches." in look_for(worked, "xylophone").text


def test_it_begins_empty_whenever_it_is_opened(worked: Table) -> None:
    look_for(worked, "aim")
    worked.tap("dismiss")
    worked.tap("find")
    assert worked.dialog.find("input", id="sought").attributes["value"] == ""


def test_a_key_draws_the_sheet_alone(worked: Table) -> None:
    look_for(worked, "a")
    assert set(worked.last.regions) == {"dialog"}


def test_a_long_log_is_looked_through_to_a_limit_that_is_said(worked: Table) -> None:
    worked.tap("note")
    worked.send("write-note", text="The very first")
    worked.controller.handle("health", f"{worked.id_of('A')}:999", {})
    for _ in range(420):
        worked.controller.handle("health", f"{worked.id_of('A')}:-1", {})
    view = look_for(worked, "very first")
    assert "Nothing here matches." in view.text
    assert "steps of the log" in view.text


def test_more_than_are_shown_are_counted(worked: Table) -> None:
    view = look_for(worked, "the")
    assert len(group(view, "Rules").with_class("rule")) == 8
    assert "more" in group(view, "Rules").text


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_choice_is_found_by_its_label(system: TurnSystem, table: Table) -> None:
    """Also those in drawers, and those that are refused; what is shown can be tapped."""
    table.dice.faces[:] = [1, 2, 3, 4, 5, 6] * 40
    table.tap("sample", system.key)
    table.tap("open")
    fight = table.controller.fight
    assert fight
    for section in fight.system.sections(table.session.encounter, {}):
        for choice in section.choices[:2]:
            table.controller.handle("find", "", {})
            table.key_in("sought", f"{choice.label} {section.title}")
            view = [each.attributes["data-arg"] for each in table.dialog.with_class("choice")]
            assert write(Do(choice.command))[1] in view or len(view) >= 8


def test_of_many_combatants_and_lines_it_says_how_many_more_there_are(table: Table) -> None:
    table.tap("new", "zebra")
    table.add("Goblin x12, side Cave")
    for number in range(9):
        table.give(WriteNote(f"Goblins, {number}"))
    view = look_for(table, "goblin")
    assert len(group(view, "Combatants").all("button")) == 8
    assert "and 4 more" in group(view, "Combatants").text
    assert len(group(view, "In the log").all("button")) == 8
    assert "and 2 more" in group(view, "In the log").text
