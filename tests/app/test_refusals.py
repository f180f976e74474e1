"""Tests of refusals: the reason, the reading that lifts it, and the second tap that overrules it."""

from tests.app.elements import Element
from tests.app.table import Table, choice_at
from turntrack.core import commands as c


def test_what_is_refused_is_done_all_the_same_at_the_second_tap(worked: Table) -> None:
    """Marked as a ruling, at the chart's price; undo takes it back."""
    worked.choose("plain", "Disengage")
    assert worked.dialog.find("h2", id="dialog-title").text == "A: Disengage"
    assert "A is engaged by nobody. (Z4)" in worked.dialog.text
    assert "done, as if the rules allowed it: its cost of 7 is paid." in worked.dialog.text
    assert "By a ruling contact stays as it is." in worked.dialog.text
    assert worked.track == ["*A 20", "B 14", "C 9"]
    worked.do(c.RuleAct("c1", "disengage", "Disengage"))
    assert not worked.last.dialog
    assert worked.track == ["*B 14", "A 13", "C 9"]
    assert "A disengages (7): 20 → 13. ruling, Z23" in worked.log
    worked.tap("undo")
    assert worked.track == ["*A 20", "B 14", "C 9"]


def test_a_rule_whose_id_no_rulebook_has_is_told_without_it() -> None:
    table = Table(faces=(15, 4))
    table.tap("new", "d20_twice")
    table.add("Brenn, side Heroes", "Rat, side Foes")
    table.tap("open")
    table.choose("turn", "Another action")
    table.choose("turn", "Another action")
    (rule,) = table.dialog.with_class("rule")
    assert "1 reaction (refilled at the start of their turn)" in rule.text
    assert "G9" not in table.dialog.text


def test_a_refusal_can_be_left_as_it_is(worked: Table) -> None:
    worked.choose("plain", "Disengage")
    worked.tap("dismiss")
    assert not worked.last.dialog
    assert worked.track == ["*A 20", "B 14", "C 9"]


def test_the_reading_that_lifts_it_is_one_tap_away() -> None:
    table = Table(faces=(6, 2, 5, 3, 4, 1) * 10)
    table.tap("new", "interlock")
    table.add("Ganger, initiative 0, ref 1", "Mara, ref 1")
    table.tap("open")
    refused: list[Element] = []
    for drawer in table.region("panel").with_class("drawer"):
        table.open_drawer(drawer.attributes["data-arg"])
        refused = [
            choice
            for choice in table.region("panel").with_class("refused")
            if "(I31)" in choice.attributes["aria-description"]
        ]
        if refused:
            break
    assert refused
    table.tap("Act", refused[0].attributes["data-arg"])
    assert "Another reading of the rules allows it: Least number of each type" in table.dialog.text
    table.tap("options")
    assert "how your table plays" in table.dialog.text


def test_the_dialog_knows_that_whom_it_is_about_has_left(worked: Table) -> None:
    worked.choose("plain", "Disengage")
    worked.session.dispatch(c.RemoveCombatant("c1"), worked.dice)
    worked.controller.refresh()
    assert "no longer in the fight" in worked.dialog.text


def test_a_faction_passes_by_ruling() -> None:
    table = Table(faces=(1, 6) * 10)
    table.tap("new", "unbound")
    table.add("Troll, side A", "Bo x5, side B")
    table.tap("open")
    table.tap(*choice_at(table.controller, "next", 5))
    assert table.dialog.find("h2", id="dialog-title").text == "Pass"
    assert "B: 5 left against 1" in table.dialog.text
    assert "As a ruling: the log says it was done, as if the rules allowed it." in table.dialog.text
    table.do(c.RuleAct("", "pass", "Pass"))
    assert not table.last.dialog
    assert "B: pass, 5 left against 1. ruling" in table.log


def test_what_is_so_already_is_not_offered_as_a_ruling() -> None:
    table = Table(faces=(6, 2) * 10)
    table.tap("new", "unbound")
    table.add("Mara, side Crew", "Rat, side Harbour")
    table.tap("open")
    table.choose("director", "Harbour: all surprised")
    steps = len(table.session.past)
    table.choose("director", "Harbour: all surprised")
    assert (len(table.session.past), table.last.toast) == (steps, "That is already the case. (U28)")
    assert not table.last.dialog
